"""Stepping through records, as a pure state machine: the current turn, and what each command does to it.

Knows no terminal and no keys: `pyrnot.viewer.app` draws a `State`, and carries out the commands that are not steps.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.play.line_tree import START, LineTree, is_on_board
from pyrnot.viewer.bindings import Command
from pyrnot.viewer.line_trees import LineTrees

_FAR = 10
"""Plies per page up or down."""


class State(Struct, frozen=True, kw_only=True):
    """The current turn and what the user has set.

    `turn` is the index of a node of the record with index `record`. `message` is shown until the next command.
    """

    record: int = 0
    turn: int = START
    flip: bool = False
    auto: bool = False
    message: str = ""


def obey(state: State, command: Command, line_trees: LineTrees) -> State:
    """The state after a command that is a step, a flip or about autoplay."""
    state = replace(state, message="")
    match command:
        case Command.NEXT_RECORD:
            return _turn_to(state, state.record + 1, len(line_trees))
        case Command.PREVIOUS_RECORD:
            return _turn_to(state, state.record - 1, len(line_trees))
        case Command.CLOSE:
            return replace(state, auto=False)
    line_tree = line_trees[state.record]
    if command is Command.FLIP:
        return flip(state, line_tree)
    if command is Command.AUTO:
        is_at_end = _next(line_tree, state.turn) == state.turn
        return replace(state, auto=not state.auto, turn=START if is_at_end and not state.auto else state.turn)
    turn, excuse = _destination(command, line_tree, state.turn)
    return stand(state, turn, line_tree, excuse=excuse)


def flip(state: State, line_tree: LineTree) -> State:
    """The state with the board seen from its other side, if there is a board."""
    if is_on_board(line_tree.replay):
        return replace(state, flip=not state.flip)
    return replace(state, message="no board to flip")


def _destination(command: Command, line_tree: LineTree, turn: int) -> tuple[int, str]:
    """The turn that a command leads to, and the message if that is the turn it was given from."""
    match command:
        case Command.NEXT:
            return _next(line_tree, turn), "already at the last turn"
        case Command.BACK:
            return line_tree.node(turn).parent, "already at the start"
        case Command.START:
            return START, ""
        case Command.END:
            return _along(line_tree, turn, len(line_tree.nodes)), ""
        case Command.FAR_NEXT:
            return _along(line_tree, turn, _FAR), "already at the last turn"
        case Command.FAR_BACK:
            return _back(line_tree, turn, _FAR), "already at the start"
        case Command.NEXT_COMMENT:
            return _commented(line_tree, turn, 1), "no comment after this turn"
        case Command.PREVIOUS_COMMENT:
            return _commented(line_tree, turn, -1), "no comment before this turn"
        case Command.NEXT_DIAGNOSTIC:
            return _faulty(line_tree, turn), "no other error or warning"
        case Command.INTO:
            return _into(line_tree, turn), "no variation here"
        case Command.OUT:
            return _out(line_tree, turn), "already on the main line"
    raise AssertionError(f"{command} does not lead to a turn")


def stand(state: State, turn: int, line_tree: LineTree, *, excuse: str = "") -> State:
    """The state at another turn; with the message `excuse` if that is the same turn, or one that cannot be
    visited."""
    if turn == state.turn or not line_tree.node(turn).can_stand:
        return replace(state, message=excuse, auto=False)
    return replace(state, turn=turn, auto=False, message="")


def _next(line_tree: LineTree, turn: int) -> int:
    after = line_tree.after.get(turn, turn)
    return after if line_tree.node(after).can_stand else turn


def _along(line_tree: LineTree, turn: int, count: int) -> int:
    """The turn `count` turns further along the line, or the last turn if the line is shorter."""
    for _ in range(count):
        after = _next(line_tree, turn)
        if after == turn:
            break
        turn = after
    return turn


def _back(line_tree: LineTree, turn: int, count: int) -> int:
    """The turn `count` turns earlier on the line, or the start if there are fewer."""
    for _ in range(count):
        turn = line_tree.node(turn).parent
    return turn


def _commented(line_tree: LineTree, turn: int, way: int) -> int:
    """The nearest node with a comment, later (`way` 1) or earlier (-1) in the text; `turn` if there is none."""
    commented = (
        node.turn for node in line_tree.nodes if node.can_stand and (node.starting_comments or node.comments)
    )
    ahead = [candidate for candidate in commented if (candidate - turn) * way > 0]
    return (min if way > 0 else max)(ahead, default=turn)


def _faulty(line_tree: LineTree, turn: int) -> int:
    """The next node with a diagnostic, starting again at the top after the last one; `turn` if there is no other."""
    faulty = [node.turn for node in line_tree.nodes if node.diagnostics and node.can_stand and node.turn != turn]
    return next((later for later in faulty if later > turn), faulty[0] if faulty else turn)


def variations_here(line_tree: LineTree, turn: int) -> int:
    """How many variations can be entered from a turn: those that replace it, else those that replace the next."""
    return len(line_tree.variations(turn) or line_tree.variations(line_tree.after.get(turn, START)))


def _into(line_tree: LineTree, turn: int) -> int:
    """The first turn of a variation: one that replaces this turn, else the next alternative to the one that begins
    here, else one that replaces the next turn; `turn` if there is none."""
    node = line_tree.node(turn)
    own = line_tree.variations(turn)
    if own:
        return line_tree.first_of(own[0])
    replaced = line_tree.record.variations[node.variation].instead_of
    if replaced != START and line_tree.first_of(node.variation) == turn:
        others = line_tree.variations(replaced)
        return line_tree.first_of(others[(others.index(node.variation) + 1) % len(others)])
    following = line_tree.variations(_next(line_tree, turn))
    return line_tree.first_of(following[0]) if following else turn


def _out(line_tree: LineTree, turn: int) -> int:
    """The turn that this variation replaces; before a line that was tried after the last turn, that last turn."""
    variation = line_tree.node(turn).variation
    if not variation:
        return turn
    replaced = line_tree.record.variations[variation].instead_of
    return line_tree.node(line_tree.first_of(variation)).parent if replaced == START else replaced


def _turn_to(state: State, record: int, count: int) -> State:
    if count == 1:
        return replace(state, message="this is the only record")
    if not 0 <= record < count:
        return replace(state, message="already at the last record" if record > 0 else "already at the first record")
    return State(record=record, flip=state.flip)


def tick(state: State, line_tree: LineTree) -> State:
    """The state after autoplay's next step."""
    if not state.auto:
        return state
    turn = _next(line_tree, state.turn)
    if turn == state.turn:
        return replace(state, auto=False, message="already at the last turn")
    return replace(state, turn=turn, message="")


# Going to a ply by its number


def go_to(state: State, entry: str, line_tree: LineTree) -> State:
    """The state at the ply that a user has typed."""
    if not (entry.isascii() and entry.isdigit()):
        return replace(state, message="type a ply number, then press Enter" if entry else "")
    turn = find_ply(line_tree, state.turn, int(entry[:9]))
    if turn is None:
        last = line_tree.node(_along(line_tree, state.turn, len(line_tree.nodes))).ply
        return replace(state, message=f"no ply {int(entry[:9])}: this line ends at ply {last}")
    return stand(state, turn, line_tree, excuse="already at that ply")


def find_ply(line_tree: LineTree, turn: int, ply: int) -> int | None:
    """The turn at `ply` on the line of play through `turn`; None if that line ends earlier."""
    here = line_tree.node(turn).ply
    if ply == 0:
        return START
    if ply <= here:
        return line_tree.path(turn)[ply - 1]
    target = _along(line_tree, turn, ply - here)
    return target if line_tree.node(target).ply == ply else None
