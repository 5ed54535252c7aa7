"""The turn that is really wrong: changes with which a record is legal beyond its first error."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path
from typing import Never

import pytest
from reading import MARTIAN, judge
from slips import Slip, each_game, read_slips

from pyrnot.core.diagnostics import Diagnostic, Repair
from pyrnot.foreign.load import read_record, split_text
from pyrnot.play import repair_search
from pyrnot.play.repair import apply_fixes
from pyrnot.play.repairs import with_repairs
from pyrnot.play.replay import Replay, replay

FOLDER = Path(__file__).parent / "slips"
SAMPLES = Path(__file__).parents[2] / "sample_games"
WAVES = (SAMPLES / "martian-life" / "cascade-of-three-waves.pyr").read_text()


def repaired(text: str) -> Replay:
    return with_repairs(judge(text))


def first_error(text: str) -> Diagnostic:
    return next(diagnostic for diagnostic in repaired(text).diagnostics if diagnostic.severity == "error")


def repairs_of(text: str) -> tuple[Repair, ...]:
    return first_error(text).repairs


def is_right(repair: Repair, slip: Slip) -> bool:
    return repair.ply == slip.ply and re.sub(r"\s", "", repair.instead) == re.sub(r"\s", "", slip.right)


# What is said


def test_a_slip_that_shows_late() -> None:
    """In a turn that is innocent: the hint names the one that is not, and doesn't invent a second error."""
    wrong = WAVES.replace("3. Sg3", "3. Sg2")
    error = first_error(wrong)
    assert (error.ply, error.code) == (15, "claim-missing")
    assert error.hint == "turn 3 may be wrong: with `Sg3` for `Sg2` all 31 turns are legal (line 9)"
    assert error.fix is None
    repair = error.repairs[0]
    assert (repair.ply, repair.written, repair.instead, repair.legal_to) == (3, "Sg2", "Sg3", 31)
    assert apply_fixes(wrong, list(repair.edits)) == WAVES


def test_a_slip_that_shows_at_once() -> None:
    """The hint of the turn itself is its first repair."""
    error = first_error(WAVES.replace("3. Sg3", "3. Sf3"))
    assert error.ply == 3
    assert error.repairs[0].ply == 3
    assert error.hint is not None
    assert f"`{error.repairs[0].instead}`" in error.hint


def test_the_place_of_a_turn_includes_a_stray_semicolon() -> None:
    text = '[Game "Martian Chess"]\n[South "A"]\n[North "B"]\n\n1. Pb3-a; { c }\n2. Pc6-d5\n*\n'
    for repair in repairs_of(text):
        assert (repair.written, text[slice(*repair.span)]) == ("Pb3-a", "Pb3-a;")
        assert not judge(apply_fixes(text, list(repair.edits))).has_error
    assert {repair.instead for repair in repairs_of(text)} == {"Pb3-a2", "Pb3-a4"}


def test_turns_with_variations_are_not_exchanged() -> None:
    """The numbers of the variations would be wrong in another place."""
    text = (FOLDER / "martian-life-late-02.pyr").read_text()
    plain, varied = (repairs_of(text.replace("\n5. ", f"{line}\n5. "))[0] for line in ("", " (4. Sa5)"))
    assert (
        (plain.kind, plain.ply, plain.other_ply) == ("exchange", 4, 5) == (varied.kind, varied.ply, varied.other_ply)
    )
    assert plain.edits
    assert not varied.edits


def test_only_the_actions_that_differ_are_quoted() -> None:
    text = (FOLDER / "homeworlds-late-04.pyr").read_text()
    hint = first_error(text).hint
    assert hint is not None
    assert hint == "turn 15 may be wrong: with `build y2 Vega` for `build g1 Ida` all 19 turns are legal (line 21)"


def test_a_wrong_result_names_the_turn_that_may_be_wrong() -> None:
    """The result is at fault, so the hint says which turn it means, and on which line."""
    text = '[Game "Martian Life"]\n[Setup "8/8/8/5,Sy,2/4,Sr,Sr,2/5,Sy,2/6,Sy,1/8 r"]\n\n1. Se3\nRed resigns\n'
    error = first_error(text)
    assert (error.code, error.hint) == ("wrong-result", error.repairs[0].message)
    assert (error.hint or "").startswith("turn 1 may be wrong: with ")
    assert (error.hint or "").endswith(" (line 4)")


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        (
            "martian-life-late-01",
            "replace",
            "turn 13 may be wrong: with `Sc2` for `Sb2` all 37 turns are legal (line 18)",
        ),
        ("homeworlds-once-02", "remove", "turn 6 may be written twice: without it, all 14 turns are legal (line 11)"),
    ],
)
def test_the_kinds(name: str, kind: str, words: str) -> None:
    error = first_error((FOLDER / f"{name}.pyr").read_text())
    assert error.repairs[0].kind == kind
    assert words in (error.hint, error.repairs[0].message)


# What is not said


def test_a_right_record_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(repair_search, "_RepairSearch")
    judged = judge(WAVES)
    assert with_repairs(judged) is judged


def test_no_repair_invents_what_was_drawn() -> None:
    """A `;` is missing before a goal that was drawn: the goal stays, and where it is lost none is made up."""
    text = (SAMPLES / "spectrum" / "three-seats.pyr").read_text()
    drawn = "MS(r)>L(t); G2=SkMtLy"
    assert [repair.instead for repair in repairs_of(text.replace(drawn, drawn.replace(";", "")))] == [drawn]
    lost = repairs_of(text.replace(drawn, "MS(r)>L(t)"))
    assert not any("=S" in repair.instead and repair.instead not in text for repair in lost)


def test_the_last_turn_is_blamed_before_earlier_ones() -> None:
    """A reply that is illegal is a slip of its own: nothing that follows speaks for it."""
    head, _, _ = WAVES.partition("4. ")
    error = first_error(f"{head}4. Sg3\n*\n")
    assert error.ply == 4
    assert error.repairs == () or error.repairs[0].ply == 4


def test_too_little_is_no_repair() -> None:
    """Fewer than three turns more, and not to the end of the record."""
    text = f"{MARTIAN}1. Sf3\n2. Sf3\n3. Sc6\n4. Lh9\n5. Sc5\n*\n"
    assert all(repair.legal_to >= 4 for repair in repairs_of(text))


def test_a_stage_that_takes_too_long_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair_search, "_PLAYS_OF_A_STAGE", 10)
    assert repairs_of(WAVES.replace("3. Sg3", "3. Sg2")) == ()


def test_no_turn_is_listed_that_would_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where few turns follow the error, another turn altogether is no repair."""

    def listed(*_args: object, **_options: object) -> Never:
        raise AssertionError("the legal turns are listed")

    head, _, _ = WAVES.partition("4. ")
    monkeypatch.setattr(repair_search, "legal_turns", listed)
    assert repairs_of(f"{head}4. Lh9\n*\n") == ()


def test_no_repairs_while_a_question_is_open() -> None:
    text = (SAMPLES / "martian-life" / "threads" / "a-typo.txt").read_text()
    (source,) = split_text("thread", text)
    judged = replay(read_record(source))
    assert any(diagnostic.is_question for diagnostic in judged.diagnostics)
    assert with_repairs(judged) is judged


# For every game


@each_game("late")
def test_each_repair_does_what_it_says(slips: list[Slip]) -> None:
    """Made in the text, a repair makes the record legal as far as it says."""
    checked = 0
    for slip in slips:
        for repair in repairs_of(slip.text):
            if repair.edits:
                after = judge(apply_fixes(slip.text, list(repair.edits)))
                assert after.length == repair.legal_to, (slip.name, repair)
                checked += 1
    assert checked >= len(slips)


def lines_of_turns(lines: list[str]) -> str:
    """The text of a record with its turns numbered in their order."""
    numbers = itertools.count(1)
    return "\n".join(re.sub(r"^\d+\. ", lambda _: f"{next(numbers)}. ", line) for line in lines)


@pytest.mark.parametrize("number", [6, 8])
def test_a_turn_left_out_no_longer_counts(number: int) -> None:
    lines = WAVES.split("\n")
    at = next(index for index, line in enumerate(lines) if line.startswith(f"{number}. "))
    (repair, *_) = repairs_of(lines_of_turns([*lines[: at + 1], *lines[at:]]))
    assert (repair.kind, repair.legal_to) == ("remove", judge(WAVES).length)
    assert "without it, all 31 turns are legal" in repair.message


def test_a_turn_put_in_counts() -> None:
    text = (SAMPLES / "autumn-ash" / "burnt-bag.pyr").read_text()
    lines = [line for line in text.split("\n") if not line.startswith("3. ")]
    (repair, *_) = repairs_of(lines_of_turns(lines))
    assert (repair.kind, repair.legal_to) == ("insert", judge(text).length)
    assert f"`{repair.instead}` there, all 36 turns are legal" in repair.message


@pytest.mark.slow
def test_most_slips_are_found() -> None:
    """The true turn and text, among the first three and first of all; a slip that shows at once is not blamed on an
    earlier turn."""
    counts: Counter[str] = Counter()
    for slip in read_slips():
        found = repairs_of(slip.text)
        counts[slip.kind] += 1
        counts[f"{slip.kind}, in three"] += any(is_right(repair, slip) for repair in found)
        counts[f"{slip.kind}, first"] += bool(found) and is_right(found[0], slip)
        counts["wrongly blamed"] += slip.kind == "once" and bool(found) and found[0].ply < slip.ply
    assert (counts["late"], counts["once"]) == (42, 28)
    assert counts["late, in three"] >= 35
    assert counts["late, first"] >= 31
    assert counts["once, in three"] >= 27
    assert counts["wrongly blamed"] == 0


@pytest.mark.timeout(20)
def test_nothing_is_tried_after_the_end_of_the_game() -> None:
    """All seats have left in the turn that comes too late: there would be no next seat to look for."""
    text = (
        '[Game "Spectrum"]\n[Seats "3"]\n[Goals "SaMcLt SbMtLw SrMwLg"]\n\n'
        "1. M(k)=L\n2. M(r)=L\n3. M(c)>SS(b)\n4. B: resign\n5. C: resign\n6. A: resign\nA wins\n"
    )
    error = first_error(text)
    assert error.code == "turn-after-end"
    assert not error.repairs
