"""Reads the tag section of a record (R2): the tag lines, the comments among them, and the game that they name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pyrnot.diagnostics import Diagnostic, Severity, Span
from pyrnot.game import Tags, game_ids, load_game
from pyrnot.names import nearest
from pyrnot.notation.shell import COMMENT, TAG_IN_COMMENT, read_turns
from pyrnot.record import Comment, Record, Tag

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.source import SourceText

_BLANK = re.compile(r"\s*")
_COMMENT = re.compile(COMMENT)
_QUOTES = '"“”„‟″'
_TAG = re.compile(
    rf"""\[\s*(?P<name>[A-Za-z]\w*)\s*
    (?:"(?P<value>(?:\\.|[^"\\\n])*)"|[{_QUOTES[1:]}](?P<typographic>[^{_QUOTES}\n]*)[{_QUOTES}])
    \s*\]""",
    re.VERBOSE,
)
_DATE = re.compile(r"(?:\d{4}|\?{4})\.(?:(\d\d)|\?\?)\.(?:(\d\d)|\?\?)", re.ASCII)
_ESCAPE = re.compile(r'\\(["\\])')


class _Section(NamedTuple):
    """What stands before the first turn, and where the turns begin."""

    tag_lines: tuple[Tag, ...]
    comments: tuple[tuple[int, Comment], ...]
    diagnostics: tuple[Diagnostic, ...]
    end: int


def read_record(source: SourceText, default_game: AnyGame | None = None) -> Record:
    """The record of one source text. `default_game` is for a record without a `Game` tag.

    Never raises for anything that stands in the text: faults become the record's diagnostics.
    """
    section = _read_section(source.text)
    faults = list(section.diagnostics)
    values: dict[str, str] = {}
    for tag in section.tag_lines:
        values.setdefault(tag.name, tag.value)
    tags = Tags(values)
    game = default_game
    name = next((tag for tag in section.tag_lines if tag.name.lower() == "game"), None)
    if name is not None:
        game = load_game(name.value)
        if game is None:
            known = sorted(game_ids())
            guess = nearest(name.value, known)
            faults.append(
                _fault(
                    "unknown-game",
                    f"pyrnot knows no game called {name.value[:40]!r}",
                    name.value_span,
                    f"did you mean {guess}?" if guess else f"the games known: {', '.join(known)}",
                )
            )
    elif default_game is None:
        hint = 'name the game in a tag, [Game "Braces"], or with --game'
        faults.append(_fault("missing-game", "the record does not say which game it is", Span(0, 1), hint))
    record = read_turns(source, game, tags, section.tag_lines, section.comments, faults, section.end)
    return record if game is not None else record._replace(has_start=False)


def _fault(code: str, message: str, span: Span, hint: str | None = None) -> Diagnostic:
    return Diagnostic(Severity.ERROR, code, "R2", span, message, hint, 0)


def _read_section(text: str) -> _Section:
    tags: list[Tag] = []
    comments: list[tuple[int, Comment]] = []
    faults: list[Diagnostic] = []
    position, end = 0, len(text)
    seen: set[str] = set()
    while True:
        blank = _BLANK.match(text, position)
        position = blank.end() if blank else position
        if position >= end:
            break
        sign = text[position]
        if sign in "{#":
            comment = _COMMENT.match(text, position)
            assert comment is not None
            stop = comment.end()
            tag_line = TAG_IN_COMMENT.search(text, position, stop) if sign == "{" else None
            if tag_line is not None:
                stop = position + len(text[position : tag_line.start()].rstrip())
            if sign == "{" and text[stop - 1 : stop] != "}":
                faults.append(
                    Diagnostic(
                        Severity.ERROR,
                        "comment-unclosed",
                        "R4",
                        Span(position, position + 1),
                        "this comment is never closed",
                        "close it with }",
                        0,
                    )
                )
            comments.append((len(tags), Comment(text[position:stop], Span(position, stop))))
            position = max(stop, position + 1)
            continue
        if sign != "[" or text[text.rfind("\n", 0, position) + 1 : position].strip():
            break
        newline = text.find("\n", position)
        line_end = newline if newline >= 0 else end
        found = _TAG.match(text, position, line_end)
        rest = text[found.end() : line_end].strip() if found else ""
        if found is None or (rest and rest[0] not in "{#"):
            shown = text[position:line_end].rstrip()
            faults.append(
                _fault(
                    "bad-tag",
                    'this line begins like a tag, but a tag is one a line and looks like [White "Ann"]',
                    Span(position, position + max(1, len(shown))),
                )
            )
            position = line_end
            continue
        group = "value" if found.group("value") is not None else "typographic"
        value = _ESCAPE.sub(r"\1", found.group(group))
        tag = Tag(found.group("name"), value, Span(*found.span()), Span(*found.span(group)))
        if tag.name.lower() in seen:
            message = f"the tag {tag.name} stands here a second time; the first counts"
            faults.append(_fault("tag-twice", message, tag.span))
        seen.add(tag.name.lower())
        tags.append(tag)
        if tag.name.lower() == "date" and not _is_date(value):
            message = f"{value[:20]!r} is no date: YYYY.MM.DD is, with ?? for unknown parts"
            faults.append(Diagnostic(Severity.WARNING, "bad-date", "R2", tag.value_span, message, None, 0))
        position = found.end()
    return _Section(tuple(tags), tuple(comments), tuple(faults), position)


def _is_date(text: str) -> bool:
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    month, day = (int(part) if part else None for part in found.groups())
    longest = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if month is not None and not 1 <= month <= 12:
        return False
    return day is None or 1 <= day <= (longest[month - 1] if month else 31)
