"""Threads: turns among greetings, quotes, heads, times, names and chatter, read as records (TR1 to TR5).

One pass: `messages` cuts a text into messages and lines, `games` deals them out to the games that they belong to,
`lines` says what each line is, `timeline` puts them in order, `story` fills the slots, `talk` judges the rest,
`questions` applies the answers, `record` writes down what came out. Notation is read and prose is not understood: what
may change a turn is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.games import game_of_title, split_parts
from pyrnot.foreign.thread.items import Kind, Part, diagnostic_at, lines_of
from pyrnot.foreign.thread.messages import split_messages
from pyrnot.foreign.thread.questions import unasked
from pyrnot.foreign.thread.record import nothing_read, record_of
from pyrnot.foreign.thread.story import Story
from pyrnot.foreign.thread.telling import PartReader, split_at
from pyrnot.foreign.thread.text import Message
from pyrnot.games import all_games, load_game
from pyrnot.record.model import LeftOut, Record, in_order

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.play.replay import Replay
    from pyrnot.record.source import SourceText

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


def read_threads(
    source: SourceText,
    game: AnyGame | None,
    messages: Iterable[Message] | None = None,
    *,
    known: Replay | None = None,
    keep_comments: bool = False,
) -> list[Thread]:
    """The games that a thread holds, at least one. Diagnostics become diagnostics of a record; nothing in the text
    raises.

    `game` is the game to read where the text names none. `messages` come from a container; without them the source is
    plain text. `known` is a game that a message continues: its turns are settled. With `keep_comments` the remarks
    beside turns become their comments.
    """
    parts = split_parts(list(split_messages(source.text.split("\n")) if messages is None else messages))
    threads: list[Thread] = []
    empty: list[Thread] = []
    unmarked = 0
    used: set[int] = set()
    while parts:
        part = parts.pop(0)
        part.game, possible = _game_of(source, game, part)
        reader = told = None
        if part.game is None:
            record = nothing_read(source, part.tags, possible)
        else:
            reader = PartReader(source, part.game, part, known)
            told, diagnostics = reader.read()
            used |= reader.used
            if told.border is not None and (cut := split_at(part, told.border)):
                parts[:0] = cut
                unmarked += 1
                continue
            record = record_of(reader, told, diagnostics, keep_comments=keep_comments)
            used |= reader.asked
        thread = _thread(record, part, reader, told)
        is_game = bool(record.turns) or any(
            diagnostic.severity is Severity.ERROR
            and diagnostic.code not in (CoreCodes.NO_RECORD, CoreCodes.MISSING_GAME)
            for diagnostic in record.diagnostics
        )
        (threads if is_game else empty).append(thread)
        if unmarked > _MOST_UNMARKED:
            message = (
                f"too many games: at most {_MOST_UNMARKED} may follow one another with only numbers to tell them apart"
            )
            hint = "put a heading above each, such as `Game 2`"
            diagnostic = diagnostic_at(
                parts[0].messages[0].lines[0], CoreCodes.RECORD_TOO_LONG, "R1", message, hint=hint
            )
            threads[-1] = _with_diagnostics(threads[-1], [diagnostic])
            break
    threads = threads or empty[:1]
    missing = [line for line in source.answers.by_line if line not in used]
    if missing:
        diagnostics = [unasked(source, line, f"no question stands at line {line}") for line in sorted(missing)]
        threads[0] = _with_diagnostics(threads[0], diagnostics)
    return threads


def _with_diagnostics(thread: Thread, diagnostics: Sequence[Diagnostic]) -> Thread:
    record = replace(thread.record, diagnostics=in_order([*thread.record.diagnostics, *diagnostics]))
    return replace(thread, record=record)


def _game_of(source: SourceText, game: AnyGame | None, part: Part) -> tuple[AnyGame | None, list[AnyGame]]:
    """The game of a part: by its tag, by `game`, by a title, else the only one whose grammar reads its turns. If none
    is, those that it may be."""
    if part.game is not None:
        return part.game, []
    named = Tags([(tag.name, tag.value) for tag in part.tags]).get("Game")
    if named is not None:
        return load_game(named), []
    if game is not None:
        return game, []
    if (titled := game_of_title(part)) is not None:
        return titled, []
    reads: list[tuple[set[int], AnyGame]] = []
    texts = [text for message in part.messages for text in message.texts]
    for each in all_games():
        marker = each.informal().marker
        if marker is not None and not any(map(marker.search, texts)):
            continue
        reader = PartReader(source, each, part)
        turns = {item.line.start for item in reader.items if item.kind is Kind.TURN}
        if turns:
            reads.append((turns, each))
    best = [each for turns, each in reads if all(turns >= others for others, _ in reads)]
    if len(best) == 1:
        return best[0], []
    return None, best or [each for _, each in reads]


def _thread(record: Record, part: Part, reader: PartReader | None, told: Story | None) -> Thread:
    lines = [line for message in part.messages for line in message.lines if line.raw.strip()]
    taken = {tag.span.start for tag in part.tags}
    if reader is not None:
        starts = {turn.start for turn in record.turns}
        read = [item for _, item in reader.set_up.tags.values()]
        read += [item for item in reader.items if item.kind is Kind.DICE or item.line.start in starts]
        taken |= {line.start for line in lines_of(read)}
    if record.result is not None:
        taken.add(record.result.span.start)
    left = tuple(LeftOut(line.number, line.raw.strip(), line.why) for line in lines if line.start not in taken)
    inferred = sum(
        diagnostic.severity is Severity.WARNING and diagnostic.code.startswith("read-")
        for diagnostic in record.diagnostics
    )
    repeated = sorted({*told.copies.values()}) if told is not None else ()
    return Thread(record, left, inferred, len(lines), repeated)
