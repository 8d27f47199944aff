"""The core compiled for Python in the browser: Pyodide, which is CPython as WebAssembly.

`core.tar.xz` has the compiled modules, one file for each package of the core, and nothing else. It is committed, with a
digest of its sources beside it (`core.sha256`), so that nobody needs a compiler for it. `make wasm` builds both anew.
`archive.wheel` joins the modules with the Python files of the package to a wheel that Pyodide loads; the core's own
Python files are left out where a compiled module stands for them. If the archive is missing or older than its sources,
the wheel is one of Python files alone: everything works, many times slower, and `branchline.core.COMPILED` says so.
"""
