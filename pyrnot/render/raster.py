"""SVG drawings as PNG, and several of them as an animated GIF, with the packages of the extra `images`."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from PIL.Image import Image

_EXTRA = "pip install 'pyrnot[images]'"
_LAST_FACTOR = 4
_LEAST_LAST = 3000
"""The last picture of a GIF stands so many times as long as the others, and at least so many milliseconds."""
_COLOURS = 255
"""One less than a GIF can have: the last stands for "as before"."""
_SAMPLES = 6
"""Pictures that the palette is made from."""


class ExtraMissing(Exception):
    """A package of an extra is not installed; the message says how to install it."""


def check_packages(to: str) -> None:
    """Raises `ExtraMissing` if what `png` or `gif` needs is not installed."""
    _resvg()
    if to == "gif":
        _pillow()


def draw_png(svg: str) -> bytes:
    """The drawing as a PNG file, a pixel for each of the drawing's own.

    Raises `ExtraMissing`. Letters take the fonts of the system: without any, there are none (`has_fonts`).
    """
    data: bytes = bytes(_resvg().svg_to_bytes(svg_string=svg))
    return data


def draw_gif(svgs: Iterable[str], *, delay: float) -> bytes:
    """Drawings of one size as a GIF that begins again after the last, each shown for `delay` seconds.

    The last one is held longer. Raises `ExtraMissing`, and ValueError for no drawing.
    """
    # A PNG takes a tenth of the memory of the picture in it.
    pictures = [draw_png(svg) for svg in svgs]
    if not pictures:
        raise ValueError("a GIF needs a picture")
    palette = _palette(pictures)
    # With one palette for all, what two pictures have in common need not be written again. Flat colours stay flat
    # without dithering.
    dither = _pillow().Dither.NONE
    frames = [_open(png).quantize(palette=palette, dither=dither) for png in pictures]
    each = max(20, round(delay * 1000))
    durations = [each] * (len(frames) - 1) + [max(each * _LAST_FACTOR, _LEAST_LAST)]
    out = io.BytesIO()
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, disposal=1, optimize=True
    )
    return out.getvalue()


@cache
def has_fonts() -> bool:
    """Whether letters come out at all on this system. Raises `ExtraMissing`."""
    text = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
    return draw_png(text.format('<text x="2" y="15" font-size="14">M</text>')) != draw_png(text.format(""))


def _open(png: bytes) -> Image:
    with _pillow().open(io.BytesIO(png)) as picture:
        converted: Image = picture.convert("RGB")
    return converted


def _palette(pictures: Sequence[bytes]) -> Image:
    """A picture whose palette has the colours of some of the pictures, from the first to the last."""
    count = min(_SAMPLES, len(pictures))
    some = [_open(pictures[round(number * (len(pictures) - 1) / max(count - 1, 1))]) for number in range(count)]
    width, height = some[0].size
    image = _pillow()
    joined: Image = image.new("RGB", (width, height * count))
    for number, picture in enumerate(some):
        joined.paste(picture, (0, height * number))
    return joined.quantize(_COLOURS, dither=image.Dither.NONE)


def _resvg() -> ModuleType:
    try:
        import resvg_py
    except ImportError:
        raise ExtraMissing(f"to draw PNG and GIF, pyrnot needs resvg-py: {_EXTRA}") from None
    module: ModuleType = resvg_py
    return module


def _pillow() -> ModuleType:
    try:
        from PIL import Image
    except ImportError:
        raise ExtraMissing(f"to write GIF, pyrnot needs Pillow: {_EXTRA}") from None
    return Image
