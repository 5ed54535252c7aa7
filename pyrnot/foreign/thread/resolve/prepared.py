"""What is known of a game before its sequence is walked: its lines with their classes, who plays, and the tags that
lines give (TR3, TR4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.classify.declarations import read_declarations
from pyrnot.foreign.thread.classify.messages import classify
from pyrnot.foreign.thread.classify.names import names_before_turns
from pyrnot.foreign.thread.classify.overrides import override_lines
from pyrnot.foreign.thread.classify.set_up import dealt, listed_set_up, tags_of, with_shown_cards
from pyrnot.foreign.thread.model import Kind, Override, ResolvedTurn, ThreadGame, ThreadLine, Verb, turns_of
from pyrnot.foreign.thread.players import (
    Players,
    known_players,
    start_of,
    widen_to,
    with_answer,
    with_labels,
    with_order_of_play,
    without_seats,
)
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.resolve.leaving import with_leaving
from pyrnot.foreign.thread.resolve.ordering import leading_plies, newest_last, with_inner_numbers
from pyrnot.foreign.thread.resolve.rounds import renumbered, with_plies
from pyrnot.foreign.thread.resolve.summaries import read_summaries
from pyrnot.foreign.thread.split.timeline import in_time

if TYPE_CHECKING:
    from pyrnot.core.informal import InformalNotation


TagLines = Mapping[str, tuple[str, ThreadLine]]
"""The tags that lines give: their values, and the lines."""

SaidTags = Mapping[str, Sequence[tuple[str, ThreadLine]]]
"""The tags that lines give: all their values, each with its line."""


class Prepared(Struct, frozen=True):
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
        return start_of(self.players.game, self.tags, self.inferred_tags)

    @property
    def inferred_tags(self) -> dict[str, str]:
        """The tags that lines give and the seats that are known; `Seats` only where the other tags do not give as
        many."""
        players = self.players
        values = {name: value for name, (value, _) in self.set_up.items()}
        values |= {seat: players.names[seat] for seat in players.seats if seat in players.names}
        if players.another_first is not None:
            values["First"] = players.first
        more = {name: value for name, value in values.items() if name not in self.tags}
        position = start_of(players.game, self.tags, more)
        if position is not None and len(position.seats) != len(players.seats):
            more["Seats"] = str(len(players.seats))
        return more


def prepare(thread: ThreadGame, reader: TurnReader, tags: Tags) -> Prepared:
    """The lines with their classes, who plays, and what is set up."""
    assert thread.game is not None
    players = known_players(thread.game, tags, thread.messages)
    players = with_labels(players, names_before_turns(thread.messages, reader, players))
    messages, copying = in_time(thread.messages)
    classified = classify(messages, reader, players, frozenset(copying))
    classified = with_inner_numbers(with_shown_cards(classified, reader.informal, players))
    lines = read_summaries(newest_last(renumbered(classified)))
    before = _talk_before(lines)
    players = read_declarations(players, [*before, *_words_before(lines), *_talk_above_one(lines)])
    declared = widen_to(_of_writers(players, lines), lines)
    seated = with_order_of_play(declared, lines, leading_plies(lines, declared))
    prepared = _read_set_up(Prepared(lines, seated, tags), before, reader)
    first, _ = prepared.set_up.get("First", (declared.first, None))
    declared = replace(declared, first=first)
    seated = with_order_of_play(declared, prepared.lines, leading_plies(prepared.lines, declared))
    if len(seated.names) < len(seated.seats):
        seated = read_declarations(seated, before, in_prose=True)
    return replace(prepared, players=seated)


def _of_writers(players: Players, lines: Sequence[ThreadLine]) -> Players:
    """The players without those whom a line names, if as many others write turns as there are seats."""
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
    talk = [line for line in lines if line.kind is Kind.TALK]
    return [line for line in talk if line.order < place or line.line.start < first]


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


def _read_set_up(prepared: Prepared, before: Sequence[ThreadLine], reader: TurnReader) -> Prepared:
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
    prepared: Prepared, before: Sequence[ThreadLine], informal: InformalNotation
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


def overridden(
    prepared: Prepared, overrides: Mapping[int, Override], reader: TurnReader, known: tuple[ResolvedTurn, ...]
) -> Prepared:
    """The lines and players as answers have them, with the turns of seats that leave."""
    players = prepared.players
    for override in overrides.values():
        if override.verb is Verb.SEAT:
            players = with_answer(players, override.seat, override.text)
    lines = override_lines(prepared.lines, overrides, reader)
    prepared = _with_tags(prepared, overrides)
    lines = with_plies(with_leaving(lines, players, reader, is_begun=bool(known)), players)
    return replace(prepared, lines=lines, players=players)


def _with_tags(prepared: Prepared, overrides: Mapping[int, Override]) -> Prepared:
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


def talk_above(lines: Sequence[ThreadLine]) -> list[ThreadLine]:
    """The talk before the first turn."""
    return [line for line in lines[: first_turn(lines)] if line.kind is Kind.TALK]
