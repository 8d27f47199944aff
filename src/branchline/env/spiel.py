"""The game for OpenSpiel: importing this module registers `branchline`, with chance as a player of its own.

    import pyspiel
    import branchline.env.spiel
    game = pyspiel.load_game("branchline(board=london,players=2,actions=canonical)")

The string of an information state has everything that a player has seen and done, in order. The tensor of an
observation is that of `VectorEnv`; the tensor of an information state adds the tickets that the player has refused.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from branchline.board import DEFAULT_BOARD, load_board
from branchline.core.constants import OVER, ROW_CARD, TUNNEL_CARD
from branchline.core.engine import Engine, decode_event
from branchline.core.env.observation import Layout
from branchline.core.rules.state import State
from branchline.env.encoding import parts
from branchline.env.table import final_reward
from branchline.env.vector import LONGEST
from branchline.game.actions import action_space
from branchline.game.codec import board_codec
from branchline.game.position import check_seats
from branchline.game.view import Score

PARAMETERS = {"board": DEFAULT_BOARD, "players": 2, "actions": "canonical"}
PRIVATE = ("held", "offer", "done", "hand")
#: More than chance can deal between two moves: the cards and tickets of a start, or some sweeps of the row.
CHANCE_PER_MOVE = 16

GAME_TYPE = pyspiel.GameType(
    short_name="branchline",
    long_name="Branchline",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=PARAMETERS,
)


class Rules:
    """What all states of a game share. Copies of states share it too, and pickles name it."""

    def __init__(self, board: str, players: int, actions: str) -> None:
        self.names = board, players, actions
        self.board, self.players = load_board(board), players
        check_seats(self.board, players)
        self.codec, self.space = board_codec(self.board), action_space(self.board, actions)
        self.layout = Layout(self.codec.tables, players)
        self.parts = parts(self.board, players)

    def __deepcopy__(self, memo: dict[int, object]) -> Rules:
        return self

    def __reduce__(self) -> tuple[Callable[[str, int, str], Rules], tuple[str, int, str]]:
        return rules, self.names


@lru_cache(maxsize=64)
def rules(board: str, players: int, actions: str) -> Rules:
    """The rules for these parameters; they are made once."""
    return Rules(board, players, actions)


class Place:
    """The engine of a state. A pickle of it names the rules and does not hold the board: states are pickled often."""

    def __init__(self, shared: Rules, state: State | None = None) -> None:
        self.rules, self.engine = shared, Engine(shared.codec.tables)
        if state is not None:
            self.engine.state.copy_from(state)

    def __deepcopy__(self, memo: dict[int, object]) -> Place:
        return Place(self.rules, self.engine.state)

    def __reduce__(self) -> tuple[type[Place], tuple[Rules, State]]:
        return Place, (self.rules, self.engine.state)


class BranchlineGame(pyspiel.Game):  # type: ignore[misc]
    """A board with a number of players, for OpenSpiel."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        self.rules = rules(chosen["board"], chosen["players"], chosen["actions"])
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.space),
            max_chance_outcomes=max(len(self.rules.board.tickets), len(self.rules.codec.card_kinds) + 1, 9),
            num_players=self.rules.players,
            min_utility=-1.0 / (self.rules.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self) -> BranchlineState:
        """Nothing is dealt yet; chance is to say who begins."""
        return BranchlineState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What states are observed with."""
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """A bound, far above what happens."""
        return CHANCE_PER_MOVE * LONGEST


class BranchlineState(pyspiel.State):  # type: ignore[misc]
    """A position. A ticket or a card that is dealt is an outcome of chance, by its number on the board."""

    def __init__(self, game: BranchlineGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.place = Place(self.rules)
        self.begun, self.moves = False, 0
        self.seen: list[list[str]] = [[] for _ in range(self.rules.players)]
        self.refused: list[set[int]] = [set() for _ in range(self.rules.players)]

    @property
    def engine(self) -> Engine:
        """The position in the core."""
        return self.place.engine

    def current_player(self) -> int:
        """The seat to move, chance, or nobody once the game is over."""
        if not self.begun or self.engine.state.chance:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.engine.state.actor

    def is_terminal(self) -> bool:
        """Whether the game has ended, or has been cut after very many moves."""
        if not self.begun or self.engine.state.chance:
            return False
        return self.engine.state.phase == OVER or self.moves >= LONGEST

    def _legal_actions(self, player: int) -> list[int]:
        return self.rules.space.core.legal(self.engine.state) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may deal, with probabilities; at first, who begins (S7)."""
        if not self.begun:
            return [(seat, 1.0 / self.rules.players) for seat in range(self.rules.players)]
        possible = self.engine.outcomes()
        weight = sum(weight for _, weight in possible)
        return [(outcome, each / weight) for outcome, each in possible]

    def _apply_action(self, action: int) -> None:
        if not self.begun:
            self.begun = True
            self.engine.start(self.rules.players, action)
            self._tell(f"seat {action} begins")
        elif self.engine.state.chance:
            kind, seat, outcome = decode_event(self.engine.event(action))
            name, public = self._dealt(outcome), kind in (ROW_CARD, TUNNEL_CARD)
            self._tell(name, None if public else seat, "?")
            self.engine.deal(action)
        else:
            self._move(self.rules.space.core.find(self.engine.state, action))

    def _move(self, number: int) -> None:
        """Play an action of the core, and tell everybody what may be known of it."""
        state, seat = self.engine.state, self.engine.state.actor
        offered = state.offer_of(seat)
        action = self.rules.codec.action(number, self.rules.codec.ticket_ids(offered))
        if action.kind == "keep":
            kept = {self.rules.board.ticket_index(ticket) for ticket in action.tickets}
            self.refused[seat] |= set(offered) - kept
            self.refused[seat] -= kept
            of = " ".join(self.rules.codec.ticket_ids(offered))
            self._tell(f"{seat} {action} of {of}", seat, f"{seat} keep {len(kept)} of {len(offered)}")
        else:
            self._tell(f"{seat} {action}")
        self.engine.play(number)
        self.moves += 1

    def _tell(self, what: str, only: int | None = None, others: str = "") -> None:
        for seat, seen in enumerate(self.seen):
            seen.append(what if only is None or seat == only else others)

    def _dealt(self, outcome: int) -> str:
        if self.engine.deals_ticket():
            return self.rules.board.tickets[outcome].id
        return self.rules.codec.card_names[outcome]

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.rules.space.describe(action)
        if not self.begun:
            return f"seat {action} begins"
        return f"deal {self._dealt(action)}"

    def returns(self) -> list[float]:
        """1 for the winner, shared if there are several; what the others lose adds up to the same."""
        if not self.is_terminal():
            return [0.0] * self.rules.players
        found = self.engine.scores()
        scores = [Score(*found.row(seat)) for seat in range(self.rules.players)]
        return [final_reward("win", scores, seat) for seat in range(self.rules.players)]

    def observation(self, player: int) -> np.ndarray[Any, Any]:
        """What a player knows, as `VectorEnv` shows it; zeros before the deal."""
        memory = array("B", bytes(self.rules.layout.size))
        if self.begun:
            self.rules.layout.write(self.engine.state, player, memory)
        return np.frombuffer(memory, np.uint8)

    def __str__(self) -> str:
        who = (
            "chance"
            if self.is_chance_node()
            else "over"
            if self.is_terminal()
            else f"seat {self.current_player()}"
        )
        return f"{self.rules.board.id}, {self.moves} moves, {who}"


class Observer:
    """Fills a tensor with what a player knows: public parts, private parts, or both."""

    def __init__(self, rules: Rules, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"the game branchline has no parameters of observations, and got {params}")
        self.rules, self.recall, self.public = rules, kind.perfect_recall, kind.public_info
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.names = [name for name in rules.parts if (private if name in PRIVATE else kind.public_info)]
        sizes = {name: rules.parts[name].stop - rules.parts[name].start for name in self.names}
        sizes["player"] = rules.players
        if self.recall and private:
            sizes["refused"] = len(rules.board.tickets)
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict, start = {}, 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: BranchlineState, player: int) -> None:
        """Write what a player knows."""
        row = state.observation(player)
        for name in self.names:
            self.dict[name][:] = row[self.rules.parts[name]]
        self.dict["player"][:] = 0
        self.dict["player"][player] = 1
        if "refused" in self.dict:
            self.dict["refused"][:] = 0
            self.dict["refused"][list(state.refused[player])] = 1

    def string_from(self, state: BranchlineState, player: int) -> str:
        """All that a player has seen and done; without perfect recall, what is not zero in the tensor."""
        if self.recall and self.public:
            return f"player {player}: {'; '.join(state.seen[player])}"
        self.set_from(state, player)
        told = []
        for name, numbers in self.dict.items():
            found = " ".join(f"{i}:{numbers[i]:g}" for i in np.flatnonzero(numbers))
            told.append(f"{name} {found}")
        return "; ".join(told)


if "branchline" not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, BranchlineGame)
