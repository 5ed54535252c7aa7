"""The examples in the docstrings of the public library run as they stand, and every public name has one."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

import pyrnot
from support import SAMPLES

NAMES = [name for name in pyrnot.__all__ if name != "games"]
WITHOUT = {"Event", "GameInfo", "Outcome", "Explanation", "Rule", "Diagnostic", "Verdict"}
"""Plain values, whose fields the docstring of the class explains."""


def documented(name: str) -> object:
    return vars(pyrnot.games)["list_games"] if name == "games" else getattr(pyrnot, name)


def own_members(kind: type) -> list[str]:
    """The public methods and properties that a class defines itself."""
    return [name for name, value in vars(kind).items() if name[0] != "_" and not inspect.ismemberdescriptor(value)]


def examples(one: object, name: str) -> list[doctest.DocTest]:
    return doctest.DocTestFinder(recurse=name != "pyrnot").find(one, name, module=False, globs={"pyrnot": pyrnot})


@pytest.mark.parametrize("name", ["pyrnot", *pyrnot.__all__])
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sample_games").symlink_to(SAMPLES)
    monkeypatch.chdir(tmp_path)
    one = pyrnot if name == "pyrnot" else documented(name)
    output: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    for test in examples(one, name):
        runner.run(test, out=output.append)
    assert not output, "\n".join(output)
    assert runner.tries or issubclass(getattr(pyrnot, name), pyrnot.PyrnotError)


@pytest.mark.parametrize("name", pyrnot.__all__)
def test_everything_public_is_explained_and_in_an_example(name: str) -> None:
    """Each function and class has an example, in which each of its members is used; the errors share one."""
    one = documented(name)
    assert inspect.getdoc(one), name
    if isinstance(one, type) and issubclass(one, pyrnot.PyrnotError):
        return
    code = "".join(example.source for test in examples(one, name) for example in test.examples)
    assert code, name
    if isinstance(one, type) and name not in WITHOUT:
        for member in own_members(one):
            assert inspect.getdoc(inspect.getattr_static(one, member)), f"{name}.{member}"
            assert f".{member}" in code, f"{name}.{member}"
