"""Martian Life as the core sees it: which module does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrnot.core.diagnostics import Notice
from pyrnot.core.game import Game, GameInfo, Played, Reading, Taken
from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.games.martian_life import ending, moves, rules, start
from pyrnot.games.martian_life.actions import Action, WrittenAction
from pyrnot.games.martian_life.claims import check_waves, waves_of
from pyrnot.games.martian_life.notation import spell, spell_waves
from pyrnot.games.martian_life.position import COLOUR_OF_SEAT, SEATS, Position, write_position

ThisTaken = Taken[Position, WrittenAction, Action]


class MartianLife(Game[Position, WrittenAction, Action]):
    """A turn is one action; the culling that it causes is the turn's end."""

    info = GameInfo(
        id="martian-life",
        title="Martian Life",
        designer="Kerin Schiesser",
        seats=SEATS,
        tags={"Trios": 'how many trios each stash has: 1 to 21 (default 5) or "unlimited" (ML2)'},
        perft_counts_turns=True,
        has_one_action=True,
        terminals={
            "SIZE": "a size (S, M or L)",
            "X": "a culled wave (X)",
            "EQUAL": "`=` and the new size",
            "COMMA": "`,` and another pyramid",
        },
    )

    read_position = staticmethod(start.read_setup)
    write_position = staticmethod(write_position)
    play = staticmethod(rules.play)
    end_turn = staticmethod(ending.end_turn)
    actions = staticmethod(moves.actions)
    outcome = staticmethod(ending.outcome)

    def start(self, tags: Tags) -> Position:
        read_variants(self.info, tags)
        return start.start(tags)

    def readings(self, position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
        return (Reading(written.action),)

    def check_end_claims(self, writtens: Sequence[WrittenAction], ended: Played[Position]) -> Sequence[Notice]:
        if writtens[0].waves:
            check_waves(writtens[0].waves, waves_of(ended.events))
        return ()

    def owners(self, position: Position) -> Mapping[Colour, str]:
        return {colour: seat for seat, colour in COLOUR_OF_SEAT.items()}

    def spell(self, taken: ThisTaken) -> str:
        return spell(taken.action)

    def write_turn(self, taken: Sequence[ThisTaken], ended: Played[Position]) -> str:
        return " ".join(filter(None, (super().write_turn(taken, ended), spell_waves(waves_of(ended.events)))))
