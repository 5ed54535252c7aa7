"""The rules of Triumvirate in players' words, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.core.rulebook import Form, Rule, Rulebook

RULEBOOK = Rulebook(
    summary=(
        "Red and Blue play on an 8x8 board. The pyramids on a seat's card decide how its pyramids on the board move "
        "and how they can be captured. The first seat to hold two prisoners of each size wins."
    ),
    rules=(
        Rule(
            "T1",
            "Each seat has a card with three sections: O (orthogonal), D (diagonal) and L (L-shaped). Each section has "
            "one pyramid of the seat's triumvirate, which is one Large, one Medium and one Small of its colour, each "
            "flat (_) or upright (^).",
        ),
        Rule(
            "T2",
            "A flat pyramid lets the seat's pyramids of its size move in the manner of its section. An upright pyramid "
            "means that the seat's pyramids of its size can be captured only by a move in the manner of its section.",
        ),
        Rule(
            "T3",
            "With hostages, a card can have several pyramids of one size. If several are flat, the size can move in "
            "any of their manners; if none is, it cannot move. If several are upright, the size can be captured in any "
            "of their manners (a ruling); if none is, in any manner.",
            is_ruling=True,
        ),
        Rule("T4", "A card is written by section, in the order O, D, L."),
        Rule(
            "T5",
            "Each seat owns five trios. One is on its card. One begins on its starting squares: for Red a Large on h1, "
            "a Medium on g1 and a Small on f1; for Blue a Large on a8, a Medium on b8 and a Small on c8. The other "
            "three are its reserve.",
        ),
        Rule(
            "T6",
            "The tags RedCard and BlueCard give the cards at the start, which are public. Both tags are required "
            "unless Setup gives the cards; a tag that then contradicts it is an error. Random games and perft without "
            "these tags begin with both cards L_ M_ S_.",
        ),
        Rule(
            "T7",
            "At the start of your turn you may rearrange your triumvirate, in any order, each pyramid flat or upright. "
            "Hostages stay as they are. Write the card first; leave it out if nothing changes.",
        ),
        Rule(
            "T8",
            "Your turn has as many points as there are pyramids on your card when it begins: 3, plus 1 for each "
            "hostage. A point moves one of your pyramids on the board, or places a pyramid of any size from your "
            "reserve on a vacant starting square of yours; it need not be the size that began there (a ruling). A "
            "pyramid may use several points.",
            is_ruling=True,
        ),
        Rule(
            "T9",
            "You must use points as long as one can be used with the card you chose. When none can, the rest are lost. "
            "You may choose any card, even one that lets nothing move (a ruling). This is judged before the turn's "
            "hostages, which make nothing possible in this turn. If you cannot use even the first point, you pass, "
            "after your card if you rearranged it.",
            is_ruling=True,
        ),
        Rule(
            "T10",
            "O: one or two squares along a rank or file. D: one or two squares along a diagonal. L: a knight's jump. "
            "The middle square of a two-square O or D move must be empty (a ruling); an L move jumps.",
            is_ruling=True,
        ),
        Rule(
            "T11",
            "A move ends on an empty square, or on an opponent's pyramid that its owner's card, hostages included, "
            "lets you capture; never on a pyramid of yours. A placing never captures.",
        ),
        Rule("T12", "A captured pyramid becomes a prisoner of the seat that captured it."),
        Rule(
            "T13",
            "At the end of your turn you may make each prisoner taken in it a hostage: put it on the hostage place of "
            "a section, flat or upright. Each section has one such place (a ruling). A hostage counts like a pyramid "
            "of your card: for captures at once, for moves and points from your next turn on. Other prisoners are "
            "held.",
            is_ruling=True,
        ),
        Rule(
            "T14",
            "A hostage never moves or turns again. A new prisoner may take its place; the old hostage is then held. "
            "One new prisoner replaces at most one hostage, and no place is used twice in a turn (a ruling).",
            is_ruling=True,
        ),
        Rule(
            "T15",
            "You win as soon as you hold at least two prisoners of each size. Hostages do not count. Prisoners taken "
            "in the running turn count until they become hostages, and a hostage counts as soon as it is replaced. "
            "This is judged after each action. The turn ends there, and nothing may follow in it, not even a hostage "
            "(a ruling).",
            is_ruling=True,
        ),
        Rule(
            "T16",
            "If both seats pass in a row, the game is a draw. The only other draw is by agreement.",
            is_ruling=True,
        ),
        Rule(
            "T17",
            "A move names the size of its pyramid and both squares, with - to an empty square and x for a capture, "
            "which also names the captured size. A wrong size, of either pyramid, and a wrong sign are errors.",
        ),
    ),
    notation=(
        Form("<L_ M^ S_>", "the card, first in its turn: a flat Large on O, an upright Medium on D, a flat Small on L"),
        Form("Lh1-h3", "the Large on h1 moves to h3"),
        Form("Mg1xSf2", "the Medium on g1 captures the Small on f2; Mg1xf2 is read too"),
        Form("+Sg1", "a Small from the reserve is placed on g1"),
        Form("pass", "no point can be used; only a card may come before it"),
        Form("HD=M_", "a Medium captured this turn becomes the hostage on D, flat; last in its turn"),
        Form('[RedCard "L_ M^ S_"]', "Red's card at the start"),
        Form('[BlueCard "L_ M_ S_"]', "Blue's card at the start"),
    ),
    position=(
        "The board from rank 8 down to rank 1, the seat to move (r or b; after the last turn too, it is the seat whose "
        "turn would come next), Red's card, Blue's card, the prisoners Red holds, the prisoners Blue holds, then p "
        "after a pass or pp after a pass by each. A pyramid is its size and colour (Sr, Lb); a number is a run of that "
        "many empty squares. A card is its triumvirate, then its hostages (- for none), by section. Held prisoners are "
        "sizes, largest first (read in any order), or - for none. The reserve is the rest of each seat's 15 pyramids. "
        "It is an error if a seat has more than five of a size, or if both seats have won."
    ),
    position_example="Lb,Mb,Sb,5/8/8/5,Lr,2/8/8/8/5,Sr,Mr,1 b L_,M^,S_|-,S^,- L_,M_,S_|-,-,- LMS -",
)
