"""Let bots play many games on a board and read the statistics: is it fair, and which tickets are too hard?

python examples/measure_a_board.py [BOARD or FILE] [GAMES]

`branchline simulate --board BOARD` plays many more, on all cores.
"""

import sys
from collections import Counter

from branchline import Game, load_board
from branchline.bots import make_bot
from branchline.game.statistics import game_statistics, sum_up


def main(board_name: str = "london", games: int = 100, seats: int = 2) -> None:
    board = load_board(board_name)
    by_seat: list[list[object]] = [[] for _ in range(seats)]
    claimed: Counter[str] = Counter()
    first_player_won = 0.0
    for seed in range(games):
        bots = [make_bot("planner", seed + seat) for seat in range(seats)]
        game = Game(board, seats=seats, seed=seed)
        while game.actor is not None:
            game.play(bots[game.actor].choose(game.view(game.actor)))
        for seat, statistics in enumerate(game_statistics(game)):
            by_seat[seat].append(statistics)
        claimed.update(game.view(None).routes)
        first_player_won += (game.first in game.winners()) / len(game.winners())

    print(f"{board.name}: {games} games of {seats} planners")
    print(f"who begins wins {first_player_won / games:.0%} of the games")
    for seat, all_games in enumerate(by_seat):
        totals = sum_up(all_games)
        print(
            f"seat {seat}: {totals.wins / games:.0%} won, {totals.mean('score'):.1f} points, "
            f"{totals.mean('tickets_done'):.2f} of {totals.mean('tickets_kept'):.2f} tickets, "
            f"{totals.mean('turns'):.1f} turns"
        )
    popular = claimed.most_common(3)
    never = [route.id for route in board.routes if route.id not in claimed]
    print("claimed most:", ", ".join(f"{route} ({count / games:.0%})" for route, count in popular))
    print("never claimed:", ", ".join(never) or "none")


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
