"""Judges a turn on a board, and lists the legal ones: boards and texts in, turns out.

The judge is `play`; here its answer is put into the library's words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic as Fault
from pyrnot.core.diagnostics import Illegal, Severity, Span
from pyrnot.library.diagnosis import Diagnostic, diagnose, explain_faults
from pyrnot.library.errors import IllegalTurn
from pyrnot.library.turn import Done, Turn, words
from pyrnot.play.plies import judge_turn
from pyrnot.play.question import not_one_turn
from pyrnot.play.turns import join_turn
from pyrnot.play.turns import legal_turns as walk_turns
from pyrnot.record.grammars import NotNotation, parse_action

if TYPE_CHECKING:
    from pyrnot.library.board import Board
    from pyrnot.play.replay import Replay


class Judged(Struct, frozen=True):
    """What a text does as one turn; or its faults, and the text that explains them."""

    done: Done | None
    faults: tuple[Diagnostic, ...] = ()
    text: str = ""


def judge(board: Board, text: str) -> Judged:
    """A text, judged as one turn on a board."""
    judged = judge_turn(board._rules, board._position, text, board._tags)
    if not judged.has_error:
        reason = not_one_turn(judged)
        if reason is None:
            return Judged(_done(judged))
        judged = _refused(judged, reason)
    source = judged.record.source
    return Judged(None, diagnose(judged.diagnostics, source), explain_faults(judged.diagnostics, source))


def _done(judged: Replay) -> Done:
    (ply,) = judged.main_plies
    written = ply.turn
    # What precedes the turn is the turn's here: there is no record to which it could belong.
    comments = (*words([comment for _, comment in judged.record.comments]), *words(written.comments))
    return Done(ply.before, ply.played, comments, tuple(written.marks))


def _refused(judged: Replay, reason: str) -> Replay:
    """The replay of a text in which nothing is wrong but that it is not one turn."""
    span = Span(0, max(len(judged.record.source.text), 1))
    fault = Fault(Severity.ERROR, CoreCodes.NOT_NOTATION, "R3", span, reason, ply=1)
    return replace(judged, diagnostics=(fault,))


def legal_turns(board: Board, dice: str | None) -> Iterator[Turn]:
    """The legal turns on a board; see `Board.moves`."""
    return _turns(board, _opening(board, dice))


def _turns(board: Board, opening: Any) -> Iterator[Turn]:
    rules, position = board._rules, board._position
    try:
        for played in walk_turns(rules, position, opening):
            yield Turn._make(board, Done(position, join_turn(rules, position, played)))
    except Illegal as fault:
        raise IllegalTurn(f"{fault.message} ({fault.hint})" if fault.hint else fault.message) from None


def _opening(board: Board, dice: str | None) -> Any:
    """The action that begins a turn with these dice; None in a game without. Raises ValueError."""
    info = board.info
    if info.opening is None:
        if dice is not None:
            raise ValueError(f"{info.title} has no dice")
        return None
    if dice is None:
        raise ValueError(f'{info.title} needs dice, such as moves(dice="{info.opening}")')
    try:
        return parse_action(board._rules, dice)
    except NotNotation as fault:
        raise ValueError(f"{fault.message}: {dice!r}") from None
