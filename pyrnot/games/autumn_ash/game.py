"""Autumn Ash as the core sees it: facts about the game, and each member of the interface."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import Chance, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.games.autumn_ash import ending, moves, notation, rules, start
from pyrnot.games.autumn_ash import position as positions
from pyrnot.games.autumn_ash.actions import Action, WrittenAction, WrittenPass
from pyrnot.games.autumn_ash.claims import check_claims
from pyrnot.games.autumn_ash.codes import Codes
from pyrnot.games.autumn_ash.position import SEATS, VARIANTS, Position, Variant

INFO = GameInfo(
    id="autumn-ash",
    title="Autumn Ash",
    designer="Gregory Lattanzio",
    seats=SEATS,
    variants={
        "easy": "no blocking, and a pyramid can be capped only by one of its size or smaller (AA20)",
        "unsettled": "an empty 8 by 8 board on which the playfield shifts (AA21)",
    },
    terminals={
        "SIZE": "a size (P, D or Q)",
        "POINTS": "points such as +8",
        "_ENTERS": "`+` for an entry",
        "_DASH": "`-` and the next square",
        "_BECOMES": "`=` and the new size",
        "BAGGED": "`X` and the squares bagged from",
        "_COMMA": "`,` and another square",
    },
)


class AutumnAsh(Game[Position, WrittenAction, Action]):
    """A turn is one move, before which a pyramid may enter."""

    info = INFO

    # Positions

    def start(self, tags: Tags) -> Position:
        return start.start(self._variant(tags), tags)

    def read_position(self, text: str, tags: Tags) -> Position:
        return start.read_setup(self._variant(tags), text)

    def _variant(self, tags: Tags) -> Variant:
        names = read_variants(self.info, tags)
        return VARIANTS["easy" in names, "unsettled" in names]

    def write_position(self, position: Position) -> str:
        return positions.write_position(position)

    # What is written

    def check_parts(self, writtens: Sequence[WrittenAction]) -> None:
        """Refuses a `pass` beside other actions (R3)."""
        if len(writtens) > 1:
            for index, written in enumerate(writtens):
                if isinstance(written, WrittenPass):
                    raise Illegal(Codes.PASS_NOT_ALONE, "R3", "`pass` must be the only action of its turn", index=index)

    def readings(self, position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
        """The one exact action. Only the size of a cap can be missing, and a cap is always a pawn."""
        return (Reading(written.action),)

    # What is done

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return ending.end_turn(position)

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return moves.actions(position)

    def outcome(self, position: Position) -> Outcome | None:
        return ending.outcome(position)

    def check_claims(self, written: WrittenAction, played: Played[Position]) -> Sequence[Notice]:
        check_claims(written, played.events)
        return ()

    def force_end(self, position: Position) -> Position | None:
        return positions.hand_over(position)

    # What is shown

    def spell(self, taken: Taken[Position, WrittenAction, Action]) -> str:
        return notation.spell(taken.action, taken.played)
