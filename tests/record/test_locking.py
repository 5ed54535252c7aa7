"""One run at a time changes files in a folder, and none waits without end."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from pyrnot.record import locking
from pyrnot.record.locking import locked

fcntl = pytest.importorskip("fcntl", reason="no locks on folders here")


def test_the_lock_is_free_again(tmp_path: Path) -> None:
    for _ in range(2):
        with locked(str(tmp_path / "a")):
            assert os.listdir(tmp_path) == []


def test_a_holder_that_lets_go_is_waited_for(tmp_path: Path) -> None:
    child = os.fork()
    if not child:
        with locked(str(tmp_path / "a")):
            (tmp_path / "locked").touch()
            time.sleep(0.3)
            (tmp_path / "done").touch()
        os._exit(0)
    while not (tmp_path / "locked").exists():
        time.sleep(0.01)
    with locked(str(tmp_path / "a")):
        assert (tmp_path / "done").exists()
    os.waitpid(child, 0)


def test_a_holder_that_stays_is_waited_for_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "WAIT", 0.1)
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        with pytest.raises(TimeoutError) as caught, locked(str(tmp_path / "a")):
            pass
    finally:
        os.close(folder)
    assert "another process has kept its folder locked for 0.1 seconds" in str(caught.value)


def test_a_file_system_without_locks_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with locked(str(tmp_path / "a")):
        pass


def test_what_is_not_a_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    with pytest.raises(OSError, match="not a regular file"), locked(str(tmp_path / "a")):
        pass
