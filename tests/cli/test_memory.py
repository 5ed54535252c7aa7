"""R6.4: the memory for a record is bounded by its size, whatever it is made of: a hundred times its text, and 64 MB."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")  # not on Windows

SIZE = 250_000
"""Bytes of a record: enough for what grows with it to be seen beside what pyrnot always takes."""
TITLE = '[Game "Martian Life"]\n'
TURN = f"{TITLE}1. Sa1 "
SDG = """\
Homeworlds Online (SDG# 99001)
Variants: "Unrated"
Started: 2024.3.9, Ended: 2024.3.11
Participants: Bea (S), Al (N)
Winner: Al

1) Al: Homeworld G2 B1 Y3

2) Bea: Homeworld B2 Y1 G3

3) Al: Build Y1 Al

4) Bea: Sacrifice G3 Bea
"""
PARTS = {
    "bad-tags": (TITLE, "[\n"),
    "lines-with-comments": (TITLE, "#\n"),
    "comments": (TITLE, "{}"),
    "comments-of-a-turn": (TURN, "{}"),
    "comments-after-the-result": (f"{TURN}* ", "{}"),
    "tags": (TITLE, '[a "b"]\n'),
    "dates": (TITLE, '[Date ""]\n'),
    "set-ups": (TITLE, '[Setup ""]\n'),
    "marks": (TURN, "$1"),
    "actions": (f"{TITLE}1. ", "Sa1;"),
    "passes-of-a-transcript": (SDG, "Pass\n"),
    "chat-of-a-transcript": (SDG, "\tA\n"),
    "quoted-lines": (f"> {TITLE}> 1. Sa1\n", "> \n"),
}
"""Small parts: the text before them, and the part that is repeated."""
RUN = (
    "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
)


def peak(path: Path, *command: str) -> int:
    """The memory that a command, `check` unless given, takes at most for a file, in bytes. The file is its last
    argument, or where it has `{}`."""
    command = command if "{}" in command else (*(command or ("check",)), "{}")
    command = (sys.executable, "-c", RUN, sys.executable, "-m", "pyrnot", *(part.format(path) for part in command))
    unit = 1 if sys.platform == "darwin" else 1024
    return int(subprocess.run(command, capture_output=True, check=True, env=dict(os.environ)).stdout) * unit


@pytest.fixture(scope="module")
def least(tmp_path_factory: pytest.TempPathFactory) -> int:
    """The memory for a short record. It is about a third of the 64 MB, and what is left would hide much of a small
    file's cost, so 26 MB of that are allowed here: a fault needs lark, which takes 6 MB."""
    path = tmp_path_factory.mktemp("least") / "a.pyr"
    path.write_text(TURN, encoding="utf-8")
    taken = peak(path)
    assert taken < 44_000_000
    return taken


def check_peak(path: Path, least: int) -> None:
    assert peak(path) < least + 26_000_000 + 100 * path.stat().st_size


ALIKE = {"comments-after-the-result", "dates", "set-ups"}
"""Parts that are kept as others are, which the ordinary suite tries."""


@pytest.mark.parametrize(
    ("before", "part"),
    [pytest.param(*parts, marks=[pytest.mark.slow] * (name in ALIKE), id=name) for name, parts in PARTS.items()],
)
def test_many_small_parts(before: str, part: str, tmp_path: Path, least: int) -> None:
    path = tmp_path / "a.pyr"
    path.write_text(before + part * (SIZE // len(part)), encoding="utf-8", newline="")
    check_peak(path, least)


@pytest.mark.parametrize("part", ["Sa1.", "(Sa1)", "Rod: Sa1. "], ids=["turns", "variations", "wrong-seats"])
def test_many_turns(part: str, tmp_path: Path, least: int) -> None:
    path = tmp_path / "a.pyr"
    path.write_text(f"{TITLE}Sa1" + part * (SIZE // len(part)), encoding="utf-8")
    check_peak(path, least)


def test_many_names_of_tags(tmp_path: Path, least: int) -> None:
    path = tmp_path / "a.pyr"
    path.write_text(TITLE + "".join(f'[a{number} ""]\n' for number in range(20_000)), encoding="utf-8")
    check_peak(path, least)


@pytest.mark.parametrize(
    "tag", ['[Game "Braces"]\n[Setup "{}"]', '[Game "Braces"]\n[Variant "{}"]'], ids=["set-up", "variant"]
)
def test_a_long_value(tag: str, tmp_path: Path, least: int) -> None:
    path = tmp_path / "a.pyr"
    path.write_text(tag.format("Lw" * SIZE) + "\n1. pass\n", encoding="utf-8")
    check_peak(path, least)


COMMANDS = [
    ("stats",), ("fmt", "--diff"), ("export", "--to", "svg"), ("add", "{}", "Sb2"),
]  # fmt: skip
SLOW_COMMANDS = [
    ("show",), ("duplicates",), ("fmt",), ("diff", "{}", "{}"), ("undo",), ("export", "--to", "pyr"),
    ("export", "--to", "html", "--ply", "all"), ("export", "--to", "md"), ("export", "--to", "txt"),
    ("export", "--to", "svg", "--sheet", "--ply", "1-3000"), ("show", "--ply", "all", "--format", "position"),
]  # fmt: skip


def make_long_game(path: Path, turns: int) -> None:
    lines = (f"{ply}. {'Sa1' if ply % 2 else 'Sh8'}\n" for ply in range(1, turns + 1))
    path.write_text(TITLE + "".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    "command", [*COMMANDS, *(pytest.param(command, marks=pytest.mark.slow) for command in SLOW_COMMANDS)], ids=" ".join
)
def test_a_long_game(command: tuple[str, ...], tmp_path: Path) -> None:
    """Its positions would take a hundred times its text."""
    path = tmp_path / "a.pyr"
    make_long_game(path, 24_999)
    assert peak(path, *command) < 64_000_000 + 100 * path.stat().st_size


THREADS = {
    "turns": lambda: "".join(f"{ply}. {'Sa1' if ply % 2 else 'Sh8'}\n" for ply in range(1, 9_999)),
    "quoted-turns": lambda: "Ana: Sa1 ok\n> Sh8\nAna: Sh8 ok\n> Sa1\n" * 5_500,
    "too-many-turns": lambda: "Ana: Sa1 ok\n> Sh8\nAna: Sh8 ok\n> Sa1\n" * 12_500,
}
"""Lines that look like a part of a game: the most that are read, and more."""


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=pytest.mark.slow) for kind in THREADS])
def test_a_long_thread(kind: str, tmp_path: Path) -> None:
    """Each of its turns takes two kilobytes."""
    path = tmp_path / "a.txt"
    path.write_text(f'{TITLE}[Red "Ana"]\n[Yellow "Bruno"]\n' + THREADS[kind](), encoding="utf-8")
    assert peak(path, "check", "--from", "thread") < 64_000_000 + 100 * path.stat().st_size


def test_a_long_game_as_data(tmp_path: Path) -> None:
    """All of its turns at once would take 100 MB."""
    path = tmp_path / "a.pyr"
    make_long_game(path, 12_000)
    assert peak(path, "export", "--to", "json") < 64_000_000 + 100 * path.stat().st_size


def test_an_edited_file_of_short_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.pyr"
    path.write_text(f"{TITLE}\r\n" + "#\n" * 500_000 + "1. Sa1\n", encoding="utf-8", newline="")
    assert peak(path, "fmt", "--check") < 64_000_000 + 100 * path.stat().st_size
