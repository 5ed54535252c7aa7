"""The page that lists the records of a folder of replay pages. A script sorts and filters it; nothing is loaded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from urllib.parse import quote

from pyrnot.core.diagnostics import Severity
from pyrnot.play.counts import Standing
from pyrnot.play.line_tree import LineTree
from pyrnot.play.plies import players
from pyrnot.render.counts import standings_table
from pyrnot.render.html.document import asset, document_head, style
from pyrnot.render.svg.diagram import Shared
from pyrnot.render.svg.layout import compose
from pyrnot.render.svg.parts import Part
from pyrnot.render.svg.style import Theme
from pyrnot.render.svg.symbols import svg_symbols
from pyrnot.render.svg.text import html_text
from pyrnot.render.svg.words import Caption

_COLUMNS = ("Players", "Game", "Event", "Date", "Result", "Turns", "Problems")


def list_record(line_tree: LineTree, page: str, shared: Shared) -> str:
    """The row of a record, whose page is the file `page`, with a picture of its last position; `data-sort` is by what
    a cell is sorted if that is not its text. The drawings are `shared` by the pictures of all rows."""
    record = line_tree.record
    game = record.game.info.title if record.game else ""
    texts = (game, record.tags.get("Event") or "", record.tags.get("Date") or "", line_tree.ending)
    cells = "".join(f"<td>{html_text(text)}</td>" for text in texts)
    who = html_text(_players(line_tree))
    return (
        f'<tr><th scope="row" data-sort="{who}"><a href="{quote(os.fsencode(page))}">'
        f"{_picture(line_tree, shared)}{who}</a></th>{cells}"
        f"<td>{line_tree.replay.length}</td>{_problem_cell(line_tree)}</tr>\n"
    )


def _picture(line_tree: LineTree, shared: Shared) -> str:
    """The board of the last legal position, small; empty for a record without a start."""
    replay = line_tree.replay
    if replay.start is None or line_tree.record.game is None:
        return ""
    diagram = line_tree.record.game.diagram(replay.position)
    drawn = compose(diagram, Caption(), shared.put, frozenset({Part.BOARD}))
    return (
        f'<svg class="pyr small" aria-hidden="true" viewBox="0 0 {drawn.width:g} {drawn.height:g}">{drawn.svg}</svg>'
    )


def _players(line_tree: LineTree) -> str:
    """The players with their seats, the record's title if none is named."""
    return players(line_tree.replay) or line_tree.title


def _problem_cell(line_tree: LineTree) -> str:
    """The cell with the numbers of errors and of warnings, with the class of the worst."""
    severities = [diagnostic.severity for diagnostic in line_tree.replay.diagnostics]
    errors = severities.count(Severity.ERROR)
    warnings = severities.count(Severity.WARNING)
    counts = [(count, word) for count, word in ((errors, "error"), (warnings, "warning")) if count]
    diagnostics = ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts)
    kind = f' class="{counts[0][1]}"' if counts else ""
    return f'<td data-sort="{errors * 1000 + warnings}"{kind}>{diagnostics}</td>'


def draw_index(
    rows: Sequence[str], shared: Shared, standings: Sequence[Standing] = (), *, theme: Theme = Theme.AUTO
) -> str:
    """The page of these rows and of the drawings that they share, with the standings of the players folded away above
    the list."""
    script = f'"use strict";\n(() => {{\n{asset("index.js")}}})();\n'
    title = f"{len(rows)} {'record' if len(rows) == 1 else 'records'}"
    head = "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS)
    players = f"<details><summary>Standings</summary>\n{standings_table(standings)}</details>\n" if standings else ""
    return (
        f"{document_head(title, theme=theme, css=style('index.css'), script=script)}"
        f'<body class="page">\n<svg class="pyr defs" width="0" height="0" aria-hidden="true">{svg_symbols()}'
        f"{shared.defs()}</svg>\n"
        f"<main>\n<h1>{title}</h1>\n{players}"
        f'<table class="records">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{''.join(rows)}</tbody>\n"
        f"</table>\n</main>\n<script>{script}</script>\n</body>\n</html>\n"
    )
