"""Results in words (TR3.6): which line says how the game ended, and what it says.

A result is read from a player or an organiser, and only with no turn after it; where it stands is for `ending` to
check.
"""

from __future__ import annotations

import re

from msgspec import Struct

_NAME = r"(?P<who>[^\W\d_][\w.'’-]{0,30}(?:\s[^\W\d_][\w.'’-]{0,30}){0,2}?)"
_LEAD = (
    r"^(?:(?:ok(?:ay)?|well|so|right|ah|argh|damn|gg|good game|game over|that['’]?s it|alright|"
    r"result|final result|and)\b[\s,.:;!–-]+)*(?:result\s*:?\s*)?"
)
_TAIL = (
    r"(?:\s+(?:here|now|then|this (?:game|one)|the game|the match|it|again|and congratulations.*|after "
    r"(?:turn|move) \d+|after [^\d;?()=<>+]{1,40}|by [^\d;?()=<>+]{1,30}|on points|easily|"
    r"in \d+ (?:turns|moves)))?(?:(?:\s*[;!:–—]|\s+\(|\s*[,.-](?=\s|$)).*)?$"
)
_RESIGNS = re.compile(
    rf"{_LEAD}(?:{_NAME}\s+)?(?:hereby\s+|must\s+|have to\s+|has to\s+)?(?:resigns?|resigned|resigning|gives? up|"
    rf"gave up|giving up|concedes?|conceded|surrenders?|surrendered|aufgegeben|gebe auf|gibt auf|abandonne){_TAIL}",
    re.IGNORECASE,
)
_FORFEITS = re.compile(
    rf"{_LEAD}{_NAME}\s+(?:forfeits?|forfeited|has forfeited|(?:has |have )?lost on time|loses? on time|timed out|"
    rf"times out|ran out of time|(?:has |have )?exceeded the time(?: limit)?)"
    rf"(?:\s+and\s+(?:so\s+|thus\s+|has\s+|there-?by\s+)?(?:forfeits?|forfeited|loses?|lost)\b(?:\s+the (?:game|"
    rf"match))?)?{_TAIL}",
    re.IGNORECASE,
)
_WINS = re.compile(
    rf"{_LEAD}{_NAME}\s+(?:wins?|won|has won|have won|gewinnt|gewinne|hat gewonnen|a gagné|is the winner)"
    rf"(?:\s+(?:on time|by (?:forfeit|timeout|time|resignation|default)))?{_TAIL}",
    re.IGNORECASE,
)
_LOSES = re.compile(
    rf"{_LEAD}{_NAME}\s+(?:lost|loses|lose|has lost|have lost|verliert)(?:\s+(?:the game|this one|it))?[\s.!]*$",
    re.IGNORECASE,
)
_WON_BY = re.compile(
    rf"^(?:(?:the )?(?:game )?won by|(?:the )?winner\s*(?::|is)|result\s*:|win for|victory for)\s*{_NAME}[\s.!]*$",
    re.IGNORECASE,
)
_BEATS = re.compile(
    rf"{_LEAD}{_NAME}\s+(?:beats?|defeats|defeated)\s+(?P<loser>[^\W\d_][\w.'’-]{{0,30}}){_TAIL}", re.IGNORECASE
)
_DRAW = re.compile(
    rf"{_LEAD}(?:(?:it['’]?s|it is|this is|(?:the )?game(?: is)?)\s+)?(?:an?\s+)?(?:draw|drawn|remis|tie|draw "
    rf"agreed|agreed draw|we (?:have )?agreed (?:on |to )?(?:a )?draw|drawn? by agreement|unentschieden|"
    rf"match nul|partie nulle|nulle|tablas|patta|remise){_TAIL}",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"(?:an?\s+)?(?:draw|remis|tie|unentschieden|match nul|(?:partie )?nulle|tablas|patta|remise)", re.IGNORECASE
)
"""What one player may only offer."""
_SCORE = re.compile(
    r"^(?:(?:final\s+)?(?:result|score|ergebnis|endergebnis|endstand|résultat|resultado)\s*:?\s*)?"
    r"(?P<score>1\s?[-–:]\s?0|0\s?[-–:]\s?1|(?:½|1/2|0[.,]5)\s?[-–:]\s?(?:½|1/2|0[.,]5))"
    r"(?:\s+(?:for|to)\s+(?!(?:the|an?|my|our)\b)(?P<for>[^\W\d_][\w.'’ -]{0,30}))?[.!\s]*$",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\?|\b(?:if|would|should|could|might|almost|nearly|never|not|nobody|no one|don['’]?t|won['’]?t|think|thought|"
    r"joking|kidding|unless|will|going to|hope|"
    r"whoever|who|probably|maybe|perhaps|soon|once|when|until|usually|always|often|every time|lol|haha\w*|hehe\w*|"
    r"offers?|offered|declined?|decline|refuse[ds]?|"
    r"yesterday|bed|sleep|tonight|tomorrow)\b|[;:]-?\)|[😂🤣😜😉]",
    re.IGNORECASE,
)
_GIVES_UP = re.compile(
    r"(?:(?:so|then|and|but|ok(?:ay)?|well|right|therefore)\s+)*(?:(?:i|we) (?:must |have to |will |"
    r"hereby )?(?P<resigns>resign|"
    r"give up|concede|surrender|resigned|give in)|ich gebe auf|j['’]abandonne|me rindo|mi arrendo|ik geef op|"
    r"jag ger upp|"
    r"poddaję się|投了(?:します|しました)?|負けました|"
    r"you(?:['’]ve| have)? (?P<wins>win|won))(?: here| now| then| the game| this one| this game| this|"
    r" it)?",
    re.IGNORECASE,
)
"""What a player says of the end in a separate clause."""
_ASIDE = re.compile(r"(?:^|\s)\(([^()]*)\)(?=[\s.!]|$)")
"""Words in brackets, which are none of a notation."""
_CLAUSE = re.compile(r"\s*[.,;!–—]+\s*|\s+-+\s+|\s+(?:and|so|but|und|et)\s+")
_SUPPOSED = re.compile(
    r"\?|\b(?:if|would|should|could|might|almost|nearly|joking|kidding|unless|will|going to|hope|maybe|perhaps|soon|"
    r"once|"
    r"when|until|before|usually|always|often|never|lol|haha\w*|hehe\w*|said|says|let|makes?|wenn|falls|si|quand|"
    r"offers?|offered|or|yesterday|bed|sleep|tonight|tomorrow)\b|(?<!\bi )(?<!\byou )\bnot\b|[;:]-?\)|[😂🤣😜😉]",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[^\W\d_]{3})\.\s+")
_NO_NAME = re.compile(
    r"s?h[e]|it|they|\w+['’](?:d|ll)|no|not|never|nobody|who|this|that|one|someone|my|the|a|and|then|else|time|team|patience",
    re.IGNORECASE,
)
_KEYS = re.compile(
    r"\d|[½*]|resign|winner|result|beat|defeat|g[ai]ve|giving|conced|surrend|aufgegeben|gebe|gibt|abandonne|forfeit|los[te]|time|exceeded|w[io]n|"
    r"gewinn|gewonnen|gagné|verliert|victory|draw|remis|tie|agreed|unentschieden|nul|tablas|patta|"
    r"投了|負け|rindo|arrendo|geef op|upp|poddaj",
    re.IGNORECASE,
)
"""A part of every result: a line without any is none."""


_MOST_WORDS = 9
"""Words of a result that names nobody."""


class Ending(Struct, frozen=True):
    """What a line says of the end: `verb` is wins, loses, resigns, forfeits, draw, draw agreed or *; `who` names its
    seat ("" the speaker).

    `place`, of a score: which seat won, 1 or 2; 0 where `who` says it.
    """

    verb: str
    who: str = ""
    place: int = 0


_BRACKETED = re.compile(r"[(\[]([^()\[\]]+)[)\]]\W?")
"""A note in brackets: `(Bob lost on time)`."""


def read_ending(text: str) -> Ending | None:
    """How the game ended by a line, None if the line does not say so."""
    if not text or len(text) > 120 or not _KEYS.search(text):
        return None
    if found := _BRACKETED.fullmatch(text.strip()):
        text = found[1]
    if found := _SCORE.match(text.strip()):
        return _read_score(found)
    bare = re.sub(r"[\s.!]+$", "", text.strip())
    if bare == "*":
        return Ending("*")
    if _NOT.search(bare):
        return _read_clauses(bare)
    if found := _DRAW.match(bare):
        return Ending("draw" if _OFFER.fullmatch(bare) else "draw agreed")
    for verb, pattern in (
        ("forfeits", _FORFEITS),
        ("wins", _WON_BY),
        ("wins", _WINS),
        ("wins", _BEATS),
        ("loses", _LOSES),
        ("resigns", _RESIGNS),
    ):
        if found := pattern.match(bare):
            who = _SENTENCE.split(found["who"] or "")[-1]  # `ouch. I resign`
            who = re.sub(r"^(?:so|and|then|well|ok)\s+|^i['’](?:m|ve)$", "", who, flags=re.IGNORECASE)
            if _NO_NAME.fullmatch(who) or (not who and len(bare.split()) > _MOST_WORDS):
                return None
            return Ending(verb, who)
    return _read_clauses(bare)


def _read_clauses(text: str) -> Ending | None:
    """What one clause of a line says of the end, where nothing in the line supposes it."""
    if _SUPPOSED.search(text):
        return None
    for clause in _CLAUSE.split(_ASIDE.sub(r", \1, ", text)):
        if found := _GIVES_UP.fullmatch(clause.strip()):
            return Ending("wins", "you") if found["wins"] else Ending("resigns")
    return None


def _read_score(found: re.Match[str]) -> Ending:
    score = re.sub(r"\s", "", found["score"]).replace("–", "-").replace(":", "-")
    if score in ("1-0", "0-1"):
        return Ending("wins", who=found["for"] or "", place=0 if found["for"] else 1 if score == "1-0" else 2)
    return Ending("draw agreed")
