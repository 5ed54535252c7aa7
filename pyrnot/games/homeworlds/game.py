"""Homeworlds as the core sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal, Notice
from pyrnot.core.game import Chance, Choice, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds import ending, moves, notation, rules, start
from pyrnot.games.homeworlds.actions import Action, Attack, Discover, Homeworld, WrittenAction
from pyrnot.games.homeworlds.position import Position, Seat
from pyrnot.games.homeworlds.position_string import write_position


class Homeworlds(Game[Position, WrittenAction, Action]):
    """The game. A position carries what its turn has left; the end of the turn judges who is out."""

    info = GameInfo(
        id="homeworlds",
        title="Homeworlds",
        designer="John Cooper",
        seats=tuple(Seat),
        tags=start.TAGS,
        variants=start.VARIANTS,
        perft_needs_setup=True,
        fixed_order=False,
        ambiguity_rule="H17",
        name_parts=("system", "to", "name"),
        terminals={
            "HOMEWORLD": "`homeworld`",
            "BUILD": "`build`",
            "TRADE": "`trade`",
            "MOVE": "`move`",
            "DISCOVER": "`discover`",
            "ATTACK": "`attack`",
            "SACRIFICE": "`sacrifice`",
            "CATASTROPHE": "`catastrophe`",
            "PASSING": "`pass`",
            "PYRAMID": "a piece such as y1 (r, y, g or b and 1, 2 or 3)",
            "PYRAMID_AND_OWNER": "a piece and its owner's letter, such as y1S",
            "NO_STAR": "`-` for a homeworld of one star",
            "COLOUR": "a colour (red, yellow, green or blue)",
            "SYSTEM": "the name of a system",
            "HOME_NAME": "the homeworld's name",
        },
    )

    def start(self, tags: Tags) -> Position:
        return start.start(tags, self.info)

    def read_position(self, text: str, tags: Tags) -> Position:
        return start.read_setup(text, tags, self.info)

    def write_position(self, position: Position) -> str:
        return write_position(position)

    def tag_conflicts(self, position: Position, tags: Tags) -> Iterable[Illegal]:
        return start.tag_conflicts(position, tags)

    def choices(self, tags: Tags) -> Sequence[Choice]:
        return start.seat_choices(tags)

    def set_up_tags(self, chance: Chance, tags: Tags) -> Tags:
        if "Setup" in tags or "Seats" in tags:
            return tags
        return tags.having("Seats", str(start.read_seats(tags)))

    def readings(self, position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
        """The action as written; an attack without an owner, once for each seat that it may be directed at (H17)."""
        action = written.action
        if isinstance(action, Attack) and action.owner is None:
            index = position.find(action.system)
            owners = () if index is None else rules.owners_of(position, position.systems[index], action.ship)
            if owners:
                return tuple(Reading(replace(action, owner=owner)) for owner in owners)
        return (Reading(action),)

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return ending.end_turn(position)

    def force_end(self, position: Position) -> Position | None:
        return ending.force_end(position).position

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return moves.actions(position)

    def outcome(self, position: Position) -> Outcome | None:
        return ending.outcome(position)

    def hand_over(self, position: Position, seat: str) -> tuple[Position, Notice] | None:
        return ending.hand_over(position, seat)

    def named_as(self, action: Action, written: WrittenAction) -> Action:
        """The action with the written name of a homeworld or of a system that is discovered."""
        match action, written.action:
            case (Homeworld(), Homeworld(name=name)) | (Discover(), Discover(name=name)):
                return replace(action, name=name)
        return action

    def perft_key(self, position: Position) -> Hashable:
        return moves.perft_key(position)

    def spell(self, taken: Taken[Position, WrittenAction, Action]) -> str:
        return notation.spell(taken.before, taken.action)
