"""Gives seats to players whom neither the tags nor their own words give one: by the order in which they play
(TR4.5)."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.foreign.thread import players
from pyrnot.foreign.thread.faults import fault_at
from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, doubted
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import Line, fold_name

_LIKE = 0.75
"""How alike two names are of which one may be the other misspelt."""


class _Player(Struct):
    """Somebody who made turns, by the name under which that was done."""

    name: str
    line: Line
    order: int
    number: int | None
    turns: int = 0
    is_written: bool = False
    """Whether the name is written before turns, and is not only a sender's."""


def name_players(book: SeatBook, items: Sequence[AnyItem]) -> list[Diagnostic]:
    """Names the players of one game in the book; what there is to say of it, errors where it cannot be known."""
    candidates = [item for item in items if isinstance(item, Candidate)]
    is_numbered = all(candidate.number is not None for candidate in candidates)
    candidates.sort(key=_place_of if is_numbered else lambda candidate: candidate.order)
    players = _players(book, candidates)
    said = _seat_senders(book, candidates)
    strangers = [player for player in players.values() if book.seat_of(player.name) is None]
    known = {seat for player in players.values() if (seat := book.seat_of(player.name))}
    book.widen(len(players))
    free = [seat for seat in book.seats if seat not in known]
    if strangers and len(strangers) > len(free):
        if not free:
            return said
        line = strangers[-1].line
        names = ", ".join(player.name for player in strangers)
        message = f"{names} all make turns, but only {len(free)} of the seats {'is' if len(free) == 1 else 'are'} free"
        return [fault_at(line, CoreCodes.READ_SEAT, "TR4", message, hint="say who plays which seat, as in `Red: Ana`")]
    order = _by_numbers(book, free, strangers, candidates) or _in_turn_order(book, free)
    for player, seat in zip(strangers, order, strict=False):
        _give(book, player, seat, said)
    said += _say_names(book, players)
    said += _name_correspondent(book, candidates) or _name_from_heading(book, candidates)
    return said


def _name_from_heading(book: SeatBook, candidates: Sequence[Candidate]) -> list[Diagnostic]:
    """Gives the seats to the two players of a heading such as `Ida vs Jon`, in its order, where nobody is named
    otherwise; the first turn of a game whose turns have names may show that it is the other way round."""
    is_known = book.by_order or book.declared or any(map(book.name_of, book.seats))
    if book.versus is None or is_known or len(book.seats) != 2 or not candidates:
        return []
    first, second = book.versus
    if fold_name(candidates[0].written.split()[-1]) == fold_name(second):
        first, second = second, first
    seats = sorted(book.seats, key=lambda seat: seat != book.first)
    for seat, name in zip(seats, (first, second), strict=True):
        book.names[seat] = name
    message = f"{first} is taken to play {seats[0]} and {second} {seats[1]}, as the heading names them"
    return [fault_at(candidates[0].line, CoreCodes.READ_NAME, "TR4", message, is_error=False)]


def _name_correspondent(book: SeatBook, candidates: Sequence[Candidate]) -> list[Diagnostic]:
    """Gives the second seat to the other of two who write mails, where only one of them sent a turn."""
    others = [name for name in book.writers.values() if book.seat_of_player(name) is None]
    free = [seat for seat in book.seats if book.name_of(seat) is None and seat not in book.by_order.values()]
    is_known = len(book.seats) == len(book.writers) == 2 and len(others) == len(free) == 1 and bool(candidates)
    if not is_known or book.is_organiser(others[0]) or book.is_bot(others[0]):
        return []
    book.names[free[0]] = others[0]
    book.by_order[fold_name(others[0])] = free[0]
    message = f"{others[0]} is taken to play {free[0]}, as the other of the two who write"
    return [fault_at(candidates[0].line, CoreCodes.READ_NAME, "TR4", message, is_error=False)]


def _seat_senders(book: SeatBook, candidates: Sequence[Candidate]) -> list[Diagnostic]:
    """Gives senders the seat that they write before their own turns: one seat, which no other sender writes."""
    written: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        seat = book.seat_named(candidate.who) if candidate.who and candidate.speaker else None
        if seat is not None:
            written.setdefault(seat, []).append(candidate)
    said: list[Diagnostic] = []
    writers = {seat: {fold_name(found.speaker) for found in found_all} for seat, found_all in written.items()}
    for seat, found_all in written.items():
        (writer, *others) = writers[seat]
        is_only = not others and not any(writer in known for other, known in writers.items() if other != seat)
        first = found_all[0]
        if (
            is_only
            and book.name_of(seat) is None
            and book.seat_of_player(first.speaker) is None
            and not book.is_bot(first.speaker)
        ):
            book.names[seat] = first.speaker
            message = f"{first.speaker} is taken to play {seat}, by the seat before the turn"
            said.append(fault_at(first.line, CoreCodes.READ_NAME, "TR4", message, is_error=False))
    return said


def name_emoji(book: SeatBook) -> list[Diagnostic]:
    """That pictures were read as those for whom the text declares them."""
    listed = ", ".join(f"{emoji} as {name}" for emoji, name in book.emoji.items())
    lines = list(book.emoji_lines.values())[:1]
    return [fault_at(line, CoreCodes.READ_SEAT, "TR4", f"read {listed}", is_error=False, ply=0) for line in lines]


def _place_of(candidate: Candidate) -> tuple[int, int]:
    return (candidate.number if candidate.number is not None else 0, candidate.order)


def _players(book: SeatBook, candidates: Sequence[Candidate]) -> dict[str, _Player]:
    """Those who made turns, in the order of their first ones; a word that only labels a turn is nobody."""
    players: dict[str, _Player] = {}
    for candidate in candidates:
        name = _real_name(book, candidate)
        is_ruling = book.is_organiser(name) or book.is_organiser(candidate.speaker)
        if not name or is_ruling or (candidate.depth and not candidate.speaker and not candidate.who):
            continue
        folded = fold_name(name)
        if folded not in players:
            players[folded] = _Player(name=name, line=candidate.line, order=candidate.order, number=candidate.number)
        players[folded].turns += 1
        players[folded].is_written = players[folded].is_written or bool(candidate.who)
    return players


def _real_name(book: SeatBook, candidate: Candidate) -> str:
    """The name under which a turn is made."""
    return book.real_name(candidate.who, candidate.speaker) if candidate.who else candidate.name


def _by_numbers(
    book: SeatBook, free: Sequence[str], strangers: Sequence[_Player], candidates: Sequence[Candidate]
) -> list[str]:
    """The seats of players whose turns have numbers, one for each ply, by those; [] where they tell nothing."""
    makers: dict[int, set[str]] = {}
    for candidate in candidates:
        if candidate.is_reply or candidate.is_pair or candidate.pair or candidate.column is not None:
            return []
        if candidate.number is not None and (name := _real_name(book, candidate)):
            makers.setdefault(candidate.number, set()).add(fold_name(name))
    if any(len(names) > 1 for names in makers.values()):
        return []
    start = book.seats.index(book.first)
    turning = book.seats[start:] + book.seats[:start]
    seats: list[str] = []
    for player in strangers:
        mine = {
            turning[(number - 1) % len(turning)] for number, names in makers.items() if fold_name(player.name) in names
        }
        if len(mine) != 1:
            return []
        seats += mine
    return seats if len(set(seats)) == len(seats) and set(seats) <= set(free) else []


def _in_turn_order(book: SeatBook, free: Sequence[str]) -> list[str]:
    """The free seats in the order in which they come to move for the first time."""
    start = book.seats.index(book.first)
    return [seat for seat in book.seats[start:] + book.seats[:start] if seat in free]


def _give(book: SeatBook, player: _Player, seat: str, said: list[Diagnostic]) -> None:
    book.by_order[fold_name(player.name)] = seat
    tag = book.tags.get(seat)
    if tag:
        message = f"{player.name} is taken to be {tag}, who plays {seat}: by the order of play"
        said.append(fault_at(player.line, CoreCodes.READ_SEAT, "TR4", message, is_error=False))
        return
    book.names[seat] = player.name
    message = f"{player.name} is taken to play {seat}, by the order of play"
    said.append(fault_at(player.line, CoreCodes.READ_NAME, "TR4", message, is_error=False))


def _say_names(book: SeatBook, players: dict[str, _Player]) -> list[Diagnostic]:
    """That a name which is not quite a player's own, or takes a seat's place before turns, was read as that
    player's."""
    said = []
    for folded, player in players.items():
        seat = book.seat_of(player.name)
        if seat is None or folded in book.by_order or fold_name(player.name) in (seat.lower(), seat[0].lower()):
            continue
        name = book.name_of(seat)
        if book.tags.get(seat) is None and name:
            message = f"{name} is read as the player of {seat}"
            said.append(fault_at(player.line, CoreCodes.READ_NAME, "TR4", message, is_error=False))
        elif name and (player.is_written or fold_name(name) != folded):
            message = (
                f"{player.name} is read as {name}, who plays {seat}"
                if fold_name(name) != folded
                else f"{name} is read as {seat}, by the tag"
            )
            said.append(fault_at(player.line, CoreCodes.READ_SEAT, "TR4", message, is_error=False))
    return said


def drop_strangers(book: SeatBook, items: Sequence[AnyItem]) -> tuple[list[AnyItem], list[AnyItem]]:
    """The items of those who play, and turns of others: a third person makes none (TR3.1)."""
    kept: list[AnyItem] = []
    dropped: list[AnyItem] = []
    names = [word for seat in book.seats if (name := book.name_of(seat)) for word in (name, *name.split()[:1])]
    may_be_player = any(book.name_of(seat) is None and seat not in book.by_order.values() for seat in book.seats)
    for item in items:
        name = item.name
        is_strange = (
            isinstance(item, (Candidate, Doubt))
            and bool(name)
            and book.seat_of(name) is None
            and not (book.is_organiser(name) or book.is_organiser(item.speaker))
            and fold_name(name) not in players.ME | players.YOU
        )
        if is_strange and isinstance(item, Candidate) and _is_like(name, names):
            speaker = item.speaker if book.seat_of_player(item.speaker) else ""
            kept.append(doubted(replace(item, speaker=speaker), "whose"))
        elif is_strange and isinstance(item, Doubt) and may_be_player and not book.is_bot(name):
            kept.append(item)  # a seat is nobody's yet
        else:
            (dropped if is_strange else kept).append(item)
    return kept, dropped


def may_play(book: SeatBook, item: AnyItem) -> bool:
    """Whether something may be by one who plays or rules: not where others are known to hold all seats."""
    name = item.name
    is_free = any(book.name_of(seat) is None for seat in book.seats)
    is_known = book.seat_of(name) is not None or fold_name(name) in players.ME | players.YOU
    return not name or is_free or is_known or book.is_organiser(name) or book.is_organiser(item.speaker)


def _is_like(name: str, names: Sequence[str]) -> bool:
    """Whether a name may be a misspelt one of a player's."""
    folded = fold_name(name)
    return any(SequenceMatcher(None, folded, fold_name(known)).ratio() >= _LIKE for known in names)
