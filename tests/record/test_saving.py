"""Writing files in one step: what a replaced file keeps, what is never replaced, what is left behind by nothing."""

from __future__ import annotations

import errno
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pyrnot.record.saving import ChangedMeanwhile, replacing
from support import as_user

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
needs_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can change users")
STRANGER, GROUP = 65534, 4711


def write(path: Path, content: bytes = b"new", *, overwrite: bool = True, expected: bytes | None = None) -> None:
    with replacing(path, overwrite=overwrite, expected=expected) as file:
        file.write(content)


def test_new_and_replaced_files(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write(path, b"one", overwrite=False)
    with pytest.raises(FileExistsError):
        write(path, b"two", overwrite=False)
    assert path.read_bytes() == b"one"
    write(path, b"three")
    assert path.read_bytes() == b"three"
    assert os.listdir(tmp_path) == ["a"]


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a"

    def write_late() -> None:
        with replacing(path, overwrite=False) as file:
            file.write(b"new")
            path.write_bytes(b"theirs")

    with pytest.raises(FileExistsError):
        write_late()
    assert path.read_bytes() == b"theirs"
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_stays(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    write(path)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_mode_of_new_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path / "a", overwrite=False)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


@needs_root
def test_root_keeps_owner_and_group(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    os.chown(path, STRANGER, GROUP)
    write(path)
    assert (path.stat().st_uid, path.stat().st_gid, stat.S_IMODE(path.stat().st_mode)) == (STRANGER, GROUP, 0o640)


@needs_root
@pytest.mark.parametrize(
    ("groups", "mode", "kept", "left"),
    [
        ([1001, GROUP], 0o660, GROUP, 0o660),  # a shared folder: the other player still has access by the group
        ([1001], 0o606, 1001, 0o666),  # not in the group: whoever shares the new one may do what all may
        ([1001], 0o646, 1001, 0o666),
    ],
    ids=["in-the-group", "not-in-the-group", "group-with-less"],
)
def test_another_user_keeps_the_group_or_gives_nobody_more(
    shared: Path, groups: list[int], mode: int, kept: int, left: int
) -> None:
    path = shared / "a"
    path.write_bytes(b"old")
    os.chown(path, 1000, GROUP)
    path.chmod(mode)
    assert as_user(1001, groups, lambda: write(path)) == 0
    facts = path.stat()
    assert (path.read_bytes(), facts.st_gid, stat.S_IMODE(facts.st_mode)) == (b"new", kept, left)


@posix
@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_a_write_protected_file_is_refused_even_to_root(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(mode)
    with pytest.raises(PermissionError, match="write-protected"):
        write(path)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]


@needs_root
def test_a_file_that_another_user_may_not_write_is_refused(shared: Path) -> None:
    path = shared / "a"
    path.write_bytes(b"old")
    path.chmod(0o644)
    assert as_user(1001, [1001], lambda: write(path)) == errno.EACCES
    assert path.read_bytes() == b"old"


@posix
def test_a_dangling_link_is_written_through_only_with_force(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "folder" / "game-1.pyr"
    link.symlink_to("../elsewhere")
    with pytest.raises(FileExistsError), replacing(link, overwrite=False) as file:
        file.write(b"new")
    assert not (tmp_path / "elsewhere").exists()
    with replacing(link, overwrite=True) as file:
        file.write(b"new")
    assert (tmp_path / "elsewhere").read_bytes() == b"new"


@posix
def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"old")
    (tmp_path / "a").symlink_to("b")
    write(tmp_path / "a")
    assert (tmp_path / "a").is_symlink()
    assert (tmp_path / "b").read_bytes() == b"new"


@posix
def test_a_fifo_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "a"
    os.mkfifo(path)
    read: list[bytes] = []

    def late() -> None:
        time.sleep(0.2)
        read.append(path.read_bytes())

    reader = threading.Thread(target=late)
    reader.start()
    write(path, b"x" * 200_000, overwrite=False)
    reader.join()
    assert read == [b"x" * 200_000]
    assert path.is_fifo()


@needs_root
def test_a_device_is_written_to(tmp_path: Path) -> None:
    """Another node for the null device: the one of the machine is not put at risk."""
    path = tmp_path / "null"
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        path.write_bytes(b"")
    except OSError:
        pytest.skip("no devices here")
    (tmp_path / "link").symlink_to("null")
    for name in ("null", "link"):
        write(tmp_path / name)
    assert path.is_char_device()


@posix
def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(IsADirectoryError):
        write(tmp_path / "a")


@posix
def test_names_of_255_bytes(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 127 + "a")
    for overwrite in (False, True):
        write(path, str(overwrite).encode(), overwrite=overwrite)
    assert path.read_bytes() == b"True"
    assert os.listdir(tmp_path) == [path.name]


def _in_place(path: Path) -> None:
    path.write_bytes(b"due")


EDITS: dict[str, Callable[[Path], object]] = {
    "in-place": _in_place,
    "appended": lambda path: path.open("ab").write(b"."),
    "removed": lambda path: path.unlink(),
    "emptied": lambda path: path.write_bytes(b""),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_foreign_edit_before_the_rename_is_not_lost(tmp_path: Path, edit: str) -> None:
    """The edit comes when the draft is complete and on the disk."""
    path = tmp_path / "a"
    path.write_bytes(b"old")
    synced = os.fsync

    def edit_after(handle: int) -> None:
        synced(handle)
        EDITS[edit](path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", edit_after)
        with pytest.raises(ChangedMeanwhile):
            write(path, expected=b"old")
    assert os.listdir(tmp_path) == [] if edit == "removed" else path.read_bytes() != b"new"
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_a_failing_block_changes_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def write_half() -> None:
        with replacing(path, overwrite=True) as file:
            file.write(b"half")
            file.flush()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]


@posix
def test_a_full_disk_changes_and_leaves_nothing(tmp_path: Path) -> None:
    """A limit on the size of files, in a child process, is as good as a full disk."""
    import resource

    path = tmp_path / "a"
    path.write_bytes(b"old")

    def act() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        write(path, b"x" * 100_000)

    child = os.fork()
    if not child:
        code = 0
        try:
            act()
        except OSError as error:
            code = error.errno or 98
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == errno.EFBIG
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]
