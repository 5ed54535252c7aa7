"""What players write in mails and chats instead of a game's notation (TR3.3, TR3.5).

This is the form in which each game says it, and what those on a board share. Each game's own table is `INFORMAL` in
its `informal` module. Nothing here reads a thread or applies a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pyrnot.core.limits import ACTION_CHARACTERS
from pyrnot.core.marks import ALIKE, DISGUISED_LETTER
from pyrnot.core.notation import Notation
from pyrnot.core.patterns import lazy_pattern

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
    """What is notation in a sentence, though it is not a turn by itself; None: pyramids, and squares with what
    stands on them (`pieces_pattern`)."""
    set_up_tags: frozenset[str] = frozenset()
    """The tags whose values are found by their own notation, anywhere in a line."""
    site_variants: Mapping[str, Mapping[str, str]] = {}
    """The optional rules by which sites play, by the site's name: that of each of its options, and "" -> what is
    always played there."""
    set_up_lines: int = 1
    """How many lines together may give what `read_set_up` reads."""
    marker: re.Pattern[str] = lazy_pattern("")
    """What every turn has somewhere, however it is spelt; a text without it is not looked at."""
    first_of_several: re.Pattern[str] = lazy_pattern("(?!)")
    """How an action begins whose turn has more of them, which players put on a line each."""
    next_of_several: re.Pattern[str] = lazy_pattern("(?!)")
    """How the others begin."""
    never_first: re.Pattern[str] = lazy_pattern("(?!)")
    """How an action begins with which no turn does: it may stand on the line below its turn, or in the next cell."""
    last_of_turn: re.Pattern[str] = lazy_pattern("(?!)")
    """How an action begins with which a turn ends, so that the one after it is the next seat's; by itself, none."""
    has_names: bool = False
    """Whether turns hold names that players give: any word, so that one after a turn may belong to it."""

    def respellings(self, text: str) -> list[str]:
        """A text, and what it becomes as the spellings are put right one after another: first the letters of other
        alphabets."""
        states = [text]
        for respell in (_IN_LATIN, *self.spellings):
            changed = respell(states[-1])[:ACTION_CHARACTERS]
            if changed != states[-1]:
                states.append(changed)
        return states


_FIGURE = r"\d"
"""That of a rank, or of a die."""
_PASS = r"\b(?i:pass)"
_OF_A_CARD = r"[<;^_]"
_DIE = r"[⚀-⚅]"


def board_marker(notation: Notation) -> re.Pattern[str]:
    """What every turn on a board has: a square, or a pass; or what is left of a card."""
    square_with_letter = (  # its 1 has become a letter: `Scl`
        rf"(?<![^\W_])(?i:[{notation.sizes}X]{{0,5}})(?:\([^()]{{1,5}}\))?{_file(notation)}[lI|](?![A-Za-z])"
    )
    return lazy_pattern("|".join((_FIGURE, square_with_letter, _PASS, _OF_A_CARD, _DIE)))


def _file(notation: Notation) -> str:
    """The letter of a file, in any case."""
    return f"[{notation.files}{notation.files.upper()}]"


_ROLL = r"\b[1-6]/[1-6]\b(?!/)"
_CARD = r"<(?=[^<>]{0,30}[_^])[^<>]{3,30}>"
_FACE = r"\b(?:TIP|HOP|SWAP|DIG|AIM|WILD)\b(?=.{0,12}\d)"
"""A face of the treehouse die, with a figure soon after it."""


def pieces_pattern(notation: Notation) -> re.Pattern[str]:
    """Notation of a game anywhere in a sentence: pyramids, on a board with their squares and what follows."""
    if not notation.files:
        return lazy_pattern(rf"\b(?:{notation.pyramid})(?!\w)")
    sizes = notation.sizes
    file = _file(notation)
    # a square, with the pyramids on it and what follows: `LM(2)b3-c3`, `Sd4=M`, `xSe5`
    action = (
        rf"(?<![A-Za-z0-9/])[+xX]?(?:[{sizes}{sizes.lower()}]{{1,4}}(?:\([a-z0-9,]{{1,5}}\))?)?"
        rf"{file}[{notation.ranks}]"
        rf"(?:(?:<>|[-=xX:])[A-Za-z]{{0,3}}[{notation.files}]?[{notation.ranks}]?)*(?![A-Za-z0-9])"
    )
    off_the_board = rf"(?<![A-Za-z0-9])[{sizes}]{{1,3}}[a-z]\d(?![A-Za-z0-9])"  # `Sk9`
    on_a_card = rf"(?<![A-Za-z])[{sizes}][_^]"
    return lazy_pattern("|".join((action, off_the_board, _ROLL, _CARD, _FACE, on_a_card)))


def spelling(pattern: str, meant: str | Callable[[re.Match[str]], str], flags: int = re.IGNORECASE) -> Respell:
    """A spelling that is put right wherever a pattern stands."""
    compiled = lazy_pattern(pattern, flags)
    return lambda text: compiled.sub(meant, text)


_IN_LATIN = spelling(DISGUISED_LETTER, lambda letter: ALIKE[letter[0]], 0)
_MARK = r"(?:\([a-z0-9,]{1,8}\))?"
"""The colour and the levels of pyramids, in parentheses, if they are written: `(w2)`."""


def board_spellings(notation: Notation) -> tuple[Respell, ...]:
    """What players of every game on a board write."""
    letters = notation.sizes
    words = "|".join(notation.size_words)
    square = notation.square
    square_or_l = f"[{notation.files}][{notation.ranks}lI]"  # its 1 may have become a letter
    any_file = f"[{notation.files.upper()}]"
    end = f"[{notation.files}{notation.ranks}{letters}]"
    named = rf"[{letters}]{{1,3}}{_MARK}{square}"  # pyramids with their square: `LM(2)b3`
    size_of_word = notation.size_of_word

    def letter_of(match: re.Match[str]) -> str:
        return size_of_word[match[1].lower()]

    def in_capitals(match: re.Match[str]) -> str:
        return match[1].upper()

    return (
        spelling(rf"(?<={square})\s*>\s*(?={square})", "-"),
        # `large pyramid at c3`, `=large`, `l c3`, `Lc 3`, `xlc3`
        spelling(
            rf"\b({words})s?\b\s*(?:pyramid\s+)?(?:(?:from|at|on|in|to|onto|into)\s+)?(?={square_or_l}\b)",
            letter_of,
        ),
        spelling(rf"(?<=[=>:])\s*({words})\b", letter_of),
        spelling(rf"(?<![A-Za-z])([{letters}]+)\s*(?={_MARK}{square_or_l}(?![a-z0-9]))", in_capitals),
        spelling(rf"(?<![A-Za-z])([{letters}]+[{notation.files}])\s(?=[{notation.ranks}]\b(?!\s*[/.]))", r"\1"),
        spelling(rf"(?<=[xX])([{letters}])(?={square})", in_capitals),
        # what a turn did, in brackets after it
        spelling(
            rf"(?<={end})\s*\("
            rf"\s*((?:x(?:[{letters}]|{square})|\+\d)[^()]*(?:\([a-z0-9]{{1,4}}\)[^()]*){{0,9}})\)",
            r" \1",
        ),
        # arrows
        spelling(rf"(?<={square})\s*(?:<->|<-->|<=>|><|↔|⇄|⇆|⟷)\s*(?=[{letters}])", "<>"),
        spelling(
            rf"(?<={square_or_l})\s*(?:--?>?|→|=>|⇒|[–—]>|➔|➜|➝|➞|➡|⟶|⇨)\s*(?={any_file}[{notation.ranks}lI])", "-"
        ),
        spelling(rf"(?<={square_or_l})\s+to\s+(?={square_or_l})", "-"),
        # words around an action
        spelling(rf"(?:(?<=[;,:])|(?<=^))\s*first,?\s+(?=\+?{named})", " "),
        spelling(r"(?<=[;,:])\s*(?:i|we)(?:['’]ll| will| must| have to)?\s+pass\b", " pass"),
        spelling(rf"^\s*(?:i\s+)?(?:move|play)\s+(?:the\s+|my\s+)?(?={named})", ""),
        spelling(
            rf"(?<=[{notation.files}{notation.ranks}{letters}>_^])(?:\s*、\s*|\s+/\s+)(?=[<+]|H?[{letters}])", "; "
        ),
        spelling(rf"(?<={square})\s+(?:takes|captures|takes on)\s+(?=[{letters}]?{square})", "x"),
    )


def late_spellings(notation: Notation) -> tuple[Respell, ...]:
    """What is put right last: figures for letters, a missing dash, and commas for semicolons."""
    sizes = notation.sizes
    square = notation.square
    return (
        spelling(r"©", "(c)"),
        spelling(r"®", "(r)"),
        spelling(rf"(?<=[{sizes}(x=<>-][{notation.files}])[lI|](?![A-Za-z0-9])", "1", 0),
        spelling(rf"(?<=[{sizes}-][{notation.files}])[lI](?=[-<;,. )x+]|$)", "1", 0),
        spelling(rf"(?<![A-Za-z])([{sizes}]+{_MARK}{square})\s*(?={square}(?![0-9]))", r"\1-", 0),
        spelling(rf"(?<=-{square})\s*(?={square}(?![0-9]))", "-", 0),
        spelling(
            r"\s*(?:,?\s*\band then\b|,?\s*\bthen\b|,|\s\|\s|\s/\s|\s&\s|\s\+\s)\s*(?![0-9]\b)"
            rf"|(?<={square})\s+and\s+(?=\+?[{sizes}]{{1,3}}{_MARK}{square})",
            "; ",
        ),
    )
