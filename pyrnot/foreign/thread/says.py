"""What players say beside their turns: corrections, take-backs, draws, lost messages (TR3, TR4).

Reads single lines and knows no game; what they say of who plays is for `players`.
"""

from __future__ import annotations

import re

_APOLOGY = (
    r"(?:(?:(?:that|this|it|das|es)(?:['’]s| is| was| war| ist)? (?:all )?(?:wrong|a typo|a mistake|illegal|falsch|"
    r"ein (?:tippfehler|fehler))|sorry|oops+|ups|hoppla|whoops|argh+|ah+|wait|no|hmm+|erm+|uh|typo|pardon|damn|doh|"
    r"scratch that|"
    r"ignore that|my mistake|my bad|mistake|misclick|mis-?typed|misprint|wrong|of course|edit|actually|"
    r"rather)\b[^\w<+(]{1,4})"
)
_CORRECTS = re.compile(
    rf"^(?P<sorry>{_APOLOGY}*)(?P<verb>(?:i\s+(?:meant|mean|meinte|(?P<wish>wanted))|meant|"
    r"(?:correction|errat(?:um|a)|corrigendum)(?:\s+(?:from|by|for|of|to)\s+[^:;\d<>]{2,40}(?=:\s))?|corrected|corrige|"
    rf"korrektur|korrigiert|should\s+(?:be|read|have been)|make\s+(?:that|it)|"
    r"(?:that|it|this|my (?:last )?(?:move|turn)|turn \d+|move \d+)\s+should\s+(?:be|read|have been|have read)|"
    r"(?:please\s+)?read|edit|fix|fixed|"
    r"(?:please\s+)?change\s+(?:it|that|my (?:last )?(?:move|turn))\s+to|replace\s+(?:it|that)\s+(?:with|by)|"
    r"the\s+(?:right|correct)\s+(?:move|turn)\s+is|"
    r"(?:my\s+)?(?:move|turn)\s+is\s+actually|instead(?! of))\b)?"
    r"\s*[:,;–—-]*\s*(?:to (?:play|write|say)\s+)?"
    r"(?:(?:turn|move)\s*(?=\d))?",
    re.IGNORECASE,
)
_BEFORE_CORRECTION = re.compile(
    r"^(?:(?!\s[-–—])[^\d?:<>|\]]){1,40}?[\s,.;!]\s*"
    r"(?=(?:i\s+(?:meant|mean)|(?:that|it) should (?:be|read|have been)|make (?:that|it))\s)",
    re.IGNORECASE,
)
"""An apology of any words: `sorry all, I meant`. A name before a colon or the like is the head of the line instead."""
_NOT_THAT = re.compile(
    r",?\s*\(?\b(?:instead\s+of|not|rather\s+than|in\s+place\s+of|statt|(?:und )?nicht|"
    r"(?:et )?(?:non )?pas)\s+\S.{0,80}$",
    re.IGNORECASE,
)
_OF_COURSE = re.compile(r",?\s+(?:of course|obviously|naturally|clearly)[.!]*$", re.IGNORECASE)
_RETRACTS = re.compile(
    r"^(?:(?:oops|sorry|argh|no|wait)\W+)*(?:(?:please\s+)?(?:ignore|disregard|forget|scratch|cancel|delete|scrap|"
    r"strike)\s+(?:it|(?:that|this|my|the)(?:\s+(?:last|previous|first))?(?:\s+(?:move|turn|one|message|line|post|"
    r"roll|mail))?)|"
    r"that(?:['’]s| is| was)\s+(?:a typo|wrong|a mistake|illegal|not (?:legal|what i meant))|i take (?:that|it|my "
    r"\w+) back|wrong (?:square|die|dice|piece|pyramid|move|turn|game|board|chat|thread|window)\b.*|"
    r"typo|misclick(?:ed)?|i mistyped\b.*)\W*$",
    re.IGNORECASE,
)
_NUMBERED = r"(?:turn|move|ply|zug|coup)\s*#?\s*(?P<{}>\d{{1,3}})"
_DENIES = re.compile(
    rf"^(?!.*\b(?:if|whether|wenn|falls|ob|si)\b)(?:.{{0,60}}\W)??(?:{_NUMBERED.format('first')}(?:\s+(?:in|of|on|from)\s"
    r"[^.!?]{1,40}?)?\s+(?:is|was|ist|war|est|était)\s+(?:\w+\s+)?(?:wrong|incorrect|a typo|a misprint|mis-?typed|"
    r"misprinted|not (?:right|correct)|falsch|ein tippfehler|faux)|"
    r"(?:typo|misprint|error|mistake|tippfehler|fehler|erreur)s? (?:in|at|with|bei|im|dans le|au) "
    rf"{_NUMBERED.format('second')}|(?:ignore|disregard|delete|strike) {_NUMBERED.format('third')})\W*$",
    re.IGNORECASE,
)
"""A turn, by its number, that was not the one that was written; which it was is not said."""
_HESITATES = re.compile(
    r"^\W*(?:(?:no|hmm*|oh|ah|ok|sorry|argh|oops)\W+)*(?:wait(?:,? no|(?: for)? (?:a|one) (?:sec(?:ond)?|moment|"
    r"minute))?|hold on|not so fast|(?:i(?:['’]m| am) )?(?:still thinking|not sure|undecided)(?: yet| about (?:it|"
    r"that|this))?|not final(?: yet)?|not sent(?: yet)?|let me (?:rethink|reconsider|think again)(?: (?:it|"
    r"that|this))?|on second thoughts?|(?:or )?(?:maybe|perhaps) not|(?:i )?changed my mind|(?:just )?a draft|draft|"
    r"tentative)\W*$",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?:(?:i|we) (?:need|have|want|must|should|will|did)|i['’](?:m|ll|ve|d)|let me|give me|because|though|sorry)\b"
    r"(?!.*[:\d])",
    re.IGNORECASE,
)
"""Why somebody takes a turn back or waits with it: no turn, and none made in its place."""
_TAKE_BACK = re.compile(
    r"\b(?:take[- ]?(?:s|ing)?|want|have)\s+(?:that|it|this|mine|my(?:\s+last)?(?:\s+(?:move|turn))?)[- ]?\s?back\b|"
    r"\btake[- ]?(?:s|ing)?[- ]?\s?back\b|\bundo\b",
    re.IGNORECASE,
)
_NO_TAKE_BACKS = re.compile(
    r"\b(?:no|without|keine)\s+(?:take[- ]?backs?|takings? back|undos?|zurücknehmen)\b|\btouch[- ]move\b", re.IGNORECASE
)
_OFFERS = re.compile(
    r"^(?:i\s+(?:offer|propose|suggest)|offering|shall we (?:call it|agree)|how about|would you (?:accept|like|take|"
    r"agree)|do you (?:want|accept)|care for|fancy|what about|"
    r"i['’]d (?:offer|propose|take)|ich biete)\b.{0,40}\b(?:draw|remis|tie)\b|"
    r"^\W{0,2}(?:an?\s+)?(?:draw|remis|tie|tablas|patta|(?:partie |match )?nulle?|remise)"
    r"(?:\s+(?:now|then|here))?\s*\?|"
    r"^(?:ich )?biete remis\b|^(?:je |te |ti )?(?:propose|ofrezco|propongo|offro) (?:la )?(?:nulle|tablas|patta)\b|"
    r"^draw offer(?:ed)?\b|^agreed draw\s*\?",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_PHRASES = re.compile(r"(?<=[.!?,:;)…])\s+|\s[-–—]+\s")
_ACCEPTS = re.compile(
    r"^(?:\W*(?:hm+|well|ah|oh|on second thoughts?|alas)\b){0,2}"
    r"(?:\W*(?:ok(?:ay)?|k|yes|yep|yeah|yup|sure|agreed?|accept(?:ed)?|i (?:accept|agree)|deal|fine|alright|all "
    r"right|draw it is|(?:draw|remis) (?:accepted|angenommen)|ich nehme an|draw agreed|"
    r"einverstanden|angenommen|ja|d['’]accord|oui|j['’]accepte|de acuerdo|vale|s[ií]|acepto|d['’]accordo|va bene|"
    r"accetto|akkoord|zgoda|go ahead|no problem|np|of course|granted|allowed|gladly|ok then|"
    r"works for me|be my guest|please do|agreed,? draw|go for it|"
    r"(?:exactly|indeed|right|correct|absolutely|definitely|you(?:['’]re| are) right)(?=\W*$|[,.!]))\b\W*)+"
    r"(?:.{0,40})$|^[👍👌✅🤝]+$",
    re.IGNORECASE,
)
_AGREES = re.compile(
    r"\b(?:agreed?|accept(?:ed)?|angenommen|einverstanden|d['’]accordo?|de acuerdo|acepto|accetto|akkoord|zgoda)\b",
    re.IGNORECASE,
)
_TAKES_DRAW = re.compile(
    r"^(?!.*\?)(?:.*\b(?:agreed?|accept(?:ed)?|tak(?:e|ing)|ok(?:ay)?|yes|nehme)\b.{0,30}\b(?:draw|remis)\b|"
    r"draw it is\b)",
    re.IGNORECASE,
)
_DECLINES = re.compile(
    r"^\W*(?:no\b(?!,? (?:problem|worries|rush|hurry|doubt|wait|idea|clue))|nope|nah|nein|non\b|declined?|i decline|"
    r"not (?:yet|now|a chance)|never(?!\s?mind)|let['’]?s play on|play on|rather not|i['’]?d rather)",
    re.IGNORECASE,
)
_PLAYS_ON = re.compile(
    r"\b(?:(?:i|we)(?:['’]ll| will)?|let['’]?s|let us) (?:(?:just |simply )?(?:play|go|carry|keep) on|continue|"
    r"keep playing)\b(?=\W*(?:$|[,.!;:)–—-]|(?:then|please|anyway|now|for now|instead|a bit|if)\b))",
    re.IGNORECASE,
)
_WITHDRAWS = re.compile(
    r"^\W*(?:(?:no|oh|hmm*|ah|sorry|ok(?:ay)?|well|wait|actually)\W+)*(?:never\s?mind|(?:i )?(?:withdraw|retract|"
    r"take back|revoke)\b(?: (?:it|that|this|(?:the|my) (?:draw|offer|resignation|claim|draw offer)))?|"
    r"(?:the|my) (?:offer|draw offer) is (?:off|withdrawn))\W*$",
    re.IGNORECASE,
)
_DENIES_CLAIM = re.compile(
    r"^\W*(?:(?:no|nope|hey|what|excuse me|sorry|wait)\W+)*(?:"
    r"i (?:did|do|have|am|was)(?: not|n['’]t)(?=\W*$|[,.!;:]|\s+(?:lose|lost|forfeit\w*|resign\w*)\b)|"
    r"(?:that(?:['’]s| is| was) not|it(?:['’]s| is) not|that isn['’]t|it isn['’]t|not) (?:true|right|so|over)\b|"
    r"i (?:protest|object|disagree)\b)",
    re.IGNORECASE,
)
_LOST = re.compile(
    r"^\W*(?:(?:this|your?|the) message (?:was|has been) deleted|you deleted this message|message (?:deleted|"
    r"removed)(?: by .{1,40})?|\[?deleted\]?|<?media omitted>?|"
    r"(?:image|photo|picture|video|sticker|gif|audio|voice message|attachment|document)(?: \w+)? omitted|<attached: "
    r".{1,80}>|.{1,60}\(file attached\)|"
    r"\[?(?:image|photo|picture|sticker|screenshot|voice message|attachment|foto|bild)\]?|diese nachricht wurde "
    r"gelöscht|"
    r"<?(?:medien (?:ausgeschlossen|weggelassen)|médias? omis|multimedia omitid[oa]|archivo omitido|mídia oculta|"
    r"media omessi|media weggelaten|pominięto multimedia)>?|(?:bild|video|audio|sticker|gif|foto) weggelassen|"
    r"(?:image|vidéo) absente|imagen omitida|imagem ocultada|ce message a été supprimé|"
    r"\S{1,40}\.(?:jpe?g|png|gif|webp|heic))\W*$",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"^\W*(?:(?:the\s+)?same\s+(?:as|move|turn|again|for me|thing|square|spot|place)\b.{0,50}|(?:the\s+)?same|"
    r"(?:ditto|dito|idem)\b.{0,40}|as "
    r"(?:before|last time|above)|repeat(?:\s+(?:that|last|my last.*))?|wie vorher|again the same|"
    r"i repeat(?: that)?|copy (?:that|your move))\W*$",
    re.IGNORECASE,
)
_SQUARE = r"(?:(?:on|to|at|auf|nach|[A-Z]{{3,4}})\s+)?(?P<{}>[a-h][1-8]|[1-6]/[1-6])(?!\w)"
_CHANGES_SQUARE = re.compile(
    rf"(?<!\w){_SQUARE.format('new')}[^.;:\d]{{0,30}}?\b(?:not|instead of|rather than|nicht|statt)\s+"
    rf"{_SQUARE.format('old')}|"
    rf"\b(?:not|nicht)\s+{_SQUARE.format('was')}\W{{1,4}}(?:(?:but|sondern|rather)\s+)?{_SQUARE.format('now')}",
    re.IGNORECASE,
)
_KIDDING = re.compile(
    r"^\W*(?:just (?:kidding|joking)|jk|j/k|kidding|joking|only joking|i(?:['’]m| am| was) (?:just )?(?:kidding|"
    r"joking)|haha no|nah just kidding)\b",
    re.IGNORECASE,
)
_REMATCH = re.compile(
    r"^\W*(?:rematch|revanche)\b.{0,30}$|^\W*(?:once |play )?(?:again|one more)\s*\?+\W*$|"
    r"^\W*(?:(?:let['’]?s|shall we|want to|ready for|how about|time "
    r"for)\s+)?(?:play\s+)?"
    r"(?:another|a new|new|next|a second|second)\s+(?:game|match|round)\b.{0,20}$",
    re.IGNORECASE,
)


def cut_correction(text: str) -> tuple[str, bool] | None:
    """What follows `I meant` and the like, and whether that is more than an apology; None if the text begins with
    neither."""
    if text.startswith("*") and len(text) > 2 and not text.startswith(("* ", "**")):
        return text[1:].strip(), True
    before = _BEFORE_CORRECTION.match(text[:200])
    text = text[before.end() :] if before else text
    found = _CORRECTS.match(text[:200])
    if not found or not found.end() or not (found["sorry"] or found["verb"]):
        return None
    if found["wish"] and not found["sorry"]:
        return None  # what somebody wanted and did not do
    rest = _OF_COURSE.sub("", text[found.end() :].strip())
    return (cut_other(rest), bool(found["verb"])) if rest else None


def cut_other(text: str) -> str:
    """A turn without the one that it is not: `Sc6, not Sc5`."""
    return _NOT_THAT.sub("", text)


def is_retraction(text: str) -> bool:
    """Whether a line takes back an earlier line without saying what is meant."""
    return len(text) < 100 and any(_RETRACTS.match(part) for part in (text, _reasoned(text)))


def _reasoned(text: str) -> str:
    """What a line says before its writer gives a reason: `scrap that, I need to sleep on it`."""
    said, comma, reason = text.partition(", ")
    return said if comma and _REASON.match(reason) else text


def denied_turn(text: str) -> int | None:
    """The number of the turn of which a line says that it was written wrongly, without saying what is meant."""
    found = _DENIES.match(text) if len(text) < 160 and "?" not in text else None
    return int(found["first"] or found["second"] or found["third"]) if found else None


def hesitates(text: str) -> bool:
    """Whether a line says of the turn before it that it is not final."""
    return len(text) < 60 and any(_HESITATES.match(part) for part in (text, _reasoned(text)))


def asks_take_back(text: str) -> bool:
    """Whether a line asks to take a turn back."""
    return len(text) < 200 and bool(_TAKE_BACK.search(text)) and not forbids_take_backs(text)


def forbids_take_backs(text: str) -> bool:
    """Whether a line says that nothing is taken back."""
    return len(text) < 200 and bool(_NO_TAKE_BACKS.search(text))


def offers_draw(text: str) -> bool:
    """Whether a line offers a draw."""
    return len(text) < 120 and any(_OFFERS.search(phrase) for phrase in _PHRASES.split(text))


def accepts(text: str) -> bool:
    """Whether a line agrees to what was asked."""
    return len(text) < 120 and "?" not in text and bool(_ACCEPTS.match(text)) and not _DECLINES.match(text)


def agrees(text: str) -> bool:
    """Whether a line that accepts says outright that it agrees."""
    return bool(_AGREES.search(text))


def takes_draw(text: str) -> bool:
    """Whether a line takes a draw that was offered before, and says that it is that."""
    return len(text) < 120 and bool(_TAKES_DRAW.match(text)) and not _DECLINES.match(text)


def plays_on(text: str) -> bool:
    """Whether a line says that the game goes on."""
    return len(text) < 100 and "?" not in text and bool(_PLAYS_ON.search(text))


def withdraws(text: str) -> bool:
    """Whether a line withdraws what its writer offered or claimed."""
    return len(text) < 100 and bool(_WITHDRAWS.match(text))


def denies(text: str) -> bool:
    """Whether a line says that what the other claims is not so."""
    return len(text) < 160 and bool(_DENIES_CLAIM.match(text))


def declines(text: str) -> bool:
    """Whether a line refuses what was asked."""
    return len(text) < 160 and bool(_DECLINES.match(text))


def is_lost(text: str) -> bool:
    """Whether a message is not there: deleted, or a picture that the export left out."""
    return len(text) < 120 and bool(_LOST.match(text))


def is_same_again(text: str) -> bool:
    """Whether a line says that a turn is repeated, without the turn."""
    return len(text) < 60 and bool(_SAME.match(text))


def changed_square(text: str) -> tuple[str, str] | None:
    """The square or roll that a line puts in the place of another, and that other: `h7 of course, not h8`; None for any
    other line."""
    found = _CHANGES_SQUARE.search(text) if len(text) < 80 else None
    if found is None:
        return None
    new, old = (found["new"] or found["now"]).lower(), (found["old"] or found["was"]).lower()
    return (new, old) if new != old else None


def is_kidding(text: str) -> bool:
    """Whether a line admits that an earlier one was a joke."""
    return len(text) < 80 and bool(_KIDDING.match(text))


def is_rematch(text: str) -> bool:
    """Whether a line begins another game."""
    return len(text) < 60 and any(_REMATCH.match(sentence) for sentence in _SENTENCES.split(text))
