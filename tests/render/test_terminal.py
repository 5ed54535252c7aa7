"""Coloured text diagrams have the same text as without colour, and no markup."""

from __future__ import annotations

import re

import pytest

from pyrnot.core.diagram import Diagram
from pyrnot.render.text.diagram import draw_text
from pyrnot.render.text.lines import Charset
from pyrnot.render.text.terminal import ansi_codes, draw_colour


@pytest.mark.parametrize("width", [80, 60, 44])
@pytest.mark.parametrize("flip", [False, True])
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
