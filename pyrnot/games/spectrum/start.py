"""How a game of Spectrum begins: the tags, the stashes, the goals (S1 to S5)."""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.diagnostics import Illegal
from pyrnot.game import Chance
from pyrnot.games.spectrum import rules
from pyrnot.games.spectrum.codes import Codes
from pyrnot.games.spectrum.lots import Lot
from pyrnot.games.spectrum.position import (
    DEFAULT_CIRCLE,
    GOALS,
    MIN_SEATS,
    SEATS,
    Circle,
    Goal,
    Position,
    circle_letters,
    count_worth,
    goal_letters,
    goals_of_tag,
    read_circle,
    read_position,
)
from pyrnot.pieces import Colour, Size
from pyrnot.tags import Tags, read_first, setup_fault

ONE_MEDIUM: Lot = (0, 1, 0)


def read_seats(tags: Tags) -> int:
    """How many seats play: the `Seats` tag, else up to the last that has a name tag, at least 2 (S1).

    Raises `Illegal`.
    """
    text = tags.get("Seats")
    if text is None:
        return max([MIN_SEATS] + [number for number, seat in enumerate(SEATS, 1) if seat in tags])
    for number in range(MIN_SEATS, len(SEATS) + 1):
        if text.strip().lstrip("0") == str(number):
            return number
    raise Illegal(Codes.BAD_SEATS, "S1", f"2, 3 or 4 seats can play, not {text[:24]!r}", part="Seats")


def read_circle_tag(tags: Tags) -> Circle:
    """The order of the colours clockwise, by the `Circle` tag if there is one (S1). Raises `Illegal`."""
    text = tags.get("Circle")
    circle = DEFAULT_CIRCLE if text is None else read_circle(text)
    if circle is None:
        message = f"Circle lists each of roygcbpiwakt once, clockwise; {(text or '')[:24]!r} does not"
        raise Illegal(Codes.BAD_CIRCLE, "S1", message, part="Circle")
    return circle


def start(tags: Tags) -> Position:
    """The position at ply 0. Raises `Illegal` at the tag at fault."""
    count, circle = read_seats(tags), read_circle_tag(tags)
    goals = goals_of_tag(tags["Goals"]) if "Goals" in tags else None
    if "Setup" in tags:
        # A seat that does not play in this set-up is only a contradiction, which is said elsewhere.
        read_first(SEATS, tags)
        return read_setup(tags["Setup"])
    first = read_first(SEATS[:count], tags)
    if goals is None:
        raise Illegal(
            Codes.GOALS_MISSING, "S5", "the tag Goals is missing: three goals are drawn at the start", part="Goals"
        )
    return first_position(count, circle, goals, first)


def first_position(seats: int, circle: Circle, goals: tuple[Goal, ...], first: str) -> Position:
    """Each seat with a Medium of every colour, the indicator clockwise (S3, S4)."""
    stash = (ONE_MEDIUM,) * len(circle)
    stashes = (stash,) * seats
    return Position(circle, True, stashes, count_worth(stashes), goals, SEATS.index(first))


def read_setup(text: str) -> Position:
    """The position that `text` shows. Raises `Illegal` (R8, S2, S5)."""
    position = read_position(text)
    missing = sum(goal is None for goal in position.goals)
    if missing:
        mover_before = (position.mover - 1) % len(position.stashes)
        if missing > 1 or rules.winner(position) != mover_before:
            raise setup_fault("a goal may be missing only where the conversion of the last turn has won")
    return position


def conflicts(position: Position, tags: Tags) -> Iterator[Illegal]:
    """Tags that say otherwise than `Setup`, which decides (S1)."""
    if "Setup" not in tags:
        return
    if "Seats" in tags and read_seats(tags) != len(position.stashes):
        yield _conflict("Seats", f"{read_seats(tags)} seats", f"{len(position.stashes)} stashes")
    if "Circle" in tags and read_circle_tag(tags) != position.circle:
        yield _conflict("Circle", circle_letters(read_circle_tag(tags)), circle_letters(position.circle))
    if "Goals" in tags and goals_of_tag(tags["Goals"]) != position.goals:
        yield _conflict(
            "Goals", *(" ".join(map(goal_letters, goals)) for goals in (goals_of_tag(tags["Goals"]), position.goals))
        )


def _conflict(tag: str, said: str, shown: str) -> Illegal:
    return Illegal(Codes.TAG_AGAINST_SETUP, "S1", f"{tag} says {said}, but Setup shows {shown}", part=tag)


def draw_start(chance: Chance, tags: Tags) -> Tags:
    """`tags` with the seats and the goals that a new game needs (S1, S5)."""
    if "Seats" not in tags:
        tags = tags.having("Seats", str(read_seats(tags)))
    if "Goals" not in tags:
        bag = {size: list(read_circle_tag(tags)) for size in Size}
        goals = [Goal(*(_draw(chance, bag[size]) for size in Size)) for _ in range(GOALS)]
        tags = tags.having("Goals", " ".join(map(goal_letters, goals)))
    return tags


def _draw(chance: Chance, colours: list[Colour]) -> Colour:
    """A colour out of the bag; it is no longer in there afterwards (S5)."""
    colour = chance.pick(colours)
    colours.remove(colour)
    return colour
