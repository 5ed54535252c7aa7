"""R6.4: what the server takes for a long document, beyond what it takes for a short one, is bounded by its size."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")
pytest.importorskip("resource")  # not on Windows

TITLE = '[Game "Martian Life"]\n'
GAME = TITLE + "".join(f"{ply}. {'Sa1' if ply % 2 else 'Sh8'}\n" for ply in range(1, 20_000))
DOCUMENTS = {
    "game": [GAME],
    "comments": [f"{TITLE}1. Sa1 {'{}' * 100_000}\n2. Sh8\n"],
    "games": [GAME[:2_000] + "*\n"] * 50,
    "records": [(GAME[:20_000] + "*\n") * 10],
}
URI = "file:///{}.pyr"
RUN = (
    "import resource, subprocess, sys; "
    "subprocess.run([sys.executable, '-m', 'pyrnot', 'lsp'], stdin=open(sys.argv[1]), stdout=subprocess.DEVNULL); "
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
)


def messages(texts: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """An editor's session: it opens documents, asks for everything in each, and edits each of them, if they are few
    twenty times."""
    sent: list[tuple[str, dict[str, Any]]] = [("initialize", {"capabilities": {}, "processId": None, "rootUri": None})]
    edits = 20 // len(texts) or 1
    for number, text in enumerate(texts):
        uri = URI.format(number)
        document = {"textDocument": {"uri": uri}}
        middle = {"line": text.count("\n") // 2, "character": 0}
        options = {"tabSize": 4, "insertSpaces": True}
        place = {"start": middle, "end": middle}
        sent.append(("didOpen", {"textDocument": {"uri": uri, "languageId": "pyr", "version": 1, "text": text}}))
        sent += [("hover", {**document, "position": middle}), ("completion", {**document, "position": middle})]
        sent += [(name, document) for name in ("documentSymbol", "foldingRange", "semanticTokens/full")]
        sent.append(("formatting", {**document, "options": options}))
        sent.append(("codeAction", {**document, "range": place, "context": {"diagnostics": []}}))
        for version in range(2, edits + 2):
            changed = {"textDocument": {"uri": uri, "version": version}}
            sent.append(("didChange", {**changed, "contentChanges": [{"range": place, "text": "{x}"}]}))
            sent.append(("hover", {**document, "position": middle}))
    return [*sent, ("shutdown", {}), ("exit", {})]


def peak(texts: list[str], folder: Path) -> int:
    """The memory that the server takes at most, in bytes."""
    session = b""
    for number, (name, params) in enumerate(messages(texts)):
        method = name if name in ("initialize", "shutdown", "exit") else f"textDocument/{name}"
        asked: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params or None}
        if name not in ("didOpen", "didChange", "exit"):
            asked["id"] = number
        body = json.dumps(asked).encode()
        session += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    path = folder / "session"
    path.write_bytes(session)
    done = subprocess.run([sys.executable, "-c", RUN, path], capture_output=True, text=True, check=True, timeout=300)
    assert "Traceback" not in done.stderr
    return int(done.stdout) * (1 if sys.platform == "darwin" else 1024)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DOCUMENTS)
def test_a_long_document(kind: str, tmp_path: Path) -> None:
    """Its positions would take a hundred times its text, and those of twenty edits twenty times that."""
    size = sum(map(len, DOCUMENTS[kind]))
    assert peak(DOCUMENTS[kind], tmp_path) < peak([GAME[:100]], tmp_path) + 20 * size + 20_000_000
