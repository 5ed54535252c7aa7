"""SVG drawings as PNG or as animated GIF; needs the packages of the extra `images`."""

from __future__ import annotations

import html
import io
import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.core.patterns import lazy_pattern
from pyrnot.render.svg.style import Theme, svg_style

if TYPE_CHECKING:
    from PIL.Image import Image

_NEEDS = {"resvg_py": "pictures in pixels need resvg-py", "PIL.Image": "animations need Pillow"}
LONGEST_DELAY = 60
"""The most seconds between turns: a GIF can show no picture for more than 655."""
_LAST_FACTOR = 4
_LEAST_LAST = 3000
"""The last picture of an animation is shown `_LAST_FACTOR` times as long as the others, and at least this many ms."""
_COLOURS = 255
"""One less than a GIF can have: the last one means "unchanged"."""
_SMALL = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
"""How a drawing of one letter begins."""
_UNASSIGNED = "\U0010fffe"
"""No character, so that fonts have nothing but a box for it."""
_WORDS = lazy_pattern(r"<text\b[^>]*>([^<]*)")
_SAMPLES = 6
"""The greatest number of pictures from which the palette is computed."""
_MOST_PIXELS = 100_000_000
"""The most pixels of a picture, to draw which takes 8 bytes for each. A picture 8000 pixels wide seldom has more."""
_MOST_PIXELS_OF_FRAME = 16_000_000
"""The most pixels of a picture of an animation, of which several are held at once."""
_SIZE = lazy_pattern(r'<svg\b[^>]* width="(\d+)" height="(\d+)"')


class ExtraMissing(ImportError):
    """A package of the extra `images` is not installed; the message tells how to install it."""


class TooManyPixels(ValueError):
    """A picture in pixels would take too much memory; the message tells how many it has."""


def check_packages(to: str) -> None:
    """Raises `ExtraMissing` if a package that `png` or `gif` needs is not installed."""
    needed = ("resvg_py",) if to == "png" else _NEEDS
    for name in needed:
        _package(name)


def draw_png(svg: str) -> bytes:
    """The drawing as a PNG file of the drawing's own size in pixels.

    Letters are drawn in fonts of the system, and are missing if it has none (see `has_fonts`). Raises `ExtraMissing`,
    and `TooManyPixels`.
    """
    _check_size(svg, _MOST_PIXELS)
    data: bytes = bytes(_package("resvg_py").svg_to_bytes(svg_string=svg))
    return data


def _check_size(svg: str, most: int) -> None:
    """Raises `TooManyPixels` for a drawing of more than `most`."""
    size = _SIZE.match(svg)
    if size is None:
        return
    width, height = map(int, size.groups())
    if width * height > most:
        reason = f"{width:,} x {height:,} pixels are more than {most:,}"
        raise TooManyPixels(f"draw it smaller, or draw less: {reason}")


class Frame(Struct, frozen=True):
    """A drawing of an animation, which is shown for some `seconds`."""

    svg: str
    seconds: float


def draw_gif(frames: Iterable[Frame]) -> bytes:
    """Drawings of the same size as an endless GIF that shows each for its time, and the last one longer.

    Raises `ExtraMissing`, `TooManyPixels`, and ValueError if there are no drawings.
    """
    # Keep the pictures as PNG, which take a tenth of the memory.
    pictures = []
    durations = []
    for frame in frames:
        _check_size(frame.svg, _MOST_PIXELS_OF_FRAME)
        pictures.append(draw_png(frame.svg))
        durations.append(max(20, round(frame.seconds * 1000)))
    if not pictures:
        raise ValueError("an animation needs at least one picture")
    durations[-1] = max(durations[-1] * _LAST_FACTOR, _LEAST_LAST)
    # With one palette for all, what does not change is not stored again; without dithering, flat colours stay flat.
    palette = _palette(pictures)
    dither = _package("PIL.Image").Dither.NONE
    first, *rest = [_open(png).quantize(palette=palette, dither=dither) for png in pictures]
    out = io.BytesIO()
    first.save(out, "GIF", save_all=True, append_images=rest, duration=durations, loop=0, disposal=1, optimize=1)
    return out.getvalue()


@cache
def has_fonts() -> bool:
    """Whether the system has fonts, without which pictures have no letters. Raises `ExtraMissing`."""
    return _draw_letter("M") != draw_png(f"{_SMALL}</svg>")


def missing_letters(svg: str) -> set[str]:
    """The letters in a drawing that no font of the system has: a box is drawn instead. None where there are no fonts
    at all (see `has_fonts`). Raises `ExtraMissing`."""
    words = html.unescape("".join(_WORDS.findall(svg)))
    letters = {letter for letter in words if not letter.isascii()}
    return set(filter(_is_missing, letters)) if letters and has_fonts() else set()


@lru_cache(1_000)
def _is_missing(letter: str) -> bool:
    return _draw_letter(letter) == _draw_letter(_UNASSIGNED)


def _draw_letter(letter: str) -> bytes:
    style = f"<style>{svg_style(Theme.LIGHT)}</style>"
    return draw_png(f"{_SMALL}{style}<text x='2' y='15'>{letter}</text></svg>")


def _open(png: bytes) -> Image:
    picture: Image = _package("PIL.Image").open(io.BytesIO(png)).convert("RGB")
    return picture


def _palette(pictures: Sequence[bytes]) -> Image:
    """A picture with a palette for all pictures, computed from a few of them, one of which is the last."""
    some = [_open(picture) for picture in pictures[:: -math.ceil(len(pictures) / _SAMPLES)]]
    width, height = some[0].size
    image = _package("PIL.Image")
    joined: Image = image.new("RGB", (width, height * len(some)))
    for number, picture in enumerate(some):
        joined.paste(picture, (0, height * number))
    return joined.quantize(_COLOURS, dither=image.Dither.NONE)


def _package(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError:
        raise ExtraMissing(f"{_NEEDS[name]}: pip install 'pyrnot[images]'") from None
