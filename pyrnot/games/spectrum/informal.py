"""What players of Spectrum write instead of its notation: lots, goals and colours in words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pyrnot.core.informal import InformalNotation, spelling
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games.spectrum.lots import LETTER_OF_COLOUR
from pyrnot.games.spectrum.notation import NOTATION

_COLOURS = {str(colour): letter for colour, letter in LETTER_OF_COLOUR.items()} | {
    "gray": "a",
    "transparent": "t",
    "violet": "p",
}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "1": 1, "2": 2, "3": 3, "4": 4}
_SIZES = NOTATION.size_of_word | {size.lower(): size for size in NOTATION.sizes}
_FILLER = {
    "my",
    "the",
    "of",
    "and",
    "pyramid",
    "pyramids",
    "+",
    "&",
    "x",
    "i",
    "give",
    "gives",
    "trade",
    "swap",
    "exchange",
}
_FOR = lazy_pattern(r"\s+(?:for|against|gets?)\s+|\s*(?:>|->|→|=>)\s*", re.IGNORECASE)
_UP = lazy_pattern(r"\s+(?:up\s+to|upgrades?\s+to|becomes|into|to)\s+|\s*(?:=|->|→|=>)\s*", re.IGNORECASE)
_GOAL = lazy_pattern(
    r"^(?:(?:and\s+)?(?:convert(?:s|ing)?|new)\s+)?(?:goal|G)\s*#?([1-3])\s*(?:(?:=|:|->|→|to|is now|becomes|is|"
    r"new goal:?)\s*(.{3,80}))?$",
    re.IGNORECASE,
)
_GOALS = lazy_pattern(
    r"^\W*(?:the\s+|our\s+|starting\s+)*goals?\s*(?:are|is|drawn|at the start)?\s*[:=]?\s*(.{8,240}?)\W*$",
    re.IGNORECASE,
)
_GOALS_ABOVE = r"\W*(?:the |our |starting )*goals?\W*\n"
_LISTED_GOALS = tuple(
    lazy_pattern(above + "\n".join(goals), re.IGNORECASE)
    for above, goals in (
        ("", [rf"\W*(?:goal\s*#?|G){number}\s*[:=.)-]\s*(.+)" for number in (1, 2, 3)]),
        (_GOALS_ABOVE, [rf"\W*{number}\s*[:=.)-]\s*(.+)" for number in (1, 2, 3)]),
        (_GOALS_ABOVE, [r"(?:[-*•·–]\s*)?([^\W\d].+)"] * 3),
    )
)
"""Three lines with a goal each: each named, or numbered or bare under `Goals:`."""
_BEGINS_GOALS = lazy_pattern(r"(?:^|[.,:;!–—(-]\s+)(?=\W*(?:(?:the|our|starting)\s+)*goals?\b)", re.IGNORECASE)
"""Where a line comes to the goals: `Spectrum, goals SrMkLw …`."""
_FROM = lazy_pattern(
    r"\s+(?:from|off|by)\s+([A-D])(?:['’]s stash)?(?:\s*[:(]\s*([SML]{1,4})\)?)?$|(@.{1,20})$", re.IGNORECASE
)
_NUMBERED_LOT = lazy_pattern(r"1\s+[SML]+\([a-z]\)")
"""`1 M(p)` numbers a turn: a single lot in letters has no count."""
_LETTERS = lazy_pattern(r"[SML]{2,12}|[SML]+\([a-z]\)")
_LOT_TOKEN = lazy_pattern(r"[A-Za-z]+\([a-z]\)|[^\W\d_]+|\d|[+&]")


def _lot(text: str) -> tuple[str, str] | None:
    """The sizes and the colour of `two green S`, `SS green`, `2 small greens`, `a large and a small orange`."""
    bare = text.strip(" .,")
    if "?" in bare or _NUMBERED_LOT.match(bare):
        return None
    meanings = [_meaning(token) for token in _LOT_TOKEN.findall(bare)]
    return None if None in meanings else _sum(filter(None, meanings))


def _meaning(token: str) -> str | None:
    """What a token of a lot says: a count, or sizes and a colour as a lot is written, each of which may lack; "" for
    `of`, None for any other word."""
    low = token.lower()
    word = low.rstrip("s") if len(token) > 2 else low
    if low in _COUNTS:
        return str(_COUNTS[low])
    if word in _COLOURS:
        return f"({_COLOURS[word]})"
    if word in _SIZES:
        return _SIZES[word]
    if low in _FILLER:
        return ""
    return token if _LETTERS.fullmatch(token) else None


def _sum(meanings: Iterable[str]) -> tuple[str, str] | None:
    """The lot that counts, sizes and colours are together; None if they do not have one colour."""
    sizes = ""
    colours = set()
    count = 0
    for meaning in meanings:
        letters, _, colour = meaning.rstrip(")").partition("(")
        if letters.isdigit():
            count = int(letters)
            continue
        if count and (colour or len(letters) == 1):
            letters *= count
            count = 0 if letters else count
        sizes += letters
        colours |= set(colour)
    if count and len(sizes) == 1:
        sizes *= count
    return (sizes, colours.pop()) if sizes and len(colours) == 1 else None


def _exchange(text: str) -> str | None:
    source = _FROM.search(text)
    halves = _FOR.split(text[: source.start()] if source else text)
    if len(halves) != 2:
        return None
    given = _lot(halves[0])
    taken = _lot(halves[1])
    if given is None or taken is None:
        return None
    written = f"{given[0]}({given[1]})>{taken[0]}({taken[1]})"
    if source:
        written += source[3] if source[3] else f"@{source[1].upper()}:{(source[2] or taken[0]).upper()}"
    return written


def _upconversion(text: str) -> str | None:
    halves = _UP.split(re.sub(r"^(?:i\s+)?(?:upgrade|convert|up)\s+", "", text, flags=re.IGNORECASE))
    if len(halves) != 2:
        return None
    given = _lot(halves[0])
    to = re.fullmatch(
        r"(?:an?\s+)?(?:([a-z]+)\s+)?(small|medium|large|[SML])(?:\s+([a-z]+))?(@[A-D])?",
        halves[1].strip(" ."),
        re.IGNORECASE,
    )
    if given is None or to is None or any(word and _COLOURS.get(word.lower()) != given[1] for word in (to[1], to[3])):
        return None
    return f"{given[0]}({given[1]})={to[2][0].upper()}{to[4] or ''}"


def _goal(text: str) -> str | None:
    """`SrMkLw` of three pyramids, in letters or in words."""
    bare = re.sub("[()]", "", text).strip(" .")
    if re.fullmatch(r"(?:[SML][a-z][\s,]*){3}", bare):
        return "".join(bare.replace(",", " ").split())
    found = re.findall(
        r"\b(small|medium|large|S|M|L)\s+([a-z]{3,11})\b|\b([a-z]{3,11})\s+(small|medium|large|S|M|L)\b",
        bare,
        re.IGNORECASE | re.ASCII,
    )
    pairs = [(size or later, colour or earlier) for size, colour, earlier, later in found]
    if len(pairs) != 3 or any(colour.lower() not in _COLOURS for _, colour in pairs):
        return None
    return "".join(f"{_SIZES[size.lower()]}{_COLOURS[colour.lower()]}" for size, colour in pairs)


def _conversion(text: str) -> str | None:
    found = _GOAL.match(text)
    if not found:
        return None
    if found[2] is None:
        return f"G{found[1]}"
    goal = _goal(found[2])
    return f"G{found[1]}={goal}" if goal else None


def _in_words(text: str) -> str:
    """A turn in words; the text itself where a part of it is none."""
    if re.match(r"\s*[A-D]\s*[:.)>-]", text):
        return text
    parts = [
        part.strip()
        for part in re.split(
            r"\s*[;.]\s*|,?\s+(?:and|then)\s+(?=(?:convert|new|goal|G[1-3]))|,\s*(?=(?:convert|new\s+goal|goal|"
            r"G[1-3])\b)",
            text.strip(" ."),
            flags=re.IGNORECASE,
        )
        if part.strip()
    ]
    read = [_conversion(part) or _exchange(part) or _upconversion(part) for part in parts]
    return "; ".join(filter(None, read)) if read and None not in read else text


def _read_set_up(text: str) -> tuple[tuple[str, str], ...]:
    """`Goals: small green, medium grey, large white; …`: three goals."""
    if listed := next(filter(None, (lines.fullmatch(text[:300]) for lines in _LISTED_GOALS)), None):
        text = f"goals: {' / '.join(listed.groups())}"
    elif anywhere := _goals_anywhere(text):
        return (("Goals", anywhere),)
    elif "\n" in text:
        return ()
    begins = _BEGINS_GOALS.search(text[:300])
    found = _GOALS.match(text[begins.end() : 300]) if begins else None
    if not found:
        return ()
    goals = _goals_in_order(found[1])
    return (("Goals", goals),) if goals else ()


def _goals_in_order(text: str) -> str:
    """Three goals: nine pyramids in letters, or three parts with a goal each; "" if there are more or less."""
    if re.fullmatch(r"(?:[SML][a-z][\s,;/|]*){9}", text):
        flat = re.findall(r"[SML][a-z]", text)
        return " ".join("".join(flat[place : place + 3]) for place in (0, 3, 6))
    goals = [_goal(part) for part in re.split(r"\s*[;/|]\s*|\s*\b[123][.):]\s*", text) if part.strip()]
    return " ".join(filter(None, goals)) if len(goals) == 3 and None not in goals else ""


def _goals_anywhere(text: str) -> str:
    """Three goals, each of three pyramids in letters or in words, wherever they stand; "" if there are more or
    less."""
    found = [*_TRIPLE.finditer(text[:400]), *_TRIPLE_IN_WORDS.finditer(text[:400])]
    found.sort(key=lambda match: match.start())
    goals = list(filter(None, [_goal(match.group()) for match in found]))
    return " ".join(goals) if len(goals) == len(found) == 3 else ""


def _closed_up(found: re.Match[str]) -> str:
    return f"{found[1].upper()}({found[2].lower()})"


_COLOUR_WORD = rf"(?:{'|'.join(_COLOURS)})"
_PIECE = rf"(?:(?:[SML]|small|medium|large) (?:{_COLOUR_WORD})|(?:{_COLOUR_WORD}) (?:[SML]|small|medium|large))"
_TRIPLE = lazy_pattern(r"(?<![A-Za-z(])(?:[SML][a-z],? ?){3}(?![A-Za-z(>=])")
_TRIPLE_IN_WORDS = lazy_pattern(rf"\b{_PIECE}(?:(?:,| and|, and)? {_PIECE}){{2}}\b", re.IGNORECASE)
"""A goal in letters and in words."""
INFORMAL = InformalNotation(
    pieces=lazy_pattern(
        r"\b[SMLsml]{1,12}\s?\([a-zA-Z]\)(?:[>=][SML]+(?:\([a-z]\))?)?|\bG[123]\b|\b[SML]{1,6}[>=][SML]"
    ),
    marker=lazy_pattern(
        r"[(>=©®]|\bpass|\b(?:for|against|gets?|up|upgrades?|becomes|into|to|goal|G[123])\b",
        re.IGNORECASE,
    ),
    spellings=(
        spelling(r"©", "(c)"),
        spelling(r"®", "(r)"),
        spelling(
            r"(?<=[1-3]=)(?:[SML][a-z][\s,/]*){3}", lambda found: "".join(re.findall(r"[A-Za-z]", found.group()))
        ),
        spelling(r"(?<![A-Za-z])([SML]{1,12})\(0\)", r"\1(o)"),
        spelling(r"(?<![A-Za-z])([SML]{1,12})\s*[(\[{]\s*([roygcbpiwakt])\s*[)\]}]", _closed_up),
        spelling(r"(?<![A-Za-z])([SML]{1,6}) ?([roygcbpiwakt])(?=\s*(?:$|[>=→;,+]|->|for\b))", r"\1(\2)", 0),
        spelling(r"(?<=\))\s*(?:--?>|→|=>|⇒|➔)\s*(?=[SML]{1,12}\()", ">"),
        spelling(r"(?<=\))\s*(?:--?>|→|=>|⇒|➔|\bto\b)\s*(?=[ML]\b(?!\())", "="),
        spelling(r"(?<=\))\s*=\s*(?=[SML]{1,12}\()", ">"),
        spelling(r"([SM]\(([a-z])\))>([ML])\(\2\)", r"\1=\3"),
        spelling(r"\s*[,/|]\s*(?=G[123]\b)", "; "),
        _in_words,
    ),
    read_set_up=_read_set_up,
    set_up_tags=frozenset(("Goals",)),
    set_up_lines=4,
    never_first=lazy_pattern(r"G[1-3]\s*="),
)
