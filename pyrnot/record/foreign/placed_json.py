"""JSON whose strings know where in the text they stand, by Python's own `json`."""

from __future__ import annotations

import json
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed leaves it out
from json.scanner import py_make_scanner  # type: ignore[attr-defined]  # typeshed leaves it out
from typing import Any


class PlacedText(str):
    """A string of a JSON text; `start` is the offset of its first character there, after the quote."""

    __slots__ = ("start",)
    start: int


class _Decoder(json.JSONDecoder):
    def __init__(self) -> None:
        super().__init__(strict=False)
        self.parse_string = _scan
        self.scan_once = py_make_scanner(self)


def _scan(text: str, end: int, strict: bool = False) -> tuple[str, int]:
    value, after = scanstring(text, end, strict)
    placed = PlacedText(value)
    placed.start = end
    return placed, after


def read_json(text: str) -> Any:
    """What a JSON text says; None if it is none, or nested too deep."""
    try:
        return _Decoder().decode(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
