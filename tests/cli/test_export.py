"""`export`: all formats, file names, what is never overwritten, exit codes."""

from __future__ import annotations

import base64
import json
import os
import re
import shlex
import sys
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import pytest
from tables import read_table

from pyrnot.cli import formats
from pyrnot.render.html.record import LONGEST_LINK, site_link
from support import SAMPLES, TOP

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3 XSe4 XSf3 { first }\n'
WRONG = '[Game "Martian Life"]\n\n1. Sf3 XSe4 XSf3\n2. Sd4\n'
TWO = f"{GAME}*\n\n{GAME}*\n"
SVG = "{http://www.w3.org/2000/svg}"


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.fixture(autouse=True)
def _files(make) -> None:
    make("game.pyr", GAME)
    make("wrong.pyr", WRONG)
    make("two.pyr", TWO)


@pytest.mark.parametrize("to", ["svg", "html", "md", "txt", "json"])
def test_text_goes_to_standard_output(run, to: str) -> None:
    done = run("export", "game.pyr", "--to", to)
    assert done.exit_code == 0
    assert done.stderr == ""
    assert "XSe4" in done.stdout


def test_svg_shows_the_last_position_by_default(run) -> None:
    def titled(*options: str) -> str:
        done = run("export", "game.pyr", "--to", "svg", *options)
        return ET.fromstring(done.stdout).findtext(f"{SVG}title") or ""

    assert titled() == titled("--ply", "end") == titled("--ply", "-1") == titled("-o", "-")
    assert titled().endswith("1. Red: Sf3 XSe4 XSf3")
    assert titled("--ply", "start").endswith("Start")


def test_size_theme_and_side(run) -> None:
    def svg(*options: str) -> str:
        return run("export", "game.pyr", "--to", "svg", *options).stdout

    assert ET.fromstring(svg("--size", "300")).get("width") == "300"
    assert len({svg(), svg("--flip"), svg("--theme", "dark"), svg("--theme", "light")}) == 4


def test_a_picture_with_too_many_pixels_is_not_begun(run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    game = str(SAMPLES / "braces" / "authors-line.pyr")
    done = run("export", game, "--sheet", "--columns", "1", "--size", "8000", "-o", "sheet.png")
    assert (done.exit_code, "cannot write sheet.png: draw it smaller, or draw less" in done.stderr) == (2, True)
    assert not (tmp_path / "sheet.png").exists()


def test_an_animation_with_too_many_pixels_is_not_begun(run, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    done = run("export", "game.pyr", "--size", "8000", "-o", "game.gif")
    assert (done.exit_code, "cannot write game.gif: draw it smaller, or draw less" in done.stderr) == (2, True)
    assert not (tmp_path / "game.gif").exists()


def test_the_suffix_gives_the_format(run, tmp_path: Path) -> None:
    for name in ("a.svg", "a.html", "a.md", "a.txt", "a.json"):
        assert run("export", "game.pyr", "-o", name).exit_code == 0
    assert names(tmp_path) == ["a.html", "a.json", "a.md", "a.svg", "a.txt", "game.pyr", "two.pyr", "wrong.pyr"]
    done = run("export", "game.pyr", "-o", "a.doc")
    assert done.exit_code == 2
    assert "--to svg, png" in done.stderr
    assert "no format has the suffix .doc" in done.stderr


def test_the_suffix_is_not_that_of_another_kind_of_picture(run, tmp_path: Path) -> None:
    done = run("export", "game.pyr", "--to", "png", "-o", "a.svg")
    assert (done.exit_code, "its suffix says svg, and --to png" in done.stderr) == (2, True)
    assert not (tmp_path / "a.svg").exists()
    assert run("export", "game.pyr", "--to", "md", "-o", "a.txt").exit_code == 0


def test_files_of_the_same_name_are_numbered(run, make, tmp_path: Path) -> None:
    make("a/game.pyr", GAME)
    make("b/game.pyr", GAME)
    assert run("export", "a", "b", "--to", "md", "-o", "out/").exit_code == 0
    assert names(tmp_path / "out") == ["game-2.md", "game.md"]
    assert run("export", "a", "b", "--to", "svg", "-o", "p/", "--ply", "all").exit_code == 0
    assert names(tmp_path / "p") == [
        f"martian-life-{name}.svg" for name in ("game-1-0", "game-1-1", "game-2-1-0", "game-2-1-1")
    ]


def test_records_of_several_files_in_one_document(run) -> None:
    def exported(*args: str) -> list[tuple[str, int]]:
        data = json.loads(run("export", *args, "--to", "json").stdout)
        return [(record["file"], record["record"]) for record in data["records"]]

    assert exported("two.pyr", "game.pyr") == [("two.pyr", 1), ("two.pyr", 2), ("game.pyr", 1)]
    assert exported("two.pyr", "--record", "-1") == [("two.pyr", 2)]


def test_folders(run, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    assert run("export", "two.pyr", "--to", "svg", "-o", "there").exit_code == 0
    assert names(tmp_path / "there") == ["martian-life-two-1-1.svg", "martian-life-two-2-1.svg"]
    assert run("export", "two.pyr", "--to", "md", "-o", "new/").exit_code == 0
    assert names(tmp_path / "new") == ["two.md"]
    assert run("export", "two.pyr", "--to", "svg", "--sheet", "-o", "sheets/").exit_code == 0
    assert names(tmp_path / "sheets") == ["martian-life-two-1.svg", "martian-life-two-2.svg"]


@pytest.mark.parametrize(("args", "message"), read_table(Path(__file__).with_name("usage.txt"), "export"))
def test_bad_usage(run, tmp_path: Path, args: str, message: str) -> None:
    done = run("export", *shlex.split(args))
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""
    assert not [name for name in names(tmp_path) if name.endswith(".svg")]


@pytest.mark.parametrize(
    ("name", "args"), [("a.md", ["-o", "a.md"]), ("out/index.html", ["--to", "html", "-o", "out/"])]
)
def test_nothing_is_overwritten_without_force(run, make, tmp_path: Path, name: str, args: list[str]) -> None:
    target = make(name, "mine")
    done = run("export", "game.pyr", *args)
    assert done.exit_code == 2
    assert f"{name} already exists (use --force to overwrite)" in done.stderr
    assert target.read_text() == "mine"
    assert len(names(tmp_path)) == 4
    assert run("export", "game.pyr", *args, "--force").exit_code == 0
    assert target.read_text() != "mine"


def test_nothing_is_left_half_written(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise RuntimeError("in the middle")

    monkeypatch.setattr("pyrnot.render.html.page.Page.foot", fail)
    before = names(tmp_path)
    with pytest.raises(RuntimeError, match="in the middle"):
        run("export", "game.pyr", "-o", "a.html")
    assert names(tmp_path) == before


@pytest.mark.parametrize("to", ["svg", "html", "md", "txt", "json"])
def test_a_record_with_an_error_is_exported_up_to_the_error(run, to: str) -> None:
    done = run("export", "wrong.pyr", "--to", to)
    assert done.exit_code == 1
    assert "error[occupied] ML3" in done.stderr
    assert "XSe4" in done.stdout
    assert ("occupied" in done.stdout) == (to != "svg")


@pytest.mark.parametrize(
    ("args", "message", "code"),
    [
        (["game.pyr", "--to", "md", "--ply", "7"], "game.pyr, record 1: there is no ply 7", 1),
        (["wrong.pyr", "--to", "json", "--ply", "2"], "ply 2 is illegal", 1),
        (["nowhere.pyr", "--to", "md"], "nowhere.pyr", 2),
        (["game.pyr", "--record", "3", "--to", "md"], "there is no record 3", 1),
    ],
)
def test_what_is_not_there(run, args, message, code) -> None:
    done = run("export", *args)
    assert done.exit_code == code
    assert message in done.stderr


def test_variations_can_be_left_out(run, make) -> None:
    make("v.pyr", '[Game "Martian Life"]\n\n1. Sf3 XSe4 XSf3\n( 1. Sc6 )\n')
    assert "variation 1" in run("export", "v.pyr", "--to", "md").stdout
    assert "variation 1" not in run("export", "v.pyr", "--to", "md", "--mainline").stdout


def test_a_sheet_shows_all_plies(run) -> None:
    svg = run("export", "game.pyr", "--to", "svg", "--sheet").stdout
    captions = [text.text for text in ET.fromstring(svg).iter(f"{SVG}text") if text.get("class") == "py-v"]
    assert "Start" in captions
    assert "1. Red: Sf3 XSe4 XSf3" in captions


def test_parts_scale_and_plies_of_variations(run, make, tmp_path: Path) -> None:
    make("v.pyr", '[Game "Martian Life"]\n\n1. Sc4 (1. Sd3 2. Sc6) 2. Sf3\n')

    def picture(*args: str) -> ET.Element:
        return ET.fromstring(run("export", "v.pyr", "--to", "svg", *args).stdout)

    whole, board, turn = picture("--style", "full"), picture("--board-only"), picture("--parts", "board, TURN")
    assert [node.get("width") for node in (whole, board, turn)] == ["752", "480", "480"]
    assert "This turn" in set(turn.itertext())
    assert picture("--board-only", "--scale", "1.5").get("width") == "720"
    assert "This turn" not in set(picture("--sheet", "--board-only").itertext())
    assert "2. Yellow: Sc6 (variation 1 at ply 1)" in set(picture("--ply", "2v1").itertext())
    assert run("export", "v.pyr", "--to", "svg", "--ply", "all,1v1,2v1", "-o", "p/").exit_code == 0
    assert names(tmp_path / "p") == [f"martian-life-v-1-{ply}.svg" for ply in ("0", "1", "1v1", "2", "2v1")]
    assert run("export", "v.pyr", "--to", "md", "--ply", "2v1").stdout.count("\n### 2") == 1


def test_a_picture_to_post_has_the_board_and_a_caption_below(run, make) -> None:
    make("a.pyr", '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3 2. Sd4\n')

    def texts(*args: str) -> list[str]:
        picture = ET.fromstring(run("export", "a.pyr", "--to", "svg", "--ply", "1", *args).stdout)
        return [node.text or "" for node in picture.iter(f"{SVG}text")]

    post = texts()
    assert post == texts("--style", "post")
    assert {"This turn", "To move", "Ann's stash (Red)"}.isdisjoint(post)
    turn, did, who = (next(at for at, text in enumerate(post) if word in text) for word in TOLD)
    assert post.index("8") < turn < did < who
    full = texts("--style", "full")
    assert {"This turn", "To move", "Ann's stash (Red)"} <= set(full)
    assert full.index("1. Red: Sf3 XSe4 XSf3") < full.index("8")
    illegal = run("export", "a.pyr", "--to", "svg", "--ply", "2").stdout
    assert "Not legal: cannot place a Small on d4" in illegal


TOLD = ("1. Red: Sf3 XSe4 XSf3", "Red placed a Small on f3; wave 1 culled", "Martian Life: ")


def test_a_position_without_a_record(run) -> None:
    given = ("--game", "braces", "--position", "5/5/2,LnMnSn,2/5/1,LwMwSw,3 w", "--to", "svg")
    picture = run("export", *given)
    assert picture.exit_code == 0, picture.stderr
    assert picture.stdout.count(" data-level=") == 6
    assert "Start" not in set(ET.fromstring(picture.stdout).itertext())
    wrong = run("export", "--game", "braces", "--position", "5/5", "--to", "svg")
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert "error[bad-setup] R8" in wrong.stderr
    ruled = run("export", *given[:4], "--variant", "withdraw", "--variant", "same-stack", "--to", "pyr").stdout
    assert '[Variant "withdraw,same-stack"]' in ruled


def test_a_page_is_read_back(run, make) -> None:
    quoted = "".join(f"> {line}\n" for line in GAME.splitlines())
    make("quoted.pyr", quoted)
    make("thread.txt", "Ann: Martian Life\n\n1. Sf3\n\nBen: 2. Sd4\n")
    assert run("export", "two.pyr", "quoted.pyr", "wrong.pyr", "thread.txt", "-o", "page.html").exit_code == 1
    texts = [json.loads(line) for line in run("check", "page.html", "--format", "json").stdout.splitlines()]
    assert [(text["record"], text["plies"], text["ok"]) for text in texts] == [
        (1, 1, True),
        (2, 1, True),
        (3, 1, True),
        (4, 1, False),
        (5, 1, False),
    ]
    assert "record 4, ply 2, line 4 of the record" in run("check", "page.html").stdout
    run("export", "game.pyr", "-o", "one.html")
    assert run("fmt", "one.html").stdout == run("fmt", "game.pyr").stdout
    assert run("add", "one.html", "2. Sd3").exit_code == 2


@pytest.mark.parametrize("name", ["spectrum/a-seat-leaves.pyr", "martian-chess/two-seats.pyr"])
@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("export --to json", "JSON that pyrnot made of them for other programs"),
        ("check --format json", "JSON that pyrnot made of them for other programs"),
        ("show --format json", "JSON that pyrnot made of them for other programs"),
        ("export --to txt", "a text that `pyrnot export` made of them for people"),
        ("export --to txt --ply end", "a text that `pyrnot export` made of them for people"),
        ("export --to md", "a text that `pyrnot export` made of them for people"),
        ("export --to svg --sheet", "a picture (SVG) that `pyrnot export` made of them"),
        ("export --to svg --style full", "a picture (SVG) that `pyrnot export` made of them"),
    ],
)
def test_what_was_made_of_records_is_no_record(run, command: str, kind: str, name: str) -> None:
    document = run(*command.split(), str(SAMPLES / name)).stdout
    done = run("check", "-", stdin=document)
    assert (done.exit_code, f": this is {kind}" in done.stdout) == (2, True)
    assert done.stdout.startswith("error[unreadable] R1: read the records themselves")
    assert done.stdout.count("error[") == 1


def test_a_list_of_turns_under_a_title_is_read(run) -> None:
    """It has tags without brackets as a document has, but no boards with headings."""
    notes = "Our game\n========\n\nGame: Martian Life\nRed: Ann\n\n\n1. Sf3 XSe4 XSf3\n"
    assert "1 record, 1 turn" in run("check", "-", stdin=notes).stdout


def test_with_a_path_positions_and_variants_choose_records(run, make) -> None:
    make("club.pyr", f'{GAME}*\n\n[Game "Braces"]\n[Variant "neutralize"]\n\n*\n')

    def chosen(*options: str) -> list[int]:
        records = json.loads(run("export", "club.pyr", "--to", "json", *options).stdout)["records"]
        return [record["record"] for record in records]

    assert chosen("--position", "8/8/8/3,Sr,Sy,3/3,Sy,4/8/8/8 y") == [1]
    assert chosen("--variant", "neutralize") == [2]


def test_png_and_gif(run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="the extra images is not installed")
    pytest.importorskip("PIL", reason="the extra images is not installed")
    assert run("export", "game.pyr", "-o", "a.png").exit_code == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert run("export", "game.pyr", "-o", "a.gif", "--delay", "0.2").exit_code == 0
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF89a")
    assert run("export", "game.pyr", "--to", "png", "--sheet", "-o", "sheet.png").exit_code == 0


@pytest.mark.parametrize(
    "options", [("a.png",), ("a.gif",), ("b.png", "--sheet"), ("all/", "--to", "png", "--ply", "all")]
)
def test_letters_that_no_font_has_are_named_once(run, make, monkeypatch: pytest.MonkeyPatch, options) -> None:
    pytest.importorskip("resvg_py", reason="the extra images is not installed")
    pytest.importorskip("PIL", reason="the extra images is not installed")
    monkeypatch.setattr(formats, "missing_letters", lambda svg: set(svg) & {"\u7530", "\u592a"})
    make("names.pyr", GAME.replace("\n", '\n[Yellow "\u7530\u592a"]\n', 1))
    done = run("export", "names.pyr", "-o", *options)
    assert done.exit_code == 0
    warning = "warning: use --to svg, or install a font with these letters, which are boxes now: \u592a \u7530\n"
    assert done.stderr == warning


def test_a_missing_package_is_named(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = run("export", "game.pyr", "-o", "a.png")
    assert done.exit_code == 2
    assert "pip install 'pyrnot[images]'" in done.stderr
    assert "a.png" not in names(tmp_path)


# What -o names


posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
BOTH = "\n".join([GAME, WRONG])


@posix
def test_a_full_device_is_an_error(run, tmp_path: Path) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no full device here")
    (tmp_path / "full").symlink_to("/dev/full")
    done = run("export", "game.pyr", "--to", "md", "-o", "full")
    assert done.exit_code == 2
    assert "cannot write full: No space left on device" in done.stderr


@posix
@pytest.mark.parametrize("given", [["both.pyr"], ["."], ["game.pyr", "both.pyr"]], ids=["file", "folder", "second"])
@pytest.mark.parametrize("output", ["both.pyr", "./both.pyr", "soft.pyr", "."])
def test_an_input_is_never_the_output(run, make, tmp_path: Path, given: list[str], output: str) -> None:
    make("both.pyr", BOTH)
    (tmp_path / "soft.pyr").symlink_to("both.pyr")
    before = {name: (tmp_path / name).read_bytes() for name in ("game.pyr", "wrong.pyr", "two.pyr", "both.pyr")}
    done = run("export", *given, "--to", "pyr", "-o", output, "--force")
    assert done.exit_code == 2
    assert "is one of the files to read; write to another one" in done.stderr
    assert before == {name: (tmp_path / name).read_bytes() for name in before}


# Files that belong together


def test_a_folder_of_pages_has_an_index(run, make, tmp_path: Path) -> None:
    make("in/a.pyr", TWO)
    make("in/b/a.pyr", WRONG.replace("2. Sd4", "( 1. Sc6 )\n2. Sd4"))
    assert run("export", "in", "--to", "html", "-o", "out").exit_code == 1
    assert names(tmp_path / "out") == [
        "index.html",
        "martian-life-a-1.html",
        "martian-life-a-2-1.html",
        "martian-life-a-2.html",
    ]
    index = (tmp_path / "out/index.html").read_text()
    assert [page for page in names(tmp_path / "out") if f'href="{page}"' in index] == names(tmp_path / "out")[1:]
    assert "1 error" in index
    page = (tmp_path / "out/martian-life-a-2-1.html").read_text()
    assert page.count("<article") == 1
    assert 'href="index.html"' in page
    assert 'data-line="1"' in page
    assert run("export", "game.pyr", "--to", "html", "-o", "page").exit_code == 0
    assert (tmp_path / "page").is_file()


def test_markdown_with_pictures(run, make, tmp_path: Path) -> None:
    make("v (1).pyr", f"{GAME}( 1. Sc6 )\n*\n\n{GAME}*\n")
    assert run("export", "v (1).pyr", "--to", "md", "--pictures", "-o", "out/").exit_code == 0
    pictures = [name for name in names(tmp_path / "out") if name.endswith(".svg")]
    assert pictures == [f"v (1)-{ply}.svg" for ply in ("1-0", "1-1", "1-1v1", "2-0", "2-1")]
    assert all(ET.parse(tmp_path / "out" / name).getroot().tag == f"{SVG}svg" for name in pictures)
    text = (tmp_path / "out/v (1).md").read_text()
    assert re.findall(r"\]\((.*)\)", text) == [
        name.replace(" ", "%20").replace("(", "%28").replace(")", "%29") for name in pictures
    ]
    assert "![Position after 1. Red: Sf3 XSe4 XSf3. Board: d4 yellow Small; d5 " in text
    assert "```" not in text
    done = run("export", "v (1).pyr", "--to", "md", "--pictures", "-o", "out/")
    assert done.exit_code == 2


@pytest.mark.skipif(sys.platform != "linux", reason="a name that is not UTF-8 needs a system that allows it")
def test_names_that_are_not_utf_8_become_addresses(run, make, tmp_path) -> None:
    make("in/\udce9.pyr", GAME)
    assert run("export", "in", "--to", "html", "-o", "pages").exit_code == 0
    assert 'href="martian-life-%E9-1.html"' in (tmp_path / "pages/index.html").read_text()
    assert run("export", "in", "--to", "md", "--pictures", "-o", "md/").exit_code == 0
    assert "(%E9-1-1.svg)" in (tmp_path / "md/\udce9.md").read_text()


HOMEWORLDS = '[Game "Homeworlds"]\n\n1. homeworld g3 b2 y3 Al\n2. homeworld b1 y2 g3 Bea\n3. build y1 Al\n'


@pytest.mark.parametrize("to", ["sdg", "ap", "hwl"])
def test_a_game_for_another_program_is_read_again(run, to: str) -> None:
    Path("home.pyr").write_text(HOMEWORLDS)
    assert run("export", "home.pyr", "--to", to, "-o", f"home.{to}").exit_code == 0
    assert "1 record, 3 turns, no errors" in run("check", f"home.{to}").stdout


@pytest.mark.parametrize("to", ["sdg", "ap", "hwl"])
def test_a_game_that_another_program_has_no_words_for_is_reported(run, to: str) -> None:
    done = run("export", "game.pyr", "--to", to)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "game.pyr, record 1: it is not a game of Homeworlds" in done.stderr


@pytest.mark.parametrize("to", ["sdg", "ap", "hwl", "line"])
def test_no_file_is_written_for_games_without_words(run, tmp_path: Path, to: str) -> None:
    """Nor is one replaced: `--force` once left an empty file."""
    kept = tmp_path / f"kept.{to}"
    kept.write_text("precious")
    assert run("export", "game.pyr", "--to", to, "-o", kept.name, "--force").exit_code == 1
    assert kept.read_text() == "precious"
    assert run("export", "game.pyr", "--to", to, "-o", f"new.{to}").exit_code == 1
    assert not (tmp_path / f"new.{to}").exists()


def test_several_transcripts_in_one_file_each_need_a_header(run, tmp_path: Path) -> None:
    """Without it they would be read as one game."""
    dated = '[Game "Homeworlds"]\n[Date "2019.01.01"]\n[EndDate "2019.01.02"]\n[Round "9"]\n\n'
    Path("plain.pyr").write_text(HOMEWORLDS)
    Path("headed.pyr").write_text(HOMEWORLDS.replace('[Game "Homeworlds"]\n\n', dated) + "South resigns\n")
    for files in (["plain.pyr", "headed.pyr"], ["headed.pyr", "plain.pyr"]):
        done = run("export", *files, "-o", "both.sdg")
        assert (done.exit_code, "give a folder, such as -o games/" in done.stderr) == (2, True)
        assert not (tmp_path / "both.sdg").exists()
    assert run("export", *files, "--to", "sdg", "-o", "games/").exit_code == 0
    assert "2 records, 6 turns, no errors" in run("check", "games", "--from", "sdg").stdout
    assert run("export", "headed.pyr", "headed.pyr", "-o", "both.sdg").exit_code == 0
    assert "2 records, 6 turns, no errors" in run("check", "both.sdg").stdout


@pytest.mark.parametrize("to", ["sdg", "ap", "hwl"])
def test_a_faulty_game_is_not_written_for_another_program(run, to: str) -> None:
    Path("home.pyr").write_text(HOMEWORLDS + "4. build y1 Nowhere\n")
    done = run("export", "home.pyr", "--to", to)
    assert (done.exit_code, done.stdout) == (1, "")


# Pages for a frame, and links to the site


def test_embed_writes_a_page_without_a_script_and_prints_the_line_that_shows_it(run, tmp_path: Path) -> None:
    (tmp_path / "my game.pyr").write_text('[Game "Martian Life"]\n\n1. Sf3\n2. Sz9\n*\n', encoding="utf-8")
    result = run("export", "my game.pyr", "--to", "embed", "-o", "my game.html")
    frame = ET.fromstring(result.stdout)
    assert (frame.tag, frame.get("src"), frame.get("title")) == ("iframe", "my%20game.html", "Martian Life")
    page = (tmp_path / "my game.html").read_text("utf-8")
    assert "<script" not in page
    assert re.findall(r'<section id="(\w+)"', page) == ["p0", "p1", "p2"], "the unread turn has a picture, too"
    assert re.findall(r"<span>(\d / \d)</span>", page) == ["0 / 2", "1 / 2", "2 / 2"]
    assert result.exit_code == 1


def test_embed_needs_the_name_of_a_file(run, tmp_path: Path) -> None:
    (tmp_path / "game.pyr").write_text('[Game "Martian Life"]\n\n1. Sf3\n*\n', encoding="utf-8")
    assert "give its name with -o FILE" in run("export", "game.pyr", "--to", "embed").stderr
    result = run("export", "game.pyr", "--to", "embed", "-o", "pages/")
    assert 'src="martian-life-game-1.html"' in result.stdout
    assert (tmp_path / "pages" / "martian-life-game-1.html").exists()


def test_a_page_links_to_the_site_with_its_record(run, tmp_path: Path) -> None:
    text = '[Game "Martian Life"]\n\n1. Sf3\n*\n'
    (tmp_path / "game.pyr").write_text(text, encoding="utf-8")
    assert run("export", "game.pyr", "-o", "plain.html").exit_code == 0
    assert 'class="site"' not in (tmp_path / "plain.html").read_text("utf-8")
    assert run("export", "game.pyr", "-o", "a.html", "--site", "https://example.org/p/#x").exit_code == 0
    link = re.search(
        r'class="site"><a href="https://example.org/p/#z=([\w-]+)"', (tmp_path / "a.html").read_text("utf-8")
    )
    assert link is not None
    packed = base64.urlsafe_b64decode(link[1] + "=" * (-len(link[1]) % 4))
    assert json.loads(zlib.decompress(packed, -zlib.MAX_WBITS)) == {"text": text, "game": "", "answers": {}}
    refused = run("export", "game.pyr", "-o", "b.html", "--site", "javascript:alert(1)")
    assert (refused.exit_code, "not the address of a web page" in refused.stderr) == (2, True)


def test_a_text_too_long_for_a_link_has_none() -> None:
    script = (TOP / "pyrnot" / "site" / "assets" / "main.js").read_text("utf-8")
    assert f"const [LONGEST_LINK, LONGEST_UNPACKED] = [{LONGEST_LINK:_}," in script, "the site takes as much"
    assert site_link("https://example.org/", "".join(map(chr, range(0x100, 0x8000)))) is None


def test_an_animation_has_a_picture_for_each_action(run, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    text = (SAMPLES / "braces" / "authors-line.pyr").read_text("utf-8")
    (tmp_path / "game.pyr").write_text(text, encoding="utf-8")
    assert run("export", "game.pyr", "--ply", "start-1", "-o", "a.gif", "--delay", "1").exit_code == 0
    with image.open(tmp_path / "a.gif") as film:
        durations = []
        for number in range(film.n_frames):
            film.seek(number)
            durations.append(film.info["duration"])
    # DIG 5/2; Sc3-c4-c5 XSd5; Ma1-a2: the dice move nothing.
    assert durations == [1000, 400, 4000]
    assert run("export", "game.pyr", "--ply", "start-1", "-o", "slow.gif", "--delay", "60").exit_code == 0
    assert run("export", "game.pyr", "--ply", "start-1", "-o", "slower.gif", "--delay", "600").exit_code == 2
