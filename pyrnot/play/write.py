"""Records in canonical form (`fmt`), and records made up by pyrnot: text out, nothing judged.

What a turn is called comes from its game's `write_turn`; everything around the turns is written here, once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pyrnot.diagnostics import Span

if TYPE_CHECKING:
    from pyrnot.game import AnyGame, Outcome
    from pyrnot.play.replay import Ply, Replay
    from pyrnot.record.model import Comment, Record
    from pyrnot.record.source import SourceText


def write_tag(name: str, value: str) -> str:
    """A tag line, without its end."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def write_number(ply: int, *, pairs: bool) -> str:
    """A turn's number with its dots: `3.`, or in pairs `2.` and `2...`."""
    return f"{(ply + 1) // 2}{'.' if ply % 2 else '...'}" if pairs else f"{ply}."


def write_result(outcome: Outcome) -> str:
    """The last word of a record that the rules have decided."""
    return f"{outcome.winner} wins" if outcome.winner else "draw"


def write_record(replay: Replay) -> str:
    """Canonical text of a record in which nothing is wrong: one turn a line, with its ply number; a blank line
    behind the tags; comments and marks behind their turn; what the rules make certain filled in."""
    return _Writer(replay).write()


def write_turn_text(game: AnyGame, ply: Ply) -> str:
    """Canonical text of a replayed turn, with its seat where the turns before it are missing (HN6)."""
    text = game.write_turn(ply.played.taken, ply.played.ended)
    return f"{ply.before.to_move}: {text}" if ply.is_out_of_turn else text


class _Writer:
    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.record: Record = replay.record
        self.parts: list[str] = []

    def write(self) -> str:
        record = self.record
        for index, tag in enumerate(record.tag_lines):
            self._remarks(comment for place, comment in record.comments if place == index)
            self._line(write_tag(tag.name, tag.value))
        if record.tag_lines:
            self._line("")
        self._remarks(comment for place, comment in record.comments if place == len(record.tag_lines))
        self._turns()
        result = self._result()
        if result or record.tail:
            self._add(result)
            for comment in record.tail:
                self._comment(comment)
            self._end_line()
        text = "".join(self.parts)
        return text.rstrip("\n") + "\n"

    # Lines

    def _line(self, text: str) -> None:
        self._end_line()
        self.parts.append(text + "\n")

    def _end_line(self) -> None:
        if self.parts and not self.parts[-1].endswith("\n"):
            self.parts.append("\n")

    def _add(self, text: str) -> None:
        """A word on the line that is being written."""
        if not text:
            return
        if self.parts and not self.parts[-1].endswith(("\n", "(")) and text != ")":
            self.parts.append(" ")
        self.parts.append(text)

    def _comment(self, comment: Comment) -> None:
        """A comment as it was written; one with `#` ends its line."""
        text = comment_text(self.record.source, comment)
        self._add(text)
        if text.startswith("#"):
            self.parts.append("\n")

    def _remarks(self, comments: Iterable[Comment]) -> None:
        """Comments on lines of their own."""
        for comment in comments:
            self._end_line()
            self._comment(comment)
            self._end_line()

    # Turns

    def _turns(self) -> None:
        """All lines of play, each variation behind the turn that it replaces, with a stack instead of recursion."""
        record = self.record
        stack = [iter(self._items(record.main_line))]
        while stack:
            item = next(stack[-1], None)
            if item is None:
                stack.pop()
                if stack:
                    self._add(")")
            elif item < 0:
                variation = record.variations[-item]
                self._end_line()
                self._add("(")
                for comment in variation.comments:
                    self._comment(comment)
                stack.append(iter(self._items(variation.turns)))
            else:
                self._turn(item)
        self._end_line()

    def _items(self, turns: Sequence[int]) -> Iterable[int]:
        """Indices of turns, and behind each the numbers of its variations, negated."""
        for index in turns:
            yield index
            yield from (-number for number in self.record.turns[index].variations)

    def _turn(self, index: int) -> None:
        game, ply = self.record.game, self.replay.plies[index]
        turn = self.record.turns[index]
        assert game is not None
        assert ply is not None
        if not (self.parts and self.parts[-1] == "("):
            opened = (
                bool(self.parts)
                and self.parts[-1].startswith(("{", "#"))
                and turn.ply == self._first_ply(turn.variation)
            )
            if not (opened and turn.variation):
                self._end_line()
        self._add(f"{turn.ply}. {write_turn_text(game, ply)}")
        for mark in turn.marks:
            self._add(mark)
        for comment in turn.comments:
            self._comment(comment)

    def _first_ply(self, variation: int) -> int:
        return self.record.turns[self.record.variations[variation].turns[0]].ply

    def _result(self) -> str:
        outcome, result = self.replay.outcome, self.record.result
        if outcome is not None and (result is None or result.text == "*"):
            return write_result(outcome)
        if result is None:
            return ""
        words = result.text.split()
        seat = next((seat for seat in self.replay.start.seats if seat.lower() == words[0]), None)
        return " ".join([seat, *words[1:]]) if seat else result.text


def comment_text(source: SourceText, comment: Comment) -> str:
    """A comment as it was written, without the quote marks of a mail."""
    if source.original == source.text or "\n" not in comment.text:
        return comment.text
    lines = comment.text.split("\n")
    starts = [match.end() for match in re.finditer("\n", comment.text)]
    for number, start in enumerate(starts, 1):
        offset = comment.span.start + start
        shown = source.written(Span(offset, offset + len(lines[number])))
        blanked = [place for place, sign in enumerate(shown) if sign != lines[number][place]]
        if blanked:
            rest = lines[number][blanked[-1] + 1 :]
            lines[number] = rest.removeprefix(" ")
    return "\n".join(lines)


def append_result(record: Record, result: str) -> str:
    """The record's own text with a last word, which takes the place of a `*`. `result` is in small letters."""
    text = record.source.original
    written = record.result
    head = (text[: written.span.start] if written else text).rstrip()
    tail = text[written.span.end :].strip() if written else ""
    first, *rest = result.split()
    word = " ".join([first.capitalize() if rest and rest[0] != "agreed" else first, *rest])
    end = text[len(text.rstrip()) :] or "\n"
    return "\n".join(part for part in (head, word, tail) if part) + end


OWN_NUMBER = re.compile(r"\d+\s*(?:\.\.\.|…|\.)\s*")


def append_turn(record: Record, turn: str, outcome: Outcome | None) -> str:
    """The record's own text with a turn behind its last, numbered as its turns are, on a line of its own.

    A `*` stays the last word; with an outcome the result takes its place. A number that `turn` begins with is replaced.
    """
    text = record.source.original
    result = record.result
    head = (text[: result.span.start] if result else text).rstrip()
    tail = text[result.span.end :].strip() if result else ""
    turn = OWN_NUMBER.sub("", turn, count=1) if OWN_NUMBER.match(turn) else turn
    plies = len(record.main_line) + 1
    if plies > 1 and record.turns[record.main_line[-1]].number is None:
        last = record.turns[record.main_line[-1]]
        stop = "" if head[last.span.end :].lstrip().startswith(".") else "."
        head = head[: last.span.end] + stop + head[last.span.end :]
        line = f"{turn.rstrip('.')}."
    else:
        line = f"{write_number(plies, pairs=record.pairs)} {turn}"
    blank = "\n" if plies == 1 and record.tag_lines else ""
    word = write_result(outcome) if outcome else "*" if result else ""
    lines = [f"{head}\n{blank}{line}", word, tail]
    end = text[len(text.rstrip()) :] or "\n"
    return "\n".join(part for part in lines if part) + end
