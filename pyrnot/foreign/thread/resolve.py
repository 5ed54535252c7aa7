"""What each ply of a thread's game is: which of the texts found for it counts, and how that one reads (TR3.3, TR4.3).

Readings are tried with `play_turn`, the judge of every turn: legality confirms a reading here and never makes one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Severity
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, Ended, between, first_after, last_before
from pyrnot.foreign.thread.judge import judge
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.sameness import is_same_text, text_played
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.sequence import Group, seat_of_item
from pyrnot.foreign.thread.settled import Settled
from pyrnot.foreign.thread.text import Line
from pyrnot.foreign.thread.turn_text import INCOMPLETE, NO_DICE, TurnText

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame


class Slot(Struct, frozen=True):
    """A turn of the record: the text that counts, how it reads, and the seat that the text gives it ("" for none)."""

    candidate: Candidate
    way: TurnText
    seat: str
    ply: int
    lines: tuple[Line, ...] = ()


class Resolved(Struct):
    """The turns of a game in order, the position after them (None after an illegal one), and what there is to say."""

    slots: list[Slot]
    diagnostics: list[Diagnostic]
    position: Any = None
    replaced: list[tuple[Line, str]] = []
    in_a_row: tuple[Candidate, Candidate] | None = None
    """Two turns by one player without a reply between them, where that is an error."""
    positions: list[Any] = []
    """The position at the start, and after each of the turns; None where nothing will ask for it."""

    @property
    def is_sound(self) -> bool:
        """Whether every turn was read and is legal."""
        return self.position is not None and not any(fault.severity is Severity.ERROR for fault in self.diagnostics)


class Resolver:
    """Resolves the plies of one game."""

    def __init__(
        self, game: AnyGame, reader: TurnReader, book: SeatBook, items: Sequence[AnyItem], *, heeds_seats: bool = True
    ) -> None:
        self.heeds_seats = heeds_seats
        self.game = game
        self.reader = reader
        self.book = book
        self.candidates = [item for item in items if isinstance(item, Candidate)]
        doubts = [item for item in items if isinstance(item, Doubt)]
        self.struck = [doubt for doubt in doubts if doubt.kind == "struck"]
        self.struck_numbers: dict[int | None, list[Doubt]] = {}
        for doubt in self.struck:
            if doubt.number is not None:
                self.struck_numbers.setdefault(doubt.number, []).append(doubt)
        self.settled = Settled(book, items)
        self.near = [doubt for doubt in doubts if doubt.kind == "near"]
        self.keeps_positions = bool(doubts) or any(isinstance(item, Ended) for item in items)
        """Whether anything but the turns may be held against a position."""
        self.resolved = Resolved(slots=[], diagnostics=[], replaced=[], positions=[])

    def run(self, groups: Sequence[Group], start: Any) -> Resolved:
        position = start
        self.resolved.positions.append(start)
        for group in groups:
            candidate = self._counting(group, position)
            if candidate is None:
                position = None
                break
            seat = seat_of_item(self.book, candidate) or ""
            if self.heeds_seats and position is not None and seat and seat != str(position.to_move):
                self._wrong_seat(candidate, seat, str(position.to_move), group.ply)
                position = None
                break
            ways = self._ways(candidate, group, position)
            if ways is None:
                position = None
                break
            way, position = self._read(candidate, ways, position, group)
            if way is None:
                break
            lines = (
                *group.dice_lines,
                *((candidate.dice_line,) if candidate.dice_line else ()),
                *(candidate.lines or (candidate.line,)),
            )
            self.resolved.slots.append(Slot(candidate=candidate, way=way, seat=seat, ply=group.ply, lines=lines))
            self.resolved.positions.append(position if self.keeps_positions else None)
        self.resolved.position = position
        return self.resolved

    def _say(
        self,
        line: Line,
        code: Code,
        rule: str,
        message: str,
        *,
        hint: str | None = None,
        is_error: bool = True,
        ply: int | None = None,
    ) -> None:
        self.resolved.diagnostics.append(fault_at(line, code, rule, message, hint=hint, is_error=is_error, ply=ply))

    def _wrong_seat(self, candidate: Candidate, seat: str, to_move: str, ply: int) -> None:
        name = self.book.name_of(seat)
        who = f"{seat} ({name})" if name else seat
        message = f"{to_move} is to move here, but this is {who}'s turn"
        self._say(
            candidate.line,
            CoreCodes.WRONG_SEAT,
            "TR4",
            message,
            hint=f"the turn of {to_move} before it is missing, or the names are the wrong way round",
            ply=ply,
        )

    # Which text counts

    def _counting(self, group: Group, position: Any) -> Candidate | None:
        """The text that counts of those found for one ply; None if nothing says which (TR4.3)."""
        current = group.found[0]
        if current.struck:
            self._corrected(current.line, current.line, current.struck, current.written)
        for doubt in self._replaced_by(current):
            self._corrected(current.line, doubt.line, doubt.text, current.written)
        replaced: list[Candidate] = []
        for other in group.found[1:]:
            if other.depth and any(is_same_text(old, other) for old in replaced):
                continue  # quoted once more after it was corrected
            if is_same_text(current, other) or self._is_same_turn(current, other, group, position):
                if current.ways[0].is_respelt and not other.ways[0].is_respelt:
                    current = other
                continue
            verdict = self.settled.which(current, other)
            if verdict == "second" and not self.settled.is_disputed(current, other):
                self._corrected(other.line, current.line, current.written, other.written)
                replaced.append(current)
                current = other
            elif verdict == "first":
                message = (
                    f"`{short(current.written)}` of line {current.line.number} stands, not `{short(other.written)}`: "
                    f"nothing is taken back"
                )
                self._say(other.line, CoreCodes.READ_CORRECTION, "TR4", message, is_error=False)
                replaced.append(other)
                self.resolved.replaced.append((other.line, "taken back where nothing is"))
            else:
                self._conflict(group, current, other)
                return None
        return current

    def _corrected(self, line: Line, old: Line, was: str, now: str) -> None:
        message = f"`{short(now)}` takes the place of `{short(was)}` in line {old.number}"
        self._say(line, CoreCodes.READ_CORRECTION, "TR4", message, is_error=False)
        if old.start != line.start:
            self.resolved.replaced.append((old, f"corrected in line {line.number}"))

    def _replaced_by(self, candidate: Candidate) -> Iterator[Doubt]:
        """What is struck out, or nearly a turn, and a turn takes its place: what has its number, or stands between the
        turn before it and itself."""
        before = last_before(self.candidates, candidate.order)
        since = before.order if before is not None else -1
        struck = [doubt for doubt in between(self.struck, since, candidate.order) if doubt.number is None]
        struck = [doubt for doubt in struck if self._struck_by(doubt, candidate)]
        struck += self.struck_numbers.get(candidate.number, ())
        yield from sorted(struck, key=lambda doubt: doubt.order)
        if candidate.corrects or candidate.is_sorry:
            near = between(self.near, since, candidate.order)
            yield from (doubt for doubt in near if self._struck_by(doubt, candidate))

    def _struck_by(self, struck: Doubt, candidate: Candidate) -> bool:
        """Whether a turn is the next one after something of the same player that is struck out or nearly a turn."""
        following = first_after(self.candidates, struck.order)
        return following is candidate and (
            seat_of_item(self.book, struck) in (None, seat_of_item(self.book, candidate))
        )

    def _conflict(self, group: Group, first: Candidate, second: Candidate) -> None:
        is_numbered = first.number is not None or second.number is not None
        texts = (
            f"`{short(first.written)}` in line {first.line.number} and `{short(second.written)}` in line "
            f"{second.line.number}"
        )
        if is_numbered:
            code, message = CoreCodes.THREAD_CONFLICT, f"turn {group.ply} is given twice: {texts}"
            hint = "delete the one that was not played"
        else:
            self.resolved.in_a_row = (first, second)
            code, message = CoreCodes.THREAD_GAP, f"two turns in a row by {second.name or 'the same player'}: {texts}"
            hint = "add the turn that is missing between them, or delete the one that was not played"
            if (meant := self._meant_between(first, second)) is not None:
                hint = f"line {meant.line.number} may hold the turn that is missing: write it alone on its line"
        self._say(second.line, code, "TR4", message, hint=hint, ply=group.ply)

    def _meant_between(self, first: Candidate, second: Candidate) -> Doubt | None:
        """What somebody else says between two turns that may be the turn which is missing there."""
        return next(
            (
                doubt
                for doubt in self.settled.spoken
                if first.order < doubt.order < second.order
                and not self.settled.is_by(doubt, first)
                and doubt.kind != "near"
            ),
            None,
        )

    def _is_same_turn(self, one: Candidate, other: Candidate, group: Group, position: Any) -> bool:
        """Whether two texts are the very same actions, of which one names more of what they did."""
        if position is None:
            return False
        first = self._texts_played(one, group, position)
        return len(first) == 1 and first == self._texts_played(other, group, position)

    def _texts_played(self, candidate: Candidate, group: Group, position: Any) -> set[str]:
        """The canonical text of each legal reading of a text."""
        ways = self._possible(candidate, group, position)
        return {text for way in ways if (text := text_played(self.game, position, way))}

    # How it reads

    def _possible(self, candidate: Candidate, group: Group, position: Any) -> list[TurnText]:
        """The whole turns that a text may be, with its dice and with what the position tells."""
        ways: list[TurnText] = []
        for way in candidate.ways:
            if way.kind == NO_DICE:
                turn = self.reader.with_opening(group.dice, way) if group.dice else None
                ways += [turn] if turn else []
            elif way.kind == INCOMPLETE:
                ways += self.reader.complete(way, position) if position is not None else ()
            else:
                ways.append(way)
                if position is not None:
                    ways += (found for found in self.reader.complete(way, position) if found.text != way.text)
        return ways

    def _ways(self, candidate: Candidate, group: Group, position: Any) -> list[TurnText] | None:
        """As `_possible`; None, and said, where there is none."""
        if group.dice and candidate.ways[0].kind != NO_DICE and not self._agrees(group.dice, candidate):
            message = (
                f"the dice in line {group.dice_lines[-1].number if group.dice_lines else candidate.line.number} are "
                f"{group.dice}, but the turn says `{short(candidate.ways[0].text.split(';')[0])}`"
            )
            self._say(
                candidate.line,
                CoreCodes.THREAD_CONFLICT,
                "TR3",
                message,
                hint="delete the roll that was not made",
                ply=group.ply,
            )
            return None
        ways = self._possible(candidate, group, position)
        if ways:
            return ways
        if candidate.ways[0].kind == NO_DICE and not group.dice:
            message = f"`{short(candidate.written)}` is a turn without its dice, and no line before it gives them"
            hint = f"write what was rolled before the turn, as in {self.game.info.opening}"
        elif candidate.ways[0].kind == NO_DICE:
            number = group.dice_lines[-1].number if group.dice_lines else candidate.line.number
            message = (
                f"`{short(candidate.written)}` is a turn without all its dice: line {number} gives only {group.dice}"
            )
            hint = f"write what was rolled before the turn, as in {self.game.info.opening}"
        else:
            message = f"`{short(candidate.written)}` leaves out more than the position can tell"
            hint = "write the turn in full"
        self._say(candidate.line, CoreCodes.THREAD_UNCLEAR, "TR3", message, hint=hint, ply=group.ply)
        return None

    def _agrees(self, dice: str, candidate: Candidate) -> bool:
        """Whether the dice in a turn are those said before it."""
        read = self.reader.spoken.read_dice
        return any(_same_dice(read(way.text.split(";")[0]) or "", dice) for way in candidate.ways)

    def _try(self, position: Any, way: TurnText) -> Any:
        played = judge(self.game, position, way)
        return None if played is None else played.position

    def _read(
        self, candidate: Candidate, ways: Sequence[TurnText], position: Any, group: Group
    ) -> tuple[TurnText | None, Any]:
        """The one reading of a turn and the position after it. An illegal turn keeps its plain reading: the replay
        says why."""
        if position is None:
            return None, None
        legal = [(way, after) for way in ways if (after := self._try(position, way)) is not None]
        if len({after for _, after in legal}) > 1:
            listed = " or ".join(f"`{way.text}`" for way, _ in legal[:4])
            self._say(
                candidate.line,
                CoreCodes.THREAD_UNCLEAR,
                "TR3",
                f"this can be read as {listed}",
                hint="write one of them",
                ply=group.ply,
            )
            return None, None
        if not legal:
            return self._illegal(candidate, ways, group)
        way, after = legal[0]
        if way.is_respelt or candidate.is_number_respelt or group.dice:
            number = f"turn {candidate.number}, " if candidate.is_number_respelt else ""
            self._say(
                candidate.line,
                CoreCodes.READ_AS,
                "TR3",
                f"`{short(candidate.written)}` was read as {number}`{way.text}`",
                is_error=False,
                ply=group.ply,
            )
        return way, after

    def _illegal(self, candidate: Candidate, ways: Sequence[TurnText], group: Group) -> tuple[TurnText | None, Any]:
        way = ways[0]
        if not way.is_respelt or way.kind == NO_DICE or group.dice or len(ways) == 1:
            if way.is_respelt:
                message = f"`{short(candidate.written)}` was read as `{way.text}`"
                self._say(candidate.line, CoreCodes.READ_AS, "TR3", message, is_error=False, ply=group.ply)
            return way, None
        message = f"`{short(candidate.written)}` is not a turn: it is not notation, and no reading of it is legal here"
        self._say(candidate.line, CoreCodes.NOT_NOTATION, "TR3", message, ply=group.ply)
        return None, None


def _same_dice(one: str, other: str) -> bool:
    """Whether two texts show the same dice, the two of a roll in either order."""
    parts = [["/".join(sorted(word.split("/"), reverse=True)) for word in text.split()] for text in (one, other)]
    return parts[0] == parts[1]
