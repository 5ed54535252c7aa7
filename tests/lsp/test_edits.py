"""Changes that an editor offers: what they do to the text, and that they are right."""

from __future__ import annotations

import random

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_record
from pyrnot.games import all_games
from pyrnot.lsp.document import Document
from pyrnot.lsp.edits import find_safe_fixes, find_suggestions, format_lines, format_part
from pyrnot.lsp.rename import CannotRename, name_at, rename
from pyrnot.play.repair import apply_fixes
from pyrnot.play.replay import replay
from pyrnot.play.write import write_record
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText
from support import SAMPLES, few_or_many, samples_of

MARTIAN = '[Game "Martian Life"]\n[Red "Ana Lee"]\n[Yellow "Ben"]\n\n'
HOMEWORLDS = (
    '[Game "Homeworlds"]\n[North "Ida"]\n[South "Jon"]\n\n1. homeworld y2 b1 g3 Ida\n2. homeworld g2 b1 y3 Jon\n'
)

SUGGESTIONS = [
    # the text with the cursor on its diagnostic, and a line of the text after the first suggestion
    (f"{MARTIAN}|1. Se4=L\n", "1. Se4=M"),
    (f"{MARTIAN}|1. Sc4 1-0\n", "1. Sc4 Red wins"),
    (f"{MARTIAN}|1) Sc4\n2. Sc6\n", "1. Sc4"),
    (f"{MARTIAN}|1. Sc4 ( 1. Sd3\n", "1. Sc4 ( 1. Sd3 )"),
    (f"{MARTIAN}|1. Yellow: Sc4\n", "1. Red: Sc4"),
    (f"{MARTIAN}|#1 Sc4\n", "1. Sc4"),
    (f"{MARTIAN}|2. Sc4\n", "1. Sc4"),
    (f"{MARTIAN}|1. Sc4 {{ good\n", "1. Sc4 { good }"),
    ('[Game "Martan Life"|]\n\n1. Sc4\n', '[Game "martian-life"]'),
    ('[Game "Braces"]\n[Variant "withdrw|"]\n\n1. DIG 5/2\n', '[Variant "withdraw"]'),
    ('[Game "Braces"]\n\n1. DIG 5,2|; Sc1-b1\n', "1. DIG 5/2; Sc1-b1"),
]


@pytest.mark.parametrize(("text", "right"), SUGGESTIONS)
def test_a_diagnostic_is_fixed(at, text: str, right: str) -> None:
    _, part, offset = at(text)
    suggestion = next(iter(find_suggestions(part, offset, offset)))
    assert right in apply_fixes(part.text, suggestion.fixes).split("\n")
    assert suggestion.title.startswith("Write `")
    assert len(suggestion.diagnostics) == 1


def test_a_suggestion_for_a_mutilated_sample_removes_its_diagnostic() -> None:
    rng = random.Random(3)
    for game in all_games():
        for path in samples_of(game)[:2]:
            text = path.read_text(encoding="utf-8")
            at = rng.randrange(text.index("\n\n"), len(text))
            (part, *_) = Document(text[:at] + rng.choice("({;x5Sb)") + text[at + 1 :]).parts
            for suggestion in find_suggestions(part, 0, len(part.text)):
                after = replay(read_strictly(SourceText(apply_fixes(part.text, suggestion.fixes)))).diagnostics
                for diagnostic in suggestion.diagnostics:
                    assert (diagnostic.code, diagnostic.span) not in [(one.code, one.span) for one in after]


def test_all_safe_fixes_are_one_change(at) -> None:
    _, part, _ = at(f"{MARTIAN}1. Sc4\n1. Sc6\n1. |Sf3\n")
    fixes, fixed = find_safe_fixes(part)
    assert [diagnostic.ply for diagnostic in fixed] == [2, 3]
    assert apply_fixes(part.text, fixes) == f"{MARTIAN}1. Sc4\n2. Sc6\n3. Sf3\n"


def test_nothing_is_offered_that_does_not_help(at) -> None:
    _, part, offset = at(f"{MARTIAN}1. |Zz9\n2. Sc6\n")
    assert list(find_suggestions(part, offset, offset)) == []


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
@few_or_many("samples", 1, 4)
def test_formatting_is_what_fmt_writes(game: AnyGame, samples: int) -> None:
    for path in samples_of(game)[:samples]:
        text = path.read_text(encoding="utf-8")
        wanted = write_record(replay(read_record(SourceText(text))))
        document = Document(text.replace(". ", ".   ") + "\n" + text)
        edits = [format_part(part, is_last=part is document.parts[-1]) for part in document.parts]
        done = "".join(
            apply_fixes(part.text, [edit] if edit else []) for part, edit in zip(document.parts, edits, strict=True)
        )
        assert done == write_record(replay(read_record(document.parts[0].source))) + "\n" + wanted


def test_a_record_with_an_error_is_not_formatted(at) -> None:
    _, part, _ = at(f"{MARTIAN}1.  Zz9|\n")
    assert format_part(part, is_last=True) is None


LINES = [
    # the text with the range between bars, and the lines that change, with what they become
    ("1.Sc4\n|2.   Se6\n|3.Sf3\n", {"2.   Se6": "2. Se6"}),
    ("1.Sc4\n2.  | Se|6\n3.Sf3\n", {"2.   Se6": "2. Se6"}),
    ("1. Sc4\n2.|Sc6\n3.|Sf3\n4.Se7\n", {"2.Sc6": "2. Sc6 XSc6", "3.Sf3": "3. Sf3"}),
    ("1. Sc4\n|2. Se6\n|3.Sf3\n", {}),
    ("1. Sc4 2.Se6\n|3.Sf3|\n", {"3.Sf3": "3. Sf3"}),
    ("1. Sc4\n2. Se6\n|3. Sc5 4.Sf6|\n", {"3. Sc5 4.Sf6": "3. Sc5 XSc5\n4. Sf6"}),
    ("Sc4.\n|Se6.|\nSc5.\n", {}),  # a number here alone would be an error
    ("1. Zz9\n|2.Se6|\n", {}),
]


@pytest.mark.parametrize(("turns", "changes"), LINES)
def test_only_the_lines_of_a_range_are_formatted(turns: str, changes: dict[str, str]) -> None:
    before, inside, after = f"{MARTIAN}{turns}".split("|")
    text = before + inside + after
    (part,) = Document(text).parts
    done = apply_fixes(text, format_lines(part, len(before), len(before) + len(inside), is_last=True))
    assert done == "".join(changes.get(line.rstrip(), line.rstrip()) + "\n" for line in text.splitlines())


NAMES = [
    # the text with the cursor, the new name, the text after
    (
        f"{MARTIAN}1. |Ana: Sc4\nAna Lee resigns\n",
        "Eva Roth",
        ['[Red "Eva Roth"]', "1. Eva: Sc4", "Eva Roth resigns"],
    ),
    (MARTIAN.replace("Ana", "A|na") + "1. Sc4\n", 'J "Q" \U0001f53a', ['[Red "J \\"Q\\" \U0001f53a"]', "1. Sc4"]),
    (f"{HOMEWORLDS}3. build g1 I|da\n", "Vega", ["1. homeworld y2 b1 g3 Vega", "3. build g1 Vega", '[North "Ida"]']),
    (f"{HOMEWORLDS}3. build g1 Ida|\n", "Vega X", ['1. homeworld y2 b1 g3 "Vega X"', '3. build g1 "Vega X"']),
]  # fmt: skip


@pytest.mark.parametrize(("text", "new", "lines"), NAMES)
def test_a_name_changes_everywhere(at, text: str, new: str, lines: list[str]) -> None:
    _, part, offset = at(text)
    name = name_at(part.record, offset)
    assert name is not None
    after = apply_fixes(part.text, rename(part, name, new))
    assert [line for line in lines if line not in after.split("\n")] == []
    assert not replay(read_record(SourceText(after))).has_error


@pytest.mark.parametrize(
    ("text", "new"),
    [
        (f"{HOMEWORLDS}3. build g1 I|da\n", "Jon"),
        (f"{HOMEWORLDS}3. build g1 I|da\n", 'a"b'),
        (f"{MARTIAN}1. |Ana: Sc4\n", ""),
        (f"{MARTIAN}1. |Ana: Sc4\n", "Yellow"),
        (f"{MARTIAN}1. |Ana: Sc4\n", "Ben"),
        (f"{MARTIAN}1. |Ana: Sc4\n", "a\x1bb"),
    ],
)
def test_a_name_that_could_not_be_read_is_refused(at, text: str, new: str) -> None:
    _, part, offset = at(text)
    name = name_at(part.record, offset)
    assert name is not None
    with pytest.raises(CannotRename):
        rename(part, name, new)


def test_only_names_can_be_renamed(at) -> None:
    for text in ('[Ev|ent "Club"]\n', f"{MARTIAN}1. S|c4\n", f"{MARTIAN}1. Red|: Sc4\n", "|"):
        _, part, offset = at(text)
        assert name_at(part.record, offset) is None, text


def test_an_earlier_turn_is_offered_where_its_slip_shows(at) -> None:
    right = (SAMPLES / "martian-life" / "cascade-of-three-waves.pyr").read_text()
    _, part, offset = at(right.replace("3. Sg3", "3. Sg2").replace("15. Sf5=M", "15. |Sf5=M"))
    first = next(find_suggestions(part, offset, offset))
    assert first.title == "Turn 3: write `Sg3`"
    assert not first.is_preferred
    assert apply_fixes(part.text, first.fixes) == right


def with_exchanged_lines(text: str, ply: int, other: int, *, numbers: bool) -> str:
    """A record with the lines of two turns in each other's place, with or without their numbers."""
    lines = text.split("\n")
    one, two = (
        next(at for at, line in enumerate(lines) if line.startswith(f"{number}. ")) for number in (ply, other)
    )
    lines[one], lines[two] = lines[two], lines[one]
    if not numbers:
        lines[one] = lines[one].replace(f"{other}.", f"{ply}.", 1)
        lines[two] = lines[two].replace(f"{ply}.", f"{other}.", 1)
    return "\n".join(lines)


@pytest.mark.parametrize("numbers", [True, False])
@pytest.mark.parametrize(
    ("name", "ply", "other"), [("braces/first-game", 3, 5), ("homeworlds/self-elimination", 2, 3)]
)
def test_exchanged_turns_change_places_with_what_stands_with_them(
    at, name: str, ply: int, other: int, numbers: bool
) -> None:
    right = (SAMPLES / f"{name}.pyr").read_text().replace(f"\n{other + 1}. ", f"!? {{ late }}\n{other + 1}. ")
    _, part, _ = at(with_exchanged_lines(right, ply, other, numbers=numbers) + "|")
    first = next(find_suggestions(part, 0, len(part.text)))
    assert first.title == f"Exchange turns {ply} and {other}"
    assert apply_fixes(part.text, first.fixes) == right


def test_a_repair_is_offered_only_if_it_helps(at) -> None:
    """The comment that goes along would hide the turn after it."""
    right = (SAMPLES / "braces" / "first-game.pyr").read_text()
    wrong = with_exchanged_lines(right, 3, 5, numbers=True).replace("\n4. ", " 4. ").replace("\n6. ", " # late\n6. ")
    _, part, _ = at(wrong + "|")
    titles = [suggestion.title for suggestion in find_suggestions(part, 0, len(part.text))]
    assert not any(title.startswith("Exchange") for title in titles)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("braces/first-game", "Sb5-b4; Sb1-a1", "Sb5-b4; Sb1-a;"),
        ("triumvirate/hostages", "Ld3-b5; Lb5xMa6", "Ld3-b5; Lb5xMa;"),
        ("martian-chess/clock", "3. Pc4-b3", "3. Pc4-b;"),
        ("martian-chess/clock", "3. Pc4-b3", "3. Pc4-b ,"),
        ("martian-chess/clock", "3. Pc4-b3", "3. Pc4-b.;"),
    ],
)
def test_a_stray_semicolon_goes_with_the_turn_that_is_written_again(at, name: str, old: str, new: str) -> None:
    right = (SAMPLES / f"{name}.pyr").read_text()
    _, part, _ = at(right.replace(old, new, 1) + "|")
    first = next(find_suggestions(part, 0, len(part.text)))
    assert apply_fixes(part.text, first.fixes) == right
