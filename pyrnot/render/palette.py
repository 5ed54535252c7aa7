"""The colours in which pyramids are drawn, on screen and on paper.

Colour is never the only carrier: letters and sizes give the same information.
"""

from __future__ import annotations

from msgspec import Struct

from pyrnot.core.pieces import Colour


class Paint(Struct, frozen=True):
    """The tones of one colour, as `#rrggbb`: the pyramid, the letters on it, its edges on light and dark.

    `number` is the pyramid's in the palette of 256 colours, for terminals: picked by hand, as the nearest of these to
    a tone may belong to another colour (an orange is the nearest to this red).
    """

    fill: str
    ink: str
    edge: str
    bright_edge: str
    number: int

    @property
    def outline(self) -> str:
        """The tone of an outline without a pyramid in it, on light: the darker one of pyramid and edge."""
        return min(self.fill, self.edge, key=_lightness)

    @property
    def bright_outline(self) -> str:
        """The same on dark: the lighter one."""
        return max(self.fill, self.bright_edge, key=_lightness)


def _lightness(tone: str) -> int:
    return sum(bytes.fromhex(tone[1:]))


DARK_INK = "#1a1a1a"
LIGHT_INK = "#ffffff"

# The colours differ in lightness as well as in hue, so that they can be told apart without full colour vision;
# letters have a contrast of at least 4.5 to 1 on each (a test computes it).
PAINTS = {
    Colour.RED: Paint("#c8322b", LIGHT_INK, "#6d120e", "#ff9a92", 160),
    Colour.ORANGE: Paint("#f28c28", DARK_INK, "#8a4700", "#8a4700", 208),
    Colour.YELLOW: Paint("#f7d53b", DARK_INK, "#8a6d00", "#8a6d00", 220),
    Colour.GREEN: Paint("#1f7d3d", LIGHT_INK, "#0a3d1a", "#84d79c", 28),
    Colour.CYAN: Paint("#45c8dc", DARK_INK, "#0b6674", "#0b6674", 80),
    Colour.BLUE: Paint("#2458b8", LIGHT_INK, "#0d2a60", "#94b8ff", 26),
    Colour.PURPLE: Paint("#7b3fa8", LIGHT_INK, "#3b1456", "#d3a5f2", 91),
    Colour.PINK: Paint("#f59bc0", DARK_INK, "#8c3058", "#8c3058", 218),
    Colour.WHITE: Paint("#fdfcf7", DARK_INK, "#55524a", "#8a867c", 255),
    Colour.GREY: Paint("#9b9b9b", DARK_INK, "#3f3f3f", "#dcdcdc", 247),
    Colour.BLACK: Paint("#2b2b30", LIGHT_INK, "#7a7a86", "#a9a9b4", 236),
    Colour.CLEAR: Paint("#bdd8e4", DARK_INK, "#3f6675", "#3f6675", 152),
}
