"""An editor that breaks the protocol: the server answers what is wrong, serves on, and ends without a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")

MARTIAN = '[Game "Martian Life"]\n1. Sc4\n'
URI = "file:///a.pyr"
HOVER = "textDocument/hover"
PLACE = {"textDocument": {"uri": URI}, "position": {"line": 1, "character": 4}}
COMMAND = [sys.executable, "-m", "pyrnot", "lsp"]


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def send(method: str, params: Any, number: int | None = None) -> bytes:
    numbered = {} if number is None else {"id": number}
    return frame(json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **numbered}).encode())


BEGIN = send("initialize", {"capabilities": {}, "processId": None, "rootUri": None}, 1)
OPEN = send("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "pyr", "version": 1, "text": MARTIAN}})
ASK = send(HOVER, PLACE, 99)
END = send("shutdown", None, 100) + send("exit", None)


def converse(*parts: bytes) -> tuple[dict[Any, Any], list[str]]:
    """What the server answers, by the numbers of the requests, and its log; it is asked for a hover at the end."""
    sent = b"".join([BEGIN, OPEN, *parts, ASK, END])
    done = subprocess.run(COMMAND, input=sent, capture_output=True, timeout=60)
    log = done.stderr.decode()
    assert "Traceback" not in log
    assert "\x1b" not in log
    assert done.returncode == 0
    texts = [text.partition(b"\r\n\r\n")[2] for text in done.stdout.split(b"Content-Length: ")[1:]]
    answers = {answer.get("id", number): answer for number, answer in enumerate(map(json.loads, texts), 1000)}
    assert "```text" in answers[99]["result"]["contents"]["value"], log
    return answers, log.splitlines()


WRONG = {
    "not-json": (b'{"a"x', -32700),
    "not-utf-8": (b'"\xff\xfe"', -32700),
    "deep": (b"[" * 100_000, -32700),
    "long-number": (b"9" * 5_000, -32700),
    "list": (b"[]", -32600),
    "null": (b"null", -32600),
    "no-version": (b'{"id": 7, "method": "shutdown"}', -32600),
    "id": (b'{"jsonrpc": "2.0", "id": [7], "method": "shutdown"}', -32600),
    "method": (b'{"jsonrpc": "2.0", "id": 7, "method": 5}', -32600),
}


def test_what_is_not_a_message_is_answered() -> None:
    answers, log = converse(*(frame(body) for body, _ in WRONG.values()))
    codes = [answer["error"]["code"] for answer in answers.values() if "error" in answer]
    assert codes == [code for _, code in WRONG.values()]
    assert len(log) == len(WRONG)


FRAMES = [
    frame(b'{"jsonrpc": "2.0"}').replace(b": 18", b": 3"),
    b"Content-Length: -5\r\n\r\n{}",
    b"Content-Length: x\r\n\r\n{}",
    b"Content-Length: 99999999999999\r\n\r\n{}",
    b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n",
    b"Foo: bar\r\n\r\n{}",
    bytes(range(256)) * 20,
    b"X: " + b"a" * 200_000 + b"\r\n\r\n",
    b"Content-Length: 0\r\n\r\n",
]


def test_the_next_message_is_found_after_a_wrong_length() -> None:
    answers, _ = converse(*(part for number, sent in enumerate(FRAMES) for part in (sent, send(HOVER, PLACE, number))))
    assert {number for number in range(len(FRAMES)) if answers[number].get("result")} == {*range(len(FRAMES))}


def test_wrong_parameters_are_refused_with_the_reason() -> None:
    places = [-1, 2**70, "x", None]
    sent = []
    for number, place in enumerate(places):
        at = {"line": place, "character": 0}
        change = {"range": {"start": at, "end": at}, "text": "x"}
        edit = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [change]}
        sent += [send("textDocument/didChange", edit), send(HOVER, {**PLACE, "position": at}, number)]
    answers, log = converse(*sent)
    assert {answers[number]["error"]["code"] for number in range(len(places))} == {-32602}
    assert [line.startswith("pyrnot lsp: ERROR: wrong parameters of textDocument/") for line in log] == [True] * 8


def test_messages_out_of_order() -> None:
    close = send("textDocument/didClose", {"textDocument": {"uri": URI}})
    edit = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": []}
    strange = [OPEN.replace(URI.encode(), name) for name in (b"http://[1.pyr", b"//\\u001b[31m", b"\\ud800/%00.pyr")]
    answers, _ = converse(
        close,
        close,
        send("textDocument/didChange", edit),
        OPEN,
        OPEN,
        *strange,
        send("no/such\x1b[31m", {}, 8),
        send("no/such", {}),
        send("$/cancelRequest", {"id": 77}),
        frame(b'{"jsonrpc": "2.0", "id": 5, "result": 1}'),
        BEGIN,
    )
    assert answers[8]["error"]["code"] == -32601


def test_requests_before_and_after_the_session_are_refused() -> None:
    ask = send(HOVER, PLACE, 9)
    sent = ask + BEGIN + send("shutdown", None, 8) + ask + END
    done = subprocess.run(COMMAND, input=sent, capture_output=True, timeout=60)
    assert [code in done.stdout for code in (b"-32002", b"-32600")] == [True, True]
    assert done.returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_streams_that_cannot_be_used() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(COMMAND, input=BEGIN, stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    done = subprocess.run(["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (2, b"cannot read standard input: standard input is closed\n")
