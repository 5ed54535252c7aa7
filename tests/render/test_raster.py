"""PNG and animations (skipped without the extra `images`), and the message if the extra is not installed."""

from __future__ import annotations

import io
import sys

import pytest

from pyrnot.render.raster import (
    ExtraMissing,
    Frame,
    TooManyPixels,
    draw_gif,
    draw_png,
    has_fonts,
    missing_letters,
)

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="{}" height="40" fill="#c00"/></svg>'
)


@pytest.fixture
def image():
    pytest.importorskip("resvg_py", reason="the extra images is not installed")
    return pytest.importorskip("PIL.Image", reason="the extra images is not installed")


def test_png(image) -> None:
    data = draw_png(SVG.format(30))
    assert data.startswith(b"\x89PNG")
    with image.open(io.BytesIO(data)) as picture:
        assert picture.size == (60, 40)
        assert picture.convert("RGBA").getpixel((10, 20)) == (204, 0, 0, 255)
        assert picture.convert("RGBA").getpixel((50, 20))[3] == 0


@pytest.mark.parametrize("draw", [draw_png, lambda svg: draw_gif([Frame(svg, 1)])], ids=["png", "gif"])
def test_a_picture_with_too_many_pixels_is_refused_before_it_is_drawn(draw) -> None:
    large = SVG.replace('width="60" height="40"', 'width="8000" height="310178"')
    with pytest.raises(TooManyPixels, match="draw it smaller, or draw less: 8,000 x 310,178 pixels are more than"):
        draw(large)


def test_an_animation_shows_each_picture_and_the_last_one_longer(image) -> None:
    ground = SVG.replace("<rect", '<rect width="60" height="40" fill="#fff"/><rect')
    data = draw_gif([Frame(ground.format(width), 0.5) for width in (10, 30, 50)])
    with image.open(io.BytesIO(data)) as film:
        assert (film.format, film.n_frames, film.size, film.info["loop"]) == ("GIF", 3, (60, 40), 0)
        durations, reds = [], []
        for number in range(3):
            film.seek(number)
            film.load()
            durations.append(film.info["duration"])
            row = [film.convert("RGB").getpixel((x, 20)) for x in range(60)]
            reds.append(sum(pixel == (204, 0, 0) for pixel in row))
    assert durations == [500, 500, 3000]
    assert reds == [10, 30, 50]


def test_a_gif_of_one_picture(image) -> None:
    assert draw_gif([Frame(SVG.format(10), 1)]).startswith(b"GIF89a")
    with pytest.raises(ValueError, match="needs at least one picture"):
        draw_gif([])


def test_fonts_are_looked_for_by_the_names_that_pictures_use(image) -> None:
    text = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>{}</svg>"
    letter = '<text x="2" y="15" font-family="DejaVu Sans">M</text>'
    assert has_fonts() or draw_png(text.format(letter)) == draw_png(text.format(""))


def test_letters_that_no_font_has_are_found(image) -> None:
    private = "\U0010fffd"
    missing = missing_letters(f"<svg><desc>\U000ffffd</desc><text x='1'>Zo\xeb {private}</text></svg>")
    assert missing == ({private} if has_fonts() else set())


@pytest.mark.parametrize(
    ("module", "draw"), [("resvg_py", lambda: draw_png(SVG)), ("PIL.Image", lambda: draw_gif([Frame(SVG, 1)]))]
)
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, module: str, draw) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ExtraMissing, match=r"pip install 'pyrnot\[images\]'"):
        draw()
