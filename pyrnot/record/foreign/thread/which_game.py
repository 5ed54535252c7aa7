"""Which game a text holds: by its tag, by `--game`, by a title in a subject or a heading, else by its turns (TR1.3)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.games import all_games, load_game
from pyrnot.record.foreign.thread.finder import Finder
from pyrnot.record.foreign.thread.items import Candidate, Roll
from pyrnot.record.foreign.thread.kept import first_lines
from pyrnot.record.foreign.thread.reading import TurnReader
from pyrnot.record.foreign.thread.seats import SeatBook
from pyrnot.record.foreign.thread.several import find_title
from pyrnot.record.foreign.thread.shelf import Spill, shelved
from pyrnot.record.foreign.thread.text import Line, Message
from pyrnot.tags import Tags

if TYPE_CHECKING:
    from pyrnot.game import AnyGame

_AROUND = 1
"""Lines before and after a line of a turn that may belong to it."""
_SAMPLE = 400
"""Lines that mostly tell which game it is: only where they do not, all are read in every game."""
_SQUARE = re.compile(r"[a-hA-H]\s?[1-8]|[a-hA-H][lI|](?![A-Za-z])")

_DICE = re.compile(r"\b[1-6](?:\W{1,3}|\s(?:and|und)\s)[1-6]\b|[⚀-⚅]")
"""Two dice, as they may stand apart from a turn."""


def find_game(
    tags: Tags, game: AnyGame | None, title: str, messages: Sequence[Message]
) -> tuple[AnyGame | None, list[AnyGame]]:
    """The game, or None and the games that it may be."""
    if "Game" in tags:
        return load_game(tags["Game"]), []
    if game is not None:
        return game, []
    titles = [title, *(find_title(message.subject) for message in messages)]
    titles += [find_title(line.text) for message in messages for line in first_lines(message.lines, 5) if not line.why]
    named = {found.info.id: found for text in titles if text and (found := load_game(text))}
    if len(named) == 1:
        only = next(iter(named.values()))
        if any(True for _ in _reads(only, tags, messages, is_plain=False)):
            return only, []
        found, possible = _by_turns(tags, messages)
        return (found, possible) if found or possible else (only, [])
    return _by_turns(tags, messages)


def _by_turns(tags: Tags, messages: Sequence[Message]) -> tuple[AnyGame | None, list[AnyGame]]:
    """The only game whose grammar reads all lines that any game's reads."""
    is_long = sum(len(message.lines) for message in messages) > _SAMPLE
    for is_plain in (True, False):
        for most in (_SAMPLE, sys.maxsize) if is_long else (sys.maxsize,):
            reads = [
                (lines, known)
                for known in all_games()
                if (lines := set(_reads(known, tags, messages, is_plain=is_plain, most=most)))
            ]
            if (found := _only_game(reads)) is not None:
                return found, []
        if reads:
            return None, [known for _, known in sorted(reads, key=lambda found: -len(found[0]))]
    return None, []


def _only_game(reads: Sequence[tuple[set[int], AnyGame]]) -> AnyGame | None:
    """The game that reads all lines, where no other reads many of them."""
    every = set().union(*(lines for lines, _ in reads))
    whole = [(lines, known) for lines, known in reads if lines == every]
    if len(whole) != 1:
        return None
    others = (len(lines) for lines, known in reads if known is not whole[0][1])
    return whole[0][1] if max(others, default=0) * 2 <= len(every) else None


def _reads(
    game: AnyGame, tags: Tags, messages: Sequence[Message], *, is_plain: bool, most: int = sys.maxsize
) -> Iterator[int]:
    """Places of the lines that a game's grammar reads as turns, or as what opens them: those without a change of
    spelling, if `is_plain`. At most `most` lines are looked at."""
    reader = TurnReader(game)
    finder = None
    spill = Spill()
    for index, message in enumerate(messages):
        lines = shelved(islice(_near_signs(reader, message.lines, is_plain=is_plain), most), Line, spill)
        most -= len(lines)
        if lines and finder is None:  # who plays is asked only where something may be a turn
            book = SeatBook(game, tags, messages, reader.reads)
            finder = Finder(reader, book.knows, book.emoji_of, only_seeks=True)
        for item in finder.find(replace(message, lines=lines), index) if lines and finder else ():
            if (
                isinstance(item, Candidate)
                and item.ways[0].text.lower() != "pass"
                and not (is_plain and item.ways[0].is_respelt)
            ):
                yield from (line.start for line in item.lines or (item.line,))
            elif isinstance(item, Roll):
                yield item.line.start


def _near_signs(reader: TurnReader, lines: Sequence[Line], *, is_plain: bool) -> Iterator[Line]:
    """The lines that a turn other than a pass may be read from: those with a sign of the game, and those around them,
    which may be its head or go on with it."""
    may_hold = reader.may_hold_plain if is_plain else reader.may_hold
    square = _SQUARE if reader.has_squares and not is_plain else None
    opens = reader.game.info.opening is not None

    def has_sign(text: str) -> bool:
        may_be_turn = may_hold(text) and (square is None or square.search(text) is not None)
        return may_be_turn or (opens and reader.may_hold(text) and _DICE.search(text) is not None)

    signs = bytes(not (line.why or line.stands_for) and has_sign(line.text) for line in lines)
    for place, line in enumerate(lines) if any(signs) else ():
        around = signs[max(place - _AROUND, 0) : place + _AROUND + 1]
        if any(around) or "|" in line.raw or "\t" in line.raw:
            yield line
