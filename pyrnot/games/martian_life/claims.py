"""Compares the waves that a player wrote with those that happened (ML5)."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.diagnostics import Illegal
from pyrnot.game import Event
from pyrnot.games.martian_life.actions import Culled, WrittenAction, waves_of
from pyrnot.games.martian_life.codes import Codes
from pyrnot.games.martian_life.notation import spell_waves
from pyrnot.games.martian_life.position import GRID


def check_waves(written: WrittenAction, events: Sequence[Event], index: int) -> None:
    """Where any wave is written, all are, each with just what it culled (ML5).

    Raises `Illegal` for the action at `index` of its turn otherwise.
    """
    if not written.waves:
        return
    try:
        _compare(written, events)
    except Illegal as fault:
        fault.index = index
        raise


def _compare(written: WrittenAction, events: Sequence[Event]) -> None:
    happened = waves_of(events)
    for number in range(1, len(written.waves) + 1):
        if number > len(happened):
            raise _false_wave(number, len(happened), events)
        _check_wave(written, happened[number - 1], events)
    if len(happened) > len(written.waves):
        missing = happened[len(written.waves)]
        raise Illegal(Codes.CLAIM_MISSING, "ML5", f"not all waves are written: {missing.text}", hint=_all_waves(events))


def _false_wave(number: int, count: int, events: Sequence[Event]) -> Illegal:
    part = f"wave {number}"
    if count == 0:
        return Illegal(Codes.CLAIM_FALSE, "ML5", "nothing dies after this turn", part=part)
    waves = "1 wave" if count == 1 else f"{count} waves"
    message = f"there is no wave {number}: nothing is left to die after {waves}"
    return Illegal(Codes.CLAIM_FALSE, "ML5", message, part=part, hint=_all_waves(events))


def _check_wave(written: WrittenAction, wave: Culled, events: Sequence[Event]) -> None:
    """One written wave against what was culled in it (ML5)."""
    culled = {square: pyramid.size for square, pyramid in wave.pyramids}
    claimed = written.waves[wave.wave - 1]
    if len(claimed) == len(culled) and {square: size for size, square in claimed} == culled:
        return  # as nearly always: no fault need be looked for
    named: set[int] = set()
    for place, (size, square) in enumerate(claimed, 1):
        part = f"culled {wave.wave}.{place}"
        at = GRID.names[square]
        if square in named:
            raise Illegal(Codes.CLAIM_FALSE, "ML5", f"{at} is written twice in wave {wave.wave}", part=part)
        if square not in culled:
            message = f"no pyramid on {at} dies in wave {wave.wave}"
            raise Illegal(Codes.CLAIM_FALSE, "ML5", message, part=part, hint=_all_waves(events))
        if culled[square] is not size:
            message = f"what dies on {at} in wave {wave.wave} is a {culled[square].word}, not a {size.word}"
            raise Illegal(Codes.CLAIM_FALSE, "ML5", message, part=part, hint=_all_waves(events))
        named.add(square)
    for square, pyramid in wave.pyramids:
        if square not in named:
            message = f"wave {wave.wave} culls the {pyramid.size.word} on {GRID.names[square]} too"
            raise Illegal(Codes.CLAIM_MISSING, "ML5", message, part=f"wave {wave.wave}", hint=_all_waves(events))


def _all_waves(events: Sequence[Event]) -> str:
    return f"what happens is {spell_waves(events)}"
