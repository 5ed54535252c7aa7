r"""What pyramids, squares and names look like in the turns of one game.

Each game says it once, in `GameInfo.notation`. Hints, an editor's colours and what is read in mails are written
against it. Parsing is left to the game's grammar, which a law holds to the same letters.

>>> import re
>>> board = Notation(r"[SML]", files="abcdefgh", ranks="12345678")
>>> board.square, re.findall(board.square, "Sc4-c5 XLd9")
('[abcdefgh][12345678]', ['c4', 'c5'])
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct


class PartKind(StrEnum):
    """What a part of a written action stands for, and so what a player touches who plays it on a board."""

    PYRAMID = "pyramid"
    """A pyramid, or several that go together, on the square or slot that is named with it."""
    STASH = "stash"
    """A pyramid from the mover's stash, on the square that is named with it."""
    SIZE = "size"
    """The size that a pyramid changes to."""
    SQUARE = "square"
    SLOT = "slot"
    """The colour of a slot of a ring."""
    SYSTEM = "system"
    SHIP = "ship"
    """A ship at the system that is named with it."""
    BANK = "bank"
    """A pyramid from a bank."""
    SEAT = "seat"
    """A seat from which something is taken."""
    GOAL = "goal"
    CARD = "card"
    """A section of the mover's card."""
    DIE = "die"
    """A face of a die."""
    WORD = "word"
    """A verb, a name or a colour: nothing that is on the table."""
    RESULT = "result"
    """A result of the action (`XSd5`), which is a choice only where the rules leave one."""

    @property
    def is_step(self) -> bool:
        """Whether an action is complete up to the part: the pyramid of `Sc4` is chosen together with its square."""
        return self not in (PartKind.PYRAMID, PartKind.STASH)


class Notation(Struct, frozen=True):
    """How the turns of one game are written. Patterns are text, to be put into larger ones."""

    pyramid: str
    """A pattern for a pyramid, or several that are named together, without their square: `S` of `Sc4`, `y1`."""
    sizes: str = "SML"
    """The letters or figures of the sizes, smallest first."""
    size_words: tuple[str, ...] = ("small", "medium", "large")
    """What players call the sizes, in the same order."""
    colours: str = ""
    """The letters of the colours, in the game's order; "" if no turn tells a colour."""
    colour_words: tuple[str, ...] = ()
    """The words for colours that are part of a turn, in the same order."""
    files: str = ""
    """The letters of the columns of squares, from the left; "" if the game has no squares."""
    ranks: str = ""
    """The figures of the rows of squares, from the bottom."""
    corner: str = "h8"
    """The last square of the largest board, at its far right: squares beyond it can be written, too."""
    faces: tuple[str, ...] = ()
    """The words for the faces of a die that are part of a turn."""
    name: str | None = None
    """A pattern for a name that the players gave, such as a system's; None if turns have no names."""
    parts: Mapping[str, PartKind] = {}
    """What the parts of actions stand for, by their keys in `ParsedAction.spans` without numbers, such as `step`, or
    `Enter.size` for the `size` of one class of exact actions. Other parts are entered with those around them."""
    slots: Mapping[str, str] = {}
    """What the slots of a ring are called, by the letters that turns have for them: `red` by `r`."""

    def __hash__(self) -> int:
        return hash((self.pyramid, self.files, self.ranks, self.name))

    @property
    def square(self) -> str:
        """A pattern for a square; it matches nothing if the game has none."""
        return f"[{self.files}][{self.ranks}]" if self.files else NOTHING

    @property
    def size_of_word(self) -> dict[str, str]:
        """The letters of the sizes by their words: `S` by `small`."""
        return dict(zip(self.size_words, self.sizes, strict=True))


NOTHING = "(?!)"
"""A pattern that matches nothing."""
