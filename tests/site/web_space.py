"""A web space: a plain server of files, with the folder of `make site` somewhere below its root."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

#: Where the folder is on the web space.
PATH = "/some/where/play"


#: In place of Pyodide's loader: the same, and Python is known to its worker under a name.
LOADER = """
import { loadPyodide as load } from "./loader.mjs";
export const loadPyodide = async (options) => (self.python = await load(options));
"""


def name_python(folder: Path, before: str = "") -> None:
    """Let workers of the page in a folder know Python as `self.python`. `before`: what they run first."""
    (loader,) = folder.glob("python/*/pyodide.mjs")
    loader.rename(loader.with_name("loader.mjs"))
    loader.write_text(LOADER + before, encoding="utf-8")


class Handler(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    extensions_map = {  # noqa: RUF012  as in the base class
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def translate_path(self, path: str) -> str:
        """Only what is below the folder's path exists."""
        if not path.startswith(PATH + "/"):
            return "/nowhere"
        return super().translate_path(path.removeprefix(PATH))

    def log_message(self, *_: Any) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Connection", "close")  # so that a server that has stopped answers nobody
        super().end_headers()


class WebSpace:
    """The server. Once it is stopped nobody can reach it, until it starts again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._port = folder, 0
        self._server: ThreadingHTTPServer | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}{PATH}"

    def start(self) -> None:
        self._server = ThreadingHTTPServer(
            ("127.0.0.1", self._port), partial(Handler, directory=str(self.folder))
        )
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


@contextmanager
def web_space(folder: Path) -> Iterator[WebSpace]:
    space = WebSpace(folder)
    try:
        yield space
    finally:
        space.stop()
