"""Triumvirate as the core sees it: delegates to the package's other modules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pyrnot.diagnostics import Illegal, Notice
from pyrnot.game import Chance, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.games.triumvirate import position as positions
from pyrnot.games.triumvirate import rules
from pyrnot.games.triumvirate.actions import (
    Action,
    Captured,
    TriumvirateWritten,
    WrittenCard,
    WrittenHostage,
    WrittenMove,
    WrittenPass,
)
from pyrnot.games.triumvirate.codes import Codes
from pyrnot.games.triumvirate.position import GRID, NO_HOSTAGES, SEATS, Card, Position, Seat
from pyrnot.tags import Tags, read_first, read_variants

if TYPE_CHECKING:
    pass

CARD_TAGS = {Seat.RED: "RedCard", Seat.BLUE: "BlueCard"}
"""The tag of each seat's card at the start (T6)."""
PLAIN_CARD = "L_ M_ S_"
_BESIDE_A_PASS = frozenset({WrittenCard, WrittenPass})


class Triumvirate(Game[Position, TriumvirateWritten, Action]):
    """Triumvirate by Thomas R. Brendel."""

    info = GameInfo(
        id="triumvirate",
        title="Triumvirate",
        designer="Thomas R. Brendel",
        seats=SEATS,
        tags={
            "RedCard": f'the pyramids on O, D and L of Red\'s card at the start, such as "{PLAIN_CARD}" (T6)',
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
    )

    def start(self, tags: Tags) -> Position:
        """Position at ply 0 (T5, T6)."""
        read_variants(self.info, tags)
        laid = {seat: positions.read_triumvirate(tags[tag], tag) for seat, tag in CARD_TAGS.items() if tag in tags}
        if "Setup" in tags:
            return self.read_position(tags["Setup"], tags)
        for seat, tag in CARD_TAGS.items():
            if seat not in laid:
                raise Illegal(
                    Codes.MISSING_TAG,
                    "T6",
                    f"{seat.word}'s card at the start is missing",
                    part=tag,
                    hint=f'a tag such as [{tag} "{PLAIN_CARD}"] gives it',
                )
        first = Seat.RED if read_first(SEATS, tags) == Seat.RED.word else Seat.BLUE
        cards = Card(laid[Seat.RED], NO_HOSTAGES), Card(laid[Seat.BLUE], NO_HOSTAGES)
        return positions.start_position(cards, first)

    def read_position(self, text: str, tags: Tags) -> Position:
        return positions.read_position(text)

    def write_position(self, position: Position) -> str:
        return positions.write_position(position)

    def tag_conflicts(self, position: Position, tags: Tags) -> Iterable[Illegal]:
        """Card tags that say otherwise than `Setup` (T6)."""
        for seat, tag in CARD_TAGS.items():
            if "Setup" not in tags or tag not in tags:
                continue
            laid = position.cards[seat].triumvirate
            if positions.read_triumvirate(tags[tag], tag) != laid:
                yield Illegal(
                    Codes.TAG_AGAINST_SETUP,
                    "T6",
                    f"Setup lays {positions.write_triumvirate(laid)} on {seat.word}'s card, {tag} says otherwise",
                    part=tag,
                )

    def set_up_tags(self, chance: Chance, tags: Tags) -> Tags:
        """Both cards begin flat, L on O, M on D and S on L (T6)."""
        for tag in CARD_TAGS.values():
            if tag not in tags:
                tags = tags.having(tag, PLAIN_CARD)
        return tags

    def check_parts(self, writtens: Sequence[TriumvirateWritten]) -> None:
        """A turn is its card (T7), then moves and placings, or `pass` (T9), then hostages (T13)."""
        kinds = [type(written) for written in writtens]
        if WrittenCard in kinds[1:]:
            index = kinds.index(WrittenCard, 1)
            raise Illegal(Codes.WRONG_ORDER, "T7", "the card stands first in a turn, and only once", index=index)
        if WrittenPass in kinds and (kinds.count(WrittenPass) > 1 or not _BESIDE_A_PASS.issuperset(kinds)):
            index = max(index for index, kind in enumerate(kinds) if kind is WrittenPass)
            raise Illegal(Codes.WRONG_ORDER, "T9", "`pass` stands alone in its turn, or after its card", index=index)
        if WrittenHostage in kinds:
            first = kinds.index(WrittenHostage)
            for index, kind in enumerate(kinds[first:], first):
                if kind is not WrittenHostage:
                    raise Illegal(
                        Codes.WRONG_ORDER,
                        "T13",
                        "hostages are taken at the end of the turn: moves and placings come before",
                        index=index,
                    )

    def readings(self, position: Position, written: TriumvirateWritten) -> Sequence[Reading[Action]]:
        """The one action that was written: nothing is left open."""
        return (Reading(written.action),)

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return rules.end_turn(position)

    def force_end(self, position: Position) -> Position | None:
        return rules.force_end(position)

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return rules.actions(position)

    def outcome(self, position: Position) -> Outcome | None:
        return rules.outcome(position)

    def check_claims(self, written: TriumvirateWritten, played: Played[Position]) -> Sequence[Notice]:
        """The sign of a move and the size that it captures must be right (T17)."""
        if not isinstance(written, WrittenMove):
            return ()
        last = played.events[-1]
        taken = last if isinstance(last, Captured) else None
        if taken is None and not written.captures:
            return ()
        end = GRID.names[written.action.end]
        if taken is None:
            if written.captures:
                raise Illegal(Codes.CLAIM_FALSE, "T17", f"{end} is empty: nothing is captured there", part="sign")
        elif not written.captures:
            raise Illegal(
                Codes.CLAIM_MISSING,
                "T17",
                f"a {taken.size.word} stands on {end}: a capture is written with x",
                part="sign",
            )
        elif written.captured not in (None, taken.size):
            raise Illegal(
                Codes.CLAIM_FALSE, "T17", f"the pyramid captured on {end} is a {taken.size.word}", part="captured"
            )
        return ()

    def spell(self, taken: Taken[Position, TriumvirateWritten, Action]) -> str:
        from pyrnot.games.triumvirate.notation import spell

        return spell(taken)
