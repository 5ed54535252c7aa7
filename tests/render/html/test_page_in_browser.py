"""The replay page in a real browser: keys, buttons, slider, touch, links, variations, records, dark mode, print,
accessibility.

Skipped if no browser is installed; with PYRNOT_NEEDS_BROWSER set, that is a failure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.games import all_games
from pyrnot.play.counts import Counts, keys_of_standings, standings_of
from pyrnot.play.line_tree import build_tree
from pyrnot.play.replay import replay
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText
from pyrnot.render.html.index import draw_index, list_record
from pyrnot.render.html.page import Page
from pyrnot.render.svg.diagram import Shared
from pyrnot.render.svg.groups import LARGE_LETTERS
from pyrnot.render.svg.words import WIDTH
from support import SAMPLES, samples_of, violations

SLIPS = Path(__file__).parents[2] / "play" / "slips"

pytestmark = [pytest.mark.timeout(120), pytest.mark.slow]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory, write_page, line_tree, legal_line_tree) -> Path:
    """Two records, the first of which has variations and an illegal turn."""
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(write_page(line_tree, legal_line_tree), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def shared_page(browser) -> Any:
    """A page for all tests that want nothing special of it: a new one costs as much as a test."""
    return _new_page(browser)


def _new_page(browser: Any, **options: Any) -> Any:
    """A page with a list, `trouble`, of the errors that it reports and of what it requests."""
    page = browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **options}).new_page()
    page.trouble = trouble = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on(
        "request",
        lambda request: trouble.append(request.url) if not request.url.startswith(("file:", "data:")) else None,
    )
    return page


@pytest.fixture
def open_page(browser, shared_page, page_file: Path) -> Iterator[Any]:
    """`open_page("3")` opens the page at a ply; fails if the page reports an error or requests anything."""
    pages = []

    def start(place: str = "", *, path: Path = page_file, **options: Any) -> Any:
        pages.append(page := _new_page(browser, **options) if options else shared_page)
        page.goto("about:blank")  # a change of the place alone would not load the page
        page.goto(path.as_uri() + (f"#{place}" if place else ""))
        return page

    yield start
    trouble = [said for page in pages for said in page.trouble if said != "about:blank"]
    for page in pages:
        page.trouble.clear()
        if page is shared_page:
            page.evaluate("localStorage.clear()")
            page.set_viewport_size({"width": 1280, "height": 860})
            page.emulate_media(media="screen")
        else:
            page.context.close()
    assert trouble == []


def where(page: Any) -> str:
    """The ply that is visible; fails unless exactly one is."""
    seen = page.evaluate(
        """[...document.querySelectorAll('.ply')].filter(ply => ply.checkVisibility())
            .map(({ dataset }) => [dataset.ply, dataset.line])"""
    )
    assert len(seen) == 1, seen
    ply, line = seen[0]
    return ply if line == "0" else f"{ply}v{line}"


def press(page: Any, keys: str) -> str:
    for key in keys.split():
        page.keyboard.press(key)
    place = where(page)
    assert page.evaluate("location.hash").split("/")[-1].removeprefix("#") in ("", place), "the address names the ply"
    return place


def test_one_ply_is_visible_and_the_keys_step(open_page, tmp_path: Path) -> None:
    page = open_page()
    assert where(page) == "0"
    for keys, expected in [
        ("ArrowRight", "1"), ("n n", "3"), ("ArrowLeft", "2"), ("ArrowDown", "3v1"), ("ArrowDown", "3v3"),
        ("v", "3v1"), ("n", "4v1"), ("v", "4v2"), ("o", "4v1"), ("ArrowUp", "3"), ("End", "8"), ("n", "8"),
        ("Home", "0"), ("b", "0"), ("c", "2"), ("c", "3v1"), ("C", "2"), ("d", "8"), ("s", "0"), ("Space", "1"),
    ]:  # fmt: skip
        assert press(page, keys) == expected, keys
    page.screenshot(path=str(tmp_path / "page.png"))
    assert (tmp_path / "page.png").stat().st_size > 10_000


def test_links_to_a_ply(open_page) -> None:
    for place, expected in (("3", "3"), ("3v1", "3v1"), ("8", "8"), ("", "0"), ("99", "0"), ("2/5", "5")):
        page = open_page(place)
        assert where(page) == expected
        assert page.evaluate("scrollY") == 0
    page = open_page()
    page.evaluate("location.hash = '#4v2'")
    page.wait_for_selector(".here[data-ply='4']", timeout=10_000)
    assert where(page) == "4v2"


def test_buttons_slider_and_turn_list(open_page) -> None:
    page = open_page()
    page.click(".controls button.next")
    page.click(".controls button.next")
    assert where(page) == "2"
    page.click(".controls button.end")
    assert where(page) == "8"
    assert page.is_disabled(".controls button.next")
    page.click(".controls button.start")
    assert page.is_disabled(".controls button.back")
    page.focus(".slide")
    press(page, "ArrowRight ArrowRight ArrowRight")
    assert where(page) == "3"
    page.click(".turns >> text=+Pb5; Pb5-b4=P >> nth=1")
    assert where(page) == "3v3"
    assert page.get_attribute(".record.open .turns a[aria-current]", "href") == "#3v3"
    page.click("text=Back to 3.")
    assert where(page) == "3"
    page.click("text=Instead: 3. +Qc6")
    assert where(page) == "3v1"


def test_a_ply_by_its_number(open_page) -> None:
    page = open_page()
    press(page, "g")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    assert where(page) == "5"
    page.fill("input[type=number]", "77")
    page.keyboard.press("Enter")
    assert where(page) == "5"
    assert "no ply 77" in page.text_content("[role=status]")


def test_autoplay_stops_at_the_end(open_page) -> None:
    page = open_page("6")
    page.select_option("select[aria-label='Seconds per turn']", "0.5")
    press(page, "a")
    assert page.get_attribute("button.play", "aria-pressed") == "true"
    page.wait_for_selector(".here[data-ply='8']", timeout=10_000)
    page.wait_for_selector("button.play[aria-pressed=false]")
    press(page, "Home a n")
    assert page.get_attribute("button.play", "aria-pressed") == "false"


def test_touch(open_page) -> None:
    page = open_page("2", viewport={"width": 390, "height": 844}, has_touch=True)

    def swipe(start: int, end: int) -> None:
        page.evaluate(
            """([start, end]) => {
                const figure = document.querySelector('.here figure');
                const touch = (x) => new Touch({ identifier: 1, target: figure, clientX: x, clientY: 300 });
                const send = (name, x) => figure.dispatchEvent(new TouchEvent(name, {
                    bubbles: true, touches: name === 'touchstart' ? [touch(x)] : [], changedTouches: [touch(x)] }));
                send('touchstart', start); send('touchend', end);
            }""",
            [start, end],
        )

    swipe(300, 100)
    assert where(page) == "3"
    swipe(100, 300)
    swipe(100, 300)
    assert where(page) == "1"
    swipe(200, 190)
    assert where(page) == "1"


def test_the_board_from_the_other_side(open_page) -> None:
    page = open_page("3")
    board = page.locator(".here figure.board")
    before = board.inner_html()
    page.click("button.flip")
    page.wait_for_selector("button.flip[aria-pressed=true]")
    assert board.inner_html() != before
    assert page.evaluate(
        """[...document.querySelectorAll('.here figure.board use')]
            .every(use => document.querySelector(use.getAttribute('xlink:href')))"""
    )
    press(page, "n b f")
    page.wait_for_selector("button.flip[aria-pressed=false]")
    assert board.inner_html() == before


def test_records(open_page) -> None:
    page = open_page()
    assert page.locator("select[aria-label=Record] option").count() == 2
    press(page, "n ]")
    assert page.evaluate("location.hash") == "#2/0"
    assert press(page, "End") == "7"
    page.select_option("select[aria-label=Record]", "0")
    assert page.evaluate("location.hash") == "#0"
    assert page.locator(".record").nth(1).is_hidden()


def test_records_are_listed_beside_the_board_of_a_wide_window(open_page) -> None:
    page = open_page("2", viewport={"width": 1600, "height": 860})
    links = page.locator(".choices a")
    assert [link.is_visible() for link in links.all()] == [True, True]
    assert links.nth(0).get_attribute("aria-current") == "true"
    links.nth(1).click()
    assert page.evaluate("location.hash") == "#2/0"
    assert page.locator(".choices a[aria-current]").text_content().startswith("2. ")
    page.set_viewport_size({"width": 1280, "height": 860})
    assert links.nth(0).is_hidden()
    assert page.locator("select[aria-label=Record]").is_visible()


def test_screen_readers_hear_the_turn(open_page) -> None:
    page = open_page()
    press(page, "n n")
    said = page.text_content("[role=status]")
    assert page.get_attribute("[role=status]", "aria-live") == "polite"
    for part in ("2. Xeno", "+Qh1; Qh1-g1=P", "the clear queen enters on h1", "A comment"):
        assert part in said
    press(page, "d")
    assert "This turn was not played" in page.text_content("[role=status]")


def test_the_diagnostic_is_shown(open_page) -> None:
    page = open_page()
    page.click(".record.open .alert a")
    assert where(page) == "8"
    assert page.locator(".here .diagnostic pre").is_visible()
    assert page.locator(".record.open .unjudged").count() == 2


def test_help(open_page) -> None:
    page = open_page()
    page.keyboard.press("?")
    assert page.locator("dialog.keys").is_visible()
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    assert page.locator("dialog.keys").is_hidden()
    assert where(page) == "0"


def test_light_and_dark(open_page) -> None:
    def ground(page: Any) -> str:
        colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return colour

    light, dark = open_page(color_scheme="light"), open_page(color_scheme="dark")
    assert ground(light) != ground(dark)
    light.keyboard.press("t")
    assert ground(light) == ground(dark)
    dark.keyboard.press("t")
    dark.keyboard.press("t")
    assert ground(dark) == "rgb(246, 244, 239)"


def test_a_page_in_a_frame_is_steered_by_the_page_around_it(browser, page_file: Path) -> None:
    page = browser.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.set_content('<iframe sandbox="allow-scripts"></iframe>')
    page.evaluate(
        """(html) => { window.heard = []; addEventListener("message", ({ data }) => heard.push(data));
            document.querySelector("iframe").srcdoc = html; }""",
        page_file.read_text(encoding="utf-8"),
    )
    frame = page.frame_locator("iframe")
    frame.locator(".here[data-ply='0']").wait_for()
    for ply, shown in (("4v1", "4"), ("99", "4"), ("8", "8")):
        page.evaluate("(ply) => frames[0].postMessage(ply, '*')", ply)
        frame.locator(f".here[data-ply='{shown}']").wait_for()
    page.wait_for_function("heard.length === 2")
    assert page.evaluate("heard") == ["4v1", "8"]
    assert not trouble
    page.close()


def test_results_can_be_hidden_until_the_end(
    open_page, write_page, make_line_tree, legal_line_tree, tmp_path: Path
) -> None:
    path = tmp_path / "game.html"
    sample = (SAMPLES / "braces/short-game.pyr").read_text()
    path.write_text(write_page(make_line_tree(sample), legal_line_tree))
    page = open_page(path=path)
    assert page.locator(".record.open .result").is_visible()
    press(page, "r")
    assert page.text_content("[role=status]") == "Results are hidden until the end"
    assert page.locator(".record.open .result").is_hidden()
    page.reload()
    assert page.get_attribute("button.result", "aria-pressed") == "true"
    assert page.locator(".record.open .result").is_hidden()
    press(page, "End")
    assert page.locator(".record.open .result").is_visible()
    press(page, "b")
    assert page.locator(".record.open .result").is_hidden()
    page.click("button.result")
    assert page.locator(".record.open .result").is_visible()


def test_all_plies_are_printed(open_page) -> None:
    page = open_page("3", color_scheme="dark")
    page.emulate_media(media="print")
    page.wait_for_selector(".printed .ply")
    assert page.locator(".ply:visible").count() == 13 + 12
    assert page.locator(".controls").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    page.wait_for_selector(".printed", state="detached")
    assert where(page) == "3"


@pytest.mark.parametrize(
    ("game", "most"), [("triumvirate/plain", 5), ("braces/short-game", 6), ("spectrum/two-seats", 7)]
)
def test_printed_pages_are_full(open_page, write_page, make_line_tree, tmp_path: Path, game: str, most: int) -> None:
    path = tmp_path / "game.html"
    path.write_text(write_page(make_line_tree((SAMPLES / f"{game}.pyr").read_text())))
    printed = open_page(path=path).pdf(format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "10mm"))
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= most


def test_the_letters_of_a_printed_ring_can_be_read(open_page, write_page, make_line_tree, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    path.write_text(write_page(make_line_tree((SAMPLES / "spectrum" / "two-seats.pyr").read_text())))
    page = open_page(path=path)
    page.emulate_media(media="print")
    page.wait_for_selector(".printed .ply")
    pixels = page.locator(".printed .board > svg").first.bounding_box()["width"] * LARGE_LETTERS / WIDTH
    assert pixels * 72 / 96 >= 5, "points"


def test_all_plies_are_visible_without_scripts(open_page) -> None:
    page = open_page(java_script_enabled=False)
    assert page.locator(".ply").count() == 25
    assert page.locator(".ply").nth(8).is_visible()
    page.click(".turns >> text=Dg2-g3=P >> nth=0")
    assert page.url.endswith("#6")


def test_nothing_is_wider_than_the_screen(open_page) -> None:
    page = open_page("8")
    for width in (320, 390, 768, 1024, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for name in ("button.start", "button.play", "button.end", "button.flip", ".slide"):
            box = page.locator(f".controls {name}").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width


def test_hostile_records_do_nothing(open_page, write_page, hostile_line_tree, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(write_page(hostile_line_tree), encoding="utf-8")
    page = open_page(path=path)
    press(page, "n")
    assert page.title().startswith("Autumn Ash")
    assert page.locator("img").count() == 0


def test_a_page_of_some_plies(open_page, write_page, line_tree, tmp_path: Path) -> None:
    path = tmp_path / "some.html"
    path.write_text(write_page(line_tree, plies=[1, 4, 6]), encoding="utf-8")
    page = open_page(path=path)
    assert where(page) == "1"
    assert press(page, "n") == "4"
    assert press(page, "End") == "6"
    assert press(page, "b b b") == "1"


def test_a_record_without_a_start(open_page, write_page, startless, tmp_path: Path) -> None:
    path = tmp_path / "startless.html"
    path.write_text(write_page(startless), encoding="utf-8")
    page = open_page(path=path)
    assert where(page) == "0"
    assert press(page, "n v f a d c End") == "0"
    assert "nonesuch" in page.text_content(".here .diagnostic")


def test_only_what_is_looked_at_is_made(open_page) -> None:
    page = open_page()
    for keys in ("n n", "End", "]", "n"):
        press(page, keys)
        assert page.locator(".ply").count() == 1
    page = open_page("2/5")
    assert page.locator(".record:not(.open)").evaluate("article => article.children.length") == 1
    assert page.locator(".blocked").is_hidden()


def test_letters_are_keys_after_the_slider_was_used(open_page) -> None:
    page = open_page()
    page.focus(".slide")
    assert press(page, "ArrowRight n c") == "3v1"
    page.click(".slide", position={"x": 3, "y": 8})
    assert where(page) == "3v1" or where(page) == "0"
    assert press(page, "Home n n n ArrowDown ArrowUp") == "3", "the arrows leave a variation again"


def click_square(page: Any, file: float, rank: float) -> str:
    """Clicks on a square, counted from the left and the top; returns what the page says."""
    box = page.locator(".here .board > svg").bounding_box()
    view = page.evaluate(
        "(({ width, height }) => [width, height])(document.querySelector('.here .board > svg').viewBox.baseVal)"
    )
    left, top, side, *_ = page.get_attribute(".here .board", "data-squares").split()
    scale = box["width"] / view[0]
    at = [(int(edge) + (number + 0.5) * int(side)) * scale for edge, number in ((left, file), (top, rank))]
    page.mouse.click(box["x"] + at[0], box["y"] + at[1])
    return str(page.text_content(".here .spot"))


def test_a_click_says_what_is_on_a_square(open_page) -> None:
    page = open_page("7")
    ranks = int(page.get_attribute(".here .board", "data-squares").split()[-1])
    files = int(page.get_attribute(".here .board", "data-squares").split()[-2])
    region = "square where the playfield may lie"
    assert click_square(page, 4, ranks - 1) == f"e1: red queen, red pawn (moved); {region}"
    assert page.text_content("[role=status]") == f"e1: red queen, red pawn (moved); {region}"
    assert click_square(page, 0, ranks - 1) == "a1: empty"
    press(page, "f")
    page.wait_for_selector("button.flip[aria-pressed=true]")
    assert page.locator(".spot").count() == 0
    assert click_square(page, files - 5, 0).startswith("e1: red queen")
    page.click(".here .rest svg")
    assert page.text_content(".here .spot").startswith("Ann's stash, green: ")
    page.keyboard.press("Escape")
    assert page.locator(".spot").count() == 0


@pytest.mark.parametrize("game", ["homeworlds/sacrifice-chain", "spectrum/four-seats"])
def test_what_is_beside_the_board_is_readable(
    open_page, write_page, make_line_tree, tmp_path: Path, game: str
) -> None:
    """At every size of the window: no letter in the panel under 13 px, and a board that is seen whole."""
    path = tmp_path / "game.html"
    path.write_text(write_page(make_line_tree((SAMPLES / f"{game}.pyr").read_text())), encoding="utf-8")
    page = open_page("9", path=path)
    widths = []
    for width, height in ((320, 640), (390, 844), (640, 400), (844, 390), (1024, 768), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        assert page.evaluate(SMALLEST) >= 13, (width, height)
        widths.append(page.locator(".here .told").bounding_box()["width"])
        board = page.locator(".here .board > svg")
        if board.count() and width > height:
            box = board.bounding_box()
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height, (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert widths[-1] > 1.3 * widths[-2], "the panel grows with the window"


SMALLEST = """() => {
    const sizes = [];
    for (const svg of document.querySelectorAll('.here .rest svg, .here .row svg')) {
        const scale = svg.getScreenCTM().a;
        for (const use of svg.querySelectorAll('use')) {
            for (const text of document.querySelector(use.getAttribute('xlink:href')).querySelectorAll('text')) {
                sizes.push(scale * parseFloat(getComputedStyle(text).fontSize));
            }
        }
    }
    for (const said of document.querySelectorAll('.here .told *:not(svg *)')) {
        if (!said.checkVisibility() || !said.textContent.trim()) continue;
        sizes.push(parseFloat(getComputedStyle(said).fontSize));
    }
    return Math.min(...sizes);
}"""


@pytest.mark.parametrize("game", ["braces/every-rule", "triumvirate/plain", "spectrum/two-seats"])
def test_letters_on_a_phone_have_ten_pixels(open_page, write_page, make_line_tree, tmp_path: Path, game: str) -> None:
    path = tmp_path / "game.html"
    path.write_text(write_page(make_line_tree((SAMPLES / f"{game}.pyr").read_text())))
    page = open_page("2", path=path, viewport={"width": 375, "height": 800})
    # Letters in drawings that are used by reference cannot be asked; their copies have the same style.
    sizes = page.evaluate(
        """() => {
            const svg = document.querySelector('.here .board > svg');
            svg.insertAdjacentHTML('beforeend', `<text class="py-n">a</text><g class="pyramid"><text>Sw</text></g>
                <g class="tower"><g class="pyramid"><text>Sw</text></g></g>
                <g class="ring"><g class="pyramid"><text>Sw</text></g></g>
                <g class="py-b"><text>2</text></g><g class="py-g"><text>Sr</text></g>`);
            return [...svg.querySelectorAll(':scope > text, :scope > g > text, :scope > g > .pyramid > text')]
                .map(text => parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a);
        }""".replace("tower", "py-k" if game.startswith("braces") else "").replace(
            "ring", "py-w" if game.startswith("spectrum") else ""
        )
    )
    assert len(sizes) >= 6
    assert min(sizes) > 9.9


def test_counts_side_by_side_do_not_touch_on_the_narrowest_phone(
    open_page, write_page, make_line_tree, tmp_path: Path
) -> None:
    path = tmp_path / "game.html"
    path.write_text(write_page(make_line_tree((SAMPLES / "spectrum/four-seats.pyr").read_text())))
    page = open_page("1", path=path, viewport={"width": 320, "height": 640})
    gaps = page.evaluate(
        """() => {
            const svg = document.querySelector('.here .board > svg');
            return [...svg.querySelectorAll('use')].flatMap(use => {
                const slot = document.querySelector(use.getAttribute('xlink:href'));
                const copy = svg.appendChild(slot.cloneNode(true));
                const boxes = [...copy.querySelectorAll('.pyramid > text')].map(text => text.getBBox());
                return boxes.slice(1).map((box, number) => box.x - boxes[number].x - boxes[number].width);
            });
        }"""
    )
    assert len(gaps) >= 12
    assert min(gaps) > 0


def test_copying(open_page) -> None:
    page = open_page("3", permissions=["clipboard-read", "clipboard-write"])
    for what, expected in [
        ("turn", "+Dc1; Dc1-c2-d2=P"),
        ("link", page.url),
        ("position", page.text_content(".here .words code")),
    ]:
        page.click(f".copy .{what}")
        page.wait_for_selector(f".copy span:text('{what} copied')")
        assert page.evaluate("navigator.clipboard.readText()") == expected
    page.click(".copy .picture")
    page.wait_for_selector(".copy span:text('picture copied')")
    kinds = page.evaluate("navigator.clipboard.read().then(([item]) => item.types)")
    assert kinds == ["image/png"]


def test_standings_fit_on_a_phone(open_page, tmp_path: Path) -> None:
    counts: Counts = Counter()
    for player in ("Ann", "Ben", "Constance Featherstonehaugh"):
        record = f'[Game "Martian Life"]\n[Red "{player}"]\n[Yellow "Dai Nguyen"]\n\nYellow resigns\n'
        counts.update(keys_of_standings(replay(read_strictly(SourceText(record)))))
    path = tmp_path / "index.html"
    path.write_text(draw_index([], Shared(), standings_of(counts)), encoding="utf-8")
    page = open_page(path=path, viewport={"width": 375, "height": 800})
    page.click("summary")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.locator(".standings tbody tr").first.bounding_box()["height"] < 100


def test_the_index_sorts_and_filters(open_page, line_tree, legal_line_tree, startless, tmp_path: Path) -> None:
    path = tmp_path / "index.html"
    shared = Shared()
    entries = [
        list_record(one, f"{name}.html", shared)
        for one, name in ((line_tree, "a"), (startless, "b"), (legal_line_tree, "c"))
    ]
    path.write_text(draw_index(entries, shared), encoding="utf-8")
    page = open_page(path=path)

    def order() -> str:
        return "".join(link.get_attribute("href")[0] for link in page.locator("tbody a:visible").all())

    assert order() == "abc"
    page.click("thead button >> text=Turns")
    assert order() == "bac"
    page.click("thead button >> text=Turns")
    assert order() == "acb"
    page.fill("input[type=search]", "ANN club")
    assert order() == "ac"
    assert page.text_content("h1") == "2 of 3 records"
    page.fill("input[type=search]", "errors")
    assert order() == "a"


LOOKS = [
    {"color_scheme": scheme, "viewport": {"width": width, "height": 844}}
    for width, scheme in ((1280, "light"), (390, "dark"), (390, "light"), (1280, "dark"))
]


@pytest.mark.parametrize("number", range(len(all_games())))
def test_axe_finds_nothing_wrong(open_page, make_line_tree, tmp_path: Path, number: int) -> None:
    """Each game has another look, and the first one a page with the index."""
    sample = min(samples_of(all_games()[number]), key=lambda path: path.stat().st_size)
    shown = make_line_tree(sample.read_text(encoding="utf-8"))
    page = Page(shown.title, index="index.html")
    (tmp_path / "game.html").write_text("".join([*page.head(), *page.record(shown), *page.foot()]), encoding="utf-8")
    shared = Shared()
    index = draw_index([list_record(shown, "game.html", shared)], shared)
    (tmp_path / "index.html").write_text(index, encoding="utf-8")
    look = LOOKS[number % len(LOOKS)]
    for name in ("game.html", "index.html")[: 1 if number else 2]:
        assert violations(open_page(path=tmp_path / name, **look)) == [], (name, look)


def test_six_systems_fit_a_laptop(browser, tmp_path: Path) -> None:
    sample = Path(__file__).parents[3] / "sample_games" / "homeworlds" / "four-seats.pyr"
    record = read_strictly(SourceText(sample.read_text(encoding="utf-8")))
    page_of = Page("four seats")
    pieces = [*page_of.head(), *page_of.record(build_tree(replay(record))), *page_of.foot()]
    (tmp_path / "a.html").write_text("".join(pieces), encoding="utf-8")
    page = _new_page(browser, viewport={"width": 1280, "height": 800})
    page.goto(f"{(tmp_path / 'a.html').as_uri()}#22")
    page.wait_for_selector(".here .cards .box")
    feet = page.eval_on_selector_all(".here .cards .box", "all => all.map(box => box.getBoundingClientRect().bottom)")
    assert len(feet) == 6
    assert max(feet) < 800
    page.goto(f"{(tmp_path / 'a.html').as_uri()}#0")
    page.wait_for_selector(".here .cards .vacant")
    assert page.locator(".here .cards .vacant").count() == 4
    assert page.trouble == []
    page.context.close()


@pytest.mark.parametrize("size", [(1280, 800), (375, 667)], ids=str)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_a_board_is_whole_at_the_illegal_turn(
    open_page, write_page, make_line_tree, tmp_path: Path, game: AnyGame, size: tuple[int, int]
) -> None:
    slip = SLIPS / f"{game.info.id}-late-05.pyr"
    tree = make_line_tree(slip.read_text(encoding="utf-8"))
    path = tmp_path / "slip.html"
    path.write_text(write_page(tree), encoding="utf-8")
    ply = next(node.ply for node in tree.nodes if not node.is_legal)
    width, height = size
    page = open_page(str(ply), path=path, viewport={"width": width, "height": height})
    page.wait_for_timeout(100)
    assert page.eval_on_selector(".here .diagnostic pre", "pre => pre.scrollWidth <= pre.clientWidth")
    foot = page.eval_on_selector(".here :is(.board > svg, .cards)", "board => board.getBoundingClientRect().bottom")
    controls = page.eval_on_selector(".controls", "controls => controls.getBoundingClientRect().top")
    assert foot <= (controls if width < 768 else height)
    row = page.eval_on_selector(".turns [aria-current]", "row => row.getBoundingClientRect().bottom")
    assert row <= page.eval_on_selector(".turns", "list => list.getBoundingClientRect().bottom")


def test_the_illegal_turn_is_drawn_in_full_colour_and_said_once(open_page) -> None:
    page = open_page("8")
    assert page.eval_on_selector(".here .board", "board => getComputedStyle(board).opacity") == "1"
    assert page.locator(".here .py-word").count() == 1
    assert page.locator(".here .py-refused").count() == 1


SEEN_AT = """(times) => {
    const moving = document.getAnimations();
    const pyramid = document.querySelector('.here [data-at="d2"].pyramid');
    return times.map((time) => {
        for (const each of moving) { each.pause(); each.currentTime = time; }
        const { left, top, width, height } = pyramid.getBoundingClientRect();
        const svg = document.querySelector('.here .board > svg');
        const [x, y, side, , ranks] = svg.parentElement.dataset.squares.split(' ').map(Number);
        const at = new DOMPoint(left + width / 2, top + height / 2)
            .matrixTransform(svg.firstElementChild.getScreenCTM().inverse());
        return 'abcdefgh'[Math.floor((at.x - x) / side)] + (ranks - Math.floor((at.y - y) / side));
    });
}"""


@pytest.mark.parametrize("is_turned", [False, True], ids=["from-the-usual-side", "from-the-other-side"])
def test_a_pyramid_slides_leg_by_leg(open_page, is_turned: bool) -> None:
    page = open_page("2")
    if is_turned:
        page.keyboard.press("f")
    page.keyboard.press("ArrowRight")
    # It enters on c1, then goes to c2 and d2, 200 ms each.
    assert page.evaluate(SEEN_AT, [0, 190, 320, 410, 599]) == ["c1", "c1", "c2", "c2", "d2"]
    page.evaluate("document.getAnimations().forEach(each => each.finish())")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.getAnimations().length") == 0, "only a step forward is a turn"
    if is_turned:
        page.keyboard.press("f")


def test_waves_come_one_after_another(open_page, write_page, make_line_tree, tmp_path: Path) -> None:
    text = (SAMPLES / "martian-life" / "cascade-of-three-waves.pyr").read_text("utf-8")
    path = tmp_path / "waves.html"
    path.write_text(write_page(make_line_tree(text)), encoding="utf-8")
    page = open_page("14", path=path)
    page.keyboard.press("ArrowRight")
    seen = page.evaluate(
        """[300, 500, 700].map((time) => {
            for (const each of document.getAnimations()) { each.pause(); each.currentTime = time; }
            return ["f5", "g5", "h6"].map((at) => document.querySelector(`.here [data-at=${at}].ghost`))
                .map((ghost) => Number(getComputedStyle(ghost).opacity) > 0.4);
        })"""
    )
    assert seen == [[True, False, False], [True, True, False], [True, True, True]]


def test_nothing_moves_where_the_reader_wants_no_motion(open_page) -> None:
    page = open_page("2", reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    assert where(page) == "3"
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_every_turn_that_does_something_moves(
    open_page, write_page, make_line_tree, tmp_path: Path, game: AnyGame
) -> None:
    """Nearly all: where one of several in a group is taken, no pyramid has a mark."""
    line_tree = make_line_tree(samples_of(game)[-1].read_text("utf-8"))
    path = tmp_path / "game.html"
    path.write_text(write_page(line_tree), encoding="utf-8")
    page = open_page("0", path=path)
    moved = page.evaluate(
        """() => {
            const seen = [];
            for (const next = document.querySelector(".controls .next"); !next.disabled;) {
                next.click();
                const moving = document.getAnimations();
                if (document.querySelector(".here .board[data-events]")) seen.push(moving.length > 0);
                for (const each of moving) each.finish();
            }
            return seen;
        }"""
    )
    assert sum(moved) >= 0.8 * len(moved) > 0


def test_the_wheel_steps_over_the_board(open_page) -> None:
    page = open_page("1")
    page.locator(".here .board > svg").hover()
    page.mouse.wheel(0, 100)
    page.wait_for_function("document.querySelector('.here').dataset.ply === '2'")
    page.mouse.wheel(0, -100)
    page.wait_for_function("document.querySelector('.here').dataset.ply === '1'")
    for _ in range(3):  # as a touchpad turns
        page.mouse.wheel(0, 25)
    page.wait_for_function("document.querySelector('.here').dataset.ply === '2'")
    page.locator(".here > h2").hover()
    page.mouse.wheel(0, 100)
    page.wait_for_timeout(100)
    assert where(page) == "2"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_an_embedded_page_sizes_itself(open_page, run, tmp_path: Path, game: AnyGame) -> None:
    sample = min(samples_of(game), key=lambda path: path.stat().st_size)
    frame = run("export", str(sample), "--to", "embed", "-o", "embed.html").stdout
    (tmp_path / "host.html").write_text(
        f'<!doctype html><html lang="en"><title>A club</title><main><h1>A game</h1>{frame}</main></html>', "utf-8"
    )
    for width in (1000, 320):
        page = open_page(path=tmp_path / "host.html", viewport={"width": width, "height": 700})
        inner = page.frames[1]
        inner.click("h1 + section [aria-label='Next turn']")
        assert (
            inner.evaluate("[...document.querySelectorAll('section')].findIndex(each => each.checkVisibility())") == 1
        )
        size = inner.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == inner.evaluate("[innerWidth, innerHeight]"), "there is nothing to scroll"
        assert inner.evaluate(
            "document.querySelector('section:target svg').getBoundingClientRect().width > 0.9 * innerWidth"
        )
    assert violations(open_page(path=tmp_path / "embed.html")) == []
