"""The benchmarks run, with sizes too small for their figures to mean anything. No time is asserted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
RUN = Path(__file__).with_name("run.py")
SMALL = ("--games", "2", "--rounds", "1", "--game", "martian-life")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(RUN), *arguments], capture_output=True, text=True, timeout=300)


def test_every_section_prints_rows(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    done = run(*SMALL, "--folder", str(tmp_path))
    assert done.returncode == 0, done.stderr
    sections = {line.split()[0] for line in done.stdout.splitlines()[1:-1]}
    assert sections == {"startup", "throughput", "archive", "memory", "library", "repairs", "drawing"}


def test_unknown_section_is_rejected() -> None:
    done = run("--only", "nothing")
    assert done.returncode == 2
    assert "use startup, throughput" in done.stderr
