"""Which lines of a text belong to which game, where it holds several: by subjects, headings and tags (TR1.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.diagnostics import Span
from pyrnot.games import all_games
from pyrnot.record.foreign.thread.text import Line, Message
from pyrnot.record.model import Tag
from pyrnot.record.outline import TAG
from pyrnot.tags import Tags

_REPLY = re.compile(
    r"^\s*(?:\[[^\]]{1,40}\]\s*)?(?:(?:re|fwd?|aw|sv|wg|tr|rv|antw|vs|vb|odp|res|rif|r|ref|encaminado|enc|回复|答复)(?:\[\d+\])?\s*[:：]\s*)+|^\s*\[[^\]]{1,40}\]\s*",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\b(?:my |your |our )?(?:move|turn|zug|ply|coup|reply)s?\b\s*#?\d*|#?\b\d+\b\s*$", re.IGNORECASE)
_HEADING = re.compile(
    r"^[\W_]{0,8}(?P<key>(?:game|match|board|partie|spiel|brett|round)\s*(?:#|no\.?|nr\.?)?\s*(?:\d{1,3}|[A-Z]|one|two|three|i{1,3}))\b\s*(?:[:.–—(-]\s*.{0,60})?[\W_]{0,8}$",
    re.IGNORECASE,
)


class Section(Struct):
    """The part of a text that holds one game: its tags, each with its line, and its messages without them."""

    tags: list[Tag]
    messages: list[Message]
    tag_lines: set[int]
    title: str = ""


def clean_subject(subject: str) -> str:
    """A subject without `Re:`, `Fwd:`, the name of a list, and the number of a turn."""
    before = None
    while before != subject:
        before, subject = subject, _REPLY.sub("", subject)
    return " ".join(_COUNTED.sub(" ", subject).lower().split()).strip(" :-–—,")


def find_title(text: str) -> str:
    """The title of a game that a short line names."""
    if not text or len(text) > 80 or len(text.split()) > 10:
        return ""
    flat = text.lower()
    return next(
        (title for game in all_games() for title in (game.info.title, *game.info.aliases) if _names(title, flat)), ""
    )


def _names(title: str, flat: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(title.lower())}(?!\w)", flat) is not None


def split_games(messages: Sequence[Message], *, by_marks: bool = True) -> list[Section]:
    """The parts of a text that hold a game each; one if nothing marks several, or without `by_marks`."""
    subjects = {key for message in messages if message.subject and (key := clean_subject(message.subject))}
    headings = _headings(messages) if by_marks else {}
    sections: dict[str, Section] = {}
    current = ""
    for message in messages:
        base = clean_subject(message.subject) if by_marks and len(subjects) > 1 else ""
        if base or len(subjects) > 1:
            current = base
        parts: dict[str, list[Line]] = {}
        for line in message.lines:
            key = headings.get(line.number)
            if key is not None and by_marks:
                current = f"{base} {key}".strip()
            tag = _read_tag(line) if not line.why else None
            if tag is not None:
                current = _take_tag(sections, current, tag, line, message, by_marks=by_marks)
                continue
            parts.setdefault(current, []).append(line)
        for key, lines in parts.items() or {current: []}.items():
            section = sections.setdefault(key, Section(tags=[], messages=[], tag_lines=set()))
            section.messages.append(replace(message, lines=tuple(lines)))
            section.title = section.title or next((title for line in lines[:3] if (title := find_title(line.text))), "")
    common = sections.get("")
    found = [section for section in sections.values() if section is not common]
    if common is not None and not found:
        return [common]
    if common is not None and _is_preface(common):
        for section in found:
            known = {tag.name.lower() for tag in section.tags}
            section.tags += [tag for tag in common.tags if tag.name.lower() not in known]
        return found
    return [*([common] if common is not None else []), *found]


def _is_preface(section: Section) -> bool:
    """Whether what stands before the first mark holds no turn: then it is said of all games."""
    return not any(
        re.match(r"^\W{0,3}\d{1,3}\W", line.text) or ";" in line.text
        for message in section.messages
        for line in message.lines
        if not line.why
    )


def _headings(messages: Sequence[Message]) -> dict[int, str]:
    """Lines that head a game each: `Game 2: Ana - Bruno`, or the titles of different games; none if there is only one."""
    found: dict[int, str] = {}
    for message in messages:
        for line in message.lines:
            match = _HEADING.match(line.text) if line.text and not line.why and len(line.text) < 90 else None
            if match:
                found[line.number] = " ".join(match["key"].lower().replace("#", " ").split())
    if len(set(found.values())) > 1:
        return found
    titles = {
        line.number: title.lower()
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


def _read_tag(line: Line) -> Tag | None:
    found = TAG.fullmatch(line.text) if line.text.startswith("[") else None
    if found is None:
        return None
    group = "plain" if found["plain"] is not None else "typographic"
    span = Span(line.start, max(line.end, line.start + 1))
    return Tag(name=found["name"], value=re.sub(r'\\(["\\])', r"\1", found[group]), span=span, value_span=span)


def _take_tag(sections: dict[str, Section], key: str, tag: Tag, line: Line, message: Message, *, by_marks: bool) -> str:
    """Adds a tag to a section (once, however often it is quoted); the section that it belongs to."""
    section = sections.setdefault(key, Section(tags=[], messages=[], tag_lines=set()))
    same = [known for known in section.tags if known.name.lower() == tag.name.lower()]
    if any(known.value == tag.value for known in same) and not (
        by_marks and tag.name.lower() == "game" and _is_other(sections, key, message)
    ):
        section.tag_lines.add(line.number)
        return key
    if (by_marks and same and tag.name.lower() == "game") or (
        by_marks and tag.name.lower() == "game" and _has_turns(section) and section.tags
    ):
        key = f"{key} tags {line.number}".strip()
        section = sections.setdefault(key, Section(tags=[], messages=[], tag_lines=set()))
    section.tags.append(tag)
    section.tag_lines.add(line.number)
    return key


def _is_other(sections: dict[str, Section], key: str, message: Message) -> bool:
    """Whether a `Game` tag that is there already begins another game: one with turns before it, and not quoted."""
    return (
        False
        if message.depth or (message.opens is False and message.sender)
        else _has_turns(sections[key]) and not message.is_chat and not message.sender
    )


def _has_turns(section: Section) -> bool:
    return any(line.text and not line.why for message in section.messages for line in message.lines)


def tags_of(section: Section) -> Tags:
    """The tags of a section as a game reads them."""
    return Tags([(tag.name, tag.value) for tag in section.tags])
