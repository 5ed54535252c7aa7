"""The wheel works from any folder, and the sdist builds the same wheel."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from support import build_package

pytestmark = pytest.mark.slow
TOP = Path(__file__).parents[1]
RECORD = '[Game "Martian Life"]\n\n1. Sf3 XSe4 XSf3\n'


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_package("wheel", TOP, tmp_path_factory.mktemp("wheel"))


def run(package: Path, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        "PYTHONPATH": str(package),
    }
    command = [sys.executable, "-P", "-m", "pyrnot", *args]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120, check=False
    )


def test_wheel_works_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(package)
    (tmp_path / "a.pyr").write_text(RECORD)
    done = run(package, tmp_path, "check", "a.pyr")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 record, 1 turn, no errors\n", "")
    where = "import pyrnot; print(pyrnot.__file__)"
    found = subprocess.run(
        [sys.executable, "-P", "-c", where],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert Path(found.stdout.strip()).is_relative_to(package)


def test_wheel_contains_only_the_package_and_the_grammars(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    grammars = {f"pyrnot/grammars/{path.name}" for path in (TOP / "grammars").glob("*.lark")}
    assert grammars <= set(names)
    assert {"pyrnot/py.typed", "pyrnot/render/html/assets/page.js", "pyrnot/site/assets/index.html"} <= set(names)
    texts = {str(path.relative_to(TOP)) for path in (TOP / "pyrnot").rglob("*.md")}
    assert len(texts) > 2
    assert texts <= set(names)
    assert all(name.startswith("pyrnot") for name in names)


@pytest.fixture
def hatch_build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", TOP / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("address", ["", "https://example.org/pyrnot"])
def test_the_long_description_leads_somewhere(hatch_build: ModuleType, address: str) -> None:
    """All its links and pictures are absolute, or gone with a repository that has no address yet."""
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    text = hatch_build.long_description(readme, address)
    targets = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'<img src="([^"]+)"', text)
    assert all(target.startswith("https://") for target in targets)
    own = [target.removeprefix(address) for target in targets if address and target.startswith(address)]
    paths = [re.sub("^/(blob|raw)/HEAD/", "", target) for target in own if not target.startswith("#")]
    assert all((TOP / path).exists() for path in paths)
    assert bool(paths) == bool(address)
    assert "| | |\n" not in text or address


def test_metadata_has_the_readme(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("METADATA"))
        metadata = archive.read(name).decode()
    assert "Description-Content-Type: text/markdown" in metadata
    assert "\n## Install and test\n" in metadata
    assert not re.search(r"\]\((?!https:)", metadata)


def test_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build_package("sdist", TOP, tmp_path / "dist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    again = build_package("wheel", next((tmp_path / "source").iterdir()), tmp_path / "again")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())
