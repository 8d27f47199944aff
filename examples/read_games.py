"""Write games of bots as data, and read them with polars: what do winners do, and what does a learner need?

python examples/read_games.py [BOARD] [GAMES]

`branchline export DIR --board BOARD --bots hybrid rush --games 100000` writes as many as you like, on all cores.
"""

import sys
import tempfile
from pathlib import Path

import polars as pl

from branchline import load_board
from branchline.data import export_games, from_bots


def main(board_name: str = "london", games: int = 500) -> None:
    board = load_board(board_name)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "games"
        card = export_games(folder, board, from_bots(["hybrid", "rush"], games), seats=2)
        print(f"{card.games} games on {board.name}, {card.decisions} decisions, {card.ids} action ids")

        table = pl.read_parquet(folder / "games/*.parquet")
        seats = table.explode("bots", "points", "ranks", "tickets_done")
        by_bot = seats.group_by(bot="bots").agg(
            won=(pl.col("ranks") == 1).mean(),
            points=pl.col("points").mean(),
            tickets=pl.col("tickets_done").mean(),
        )
        for row in by_bot.sort("won", descending=True).iter_rows(named=True):
            print("{bot}: {won:.0%} won, {points:.1f} points, {tickets:.1f} tickets".format(**row))

        # `scan_parquet` reads only the columns that are asked for, file by file.
        decisions = pl.scan_parquet(folder / "decisions/*.parquet")
        space = board.actions.canonical
        popular = (
            decisions.filter(pl.col("win") == 1)
            .group_by("action")
            .len()
            .sort("len", "action", descending=True)
            .head(5)
            .collect()
        )
        print("what winners do most:", "; ".join(space.describe(action) for action in popular["action"]))

        # For a learner: a matrix of observations, what was done, and what came of it.
        rows = decisions.select("observation", "action", "win").head(1000).collect()
        observations = rows["observation"].to_numpy()
        start, end = card.observation["hand"]
        held = observations[:, start:end].sum(axis=1).mean()
        print(f"observations {observations.shape}, {held:.1f} cards in the hand of who decides")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
