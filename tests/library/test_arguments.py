"""Arguments of a wrong type or value: one error that names the argument and what it takes, and nothing left open."""

from __future__ import annotations

import gc
import math
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import pyrnot
from support import SAMPLES

PATH = SAMPLES / "braces" / "short-game.pyr"
THREAD = SAMPLES / "martian-life" / "threads" / "a-typo.txt"
NOT_A_STRING = "must be a string, not "
any_of: Any = pyrnot

WRONG: list[tuple[str, Callable[[], object]]] = [
    (f"text {NOT_A_STRING}None", lambda: any_of.Record(None)),
    (f"text {NOT_A_STRING}None", lambda: any_of.loads(None)),
    (f"text {NOT_A_STRING}\\[\\]", lambda: any_of.new("braces").add([])),
    (f"game {NOT_A_STRING}3", lambda: any_of.Board(3)),
    (f"turn {NOT_A_STRING}1", lambda: any_of.Board("braces").why(1)),
    (f"turn {NOT_A_STRING}1", lambda: any_of.Board("braces").play(1)),
    (f"dice {NOT_A_STRING}1", lambda: any_of.Board("braces").moves(dice=1)),
    (f"prefix {NOT_A_STRING}1", lambda: any_of.Board("braces").moves(prefix=1)),
    (f"prefix {NOT_A_STRING}1", lambda: any_of.Board("braces").continuations(1)),
    ("size must be a number of pixels, not 'x'", lambda: any_of.Board("braces").svg(size="x")),
    ("width must be a number of columns, not None", lambda: any_of.Board("braces").text(width=None)),
    (f"code {NOT_A_STRING}1", lambda: any_of.explain(1)),
    ("path must be a path, not None", lambda: any_of.load(None)),
    ("text_or_path must be a text or a path, not 1000", lambda: any_of.check(10**30)),
    (f"form {NOT_A_STRING}1", lambda: any_of.check(PATH, form=1)),
    (f"encoding {NOT_A_STRING}1", lambda: any_of.load(PATH, encoding=1)),
    ("answers must be a mapping from lines to answers, not 5", lambda: any_of.load(THREAD, answers=5)),
    (f"an answer {NOT_A_STRING}5", lambda: any_of.load(THREAD, answers={8: 5})),
    (f"value {NOT_A_STRING}3", lambda: any_of.new("braces").tags.__setitem__("Event", 3)),
    ("a must be a game, not 1", lambda: any_of.diff(1, 2)),
    ("each of games must be a game, not 3", lambda: any_of.stats([3])),
    ("games must be games", lambda: any_of.duplicates(3)),
    ("depth must be a whole number, not 'x'", lambda: any_of.perft(pyrnot.Board("spectrum"), "x")),
    (f"dice {NOT_A_STRING}1", lambda: any_of.perft(pyrnot.Board("braces"), 1, dice=1)),
    ("parts must be the names of parts, not 1", lambda: any_of.Board("braces").svg(parts=1)),
    ("parts must be the names of parts, not 1", lambda: any_of.load(PATH).gif(parts=1)),
    ("parts must be the names of parts, not None", lambda: any_of.load(PATH).illegal_svg(parts=None)),
    ("limit must be a whole number, not 'x'", lambda: any_of.Board("spectrum").continuations()[0].count(limit="x")),
    ("seed must be a whole number, not ''", lambda: any_of.Board("spectrum", seed="")),
    ("white must be a string or a whole number, not \\['Ann'\\]", lambda: any_of.new("braces", white=["Ann"])),
    ("after must be a ply, not 1.0", lambda: any_of.load(PATH).board(1.0)),
    ("path must be a path, not 3", lambda: any_of.new("braces").save(3)),
    ("each of turns must be a turn, not 3", lambda: any_of.load(PATH).edit().add_variation(1, [3])),
    ("delay must be a number of seconds, not 'x'", lambda: pyrnot.load(PATH).gif(delay="x")),
]


@pytest.mark.parametrize(("message", "call"), WRONG, ids=[f"{row[0]}-{number}" for number, row in enumerate(WRONG)])
def test_a_wrong_type_is_a_type_error_that_names_the_argument(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def board() -> pyrnot.Board:
    return pyrnot.Board("braces")


def animated(**keywords: Any) -> bytes:
    return pyrnot.load(PATH).gif(**keywords)


@pytest.mark.parametrize("mapping", [pyrnot.load(PATH).tags, pyrnot.rules("braces"), pyrnot.new("braces").tags])
def test_a_mapping_has_no_key_that_is_no_string(mapping: Any) -> None:
    """A diagnostic may have no rule, and a game no winner."""
    assert mapping.get(None) is None
    assert None not in mapping


NO_VALUE: list[tuple[str, Callable[[], object]]] = [
    ("size must be at least 1, not -5", lambda: board().svg(size=-5)),
    ("size must be at least 1, not 0", lambda: board().png(size=0)),
    ("give either size or scale", lambda: board().svg(size=300, scale=2)),
    ("give either size or scale", lambda: animated(size=300, scale=2)),
    ("scale must be above 0, not 0", lambda: board().svg(scale=0)),
    ("scale must be above 0, not nan", lambda: board().svg(scale=math.nan)),
    ("scale must be above 0, not inf", lambda: board().svg(scale=math.inf)),
    ("size must be at least 1, not -1", lambda: animated(size=-1)),
    ("scale must be above 0, not -1", lambda: animated(scale=-1)),
    ("delay must be above 0 and at most 60, not -1", lambda: animated(delay=-1)),
    ("delay must be above 0 and at most 60, not 600", lambda: animated(delay=600)),
    ("draw it smaller, or draw less", lambda: board().png(size=10**6)),
    ("plies must be at least 0, not -1", lambda: pyrnot.load(PATH).edit().undo(-1)),
    ("'xx' is not a part", lambda: pyrnot.loads("1. Sd5", game="martian-life").illegal_svg(parts="xx")),
    ("variation must be at least 0, not -1", lambda: pyrnot.load(PATH).illegal_svg(variation=-1)),
]


@pytest.mark.parametrize(
    ("message", "call"), NO_VALUE, ids=[f"{row[0]}-{number}" for number, row in enumerate(NO_VALUE)]
)
def test_a_wrong_value_is_a_value_error_that_names_the_argument(message: str, call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_one_part_may_be_given_as_it_is() -> None:
    game = pyrnot.loads("1. Sd5", game="martian-life")
    assert game.illegal_svg(parts="board") == game.illegal_svg(parts=["board"])


def test_a_wrong_form_or_encoding_is_a_value_error_and_opens_no_file() -> None:
    gc.freeze()  # only what follows is looked through
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with pytest.raises(ValueError, match=r"form must be one of .*hwl.*, not 'xx'"):
            pyrnot.check(PATH, form="xx")
        for name in ("xx", "rot13"):
            with pytest.raises(ValueError, match=f"encoding must be one of text, .*, not '{name}'"):
                pyrnot.load(PATH, encoding=name)
        gc.collect()
    assert [str(warning.message) for warning in warned] == []


def test_a_game_takes_no_attribute() -> None:
    game: Any = pyrnot.load(PATH)
    with pytest.raises(AttributeError, match="a game does not change: it takes no attribute 'zzz'"):
        game.zzz = 1
