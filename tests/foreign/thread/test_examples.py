"""The examples in the docstrings of the thread engine run as they stand."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from pyrnot.foreign import thread

MODULES = sorted(path.stem for path in Path(thread.__path__[0]).glob("[!_]*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    module = importlib.import_module(f"{thread.__name__}.{name}")
    output: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(module):
        runner.run(test, out=output.append)
    assert not output, "\n".join(output)
