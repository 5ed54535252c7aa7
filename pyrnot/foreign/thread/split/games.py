"""Which lines of a text belong to which game, and which game it is (TR1.3)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.marks import MARKS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.model import ThreadGame
from pyrnot.foreign.thread.numbers import SHORT_GAME, game_key, read_sure_number
from pyrnot.foreign.thread.split.heads import subject_itself
from pyrnot.foreign.thread.text import Line, Message, fold_name, lines_in, texts_in
from pyrnot.games import game_ids, game_names, import_game
from pyrnot.record.model import Tag
from pyrnot.record.outline import TAG

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

_COUNTED = lazy_pattern(
    r"\b(?:my |your |our )?(?:move|turn|zug|ply|coup|reply)s?\b\s*#?\d*|#?\b\d+\b\s*$", re.IGNORECASE
)
_GAME = r"(?:game|match|board|partie|partia|partida|partita|spiel|spil|spel|brett)"
_NAMED_GAME = lazy_pattern(rf"\b(?:{_GAME}|table)\s*(?:#|no\.?|nr\.?)?\s*(?:\d{{1,3}}|[A-Z])\b", re.IGNORECASE)
"""What tells one of several games of the same title from the others; other numbers in a subject count turns."""
_NUMBERED_SUBJECT = lazy_pattern(r"(?!.*\b(?:move|turn|ply|day|week|round)s?\b).*\s#?(\d{1,3})\s*$", re.IGNORECASE)
"""A subject that ends with a number, which it does not call that of a turn or a day."""
_ADDED = lazy_pattern(r"\s*[(\[,:–—-]")
_HEADING = lazy_pattern(
    rf"^[\W_]{{0,8}}(?P<key>{SHORT_GAME}|(?:{_GAME}|round)\s*(?:#|no\.?|nr\.?)?\s*"
    r"(?:\d{1,3}|[A-Z]|one|two|three|i{1,3}))\b\s*(?:[:.–—(-]\s*.{0,80})?[\W_]{0,8}$",
    re.IGNORECASE,
)
_NUMBER_OF_TITLE = lazy_pattern(r" #?(?P<key>\d{1,2})\s*(?:[:(–—-].{0,80})?$")
"""What follows the title of one of several games: `Martian Life 2: Ann - Tom`."""
_ROUND = lazy_pattern(r"[\W_]*(?:round|runde)\s*#?\d{1,3}[\W_]*", re.IGNORECASE)
_ROW_OF_ROUND = lazy_pattern(
    r"[\W_]*(?:round|runde)\s*#?\d{1,3}\b.*[:.]\s*\S{0,12}(?:[a-h][1-8]|[(=>])", re.IGNORECASE
)
"""A round with its turns: `Round 2. Red: Sf3. Yellow: Sg3.`."""
_INNER_TAG = lazy_pattern(r'\[\s*(?P<name>[A-Za-z]\w{2,20})\s+["“„](?P<value>[^"“”„]{0,200})["”“]\s*\]')
_MAY_BE_TURN = lazy_pattern(
    r"\W{0,3}\d{1,3}\W(?=.*[\d=<>(^_]|\W*\w*\W*$)|.*;|"
    rf"(?:[^\W\d_][\w{MARKS} .'’-]{{0,30}}[:>]\s+)?(?=\S{{0,12}}[a-h][1-8]|\S{{0,12}}[(=>])\S+(?: [Xx]\S+)?$"
)
_FEW = 3
"""Turns that two games have in common by more than chance."""
_NO_TURN = (0, "")
_LONGEST_HEADING = 140
_FIRST_LINES = 12
_MOST_BULLET = 8
"""Characters before the title in a heading."""
_MOST_TAGS = 24
_MOST_TITLE_WORDS = 6
_BEFORE_GAMES = "before the first game"
"""Why a line is left out that stands above all games, and concerns them all."""


@lru_cache(maxsize=1)
def _titles() -> dict[str, str]:
    """All names of all games, also in one word after `#`; each with the id of its game."""
    names = {title.lower(): game_id for game_id in game_ids() for title in game_names(game_id)}
    return names | {f"#{title.replace(' ', '')}": game_id for title, game_id in names.items()}


@lru_cache(maxsize=1)
def _title() -> re.Pattern[str]:
    """Any of the titles as a word of a text, not a part of one: `braces`, but not in `embraces`."""
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, _titles()))})(?![^\W_])")


@lru_cache(maxsize=1)
def _to_title() -> re.Pattern[str]:
    """The beginning of a heading, up to the end of a title in it."""
    return re.compile(rf"^.{{0,{_MOST_BULLET}}}(?:{'|'.join(map(re.escape, _titles()))})", re.IGNORECASE)


def find_title(text: str) -> AnyGame | None:
    """The one game whose title a short line has."""
    if len(text) > _LONGEST_HEADING:
        return None
    found = {_titles()[title] for title in _title().findall(text.lower())}
    return import_game(found.pop()) if len(found) == 1 else None


def clean_subject(subject: str) -> str:
    """A subject without `Re:`, `Fwd:`, the name of a list, and the number of a turn."""
    own = subject_itself(subject)
    named = _NAMED_GAME.search(own)
    number = " ".join(named.group().lower().split()) if named else ""
    title = _COUNTED.sub(" ", _NAMED_GAME.sub(" ", own, count=1))
    bare = " ".join(title.lower().split()).strip(" :-–—,.!?")
    return f"{bare} {number}".strip()


class _Part(Struct):
    """The part of a text that holds one game, while it is put together: a `ThreadGame` to be."""

    messages: list[Message]
    tags: list[Tag]
    numbered: set[tuple[int, str]] = set()
    """Its turns that have a number."""
    title: str = ""
    new_subject: str = ""
    tags_again: int = 0


def split_games(messages: Sequence[Message]) -> list[ThreadGame]:
    """The parts of a text that hold a game each: told apart by subjects, headings, or `Game` tags; one if nothing
    marks several."""
    splitter = _Splitter(messages)
    for message in messages:
        splitter.take(message)
    return [
        ThreadGame(tuple(part.messages), tuple(part.tags), part.title, part.new_subject, part.tags_again)
        for part in splitter.parts()
    ]


class _Splitter:
    """Deals the lines of messages out to the games that they belong to."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self.messages = messages
        subjects = {clean_subject(message.subject) for message in messages} - {""}
        self.headings = _headings(messages)
        self.by_subject = len(subjects) > 1
        self.has_named = any(_names_game(message.subject) for message in messages)
        self.game_by_subject: dict[str, str] = {}
        self.found: dict[str, _Part] = defaultdict(lambda: _Part([], []))
        self.current = ""

    def part(self) -> _Part:
        """The part to which lines belong now."""
        return self.found[self.current]

    def take(self, message: Message) -> None:
        """Deals out one message."""
        base = ""
        if self.by_subject:
            self.current = base = self._game_of_subject(message)
        dealt: dict[str, list[Line]] = {}
        for at, line in enumerate(message.lines):
            heading = self.headings.get(line.start)
            if heading is not None:
                self.current = f"{base} {heading}".strip()
                self.part()  # it is there from now on: the games are in the order of the text
            following = message.lines[at : at + _MOST_TAGS]
            taken = self._take_tags(line, following, dealt)
            dealt.setdefault(self.current, []).append(taken)
        for key, lines in dealt.items():
            own = replace(message, lines=lines)
            self.found[key].messages.append(own)
            self.found[key].numbered |= _numbered([own])

    def _take_tags(self, line: Line, following: Sequence[Line], dealt: dict[str, list[Line]]) -> Line:
        """A line without the tags that it is or holds, which its game gets; a `Game` tag may begin another game."""
        tag = read_tag(line)
        if tag is None:
            return self._cut_tags(line)
        if tag.name.lower() == "game":
            self._take_game(line, following, dealt)
        self._take_tag(tag)
        return replace(line, why="a tag")

    def _game_of_subject(self, message: Message) -> str:
        """The game of a mail by its subject. A new subject goes on with the game before if its turns repeat those of
        that or do not begin with the first, or if it names no game, others do, and its sender writes in that game."""
        key = clean_subject(message.subject)
        if key not in self.game_by_subject:
            self.game_by_subject[key] = self.current if self._goes_on(message) else key
        return self.game_by_subject[key]

    def _goes_on(self, message: Message) -> bool:
        """Whether a mail with a new subject goes on with the game before. Where only its sender or that subject tells
        so, that game keeps the subject: it may begin another one."""
        if self._goes_on_by_turns(message):
            return True
        adds = self._adds_to_subject(message)
        if _names_game(message.subject) and not adds:
            return False
        if _first_number(message) > 1 or self._leads_up(message):
            return True
        writes = self.has_named and any(message.sender == known.sender for known in self.part().messages)
        is_known = adds or writes
        if is_known:
            self.part().new_subject = self.part().new_subject or message.subject
        return is_known

    def _adds_to_subject(self, message: Message) -> bool:
        """Whether a subject is that of the game before with something added, or without: `... (corrected)`."""
        one, other = sorted((clean_subject(message.subject), self.current), key=len)
        return other.startswith(one) and _ADDED.match(other, len(one)) is not None

    def _goes_on_by_turns(self, message: Message) -> bool:
        """Whether most of a mail's numbered turns are those of the game before, a list of what was played; or whether
        the first of the others is the next, where half are those of that game, or none are under its title."""
        own = _numbered(self._mail(message))
        known = self.part().numbered
        repeated = own & known
        if len(repeated) >= max(_FEW, len(own) // 2 + 1):
            return True
        has_title = find_title(message.subject) == find_title(self.current)
        is_same = 2 * len(repeated) >= len(own) if repeated else has_title
        first, _ = min(own - known, default=_NO_TURN)
        last, _ = max(known, default=_NO_TURN)
        return first == last + 1 and is_same and not _NAMED_GAME.search(message.subject)

    def _mail(self, message: Message) -> list[Message]:
        """The messages of the mail that a message opens: what it quotes, and what its sender writes around that."""
        own = (message.sender, message.stamp)
        following = self.messages[self.messages.index(message) :]
        return [*takewhile(lambda other: (other.sender, other.stamp) == own or other.depth > other.chain, following)]

    def _leads_up(self, message: Message) -> bool:
        """Whether a mail ends with the turn before the first of the game, where the newest comes first."""
        last, _ = max(_numbered([message]), default=_NO_TURN)
        first, _ = min(self.part().numbered, default=_NO_TURN)
        return 0 < last == first - 1

    def _cut_tags(self, line: Line) -> Line:
        """A line without the tags within it, which its game gets."""
        for found in _INNER_TAG.finditer(line.text):
            self._take_tag(Tag(found["name"], found["value"], line.span, line.span))
        text = " ".join(_INNER_TAG.sub(" ", line.text).split())
        return replace(line, text=text)

    def _take_game(self, line: Line, following: Sequence[Line], dealt: dict[str, list[Line]]) -> None:
        """Begins another game with a `Game` tag, if it and the tags under it give another than those before them."""
        known = _values(self.part().tags)
        messages = [*self.part().messages, Message(dealt.get(self.current, ()))]
        if not (known or self._begins_again(messages, line)):
            return
        tags = filter(None, takewhile(bool, map(read_tag, following)))
        if "game" not in known or _differ(known, _values(tags)):
            self.current = f"\n{line.start}"
        else:
            self.part().tags_again = line.start

    def _begins_again(self, above: Sequence[Message], line: Line) -> bool:
        """Whether numbers begin with 1 in the messages above a line, and once more below it."""
        own = texts_in(message for message in above if not message.depth)
        below = (other.text for other in lines_in(self.messages) if other.start > line.start)
        return 1 in _numbers_in(own) and next(_numbers_in(below), 0) == 1

    def _take_tag(self, tag: Tag) -> None:
        """Gives a tag to the game, once if it is written again with the same value."""
        given = {(known.name.lower(), known.value) for known in self.part().tags}
        if (tag.name.lower(), tag.value) not in given:
            self.part().tags.append(tag)

    def parts(self) -> list[_Part]:
        """The parts in the order of the text. What comes before the first mark concerns all, if it holds no turn."""
        common = self.found.pop("", _Part([], []))
        marked = list(self.found.values())
        if not marked or _is_game(common):
            return [common, *marked]
        _share(common, marked)
        return marked


def _values(tags: Iterable[Tag]) -> dict[str, str]:
    """The values of tags by their names in small letters; of a tag that is given twice, the last."""
    return {tag.name.lower(): tag.value for tag in tags}


def _differ(known: Mapping[str, str], given: Mapping[str, str]) -> bool:
    """Whether tags give other values; a result may be given later."""
    differing = {name for name, value in given.items() if known.get(name, value) != value}
    if "*" in (known.get("result"), given.get("result")):
        differing.discard("result")
    return bool(differing)


def _numbers_in(texts: Iterable[str]) -> Iterator[int]:
    """The numbers of turns with which texts begin."""
    return (number.value for number in filter(None, map(read_sure_number, texts)))


def _numbered(messages: Iterable[Message]) -> set[tuple[int, str]]:
    """The texts of messages that begin with the number of a turn, in small letters, each with that."""
    return {(number.value, text.lower()) for text in texts_in(messages) if (number := read_sure_number(text))}


def _first_number(message: Message) -> int:
    """The first number of a turn in a message, 1 if it has none."""
    return next(_numbers_in(message.texts), 1)


def _is_game(common: _Part) -> bool:
    """Whether what comes before the first mark is a game too."""
    texts = texts_in(common.messages)
    has_game = "game" in _values(common.tags)
    return (has_game and bool(texts)) or any(map(_MAY_BE_TURN.match, texts))


def _share(common: _Part, marked: Sequence[_Part]) -> None:
    """Gives the tags and the title of what comes before the first mark to all games, and its lines to the first.

    A tag of one of several games stands instead of that for all; the only game has both, which may contradict."""
    title = next(filter(find_title, texts_in(common.messages)), "")
    for part in marked:
        known = _values(part.tags) if len(marked) > 1 else {}
        part.tags = [*(tag for tag in common.tags if tag.name.lower() not in known), *part.tags]
        part.title = title
    marked[0].messages = [*map(_left_out, common.messages), *marked[0].messages]


def _left_out(message: Message) -> Message:
    """A message above all games, with its lines marked as left out."""
    return replace(message, lines=[replace(line, why=line.why or _BEFORE_GAMES) for line in message.lines])


def read_tag(line: Line) -> Tag | None:
    """The tag that a line is."""
    found = TAG.fullmatch(line.text)
    if found is None:
        return None
    group = "plain" if found["plain"] is not None else "typographic"
    return Tag(found["name"], re.sub(r'\\(["\\])', r"\1", found[group]), line.span, line.span)


def _names_game(subject: str) -> bool:
    """Whether a subject has the title of a game, or the number of one."""
    return find_title(subject) is not None or _NAMED_GAME.search(subject) is not None


def _headings(messages: Sequence[Message]) -> dict[int, str]:
    """Lines that head a game each: `Game 2: Ana - Bruno`, or the titles of different games; none if there is only
    one."""
    lines = [line for line in lines_in(messages) if line.is_read]
    numbered = {line.start: game_key(match["key"]) for line in lines if (match := _match_heading(line.text))}
    numbered = _without_going_on(numbered, lines)
    if _are_several(numbered):
        return numbered
    titles = {line.start: game.info.id for line in lines if (game := _title_alone(line))}
    return titles if _are_several(titles) else {}


def _are_several(keys: Mapping[int, str]) -> bool:
    return len(set(keys.values())) > 1


def _title_alone(line: Line) -> AnyGame | None:
    """The game whose title a line of few words has."""
    if len(line.text.split()) > _MOST_TITLE_WORDS or TAG.fullmatch(line.text):
        return None
    return find_title(line.text)


def _without_going_on(headings: dict[int, str], lines: Sequence[Line]) -> dict[int, str]:
    """The headings but those below which the numbers of turns go on, and those of rounds without numbers: `Round 2`
    borders nothing above turn 3, nor above turns that have none if it is alone on its line, or with its turns."""
    is_border: dict[int, bool] = {}
    heading: int | None = None
    for line in lines:
        if line.start in headings:
            heading = line.start
            is_border[heading] = not (_ROUND.fullmatch(line.text) or _ROW_OF_ROUND.match(line.text))
        elif heading is not None and (number := read_sure_number(line.text)):
            is_border[heading] = number.value == 1
            heading = None
    return {start: key for start, key in headings.items() if is_border[start]}


def _match_heading(text: str) -> re.Match[str] | None:
    """What makes a line the heading of a game, perhaps after the game's title: `Braces, round 2`."""
    rest = _to_title().sub("", text)
    return _HEADING.match(text) or _HEADING.match(rest.lstrip(" ,.:;-–—")) or _NUMBER_OF_TITLE.match(rest)


def game_of_title(part: ThreadGame) -> AnyGame | None:
    """The game whose title the subjects, a heading, or the first lines of a part have; else any line that is
    short."""
    subjects = [message.subject for message in part.messages]
    texts = [line.text for line in lines_in(part.messages) if line.text and line.why in ("", _BEFORE_GAMES)]
    short = [text for text in texts if len(text) < 60]
    titles = map(find_title, (*subjects, part.title, *texts[:_FIRST_LINES], *short))
    return next(filter(None, titles), None)


def subject_with_number(messages: Sequence[Message]) -> str:
    """The first subject that may name a second game, "" if none does: the subjects differ in a number at their end
    alone, and each number is on mails of several people, as no number of a turn is."""
    senders: dict[str, set[str]] = {}
    first: dict[str, str] = {}
    for message in messages:
        found = _NUMBERED_SUBJECT.match(message.subject)
        if found is not None:
            senders.setdefault(found[1], set()).add(fold_name(message.sender))
            first.setdefault(found[1], message.subject)
    is_of_games = len(senders) > 1 and min(map(len, senders.values())) > 1
    return list(first.values())[1] if is_of_games else ""
