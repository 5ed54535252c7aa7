"""Mistakes that people make at the command line and with files, and the word that leads to the cure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pyrnot.foreign.load import read_record
from pyrnot.play.repair import apply_fixes
from pyrnot.record.source import SourceText
from support import SAMPLES

RECORD = '[Game "Martian Life"]\n[Red "Ana"]\n\n1. Sd5=M\n2. Sc6\n'


@pytest.fixture(autouse=True)
def files(make) -> None:  # type: ignore[no-untyped-def]
    make("ok.pyr", RECORD)
    make("my game.pyr", RECORD)
    make("braces.pyr", '[Game "Braces"]\n\n*\n')


@pytest.mark.parametrize(
    ("command", "cure"),
    [
        (["ok.pyr"], "To check this file: pyrnot check ok.pyr"),
        (["my game.pyr"], "To check this file: pyrnot check 'my game.pyr'"),
        (["validate", "ok.pyr"], "Did you mean 'check'?"),
        (["view", "ok.pyr"], "Did you mean 'show'?"),
        (["convert", "ok.pyr"], "Did you mean 'export'?"),
        (["--game", "braces", "check", "ok.pyr"], "No such option '--game' here: write it after the command 'check'"),
        (["--format=json", "check", "ok.pyr"], "write it after the command 'check'"),
        (["add", "Sc4", "ok.pyr"], "the file comes before the turn: pyrnot add ok.pyr Sc4"),
        (["add", "Sc4", "my game.pyr"], "the file comes before the turn: pyrnot add 'my game.pyr' Sc4"),
        (["why", "Sc4 XSd4", "ok.pyr"], "the file comes before the turn: pyrnot why ok.pyr 'Sc4 XSd4'"),
        (["why", "Sc4", "my game.pyr"], "the file comes before the turn: pyrnot why 'my game.pyr' Sc4"),
        (["replay", "my game.pyr"], "use `pyrnot show --ply all 'my game.pyr'`"),
        (["add", "no such.pyr", "Sc4"], "To begin a record: pyrnot new GAME -o 'no such.pyr'"),
        (["site", "-o", "my page"], "pyrnot site -o 'my page' --pyodide"),
        (["add", "ok.pyr", "3.", "Sc4"], "put a turn of several words in quotes"),
        (["new", "braces", "new.pyr"], "-o FILE writes the record into a file"),
        (["random", "braces", "5"], "--plies N limits the turns"),
        (["undo", "ok.pyr", "2"], "run it once more for what was added before"),
        (["rules", "ML3"], "write the game first: pyrnot rules martian-life ML3"),
        (["moves", "braces.pyr"], 'Error: give --dice, such as --dice "DIG 5/2": Braces needs dice'),
        (["perft", "braces", "--depth", "1"], 'Error: give --dice, such as --dice "DIG 5/2": Braces needs dice'),
        (["show", "ok.pyr", "2"], "To choose a turn: --ply 2"),
        (["moves", "martian-life"], "To begin a record: pyrnot new martian-life -o FILE"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_arguments(run, command: list[str], cure: str) -> None:  # type: ignore[no-untyped-def]
    done = run(*command)
    assert done.exit_code == 2
    assert cure in done.stderr


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        (["fmt", "-i", "ok.pyr"], "--write"),
        (["fmt", "--in-place", "ok.pyr"], "--write"),
        (["check", "--in-place", "ok.pyr"], "--fix"),
        (["check", "--json", "ok.pyr"], "--format json"),
        (["check", "-f", "json", "ok.pyr"], "--format"),
        (["check", "-j4", "ok.pyr"], "--jobs"),
        (["check", "--no-color", "ok.pyr"], "--color never"),
        (["check", "-Werror", "ok.pyr"], "--strict"),
        (["check", "-V"], "pyrnot --version"),
        (["export", "--svg", "ok.pyr"], "--to svg"),
        (["export", "--format", "svg", "ok.pyr"], "--to"),
        (["show", "--move", "2", "ok.pyr"], "--ply"),
        (["random", "braces", "--turns", "3"], "--plies"),
        (["check", "--faultyy", "ok.pyr"], "--faulty"),
    ],
)
def test_guessed_options(run, command: list[str], meant: str) -> None:  # type: ignore[no-untyped-def]
    """The words around the option are those of click, whose versions quote it or not."""
    done = run(*command)
    assert done.exit_code == 2
    assert re.search(rf"No such option.*Did you mean '?{re.escape(meant)}'?\?", done.stderr)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.4\n%\xe2\xe3\n", "a PDF file"),
        (b"{\\rtf1\\ansi 1. HOP 3/1}", "an RTF file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "a file of Word or Outlook"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (b"GIF89a", "a picture"),
        (b"PK\x03\x04\x14\x00\x06\x00[Content_Types].xml", "a document of an office program"),
        (b"RIFF\x10\n\0\0WEBPVP8 ", "a picture"),
        (b"\0\0\0\x18ftypheic", "a picture or a film"),
        (b"SQLite format 3\0", "a database"),
    ],
)
def test_a_file_that_is_no_text(run, make, data: bytes, kind: str) -> None:  # type: ignore[no-untyped-def]
    make("mail.txt", "").write_bytes(data)
    done = run("check", "mail.txt")
    assert done.exit_code == 2
    assert f"save it as plain text: this is {kind}" in done.output


@pytest.mark.parametrize("data", [b"PK\x03\x04\x14\0", b"\x1f\x8b\x08\0", b"Rar!\x1a\x07", b"7z\xbc\xaf\x27\x1c"])
@pytest.mark.parametrize("name", ["games.txt", "games.pyr"])
def test_an_archive(run, make, name: str, data: bytes) -> None:  # type: ignore[no-untyped-def]
    make(name, "").write_bytes(data)
    done = run("check", name)
    assert done.exit_code == 2
    assert "unpack it: this is an archive" in done.output


CHESS = '[White "Ana"]\n[Black "Ben"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n'
GO = "(;FF[4]GM[1]SZ[19]PB[Ana];B[pd];W[dp])\n"


@pytest.mark.parametrize("name", ["game.txt", "game.pyr"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CHESS, "this looks like chess (`1. e4 e5`), which pyrnot does not know"),
        ("1. Nf3 Nf6 2. g3 g6\n", "this looks like chess (`Nf3`), which pyrnot does not know"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", "this looks like chess (`rnbqkbnr/"),
        (GO, "this looks like Go in SGF (`(;FF[`), which pyrnot does not know"),
        (GO.replace("GM[1]", "GM[2]"), "this looks like another game in SGF (`(;FF[`), which pyrnot does not know"),
        ('{"game": "braces", "moves": []}\n', "this is JSON, but of no kind that pyrnot reads"),
        ('[{"id": 3}]\n', "this is JSON, but of no kind that pyrnot reads"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>\n', "this is a picture (SVG), from which no game can be read"),
    ],
)
def test_a_text_of_another_kind(run, make, name: str, text: str, message: str) -> None:  # type: ignore[no-untyped-def]
    make(name, text)
    done = run("check", name)
    assert done.exit_code in (1, 2)
    assert message in done.output
    assert done.output.count("error[") == 1
    assert "known games: autumn-ash, braces" in done.output or "give the record" in done.output


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"title": "Braces", "rows": [{"text": "hello"}]}\n', "JSON"),
        ('{"author": "Ana", "comments": [{"body": "hi"}]}\n', "JSON"),
        ('<?xml version="1.0"?>\n<sms body="Braces, Ana is White"/>\n', "XML"),
    ],
)
def test_messages_as_unknown_data(run, make, text: str, kind: str) -> None:  # type: ignore[no-untyped-def]
    make("messages.txt", text)
    done = run("check", "messages.txt")
    assert done.exit_code == 1
    assert f"this is {kind}, but of no kind that pyrnot reads" in done.output
    assert "the words of the messages, as text" in done.output


@pytest.mark.parametrize("sample", sorted((SAMPLES / "martian-chess").glob("*.pyr")), ids=lambda path: path.stem)
def test_martian_chess_is_not_chess(run, make, sample: Path) -> None:  # type: ignore[no-untyped-def]
    make("game.pyr", sample.read_text(encoding="utf-8").replace('[Game "Martian Chess"]\n', ""))
    assert run("check", "game.pyr").output.startswith("error[missing-game] R2: the record does not name its game\n")


@pytest.mark.parametrize(
    "line",
    [
        '(Game "Martian Life")',
        '<Game "Martian Life">',
        '{Game "Martian Life"}',
        "[Game Martian Life]",
        "(Game: Martian Life)",
        "Game: Martian Life",
        "GAME=Martian Life",
        '"Game": "Martian Life"',
        '["Game" "Martian Life"]',
        '[[Game "Martian Life"]]',
        "# Game: Martian Life",
        "martian-life",
    ],
)
def test_the_game_is_named_otherwise_than_in_a_tag(run, make, line: str) -> None:  # type: ignore[no-untyped-def]
    text = f"{line}\n\n1. Sd5=M\n2. Sc6\n"
    make("a.pyr", text)
    done = run("check", "a.pyr")
    assert done.output.count("error[") == 1
    assert f"1 | {line}\n" in done.stdout
    assert '= help: write `[Game "Martian Life"]`' in done.stdout
    (error,) = read_record(SourceText(text)).diagnostics
    assert error.fix is not None
    assert apply_fixes(text, [error.fix]) == text.replace(line, '[Game "Martian Life"]')


def test_a_comment_that_only_names_a_game_is_kept() -> None:
    (error,) = read_record(SourceText("{ Martian Life }\n\n1. Sd5=M\n")).diagnostics
    assert (error.hint, error.fix) == ('write `[Game "Martian Life"]`', None)


@pytest.mark.parametrize("brackets", ["()", "<>"])
def test_tags_in_other_brackets(run, make, brackets: str) -> None:  # type: ignore[no-untyped-def]
    """Each is one error, and no record begins after one."""
    opening, closing = brackets
    line = f'{opening}Red "Ana"{closing}'
    make("a.pyr", RECORD.replace('[Red "Ana"]\n', f'{line}\n[Yellow "Ben"]\n'))
    done = run("check", "a.pyr")
    assert "error[bad-tag] R2: a tag is written in square brackets\n" in done.stdout
    assert '= help: write `[Red "Ana"]`\n' in done.stdout
    assert "1 record, 2 turns, 1 error\n" in done.stdout


@pytest.mark.parametrize("sign", [":", " =", "="])
def test_a_sign_within_a_tag(run, make, sign: str) -> None:  # type: ignore[no-untyped-def]
    make("a.pyr", RECORD.replace("[Red", f"[Red{sign}"))
    assert '= help: write `[Red "Ana"]`' in run("check", "a.pyr").stdout
