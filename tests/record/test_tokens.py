"""The patterns of a record's tokens agree with the grammar that is published."""

from __future__ import annotations

import re

import pytest
from lark import Lark

from pyrnot.record.grammars import grammar_path
from pyrnot.record.tokens import NUMBER, RESULT, SEAT

TEXTS = {
    NUMBER: ["1.", "12...", "3…", "0.", "12", "1 .", "1.."],
    SEAT: ["White:", "w :", "Zoë:", "White", "White2:", ": "],
    RESULT: ["White wins", "white  RESIGNS", "draw", "Draw agreed", "drawn", "White won", "White winss", "2 wins"],
}


@pytest.mark.parametrize(("name", "pattern"), [("NUMBER", NUMBER), ("SEAT", SEAT), ("RESULT", RESULT)])
def test_a_pattern_takes_what_the_terminal_takes(name: str, pattern: str) -> None:
    with open(grammar_path("record.lark"), encoding="utf-8") as file:
        terminals = {terminal.name: terminal.pattern for terminal in Lark(file, start="record").terminals}
    terminal = terminals[name].to_regexp()
    for text in TEXTS[pattern]:
        assert bool(re.fullmatch(pattern, text)) == bool(re.fullmatch(terminal, text)), text
