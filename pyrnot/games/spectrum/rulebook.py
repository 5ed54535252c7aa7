"""The rules of Spectrum in players' words, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.rulebook import Form, Rule, Rulebook

RULEBOOK = Rulebook(
    summary=(
        "Two to four seats, A to D, exchange pyramids round a circle of twelve colours: so many pips of one colour "
        "against as many of the next. Three goals can be given back for nothing. The first stash of 6 pips or less "
        "wins."
    ),
    rules=(
        Rule(
            "S1",
            "The tag Seats says how many play, 2 to 4; without it, seats play up to the last that has a name, at "
            "least two. The tag Circle lists the colours clockwise; without it they are red, orange, yellow, "
            "green, cyan, blue, purple, pink, white, grey, black and clear. A Setup decides, and these tags and "
            "Goals must agree with it.",
        ),
        Rule(
            "S2",
            "One pyramid of each size and colour, 36 in all, is in the bag. Four of each are in the game; a Setup "
            "whose stashes hold more is an error.",
        ),
        Rule(
            "S3",
            "Each seat begins with a Medium of every colour. The rest is the spectrum: of each colour four Smalls, "
            "four Larges, and as many Mediums as seats are missing to four.",
        ),
        Rule(
            "S4",
            "The indicator points clockwise at first: the next colour is the one to the right in Circle, and after "
            "the last comes the first. Counter-clockwise it is the one to the left.",
        ),
        Rule(
            "S5",
            "Three goals are drawn from the bag, each a Small, a Medium and a Large of any colours. The tag Goals "
            "says which; only a record with a Setup needs none. What is drawn is out of the bag, so no two goals "
            "have the same pyramid.",
        ),
        Rule(
            "S6",
            "A turn is one exchange or one upconversion. Exchange: give one or more pyramids of one colour, and "
            "take pyramids of the next colour in the indicator's direction, worth as many pips. No size may be "
            "both given and taken. You give what your stash has. Nothing is converted without an exchange or "
            "upconversion before it.",
        ),
        Rule(
            "S7",
            "Upconversion: give one Small for a Medium, or one Medium for a Large, of the same colour. You give "
            "what your stash has.",
        ),
        Rule(
            "S8",
            "What you give goes to the spectrum. What you take comes from the spectrum as far as it has that size "
            "and colour; only what is then missing comes from other stashes, and you choose from which. You cannot "
            "take more than all these hold. The seats named give, of each size, just as many as are missing; where "
            "you have no choice you need not name them.",
        ),
        Rule(
            "S9",
            "A seat that can neither exchange nor upconvert passes; nobody else may. A pass is the turn's only "
            "action and converts nothing.",
            is_ruling=True,
        ),
        Rule(
            "S10",
            "If your stash then holds the three pyramids of a goal, one such goal is converted (you choose which): "
            "its three pyramids go from your stash to the spectrum, the goal goes back to the bag, a new goal is "
            "drawn, and the indicator turns round. The new goal is a Small, a Medium and a Large that neither "
            "other goal shows; the old goal's own may come again. You must convert, and once in a turn; a match "
            "left over waits for the end of your next turn.",
        ),
        Rule(
            "S11",
            "A seat whose stash is worth 6 pips or less wins at once. This is judged after the exchange and again "
            "after the whole conversion. If several stashes fall so low together, the mover is first, then the "
            "seats after it. A win by the exchange ends the turn, and nothing is converted. A Setup is judged too: "
            "there the seat before the one to move counts as the mover.",
        ),
        Rule("S12", "As many passes in a row as there are seats are a draw.", is_ruling=True),
    ),
    notation=(
        Form("MM(r)>LS(o)", "two red Mediums are exchanged for an orange Large and Small"),
        Form("MM(r)>LS(o)@B:L", "the same, the Large taken from B's stash"),
        Form("MM(r)>LS(o)@B:L@C:S", "the Large taken from B's stash, the Small from C's"),
        Form("M(b)=L", "a blue Medium is upconverted to a Large"),
        Form("M(b)=L@C", "the same, the Large taken from C's stash"),
        Form("G2=SrMkLw", "after the exchange: goal 2 is converted, and this is the new goal 2"),
        Form("G2", "goal 2 is converted, and that ends the game"),
        Form("pass", "the seat can do nothing"),
        Form('[Seats "3"]', "A, B and C play"),
        Form('[Circle "roygcbpiwakt"]', "the colours clockwise"),
        Form('[Goals "SrMkLw SoMoLi SaMtLy"]', "the three goals at the start"),
    ),
    position=(
        "The circle, the indicator (+ is clockwise, - counter-clockwise), the stashes of A, B ... with / between, "
        "the goals with / between, the seat to move (the next one after the last turn too), and p1, p2 ... after "
        "passes in a row. A stash lists its "
        "pyramids in circle order, then S, M, L, with commas; an empty one is -, and so is a goal that was not "
        "drawn again. Colours: r red, o orange, y yellow, g green, c cyan, b blue, p purple, i pink, w white, a "
        "grey, k black, t clear."
    ),
    position_example="roygcbpiwakt - Sg,Lb,Mw,Lk/Mi,Mi,Li,Sa,Ma,Sk,Mk SyMkLo/SwMgLr/SgMtLb A",
)
