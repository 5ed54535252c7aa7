"""Lines that speak of the turn under them: as one that is not made, or not yet (`For example:`, `Is that legal?`).

A turn alone on its line is one (TR3.1), but nobody takes it for one where the line above supposes it. Knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pyrnot.foreign.thread.items import AnyItem, Candidate
from pyrnot.foreign.thread.wording import is_made, supposes, without_politeness

EXAMPLE, OPEN = "example", "open"
"""What a line makes of the turn under it: one that nobody makes, or one that its writer may make or not."""

_LONGEST = 160
_MOST_LINKING = 4
"""Words between two turns of a supposition: `I have`, `then comes`."""
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
    "later tomorrow afterwards someday risky rejected dismissed discarded refuted overlooked missed dare dared "
    "runner-up vielleicht si peut-être"
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
    "see cf expect expected expecting prefer preferred mean meant after against before because despite following given "
    "into on since to unless upon versus via vs when whenever without with nor missed overlooked noticed "
    "feared dared dismissed rejected refuted saw at"
)
_LAST_WORDS = frozenset(_LAST.split())
"""Words with which a sentence may be unfinished."""
_ENDS = re.compile(
    r"\b(?:well|nice|nicely|good|great|fair|lovely|fine|strong|clever|cleverly|beautifully|badly)\s+\w+\Z|"
    r"\b(?:i|you|s?h[e]|it|we|they|that|this|there|who)\s+(?:is|was|were|are)\Z|\bwhat\b.*\b(?:like|about|for|of)\Z|"
    r"\b(?:as|like) (?:i|you|s?h[e]|they) (?:said|wrote|say)\Z|\bi mean\Z|\b(?:let['’]s|we) (?:see|play|try)\Z|"
    r"\bto see\Z|"
    r"(?<!\bthink)(?<!thinking)(?<!thought)(?<!\bdream)(?<!dreamt)(?<!dreamed)(?<!dreaming)(?<!afraid)(?<!waiting)"
    r"(?<!instead)(?<!something)(?<!looks)(?<!\blook) (?:of|about|like|for)\Z|"
    r"\b(?:ever|long|years?|months?|weeks?|days?|ages|time|moments?|while|soon|shortly|not) (?:after|before|since)\Z|"
    r"\b(?:as|like|seen?|done|been|was|were|so|it|that|this|not|never|than|played|met|said) before\Z|"
    r"\b(?:go|going|goes|gone|went|come|comes|coming|play|plays|playing|move|moves|hold|carry|keep|read|so|later|now|"
    r"early|game|rely|log|bring|hang|dream|and|wait|count|pass|catch|try|it|that|this|them|h[i]m) on\Z|"
    r"\b(?:ha[sd]|have|having|used?|wants?|wanted|likes?|love|need|needs|got|going|forward|able|try|trying|ought|"
    r"listen|happy|glad|supposed|it|that|this|up) to\Z|"
    r"\b(?:begin|start|up|done|finished|happy|deal|live|agree|go|along|it|that|them|you|me|who|what|us|h[i]m) "
    r"with\Z|\b(?:say|know|see|wonder|since|till|until|just|tell|sure|guess|ask) when\Z|"
    r"\b(?:what|as|like|that|all|never|ever|you|just|last|i) (?:i|you|we|they|s?h[e]) (?:saw|missed|noticed|feared)\Z|"
    r"\b(?:good|bad|better|best|playing|it|that|this|where|home|laugh|smile|arrive[ds]?) at\Z",
    re.IGNORECASE,
)
"""Sentences that end with such a word anyway: `well played`, `as it is`, `I mean`, `come on`."""
_MODAL = re.compile(
    r"\b(?:should|could|would|might|mind|(?:i|you|we)['’]d)(?: \w+){0,4}? (?:go|gone|have|had|do|done|take|taken|"
    r"choose|chosen|move|moved|change|have got|be|have been)\Z|^(?:so |or )?(?:is|was) (?:it|this|that)\Z",
    re.IGNORECASE,
)
"""A sentence whose verb asks for what follows: `I should have gone`, `I'd rather have`."""
_CONDITION = (
    r"\b(?:after|on|upon|against|if|when|should you (?:play|go)|in (?:case of|answer to|reply to|response to)|given|to|"
    r"following|facing)\s+(?!(?:your|the last|that|this|my)\b)(?:you (?:play|go|move)\s+)?"
)
_NAMES_TURN = (
    r"(?:(?!(?:i|you|we|it|s?h[e]|they)\b)[^\s.,:!?]+\s+){0,5}?"
    r"[^\s.,:!?]*(?:[SMLPDQ)][a-h][1-8](?!\d)|[a-h][1-8][-=]|\b[rygb][123]\b|\([a-z]\)|\b[SML]_|<[SML]|\bpass\b)"
)
_AFTER_TURN = re.compile(
    rf"{_CONDITION}{_NAMES_TURN}.*(?::|\b(?:i|we)(?:['’]ll)? (?:\w+ ){{0,2}}?(?:have|play|go|answer|reply|move|take|"
    rf"respond|can|will)(?: with)?)\Z|^(?:(?:and|but|so|then|or)\s+)?{_CONDITION}{_NAMES_TURN}"
    r"(?:(?!\b(?:i|you|we|it|s?h[e]|they)\b)[^.,:!?])*\Z",
    re.IGNORECASE,
)
"""Words that make a sentence speak of what is played after a turn that it names."""
_IN_CASE = re.compile(r"\b(?:after|on|upon|against|if|when|in case of|given|to|following|unless)\W*\Z", re.IGNORECASE)
_YOUR_TURN = re.compile(
    r"\by(?:our|a) (?:\w+ )?(?:move|turn|go|reply|answer|response|play|zug)\W*\?\W*\Z|"
    r"\b(?:du bist dran|à toi)\W*\?\W*\Z",
    re.IGNORECASE,
)
"""A question after the other's turn: the turn under it is a guess at that."""
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


_LISTED = re.compile(
    r"\b(?:planned|plans?|possibl[ey]|possibilit\w+|conditional(?:ly)?|pre-?moves?|analysis|continuations?|variations?|"
    r"alternatives?|hypothetical(?:ly)?|could|might|would have|if|suppos\w+|imagine|samples?|examples?|suggest\w*|"
    r"propos\w*|wenn|falls|möglich\w*|geplant\w*|bedingt\w*|beispiel\w*|exemples?|ejemplos?|"
    r"(?:an)?other (?:game|board|match)|in (?:my|our|a) (?:\w+ )?(?:game|match) (?:with|against)|"
    r"last (?:game|week|month|year))\b",
    re.IGNORECASE,
)
"""Words of a heading over turns that are not played here: possible ones, and those of another game."""


def supposes_list(text: str) -> bool:
    """Whether a line heads a list of numbered turns that are not played, or not yet: `Conditional moves:`."""
    bare = _NAME.sub("", text).rstrip(" :")
    is_heading = text.endswith(":") and len(text) <= _LONGEST
    return is_heading and _LISTED.search(without_politeness(bare)) is not None and not is_made(bare)


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
    if len(text) > _LONGEST:
        return False
    last = text.rsplit(" ", 1)[-1].lower().strip(",-–—")
    text = _NAME.sub("", text)
    ends_open = (last in _LAST_WORDS and not _ENDS.search(text)) or bool(_MODAL.search(text))
    return text.endswith(":") or ends_open or (not text.endswith(_TERMINAL) and bool(_AFTER_TURN.search(text)))


def last_words_of(items: Sequence[AnyItem], text: str) -> str:
    """The sentence after a turn on its line that goes on in the next one: `Sc6. What I expect from you now:`."""
    is_turn = bool(items) and all(isinstance(item, Candidate) for item in items)
    words = text.rpartition(". ")[2] if is_turn and text.endswith(":") else ""
    return words if " " in words else ""


def is_condition(text: str) -> bool:
    """Whether a line makes the turn under it a condition: `After`, `In case of`."""
    return _IN_CASE.search(text) is not None


def goes_on(text: str, lead: str) -> bool:
    """Whether a line under a turn that `lead` leaves open goes on with that: a few words that make no turn, but what
    is played in that case."""
    is_linking = len(text.split()) <= _MOST_LINKING and not text.endswith((*_TERMINAL, "?", ":"))
    return is_linking and judge_lead(lead, 1) == OPEN and (is_condition(lead) or not is_made(text))


def judge_lead(text: str, gap: int) -> str:
    """What a line makes of a turn that is `gap` lines below it; "" where it does not speak of it."""
    text = _NAME.sub("", text)
    if not may_lead(text):
        return ""
    if text.endswith(":"):
        bare = text.rstrip(" :")
        if _AFTER_TURN.search(bare):
            return OPEN
        if is_made(bare) and not _EXAMPLE.search(bare):
            return ""
        return EXAMPLE if _EXAMPLE.search(bare) else OPEN if _SUPPOSED.search(bare) or supposes(bare) else ""
    if gap > 1:
        return ""
    if text.endswith("?"):
        return OPEN if _ASKS.search(text) or _YOUR_TURN.search(text) else ""
    if _WHOLE.fullmatch(text):
        return OPEN
    if _AFTER_TURN.search(text) and not text.endswith(_TERMINAL):
        return OPEN
    if text.endswith(_TERMINAL) or (is_made(text) and not _BEGINS_SENTENCE.match(text)):
        return ""
    if is_unfinished(text) or _BEGINS_SENTENCE.match(text):
        return EXAMPLE if _EXAMPLE.search(text) else OPEN
    return ""
