"""A review as one page of HTML that needs nothing else: graph, ledgers, choices, moments, and the board if there is a
game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import msgspec

from branchline.board import known_board
from branchline.drawing.layout_files import stale
from branchline.drawing.palette import LIVERIES
from branchline.drawing.scene import view_svg
from branchline.errors import BoardError
from branchline.game.game import Game

from .result import Decision, Part, Review, SeatReview
from .show import MARKS, SIGNS, points, seat_names
from .words import Words

WIDTH, HEIGHT = 960, 260
#: Below the chances: where the bars of errors stand, the middle of those of luck, and how tall a bar may be.
ERRORS, LUCK, BAR = HEIGHT + 94, HEIGHT + 190, 60
#: So many candidates of a decision are shown, and the move played.
SHOWN = 5
LEGEND = {
    "PR": "500 × the mean loss of equity in the decisions that count; less is better, 0 is without error",
    "accuracy": "the same on a scale that ends at 100 %",
    "?! ? ??": "clear losses from 2, 4 and 8 points of win chance; ! is the only good move, found",
    "start": "the chance before anything was dealt",
    "luck": "what chance dealt, against what was to be expected",
    "own moves, others' moves": "how the moves turned out against those of the bot hybrid, all cards open",
    "residual": "what this level can't explain",
}

STYLE = """
.bl-review{font:15px/1.45 system-ui,sans-serif;color:#2b2419;max-width:1000px;margin:auto}
.bl-review h1{font-size:1.6em;margin:.4em 0}
.bl-review h2{font-size:1.1em;margin:1.2em 0 .2em}
.bl-review table{border-collapse:collapse;margin:.4em 0 1em}
.bl-review th,.bl-review td{padding:.2em 0 .2em .8em;text-align:right;vertical-align:top;white-space:nowrap;
 font-variant-numeric:tabular-nums}
.bl-review th:first-child,.bl-review td:first-child,.bl-review td.text{text-align:left}
.bl-review th:first-child,.bl-review td:first-child{padding-left:0;font-weight:normal}
.bl-review .bl-figures th{max-width:11em;overflow:hidden;text-overflow:ellipsis}
.bl-review .bl-about{color:#6a6052;margin:0 0 .6em}
.bl-review dl{display:grid;grid-template-columns:auto 1fr;gap:.1em 1em;margin:.4em 0}.bl-review dd{margin:0}
.bl-review .bl-choices{min-height:12em}.bl-review .bl-choices p{margin:.2em 0}
.bl-review .bl-choices td:first-child{white-space:normal}.bl-review .bl-played td{background:#0001;font-weight:bold}
.bl-review .bl-better{filter:drop-shadow(0 0 3px #fff) drop-shadow(0 0 5px #e0a100) drop-shadow(0 0 9px #e0a100)}
.bl-review .bl-figures .bl-line>*{border-top:1px solid #0003}
.bl-review .bl-moments td.say{white-space:normal;text-align:left}
.bl-review svg{display:block;max-width:100%;height:auto}.bl-review svg.bl-graph{width:100%}
.bl-review .bl-graph text{font-size:13px;paint-order:stroke;stroke:#fff;stroke-width:3px}
.bl-review input{width:100%;margin:.4em 0;box-sizing:border-box}
.bl-review i{font-style:normal;margin-right:.3em}
.bl-review button{all:unset;cursor:pointer;text-decoration:underline;padding:.1em .5em .1em 0}
.bl-review button:focus-visible{outline:2px solid}
@media(max-width:600px){
 .bl-review .bl-graph text{font-size:30px;stroke-width:6px}
  .bl-review .bl-figures th{max-width:calc(62vw / var(--seats))}.bl-review th,.bl-review td{padding-left:.5em}
 .bl-review .bl-moments tr{display:flex;flex-wrap:wrap;align-items:center;padding:.25em 0}
 .bl-review .bl-moments td.say{width:100%;padding:0}
 .bl-review button{padding:.4em .8em .4em 0}
}
"""

SCRIPT = """
const root=document.querySelector('.bl-review'),data=JSON.parse(root.querySelector('script').textContent);
const slider=root.querySelector('input'),said=root.querySelector('output'),line=root.querySelector('.bl-now');
const choices=root.querySelector('.bl-choices');
function choose(ply){
  const found=data.choices[ply];
  for(const g of root.querySelectorAll('.bl-better'))g.classList.remove('bl-better');
  choices.hidden=ply===data.moves.length;
  choices.firstChild.hidden=!found;
  if(!found)return;
  const [title,why]=choices.querySelectorAll('p');
  title.textContent=found.title;why.textContent=found.why;
  choices.querySelector('tbody').replaceChildren(...found.moves.map(([cells,played])=>{
    const row=document.createElement('tr');
    row.className=played?'bl-played':'';
    row.append(...cells.map(text=>Object.assign(document.createElement('td'),{textContent:text})));
    return row;
  }));
  for(const g of root.querySelectorAll('[data-route],[data-city]'))
    if((g.dataset.route||g.dataset.city)===found.best)g.classList.add('bl-better');
}
function go(ply){
  slider.value=ply;
  for(const g of root.querySelectorAll('[data-route],[data-city]')){
    const at=data.placed[g.dataset.route||g.dataset.city],there=at<ply;
    if(at===undefined)continue;
    if(g.dataset.seat)g.style.visibility=there?'':'hidden';
    else if(g.dataset.route)g.style.visibility=there?'hidden':'';
  }
  for(const one of root.querySelectorAll('.shadows,.latest,.seats [fill-opacity]'))
    one.style.visibility=ply<data.moves.length?'hidden':'';
  line.setAttribute('x1',data.x[ply]);line.setAttribute('x2',data.x[ply]);
  const chances=data.chances[ply].map((c,i)=>data.names[i]+' at '+Math.round(100*c)+' %').join(', ');
  said.textContent='Move '+ply+': '+chances+'. '+data.next[ply];
  choose(ply);
}
slider.addEventListener('input',()=>go(+slider.value));
for(const cell of root.querySelectorAll('[data-ply]')){
  const button=Object.assign(document.createElement('button'),{textContent:cell.textContent});
  button.addEventListener('click',()=>{go(+cell.dataset.ply);slider.scrollIntoView();});
  cell.replaceChildren(button);
}
root.querySelector('.bl-graph').addEventListener('click',e=>{
  const box=e.currentTarget.getBoundingClientRect();
  go(Math.round((e.clientX-box.left)/box.width*data.moves.length));
});
go(data.moves.length);
"""


CHOICES = (
    '<section class="bl-choices" aria-live="polite"><div hidden><p></p><p></p><table><thead><tr><td>move</td>'
    "<td>wins</td><td>than played</td></tr></thead><tbody></tbody></table></div></section>"
)


def to_html(review: Review, game: Game, names: Sequence[str] | None = None, seat: int | None = None) -> str:
    """A page of its own, with the board. `game` is the one that was reviewed."""
    called = names or seat_names(len(review.seats))
    drawing = view_svg(game.view(None), names=called, printed=True) if stale(game.board) is None else ""
    title = f"Review: {game.board.name}, {len(review.seats)} seats"
    words = Words(game.board, called)
    placed: dict[str, int] = {}
    for ply, move in enumerate(review.moves):
        kind, _, rest = move.partition(" ")
        if kind in ("claim", "station"):
            placed[rest.partition(" ")[0]] = ply
    data = {
        "moves": review.moves,
        "names": called,
        "next": _next_moves(review, words),
        "choices": _choices(review, words),
        "chances": [point.open.chance for point in review.points],
        "placed": placed,
        "x": [_x(i, review) for i in range(len(review.points))],
    }
    text = msgspec.json.encode(data).decode().replace("</", "<\\/")
    slider = (
        f'<p><input type="range" min="0" max="{len(review.moves)}" aria-label="Move">'
        '<output aria-live="polite"></output></p>'
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{escape(title)}</title><style>{STYLE}</style></head><body>'
        f'<main class="bl-review"><h1>{escape(title)}</h1>'
        f"{_tables(review, called)}<h2>Chances to win with all cards open</h2>{_graph(review, called)}{slider}"
        f"{CHOICES}{drawing}{_moments(review, words, seat)}"
        f'<script type="application/json">{text}</script></main><script>{SCRIPT}</script></body></html>\n'
    )


def fragment(review: Review) -> str:
    """A review for a notebook: figures, graph and moments, without a script."""
    names = seat_names(len(review.seats))
    try:
        moments = _moments(review, Words(known_board(review.board), names), None)
    except BoardError:  # not one of ours: places have no names then
        moments = ""
    inside = f"<style>{STYLE}</style>{_tables(review, names)}{_graph(review, names)}{moments}"
    return f'<div class="bl-review">{inside}</div>'


def _next_moves(review: Review, words: Words) -> list[str]:
    """For each position who moves next, what that seat thinks of its chance, and what it does."""
    told = []
    for point, move in zip(review.points, (*review.moves, ""), strict=True):
        if point.seat is None or not move:
            told.append("The game is over.")
            continue
        own = f" (at {100 * point.known.chance[point.seat]:.0f} % by what it knows)" if point.known else ""
        told.append(f"Next {words.names[point.seat]}{own}: {words.move(move)}.")
    return told


def _choices(review: Review, words: Words) -> dict[int, dict[str, Any]]:
    """For each move that was a choice its candidates, from the best on, and what is said of it."""
    found = {}
    for decision in review.decisions:
        title = f"What {words.names[decision.seat]} could do, by what that seat knew{_verdict(decision)}"
        why = ". ".join(words.say(one) for one in decision.explanations)
        for part in decision.parts:
            if len(part.candidates) > 1:
                rows = _candidates(part, words)
                found[part.ply] = {"title": title, "why": why, "moves": rows, "best": _better_place(part)}
    return found


def _verdict(decision: Decision) -> str:
    if decision.label == "only":
        return ": !"
    if decision.label:
        return f": {MARKS[decision.label]} {points(-decision.loss)}"
    return ": unclear" if decision.unclear and decision.loss else ""


def _candidates(part: Part, words: Words) -> list[tuple[list[str], bool]]:
    """The cells of the best moves and of the one played, and whether that is it. Twin routes are told once."""
    rows: list[tuple[list[str], bool]] = []
    for i, one in enumerate(part.candidates):
        told = {cells[0] for cells, _ in rows}
        if i != part.played and (len(rows) >= SHOWN or words.move(one.move) in told):
            continue
        doubt = f" ± {200 * one.error:.1f}" if one.error else ""
        gain = "" if i == part.played else points(one.gain) + doubt
        rows.append(([words.move(one.move), f"{100 * one.value:.1f} %", gain], i == part.played))
    return rows


def _better_place(part: Part) -> str:
    """The route or city of the best move, if another one was made."""
    kind, _, rest = part.candidates[0].move.partition(" ")
    return rest.partition(" ")[0] if part.played and kind in ("claim", "station") else ""


def _x(ply: int, review: Review) -> float:
    return round(WIDTH * ply / max(1, len(review.moves)), 1)


def _graph(review: Review, names: Sequence[str]) -> str:
    """The chances one upon the other, and the curve of luck events and errors as bars below."""
    below = [[0.0] * len(review.points)]
    for seat in range(len(review.seats)):
        below.append(
            [base + point.open.chance[seat] for base, point in zip(below[-1], review.points, strict=True)]
        )
    shapes = []
    for seat in range(len(review.seats)):
        top = [f"{_x(i, review)} {HEIGHT * low:.1f}" for i, low in enumerate(below[seat])]
        bottom = [f"{_x(i, review)} {HEIGHT * high:.1f}" for i, high in enumerate(below[seat + 1])]
        title = f"<title>{escape(names[seat])}</title>"
        shapes.append(
            f'<path d="M{"L".join(top)}L{"L".join(bottom[::-1])}Z" fill="{LIVERIES[seat].paint}">{title}</path>'
        )
    half = WIDTH / len(review.moves) / 2 if review.moves else 1.0
    for decision in review.decisions:
        if decision.label in ("inaccuracy", "mistake", "blunder"):
            x, tall = _x(decision.parts[0].ply, review), min(BAR, 300 * decision.loss)
            shapes.append(
                f'<rect x="{x}" y="{ERRORS - tall:.1f}" width="{max(2.0, half):.1f}" height="{tall:.1f}" '
                f'fill="{LIVERIES[decision.seat].paint}"><title>{escape(names[decision.seat])} {MARKS[decision.label]} '
                f"{points(-decision.loss)}</title></rect>"
            )
    for event in review.luck:
        seat = event.concerns(review.points[event.ply + 1].seat)
        x, tall = _x(max(0, event.ply), review) + half, min(BAR, 300 * abs(event.luck[seat]))
        y = LUCK - tall if event.luck[seat] > 0 else LUCK
        shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(1.5, half):.1f}" height="{tall:.1f}" '
            f'fill="{LIVERIES[seat].paint}"><title>{escape(names[seat])}, luck ({event.kind}) '
            f"{points(event.luck[seat])}</title></rect>"
        )
    tall = LUCK + BAR
    label = "Chances of the seats over the moves; below them errors and luck as bars"
    return (
        f'<svg class="bl-graph" viewBox="0 0 {WIDTH} {tall}" width="{WIDTH}" role="img" aria-label="{label}">'
        f'{"".join(shapes)}<path d="M0 {HEIGHT / 2}H{WIDTH}" stroke="#fff8" stroke-dasharray="2 4"/>'
        f'<text x="{WIDTH - 4}" y="{HEIGHT / 2 - 5}" text-anchor="end">50 %</text>'
        f'<path d="M0 {ERRORS}H{WIDTH}M0 {LUCK}H{WIDTH}" stroke="#0003"/>'
        f'<text x="4" y="{HEIGHT + 25}">errors</text><text x="4" y="{ERRORS + 26}">luck</text>'
        f'<line class="bl-now" y1="0" y2="{tall}" x1="-9" x2="-9" stroke="#000" stroke-dasharray="4 3"/></svg>'
    )


def _tables(review: Review, names: Sequence[str]) -> str:
    """The figures of all seats, one below the other: so the ledger is a sum, and there is room on a phone."""
    seats = review.seats
    heads = "".join(f"<th>{_mark(one.seat)}{escape(names[one.seat])}</th>" for one in seats)
    rows = [f"<tr><td></td>{heads}</tr>"]
    for name, figure in FIGURES.items():
        cells = "".join(f"<td>{escape(figure(one))}</td>" for one in seats)
        line = ' class="bl-line"' if name in ("start", "result") else ""
        rows.append(f"<tr{line}><td>{escape(name)}</td>{cells}</tr>")
    doubt = ""
    if any(one.large_residual for one in seats):
        doubt = "<p>The residual is large: this level explains the game only in part.</p>"
    budget = review.budget
    deeper = ", looked deeper than usual" if budget.refined else ""
    about = f"level {review.level}: up to {budget.worlds} worlds for a decision{deeper}; ledger in points of win chance"
    terms = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in LEGEND.items())
    return (
        f'<p class="bl-about">{about}</p><table class="bl-figures" style="--seats:{len(seats)}">{"".join(rows)}</table>'
        f"{doubt}<details><summary>What the words mean</summary><dl>{terms}</dl></details>"
    )


def _mark(seat: int) -> str:
    return f'<i style="color:{LIVERIES[seat].paint}">{SIGNS[seat]}</i>'


#: The lines of the table of figures; from `start` on they are the ledger, in points of win chance.
FIGURES: dict[str, Callable[[SeatReview], str]] = {
    "score": lambda one: str(one.score),
    "PR": lambda one: f"{one.rating:.1f}",
    "accuracy": lambda one: f"{one.accuracy:.1f} %",
    "?! / ? / ??": lambda one: f"{one.inaccuracies}/{one.mistakes}/{one.blunders}",
    "start": lambda one: points(one.ledger.start, sign=False),
    "luck": lambda one: points(one.ledger.luck),
    "own moves": lambda one: points(one.ledger.own),
    "others' moves": lambda one: points(one.ledger.others),
    "residual": lambda one: points(one.ledger.residual),
    "result": lambda one: points(one.ledger.result, sign=False),
}


def _moments(review: Review, words: Words, seat: int | None) -> str:
    labels = {part.ply: MARKS.get(one.label, "") for one in review.decisions for part in one.parts}
    rows = []
    for one in review.moments:
        if seat is None or one.seat == seat:
            mark = labels.get(one.ply, "") if one.source == "error" else ""
            effect = points(one.effect) if one.effect else ""
            rows.append(
                f'<tr><td data-ply="{one.ply}">{one.ply}</td><td class="text">'
                f"{_mark(one.seat)}{escape(words.names[one.seat])}</td><td>{mark}</td><td>{effect}</td>"
                f'<td class="say">{escape(words.say(one.explanation))}</td></tr>'
            )
    return f'<h2>Key moments</h2><table class="bl-moments">{"".join(rows)}</table>'
