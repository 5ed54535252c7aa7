"""The tags of a record as users of the library change them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping

from pyrnot.core.tags import Tags


class RecordTags(MutableMapping[str, str]):
    """The tags of a `Record`, to be read, set and deleted like those of a dictionary; names in any case.

    Raises `PyrnotError` for a change with which the record would have an error, and then it stays as it is.

    >>> import pyrnot
    >>> record = pyrnot.new("martian-life", date="2026.11.22")
    >>> record.tags["Event"] = "Club night"
    >>> del record.tags["Date"]
    >>> dict(record.tags)
    {'Game': 'Martian Life', 'Event': 'Club night'}
    """

    def __init__(self, read: Callable[[], Tags], change: Callable[[Mapping[str, str | None]], None]) -> None:
        self._read = read
        self._change = change

    def __getitem__(self, name: str) -> str:
        return self._read()[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._change({name: value})

    def __delitem__(self, name: str) -> None:
        if name not in self._read():
            raise KeyError(name)
        self._change({name: None})

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __repr__(self) -> str:
        return f"RecordTags({dict(self)})"
