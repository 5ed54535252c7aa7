"""Lines that may stand for a turn and are none: which of them leave the game in doubt (TR3.4, TR4.4)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.foreign.thread import says
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.items import (
    AnyItem,
    Candidate,
    Doubt,
    Ended,
    Said,
    between,
    first_after,
    follows,
    kind_of,
    last_before,
)
from pyrnot.foreign.thread.sameness import is_same_text
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.sequence import Group, identity_of
from pyrnot.foreign.thread.text import LONGEST_LINE

_CODES = {
    "near": (
        CoreCodes.NOT_NOTATION,
        "TR3",
        "`{}` begins like a turn, but cannot be read as one",
        "write the turn in full",
    ),
    "prose": (
        CoreCodes.NOT_NOTATION,
        "TR3",
        "`{}` has a turn's number, but cannot be read as a turn",
        "write the turn alone on its line",
    ),
    "open": (
        CoreCodes.THREAD_UNCLEAR,
        "TR3",
        "`{}` leaves open which turn is played",
        "write the turn that was played",
    ),
    "lost": (
        CoreCodes.THREAD_GAP,
        "TR4",
        "a turn is due here, but there is only `{}`",
        "add the turn that was played",
    ),
    "same": (CoreCodes.THREAD_UNCLEAR, "TR3", "`{}` does not say which turn is played", "write the turn in full"),
    "sentence": (
        CoreCodes.THREAD_UNCLEAR,
        "TR3",
        "a turn is due here, but `{}` is part of a sentence",
        "write the turn alone on its line, if it was played",
    ),
    "led": (
        CoreCodes.THREAD_UNCLEAR,
        "TR3",
        "a turn is due here, but the line above `{}` leaves open whether it is played",
        "write the turn alone, after its number or its player's name, if it was played",
    ),
    "whose": (
        CoreCodes.THREAD_UNCLEAR,
        "TR4",
        "`{}` does not say whose turn it is: the name before it is not a player's",
        "write the turn alone on its line, or after its player's name",
    ),
    "ruling": (
        CoreCodes.THREAD_UNCLEAR,
        "TR4",
        "`{}` rules on a turn, but does not read as a correction",
        "write `Turn 2 is ` and the whole turn, alone on the organiser's line",
    ),
    "cut": (
        CoreCodes.THREAD_UNCLEAR,
        "TR3",
        f"only the first {LONGEST_LINE:,} characters of a line are read, and this one goes on",
        "write each turn on a line by itself",
    ),
    "hesitation": (
        CoreCodes.THREAD_UNCLEAR,
        "TR3",
        "`{}` leaves open whether the turn above it is played",
        "say which turn was played",
    ),
    "retraction": (
        CoreCodes.THREAD_UNCLEAR,
        "TR4",
        "`{}` takes a turn back, but no other takes its place",
        "say which turn was played instead",
    ),
}

_RULES = re.compile(
    r"\b(?:rul(?:e|es|ed|ing)|correct(?:s|ed|ion)?|replac(?:e|es|ed|ing)|instead|should (?:be|read|have been)|"
    r"takes? (?:\w+ )?back|(?:turn|move|ply)|stands?|counts?|typo|mistake|misclick|meant|void|"
    r"(?:was|is) [^.]{1,60}\bnot|not\b.{1,80}\bbut|(?:il)?legal|wrong|right|fine)\b",
    re.IGNORECASE,
)
"""Words with which an organiser says what counts."""


class Doubter:
    """Judges the doubts of one game by what was found for its plies."""

    def __init__(self, book: SeatBook, items: Sequence[AnyItem], groups: Sequence[Group]) -> None:
        self.book = book
        self.items = items
        self.groups = groups
        self.turns = sorted((found for group in groups for found in group.found), key=lambda found: found.order)
        self.plies = {id(found): group.ply for group in groups for found in group.found}
        self.by_ply: dict[int | None, Sequence[Candidate]] = {group.ply: group.found for group in groups}
        self.firsts = sorted((group.found[0] for group in groups), key=lambda found: found.order)
        sentences = [item for item in items if isinstance(item, Doubt) and item.kind == "sentence"]
        self.spoken: list[AnyItem] = [*self.firsts]
        """With what may be turns in sentences."""
        self.numbers = {found.number for found in self.turns if found.number is not None}
        self.texts = sorted({"".join(found.written.lower().split()) for found in self.turns})
        self.playing = {identity_of(self.book, found) for found in self.turns}
        self.claims = [item for item in items if isinstance(item, Ended) or kind_of(item) == "offer"]
        """Results and offers, which may be taken back as turns are."""
        self.spoken += [item for item in sentences if self._is_sentence_of_player(item)]
        self.spoken.sort(key=lambda found: found.order)

    def faults(self) -> Iterator[Diagnostic]:
        """What is in doubt, as errors."""
        for item in self.items:
            if not isinstance(item, Doubt):
                continue
            kind = "ruling" if self._is_ruling(item) else item.kind
            if kind == "ruling" or (kind in _CODES and self._matters(item)):
                code, rule, message, hint = _CODES[kind]
                hint = self._slip(item) or hint
                yield fault_at(item.line, code, rule, message.format(short(item.text)), hint=hint)
        yield from self._take_backs()
        yield from self._rematches()

    def _is_ruling(self, doubt: Doubt) -> bool:
        """Whether an organiser says in a sentence which turn counts, and it is none of those that were read (TR4.3)."""
        kinds = ("mention", "sentence", "near", "open", "prose")
        if doubt.kind not in kinds or not self.book.is_organiser(doubt.name):
            return False
        said = "".join(doubt.text.lower().split()).strip(".;")
        return said not in self._texts_ruled(doubt) and _RULES.search(doubt.line.text) is not None

    def _texts_ruled(self, doubt: Doubt) -> set[str]:
        """The texts of the turns on which a ruling may be: the last one, and the one whose number it has."""
        before = last_before(self.turns, doubt.order)
        plies = {self.plies.get(id(before))} | {int(number) for number in re.findall(r"\d+", doubt.line.text)[:1]}
        return {
            "".join(found.written.lower().split()).strip(".;") for found in self.turns if self.plies[id(found)] in plies
        }

    def _slip(self, doubt: Doubt) -> str:
        """What to do about a usual slip of this game with which a line begins that is nearly a turn."""
        if doubt.kind != "near":
            return ""
        found = (
            (re.match(slip, doubt.text, re.IGNORECASE), advice) for slip, advice in self.book.game.info.slips.items()
        )
        return next((match.expand(advice) for match, advice in found if match), "")

    def _matters(self, doubt: Doubt) -> bool:
        if doubt.speaker and self._is_nobody(doubt):
            return False
        if doubt.depth and doubt.kind != "led" and self._is_copy(doubt):
            return False
        match doubt.kind:
            case "cut":
                return True
            case "near":
                return not (
                    doubt.number in self.numbers and (doubt.depth or self._is_corrected(doubt))
                ) and not self._is_corrected(doubt)
            case "prose":
                return doubt.number is not None and doubt.number not in self.numbers
            case "open":
                if doubt.number is not None:
                    return doubt.number not in self.numbers
                corrects = says.cut_correction(doubt.line.text) is not None
                return self._is_due(doubt) or (corrects and self._is_unreplaced(doubt))
            case "sentence" if doubt.number is not None and doubt.number not in self.numbers:
                return doubt.number - 1 in self.numbers or self._is_due(doubt, self.spoken)
            case "sentence":
                return self._is_sentence_of_player(doubt) and self._is_due(doubt, self.spoken)
            case "led" if doubt.number is not None:
                return doubt.number not in self.numbers
            case "led":
                return self._may_play(doubt) and self._is_due(doubt, self.spoken)
            case "retraction":
                return self._is_unreplaced(doubt)
            case "hesitation":
                return self._is_unreplaced(doubt) and first_after(self.firsts, doubt.order) is None
            case _:
                if doubt.number is not None:
                    return doubt.number not in self.numbers
                return self._is_due(doubt)

    def _is_nobody(self, doubt: Doubt) -> bool:
        """Whether one who neither plays nor rules said it."""
        if self.book.is_organiser(doubt.speaker):
            return False
        return identity_of(self.book, doubt) not in self.playing and len(self.playing - {""}) >= len(self.book.seats)

    def _is_copy(self, doubt: Doubt) -> bool:
        """Whether a quoted line is what a mail program left of a turn that is there whole."""
        text = "".join(doubt.text.lower().split()).strip(".;>")
        return len(text) > 2 and any(text in whole for whole in self.texts)

    def _is_sentence_of_player(self, doubt: Doubt) -> bool:
        """Whether a player says it, and does not only speak of a turn of the game."""
        text = "".join(doubt.text.lower().split())
        return self._may_play(doubt) and not any(whole.startswith(text) for whole in self._texts_from(text))

    def _may_play(self, doubt: Doubt) -> bool:
        """Whether its writer is a player, or may be one."""
        known = self.playing - {""}
        return identity_of(self.book, doubt) in self.book.seats or (
            bool(doubt.speaker) and 0 < len(known) < len(self.book.seats)
        )

    def _texts_from(self, text: str) -> Sequence[str]:
        """The turn's text that begins with another, if there is one."""
        place = bisect_left(self.texts, text)
        return self.texts[place : place + 1]

    def _is_corrected(self, doubt: Doubt) -> bool:
        """Whether its writer says right after it what was meant."""
        following = first_after(self.turns, doubt.order)
        return (
            following is not None
            and (following.corrects or following.is_sorry)
            and identity_of(self.book, following) == identity_of(self.book, doubt)
        )

    def _is_due(self, doubt: Doubt, firsts: Sequence[AnyItem] | None = None) -> bool:
        """Whether its writer was to move then, and made no turn before the other did. `firsts` are the first texts of
        all turns."""
        firsts = self.firsts if firsts is None else firsts
        before, after = last_before(firsts, doubt.order), first_after(firsts, doubt.order)
        mine = identity_of(self.book, doubt)
        if doubt.kind == "sentence" and before and after and self._are_next(before, after):
            return False
        if not mine:
            return doubt.kind != "lost" and bool(before or after)
        if before and identity_of(self.book, before) == mine and len(self.book.seats) > 1:
            return False
        if not before and mine not in (self.book.first, "") and mine in self.book.seats:
            by_order = self.book.by_order.values()
            return mine in by_order and self.book.first in by_order  # only the turns that were read say who begins
        return not (after and identity_of(self.book, after) == mine and not self._is_answered(doubt, after.order))

    def _are_next(self, before: AnyItem, after: AnyItem) -> bool:
        """Whether two turns have numbers without a gap, whichever end of the text is the first."""
        plies = [
            self.plies[id(found)] for found in (before, after) if found.number is not None and id(found) in self.plies
        ]
        return len(plies) == 2 and abs(plies[0] - plies[1]) == 1

    def _is_answered(self, doubt: Doubt, end: int) -> bool:
        """Whether the other player makes a turn after it, perhaps for the second time: that may be the reply."""
        mine = identity_of(self.book, doubt)
        return any(
            follows(found, doubt) and identity_of(self.book, found) not in ("", mine)
            for found in between(self.turns, doubt.order, end)
        )

    def _is_unreplaced(self, doubt: Doubt) -> bool:
        """Whether its writer's last turn stands alone, with no other in its place before the reply. What follows a
        result or an offer speaks of that. Where it names a turn, that one stands alone if none corrects it."""
        if doubt.number is not None:
            found = [turn for turn in self.turns if turn.number == doubt.number]
            return bool(found) and not any(turn.corrects or turn.is_sorry for turn in found)
        mine = identity_of(self.book, doubt)
        before, after = last_before(self.firsts, doubt.order), first_after(self.firsts, doubt.order)
        since = before.order if before is not None else -1
        if mine and any(identity_of(self.book, item) == mine for item in between(self.claims, since, doubt.order)):
            return False
        if not mine:
            return before is not None and after is None  # what nobody signs is of the last turn
        if not before or identity_of(self.book, before) != mine:
            return False
        others = (found for found in self.by_ply[self.plies[id(before)]] if found.order > doubt.order)
        if any(identity_of(self.book, found) == mine and not is_same_text(found, before) for found in others):
            return False
        return not (after and identity_of(self.book, after) == mine)

    def _take_backs(self) -> Iterator[Diagnostic]:
        """Take-backs that were agreed to and not followed by another turn."""
        asked: Said | None = None
        for item in self.items:
            if isinstance(item, Candidate):
                asked = None
            elif isinstance(item, Said) and item.kind == "take-back":
                asked = item if item.name and self._last_turn_of(item) is not None else None
            elif (
                asked is not None
                and (answer := _answer(item))
                and identity_of(self.book, item) != identity_of(self.book, asked)
            ):
                if answer == "accept" and (message := self._unsettled(asked, item)):
                    yield fault_at(
                        item.line,
                        CoreCodes.THREAD_UNCLEAR,
                        "TR4",
                        message,
                        hint="say which turn was played instead",
                    )
                asked = None

    def _rematches(self) -> Iterator[Diagnostic]:
        """Turns without numbers after a game that one player called for and the other agreed to, while this one is
        not over: nothing says to which of the two they belong (TR1.3)."""
        asked: Said | None = None
        agreed = has_turns = False
        for item in self.items:
            if isinstance(item, Candidate):
                if asked is not None and agreed and item.number is None:
                    yield fault_at(
                        item.line,
                        CoreCodes.THREAD_UNCLEAR,
                        "TR1",
                        f"another game is agreed to after line {asked.line.number}, and nothing says whether this turn "
                        "belongs to it",
                        hint="write how the game before it ended, or number the turns of each game from 1",
                    )
                asked, agreed, has_turns = None, False, True
            elif kind_of(item) == "rematch" and isinstance(item, Said):
                asked, agreed = (item if item.name and has_turns else None), False
            elif asked is not None and identity_of(self.book, item) != identity_of(self.book, asked):
                agreed = agreed or kind_of(item) == "accept"

    def _last_turn_of(self, item: AnyItem) -> Candidate | None:
        """The turn of its speaker's that is the last one, or the last but for the reply to it."""
        mine = identity_of(self.book, item)
        before = between(self.turns, -1, item.order)
        return next((found for found in before[:-3:-1] if identity_of(self.book, found) == mine), None)

    def _unsettled(self, asked: Said, agreed: AnyItem) -> str:
        """Why it is not known what is played after a take-back that is agreed to; "" where it is."""
        following = first_after(self.turns, agreed.order)
        if following is None or identity_of(self.book, following) != identity_of(self.book, asked):
            return "a take-back is agreed to here, but no other turn takes the place of the one taken back"
        before = last_before(self.turns, asked.order)
        if (
            before is not None
            and identity_of(self.book, before) != identity_of(self.book, asked)
            and following.number is None
        ):
            return "a turn that has been answered is taken back here, and nothing says which turns still count"
        return ""


def _answer(item: AnyItem) -> str:
    """How a line answers a request (`accept`, `decline`); a sentence that goes on with a turn may do so too."""
    if isinstance(item, Said):
        return item.kind
    first = re.split(r"[.,!;:]\s", item.line.text)[0] if isinstance(item, Doubt) else ""
    return "accept" if first and says.accepts(first) else "decline" if first and says.declines(first) else ""
