"""The notebook among the samples runs from top to bottom, draws boards, and is committed without its outputs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyrnot.cli import cli
from support import SAMPLES

NOTEBOOKS = sorted(SAMPLES.rglob("*.ipynb"))


def test_outputs_are_not_committed() -> None:
    assert NOTEBOOKS
    for path in NOTEBOOKS:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert cell.get("outputs", []) == [], f"{path.name}: clear the outputs before you commit"
            assert cell.get("execution_count") is None


@pytest.mark.slow
def test_the_notebook_runs_and_draws(tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    folder = shutil.copytree(SAMPLES, tmp_path / "sample_games")
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(folder)}}).execute()
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        drawn = [output.data for output in outputs if "data" in output and "image/svg+xml" in output.data]
        assert len(drawn) >= 3
        assert all(data["image/svg+xml"].startswith("<svg") and "To move" in data["text/plain"] for data in drawn)
        assert "".join(output.get("text", "") for output in outputs).count("error[") >= 2


def test_the_notebook_does_not_disturb_the_samples(tmp_path: Path) -> None:
    """In a folder with some of them."""
    folder = shutil.copytree(SAMPLES / "martian-life", tmp_path / "samples")
    for path in NOTEBOOKS:
        shutil.copy(path, folder)
    done = CliRunner().invoke(cli, ["check", str(folder)])
    assert (done.exit_code, "no errors" in done.output) == (0, True), done.output
