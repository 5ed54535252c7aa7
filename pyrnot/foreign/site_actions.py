"""Actions of Homeworlds as they are published (jpeterbaker's notation page, Abstract Play): verbs cut short, separated
by `;`, `,`, `/` or blanks alone, in the order of words that SDG has or in Abstract Play's.

Applies no rule of the game: where words can mean several things, all are given (`homeworlds` chooses).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pyrnot.core.diagnostics import Span
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.foreign.homeworlds import WrittenChoice
from pyrnot.games.homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    WrittenAction,
)
from pyrnot.games.homeworlds.position import COLOUR_OF_LETTER, PYRAMID_OF_LETTERS, SEAT_OF_LETTER, plain_name

_VERBS = (
    *(("homeworld", 1), ("build", 1), ("construct", 3), ("trade", 1), ("move", 1), ("discover", 1), ("attack", 1)),
    *(("capture", 3), ("sacrifice", 1), ("catastrophe", 1), ("pass", 1)),
)
_VERB_OF_WORD = {verb[:length]: verb for verb, fewest in _VERBS for length in range(fewest, len(verb) + 1)} | {
    "hw": "homeworld"
}
_WORD = re.compile(r"[;,/]|\"[^\"]*\"|[^\s;,/]+")
_PIECE = re.compile(r"([rygb])([123])([nesw]?)[^\w]*\Z", re.IGNORECASE)
_COLOURS = {
    word: colour for colour in COLOUR_OF_LETTER.values() for word in (colour.name.lower()[0], colour.name.lower())
}
_SEPARATORS = frozenset(";,/")
_MOST_PASSES = 9
_LONGEST = 20_000
"""Characters of a turn that is read: no turn that people play comes near."""
_SHOWN = 40


class NotAnAction(Exception):
    """Text that is not an action. `span` is where, in the text of the whole."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def read_actions(text: str, start: int = 0) -> list[WrittenChoice]:
    """The actions of one turn, whose text begins at the offset `start`. Raises `NotAnAction`."""
    if len(text) > _LONGEST:
        raise NotAnAction(
            f"this is too long for a turn: more than {_LONGEST:,} characters", Span(start, start + _SHOWN)
        )
    reader = _Reader([_Word(found[0], start + found.start(), start + found.end()) for found in _WORD.finditer(text)])
    choices = []
    while not reader.is_done:
        if reader.next_is_separator:
            reader.index += 1
            continue
        choices += reader.action()
    if not choices:
        raise NotAnAction("a turn needs an action", Span(start, start + max(len(text), 1)))
    return choices


class _Reader:
    def __init__(self, words: list[_Word]) -> None:
        self.words = words
        self.index = 0
        self.spans: dict[str, Span] = {}
        self.origin = 0

    @property
    def is_done(self) -> bool:
        return self.index >= len(self.words)

    @property
    def next_is_separator(self) -> bool:
        """Whether an action ends here; a `*` that ends the last turn says that it won."""
        if self.is_done:
            return False
        is_last = self.index == len(self.words) - 1
        return self.words[self.index].text in _SEPARATORS or (is_last and self.words[self.index].text == "*")

    @property
    def has_argument(self) -> bool:
        """Whether another word of this action may follow."""
        return not self.is_done and not self.next_is_separator

    def action(self) -> list[WrittenChoice]:
        """The next action; several for `pass 2`."""
        self.spans = {}
        verb_word = self.words[self.index]
        self.origin = verb_word.start
        verb = _VERB_OF_WORD.get(verb_word.text.lower())
        if verb is None:
            raise NotAnAction(f"{verb_word.text[:_SHOWN]!r} is not an action", Span(verb_word.start, verb_word.end))
        self.take("verb", "an action")
        count = 1
        if verb == "pass":
            count, readings = self.passes(), [self.written(Pass())]
        else:
            readings = _READERS[verb](self)
        return [WrittenChoice(tuple(readings), self.origin, self.words[self.index - 1].end)] * count

    def written(self, action: Action) -> WrittenAction:
        """An action with the places of its parts, counted from its own start."""
        return WrittenAction(action=action, spans={part: span.shift(-self.origin) for part, span in self.spans.items()})

    # Words

    def take(self, part: str, expected: str) -> str:
        """The next word, whose span is kept as that of `part`."""
        if not self.has_argument:
            last = self.words[self.index - 1]
            raise NotAnAction(f"incomplete action: expected {expected} here", Span(last.end - 1, last.end))
        word = self.words[self.index]
        self.spans[part] = Span(word.start, word.end)
        self.index += 1
        return word.text

    def piece(self, part: str = "ship") -> Pyramid:
        """A colour and a size; what is glued to them is a sign, or the letter of an owner (`owner`)."""
        word = self.take(part, "a piece such as g3")
        found = _PIECE.match(word)
        if found is None:
            raise NotAnAction(f"{word[:_SHOWN]!r} is not a piece; write one as in g3", self.spans[part])
        start = self.spans[part].start
        self.spans[part] = Span(start, start + 2)
        if found[3]:
            self.spans["owner"] = Span(start + 2, start + 3)
        return PYRAMID_OF_LETTERS[word[:2].lower()]

    def system(self, part: str = "system") -> str:
        """A name: one word, with or without parentheses or quotes."""
        word = self.take(part, "the name of a system")
        name = plain_name(word.strip('"') if word.startswith('"') else word.removeprefix("(").removesuffix(")"))
        if not name:
            raise NotAnAction("expected the name of a system here", self.spans[part])
        return name

    # Actions

    def homeworld(self) -> list[WrittenAction]:
        """Two stars (or one and `-`) and a ship, and the name of the system if it is written."""
        stars = [self.piece("star 1")]
        if self.has_argument and self.words[self.index].text == "-":
            self.index += 1
        else:
            stars.append(self.piece("star 2"))
        ship = self.piece()
        name = None
        if self.has_argument and self.words[self.index].text != "*":
            name = self.system("name")
        if self.has_argument and self.words[self.index].text == "*":
            self.index += 1
        return [self.written(Homeworld(tuple(stars), ship, name))]

    def build(self) -> list[WrittenAction]:
        """A ship, or, as Abstract Play has it, a colour alone: then it may be any size."""
        word = self.words[self.index].text.lower() if self.has_argument else ""
        if word in _COLOURS:
            colour = _COLOURS[word]
            self.take("ship", "a ship")
            system = self.system()
            return [self.written(Build(_pyramid(colour, size), system)) for size in Size]
        ship = self.piece()
        return [self.written(Build(ship, self.system()))]

    def trade(self) -> list[WrittenAction]:
        """`trade g1 y1 Alpha`, or with the system before the new colour: `trade g1 Alpha y`."""
        ship = self.piece()
        middle, middle_span = self.take("new", "the new piece, or a system"), self.spans["new"]
        last = self.take("system", "the name of a system, or the new colour")
        last_span = self.spans["system"]
        readings = []
        if _PIECE.match(middle):
            readings.append(self.written(Trade(ship, PYRAMID_OF_LETTERS[middle[:2].lower()], plain_name(last))))
        new = _new_piece(ship, last)
        if new is not None:
            self.spans |= {"system": middle_span, "new": last_span}
            readings.append(self.written(Trade(ship, new, plain_name(middle))))
        if not readings:
            raise NotAnAction(f"{middle[:_SHOWN]!r} is not a piece; write one as in g3", middle_span)
        return readings

    def move(self) -> list[WrittenAction]:
        ship = self.piece()
        origin = self.system()
        return [self.written(Move(ship, origin, self.system("to")))]

    def discover(self) -> list[WrittenAction]:
        ship = self.piece()
        origin = self.system()
        star = self.piece("star")
        return [self.written(Discover(ship, origin, star, self.system("name")))]

    def attack(self) -> list[WrittenAction]:
        ship = self.piece()
        word = self.words[self.index - 1].text
        owner = SEAT_OF_LETTER[word[2].lower()] if "owner" in self.spans else None
        return [self.written(Attack(ship, self.system(), owner))]

    def sacrifice(self) -> list[WrittenAction]:
        ship = self.piece()
        return [self.written(Sacrifice(ship, self.system()))]

    def catastrophe(self) -> list[WrittenAction]:
        system = self.system()
        word = self.take("colour", "a colour")
        colour = COLOUR_OF_LETTER.get(word[0].lower())
        if colour is None:
            raise NotAnAction(f"{word[:_SHOWN]!r} is not a colour", self.spans["colour"])
        return [self.written(Catastrophe(system, colour))]

    def passes(self) -> int:
        """How many actions are passed: `pass`, `pass 2`; `pass *` passes what is left, which needs no counting
        (H10)."""
        if not self.has_argument:
            return 1
        word = self.words[self.index].text
        if word == "*":
            self.index += 1  # in the middle of a turn
        elif word.isdecimal() and 0 < int(word[:9]) <= _MOST_PASSES:
            self.index += 1
            return int(word)
        return 1


_READERS: dict[str, Callable[[_Reader], list[WrittenAction]]] = {
    "homeworld": _Reader.homeworld,
    "build": _Reader.build,
    "construct": _Reader.build,
    "trade": _Reader.trade,
    "move": _Reader.move,
    "discover": _Reader.discover,
    "attack": _Reader.attack,
    "capture": _Reader.attack,
    "sacrifice": _Reader.sacrifice,
    "catastrophe": _Reader.catastrophe,
}


def _pyramid(colour: Colour, size: Size) -> Pyramid:
    return next(pyramid for pyramid in PYRAMID_OF_LETTERS.values() if pyramid.colour is colour and pyramid.size is size)


def _new_piece(ship: Pyramid, word: str) -> Pyramid | None:
    """What a trade for a colour makes of a ship; None if `word` names no colour."""
    found = _PIECE.match(word)
    if found is not None:
        return PYRAMID_OF_LETTERS[word[:2].lower()]
    colour = _COLOURS.get(word.lower())
    return None if colour is None else _pyramid(colour, ship.size)
