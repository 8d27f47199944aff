"""The subcommand `arena`."""

from __future__ import annotations

import argparse
import sys
from errno import EACCES, EISDIR, ENOENT
from os import W_OK, access, strerror
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import DEFAULT_BOARD, DEFAULT_SEATS, board_names, load_board
from branchline.cli.extras import require
from branchline.errors import BranchlineError
from branchline.processes import exit_status, sigterm_interrupts

if TYPE_CHECKING:
    from branchline.arena.executors import Executor
    from branchline.arena.match import Match
    from branchline.arena.reports.ratings import Anchor
    from branchline.arena.reports.report import MatchReport
    from branchline.arena.results import ResultStore

EXAMPLE = (
    "example: branchline arena hybrid rush planner --board usa --seats 2 --games 2000 --results usa.jsonl"
)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "arena", help="let bots play matches, with intervals and ratings", epilog=EXAMPLE
    )
    _add_games(parser)
    _add_measures(parser.add_argument_group("how it is measured"))
    _add_files(parser.add_argument_group("what is written"))
    _add_place(parser.add_argument_group("where it is played"))
    parser.set_defaults(run=run)


def _add_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help="specs of bots, e.g. hybrid or search:time=0.2"
    )
    parser.add_argument(
        "--board",
        default=DEFAULT_BOARD,
        help="a name of `branchline boards`, or a .toml file (default %(default)s)",
    )
    parser.add_argument("--seats", type=int, help=f"players (default {DEFAULT_SEATS}; with --sprt 2)")
    parser.add_argument(
        "--games", type=int, default=2000, help="games for each lineup (default 2000), in whole deals"
    )
    parser.add_argument(
        "--slow-games",
        type=int,
        help="fewer games for lineups with bots that search or do not play inside the core",
    )
    parser.add_argument("--seed", type=int, default=0, help="which deals (default 0)")
    parser.add_argument(
        "--pairing",
        choices=("one", "first", "mixed"),
        default="one",
        help="with more than two seats: each bot alone against copies of another (one), only the first bot alone "
        "against copies of the others (first), or every lineup of different bots (mixed)",
    )
    parser.add_argument(  # the name of --pairing until 0.1
        "--company",
        dest="pairing",
        choices=("one", "mixed"),
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )


def _add_measures(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--anchor", help="BOT or BOT=ELO: whose rating is fixed (default: the first bot, at 0)"
    )
    group.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help="two bots: stop when it is clear whether the first is ELO0 or less, or ELO1 or more, stronger",
    )
    group.add_argument(
        "--luck-adjusted",
        action="store_true",
        help="measure the luck of every game too, and show the share of victories without it",
    )


def _add_files(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--results", type=Path, help="a .jsonl file to add to; games that it holds are not played again"
    )
    group.add_argument(
        "--records",
        type=Path,
        metavar="DIR",
        help="a folder to write the record of every game into (docs/record-format.md)",
    )
    group.add_argument(
        "--ladder",
        type=Path,
        metavar="PAGE",
        help="play on all boards with 2 and 4 seats, and write it into this page of Markdown",
    )
    group.add_argument("--csv", type=Path, help="write the figures as CSV")
    group.add_argument("--json", type=Path, help="write the whole report as JSON")
    group.add_argument("--svg", type=Path, help="draw the ladder")


def _add_place(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--processes", type=int, help="how many processes (default: one for each core)")
    group.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster: at an address, auto, or a new one on this machine",
    )
    group.add_argument(
        "--limit", type=float, default=60.0, help="seconds after which a bot forfeits a decision (default 60)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the matches, show their reports and write the files that were asked for."""
    require("arena")
    from branchline.arena.results import ResultStore

    if arguments.seats is None:
        arguments.seats = 2 if arguments.sprt else DEFAULT_SEATS
    check_places(arguments)
    matches = make_matches(arguments)
    anchor = make_anchor(arguments.anchor, arguments.bots)
    executor = make_executor(arguments)
    reports: list[MatchReport] = []
    with sigterm_interrupts(), ResultStore(arguments.results) as store:
        check_anchor(anchor, arguments.bots, matches, store)
        for match in matches:
            status, report = play(match, store, executor, anchor, arguments)
            show(report)
            reports.append(report)
            if status:
                return status
    write(reports, arguments)
    return 0


def make_matches(arguments: argparse.Namespace) -> list[Match]:
    """One match; for a ladder, one for each board and number of seats."""
    if not arguments.ladder:
        return [make_match(arguments, arguments.board, arguments.seats)]
    from branchline.arena.reports.ladder import SEATS

    return [make_match(arguments, board, seats) for board in board_names() for seats in SEATS]


def make_match(arguments: argparse.Namespace, board_name: str, seats: int) -> Match:
    """The match that the arguments describe."""
    from branchline.arena.lineups import make_lineups
    from branchline.arena.match import Match
    from branchline.arena.players import player
    from branchline.game.position import check_seats

    check_numbers(arguments)
    board = load_board(board_name)
    check_seats(board, seats)
    for bot in arguments.bots:
        player(bot)
    slow = None if arguments.slow_games is None else -(-arguments.slow_games // seats)
    found = tuple(make_lineups(arguments.bots, seats, arguments.pairing))
    if arguments.luck_adjusted:
        from branchline.arena.meter import make_meter

        make_meter(board, found[0].bots)  # refuses a board without a network, before anything is played
    deals = -(-arguments.games // seats)
    luck, records = arguments.luck_adjusted, arguments.records
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    return Match(board, found, deals, arguments.seed, arguments.limit, slow, luck, records)


def check_places(arguments: argparse.Namespace) -> None:
    """Check that the files to be written at the end can be, before hours are played."""
    from branchline.arena.reports.ladder import around

    if arguments.ladder:
        around(arguments.ladder)
    for path in filter(None, (arguments.ladder, arguments.csv, arguments.json, arguments.svg)):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR), str(path))
        if not path.parent.is_dir():
            raise FileNotFoundError(ENOENT, strerror(ENOENT), str(path))
        if not access(path if path.exists() else path.parent, W_OK):
            raise PermissionError(EACCES, strerror(EACCES), str(path))


def check_numbers(arguments: argparse.Namespace) -> None:
    """Refuse numbers that make no sense."""
    if not 0 <= arguments.seed < 2**64:
        raise BranchlineError(f"--seed must be from 0 to 2^64 - 1, not {arguments.seed}")
    for name in ("games", "slow_games", "processes", "limit"):
        value = getattr(arguments, name)
        if value is not None and not value > 0:
            raise BranchlineError(f"--{name.replace('_', '-')} must be more than 0, not {value:g}")
    if arguments.sprt is not None:
        if arguments.seats != 2 or len(arguments.bots) != 2 or arguments.ladder:
            raise BranchlineError("--sprt compares two bots at two seats")
        if not arguments.sprt[0] < arguments.sprt[1]:
            raise BranchlineError("--sprt takes the smaller difference first, e.g. --sprt 0 20")


def make_anchor(text: str | None, bots: list[str]) -> Anchor:
    """The anchor: a bot, perhaps one of stored games only, and its rating."""
    from branchline.arena.reports.ratings import Anchor

    if text is None or text in bots:
        return Anchor(text or bots[0])
    bot, _, elo = text.rpartition("=")
    try:
        return Anchor(bot, float(elo)) if bot else Anchor(text)
    except ValueError:  # a spec may hold = itself
        return Anchor(text)


def check_anchor(anchor: Anchor, bots: list[str], matches: list[Match], store: ResultStore) -> None:
    """Refuse an anchor that has played no game, and will play none."""
    from branchline.arena.results import DIGEST_LENGTH

    kinds = {(match.board.digest[:DIGEST_LENGTH], len(match.lineups[0].bots)) for match in matches}
    stored = (game for game in store.games.values() if (game.digest, len(game.seats)) in kinds)
    known = {bot for game in stored for bot in game.bots}.union(bots)
    if anchor.bot not in known:
        raise BranchlineError(
            f"--anchor: {anchor.bot} has no games here; there are {', '.join(sorted(known))}"
        )


def make_executor(arguments: argparse.Namespace) -> Executor:
    """Local processes, or a Ray cluster."""
    from branchline.arena import executors

    if arguments.ray is None:
        return executors.local_executor(arguments.processes)
    return executors.RayExecutor(arguments.ray)


def play(
    match: Match, store: ResultStore, executor: Executor, anchor: Anchor, arguments: argparse.Namespace
) -> tuple[int, MatchReport]:
    """Play, with a progress bar, and report; the exit status if it was interrupted, else 0."""
    from branchline.arena.match import play_match
    from branchline.arena.progress import ProgressBar
    from branchline.arena.reports.report import make_report
    from branchline.arena.reports.sprt import Sprt

    sprt = Sprt(match, *arguments.sprt) if arguments.sprt else None
    status = 0
    with ProgressBar(match.games, match.stored(store)) as bar:

        def watch(games: int) -> bool:
            decided = sprt is not None and sprt.update(store)
            bar.advance(games, f", {sprt.note}" if sprt else "")
            return decided

        try:
            if not watch(0):
                play_match(match, store, executor, watch)
        except KeyboardInterrupt as interruption:
            status = exit_status(interruption)
    if status:
        again = "the same command goes on from here" if arguments.results else "nothing is kept: no --results"
        print(f"stopped after {len(store.games):,} games; {again}", file=sys.stderr)
    if sprt is None:
        return status, make_report(match, store, arguments.pairing, anchor)
    return status, make_report(
        match._replace(deals=sprt.deals), store, arguments.pairing, anchor, sprt.verdict()
    )


def show(report: MatchReport) -> None:
    """The tables on the terminal."""
    from rich.console import Console

    from branchline.arena.reports.display import show as render

    wide = None if sys.stdout.isatty() else 200
    Console(width=wide, highlight=False).print(render(report))


def write(reports: list[MatchReport], arguments: argparse.Namespace) -> None:
    """The files that were asked for."""
    from branchline.arena.reports.ladder import ladder_svg, write_page
    from branchline.arena.reports.report import to_csv, to_json

    if arguments.ladder:
        write_page(arguments.ladder, reports)
    if arguments.csv:
        arguments.csv.write_text(to_csv(reports), encoding="utf-8")
    if arguments.json:
        arguments.json.write_bytes(to_json(reports))
    if arguments.svg:
        arguments.svg.write_text(ladder_svg(reports[0]), encoding="utf-8")
