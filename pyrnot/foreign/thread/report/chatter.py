"""What of the talk a human eye should see, by structure alone (TR4.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.declarations import agrees
from pyrnot.foreign.thread.classify.results import says_more
from pyrnot.foreign.thread.classify.set_up import goals_in
from pyrnot.foreign.thread.model import Kind, Remark, ResolvedTurn, ThreadLine
from pyrnot.foreign.thread.numbers import read_sure_number
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.resolve.prepared import Prepared, talk_above
from pyrnot.foreign.thread.resolve.sequence import Walked
from pyrnot.foreign.thread.words import has_cue, is_small_talk, speaks_of_the_end, tokens_of

_LETTER = lazy_pattern(r"[^\W\d_]")
_WORDS_OF_A_CLAUSE = 4
"""Words with which a sentence continues: fewer may be `nice one` or `right?`."""


class _Stretch(Struct, frozen=True):
    """The lines between two turns of the game."""

    before: ResolvedTurn | None
    lines: tuple[ThreadLine, ...]
    after: ResolvedTurn | None

    @property
    def ply(self) -> int:
        """The ply of the turn before the lines, 0 above the first turn."""
        return self.before.ply if self.before is not None else 0

    @property
    def is_last(self) -> bool:
        """Whether no turn follows."""
        return self.after is None


def find_remarks(prepared: Prepared, walked: Walked, reader: TurnReader, asked: frozenset[int]) -> tuple[Remark, ...]:
    """What is shown: talk between turns, turns that were edited, and talk about seats and optional rules.
    `asked` are the orders of lines that a question shows already, or that are judged once it is answered."""
    return (
        *_between_turns(prepared, walked, reader, asked),
        *_edited_after(walked),
        *_about_seats(prepared),
        *_about_variants(prepared),
    )


def _between_turns(prepared: Prepared, walked: Walked, reader: TurnReader, asked: frozenset[int]) -> Iterator[Remark]:
    """The talk that is shown, a remark for each stretch between two turns."""
    players = prepared.players
    said = {line.text for line in prepared.lines if not line.is_quoted}
    copies = {line.order for line in prepared.lines if line.is_quoted and line.text in said}
    open_lines = [line for line in prepared.lines if line.order not in asked | copies]
    finder = _RemarkFinder(players, reader, players.player_words(), _mentions(walked))
    for stretch in _stretches(open_lines, walked):
        shown = tuple(finder.shown(stretch))
        if shown:
            yield Remark(stretch.ply, shown)


def _mentions(walked: Walked) -> frozenset[int]:
    """The orders of the lines that mention turns, but for those that repeat one with its number."""
    played = {(turn.line.number, turn.line.written) for turn in walked.turns if turn.line.number is not None}
    return frozenset(line.order for line in walked.mentions if (line.number, line.written) not in played)


def _stretches(lines: Sequence[ThreadLine], walked: Walked) -> Iterator[_Stretch]:
    """The lines before the first turn, between each two, and after the last."""
    turns = {turn.line.order: turn for turn in walked.turns}
    before = next((turn for turn in reversed(walked.turns) if turn.is_known), None)
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


class _RemarkFinder(Struct, frozen=True):
    """Finds what is shown of the lines between two turns."""

    players: Players
    reader: TurnReader
    names: frozenset[str]
    """The words of the players' names."""
    mentions: frozenset[int]
    """The orders of the mentions that are shown."""

    def shown(self, stretch: _Stretch) -> Iterator[ThreadLine]:
        """The turn before the lines, if the remark on its line is shown, and the lines that are shown."""
        before = stretch.before
        if before is not None and self._has_shown_remark(before.line, is_last=stretch.is_last):
            yield replace(before.line, text=before.line.remark)
        for line in stretch.lines:
            if line.order in self.mentions or self._is_shown(line, stretch):
                yield line

    def _has_shown_remark(self, line: ThreadLine, *, is_last: bool) -> bool:
        """Whether the remark on the line of a turn is shown: it has a word of a turn gone wrong, holds another whole
        turn, or is hardly more than notation; on that of the last turn, to which nobody has replied, also if it
        speaks of the end, or continues the sentence: `Sf3, but only if you agree to it`."""
        if not line.remark:
            return False
        if has_cue(line.remark) or self._holds_another_turn(line) or self._adds_notation(line):
            return True
        is_clause = len(line.remark.split()) >= _WORDS_OF_A_CLAUSE
        continues = is_clause and _before_remark(line).endswith(",")
        return is_last and (continues or speaks_of_the_end(line.remark))

    def _holds_another_turn(self, line: ThreadLine) -> bool:
        """Whether the remark on the line of a turn holds another one, but for comments and variations as records have
        them: `Sf3 (no, Sg3)`."""
        if _before_remark(line).endswith(("{", "#")) or read_sure_number(line.remark) is not None:
            return False
        own = {way.text for way in line.interpretations}
        return any(turn.text not in own for turn in self.reader.turns(line.remark))

    def _adds_notation(self, line: ThreadLine) -> bool:
        """Whether the remark on the line of a turn is hardly more than notation that the turn does not have:
        `Sd6 (d7)`, `Pc7-d6, and clock!`; `Sc4 (XSd4)` tells what the turn removes."""
        word = _last_of_two(line.remark)
        if word.startswith("X") or word.lower() in line.written.lower():
            return False
        if self.reader.pieces(word) == (word.lower(),):
            return True
        is_word = len(word) > 1 and word.isalpha()
        return is_word and not self.reader.informal.has_names and self.reader.may_begin(word)  # there, `nice move`

    def _is_shown(self, line: ThreadLine, stretch: _Stretch) -> bool:
        """Whether talk is one of the kinds that are shown; what is nothing but small talk never is."""
        if stretch.before is None:
            return False
        if line.kind is Kind.RESULT:
            return self._is_shown_result(line, is_last=stretch.is_last)
        if line.kind not in (Kind.TALK, Kind.UNREAD):
            return False
        if is_small_talk(line.text, self.names):
            return False
        is_tail = stretch.is_last and not stretch.before.is_known
        return (
            is_tail
            or self._is_slip(line)
            or self._gives_another_goal(line, stretch.after)
            or self._is_by_mover(line, stretch.before)
            or self._is_by_stranger(line)
        )

    def _is_shown_result(self, line: ThreadLine, *, is_last: bool) -> bool:
        """Whether a result is shown: one that says more, which no answer gave, or one in words after which the turns
        go on; a score may be that of a match."""
        if is_last:
            return not line.is_answered and says_more(line.text, self.players)
        return _LETTER.search(line.text) is not None

    def _is_by_mover(self, line: ThreadLine, turn: ResolvedTurn) -> bool:
        """Whether the mover says it: in a separate message, or after their turn with a word of a turn gone wrong."""
        if line.message is turn.line.message and not line.who:
            return has_cue(line.text)
        return self.players.seat_of_line(line) == turn.seat

    def _is_slip(self, line: ThreadLine) -> bool:
        """Whether talk is one word, perhaps after a name, that begins as a turn, and more of it than a letter is
        notation: `Sd66`."""
        word = _last_of_two(line.text)
        is_begun = not word.isalpha() and self.reader.may_begin(word)
        return is_begun and self.reader.diagnostic(word)[0].start > 1

    def _gives_another_goal(self, line: ThreadLine, turn: ResolvedTurn | None) -> bool:
        """Whether talk before a turn that draws a goal names another."""
        goals = goals_in(line.text, self.reader.informal)
        if not goals or turn is None:
            return False
        drawn = goals_in(turn.line.written, self.reader.informal)
        return bool(drawn) and goals.isdisjoint(drawn)

    def _is_by_stranger(self, line: ThreadLine) -> bool:
        return not line.is_quoted and self.players.is_player(line.author) is False


def _last_of_two(text: str) -> str:
    """The last word of a text of one or two; "" for any other."""
    words = text.split()
    return words[-1] if len(words) in (1, 2) else ""


def _before_remark(line: ThreadLine) -> str:
    """What precedes the remark on the line of a turn."""
    return line.text.rpartition(line.remark)[0].rstrip()


def _edited_after(walked: Walked) -> Iterator[Remark]:
    """The turns whose messages were edited or deleted after the reply, where the program says when."""
    for turn, reply in pairwise(walked.turns):
        edited = turn.line.message.edited
        when = reply.line.message.when
        if edited is not None and when is not None and edited > when and turn.line.message is not reply.line.message:
            yield Remark(turn.ply, (turn.line,), edited_after=reply.ply)


def _about_seats(prepared: Prepared) -> list[Remark]:
    """Lines before the first turn that name a seat otherwise than the sequence does."""
    players = prepared.players
    doubtful = {line.order for line in players.doubtful}
    talk = talk_above(prepared.lines)
    return [Remark(0, (line,)) for line in talk if line.order in doubtful and not agrees(players, line)]


def _about_variants(prepared: Prepared) -> list[Remark]:
    """Lines before the first turn that name an optional rule for which there is no tag."""
    given = prepared.tags.get("Variant", "")
    rules = [name for name in prepared.players.game.info.variants if name not in given]
    patterns = [re.compile(rf"\b{' '.join(tokens_of(rule))}\b") for rule in rules]
    return [Remark(0, (line,)) for line in talk_above(prepared.lines) if _names_one(patterns, line.text)]


def _names_one(patterns: Sequence[re.Pattern[str]], text: str) -> bool:
    words = " ".join(tokens_of(text))
    return any(pattern.search(words) for pattern in patterns)
