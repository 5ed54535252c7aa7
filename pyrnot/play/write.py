"""Writes records: in canonical form (`fmt`), and with a turn appended (`add`).

Judges nothing. The text of a turn comes from its game's `write_turn`, everything around the turns from here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.play.results import tag_value, write_result
from pyrnot.record.numbering import write_number
from pyrnot.record.sources import with_lf

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, Outcome
    from pyrnot.play.replay import Ply, Replay
    from pyrnot.record.model import Comment, Record
    from pyrnot.record.source import SourceText


def write_tag(name: str, value: str) -> str:
    """A tag line, without its line end."""
    escaped = with_lf(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def write_record(replay: Replay) -> str:
    """The canonical text of a record without errors (R3.3): one turn per line with its ply number, a blank line after
    the tags, comments and marks after their turn, and everything added that follows from the rules."""
    return _Writer(replay).write()


def write_turn_text(game: AnyGame, ply: Ply) -> str:
    """The canonical text of a replayed turn, with its seat if that moved out of turn."""
    text = game.write_turn(ply.played.actions, ply.played.ended)
    return f"{ply.before.to_move}: {text}" if ply.is_out_of_turn else text


def write_turns(replay: Replay, turns: Sequence[int], style: TurnStyle) -> str:
    """The canonical lines of some turns of the main line, with the comments, marks and variations that each has."""
    return _Writer(replay, style).write_turns(turns)


class TurnStyle(Struct, frozen=True):
    """How turns are numbered: by plies, in pairs, or not at all, when each ends in a full stop; and whether those of
    the main line have their seats."""

    is_numbered: bool = True
    pairs: bool = False
    has_seats: bool = False

    def number(self, ply: int) -> str:
        """A turn's number and the blank after it, "" if turns have none."""
        return f"{write_number(ply, pairs=self.pairs)} " if self.is_numbered else ""


class _Writer:
    def __init__(self, replay: Replay, style: TurnStyle | None = None) -> None:
        self.replay = replay
        self.record: Record = replay.record
        self.style = style or TurnStyle()
        self.parts: list[str] = []

    def write(self) -> str:
        record = self.record
        comments: defaultdict[int, list[Comment]] = defaultdict(list)
        """By the number of tags before them."""
        for number, comment in record.comments:
            comments[number].append(comment)
        for index, tag in enumerate([*record.tag_lines, None]):
            if tag is None and record.tag_lines:
                self._line("")
            for comment in comments[index]:
                self._end_line()
                self._comment(comment)
                self._end_line()
            if tag is not None:
                truth = tag_value(self._result(), self.replay.start.seats) if tag.name.lower() == "result" else None
                self._line(write_tag(tag.name, truth or tag.value))
        self._turns(record.main_line)
        self._end_line()
        result = self._result()
        if result or record.tail:
            self._add(result)
            for comment in record.tail:
                self._comment(comment)
            self._end_line()
        return "".join(self.parts).rstrip("\n") + "\n"

    def write_turns(self, turns: Sequence[int]) -> str:
        self._turns(turns)
        self._end_line()
        return "".join(self.parts)

    # Lines

    def _line(self, text: str) -> None:
        self._end_line()
        self.parts.append(text + "\n")

    def _end_line(self) -> None:
        if self.parts and not self.parts[-1].endswith("\n"):
            self.parts.append("\n")

    def _add(self, text: str) -> None:
        """A word on the current line."""
        if not text:
            return
        if self.parts and not self.parts[-1].endswith(("\n", "(")) and text != ")":
            self.parts.append(" ")
        self.parts.append(text)

    def _comment(self, comment: Comment) -> None:
        """A comment as written; one with `#` ends its line."""
        text = comment_text(self.record.source, comment)
        self._add(text)
        if text.startswith("#"):
            self.parts.append("\n")

    # Turns

    def _turns(self, turns: Sequence[int]) -> None:
        """Turns, and after each its comments and the variations that replace it, as they follow each other."""
        for index in turns:
            self._turn(index)
            comments = [*self.record.turns[index].comments]
            for number in self.record.turns[index].variations:
                variation = self.record.variations[number]
                start = self.record.turns[variation.turns[0]].start
                while comments and comments[0].span.start < start:
                    self._comment(comments.pop(0))
                self._end_line()
                self._add("(")
                for comment in variation.comments:
                    self._comment(comment)
                self._turns(variation.turns)
                self._add(")")
            for comment in comments:
                self._comment(comment)

    def _turn(self, index: int) -> None:
        game = self.record.game
        ply = self.replay.plies[index]
        turn = self.record.turns[index]
        assert game is not None
        assert ply is not None
        last = self.parts[-1] if self.parts else ""
        is_first = turn.variation and self.record.variations[turn.variation].turns[0] == index
        if last != "(" and not (is_first and last.startswith(("{", "#"))):
            self._end_line()
        text = write_turn_text(game, ply)
        if self.style.has_seats and not turn.variation and not ply.is_out_of_turn:
            text = f"{ply.before.to_move}: {text}"
        self._add(f"{self.style.number(turn.ply)}{text}{'' if self.style.is_numbered else '.'}")
        for mark in turn.marks:
            self._add(mark)

    def _result(self) -> str:
        return result_text(self.record, self.replay.start.seats, self.replay.outcome)


def result_text(record: Record, seats: Sequence[str], outcome: Outcome | None) -> str:
    """The canonical text of a record's result, or of the rules' outcome if it has none; "" if there is neither."""
    result = record.result
    if outcome is not None and (result is None or result.text == "*"):
        return write_result(outcome)
    if result is None:
        return ""
    words = result.text.split()
    seat = next((seat for seat in seats if seat.lower() == words[0]), None)
    return " ".join([seat, *words[1:]]) if seat else result.text


def comment_text(source: SourceText, comment: Comment) -> str:
    """A comment as written, without the quote marks of mail."""
    if source.original == source.text or "\n" not in comment.text:
        return comment.text
    first, *lines = comment.text.split("\n")
    _, *quoted = source.written(comment.span).split("\n")
    for number, (line, as_written) in enumerate(zip(lines, quoted, strict=True)):
        same = [*takewhile(lambda pair: pair[0] == pair[1], zip(reversed(line), reversed(as_written), strict=False))]
        rest = line[len(line) - len(same) :]  # what both end in; the marks before it are blank in the comment
        lines[number] = rest if rest == line else rest.removeprefix(" ")
    return "\n".join([first, *lines])
