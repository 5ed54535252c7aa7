"""Braces as the core sees it: every method hands on to the module that does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pyrnot.diagnostics import Illegal, Notice
from pyrnot.game import Chance, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.games.braces import position as positions
from pyrnot.games.braces import rules
from pyrnot.games.braces.actions import (
    Action,
    Path,
    WrittenAction,
    WrittenDice,
    WrittenPass,
    WrittenPath,
    WrittenSwap,
)
from pyrnot.games.braces.claims import check_claims
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.ending import outcome
from pyrnot.games.braces.moves import actions
from pyrnot.games.braces.position import SEATS, START, Position
from pyrnot.games.braces.readings import readings
from pyrnot.games.braces.spelling import spell, spell_turn
from pyrnot.games.braces.start import RESERVE_TAGS, VARIANTS, read_rules
from pyrnot.tags import Tags, read_first, read_variants

if TYPE_CHECKING:
    pass

ThisTaken = Taken[Position, WrittenAction, Action]

_MOST_WAYS = 6


class Braces(Game[Position, WrittenAction, Action]):
    """The game. A turn is the dice, then steps and a swap, or a pass; the mover's choices are part of an action."""

    info = GameInfo(
        id="braces",
        title="Braces",
        designer="Jim Aikin",
        seats=SEATS,
        aliases=("Color Shift",),
        tags=RESERVE_TAGS,
        variants=VARIANTS,
        opening="DIG 5/2",
        ambiguity_rule="B31",
        terminals={
            "FACE": "the dice, as in DIG 5/2",
            "DIE": "a number of a die",
            "OVER": "`/` between two dice",
            "REROLL": "`R` and another roll",
            "IS": "`=`",
            "SIZE": "a size (S, M or L)",
            "COLOUR": "the letter of a colour",
            "LEVEL": "a level, counted from 1 at the bottom",
            "OPEN": "`(`",
            "CLOSE": "`)`",
            "AND": "`,` and another level",
            "TO": "`-` and a square",
            "SWAPS": "`<>` and another pyramid",
            "CHANGES": "an X result, as in XSd5",
            "NEW": "the new colour, n for neutral, or x for captured",
        },
    )

    def start(self, tags: Tags) -> Position:
        game_rules = read_rules(read_variants(self.info, tags), tags)
        seat = read_first(SEATS, tags)
        if "Setup" in tags:
            return positions.read_position(tags["Setup"], game_rules)
        return positions.read_position(f"{START} {seat[0].lower()}", game_rules)

    def read_position(self, text: str, tags: Tags) -> Position:
        return positions.read_position(text, read_rules(read_variants(self.info, tags), tags))

    def write_position(self, position: Position) -> str:
        return positions.write_position(position)

    def check_parts(self, writtens: Sequence[WrittenAction]) -> None:
        """The dice first, once, and something after them; a pass alone (R3.6)."""
        if not writtens or not isinstance(writtens[0], WrittenDice):
            raise Illegal(Codes.DICE_MISSING, "R3", "a turn opens with the dice, as in DIG 5/2", index=0)
        for index, written in enumerate(writtens[1:], 1):
            if isinstance(written, WrittenDice):
                raise Illegal(
                    Codes.DICE_NOT_FIRST, "R3", "the dice are rolled once, at the start of the turn", index=index
                )
            if isinstance(written, WrittenPass) and len(writtens) > 2:
                raise Illegal(Codes.SECOND_ACTION, "R3", "a pass is a turn's only action", index=index)
        if len(writtens) == 1:
            raise Illegal(Codes.TURN_EMPTY, "R3", "something must follow the dice: an action or `pass`", index=0)

    def readings(self, position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
        return readings(position, written)

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return rules.end_turn(position)

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return actions(position, chance)

    def outcome(self, position: Position) -> Outcome | None:
        return outcome(position)

    def check_claims(self, written: WrittenAction, played: Played[Position]) -> Sequence[Notice]:
        if isinstance(written, WrittenPath):
            return check_claims(written.claims, played.events, rules.path_played(len(written.squares) - 1))
        if isinstance(written, WrittenSwap):
            return check_claims(written.claims, played.events, rules.SWAP_PLAYED)
        return ()

    def spell(self, taken: ThisTaken) -> str:
        return spell(taken)

    def write_turn(self, taken: Sequence[ThisTaken], ended: Played[Position]) -> str:
        return spell_turn(taken)

    def ambiguous(self, written: WrittenAction, survivors: Sequence[ThisTaken]) -> Illegal:
        ways = sorted({spell(taken) for taken in survivors[:_MOST_WAYS]})
        more = f", or {len(survivors) - _MOST_WAYS} more" if len(survivors) > _MOST_WAYS else ""
        return Illegal(
            Codes.AMBIGUOUS,
            self.info.ambiguity_rule,
            f"this can be played in {len(survivors)} ways: write {' or '.join(ways)}{more}",
        )

    def join(self, actions: Sequence[Action]) -> Sequence[Action]:
        return join_steps(actions)


def join_steps(actions: Sequence[Action]) -> Sequence[Action]:
    """Steps that go on with the pyramids that have just stepped, joined to paths (B12)."""
    joined: list[Action] = []
    for action in actions:
        last = joined[-1] if joined else None
        if (
            isinstance(action, Path)
            and isinstance(last, Path)
            and last.squares[-1] == action.squares[0]
            and action.depths == rules.TOP[len(last.depths)]
        ):
            joined[-1] = Path(last.squares + action.squares[1:], last.depths, last.picks + action.picks)
        else:
            joined.append(action)
    return joined
