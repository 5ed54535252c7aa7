"""A user's script that uses every public name, which mypy checks with the code: it runs; and what importing costs."""

from __future__ import annotations

import pydoc
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import pyrnot
from support import SAMPLES, TOP

SCRIPT = Path(__file__).with_name("every_name.py")
LIGHT = "import sys; before = {*sys.modules}; import pyrnot; print(*({*sys.modules} - before))"


def run(*args: str) -> str:
    command = [sys.executable, *args]
    done = subprocess.run(command, cwd=TOP, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_script_uses_every_name_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    used = set(re.findall(r"\bpyrnot\.(\w+)", SCRIPT.read_text(encoding="utf-8")))
    assert used == {*pyrnot.__all__}
    (tmp_path / "sample_games").symlink_to(SAMPLES)
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), str(tmp_path)])
    runpy.run_path(str(SCRIPT), run_name="__main__")
    assert capsys.readouterr().out == "UnknownName IllegalStart IllegalTurn NotARecord\n"


def test_import_loads_nothing() -> None:
    """Milliseconds depend on the machine; what is imported does not."""
    assert {*run("-c", LIGHT).split()} <= {"pyrnot", "pyrnot.core", "pyrnot.core.version", "__future__"}


def test_names_are_listed_and_no_others() -> None:
    assert pyrnot.__all__ == dir(pyrnot)
    assert all(getattr(pyrnot, name) is getattr(pyrnot, name) for name in pyrnot.__all__)
    assert not hasattr(pyrnot, "nonsense")
    listed: dict[str, object] = {}
    exec("from pyrnot import *", listed)
    assert sorted(name for name in listed if name[0] != "_") == sorted(pyrnot.__all__)


def test_help_reads_as_a_page() -> None:
    page = pydoc.plain(pydoc.render_doc(pyrnot, "Help on %s:"))
    assert page.startswith("Help on package pyrnot:\n\nNAME\n    pyrnot - pyrnot reads, judges and draws")
    for name in pyrnot.__all__:
        assert re.search(rf"^    (class )?{name}\b", page, re.MULTILINE), name
