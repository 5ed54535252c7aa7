"""How a game of Spectrum begins: tags, first stashes, goals, and what a `Setup` may show (S1 to S5)."""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.core.diagnostics import Illegal, quote
from pyrnot.core.game import Chance, Choice
from pyrnot.core.pieces import Colour, Size
from pyrnot.core.positions import illegal_setup
from pyrnot.core.tags import Tags, read_first
from pyrnot.games.spectrum.lots import Lot
from pyrnot.games.spectrum.position import (
    COPIES,
    DEFAULT_CIRCLE,
    GOALS,
    MIN_SEATS,
    SEATS,
    Circle,
    Goal,
    Position,
    count_worth,
    describe_clash,
    find_winner,
    read_circle,
    read_goal,
    read_position,
    write_circle,
    write_goal,
)

ONE_MEDIUM: Lot = (0, 1, 0)
_SOME_GOALS = "SrMkLw SoMoLi SaMtLy"


def read_seats(tags: Tags) -> int:
    """How many seats play: the `Seats` tag, else up to the last seat with a name tag, at least 2 (S1).

    Raises `Illegal`.
    """
    text = tags.get("Seats")
    if text is None:
        return max([MIN_SEATS] + [number for number, seat in enumerate(SEATS, 1) if seat in tags])
    for number in range(MIN_SEATS, len(SEATS) + 1):
        if text.strip().lstrip("0") == str(number):
            return number
    raise Illegal("bad-seats", "S1", f"{quote(text, 24)} is not a number of seats; write 2, 3 or 4", field="Seats")


def read_circle_tag(tags: Tags) -> Circle:
    """The colours in clockwise order, by the `Circle` tag if there is one (S1). Raises `Illegal`."""
    text = tags.get("Circle")
    circle = DEFAULT_CIRCLE if text is None else read_circle(text)
    if circle is None:
        message = f"{quote(text or '', 24)} is not a circle; list each of roygcbpiwakt once, clockwise"
        raise Illegal("bad-circle", "S1", message, field="Circle")
    return circle


def read_goals_tag(text: str) -> tuple[Goal, ...]:
    """The three goals of a `Goals` tag (S5). Raises `Illegal`."""
    parts = [part for part in text.split(" ") if part]
    goals = [goal for goal in map(read_goal, parts) if goal is not None]
    if len(goals) != len(parts) or len(goals) != GOALS:
        message = f"write three goals, each a Small, a Medium and a Large, as in {_SOME_GOALS}"
        raise Illegal("bad-goals", "S5", message, field="Goals")
    clash = describe_clash(goals)
    if clash is not None:
        raise Illegal("bad-goals", "S5", clash, field="Goals")
    return tuple(goals)


def start(tags: Tags) -> Position:
    """The position at ply 0. Raises `Illegal` at the tag at fault."""
    count = read_seats(tags)
    circle = read_circle_tag(tags)
    goals = read_goals_tag(tags["Goals"]) if "Goals" in tags else None
    if "Setup" in tags:
        # Any seat of the game will do: one that does not play in this Setup is a conflict of tags.
        read_first(SEATS, tags)
        return read_setup(tags["Setup"])
    first = read_first(SEATS[:count], tags)
    if goals is None:
        message = "add the tag Goals with the three goals drawn at the start"
        raise Illegal(
            "goals-missing", "S5", message, field="Goals", hint=f'add a tag such as [Goals "{_SOME_GOALS}"]'
        )
    return first_position(count, circle, goals, first)


def first_position(seats: int, circle: Circle, goals: tuple[Goal, ...], first: str) -> Position:
    """A Medium of every colour for each seat, and the indicator clockwise (S3, S4)."""
    stash = (ONE_MEDIUM,) * len(circle)
    stashes = (stash,) * seats
    return Position(
        circle=circle,
        clockwise=True,
        stashes=stashes,
        worth=count_worth(stashes),
        goals=goals,
        mover=SEATS.index(first),
    )


def read_setup(text: str) -> Position:
    """The position that `text` shows. Raises `Illegal` (R8, S2, S5)."""
    position = read_position(text)
    for slot, colour in enumerate(position.circle):
        if min(position.spectrum(slot)) < 0:
            raise illegal_setup(f"the stashes have more than {COPIES} {colour} pyramids of one size", "S2")
    if position.mover in position.out:
        raise illegal_setup(f"{position.to_move} has left the game and cannot be to move", "S13")
    missing = position.goals.count(None)
    if missing > 1 or (missing and find_winner(position) != position.beside(position.mover, -1)):
        raise illegal_setup("a goal may be missing only if the conversion of the last turn won")
    return position


def conflicts(position: Position, tags: Tags) -> Iterator[Illegal]:
    """An error for each tag that contradicts `Setup`, which decides (S1)."""
    if "Setup" not in tags:
        return
    if "Seats" in tags and read_seats(tags) != len(position.stashes):
        yield _conflict("Seats", f"{read_seats(tags)} seats", f"{len(position.stashes)} stashes")
    if "Circle" in tags and read_circle_tag(tags) != position.circle:
        yield _conflict("Circle", write_circle(read_circle_tag(tags)), write_circle(position.circle))
    if "Goals" in tags and read_goals_tag(tags["Goals"]) != position.goals:
        given, shown = (" ".join(map(write_goal, goals)) for goals in (read_goals_tag(tags["Goals"]), position.goals))
        yield _conflict("Goals", given, shown)


def _conflict(tag: str, given: str, shown: str) -> Illegal:
    return Illegal("tag-against-setup", "S1", f"{tag} gives {given}, but Setup shows {shown}", field=tag)


def seat_choices(tags: Tags) -> tuple[Choice, ...]:
    """The number of seats of a new game in which no seat is named: two, unless a tag has more (S1)."""
    is_settled = "Setup" in tags or "Seats" in tags or any(seat in tags for seat in SEATS)
    return () if is_settled else (Choice("Seats", str(MIN_SEATS), default=str(MIN_SEATS)),)


def draw_start(chance: Chance, tags: Tags) -> Tags:
    """`tags` with the seats and goals that a new game needs (S1, S5)."""
    if "Seats" not in tags:
        tags = tags.having("Seats", str(read_seats(tags)))
    if "Goals" not in tags:
        bag = {size: list(read_circle_tag(tags)) for size in Size}
        goals = [Goal(*(_draw(chance, bag[size]) for size in Size)) for _ in range(GOALS)]
        tags = tags.having("Goals", " ".join(map(write_goal, goals)))
    return tags


def _draw(chance: Chance, colours: list[Colour]) -> Colour:
    """Draws a colour from `colours`, the bag's pyramids of one size, and removes it (S5)."""
    colour = chance.pick(colours)
    colours.remove(colour)
    return colour
