"""The page as a folder of static files that needs no server: `make site`, or python -m tools.site [FOLDER]

The page's bundle, all boards, Pyodide (Python as WebAssembly, from npm as web/package-lock.json pins it), our package
and msgspec as they are installed, with bytecode. Everything comes from the folder itself, under any path of a web
space. `site.json` has the SHA-256 of every file; what a browser runs of it is under names that contain such a digest,
or is kept by the service worker as one version.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

from branchline import board_names, load_board, variant_names
from branchline.drawing import fonts
from branchline.local.server import LocalServer
from branchline.local.storage import MemoryStorage
from branchline.server.wire.board_drawing import drawings
from tools import bundle
from tools.wasm import archive, packages
from tools.wasm.installed import installed

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build/play"
PYODIDE = ROOT / "web/node_modules/pyodide"
#: What is loaded of Pyodide.
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
#: What the first screen asks for, answered before Python is there.
KNOWN = ("/api/boards", "/api/choices")
#: Only from here, and nothing that was not in the folder. Python is compiled by the browser, as WebAssembly.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
Files = dict[str, bytes]


def python_files() -> Files:
    """Python, our package and what it needs, by their names."""
    files = {name: (PYODIDE / name).read_bytes() for name in RUNTIME}
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    files["pyodide-lock.json"] = json.dumps({**lock, "packages": {}}).encode()
    with tempfile.TemporaryDirectory() as folder:
        files["packages.tar.gz"] = installed([packages.fetch("msgspec"), archive.wheel(Path(folder))])
    sizes = {name: len(content) for name, content in files.items()}
    return files | {"sizes.json": json.dumps(sizes).encode()}


def board_files() -> Files:
    """What boards are drawn with."""
    found = {
        f"page/fonts/{name}.woff2": fonts.font_file(name, "woff2").read_bytes() for name in fonts.FAMILIES
    }
    for name in (*board_names(), *variant_names()):
        found |= {path[1:]: text.encode() for path, text in drawings(load_board(name)).items()}
    return found


def known_answers() -> Files:
    """What the first screen asks for, as the worker will answer it."""

    async def ask(path: str) -> str:
        async def nobody(*_: object) -> str:
            raise AssertionError("nobody thinks here")

        server = LocalServer(MemoryStorage(), nobody, nobody, lambda game, number: None, lambda: None)
        answer = json.loads(await server.request("GET", path, None, None, True))
        return str(answer["text"])

    return {f"page{path}.json": asyncio.run(ask(path)).encode() for path in KNOWN}


def page_files(python: str) -> Files:
    """The files of the bundle, which find each other from where they are. `python` is the folder of Python."""
    files = bundle.contents(bundle.BUNDLE)
    del files[bundle.STAMP.name]
    head = f'<meta name="branchline-site" content="{python}" />\n    '
    head += f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n    '
    page = files["index.html"].decode().replace('="/', '="./')
    files["index.html"] = page.replace("<title>", head + "<title>", 1).encode()
    for name in files:
        if name.endswith(".css"):
            files[name] = files[name].replace(b"url(/page/", b"url(../page/")
    files["manifest.webmanifest"] = manifest(files["manifest.webmanifest"])
    return files


def manifest(content: bytes) -> bytes:
    """The description of the app, with addresses from where it stands."""
    told = json.loads(content)
    told["id"] = told["scope"] = "./"
    told["start_url"] = "." + told["start_url"]
    for icon in told["icons"]:
        icon["src"] = "." + icon["src"]
    for shortcut in told["shortcuts"]:
        shortcut["url"] = "./" if shortcut["url"] == "/" else f"./?{shortcut['url']}"
        for icon in shortcut["icons"]:
            icon["src"] = "." + icon["src"]
    return json.dumps(told, indent=2).encode()


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def all_files() -> Files:
    """Every file of the folder."""
    loaded = python_files()
    python = f"python/{digest(b''.join(loaded.values()))[:16]}"
    files = page_files(python) | board_files() | known_answers()
    files |= {f"{python}/{name}": content for name, content in loaded.items()}
    worker = files.pop("worker.js")
    site = {name: digest(content) for name, content in sorted(files.items())}
    version = digest(json.dumps(site).encode() + worker)[:16]
    files["worker.js"] = f"self.SITE={json.dumps({'version': version, 'files': site})};\n".encode() + worker
    contents = {"version": version, "files": {name: digest(one) for name, one in sorted(files.items())}}
    return files | {"site.json": json.dumps(contents, indent=1).encode()}


def write(folder: Path) -> None:
    """Write the folder anew."""
    files = all_files()
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    size = sum(map(len, files.values()))
    python = sum(len(gzip.compress(one)) for name, one in files.items() if name.startswith("python/"))
    print(
        f"{folder}: {len(files)} files, {size / 1e6:.1f} MB, of which Python is {python / 1e6:.1f} MB compressed"
    )
    print(f"try it with: branchline serve --site {folder}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    bundle.install()
    if bundle.check():
        return 1
    write(parser.parse_args().folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
