"""Games of Homeworlds written for other programs: SuperDuperGames, Abstract Play, Homeworlds Live; and positions.

Each function gives the text of one game, or of some of its positions, and raises `Unwritable` where a program has no
words for it. Variations are left out, and the comments of games, since those programs do not read them. Systems keep
their names where the program takes these; homeworlds are called what it calls them: the player, the seat, a number.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from pyrnot.core.leaving import Resign
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.pieces import Pyramid
from pyrnot.games.homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
)
from pyrnot.games.homeworlds.position import KINDS, LETTERS, Position, Seat, fold
from pyrnot.games.homeworlds.position_line import write_position_line
from pyrnot.play.line_tree import Node
from pyrnot.play.replay import Ply, Replay
from pyrnot.play.write import result_text

_NOT_IN_A_NAME = lazy_pattern(r"[^A-Za-z0-9_-]+")
_FULL_DATE = lazy_pattern(r"(\d{4})\.(\d\d)\.(\d\d)")
_SERIALS = "ABCDE"


class Unwritable(Exception):
    """A game that a program has no words for; says why."""


def write_sdg(replayed: Replay) -> str:
    """The transcript of a game; without the header if a line of it would be unknown. Raises `Unwritable` for a game
    that a player left, and for a sinister one without the header, which alone says so."""
    plies = _plies_of_all_seats(replayed, "a transcript of SuperDuperGames")
    names = _player_names(replayed)
    systems = _SystemNames(names)
    lines = _sdg_header(replayed, names)
    if not lines and replayed.start.rules.is_sinister and len(names) > 2:
        raise Unwritable(
            "add the tags Date, EndDate and Round (a number), and the winner: only the header of a transcript of "
            "SuperDuperGames says that a game is sinister, and it needs these"
        )
    for ply in plies:
        first, *others = [_sdg_action(action, systems, ply) for action in _actions_of(ply)]
        lines += [f"{ply.turn.ply}) {names[ply.before.to_move]}: {first}", *others]
    return "\n".join(lines) + "\n"


def _sdg_header(replayed: Replay, names: Mapping[Seat, str]) -> list[str]:
    """The lines of the header and the empty one after it; none if one is not known."""
    tags = replayed.record.tags
    dates = [_FULL_DATE.fullmatch(tags.get(name, "")) for name in ("Date", "EndDate")]
    days = [".".join(str(int(part)) for part in date.groups()) for date in dates if date]
    winner = _winner(replayed)
    number = tags.get("Round", "")
    if len(days) < 2 or winner is None or not number.isdecimal():
        return []
    lines = [f"Homeworlds Online (SDG# {number})"]
    options = [tags["Options"]] if tags.get("Options") else []
    if replayed.start.rules.is_sinister:
        options.append("Sinister")
    if options:
        lines.append(f'Variants: "{", ".join(options)}"')
    return [
        *lines,
        f"Started: {days[0]}, Ended: {days[1]}",
        f"Participants: {_participants(names)}",
        f"Winner: {names[winner]}",
        "",
    ]


def _participants(names: Mapping[Seat, str]) -> str:
    """The players in the order of SuperDuperGames: `Ann (S), Ben (N)`."""
    order = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
    return ", ".join(f"{names[seat]} ({seat[0]})" for seat in order if seat in names)


def _sdg_action(action: Action, systems: _SystemNames, ply: Ply) -> str:
    """An action in the words of SuperDuperGames, which names no homeworld (HF7)."""
    if isinstance(action, Homeworld):
        systems.found_home(action, ply.before.to_move)
        stars = [*map(_piece, action.stars), "-"][:2]
        return f"Homeworld {' '.join(stars)} {_piece(action.ship)}"
    words = _in_words(action, systems, len(ply.before.seats))
    return words[0].upper() + words[1:]


def write_ap(replayed: Replay) -> dict[str, Any]:
    """The record of a game as Abstract Play has it, to be written as JSON. Raises `Unwritable` for a game for more
    than two that is not sinister, and for one that a player left."""
    plies = _plies_of_all_seats(replayed, "a record of Abstract Play")
    seats = replayed.start.seats
    if len(seats) > 2 and not replayed.start.rules.is_sinister:
        raise Unwritable("Abstract Play has only sinister games for more than two players")
    systems = _SystemNames({seat: seat.lower() for seat in Seat})
    rounds: list[list[str | None]] = []
    for ply in plies:
        actions = ", ".join(_ap_action(action, systems, ply) for action in _actions_of(ply))
        place = seats.index(ply.before.to_move)
        if not rounds or len(rounds[-1]) > place:
            rounds.append([])
        rounds[-1] += [None] * (place - len(rounds[-1]))  # seats whose turns are missing
        rounds[-1].append(actions)
    return {"header": _ap_header(replayed), "moves": rounds}


def _ap_header(replayed: Replay) -> dict[str, Any]:
    tags = replayed.record.tags
    winner = _winner(replayed)
    has_ended = winner is not None or _is_draw(replayed)
    players: list[dict[str, Any]] = [{"name": tags.get(seat, seat)} for seat in replayed.start.seats]
    if has_ended:
        for player, seat in zip(players, replayed.start.seats, strict=True):
            player["result"] = int(seat == winner)
    dates = {"date-start": tags.get("Date"), "date-end": tags.get("EndDate")}
    return {
        "game": {"name": "Homeworlds", "variants": [tags["Options"]] if "Options" in tags else []},
        "site": {"name": tags.get("Site", "Abstract Play"), "gameid": tags.get("Round", "")},
        **{name: date.replace(".", "-") for name, date in dates.items() if date and _FULL_DATE.fullmatch(date)},
        "players": players,
    }


def _ap_action(action: Action, systems: _SystemNames, ply: Ply) -> str:
    """An action in the words of Abstract Play: a build has no size, a trade ends with the new colour."""
    match action:
        case Homeworld():
            systems.found_home(action, ply.before.to_move)
            return " ".join(["homeworld", *[*map(_piece, action.stars), "-"][:2], _piece(action.ship)])
        case Build():
            return f"build {_piece(action.ship)[0]} {systems.of(action.system)}"
        case Trade():
            return f"trade {_piece(action.ship)} {systems.of(action.system)} {_piece(action.new)[0]}"
        case Catastrophe():
            return f"catastrophe {systems.of(action.system)} {action.colour[0].lower()}"
    return _in_words(action, systems, len(ply.before.seats))


def _in_words(action: Action, systems: _SystemNames, count: int) -> str:
    """An action in the words that the programs share; in a game for more than two an attack names the owner."""
    match action:
        case Build():
            return f"build {_piece(action.ship)} {systems.of(action.system)}"
        case Trade():
            return f"trade {_piece(action.ship)} {_piece(action.new)} {systems.of(action.system)}"
        case Move():
            return f"move {_piece(action.ship)} {systems.of(action.origin)} {systems.of(action.target)}"
        case Discover():
            origin = systems.of(action.origin)
            name = systems.found(action.name)
            return f"discover {_piece(action.ship)} {origin} {_piece(action.star)} {name}"
        case Attack():
            owner = action.owner.letter if action.owner and count > 2 else ""
            return f"attack {_piece(action.ship)}{owner} {systems.of(action.system)}"
        case Sacrifice():
            return f"sacrifice {_piece(action.ship)} {systems.of(action.system)}"
        case Catastrophe():
            return f"catastrophe {systems.of(action.system)} {action.colour.lower()}"
    return "pass"


def write_hwl(replayed: Replay) -> str:
    """The log of a game as Homeworlds Live has it. Raises `Unwritable` for a homeworld with one star, a sinister
    game, and one in which turns are missing."""
    plies = _plies_in_turn(replayed)
    names = _player_names(replayed)
    winner = _winner(replayed)
    serials = _Serials()
    lines = [f"Players: {','.join(names.values())}", f"Winner: {names[winner] if winner else 'none'}"]
    left: list[str] = []  # who left while another was to move
    for ply in plies:
        if ply.is_out_of_turn:
            left.append(f"e,{names[ply.before.to_move]}")
            continue
        words = left
        left = []
        for action, (before, after) in zip(_actions_of(ply), pairwise(ply.positions), strict=False):
            words.append(serials.play(before, action))
            serials.free(after)
        serials.free(ply.position)
        if _leaves(ply):
            words.append(f"e,{names[ply.before.to_move]}")
        lines.append(";".join(filter(None, words)) or "pass")
    lines += [";".join(left)] if left else []
    return "\n".join(lines) + "\n"


def _plies_in_turn(replayed: Replay) -> Sequence[Ply]:
    """The turns, for a log that does not say whose each is. Raises `Unwritable` for a sinister game, and for one in
    which turns are missing."""
    plies = _plies(replayed)
    if replayed.start.rules.is_sinister and len(replayed.start.seats) > 2:
        raise Unwritable("a Homeworlds Live log cannot say that the game is sinister")
    if any(ply.is_out_of_turn and not _leaves(ply) for ply in plies):
        raise Unwritable("a Homeworlds Live log cannot say that turns are missing")
    return plies


class _Serials:
    """The letters of the pyramids in play, and the numbers of the systems."""

    def __init__(self) -> None:
        self.numbers: dict[str, str] = {}  # by the names of systems
        self.founded = 0
        self.in_play: dict[tuple[str, int, Pyramid], list[str]] = {}  # by system, owner (-1: stars) and kind
        self.bank = {kind: list(_SERIALS) for kind in KINDS}

    def play(self, position: Position, action: Action) -> str:
        """The words of an action, "" for a pass."""
        mover = position.mover
        match action:
            case Homeworld():
                return self._found_home(action, mover)
            case Build():
                return f"b,{self._take(action.system, mover, action.ship)},{self._number(action.system)}"
            case Trade():
                old = self._give(action.system, mover, action.ship)
                return f"t,{old},{self._take(action.system, mover, action.new)}"
            case Move():
                ship = self._carry(action.ship, (action.origin, mover), (action.target, mover))
                return f"m,{ship},{self._number(action.target)}"
            case Discover():
                star = self._take(action.name, -1, action.star)
                self._found(action.name)
                return f"d,{self._carry(action.ship, (action.origin, mover), (action.name, mover))},{star}"
            case Attack():
                owner = self._owner(position, action)
                return f"x,{self._carry(action.ship, (action.system, owner), (action.system, mover))}"
            case Sacrifice():
                return f"s,{self._give(action.system, mover, action.ship)}"
            case Catastrophe():
                return f"c,{action.colour[0].lower()},{self._number(action.system)}"
        return ""

    def free(self, position: Position) -> None:
        """Frees the letters of all that is no longer in play."""
        counts = Counter(
            (fold(system.name), owner, pyramid)
            for system in position.systems
            for owner, pyramids in enumerate((system.stars, *system.ships), -1)
            for pyramid in pyramids
        )
        for place, letters in self.in_play.items():
            while len(letters) > counts[place]:
                self._bank(place[2], letters.pop())

    def _found_home(self, action: Homeworld, mover: int) -> str:
        if len(action.stars) != 2:
            raise Unwritable("a homeworld has one star")
        name = action.name or ""
        self._found(name)
        stars = [self._take(name, -1, star) for star in action.stars]
        return ",".join(["h", *stars, self._take(name, mover, action.ship)])

    def _found(self, name: str) -> None:
        self.founded += 1
        self.numbers[fold(name)] = str(self.founded)

    def _number(self, name: str) -> str:
        return self.numbers[fold(name)]

    def _take(self, system: str, owner: int, pyramid: Pyramid) -> str:
        """A pyramid from the bank, by its kind and letter."""
        letter = self.bank[pyramid].pop(0)
        self.in_play.setdefault((fold(system), owner, pyramid), []).append(letter)
        return LETTERS[pyramid] + letter

    def _give(self, system: str, owner: int, pyramid: Pyramid) -> str:
        """A ship that goes to the bank."""
        letter = self.in_play[fold(system), owner, pyramid].pop()
        self._bank(pyramid, letter)
        return LETTERS[pyramid] + letter

    def _bank(self, pyramid: Pyramid, letter: str) -> None:
        self.bank[pyramid] = sorted([*self.bank[pyramid], letter])

    def _carry(self, ship: Pyramid, origin: tuple[str, int], target: tuple[str, int]) -> str:
        """A ship that changes its system or its owner."""
        letter = self.in_play[fold(origin[0]), origin[1], ship].pop()
        self.in_play.setdefault((fold(target[0]), target[1], ship), []).append(letter)
        return LETTERS[ship] + letter

    def _owner(self, position: Position, action: Attack) -> int:
        """The index of the seat whose ship is attacked: the one that is written, or the only one that has it."""
        if action.owner is not None:
            return position.seats.index(action.owner)
        places = [owner for owner in range(len(position.seats)) if owner != position.mover]
        return next(owner for owner in places if self.in_play.get((fold(action.system), owner, action.ship)))


class _SystemNames:
    """What a program calls the systems of a game: homeworlds by what it calls their `homes`."""

    def __init__(self, homes: Mapping[Seat, str]) -> None:
        self.homes = homes
        self.names: dict[str, str] = {}
        self.taken = {fold(name) for name in homes.values()}

    def found_home(self, action: Homeworld, seat: Seat) -> None:
        """Remembers a homeworld."""
        self.names[fold(action.name or "")] = self.homes[seat]

    def found(self, name: str) -> str:
        """Finds a name for a system that is discovered, as close to its own as the program takes."""
        known = self.names.get(fold(name))
        if known is None or known in self.homes.values():
            bare = _NOT_IN_A_NAME.sub("_", name).strip("_-") or "System"
            known = _unused(bare, self.taken)
            self.taken.add(fold(known))
            self.names[fold(name)] = known
        return known

    def of(self, name: str) -> str:
        """The name of a system."""
        return self.names[fold(name)]


def _unused(name: str, taken: set[str]) -> str:
    """A name that no other system has."""
    number = 2
    unused = name
    while fold(unused) in taken:
        unused = f"{name}{number}"
        number += 1
    return unused


def _plies(replayed: Replay) -> Sequence[Ply]:
    """The turns of the main line. Raises `Unwritable` if they do not begin with an empty table."""
    _check_game(replayed)
    if "Setup" in replayed.record.tags:
        raise Unwritable("it begins with a position")
    return replayed.main_plies


def _plies_of_all_seats(replayed: Replay, form: str) -> Sequence[Ply]:
    """Those turns, for a `form` that cannot say that a player leaves. Raises `Unwritable` if one does."""
    plies = _plies(replayed)
    if any(map(_leaves, plies)):
        raise Unwritable(f"{form} cannot say that a player leaves")
    return plies


def _leaves(ply: Ply) -> bool:
    """Whether a turn is that of a player who leaves the game."""
    return any(isinstance(played.action, Resign) for played in ply.played.actions)


def _check_game(replayed: Replay) -> None:
    """Raises `Unwritable` for another game than Homeworlds."""
    if replayed.record.game is None or replayed.record.game.info.id != "homeworlds":
        raise Unwritable("it is not a game of Homeworlds")


def _actions_of(ply: Ply) -> list[Action]:
    """What is done in a turn, at least a pass; a homeworld has its name. What follows a win is left out (H31)."""
    actions: list[Action] = []
    for played in ply.played.actions:
        action = played.action
        if _is_ignored(played.before, action):
            continue
        if isinstance(action, Homeworld):
            home = played.transition.position.home_of(ply.before.to_move)
            action = replace(action, name=home.name)
        actions.append(action)
    return actions or [Pass()]


def _is_ignored(position: Position, action: Action) -> bool:
    """Whether an action has no effect, and may not even be legal, since the turn has already won the game (H31)."""
    return position.pending is not None and position.pending.is_decided and not isinstance(action, Pass)


def _piece(pyramid: Pyramid) -> str:
    return LETTERS[pyramid]


def _player_names(replayed: Replay) -> dict[Seat, str]:
    """The players as one word each, in turn order; the seats if two would have the same."""
    tags = replayed.record.tags
    seats = [Seat(seat) for seat in replayed.start.seats]
    names = {seat: _NOT_IN_A_NAME.sub("-", tags.get(seat, seat)).strip("-") or seat.value for seat in seats}
    is_clear = len({name.lower() for name in names.values()}) == len(names)
    return names if is_clear else {seat: seat.value for seat in seats}


def _result(replayed: Replay) -> str:
    """The result, "" if there is none; that of a transcript's header is a tag."""
    tagged = replayed.record.tags.get("Result", "") if replayed.record.result_is_tag else ""
    return result_text(replayed.record, replayed.start.seats, replayed.outcome) or tagged


def _winner(replayed: Replay) -> Seat | None:
    """The seat that won, None if none did."""
    words = _result(replayed).split()
    seats = [Seat(seat) for seat in replayed.start.seats]
    named = next((seat for seat in seats if words and seat.lower() == words[0].lower()), None)
    if named is None or words[1:2] in ([], ["wins"]):
        return named
    others = [seat for seat in seats if seat is not named]
    return others[0] if len(others) == 1 else None


def _is_draw(replayed: Replay) -> bool:
    return _result(replayed).lower().startswith("draw")


def write_lines(replayed: Replay, nodes: Sequence[Node]) -> str:
    """The positions of a game in which all homeworlds have been placed, each with the comments on it above it. Raises
    `Unwritable` if there is none."""
    _check_game(replayed)
    nodes = [node for node in nodes if node.position is not None and all(node.position.placed)]
    if not nodes:
        raise Unwritable("a line needs a position in which all homeworlds have been placed")
    return "\n".join(_position_with_comments(node) for node in nodes)


def _position_with_comments(node: Node) -> str:
    lines = [line for comment in node.comments for line in comment.splitlines()]
    return "\n".join([*(f"# {line}".rstrip() for line in lines), write_position_line(node.position), ""])


def dump_ap(games: Sequence[dict[str, Any]]) -> str:
    """The JSON of one game, or a list of several."""
    return json.dumps(games[0] if len(games) == 1 else games, indent=1, ensure_ascii=False) + "\n"
