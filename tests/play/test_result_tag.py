"""R5.4: what is written keeps a `Result` tag true to the last word of the record."""

from __future__ import annotations

import pytest
from reading import MARTIAN, judge

from pyrnot.play.extend import extend, take_back
from pyrnot.play.write import write_record
from pyrnot.record.source import SourceText
from support import SAMPLES

GAME = f'{MARTIAN}[Result "*"]\n\n1. Sa1\n2. Sh8\n*\n'


@pytest.mark.parametrize(("result", "value"), [("Red resigns", "Yellow"), ("draw agreed", "draw"), ("*", "*")])
def test_a_result_that_is_added_or_taken_back(result: str, value: str) -> None:
    text = extend(judge(GAME), SourceText(result)).text
    assert text == GAME.replace('"*"', f'"{value}"').replace("\n*\n", f"\n{result}\n")
    if result != "*":
        assert take_back(judge(text), 0)[0] == GAME


def test_a_result_that_fmt_adds() -> None:
    text = (SAMPLES / "martian-life" / "normal-win.pyr").read_text(encoding="utf-8")
    judged = judge('[Result "*"]\n' + text.replace("Red wins", "*"))
    written = write_record(judged)
    assert written.startswith('[Result "Red"]\n')
    assert written.endswith("\nRed wins\n")
    assert not judge(written).has_error
