"""How an arrival is carried out: from the board just after it (`Landing`) to the position with its changes made.

What can change is found by `changes`; how pyramids get there is left to `steps` and `swaps`.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event
from pyrnot.games.braces.actions import Captured, Changed
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.ending import find_winner
from pyrnot.games.braces.options import Change, Option, Options, Pick, stack_after
from pyrnot.games.braces.position import Cells, Pending, Position
from pyrnot.games.braces.stacks import Pile, Rules, Uses
from pyrnot.games.braces.withdrawal import NO_TRACK, Track, after_capture
from pyrnot.games.braces.work import spend


class Landing(Struct, frozen=True):
    """The board just after pyramids have landed, before anything changes, and what can change now."""

    cells: Cells
    track: Track
    options: Options

    def choose(self, picks: tuple[Pick, ...], number: int, progress: int) -> Option:
        """The option with these picks at arrival `number` of an action. Raises `Illegal` if there is none (B21)."""
        option = self.options.find(picks)
        if option is None:
            raise Illegal(
                Codes.CHOICE_MISSING,
                "B21",
                "several pyramids could change here; add an X to choose",
                part=f"to {number + 1}",
                progress=progress,
            )
        return option


_landings: dict[object, Landing] = {}
_MAX_LANDINGS = 1_000


def remembered(key: object, make: Callable[[], Landing]) -> Landing:
    """The landing that `make` gives, one of the latest if there is one of this key: branches of a path and variations
    of a turn begin alike, and a bare WILD tries the same steps five times.

    A budget counts both alike, or what a report says would depend on what was judged before.
    """
    landing = _landings.get(key)
    if landing is not None:
        if landing.options.plays:
            spend(landing.options.plays)
        return landing
    landing = make()
    if len(_landings) >= _MAX_LANDINGS:
        _landings.clear()
    _landings[key] = landing
    return landing


def settle(
    position: Position, pending: Pending, landing: Landing, option: Option, *, number: int, events: list[Event]
) -> Position:
    """The position once an arrival has made the changes of an option (B20 to B22), and the win (B29).

    `pending` is what is left after the step or swap; `number` is that of the arrival in its action. Adds the changes to
    `events`.
    """
    if not option.changes:
        return replace(position, cells=landing.cells, pending=pending)
    cells, used = list(landing.cells), position.used
    for change in option.changes:
        used, pending = _make_change(position.rules, cells, used, pending, change)
        events.append((Changed if change.after is not None else Captured)(change, number))
    after = replace(position, cells=tuple(cells), used=used, pending=pending)
    if find_winner(after) is not None:
        after = replace(after, pending=replace(pending, is_won=True, track=NO_TRACK))
    return after


def _make_change(rules: Rules, cells: list[Pile], used: Uses, pending: Pending, change: Change) -> tuple[Uses, Pending]:
    """Changes one pyramid in `cells`; gives the uses of B45 and the running turn after it."""
    square = change.square
    if change.after is None and pending.track:
        pending = replace(pending, track=after_capture(pending.track, cells, (square, change.level)))
    cells[square] = rules.pile(stack_after(cells[square], change))
    if change.is_neutralizing:
        small, medium, large = (count + (change.before.size == size) for size, count in enumerate(used, 1))
        used = (small, medium, large)
    return used, pending
