"""The one legal interpretation of a turn's text, with its dice and what the position tells (TR3.4).

Legality confirms an interpretation and never makes one: `play_turn` judges.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.dice import (
    agree,
    are_for,
    deal_dice,
    has_own_dice,
    is_aside,
    join_dice,
    whole_rolls,
)
from pyrnot.foreign.thread.model import Kind, Message, ResolvedTurn, ThreadLine, diagnostic_at, short
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import INCOMPLETE, NO_DICE, TURN, TurnReader, TurnText
from pyrnot.foreign.thread.text import make_line
from pyrnot.play.turns import legal_turns, play_turn
from pyrnot.play.write import write_turn_text

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.play.replay import Replay


_DICE = lazy_pattern(r"([1-6])/([1-6])")
_PLAYS_OF_A_LOOK = 500
"""Plays to look for a longer turn."""
_AS_COMPARED = str.maketrans("–—;", "-- ")


class Judged(Struct, frozen=True):
    """A turn as it was played: the position after it and its canonical text, or the rule that it breaks."""

    after: Any = None
    text: str | None = None
    breaks: str = ""


class Judge:
    """Plays turns of one game, each but once: the answers to questions are tried with the turns that were played."""

    def __init__(self, reader: TurnReader) -> None:
        self.game = reader.game
        self.reader = reader
        self._played: dict[Hashable, Judged] = {}

    def play(self, position: Any, turn: TurnText) -> Judged:
        """A turn, played at a position; nothing where that is not known."""
        if position is None:
            return Judged()
        key = position, turn.parsed_actions
        if key not in self._played:
            self._played[key] = self._play(position, turn)
        return self._played[key]

    def _play(self, position: Any, turn: TurnText) -> Judged:
        try:
            played = play_turn(self.game, position, turn.parsed_actions)
        except Illegal as illegal:
            return Judged(breaks=illegal.rule)
        return Judged(played.position, self.game.write_turn(played.actions, played.ended))


class Interpreter:
    """Interprets the turns of one game's lines."""

    def __init__(self, judge: Judge, players: Players, lines: Sequence[ThreadLine]) -> None:
        self.judge = judge
        self.game = judge.game
        self.reader = judge.reader
        self.players = players
        self.dice: Mapping[int, tuple[ThreadLine, ...]] = deal_dice(lines, self.reader.informal)

    def dice_for(self, line: ThreadLine, seat: str) -> tuple[ThreadLine, ...]:
        """The lines that say the dice of a turn."""
        said_before = self.dice.get(line.order, ())
        return tuple(said for said in said_before if are_for(said, seat, self.players) and not is_aside(said, line))

    def with_dice(self, line: ThreadLine, turn: ResolvedTurn) -> ThreadLine:
        """A line that may replace a turn; where it begins without dice, also read with those said for it, else with
        those of the turn."""
        if has_own_dice(line):
            return line
        said = join_dice(self.dice_for(line, turn.seat), self.reader.informal)
        opening = said or turn.interpretation.text.partition(";")[0]
        ways = [self.reader.with_opening(opening, way) for way in line.interpretations]
        return replace(line, interpretations=(*line.interpretations, *filter(None, ways)))

    def whole_turns(self, line: ThreadLine, position: Any, dice: Sequence[ThreadLine]) -> list[TurnText]:
        """The whole turns that a text may be, with its dice and with what the position tells."""
        found: list[TurnText] = []
        opening = join_dice(dice, self.reader.informal)
        for way in line.interpretations:
            if way.kind == NO_DICE:
                found += filter(None, [self.reader.with_opening(opening, way)])
                continue
            if way.kind != INCOMPLETE:
                found.append(way)
            if position is not None:
                found += self.reader.complete(way, position)
        return found

    def legal_turns(self, line: ThreadLine, position: Any, seat: str = "") -> list[TurnText]:
        """The legal turns that a text may be at a position, one for each position that they lead to."""
        found: dict[Any, TurnText] = {}
        for way in self.whole_turns(line, position, self.dice_for(line, seat)):
            after = self.judge.play(position, way).after
            if after is not None:
                found.setdefault(after, way)
        return list(found.values())

    def may_go_on(self, line: ThreadLine, position: Any, seat: str) -> bool:
        """Whether a text begins with a legal turn, in which other actions may follow: the words after it may say
        them."""
        legal = self.legal_turns(line, position, seat) if self.reader.may_begin(line.text) else []
        return any(self._is_beginning(position, turn) for turn in legal)

    def _is_beginning(self, position: Any, turn: TurnText) -> bool:
        """Whether a legal turn is the beginning of another."""
        played = play_turn(self.game, position, turn.parsed_actions)
        turns = legal_turns(self.game, position, begun=[played.actions], width=0, budget=Budget(_PLAYS_OF_A_LOOK))
        try:
            return any(len(longer.actions) > len(played.actions) for longer in turns)
        except OutOfBudget:
            return True

    def is_same(self, turn: ResolvedTurn, other: ThreadLine) -> bool:
        """Whether another text is a turn that was resolved, and names more or less of what it did."""
        if same_text(turn.line.written, other.written):
            return True
        played = self.judge.play(turn.before, turn.interpretation).text
        ways = self.whole_turns(self.with_dice(other, turn), turn.before, turn.dice)
        return played is not None and any(self.judge.play(turn.before, way).text == played for way in ways)

    def resolve(
        self, ply: int, line: ThreadLine, seat: str, position: Any
    ) -> tuple[ResolvedTurn | None, list[Diagnostic]]:
        """The turn that a text is at a ply, or None with the diagnostic of that; a warning if the text was respelt.
        An illegal turn keeps its plain interpretation: the replay says why."""
        dice = self.dice_for(line, seat)
        if self._contradicts(line, dice) or self._are_doubtful(line, seat, dice):
            rivals = self._rivals(line, position, dice)
            if not rivals:
                return None, [self._diagnostic_of_dice(ply, line, dice)]
            after = self.judge.play(position, rivals[0]).after
            return ResolvedTurn(ply, line, rivals[0], seat, position, after, dice, rivals=rivals), []
        ways = self.whole_turns(line, position, dice)
        if not ways:
            return None, [self._nothing_whole(ply, line, dice)]
        legal = self.legal_turns(line, position, seat)
        if len(legal) > 1:
            return None, [_ambiguous(ply, line, legal)]
        way = legal[0] if legal else ways[0]
        judged = self.judge.play(position, way)
        turn = ResolvedTurn(ply, line, way, seat, position, judged.after, dice, judged.breaks)
        return turn, [*self._read_as(turn), *self._kept_dice(ply, line)]

    def _read_as(self, turn: ResolvedTurn) -> list[Diagnostic]:
        line = turn.line
        way = turn.interpretation
        if not (way.is_respelt or line.has_respelt_number):
            return []
        message = f"`{short(line.text)}` was read as `{short(way.text)}`{_from_words(turn)}"
        return [diagnostic_at(line.line, CoreCodes.READ_AS, "TR3", message, is_error=False, ply=turn.ply)]

    def _kept_dice(self, ply: int, line: ThreadLine) -> Iterator[Diagnostic]:
        """The warnings about other dice of which the writer of a turn has spoken before it."""
        for said in self.dice.get(line.order, ()):
            if is_aside(said, line) and not agree(said.dice, line, self.reader.informal):
                message = f"turn {ply} was read with its own dice, though a line before it says `{short(said.text)}`"
                yield diagnostic_at(said.line, CoreCodes.READ_AS, "TR3", message, is_error=False, ply=ply)

    def _rivals(self, line: ThreadLine, position: Any, dice: Sequence[ThreadLine]) -> tuple[TurnText, ...]:
        """The legal turns with each of the dice given for one turn: its own first."""
        openings = whole_rolls(dice) or [join_dice(dice, self.reader.informal)]
        found: dict[str | None, TurnText] = {}
        for way in line.interpretations:
            own = [way] if way.kind == TURN else []
            bare = self.reader.parse(way.text.partition(";")[2]) if own else way
            others = [self.reader.with_opening(opening, bare) for opening in openings] if bare else []
            for turn in filter(None, (*own, *others)):
                judged = self.judge.play(position, turn)
                if judged.after is not None:
                    found.setdefault(judged.text, turn)
        return tuple(found.values())

    def _diagnostic_of_dice(self, ply: int, line: ThreadLine, dice: Sequence[ThreadLine]) -> Diagnostic:
        """What is wrong with dice that contradict each other, where the turn is legal with none of them."""
        rolls = whole_rolls(dice)
        if len(rolls) > 1:
            message = f"the lines before this turn give different dice: {' and '.join(rolls)}"
        else:
            where = f"the dice in line {dice[-1].line.number} are {join_dice(dice, self.reader.informal)}"
            message = f"{where}, but the turn says `{short(line.written)}`"
        hint = "delete the roll that was not made"
        return diagnostic_at(line.line, CoreCodes.THREAD_CONFLICT, "TR3", message, hint=hint, ply=ply)

    def _contradicts(self, line: ThreadLine, dice: Sequence[ThreadLine]) -> bool:
        """Whether lines before a turn say different dice, or others than its own; an answer settles its dice."""
        if not dice or line.is_answered:
            return False
        if len(whole_rolls(dice)) > 1:
            return True
        return has_own_dice(line) and not agree(join_dice(dice, self.reader.informal), line, self.reader.informal)

    def _are_doubtful(self, line: ThreadLine, seat: str, dice: Sequence[ThreadLine]) -> bool:
        """Whether a turn has no dice but those of which somebody else speaks among words: `if you roll AIM 4/1`."""
        if not dice or line.is_answered or has_own_dice(line):
            return False
        return all(said.are_among_words and self._is_by_another(said, seat) for said in dice)

    def _is_by_another(self, said: ThreadLine, seat: str) -> bool:
        """Whether another player writes a line, or somebody who is none."""
        is_stranger = self.players.is_player(said.author) is False
        return is_stranger or self.players.seat_of_line(said) not in (None, seat)

    def _nothing_whole(self, ply: int, line: ThreadLine, dice: Sequence[ThreadLine]) -> Diagnostic:
        """The diagnostic of a text that its dice and the position do not make a whole turn."""
        if has_own_dice(line):
            message = f"`{short(line.written)}` is ambiguous here: several moves fit"
            hint = "write the turn in full"
        else:
            given = f"line {dice[-1].line.number} gives only {dice[-1].dice}" if dice else "none can be read above it"
            message = f"`{short(line.written)}` is a turn without its dice, and {given}"
            hint = f"write what was rolled before the turn, as in {self.game.info.opening}"
        return diagnostic_at(line.line, CoreCodes.THREAD_UNCLEAR, "TR3", message, hint=hint, ply=ply)


def _from_words(turn: ResolvedTurn) -> str:
    """The lines that give the dice of a turn among words, as its warning names them."""
    said = [] if has_own_dice(turn.line) else [said for said in turn.dice if said.are_among_words]
    return "".join(f", with the dice in line {words.line.number}: `{short(words.text)}`" for words in said)


def _ambiguous(ply: int, line: ThreadLine, legal: Sequence[TurnText]) -> Diagnostic:
    ways = " or ".join(f"`{way.text}`" for way in legal[:4])
    message = f"`{short(line.written)}` can be read as {ways}"
    hint = "write the turn in the game's notation"
    return diagnostic_at(line.line, CoreCodes.THREAD_UNCLEAR, "TR3", message, hint=hint, ply=ply)


def same_text(one: str, other: str) -> bool:
    """Whether two texts of turns are the same but for blanks, case, dashes, `;` and the order of two dice."""
    return plain(one) == plain(other)


def plain(text: str) -> str:
    """A turn's text as copies are compared; two dice have no order (B4).

    >>> plain("DIG 2/5; Sa1-a2"), plain("dig 5/2 Sa1-a2.")
    ('dig5/2sa1-a2', 'dig5/2sa1-a2')
    """
    text = _DICE.sub(lambda dice: "/".join(sorted(dice.groups(), reverse=True)), text)
    return "".join(text.lower().translate(_AS_COMPARED).split()).rstrip(".!?")


def known_turns(known: Replay) -> tuple[ResolvedTurn, ...]:
    """The turns of a record that a message continues, and in which nothing is wrong: all are settled (TR5.5)."""
    game: AnyGame | None = known.record.game
    assert game is not None
    turns = []
    for ply, played in enumerate(known.main_plies, 1):
        text = write_turn_text(game, played)
        line = make_line(0, 0, text)
        way = TurnText(tuple(action.written for action in played.turn.actions), text)
        seat = str(played.before.to_move)
        written = ThreadLine(
            kind=Kind.CANDIDATE,
            lines=(line,),
            text=text,
            message=Message((line,)),
            who=seat,
            order=ply - known.length - 1,
            interpretations=(way,),
        )
        turns.append(ResolvedTurn(ply, written, way, seat, played.before, played.position))
    return tuple(turns)
