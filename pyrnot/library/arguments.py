"""Refuses arguments of a wrong type: one TypeError or ValueError, which names the argument and what it takes."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping

from pyrnot.core.diagnostics import shorten
from pyrnot.foreign.forms import FORMS
from pyrnot.record.encodings import is_text_encoding


def expect(name: str, value: object, kinds: type | tuple[type, ...], what: str) -> None:
    """Raises TypeError unless the value of the argument `name` is of one of these kinds: `what`, in words."""
    if not isinstance(value, kinds):
        raise TypeError(f"{name} must be {what}, not {shorten(repr(value))}")


def expect_text(name: str, value: object) -> None:
    """Raises TypeError unless the value is a string."""
    expect(name, value, str, "a string")


def expect_number(name: str, value: object, least: int, what: str = "a whole number") -> None:
    """Raises TypeError unless the value is a whole number, and ValueError if it is less than `least`."""
    expect(name, value, int, what)
    assert isinstance(value, int)
    if value < least:
        raise ValueError(f"{name} must be at least {least}, not {value}")


def expect_positive(name: str, value: object, what: str, most: float = math.inf) -> None:
    """Raises TypeError unless the value is a number, and ValueError unless it is above 0, finite, and `most` or
    less."""
    expect(name, value, (int, float), what)
    assert isinstance(value, int | float)
    if not 0 < value <= most or value == math.inf:
        limit = "" if most == math.inf else f" and at most {most:g}"
        raise ValueError(f"{name} must be above 0{limit}, not {value}")


def expect_dimensions(size: object, scale: object) -> None:
    """Raises TypeError or ValueError unless these can be the size of a picture and its scale: one of the two."""
    expect_positive("scale", scale, "a number")
    if size is None:
        return
    expect_number("size", size, 1, "a number of pixels")
    if scale != 1:
        raise ValueError("give either size or scale")


def expect_parts(value: object) -> None:
    """Raises TypeError unless the value is one part of a picture or several."""
    expect("parts", value, Iterable, "the names of parts")


def expect_path(value: object) -> None:
    """Raises TypeError unless the value is a path."""
    expect("path", value, (str, os.PathLike), "a path")


def expect_reading(form: object, encoding: object, answers: object) -> None:
    """Raises TypeError or ValueError unless these are a form, an encoding and answers, as `read` takes them."""
    if form is not None:
        expect_text("form", form)
        if form not in FORMS:
            raise ValueError(f"form must be one of {', '.join(FORMS)}, not {form!r}")
    expect_text("encoding", encoding)
    if not is_text_encoding(str(encoding)):
        raise ValueError(f"encoding must be one of text, such as utf-8 or latin-1, not {encoding!r}")
    if answers is None:
        return
    expect("answers", answers, Mapping, "a mapping from lines to answers")
    assert isinstance(answers, Mapping)
    for line, answer in answers.items():
        expect("a line of answers", line, int, "a whole number")
        expect_text("an answer", answer)
