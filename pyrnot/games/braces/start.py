"""How a game starts: its first position, and the optional rules and reserve colours that the tags ask for."""

from __future__ import annotations

from functools import lru_cache

from pyrnot.core.diagnostics import Illegal, quote
from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags, read_first
from pyrnot.games.braces.position import SEATS, START, Position, read_position
from pyrnot.games.braces.stacks import Ladder, Rules, make_rules

VARIANTS = {
    "withdraw": "two halves that step away from a pyramid may change it (B40)",
    "same-stack": "one half of a brace may be on the square of the braced pyramid (B41)",
    "capture": "a colour pyramid that the opponent braces or swarms is removed from the game (B42)",
    "two-colours": "each seat has two reserve colours, which its pyramids go through in turn (B43)",
    "double-brace": "two grey-scale halves take an opponent's pyramid two colours further; needs two-colours (B44)",
    "neutralize": "a colour pyramid that the opponent braces or swarms becomes neutral, at most twice per size (B45)",
}

RESERVE_TAGS = {
    f"{seat}Reserve": f"{seat}'s reserve colour (default: {colour}); with two-colours two, as in {colours!r}"
    for seat, colour, colours in (("White", "green", "green, yellow"), ("Black", "red", "red, purple"))
}

_RESERVES = ("green", "red", "blue", "yellow", "orange", "purple", "cyan")


def start(rules: Rules, tags: Tags) -> Position:
    """The position at ply 0: that of `Setup`, or the trees of B1 with the seat of `First` to move.

    Raises `Illegal`.
    """
    mover = read_first(SEATS, tags)[0].lower()
    setup = tags.get("Setup")
    return _trees(rules, mover) if setup is None else read_position(setup, rules)


@lru_cache(maxsize=64)
def _trees(rules: Rules, mover: str) -> Position:
    """The trees of B1. Cached: to read them takes as long as to read and judge a turn, and most records begin so."""
    return read_position(f"{START} {mover}", rules)


def read_rules(variants: frozenset[str], tags: Tags) -> Rules:
    """The rules under these optional ones and the colours of the tags.

    Raises `Illegal` with the tag's name as field.
    """
    _check_together(variants)
    count = 2 if "two-colours" in variants else 1
    white = _read_ladder("White", ("green", "yellow")[:count], tags)
    black = _read_ladder("Black", ("red", "purple")[:count], tags)
    twice = _find_repeated(white + black)
    if twice is not None:
        raise Illegal(
            "same-colour",
            "R2",
            f"duplicate reserve colour {twice.value}: each may be used once",
            field="BlackReserve" if "BlackReserve" in tags else "WhiteReserve",
        )
    return make_rules(variants, (white, black))


def _find_repeated(colours: Ladder) -> Colour | None:
    """The first colour that is listed a second time."""
    for index, colour in enumerate(colours):
        if colour in colours[:index]:
            return colour
    return None


def _check_together(variants: frozenset[str]) -> None:
    """Refuses optional rules that do not go together (B44, B45)."""
    if "double-brace" in variants and "two-colours" not in variants:
        raise Illegal("variants-clash", "B44", "double-brace needs two-colours: add it to the tag", field="Variant")
    for variant in ("capture", "two-colours"):
        if {"neutralize", variant} <= variants:
            raise Illegal("variants-clash", "B45", f"neutralize cannot be combined with {variant}", field="Variant")


def _read_ladder(seat: str, without_tag: tuple[str, ...], tags: Tags) -> Ladder:
    """A seat's colours, the first one first (B2, B43). Raises `Illegal` (R2)."""
    tag = f"{seat}Reserve"
    text = tags.get(tag)
    names = without_tag if text is None else tuple([name.strip() for name in text.split(",")])
    for name in names:
        if name.lower() not in _RESERVES:
            raise Illegal(
                "unknown-colour",
                "R2",
                f"{quote(name, 24)} is not a reserve colour",
                field=tag,
                hint=f"use one of {', '.join(_RESERVES)}",
            )
    if len(names) != len(without_tag):
        wanted = "one reserve colour" if len(without_tag) == 1 else "two reserve colours with two-colours"
        raise Illegal("colour-count", "R2", f"{seat} has {wanted}, not {len(names)}", field=tag)
    return (Colour(seat.lower()), *[Colour(name.lower()) for name in names])
