"""What precedes a turn on its line: number, name, date, bullet, "my move:" and their like (TR2.4, TR3.1).

The list is closed: anything that is not on it makes a sentence of the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy

from pyrnot.foreign.thread import says
from pyrnot.foreign.thread.numbers import SHORT_GAME, game_key, read_number
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.text import EMOJI, fold_name
from pyrnot.foreign.thread.times import CALENDAR, WEEKDAY
from pyrnot.foreign.thread.turn_head import Head, is_name
from pyrnot.foreign.thread.turn_text import NO_DICE, TURN
from pyrnot.foreign.thread.wording import is_hypothetical, supposes

_BULLET = re.compile(r"^(?:[-*•·–—‣◦▪+→➤▶]|o(?=\s))\s+")
_MENTION = re.compile(r"^(?:<@!?\w{1,30}(?:\|[^<>]{0,40})?>|@[\w.-]{2,32})[,!]?\s+(?=\S)")
"""Somebody whom a chat's message calls."""
_ELLIPSIS = re.compile(r"^(?:\.{2,3}|…)\s*(?=\S)")
_NAME = re.compile(
    r"^(?P<name>\+\d[\d .-]{6,18}\d|[^\s:;<>|,.!?()\[\]{}#*+/=][^:;<>|!?()\[\]{}/=]{0,40}?)"
    r"(?:\s*\((?P<aside>[^()]{1,20})\))?(?:['’]s (?:move|turn|play|roll|dice))?"
    r"\s*(?::(?![\w])|[:>](?=\s)|\s[-–—](?=\s))\s*"
)
_NAME_AND_NUMBER = re.compile(
    r"^(?P<name>[^\W\d_](?=\d)|[^\W\d_][^\W\d_'’-]{0,30}?(?=\W))(?:\s*,?\s*(?:turn|move|ply|zug)\s*#?|\s*#|\s?)"
    r"(?P<number>\d{1,3})\s*(?:[:.)\]]+|[-–—](?=\s))\s*",
    re.IGNORECASE,
)
_BRACKETED_NAME = re.compile(r"^[(\[](?P<name>[^\W\d_][^()\[\]]{0,30})[)\]]\s*:?\s*")
_NUMBER_OF = re.compile(
    r"^(?P<number>(?i:turn|move|ply|zug|coup)\s*#?\s*\d{1,3})\s*[,:]?\s*"
    r"[(\[](?P<name>[^\W\d_a-z][\w'’-]{0,20}(?: [\w'’-]{1,20})?)[)\]]\s*:?$"
)
"""A line that heads a turn with its number and whose it is: `Turn 3 (Ana)`."""
_PLAIN_NAME = re.compile(r"^(?P<name>[^\W\d_][\w'’-]{0,20})\s+(?:(?:plays|moves|spielt|zieht|joue)\s*:?\s+)?(?=\S)")
_PHRASE = re.compile(
    r"^(?:(?:the )?(?:game|moves?|turns?)?\s*so far\s*:(?=\s*\W?1\W)|"
    r"(?:(?!alternat|otherwise|maybe|perhaps|instead|else|before|previous|earlier|later|then|vielleicht|sonst|peut)"
    r"[^\W\d_]{2,15}[,!] )?(?:and |so |ok(?:ay)?[,.!]? |right[,.]? |"
    r"well[,.]? |then |now |hi[,!.]? |here(?:'s| is|’s|'re| are)? |this "
    r"is |ecco |voici |hier )?"
    r"(?:my|our|the|next|a|mein|meine|unser|mijn|ma|mon|notre|la mia|mia|mi|nuestra|min|mitt|moja|mój|minha|o meu|"
    r"tah)?\s*"
    r"(?:next |new |first |second |nächster |prochain |volgende )?(?:move|turn|reply|answer|response|play|zug|"
    r"antwort|coup|"
    r"réponse|jugada|respuesta|mossa|risposta|jogada|lance|zet|antwoord|drag|svar|ruch|odpowiedź|actions?)(?: is|"
    r" ist| est|"
    r" è| es| would be| then)?\s*[:=–—>-]+|(?:my|our) (?:move|turn|reply|answer|response|play) (?:is|will be)(?=\s)|"
    r"(?:and )?(?:here|there) (?:goes|it is|we go|you (?:go|are))\s*[:!,.–—-]+|"
    r"(?:ok(?:ay)?[,.]? |so[,.]? |then |and |now |well[,.]? )?(?:i(?:'ll| will|’ll|'m going to|'m)?|ich|je|we|ik|"
    r"jag) "
    r"(?:play|move|go|do|answer|reply|respond|choose|spiele|ziehe|joue|speel|spelar|playing|going)(?: with)?\s*:?|"
    r"(?:io |yo |eu )?(?:gioco|juego|jogo|gram)\s*:?|"
    r"playing\s*:?|(?:plays|moves)\s*:?|(?:ok(?:ay)?|alright|hm+|so|well|here goes)\b,?|(?:ok(?:ay)?|so|right|"
    r"alright|all right|well|now|then|hm+|sure|fine|yes|yep|cool|nice|thanks|great|good|done)\s*(?:[:,!]|\.{1,3}|…)|"
    r"(?:move|turn|reply|answer|play)\s*:)\s+",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|then|well|right|now)[,.!]?\s+)*(?:i|we)(?:['’](?:ll|m)|\s+(?:will|am))?\s+(?:take|"
    r"taking|go|"
    r"going|play|playing|move|moving|put|putting|place|placing|promote|promoting|grow|growing|bring|bringing|push|"
    r"pushing|"
    r"start|starting|begin|beginning|answer|answering|reply|replying|respond|responding|use|using|swap|swapping|dig|"
    r"digging|"
    r"hop|hopping|build|building|trade|trading|copy|copying|mirror|mirroring|follow|following|attack|attacking|capture|"
    r"capturing|defend|defending|choose|choosing|pick|picking|continue|continuing)\b[^:;.?!]{0,50}:\s+(?=\S)",
    re.IGNORECASE,
)
"""A player's sentence that a turn after its colon puts into notation: `I'll take d5 up to Medium: Sd5=M`."""
_BEFORE_NUMBER = re.compile(
    r"^(?:(?:and|now|so|then|next|finally|here|comes?|is|it|goes|my|our|the|new|move|turn|reply|answer|ok|okay)\s+){1,4}"
    r"(?=\W?\d{1,3}\s?[.):])",
    re.IGNORECASE,
)
"""A few words right before a turn's number: `And now 4. Sc5`."""
_GREETING = r"(?:hi|hello|hey|hallo|moin|servus|salut|bonjour|hola|ciao|hej|ahoj|cześć|olá)"
_BEFORE_PHRASE = re.compile(
    r"^(?P<said>[^.!?:;\d]{1,60}[.!?]+\s+|"
    rf"{_GREETING}(?:\s+[^\W\d_]{{2,20}})?,\s+)(?=\S)",
    re.IGNORECASE,
)
"""A sentence before a phrase that a turn follows: `Nice one! My move: Sc6`."""
_GREETS = re.compile(
    rf"^{_GREETING}(?: [^\W\d_]{{2,20}})?\s?[,.!]+\s*$",
    re.IGNORECASE,
)
_SMILEY = re.compile(r"^(?:[:;=][-'’]?[()DPp/\\]+|<3|xD|lol|haha\w*|hehe\w*)[,.!]*\s+(?=\S)")
_IS = re.compile(
    r"^(?:is|was|should (?:be|read|have (?:been|read))|stands as|remains|reads)\s*:?\s+(?=\S)", re.IGNORECASE
)
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?"
_DATE = re.compile(
    rf"^[\[(]?(?:{CALENDAR}(?:,?\s+(?:at\s+|um\s+)?{_CLOCK})?|(?:{WEEKDAY}\s+)?{_CLOCK})[\])]?\s*[-–—:,|]?\s+(?=\S)",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"^[\[(]?(?P<key>(?:game|board|match|partie|spiel|brett)\s*#?\s*(?:\d{1,3}|[A-Z])|"
    rf"{SHORT_GAME})[\])]?\s*"
    r"(?:[:.)–—-]+\s*|\s(?=\S))",
    re.IGNORECASE,
)
ODD_WORD = re.compile(r"^(?=\S*[A-Za-z])\S*(?:[\d=<>()+_^;]|-\d)\S*(?:\s|$)")
"""A first word that is not one of any language: part of a notation."""
LOOKS_LIKE_TURN = re.compile(
    r"(?<![A-Za-z])[+<xX]?[A-Za-z]{0,3}(?:\([a-z0-9,]{1,5}\))?[a-zA-Z]\d(?!\d)|\d/\d|;|<>|\w=\w|[SML]_|\([a-z]\)|>\w"
)
"""Something in a text that is notation of some game."""
PASSES = re.compile(
    r"\b(?:i|we)(?:['’](?:ll|m))?\s+(?:\w+\s+){0,3}?(?P<pass>pass)\b(?!\s+(?:the|it|on|by|over|this|that)\b)",
    re.IGNORECASE,
)
"""A sentence in which a player passes."""
ENDS_IN_PASS = re.compile(r"[,;:.!–—-]\s+(?P<pass>pass)[\s.!]*$", re.IGNORECASE)
"""A sentence that ends in a pass: `No move, pass.`"""
NAMES_PASS = re.compile(
    r"\b(?:allow|play|have|be|mean|meant|to|but|is|change|read|surely|rather)\s+pass\b|"
    r"\bpass(?:\s+(?:instead|is)\b|\s*\?|,\s+(?:i suppose|of course|right)\b)",
    re.IGNORECASE,
)
"""A sentence that names a pass as a turn: `May I change that to pass?`"""
_NUMBERED_THEMSELVES = {
    "player",
    "seat",
    "user",
    "guest",
    "team",
    "side",
    "spieler",
    "joueur",
    "jugador",
    "table",
    "day",
}
_MOST = 7
_LONGEST_ROMAN = 8


class HeadReader:
    """Reads heads. `seat_of` gives the seat that a word names, "" for a name without one, `emoji_of` whom a picture
    stands for."""

    def __init__(
        self, reader: TurnReader, seat_of: Callable[[str], str | None], emoji_of: Callable[[str], str | None]
    ) -> None:
        self.reader = reader
        self.seat_of = seat_of
        self.emoji_of = emoji_of
        self._tags = {fold_name(name) for name in reader.game.info.tags}
        """What labels what a game needs, as in `Goals: …`, and is nobody."""
        titles = "|".join(map(re.escape, (reader.game.info.title, *reader.game.info.aliases)))
        self._title = re.compile(rf"^(?:{titles})\s?(?:[,:!.?]+|\s[-–—]+)\s+(?=\S)", re.IGNORECASE)
        """The game's title before the turn: `Martian Life: Sd5=M`."""
        self._last = "", Head(rest="")

    def read(self, text: str) -> Head:
        """The elements of a head, in any order, as far as they go."""
        if self._last[0] != text:  # the head of a line is needed several times
            self._last = text, self._read(text)
        return copy(self._last[1])

    def _read(self, text: str) -> Head:
        head = Head(rest=text)
        for _ in range(_MOST):
            if not head.rest or (head.rest != text and self.reads_exactly(head.rest)) or not self._take_element(head):
                break
        return head

    def _take_element(self, head: Head) -> bool:
        rest = head.rest
        if found := EMOJI.match(rest):
            stands_for = self.emoji_of(found.group())
            head.who = head.who or stands_for or ""
            head.rest = rest[found.end() :].lstrip(" :–—-")
            return True
        if found := _BULLET.match(rest) or self._title.match(rest):
            head.rest = rest[found.end() :]
            return True
        called = _MENTION.match(rest)
        if (found := called) and (self.reads_exactly(rest[found.end() :]) or self._is_numbered(rest[found.end() :])):
            head.rest = rest[found.end() :]
            return True
        if found := _ELLIPSIS.match(rest):
            head.is_reply, head.rest = True, rest[found.end() :]
            return True
        if not head.section and (found := _SECTION.match(rest)):
            head.section, head.rest = game_key(found["key"]), rest[found.end() :]
            return True
        if found := _DATE.match(rest):
            head.rest = rest[found.end() :]
            return True
        if (
            head.number is None
            and (number := read_number(rest))
            and not (number.is_bare and self.reads(rest))
            and not self._is_seat_letter(rest)
        ):
            follows = rest[number.end :]
            follows_is = _IS.match(follows)
            if (
                not number.is_bare
                or (follows_is and self.reads(follows[follows_is.end() :]))
                or self.reads(follows)
                or self._names(follows)
                or LOOKS_LIKE_TURN.search(follows[:40].replace(";", " "))
            ):
                head.number, head.is_reply, head.is_number_respelt = number.value, number.is_reply, number.is_respelt
                head.rest = follows
                if found := _IS.match(follows):
                    head.rest = says.cut_other(follows[found.end() :])
                    is_other = len(head.rest) < len(follows) - found.end()
                    head.corrects = head.corrects or is_other or "should" in found.group().lower()
                return True
        if found := _PHRASE.match(rest):
            head.has_phrase, head.rest = True, rest[found.end() :]
            return True
        if head.number is None and (found := _BEFORE_NUMBER.match(rest)) and self._is_numbered(rest[found.end() :]):
            head.has_phrase, head.rest = True, rest[found.end() :]
            return True
        found = _ANNOUNCES.match(rest)
        if found and not is_hypothetical(found.group(), "") and self.reads_exactly(rest[found.end() :]):
            head.has_phrase, head.rest = True, rest[found.end() :]
            return True
        if (found := _SMILEY.match(rest)) and self.reads_exactly(rest[found.end() :]):
            head.rest = rest[found.end() :]
            return True
        return (
            self._take_sentence(head)
            or self._take_seat_number(head)
            or self._take_correction(head)
            or self._take_name(head)
        )

    def _take_sentence(self, head: Head) -> bool:
        """A sentence before `my move:` and its like, with that."""
        said = _BEFORE_PHRASE.match(head.rest)
        if said is None or supposes(said["said"]):
            return False
        rest = head.rest[said.end() :]
        found = _PHRASE.match(rest) or _ANNOUNCES.match(rest)
        is_led = found and (":" in found.group() or _GREETS.match(said.group()))
        if not found or not is_led or not self.reads_exactly(rest[found.end() :]):
            return False
        head.has_phrase, head.rest = True, rest[found.end() :]
        return True

    def _is_seat_letter(self, text: str) -> bool:
        """Whether a text begins with a seat's letter or a player's name and a colon, and so with no roman figure."""
        word, colon, _ = text[:_LONGEST_ROMAN].partition(":")
        return bool(colon) and word.isalpha() and bool(self.seat_of(word))

    def _is_numbered(self, text: str) -> bool:
        """Whether a text is a turn with its number."""
        number = read_number(text)
        return number is not None and not number.is_bare and self.reads_exactly(text[number.end :])

    def _take_seat_number(self, head: Head) -> bool:
        """A name with a number: `R1:`, `Red 1.`, `Ana #3:`, `Ana, turn 3:`."""
        found = _NAME_AND_NUMBER.match(head.rest) if head.number is None and not head.who else None
        if found is None or self.reads_exactly(head.rest):
            return False
        if not self.seat_of(found["name"]) and not self._is_stranger_with_number(found):
            return False
        head.who, head.number, head.rest = found["name"], int(found["number"]), head.rest[found.end() :]
        return True

    def _is_stranger_with_number(self, found: re.Match[str]) -> bool:
        """Whether a name of which nothing is known has the number of a turn with it, `Ana 3: Sc4`, and is not numbered
        itself, as in `Player 1: Sc4`."""
        name = found["name"]
        return (
            found.group().rstrip().endswith(":")
            and found.string[len(name)].isspace()
            and name[0].isupper()
            and fold_name(name) not in _NUMBERED_THEMSELVES
            and is_name(name)
            and self.reads_exactly(found.string[found.end() :])
        )

    def _take_correction(self, head: Head) -> bool:
        if head.corrects or head.is_sorry or not (cut := says.cut_correction(head.rest)):
            return False
        rest, is_said = cut
        if head.rest.startswith("*") and not self.reads(rest):
            return False
        head.corrects, head.is_sorry, head.rest = is_said, not is_said, rest
        return True

    def _take_name(self, head: Head) -> bool:
        """A name with its colon or dash; one that is known also in brackets or with nothing after it."""
        if head.who:
            return False
        rest = head.rest
        found = _NAME.match(rest)
        if found and not self.reads(rest):
            name, aside = found["name"].strip(), found["aside"]
            if self.reader.spoken.read_dice(name) or self.reads_exactly(name.rstrip(" =-–—")):
                return False  # `Sc5 -> Sc6` has no name
            is_known = self.seat_of(name) is not None or bool(aside and self.seat_of(aside))
            is_head = ":" in found.group() or (">" in found.group() and self.reads_exactly(rest[found.end() :]))
            if is_known or (is_head and is_name(name) and fold_name(name) not in self._tags):
                head.who = aside if aside and self.seat_of(name) is None and self.seat_of(aside) else name
                head.rest = rest[found.end() :]
                return True
        found = _BRACKETED_NAME.match(rest)
        is_name_here = found and head.number is not None and ":" in found.group() and is_name(found["name"])
        if found and len(found["name"]) > 1 and (self.seat_of(found["name"]) or is_name_here):
            head.who, head.rest = found["name"], rest[found.end() :]
            return True
        found = _PLAIN_NAME.match(rest)
        if (
            found
            and len(found["name"]) > 1
            and self.seat_of(found["name"])
            and self._reads_plainly(rest[found.end() :])
        ):
            head.who, head.rest = found["name"], rest[found.end() :]
            return True
        return False

    def _names(self, text: str) -> bool:
        found = _NAME.match(text) or _PLAIN_NAME.match(text)
        return bool(found) and found is not None and self.seat_of(found["name"]) is not None

    def read_alone(self, text: str) -> Head | None:
        """The head that a line is as a whole (`Turn 3 (Ana)`, `Ana:`, `My move:`): it belongs to the line after it."""
        if len(text) > 60 or text.endswith(","):
            return None  # `Ana,` greets Ana
        head = self.read(f"{text.rstrip(' :.')}: ;")
        if (
            head.rest.strip() in (";", ": ;")
            and not head.is_empty
            and not (head.who and self.seat_of(head.who) is None and ":" not in text)
        ):
            return head
        if (numbered := self.numbers_player(text)) is not None:
            return numbered
        if re.match(r"^(?:here(?:'s| is|’s) )?my (?:move|turn|reply|answer)\b.{0,20}[:.]?$", text, re.IGNORECASE):
            return Head(rest="", has_phrase=True)
        return None

    def numbers_player(self, text: str) -> Head | None:
        """The head of a line that is nothing but a turn's number and whose it is: `Turn 3 (Ana)`."""
        found = _NUMBER_OF.match(text) if len(text) < 60 else None
        number = read_number(f"{found['number']}: ;") if found else None
        return Head(rest="", number=number.value, who=found["name"]) if found and number else None

    def cut_label(self, text: str) -> tuple[str, str]:
        """Words and a colon before a turn, which are nobody's name, and the turn; two "" where there are none."""
        label, colon, rest = text.partition(": ")
        is_label = bool(colon) and len(label) <= 40 and self.reads_exactly(rest.strip()) and not self.reads(text)
        return (label, rest.strip()) if is_label else ("", "")

    def reads(self, text: str) -> bool:
        """Whether a text begins with a turn."""
        return self.reader.reads(text)

    def reads_exactly(self, text: str) -> bool:
        """Whether a text is a turn as it stands, so that nothing of it is a head."""
        look = self.reader.look(text)
        return bool(look.ways) and not look.ways[0].is_respelt and not look.ways[0].remark

    def holds_turn(self, text: str) -> bool:
        """Whether a text is a turn, with a head or without."""
        return self.reads(text) or self.reads(self.read(text).rest)

    def _reads_plainly(self, text: str) -> bool:
        look = self.reader.look(text, is_sure=True)
        return bool(look.ways) and look.ways[0].kind in (TURN, NO_DICE) and not look.ways[0].is_respelt
