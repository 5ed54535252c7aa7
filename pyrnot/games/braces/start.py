"""The optional rules and the reserve colours: what the tags of a record say about them."""

from __future__ import annotations

from pyrnot.diagnostics import Illegal
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.position import COLOUR_OF_LETTER
from pyrnot.games.braces.stacks import Ladder, Rules, make_rules
from pyrnot.pieces import Colour
from pyrnot.tags import Tags

VARIANTS = {
    "withdraw": "two halves that step away from a pyramid may change it (B40)",
    "same-stack": "one half of a brace may stand on the square of the pyramid braced (B41)",
    "capture": "a colour pyramid that the opponent braces or swarms is removed from the game (B42)",
    "two-colours": "each seat has two reserve colours, and its pyramids change twice (B43)",
    "double-brace": "two grey-scale halves change a pyramid of the opponent's twice at once; with two-colours (B44)",
    "neutralize": "a colour pyramid that the opponent braces or swarms becomes neutral, twice for each size (B45)",
}

RESERVE_TAGS = {
    f"{seat}Reserve": f"{seat}'s reserve colour, {colour} without this tag; with two-colours two, as in {colours!r}"
    for seat, colour, colours in (("White", "green", "green, yellow"), ("Black", "red", "red, purple"))
}

_RESERVES = ("green", "red", "blue", "yellow", "orange", "purple", "cyan")


def read_rules(variants: frozenset[str], tags: Tags) -> Rules:
    """The rules that the tags ask for. Raises `Illegal` with the tag's name as part."""
    _check_together(variants)
    count = 2 if "two-colours" in variants else 1
    white = _read_ladder("White", ("green", "yellow")[:count], tags)
    black = _read_ladder("Black", ("red", "purple")[:count], tags)
    colours = white + black
    twice = next((colour for index, colour in enumerate(colours) if colour in colours[:index]), None)
    if twice is not None:
        raise Illegal(
            Codes.SAME_COLOUR,
            "R2",
            f"{twice.value} is a reserve colour twice: all of them must differ",
            part="BlackReserve" if "BlackReserve" in tags else "WhiteReserve",
        )
    return make_rules(variants, (white, black))


def _check_together(variants: frozenset[str]) -> None:
    """Which optional rules do not go together (B44, B45)."""
    if "double-brace" in variants and "two-colours" not in variants:
        raise Illegal(Codes.VARIANTS_CLASH, "B44", "double-brace is played only with two-colours", part="Variant")
    for other in ("capture", "two-colours"):
        if {"neutralize", other} <= variants:
            raise Illegal(Codes.VARIANTS_CLASH, "B45", f"neutralize is not played with {other}", part="Variant")


def _read_ladder(seat: str, without_tag: tuple[str, ...], tags: Tags) -> Ladder:
    """A seat's colours, from the first on."""
    tag = f"{seat}Reserve"
    text = tags.get(tag)
    names = without_tag if text is None else tuple([name.strip().lower() for name in text.split(",")])
    for name in names:
        if name not in _RESERVES:
            raise Illegal(
                Codes.UNKNOWN_COLOUR,
                "R2",
                f"{name[:24]!r} is no reserve colour",
                part=tag,
                hint=f"the reserve colours: {', '.join(_RESERVES)}",
            )
    if len(names) != len(without_tag):
        wanted = "one reserve colour" if len(without_tag) == 1 else "two reserve colours, as in two-colours"
        raise Illegal(Codes.COLOUR_COUNT, "R2", f"{seat} has {wanted}, not {len(names)}", part=tag)
    return (Colour(seat.lower()), *map(Colour, names))


assert all(Colour(name) in COLOUR_OF_LETTER.values() for name in _RESERVES)
