"""The proof of fair dice: compares all that was rolled and drawn in a record with what its chains give (FD)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity
from pyrnot.core.mixins import Rolls, UsesChance
from pyrnot.play.fair_dice import RULE, FairDice, MissingLink, read_fair_dice
from pyrnot.play.fair_start import DRAWN_TAG, draw_start, read_drawn
from pyrnot.play.start import tag_diagnostic

if TYPE_CHECKING:
    from pyrnot.core.game import PlayedAction
    from pyrnot.play.turns import TurnPlayed
    from pyrnot.record.model import Record, Turn


def prove(
    record: Record, turns: Iterable[tuple[Turn, Any, TurnPlayed[Any, Any, Any]]]
) -> list[Diagnostic | None] | None:
    """What is wrong with all that was rolled and drawn in a record, and None for each roll that its chains prove; no
    list if it has no chains. The turns are those to prove, as written, each with the position before it, and as
    played."""
    game = record.game
    assert game is not None
    verdicts: list[Diagnostic | None] = []
    try:
        dice = read_fair_dice(game, record.tags)
        verdicts += _compare_start(record, dice)
    except Illegal as illegal:
        return [tag_diagnostic(record, illegal)]
    if isinstance(game, UsesChance):
        for turn, before, played in turns:
            rolls = partial(dice.chance, turn.ply, game.rolling_seats(before))
            verdicts += _compare_turn(game, rolls, turn, played.actions)
    return verdicts if dice.chains else None


def _compare_turn(
    game: UsesChance[Any, Any, Any], rolls: Rolls, turn: Turn, actions: Sequence[PlayedAction[Any, Any, Any]]
) -> Iterator[Diagnostic | None]:
    """For each roll of a turn what is wrong with it, None where it is proved."""
    for action, written in zip(actions, turn.actions, strict=False):
        try:
            roll = game.compare_roll(action, rolls)
        except MissingLink as missing:
            message = f"the roll cannot be proved: {missing}"
            yield Diagnostic(Severity.WARNING, CoreCodes.CHAIN_MISSING, RULE, written.span, message, ply=turn.ply)
            continue
        if roll is not None and roll.written != roll.given:
            message = f"the chains give {roll.given}, not {roll.written}"
            hint = f"write `{roll.given}`; `pyrnot rules fair-dice` says why no player can choose it"
            yield Diagnostic(Severity.ERROR, CoreCodes.DICE_FALSE, RULE, written.span, message, hint, turn.ply)
        elif roll is not None:
            yield None


def _compare_start(record: Record, dice: FairDice) -> Iterator[Diagnostic]:
    """What is wrong with the tags that were drawn. Raises `Illegal` as `draw_start` does."""
    try:
        drawn = draw_start(dice.game, record.tags, dice)
    except MissingLink as missing:
        if not record.turns:
            return  # the first player shows the link for it after the first turn
        message = f"the start cannot be proved: {missing}"
        lacking = Illegal(CoreCodes.CHAIN_MISSING, RULE, message, field=DRAWN_TAG)
        yield tag_diagnostic(record, lacking, Severity.WARNING)
        return
    for name in read_drawn(record.tags):
        given = drawn.get(name, "nothing")
        if record.tags.get(name, given) != given:
            message = f"the chains give {given}, not {record.tags[name]}"
            yield tag_diagnostic(record, Illegal(CoreCodes.DICE_FALSE, RULE, message, field=name))
