"""How the texts of other sites begin, which most texts are asked only to find that they are something else: no rule
of the game and no reader is imported for it.
"""

from __future__ import annotations

import re
from itertools import islice

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.forms import SDG_OPENING

AP_TITLE = "an Abstract Play record"
BGA_TITLE = "a Board Game Arena log"
HWL_TITLE = "a Homeworlds Live log"
LINES_TITLE = "a game of one turn a line"
SDG_TITLE = "an SDG transcript"

HWL_HEADER = lazy_pattern(r"(?P<name>Players|Winner):[ \t]*(?P<value>.*\S)", re.IGNORECASE)
LIVE_MAP = lazy_pattern(r'"map"\s*:\s*\{\s*"[rygb][123][A-E]"\s*:')

_PIECE = r"[rygb][123]"
_CUT_HOMEWORLD = r"h(?:o(?:m(?:e(?:w\w*)?)?)?)?"
_MARKS = r"[ \t]{0,3}(?:>[ \t]?)*"
_SDG = lazy_pattern(rf"\s*\ufeff?{_MARKS}{re.escape(SDG_OPENING)}")
_SDG_WITHOUT_HEAD = lazy_pattern(
    rf"\s*\ufeff?{_MARKS}1\) [A-Za-z0-9_-]+:\s+{_CUT_HOMEWORLD}[ \t]+{_PIECE}\b", re.IGNORECASE
)
_AP = lazy_pattern(r'\s*[\[{][^"]*"(?:header|moves)"\s*:')
_BGA = lazy_pattern(
    rf"^[ \t>]*+\S.*? (?:establishes a homeworld with an? {_PIECE} ship|"
    rf"(?:builds|sacrifices|captures) an? {_PIECE} ship in )",
    re.MULTILINE,
)
_HWL_HOME = lazy_pattern(r"h(?:,\s*[rygb][123][A-E]?){3}(?:,\s*[^\s,;]+)?\Z", re.IGNORECASE)
_HWL_TURN = lazy_pattern(r"[bdtmxasce],|p(?:ass)?\s*(?:;|\Z)", re.IGNORECASE)
_HWL_PASS = lazy_pattern(r"p(?:ass)?", re.IGNORECASE)
_HWL_SAMPLE = 40
_HWL_SHARE = 0.8
_LINES = lazy_pattern(
    rf"^[^\S\n]*(?:hw|{_CUT_HOMEWORLD})\b|homeworld[ \t]*\(|<[ \t]*\d[ \t]*>|\([^()\n]{{0,9}}{_PIECE}",
    re.IGNORECASE | re.MULTILINE,
)


def begins_ap(head: str) -> bool:
    """Whether a text begins as a game record of Abstract Play does, or a list of them."""
    return bool(_AP.match(head)) and '"players"' in head


def shows_bga(text: str) -> bool:
    """Whether a text has a line of a log of Board Game Arena."""
    return bool(_BGA.search(text))


def begins_sdg_without_head(text: str) -> bool:
    """Whether a text begins with the first turn of a transcript of SuperDuperGames that lost its head."""
    return bool(_SDG_WITHOUT_HEAD.match(text))


def begins_sdg(head: str) -> bool:
    """Whether a text begins with the first line of a transcript of SuperDuperGames, or with its first turn."""
    return bool(_SDG.match(head)) or begins_sdg_without_head(head)


def begins_live_map(head: str) -> bool:
    """Whether a text begins as a map that Homeworlds Live exports."""
    return head.lstrip("\ufeff \t\r\n").startswith("{") and LIVE_MAP.search(head) is not None


def begins_hwl(head: str) -> bool:
    """Whether a text begins with a homeworld as Homeworlds Live writes them and has another one near, after
    `Players:` and `Winner:` or comments. A player may pass before (HF15)."""
    turns = _turns_of_hwl(head)
    first = next((text for text in turns if not _HWL_PASS.fullmatch(text)), "")
    if not _HWL_HOME.match(first):
        return False
    homes = sum(1 for text in turns if _HWL_HOME.match(text))
    known = sum(1 for text in turns if _HWL_HOME.match(text) or _HWL_TURN.match(text))
    return homes >= 2 and known >= _HWL_SHARE * len(turns)


def _turns_of_hwl(head: str) -> list[str]:
    """The first lines of a log that are neither headers nor comments."""
    bare = map(str.strip, head.removeprefix("\ufeff").split("\n"))
    filled = islice((text for text in bare if text and not text.startswith("#")), _HWL_SAMPLE)
    return [text for text in filled if not HWL_HEADER.match(text)]


def may_be_lines(head: str) -> bool:
    """Whether a text may be a game of one turn a line: it has a line that begins with a homeworld, or a system."""
    return _LINES.search(head) is not None
