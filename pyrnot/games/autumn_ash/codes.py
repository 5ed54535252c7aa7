"""The codes of Autumn Ash's diagnostics."""

from __future__ import annotations

from pyrnot.core.diagnostics import Code


class Codes(Code):
    """Each is explained in `faults`; a mistyped one is a type error."""

    BAD_SETUP = "bad-setup"
    BLOCKED = "blocked"
    BURNT = "burnt"
    CANNOT_CAP = "cannot-cap"
    CAP_NOT_PAWN = "cap-not-pawn"
    CLAIM_FALSE = "claim-false"
    ENTRY_SQUARE_LEFT = "entry-square-left"
    NEEDLESS_PASS = "needless-pass"
    NO_ENTRY_SQUARE = "no-entry-square"
    NO_MOVE = "no-move"
    NO_REPLY = "no-reply"
    NO_SUCH_PYRAMID = "no-such-pyramid"
    NOT_ADJACENT = "not-adjacent"
    NOT_YOURS = "not-yours"
    OCCUPIED = "occupied"
    OFF_BOARD = "off-board"
    OUT_OF_PLAYFIELD = "out-of-playfield"
    PASS_NOT_ALONE = "pass-not-alone"
    SECOND_ACTION = "second-action"
    SIZE_MISSING = "size-missing"
    STASH_EMPTY = "stash-empty"
    TOO_MANY_STEPS = "too-many-steps"
    WRONG_ORDER = "wrong-order"
    WRONG_SIZE = "wrong-size"
