"""Positions in a text, each of one or more lines, as players of Homeworlds write them (`position_line`)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import astuple

from pyrnot.core.diagnostics import Illegal
from pyrnot.foreign.sites.homeworlds import SiteLine, site_lines
from pyrnot.foreign.sites.verbs import NotAnAction
from pyrnot.games.homeworlds.position_line import LineWritten, begins_line, is_systems, read_position_line


class Setup(LineWritten, frozen=True):
    """What a diagram shows; its `value` is that of the tag `Setup`."""

    def message(self, unsaid: str) -> str:
        """How it was read, with what was assumed; `unsaid` says why, if it does not say who moves."""
        assumed = "" if self.says_mover else f", since {unsaid}"
        out = "".join(f", {seat} is out without a homeworld" for seat in self.out)
        return f"read as the start: {self.mover} moves{assumed}{out}, and the bank is what the systems leave"


def find_diagrams(text: str) -> Iterator[SiteLine]:
    """The diagrams in a text, each of one or more lines. One begins with `<0>` or with a line of nothing but
    systems, and continues with each such line below it."""
    begin = end = number = 0
    is_open = False
    for line in site_lines(text):
        bare = line.text.strip()
        begins = begins_line(bare)
        continues = not begins and is_systems(bare)
        if is_open and not continues:
            yield SiteLine(begin, text[begin:end], number)
            is_open = False
        if not begins and not continues:
            continue
        if not is_open:
            begin = line.start + line.text.find(bare)
            number = line.number
            is_open = True
        end = line.start + len(line.text.rstrip())
    if is_open:
        yield SiteLine(begin, text[begin:end], number)


def read_diagram(diagram: SiteLine) -> Setup:
    """The position that a diagram shows. Raises `NotAnAction` at a place that is not of this form."""
    try:
        written = read_position_line(diagram.text)
    except Illegal as error:
        span = diagram.span(*error.within) if error.within else diagram.span()
        raise NotAnAction(error.message, span) from None
    return Setup(*astuple(written))
