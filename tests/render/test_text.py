"""Text diagrams show every pyramid in its place, fit the width, and contain no control characters."""

from __future__ import annotations

import re
import unicodedata

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from pyrnot.core.diagram import BoardBlock, Diagram, DrawnPyramid, Facts, Group, Mark, Rack, Remarks, Ring
from pyrnot.core.grid import Grid
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.render.text.board import Scale
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, clean, columns, fold_words, short
from pyrnot.render.text.lines import Piece as Words
from pyrnot.render.text.terminal import draw_colour


def board_of(diagram: Diagram) -> BoardBlock:
    return next(block for block in diagram.blocks if isinstance(block, BoardBlock))


def read_stacks(text: str, board: BoardBlock, *, flip: bool) -> dict[int, tuple[str, ...]]:
    """The stacks that a board in text shows, in letters, from the bottom up."""
    names, *rows = text.split("\n")
    middles = [at for at, char in enumerate(names) if char.isalpha()]
    if flip:
        middles.reverse()
    stacks: dict[int, list[str]] = {}
    pending: list[str] = []
    for row in rows:
        pending.insert(0, row)
        if row[0].isdigit():
            for file, middle in enumerate(middles):
                pairs = (line[middle - 1 : middle + 1] for line in pending)
                square = (int(row[0]) - 1) * board.grid.files + file
                stacks[square] = [pair for pair in pairs if pair.isalpha()]
            pending = []
    return {square: tuple(stack) for square, stack in stacks.items() if stack}


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("charset", Charset)
@pytest.mark.parametrize("name", ["braces", "tall", "unsettled"])
def test_every_pyramid_of_every_stack_is_there_in_order(draw, name: str, charset: Charset, flip: bool) -> None:
    diagram = draw[name]()
    board = board_of(diagram)
    text = draw_text(Diagram((board,)), charset=charset, flip=flip)
    shown = {square: tuple(shown.letters for shown in stack) for square, stack in board.stacks.items()}
    assert read_stacks(text, board, flip=flip) == shown


@pytest.mark.parametrize("width", [80, pytest.param(60, marks=pytest.mark.slow), 44])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("charset", Charset)
def test_fits_the_width_without_control_characters(
    sample: Diagram, hostile_text: str, charset: Charset, flip: bool, width: int
) -> None:
    text = draw_text(sample, charset=charset, width=width, flip=flip, caption=["5. White", hostile_text])
    for line in text.split("\n"):
        assert columns(line) <= width
        assert line == line.rstrip()
        assert all(char == " " or (char.isprintable() and unicodedata.bidirectional(char) != "RLO") for char in line)
    if charset is Charset.ASCII:
        # Names stay as they are.
        assert all(char.isascii() or char.isalpha() for char in text)


@pytest.mark.parametrize("charset", Charset)
def test_eight_files_of_stacks_fit_eighty_columns(charset: Charset) -> None:
    grid = Grid(8, 8)
    pyramid = DrawnPyramid(Pyramid(Size.LARGE, Colour.RED), "Lr", mark=Mark.MOVED)
    board = BoardBlock(
        grid, {square: (pyramid,) * (square % 13) for square in range(64) if square % 13}, spots=frozenset({0})
    )
    text = draw_text(Diagram((board,)), charset=charset)
    assert max(map(len, text.split("\n"))) <= 80
    assert text.count("Lr") == sum(square % 13 for square in range(64))


def test_the_legend_has_the_symbols_used_and_no_others(draw) -> None:
    assert "Signs" not in draw_text(draw["braces"]())
    assert draw_text(draw["tall"]()).endswith("Signs:  → moved  ○ left")
    martian = draw_text(draw["martian"](), charset=Charset.ASCII)
    assert martian.endswith("Signs:  + placed  * changed  x removed  (..) no longer there")


def test_marks_of_a_square_are_beside_its_pyramids() -> None:
    shown = DrawnPyramid(Pyramid(Size.LARGE, Colour.RED), "Lr")
    board = BoardBlock(
        Grid(3, 1),
        {0: (shown,), 1: (replace(shown, mark=Mark.MOVED),)},
        marks={0: Mark.LEFT, 1: Mark.MOVED, 2: Mark.LEFT},
        spots=frozenset({0, 2}),
        spot_label="gate",
    )
    assert "1 │◇Lr ○│ Lr→ │◇   ○│ 1" in draw_text(Diagram((board,)))


def test_ghosts_under_another_pyramid_are_listed_on_a_board_of_single_pyramids(draw) -> None:
    text = draw_text(draw["triumvirate"]())
    assert "Lr→" in text
    assert "No longer there: Sb\N{MULTIPLICATION SIGN} b4" in text


def test_ghosts_of_a_stack_stay_on_their_own_square() -> None:
    stack = tuple(
        DrawnPyramid(Pyramid(size, Colour.RED), f"{size.letter}r", mark=Mark.REMOVED) for size in reversed(Size)
    )
    top = Grid(8, 8).index["d8"]
    text = draw_text(
        Diagram((BoardBlock(Grid(8, 8), {0: (DrawnPyramid(stack[0].pyramid, "Lr"),)}, ghosts={top: stack}),))
    )
    lines = text.split("\n")
    assert ["(Sr)" in lines[2], "(Mr)" in lines[3], "(Lr)" in lines[4]] == [True] * 3
    assert lines[4].startswith("8 ")
    assert "(" not in "".join(lines[5:-1])


def test_squares_out_of_play_are_shaded(draw) -> None:
    text = draw_text(draw["unsettled"]())
    assert "│  ◇  │░░░░░│ 1" in text
    assert "◇ entry square  ░ not where the playfield may lie" in text


def test_territories_are_divided_by_lines() -> None:
    def lines(files: int, ranks: int, charset: Charset = Charset.UNICODE, *, flip: bool = False) -> list[str]:
        board = BoardBlock(Grid(files, ranks), {}, file_lines=(1,), rank_lines=(ranks - 1,))
        return draw_text(Diagram((board,)), charset=charset, flip=flip).split("\n")

    top, first, divider, second = lines(2, 8)[1:5]
    assert (top[7], first[8], divider, second[8]) == ("─", "║", "  ╞═════╪═════╡", "║")
    assert [line.rstrip() for line in lines(2, 8, flip=True)].index("  ╞═════╪═════╡") == 9
    assert lines(3, 8, flip=True)[2][13] == lines(3, 8)[2][8] == "║"
    assert lines(3, 2)[1:5] == [
        "  ┌─────┬─────┬─────┐",
        "2 │     ║     │     │ 2",
        "  ╞═════╪═════╪═════╡",
        "1 │     ║     │     │ 1",
    ]
    assert lines(2, 2, Charset.ASCII)[2:4] == ["2 |     !     | 2", "  +=====+=====+"]


def test_a_ring_is_a_circle_if_there_is_room(draw) -> None:
    lines = draw_text(draw["spectrum"]()).split("\n")[2:]
    assert lines[0].strip() == "red"
    assert "clear" in lines[2]
    assert "orange" in lines[2]
    assert "grey" in lines[6]
    assert "green" in lines[6]
    assert "↻ clockwise" in "\n".join(lines)


def test_a_ring_is_a_list_if_there_is_none(draw) -> None:
    text = draw_text(draw["spectrum"](3), width=44, charset=Charset.ASCII)
    assert "Spectrum <-: counter-clockwise, slots in" in text
    order = [text.index(f"  {name}: ") for name in ("red", "orange", "yellow", "green", "cyan", "blue", "clear")]
    assert order == sorted(order)


def test_cards_are_side_by_side(draw) -> None:
    text = draw_text(draw["homeworlds"]())
    row = next(line for line in text.split("\n") if "Mars" in line)
    assert "Züri's Star" in row
    assert "日本" in row


def test_names_of_any_script_stay_as_they_are_in_ascii(draw) -> None:
    lines = draw_text(draw["homeworlds"](), charset=Charset.ASCII).split("\n")
    row = next(at for at, line in enumerate(lines) if "日本" in line)
    assert "Züri's Star" in lines[row]
    assert columns(lines[row]) == columns(lines[row + 1])


def test_counts_notes_and_empty_groups() -> None:
    sw = DrawnPyramid(Pyramid(Size.SMALL, Colour.WHITE), "Sw", count=3)
    groups = (Group("hall", (sw,), note="full"), Group("", ()), Group("cellar", (), note="none"))
    text = draw_text(Diagram((Rack("House", groups),)))
    assert text == "House:   hall: 3×Sw (full)   -   cellar: none"  # noqa: RUF001


def test_clean_replaces_harmful_characters() -> None:
    assert clean("a\x1b[31m\u202eb\tc\nd", Charset.UNICODE) == r"a\x1b[31m\u202eb c d"
    assert clean("Zoë – “x” → y 日", Charset.ASCII) == 'Zoë - "x" -> y 日'  # noqa: RUF001
    assert short("abcdefgh", Charset.ASCII, 6) == "abc..."
    assert short("日本日本日本", Charset.UNICODE, 6) == "日本…"


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("abc", 3),
        ("龍", 2),
        ("e\u0301", 1),
        ("e\u20dd", 1),
        ("\uff57", 2),
        ("a\u200bb", 2),
        ("3\u00d7Sw →", 6),
        ("", 0),
    ],
)
def test_columns_agree_with_rich(text: str, width: int) -> None:
    assert columns(text) == width == cell_len(text)


def test_words_too_long_for_a_line_are_broken() -> None:
    assert fold_words("aa bb" + "c" * 12, 10, first=Words("- ", 2), indent=2) == "- aa\n  bbcccccc\n  cccccc"


def test_words_break_only_at_the_end_of_a_line_whatever_their_letters() -> None:
    url = "https://example.org/a-page"
    assert fold_words(f"für alle: {url}", 30, indent=0) == f"für alle:\n{url}"
    assert fold_words("ü" * 25, 10, indent=0) == "\n".join(["ü" * 10, "ü" * 10, "ü" * 5])
    assert fold_words("龍" * 8, 11, indent=0) == "\n".join(["龍" * 5, "龍" * 3])
    assert fold_words("e\u0301" * 12, 10, indent=0) == "e\u0301" * 10 + "\n" + "e\u0301" * 2


def test_facts_and_remarks_are_folded() -> None:
    facts = Facts((("One", "x" * 30), ("Two", "y" * 30), ("Three", "z z " * 30)))
    text = draw_text(Diagram((facts, Remarks("", ("a " * 30,)))), width=40)
    assert text.startswith("One: " + "x" * 30 + "\nTwo: " + "y" * 30 + "\nThree: z z")
    assert max(map(len, text.split("\n"))) <= 40


def test_paths_are_folded(draw) -> None:
    assert "Paths: 1. c3-c4-c5,\n  2. a1-a2\n" in draw_text(draw["braces-turn"](), width=24)


def test_a_ring_of_few_slots_is_listed() -> None:
    sw = DrawnPyramid(Pyramid(Size.SMALL, Colour.WHITE), "Sw")
    text = draw_text(Diagram((Ring("Wheel", (Group("one", (sw,)), Group("two", ()))),)))
    assert text.split("\n") == ["Wheel ↻: clockwise, slots in clockwise order:", "one: Sw   two: -"]


@pytest.mark.parametrize("name", ["braces-turn", "martian", "unsettled", "triumvirate"])
@pytest.mark.parametrize("zoom", [2, 3, 4])
def test_an_enlarged_board_shows_the_same(draw, name, zoom) -> None:
    """Every pyramid and mark is there, and all lines of the board are equally wide."""
    plain, large = (draw_colour(draw[name](), width=200, scale=Scale(zoom=of)).plain for of in (1, zoom))
    assert sorted(re.findall(r"[SML][a-z]\b", large)) == sorted(re.findall(r"[SML][a-z]\b", plain))
    assert all(large.count(mark) >= plain.count(mark) for mark in "→*+○◇")
    assert len({len(line) for line in large.split("\n") if line[:3] in ("  │", "  ├", "  ┌", "  └")}) == 1


def test_a_name_that_is_too_long_is_cut_and_not_the_seat() -> None:
    label = f"{'Ada ' * 30}Linden's stash (Rainbow)"
    rack = Rack(label, (Group("", (), note="none"),))
    first = draw_text(Diagram((rack,)), width=40).split("\n")[0]
    assert re.fullmatch(r"[Ada ]+…'s stash \(Rainbow\):", first)
    assert len(first) == 40
    assert draw_text(Diagram((Rack("x" * 100, ()),)), width=40).endswith("…:")
