"""Laws on the sample games of every game: legal, canonical, and the same when cut at any ply."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec import Struct

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, Event, PlayedAction
from pyrnot.core.leaving import Resign
from pyrnot.foreign.load import read_record, split_text
from pyrnot.games import game_ids, import_game
from pyrnot.play.line_tree import build_tree
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record, write_tag
from pyrnot.record.source import SourceText
from pyrnot.render.text.diagram import Charset, draw_text
from support import SAMPLES, each_sample, replays_of, samples_of

T = TypeVar("T")

NOT_CANONICAL = {"mail.pyr"}
"""Samples that show what pyrnot reads, not what it writes."""

SHOWN_BY_SETUP = {"goals", "redcard", "bluecard"}
"""Tags of the start that a later position contradicts."""

FILES = [path for game_id in game_ids() for path in samples_of(import_game(game_id))]
every_sample = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")


def test_every_sample_belongs_to_a_game() -> None:
    assert sorted(SAMPLES.rglob("*.pyr")) == sorted(FILES)


@every_sample
def test_samples_are_legal_and_describe_themselves(path: Path) -> None:
    for replayed in replays_of(path):
        assert not replayed.diagnostics, replayed.diagnostics[0]
        assert replayed.length == len(replayed.record.main_line) > 0
        assert replayed.record.comments, "a sample needs a comment that describes what it shows"


@every_sample
def test_samples_are_canonical(path: Path) -> None:
    text = "\n".join(write_record(replayed) for replayed in replays_of(path))
    if path.name not in NOT_CANONICAL:
        assert text == path.read_text(encoding="utf-8")
    again = "\n".join(write_record(replay(read_record(source))) for source in sources_of(text))
    assert again == text, "formatting again changes the text"


def sources_of(text: str) -> list[SourceText]:
    return list(split_text("-", text))


@every_sample
def test_samples_have_events_of_the_shared_vocabulary(path: Path) -> None:
    listed = re.search(r"vocabulary: ([a-z,\s]+)\.", Event.__doc__ or "")
    assert listed is not None
    events = [event for replayed in replays_of(path) for ply in replayed.main_plies for event in ply.events]
    assert {event.kind for event in events} <= set(re.split(r",\s+", listed[1]))


@each_sample
def test_samples_may_be_cut_at_any_ply(path: Path) -> None:
    """From a `Setup`, each turn leads to the same position as before; so do all the turns after a few of the cuts."""
    for replayed in replays_of(path):
        length = replayed.length
        for cut in range(length):
            check_cut(replayed, cut, cut + 1)
        for cut in {0, length // 3, length * 2 // 3, length}:
            check_cut(replayed, cut, length)


@pytest.mark.slow
@every_sample
def test_samples_may_be_cut_at_every_ply_in_full(path: Path) -> None:
    for replayed in replays_of(path):
        for cut in range(replayed.length + 1):
            check_cut(replayed, cut, replayed.length)


def check_cut(replayed: Replay, cut: int, end: int) -> None:
    """The turns after the ply `cut` up to the ply `end` reach the same position in a record that begins there."""
    game = replayed.record.game
    assert game is not None
    kept = {"variant", *map(str.lower, game.info.tags)} - SHOWN_BY_SETUP
    kept |= {seat.lower() for seat in game.info.seats}
    plies = replayed.main_plies
    position = plies[cut - 1].position if cut else replayed.start
    lines = [write_tag("Game", game.info.title)]
    lines += [write_tag(tag.name, tag.value) for tag in replayed.record.tag_lines if tag.name.lower() in kept]
    lines += [write_tag("Setup", game.write_position(position)), ""]
    for number, ply in enumerate(plies[cut:end], 1):
        text = game.write_turn(ply.played.actions, ply.played.ended)
        lines.append(f"{number}. {ply.before.to_move + ': ' if ply.is_out_of_turn else ''}{text}")
    rest = replay(read_record(SourceText("\n".join(lines))))
    diagnostics = [diagnostic for diagnostic in rest.diagnostics if diagnostic.severity == "error"]
    assert not diagnostics, f"cut at ply {cut}: {diagnostics[0]}"
    last = plies[end - 1].position if end else replayed.start
    assert game.write_position(rest.position) == game.write_position(last), f"cut at ply {cut}"
    if cut < end == replayed.length:
        assert word_of(rest) == word_of(replayed)


def word_of(replayed: Replay) -> str | None:
    return replayed.outcome.word if replayed.outcome else None


@each_sample
def test_each_step_of_a_sample_is_offered(path: Path) -> None:
    """Before each exact action played, `actions` offers one that leads the same way (for a path: its first step)."""
    for replayed in replays_of(path):
        game = replayed.record.game
        assert game is not None
        for ply in replayed.main_plies:
            for played in ply.played.actions:
                if any(event.throws for event in played.transition.events):
                    continue  # the dice of a sample cannot be chosen
                if isinstance(played.action, Resign):
                    continue  # no move: always possible, and never offered
                assert is_offered(game, played), f"ply {ply.turn.ply}: {game.spell(played)} is not offered"


def is_offered(game: AnyGame, played: PlayedAction) -> bool:
    """Whether offered actions reach the position of the one played, with the same events in the same order."""
    told = [event.text for event in played.transition.events]
    stack = [(played.before, 0)]
    seen = set(stack)
    while stack:
        position, done = stack.pop()
        for action in game.actions(position, RecordedChance(played.action)):
            try:
                transition = game.play(position, action)
            except Illegal:
                continue
            texts = [event.text for event in transition.events]
            if texts != told[done : done + len(texts)]:
                continue
            reached = (transition.position, done + len(texts))
            if reached == (played.transition.position, len(told)):
                return True
            if reached not in seen:
                seen.add(reached)
                stack.append(reached)
    return False


class RecordedChance:
    """Picks the dice and draws that are part of an action that was played, in order."""

    def __init__(self, action: object) -> None:
        self.parts = list(parts_of(action))
        self.next = 0

    def pick(self, options: Sequence[T]) -> T:
        for step in range(len(self.parts)):
            place = (self.next + step) % len(self.parts)
            if self.parts[place] in options:
                self.next = place + 1
                return options[options.index(self.parts[place])]
        return options[0]


def parts_of(value: object) -> Iterator[object]:
    """The value itself, and every value inside it, in order."""
    yield value
    if isinstance(value, tuple):
        for part in value:
            yield from parts_of(part)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from parts_of(getattr(value, name))


@each_sample
def test_diagrams_of_samples_fit_and_are_plain(path: Path) -> None:
    for replayed in replays_of(path):
        for node in build_tree(replayed).chosen(range(replayed.length + 1)):
            ply, diagram = node.ply, node.diagram
            drawn = {charset: draw_text(diagram, charset=charset) for charset in Charset}
            for text in drawn.values():
                assert "\x1b" not in text
                widest = max(map(len, text.splitlines()))
                assert widest <= 80, f"ply {ply}: {widest} columns"
            assert drawn[Charset.ASCII].isascii(), f"ply {ply}"
        assert drawn == {charset: draw_text(diagram, charset=charset) for charset in Charset}, (
            "drawn again differently"
        )
