"""The front door to other programs' records: what a module of `record/foreign` must state."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pyrnot.games import game_ids
from pyrnot.record import foreign
from pyrnot.record.foreign import FORMATS, check_format, load_format, read_foreign, recognise
from pyrnot.record.source import SourceText


def test_sdg_is_found() -> None:
    assert "sdg" in FORMATS


@pytest.mark.parametrize("name", FORMATS)
def test_states_what_the_front_door_needs(name: str) -> None:
    known = load_format(name)
    assert known.GAME in game_ids()
    assert recognise(f"{known.OPENING} and more") == name
    assert re.match(known.SIGN, known.OPENING), "a file that is recognised holds a record of its format"
    message = check_format(name, "notes\n")
    assert message is not None
    assert known.OPENING in message


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "text", ["", "\n", "notes\n", "\ufeff", "\x00" * 9], ids=["empty", "blank", "notes", "mark", "zeros"]
)
def test_reading_raises_nothing(name: str, text: str) -> None:
    record = read_foreign(SourceText(text, form=name))
    assert record.game is not None
    assert record.diagnostics


def test_a_format_is_one_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lines.py").write_text(
        'OPENING = "#lines"\nSIGN = "#lines"\nGAME = "braces"\n\ndef read(source, game):\n    return game\n'
    )
    (tmp_path / "_draft.py").write_text("")
    monkeypatch.setattr(foreign, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(foreign, "__path__", [str(tmp_path)])
    monkeypatch.setattr(foreign, "FORMATS", foreign._format_names())
    assert foreign.FORMATS == ("lines",)
    assert recognise("#lines 2024\n") == "lines"
    assert read_foreign(SourceText("#lines 2024\n", form="lines")).info.id == "braces"
    sys.modules.pop("pyrnot.record.foreign.lines")


def test_recognising_a_file_imports_no_game() -> None:
    code = (
        "import sys; from pyrnot.record.foreign import recognise; recognise('x');"
        "print([name for name in sys.modules if name.startswith('pyrnot.games.')])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
