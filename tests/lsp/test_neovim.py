"""The server in Neovim, without a screen. Skipped if Neovim is not installed; with PYRNOT_NEEDS_NEOVIM set, that is a
failure."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

SCRIPT = Path(__file__).parent / "neovim.lua"


def test_what_a_user_of_neovim_sees(tmp_path: Path) -> None:
    pytest.importorskip("pygls", reason="pygls is not installed")
    if shutil.which("nvim") is None:
        if os.environ.get("PYRNOT_NEEDS_NEOVIM"):
            pytest.fail("Neovim is not installed, and PYRNOT_NEEDS_NEOVIM is set")
        pytest.skip("Neovim is not installed")
    env = {**os.environ, "PYTHON": sys.executable, "SEEN": str(tmp_path / "seen.json"), "HOME": str(tmp_path)}
    env |= {f"XDG_{name}_HOME": str(tmp_path) for name in ("CONFIG", "DATA", "STATE")}
    command = ["nvim", "--headless", "--clean", "-c", f"luafile {SCRIPT}", "game.pyr"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=110)
    seen = json.loads((tmp_path / "seen.json").read_text(encoding="utf-8"))
    assert "trouble" not in seen, f"{seen['trouble']}\n{done.stderr}"
    assert seen["diagnostic"] == ["build-no-template", 6, 9, 1]
    assert seen["message"].startswith("H13: ")
    assert "\nhelp: `build g1 Ida` would be legal" in seen["message"]
    assert seen["fixed"] == "3. build g1 Ida"
    assert "3. North: build g1 Ida" in seen["board"]
    assert any("Bank" in line for line in seen["board"])
    assert seen["choices"] == ["build y1 Jon"]
    assert seen["formatted"] == "4. build y1 Jon"
    assert seen["renamed"] == ['2. homeworld g2 b1 y3 "Vega Prime"', '4. build y1 "Vega Prime"']
    assert seen["outline"] == ["Homeworlds: Ida - Jon", '4. build y1 "Vega Prime"']
    assert (seen["folds"], seen["colours"]) == (2, 26)
