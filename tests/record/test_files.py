"""Files, folders and standard input, and how a file is cut into records (R1)."""

from __future__ import annotations

import io
import os
import random
import sys
import threading
from pathlib import Path

import pytest
from reading import MARTIAN
from tables import read_table

from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.foreign.load import read_record, read_sources, split_text
from pyrnot.record.files import find_files, read_text
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from support import as_user

TABLES = Path(__file__).with_name("files.txt")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sources(data: bytes, encoding: str = "utf-8") -> list[SourceText]:
    Path("a.pyr").write_bytes(data)
    return list(read_sources("a.pyr", encoding))


def diagnostic(data: bytes, encoding: str = "utf-8") -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        sources(data, encoding)
    return caught.value


# R1.1: lines and bytes


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte-order-mark"])
def test_line_ends(folder: Path, end: bytes, mark: bytes) -> None:
    (source,) = sources(mark + end.join([b'[Game "Martian Life"]', b"", b"1. Sa1", b""]))
    assert source.text == f"{MARTIAN}\n1. Sa1\n"
    assert source.place(source.text.index("Sa1")) == (3, 4)


def test_nothing_else_ends_a_line(folder: Path) -> None:
    text = "# a\u2028b\u0085c\fd\x0be\x1cf\n*"
    (source,) = sources(text.encode())
    assert source.place(source.text.index("*")) == (2, 1)
    assert read_record(source).comments[0][1].words == text[2:-2]


def test_line_end_across_blocks(folder: Path) -> None:
    """A CRLF may straddle two blocks."""
    for pad in range(8185, 8196):
        (source,) = sources(b"{" + b"x" * pad + b"}\r\n*\r\n")
        assert source.text.count("\n") == 2


# R1.3: bytes that are not UTF-8


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"\xff", 0),
        (b"[Event \"K\xf6ln\"]", 9),
        (b"\xef\xbb\xbf*\xe9", 4),
        (b"* \xc3", 2),
        (b"\xff\xfe*\x00\x00", 4),
        (b"\xed\xa0\x80", 0),
        (b"\xc0\x80", 0),
        (b"\x89PNG\r\n\x1a\n", 0),
        (b" " * (1 << 20) + b"\xe2\x82", 1 << 20),
        (b" " * ((1 << 20) - 1) + b"\xe2\x82\x28", (1 << 20) - 1),
        ("é".encode() * 700_000 + b"\xe9", 1_400_000),
    ],
    ids=["first", "latin-1", "after-the-mark", "cut-short", "utf-16-cut-short", "surrogate", "overlong", "picture",
         "at-a-block", "across-blocks", "late"],
)  # fmt: skip
def test_not_utf_8(folder: Path, data: bytes, offset: int) -> None:
    found = diagnostic(data)
    assert (found.code, found.file) == ("not-utf-8", "a.pyr")
    assert f"at offset {offset} " in found.message


@pytest.mark.parametrize("quote", ["", "> "])
@pytest.mark.parametrize("pad", [0, 300_000])
def test_the_records_before_a_bad_byte_are_read(folder: Path, pad: int, quote: str) -> None:
    record = f"{quote}{MARTIAN}{quote}1. Sa1 {{{'x' * pad}}}\n"
    Path("a.pyr").write_bytes((record * 3).encode() + b"\xff\n" + record.encode())
    found = read_sources("a.pyr")
    assert [next(found).original for _ in range(2)] == [record] * 2
    with pytest.raises(Unreadable, match=f"offset {3 * len(record)} "):
        next(found)


# R1.4, R3.7: limits


def test_little_of_a_record_that_is_too_long_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 300_000
    monkeypatch.setattr("pyrnot.record.sources.RECORD_CHARACTERS", most)
    short = f"{MARTIAN}1. Sa1\n"
    for line in (f"{'x' * 15}\n", "y" * 480_000):
        long = f"{MARTIAN}{{{line * (480_000 // len(line))}}}\n*\n"
        first, second, third = sources((short + long + short).encode())
        assert (first.text, third.text, third.number) == (short, short, 3)
        assert most < len(second.text) < 1.3 * most
        assert third.first_line == 1 + short.count("\n") + len(long.splitlines())


def test_a_record_of_the_longest_length_is_kept(folder: Path) -> None:
    text = f"{MARTIAN}{{{'x' * RECORD_CHARACTERS}"[: RECORD_CHARACTERS - 5] + "}\n*\n"
    (source,) = sources(text.replace("\n", "\r\n").encode())
    assert source.text == text


def test_a_quoted_file_is_read_whole_up_to_a_limit(folder: Path) -> None:
    line = f"> {{{'x' * 100_000}}}\n"
    assert "may have 5 MB" in diagnostic((line * 51).encode()).message
    (source,) = sources((line * 49 + "> *\n").encode())
    assert len(source.text) > RECORD_CHARACTERS


def test_other_encodings(folder: Path) -> None:
    (source,) = sources('[Event "Köln"]'.encode("cp1252"), "cp1252")
    assert read_record(source).tags["Event"] == "Köln"
    assert diagnostic(b"\x81", "cp1252").code == "not-utf-8"
    (source,) = sources('[Event "Köln"]'.encode("utf-16"), "utf-16")
    assert read_record(source).tags["Event"] == "Köln"


def test_control_characters_are_text(folder: Path) -> None:
    (source,) = sources(b'[Event "\x00\x1b[31m"]\n\x00 1. Sa1')
    assert read_record(source).tags["Event"] == "\x00\x1b[31m"


# R1.2: files without a record


@pytest.mark.parametrize("data", ["", *(row[0] for row in read_table(TABLES, "no record"))], ids=repr)
def test_no_record(folder: Path, data: str) -> None:
    assert diagnostic(data.encode()).code == "no-record"


@pytest.mark.parametrize("data", ["*", "[", '[Game "x"]', "x", "}", ".", "{a} ;", "# b\n!", '"'])
def test_one_record(folder: Path, data: str) -> None:
    assert len(sources(data.encode())) == 1


# R1.2: where records begin

CUTS = read_table(TABLES, "records")


@pytest.mark.parametrize("texts", [row[1:] for row in CUTS], ids=[row[0] for row in CUTS])
def test_where_records_begin(folder: Path, texts: list[str]) -> None:
    text = "".join(texts)
    found = sources(text.encode())
    assert [source.original for source in found] == [
        part.lstrip("\ufeff") if part is texts[0] else part for part in texts
    ]
    assert [source.number for source in found] == list(range(1, len(texts) + 1))
    lines = 1
    for source in found:
        assert source.first_line == lines
        lines += source.original.count("\n")
    assert [source.original for source in split_text("a.pyr", text)] == [source.original for source in found]


@pytest.mark.parametrize("rounds", [200, pytest.param(10_000, marks=pytest.mark.slow)])
def test_reading_agrees_on_where_the_tags_are(rounds: int) -> None:
    """Cutting a file and reading a record agree on which lines are tag lines."""
    rng = random.Random(7)
    parts = [
        "[A]",
        '[A "b"]',
        " [C",
        "{",
        "}",
        "#",
        '"',
        "\n",
        "\n",
        "\n",
        " ",
        "1. a",
        "x",
        "[",
        "]",
        "“",
        ">",
        "\t",
        ";",
        "(",
    ]
    for _ in range(rounds):
        text = "".join(rng.choices(parts, k=rng.randint(1, 25)))
        try:
            found = list(split_text("a.pyr", text))
        except Unreadable:
            continue
        assert "".join(source.original for source in found) == text
        for source in found:
            record = read_record(source)
            strays = [one for one in record.diagnostics if one.code == "stray-sign" and one.span]
            for stray in strays:
                assert stray.span is not None
                start = source.text.rfind("\n", 0, stray.span.start) + 1
                if source.text[stray.span.start] == "[":
                    assert source.text[start : stray.span.start].strip(), text


# R7: what a command line names


def names(*paths: str, suffix: str | None = ".pyr") -> list[str]:
    return [Path(file.name).as_posix() for file in find_files(paths, suffix)]


def test_folders_and_subfolders(folder: Path) -> None:
    for name in ("b.pyr", "a/c.pyr", "a/b/d.pyr", "a/e.txt", "f.PGN"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("*")
    (folder / "g.pyr").mkdir()
    assert names(".") == ["a/b/d.pyr", "a/c.pyr", "b.pyr"]
    assert names("a/e.txt", "b.pyr", "b.pyr", "-", "nothing") == ["a/e.txt", "b.pyr", "b.pyr", "-", "nothing"]
    assert len(names(".", suffix=None)) == 5


def test_folder_without_records(folder: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "b.txt").write_text("*")
    (file,) = find_files(["a"])
    assert file.diagnostic is not None
    assert (file.diagnostic.code, file.diagnostic.file) == ("no-record", "a")


@pytest.mark.parametrize("name", ["nothing.pyr", "a/nothing.pyr", "x" * 300])
def test_unreadable(folder: Path, name: str) -> None:
    with pytest.raises(Unreadable) as caught:
        list(read_sources(name))
    assert caught.value.code == "unreadable"
    with pytest.raises(Unreadable):
        read_text(name)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (MARTIAN + "1. Sa1\n").encode() * 3
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert [(source.file, source.number) for source in read_sources("-")] == [("-", 1), ("-", 2), ("-", 3)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_pipe(folder: Path) -> None:
    os.mkfifo("pipe")
    writer = threading.Thread(target=lambda: Path("pipe").write_text(MARTIAN + "*"))
    writer.start()
    assert [source.file for source in read_sources("pipe")] == ["pipe"]
    writer.join()


def test_file_of_many_records_is_read_lazily(folder: Path) -> None:
    """R6.4: the first record is available before the rest has been read."""
    Path("a.pyr").write_text((MARTIAN + "1. Sa1\n") * 20_000)
    stream = iter(read_sources("a.pyr"))
    assert next(stream).number == 1
    assert sum(1 for _ in stream) == 19_999


# R1.1, R7: UTF-16, and what a folder holds beside files


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
@pytest.mark.parametrize("size", [1, 200_000])
def test_a_byte_order_mark_needs_no_option(folder: Path, encoding: str, size: int) -> None:
    mark = "\ufeff" if encoding.endswith("be") else ""
    (source,) = sources((mark + f'[Event "Köln"]\r\n{{{"é" * size}}}\r\n*').encode(encoding))
    assert source.text == f'[Event "Köln"]\n{{{"é" * size}}}\n*'


def test_utf_16_that_breaks_off(folder: Path) -> None:
    found = diagnostic('[Event "x"]'.encode("utf-16") + b"\x00\xd8")
    assert (found.code, found.message) == ("not-utf-8", "the byte at offset 24 is not UTF-16-LE")


def test_a_missing_mark_is_an_error(folder: Path) -> None:
    assert "no byte-order mark; use --encoding utf-16-le" in diagnostic(b"*", "utf-16").message


def diagnostics(*paths: str) -> dict[str, tuple[str, str]]:
    return {
        file.name: (file.diagnostic.code, file.diagnostic.message) for file in find_files(paths) if file.diagnostic
    }


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_is_no_file_in_a_folder_is_skipped_but_a_broken_link_reported(folder: Path) -> None:
    (folder / "a.pyr").write_text("*")
    (folder / "b.pyr").symlink_to("a.pyr")
    (folder / "c.pyr").symlink_to("nothing")
    (folder / "d.txt").symlink_to("nothing")
    (folder / "sub").mkdir()
    (folder / "sub.pyr").symlink_to("sub")
    os.mkfifo("sub/f.pyr")
    (folder / "sub" / "g.pyr").symlink_to("/dev/zero")
    assert names(".") == ["a.pyr", "b.pyr", "c.pyr"]
    with pytest.raises(Unreadable, match="No such file"):
        next(read_sources("c.pyr"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can change users")
def test_a_folder_that_cannot_be_read_is_reported(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root can read every folder, so another user tries."""
    monkeypatch.chdir(shared)
    Path("a.pyr").write_text("*")
    Path("locked").mkdir(mode=0o700)
    Path("locked/b.pyr").write_text("*")

    def look() -> None:
        assert names(".") == ["a.pyr", "locked"]
        assert diagnostics(".") == {"locked": ("unreadable", "cannot read the folder: Permission denied")}

    assert names(".") == ["a.pyr", "locked/b.pyr"]
    assert as_user(65534, [65534], look) == 0


def test_names_of_a_folder_are_as_given(folder: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "b.pyr").write_text("*")
    assert names("a") == names("a/") == names("./a") == ["a/b.pyr"]
    assert names("a/../a") == ["a/../a/b.pyr"]
    assert names(str(folder)) == [(folder / "a" / "b.pyr").as_posix()]
