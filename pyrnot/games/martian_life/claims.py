"""Compares the waves written after an action with those that happened (ML5)."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.diagnostics import Illegal
from pyrnot.games.martian_life.actions import Culled, WrittenWave
from pyrnot.games.martian_life.codes import Codes
from pyrnot.games.martian_life.notation import spell_waves
from pyrnot.games.martian_life.position import GRID


def check_waves(written: Sequence[WrittenWave], waves: Sequence[Culled]) -> None:
    """If any wave is written, all must be, each with exactly the pyramids it culled (ML5). Raises `Illegal`."""
    if not written:
        return
    for number, claimed in enumerate(written, 1):
        if number > len(waves):
            culls = {0: "nothing", 1: "only 1 wave"}.get(len(waves), f"only {len(waves)} waves")
            raise _false(f"there is no wave {number}: this turn culls {culls}", f"wave {number}", waves)
        _check_wave(claimed, waves[number - 1], waves)
    if len(waves) > len(written):
        raise _missing(f"missing wave: {waves[len(written)].text}", "", waves)


def _check_wave(claimed: WrittenWave, wave: Culled, waves: Sequence[Culled]) -> None:
    """Compares one written wave with what it culled (ML5)."""
    culled = {square: pyramid.size for square, pyramid in wave.pyramids}
    named: set[int] = set()
    for place, (size, square) in enumerate(claimed, 1):
        part, at = f"culled {wave.wave}.{place}", GRID.names[square]
        if square in named:
            raise _false(f"{at} is listed twice in wave {wave.wave}", part, waves)
        if square not in culled:
            raise _false(f"wave {wave.wave} culls no pyramid on {at}", part, waves)
        if culled[square] is not size:
            message = f"wave {wave.wave} culls a {culled[square].word} on {at}, not a {size.word}"
            raise _false(message, part, waves)
        named.add(square)
    for square, size in culled.items():
        if square not in named:
            message = f"wave {wave.wave} also culls the {size.word} on {GRID.names[square]}"
            raise _missing(message, f"wave {wave.wave}", waves)


def _false(message: str, part: str, waves: Sequence[Culled]) -> Illegal:
    return Illegal(Codes.CLAIM_FALSE, "ML5", message, part=part, hint=_hint(waves), index=0)


def _missing(message: str, part: str, waves: Sequence[Culled]) -> Illegal:
    return Illegal(Codes.CLAIM_MISSING, "ML5", message, part=part, hint=_hint(waves), index=0)


def _hint(waves: Sequence[Culled]) -> str | None:
    return f"write {spell_waves(waves)}" if waves else None
