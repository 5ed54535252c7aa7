"""The differences of two texts."""

from __future__ import annotations

import pytest

from pyrnot.render.text.differences import MOST_LINES, TooManyLines, draw_differences


def draw(before: str, after: str) -> str:
    return "".join(draw_differences(before, after, "a", "b"))


def test_only_a_line_feed_ends_a_line() -> None:
    head = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n"
    assert draw("x\u2028y\nz\n", "x\u2028y\nw\n") == head + " x\u2028y\n-z\n+w\n"


def test_a_missing_line_end_is_shown() -> None:
    missing = "\\ No newline at end of file\n"
    assert draw("x\ny", "x\nz\n") == f"--- a\n+++ b\n@@ -1,2 +1,2 @@\n x\n-y\n{missing}+z\n"


def test_equal_texts_have_none() -> None:
    assert draw("x\n", "x\n") == ""


def test_texts_of_too_many_lines_are_not_compared() -> None:
    with pytest.raises(TooManyLines, match="20,000 lines"):
        draw("x\n", "y\n" * (MOST_LINES + 1))
