"""Games of bots as a server plays them: committed deals, with the dice of the secret."""

from collections.abc import Callable, Sequence

from branchline import CommittedDealer, Game
from branchline.bots import exact_spec, make_bot
from branchline.game.dealer import decision_seed


def play_bots(
    board: str,
    specs: Sequence[str],
    dealer: CommittedDealer,
    dice: Callable[[int, int], int] | None = None,
) -> str:
    """The record of a game of bots; `dice` gives other seeds than the secret, by seat and moves before."""
    secret, salt = dealer.secret, dealer.salt
    game = Game(board, len(specs), dealer=dealer)
    dealt, bots = game.copy(), {}
    while (seat := game.actor) is not None:
        seed = dice(seat, game.moves) if dice else decision_seed(secret, salt, "bot", seat, game.moves)
        at = dealt.at_first_choice(seat) if game.moves < game.seats else game
        with make_bot(specs[seat], seed) as bot:
            move = bot.choose(at.view(seat))
            bots[game.moves] = exact_spec(bot)
        game.play(move)
    return game.record(bots)
