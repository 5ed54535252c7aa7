"""Martian Life as the core sees it: which module does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrnot.core.diagnostics import Notice
from pyrnot.core.game import GameInfo, GameRules, Interpretation, PlayedAction, Transition
from pyrnot.core.mixins import SingleActionTurns
from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.games.martian_life import NAMES, ending, moves, rules, start
from pyrnot.games.martian_life.actions import Action, Pass, WrittenAction
from pyrnot.games.martian_life.claims import check_waves, waves_of
from pyrnot.games.martian_life.notation import NOTATION, spell, spell_waves
from pyrnot.games.martian_life.position import COLOUR_OF_SEAT, GRID, SEATS, Position, write_position

ThisPlayedAction = PlayedAction[Position, WrittenAction, Action]


class MartianLife(GameRules[Position, WrittenAction, Action], SingleActionTurns):
    """A turn is one action; the culling that it causes is the turn's end."""

    info = GameInfo(
        id="martian-life",
        title=NAMES[0],
        designer="Kerin Schiesser",
        seats=SEATS,
        notation=NOTATION,
        tags={"Trios": 'how many trios each stash has: 1 to 21 (default 5) or "unlimited" (ML2)'},
        perft_counts_turns=True,
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

    def interpretations(self, position: Position, written: WrittenAction) -> Sequence[Interpretation[Action]]:
        return (Interpretation(written.action),)

    def check_end_claims(
        self, parsed_actions: Sequence[WrittenAction], ended: Transition[Position]
    ) -> Sequence[Notice]:
        if parsed_actions[0].waves:
            check_waves(parsed_actions[0].waves, waves_of(ended.events))
        return ()

    def owners(self, position: Position) -> Mapping[Colour, str]:
        return {colour: seat for seat, colour in COLOUR_OF_SEAT.items()}

    def route(self, written: WrittenAction) -> tuple[str, ...]:
        return () if isinstance(written.action, Pass) else (GRID.names[written.action.square],)

    def spell(self, played: ThisPlayedAction) -> str:
        return spell(played.action)

    def write_turn(self, actions: Sequence[ThisPlayedAction], ended: Transition[Position]) -> str:
        return " ".join(filter(None, (super().write_turn(actions, ended), spell_waves(waves_of(ended.events)))))


GAME = MartianLife()
