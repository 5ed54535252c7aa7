"""The codes of the diagnostics that Homeworlds gives."""

from __future__ import annotations

from pyrnot.core.diagnostics import Code


class Codes(Code):
    """A mistyped code is a type error; `faults` explains each."""

    AMBIGUOUS = "ambiguous"
    ATTACK_NO_TARGET = "attack-no-target"
    ATTACK_TOO_BIG = "attack-too-big"
    BAD_HEADER = "bad-header"
    BAD_SEATS = "bad-seats"
    BAD_SETUP = "bad-setup"
    BANK_EMPTY = "bank-empty"
    BUILD_NO_TEMPLATE = "build-no-template"
    BUILD_SIZE = "build-size"
    DUPLICATE_NAME = "duplicate-name"
    EARLY_CATASTROPHE = "early-catastrophe"
    NEEDLESS_PASS = "needless-pass"
    NO_ACTION = "no-action"
    NO_ACTION_LEFT = "no-action-left"
    NO_HOMEWORLD = "no-homeworld"
    NO_OVERPOPULATION = "no-overpopulation"
    NO_POWER = "no-power"
    NO_SHIP = "no-ship"
    NOT_CONNECTED = "not-connected"
    NOT_NOTATION = "not-notation"
    SACRIFICE_COLOUR = "sacrifice-colour"
    SECOND_HOMEWORLD = "second-homeworld"
    SELF_ELIMINATION = "self-elimination"
    TAG_AGAINST_SETUP = "tag-against-setup"
    TRADE_SAME_COLOUR = "trade-same-colour"
    TRADE_SIZE = "trade-size"
    TURN_IN_CHAT = "turn-in-chat"
    TURN_MISSING = "turn-missing"
    UNKNOWN_PLAYER = "unknown-player"
    UNKNOWN_SYSTEM = "unknown-system"
    WRONG_NUMBER = "wrong-number"
