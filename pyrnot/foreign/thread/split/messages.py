"""A plain text as messages: quoted mail with its heads, chats with their prefixes, or one text without a sender
(TR2).

Splits and strips; which line is a turn is for `classify` to find.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import cached_property, lru_cache
from itertools import accumulate, chain, pairwise, takewhile

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.split import heads
from pyrnot.foreign.thread.split.armour import without_armour
from pyrnot.foreign.thread.split.blocks import leave_out_blocks
from pyrnot.foreign.thread.split.heads import Head
from pyrnot.foreign.thread.split.raws import (
    Raw,
    come_back,
    join_names,
    quote_in_posts,
    single_spaced,
    take_quotes,
    with_names_alone,
    without_outer_quotes,
    without_subjects,
)
from pyrnot.foreign.thread.split.times import find_day_order, read_clock, read_time, read_zone
from pyrnot.foreign.thread.text import Line, Message, fold_name, lines_in, make_line

_BREAK = lazy_pattern(r"<br\s*/?>|</(?:p|div|li|tr)>", re.IGNORECASE)
_SIGNATURE = lazy_pattern(r"^-- $")
_LONGEST_SIGNATURE = 8
_FOOTER = lazy_pattern(r"_{20,}$")
_LIST = lazy_pattern(r"\S+ mailing list\b")
"""What Mailman writes below each mail: a rule, and the name of the list."""
_OPEN_END = lazy_pattern(r"(?:;|<[\sSML_^,]{6,20}>)$")
"""The end of a message whose turn goes on in the next: `;`, or a card of Triumvirate."""
_YEAR = lazy_pattern(r"\d{4}")
"""What each date has that a mail program writes."""
_MOST_BROKEN = 3
"""Lines of a head that a mail program broke."""
_MOST_FIELDS = 50
"""Lines of a block of fields."""
_MOST_BLANK = 20
"""Lines below a head of which the first that is not blank is quoted or not: HTML puts blank ones between any two."""


class _Block(Struct):
    """Lines of one message that is being put together."""

    head: Head
    lines: list[Line]
    depth: int = 0
    chain: int = 0
    """How many unquoted heads precede it: each begins something older."""
    is_chat: bool = False
    day: str = ""
    """The day that a line above it named."""


def split_messages(text: Iterable[str]) -> Iterator[Message]:
    """The messages of a plain text, given by its lines, in the order of the text."""
    yield from _split(without_outer_quotes(take_quotes(_lines(list(text)))), timedelta())


def split_lines(lines: Iterable[Line], stamp: str = "") -> Iterator[Message]:
    """The messages that lines make, which may still have their quote marks. The first has `opens`. `stamp` is the
    date of the mail whose lines they are."""
    yield from _split(take_quotes(lines), read_zone(stamp))


def _split(raws: list[Raw], zone: timedelta) -> Iterator[Message]:
    raws = without_subjects(join_names(without_armour(single_spaced(raws))))
    often = _often(raws)
    has_posts = any(raw.head for raw in raws)
    is_chat = has_posts or often or any(_begins_chat(raw.line) for raw in raws)
    if not is_chat and not any(_heads_mail_or_post(raw.line.text) for raw in raws):
        raws = with_names_alone(raws)
        is_chat = any(raw.head for raw in raws)
    if has_posts or not is_chat:
        raws = quote_in_posts(raws)
    splitter = _ChatSplitter(raws, often) if is_chat else _MailSplitter(raws)
    yield from _messages(splitter.split(), zone)


def _heads_mail_or_post(text: str) -> bool:
    """Whether a line is of the head of a mail, of a quotation or of a post."""
    return any(read(text) for read in (heads.read_field, heads.read_wrote, heads.read_post))


def _messages(blocks: Sequence[_Block], zone: timedelta) -> Iterator[Message]:
    """The messages of blocks. What a mail quotes is dated by the clock of whoever wrote the mail: `zone` is how far
    ahead of UTC that clock is, until a head says so. It has the subject of the mail too."""
    day_order = find_day_order([block.head.stamp for block in blocks])
    subject = ""
    for index, block in enumerate(blocks):
        stamp = block.head.stamp
        if block.day and not read_time(stamp, day_first=True):
            stamp = f"{block.day} {stamp}"
        zone = read_zone(stamp, zone)
        subject = block.head.subject or subject
        yield Message(
            leave_out_blocks(block.lines),
            sender=block.head.sender,
            when=read_time(stamp, day_first=day_order.day_first, zone=zone),
            has_open_date=day_order.is_open,
            depth=block.depth + block.chain,
            chain=block.chain,
            subject=subject,
            is_chat=block.is_chat,
            opens=index == 0,
            stamp=stamp.strip(" ,"),
            clock=read_clock(block.head.stamp),
        )


def _lines(text: Sequence[str]) -> Iterator[Line]:
    """The lines of a text, without the blanks with which all of them begin; what HTML breaks within one is taken for
    lines too."""
    margin = min((len(raw) - len(raw.lstrip(" \t")) for raw in text if raw.strip()), default=0)
    position = 0
    for number, raw in enumerate(text, 1):
        begin = position + min(margin, len(raw))
        start = begin
        for found in _BREAK.finditer(raw):
            yield make_line(number, start, raw[start - position : found.start()])
            start = position + found.end()
        rest = raw[start - position :].removesuffix("\r")
        if rest or start == begin:
            yield make_line(number, start, rest)
        position += len(raw) + 1


def _begins_chat(line: Line) -> bool:
    """Whether a line is one of a chat, and not one of a mail or a forum."""
    text = line.text
    if not text.startswith(("[", "From:")) and (heads.read_field(text) or heads.read_wrote(text)):
        return False
    if heads.is_address(text.partition(" ")[0]):
        return False  # the second line of a broken head: `<ida@example.org> wrote:`
    return heads.read_chat(text, line.raw) is not None


def _often(raws: Sequence[Raw]) -> frozenset[str]:
    """The names in the plainest heads, where a text has such heads. A kind of which a name comes again is surer than
    another: in a chat with times, `Played tennis today` heads nothing."""
    texts = [raw.line.text for raw in raws if raw.line.text]
    kinds = [_names_of_kind(kind, texts) for kind in heads.PLAIN]
    sure = [names for names in kinds if len({*names}) < len(names)]
    return frozenset(chain.from_iterable(sure or kinds))


def _names_of_kind(kind: str, texts: Sequence[str]) -> list[str]:
    """The names in the plainest heads of a kind; none unless such lines are heads."""
    plain = [_plain_head(kind, text) for text in texts]
    names = [head.sender for head in plain if head]
    return names if _are_heads(plain, names) else []


def _are_heads(plain: Sequence[Head | None], names: Sequence[str]) -> bool:
    """Whether lines that may be the plainest heads are heads: most are above a message, and there are two, or the
    same names come again, or the only one begins the text."""
    empty = sum(bool(above and below) for above, below in pairwise(plain))
    if 2 * empty >= len(names):
        return False
    if len(names) == 1:
        return plain[0] is not None
    return come_back(names)


def _plain_head(kind: str, text: str) -> Head | None:
    """What a line says that may be one of the plainest heads of a chat, of a kind, and is neither one of a forum nor
    the program's."""
    head = heads.read_plain(kind, text)
    if head is None:
        return None
    is_other = heads.read_post(text) is not None or heads.is_system_line(text)
    return None if is_other else head


class _ChatSplitter:
    """Splits a chat: each head begins a message; what a message quotes is a separate one."""

    def __init__(self, raws: Sequence[Raw], often: frozenset[str]) -> None:
        self.raws = raws
        self.often = often
        """The names that the plainest heads have."""
        self.head = Head()
        """Of the message that is being read."""
        self.day = ""
        self.first_names: dict[str, str] = {}
        """The first name of each whose name has changed, by the one they have now."""
        self.blocks = [_Block(self.head, [], is_chat=True)]

    def split(self) -> Sequence[_Block]:
        """The blocks in the order of the text."""
        for raw in self.raws:
            self._take(raw)
        return self.blocks

    def _take(self, raw: Raw) -> None:
        """Takes a line: a head, a day, what the program says, or what somebody says."""
        if raw.head is not None:
            self._begin(raw.line, raw.head)
        elif day := heads.read_day_line(raw.line.text):
            self.day = day
            self._add(replace(raw.line, why="a day"))
        else:
            head = self._read_head(raw.line)
            if _is_of_program(raw.line.text, head):
                self._note_renaming(raw.line.text)
                self._add(replace(raw.line, why="a line of the chat program"))
            elif head is not None:
                self._begin(raw.line, head)
            else:
                self._say(raw)

    def _note_renaming(self, text: str) -> None:
        """Notes that somebody has another name from now on."""
        renaming = heads.read_renaming(text)
        if renaming is not None:
            old, new = renaming
            self.first_names[new] = self.first_names.get(old, old)

    def _read_head(self, line: Line) -> Head | None:
        """The head with which a line begins."""
        head = heads.read_chat(line.text, line.raw)
        if head is None and (plain := heads.read_often(line.text)) and plain.sender in self.often:
            head = plain
        return head or heads.read_action(line.text)

    def _begin(self, line: Line, head: Head) -> None:
        """Begins a message with what its head says on the same line."""
        self.head = Head(sender=self.first_names.get(head.sender, head.sender), stamp=head.stamp)
        self._open(self.head)
        if head.aside:
            self._add(replace(line, text=f"{head.sender} ({head.aside})"))
        if head.rest.startswith("> "):
            self._open(Head(), depth=1)
        if head.rest:
            self._add(replace(line, text=head.rest.removeprefix("> ")))

    def _say(self, raw: Raw) -> None:
        """Adds a line to a message, or to what it quotes."""
        if raw.line.text and raw.depth != self.blocks[-1].depth:
            self._open(Head(sender=raw.name) if raw.depth else self.head, raw.depth)
        self._add(raw.line)

    def _open(self, head: Head, depth: int = 0) -> None:
        self.blocks.append(_Block(head, [], depth, is_chat=True, day=self.day))

    def _add(self, line: Line) -> None:
        self.blocks[-1].lines.append(line)


def _is_of_program(text: str, head: Head | None) -> bool:
    """Whether a chat program says a line of the chat, and not the one whom its head names.

    >>> _is_of_program("Ana joined the group", None), _is_of_program("I joined the group", Head("Ana"))
    (True, False)
    """
    return (head is None or _is_said_of(head.sender)) and heads.is_system_line(text)


@lru_cache(maxsize=64)  # in a chat most lines begin with one of few names
def _is_said_of(name: str) -> bool:
    """Whether what seems to be a name is what a chat program says of somebody."""
    return heads.is_system_line(f"{name} ")


def _alone(fields: Iterable[tuple[str, str] | None]) -> frozenset[str]:
    """The names in lines such as `From: Ida`; none unless there are several."""
    names = {value for kind, value in filter(None, fields) if kind == "sender"}
    return frozenset(filter(heads.is_name, names)) if len(names) > 1 else frozenset()


class _FoundHead(Struct, frozen=True):
    """A head of a mail or a forum: how many lines it takes, whether what it heads is quoted deeper, and whether it
    is the block of fields of a mail."""

    count: int
    head: Head
    is_deeper: bool = False
    is_mail: bool = False


class _MailSplitter:
    """Splits a mail with what it quotes: a head names the sender of what follows one level deeper, or of all that
    follows."""

    def __init__(self, raws: Sequence[Raw]) -> None:
        self.raws = raws
        self.texts = [*(raw.line.text for raw in raws), ""]
        """What the lines say; below the last there is nothing."""
        self.alone = _alone(map(heads.read_field, self.texts))
        self.heads: dict[int, Head] = {0: Head()}
        """By depth of quoting."""
        self.chain = 0
        self.blocks = [_Block(Head(), [])]
        self.signature_end = 0
        """Where the signature ends that was begun last."""
        self.in_subjects = {""}
        """What may be turns in the subjects of the mails above: a reply has its subject again."""

    def split(self) -> Sequence[_Block]:
        """The blocks in the order of the text."""
        index = 0
        while index < len(self.raws):
            index += self._take(index)
        return self.blocks

    def _take(self, index: int) -> int:
        """Takes the line at an index, or the head that begins there; how many lines that were."""
        raw = self.raws[index]
        if raw.line.text and raw.depth != self.blocks[-1].depth:
            self._forget_deeper_than(raw.depth)
            self._open(raw.depth, raw.name)
        found = self._read_head(index)
        if found is None:
            self._take_text(index)
            return 1
        self._take_head(index, found)
        return found.count

    def _take_head(self, index: int, found: _FoundHead) -> None:
        lines = [raw.line for raw in self.raws[index : index + found.count]]
        self.blocks[-1].lines += [replace(line, why="a head") for line in lines]
        depth = self.raws[index].depth
        target = depth + found.is_deeper
        self._forget_deeper_than(target)
        self.heads[target] = found.head
        if not found.is_deeper:
            self.chain += found.head.is_quoting
            self._open(depth)
            is_post = not (found.head.is_quoting or found.is_mail or depth)
            self.blocks[-1].is_chat = is_post  # as those of a forum are
            self._take_subject(lines)

    def _take_subject(self, lines: Iterable[Line]) -> None:
        """Takes what may be a turn in the subject, among the lines of a head, as a line of its mail."""
        for line in lines:
            match heads.read_field(line.text):
                case "subject", subject:
                    turn = heads.turn_in_subject(subject)
                    if turn not in self.in_subjects:
                        self.in_subjects.add(turn)
                        self.blocks[-1].lines.append(replace(line, text=turn))

    def _begins_signature(self, index: int) -> bool:
        """Whether a signature begins with a line, or what a mailing list writes below a mail."""
        raw = self.raws[index].line.raw
        if _FOOTER.match(raw):
            return _LIST.match(self.texts[index + 1]) is not None
        return _SIGNATURE.match(raw) is not None

    def _end_of_signature(self, index: int) -> int:
        """Where the signature ends that begins with a line: at a blank one, since what follows may be another's
        message."""
        signature = takewhile(bool, self.texts[index : index + _LONGEST_SIGNATURE])
        return index + len([*signature])

    def _take_text(self, index: int) -> None:
        """Takes a line of text: of the message, or of the signature below it."""
        line = self.raws[index].line
        if self._begins_signature(index):
            self.signature_end = self._end_of_signature(index)
        why = line.why
        if index < self.signature_end:
            why = "a signature"
        if self.blocks[-1].is_chat and heads.is_system_line(line.text):
            why = "a line of the forum's program"
        self.blocks[-1].lines.append(replace(line, why=why))

    def _forget_deeper_than(self, depth: int) -> None:
        self.heads = {known: head for known, head in self.heads.items() if known <= depth}

    def _open(self, depth: int, name: str = "") -> None:
        head = Head(sender=name) if name else self.heads.get(depth, Head())
        self.blocks.append(_Block(head, [], depth, self.chain))
        self.signature_end = 0

    def _read_head(self, index: int) -> _FoundHead | None:
        """The head that begins with a line."""
        raw = self.raws[index]
        text = raw.line.text
        rules = 1 if heads.is_rule(text) else 0
        if fields := self._read_fields(index + rules):
            return replace(fields, count=fields.count + rules)
        if heads.is_divider(text):
            return _FoundHead(1, Head(is_quoting=True))
        if post := heads.read_post(text):
            return _FoundHead(1, post)  # what a post quotes first is another's
        if printed := heads.read_printed_post(text, self.texts[index + 1]):
            return _FoundHead(2, printed)
        if said := heads.read_said(text):
            deeper = self._is_deeper(index + 1, raw.depth, said.sender)
            return _FoundHead(1, replace(said, is_quoting=deeper), deeper)
        return self._read_wrote(index)

    def _read_wrote(self, index: int) -> _FoundHead | None:
        """`On Tue, 5 Mar 2024 at 21:14, Ida wrote:`, which a mail program may have broken into several lines."""
        raw = self.raws[index]
        longest = _MOST_BROKEN if heads.may_open_head(raw.line.text) else 1
        parts = takewhile(bool, self.texts[index : index + longest])
        for count, joined in enumerate(accumulate(parts, "{} {}".format), 1):
            if head := heads.read_wrote(joined):
                is_deeper = self._is_deeper(index + count, raw.depth) and not self.is_flat
                return _FoundHead(count, head, is_deeper)
        return None

    def _read_fields(self, index: int) -> _FoundHead | None:
        """A block of `From:`, `Sent:`, `To:`, `Subject:` lines, which name at least the sender and something else; or
        `From:` alone, where a text has it with several names. One without a year was typed by hand: what follows is
        older only below a reply."""
        fields = [*takewhile(bool, map(heads.read_field, self.texts[index : index + _MOST_FIELDS]))]
        values = dict(filter(None, reversed(fields)))
        is_block = len(fields) > 1
        sender = values.get("sender")
        if sender is None or not (is_block or sender in self.alone):
            return None
        stamp = values.get("date", "")
        subject = values.get("subject", "")
        is_quoting = is_block and (self.is_reply or _YEAR.search(stamp) is not None)
        return _FoundHead(len(fields), Head(heads.read_sender(sender), stamp, subject, is_quoting), is_mail=is_block)

    @cached_property
    def is_reply(self) -> bool:
        """Whether notation stands above the first field: in a mail above those that it answers."""
        above = takewhile(lambda text: heads.read_field(text) is None, self.texts)
        return any(map(heads.holds_notation, above))

    @cached_property
    def is_flat(self) -> bool:
        """Whether heads of mails stand above what they head, since not all are followed by a quotation: then what is
        quoted below one is another's (TR2.3). One or two may be those of a mail and of what it quotes."""
        below = [place for place, raw in enumerate(self.raws, 1) if not raw.depth and heads.read_wrote(raw.line.text)]
        return len(below) > 2 and not all(self._is_deeper(place, 0) for place in below)

    def _is_deeper(self, index: int, depth: int, name: str = "") -> bool:
        """Whether the next line is quoted deeper, and not from another than `name`."""
        following = next((raw for raw in self.raws[index : index + _MOST_BLANK] if raw.line.text), None)
        if following is None or following.depth <= depth:
            return False
        return "" in (name, following.name) or fold_name(name) == fold_name(following.name)


def join_halves(messages: Iterable[Message]) -> list[Message]:
    """The messages of a chat, those that end in `;` or in a card with the next one of the same sender."""
    joined: list[list[Message]] = []
    for above, message in pairwise([Message(()), *messages]):
        if _goes_on(above, message):
            joined[-1].append(message)
        else:
            joined.append([message])
    return [replace(parts[0], lines=[*lines_in(parts)]) for parts in joined]


def _goes_on(first: Message, second: Message) -> bool:
    """Whether a message of a chat goes on in the one below it."""
    are_alike = (first.is_chat, first.depth, first.sender) == (second.is_chat, second.depth, second.sender)
    last = ["", *first.texts][-1]
    return first.is_chat and are_alike and _OPEN_END.search(last) is not None
