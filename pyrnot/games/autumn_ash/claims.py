"""Compares the squares and the points written with a move with what the move bagged and scored (AA13, AA14)."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event
from pyrnot.core.pieces import join_words
from pyrnot.games.autumn_ash.actions import Bagged, Scored, WrittenAction


def check_claims(written: WrittenAction, events: Sequence[Event]) -> None:
    """Raises `Illegal` for squares (AA13) or points (AA14) that the events of the move contradict."""
    if written.bagged is not None:
        check_bagged(written.bagged, next((event for event in events if isinstance(event, Bagged)), None))
    if written.points is not None:
        check_points(written.points, next((event for event in events if isinstance(event, Scored)), None))


def check_bagged(written: Sequence[str], bagged: Bagged | None) -> None:
    """Raises `Illegal` (AA13) unless the squares written are those bagged from, in any order, each once."""
    if bagged is None:
        raise Illegal("claim-false", "AA13", "nothing is bagged: the move makes no row", field="bagged")
    for number, square in enumerate(written, 1):
        if square not in bagged.squares:
            message = f"nothing is bagged from {square}, only from {join_words(bagged.squares)}"
            raise Illegal("claim-false", "AA13", message, field=f"bagged{number}")
        if square in written[: number - 1]:
            raise Illegal("claim-false", "AA13", f"{square} is listed twice", field=f"bagged{number}")
    missing = [square for square in bagged.squares if square not in written]
    if missing:
        message = f"{join_words(missing)} must be listed too: pyramids are bagged from there"
        raise Illegal("claim-false", "AA13", message, field="bagged")


def check_points(digits: str, scored: Scored | None) -> None:
    """Raises `Illegal` (AA14) unless the digits written are the points of the bag."""
    if scored is None:
        raise Illegal("claim-false", "AA14", "nothing is scored: the move makes no row", field="points")
    # Compared as text, since `int` refuses thousands of digits.
    if digits.lstrip("0") != str(scored.points):
        message = f"the bag scores {scored.points}: {scored.pips} for the pips and {scored.bonus} for the colour"
        raise Illegal("claim-false", "AA14", message, field="points")
