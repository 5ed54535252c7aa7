"""The parse tree of an action, from which a game's `lower` makes what was written. Knows no grammar."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Token(str):
    """A terminal as written: its text, the terminal's name (`type`), and its place in the action's text."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, text: str, type: str, start: int, end: int) -> Token:
        token = str.__new__(cls, text)
        token.type, token.start_pos, token.end_pos = type, start, end
        return token


class Tree(Struct, frozen=True):
    """A production: its name, and the tokens and trees that it consists of."""

    data: str
    children: list[Any]
