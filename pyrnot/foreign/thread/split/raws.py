"""The lines of a text before they are cut into messages: without quote marks (TR2.5), and each name that stands alone
above the time of its message as one head with it (TR2.2).

So pages of chats and forums are copied: name, perhaps a handle or a dot, then `7:04 PM`, `2d ago` or a date. Lines
are taken for such heads only where the whole text writes them in this way; in any other copy nobody is known to
speak.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, dropwhile, groupby, islice, pairwise, takewhile

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.core.marks import MARKS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.split.heads import (
    AFTER_NAME,
    CLOCK,
    WHEN,
    Head,
    closes_quotation,
    holds_notation,
    is_name,
    mark_time,
    names_addressee,
    read_day_line,
    read_post,
    read_said,
    without_posted,
)
from pyrnot.foreign.thread.split.times import AGE
from pyrnot.foreign.thread.text import EMOJI, Line, fold_name, make_line
from pyrnot.foreign.thread.words import is_small_talk
from pyrnot.games import load_game

_QUOTES = lazy_pattern(
    r"(?:[ \t]{4,40}(?=>[ \t]?\S)|[ \t][A-Z]{2}(?=>))?"
    r"(?:[ \t]{0,3}(?:>|&gt;)[ \t]?|[ \t]{0,3}\|[ \t](?![^|\n]*\|)|[ \t]{0,3}\|$)+"
)
"""The quote marks of a line; in FidoNet after a blank and the initials of who is quoted: ` BT>>`."""
_OPENS_QUOTE = lazy_pattern(
    r"\[q(?:uote)?(?:=\s*[\"']?(?P<name>[^\"'\];,]{1,60}?)(?=[\"'\];,]|\s+\w+=)[^\]]{0,100})?\]|"
    r"<blockquote\b[^<>]{0,200}>",
    re.IGNORECASE,
)
_CLOSES_QUOTE = lazy_pattern(r"\[/q(?:uote)?\]|</blockquote>", re.IGNORECASE)
_BRACKET = lazy_pattern(r"[\[<]")
"""What each mark of a forum's quotation begins with."""
_IS_BROKEN = lazy_pattern(r"[;,=<(-]$|\)>$|^\d{1,3}[.)]$")
"""How a line ends that a mail program broke within a turn."""
_DEEPEST = 1_000
_LONGEST_QUOTATION = 60
"""Lines of a quotation in a forum's post, with a button below it or without any mark."""
_AGE = lazy_pattern(rf"(?:[·•] )?{AGE}(?:\s+ago)?(?:\s*\(?edited\)?)?", re.IGNORECASE)
_DOT = frozenset("•·")
_AGE_BELOW_DOT = lazy_pattern(r"(?:[^\W\d_]{1,9}\.? ){0,3}\d{1,2}\.? ?(?:[^\W\d_]{1,9}\.? ?){1,2}")
"""How long ago, in any language: Reddit has it below a line with a dot alone."""
_AROUND_TIME = lazy_pattern(r" \(\d{1,2} \w+ ago\)$|^« reply #\d+ on: | »$", re.IGNORECASE)
"""What Gmail's page writes after a time, and SMF around one."""
_BETWEEN = lazy_pattern(
    r"[-–—•·|]|OP|MOD|BOT|APP|Author|Owner|Moderator|Regular|Leader|Original Poster|to:? [^\d<>]{2,40}|"
    r"(?:[\w-]{3,12} )?member|\*{1,6}|#\d{1,4}|add bookmark|unread,?",
    re.IGNORECASE,
)
"""What else stands between a name and its time."""
_NICK = lazy_pattern(rf"\d{{0,3}}[^\W\d][\w{MARKS}.'’-]*(?: [\w{MARKS}.'’-]+){{0,3}}")
_TIME_BELOW = lazy_pattern(r"(?:[^\W\d_]{2,12}\.?,? )?\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?", re.IGNORECASE)
"""A time of day, with or without a day in any language."""
_ADDRESS = lazy_pattern(r"\s*<[^<>\s]+@[^<>\s]+>$")
"""What Gmail's page writes after a name."""
_WEEKDAY = lazy_pattern(r"^[^\W\d_]{2,9}[.,]{0,2} (?=\d)")
"""A weekday in any language before the day of a date, below a name with an address."""
_STATUS = lazy_pattern(r"^:[\w+-]{1,40}: (?=\d)")
"""The emoji of a status, which Slack has between a name and a time."""
_WHEN_READ = lazy_pattern(r"\s\((?:read|delivered)\b[^()]{0,60}\)$", re.IGNORECASE)
"""What an export of iMessage writes after a time."""
_HANDLE = lazy_pattern(r"\(?@[\w.-]+(?:@[\w.-]+)?\)?")
_ROOM = lazy_pattern(r"r/\w+|[#&]\S+")
_LONGEST = 40
_MOST_ABOVE = 6


class Raw(Struct, frozen=True):
    """A line without its quote marks, and how deep it is quoted; `name`: the author that a forum's quotation names.
    `head`: it begins a head of several lines."""

    depth: int
    line: Line
    name: str = ""
    head: Head | None = None


def take_quotes(lines: Iterable[Line]) -> list[Raw]:
    """The lines without quote marks, and how deep each is quoted: by marks, or above a forum's button."""
    return _quote_above_buttons([*_take_marks(lines)])


def without_subjects(raws: list[Raw]) -> list[Raw]:
    """The lines, in which the subject that phpBB writes above each post, such as `Re: Martian Life`, is left out
    where it comes again."""
    first = {raw.line.text: raw for raw in reversed(raws)}
    pairs = zip(raws, [*raws[1:], *raws[-1:]], strict=True)
    return [_out(raw) if raw is not first[raw.line.text] and _is_subject(raw, post) else raw for raw, post in pairs]


def _is_subject(raw: Raw, post: Raw) -> bool:
    """Whether a line is the subject of the post that the line below it heads."""
    return raw.line.text.startswith("Re: ") and read_post(post.line.text) is not None


def without_outer_quotes(raws: list[Raw]) -> list[Raw]:
    """The lines of a text, without the quote marks that all of them have: no part of it quotes another by them."""
    outer = min((raw.depth for raw in raws if raw.line.text), default=0)
    return [replace(raw, depth=max(raw.depth - outer, 0)) for raw in raws]


def single_spaced(raws: list[Raw]) -> list[Raw]:
    """The lines of a text without the blank lines that a program has put between any two: one of three is kept, as
    between paragraphs. A text without such gaps, or with two lines of text one below the other, is as it was."""
    parts = [(has_text, [*part]) for has_text, part in groupby(raws, key=lambda raw: raw.line.text != "")]
    longest = {True: 0, False: 0}
    for has_text, part in parts:
        longest[has_text] = max(longest[has_text], len(part))
    if longest[True] > 1 or longest[False] <= 2:
        return raws
    return [*chain.from_iterable(part if has_text else part[: len(part) // 2] for has_text, part in parts)]


def _quote_above_buttons(raws: list[Raw]) -> list[Raw]:
    """The lines, in which what stands between `Ida wrote:` and a forum's button `Click to expand...` is quoted."""
    for end in [place for place, raw in enumerate(raws) if closes_quotation(raw.line.text)]:
        for begin in range(end - 1, max(end - _LONGEST_QUOTATION, 0) - 1, -1):
            said = read_said(raws[begin].line.text)
            if said is not None:
                within = raws[begin + 1 : end]
                raws[begin : end + 1] = [_out(raws[begin]), *_quoted(within, said.sender), _out(raws[end])]
                break
    return raws


def quote_in_posts(raws: list[Raw]) -> list[Raw]:
    """The lines, in which what a forum's post begins with below `Ida wrote:` is quoted, without any mark (TR2.3)."""
    texts = [raw.line.text for raw in raws]
    filled = [place for place, text in enumerate(texts) if text]
    places: dict[str, list[int]] = {}
    for above, place, begin in zip(filled, filled[1:], filled[2:], strict=False):
        places.setdefault(texts[above], []).append(above)
        said = read_said(texts[place])
        if said is not None and _heads_post(raws[above]):
            end = begin + _count_quoted(raws, begin, places, texts)
            raws[place] = _out(raws[place])
            raws[begin:end] = _quoted(raws[begin:end], said.sender)
    return raws


def _quoted(raws: Iterable[Raw], author: str) -> list[Raw]:
    """The lines as those of a quotation that names its author."""
    return [replace(raw, depth=raw.depth + 1, name=author) for raw in raws]


def _heads_post(raw: Raw) -> bool:
    """Whether a line is the head of a forum's post, or begins one of several lines."""
    return raw.head is not None or read_post(raw.line.text) is not None


def _count_quoted(raws: Sequence[Raw], begin: int, places: Mapping[str, Sequence[int]], texts: Sequence[str]) -> int:
    """How many lines a quotation has in a post, from the first on: those that follow one another further up too, or
    else those before a blank one; none where quote marks tell. `places` are those of each text above it."""
    below = raws[begin : begin + _LONGEST_QUOTATION]
    post = [raw.line.text for raw in takewhile(lambda raw: not (raw.depth or _heads_post(raw)), below)]
    known = places.get(texts[begin], ())
    copies = [_count_alike(texts[at : at + len(post)], post) for at in {*known[:1], *known[-1:]}]
    longest = max(copies, default=0)
    paragraph = len([*takewhile(bool, post)])
    return longest or paragraph


def _count_alike(one: Iterable[str], other: Iterable[str]) -> int:
    """How many of the first texts are the same in both."""
    return len([*takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))])


def _out(raw: Raw) -> Raw:
    """A line that is not of the message: what stands around a quotation."""
    return replace(raw, line=replace(raw.line, why="a head"))


def _take_marks(lines: Iterable[Line]) -> Iterator[Raw]:
    """The lines without quote marks, and how many each had."""
    quotations = _Quotations()
    depth = 0
    is_cut_off = is_in_table = False
    for line in lines:
        raw = line.raw[:LINE_CHARACTERS]
        inside, name = quotations.enter(raw)
        is_row = is_in_table and raw.lstrip().startswith("|")
        marks, line = (0, line) if is_row else _without_marks(line, raw)
        # a mail program that breaks a line within a turn loses its quote marks (TR2.5)
        depth = max(marks, depth) if is_cut_off else marks
        is_cut_off = _IS_BROKEN.search(line.text) is not None
        is_in_table = line.raw.count("|") > 1
        yield Raw(depth + inside, line, name)


def _without_marks(line: Line, raw: str) -> tuple[int, Line]:
    """How many quote marks a line has, and the line without them: 2 of `>> Sd5`."""
    match = _QUOTES.match(raw)
    if match is None:
        return 0, line
    marks = match.group().replace("&gt;", ">")
    depth = min(marks.count(">") + marks.count("|"), _DEEPEST)
    return depth, make_line(line.number, line.start + match.end(), line.raw[match.end() :])


class _Quotations:
    """The quotations of a forum that are open: `[quote="Ida"]`."""

    def __init__(self) -> None:
        self.names: list[str] = []
        """Whom each names, the outermost first; "" for nobody."""

    def enter(self, raw: str) -> tuple[int, str]:
        """How deep a line is within quotations, and whom the innermost names; words before the first that it opens
        are outside.

        >>> quotations = _Quotations()
        >>> [quotations.enter(line) for line in ('well [quote="Ida"]Sd5', "Sc6[/quote]", "Sa3")]
        [(0, ''), (1, 'Ida'), (0, '')]
        >>> [quotations.enter(line) for line in ('[quote="Ann"]Sa1', 'well [quote="Ida"]Sd5')]
        [(1, 'Ann'), (1, 'Ann')]
        """
        outside = len(self.names)
        if _BRACKET.search(raw) is None:
            return outside, ["", *self.names][outside]
        self.names = [*self.names, *_OPENS_QUOTE.findall(raw)][:_DEEPEST]
        inside = len(self.names)
        before, *_ = _OPENS_QUOTE.split(raw, maxsplit=1)
        depth = outside if before.strip() else inside
        name = ["", *self.names][depth]
        closed = len(_CLOSES_QUOTE.findall(raw))
        del self.names[max(inside - closed, 0) :]
        return depth, name


class _TimeLine(Struct, frozen=True):
    """A line with only a time: where it is, what it says, and of which kind (how long ago, a day, a time of day, or
    both of them) where that matters; where the name is that goes with it, -1 without one."""

    place: int
    text: str
    kind: str = ""
    name_place: int = -1
    name: str = ""


def join_names(raws: list[Raw]) -> list[Raw]:
    """The lines, each with only a name as the head that it makes with a line under it that has only a time, where a
    text has several such; between the two may stand a handle, a dash and the like, or the text of the message."""
    for find in (_times_at_ends, _named_times, _times_below_texts):
        by_name = {time.name_place: time for time in find(raws)}
        if len(by_name) > 1:
            return _join(raws, by_name, have_text=find is not _named_times)
    return raws


def with_names_alone(raws: list[Raw]) -> list[Raw]:
    """The lines of a text in which nothing else heads a message, those with a name alone, or with a colon after it,
    as heads, where such names come back above the turns of two or more. So a chat's window is copied, and a talk is
    typed up as a play; a signature stands below what it signs."""
    names = _names_alone(raws)
    places = [place for place, raw in enumerate(raws) if _without_colon(raw) in names]
    above, *headed = [raws[start:end] for start, end in pairwise([0, *places, len(raws)])]
    writers = {_without_colon(part[0]) for part in headed if _have_turns(part)}
    if len(writers) < 2 or _have_turns(above) or not all(_have_text(part[1:]) for part in headed):
        return raws
    return [replace(raw, head=names.get(_without_colon(raw))) for raw in raws]


def _names_alone(raws: Iterable[Raw]) -> dict[str, Head]:
    """The lines that come back and may be names that nothing marks, each as a head."""
    several = _names_in_several([_without_colon(raw)] for raw in raws)
    names = (text for text in several if _is_written_large(text) and not is_small_talk(text, frozenset()))
    return {name: Head(name) for name in names}


def _without_colon(raw: Raw) -> str:
    """The text of a line, without a colon at its end."""
    return raw.line.text.removesuffix(":")


def _is_written_large(text: str) -> bool:
    """Whether a text is written as a name is, or as that of a speaker in a play: `Ann`, `ANN`."""
    return text.istitle() or text.isupper()


def _have_text(raws: Iterable[Raw]) -> bool:
    return any(raw.line.text for raw in raws)


def _join(raws: Sequence[Raw], by_name: Mapping[int, _TimeLine], *, have_text: bool) -> list[Raw]:
    """The lines, with heads of the names that have times, given by their places; `have_text`: the text of a message
    stands between."""
    between = _between(by_name.values())
    handles = {place: name for place, name in between.items() if _HANDLE.fullmatch(raws[place].line.text)}
    joined = {time.place for time in by_name.values()}.union(handles if have_text else between)
    joined |= {time.place + 1 for time in by_name.values() if _is_addressed(raws, time)}
    called = {_user(raws[place].line.text): name for place, name in handles.items()}
    return [
        _with_time(_called_by_name(raw, called), by_name.get(place))
        for place, raw in enumerate(raws)
        if place not in joined
    ]


def _is_addressed(raws: Sequence[Raw], time: _TimeLine) -> bool:
    """Whether the line below a time names the addressee, where the name above it has an address."""
    has_address = _ADDRESS.search(raws[time.name_place].line.text) is not None
    return has_address and any(names_addressee(raw.line.text) for raw in raws[time.place + 1 : time.place + 2])


def _between(times: Iterable[_TimeLine]) -> dict[int, str]:
    """The places between each name and its time, with that name."""
    return {place: time.name for time in times for place in range(time.name_place + 1, time.place)}


def _user(handle: str) -> str:
    """The folded name in a handle: `@ida@example.org`."""
    return fold_name(handle.strip("()@").partition("@")[0])


def _called_by_name(raw: Raw, called: Mapping[str, str]) -> Raw:
    """A line, with the name of the author whom its quotation calls by a handle."""
    return replace(raw, name=called.get(fold_name(raw.name), raw.name))


def _times_at_ends(raws: Sequence[Raw]) -> list[_TimeLine]:
    """The times that end what names begin, or stand above the names, between blank lines, where most of a text is so:
    in copies of Messenger and Signal the time stands below the text, in exports of iMessage above the name."""
    blocks = [block for block in _blocks(raws) if len(block) > 2]
    for find in (_time_below, _time_above):
        times = [*filter(None, map(find, blocks))]
        if _are_most(times, blocks):
            return times
    return []


def _times_below_texts(raws: Sequence[Raw]) -> list[_TimeLine]:
    """The times that end what names begin, without blank lines between, where most of a text is so and the names come
    back: in copies of Messenger's page, Element and Facebook."""
    *ended, rest = _ended_by_times(raws)
    names = _names_in_several([text for _, text in block] for block in ended)
    blocks = [[*dropwhile(lambda line: line[1] not in names, block)] for block in ended]
    times = [*filter(None, (_time_below(block) for block in blocks if len(block) > 2))]
    return times if _are_most(times, ended) and names.isdisjoint(text for _, text in rest) else []


def _are_most(times: Sequence[_TimeLine], blocks: Sequence[object]) -> bool:
    """Whether most blocks have a time."""
    return 3 * len(times) > 2 * len(blocks)


def _names_in_several(blocks: Iterable[Iterable[str]]) -> Set[str]:
    """The texts that lines of several blocks have, and that may be names."""
    counts = Counter(chain.from_iterable(map(set, blocks)))
    return {text for text, count in counts.items() if count > 1 and _is_called(_name_in(text), is_sure=False)}


def _ended_by_times(raws: Sequence[Raw]) -> list[list[tuple[int, str]]]:
    """The lines, each with its place, up to and with each line with only a time; at last those below all of them."""
    blocks: list[list[tuple[int, str]]] = [[]]
    for place, raw in enumerate(raws):
        blocks[-1].append((place, raw.line.text))
        if _is_time(raw.line.text):
            blocks.append([])
    return blocks


def _blocks(raws: Sequence[Raw]) -> list[list[tuple[int, str]]]:
    """The texts between blank lines, each line with its place, without a day above the first."""
    groups = groupby(enumerate(raws), key=lambda numbered: bool(numbered[1].line.text))
    blocks = ([(place, raw.line.text) for place, raw in block] for has_text, block in groups if has_text)
    return [block[1:] if read_day_line(block[0][1]) else block for block in blocks]


def _time_below(block: Sequence[tuple[int, str]]) -> _TimeLine | None:
    """The time that ends a text, or how long ago that was, with the name that begins it."""
    place, last = block[-1]
    return _under_name(_TimeLine(place, last), block[0]) if _is_time(last) else None


def _is_time(text: str) -> bool:
    """Whether a line may be the time below a text, or how long ago that was."""
    return _TIME_BELOW.fullmatch(text) is not None or _kind(text) in ("age", "dated")


def _time_above(block: Sequence[tuple[int, str]]) -> _TimeLine | None:
    """The day and time that begins a text, with the name below it."""
    place, first = block[0]
    time = _WHEN_READ.sub("", first)
    return _under_name(_TimeLine(place, time), block[1]) if _kind(time) == "dated" else None


def _under_name(time: _TimeLine, line: tuple[int, str]) -> _TimeLine | None:
    """A time with the name that a line is, given with its place, if it may be one."""
    place, text = line
    name = _name_in(text)
    return replace(time, name_place=place, name=name) if _is_called(name, is_sure=False) else None


def _with_time(raw: Raw, time: _TimeLine | None) -> Raw:
    """A line, as a head if it is the name above a time."""
    return raw if time is None else replace(raw, head=Head(time.name, time.text.lstrip("-–— ")))


def _named_times(raws: Sequence[Raw]) -> list[_TimeLine]:
    """The times that stand under names, of the kinds that do so in the whole text."""
    times = _find_times(raws)
    by_kind: dict[str, list[_TimeLine]] = defaultdict(list)
    for time in times:
        by_kind[time.kind].append(time)
    sure = {kind for kind, of_kind in by_kind.items() if _are_under_names(kind, of_kind, raws)}
    named = [time for time in times if time.kind in sure and time.name_place >= 0]
    have_addresses = any(_ADDRESS.search(raws[time.name_place].line.text) for time in named)
    return named if have_addresses else _without_towns(named, raws)


def _without_towns(times: list[_TimeLine], raws: Sequence[Raw]) -> list[_TimeLine]:
    """The times, each with the first of several lines above it as its name: so forums show a name, a town and a
    country. A line further up is the name if all times have one there, some come back, and each always has the same
    line below it; several players may be of one country."""
    first = times
    for above in range(1, _MOST_ABOVE):
        higher = [_called_above(time, above, raws) for time in times]
        pairs = {(time.name, high.name) for time, high in zip(times, higher, strict=True)}
        if not all(_is_called(high, is_sure=True) and name not in high for name, high in pairs):
            break
        if 1 < len({high for _, high in pairs}) == len(pairs) < len(times):
            first = higher
    return first


def _called_above(time: _TimeLine, above: int, raws: Sequence[Raw]) -> _TimeLine:
    """A time with the name that is `above` lines with text higher than its own, "" where there are not as many."""
    higher = ((place, raws[place].line.text) for place in range(time.name_place - 1, -1, -1))
    filled = (line for line in higher if line[1])
    place, text = next(islice(filled, above - 1, None), (-1, ""))
    return replace(time, name_place=place, name=_name_in(text))


def _find_times(raws: Sequence[Raw]) -> list[_TimeLine]:
    """The lines with only a time, each with the name that the lines above it give."""
    passed_over = {"", *_profile_lines([raw.line.text for raw in raws])}
    filled = [(place, raw.line.text) for place, raw in enumerate(raws) if raw.line.text not in passed_over]
    above = (filled[max(at - _MOST_ABOVE, 0) : at] for at in range(len(filled)))
    return [*filter(None, map(_time_at, filled, above))]


def _time_at(line: tuple[int, str], above: Sequence[tuple[int, str]]) -> _TimeLine | None:
    """The time that a line is, with the name that the lines above it give; all are given with their places."""
    place, text = line
    _, before = [(-1, ""), *above][-1]
    if before in _DOT and _AGE_BELOW_DOT.fullmatch(text):
        return _find_name(_TimeLine(place, text, "age"), above)
    text = _STATUS.sub("", text)
    if _ADDRESS.search(before):
        text = _WEEKDAY.sub("", text)
    kind = _kind(text)
    return _find_name(_TimeLine(place, text, kind), above) if kind else None


def _profile_lines(texts: Sequence[str]) -> Set[str]:
    """What comes again and again and is a field: what a forum says of each author (`Posts: 214`), and the subject."""
    counts = Counter(text for text in texts if ": " in text[:_LONGEST])
    return {text for text, count in counts.items() if count > 1 and not holds_notation(text)}


def _are_under_names(kind: str, times: Sequence[_TimeLine], raws: Sequence[Raw]) -> bool:
    """Whether the times of a kind, all of them, stand under names: a day with its time does wherever a name is above
    it; others only if the same few names come back.

    Names and times that sign what is above them head nothing: turns precede the first of them, and nothing follows
    the last day with its time."""
    has_turns_above = _have_turns(raws[: max(times[0].name_place, 0)])
    if kind == "dated":
        return not has_turns_above or _have_text(raws[times[-1].place + 1 :])
    return not has_turns_above and come_back([time.name for time in times])


def _have_turns(raws: Sequence[Raw]) -> bool:
    """Whether a line may hold a turn, and is not a tag."""
    return any(holds_notation(raw.line.text) for raw in raws if not raw.line.text.startswith("["))


def come_back(names: Sequence[str]) -> bool:
    """Whether heads have the same few names, given in the order of the text: there are only two heads, or a name
    comes twice. A message whose sender wrote the one before it too may have only a time, and "" for its name; but the
    first has a name.

    >>> come_back(["Ana", "Bruno", "Ana"]), come_back(["Ana", "Bruno", "Club"]), come_back(["Ana", "Bruno"])
    (True, False, True)
    """
    named = [name for name in names if name]
    return names[0] != "" and (len(names) == 2 or len({*named}) < len(named))


def _kind(text: str) -> str:
    """Of which kind a line with only a time is; "" for any other."""
    first, colon, _ = text.partition(":")
    if len(text) > _LONGEST + 20 or (colon and first.isalpha()):
        return ""
    if _AGE.fullmatch(text):
        return "age"
    bare = without_posted(_AROUND_TIME.sub("", text))
    marked, stamp = mark_time(bare)
    if marked.lstrip("-–— ") != WHEN:
        return ""
    clock = CLOCK.search(stamp)
    if clock is None:
        return "day"
    return "dated" if clock.start() > 0 else "clock"


def _find_name(time: _TimeLine, above: Sequence[tuple[int, str]]) -> _TimeLine | None:
    """A time with the name that the lines above it give, if they give one; None under the name of a forum's room."""
    for (_, before), (place, text) in reversed([*pairwise([(-1, ""), *above])]):
        if _ROOM.fullmatch(text):
            return None
        if _HANDLE.fullmatch(text):
            time = replace(time, name_place=place, name=text.strip("()"))  # it may be all that names the sender
        elif not _BETWEEN.fullmatch(text):
            name = _name_above(time, text, before)
            return replace(time, name_place=place, name=name) if name else time
    return time


def _name_above(time: _TimeLine, text: str, before: str) -> str:
    """The name that the line above a time is, given the line before that; "" if it is none."""
    name = _name_in(text)
    is_message = _kind(before) == time.kind != "dated"  # it has a time above it too
    is_town = _HANDLE.fullmatch(before) is not None
    is_called = _is_called(name, is_sure=time.kind == "dated")
    return name if is_called and not is_message and not is_town else ""


def _name_in(text: str) -> str:
    """The name that a line may be, without pictures, an address and what a page adds."""
    return AFTER_NAME.sub("", _ADDRESS.sub("", EMOJI.sub("", text)).strip().removeprefix("u/"))


def _is_called(text: str, *, is_sure: bool) -> bool:
    """Whether a line may be nothing but a name: several words are one only if none begins with a small letter, where
    it is not sure to be a name."""
    words = text.split()
    has_small = any(word[0].islower() for word in words)
    is_one = is_sure or len(words) == 1 or not has_small
    is_written_so = _NICK.fullmatch(text) is not None and is_name(text)
    return is_one and is_written_so and load_game(text) is None  # the title of a game stands alone on a line too
