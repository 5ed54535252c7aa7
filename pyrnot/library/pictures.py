"""Draws the diagram of a board with its caption, as text and as a picture; options are words, as users give them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypeVar

from pyrnot.core.diagram import Diagram
from pyrnot.render.svg import diagram as svg
from pyrnot.render.svg.parts import ALL_PARTS, Part
from pyrnot.render.text import diagram as text

E = TypeVar("E", bound=StrEnum)


def draw_text(diagram: Diagram, caption: Sequence[str], *, ascii: bool, width: int, flip: bool) -> str:
    """The text diagram of a board."""
    charset = text.Charset.ASCII if ascii else text.Charset.UNICODE
    return text.draw_text(diagram, charset=charset, width=width, flip=flip, caption=caption)


def draw_svg(
    diagram: Diagram,
    caption: Sequence[str],
    *,
    title: str,
    size: int | None,
    scale: float,
    theme: str,
    flip: bool,
    parts: Iterable[str] | None,
) -> str:
    """The picture of a board as SVG. Raises ValueError for an unknown theme or part."""
    named = [parts] if isinstance(parts, str) else parts
    return svg.draw_svg(
        diagram,
        title=", ".join([title, *caption]),
        description=text.draw_text(diagram, flip=flip),
        size=size,
        scale=scale,
        theme=_chosen(svg.Theme, theme, "theme"),
        flip=flip,
        caption=caption,
        parts=ALL_PARTS if named is None else frozenset(_chosen(Part, part, "part") for part in named),
    )


def _chosen(kind: type[E], name: str, what: str) -> E:
    """The value of an enumeration with a name. Raises ValueError."""
    try:
        return kind(name)
    except ValueError:
        raise ValueError(f"{name!r} is not a {what}; use {', '.join(kind)}") from None
