"""Triumvirate as the core sees it: each method calls the module that does the work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import Chance, Choice, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.games.triumvirate import ending, moves, rules, start
from pyrnot.games.triumvirate.actions import Action, WrittenAction, WrittenMove
from pyrnot.games.triumvirate.claims import check_move
from pyrnot.games.triumvirate.notation import SLIPS, spell
from pyrnot.games.triumvirate.order import check_order
from pyrnot.games.triumvirate.position import SEATS, Position, read_position, write_position
from pyrnot.games.triumvirate.start import PLAIN_CARD


class Triumvirate(Game[Position, WrittenAction, Action]):
    """A turn is a card (optional), then moves and placings or a pass, then hostages."""

    info = GameInfo(
        id="triumvirate",
        title="Triumvirate",
        designer="Thomas R. Brendel",
        seats=SEATS,
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

    def start(self, tags: Tags) -> Position:
        read_variants(self.info, tags)
        return start.start(tags)

    def read_position(self, text: str, tags: Tags) -> Position:
        return read_position(text)

    def write_position(self, position: Position) -> str:
        return write_position(position)

    def tag_conflicts(self, position: Position, tags: Tags) -> Iterable[Illegal]:
        return start.find_conflicts(position, tags)

    def choices(self, tags: Tags) -> Sequence[Choice]:
        return start.card_choices(tags)

    def set_up_tags(self, chance: Chance, tags: Tags) -> Tags:
        return start.add_card_tags(tags)

    def check_parts(self, writtens: Sequence[WrittenAction]) -> None:
        check_order(writtens)

    def readings(self, position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
        return (Reading(written.action),)

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return ending.end_turn(position)

    def force_end(self, position: Position) -> Position | None:
        return ending.force_end(position)

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return moves.actions(position)

    def outcome(self, position: Position) -> Outcome | None:
        return ending.outcome(position)

    def check_claims(self, written: WrittenAction, played: Played[Position]) -> Sequence[Notice]:
        if isinstance(written, WrittenMove):
            check_move(written, played)
        return ()

    def spell(self, taken: Taken[Position, WrittenAction, Action]) -> str:
        return spell(taken)
