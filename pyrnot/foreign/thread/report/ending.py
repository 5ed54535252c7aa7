"""How a game ended by its last lines, or the question about it (TR3.2, TR4.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyrnot.foreign.thread.classify.results import endings_of, is_score_in_talk, offered_endings, read_result
from pyrnot.foreign.thread.model import Kind, Line, Question, ThreadLine, Verb
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.report.questions import Asker
from pyrnot.foreign.thread.resolve.sequence import Walked
from pyrnot.foreign.thread.words import speaks_of_the_end, speaks_of_winning, tokens_of


def read_ending(asker: Asker) -> tuple[tuple[str, Line] | None, Question | None]:
    """The result after the last turn, or the question how the game ended."""
    players = asker.players
    walked = asker.walked
    if not walked.turns:
        return None, None
    after = _after_the_turns(asker.lines, walked)
    later = [line for line in after if not _may_be_copy(line)]
    said = _results_among(asker.lines, later) or _resignations(after, players)
    endings = [(ending, line) for line in said for ending in endings_of(line, line.ending, players)]
    if not endings:
        return None, _ask_for_result(later, asker)
    taken_back = _taking_back(said, later)
    if taken_back or _is_doubtful(said, walked, players) or _differ(endings):
        return None, asker.about_result([*said, *taken_back], [ending for ending, _ in endings])
    ending, line = endings[0]
    return (ending, line.line), None


def _after_the_turns(lines: Sequence[ThreadLine], walked: Walked) -> Sequence[ThreadLine]:
    """The lines after the last turn, quoted ones among them."""
    first = min(turn.line.line.start for turn in walked.turns)
    last = walked.turns[-1].line
    return [line for line in lines if _comes_after(line, last, first)]


def _results_among(lines: Sequence[ThreadLine], later: Sequence[ThreadLine]) -> Sequence[ThreadLine]:
    """The results that an answer gives, else those after the last turn."""
    answered = [line for line in _results(lines) if line.is_answered]
    return answered or _results(later)


def _results(lines: Iterable[ThreadLine]) -> list[ThreadLine]:
    return [line for line in lines if line.kind is Kind.RESULT]


def _resignations(after: Sequence[ThreadLine], players: Players) -> Sequence[ThreadLine]:
    """The lines in which a player resigns, also in a quotation: it is all that is left of a message that the text
    lacks. Of one whose result an answer leaves out, no quotation counts either."""
    results = _results(_without_left_out(after, players))
    return [line for line in results if line.ending.startswith("I ") and players.is_player(line.author)]


def _taking_back(said: Sequence[ThreadLine], later: Sequence[ThreadLine]) -> list[ThreadLine]:
    """What who has said how a game ended says of the end after that: it may take the result back."""
    authors = {line.author: line.order for line in said if line.author and not line.is_answered}
    talk = [line for line in later if line.kind is Kind.TALK and speaks_of_the_end(line.text)]
    return [line for line in talk if line.order > authors.get(line.author, line.order)]


def _is_doubtful(said: Sequence[ThreadLine], walked: Walked, players: Players) -> bool:
    """Whether only those say how a game ended who neither play nor write the turns down, or only a score among small
    talk."""
    writers = {turn.line.message.sender for turn in walked.turns}
    outside = {line.author for line in said if players.is_player(line.author) is False} - writers
    return all(not line.is_answered and (line.author in outside or is_score_in_talk(line.text)) for line in said)


def _ask_for_result(later: Sequence[ThreadLine], asker: Asker) -> Question | None:
    """The question how the game ended, where talk after the last turn may tell it; not that of one whose result an
    answer leaves out."""
    names = asker.players.player_words()
    told = _without_left_out(later, asker.players)
    open_lines = [line for line in told if _may_end(line, asker.walked, asker.players, names)]
    if asker.walked.end is not None or not open_lines:
        return None
    offered = [ending for line in open_lines for ending in offered_endings(line, asker.players)]
    return asker.about_result(open_lines, offered)


def _without_left_out(lines: Sequence[ThreadLine], players: Players) -> list[ThreadLine]:
    """The lines but those of whoever says how the game ended in one that an answer leaves out."""
    left_out = [line for line in lines if line.override.verb is Verb.OUT]
    authors = {line.author for line in left_out if read_result(line.text, players)}
    return [line for line in lines if line.author not in authors]


def _comes_after(line: ThreadLine, last: ThreadLine, first: int) -> bool:
    """Whether a line comes after the last turn; what stands above a list of turns in its message does too: above
    where the `first` turn of the text starts."""
    is_above = last.is_listed and line.message is last.message and line.line.start < first
    return line.order > last.order or is_above


def _may_be_copy(line: ThreadLine) -> bool:
    """Whether a line is in a quotation of what another message may have."""
    return line.is_quoted and line.is_quoted_copy


def _is_said_after(line: ThreadLine, walked: Walked) -> bool:
    """Whether it may be after the last turn that somebody says a line: below it, or above the list in a message whose
    sender is known; a heading of notes is written before."""
    return line.order > walked.turns[-1].line.order or bool(line.message.sender)


def _differ(endings: Sequence[tuple[str, ThreadLine]]) -> bool:
    return len({ending.removesuffix(" agreed") for ending, _ in endings}) > 1


def _may_end(line: ThreadLine, walked: Walked, players: Players, names: frozenset[str]) -> bool:
    """Whether talk after the last turn may end the game: that of one who does not play names a player or a seat.
    `names` are the words of the players' names."""
    if line.kind is not Kind.TALK or not _is_said_after(line, walked):
        return False
    may_play = players.is_player(line.author) is not False
    if speaks_of_the_end(line.text, names):
        return may_play or _names_a_seat(line.text, players)
    return may_play and speaks_of_winning(line.text) and _names_a_seat(line.text, players)


def _names_a_seat(text: str, players: Players) -> bool:
    """Whether a word of a text is a seat, or a player's name."""
    return any(players.seat_of(word) is not None for word in tokens_of(text) if len(word) > 1)
