"""Laws on what a game says of its notation once (`GameInfo.notation`): its grammar and its samples agree, and hints
follow from it."""

from __future__ import annotations

import re
from string import ascii_letters, ascii_lowercase, digits
from typing import Any

import pytest
from msgspec.structs import replace

from pyrnot.core.game import AnyGame
from pyrnot.core.notation import NOTHING, Notation
from pyrnot.games import all_games
from pyrnot.play.hints import find_similar_turns
from pyrnot.play.replay import Ply
from pyrnot.record.grammars import action_terminals
from support import few_or_many, replays_of, samples_of, step_forgotten

TURNS = 12
"""How many turns of each sample are looked at: each form comes early."""


def plies_of(game: AnyGame) -> list[Ply]:
    """The first turns of all samples that do more than pass or leave the game."""
    return [
        ply
        for path in samples_of(game)
        for replayed in replays_of(path)
        for ply in replayed.main_plies[:TURNS]
        if not re.search("pass|resign", text_of(game, ply))
    ]


def text_of(game: AnyGame, ply: Ply) -> str:
    return game.write_turn(ply.played.actions, ply.played.ended)


def accepted(pattern: str, texts: list[str]) -> set[str]:
    return {text for text in texts if re.fullmatch(pattern, text)}


def test_grammar_has_the_same_letters_and_squares(game: AnyGame) -> None:
    notation = game.info.notation
    terminals = action_terminals(game.info.grammar)
    colours = notation.colour_words or notation.colours
    squares = [letter + digit for letter in ascii_lowercase for digit in digits]
    said: dict[str, tuple[list[str], set[str]]] = {
        "SIZE": ([*ascii_letters], set(notation.sizes)),
        "COLOUR": ([*(notation.colour_words or ascii_letters)], set(colours)),
        "SQUARE": (squares, accepted(notation.square, squares)),
        "PYRAMID": (squares, accepted(notation.pyramid, squares)),
    }
    for name in said.keys() & terminals.keys():
        texts, meant = said[name]
        assert accepted(terminals[name], texts) == meant, f"{name}. {step_forgotten('Package')}"
    assert ("SQUARE" in terminals) == bool(notation.files)
    assert bool(game.info.name_parts) == (notation.name is not None)


def test_turns_of_samples_have_pyramids_and_squares(game: AnyGame) -> None:
    """Each turn names a pyramid, and a square if there are any; and each square that it acts on is one."""
    notation = game.info.notation
    for ply in plies_of(game):
        text = text_of(game, ply)
        assert re.search(notation.pyramid, text), f"{text}. {step_forgotten('Package')}"
        if notation.files:
            assert re.search(notation.square, text), f"{text}. {step_forgotten('Package')}"
            places = [place for event in ply.events for place in event.places]
            assert all(re.fullmatch(notation.square, place) for place in places), text


def test_sizes_have_a_word_each(game: AnyGame) -> None:
    notation = game.info.notation
    assert len(notation.size_of_word) == len(set(notation.sizes)) == 3
    assert len(notation.colour_words) in (0, len(notation.colours))


@pytest.mark.parametrize(
    "game", [game for game in all_games() if game.info.notation.files], ids=lambda game: game.info.id
)
@few_or_many("step", 70, 9)
def test_hints_know_the_squares_around_a_wrong_one(game: AnyGame, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are put right that would not be if nobody had said what a square looks like."""
    plies = plies_of(game)[::step]
    meant = [text_of(game, ply) for ply in plies]
    wrong = [changed(ply, text, game.info.notation) for ply, text in zip(plies, meant, strict=True)]

    def put_right() -> int:
        hints = [find_similar_turns(game, *turn) for turn in wrong]
        return sum(text in found for text, found in zip(meant, hints, strict=True))

    known = put_right()
    monkeypatch.setattr(type(game), "info", replace(game.info, notation=Notation(NOTHING)))
    assert known > put_right(), step_forgotten("Package")


def changed(ply: Ply, text: str, notation: Notation) -> tuple[Any, list[str], int]:
    """A turn with another square, diagonally beside it, in place of the last one."""
    actions = text.split("; ")
    at = max(index for index, action in enumerate(actions) if re.search(notation.square, action))
    *_, match = re.finditer(notation.square, actions[at])
    file, rank = match.group()
    square = beside(file, notation.files) + beside(rank, notation.ranks)
    actions[at] = actions[at][: match.start()] + square + actions[at][match.end() :]
    return ply.before, actions, at


def beside(letter: str, line: str) -> str:
    """The next letter of a line, or the one before the last."""
    return (line + line[-2])[line.index(letter) + 1]
