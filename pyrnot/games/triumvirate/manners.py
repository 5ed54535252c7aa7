"""Manners of moving: where they lead (T10), which of them the cards allow, and what they may capture (T2, T3,
T11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.grid import DIAGONAL, KNIGHT, ORTHOGONAL
from pyrnot.core.pieces import Pyramid, Size
from pyrnot.core.subjects import Subject
from pyrnot.games.triumvirate.position import (
    FLAT,
    GRID,
    SECTIONS,
    UPRIGHT,
    Card,
    Laid,
    Position,
    Seat,
    Section,
    about_square,
)

Reach = tuple[tuple[int, int | None], ...]
"""End squares of moves, each with the middle square that must be empty (None: there is none)."""


def _reach(square: int, section: Section) -> Reach:
    """Where moves in one manner lead from `square` on an empty board (T10)."""
    if section is Section.L_SHAPED:
        return tuple((end, None) for step in KNIGHT if (end := GRID.offset(square, *step)) is not None)
    reached: list[tuple[int, int | None]] = []
    steps = ORTHOGONAL if section is Section.ORTHOGONAL else DIAGONAL
    for file_step, rank_step in steps:
        near = GRID.offset(square, file_step, rank_step)
        far = GRID.offset(square, 2 * file_step, 2 * rank_step)
        if near is not None:
            reached.append((near, None))
        if far is not None:
            reached.append((far, near))
    return tuple(reached)


REACH: tuple[tuple[Reach, ...], ...] = tuple(
    tuple(_reach(square, section) for square in range(GRID.size)) for section in SECTIONS
)
"""By manner and start square: where its moves lead (T10)."""

_MANNERS: dict[tuple[int, int], tuple[Section, int | None]] = {
    (start, end): (section, middle)
    for section in SECTIONS
    for start in range(GRID.size)
    for end, middle in REACH[section][start]
}
"""By start and end square: the manner of the move and its middle square. No move belongs to two manners (T10)."""


@lru_cache(maxsize=1024)
def find_sections(card: Card, laid: Laid) -> tuple[Section, ...]:
    """The sections of a card that have a pyramid laid like `laid`, hostages included (T2, T3)."""
    return tuple(section for section in SECTIONS if laid in (card.triumvirate[section], card.hostages[section]))


def find_manner(position: Position, start: int, end: int) -> Section:
    """The manner of a move (T10). Raises `Illegal` if there is none, or if the middle square is occupied."""
    found = _MANNERS.get((start, end))
    names = GRID.names
    if found is None:
        message = (
            f"no manner leads from {names[start]} to {names[end]}: O is one or two squares straight, D one or two "
        )
        raise Illegal("no-such-move", "T10", f"{message}squares diagonally, L a knight's jump", field="to")
    section, middle = found
    if middle is not None and (blocker := position.cells[middle]) is not None:
        message = f"the {blocker.size.word} on {names[middle]} blocks the way from {names[start]} to {names[end]}"
        raise Illegal("blocked", "T10", message, field="to", about=about_square(middle, blocker))
    return section


def check_manner(position: Position, size: Size, section: Section) -> None:
    """The mover's card must have a flat pyramid of this size on the section of the move (T2, T3). Raises
    `Illegal`."""
    seat = position.mover.word
    flat = find_sections(position.cards[position.mover], FLAT[size - 1])
    if section in flat:
        return
    about = _about_card(position.mover, FLAT[size - 1], flat)
    if not flat:
        message = f"{seat}'s {size.word}s cannot move: no {size.word} lies flat on {seat}'s card"
        raise Illegal("no-flat-pyramid", "T3", message, field="size", about=about)
    message = (
        f"{seat}'s {size.word}s move in manner {_letters(flat)}, where a {size.word} lies flat on {seat}'s card; "
    )
    message += f"this is a move in manner {section.letter}"
    raise Illegal("wrong-manner", "T2", message, field="to", about=about)


def _about_card(seat: Seat, laid: Laid, found: tuple[Section, ...]) -> Subject:
    """What an action is about that found pyramids laid so on these sections of a seat's card."""
    text = f"the {laid.size.word}s on {seat.word}'s card changed"
    return Subject(lambda position: find_sections(position.cards[seat], laid), found, text)


def capturing_sections(position: Position, target: Pyramid) -> tuple[Section, ...]:
    """The manners in which the mover may capture `target`: all, unless the defender's card has it upright (T3,
    T11)."""
    return find_sections(position.cards[position.mover.other], UPRIGHT[target.size - 1]) or SECTIONS


def check_capture(position: Position, target: Pyramid, section: Section, square: int) -> None:
    """The defender's card must allow the capture of `target` in the manner of the move (T11). Raises `Illegal`."""
    defender = position.mover.other
    size = target.size.word
    upright = capturing_sections(position, target)
    if section not in upright:
        raise Illegal(
            "capture-forbidden",
            "T11",
            f"the {size} on {GRID.names[square]} can only be captured in manner {_letters(upright)}, where a {size} "
            f"is upright on {defender.word}'s card; this is a move in manner {section.letter}",
            field="to",
            about=_about_card(defender, UPRIGHT[target.size - 1], upright),
        )


def _letters(sections: Sequence[Section]) -> str:
    return " or ".join(section.letter for section in sections)
