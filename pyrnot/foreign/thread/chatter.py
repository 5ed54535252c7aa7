"""What of the talk a human eye should see, by structure alone (TR4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from pyrnot.foreign.thread.model import Kind, Remark, ResolvedTurn, ThreadLine
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.resolve import Walked
from pyrnot.foreign.thread.words import has_cue, is_small_talk


class _Stretch(Struct, frozen=True):
    """The lines between two turns of the game."""

    before: ResolvedTurn | None
    lines: tuple[ThreadLine, ...]
    after: ResolvedTurn | None


def find_remarks(
    lines: Sequence[ThreadLine], walked: Walked, players: Players, asked: frozenset[int]
) -> tuple[Remark, ...]:
    """The talk that is shown, a remark for each stretch between two turns. `asked` are the orders of lines that a
    question shows already."""
    names = players.player_words()
    mentions = {line.order for line in walked.mentions}
    said = {line.text for line in lines if not line.is_quoted}
    open_lines = [line for line in lines if line.order not in asked and not (line.is_quoted and line.text in said)]
    remarks = []
    for stretch in _stretches(open_lines, walked):
        shown = [
            line
            for line in stretch.lines
            if line.order in mentions or (_is_talk(line) and _is_shown(line, stretch, players, names))
        ]
        if stretch.before is not None and _takes_back(stretch.before.line, asked):
            shown.insert(0, stretch.before.line)
        if shown:
            remarks.append(Remark(stretch.before.ply if stretch.before else 0, tuple(shown)))
    return tuple(remarks)


def _stretches(lines: Sequence[ThreadLine], walked: Walked) -> Iterator[_Stretch]:
    turns = {turn.line.order: turn for turn in walked.turns}
    before = next((turn for turn in reversed(walked.turns) if turn.line.order < 0), None)
    between: list[ThreadLine] = []
    for line in lines:
        turn = turns.get(line.order)
        if turn is None:
            between.append(line)
            continue
        yield _Stretch(before, tuple(between), turn)
        before = turn
        between = []
    yield _Stretch(before, tuple(between), None)


def _is_talk(line: ThreadLine) -> bool:
    is_open = line.kind in (Kind.TALK, Kind.UNREAD) and line.override is None
    return is_open and bool(line.text) and not line.set_up


def _takes_back(line: ThreadLine, asked: frozenset[int]) -> bool:
    """Whether the remark after a turn has a word of a turn gone wrong."""
    return line.order >= 0 and line.order not in asked and bool(line.remark) and has_cue(line.remark)


def _is_shown(line: ThreadLine, stretch: _Stretch, players: Players, names: frozenset[str]) -> bool:
    """Whether talk is one of the kinds that are shown; what is nothing but small talk never is."""
    if stretch.before is None or is_small_talk(line.text, names):
        return False
    is_tail = stretch.after is None and stretch.before.line.order >= 0
    return is_tail or _is_by_mover(line, stretch.before, players) or _is_by_stranger(line, players)


def _is_by_mover(line: ThreadLine, turn: ResolvedTurn, players: Players) -> bool:
    """Whether the mover says it: in a separate message, or after their turn with a word of a turn gone wrong."""
    if line.message is turn.line.message and not line.who:
        return line.order > turn.line.order and has_cue(line.text)
    if not line.author:
        return False
    return line.author == turn.line.author or players.seat_of_line(line) == turn.seat


def _is_by_stranger(line: ThreadLine, players: Players) -> bool:
    return not line.is_quoted and bool(line.author) and players.is_player(line.author) is False


def edited_after(lines: Sequence[ThreadLine], walked: Walked) -> Iterator[Remark]:
    """The turns whose messages were edited or deleted after the reply, where the program says when."""
    for turn, reply in zip(walked.turns, walked.turns[1:], strict=False):
        edited = turn.line.message.edited
        when = reply.line.message.when
        if edited is not None and when is not None and edited > when and turn.line.message is not reply.line.message:
            yield Remark(turn.ply, (turn.line,))
