"""Options of the whole suite, and fixtures that several rooms share: commands, files, a browser, a record to look
through."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pyrnot.cli import cli
from pyrnot.foreign.load import read_record
from pyrnot.play.line_tree import LineTree, build_tree
from pyrnot.play.replay import replay
from pyrnot.record.source import SourceText
from support import lacking

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

gc.set_threshold(200_000)  # most of what is made while tests are collected stays as long as the run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew", action="store_true", help="write expected texts anew; then read them in the diff")


def pytest_collection_finish() -> None:
    """Garbage is not looked for among the tests themselves, which stay as long as the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)  # as the command line does


def pytest_sessionfinish() -> None:
    """pytest looks for garbage five times in the end: once is enough."""
    gc.collect()
    gc.freeze()


def pytest_sessionstart(session: pytest.Session) -> None:
    """What holds for the whole run. As fixtures these would be asked for again by each of the tests."""
    let_ctrl_c_through()
    os.environ.pop("COLUMNS", None)  # lines are as long as where output is no terminal: pytest sets it for `-n`
    if sys.dont_write_bytecode:
        keep_bytecode(session.config)


def let_ctrl_c_through() -> None:
    """Ctrl-C and Ctrl-\\ reach what tests start, even where a shell runs the suite in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGQUIT) is signal.SIG_IGN:
        signal.signal(signal.SIGQUIT, signal.SIG_DFL)


def keep_bytecode(config: pytest.Config) -> None:
    """What tests start compiles each module once for all of them, even where this run writes no bytecode."""
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    config.add_cleanup(folder.cleanup)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = folder.name


@pytest.fixture
def renew(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are to be written anew."""
    return bool(request.config.getoption("--renew"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for the tests of a file; they are skipped if none is installed (see `lacking`)."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        lacking("playwright is not installed")
    path = next((path for path in map(shutil.which, _BROWSERS) if path), None)
    if path is None:
        lacking(f"no browser found ({', '.join(_BROWSERS)})")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield launched
        launched.close()


HOSTILE = '</script><img src=x onerror="document.title=1"> [red] `x` *y* {{7*7}}'

GAME = """\
[Game "Autumn Ash"]
[Event "Club evening"]
[Rainbow "Ann"]
[Xeno "Ben <i>"]
[Variant "unsettled"]

{ Opening comment. }
1. +Pg2; Pg2-g1=Q !
2. +Qh1; Qh1-g1=P { A comment
in two lines. }
3. +Dc1; Dc1-c2-d2=P
( { Instead: } 3. +Qc6; Qc6-c5=P ?! { A try. } 4. Pg1-g2=D ( 4. +Pb5; Pb5-b4=P ) )
( 3. +Pb5; Pb5-b4=P )
4. Pg1-g2=D
5. +Qc6; Pd2-e2-e1=Q
6. Dg2-g3=P
7. +Pc1; Qg1-f1-e1=P
"""
BAD_END = """\
8. Pg3-a1=P { This cannot be. }
9. Qc6-c5=P $3
10. nonsense
Rainbow wins
"""
GOOD_END = "*\n"


def line_tree_of(text: str, *, number: int = 1, file: str = "folder/game.pyr") -> LineTree:
    return build_tree(replay(read_record(SourceText(text, file=file, number=number))))


@pytest.fixture(scope="session")
def make_line_tree() -> Callable[..., LineTree]:
    """`make_line_tree(text)` is the line tree of a record."""
    return line_tree_of


@pytest.fixture(scope="session")
def line_tree() -> LineTree:
    """Seven legal turns with variations, then an illegal one and two that are not judged."""
    return line_tree_of(GAME + BAD_END)


@pytest.fixture(scope="session")
def legal_line_tree() -> LineTree:
    """The same without the illegal end."""
    return line_tree_of(GAME + GOOD_END)


@pytest.fixture(scope="session")
def startless() -> LineTree:
    """A record without a start."""
    return line_tree_of('[Game "Autumn Ash"]\n[Variant "nonesuch"]\n\n1. +Pg2; Pg2-g1=Q\n')


@pytest.fixture(scope="session")
def text() -> str:
    """The record of `line_tree`."""
    return GAME + BAD_END


@pytest.fixture(scope="session")
def hostile_line_tree() -> LineTree:
    """A record that says what it can to break out of where it is shown."""
    value = HOSTILE.replace('"', r"\"")
    tags = f'[Game "Autumn Ash"]\n[Rainbow "{value}"]\n[Event "{value}"]'
    return line_tree_of(f"{tags}\n\n{{ {HOSTILE} }}\n1. <script>alert(1)</script>\n")


@pytest.fixture(scope="session")
def hostile_value() -> str:
    """What that record says."""
    return HOSTILE


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`run("check", "a.pyr")` in an empty folder; a bug is raised, not reported."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(cli, list(args), input=stdin, catch_exceptions=False)

    return call


@pytest.fixture
def make(tmp_path: Path) -> Callable[[str, str], Path]:
    """`make("a.pyr", text)` writes a file in that folder."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    return write


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user can reach and write to; `tmp_path` is closed to others."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)
