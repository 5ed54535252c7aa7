"""The rules of the games, and what diagnostics mean.

The texts are each game's own (`rules.md`, `explanations.md`); the page of a game is drawn by `render`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pyrnot.core.diagnostics import nearest
from pyrnot.core.game import AnyGame, GameInfo
from pyrnot.core.rulebook import Explanation, Rule, common_explanations
from pyrnot.games import all_games
from pyrnot.library.arguments import expect_text
from pyrnot.library.errors import UnknownName
from pyrnot.library.judging import find_game
from pyrnot.render.text.rules import rules_page


class Rules(Mapping[str, Rule]):
    """The rules of a game: id -> rule, in order; ids in any case. A rule has an `id`, a `text`, and `is_ruling`:
    whether it decides what the published rules do not. `str(rules)` is the page that `pyrnot rules` prints.

    >>> import pyrnot
    >>> rules = pyrnot.rules("martian-life")
    >>> rules["ml1"].text
    'The game begins with red Smalls on d5 and e4 and yellow Smalls on e5 and d4.'
    >>> rules.info.designer
    'Kerin Schiesser'
    """

    def __init__(self, game: str) -> None:
        self._game = find_game(game)
        self._rules = {rule.id: rule for rule in self._game.rulebook().rules}

    @property
    def info(self) -> GameInfo:
        """The facts about the game: its `id`, `title`, `designer`, `seats`, `variants` ..."""
        return self._game.info

    def __getitem__(self, rule: str) -> Rule:
        return self._rules[rule.upper() if isinstance(rule, str) else rule]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __str__(self) -> str:
        return "\n".join(rules_page(self._game, width=80))

    def __repr__(self) -> str:
        return f"<Rules of {self.info.title}: {', '.join(self)}>"


def rules(game: str) -> Rules:
    """The rules of a game. Raises `UnknownName`.

    >>> import pyrnot
    >>> pyrnot.rules("braces")["B7"].is_ruling
    True
    """
    return Rules(game)


def explain(code: str) -> tuple[Explanation, ...]:
    """What a diagnostic with this code means: of each rule that it may name the `story`, and a `wrong` and a `right`
    record. Raises `UnknownName`.

    >>> import pyrnot
    >>> explained = pyrnot.explain("no-power")[0]
    >>> explained.rule
    'B28'
    >>> pyrnot.check(explained.wrong)[0].diagnostics[0].code
    'no-power'
    """
    expect_text("code", code)
    known = [explanation for _, explanation in explanations(all_games(), with_common=True)]
    explained = tuple(explanation for explanation in known if explanation.code == code.lower())
    if not explained:
        guess = nearest(code, {explanation.code for explanation in known})
        raise UnknownName(f"unknown code {code!r}" + (f"; did you mean {guess}?" if guess else ""))
    return explained


def explanations(games: Iterable[AnyGame], *, with_common: bool) -> list[tuple[str, Explanation]]:
    """All explanations, each with the title of its game, or with "every game"."""
    common = [("every game", explanation) for explanation in common_explanations()] if with_common else []
    return common + [(game.info.title, explanation) for game in games for explanation in game.explanations()]
