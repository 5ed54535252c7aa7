"""Chatter: lines of plain words to which nothing in a thread reacts, whatever the game (TR3.1).

Most lines of most threads are such. One look at the words of a line rules it out before anything dear is tried, and
what is ruled out need not be kept. It errs on one side only: a line that is not chatter may still come to nothing, but
from chatter no reader takes anything. A test holds every reader to that.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pyrnot.games import all_games
from pyrnot.record.foreign.thread.text import Line

_WORD = r"(?:[^\W\d_]{2,}(?:['’-][^\W\d_]+)*|[aiI]|[^\W\d_]['’][^\W\d_]{2,})"
_PLAIN = re.compile(
    rf"(?![tmz]?[ivxlo]{{1,7}}[,.!?])(?:A (?!is\b))?(?:{_WORD}[,.!?]{{0,3}}(?: |\Z)){{5,}}\Z", re.IGNORECASE
)
"""Five words and more, with nothing but commas and stops between them. Letters that stand alone may be sizes or seats,
and fewer words a name, a greeting or a roman number."""
_LETTERS = re.compile(r"[^\W\d_]+")
_LIKE_A_SQUARE = re.compile(r"(?<![^\W_])(?i:[smlpdqx]{0,5})[a-h][lI](?![^\W_])", re.IGNORECASE)
"""A square with a letter for its figure."""
_MAY_HEAD = re.compile(
    r"(?:and|so|ok|okay|right|well|then|now|hi|alright|hm+|here|there)\b|"
    r"(?:i|we|ich|je)(?:['’]\w+)?(?: will| am| have| to)* (?:go|do|going)\b",
    re.IGNORECASE,
)
"""How a short line begins that may be the head of the line after it."""
_LONGEST_HEAD = 60
_ANSWERS = (
    "ok okay k yes yep yeah yup sure deal fine alright all draw einverstanden angenommen ja d oui go no np of "
    "granted allowed gladly works be please nope nah nein non not never let lets play nr nee"
)
"""A yes or a no."""
_GREETINGS = (
    "hi hello hey dear hallo liebe lieber liebes moin bonjour salut hola ciao good cheers best kind warm regards "
    "wishes greetings love yours bye see thanks viele beste grüße gruß lg mfg amitiés à saludos"
)
"""A greeting or a closing, which a name may follow."""
_APOLOGIES = "sorry oops ups whoops argh ah wait hmm erm uh pardon damn doh scratch ignore actually"
"""An apology, which a turn may follow."""
_SAID = (
    "back backs takeback takebacks takesback takeingback undo undos zurücknehmen touch kidding joking jk haha "
    "ignore disregard forget scratch cancel delete scrap strike typo wrong mistake illegal legal meant misclick "
    "misclicked mistyped correction corrected corrige korrektur korrigiert accept accepts accepted agree agreed "
    "agreement decline declined declines rather message deleted removed omitted attached image photo picture "
    "video sticker gif audio voice attachment document screenshot foto bild nachricht medien same ditto dito idem "
    "before above last repeat vorher copy past"
)
"""What is said of a turn: taken back, meant otherwise, the same again, lost."""
_RESULTS = (
    "resign resigns resigned resigning give gives gave giving concede concedes conceded surrender surrenders "
    "surrendered aufgegeben gebe gibt abandonne forfeit forfeits forfeited lost lose loses time timed times "
    "exceeded win wins won winner gewinnt gewinne gewonnen gagné verliert victory draw drawn remis tie "
    "unentschieden nul"
)
"""Results."""
_HEADINGS = (
    "rematch revanche game games gamer match matchs round rounds board boards partie parties spiel spiels brett "
    "bretts vs against gegen contre start starts begin begins first open opens fängt beginnt commence starting"
)
"""Headings of games, and who begins."""
_HEADS = (
    "turn turns move moves zug coup ply runde reply answer response respond play plays playing antwort réponse "
    "jugada respuesta mossa zet antwoord drag svar ruch action actions choose spiele ziehe joue zieht spielt "
    "moving pass passe passes pas ps pa sap saps spa spas asp asps asap pap papa papas"
)
"""What heads a turn, and a pass."""
_NEVER_FIRST = frozenset(f"{_ANSWERS} {_GREETINGS} {_APOLOGIES}".split())
"""Words that do not begin chatter."""
_NEVER = frozenset(f"{_SAID} {_RESULTS} {_HEADINGS} {_HEADS}".split())
"""Words of which every line that says something to the engine holds one, but for the words of the games."""


def is_chatter(line: Line) -> bool:
    """Whether nobody takes anything from a line: it holds no turn, name, result, heading or answer."""
    text = line.text
    if line.why or line.struck or "\t" in line.raw or not _PLAIN.match(text):
        return False
    words = _LETTERS.findall(text.lower())
    if words[0] in _NEVER_FIRST or _LIKE_A_SQUARE.search(text):
        return False
    if len(text) <= _LONGEST_HEAD and _MAY_HEAD.match(text):
        return False
    never = _never()
    return never is not None and never.isdisjoint(words)


@lru_cache(maxsize=1)
def _never() -> frozenset[str] | None:
    """Words that are not in chatter, those of all games among them; None if a game does not tell its own."""
    words = set(_NEVER)
    for game in all_games():
        bare = game.spoken().bare_words
        if bare is None:
            return None
        words |= bare
        for name in (game.info.title, *game.info.aliases, *game.info.seats):
            parts = _LETTERS.findall(str(name).lower())
            words.add(max(parts, key=len))
    return frozenset(words) - {"a"}
