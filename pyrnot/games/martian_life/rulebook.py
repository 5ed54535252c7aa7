"""The rules of Martian Life in players' words, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.core.rulebook import Form, Rule, Rulebook

RULEBOOK = Rulebook(
    summary=(
        "Red and Yellow place Smalls on an 8x8 board and promote them. After each turn every pyramid with too few or "
        "too many neighbours dies, wave after wave. The first seat to have more than 15 points, and more than the "
        "other seat, wins."
    ),
    rules=(
        Rule("ML1", "The game begins with red Smalls on d5 and e4 and yellow Smalls on e5 and d4."),
        Rule(
            "ML2",
            "Each seat has a stash of five trios: five Smalls, five Mediums and five Larges of its colour. The tag "
            'Trios changes the number (1 to 21), and "unlimited" removes the limit. Pyramids that are not on the board '
            "are in the stash; replaced and culled pyramids return to it. A turn cannot use a pyramid that the stash "
            "lacks, and the starting position cannot show more pyramids of a size than a stash holds, so a game with "
            "one trio needs a Setup.",
            is_ruling=True,
        ),
        Rule(
            "ML3",
            "A turn is one action. Place a Small from your stash on any empty square, replace one of your Smalls with "
            "a Medium from your stash, or replace one of your Mediums with a Large from your stash. Nothing else is "
            "allowed: you cannot place a Medium or a Large, skip a size, or make a pyramid smaller.",
        ),
        Rule(
            "ML4",
            "A pyramid's neighbours are the pyramids of either colour on the squares around it, up to eight. A Small "
            "lives with 1 to 3 neighbours, a Medium with 3 to 5, a Large with 5 to 7. Any other pyramid is dying.",
        ),
        Rule(
            "ML5",
            "After the action all dying pyramids are removed together; this is a wave. Waves follow one another until "
            "no pyramid is dying. You may make a turn that kills the pyramid you placed. If a record writes any wave "
            "of a turn, it must write all of them, each with exactly the pyramids it removed. A Setup with a dying "
            "pyramid is an error.",
        ),
        Rule(
            "ML6",
            "Then points are counted: 3 for a Large, 2 for a Medium, 1 for a Small. A seat with more than 15 points "
            "and more than the other seat wins, whoever made the turn. This applies to a Setup too, which may show a "
            "finished game.",
        ),
        Rule("ML7", "An empty board after a turn, or in a Setup, is a draw."),
        Rule(
            "ML8",
            "A seat must pass if it can do nothing: it has no Small in its stash or there is no empty square, and it "
            "has no Small or Medium on the board with the next size in its stash. Otherwise it may not pass. Two "
            "passes in a row are a draw.",
            is_ruling=True,
        ),
    ),
    notation=(
        Form("Sc4", "place a Small on c4"),
        Form("Sd4=M", "replace the Small on d4 with a Medium"),
        Form("Md4=L", "replace the Medium on d4 with a Large"),
        Form(
            "Sc4 XSe5,Md4 XSe4",
            "the waves that follow: an X and its pyramids, in any order, for each wave; optional",
        ),
        Form("pass", "the seat can do nothing"),
        Form('[Trios "3"]', 'each stash has three trios; "unlimited" removes the limit'),
    ),
    position=(
        "The board from rank 8 down to rank 1, then the seat to move, r or y (after the last turn too, it is the seat "
        "whose turn would come next), then p after a pass or pp after two in a row. A pyramid is its size and colour "
        "(Sr, My); a number is a run of that many empty squares."
    ),
    position_example="8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 r",
)
