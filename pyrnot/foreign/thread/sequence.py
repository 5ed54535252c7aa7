"""Which of the turns found stands for which turn of the game: by number, else one after another (TR4.1 to TR4.4).

Gives each ply all that was found for it, in the order of the story; which of it counts is for `resolve` to say. No rule
is applied here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, Roll, goes_on
from pyrnot.foreign.thread.players import ME, YOU
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.sameness import is_same_text, keys_of, may_be_copy
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import Line, fold_name
from pyrnot.foreign.thread.turn_text import NO_DICE

_MOST_WAYS = 64
"""Ways to read a turn of several lines, each of which has several: they multiply."""


class Mode(Struct, frozen=True):
    """One way to take what was found together. `by_round`: a number counts a turn of every seat; `joins`: lines
    without a head go on with the turn above them; `is_turned`: the text runs from the last turn to the first."""

    by_round: bool = False
    joins: bool = False
    is_turned: bool = False


class Trouble(Struct, frozen=True):
    """Why turns do not go together: the code, what is wrong, where, and what to do; `missing` are the numbers of turns
    that are not there."""

    code: CoreCodes
    message: str
    line: Line
    hint: str | None = None
    missing: frozenset[int] = frozenset()


class Group(Struct):
    """All that was found for one ply, in the order of the story; `dice` stood apart from it."""

    ply: int
    found: list[Candidate]
    dice: str = ""
    dice_lines: list[Line] = []


class Sequenced(Struct):
    """The groups of a game, and what is wrong with their order."""

    groups: list[Group]
    troubles: list[Trouble]
    dice_left: list[Roll] = []


def ignores_numbers(candidates: Sequence[Candidate]) -> bool:
    """Whether all numbers are 1, as Markdown writes lists (TR2.4)."""
    numbers = [candidate.number for candidate in candidates if candidate.number is not None]
    return len(numbers) > 2 and set(numbers) == {1} and not any(candidate.is_reply for candidate in candidates)


class Sequencer:
    """Puts the items of one story in sequence, in one mode."""

    def __init__(self, reader: TurnReader, book: SeatBook, mode: Mode) -> None:
        self.reader = reader
        self.book = book
        self.mode = mode
        self.groups: dict[int, Group] = {}
        self.troubles: list[Trouble] = []
        self.rolls: dict[str, Roll] = {}
        self.is_numbered = False
        self.last: Candidate | None = None
        self.last_ply = 0
        self.highest = 0
        self._plies: dict[object, set[int]] = {}
        self._has_no_dice = False
        self._has_quotes = False
        self._stars_all = False
        self._has_senders = False
        self._has_several_senders = False
        self._is_one_mail = False
        self._doubted: set[str] = set()
        """Who wrote something since the last turn that is nearly one."""

    def run(self, items: Sequence[AnyItem]) -> Sequenced:
        candidates = [item for item in items if isinstance(item, Candidate)]
        drops = ignores_numbers(candidates)
        self._stars_all = sum(candidate.corrects for candidate in candidates) * 2 > len(candidates)
        self._has_quotes = any(candidate.depth for candidate in candidates)
        self._has_senders = any(item.speaker for item in items)
        is_dated = any(one.when is not None and one.number is not None for one in candidates)
        self._is_one_mail = len({one.mail for one in candidates}) < 2 and not is_dated
        self._has_several_senders = len({fold_name(one.speaker) for one in candidates if one.speaker}) > 1
        own = [one for one in candidates if not (one.follows or (one.is_reply and one.number is None))]
        self.is_numbered = not drops and bool(own) and all(candidate.number is not None for candidate in own)
        for item in items:
            if isinstance(item, Roll):
                self._take_roll(item)
            elif isinstance(item, Doubt) and item.kind not in ("mention", "sentence", "led"):
                self._doubted.add(seat_of_item(self.book, item) or fold_name(item.name))
            elif isinstance(item, Candidate):
                self._take(replace(item, number=None) if drops else item)
        groups = [self.groups[ply] for ply in sorted(self.groups)]
        self._find_gaps(groups)
        return Sequenced(groups=groups, troubles=self.troubles, dice_left=list(self.rolls.values()))

    def _find_gaps(self, groups: list[Group]) -> None:
        for place, group in enumerate(groups):
            if group.ply != place + 1:
                line = group.found[0].line
                missing = (
                    f"turn {place + 1} is" if group.ply == place + 2 else f"turns {place + 1} to {group.ply - 1} are"
                )
                self._trouble(
                    CoreCodes.THREAD_GAP,
                    f"{missing} missing before turn {group.ply}",
                    line,
                    "add the missing turn to the thread",
                    missing=range(place + 1, group.ply),
                )
                del groups[place:]
                return

    def _trouble(
        self, code: CoreCodes, message: str, line: Line, hint: str | None = None, *, missing: Iterable[int] = ()
    ) -> None:
        trouble = Trouble(code=code, message=message, line=line, hint=hint, missing=frozenset(missing))
        self.troubles.append(trouble)

    # Turns

    def _take(self, candidate: Candidate) -> None:
        if candidate.follows and self.last is not None and goes_on(self.last, candidate):
            if self.mode.joins or candidate.ways[0].kind == NO_DICE != self.last.ways[0].kind:
                joined = self._joined(self.last, candidate)
                if joined is not None:
                    self._replace(self.last, joined)
                    return
            is_reply = self._has_several_senders and self.last_ply > 1
            if not self.mode.joins and not self.is_numbered and not is_reply:
                candidate = replace(candidate, speaker="", to="")
                if self.last.speaker and not self.last.who:
                    self._make_anonymous(self.last)
        if candidate.is_pair and not self.mode.by_round:
            self._trouble(
                CoreCodes.THREAD_UNCLEAR,
                f"two turns have the number {candidate.number}",
                candidate.line,
                "give each turn its own number",
            )
            return
        if candidate.pair is not None and self.mode.by_round and candidate.number is not None:
            first, second = candidate.pair
            self._place(replace(candidate, ways=(first,), written=first.text, pair=None), 2 * candidate.number - 1)
            self._place(
                replace(candidate, ways=(second,), written=second.text, pair=None, is_reply=True, who=""),
                2 * candidate.number,
            )
            return
        ply = self._ply(candidate)
        if ply is not None:
            self._place(candidate, ply)

    def _conflict(self, message: str, candidate: Candidate, hint: str = "say which turn was played") -> None:
        self._trouble(CoreCodes.THREAD_CONFLICT, message, candidate.line, hint)

    def _joined(self, first: Candidate, second: Candidate) -> Candidate | None:
        if len(first.ways) * len(second.ways) > _MOST_WAYS:
            return None
        ways = [turn for one in first.ways for two in second.ways if (turn := self.reader.join(one, two))]
        if not ways:
            return None
        lines = (*(first.lines or (first.line,)), *(second.lines or (second.line,)))
        return replace(first, ways=tuple(ways), written=f"{first.written}; {second.written}", lines=lines, pair=None)

    def _replace(self, old: Candidate, new: Candidate) -> None:
        group = self.groups[self.last_ply]
        group.found = [new if found is old else found for found in group.found]
        self._note(new, self.last_ply)
        self.last = new

    def _make_anonymous(self, candidate: Candidate) -> None:
        """Forgets who sent the first of several turns in one message: it lists the turns of all."""
        self._replace(candidate, replace(candidate, speaker="", to=""))

    def _ply(self, candidate: Candidate) -> int | None:
        """Which ply a candidate is for; None where that is trouble, which is noted."""
        if candidate.is_reply and candidate.number is None and self.last is not None and not self.last.is_reply:
            candidate = replace(candidate, number=self.last.number)  # `... Sc6` under `1. Sd5=M`
        if self._ends_round(candidate) and self.last is not None:
            candidate = replace(candidate, number=self.last.number, is_reply=True)
        if candidate.number is not None and not (candidate.is_number_respelt and not self.is_numbered):
            ply = self._numbered_ply(candidate)
            if not self.is_numbered and ply > len(self.groups) + 1:
                message = f"this is numbered {candidate.number}, but only {len(self.groups)} turns precede it"
                self._trouble(CoreCodes.THREAD_GAP, message, candidate.line, "add the missing turn to the thread")
                return None
            return ply
        if self.is_numbered and candidate.follows:
            message = "this turn has no number, and cannot go on with the turn above it"
            self._trouble(CoreCodes.THREAD_UNCLEAR, message, candidate.line, "number it")
            return None
        return self._next_ply(candidate)

    def _ends_round(self, candidate: Candidate) -> bool:
        """Whether it is the second of the two turns under one number."""
        is_second = candidate.number is None and not candidate.depth and len(self.book.seats) == 2
        last = self.last
        return self.mode.by_round and is_second and last is not None and last.number is not None and not last.is_reply

    def _numbered_ply(self, candidate: Candidate) -> int:
        number = candidate.number
        assert number is not None
        if not self.mode.by_round:
            return number
        seats = self.book.seats
        count = len(seats)
        index = candidate.column
        seat = seat_of_item(self.book, candidate)
        if seat is not None:
            index = (seats.index(seat) - seats.index(self.book.first)) % count
        elif candidate.is_reply:
            index = 1
        elif index is None:
            index = 0
            is_next = self.last is not None and self.last.number == number
            while is_next and (group := self.groups.get((number - 1) * count + index + 1)) and index < count - 1:
                if any(is_same_text(found, candidate) for found in group.found):
                    break
                index += 1
        return (number - 1) * count + index + 1

    def _next_ply(self, candidate: Candidate) -> int | None:
        """The ply of a turn without a number: of the turn that it says again or corrects, else the next (TR4.2)."""
        if not self.groups and self.mode.is_turned and candidate.corrects and not self._stars_all:
            self._conflict("this corrects a turn, but in this order none precedes it", candidate)
            return None
        if not self.groups:
            return 1
        last_ply = self.highest
        last = self.groups[last_ply].found[-1]
        if candidate.depth and (ply := self._quoted_ply(candidate)) is not None:
            return ply
        mine, theirs = self.identity(candidate), self.identity(last)
        if mine and mine == theirs and len(self.book.seats) > 1:
            return last_ply
        if (
            candidate.corrects
            and mine
            and last_ply > 1
            and not self._stars_all
            and mine not in self._doubted
            and any(self.identity(found) == mine for group in self.groups.values() for found in group.found)
        ):
            self._conflict("this corrects a turn that has been answered, and nobody agrees to that", candidate)
            return None
        is_own = not self._stars_all and not self._is_ruling(candidate)
        if candidate.corrects and is_own and mine and theirs and mine not in self._doubted:
            message = "this corrects a turn, but its writer has made none since the other player's"
            self._conflict(message, candidate, "say whose turn it is, without the correction")
            return None
        is_unnamed = not mine and (not theirs or (candidate.corrects and is_own and not self._doubted))
        is_ruling = self._is_ruling(candidate)
        is_upheld = is_ruling and any(is_same_text(found, candidate) for found in self.groups[last_ply].found)
        if is_upheld or ((candidate.corrects or candidate.is_sorry) and (is_ruling or is_unnamed)):
            return last_ply
        return last_ply + 1

    def _is_ruling(self, candidate: Candidate) -> bool:
        """Whether somebody says it who rules and does not play."""
        return self.book.is_organiser(candidate.speaker) or self.book.is_organiser(candidate.who)

    def _quoted_ply(self, candidate: Candidate) -> int | None:
        """The ply of which a quoted turn is a copy."""
        if self._is_one_mail and candidate.when is None and not candidate.is_chat:
            return None
        mine = self._named(candidate)
        for ply in sorted(self._plies_like(candidate), reverse=True):
            # The cheapest question comes first: there may be as many copies as mails.
            for found in (found for found in self.groups[ply].found if may_be_copy(found, candidate)):
                theirs = self._named(found)
                if (not mine or not theirs or mine == theirs) and is_same_text(found, candidate):
                    return ply
        return None

    def _plies_like(self, candidate: Candidate) -> Iterable[int]:
        """The plies of which something may say the same as a candidate: there is no need to look at all of them."""
        if self._has_no_dice or candidate.ways[0].kind == NO_DICE:
            return self.groups
        return set().union(*(self._plies.get(key, ()) for key in keys_of(candidate)))

    def _note(self, candidate: Candidate, ply: int) -> None:
        """Notes what a candidate for a ply says."""
        self.highest = max(self.highest, ply)
        self._has_no_dice = self._has_no_dice or candidate.ways[0].kind == NO_DICE
        for key in keys_of(candidate) if self._has_quotes else ():
            self._plies.setdefault(key, set()).add(ply)

    def _place(self, candidate: Candidate, ply: int) -> None:
        group = self.groups.get(ply)
        if group is None:
            group = self.groups[ply] = Group(ply=ply, found=[], dice_lines=[])
            self._give_dice(group, candidate)
        elif (
            not group.dice
            and candidate.ways[0].kind == NO_DICE
            and not any(is_same_text(found, candidate) for found in group.found)
        ):
            self._give_dice(group, candidate)
        group.found.append(candidate)
        self._note(candidate, ply)
        self.last, self.last_ply = candidate, ply
        self._doubted.clear()

    # Names

    def identity(self, candidate: Candidate) -> str:
        """What tells the one who made a turn from others: the seat, else the name; "" where nobody is named."""
        known = self._named(candidate)
        if known or not self._has_senders or candidate.is_chat or candidate.follows:
            return known
        return f"message {candidate.message}"  # nobody says whose it is, but one person wrote it

    def _named(self, candidate: Candidate) -> str:
        """The seat of the one who made a turn, else the name; "" where nobody is named (a quote without a head)."""
        return seat_of_item(self.book, candidate) or fold_name(candidate.name)

    # Dice that stand apart

    def _take_roll(self, roll: Roll) -> None:
        key = self._roller(roll)
        before = self.rolls.get(key)
        if before is None:
            self.rolls[key] = roll
            return
        joined = before.dice if before.dice == roll.dice else self.reader.spoken.join_dice(before.dice, roll.dice)
        if joined is None:
            message = (
                f"the dice are given twice: {before.dice} in line {before.line.number} and {roll.dice} in line "
                f"{roll.line.number}"
            )
            self._trouble(CoreCodes.THREAD_CONFLICT, message, roll.line, "delete the roll that was not made")
            return
        self.rolls[key] = replace(before, dice=joined)

    def _roller(self, roll: Roll) -> str:
        """Whose roll it is: whom it names, else who says it; "" where that is nobody who plays."""
        name = fold_name(roll.who)
        if name in YOU or name in ("your", "yours", "dein"):
            seat = self.book.seat_of_player(roll.speaker)
            return self.book.other(seat) or "" if seat else f"not {fold_name(roll.speaker)}"
        if not roll.who or name in ME or name == "my":
            if not roll.speaker:
                return ""
            if self.book.is_bot(roll.speaker):
                return "nobody"  # a bot that does not name the player (TR3.5)
            return self.book.seat_of_player(roll.speaker) or fold_name(roll.speaker)
        return self.book.seat_of(roll.who) or name

    def _give_dice(self, group: Group, candidate: Candidate) -> None:
        """Gives a turn the dice that were given apart from it."""
        mine = self.identity(candidate)
        keys = [
            key
            for key in self.rolls
            if key in (mine, "") or not mine or (key.startswith("not ") and key != f"not {mine}")
        ]
        for key in keys:
            roll = self.rolls.pop(key)
            joined = roll.dice if group.dice in ("", roll.dice) else self.reader.spoken.join_dice(group.dice, roll.dice)
            if joined is None:
                message = f"the dice are given twice: {group.dice} and {roll.dice}"
                self._trouble(CoreCodes.THREAD_CONFLICT, message, roll.line, "delete the roll that was not made")
                continue
            group.dice = joined
            group.dice_lines = [*group.dice_lines, roll.line]
        if candidate.dice:
            if group.dice and group.dice != candidate.dice:
                message = f"the dice are given twice: {group.dice} and {candidate.dice}"
                self._trouble(CoreCodes.THREAD_CONFLICT, message, candidate.line, "delete the roll that was not made")
            group.dice = candidate.dice


def identity_of(book: SeatBook, item: AnyItem) -> str:
    """The seat of the one to whom an item belongs, else the name; "" where nobody is named."""
    return seat_of_item(book, item) or fold_name(item.name)


def seat_of_item(book: SeatBook, item: AnyItem) -> str | None:
    """The seat of the one to whom an item belongs: by the name written with it, else by its sender's."""
    folded = fold_name(item.who)
    if item.who and folded not in ME | YOU:
        return book.seat_of(item.who)
    if not item.who:
        if item.speaker:
            return book.seat_of_player(item.speaker)
        answered = book.seat_of_player(item.to) if item.to else None
        return book.other(answered) if answered else None
    seat = book.seat_of_player(book.real_name(item.who, item.speaker))
    if seat is None and folded in YOU and (speaker := book.seat_of_player(item.speaker)):
        return book.other(speaker)
    return seat
