"""The viewer, driven by keys and the mouse without a terminal."""

from __future__ import annotations

import re
from pathlib import Path
from threading import Event

import pytest
from textual.events import MouseScrollDown, Paste

from pyrnot.foreign.load import read_record
from pyrnot.games import all_games
from pyrnot.play.fair_dealer import Dealer
from pyrnot.play.repairs import with_repairs
from pyrnot.play.replay import replay
from pyrnot.play.turns import join_turn, legal_turns
from pyrnot.record.source import SourceText
from pyrnot.record.typed import read_dice
from pyrnot.render.text.lines import printable
from pyrnot.viewer import app, try_panel
from pyrnot.viewer.app import Viewer
from pyrnot.viewer.bindings import FOOTER, Command
from pyrnot.viewer.line_trees import LineTrees
from pyrnot.viewer.stepper import State
from pyrnot.viewer.turn_tree import TurnTree
from support import samples_of

OTHER = (
    '[Game "Martian Life"]\n[Red "Zoë Quist"]\n[Yellow "Ben"]\n\n'
    "1. Sf3 XSe4 XSf3\n( 1. Sc6 { Or\n  so. } )\n2. Sc6 *\n"
)
ENDED = '[Game "Martian Life"]\n\n1. Se4=M\n2. Se5=M\n3. Sc3 XSd4 XSc3,Me4,Me5 XSd5\ndraw\n'
BRACES = '[Game "Braces"]\n\n*\n'
STARTLESS = '[Game "Autumn Ash"]\n[Variant "nonesuch"]\n\n1. +Pg2; Pg2-g1=Q\n'


def test_each_part_is_there(drive, text, tmp_path, monkeypatch) -> None:
    """A look at the panes, the help, the list of records, the lines that ask, and a turn that is tried: each has a
    closer test in the slow run."""
    monkeypatch.chdir(tmp_path)
    file = Path("autumn-ash-game-8.svg")

    async def script(viewer) -> None:
        assert "─Comments─" in viewer.text
        assert re.search(r"a─+┬─+b─+┬─+c", viewer.text)
        await viewer.press("D")
        assert "rolled after turn 7" in viewer.foot
        await viewer.press("d f")
        assert viewer.place("─Problems─")[1] > viewer.place("─Comments─")[1]
        assert re.search(r"h─+┬─+g─+┬─+f", viewer.text)
        file.write_text("mine")
        await viewer.press("w enter")
        assert viewer.foot.startswith(f"{file} exists; overwrite it? (y/n)")
        await viewer.press("n enter")
        assert file.read_text() == "mine"
        await viewer.press("?")
        shown = viewer.text
        assert [command for command in Command if command.value not in shown] == []
        await viewer.press("q L")
        assert "3 records: type a player" in viewer.text
        viewer.enter("zoë")
        await viewer.press("down enter")
        assert "record 2 of 3" in viewer.lines[0]
        await viewer.press("t")
        await viewer.until("legal turns")
        viewer.enter("f3")
        await viewer.until(" Sf3 XSe4 XSf3 ")
        await viewer.press("tab enter")
        assert "ply 1 of 2" in viewer.foot, "the turn of the record itself"
        await viewer.press("escape")
        await viewer.click("1. R Sc6")
        assert "variation 1 at ply 1, ply 1" in viewer.foot
        await viewer.press("] t")
        assert "no position here" in viewer.foot
        await viewer.press("w enter")
        assert "there is no picture to save" in viewer.foot
        await viewer.press("/ ctrl+c")
        assert (viewer.viewer._exit, viewer.viewer.return_value) == (True, 130)

    drive(
        text, OTHER, STARTLESS, script=script, size=(130, 50), roll=lambda found: f"rolled after turn {found.length}"
    )


@pytest.mark.slow
def test_steps_searches_and_copies(drive, text) -> None:
    async def script(viewer) -> None:
        assert viewer.lines[0].startswith(" Autumn Ash   Ann (Rainbow), Ben <i> (Xeno)")
        assert viewer.lines[0].rstrip().endswith("record 1 of 2")
        await viewer.press("y")
        assert "no turn to copy" in viewer.foot
        await viewer.press("right y")
        assert viewer.viewer.clipboard == "1. +Pg2; Pg2-g1=Q"
        await viewer.press("Y")
        line_tree = viewer.viewer.line_tree
        assert viewer.viewer.clipboard == line_tree.record.game.write_position(line_tree.node(0).position)
        await viewer.press("n space")
        assert viewer.foot.rstrip().endswith("ply 3 of 10")
        await viewer.press("v")
        assert "variation 1 at ply 3, ply 3" in viewer.foot
        await viewer.press("o end")
        assert "8. Xeno: Pg3-a1=P  (not played)" in viewer.text
        assert "error[" in viewer.text
        await viewer.press("5")
        assert viewer.foot.startswith("Go to ply: 5")
        await viewer.press("enter")
        assert "ply 5 of 10" in viewer.foot
        await viewer.press("g 3 escape")
        assert "ply 5 of 10" in viewer.foot
        await viewer.press("9 9 enter")
        assert "no ply 99: this line ends at ply 8" in viewer.foot
        for sought, record, foot in (
            ("ZOË", "record 2 of 2", "ply 0"),
            ("or so", "record 2 of 2", "variation 1 at ply 1"),
            ("a try", "record 1 of 2", "variation 1 at ply 3"),
        ):
            await viewer.press("/")
            await viewer.type(sought)
            assert record in viewer.lines[0]
            assert foot in viewer.foot
        await viewer.press("m")
        assert "no other match" in viewer.foot
        await viewer.press("/")
        await viewer.type("[nothing]")
        assert "not found: [nothing]" in viewer.foot
        await viewer.press("Z")
        assert "press ? for help" in viewer.foot
        found = []
        for _ in range(3):
            await viewer.press("T")
            found.append((viewer.viewer.theme, viewer.viewer.current_theme.dark, viewer.viewer.native_ansi_color))
        assert found == [("textual-dark", True, False), ("textual-light", False, False), ("ansi-dark", True, True)]
        await viewer.press("q")
        assert viewer.viewer._exit
        assert not viewer.viewer.return_value

    drive(text, OTHER, script=script)


@pytest.mark.slow
def test_sizes(drive, text) -> None:
    """Nothing is drawn beyond the screen, with each part of the viewer open."""

    async def script(viewer) -> None:
        for size in ((80, 24), (20, 5), (1, 1)):
            await viewer.pilot.resize_terminal(*size)
            for keys in ("end", "t", "x enter", "escape ?", "q /", "escape"):
                await viewer.press(keys)
                assert len(viewer.lines) == size[1]
                assert {len(line) for line in viewer.lines} == {size[0]}, "all characters here take one column"
        await viewer.pilot.resize_terminal(100, 30)
        await viewer.pilot.pause()
        assert "ply 8 of 10" in viewer.foot

    drive(text, script=script)


@pytest.mark.slow
def test_the_keys_come_back_when_the_window_grows(drive, text) -> None:
    async def script(viewer) -> None:
        await viewer.pilot.resize_terminal(120, 30)
        await viewer.pilot.pause()
        wide = viewer.foot
        assert "/ search" in wide
        await viewer.pilot.resize_terminal(50, 30)
        await viewer.pilot.pause()
        assert "/ search" not in viewer.foot
        await viewer.press("Y")
        assert "copied" in viewer.foot
        await viewer.pilot.resize_terminal(120, 30)
        await viewer.press("home")
        assert viewer.foot == wide

    drive(text, script=script)


@pytest.mark.slow
def test_panes_and_help(drive, text) -> None:
    async def script(viewer) -> None:
        shown = viewer.text
        assert "─Comments─" in shown
        assert "─Problems─" not in shown
        assert re.search(r"a─+┬─+b─+┬─+c", shown)
        await viewer.press("d f")
        assert viewer.place("─Problems─")[1] > viewer.place("─Comments─")[1]
        assert re.search(r"h─+┬─+g─+┬─+f", viewer.text)
        await viewer.press("?")
        shown = viewer.text
        assert [command for command in Command if command.value not in shown] == []
        await viewer.press("q")
        assert "ply 8 of 10" in viewer.foot
        await viewer.pilot.resize_terminal(40, 10)
        await viewer.press("? pagedown down")
        assert "Turns" not in viewer.text
        assert "Any other key" in viewer.foot, "these keys scroll"
        await viewer.press("right b")
        assert "ply 7" in viewer.foot
        await viewer.press("? ctrl+c")
        assert (viewer.viewer._exit, viewer.viewer.return_value) == (True, 130)

    drive(text, script=script, size=(130, 50))


@pytest.mark.slow
def test_a_fault_is_seen_on_the_smallest_screen(drive) -> None:
    """At 80 by 24 the current turn, its mark, the error and the underline are visible without scrolling, in a record
    of each game."""
    samples = [samples_of(game)[0].read_text(encoding="utf-8") for game in all_games()]

    async def script(viewer) -> None:
        for record, game in enumerate(all_games()):
            viewer.viewer.go(State(record=record, turn=viewer.viewer.line_trees[record].record.main_line[-1]))
            await viewer.pilot.pause()
            shown = viewer.text
            assert game.info.title in shown
            row = next(line for line in shown.split("\n") if "▶" in line)
            assert "nonsense" in row or "…" in row, shown
            assert "error[" in shown
            assert re.search(r"\| +\^", shown), shown
        top = viewer.lines[1]
        await viewer.press("j j")
        assert viewer.lines[1] != top, "what is too high scrolls"
        await viewer.press("k k")
        assert viewer.lines[1] == top

    bad = [f"{text.rstrip().rsplit(maxsplit=1)[0]} nonsense *\n" for text in samples]
    drive(*bad, script=script, size=(80, 24))


EXCHANGED = """\
[Game "Martian Life"]

1. Se4=M
2. Sf3
3. Sg3
5. Sf5 XSe5 XMd4
4. Sd4=M
6. Sg5
7. Sd3
8. Sh6
"""


@pytest.mark.slow
def test_the_help_is_that_of_check(drive, run, make, monkeypatch) -> None:
    """As soon as the repairs are found, also in a record to which a turn was added meanwhile."""
    make("game.pyr", EXCHANGED)
    said = "= help: turns 4 and 5 may be in each other's place"
    assert said in run("check", "game.pyr").stdout
    may_search = Event()
    monkeypatch.setattr(app, "with_repairs", lambda judged: may_search.wait() and with_repairs(judged))

    async def script(viewer) -> None:
        await viewer.press("n t")
        await viewer.type("Sg3")
        assert "try 1" in viewer.foot
        await viewer.press("escape d")
        assert "add turn 4 if it is missing" in viewer.text
        may_search.set()
        await viewer.until(said)
        assert "2. Y Sg3" in viewer.text

    drive(EXCHANGED, script=script, size=(160, 40))


@pytest.mark.slow
def test_what_is_too_high_scrolls(drive, text) -> None:
    async def script(viewer) -> None:
        top = viewer.lines[1]
        await viewer.press("j j")
        assert viewer.lines[1] != top
        await viewer.press("k k")
        assert viewer.lines[1] == top
        turns = viewer.viewer.board.query_one(TurnTree)
        await viewer.press("end s")
        await viewer.pilot.pause()
        assert turns.scroll_offset.y == 0
        column, line = turns.region.x + 3, turns.region.y + 1
        await viewer.pilot._post_mouse_events([MouseScrollDown], offset=(column, line))
        assert turns.scroll_offset.y > 0
        assert "ply 0 of 10" in viewer.foot
        await viewer.press("/ ctrl+c")
        assert (viewer.viewer._exit, viewer.viewer.return_value) == (True, 130)

    drive(text, script=script, size=(110, 16))


@pytest.mark.slow
def test_autoplay(drive, text) -> None:
    async def script(viewer) -> None:
        await viewer.until("ply 8 of 10")
        await viewer.until("already at the last turn")
        assert viewer.viewer.timer is None

    drive(text, script=script, state=State(auto=True), pace=0.01)


@pytest.mark.slow
def test_a_record_is_chosen_from_the_list(drive, text) -> None:
    async def script(viewer) -> None:
        await viewer.press("L")
        assert "2 records: type a player" in viewer.text
        viewer.enter("zoë")
        await viewer.press("down")
        assert "   2  Martian Life  Zoë Quist, Ben  game.pyr" in viewer.text
        assert "Autumn Ash" not in viewer.text
        await viewer.press("enter right")
        assert "record 2 of 2" in viewer.lines[0]
        await viewer.press("L escape")
        assert "ply 1 of 2" in viewer.foot
        await viewer.press("L")
        viewer.enter("nobody")
        await viewer.press("enter escape L")
        await viewer.click("Autumn Ash")
        assert "record 1 of 2" in viewer.lines[0]

    drive(text, OTHER, script=script)


# The mouse


@pytest.mark.slow
def test_clicks(drive, text) -> None:
    async def script(viewer) -> None:
        await viewer.click("4. X Pg1-g2=D")
        assert "variation 1 at ply 3, ply 4" in viewer.foot
        await viewer.click("▾▶4. X Pg1-g2=D")
        assert "▸▶4. X Pg1-g2=D" in viewer.text
        assert "4. +Pb5" not in viewer.text
        await viewer.press("v")
        assert "▾ 4. X Pg1-g2=D" in viewer.text, "it unfolds when it is entered"
        assert "variation 2 at ply 4, ply 4" in viewer.foot
        await viewer.click("try a turn")
        assert "─Try a turn─" in viewer.text

    drive(text, script=script, size=(130, 40))


# Trying turns


@pytest.mark.slow
def test_a_turn_is_tried_and_gone_on_from(drive, text) -> None:
    async def script(viewer) -> None:
        await viewer.press("2 enter t")
        assert "Rainbow: a turn to try" in viewer.text
        await viewer.type("+Dc1;Dc1-c3=P")
        assert "error[not-adjacent] AA5" in viewer.text
        assert "not legal" in viewer.text
        assert "ply 2 of 10" in viewer.foot
        await viewer.press("ctrl+u")
        await viewer.type("3. Rainbow: +Dc1; Dc1-c2-c3=P")
        assert "legal: +Dc1; Dc1-c2-c3=P" in viewer.text
        assert "try 1, ply 3" in viewer.foot
        await viewer.press("down down enter")
        assert "try 1, ply 4" in viewer.foot
        await viewer.press("escape left left right")
        assert "ply 3 of 10" in viewer.foot, "the record goes on as before"
        assert "├   3. R +Dc1; Dc1-c2-c3=P" in viewer.text
        await viewer.press("] [ c")
        assert "+Dc1; Dc1-c2-c3=P" in viewer.text, "it stays there while the viewer runs"

    drive(text, OTHER, script=script, size=(130, 40))


@pytest.mark.slow
def test_legal_turns_are_filtered_as_one_types(drive) -> None:
    async def script(viewer) -> None:
        await viewer.press("t")
        await viewer.until("legal turns")
        viewer.enter("f3")
        await viewer.until("1 of ")
        await viewer.until(" Sf3 XSe4 XSf3 ")
        await viewer.press("tab")
        await viewer.press("enter")
        assert "ply 1 of 2" in viewer.foot, "the turn of the record itself"
        assert "ambiguous" not in viewer.text

    drive(OTHER, script=script, size=(80, 30))


@pytest.mark.slow
def test_dice_come_first(drive) -> None:
    """In a position of Braces with thousands of turns, too: keys work while they are listed."""

    async def script(viewer) -> None:
        await viewer.press("t")
        await viewer.until("type the dice first, such as DIG 5/2")
        viewer.enter("HOP 1/1")
        await viewer.until(" HOP 1/1; ")
        await viewer.pilot.press("ctrl+u")
        await viewer.until("type the dice first")
        viewer.enter("DIG 6/6")
        await viewer.press("x")
        await viewer.until("DIG 6/6x")
        await viewer.press("escape")
        assert "─Try a turn─" not in viewer.text

    drive(BRACES, script=script)


@pytest.mark.slow
def test_fair_dice_are_filled_in(drive) -> None:
    """At the end of the record: the turns are listed at once, and one may be typed without its dice."""
    dealer = Dealer(())
    game = replay(read_record(SourceText(BRACES)))
    for seat in ("White", "Black"):
        secret = seat.encode().ljust(32)
        game, _ = dealer.join(game, seat, secret)
        dealer = Dealer([*dealer.secrets, secret])
    (dice,) = dealer.roll(game)
    rules = game.record.game
    turn = join_turn(rules, game.position, next(legal_turns(rules, game.position, read_dice(rules, dice))))
    first = rules.write_turn(turn.actions, turn.ended).removeprefix(f"{dice}; ")

    async def script(viewer) -> None:
        await viewer.press("t")
        await viewer.until("legal turns")
        await viewer.until(f" {dice}; ")
        await viewer.type(first)
        assert f"legal: {dice}; " in " ".join(viewer.text.split())

    drive(game.record.source.original, script=script, deal=lambda _: dealer)


@pytest.mark.slow
def test_nothing_to_try_without_a_start(drive) -> None:
    async def script(viewer) -> None:
        await viewer.press("t")
        assert "no position here" in viewer.foot
        await viewer.press("Y")
        assert "no position here" in viewer.foot
        await viewer.press("w enter")
        assert "there is no picture to save" in viewer.foot

    drive(STARTLESS, script=script)


def test_a_key_before_the_panes_are_there_is_lost(text) -> None:
    viewer = Viewer(
        LineTrees([SourceText(text)], None), State(), pace=1, roll=lambda _: "", deal=lambda _: Dealer(())
    )
    assert not viewer.check_action("obey", ("NEXT",))


@pytest.mark.slow
def test_the_next_turn_is_rolled(drive, text) -> None:
    """What a key says of the game, wherever in it the viewer is."""

    async def script(viewer) -> None:
        await viewer.press("n D")
        assert "rolled after turn 7" in viewer.foot
        await viewer.press("n")
        assert "rolled" not in viewer.foot

    drive(text, script=script, roll=lambda replayed: f"rolled after turn {replayed.length}")


# Saving


@pytest.mark.slow
def test_the_picture_is_saved_and_nothing_overwritten_unasked(drive, text, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("autumn-ash-game-1.svg")

    async def script(viewer) -> None:
        await viewer.press("n w")
        assert viewer.foot.startswith("Save the picture as: autumn-ash-game-1.svg")
        await viewer.press("enter")
        assert "saved autumn-ash-game-1.svg" in viewer.foot
        assert file.read_text().startswith("<svg")
        file.write_text("mine")
        for answer in ("n", "", "escape"):
            await viewer.press(f"w enter {answer}")
            assert viewer.foot.startswith("autumn-ash-game-1.svg exists; overwrite it? (y/n)") or answer == "escape"
            await viewer.press("enter" if answer != "escape" else "f")
            assert file.read_text() == "mine"
        await viewer.press("w enter y enter")
        assert file.read_text().startswith("<svg")
        await viewer.press("w ctrl+u")
        await viewer.type("none/x")
        assert "cannot write none/x.svg: No such file or directory" in viewer.foot

    drive(text, script=script, size=(120, 30))


@pytest.mark.slow
@pytest.mark.parametrize("width", [80, 40])
def test_a_long_name_leaves_room_for_the_question(drive, tmp_path, monkeypatch, width: int) -> None:
    monkeypatch.chdir(tmp_path)
    name = "Zürich, the club's evening of 7 March, 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字.svg"
    Path(name).write_text("mine")

    async def script(viewer) -> None:
        await viewer.press("w ctrl+u")
        await viewer.type(name)
        viewer.enter("yes")
        await viewer.press("left")
        assert re.fullmatch(r"Zür.*… exists; overwrite it\? \(y/n\) yes *", viewer.foot)
        await viewer.press("enter")
        assert Path(name).read_text().startswith("<svg")

    drive(BRACES, script=script, size=(width, 15))


def test_the_picture_is_that_of_export(run, make, make_line_tree, text) -> None:
    from pyrnot.viewer.picture import picture_path, save_picture

    text = f"{text.partition('8. ')[0]}*\n"
    make("game.pyr", text)
    run("export", "game.pyr", "--to", "svg", "--ply", "3", "--flip", "-o", "theirs.svg")
    line_tree = make_line_tree(text, file="game.pyr")
    node = line_tree.node(line_tree.record.main_line[2])
    save_picture(line_tree, node, picture_path("mine"), flip=True)
    assert Path("mine.svg").read_bytes() == Path("theirs.svg").read_bytes()


# Strangers


CODES = "\x1b]0;PWN\x07\u202e\x9b31m\u2066\x7f"


@pytest.mark.slow
def test_no_text_of_a_record_controls_the_terminal_or_is_markup(drive, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    hostile = f"{CODES}[@click=app.quit]x[/] [red]r[/] :smile: [link=http://x]y[/link]"
    record = (
        f'[Game "Homeworlds"]\n[Event "{CODES} [b]e[/b]"]\n[North "[@click=app.quit]{CODES}"]\n\n{{ {hostile} }}\n'
        f'1. homeworld y2 b1 g3 "{CODES}[red]"\n2. homeworld g2 b1 y3 {{ {hostile} }}\n3. {hostile}\n'
    )

    async def script(viewer) -> None:
        def check() -> None:
            assert all(line == printable(line) for line in viewer.lines)

        check()
        assert "[@click=app.quit]" in viewer.text
        assert ":smile:" in viewer.text
        for keys in ("n y", "Y", "n", "n", "d", "t"):
            assert viewer.viewer.clipboard == printable(viewer.viewer.clipboard)
            await viewer.press(keys)
            check()
        for keys in ("", "escape /"):
            await viewer.press(keys)
            viewer.viewer.post_message(Paste(f"a{CODES}b"))
            await viewer.pilot.pause()
            await viewer.press("enter")
            check()
            assert "\\x1b]0;PWN" in viewer.text

    drive(record, script=script)


@pytest.mark.slow
def test_what_may_follow_is_listed_where_turns_are_too_many(drive, monkeypatch) -> None:
    """The list has some of millions of turns: none of them began like this one."""
    monkeypatch.setattr(try_panel, "LISTED_TURNS", 50)

    async def script(viewer) -> None:
        await viewer.press("t")
        viewer.enter("SWAP 3/1; Lb1")
        await viewer.until("legal turns and beginnings")
        await viewer.until("SWAP 3/1; Lb1-b2")

    drive('[Game "Braces"]\n\n*\n', script=script, size=(100, 30))


@pytest.mark.parametrize("size", [(60, 20), (74, 40)])
def test_the_whole_board_is_shown_on_a_narrow_screen(drive, size: tuple[int, int]) -> None:
    async def script(viewer) -> None:
        ranks = [line.strip()[0] for line in viewer.lines if re.match(r"\s*[1-8]\s*[│·|]", line)]
        assert ranks == [*"87654321"], viewer.text
        assert "Draw: the board is empty" in viewer.lines[0]

    drive(ENDED, script=script, size=size)


@pytest.mark.slow
@pytest.mark.parametrize("width", [60, 80, 97, 100, 120])
def test_no_key_at_the_foot_is_cut(drive, text, width: int) -> None:
    async def script(viewer) -> None:
        # `z` shows a message instead of the keys.
        for key in ("right", "z right", "left", "t escape"):
            await viewer.press(key)
            keys = viewer.foot[: viewer.foot.rindex("ply ")].split("  ")
            words = [word for _, _, word in (key.strip().partition(" ") for key in keys) if word]
            assert words == list(FOOTER.values())[: len(words)]
            assert len(words) >= 3

    drive(text, script=script, size=(width, 24))
