"""What is wrong with a text that does not name its game: a line names it, but not in a tag; or the text is of another
kind altogether, such as a game of chess.

Asked only about a text without a `Game` tag, and looks at its beginning only.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Span
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games import game_ids, load_game
from pyrnot.record.model import Record, in_order
from pyrnot.record.source import HEAD

_LINES = 20
"""The lines from the first that are searched for the name of a game."""
_LONGEST_LINE = 100
_TURN = lazy_pattern(r"\s*[0-9]+\s*[.)]")
_NAME = lazy_pattern(r"\W*(?P<tag>game\b\W*)?(?P<name>\w[\w -]*?)\W*", re.IGNORECASE)
_COMMENT = lazy_pattern(r"\s*[{#]")

_CHESS_MOVE = lazy_pattern(
    r"(?<!\S)(?:(?:[KRBN][a-h]?[1-8]?|Q(?:[a-h]|[1-8])?)x?[a-h][1-8]|O-O(?:-O)?|[a-h]x[a-h][1-8])[+#]?(?![\w-])"
)
"""A queen's move that names the whole square where it begins is one of Martian Chess."""
_CHESS_OPENING = lazy_pattern(r"(?<!\S)1\.\s*[a-h][34]\s+[a-h][56](?![\w-])")
_CHESS_POSITION = lazy_pattern(r"(?<![^\s\"])(?:[KQRBNPkqrbnp1-8]{1,8}/){7}[KQRBNPkqrbnp1-8]{1,8}(?= [wb] )")
_SGF = lazy_pattern(r"\s*\(\s*;\s*[A-Z]{1,2}\s*\[")
_SGF_GAME = lazy_pattern(r"\bGM\[\s*([0-9]+)\s*\]")
_CHESS_MOVES = 2
"""The number of different moves that show that a text is of chess."""
_GO = "1"
_JSON = lazy_pattern(
    r'\s*(?:\{\s*"[^"\n]*"\s*:|\[\s*(?:\{\s*["}]|\[\s*["\[{0-9]|"[^"\n]*"\s*[,\]]|-?[0-9]+\s*[,\]]))'
)
_SVG = lazy_pattern(r"\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)?<svg\b", re.DOTALL)
_XML = lazy_pattern(r"\s*<\?xml\b")
_GIVE_TEXT = "give the record itself, or the words of the messages, as text"


def explain_missing_game(record: Record) -> Record:
    """A record that does not name its game, with one diagnostic that tells why and what to write, as far as its text
    shows that."""
    missing = next((found for found in record.diagnostics if found.code == CoreCodes.MISSING_GAME), None)
    explained = missing and _explain(record.source.text, missing)
    if explained is None or explained.span is None:
        return record
    start, end = explained.span
    others = [found for found in record.diagnostics if found.span is None or not start <= found.span.start < end]
    return replace(record, diagnostics=in_order([explained, *others]))


def _explain(text: str, missing: Diagnostic) -> Diagnostic | None:
    """The diagnostic of a game that is missing, with what the text shows of it; None if that is nothing."""
    if missing.fix is not None:  # its characters were changed by another program
        return missing
    kind = other_kind(text)
    if kind is not None:
        return replace(missing, message=kind[0], hint=kind[1])
    return _named_by_a_line(text, missing)


def other_kind(text: str) -> tuple[str, str] | None:
    """What a text is that holds no record of a known game, with what shows it, and what helps; None if nothing
    tells."""
    other = _other_game(text[:HEAD])
    if other is None:
        return kind_of_data(text)
    return f"this looks like {other}, which pyrnot does not know", f"known games: {', '.join(game_ids())}"


def kind_of_data(text: str) -> tuple[str, str] | None:
    """What a text is that a program wrote for programs, and what helps; None if it is none."""
    head = text[:HEAD]
    if _JSON.match(head):
        return "this is JSON, but of no kind that pyrnot reads", _GIVE_TEXT
    if _SVG.match(head):
        return "this is a picture (SVG), from which no game can be read", "give the record that was drawn"
    return ("this is XML, but of no kind that pyrnot reads", _GIVE_TEXT) if _XML.match(head) else None


def _other_game(head: str) -> str | None:
    """The other game that a text is of, with what shows it."""
    sgf = _SGF.match(head)
    if sgf is not None:
        game = _SGF_GAME.search(head)
        name = "Go" if game is None or game[1] == _GO else "another game"
        return f"{name} in SGF (`{sgf[0].strip()}`)"
    shown = _CHESS_POSITION.search(head) or _CHESS_OPENING.search(head)
    moves = dict.fromkeys(move[0] for move in _CHESS_MOVE.finditer(head))
    if shown is None and len(moves) < _CHESS_MOVES:
        return None
    return f"chess (`{shown[0] if shown else next(iter(moves))}`)"


def _named_by_a_line(text: str, missing: Diagnostic) -> Diagnostic | None:
    """The diagnostic at the line that names the game otherwise than in a tag; None if there is none."""
    start = 0
    for line in text[:HEAD].splitlines(keepends=True)[:_LINES]:
        if _TURN.match(line):
            return None
        bare = line.strip()
        name = _NAME.fullmatch(bare) if len(bare) <= _LONGEST_LINE else None
        game = load_game(name["name"]) if name else None
        if name is not None and game is not None:
            at = start + line.index(bare)
            span = Span(at, at + len(bare))
            right = f'[Game "{game.info.title}"]'
            is_certain = name["tag"] is not None or not _COMMENT.match(bare)
            hint = f"write `{right}`"
            return replace(missing, span=span, hint=hint, fix=Fix(span, right) if is_certain else None)
        start += len(line)
    return None
