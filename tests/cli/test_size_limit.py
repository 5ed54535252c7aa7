"""A limit on the size of files, like a full disk: one line on stderr, exit 2, the old file, and nothing left over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")

TURNS = [f"{ply}.  {'Sa1' if ply % 2 else 'Sh8'}\n" for ply in range(1, 400)]
GAME = '[Game "Martian Life"]\n\n' + "".join(TURNS)
WRONG = GAME.replace("7.  ", "8.  ", 1)
"""A number to correct, so that `check --fix` writes the file."""
CHAT = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n' + "[1:02] Ana: hello, we went home\n" * 200
BLOCKS = 2
"""The limit, in blocks of 512 or 1024 bytes; the files are longer."""


def limited(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command that can write no file as long as those that it reads."""
    limit = ["sh", "-c", f'ulimit -f {BLOCKS}; exec "$@"', "sh", sys.executable]
    run = [*limit, *(command if command[0] == "-c" else ("-m", "pyrnot", *command))]
    env = {**os.environ, "TMPDIR": str(folder)}
    return subprocess.run(run, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    "command",
    [
        "fmt --write a.pyr", "fmt a.pyr -o c", "check --fix b.pyr", "add a.pyr Sh8", "undo a.pyr",
        "export a.pyr --to html -o c.html", "export a.pyr --to svg --ply 1 -o c.svg", "export a.pyr --to txt -o c.txt",
        "export a.pyr --to pyr -o c.pyr", "join a.pyr b.pyr -o c.pyr", "split a.pyr -o c", "new braces -o new.pyr",
    ],
)  # fmt: skip
def test_a_file_that_becomes_too_large(command: str, tmp_path: Path) -> None:
    before = {"a.pyr": GAME, "b.pyr": WRONG}
    for name, text in before.items():
        (tmp_path / name).write_text(text)
    found = limited(tmp_path, *command.split())
    left = {path.name: path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    if command.startswith("new"):  # its file is short enough
        assert (found.returncode, left.keys() - before) == (0, {"new.pyr"})
        return
    assert (found.returncode, found.stderr.count("\n")) == (2, 1), found.stderr
    assert "File too large" in found.stderr
    assert left == before


SMALL = (
    "import sys; from pyrnot.foreign import decoded, foreign_file, joining; "
    "from pyrnot.foreign.thread import shelf; from pyrnot.__main__ import main; "
    "foreign_file.HELD = decoded.HELD = joining._IN_MEMORY = shelf.MOST_IN_MEMORY = 1; shelf.CHUNK = 8; main()"
)
"""Nothing that can be in a temporary file is in memory."""


@pytest.mark.parametrize(
    ("text", "command"),
    [
        (CHAT, "check --from thread"),
        (CHAT.replace("[1:02]", "<p>"), "check --from html"),
        (CHAT, "check --from thread --encoding latin-1"),
        (GAME, "join -o b.pyr"),
    ],
    ids=["thread", "page", "latin-1", "join"],
)
def test_a_temporary_file_that_becomes_too_large(text: str, command: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_text(text)
    found = limited(tmp_path, "-c", SMALL, *command.split(), "a")
    said = (found.stdout + found.stderr).splitlines()
    assert found.returncode == 2, said
    reason = f"cannot keep a copy of it in {tmp_path}, set TMPDIR to another folder: File too large"
    assert [reason in line for line in said[:1]] == [True], said
    assert "Traceback" not in found.stderr
    assert os.listdir(tmp_path) == ["a"]
