"""`branchline join`: a bot of this machine at a table of any server."""

from __future__ import annotations

import http.server
import shlex
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from branchline import Action, BranchlineError, Game, View, load_board
from branchline.bots import Bot, make_bot
from branchline.cli import main
from branchline.client import RemotePlayer, read_link, take_seat
from branchline.client.seat import find_board

from .processes import Process
from .running import Server, running

ROOT = Path(__file__).parents[2]
STDIO = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'examples/stdio_bot.py'))}"
CLASS = f"python:{ROOT / 'examples/python_bot.py'}:Builder"
KEY = "k" * 43


class Noting(Bot):
    """Plays as hybrid does, notes what it sees, and does something else now and then."""

    def __init__(self, then: Callable[[int], None] = lambda _: None) -> None:
        super().__init__(7)
        self.views: list[View] = []
        self._then, self._hybrid = then, make_bot("hybrid", 7)

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        self.views.append(view)
        self._then(len(self.views))
        return self._hybrid.choose(view, legal)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path) as here:
        yield here


def links(server: Server, **more: int) -> list[str]:
    opened = server.open(board="london", seats=2, **more)
    return [f"{server.url}{one['link']}" for one in opened["invitations"]]


def quiet(_: str) -> None:
    pass


def test_bots_of_every_kind_sit_down_by_their_links_and_play_to_the_end(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = links(server)
    with ThreadPoolExecutor(2) as pool:
        runs = [
            pool.submit(main, ["join", first, "--bot", STDIO]),
            pool.submit(main, ["join", second, "--bot", CLASS]),
        ]
        assert [run.result() for run in runs] == [0, 0]
    told = capsys.readouterr().out
    game = read_link(first).table
    played = Game.replay(server.get(f"/api/games/{game}/record").text)
    names = ["stdio_bot", "Builder"]
    for seat, score in enumerate(played.scores()):
        assert f"{names[seat]} has seat {seat} at {server.url}/tables/{game}, on london" in told
        assert f"{score.rank}. {names[seat]} (this bot): {score.total} points" in told


def test_a_bot_of_the_server_is_called_by_its_level(server: Server) -> None:
    seats = [{"kind": "bot", "bot": "medium"}, {"kind": "friend"}]
    opened = server.post("/api/tables", {"board": "london", "name": "Ana", "seats": seats}).json()
    seat = take_seat(read_link(f"{server.url}{opened['invitations'][0]['link']}"), "guest")
    assert RemotePlayer(seat, Noting(), load_board("london"), quiet).run().names == ("medium", "guest")


def test_what_a_bot_is_shown_there_is_its_view_with_the_whole_log(server: Server) -> None:
    bots = [Noting(), Noting()]
    seats = [take_seat(read_link(link), "bot") for link in links(server)]
    with ThreadPoolExecutor(2) as pool:
        ended = [
            pool.submit(RemotePlayer(seat, bot, load_board("london"), quiet).run)
            for seat, bot in zip(seats, bots, strict=True)
        ]
        scores = {run.result().points for run in ended}
    record = server.get(f"/api/games/{seats[0].link.table}/record").text
    assert scores == {tuple(score.total for score in Game.replay(record).scores())}
    for number, bot in enumerate(bots):
        for view in bot.views[1:]:  # all choose their first tickets at once (S5)
            assert view.to_json() == Game.replay(record, ply=len(view.log) - 1).view(number).to_json()
        assert [entry.move for entry in bot.views[0].log] == ["deal"]


@pytest.fixture
def isles(tmp_path: Path) -> Path:
    """A board that no other place knows, with its layout."""
    for suffix in (".toml", ".layout.json", ".svg"):
        shutil.copy(ROOT / f"examples/boards/lantern{suffix}", tmp_path / f"isles{suffix}")
    return tmp_path / "isles.toml"


def test_it_plays_on_when_the_server_was_killed_and_when_its_seat_was_left(
    tmp_path: Path, isles: Path
) -> None:
    settings = tmp_path / "settings.json"
    settings.write_text('{"undo_grace": 0, "bot_pace": 0}', encoding="utf-8")
    server = Process(tmp_path, "", "--settings", str(settings), "--board", str(isles))
    server.start()
    opened = server.open("isles", 2, bots=1)
    link = read_link(f"{server.url}{opened['invitations'][0]['link']}")  # type: ignore[index]
    seat = take_seat(link, "bot")
    with pytest.raises(
        BranchlineError, match="the board isles, which is not known here: --board names its file"
    ):
        find_board(link, seat.board)
    with pytest.raises(BranchlineError, match="the board isles of the server is another than the one here"):
        find_board(link, seat.board, "london")
    board = find_board(link, seat.board, str(isles))
    said: list[str] = []

    def disturb(decision: int) -> None:
        if decision == 3:
            server.kill()
            threading.Timer(0.1, server.start).start()
        if decision == 6:
            leave = f"{server.url}/api/tables/{link.table}/leave"
            assert (
                httpx.post(leave, json={}, headers={"Authorization": f"Bearer {seat.key}"}).status_code == 200
            )

    bot = Noting(disturb)
    try:
        ended = RemotePlayer(seat, bot, board, said.append).run()
        assert min(ended.ranks) == 1
        assert len(bot.views) > 10
        assert f"the server at {server.url} is away; trying again" in said
        assert said.count("back at the table") == 1
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("nonsense", "is no link to a table; it has the form http://HOST:PORT/tables/ID#join=KEY"),
        ("http://127.0.0.1:1/", "is no link to a table"),
        (f"http://127.0.0.1:1/tables/abc#watch={KEY}", "only lets one watch"),
        ("http://127.0.0.1:1/tables/abc#join=short", "was it copied whole?"),
        (f"http://127.0.0.1:1/tables/abc#join={KEY}", "no server answers at http://127.0.0.1:1"),
        (f"127.0.0.1:1/tables/abc#join={KEY}", "no server answers at http://127.0.0.1:1"),
    ],
)
def test_a_wrong_link_or_a_server_that_is_away_is_told(
    link: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["join", link, "--bot", "random"]) == 2
    assert said in capsys.readouterr().err


def test_a_used_link_a_full_table_and_a_wrong_bot_are_told(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    first, _ = links(server)
    assert main(["join", first, "--bot", "hybrit"]) == 2
    assert "did you mean hybrid?" in capsys.readouterr().err
    take_seat(read_link(first), "somebody")
    with pytest.raises(BranchlineError, match="used or replaced already: ask the host for a new one"):
        take_seat(read_link(first), "another")
    opened = server.open(board="london", seats=2, bots=1)
    shared = read_link(f"{server.url}{opened['shared']['link']}")
    take_seat(shared, "the last")
    with pytest.raises(BranchlineError, match="no seat is free"):
        take_seat(shared, "too late")
    with pytest.raises(BranchlineError, match="--name takes another one"):
        take_seat(read_link(links(server)[0]), "\u200b")
    public = server.open(board="london", seats=2, bots=1, public=True)["table"]["id"]
    assert take_seat(read_link(f"{server.url}/tables/{public}"), "anybody").number is not None


def test_a_seat_that_was_kept_is_gone_on_with_by_its_key(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    seat = take_seat(read_link(links(server, bots=1)[0]), "bot")
    assert main(["join", seat.link.page, "--bot", "hybrid", f"--key={seat.key}"]) == 0
    assert "bot (this bot):" in capsys.readouterr().out
    other = links(server, bots=1)[0].partition("#")[0]
    assert main(["join", other, "--bot", "hybrid", f"--key={KEY}"]) == 2
    assert "there is no such table" in capsys.readouterr().err


def test_a_server_that_stays_away_is_given_up(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        seat = take_seat(read_link(links(server)[0]), "bot")
    said: list[str] = []
    with pytest.raises(BranchlineError, match=r"no server has answered at .* for 0\.2 seconds"):
        RemotePlayer(seat, Noting(), load_board("london"), said.append, patience=0.2).run()
    assert said == [f"the server at {seat.link.server} is away; trying again"]


class Stranger(http.server.BaseHTTPRequestHandler):
    """A web server that is no Branchline server."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>hello</html>")

    def log_message(self, *_: object) -> None:
        pass


def test_another_web_server_is_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), Stranger) as stranger:
        thread = threading.Thread(target=stranger.handle_request)
        thread.start()
        port = stranger.server_address[1]
        assert main(["join", f"http://127.0.0.1:{port}/tables/abc#join={KEY}", "--bot", "random"]) == 2
        thread.join()
    assert "does not answer as a Branchline server does" in capsys.readouterr().err
