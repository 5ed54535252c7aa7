"""`split` and `join`: no byte is lost, and no record changed."""

from __future__ import annotations

import pytest
from club import CLUB, HEAD

TEXT = ("{ above }\n" + "\n{ between }\n".join(CLUB) + "\n# below\n").replace("\n", "\r\n")


TEXTS = [TEXT, TEXT.replace("\r\n", "\n"), TEXT.replace("\r\n", "\r"), "".join(CLUB) * 3]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        pytest.param(encoding, text, id=f"{encoding}-{second}", marks=[pytest.mark.slow] * ((first + second) % 2))
        for first, encoding in enumerate(["utf-8", "utf-8-sig", "utf-16", "latin-1"])
        for second, text in enumerate(TEXTS)
    ],
)
def test_split_and_join_lose_no_byte(run, tmp_path, encoding, text) -> None:
    data = text.replace("Cleo", "Cléo").encode(encoding)
    (tmp_path / "club.pyr").write_bytes(data)
    options = ["--encoding", encoding] if encoding == "latin-1" else []
    assert run("split", "club.pyr", "-o", "one", *options).exit_code == 0
    parts = [path.read_bytes().decode(encoding) for path in sorted((tmp_path / "one").iterdir())]
    assert len(parts) == text.count("[Game")
    assert "".join(parts) == data.decode(encoding)
    assert run("join", "one", "-o", "joined.pyr", *options).exit_code == 0
    assert (tmp_path / "joined.pyr").read_bytes() == data


def test_split_and_join_of_a_quoted_mail(run, make, tmp_path) -> None:
    quoted = make("club.pyr", "".join(f"> {line}\n" for line in "\n".join(CLUB).splitlines()))
    run("split", "club.pyr", "-o", "one")
    assert run("join", "one").stdout == quoted.read_text()
    make("one/z.pyr", CLUB[0])
    assert run("join", "one").stdout == "\n".join(CLUB) + CLUB[0]


def test_split_overwrites_nothing(run, club, tmp_path) -> None:
    assert run("split", "club.pyr", "-o", "one", "--player", "Cleo").exit_code == 0
    assert (tmp_path / "one/club-2.pyr").read_text().strip() == CLUB[1].strip()
    assert run("split", "club.pyr", "-o", "one", "--player", "Cleo").exit_code == 2
    assert run("split", "club.pyr", "-o", "-").exit_code == 2


def test_transcripts_are_neither_split_nor_joined(run, make, tmp_path) -> None:
    make("a.txt", "Homeworlds Online (SDG# 1)\n")
    make("b.pyr", CLUB[0])
    for command in (["split", "-o", "one"], ["join", "-o", "one/b-1.pyr", "--force"]):
        result = run(*command, "a.txt", "b.pyr")
        assert (result.exit_code, result.stderr) == (1, "a.txt: left out, since it is not in pyrnot's own format\n")
        assert (tmp_path / "one" / "b-1.pyr").read_text() == CLUB[0]


def test_join_adds_only_line_ends(run, make) -> None:
    make("a.pyr", CLUB[0].replace("\n", "\r\n").rstrip())
    make("b.pyr", CLUB[1].rstrip() + "\n\n")
    make("c.pyr", CLUB[2])
    joined = [CLUB[0].replace("\n", "\r\n"), CLUB[1] + "\n", CLUB[2]]
    assert run("join", "a.pyr", "b.pyr", "c.pyr").stdout_bytes.decode() == "".join(joined)
    spaced = run("join", "a.pyr", "b.pyr", "c.pyr", "--spaced").stdout_bytes.decode()
    assert spaced == joined[0] + "\r\n" + joined[1] + joined[2]
    assert run("join", "c.pyr", "--player", "Dora").stdout == CLUB[2]
    make("d.pyr", f"\n\n{CLUB[1]}")
    assert run("join", "c.pyr", "d.pyr").stdout == f"{CLUB[2]}\n\n{CLUB[1]}"
    make("e.pyr", f"{{ head }}\n{CLUB[1]}")
    assert run("join", "e.pyr", "c.pyr").stdout == f"{{ head }}\n{CLUB[1]}{CLUB[2]}"


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (HEAD.format(date="2024", red="A", yellow="B"), CLUB[0], "a.pyr, record 1: it has no turns and no result"),
        (CLUB[0], "1. Sf3\n*\n", "b.pyr, record 1: it has no tags"),
        (CLUB[0], f"\n{{ head }}\n{CLUB[1]}", "b.pyr, record 1: move the comment above its tags below them"),
        (CLUB[0], f"# head\n{CLUB[1]}", "b.pyr, record 1: move the comment above its tags below them"),
        ("# nothing\n", "# nothing\n", "nothing written: there is no record to join"),
    ],
    ids=["open", "no-tags", "comment", "line-comment", "nothing"],
)
def test_join_writes_nothing_that_would_be_read_in_another_way(run, make, tmp_path, first, second, message) -> None:
    make("a.pyr", first)
    make("b.pyr", second)
    result = run("join", "a.pyr", "b.pyr", "-o", "joined.pyr")
    assert result.exit_code == 1
    assert message in result.stderr
    assert not (tmp_path / "joined.pyr").exists()


def test_split_keeps_folders(run, folder, tmp_path) -> None:
    assert run("split", "in", "-o", "out").exit_code == 0
    names = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.pyr"))
    assert names == [*(f"club-{number}.pyr" for number in range(1, 6)), "latin-1.pyr", "more/club-1.pyr"]
