"""The names of people and things in a collection, each spelt in several ways."""

from __future__ import annotations

from collections import Counter

from pyrnot.play.selection import fold


class Spellings:
    """Counts how names are spelt; names that differ only as `fold` allows are one."""

    def __init__(self) -> None:
        self._spelt: dict[str, Counter[str]] = {}

    def add(self, name: str) -> str:
        """Counts a name; returns the key that all its spellings have in common."""
        key = fold(name)
        self._spelt.setdefault(key, Counter())[" ".join(name.split())] += 1
        return key

    def merge(self, later: Spellings) -> None:
        """Adds the counts of names that come after these."""
        for key, spelt in later._spelt.items():
            self._spelt.setdefault(key, Counter()).update(spelt)

    def usual(self, key: str) -> str:
        """The most frequent spelling, of several the first."""
        return self._spelt[key].most_common(1)[0][0]
