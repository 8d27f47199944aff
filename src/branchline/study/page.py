"""A study as one page of HTML that needs nothing else: findings, charts, the heat map and all tables."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from branchline.board import Board, known_board, load_board
from branchline.drawing.heat import RAMP
from branchline.drawing.layout_files import stale
from branchline.errors import BoardError

from . import tables
from .charts import histogram, share_bars, stacked_bars
from .figures import Study
from .heat import heat_section

STYLE = """
.bl-study{font:16px/1.5 system-ui,sans-serif;color:#241d14;background:#fff;
  max-width:1080px;margin:auto;padding:0 16px 48px}
.bl-study h1{font:700 2em/1.2 Georgia,serif;margin:1em 0 .1em}
.bl-study h2{font:700 1.35em Georgia,serif;margin:1.8em 0 .3em;border-bottom:2px solid #b8860b}
.bl-study .lead{color:#5c5040;margin:.2em 0 1em}
.bl-study svg{max-width:100%;height:auto;display:block}
.bl-study .bl-chart{width:100%;max-width:560px}
.bl-study .bl-chart text{font-family:system-ui,sans-serif;font-weight:400}
.bl-study .facts{display:flex;flex-wrap:wrap;gap:10px;margin:1em 0;padding:0;list-style:none}
.bl-study .facts li{flex:1 1 128px;background:#f7efdc;border-radius:6px;padding:.5em .8em}
.bl-study .facts b{display:block;font:700 1.5em/1.2 Georgia,serif}
.bl-study .two{display:flex;flex-wrap:wrap;gap:24px}
.bl-study .two>*{flex:1 1 420px;min-width:0}
.bl-study .scroll{overflow-x:auto;max-height:34em;overflow-y:auto}
.bl-study table{border-collapse:collapse;font-size:.9em;font-variant-numeric:tabular-nums}
.bl-study th{position:sticky;top:0;background:#f7efdc;text-align:right;
  vertical-align:bottom;padding:.35em .7em;cursor:pointer}
.bl-study td{padding:.2em .7em;text-align:right;border-top:1px solid #eee4cc;white-space:nowrap}
.bl-study td:first-child{white-space:normal;min-width:7em}
.bl-study th:first-child,.bl-study td:first-child{text-align:left;position:sticky;left:0;background:#fffaf0}
.bl-study th:first-child{background:#f7efdc;z-index:1}
.bl-study th button{all:unset;cursor:pointer}
.bl-study th button:focus-visible{outline:2px solid #2f5d8a}
.bl-study .findings{list-style:none;padding:0;
  columns:2 26em;column-gap:24px}
.bl-study .findings li{break-inside:avoid;border-left:4px solid #d8532b;background:#fff6e8;
  margin:0 0 6px;padding:.35em .7em}
.bl-study .findings li::first-letter{text-transform:uppercase}
.bl-study .findings small{color:#6d5f4b;display:block}
.bl-study .scale{display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;margin:.5em 0}
.bl-study .scale span{white-space:nowrap}
.bl-study .scale i{height:12px;flex:0 1 200px;border:1px solid #2a1f14;
  background:linear-gradient(90deg,RAMP)}
.bl-study .pick label{margin-right:14px;white-space:nowrap}
.bl-study figure{margin:0}
.bl-study figcaption{color:#5c5040;font-size:.9em}
""".replace("RAMP", ",".join(RAMP))

TICKET_WORDS = (
    "Kept: of its offers. Done: of its holders. Added: victories of its holders above the average of the same bots. "
    "Cars: those of the shortest path."
)

SCRIPT = """
for(const root of document.querySelectorAll('.bl-study')){
  const heat=JSON.parse(root.querySelector('script.bl-heat')?.textContent||'{}');
  for(const box of root.querySelectorAll('.pick input'))box.addEventListener('change',()=>{
    const one=heat[box.value];root.querySelector('.bl-least').textContent=one.least;
    root.querySelector('.bl-most').textContent=one.most;
    for(const g of root.querySelectorAll('.heat>[data-route]')){
      g.setAttribute('fill',one.colours[g.dataset.route]);g.querySelector('title').textContent=one.titles[g.dataset.route];
    }
  });
  for(const table of root.querySelectorAll('table.sort'))table.querySelectorAll('th').forEach((head,i)=>{
    const sort=()=>{
      const down=head.getAttribute('aria-sort')==='descending',body=table.tBodies[0];
      table.querySelectorAll('th').forEach(one=>one.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort',down?'ascending':'descending');
      const key=row=>row.cells[i].dataset.value??row.cells[i].textContent;
      [...body.rows].sort((a,b)=>{const x=key(a),y=key(b),n=x-y;
        return (down?1:-1)*(isNaN(n)?x.localeCompare(y):n)}).forEach(row=>body.append(row));
    };
    head.querySelector('button').addEventListener('click',sort);
  });
}
"""


def to_html(study: Study, board: Board) -> str:
    """A page of its own."""
    title = f"{study.name}, {study.seats} seats: a study of {study.games:,} games"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head>"
        f'<body><main class="bl-study">{_inside(study, board)}</main><script>{SCRIPT}</script></body></html>\n'
    )


def fragment(study: Study) -> str:
    """A study for a notebook, without a script."""
    try:
        board: Board | None = load_board(study.source) if study.source else known_board(study.board)
    except (BoardError, OSError):  # its file was not named, or is not there: there is no map then
        board = None
    return f'<div class="bl-study"><style>{STYLE}</style>{_inside(study, board, live=False)}</div>'


def _inside(study: Study, board: Board | None, live: bool = True) -> str:
    """Everything but the frame; `live`: a script can sort tables and change the heat map."""
    source = Path(study.source) if study.source else None
    sections = [
        _head(study),
        _findings(study),
        "<h2>Who wins</h2>",
        _turns(study),
        _styles(study) if len(study.bots) > 1 else "",
        "<h2>Scores and length</h2>",
        _scores(study),
        heat_section(study, board, source, live)
        if board is not None and stale(board, source) is None
        else "",
        "<h2>Tickets</h2>",
        f"<p>{TICKET_WORDS}{' Click a head to sort.' if live else ''}</p>",
        _table(tables.ticket_rows(study)),
        "<h2>Routes</h2>",
        "<p>Points a turn: a turn brings two cards, and the claim takes one more turn.</p>",
        _table(tables.route_rows(study)),
        '<div class="two"><div><h2>Cities</h2>',
        _table(tables.city_rows(study)),
        "</div><div><h2>Failures</h2>",
        _table(tables.failure_rows(study)),
        "</div></div>",
        _made(study),
    ]
    return "".join(sections)


def _head(study: Study) -> str:
    changed = f" What if: {'; '.join(study.changes)}." if study.changes else ""
    pool = ", ".join(map(study.label, study.bots))
    lead = f"A study of {study.games:,} games of {pool} with {study.seats} seats.{changed}"
    facts = "".join(f"<li><b>{_words(value)}</b>{_words(name)}</li>" for name, value in _facts(study).items())
    return f'<h1>{escape(study.name)}</h1><p class="lead">{escape(lead)}</p><ul class="facts">{facts}</ul>'


def _facts(study: Study) -> dict[str, str]:
    """The figures that everybody asks for first."""
    length, scores = study.length, study.scores
    found = {
        f"won by the starter; fair is {100 / study.seats:.1f} %": f"{100 * study.places[0].win.value:.1f} %",
        f"rounds, from {length.shortest} to {length.longest}": f"{length.rounds:.1f}",
        "points of the winner": f"{scores.winner:.0f}",
        "points ahead": f"{length.margin:.0f}",
        "changes of the lead": f"{length.lead_changes:.1f}",
    }
    held = [(one.done.value, one.done.count) for one in study.tickets if one.done]
    if held:
        done = sum(value * count for value, count in held) / sum(count for _, count in held)
        found["of the tickets held are completed"] = f"{100 * done:.0f} %"
    return found


def _words(text: str) -> str:
    """A sentence in which no line begins with a percent sign."""
    return escape(text).replace(" %", "&nbsp;%")


def _findings(study: Study) -> str:
    if not study.findings:
        return "<h2>What stands out</h2><p>Nothing crossed a threshold.</p>"
    rows = [
        f"<li>{_words(one.text)}{f'<small>{_words(one.threshold)}</small>' if one.threshold else ''}</li>"
        for one in study.findings
    ]
    return f'<h2>What stands out</h2><ul class="findings">{"".join(rows)}</ul>'


def _turns(study: Study) -> str:
    rows = tables.place_rows(study)
    bars = share_bars(
        {str(row[0]): one.win for row, one in zip(rows[1:], study.places, strict=True)}, 1 / study.seats
    )
    told = (
        "<p>Fair points: what each would have to get at the end, so that all win equally often.</p>"
        if study.seats > 1
        else ""
    )
    return f'<div class="two"><div>{bars}</div><div>{_table(rows)}{told}</div></div>'


def _styles(study: Study) -> str:
    bars = share_bars(
        {study.label(one.bot): one.win for one in sorted(study.figures, key=lambda one: -one.win.value)},
        1 / study.seats,
    )
    return (
        f'<h2>Styles against each other</h2><div class="two"><div>{bars}</div><div>'
        f"<p>How often the row finishes ahead of the column, in percent:</p>{_table(tables.meeting_rows(study))}"
        "</div></div>"
    )


def _scores(study: Study) -> str:
    parts = tables.used_parts(study)
    rows = {study.label(one.bot): one.parts for one in study.figures}
    scores, length = study.scores, study.length
    return (
        f"{stacked_bars(rows, parts)}{_table(tables.bot_rows(study))}"
        f'<div class="two"><figure>{histogram(scores.counts, scores.winners)}<figcaption>Points of all seats, the '
        f"winners' dark: mean {scores.mean:.1f}, median {scores.median}, {scores.least} to {scores.most}</figcaption>"
        f"</figure><figure>{histogram(length.counts)}<figcaption>Rounds: mean {length.rounds:.1f}, median "
        f"{length.median}, {length.shortest} to {length.longest}; {length.decisions:.0f} decisions a game</figcaption>"
        "</figure></div>"
    )


def _table(rows: tables.Rows) -> str:
    head, *body = rows
    titles = [str(one) for one in head]
    heads = "".join(f"<th scope='col'><button>{escape(one)}</button></th>" for one in titles)
    lines = [
        "<tr>" + "".join(_cell(cell, title) for cell, title in zip(row, titles, strict=True)) + "</tr>"
        for row in body
    ]
    return (
        f'<div class="scroll" tabindex="0"><table class="sort"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _cell(cell: tables.Cell, title: str) -> str:
    value = getattr(cell, "value", cell)
    key = "" if isinstance(value, str) else f' data-value="{-1 if value is None else value}"'
    return f"<td{key}>{escape(tables.text(cell, title))}</td>"


def _made(study: Study) -> str:
    settings: Mapping[str, object] = {
        "board": f"{study.board} ({study.digest})",
        "bots": " ".join(study.bots),
        "seats": study.seats,
        "games": f"{study.games:,}",
        "seed": study.seed,
        "changes": "; ".join(study.changes) or "none",
    }
    told = "; ".join(f"{name}: {value}" for name, value in settings.items())
    return (
        "<h2>How it was made</h2><p>Every game has a deal of its own, and the seatings of the bots take turns. Shares "
        "have intervals at 95 % (Wilson). The same settings give the same page, on any number of processes. Made with "
        f"Branchline; {escape(told)}.</p>"
    )
