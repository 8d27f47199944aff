"""A review as one page of HTML that needs nothing else: graph, ledgers, moments, and the board if there is a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import msgspec

from branchline.board import known_board
from branchline.drawing.layout_files import stale
from branchline.drawing.palette import LIVERIES
from branchline.drawing.scene import view_svg
from branchline.errors import BoardError
from branchline.game.game import Game

from .result import Review, SeatReview
from .show import MARKS, points, seat_names
from .words import Words

WIDTH, HEIGHT = 960, 260

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
.bl-review .bl-figures .bl-line>*{border-top:1px solid #0003}
.bl-review .bl-moments td.say{white-space:normal;text-align:left}
.bl-review svg{display:block;max-width:100%;height:auto}.bl-review svg.bl-graph{width:100%}
.bl-review .bl-graph text{font-size:13px;paint-order:stroke;stroke:#fff;stroke-width:3px}
.bl-review input{width:100%;margin:.4em 0;box-sizing:border-box}
.bl-review i{display:inline-block;width:.8em;height:.8em;border-radius:50%;margin-right:.4em}
.bl-review button{all:unset;cursor:pointer;text-decoration:underline;padding:.1em .5em .1em 0}
.bl-review button:focus-visible{outline:2px solid}
@media(max-width:600px){
 .bl-review .bl-graph text{font-size:30px;stroke-width:6px}
 .bl-review .bl-figures th{max-width:4.6em}.bl-review th,.bl-review td{padding-left:.5em}
 .bl-review .bl-moments tr{display:flex;flex-wrap:wrap;align-items:center;padding:.25em 0}
 .bl-review .bl-moments td.say{width:100%;padding:0}
 .bl-review button{padding:.4em .8em .4em 0}
}
"""

SCRIPT = """
const root=document.querySelector('.bl-review'),data=JSON.parse(root.querySelector('script').textContent);
const slider=root.querySelector('input'),said=root.querySelector('output'),line=root.querySelector('.bl-now');
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
  const chances=data.chances[ply].map((c,i)=>data.names[i]+' '+Math.round(100*c)+' %').join(', ');
  const next=ply<data.moves.length?'; '+data.names[data.seats[ply]]+': '+data.moves[ply]:'';
  said.textContent='Move '+ply+': '+chances+next;
}
slider.addEventListener('input',()=>go(+slider.value));
for(const b of root.querySelectorAll('button[data-ply]'))b.addEventListener('click',()=>{
  go(+b.dataset.ply);
  slider.scrollIntoView();
});
root.querySelector('.bl-graph').addEventListener('click',e=>{
  const box=e.currentTarget.getBoundingClientRect();
  go(Math.round((e.clientX-box.left)/box.width*data.moves.length));
});
go(data.moves.length);
"""


def to_html(review: Review, game: Game, names: Sequence[str] | None = None, seat: int | None = None) -> str:
    """A page of its own, with the board. `game` is the one that was reviewed."""
    called = names or seat_names(len(review.seats))
    drawing = view_svg(game.view(None), names=called, printed=True) if stale(game.board) is None else ""
    title = f"Review: {game.board.name}, {len(review.seats)} seats"
    placed: dict[str, int] = {}
    for ply, move in enumerate(review.moves):
        kind, _, rest = move.partition(" ")
        if kind in ("claim", "station"):
            placed[rest.partition(" ")[0]] = ply
    data = {
        "moves": review.moves,
        "seats": [point.seat for point in review.points],
        "names": called,
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
        f"{drawing}{_moments(review, Words(game.board, called), seat)}"
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
            x, tall = _x(decision.parts[0].ply, review), min(60.0, 300 * decision.loss)
            shapes.append(
                f'<rect x="{x}" y="{HEIGHT + 66 - tall:.1f}" width="{max(2.0, half):.1f}" height="{tall:.1f}" '
                f'fill="{LIVERIES[decision.seat].paint}"><title>{escape(names[decision.seat])} {MARKS[decision.label]} '
                f"{points(-decision.loss)}</title></rect>"
            )
    for event in review.luck:
        seat = event.concerns(review.points[event.ply + 1].seat)
        x, tall = _x(max(0, event.ply), review) + half, min(60.0, 300 * abs(event.luck[seat]))
        y = HEIGHT + 134 - tall if event.luck[seat] > 0 else HEIGHT + 134
        shapes.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(1.5, half):.1f}" height="{tall:.1f}" '
            f'fill="{LIVERIES[seat].paint}"><title>{escape(names[seat])}, luck ({event.kind}) '
            f"{points(event.luck[seat])}</title></rect>"
        )
    label = "Chances of the seats over the moves; below them errors and luck as bars"
    return (
        f'<svg class="bl-graph" viewBox="0 0 {WIDTH} {HEIGHT + 200}" width="{WIDTH}" role="img" aria-label="{label}">'
        f'{"".join(shapes)}<text x="4" y="{HEIGHT + 22}">errors</text>'
        f'<text x="4" y="{HEIGHT + 96}">luck</text>'
        f'<line class="bl-now" y1="0" y2="{HEIGHT + 200}" x1="-9" x2="-9" stroke="#000" stroke-dasharray="4 3"/></svg>'
    )


def _tables(review: Review, names: Sequence[str]) -> str:
    """The figures of all seats, one below the other: so the ledger is a sum, and there is room on a phone."""
    seats = review.seats
    heads = "".join(
        f'<th><i style="background:{LIVERIES[one.seat].paint}"></i>{escape(names[one.seat])}</th>'
        for one in seats
    )
    rows = [f"<tr><td></td>{heads}</tr>"]
    for name, figure in FIGURES.items():
        cells = "".join(f"<td>{escape(figure(one))}</td>" for one in seats)
        line = ' class="bl-line"' if name in ("start", "result") else ""
        rows.append(f"<tr{line}><td>{escape(name)}</td>{cells}</tr>")
    doubt = ""
    if any(one.large_residual for one in seats):
        doubt = "<p>The residual is large: this level explains the game only in part.</p>"
    return f'<table class="bl-figures">{"".join(rows)}</table>{doubt}'


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
            dot = f'<i style="background:{LIVERIES[one.seat].paint}"></i>'
            rows.append(
                f'<tr><td><button data-ply="{one.ply}">{one.ply}</button></td><td class="text">{dot}'
                f"{escape(words.names[one.seat])}</td><td>{mark}</td><td>{effect}</td>"
                f'<td class="say">{escape(words.say(one.explanation))}</td></tr>'
            )
    return f'<h2>Key moments</h2><table class="bl-moments">{"".join(rows)}</table>'
