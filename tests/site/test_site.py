"""The folder of the site, built from stand-ins for Pyodide and msgspec, and what its Python answers."""

from __future__ import annotations

import ast
import base64
import errno
import hashlib
import io
import json
import re
import struct
import sys
import tarfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import Result

import pyrnot
from pyrnot.games import all_games, game_ids
from pyrnot.library.rules import explanations
from pyrnot.site import build as building
from pyrnot.site import texts
from pyrnot.site.texts import Text, begin, explain, in_page_words, story_in_page_words
from support import SAMPLES, TOP, nodes_of

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "other.txt")
TYPO = SAMPLES / "martian-life" / "threads" / "a-typo.txt"
CONFLICT = '[Game "Martian Life"]\nAna, Mon 20:01: 1. Se4=M\nBen, Mon 20:04: 2. Se5=M\nBen, Mon 20:06: 2. Sd4=M\n'
Run = Callable[..., Result]


def pyodide(runtime: str = "1") -> bytes:
    """An npm package with the files of Pyodide that the site needs, and one that it does not need."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        files = {
            **dict.fromkeys(RUNTIME, runtime),
            "pyodide-lock.json": '{"info": {"version": "1"}, "packages": {"a": 1}}',
        }
        for name, text in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    return buffer.getvalue()


def msgspec() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("msgspec/__init__.py", "")
    return buffer.getvalue()


_ARCHIVE, _EXAMPLE = cache(building._archive), cache(building._example)


def reuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the archive and the examples, which take most of the time, once for all builds that follow."""
    monkeypatch.setattr(building, "_archive", _ARCHIVE)
    monkeypatch.setattr(building, "_example", _EXAMPLE)


@pytest.fixture
def parts(make: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The options of the command that name the stand-ins."""
    reuse(monkeypatch)
    for name, option, data in (("PYODIDE", "pyodide", pyodide()), ("MSGSPEC", "wheel", msgspec())):
        part = building.Download(f"{option}-1", hashlib.sha256(data).hexdigest(), f"get {option}")
        monkeypatch.setattr(building, name, part)
        make(part.file, "").write_bytes(data)
    return ["--pyodide", "pyodide-1", "--wheel", "wheel-1"]


class Built(NamedTuple):
    folder: Path
    version: str


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A site that is built once for all that look at it, and its version."""
    folder = tmp_path_factory.mktemp("built") / "public"
    with pytest.MonkeyPatch.context() as patched:
        reuse(patched)
        return Built(folder, building.build(str(folder), pyodide(), msgspec()))


def test_the_folder_is_complete(run: Run, parts: list[str]) -> None:
    done = run("site", "-o", "deep/public", *parts)
    assert done.exit_code == 0, done.output
    folder = Path("deep/public")
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    (version,) = {name.partition("/")[0] for name in files if "/" in name}
    assert f"version {version}" in done.output
    listed = json.loads(re.search(r"\.\.\.(\[.*?\])", (folder / "offline.js").read_text("utf-8"))[1])
    assert files == {"index.html", "offline.js", *listed}
    assert {Path(name).name for name in listed} == {
        *RUNTIME[:-1], "pyodide-lock.json", "pyrnot.zip", "main.js", "page.js", "play.js", "board.js", "worker.js",
        "mail.js", "page.css", "examples.json", "games.json", "icon.svg", "icon-192.png", "icon-512.png",
        "icon-maskable.png", "manifest.json",
    }  # fmt: skip
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    for icon in manifest["icons"]:
        png = (folder / icon["src"]).read_bytes()
        width, height = struct.unpack(">8x8xII", png[:24])
        assert (png[1:4], icon["sizes"]) == (b"PNG", f"{width}x{height}")
    assert json.loads((folder / version / "pyodide-lock.json").read_text("utf-8"))["packages"] == {}
    assert not re.search("@[a-z]+@", (folder / "index.html").read_text("utf-8"))
    names = zipfile.ZipFile(folder / version / "pyrnot.zip").namelist()
    assert {"pyrnot/site/texts.py", "pyrnot/grammars/braces.lark", "lark/lark.py", "msgspec/__init__.py"} <= {*names}
    assert [name for name in names if re.fullmatch(r"lark-[\d.]+\.dist-info/licenses/LICENSE", name)]
    assert not [name for name in names if re.search("__pycache__|/cli/|/lsp/|/viewer/|RECORD", name)]
    assert not [*Path("deep").glob(".pyrnot*")]


@pytest.mark.parametrize("failing", ["write_bytes", pytest.param("chmod", marks=pytest.mark.slow)])
def test_on_a_full_disk_nothing_is_left(
    run: Run, parts: list[str], monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, failing, fail)
    with pytest.raises(OSError, match="No space left on device: 'deep/public'"):
        run("site", "-o", "deep/public", *parts)
    assert not [*Path("deep").iterdir()]


def test_the_page_allows_its_own_scripts_only(built: Built) -> None:
    page = (built.folder / "index.html").read_text("utf-8")
    policy = dict(rule.split(" ", 1) for rule in re.search('Policy" content="([^"]*)"', page)[1].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'self'"
    framed = pyrnot.new("martian-life").game.html()
    for kind in ("script", "style"):
        inline = re.search(rf"<{kind}>(.*?)</{kind}>", framed, re.DOTALL)[1]
        allowed = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"'sha256-{allowed}'" in policy[f"{kind}-src"]
        assert "'self'" in policy[f"{kind}-src"]
        assert "unsafe-inline" not in policy[f"{kind}-src"]
    assert not re.search(r"<style|<script(?! type=\"module\" src)|\son[a-z]+=|\sstyle=", page)
    ids = {*re.findall(r'\bid="([^"]+)"', page)}
    scripts = [*built.folder.glob("*/*.js")]
    assert len(scripts) == 6
    for script in scripts:
        assert {*re.findall(r'\$\("([\w-]+)"\)', script.read_text("utf-8"))} <= ids


def test_the_version_is_that_of_the_content(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    same = building.build("same", pyodide(), msgspec())
    reuse(monkeypatch)
    other = building.build("other", pyodide("2"), msgspec())
    assert built.version == same != other


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_without_its_files_the_command_says_how_to_get_them(run: Run) -> None:
    done = run("site", "-o", "public")
    assert done.exit_code == 2
    for part in (building.PYODIDE, building.MSGSPEC):
        assert part.command in done.output
        assert part.file in done.output


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--pyodide", "wheel-1", "--wheel", "wheel-1"], "wheel-1 is not pyodide-1: its SHA-256 is "),
        (["--pyodide", "pyodide-1", "--wheel", "nowhere"], "'nowhere': No such file"),
    ],
)
def test_another_file_is_refused(run: Run, parts: list[str], args: list[str], message: str) -> None:
    done = run("site", "-o", "public", *args)
    assert done.exit_code == 2
    assert message in done.output
    assert not Path("public").exists()


def test_a_folder_with_files_stays_as_it_is(run: Run, parts: list[str], make: Callable[..., Path]) -> None:
    make("public/mine.txt", "mine")
    with pytest.raises(OSError, match="not empty"):
        run("site", "-o", "public", *parts)
    assert [path.name for path in Path("public").iterdir()] == ["mine.txt"]
    assert not [*Path().glob(".pyrnot*")]


# What the page asks


def test_the_page_asks_the_public_library_only() -> None:
    tree = ast.parse(Path(texts.__file__).read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    taken = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported - sys.stdlib_module_names == {"msgspec", "pyrnot"}
    assert {name.partition(".")[0] for name in taken} <= sys.stdlib_module_names
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not [
        name
        for name in used
        if name.startswith("_") and name not in ("_path", "_game", "_games", "_answers", "_read")
    ]


def test_a_thread_and_its_answer() -> None:
    text = Text(str(TYPO))
    (verdict,) = json.loads(text.verdicts())
    (record,) = json.loads(text.records())
    assert (verdict["plies"], record["text"], record["questions"][0]["line"]) == (4, "", 8)
    boards = json.loads(text.boards(1, 8))
    assert [*boards] == ["replaces 5: Sf3", "out"]
    assert boards["out"].startswith("<svg")
    text = Text(str(TYPO), "", '{"8": "replaces 5: Sf3"}')
    assert json.loads(text.verdicts())[0]["ok"]
    (record,) = json.loads(text.records())
    assert "5. Sf3 { line 8: replaces Sf2 }\n" in record["text"]
    assert text.page(1).startswith("<!doctype html>")
    assert text.picture(1, "6") == text.picture(1, "7") != text.picture(1, "5")


@pytest.mark.parametrize("game", game_ids())
def test_what_may_follow_is_touched(make: Callable[..., Path], game: str) -> None:
    text = Text(str(make("new", begin(game, "", '["Ann", "Ben"]'))))
    text.records()
    (verdict,) = json.loads(text.verdicts())
    assert (verdict["ok"], verdict["plies"], verdict["game"]) == (True, 0, game)
    ahead = json.loads(text.touch(1, ""))
    beginning = ""
    while ahead["steps"]:
        assert all(step["text"].startswith(beginning) for step in ahead["steps"])
        assert [picture[:4] for picture in ahead["pictures"]] == ["<svg", "<svg"]
        if ahead["turn"]:
            break
        beginning = ahead["steps"][-1]["text"]
        ahead = json.loads(text.touch(1, beginning))
    added = json.loads(text.add(1, ahead["turn"]))
    after = Text(str(make("after", added["text"])))
    assert json.loads(after.verdicts())[0]["plies"] == 1
    (record,) = json.loads(after.records())
    assert (record["is_open"], record["turns"][0][1]) == (True, ahead["turn"])
    assert json.loads(Text(str(make("undone", after.undo(1)))).verdicts())[0]["plies"] == 0


def test_the_links_of_fair_dice_in_a_mail_are_taken(make: Callable[..., Path]) -> None:
    whole = (SAMPLES / "braces" / "fair-dice.pyr").read_text(encoding="utf-8")
    links = "".join(
        f"Fair dice: {seat} link {link}\n" for seat, link in re.findall(r'\[(\w+)Link "([^"]*)"\]', whole)
    )
    text = Text(str(make("game", re.sub(r'\[\w+Link "[^"]*"\]\n', "", whole))))
    assert {each["code"] for each in json.loads(text.verdicts())[0]["diagnostics"]} == {"chain-missing"}
    text.records()
    added = json.loads(text.add(1, f"{links}\n\n"))
    assert added["error"] == ""
    assert not json.loads(Text(str(make("after", added["text"]))).verdicts())[0]["diagnostics"]


def test_a_mail_is_that_of_the_command_line(make: Callable[..., Path], run: Run) -> None:
    make("game.pyr", '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3\n*\n')
    printed = run("add", "game.pyr", "Sc6", "--mail").output
    text = Text("game.pyr")
    text.records()
    assert text.mail(1) == printed
    make("new.pyr", begin("martian-life", "", '["Ann", "Ben"]'))
    text = Text("new.pyr")
    text.records()
    assert text.mail(1) == run("new", "martian-life", "--mail", "--red", "Ann", "--yellow", "Ben").output


def test_a_dispute_has_both_boards(make: Callable[..., Path]) -> None:
    text = Text(str(make("text", '[Game "Martian Life"]\n\n1. Sf3\n2. Sc6\n')))
    text.records()
    dispute = json.loads(text.add(1, "I meant\n2. Sb6\n"))
    assert dispute["error"] == "turn 2 is `Sc6` in the record, but `Sb6 XSb6` in the message"
    assert dispute["theirs"].endswith("2. Sb6 XSb6\n")
    assert dispute["boards"][0] != dispute["boards"][1]


def test_a_mail_that_is_refused_is_told_what_to_write(make: Callable[..., Path]) -> None:
    text = Text(str(make("text", '[Game "Martian Life"]\n\n1. Sf3\n2. Sd6\n3. Sc5\n')))
    text.records()
    asked = json.loads(text.add(1, "Hi Ann,\n> 2. Sd6\nsorry, 2. Sc4\n\n"))["error"]
    assert asked.endswith("; write the turn alone, or leave the line out")
    assert json.loads(text.add(1, "4. Se4=M\n\n"))["error"].endswith("would be legal")


def test_a_turn_that_is_typed_wrong_is_refused(make: Callable[..., Path]) -> None:
    text = Text(str(make("text", '[Game "Braces"]\n\n*\n')))
    text.records()
    assert "a1 is empty" in json.loads(text.touch(1, "DIG 2/1; La1-a2; Mb1"))["error"]
    assert json.loads(text.add(1, "DIG 2/1; La1-a2"))["error"]


def test_the_board_of_an_illegal_turn(make: Callable[..., Path]) -> None:
    text = Text(str(make("text", '[Game "Martian Life"]\n\n1. Sf3\n2. Sd5\n')))
    (record,) = json.loads(text.records())
    assert (record["is_open"], record["turns"]) == (False, [["Red", "Sf3 XSe4 XSf3"]])
    start, after, illegal = (json.loads(text.view(1, ply))[0] for ply in (0, 1, 2))
    assert start != after
    assert illegal.startswith("<svg")


def test_an_error_in_a_variation_names_its_ply_and_has_its_board(make: Callable[..., Path]) -> None:
    main = '[Game "Martian Life"]\n\n1. Se4=M\n2. Se5=M\n3. Sd5=M'
    text = Text(str(make("text", f"{main} (3. Sf3 4. Sf3=M) (3. Sf3 5. Sc6)\n")))
    not_yours, misnumbered = json.loads(text.told())[0]["diagnostics"]
    assert (not_yours["at"], not_yours["related"]["at"], misnumbered["at"]) == ("4v1", "3v1", "4v2")
    text.records()
    boards = [json.loads(text.view(1, ply))[0] for ply in (3, "3v1", "4v1", "4v2")]
    assert len({*boards}) == 4
    text = Text(str(make("text", f"{main}\n4. Sd5=L\n")))
    assert "at" not in json.loads(text.told())[0]["diagnostics"][0]


def test_a_conflict_has_both_boards(make: Callable[..., Path]) -> None:
    text = Text(str(make("text", CONFLICT)))
    text.records()
    boards = json.loads(text.boards(1, 4))
    assert [*boards] == ["replaces 2: Sd4=M", "out"]
    assert boards["out"] != boards["replaces 2: Sd4=M"]


def test_a_repair_has_a_board(make: Callable[..., Path]) -> None:
    text = Text(str(make("text", '[Game "Martian Life"]\n\n1. Sf3\n2. Sd5\n')))
    text.records()
    assert text.repaired(1, 2, "Sc6").startswith("<svg")
    assert text.repaired(1, 2, "Sd5") == text.repaired(1, 9, "Sc6") == ""


COMMAND = re.compile(r"`pyrnot\b|\bpyrnot [a-z]|(?<![\w-])--[a-z]|`(?:add|check|fmt|import|why)\b")
"""Words about the command line, or about pyrnot as the program that the user runs."""
ROOMS = ("core", "record", "games", "foreign", "library", "play")
"""Where the messages and hints are that the page shows."""
NOT_SHOWN = ("use `-o DIR`", "pyrnot dice 1 ")
"""How texts with such words begin that the page never shows: an error of `fmt`, and what fair dice are a hash of."""
BROKEN = re.compile(r"^[,;:.)]| (?:[,;:)]|\.(?!\w))|[,;:(] *$|\(\)|  |\b(?:and|or|run|see|try|use|with)[.,;:]?$")
"""What is in a sentence after too much was taken out of it."""


def texts_about_commands() -> set[str]:
    """The strings of those rooms that are about the command line, but no docstrings; `0` stands for what is filled
    in."""
    found = set()
    for path in (path for room in ROOMS for path in (TOP / "pyrnot" / room).rglob("*.py")):
        nodes = nodes_of(path)
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        joined = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in (node for node in nodes if id(node) not in docstrings | joined):
            pieces = node.values if isinstance(node, ast.JoinedStr) else [node]
            text = "".join(str(piece.value) if isinstance(piece, ast.Constant) else "0" for piece in pieces)
            if COMMAND.search(text) and not text.startswith(NOT_SHOWN):
                found.add(text)
    return found


def test_the_page_takes_commands_out_of_messages_and_leaves_the_advice() -> None:
    found = texts_about_commands()
    assert len(found) > 20
    for text in found:
        told = in_page_words(text)
        assert not COMMAND.search(told), told
        # What follows another text may be gone as a whole.
        assert told or text.startswith(("; ", " (")), text
        assert not BROKEN.search(told.removeprefix("; ")), told
        assert (told.count("`") % 2, told.count("(")) == (0, told.count(")")), told


def test_the_page_takes_commands_out_of_stories_and_leaves_the_advice() -> None:
    for _, explanation in explanations(all_games(), with_common=True):
        told = story_in_page_words(explanation.story)
        assert not COMMAND.search(told), told
        assert re.fullmatch(r"[A-Z`].*\.", told), told
        parts = [part for part in re.split(r"(?<=\.) ", told) if part not in explanation.story]
        assert not list(filter(BROKEN.search, parts)), told
        assert told.count("`") % 2 == 0, told


@pytest.mark.parametrize(
    ("content", "message", "hint"),
    [
        (
            (SAMPLES / "braces" / "fair-dice.pyr").read_bytes().replace(b"AIM 6/2", b"AIM 6/3"),
            None,
            "write `AIM 6/2`",
        ),
        (b"[Red \xe8]", "the byte at offset 5 is not UTF-8; if an old program wrote the file, save it as UTF-8", ""),
        (b'[Game "pyrnot"]\n1. x\n', "unknown game 'pyrnot'", None),
        (TYPO.read_bytes() + b"Bento: --help\n", "line 10 is read as talk beside turn 6: '--help'", ""),
    ],
)
def test_a_diagnostic_keeps_its_advice_and_what_the_player_wrote(
    make: Callable[..., Path], content: bytes, message: str | None, hint: str | None
) -> None:
    path = make("text", "")
    path.write_bytes(content)
    (verdict,) = json.loads(Text(str(path)).told())
    told = [(diagnostic["message"], diagnostic["hint"]) for diagnostic in verdict["diagnostics"]]
    assert [pair for pair in told if message in (pair[0], None) and hint in (pair[1], None)], told


@pytest.mark.parametrize("name", ["[text]", "given.pyr"])
def test_what_holds_no_record_has_a_verdict(make: Callable[..., Path], name: str) -> None:
    text = Text(str(make(name, "\n").name))
    (verdict,) = json.loads(text.verdicts())
    assert (verdict["ok"], verdict["record"], json.loads(text.records())) == (False, 0, [])


def test_a_game_can_be_chosen(make: Callable[..., Path]) -> None:
    make("text", "1. Sf3\n2. Sc6\n")
    assert json.loads(Text("text", "martian-life").verdicts())[0]["plies"] == 2


def test_explanations() -> None:
    told = json.loads(explain("cost-not-met", "B7", "braces"))
    assert told["rule"] == pyrnot.rules("braces")["B7"].text
    assert (told["wrong"][:5], told["right"][:5]) == ("[Game", "[Game")
    assert json.loads(explain("remark", "TR3", "braces"))["rule"] == ""


def test_each_game_has_an_example_and_all_kinds_of_verdicts_are_there(
    make: Callable[..., Path], built: Built
) -> None:
    games, kinds = set(), set()
    for example in json.loads(next(built.folder.glob("*/examples.json")).read_text("utf-8")):
        assert example["svg"].startswith("<svg")
        make("text", example["text"])
        (verdict,) = json.loads(Text("text").verdicts())
        assert example["title"].startswith(f"{pyrnot.rules(verdict['game']).info.title}: ")
        assert [diagnostic["rule"] for diagnostic in verdict["diagnostics"]] != ["TR3"] or "question" in example[
            "title"
        ]
        games.add(verdict["game"])
        assert (example["kind"] == "right", not example["message"]) == (verdict["ok"], verdict["ok"])
        assert bool(re.search('class="[^"]*py-wrong', example["svg"])) == (example["kind"] == "error")
        kinds.add(next((diagnostic["rule"] for diagnostic in verdict["diagnostics"]), "right"))
    assert games == {*game_ids()}
    assert kinds >= {"right", "TR4", "B7"}
