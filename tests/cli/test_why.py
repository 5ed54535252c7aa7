"""`why`: what is said of a turn, typed in any way."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import SAMPLES

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n'


def test_why_explains_legal_and_illegal_turns(run, make) -> None:
    make("a.pyr", GAME)
    legal = run("why", "a.pyr", "Sf3", "--ply", "start")
    assert legal.exit_code == 0
    assert "legal: Sf3 XSe4 XSf3" in legal.stdout
    assert "wave 1 culled" in legal.stdout
    illegal = run("why", "a.pyr", "7. Sd4")
    assert illegal.exit_code == 1
    assert "error[occupied] ML3" in illegal.stdout
    assert "  --> the turn:1:2  record 1, ply 2\n" in run("why", "a.pyr", "Sd4", "--ply", "1").stdout
    assert "numbered `2.`, not `3.`" in run("why", "a.pyr", "3. Sd6", "--ply", "1").stdout
    too_long = run("why", "a.pyr", "9" * 1_001)
    assert (too_long.exit_code, too_long.stdout.count("an action of more than 1,000 characters")) == (1, 1)
    assert run("why", "a.pyr", "2. Sd6", "--ply", "1").exit_code == 0
    assert run("why", "a.pyr", "gibberish").exit_code == 1
    assert run("why", "a.pyr", "Sf3", "--ply", "9").exit_code == 1
    assert run("why", "none.pyr", "Sf3").exit_code == 2


NUMBERED = [
    ("3. Red: Sc4", 0, "After ply 2, Red to move:", "legal: Sc4 XSd4"),
    ("2. y: Sd6", 0, "After ply 1, Yellow to move:", "legal: Sd6"),
    ("2. Red: Sd6", 1, "After ply 1, Yellow to move:", "error[wrong-seat] R3: Yellow is to move here, not Red"),
    (
        "99. Sc7",
        1,
        "After ply 2, Red to move:",
        "error[wrong-number] R3: turn 3 of this line should be numbered `3.`, not `99.`",
    ),
    ("99. Sc7", 1, "After ply 2, Red to move:", "legal, but wrongly numbered"),
    ("Sc4. Sh8.", 1, "After ply 2, Red to move:", "not a turn but 2: give one turn at a time"),
]


@pytest.mark.parametrize(("turn", "code", "where", "line"), NUMBERED)
def test_why_takes_a_number_and_checks_it(run, make, turn, code, where, line) -> None:
    make("a.pyr", GAME)
    done = run("why", "a.pyr", turn)
    assert done.exit_code == code
    assert done.stdout.splitlines()[0] == where
    assert line in done.stdout.splitlines()


def test_why_reads_numbers_in_pairs(run, make) -> None:
    make("a.pyr", GAME.replace("2. Sd3", "1... Sd3\n2. Sc4"))
    assert run("why", "a.pyr", "1... Sd6").stdout.startswith("After ply 1, Yellow to move:\nlegal")
    assert run("why", "a.pyr", "2. Sb4").stdout.startswith("After ply 2, Red to move:\nlegal")
    assert run("why", "a.pyr", "2... Sb4").exit_code == 0


def test_an_earlier_turn_may_be_wrong_instead(run, make) -> None:
    text = (SAMPLES / "martian-life" / "cascade-of-three-waves.pyr").read_text().replace("3. Sg3", "3. Sg2")
    make("a.pyr", text.partition("15. ")[0])
    hint = "in the record, turn 3 may be wrong: with `Sg3` for `Sg2` all 15 turns are legal (line 9)"
    assert hint in run("why", "a.pyr", "15. Sf5=M XMf5 XMg5 XSh6").stdout
    assert "in the record" not in run("why", "a.pyr", "15. Lf5").stdout


def test_an_unread_turn_has_a_board_if_its_text_names_a_square(run, tmp_path: Path) -> None:
    (tmp_path / "game.pyr").write_text('[Game "Martian Life"]\n\n1. Sf3\n*\n', encoding="utf-8")
    assert "Wrong: f4 not notation" in run("why", "game.pyr", "S@f4").stdout
    assert "8 │" not in run("why", "game.pyr", "Sz9").stdout
