"""Blocks of a message that are left out whole: quoted rules, boards, `pyrnot show`, position strings (TR2.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, takewhile

from msgspec.structs import replace

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.split.annotations import with_whole_remarks, without_variations
from pyrnot.foreign.thread.split.heads import is_rule
from pyrnot.foreign.thread.text import Line
from pyrnot.record.outline import TAG

BOARD_BEGINS = "----- board "
BOARD_ENDS = "----- end of board -----"
"""The lines between which pyrnot sends a board with a turn; which position it shows follows on the first."""
_LONGEST_ROW = 400
POSITION = "a position"
"""Why a position string is left out."""
FAIR_DICE = "fair dice"
"""Why a line is left out that shows a link or a chain of fair dice."""
_FAIR_DICE = lazy_pattern(r"Fair dice: \w+ (?:chain|link)\b|(?:\d{1,4} )?[0-9a-f]{64}$", re.IGNORECASE)
"""Such a line; a mail program may have broken it."""
_FILES = lazy_pattern(r"^\s*(?:a\s+b\s+c\s+d\s+e)(?:\s+f(?:\s+g\s+h)?)?\s*$")
_BOARD = lazy_pattern(
    r"^\s*+(?:\d\s)?+\s*+[+┌├└│|][-─┬┼┴+=|┐┤┘│ ]+$|"  # rules between rows
    r"^\s*+\d{0,2}+\s*+[│|](?:[^│|]*+[│|]){2,}+\s*+\d{0,2}+\s*+$|"  # rows in frames
    r"^\s*+[1-8]\s*+[│|]?(?:\s*+(?:[·.\-_*~!]|\(?[SMLPDQ][a-z][→○●×>ox~!]?\)?)){4,}[\s│|×x]*+(?:[1-8]\s*+)?$|"
    # rows of cells
    + _FILES.pattern,
)
_SHOWN_PLAYERS = lazy_pattern(
    r".{1,60} \([^\W\d_]{1,8}\), .{1,60} \([^\W\d_]{1,8}\)|[^\W\d_]{1,8}: .{1,60}, [^\W\d_]{1,8}: "
)
"""The players above a board; the second form is that of earlier versions."""
_SHOWN_HEAD = lazy_pattern(r"To move: (?:[^\W\d_]{1,8}\b|.{1,60} \([^\W\d_]{1,8}\))|Won by: |Drawn\b")
_SHOWN_TAIL = lazy_pattern(r"This turn:|Signs:|Drawn:|Written:|Owed:|Wrong:|[•-] \S")
_LONGEST_SHOWN = 60
_NEAR = 4
"""Lines between the parts of what `pyrnot show` prints."""
_SYSTEM = r"[^\s();]{1,30}\s?\((?:\d,\s?)?(?:[rygb][123])*\)\s?(?:[rygb][123])*-(?:[rygb][123])*"
"""A system as a program for Homeworlds writes it: `Ann(0,b3)g3-`."""
_POSITION = lazy_pattern(
    r"\W{0,20}(?:(?:position|setup|board|fen)\W{0,5})?(?:"
    r"(?=[0-9a-z,]{0,99}/[0-9a-z,]{0,99}/)[0-9a-z,/]{9,200} [^\W\d_](?: \S+){0,8}|"  # cells, and who moves
    r"[0-9a-z]{6,14} [+-] \S{0,99}/\S{0,99} [^\s/]{1,40}/[^\s/]{1,40}/\S{1,99} [a-d].*|"  # a ring, stacks, goals
    r"[^\s()]{1,30}\([nesw]?\)[rygb][123][^\s;]*(?: [^\s;]+){1,3}|"  # systems
    rf"(?:<\d>;\s?)?{_SYSTEM}(?:;\s?{_SYSTEM}){{1,20}}"  # systems with their owners by a dash
    r")[\"`' ]*$",
    re.IGNORECASE,
)
"""A position string of some game, perhaps after `Setup:` and the like."""
_TAG = lazy_pattern(r'\[\s*[A-Za-z]\w*\s*["“„«‟″]')
_LONGEST_TAG = 40
"""Lines of a tag that a mail program broke: a position has up to a thousand characters."""
_BEGINS_TAG = lazy_pattern(r'\[\s*[A-Za-z]\w*(?:\s+["“„][^"“”„\]]*)?')
_RULE = lazy_pattern(
    r"\W{0,6}(?:(?:B|ML|T(?!\d+:)|AA|S|H|HN|HC|R|TR)\d{1,2}\b(?:\W*+(?:\b[Aa]\b|[^\W\d_]{2,}+)){4}|"
    r"(?i:an? example|examples?)\W{0,4}$)"
)
"""How quoted rules begin: the id of one and its words, or a heading. Single letters are those of a turn:
`B1: M(t)>SS(r)`."""


_FOOTER = lazy_pattern(
    r"(?:You received this message because you are subscribed to the Google Groups|"  # Google Groups
    r"To unsubscribe from this group and stop receiving emails|To view this discussion (?:on the web )?visit|"
    r"For more options, visit https?://groups|"
    r"\S+ mailing list(?: -- \S+)?$|https?://\S+/(?:mailman/)?(?:listinfo|postorius/lists)/\S*$|"  # Mailman
    r"To unsubscribe send an email to \S+$|"
    r"Sent from my (?:iPhone|iPad|Samsung|Galaxy|Android)|Get Outlook for (?:iOS|Android)|"  # phones
    r"Von meinem (?:iPhone|iPad|Handy) gesendet|Envoyé de mon (?:iPhone|iPad)|Enviado desde mi (?:iPhone|iPad))"
)
"""What mailing lists and phones write below a mail."""


def leave_out_blocks(lines: Iterable[Line]) -> list[Line]:
    """The lines of a message, those of rules, boards, position strings, votes and a digest's topics marked as left
    out."""
    lines = with_whole_remarks(without_variations(_with_whole_tags([*lines])))
    lines = _without(lines, "the topics of a digest", begins=_is_above_topics, ends=is_rule)
    lines = _without(lines, "votes", begins=_is_above_votes, ends=_is_no_count)
    marked = [_without_forms(line) for line in _without_sent_boards([*lines])]
    _mark_shown(marked)
    return [*_without(_without_boards(marked), "rules", begins=_begins_rules, ends=_is_blank)]


def _with_whole_tags(lines: list[Line]) -> list[Line]:
    """The lines, those of a tag that a mail program has broken into several as one."""
    for at, line in enumerate(lines):
        if _BEGINS_TAG.fullmatch(line.text):
            first, *others = _lines_of_tag(lines, at)
            lines[at] = replace(first, text=" ".join(part.text for part in (first, *others)))
            lines[at + 1 : at + 1 + len(others)] = [replace(part, why="a tag") for part in others]
    return lines


def _lines_of_tag(lines: Sequence[Line], at: int) -> Sequence[Line]:
    """The lines of the tag that one begins; that line alone if no tag ends below it."""
    for end in range(at + 2, min(at + _LONGEST_TAG, len(lines)) + 1):
        if lines[end - 1].text[:1] in ("", "["):
            break
        if TAG.fullmatch(" ".join(line.text for line in lines[at:end])):
            return lines[at:end]
    return lines[at : at + 1]


def _without_sent_boards(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, the boards that pyrnot sent with them left out."""
    end = 0
    for index, line in enumerate(lines):
        if line.text.startswith(BOARD_BEGINS):
            near = enumerate(lines[index : index + _LONGEST_SHOWN], index + 1)
            end = next((after for after, other in near if other.text == BOARD_ENDS), index)
        yield _left_out(line, "a board") if index < end else line


def _without(
    lines: Iterable[Line], why: str, *, begins: Callable[[str], bool], ends: Callable[[str], bool]
) -> Iterator[Line]:
    """The lines, those left out from one that begins a block to the one that ends it."""
    is_within = False
    for line in lines:
        is_within = begins(line.text) or (is_within and not ends(line.text))
        yield _left_out(line, why) if is_within else line


def _is_above_topics(text: str) -> bool:
    """Whether the list of subjects follows with which the digest of a mailing list begins."""
    return text == "Today's Topics:"


def _is_above_votes(text: str) -> bool:
    """Whether Reddit's count of votes follows."""
    return text == "Upvote"


def _is_no_count(text: str) -> bool:
    """Whether a line has more than a count."""
    return text != "" and not text.isdigit()


def _begins_rules(text: str) -> bool:
    """Whether a line begins quoted rules, which end with their paragraph."""
    return _RULE.match(text) is not None


def _is_blank(text: str) -> bool:
    return text == ""


_FORMS = ((_POSITION, POSITION), (_FAIR_DICE, FAIR_DICE), (_FOOTER, "a footer"))
"""Lines that are left out by what they are alone, each with why."""


def _without_forms(line: Line) -> Line:
    """A line, left out if all of it is a position string, shows fair dice, or is what a program writes below a
    mail."""
    why = next((why for form, why in _FORMS if form.match(line.text)), "")
    return _left_out(line, why)


def _left_out(line: Line, why: str) -> Line:
    """A line marked as left out; a tag never is, whatever its value is like."""
    return line if not line.is_read or _TAG.search(line.text) else replace(line, why=why)


def _is_board_line(line: Line) -> bool:
    return _BOARD.match(line.raw[:_LONGEST_ROW]) is not None


def _without_boards(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, boards left out with the blank lines between their rows. A table of turns may have such rows too,
    but no files."""
    for _, group in groupby(lines, lambda line: not line.text or _is_board_line(line)):
        rows = [*group]
        if any(_FILES.match(line.raw) for line in rows):
            rows = [_left_out(line, "a board") for line in rows]
        yield from rows


def _mark_shown(lines: list[Line]) -> None:
    """What `pyrnot show` prints: the players, and from `To move:` to what the turn did; the turn is read once
    more."""
    heads = [place for place, line in enumerate(lines) if _SHOWN_HEAD.match(line.text)]
    for place in chain.from_iterable(_shown_at(lines, head) for head in heads):
        lines[place] = _left_out(lines[place], "a board")


def _shown_at(lines: Sequence[Line], head: int) -> Sequence[int]:
    """The places of what `pyrnot show` prints around a line; none if it tells no turn."""
    below = lines[head + 1 : head + _LONGEST_SHOWN]
    shown = takewhile(lambda line: not _SHOWN_HEAD.match(line.text), below)
    turn = next((place for place, line in enumerate(shown, head + 1) if line.text.startswith("This turn:")), None)
    if turn is None:
        return ()
    tail = takewhile(lambda line: _SHOWN_TAIL.match(line.text), lines[turn:])
    near = range(max(head - _NEAR, 0), head)
    players = [place for place in near if _SHOWN_PLAYERS.match(lines[place].text)]
    return [*players[:1], *range(head, turn + len([*tail]))]
