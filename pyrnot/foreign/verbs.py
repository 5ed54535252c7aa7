"""The actions of Homeworlds as sites and players write them: one table of verbs for all forms.

Applies no rule of the game. `read_action` takes what players typed at SuperDuperGames (HF7 to HF13), which forgave junk
after a piece and words after an action; `read_turn` takes turns as they are published (jpeterbaker's notation page,
Abstract Play), whose words may mean several things: all are given, and `homeworlds` chooses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Span
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.foreign.homeworlds import SiteTurn, WrittenChoice, site_fault
from pyrnot.games.homeworlds import actions
from pyrnot.games.homeworlds.actions import WrittenAction
from pyrnot.games.homeworlds.position import COLOUR_OF_LETTER, PYRAMID_OF_LETTERS, SEAT_OF_LETTER, Seat, plain_name
from pyrnot.record.model import SeatWritten

ACTIONS: dict[str, tuple[type[actions.Action], tuple[str, ...]]] = {
    "homeworld": (actions.Homeworld, ("stars", "ship", "home")),
    "build": (actions.Build, ("ship", "system")),
    "trade": (actions.Trade, ("ship", "new", "system")),
    "move": (actions.Move, ("ship", "system", "to")),
    "discover": (actions.Discover, ("ship", "system", "star", "name")),
    "attack": (actions.Attack, ("ship", "system", "owner")),
    "sacrifice": (actions.Sacrifice, ("ship", "system")),
    "catastrophe": (actions.Catastrophe, ("system", "colour")),
    "pass": (actions.Pass, ()),
}
"""The actions by their verbs, each with its arguments in order; `home`, its name, and `owner` may be left out."""
_TYPED_VERBS = {
    **{verb[:length]: verb for verb in ACTIONS for length in range(1, len(verb) + 1)},
    **{"construct"[:length]: "build" for length in range(3, 10)},
}
"""The verbs and what they may be cut short to (HF7)."""
_PUBLISHED_VERBS = {**_TYPED_VERBS, "hw": "homeworld", **{"capture"[:length]: "attack" for length in range(3, 8)}}
_TYPED_WORD = re.compile(r"[^ \r]+")
_PUBLISHED_WORD = re.compile(r"[;,/]|\"[^\"]*\"|[^\s;,/]+")
_COLOURS = {word: colour for letter, colour in COLOUR_OF_LETTER.items() for word in (letter, colour.lower())}
_PIECE = re.compile(r"[rygb][123][nesw]?[^\w]*\Z", re.IGNORECASE)
_OWNER = re.compile(r"(?:north|east|south|west|[nesw])(?![a-z0-9])", re.IGNORECASE)
_SEPARATORS = frozenset(";,/")
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
    reader = _Reader(text, 0, players)
    return reader.arguments(reader.verb())


def read_turn(text: str, start: int, seat: Seat | None = None) -> SiteTurn:
    """A published turn, whose text begins at the offset `start`; one that is not notation has a fault. A homeworld
    without a name is called after its `seat`."""
    span = Span(start, start + len(text))
    seat_written = SeatWritten(seat, span) if seat else None
    try:
        return SiteTurn(*span, tuple(_read_actions(text, start, seat)), seat_written)
    except NotAnAction as fault:
        found = site_fault(CoreCodes.NOT_NOTATION, fault.span, fault.message)
        return SiteTurn(*span, (), seat_written, found)


def _read_actions(text: str, start: int, seat: Seat | None) -> list[WrittenChoice]:
    """The actions of one published turn. Raises `NotAnAction`."""
    if len(text) > _LONGEST_TURN:
        message = f"this is too long for a turn: more than {_LONGEST_TURN:,} characters"
        raise NotAnAction(message, Span(start, start + _SHOWN))
    reader = _Reader(text, start, seat=seat)
    choices: list[WrittenChoice] = []
    while reader.index < len(reader.words):
        if reader.next_is_separator:
            reader.index += 1
        else:
            choices += reader.choices()
    if not choices:
        raise NotAnAction("a turn needs an action", Span(start, start + max(len(text), 1)))
    return choices


class _Reader:
    """Takes words one by one: those of a published turn, or those of an action as one of `players` typed it, where
    what follows the action is ignored (HF11). `spans` has those of the parts of an action, counted as those of the
    words."""

    def __init__(
        self, text: str, start: int, players: Mapping[str, Seat] | None = None, seat: Seat | None = None
    ) -> None:
        self.players = players or {}
        self.home_name = seat.value if seat else None
        self.is_published = players is None
        pattern = _PUBLISHED_WORD if self.is_published else _TYPED_WORD
        self.words = [(found[0], Span(*found.span()).shift(start)) for found in pattern.finditer(text)]
        self.index = 0
        self.origin = start
        self.spans: dict[str, Span] = {}
        self.glued = ""
        """What follows the last piece without a blank."""

    @property
    def next_is_separator(self) -> bool:
        """Whether an action ends here; a `*` that ends the last turn says that it won."""
        if not self.is_published or self.index >= len(self.words):
            return False
        word, _ = self.words[self.index]
        return word in _SEPARATORS or (word == "*" and self.index == len(self.words) - 1)

    @property
    def next_word(self) -> str | None:
        """The next word of the action, None at its end."""
        is_end = self.index >= len(self.words) or self.next_is_separator
        return None if is_end else self.words[self.index][0]

    def written(self, action: actions.Action) -> WrittenAction:
        """An action with the spans of its parts, counted from its own start."""
        return WrittenAction(action=action, spans={part: span.shift(-self.origin) for part, span in self.spans.items()})

    def take(self, part: str, expected: str) -> str:
        """The next word, whose span is kept as that of `part`."""
        word = self.next_word
        if word is None:
            end = self.words[self.index - 1][1].end if self.index else self.origin
            raise NotAnAction(f"incomplete action: expected {expected} here", Span(max(end - 1, 0), end))
        self.spans[part] = self.words[self.index][1]
        self.index += 1
        return word

    def verb(self) -> str:
        """The verb that begins an action."""
        self.spans = {}
        word = self.take("verb", "an action")
        self.origin = self.spans["verb"].start
        verb = (_PUBLISHED_VERBS if self.is_published else _TYPED_VERBS).get(word.lower())
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
            case "stars" | "colour" | "owner" | "home":
                return getattr(self, part)()
            case "ship" | "new" | "star":
                return self.piece(part)
        return self.system(part)

    def is_piece(self, word: str) -> bool:
        """Whether a word names a piece. What is glued to that of a typed action is ignored (HF8), but for an owner."""
        return word[:2].lower() in PYRAMID_OF_LETTERS and (not self.is_published or _PIECE.match(word) is not None)

    def piece(self, part: str) -> Pyramid:
        """A colour and a size (HF8)."""
        word = self.take(part, "a piece such as g3")
        if not self.is_piece(word):
            raise NotAnAction(f"{word[:_SHOWN]!r} is not a piece; write one as in g3", self.spans[part])
        start = self.spans[part].start
        self.spans[part], self.glued = Span(start, start + 2), word[2:]
        return PYRAMID_OF_LETTERS[word[:2].lower()]

    def stars(self) -> tuple[Pyramid, ...]:
        """Two stars, or one and `-` (HF8)."""
        first = self.piece("star 1")
        if self.next_word == "-":
            self.index += 1
            return (first,)
        return (first, self.piece("star 2"))

    def system(self, part: str) -> str:
        """A name: one word (HF10)."""
        word = self.take(part, "the name of a system")
        if self.is_published:
            word = word.strip('"') if word.startswith('"') else word.removeprefix("(").removesuffix(")")
        name = plain_name(word)
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
        """The owner of an attacked ship: a letter glued to it (HF8), or of three or more typed players the next word, a
        player, a seat or its letter (HF11)."""
        found = _OWNER.match(self.glued)
        if found is not None:
            end = self.spans["ship"].end
            self.spans["owner"] = Span(end, end + found.end())
            return SEAT_OF_LETTER[self.glued[0].lower()]
        if len(self.players) <= 2 or self.next_word is None:
            return None
        word = self.take("owner", "an owner").strip("()").lower()
        return self.players.get(word) or next((seat for seat in Seat if word in (seat.letter, seat.lower())), None)

    def home(self) -> str | None:
        """The name of a homeworld, where it has one: a typed one is named after its player (HF10)."""
        if not self.is_published:
            return None
        name = self.system("name") if self.next_word not in (None, "*") else self.home_name
        self.index += self.next_word == "*"
        return name

    def choices(self) -> list[WrittenChoice]:
        """The next published action; several for `pass 2`."""
        verb = self.verb()
        count = 1
        readings: Sequence[WrittenAction]
        if verb == "pass":
            count, readings = self.passes(), [self.arguments(verb)]
        elif verb == "build" and (self.next_word or "").lower() in _COLOURS:  # of any size, as Abstract Play has it
            colour, system = _COLOURS[self.take("ship", "a ship").lower()], self.system("system")
            readings = [self.written(actions.Build(Pyramid(size, colour), system)) for size in Size]
        else:
            readings = self.trade() if verb == "trade" else [self.arguments(verb)]
        return [WrittenChoice(self.origin, self.words[self.index - 1][1].end, tuple(readings))] * count

    def trade(self) -> list[WrittenAction]:
        """`trade g1 y1 Alpha`, or with the system before the new colour: `trade g1 Alpha y`."""
        ship = self.piece("ship")
        middle, middle_span = self.take("new", "the new piece, or a system"), self.spans["new"]
        last = self.take("system", "the name of a system, or the new colour")
        last_span = self.spans["system"]
        readings = []
        if self.is_piece(middle):
            readings.append(self.written(actions.Trade(ship, PYRAMID_OF_LETTERS[middle[:2].lower()], plain_name(last))))
        colour = _COLOURS.get(last.lower())
        new = Pyramid(ship.size, colour) if colour else None
        if self.is_piece(last):
            new = PYRAMID_OF_LETTERS[last[:2].lower()]
        if new is not None:
            self.spans |= {"system": middle_span, "new": last_span}
            readings.append(self.written(actions.Trade(ship, new, plain_name(middle))))
        if not readings:
            raise NotAnAction(f"{middle[:_SHOWN]!r} is not a piece; write one as in g3", middle_span)
        return readings

    def passes(self) -> int:
        """How many actions are passed: `pass`, `pass 2`; `pass *` passes what is left, which needs no counting
        (H10)."""
        word = self.next_word or ""
        is_count = len(word) == 1 and word.isdecimal() and word != "0"
        self.index += is_count or word == "*"
        return int(word) if is_count else 1
