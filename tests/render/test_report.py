"""Diagnostics for people (R6.2), with the user's own line and the diagnostic underlined, and verdicts as JSON
(R7)."""

from __future__ import annotations

import json
import time
from itertools import pairwise

import pytest
from msgspec.structs import replace
from reading import MARTIAN, judge, judge_all

from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.foreign.load import split_text
from pyrnot.play.replay import with_warnings_as_errors
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.data import diagnostic_data, unreadable_data, verdict_data
from pyrnot.render.report import draw_diagnostic, draw_in_form
from pyrnot.render.text.ansi import ansi, plain
from pyrnot.render.text.lines import columns
from pyrnot.render.words import say_diagnostic


def draw(text: str, part: str, *, first_line: int = 1, **facts: object) -> list[str]:
    """The lines of a diagnostic at `part` of a text."""
    start = text.index(part)
    source = SourceText(text, file="a.pyr", number=2, first_line=first_line)
    diagnostic = Diagnostic(Severity.ERROR, "some-code", "B7", Span(start, start + len(part)), "why", None, 5)
    return draw_diagnostic(replace(diagnostic, **facts), source).split("\n")


def test_complete_diagnostic() -> None:
    assert draw("1. Sa1\n2. Sh8 Xa1\n3. Sa1", "Xa1", first_line=9, hint="do this") == [
        "error[some-code] B7: why",
        "  --> a.pyr:10:8  record 2, ply 5",
        "10 | 2. Sh8 Xa1",
        "   |        ^^^",
        "   = help: do this",
    ]


EARLIER = "1. Sf3\n2. Sc6\n3. Sa1\n4. Sc6\n"


def test_the_earlier_turn_is_a_note_with_its_line() -> None:
    judged = judge(MARTIAN + EARLIER)
    said = draw_diagnostic(judged.diagnostics[0], judged.record.source).split("\n")
    assert said[1:4] == ["  --> a.pyr:5:5  record 1, ply 4", "5 | 4. Sc6", "  |     ^^"]
    assert said[4].startswith("  = help: ")
    assert said[5:] == [
        "note: the yellow Small came to c6 in turn 2",
        "  --> a.pyr:3:4  ply 2",
        "3 | 2. Sc6",
        "  |    ^^^",
    ]
    far = judge(MARTIAN + EARLIER.replace("3. Sa1", "\n" * 8 + "3. Sa1"))
    said = draw_diagnostic(far.diagnostics[0], far.record.source).split("\n")
    assert said[2:4] + said[7:] == ["13 | 4. Sc6", "   |     ^^", " 3 | 2. Sc6", "   |    ^^^"]
    painted = draw_diagnostic(judged.diagnostics[0], judged.record.source, ansi)
    assert f"{ansi('note', 'note')}{ansi('bold', ': the yellow Small came to c6 in turn 2')}" in painted
    annotation = draw_in_form(judged.diagnostics[0], judged.record.source, "github", plain)
    assert annotation.endswith(" Note: the yellow Small came to c6 in turn 2 (line 3)\n")


def test_the_earlier_turn_in_json() -> None:
    (diagnostic,) = verdict_data(judge(MARTIAN + EARLIER))["diagnostics"]
    message = "the yellow Small came to c6 in turn 2"
    assert diagnostic["related"] == {"ply": 2, "line": 3, "column": 4, "message": message}
    (diagnostic,) = verdict_data(judge(MARTIAN + "1. Sd4"))["diagnostics"]
    assert diagnostic["related"] is None


def test_place_in_words() -> None:
    assert draw("*", "*", ply=0)[1] == "  --> a.pyr:1:1  record 2, before the first turn"
    assert draw("*", "*", line_of_play="variation 3 at ply 4")[1].endswith("record 2, variation 3 at ply 4, ply 5")
    assert draw("*", "*", span=None, ply=None) == ["error[some-code] B7: why", "  --> a.pyr  record 2"]
    assert draw("*", "*", rule=None, severity=Severity.WARNING)[0] == "warning[some-code]: why"


CARETS = [
    ("plain", "1. Sa1", "Sa1", "1 | 1. Sa1", "  |    ^^^"),
    ("at-the-end-of-the-text", "1. Sa1", "", "1 | 1. Sa1", "  | ^"),
    ("tab", "1.\tSa1\tx", "x", "1 | 1.    Sa1    x", "  |              ^"),
    ("tab-at-fault", "1.\tSa1", "\tSa1", "1 | 1.    Sa1", "  |   ^^^^^^^"),
    ("wide", "1. 龍龍 Sa1", "Sa1", "1 | 1. 龍龍 Sa1", "  |         ^^^"),
    ("wide-at-fault", "1. 龍龍 Sa1", "龍龍", "1 | 1. 龍龍 Sa1", "  |    ^^^^"),
    ("combining", "1. e\u0301e\u20dd Sa1", "Sa1", "1 | 1. e\u0301e\u20dd Sa1", "  |       ^^^"),
    ("control", "1. \x1b[31m\x00 Sa1", "Sa1", r"1 | 1. \x1b[31m\x00 Sa1", "  |                 ^^^"),
    ("no-break-space", "1.\u00a0Sa1", "Sa1", "1 | 1.\u00a0Sa1", "  |    ^^^"),
    ("direction-override", "1. \u202eSa1", "Sa1", r"1 | 1. \u202eSa1", "  |          ^^^"),
    ("over-lines", "1. {ab\ncd} x", "{ab\ncd}", "1 | 1. {ab", "  |    ^^^"),
    ("blank", "1.  Sa1", "  ", "1 | 1.  Sa1", "  |   ^^"),
]


@pytest.mark.parametrize(
    ("text", "part", "line", "carets"), [row[1:] for row in CARETS], ids=[row[0] for row in CARETS]
)
def test_carets(text: str, part: str, line: str, carets: str) -> None:
    assert draw(text, part)[2:] == [line, carets]


@pytest.mark.parametrize("place", [0, 50, 5_000_000, 9_999_950, 9_999_997])
def test_long_line_is_cut_around_the_caret(place: int) -> None:
    text = "x" * place + "Zz9" + "y" * (10_000_000 - place - 3)
    _, _, line, carets = draw(text, "Zz9")
    assert len(line) < 110
    start = line.index("Zz9")
    assert carets == "  | " + " " * (start - 4) + "^^^"
    assert line.startswith("1 | …") == (place > 0)
    assert line.endswith("…") == (place < 9_999_900)


def test_diagnostic_longer_than_the_line_is_cut() -> None:
    _, _, line, carets = draw("1. " + "x" * 100_000, "x" * 100_000)
    assert len(line) < 110
    assert len(carets) <= len(line)
    assert carets.endswith("^")


def test_naming_many_diagnostics_of_a_long_text_takes_no_time() -> None:
    source = SourceText("[\n" * 100_000, file="folder/a.pyr")
    diagnostic = Diagnostic(Severity.ERROR, "c", "R3", Span(100_000, 100_001), "why", None, 1)
    start = time.process_time()
    for _ in range(300):
        assert say_diagnostic(diagnostic, source)[1].startswith("  --> a.pyr:50001:1 ")
    assert time.process_time() - start < 1


def test_quote_marks_of_mail_are_shown() -> None:
    (source,) = split_text("a.pyr", "> 1. Sa1\n>   Zz9\n")
    start = source.text.index("Zz9")
    diagnostic = Diagnostic(Severity.ERROR, "c", "R3", Span(start, start + 3), "why", None, 1)
    assert draw_diagnostic(diagnostic, source).split("\n")[1:] == [
        "  --> a.pyr:2:5  record 1, ply 1",
        "2 | >   Zz9",
        "  |     ^^^",
    ]


def test_unreadable() -> None:
    diagnostic = Unreadable("a.pyr", "not-utf-8", "the byte at offset 3 is not UTF-8")
    assert (
        draw_diagnostic(*diagnostic.diagnosed)
        == "error[not-utf-8] R1: the byte at offset 3 is not UTF-8\n  --> a.pyr"
    )
    data = unreadable_data(diagnostic)
    keys = [
        "file",
        "record",
        "game",
        "ok",
        "plies",
        "outcome",
        "position",
        "assumed",
        "read_as",
        "lines",
        "left_out",
        "proved_rolls",
    ]
    assert list(data) == [*keys, "diagnostics"]
    assert (data["record"], data["ok"], data["plies"], data["position"]) == (0, False, 0, None)
    (found,) = data["diagnostics"]
    assert (found["rule"], found["ply"], found["line"], found["end_column"]) == ("R1", None, None, None)


# Verdicts as JSON (R7)


def test_verdict_has_every_key() -> None:
    judged = judge(MARTIAN + "1. Sa1\n2. Sd4\n")
    data = verdict_data(judged)
    assert {key: value for key, value in data.items() if key != "diagnostics"} == {
        **dict.fromkeys(("assumed", "read_as", "lines", "left_out", "proved_rolls")),
        "file": "a.pyr",
        "record": 1,
        "game": "martian-life",
        "ok": False,
        "plies": 1,
        "outcome": None,
        "position": "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 y",
    }
    (diagnostic,) = data["diagnostics"]
    assert list(diagnostic) == [
        "severity", "code", "rule", "ply", "line", "column", "end_line", "end_column", "message", "hint",
        "answers", "effects", "said_by", "related", "repairs"
    ]  # fmt: skip
    assert (diagnostic["line"], diagnostic["column"], diagnostic["end_line"], diagnostic["end_column"]) == (
        3,
        5,
        3,
        7,
    )
    json.dumps(data)


def test_verdict_without_a_start() -> None:
    data = verdict_data(judge("1. Sa1\n"))
    assert (data["game"], data["ok"], data["plies"], data["outcome"], data["position"]) == (
        None,
        False,
        0,
        None,
        None,
    )
    (diagnostic,) = data["diagnostics"]
    assert (
        diagnostic["rule"],
        diagnostic["ply"],
        diagnostic["line"],
        diagnostic["column"],
        diagnostic["end_column"],
    ) == ("R2", 0, 1, 1, 2)


def test_strict_and_outcome() -> None:
    text = f'{MARTIAN}[Setup "8/8/8/8/8/8/8/8 r"]\n[Date "x"]\ndraw\n'
    assert verdict_data(judge(text))["ok"]
    assert not verdict_data(with_warnings_as_errors(judge(text)))["ok"]
    assert verdict_data(judge(text))["outcome"] == "draw"


def test_lines_of_a_later_record_are_counted_in_the_file() -> None:
    second = judge_all(f"{MARTIAN}1. Sa1\n\n{MARTIAN}1. Sd4\n")[1]
    (diagnostic,) = verdict_data(second)["diagnostics"]
    assert (second.record.source.number, diagnostic["line"], diagnostic["column"]) == (2, 5, 5)


def test_diagnostic_over_lines() -> None:
    source = SourceText("1. {ab\ncd} x", first_line=3)
    data = diagnostic_data(Diagnostic(Severity.ERROR, "c", "R4", Span(3, 10), "why"), source)
    assert (data["line"], data["column"], data["end_line"], data["end_column"]) == (3, 4, 4, 4)


def test_message_names_the_variation() -> None:
    """R4.3: diagnostics name the variation."""
    (diagnostic,) = verdict_data(judge(MARTIAN + "1. Sa1 (1. Sd4)"))["diagnostics"]
    assert diagnostic["message"].startswith("variation 1 at ply 1: ")
    assert diagnostic["ply"] == 1


LONG = (
    '[Game "Martian Life"]\n\n1. Sf3 { ' + "A long story. " * 9 + "} 2. Sz9 { " + "It goes on and on. " * 9 + "} *\n"
)


@pytest.mark.parametrize("width", [40, 60, 80])
def test_lines_fit_a_narrow_terminal(width: int) -> None:
    """Words are broken with a hanging indent, and a long line is cut so that the underline stays below its code."""
    judged = judge(LONG)
    diagnostic = judged.diagnostics[0]
    lines = draw_diagnostic(diagnostic, judged.record.source, width=width).split("\n")
    assert max(map(columns, lines)) <= width
    words = " ".join(lines).split()
    assert set(draw_diagnostic(diagnostic, judged.record.source).split("\n")[0].split()) <= set(words)
    at = next(at for at, line in enumerate(lines) if "^^" in line)
    assert lines[at - 1][lines[at].index("^") : lines[at].rindex("^") + 1] == "z9"
    assert "…" in lines[at - 1]
    for line, following in pairwise(lines[:at]):
        assert following.startswith((" ", "3")), line


def test_a_terminal_narrower_than_a_word() -> None:
    judged = judge(LONG.replace("2. Sz9", "2. Sz9\t\x1b\x1b日本"))
    for width in range(1, 20):
        assert draw_diagnostic(judged.diagnostics[0], judged.record.source, width=width)
