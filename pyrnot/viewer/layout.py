"""Where each pane of the viewer goes on a screen of a given size: numbers in, numbers out.

On wide screens the turn list and the remarks are beside the picture, on others below it. A pane for which there is no
room has no place.
"""

from __future__ import annotations

from msgspec import Struct

_PICTURE_WIDTH = 80
LEAST_PICTURE = 44
_LEAST_SIDE = 34
"""Columns of the picture, at most and at least, and of what is beside it; on narrower screens that is below."""
_WIDE = 93
"""Columns from which the panes are beside the picture."""
_GAP = 3
_ROOMY = 15
"""Lines from which panes are separated by rules, and the head by a blank line."""
LEAST_REMARKS = 4
"""Lines to keep below the picture for the turn, its comments and its faults."""
_LONGEST_TURN = 3
PANEL = 16
"""Lines that the panel for trying turns would like."""


class Place(Struct, frozen=True):
    """A part of the screen; its first line is a rule if it `has_rule`."""

    x: int
    y: int
    width: int
    height: int
    has_rule: bool = False


class Widths(Struct, frozen=True):
    """The columns of the picture and of the panes, and the lines that the picture may take."""

    is_wide: bool
    picture: int
    panes: int
    room: int


class Needs(Struct, frozen=True):
    """The lines that each pane would like; `panel` is 0 unless the line for a turn is open."""

    picture: int
    turn: int
    comments: int
    faults: int
    turns: int
    panel: int = 0


def _head(height: int) -> int:
    return 2 if height >= _ROOMY else 1


def find_widths(width: int, height: int, natural: int) -> Widths:
    """The widths on a screen, for pictures that are `natural` columns wide as far as is known."""
    room = max(height - _head(height) - 1, 0)
    if width < _WIDE:
        return Widths(False, width, width, room - LEAST_REMARKS)
    widest = min(_PICTURE_WIDTH, width - _GAP - _LEAST_SIDE)
    picture = min(max(natural, LEAST_PICTURE), widest)
    return Widths(True, picture, width - picture - _GAP, room)


def widest_picture(width: int) -> int:
    """The columns for which the picture is drawn; it may take fewer."""
    return width if width < _WIDE else min(_PICTURE_WIDTH, width - _GAP - _LEAST_SIDE)


def arrange(width: int, height: int, widths: Widths, needs: Needs) -> dict[str, Place]:
    """The places of the panes: head, picture, turn, comments, faults, turns, panel, foot."""
    if not width or not height:
        return {}
    top = _head(height)
    places = {"foot": Place(0, height - 1, width, 1)}
    if height > 1:
        places["head"] = Place(0, 0, width, 1)
    room = max(height - top - 1, 0)
    rules = room >= _ROOMY - 3
    if not room:
        return places
    if widths.is_wide:
        places["picture"] = Place(0, top, widths.picture, room)
        x = widths.picture + _GAP
        places |= _stack(_shares_beside(needs, room, rules=rules), x, top, width - x, rules=rules)
        return places
    picture = _picture_above(needs, room)
    if picture:
        places["picture"] = Place(0, top, width, picture)
    shares = _shares_below(needs, room - picture, rules=rules)
    return places | _stack(shares, 0, top + picture, width, rules=rules)


def _picture_above(needs: Needs, room: int) -> int:
    """The lines of the picture where the other panes are below it."""
    below = needs.turn + needs.comments + needs.faults + 1
    least = min(needs.panel, max(room // 2, 6)) if needs.panel else min(below, max(room * 2 // 5, 2))
    return max(min(needs.picture, max(room - least, room // 2 if not needs.panel else 0)), 0)


def _shares_beside(needs: Needs, room: int, *, rules: bool) -> dict[str, int]:
    """The lines of the panes from top to bottom; the turn list has what the others leave, but a third at least."""
    turn = min(needs.turn, _LONGEST_TURN, room)
    least = min(needs.turns, max(room // 3, 3))
    if needs.panel:
        turn = turn if room > _ROOMY else 0
        panel = min(needs.panel, max(room - turn - least, (room + 1) // 2))
        return {"turns": max(room - turn - panel, 0), "turn": turn, "panel": panel}
    comments, faults = _split(needs, max(room - turn - least, 0), rules=rules)
    return {"turns": max(room - turn - comments - faults, 0), "turn": turn, "comments": comments, "faults": faults}


def _shares_below(needs: Needs, room: int, *, rules: bool) -> dict[str, int]:
    if needs.panel:
        return {"panel": room}
    turn = min(needs.turn, _LONGEST_TURN, room)
    comments, faults = _split(needs, room - turn, rules=rules)
    return {"turn": turn, "comments": comments, "faults": faults, "turns": room - turn - comments - faults}


def _split(needs: Needs, room: int, *, rules: bool) -> tuple[int, int]:
    """The lines of comments and faults in a room that they share: half each if both want more."""
    comments, faults = (lines + rules if lines else 0 for lines in (needs.comments, needs.faults))
    given = min(faults, max(room // 2, room - comments, 0))
    return min(comments, room - given), given


def _stack(shares: dict[str, int], x: int, y: int, width: int, *, rules: bool) -> dict[str, Place]:
    """The panes from top to bottom, those without a line left out."""
    places = {}
    for name, lines in shares.items():
        has_rule = rules and lines > 1 and name in ("comments", "faults", "panel")
        if lines > 0:
            places[name] = Place(x, y, width, lines, has_rule)
        y += lines
    return places
