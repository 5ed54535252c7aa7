"""The proof of fair dice: compares all that was rolled and drawn in a record with what its chains give (FD)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity
from pyrnot.core.mixins import UsesChance
from pyrnot.play.fair_dice import RULE, FairDice, MissingLink, read_fair_dice
from pyrnot.play.fair_start import DRAWN_TAG, draw_start

if TYPE_CHECKING:
    from pyrnot.core.game import PlayedAction
    from pyrnot.record.model import Record, Turn


class TurnToProve(Struct, frozen=True):
    """A turn as written, the position before it, and its actions, played."""

    turn: Turn
    before: Any
    actions: Sequence[PlayedAction[Any, Any, Any]]


class Proof(Struct, frozen=True):
    """How many rolls of a record the chains prove, and what is wrong with the others."""

    rolls: int
    diagnostics: tuple[Diagnostic, ...]


def prove(record: Record, turns: Iterable[TurnToProve]) -> Proof | None:
    """Compares all that was rolled and drawn in a record's main line with its chains; None if it has none."""
    game = record.game
    assert game is not None
    try:
        dice = read_fair_dice(game, record.tags)
        if dice is None:
            return None
        faulty = [*_compare_start(record, dice)]
    except Illegal as illegal:
        tag = record.tag(illegal.field)
        span = tag.value_span if tag is not None else None
        return Proof(0, (Diagnostic(Severity.ERROR, illegal.code, RULE, span, illegal.message, illegal.hint, 0),))
    compared: list[Diagnostic | None] = []
    if isinstance(game, UsesChance):
        for turn in turns:
            compared += _compare_turn(game, dice, turn)
    faulty += [diagnostic for diagnostic in compared if diagnostic is not None]
    return Proof(compared.count(None), tuple(faulty))


def _compare_turn(
    game: UsesChance[Any, Any, Any], dice: FairDice, proved: TurnToProve
) -> Iterator[Diagnostic | None]:
    """For each roll of a turn what is wrong with it, None where it is proved."""
    turn = proved.turn
    seats = game.rolling_seats(proved.before)
    for action, written in zip(proved.actions, turn.actions, strict=False):
        try:
            roll = game.compare_roll(action, lambda number: dice.chance(turn.ply, number, seats))
        except MissingLink as missing:
            message = f"the roll cannot be proved: {missing}"
            yield Diagnostic(Severity.WARNING, CoreCodes.CHAIN_MISSING, RULE, written.span, message, None, turn.ply)
            continue
        if roll is None:
            continue
        if roll.written == roll.given:
            yield None
            continue
        message = f"the chains give {roll.given}, not {roll.written}"
        hint = f"write `{roll.given}`; `pyrnot rules fair-dice` says why no player can choose it"
        yield Diagnostic(Severity.ERROR, CoreCodes.DICE_FALSE, RULE, written.span, message, hint, turn.ply)


def _compare_start(record: Record, dice: FairDice) -> Iterator[Diagnostic]:
    """What is wrong with the tags that were drawn."""
    names = record.tags.get(DRAWN_TAG, "").split()
    if not names:
        return
    assert record.game is not None
    try:
        drawn = draw_start(record.game, record.tags, dice)
    except MissingLink as missing:
        message = f"the start cannot be proved: {missing}"
        tag = record.tag(DRAWN_TAG)
        span = tag.span if tag is not None else None
        yield Diagnostic(Severity.WARNING, CoreCodes.CHAIN_MISSING, RULE, span, message, None, 0)
        return
    for name in names:
        tag = record.tag(name)
        if tag is not None and tag.value != drawn.get(name):
            message = f"the chains give {drawn.get(name)}, not {tag.value}"
            yield Diagnostic(Severity.ERROR, CoreCodes.DICE_FALSE, RULE, tag.value_span, message, None, 0)
