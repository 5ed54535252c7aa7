"""The grammars: no conflicts, a label for every terminal, helpful messages, and the cache."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput, UnexpectedToken

from pyrnot.core.game import AnyGame
from pyrnot.games import all_games, load_game
from pyrnot.record import grammars
from pyrnot.record.grammars import (
    LABELS,
    NotNotation,
    _ask_lark,
    _at_stop,
    action_parser,
    action_terminals,
    build_grammar,
    grammar_path,
    lark_parser,
    parse_action,
)

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)


@each_game
def test_grammar_has_no_conflict(game: AnyGame, caplog: pytest.LogCaptureFixture) -> None:
    """Lark resolves some conflicts without raising, but logs them."""
    caplog.set_level(logging.DEBUG, logger="lark")
    Lark.open(grammar_path(game.info.grammar), parser="lalr", start=["record", "action"], debug=True)
    logged = [record.getMessage() for record in caplog.records]
    assert [message for message in logged if not message.startswith("Unused terminals")] == []


@each_game
def test_every_terminal_has_a_label_for_players(game: AnyGame) -> None:
    labels = {**LABELS, **game.info.terminals}
    terminals = action_terminals(game.info.grammar).keys()
    assert sorted(terminals - labels.keys()) == []
    assert not [name for name in terminals if name.startswith("__ANON")]


@each_game
def test_no_label_without_a_terminal(game: AnyGame) -> None:
    assert sorted(game.info.terminals.keys() - action_terminals(game.info.grammar).keys()) == []


@each_game
@pytest.mark.parametrize("text", ["", " ", ",", "zzz", "Sa", "\x00", "\U0001f600", "x" * 200_000], ids=repr)
def test_text_that_is_not_notation(game: AnyGame, text: str) -> None:
    with pytest.raises(NotNotation) as caught:
        parse_action(game, text)
    start, end = caught.value.span
    assert caught.value.start == start
    assert 0 <= start <= end <= len(text)
    assert len(caught.value.message) < 1000
    assert "Terminal" not in caught.value.message


def test_message_lists_what_was_expected() -> None:
    game = load_game("martian-life")
    assert game is not None
    with pytest.raises(NotNotation, match="'!' is not Martian Life notation here; expected a square such as c3"):
        parse_action(game, "S!")
    with pytest.raises(NotNotation, match="incomplete action; expected a square such as c3"):
        parse_action(game, "S")


def test_what_was_expected_is_found_once_in_each_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lark takes half a millisecond for it: thousands of wrong turns once took two seconds for 100 kB."""
    game = load_game("martian-life")
    found: list[object] = []
    monkeypatch.setattr(grammars, "_expected_in", {})
    monkeypatch.setattr(UnexpectedToken, "accepts", property(lambda fault: found.append(fault) or {"SQUARE"}))
    for size in "SML":
        with pytest.raises(NotNotation) as caught:
            parse_action(game, f"{size}=M")
        assert caught.value.message.endswith("expected a square such as c3")
    assert len(found) == 1


def parts(node: Any) -> Any:
    """A tree or a token, ours or lark's, with the places of its tokens."""
    if hasattr(node, "children"):
        return str(node.data), [parts(child) for child in node.children]
    return node.type, str(node), node.start_pos, node.end_pos


def both_parses(grammar: str, text: str) -> tuple[Any, Any]:
    """What our loop over the tables and lark's own make of an action; where it stops being one, if it is none."""
    ours = action_parser(grammar).parse(text)
    if isinstance(ours, int):
        return ours, _ask_lark(grammar, text)[0]
    return parts(ours), parts(lark_parser(grammar).parse(text))


@each_game
def test_actions_are_read_as_by_larks_own_loop(game: AnyGame) -> None:
    """Ours counts no lines, and must differ in nothing else, however an action is broken."""
    for example in {action for form in game.rulebook().notation for action in form.example.split(";")}:
        spread = " \n ".join(example.split())
        broken = [example[:at] + sign + example[at + 1 :] for at in range(len(example) + 1) for sign in ("", "?", " x")]
        for text in (example, spread, *broken):
            ours, larks = both_parses(game.info.grammar, text)
            assert ours == larks, text
            if isinstance(ours, int):
                stop = action_parser(game.info.grammar).follow(text)
                assert (ours, *_at_stop(game.info.grammar, text, stop)) == _ask_lark(game.info.grammar, text), text


SHAPES = """\
action: pair | named+ ";" | _list | kept -> alias
?pair: WORD "=" WORD | single
?single: (KEYWORD | LET) WORD?
_list: "(" _list ")" | ("," named)+
named: "." KEYWORD
!kept: "[" WORD? "]"
WORD: /[a-z]+/
KEYWORD: "do"
LET: "let"
%ignore " "
"""


@pytest.mark.parametrize(
    "text",
    [
        "a=b",
        "do",
        "do it",
        "doit=do",
        "let=a",
        ".do.do;",
        ",.do,.do",
        "((,.do))",
        "[ ]",
        "[a]",
        " do ",
        "",
        "(",
        "[a",
    ],
)
def test_trees_are_shaped_as_by_lark(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What no game's grammar has yet: aliases, all tokens kept, lists without a name, keywords that look like words."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = tmp_path / "shapes.lark"
    path.write_text(SHAPES, encoding="utf-8")
    ours, larks = both_parses(str(path), text)
    assert ours == larks


@each_game
def test_complete_records_parse(game: AnyGame) -> None:
    parser = build_grammar(game.info.grammar, "record")
    for text in ("", "*", "{a} draw agreed # b", '[A "b"]\n{c}\n[D "e"]\n*'):
        parser.parse(text)
    with pytest.raises(UnexpectedInput):
        parser.parse("* 1.")
