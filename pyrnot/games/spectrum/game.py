"""Spectrum as the core sees it: which module does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import GameInfo, GameRules, Interpretation, PlayedAction
from pyrnot.core.mixins import ComparesTags, SkipsSeats, UsesChance
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.games.spectrum import NAMES, ending, fair_draws, moves, notation, rules, start
from pyrnot.games.spectrum.actions import Action, Conversion, Exchange, Upconversion, WrittenAction
from pyrnot.games.spectrum.lots import several
from pyrnot.games.spectrum.position import DEFAULT_CIRCLE, SEATS, Position, write_circle, write_position
from pyrnot.games.spectrum.supply import complete_sources

_WAYS_SHOWN = 4


class Spectrum(
    GameRules[Position, WrittenAction, Action],
    ComparesTags[Position],
    SkipsSeats[Position, WrittenAction],
    UsesChance[Position, WrittenAction, Action],
):
    """A turn is an exchange, an upconversion or a pass, then a conversion if one can be made; or a seat leaves."""

    info = GameInfo(
        id="spectrum",
        title=NAMES[0],
        designer="Erik Dresner",
        seats=SEATS,
        notation=notation.NOTATION,
        tags={
            "Seats": "how many seats play, 2 to 4 (by default up to the last seat with a name, at least 2; S1)",
            "Circle": "the twelve colours clockwise (by default roygcbpiwakt; S1)",
            "Goals": "the three goals drawn at the start, as in SrMkLw SoMoLi SaMtLy (required without Setup; S5)",
        },
        perft_needs_setup=True,
        ambiguity_rule="S8",
        terminals={
            "RESIGN": "`resign`",
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

    write_position = staticmethod(write_position)
    tag_conflicts = staticmethod(start.conflicts)
    choices = staticmethod(start.seat_choices)
    set_up_tags = staticmethod(start.draw_start)
    play = staticmethod(rules.play)
    end_turn = staticmethod(ending.end_turn)
    actions = staticmethod(moves.actions)
    outcome = staticmethod(ending.outcome)
    skip_to = staticmethod(ending.skip_to)
    rolling_seats = staticmethod(fair_draws.rolling_seats)
    next_rolls = staticmethod(fair_draws.next_rolls)
    add_rolls = staticmethod(fair_draws.add_rolls)
    compare_roll = staticmethod(fair_draws.compare_roll)

    def read_position(self, text: str, tags: Tags) -> Position:
        return start.read_setup(text)

    def start(self, tags: Tags) -> Position:
        read_variants(self.info, tags)
        return start.start(tags)

    def assumed_tags(self, tags: Tags, first_turns: Sequence[Sequence[WrittenAction]]) -> Mapping[str, str]:
        """The usual circle (S1)."""
        return {} if "Circle" in tags or "Setup" in tags else {"Circle": write_circle(DEFAULT_CIRCLE)}

    def interpretations(self, position: Position, written: WrittenAction) -> Sequence[Interpretation[Action]]:
        """The exact actions that a written one may mean: every choice of the seats that it does not name (S8)."""
        action = written.action
        match action:
            case Exchange():
                choices = complete_sources(position, position.slot(action.to), action.taken, action.sources)
            case Upconversion():
                taken = several(1, action.taken)
                choices = complete_sources(position, position.slot(action.colour), taken, action.sources)
            case _:
                return [Interpretation(action)]
        if choices is None:
            return [Interpretation(action)]
        return [Interpretation(replace(action, sources=sources)) for sources in choices]

    def route(self, written: WrittenAction) -> tuple[str, ...]:
        match written.action:
            case Exchange(colour=colour, to=to):
                return colour, to
            case Upconversion(colour=colour):
                return (colour,)
            case Conversion(number=number):
                return (f"G{number}",)
            case _:
                return ()

    def spell(self, played: PlayedAction[Position, WrittenAction, Action]) -> str:
        return notation.spell(played.action)

    def ambiguous(
        self, written: WrittenAction, survivors: Sequence[PlayedAction[Position, WrittenAction, Action]]
    ) -> Illegal:
        ways = sorted({self.spell(survivor) for survivor in survivors})
        shown = " or ".join(ways[:_WAYS_SHOWN]) + (" ..." if len(ways) > _WAYS_SHOWN else "")
        message = f"several stashes have what the spectrum lacks: write {shown}"
        return Illegal("ambiguous", self.info.ambiguity_rule, message, field="take")


GAME = Spectrum()
