"""Chatter: lines of plain words to which nothing in a thread reacts, whatever the game (TR3.1).

Most lines of most threads are such. One look at the words of a line rules it out before anything dear is tried, and
what is ruled out need not be kept. It errs on one side only: a line that is not chatter may still come to nothing, but
from chatter no reader takes anything. A test holds every reader to that. Once the game is known, the words of other
games rule nothing out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.foreign.thread.leads import may_lead
from pyrnot.foreign.thread.text import Line
from pyrnot.games import all_games

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

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
_HEADS = (
    "game games gamer match matchs round rounds board boards partie parties spiel spiels brett bretts turn turns "
    "move moves zug coup ply runde reply answer response respond play plays playing antwort réponse jugada "
    "respuesta mossa zet antwoord drag svar ruch action actions choose spiele ziehe joue zieht spielt moving same "
    "before above last vorher copy past image photo picture voice foto bild attachment document screenshot video "
    "sticker gif audio pas ps pa sap saps spa spas asp asps asap pap papa papas"
)
"""What heads a game or a turn, or stands for one."""
_OPENERS = (
    "and so ok okay right well then now hi alright hm hmm here there heres i we ich je this that it my our the "
    "next a new second as should make read edit fix fixed change replace instead again another how want shall "
    "ready time"
)
"""Words that may be a head themselves, so that others come to head what follows."""
_SAID = (
    "takeback takebacks takesback takeingback undo undos zurücknehmen touch kidding joking jk haha ignore "
    "disregard forget scratch cancel delete scrap strike typo wrong mistake illegal legal meant misclick "
    "misclicked mistyped correction corrected corrige korrektur korrigiert accept accepts accepted agree agreed "
    "agreement decline declined declines rather message deleted removed omitted attached nachricht medien ditto "
    "dito idem repeat"
)
"""What players write about a turn: taken back, meant otherwise, the same again, lost."""
_RESULTS = (
    "resign resigns resigned resigning concede concedes conceded surrender surrenders surrendered aufgegeben gebe "
    "gibt abandonne forfeit forfeits forfeited lost lose loses timed times ran exceeded win wins won winner "
    "gewinnt gewinne gewonnen gagné verliert victory draw drawn remis tie unentschieden nul rematch revanche vs "
    "against gegen contre pass passe passes rindo arrendo geef upp poddaję tablas patta nulle remise"
)
"""Results, and what makes a third person of one."""
_BEGINS = "start starts begin begins first open opens fängt beginnt commence starting"
"""Who begins."""
_NEVER_FIRST = frozenset(f"{_ANSWERS} {_GREETINGS} {_APOLOGIES} {_HEADS}".split())
"""Words that do not begin chatter."""
_OPENS = frozenset(_OPENERS.split())
_NEVER_OPENED = frozenset(_HEADS.split())
"""Words that are not in chatter that an opener begins."""
_NEVER = frozenset(f"{_SAID} {_RESULTS}".split())
"""Words that are not in chatter."""
_NEVER_TOGETHER = (
    (frozenset(("back", "backs")), frozenset(("take", "takes", "takeing", "taking", "takings"))),
    (frozenset(("give", "gives", "gave", "giving")), frozenset(("up",))),
)
_NEVER_SHORT = frozenset(_BEGINS.split())
_SHORT = 160


def is_chatter(line: Line, game: AnyGame | None = None) -> bool:
    """Whether nobody takes anything from a line: it holds no turn, name, result, heading or answer.

    With a `game` only its turns count, and what stands beside them."""
    text = line.text
    if line.why or line.struck or "\t" in line.raw or not _PLAIN.match(text) or may_lead(text):
        return False
    words = _LETTERS.findall(text.lower())
    first = words[0]
    if first in _NEVER_FIRST or _LIKE_A_SQUARE.search(text):
        return False
    games = _words_of_all_games() if game is None else _words_of_game(game)
    if games is None or not games.never.isdisjoint(words) or not _NEVER.isdisjoint(words):
        return False
    if len(text) < _SHORT and not _NEVER_SHORT.isdisjoint(words):
        return False
    if first in games.verbs or (first in _OPENS and not games.opened.isdisjoint(words)):
        return False
    if len(text) <= _LONGEST_HEAD and _MAY_HEAD.match(text):
        return False
    return not any(not some.isdisjoint(words) and not others.isdisjoint(words) for some, others in _NEVER_TOGETHER)


class _WordsOfGames(Struct, frozen=True):
    """Words of games that are not in chatter, that do not begin it, and that are not in chatter that an opener
    begins."""

    never: frozenset[str]
    verbs: frozenset[str]
    opened: frozenset[str]


@lru_cache(maxsize=1)
def _words_of_all_games() -> _WordsOfGames | None:
    return _words_of_games(all_games())


@lru_cache(maxsize=32)
def _words_of_game(game: AnyGame) -> _WordsOfGames | None:
    return _words_of_games((game,))


def _words_of_games(games: Iterable[AnyGame]) -> _WordsOfGames | None:
    """None if a game does not tell its own."""
    never: set[str] = set()
    verbs: set[str] = set()
    for game in games:
        spoken = game.spoken()
        if spoken.bare_words is None:
            return None
        never |= spoken.bare_words
        verbs |= spoken.bare_verbs
        for name in game.info.variants:
            never.update(_LETTERS.findall(name.lower()))
        for name in (game.info.title, *game.info.aliases, *game.info.seats):
            parts = _LETTERS.findall(str(name).lower())
            never.add(max(parts, key=len))
    return _WordsOfGames(frozenset(never) - {"a"}, frozenset(verbs), _NEVER_OPENED | verbs)
