"""Braces as the core sees it: which module does what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import Chance, GameInfo, GameRules, Interpretation, Outcome, Transition
from pyrnot.core.mixins import JoinsActions, UsesChance
from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.games.braces import NAMES, fair_rolls, rules, start
from pyrnot.games.braces import position as positions
from pyrnot.games.braces.actions import (
    Action,
    Path,
    WrittenAction,
    WrittenDice,
    WrittenPass,
    WrittenPath,
    WrittenSwap,
)
from pyrnot.games.braces.claims import check_written
from pyrnot.games.braces.dice import SLIPS
from pyrnot.games.braces.ending import end_turn, outcome
from pyrnot.games.braces.interpretations import interpretations
from pyrnot.games.braces.moves import actions
from pyrnot.games.braces.notation import NOTATION
from pyrnot.games.braces.position import SEATS, Position
from pyrnot.games.braces.spelling import ThisPlayedAction, spell
from pyrnot.games.braces.steps import TOP

_MAX_WAYS = 6
"""How many ways to write an ambiguous action its message lists."""


class Braces(
    GameRules[Position, WrittenAction, Action], JoinsActions[Action], UsesChance[Position, WrittenAction, Action]
):
    """The game. A turn is the dice, then paths and a swap, or a pass; the mover's choices are part of an action."""

    info = GameInfo(
        id="braces",
        title=NAMES[0],
        designer="Jim Aikin",
        seats=SEATS,
        notation=NOTATION,
        aliases=NAMES[1:],
        tags=start.RESERVE_TAGS,
        variants=start.VARIANTS,
        opening="DIG 5/2",
        ambiguity_rule="B31",
        terminals={
            "FACE": "the dice, as in DIG 5/2",
            "DIE": "the number on a die",
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
        slips=SLIPS,
    )

    def start(self, tags: Tags) -> Position:
        return start.start(start.read_rules(read_variants(self.info, tags), tags), tags)

    def read_position(self, text: str, tags: Tags) -> Position:
        return positions.read_position(text, start.read_rules(read_variants(self.info, tags), tags))

    def write_position(self, position: Position) -> str:
        return positions.write_position(position)

    def check_parts(self, parsed_actions: Sequence[WrittenAction]) -> None:
        """The dice come first, once, and something follows them; a pass is alone (R3.6)."""
        if not parsed_actions or not isinstance(parsed_actions[0], WrittenDice):
            raise Illegal("dice-missing", "R3", "a turn opens with the dice, as in DIG 5/2", index=0)
        for index, written in enumerate(parsed_actions[1:], 1):
            if isinstance(written, WrittenDice):
                message = "the dice are rolled once, at the start of the turn"
                raise Illegal("dice-not-first", "R3", message, index=index)
            if isinstance(written, WrittenPass) and len(parsed_actions) > 2:
                raise Illegal("second-action", "R3", "a pass must be the turn's only action", index=index)
        if len(parsed_actions) == 1:
            raise Illegal("turn-empty", "R3", "expected an action or `pass` after the dice", index=0)

    def interpretations(self, position: Position, written: WrittenAction) -> Sequence[Interpretation[Action]]:
        return interpretations(position, written)

    def play(self, position: Position, action: Action) -> Transition[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Transition[Position]:
        return end_turn(position)

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return actions(position, chance)

    def outcome(self, position: Position) -> Outcome | None:
        return outcome(position)

    def check_claims(self, written: WrittenAction, played: Transition[Position]) -> Sequence[Notice]:
        if isinstance(written, WrittenPath | WrittenSwap):
            return check_written(written.claims, played)
        return ()

    next_rolls = staticmethod(fair_rolls.next_rolls)
    add_rolls = staticmethod(fair_rolls.add_rolls)
    compare_roll = staticmethod(fair_rolls.compare_roll)

    def owners(self, position: Position) -> Mapping[Colour, str]:
        ladders = zip(SEATS, position.rules.ladders, strict=True)
        return {colour: seat for seat, ladder in ladders for colour in ladder}

    def route(self, written: WrittenAction) -> tuple[str, ...]:
        match written:
            case WrittenPath():
                return written.squares
            case WrittenSwap():
                return written.first.square, written.second.square
            case _:
                return ()

    def spell(self, played: ThisPlayedAction) -> str:
        return spell(played)

    def ambiguous(self, written: WrittenAction, survivors: Sequence[ThisPlayedAction]) -> Illegal:
        ways = sorted({spell(survivor) for survivor in survivors[:_MAX_WAYS]})
        more = f", or one of {len(survivors) - _MAX_WAYS} more" if len(survivors) > _MAX_WAYS else ""
        message = f"this could mean {len(survivors)} ways to play: write {' or '.join(ways)}{more}"
        return Illegal("ambiguous", self.info.ambiguity_rule, message)

    def join(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Joins steps of the same pyramids that follow each other into paths (B12)."""
        joined: list[Action] = []
        for action in actions:
            last = joined[-1] if joined else None
            if isinstance(action, Path) and isinstance(last, Path) and _continues(last, action):
                joined[-1] = replace(last, squares=last.squares + action.squares[1:], picks=last.picks + action.picks)
            else:
                joined.append(action)
        return joined


def _continues(path: Path, step: Path) -> bool:
    """Whether a step takes on the pyramids of a path from where it ends: they are on top there."""
    return path.squares[-1] == step.squares[0] and step.depths == TOP[len(path.depths)]


GAME = Braces()
