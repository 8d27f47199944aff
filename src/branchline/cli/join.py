"""The subcommand `join`."""

from __future__ import annotations

import argparse
import secrets
import shlex
from typing import TYPE_CHECKING

from branchline.errors import BranchlineError

from .extras import require

if TYPE_CHECKING:
    from branchline.client import Ended, Link, Seat

#: What a name may have at most on a server.
LONGEST_NAME = 32


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "join",
        help="let a bot take a seat at a table of any server, by its invitation link",
        epilog="example: branchline join 'http://192.168.1.5:8000/tables/4f2a…#join=KEY' --bot python:mybot.py:Mine",
    )
    parser.add_argument("link", help="the link of an invitation, or of a public table, as the page gives it")
    parser.add_argument(
        "--bot",
        required=True,
        metavar="SPEC",
        help="who plays: a level or spec as `branchline bots` lists them",
    )
    parser.add_argument("--name", help="what it is called at the table (default: the name of the bot)")
    parser.add_argument(
        "--board", metavar="FILE", help="the .toml file of the board, if it is not one of ours"
    )
    parser.add_argument("--seed", type=int, help="for the bot's own random numbers")
    parser.add_argument("--key", help="go on at a seat that this command took before; it printed the key")
    parser.add_argument(
        "--patience",
        type=float,
        default=300.0,
        metavar="SECONDS",
        help="how long the server may be away at a time (default: %(default)g)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Sit down, play to the end and print the result."""
    require("client")
    from branchline.bots import make_bot
    from branchline.client import RemotePlayer, read_link
    from branchline.client.seat import find_board

    if not arguments.patience >= 0:
        raise BranchlineError(f"--patience takes seconds, 0 or more, not {arguments.patience:g}")
    link = read_link(arguments.link)
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    with make_bot(arguments.bot, seed) as bot:
        seat = take(link, arguments)
        board = find_board(link, seat.board, arguments.board)
        try:
            ended = RemotePlayer(seat, bot, board, say, arguments.patience).run()
        except (BranchlineError, KeyboardInterrupt):
            again = shlex.join(["branchline", "join", link.page, "--bot", arguments.bot, f"--key={seat.key}"])
            say(f"the seat is kept; to go on: {again}")
            raise
        show(ended)
        if bot.forfeits:
            say(f"the bot forfeited {bot.forfeits} decisions: {bot.problems[0]}")
    return 0


def take(link: Link, arguments: argparse.Namespace) -> Seat:
    """The seat: a new one, or one that was taken before."""
    from branchline.bots.own import short_name
    from branchline.client import Seat, take_seat
    from branchline.client.seat import request

    if arguments.key is not None:
        board = request(link, f"/api/tables/{link.table}", key=arguments.key)["table"]["board"]
        return Seat(link, None, arguments.key, board)
    name = arguments.name or short_name(arguments.bot)[:LONGEST_NAME]
    seat = take_seat(link, name)
    say(f"{name} has seat {seat.number} at {link.page}, on {seat.board}")
    return seat


def show(ended: Ended) -> None:
    """The result, best seat first."""
    order = sorted(range(len(ended.points)), key=lambda seat: ended.ranks[seat])
    for seat in order:
        mine = " (this bot)" if seat == ended.seat else ""
        say(f"{ended.ranks[seat]}. {ended.names[seat]}{mine}: {ended.points[seat]} points")


def say(text: str) -> None:
    """A line at once, whoever reads it."""
    print(text, flush=True)
