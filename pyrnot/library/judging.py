"""Begins games, judges turns and lists the legal ones; the judge is `play`.

A game knows what it needs before its first turn, and `pyrnot.play.random` draws it. Here are the tags that a caller
gives as keywords, judged as those of a record.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity, Span
from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.games import load_game, unknown_game
from pyrnot.library.arguments import expect, expect_text
from pyrnot.library.errors import IllegalStart, IllegalTurn, UnknownName, error_of
from pyrnot.play.continuations import turns_from
from pyrnot.play.fair_start import undrawn_tags
from pyrnot.play.plies import judge_turn, not_one_turn
from pyrnot.play.random import begin_record, faults_of_new, write_beginning
from pyrnot.play.related import Line
from pyrnot.play.replay import Ply, Replay, replay
from pyrnot.play.start import KNOWN_TAGS
from pyrnot.play.turns import TurnPlayed, join_turn, legal_turns
from pyrnot.record.grammars import NotNotation
from pyrnot.record.model import Turn
from pyrnot.record.names import find_seat_or_player
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

_SEED_LIMIT = 10**9
_UNWRITTEN = Turn(ply=1, parent=-1, variation=0, start=0, end=0, number=None, seat=None, actions=())

AnyTurnPlayed: TypeAlias = TurnPlayed[Any, Any, Any]


def find_game(name: str) -> AnyGame:
    """The game with this name, spelt as in the tag `Game`. Raises `UnknownName`."""
    expect_text("game", name)
    game = load_game(name)
    if game is None:
        raise UnknownName(unknown_game(name))
    return game


def begin(name: str, keywords: Mapping[str, str | int | None], *, seed: int | None, is_dealt: bool = True) -> Replay:
    """The start of a new game with these tags, judged; a tag that is None is left out.

    What else the game needs is drawn from `seed`; unless it `is_dealt`, what the players choose must be there.
    Raises `UnknownName`, `IllegalStart` and TypeError.
    """
    game = find_game(name)
    if seed is not None:
        expect("seed", seed, int, "a whole number")
    tags = read_tags(game, keywords)
    if not is_dealt:
        _expect_choices(game, tags)
    reason = "the tags give no position to start from"
    try:
        text = begin_record(game, tags, secrets.randbelow(_SEED_LIMIT) if seed is None else seed)
    except Illegal as illegal:
        text = write_beginning(game, tags)
        reason = illegal.message
    judged = replay(read_strictly(SourceText(text, file="the tags")))
    refuse_faults(judged)
    if judged.start is None:
        raise IllegalStart(reason)
    return judged


def refuse_faults(judged: Replay, *, is_drawn: bool = True) -> None:
    """Raises `IllegalStart` for what no new record may have: unless it `is_drawn`, its start need not be known."""
    faults = [fault for fault in faults_of_new(judged) if is_drawn or fault.code != CoreCodes.CHAIN_MISSING]
    if faults:
        raise error_of(IllegalStart, [(fault, judged.record.source) for fault in faults])


def begin_undrawn(name: str, keywords: Mapping[str, str | int | None]) -> str:
    """The text of a record of a new game with these tags, in which fair dice have still to draw what chance decides.
    Raises as `begin` does."""
    game = find_game(name)
    tags = read_tags(game, keywords)
    _expect_choices(game, tags)
    try:
        text = write_beginning(game, undrawn_tags(game, tags))
    except Illegal as illegal:
        raise IllegalStart(illegal.message) from None
    refuse_faults(replay(read_strictly(SourceText(text, file="the tags"))), is_drawn=False)
    return text


def _expect_choices(game: AnyGame, tags: Tags) -> None:
    """Raises `IllegalStart` where the players must still choose something."""
    missing = [choice for choice in game.choices(tags) if choice.default is None]
    if missing:
        example = ", ".join(f"{_keyword(choice.tag)}={choice.example!r}" for choice in missing)
        raise IllegalStart(f"{game.info.title} needs {example} or the like")


def read_tags(game: AnyGame, keywords: Mapping[str, str | int | None]) -> Tags:
    """The tags that keywords mean: `red_card` is `RedCard`. Raises TypeError for one that the game does not have."""
    known = {_key(name): name for name in (*KNOWN_TAGS, *game.info.seats, *game.info.tags)}
    values: dict[str, str] = {}
    for keyword, value in keywords.items():
        name = known.get(_key(keyword))
        if name is None or name in ("Game", "Result"):
            own = ", ".join(_keyword(name) for name in (*game.info.seats, *game.info.tags))
            raise TypeError(
                f"{game.info.title} does not have a tag {keyword!r}; in addition to those of every game, it has {own}"
            )
        if value is not None:
            expect(keyword, value, (str, int), "a string or a whole number")
            values[name] = str(value)
    if "First" in values:
        values["First"] = find_seat_or_player(game.info.seats, Tags(values), values["First"]) or values["First"]
    return Tags(values)


def _key(name: str) -> str:
    return name.replace("_", "").lower()


def _keyword(tag: str) -> str:
    """The keyword for a tag: `RedCard` -> `red_card`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", tag).lower()


def judge(
    rules: AnyGame, position: Any, tags: Tags, text: str, *, played: int, line: Line = tuple, hints: bool = True
) -> Replay:
    """The replay of a text as one turn from a position after as many turns as are `played`, those of `line`; a text
    that is not one turn has an error. Without `hints`, no time is spent on looking for legal turns."""
    expect_text("turn", text)
    judged = judge_turn(rules, position, text, tags, played=played, line=line, hints=hints)
    is_several = len(judged.record.main_line) > 1  # whose numbers may be wrong as well
    reason = not_one_turn(judged) if is_several or not judged.has_error else None
    if reason is None:
        return judged
    span = Span(0, max(len(judged.record.source.text), 1))
    error = Diagnostic(Severity.ERROR, CoreCodes.NOT_NOTATION, "R3", span, reason, ply=played + 1)
    return replace(judged, diagnostics=(error,))


def legal_plies(rules: AnyGame, position: Any, opening: Any) -> Iterator[Ply]:
    """The legal turns from a position that begin with the dice `opening`, if the game has any. Raises
    `IllegalTurn`."""
    with refusing():
        for played in legal_turns(rules, position, opening):
            yield unwritten_ply(rules, position, played)


def begun_turns(rules: AnyGame, position: Any, prefix: str) -> Iterator[AnyTurnPlayed]:
    """The legal turns from a position that begin with `prefix`. Raises `IllegalTurn`."""
    expect_text("prefix", prefix)
    with refusing():
        return turns_from(rules, position, prefix)


def unwritten_ply(rules: AnyGame, position: Any, played: AnyTurnPlayed, *, is_ended: bool = True) -> Ply:
    """A legal turn that is of no record, as a ply; or, not `is_ended`, the beginning of one."""
    return Ply(_UNWRITTEN, position, join_turn(rules, position, played) if is_ended else played)


@contextmanager
def refusing() -> Iterator[None]:
    """What is not notation or not legal within is an `IllegalTurn`."""
    try:
        yield
    except NotNotation as error:
        raise IllegalTurn(error.message) from None
    except Illegal as illegal:
        raise IllegalTurn(f"{illegal.message} ({illegal.hint})" if illegal.hint else illegal.message) from None
