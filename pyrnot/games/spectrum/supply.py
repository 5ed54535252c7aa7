"""Where taken pyramids come from: the spectrum first, then other seats' stashes (S8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import SIZES, Size, join_words
from pyrnot.games.spectrum.actions import Source
from pyrnot.games.spectrum.codes import Codes
from pyrnot.games.spectrum.lots import NOTHING, Lot, add, has_lot, lot_words, several, shortage_words
from pyrnot.games.spectrum.position import SEATS, Position


def missing_lot(position: Position, slot: int, taken: Lot) -> Lot:
    """The part of `taken` that the spectrum lacks, which other stashes must give (S8)."""
    spectrum = position.spectrum(slot)
    if has_lot(spectrum, taken):
        return NOTHING
    small, medium, large = spectrum
    return max(taken[0] - small, 0), max(taken[1] - medium, 0), max(taken[2] - large, 0)


def check_sources(position: Position, slot: int, taken: Lot, sources: Sequence[Source]) -> None:
    """Raises `Illegal` (S8) unless the named seats give exactly what the spectrum lacks, and have it."""
    missing = missing_lot(position, slot, taken)
    if missing == NOTHING and not sources:
        return
    colour = position.circle[slot]
    for size in SIZES:
        others = _held_by_others(position, slot, size)
        if missing[size - 1] > others:
            wanted = lot_words(several(taken[size - 1], size), colour)
            there = taken[size - 1] - missing[size - 1] + others
            message = (
                f"cannot take {wanted}: the spectrum and the other stashes have {f'only {there}' if there else 'none'}"
            )
            raise Illegal(Codes.NOT_ENOUGH, "S8", message, part="take")
    _check_seats(position, sources)
    named = NOTHING
    for place, source in enumerate(sources, 1):
        named = add(named, source.lot)
        for size in SIZES:
            if named[size - 1] > missing[size - 1]:
                raise _too_many_named(position, slot, size, missing[size - 1], f"source {place}")
    for size in SIZES:
        if named[size - 1] < missing[size - 1]:
            message = f"{_lacks(position, slot, size, missing[size - 1])}, "
            message += f"but the named seats give {named[size - 1] or 'none'}"
            raise Illegal(Codes.TOO_FEW_NAMED, "S8", message, part="source 1" if sources else "take")
    for place, source in enumerate(sources, 1):
        has = position.stashes[SEATS.index(source.seat)][slot]
        if not has_lot(has, source.lot):
            message = shortage_words(source.seat, has, source.lot, colour)
            raise Illegal(Codes.NO_SUCH_PYRAMID, "S8", message, part=f"source {place}")


def _check_seats(position: Position, sources: Sequence[Source]) -> None:
    """Raises `Illegal` (S8) unless each named seat plays, is not the mover, and is named once."""
    named: set[str] = set()
    for place, source in enumerate(sources, 1):
        part = f"source {place}"
        if source.seat not in position.seats:
            message = f"{source.seat} does not play in this game; the seats are {join_words(position.seats)}"
            raise Illegal(Codes.NO_SUCH_SEAT, "S8", message, part=part)
        if source.seat == position.to_move:
            message = f"{source.seat} is to move and cannot take from its own stash"
            raise Illegal(Codes.OWN_STASH, "S8", message, part=part)
        if source.seat in named:
            raise Illegal(
                Codes.NAMED_TWICE, "S8", f"{source.seat} is named twice; write all its sizes after one `@`", part=part
            )
        named.add(source.seat)


def _too_many_named(position: Position, slot: int, size: Size, missing: int, part: str) -> Illegal:
    name = f"{position.circle[slot]} {size.word}"
    if missing:
        message = f"{_lacks(position, slot, size, missing)}, but the named seats give more"
    elif position.spectrum(slot)[size - 1]:
        message = f"no {name} comes from a stash, because the spectrum has enough"
    else:
        message = f"no {name} is taken, so no seat gives one"
    return Illegal(Codes.TOO_MANY_NAMED, "S8", message, part=part)


def _lacks(position: Position, slot: int, size: Size, missing: int) -> str:
    return f"the spectrum lacks {lot_words(several(missing, size), position.circle[slot])}"


def _held_by_others(position: Position, slot: int, size: Size) -> int:
    """How many pyramids of this size and slot the other seats hold."""
    return sum(stash[slot][size - 1] for seat, stash in enumerate(position.stashes) if seat != position.mover)


def shares(position: Position, slot: int, missing: Lot) -> Iterator[tuple[Source, ...]]:
    """Every way in which the other stashes can give `missing`, seats in order; no way if they hold less."""
    others = [seat for seat in range(len(position.stashes)) if seat != position.mover]
    by_size = [
        list(_splits(missing[size - 1], [position.stashes[seat][slot][size - 1] for seat in others])) for size in SIZES
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
