"""Actions of Homeworlds as players typed them at SuperDuperGames (HF7 to HF13).

The server was forgiving, and so is this reader: it takes verbs cut short, junk after a piece and words after an action.
It applies no rule of the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pyrnot.core.diagnostics import Span
from pyrnot.core.pieces import Colour, Pyramid
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

_VERBS = (
    ("homeworld", 1),
    ("build", 1),
    ("construct", 3),
    ("trade", 1),
    ("move", 1),
    ("discover", 1),
    ("attack", 1),
    ("sacrifice", 1),
    ("catastrophe", 1),
    ("pass", 1),
)
"""The verbs, and the number of letters that each needs at least (HF7)."""
_VERB_OF_WORD = {verb[:length]: verb for verb, fewest in _VERBS for length in range(fewest, len(verb) + 1)}
_OWNER = re.compile(r"(?:north|east|south|west|[nesw])(?![a-z0-9])", re.IGNORECASE)
_SHOWN = 40


class NotAnAction(Exception):
    """A line that is not an action. `span` is where, counted from its start."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


def read_action(text: str, players: Mapping[str, Seat]) -> WrittenAction:
    """One action; `players` has the seats by the players' names in lower case. Raises `NotAnAction`."""
    words = _Words(text)
    word = words.take("verb", "an action")
    verb = _VERB_OF_WORD.get(word.lower())
    action: Action
    match verb:
        case "homeworld":
            action = Homeworld(words.stars(), words.pyramid("ship"))
        case "build" | "construct":
            action = Build(words.pyramid("ship"), words.system())
        case "trade":
            action = Trade(words.pyramid("ship"), words.pyramid("new"), words.system())
        case "move":
            action = Move(words.pyramid("ship"), words.system(), words.system("to"))
        case "discover":
            action = Discover(words.pyramid("ship"), words.system(), words.pyramid("star"), words.system("name"))
        case "attack":
            action = words.attack(players)
        case "sacrifice":
            action = Sacrifice(words.pyramid("ship"), words.system())
        case "catastrophe":
            action = Catastrophe(words.system(), words.colour())
        case "pass":
            action = Pass()
        case _:
            raise NotAnAction(f"{word[:_SHOWN]!r} is not an action", words.spans["verb"])
    return WrittenAction(action=action, spans=words.spans)


class _Words:
    """The words of one action, taken one by one; those left over at the end are ignored (HF11)."""

    def __init__(self, text: str) -> None:
        self.end = len(text)
        self.words: list[tuple[str, int]] = []
        start = 0
        for word in text.replace("\r", " ").split(" "):
            if word:
                self.words.append((word, start))
            start += len(word) + 1
        self.place = 0
        self.spans: dict[str, Span] = {}

    def take(self, part: str, expected: str) -> str:
        """The next word, whose span is kept as that of `part`."""
        word = self.take_any(part)
        if word is None:
            raise NotAnAction(f"incomplete action: expected {expected} here", Span(max(self.end - 1, 0), self.end))
        return word

    def take_any(self, part: str) -> str | None:
        """The next word if there is one."""
        if self.place >= len(self.words):
            return None
        word, start = self.words[self.place]
        self.spans[part] = Span(start, start + len(word))
        self.place += 1
        return word

    def pyramid(self, part: str) -> Pyramid:
        """A colour and a size; the rest of the word is ignored (HF8)."""
        word = self.take(part, "a piece such as G3")
        pyramid = PYRAMID_OF_LETTERS.get(word[:2].lower())
        if pyramid is None:
            raise NotAnAction(f"{word[:_SHOWN]!r} is not a piece; write one as in G3", self.spans[part])
        start = self.spans[part].start
        self.spans[part] = Span(start, start + 2)
        return pyramid

    def system(self, part: str = "system") -> str:
        """A name: one word (HF10)."""
        name = plain_name(self.take(part, "the name of a system"))
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

    def stars(self) -> Pyramids:
        """Two stars, or one and `-` (HF8)."""
        first = self.pyramid("star 1")
        if self.place < len(self.words) and self.words[self.place][0] == "-":
            self.place += 1
            return (first,)
        return (first, self.pyramid("star 2"))

    def attack(self, players: Mapping[str, Seat]) -> Attack:
        """The ship and the system; the owner, if named, after either of them (HF8, HF11)."""
        glued = self.words[self.place][0][2:] if self.place < len(self.words) else ""
        ship = self.pyramid("ship")
        owner = None
        named = _OWNER.match(glued)
        if named is not None:
            owner = SEAT_OF_LETTER[glued[0].lower()]
            end = self.spans["ship"].end
            self.spans["owner"] = Span(end, end + named.end())
        system = self.system()
        if owner is None and len(players) > 2:
            word = (self.take_any("owner") or "").strip("()").lower()
            owner = players.get(word) or next((seat for seat in Seat if word in (seat.letter, seat.lower())), None)
        return Attack(ship, system, owner)
