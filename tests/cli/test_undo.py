"""`undo`: what is taken back, and that nothing else changes."""

from __future__ import annotations

import pytest

import pyrnot
from support import SAMPLES

HEAD = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n'
GAME = f"{HEAD}1. Sf3 XSe4 XSf3\n2. Sd3\n*\n"
LONG = f"{HEAD}1. Sf3 XSe4 XSf3 {{first}}\n2. Sd3 ! (2. Sc3 {{or}}) {{so}}\n3. Sf3 XSf3\n"


@pytest.mark.parametrize(
    ("before", "options", "after", "taken"),
    [
        (LONG, (), LONG.partition("3. ")[0], "3. Sf3 XSf3"),
        (f"{LONG}*\n", (), LONG.partition("3. ")[0] + "*\n", "3. Sf3 XSf3"),
        (
            f"{LONG}*\n",
            ("--plies", "2"),
            LONG.partition("2. ")[0] + "*\n",
            "2. Sd3 ! (2. Sc3 {or}) {so}\n3. Sf3 XSf3",
        ),
        (f"{LONG}*\n", ("--plies", "3"), f"{HEAD}*\n", LONG.removeprefix(HEAD).rstrip()),
        (f"{LONG}Red resigns {{gg}}\n", (), f"{LONG}*\n", "Red resigns {gg}"),
        (
            f"{LONG}Red resigns {{gg}}\n",
            ("--plies", "1"),
            LONG.partition("3. ")[0] + "*\n",
            "3. Sf3 XSf3\nRed resigns {gg}",
        ),
        (f"{LONG}Red resigns {{gg}}\n", ("--plies", "0"), f"{LONG}*\n", "Red resigns {gg}"),
        (f"{LONG}* {{adjourned}}\n", (), LONG.partition("3. ")[0] + "* {adjourned}\n", "3. Sf3 XSf3"),
        (f"{HEAD}1. Sf3 XSe4 XSf3 2. nonsense\n", (), f"{HEAD}1. Sf3 XSe4 XSf3\n", "2. nonsense"),
        (f"{HEAD}Sf3.\nSd3. ! {{a}}\n", (), f"{HEAD}Sf3.\n", "Sd3. ! {a}"),
    ],
)
def test_undo_takes_turns_with_all_that_goes_with_them(run, make, before, options, after, taken) -> None:
    path = make("a.pyr", before)
    result = run("undo", "a.pyr", *options)
    assert result.exit_code == 0, result.stderr
    assert path.read_text() == after
    assert result.stdout.startswith(f"taken back:\n{taken}\n")
    assert "To move: " in result.stdout


@pytest.mark.parametrize(
    ("before", "options", "message"),
    [
        (f"{HEAD}*\n", (), "the record has no turns"),
        (f"{HEAD}1. Sf3\n", ("--plies", "2"), "the record has only one turn"),
        (LONG, ("--plies", "4"), "the record has only 3 turns"),
        (f"{HEAD}Red resigns\n", ("--plies", "1"), "the record has no turns; `--plies 0` takes only the result back"),
        (f"{LONG}*\n", ("--plies", "0"), "the record has no result"),
        ("> " + LONG.replace("\n", "\n> ").removesuffix("> "), (), "quoted"),
    ],
)
def test_undo_changes_nothing_that_is_not_there(run, make, before, options, message) -> None:
    path = make("a.pyr", before)
    result = run("undo", "a.pyr", *options)
    assert result.exit_code == 1
    assert message in result.stderr
    assert path.read_text() == before


@pytest.mark.parametrize("turn", ["Sf3", "3. Sf3 ! {a} (3. Sa1)", "Sf3 Red resigns", "3. Sf3 4. Sa1"])
def test_undo_is_the_inverse_of_add(run, make, turn) -> None:
    path = make("a.pyr", GAME)
    assert run("add", "a.pyr", turn).exit_code == 0
    assert run("undo", "a.pyr", "--plies", "2" if "4." in turn else "1").exit_code == 0
    assert path.read_text() == GAME


@pytest.mark.parametrize("result", ["Ann resigns", "draw agreed {gg}", "Ben resigns # gg"])
@pytest.mark.parametrize(
    ("comments", "kept"),
    [
        ("\n{ Played at the club. }\n", None),
        ("\n\n# one\n{ two\nlines } # three\n", None),
        (" # adjourned\n", "\n# adjourned\n"),
        (" { adjourned } # today\n{ by mail }\n", "\n{ adjourned } # today\n{ by mail }\n"),
    ],
)
def test_undo_of_a_result_keeps_the_comments_that_were_there(run, make, result, comments, kept) -> None:
    before = GAME.rstrip() + comments
    path = make("a.pyr", before)
    assert run("add", "a.pyr", result).exit_code == 0
    done = run("undo", "a.pyr")
    assert path.read_text() == (before if kept is None else GAME.rstrip() + kept)
    taken = result.replace("Ann", "Red").replace("Ben", "Yellow")
    assert done.stdout.startswith(f"taken back:\n{taken}\n\n")


def test_undo_of_a_turn_keeps_the_comments_below_its_result(run, make) -> None:
    comments = "{ Played at the club. }\n"
    path = make("a.pyr", GAME + comments)
    run("add", "a.pyr", "3. Sf3 Ben resigns {gg}")
    assert run("undo", "a.pyr", "--plies", "1").exit_code == 0
    assert path.read_text() == GAME + comments


def test_a_second_undo_takes_the_turn_before_the_resignation(run, make) -> None:
    path = make("a.pyr", GAME)
    run("add", "a.pyr", "3. Sf3")
    before = path.read_text()
    run("add", "a.pyr", "Ann resigns")
    run("undo", "a.pyr")
    assert path.read_text() == before
    run("undo", "a.pyr")
    assert path.read_text() == GAME


def test_undo_takes_a_result_by_the_rules_with_the_turn_that_won(run, make) -> None:
    sample = (SAMPLES / "braces" / "short-game.pyr").read_text()
    path = make("a.pyr", sample)
    done = run("undo", "a.pyr")
    assert done.stdout.splitlines()[1].startswith("22. ")
    assert len(pyrnot.load(path)) == 21


def test_undo_takes_the_record_that_is_named(run, make) -> None:
    path = make("a.pyr", LONG + LONG)
    assert run("undo", "a.pyr", "--record", "1").exit_code == 0
    assert path.read_text() == LONG.partition("3. ")[0] + LONG
