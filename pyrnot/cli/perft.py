"""`pyrnot perft`: counts the positions reachable in a number of turns."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import closing
from time import monotonic
from typing import Any

import click
from msgspec import Struct

from pyrnot.cli.options import GameName, Start, dice_option, parse_dice, start_options, usage_error
from pyrnot.cli.output import say, say_table
from pyrnot.cli.progress import Steps
from pyrnot.cli.streams import has_tables
from pyrnot.cli.workers import Load, Workers, worker_options
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, FirstChance, Written
from pyrnot.games import import_game

_BATCH = 32
"""Positions after the first turn sent to a worker at a time."""


@click.command("perft")
@click.argument("game", type=GameName())
@click.option("--depth", type=click.IntRange(min=0), required=True, metavar="N", help="Number of turns.")
@start_options
@dice_option
@click.option(
    "--max-positions",
    "most",
    type=click.IntRange(min=1),
    default=4_000_000,
    metavar="N",
    help="Give up on a turn with more positions than this; a million take 0.7 to 1.3 GB.",
)
@click.option("--divide", is_flag=True, help="Also print the count after each first turn.")
@worker_options
def perft_command(
    game: AnyGame, depth: int, start: Start, dice: str | None, most: int, divide: bool, workers: Workers
) -> None:
    """Count the positions reachable in N turns.

    What counts as one position is part of each game's rules. The total is printed last.
    """
    from pyrnot.play.turns import TooManyPositions

    if game.info.perft_needs_setup and start.setup is None:
        raise click.UsageError(f"{game.info.title} needs --setup")
    tags = start.tags()
    try:
        position = game.start(tags if start.setup is not None else game.set_up_tags(FirstChance(), tags))
        opening = parse_dice(game, dice)
        count = _Count(game, position, opening, most, workers)
        if not has_tables():
            for text, found in count.divide(depth) if divide and depth else ():
                say(f"{text}: {found}")
            say(count.total(depth))
        elif divide and depth:
            _draw_table(("First turn", "Positions"), list(count.divide(depth)))
            say(count.total(depth))
        else:
            _draw_table(("Depth", "Positions", "Seconds"), count.depths(depth))
            say(count.total(depth))
    except Illegal as fault:
        raise usage_error(fault) from None
    except TooManyPositions:
        message = f"a turn has more than {most:,} positions: to count them all, give --max-positions a higher number"
        raise click.UsageError(message) from None


class Share(Struct, frozen=True):
    """What a worker counts: the positions `depth` turns after each of some, None where a turn has more than `most`.
    `game` is an id."""

    game: str
    depth: int
    opening: Written | None
    most: int

    def __call__(self, positions: Iterable[Any]) -> Iterator[int | None]:
        from pyrnot.play.turns import TooManyPositions, perft

        game = import_game(self.game)
        known: dict[tuple[Hashable, int], int] = {}
        for position in positions:
            try:
                yield perft(game, position, self.depth, self.opening, most=self.most, known=known)
            except TooManyPositions:
                yield None


class _Count:
    """Counts from one position, and shows on stderr how far it is."""

    def __init__(self, game: AnyGame, position: Any, opening: Written | None, most: int, workers: Workers) -> None:
        self.game = game
        self.position = position
        self.opening = opening
        self.most = most
        self.workers = workers
        self._totals: dict[int, int] = {0: 1}

    def total(self, depth: int) -> int:
        """The positions after `depth` turns."""
        if depth not in self._totals:
            with Steps("Counting", "first turn", self._totals.get(1)) as progress:
                self._totals[depth] = self._total(depth, progress)
        return self._totals[depth]

    def _total(self, depth: int, progress: Steps) -> int:
        if depth < 2 or not self.workers.are_others:
            return self._perft(self.position, depth, progress)
        from pyrnot.play.turns import positions_after

        after = positions_after(self.game, self.position, self.opening, most=self.most)
        with closing(self._shared(after, depth - 1, progress)) as counts:
            return sum(counts)

    def _shared(self, positions: Iterator[Any], depth: int, progress: Steps) -> Generator[int]:
        """The positions `depth` turns after each of some, all of them after one turn, counted by the workers."""
        from pyrnot.play.turns import TooManyPositions

        share = Share(self.game.info.id, depth, self.opening, self.most)
        with closing(self.workers.share(share, positions, Load(lambda _: 1, _BATCH))) as counts:
            for found in counts:
                if found is None:
                    raise TooManyPositions
                progress.done += 1
                progress.found += found
                progress.tick()
                yield found

    def divide(self, depth: int) -> Iterator[tuple[str, int]]:
        """Each first turn, and the positions after the turns that follow it."""
        from pyrnot.play.turns import legal_turns

        turns = legal_turns(self.game, self.position, self.opening)
        with Steps("Counting", "first turn") as progress:
            if depth < 2 or not self.workers.are_others:
                for turn in turns:
                    found = self._perft(turn.position, depth - 1, progress)
                    progress.done += 1
                    yield self._write(turn), found
                return
            waiting: deque[Any] = deque()

            def positions() -> Iterator[Any]:
                for turn in turns:
                    waiting.append(turn)
                    yield turn.position

            with closing(self._shared(positions(), depth - 1, progress)) as counts:
                for found in counts:
                    yield self._write(waiting.popleft()), found

    def _write(self, turn: Any) -> str:
        from pyrnot.play.turns import join_turn

        joined = join_turn(self.game, self.position, turn)
        return self.game.write_turn(joined.taken, joined.ended)

    def depths(self, depth: int) -> Iterator[tuple[int, int, str]]:
        """Every depth from 1, its positions, and how long counting them took."""
        for at in range(1, depth + 1):
            start = monotonic()
            total = self.total(at)
            yield at, total, f"{monotonic() - start:.2f}"

    def _perft(self, position: Any, depth: int, progress: Steps) -> int:
        from pyrnot.play.turns import perft

        if not progress.is_shown:
            return perft(self.game, position, depth, self.opening, most=self.most)
        counted = progress.found

        def tick(left: int, found: int) -> None:
            nonlocal counted
            if left == depth - 1 and position is self.position:
                progress.done += 1
                counted += found
                progress.found = counted
            elif not left:
                progress.found += 1
            progress.tick()

        return perft(self.game, position, depth, self.opening, most=self.most, tick=tick)


def _draw_table(titles: tuple[str, ...], rows: Iterable[Sequence[object]]) -> None:
    """Prints rows of a name and numbers, for a terminal."""
    from pyrnot.render.text.tables import Column

    say_table([Column(title, is_number=title != "First turn") for title in titles], rows)
