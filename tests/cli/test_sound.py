"""`fmt` of faulty records: transcripts are left out, and `--sound` writes what is right up to the diagnostic."""

from __future__ import annotations

from pathlib import Path

import pytest

GAME = '[Game "Martian Life"]\n'
FAULTY = f"""\
{GAME}[Red "Ann"]
[Result "Red"]

1. Sf3 XSe4 XSf3 ( 1. Sc4 ) {{ good }} ( 1. Sd4 )
2. Sd4 {{ no }}
3. Sa1
Red resigns
"""
SOUND = f"""\
{GAME}[Red "Ann"]
[Result "*"]

1. Sf3 XSe4 XSf3
(1. Sc4 XSd4,Sd5 XSc4) {{ good }}
*
"""
GOOD = f"{GAME}\n1. Sc4 XSd4,Sd5 XSc4\n*\n"
TRANSCRIPTS = Path(__file__).parents[2] / "sample_games" / "homeworlds" / "transcripts"


@pytest.fixture
def transcript() -> str:
    """A transcript of five turns and more, without a diagnostic."""
    return sorted(TRANSCRIPTS.iterdir())[0].read_text(encoding="utf-8")


def test_sound_writes_the_turns_before_the_error(run, make) -> None:
    make("a.pyr", FAULTY)
    done = run("fmt", "--sound", "a.pyr")
    assert (done.exit_code, done.stdout) == (1, SOUND)
    assert "a.pyr, record 1: written up to ply 1 of 3" in done.stderr.splitlines()
    make("b.pyr", done.stdout)
    assert run("check", "b.pyr").exit_code == 0
    assert run("fmt", "--check", "b.pyr").exit_code == 0


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        (f"{GAME}\n1. Sc4\n3. Sf6\n", ["1. Sc4 XSd4,Sd5 XSc4"]),
        (f"{GAME}\n1. Sc4\n2. Red: Sf6\n", ["1. Sc4 XSd4,Sd5 XSc4"]),
        (f"{GAME}\n1. Sc4\n2. nonsense\n", ["1. Sc4 XSd4,Sd5 XSc4"]),
        (f"{GAME}\n1. Sc4 $256\n*\n", ["1. Sc4 XSd4,Sd5 XSc4"]),
        (f'{GAME}[game "Braces"]\n\n1. Sc4\n*\n', ["1. Sc4 XSd4,Sd5 XSc4"]),
        (f"{GAME}\n1. Sd4\n", []),
    ],
    ids=["number", "seat", "notation", "mark", "tag-twice", "first-turn"],
)
def test_sound_part_is_sound(run, make, text: str, turns: list[str]) -> None:
    make("a.pyr", text)
    done = run("fmt", "--sound", "a.pyr")
    assert done.stdout.splitlines() == [GAME.strip(), "", *turns, "*"]


def test_sound_leaves_out_what_has_no_start(run, make) -> None:
    make("a.pyr", '[Game "Autumn Ash"]\n[Variant "nonesuch"]\n\n1. +Pg2\n')
    done = run("fmt", "--sound", "a.pyr")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "a.pyr, record 1: left out, since its tags have an error" in done.stderr


@pytest.mark.parametrize("option", ["--write", "--check"])
def test_sound_never_changes_a_file(run, make, option: str) -> None:
    make("a.pyr", FAULTY)
    assert run("fmt", "--sound", option, "a.pyr").exit_code == 2


def test_faulty_transcript_is_left_out(run, make, transcript: str) -> None:
    make("a.pyr", GOOD)
    make("b.txt", transcript + "\n99) Nobody: Pass\n")
    faulty = transcript.replace("uild ", "uild Q", 1)
    make("c.txt", faulty)
    done = run("fmt", "a.pyr", "c.txt", "a.pyr")
    assert (done.exit_code, done.stdout) == (1, GOOD + GOOD)
    assert "c.txt, record 1: left out, since it has an error" in done.stderr.splitlines()


def test_sound_part_of_a_transcript(run, make, transcript: str) -> None:
    make("c.txt", transcript.replace("uild ", "uild Q", 1))
    done = run("fmt", "--sound", "c.txt")
    assert done.exit_code == 1
    assert done.stdout.endswith("\n*\n")
    make("d.pyr", done.stdout)
    assert run("check", "d.pyr").exit_code == 0


def test_faulty_record_is_left_as_it_is(run, make) -> None:
    """R7: byte for byte."""
    make("a.pyr", FAULTY)
    assert run("fmt", "a.pyr").stdout == FAULTY
