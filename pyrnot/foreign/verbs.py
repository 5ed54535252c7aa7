"""The actions of Homeworlds as sites and players write them: one table of verbs for all forms.

Applies no rule of the game. `read_action` takes what players typed at SuperDuperGames (HF7 to HF13), which forgave junk
after a piece and words after an action; `read_actions` takes turns as they are published (jpeterbaker's notation page,
Abstract Play), whose words may mean several things: all are given, and `homeworlds` chooses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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
from pyrnot.games.homeworlds.position import (
    COLOUR_OF_LETTER,
    PYRAMID_OF_LETTERS,
    SEAT_OF_LETTER,
    Pyramids,
    Seat,
    plain_name,
)

ACTIONS: dict[str, tuple[type[Action], tuple[str, ...]]] = {
    "homeworld": (Homeworld, ("stars", "ship", "home")),
    "build": (Build, ("ship", "system")),
    "trade": (Trade, ("ship", "new", "system")),
    "move": (Move, ("ship", "system", "to")),
    "discover": (Discover, ("ship", "system", "star", "name")),
    "attack": (Attack, ("ship", "system", "owner")),
    "sacrifice": (Sacrifice, ("ship", "system")),
    "catastrophe": (Catastrophe, ("system", "colour")),
    "pass": (Pass, ()),
}
"""The actions by their verbs, each with its arguments in order; `home`, its name, and `owner` may be left out."""
_VERB_OF_WORD = {
    **{verb[:length]: verb for verb in ACTIONS for length in range(1, len(verb) + 1)},
    **{"construct"[:length]: "build" for length in range(3, 10)},
}
"""The verbs and what they may be cut short to (HF7)."""
_PUBLISHED_VERBS = {"hw": "homeworld", **{"capture"[:length]: "attack" for length in range(3, 8)}}
"""Those that no transcript of SuperDuperGames has."""
_COLOURS = {word: colour for letter, colour in COLOUR_OF_LETTER.items() for word in (letter, colour.lower())}
_PIECE = re.compile(r"[rygb][123][nesw]?[^\w]*\Z", re.IGNORECASE)
_OWNER = re.compile(r"(?:north|east|south|west|[nesw])(?![a-z0-9])", re.IGNORECASE)
_SEPARATORS = frozenset(";,/")
_MOST_PASSES = 9
_LONGEST_TURN = 20_000
_SHOWN = 40


class NotAnAction(Exception):
    """Text that is not an action. `span` is where, counted as the words of the text are."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


def read_action(text: str, players: Mapping[str, Seat]) -> WrittenAction:
    """One action as it was typed; `players` has the seats by the players' names in lower case. Raises `NotAnAction`."""
    reader = _Typed(text, players)
    return reader.arguments(reader.verb())


def read_actions(text: str, start: int = 0) -> list[WrittenChoice]:
    """The actions of one published turn, whose text begins at the offset `start`. Raises `NotAnAction`."""
    if len(text) > _LONGEST_TURN:
        message = f"this is too long for a turn: more than {_LONGEST_TURN:,} characters"
        raise NotAnAction(message, Span(start, start + _SHOWN))
    reader = _Reader(text, start)
    choices: list[WrittenChoice] = []
    while reader.index < len(reader.words):
        if reader.next_is_separator:
            reader.index += 1
        else:
            choices += reader.choices()
    if not choices:
        raise NotAnAction("a turn needs an action", Span(start, start + max(len(text), 1)))
    return choices


def read_piece(word: str) -> Pyramid | None:
    """The piece that a word begins with: a colour and a size (HF8)."""
    return PYRAMID_OF_LETTERS.get(word[:2].lower())


class _Word(NamedTuple):
    text: str
    span: Span


class _Reader:
    """Takes the words of a published turn one by one; `spans` has those of the parts of an action, counted as those of
    the words."""

    pattern = re.compile(r"[;,/]|\"[^\"]*\"|[^\s;,/]+")
    verbs = _VERB_OF_WORD | _PUBLISHED_VERBS

    def __init__(self, text: str, start: int = 0) -> None:
        self.words = [_Word(found[0], Span(*found.span()).shift(start)) for found in self.pattern.finditer(text)]
        self.index = 0
        self.origin = start
        self.spans: dict[str, Span] = {}
        self.glued = ""
        """What follows the last piece without a blank."""

    @property
    def next_is_separator(self) -> bool:
        """Whether an action ends here; a `*` that ends the last turn says that it won."""
        if self.index >= len(self.words):
            return False
        word = self.words[self.index].text
        return word in _SEPARATORS or (word == "*" and self.index == len(self.words) - 1)

    @property
    def next_word(self) -> str | None:
        """The next word of the action, None at its end."""
        is_end = self.index >= len(self.words) or self.next_is_separator
        return None if is_end else self.words[self.index].text

    def written(self, action: Action) -> WrittenAction:
        """An action with the spans of its parts, counted from its own start."""
        return WrittenAction(action=action, spans={part: span.shift(-self.origin) for part, span in self.spans.items()})

    def verb(self) -> str:
        """The verb that begins an action."""
        self.spans = {}
        word = self.take("verb", "an action")
        self.origin = self.spans["verb"].start
        verb = self.verbs.get(word.lower())
        if verb is None:
            raise NotAnAction(f"{word[:_SHOWN]!r} is not an action", self.spans["verb"])
        return verb

    def arguments(self, verb: str) -> WrittenAction:
        """The action of a verb, with the words after it."""
        make, parts = ACTIONS[verb]
        return self.written(make(*map(self.argument, parts)))

    def argument(self, part: str) -> Any:
        """An argument, which is of the type that its action needs."""
        match part:
            case "stars":
                return self.stars()
            case "ship" | "new" | "star":
                return self.piece(part)
            case "colour":
                return self.colour()
            case "owner":
                return self.owner()
            case "home":
                return self.home()
        return self.system(part)

    def take(self, part: str, expected: str) -> str:
        """The next word, whose span is kept as that of `part`."""
        word = self.next_word
        if word is None:
            end = self.words[self.index - 1].span.end if self.index else self.origin
            raise NotAnAction(f"incomplete action: expected {expected} here", Span(max(end - 1, 0), end))
        self.spans[part] = self.words[self.index].span
        self.index += 1
        return word

    def piece(self, part: str) -> Pyramid:
        """A colour and a size; what is glued to them is ignored (HF8), but for an owner."""
        word = self.take(part, "a piece such as g3")
        pyramid = read_piece(word) if self.is_piece(word) else None
        if pyramid is None:
            raise NotAnAction(f"{word[:_SHOWN]!r} is not a piece; write one as in g3", self.spans[part])
        start = self.spans[part].start
        self.spans[part], self.glued = Span(start, start + 2), word[2:]
        return pyramid

    def stars(self) -> Pyramids:
        """Two stars, or one and `-` (HF8)."""
        first = self.piece("star 1")
        if self.next_word == "-":
            self.index += 1
            return (first,)
        return (first, self.piece("star 2"))

    def system(self, part: str) -> str:
        """A name: one word (HF10)."""
        name = plain_name(self.bare_name(self.take(part, "the name of a system")))
        if not name:
            raise NotAnAction("expected the name of a system here", self.spans[part])
        return name

    def colour(self) -> Colour:
        """A colour, by its first letter (HF9)."""
        word = self.take("colour", "a colour")
        colour = COLOUR_OF_LETTER.get(word[0].lower())
        if colour is None:
            raise NotAnAction(f"{word[:_SHOWN]!r} is not a colour", self.spans["colour"])
        return colour

    def owner(self) -> Seat | None:
        """The owner of an attacked ship, whose letter may be glued to it (HF8)."""
        found = _OWNER.match(self.glued)
        if found is None:
            return None
        end = self.spans["ship"].end
        self.spans["owner"] = Span(end, end + found.end())
        return SEAT_OF_LETTER[self.glued[0].lower()]

    def choices(self) -> list[WrittenChoice]:
        """The next action; several for `pass 2`."""
        verb = self.verb()
        count = 1
        readings: Sequence[WrittenAction]
        match verb:
            case "pass":
                count, readings = self.passes(), [self.arguments(verb)]
            case "build" if self.next_word is not None and self.next_word.lower() in _COLOURS:
                readings = self.build_of_any_size()
            case "trade":
                readings = self.trade()
            case _:
                readings = [self.arguments(verb)]
        return [WrittenChoice(tuple(readings), self.origin, self.words[self.index - 1].span.end)] * count

    def is_piece(self, word: str) -> bool:
        return _PIECE.match(word) is not None

    def bare_name(self, word: str) -> str:
        return word.strip('"') if word.startswith('"') else word.removeprefix("(").removesuffix(")")

    def home(self) -> str | None:
        name = self.system("name") if self.next_word not in (None, "*") else None
        if self.next_word == "*":
            self.index += 1
        return name

    def build_of_any_size(self) -> list[WrittenAction]:
        """A build of a colour alone, as Abstract Play has it."""
        colour = _COLOURS[self.take("ship", "a ship").lower()]
        system = self.system("system")
        return [self.written(Build(Pyramid(size, colour), system)) for size in Size]

    def trade(self) -> list[WrittenAction]:
        """`trade g1 y1 Alpha`, or with the system before the new colour: `trade g1 Alpha y`."""
        ship = self.piece("ship")
        middle, middle_span = self.take("new", "the new piece, or a system"), self.spans["new"]
        last = self.take("system", "the name of a system, or the new colour")
        last_span = self.spans["system"]
        readings = []
        if self.is_piece(middle):
            readings.append(self.written(Trade(ship, PYRAMID_OF_LETTERS[middle[:2].lower()], plain_name(last))))
        new = self.new_piece(ship, last)
        if new is not None:
            self.spans |= {"system": middle_span, "new": last_span}
            readings.append(self.written(Trade(ship, new, plain_name(middle))))
        if not readings:
            raise NotAnAction(f"{middle[:_SHOWN]!r} is not a piece; write one as in g3", middle_span)
        return readings

    def new_piece(self, ship: Pyramid, word: str) -> Pyramid | None:
        """What a trade for a piece or a colour makes of a ship; None if `word` names neither."""
        if self.is_piece(word):
            return read_piece(word)
        colour = _COLOURS.get(word.lower())
        return None if colour is None else Pyramid(ship.size, colour)

    def passes(self) -> int:
        """How many actions are passed: `pass`, `pass 2`; `pass *` passes what is left, which needs no counting
        (H10)."""
        word = self.next_word or ""
        if word.isdecimal() and 0 < int(word[:9]) <= _MOST_PASSES:
            self.index += 1
            return int(word)
        if word == "*":
            self.index += 1  # in the middle of a turn
        return 1


class _Typed(_Reader):
    """Takes the words of an action of SuperDuperGames; those after it are ignored (HF11)."""

    pattern = re.compile(r"[^ \r]+")
    verbs = _VERB_OF_WORD

    def __init__(self, text: str, players: Mapping[str, Seat]) -> None:
        super().__init__(text)
        self.players = players

    @property
    def next_is_separator(self) -> bool:
        return False

    def is_piece(self, word: str) -> bool:
        return True

    def bare_name(self, word: str) -> str:
        return word

    def home(self) -> None:
        return None  # it is named after its player (HF10)

    def owner(self) -> Seat | None:
        """Of three or more, the owner may be the next word too: a player, a seat or its letter (HF11)."""
        glued = super().owner()
        if glued is not None or len(self.players) <= 2 or self.next_word is None:
            return glued
        word = self.take("owner", "an owner").strip("()").lower()
        return self.players.get(word) or next((seat for seat in Seat if word in (seat.letter, seat.lower())), None)
