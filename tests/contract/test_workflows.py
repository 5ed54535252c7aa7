"""The workflows that publish a version: what they may do, and what they check before."""

from __future__ import annotations

import re
import runpy
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from support import TOP

yaml = pytest.importorskip("yaml")
WORKFLOWS = sorted((TOP / ".github" / "workflows").glob("*.yml"))


def read(path: Path) -> dict[Any, Any]:
    return dict(yaml.safe_load(path.read_text(encoding="utf-8")))


def steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_do_no_more_than_it_says(path: Path) -> None:
    """It can write only where a job is given the right, and each job has a limit of time."""
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 60
    for step in steps(workflow):
        assert ("uses" in step) != ("run" in step)
        assert "${{ github.event" not in step.get("run", ""), "text of others in a command"
        assert re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+)", step.get("uses", "a/b@v1"))


def test_only_what_was_built_for_a_tag_is_published() -> None:
    jobs = read(TOP / ".github" / "workflows" / "release.yml")["jobs"]
    assert (jobs["pypi"]["needs"], jobs["github"]["needs"]) == ("build", "pypi")
    assert jobs["pypi"]["if"] == "github.ref_type == 'tag'"
    assert jobs["pypi"]["permissions"] == {"id-token": "write"}
    assert "checkout" not in str(jobs["pypi"]["steps"])
    commands = [step["run"] for step in jobs["build"]["steps"] if "run" in step]
    assert commands[0] == 'python .ci/check-release "$GITHUB_REF_NAME"'
    assert commands[1] == "bash .ci/run"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_runs_is_there(path: Path) -> None:
    for step in steps(read(path)):
        for script in re.findall(r"\.ci/[\w-]+", step.get("run", "")):
            assert (TOP / script).exists(), script


@pytest.mark.parametrize(
    ("tag", "heading", "address", "told"),
    [
        ("v1.2.0", "1.2.0 (2026-12-01)", "https://example.org/pyrnot", ""),
        ("v1.2.1", "1.2.0 (2026-12-01)", "https://example.org/pyrnot", "the same version: they are 1.2.0 and v1.2.1"),
        ("1.2.0", "1.2.0 (2026-12-01)", "https://example.org/pyrnot", "the same version"),
        ("v1.2.0", "1.2.0 (unreleased)", "https://example.org/pyrnot", "begin CHANGELOG.md with"),
        ("v1.2.0", "1.1.0 (2026-12-01)", "https://example.org/pyrnot", "begin CHANGELOG.md with"),
        ("v1.2.0", "1.2.0 (2026-12-01)", "", "fill in the repository's address"),
    ],
)
def test_a_release_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: str, heading: str, address: str, told: str
) -> None:
    (tmp_path / ".ci").mkdir()
    (tmp_path / "pyrnot" / "core").mkdir(parents=True)
    shutil.copy(TOP / ".ci" / "check-release", tmp_path / ".ci")
    (tmp_path / "pyrnot" / "core" / "version.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n\n## 1.0.0 (2026-11-01)\n")
    project = (TOP / "pyproject.toml").read_text(encoding="utf-8")
    changed = re.sub(r'^address = ".*"$', f'address = "{address}"', project, flags=re.MULTILINE)
    (tmp_path / "pyproject.toml").write_text(changed, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["check-release", tag])
    said = ""
    try:
        runpy.run_path(str(tmp_path / ".ci" / "check-release"))
    except SystemExit as ended:  # with a text, which Python prints before it ends with 1
        said = str(ended.code)
    assert told in said
    assert bool(said) == bool(told)
