"""The server as an editor uses it: a real client, over standard input and output."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.games import all_games
from support import SAMPLES, few_or_many, samples_of

pytest_lsp = pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")
from lsprotocol import types  # noqa: E402
from pytest_lsp import LanguageClient  # noqa: E402

from pyrnot.lsp.features import make_server  # noqa: E402

pytestmark = [pytest.mark.timeout(60), pytest.mark.asyncio(loop_scope="module")]

MARTIAN = '[Game "Martian Life"]\n[Red "Ana Lee"]\n\n'
PLAYER = "\U0001f53a名"
"""Two characters, of four and three bytes; the first takes two units of UTF-16."""
URI = "file:///folder/game.pyr"
SERVER = pytest_lsp.ClientServerConfig(server_command=[sys.executable, "-m", "pyrnot", "lsp"])


CODES = ["utf-16", "utf-8", "utf-32"]


@pytest_lsp.fixture(config=SERVER, scope="module", loop_scope="module", params=CODES)
async def coded(request: pytest.FixtureRequest, lsp_client: LanguageClient) -> AsyncIterator[None]:
    """A client that counts columns in these units; `utf-16` is what one without a wish gets."""
    wanted = None if request.param == "utf-16" else [request.param]
    general = types.GeneralClientCapabilities(position_encodings=wanted)
    await lsp_client.initialize_session(types.InitializeParams(types.ClientCapabilities(general=general)))
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=SERVER, scope="module", loop_scope="module")
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    """A client that can do what Neovim can."""
    await lsp_client.initialize_session(types.InitializeParams(pytest_lsp.client_capabilities("neovim")))
    yield
    await lsp_client.shutdown_session()


def document(uri: str = URI) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


async def until(condition: Callable[[], Any]) -> Any:
    """The first true value of a condition."""
    for _ in range(400):
        if found := condition():
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("waited in vain")


async def show(client: Any, text: str, expected: list[str], uri: str = URI) -> list[types.Diagnostic]:
    """Opens a document; its diagnostics, which have the expected codes."""
    client.diagnostics.pop(uri, None)
    item = types.TextDocumentItem(uri=uri, language_id="pyr", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return await diagnostics(client, expected, uri)


def change(client: Any, text: str) -> None:
    """Sends the text after an edit."""
    version = types.VersionedTextDocumentIdentifier(version=2, uri=URI)
    edit = types.TextDocumentContentChangeWholeDocument(text)
    client.text_document_did_change(types.DidChangeTextDocumentParams(version, [edit]))


async def edit(client: Any, text: str, expected: list[str]) -> None:
    """Sends the text after an edit; the diagnostics that follow have the expected codes."""
    client.diagnostics.pop(URI, None)
    change(client, text)
    await diagnostics(client, expected)


async def diagnostics(client: Any, expected: list[str], uri: str = URI) -> list[types.Diagnostic]:
    """The diagnostics of a document as soon as they have the expected codes."""

    def agree() -> bool:
        return uri in client.diagnostics and [diagnostic.code for diagnostic in client.diagnostics[uri]] == expected

    await until(agree)
    return list(client.diagnostics[uri])


async def test_diagnostics_follow_what_is_typed(client: Any) -> None:
    (diagnostic,) = await show(client, MARTIAN + "1. Se4=L\n", ["wrong-promotion"])
    assert (diagnostic.severity, diagnostic.source) == (types.DiagnosticSeverity.Error, "pyrnot")
    assert diagnostic.range == types.Range(types.Position(3, 7), types.Position(3, 8))
    await until(lambda: "help: `Se4=M` would be legal" in client.diagnostics[URI][0].message)
    assert client.diagnostics[URI][0].message.startswith("ML3: ")
    await edit(client, MARTIAN + "1. Sc4\n", [])
    await edit(client, MARTIAN + "1. Sc4\n3. S\n", ["wrong-number", "not-notation"])
    client.text_document_did_close(types.DidCloseTextDocumentParams(document()))
    await diagnostics(client, [])


async def test_the_earlier_turn_that_explains_a_diagnostic_is_a_link(client: Any) -> None:
    (diagnostic,) = await show(client, MARTIAN + "1. Sf3\n2. Sc6\n3. Sa1\n4. Sc6\n", ["occupied"])
    (related,) = diagnostic.related_information
    assert related.message == "the yellow Small came to c6 in turn 2"
    where = types.Range(types.Position(4, 3), types.Position(4, 6))
    assert related.location == types.Location(URI, where)
    (diagnostic,) = await show(client, MARTIAN + "1. Sd4\n", ["occupied"], "untitled:Untitled-1")
    assert not diagnostic.related_information


NAMED = MARTIAN.replace("Ana Lee", PLAYER) + f"1. {{{PLAYER}}} Sd4xSe4\n"
FIRST = {"utf-8": 13, "utf-16": 9, "utf-32": 8}
"""The column of the turn in that record, in each of the units."""


async def check_units(client: Any, units: str) -> None:
    start = FIRST[units]
    (diagnostic,) = await show(client, NAMED, ["occupied"])
    assert (diagnostic.range.start.character, diagnostic.range.end.character) == (start + 1, start + 3)
    await edit(client, NAMED.replace("Sd4xSe4", "Sc4"), [])
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document()))
    assert list(tokens.data[-5:-2]) == [0, start - 3, 3]


async def test_ranges_count_in_the_units_that_the_editor_names_first(client: Any) -> None:
    """Which is UTF-8 for Neovim."""
    await check_units(client, "utf-8")


@pytest.mark.slow
async def test_ranges_count_in_the_units_of_the_editor(coded: Any, request: pytest.FixtureRequest) -> None:
    await check_units(coded, request.node.callspec.params["coded"])


async def test_several_documents_need_no_files(client: Any) -> None:
    await show(client, MARTIAN + "1. Zz9\n", ["not-notation"], "untitled:Untitled-1")
    await show(client, MARTIAN + "1. Sc4\n", [], "-")
    await show(client, "", [], "untitled:empty")
    await diagnostics(client, ["not-notation"], "untitled:Untitled-1")


async def test_every_feature_answers(client: Any) -> None:
    """What the answers are is tested with the model; here, that they arrive."""
    text = (SAMPLES / "homeworlds/sacrifice-chain.pyr").read_text(encoding="utf-8")
    await show(client, text, [])
    at_name, at_turn = types.Position(7, 23), types.Position(9, 4)
    hover = await client.text_document_hover_async(types.HoverParams(document(), at_turn))
    assert "```text\n" in hover.contents.value
    found = await client.text_document_completion_async(types.CompletionParams(document(), types.Position(9, 9)))
    assert [item.text_edit.new_text for item in found.items] == ["build g1 Ida"]
    (record,) = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document()))
    assert (record.name, len(record.children)) == ("Homeworlds: Ida - Jon", 19)
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document()))
    assert (folds[0].start_line, folds[1].end_line) == (0, 4)
    place = await client.text_document_prepare_rename_async(types.PrepareRenameParams(document(), at_name))
    assert place.placeholder == "Ida"
    edit = await client.text_document_rename_async(types.RenameParams(document(), at_name, "Vega Prime"))
    assert {change.new_text for change in edit.changes[URI]} == {'"Vega Prime"'}
    with pytest.raises(Exception, match="cannot rename to Jon"):
        await client.text_document_rename_async(types.RenameParams(document(), at_name, "Jon"))
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    await show(client, MARTIAN + "1.  Sf3   2. Sc6\n", [])
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(document(), options))
    assert [change.new_text for change in edits] == ["1. Sf3 XSe4 XSf3\n2. Sc6\n"]
    await show(client, MARTIAN + "1.  Sf3\n2.  Sc6\n", [])
    selected = types.Range(types.Position(4, 0), types.Position(5, 0))
    edits = await client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(document(), selected, options)
    )
    assert [(change.range, change.new_text) for change in edits] == [(selected, "2. Sc6\n")]
    await show(client, MARTIAN + "1. Sc4\n1. Sc6\n", ["wrong-number"])
    everywhere = types.Range(types.Position(4, 0), types.Position(4, 0))
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document(), everywhere, types.CodeActionContext(diagnostics=[]))
    )
    assert [(action.title, action.kind) for action in actions] == [
        ("Write `2.`", "quickfix"),
        ("Fix all that can be fixed safely in this record", "source.fixAll"),
    ]


async def test_a_player_is_renamed_in_every_record_whatever_the_name(client: Any) -> None:
    text = '[Game "Martian Life"]\n[Red "Ana \\"A\\\\B\\" Lee"]\n\n1. Sf3\n*\n\n'
    await show(client, text * 2, [])
    at_name = types.Position(1, 8)
    place = await client.text_document_prepare_rename_async(types.PrepareRenameParams(document(), at_name))
    assert place.placeholder == 'Ana "A\\B" Lee'
    edit = await client.text_document_rename_async(types.RenameParams(document(), at_name, "Eva"))
    assert [change.new_text for change in edit.changes[URI]] == ['[Red "Eva"]'] * 2


async def actions(client: Any, text: str, first: int, last: int, expected: list[str]) -> list[types.CodeAction]:
    """The code actions for the lines from one to another of a document."""
    await show(client, text, expected)
    lines = types.Range(types.Position(first, 0), types.Position(last, 0))
    context = types.CodeActionContext(diagnostics=[])
    found = await client.text_document_code_action_async(types.CodeActionParams(document(), lines, context))
    return list(found)


async def test_all_records_of_a_selection_are_fixed_at_once(client: Any) -> None:
    """An editor that fixes all when it saves asks about the whole document."""
    record = MARTIAN + "1. Sc4\n1. Sc6\n"
    right = MARTIAN + "1. Sc4\n2. Sc6\n"
    text = f"{record}\n{right}\n{record}"
    *_, everything = await actions(client, text, 0, 99, ["wrong-number", "wrong-number"])
    assert everything.title == "Fix all that can be fixed safely in 2 records"
    edits = everything.edit.changes[URI]
    assert [(edit.range.start.line, edit.new_text) for edit in edits] == [(4, "2."), (16, "2.")]
    *_, last = await actions(client, text, 16, 16, ["wrong-number", "wrong-number"])
    assert last.title == "Fix all that can be fixed safely in this record"
    assert [edit.range.start.line for edit in last.edit.changes[URI]] == [16]


async def test_only_the_fix_of_a_diagnostic_is_preferred(client: Any) -> None:
    """Of the turns that may be the wrong one, the user chooses."""
    right = (SAMPLES / "martian-life/cascade-of-three-waves.pyr").read_text(encoding="utf-8")
    repairs = await actions(client, right.replace("3. Sg3", "3. Sg2"), 20, 20, ["claim-missing"])
    assert repairs[0].title == "Turn 3: write `Sg3`"
    assert [action.is_preferred for action in repairs if action.title.startswith("Turn ")] == [None, None, None]
    fix, *_ = await actions(client, MARTIAN + "1. Sc4\n1. Sc6\n", 4, 4, ["wrong-number"])
    assert (fix.title, fix.is_preferred) == ("Write `2.`", True)


HOSTILE = {
    "nothing": "",
    "line separators": MARTIAN + "1. Sc4 { a\u2028b\x0bc\x85d\x1b[31m }\n2. Sc6\n",
    "half a pair": MARTIAN + "1. Sc4 { \ud83d }\n",
    "nested": MARTIAN + "1. Sc4 " + "(1. Sc4 " * 1_500,
    "brackets": "[" * 5_000 + "{" * 5_000,
    "one long line": MARTIAN + "1. Sc4 { " + "\U0001f53a" * 200_000 + " } 2. Zz9 \n",
    "binary": "".join(map(chr, range(1, 300))) * 20,
    "carriage returns": MARTIAN.replace("\n", "\r") + "1. Sc4\r\n2. Sc6\r",
    "quoted": "> " + MARTIAN.replace("\n", "\n> ") + "1. Sc4\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
async def test_no_text_ends_the_server(client: Any, text: str) -> None:
    item = types.TextDocumentItem(uri=URI, language_id="pyr", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    change(client, text[:60] + "\n[x\r" + text[60:])
    cursor = types.Position(3, 8)
    await client.text_document_hover_async(types.HoverParams(document(), cursor))
    await client.text_document_completion_async(types.CompletionParams(document(), cursor))
    await client.text_document_document_symbol_async(types.DocumentSymbolParams(document()))
    await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document()))
    everything = types.Range(types.Position(0, 0), types.Position(9_999, 9))
    context = types.CodeActionContext(diagnostics=[])
    await client.text_document_code_action_async(types.CodeActionParams(document(), everything, context))
    await show(client, MARTIAN + "1. Sc4\n", [], "other")


async def test_a_request_about_an_unknown_document_is_refused_and_the_server_lives(client: Any) -> None:
    with pytest.raises(Exception, match="not open"):
        await client.text_document_hover_async(types.HoverParams(document("nowhere"), types.Position(0, 0)))
    await show(client, MARTIAN + "1. Sc4\n", [])


HELLO = {"method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
POSITIONS: list[Any] = [{"line": -1, "character": 0}, {"line": 2**40, "character": 0}, {"line": "x"}, {}, None, 5]
UNREADABLE: list[dict[str, Any]] = [
    *({"method": "textDocument/hover", "params": {"textDocument": {"uri": URI}, "position": position}}
      for position in POSITIONS),
    *({"method": "textDocument/documentSymbol", "params": params} for params in (None, [], "x", {})),
    {"method": "textDocument/rename"},
]  # fmt: skip
NOT_REQUESTS: list[dict[str, Any]] = [
    *({"method": "$/cancelRequest", "params": {"id": odd}} for odd in ({}, [], None, 1.5, "x", {"id": 1})),
    {"id": {}, "method": "shutdown"},
    {"id": [1], "result": 5},
    {"method": "$/cancelRequest", "params": [5]},
]
TOKENS, LAST = 76, 77
"""The numbers of a request for the colours of a document, and of the last one."""


@pytest.fixture(scope="module")
def answers() -> dict[int, dict[str, Any]]:
    """The answers of a server that gets all that no editor should send, by their numbers. The editor says nothing of
    units, and goes without a word. The server runs in this process: another one would take longer to start."""
    item = {"uri": URI, "languageId": "pyr", "version": 1, "text": NAMED.replace("Sd4xSe4", "Sc4")}
    sent = [
        {"id": 0, **HELLO},
        *({"id": number, **request} for number, request in enumerate(UNREADABLE, 1)),
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"id": TOKENS, "method": "textDocument/semanticTokens/full", "params": {"textDocument": {"uri": URI}}},
        *NOT_REQUESTS,
        {"id": LAST, "method": "shutdown"},
    ]
    texts = [json.dumps({"jsonrpc": "2.0", **one}).encode() for one in sent]
    bodies = [*texts[:-1], b"[[[[", b"5", b"null", b"[]", b"\xff\xfe", texts[-1]]
    received = io.BytesIO(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies))
    with tempfile.TemporaryFile() as output:
        with open(output.fileno(), "wb", closefd=False) as written:  # pygls closes what it writes to
            make_server().start_io(received, written)
        output.seek(0)
        said = output.read()
    messages = map(json.loads, re.split(rb"Content-Length: \d+\r\n(?:Content-Type: .*\r\n)?\r\n", said)[1:])
    return {message["id"]: message for message in messages if isinstance(message.get("id"), int)}


async def test_no_message_ends_the_server(answers: dict[int, dict[str, Any]]) -> None:
    assert LAST in answers


async def test_a_request_that_cannot_be_read_is_answered(answers: dict[int, dict[str, Any]]) -> None:
    """An editor waits for each answer."""
    assert answers.keys() == {*range(len(UNREADABLE) + 1), TOKENS, LAST}


async def test_columns_count_in_utf_16_for_an_editor_that_names_no_units(answers: dict[int, dict[str, Any]]) -> None:
    assert answers[TOKENS]["result"]["data"][-5:-2] == [0, FIRST["utf-16"] - 3, 3]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
@few_or_many("times", 1, 3)
async def test_a_keystroke_in_a_long_record_is_answered_at_once(client: Any, game: AnyGame, times: int) -> None:
    """An answer takes a few milliseconds; the bound leaves room for a busy machine."""
    text = max((path.read_text(encoding="utf-8") for path in samples_of(game)), key=len).rstrip() + "\n"
    await show(client, text, [])
    begun = time.perf_counter()
    for _ in range(times):
        await edit(client, text + "{", ["comment-unclosed"])
        await edit(client, text, [])
    assert (time.perf_counter() - begun) / (2 * times) < 0.2
