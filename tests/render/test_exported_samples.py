"""Every sample game in every format is complete and can be read back."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from pyrnot.cli import cli
from support import each_sample


@each_sample
def test_documents_of_every_sample(path: Path, tmp_path: Path) -> None:
    for to in ("html", "md", "txt", "json"):
        done = CliRunner().invoke(cli, ["export", str(path), "-o", str(tmp_path / f"a.{to}")], catch_exceptions=False)
        assert (done.exit_code, done.output) == (0, "")
    data = json.loads((tmp_path / "a.json").read_text())
    plies = sum(len(record["turns"]) + 1 for record in data["records"])
    assert all(record["ok"] for record in data["records"])
    assert (tmp_path / "a.html").read_text().count('<section class="ply"') == plies
    assert (tmp_path / "a.html").stat().st_size < 15_000 * plies + 120_000
    assert sum(line.startswith(("## ", "### ")) for line in (tmp_path / "a.md").read_text().split("\n")) == plies
