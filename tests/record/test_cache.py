"""The cache of built grammars: only the user's own files, only plain data, and never needed."""

from __future__ import annotations

import os
import pickle
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.games import all_games
from pyrnot.record import cache, grammars
from pyrnot.record.grammars import action_parser, build_grammar

NAME = "braces.lark-action.msgpack"
needs_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can change owners")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "pyrnot"


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The grammars that were built and not loaded."""
    built: list[str] = []

    def build(name: str, start: str, **options: object) -> object:
        built.append(name)
        return build_grammar(name, start, **options)

    monkeypatch.setattr(grammars, "build_grammar", build)
    monkeypatch.setattr(grammars, "lark_parser", grammars.lark_parser.__wrapped__)  # as in a new process
    return built


def parse() -> str:
    """What a parser from the cache, or else a new one, makes of an action."""
    tree = action_parser.__wrapped__("braces.lark").parse("pass")
    return "" if isinstance(tree, int) else str(tree.data)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
def test_a_loaded_grammar_is_the_one_that_was_built(game: AnyGame, home: Path, builds: list[str]) -> None:
    name = game.info.grammar
    parsers = [action_parser.__wrapped__(name) for _ in range(2)]
    assert builds == [name]
    assert parsers[0].tables == parsers[1].tables
    for form in game.rulebook().notation:
        for action in form.example.split(";"):
            built, loaded = (parser.parse(action.strip()) for parser in parsers)
            assert built == loaded, action


def test_the_folder_is_the_users_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache.cache_folder() == str(home)
    assert stat.S_IMODE(home.stat().st_mode) & 0o077 == 0
    home.chmod(0o777)
    assert cache.cache_folder() is None, "others could put a grammar there"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home.parent / "file"))
    (home.parent / "file").write_text("")
    assert cache.cache_folder() is None


def test_a_link_is_not_a_folder(home: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    home.parent.mkdir()
    home.symlink_to(tmp_path / "elsewhere")
    assert cache.cache_folder() is None


@needs_root
def test_a_folder_of_another_user_is_not_used(home: Path) -> None:
    parse()
    os.chown(home, 65534, 65534)
    assert cache.cache_folder() is None


def _pickle(path: Path) -> None:
    path.write_bytes(pickle.dumps(Bomb()))


def _link(path: Path) -> None:
    path.rename(path.with_suffix(".real"))
    path.symlink_to(path.with_suffix(".real"))


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


class Bomb:
    """Goes off when it is unpickled."""

    def __reduce__(self) -> tuple[Callable[[int], object], tuple[int]]:
        return (os._exit, (99,))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_bytes(b"no data\n"),
    "deep": lambda path: path.write_bytes(b"\x91" * 100_000),
    "other-data": lambda path: path.write_bytes(b"\x82\xa3key\x91\xa1x\xa5value\xc0"),
    "pickle": _pickle,
    "other-version": lambda path: path.write_bytes(path.read_bytes().replace(b"[GCC", b"[GCD").replace(b"3.1", b"3.0")),
    "writable-by-others": lambda path: path.chmod(0o666),
    "writable-by-the-group": lambda path: path.chmod(0o620),
    "link": _link,
    "fifo": _fifo,
}  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
@pytest.mark.parametrize("damage", DAMAGES)
def test_what_cannot_be_trusted_is_built_again_and_kept(home: Path, builds: list[str], damage: str) -> None:
    parse()
    parse()
    assert len(builds) == 1
    DAMAGES[damage](home / NAME)
    assert parse() == "action"
    assert len(builds) == 2
    assert stat.S_ISREG((home / NAME).lstat().st_mode)
    assert stat.S_IMODE((home / NAME).lstat().st_mode) == 0o600
    assert parse() == "action"
    assert len(builds) == 2


@needs_root
def test_a_file_of_another_user_is_not_read(home: Path, builds: list[str]) -> None:
    parse()
    os.chown(home / NAME, 65534, 65534)
    assert parse() == "action"
    assert len(builds) == 2
    assert (home / NAME).stat().st_uid == 0


def test_data_that_are_no_grammar_do_no_harm(home: Path, builds: list[str]) -> None:
    cache.store(NAME, grammars._cache_key("braces.lark"), {"states": [], "productions": {}})
    assert parse() == "action"
    assert len(builds) == 1


def test_a_group_that_shares_new_files_does_not_matter(home: Path, builds: list[str]) -> None:
    before = os.umask(0o002)
    try:
        parse()
        parse()
    finally:
        os.umask(before)
    assert len(builds) == 1


def test_no_cache_is_no_harm(home: Path) -> None:
    (home / NAME).mkdir(parents=True)  # can be neither read nor written
    home.chmod(0o700)
    assert parse() == "action"


def test_nothing_is_unpickled(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parse()
    monkeypatch.setattr(pickle, "load", lambda *_: pytest.fail("a pickle is read"))
    monkeypatch.setattr(pickle, "loads", lambda *_: pytest.fail("a pickle is read"))
    assert parse() == "action"
