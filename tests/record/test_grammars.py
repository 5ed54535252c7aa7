"""The grammars: no conflicts, a label for every terminal, helpful messages."""

from __future__ import annotations

import re
from string import digits

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput
from reading import LOGGED, logged, whole_grammar

from pyrnot.core.game import AnyGame
from pyrnot.games import all_games, load_game
from pyrnot.record import grammars
from pyrnot.record.grammars import LABELS, NotNotation, action_parser, action_terminals, grammar_path, parse_action

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)


@each_game
def test_grammar_has_no_conflict(game: AnyGame) -> None:
    """Lark resolves some conflicts without raising, but logs them."""
    messages: list[str] = []
    with logged(messages):
        Lark.open(grammar_path(game.info.grammar), parser="lalr", start="action", debug=True)
    whole_grammar(game.info.grammar)
    messages += LOGGED[game.info.grammar]
    assert messages, "Lark says which terminals are not used"
    assert [message for message in messages if not message.startswith("Unused terminals")] == []


@each_game
def test_every_terminal_has_a_label_for_players(game: AnyGame) -> None:
    labels = {**LABELS, **game.info.terminals}
    terminals = action_terminals(game.info.grammar).keys()
    assert sorted(terminals - labels.keys()) == []
    assert not [name for name in terminals if name.startswith("__ANON")]


@each_game
def test_no_action_begins_with_a_figure(game: AnyGame) -> None:
    """So a figure before an action is the turn's number."""
    terminals = action_terminals(game.info.grammar)
    first = terminals.keys() & action_parser(game.info.grammar).parse_interactive("").choices().keys()
    assert first
    assert not [name for name in first for figure in digits if re.match(terminals[name], figure)]


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


def test_a_text_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("martian-life")
    assert game is not None
    assert parse_action(game, "Sb1") is parse_action(game, "Sb1")
    parsed: list[str] = []
    monkeypatch.setattr(grammars, "action_parser", parsed.append)
    assert parse_action(game, "Sb1")
    assert parsed == []


@each_game
def test_complete_records_parse(game: AnyGame) -> None:
    parser = whole_grammar(game.info.grammar)
    for text in ("", "*", "{a} draw agreed # b", '[A "b"]\n{c}\n[D "e"]\n*'):
        parser.parse(text)
    with pytest.raises(UnexpectedInput):
        parser.parse("* 1.")
