"""Words beside a turn: which leave it a turn, which make a sentence of it, and which leave it open (TR3.1, TR3.2).

Knows no game; what is notation it is told.
"""

from __future__ import annotations

import re

from pyrnot.foreign.thread.text import EMOJI

_OPEN = re.compile(
    r"\b(?:or|oder|ou|maybe|perhaps|probably|possibly|vielleicht|unless|unsure|not sure|undecided|i guess|i think|i "
    r"suppose|either|tbd|"
    r"tentative(?:ly)?|provisional(?:ly)?|pending|conditional(?:ly)?|hold on|wait|nope|scrap that|scratch that|"
    r"cancel that|if|wenn|falls)\b",
    re.IGNORECASE,
)
_PROSE = re.compile(
    r"\b(?:is|was|were|are|be|been|being|would|wouldn't|could|couldn't|should|shouldn't|might|may|can|can't|cannot|"
    r"won't|will|wäre|"
    r"hätte|ist|war|geht|kann|wird|est|était|serait|es|è|instead|rather|than|because|since|looks?|looked|seems?|seemed|feels?|makes?|made|gives?|gave|"
    r"allows?|leaves?|"
    r"threatens?|works?|worked|fails?|isn't|wasn't|doesn't|don't|didn't|hasn't|has|had|have|did|does|do|when|while|"
    r"after|before|"
    r"then|but|although|though|also|too|either|again|comes|follows)\b",
    re.IGNORECASE,
)
_AFTER_STOP = re.compile(
    r"^\W*(?:or|oder|unless|wait|actually|instead|maybe|perhaps|no,|scratch|scrap|if|why|hmm+,? or)\b", re.IGNORECASE
)
_RETRACTS = re.compile(
    r"\b(?:kidding|joking|jk|(?:a|my|the) joke|wrong (?:game|board|window|chat|thread|table)|(?:other|another) "
    r"(?:game|board|match)|not really|no,? wait|not (?:yet )?sent|unsent|(?:just |only )?(?:an? )?(?:draft|test|"
    r"example|hypothetical(?:ly)?)|conditional(?:ly)?|tentative(?:ly)?|provisional(?:ly)?|unconfirmed|"
    r"not (?:yet )?(?:played|final|made|confirmed)|illegible|unreadable|unleserlich|illisible|"
    r"(?:can['’]t|cannot|could not) read|in theory|pre-?move|means?)\b|j/k|\b(?:lol|haha|hehe),? no\b",
    re.IGNORECASE,
)
"""What says of a turn that it is not made here."""
_NO = re.compile(r"\W*(?:no|nah|nope)\W*", re.IGNORECASE)
_STRONG = re.compile(r"^(?:[(\[{#…]|\.+|!+|--|[–—]|//|\"|“|„|~|[-•]\s)")
_WEAK = re.compile(r"^[,:;]")
_SMILEY = re.compile(
    r"(?<!\S)(?:[:;=8xX]['’]?-?[()DPpOo3/\\|*\]\[]+|<3+|\^_?\^|xD+|XD+|[oO]_[oO]|lol|haha\w*|hehe\w*|hihi|gg|glhf|"
    r"gl)(?!\S)"
)
_HARMLESS = re.compile(
    r"\b(?:your|my|our|the|next|nice|good|great|bad|last|first|this|that|a)\s+(?:move|turn|trade|go|attack|discovery|"
    r"build|pass)s?\b|"
    r"\b(?:your|you)\s+(?:move|go|turn)\b",
    re.IGNORECASE,
)
_NOTATION = re.compile(
    r"(?<![A-Za-z0-9])[+xX]?[SMLPDQ]{1,4}(?:\([a-z0-9,]{1,5}\))?[a-h][1-8]|(?<!\d)[1-6]/[1-6](?!\d)|[SML]\([a-z]\)|"
    r"<>|[a-h][1-8]\s?[-=x]\s?[a-hSMLPDQ]|"
    r"(?<!\S)[xX][a-h][1-8]|(?<!\S)[xX](?:[SMLPDQ]\w?)?(?!\S)|(?<!\S)[+=@>]\w|(?<!\S)[SMLPDQ](?!\S)|[SML][_^](?:\s|$)"
)


_GOES_ON_TO = r"(?:to|from|into|onto|on|at|in|and|then)\s+(?:[SMLPDQ]|small|medium|large)?\s*[a-h][1-8]\b"
"""Words after a turn that belong to it, and that its game does not read."""
_SUPPOSES = re.compile(
    r"\b(?:would|could|should|might|may|if|or|maybe|perhaps|better|best|instead|not|than|considered|thought|thinking|"
    r"think|wanted|expected|expecting|idea|threat|threatens|plan|computer|engine|says|said|suggests?|suggested|example|"
    r"alternative|variation|line|option|nicht|kein|keine|pas|jamais|impossible|illegal|was|were|had|like|after|before|last|previous|earlier|remember|rule|analysis)\b",
    re.IGNORECASE,
)
_TRAILING_EMOJI = re.compile(rf"(?:\s*{EMOJI.pattern[:-1]})+\s*$")  # one character each: two ways to repeat hang it


_LONGEST_SMILEY = 8
_LAST_WORD = re.compile(rf"\s(\S{{1,{_LONGEST_SMILEY}}})\Z")


def strip_ornaments(text: str) -> str:
    """Text without pictures, smileys and the like at its end."""
    before = None
    while before != text:
        before = text
        if not text.isascii():
            text = text[:-60] + _TRAILING_EMOJI.sub("", text[-60:])
        found = _LAST_WORD.search(text[-_LONGEST_SMILEY - 2 :])
        if found and _SMILEY.fullmatch(found[1]):
            text = text[: -len(found.group())].rstrip()
    return text


def supposes(label: str) -> bool:
    """Whether words before a turn speak of one that was not played here."""
    return bool(_SUPPOSES.search(label))


_MAKES = re.compile(
    r"(?:\b(?:i|we|ich|je)(?:['’](?:ll|m))?(?:\s+(?:will|shall|am|now|just|simply|then|think|guess|have to|must|"
    r"going to|gonna|decided to|want to|so))*(?:\s+i(?:['’]ll| will| shall))?\s+(?:play|go|move|take|answer|reply|"
    r"respond|choose|do|try|place|put|make|pick|start|begin|open|spiele|ziehe|joue|playing|going|moving|taking|answering|"
    r"replying|starting)(?:\s+(?:with|for|by|at|it))?|\b(?:my|our)\s+(?:\w+\s+)?(?:move|turn|reply|answer|response|"
    r"play|zug|antwort)(?:\s+is)?|\b(?:it['’]s|it is|that['’]s|so be it)(?:\s+(?:then|now))?)\s*[:,]?\s*[\"'“‘(*]*$",
    re.IGNORECASE,
)
"""Words right before a turn with which its writer makes it."""
_POLITE = re.compile(
    r"\bif (?:you don['’]?t mind|i may|that(?:['’]s| is) (?:ok|okay|all right|alright|fine)|it(?:['’]s| is) (?:ok|okay|"
    r"all right|alright|fine)|you like|i(?:['’]m| am) not mistaken|i remember|i read)\b",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"\b(?:would|could|might|should|may|if|or|maybe|perhaps|not|\w+n['’]t|\w+['’]d|wanted|thought|considered|almost|nearly|"
    r"were|had|instead|when|once|until|unless|can|why)\b",
    re.IGNORECASE,
)
_DEPENDS = re.compile(r"\b(?:if|unless|when|once|until|suppose|imagine|assume|pretend|say)\b", re.IGNORECASE)
_CLAUSES = re.compile(r"[,;.!?–—]|\b(?:but|so)\b")
_CONTRAST = re.compile(r"\b(?:but|so)\b", re.IGNORECASE)
_STOP = re.compile(r"\A[.!?;]+(?=\s|$)|(?<=[^\d\s])[.!?;]+(?:\s+|$)|[.!?;]+\s+")


_OF_NUMBER = re.compile(r"(?<=(?<!\S)\d)[.)]+(?=\s)|(?<=(?<!\S)\d\d)[.)]+(?=\s)|(?<=(?<!\S)\d\d\d)[.)]+(?=\s)")
"""The stop of a turn's number, which ends no sentence: `if 3. Sc5 then 4. Sd6`."""


def without_politeness(text: str) -> str:
    """A text without the conditions that are none: `if you don't mind`."""
    return _POLITE.sub(" ", text)


def is_made(before: str) -> bool:
    """Whether words right before a turn say plainly that their writer makes it."""
    if not _MAKES.search(before):
        return False
    rest = _MAKES.sub(" ", _POLITE.sub(" ", before))
    return not (_DEPENDS.search(rest) or _CONDITIONAL.search(_CLAUSES.split(rest)[-1]))


def is_hypothetical(before: str, after: str) -> bool:
    """Whether the words around a turn in a sentence speak of one that is not made here: by the words of that
    sentence, those after it as well unless it is plainly made (`I play Sc6, or so the dice want`)."""
    before, after = (_OF_NUMBER.sub(" ", part) for part in (before, after))
    before = _STOP.split(_POLITE.sub(" ", before))[-1]
    found = _STOP.search(after)
    stop = found.group() if found else ""
    after = _POLITE.sub(" ", after[: found.start()] if found else after)
    if _MAKES.search(before):
        return not is_made(before)
    if not _DEPENDS.search(before):
        before = _CONTRAST.split(before)[-1]  # `First I wanted Sa3, so Sc6`
    return "?" in stop or bool(_CONDITIONAL.search(before)) or supposes(before) or supposes(after)


_ASKS_DRAW = re.compile(
    r"\W*(?:(?:and|but)\s+)?(?:(?:(?:i(?:['’]d)?|ich)\s+)?(?:offer|offering|propose|suggest|biete)\s+)?(?:an?\s+)?(?:draw|remis)"
    r"(?:\s+(?:offer|offered))?\W*\Z",
    re.IGNORECASE,
)
"""An offer of a draw right after a turn: it does not belong to the turn."""
_SPEAKS_OF = re.compile(
    r"\?|\b(?:is|isn['’]?t|was|are|aren['’]?t|were|am|i['’]m|has|have|had|looks?|seems?|nice|good|great|bad|love|ouch|oh|wow|why|"
    r"what|how|who|where|careful|beware|note|sorry|thanks|your|you|s?h[e]|they|h[i]s|her|their|it|that|this|still|already|"
    r"next|later|soon|tomorrow|see|saw|watch|hate|like|fear|hope)\b|['’]s\b",
    re.IGNORECASE,
)
"""Words of a sentence that judges the board, and makes no turn."""


def speaks_of(text: str) -> bool:
    """Whether a sentence asks about the board or judges it."""
    return bool(_SPEAKS_OF.search(text))


_DECIDES = re.compile(
    r"\W*(?:and|und|et|then)\s+(?:then\s+|so\s+)?(?:i|you|we|it)(?:['’](?:ll|d))?\b[^.!?]{0,20}"
    r"\b(?:resign|give up|wins?|won|loses?|lost|over)\b",
    re.IGNORECASE,
)
"""What may come of a turn if it is played: `Sc6 and I resign`."""


_AFTER_PASS = re.compile(
    r"(?:again|too|also|as well|here|now|for (?:now|me|this)|then|this (?:turn|time|one|round)|today|thanks|thank you|"
    r"sorry|please|unfortunately|sadly|of course|obviously|wieder|auch|leider|encore|también)\b[^;?]*\Z",
    re.IGNORECASE,
)
"""Words right after a pass that leave it one: `pass` begins other things too (`pass the salt`, `Pass auf!`)."""


def says_only_passed(rest: str) -> bool:
    """Whether words right after a pass leave it one."""
    return bool(_AFTER_PASS.match(rest)) and not _OPEN.search(rest)


def judge_rest(before: str, rest: str, verbs: re.Pattern[str] | None, *, is_sure: bool) -> str:
    """What words after a whole turn make of it: `remark` leaves it one, `prose` makes a sentence of it, `open` leaves
    it
    open, and `near` says that some of the notation could not be read.

    `verbs` are words of the notation; `is_sure`: a number or a name before the turn says that it is one.
    """
    bare = _SMILEY.sub(" ", EMOJI.sub(" ", rest)).strip()
    if not bare or not re.search(r"\w", bare):
        return "prose" if "?" in bare else "remark"
    if _ASKS_DRAW.match(bare):
        return "remark"
    if before.strip().lower() == "pass" and says_only_passed(bare):
        return "remark"
    is_strong = bool(_STRONG.match(rest)) or before.rstrip().endswith((".", "!"))
    inner = re.sub(r"[()\[\]{}]", " ", bare)
    if _RETRACTS.search(inner) or _NO.fullmatch(bare) or _DECIDES.match(bare):
        return "open"
    has_notation = bool(_NOTATION.search(inner)) or bool(verbs and verbs.search(_HARMLESS.sub(" ", inner)))
    if is_strong:
        if _AFTER_STOP.match(bare):
            return "open"
        return "near" if has_notation else "remark"
    if _OPEN.search(inner):
        return "open"
    if "?" in bare or (
        _PROSE.search(_HARMLESS.sub(" ", inner)) and not (_WEAK.match(rest) and not has_notation and "?" not in bare)
    ):
        return "prose"
    if has_notation or re.match(_GOES_ON_TO if is_sure else r"\W*\S*[a-h][1-8]\b", bare):
        return "near"
    return "remark"


_CONTESTS = re.compile(
    r"\b(?:errat(?:um|a)|corrigend(?:um|a)|corrections?|corrected|mis-?(?:typed?|print(?:ed)?|wrote|written|copied|"
    r"recorded|read|spelt|spelled)|typos?|should (?:be|read|have (?:been|read|said|written|put))|meant|"
    r"(?:you|s?h[e]|they) means?|"
    r"(?:correct|right|real|true|actual) (?:move|turn|one|text|entry|version)|(?:really|actually|in fact) played|"
    r"(?:was|is) (?:really|actually|in fact)|(?:turn|move|ply|zug|coup) #?\d+ (?:was|is|were|must be|has to be|ist|war|"
    r"est|était)|wrong(?:ly)? (?:written|entered|copied|typed|noted|down)|"
    r"(?:sheet|notes?|notebook|list|record|log|copy|mail|message|protocol)\b[^.!?]{0,30}? (?:says?|said|reads?|has|had|"
    r"shows?|gives?)|(?:sheet|notes?|notebook|list|record|log) is wrong|tippfehler|gemeint|meinte|korrekt(?:ur)?|"
    r"korrigiert|corrigé|faute de frappe|errata)\b",
    re.IGNORECASE,
)


_REPLACES = re.compile(
    r"^(?!.*(?:\b(?:would|could|might|if|was|were|wanted|thought|considered)\b|['’]d\b|\?)).*"
    r"\b(?:instead(?! of)|rather(?! than)|lieber|plutôt)\b",
    re.IGNORECASE,
)


def replaces(text: str) -> bool:
    """Whether a sentence may put one turn in the place of another, and judges neither."""
    return bool(_REPLACES.search(text))


def contests(text: str) -> bool:
    """Whether a sentence says that a turn was not the one that was written."""
    return bool(_CONTESTS.search(text))
