"""`branchline serve`: how it starts, what it prints and logs, how it stops."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from branchline.cli.command import build_parser, main
from branchline.cli.extras import MODULES
from branchline.cli.serve import settings_of
from branchline.errors import BranchlineError
from branchline.server import listen
from branchline.server.listen import announcement, local_address, qr_code
from branchline.server.settings import Settings

from .players import Player
from .processes import MAIN, Process
from .running import Server, until
from .test_crash import STOPPED


def test_more_processes_than_one_need_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--workers", "2"]) == 2
    error = capsys.readouterr().err
    assert "2 processes need PostgreSQL" in error
    assert "--database postgresql://" in error


def test_settings_that_cannot_be_read_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("{", '{"colour": "red"}', '{"limits": {"queue": "long"}}'):
        (tmp_path / "settings.json").write_text(text)
        assert main(["serve", "--settings", str(tmp_path / "settings.json")]) == 2
    assert main(["serve", "--settings", str(tmp_path / "nowhere.json")]) == 2
    assert main(["serve", "--bot-workers", "0"]) == 2
    assert "can't be read" in capsys.readouterr().err
    (tmp_path / "settings.json").write_text('{"limits": {"chat_rate": 0}}')
    assert main(["serve", "--settings", str(tmp_path / "settings.json")]) == 2
    assert "the limit chat_rate must be more than 0, not 0" in capsys.readouterr().err
    (tmp_path / "settings.json").write_text('{"tables": {"moves": 0}}')
    assert main(["serve", "--settings", str(tmp_path / "settings.json")]) == 2
    assert "moves of tables must be more than 0, not 0" in capsys.readouterr().err
    (tmp_path / "settings.json").write_text('{"link_wait": -1}')
    assert main(["serve", "--settings", str(tmp_path / "settings.json")]) == 2
    assert "link_wait must be 0 or more, not -1" in capsys.readouterr().err


def test_the_command_line_says_more_than_the_file_only_where_it_speaks(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"bot_delay": 0.5, "bot_workers": 3, "data": "games", "patience": 90}')

    def read(*arguments: str) -> Settings:
        return settings_of(build_parser().parse_args(["serve", "--settings", str(file), *arguments]))

    settings = read()
    assert (settings.bot_delay, settings.bot_workers, settings.data, settings.patience) == (
        0.5,
        3,
        "games",
        90,
    )
    settings = read("--bot-delay", "0", "--data", "other")
    assert (settings.bot_delay, settings.bot_workers, settings.data, settings.patience) == (0, 3, "other", 90)
    file.write_text('{"workers": 2}')
    with pytest.raises(BranchlineError, match="2 processes need PostgreSQL"):
        read()


def test_a_place_where_it_cannot_be_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "branchline.db").write_text("this is no database, whatever it is called\n" * 99)
    nobody = "postgresql://nobody@127.0.0.1:1/nothing"
    for arguments, said in (
        (["--port", "99999"], "--port must be from 0 to 65535, not 99999"),
        (["--port", "0", "--data", str(tmp_path / "file" / "games")], "can't be opened: .*Not a directory"),
        (["--port", "0", "--data", str(tmp_path / "broken")], "can't be opened: .*not a database"),
        (["--port", "0", "--database", nobody], "can't be opened: .*connection"),
        (["--port", "0", "--database", "gold://mine"], "can't be opened: .*gold"),
        (["--host", "192.0.2.1"], "can't listen at 192.0.2.1 .*; --host takes an address of this machine"),
        (["--host", "a.invalid", "--port", "0"], "can't listen at a.invalid .*; --host takes an address"),
        (["--port", "0", "--bot-delay", "-1"], "--bot-delay must be 0 or more"),
    ):
        usual = ["serve", "--host", "127.0.0.1", "--data", str(tmp_path)]  # what is said later counts
        assert main([*usual, *arguments]) == 2
        error = capsys.readouterr().err
        assert re.search(said, error), error
        assert error.count("\n") == 1


def test_it_prints_where_it_is_and_a_code_for_phones() -> None:
    text = announcement("0.0.0.0", 8000, picture=True)
    assert text.startswith("Branchline is at http://localhost:8000/\n")
    address = local_address()
    if address is not None:
        assert f"http://{address}:8000/" in text
        assert "█" in text
    assert announcement("192.0.2.1", 80, picture=True) == "Branchline is at http://192.0.2.1:80/\n"
    assert announcement("::1", 80, picture=True) == "Branchline is at http://[::1]:80/\n"
    assert len(qr_code("http://192.0.2.1:8000/").splitlines()) > 10


def test_the_command_needs_nothing_but_a_folder_and_stops_when_told(tmp_path: Path) -> None:
    """One run: it starts, logs JSON without any key, says what it counts, tells its sockets and stops."""
    server = Process(tmp_path, "", "--log", "json")
    server.start()
    opening = server.open("london", 2)
    game, invitations = opening["table"]["id"], opening["invitations"]  # type: ignore[index]
    keys = [str(opening["key"]), *(str(i["key"]) for i in invitations)]  # type: ignore[attr-defined]
    players = []
    for seat, invite in enumerate(keys[1:]):
        body = {"name": f"p{seat}", "invite": invite}
        key = httpx.post(f"{server.url}/api/tables/{game}/join", json=body).json()["key"]
        keys.append(key)
        players.append(Player(server.port, game, key, seat))
        players[-1].hello()
    players[0].hear("started")
    players[0].wait(lambda p: bool(p.legal))
    assert players[0].move(players[0].legal[0])["type"] == "ack"
    metrics = httpx.get(f"{server.url}/metrics").text
    assert "branchline_moves_total 1.0" in metrics
    assert "branchline_sockets 2.0" in metrics
    assert re.search(r"branchline_commit_seconds_count [1-9]", metrics)
    assert server.stop() in STOPPED
    for player in players:
        player.close()
    log = server.log.read_text()
    assert "Branchline is at http://127.0.0.1" in log
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert any(f"/api/tables/{game}/join" in line["message"] for line in lines)
    assert all(key not in log for key in keys)


def test_a_port_that_was_asked_for_and_is_taken_is_said(server: Server, tmp_path: Path) -> None:
    options = ["--host", "127.0.0.1", "--port", str(server.port), "--data", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "serve", *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"can't listen at 127.0.0.1:{server.port} (Address already in use)" in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen.bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(listen, "USUAL_PORTS", range(port, port + 20))
        with listen.bind("127.0.0.1", None) as next_one:
            assert next_one.getsockname()[1] in range(port + 1, port + 20)
        monkeypatch.setattr(listen, "USUAL_PORTS", range(port, port + 1))
        with pytest.raises(BranchlineError, match=f"ports {port} to {port} are taken"):
            listen.bind("127.0.0.1", None)


def test_a_branchline_that_runs_is_known(server: Server) -> None:
    assert listen.is_branchline(server.url)
    with listen.bind("127.0.0.1", 0) as nobody:
        assert not listen.is_branchline(f"http://127.0.0.1:{nobody.getsockname()[1]}/")


def test_open_shows_the_page_in_the_browser_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    """The browser is a script that asks for its address and writes down what it was given."""
    browser = tmp_path / "browser"
    browser.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, sys, urllib.request\n"
        "page = urllib.request.urlopen(sys.argv[1]).read().decode()\n"
        f"pathlib.Path({str(tmp_path / 'seen')!r}).write_text(sys.argv[1] + page)\n",
        encoding="utf-8",
    )
    browser.chmod(0o755)
    server = Process(tmp_path, "", "--open", BROWSER=str(browser))
    server.start()
    until((tmp_path / "seen").exists)
    until(lambda: "</html>" in (tmp_path / "seen").read_text())
    seen = (tmp_path / "seen").read_text()
    assert seen.startswith(f"http://127.0.0.1:{server.port}/<!doctype html>")
    assert server.stop(signal.SIGINT) == 0
    assert "Traceback" not in server.log.read_text()
    assert "No browser" not in server.log.read_text()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
@pytest.mark.parametrize("environment", [{}, {"BROWSER": "/nowhere/browser"}], ids=["none", "broken"])
def test_without_a_browser_it_says_the_address_and_serves(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    server = Process(
        tmp_path, "", "--open", **{"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""} | environment
    )
    server.start()
    until(lambda: f"Open {server.url}/ in one" in server.log.read_text())
    assert httpx.get(server.url).status_code == 200
    assert server.stop(signal.SIGINT) == 0


@pytest.mark.slow
def test_two_workers_share_tables_and_counters(tmp_path: Path, database: str) -> None:
    server = Process(tmp_path, database, "--workers", "2")
    server.start()
    opening = server.open("london", 2, public=True)
    game = str(opening["table"]["id"])  # type: ignore[index]
    watchers = [Player(server.port, game, None) for _ in range(6)]
    for watcher in watchers:
        watcher.hello()
    for seat in range(2):
        httpx.post(f"{server.url}/api/tables/{game}/join", json={"name": f"p{seat}"})
    for watcher in watchers:
        watcher.hear("started")
    assert "branchline_sockets 6.0" in httpx.get(f"{server.url}/metrics").text
    for watcher in watchers:
        watcher.close()
    assert server.stop() in STOPPED


@pytest.mark.parametrize("name", MODULES["server"])
def test_without_its_packages_it_says_in_one_line_what_to_install(name: str) -> None:
    code = f"import sys; sys.modules[{name!r}] = None; {MAIN}"
    done = subprocess.run([sys.executable, "-c", code, "serve"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    install = 'pip install "branchline[server]" (in a checkout: pip install ".[server]")'
    assert done.stderr == f"branchline: this needs more packages ({name}): {install}\n"


def test_the_package_is_quick_to_import_without_the_servers_libraries() -> None:
    code = "import sys, branchline.cli; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {
        "starlette",
        "uvicorn",
        "sqlalchemy",
        "alembic",
        "psycopg",
        "prometheus_client",
        "segno",
    }
