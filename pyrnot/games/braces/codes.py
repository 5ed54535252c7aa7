"""The codes of the diagnostics that Braces raises."""

from __future__ import annotations

from pyrnot.core.diagnostics import Code


class Codes(Code):
    """A mistyped code is a type error. `faults` explains each."""

    AFTER_WIN = "after-win"
    AMBIGUOUS = "ambiguous"
    BAD_SETUP = "bad-setup"
    BAD_WILD = "bad-wild"
    BLOCKED = "blocked"
    CAPPED_UNIT = "capped-unit"
    CHOICE_MISSING = "choice-missing"
    CLAIM_FALSE = "claim-false"
    CLAIM_MISSING = "claim-missing"
    COLOUR_COUNT = "colour-count"
    COST_NOT_MET = "cost-not-met"
    COST_TOO_HIGH = "cost-too-high"
    DICE_MISSING = "dice-missing"
    DICE_NOT_FIRST = "dice-not-first"
    MIXED_UNIT = "mixed-unit"
    NEEDLESS_PASS = "needless-pass"
    NO_DOUBLE = "no-double"
    NO_POWER = "no-power"
    NO_SUCH_FACE = "no-such-face"
    NO_SUCH_NUMBER = "no-such-number"
    NO_SUCH_PYRAMID = "no-such-pyramid"
    NO_WILD_USE = "no-wild-use"
    NOT_ADJACENT = "not-adjacent"
    NOT_YOURS = "not-yours"
    OFF_BOARD = "off-board"
    SAME_COLOUR = "same-colour"
    SECOND_ACTION = "second-action"
    SECOND_SWAP = "second-swap"
    SWAP_WITH_ITSELF = "swap-with-itself"
    TURN_EMPTY = "turn-empty"
    TWO_SIZES = "two-sizes"
    UNKNOWN_COLOUR = "unknown-colour"
    VARIANTS_CLASH = "variants-clash"
    WRONG_ORDER = "wrong-order"
