"""SVG diagrams are valid, complete, of moderate size, and can be read back."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from label_placement import HREF, placed, pyramids_of, read_back
from msgspec.structs import replace
from reading import judge
from rich.color import Color

from pyrnot.core.diagram import BoardBlock, Diagram, DrawnPyramid, Group, Mark, Pose, Rack, Ring
from pyrnot.core.grid import Grid
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.play.line_tree import build_tree
from pyrnot.render.palette import PAINTS
from pyrnot.render.svg.diagram import draw_sheet, draw_svg, picture_height
from pyrnot.render.svg.groups import draw_group
from pyrnot.render.svg.parts import ALL_PARTS, Part
from pyrnot.render.svg.style import Theme, svg_page_style, svg_style, svg_variables
from pyrnot.render.svg.text import cut, cut_name, escape, text_width, wrap
from pyrnot.render.svg.words import Caption
from pyrnot.render.text.diagram import draw_text
from support import SAMPLES

NS = "{http://www.w3.org/2000/svg}"


def board_of(diagram: Diagram) -> BoardBlock:
    return next(block for block in diagram.blocks if isinstance(block, BoardBlock))


def parse(diagram: Diagram, **options: object) -> ET.Element:
    options = {"title": "A title", **options}
    return ET.fromstring(draw_svg(diagram, **options))  # type: ignore[arg-type]


def pyramids(root: ET.Element) -> list[ET.Element]:
    return [node for node in root.iter(f"{NS}g") if (node.get("class") or "").split()[:1] == ["pyramid"]]


def spots(root: ET.Element) -> list[tuple[ET.Element, float, float, float]]:
    """Every drawn element with its position in the picture and its scale."""
    return [
        (node, x + float(node.get("x", 0)) * scale, y + float(node.get("y", 0)) * scale, scale)
        for node, x, y, scale, _ in placed(root)
    ]


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("name", ["braces", "tall", "martian", "unsettled", "spectrum", "homeworlds", "triumvirate"])
def test_a_picture_read_back_is_the_diagram_drawn(draw, name: str, flip: bool) -> None:
    diagram = draw[name]()
    assert read_back(parse(diagram, flip=flip)) == pyramids_of(diagram)


def test_colour_size_and_pose_are_those_of_the_pyramid(draw) -> None:
    for node in pyramids(parse(draw["homeworlds"]())):
        letter, size = node.attrib["data-letters"]
        colour = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}[letter]
        assert f"py-{colour}" in node.attrib["class"].split()
        symbol = node[0].attrib[HREF]
        assert symbol.endswith(size)
        assert (node.get("data-pose") == "flat") == (symbol[3] in "XY")


@pytest.mark.parametrize("theme", Theme)
def test_valid_and_self_contained(sample: Diagram, hostile_text: str, theme: Theme) -> None:
    text = draw_svg(sample, title=hostile_text, theme=theme, caption=Caption((hostile_text,), hostile_text))
    root = ET.fromstring(text)
    assert root.tag == f"{NS}svg"
    assert root.attrib["role"] == "img"
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids))
    for node in root.iter():
        assert node.tag.removeprefix(NS) in {
            "svg", "title", "desc", "style", "defs", "g", "use", "rect", "path", "circle", "ellipse", "text",
        }  # fmt: skip
        assert "href" not in node.attrib, "SVG 1.1 has xlink:href, which every program knows"
        if HREF in node.attrib:
            assert node.attrib[HREF].removeprefix("#") in ids
        assert not any(name.startswith("on") for name in node.attrib)
    assert set(re.findall('http[^"]*', text)) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "url(" not in text
    assert "@import" not in text
    text.encode("utf-8")


def test_title_and_description(draw) -> None:
    diagram = draw["braces"]()
    root = parse(diagram, title="Ply 3 <of> 7")
    assert root[0].tag == f"{NS}title"
    assert root[0].text == "Ply 3 <of> 7"
    assert root[1].tag == f"{NS}desc"
    assert root[1].text == draw_text(diagram)


def test_everything_is_within_the_picture(sample: Diagram, hostile_text: str) -> None:
    root = parse(sample, caption=Caption(("5. White: DIG 5/2; Sc3-c4-c5 XSd5; Ma1-a2" * 3, hostile_text)))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for node, x, y, scale in spots(root):
        name = f"{ET.tostring(node, encoding='unicode')[:200]} at {x}, {y}"
        assert 0 <= x <= width, name
        assert 0 <= y <= height, name
        if node.tag == f"{NS}rect" and "width" in node.attrib:
            assert x + float(node.attrib["width"]) * scale <= width + 0.5, name
            assert y + float(node.attrib["height"]) * scale <= height + 0.5, name


def test_flipping_turns_board_and_coordinates_together(draw) -> None:
    board = board_of(draw["braces-turn"]())
    plain = parse(Diagram((board,)))
    turned = parse(Diagram((board,)), flip=True)

    def names(root: ET.Element) -> list[str]:
        drawn = ((x, node.text or "") for node, x, _, _ in spots(root) if node.get("class") == "py-n")
        return [name for _, name in sorted(drawn)]

    def corner(root: ET.Element) -> tuple[float, float]:
        return next((x, y) for node, x, y, _ in spots(root) if node.tag == f"{NS}use" and node.get("x"))

    files = [name for name in names(plain) if name.isalpha()]
    assert files == [*"abcde"]
    assert [name for name in names(turned) if name.isalpha()] == files[::-1]
    (x, y), (x_turned, y_turned) = corner(plain), corner(turned)
    assert (x, y) != (x_turned, y_turned)


@pytest.mark.parametrize("count", [12, 13, 10, 5, 4])
def test_slots_of_a_ring_do_not_touch_and_begin_at_the_top(draw, count: int) -> None:
    ring = next(block for block in draw["spectrum"]().blocks if isinstance(block, Ring))
    root = parse(Diagram((replace(ring, slots=(*ring.slots, ring.slots[0])[:count]),)))
    boxes = [
        (x, y, float(node.attrib["width"]), float(node.attrib["height"]))
        for node, x, y, _ in spots(root)
        if (node.get("class") or "").startswith("py-card")
    ]
    assert len(boxes) == count
    for number, (x, y, width, height) in enumerate(boxes):
        for x2, y2, *_ in boxes[:number]:
            assert abs(x - x2) >= width or abs(y - y2) >= height
    assert boxes[0][1] == min(y for _, y, *_ in boxes)
    assert boxes[count // 4][0] == max(x for x, *_ in boxes)
    if count == 12:
        assert boxes[9][0] == min(x for x, *_ in boxes)
        *_, height = map(float, root.attrib["viewBox"].split())
        assert height < 400, "as high as wide, which leaves room for large letters"


@pytest.mark.parametrize("height", [1, 2, 4, 5, 6, 7, 12, 13, 18, 21, 40])
def test_towers_stay_within_their_square(height: int) -> None:
    stack = tuple(DrawnPyramid(Pyramid(Size(3 - 3 * level // height), Colour.WHITE), "Lw") for level in range(height))
    root = parse(Diagram((BoardBlock(Grid(1, 1), {0: stack}),)))
    square = next(item for item in spots(root) if item[0].get("class") == "py-sl")
    left, top, side = square[1], square[2], float(square[0].attrib["width"]) * square[3]
    places = []
    for node in pyramids(root):
        found = spots(node)
        chip = [item for item in found if item[0].tag == f"{NS}use"][-1]
        places.append((float(chip[0].attrib["x"]), -float(chip[0].attrib["y"])))
    assert len(places) == height
    # From the bottom up, one column after the other from the left.
    assert places == sorted(places)
    drawn = [item for item in spots(root) if item[0].tag == f"{NS}text" and item[0].text == "Lw"]
    for _, x, y, _ in drawn:
        assert left < x < left + side
        assert top < y < top + side


def test_only_visible_pyramids_are_drawn_from_above(draw) -> None:
    def from_above(*letters: str) -> list[str]:
        sizes = {"S": Size.SMALL, "M": Size.MEDIUM, "L": Size.LARGE}
        stack = tuple(DrawnPyramid(Pyramid(sizes[letter], Colour.RED), f"{letter}r") for letter in letters)
        root = parse(Diagram((BoardBlock(Grid(1, 1), {0: stack}),)))
        used = [(node, [use.attrib[HREF] for use in node.findall(f"{NS}use")]) for node in pyramids(root)]
        return [node.attrib["data-letters"][0] for node, names in used if any(name[:4] == "#pyU" for name in names)]

    assert from_above("L", "M", "S") == ["L", "M", "S"]
    assert from_above("L", "L", "M", "M") == ["L", "M"]
    assert from_above("L", "S", "M") == ["L", "M"]
    assert from_above("S", "L") == ["L"]


def test_marks_paths_and_ghosts_are_drawn(draw) -> None:
    text = draw_svg(draw["martian"](), title="")
    assert text.count('class="ghost') == 3  # two, and one in the legend
    assert text.count('class="py-q py-removed"') == 2
    turn = draw_svg(draw["braces-turn"](), title="")
    assert turn.count('class="py-path"') == 2
    assert turn.count('class="py-head"') == 2
    for word in ("moved", "changed", "left"):
        assert f">{word}</text>" in turn
    assert ">placed</text>" not in turn


def test_flat_pyramids_point_away_from_their_owner() -> None:
    ship = DrawnPyramid(Pyramid(Size.SMALL, Colour.RED), "r1", pose=Pose.FLAT, owner="North")
    ships = (ship, replace(ship, owner="South", turns=2), ship)
    nodes = pyramids(parse(Diagram((Rack("Fleet", (Group("", ships),)),))))
    turns = [node[0].get("transform", "") for node in nodes]
    assert [turn[:11] for turn in turns] == ["", "rotate(180 ", ""]
    assert [node.get("data-owner") for node in nodes] == ["North", "South", "North"]


def test_a_note_in_the_place_of_pyramids_is_whole() -> None:
    group = Group("G1", (), "none drawn", Mark.REMOVED)
    assert "none drawn</text>" in draw_group(group, "", text_width("none drawn", 9) + 2).svg


def test_a_sheet_has_every_picture(draw) -> None:
    names = ("braces", "tall", "braces-turn")
    pictures = [(Caption((f"Ply {ply}",)), draw[name]()) for ply, name in enumerate(names)]
    root = ET.fromstring("".join(draw_sheet(pictures, title="A game", columns=2, size=200)))
    texts = [node.text for node in root.iter(f"{NS}text")]
    assert [text for text in texts if text and text.startswith("Ply")] == ["Ply 0", "Ply 1", "Ply 2"]
    assert root.attrib["width"] == "409"
    ET.fromstring("".join(draw_sheet([], title="Nothing")))


def test_pictures_of_a_game_can_have_the_same_height(draw) -> None:
    low, high = draw["braces"](), draw["braces-turn"]()
    height = picture_height(high, Caption(("8. White",)))
    assert picture_height(low) < height
    views = [
        parse(diagram, caption=Caption(("8. White",)), height=height).attrib["viewBox"] for diagram in (low, high)
    ]
    assert views[0] == views[1]


@pytest.mark.parametrize(
    ("name", "part", "there"),
    [
        ("braces", Part.BOARD, "a"),
        ("spectrum", Part.BOARD, "Spectrum"),
        ("homeworlds", Part.BOARD, "Mars"),
        ("martian", Part.CAPTION, "7. Red"),
        ("spectrum", Part.STASHES, "Goals"),
        ("homeworlds", Part.STASHES, "Bank"),
        ("martian", Part.TURN, "This turn"),
        ("martian", Part.TURN, "To move"),
        ("martian", Part.LEGEND, "placed"),
    ],
)
def test_a_part_can_be_drawn_alone_and_left_out(draw, name: str, part: Part, there: str) -> None:
    def words(parts: frozenset[Part]) -> set[str]:
        return {text for text in parse(draw[name](), caption=Caption(("7. Red",)), parts=parts).itertext() if text}

    assert there in words(frozenset({part, Part.BOARD}))  # a legend explains what is drawn
    assert there not in words(ALL_PARTS - {part})
    sheet = "".join(draw_sheet([(Caption(("7. Red",)), draw[name]())], title="", parts=ALL_PARTS - {part}))
    assert there not in set(ET.fromstring(sheet).itertext())


def test_size_is_the_width_in_pixels(draw) -> None:
    root = parse(Diagram((board_of(draw["braces"]()),)), size=720)
    assert root.attrib["width"] == "720"
    assert float(root.attrib["height"]) == pytest.approx(2 * float(root.attrib["viewBox"].split()[3]), abs=1)


def luminance(tone: str) -> float:
    parts = [int(tone[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", Colour)
def test_letters_stand_out_on_their_pyramid(colour: Colour) -> None:
    assert contrast(PAINTS[colour].fill, PAINTS[colour].ink) >= 4.5
    on_terminal = Color.parse(f"color({PAINTS[colour].number})").get_truecolor().hex
    assert contrast(on_terminal, PAINTS[colour].ink) >= 4.5


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
def test_words_and_symbols_stand_out_on_the_background(theme: Theme) -> None:
    of = dict(part.split(":") for part in svg_variables(theme).split(";"))
    for ground in ("page", "card"):
        assert contrast(of["--py-text"], of[f"--py-{ground}"]) >= 7
        assert contrast(of["--py-dim"], of[f"--py-{ground}"]) >= 4.5
    for mark in Mark:
        assert contrast(of[f"--py-{mark}"], of["--py-glyph"]) >= 4.5
        for ground in ("page", "light", "dark"):
            assert contrast(of[f"--py-{mark}"], of[f"--py-{ground}"]) >= 3
    for colour in Colour:
        for ground in ("light", "dark"):
            fill, edge = PAINTS[colour].fill, of[f"--py-{colour}-edge"]
            assert max(contrast(fill, of[f"--py-{ground}"]), contrast(edge, of[f"--py-{ground}"])) >= 3


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
def test_a_pyramid_stands_out_on_one_of_its_own_colour(theme: Theme) -> None:
    of = dict(part.split(":") for part in svg_variables(theme).split(";"))
    for colour in Colour:
        assert contrast(PAINTS[colour].fill, of[f"--py-{colour}-edge"]) >= 1.9, colour


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
@pytest.mark.parametrize("colour", Colour)
def test_the_outline_of_what_is_gone_stands_out_on_the_board(colour: Colour, theme: Theme) -> None:
    of = dict(part.split(":") for part in svg_variables(theme).split(";"))
    (outline,) = re.findall(rf"\.ghost\.py-{colour}{{stroke:(.*?)}}", svg_style(theme, frozenset({colour})))
    for ground in ("light", "dark", "card"):
        assert contrast(outline, of[f"--py-{ground}"]) >= 3


def test_the_automatic_theme_is_light_and_dark() -> None:
    style = svg_style(Theme.AUTO)
    light, _, dark = style.partition("@media (prefers-color-scheme:dark){")
    assert light == svg_style(Theme.LIGHT)
    assert dark[:-1] in svg_style(Theme.DARK)
    assert set(re.findall(r"var\((--[a-z-]+)\)", svg_page_style())) <= {
        part.split(":")[0] for part in svg_variables(Theme.DARK).split(";")
    }


def test_escape_leaves_nothing_that_xml_forbids(hostile_text: str) -> None:
    assert escape("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#x27;"
    assert escape("\x00\x0b\ud800\ufffe\tx") == r"\x00\x0b\ud800\ufffe" "\tx"
    ET.fromstring(f"<a b='{escape(hostile_text)}'>{escape(hostile_text)}</a>")


def test_wrapped_and_cut_text_fits_the_width() -> None:
    text = "the white Small goes from b1 over b2, " + "w" * 50
    for line in wrap(text, 100, 10):
        assert text_width(line, 10) <= 100
    assert "".join(wrap(text, 100, 10)).replace(" ", "") == text.replace(" ", "")
    assert text_width(cut(text, 100, 10), 10) <= 100
    assert cut("short", 100, 10) == "short"
    assert wrap("", 100, 10) == [""]


def test_a_long_word_is_broken_after_a_hyphen() -> None:
    name = "Преображенский-Константинопольский"
    assert wrap(f"x {name}", text_width(name, 10) - 1, 10) == ["x", "Преображенский-", "Константинопольский"]


def test_letters_of_cyrillic_take_about_as_much_room_as_latin_ones() -> None:
    assert text_width("Владислав Преображенский", 10) < 1.25 * text_width("Vladislaw Preobrazhensky", 10)


def test_a_name_that_is_too_long_is_cut_and_not_the_seat() -> None:
    label = "Ada Linden's stash (Rainbow)"
    assert cut_name(label, 1000, 12) == label
    cut_label = cut_name(label, 180, 12)
    assert re.fullmatch(r"Ada L\w*…'s stash \(Rainbow\)", cut_label)
    assert text_width(cut_label, 12) <= 180
    assert cut_name("Alexandria Centauri", 60, 12).endswith("…")


def test_a_card_without_an_owner_has_room_for_its_title() -> None:
    text = (SAMPLES / "triumvirate" / "hostages.pyr").read_text("utf-8")
    svg = draw_svg(build_tree(judge(text)).node(9).diagram, title="")
    assert ">Ottilie&#x27;s card (Red)</text>" in svg
