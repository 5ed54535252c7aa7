"""Homeworlds as the core sees it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.game import Chance, GameInfo, GameRules, Interpretation, PlayedAction
from pyrnot.core.leaving import Resign
from pyrnot.core.mixins import BoundsWins, ComparesTags, ForcesEnd, MergesPositions, NamesOpenings, SkipsSeats
from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds import NAMES, ending, moves, notation, openings, rules, start, wins
from pyrnot.games.homeworlds.actions import Action, Attack, Discover, Homeworld, Move, Pass, WrittenAction
from pyrnot.games.homeworlds.position import Position, Seat
from pyrnot.games.homeworlds.position_string import write_position


class Homeworlds(
    GameRules[Position, WrittenAction, Action],
    BoundsWins[Position],
    ComparesTags[Position],
    ForcesEnd[Position],
    MergesPositions[Position],
    NamesOpenings[Position],
    SkipsSeats[Position, WrittenAction],
):
    """The game. A position carries what its turn has left; the end of the turn judges who is out."""

    info = GameInfo(
        id="homeworlds",
        title=NAMES[0],
        designer="John Cooper",
        seats=tuple(map(str, Seat)),
        notation=notation.NOTATION,
        tags=start.TAGS,
        variants=start.VARIANTS,
        perft_needs_setup=True,
        ambiguity_rule="H17",
        name_parts=("system", "to", "name"),
        slips={
            r"[a-z]+\s+(?:red|yellow|green|blue)\b": "write a piece as its colour and size, as in `build y1 Al`",
            r"([a-z]+)\s+([1-3])([rygb])\b": r"write the piece as `\1 \3\2`",
            r"move\s+(\w+)\s+(\w+)\s+([rygb][1-3])\b": r"write the move as `move \3 \1 \2`",
            r"discover\s+[rygb][1-3]\s+\w+\s+\w+\s*$": "name the star too, as in `discover y1 Al r1 Mars`",
        },
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
            "RESIGN": "`resign`",
            "PYRAMID": "a piece such as y1 (r, y, g or b and 1, 2 or 3)",
            "PYRAMID_AND_OWNER": "a piece and its owner's letter, such as y1S",
            "NO_STAR": "`-` for a homeworld of one star",
            "COLOUR": "a colour (red, yellow, green or blue)",
            "SYSTEM": "the name of a system",
            "HOME_NAME": "the homeworld's name",
        },
    )

    write_position = staticmethod(write_position)
    tag_conflicts = staticmethod(start.tag_conflicts)
    choices = staticmethod(start.seat_choices)
    play = staticmethod(rules.play)
    end_turn = staticmethod(ending.end_turn)
    force_end = staticmethod(ending.force_end)
    skip_to = staticmethod(ending.skip_to)
    actions = staticmethod(moves.actions)
    outcome = staticmethod(ending.outcome)
    may_win = staticmethod(wins.may_win)
    opening_name = staticmethod(openings.opening_name)
    perft_key = staticmethod(moves.perft_key)

    def read_position(self, text: str, tags: Tags) -> Position:
        return start.read_setup(text, tags, self.info)

    def start(self, tags: Tags) -> Position:
        return start.start(tags, self.info)

    def set_up_tags(self, chance: Chance, tags: Tags) -> Tags:
        if "Setup" in tags or "Seats" in tags:
            return tags
        return tags.having("Seats", str(start.read_seats(tags)))

    def interpretations(self, position: Position, written: WrittenAction) -> Sequence[Interpretation[Action]]:
        """What is written, or all that it may mean; an attack without an owner, once for each seat that it may be
        directed at (H17)."""
        action = written.action
        if isinstance(action, Attack) and action.owner is None:
            index = position.find(action.system)
            owners = () if index is None else rules.owners_of(position, position.systems[index], action.ship)
            if owners:
                return tuple(Interpretation(replace(action, owner=owner)) for owner in owners)
        return (Interpretation(action), *map(Interpretation, written.others))

    def route(self, written: WrittenAction) -> tuple[str, ...]:
        match written.action:
            case Homeworld() | Pass() | Resign():
                return ()
            case Move(origin=origin, target=target):
                return origin, target
            case Discover(origin=origin):
                return (origin,)
            case action:
                return (action.system,)

    def spell(self, played: PlayedAction[Position, WrittenAction, Action]) -> str:
        return notation.spell(played.before, played.action)


GAME = Homeworlds()
