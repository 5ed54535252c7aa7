"""Frozen values made of annotations: they do what a dataclass does that says `frozen=True, slots=True`."""

from __future__ import annotations

import copy
import pickle
from typing import ClassVar

import pytest

from pyrnot.values import Value


class Empty(Value):
    """Nothing."""


class Sort(Value):
    kind: ClassVar[str] = "sort"
    place: int
    name: str = "none"

    @property
    def text(self) -> str:
        return f"{self.name} on {self.place}"


class Special(Sort):
    kind: ClassVar[str] = "special"
    extra: tuple[int, ...] = ()


class Remark(Value, kw_only=True):
    _uncompared = frozenset({"aside"})
    aside: str = ""


class Word(Remark, kw_only=True):
    word: str


def test_fields_in_order_by_name_and_by_default() -> None:
    assert (Sort(1).place, Sort(1).name) == (1, "none")
    assert Sort(1, "a") == Sort(name="a", place=1) == Sort(1, name="a")
    assert Special(1, "a", (2,)).extra == (2,)
    assert Special(1, extra=(2,)).name == "none"
    assert (Word(word="a").word, Word(word="a", aside="b").aside) == ("a", "b")


@pytest.mark.parametrize(
    "make",
    [lambda: Sort(), lambda: Sort(1, "a", 2), lambda: Sort(1, place=1), lambda: Sort(1, x=1), lambda: Word("a")],  # type: ignore[call-arg, misc, arg-type]
    ids=["missing", "too many", "twice", "unknown", "not by name"],
)
def test_wrong_fields_are_refused(make) -> None:
    with pytest.raises(TypeError):
        make()


def test_equal_if_of_one_class_and_all_fields_are() -> None:
    assert Sort(1, "a") == Sort(1, "a")
    assert Sort(1, "a") != Sort(1, "b")
    assert Sort(1, "a") != Special(1, "a")
    assert Sort(1, "a") != (1, "a")
    assert Empty() == Empty()
    assert len({Sort(1), Sort(1, "none"), Sort(2), Empty(), Empty()}) == 3


def test_what_is_not_compared_is_not_shown() -> None:
    one, other = Word(word="a", aside="b"), Word(word="a", aside="c")
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == "Word(word='a')"


def test_shown_as_it_would_be_made() -> None:
    assert repr(Special(1, "a")) == "Special(place=1, name='a', extra=())"
    assert repr(Empty()) == "Empty()"


def test_nothing_changes() -> None:
    sort = Sort(1)
    with pytest.raises(AttributeError):
        sort.place = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        sort.other = 2  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        del sort.place
    assert sort._replace(place=2) == Sort(2)
    assert sort == Sort(1)
    assert not hasattr(sort, "__dict__")


def test_class_variables_and_properties_are_no_fields() -> None:
    assert (Sort.kind, Special.kind, Special(1).text) == ("sort", "special", "none on 1")


def test_patterns_match_by_place_and_by_name() -> None:
    match Special(1, "a"):
        case Sort(place, name=name):
            assert (place, name) == (1, "a")
        case _:
            pytest.fail("no match")


def test_copies_are_equal() -> None:
    for value in (Sort(1, "a"), Special(1, "a", (2,)), Word(word="a", aside="b"), Empty()):
        assert copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value
    assert pickle.loads(pickle.dumps(Word(word="a", aside="b"))).aside == "b"
