"""JSON as sites export it, by Python's own `json`."""

from __future__ import annotations

import json
from typing import Any


def load_json(text: str) -> Any:
    """What a JSON text says; None if it is none, or nested too deep."""
    try:
        return json.loads(text.removeprefix("\ufeff"), strict=False)
    except (ValueError, RecursionError):
        return None
