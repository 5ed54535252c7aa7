"""`diff`: the first difference, and what differs there."""

from __future__ import annotations

import pytest

from support import SAMPLES

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n'


def test_diff_finds_the_first_difference(run, make) -> None:
    make("a.pyr", GAME)
    make("same.pyr", '[Game "Martian Life"] \n1. SF3. 2. Y: Sd3!\n')
    make("other.pyr", GAME.replace("2. Sd3", "2. Sd6"))
    make("shorter.pyr", GAME.replace("2. Sd3\n", ""))
    make("result.pyr", GAME.replace("*", "Red resigns"))
    assert run("diff", "a.pyr", "same.pyr").exit_code == 0
    different = run("diff", "a.pyr", "other.pyr")
    assert different.exit_code == 1
    assert "agree up to ply 1; at ply 2 (Yellow) the turns differ" in different.stdout
    assert "ends after ply 1" in run("diff", "a.pyr", "shorter.pyr").stdout
    assert "the results differ" in run("diff", "a.pyr", "result.pyr").stdout
    assert run("diff", "a.pyr", "none.pyr").exit_code == 2


OPENING = GAME.replace("2. Sd3\n*\n", "2. Sc6\n")
ILLEGAL = OPENING + "3. Sc4 XSd4\n4. Sf6\n"
ILLEGAL_IN_BOTH = "the records agree up to ply 2, and ply 3 is illegal in both; at ply {} the turns differ as written"


@pytest.mark.parametrize(
    ("written", "ply", "line"),
    [
        ("3. hello\n4. Sf6\n", 3, "  b.pyr (record 1), line 7: hello"),
        ("3. Sh1 XSd3\n4. Sf6\n", 3, "  b.pyr (record 1), line 7: Sh1 XSd3"),
        ("3. Sc4 XSd4\n4. Y: Sf5\n", 4, "  b.pyr (record 1), line 8: Sf5"),
        ("3. Sc4 XSd4\n", 4, "  b.pyr (record 1): ends after ply 3"),
    ],
)
def test_diff_compares_as_written_what_follows_an_illegal_turn_of_both(run, make, written, ply, line) -> None:
    make("a.pyr", ILLEGAL)
    make("b.pyr", OPENING + written)
    different = run("diff", "a.pyr", "b.pyr")
    assert different.exit_code == 1
    lines = different.stdout.splitlines()
    assert lines[0] == ILLEGAL_IN_BOTH.format(ply)
    assert line in lines


@pytest.mark.parametrize("written", ["3. SC4 XSD4 { no! } 4. Sf6", "3. Red: Sc4 XSd4\n4. Sf6 !"])
def test_the_spelling_of_turns_after_an_illegal_one_makes_no_difference(run, make, written) -> None:
    make("a.pyr", ILLEGAL)
    make("b.pyr", OPENING + written)
    assert run("diff", "a.pyr", "b.pyr").exit_code == 0


def test_a_result_tag_counts_where_no_result_follows_the_turns(run, make) -> None:
    make("a.pyr", GAME.replace("*\n", ""))
    tagged = GAME.replace("\n\n", '\n[Result "Red"]\n\n').replace("*\n", "")
    make("b.pyr", tagged)
    make("c.pyr", tagged.replace('[Result "Red"]\n', "") + "Yellow resigns\n")
    different = run("diff", "a.pyr", "b.pyr")
    assert (different.exit_code, different.stdout.splitlines()) == (
        1,
        ["the turns agree, but the results differ", "  a.pyr (record 1): *", "  b.pyr (record 1): Red"],
    )
    assert run("diff", "b.pyr", "c.pyr").exit_code == 0


def test_diff_of_a_folder_with_several_records_is_refused(run, make) -> None:
    make("folder/a.pyr", GAME)
    make("folder/b.pyr", GAME)
    done = run("diff", "folder", "folder/a.pyr")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "diff compares two records, but these files hold 3; name two files" in done.stderr


def test_diff_shows_the_squares_that_differ_and_the_turn_that_is_missing(run, make) -> None:
    make("a.pyr", GAME)
    make("other.pyr", GAME.replace("2. Sd3", "2. Sd6"))
    make("shorter.pyr", GAME.replace("2. Sd3\n", ""))
    assert run("diff", "a.pyr", "other.pyr").stdout.splitlines()[-3:] == [
        "what differs (first record | second record):",
        "  d3: Sy | nothing",
        "  d6: nothing | Sy",
    ]
    missing = "  a.pyr (record 1), line 6: continues with 2. Sd3"
    assert run("diff", "a.pyr", "shorter.pyr").stdout.splitlines()[-1] == missing
    assert run("diff", "shorter.pyr", "a.pyr").stdout.splitlines()[-1] == missing


@pytest.mark.parametrize(
    ("a", "b", "line"),
    [
        ("build y1 Al", "trade y3 b3 Al", "  Al, North: y3 y1 | b3"),
        ("discover y3 Al r1 Mars", "discover y3 Al r1 Venus", "  Mars, North: y3 | nothing"),
    ],
)
def test_diff_shows_the_systems_that_differ(run, make, a, b, line) -> None:
    game = '[Game "Homeworlds"]\n\n1. homeworld g3 b2 y3 Al\n2. homeworld b1 y2 g3 Bea\n3. '
    make("a.pyr", game + a)
    make("b.pyr", game + b)
    assert line in run("diff", "a.pyr", "b.pyr").stdout.splitlines()


def test_diff_says_whose_turn_is_wrong(run, make) -> None:
    right = (SAMPLES / "martian-life" / "cascade-of-three-waves.pyr").read_text()
    make("ann.pyr", right.replace("3. Sg3", "3. Sg2"))
    make("ben.pyr", right)
    line = (
        "with turn 3 of ben.pyr (record 1), ann.pyr (record 1) is legal to its end; with its own, ply 15 is illegal"
    )
    for files in (("ann.pyr", "ben.pyr"), ("ben.pyr", "ann.pyr")):
        assert line in run("diff", *files).stdout.splitlines()


def test_diff_names_the_tags_that_differ(run, make) -> None:
    head = '[Game "Braces"]\n[White "Ann"]\n[Black "Ben"]\n'
    turn = "\n1. HOP 3/1; Ld1-d3\n"
    make("a.pyr", head + turn)
    make("b.pyr", head + '[Variant "capture"]\n' + turn)
    make("c.pyr", head.replace("Ann", "Anna Lee").replace("Ben", "BEN") + turn)
    make("d.pyr", head.replace("Ann", "?") + turn)
    assert run("diff", "a.pyr", "d.pyr").exit_code == 0
    variants = run("diff", "a.pyr", "b.pyr")
    assert variants.exit_code == 1
    assert variants.stdout.splitlines() == [
        "the tags differ",
        "  a.pyr (record 1): no tag Variant",
        '  b.pyr (record 1): [Variant "capture"]',
    ]
    assert run("diff", "a.pyr", "c.pyr").stdout.splitlines() == [
        "the tags differ",
        '  a.pyr (record 1): [White "Ann"]',
        '  c.pyr (record 1): [White "Anna Lee"]',
    ]


def test_diff_of_two_set_ups_shows_the_tags_and_the_squares(run, make) -> None:
    make("a.pyr", GAME)
    position = run("show", "a.pyr", "--ply", "1", "--format", "position").stdout.strip()
    make("b.pyr", f'[Game "Martian Life"]\n[Setup "{position}"]\n\n2. Sd3\n')
    lines = run("diff", "a.pyr", "b.pyr").stdout.splitlines()
    assert lines[:3] == [
        "the tags differ",
        "  a.pyr (record 1): no tag Setup",
        f'  b.pyr (record 1): [Setup "{position}"]',
    ]
    assert "the starting positions differ" in lines
    assert "  e4: Sr | nothing" in lines


def test_only_positions_are_longer_than_lines_of_the_terminal(run, make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    make("a.pyr", GAME)
    make("b.pyr", GAME.replace("2. Sd3", "2. Sd6"))
    monkeypatch.chdir(make("a.pyr", GAME).parent)
    lines = run("diff", "a.pyr", "b.pyr").stdout.splitlines()
    positions = [line for line in lines if line.startswith("    ") and "/" in line]
    assert len(positions) == 2
    assert all(line.endswith(" r") for line in positions)
    assert all(len(line) <= 30 for line in lines if line not in positions)
    assert lines[1:3] == ["  at ply 2 (Yellow) the turns", "  differ"]


def test_diff_calls_no_turn_illegal_that_waits_for_an_answer(run, make) -> None:
    thread = str(SAMPLES / "martian-life" / "threads" / "a-typo.txt")
    answered = run("fmt", thread, "--answer", "8=replaces 5: Sf3").stdout
    make("right.pyr", answered)
    make("wrong.pyr", answered.replace("3. Sd5=M", "3. Sb2"))
    found = run("diff", thread, "right.pyr").stdout
    assert "line 7: ply 5 waits for the answer to a question\n" in found
    assert "illegal" not in found
    assert "the records agree: 4 plies" in run("diff", thread, thread).stdout
    assert "illegal" not in run("diff", thread, "wrong.pyr").stdout
