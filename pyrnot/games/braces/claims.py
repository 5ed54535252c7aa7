"""X results as written (B32): which changes they name, which are false, and which changes have none.

A claim is compared with what an action did; it never does anything itself.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import Event
from pyrnot.core.pieces import Size
from pyrnot.games.braces.actions import Changed, Claim
from pyrnot.games.braces.board import GRID, Place
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.options import Change
from pyrnot.games.braces.position import COLOUR_WORD, words


class Made(Struct, frozen=True):
    """A change that was made, the number of its arrival in the action, from 0, and the X results that fit it, by
    index."""

    change: Change
    arrival: int
    named_by: tuple[int, ...] = ()


def _fits(claim: Claim, change: Change, arrival: int) -> bool:
    """Whether a claim about a pyramid of this size and square gives nothing wrong of its arrival, colour, level and new
    colour."""
    name = claim.name
    return (
        (claim.arrival is None or claim.arrival == arrival)
        and (name.colour is None or name.colour is change.before.colour)
        and (name.level is None or name.level == change.level)
        and _fits_result(claim, change)
    )


def _fits_result(claim: Claim, change: Change) -> bool:
    if claim.is_capture:
        return change.after is None
    return claim.new is None or (change.after is not None and change.after.colour is claim.new)


class Claims:
    """The X results of one action, which can tell which of them name a change.

    A change is compared only with those that name its square and size, so ten of them cost little more than one.
    """

    __slots__ = ("_about", "_bound", "listed")

    def __init__(self, listed: Sequence[Claim]) -> None:
        self.listed = listed
        self._about: dict[tuple[int | None, Size], list[int]] = {}
        self._bound: dict[int | None, list[int]] = {}
        for index, claim in enumerate(listed):
            self._about.setdefault((GRID.find(claim.name.square), claim.name.size), []).append(index)
            self._bound.setdefault(claim.arrival, []).append(index)

    def __len__(self) -> int:
        return len(self.listed)

    def naming(self, change: Change, arrival: int) -> tuple[int, ...]:
        """Those that fit a change at this arrival, by index."""
        about = self._about.get((change.square, change.before.size))
        if not about:
            return ()
        return tuple([index for index in about if _fits(self.listed[index], change, arrival)])

    def made(self, changes: Iterable[Change], arrival: int) -> list[Made]:
        """What an arrival made, with those that fit it."""
        return [Made(change, arrival, self.naming(change, arrival)) for change in changes]

    def made_by(self, events: Sequence[Event]) -> tuple[Made, ...]:
        """What an action made, with those that fit it."""
        return tuple(
            [Made(one.change, one.arrival, self.naming(one.change, one.arrival)) for one in changes_of(events)]
        )

    def bound_to(self, arrivals: Iterable[int]) -> list[int]:
        """Those that can belong to one of these arrivals only, by index."""
        return [index for arrival in arrivals for index in self._bound.get(arrival, ())]

    def has_x(self, arrival: int) -> Callable[[Change], bool]:
        """Whether an X fits a change at this arrival."""
        return lambda change: bool(self.naming(change, arrival))


def changes_of(events: Sequence[Event]) -> list[Changed]:
    """The changes among an action's events."""
    return [event for event in events if isinstance(event, Changed)]


def match(made: Sequence[Made], among: Container[int] | None = None) -> dict[int, int]:
    """Pairs as many X results as possible, each with a different change that it fits: index of the change by X. If
    `among` is given, only these X results."""
    fitting: dict[int, list[int]] = {}
    for index, one in enumerate(made):
        for claim in one.named_by:
            if among is None or claim in among:
                fitting.setdefault(claim, []).append(index)
    if len(fitting) < 2:
        return {claim: indices[0] for claim, indices in fitting.items()}
    claim_of: dict[int, int] = {}
    for claim in sorted(fitting):
        _place(claim, fitting, claim_of, set())
    return {claim: index for index, claim in claim_of.items()}


def _place(claim: int, fitting: Mapping[int, Sequence[int]], claim_of: dict[int, int], tried: set[int]) -> bool:
    """Pairs one more claim with a change, moving other claims to other changes if need be; whether that worked."""
    for index in fitting[claim]:
        if index not in tried:
            tried.add(index)
            if index not in claim_of or _place(claim_of[index], fitting, claim_of, tried):
                claim_of[index] = claim
                return True
    return False


def are_choices_written(made: Sequence[Made]) -> bool:
    """Whether the X results settle what each arrival does (B21): each of the changes that they need to name for it is
    paired with a different X."""
    named: list[Made] = []
    choices: dict[int, dict[Place, Made]] = {}
    for one in made:
        settled_by = one.change.settled_by
        if len(settled_by) > 1:
            choices.setdefault(one.arrival, {})[one.change.place] = one
        elif settled_by and one.change.place in settled_by[0]:
            if not one.named_by:
                return False
            named.append(one)
    ways = [
        [[arrival[place] for place in places] for places in next(iter(arrival.values())).change.settled_by]
        for arrival in choices.values()
    ]
    return _can_settle(named, ways)


def _can_settle(named: Sequence[Made], ways: Sequence[Sequence[Sequence[Made]]]) -> bool:
    """Whether the X results can name, besides `named`, all changes of one way to settle each of some arrivals."""
    if not _are_all_named(named):
        return False
    return not ways or any(_can_settle([*named, *needed], ways[1:]) for needed in ways[0])


def _are_all_named(made: Sequence[Made]) -> bool:
    """Whether each of these changes can be paired with a different X."""
    taken: set[int] = set()
    for one in made:
        free = next((claim for claim in one.named_by if claim not in taken), None)
        if free is None:
            return len(match(made)) == len(made)
        taken.add(free)
    return True


def check_claims(claims: Claims, events: Sequence[Event], progress: int) -> Sequence[Notice]:
    """A notice for each change of an action that no X names (B22, B32). Raises `Illegal`: B21, then B32.

    `progress` is that of the action played to its end.
    """
    made = claims.made_by(events)
    if not made and not claims.listed:
        return ()
    if len(claims) == len(made) == 1 and made[0].named_by:
        return ()
    if not are_choices_written(made):
        choice = _unwritten(made)
        several = _several(choice.change)
        raise Illegal(
            Codes.CHOICE_MISSING,
            "B21",
            f"{several} could change here; add an X to choose",
            part=f"to {choice.arrival + 1}",
            progress=progress,
        )
    matched = match(made)
    rival = _find_rival(claims, made, matched)
    if rival is not None:
        square = rival.name.square
        message = f"one arrival changes at most one pyramid on {square}, and another X names one there"
        raise Illegal(Codes.TWO_CHOICES, "B21", message, part=rival.name.part, progress=progress)
    if len(matched) < len(claims):
        lost = next(claim for index, claim in enumerate(claims.listed) if index not in matched)
        raise _false_claim(lost, made, progress)
    named = set(matched.values())
    return [_missing(change) for index, change in enumerate(made) if index not in named]


def progress_at_end(claims: Claims, made: Sequence[Made], end: int) -> int:
    """How far an action gets that is played to its end, the progress `end`: that of the fault, if `check_claims` finds
    one."""
    if not are_choices_written(made):
        return end
    matched = match(made)
    is_false = len(matched) < len(claims) and _find_rival(claims, made, matched) is None
    return end + _IS_FALSE if is_false else end


def _find_rival(claims: Claims, made: Sequence[Made], matched: Mapping[int, int]) -> Claim | None:
    """The first X without a change that names another pyramid of a square than an X that has one, where one arrival
    could change either; None if there is none (B21)."""
    for index, claim in enumerate(claims.listed):
        if index not in matched and any(_are_rivals(claims, index, x, made[its]) for x, its in matched.items()):
            return claim
    return None


def _unwritten(made: Sequence[Made]) -> Made:
    """The first change that would have to be named, of those that settle each arrival in the first way."""
    choices = [one for one in made if one.change.settled_by and one.change.place in one.change.settled_by[0]]
    named = set(match(choices).values())
    return next(change for index, change in enumerate(choices) if index not in named)


def _several(change: Change) -> str:
    """The pyramids among which the mover chooses, in words."""
    if not change.rivals:
        return f"more {change.before.size.word}s than can still become neutral"
    square = GRID.names[change.square]
    several = sorted((rival.level, words(rival.before)) for rival in (change, *change.rivals))
    return " and ".join([f"the {named} on level {level}" for level, named in several]) + f" of {square}"


def _missing(made: Made) -> Notice:
    change, arrival = made.change, made.arrival
    square = GRID.names[change.square]
    became = "is captured" if change.after is None else f"becomes {COLOUR_WORD[change.after.colour]}"
    return Notice(
        Codes.CLAIM_MISSING,
        "B32",
        f"missing X{change.before.size.letter}{square}: the {words(change.before)} on {square} {became} here",
        part=f"to {arrival + 1}",
    )


def _are_rivals(claims: Claims, claim: int, other: int, made: Made) -> bool:
    """Whether two X results name two pyramids of one square, either of which could change at this arrival (B21)."""
    if claims.listed[claim].name.square != claims.listed[other].name.square:
        return False
    named_by = [claims.naming(one, made.arrival) for one in (made.change, *made.change.rivals)]
    named, others = ([index for index, by in enumerate(named_by) if x in by] for x in (claim, other))
    return bool(named and others) and len({*named, *others}) > 1


def _false_claim(claim: Claim, made: Sequence[Made], progress: int) -> Illegal:
    part, why = _why_false(claim, made)
    return Illegal(Codes.CLAIM_FALSE, "B32", why, part=part, progress=progress + _IS_FALSE)


def _why_false(claim: Claim, made: Sequence[Made]) -> tuple[str, str]:
    """The part of a false claim that is wrong, and a message."""
    name = claim.name
    here = [change for change in made if GRID.names[change.change.square] == name.square]
    of_size = [change for change in here if change.change.before.size is name.size]
    if not here:
        return f"{name.part} square", f"nothing changes on {name.square}"
    if not of_size:
        return f"{name.part} size", f"no {name.size.word} changes on {name.square}"
    in_time = [change for change in of_size if claim.arrival in (None, change.arrival)]
    if not in_time:
        return name.part, f"the {name.size.word} on {name.square} changes at another arrival"
    change = in_time[0].change
    if name.colour not in (None, change.before.colour):
        return f"{name.part} colour", f"the {name.size.word} that changes on {name.square} was {_colour(change)}"
    if name.level not in (None, change.level):
        return f"{name.part} level", f"the {name.size.word} that changes on {name.square} is on level {change.level}"
    if not _fits_result(claim, change):
        new = "is captured" if change.after is None else f"becomes {COLOUR_WORD[change.after.colour]}"
        return f"{name.part} new", f"the {name.size.word} on {name.square} {new}"
    return name.part, f"the {name.size.word} on {name.square} changes only once, and has an X already"


def _colour(change: Change) -> str:
    return COLOUR_WORD[change.before.colour]


_IS_FALSE = 1
"""An action whose only fault is a false X has got further than one that lacks an X (B47)."""

AGREES, CONTRADICTS, SILENT = 2, 1, 0


def agreement(claims: Claims, made: Sequence[Made], arrivals: range) -> int:
    """How well these arrivals agree with the X results: `AGREES` if nothing is wrong so far, `CONTRADICTS` if a claim
    bound to one of them is false, `SILENT` if a choice is not written (B21). `made` are the changes up to the last."""
    if any(one.change.settled_by and one.arrival in arrivals for one in made) and not are_choices_written(made):
        return SILENT
    bound = claims.bound_to(arrivals)
    return AGREES if not bound or len(match(made, bound)) == len(bound) else CONTRADICTS
