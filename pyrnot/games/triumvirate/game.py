"""Triumvirate as the core sees it: which module does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrnot.core.diagnostics import Notice
from pyrnot.core.game import GameInfo, GameRules, Interpretation, Transition
from pyrnot.core.mixins import ComparesTags, ForcesEnd
from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.games.triumvirate import NAMES, ending, moves, rules, start
from pyrnot.games.triumvirate.actions import Action, Move, Placing, WrittenAction
from pyrnot.games.triumvirate.claims import check_move
from pyrnot.games.triumvirate.notation import NOTATION, SLIPS, spell
from pyrnot.games.triumvirate.order import check_order
from pyrnot.games.triumvirate.position import GRID, SEATS, Position, Seat, write_position
from pyrnot.games.triumvirate.start import PLAIN_CARD


class Triumvirate(GameRules[Position, WrittenAction, Action], ComparesTags[Position], ForcesEnd[Position]):
    """A turn is a card (optional), then moves and placings or a pass, then hostages."""

    info = GameInfo(
        id="triumvirate",
        title=NAMES[0],
        designer="Thomas R. Brendel",
        seats=SEATS,
        notation=NOTATION,
        tags={
            "RedCard": f'the pyramids on O, D and L of Red\'s card at the start, as in "{PLAIN_CARD}" (T6)',
            "BlueCard": "the same for Blue's card (T6)",
        },
        terminals={
            "SIZE": "a size (S, M or L)",
            "POSE": "`_` (flat) or `^` (upright)",
            "SECTION": "a section of the card (O, D or L)",
            "CARD": "a card such as <L_ M^ S_>",
            "END_OF_CARD": "`>`",
            "TO": "`-` (a move)",
            "CAPTURES": "`x` (a capture)",
            "PLACE": "a placing such as +Sg1",
            "HOSTAGE": "a hostage such as HD=M_",
            "IS": "`=`",
        },
        slips=SLIPS,
    )

    read_position = staticmethod(start.read_setup)
    write_position = staticmethod(write_position)
    tag_conflicts = staticmethod(start.find_conflicts)
    choices = staticmethod(start.card_choices)
    set_up_tags = staticmethod(start.add_card_tags)
    check_parts = staticmethod(check_order)
    play = staticmethod(rules.play)
    end_turn = staticmethod(ending.end_turn)
    force_end = staticmethod(ending.force_end)
    actions = staticmethod(moves.actions)
    outcome = staticmethod(ending.outcome)
    spell = staticmethod(spell)

    def start(self, tags: Tags) -> Position:
        read_variants(self.info, tags)
        return start.start(tags)

    def assumed_tags(self, tags: Tags, first_turns: Sequence[Sequence[WrittenAction]]) -> Mapping[str, str]:
        """The cards that the first turns lay, where no tag gives those at the start (T6)."""
        return start.cards_of_first_turns(tags, first_turns)

    def interpretations(self, position: Position, written: WrittenAction) -> Sequence[Interpretation[Action]]:
        return (Interpretation(written.action),)

    def check_claims(self, written: WrittenAction, played: Transition[Position]) -> Sequence[Notice]:
        check_move(written, played)
        return ()

    def route(self, written: WrittenAction) -> tuple[str, ...]:
        match written.action:
            case Move(start=start, end=end):
                return GRID.names[start], GRID.names[end]
            case Placing(square=square):
                return (GRID.names[square],)
            case _:
                return ()

    def owners(self, position: Position) -> Mapping[Colour, str]:
        return {seat.colour: seat.word for seat in Seat}


GAME = Triumvirate()
