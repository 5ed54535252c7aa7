"""The replay page as a file: its content without scripts, what it must not contain, and its size."""

from __future__ import annotations

import base64
import hashlib
import re
from html import unescape
from html.parser import HTMLParser

import pytest

import pyrnot
from pyrnot.core.diagram import Diagram, DrawnPyramid, Group, Rack
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.render.html.index import draw_index, list_record
from pyrnot.render.svg.diagram import Shared
from pyrnot.render.svg.style import Theme
from pyrnot.render.words import say_diagram
from support import SAMPLES, few_or_many

VOID = {"meta", "br", "input", "link", "img"}


class Reader(HTMLParser):
    """Elements and text of a page; fails if they are not properly nested."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes another element"

    def handle_data(self, data) -> None:
        if not self.open or self.open[-1] not in ("script", "style"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def ids(self) -> list[str]:
        return [attrs["id"] or "" for _, attrs in self.elements if "id" in attrs]


@pytest.fixture(scope="module")
def page(write_page, line_tree) -> str:
    written: str = write_page(line_tree)
    return written


@pytest.fixture(scope="module")
def read(page: str) -> Reader:
    return Reader(page)


def plies(reader: Reader) -> list[str]:
    return [attrs["id"] for tag, attrs in reader.elements if tag == "section" and attrs["class"].startswith("ply")]


def test_every_ply_is_there_without_scripts(read: Reader) -> None:
    assert plies(read) == ["0", "1", "2", "3", "3v1", "4v1", "4v2", "3v3", "4", "5", "6", "7", "8"]
    figures = [attrs for tag, attrs in read.elements if tag == "figure" and attrs["class"] == "board"]
    assert len(figures) == 13
    for said in (
        "A comment in two lines.",
        "the green pawn on g1 becomes a yellow queen",
        "To move Ben <i> (Xeno)",
        "g1 yellow queen (moved)",
        "Position: ",
        "Ann",
        "Rainbow wins",
        "Club evening",
    ):
        assert said in read.text


def test_the_diagnostic_is_there_with_its_line(read: Reader) -> None:
    assert "This turn was not played." in read.text
    assert "error[" in read.text
    assert "8. Pg3-a1=P { This cannot be. }" in read.text
    assert "game.pyr:" in read.text
    assert "folder" not in read.text
    alert = [attrs for tag, attrs in read.elements if tag == "ul" and (attrs.get("class") or "").startswith("alert")]
    assert alert == [{"class": "alert error"}]


def test_the_place_of_a_diagnostic_fits_beside_the_board_and_on_a_phone(write_page, make_line_tree) -> None:
    comment = "a word " * 9
    page = write_page(make_line_tree(f'[Game "Martian Life"]\n1. Sf3 2. Sc6 3. Sa1 4. Sc6 {{ {comment}}}'))
    places = re.findall(r"(?s)<pre[^>]*>(.*?)</pre>", page)
    assert places
    assert all(len(line) <= 39 for place in places for line in unescape(place).split("\n"))
    assert all("^^" in place and "…" in place for place in places)


def test_the_earlier_turn_that_explains_a_diagnostic_is_a_link(write_page, make_line_tree) -> None:
    tree = make_line_tree('[Game "Martian Life"]\n1. Sf3 2. Sc6 3. Sa1 ( 3. Sc6 ) 4. Sc6')
    note = '<p class="related">note: <a href="#2">the yellow Small came to c6 in turn 2</a></p>'
    page = write_page(tree)
    assert page.count(note) == 2
    assert "note: " not in re.sub(r'<p class="related">.*?</p>', "", page)
    assert note not in write_page(tree, plies=[4]), "a link to what is not on the page"


def test_links_of_the_page_lead_somewhere(read: Reader) -> None:
    ids = read.ids()
    assert len(ids) == len(set(ids))
    links = [attrs["href"] for tag, attrs in read.elements if tag == "a"]
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
    used = {attrs["xlink:href"][1:] for tag, attrs in read.elements if tag == "use"}
    assert used <= set(ids)


def test_the_page_is_self_contained(page: str, read: Reader) -> None:
    for tag, attrs in read.elements:
        assert tag not in {"link", "img", "iframe", "object", "embed", "base"}
        assert "src" not in attrs
        for name in ("href", "action", "data"):
            assert (attrs.get(name) or "#").startswith(("#", "data:text/plain")), (tag, attrs)
    addresses = set(re.findall(r"https?://[^\"'\s)]*", page))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "url(" not in page
    assert "@import" not in page


@pytest.mark.parametrize("of", ["page", "index"])
def test_the_policy_allows_only_what_is_in_the_page(page: str, line_tree, of: str) -> None:
    if of == "index":
        shared = Shared()
        page = draw_index([list_record(line_tree, "a.html", shared)], shared)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None

    def digest(tag: str) -> str:
        text = page.rsplit(f"<{tag}>", 1)[1].rsplit(f"</{tag}>", 1)[0]
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert policy[1].split("; ") == [
        "default-src 'none'", f"style-src {digest('style')}", f"script-src {digest('script')}", "img-src data:",
        "base-uri 'none'", "form-action 'none'",
    ]  # fmt: skip
    assert " style=" not in page


def test_text_of_a_record_is_never_markup(write_page, hostile_line_tree, hostile_value: str) -> None:
    page = write_page(hostile_line_tree)
    reader = Reader(page)
    assert "<img" not in page
    assert "<script>alert" not in page
    assert hostile_value in reader.text
    assert sum(tag == "script" for tag, _ in reader.elements) == 1
    assert page.count("</noscript") == 2  # with scripts, a record is the text of one
    assert not any(name.startswith("on") for _, attrs in reader.elements for name in attrs)


def test_control_characters_are_removed(write_page, make_line_tree) -> None:
    page = write_page(make_line_tree('[Game "Autumn Ash"]\n[Event "a\u202eb\x07\x00"]\n{ \u2066x\x1b }\n1. \u202e\n'))
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f]", page)


def download(read: Reader) -> tuple[str | None, str]:
    """The name and the content of the file that a page offers."""
    link = next(attrs for tag, attrs in read.elements if tag == "a" and "download" in attrs)
    return link["download"], base64.b64decode((link["href"] or "").split(",", 1)[1]).decode()


def test_the_record_can_be_downloaded_unchanged(read: Reader, text: str) -> None:
    assert download(read) == ("autumn-ash-1.pyr", text)


def test_the_record_of_a_thread_can_be_downloaded() -> None:
    thread = SAMPLES / "martian-life" / "threads" / "a-typo.txt"
    assert download(Reader(pyrnot.load(thread).html())) == ("martian-life-1.txt", thread.read_text(encoding="utf-8"))
    assert "question at ply 4" in Reader(pyrnot.load(thread).html()).text
    game = pyrnot.load(thread, answers={8: "replaces 5: Sf3"})
    assert download(Reader(game.html())) == ("martian-life-1.pyr", f"{game}\n")


def test_many_records(write_page, line_tree, legal_line_tree, startless) -> None:
    reader = Reader(write_page(line_tree, legal_line_tree, startless))
    assert [link for link in reader.ids() if link.startswith("r")] == ["r1", "r2", "r3"]
    assert {"12/0"}.isdisjoint(reader.ids())
    assert {"2/0", "2/7", "2/3v1", "3/0"} <= set(reader.ids())
    nav = [attrs["href"] for tag, attrs in reader.elements if tag == "a" and attrs["href"].startswith("#r")]
    assert nav == ["#r1", "#r2", "#r3"]
    assert "nonesuch" in reader.text


def test_chosen_plies(write_page, line_tree) -> None:
    reader = Reader(write_page(line_tree, plies=[2, 0, 2]))
    assert plies(reader) == ["2", "0"]


def test_without_variations(write_page, line_tree) -> None:
    assert plies(Reader(write_page(line_tree, variations=False))) == [str(ply) for ply in range(9)]


def test_a_theme_can_be_chosen(write_page, line_tree) -> None:
    assert '<html lang="en" data-theme="dark">' in write_page(line_tree, theme=Theme.DARK)
    assert '<html lang="en">' in write_page(line_tree)


@few_or_many("length", 20, 200)
def test_a_long_game_is_well_under_two_megabytes(write_page, run, make_line_tree, length: int) -> None:
    long = make_line_tree(run("random", "braces", "--plies", str(length), "--seed", "1").stdout)
    assert long.replay.length == length
    page = write_page(long)
    assert len(page.encode()) < 100_000 + 5_500 * length
    assert len(plies(Reader(page))) == length + 1


def test_a_note_in_brackets_gets_no_second_pair() -> None:
    rack = Rack("Goal", (Group("red", (DrawnPyramid(Pyramid(Size.SMALL, Colour.RED), "Sr"),), note="(-1)"),))
    assert say_diagram(Diagram((rack,))) == ["Goal: red: Small (-1)"]


def test_the_list_of_turns_has_marks_and_comments(write_page, make_line_tree) -> None:
    page = write_page(
        make_line_tree(
            f'[Game "Autumn Ash"]\n[Variant "unsettled"]\n\n1. +Pg2; Pg2-g1=Q $5 {{ Why\nnot? {"word " * 99}}}\n'
        )
    )
    assert '<span class="marks">!?</span>' in page
    entry = re.search(r'<li><a href="#1">.* <i>!\?</i></a><p dir="auto">Why not\? (.*) …</p></li>', page)
    assert entry is not None
    assert len(entry[1]) < 300
    assert "$5" not in page.replace("$5 {", "")


def test_the_position_is_there(page: str, line_tree) -> None:
    written = line_tree.record.game.write_position(line_tree.node(line_tree.record.main_line[6]).position)
    assert f"<code>{written}</code>" in page


def test_the_index_lists_records(line_tree, startless, hostile_line_tree) -> None:
    shared = Shared()
    entries = [
        list_record(line_tree, "a b.html", shared),
        list_record(startless, "c.html", shared),
        list_record(hostile_line_tree, "d.html", shared),
    ]
    page = draw_index(entries, shared)
    assert page.count('<svg class="pyr small"') == 2, "the record without a start has no picture"
    reader = Reader(page)
    assert [attrs["href"] for tag, attrs in reader.elements if tag == "a"] == ["a%20b.html", "c.html", "d.html"]
    for said in ("Ann (Rainbow), Ben <i> (Xeno)", "Club evening", "Rainbow wins", "2 errors", "1 error"):
        assert said in reader.text
    assert "<img" not in page
    assert "3 records" in draw_index([*entries], shared)


def test_each_turn_of_the_list_has_the_mark_of_its_seat(write_page, line_tree) -> None:
    page = write_page(line_tree)
    turns = page.partition('<nav class="turns"')[2].partition("</nav>")[0]
    assert turns.count('<span class="by orange" data-by="R"></span>') > 2
    assert turns.count('<span class="by cyan" data-by="X"></span>') > 2
    assert '<span class="by orange" data-by="R"></span>Ann <b>(Rainbow)</b>' in page
