"""The command `lsp`; the server itself is tested in `tests/lsp`."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

_BODY = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}'
REQUEST = b"Content-Length: %d\r\n\r\n%b" % (len(_BODY), _BODY)


def test_without_pygls_the_extra_is_named(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("pyrnot.lsp.", "pygls"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    result = run("lsp")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "pip install 'pyrnot[lsp]'" in result.stderr


@pytest.mark.slow
def test_it_ends_with_its_input() -> None:
    pytest.importorskip("pygls", reason="pygls is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "pyrnot", "lsp", "--stdio", "-"], input=b"junk\r\n", capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_at_once_and_silently(number: signal.Signals) -> None:
    """Though a thread waits for standard input, which stays open."""
    pytest.importorskip("pygls", reason="pygls is not installed")
    command = [sys.executable, "-m", "pyrnot", "lsp"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.write(REQUEST)
        server.stdin.flush()
        assert server.stdout.read(16) == b"Content-Length: "
        server.send_signal(number)
        assert server.wait(20) == -number
        assert server.stderr.read() == b""
