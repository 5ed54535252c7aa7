"""The rules of Triumvirate in players' words, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.rulebook import Form, Rule, Rulebook

RULEBOOK = Rulebook(
    summary=(
        "Two seats, Red and Blue, on an 8x8 board. What lies on a seat's card says how its pyramids move and how "
        "they can be captured. Whoever holds two prisoners of each size wins."
    ),
    rules=(
        Rule(
            "T1",
            "Each seat has a card with three sections: O (orthogonal), D (diagonal), L (L-shaped). On each lies one "
            "pyramid of the seat's triumvirate, one Large, one Medium and one Small of its own, flat (_) or upright "
            "(^).",
        ),
        Rule(
            "T2",
            "A flat pyramid lets the seat's pyramids of its size move in its section's manner. An upright one lets "
            "the seat's pyramids of its size be captured only by a move in its section's manner.",
        ),
        Rule(
            "T3",
            "Hostages can put several pyramids of one size on a card. With several flat ones any of their manners "
            "serves to move, with none that size cannot move. With several upright ones a capture in any of their "
            "manners is allowed (a ruling), with none any capture is.",
            is_ruling=True,
        ),
        Rule("T4", "A card is written by section, in the order O, D, L."),
        Rule(
            "T5",
            "Each seat owns five trios. One is on its card. One begins on its starting squares: Red's Large on h1, "
            "Medium on g1, Small on f1; Blue's Large on a8, Medium on b8, Small on c8. Three are its reserve.",
        ),
        Rule(
            "T6",
            "The tags RedCard and BlueCard give the cards at the start, and are public. Both are required unless "
            "Setup gives the cards; a tag that then says otherwise is an error. Random games and perft without tags "
            "begin with both cards L_ M_ S_.",
        ),
        Rule(
            "T7",
            "First in your turn you may lay your triumvirate anew: any order, each flat or upright. Hostages stay as "
            "they are. The card is written first, and left out if nothing changes.",
        ),
        Rule(
            "T8",
            "Your turn has as many points as there are pyramids on your card: 3, and one for each hostage that is "
            "there when the turn begins. A point moves one of your pyramids, or places one of any size from the "
            "reserve on a vacant starting square of yours; the size need not be the one that began there (a ruling). "
            "A pyramid may use several points.",
            is_ruling=True,
        ),
        Rule(
            "T9",
            "You must use points as long as one can be used with the card that you chose. When none can, the rest is "
            "lost. You may choose any card, even one that lets nothing move (a ruling). This is judged before the "
            "turn's hostages, which open nothing in this turn. If you cannot use even the first point, you pass, "
            "after your card if you laid it anew.",
            is_ruling=True,
        ),
        Rule(
            "T10",
            "O: one or two squares along a rank or file. D: one or two squares along a diagonal. L: a knight's jump. "
            "A move of two squares needs the middle one empty (a ruling); an L move jumps.",
            is_ruling=True,
        ),
        Rule(
            "T11",
            "A move ends on an empty square or on an opponent's pyramid that may be captured, by its owner's card "
            "with the hostages there; never on a pyramid of your own. A placing never captures.",
        ),
        Rule("T12", "A captured pyramid is a prisoner of the captor."),
        Rule(
            "T13",
            "At the end of your turn each prisoner taken in it may be made a hostage: put on the hostage place of a "
            "section, flat or upright. Each section has one such place (a ruling). There it counts like a pyramid of "
            "your card: at once for captures, from your next turn on for moves and points. Other prisoners are held.",
            is_ruling=True,
        ),
        Rule(
            "T14",
            "A hostage never moves or turns again. A new prisoner may take its place; the old hostage is then held. "
            "One new prisoner replaces at most one hostage, and no place is named twice in a turn (a ruling).",
            is_ruling=True,
        ),
        Rule(
            "T15",
            "You win at once when you hold at least two prisoners of each size. Hostages do not count; prisoners of "
            "the running turn do until they are made hostages, and a hostage does as soon as it is replaced. This is "
            "judged after each action. The turn ends there: nothing may follow in it, no hostage either (a ruling).",
            is_ruling=True,
        ),
        Rule(
            "T16",
            "A pass by each seat in a row is a draw. There is no other draw but by agreement.",
            is_ruling=True,
        ),
        Rule(
            "T17",
            "A move names its pyramid's size and both squares, with - to an empty square and x for a capture. A "
            "wrong size, also of the captured pyramid, and a wrong sign are errors.",
        ),
    ),
    notation=(
        Form("<L_ M^ S_>", "the card, first in its turn: a flat Large on O, an upright Medium on D, a flat Small on L"),
        Form("Lh1-h3", "the Large on h1 moves to h3"),
        Form("Mg1xSf2", "the Medium on g1 captures the Small on f2; Mg1xf2 is read too"),
        Form("+Sg1", "a Small of the reserve is placed on g1"),
        Form("pass", "no point can be used; only a card stands beside it"),
        Form("HD=M_", "a Medium taken this turn becomes the hostage of D, flat; last in its turn"),
        Form('[RedCard "L_ M^ S_"]', "Red's card at the start"),
        Form('[BlueCard "L_ M_ S_"]', "Blue's card at the start"),
    ),
    position=(
        "The board from rank 8 to rank 1, the seat to move (r or b; the next one after the last turn too), Red's "
        "card, Blue's card, the prisoners that Red holds, those that Blue holds; then p after a pass, pp after one "
        "by each. A pyramid is its size and colour (Sr, Lb), a number is that many empty squares. A card is its "
        "triumvirate, then its hostages (- for none), by section. Held prisoners are sizes, largest first, or - for "
        "none. The reserve is what is left of 15. More than five of a size, or two seats that have won, are an error."
    ),
    position_example="Lb,Mb,Sb,5/8/8/5,Lr,2/8/8/8/5,Sr,Mr,1 b L_,M^,S_|-,S^,- L_,M_,S_|-,-,- LMS -",
)
