"""Mistakes that people make at the command line and with files, and the word that leads to the cure."""

from __future__ import annotations

import pytest

RECORD = '[Game "Martian Life"]\n[Red "Ana"]\n\n1. Sd5=M\n2. Sc6\n'


@pytest.fixture(autouse=True)
def files(make) -> None:  # type: ignore[no-untyped-def]
    make("ok.pyr", RECORD)


@pytest.mark.parametrize(
    ("command", "cure"),
    [
        (["ok.pyr"], "To check this file: pyrnot check ok.pyr"),
        (["validate", "ok.pyr"], "Did you mean 'check'?"),
        (["view", "ok.pyr"], "Did you mean 'show'?"),
        (["convert", "ok.pyr"], "Did you mean 'export'?"),
        (["--game", "braces", "check", "ok.pyr"], "No such option '--game' here: write it after the command 'check'"),
        (["--format=json", "check", "ok.pyr"], "write it after the command 'check'"),
        (["add", "Sc4", "ok.pyr"], "the file comes before the turn: pyrnot add ok.pyr Sc4"),
        (["why", "Sc4 XSd4", "ok.pyr"], "the file comes before the turn: pyrnot why ok.pyr 'Sc4 XSd4'"),
        (["add", "ok.pyr", "3.", "Sc4"], "put a turn of several words in quotes"),
        (["new", "braces", "new.pyr"], "-o FILE writes the record into a file"),
        (["random", "braces", "5"], "--plies N limits the turns"),
        (["undo", "ok.pyr", "2"], "run it once more for what was added before"),
        (["rules", "ML3"], "write the game first: pyrnot rules martian-life ML3"),
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
    ("data", "kind"),
    [
        (b"%PDF-1.4\n%\xe2\xe3\n", "a PDF file"),
        (b"{\\rtf1\\ansi 1. HOP 3/1}", "an RTF file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "a file of Word or Outlook"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (b"GIF89a", "a picture"),
        (b"PK\x03\x04\x14\x00\x06\x00[Content_Types].xml", "a document of an office program"),
    ],
)
def test_a_file_that_is_no_text(run, make, data: bytes, kind: str) -> None:  # type: ignore[no-untyped-def]
    make("mail.txt", "").write_bytes(data)
    done = run("check", "mail.txt")
    assert done.exit_code == 2
    assert f"save it as plain text: this is {kind}" in done.output


@pytest.mark.parametrize("sign", [":", " =", "="])
def test_a_sign_within_a_tag(run, make, sign: str) -> None:  # type: ignore[no-untyped-def]
    make("a.pyr", RECORD.replace("[Red", f"[Red{sign}"))
    assert '= help: write `[Red "Ana"]`' in run("check", "a.pyr").stdout
