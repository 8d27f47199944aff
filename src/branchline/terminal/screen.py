"""What the player sees: the table, the lists and the final reckoning. Everything comes from the player's own view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from branchline.board import Board, Route
from branchline.game.action import Action
from branchline.game.view import SCORE_PARTS, LogEntry, View
from branchline.plan import TicketStatus, ticket_status
from branchline.plan.holdings import joins

from . import formatting


def grid(*columns: str, header: bool = True) -> Table:
    """A table without lines; a column named with `>` in front is set to the right."""
    table = Table(box=None, pad_edge=False, show_header=header, header_style="dim")
    for name in columns:
        table.add_column(name.lstrip(">"), justify="right" if name.startswith(">") else "left")
    return table


def show_table(console: Console, view: View, news: Iterable[LogEntry]) -> None:
    """The whole table before the player's move."""
    console.print(Rule(Text(f"{view.board.name} · {_what_now(view)}", "bold"), style="dim"))
    show_news(console, view, news)
    console.print(seats(view, console.width))
    console.print()
    console.print(own_things(view))


def own_things(view: View) -> Table:
    """Tickets, hand and what can be drawn; before the second card without the tickets, which were just shown."""
    lines = grid("", "", header=False)
    if view.tickets and view.phase != "second_card":
        lines.add_row(Text("Tickets", "dim"), tickets(view))
    lines.add_row(Text("Hand", "dim"), formatting.cards({card: n for card, n in view.hand.items() if n}))
    _add_supply(lines, view)
    return lines


def open_things(view: View, others: Iterable[View], width: int) -> Table:
    """Hands and tickets of these seats, for who may see them all, and what can be drawn."""
    lines = grid("", "", header=False)
    for other in others:
        seat = other.seat or 0
        hand = [formatting.card(card, n) for card, n in other.hand.items() if n]
        tickets = [_ticket(other, name) for name in other.tickets]
        sign = Text(formatting.SEAT_SIGNS[seat], formatting.SEAT_STYLES[seat])
        lines.add_row(sign, _packed([*hand, *tickets], width - 5))
    _add_supply(lines, view)
    return lines


def _ticket(view: View, name: str) -> Text:
    """A ticket and how it stands, in few words."""
    status = ticket_status(view, name)
    sign = Text("✓", "bold green") if status.done else Text("✗" if status.way is None else "·", "bold red")
    return sign.append(
        f" {formatting.ticket(view.board, status.ticket)} {status.ticket.points} ", "not bold default"
    )


def _add_supply(lines: Table, view: View) -> None:
    """What can be drawn."""
    lines.add_row(Text("Row", "dim"), formatting.row(view.row))
    thrown = sum(view.discards.values())
    piles = f"pile {view.pile} · discards {thrown} · tickets to draw {view.tickets_left}"
    lines.add_row("", Text(piles, "dim"))


def _what_now(view: View) -> str:
    what = {
        "keep": "choose your tickets",
        "turn": "your turn",
        "second_card": "your second card",
        "tunnel": "your tunnel",
    }[view.phase]
    if view.last_turns is not None:
        what += f" · last turns: {view.last_turns} left" if view.last_turns > 1 else " · the very last turn"
    return what


def seats(view: View, width: int, names: Sequence[str] = (), known: bool = True) -> Table:
    """What everybody knows of the seats, perhaps with the names of who sits there, and which cards were seen."""
    board = view.board
    stations = [">stations"] if board.stations else []
    seen = ["seen to hold"] if known else []
    table = grid("", f">{board.words['cars']}", ">cards", ">tickets", *stations, ">points", *seen)
    longest = max(map(len, names), default=0)
    for number, seat in enumerate(view.seats):
        mine = None if names else view.seat
        name = formatting.seat(number, mine).append(f" {names[number]}" if names else "")
        cards = [formatting.card(card, n) for card, n in seat.known.items() if n and number != mine]
        table.add_row(
            name,
            str(seat.cars),
            str(seat.cards),
            str(seat.tickets),
            *([str(seat.stations)] if board.stations else []),
            str(seat.score),
            *([_packed(cards, width - (54 if stations else 44) - longest)] if known else []),
        )
    return table


def tickets(view: View) -> Table:
    """The player's tickets: done, how much is missing, or blocked."""
    table = grid("", ">", "", "", header=False)
    cars = view.seats[view.seat or 0].cars
    for name in view.tickets:
        status = ticket_status(view, name)
        if status.done:
            sign, state = Text("✓", "bold green"), "done"
        elif status.way is None:
            sign, state = Text("✗", "bold red"), "no way left"
        else:
            few = f", only {cars} left" if status.way.cars > cars else ""
            sign, state = Text("·"), to_go(view.board, status) + few
        points = ("+" if status.done else "±") + str(status.ticket.points)
        table.add_row(sign, points, formatting.ticket(view.board, status.ticket), Text(state, "dim"))
    return table


def to_go(board: Board, status: TicketStatus) -> str:
    """What a ticket still takes."""
    if status.way is None:
        return "done" if status.done else "no way left"
    cars, stations = status.way.cars, status.way.stations
    unit = board.words["car" if cars == 1 else "cars"]
    return f"{cars} {unit} to go" + (
        f" and {formatting.many(stations, 'station', 'stations')}" if stations else ""
    )


def goals(view: View) -> Table:
    """For each ticket that is not done, the routes of its shortest way."""
    table = grid("ticket", "shortest way still open")
    for name in view.tickets:
        ticket = view.board.ticket(name)
        status = ticket_status(view, ticket)
        text = Text(to_go(view.board, status) if status.way is None else "")
        for i, route in enumerate(status.way.routes if status.way else ()):
            cost = formatting.cost(view.board.route(route))
            text.append(" " if i else "").append(route).append(" ").append_text(cost)
        table.add_row(f"{formatting.ticket(view.board, ticket)} ({ticket.points})", text)
    return table


def offer(view: View) -> Group:
    """The tickets to choose from, with what each would still need."""
    table = grid(">", ">points", "ticket", "", header=False)
    for i, name in enumerate(view.offer, 1):
        ticket = view.board.ticket(name)
        need = to_go(view.board, ticket_status(view, ticket))
        long = " (long)" if ticket.long else ""
        table.add_row(
            str(i), str(ticket.points), formatting.ticket(view.board, ticket) + long, Text(need, "dim")
        )
    least = min(view.board.keep_start if view.starting else view.board.keep_later, len(view.offer))
    ask = f"Keep at least {least}: type their numbers, as in 1 {len(view.offer)}, or all."
    return Group(Text("Offered to you", "bold"), table, Text(ask))


def tunnel(view: View) -> Text:
    """What the tunnel revealed, and what it costs."""
    assert view.tunnel is not None
    text = Text("Revealed ").append_text(formatting.row(view.tunnel.revealed))
    cards = formatting.many(view.tunnel.extra, "more card", "more cards")
    return text.append(f": the tunnel takes {cards}. Pay, or withdraw (w).")


def moves(actions: Sequence[Action], columns: int, numbered: bool) -> Table:
    """Moves, perhaps with their numbers, side by side where they fit."""
    texts = [f"{i:>3} {action}" if numbered else f"  {action}" for i, action in enumerate(actions, 1)]
    width = max(map(len, texts), default=1) + 2
    across = max(1, columns // width)
    down = -(-len(texts) // across)
    table = grid(*[""] * across, header=False)
    for i in range(down):
        table.add_row(*(Text(text) for text in texts[i::down]))
    return table


def routes(view: View, shown: Sequence[Route], choices: Mapping[str, Sequence[Action]]) -> Table:
    """Routes with what they take and the ways to pay for them now; the numbers are of the ways shown first."""
    table = grid(">", "route", "takes", ">pts", "you can pay")
    table.columns[1].no_wrap = True
    number = 0
    for route in shown:
        ways = choices.get(route.id, [])
        number += bool(ways)
        table.add_row(
            str(number) if ways else "",
            route.id,
            formatting.cost(route),
            str(view.board.points[route.length]),
            _payment(ways),
        )
    return table


def _payment(ways: Sequence[Action]) -> str:
    if not ways:
        return "–"
    return ways[0].cards + (" …" if len(ways) > 1 else "")


def is_open(view: View, route: Route) -> bool:
    return route.id in view.open_routes()


def overview(view: View, cities: Iterable[str], width: int) -> Table:
    """City by city: where its routes go, what they take, and who has them."""
    board = view.board
    table = grid("city", "routes")
    room = width - max(len(city.name) for city in board.cities) - 2
    for city in cities:
        ends = [route for route in board.routes if city in (route.a, route.b)]
        items = [_end(view, route, route.b if city == route.a else route.a) for route in ends]
        name = Text(board.city(city).name, "bold")
        if city in view.stations:
            name.append_text(Text("\nstation of ", "not bold")).append_text(
                formatting.seat(view.stations[city], view.seat)
            )
        table.add_row(name, _packed(items, room))
    return table


def _packed(items: Sequence[Text], width: int) -> Text:
    """Items one after the other, with new lines between and never inside them."""
    text, column = Text(), 0
    for item in items:
        if column:
            fits = column + 1 + item.cell_len <= width
            text.append(" " if fits else "\n")
            column = column + 1 if fits else 0
        text.append_text(item)
        column += item.cell_len
    return text


def _end(view: View, route: Route, city: str) -> Text:
    """A route as seen from its other end."""
    owner = view.routes.get(route.id)
    text = Text(f" {view.board.city(city).name} ")
    if owner is not None:
        return text.append(f"{route.length} ").append_text(formatting.seat(owner, view.seat))
    if not is_open(view, route):
        return text.append(f"{route.length} closed", "dim")
    return text.append_text(formatting.cost(route))


def show_news(console: Console, view: View, news: Iterable[LogEntry]) -> None:
    """What the others have done, one line for each seat's turn."""
    turns: list[tuple[int, list[str]]] = []
    for entry in news:
        if entry.seat is None or entry.seat == view.seat:
            continue
        if turns and turns[-1][0] == entry.seat:
            turns[-1][1].append(told(view.board, entry))
        else:
            turns.append((entry.seat, [told(view.board, entry)]))
    for seat, parts in turns:
        console.print(formatting.seat(seat, view.seat).append(f"  {', '.join(parts)}", "not bold default"))
    if turns:
        console.print()


def told(board: Board, entry: LogEntry) -> str:
    """A move in the log, with what a tunnel revealed."""
    verb, *rest = entry.move.split()
    if verb == "keep" and set(rest) == {"?"}:
        return f"keep {formatting.many(len(rest), 'ticket', 'tickets')}"
    if verb == "claim" and board.route(rest[0]).tunnel and entry.chance:
        return f"{entry.move} (revealed: {' '.join(entry.chance[:3])})"
    return entry.move


def own_news(view: View, entry: LogEntry) -> Text | None:
    """What chance gave to the player's own move."""
    if entry.move == "draw blind" and entry.chance:
        return Text("You drew ").append_text(formatting.card(entry.chance[0]))
    if entry.move.startswith("claim"):
        route = view.board.route(entry.move.split()[1])
        if view.routes.get(route.id) == view.seat:
            points = formatting.many(view.board.points[route.length], "point", "points")
            return Text(f"{route.id} is yours: {points}.")
    return None


def final(view: View, borrowed: Sequence[Mapping[str, str]]) -> RenderableType:
    """The final reckoning, part by part, with everybody's tickets; `borrowed` are the routes that stations use (B3)."""
    assert view.scores is not None
    assert view.revealed is not None
    board = view.board
    has = {
        "longest": board.longest_bonus,
        "stations": board.station_bonus,
        "districts": len(board.districts),
        "most_tickets": board.most_tickets_bonus,
    }
    parts = [part for part in SCORE_PARTS if has.get(part, 1)]
    longest = board.longest_bonus > 0
    path = [">longest path"] if longest else []
    table = grid(">", "", *(f">{part.replace('_', ' ')}" for part in parts), ">total", *path)
    order = sorted(range(len(view.seats)), key=lambda seat: view.scores[seat].rank if view.scores else 0)
    for seat in order:
        score = view.scores[seat]
        table.add_row(
            f"{score.rank}.",
            formatting.seat(seat, view.seat),
            *(str(getattr(score, part)) for part in parts),
            Text(str(score.total), "bold"),
            *(
                [formatting.many(score.longest_length, board.words["car"], board.words["cars"])]
                if longest
                else []
            ),
        )
    winners = [seat for seat in order if view.scores[seat].rank == 1]
    return Group(_all_tickets(view, order, borrowed), Text(), table, Text(), _winners(view, winners))


def _winners(view: View, winners: list[int]) -> Text:
    if winners == [view.seat]:
        return Text("You win!", "bold")
    names = Text(" and ").join(formatting.seat(seat, view.seat) for seat in winners)
    return names.append(" wins." if len(winners) == 1 else " share the victory.")


def _all_tickets(view: View, order: list[int], borrowed: Sequence[Mapping[str, str]]) -> Table:
    assert view.revealed is not None
    table = grid("", "tickets")
    for seat in order:
        lines = Text()
        usable = [route for route, owner in view.routes.items() if owner == seat]
        usable += borrowed[seat].values()
        for i, name in enumerate(view.revealed[seat]):
            ticket = view.board.ticket(name)
            done = joins(view.board, usable, ticket.a, ticket.b)
            lines.append("\n" if i else "").append("✓ +" if done else "✗ −", "green" if done else "red")
            lines.append(f"{ticket.points} {formatting.ticket(view.board, ticket)}")
        table.add_row(formatting.seat(seat, view.seat), lines)
    return table
