"""Playing on: a new game that begins in a position of another, with its true cards or with hidden ones dealt anew."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.rng import Rng
from branchline.core.search.belief import Belief
from branchline.errors import BranchlineError, RecordError, short
from branchline.game.codec import board_codec
from branchline.game.dealer import CommittedDealer, Dealer, SeededDealer, decision_seed
from branchline.game.game import Game, random_seed
from branchline.game.position import Origin, Position, is_number
from branchline.game.record import NAME, check_belief, history


def play_on(
    game: Game,
    seat: int | None = None,
    *,
    seed: int | None = None,
    dealer: Dealer | None = None,
    belief: Sequence[int] = (),
    game_id: str = "",
) -> Game:
    """A new game that begins in the position of this one. With `seat`, what that seat does not know is dealt anew."""
    if game.over:
        raise BranchlineError("the game is over: it can be played on from an earlier ply only")
    if seat is not None and not is_number(seat, 0, game.seats - 1):
        raise BranchlineError(f"there is no seat {short(seat)}: seats are 0 to {game.seats - 1}")
    if not NAME.fullmatch(game_id):
        raise RecordError(
            f"a game's name has letters, digits, '.', '_' and '-', at most 64, not {short(game_id)!r}"
        )
    check_belief(belief)
    seed = random_seed() if seed is None else seed
    dealer = dealer or SeededDealer(seed)
    weights = tuple(belief) if seat is not None else ()
    origin = Origin(history=history(game), ply=game.moves, game=game_id, anew=seat, belief=weights)
    position = game.position() if seat is None else deal_anew(game, origin, hidden_seed(dealer, origin, seed))
    return Game.from_position(game.board, position, dealer, origin)


def hidden_seed(dealer: Dealer, origin: Origin, seed: int = 0) -> int:
    """The seed from which hidden cards are dealt anew: it follows from a committed secret, else it is `seed`."""
    if not isinstance(dealer, CommittedDealer):
        return seed
    return decision_seed(dealer.secret, dealer.salt, "anew", origin.anew or 0, origin.ply)


def deal_anew(game: Game, origin: Origin, seed: int) -> Position:
    """The position with everything dealt anew that the seat of the origin does not know.

    Only the view of that seat is read. So the same seed gives the same position from any position that looks the same
    to the seat: also from the one that was dealt.
    """
    view = game.view(origin.anew)
    tables = board_codec(game.board).tables
    belief = Belief(tables, origin.belief) if origin.belief else None
    return view.determinise(Rng(seed), belief).position()
