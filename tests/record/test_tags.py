"""The tag section (R2), and its variants that are read without complaint (R3.7)."""

from __future__ import annotations

import pytest
from reading import MARTIAN, at_fault, found, judge, judge_all, read

from pyrnot.foreign.reading import read_record
from pyrnot.record.source import SourceText

TAGS = [
    ("R2.1-plain", '[White "Ann"]', {"White": "Ann"}),
    ("R2.1-escapes", r'[White "An \"x\" \\ \n"]', {"White": 'An "x" \\ \\n'}),
    ("R2.1-blanks-inside", '  [ White\t "Ann" ]', {"White": "Ann"}),
    ("R2.1-no-blank", '[White"Ann"]', {"White": "Ann"}),
    ("R2.1-empty-value", '[White ""]', {"White": ""}),
    ("R2.1-unknown-is-kept", '[Weather_2 "rain"]', {"Weather_2": "rain"}),
    ("R2.1-other-letters", '[Größe "5"]', {"Größe": "5"}),
    ("R2.1-twice-first-is-used", '[White "Ann"]\n[WHITE "Bob"]', {"White": "Ann"}),
    ("R2.1-comment-after", '[White "Ann"] {a [b] "c"}\n[Black "Ben"] # [x]', {"White": "Ann", "Black": "Ben"}),
    ("R2.1-comments-between", '{a}\n# b\n[White "Ann"]\n{c\n[d}\n[Black "Ben"]', {"White": "Ann", "Black": "Ben"}),
    ("R2.1-next-line-is-read", '[White\n[Black "Ben"]', {"Black": "Ben"}),
    ("R3.7-typographic", "[White “Ann”]\n[Black „Ben“]", {"White": "Ann", "Black": "Ben"}),
    ("R3.7-half-typographic", '[White “Ann"]\n[Black "Ben”]', {"White": "Ann", "Black": "Ben"}),
    ("R3.7-typographic-inside", '[White “a "b" „c“ d”]', {"White": 'a "b" „c“ d'}),
    ("R3.7-value-is-unchanged", '[White "a\u00a0\u2013\u00d7…  “b”"]', {"White": "a\u00a0\u2013\u00d7…  “b”"}),
    ("R3.7-no-break-spaces", "\u00a0[White\u00a0\u202f“Ann”\u00a0]", {"White": "Ann"}),
    ("R1.1-form-feed-is-white-space", '\f[White\x0b"Ann"]', {"White": "Ann"}),
    ("R1.1-separators-in-value", '[White "a\u2028b\u0085c\fd"]', {"White": "a\u2028b\u0085c\fd"}),
]


@pytest.mark.parametrize(("text", "values"), [row[1:] for row in TAGS], ids=[row[0] for row in TAGS])
def test_tags(text: str, values: dict[str, str]) -> None:
    record = read_record(SourceText(text))
    assert dict(record.tags) == values
    for tag in record.tag_lines:
        assert text[slice(*tag.span)].startswith("[")
        assert text[slice(*tag.span)].endswith("]")


def test_names_in_any_case_and_order_kept() -> None:
    record = read(MARTIAN + '[eVENT "x"]\n[Zeta "y"]\n[Alpha "z"]\n')
    assert record.tags["Event"] == "x"
    assert list(record.tags) == ["Game", "eVENT", "Zeta", "Alpha"]


MALFORMED = [
    "[",
    "[]",
    "[White]",
    "[White Ann]",
    '[White "Ann"',
    '[White "Ann',
    '[White Ann"]',
    '["Ann"]',
    '[White-1 "Ann"]',
    '[White "Ann"] [Black "Ben"]',
    '[White "Ann"] 1. Sa1',
    '[White "Ann\\"]',
    "[White 'Ann']",
    '[White "Ann" "Ben"]',
]


@pytest.mark.parametrize("line", MALFORMED)
def test_malformed_tag_line_is_valid_error(line: str) -> None:
    """R2.1: one error, and the next line is read."""
    judged = judge(f"{MARTIAN}{line}\n1. Sa1 2. Sh8\n")
    assert found(judged) == ["R2@0 bad-tag"]
    assert at_fault(judged) == line
    assert judged.length == 2


def test_duplicate_tag_does_not_affect_the_judging() -> None:
    """R2.5."""
    judged = judge(MARTIAN + '[Red "a"]\n[RED "b"]\n1. Sa1\n')
    assert found(judged) == ["R2@0 tag-twice"]
    assert judged.diagnostics[0].span is not None
    assert at_fault(judged) == '[RED "b"]'
    assert judged.length == 1


def test_first_of_two_games_is_used() -> None:
    judged = judge(MARTIAN + '[Game "Braces"]\n1. Sa1\n')
    assert judged.record.game is not None
    assert judged.record.game.info.id == "martian-life"
    assert (found(judged), judged.length) == (["R2@0 tag-twice"], 1)


GAMES = [
    ("Martian Life", "martian-life"),
    ("martianlife", "martian-life"),
    ("MARTIAN-LIFE", "martian-life"),
    ("martian_life", "martian-life"),
    ("autumn ash", "autumn-ash"),
    ("Homeworlds", "homeworlds"),
    ("Color Shift", "braces"),
    ("color-shift", "braces"),
]


@pytest.mark.parametrize(("name", "game"), GAMES)
def test_game_names(name: str, game: str) -> None:
    """R2.2."""
    record = read(f'[game "{name}"]\n')
    assert record.game is not None
    assert record.game.info.id == game


@pytest.mark.parametrize("name", ["", "Marsian Life", "chess", "Martian", "Martian.Life"])
def test_unknown_game(name: str) -> None:
    judged = judge(f'[Game "{name}"]\n1. Sa1 1. Sh8')
    assert found(judged)[0] == "R2@0 unknown-game"
    assert (judged.length, judged.start, judged.record.has_start) == (0, None, False)
    assert "R3@2 wrong-number" in found(judged), "what can be known without the game is reported"


def test_no_game() -> None:
    judged = judge("\n  1. Sa1\n*")
    assert found(judged) == ["R2@0 missing-game"]
    assert at_fault(judged) == "1", "a missing tag is a fault of the record's first character"
    assert judged.start is None


DATES = [
    ("2026.11.20", True),
    ("2026.??.??", True),
    ("2026.02.??", True),
    ("????.??.??", True),
    ("2024.02.29", True),
    ("????.02.29", True),
    ("2026.??.31", True),
    ("2023.02.29", False),
    ("2026.13.01", False),
    ("2026.00.01", False),
    ("2026.04.31", False),
    ("2026-11-20", False),
    ("2026.1.2", False),
    ("20.11.2026", False),
    ("", False),
    ("today", False),
    ("2026.11.20 ", False),
]


@pytest.mark.parametrize(("date", "is_valid"), DATES)
def test_dates(date: str, is_valid: bool) -> None:
    """R2.3: a malformed date is a warning."""
    judged = judge(f'{MARTIAN}[Date "{date}"]\n1. Sa1')
    assert found(judged) == ([] if is_valid else ["R2@0 bad-date?"])
    assert not judged.has_error


START_FAULTS = [
    ("R2.3-variant", '[Variant "nonsense"]', "R2@0 unknown-variant", "nonsense"),
    ("R2.4-first", '[First "Purple"]', "R2@0 unknown-seat", "Purple"),
    ("R8-setup", '[Setup "nonsense"]', "R8@0 bad-setup", "nonsense"),
    (
        "R2.5-first-is-not-a-seat-beside-setup",
        '[Setup "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 r"]\n[First "X"]',
        "R2@0 unknown-seat",
        "X",
    ),
]


@pytest.mark.parametrize(
    ("tags", "fault", "text"), [row[1:] for row in START_FAULTS], ids=[row[0] for row in START_FAULTS]
)
def test_wrong_tags_leave_no_position(tags: str, fault: str, text: str) -> None:
    """R2.5: nothing is replayed, which is reported once."""
    judged = judge(f"{MARTIAN}{tags}\n1. Sa1 2. Sd4 Red wins")
    assert found(judged) == [fault]
    assert at_fault(judged) == text
    assert (judged.start, judged.length, judged.outcome, judged.position) == (None, 0, None, None)


def test_first_names_the_seat_that_moves_first() -> None:
    """R2.4."""
    judged = judge(MARTIAN + '[First "yellow"]\n1. Yellow: Sa1 2. Red: Sh8')
    assert (found(judged), judged.start.to_move, judged.length) == ([], "Yellow", 2)


def test_first_against_setup() -> None:
    """R2.4: Setup decides, and the turns are judged (R2.5)."""
    judged = judge(MARTIAN + '[First "Red"]\n[Setup "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 y"]\n1. Yellow: Sa1')
    assert found(judged) == ["R2@0 tag-against-setup"]
    assert at_fault(judged) == "Red"
    assert judged.length == 1


def test_first_as_in_setup() -> None:
    judged = judge(MARTIAN + '[First "Yellow"]\n[Setup "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 y"]\n1. Yellow: Sa1')
    assert (found(judged), judged.length) == ([], 1)


def test_tag_opens_only_at_the_start_of_a_line() -> None:
    """R3.5."""
    judged = judge(MARTIAN + '1. Sa1 [Red "Ann"] 2. Sh8')
    assert found(judged) == ["R3@1 stray-sign"]
    assert judged.length == 0, "the text after the bracket is not read, so the turn does not count"


@pytest.mark.parametrize("before", ["{a} ", "{a\nb} ", "x "])
def test_tag_after_other_text_is_not_a_tag(before: str) -> None:
    """R3.5: even after a comment."""
    judged = judge(f'{MARTIAN}{before}[Red "Ann"]')
    assert "Red" not in judged.record.tags
    assert {fault.rule for fault in judged.diagnostics} == {"R3"}


def test_tag_line_after_turns_begins_a_new_record() -> None:
    """R1.2, R2.1: even a malformed one."""
    first, second = judge_all(MARTIAN + "1. Sa1\n[oops\n1. Sh8")
    assert (found(first), first.length) == ([], 1)
    assert found(second) == ["R2@0 missing-game", "R2@0 bad-tag"]


def test_number_of_faults_of_tags_is_limited() -> None:
    """R6.4: memory stays a small multiple of the text."""
    judged = judge(MARTIAN + "[\n" * 5000)
    assert len(judged.diagnostics) == 1000


SPECTRUM = '[Game "Spectrum"]\n[Goals "SrMkLw SoMoLi SaMtLy"]\n'
IDLE = {
    "R2.5-beside-seats": (f'{SPECTRUM}[Seats "2"]\n[A "Ann"]\n[C "Cy"]\n1. M(b)=L', ["C"]),
    "R2.5-two-of-them": (f'{SPECTRUM}[Seats "2"]\n[d "Di"]\n[C "?"]\n1. M(b)=L', ["d", "C"]),
    "R2.5-none-of-them": (f'{SPECTRUM}[A "Ann"]\n[C "Cy"]\n1. M(b)=L', []),
    "R2.5-beside-setup": (
        '[Game "Homeworlds"]\n[Setup "Al(n)g3b2,n:y3 - s"]\n[Seats "2"]\n[West "Di"]\n1. pass',
        ["West"],
    ),
    "R2.5-a-game-of-two": (f'{MARTIAN}[Red "Ann"]\n[Yellow "Ben"]\n1. Sa1', []),
}


@pytest.mark.parametrize(("text", "names"), IDLE.values(), ids=IDLE)
def test_name_of_a_seat_that_is_not_in_play(text: str, names: list[str]) -> None:
    judged = judge(text)
    assert found(judged) == ["R2@0 idle-seat?"] * len(names)
    assert [at_fault(judged, index) for index in range(len(names))] == names
    assert judged.length == 1
