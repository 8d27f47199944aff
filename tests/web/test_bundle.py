"""The bundle that is part of the package, and how it is served."""

import os
import re
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.running import Server

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/branchline/server/static"


def test_the_bundle_is_built_from_the_sources_that_lie_beside_it() -> None:
    tool = runpy.run_path(str(ROOT / "tools/bundle.py"))
    assert not tool["is_stale"](), "the page's bundle is older than web/: make web builds it anew"


@pytest.mark.slow
def test_without_node_it_comes_from_pypi_and_gives_the_same_bundle(tmp_path: Path) -> None:
    for tool in ("sh", "env"):
        (tmp_path / tool).symlink_to(f"/bin/{tool}")
    done = subprocess.run(
        [sys.executable, ROOT / "tools/bundle.py", "compare"],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (ROOT / "build/node/ready").exists()


def test_the_lock_of_the_page_names_no_registry() -> None:
    lock = (ROOT / "web/package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock
    assert "registry" not in lock


def get(server: Server, path: str, **headers: str) -> httpx.Response:
    return httpx.get(server.url + path, headers=headers)


def test_every_address_of_the_page_shows_it(server: Server) -> None:
    for path in ("/", "/tables/0123456789abcdef", "/games/0123456789abcdef"):
        assert get(server, path).text == (STATIC / "index.html").read_text(encoding="utf-8")


def test_parts_of_the_bundle_are_kept_for_ever_and_the_page_is_asked_for_again(server: Server) -> None:
    page = get(server, "/")
    assert page.headers["Cache-Control"] == "no-cache"
    parts = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
    assert len(parts) >= 2
    for part in parts:
        assert "immutable" in get(server, part).headers["Cache-Control"]
    etag = page.headers["ETag"]
    for seen in (etag, f"W/{etag}", f'"other", {etag}'):  # a proxy may weaken it, a cache may have several
        again = get(server, "/", **{"If-None-Match": seen})
        assert (again.status_code, again.content) == (304, b"")
    assert get(server, "/", **{"If-None-Match": '"other"'}).status_code == 200


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert "://" not in page
    assert "<style" not in page
    assert re.findall(r"<script(?![^>]*src=)", page) == []


def test_nothing_but_the_bundle_can_be_asked_for(server: Server) -> None:
    for path in (
        "/assets/../page.py",
        "/assets/%2e%2e%2fpage.py",
        "/assets/none.js",
        "/page/boards/none.json",
    ):
        assert get(server, path).status_code == 404
    assert get(server, "/page/fonts/none.woff2").status_code == 404


def test_the_first_load_is_small(server: Server) -> None:
    page = get(server, "/").text
    code = [*re.findall(r'"(/assets/[^"]+)"', page), "/page/fonts/serif.woff2", "/page/fonts/sans.woff2"]
    assert sum(transferred(server, path) for path in code) < 250_000
    for board in ("usa", "europe", "london"):
        parts = (f"/page/boards/{board}/picture/day.svg", f"/page/boards/{board}.json")
        assert sum(transferred(server, path) for path in parts) < 400_000


def transferred(server: Server, path: str) -> int:
    with httpx.stream("GET", server.url + path, headers={"Accept-Encoding": "gzip"}) as response:
        assert response.status_code == 200
        return sum(len(part) for part in response.iter_raw())


def test_a_board_comes_with_all_that_is_drawn(server: Server) -> None:
    file = get(server, "/page/boards/europe.json").json()
    assert {"facts", "layout", "colours", "liveries", "defs", "marks", "labels"} <= file.keys()
    assert set(file["layout"]["routes"]) == {route["id"] for route in file["facts"]["routes"]}
    london = get(server, "/page/boards/london.json").json()
    assert {district["colour"] for district in london["facts"]["districts"]} <= london["colours"].keys()
    ground = get(server, "/page/boards/europe/picture/day.svg")
    assert ground.headers["Content-Type"] == "image/svg+xml"
    assert 'class="labels"' not in ground.text
    assert ground.text.endswith("</svg>\n")


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / "web/node_modules").exists(), reason="the page's tools are not installed")
def test_dev_serves_the_sources_in_front_of_a_server_and_ends_both() -> None:
    with subprocess.Popen(
        [sys.executable, ROOT / "tools/bundle.py", "dev"],
        env={**os.environ, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        try:
            found: dict[str, str] = {}
            while len(found) < 2:
                line = running.stdout.readline()
                assert line, "it has ended"
                found.update(re.findall(r"(Branchline is at|Local:) +(http://\S+?)/?\s", line))
            page, server = found["Local:"], found["Branchline is at"]
            assert (
                "/src/main.ts"
                in httpx.get(f"{page}/tables/0123456789abcdef", headers={"Accept": "text/html"}).text
            )
            assert httpx.get(f"{page}/api/boards").json() == httpx.get(f"{server}/api/boards").json()
        finally:
            os.killpg(running.pid, signal.SIGINT)  # as Ctrl-C does
        assert running.wait(timeout=30) == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(server)
