"""Homeworlds as its games are published: one turn a line, without numbers and full stops, `#` before a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.core.diagnostics import Span

if TYPE_CHECKING:
    from pyrnot.core.diagnostics import Diagnostic
    from pyrnot.core.game import AnyGame
    from pyrnot.foreign.homeworlds import SiteTurn
    from pyrnot.record.model import Comment, Record, Tag
    from pyrnot.record.source import SourceText

TITLE = "a game of one turn a line"
RANK = 80

_SAMPLE = 100
_SHARE = 0.9
_FEW = 4
_COMMENT = re.compile(r"(?:^|(?<=\s))#")
_GOES_ON = (";", ",", "/")
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*\Z')


class _Piece(Struct, frozen=True):
    """A turn's text and where it begins, or a comment after `#`."""

    start: int
    text: str
    is_comment: bool = False


def recognises(head: str) -> bool:
    """Whether a text begins with a homeworld, and its lines are turns of Homeworlds without numbers."""
    from pyrnot.foreign.verbs import NotAnAction, read_actions

    turns = [piece.text for piece in _turns_of(head[: head.rfind("\n") + 1] or head)][:_SAMPLE]
    if len(turns) < 2 or turns[0].split()[0].lower()[:1] != "h":
        return False
    good = 0
    for index, text in enumerate(turns):
        try:
            read_actions(text)
        except NotAnAction:
            if not index:
                return False
        else:
            good += 1
    return good >= _SHARE * len(turns)


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The game; a line that is not a turn is a fault."""
    from msgspec.structs import replace

    from pyrnot.core.tags import Tags
    from pyrnot.foreign.broken_turns import join_broken
    from pyrnot.foreign.homeworlds import MOST_TURNS, SiteGame, build_record

    tags: list[Tag] = []
    turns: list[SiteTurn] = []
    comments: dict[int, list[Comment]] = {}
    for piece in _pieces(source.text):
        if piece.is_comment:
            if comment := _comment(piece):
                comments.setdefault(len(turns), []).append(comment)
        elif not turns and (found := _TAG.match(piece.text)):
            tags.append(_tag(found, piece.start))
        elif len(turns) > MOST_TURNS:
            break
        else:
            turns.append(_turn(piece))
    before = comments.pop(0, [])
    for count, said_of_turn in comments.items():
        turns[count - 1] = replace(turns[count - 1], comments=tuple(said_of_turn))
    if not any(turn.choices for turn in turns) or all(piece.text.lower() == "pass" for piece in _turns_of(source.text)):
        return []  # a pass is a turn of any game
    said: list[Diagnostic] = []
    if _has_blocks(source.text.split("\n")):
        turns, said = join_broken(turns, Tags({tag.name: tag.value for tag in tags}))
    return [build_record(source, SiteGame(turns=turns, tags=tags, comments=before, diagnostics=said), TITLE)]


def _turns_of(text: str) -> Iterator[_Piece]:
    return (piece for piece in _pieces(text) if not piece.is_comment and not _TAG.match(piece.text))


def _pieces(text: str) -> Iterator[_Piece]:
    """Turns and comments in order. A line that ends with a separator goes on in the next, and where blank lines part
    the turns, a line goes on with the one right above it."""
    start = 0
    held: int | None = None  # where a turn begins that goes on
    ends = 0
    lines = text.split("\n")
    has_blocks = _has_blocks(lines)
    for raw, after in zip(lines, [*lines[1:], ""], strict=True):
        line = raw
        remark = _COMMENT.search(raw)
        if remark:
            line = raw[: remark.start()]
        bare = line.strip()
        if bare:
            ends = start + line.index(bare) + len(bare)
            held = ends - len(bare) if held is None else held
            if not (bare.endswith(_GOES_ON) or (has_blocks and after.strip() and not remark)):
                yield _Piece(held, text[held:ends])
                held = None
        if remark:
            yield _Piece(start + remark.start(), raw[remark.start() :].strip(), is_comment=True)
        start += len(raw) + 1
    if held is not None:
        yield _Piece(held, text[held:ends])


def _has_blocks(lines: list[str]) -> bool:
    """Whether blank lines part the turns: most lines have one above and below."""
    filled = [bool(line.strip()) for line in lines]
    together = sum(1 for one, other in pairwise(filled) if one and other)
    return sum(filled) > _FEW and together * 3 < sum(filled)


def _comment(piece: _Piece) -> Comment | None:
    from pyrnot.record.model import Comment

    words = piece.text[1:].strip().replace("{", "(").replace("}", ")")
    return Comment(f"{{ {words} }}", Span(piece.start, piece.start + len(piece.text))) if words else None


def _tag(found: re.Match[str], start: int) -> Tag:
    from pyrnot.record.model import Tag

    value = re.sub(r'\\(["\\])', r"\1", found[2])
    return Tag(found[1], value, Span(start, start + len(found[0].rstrip())), Span(*found.span(2)).shift(start))


def _turn(piece: _Piece) -> SiteTurn:
    from pyrnot.core.codes import CoreCodes
    from pyrnot.core.diagnostics import Diagnostic, Severity
    from pyrnot.foreign.homeworlds import SiteTurn
    from pyrnot.foreign.verbs import NotAnAction, read_actions

    text = piece.text.replace("\n", " ")
    end = piece.start + len(piece.text)
    try:
        return SiteTurn(piece.start, end, tuple(read_actions(text, piece.start)))
    except NotAnAction as fault:
        said = Diagnostic(Severity.ERROR, CoreCodes.NOT_NOTATION, "TR3", fault.span, fault.message)
        return SiteTurn(piece.start, end, (), fault=said)
