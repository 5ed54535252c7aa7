"""Threads: turns among greetings, quotes, heads, times, names and chatter, read as records (TR1 to TR5).

    text -split-> messages of games -classify-> lines -resolve-> turns -report-> questions, remarks -> record

Each step makes new values from those before it, and imports nothing from those below it. `split` cuts a text into
messages and lines, and deals them out to the games that they belong to; `classify` says what each line is; `resolve`
says who plays, walks the candidates and decides by the sequence; `report` words what is open, and finds what of the
talk is shown. `game_reader` takes one game through these steps, and `record` writes down what came out. Notation is
read; prose is not understood, and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.messages import classify
from pyrnot.foreign.thread.game_reader import ReadGame, read_game
from pyrnot.foreign.thread.model import (
    Kind,
    Message,
    Question,
    ThreadGame,
    diagnostic_at,
    lines_of,
    turns_of,
    values_of,
)
from pyrnot.foreign.thread.players import are_in_sentences, known_players
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.record import nothing_read, record_of
from pyrnot.foreign.thread.report.answers import unasked
from pyrnot.foreign.thread.report.questions import about_game
from pyrnot.foreign.thread.resolve.boundaries import split_at
from pyrnot.foreign.thread.split.games import game_of_title, split_games
from pyrnot.foreign.thread.split.messages import join_halves, split_messages
from pyrnot.foreign.thread.text import lines_in, texts_in
from pyrnot.games import all_games, load_game
from pyrnot.record.model import LeftOut, Record, in_order

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.foreign.source import ForeignText
    from pyrnot.play.replay import Replay
    from pyrnot.record.answers import Answers

_GAME_ANSWER = lazy_pattern(r"\s*tag\s+game\s*:\s*(?P<game>\S.*)", re.IGNORECASE)
_MOST_UNMARKED = 20
"""Games that nothing but their numbers tells from the one before: for each, the rest of the text is read again."""


class Thread(Struct, frozen=True):
    """A game read from a thread: its record, and what the closing line of a reading says (TR5.1).

    `line_count` counts its lines that are not blank, `inferred` the readings that were reported as warnings.
    """

    record: Record
    left_out: Sequence[LeftOut] = ()
    inferred: int = 0
    line_count: int = 0
    repeated: Sequence[int] = ()
    """The plies of a known game that it repeats, in order."""

    @property
    def is_game(self) -> bool:
        """Whether there is a game in it, or something that is wrong with one, or turns that are only remarks."""
        if self.record.game is None and self.record.questions:
            return False
        codes = {diagnostic.code for diagnostic in self.record.diagnostics}
        return bool(self.record.turns or codes - {CoreCodes.NO_RECORD, CoreCodes.MISSING_GAME})


class _Sought(Struct, frozen=True):
    """The game of a part, None if it is not known; and the question which one it is, if its turns may be of several:
    its answer may have told the game."""

    game: AnyGame | None
    question: Question | None = None
    asked_at: int = 0
    """The line at which an answer has told the game, 0 if none has."""


def read_threads(
    source: ForeignText,
    game: AnyGame | None,
    messages: Iterable[Message] | None = None,
    *,
    known: Replay | None = None,
    keep_comments: bool = False,
) -> list[Thread]:
    """The games that a thread holds, at least one. What is wrong becomes diagnostics of a record; nothing in the text
    raises.

    `game` is the game to read where the text names none. `messages` come from a container; without them the source is
    plain text. `known` is a game that a message continues: its turns are settled. With `keep_comments` the remarks
    beside turns become their comments.
    """
    parts = split_games(join_halves(split_messages(source.text.split("\n")) if messages is None else messages))
    threads: list[Thread] = []
    answered: set[int] = set()
    unmarked = 0
    while parts:
        part, *parts = parts
        sought = _game_of(part, game, source.answers)
        if sought.game is None:
            nothing = nothing_read(source, part.tags, sought.question)
            threads.append(_thread(nothing, part, _used_by_record(nothing, part)))
            continue
        part = replace(part, game=sought.game, asked_at=sought.asked_at)
        read = read_game(source, part, known)
        answered |= read.answered | ({part.asked_at} - {0})
        cut = split_at(part, read.boundary, read.prepared) if read.boundary is not None else []
        if cut and unmarked < _MOST_UNMARKED:
            parts = [*cut, *parts]
            unmarked += 1
            continue
        if cut:
            part, following = cut
            thread = _thread_of(read_game(source, part, known), part, keep_comments=keep_comments)
            threads.append(_with_diagnostics(thread, [_too_many(following)]))
            break
        threads.append(_thread_of(read, part, keep_comments=keep_comments))
    threads = [thread for thread in threads if thread.is_game] or threads[:1]
    return _with_unasked(source, threads, answered)


def _too_many(part: ThreadGame) -> Diagnostic:
    """The error at the first line that is not read."""
    message = f"too many games: at most {_MOST_UNMARKED} may follow one another with only numbers to tell them apart"
    hint = "put a heading above each, such as `Game 2`"
    return diagnostic_at(part.messages[0].lines[0], CoreCodes.RECORD_TOO_LONG, "R1", message, hint=hint)


def _with_unasked(source: ForeignText, threads: Sequence[Thread], answered: AbstractSet[int]) -> list[Thread]:
    """The threads, with an error for each answer but those to lines that asked something."""
    missing = sorted(source.answers.by_line.keys() - answered)
    questions = [question for thread in threads for question in thread.record.questions]
    asked = {source.place(question.span.start).line for question in questions if question.span is not None}
    diagnostics = [unasked(source, line, _why_unasked(line, is_asked=line in asked)) for line in missing]
    return [_with_diagnostics(threads[0], diagnostics), *threads[1:]]


def _why_unasked(line: int, *, is_asked: bool) -> str:
    """What is wrong with an answer that was not taken."""
    return f"the question at line {line} has other answers" if is_asked else f"no question stands at line {line}"


def _with_diagnostics(thread: Thread, diagnostics: Sequence[Diagnostic]) -> Thread:
    record = replace(thread.record, diagnostics=in_order([*thread.record.diagnostics, *diagnostics]))
    return replace(thread, record=record)


def _game_of(part: ThreadGame, game: AnyGame | None, answers: Answers) -> _Sought:
    """The game of a part: by its tag, by `game`, by a title, else by its turns."""
    named = values_of(part.tags).get("Game")
    if named is not None:
        return _Sought(load_game(named))
    known = part.game or game or game_of_title(part)
    return _Sought(known) if known is not None else _by_its_turns(part, answers)


def _by_its_turns(part: ThreadGame, answers: Answers) -> _Sought:
    """The one game whose grammar reads all turns that any reads; if there are several, that of an answer."""
    readings = [(game, *_turns_by(game, part)) for game in all_games()]
    reads = [(game, among_words) for game, turns, among_words in readings if turns]
    every = set().union(*(turns for _, turns, _ in readings))
    of_all = [game for game, among_words in reads if every <= among_words]
    possible = of_all or [game for game, _ in reads]
    if len(possible) < 2:
        return _Sought(next(iter(possible), None))
    question = about_game(part, possible)
    answer = _GAME_ANSWER.fullmatch(answers.by_line.get(question.at, ""))
    if answer is None:
        return _Sought(None, question)
    return _Sought(load_game(answer["game"]), question, question.at)


def _turns_by(game: AnyGame, part: ThreadGame) -> tuple[set[int], set[int]]:
    """The places of the lines that are turns by a game's grammar, where the players write in sentences also those
    among words; and with these in any case. A message of one line is looked at only if it has what every turn has:
    few lines of a chat do."""
    texts = texts_in(part.messages)
    if not any(map(game.informal().marker.search, texts)):
        return set(), set()
    reader = TurnReader(game)
    players = known_players(game, values_of(part.tags), part.messages)
    among = [
        message for message in part.messages if len(message.texts) > 1 or any(map(reader.may_hold, message.texts))
    ]
    lines = classify(among, reader, players, frozenset())
    candidates = [line for line in lines if line.kind is Kind.CANDIDATE]
    turns = candidates if are_in_sentences(candidates) else turns_of(candidates)
    return {line.line.start for line in turns}, {line.line.start for line in candidates}


def _thread_of(read: ReadGame, part: ThreadGame, *, keep_comments: bool) -> Thread:
    """The thread of a part whose game is known, as it was read."""
    record = record_of(read, keep_comments=keep_comments)
    used = _used_by_record(record, part)
    thread = _thread(record, part, used | _used_by_game(read, used))
    return replace(thread, repeated=sorted({*read.walked.copies.values()}))


def _thread(record: Record, part: ThreadGame, used: AbstractSet[int]) -> Thread:
    """A record with its numbers and the lines left out of it: all but those that begin at the places in `used`."""
    lines = [line for line in lines_in(part.messages) if line.raw.strip()]
    left = tuple(LeftOut(line.number, line.raw.strip(), line.why) for line in lines if line.start not in used)
    inferred = sum(known.code.startswith("read-") for known in record.diagnostics)
    return Thread(record, left, inferred, len(lines))


def _used_by_record(record: Record, part: ThreadGame) -> set[int]:
    """Where the lines begin that are tags, turns or the result."""
    used = {tag.span.start for tag in part.tags} | {turn.start for turn in record.turns}
    return used if record.result is None else used | {record.result.span.start}


def _used_by_game(read: ReadGame, used: set[int]) -> set[int]:
    """Where the lines begin that are set-up, dice, or the rest of a turn over several lines."""
    turns = [turn.line for turn in read.walked.turns if turn.line.line.start in used]
    dice = [line for line in read.prepared.lines if line.kind is Kind.DICE]
    set_up = [line for _, line in read.prepared.set_up.values()]
    return {line.start for line in lines_of([*turns, *dice, *set_up])}
