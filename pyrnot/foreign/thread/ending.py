"""How a thread says that its game ended (TR3.6): of all that reads as a result, what counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.foreign.thread import players, says
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.items import TAKES_BACK, AnyItem, Ended, kind_of
from pyrnot.foreign.thread.resolve import Slot
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.sequence import identity_of, seat_of_item
from pyrnot.foreign.thread.text import Line, fold_name


class Verdict(Struct):
    """The last word of the record, where it stands, and what there is to say of it."""

    text: str = ""
    line: Line | None = None
    diagnostics: list[Diagnostic] = []


class _Claim(Struct, frozen=True):
    text: str
    winner: str
    line: Line


def find_ending(
    items: Sequence[AnyItem], slots: Sequence[Slot], book: SeatBook, called: Callable[[str], str | None]
) -> Verdict:
    """The result, from the lines after the last turn that a player or an organiser wrote. `called` gives the seat that
    a name has in the game itself."""
    verdict = Verdict(diagnostics=[])
    last = max((slot.candidate.order for slot in slots), default=0)
    claims: list[_Claim] = []
    for item in items:
        if isinstance(item, Ended) and _is_after(item, last, len(slots)) and not _is_taken_back(item, items, book):
            found = list(_claims(item, slots, book, called, verdict))
            doubt = _wavering(item, items, book) or _denial(item, items, book)
            if found and doubt is not None:
                verdict.diagnostics.append(_unsettled(doubt, f"the result in line {item.line.number} counts"))
            claims += found
    claims += _agreed_draws(items, last, book, verdict)
    winners = {claim.winner for claim in claims if claim.winner != "*"}
    if len(winners) > 1:
        first, second = claims[0], next(claim for claim in claims if claim.winner != claims[0].winner)
        message = (
            f"the text gives two results: {first.text} in line {first.line.number} and "
            f"{second.text} in line {second.line.number}"
        )
        verdict.diagnostics.append(
            fault_at(second.line, CoreCodes.THREAD_CONFLICT, "TR3", message, hint="delete the one that is wrong")
        )
        return verdict
    chosen = next((claim for claim in claims if claim.winner != "*"), claims[-1] if claims else None)
    if chosen is None:
        return verdict
    verdict.text, verdict.line = chosen.text, chosen.line
    if chosen.line.text.strip(" .!").lower() != chosen.text.lower():
        message = f"`{short(chosen.line.text)}` was read as `{chosen.text}`"
        verdict.diagnostics.append(
            fault_at(chosen.line, CoreCodes.READ_RESULT, "TR3", message, is_error=False, ply=len(slots))
        )
    return verdict


def _is_after(item: Ended, last: int, length: int) -> bool:
    if item.number is not None:
        return item.number > 0 and item.order >= last
    return item.order > last


_WAVERS = ("hesitation", "take-back")
"""What somebody may say of an earlier result that leaves it open."""


def _is_by_same(item: AnyItem, said: AnyItem, book: SeatBook) -> bool:
    """Whether a player says something after an item of the same player."""
    return said.order > item.order and identity_of(book, said) == identity_of(book, item)


def _is_taken_back(item: Ended, items: Sequence[AnyItem], book: SeatBook) -> bool:
    """Whether its writer says after it that it was a joke or a mistake, or plays on."""
    return any(kind_of(other) in TAKES_BACK and _is_by_same(item, other, book) for other in items)


def _wavering(item: Ended, items: Sequence[AnyItem], book: SeatBook) -> AnyItem | None:
    """The line in which the writer of a result is not sure of it any more."""
    return next((other for other in items if kind_of(other) in _WAVERS and _is_by_same(item, other, book)), None)


def _denial(item: Ended, items: Sequence[AnyItem], book: SeatBook) -> AnyItem | None:
    """The line in which the other player denies a result that only one of the two claims."""
    if item.ending.verb not in _ONLY_CLAIMED or not (mine := seat_of_item(book, item)):
        return None
    after = (other for other in items if other.order > item.order and seat_of_item(book, other) not in (None, mine))
    return next((other for other in after if kind_of(other) == "denial"), None)


_ONLY_CLAIMED = ("wins", "loses", "forfeits")
"""What a player may say of a game that the other does not agree to."""


def _claims(
    item: Ended, slots: Sequence[Slot], book: SeatBook, called: Callable[[str], str | None], verdict: Verdict
) -> Iterator[_Claim]:
    """What a line claims; nothing where neither a player nor an organiser says it, or its name is nobody's."""
    ending = item.ending
    is_strange = book.seat_of_player(item.speaker) is None and not book.is_organiser(item.speaker)
    if item.speaker and is_strange and any(slot.seat for slot in slots):
        return  # a third person's word
    if item.who and seat_of_item(book, item) is None and not book.is_organiser(item.who):
        return  # what it is about, as in `Chess: 1-0`, or a third person
    if item.section and all(slot.candidate.section != item.section for slot in slots):
        return  # of another game
    if ending.verb == "*":
        yield _Claim("*", "*", item.line)
        return
    if ending.verb.startswith("draw"):
        if ending.verb == "draw" and item.name and not book.is_organiser(item.name):
            return  # one player's word is an offer
        yield _Claim(ending.verb, "draw", item.line)
        return
    if ending.place:
        if len(book.seats) != 2 or book.first != book.seats[0]:
            verdict.diagnostics.append(_unclear(item, "which seat a score names first is not clear here"))
            return
        seat: str | None = book.seats[ending.place - 1]
    else:
        seat = _seat(item, slots, book) or called(item.ending.who)
    if seat is None:
        is_anonymous = not item.speaker and not any(map(book.name_of, book.seats)) and not any(s.seat for s in slots)
        if is_anonymous and slots and ending.who and ending.verb != "loses":
            verdict.diagnostics.append(_unclear(item, f"nothing says which seat {ending.who} plays"))
            return
        if not ending.who or fold_name(ending.who) in players.ME | players.YOU:
            verdict.diagnostics.append(_unclear(item, "it is not clear whose words these are"))
        return
    other = book.other(seat)
    if ending.verb == "loses":
        if other is not None:
            yield _Claim(f"{other} wins", other, item.line)
        return
    yield _Claim(f"{seat} {ending.verb}", seat if ending.verb == "wins" else other or f"not {seat}", item.line)


def _unclear(item: Ended, why: str) -> Diagnostic:
    return fault_at(
        item.line,
        CoreCodes.THREAD_UNCLEAR,
        "TR3",
        f"`{short(item.line.text)}` is a result, but {why}",
        hint="write it with the seat, as in `Red wins`",
    )


def _seat(item: Ended, slots: Sequence[Slot], book: SeatBook) -> str | None:
    """The seat that a result is about: the one named, else the speaker's, else the one whose number it has."""
    who = fold_name(item.ending.who)
    speaker = seat_of_item(book, item)
    if who in players.YOU:
        return book.other(speaker) if speaker else None
    if who and who not in players.ME:
        return (
            book.seat_named(item.ending.who)
            or book.seat_of_player(item.ending.who)
            or _by_letter(item.ending.who, book)
        )
    if speaker is not None:
        return speaker
    if not item.speaker and slots and (replied := _replied_to(item, slots, book)) is not None:
        return book.other(replied)
    if item.number is not None and not item.speaker:
        index = book.seats.index(book.first) + len(slots)
        return book.seats[index % len(book.seats)]
    return None


def _replied_to(item: Ended, slots: Sequence[Slot], book: SeatBook) -> str | None:
    """The seat whose mail a line answers: that of the last turn, where it is quoted below."""
    last = slots[-1].candidate
    if item.is_chat or item.mail != last.mail or last.depth != item.depth + 1:
        return None
    return seat_of_item(book, last)


def _by_letter(word: str, book: SeatBook) -> str | None:
    return next((seat for seat in book.seats if len(word) == 1 and seat[0].lower() == word.lower()), None)


def _agreed_draws(items: Sequence[AnyItem], last: int, book: SeatBook, verdict: Verdict) -> Iterator[_Claim]:
    """A draw that one offered and the other took, with no turn after it. Where an offer that was turned down or
    withdrawn is then accepted outright, nobody knows whether the game is a draw."""
    offer: AnyItem | None = None
    ended: AnyItem | None = None
    """The line that put an end to the last offer."""
    lapsed: AnyItem | None = None
    """An offer that was answered with turns."""
    for item in items:
        seat = seat_of_item(book, item)
        if item.order <= last:
            if seat is not None and kind_of(item) in ("offer", "decline"):
                lapsed = item if kind_of(item) == "offer" else None
            continue
        is_late = offer is None and lapsed is not None and seat not in (None, seat_of_item(book, lapsed))
        if is_late and lapsed is not None and says.takes_draw(item.line.text):
            verdict.diagnostics.append(_unsettled(item, f"the draw of line {lapsed.line.number} is agreed later"))
            return
        is_draw = isinstance(item, Ended) and item.ending.verb.startswith("draw") and seat is not None
        if offer is not None and seat is not None:
            is_own = seat == seat_of_item(book, offer)
            if not is_own and (is_draw or kind_of(item) == "accept"):
                if (refusal := _refused_later(items, item, book)) is None:
                    yield _Claim("draw agreed", "draw", item.line)
                else:
                    verdict.diagnostics.append(
                        _unsettled(refusal, f"the draw accepted in line {item.line.number} counts")
                    )
                return
            if kind_of(item) in (("decline", *TAKES_BACK) if is_own else ("decline", "play-on")):
                offer, ended = None, item
        elif ended is not None and seat is not None and kind_of(item) == "accept" and says.agrees(item.line.text):
            verdict.diagnostics.append(_unsettled(item, f"the draw is agreed after line {ended.line.number}"))
            ended = None
        if seat is not None and (is_draw or kind_of(item) == "offer"):
            offer, ended = item, None


def _refused_later(items: Sequence[AnyItem], accepted: AnyItem, book: SeatBook) -> AnyItem | None:
    """What the one who seems to accept a draw says against it after that: an answer between the lines of a quote may
    precede what it answers."""
    mine = seat_of_item(book, accepted)
    later = (item for item in items if item.order > accepted.order and seat_of_item(book, item) == mine)
    return next((item for item in later if kind_of(item) in ("decline", "play-on", *TAKES_BACK)), None)


def _unsettled(item: AnyItem, what: str) -> Diagnostic:
    return fault_at(
        item.line,
        CoreCodes.THREAD_UNCLEAR,
        "TR3",
        f"`{short(item.line.text)}` leaves open whether {what}",
        hint="write how the game ended, as in `Red wins` or `draw agreed`",
    )
