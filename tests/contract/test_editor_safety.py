"""The law that no text of a stranger reaches an editor as it is, over all that the language server answers; but an
edit brings what the record says, and the place of a new name shows the old one printable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from foreign_samples import FILES, GOOD

from pyrnot.render.text.lines import printable

pytest.importorskip("pygls")

from lsprotocol import converters, types

from pyrnot.lsp.document import Document
from pyrnot.lsp.features import make_server
from pyrnot.lsp.server import diagnostics_of

URI = "file:///a.pyr"
SILENT = {
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.TEXT_DOCUMENT_RENAME,
}
"""What answers nothing, or nothing but edits."""
DATA = {"newText", "filterText", "edit", "uri", "data"}
"""What an editor writes, compares or addresses, and does not show."""


def shown(answer: Any) -> Iterator[str]:
    """The texts of an answer that an editor shows."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, list):
        for part in answer:
            yield from shown(part)
    elif isinstance(answer, dict):
        for name, part in answer.items():
            if name not in DATA:
                yield from shown(part)


def params_at(place: types.Position) -> dict[str, Any]:
    document, all_of_it = types.TextDocumentIdentifier(URI), types.Range(types.Position(0, 0), place)
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    return {
        types.TEXT_DOCUMENT_HOVER: types.HoverParams(document, place),
        types.TEXT_DOCUMENT_COMPLETION: types.CompletionParams(document, place),
        types.TEXT_DOCUMENT_PREPARE_RENAME: types.PrepareRenameParams(document, place),
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionParams(document, all_of_it, types.CodeActionContext([])),
        types.TEXT_DOCUMENT_FORMATTING: types.DocumentFormattingParams(document, options),
        types.TEXT_DOCUMENT_RANGE_FORMATTING: types.DocumentRangeFormattingParams(document, all_of_it, options),
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: types.DocumentSymbolParams(document),
        types.TEXT_DOCUMENT_FOLDING_RANGE: types.FoldingRangeParams(document),
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: types.SemanticTokensParams(document),
    }


def judged(text: str) -> Document:
    document = Document(text)
    for part in document.records():
        _ = part.replay
        part.find_hints()
    return document


@pytest.mark.parametrize("is_thorough", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["some", "all"])
def test_no_answer_shows_a_control_character(is_thorough: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """At several columns of each line; or about one thing at one column of every fifth line and of the last, both of
    which move on from line to line."""
    server = make_server()
    plain = converters.get_converter().unstructure
    features = server.protocol.fm.features
    assert params_at(types.Position(0, 0)).keys() | SILENT == features.keys(), "test the new feature here"
    for name, text in {**FILES, **GOOD}.items():
        if not text:
            continue
        text = text.encode("utf-8", "replace").decode()
        document = judged(text)
        monkeypatch.setattr(server, "document", lambda _uri, found=document: found)
        answers = [diagnostics_of(document)]
        lines = text.split("\n")
        for line in range(len(lines)) if is_thorough else {*range(0, len(lines), 5), len(lines) - 1}:
            said = lines[line]
            columns = [0, len(said) // 3, len(said) // 2, len(said)]
            for column in {*columns} if is_thorough else [columns[line % 4]]:
                asked = params_at(types.Position(line, column))
                at_cursor = list(asked)[:3] if is_thorough else [list(asked)[line % 3]]
                wanted = asked if line == len(lines) - 1 else at_cursor
                answers += [features[feature](asked[feature]) for feature in wanted]
        for answer in answers:
            for found in shown(plain(answer)):
                assert printable(found, keep="\n\t") == found, f"{name!a}: {found!a}"
    server.shutdown()
