"""Laws on position strings (R8): what means the same is read alike, and a diagnostic is marked at the part that is
wrong."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Iterator
from itertools import chain

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame
from pyrnot.core.mixins import position_key
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_record
from pyrnot.play.replay import replay
from pyrnot.record.source import SourceText
from support import few_or_many, replays_of, samples_of

SAMPLES_READ = 6
PLIES_READ = 12
each_or_every_third = few_or_many("step", 3, 1)


def strings_of(game: AnyGame, step: int) -> Iterator[tuple[str, Tags]]:
    """Position strings of the game's samples, each with the tags of its record."""
    for path in samples_of(game)[:SAMPLES_READ]:
        for replayed in replays_of(path):
            tags = replayed.record.tags
            for position in [replayed.start, *(ply.position for ply in replayed.main_plies)][:PLIES_READ:step]:
                yield game.write_position(position), tags


def unmerged(text: str) -> str:
    """The string with each run of empty cells written cell by cell, where there is a board."""
    board, blank, rest = text.partition(" ")
    if not re.fullmatch(r"[\w,]+(?:/[\w,]+)+", board):
        return text
    return re.sub(r"(?<![^,/])\d+(?![^,/])", lambda run: ",".join("1" * int(run.group())), board) + blank + rest


@each_or_every_third
def test_runs_unmerged_and_blanks_are_read_alike(game: AnyGame, step: int) -> None:
    for text, tags in strings_of(game, step):
        fields = re.findall(r'(?:[^ "]|"[^"]*")+', unmerged(text))
        spaced = f" {'   '.join(fields)} "
        position = game.read_position(spaced, tags)
        assert position == game.read_position(text, tags)
        assert game.write_position(position) == text


@each_or_every_third
def test_positions_can_be_sent_to_workers(game: AnyGame, step: int) -> None:
    for text, tags in strings_of(game, step):
        position = game.read_position(text, tags)
        received = pickle.loads(pickle.dumps(position))
        assert (received, position_key(game, received)) == (position, position_key(game, position))
        assert game.write_position(received) == text


@each_or_every_third
def test_a_wrong_character_is_marked_where_it_is(game: AnyGame, step: int) -> None:
    """A character that no position string has, in place of any other: the part that it spoils is marked, no other.

    The marked part ends before the next blank, so it is one field at most."""
    draw = random.Random(1)
    for text, tags in strings_of(game, step):
        quoted = set(chain.from_iterable(range(*found.span()) for found in re.finditer('"[^"]*"', text)))
        places = [at for at, character in enumerate(text) if character != " " and at not in quoted]
        for at in draw.sample(places, 6):
            spoilt = f"{text[:at]}?{text[at + 1 :]}"
            with pytest.raises(Illegal) as caught:
                game.read_position(spoilt, tags)
            marked = caught.value.within
            assert marked is not None, spoilt
            assert marked.start <= at <= marked.end, (spoilt, marked)
            assert " " not in re.sub('"[^"]*"', "", spoilt[marked.start : marked.end]), (spoilt, marked)


@each_or_every_third
def test_mutilated_strings_are_positions_or_errors(game: AnyGame, step: int) -> None:
    draw = random.Random(2)
    for text, tags in strings_of(game, step):
        for _ in range(6):
            start, end = sorted(draw.choices(range(len(text) + 1), k=2))
            cut = text[:start] + draw.choice(["", "x", "9", "/", ",", " ", '"']) + text[end:]
            diagnostic = diagnostic_of(game, cut, tags)
            if diagnostic is not None:
                assert diagnostic.field == "Setup" or diagnostic.field in tags
                assert "''" not in diagnostic.message, diagnostic.message
                assert diagnostic.within is None or 0 <= diagnostic.within.start <= diagnostic.within.end <= len(cut)


def diagnostic_of(game: AnyGame, text: str, tags: Tags) -> Illegal | None:
    try:
        game.read_position(text, tags)
    except Illegal as illegal:
        return illegal
    return None


def test_the_mark_heeds_escapes_before_it() -> None:
    r"""In `"A \"b\" c"` a backslash is before each quote: the mark is as many characters further on."""
    value = r"\"Al X\"(n)g3b2,n:y3/Bea(s)y2b1,s:g4 n"
    text = f'[Game "Homeworlds"]\n[Setup "{value}"]\n\n1. pass\n'
    (diagnostic, *_) = replay(read_record(SourceText(text))).diagnostics
    assert diagnostic.span is not None
    assert text[diagnostic.span.start : diagnostic.span.end] == "Bea(s)y2b1,s:g4"
