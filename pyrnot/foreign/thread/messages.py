"""A plain text as messages: quoted mail with its heads, chats with their prefixes, or one text without a sender
(TR2).

Splits and strips; which line is a turn is for `lines` to find.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread import heads
from pyrnot.foreign.thread.blocks import leave_out_blocks
from pyrnot.foreign.thread.heads import Head
from pyrnot.foreign.thread.raws import Raw, join_names, take_quotes
from pyrnot.foreign.thread.text import Line, Message, fold_name, make_line
from pyrnot.foreign.thread.times import is_day_first, read_clock, read_time

_BREAK = re.compile(r"<br\s*/?>|</(?:p|div|li|tr)>", re.IGNORECASE)
_SIGNATURE = re.compile(r"^--[ \u00a0]$")
_LONGEST_SIGNATURE = 8
_LONGEST_RULER = 70
"""Characters of a divider without fields below it."""
_MOST_FIELDS = 50
"""Lines of a block of fields: one with more is none."""
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
    yield from split_lines(_lines(text))


def split_lines(lines: Iterable[Line]) -> Iterator[Message]:
    """The messages that lines make, which may still have their quote marks. The first has `opens`."""
    raws = join_names([*take_quotes(lines)])
    often = _often(raws)
    is_chat = often or any(raw.head or _begins_chat(raw.line) for raw in raws)
    yield from _messages([*(_split_chat(raws, often) if is_chat else _MailSplitter(raws).split())])


def _messages(blocks: Sequence[_Block]) -> Iterator[Message]:
    day_first = is_day_first(f"{block.head.stamp} " for block in blocks if block.head.stamp)
    for index, block in enumerate(blocks):
        stamp = block.head.stamp
        if block.day and not read_time(stamp, day_first=True):
            stamp = f"{block.day} {stamp}"
        yield Message(
            leave_out_blocks(block.lines),
            sender=block.head.sender,
            when=read_time(stamp, day_first=day_first) if stamp else None,
            depth=block.depth + block.chain,
            chain=block.chain,
            subject=block.head.subject,
            is_chat=block.is_chat,
            opens=index == 0,
            stamp=stamp.strip(" ,"),
            clock=read_clock(block.head.stamp) if block.head.stamp else None,
        )


def _lines(text: Iterable[str]) -> Iterator[Line]:
    """The lines of a text; what HTML breaks within one is taken for lines too."""
    position = 0
    for number, raw in enumerate(text, 1):
        start = position
        if "<" in raw and len(raw) < 200_000:
            for found in _BREAK.finditer(raw):
                yield make_line(number, start, raw[start - position : found.start()])
                start = position + found.end()
        rest = raw[start - position :].removesuffix("\r")
        if rest or start == position:
            yield make_line(number, start, rest)
        position += len(raw) + 1


def _begins_chat(line: Line) -> bool:
    """Whether a line is one of a chat, and not one of a mail or a forum."""
    text = line.text
    if not text or (not text.startswith(("[", "From:")) and (heads.read_field(text) or heads.read_wrote(text))):
        return False
    return heads.read_chat(text, line.raw) is not None


def _often(raws: Sequence[Raw]) -> frozenset[str]:
    """The names in the plainest heads: where a text has several, each above its message, and the same names again; or
    where it begins with one."""
    texts = [raw.line.text for raw in raws if raw.line.text]
    found_heads = [None if heads.read_post(text) else heads.read_often(text) for text in texts]
    found = [head.sender for head in found_heads if head]
    is_above = not any(one and other for one, other in pairwise(found_heads))
    names = Counter(found)
    is_usual = len(found) == 2 or len(names) < len(found) or (len(found) == 1 and len(texts) > 1 and found_heads[0])
    return frozenset(names) if found and is_above and is_usual else frozenset()


def _chat_head(line: Line, often: frozenset[str]) -> Head | None:
    """The head of a chat's message with which a line begins; `often` are the names that the plainest heads have."""
    if not line.text:
        return None
    head = heads.read_chat(line.text, line.raw)
    if head is None and (plain := heads.read_often(line.text)) and plain.sender in often:
        head = plain
    return head or heads.read_action(line.text)


def _split_chat(raws: Iterable[Raw], often: frozenset[str]) -> Iterator[_Block]:
    """The messages of a chat: each head begins one; what it quotes is a separate one."""
    head = Head()
    day = ""
    block = _Block(head, [], is_chat=True)
    for raw in raws:
        line = raw.line
        if raw.head is None and (named := heads.read_day_line(line.text)):
            day = named
            block.lines.append(replace(line, why="a day"))
            continue
        found = raw.head or _chat_head(line, often)
        if (
            raw.head is None
            and heads.is_system_line(line.text)
            and (found is None or heads.is_system_line(found.sender + " "))
        ):
            block.lines.append(replace(line, why="a line of the chat program"))
        elif found is not None:
            yield block
            head = Head(sender=found.sender, stamp=found.stamp)
            aside = [replace(line, text=f"{found.sender} ({found.aside})")] if found.aside else []
            block = _Block(head, aside, is_chat=True, day=day)
            if found.rest.startswith("> "):
                yield block
                block = _Block(Head(), [], depth=1, is_chat=True, day=day)
            if found.rest:
                block.lines.append(replace(line, text=found.rest.removeprefix("> ")))
        else:
            if raw.depth != block.depth and line.text:
                yield block
                block = _Block(Head(sender=raw.name) if raw.depth else head, [], raw.depth, is_chat=True, day=day)
            block.lines.append(line)
    yield block


def _alone(fields: Sequence[tuple[str, str] | None]) -> frozenset[str]:
    """The names in lines that are only `From: Ida`, with other text around them; none unless there are several."""
    near = zip([None, *fields], fields, [*fields[1:], None], strict=False)
    names = {field[1] for above, field, below in near if field and field[0] == "sender" and not above and not below}
    return frozenset(filter(heads.is_name, names)) if len(names) > 1 else frozenset()


class _MailSplitter:
    """Splits a mail with what it quotes: a head names the sender of what follows one level deeper, or of all that
    follows."""

    def __init__(self, raws: Sequence[Raw]) -> None:
        self.raws = raws
        self.alone = _alone([heads.read_field(raw.line.text) for raw in raws])
        self.heads: dict[int, Head] = {0: Head()}
        self.chain = 0
        self.blocks = [_Block(Head(), [])]
        self.signed = 0
        """Lines of the signature so far, which a blank line ends: what follows may be another's message."""

    def split(self) -> Iterator[_Block]:
        """The blocks in the order of the text."""
        index = 0
        while index < len(self.raws):
            index += self._take(index)
        return iter(self.blocks)

    def _take(self, index: int) -> int:
        """Takes the line at an index, or the head that begins there; how many lines that were."""
        raw = self.raws[index]
        block = self.blocks[-1]
        text = raw.line.text
        if raw.depth != block.depth:
            if not text:
                block.lines.append(raw.line)
                return 1
            self.heads = {depth: known for depth, known in self.heads.items() if depth <= raw.depth}
            self._open(raw.depth, raw.name)
        found = self._read_head(index)
        if found is not None:
            count, head, is_deeper = found
            for taken in self.raws[index : index + count]:
                self.blocks[-1].lines.append(replace(taken.line, why="a head"))
            target = raw.depth + is_deeper
            self.heads = {depth: known for depth, known in self.heads.items() if depth < target} | {target: head}
            if not is_deeper:
                self.chain += head.is_quoting
                self._open(raw.depth)
                self.blocks[-1].is_chat = not head.is_quoting and not raw.depth  # as the posts of a forum are
            return count
        if _SIGNATURE.match(raw.line.raw):
            self.signed = 1
        elif self.signed:
            self.signed = self.signed + 1 if text or self.signed == 1 else 0
        is_signature = 0 < self.signed <= _LONGEST_SIGNATURE and text
        self.blocks[-1].lines.append(replace(raw.line, why="a signature") if is_signature else raw.line)
        return 1

    def _open(self, depth: int, name: str = "") -> None:
        head = Head(sender=name) if name else self.heads.get(depth, Head())
        self.blocks.append(_Block(head, [], depth, self.chain))
        self.signed = 0

    def _read_head(self, index: int) -> tuple[int, Head, bool] | None:
        """A head at a line: how many lines it takes, what it says, and whether what it heads is quoted deeper."""
        raw = self.raws[index]
        text = raw.line.text
        if not text:
            return None
        is_ruled = heads.is_divider(text)
        if fields := self._read_fields(index + is_ruled):
            return fields[0] + is_ruled, fields[1], False
        if is_ruled:
            return (1, Head(is_quoting=True), False) if len(text) < _LONGEST_RULER else None
        if post := heads.read_post(text):
            return 1, post, False  # what a post quotes first is another's
        if said := heads.read_said(text):
            deeper = self._is_deeper(index + 1, raw.depth, said.sender)
            return 1, replace(said, is_quoting=deeper), deeper
        joined = text
        for count in range(1, 4):
            if head := heads.read_wrote(joined):
                return count, head, self._is_deeper(index + count, raw.depth)
            if not heads.may_open_head(text) or index + count >= len(self.raws) or len(joined) > 300:
                return None
            following = self.raws[index + count].line.text
            if not following:
                return None
            joined = f"{joined} {following}"
        return None

    def _read_fields(self, index: int) -> tuple[int, Head] | None:
        """A block of `From:`, `Sent:`, `To:`, `Subject:` lines, which name at least the sender and something else; or
        `From:` alone, where a text has it with several names."""
        values: dict[str, str] = {}
        count = 0
        while index + count < len(self.raws) and (field := heads.read_field(self.raws[index + count].line.text)):
            values.setdefault(*field)
            count += 1
            if count > _MOST_FIELDS:
                return None
        if count == 1 and values.get("sender") in self.alone:
            return 1, Head(heads.read_sender(values["sender"]))
        if count < 2 or "sender" not in values or not ("date" in values or "subject" in values):
            return None
        sender, stamp, subject = (values.get(kind, "") for kind in ("sender", "date", "subject"))
        return count, Head(heads.read_sender(sender), stamp, subject, is_quoting=True)

    def _is_deeper(self, index: int, depth: int, name: str = "") -> bool:
        """Whether the next line is quoted deeper, and not from another than `name`."""
        following = next((raw for raw in self.raws[index : index + _MOST_BLANK] if raw.line.text), None)
        if following is None or following.depth <= depth:
            return False
        return not (name and following.name and fold_name(name) != fold_name(following.name))
