"""Frozen values that say their fields as a dataclass does, for everything that is made when a command starts.

A dataclass costs half a millisecond to define, since its methods are compiled one by one; a game has a dozen such
classes, and a command that judges one small file has 60 milliseconds in all. These cost a fiftieth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar, dataclass_transform

_V = TypeVar("_V", bound="Value")


class _ValueType(type):
    """Makes slots of a class's annotations, and takes what is assigned to them as defaults.

    An annotation is the text that it was written as, so that it can be told apart from a `ClassVar` without running it.
    """

    _fields: tuple[str, ...] = ()
    _defaults: Mapping[str, Any] = {}
    _setters: tuple[Callable[[Any, Any], None], ...] = ()

    def __new__(mcs, name: str, bases: tuple[type, ...], members: dict[str, Any], **_: bool) -> _ValueType:
        own = [field for field, kind in members.get("__annotations__", {}).items() if not kind.startswith("ClassVar")]
        defaults = {field: members.pop(field) for field in own if field in members}
        fields = (*(field for base in bases for field in getattr(base, "_fields", ())), *own)
        made = super().__new__(mcs, name, bases, {**members, "__slots__": own, "__match_args__": fields})
        made._fields = fields
        made._defaults = {**made._defaults, **defaults}
        made._setters = tuple([getattr(made, field).__set__ for field in fields])
        return made


@dataclass_transform(frozen_default=True)
class Value(metaclass=_ValueType):
    """A value whose fields are the annotations of its class and of those above it, in order.

    Two are equal if they are of one class and so are their fields, but for those in `_uncompared`, which are not shown
    either. No default may be a thing that changes. A class that says `kw_only=True` wants its fields by name, as a type
    checker sees to.
    """

    _uncompared: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, *values: Any, **named: Any) -> None:
        cls = type(self)
        setters = cls._setters
        if named or len(values) != len(setters):
            values = self._arranged(values, named)
        for put, value in zip(setters, values):  # noqa: B905 (they are as many)
            put(self, value)

    @classmethod
    def _arranged(cls, values: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """One value for each field. Raises TypeError if that cannot be."""
        fields = cls._fields
        given = dict(zip(fields, values, strict=False))
        if len(values) > len(fields) or given.keys() & named.keys() or named.keys() - set(fields):
            raise TypeError(f"{cls.__name__} has the fields {', '.join(fields)}, each to be given once")
        given = {**cls._defaults, **given, **named}
        missing = [field for field in fields if field not in given]
        if missing:
            raise TypeError(f"{cls.__name__} lacks {', '.join(missing)}")
        return tuple([given[field] for field in fields])

    def _replace(self: _V, **changes: Any) -> _V:
        """The same value with some fields changed, as a named tuple has it."""
        cls = type(self)
        kept = {field: getattr(self, field) for field in cls._fields}
        return cls(**{**kept, **changes})

    def _compared(self) -> Iterator[Any]:
        return (getattr(self, field) for field in type(self)._fields if field not in self._uncompared)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return tuple(self._compared()) == tuple(other._compared())

    def __hash__(self) -> int:
        return hash(tuple(self._compared()))

    def __repr__(self) -> str:
        shown = (f"{field}={getattr(self, field)!r}" for field in type(self)._fields if field not in self._uncompared)
        return f"{type(self).__name__}({', '.join(shown)})"

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), tuple(getattr(self, field) for field in type(self)._fields))


def _remake(cls: type[_V], values: tuple[Any, ...]) -> _V:
    return cls(*values)
