"""Homeworlds as its games are published: one turn a line, without numbers and full stops, `#` before a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from msgspec.structs import replace

from pyrnot.core.diagnostics import Diagnostic, Span
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import RECORD_TURNS
from pyrnot.foreign.homeworlds import SiteLine, SiteTurn, build_record, join_broken, site_lines
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.verbs import read_turn
from pyrnot.record.model import Comment, Record, Tag

TITLE = "a game of one turn a line"
RANK = 80

_SAMPLE = 100
_SHARE = 0.9
_FEW = 4
_COMMENT = re.compile(r"(?:^|(?<=\s))#")
_CONTINUES = (";", ",", "/")
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*\Z')


def recognises(head: str) -> bool:
    """Whether a text begins with a homeworld, and its lines are turns of Homeworlds without numbers."""
    turns = list(islice(_turns_of(head[: head.rfind("\n") + 1] or head), _SAMPLE))
    if len(turns) < 2 or turns[0].text.split()[0].lower()[:1] != "h":
        return False
    is_good = [read_turn(turn.text, 0).diagnostic is None for turn in turns]
    return is_good[0] and sum(is_good) >= _SHARE * len(turns)


def read(source: ForeignText, game: AnyGame | None) -> list[Record]:
    """The game; a line that is not a turn is an error."""
    tags: list[Tag] = []
    turns: list[SiteTurn] = []
    comments: dict[int, list[Comment]] = {}  # by the number of turns before them
    for piece in _pieces(source.text):
        if piece.text.startswith("#"):
            comment = _comment(piece)
            if comment is not None:
                comments.setdefault(len(turns), []).append(comment)
            continue
        tag = None if turns else _TAG.match(piece.text)
        if tag is not None:
            value = re.sub(r'\\(["\\])', r"\1", tag[2])
            tags.append(Tag(tag[1], value, piece.span(), Span(*tag.span(2)).shift(piece.start)))
        elif len(turns) > RECORD_TURNS:
            break
        else:
            turns.append(read_turn(piece.text.replace("\n", " "), piece.start))
    before = comments.pop(0, [])
    for count, of_turn in comments.items():
        turns[count - 1] = replace(turns[count - 1], comments=tuple(of_turn))
    if not _has_turns(turns, source.text):
        return []
    joined: list[Diagnostic] = []
    if _has_blocks([bool(line.strip()) for line in source.text.split("\n")]):
        turns, joined = join_broken(turns, tags)
    return [build_record(source, TITLE, turns, tags, comments=before, diagnostics=joined)]


def _comment(piece: SiteLine) -> Comment | None:
    """The comment that is written after `#`; None if it is empty."""
    words = piece.text[1:].strip().replace("{", "(").replace("}", ")")
    return Comment(f"{{ {words} }}", piece.span()) if words else None


def _has_turns(turns: Sequence[SiteTurn], text: str) -> bool:
    """Whether there are turns of Homeworlds; passes alone may be those of any game."""
    return any(turn.actions for turn in turns) and any(piece.text.lower() != "pass" for piece in _turns_of(text))


def _turns_of(text: str) -> Iterator[SiteLine]:
    """The turns of a text, without its tags and comments."""
    return (piece for piece in _pieces(text) if not piece.text.startswith("#") and not _TAG.match(piece.text))


def _pieces(text: str) -> Iterator[SiteLine]:
    """Turns, tags and comments after `#`, in order. A line that ends with a separator continues in the next, and
    where blank lines part the turns, a line continues the one right above it."""
    begin: int | None = None  # of a turn that continues
    end = 0
    filled = [bool(line.strip()) for line in text.split("\n")]
    has_blocks = _has_blocks(filled)
    for line, is_followed in zip(site_lines(text), [*filled[1:], False], strict=True):
        remark = _COMMENT.search(line.text)
        written = line.text[: remark.start()] if remark else line.text
        bare = written.strip()
        if bare:
            end = line.start + len(written.rstrip())
            if begin is None:
                begin = end - len(bare)
            is_in_block = has_blocks and is_followed and not remark
            if not is_in_block and not bare.endswith(_CONTINUES):
                yield SiteLine(begin, text[begin:end])
                begin = None
        if remark:
            yield SiteLine(line.start + remark.start(), line.text[remark.start() :].strip())
    if begin is not None:
        yield SiteLine(begin, text[begin:end])


def _has_blocks(filled: list[bool]) -> bool:
    """Whether blank lines part the turns: most lines have one above and below."""
    together = sum(1 for is_filled, is_next_filled in pairwise(filled) if is_filled and is_next_filled)
    return sum(filled) > _FEW and together * 3 < sum(filled)
