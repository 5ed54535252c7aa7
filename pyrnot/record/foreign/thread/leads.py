"""Lines that speak of the turn under them: as one that is not made, or not yet (`For example:`, `Is that legal?`).

A turn alone on its line is one (TR3.1), but nobody takes it for one where the line above supposes it. Knows no game.
"""

from __future__ import annotations

import re

from pyrnot.record.foreign.thread.wording import is_made, supposes

EXAMPLE, OPEN = "example", "open"
"""What a line makes of the turn under it: one that nobody makes, or one that its writer may make or not."""

_LONGEST = 160
_EXAMPLE = re.compile(
    r"\b(?:examples?|e\.g|suppos(?:e|ing)|imagin(?:e|ing)|pretend(?:ing)?|hypothetical(?:ly)?|rule ?books?|"
    r"the rules|notation|syntax|zum beispiel|par exemple|por ejemplo)\b",
    re.IGNORECASE,
)
_WORDS = (
    "if unless whether would could should might may can cannot not never wish hope fear afraid maybe perhaps probably "
    "possibly undecided guess bet theory theoretically assume assuming plan plans idea option options candidate "
    "candidates wanted almost nearly instead better best book books engine engines computer machine archive history "
    "joke joking kidding see fun puzzle quiz poll premove conditional draft tbd test testing compare cf legal illegal "
    "allowed correct format previous previously say says said suggests suggested recommends recommended wenn falls "
    "vielleicht si peut-être"
)
_SUPPOSED = re.compile(
    rf"\b(?:{'|'.join(_WORDS.split())}|(?:wo|do|did|does|is|was|would|could|should|ca)n['’]t|dream\w*|expect\w*|"
    r"predict\w*|threat\w*|alternative\w*|consider\w*|think(?:ing)? (?:of|about)|thought of|going to|waiting for|"
    r"looks? like|(?:is|was) (?:this|that|it)|(?:other|another) (?:game|board|match)|told me|years? ago|"
    r"in (?:19|20)\d\d|(?:in|from|of) (?:my|our|a|hi[s]|her|their|that) (?:\w+ )?(?:game|match)|"
    r"last (?:game|time|year|week|month)|"
    r"you(?:['’]ll)? (?:will |want to |have to |must )?(?:play|mean|meant|wrote|said|have|go))\b",
    re.IGNORECASE,
)
_LAST = (
    "play plays played playing say says said suggest suggests suggested recommend recommends wrote write writes try "
    "tried of about like for than is was were are threaten threatens threatened consider considered considering "
    "suppose supposing imagine assume assuming pretend maybe perhaps probably possibly either or if example compare "
    "see cf expect expected expecting prefer preferred mean meant"
)
_LAST_WORDS = frozenset(_LAST.split())
"""Words with which a sentence may be unfinished."""
_ENDS = re.compile(
    r"\b(?:well|nice|nicely|good|great|fair|lovely|fine|strong|clever|cleverly|beautifully|badly)\s+\w+\Z|"
    r"\b(?:i|you|s?h[e]|it|we|they|that|this|there|who)\s+(?:is|was|were|are)\Z|\bwhat\b.*\b(?:like|about|for|of)\Z|"
    r"\b(?:as|like) (?:i|you|s?h[e]|they) (?:said|wrote|say)\Z|\bi mean\Z|\b(?:let['’]s|we) (?:see|play|try)\Z|"
    r"\bto see\Z|"
    r"(?<!\bthink)(?<!thinking)(?<!thought)(?<!\bdream)(?<!dreamt)(?<!dreamed)(?<!dreaming)(?<!afraid)(?<!waiting)"
    r"(?<!instead)(?<!something)(?<!looks)(?<!\blook) (?:of|about|like|for)\Z",
    re.IGNORECASE,
)
"""Sentences that end with such a word anyway: `well played`, `as it is`, `I mean`."""
_FIRST = (
    "suppose supposing imagine assume assuming pretend hypothetically theoretically compare cf maybe perhaps probably "
    "possibly either should would could might can may shall will draft tbd example say undecided premove just in not i "
    "if"
)
_FIRST_WORDS = frozenset(_FIRST.split())
"""Words with which a line begins that may be but a part of a sentence."""
_BEGINS_SENTENCE = re.compile(
    r"(?:(?:suppose|supposing|imagine|assume|assuming|pretend)\b|(?:let['’]?s |let us )?say (?:i|you|we)\b|"
    r"(?:would|could|should|might|can|may|shall|will) (?:i|you|we|this|that|it)\b|i (?:almost|nearly) )",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\W*(?:(?:just )?for fun|in theory|hypothetically|theoretically|draft|tbd|undecided|maybe|perhaps|probably|"
    r"possibly|premove|example|e\.?g|(?:i(?:['’]m| am|['’]ve| have)? )?(?:still )?(?:not|n['’]t) (?:yet )?"
    r"(?:decided|sure|certain)(?: yet)?|i haven['’]t decided(?: yet)?|let['’]?s say|if only|not sent(?: yet)?|"
    r"(?:i(?:['’]m| am) )?still thinking)\W*",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:(?:il)?legal|allowed|wr(?:ite|itten)|notation|correct|right|which (?:one )?(?:should|shall|would|do)|"
    r"(?:should|shall|can|may|could|would) (?:i|we|you|this|that|it)|what if|what about|how about|think (?:of|about)|"
    r"(?:do|did) you mean|you mean)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"^[^:]{1,30}: +(?=\S)")
_TERMINAL = (".", "!", "…", ")", ";")


def may_lead(text: str) -> bool:
    """Whether a line may speak of a turn under it; quick to tell, and right where it says no."""
    if not text or len(text) > _LONGEST:
        return False
    if text.endswith((":", "?")):
        return True
    words = text.split(" ", 1)
    if words[0].lower().strip("(),") in _FIRST_WORDS or "not" in text or "decided" in text:
        return True
    return is_unfinished(text)


def is_unfinished(text: str) -> bool:
    """Whether a line is a sentence that goes on in the next one."""
    last = text.rsplit(" ", 1)[-1].lower().strip(",-–—")
    return text.endswith(":") or (last in _LAST_WORDS and not _ENDS.search(text))


def judge_lead(text: str, gap: int) -> str:
    """What a line makes of a turn that is `gap` lines below it; "" where it does not speak of it."""
    text = _NAME.sub("", text)
    if not may_lead(text):
        return ""
    if text.endswith(":"):
        bare = text.rstrip(" :")
        if is_made(bare) and not _EXAMPLE.search(bare):
            return ""
        return EXAMPLE if _EXAMPLE.search(bare) else OPEN if _SUPPOSED.search(bare) or supposes(bare) else ""
    if gap > 1:
        return ""
    if text.endswith("?"):
        return OPEN if _ASKS.search(text) else ""
    if _WHOLE.fullmatch(text):
        return OPEN
    if text.endswith(_TERMINAL) or (is_made(text) and not _BEGINS_SENTENCE.match(text)):
        return ""
    if is_unfinished(text) or _BEGINS_SENTENCE.match(text):
        return EXAMPLE if _EXAMPLE.search(text) else OPEN
    return ""
