"""Questions, and the answers that they offer (TR4.7, TR5.1).

An offer is tried by resolving the game with it: one that would not stand is not made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, PossibleAnswer, Severity
from pyrnot.core.leaving import RESIGN
from pyrnot.foreign.thread.classify.dice import has_own_dice
from pyrnot.foreign.thread.model import (
    Kind,
    Offer,
    Override,
    Question,
    ResolvedTurn,
    ThreadGame,
    ThreadLine,
    Verb,
    claims_of,
    diagnostic_at,
    first_of,
    lines_of,
    short,
    span_of,
)
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import TurnText
from pyrnot.foreign.thread.resolve.boundaries import Boundary
from pyrnot.foreign.thread.resolve.interpreting import Judge
from pyrnot.foreign.thread.resolve.leaving import leavers, others_play_on, write_leaving
from pyrnot.foreign.thread.resolve.prepared import Prepared, is_of_one_line
from pyrnot.foreign.thread.resolve.sequence import Claim, Walked
from pyrnot.foreign.thread.words import tokens_of

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame


_MOST_OFFERS = 8
_MOST_WALKED = 400_000
"""Characters of possible turns that are walked again to try offers; then turns are offered as they stand."""
_EACH = 20
"""Characters that take as long as any line does."""

Retry = Callable[[Override], Walked]
"""The game as it is with one more answer."""


def diagnose(question: Question) -> Diagnostic:
    """A question as users see it, with its answers and what each would do."""
    return Diagnostic(
        Severity.ERROR,
        CoreCodes.QUESTION,
        question.rule,
        span_of(lines_of(question.lines)),
        question.message,
        ply=question.certain,
        answers=tuple(PossibleAnswer(offer.code, offer.effect) for offer in question.offers),
        said_by=first_of(question.lines).said_by,
    )


class Asker:
    """Words the questions about one game's lines."""

    def __init__(
        self, judge: Judge, lines: Sequence[ThreadLine], players: Players, walked: Walked, retry: Retry
    ) -> None:
        self.judge = judge
        self.lines = lines
        self.players = players
        self.walked = walked
        self.retry = retry
        walked_again = sum(len(line.text) + _EACH for line in claims_of(lines))
        self.tries_left = _MOST_WALKED // max(walked_again, 1)

    def about_claims(self) -> tuple[list[Question], list[ThreadLine], list[Diagnostic]]:
        """A question about each slot that is not certain. Where only one answer would do, there is none: words are a
        mention, and a turn that can stand nowhere is an error."""
        questions: list[Question] = []
        dropped: list[ThreadLine] = []
        errors: list[Diagnostic] = []
        for claim in self.walked.claims:
            offers = list(self._offers(claim))[: _MOST_OFFERS - 1]
            question = self._about_slot(claim, offers) if offers else self._about_leaving(claim)
            if question is not None:
                questions.append(question)
                if not offers or claim.lines[0].leaves:
                    break  # what the lines below are hangs on it
                continue
            for line in claim.lines:
                if self._is_misplaced(line, claim):
                    errors.append(self._misplaced(line, claim))
                else:
                    dropped.append(line)
        return questions, dropped, errors

    def _about_slot(self, claim: Claim, offers: Sequence[Offer]) -> Question:
        """The question which of its lines has the slot of a claim, or whether its line is a turn."""
        turn = self.walked.turn_at(claim.ply)
        if not claim.is_conflict or turn is None:
            message = f"is this turn {claim.ply}? {short(claim.lines[0].text)!r}"
            otherwise = "it is only talk"
        elif _is_its_own(claim.lines[0], turn):
            message = _which_dice(turn)
            otherwise = "this line does not count"
        else:
            message = _which_text(claim, turn)
            otherwise = f"turn {turn.ply} stays {short(turn.interpretation.text)}"
        offers = (*offers, Offer(Verb.OUT, otherwise))
        is_conflict = claim.is_conflict and all(line.is_at_head for line in claim.lines)
        return Question(claim.lines, message, offers, claim.ply - 1, is_conflict=is_conflict)

    def misplaced(self) -> Iterator[ThreadLine]:
        """The turns without numbers that can stand nowhere in the game."""
        for claim in self.walked.claims:
            sure = list(filter(_is_sure, claim.lines))
            if sure and next(self._offers(claim), None) is None and not self._about_leaving(claim):
                yield from sure

    def _about_leaving(self, claim: Claim) -> Question | None:
        """The question whether the seat to move has left with what its player says since the last turn, or another
        says of them, if the game then goes on without it."""
        if not others_play_on(self.players):
            return None
        mover = self._mover(claim.ply)
        talk = self._talk_of_leaving(claim, mover)
        if not talk:
            return None
        walked = self.retry(Override(talk[0].line.number, Verb.TURN, claim.ply, RESIGN))
        if len(walked.turns) <= claim.ply:
            return None
        offers = [*self._leaving(talk[0], claim.ply, [mover]), Offer(Verb.OUT, "it is only talk")]
        message = f"does {mover} leave here? {short(talk[0].text)!r}"
        return Question(tuple(talk), message, tuple(offers), claim.ply - 1)

    def _talk_of_leaving(self, claim: Claim, mover: str) -> list[ThreadLine]:
        """What the player to move says between the last turn and a claim; if nothing, what others say of them."""
        last = self.walked.turn_at(claim.ply - 1)
        start = last.line.order + 1 if last is not None else 0
        talk = [line for line in self.lines[start : claim.lines[0].order] if line.kind is Kind.TALK]
        own = [line for line in talk if self.players.seat_of_line(line) == mover]
        return own or [line for line in talk if self._names(line, mover)]

    def _names(self, line: ThreadLine, seat: str) -> bool:
        """Whether a line names the player of a seat."""
        first_name = self.players.names.get(seat, seat).split()[0]
        return first_name.lower() in tokens_of(line.text)

    def _mover(self, ply: int) -> str:
        """The seat to move at a ply, "" where the position is not known."""
        before = self.walked.turn_at(ply - 1)
        position = before.after if before is not None else self.walked.start
        return str(position.to_move) if position is not None else ""

    def _is_misplaced(self, line: ThreadLine, claim: Claim) -> bool:
        """Whether a line of a claim that no answer settles is an error: a turn without a number, or one with the
        number expected by a player who is not to move."""
        is_of_another = self.players.seat_of_line(line) not in (None, self._mover(claim.ply))
        return _is_sure(line) or (line.is_at_head and is_of_another and not claim.is_conflict)

    def _misplaced(self, line: ThreadLine, claim: Claim) -> Diagnostic:
        """The error of a turn by a player who is not to move, and which can stand nowhere else."""
        ply = claim.ply + 1 if claim.is_conflict else claim.ply
        mover = self.players.seat_at(ply)
        who = f"{mover} ({self.players.names[mover]})" if mover in self.players.names else mover
        message = f"{who} is to move at turn {ply}, but this is {line.author or 'somebody else'}'s turn"
        hint = "a turn is missing before it, or the number or the names are wrong"
        return diagnostic_at(line.line, CoreCodes.WRONG_SEAT, "TR4", message, hint=hint, ply=ply)

    def _offers(self, claim: Claim) -> Iterator[Offer]:
        """The turns that the lines of a claim may be, the likeliest first."""
        made: set[str] = set()
        each = (self._offers_of(claim, line) for line in claim.lines)
        for offer in chain(self._joined(claim), *each):
            if offer.code not in made:
                made.add(offer.code)
                yield offer

    def _joined(self, claim: Claim) -> Iterator[Offer]:
        """The turn that the texts about a slot make together, whose actions stand on a line each."""
        turn = self.walked.turn_at(claim.ply)
        first = self.judge.reader.informal.first_of_several
        if turn is None or not first.match(turn.line.written):
            return
        if any(line.number is not None for line in claim.lines):
            return
        actions = [turn.interpretation.text, *(line.written for line in claim.lines)]
        ways = self.judge.reader.read("; ".join(actions))
        yield from self._turns(replace(claim.lines[0], interpretations=ways), Verb.REPLACES, claim.ply)

    def _offers_of(self, claim: Claim, line: ThreadLine) -> Iterator[Offer]:
        """The turns that one line of a claim may be."""
        if line.leaves:
            yield from self._leaving(line, claim.ply, leavers(line, self.players))
            return
        for verb, ply in self._slots(claim, line):
            yield from self._turns(line, verb, ply)

    def _leaving(self, line: ThreadLine, ply: int, seats: Sequence[str]) -> Iterator[Offer]:
        """The answers that let a seat leave at a ply, if it may; of several seats first the one to move."""
        mover = self._mover(ply)
        for seat in sorted(seats, key=lambda seat: seat != mover):
            text = write_leaving(seat, mover)
            walked = self.retry(Override(line.line.number, Verb.TURN, ply, RESIGN, seat))
            turn = walked.turn_at(ply)
            if turn is not None and not turn.is_illegal:
                yield Offer(f"{Verb.TURN} {ply}: {text}", _effect(walked, ply, text, None))

    def _slots(self, claim: Claim, line: ThreadLine) -> Iterator[tuple[Verb, int]]:
        """The places in the game that a line may have."""
        settled = self.walked.turn_at(claim.ply)
        if settled is not None and _is_its_own(line, settled):
            yield Verb.TURN, claim.ply
            return
        if claim.is_conflict:
            yield Verb.REPLACES, claim.ply
            own = self._slot_after(line)
            if line.number is None or self._mover(own) == self.players.seat_of_line(line):
                yield Verb.TURN, own
            return
        yield Verb.TURN, claim.ply
        last = self.walked.turn_at(claim.ply - 1)
        if last is not None and not last.is_known and self._may_be_by(line, last):
            yield Verb.REPLACES, claim.ply - 1

    def _slot_after(self, line: ThreadLine) -> int:
        """The ply after the turns above a line."""
        return 1 + max((turn.ply for turn in self.walked.turns if turn.line.order < line.order), default=0)

    def _may_be_by(self, line: ThreadLine, turn: ResolvedTurn) -> bool:
        """Whether nobody else is known to say a line than the player of a turn."""
        return self.players.seat_of_line(line) in (None, turn.seat)

    def _turns(self, line: ThreadLine, verb: Verb, ply: int) -> Iterator[Offer]:
        """The answers that make a line a turn, if it is a legal one."""
        settled = self.walked.turn_at(ply)
        for way in line.interpretations[:_MOST_OFFERS]:
            if settled is not None and settled.is_known:  # nothing is tried
                text = self._written(settled.before, way)
                yield Offer(f"{verb} {ply}: {text}", f"turn {ply} is {text}")
            elif self.tries_left <= 0:
                yield Offer(f"{verb} {ply}: {way.text}", f"turn {ply} is {way.text}")
            else:
                self.tries_left -= 1
                walked = self.retry(Override(line.line.number, verb, ply, way.text))
                yield from self._if_it_stands(walked, line, verb, ply)

    def _written(self, position: Any, turn: TurnText) -> str:
        """A turn as the game writes it; as it was read, where it cannot be played."""
        return self.judge.play(position, turn).text or turn.text

    def _if_it_stands(self, walked: Walked, line: ThreadLine, verb: Verb, ply: int) -> Iterator[Offer]:
        """The answer with which a game was walked, if the turn is a legal one of its writer, and another than
        before."""
        turn = walked.turn_at(ply)
        if turn is None or turn.is_illegal:
            return
        goes_on = len(walked.turns) > ply or not others_play_on(self.players)  # nobody can have left before it
        has_its_number = line.number is not None and goes_on
        if not has_its_number and self._is_of_another(line, turn):
            return
        text = self._written(turn.before, turn.interpretation)
        before = self.walked.turn_at(ply) if verb is Verb.REPLACES else None
        if before is None or self.judge.play(before.before, before.interpretation).text != text:
            more = self._played_again(walked, ply)
            yield Offer(f"{verb} {ply}: {text}", _effect(walked, ply, short(text), before, more))

    def _played_again(self, walked: Walked, ply: int) -> str:
        """Which turns after a ply an answer replaces too, since they are played again below it."""
        pairs = zip(self.walked.turns[ply:], walked.turns[ply:], strict=False)
        again = [later for turn, later in pairs if turn.line.order != later.line.order]
        if not again:
            return ""
        last = again[-1]
        if len(again) == 1:
            return f", and turn {last.ply} is {short(last.interpretation.text)}"
        return f", and turns {again[0].ply} to {last.ply} are those below it"

    def _is_of_another(self, line: ThreadLine, turn: ResolvedTurn) -> bool:
        """Whether a turn would be that of another player than its writer, who has moved under this name."""
        return not self._may_be_by(line, turn) and self._has_moved(self.players.seat_of_line(line))

    def _has_moved(self, seat: str | None) -> bool:
        """Whether a seat has a turn already, so that it is settled who plays it."""
        return any(turn.seat == seat and turn.line.author for turn in self.walked.turns)

    def about_result(self, lines: Sequence[ThreadLine], endings: Sequence[str]) -> Question:
        """Asks how the game ended, or who leaves it, where the others play on."""
        offers = [offer for ending in dict.fromkeys(endings) for offer in self._ending(lines[0], ending)]
        offers.append(Offer(Verb.OUT, "the game is not over"))
        asked = "does a player leave, or " if others_play_on(self.players) else ""
        message = f"{asked}how did the game end? {short(lines[0].text)!r}"
        return Question(tuple(lines), message, tuple(offers), len(self.walked.turns), rule="TR3")

    def _ending(self, line: ThreadLine, ending: str) -> Iterator[Offer]:
        """The answers that an ending is."""
        seat, _, verb = ending.rpartition(" ")
        if verb == "resigns" and others_play_on(self.players):
            yield from self._leaving(line, len(self.walked.turns) + 1, [seat])
        else:
            yield Offer(f"result: {ending}", f"the game ends: {ending}")

    def about_boundary(self, boundary: Boundary) -> Question:
        """Asks whether another game begins, or first whether the turns above are one."""
        if boundary.example is not None:
            return self._about_example(boundary.example, boundary.line)
        line = boundary.line
        certain = len(self.walked.turns)
        slot = (Verb.TURN, certain + 1) if self.walked.end is None else (Verb.REPLACES, certain)
        going_on = self._turns(line, *slot) if line.number is None else ()
        offers = (
            Offer(Verb.GAME, "another game begins here"),
            *(Offer(offer.code, f"the same game goes on: {offer.effect}") for offer in going_on),
            Offer(Verb.OUT, "this line does not count"),
        )
        message = f"does another game begin here? {boundary.why}"
        return Question((line,), message, offers, certain, rule="TR1")

    def _about_example(self, example: ThreadLine, line: ThreadLine) -> Question:
        """Asks whether a turn was played, or is an example above a game."""
        first = self.walked.turns[0]
        text = self._written(first.before, first.interpretation)
        offers = (
            Offer(Verb.OUT, f"it is an example; turn 1 is {short(line.written)}"),
            Offer(f"{Verb.TURN} 1: {text}", f"turn 1 is {text}"),
        )
        message = f"is this turn 1, or an example? The turns are numbered from 1 again in line {line.line.number}"
        return Question((example,), message, offers, 0)


def about_game(thread: ThreadGame, possible: Sequence[AnyGame]) -> Question:
    """Asks which of several games a text is of that does not say so."""
    message, first = next((message, line) for message in thread.messages for line in message.lines if line.is_read)
    line = ThreadLine(kind=Kind.TALK, order=0, lines=(first,), text=first.text, message=message)
    titles = [game.info.title for game in possible]
    offers = tuple(Offer(f"{Verb.TAG} Game: {title}", f"the game is {title}") for title in titles)
    asked = f"which game is this? Its turns can be read as {' or '.join(titles)}"
    return Question((line,), asked, offers, 0, rule="TR1")


def _about_tag(name: str, said: Sequence[tuple[str, ThreadLine]]) -> Question:
    """Asks which of the values that lines give is that of a tag; the last is the likeliest."""
    first = dict(reversed(said))
    told = " or ".join(f"{value!r} in line {line.line.number}" for value, line in reversed(first.items()))
    offers = tuple(Offer(f"{Verb.TAG} {name}: {value}", f"{name} is {value}") for value in first)
    lines = tuple(line for _, line in said)
    return Question(lines, f"which value of {name} is right: {told}?", offers, 0, rule="TR3", is_conflict=True)


def _is_sure(line: ThreadLine) -> bool:
    """Whether a line is a turn, and nothing but its place is in question."""
    return line.is_at_head and line.number is None


def _is_its_own(line: ThreadLine, turn: ResolvedTurn) -> bool:
    """Whether a line about a slot is that of the turn that fills it, whose dice are in question."""
    return line.order == turn.line.order


def _which_dice(turn: ResolvedTurn) -> str:
    """What is asked about a turn for which two rolls are given, or one that may be of something else."""
    texts = [(said, said.dice) for said in turn.dice]
    if has_own_dice(turn.line):
        texts.append((turn.line, turn.line.written.partition(";")[0]))
    asked = "which dice are those" if len(texts) > 1 else "are these the dice"
    return f"{asked} of turn {turn.ply}: {_told_apart(texts)}?"


def _which_text(claim: Claim, turn: ResolvedTurn) -> str:
    """What is asked about the texts that a turn may have: each with the first line that has it."""
    rivals = claim.lines if turn.is_known else [turn.line, *claim.lines]
    first: dict[str, ThreadLine] = {}
    for line in rivals:
        first.setdefault(short(line.written), line)
    texts = [(line, text) for text, line in first.items()]
    return f"which text is turn {claim.ply}: {_told_apart(texts)}?"


def _told_apart(texts: Sequence[tuple[ThreadLine, str]]) -> str:
    """Texts with their lines, and with who wrote them when, if not one message has them all."""
    are_by_several = len({line.said_by for line, _ in texts}) > 1
    told = []
    for line, text in texts:
        writer = f" ({line.said_by})" if are_by_several and line.said_by else ""
        told.append(f"`{text}` in line {line.line.number}{writer}")
    return " or ".join(told)


def _effect(walked: Walked, ply: int, turn: str, before: ResolvedTurn | None, more: str = "") -> str:
    """What an answer does that gives a ply a turn, if the game then goes as it was walked; `more` is what it
    does to other turns."""
    text = f"turn {ply} is {turn}"
    if before is not None:
        text += f", not {short(before.interpretation.text)}{more}"
    bad = walked.illegal
    if bad is not None:
        return f"{text}; turn {bad.ply} becomes illegal: {bad.breaks}"
    last = len(walked.turns)
    if last <= ply:
        return text
    stay = f"turn {last} stays" if last == ply + 1 else f"turns {ply + 1} to {last} stay"
    return f"{text}; {stay} legal"


def about_tags(prepared: Prepared) -> list[Question]:
    """A question about each tag of which lines give several values; about several tags of the same lines, one."""
    questions: dict[int, Question] = {}
    for name, said in prepared.conflicts.items():
        if not is_of_one_line(said):
            question = _about_tag(name, said)
            questions.setdefault(question.at, question)
    return list(questions.values())
