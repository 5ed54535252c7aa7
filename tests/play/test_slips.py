"""What players may have meant by what they wrote, and how the turns that they may have meant are tried."""

from __future__ import annotations

import re

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.games import game_ids, import_game
from pyrnot.play import tries
from pyrnot.play.replay import replay
from pyrnot.play.slips import Slips, text_distance
from pyrnot.play.tries import Tries
from pyrnot.play.turns import play_turn
from pyrnot.record.grammars import NotNotation, parse_action
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText
from support import SAMPLES, few_or_many


def slips_of(game: str, *turn: str, is_broken: bool = False) -> list[str]:
    slips = Slips(import_game(game).info.notation, turn)
    return ["; ".join(texts) for texts in slips.turns(turn, 0, is_broken=is_broken)]


@pytest.mark.parametrize(
    ("game", "written", "meant"),
    [
        ("martian-life", "Sc4", "Sc3"),
        ("martian-life", "Sc4", "Sd5"),
        ("martian-life", "Sb3", "Sc2"),
        ("braces", "Sc3-c4 XMc5", "Sc3-c4-c5"),  # a path goes on before the results of another one
        ("braces", "Sc3-c4-c5 XMd5", "Sc3-c4"),
        ("braces", "Sa1-b1", "Se5-d5"),
        ("braces", "Sa1-b1", "Se1-d1"),
        ("braces", "Sa1-b1", "Sa5-b5"),
        ("braces", "TIP 4/2", "SWAP 4/2"),
        ("martian-life", "Sa1", "Sh8"),
        ("homeworlds", "trade g1 y1 Vega", "trade y1 g1 Vega"),
        ("spectrum", "M(y)>SS(g)", "M(g)>SS(y)"),
        ("triumvirate", "Sf1-g3; Lg1-e2", "Lf1-g3; Sg1-e2"),
    ],
)
def test_a_slip_is_undone(game: str, written: str, meant: str) -> None:
    assert meant in slips_of(game, *written.split("; "))


def test_the_letters_of_a_square_are_no_colours() -> None:
    """Nor are its figures others than those of the ranks."""
    assert not [text for text in slips_of("braces", "Sb3-b4") if "9" in text or "w" in text]


def test_no_square_is_meant_that_is_not_on_the_board() -> None:
    assert not [
        text for text in slips_of("braces", "Se3-e4 XSd5", "M(b)e5-d5") if re.search("[f-h][1-8]|[6-8]", text)
    ]
    assert "Sa3-a4" in slips_of("braces", "Sf3-a4")


def test_marks_are_slips_only_where_the_turn_is_not_notation() -> None:
    assert "AIM 412; Sb2-b3" not in slips_of("braces", "AIM 4/2", "Sb2-b3")
    assert "Se4=M" in slips_of("martian-life", "?e4=M", is_broken=True)


@pytest.mark.parametrize(
    ("one", "other", "distance"), [("Sg3", "Sg2", 1), ("pass", "pass", 0), ("", "Sg2", 3), ("Sc3-c4", "Sc4", 3)]
)
def test_distance(one: str, other: str, distance: int) -> None:
    assert text_distance(one, other) == text_distance(other, one) == distance


@pytest.mark.parametrize("name", game_ids())
@pytest.mark.parametrize("check_claims", [True, pytest.param(False, marks=pytest.mark.slow)])
@few_or_many("plies", 1, 3)
def test_turns_that_are_tried_are_judged_as_any(name: str, plies: int, check_claims: bool) -> None:
    """However much of them has been played for others."""
    text = sorted((SAMPLES / name).glob("*.pyr"))[0].read_text()
    judged = replay(read_strictly(SourceText(text)))
    game = judged.record.game
    assert game is not None
    legal = 0
    for ply in judged.main_plies[3 : 3 + plies]:
        written = tuple(text[action.start : action.end] for action in ply.turn.actions)
        trials = Tries(game, ply.before, check_claims=check_claims)
        for texts in Slips(game.info.notation, written).turns(written, 0, is_broken=False):
            try:
                parsed = [parse_action(game, action) for action in texts]
                expected = play_turn(game, ply.before, parsed, check_claims=check_claims).position
            except (Illegal, NotNotation):
                with pytest.raises((Illegal, NotNotation)):
                    trials.play(texts)
            else:
                legal += 1
                assert trials.play(texts).position == expected
    assert legal


def test_what_turns_begin_with_alike_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[object] = []

    def play_action(*arguments: object, **options: object) -> object:
        played.append(arguments[2])
        return play(*arguments, **options)

    play = tries.play_action
    monkeypatch.setattr(tries, "play_action", play_action)
    game = import_game("triumvirate")
    text = (SAMPLES / "triumvirate" / "hostages.pyr").read_text()
    first = replay(read_strictly(SourceText(text))).main_plies[0]
    written = tuple(text[action.start : action.end] for action in first.turn.actions)
    trials = Tries(game, first.before)
    for _ in range(3):
        trials.play(written)
    assert len(played) == len(written)
