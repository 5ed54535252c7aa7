"""Spectrum as the core sees it: every method hands on to the module that does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.diagnostics import Illegal
from pyrnot.game import Chance, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.games.spectrum import position as positions
from pyrnot.games.spectrum import rules
from pyrnot.games.spectrum import start as setup
from pyrnot.games.spectrum.actions import (
    Action,
    Conversion,
    Pass,
    WrittenAction,
    WrittenConversion,
    WrittenExchange,
    WrittenPass,
    WrittenUpconversion,
)
from pyrnot.games.spectrum.codes import Codes
from pyrnot.games.spectrum.lots import several
from pyrnot.games.spectrum.notation import spell
from pyrnot.games.spectrum.position import SEATS, Position
from pyrnot.games.spectrum.supply import completed
from pyrnot.tags import Tags, read_variants

if TYPE_CHECKING:
    pass

ThisTaken = Taken[Position, WrittenAction, Action]

_WAYS_SHOWN = 4


class Spectrum(Game[Position, WrittenAction, Action]):
    """The game. A turn is an exchange, an upconversion or a pass, then a conversion where one is due."""

    info = GameInfo(
        id="spectrum",
        title="Spectrum",
        designer="Erik Dresner",
        seats=SEATS,
        tags={
            "Seats": "how many seats play: 2 to 4 (without it, up to the last seat that has a name, at least 2; S1)",
            "Circle": "the twelve colours clockwise (roygcbpiwakt without this tag; S1)",
            "Goals": "the three goals drawn at the start: SrMkLw SoMoLi SaMtLy (needed unless Setup gives them; S5)",
        },
        perft_needs_setup=True,
        ambiguity_rule="S8",
        terminals={
            "SIZE": "a size (S, M or L)",
            "COLOUR": "a colour (one of roygcbpiwakt)",
            "SEAT_LETTER": "a seat (A, B, C or D)",
            "GOAL": "a goal converted (G)",
            "GOAL_NUMBER": "a goal's number",
            "MORETHAN": "`>` and what is taken",
            "EQUAL": "`=`",
            "COLON": "`:` and the sizes taken",
            "LPAR": "`(` and a colour",
            "RPAR": "`)`",
            "AT": "`@` and a seat",
        },
    )

    def start(self, tags: Tags) -> Position:
        read_variants(self.info, tags)
        return setup.start(tags)

    def read_position(self, text: str, tags: Tags) -> Position:
        return setup.read_setup(text)

    def write_position(self, position: Position) -> str:
        return positions.write_position(position)

    def tag_conflicts(self, position: Position, tags: Tags) -> Iterable[Illegal]:
        return setup.conflicts(position, tags)

    def set_up_tags(self, chance: Chance, tags: Tags) -> Tags:
        return setup.draw_start(chance, tags)

    def readings(self, position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
        """The exact actions that a written one may mean: every way to choose the seats that it leaves out (S8)."""
        match written:
            case WrittenExchange(action=exchange):
                choices = completed(position, position.slot(exchange.to), exchange.taken, exchange.sources)
                if choices is None:
                    return [Reading(exchange)]
                return [Reading(replace(exchange, sources=sources)) for sources in choices]
            case WrittenUpconversion(action=upconversion):
                lot = several(1, upconversion.taken)
                choices = completed(position, position.slot(upconversion.colour), lot, upconversion.sources)
                if choices is None:
                    return [Reading(upconversion)]
                return [Reading(replace(upconversion, sources=sources)) for sources in choices]
            case WrittenConversion():
                return [Reading(Conversion(written.number, written.drawn))]
            case WrittenPass():
                return [Reading(Pass())]
            case _:
                raise AssertionError(f"no such action: {written!r}")

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return rules.end_turn(position)

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return rules.actions(position, chance)

    def outcome(self, position: Position) -> Outcome | None:
        return rules.outcome(position)

    def spell(self, taken: ThisTaken) -> str:
        return spell(taken.action)

    def ambiguous(self, written: WrittenAction, survivors: Sequence[ThisTaken]) -> Illegal:
        ways = sorted({self.spell(taken) for taken in survivors})
        shown = " or ".join(ways[:_WAYS_SHOWN]) + (" ..." if len(ways) > _WAYS_SHOWN else "")
        message = f"several stashes have what the spectrum lacks: name the seats taken from, {shown}"
        return Illegal(Codes.AMBIGUOUS, self.info.ambiguity_rule, message, part="take")
