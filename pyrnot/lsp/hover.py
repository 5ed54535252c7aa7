"""What an editor shows about what is under the pointer: a turn's board and events, a tag's meaning, a broken rule.

The text is Markdown. The text of a record is made printable, and boards are in code blocks.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pyrnot.core.diagnostics import Span
from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import find_rules
from pyrnot.lsp.document import RecordPart
from pyrnot.lsp.lookup import tag_at, turn_at
from pyrnot.play.line_tree import build_tree
from pyrnot.play.replay import Replay
from pyrnot.record.model import Tag
from pyrnot.render.documents import fenced, inline
from pyrnot.render.text.diagram import draw_text

MEANINGS = {
    "Game": "The game, by its name. Every record begins with this tag.",
    "Event": "The tournament, match or evening at which the game was played.",
    "Site": "Where the game was played: a town, or a site on the web.",
    "Date": "The date as YYYY.MM.DD, with ?? for unknown parts.",
    "Round": "The round of the event.",
    "Result": "The winner's seat, `draw`, or `*` for an unfinished game. It agrees with the result after the turns.",
    "Variant": "The optional rules in force, separated by commas.",
    "Setup": "The position from which the game starts, as a position string.",
    "First": "The seat that moves first.",
    "Annotator": "Who wrote the comments.",
}
"""The meanings of the tags that all games share; a game's own are in its `GameInfo`."""

_WIDTH = 80


class Hover(Struct, frozen=True):
    """What to show, in Markdown, and the span of the record that it is about."""

    text: str
    span: Span


def hover(part: RecordPart, offset: int) -> Hover | None:
    """What to show about an offset of a record; None if there is nothing to say."""
    record = part.record
    tag = tag_at(record, offset)
    if tag is not None:
        return Hover(about_tag(part.replay, tag), tag.span)
    index = turn_at(record, offset)
    if index is None or record.game is None:
        return None
    paragraphs = [about_turn(part.replay, index), *_rules(record.game, part, offset)]
    return Hover("\n\n".join(paragraphs), record.turns[index].span)


def about_tag(replay: Replay, tag: Tag) -> str:
    """The meaning of a tag, and of its value where that has one."""
    game = replay.record.game
    name = tag.name.lower()
    paragraphs = [f"**{inline(tag.name)}**: {tag_meaning(game, tag.name)}"]
    if name == "game" and game is not None:
        paragraphs.append(f"**{game.info.title}** by {game.info.designer}: {game.rulebook().summary}")
        paragraphs.append(f"Seats: {', '.join(game.info.seats)}")
    elif name == "variant" and game is not None:
        paragraphs += [f"- `{variant}`: {meaning}" for variant, meaning in game.info.variants.items()]
    elif name == "setup" and game is not None and replay.start is not None:
        paragraphs.append(fenced(draw_text(game.diagram(replay.start), width=_WIDTH)))
    return "\n\n".join(paragraphs)


def tag_meaning(game: AnyGame | None, name: str) -> str:
    """A sentence on what a tag means."""
    known: dict[str, str] = dict(MEANINGS)
    if game is not None:
        known |= {tag: f"{meaning[:1].upper()}{meaning[1:]}." for tag, meaning in game.info.tags.items()}
        known |= {seat: f"The player of the seat {seat}." for seat in game.info.seats}
    by_key = {key.lower(): meaning for key, meaning in known.items()}
    return by_key.get(name.lower(), "A tag that pyrnot keeps and does not use.")


def about_turn(replay: Replay, index: int) -> str:
    """A turn with its board and events, or why there is none."""
    node = build_tree(replay).node(index)
    if not node.can_stand:
        return "This turn is not judged: an earlier turn or a tag has an error."
    drawn = fenced(draw_text(node.diagram, width=_WIDTH, caption=[node.caption] if node.is_legal else []))
    if node.is_legal:
        return f"Position after ply {node.ply}:\n\n{drawn}"
    return f"This turn is not legal. Position before it:\n\n{drawn}"


def _rules(game: AnyGame, part: RecordPart, offset: int) -> Iterator[str]:
    """The rules that diagnostics at an offset name."""
    named = dict.fromkeys(
        diagnostic.rule
        for diagnostic in part.diagnostics or ()
        if diagnostic.rule and diagnostic.span is not None and diagnostic.span.start <= offset <= diagnostic.span.end
    )
    for rule_id in named:
        for rule in find_rules(game.rulebook(), rule_id)[:1]:
            yield f"**{rule.id}** {inline(rule.text)}"
