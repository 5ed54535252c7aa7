"""Blocks of a message that are left out whole: quoted rules, boards, `pyrnot show`, position strings (TR2.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from pyrnot.foreign.thread.text import Line

_LONGEST = 400
_BOARD = re.compile(
    r"^\s*+(?:\d\s)?+\s*+[+┌├└│|][-─┬┼┴+=|┐┤┘│ ]+$|"  # rules between rows
    r"^\s*+\d{0,2}+\s*+[│|](?:[^│|]*+[│|]){2,}+\s*+\d{0,2}+\s*+$|"  # rows in frames
    r"^\s*+[1-8]\s*+[│|]?(?:\s*+(?:[·.\-_*]|\(?[SMLPDQ][a-z][→○●×>ox]?\)?)){4,}[\s│|×x]*+(?:[1-8]\s*+)?$|"
    # rows of cells
    r"^\s*(?:a\s+b\s+c\s+d\s+e)(?:\s+f(?:\s+g\s+h)?)?\s*$",
)
_BEGINS_BOARD_LINE = frozenset("0123456789+┌├└│|a")
_SHOWN_TURN = re.compile(r"^\s*\d{1,4}(?:\.|\.{3}) [^\W\d_]{1,8}: \S")
_SHOWN_PLAYERS = re.compile(r"^\s*[^\W\d_]{1,8}: .{1,60}, [^\W\d_]{1,8}: ")
_SHOWN_HEAD = re.compile(r"^\s*(?:To move: [^\W\d_]{1,8}\b|Won by: |Drawn\b)")
_SHOWN_TAIL = re.compile(r"^\s*(?:This turn:|Signs:|Drawn:|[•-] \S)")
_FILES = re.compile(r"^a\s+b\s+c")
_LONGEST_SHOWN = 60
_LABEL = re.compile(r"\W{0,20}(?:(?:position|setup|board|fen)\W{0,5})?", re.IGNORECASE)
_CELLS = re.compile(r"[0-9A-Za-z,/]{9,200}")
_SYSTEM = re.compile(r"[^\s()]{1,30}\([nesw]?\)[rygb][123]", re.IGNORECASE)
_RULE_ID = re.compile(r"\W{0,6}(?:B|ML|T(?!\d+:)|AA|S|H|HN|HC|R|TR)\d{1,2}\b[*_]{0,2}[.:)]?\s")
_WORD = re.compile(r"\b[^\W\d_]{2,}\b")
_WORDS_OF_RULE = 4
_RULE_HEADING = re.compile(
    r"^\W{0,8}(?:(?:the\s+)?rules?(?:\s+(?:of|for)\b.{0,40})?|notation|(?:an?\s+)?examples?|how to (?:play|"
    r"write)\b.{0,40}|legend|regeln|"
    r"(?:the )?rulebook\b.{0,40}|from the rules?(?:book)?\b.{0,30})\W{0,4}$",
    re.IGNORECASE,
)


def leave_out_blocks(lines: Iterable[Line]) -> list[Line]:
    """The lines of a message, those of rules, boards and position strings marked as left out."""
    marked = [_left_out(line, "a position") if _is_position(line) else line for line in lines]
    _mark_shown(marked)
    _mark_boards(marked)
    _mark_rules(marked)
    return marked


def _left_out(line: Line, why: str) -> Line:
    return line if line.why or not line.text else replace(line, why=why)


def _is_position(line: Line) -> bool:
    """Whether a line is a position string of some game, perhaps after `Setup:` and the like."""
    if "/" not in line.text and "(" not in line.text:
        return False
    label = _LABEL.match(line.text)
    match line.text[label.end() if label else 0 :].rstrip("\"`' ").split():
        case [cells, mover, *more] if cells.count("/") > 1 and len(mover) == 1 and mover.isalpha():
            return len(more) < 9 and _CELLS.fullmatch(cells) is not None
        case [ring, "+" | "-", stacks, goals, seat, *_] if 5 < len(ring) < 15 and ring.isalnum():
            return "/" in stacks and goals.count("/") > 1 and seat[0] in "ABCDabcd"
        case [system, *more]:
            return 0 < len(more) < 4 and _SYSTEM.match(system) is not None
    return False


def _is_rule(text: str) -> bool:
    """Whether a line begins with a rule's id, followed by words."""
    text = text[:_LONGEST]
    found = _RULE_ID.match(text)
    return found is not None and len(_WORD.findall(text, found.end())) >= _WORDS_OF_RULE


def _is_board_line(line: Line) -> bool:
    text = line.raw[:_LONGEST]
    return text.lstrip()[:1] in _BEGINS_BOARD_LINE and not line.why and bool(_BOARD.match(text))


def _mark_boards(marked: list[Line]) -> None:
    """Boards: three and more rows together, with what `pyrnot show` prints before and after them."""
    index, count = 0, len(marked)
    while index < count:
        end = index
        rows = 0
        while end < count and (_is_board_line(line := marked[end]) or (not line.text and end > index)):
            rows += bool(line.text)
            end += 1
        if rows >= 3 and _has_frame(marked[index:end]):
            for place in range(_reach_up(marked, index), end):
                marked[place] = _left_out(marked[place], "a board")
        index = max(end, index + 1)


def _has_frame(lines: list[Line]) -> bool:
    """Whether rows are those of a board and not of a table of turns: they have a frame or its files."""
    texts = [line.raw for line in lines]
    has_files = any(re.match(r"^\s*a\s+b\s+c", text) for text in texts)
    has_ranks = sum(1 for text in texts if re.match(r"^\s*[1-8]\s", text)) >= 2
    has_frame = any(re.match(r"\s*+(?:\d\s)?+\s*+[+┌├└][-─]", text) for text in texts)
    return has_files or (has_ranks and has_frame)


def _reach_up(lines: list[Line], index: int) -> int:
    """Where what `pyrnot show` prints above a line begins: the players, the turn, and whose move it is."""
    first = index
    has_head = False
    for place in range(index - 1, max(index - 8, -1), -1):
        text = lines[place].text
        has_head = has_head or _SHOWN_HEAD.match(text) is not None
        if text:
            is_shown = _SHOWN_HEAD.match(text) or _FILES.match(text) or _SHOWN_PLAYERS.match(text)
            if not is_shown and not (has_head and _SHOWN_TURN.match(text)):
                break
            first = place
    return first


def _mark_shown(lines: list[Line]) -> None:
    """What `pyrnot show` prints, from `To move:` to what the turn did."""
    for index, line in enumerate(lines):
        if line.why or not _SHOWN_HEAD.match(line.text):
            continue
        near = range(index, min(index + _LONGEST_SHOWN, len(lines)))
        end = next((place for place in near if lines[place].text.startswith("This turn:")), None)
        if end is None:
            continue
        while end < len(lines) and _SHOWN_TAIL.match(lines[end].text):
            end += 1
        for place in range(_reach_up(lines, index + 1), end):
            lines[place] = _left_out(lines[place], "a board")


def _holds_turns(lines: list[Line], heading: int, end: int) -> bool:
    """Whether a heading such as `Notation:` is that of the game itself: numbered lines follow, and it is not an
    example."""
    is_example = "example" in lines[heading].text.lower()
    return not is_example and any(re.match(r"1[.)]\s*\S", lines[place].text) for place in range(heading + 1, end))


def _mark_rules(marked: list[Line]) -> None:
    """Quoted rules: a paragraph in which a line begins with a rule's id, or the one under a heading such as
    `Rules:`."""
    start = 0
    is_rules = False
    heading: int | None = None
    for index in range(len(marked) + 1):
        text = marked[index].text if index < len(marked) else ""
        if text:
            is_rules = is_rules or _is_rule(text)
            if heading is None and _RULE_HEADING.match(text[:120]):
                heading = index
            continue
        first = start if is_rules else heading
        if first is not None and (is_rules or not _holds_turns(marked, first, index)):
            for place in range(first, index):
                marked[place] = _left_out(marked[place], "rules")
        start, is_rules, heading = index + 1, False, None
