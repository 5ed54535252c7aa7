"""The codes of Martian Life's diagnostics."""

from __future__ import annotations

from pyrnot.core.diagnostics import Code


class Codes(Code):
    """`faults` explains each of them."""

    BAD_SETUP = "bad-setup"
    BAD_TRIOS = "bad-trios"
    CLAIM_FALSE = "claim-false"
    CLAIM_MISSING = "claim-missing"
    NEEDLESS_PASS = "needless-pass"
    NO_ACTION = "no-action"
    NO_SUCH_PYRAMID = "no-such-pyramid"
    NOT_YOURS = "not-yours"
    OCCUPIED = "occupied"
    SECOND_ACTION = "second-action"
    STASH_EMPTY = "stash-empty"
    WRONG_PROMOTION = "wrong-promotion"
    WRONG_SIZE = "wrong-size"
