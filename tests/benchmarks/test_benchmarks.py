"""The benchmarks run, with sizes too small for their figures to mean anything. No time is asserted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
RUN = Path(__file__).with_name("run.py")
SMALL = ("--games", "2", "--rounds", "1", "--turns", "100", "--game", "martian-life")


def test_sections_print_rows(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    sections = ["start-up", "throughput", "memory", "rendering", "perft"]
    only = ",".join(sections).replace("-", "")
    command = [sys.executable, str(RUN), "--only", only, *SMALL, "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if "martian-life" in line]
    assert [name for name in sections if not any(name in row for row in rows)] == [], done.stdout


def test_unknown_section_is_rejected() -> None:
    pytest.importorskip("chess")
    done = subprocess.run([sys.executable, str(RUN), "--only", "nothing"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert "use startup, throughput" in done.stderr
