"""`add`, `undo`, `fmt --write` and `check --fix` change records and nothing else about the users' files."""

from __future__ import annotations

import codecs
import os
import stat
import sys
from pathlib import Path

import pytest

from pyrnot.foreign.edit import EditedFile
from pyrnot.record import locking
from pyrnot.record.opening import Unreadable
from support import as_user

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3 XSe4 XSf3\n0. Sd3\n*\n'
"""A record that each of the commands changes: `add` needs the number 2."""
WRITERS = {
    "add": (["add", "a.pyr", "Sf3"], GAME.replace("0.", "2."), "2. Sd3\n3. Sf3 XSf3\n"),
    "fmt": (["fmt", "--write", "a.pyr"], GAME.replace("0.", "2.").replace(" XSe4 XSf3", ""), "1. Sf3 XSe4 XSf3\n"),
    "undo": (["undo", "a.pyr"], GAME.replace("0.", "2."), "1. Sf3 XSe4 XSf3\n*\n"),
    "fix": (["check", "--fix", "a.pyr"], GAME, "2. Sd3\n"),
}
"""Each command, a file before, and a part of the file after."""
every_writer = pytest.mark.parametrize(("args", "text", "part"), WRITERS.values(), ids=WRITERS)
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
needs_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can change users")


MARKS = [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")]
ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}


@pytest.mark.parametrize(
    ("args", "text", "part", "mark", "codec", "end"),
    [
        pytest.param(
            *writer,
            *mark,
            end,
            id=f"{name}-{mark[1]}-{end_name}",
            marks=[pytest.mark.slow] * ((first + second + third) % 3 > 0),  # each goes with each of the others
        )
        for first, (name, writer) in enumerate(WRITERS.items())
        for second, mark in enumerate(MARKS)
        for third, (end_name, end) in enumerate(ENDS.items())
    ],
)
def test_byte_order_mark_and_line_ends_stay(run, tmp_path, args, text, part, mark, codec, end) -> None:
    path = tmp_path / "a.pyr"
    path.write_bytes(mark + text.replace("\n", end).encode(codec))
    assert run(*args).exit_code == 0
    data = path.read_bytes()
    assert data.startswith(mark)
    found = data[len(mark) :].decode(codec)
    assert part.replace("\n", end) in found
    assert found.replace(end, "\n").replace("\n", end) == found, "no other line end has come in"
    assert found.count(end) == found.replace("\r\n", "\n").replace("\r", "\n").count("\n")


def test_other_records_keep_every_byte(run, make) -> None:
    first = '[Game "Martian Life"]\r\n1. Sf3 XSe4   XSf3\n*\r\r\n\x0c\n'
    path = make("a.pyr", first + GAME.replace("0.", "2."))
    assert run("add", "a.pyr", "Sf3").exit_code == 0
    assert path.read_bytes().decode() == first + GAME.replace("0.", "2.").replace("*", "3. Sf3 XSf3\n*")


@posix
@every_writer
def test_mode_and_links_stay(run, make, tmp_path, args, text, part) -> None:
    make("real.pyr", text).chmod(0o640)
    (tmp_path / "a.pyr").symlink_to("real.pyr")
    result = run(*args)
    assert (result.exit_code, "warning" in result.stderr) == (0, False)
    assert (tmp_path / "a.pyr").is_symlink()
    assert part in (tmp_path / "real.pyr").read_text()
    assert stat.S_IMODE((tmp_path / "real.pyr").stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["a.pyr", "real.pyr"]


@needs_root
@every_writer
def test_the_other_player_keeps_access(run, shared, monkeypatch, args, text, part) -> None:
    """In a folder that two players share by their group, either may write the file of the other."""
    run("games")  # all that another user might not find is imported
    monkeypatch.chdir(shared)
    path = shared / "a.pyr"
    path.write_text(text)
    os.chown(path, 1000, 4711)
    path.chmod(0o660)

    def act() -> None:
        from click.testing import CliRunner

        from pyrnot.cli import cli

        assert CliRunner().invoke(cli, args, catch_exceptions=False).exit_code == 0

    act()
    facts = path.stat()
    assert (facts.st_uid, facts.st_gid, stat.S_IMODE(facts.st_mode)) == (1000, 4711, 0o660), "root"
    path.write_text(text)
    assert as_user(1001, [1001, 4711], act) == 0
    facts = path.stat()
    assert (facts.st_uid, facts.st_gid, stat.S_IMODE(facts.st_mode)) == (1001, 4711, 0o660), "the other player"
    assert part in path.read_text()


@posix
@every_writer
def test_a_write_protected_file_is_refused(run, make, args, text, part) -> None:
    path = make("a.pyr", text)
    path.chmod(0o444)
    result = run(*args)
    assert result.exit_code == 2
    assert "cannot write a.pyr: the file is write-protected" in result.stderr
    assert path.read_text() == text


@posix
def test_a_write_protected_file_that_needs_no_change_is_fine(run, make) -> None:
    make("a.pyr", WRITERS["add"][1]).chmod(0o444)
    assert run("fmt", "--write", "a.pyr").exit_code == 0


@posix
@every_writer
def test_names_of_255_bytes(run, make, tmp_path, args, text, part) -> None:
    name = "x" * 251 + ".pyr"
    make(name, text)
    assert run(*(name if arg == "a.pyr" else arg for arg in args)).exit_code == 0
    assert part in (tmp_path / name).read_text()


@every_writer
def test_a_foreign_edit_is_kept_and_reported(run, make, monkeypatch, args, text, part) -> None:
    path = make("a.pyr", text)
    encode = EditedFile.encode

    def edit_and_encode(self: EditedFile) -> bytes:
        path.write_text(text + "# mine\n")
        return encode(self)

    monkeypatch.setattr(EditedFile, "encode", edit_and_encode)
    result = run(*args)
    assert result.exit_code == 2
    assert "the file has changed since it was read" in result.stderr
    assert path.read_text() == text + "# mine\n"


@posix
@every_writer
def test_a_locked_folder_is_reported(run, make, tmp_path, monkeypatch, args, text, part) -> None:
    import fcntl

    monkeypatch.setattr(locking, "WAIT", 0.05)
    path = make("a.pyr", text)
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        result = run(*args)
    finally:
        os.close(folder)
    assert result.exit_code == 2
    assert "another process has kept its folder locked for" in result.stderr
    assert path.read_text() == text


@posix
@every_writer
def test_a_fifo_is_refused_and_not_read(run, tmp_path, args, text, part) -> None:
    os.mkfifo(tmp_path / "a.pyr")
    assert run(*(args if args[0] != "check" else ["fmt", "--write", "a.pyr"])).exit_code == 2
    assert (tmp_path / "a.pyr").is_fifo()


# --encoding


HOMEWORLDS = '[Game "Homeworlds"]\n[North "a"]\n[South "b"]\n1. homeworld y2 b1 g3 a\n'


def test_a_character_that_the_encoding_lacks_is_refused(run, make) -> None:
    path = make("a.pyr", HOMEWORLDS)
    result = run("add", "--encoding", "latin-1", "a.pyr", "homeworld g2 b1 y3 Ω")
    assert result.exit_code == 2
    assert "error[not-encodable] R1: iso8859-1 has no 'Ω' (U+03A9); convert the file to UTF-8 first" in result.stderr
    assert path.read_text() == HOMEWORLDS
    edited = EditedFile(str(path))
    edited.replace(0, HOMEWORLDS + "{ \udcff }")
    with pytest.raises(Unreadable, match=r"UTF-8 has no '\\udcff' \(U\+DCFF\)$"):
        edited.write()
    assert path.read_text() == HOMEWORLDS


def test_the_encoding_that_was_given_stays(run, tmp_path) -> None:
    path = tmp_path / "a.pyr"
    text = HOMEWORLDS.replace('"a"', '"Jörg"')
    path.write_bytes(text.encode("latin-1"))
    assert run("add", "--encoding", "latin-1", "a.pyr", "homeworld g2 b1 y3 ä").exit_code == 0
    assert path.read_bytes().startswith(text.encode("latin-1"))
    assert path.read_bytes().endswith("ä\n".encode("latin-1"))


def test_bytes_that_would_not_come_back_are_refused(run, tmp_path) -> None:
    """UTF-7 has many spellings of a text; other records would change."""
    path = tmp_path / "a.pyr"
    data = HOMEWORLDS.encode("utf-7").replace(b"a", b"+AGE-")
    path.write_bytes(data)
    result = run("add", "--encoding", "utf-7", "a.pyr", "homeworld g2 b1 y3 d")
    assert result.exit_code == 2
    assert "cannot change the file without changing other bytes" in result.stderr
    assert path.read_bytes() == data


CODECS = ["rot13", "hex", "zlib", "punycode", "undefined", "nonesuch"]


@pytest.mark.parametrize(
    ("command", "name"),
    [
        pytest.param(command, name, marks=[pytest.mark.slow] * (name != CODECS[index % len(CODECS)]))
        for index, command in enumerate(["check", "show", "fmt", "stats", "moves", "add", "why", "diff"])
        for name in CODECS
    ],
)
def test_other_codecs_are_refused(run, make, command, name) -> None:
    make("a.pyr", GAME)
    arguments = {"add": ["a.pyr", "Sf3"], "why": ["a.pyr", "Sf3"], "diff": ["a.pyr", "a.pyr"]}.get(command, ["a.pyr"])
    result = run(command, "--encoding", name, *arguments)
    assert result.exit_code == 2
    assert f"unknown text encoding '{name}'" in result.stderr


@pytest.mark.parametrize("command", ["check", "show", "fmt", "stats", "export"])
def test_utf_16_is_read_without_an_option(run, tmp_path, command) -> None:
    (tmp_path / "a.pyr").write_bytes(HOMEWORLDS.encode("utf-16"))
    assert run(command, "a.pyr", *(["--to", "txt"] if command == "export" else [])).exit_code == 0


@posix
@pytest.mark.parametrize("command", ["check", "show", "fmt", "stats", "export"])
def test_a_broken_link_in_a_folder_is_reported(run, make, tmp_path: Path, command) -> None:
    make("games/a.pyr", WRITERS["add"][1])
    (tmp_path / "games" / "b.pyr").symlink_to("nowhere")
    result = run(command, "games", *(["--to", "txt"] if command == "export" else []))
    assert result.exit_code == 2
    assert "games/b.pyr" in result.output
    assert "cannot read the file: No such file or directory" in result.output
