"""Tables for a terminal that stay readable where it is narrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text

#: Spaces between two columns.
GAP = 2


class Grid:
    """Rows without lines, the first of them the titles.

    Titles take several lines if that saves room. Columns that still do not fit stand below, in tables of their own that
    begin with the first column too: figures are never cut short.
    """

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        self.rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table | Text]:
        """What rich shows."""
        room = options.max_width
        widths = [max(map(cell_len, column)) for column in zip(*self.rows, strict=True)]
        if _total(widths) > room:
            widths = [_least(column) for column in zip(*self.rows, strict=True)]
        for i, columns in enumerate(_parts(widths, room)):
            if i:
                yield Text()
            yield self._table(columns, widths)

    def _table(self, columns: Sequence[int], widths: Sequence[int]) -> Table:
        table = Table(box=None, pad_edge=False)
        head, *body = self.rows
        for i in columns:
            title = Text(head[i], "bold")
            table.add_column(
                title,
                justify="right" if i else "left",
                vertical="bottom",
                min_width=widths[i],
                max_width=widths[i],
            )
        for row in body:
            table.add_row(*(Text(row[i], no_wrap=i > 0) for i in columns))
        return table


def _total(widths: Iterable[int]) -> int:
    each = list(widths)
    return sum(each) + GAP * (len(each) - 1)


def _least(column: Sequence[str]) -> int:
    """What a column takes if its title stands on several lines."""
    title, *cells = column
    return max(map(cell_len, [*title.split(), *cells, ""]))


def _parts(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """The columns of each table, one below the other."""
    part = [0]
    for i in range(1, len(widths)):
        if len(part) > 1 and _total(widths[j] for j in (*part, i)) > room:
            yield part
            part = [0]
        part.append(i)
    yield part
