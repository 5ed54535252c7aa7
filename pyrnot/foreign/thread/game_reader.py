"""One game of a thread, from its messages to what the sequence makes of them: prepare, override, resolve, report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, takewhile
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.classify.overrides import override_lines
from pyrnot.foreign.thread.model import (
    Kind,
    Line,
    Override,
    Question,
    Remark,
    ResolvedTurn,
    ThreadGame,
    ThreadLine,
    Verb,
    diagnostic_at,
    tag_diagnostics,
    turns_of,
    values_of,
)
from pyrnot.foreign.thread.players import Players, as_declared, with_order_of_play
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.report.answers import BadAnswer, read_override, unasked
from pyrnot.foreign.thread.report.chatter import find_remarks
from pyrnot.foreign.thread.report.ending import read_ending
from pyrnot.foreign.thread.report.questions import Asker, about_tags
from pyrnot.foreign.thread.resolve.boundaries import Boundary, find_boundary
from pyrnot.foreign.thread.resolve.interpreting import Judge, known_turns
from pyrnot.foreign.thread.resolve.ordering import turned_round
from pyrnot.foreign.thread.resolve.prepared import Prepared, overridden, prepare
from pyrnot.foreign.thread.resolve.sequence import Walked, resolve
from pyrnot.foreign.thread.split.blocks import FAIR_DICE
from pyrnot.foreign.thread.split.times import direction
from pyrnot.foreign.thread.text import lines_in

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.foreign.source import ForeignText
    from pyrnot.play.replay import Replay

_FEW = 5
"""Turns that are legal as the first ones of a game by more than chance; or turns above one."""


class ReadGame(Struct, frozen=True):
    """A game as it was read."""

    source: ForeignText
    thread: ThreadGame
    game: AnyGame
    prepared: Prepared
    known: tuple[ResolvedTurn, ...]
    walked: Walked
    questions: tuple[Question, ...] = ()
    remarks: tuple[Remark, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    result: tuple[str, Line] | None = None
    boundary: ThreadLine | None = None
    """The line with which another game begins."""
    answered: frozenset[int] = frozenset()
    """The lines whose answers were answers to a question, or that have an error themselves."""


def read_game(source: ForeignText, thread: ThreadGame, known: Replay | None = None) -> ReadGame:
    """Reads one game of a thread, with the answers that were given to its questions. `known` is a game that it
    continues: its turns are settled. One of another game is ignored."""
    game = thread.game
    assert game is not None
    settled: tuple[ResolvedTurn, ...] = ()
    known_tags: Iterable[tuple[str, str]] = ()
    if known is not None and known.record.game is game:
        settled = known_turns(known)
        known_tags = known.record.tags.items()
    about_dice: Sequence[Diagnostic] = ()
    if any(line.why == FAIR_DICE for line in lines_in(thread.messages)):
        from pyrnot.foreign.thread.classify.fair_dice import with_fair_dice  # needed for such mails alone

        thread, about_dice = with_fair_dice(thread, game)
    tags = Tags([*values_of(thread.tags).items(), *known_tags])
    reader = _ThreadReader(source, thread, game, Judge(TurnReader(game)), settled)
    read = reader.read(tags)
    return replace(read, diagnostics=(*about_dice, *read.diagnostics))


class _ThreadReader(Struct, frozen=True):
    """Reads one game of a thread; `known` are the turns that are settled."""

    source: ForeignText
    thread: ThreadGame
    game: AnyGame
    judge: Judge
    known: tuple[ResolvedTurn, ...]

    def read(self, tags: Tags) -> ReadGame:
        """The game, as its lines and the answers about them have it."""
        plain = prepare(self.thread, self.judge.reader, tags)
        overrides, wrong = self._overrides(plain)
        diagnostics = [*tag_diagnostics(self.thread.tags), *wrong.values()]
        prepared = overridden(plain, overrides, self.judge.reader, self.known)
        walked = self._walk(prepared)
        if not self.known:
            prepared, walked = self._from_words(prepared, walked)
            prepared, walked, about_order = self._in_order(prepared, walked)
            diagnostics += about_order
        read = self._report(prepared, walked)
        if self.source.answers.is_talk:
            read = self._without_talk(read)
        answered = self._answered(plain, overrides) | wrong.keys()
        return replace(read, diagnostics=(*diagnostics, *read.diagnostics), answered=answered)

    # Answers

    def _overrides(self, prepared: Prepared) -> tuple[dict[int, Override], dict[int, Diagnostic]]:
        """The answers to questions about these lines, and what is wrong with those that are none; both by line."""
        numbers = {line.line.number for line in prepared.lines} - {self.thread.asked_at}
        overrides: dict[int, Override] = {}
        wrong: dict[int, Diagnostic] = {}
        for line, answer in self.source.answers.by_line.items():
            if line not in numbers:
                continue
            try:
                overrides[line] = read_override(line, answer, self.judge.reader, prepared.players)
            except BadAnswer as bad:
                wrong[line] = unasked(self.source, line, f"{bad}")
        return overrides, wrong

    def _without_talk(self, read: ReadGame) -> ReadGame:
        """The game without the lines that are open, but for conflicts of two turns (TR5.2)."""
        while orders := {
            line.order for question in read.questions if not question.is_conflict for line in question.lines
        }:
            lines = [_left_out(line) if line.order in orders else line for line in read.prepared.lines]
            prepared = replace(read.prepared, lines=tuple(lines))
            read = self._report(prepared, self._walk(prepared))
        return read

    def _answered(self, plain: Prepared, overrides: Mapping[int, Override]) -> frozenset[int]:
        """The lines that ask what their answers settle: at first, when others have been answered, or without this
        one answer."""
        found: frozenset[int] = frozenset()
        while found < overrides.keys() and (more := self._asked_with(found, plain, overrides) - found):
            found |= more
        for line in overrides.keys() - found:
            found |= self._asked_with(overrides.keys() - {line}, plain, overrides)
        return found

    def _asked_with(
        self, given: AbstractSet[int], plain: Prepared, overrides: Mapping[int, Override]
    ) -> frozenset[int]:
        """The answered lines at which a question stands where only the answers of some lines are given, or whose
        turn is read without its answer. An illegal turn asks which turn up to it is wrong."""
        some = {line: override for line, override in overrides.items() if line in given}
        prepared = overridden(plain, some, self.judge.reader, self.known)
        read = self._report(prepared, self._walk(prepared))
        settled = {line for line, override in overrides.items() if self._corrects_or_agrees(override, read.walked)}
        return frozenset(overrides.keys() & (settled | {question.at for question in read.questions}))

    def _corrects_or_agrees(self, override: Override, walked: Walked) -> bool:
        """Whether an answer gives another text to the turn on its line, up to an illegal one, or the turn that is
        read there anyway."""
        turn = walked.turn_at(override.ply)
        if turn is None or turn.line.line.number != override.line:
            return False
        after = {self.judge.play(turn.before, way).after for way in self.judge.reader.read(override.text)}
        return walked.illegal is not None or turn.after in after - {None}

    # The sequence

    def _walk(self, prepared: Prepared) -> Walked:
        start = prepared.start
        players = prepared.players
        if start is not None:
            players = replace(players, first=str(start.to_move))
        return resolve(prepared.lines, players, self.judge, start, self.known)

    def _from_words(self, prepared: Prepared, walked: Walked) -> tuple[Prepared, Walked]:
        """The game with the one turn of a player among the words above as its first, where more turns are legal so
        than without it: `Martian Chess? I begin: Pb3-a2` (TR4.2)."""
        candidates = [line for line in prepared.lines if line.kind is Kind.CANDIDATE]
        writers = {line.author for line in turns_of(prepared.lines)}
        above = takewhile(lambda line: not line.is_at_head, candidates)
        words = [line for line in above if line.author in writers]
        if len(words) != 1:
            return prepared, walked
        heads = [*prepared.lines]
        heads[words[0].order] = replace(words[0], is_at_head=True)
        players = with_order_of_play(as_declared(prepared.players), heads, {})
        again = replace(prepared, players=players)
        from_words = self._walk(again)
        return (again, from_words) if _count_legal(from_words) > _count_legal(walked) else (prepared, walked)

    def _in_order(self, prepared: Prepared, walked: Walked) -> tuple[Prepared, Walked, list[Diagnostic]]:
        """The game as it stands, or from the last line to the first where that alone replays; an error where both do,
        and the dates leave open which turn is the first, or where nobody is named (TR4.1)."""
        turns = turns_of(prepared.lines)
        replays = _replays(walked, prepared.players)
        has_open_dates = all(line.message.has_open_date for line in turns)
        if not _has_no_order(prepared.lines, turns) or (replays and not has_open_dates):
            return prepared, walked, []
        turned = self._replayed(prepared, turned_round(prepared.lines))
        if turned is None:
            return prepared, walked, []
        if replays:
            return prepared, walked, [_open_order(turns[0])]
        again, walked = turned
        first = walked.turns[0].line.line
        if len({line.author for line in turns}) < 2:
            return again, walked, [_upside_down(first)]
        message = "the turns are read from the last line to the first"
        return again, walked, [diagnostic_at(first, CoreCodes.READ_ORDER, "TR4", message, is_error=False, ply=0)]

    def _replayed(self, prepared: Prepared, lines: tuple[ThreadLine, ...]) -> tuple[Prepared, Walked] | None:
        """The game of some lines, with the seats that their order of play gives, if all turns among them replay."""
        players = with_order_of_play(as_declared(prepared.players), lines, {})
        again = replace(prepared, lines=lines, players=players)
        walked = replace(self, known=())._walk(again)
        count = len(turns_of(lines))
        is_whole = walked.position is not None and not walked.mentions and len(walked.turns) == count
        return (again, walked) if is_whole else None

    def _rematch(self, prepared: Prepared, asker: Asker) -> Boundary | None:
        """The turn from which on all replays as another game: one that can stand nowhere in the game, the first below
        its tags where they are repeated, or one at or above an illegal turn, if a few turns follow."""
        walked = asker.walked
        doubtful = [(line, 1) for line in (*asker.misplaced(), *_below_tags(self.thread, prepared.lines, walked))]
        doubtful += [(line, _FEW) for line in _up_to_illegal(walked)]
        for line, fewest in doubtful:
            following = tuple(replace(other, order=at) for at, other in enumerate(prepared.lines[line.order :]))
            if len(turns_of(following)) > fewest and self._replayed(prepared, following) is not None:
                return Boundary(line, "From here on the turns are those of a game from its start")
        return None

    # What is reported

    def _report(self, prepared: Prepared, walked: Walked) -> ReadGame:
        """What a walk means: questions, remarks, the result, and where another game begins."""

        def retry(override: Override) -> Walked:
            changed = override_lines(prepared.lines, {override.line: override}, self.judge.reader)
            return self._walk(replace(prepared, lines=changed))

        asker = Asker(self.judge, prepared.lines, prepared.players, walked, retry)
        boundary = find_boundary(self.thread, prepared.lines, walked) or self._rematch(prepared, asker)
        doubtful = boundary if boundary is not None and boundary.why else None
        end = doubtful.line.order if doubtful is not None else len(prepared.lines)
        walked = _before(walked, end)
        asker = Asker(self.judge, prepared.lines, prepared.players, walked, retry)
        questions, dropped, errors = asker.about_claims()
        walked = replace(walked, mentions=(*walked.mentions, *dropped), diagnostics=(*walked.diagnostics, *errors))
        if doubtful is not None and not doubtful.hangs_on(questions):
            questions.append(asker.about_boundary(doubtful))
        questions += about_tags(prepared)
        result, about_result = read_ending(asker)
        if about_result is not None and not questions:
            questions.append(about_result)
        questions.sort(key=lambda question: (question.lines[0].order, question.at))
        asked = _unsettled(prepared.lines[end:], walked, questions)
        return ReadGame(
            self.source,
            self.thread,
            self.game,
            prepared,
            self.known,
            walked,
            tuple(questions),
            find_remarks(prepared, walked, self.judge.reader, asked),
            result=result if not questions else None,
            boundary=boundary.line if boundary is not None and doubtful is None else None,
        )


def _unsettled(below: Sequence[ThreadLine], walked: Walked, questions: Sequence[Question]) -> frozenset[int]:
    """The orders of the lines that questions show, or that are judged once they are answered: those `below` the line
    with which another game may begin among them."""
    asked = chain(below, *(question.lines for question in questions))
    return frozenset([*walked.unjudged, *(line.order for line in asked)])


def _left_out(line: ThreadLine) -> ThreadLine:
    return replace(line, kind=Kind.OUT, override=Override(line.line.number, Verb.OUT))


def _up_to_illegal(walked: Walked) -> list[ThreadLine]:
    """An illegal turn and those shortly above it, the last first."""
    if walked.illegal is None:
        return []
    return [turn.line for turn in reversed(walked.turns[-_FEW:])]


def _count_legal(walked: Walked) -> int:
    """How many turns are legal."""
    return sum(not turn.is_illegal for turn in walked.turns)


def _open_order(first: ThreadLine) -> Diagnostic:
    message = "the dates do not tell which turn is the first: the day or the month may come first in them"
    hint = "number the turns, or write the months as words"
    return diagnostic_at(first.line, CoreCodes.THREAD_UNCLEAR, "TR4", message, hint=hint, ply=1)


def _upside_down(first: Line) -> Diagnostic:
    message = "the turns are legal only from the last line to the first, and nothing else says that this is the first"
    hint = "number the turns, or write who makes each before it"
    return diagnostic_at(first, CoreCodes.THREAD_UNCLEAR, "TR4", message, hint=hint, ply=1)


def _below_tags(thread: ThreadGame, lines: Sequence[ThreadLine], walked: Walked) -> list[ThreadLine]:
    """The first turn below the tags that are repeated, where it has no number and is not the first one again."""
    if not thread.tags_again:
        return []
    below = [line for line in turns_of(lines) if line.line.start > thread.tags_again][:1]
    return [line for line in below if not (line.number or line.order in walked.copies)]


def _has_no_order(lines: Sequence[ThreadLine], turns: Sequence[ThreadLine]) -> bool:
    """Whether nothing but the order of the text tells which of the turns comes first."""
    is_ordered = any(line.number or line.is_quoted or line.message.when for line in turns)
    is_answered = any(line.is_answered for line in lines)
    are_beside = len({line.line.start for line in turns}) < len(turns)
    are_told = len({line.author for line in turns}) > 1 or len(turns) > _FEW
    return are_told and not (is_ordered or is_answered or are_beside or _run_forwards(lines, turns))


def _run_forwards(lines: Sequence[ThreadLine], turns: Sequence[ThreadLine]) -> bool:
    """Whether the clocks of turns run forwards, or a result is below a turn: the newest would stand above all of
    them."""
    clocks = [line.message.clock or () for line in turns]
    if clocks[0] != clocks[-1] and direction(clocks) > 0:
        return True
    return any(line.kind is Kind.RESULT for line in lines[turns[0].order :])


def _replays(walked: Walked, players: Players) -> bool:
    """Whether nothing speaks against the order in which the turns were walked: what is asked first is only whether
    its writer, who may be to move, makes a turn."""
    if not walked.claims:
        return walked.position is not None
    first = walked.claims[0]
    seat = players.seat_of_line(first.lines[0])
    return seat == players.seat_at(first.ply) or (seat is None and not first.is_conflict)


def _before(walked: Walked, end: int) -> Walked:
    """What was walked before the line at a place, with which another game may begin."""
    return replace(
        walked,
        turns=tuple(turn for turn in walked.turns if turn.line.order < end),
        claims=tuple(claim for claim in walked.claims if claim.lines[0].order < end),
        mentions=tuple(line for line in walked.mentions if line.order < end),
    )
