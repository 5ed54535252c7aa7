"""What players write in mails and chats instead of a game's notation (TR3.3, TR3.5).

This is the form in which each game says it, and what those on a board share. Each game's own table is `INFORMAL` in
its `informal` module. Nothing here reads a thread or applies a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from pyrnot.core.limits import ACTION_CHARACTERS

Respell = Callable[[str], str]


class InformalNotation(Struct, frozen=True):
    """How players of one game write what its grammar writes otherwise.

    `spellings` are put right one after another, each over the whole text of a turn. `complete` gives the full texts
    that a turn may mean at a position where a part that only the position tells is left out (where a ship is built),
    and `is_incomplete` says that a text is such a turn. `read_dice` reads what was rolled, said apart from its turn,
    as the opening of a turn, or a part of it; `join_dice` puts two such parts together (None: they do not go
    together). `read_set_up` reads a sentence that gives what the game needs before its first turn, as tags; `Card` is
    the tag of the seat that says it.
    """

    spellings: Sequence[Respell] = ()
    complete: Callable[[str, Any], Iterable[str]] = lambda _text, _position: ()
    is_incomplete: Callable[[str], bool] = lambda _text: False
    read_dice: Callable[[str], str | None] = lambda _text: None
    join_dice: Callable[[str, str], str | None] = lambda _one, _other: None
    read_set_up: Callable[[str], Sequence[tuple[str, str]]] = lambda _text: ()
    pieces: re.Pattern[str] | None = None
    """What is notation in a sentence, though it is not a turn by itself; None: squares, with what stands on them."""
    set_up_tags: frozenset[str] = frozenset()
    """The tags whose values are found by their own notation, anywhere in a line."""
    set_up_lines: int = 1
    """How many lines together may give what `read_set_up` reads."""
    marker: re.Pattern[str] | None = None
    """What every turn has somewhere, however it is spelt; a text without it is not looked at."""

    def respellings(self, text: str) -> list[str]:
        """A text, and what it becomes as the spellings are put right one after another."""
        states = [text]
        for respell in self.spellings:
            changed = respell(states[-1])[:ACTION_CHARACTERS]
            if changed != states[-1]:
                states.append(changed)
        return states


_FIGURE = r"\d"
"""That of a rank, or of a die."""
_SQUARE_WITH_L = r"(?<![^\W_])(?i:[SMLPDQX]{0,5})(?:\([^()]{1,5}\))?[a-hA-H][lI|](?![A-Za-z])"
"""A square, with what stands on it, whose 1 has become a letter: `Scl`."""
_PASS = r"\b(?i:pass)"
_OF_A_CARD = r"[<;^_]"
_DIE = r"[⚀-⚅]"

ON_A_BOARD = re.compile("|".join((_FIGURE, _SQUARE_WITH_L, _PASS, _OF_A_CARD, _DIE)))
"""What every turn on a board has: a square, or a pass; or what is left of a card."""


_ACTION = (
    r"(?<![A-Za-z0-9/])[+xX]?(?:[SMLPDQsmlpdq]{1,4}(?:\([a-z0-9,]{1,5}\))?)?[a-hA-H][1-8]"
    r"(?:(?:<>|[-=xX:])[A-Za-z]{0,3}[a-h]?[1-8]?)*(?![A-Za-z0-9])"
)
"""A square, with the pyramids on it and what follows: `LM(2)b3-c3`, `Sd4=M`, `xSe5`."""
_OFF_THE_BOARD = r"(?<![A-Za-z0-9])[SMLPDQ]{1,3}[a-z]\d(?![A-Za-z0-9])"
"""Pyramids on a square that no board has: `Sk9`."""
_ROLL = r"\b[1-6]/[1-6]\b(?!/)"
_CARD = r"<(?=[^<>]{0,30}[_^])[^<>]{3,30}>"
_FACE = r"\b(?:TIP|HOP|SWAP|DIG|AIM|WILD)\b(?=.{0,12}\d)"
"""A face of the treehouse die, with a figure soon after it."""
_ON_A_CARD = r"(?<![A-Za-z])[SML][_^]"
"""A pyramid lying or upright on a card: `S_`."""

BOARD_PIECES = re.compile("|".join((_ACTION, _OFF_THE_BOARD, _ROLL, _CARD, _FACE, _ON_A_CARD)))
"""Notation of a game on a board, anywhere in a sentence."""


def spelling(pattern: str, meant: str | Callable[[re.Match[str]], str], flags: int = re.IGNORECASE) -> Respell:
    """A spelling that is put right wherever a pattern stands."""
    informal = re.compile(pattern, flags)
    return lambda text: informal.sub(meant, text)


_SQUARE = "[a-h][1-8]"
_SQUARE_OR_L = "[a-h][1-8lI]"
"""A square whose 1 may have become a letter."""
_MARK = r"(?:\([a-z0-9,]{1,8}\))?"
"""The colour and the levels of pyramids, in parentheses, if they are written: `(w2)`."""
_NAMED = rf"[SMLPDQ]{{1,3}}{_MARK}{_SQUARE}"
"""Pyramids with their square: `LM(2)b3`."""


def board_spellings(sizes: dict[str, str]) -> tuple[Respell, ...]:
    """What players of every game on a board write: `sizes` are the words for its sizes, with their letters."""
    letters = "".join(sizes.values())
    words = "|".join(sizes)

    def letter_of(match: re.Match[str]) -> str:
        return sizes[match[1].lower()]

    def in_capitals(match: re.Match[str]) -> str:
        return match[1].upper()

    return (
        # `large pyramid at c3`, `=large`, `l c3`, `Lc 3`, `xlc3`
        spelling(
            rf"\b({words})s?\b\s*(?:pyramid\s+)?(?:(?:from|at|on|in|to|onto|into)\s+)?(?={_SQUARE_OR_L}\b)",
            letter_of,
        ),
        spelling(rf"(?<=[=>:])\s*({words})\b", letter_of),
        spelling(rf"(?<![A-Za-z])([{letters}]+)\s*(?={_MARK}{_SQUARE_OR_L}(?![a-z0-9]))", in_capitals),
        spelling(rf"(?<![A-Za-z])([{letters}]+[a-h])\s(?=[1-8]\b(?!\s*[/.]))", r"\1"),
        spelling(rf"(?<=[xX])([{letters}])(?={_SQUARE})", in_capitals),
        # what a turn did, in brackets after it
        spelling(
            r"(?<=[a-h1-8SMLPDQ])\s*\("
            rf"\s*((?:x(?:[SMLPDQ]|{_SQUARE})|\+\d)[^()]*(?:\([a-z0-9]{{1,4}}\)[^()]*){{0,9}})\)",
            r" \1",
        ),
        # arrows
        spelling(rf"(?<={_SQUARE})\s*(?:<->|<-->|<=>|><|↔|⇄|⇆|⟷)\s*(?=[SMLPDQ])", "<>"),
        spelling(rf"(?<={_SQUARE_OR_L})\s*(?:--?>?|→|=>|⇒|[–—]>|➔|➜|➝|➞|➡|⟶|⇨)\s*(?=[A-H][1-8lI])", "-"),
        spelling(rf"(?<={_SQUARE_OR_L})\s+to\s+(?={_SQUARE_OR_L})", "-"),
        # words around an action
        spelling(rf"(?:(?<=[;,:])|(?<=^))\s*first,?\s+(?=\+?{_NAMED})", " "),
        spelling(r"(?<=[;,:])\s*(?:i|we)(?:['’]ll| will| must| have to)?\s+pass\b", " pass"),
        spelling(rf"^\s*(?:i\s+)?(?:move|play)\s+(?:the\s+|my\s+)?(?={_NAMED})", ""),
        spelling(r"(?<=[a-h1-8SMLPDQ>_^])(?:\s*、\s*|\s+/\s+)(?=[<+]|H?[SMLPDQ])", "; "),
        spelling(rf"(?<={_SQUARE})\s+(?:takes|captures|takes on)\s+(?=[SML]?{_SQUARE})", "x"),
    )


def late_spellings(sizes: str) -> tuple[Respell, ...]:
    """What is put right last: figures for letters, a missing dash, and commas for semicolons."""
    return (
        spelling(r"©", "(c)"),
        spelling(r"®", "(r)"),
        spelling(rf"(?<=[{sizes}(x=<>-][a-h])[lI|](?![A-Za-z0-9])", "1", 0),
        spelling(rf"(?<=[{sizes}-][a-h])[lI](?=[-<;,. )x+]|$)", "1", 0),
        spelling(rf"(?<![A-Za-z])([{sizes}]+{_MARK}{_SQUARE})\s*(?={_SQUARE}(?![0-9]))", r"\1-", 0),
        spelling(rf"(?<=-{_SQUARE})\s*(?={_SQUARE}(?![0-9]))", "-", 0),
        spelling(
            r"\s*(?:,?\s*\band then\b|,?\s*\bthen\b|,|\s\|\s|\s/\s|\s&\s|\s\+\s)\s*(?![0-9]\b)"
            rf"|(?<={_SQUARE})\s+and\s+(?=\+?[{sizes}]{{1,3}}{_MARK}{_SQUARE})",
            "; ",
        ),
    )
