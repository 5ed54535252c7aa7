"""The examples in docstrings run as they stand; `tests/library` holds those of the library."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import pyrnot

TOP = Path(pyrnot.__path__[0])
MODULES = [
    path.relative_to(TOP.parent).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for path in sorted(TOP.rglob("*.py"))
    if path.parent.name != "library" and path.parent != TOP and ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    output: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(importlib.import_module(name)):
        runner.run(test, out=output.append)
    assert not output, "\n".join(output)
