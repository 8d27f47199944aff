"""The subcommand `train`."""

from __future__ import annotations

import argparse
import os
import shutil
from pathlib import Path

from branchline.board import load_board
from branchline.cli.extras import require
from branchline.errors import BranchlineError

EXAMPLE = "example: branchline train examples/boards/lantern.toml 2 3 --quick"
#: Games of the first round by seats, of the second round, and for the measures.
FIRST = {2: 300_000, 3: 150_000, 4: 120_000, 5: 100_000}
SECOND = {2: 10_000, 3: 5_000, 4: 5_000, 5: 5_000}
HELD_OUT, EPOCHS = 10_000, 4
QUICK, QUICK_HELD_OUT = 60_000, 10_000


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "train", help="train the value of positions on a board, for the bots value and search", epilog=EXAMPLE
    )
    parser.add_argument("board", help="a board's name or .toml file; the network is written beside the file")
    parser.add_argument(
        "seats", type=int, nargs="*", help="numbers of seats (default: all that the board is played with)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="fewer games: a few minutes for each number of seats"
    )
    parser.add_argument(
        "--second",
        type=int,
        metavar="GAMES",
        help="games of the second round, in which the network's own players sit (default 5000, with 2 seats 10000)",
    )
    parser.add_argument("--seed", type=int, default=0, help="which games (default 0)")
    parser.add_argument(
        "--threads", type=int, default=os.cpu_count() or 1, help="games at once (default: all cores)"
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("build/train"),
        help="where unfinished work is kept (default build/train)",
    )
    parser.add_argument(
        "--output", type=Path, help="where the network is written (default: beside the board)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train a network for each number of seats. Stopped, it goes on where it was."""
    require("train")
    from branchline.bots.policy_bot import full_weights
    from branchline.training.progress import Progress
    from branchline.training.train import Plan, Training, summary
    from branchline.value.network_file import write_network
    from branchline.value.networks import network_path

    board = load_board(arguments.board)
    own = Path(arguments.board) if arguments.board.endswith(".toml") else None
    possible = range(board.min_seats, board.max_seats + 1)
    for seats in arguments.seats or possible:
        if seats not in possible:
            raise BranchlineError(
                f"{board.id} is played with {possible[0]} to {possible[-1]} seats, not {seats}"
            )
    if arguments.second is not None and (arguments.quick or arguments.second < 1):
        raise BranchlineError(
            f"--second takes a number of games from 1 on, and not with --quick, which has one round; "
            f"it was {arguments.second}"
        )
    for seats in arguments.seats or possible:
        quick = arguments.quick
        plan = Plan(
            first=QUICK if quick else FIRST[seats],
            second=0 if quick else arguments.second or SECOND[seats],
            held_out=QUICK_HELD_OUT if quick else HELD_OUT,
            epochs=EPOCHS,
            seed=arguments.seed,
            threads=arguments.threads,
        )
        command = f"branchline train {board.id} {seats} --seed {arguments.seed}{' --quick' if quick else ''}"
        if arguments.second is not None:
            command += f" --second {arguments.second}"
        kind = "quick" if quick else f"full-{plan.second}"
        folder = arguments.folder / f"{board.id}-{seats}-{arguments.seed}-{board.digest[:8]}-{kind}"
        training = Training(
            board, seats, full_weights("hybrid", board, seats), plan, folder, command, Progress()
        )
        network = training.run()
        path = arguments.output or network_path(board, seats, own)
        write_network(path, network)
        shutil.rmtree(folder, ignore_errors=True)
        print(f"{board.id}, {seats} seats: {path}\n{summary(network.made)}")
    return 0
