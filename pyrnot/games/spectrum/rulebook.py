"""The rules and notation of Spectrum, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.core.rulebook import Form, Rule, Rulebook

RULEBOOK = Rulebook(
    summary=(
        "Two to four seats, A to D, exchange pyramids around a circle of twelve colours: pips of one colour for as "
        "many of the next. Three goals can be given back for nothing. The first seat whose stash is worth 6 pips or "
        "less wins."
    ),
    rules=(
        Rule(
            "S1",
            "The tag Seats gives the number of seats, 2 to 4; without it, seats play up to the last one with a name, "
            "at least two. The tag Circle lists the colours clockwise; without it they are red, orange, yellow, green, "
            "cyan, blue, purple, pink, white, grey, black and clear. A Setup takes precedence: these tags and Goals "
            "must agree with it.",
        ),
        Rule(
            "S2",
            "One pyramid of each size and colour, 36 in all, is in the bag. Four of each are in the game; a Setup "
            "whose stashes hold more is an error.",
        ),
        Rule(
            "S3",
            "Each seat begins with a Medium of every colour. All other pyramids are the spectrum: four Smalls and four "
            "Larges of each colour, and the Mediums that the seats do not have (two, one or none for 2, 3 or 4 seats).",
        ),
        Rule(
            "S4",
            "The indicator points clockwise at first: the next colour is the one to the right in Circle, and the first "
            "follows the last. Counter-clockwise, it is the one to the left.",
        ),
        Rule(
            "S5",
            "Three goals are drawn from the bag, each a Small, a Medium and a Large of any colours. The tag Goals "
            "names them; only a record with a Setup does not need it. Drawn pyramids are out of the bag, so no two "
            "goals show the same one.",
        ),
        Rule(
            "S6",
            "A turn is one exchange or one upconversion. Exchange: give one or more pyramids of one colour from your "
            "stash, and take pyramids of the next colour in the indicator's direction, worth as many pips. No size may "
            "be both given and taken. Nothing can be converted without an exchange or upconversion before it.",
        ),
        Rule(
            "S7",
            "Upconversion: give one Small from your stash for a Medium, or one Medium for a Large, of the same colour.",
        ),
        Rule(
            "S8",
            "Pyramids that you give go to the spectrum. Those that you take come from the spectrum as far as it has "
            "that size and colour; only the missing ones come from other stashes, and you choose which. You cannot "
            "take more than all these hold. For each size, the seats you name give exactly as many as are missing; "
            "you need not name them if you have no choice.",
        ),
        Rule(
            "S9",
            "A seat that can neither exchange nor upconvert passes; no other seat may. A pass is the only action of "
            "its turn and converts nothing.",
            is_ruling=True,
        ),
        Rule(
            "S10",
            "If your stash then holds the three pyramids of a goal, one such goal is converted (you choose which): "
            "its three pyramids go from your stash to the spectrum, the goal goes back to the bag, a new goal is "
            "drawn, and the indicator turns around. The new goal is a Small, a Medium and a Large that neither of the "
            "other goals shows; those of the old goal may come again. Converting is not optional, and happens once in "
            "a turn; a match left over waits for the end of your next turn.",
        ),
        Rule(
            "S11",
            "A seat whose stash is worth 6 pips or less wins at once. This is judged after the exchange, and again "
            "after the complete conversion. If several stashes fall that low together, the mover comes first, then the "
            "seats after it. A win by the exchange ends the turn, and nothing is converted. A Setup is judged too: "
            "there the seat before the one to move counts as the mover.",
        ),
        Rule("S12", "If every seat passes in a row, the game is a draw.", is_ruling=True),
    ),
    notation=(
        Form("MM(r)>LS(o)", "two red Mediums are exchanged for an orange Large and Small"),
        Form("MM(r)>LS(o)@B:L", "the same, with the Large taken from B's stash"),
        Form("MM(r)>LS(o)@B:L@C:S", "the same, with the Large taken from B's stash and the Small from C's"),
        Form("M(b)=L", "a blue Medium is upconverted to a Large"),
        Form("M(b)=L@C", "the same, with the Large taken from C's stash"),
        Form("G2=SrMkLw", "after the exchange, goal 2 is converted, and this is the new goal 2"),
        Form("G2", "goal 2 is converted, which ends the game"),
        Form("pass", "the seat can do nothing"),
        Form('[Seats "3"]', "A, B and C play"),
        Form('[Circle "roygcbpiwakt"]', "the colours clockwise"),
        Form('[Goals "SrMkLw SoMoLi SaMtLy"]', "the three goals at the start"),
    ),
    position=(
        "The circle, the indicator (+ is clockwise, - counter-clockwise), the stashes from A on separated by /, the "
        "goals separated by /, the seat to move (after the last turn, too, the next one), and after passes in a row "
        "p1, p2 and so on. A stash lists its pyramids in circle order, then S, M, L, separated by commas; - is an "
        "empty one, or a goal that was not drawn again. Stashes and the pyramids "
        "of a goal are read in any order. Colours: r red, o orange, y yellow, g green, c cyan, b blue, p purple, "
        "i pink, w white, a grey, k black, t clear."
    ),
    position_example="roygcbpiwakt - Sg,Lb,Mw,Lk/Mi,Mi,Li,Sa,Ma,Sk,Mk SyMkLo/SwMgLr/SgMtLb A",
)
