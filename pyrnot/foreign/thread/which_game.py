"""Which game a text holds: by its tag, by `--game`, by a title in a subject or a heading, else by its turns (TR1.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.finder import Finder
from pyrnot.foreign.thread.items import AnyItem, Candidate, Roll
from pyrnot.foreign.thread.kept import first_lines
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.several import find_title
from pyrnot.foreign.thread.shelf import Spill, shelved
from pyrnot.foreign.thread.text import Line, Message
from pyrnot.foreign.work import OutOfWork, spend
from pyrnot.games import all_games, load_game

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

_AROUND = 1
"""Lines before and after a line of a turn that may belong to it."""
_SAMPLES = (64, 512)
"""Lines, taken from all parts of a text, that mostly tell which game it is: only where they do not, more are read."""
_BLOCK = 8
"""Lines of a sample that follow one another: a turn may take several."""
_ENOUGH = 10
"""Lines of a sample that only one game reads, and tell that it is this one."""
_WORK = 15
"""What a line takes to look at, however often it was read before, counted in characters read."""
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
        with suppress(OutOfWork):  # no other game is named, so this is the one that takes too much work
            seeker = _Seeker(only, tags, messages)
            if any(True for _ in seeker.reads(is_plain=False)):
                return only, []
            found, possible = _by_turns(tags, messages, seeker)
            if found or possible:
                return found, possible
        return only, []
    return _by_turns(tags, messages)


def _by_turns(
    tags: Tags, messages: Sequence[Message], known: _Seeker | None = None
) -> tuple[AnyGame | None, list[AnyGame]]:
    """The only game whose grammar reads all lines that any game's reads. `known` has read the lines in its game, which
    the text names: of a long text others are sought in samples only."""
    count = sum(len(message.lines) for message in messages)
    steps = [(count // sample, _ENOUGH) for sample in _SAMPLES if count > 2 * sample]
    seekers = [
        known if known is not None and known.game is game else _Seeker(game, tags, messages) for game in all_games()
    ]
    for is_plain in (True, False):
        for every, enough in steps if steps and known is not None else (*steps, (1, 1)):
            reads = [
                (lines, seeker.game)
                for seeker in seekers
                if (lines := set(seeker.reads(is_plain=is_plain, every=every)))
            ]
            if (found := _only_game(reads, enough)) is not None:
                return found, []
        if reads:
            return None, [known for _, known in sorted(reads, key=lambda found: -len(found[0]))]
    return None, []


def _only_game(reads: Sequence[tuple[set[int], AnyGame]], enough: int) -> AnyGame | None:
    """The game that reads all lines, where no other reads many of them, and they are enough; of a sample no other game
    may read any."""
    every = set().union(*(lines for lines, _ in reads))
    whole = [(lines, known) for lines, known in reads if lines == every]
    if len(whole) != 1 or len(every) < enough:
        return None
    others = max((len(lines) for lines, known in reads if known is not whole[0][1]), default=0)
    return whole[0][1] if others * 2 <= len(every) and not (others and enough > 1) else None


class _Seeker:
    """Seeks the turns of one game in a text; what it has read of it, it remembers."""

    def __init__(self, game: AnyGame, tags: Tags, messages: Sequence[Message]) -> None:
        self.game = game
        self._tags = tags
        self._messages = messages
        self._reader = TurnReader(game)
        self._finder: Finder | None = None
        self._spill = Spill()

    def reads(self, *, is_plain: bool, every: int = 1) -> Iterator[int]:
        """Places of the lines that the game's grammar reads as turns, or as what opens them: those without a change of
        spelling, if `is_plain`. Of each `every` blocks of lines one is looked at."""
        count = 0
        if self._finder is not None:
            self._finder.begin_again()
        for index, message in enumerate(self._messages):
            near = _near_signs(self._reader, message.lines, is_plain=is_plain, every=every, before=count)
            lines = shelved(near, Line, self._spill)
            count += len(message.lines)
            if not lines:
                continue
            spend(_WORK * len(lines))
            for item in self._find(replace(message, lines=lines), index):
                if (
                    isinstance(item, Candidate)
                    and item.ways[0].text.lower() != "pass"
                    and not (is_plain and item.ways[0].is_respelt)
                ):
                    yield from (line.start for line in item.lines or (item.line,))
                elif isinstance(item, Roll):
                    yield item.line.start

    def _find(self, message: Message, index: int) -> Iterator[AnyItem]:
        if self._finder is None:  # who plays is asked only where something may be a turn
            book = SeatBook(self.game, self._tags, self._messages, self._reader.reads)
            self._finder = Finder(self._reader, book.knows, book.emoji_of, only_seeks=True)
        return self._finder.find(message, index)


def _near_signs(
    reader: TurnReader, lines: Sequence[Line], *, is_plain: bool, every: int, before: int
) -> Iterator[Line]:
    """The lines that a turn other than a pass may be read from: those with a sign of the game, and those around them,
    which may be its head or go on with it. `before` lines precede them; of each `every` blocks one is
    taken."""
    may_hold = reader.may_hold_plain if is_plain else reader.may_hold
    square = _SQUARE if reader.has_squares and not is_plain else None
    opens = reader.game.info.opening is not None

    def has_sign(text: str) -> bool:
        may_be_turn = may_hold(text) and (square is None or square.search(text) is not None)
        return may_be_turn or (opens and reader.may_hold(text) and _DICE.search(text) is not None)

    chosen = [line for place, line in enumerate(lines, before) if not place // _BLOCK % every] if every > 1 else lines
    signs = bytes(not (line.why or line.stands_for) and has_sign(line.text) for line in chosen)
    for place, line in enumerate(chosen) if any(signs) else ():
        around = signs[max(place - _AROUND, 0) : place + _AROUND + 1]
        if any(around) or "|" in line.raw or "\t" in line.raw:
            yield line
