"""The site's Python, run by node as the page runs it: its verdicts are those of the command line."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyrnot.cli import cli
from pyrnot.games import all_games
from pyrnot.library.rules import explanations
from support import SAMPLES, TOP, lacking

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
CASES = TOP / "tests" / "foreign" / "cases"


def write_explained(folder: Path) -> None:
    """Writes the wrong and the right record of each explanation into a folder."""
    for number, (_, each) in enumerate(explanations(all_games(), with_common=True)):
        for kind in ("wrong", "right"):
            (folder / f"{number}-{each.code}-{kind}.pyr").write_text(getattr(each, kind), encoding="utf-8")


def test_verdicts_are_those_of_the_command_line(site: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        lacking("node is not installed", "PYRNOT_NEEDS_SITE")
    write_explained(tmp_path)
    found = [path for folder in (SAMPLES, CASES, tmp_path) for path in sorted(folder.rglob("*"))]
    paths = [path for path in found if path.is_file() and path.suffix not in (".svg", ".ipynb")]
    (tmp_path / "paths.json").write_text(json.dumps([str(path) for path in paths]), encoding="utf-8")
    command = [node, str(Path(__file__).with_name("compare.mjs")), str(site), str(tmp_path / "paths.json")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(paths) > 500
    for path, line in zip(paths, done.stdout.splitlines(), strict=True):
        printed = CliRunner().invoke(cli, ["check", "--format", "json", str(path)]).stdout
        expected = [{**json.loads(verdict), "file": path.name} for verdict in printed.splitlines()]
        assert json.loads(line) == expected, path
