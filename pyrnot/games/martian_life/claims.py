"""Compares the waves written after an action with those that happened (ML5)."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, SimpleEvent
from pyrnot.games.martian_life.actions import WrittenWave
from pyrnot.games.martian_life.notation import spell_waves
from pyrnot.games.martian_life.position import GRID


def waves_of(events: Sequence[Event]) -> list[SimpleEvent]:
    """The waves among a turn's events, in order."""
    return [event for event in events if isinstance(event, SimpleEvent) and event.kind == "culled"]


def check_waves(written: Sequence[WrittenWave], waves: Sequence[SimpleEvent]) -> None:
    """All waves must be written, each with exactly the pyramids it culled (ML5). Raises `Illegal`."""
    for number, claimed in enumerate(written, 1):
        if number > len(waves):
            culls = {0: "nothing", 1: "only 1 wave"}.get(len(waves), f"only {len(waves)} waves")
            raise _false(f"there is no wave {number}: this turn culls {culls}", f"wave {number}", waves)
        _check_wave(number, claimed, waves)
    if len(waves) > len(written):
        raise _missing(f"missing wave: {waves[len(written)].text}", "", waves)


def _check_wave(number: int, claimed: WrittenWave, waves: Sequence[SimpleEvent]) -> None:
    """Compares one written wave with what it culled (ML5)."""
    wave = waves[number - 1]
    culled = {square: pyramid.size for square, pyramid in zip(wave.places, wave.pyramids, strict=True)}
    named: set[str] = set()
    for place, (size, index) in enumerate(claimed, 1):
        field = f"culled {number}.{place}"
        square = GRID.names[index]
        if square in named:
            raise _false(f"{square} is listed twice in wave {number}", field, waves)
        if square not in culled:
            raise _false(f"wave {number} culls no pyramid on {square}", field, waves)
        if culled[square] is not size:
            message = f"wave {number} culls a {culled[square].word} on {square}, not a {size.word}"
            raise _false(message, field, waves)
        named.add(square)
    for square, size in culled.items():
        if square not in named:
            message = f"wave {number} also culls the {size.word} on {square}"
            raise _missing(message, f"wave {number}", waves, owed=(square,))


def _false(message: str, field: str, waves: Sequence[SimpleEvent]) -> Illegal:
    hint = f"write {spell_waves(waves)}" if waves else None
    return Illegal("claim-false", "ML5", message, field=field, hint=hint, index=0)


def _missing(message: str, field: str, waves: Sequence[SimpleEvent], owed: tuple[str, ...] = ()) -> Illegal:
    hint = f"write {spell_waves(waves)}"
    return Illegal("claim-missing", "ML5", message, field=field, hint=hint, index=0, owed=owed)
