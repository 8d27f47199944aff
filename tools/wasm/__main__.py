"""The core for browsers as a command: python -m tools.wasm build|compare|check|wheel FOLDER

`build` compiles it and keeps it (make wasm); `compare` compiles it and says whether what is kept is the same, byte for
byte; `check` says whether it is older than its sources, and needs no compiler; `wheel` writes the package for Pyodide.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.wasm import archive


def compile_core(named: Path | None) -> dict[str, bytes]:
    """Compile the core; needs the environment that `make wasm` makes."""
    from tools import bundle
    from tools.wasm.compile import compiled_modules

    bundle.install()
    return compiled_modules(named)


def build(options: argparse.Namespace) -> int:
    modules = compile_core(options.headers)
    archive.write(modules)
    size, packed = sum(map(len, modules.values())), archive.ARCHIVE.stat().st_size
    print(f"{len(archive.replaced(modules))} modules, {size / 1e6:.2f} MB, {packed / 1e6:.2f} MB packed")
    return 0


def compare(options: argparse.Namespace) -> int:
    anew, here = compile_core(options.headers), archive.modules()
    different = sorted(name for name in anew.keys() | here.keys() if anew.get(name) != here.get(name))
    if different:
        print(f"not what the sources give: {', '.join(different)}; make wasm", file=sys.stderr)
    return int(bool(different))


def check(options: argparse.Namespace) -> int:
    wrong = archive.problem()
    if wrong:
        print(wrong, file=sys.stderr)
    return int(bool(wrong))


def wheel(options: argparse.Namespace) -> int:
    print(archive.wheel(options.folder))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.wasm", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    for command in (build, compare, check, wheel):
        one = commands.add_parser(command.__name__)
        one.set_defaults(run=command)
        if command in (build, compare):
            one.add_argument("--headers", type=Path, metavar="FOLDER", help="the headers of Python 3.14")
        if command is wheel:
            one.add_argument("folder", type=Path)
    options = parser.parse_args()
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    sys.exit(main())
