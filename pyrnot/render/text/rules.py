"""A game's rules, rulings and notation as a page of text (`pyrnot rules`), and its notation alone as a card."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from pyrnot.core.game import AnyGame, GameInfo
from pyrnot.core.rulebook import Rule, Rulebook


def _labelled(rule: Rule) -> tuple[str, str]:
    return rule.id, f"(ruling) {rule.text}" if rule.is_ruling else rule.text


def rules_page(game: AnyGame, width: int) -> Iterator[str]:
    """The lines of a game's rules page, at most `width` columns wide."""
    info = game.info
    book = game.rulebook()
    title = f"{info.title} by {info.designer}"
    yield from (title, "=" * len(title), "")
    yield from textwrap.wrap(book.summary, width)
    yield ""
    yield from textwrap.wrap(_first(info), width)
    yield from _section("Rules", map(_labelled, book.rules), width)
    yield from _section('Optional rules (tag [Variant "..."])', info.variants.items(), width)
    yield from _section("Additional tags", info.tags.items(), width)
    yield from _section("Notation", _forms(book), width)
    yield from _heading("Position string")
    yield from textwrap.wrap(book.position, width)
    yield from ("", book.position_example)


def notation_card(game: AnyGame, width: int) -> Iterator[str]:
    """The lines of a game's notation alone, an example of each form, at most `width` columns wide."""
    title = f"{game.info.title}: notation"
    yield from (title, "=" * len(title))
    yield from _items(_forms(game.rulebook()), width)
    yield from textwrap.wrap(_first(game.info), width)


def _forms(book: Rulebook) -> list[tuple[str, str]]:
    return [(form.example, form.meaning) for form in book.notation]


def _first(info: GameInfo) -> str:
    """Who moves first, and the tag that says otherwise (R2.4)."""
    first, second, *_ = info.seats
    return f'{first} moves first, unless a tag such as [First "{second}"] names another seat.'


def rules_text(rules: Iterable[Rule], width: int) -> str:
    """Some rules of a game as they are on its page."""
    return "\n".join(_items(map(_labelled, rules), width))


def _heading(text: str) -> Iterator[str]:
    yield from ("", text, "-" * len(text))


def _section(heading: str, items: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    """A heading and its items; nothing without items."""
    items = list(items)
    if items:
        yield from _heading(heading)
        yield from _items(items, width)


def _items(items: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    """Items, each a label in a column of at most 26 characters and a text."""
    items = list(items)
    indent = min(max(len(label) for label, _ in items), 26) + 2
    for label, text in items:
        lines = textwrap.wrap(text, width - indent) or [""]
        if len(label) > indent - 2:
            yield label
        else:
            yield f"{label:{indent}}{lines.pop(0)}"
        yield from (" " * indent + line for line in lines)
