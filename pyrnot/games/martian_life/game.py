"""Martian Life as the core sees it: every method hands on to the module that does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pyrnot.diagnostics import Notice
from pyrnot.game import Chance, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.games.martian_life import position as positions
from pyrnot.games.martian_life import rules
from pyrnot.games.martian_life.actions import (
    Action,
    WrittenAction,
)
from pyrnot.games.martian_life.claims import check_waves
from pyrnot.games.martian_life.notation import spell, spell_waves
from pyrnot.games.martian_life.position import SEATS, Position
from pyrnot.tags import Tags, read_first, read_variants

if TYPE_CHECKING:
    pass

ThisTaken = Taken[Position, WrittenAction, Action]


class MartianLife(Game[Position, WrittenAction, Action]):
    """The game. One action a turn; what it leads to (the culling) is the turn's end."""

    info = GameInfo(
        id="martian-life",
        title="Martian Life",
        designer="Kerin Schiesser",
        seats=SEATS,
        tags={"Trios": 'how many trios each stash has: 1 to 21 (5 without this tag), or "unlimited" (ML2)'},
        perft_counts_turns=True,
        terminals={
            "SIZE": "a size (S, M or L)",
            "X": "a wave culled (X)",
            "EQUAL": "`=` and the new size",
            "COMMA": "`,` and another pyramid",
        },
    )

    def start(self, tags: Tags) -> Position:
        read_variants(self.info, tags)
        seat = read_first(SEATS, tags)
        if "Setup" in tags:
            return self.read_position(tags["Setup"], tags)
        return rules.first_position(rules.read_trios(tags), seat)

    def read_position(self, text: str, tags: Tags) -> Position:
        position = positions.read_position(text, rules.read_trios(tags))
        rules.check_stashes(position, "Setup")
        rules.check_alive(position)
        return position

    def write_position(self, position: Position) -> str:
        return positions.write_position(position)

    def readings(self, position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
        return (Reading(written.action),)

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return rules.end_turn(position)

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return rules.actions(position)

    def outcome(self, position: Position) -> Outcome | None:
        return rules.outcome(position)

    def check_end_claims(self, writtens: Sequence[WrittenAction], ended: Played[Position]) -> Sequence[Notice]:
        for index, written in enumerate(writtens):
            check_waves(written, ended.events, index)
        return ()

    def spell(self, taken: ThisTaken) -> str:
        return spell(taken.action)

    def write_turn(self, taken: Sequence[ThisTaken], ended: Played[Position]) -> str:
        return " ".join(filter(None, (super().write_turn(taken, ended), spell_waves(ended.events))))
