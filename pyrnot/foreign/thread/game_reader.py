"""One game of a thread, from its messages to what the sequence makes of them: classify, seat, override, resolve."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.boundaries import Boundary, find_boundary
from pyrnot.foreign.thread.chatter import edited_after, find_remarks
from pyrnot.foreign.thread.classify import classify, names_before_turns, override_lines
from pyrnot.foreign.thread.declarations import agrees, is_written_as_name, read_declarations
from pyrnot.foreign.thread.interpreting import Judge, known_turns
from pyrnot.foreign.thread.leaving import with_leaving
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
from pyrnot.foreign.thread.ordering import leading_plies, newest_last, turned_round
from pyrnot.foreign.thread.own_numbers import is_lettered, letters_of_players
from pyrnot.foreign.thread.players import (
    Players,
    as_tagged,
    known_players,
    start_of,
    widen_to,
    with_answer,
    with_first_column,
    with_labels,
    with_order_of_play,
    without_seats,
)
from pyrnot.foreign.thread.questions import Asker, BadAnswer, about_tag, read_override, unasked
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.resolve import Walked, resolve
from pyrnot.foreign.thread.results import endings_of, is_score_in_talk, offered_endings
from pyrnot.foreign.thread.rounds import with_plies
from pyrnot.foreign.thread.set_up import dealt, listed_set_up, tags_of
from pyrnot.foreign.thread.summaries import read_summaries
from pyrnot.foreign.thread.text import texts_in
from pyrnot.foreign.thread.timeline import in_time
from pyrnot.foreign.thread.words import speaks_of_the_end, speaks_of_winning, takes_back, tokens_of

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.core.informal import InformalNotation
    from pyrnot.foreign.source import ForeignText
    from pyrnot.play.replay import Replay

_FEW = 5
"""Turns that are legal as the first ones of a game by more than chance; or turns above one."""

TagLines = Mapping[str, tuple[str, ThreadLine]]
"""The tags that lines give: their values, and the lines."""

SaidTags = Mapping[str, Sequence[tuple[str, ThreadLine]]]
"""The tags that lines give: all their values, each with its line."""


class ReadGame(Struct, frozen=True):
    """A game as it was read."""

    source: ForeignText
    thread: ThreadGame
    game: AnyGame
    tags: Tags
    players: Players
    lines: tuple[ThreadLine, ...]
    set_up: TagLines
    known: tuple[ResolvedTurn, ...]
    walked: Walked
    questions: tuple[Question, ...] = ()
    remarks: tuple[Remark, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    result: tuple[str, Line] | None = None
    boundary: ThreadLine | None = None
    """The line with which another game begins."""
    conflicts: SaidTags = {}
    answered: frozenset[int] = frozenset()
    """The lines whose answers were answers to a question."""


class _Lines(Struct, frozen=True):
    """The lines of a game, with all that is known before the sequence is walked."""

    lines: tuple[ThreadLine, ...]
    players: Players
    tags: Tags
    said: SaidTags = {}

    @property
    def set_up(self) -> TagLines:
        """The tags that lines give; of several values the first."""
        return {name: values[0] for name, values in self.said.items()}

    @property
    def conflicts(self) -> SaidTags:
        """Those of the tags of which lines give several values, and no tag of the text one."""
        said = {name: values for name, values in self.said.items() if name not in self.tags}
        return {name: values for name, values in said.items() if len({value for value, _ in values}) > 1}

    @property
    def start(self) -> Any:
        """The position at the start, None if there is none."""
        return start_of(self.players.game, self.tags, inferred_tags(self.players, self.set_up, self.tags))


def read_game(source: ForeignText, thread: ThreadGame, known: Replay | None = None) -> ReadGame:
    """Reads one game of a thread, with the answers that were given to its questions. `known` is a game that it
    continues: its turns are settled."""
    assert thread.game is not None
    reader = TurnReader(thread.game)
    judge = Judge(reader)
    settled = known_turns(known) if known is not None else ()
    known_tags = known.record.tags.items() if known is not None else ()
    tags = Tags([*values_of(thread.tags).items(), *known_tags])
    prepared = _prepare(thread, reader, tags)
    overrides, wrong = _overrides(source, reader, prepared)
    diagnostics = [*tag_diagnostics(thread.tags), *wrong]
    prepared = _overridden(prepared, overrides, reader, settled)
    walked = _walk(prepared, judge, settled)
    if not settled:
        prepared, walked, about_order = _in_order(prepared, judge, walked)
        diagnostics += about_order
    read = _judge(source, thread, prepared, judge, walked, settled)
    if source.answers.is_talk:
        prepared, read = _without_talk(prepared, read, judge)
    answered = _answered(thread, prepared, judge, settled, overrides, read)
    return replace(read, diagnostics=(*diagnostics, *read.diagnostics), answered=answered)


# Before the sequence is walked


def _prepare(thread: ThreadGame, reader: TurnReader, tags: Tags) -> _Lines:
    """The lines with their classes, who plays, and what is set up."""
    assert thread.game is not None
    players = known_players(thread.game, tags, thread.messages)
    players = with_labels(players, names_before_turns(thread.messages, reader, players))
    texts = texts_in(thread.messages)
    letters = letters_of_players(texts, reader)
    players = replace(players, letters=letters, is_lettered=is_lettered(texts, reader))
    messages, copying = in_time(thread.messages)
    lines = read_summaries(newest_last(classify(messages, reader, players, frozenset(copying))))
    before = _talk_before(lines)
    players = read_declarations(players, [*before, *_words_before(lines), *_talk_above_one(lines)])
    declared = with_first_column(widen_to(_of_writers(players, lines), lines), lines)
    seated = with_order_of_play(declared, lines, leading_plies(lines, declared))
    prepared = _read_set_up(_Lines(lines, seated, tags), before, reader)
    first, _ = prepared.set_up.get("First", (declared.first, None))
    declared = replace(declared, first=first)
    seated = with_order_of_play(declared, prepared.lines, leading_plies(prepared.lines, declared))
    if len(seated.names) < len(seated.seats):
        seated = read_declarations(seated, before, in_prose=True)
    return replace(prepared, players=seated)


def _of_writers(players: Players, lines: Sequence[ThreadLine]) -> Players:
    """The players without those whom a line names, if as many others write turns as there are seats; and without
    words that a language puts before a seat (`Ja czerwone (Red)`)."""
    words = {seat for seat, name in players.names.items() if not is_written_as_name(name)}
    players = without_seats(players, words - players.tagged)
    writers = {line.author for line in turns_of(lines)} - {""}
    if len(writers) < len(players.seats):
        return players
    known = {players.seat_of(writer) for writer in writers}
    return without_seats(players, players.names.keys() - players.tagged - known)


def first_turn(lines: Sequence[ThreadLine]) -> int:
    """The place of the first turn among lines."""
    return next((line.order for line in lines if line.is_turn), len(lines))


def _talk_before(lines: Sequence[ThreadLine]) -> list[ThreadLine]:
    """The talk above the first turn."""
    place = first_turn(lines)
    starts = (line.line.start for line in turns_of(lines))
    first = min(starts, default=0)
    return [line for line in lines if line.kind is Kind.TALK and (line.order < place or line.line.start < first)]


def _talk_above_one(lines: Sequence[ThreadLine]) -> list[ThreadLine]:
    """The talk right above the turn with the number 1, where later turns come first."""
    turns = turns_of(lines)
    first = next((place for place, line in enumerate(turns) if line.number_value == 1), 0)
    if first == 0:
        return []
    above = lines[turns[first - 1].order : turns[first].order]
    return [line for line in above if line.kind is Kind.TALK]


def _words_before(lines: Sequence[ThreadLine]) -> list[ThreadLine]:
    """What precedes the first turn on its line."""
    found = []
    for line in turns_of(lines)[:1]:
        at = line.line.text.find(line.text[:8])
        if at > 0:
            found.append(replace(line, kind=Kind.TALK, text=line.line.text[:at]))
    return found


def _read_set_up(prepared: _Lines, before: Sequence[ThreadLine], reader: TurnReader) -> _Lines:
    """The tags that lines give, and those lines as what they are."""
    given = [*dealt(_set_up_lines(prepared, before, reader.informal), prepared.players)]
    set_up = {line.order for line, _, _ in given}
    if not given:
        near = prepared.lines[: first_turn(prepared.lines) + reader.informal.set_up_lines]
        listed, pairs = next(listed_set_up(near, reader.informal), ((), ()))
        given = [(listed[0], name, value) for name, value in pairs]
        set_up = {line.order for line in listed}
    said: dict[str, list[tuple[str, ThreadLine]]] = {}
    for line, name, value in given:
        said.setdefault(name, []).append((value, line))
    lines = tuple(replace(line, kind=Kind.SET_UP) if line.order in set_up else line for line in prepared.lines)
    return replace(prepared, lines=lines, said=said)


def _set_up_lines(
    prepared: _Lines, before: Sequence[ThreadLine], informal: InformalNotation
) -> list[tuple[ThreadLine, str, str]]:
    """The talk that gives tags, each with its value; below the first turn only in games that are set up there too."""
    above = {line.order for line in before}
    talk = [line for line in prepared.lines if line.kind is Kind.TALK]
    return [
        (line, name, value)
        for line in talk
        if line.order in above or informal.set_up_tags
        for name, value in tags_of(line, prepared.players, informal, is_before=line.order in above)
    ]


def inferred_tags(players: Players, set_up: TagLines, tags: Tags) -> dict[str, str]:
    """The tags that lines give and the seats that are known; `Seats` only where the other tags do not give as
    many."""
    values = {name: value for name, (value, _) in set_up.items()}
    values |= {seat: players.names[seat] for seat in players.seats if seat in players.names}
    if players.another_first is not None:
        values["First"] = players.first
    more = {name: value for name, value in values.items() if name not in tags}
    if _needs_seats(players, more, tags):
        more["Seats"] = str(len(players.seats))
    return more


def _needs_seats(players: Players, more: Mapping[str, str], tags: Tags) -> bool:
    """Whether the number of seats has to be given: the other tags tell another."""
    position = start_of(players.game, tags, more)
    return position is not None and len(position.seats) != len(players.seats)


# Answers


def _overrides(
    source: ForeignText, reader: TurnReader, prepared: _Lines
) -> tuple[dict[int, Override], list[Diagnostic]]:
    """The answers to questions about these lines, and what is wrong with them."""
    numbers = {line.line.number for line in prepared.lines}
    overrides: dict[int, Override] = {}
    wrong: list[Diagnostic] = []
    for line, answer in source.answers.by_line.items():
        if line not in numbers:
            continue
        try:
            overrides[line] = read_override(line, answer, reader, prepared.players)
        except BadAnswer as bad:
            wrong.append(unasked(source, line, f"{bad}"))
    return overrides, wrong


def _overridden(
    prepared: _Lines, overrides: Mapping[int, Override], reader: TurnReader, known: tuple[ResolvedTurn, ...]
) -> _Lines:
    """The lines and players as answers have them, with the turns of seats that leave."""
    players = prepared.players
    for override in overrides.values():
        if override.verb is Verb.SEAT:
            players = with_answer(players, override.seat, override.text)
    lines = override_lines(prepared.lines, overrides, reader)
    prepared = _with_tags(prepared, overrides)
    lines = with_plies(with_leaving(lines, players, reader, is_begun=bool(known)), players)
    return replace(prepared, lines=lines, players=players)


def _with_tags(prepared: _Lines, overrides: Mapping[int, Override]) -> _Lines:
    """The lines with the values of tags as answers have them: if one says which line is right, those of that line
    alone; none of a line that does not count."""
    answers = {(override.tag, override.text) for override in overrides.values()}
    out = {line for line, override in overrides.items() if override.verb is Verb.OUT}
    values = prepared.said
    right = {line.order for name, said in values.items() for value, line in said if (name, value) in answers}
    return replace(prepared, said={name: _counted(said, right, out) for name, said in values.items()})


def _counted(
    said: Sequence[tuple[str, ThreadLine]], right: AbstractSet[int], out: AbstractSet[int]
) -> Sequence[tuple[str, ThreadLine]]:
    """The values of a tag that `right` lines give, but for those of lines that are left out; all, if none does."""
    told = [given for given in said if given[1].order in right] or said
    return [given for given in told if given[1].line.number not in out] or told


def is_of_one_line(said: Sequence[tuple[str, ThreadLine]]) -> bool:
    """Whether one line gives all values of a tag."""
    return len({line.order for _, line in said}) == 1


def _about_tags(prepared: _Lines) -> list[Question]:
    """A question about each tag of which lines give several values; about several tags of the same lines, one."""
    questions: dict[int, Question] = {}
    for name, said in prepared.conflicts.items():
        if not is_of_one_line(said):
            question = about_tag(name, said)
            questions.setdefault(question.at, question)
    return list(questions.values())


def _without_talk(prepared: _Lines, read: ReadGame, judge: Judge) -> tuple[_Lines, ReadGame]:
    """The game without the lines that are open, but for conflicts of two turns (TR5.2)."""
    while talk := [line for question in read.questions if not question.is_conflict for line in question.lines]:
        orders = {line.order for line in talk}
        lines = [_left_out(line) if line.order in orders else line for line in prepared.lines]
        prepared = replace(prepared, lines=tuple(lines))
        walked = _walk(prepared, judge, read.known)
        read = _judge(read.source, read.thread, prepared, judge, walked, read.known)
    return prepared, read


def _left_out(line: ThreadLine) -> ThreadLine:
    return replace(line, kind=Kind.OUT, override=Override(line.line.number, Verb.OUT))


def _answered(
    thread: ThreadGame,
    prepared: _Lines,
    judge: Judge,
    known: tuple[ResolvedTurn, ...],
    overrides: Mapping[int, Override],
    read: ReadGame,
) -> frozenset[int]:
    """The lines at which a question stands without their answer, or without any answer: one answer may settle what
    another line was asked about. An illegal turn asks which turn up to it is wrong."""
    if not overrides:
        return frozenset()
    plain = _prepare(thread, judge.reader, prepared.tags)
    found = {question.at for question in read.questions}
    for left_out in (set(overrides), *({line} for line in overrides)):
        others = {line: override for line, override in overrides.items() if line not in left_out}
        without = _overridden(plain, others, judge.reader, known)
        walked = _walk(without, judge, known)
        again = _judge(read.source, thread, without, judge, walked, known)
        found |= {question.at for question in again.questions}
        found |= {line for line, override in overrides.items() if _corrects(override, again.walked)}
    return frozenset(found & overrides.keys())


def _corrects(override: Override, walked: Walked) -> bool:
    """Whether an answer gives another text to the turn on its line, up to an illegal one."""
    turn = walked.turn_at(override.ply)
    return walked.illegal is not None and turn is not None and turn.line.line.number == override.line


# The sequence


def _walk(prepared: _Lines, judge: Judge, known: tuple[ResolvedTurn, ...]) -> Walked:
    start = prepared.start
    players = prepared.players
    if start is not None:
        players = replace(players, first=str(start.to_move))
    return resolve(prepared.lines, players, judge, start, known)


def _in_order(prepared: _Lines, judge: Judge, walked: Walked) -> tuple[_Lines, Walked, list[Diagnostic]]:
    """The game as it stands, or from the last line to the first where that alone replays; an error where both do, and
    the dates leave open which turn is the first (TR4.1)."""
    turns = turns_of(prepared.lines)
    replays = _replays(walked, prepared.players)
    has_open_dates = all(line.message.has_open_date for line in turns)
    if not _has_no_order(prepared.lines, turns) or (replays and not has_open_dates):
        return prepared, walked, []
    turned = _replayed(prepared, judge, turned_round(prepared.lines))
    if turned is None:
        return prepared, walked, []
    if replays:
        return prepared, walked, [_open_order(turns[0])]
    again, walked = turned
    message = "the turns are read from the last line to the first"
    first = walked.turns[0].line.line
    return again, walked, [diagnostic_at(first, CoreCodes.READ_ORDER, "TR4", message, is_error=False, ply=0)]


def _replayed(prepared: _Lines, judge: Judge, lines: tuple[ThreadLine, ...]) -> tuple[_Lines, Walked] | None:
    """The game of some lines, with the seats that their order of play gives, if all turns among them replay."""
    players = with_order_of_play(as_tagged(prepared.players), lines, {})
    again = replace(prepared, lines=lines, players=players)
    walked = _walk(again, judge, ())
    count = sum(line.is_turn for line in lines)
    is_whole = walked.position is not None and not walked.mentions and len(walked.turns) == count
    return (again, walked) if is_whole else None


def _rematch(thread: ThreadGame, prepared: _Lines, judge: Judge, asker: Asker) -> Boundary | None:
    """The turn from which on all replays as another game: one that can stand nowhere in the game, the first below its
    tags where they are repeated, or one at or above an illegal turn, if a few turns follow."""
    doubtful = [(line, 1) for line in (*asker.misplaced(), *_below_tags(thread, prepared.lines, asker.walked))]
    doubtful += [(line, _FEW) for line in _up_to_illegal(asker.walked)]
    for line, fewest in doubtful:
        following = tuple(replace(other, order=at) for at, other in enumerate(prepared.lines[line.order :]))
        if sum(line.is_turn for line in following) > fewest and _replayed(prepared, judge, following) is not None:
            return Boundary(line, "From here on the turns are those of a game from its start")
    return None


def _up_to_illegal(walked: Walked) -> list[ThreadLine]:
    """An illegal turn and those shortly above it, the last first."""
    if walked.illegal is None:
        return []
    return [turn.line for turn in reversed(walked.turns[-_FEW:])]


def _open_order(first: ThreadLine) -> Diagnostic:
    message = "the dates do not tell which turn is the first: the day or the month may come first in them"
    hint = "number the turns, or write the months as words"
    return diagnostic_at(first.line, CoreCodes.THREAD_UNCLEAR, "TR4", message, hint=hint, ply=1)


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
    return not (is_ordered or is_answered or are_beside) and len({line.author for line in turns}) > 1


def _replays(walked: Walked, players: Players) -> bool:
    """Whether nothing speaks against the order in which the turns were walked: what is asked first is only whether
    its writer, who is to move, makes a turn."""
    if not walked.claims:
        return walked.position is not None
    first = walked.claims[0]
    return players.seat_of_line(first.lines[0]) == players.seat_at(first.ply)


def _judge(
    source: ForeignText,
    thread: ThreadGame,
    prepared: _Lines,
    judge: Judge,
    walked: Walked,
    known: tuple[ResolvedTurn, ...],
) -> ReadGame:
    """What a walk means: questions, remarks, the result, and where another game begins."""
    assert thread.game is not None
    lines = prepared.lines
    players = prepared.players

    def retry(override: Override) -> Walked:
        changed = override_lines(lines, {override.line: override}, judge.reader)
        return _walk(replace(prepared, lines=changed), judge, known)

    asker = Asker(judge, lines, players, walked, retry)
    boundary = find_boundary(thread, lines, walked) or _rematch(thread, prepared, judge, asker)
    doubtful = boundary if boundary is not None and boundary.why else None
    walked = _before(walked, doubtful)
    asker = Asker(judge, lines, players, walked, retry)
    questions, dropped, errors = asker.about_claims()
    walked = replace(walked, mentions=(*walked.mentions, *dropped), diagnostics=(*walked.diagnostics, *errors))
    if doubtful is not None:
        questions.append(asker.about_boundary(doubtful))
    questions += _about_tags(prepared)
    result, about_result = _result(lines, walked, players, asker)
    if about_result is not None and not questions:
        questions.append(about_result)
    questions.sort(key=lambda question: (question.lines[0].order, question.at))
    asked = frozenset(line.order for question in questions for line in question.lines)
    remarks = (
        *find_remarks(lines, walked, players, asked),
        *edited_after(lines, walked),
    )
    return ReadGame(
        source,
        thread,
        thread.game,
        prepared.tags,
        players,
        lines,
        prepared.set_up,
        known,
        walked,
        tuple(questions),
        (*remarks, *_about_seats(lines, players), *_about_variants(prepared)),
        result=result if not questions else None,
        boundary=boundary.line if boundary is not None and doubtful is None else None,
        conflicts=prepared.conflicts,
    )


def _before(walked: Walked, doubtful: Boundary | None) -> Walked:
    """What was walked before a line with which another game may begin."""
    if doubtful is None:
        return walked
    boundary = doubtful.line
    return replace(
        walked,
        turns=tuple(turn for turn in walked.turns if turn.line.order < boundary.order),
        claims=tuple(claim for claim in walked.claims if claim.lines[0].order < boundary.order),
        mentions=tuple(line for line in walked.mentions if line.order < boundary.order),
    )


# The end


def _result(
    lines: Sequence[ThreadLine], walked: Walked, players: Players, asker: Asker
) -> tuple[tuple[str, Line] | None, Question | None]:
    """The result after the last turn, or the question how the game ended."""
    if not walked.turns:
        return None, None
    first = min(turn.line.line.start for turn in walked.turns)
    later = [line for line in lines if _comes_after(line, walked.turns[-1].line, first)]
    said = _results_among(lines, later)
    endings = [(ending, line) for line in said for ending in endings_of(line, line.ending, players)]
    if not endings:
        return None, _ask_for_result(later, walked, players, asker)
    taken_back = _taking_back(said, later)
    if taken_back or _is_doubtful(said, walked, players) or _differ(endings):
        return None, asker.about_result([*said, *taken_back], [ending for ending, _ in endings])
    ending, line = endings[0]
    return (ending, line.line), None


def _results_among(lines: Sequence[ThreadLine], later: Sequence[ThreadLine]) -> Sequence[ThreadLine]:
    """The results that an answer gives, else those after the last turn."""
    answered = [line for line in lines if line.kind is Kind.RESULT and line.is_answered]
    return answered or [line for line in later if line.kind is Kind.RESULT]


def _taking_back(said: Sequence[ThreadLine], later: Sequence[ThreadLine]) -> list[ThreadLine]:
    """The talk with which who has said how a game ended may take that back: `no, wait, I don't resign`."""
    authors = {line.author: line.order for line in said if line.author and not line.is_answered}
    below = [line for line in later if line.kind is Kind.TALK and line.order > authors.get(line.author, line.order)]
    return [line for line in below if takes_back(line.text)]


def _is_doubtful(said: Sequence[ThreadLine], walked: Walked, players: Players) -> bool:
    """Whether only those say how a game ended who neither play nor write the turns down, or only a score among small
    talk."""
    writers = {turn.line.message.sender for turn in walked.turns}
    outside = {line.author for line in said if players.is_player(line.author) is False} - writers
    return all(not line.is_answered and (line.author in outside or is_score_in_talk(line.text)) for line in said)


def _ask_for_result(later: Sequence[ThreadLine], walked: Walked, players: Players, asker: Asker) -> Question | None:
    """The question how the game ended, where talk after the last turn may tell it; what only takes back a result that
    an answer leaves out does not."""
    left_out = {line.author for line in later if line.override.verb is Verb.OUT}
    may_end = [line for line in later if _may_end(line, players)]
    open_lines = [line for line in may_end if line.author not in left_out or not takes_back(line.text)]
    if walked.is_over or not open_lines:
        return None
    offered = [ending for line in open_lines for ending in offered_endings(line, players)]
    return asker.about_result(open_lines, offered)


def _comes_after(line: ThreadLine, last: ThreadLine, first: int) -> bool:
    """Whether a line comes after the last turn; what stands above a list of turns in its message does too: above
    where the `first` turn of the text starts."""
    is_above = last.is_listed and line.message is last.message and line.line.start < first
    return not (line.is_quoted and line.is_quoted_copy) and (line.order > last.order or is_above)


def _differ(endings: Sequence[tuple[str, ThreadLine]]) -> bool:
    return len({"draw" if ending.startswith("draw") else ending for ending, _ in endings}) > 1


def _may_end(line: ThreadLine, players: Players) -> bool:
    """Whether talk after the last turn may end the game."""
    if line.kind is not Kind.TALK or players.is_player(line.author) is False:
        return False
    if speaks_of_the_end(line.text):
        return True
    words = tokens_of(line.text) if speaks_of_winning(line.text) else []
    return any(players.seat_of(word) is not None for word in words if len(word) > 1)


# Other remarks


def _about_seats(lines: Sequence[ThreadLine], players: Players) -> list[Remark]:
    """Lines before the first turn that name a seat otherwise than the sequence does."""
    doubtful = {line.order for line in players.doubtful}
    talk = _talk_above(lines)
    return [Remark(0, (line,)) for line in talk if line.order in doubtful and not agrees(players, line)]


def _talk_above(lines: Sequence[ThreadLine]) -> list[ThreadLine]:
    """The talk before the first turn."""
    return [line for line in lines[: first_turn(lines)] if line.kind is Kind.TALK]


def _about_variants(prepared: _Lines) -> list[Remark]:
    """Lines before the first turn that name an optional rule for which there is no tag."""
    given = prepared.tags.get("Variant", "")
    rules = [name for name in prepared.players.game.info.variants if name not in given]
    patterns = [re.compile(rf"\b{' '.join(tokens_of(rule))}\b") for rule in rules]
    return [Remark(0, (line,)) for line in _talk_above(prepared.lines) if _names_one(patterns, line.text)]


def _names_one(patterns: Sequence[re.Pattern[str]], text: str) -> bool:
    words = " ".join(tokens_of(text))
    return any(pattern.search(words) for pattern in patterns)
