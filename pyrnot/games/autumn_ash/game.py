"""Autumn Ash as the core sees it: which module does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import GameInfo, GameRules, Interpretation, PlayedAction, Transition
from pyrnot.core.mixins import ForcesEnd
from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.games.autumn_ash import NAMES, ending, moves, notation, rules, start
from pyrnot.games.autumn_ash.actions import Action, Enter, Move, Pass, WrittenAction
from pyrnot.games.autumn_ash.claims import check_claims
from pyrnot.games.autumn_ash.position import OWNER, SEATS, VARIANTS, Position, Variant, hand_over, write_position


class AutumnAsh(GameRules[Position, WrittenAction, Action], ForcesEnd[Position]):
    """A turn is one move, before which a pyramid may enter."""

    info = GameInfo(
        id="autumn-ash",
        title=NAMES[0],
        designer="Gregory Lattanzio",
        seats=SEATS,
        notation=notation.NOTATION,
        variants={
            "easy": "no blocking, and a pyramid can be capped only by one of its size or smaller (AA20)",
            "unsettled": "an empty 8 by 8 board on which the playfield shifts (AA21)",
        },
        slips={
            r"([QDP][a-f][1-5](?:-[a-f][1-5])+)\s*=\s*(?:[a-z]+\s+)?pawn\b": r"write the move as `\1=P`",
            r"([QDP][a-f][1-5](?:-[a-f][1-5])+)\s*=\s*(?:[a-z]+\s+)?drone\b": r"write the move as `\1=D`",
            r"([QDP][a-f][1-5](?:-[a-f][1-5])+)\s*=\s*(?:[a-z]+\s+)?queen\b": r"write the move as `\1=Q`",
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

    write_position = staticmethod(write_position)
    play = staticmethod(rules.play)
    end_turn = staticmethod(ending.end_turn)
    force_end = staticmethod(hand_over)
    actions = staticmethod(moves.actions)
    outcome = staticmethod(ending.outcome)

    def start(self, tags: Tags) -> Position:
        return start.start(self._variant(tags), tags)

    def read_position(self, text: str, tags: Tags) -> Position:
        return start.read_setup(self._variant(tags), text)

    def assumed_tags(self, tags: Tags, first_turns: Sequence[Sequence[WrittenAction]]) -> Mapping[str, str]:
        """Our own start, since the author's chart is lost (AA1)."""
        if "Setup" in tags or self._variant(tags).is_unsettled:
            return {}
        return {"Setup": write_position(self.start(tags))}

    def _variant(self, tags: Tags) -> Variant:
        names = read_variants(self.info, tags)
        return VARIANTS["easy" in names, "unsettled" in names]

    def route(self, written: WrittenAction) -> tuple[str, ...]:
        match written.action:
            case Enter(square=square):
                return (square,)
            case Move(path=path):
                return path
            case _:
                return ()

    def check_parts(self, parsed_actions: Sequence[WrittenAction]) -> None:
        """Refuses a `pass` beside other actions (R3)."""
        if len(parsed_actions) > 1:
            for index, written in enumerate(parsed_actions):
                if isinstance(written.action, Pass):
                    raise Illegal("pass-not-alone", "R3", "`pass` must be the only action of its turn", index=index)

    def interpretations(self, position: Position, written: WrittenAction) -> Sequence[Interpretation[Action]]:
        """The one exact action. Only the size of a cap can be missing, and a cap is always a pawn."""
        return (Interpretation(written.action),)

    def check_claims(self, written: WrittenAction, played: Transition[Position]) -> Sequence[Notice]:
        check_claims(written, played.events)
        return ()

    def owners(self, position: Position) -> Mapping[Colour, str]:
        return {colour: str(seat) for colour, seat in OWNER.items()}

    def spell(self, played: PlayedAction[Position, WrittenAction, Action]) -> str:
        return notation.spell(played.action, played.transition)


GAME = AutumnAsh()
