"""What players write in mails and chats instead of a game's notation: the form in which each game says it (TR3.3,
TR3.5).

Each game's own table is `SPOKEN` in its `spoken` module. Nothing here reads a thread or applies a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

Respell = Callable[[str], str]


def _no_ways(_: str, __: Any) -> Iterable[str]:
    return ()


def _never(_: str) -> bool:
    return False


def _no_join(_: str, __: str) -> str | None:
    return None


def _no_dice(_: str) -> str | None:
    return None


def _no_seat(_: str, __: Any) -> str | None:
    return None


def _no_tags(_: str) -> Sequence[tuple[str, str]]:
    return ()


class Spoken(Struct, frozen=True):
    """How players of one game write what its grammar writes otherwise.

    `spellings` are put right one after another, each over the whole text of a turn. `complete` gives the full texts
    that
    a turn may mean at a position where a part that only the position tells is left out (where a ship is built), and
    `is_incomplete` says that a text is such a turn. `read_dice` reads what was rolled, said apart from its turn, as
    the opening of a turn, or a part of it; `join_dice` puts two such parts together (None: they do not go together).
    `read_set_up` reads a sentence that gives what the game needs before its first turn, as tags.
    """

    spellings: Sequence[Respell] = ()
    complete: Callable[[str, Any], Iterable[str]] = _no_ways
    is_incomplete: Callable[[str], bool] = _never
    read_dice: Callable[[str], str | None] = _no_dice
    join_dice: Callable[[str, str], str | None] = _no_join
    read_set_up: Callable[[str], Sequence[tuple[str, str]]] = _no_tags
    mentions: re.Pattern[str] | None = None
    """Words that describe a turn: a player's last line that has them, and that nothing reads, may be one."""
    set_up_lines: int = 1
    """How many lines together may give what `read_set_up` reads."""
    seat_called: Callable[[str, Any], str | None] = _no_seat
    """The seat that a name has at a position: that of a player whose homeworld is called so."""
    sign: re.Pattern[str] | None = None
    """What every turn has somewhere, however it is spelt; a text without it is not looked at."""
    nearly: Callable[[str], bool] = _never
    """Whether a text that nothing reads begins as a turn does, beyond what the grammar says of that."""
    bare_words: frozenset[str] | None = None
    """Words of which everything that is read here holds one if it has neither a figure nor another character of
    notation: a line of five words and more without any of them is chatter. None: any line may be something."""
    bare_verbs: frozenset[str] = frozenset()
    """The words that `verbs` fits, but for those."""
    verbs: re.Pattern[str] | None = None
    """Words of the notation that are words of the language too: after a turn they leave it open."""


ON_A_BOARD = re.compile(
    r"\d|(?<![^\W_])(?i:[SMLPDQX]{0,5})(?:\([^()]{1,5}\))?[a-hA-H][lI|](?![A-Za-z])|\b(?i:pass)|[<;^_]|[⚀-⚅]"
)
"""What every turn on a board has: a square, or a pass; or what is left of a card."""


def spelling(pattern: str, meant: str | Callable[[re.Match[str]], str], flags: int = re.IGNORECASE) -> Respell:
    """A spelling that is put right wherever a pattern stands."""
    found = re.compile(pattern, flags)
    return lambda text: found.sub(meant, text)


def board_spellings(sizes: dict[str, str]) -> tuple[Respell, ...]:
    """What players of every game on a board write: `sizes` are the words for its sizes, with their letters."""
    letters = "".join(sizes.values())
    words = "|".join(sizes)
    return (
        spelling(
            rf"\b({words})s?\b\s*(?:pyramid\s+)?(?:(?:from|at|on|in|to|onto|into|von|auf)\s+)?(?=[a-h][1-8lI]\b)",
            lambda found: sizes[found[1].lower()],
        ),
        spelling(rf"(?<=[=>:])\s*({words})\b", lambda found: sizes[found[1].lower()]),
        spelling(
            rf"(?<![A-Za-z])([{letters}]+)\s*(?=(?:\([a-z0-9,]{{1,8}}\))?[a-h][1-8lI](?![a-z0-9]))",
            lambda found: found[1].upper(),
        ),
        spelling(rf"(?<![A-Za-z])([{letters}]+[a-h])\s(?=[1-8]\b(?!\s*[/.]))", r"\1"),
        spelling(rf"(?<=[xX])([{letters}])(?=[a-h][1-8])", lambda found: found[1].upper()),
        spelling(
            r"(?<=[a-h1-8SMLPDQ])\s*\(\s*((?:x(?:[SMLPDQ]|[a-h][1-8])|\+\d)[^()]*(?:\([a-z0-9]{1,4}\)[^()]*){0,9})\)",
            r" \1",
        ),  # what a turn did, in brackets after it
        spelling(r"(?<=[a-h][1-8])\s*(?:<->|<-->|<=>|↔|⇄|⇆|⟷)\s*(?=[SMLPDQ])", "<>"),
        spelling(r"(?<=[a-h][1-8lI])\s*(?:--?>?|→|=>|⇒|[–—]>|➔|➜|➝|➞|➡|⟶|⇨)\s*(?=[A-H][1-8lI])", "-"),
        spelling(r"(?<=[a-h][1-8lI])\s+(?:to|nach|till|til)\s+(?=[a-h][1-8lI])", "-"),
        spelling(r"(?:(?<=[;,:])|(?<=^))\s*first,?\s+(?=\+?[SMLPDQ]{1,3}(?:\([a-z0-9,]{1,8}\))?[a-h][1-8])", " "),
        spelling(r"(?<=[;,:])\s*(?:i|we|ich)(?:['’]ll| will| must| have to)?\s+pass\b", " pass"),
        spelling(
            r"^\s*(?:i\s+)?(?:move|play)\s+(?:the\s+|my\s+)?(?=[SMLPDQ]{1,3}(?:\([a-z0-9,]{1,8}\))?[a-h][1-8])", ""
        ),
        spelling(r"(?<=[a-h][1-8])\s+(?:takes|captures|takes on|schlägt)\s+(?=[SML]?[a-h][1-8])", "x"),
    )


def late_spellings(sizes: str) -> tuple[Respell, ...]:
    """What is put right last: figures for letters, a missing dash, and commas for semicolons."""
    return (
        spelling(r"©", "(c)"),
        spelling(r"®", "(r)"),
        spelling(rf"(?<=[{sizes}(x=<>-][a-h])[lI|](?![A-Za-z0-9])", "1", 0),
        spelling(rf"(?<=[{sizes}-][a-h])[lI](?=[-<;,. )x+]|$)", "1", 0),
        spelling(rf"(?<![A-Za-z])([{sizes}]+(?:\([a-z0-9,]{{1,8}}\))?[a-h][1-8])\s*(?=[a-h][1-8](?![0-9]))", r"\1-", 0),
        spelling(r"(?<=-[a-h][1-8])\s*(?=[a-h][1-8](?![0-9]))", "-", 0),
        spelling(
            r"\s*(?:,?\s*\band then\b|,?\s*\bthen\b|,|\s\|\s|\s/\s|\s&\s|\s\+\s)\s*(?![0-9]\b)"
            rf"|(?<=[a-h][1-8])\s+(?:and|und)\s+(?=\+?[{sizes}]{{1,3}}(?:\([a-z0-9,]{{1,8}}\))?[a-h][1-8])",
            "; ",
        ),
    )
