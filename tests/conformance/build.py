"""Makes the cases of the kit from what the other tests hold true: samples, tables of small boards, records with one
slip, examples of each diagnostic, perft counts and threads.

The questions come from there, and so do the counts, the slips and which rule a turn of a table breaks; the other
answers are pyrnot's. `pytest -m slow tests/conformance --renew` writes them to `cases/`: read the difference, since
it is a change of the standard.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tables import unescape

from pyrnot.core.game import AnyGame
from pyrnot.core.rulebook import Explanation, common_explanations
from pyrnot.games import all_games, import_game
from tests.conformance.answers import answer, count_games

Json = dict[str, Any]

TESTS = Path(__file__).parents[1]
SAMPLES = TESTS.parent / "sample_games"
CASES = Path(__file__).parent / "cases"
_TAG = r'\[(\w+) "([^"]*)"\]'
_BROKEN = re.compile(r"([A-Z]+\d+)(?: ([a-z][a-z-]*))?(?:: .*)?")
_THREAD = re.compile(r"^=== (?P<rule>\S+) (?P<name>.+?): (?P<end>\w+)(?: in [\d, ]+)?\n", re.MULTILINE)
"""The heading of a thread; `=>` and what it comes to follow the thread, with a line `.` between two games."""
_FAMILY = re.compile(r"[A-Z]+\d+(?:\.\d+)?|\w+")
_A_RULE = 1
"""Cases of a table for each rule, code and optional rule."""
_LONGEST = 20_000
"""Characters of the longest line of the kit."""


def all_cases() -> dict[str, list[Json]]:
    """The cases of each file of the kit, by its name."""
    files = {
        game.info.id: [*_samples(game), *_turns(game), *_positions(game), *_spellings(game), *_explained(game)]
        for game in all_games()
    }
    files["format"] = [*_records(), *_texts(), *_explained(None)]
    files["perft"] = [*count_cases()]
    files["traces"] = [*_slips()]
    files["threads"] = [*_threads()]
    return {name: [case for case in cases if len(dump(case)) < _LONGEST] for name, cases in files.items()}


def dump(case: Json) -> str:
    """A case as its line in a file."""
    return json.dumps(case, ensure_ascii=True)


def _case(name: str, ask: str, game: str | None, text: str, **more: Any) -> Json:
    """A case with pyrnot's answer."""
    question = {"id": name, "ask": ask, "game": game, "text": text, **more}
    return question | {"expect": answer(question)}


def _head(game: AnyGame, tags: dict[str, str]) -> str:
    return "".join(f'[{name} "{value}"]\n' for name, value in {"Game": game.info.title, **tags}.items())


def _first_of_each(made: Iterable[tuple[tuple[str, ...], Callable[[], Json | None]]]) -> Iterator[Json]:
    """The first cases of each key; a function that gives None makes none."""
    counts: Counter[tuple[str, ...]] = Counter()
    for key, make in made:
        if counts[key] < _A_RULE and (case := make()) is not None:
            counts[key] += 1
            yield case


# Games


def _samples(game: AnyGame) -> Iterator[Json]:
    for path in sorted((SAMPLES / game.info.id).glob("*.pyr")):
        yield _case(f"{game.info.id}/sample/{path.stem}", "record", game.info.id, path.read_text(encoding="utf-8"))


def _rows(path: Path) -> Iterator[tuple[dict[str, str], list[str]]]:
    """The rows of a table beside a game's tests, each with the tags above it; none without the table."""
    tags: dict[str, str] = {}
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for line in lines:
        if re.fullmatch(rf"({_TAG} ?)+", line):
            tags = dict(re.findall(_TAG, line))
        elif line and not line.startswith("#"):
            yield tags, [cell.strip() for cell in f"{line} ".replace("\\n", "\n").split(" |")]


def _table(game: AnyGame, kind: str) -> Path:
    return TESTS / "games" / game.info.id.replace("-", "_") / f"{kind}.txt"


def _turns(game: AnyGame) -> Iterator[Json]:
    def keyed() -> Iterator[tuple[tuple[str, ...], Callable[[], Json | None]]]:
        for tags, cells in _rows(_table(game, "turns")):
            broken = _BROKEN.fullmatch(cells[3])
            key = (_FAMILY.findall(cells[0])[0], *(broken.groups("") if broken else ()), *tags.values())
            yield key, partial(_turn, game, tags, cells, broken)

    return _first_of_each(keyed())


def _turn(game: AnyGame, tags: dict[str, str], cells: list[str], broken: re.Match[str] | None) -> Json | None:
    """A turn of a table, judged as the table says; None on a board where the game is over."""
    name, setup, turn, *_ = cells
    text = _head(game, tags | ({"Setup": setup} if setup else {})) + f"\n1. {_unmarked(turn)}\n"
    case = _case(f"{game.info.id}/turn/{name}", "record", game.info.id, text)
    (record,) = case["expect"]["records"]
    first = next((found for found in record["diagnostics"] if found["severity"] == "error"), {})
    if first.get("code") == "turn-after-end":
        return None
    rule, code = broken.groups() if broken else (None, None)
    assert (first.get("rule"), first.get("code")) == (rule, code or first.get("code")), case
    return case


def _positions(game: AnyGame) -> Iterator[Json]:
    def keyed() -> Iterator[tuple[tuple[str, ...], Callable[[], Json | None]]]:
        for tags, (name, setup, *rest) in _rows(_table(game, "positions")):
            position = re.sub(rf"{_TAG} ?", "", setup)
            own = tags | dict(re.findall(_TAG, setup)) | ({"Setup": position} if position else {})
            text = _unmarked(_head(game, own))
            broken = _BROKEN.fullmatch(rest[0]) if rest else None
            key = (_FAMILY.findall(name)[0], broken[1] if broken else "", *tags.values())
            yield key, partial(_case, f"{game.info.id}/position/{name}", "record", game.info.id, text)

    return _first_of_each(keyed())


def _unmarked(text: str) -> str:
    """A text of a table without the marks around what a diagnostic points at."""
    return re.sub("[«»]", "", text)


def _spellings(game: AnyGame) -> Iterator[Json]:
    """What is written otherwise, and what is not notation."""
    for tags, (name, setup, turn, _) in [*_rows(_table(game, "written"))][:20]:
        text = _head(game, tags | ({"Setup": setup} if setup else {})) + f"\n1. {turn}\n"
        yield _case(f"{game.info.id}/written/{name}", "record", game.info.id, text)
    for number, (_, (action, *_)) in enumerate([*_rows(_table(game, "not_notation"))][:12], 1):
        text = f"{_head(game, {})}\n1. {action}\n"
        yield _case(f"{game.info.id}/not-notation/{number}", "record", game.info.id, text)


def _explained(game: AnyGame | None) -> Iterator[Json]:
    """The wrong record of each code and rule; of those of the format, the right one too."""
    explanations: Iterable[Explanation] = common_explanations() if game is None else game.explanations()
    room = "format" if game is None else game.info.id
    for found in explanations:
        for kind, text in (("wrong", found.wrong), ("right", found.right)):
            is_needed = game is None or kind == "wrong"
            if text and is_needed and not found.rule.startswith(("TR", "HF")):
                name = f"{room}/{kind}/{found.rule}-{found.code}"
                yield _case(name, "record", None if game is None else room, text)


# The format


def _records() -> Iterator[Json]:
    def keyed() -> Iterator[tuple[tuple[str, ...], Callable[[], Json | None]]]:
        before = ""
        for line in (TESTS / "record" / "records.txt").read_text(encoding="utf-8").splitlines():
            name, *cells = (unescape(cell.strip(" ")) for cell in f"{line} ".split(" |"))
            if line.startswith("["):
                before = name
            elif line:
                text, _, *told = cells
                diagnostics = [diagnostic.partition(": ")[0] for diagnostic in told]
                key = (_FAMILY.findall(name)[0], *diagnostics)
                yield key, partial(_record, name, before + _unmarked(text), diagnostics)

    return _first_of_each(keyed())


def _texts() -> Iterator[Json]:
    """What a reader meets in files and mails: line ends, quoting, several records."""
    for line in (CASES.parent / "texts.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, text, *diagnostics = line.split(" | ")
            yield _record(name, unescape(text), diagnostics)


def _record(name: str, text: str, diagnostics: list[str]) -> Json:
    """A record of the table, with the diagnostics that it names."""
    case = _case(f"format/{name}", "record", None, text)
    found = [
        f"{item['rule']}@{item['ply']} {item['code']}{'?' if item['severity'] == 'warning' else ''}"
        for record in case["expect"]["records"]
        for item in record["diagnostics"]
    ]
    assert found == diagnostics, case
    return case


# Counts, slips, threads


def count_cases() -> Iterator[Json]:
    """The perft counts of the tables in `tests/games`, as they stand there."""
    for game in all_games():
        for tags, (name, setup, depth, count, *slow) in _rows(_table(game, "perft")):
            if slow:
                continue
            number, _, opening = depth.partition(" with ")
            yield {
                "id": f"{game.info.id}/perft/{name}",
                "ask": "perft",
                "game": game.info.id,
                "text": _head(game, tags | ({"Setup": setup} if setup else {})),
                "depth": int(number),
                "opening": opening or None,
                "expect": {"count": int(count)},
            }


def _slips() -> Iterator[Json]:
    """The records with a slip whose right turn pyrnot finds; in the expected repair the turn is as it finds it."""
    for row in (TESTS / "play" / "slips.txt").read_text(encoding="utf-8").splitlines():
        if row.startswith("#"):
            continue
        name, _, ply, right, _ = row.split(" | ")
        text = (TESTS / "play" / "slips" / f"{name}.pyr").read_text(encoding="utf-8")
        game = import_game(name[: re.search(r"-(?:late|once)-", name).start()])
        case = _case(f"{game.info.id}/trace/{name}", "trace", game.info.id, text)
        meant = (int(ply), re.sub(r"\s", "", right))
        for repair in case["expect"]["repairs"]:
            if (repair["ply"], re.sub(r"\s", "", repair["instead"])) == meant:
                yield case | {"expect": {"repair": repair}}


def _threads() -> Iterator[Json]:
    def keyed() -> Iterator[tuple[tuple[str, ...], Callable[[], Json | None]]]:
        for path in sorted((TESTS / "foreign" / "thread" / "cases").glob("*.txt")):
            whole = path.read_text(encoding="utf-8")
            found = [*_THREAD.finditer(whole)]
            for block, end in zip(found, [*(after.start() for after in found[1:]), len(whole)], strict=True):
                text, _, right = whole[block.end() : end].partition("\n=>\n")
                if "\n.\n" not in right:
                    name = f"thread/{path.stem}/{block['rule']}-{block['name']}"
                    key = (path.stem, block["rule"], block["end"])
                    yield key, partial(_thread, name, text.rstrip("\n") + "\n")

    return _first_of_each(keyed())


def _thread(name: str, text: str) -> Json | None:
    """A thread with one game; None for one with several."""
    return _case(name, "thread", None, text) if count_games(text) == 1 else None
