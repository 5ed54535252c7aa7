"""What players of Homeworlds write instead of its notation: words, Abstract Play's order, and systems left out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pyrnot.core.diagnostics import nearest
from pyrnot.core.informal import InformalNotation, spelling
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games.homeworlds.notation import NOTATION
from pyrnot.games.homeworlds.position import INDEX, PYRAMID_OF_LETTERS, Position, System, fold, write_name
from pyrnot.games.homeworlds.verbs import VERB_OF, VERBS

_COLOURS = dict(zip(NOTATION.colour_words, NOTATION.colours, strict=True))
_SIZES = NOTATION.size_of_word
_PIECE = lazy_pattern(rf"^{NOTATION.pyramid}$", re.IGNORECASE)
_LACKS_SYSTEM = {"build": 1, "trade": 2, "attack": 1, "sacrifice": 1}
"""How many words a verb has after it where only its system is left out."""


_PIECES = lazy_pattern(
    rf"\b(?:{NOTATION.pyramid}|(?:{'|'.join(_SIZES)})\s+(?:{'|'.join(_COLOURS)})|"
    rf"(?:{'|'.join(_COLOURS)})\s+(?:{'|'.join(_SIZES)}))\b",
    re.IGNORECASE,
)
"""A piece as it is written or in words."""
"""Words of a line that begins with a verb and names a piece, and so is meant as a turn."""


def _piece(found: re.Match[str]) -> str:
    colour = found["colour"] or found["late"]
    size = found["size"] or found["word"] or found["before"]
    return _COLOURS[colour.lower()] + _SIZES.get(size.lower(), size)


def is_incomplete(text: str) -> bool:
    """Whether a turn is one but for a system or a size that the position may tell."""
    parts = [part.split() for part in text.split(";")]
    return (
        bool(parts)
        and any(_lacks(words) for words in parts)
        and all(_lacks(words) or _is_whole(words) for words in parts)
    )


def _is_whole(words: list[str]) -> bool:
    return (bool(words) and words[0].lower() in VERB_OF and len(words) != 2) or [word.lower() for word in words] == [
        "pass"
    ]


def _lacks(words: list[str]) -> str:
    """What an action lacks: `system`, `size`, or nothing."""
    verb = VERB_OF.get(words[0].lower(), "") if words else ""
    pieces = [bool(_PIECE.match(word)) for word in words[1:]]
    if _LACKS_SYSTEM.get(verb) == len(pieces) and all(pieces):
        return "system"
    return _lacks_otherwise(verb, words, pieces)


def _lacks_otherwise(verb: str, words: list[str], pieces: list[bool]) -> str:
    """What an action lacks that has more than pieces: also `order` or `start`."""
    match verb:
        case "build":
            return _lacks_of_build(words)
        case "trade":
            return "order" if _is_trade_in_other_order(words, pieces) else ""
        case "move":
            return "start" if len(words) == 3 and pieces[0] else ""
        case "discover":
            return "start" if len(words) == 4 and pieces[0] and pieces[1] else ""
        case _:
            return ""


def _lacks_of_build(words: list[str]) -> str:
    """What a build of a colour without a size lacks (H13): the size alone, or the system first."""
    if len(words) not in (2, 3) or words[1].lower() not in "rygb":
        return ""
    return "size" if len(words) == 3 else "system"


def _is_trade_in_other_order(words: list[str], pieces: list[bool]) -> bool:
    """Whether a trade has the system before the colour that it is for: `trade y1 Home g` (H14)."""
    if len(words) != 4 or not pieces[0]:
        return False
    return not (pieces[1] and len(words[3]) > 1) and words[3].lower() in "rygb"


def complete(text: str, position: Position) -> Iterable[str]:
    """The whole turn, where the mover has ships in one system only, or only the bank tells the size (H13), and with
    the name of a home that is called by its seat's (`north`), by the first word of its name, or, by its own player,
    `home`."""
    mover = list(position.seats).index(position.to_move)
    at = [system for system in position.systems if system.ships[mover]]
    parts = []
    for part in text.split(";"):
        words = part.split()
        lacks = _lacks(words)
        if lacks in ("system", "start"):
            if len(at) != 1:
                return
            words = _with_system(words, at[0], lacks)
        if _lacks(words) == "size":
            size = _smallest_size(position, words[1])
            if size is None:
                return
            words[1] += size
        elif lacks == "order":
            words = [words[0], words[1], words[3] + words[1][1], words[2]]
        parts.append(" ".join([*words[:2], *(_home_called(word, position) or word for word in words[2:])]))
    yield "; ".join(parts)


def _smallest_size(position: Position, colour: str) -> str | None:
    """The size of the smallest pyramid of a colour in the bank (H13)."""
    return next((size for size in "123" if _has(position, colour + size)), None)


def _is_system(called: str, position: Position) -> bool:
    return any(fold(system.name) == called for system in position.systems)


def _home_called(word: str, position: Position) -> str | None:
    """The name of the home that a word means which is not the name of a system."""
    called = fold(word)
    if _is_system(called, position):
        return None
    homes = [system for system in position.systems if system.home is not None]
    seat = str(position.to_move).lower() if called == "home" else called
    for is_meant in (
        [system for system in homes if str(system.home).lower() == seat],
        [system for system in homes if " " in system.name and fold(system.name).split()[0] == called],
    ):
        if len(is_meant) == 1:
            return write_name(is_meant[0].name, is_home=True)
    return None


def _with_system(words: list[str], system: System, lacks: str) -> list[str]:
    name = write_name(system.name)
    return [*words[:2], name, *words[2:]] if lacks == "start" else [*words, name]


def _has(position: Position, piece: str) -> bool:
    kind = PYRAMID_OF_LETTERS.get(fold(piece))
    return kind is not None and position.bank[INDEX[kind]] > 0


_OTHER_VERBS = {
    "capture": "attack",
    "built": "build",
    "swap": "trade",
    "exchange": "trade",
    "explore": "discover",
    "colonise": "discover",
    "colonize": "discover",
}
_FULL_VERBS = "(?:build|trade|move|discover|attack|capture|sacrifice)"
_P = rf"\b{NOTATION.pyramid}\b"
_AND = r"\s*(?:,|/|\+|&|\band\b|\bwith\b)?\s*(?:\b(?:an?|my|ship)\b\s*:?\s*)*"


def _homeworld(found: re.Match[str]) -> str:
    return found[1] + " ".join(re.findall(_P, found[2], re.IGNORECASE))


_C = "|".join(_COLOURS)
_S = "|".join(_SIZES)
_HEAD = r"(?:^|(?<=;)|(?<=; ))"
_IN_WORDS = rf"(?:(?:{_S})\s+(?:{_C})|(?:{_C})\s+(?:{_S}))\b"
"""A piece in words: `a` before it is an article."""


def _without_marks(found: re.Match[str]) -> str:
    """A quoted name as it is; nothing for the `?` of a bare one, which ends no turn there: `move y1 Who? Home`."""
    return found.group() if found.group().startswith('"') else ""


def _right_verb(found: re.Match[str]) -> str:
    """The verb that a misspelt one before a piece means, where one is close."""
    word = found.group()
    if word.lower() in VERB_OF or word.lower().rstrip("s") in VERB_OF:
        return word
    return nearest(word, [verb for verb in VERBS if verb != "pass"], cutoff=0.75) or word


INFORMAL = InformalNotation(
    has_names=True,
    first_of_several=lazy_pattern(r"sac(?:rifice)?\b", re.IGNORECASE),
    next_of_several=lazy_pattern(rf"(?:{'|'.join(VERB_OF)})\b", re.IGNORECASE),
    marker=lazy_pattern(
        rf"\bpass|\b[rygb][123lI]|\b(?:{_C})\b|\b(?:build|trade|catastrophe|cat|b|t|c)\b", re.IGNORECASE
    ),
    spellings=(
        spelling(r"[“”„‟«»]", '"'),
        spelling(r'"[^"]*"|(?<=\w)[?!]+(?=\s+\S|\s*[,;])', _without_marks),
        spelling(r"\b([rygb])\s(?=[123]\b)", r"\1"),
        spelling(rf"{_HEAD}an?\s+(?={_IN_WORDS})", ""),
        spelling(rf"{_HEAD}[a-z]{{4,12}}(?=\s[rygb][123]\b)", _right_verb),
        spelling(
            rf"\b(?:(?P<before>{_S})\s+(?P<late>{_C})|(?P<colour>{_C})\s*[-_]?\s*(?:(?P<size>[123])|"
            rf"(?P<word>{_S})))\b(?:\s+(?:ship|star|pyramid|piece))?",
            _piece,
        ),
        spelling(rf"{_HEAD}(?:i|we)(?:['’]ll|\s+will)?\s+(?={_FULL_VERBS}\s)", ""),
        spelling(rf"\s*,\s*(?:and\s+)?(?=(?:{_FULL_VERBS}|catastrophe|pass)\b)", "; "),
        spelling(rf"{_HEAD}(h(?:w|o\w*)?\s+(?:[rygb][123]\s+){{3}})(\d{{1,9}})(?=\s*(?:$|;))", r'\1"\2"'),
        spelling(r"[,\s]+(?:please|pls|thanks|thx)[.!]*$", ""),
        spelling(rf"{_HEAD}(?:hw|homeworld\s*:?)\s+(?:is\s+)?", "homeworld "),
        spelling(rf"{_HEAD}(homeworld\s+)((?:an?\s+)?{_P}{_AND}{_P}(?:{_AND}{_P})?)", _homeworld),
        spelling(
            rf"{_HEAD}({'|'.join(_OTHER_VERBS)})\s+(?=(?:(?:an?|the|my)\s+)?[rygb][123]\b)",
            lambda found: f"{_OTHER_VERBS[found[1].lower()]} ",
        ),
        spelling(r"\b([rygb][123])(?=[rygb][123]\b)", r"\1 "),
        spelling(rf"{_HEAD}(move\s+{_P})\s*\(\s*([^\s(),]+)\s*,\s*([^\s(),]+)\s*\)", r"\1 \2 \3"),
        spelling(rf"{_HEAD}(discover\s+{_P})\s+(?:from\s+)?([^\s,]+)\s*,\s*({_P})\s*,\s*", r"\1 \2 \3 "),
        spelling(
            rf"{_HEAD}(?:i(?:['’]m|\s+am)?\s+)?(build|trad|mov|discover|attack|sacrific|captur)(?:ing|e?s)\s+"
            rf"(?=(?:an?\s+|the\s+|my\s+)?[rygb][123]\b)",
            lambda found: {"trad": "trade ", "mov": "move ", "sacrific": "sacrifice ", "captur": "attack "}.get(
                found[1].lower(), f"{found[1].lower()} "
            ),
        ),
        spelling(
            rf"{_HEAD}trade\s+(?:(?:an?|the|my)\s+)?([rygb][123])\s+(?:at|in|on)\s+(\S+)\s+"
            r"(?:for|to|into)\s+(?:an?\s+)?"
            rf"(?=[rygb][123]\b)([rygb][123])",
            r"trade \1 \3 \2",
        ),
        spelling(
            rf"{_HEAD}trade\s+(?:(?:an?|the|my)\s+)?([rygb])([123])\s+(?:for|to|into)\s+({_C})\b",
            lambda found: f"trade {found[1]}{found[2]} {_COLOURS[found[3].lower()]}{found[2]}",
        ),
        spelling(r"(?<=[rygb][123])\s*@\s*(?=\S)", " "),
        spelling(rf"{_HEAD}(\w+)\s+(?:an?|the|my)\s+(?=[rygb][123]\b)", r"\1 "),
        spelling(
            rf"{_HEAD}discover\s+([rygb][123])\s+from\s+(\S+)\s+(?:to|at|with)\s+(?:an?\s+)?([rygb][123])\s+"
            rf"(?:called|named|as)?\s*",
            r"discover \1 \2 \3 ",
        ),
        spelling(
            rf"{_HEAD}move\s+([rygb][123])\s+(?:from\s+)?(\S+)\s*(?:\b(?:to|into)\b|--?>|→|=>|➔)\s*(?=\S)",
            r"move \1 \2 ",
        ),
        spelling(
            rf"{_HEAD}(trade\s+[rygb][123])\s*(?:\bfor\b|\bto\b|\binto\b|--?>|→|-)\s*(?:an?\s+)?(?=[rygb][123]\b)",
            r"\1 ",
        ),
        spelling(rf"{_HEAD}(attack|capture)\s+(\w+)['’]s\s+(?=[rygb][123]\b)", r"\1 "),
        spelling(r"(?<=\b[rygb][123])\s+(?:at|in|on|from)\s+(?=\S)", " "),
        spelling(rf"{_HEAD}(catastrophe)\s+(red|yellow|green|blue)\s+(?:at|in|on)\s+(\S+)", r"\1 \3 \2"),
        spelling(rf"{_HEAD}(catastrophe)\s+(?:at|in|on)\s+", r"\1 "),
        spelling(r"\bG(?=[123]\b)|\bB(?=[123]\b)|\bR(?=[123]\b)|\bY(?=[123]\b)", lambda found: found.group().lower()),
        spelling(r"\b([rygb])[lI](?=\s|;|$)", r"\g<1>1"),
        spelling(r"\s*(?:,?\s*\band then\b|,?\s*\bthen\b|,|\s/\s|/(?=\s)|\\)\s*", "; "),
        spelling(rf"\s+and\s+(?=(?:{'|'.join(word for word in VERB_OF if len(word) > 2)})\b)", "; "),
    ),
    pieces=_PIECES,
    complete=complete,
    is_incomplete=is_incomplete,
)
