"""R1.4: a file of any number of records is judged in the memory that one of them needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")  # not on Windows

RECORD = '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n\n'
RUN = (
    "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
)


def peak(path: Path, *, is_piped: bool) -> int:
    """The memory that `check` takes at most for a file, in bytes."""
    command = [sys.executable, "-c", RUN, sys.executable, "-m", "pyrnot", "check", "-" if is_piped else str(path)]
    unit = 1 if sys.platform == "darwin" else 1024
    with path.open("rb") as stdin:
        return int(subprocess.run(command, stdin=stdin, capture_output=True, check=True).stdout) * unit


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("is_piped", [False, True], ids=["file", "standard-input"])
def test_many_records_take_the_memory_of_few(tmp_path: Path, is_piped: bool) -> None:
    peaks = []
    for count in (1_000, 100_000 if is_piped else 10_000):
        path = tmp_path / f"{count}.pyr"
        path.write_text((RECORD + f"{{ {'so it goes ' * 200} }}\n") * count)
        peaks.append(peak(path, is_piped=is_piped))
    assert peaks[1] < peaks[0] + 10_000_000


@pytest.mark.slow
def test_a_record_over_the_limit_takes_no_more_than_its_share(tmp_path: Path) -> None:
    peaks = []
    for megabytes in (2, 50):
        path = tmp_path / f"{megabytes}.pyr"
        path.write_text(RECORD + RECORD.removesuffix("*\n\n") + "{ so it goes }\n" * (megabytes * 1_000_000 // 15))
        peaks.append(peak(path, is_piped=False))
    assert peaks[1] < peaks[0] + 10_000_000
