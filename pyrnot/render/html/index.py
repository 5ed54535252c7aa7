"""The page that lists the records of a folder of replay pages. A script sorts and filters it; nothing is loaded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from urllib.parse import quote

from pyrnot.core.diagnostics import Severity
from pyrnot.play.counts import Standing
from pyrnot.play.line_tree import LineTree
from pyrnot.render.counts import standings_table
from pyrnot.render.html.document import asset, document_head, style
from pyrnot.render.html.record import how_it_ended
from pyrnot.render.svg.style import Theme
from pyrnot.render.svg.text import html_text

_COLUMNS = ("Players", "Game", "Event", "Date", "Result", "Turns", "Problems")


def list_record(line_tree: LineTree, page: str) -> str:
    """The row of a record, whose page is the file `page`; `data-sort` is by what a cell is sorted if that is not its
    text."""
    record = line_tree.record
    game = record.game.info.title if record.game else ""
    texts = (game, record.tags.get("Event") or "", record.tags.get("Date") or "", how_it_ended(line_tree))
    cells = "".join(f"<td>{html_text(text)}</td>" for text in texts)
    return (
        f'<tr><th scope="row"><a href="{quote(os.fsencode(page))}">{html_text(_players(line_tree))}</a></th>{cells}'
        f"<td>{line_tree.replay.length}</td>{_problem_cell(line_tree)}</tr>\n"
    )


def _players(line_tree: LineTree) -> str:
    """The players by their seats, the record's title if none is named."""
    start = line_tree.replay.start
    tags = line_tree.record.tags
    seats = start.seats if start is not None else ()
    return ", ".join(f"{seat} {tags[seat]}" for seat in seats if tags.get(seat)) or line_tree.title


def _problem_cell(line_tree: LineTree) -> str:
    """The cell with the numbers of errors and of warnings, with the class of the worst."""
    severities = [diagnostic.severity for diagnostic in line_tree.replay.diagnostics]
    errors = severities.count(Severity.ERROR)
    warnings = severities.count(Severity.WARNING)
    counts = [(count, word) for count, word in ((errors, "error"), (warnings, "warning")) if count]
    diagnostics = ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts)
    kind = f' class="{counts[0][1]}"' if counts else ""
    return f'<td data-sort="{errors * 1000 + warnings}"{kind}>{diagnostics}</td>'


def draw_index(rows: Sequence[str], standings: Sequence[Standing] = (), *, theme: Theme = Theme.AUTO) -> str:
    """The page of these rows, with the standings of the players folded away above the list."""
    script = f'"use strict";\n(() => {{\n{asset("index.js")}}})();\n'
    title = f"{len(rows)} {'record' if len(rows) == 1 else 'records'}"
    head = "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS)
    players = f"<details><summary>Standings</summary>\n{standings_table(standings)}</details>\n" if standings else ""
    return (
        f"{document_head(title, theme=theme, css=style('index.css'), script=script)}"
        f'<body class="page">\n<main>\n<h1>{title}</h1>\n{players}'
        f'<table class="records">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{''.join(rows)}</tbody>\n"
        f"</table>\n</main>\n<script>{script}</script>\n</body>\n</html>\n"
    )
