"""Logs of Homeworlds Live, and those of its form with numbers for systems: the words of an action after commas.

The site names each pyramid by its kind and a letter (`b,r1A,1` / `t,r1A,g1C`), so that a ship alone says where it is,
and gives the systems numbers in the order of their founding. Without letters the words are as in any published game
(`t,r1,g1,1`). A map that the site exports is a position. Whether an action is legal is left to the judge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Span
from pyrnot.core.leaving import Resign
from pyrnot.core.limits import ACTION_CHARACTERS, RECORD_TURNS
from pyrnot.core.mixins import SkipsSeats
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.sites.homeworlds import (
    HOMEWORLDS,
    SiteLine,
    SiteTurn,
    build_record,
    position_after,
    site_diagnostic,
    site_lines,
    site_tag,
    start_of,
)
from pyrnot.foreign.sites.live_maps import read_map
from pyrnot.foreign.sites.openings import HWL_HEADER, HWL_TITLE, begins_live_map
from pyrnot.foreign.sites.verbs import COLOURS, NotAnAction, Word, read_words
from pyrnot.foreign.source import ForeignText
from pyrnot.games import import_game
from pyrnot.games.homeworlds.actions import Attack, WrittenAction
from pyrnot.games.homeworlds.position import SEATS_BY_COUNT, Seat
from pyrnot.record.model import Action, Comment, LeftOut, Record, Result, SeatWritten, Tag

_PLAYERS = lazy_pattern(r"\s*Players:", re.IGNORECASE)
_IN_PROGRESS = "..."
"""What the site writes at the end of the turn that is being played."""
_LEAVES = lazy_pattern(r"(?:^|;)\s*e,\s*(?P<player>[^,;]*[^,;\s])\s*(?=;|$)", re.IGNORECASE)
"""A player who leaves the game, in the turn of any player."""
_ACTION = lazy_pattern(r"[^;]+")
_WORD = lazy_pattern(r"[^,;\s]+")
_SHIP = lazy_pattern(r"[rygb][123][A-E]", re.IGNORECASE)
_COUNTS_OF_WORDS = {
    "h": (3, 4),
    "b": (2,),
    "d": (2, 3),
    "t": (2,),
    "m": (2,),
    "x": (1,),
    "a": (1,),
    "s": (1,),
    "c": (2,),
}
"""How many words follow each verb where pyramids have letters."""
_SEAT_WORDS = {seat.lower() for seat in Seat}
_SHOWN = 40


def read_log(source: ForeignText) -> list[Record]:
    """The games of the text, each of which but the first begins with `Players:`; none if no line is a turn.
    A map is one without turns."""
    if begins_live_map(source.text):
        return [read_map(source)]
    readers = [_LetterReader()]
    for line in site_lines(source.text):
        if readers[-1].turns and _PLAYERS.match(line.text):
            readers.append(_LetterReader())
        if len(readers[-1].turns) <= RECORD_TURNS:
            readers[-1].take(line)
    return [reader.finish(source) for reader in readers if any(turn.actions for turn in reader.turns)]


class _LetterReader:
    """Reads a log line by line."""

    def __init__(self) -> None:
        self.turns: list[SiteTurn] = []
        self.header: dict[str, tuple[str, Span]] = {}
        self.comments: list[Comment] = []
        self.left_out: list[LeftOut] = []
        self.systems: dict[str, str] = {}  # where the ships are, by their letters too
        self.last_turns: dict[str, int] = {}  # the last turn in which each ship's owner had it, by its index
        self.attacks: dict[int, int] = {}  # that turn of the attacked ship, by where the attack begins
        self.founded = 0  # systems
        self.homes = 0
        self.left: tuple[Seat, Span] | None = None  # who left a game for two

    def take(self, line: SiteLine) -> None:
        """Takes the next line: of the header, a comment after `#`, or a turn."""
        bare = line.text.strip(" \t\r\ufeff")
        start = line.start + line.text.find(bare)
        header = None if self.turns else HWL_HEADER.match(bare)
        if header is not None:
            self.header.setdefault(
                header["name"].lower(), (header["value"], Span(*header.span("value")).shift(start))
            )
        elif bare.startswith("#"):
            self._take_comment(bare, start)
        elif bare.endswith(_IN_PROGRESS):
            self.left_out.append(LeftOut(line.number, bare, "the turn was not ended"))
        elif bare:
            self._take_turn(bare, start)

    def _take_turn(self, text: str, start: int) -> None:
        """Takes a turn, and the players who leave before and after it."""
        left = list(_LEAVES.finditer(text))
        played = _LEAVES.sub(lambda leaves: ";" * len(leaves[0]), text)
        bare = played.strip(" ;") if left else text
        begin = played.find(bare) if bare else len(text)
        before = [leaves for leaves in left if leaves.start() < begin]
        for leaves in before:
            self._take_leaving(leaves, start)
        if bare:
            self.turns.append(self._read_turn(bare, start + begin))
        for leaves in left[len(before) :]:
            self._take_leaving(leaves, start)

    def _take_leaving(self, leaves: re.Match[str], start: int) -> None:
        """Takes a player who leaves: with two players that is the end of the game, with more a turn."""
        name = leaves["player"]
        span = Span(*leaves.span("player")).shift(start)
        seat = self._seat_by_name().get(name.lower())
        if seat is None:
            message = f"write a player of the line `Players:` here: {name[:_SHOWN]!r} is not one"
            diagnostic = site_diagnostic(CoreCodes.NOT_NOTATION, span, message)
            self.turns.append(SiteTurn(*span, (), None, diagnostic))
        elif len(self._seats()) == 2:
            self.left = seat, span
        else:
            resigns = Action(*span, WrittenAction(action=Resign(), spans={}))
            self.turns.append(SiteTurn(*span, (resigns,), SeatWritten(seat, span)))

    def _players(self) -> list[str]:
        names, _ = self.header.get("players", ("", Span(0, 1)))
        return [name.strip() for name in names.split(",") if name.strip()]

    def _seats(self) -> tuple[Seat, ...]:
        """The seats of as many as the players or else the homeworlds are."""
        return SEATS_BY_COUNT.get(len(self._players()) or self.homes, SEATS_BY_COUNT[2])

    def _seat_by_name(self) -> dict[str, Seat]:
        """The seats by the names of their players, or by their own, in lower case."""
        seats = self._seats()
        by_name = {name.lower(): seat for name, seat in zip(self._players(), seats, strict=False)}
        return {seat.lower(): seat for seat in seats} | by_name

    def _take_comment(self, text: str, start: int) -> None:
        words = text[1:].strip().replace("{", "(").replace("}", ")")
        if not words:
            return
        comment = Comment(f"{{ {words} }}", Span(start, start + len(text)))
        if self.turns:
            self.turns[-1] = replace(self.turns[-1], comments=(*self.turns[-1].comments, comment))
        else:
            self.comments.append(comment)

    def _read_turn(self, text: str, start: int) -> SiteTurn:
        """A turn; one that is not notation has a diagnostic."""
        span = Span(start, start + len(text))
        actions: list[Action] = []
        try:
            for part in _ACTION.finditer(text):
                words = [
                    (word[0], Span(*word.span()).shift(start + part.start())) for word in _WORD.finditer(part[0])
                ]
                if words:
                    actions.append(self._read_action(words))
        except NotAnAction as error:
            diagnostic = site_diagnostic(CoreCodes.NOT_NOTATION, error.span, error.message)
            return SiteTurn(*span, (), None, diagnostic)
        return SiteTurn(*span, tuple(actions))

    def _read_action(self, words: list[Word]) -> Action:
        """An action as it is written. Raises `NotAnAction`."""
        start = words[0][1].start
        end = words[-1][1].end
        if end - start > ACTION_CHARACTERS:
            message = f"this is too long for an action: more than {ACTION_CHARACTERS:,} characters"
            raise NotAnAction(message, Span(start, end))
        verb = words[0][0].lower()
        self.homes += verb == "h"
        has_letters = len(words) > 1 and any(_SHIP.fullmatch(word) for word, _ in words[1:3])
        if has_letters or verb in ("c", "h", "x"):
            self._check_count(verb, words)
            words = self._in_published_order(verb, words)
        # The verb has the span of the action: the other words may be in another order than they are written.
        action = read_words([(words[0][0], Span(start, end)), *words[1:]])
        return replace(action, start=start, end=end)

    def _check_count(self, verb: str, words: list[Word]) -> None:
        """Raises `NotAnAction` for a verb with words that are missing or too many."""
        counts = _COUNTS_OF_WORDS.get(verb)
        if counts is not None and len(words) - 1 not in counts:
            message = f"write {counts[0]} words after {verb!r}, separated by commas"
            raise NotAnAction(message, Span(words[0][1].start, words[-1][1].end))

    def _in_published_order(self, verb: str, words: list[Word]) -> list[Word]:
        """The words of an action whose ships have letters, as published games have them. Keeps track of where ships
        are. Raises `NotAnAction` for a ship that is nowhere."""
        match verb:
            case "h":
                return self._found_home(words)
            case "b":
                self._place(words[1], words[2][0])
                return [words[0], _kind(words[1]), words[2]]
            case "d":
                origin = self._leave(words[1])
                number = self._found(words[3][0] if len(words) > 3 else None)
                self._place(words[1], number)
                return [words[0], _kind(words[1]), origin, _kind(words[2]), (number, words[2][1])]
            case "m":
                origin = self._leave(words[1])
                self._place(words[1], words[2][0])
                return [words[0], _kind(words[1]), origin, words[2]]
            case "t":
                system = self._leave(words[1])
                self._place(words[2], system[0])
                return [words[0], _kind(words[1]), _kind(words[2]), system]
            case "s":
                return [words[0], _kind(words[1]), self._leave(words[1])]
            case "x" | "a":
                system = self._find(words[1])
                self.attacks[words[0][1].start] = self.last_turns[words[1][0].upper()]
                self._place(words[1], system[0])
                return [("attack", words[0][1]), _kind(words[1]), system]
            case "c":
                return self._catastrophe(words)
        return words

    def _found_home(self, words: list[Word]) -> list[Word]:
        number = self._found(words[4][0] if len(words) > 4 else None)
        self._place(words[3], number)
        return [words[0], *map(_kind, words[1:4]), (number, words[-1][1])]

    def _catastrophe(self, words: list[Word]) -> list[Word]:
        """A catastrophe, whose colour the site writes before the system."""
        verb, colour, system = words
        if colour[0].lower() not in COLOURS:  # without letters it is written after the system
            return words
        gone = [
            ship
            for ship, where in self.systems.items()
            if where == system[0] and ship[0].lower() == colour[0].lower()
        ]
        for ship in gone:
            del self.systems[ship]
        return [verb, system, colour]

    def _found(self, name: str | None) -> str:
        """The name of the next system: what is written, or its number."""
        self.founded += 1
        return name or str(self.founded)

    def _place(self, ship: Word, system: str) -> None:
        """Puts a ship of the player whose turn is read into a system."""
        self.systems[ship[0].upper()] = system
        self.last_turns[ship[0].upper()] = len(self.turns)

    def _find(self, ship: Word) -> Word:
        """The system that a ship is in, at the ship's location in the text. Raises `NotAnAction`."""
        system = self.systems.get(ship[0].upper())
        if system is None:
            raise NotAnAction(f"write a ship that is in play: {ship[0]!r} is not", ship[1])
        return system, ship[1]

    def _leave(self, ship: Word) -> Word:
        """The system that a ship leaves. Raises `NotAnAction`."""
        system = self._find(ship)
        del self.systems[ship[0].upper()]
        return system

    def finish(self, source: ForeignText) -> Record:
        """The record of the game, at the end of the log."""
        tags: list[Tag] = [site_tag("Game", "Homeworlds", Span(0, 1))]
        _, span = self.header.get("players", ("", Span(0, 1)))
        players = self._players()
        seats = self._seats()
        if not {name.lower() for name in players} <= _SEAT_WORDS:
            tags += [site_tag(seat.value, name, span) for seat, name in zip(seats, players, strict=False)]
        elif len(seats) > 2:
            tags.append(site_tag("Seats", str(len(seats)), span))
        result = self._result()
        turns = self._with_owners(start_of(tags)) if self.attacks and len(seats) > 2 else self.turns
        return build_record(
            source, HWL_TITLE, turns, tags, comments=self.comments, result=result, left_out=self.left_out
        )

    def _with_owners(self, position: Any) -> list[SiteTurn]:
        """The turns of a game for more than two, in which the letter of an attacked ship says whose it is: that of
        the player who had it last. What comes after an illegal turn stays as it is."""
        game = import_game(HOMEWORLDS)
        assert isinstance(game, SkipsSeats)
        movers: list[Seat] = []
        turns: list[SiteTurn] = []
        for turn in self.turns:
            if position is None:
                break
            if turn.seat is not None and turn.seat.text != position.to_move:
                handed = game.skip_to(position, turn.seat.text, [action.written for action in turn.actions])
                position = handed[0] if handed else position
            movers.append(position.to_move)
            turns.append(replace(turn, actions=tuple(self._with_owner(action, movers) for action in turn.actions)))
            position = position_after(position, turns[-1])
        return turns + self.turns[len(turns) :]

    def _with_owner(self, action: Action, movers: Sequence[Seat]) -> Action:
        """An action, an attack with the owner of the ship, given who moved in each turn so far."""
        written = action.written
        assert isinstance(written, WrittenAction)
        if not isinstance(written.action, Attack) or action.start not in self.attacks:
            return action
        attack = replace(written.action, owner=movers[self.attacks[action.start]])
        return replace(action, written=replace(written, action=attack))

    def _result(self) -> Result | None:
        """The result: who is the winner in the header, or who has not left a game for two."""
        winner, span = self.header.get("winner", ("none", Span(0, 1)))
        seat = self._seat_by_name().get(winner.lower())
        if seat is None and self.left is not None:
            loser, span = self.left
            seat = next(other for other in self._seats() if other is not loser)
        return Result(f"{seat.value.lower()} wins", span, f"{seat.value} wins") if seat is not None else None


def _kind(pyramid: Word) -> Word:
    """A pyramid without its letter."""
    return pyramid[0][:2], pyramid[1]
