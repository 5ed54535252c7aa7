"""Games of Homeworlds as its first players wrote them: `Ana:3:Construct (Peace, sg)`, one turn a line.

An action is a verb and what it needs in brackets, the system first; a pyramid is its size and its colour, or the
power of that (`sg` or `sc`). A system is called by its stars (`LGSB`) until `Name (LGSB, "Peace")` gives it a name,
maybe turns later. Lines of other words are left out. Whether an action is legal is left to the judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.limits import ACTION_CHARACTERS, RECORD_TURNS, TURN_ACTIONS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.sites.homeworlds import SiteLine, SiteTurn, build_record, site_diagnostic, site_lines, site_tag
from pyrnot.foreign.sites.verbs import NotAnAction, Word, read_words
from pyrnot.foreign.source import ForeignText
from pyrnot.games.homeworlds.actions import Catastrophe, WrittenAction
from pyrnot.games.homeworlds.position import COLOUR_OF_LETTER, SEATS_BY_COUNT, fold
from pyrnot.record.model import Action, LeftOut, Record, SeatWritten, Tag

_TITLE = "a game of actions with brackets"
_PYRAMID = lazy_pattern(r"([sml])([rygbamct])", re.IGNORECASE)
_STARS = lazy_pattern(r"(?:[sml][rygbamct]){1,2}", re.IGNORECASE)
_SIZES = {"s": "1", "m": "2", "l": "3"}
_COLOURS = {letter: letter for letter in "rygb"} | {"a": "r", "m": "y", "c": "g", "t": "b"}
"""The letters of colours, and those of their powers: attack, move, construct, trade."""
_PUBLISHED_VERBS = {
    verb: verb
    for verb in ("homeworld", "build", "trade", "discover", "move", "attack", "sacrifice", "catastrophe", "pass")
} | {"construct": "build"}
_COUNTS_OF_WORDS = {
    "homeworld": (2,),
    "build": (2,),
    "trade": (3,),
    "discover": (3,),
    "move": (3,),
    "attack": (2, 3),
    "sacrifice": (2,),
    "catastrophe": (0, 1, 2),
    "pass": (0,),
    "name": (2,),
}
"""How many words follow each verb."""
_VERBS = "|".join((*_PUBLISHED_VERBS, "name"))
_NUMBER = r"(?:\d{1,4}[ \t]*[:.)][ \t]*)"
_PREFIX = rf"\ufeff?[ \t]*{_NUMBER}?(?:(?P<player>[^\W\d_][^:()\n]{{0,40}}):[ \t]*)?(?P<number>{_NUMBER})?"
_TURN = lazy_pattern(
    rf"{_PREFIX}(?P<calls>(?:{_VERBS})[ \t]*(?:\(|[;.]?[ \t\r]*\Z)|(?(number)[a-z]+[ \t]*\(|(?!)))", re.IGNORECASE
)
"""What a turn begins with. After a number, a verb may also be an unknown one."""
_HOME = lazy_pattern(rf"^{_PREFIX}homeworld[ \t]*\([ \t]*{_STARS.pattern}[ \t]*,", re.IGNORECASE | re.MULTILINE)
_CALL = lazy_pattern(r"(?P<verb>[a-z]+)[ \t]*(?:\((?P<words>[^()]*)\)?)?", re.IGNORECASE)
_BETWEEN = lazy_pattern(r"[ \t\r:;,.]*")
_WORD = lazy_pattern(r"[^,\s](?:[^,]*[^,\s])?")
_QUOTES = "\"'“”„«»"
_SHOWN = 40


class _System:
    """A system, by its stars until it has a name."""

    def __init__(self, stars: str) -> None:
        self.stars = stars
        self.name = ""


_Part = tuple["str | _System", Span]
"""A word of an action, or the system that it names, and where it is."""


def has_calls(head: str) -> bool:
    """Whether a text has two homeworlds in this notation."""
    homes = _HOME.finditer(head)
    return next(homes, None) is not None and next(homes, None) is not None


def read_called(source: ForeignText) -> Record:
    """The game of a text."""
    reader = _CallReader()
    for line in site_lines(source.text):
        reader.take(line)
        if len(reader.turns) > RECORD_TURNS:
            break
    return reader.finish(source)


class _Call(NamedTuple):
    """An action: where it is, and its verb and other parts in the order of published games."""

    span: Span
    parts: Sequence[_Part]


class _CallTurn:
    """A turn whose systems may still be given names."""

    def __init__(self, span: Span, player: str) -> None:
        self.span = span
        self.player = player
        self.calls: list[_Call] = []
        self.diagnostic: Diagnostic | None = None


class _CallReader:
    """Reads a game line by line."""

    def __init__(self) -> None:
        self.turns: list[_CallTurn] = []
        self.players: dict[str, tuple[str, Span]] = {}  # by their names in lower case
        self.left_out: list[LeftOut] = []
        self.warnings: list[Diagnostic] = []
        self.by_name: dict[str, _System] = {}
        self.by_stars: dict[str, _System] = {}  # the newest that has them
        self.homes: dict[str, _System] = {}  # by player
        self.called: dict[tuple[str, str], _System] = {}  # homes, by player and the stars that the player says
        self.newest: _System | None = None  # the system that the turn speaks of

    def take(self, line: SiteLine) -> None:
        """Takes the next line: a turn, or words that are left out."""
        turn = _TURN.match(line.text)
        if turn is None:
            if line.text.strip():
                self.left_out.append(LeftOut(line.number, line.text.strip()))
            return
        name = (turn["player"] or "").strip()
        if name:
            self.players.setdefault(name.lower(), (name, line.span(turn.start("player"), turn.end("player"))))
        begin = len(line.text) - len(line.text.lstrip())
        taken = _CallTurn(line.span(begin, len(line.text.rstrip())), name.lower())
        self.turns.append(taken)
        try:
            self._take_calls(line, turn.start("calls"), taken)
        except NotAnAction as error:
            taken.diagnostic = site_diagnostic(CoreCodes.NOT_NOTATION, error.span, error.message)

    def _take_calls(self, line: SiteLine, place: int, turn: _CallTurn) -> None:
        """Takes the actions of a line from a place on. Raises `NotAnAction`."""
        text = line.text.rstrip(" \t\r:;,.")
        self.newest = None
        while place < len(text):
            call = _CALL.match(text, place)
            if call is None or call.end() - place > ACTION_CHARACTERS or len(turn.calls) == TURN_ACTIONS:
                message = f"write an action as in Construct (Peace, sg): {text[place : place + _SHOWN]!r} is not one"
                raise NotAnAction(message, line.span(place, min(place + _SHOWN, len(text))))
            self._take_call(line, call, turn)
            between = _BETWEEN.match(text, call.end())
            place = between.end() if between else call.end()

    def _take_call(self, line: SiteLine, call: re.Match[str], turn: _CallTurn) -> None:
        """Takes an action or a name. Raises `NotAnAction`."""
        written = call["verb"].lower()
        verb = _PUBLISHED_VERBS.get(written, written)
        verb_span = line.span(*call.span("verb"))
        if verb not in _COUNTS_OF_WORDS:
            raise NotAnAction(f"{call['verb'][:_SHOWN]!r} is not an action", verb_span)
        words = [
            (word[0].strip(_QUOTES), line.span(*word.span()).shift(call.start("words")))
            for word in _WORD.finditer(call["words"] or "")
        ]
        span = line.span(*call.span())
        counts = _COUNTS_OF_WORDS[verb]
        if len(words) not in counts:
            message = f"write {counts[-1]} words in brackets after {call['verb']!r}, separated by commas"
            raise NotAnAction(message, span)
        if verb == "name":
            self._name(words, turn.player)
            return
        parts = self._parts_of(verb, words, turn.player, span)
        turn.calls.append(_Call(span, [(verb, span), *parts]))

    def _name(self, words: Sequence[Word], player: str) -> None:
        """Gives a system its name. Raises `NotAnAction` for one that is nowhere."""
        (stars, span), (name, _) = words
        system = self._find(stars, span, player)
        if system is None:
            raise NotAnAction(f"write a system that is in play: {stars[:_SHOWN]!r} is not", span)
        system.name = name
        self.by_name[fold(name)] = system

    def _parts_of(self, verb: str, words: Sequence[Word], player: str, span: Span) -> list[_Part]:
        """The parts of an action, in the order of published games. Raises `NotAnAction`."""
        match verb, words:
            case "homeworld", [stars, ship]:
                system = self._found(stars[0])
                self.homes[player] = self.called[player, _sorted(stars[0])] = system
                return [*_stars(stars), _pyramid(ship), (system, stars[1])]
            case "trade", [system, ship, new]:
                return [_pyramid(ship), _pyramid(new), self._system(system, player)]
            case "discover", [system, ship, star]:
                origin = self._system(system, player)
                return [_pyramid(ship), origin, _pyramid(star), (self._found(star[0]), star[1])]
            case "move", [system, ship, target]:
                return [_pyramid(ship), self._system(system, player), self._system(target, player)]
            case "attack", [system, *_, ship]:
                return [_pyramid(ship), self._system(system, player)]
            case "catastrophe", []:
                if self.newest is None:
                    raise NotAnAction("write the system in brackets: Catastrophe (Peace)", span)
                return [(self.newest, span)]
            case "catastrophe", [system, *colour]:
                return [self._system(system, player), *colour]
            case "build" | "sacrifice", [system, ship]:
                return [_pyramid(ship), self._system(system, player)]
        return []

    def _found(self, stars: str) -> _System:
        """A system that begins."""
        system = _System(stars.upper())
        self.by_stars[_sorted(stars)] = self.newest = system
        return system

    def _system(self, word: Word, player: str) -> _Part:
        """The system that a word names; the word itself if there is none."""
        found = self._find(*word, player)
        self.newest = found
        return found or word[0], word[1]

    def _find(self, text: str, span: Span, player: str) -> _System | None:
        """The system with a name or with stars. A player whose homeworld has no name means that one, where the stars
        are those of another player's, which has a name."""
        system = self.by_name.get(fold(text))
        if system is not None or not _STARS.fullmatch(text):
            return system
        stars = _sorted(text)
        own = self.called.get((player, stars))
        system = own or self.by_stars.get(stars)
        home = self.homes.get(player)
        is_taken = system is not None and system.name and system in self.homes.values()
        if own is not None or home is None or home.name or not is_taken or system is home:
            return system
        message = f"read as {home.stars}, the player's own homeworld: {text} has a name already"
        self.warnings.append(
            Diagnostic(Severity.WARNING, CoreCodes.READ_AS, "TR2", span, message, None, len(self.turns))
        )
        self.called[player, stars] = home
        return home

    def finish(self, source: ForeignText) -> Record:
        """The record of the game, at the end of the text."""
        names = list(self.players.values())
        seats = SEATS_BY_COUNT.get(len(names), SEATS_BY_COUNT[2])
        seat_of = dict(zip(self.players, seats, strict=False))
        tags: list[Tag] = [site_tag("Game", "Homeworlds", Span(0, 1))]
        tags += [site_tag(seat.value, name, span) for seat, (name, span) in zip(seats, names, strict=False)]
        systems = _names_of(self.turns)
        turns: list[SiteTurn] = []
        for turn in self.turns:
            seat = seat_of.get(turn.player)
            seat_written = SeatWritten(seat, turn.span) if seat else None
            actions = tuple(_read_call(call, systems) for call in turn.calls)
            turns.append(SiteTurn(*turn.span, actions, seat_written, turn.diagnostic))
        return build_record(source, _TITLE, turns, tags, left_out=self.left_out, diagnostics=self.warnings)


def _names_of(turns: Sequence[_CallTurn]) -> dict[_System, str]:
    """What systems are called: by their names, and those without by their stars and a number."""
    parts = (part for turn in turns for call in turn.calls for part, _ in call.parts)
    systems = dict.fromkeys(part for part in parts if isinstance(part, _System))
    taken = {fold(system.name) for system in systems if system.name}
    numbered: dict[str, Iterator[str]] = {}
    names: dict[_System, str] = {}
    for system in systems:
        free = numbered.setdefault(system.stars, _numbered(system.stars, taken))
        names[system] = system.name or next(free)
    return names


def _numbered(stars: str, taken: AbstractSet[str]) -> Iterator[str]:
    """Names for systems with the same stars: the stars alone, then followed by a number."""
    for number in count(1):
        name = stars if number == 1 else f"{stars}{number}"
        if fold(name) not in taken:
            yield name


def _read_call(call: _Call, names: Mapping[_System, str]) -> Action:
    """An action; a catastrophe without a colour may mean each."""
    words = [(names[part] if isinstance(part, _System) else part, span) for part, span in call.parts]
    if call.parts[0][0] == "catastrophe" and len(words) == 2:
        first, *others = [Catastrophe(words[1][0], colour) for colour in COLOUR_OF_LETTER.values()]
        whole = Span(0, call.span.end - call.span.start)
        return Action(*call.span, WrittenAction(action=first, others=tuple(others), spans={"verb": whole}))
    return replace(read_words(words), start=call.span.start, end=call.span.end)


def _stars(word: Word) -> list[Word]:
    """The stars of a homeworld, or one and `-`. Raises `NotAnAction`."""
    text, span = word
    if not _STARS.fullmatch(text):
        raise NotAnAction(f"write stars as in LGSB: {text[:_SHOWN]!r} is not two pyramids", span)
    stars = [_pyramid((text[place : place + 2], span)) for place in range(0, len(text), 2)]
    return [*stars, ("-", span)][:2]


def _pyramid(word: Word) -> Word:
    """A pyramid as published games have it: `g1`. Raises `NotAnAction`."""
    text, span = word
    if not _PYRAMID.fullmatch(text):
        raise NotAnAction(f"write a pyramid as in sg: {text[:_SHOWN]!r} is not one", span)
    return _COLOURS[text[1].lower()] + _SIZES[text[0].lower()], span


def _sorted(stars: str) -> str:
    """Stars in one order: a homeworld has them in any."""
    return "".join(sorted(re.findall("..", stars.lower())))
