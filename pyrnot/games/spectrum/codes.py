"""The codes of Spectrum's diagnostics."""

from __future__ import annotations

from pyrnot.core.diagnostics import Code


class Codes(Code):
    """Each is explained in `faults`; a mistyped one is a type error."""

    AFTER_WIN = "after-win"
    AMBIGUOUS = "ambiguous"
    BAD_CIRCLE = "bad-circle"
    BAD_GOALS = "bad-goals"
    BAD_SEATS = "bad-seats"
    BAD_SETUP = "bad-setup"
    CONVERSION_MISSING = "conversion-missing"
    DRAW_MISSING = "draw-missing"
    GOALS_MISSING = "goals-missing"
    NAMED_TWICE = "named-twice"
    NEEDLESS_PASS = "needless-pass"
    NO_ACTION = "no-action"
    NO_MATCH = "no-match"
    NO_SUCH_GOAL = "no-such-goal"
    NO_SUCH_PYRAMID = "no-such-pyramid"
    NO_SUCH_SEAT = "no-such-seat"
    NOT_ENOUGH = "not-enough"
    OWN_STASH = "own-stash"
    SAME_SIZE = "same-size"
    SECOND_ACTION = "second-action"
    TAG_AGAINST_SETUP = "tag-against-setup"
    TOO_FEW_NAMED = "too-few-named"
    TOO_MANY_NAMED = "too-many-named"
    UNEQUAL = "unequal"
    WRONG_COLOUR = "wrong-colour"
    WRONG_DRAW = "wrong-draw"
    WRONG_ORDER = "wrong-order"
    WRONG_SIZE = "wrong-size"
