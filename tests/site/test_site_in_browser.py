"""The site in a real browser: start, paste, diagnostic, question, conflict, link, file, reload, offline, a text that
hangs, a newer version; no request to elsewhere, and nothing for axe to find. Skipped without a browser or the site's
files.
"""

from __future__ import annotations

import functools
import http.server
import itertools
import re
import shutil
import threading
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pyrnot
from support import SAMPLES, violations

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
START = 90_000  # milliseconds in which Python starts, on a busy machine
WRONG = '[Game "Martian Life"]\n[Red "Ann 😀"]\n\n1. Sf3\n{ 😀 } 2. Se3=M\n'
TYPO = (SAMPLES / "martian-life" / "threads" / "a-typo.txt").read_text(encoding="utf-8")
CONFLICT = '[Game "Martian Life"]\nAna, Mon 20:01: 1. Se4=M\nBen, Mon 20:04: 2. Se5=M\nBen, Mon 20:06: 2. Sd4=M\n'


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        """Says nothing."""


class Server:
    """Serves a folder until it is stopped."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://localhost:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def packed_link(data: bytes) -> str:
    """What a link has after `#z=`."""
    packed = zlib.compress(data, wbits=-15)
    return urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[Server]:
    served = Server(site)
    yield served
    served.stop()


class Tab:
    """A page of the site, with a list of what it complains about and of the addresses that it asks."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.page = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options}).new_page()
        self.address, self.trouble, self.requests = address, [], []
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", lambda said: self.trouble.append(said.text) if said.type == "error" else None)
        self.page.context.on("request", lambda request: self.requests.append(request.url))

    def open(self, hash_of_link: str = "") -> Any:
        self.page.goto(self.address + hash_of_link)
        return self.page

    def says(self, pattern: str, timeout: int = START) -> None:
        """Waits until the verdict is one that fits."""
        self.page.locator("#state").filter(has_text=re.compile(pattern)).wait_for(timeout=timeout)

    def judge(self, text: str, pattern: str) -> None:
        self.page.fill("#text", text)
        self.says(pattern)

    def shown(self, ply: str) -> Any:
        """Waits until the board shows a ply."""
        here = self.page.locator(f"#board[data-ply='{ply}']")
        here.wait_for(timeout=10_000)
        return here


@pytest.fixture(scope="module")
def tab(browser: Any, server: Server) -> Iterator[Tab]:
    """A page on which Python runs, for all tests that want nothing special of it."""
    tab = Tab(browser, server.address, permissions=["clipboard-read", "clipboard-write"])
    tab.open()
    tab.says("^Ready")
    yield tab
    tab.page.context.close()
    assert not tab.trouble
    assert {request.startswith((server.address, "blob:", "data:")) for request in tab.requests} == {True}


def test_a_diagnostic_is_marked_explained_and_on_the_board(tab: Tab) -> None:
    tab.judge(WRONG, "^✗ 1 legal turn, 1 error")
    page = tab.page
    assert page.locator("mark.error").all_text_contents() == ["e3"]
    assert tab.shown("2").is_visible()
    assert page.text_content("#said.error") == "Turn 2, not legal: { 😀 } 2. Se3=M"
    page.click(".diagnostic button:has-text('line 5')")
    start, end = page.evaluate(
        "(() => { const area = document.getElementById('text'); return [area.selectionStart, area.selectionEnd]; })()"
    )
    assert WRONG.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le") == "e3"
    page.keyboard.press("Tab")
    page.click(".diagnostic button[aria-expanded]")
    page.locator(".explained pre").first.wait_for()
    assert "[Game" in page.locator(".explained pre").first.text_content()
    assert page.is_hidden("#result")


def test_the_earlier_turn_that_explains_a_diagnostic_has_a_button(tab: Tab) -> None:
    tab.judge('[Game "martian-life"]\n\n1. Sf3\n2. Sc6\n3. Sa1\n4. Sc6\n', "^✗ 3 legal turns, 1 error")
    page = tab.page
    note = page.locator(".diagnostic p:has-text('note: ')")
    assert note.text_content() == "note: the yellow Small came to c6 in turn 2 line 4"
    note.locator("button").click()
    assert page.evaluate("document.getElementById('text').selectionStart") == 33
    assert tab.shown("2").is_visible()


def test_an_error_in_a_variation_is_shown_there(tab: Tab) -> None:
    main = '[Game "Martian Life"]\n\n1. Se4=M\n2. Se5=M\n3. Sd5=M'
    tab.judge(f"{main}\n", "^✓ 3 legal turns")
    tab.shown("3")
    tab.judge(f"{main} (3. Sf3 4. Sf3=M)\n", "^✗ 3 legal turns, 1 error")
    page = tab.page
    board = tab.shown("4")
    assert page.text_content("#said.error") == "Turn 4 in variation 1: 3. Sd5=M (3. Sf3 4. Sf3=M)"
    assert board.locator(".main .pyramid[data-at='f3']").count() == 1
    page.click("#back")
    assert tab.shown("3").locator(".main .pyramid[data-at='f3']").count() == 0
    assert page.text_content("#said") == "3. Red: Sd5=M"
    page.click(".diagnostic p:has-text('note: ') button")
    page.locator("#said:has-text('Turn 3 in variation 1')").wait_for()


def test_an_earlier_turn_that_may_be_wrong_has_a_button(tab: Tab) -> None:
    right = (SAMPLES / "martian-life" / "cascade-of-three-waves.pyr").read_text(encoding="utf-8")
    tab.judge(right.replace("3. Sg3", "3. Sg2"), "^✗ 14 legal turns, 1 error")
    assert tab.page.locator(".diagnostic > p > code").all_text_contents() == ["Sg3", "Sg2"]
    tab.page.get_by_role("button", name="turn 3 is Sg3").click()
    tab.says("^✓")
    assert tab.page.input_value("#text") == right


def test_in_a_thread_that_button_gives_the_answer(tab: Tab) -> None:
    """The text stays as it was sent."""
    text = "Martian Life\n\nAnn: 1. Sf3\nBen: 2. Sd5\n"
    tab.judge(text, "^✗ 1 legal turn, 1 error")
    button = tab.page.get_by_role("button", name="turn 2 is").first
    assert button.get_attribute("title") == "Read it so"
    button.click()
    tab.says("^✓ 2 legal turns")
    assert tab.page.input_value("#text") == text


def test_a_click_on_a_mark_explains_it(tab: Tab) -> None:
    tab.judge(WRONG, "^✗")
    mark = tab.page.locator("mark.error").bounding_box()
    tab.page.mouse.click(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    tab.page.locator(".explained pre").first.wait_for()


def test_questions_have_buttons_and_the_answer_makes_the_record(tab: Tab) -> None:
    tab.judge(TYPO, r"^\? 4 legal turns, 1 question")
    page = tab.page
    page.locator(".answers img").nth(1).wait_for()
    assert "turn 5 is Sf3, not Sf2" in page.text_content(".answers button")
    said = page.locator("#said:has-text('drawn as the first answer has it')")
    said.wait_for(timeout=10_000)
    assert said.text_content().startswith("Turn 5, in question: Ana Paula, Tue 07:41: Sorry, typo!")
    assert tab.shown("5").locator(".main .pyramid[data-at='f3']").count() == 1
    assert page.locator(".answers code").all_text_contents() == ["replaces 5: Sf3", "out"]
    page.click(".answers button:has-text('replaces 5: Sf3')")
    tab.says("^✓ 6 legal turns, no errors")
    tab.shown("6")
    page.click("#result summary")
    assert "5. Sf3 { line 8: replaces Sf2 }" in page.text_content("#record")
    page.click("#copy")
    page.locator("#copy:has-text('Copied')").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.text_content("#record")
    page.click("button:has-text('Take back')")
    tab.says(r"^\? 4 legal turns")
    page.fill(".answers input", "turn 6: Sf3")
    page.keyboard.press("Enter")
    tab.says(r"^✗|^\?|^✓")
    page.locator("#answered:has-text('Line 8: turn 6: Sf3')").wait_for()


def test_a_conflict_shows_both_boards(tab: Tab) -> None:
    tab.judge(CONFLICT, r"^\? 1 legal turn, 1 question")
    tab.page.locator(".answers img").nth(1).wait_for()
    assert tab.page.locator(".answers code").all_text_contents() == ["replaces 2: Sd4=M", "out"]
    assert tab.page.locator(".diagnostic.question button:has-text('TR4')").is_visible()


def touch(page: Any, wanted: str) -> None:
    """Enters a turn: at each step what is on the board is touched there, the rest on its button."""
    key = "".join(wanted.split()).lower()
    while "".join((begun := page.input_value("#beginning")).split()).lower() != key:
        buttons = page.locator("#choices button, #list button")
        fits = [
            text
            for text in buttons.all_text_contents()
            for blank in (("; ", " ", "") if begun else ("",))
            if key.startswith("".join(f"{begun}{blank}{text}".split()).lower())
        ]
        if not fits and page.is_enabled("#done"):
            break  # only results are missing
        if not fits:
            page.wait_for_timeout(50)  # they are not drawn yet
            continue
        step = max(fits, key=len)
        button = buttons.filter(has_text=re.compile(f"^{re.escape(step)}$")).first
        squares = re.findall("[a-h][1-8]", step)
        zone = page.locator(f".zone.square[aria-label='{squares[-1]}']") if squares else None
        if zone is not None and zone.count():
            zone.click()
            page.wait_for_function(
                "begun => document.getElementById('beginning').value !== begun"
                " || document.getElementById('hint').textContent === 'Which of these?'",
                arg=begun,
            )
        if page.input_value("#beginning") == begun:
            if not button.is_visible():
                page.click("#more-title")
            button.click()
        page.wait_for_function("begun => document.getElementById('beginning').value !== begun", arg=begun)
    page.click("#done:enabled")


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("martian-life/normal-win", 100),
        ("braces/short-game", 10),
        ("martian-chess/clock", 100),
        ("autumn-ash/easy", 10),
        ("triumvirate/hostages", 10),
        ("homeworlds/sacrifice-chain", 10),
        ("spectrum/two-seats", 10),
    ],
)
def test_a_game_is_played_by_touch(tab: Tab, name: str, most: int) -> None:
    game = pyrnot.load(SAMPLES / f"{name}.pyr")
    turns = [str(turn) for turn in game[:most]]
    tags = [f'[{tag} "{value}"]\n' for tag, value in game.tags.items() if tag != "Result"]
    tab.judge("".join([*tags, "\n*\n"]), "^✓ 0 legal turns")
    for number, turn in enumerate(turns, 1):
        tab.page.locator("#who").filter(has_text=re.compile(rf"^{number}\. ")).wait_for(timeout=10_000)
        tab.page.wait_for_function("() => document.getElementById('beginning').value === ''")
        touch(tab.page, turn)
        tab.says(f"^✓ {number} legal turn")
    played = pyrnot.loads(tab.page.input_value("#text"))
    assert [str(turn) for turn in played] == turns
    if most >= len(game):
        tab.page.locator("#play").wait_for(state="hidden")


def test_the_zone_of_a_system_is_its_own(tab: Tab) -> None:
    turns = (
        "homeworld g2 b1 y3 North",
        "homeworld b2 y1 g3 South",
        "build y1 North",
        "build g1 South",
        "discover y1 North g3 Vega",
        "build g1 South",
    )
    record = "".join(f"{number}. {turn}\n" for number, turn in enumerate(turns, 1))
    tab.judge(f'[Game "Homeworlds"]\n\n{record}', "^✓ 6 legal turns")
    tab.page.locator(".zone.system").nth(1).wait_for(timeout=10_000)
    boxes = [zone.bounding_box() for zone in tab.page.locator(".zone.system").all()]
    beside = [
        one["x"] + one["width"] <= other["x"] or one["y"] + one["height"] <= other["y"]
        for one, other in itertools.permutations(boxes, 2)
    ]
    assert sum(beside) * 2 >= len(beside) > 0


def test_where_nothing_is_lit_a_step_is_chosen(tab: Tab) -> None:
    goals = '[Game "Spectrum"]\n[Seats "2"]\n[Goals "SgMaLw SyMbLk SaMtLo"]\n'
    tab.judge(f"{goals}\n1. M(y)>SS(g)\n2. M(y)>SS(g)\n", "^✓ 2 legal turns")
    page = tab.page
    page.locator("#hint").filter(has_text="Touch what is lit up.").wait_for(timeout=10_000)
    page.fill("#beginning", "M(w)=L; G1")
    page.locator("#hint").filter(has_text="Choose one of these.").wait_for(timeout=10_000)
    page.fill("#beginning", "")


def press_until(page: Any, key: str, wanted: str, most: int = 150) -> None:
    """Presses a key until the element with the focus is the one that a selector finds."""
    for _ in range(most):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press(key)
    pytest.fail(f"{key} does not lead to {wanted}")


def test_a_game_is_played_by_keys_alone(tab: Tab) -> None:
    """Placements and moves by the arrows on the board, the other steps by Tab in the list."""
    game = pyrnot.load(SAMPLES / "martian-life" / "normal-win.pyr")
    tab.judge("", "^Ready")
    page = tab.page
    press_until(page, "Tab", "#new button:nth-of-type(5)")
    assert page.evaluate("document.activeElement.textContent") == "Martian Life"
    page.keyboard.press("Enter")
    page.locator("#begin[open]").wait_for()
    press_until(page, "Tab", "#begin-done")
    page.keyboard.press("Enter")
    tab.says("^✓ 0 legal turns")
    for number, turn in enumerate(map(str, game), 1):
        page.locator("#who").filter(has_text=re.compile(rf"^{number}\. ")).wait_for(timeout=10_000)
        enter_by_keys(page, turn)
        tab.says(f"^✓ {number} legal turn")
    assert [str(turn) for turn in pyrnot.loads(page.input_value("#text"))] == [str(turn) for turn in game]
    assert page.is_hidden("#play")


def enter_by_keys(page: Any, turn: str) -> None:
    page.wait_for_function(
        "() => document.getElementById('beginning').value === '' && document.activeElement.closest('#board, #play')"
    )
    while page.is_disabled("#done") or page.input_value("#beginning") != turn:
        begun = page.input_value("#beginning")
        steps = page.locator("#choices button, #list button").all_text_contents()
        step = max(
            (step for step in steps if turn.startswith((begun + step, f"{begun} {step}"))), key=len, default=""
        )
        if not step:
            break  # only results are missing
        squares = re.findall("[a-h][1-8]", step)
        zone = f".zone.square[aria-label='{squares[-1]}']" if squares else ""
        if zone and page.locator(zone).count() and page.evaluate("document.activeElement.matches('.zone')"):
            walk(page, squares[-1])
        else:
            go_to_step(page, step)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "begun => document.getElementById('beginning').value !== begun"
            " || document.getElementById('hint').textContent === 'Which of these?'",
            arg=begun,
        )
        if page.input_value("#beginning") == begun:
            go_to_step(page, step)
            page.keyboard.press("Enter")
            page.wait_for_function("begun => document.getElementById('beginning').value !== begun", arg=begun)
        page.wait_for_function("() => document.activeElement !== document.body")
    press_until(page, "Tab", "#done")
    page.keyboard.press("Enter")


def go_to_step(page: Any, step: str) -> None:
    """Moves the focus to the button of a step, by Tab."""
    index = page.locator("#choices button, #list button").all_text_contents().index(step)
    page.evaluate(
        "index => document.querySelectorAll('#choices button, #list button')[index].classList.add('wanted')", index
    )
    if not page.locator(".wanted").is_visible():
        press_until(page, "Tab", "#more-title")
        page.keyboard.press("Enter")
    press_until(page, "Tab", ".wanted")


def walk(page: Any, square: str) -> None:
    """Moves the focus from a square to another one, by arrows: towards it where that is a way not yet taken."""
    taken = set()
    for _ in range(100):
        here = page.evaluate("document.activeElement.getAttribute('aria-label')")
        if here == square:
            return
        towards = ["ArrowRight" if here[0] < square[0] else "ArrowLeft"] if here[0] != square[0] else []
        towards += ["ArrowUp" if here[1] < square[1] else "ArrowDown"] if here[1] != square[1] else []
        keys = [*towards, "ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]
        key = next((key for key in keys if (here, key) not in taken), keys[-1])
        taken.add((here, key))
        page.keyboard.press(key)
    pytest.fail(f"the arrows do not lead to {square}")


def test_a_turn_is_entered_by_keys_and_taken_back(tab: Tab) -> None:
    tab.judge('[Game "Martian Life"]\n\n1. Sf3\n', "^✓ 1 legal turn")
    page = tab.page
    page.locator(".zone.square").first.wait_for()
    page.locator(".zone[tabindex='0']").first.focus()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "a1"
    for key, label in (("ArrowRight", "b1"), ("ArrowUp", "b2"), ("ArrowUp", "b3"), ("ArrowLeft", "a3")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == label
    page.keyboard.press("Enter")
    page.locator("#done:enabled").wait_for()
    page.click("#undo")
    page.wait_for_function("() => document.getElementById('beginning').value === ''")
    page.focus("#beginning")
    page.keyboard.type("Sz9")
    page.locator("#hint.wrong").wait_for()
    page.fill("#beginning", "Sc6")
    page.locator("#done:enabled").wait_for()
    page.keyboard.press("Enter")
    tab.says("^✓ 2 legal turns")
    assert pyrnot.loads(page.input_value("#text"))[1].number == 2
    page.click("#take-back")
    tab.says("^✓ 1 legal turn,")
    assert page.input_value("#text") == '[Game "Martian Life"]\n\n1. Sf3\n'


def test_a_game_by_mail_between_two_browsers(tab: Tab, browser: Any) -> None:
    other = Tab(browser, tab.address, permissions=["clipboard-read", "clipboard-write"])
    other.open()
    other.says("^Ready")
    tab.judge("", "^Ready")
    ann, ben = tab.page, other.page
    ann.click("#new button:has-text('Martian Life')")
    for number, name in enumerate(("Ann", "Ben")):
        ann.locator("#players input").nth(number).fill(name)
    ann.click("#begin-done")
    tab.says("^✓ 0 legal turns")
    ann.locator("#who:has-text('1. Ann')").wait_for()
    touch(ann, "Sf3")
    tab.says("^✓ 1 legal turn")
    ben.fill("#text", ann.input_value("#text"))
    other.says("^✓ 1 legal turn")
    touch(ben, "Sc6")
    other.says("^✓ 2 legal turns")
    ben.click("#copy-mail")
    ben.locator("#copy-mail:has-text('Copied')").wait_for()
    mail = ben.evaluate("navigator.clipboard.readText()")
    assert mail.startswith("2. Yellow: Sc6\n\n----- board after turn 2 -----\nAnn (Red), Ben (Yellow)\n")

    def answer(text: str) -> None:
        if ann.is_hidden("#letter"):
            ann.click("#answer")
        ann.fill("#letter-text", text)
        ann.click("#letter .main-action")

    answer(f"Hi Ann,\n\nhere it is.\n\n{mail}\nBen")
    tab.says("^✓ 2 legal turns")
    answer("3. Sz9")
    ann.locator("#dispute:has-text('not Martian Life notation')").wait_for()
    answer("Sorry, I meant\n2. Sb6")
    ann.locator("#dispute img").nth(1).wait_for()
    assert "turn 2 is `Sc6` in the record, but `Sb6 XSb6` in the message" in ann.text_content("#dispute")
    ann.click("#dispute button:has-text('Take theirs')")
    ann.wait_for_function("() => document.getElementById('text').value.includes('2. Sb6 XSb6')")
    tab.says("^✓ 2 legal turns")
    ann.click("#take-back")
    ann.wait_for_function("() => document.getElementById('text').value.includes('2. Sc6')")
    ann.wait_for_timeout(500)
    ann.click("#clear")
    tab.says("^Ready")
    with ann.expect_download() as download:
        ann.click("#games button:has-text('Save all')")
    assert "2. Sc6" in Path(download.value.path()).read_text(encoding="utf-8")
    ann.click("#games button:has-text('Ann - Ben')")
    tab.says("^✓ 2 legal turns")
    assert not other.trouble
    other.page.context.close()


@pytest.fixture
def fresh(tab: Tab) -> Tab:
    """The page without a text, in a browser that keeps no game."""
    tab.judge("", "^Ready")
    tab.page.evaluate("localStorage.clear()")
    return tab


def kept_games(page: Any) -> dict[str, str]:
    """The games that the browser keeps: title -> text."""
    games = page.evaluate("Object.values(JSON.parse(localStorage['pyrnot games'] ?? '{}'))")
    return {game["title"]: game["text"] for game in games}


def begin_and_play(tab: Tab, *turns: str) -> None:
    """Begins a game of Ann and Ben on the start page, and enters turns."""
    tab.page.click("#new button:has-text('Martian Life')")
    for number, name in enumerate(("Ann", "Ben")):
        tab.page.locator("#players input").nth(number).fill(name)
    tab.page.click("#begin-done")
    tab.says("^✓ 0 legal turns")
    for number, turn in enumerate(turns, 1):
        tab.page.locator("#who").filter(has_text=re.compile(rf"^{number}\. ")).wait_for(timeout=10_000)
        tab.page.fill("#beginning", turn)
        tab.page.click("#done:enabled")
        tab.says(f"^✓ {number} legal turn")


def test_another_text_does_not_take_the_place_of_a_game_that_is_kept(fresh: Tab) -> None:
    page = fresh.page
    begin_and_play(fresh, "Sf3")
    kept = kept_games(page)
    assert [*kept] == ["Martian Life: Ann - Ben"]
    page.focus("#text")
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    fresh.says("^Ready")
    page.click("#cards button:has-text('Triumvirate')")
    fresh.says("legal turn")
    page.locator("#who").filter(has_text=re.compile("Red|Blue")).wait_for()
    assert kept_games(page) == kept
    page.click("#clear")
    fresh.says("^Ready")
    page.click("#games button:has-text('Ann - Ben')")
    fresh.says("^✓ 1 legal turn")
    fresh.judge('[Game "Martian Life"]\n[Red "Cid"]\n\n1. Sc4 XSd4,Sd5 XSc4\n', "^✓ 1 legal turn")  # written over it
    page.wait_for_function("() => document.getElementById('who').textContent.startsWith('2. Yellow')")
    assert kept_games(page) == kept


def test_a_game_that_is_opened_loses_one_turn_at_a_time(fresh: Tab) -> None:
    page = fresh.page
    begin_and_play(fresh, "Sf3", "Sc6", "Sa1")
    page.click("#clear")
    fresh.says("^Ready")
    page.click("#games button:has-text('Ann - Ben')")
    fresh.says("^✓ 3 legal turns")
    for number in (2, 1, 0):
        page.click("#take-back")
        fresh.says(f"^✓ {number} legal turn")
    assert page.is_disabled("#take-back")
    assert kept_games(page) == {"Martian Life: Ann - Ben": page.input_value("#text")}


def test_what_is_pasted_over_a_game_is_taken_back_alone(fresh: Tab) -> None:
    page = fresh.page
    begin_and_play(fresh, "Sf3", "Sc6")
    fresh.judge('[Game "Martian Life"]\n[Red "Cid"]\n\n1. Sc4 XSd4,Sd5 XSc4\n*\n', "^✓ 1 legal turn")
    page.click("#take-back")
    fresh.says("^✓ 0 legal turns")
    assert page.input_value("#text") == '[Game "Martian Life"]\n[Red "Cid"]\n\n*\n'
    page.fill("#beginning", "Sf3")
    page.click("#done:enabled")
    fresh.says("^✓ 1 legal turn")
    page.click("#text")
    page.keyboard.press("Control+End")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("2. Sc6")
    fresh.says("^✓ 2 legal turns")
    page.click("#take-back")  # not to the text before turn 1
    fresh.says("^✓ 1 legal turn")


def test_what_is_typed_while_the_board_is_drawn_stays(fresh: Tab) -> None:
    page = fresh.page
    begin_and_play(fresh, "Sf3")
    page.locator("#who").filter(has_text=re.compile(r"^2\. ")).wait_for(timeout=10_000)
    page.evaluate(
        """() => {
          const [state, line] = ["state", "beginning"].map((name) => document.getElementById(name));
          const type = () => { line.value = "Sc6"; line.dispatchEvent(new Event("input")); };
          const watch = new MutationObserver(() => state.textContent.startsWith("✓ 0") && setTimeout(type));
          watch.observe(state, { childList: true });
        }"""
    )
    page.click("#take-back")
    page.click("#done:enabled", timeout=10_000)
    fresh.says("^✓ 1 legal turn")
    assert "Sc6" in page.input_value("#text")


@pytest.mark.parametrize("other", ["close", "paste", "turn"])
def test_a_dispute_ends_with_the_text_that_it_is_about(fresh: Tab, other: str) -> None:
    page = fresh.page
    begin_and_play(fresh, "Sf3", "Sc6")
    page.click("#answer")
    page.fill("#letter-text", "Sorry, I meant\n2. Sb6")
    page.click("#letter .main-action")
    page.locator("#dispute button:has-text('Take theirs')").wait_for()
    if other == "turn":
        page.fill("#beginning", "Sa1")
        page.click("#done:enabled")
        fresh.says("^✓ 3 legal turns")
        assert page.is_visible("#letter")
    else:
        if other == "close":
            page.click("#clear")
            fresh.says("^Ready")
        fresh.judge('[Game "Martian Life"]\n[Red "Cid"]\n\n1. Sc4 XSd4,Sd5 XSc4\n*\n', "^✓ 1 legal turn")
        page.locator("#mail").wait_for()
        assert page.is_hidden("#letter")
        assert page.input_value("#letter-text") == ""
    assert page.text_content("#dispute") == ""


def test_a_game_that_has_ended_is_mailed_and_taken_back(fresh: Tab) -> None:
    page = fresh.page
    text = (SAMPLES / "martian-life" / "normal-win.pyr").read_text(encoding="utf-8")
    fresh.judge(text, "^✓ 37 legal turns, no errors, Red wins$")
    page.click("#copy-mail")
    page.locator("#copy-mail:has-text('Copied')").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("37. Red: Mc2=L\nRed wins\n")
    page.click("#take-back")
    fresh.says("^✓ 36 legal turns, no errors$")
    page.click("#answer")
    page.fill("#letter-text", "Bruno resigns")
    page.click("#letter .main-action")
    fresh.says("^✓ 36 legal turns, no errors, Yellow resigns$")
    assert page.is_hidden("#play")
    page.click("#copy-mail")
    page.locator("#copy-mail:has-text('Copied')").wait_for()
    page.click("#answer")
    page.fill("#letter-text", "37. Mc2=L")
    page.click("#letter .main-action")
    page.locator("#dispute .wrong").wait_for()
    page.click("#take-back")
    fresh.says("^✓ 36 legal turns, no errors$")


class Player:
    """One of two who play by mail on the page, with fair dice."""

    def __init__(self, browser: Any, address: str) -> None:
        self.tab = Tab(browser, address, permissions=["clipboard-read", "clipboard-write"])
        self.page = self.tab.open()
        self.tab.says("^Ready")
        self.shown: list[str] = []  # what others may see

    def join(self, seat: str) -> None:
        self.page.click(f"#choices button:text-is('{seat}')")
        self.page.wait_for_function(
            "seat => document.getElementById('text').value.includes(seat + 'Chain')", arg=seat
        )
        self.tab.says("^✓ 0 legal turns")

    def copied(self, selector: str) -> str:
        self.page.locator(f"{selector}:not(:has-text('Copied'))").wait_for()  # of what was copied before
        self.page.click(selector)
        self.page.locator(f"{selector}:has-text('Copied')").wait_for()
        self.shown.append(self.page.evaluate("navigator.clipboard.readText()"))
        return self.shown[-1]

    def receive(self, mail: str, plies: int) -> None:
        before = self.page.input_value("#text")
        self.page.click("#answer")
        self.page.fill("#letter-text", f"Hello!\n\n{mail}\nYours\n")
        self.page.click("#letter .main-action")
        self.page.wait_for_function("before => document.getElementById('text').value !== before", arg=before)
        self.tab.says(f"^✓ {plies} legal turn")
        self.page.wait_for_function("() => document.getElementById('beginning').value === ''")

    def play(self, ply: int) -> str:
        """Rolls, takes the first legal turn, and returns the mail."""
        self.page.click("#roll")
        self.page.wait_for_function(
            "() => document.getElementById('beginning').value"
            " || document.getElementById('hint').textContent === 'Which of these?'"
        )
        if not self.page.input_value("#beginning"):
            self.page.click("#choices button")  # a double, not rolled again
            self.page.wait_for_function("() => document.getElementById('beginning').value")
        dice = self.page.input_value("#beginning")
        board = pyrnot.loads(self.page.input_value("#text")).board()
        self.page.fill("#beginning", str(next(board.moves(dice=dice))))
        self.page.click("#done:enabled")
        self.tab.says(f"^✓ {ply} legal turn")
        return self.copied("#copy-mail")

    @property
    def secrets(self) -> list[str]:
        games: list[list[str]] = self.page.evaluate(
            "() => Object.values(JSON.parse(localStorage['pyrnot games'])).map(({ secrets }) => secrets)"
        )
        return [secret for game in games for secret in game]


def test_a_game_by_mail_with_fair_dice(browser: Any, server: Server) -> None:
    ann, ben = Player(browser, server.address), Player(browser, server.address)
    ann.page.click("#new button:has-text('Martian Life')")
    assert ann.page.is_hidden("#fair")
    ann.page.click("#begin-close")
    ann.page.click("#new button:has-text('Braces')")
    ann.page.check("#fair input")
    ann.page.click("#begin-done")
    ann.join("White")
    ben.page.fill("#text", f"Shall we?\n\n{ann.copied('#copy-mail')}\nAnn\n")
    ben.tab.says("^✓ 0 legal turns")
    ben.page.locator("#roll").click()
    ben.join("Black")
    ben.page.click("#roll")
    ben.page.locator('#hint:has-text("which comes with White\'s mail")').wait_for()
    ann.receive(ben.copied("#copy-mail"), 0)
    ben.receive(ann.play(1), 1)
    ann.receive(ben.play(2), 2)
    ann.page.reload()
    ann.tab.says("^✓ 2 legal turns")
    ann.shown.append(ann.page.evaluate("sessionStorage.pyrnot"))
    ann.copied("#link")
    ben.receive(ann.play(3), 3)
    ann.receive(ben.play(4), 4)
    ann.tab.says("4 rolls proved$")
    text = ann.page.input_value("#text")
    assert text == ben.page.input_value("#text")
    (verdict,) = pyrnot.check(text)
    assert (verdict.ok, verdict.diagnostics, verdict.proved_rolls) == (True, (), 4)
    ann.page.click("#clear")
    ann.tab.says("^Ready")
    with ann.page.expect_download() as download:
        ann.page.click("#games button:has-text('Save all')")
    shown = [text, Path(download.value.path()).read_text(encoding="utf-8"), *ann.shown, *ben.shown]
    assert [len(bytes.fromhex(secret)) for player in (ann, ben) for secret in player.secrets] == [32, 32]
    assert not any(secret in each for secret in ann.secrets + ben.secrets for each in shown)
    for player in (ann, ben):
        assert not player.tab.trouble
        player.tab.page.context.close()


@pytest.mark.parametrize("invitation", ["Shall we?\n\n{}\nAnn\n", "{}"])
def test_fair_dice_draw_the_start(browser: Any, server: Server, invitation: str) -> None:
    ann, ben = Player(browser, server.address), Player(browser, server.address)
    ann.page.click("#new button:has-text('Spectrum')")
    ann.page.check("#fair input")
    ann.page.click("#begin-done")
    ann.join("A")
    ann.page.locator('#hint:has-text("the start needs B\'s chain, which B draws by joining")').wait_for()
    assert ann.page.is_hidden("#done")
    ann.page.reload()
    ann.tab.says("^✓ 0 legal turns, no errors, 1 warning")
    ben.page.fill("#text", invitation.format(ann.copied("#copy-mail")))
    ben.join("B")
    ben.page.locator("#hint:has-text(\"the start needs A's link, which comes with A's mail\")").wait_for()
    ann.receive(ben.copied("#copy-mail"), 0)
    ann.tab.says("^✓ 0 legal turns, no errors$")
    ann.tab.shown("0")
    ann.page.locator("#who:has-text('1. A:')").wait_for()
    goals = pyrnot.loads(ann.page.input_value("#text")).tags["Goals"]
    turn = str(next(pyrnot.loads(ann.page.input_value("#text")).board().moves()))
    ann.page.fill("#beginning", turn)
    ann.page.click("#done:enabled")
    ann.tab.says("^✓ 1 legal turn, no errors$")
    ben.receive(ann.copied("#copy-mail"), 1)
    text = ben.page.input_value("#text")
    assert sorted(text.splitlines()) == sorted(ann.page.input_value("#text").splitlines())
    assert f'[Goals "{goals}"]' in text
    other = text.replace(goals, " ".join(reversed(goals.split())))
    (verdict,) = pyrnot.check(other)
    assert {each.code for each in verdict.diagnostics} == {"dice-false"}
    for player in (ann, ben):
        assert not player.tab.trouble
        player.tab.page.context.close()


@pytest.mark.parametrize("what", ["save", "svg", "html"])
def test_saving(tab: Tab, what: str, tmp_path: Path) -> None:
    tab.judge(TYPO.replace("Sorry, typo! I meant Sf3, not Sf2.", "Hi!"), "^✓")
    tab.shown("6")
    if what == "save" and tab.page.is_hidden("#save"):
        tab.page.click("#result summary")
    with tab.page.expect_download() as download:
        tab.page.click(f"#{what}")
    text = Path(download.value.path()).read_text(encoding="utf-8")
    name, begin = {"save": ("game.pyr", "[Game"), "svg": ("game-6.svg", "<svg"), "html": ("game.html", "<!doc")}[what]
    assert (download.value.suggested_filename, text[: len(begin)]) == (name, begin)


def test_a_file_is_read_as_bytes(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "a mail.eml"
    head = (
        'From: "Ana" <ana@example.org>\nContent-Type: text/plain; charset=latin-1\n'
        "Content-Transfer-Encoding: 8bit\n\n"
    )
    path.write_bytes(f'{head}[Game "Martian Life"]\n[Red "Anaïs"]\n\n1. Sf3\n'.encode("latin-1"))
    tab.page.set_input_files("#file", str(path))
    tab.says("^✓ 1 legal turn")
    assert "a mail.eml" in tab.page.text_content("#file-name")
    assert "Anaïs" in tab.page.text_content("#record")
    tab.judge("", "^Ready")
    assert tab.page.is_hidden("#file-name")


def test_a_file_that_is_not_utf_8_is_not_taken_for_what_the_field_shows(tab: Tab, browser: Any) -> None:
    data = '[Game "Martian Life"]\n[Red "Chiàra"]\n\n1. Sf3\n'.encode("latin-1")
    other = Tab(browser, tab.address)
    page = other.open()
    other.says("^Ready")
    page.set_input_files("#file", {"name": "latin.txt", "mimeType": "text/plain", "buffer": data})
    other.says("^✗ 1 error")
    assert "if an old program wrote the file, save it as UTF-8" in page.text_content(".diagnostic")
    assert "Chi\ufffdra" in page.input_value("#text")
    page.click("#link")
    other.says("^Send the file itself")
    page.reload()
    other.says("^Ready")
    assert page.input_value("#text") == ""
    assert page.text_content("#file-name").startswith("Open or paste your text again: ")
    assert page.is_visible("#file-name")
    page.context.close()


def test_a_file_that_is_no_text_and_a_long_text(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "a picture.png"
    path.write_bytes(bytes(range(256)) * 16)
    tab.judge("", "^Ready")
    tab.page.set_input_files("#file", str(path))
    tab.says("^a picture.png is not a text$")
    assert tab.page.input_value("#text") == ""
    path = tmp_path / "long.txt"
    path.write_text('[Game "Martian Life"]\n\n1. Sf3\n' + "not a word of it\n" * 15_000, encoding="utf-8")
    tab.page.set_input_files("#file", str(path))
    tab.page.locator("#file-name:has-text('15,004 lines, of which the field shows the first')").wait_for(timeout=3000)
    assert len(tab.page.input_value("#text")) <= 20_000
    tab.says("^✓ 1 legal turn")
    tab.page.click("#clear")
    tab.says("^Ready")


def test_a_long_text_cannot_be_changed_in_the_field(tab: Tab) -> None:
    """What the field does not show would be lost."""
    wrong = (SAMPLES / "martian-life" / "cascade-of-three-waves.pyr").read_text("utf-8").replace("3. Sg3", "3. Sg2")
    text = "\n".join([wrong, *['[Game "Martian Life"]\n\n{ ' + "a word " * 15_000 + "}\n1. Sf3\n*\n"] * 2])
    page = tab.page
    page.set_input_files("#file", {"name": "a.pyr", "mimeType": "text/plain", "buffer": text.encode()})
    tab.says("^✗ 3 records, 16 legal turns, 1 error")
    assert not page.is_editable("#text")
    button = page.get_by_role("button", name="turn 3 is Sg3")
    assert button.get_attribute("title") == "Show that turn"
    button.click()
    page.keyboard.type(" ")
    page.wait_for_timeout(600)
    tab.says("^✗ 3 records, 16 legal turns, 1 error")
    page.reload()
    page.locator("#file-name:has-text('Open or paste your text again')").wait_for(timeout=5000)
    tab.says("^Ready")
    tab.judge(WRONG, "^✗ 1 legal turn")
    assert page.is_hidden("#file-name")


def test_what_is_shared_is_opened(browser: Any, server: Server) -> None:
    tab = Tab(browser, server.address)
    tab.open()
    tab.says("^Ready")
    tab.page.wait_for_function("() => navigator.serviceWorker.controller")
    tab.page.evaluate(
        "said => { const body = new FormData(); body.set('text', said); return fetch('./', {method: 'POST', body}) }",
        WRONG,
    )
    tab.page.goto("about:blank")
    tab.open("#shared")
    tab.says("^✗ 1 legal turn")
    assert tab.page.input_value("#text") == WRONG
    assert "#" not in tab.page.url
    assert not [said for said in tab.trouble if "501" not in said]
    tab.page.context.close()


def test_a_link_has_the_text_and_its_answers(tab: Tab, browser: Any) -> None:
    tab.judge(TYPO, r"^\?")
    tab.page.click(".answers button:has-text('replaces 5: Sf3')")
    tab.says("^✓ 6")
    tab.page.click("#link")
    tab.page.locator("#link:has-text('Copied')").wait_for()
    link = tab.page.evaluate("navigator.clipboard.readText()")
    other = Tab(browser, tab.address)
    other.open(link.removeprefix(tab.address))
    other.says("^✓ 6 legal turns")
    assert "#" not in other.page.url
    other.page.reload()
    other.says("^✓ 6 legal turns")  # the text survives
    assert other.page.input_value("#text") == TYPO
    other.page.context.close()


DAMAGED = {
    "not packed": "abc",
    "no JSON": packed_link(b"{"),
    "no UTF-8": packed_link(b'{"text": "\xff", "game": "", "answers": {}}'),
    "no text": packed_link(b'{"x": 1}'),
    "no answers": packed_link(b'{"text": "1. Sd5=M", "game": "", "answers": null}'),
    "an answer that is none": packed_link(b'{"text": "1. Sd5=M", "game": "", "answers": {"4": null}}'),
    "an answer of numbers": packed_link(
        b'{"text": "1. Sd5=M", "game": "", "answers": {"4": {"answer": 5, "said": ""}}}'
    ),
}


def test_a_damaged_link_is_one_line_and_the_next_text_is_judged(tab: Tab, browser: Any) -> None:
    other = Tab(browser, tab.address)
    other.open()
    for link in DAMAGED.values():
        other.page.goto(f"{tab.address}#z={link}")
        other.says("This link is damaged", timeout=5000)
        other.judge(TYPO, r"^\?")
        other.judge("", "^Ready")
    other.page.context.close()


@pytest.mark.parametrize("size", [200_000, 9_000_000])
def test_a_link_to_a_long_text_is_refused(tab: Tab, browser: Any, size: int) -> None:
    """It would unpack and lay out more than any game has."""
    link = packed_link(b'{"text": "' + b" " * size + b'", "game": "", "answers": {}}')
    other = Tab(browser, tab.address)
    other.open()
    other.page.goto(f"{tab.address}#z={link}")
    other.says("Send this text as a file: a link holds 200 kB at most", timeout=5000)
    other.judge(TYPO, r"^\?")
    other.page.context.close()


def test_of_a_long_text_the_beginning_is_laid_out(tab: Tab, browser: Any) -> None:
    """Its records are judged, saved and copied to the end; a link is not made of its beginning."""
    game = '[Game "Martian Life"]\n\n1. Sc4 XSd4,Sd5 XSc4\n2. Sd3\n*\n'
    text = "\n".join([game] * 6_000)
    other = Tab(browser, tab.address, permissions=["clipboard-read", "clipboard-write"])
    page = other.open()
    other.says("^Ready")
    page.set_input_files("#file", {"name": "a.pyr", "mimeType": "text/plain", "buffer": text.encode()})
    other.says("^✓ 6000 records", timeout=60_000)
    assert page.text_content("#file-name") == (
        "From the file a.pyr: 36,000 lines, of which the field shows the first; none can be changed here"
    )
    assert 0 < len(page.input_value("#text")) <= 20_000
    assert 0 < len(page.text_content("#record")) <= 20_000
    page.click("#result summary")
    page.click("#copy")
    page.locator("#copy:has-text('Copied')").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").count("[Game") == 6_000
    page.click("#link")
    other.says("The text is too long for a link")
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (375, 667)], ids=["wide", "phone"])
def test_axe_finds_nothing_wrong(browser: Any, server: Server, size: tuple[int, int], scheme: str) -> None:
    viewport = {"width": size[0], "height": size[1]}
    tab = Tab(browser, server.address, bypass_csp=True, color_scheme=scheme, viewport=viewport)
    page = tab.open()
    tab.says("^Ready")

    def check() -> None:
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    assert page.is_visible("#cards button:first-child .message")
    check()
    for text, pattern in ((WRONG, "^✗"), (TYPO, r"^\?")):
        tab.judge(text, pattern)
        page.locator(".diagnostic").first.wait_for()
        page.click(".diagnostic button[aria-expanded]")
        check()
    tab.judge("", "^Ready")
    page.click("#new button:has-text('Braces')")
    page.check("#fair input")
    check()
    page.click("#begin-done")
    page.locator("#choices button:text-is('White')").wait_for()
    assert page.is_visible("#roll")
    check()
    page.click("#clear")
    tab.says("^Ready")
    page.click("#new button:has-text('Spectrum')")
    page.check("#fair input")
    page.click("#begin-done")
    page.locator("#choices button:text-is('A')").wait_for()
    assert page.is_hidden("#slide")
    check()
    page.click("#clear")
    tab.says("^Ready")
    page.click("#new button:has-text('Martian Chess')")
    check()
    page.click("#begin-done")
    tab.says("^✓ 0 legal turns")
    page.locator(".zone").first.wait_for()
    check()
    page.click("#answer")
    page.fill("#letter-text", "1. nothing")
    page.click("#letter .main-action")
    page.locator("#dispute p").wait_for()
    check()
    page.click("#replay")
    page.locator("#whole[open]").wait_for()
    check()
    page.context.close()


def test_a_replay_is_shown_each_time_and_takes_the_keys(tab: Tab) -> None:
    tab.judge('[Game "Martian Life"]\n\n1. Sf3\n2. Sc6\n', "^✓ 2 legal turns")
    page = tab.page
    steps = page.evaluate("history.length")
    for _ in range(2):
        page.click("#replay")
        page.frame_locator("#frame").locator("svg").first.wait_for(timeout=10_000)
        assert page.evaluate("document.activeElement.id") == "frame"
        page.click("#close")
    assert page.evaluate("history.length") == steps


def test_two_windows_lose_no_turn_of_a_game(fresh: Tab) -> None:
    begin_and_play(fresh, "Sf3")
    other = fresh.page.context.new_page()
    other.goto(fresh.address)
    other.click("#games .pair button:has-text('Ann')", timeout=START)
    other.locator("#state").filter(has_text="✓ 1 legal turn").wait_for(timeout=START)
    for page, turn, said in ((fresh.page, "Sc6", "✓ 2 legal turns"), (other, "Sd6", "changed in another window")):
        page.locator("#who").filter(has_text=re.compile("^2. ")).wait_for(timeout=START)
        page.fill("#beginning", turn)
        page.click("#done:enabled")
        page.locator("#state").filter(has_text=said).wait_for(timeout=10_000)
    games = other.evaluate("Object.values(JSON.parse(localStorage['pyrnot games'])).map(({ text }) => text)")
    assert sorted(text.partition("2. ")[2].split()[0] for text in games) == ["Sc6", "Sd6"]
    other.close()


def test_chromium_would_install_it(tab: Tab) -> None:
    protocol = tab.page.context.new_cdp_session(tab.page)
    manifest = protocol.send("Page.getAppManifest")
    assert (manifest["errors"], manifest["url"]) == ([], f"{tab.address}manifest.json")
    found = protocol.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []


def test_a_text_that_hangs_is_ended(browser: Any, server: Server, site: Path) -> None:
    tab = Tab(browser, server.address, service_workers="block")
    (worker,) = site.glob("*/worker.js")
    begun = worker.read_text(encoding="utf-8").replace("text?.destroy();", "while (bytes.length === 4);")
    assert "bytes.length === 4" in begun
    tab.page.route("**/worker.js", lambda route: route.fulfill(body=begun, content_type="text/javascript"))
    tab.open()
    tab.says("^Ready")
    tab.judge("hang", "more than 20 seconds")
    assert tab.page.locator("#starting").is_visible()
    tab.judge(WRONG, "^✗ 1 legal turn")
    tab.page.context.close()


def test_offline_and_a_newer_version(browser: Any, site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "public"
    shutil.copytree(site, folder)
    server = Server(folder)
    tab = Tab(browser, server.address)
    tab.open()
    tab.page.locator("#offline:has-text('without a network')").wait_for(timeout=START)
    tab.page.context.set_offline(True)
    tab.page.reload()
    tab.judge(WRONG, "^✗ 1 legal turn")
    tab.page.context.set_offline(False)
    (old,) = folder.glob("*/worker.js")
    old.parent.rename(folder / "0123456789ab")
    for name in ("index.html", "offline.js"):
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace(old.parent.name, "0123456789ab"), encoding="utf-8")
    tab.page.reload()
    assert old.parent.name in tab.page.text_content("footer")
    tab.page.locator("#renew").wait_for(timeout=START)
    tab.page.click("#renew")
    tab.page.locator("footer:has-text('0123456789ab')").wait_for(timeout=START)
    tab.says("^✗ 1 legal turn")
    assert not [said for said in tab.trouble if "Failed to load" not in said]
    tab.page.context.close()
    server.stop()
