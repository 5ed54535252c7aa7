"""The actions of Homeworlds as sites and players write them: one table of verbs for all forms.

Applies no rule of the game. `read_action` takes what players typed at SuperDuperGames (HF7 to HF13), which forgave
junk after a piece and words after an action; `read_turn` takes turns as they are published (jpeterbaker's notation
page, Abstract Play), and `read_words` words that were found in a sentence. What words may mean is left to the judge:
Abstract Play writes a ship to be built without its size, and `trade r1 g1 b` may be a trade at b or at g1."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Span
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.foreign.sites.homeworlds import SiteTurn, site_diagnostic
from pyrnot.games.homeworlds import actions
from pyrnot.games.homeworlds.actions import WrittenAction
from pyrnot.games.homeworlds.position import COLOUR_OF_LETTER, PYRAMID_OF_LETTERS, SEAT_OF_LETTER, Seat, plain_name
from pyrnot.games.homeworlds.verbs import VERB_OF, cut_short
from pyrnot.record.model import Action, SeatWritten

_ACTIONS: dict[str, type[actions.Action]] = {made.__name__.lower(): made for made in get_args(actions.Action)}
"""The actions by their verbs; their fields are their arguments, in order."""
_PUBLISHED_VERBS = {**VERB_OF, "hw": "homeworld", **dict.fromkeys(cut_short("capture", 3), "attack")}
"""The verbs as sites that publish games have them."""
_TYPED_WORD = lazy_pattern(r"[^ \r]+")
_PUBLISHED_PART = lazy_pattern(r"(?:\"[^\"]*\"|[^;,/])+")
_PUBLISHED_WORD = lazy_pattern(r"\"[^\"]*\"|\S+")
COLOURS = {word: colour for letter, colour in COLOUR_OF_LETTER.items() for word in (letter, colour.lower())}
_PIECE = lazy_pattern(r"[rygb][123][nesw]?[^\w]*\Z", re.IGNORECASE)
_OWNER = lazy_pattern(r"(?:north|east|south|west|[nesw])(?![a-z0-9])", re.IGNORECASE)
Word = tuple[str, Span]
"""A word of an action, and where it is."""
_COUNTS = {"*": 1, **{str(count): count for count in range(1, 10)}}
_LONGEST_TURN = 20_000
_SHOWN = 40


class NotAnAction(Exception):
    """Text that is not an action. `span` is where, counted as the words of the text are."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


def read_action(text: str, players: Mapping[str, Seat]) -> WrittenAction:
    """One action as it was typed; `players` has the seats by the players' names in lower case. Raises
    `NotAnAction`."""
    return _ActionReader(_words(_TYPED_WORD, text), players=players).action()


def read_words(words: Sequence[Word]) -> Action:
    """The action that a verb and the words for its parts are, with a home's name at the end. Raises `NotAnAction`."""
    return _ActionReader(words, is_published=True).located()[0]


def read_turn(text: str, start: int, seat: Seat | None = None) -> SiteTurn:
    """A published turn, whose text begins at the offset `start`; one that is not notation has a diagnostic. A
    homeworld without a name is called after its `seat`."""
    span = Span(start, start + len(text))
    seat_written = SeatWritten(seat, span) if seat else None
    try:
        return SiteTurn(*span, tuple(_read_actions(text, start, seat)), seat_written)
    except NotAnAction as error:
        diagnostic = site_diagnostic(CoreCodes.NOT_NOTATION, error.span, error.message)
        return SiteTurn(*span, (), seat_written, diagnostic)


def _read_actions(text: str, start: int, seat: Seat | None) -> list[Action]:
    """The actions of one published turn. Raises `NotAnAction`."""
    if len(text) > _LONGEST_TURN:
        message = f"this is too long for a turn: more than {_LONGEST_TURN:,} characters"
        raise NotAnAction(message, Span(start, start + _SHOWN))
    written: list[Action] = []
    for part in _PUBLISHED_PART.finditer(text.rstrip(" *")):  # a last `*` says that the game is won
        words = _words(_PUBLISHED_WORD, part[0], start + part.start())
        reader = _ActionReader(words, home_name=seat and seat.value, is_published=True)
        while reader.next_word is not None:
            written += reader.located()
    if not written:
        raise NotAnAction("a turn needs an action", Span(start, start + max(len(text), 1)))
    return written


def _words(pattern: re.Pattern[str], text: str, start: int = 0) -> list[Word]:
    return [(word[0], Span(*word.span()).shift(start)) for word in pattern.finditer(text)]


class _ActionReader:
    """Takes words one by one: those of a published turn, or those of an action as one of `players` typed it, where
    what follows the action is ignored (HF11). `spans` has those of the parts of an action, counted as those of the
    words."""

    def __init__(
        self,
        words: Sequence[Word],
        *,
        players: Mapping[str, Seat] | None = None,
        home_name: str | None = None,
        is_published: bool = False,
    ) -> None:
        self.words = words
        self.players = players or {}
        self.home_name = home_name
        self.is_published = is_published
        self.index = 0
        self.origin = words[0][1].start if words else 0
        self.spans: dict[str, Span] = {}
        self.glued = ""
        """What follows the last piece without a blank."""

    @property
    def next_word(self) -> str | None:
        """The next word, None at the end."""
        return self.words[self.index][0] if self.index < len(self.words) else None

    def take(self, part: str, expected: str) -> str:
        """The next word, whose span is kept as that of `part`."""
        word = self.next_word
        if word is None:
            end = self.words[self.index - 1][1].end if self.index else self.origin
            raise NotAnAction(f"incomplete action: expected {expected} here", Span(max(end - 1, 0), end))
        self.spans[part] = self.words[self.index][1]
        self.index += 1
        return word

    def action(self) -> WrittenAction:
        """The next action: its verb, and the words after it. The spans of its parts count from its own start."""
        self.spans = {}
        word = self.take("verb", "an action")
        self.origin = self.spans["verb"].start
        verbs = _PUBLISHED_VERBS if self.is_published else VERB_OF
        verb = verbs.get(word.lower())
        if verb is None:
            raise NotAnAction(f"{word[:_SHOWN]!r} is not an action", self.spans["verb"])
        interpretations = self.interpretations(verb)
        spans = {part: span.shift(-self.origin) for part, span in self.spans.items()}
        return WrittenAction(action=interpretations[0], others=tuple(interpretations[1:]), spans=spans)

    def interpretations(self, verb: str) -> Sequence[actions.Action]:
        """The actions that the words after a verb may mean; there is at least one."""
        if self.is_published and verb == "trade":
            return self.trades()
        if self.is_published and verb == "build" and (self.next_word or "").lower() in COLOURS:
            return self.builds()
        action = _ACTIONS[verb]
        return [action(*(self.argument(field, action) for field in action.__struct_fields__))]

    def builds(self) -> list[actions.Action]:
        """`g Alpha`: a ship of a colour without its size."""
        colour = COLOURS[self.take("ship", "a ship").lower()]
        system = self.system("system")
        return [actions.Build(Pyramid(size, colour), system) for size in Size]

    def located(self) -> list[Action]:
        """The next action, with its location; several for `pass 2`. `pass *` passes what is left, which needs
        no counting (H10)."""
        written = self.action()
        count = 1
        if written.action == actions.Pass() and self.next_word in _COUNTS:
            count = _COUNTS[self.next_word]
            self.index += 1
        return [Action(self.origin, self.words[self.index - 1][1].end, written)] * count

    def argument(self, field: str, action: type[actions.Action]) -> Any:
        """An argument, which is of the type that its action needs."""
        match field:
            case "stars" | "colour" | "owner":
                return getattr(self, field)()
            case "ship" | "new" | "star":
                return self.piece(field)
            case "name" if action is actions.Homeworld:
                return self.home()
        return self.system({"origin": "system", "target": "to"}.get(field, field))

    def is_piece(self, word: str) -> bool:
        """Whether a word names a piece. What is glued to that of a typed action is ignored (HF8), but for an
        owner."""
        return word[:2].lower() in PYRAMID_OF_LETTERS and (not self.is_published or _PIECE.match(word) is not None)

    def piece(self, part: str) -> Pyramid:
        """A colour and a size (HF8)."""
        word = self.take(part, "a piece such as g3")
        if not self.is_piece(word):
            raise NotAnAction(f"{word[:_SHOWN]!r} is not a piece; write one as in g3", self.spans[part])
        start = self.spans[part].start
        self.spans[part] = Span(start, start + 2)
        self.glued = word[2:]
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
        if self.is_published and word.startswith('"'):
            word = word.strip('"')
        elif self.is_published:
            word = word.removeprefix("(").removesuffix(")")
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
        """The owner of an attacked ship: a letter glued to it (HF8), or of three or more typed players the next word,
        a player, a seat or its letter (HF11)."""
        owner = _OWNER.match(self.glued)
        if owner is not None:
            end = self.spans["ship"].end
            self.spans["owner"] = Span(end, end + owner.end())
            return SEAT_OF_LETTER[self.glued[0].lower()]
        if len(self.players) <= 2 or self.next_word is None:
            return None
        word = self.take("owner", "an owner").strip("()").lower()
        return self.players.get(word) or _find_seat(word)

    def home(self) -> str | None:
        """The name of a homeworld, where it has one: a typed one is named after its player (HF10)."""
        return self.system("name") if self.is_published and self.next_word is not None else self.home_name

    def trades(self) -> list[actions.Action]:
        """`g1 y1 Alpha`, or with the system before the new colour: `g1 Alpha y`; both where it may be both."""
        ship = self.piece("ship")
        middle = self.take("new", "the new piece, or a system")
        last = self.take("system", "the name of a system, or the new colour")
        new = self.piece_of(last, ship.size)
        if new is None and not self.is_piece(middle):
            raise NotAnAction(f"{middle[:_SHOWN]!r} is not a piece; write one as in g3", self.spans["new"])
        trades: list[actions.Action] = []
        if self.is_piece(middle):
            trades.append(actions.Trade(ship, PYRAMID_OF_LETTERS[middle[:2].lower()], plain_name(last)))
        else:
            self.spans |= {"system": self.spans["new"], "new": self.spans["system"]}
        if new is not None:
            trades.append(actions.Trade(ship, new, plain_name(middle)))
        return trades

    def piece_of(self, word: str, size: Size) -> Pyramid | None:
        """The piece that a word names, by its colour alone one of a size; None if it names none."""
        if self.is_piece(word):
            return PYRAMID_OF_LETTERS[word[:2].lower()]
        colour = COLOURS.get(word.lower())
        return Pyramid(size, colour) if colour else None


def _find_seat(word: str) -> Seat | None:
    """The seat that a word names: `north`, or `n`."""
    for seat in Seat:
        if word in (seat.letter, seat.lower()):
            return seat
    return None
