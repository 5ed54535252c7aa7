"""Players and seats: `Tom Reed (Rainbow)`, whose stash it is, and the mark of each seat."""

from __future__ import annotations

from reading import judge

from pyrnot.core.diagram import Diagram, Facts, Rack
from pyrnot.core.players import name_seats, named_seats, with_seat
from pyrnot.core.tags import Tags
from pyrnot.games import all_games
from pyrnot.play.line_tree import START, build_tree
from pyrnot.play.plies import name_players
from pyrnot.render.captions import Style, caption_of
from pyrnot.render.seats import seat_colours
from pyrnot.render.text.diagram import draw_text
from support import SAMPLES, replays_of

TEXT = '[Game "Martian Life"]\n[Red "Tom Reed"]\n[Yellow "Yellow"]\n\n1. Sf3 XSe4 XSf3\n*\n'


def test_players_are_named_before_their_seats() -> None:
    tags = Tags([("Rainbow", "Tom Reed"), ("Xeno", "Wim Oaks")])
    assert name_players(tags, ("Rainbow", "Xeno")) == "Tom Reed (Rainbow), Wim Oaks (Xeno)"
    assert name_players(Tags([("Rainbow", "Tom Reed")]), ("Rainbow", "Xeno")) == "Tom Reed (Rainbow), Xeno"
    assert name_players(Tags([("Rainbow", "Rainbow"), ("Xeno", "Xeno")]), ("Rainbow", "Xeno")) == ""
    assert with_seat("Xeno", {}) == "Xeno"


def test_a_seat_is_not_named_twice() -> None:
    assert named_seats(Tags([("Red", "Ann"), ("Yellow", "Yellow")]), ("Red", "Yellow")) == {"Red": "Ann"}


def test_a_question_mark_names_no_player() -> None:
    assert named_seats(Tags([("Red", " Ann "), ("Yellow", "?")]), ("Red", "Yellow")) == {"Red": "Ann"}
    text = draw_text(build_tree(judge(TEXT.replace("Tom Reed", "??"))).node(START).diagram)
    assert "To move: Red" in text
    assert "Red's stash" in text


def test_diagrams_name_the_players() -> None:
    text = draw_text(build_tree(judge(TEXT)).node(START).diagram)
    assert "To move: Tom Reed (Red)" in text
    assert "Tom Reed's stash (Red):" in text
    assert "Yellow's stash:" in text
    named = name_seats(Diagram((Facts((("To move", "A"),)), Rack("A's stash (24 pips)", ()))), {"A": "Ann"})
    assert named == Diagram((Facts((("To move", "Ann (A)"),)), Rack("Ann's stash (A, 24 pips)", ())))


def test_the_winner_is_named() -> None:
    text = '[Game "Braces"]\n[White "Ann"]\n[Black "Ben"]\n[Setup "Lr,4/5/5/5/4,Lw w"]\n\n*\n'
    ended = build_tree(judge(text)).ending
    assert ended.startswith("Ann (White) wins: "), ended


def test_a_game_that_a_result_ended_has_nobody_to_move() -> None:
    def drawn(text: str, turn: int = 0) -> str:
        return draw_text(build_tree(judge(text)).node(turn).diagram)

    assert "To move: Tom Reed (Red)" in drawn(TEXT, START)
    assert "To move: Yellow" in drawn(TEXT)
    resigned = TEXT.replace("*", "Yellow resigns")
    assert "To move: Tom Reed (Red)" in drawn(resigned, START), "only after the last turn"
    assert drawn(resigned).startswith("Ended: Yellow resigns")
    assert "To move: Yellow" in drawn(TEXT.replace("*", "Red wins")), "the rules say otherwise"
    assert drawn('[Game "Braces"]\n\nBlack resigns\n', START).startswith("Ended: Black resigns")


def test_a_picture_of_the_last_turn_says_how_the_game_ended() -> None:
    """However much the turn did: the words about that are shortened."""
    for path, ended in (
        ("triumvirate/hostages.pyr", "Ottilie (Red) wins: "),
        ("braces/resigned.pyr", "Black resigns"),
    ):
        line_tree = build_tree(replays_of(SAMPLES / path)[0])
        first, last = (line_tree.node(line_tree.record.main_line[at]) for at in (0, -1))
        said = "\n".join(caption_of(line_tree, last, Style.POST).lines)
        assert ended in said, said
        assert ended not in "\n".join(caption_of(line_tree, first, Style.POST).lines)


def test_every_seat_of_a_game_has_a_colour_of_its_own() -> None:
    for game in all_games():
        colours = seat_colours(game.info.seats)
        assert len(set(colours.values())) == len(game.info.seats), game.info.id
    assert seat_colours(("White", "Black")) == {"White": "white", "Black": "black"}
