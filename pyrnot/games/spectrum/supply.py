"""Where what is taken comes from: the spectrum first, then other stashes (S8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pyrnot.diagnostics import Illegal
from pyrnot.games.spectrum.actions import Source
from pyrnot.games.spectrum.codes import Codes
from pyrnot.games.spectrum.lots import NOTHING, Lot, add, join_words, lot_words, several
from pyrnot.games.spectrum.position import SEATS, Position
from pyrnot.pieces import SIZES, Size


def missing_lot(position: Position, slot: int, taken: Lot) -> Lot:
    """What of `taken` the spectrum does not have and other stashes must give (S8)."""
    small, medium, large = position.spectrum(slot)
    if taken[0] <= small and taken[1] <= medium and taken[2] <= large:
        return NOTHING
    return max(taken[0] - small, 0), max(taken[1] - medium, 0), max(taken[2] - large, 0)


def check_sources(position: Position, slot: int, taken: Lot, sources: Sequence[Source]) -> None:
    """The seats named give just what the spectrum lacks, and have it (S8). Raises `Illegal`."""
    missing = missing_lot(position, slot, taken)
    if missing == NOTHING and not sources:
        return
    colour = position.circle[slot]
    for size in SIZES:
        others = _held_by_others(position, slot, size)
        if missing[size - 1] > others:
            wanted = lot_words(several(taken[size - 1], size), colour)
            there = taken[size - 1] - missing[size - 1] + others
            message = f"{wanted} cannot be taken: the spectrum and the other stashes have {there or 'none'}"
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
            message = f"{_lacks(position, slot, size, missing[size - 1])}, but the seats named give {named[size - 1]}"
            raise Illegal(Codes.TOO_FEW_NAMED, "S8", message, part="source 1" if sources else "take")
    for place, source in enumerate(sources, 1):
        has = position.stashes[SEATS.index(source.seat)][slot]
        if any(wanted > there for wanted, there in zip(source.lot, has, strict=True)):
            message = f"{source.seat}'s stash has {lot_words(has, colour)}, not {lot_words(source.lot, colour)}"
            if not any(has):
                message = f"{source.seat}'s stash has nothing {colour.value}"
            raise Illegal(Codes.NO_SUCH_PYRAMID, "S8", message, part=f"source {place}")


def _check_seats(position: Position, sources: Sequence[Source]) -> None:
    """The seats named are others' and in play, and each is named once (S8). Raises `Illegal`."""
    named: set[str] = set()
    for place, source in enumerate(sources, 1):
        part = f"source {place}"
        if source.seat not in position.seats:
            message = f"there is no seat {source.seat}: the seats are {join_words(list(position.seats))}"
            raise Illegal(Codes.NO_SUCH_SEAT, "S8", message, part=part)
        if source.seat == position.to_move:
            raise Illegal(
                Codes.OWN_STASH, "S8", f"{source.seat} is to move and takes from other stashes only", part=part
            )
        if source.seat in named:
            raise Illegal(Codes.NAMED_TWICE, "S8", f"{source.seat} is named twice: each seat is named once", part=part)
        named.add(source.seat)


def _too_many_named(position: Position, slot: int, size: Size, missing: int, part: str) -> Illegal:
    name = f"{position.circle[slot].value} {size.word}"
    if missing:
        message = f"{_lacks(position, slot, size, missing)}, but the seats named give more"
    elif position.spectrum(slot)[size - 1]:
        message = f"no {name} comes from a stash: the spectrum has what is taken"
    else:
        message = f"no {name} is taken, so none comes from a stash"
    return Illegal(Codes.TOO_MANY_NAMED, "S8", message, part=part)


def _lacks(position: Position, slot: int, size: Size, missing: int) -> str:
    return f"the spectrum lacks {lot_words(several(missing, size), position.circle[slot])}"


def _held_by_others(position: Position, slot: int, size: Size) -> int:
    """How many pyramids of that size and slot the stashes of the other seats hold."""
    return sum(stash[slot][size - 1] for seat, stash in enumerate(position.stashes) if seat != position.mover)


def shares(position: Position, slot: int, missing: Lot) -> Iterator[tuple[Source, ...]]:
    """Every way in which the other stashes can give `missing`, seats in their order; none if they hold less."""
    others = [seat for seat in range(len(position.stashes)) if seat != position.mover]
    by_size = [
        list(_splits(missing[size - 1], [position.stashes[seat][slot][size - 1] for seat in others])) for size in SIZES
    ]
    for smalls, mediums, larges in product(*by_size):
        lots = zip(smalls, mediums, larges, strict=True)
        yield tuple(Source(SEATS[seat], lot) for seat, lot in zip(others, lots, strict=True) if any(lot))


def _splits(count: int, held: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to take `count` from holders of so many each."""
    if not held:
        if count == 0:
            yield ()
        return
    for first in range(min(count, held[0]), -1, -1):
        for rest in _splits(count - first, held[1:]):
            yield (first, *rest)


def completed(
    position: Position, slot: int, taken: Lot, sources: tuple[Source, ...]
) -> list[tuple[Source, ...]] | None:
    """The sources as written, completed for every size for which no seat is named (S8), in all ways there are.

    A size for which a seat is named stays as it is, and so does one of which there is not enough. None where the
    spectrum has all that is taken, so that nothing is to be completed.
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
    """`written`, each seat with its share, then the seats of `share` that are not written."""
    left = {source.seat: source.lot for source in share}
    merged = [Source(source.seat, add(source.lot, left.pop(source.seat, NOTHING))) for source in written]
    return (*merged, *(Source(seat, lot) for seat, lot in left.items()))
