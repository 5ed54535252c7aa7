"""Martian Chess as the core sees it: which module does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Notice
from pyrnot.core.game import GameInfo, GameRules, Interpretation, Transition
from pyrnot.core.mixins import ComparesTags
from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags
from pyrnot.games.martian_chess import NAMES, ending, rules, start
from pyrnot.games.martian_chess.actions import Action, Move, WrittenAction
from pyrnot.games.martian_chess.board import COLOURS, SEATS
from pyrnot.games.martian_chess.claims import check_move
from pyrnot.games.martian_chess.notation import NOTATION, spell
from pyrnot.games.martian_chess.position import Position, write_position


class MartianChess(GameRules[Position, WrittenAction, Action], ComparesTags[Position]):
    """A turn is a call of the clock (optional), then a move."""

    info = GameInfo(
        id="martian-chess",
        title=NAMES[0],
        designer="Andrew Looney",
        seats=SEATS,
        notation=NOTATION,
        tags=start.TAGS,
        variants=start.VARIANTS,
        terminals={
            "SIZE": "a size (P, D or Q)",
            "TO": "`-` (a move)",
            "CAPTURES": "`x` (a capture)",
            "JOINS": "`+` (a promotion)",
            "PROMOTED": "`=` and the new size",
            "POINTS": "points such as +2",
            "CLOCK": "`clock`",
        },
        slips={r"pass\b": "write a move: a seat always has one"},
    )

    write_position = staticmethod(write_position)
    tag_conflicts = staticmethod(start.tag_conflicts)
    choices = staticmethod(start.seat_choices)
    play = staticmethod(rules.play)
    end_turn = staticmethod(ending.end_turn)
    actions = staticmethod(rules.actions)
    outcome = staticmethod(ending.outcome)
    spell = staticmethod(spell)

    def read_position(self, text: str, tags: Tags) -> Position:
        return start.read_setup(text, tags, self.info)

    def start(self, tags: Tags) -> Position:
        return start.start(tags, self.info)

    def interpretations(self, position: Position, written: WrittenAction) -> Sequence[Interpretation[Action]]:
        """What is written, with the size that is on the square if none is."""
        action = written.action
        if isinstance(action, Move) and action.size is None:
            square = position.rules.grid.find(action.start)
            action = replace(action, size=None if square is None else position.cells[square])
        return (Interpretation(action),)

    def check_claims(self, written: WrittenAction, played: Transition[Position]) -> Sequence[Notice]:
        check_move(written, played)
        return ()

    def route(self, written: WrittenAction) -> tuple[str, ...]:
        return (written.action.start, written.action.end) if isinstance(written.action, Move) else ()

    def owners(self, position: Position) -> Mapping[Colour, str]:
        return {COLOURS[seat]: seat for seat in position.seats}


GAME = MartianChess()
