"""What a variant changes of its board, in words and in three languages."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.board import Board, known_board
from branchline.errors import BranchlineError

Change = tuple[str, dict[str, object]]

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "title": "{name}: what differs from {base}",
        "nothing": "{name} is a board of its own, and no variant of another one.",
        "tickets": "{n} tickets are in play.",
        "tickets_long": "{n} tickets are in play, {long} of them long.",
        "new": "New tickets: {n}.",
        "gone": "Tickets of {base} that are not in play: {n}.",
        "values": "Tickets with another value: {list}.",
        "big_cities": "Every ticket has a big city at one end at least: {list}.",
        "deal": "At the start you are dealt {n} tickets and keep at least {keep}.",
        "deal_long": "At the start you are dealt {n} tickets, {long} of them long, and keep at least {keep}.",
        "draw": "Later you draw {n} tickets and keep at least {keep}.",
        "longest": "The longest path brings {n} points.",
        "no_longest": "The longest path brings nothing.",
        "most_tickets": "The most completed tickets bring {n} points; all who are tied get them.",
        "no_most_tickets": "The most completed tickets bring nothing.",
    },
    "es": {
        "title": "{name}: en qué se diferencia de {base}",
        "nothing": "{name} es un tablero propio y no una variante de otro.",
        "tickets": "Hay {n} billetes en juego.",
        "tickets_long": "Hay {n} billetes en juego, {long} de ellos largos.",
        "new": "Billetes nuevos: {n}.",
        "gone": "Billetes de {base} que no están en juego: {n}.",
        "values": "Billetes con otro valor: {list}.",
        "big_cities": "Cada billete tiene una gran ciudad en al menos un extremo: {list}.",
        "deal": "Al empezar recibes {n} billetes y te quedas al menos con {keep}.",
        "deal_long": "Al empezar recibes {n} billetes, {long} de ellos largos, y te quedas al menos con {keep}.",
        "draw": "Más tarde robas {n} billetes y te quedas al menos con {keep}.",
        "longest": "La ruta más larga da {n} puntos.",
        "no_longest": "La ruta más larga no da nada.",
        "most_tickets": "Quien ha completado más billetes recibe {n} puntos, y también cada uno que empata.",
        "no_most_tickets": "Haber completado más billetes no da nada.",
    },
    "pt": {
        "title": "{name}: o que é diferente de {base}",
        "nothing": "{name} é um tabuleiro próprio e não uma variante de outro.",
        "tickets": "Há {n} bilhetes em jogo.",
        "tickets_long": "Há {n} bilhetes em jogo, {long} deles longos.",
        "new": "Bilhetes novos: {n}.",
        "gone": "Bilhetes de {base} que não estão em jogo: {n}.",
        "values": "Bilhetes com outro valor: {list}.",
        "big_cities": "Cada bilhete tem uma grande cidade em pelo menos uma ponta: {list}.",
        "deal": "No início recebe {n} bilhetes e fica com pelo menos {keep}.",
        "deal_long": "No início recebe {n} bilhetes, {long} deles longos, e fica com pelo menos {keep}.",
        "draw": "Mais tarde bisca {n} bilhetes e fica com pelo menos {keep}.",
        "longest": "O caminho mais longo dá {n} pontos.",
        "no_longest": "O caminho mais longo não dá nada.",
        "most_tickets": "Quem completou mais bilhetes recebe {n} pontos, e também cada um que empata.",
        "no_most_tickets": "Ter completado mais bilhetes não dá nada.",
    },
}


def rules_text(board: Board, language: str = "en") -> list[str]:
    """What a variant changes of the board that it extends, a sentence in each line; first a title."""
    if language not in TEXTS:
        raise BranchlineError(f"the rules are told in {', '.join(TEXTS)}, not in {language}")
    texts = TEXTS[language]
    if board.base == board.id:
        return [texts["nothing"].format(name=board.name)]
    base = known_board(board.base)
    title = texts["title"].format(name=board.name, base=base.name)
    return [title, *(texts[key].format(**values) for key, values in changes(board, base))]


def changes(board: Board, base: Board) -> Iterator[Change]:
    """What differs from the base: a key of the texts and the values in it."""
    yield from _ticket_changes(board, base)
    dealt = (board.deal_long, board.deal_regular, board.keep_start)
    if dealt != (base.deal_long, base.deal_regular, base.keep_start):
        key = "deal_long" if board.deal_long else "deal"
        n = board.deal_long + board.deal_regular
        yield key, {"n": n, "long": board.deal_long, "keep": board.keep_start}
    if (board.draw_tickets, board.keep_later) != (base.draw_tickets, base.keep_later):
        yield "draw", {"n": board.draw_tickets, "keep": board.keep_later}
    for key in ("longest", "most_tickets"):
        points = getattr(board, f"{key}_bonus")
        if points != getattr(base, f"{key}_bonus"):
            yield key if points else f"no_{key}", {"n": points}


def _ticket_changes(board: Board, base: Board) -> Iterator[Change]:
    now, before = ({ticket.id: ticket for ticket in one.tickets} for one in (board, base))
    if now != before:
        long = sum(ticket.long for ticket in board.tickets)
        yield "tickets_long" if long else "tickets", {"n": len(now), "long": long}
    if new := now.keys() - before.keys():
        yield "new", {"n": len(new)}
    if gone := before.keys() - now.keys():
        yield "gone", {"n": len(gone), "base": base.name}
    values = [
        f"{board.city(ticket.a).name} – {board.city(ticket.b).name} {ticket.points} ({before[name].points})"
        for name, ticket in now.items()
        if name in before and before[name].points != ticket.points
    ]
    if values:
        yield "values", {"list": ", ".join(values)}
    if board.big_cities:
        yield "big_cities", {"list": ", ".join(board.city(city).name for city in board.big_cities)}
