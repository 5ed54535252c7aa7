"""An illegal turn is drawn: what was written, what is owed, and a word for what is wrong, in each kind of picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from reading import judge, judge_once

from pyrnot.core.diagram import BoardBlock, Diagram
from pyrnot.core.game import AnyGame
from pyrnot.games import all_games
from pyrnot.play.line_tree import Node, build_tree
from pyrnot.play.plies import illegal_ply
from pyrnot.render.captions import caption_of
from pyrnot.render.html.page import Page
from pyrnot.render.svg.diagram import draw_svg
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset, columns
from pyrnot.render.text.terminal import draw_colour
from pyrnot.render.words import say_diagram
from support import SAMPLES

BRACES = '[Game "Braces"]\n[Setup "{}"]\n\n1. {}\n*\n'
MARTIAN = '[Game "Martian Life"]\n[Setup "{}"]\n\n1. {}\n*\n'
AUTUMN = '[Game "Autumn Ash"]\n[Setup "{}"]\n\n1. {}\n*\n'
ALIVE = "8/8/8/8/8/8/Sy,Sr,6/Sr,Sy,1,Sy,Sr,3 r"
CULLED = '[Game "Martian Life"]\n\n1. Sf3 XSe4 XSf3\n2. Sc3\n3. Se3 XSd4\n*\n'
MARTIAN_WIN = (SAMPLES / "martian-life" / "win-handed-over.pyr").read_text("utf-8")
BLACK = "Mb,4/5/2,Sw,2/5/4,Lw b"
OVER = MARTIAN_WIN.replace("Yellow wins", "3. Sa1\nYellow wins")
DRAWN = {
    "a-square-without-a-pyramid": (BRACES.format(BLACK, "HOP 1/1; Sd3-d4"), "d3-d4", "", {"d3": "empty"}),
    "not-yours": (BRACES.format(BLACK, "HOP 1/1; Sc3-c4"), "c3-c4", "", {"c3": "not yours"}),
    "the-step-at-fault": (
        BRACES.format("Mb,4/5/2,Sw,2/5/4,Lw w", "HOP 2/1; Sc3-c4-e5"),
        "c3-c4-e5",
        "",
        {"e5": "not adjacent"},
    ),
    "what-is-owed": (BRACES.format("Mb,4/5/2,Sw,2/5/4,Lw w", "HOP 2/1; Sc3-c4"), "", "c4-c5", {"c5": "owed"}),
    "a-missing-result": (CULLED, "e3", "", {"e3": "result missing"}),
    "a-placing": (MARTIAN.format(ALIVE, "Sa2"), "a2", "", {"a2": "occupied"}),
    "a-stash": (MARTIAN.format(ALIVE, "Ma1"), "a1", "", {"a1": "wrong size"}),
    "not-notation": (MARTIAN.format(ALIVE, "S@a1"), "", "", {"a1": "not notation"}),
    "not-notation-of-no-square": (MARTIAN.format(ALIVE, "Sz9"), "", "", {}),
    "not-notation-of-two-squares": (MARTIAN.format(ALIVE, "Sa1~b1"), "", "", {}),
    "after-the-end": (OVER, "a1", "", {"a1": "game over"}),
}


def refused(text: str) -> Node:
    """The node of the first illegal turn of a record."""
    return next(node for node in build_tree(judge(text)).nodes if not node.is_legal)


def board_of(diagram: Diagram) -> BoardBlock:
    return next(block for block in diagram.blocks if isinstance(block, BoardBlock))


@pytest.mark.parametrize(("text", "written", "owed", "wrong"), DRAWN.values(), ids=DRAWN)
def test_what_is_drawn(text: str, written: str, owed: str, wrong: dict[str, str]) -> None:
    board = board_of(refused(text).diagram)
    names = board.grid.names
    drawn = board.refused
    assert drawn is not None
    assert "-".join(names[square] for square in drawn.written) == written
    assert "-".join(names[square] for square in drawn.owed) == owed
    assert {names[square]: word for square, word in drawn.wrong.items()} == wrong


def test_a_narrow_square_shows_the_fault_and_not_what_was_moved_there() -> None:
    node = refused(BRACES.format("Mb,4/5/2,Sw,2/5/4,Lw w", "HOP 2/1; Sc3-c4; Sc4-e5"))
    assert "Sw→~" in draw_text(node.diagram, width=80)
    assert "Sw~" in draw_text(node.diagram, width=30)


def test_actions_before_the_refused_one_are_played() -> None:
    node = refused(BRACES.format("Mb,4/5/2,Sw,2/5/4,Lw w", "HOP 2/1; Sc3-c4; Sc3-c2"))
    board = board_of(node.diagram)
    index = board.grid.index
    assert board.paths == ((index["c3"], index["c4"]),)
    assert index["c4"] in board.stacks
    assert node.position.cells[index["c3"]], "the position of the node is the one before the turn"


@pytest.mark.parametrize(
    ("turn", "said", "shown"),
    [
        ("S@a1", "Not read: ", "The picture shows in red"),
        ("Sz9", "Not read: ", "The picture shows the position before it"),
        ("Sa2", "Not legal: ", "The picture shows in red"),
    ],
)
def test_an_unread_turn_is_told_from_an_illegal_one(turn: str, said: str, shown: str) -> None:
    line_tree = build_tree(judge(MARTIAN.format(ALIVE, turn)))
    node = line_tree.node(0)
    assert caption_of(line_tree, node).error.startswith(said)
    page = Page("")
    assert shown in "".join(page.record(line_tree))
    assert illegal_ply(line_tree.replay) == 1


def test_a_caption_gives_the_reason_not_the_wrong_number_before_it() -> None:
    line_tree = build_tree(judge(MARTIAN.format(ALIVE, "Ma1").replace("1. ", "2. ")))
    number, reason = line_tree.node(0).diagnostics
    assert number.code == "wrong-number"
    assert caption_of(line_tree, line_tree.node(0)).error == f"Not legal: {reason.message}"


def test_pictures_have_arrows_rings_and_words() -> None:
    svg = draw_svg(refused(BRACES.format(BLACK, "HOP 1/1; Sd3-d4")).diagram, title="")
    assert ET.fromstring(svg) is not None
    assert svg.count('<g class="py-refused">') == 1
    assert len(re.findall('<rect class="py-ring py-wrong"', svg)) == 1
    assert ">empty</text>" in svg
    placed = draw_svg(refused(MARTIAN.format(ALIVE, "Ma1")).diagram, title="")
    assert '<g class="py-refused">' not in placed
    assert ">wrong size</text>" in placed


def test_what_is_owed_is_listed_once() -> None:
    lines = draw_text(refused(BRACES.format("Mb,4/5/2,Sw,2/5/4,Lw w", "HOP 2/1; Sc3-c4")).diagram).split("\n")
    assert "Owed: c4-c5" in lines
    assert not [line for line in lines if line.startswith("Wrong")]


def test_text_has_signs_and_lists() -> None:
    diagram = refused(BRACES.format(BLACK, "HOP 1/1; Sd3-d4")).diagram
    lines = draw_text(diagram).split("\n")
    assert "Written: d3-d4" in lines
    assert "Wrong: d3 empty" in lines
    assert lines[-1] == "Signs:  ~ written  ! wrong"
    assert "d3 empty" in "\n".join(say_diagram(diagram))
    assert draw_colour(diagram).plain == draw_text(diagram)


def test_a_ring_shows_what_is_wrong_on_its_slots() -> None:
    text = '[Game "Spectrum"]\n[Goals "SrMkLw SoMoLi SaMtLy"]\n\n1. S(r)>S(b)\n*\n'
    diagram = refused(text).diagram
    assert "blue" in draw_text(diagram)
    assert "(wrong colour)" in draw_text(diagram)
    assert "red ~" in draw_text(diagram)


def test_cards_show_what_is_wrong_in_their_systems() -> None:
    text = '[Game "Homeworlds"]\n[Seats "2"]\n\n1. homeworld r1 b2 g3\n2. homeworld y1 b3 g3\n3. build y1 North\n*\n'
    node = refused(text)
    assert "build no template" in draw_text(node.diagram)
    assert 'class="py-card py-wrong"' in draw_svg(node.diagram, title="")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_the_wrong_records_of_all_explanations_are_drawn(game: AnyGame) -> None:
    seen = 0
    for explanation in game.explanations():
        if not explanation.wrong:
            continue
        for node in build_tree(judge_once(explanation.wrong, hints=False)).nodes:
            if node.refused is None:
                continue
            diagram = node.diagram
            for charset in Charset:
                assert max(map(columns, draw_text(diagram, charset=charset).split("\n"))) <= 80
            ET.fromstring(draw_svg(diagram, title=""))
            seen += diagram.marks() & {"written", "wrong"} != set()
    assert seen >= 5, "what `GameRules.route` and `Illegal.about` name is drawn"
