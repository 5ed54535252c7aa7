"""Martian Life as the core sees it: each method calls the module that does the work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyrnot.core.diagnostics import Notice
from pyrnot.core.game import Chance, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.games.martian_life import ending, moves, rules, start
from pyrnot.games.martian_life.actions import Action, WrittenAction, waves_of
from pyrnot.games.martian_life.claims import check_waves
from pyrnot.games.martian_life.notation import spell, spell_waves
from pyrnot.games.martian_life.position import SEATS, Position, write_position

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

    def start(self, tags: Tags) -> Position:
        read_variants(self.info, tags)
        return start.start(tags)

    def read_position(self, text: str, tags: Tags) -> Position:
        return start.read_setup(text, tags)

    def write_position(self, position: Position) -> str:
        return write_position(position)

    def readings(self, position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
        return (Reading(written.action),)

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return ending.end_turn(position)

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return moves.actions(position)

    def outcome(self, position: Position) -> Outcome | None:
        return ending.outcome(position)

    def check_end_claims(self, writtens: Sequence[WrittenAction], ended: Played[Position]) -> Sequence[Notice]:
        check_waves(writtens[0].waves, waves_of(ended.events))
        return ()

    def spell(self, taken: ThisTaken) -> str:
        return spell(taken.action)

    def write_turn(self, taken: Sequence[ThisTaken], ended: Played[Position]) -> str:
        waves = spell_waves(waves_of(ended.events))
        return " ".join(filter(None, (super().write_turn(taken, ended), waves)))
