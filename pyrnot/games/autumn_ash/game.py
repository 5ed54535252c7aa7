"""Autumn Ash as the core sees it: each member of the one interface, handed on to the module that knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, assert_never

from pyrnot.diagnostics import Illegal, Notice
from pyrnot.game import Chance, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.games.autumn_ash import position as positions
from pyrnot.games.autumn_ash import rules
from pyrnot.games.autumn_ash.actions import (
    Action,
    AnyWritten,
    Bagged,
    Changed,
    Enter,
    Move,
    Pass,
    Scored,
    WrittenMove,
    WrittenPass,
)
from pyrnot.games.autumn_ash.codes import Codes
from pyrnot.games.autumn_ash.position import SEATS, SIZE_LETTER, VARIANTS, Position, Variant
from pyrnot.tags import Tags, read_variants

if TYPE_CHECKING:
    pass

INFO = GameInfo(
    id="autumn-ash",
    title="Autumn Ash",
    designer="Gregory Lattanzio",
    seats=SEATS,
    variants={
        "easy": "no blocking, and only a pyramid as large or larger can be capped (AA20)",
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


class AutumnAsh(Game[Position, AnyWritten, Action]):
    """Two seats, one board, and leaves that change colour as they move."""

    info = INFO

    # Positions

    def start(self, tags: Tags) -> Position:
        variant = self._variant(tags)
        setup = tags.get("Setup")
        if setup is not None:
            return positions.read_position(variant, setup)
        return positions.first_position(variant, tags)

    def read_position(self, text: str, tags: Tags) -> Position:
        return positions.read_position(self._variant(tags), text)

    def _variant(self, tags: Tags) -> Variant:
        names = read_variants(self.info, tags)
        return VARIANTS["easy" in names, "unsettled" in names]

    def write_position(self, position: Position) -> str:
        return positions.write_position(position)

    # What is written

    def check_parts(self, writtens: Sequence[AnyWritten]) -> None:
        """`pass` stands alone (R3): only a whole turn can be it."""
        if len(writtens) > 1:
            for index, written in enumerate(writtens):
                if isinstance(written, WrittenPass):
                    raise Illegal(Codes.PASS_NOT_ALONE, "R3", "`pass` stands alone in its turn", index=index)

    def readings(self, position: Position, written: AnyWritten) -> Sequence[Reading[Action]]:
        """The one exact action: nothing is left open but the size of a cap, which is always a pawn."""
        return (Reading(written.action),)

    # What is done

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return rules.end_turn(position)

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return rules.actions(position)

    def outcome(self, position: Position) -> Outcome | None:
        return rules.outcome(position)

    def check_claims(self, written: AnyWritten, played: Played[Position]) -> Sequence[Notice]:
        """Compares the squares (AA13) and the points (AA14) written with those of the bag."""
        if isinstance(written, WrittenMove) and (written.bagged is not None or written.points is not None):
            bagged = next((event for event in played.events if isinstance(event, Bagged)), None)
            scored = next((event for event in played.events if isinstance(event, Scored)), None)
            if written.bagged is not None:
                check_bagged(written.bagged, bagged)
            if written.points is not None:
                check_points(written.points, scored)
        return ()

    def force_end(self, position: Position) -> Position | None:
        return rules.hand_over(position)

    # What is shown

    def spell(self, taken: Taken[Position, AnyWritten, Action]) -> str:
        match taken.action:
            case Enter(size, square):
                return f"+{SIZE_LETTER[size]}{square}"
            case Move(size, path, _):
                text = f"{SIZE_LETTER[size]}{'-'.join(path)}"
                for event in taken.played.events:
                    match event:
                        case Changed():
                            text += f"={SIZE_LETTER[event.new.size]}"
                        case Bagged():
                            text += f" X{','.join(event.squares)}"
                        case Scored():
                            text += f" +{event.points}"
                return text
            case Pass():
                return "pass"
            case _:
                assert_never(taken.action)


def check_bagged(written: Sequence[str], bagged: Bagged | None) -> None:
    """Raises `Illegal` (AA13) unless the squares written are those bagged from, in any order and none twice."""
    if bagged is None:
        raise Illegal(Codes.CLAIM_FALSE, "AA13", "nothing is bagged: the move makes no row", part="bagged")
    right = ", ".join(bagged.squares)
    for number, square in enumerate(written, 1):
        if square not in bagged.squares:
            message = f"nothing is bagged from {square}: the rows are on {right}"
            raise Illegal(Codes.CLAIM_FALSE, "AA13", message, part=f"bagged{number}")
        if square in written[: number - 1]:
            raise Illegal(Codes.CLAIM_FALSE, "AA13", f"{square} is written twice", part=f"bagged{number}")
    if len(written) < len(bagged.squares):
        missing = ", ".join(square for square in bagged.squares if square not in written)
        raise Illegal(Codes.CLAIM_FALSE, "AA13", f"pyramids are bagged from {missing} too", part="bagged")


def check_points(digits: str, scored: Scored | None) -> None:
    """Raises `Illegal` (AA14) unless the digits written are the points of the bag."""
    if scored is None:
        raise Illegal(Codes.CLAIM_FALSE, "AA14", "nothing is scored: the move makes no row", part="points")
    # Compared as text: a number of thousands of digits is wrong, and costs nothing so.
    if digits.lstrip("0") != str(scored.points):
        message = f"the bag scores {scored.points}: {scored.pips} pips and {scored.bonus} for its colour"
        raise Illegal(Codes.CLAIM_FALSE, "AA14", message, part="points")
