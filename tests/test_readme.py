"""Every command of the README is run, and prints what the README says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
README = TOP / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALLS = re.compile(r"\b(pip|pytest|pipx)\b")
INTERACTIVE = ("pyrnot replay",)


def shown_commands(text: str) -> list[tuple[str, str]]:
    """(command, output) of every block, in order."""
    found = []
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output.rstrip("\n")))
    return found


def run(command: str, folder: Path) -> str:
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": scripts, "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()).rstrip("\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the user's, with the sample games in it."""
    shutil.copytree(TOP / "sample_games", tmp_path / "sample_games")
    return tmp_path


def test_commands_print_what_the_readme_says(folder: Path, renew: bool) -> None:
    text = README.read_text(encoding="utf-8")
    found = [(command, output) for command, output in shown_commands(text) if not skipped(command)]
    assert len(found) >= 4
    for command, output in found:
        printed = run(command, folder)
        if renew:
            old = f"$ {command}\n{output}\n" if output else f"$ {command}\n"
            text = text.replace(old, f"$ {command}\n{printed}\n" if printed else f"$ {command}\n", 1)
        else:
            assert printed == output, f"$ {command}"
    if renew:
        README.write_text(text, encoding="utf-8")
    check_gallery(folder, renew)


def check_gallery(folder: Path, renew: bool) -> None:
    """The pictures beside the samples are what the README's commands make."""
    pictures = sorted(path.relative_to(folder) for path in folder.rglob("*.svg"))
    assert pictures == sorted(path.relative_to(TOP) for path in (TOP / "sample_games").rglob("*.svg")) or renew
    for picture in pictures:
        if renew:
            shutil.copy(folder / picture, TOP / picture)
        made, kept = ((top / picture).read_text(encoding="utf-8") for top in (folder, TOP))
        assert made == kept, f"{picture} is not what its command makes"
    shown = re.findall(r'<img [^>]*src="([^"]+)"', README.read_text(encoding="utf-8"))
    assert sorted(shown) == [str(picture) for picture in pictures]


def skipped(command: str) -> bool:
    """Installing is tested by installing; what waits for keys is tested with keys."""
    return bool(INSTALLS.search(command)) or command.startswith(INTERACTIVE)


def test_every_file_that_the_readme_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8")):
        assert (TOP / target).exists(), target
