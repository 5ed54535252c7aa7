"""The rules of Martian Life in players' words, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.rulebook import Form, Rule, Rulebook

RULEBOOK = Rulebook(
    summary=(
        "Two seats, Red and Yellow, place Smalls on an 8x8 board and promote them. After each turn every pyramid "
        "with too few or too many neighbours dies, wave after wave. More than 15 points, and more than the other "
        "seat, win."
    ),
    rules=(
        Rule("ML1", "At the start a red Small stands on d5 and on e4, a yellow Small on e5 and on d4."),
        Rule(
            "ML2",
            "Each seat has a stash of five trios: five Smalls, five Mediums and five Larges of its colour. The tag "
            'Trios sets another number, 1 to 21, and "unlimited" lifts the limit. What is not on the board is in '
            "the stash; replaced and culled pyramids go back there. A turn cannot use a pyramid that the stash has "
            "not, and a start cannot show more of a size than the stash holds: one trio needs a Setup.",
            is_ruling=True,
        ),
        Rule(
            "ML3",
            "A turn is one action: place a Small from the stash on any empty square, replace a Small of your own "
            "by a Medium from the stash, or replace a Medium of your own by a Large from the stash. Nothing else: "
            "no Medium or Large is placed, no size is skipped, nothing gets smaller.",
        ),
        Rule(
            "ML4",
            "A pyramid's neighbours are the pyramids of either colour on the up to eight squares around it. A "
            "Small lives with 1 to 3, a Medium with 3 to 5, a Large with 5 to 7. Any other pyramid is dying.",
        ),
        Rule(
            "ML5",
            "After the action all dying pyramids are removed together: a wave. Then the board is judged again, "
            "until nothing is dying. You may play so that what you placed dies. If a record writes any wave of a "
            "turn, it writes all of them, each with just the pyramids that it removed. A Setup with a dying "
            "pyramid is an error.",
        ),
        Rule(
            "ML6",
            "Then the points are counted: a Large is 3, a Medium 2, a Small 1. A seat with more than 15 points and "
            "more than the other seat has won, whoever moved. A Setup is judged too: it may show a game that is "
            "over.",
        ),
        Rule("ML7", "An empty board after a turn, or in a Setup, is a draw."),
        Rule(
            "ML8",
            "A seat passes if it can do nothing: it has no Small in its stash or there is no empty square, and it "
            "has no Small or Medium on the board for which its stash has the next size. Nobody else may pass. Two "
            "passes in a row are a draw.",
            is_ruling=True,
        ),
    ),
    notation=(
        Form("Sc4", "a Small is placed on c4"),
        Form("Sd4=M", "the Small on d4 is replaced by a Medium"),
        Form("Md4=L", "the Medium on d4 is replaced by a Large"),
        Form(
            "Sc4 XSe5,Md4 XSe4",
            "the waves culled, each an X with its pyramids in any order; may be left out altogether",
        ),
        Form("pass", "the seat can do nothing"),
        Form('[Trios "3"]', 'each stash has three trios; "unlimited" lifts the limit'),
    ),
    position=(
        "The board from rank 8 to rank 1, then the seat to move, r or y (the next one after the last turn too); "
        "then p after a passed turn, pp after two in a row. A pyramid is its size and colour (Sr, My), a number is "
        "that many empty squares."
    ),
    position_example="8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 r",
)
