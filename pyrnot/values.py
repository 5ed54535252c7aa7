"""Frozen values that say their fields as a dataclass does, for everything that is made when a command starts.

A dataclass costs half a millisecond to define, since its methods are compiled there and then; a game has a dozen such
classes, and a command that judges one small file has 60 milliseconds in all. These cost a twentieth of that, and are
made in less time too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

_V = TypeVar("_V", bound="Value")


class _ValueType(type):
    """Makes slots of a class's annotations, and takes what is assigned to them as defaults.

    An annotation is the text that it was written as, so that it can be told apart from a `ClassVar` without running it.
    """

    _fields: tuple[str, ...] = ()
    _defaults: Mapping[str, Any] = {}
    _key: Callable[[Any], Any]
    """What is compared of a value of the class."""

    def __new__(mcs, name: str, bases: tuple[type, ...], members: dict[str, Any], **_: bool) -> _ValueType:
        own = [field for field, kind in members.get("__annotations__", {}).items() if not kind.startswith("ClassVar")]
        defaults = {field: members.pop(field) for field in own if field in members}
        fields = (*(field for base in bases for field in getattr(base, "_fields", ())), *own)
        given = {"__slots__": own, "__match_args__": fields, "__init__": _init_first}
        made = super().__new__(mcs, name, bases, {**members, **given})
        made._fields = fields
        made._defaults = {**made._defaults, **defaults}
        uncompared = getattr(made, "_uncompared", ())
        compared = [field for field in fields if field not in uncompared]
        made._key = attrgetter(*compared) if compared else _nothing
        return made


def _nothing(_: Any) -> None:
    return None


def _init_first(self: Value, *values: Any, **named: Any) -> None:
    """The `__init__` of a class of which nothing was made yet: compiles its own one."""
    cls = type(self)
    known: dict[str, Any] = {f"set_{field}": getattr(cls, field).__set__ for field in cls._fields}
    known["defaults"] = cls._defaults
    parameters = [f"{field}=defaults[{field!r}]" if field in cls._defaults else field for field in cls._fields]
    # Where a field without a default follows one with, all go by name alone (as a type checker sees to).
    has_default = [field in cls._defaults for field in cls._fields]
    star = "*, " if has_default != sorted(has_default) else ""
    lines = [f"def __init__(self, {star}{', '.join(parameters)}):", *(f" set_{f}(self, {f})" for f in cls._fields)]
    exec("\n".join([*lines, " return None"]), known)
    type.__setattr__(cls, "__init__", known["__init__"])
    known["__init__"](self, *values, **named)


@dataclass_transform(frozen_default=True)
class Value(metaclass=_ValueType):
    """A value whose fields are the annotations of its class and of those above it, in order.

    Two are equal if they are of one class and so are their fields, but for those in `_uncompared`, which are not shown
    either. No default may be a thing that changes. A class that says `kw_only=True` wants its fields by name, as a type
    checker sees to.
    """

    _uncompared: ClassVar[frozenset[str]] = frozenset()

    def _replace(self: _V, **changes: Any) -> _V:
        """The same value with some fields changed, as a named tuple has it."""
        cls = type(self)
        kept = {field: getattr(self, field) for field in cls._fields}
        return cls(**{**kept, **changes})

    def __eq__(self, other: object) -> bool:
        key = type(self)._key
        return bool(key(self) == key(other)) if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(type(self)._key(self))

    def __repr__(self) -> str:
        shown = (f"{field}={getattr(self, field)!r}" for field in type(self)._fields if field not in self._uncompared)
        return f"{type(self).__name__}({', '.join(shown)})"

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), {field: getattr(self, field) for field in type(self)._fields})


def _remake(cls: type[_V], fields: dict[str, Any]) -> _V:
    return cls(**fields)
