"""What players of Triumvirate write instead of its notation: cards in other brackets or in words, moves in words."""

from __future__ import annotations

import re

from pyrnot.core.informal import InformalNotation, board_marker, board_spellings, late_spellings, spelling
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games.triumvirate.notation import NOTATION

_LAID = r"(small|medium|large|[SML])\s*(?:\(?\s*(flat|lying|upright|standing|up)\s*\)?|([_^]))"
_THREE = lazy_pattern(
    rf"^\s*{_LAID}\s*[,;/|]?\s*(?:and\s+)?{_LAID}\s*[,;/|]?\s*(?:and\s+)?{_LAID}\s*$", re.IGNORECASE
)
_BY_SECTION = lazy_pattern(
    rf"\b(orthogonal|diagonal|l-shaped|knight|O|D|L)\b\s*[:=]?\s*(?:is\s+)?(?:an?\s+)?{_LAID}", re.IGNORECASE
)
_SECTION = r"(?:section\s+)?(orthogonal|diagonal|l-shaped|knight|O|D|L)\b"
_ON_SECTION = lazy_pattern(rf"{_LAID}\s*(?:(?:on|in|at|for)\s+)(?:the\s+)?{_SECTION}", re.IGNORECASE)
_SIZE_ON_SECTION = lazy_pattern(
    rf"\b(small|medium|large|[SML])\s+(?:on|in|at)\s+(?:the\s+)?{_SECTION}\W{{0,3}}"
    r"(flat|lying|upright|standing|up)\b",
    re.IGNORECASE,
)
"""`L on O flat`."""
_IN_WORDS = ((_ON_SECTION, 4, 1, 2, 3), (_BY_SECTION, 1, 2, 3, 4), (_SIZE_ON_SECTION, 2, 1, 3, 0))
"""Ways to name a section and what lies there: the groups of its section, its size, and its pose in a word or not."""
_UNDER_ONE_WORD = lazy_pattern(
    rf"\b(small|medium|large|[SML])\s+(?:(?:on|in|at|for)\s+)?(?:the\s+)?{_SECTION}", re.IGNORECASE
)
_ALL = lazy_pattern(r"\ball\s+(?:of\s+them\s+)?(flat|lying|upright|standing|up)\b", re.IGNORECASE)
"""`Large on O, Medium on D, Small on L, all flat`."""
_ANY = r"(?:small|medium|large|[SML])\s*(?:\(?\s*(?:flat|lying|upright|standing|up)\s*\)?|[_^])"
_BOTH = lazy_pattern(
    r"\b(?:both\s+(?:the\s+|our\s+)?(?:starting\s+|start\s+)?(?:cards|triumvirates)|"
    r"(?:cards|triumvirates)\s*:?\s*(?:are\s+)?both|"
    r"both\s+(?:start|begin)\s+with)\b"
    rf"\W*(?:(?:start|begin|are|is|as|with|at|the|in|order|O\W?D\W?L)\b\W*){{0,5}}"
    rf"(?P<card>{_ANY}(?:\s*[,;/|]?\s*(?:and\s+)?{_ANY}){{2}})",
    re.IGNORECASE,
)
"""One card that both seats begin with, somewhere in a sentence."""
_CARD = lazy_pattern(
    r"^\W*(?:the\s+)?(?P<seat>red|blue)(?:['’]s?)?\s*(?:starting\s+|start\s+|first\s+)?(?:card|triumvirate)?\s*(?:is|"
    rf":|=|at the start:?|starts with|begins with|has|(?=\s{_ANY}))\s*(?P<card>.{{5,120}}?)(?:(?!\^)\W)*$",
    re.IGNORECASE,
)

_IN_SIGNS = lazy_pattern(r"(?<![A-Za-z])[SML][_^](?:\s*[,/]?\s*[SML][_^]){2}(?!\s*>?\s*;)")
_ONLY_CARD = lazy_pattern(r"[\W\d]*<[^<>]*>\W*")
"""What may be a turn that only turns its card."""


def _laid(size: str, word: str | None, marker: str | None) -> str:
    return size[0].upper() + (marker or ("_" if (word or "").lower() in ("flat", "lying") else "^"))


def _read_card(text: str) -> str | None:
    """Three pyramids, in the order O D L or each with its section, as a card is written."""
    bare = re.sub(r"\s*\(?(?:in the order\s+)?O[,/ ]+D[,/ ]+L\)?\s*:?", " ", text).strip(" <>()[]{}.")
    if found := _THREE.match(bare):
        parts = found.groups()
        return " ".join(_laid(*parts[place : place + 3]) for place in (0, 3, 6))
    named: dict[str, str] = {}
    for pattern, section, size, word, mark in _IN_WORDS:
        if not named:
            for found in pattern.finditer(bare):
                letter = "L" if found[section].lower() == "knight" else found[section][0].upper()
                named[letter] = _laid(found[size], found[word], found[mark] if mark else None)
    return " ".join(named[section] for section in "ODL") if len(named) == 3 else None


def _read_all(text: str) -> str | None:
    """A card whose three pyramids have one word for how all of them lie."""
    lies = _ALL.search(text)
    named = {found[2][0].upper(): found[1] for found in _UNDER_ONE_WORD.finditer(text)}
    named = {"L" if section == "K" else section: size for section, size in named.items()}
    return " ".join(_laid(named[section], lies[1], None) for section in "ODL") if lies and len(named) == 3 else None


def _bracketed(found: re.Match[str]) -> str:
    card = _read_card(found[1])
    return f"<{card}>; " if card else found.group()


def _steps(found: re.Match[str]) -> str:
    """A path as the moves that it is."""
    size = found[1].upper()
    start = found[2]
    moves = []
    for mark, captured, end in re.findall(r"([-x])\s*([SML]?)([a-h][1-8])", found[3], re.IGNORECASE):
        moves.append(f"{size}{start}{mark}{captured}{end}")
        start = end
    return "; ".join(moves)


def _read_set_up(text: str) -> tuple[tuple[str, str], ...]:
    """`Red's card: Large flat, Small flat, Medium upright`, or one card for both; `Card` is one of which no seat is
    named."""
    signs = list(_IN_SIGNS.finditer(text))
    if signs and not re.search(r"[a-h][1-8]", text) and not _ONLY_CARD.fullmatch(text):
        return _in_signs(text.lower(), signs)
    if (found := _BOTH.search(text[:200])) and not re.search(r"[a-h][1-8]", text):
        card = _read_card(found["card"])
        return (("RedCard", card), ("BlueCard", card)) if card else ()
    found = _CARD.match(text[:200])
    card = _read_card(found["card"]) if found else None
    if found and card:
        return ((f"{found['seat'].capitalize()}Card", card),)
    card = _read_all(text[:200])
    seats = {*re.findall(r"\b(?:red|blue)\b", text.lower())}
    return ((f"{''.join(seats).capitalize()}Card", card),) if card and len(seats) < 2 else ()


def _in_signs(text: str, cards: list[re.Match[str]]) -> tuple[tuple[str, str], ...]:
    """The cards of a line in small letters: each after its seat, or both seats' in order, or one for both."""
    values = [" ".join(re.findall(r"[SML][_^]", found.group())) for found in cards]
    seats = _seats_before(text, cards)
    if len(values) == 2:
        red, blue = reversed(values) if seats == ["blue", "red"] else values
        return ("RedCard", red), ("BlueCard", blue)
    if len(values) == 1 and re.search(
        r"\b(?:both|each|all|beiden?|deux|dos|due|entramb[ei]|dois|duas|båda|begge|obie)\b", text
    ):
        return ("RedCard", values[0]), ("BlueCard", values[0])
    is_clear = len(values) == 1 and not (seats[0] and re.search(r"red.*blue|blue.*red", text))
    return ((f"{seats[0].capitalize()}Card", values[0]),) if is_clear else ()


def _seats_before(text: str, cards: list[re.Match[str]]) -> list[str]:
    """The seat named last before each card and after the card before it; "" where none is."""
    starts = [0, *(found.end() for found in cards)]
    near = [re.findall(r"red|blue", text[start : found.start()]) for start, found in zip(starts, cards, strict=False)]
    return [names[-1] if names else "" for names in near]


INFORMAL = InformalNotation(
    marker=board_marker(NOTATION),
    spellings=(
        spelling(
            r"^\s*(?:(?:my\s+|new\s+)?card:?\s*)?[<(\[{‹〈«⟨]\s*([^<>()\[\]{}‹›〈〉«»⟨⟩]{5,60}?)"
            r"\s*[>)\]}›〉»⟩]\s*[;,:/]?\s*",
            _bracketed,
        ),
        spelling(
            r"^\s*(?:my\s+|new\s+|the\s+)?card\s*(?:(?:is|now|becomes|changes|to)\s+){0,3}[:=]?\s*"
            r"([^;<>]{5,60}?)\s*;\s*",
            _bracketed,
        ),
        spelling(r"^\s*((?:[SML][_^]\s*){3})\s*;\s*", _bracketed),
        spelling(
            r"\b(?:place|put|new|drop|add)\s+(?:an?\s+)?(small|medium|large|[SML])\s*(?:at|on|"
            r"onto)?\s*(?=[a-h][1-8]\b)",
            lambda found: f"+{found[1][0].upper()}",
        ),
        spelling(
            r"\+\s*(small|medium|large|[SML])\s*(?:at|on|onto)?\s*(?=[a-h][1-8]\b)",
            lambda found: f"+{found[1][0].upper()}",
        ),
        spelling(
            r"\bhostage\s+(?:(?:on|at|in|for)\s+)?(?:section\s+)?([ODL])\s*(?:=|:|is)?\s*(?:an?\s+)?"
            r"(?=[SML]|small|medium|large)",
            r"H\1=",
        ),
        spelling(
            r"(?<=H[ODL]=)(small|medium|large|[SML])\s*(flat|upright|[_^])",
            lambda found: _laid(
                found[1], found[2] if len(found[2]) > 1 else None, found[2] if len(found[2]) == 1 else None
            ),
        ),
        *board_spellings(NOTATION),
        spelling(
            r"(?<=[a-h][1-8])\s*[x×:]\s*(small|medium|large)?\s*(?=[SML]?[a-h][1-8])",
            lambda found: "x" + (found[1] or "")[:1].upper(),
        ),
        *late_spellings(NOTATION),
        spelling(r"\+([SML])([a-h][1-8])(?=[-x]\s?[SML]?[a-h][1-8])", r"+\1\2; \1\2"),
        spelling(r"\b([SML])([a-h][1-8])((?:\s*[-x]\s*[SML]?[a-h][1-8]){2,9})(?![\w-])", _steps),
    ),
    read_set_up=_read_set_up,
    set_up_tags=frozenset(("RedCard", "BlueCard")),
    first_of_several=lazy_pattern(r"(?:<[^<>;]*>;)?[^;]+(?:;[^;]+)?[;\s]*$"),  # a turn has three points or more
    next_of_several=lazy_pattern(r"\+?[SML][a-h][1-8]|H[ODL]="),
    never_first=lazy_pattern(r"H[ODL]="),
)
