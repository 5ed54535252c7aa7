"""The command `lsp`; the server itself is tested in `tests/lsp`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest


def test_without_pygls_the_extra_is_named(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("pyrnot.lsp.", "pygls"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    result = run("lsp")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pip install 'pyrnot[lsp]'" in result.stderr


def test_it_ends_with_its_input() -> None:
    pytest.importorskip("pygls", reason="pygls is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "pyrnot", "lsp", "--stdio", "-"], input=b"junk\r\n", capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
