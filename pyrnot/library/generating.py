"""Games at random, and counts of positions, as users of the library see them; both are made in `play`."""

from __future__ import annotations

from random import Random

from pyrnot.core.budget import OutOfBudget
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.limits import PERFT_PLAYS
from pyrnot.library.arguments import expect, expect_number, expect_text
from pyrnot.library.board import Board
from pyrnot.library.errors import IllegalStart
from pyrnot.library.game import Game
from pyrnot.library.judging import find_game, read_tags, refuse_faults, refusing
from pyrnot.play import turns
from pyrnot.play.random import random_record
from pyrnot.play.replay import replay
from pyrnot.record.opening import STANDARD_INPUT
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText
from pyrnot.record.typed import read_dice


def random(
    game: str,
    *,
    seed: int = 0,
    plies: int = 40,
    variant: str | None = None,
    setup: str | None = None,
    **tags: str | int,
) -> Game:
    """A random legal game of at most `plies` turns; the same `seed` gives the same game. The other keywords are those
    of `Board`, which says what it raises.

    >>> import pyrnot
    >>> game = pyrnot.random("spectrum", seats=3, seed=7, plies=12)
    >>> game.ok, len(game), game == pyrnot.random("spectrum", seats=3, seed=7, plies=12)
    (True, 12, True)
    """
    expect("seed", seed, int, "a whole number")
    expect_number("plies", plies, 0)
    rules = find_game(game)
    given = read_tags(rules, {"variant": variant, "setup": setup, **tags})
    try:
        text = random_record(rules, given, Random(seed), plies)
    except Illegal as illegal:
        raise IllegalStart(illegal.message) from None
    judged = replay(read_strictly(SourceText(text, file=STANDARD_INPUT)))
    refuse_faults(judged)
    return Game._make(judged)


def perft(board: Board, depth: int, *, dice: str | None = None) -> int:
    """The number of sequences of `depth` legal turns from a board; which turns count as one is part of each game's
    rules. `dice` are those of every turn in a game with dice. The board is what `--setup` is for `pyrnot perft`: the
    start of Homeworlds, for which the command needs it, is counted as well.

    Raises ValueError and `IllegalTurn` as `Board.moves` does, and ValueError for a turn with too many ways to
    continue to count them.

    >>> import pyrnot
    >>> pyrnot.perft(pyrnot.Board("martian-life"), 2)
    3854
    """
    expect("board", board, Board, "a board")
    expect_number("depth", depth, 0)
    if dice is not None:
        expect_text("dice", dice)
    opening = read_dice(board._rules, dice)
    try:
        with refusing():
            return turns.perft(board._rules, board._position, depth, opening, most=PERFT_PLAYS)
    except OutOfBudget as error:
        raise ValueError(str(error)) from None
