"""Coloured text diagrams have the same text as without colour, and no markup."""

from __future__ import annotations

import re

import pytest
from rich.color import Color

from pyrnot.core.diagram import Diagram
from pyrnot.core.pieces import Colour
from pyrnot.render.palette import PAINTS
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset
from pyrnot.render.text.terminal import ansi_codes, draw_colour


@pytest.mark.parametrize("width", [80, pytest.param(60, marks=pytest.mark.slow), 44])
@pytest.mark.parametrize("flip", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("charset", Charset)
def test_colour_changes_no_letter(
    sample: Diagram, hostile_text: str, charset: Charset, flip: bool, width: int
) -> None:
    coloured = draw_colour(sample, charset=charset, width=width, flip=flip, caption=[hostile_text])
    assert coloured.plain == draw_text(sample, charset=charset, width=width, flip=flip, caption=[hostile_text])


def test_pyramids_have_their_colours(draw) -> None:
    coloured = draw_colour(draw["braces"]())
    spans = [(coloured.plain[span.start : span.end], span.style) for span in coloured.spans]
    pyramids = {text: style for text, style in spans if text in ("Lw", "Sb", "Mn")}
    assert len(pyramids) == 3
    assert len(set(map(str, pyramids.values()))) == 3


def test_only_escape_codes_are_added(draw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = ansi_codes(draw_colour(draw["braces-turn"](), caption=["[red]:smile:"]))
    assert "\x1b[" in text
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == draw_text(draw["braces-turn"](), caption=["[red]:smile:"])


@pytest.mark.parametrize("colour", Colour)
def test_a_colour_of_the_terminal_is_that_of_the_pictures(colour: Colour) -> None:
    """Its tone is nearer to that of its own colour than to any other, or a red would look orange."""
    tone = Color.parse(f"color({PAINTS[colour].number})").get_truecolor()

    def distance(other: Colour) -> int:
        fill = Color.parse(PAINTS[other].fill).get_truecolor()
        return sum((one - another) ** 2 for one, another in zip(tone, fill, strict=True))

    assert min(Colour, key=distance) is colour


@pytest.mark.parametrize("colours", ["", "truecolor"], ids=["256", "truecolor"])
def test_colours_are_the_same_whatever_the_terminal(draw, monkeypatch: pytest.MonkeyPatch, colours: str) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", colours)
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = ansi_codes(draw_colour(draw["spectrum"]()))
    assert "48;5;160" in text
    assert "48;5;208" in text
    assert "48;2;" not in text
