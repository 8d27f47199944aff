"""What is fuzzed: how an input of each kind is made, and through which public names it goes in.

An input is a dict of plain values. Bytes are text of one character each, so that an input can be kept as JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import msgspec

from branchline import Action, Board, BranchlineError, Game, SeededDealer, View, board_names, load_board
from branchline.arena.results import ResultStore
from branchline.bots.registry import parse_spec
from branchline.drawing.layout import read_layout
from branchline.drawing.scene import view_svg
from branchline.game.action import Cards
from branchline.game.grammar import parse
from branchline.game.position import Position
from branchline.game.record import read_record, seal
from branchline.game.verify import verify
from branchline.game.view import ViewData
from branchline.server.run import read_settings

from . import corpus
from .mutate import HUGE, NUMBERS, TEXTS, broken_bytes, mutated, mutated_text
from .use import Broken, check_message, promise, use_game, use_unchecked, use_view

Input = dict[str, Any]
WAYS = ("tree", "tree", "tree", "tree", "text", "bytes")


def words(board: Board) -> list[str]:
    """Names that stand somewhere in what is fuzzed."""
    names = [*board.colours, "wild", "gray", "?", "turn", "keep", "tunnel", "second_card", "over"]
    for entries in (board.routes, board.cities, board.tickets):
        names += [entry.id for entry in entries[:20]]
    return names + [f"{route.b}-{route.a}" for route in board.routes[:5]]


def as_text(data: bytes) -> str:
    return data.decode("latin-1")


def as_bytes(text: str) -> bytes:
    return text.encode("latin-1")


def encoded(value: Any) -> bytes:
    """JSON, also of what JSON has no room for."""
    import json

    return json.dumps(value).encode("utf-8", "surrogatepass")


def damaged(value: Any, random: Random, names: list[str]) -> bytes:
    """The JSON of a value, damaged in one of several ways."""
    way = random.choice(WAYS)
    if way == "tree":
        return encoded(mutated(value, random, names))
    if way == "text":
        return mutated_text(encoded(value).decode(), random, names).encode("utf-8", "surrogatepass")
    return broken_bytes(encoded(value), random)


# Views


def make_view(random: Random) -> Input:
    name, game = corpus.any_game(random)
    view = game.view(random.choice((None, game.actor, *range(game.seats))))
    plain = msgspec.json.decode(view.to_json())
    how = "made" if random.random() < 0.3 else "json"
    names = words(game.board)
    text = encoded(mutated(plain, random, names)) if how == "made" else damaged(plain, random, names)
    if random.random() < 0.02:
        text = encoded(plain)
    return {"board": name, "how": how, "text": as_text(text)}


def run_view(given: Input, random: Random) -> None:
    board = corpus.board(given["board"])
    if given["how"] == "json":
        use_view(View.from_json(as_bytes(given["text"]), board), random, search=random.random() < 0.2)
        return
    try:
        plain = msgspec.json.decode(as_bytes(given["text"]), type=dict[str, Any])
        legal = [parse(move, board) for move in plain.pop("legal")]
        data = msgspec.convert(plain, ViewData, dec_hook=lambda _, cards: made_cards(cards))
    except (msgspec.MsgspecError, BranchlineError, KeyError, TypeError, AttributeError) as error:
        raise BranchlineError("Python's types refuse it") from error
    use_unchecked(View(board=board, legal=legal, **msgspec.structs.asdict(data)), random)


def made_cards(cards: Any) -> Cards:
    """Cards with the types that they are said to have."""
    return Cards(msgspec.convert(cards, dict[str, int]))


# Set-ups


def make_setup(random: Random) -> Input:
    name, game = corpus.any_game(random)
    position = msgspec.to_builtins(game.position())
    if random.random() < 0.5:
        text = damaged(position, random, words(game.board))
        return {"board": name, "how": "position", "text": as_text(text)}
    keep = (
        "hands",
        "row",
        "pile",
        "discards",
        "routes",
        "stations",
        "tickets",
        "cars",
        "actor",
        "first",
        "pool",
    )
    given = {key: position[key] for key in keep if random.random() < 0.6} | {"seats": game.seats}
    if position["tunnel"]:
        given.pop("pile", None)
    return {
        "board": name,
        "how": "setup",
        "text": as_text(encoded(mutated(given, random, words(game.board)))),
    }


def run_setup(given: Input, random: Random) -> None:
    import json

    board = corpus.board(given["board"])
    if given["how"] == "setup":
        named = json.loads(as_bytes(given["text"]))
        try:
            game = Game.setup(board, **named)
        except TypeError as error:  # of Python itself: a name or a type that the function has not
            raise BranchlineError("Python's types refuse it") from error
    else:
        try:
            position = msgspec.json.decode(as_bytes(given["text"]), type=Position)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise BranchlineError("msgspec refuses it") from error
        game = Game.from_position(board, position, SeededDealer(1))
    use_game(game, random)


# Records


def make_record(random: Random) -> Input:
    name, game = corpus.any_game(random)
    if game.moves and not game.over and random.random() < 0.4:
        game = game.view(random.choice((None, *range(game.seats)))).determinise(random)
    elif not game.over and random.random() < 0.5:
        game = game.play_on(random.choice((None, *range(game.seats))), seed=random.randrange(1000), game="g7")
    text = game.record()
    lines = [line.rpartition(" #")[0] for line in text.splitlines()]
    way = random.choice(("lines", "lines", "lines", "sealed", "raw", "bytes"))
    if way == "lines":
        return {"board": name, "text": as_text(sealed(other_lines(lines, random, game.board)))}
    if way == "sealed":
        changed = mutated_text("\n".join(lines), random, words(game.board))
        return {"board": name, "text": as_text(sealed(changed.split("\n")))}
    data = text.encode()
    if way == "raw":
        return {"board": name, "text": as_text(mutated_text(text, random).encode("utf-8", "surrogatepass"))}
    return {"board": name, "text": as_text(broken_bytes(data, random))}


def other_lines(lines: list[str], random: Random, board: Board) -> list[str]:
    """A record with a word, a number or a line changed, which then gets the right checks."""
    at = random.randrange(len(lines))
    parts = lines[at].split(" ")
    place = random.randrange(len(parts))
    parts[place] = random.choice(
        (
            random.choice(words(board)),
            str(random.choice((*NUMBERS, -1, *HUGE))),
            random.choice(TEXTS),
            "9" * 5000,
            "/dev/zero",
            mutated_text(parts[place], random),
        )
    )
    changed = [*lines[:at], " ".join(parts), *lines[at + 1 :]]
    if random.random() < 0.3:
        start = random.randrange(len(changed))
        changed[start:start] = changed[start : start + random.choice((1, 2, 50))]
    return changed


def sealed(lines: list[str]) -> bytes:
    return seal([line.encode("utf-8", "replace").decode() for line in lines]).encode()


def run_record(given: Input, random: Random) -> None:
    try:
        text = as_bytes(given["text"]).decode()
    except UnicodeDecodeError as error:
        raise BranchlineError("a record is UTF-8") from error
    board = corpus.board(given["board"])
    built_in = given["board"] in board_names() and random.random() < 0.5
    game = Game.replay(text, None if built_in else board)
    verify(read_record(text, board))
    promise(Game.replay(game.record(), board).position() == game.position(), "a record gives its game back")
    use_game(game, random)


# Boards, and the other files that people may bring


FILES = ("toml", "toml", "toml", "toml", "layout", "art", "results", "settings", "spec")


def make_board(random: Random) -> Input:
    how = random.choice(FILES)
    return {"how": how, "text": as_text(MAKERS[how](random))}


def make_toml(random: Random) -> bytes:
    name = random.choice([*board_names(), *corpus.OWN_FILES])
    text = corpus.board_file(name)
    way = random.randrange(8)
    if way == 0:
        return broken_bytes(text.encode(), random)
    if way == 1:
        key = ".".join(["a"] * random.choice((2, 40, 3000, 100_000)))
        return random.choice(
            (f"{key} = 1\n", f"[{key}]\n", f"a = {{ {key} = 1 }}\n", f"{text}\n{key} = 1")
        ).encode()
    if way == 2:
        depth = random.choice((10, 500, 5000, 50_000))
        return (text + "\nx = " + random.choice(("[", "{ a = ")) * depth).encode()
    if way == 3:
        start = text.index("\n", random.randrange(len(text) - 100))
        end = text.find("\n", start + 1)
        return (text[:start] + text[start:end] * random.choice((1, 2, 200)) + text[end:]).encode()
    return changed_values(text, random).encode("utf-8", "surrogatepass")


def changed_values(text: str, random: Random) -> str:
    """The text of a board with some of its numbers and words changed."""
    import re

    for _ in range(random.choice((1, 1, 2, 3))):
        found = random.choice(list(re.finditer(r"-?\d+(\.\d+)?|\"[^\"]*\"|true|false|\b[a-z]{2,}\b", text)))
        new = random.choice(
            (
                str(random.choice(NUMBERS)),
                str(random.choice((-1, 0, 1, 2, 3, 7, 8))),
                random.choice(
                    ("nan", "inf", "1e999", "-0.0", "0x10", "9" * 5000, "1979-05-27", "true", "[]", "{}")
                ),
                f'"{random.choice(("a", "gray", "wild", "red", "", "é", "x" * 5000))}"',
                random.choice(re.findall(r"\"[a-z_]+\"", text)),
            )
        )
        text = text[: found.start()] + new + text[found.end() :]
    return text


def make_layout(random: Random) -> bytes:
    file = corpus.ROOT / "examples/boards/lantern.layout.json"
    return damaged(msgspec.json.decode(file.read_bytes()), random, words(corpus.board("lantern")))


def make_art(random: Random) -> bytes:
    files = sorted((corpus.ROOT / "src/branchline/drawing/art").glob("*.toml"))
    text = random.choice(files).read_text(encoding="utf-8") if files else "style = 'pop'\n"
    return mutated_text(text, random).encode("utf-8", "surrogatepass")


def make_results(random: Random) -> bytes:
    lines = (corpus.ROOT / "tests/arena/results_0_1.jsonl").read_bytes().splitlines()[:3]
    lines[random.randrange(len(lines))] = damaged(msgspec.json.decode(lines[0]), random, ["hybrid", "rush"])
    return b"\n".join(lines) + random.choice((b"", b"\n"))


def make_settings(random: Random) -> bytes:
    from branchline.server.settings import Settings

    return damaged(msgspec.to_builtins(Settings()), random, ["host", "port"])


def make_spec(random: Random) -> bytes:
    spec = random.choice(("search:time=1.0,rollouts=5", "rush:min=6", "hybrid:rate=1.5", "medium", "random"))
    return mutated_text(spec, random).encode("utf-8", "surrogatepass")


MAKERS: dict[str, Callable[[Random], bytes]] = {
    "toml": make_toml,
    "layout": make_layout,
    "art": make_art,
    "results": make_results,
    "settings": make_settings,
    "spec": make_spec,
}


def run_board(given: Input, random: Random) -> None:
    """A file of one's own goes in where the command line would take it."""
    folder, data = Path(mkdtemp(prefix="branchline-fuzz-")), as_bytes(given["text"])
    file = folder / {"toml": "own.toml", "layout": "lantern.layout.json"}.get(given["how"], "file")
    file.write_bytes(data)
    try:
        RUNNERS[given["how"]](file, random)
    finally:
        file.unlink()
        folder.rmdir()


def run_toml(file: Path, random: Random) -> None:
    board = load_board(file)
    for _ in range(2):
        use_game(
            Game(board, random.randint(board.min_seats, board.max_seats), seed=random.randrange(99)), random
        )


def run_layout(file: Path, random: Random) -> None:
    from branchline.drawing.layout_files import check_layout

    lantern = corpus.board("lantern")
    check_layout(read_layout(file), lantern)
    (file.parent / "lantern.svg").write_bytes((corpus.ROOT / "examples/boards/lantern.svg").read_bytes())
    try:
        game = random.choice(corpus.stages("lantern", 2, 0))
        view_svg(game.view(0), file.with_name("lantern.toml"))
    finally:
        (file.parent / "lantern.svg").unlink()


def run_art(file: Path, random: Random) -> None:
    from branchline.drawing.solver.art import read_art

    read_art(file)


def run_results(file: Path, random: Random) -> None:
    with ResultStore(file) as store:
        for game in store.games.values():
            promise(len(game.shares) == len(game.seats), "every seat has a share")


def run_settings(file: Path, random: Random) -> None:
    from branchline.server.run import check_settings

    check_settings(read_settings(file))


def run_spec(file: Path, random: Random) -> None:
    spec = file.read_bytes().decode("utf-8", "replace")
    if not spec.startswith(("exec:", "python:")):
        parse_spec(spec)


RUNNERS: dict[str, Callable[[Path, Random], None]] = {
    "toml": run_toml,
    "layout": run_layout,
    "art": run_art,
    "results": run_results,
    "settings": run_settings,
    "spec": run_spec,
}


# Moves


SEATS: tuple[Any, ...] = (None, None, None, 0, 1, 2, 3, 4, 5, -1, 99, 2**31, 10**30, True, "0", 1.0, 0.5, [])


def make_move(random: Random) -> Input:
    name, game = corpus.any_game(random)
    here = corpus.board(name)
    moves = []
    for _ in range(random.choice((1, 2, 6))):
        right = random.choice(game.legal() or [Action("pass")])
        if random.random() < 0.5:
            text = mutated_text(str(right), random, words(here)) if random.random() < 0.8 else str(right)
            moves.append([text, random.choice(SEATS)])
        else:
            moves.append([mutated(msgspec.to_builtins(right), random, words(here)), random.choice(SEATS)])
    return {"board": name, "seats": game.seats, "stage": random.randrange(corpus.STAGES), "moves": moves}


def run_move(given: Input, random: Random) -> None:
    """Moves as text or as values, with seats of all kinds. A move that is refused changes nothing."""
    game = random.choice(corpus.stages(given["board"], given["seats"], 0)).copy()
    refused: BranchlineError | None = None
    for move, seat in given["moves"]:
        action = as_action(move)
        before = game.position()
        reason = why_not(game, action, seat)
        try:
            game.play(action, seat)
        except BranchlineError as error:
            check_message(error)
            refused = error
            promise(game.position() == before, "a refused move changes nothing")
            promise(reason is not None, f"why_not says what play says, of {move!r}")
            continue
        promise(reason is None, f"play says what why_not says, of {move!r}: {reason}")
    use_game(game, random)
    if refused:
        raise refused


def why_not(game: Game, action: Any, seat: Any) -> object:
    try:
        return game.why_not(action, seat)
    except BranchlineError as error:
        return error


def as_action(move: Any) -> Any:
    """An action as somebody may build it, with whatever values."""
    if not isinstance(move, dict):
        return move
    fields: dict[str, Any] = {name: tuple(x) if isinstance(x, list) else x for name, x in move.items()}
    try:
        return Action(**fields)
    except TypeError:
        return fields


KINDS: dict[str, tuple[Callable[[Random], Input], Callable[[Input, Random], None]]] = {
    "views": (make_view, run_view),
    "setups": (make_setup, run_setup),
    "records": (make_record, run_record),
    "boards": (make_board, run_board),
    "moves": (make_move, run_move),
}


def make(kind: str, seed: int, number: int) -> Input:
    """Input number so-and-so of a kind; the same for the same seed."""
    return KINDS[kind][0](Random(f"{seed} {kind} {number}"))


def run(kind: str, given: Input, seed: int = 0) -> bool:
    """Put an input in: True if it was accepted, False if it was refused with a message. All else is a find."""
    try:
        KINDS[kind][1](given, Random(seed))
    except BranchlineError as error:
        check_message(error)
        return False
    return True


__all__ = ["KINDS", "Broken", "Input", "make", "run"]
