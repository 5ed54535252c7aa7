"""Encodings: which names are read, byte-order marks, and that a file is written back as it was."""

from __future__ import annotations

import codecs

import pytest

from pyrnot.record.encodings import find_encoding, is_text_encoding

TEXT = '[Event "Köln"]\r\n*\n'


@pytest.mark.parametrize(
    "name",
    ["utf-8", "UTF8", "utf-8-sig", "latin-1", "cp1252", "koi8-r", "utf-16", "utf-32-be", "shift_jis", "hz", "utf-7"],
)
def test_text_encodings(name: str) -> None:
    assert is_text_encoding(name)


@pytest.mark.parametrize(
    "name",
    ["rot13", "hex", "zlib", "bz2", "base64", "uu", "quopri", "undefined", "punycode", "idna", "unicode_escape",
     "raw_unicode_escape", "nonesuch", "", "a\x00b", "\udcff", "é", "__init__", "x" * 1000],
)  # fmt: skip
def test_other_codecs_are_no_encodings(name: str) -> None:
    assert not is_text_encoding(name)


MARKED = [
    ("utf-8", codecs.BOM_UTF8),
    ("utf-16-le", codecs.BOM_UTF16_LE),
    ("utf-16-be", codecs.BOM_UTF16_BE),
]


@pytest.mark.parametrize(("codec", "mark"), MARKED, ids=[codec for codec, _ in MARKED])
def test_a_mark_names_the_encoding_and_comes_back(codec: str, mark: bytes) -> None:
    data = mark + TEXT.encode(codec)
    family = codec[:-3] if codec != "utf-8" else codec
    for given in ("utf-8", family, codec):
        found = find_encoding(data[:4], given)
        assert found.decode(data) == TEXT
        assert found.encode(TEXT) == data


def test_an_encoding_that_was_given_counts_more_than_a_mark() -> None:
    assert find_encoding(b"\xff\xfea\x00", "latin-1").decode(b"\xff\xfea") == "ÿþa"
    assert find_encoding(b"\xff\xfe\x00\x00", "utf-16").codec == "utf-16-le"


def test_a_missing_mark() -> None:
    with pytest.raises(UnicodeError, match="no byte-order mark; use --encoding utf-16-le or"):
        find_encoding(b"[\x00", "utf-16")
    found = find_encoding(b"[\x00", "utf-16-le")
    assert found.encode(TEXT) == TEXT.encode("utf-16-le")


def test_what_an_encoding_lacks() -> None:
    with pytest.raises(UnicodeEncodeError) as caught:
        find_encoding(b"", "latin-1").encode("aΩ")
    assert caught.value.start == 1
    with pytest.raises(UnicodeDecodeError) as missing:
        find_encoding(codecs.BOM_UTF16_LE).decode(codecs.BOM_UTF16_LE + b"a\x00b")
    assert missing.value.start == 2


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_characters_without_a_mark_are_named(run, tmp_path, encoding: str) -> None:
    (tmp_path / "a.pyr").write_bytes('[Game "Martian Life"]\n\n1. Sf3\n'.encode(encoding))
    done = run("check", "a.pyr")
    assert done.exit_code == 2
    assert done.stdout.count("error[") == 1
    assert f"use --encoding {encoding}: " in done.stdout
    assert "1 turn, no errors" in run("check", "--encoding", encoding, "a.pyr").stdout


def test_utf_32_with_a_mark_is_read(run, tmp_path) -> None:
    (tmp_path / "a.pyr").write_bytes('[Game "Martian Life"]\n\n1. Sf3\n'.encode("utf-32"))
    assert "1 turn, no errors" in run("check", "a.pyr").stdout
