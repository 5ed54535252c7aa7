"""A transcript of SuperDuperGames as a record, so that everything done with records can be done with it (HN4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrnot.game import AnyGame
from pyrnot.record.foreign.sdg import SaidTurn, read_transcript
from pyrnot.record.model import Action, Comment, Record, SeatWritten, Tag, Turn, Variation
from pyrnot.tags import Tags

if TYPE_CHECKING:
    from pyrnot.record.source import SourceText


def read_transcript_record(source: SourceText, game: AnyGame) -> Record:
    """The record of a transcript, whose text must stand in `source` with its line ends as they are (HF1).

    The header's winner is the tag `Result` (HN5); there is no last word. Raises nothing for whatever stands in the
    text.
    """
    said = read_transcript(source.text)
    tag_lines = tuple(Tag(name, value, span, span) for name, value, span in said.tags)
    turns = tuple(_turn(ply, turn) for ply, turn in enumerate(said.turns, 1))
    main_line = Variation(0, -1, (), tuple(range(len(turns))), "")
    return Record(
        source,
        game,
        Tags({tag.name: tag.value for tag in tag_lines}),
        tag_lines,
        tuple((len(tag_lines), Comment(remark.text, remark.span)) for remark in said.chat),
        turns,
        (main_line,),
        None,
        (),
        said.faults,
        has_start=said.has_seats,
        result_is_tag=True,
        may_skip_turns=True,
    )


def _turn(ply: int, said: SaidTurn) -> Turn:
    """A turn with the seat that its player has: where turns are missing, it is not the one to move (HN6)."""
    return Turn(
        ply,
        ply - 2,
        0,
        *said.span,
        None,
        SeatWritten(said.seat, said.seat_span) if said.seat else None,
        tuple(Action(written, *span) for written, span in said.actions),
        said.is_broken,
        (),
        tuple(Comment(remark.text, remark.span) for remark in said.chat),
        (),
    )
