"""The site, built by the wheel of this checkout: skipped without the two files that it needs (see `.ci/run`)."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pyrnot.site.build import MSGSPEC, PYODIDE
from support import TOP, build_package, lacking


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    parts = os.environ.get("PYRNOT_SITE_PARTS")
    if parts is None:
        lacking(
            f"PYRNOT_SITE_PARTS does not name a folder with {PYODIDE.file} and {MSGSPEC.file}", "PYRNOT_NEEDS_SITE"
        )
    top = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(build_package("wheel", TOP, top)) as archive:
        archive.extractall(top / "package")
    files = [f"--pyodide={parts}/{PYODIDE.file}", f"--wheel={parts}/{MSGSPEC.file}"]
    command = [sys.executable, "-P", "-m", "pyrnot", "site", "-o", str(top / "public"), *files]
    environment = {**os.environ, "PYTHONPATH": str(top / "package")}
    subprocess.run(command, cwd=top, env=environment, check=True, timeout=120)
    return top / "public"
