"""The page that lists the records of a folder of replay pages. A script sorts and filters it; nothing is loaded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from urllib.parse import quote

from msgspec import Struct

from pyrnot.core.diagnostics import Severity
from pyrnot.play.course import Course
from pyrnot.play.standings import Standing
from pyrnot.render.html.document import asset, document_head, style
from pyrnot.render.html.record import how_it_ended
from pyrnot.render.html.text import html_text
from pyrnot.render.standings import standings_table
from pyrnot.render.svg.style import Theme

_COLUMNS = ("Players", "Game", "Event", "Date", "Result", "Turns", "Faults")


class Entry(Struct, frozen=True):
    """A record in the list; `page` is the name of its page's file."""

    page: str
    players: str
    game: str
    event: str
    date: str
    result: str
    turns: int
    errors: int
    warnings: int


def list_record(course: Course, page: str) -> Entry:
    """The entry of a record."""
    record, replay = course.record, course.replay
    severities = [fault.severity for fault in replay.diagnostics]
    seats = replay.start.seats if replay.start is not None else ()
    return Entry(
        page=page,
        players=", ".join(f"{seat} {record.tags[seat]}" for seat in seats if record.tags.get(seat)) or course.title,
        game=record.game.info.title if record.game else "",
        event=record.tags.get("Event") or "",
        date=record.tags.get("Date") or "",
        result=how_it_ended(course),
        turns=replay.length,
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
    )


def draw_index(entries: Sequence[Entry], standings: Sequence[Standing] = (), *, theme: Theme = Theme.AUTO) -> str:
    """The page, with the standings of the players folded away above the list."""
    script = f'"use strict";\n(() => {{\n{asset("index.js")}}})();\n'
    title = f"{len(entries)} {'record' if len(entries) == 1 else 'records'}"
    head = "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS)
    rows = "".join(_row(entry) for entry in entries)
    players = f"<details><summary>Standings</summary>\n{standings_table(standings)}</details>\n" if standings else ""
    return (
        f"{document_head(title, theme=theme, css=style('index.css'), script=script)}"
        f'<body class="page">\n<main>\n<h1>{title}</h1>\n{players}'
        f'<table class="records">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n"
        f"</table>\n</main>\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _row(entry: Entry) -> str:
    """A row; `data-sort` is by what a cell is sorted if that is not its text."""
    kind = "error" if entry.errors else "warning" if entry.warnings else ""
    fault = f' class="{kind}"' if kind else ""
    by_fault = entry.errors * 1000 + entry.warnings
    counts = ((entry.errors, "error"), (entry.warnings, "warning"))
    faults = ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count)
    cells = "".join(f"<td>{html_text(text)}</td>" for text in (entry.game, entry.event, entry.date, entry.result))
    return (
        f'<tr><th scope="row"><a href="{quote(os.fsencode(entry.page))}">{html_text(entry.players)}</a></th>{cells}'
        f'<td>{entry.turns}</td><td data-sort="{by_fault}"{fault}>{faults}</td></tr>\n'
    )
