"""Which lines of a text belong to which game, where it holds several: by subjects, headings and tags (TR1.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Span
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.kept import PickedMessages, Ranges, first_lines
from pyrnot.foreign.thread.numbers import SHORT_GAME, game_key
from pyrnot.foreign.thread.shelf import Holders, Shelf, Spill
from pyrnot.foreign.thread.text import Line, Message, fold_name
from pyrnot.games import all_games
from pyrnot.record.model import Tag
from pyrnot.record.outline import TAG

_REPLY = re.compile(
    r"^\s*(?:\[[^\]]{1,40}\]\s*)?(?:(?:re|fwd?|aw|sv|wg|tr|rv|antw|vs|vb|odp|res|rif|r|ref|encaminado|enc|回复|"
    r"答复)(?:\[\d+\])?\s*[:：]\s*)+|^\s*\[[^\]]{1,40}\]\s*",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\b(?:my |your |our )?(?:move|turn|zug|ply|coup|reply)s?\b\s*#?\d*|#?\b\d+\b\s*$", re.IGNORECASE)
NAMED_GAME = re.compile(
    r"\b(?:game|match|board|partie|spiel|brett|table)\s*(?:#|no\.?|nr\.?)?\s*(?:\d{1,3}|[A-Z])\b", re.IGNORECASE
)
"""What tells one of several games of the same title from the others; other numbers in a subject count turns."""
_HEADING = re.compile(
    rf"^[\W_]{{0,8}}(?P<key>{SHORT_GAME}|(?:game|match|board|partie|spiel|brett|round)\s*(?:#|no\.?|nr\.?)?\s*"
    r"(?:\d{1,3}|[A-Z]|one|two|three|i{1,3}))\b\s*(?:[:.–—(-]\s*.{0,60})?[\W_]{0,8}$",
    re.IGNORECASE,
)


_PLAYER = r"[^\W\d_a-z][^\W\d_]*(?:[ -][^\W\d_a-z][^\W\d_]*){0,2}"
_BETWEEN = re.compile(
    rf"^[\W_]{{0,6}}(?P<one>{_PLAYER})\s+(?:vs?\.?|against|gegen|contre|[-–—])\s+(?P<other>{_PLAYER})[\W_]{{0,6}}$"
)


_LONGEST_HEADING = 140
_MOST_TAGS = 24
"""Lines of a block of tags that are compared with another."""


_MAY_BE_TURN = re.compile(r"^(?:[^\W\d_][\w .'’-]{0,30}[:>]\s+)?(?=\S{0,12}[a-h][1-8]|\S{0,12}[(=>])\S+(?: [Xx]\S+)?$")
"""A line of one word that may be a turn, perhaps after a name."""


class TooManyGames(Exception):
    """More parts of a text than `most` seem to hold a game each; `line` is where one too many begins."""

    def __init__(self, line: Line, most: int) -> None:
        super().__init__(line, most)
        self.line = line
        self.most = most


class Section(Struct):
    """The part of a text that holds one game: its tags, each with its line, and its messages without them."""

    tags: list[Tag]
    messages: PickedMessages
    tag_lines: set[int]
    ranges: Ranges
    """Where its lines are: those that follow one another are one part."""
    title: str = ""
    again: Line | None = None
    """The first line that repeats its `Game` tag after its turns, and not in a quote."""

    def reaches(self, line: Line, *, goes_on: bool) -> None:
        """Notes where one more of its lines is, which may go on with the one before it."""
        self.ranges.add(line.start, line.end if line.stands_for else line.start, goes_on=goes_on)


def clean_subject(subject: str) -> str:
    """A subject without `Re:`, `Fwd:`, the name of a list, and the number of a turn."""
    subject = without_reply(subject)
    named = NAMED_GAME.search(subject)
    kept = f"{subject[: named.start()]} {subject[named.end() :]}" if named else subject
    bare = " ".join(_COUNTED.sub(" ", kept).lower().split()).strip(" :-–—,")
    return f"{bare} {' '.join(named.group().lower().split())}".strip() if named else bare


def without_reply(subject: str) -> str:
    """A subject without `Re:`, `Fwd:` and the name of a list."""
    before = None
    while before != subject:
        before, subject = subject, _REPLY.sub("", subject)
    return subject


def find_title(text: str) -> str:
    """The title of a game that a short line names."""
    if not text or len(text) > _LONGEST_HEADING:
        return ""
    flat = text.lower()
    is_short = len(text) <= 80 and len(text.split()) <= 10
    titles = (title for title in _titles() if _names(title, flat))
    return next((title for title in titles if is_short or _begins(title, flat)), "")


@lru_cache(maxsize=1)
def _titles() -> tuple[str, ...]:
    """All names of all games."""
    return tuple(title for game in all_games() for title in (game.info.title, *game.info.aliases))


@lru_cache(maxsize=1)
def _seats() -> frozenset[str]:
    """The names of all games' seats, in small letters."""
    return frozenset(str(seat).lower() for game in all_games() for seat in game.info.seats)


def _begins(title: str, flat: str) -> bool:
    """Whether a long line is a heading that begins with a title: `Braces - Ida Brandt (White) against …`."""
    return re.match(rf"\W{{0,6}}{re.escape(title.lower())}\s*(?:[-–—:,(|]|\bvs?\b)", flat) is not None


def _names(title: str, flat: str) -> bool:
    low = title.lower()
    return low in flat and re.search(rf"(?<!\w){re.escape(low)}(?!\w)", flat) is not None


def split_games(
    messages: Sequence[Message],
    *,
    by_marks: bool = True,
    by_repeats: bool = False,
    subject_of: Callable[[str], str] = clean_subject,
    most: int = 1_000_000,
) -> list[Section]:
    """The parts of a text that hold a game each; one if nothing marks several, or without `by_marks`. With `by_repeats`
    the same tags once more begin another game; `subject_of` gives what a game's subjects have in common.
    Raises `TooManyGames`."""
    splitter = _Splitter(messages, by_marks=by_marks, by_repeats=by_repeats, subject_of=subject_of, most=most)
    for place, message in enumerate(messages):
        splitter.take(place, message)
    return splitter.sections()


def _key_at(line: Line) -> str:
    """The key of a game that begins with a line: no subject or heading is like it."""
    return f"\n{line.start}"


class _Splitter:
    """Deals the lines of messages out to the games that they belong to."""

    def __init__(
        self,
        messages: Sequence[Message],
        *,
        by_marks: bool,
        by_repeats: bool,
        subject_of: Callable[[str], str],
        most: int,
    ) -> None:
        self._subject_of = subject_of
        subjects = {key for message in messages if message.subject and (key := subject_of(message.subject))}
        self._pairs = _pairs(messages) if by_marks else {}
        self._most = most
        self._line: Line | None = None
        self._by_marks = by_marks
        self._by_repeats = by_repeats
        self._headings = _headings(messages) if by_marks else {}
        is_mailbox = any(message.id for message in messages)
        self._by_subject = by_marks and len(subjects) > 1 and (is_mailbox or not self._headings)
        self._found: dict[str, Section] = {}
        self._current = ""
        self._pair = ""
        self._messages = messages
        self._spill = Spill()
        self._parts = Holders(Message, self._spill)

    def take(self, place: int, message: Message) -> None:
        """Deals out one message, which stands at a place among all."""
        base = self._subject_of(message.subject) if self._by_subject else ""
        if self._pairs:
            self._pair = self._pairs.get(place, self._pair)
            base = f"{base} {self._pair}".strip()
        if self._by_subject or self._pairs:
            self._current = base
        parts: dict[str, Shelf[Line]] = {}
        has_tags = False
        before: str | None = None
        for at, line in enumerate(message.lines):
            self._line = line
            heading = self._headings.get(line.start)
            if heading is not None:
                self._current = f"{base} {heading}".strip()
            tag = None if line.why else _read_tag(line)
            if tag is not None:
                has_tags = True
                if tag.name.lower() == "game" and self._begins_another(message.lines[at : at + _MOST_TAGS]):
                    self._current = _key_at(line)
                elif tag.name.lower() == "game" and message.depth == message.chain:
                    self._note_again(line, parts.get(self._current, ()))
                self._take_tag(tag, line)
                continue
            part = parts.get(self._current)
            if part is None:
                part = parts[self._current] = Shelf(Line, self._spill)
            self._section(self._current).reaches(line, goes_on=self._current == before)
            part.append(line)
            before = self._current
        dealt: dict[str, Sequence[Line]] = {**parts} or {self._current: ()}
        for key, lines in dealt.items():
            section = self._section(key)
            if len(parts) == 1 and not has_tags:
                section.messages.pick(place)
            else:
                section.messages.add(replace(message, lines=lines))
            title = next((title for line in first_lines(lines, 3) if (title := find_title(line.text))), "")
            section.title = section.title or title

    def _begins_another(self, lines: Sequence[Line]) -> bool:
        """Whether a `Game` tag and the tags under it give another game than those before them: a player or a card
        is another."""
        known = {tag.name.lower(): tag.value for tag in self._section(self._current).tags}
        for line in lines:
            tag = _read_tag(line)
            if tag is None and line.text:
                return False
            if tag is None:
                continue
            before = known.get(tag.name.lower(), tag.value)
            goes_on = tag.name.lower() == "result" and "*" in (before, tag.value)
            if before != tag.value and not goes_on:
                return self._by_marks
        return False

    def _note_again(self, line: Line, before: Sequence[Line]) -> None:
        """Notes a `Game` tag that repeats one from above the turns of its game. `before` are lines of its message."""
        section = self._section(self._current)
        is_repeated = any(tag.name.lower() == "game" for tag in section.tags)
        if not is_repeated or not (any(known.text for known in before) or _has_lines(section)):
            return
        section.again = section.again or line
        if self._by_repeats:
            self._current = _key_at(line)
            self._section(self._current).tags.extend(section.tags)

    def _section(self, key: str) -> Section:
        section = self._found.get(key)
        if section is None:
            if len(self._found) >= self._most and self._line is not None:
                raise TooManyGames(self._line, self._most)
            messages = PickedMessages(self._messages, self._parts)
            section = self._found[key] = Section(tags=[], messages=messages, tag_lines=set(), ranges=Ranges())
        return section

    def _take_tag(self, tag: Tag, line: Line) -> None:
        """Adds a tag to its game, once however often it is quoted; a `Game` tag after turns begins another."""
        section = self._section(self._current)
        same = [known for known in section.tags if known.name.lower() == tag.name.lower()]
        if any(known.value == tag.value for known in same):
            section.tag_lines.add(line.start)
            return
        if self._by_marks and tag.name.lower() == "game" and (same or (section.tags and _has_lines(section))):
            self._current = _key_at(line)
            section = self._section(self._current)
        section.tags.append(tag)
        section.tag_lines.add(line.start)

    def sections(self) -> list[Section]:
        """The parts in the order of the text. The lines before the first mark concern all, if they hold no turn."""
        self._join_tags()
        common = self._found.get("")
        marked = [section for section in self._found.values() if section is not common]
        if common is None or not marked:
            return marked if common is None else [common]
        is_game = _has_game(common) and all(map(_has_game, marked)) and _has_lines(common)
        if is_game or not _is_preface(common):
            return [common, *marked]
        for section in marked:
            known = {tag.name.lower() for tag in section.tags}
            section.tags += [tag for tag in common.tags if tag.name.lower() not in known]
        return marked

    def _join_tags(self) -> None:
        """Gives tags that stand alone to the game of that title that has none: mails follow a block of tags, and their
        subjects part them from it."""
        for key, alone in list(self._found.items()):
            title = next((tag.value for tag in alone.tags if tag.name.lower() == "game"), "")
            if not title or _has_lines(alone):
                continue
            same = [
                known for known in self._found.values() if not _has_game(known) and _title_of(known) == title.lower()
            ]
            if len(same) == 1:
                same[0].tags += [tag for tag in alone.tags if tag.name not in {known.name for known in same[0].tags}]
                same[0].tag_lines |= alone.tag_lines
                del self._found[key]


def _title_of(section: Section) -> str:
    """The game's title in the heading or the subjects of a part, in small letters."""
    subjects = (find_title(message.subject) for message in section.messages if message.subject)
    return (section.title or next(filter(None, subjects), "")).lower()


def _is_preface(section: Section) -> bool:
    """Whether the lines before the first mark hold no turn: then they concern all games."""
    return not any(
        re.match(r"^\W{0,3}\d{1,3}\W", line.text) or ";" in line.text or _MAY_BE_TURN.match(line.text)
        for message in section.messages
        for line in message.lines
        if not line.why
    )


def _pairs(messages: Sequence[Message]) -> dict[int, str]:
    """For each message with a sender and an addressee, by its place, the two together; none where all are the same
    two."""
    senders = {fold_name(message.sender): message.sender for message in messages if message.sender}
    if len(senders) < 3:
        return {}
    found: dict[int, str] = {}
    known: dict[str, list[str]] = {}
    for place, message in enumerate(messages):
        if not message.sender or not message.to:
            continue
        to = fold_name(message.to)
        if to not in known:
            known[to] = [one for one in senders if one == to or one.startswith(to) or to.startswith(one)]
        if len(known[to]) != 1:
            return {}
        found[place] = " and ".join(sorted((fold_name(message.sender), known[to][0])))
    return found if len(set(found.values())) > 1 else {}


def _headings(messages: Sequence[Message]) -> dict[int, str]:
    """Lines that head a game each: `Game 2: Ana - Bruno`, or the titles of different games; none if there is only
    one."""
    found: dict[int, str] = {}
    for message in messages:
        for line in message.lines:
            match = _match_heading(line.text) if line.text and not line.why and len(line.text) < 90 else None
            if match:
                found[line.start] = game_key(match["key"])
    if len(set(found.values())) > 1:
        return found
    between = _player_headings(messages)
    if len(set(between.values())) > 1:
        return between
    titles = {
        line.start: title.lower()
        for message in messages
        for line in message.lines
        if line.text
        and not line.why
        and len(line.text) < 50
        and len(line.text.split()) < 7
        and (title := find_title(line.text))
        and TAG.fullmatch(line.text) is None
    }
    return titles if len(set(titles.values())) > 1 else {}


def _match_heading(text: str) -> re.Match[str] | None:
    """What makes a line the heading of a game, perhaps after the game's title: `Braces, round 2`."""
    if match := _HEADING.match(text):
        return match
    title = find_title(text)
    begins = re.match(rf"\W{{0,8}}{re.escape(title)}\W{{1,4}}", text, re.IGNORECASE) if title else None
    return _HEADING.match(text[begins.end() :]) if begins else None


def _player_headings(messages: Sequence[Message]) -> dict[int, str]:
    """Lines that are nothing but two players' names, `Ana vs Bruno`, and not a seat's with its player's."""
    return {
        line.start: " and ".join(sorted((fold_name(found["one"]), fold_name(found["other"]))))
        for message in messages
        for line in message.lines
        if not line.why
        and len(line.text) < 80
        and (found := _BETWEEN.match(line.text))
        and _seats().isdisjoint((found["one"].lower(), found["other"].lower()))
    }


def _read_tag(line: Line) -> Tag | None:
    found = TAG.fullmatch(line.text) if line.text.startswith("[") else None
    if found is None:
        return None
    group = "plain" if found["plain"] is not None else "typographic"
    span = Span(line.start, max(line.end, line.start + 1))
    return Tag(name=found["name"], value=re.sub(r'\\(["\\])', r"\1", found[group]), span=span, value_span=span)


def _has_game(section: Section) -> bool:
    return any(tag.name.lower() == "game" for tag in section.tags)


def _has_lines(section: Section) -> bool:
    return any(line.text and not line.why for message in section.messages for line in message.lines)


def tags_of(section: Section) -> Tags:
    """The tags of a section as a game reads them."""
    return Tags([(tag.name, tag.value) for tag in section.tags])
