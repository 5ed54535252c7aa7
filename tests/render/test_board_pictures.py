"""Boards as SVG: one scale for pyramids, arrows from pyramid to pyramid, and what is gone as it stood."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import pytest
from label_placement import HREF, touching_labels
from msgspec.structs import replace

from pyrnot.core.diagram import BoardBlock, Card, Cards, Diagram, DrawnPyramid, Group, Mark, Pose, Rack, Remarks
from pyrnot.core.grid import Grid
from pyrnot.core.pieces import SIZE_OF_LETTER, Colour, Pyramid, Size
from pyrnot.render.svg.board import draw_board
from pyrnot.render.svg.diagram import draw_svg
from pyrnot.render.svg.groups import moved
from pyrnot.render.svg.layout import compose
from pyrnot.render.svg.parts import ALL_PARTS
from pyrnot.render.svg.stacks import STACKED, Rect, outlines_of
from pyrnot.render.svg.symbols import svg_symbols
from pyrnot.render.svg.words import Caption
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.words import say_diagram

GRID = Grid(5, 5)
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
Point = tuple[float, float]


def stack(letters: str, mark: Mark | None = None) -> tuple[DrawnPyramid, ...]:
    return tuple(DrawnPyramid(Pyramid(SIZE_OF_LETTER[size], Colour.RED), f"{size}r", mark=mark) for size in letters)


def board(stacks: str = "", *, ghosts: str = "", paths: str = "", swaps: str = "") -> BoardBlock:
    """A board of `a1 LMS, b2 S`, with paths such as `a1-b1-b2` and swaps such as `a1-d4`."""

    def read(text: str, mark: Mark | None = None) -> dict[int, tuple[DrawnPyramid, ...]]:
        pairs = (item.split() for item in text.split(",") if item)
        return {GRID.index[square]: stack(letters, mark) for square, letters in pairs}

    def squares(text: str) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(GRID.index[name] for name in item.strip().split("-")) for item in text.split(",") if item)

    moves, routes = squares(paths), (*squares(paths), *squares(swaps))
    marks = dict.fromkeys((square for move in moves for square in move[:-1]), Mark.LEFT)
    return BoardBlock(
        GRID,
        read(stacks),
        marks,
        read(ghosts, Mark.REMOVED),
        routes,
        swaps=frozenset(range(len(moves), len(routes))),
        has_stacks=True,
    )


def drawn(of: BoardBlock) -> ET.Element:
    return ET.fromstring(f"<svg {XLINK}>{draw_board(of, moved, flip=False)}</svg>")


def corner(square: str) -> tuple[int, int]:
    index = GRID.index[square]
    return 16 + index % 5 * STACKED, 2 + (4 - index // 5) * STACKED


def middle(square: str) -> Point:
    x, y = corner(square)
    return x + STACKED / 2, y + STACKED / 2


def outlines(square: str, letters: str) -> list[Rect]:
    return outlines_of(stack(letters), *corner(square), STACKED)


def lines(picture: ET.Element) -> list[list[Point]]:
    """The points along the line of each arrow."""
    found = []
    for path in picture.iter("path"):
        if path.get("class") != "py-path":
            continue
        points: list[Point] = []
        for kind, text in re.findall("([MLQ])([^MLQ]+)", path.attrib["d"]):
            numbers = [float(number) for number in text.split()]
            *control, end = zip(numbers[::2], numbers[1::2], strict=True)
            start = points[-1] if points else end
            bend = control[0] if control else ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            for t in [1.0] if kind == "M" else [number / 20 for number in range(1, 21)]:
                a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
                points.append((a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1]))
        found.append(points)
    return found


def tips(picture: ET.Element) -> list[Point]:
    heads = [path.attrib["d"] for path in picture.iter("path") if path.get("class") == "py-head"]
    return [(float(x), float(y)) for head in heads for x, y in re.findall(r"M([-\d.]+) ([-\d.]+)", head)]


def distance(point: Point, rects: list[Rect]) -> float:
    return min(rect.distance(*point) for rect in rects)


@pytest.mark.parametrize(("flip", "y"), [(False, 60), (True, 120)])
def test_territories_are_divided_by_lines(flip: bool, y: int) -> None:
    divided = BoardBlock(Grid(2, 3), {}, file_lines=(1,), rank_lines=(2,))
    line = f'<path class="py-arm" d="M16 {y}h120v4h-120zM74 2h4v180h-4z"/>'
    assert line in draw_board(divided, moved, flip=flip)


def test_a_pyramid_is_as_large_in_a_stack_as_alone() -> None:
    symbols = [
        use.attrib[HREF]
        for use in drawn(board("a1 L, b1 LMS, c1 SSSSSS, d1 LLLLMMMMSSSS")).iter("use")
        if use.attrib[HREF].startswith("#pyU")
    ]
    assert symbols == ["#pyU3", "#pyU3", "#pyU2", "#pyU1", "#pyU1", "#pyU3", "#pyU2", "#pyU1"]
    assert "scale" not in re.search('<g id="pyU3">.*?</g></g>', svg_symbols())[0]  # type: ignore[index]


def texts_of(stacks: str) -> list[tuple[str | None, str | None]]:
    nodes = drawn(board(stacks)).iter("text")
    return [(node.get("class"), node.text) for node in nodes if node.get("class") != "py-n"]


def test_a_nest_has_letters_on_its_rims_and_no_tower() -> None:
    assert texts_of("b1 LMS") == [("py-rim", "Lr"), ("py-rim", "Mr"), (None, "Sr")]
    assert texts_of("b1 LS") == [("py-rim", "Lr"), (None, "Sr")]


def test_a_stack_that_hides_a_pyramid_has_a_tower_that_lists_all() -> None:
    assert texts_of("b1 LMM") == [(None, "Lr"), (None, "Mr"), ("py-o", "Mr"), (None, "Mr")]
    assert texts_of("b1 SL") == [(None, "Sr"), ("py-o", "Lr"), (None, "Lr")]


@pytest.mark.parametrize("letters", ["S", "LM", "LMS", "SS", "LLMMSS"])
def test_pyramids_are_in_the_middle_of_their_square(letters: str) -> None:
    picture = drawn(board(f"b1 {letters}"))
    places = [
        (float(use.attrib["x"]), float(use.attrib["y"]))
        for use in picture.iter("use")
        if use.attrib[HREF].startswith("#pyU")
    ]
    assert set(places) == {middle("b1")}


@pytest.mark.parametrize("letters", ["LLMMSSS", "LLLMMMSSS", "LLLLLMMMSSSS"])
def test_pyramids_cover_nothing_of_a_tower_of_two_columns(letters: str) -> None:
    nest, tower = outlines("b1", letters)
    assert corner("b1")[0] < nest.left
    assert nest.right <= tower.left
    middles = {
        float(use.attrib["x"])
        for use in drawn(board(f"b1 {letters}")).iter("use")
        if use.attrib[HREF].startswith("#pyU")
    }
    assert middles == {(nest.left + nest.right) / 2}


def test_a_tower_is_nearer_to_its_own_pyramids_than_to_the_neighbours() -> None:
    nest, tower = outlines("b1", "LLMMSSS")
    neighbour, _ = outlines("c1", "LL")
    assert tower.left - nest.right < (neighbour.left - tower.right) / 2
    assert tower.right <= corner("c1")[0]


@pytest.mark.parametrize("start", ["b1", "a2", "a1", "c3", "d2", "a4", "e5"])
@pytest.mark.parametrize("letters", ["S", "L", "LM", "LMMS", "LLMMSS", "LLMMSSS"])
def test_an_arrow_leads_from_where_the_pyramid_was_to_the_edge_of_where_it_is(start: str, letters: str) -> None:
    picture = drawn(board(f"b2 {letters}", paths=f"{start}-b2"))
    (line,), (tip,) = lines(picture), tips(picture)
    assert line[0] == middle(start)
    assert 1 < distance(tip, outlines("b2", letters)) < 4
    assert all(distance(point, outlines("b2", letters)) > 1 for point in line)


def test_an_arrow_between_neighbours_is_straight_even_to_a_tower() -> None:
    (line,), (tip,) = lines(picture := drawn(board("c5 LM, b5 LMSS", paths="c5-b5"))), tips(picture)
    assert {round(y, 3) for _, y in [*line, tip]} == {middle("b5")[1]}
    assert 1 < distance(tip, outlines("b5", "LMSS")) < 4


@pytest.mark.parametrize("between", ["", "b2 LM"])
def test_one_line_leads_through_all_legs(between: str) -> None:
    (line,) = lines(drawn(board(f"{between}, d2 S".lstrip(", "), paths="a1-b2-c1-d2")))
    assert middle("b2") in line
    assert middle("c1") in line


def test_a_line_leads_over_what_was_captured_on_the_way() -> None:
    picture = drawn(board("c1 S", ghosts="b2 L", paths="a1-b2-c1"))
    (line,) = lines(picture)
    assert middle("b2") in line
    kinds = [node.get("class", "").split()[0] for node in picture.iter("g") if node.get("class")]
    assert kinds.index("ghost") < kinds.index("py-arrow")


def test_legs_that_are_moves_are_numbered() -> None:
    path = replace(board("d2 S", paths="a1-b2-c1-d2"), counts_legs=True)
    assert [number for number, _ in numbers(drawn(path))] == ["1", "2", "3"]
    assert "Paths: 1. a1-b2, 2. b2-c1, 3. c1-d2" in draw_text(Diagram((path,)))
    assert numbers(drawn(replace(path, counts_legs=False))) == []
    single = replace(board("b2 S", paths="a1-b2"), counts_legs=True)
    assert numbers(drawn(single)) == []


def test_an_arrow_begins_at_the_edge_of_what_stayed() -> None:
    (line,) = lines(drawn(board("a1 LM, d1 S", paths="a1-d1")))
    assert 1 < distance(line[0], outlines("a1", "LM")) < 4


def test_arrows_are_over_squares_and_under_pyramids() -> None:
    kinds = [node.get("class", "").split()[0] for node in drawn(board("b1 S", paths="a1-b1")) if node.get("class")]
    assert kinds.index("py-q") < kinds.index("py-arrow") < kinds.index("pyramid")


@pytest.mark.parametrize(("stacks", "ghosts"), [("e1 S, b2 L, c1 L", ""), ("e1 S", "c1 L")])
def test_an_arrow_goes_round_what_it_must_not_hide(stacks: str, ghosts: str) -> None:
    (line,) = lines(drawn(board(stacks, ghosts=ghosts, paths="a1-e1")))
    assert all(distance(point, outlines("c1", "L")) > 2 for point in line)
    (straight,) = lines(drawn(board("e1 S, c2 L", paths="a1-e1")))
    assert {round(y) for _, y in straight} == {middle("a1")[1]}


SWAPS = {
    "apart": ("a1", "L", "d1", "S"),
    "side by side": ("a1", "LMS", "b1", "LMS"),
    "past a tower": ("b5", "LM", "c4", "LL"),
}


@pytest.mark.parametrize(("one", "stack", "other", "of"), SWAPS.values(), ids=SWAPS)
def test_a_swap_is_a_double_arrow(one: str, stack: str, other: str, of: str) -> None:
    swapped = board(f"{one} {stack}, {other} {of}", swaps=f"{one}-{other}")
    picture = drawn(swapped)
    assert len(lines(picture)) == 1
    around = outlines(one, stack) + outlines(other, of)
    assert sorted(round(distance(tip, around)) for tip in tips(picture)) == [2, 2]
    assert "swapped" in set(ET.fromstring(svg_of(swapped)).itertext())


def test_a_stop_on_the_way_is_marked_and_not_as_left() -> None:
    picture = drawn(board("c3 S", paths="a1-b2-c3"))
    (stop,) = picture.iter("circle")
    assert (float(stop.attrib["cx"]), float(stop.attrib["cy"])) == middle("b2")
    assert sum(use.attrib[HREF] == "#pybo" for use in picture.iter("use")) == 1  # a1 was left
    words = set(ET.fromstring(svg_of(board("c3 S", paths="a1-b2-c3"))).itertext())
    assert {"left", "stop on the way"} <= words
    (stop,) = drawn(board("b2 LM, c3 S", paths="a1-b2-c3")).iter("circle")
    assert 1 < distance((float(stop.attrib["cx"]), float(stop.attrib["cy"])), outlines("b2", "LM")) < 4


def test_arrows_between_the_same_squares_do_not_lie_on_each_other() -> None:
    for paths in ("a1-b1, a1-b1", "a1-b1, b1-a1", "b1-a1-b1"):
        points = [point for line in lines(drawn(board("b1 S", paths=paths))) for point in line]
        near = [point for point in points if abs(point[0] - middle("a1")[0] - STACKED / 2) < 5]
        heights = sorted(y for _, y in near)
        assert heights[-1] - heights[0] > 8, paths


def numbers(picture: ET.Element) -> list[tuple[str, Point]]:
    """The numbers in discs, and where they are."""
    discs = [node for node in picture.iter("g") if node.get("class") == "py-b py-moved"]
    return [(disc[1].text or "", (float(disc[0].attrib["cx"]), float(disc[0].attrib["cy"]))) for disc in discs]


def test_several_moves_are_numbered_in_their_order_and_a_single_one_is_not() -> None:
    several = board("b1 S, d3 L, e5 S", paths="a1-b1, c3-d3", swaps="d3-e5")
    assert [number for number, _ in numbers(drawn(several))] == ["1", "2", "3"]
    assert "order of the moves" in set(ET.fromstring(svg_of(several)).itertext())
    assert "Paths: 1. a1-b1, 2. c3-d3, 3. d3<>e5" in draw_text(Diagram((several,)))
    assert "Paths: 1. a1-b1; 2. c3-d3; 3. d3<>e5" in say_diagram(Diagram((several,)))
    single = board("b1 S", paths="a1-b1")
    assert numbers(drawn(single)) == []
    assert "order of the moves" not in set(ET.fromstring(svg_of(single)).itertext())
    assert "Path: a1-b1" in draw_text(Diagram((single,)))


@pytest.mark.parametrize("way", ["b2-c2", "b2-c3", "b2-b3", "c3-b2", "c3-c2"])
@pytest.mark.parametrize(
    "stacks", ["", "b2 S, c3 M", "b2 L, c2 LM, c3 LMMS, b3 L", "b2 LLMM, c2 LMS, c3 M, b3 LLMMSS"]
)
def test_the_number_of_a_move_is_at_its_arrow_and_hides_no_pyramid(way: str, stacks: str) -> None:
    crowded = board(f"e5 S, {stacks}".rstrip(", "), paths=f"{way}, e4-e5")
    picture = drawn(crowded)
    (number, at), _ = numbers(picture)
    assert number == "1"
    line = lines(picture)[0]
    assert min(math.dist(at, point) for point in line) < 12
    for square in crowded.stacks:
        letters = "".join(shown.letters[0] for shown in crowded.stacks[square])
        # The edge of a disc may touch a pyramid's edge where pyramids are side by side.
        assert distance(at, outlines(GRID.names[square], letters)) > 3


def test_waves_are_numbered_where_there_are_several() -> None:
    waves = replace(board(ghosts="a1 S, c3 L"), waves={GRID.index["a1"]: 1, GRID.index["c3"]: 2})
    picture = drawn(waves)
    assert [node.findtext("text") for node in picture.iter("g") if node.get("class") == "py-b py-removed"] == [
        "1",
        "2",
    ]
    assert not [use for use in picture.iter("use") if use.attrib[HREF] == "#pybx"]
    words = set(ET.fromstring(svg_of(waves)).itertext())
    assert "removed in this wave" in words
    assert "removed" not in words
    text = draw_text(Diagram((waves,)))
    assert "(Sr)1" in text
    assert "(Lr)2" in text
    assert "1-2 removed in this wave" in text
    narrow = draw_text(Diagram((waves,)), width=24)
    assert ("Sr×" in narrow, "Lr×" in narrow) == (True, True)  # noqa: RUF001
    assert narrow.endswith("× removed")  # noqa: RUF001
    assert "No longer there: a1 red Small (removed) in wave 1; c3 red Large (removed) in wave 2" in say_diagram(
        Diagram((waves,))
    )


def test_a_stack_that_is_gone_stands_as_it_stood() -> None:
    def ghosts_of(letters: str) -> list[ET.Element]:
        picture = drawn(board(ghosts=f"c3 {letters}"))
        return [node for node in picture.iter("g") if node.get("class", "").startswith("ghost")]

    ghosts = ghosts_of("LMS")
    assert [node.attrib["data-letters"] for node in ghosts] == ["Lr", "Mr", "Sr"]
    assert [node[0].attrib[HREF] for node in ghosts] == ["#pyG3", "#pyG2", "#pyG1"]
    ghosts = ghosts_of("LMSS")
    assert [node.attrib["data-letters"] for node in ghosts] == ["Lr", "Mr", "Sr", "Sr"]
    assert [node[0].attrib[HREF] for node in ghosts] == ["#pyG3", "#pyG2", "#pyD1", "#pyG1"]
    heights = [float(node.findall("text")[-1].attrib["y"]) for node in ghosts]
    assert heights == sorted(heights, reverse=True)
    beside = [node for node in drawn(board("c3 S", ghosts="c3 LMS")).iter("g") if "ghost" in node.get("class", "")]
    assert [node.attrib["data-letters"] for node in beside] == ["Sr", "Mr", "Lr"]  # from the top down


def test_a_ship_that_is_gone_is_a_triangle() -> None:
    ship = DrawnPyramid(Pyramid(Size.SMALL, Colour.RED), "r1", pose=Pose.FLAT, mark=Mark.LEFT, owner="North", turns=2)
    cards = Cards("", ((Card("Mars", (Group("gone", (ship,)),)),),))
    text = draw_svg(Diagram((cards,)), title="")
    assert re.search(
        r'class="ghost py-red py-left"[^>]*data-pose="flat"><use xlink:href="#pyQ1"[^>]*rotate\(180', text
    )
    assert '<path id="pyE1" d="M0-13L9 13H-9z"/>' in text


def svg_of(of: BoardBlock) -> str:
    return draw_svg(Diagram((of,)), title="")


def test_stashes_are_beside_the_board_and_the_turn_where_there_is_room() -> None:
    def rack(label: str, count: int) -> Rack:
        return Rack(label, tuple(Group(f"{number}", stack("LMS")) for number in range(count)))

    turn = Remarks("This turn", ("a pyramid moved",) * 9)
    alone = compose(Diagram((board("a1 L"),)), Caption(), moved, ALL_PARTS)
    few = compose(Diagram((board("a1 L"), rack("one", 2), rack("other", 2), turn)), Caption(), moved, ALL_PARTS)
    many = compose(Diagram((board("a1 L"), rack("one", 5), rack("other", 2), turn)), Caption(), moved, ALL_PARTS)
    common = compose(Diagram((board("a1 L"), Rack("Bank", (), is_common=True))), Caption(), moved, ALL_PARTS)
    assert alone.width == common.width == 360
    assert few.width == many.width > 500
    assert few.height == alone.height < many.height


def test_labels_that_touch_are_found() -> None:
    text = '<text x="{}" y="20" class="py-t">4 Sw</text>'
    for x, found in ((50, []), (22, [("4 Sw", "4 Sw")])):
        picture = ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{text.format(0)}{text.format(x)}</svg>')
        assert touching_labels(picture) == found
