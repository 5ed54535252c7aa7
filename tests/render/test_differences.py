"""The differences of two texts."""

from __future__ import annotations

import difflib
import io
import random
import time
from collections.abc import Sequence

import pytest

from pyrnot.render.text import differences
from pyrnot.render.text.differences import draw_differences


def draw(before: str, after: str) -> str:
    return "".join(draw_differences(before, after, "a", "b"))


def changed(lines: Sequence[str], rng: random.Random) -> list[str]:
    new = list(lines)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(new) + 1)
        new[at : at + rng.randrange(9)] = rng.choices("xyz", k=rng.randrange(9))
    return new


def texts(rng: random.Random, alphabet: str) -> tuple[str, str]:
    lines = rng.choices(alphabet, k=rng.randrange(60))
    before, after = ("\n".join(text) + rng.choice(("", "\n")) for text in (lines, changed(lines, rng)))
    return before, after


def patched(before: str, diff: str) -> str:
    """What `patch` makes of a text; every line that a diff names must be there."""
    old, new, at = io.StringIO(before, newline="\n").readlines(), [], 0
    lines = io.StringIO(diff, newline="\n").readlines()[2:]
    for number, line in enumerate(lines):
        if line.startswith("@@"):
            first, _, count = line.split()[1].removeprefix("-").partition(",")
            begin = int(first) - (count != "0")
            new, at = new + old[at:begin], begin
        elif not line.startswith("\\"):
            text = line[1:-1] if lines[number + 1 : number + 2] == ["\\ No newline at end of file\n"] else line[1:]
            if line[0] != "+":
                assert old[at] == text
                at += 1
            new += [text] * (line[0] != "-")
    return "".join(new + old[at:])


@pytest.mark.parametrize("alphabet", ["ab", "abcdefghijklmnopqrstuvwxyz"])
def test_it_is_that_of_difflib(alphabet: str) -> None:
    rng = random.Random(1)
    for before, after in (texts(rng, alphabet) for _ in range(200)):
        lines = (io.StringIO(text, newline="\n").readlines() for text in (before, after))
        wanted = "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in difflib.unified_diff(*lines, "a", "b")
        )
        assert draw(before, after) == wanted


def test_long_texts_are_compared_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differences, "WHOLE", 0)
    monkeypatch.setattr(differences, "PART", 7)
    rng = random.Random(2)
    for before, after in (texts(rng, "abcde") for _ in range(200)):
        assert patched(before, draw(before, after)) == after


@pytest.mark.parametrize("change", [lambda number: number % 2, lambda _: 1], ids=["every-second-line", "every-line"])
def test_the_time_is_bounded(change) -> None:
    before, after = (
        "".join(f"{number}{'x' * change(number) * is_new}\n" for number in range(8_000)) for is_new in (0, 1)
    )
    begun = time.process_time()
    assert draw(before, after).count("\n+") == sum(map(change, range(8_000))) + 1
    assert time.process_time() - begun < 5
