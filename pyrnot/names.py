"""The nearest right name to a mistyped one: tags, seats, variants, games, commands."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `known` that `word` most likely meant, in any case; None if none is near."""
    from difflib import get_close_matches  # slow to import, and needed only where something is wrong

    by_key = {name.lower(): name for name in known}
    found = get_close_matches(word[:60].lower(), list(by_key), n=1, cutoff=cutoff)
    return by_key[found[0]] if found else None
