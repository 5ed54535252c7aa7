"""X results as written (B32): which changes they name, which are false, and which changes have none.

A claim is compared with what an action did; it never does anything itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import Transition
from pyrnot.games.braces.actions import Change, Changed, Claim, Name, Stepped
from pyrnot.games.braces.board import GRID
from pyrnot.games.braces.position import COLOUR_WORD, LETTER_OF_COLOUR, Position, words
from pyrnot.games.braces.withdrawal import why_not_withdrawn

Fitting = tuple[int, ...]
"""The X results, by index, that fit one change."""


def find_fitting(claims: Sequence[Claim], change: Change, arrival: int) -> Fitting:
    """The X results that fit a change at this arrival (B32)."""
    return tuple([index for index, claim in enumerate(claims) if _fits(claim, change, arrival)])


def _fits(claim: Claim, change: Change, arrival: int) -> bool:
    name = claim.name
    return (
        name.square == GRID.names[change.square]
        and name.size is change.before.size
        and claim.arrival in (None, arrival)
        and name.colour in (None, change.before.colour)
        and name.level in (None, change.level)
        and _fits_result(claim, change)
    )


def _fits_result(claim: Claim, change: Change) -> bool:
    if claim.is_capture:
        return change.after is None
    return claim.new is None or (change.after is not None and change.after.colour is claim.new)


def pair_up(fitting: Sequence[Fitting]) -> dict[int, int]:
    """Pairs as many X results as possible, each with another change: index of the change by that of the X (B32)."""
    change_of: dict[int, int] = {}
    for change in range(len(fitting)):
        _pair(change, fitting, change_of, set())
    return change_of


def _pair(change: int, fitting: Sequence[Fitting], change_of: dict[int, int], tried: set[int]) -> bool:
    """Pairs one more change with an X, moving other changes to other X results if need be; whether that worked.

    This is the augmenting path of a bipartite matching; `tried` are the X results that it has met.
    """
    for claim in fitting[change]:
        if claim not in tried:
            tried.add(claim)
            if claim not in change_of or _pair(change_of[claim], fitting, change_of, tried):
                change_of[claim] = change
                return True
    return False


def check_claims(claims: Sequence[Claim], played: Transition[Position]) -> Sequence[Notice]:
    """A notice for each change of an action that no X names (B22, B32). Raises `Illegal` for a false X (B32)."""
    made = [event for event in played.events if isinstance(event, Changed)]
    if not made and not claims:
        return ()
    made.sort(key=lambda event: not event.change.needs_x)  # paired first, these keep an X
    matched = pair_up([find_fitting(claims, event.change, event.arrival) for event in made])
    for index, claim in enumerate(claims):
        if index not in matched:
            field, why = _why_false(claim, made, played)
            raise Illegal("claim-false", "B32", why, field=field)
    named = set(matched.values())
    return [_missing(event) for index, event in enumerate(made) if index not in named]


def check_written(claims: Sequence[Claim], played: Transition[Position]) -> Sequence[Notice]:
    """Like `check_claims`; but where the colours in the X results are false as those before the changes and true as
    those after them, there is a notice for each instead (B32)."""
    try:
        return check_claims(claims, played)
    except Illegal:
        others = with_colours_after(claims)
        if not is_true(others, played):
            raise
    notices = [
        Notice("read-as", "B32", _read_as(claim), field=f"{claim.name.field} colour")
        for claim, other in zip(claims, others, strict=True)
        if claim is not other
    ]
    return [*check_claims(others, played), *notices]


def is_true(claims: Sequence[Claim], played: Transition[Position]) -> bool:
    """Whether all X results name changes of an action."""
    try:
        check_claims(claims, played)
    except Illegal:
        return False
    return True


def with_colours_after(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The X results with each colour before a change taken as the one after it: `XS(r)d5` as `XSd5=r`."""
    return tuple(
        [
            replace(claim, name=replace(claim.name, colour=None), new=claim.name.colour)
            if claim.name.colour is not None and claim.new is None and not claim.is_capture
            else claim
            for claim in claims
        ]
    )


def _read_as(claim: Claim) -> str:
    name = claim.name
    assert name.colour is not None
    level = "" if name.level is None else f"({name.level})"
    right = f"X{name.size.letter}{level}{name.square}={LETTER_OF_COLOUR[name.colour]}"
    return f"read as `{right}`: in parentheses is the colour before the change"


def _missing(event: Changed) -> Notice:
    change = event.change
    square = GRID.names[change.square]
    missing = f"X{change.before.size.letter}{square}"
    message = f"missing {missing}: the {words(change.before)} on {square} {_result(change)} here"
    return Notice("claim-missing", "B32", message, field=f"to {event.arrival + 1}")


def _result(change: Change) -> str:
    """What a change did, for a message: `becomes green`."""
    return "is captured" if change.after is None else f"becomes {COLOUR_WORD[change.after.colour]}"


def _why_false(claim: Claim, made: Sequence[Changed], played: Transition[Position]) -> tuple[str, str]:
    """The field of a false claim that is wrong, and a message."""
    name = claim.name
    here = [event for event in made if GRID.names[event.change.square] == name.square]
    if not here:
        return f"{name.field} square", _why_not_withdrawn(name, played) or f"nothing changes on {name.square}"
    of_size = [event for event in here if event.change.before.size is name.size]
    if not of_size:
        return f"{name.field} size", f"no {name.size.word} changes on {name.square}"
    in_time = [event.change for event in of_size if claim.arrival in (None, event.arrival)]
    if not in_time:
        return name.field, f"the {name.size.word} on {name.square} changes at another arrival"
    return _why_not(claim, in_time[0])


def _why_not_withdrawn(name: Name, played: Transition[Position]) -> str | None:
    """Why the pyramid that an X names was not withdrawn from (B40); None if nothing suggests a withdrawal."""
    pending = played.position.pending
    square = GRID.index.get(name.square)
    if pending is None or not pending.track or square is None:
        return None
    steps = [(event.start, event.end) for event in played.events if isinstance(event, Stepped)]
    return why_not_withdrawn(pending.track, played.position.cells, steps, square, name.size)


def _why_not(claim: Claim, change: Change) -> tuple[str, str]:
    """The field of a false claim in which it differs from a change that it may mean, and a message."""
    name = claim.name
    if name.colour not in (None, change.before.colour):
        was = COLOUR_WORD[change.before.colour]
        return f"{name.field} colour", f"the {name.size.word} that changes on {name.square} was {was}"
    if name.level not in (None, change.level):
        return f"{name.field} level", f"the {name.size.word} that changes on {name.square} is on level {change.level}"
    if not _fits_result(claim, change):
        return f"{name.field} new", f"the {name.size.word} on {name.square} {_result(change)}"
    return name.field, f"the {name.size.word} on {name.square} changes only once, and has an X already"
