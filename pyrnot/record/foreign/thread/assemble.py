"""Puts the turns found in a thread together to a record: order, seats, doubles, corrections, the result (TR4, TR3.6).

A reading is tried with `play_turn`, the judge of every turn; legality confirms a reading here and never makes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Code, Diagnostic, Illegal, Severity, Span
from pyrnot.play.turns import play_turn
from pyrnot.record.foreign.thread.candidates import Candidate, Near
from pyrnot.record.foreign.thread.reading import TurnText
from pyrnot.record.foreign.thread.results import Ending
from pyrnot.record.foreign.thread.text import Line, fold_name
from pyrnot.tags import Tags, find_seat

if TYPE_CHECKING:
    from pyrnot.game import AnyGame


class Slot(Struct, frozen=True):
    """One turn of the record that is being put together."""

    candidate: Candidate
    seat: str
    """The seat whose turn it is; "" where that is not known."""
    ply: int


class Assembled(Struct, frozen=True):
    """What became of the candidates: turns in order, each with its reading, and what there is to say."""

    slots: tuple[tuple[Slot, TurnText], ...]
    names: dict[str, str]
    """Players' names that no tag gives, by seat."""
    result: tuple[str, Line] | None
    diagnostics: tuple[Diagnostic, ...]


class Assembler:
    """Assembles one game."""

    def __init__(self, game: AnyGame, tags: Tags, declared: dict[str, str]) -> None:
        self.game = game
        self.tags = tags
        self.declared = declared
        self.faults: list[Diagnostic] = []
        self.names: dict[str, str] = {}
        try:
            self.start: Any = game.start(tags)
        except Illegal:
            self.start = None
        self.seats: tuple[str, ...] = self.start.seats if self.start is not None else game.info.seats[:2]

    def assemble(
        self, items: Sequence[Candidate | Near], endings: Sequence[tuple[Ending, Line, str, int]]
    ) -> Assembled:
        """The record's turns from what was found, in the order of the text."""
        candidates = [item for item in items if isinstance(item, Candidate)]
        near = [item for item in items if isinstance(item, Near)]
        candidates = self._merge_doubles(candidates)
        slots = self._by_number(candidates) if self._is_numbered(candidates) else self._by_order(candidates)
        self._report_near(near, slots)
        read = self._read(slots)
        return Assembled(
            slots=tuple(read),
            names=self.names,
            result=self._result(endings, read),
            diagnostics=tuple(self.faults),
        )

    # Seats

    def seat_of(self, word: str) -> str | None:
        """The seat that a word names: the seat itself, its letter, or a player by a tag or by what was declared (TR4.5)."""
        if not word:
            return None
        seat = find_seat(self.seats, word)
        if seat is not None and (len(word.strip()) > 1 or True):
            return seat
        folded = fold_name(word)
        if not folded:
            return None
        exact: list[str] = []
        begins: list[str] = []
        for seat in self.seats:
            name = self.tags.get(seat) or self.names.get(seat) or ""
            if not name:
                continue
            first = fold_name(name.split()[0]) if name.split() else ""
            if folded in (fold_name(name), first):
                exact.append(seat)
            elif fold_name(name).startswith(folded) or (first and folded.startswith(first) and len(first) > 2):
                begins.append(seat)
        for name, seat in self.declared.items():
            if name == folded:
                exact.append(seat)
        for found in (exact, begins):
            if len(set(found)) == 1:
                return found[0]
        return None

    def _seat_of_candidate(self, candidate: Candidate) -> str | None:
        return self.seat_of(candidate.who) or self.seat_of(candidate.speaker)

    # Doubles and order

    def _merge_doubles(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """One candidate for a turn that was quoted or sent again (TR4.2)."""
        merged: list[Candidate] = []
        seen: dict[tuple[object, ...], Candidate] = {}
        for candidate in candidates:
            if candidate.number is None and not candidate.depth:
                last = next((found for found in reversed(merged)), None)
                is_repeat = (
                    last is not None
                    and last.number is None
                    and candidate.speaker
                    and last.speaker == candidate.speaker
                    and last.who == candidate.who
                    and last.ways[0].text == candidate.ways[0].text
                )
                if not is_repeat:
                    merged.append(candidate)
                continue
            key = (candidate.number, candidate.is_reply, candidate.ways[0].text, fold_name(candidate.who))
            if candidate.number is None:
                key = (*key, candidate.speaker, candidate.when, candidate.depth)
            if key in seen:
                continue
            seen[key] = candidate
            merged.append(candidate)
        return merged

    def _is_numbered(self, candidates: Sequence[Candidate]) -> bool:
        numbers = [candidate.number for candidate in candidates]
        return bool(numbers) and None not in numbers and not (len(numbers) > 2 and set(numbers) == {1})

    def _by_number(self, candidates: Sequence[Candidate]) -> list[Slot]:
        pairs = any(candidate.is_reply for candidate in candidates)
        if not pairs:
            by_number: dict[int, set[str]] = {}
            for candidate in candidates:
                seat = self._seat_of_candidate(candidate)
                if seat:
                    by_number.setdefault(candidate.number or 0, set()).add(seat)
            pairs = any(len(seats) > 1 for seats in by_number.values())
        placed: dict[int, Candidate] = {}
        first = self.start.to_move if self.start is not None else self.seats[0]
        for candidate in candidates:
            assert candidate.number is not None
            ply = candidate.number
            if pairs:
                seat = self._seat_of_candidate(candidate)
                is_reply = candidate.is_reply or (seat is not None and seat != first)
                ply = 2 * candidate.number - (0 if is_reply else 1)
            other = placed.get(ply)
            if other is None:
                placed[ply] = candidate
            elif other.ways[0].text != candidate.ways[0].text:
                self._conflict(ply, other, candidate)
        slots = []
        for expected, ply in enumerate(sorted(placed), 1):
            if ply != expected:
                message = f"turn {expected} is missing: the next turn found is {ply}"
                self._fault(CoreCodes.THREAD_GAP, "TR4", message, placed[ply].line, hint="send the missing turn")
                break
            slots.append(Slot(candidate=placed[ply], seat=self._seat_of_candidate(placed[ply]) or "", ply=ply))
        return slots

    def _by_order(self, candidates: Sequence[Candidate]) -> list[Slot]:
        """By time, else by depth of quoting, else as they stand; newest first only where that alone replays."""
        ordered = list(candidates)
        if len({candidate.when for candidate in candidates}) > 1 and all(c.when is not None for c in candidates):
            ordered.sort(key=lambda candidate: (candidate.when or (), candidate.order))
        elif len({candidate.depth for candidate in candidates}) > 1:
            ordered.sort(key=lambda candidate: (-candidate.depth, candidate.order))
        elif self._count_legal(ordered) < len(ordered) and self._count_legal(ordered[::-1]) == len(ordered):
            ordered.reverse()
            self._fault(
                CoreCodes.READ_ORDER, "TR4", "read newest first: only in that order are the turns legal", ordered[0].line, is_error=False
            )
        self._name_speakers(ordered)
        slots: list[Slot] = []
        for ply, candidate in enumerate(ordered, 1):
            slots.append(Slot(candidate=candidate, seat=self._seat_of_candidate(candidate) or "", ply=ply))
        return slots

    def _name_speakers(self, ordered: Sequence[Candidate]) -> None:
        """Gives speakers whom no tag names the seats that are free, in the order in which they first play (TR4.5)."""
        speakers: list[str] = []
        for candidate in ordered:
            who = candidate.who or candidate.speaker
            if who and self.seat_of(who) is None and fold_name(who) not in map(fold_name, speakers):
                speakers.append(who)
        free = [seat for seat in self.seats if seat not in self.tags]
        taken = {seat for candidate in ordered if (seat := self._seat_of_candidate(candidate))}
        free = [seat for seat in free if seat not in taken] or free
        if not speakers or len(speakers) > len(free):
            return
        for who, seat in zip(speakers, free, strict=False):
            self.names[seat] = who
            line = next(c.line for c in ordered if fold_name(c.who or c.speaker) == fold_name(who))
            self._fault(CoreCodes.READ_NAME, "TR4", f"{who} is taken to play {seat}, by the order of play", line, is_error=False)

    def _conflict(self, ply: int, first: Candidate, second: Candidate) -> None:
        message = (
            f"turn {ply} is given twice: `{first.ways[0].text}` in line {first.line.number} and `{second.ways[0].text}` in "
            f"line {second.line.number}"
        )
        self._fault(CoreCodes.THREAD_CONFLICT, "TR4", message, second.line, hint="delete the one that was not played")

    # Readings

    def _count_legal(self, ordered: Sequence[Candidate]) -> int:
        position, count = self.start, 0
        for candidate in ordered:
            after = next((played for way in candidate.ways if (played := self._try(position, way, candidate))), None)
            if after is None:
                break
            position, count = after, count + 1
        return count

    def _try(self, position: Any, way: TurnText, candidate: Candidate | None = None) -> Any:
        """The position after a reading, None if it is illegal or another seat's."""
        if position is None:
            return None
        if candidate is not None:
            seat = self._seat_of_candidate(candidate)
            if seat is not None and seat != position.to_move:
                return None
        try:
            return play_turn(self.game, position, way.writtens).position
        except Illegal:
            return None

    def _read(self, slots: Sequence[Slot]) -> list[tuple[Slot, TurnText]]:
        """Each turn with the one reading that it has. An illegal turn keeps its plain reading: the replay says why."""
        read: list[tuple[Slot, TurnText]] = []
        position = self.start
        for slot in slots:
            candidate = slot.candidate
            ways = candidate.ways
            legal = [(way, after) for way in ways if (after := self._try(position, way)) is not None]
            if len(legal) > 1 and len({after for _, after in legal}) > 1:
                listed = " or ".join(f"`{way.text}`" for way, _ in legal[:4])
                self._fault(CoreCodes.THREAD_UNCLEAR, "TR3", f"this can be read as {listed}", candidate.line, hint="write one of them")
                break
            if not legal and ways[0].is_respelt:
                message = f"`{_short(candidate.written)}` is not a turn: it is not notation, and no reading of it is legal here"
                self._fault(CoreCodes.NOT_NOTATION, "TR3", message, candidate.line)
                break
            way, after = legal[0] if legal else (ways[0], None)
            if way.is_respelt:
                message = f"`{_short(candidate.written)}` was read as `{way.text}`"
                self._fault(CoreCodes.READ_AS, "TR3", message, candidate.line, is_error=False)
            read.append((slot, way))
            position = after
        return read

    def _report_near(self, near: Iterable[Near], slots: Sequence[Slot]) -> None:
        """A line that nearly is a turn is an error, unless the turn with its number was found elsewhere (TR3.4)."""
        numbers = {slot.candidate.number for slot in slots if slot.candidate.number is not None}
        for item in near:
            if item.number is not None and item.number in numbers:
                continue
            message = f"`{_short(item.text)}` begins like a turn, but cannot be read as one"
            self._fault(CoreCodes.NOT_NOTATION, "TR3", message, item.line)

    # The result

    def _result(
        self, endings: Sequence[tuple[Ending, Line, str, int]], read: Sequence[tuple[Slot, TurnText]]
    ) -> tuple[str, Line] | None:
        """The last word, from the ending after which no turn follows (TR3.6)."""
        last = max((slot.candidate.order for slot, _ in read), default=0)
        for ending, line, speaker, order in reversed(endings):
            if order < last:
                continue
            who = ending.who or speaker
            if ending.place:
                seat: str | None = self.seats[ending.place - 1] if len(self.seats) == 2 else None
            else:
                seat = self.seat_of(who) if ending.verb in ("wins", "resigns", "forfeits") else ""
            if seat is None:
                continue
            text = f"{seat} {ending.verb}" if seat else ending.verb
            if line.text.strip(" .!").lower() != text.lower():
                self._fault(CoreCodes.READ_RESULT, "TR3", f"`{_short(line.text)}` was read as `{text}`", line, is_error=False)
            return text, line
        return None

    def _fault(
        self, code: Code, rule: str, message: str, line: Line, *, hint: str | None = None, is_error: bool = True
    ) -> None:
        self.faults.append(
            Diagnostic(
                severity=Severity.ERROR if is_error else Severity.WARNING,
                code=code,
                rule=rule,
                span=Span(line.start, max(line.end, line.start + 1)),
                message=message,
                hint=hint,
            )
        )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


Judge = Callable[[Any, TurnText], Any]
