"""The server in Neovim, without a screen. Skipped if Neovim is not installed; with PYRNOT_NEEDS_NEOVIM set, that is a
failure."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

SCRIPT = Path(__file__).parent / "neovim.lua"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a user of Neovim sees."""
    pytest.importorskip("pygls", reason="pygls is not installed")
    if shutil.which("nvim") is None:
        if os.environ.get("PYRNOT_NEEDS_NEOVIM"):
            pytest.fail("Neovim is not installed, and PYRNOT_NEEDS_NEOVIM is set")
        pytest.skip("Neovim is not installed")
    folder = tmp_path_factory.mktemp("neovim")
    env = {**os.environ, "PYTHON": sys.executable, "SEEN": str(folder / "seen.json"), "HOME": str(folder)}
    env |= {f"XDG_{name}_HOME": str(folder) for name in ("CONFIG", "DATA", "STATE")}
    command = ["nvim", "--headless", "--clean", "-c", f"luafile {SCRIPT}", "game.pyr"]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=110)
    result = json.loads((folder / "seen.json").read_text(encoding="utf-8"))
    assert "trouble" not in result, f"{result['trouble']}\n{done.stderr}"
    return result


def test_a_fault_is_shown_while_typing_with_its_rule_and_hint(seen: Any) -> None:
    assert seen["fault"] == ["build-no-template", 6, 9, 1]
    assert seen["message"].startswith("H13: ")
    assert "\nhelp: `build g1 Ida` would be legal" in seen["message"]


def test_a_quick_fix_makes_the_turn_legal(seen: Any) -> None:
    assert seen["fixed"] == "3. build g1 Ida"


def test_hover_shows_the_board(seen: Any) -> None:
    assert "3. North: build g1 Ida" in seen["board"]
    assert any("Bank" in line for line in seen["board"])


def test_completion_offers_legal_actions(seen: Any) -> None:
    assert seen["choices"] == ["build y1 Jon"]


def test_formatting_and_renaming_change_the_buffer(seen: Any) -> None:
    assert seen["formatted"] == "4. build y1 Jon"
    assert seen["renamed"] == ['2. homeworld g2 b1 y3 "Vega Prime"', '4. build y1 "Vega Prime"']


def test_outline_folds_and_colours_arrive(seen: Any) -> None:
    assert seen["outline"] == ["Homeworlds: Ida - Jon", '4. build y1 "Vega Prime"']
    assert (seen["folds"], seen["colours"]) == (2, 26)
