"""Runs commands as a user does, in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pyrnot.cli import cli


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`run("check", "a.pyr")` in an empty folder; a bug is raised, not reported."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(cli, list(args), input=stdin, catch_exceptions=False)

    return call


@pytest.fixture
def make(tmp_path: Path) -> Callable[[str, str], Path]:
    """`make("a.pyr", text)` writes a file in that folder."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    return write
