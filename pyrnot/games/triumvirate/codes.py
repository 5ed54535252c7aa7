"""The codes of Triumvirate's diagnostics."""

from __future__ import annotations

from pyrnot.core.diagnostics import Code


class Codes(Code):
    """`faults` explains each of them."""

    AFTER_WIN = "after-win"
    BAD_CARD = "bad-card"
    BLOCKED = "blocked"
    CAPTURE_FORBIDDEN = "capture-forbidden"
    CLAIM_FALSE = "claim-false"
    CLAIM_MISSING = "claim-missing"
    MISSING_TAG = "missing-tag"
    NEEDLESS_PASS = "needless-pass"
    NO_FLAT_PYRAMID = "no-flat-pyramid"
    NO_POINTS = "no-points"
    NO_SUCH_MOVE = "no-such-move"
    NO_SUCH_PRISONER = "no-such-prisoner"
    NO_SUCH_PYRAMID = "no-such-pyramid"
    NOT_YOURS = "not-yours"
    NOTHING_DONE = "nothing-done"
    OCCUPIED = "occupied"
    PLACE_TAKEN = "place-taken"
    POINTS_LEFT = "points-left"
    RESERVE_EMPTY = "reserve-empty"
    TAG_AGAINST_SETUP = "tag-against-setup"
    WRONG_MANNER = "wrong-manner"
    WRONG_ORDER = "wrong-order"
    WRONG_SIZE = "wrong-size"
    WRONG_SQUARE = "wrong-square"
