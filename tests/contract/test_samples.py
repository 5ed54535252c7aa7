"""Laws on the sample games of every game: they are there, right, canonical, and may be cut at any ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from pyrnot.diagnostics import Illegal
from pyrnot.files import read_sources
from pyrnot.game import AnyGame, Taken, game_ids, import_game
from pyrnot.notation.tags import read_record
from pyrnot.plies import view_ply
from pyrnot.render.text import Charset, draw_text
from pyrnot.replay import Replay, replay
from pyrnot.source import SourceText
from pyrnot.writing import write_record, write_tag
from support import SAMPLES, samples_of

T = TypeVar("T")

NOT_CANONICAL = {"mail.pyr"}
"""Samples that show what is read, not what is written."""

SHOWN_BY_SETUP = {"goals", "redcard", "bluecard"}
"""Tags of a game's start that a later position contradicts."""

FILES = [path for game_id in game_ids() for path in samples_of(import_game(game_id))]
each_sample = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")


def replays(path: Path) -> list[Replay]:
    return [replay(read_record(source)) for source in read_sources(str(path))]


def test_every_game_has_samples(game: AnyGame) -> None:
    assert len(samples_of(game)) >= 5, f"{game.info.id} needs at least five sample games"


def test_no_sample_is_lost() -> None:
    assert sorted(SAMPLES.rglob("*.pyr")) == sorted(FILES)


@each_sample
def test_samples_are_right_and_say_what_they_show(path: Path) -> None:
    for replayed in replays(path):
        assert not replayed.diagnostics, replayed.diagnostics[0]
        assert replayed.length == len(replayed.record.main_line) > 0
        assert replayed.record.comments, "a sample says in a comment what it shows"


@each_sample
def test_samples_are_canonical(path: Path) -> None:
    text = "\n".join(write_record(replayed) for replayed in replays(path))
    if path.name not in NOT_CANONICAL:
        assert text == path.read_text(encoding="utf-8")
    again = "\n".join(write_record(replay(read_record(source))) for source in sources_of(text))
    assert again == text, "formatting is a fixed point"


def sources_of(text: str) -> list[SourceText]:
    from pyrnot.files import split_text

    return list(split_text("-", text))


@each_sample
def test_samples_may_be_cut_at_any_ply(path: Path) -> None:
    """The rest of a record, moved to one with a `Setup`, comes to the same end."""
    for replayed in replays(path):
        game = replayed.record.game
        assert game is not None
        kept = {"variant", *map(str.lower, game.info.tags)} - SHOWN_BY_SETUP | {
            seat.lower() for seat in game.info.seats
        }
        tags = [tag for tag in replayed.record.tag_lines if tag.name.lower() in kept]
        plies = replayed.main_plies
        for cut in range(len(plies) + 1):
            position = plies[cut - 1].position if cut else replayed.start
            lines = [write_tag("Game", game.info.title), *(write_tag(tag.name, tag.value) for tag in tags)]
            lines += [write_tag("Setup", game.write_position(position)), ""]
            for number, ply in enumerate(plies[cut:], 1):
                text = game.write_turn(ply.played.taken, ply.played.ended)
                lines.append(f"{number}. {ply.before.to_move + ': ' if ply.is_out_of_turn else ''}{text}")
            rest = replay(read_record(SourceText("\n".join(lines))))
            faults = [fault for fault in rest.diagnostics if fault.severity == "error"]
            assert not faults, f"cut at ply {cut}: {faults[0]}"
            assert game.write_position(rest.position) == game.write_position(replayed.position), f"cut at ply {cut}"
            if cut < len(plies):
                assert word_of(rest) == word_of(replayed)


def word_of(replayed: Replay) -> str | None:
    return replayed.outcome.word if replayed.outcome else None


@each_sample
def test_each_step_of_a_sample_is_offered(path: Path) -> None:
    """`actions` offers, before each exact action taken, one that leads the same way (a path: its first step)."""
    for replayed in replays(path):
        game = replayed.record.game
        assert game is not None
        for ply in replayed.main_plies:
            for taken in ply.played.taken:
                assert is_offered(game, taken), f"ply {ply.turn.ply}: {game.spell(taken)} is not offered"


def is_offered(game: AnyGame, taken: Taken, depth: int = 24) -> bool:
    """Whether single actions lead where a taken one did, on a shortest way of at most `depth`."""
    after = taken.played.position
    frontier = {taken.before}
    seen = set(frontier)
    for _ in range(depth):
        reached = set()
        for position in frontier:
            for action in game.actions(position, RecordedChance(taken.action)):
                try:
                    played = game.play(position, action).position
                except Illegal:
                    continue
                if played == after:
                    return True
                if played not in seen:
                    seen.add(played)
                    reached.add(played)
        frontier = reached
        if len(seen) > 20_000:
            pytest.fail("too many positions to look through")
    return False


class RecordedChance:
    """Dice and draws as they are in an action that was played: its parts, in the order in which they are asked for."""

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
    """The value itself, and all that is in it, in order."""
    yield value
    if isinstance(value, tuple):
        for part in value:
            yield from parts_of(part)
    elif is_dataclass(value):
        for part in fields(value):
            yield from parts_of(getattr(value, part.name))


@each_sample
def test_diagrams_of_samples_fit_and_are_plain(path: Path) -> None:
    for replayed in replays(path):
        for ply in range(replayed.length + 1):
            diagram = view_ply(replayed, ply).diagram
            for charset in Charset:
                text = draw_text(diagram, charset=charset)
                assert "\x1b" not in text
                assert text == draw_text(diagram, charset=charset)
                widest = max(map(len, text.splitlines()))
                assert widest <= 80, f"ply {ply}: {widest} columns"
            assert draw_text(diagram, charset=Charset.ASCII).isascii(), f"ply {ply}"
