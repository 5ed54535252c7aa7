"""What the lines of fair dice in mails show, as the tags that keep it in a record (FD)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal
from pyrnot.core.game import AnyGame
from pyrnot.foreign.thread.model import Line, ThreadGame, diagnostic_at, values_of
from pyrnot.foreign.thread.split.blocks import FAIR_DICE
from pyrnot.play.fair_dice import CHAIN, LINKS, RULE, Shown, read_fair_dice, take_lines
from pyrnot.record.model import Tag

_MOST_SHOWN = 4 * LINKS
"""As many links as four players have; to prove one takes up to as many hashes as its chain has links."""


def with_fair_dice(thread: ThreadGame, game: AnyGame) -> tuple[ThreadGame, list[Diagnostic]]:
    """A game with the tags of the chains and links that its mails show, and errors for those that do not belong
    together."""
    first_lines: dict[Shown, Line] = {}  # quotations show most links again
    for message in thread.messages:
        for line, each in _shown_in(message.lines):
            first_lines.setdefault(each, line)
    shown = [(line, each) for each, line in first_lines.items()][:_MOST_SHOWN]
    if not shown:
        return thread, []
    try:
        dice = read_fair_dice(game, values_of(thread.tags))
    except Illegal:
        return thread, []  # a tag is wrong, which is reported where the tags are judged
    diagnostics = []
    for line, each in sorted(shown, key=lambda pair: (pair[1].kind != CHAIN, pair[1].turn)):
        try:
            dice = dice.having(each)
        except Illegal as broken:
            code = CoreCodes.CHAIN_BROKEN
            diagnostics.append(diagnostic_at(line, code, RULE, broken.message, hint=broken.hint, ply=0))
    here = shown[0][0].span
    tags = [Tag(name, value, here, here) for name, value in dice.tags().items()]
    names = {tag.name for tag in tags}
    others = [tag for tag in thread.tags if tag.name not in names]
    return replace(thread, tags=(*others, *tags)), diagnostics


def _shown_in(lines: Sequence[Line]) -> list[tuple[Line, Shown]]:
    """What the lines of a message show, each with the first of them."""
    own = [line for line in lines if line.why == FAIR_DICE]
    _, shown = take_lines("\n".join(line.text for line in own))
    return [(own[0], each) for each in shown]
