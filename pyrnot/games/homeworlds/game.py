"""Homeworlds as the core sees it: every method hands on to the module that does it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.diagnostics import Illegal, Notice
from pyrnot.game import Chance, Game, GameInfo, Outcome, Played, Reading, Taken
from pyrnot.games.homeworlds import ending as judging
from pyrnot.games.homeworlds import moves as choices
from pyrnot.games.homeworlds import rules, strings
from pyrnot.games.homeworlds.actions import Action, Attack, WrittenAction
from pyrnot.games.homeworlds.codes import Codes
from pyrnot.games.homeworlds.names import plain_name
from pyrnot.games.homeworlds.position import KINDS, SEATS_BY_COUNT, Position, Rules, Seat
from pyrnot.games.homeworlds.spelling import spell
from pyrnot.tags import Tags, read_first, read_variants

if TYPE_CHECKING:
    pass


class Homeworlds(Game[Position, WrittenAction, Action]):
    """The game. A position carries what its turn has left; the end of the turn judges who is out."""

    info = GameInfo(
        id="homeworlds",
        title="Homeworlds",
        designer="John Cooper",
        seats=tuple(Seat),
        tags={"Seats": "how many play: 2 to 4 (without this tag, as the name tags of the seats say; HN1)"},
        variants={
            "sinister": "the first to eliminate the next seat after his own wins (H35)",
            "strict": "no self-elimination, no catastrophe before the last action of a turn, no surplus passes (HC3)",
        },
        perft_needs_setup=True,
        fixed_order=False,
        ambiguity_rule="H17",
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
            "PIECE": "a piece (r, y, g or b and 1, 2 or 3)",
            "PIECE_AND_OWNER": "a piece and its owner's letter, such as y1S",
            "NO_STAR": "`-` for a homeworld of one star",
            "COLOUR": "a colour (red, yellow, green or blue)",
            "SYSTEM": "the name of a system",
            "HOME_NAME": "the homeworld's name",
        },
    )

    def start(self, tags: Tags) -> Position:
        """HN1, H1: the bank is full and nobody has placed a homeworld, unless `Setup` says otherwise."""
        setup = tags.get("Setup")
        if setup is not None:
            read_seats(tags)
            return self.read_position(setup, tags)
        fixed = _fixed(tags, read_seats(tags))
        count = len(fixed.seats)
        mover = fixed.seats.index(read_first(fixed.seats, tags))
        return Position(fixed, mover, (count + 1,) * len(KINDS), (), (False,) * count, (False,) * count)

    def read_position(self, text: str, tags: Tags) -> Position:
        return strings.read_position(text, _fixed(tags, strings.count_seats(text)))

    def write_position(self, position: Position) -> str:
        return strings.write_position(position)

    def tag_conflicts(self, position: Position, tags: Tags) -> Iterable[Illegal]:
        if "Setup" in tags and "Seats" in tags and read_seats(tags) != len(position.seats):
            message = f"Seats says {tags['Seats']}, but Setup is for {len(position.seats)}"
            yield Illegal(Codes.TAG_AGAINST_SETUP, "HN1", message, part="Seats")

    def set_up_tags(self, chance: Chance, tags: Tags) -> Tags:
        if "Setup" in tags or "Seats" in tags:
            return tags
        return tags.having("Seats", str(read_seats(tags)))

    def readings(self, position: Position, written: WrittenAction) -> Sequence[Reading[Action]]:
        """What is written, with each seat that it may be directed against (H17)."""
        action = written.action
        if isinstance(action, Attack) and action.owner is None:
            index = position.find(action.system)
            owners = () if index is None else rules.owners_of(position, position.systems[index], action.piece)
            if owners:
                return tuple(Reading(replace(action, owner=owner)) for owner in owners)
        return (Reading(action),)

    def play(self, position: Position, action: Action) -> Played[Position]:
        return rules.play(position, action)

    def end_turn(self, position: Position) -> Played[Position]:
        return judging.end_turn(position)

    def force_end(self, position: Position) -> Position | None:
        return judging.force_end(position).position

    def actions(self, position: Position, chance: Chance) -> Iterable[Action]:
        return choices.actions(position)

    def outcome(self, position: Position) -> Outcome | None:
        return judging.outcome(position)

    def hand_over(self, position: Position, seat: str) -> tuple[Position, Notice] | None:
        return judging.hand_over(position, seat)

    def perft_key(self, position: Position) -> Hashable:
        """What tells positions apart where systems that were found count as nameless (HN7)."""
        return choices.nameless(position)

    def spell(self, taken: Taken[Position, WrittenAction, Action]) -> str:
        return spell(taken.before, taken.action)


def read_seats(tags: Tags) -> int:
    """How many seats play: what `Seats` says, else what the name tags say: West plays with four, East with
    three (HN1).

    Raises `Illegal`.
    """
    text = tags.get("Seats")
    if text is None:
        return 4 if Seat.WEST in tags else 3 if Seat.EAST in tags else 2
    word = text.strip()
    if word not in map(str, SEATS_BY_COUNT):
        raise Illegal(Codes.BAD_SEATS, "HN1", f"two to four seats can play, not {word[:24]!r}", part="Seats")
    return int(word)


def _fixed(tags: Tags, count: int) -> Rules:
    """The rules of this game: its seats, what their homeworlds are called, its optional rules (HN1, HN2)."""
    variants = read_variants(Homeworlds.info, tags)
    seats = SEATS_BY_COUNT[count]
    names = tuple(plain_name(tags.get(seat, "")) or seat.value for seat in seats)
    return Rules(seats, names, "sinister" in variants, "strict" in variants)
