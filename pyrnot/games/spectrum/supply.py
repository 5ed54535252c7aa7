"""Where taken pyramids come from: the spectrum first, then other seats' stashes (S8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import SIZES, Colour, Size, join_words
from pyrnot.core.subjects import Subject, not_in_supply
from pyrnot.games.spectrum.actions import Source
from pyrnot.games.spectrum.lots import NOTHING, Lot, add, has_lot, lot_words, shortage_words
from pyrnot.games.spectrum.position import SEATS, Position


def missing_lot(position: Position, slot: int, taken: Lot) -> Lot:
    """The part of `taken` that the spectrum lacks, which other stashes must give (S8)."""
    spectrum = position.spectrum(slot)
    if has_lot(spectrum, taken):
        return NOTHING
    small, medium, large = spectrum
    return max(taken[0] - small, 0), max(taken[1] - medium, 0), max(taken[2] - large, 0)


def check_sources(position: Position, slot: int, taken: Lot, sources: Sequence[Source]) -> None:
    """Raises `Illegal` (S8, S13) unless the named seats give exactly what the spectrum lacks, and have it."""
    missing = missing_lot(position, slot, taken)
    if missing == NOTHING and not sources:
        return
    _check_not_left(position, sources)
    colour = position.circle[slot]
    lacks = f"the spectrum lacks {lot_words(missing, colour)}"
    if not all(missing[size - 1] <= _held_by_others(position, slot, size) for size in SIZES):
        raise Illegal("not-enough", "S8", f"{lacks}, and the other stashes do not have as many", field="take")
    _check_seats(position, sources)
    named = NOTHING
    for source in sources:
        named = add(named, source.lot)
    if named != missing:
        code = "too-few-named" if has_lot(missing, named) else "too-many-named"
        message = f"{lacks}, but the named seats give {lot_words(named, colour)}"
        about = _about_spectrum(slot, taken, colour) if has_lot(missing, named) else None
        raise Illegal(code, "S8", message, field=f"source {len(sources)}" if sources else "take", about=about)
    for place, source in enumerate(sources, 1):
        has = position.stashes[SEATS.index(source.seat)][slot]
        if not has_lot(has, source.lot):
            message = shortage_words(source.seat, has, source.lot, colour)
            about = about_stash(SEATS.index(source.seat), slot, source.lot, colour)
            raise Illegal("no-such-pyramid", "S8", message, field=f"source {place}", about=about)


def about_stash(seat: int, slot: int, lot: Lot, colour: Colour) -> Subject:
    """What an action is about that misses pyramids in a stash."""
    where = f"{SEATS[seat]}'s stash"
    return _about_lot(where, where, lambda position: position.stashes[seat][slot], lot, colour)


def _about_spectrum(slot: int, lot: Lot, colour: Colour) -> Subject:
    """What an action is about that misses pyramids in the spectrum."""
    return _about_lot("the spectrum", colour, lambda position: position.spectrum(slot), lot, colour)


def _about_lot(where: str, place: str, held: Callable[[Position], Lot], lot: Lot, colour: Colour) -> Subject:
    """What an action is about that misses a lot somewhere; `place` is where a diagram shows it."""
    if sum(lot) == 1:
        what = f"{colour} {SIZES[lot.index(1)].word}"
        return not_in_supply(what, where, lambda position: has_lot(held(position), lot), place)
    less = "fewer" if lot.count(0) == 2 else "less"  # than 2 Mediums; than 1 Medium and 1 Small
    text = f"{where} was left with {less} than {lot_words(lot, colour)}"
    return Subject(lambda position: has_lot(held(position), lot), False, text, place)


def _check_not_left(position: Position, sources: Sequence[Source]) -> None:
    """Raises `Illegal` (S13) for a seat that has left the game, whose stash would otherwise only seem too small."""
    for place, source in enumerate(sources, 1):
        if SEATS.index(source.seat) in position.out:
            message = f"{source.seat} has left the game: nothing can be taken from its stash"
            raise Illegal("seat-left", "S13", message, field=f"source {place}", about=_about_leaving(source.seat))


def _about_leaving(seat: str) -> Subject:
    """What an action is about that needs the stash of a seat that has left."""
    return Subject(lambda position: SEATS.index(seat) in position.out, True, f"{seat} left the game")


def _check_seats(position: Position, sources: Sequence[Source]) -> None:
    """Raises `Illegal` (S8) unless each named seat plays, is not the mover, and is named once."""
    named = [source.seat for source in sources]
    for place, seat in enumerate(named, 1):
        part = f"source {place}"
        if seat not in position.seats:
            message = f"{seat} does not play in this game; the seats are {join_words(position.seats)}"
            raise Illegal("no-such-seat", "S8", message, field=part)
        if seat == position.to_move:
            raise Illegal("own-stash", "S8", f"{seat} is to move and cannot take from its own stash", field=part)
        if seat in named[: place - 1]:
            message = f"{seat} is named twice; write all its sizes after one `@`"
            raise Illegal("named-twice", "S8", message, field=part)


def _held_by_others(position: Position, slot: int, size: Size) -> int:
    """How many pyramids of this size and slot the other seats hold."""
    return sum(position.stashes[seat][slot][size - 1] for seat in position.playing if seat != position.mover)


def shares(position: Position, slot: int, missing: Lot) -> Iterator[tuple[Source, ...]]:
    """Every way in which the other stashes can give `missing`, seats in order; no way if they hold less."""
    if missing == NOTHING:
        yield ()
        return
    others = [seat for seat in position.playing if seat != position.mover]
    by_size = [
        list(_splits(missing[size - 1], [position.stashes[seat][slot][size - 1] for seat in others]))
        for size in SIZES
    ]
    for smalls, mediums, larges in product(*by_size):
        lots = zip(smalls, mediums, larges, strict=True)
        yield tuple(Source(SEATS[seat], lot) for seat, lot in zip(others, lots, strict=True) if any(lot))


def _splits(count: int, held: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to take `count` from holders, given how many each has."""
    if not held:
        if count == 0:
            yield ()
        return
    for first in range(min(count, held[0]), -1, -1):
        for rest in _splits(count - first, held[1:]):
            yield (first, *rest)


def complete_sources(
    position: Position, slot: int, taken: Lot, sources: tuple[Source, ...]
) -> list[tuple[Source, ...]] | None:
    """Every way to add the seats that `sources` leaves out, for each size for which it names none (S8).

    A size for which a seat is named is left alone, as is one that the other stashes lack. None if the spectrum has
    everything, so that no seat is needed.
    """
    missing = missing_lot(position, slot, taken)
    if missing == NOTHING:
        return None
    named = NOTHING
    for source in sources:
        named = add(named, source.lot)
    small, medium, large = (
        wanted if not written and wanted <= _held_by_others(position, slot, size) else 0
        for size, wanted, written in zip(SIZES, missing, named, strict=True)
    )
    return [_merged(sources, share) for share in shares(position, slot, (small, medium, large))]


def _merged(written: tuple[Source, ...], share: tuple[Source, ...]) -> tuple[Source, ...]:
    """`written` with each seat's share added, then the other seats of `share`."""
    left = {source.seat: source.lot for source in share}
    merged = [Source(source.seat, add(source.lot, left.pop(source.seat, NOTHING))) for source in written]
    return (*merged, *(Source(seat, lot) for seat, lot in left.items()))
