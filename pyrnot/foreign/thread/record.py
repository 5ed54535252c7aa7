"""What a game that was read comes to: its record, whose spans lie in the thread's own lines, with questions, remarks,
and what was inferred (TR5.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.foreign.thread.game_reader import ReadGame
from pyrnot.foreign.thread.model import (
    Question,
    Remark,
    ResolvedTurn,
    ThreadLine,
    diagnostic_at,
    first_of,
    lines_of,
    short,
    span_of,
    values_of,
)
from pyrnot.foreign.thread.report.questions import diagnose
from pyrnot.foreign.thread.resolve.prepared import is_of_one_line
from pyrnot.foreign.thread.split.annotations import VARIATION
from pyrnot.foreign.thread.split.blocks import POSITION
from pyrnot.foreign.thread.text import lines_in, texts_in
from pyrnot.record.model import (
    Action,
    Comment,
    Record,
    Result,
    SeatWritten,
    Tag,
    Turn,
    Variation,
    first_character,
    in_order,
)

if TYPE_CHECKING:
    from pyrnot.foreign.thread.players import Players
    from pyrnot.record.source import SourceText

_MOST_LINES = 20
"""Lines that a remark names."""


def record_of(read: ReadGame, *, keep_comments: bool) -> Record:
    """The record of a game. While a question is open, it ends with what is certain, and so do the remarks."""
    turns, diagnostics = _certain(read)
    here = first_character(read.source)
    found = [
        *read.diagnostics,
        *diagnostics,
        *map(diagnose, read.questions),
        *(_remark(remark) for remark in read.remarks if remark.ply <= len(turns)),
        *_about_set_up(read),
        *_about_position(read),
        *_about_variation(read),
        *_about_seats(read),
        *_about_numbers(read),
    ]
    is_invitation = read.thread.tags and not any(texts_in(read.thread.messages))
    if not turns and not is_invitation and not any(known.severity is Severity.ERROR for known in found):
        from pyrnot.record.missing_game import kind_of_data  # seldom needed

        no_turn = ("no line of this text is a turn of the game", "check --left-out lists the lines")
        message, hint = kind_of_data(read.source.text) or no_turn
        found.append(Diagnostic(Severity.ERROR, CoreCodes.NO_RECORD, "R1", here, message, hint, 0))
    new = turns[len(read.known) :]
    written = [_turn(turn, index, keep_comments=keep_comments) for index, turn in enumerate(new)]
    tag_lines = _tag_lines(read)
    result = None
    if read.result is not None:
        text, line = read.result
        result = Result(text.lower(), line.span, text)
    return Record(
        read.source,
        read.game,
        values_of(tag_lines),
        tag_lines,
        turns=written,
        variations=(Variation(0, -1, (), tuple(range(len(written)))),),
        result=result,
        diagnostics=in_order(dict.fromkeys(found)),
        is_thread=True,
    )


def _certain(read: ReadGame) -> tuple[Sequence[ResolvedTurn], Sequence[Diagnostic]]:
    """The turns, and what is wrong with them; errors after an open question may come of it, and are left out."""
    turns = read.walked.turns
    diagnostics = read.walked.diagnostics
    if not read.questions:
        return turns, diagnostics
    certain = min(question.certain for question in read.questions)
    end = next((turn.ply for turn in turns if turn.is_illegal), len(turns) + 1)
    return turns[: end - 1], [known for known in diagnostics if _is_certain(known, certain)]


def _is_certain(diagnostic: Diagnostic, ply: int) -> bool:
    """Whether a diagnostic does not hang on what is open after a ply."""
    return diagnostic.severity is not Severity.ERROR or (diagnostic.ply or 0) <= ply


def _tag_lines(read: ReadGame) -> tuple[Tag, ...]:
    """The tags of the record: those of the text, and those that were inferred."""
    here = first_character(read.source)
    more = read.prepared.inferred_tags
    tag_lines = (*read.thread.tags, *(Tag(name, value, here, here) for name, value in more.items()))
    if "Game" in values_of(read.thread.tags):
        return tag_lines
    return (Tag("Game", read.game.info.title, here, here), *tag_lines)


# What is reported about it


def _remark(remark: Remark) -> Diagnostic:
    """A warning that shows lines of talk that follow one another."""
    lines = lines_of(remark.lines)
    numbers = [str(number) for number in dict.fromkeys(line.number for line in lines)]
    if len(numbers) > _MOST_LINES:
        numbers[_MOST_LINES:] = [f"{len(numbers) - _MOST_LINES:,} more"]
    named = f"lines {', '.join(numbers[:-1])} and {numbers[-1]} are" if len(numbers) > 1 else f"line {numbers[0]} is"
    beside = f"beside turn {remark.ply}" if remark.ply else "before the first turn"
    first = first_of(remark.lines)
    message = f"{named} read as talk {beside}: {short(first.text)!r}"
    if remark.edited_after:
        stays = f"turn {remark.ply} stays {short(first.written)!r}"
        message = f"line {numbers[0]} was edited after turn {remark.edited_after}; {stays}"
    return Diagnostic(
        Severity.WARNING,
        CoreCodes.REMARK,
        "TR4",
        span_of(lines),
        message,
        ply=remark.ply,
        said_by=first.said_by,
    )


def _about_set_up(read: ReadGame) -> Iterator[Diagnostic]:
    """The tags that lines give."""
    for name, (value, line) in read.prepared.set_up.items():
        if name not in read.prepared.tags:
            message = f"read as the tag {name} {value!r}"
            yield diagnostic_at(line.line, CoreCodes.READ_AS, "TR3", message, is_error=False, ply=0)
        elif "".join(read.prepared.tags[name].split()) != "".join(value.split()):
            message = f"{name} is {value!r} here, but {read.prepared.tags[name]!r} in the tag"
            hint = "correct one of them"
            yield diagnostic_at(line.line, CoreCodes.THREAD_CONFLICT, "TR3", message, hint=hint, ply=0)
    for name, said in read.prepared.conflicts.items():
        if is_of_one_line(said):
            (first, line), *_, (value, _) = said
            message = f"{name} is given twice: {first!r} and {value!r}"
            hint = f'add a line [{name} "{value}"] if that is right'
            yield diagnostic_at(line.line, CoreCodes.THREAD_CONFLICT, "TR3", message, hint=hint, ply=0)


def _about_position(read: ReadGame) -> Iterator[Diagnostic]:
    """The first position string above the turns, where no tag gives the position at the start."""
    first = min((turn.line.line.start for turn in read.walked.turns), default=len(read.source.text))
    lines = (line for message in read.thread.messages for line in message.lines)
    above = next((line for line in lines if line.why == POSITION and line.start < first), None)
    if above is not None and "Setup" not in read.prepared.tags:
        message = "this is a position, and is not read: the tag Setup would hold it"
        yield diagnostic_at(above, CoreCodes.REMARK, "TR2", message, is_error=False, ply=0)


def _about_variation(read: ReadGame) -> Iterator[Diagnostic]:
    """The first line of variations, which are not read."""
    first = next((line for line in lines_in(read.thread.messages) if line.why == VARIATION), None)
    if first is not None:
        message = "this is a variation, and is not read: `pyrnot add` keeps those of a message"
        yield diagnostic_at(first, CoreCodes.REMARK, "TR2", message, is_error=False)


def _about_seats(read: ReadGame) -> Iterator[Diagnostic]:
    """What was inferred about seats, and what contradicts it."""
    players = read.prepared.players
    yield from _about_conflicts(players)
    if players.another_first is not None:
        message = f"read as the tag First {players.first!r}"
        yield diagnostic_at(players.another_first.line, CoreCodes.READ_AS, "TR4", message, is_error=False, ply=0)
    turns = [turn.line for turn in read.walked.turns]
    named = [seat for seat in dict.fromkeys(players.inferred) if seat in players.names]
    if turns and named:
        yield _about_order_of_play(turns[0], players, named)
    yield from _about_speakers(turns, players)


def _about_conflicts(players: Players) -> Iterator[Diagnostic]:
    """The lines that give a seat to another player than the tags or other lines do."""
    for line, name, seat in players.conflicts:
        if players.seat_of(name) == seat:
            continue  # the order of play says so too, now that all turns are known
        message = f"this line gives {seat} to {name}, other lines do not"
        hint = "correct the tags or the line"
        yield diagnostic_at(line.line, CoreCodes.THREAD_CONFLICT, "TR4", message, hint=hint, ply=0)


def _about_order_of_play(first: ThreadLine, players: Players, seats: Sequence[str]) -> Diagnostic:
    """The seats that only the order of play gives, from the first turn on."""
    who = ", ".join(f"{players.names[seat]} plays {seat}" for seat in seats)
    message = f"by the order of play: {who}"
    return diagnostic_at(first.line, CoreCodes.READ_SEAT, "TR4", message, is_error=False, ply=0)


def _about_speakers(turns: Sequence[ThreadLine], players: Players) -> Iterator[Diagnostic]:
    """Those who write several turns, and of whom nothing tells which seat they have."""
    seatless = [line for line in turns if players.seat_of_line(line) is None]
    counts = Counter(map(_speaker_of, seatless))
    speakers = [name for name, count in counts.items() if name and count > 1]
    if len(speakers) > 1:
        who = " and ".join(speakers)
        message = f"seats come from numbers and order of play alone: it is not clear which ones {who} play"
        yield diagnostic_at(seatless[0].line, CoreCodes.READ_SEAT, "TR2", message, is_error=False, ply=0)


def _speaker_of(line: ThreadLine) -> str:
    """Who says a turn; of nobody who is known, what precedes its colon, "" where nothing does."""
    before, _, turn = line.line.text.partition(": ")
    return line.author or (before if turn else "")


def _about_numbers(read: ReadGame) -> Iterator[Diagnostic]:
    """The turns with a wrong number, which the order of play has put right; of those one after the other that are
    wrong by as much, the first."""
    numbered = [turn for turn in read.walked.turns[len(read.known) :] if _has_number(turn.line)]
    rounds = {turn.ply: (turn.ply - 1) // len(read.prepared.players.seats) + 1 for turn in numbered}
    single = [turn for turn in numbered if not turn.line.counts_pairs]
    are_rounds = 2 * sum(turn.line.number_value == rounds[turn.ply] for turn in single) > len(single)

    def shift(turn: ResolvedTurn) -> int:
        counts_rounds = turn.line.counts_pairs or are_rounds
        return (rounds[turn.ply] if counts_rounds else turn.ply) - turn.line.number_value

    for by, turns in groupby(numbered, key=shift):
        if by != 0:
            first = next(turns)
            line = first.line
            message = f"the number {line.number_value} was read as {line.number_value + by}, by the order of play"
            yield diagnostic_at(line.line, CoreCodes.READ_AS, "TR4", message, is_error=False, ply=first.ply)


def _has_number(line: ThreadLine) -> bool:
    """Whether a line has a number that may be that of its turn: no answer gives another."""
    return line.number is not None and not line.is_answered


def nothing_read(source: SourceText, tags: Sequence[Tag], question: Question | None) -> Record:
    """The record of a text whose game is not known, with the question which it is, else the error that says so."""
    if question is not None:
        return Record(source, None, values_of(tags), tags, diagnostics=(diagnose(question),), has_start=False)
    tag = next((tag for tag in tags if tag.name.lower() == "game"), None)
    span = first_character(source)
    code = CoreCodes.MISSING_GAME
    hint = 'add a line such as [Game "Braces"], or use --game'
    if tag is not None:
        span = tag.value_span
        code = CoreCodes.UNKNOWN_GAME
        message = f"pyrnot does not know the game {tag.value[:40]!r}"
        hint = "pyrnot games lists those it knows"
    else:
        message = "the text does not say which game it is"
    diagnostic = Diagnostic(Severity.ERROR, code, "TR1", span, message, hint, 0)
    record = Record(source, None, values_of(tags), tags, diagnostics=(diagnostic,), has_start=False)
    from pyrnot.record.missing_game import explain_missing_game  # seldom needed

    return explain_missing_game(record)


# Turns


def _turn(turn: ResolvedTurn, index: int, *, keep_comments: bool) -> Turn:
    span = turn.line.line.span
    comments = tuple(_comments(turn.line)) if keep_comments else ()
    parts = turn.interpretation.text.split(";")
    seat = SeatWritten(turn.seat, span)
    actions = [
        _action(written, turn.line, part.strip())
        for written, part in zip(turn.interpretation.parsed_actions, parts, strict=True)
    ]
    marks = turn.interpretation.marks
    return Turn(*span, turn.ply, index - 1, 0, None, seat, actions, marks=marks, comments=comments)


def _comments(line: ThreadLine) -> Iterable[Comment]:
    remark = line.remark.strip(' -–—,;:/#(){}"').replace("{", "(").replace("}", ")")
    if remark:
        yield Comment(text=f"{{{remark}}}", span=line.line.span)


def _action(written: Any, line: ThreadLine, part: str) -> Action:
    """An action, marked in its line where it was written as it was read, else by the whole line."""
    for text in line.lines:
        at = text.raw.find(part)
        if at >= 0:
            return Action(text.start + at, text.start + at + len(part), written)
    return Action(*line.line.span, written)
