"""The turn with which a text begins, and the remark that is set apart from it (TR3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from pyrnot.core.mixins import SingleActionTurns
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.prefixes import Prefix
from pyrnot.foreign.thread.classify.results import is_form
from pyrnot.foreign.thread.players import ME, YOU, Players
from pyrnot.foreign.thread.reading import INCOMPLETE, TURN, TurnReader, TurnText
from pyrnot.foreign.thread.text import fold_name
from pyrnot.foreign.thread.words import is_small_talk

_AGO = lazy_pattern(
    r"\s+(?:[(\[])?(?:(?:about|over|almost)\s+)?(?:an?|\d{1,3})\s+"
    r"(?:second|minute|hour|day|week|month|year)s?\s+ago[)\]]?$"
)
_LATE_TIME = lazy_pattern(r"\s+(?:[\[(]\d{1,2}[:.]\d{2}(?::\d\d)?(?:\s?[ap]m)?[\])]|\d{1,2}[:.]\d\d(?:\s?[ap]m)?)$")
_APART = lazy_pattern(
    r"\s[-–—]{1,2}\s|\s(?:--|—)(?=[^\W\d_])|\s<?[-–—=]+>?\s|\s[({#\[]|\s//|[.!?]+\s|,\s|[、。]|\s?…|:\s|"
    r"\s(?=[^\w\s.,;:!?()<>+=@^\[\]-])|\s(?=[:;]-?[)(DPp](?!\w))|\s{2,}|(?<=\S)\[(?=(?:[a-z]{1,2}|\d{1,2})\]$)"
)
"""Where a remark may be set apart from the turn before it; the mark of a note below needs no blank: `Sf3[a]`."""
_MARKED = lazy_pattern(r"(?:[\])>*_~|\t]|  )(?P<word>[^\W\d_]+)")
"""A word right after markup or a wide blank."""
_BLANK = lazy_pattern(r"\s(?P<word>[^\W\d_]*)")
_GOES_ON_WITH_WORDS = lazy_pattern(r"[ ,](?! *[(\[{–—-])")
"""The sign after which a sentence goes on; a bracket or a dash is apart from it."""
BRACKETS = lazy_pattern(r"(?:(?<=\s)|^)(?:\((?:[^()]++|\([^()]*+\))*+\)|\[[^\[\]]*\])")
_LONGEST_ASIDE = 40
"""Characters of small talk after a turn, where nothing sets it apart."""
LONE_SQUARE = lazy_pattern(r"(?<!\S)[a-h][1-8](?![A-Za-z0-9=<>/-])")
LONE_WORD = lazy_pattern(r"(?<!\S)[^\W\d_]{2,}(?![\w=<>/-])")
"""A word without a sign or a figure, as notation has them."""
_COMMENT = lazy_pattern(r"\{[^{}]*(?:\}|$)")
"""A comment as records have it (R4.1), which holds what it likes; a mail program may have broken its line."""


class RemarkReader:
    """Parts turns from the remarks after them."""

    def __init__(self, reader: TurnReader, players: Players) -> None:
        self.reader = reader
        self.players = players
        self.names = players.player_words()

    def body(self, text: str, raw: str = "") -> tuple[tuple[TurnText, ...], str] | None:
        """The turn that a text is, perhaps with a remark that is set apart from it, by blanks or markup of the `raw`
        line too; None if it is none. No remark outside brackets and comments holds notation."""
        text = _LATE_TIME.sub("", _AGO.sub("", text))
        whole = self.reader.read(text) or self.reader.read(self._without_signature(text))
        if not whole:
            return self._with_remark(text, raw)
        if not whole[0].is_respelt:
            return whole, ""
        if self.players.knows(text):
            return None  # an l may be read as a 1: `Red: Sal`
        return self._written_with_remark(text, raw, whole[0]) or (whole, "")

    def _written_with_remark(self, text: str, raw: str, whole: TurnText) -> tuple[tuple[TurnText, ...], str] | None:
        """The turn as it is written with which a text begins, and its remark, though with that it may be another turn
        of as many actions, `M(b)>SS(p) (two small purples)`; None if there is none."""
        apart = None if self.reader.informal.has_names else self._with_remark(text, raw)
        if apart is None or apart[0][0].is_respelt or apart[0][0].kind != TURN:
            return None
        return apart if len(apart[0][0].parsed_actions) == len(whole.parsed_actions) else None

    def body_before_mark(self, prefix: Prefix) -> tuple[tuple[TurnText, ...], str] | None:
        """The turn with a number before a `?`, which is a mark of a bad turn there; after any other it asks."""
        text = prefix.rest.rstrip()
        if prefix.number is None or not text.endswith("?"):
            return None
        ways = self.reader.read(text.removesuffix("?"))
        return (marked_bad(ways), "") if ways else None

    def _with_remark(self, text: str, raw: str) -> tuple[tuple[TurnText, ...], str] | None:
        """The turn with which a text begins, and the remark that is set apart from it; None if it is none."""
        for match in self._places_apart(text, raw):
            ways = self.reader.read(text[: match.start()].rstrip())
            if not ways:
                continue
            if ways[0].text.lower() == "pass" and _GOES_ON_WITH_WORDS.match(match.group()):
                continue  # pass, let me think
            remark = text[match.start() :]
            is_begun = ways[0].kind == INCOMPLETE and remark.lstrip().startswith('"')  # a name may belong to the turn
            outside = _COMMENT.sub(" ", remark)
            words = BRACKETS.sub(" ", outside)
            names = self._only_names(words)
            if is_begun or self._goes_on(words) != names or self._has_another(outside, ways):
                return None
            if names:  # what they name may be another turn
                ways = shown(ways)
            return ways, remark.strip(" ,.;:-–—!#/(){}…")
        return None

    def _only_names(self, remark: str) -> bool:
        """Whether words only name squares or pyramids, of which no other action of the turn can be: `, and e5 dies`
        where a turn has one action; `, the last small yellow` where an action has a verb."""
        if not LONE_WORD.search(remark) or not self._goes_on(remark):
            return False
        if self.reader.informal.has_names:
            words = remark.split()
            return not any(self.reader.may_begin(" ".join(words[place:])) for place in range(len(words)))
        return isinstance(self.reader.game, SingleActionTurns) and not self._goes_on(LONE_SQUARE.sub(" ", remark))

    def _has_another(self, remark: str, ways: Sequence[TurnText]) -> bool:
        """Whether a remark has another turn in brackets and nothing else in them: `Sf3 [Sf2]`."""
        others = (self.reader.read(found.group()[1:-1]) for found in BRACKETS.finditer(remark))
        return any(way.text != ways[0].text for read in others for way in read[:1])

    def _without_signature(self, text: str) -> str:
        """A text without the name of a player at its end: `Sf2 XSf2 Opa`."""
        turn, _, name = text.rstrip(" .!").rpartition(" ")
        is_pronoun = fold_name(name) in ME | YOU
        return turn if len(name) > 1 and not is_pronoun and self.players.knows(name) else ""

    def _goes_on(self, remark: str) -> bool:
        """Whether what seems to be a remark is notation, or has another action after a `;`."""
        actions = remark.split(";")[1:]
        return self.reader.holds(remark) or any(self.reader.may_begin(action.strip()) for action in actions)

    def _is_remark(self, text: str) -> bool:
        """Whether a short text can only be a remark, with nothing before it: a result, or small talk, where no action
        has a name at its end."""
        if is_form(text, self.players):
            return True
        may_be = text[1:2].isalpha() and len(text) <= _LONGEST_ASIDE and not self.reader.informal.has_names
        return may_be and is_small_talk(text, self.names)

    def _places_apart(self, text: str, raw: str) -> Sequence[re.Match[str]]:
        """Where a remark may begin, from the last place on."""
        marked = {match["word"] for match in _MARKED.finditer(raw[:2_000])}
        may_be_turn = self.reader.may_begin(text)
        places = [
            match
            for match in _BLANK.finditer(text[:600])
            if match["word"] in marked or (may_be_turn and self._is_remark(text[match.start() :]))
        ]
        return sorted([*places, *_APART.finditer(text[:600])], key=lambda match: -match.start())


def shown(ways: Iterable[TurnText]) -> tuple[TurnText, ...]:
    """What a text may be, so that a warning shows which it was."""
    return tuple(replace(way, is_respelt=True) for way in ways)


def marked_bad(ways: Iterable[TurnText]) -> tuple[TurnText, ...]:
    return tuple(replace(way, marks=(*way.marks, "?")) for way in ways)
