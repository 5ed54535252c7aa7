"""What may be written at an offset of a record: tags and their values, turn numbers, seats, legal actions, results.

A turn has up to 300,000 ends, so it is completed an action at a time, by `play.continuations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lsprotocol.types import CompletionItemKind
from msgspec import Struct

from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.game import AnyGame, Transition
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games import all_games
from pyrnot.lsp.document import RecordPart
from pyrnot.lsp.hover import tag_meaning
from pyrnot.lsp.lookup import comments_of
from pyrnot.play.continuations import look_ahead
from pyrnot.play.replay import Replay, replay, skip_to
from pyrnot.play.start import KNOWN_TAGS
from pyrnot.record.grammars import NotNotation, has_brackets
from pyrnot.record.model import Record, Turn
from pyrnot.record.numbering import write_number
from pyrnot.record.outline import OPENS_TAG
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText
from pyrnot.record.tokens import DOTS, LETTER
from pyrnot.render.text.lines import printable

MOST = 100
"""The most choices that are offered at once; the editor asks again as the user types."""

_TURN_HEAD = lazy_pattern(rf"\s*(?:[0-9]+\s*{DOTS}?\s*)?(?:{LETTER}[^:;\"]{{0,80}}:\s*)?")
_NEW_NUMBER = lazy_pattern(r"(?:(?<![ \t(])[ \t(]++|(?<![ \t(0-9]))([0-9]*+)\Z")
_OPEN_BRACKET = lazy_pattern(rf"(?<={LETTER})\([\w ,]*\Z")
_TAG_HEAD = lazy_pattern(r"""[ \t]*\[\s*(?P<name>\w*)(?:\s*["“„](?P<value>[^"”\n]*))?\Z""")


class Proposal(Struct, frozen=True):
    """Something that may be written. `text` replaces the text of the completion's span; `detail` is what it does."""

    label: str
    text: str
    kind: CompletionItemKind
    detail: str = ""


class Completion(Struct, frozen=True):
    """What may replace the text of `span`; not all of it unless `is_complete`."""

    span: Span
    choices: list[Proposal]
    is_complete: bool = True


def complete(part: RecordPart, offset: int, *, today: str = "") -> Completion | None:
    """What may be written at an offset of a record; None where nothing is known. `today` is a value for `Date`."""
    text = part.text[:offset]
    line = text[text.rfind("\n") + 1 :]
    if OPENS_TAG.match(line):
        return _complete_tag(part, line, offset, today)
    return _complete_turn(part, text)


def _is_in_comment(record: Record, offset: int) -> bool:
    text = record.source.text
    return any(
        comment.span.end >= offset
        if comment.text.startswith("#")
        else not (comment.is_closed or text[comment.span.end :].strip())
        for comment in comments_of(record)
    )


# Tags


def _complete_tag(part: RecordPart, line: str, offset: int, today: str) -> Completion | None:
    head = _TAG_HEAD.match(line)
    if head is None:
        return None
    record = part.record
    game = record.game
    if head["value"] is None:
        typed = head["name"]
        after = part.text[offset:].partition("\n")[0]
        quote = "" if '"' in after else ' "'
        choices = [
            Proposal(name, f"{name}{quote}", CompletionItemKind.Property, tag_meaning(game, name))
            for name in _tag_names(game)
            if name not in record.tags or name.lower() == typed.lower()
        ]
        return Completion(Span(offset - len(typed), offset), choices)
    value = head["value"]
    start = value.rfind(",") + 1 if head["name"].lower() == "variant" else 0
    start += len(value[start:]) - len(value[start:].lstrip())
    choices = [
        Proposal(text, text, CompletionItemKind.Value, detail)
        for text, detail in _tag_values(record, head["name"], today)
    ]
    return Completion(Span(offset - len(value) + start, offset), choices)


def _tag_names(game: AnyGame | None) -> list[str]:
    return list(KNOWN_TAGS) if game is None else [*KNOWN_TAGS, *game.info.tags, *game.info.seats]


def _tag_values(record: Record, name: str, today: str) -> Iterator[tuple[str, str]]:
    """The values that a tag may have, as far as they are known, each with what it means."""
    game = record.game
    wanted = name.lower()
    if wanted == "game":
        yield from ((game.info.title, f"by {game.info.designer}") for game in all_games())
    elif wanted == "date" and today:
        yield today, "today"
    elif game is None:
        return
    elif wanted == "variant":
        yield from game.info.variants.items()
    elif wanted in ("first", "result"):
        yield from ((seat, "") for seat in game.info.seats)
        if wanted == "result":
            yield from [("draw", ""), ("*", "unfinished")]
    else:
        yield from _chosen_values(game, record, wanted)


def _chosen_values(game: AnyGame, record: Record, wanted: str) -> Iterator[tuple[str, str]]:
    """The values of a tag that is a choice of its game, given by its name in small letters."""
    for choice in game.choices(record.tags):
        if choice.tag.lower() == wanted:
            yield choice.example, "an example"
            if choice.default:
                yield choice.default, "if nothing is chosen"


# Turns


def _complete_turn(part: RecordPart, text: str) -> Completion | None:
    """What may be written at the end of the part's text up to the cursor."""
    record = read_strictly(SourceText(text))
    game = record.game
    if game is None or _is_in_comment(record, len(text)) or record.result is not None:
        return None
    record = _up_to_open_bracket(game, record)
    begun = _turn_begun(record, record.source.original)
    start = _next_turn(text) if begun is None else begun
    asked = read_strictly(SourceText(f"{text[:start]}\n1. "))
    if not asked.turns:
        return None
    turn = asked.turns[-1]
    before = _position_before(replay(asked, hints=False), turn)
    if before is None or game.outcome(before) is not None:
        return None
    if begun is not None:
        return _complete_action(game, record.turns[-1], before, text[start:], len(text))
    is_numbered = len(asked.turns) == 1 or asked.turns[0].number is not None
    number_text = f"{write_number(turn.ply, pairs=record.pairs)} " if is_numbered else ""
    found = _next_actions(game, before, "", number_text)
    results = [] if turn.variation else [*_results(before.seats)]
    return Completion(Span(start, len(text)), [*found.choices, *results], found.is_complete)


def _up_to_open_bracket(game: AnyGame, record: Record) -> Record:
    """The record up to the bracket of an action that is being written at its end, as in `M(`; all of it if there is
    none: a bracket after whole actions opens a variation."""
    text = record.source.original
    bracket = _OPEN_BRACKET.search(text) if has_brackets(game) else None
    if bracket is None:
        return record
    before = read_strictly(SourceText(text[: bracket.start()]))
    return before if before.turns and before.turns[-1].is_broken else record


def _next_turn(text: str) -> int:
    """Where the next turn begins at the end of a text, of which the number may be there."""
    number = _NEW_NUMBER.search(text)
    assert number is not None  # it may be empty
    return number.start(1)


def _turn_begun(record: Record, text: str) -> int | None:
    """Where the turn begins that is being written at the end of a text; None if the next one is yet to begin
    there."""
    if not record.turns:
        return None
    turn = record.turns[-1]
    bare = text.rstrip()
    if any(character in text[turn.end :] for character in "(){}#!?.…") or text[turn.start :].strip().isdigit():
        return None
    if bare.endswith((";", ":")) or (turn.number is not None and len(bare) <= turn.number.end):
        return turn.start
    last_line = text[text.rfind("\n") + 1 :]
    is_on_next_line = "\n" in text[len(bare) :] or last_line.strip().isdigit()
    return None if is_on_next_line else turn.start


def _position_before(replayed: Replay, turn: Turn) -> Any:
    """The position before a turn, None if it is unknown."""
    if turn.parent < 0:
        return replayed.start
    ply = replayed.plies[turn.parent]
    return None if ply is None else ply.position


def _complete_action(game: AnyGame, turn: Turn, before: Any, typed: str, end: int) -> Completion | None:
    """What may follow in a turn of which `typed` is written."""
    head = _TURN_HEAD.match(typed)
    assert head is not None  # it may be empty
    if turn.seat is not None:
        before = skip_to(game, before, turn)[0]
    body = typed[head.end() :]
    partial = body.rpartition(";")[2].lstrip()
    try:
        completion = _next_actions(game, before, body)
    except (NotNotation, Illegal):
        return None
    choices = completion.choices
    if not body.strip() and turn.seat is None:
        choices = [
            *choices,
            Proposal(f"{before.to_move}:", f"{before.to_move}: ", CompletionItemKind.Variable, "the seat to move"),
        ]
    return Completion(Span(end - len(partial), end), choices, completion.is_complete)


def _results(seats: Sequence[str]) -> Iterator[Proposal]:
    texts = [*(f"{seat} resigns" for seat in seats), "draw agreed", "*"]
    for text in texts:
        yield Proposal(text, text, CompletionItemKind.Keyword, "unfinished" if text == "*" else "")


# Actions


def _next_actions(game: AnyGame, before: Any, typed: str, number: str = "") -> Completion:
    """The legal actions that may follow in a turn of which `typed` is written; `number` is written before each.

    Raises `NotNotation` and `Illegal` for what is written.
    """
    ahead = look_ahead(game, before, typed, "action")
    shortest = min([len(step.ways[0]) for step in ahead.steps], default=0)
    steps = [step for step in ahead.steps if len(step.ways[0]) == shortest]  # not the next action but one
    choices: list[Proposal] = []
    for step in steps[:MOST]:
        label = number + step.text[ahead.start :]
        does = _describe(game, step.ways[0][-1].transition)
        choices.append(Proposal(label, label, CompletionItemKind.Event, does))
    return Completion(Span(0, 0), choices, ahead.is_complete and len(steps) <= MOST)


def _describe(game: AnyGame, transition: Transition[Any]) -> str:
    """What an action does, and whether the turn may end with it."""
    does = printable("; ".join(event.text for event in transition.events))
    try:
        game.end_turn(transition.position)
    except Illegal:
        return f"{does}; the turn continues" if does else "the turn continues"
    return does
