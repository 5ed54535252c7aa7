"""The long stories of the faults that Spectrum finds, each with a wrong record and the same made right.

`pyrnot explain` prints them. No rule is applied here.
"""

from __future__ import annotations

from pyrnot.games.spectrum.codes import Codes
from pyrnot.rulebook import Explanation

_GAME = '[Game "Spectrum"]\n'
_GOALS_TAG = '[Goals "SrMkLw SoMoLi SaMtLy"]\n'
_START = f"{_GAME}{_GOALS_TAG}\n"
_GOALS = "SrMkLw/SoMoLi/SaMtLy"


def _setup(*stashes: str, goals: str = _GOALS, tags: str = "") -> str:
    """The tags of a record that begins with these stashes, the indicator clockwise and A to move."""
    return f'{_GAME}{tags}[Setup "roygcbpiwakt + {"/".join(stashes)} {goals} A"]\n\n'


_IDLE = "Lg,Lg,Lg"
"""A stash that has no part in what is shown, and is worth more than 6 pips."""
_NEARLY = _setup("Sr,Mw,Mk,Lt,Lt,Lt", _IDLE)
"""`M(w)=L` gives A the three pyramids of goal 1."""
_ONE_LACKS = _setup("Mr,Lt,Lt", "So,So,So,Lg,Lg", "Lp,Lp,Lp")
"""The spectrum has one orange Small, B has the other three."""

FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.BAD_SEATS,
        rule="S1",
        story=(
            "The tag Seats says how many play: 2, 3 or 4. Without it those play up to the last seat that has a "
            "name tag, at least two. Here its value is something else, so there is no position to play from, and "
            "no turn is judged."
        ),
        wrong=f'{_GAME}[Seats "5"]\n{_GOALS_TAG}\n1. M(r)>SS(o)\n',
        right=f'{_GAME}[Seats "4"]\n{_GOALS_TAG}\n1. M(r)>SS(o)\n',
    ),
    Explanation(
        code=Codes.BAD_CIRCLE,
        rule="S1",
        story=(
            "The tag Circle lists the twelve colours in their order clockwise, each letter of roygcbpiwakt once. "
            "Here a letter is missing, is there twice or is none of these. Leave the tag out for the usual order."
        ),
        wrong=f'{_GAME}[Circle "roygcbpiwakk"]\n{_GOALS_TAG}\n1. M(r)>SS(o)\n',
        right=f'{_GAME}[Circle "roygcbpiwakt"]\n{_GOALS_TAG}\n1. M(r)>SS(o)\n',
    ),
    Explanation(
        code=Codes.TAG_AGAINST_SETUP,
        rule="S1",
        story=(
            "A position string in Setup shows how many seats play, the circle and the goals, and it decides. A "
            "Seats, Circle or Goals tag beside it that says otherwise is an error, since one of the two must be a "
            "slip. The turns are judged by Setup."
        ),
        wrong=_setup("Mr,Lt,Lt", _IDLE, tags='[Seats "3"]\n') + "1. M(r)>SS(o)\n",
        right=_setup("Mr,Lt,Lt", _IDLE, tags='[Seats "2"]\n') + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="S2",
        story=(
            "Four pyramids of each size and colour are in the game, in the stashes and the spectrum together. "
            "Here the stashes of Setup alone hold more than four of one kind. Correct the position string."
        ),
        wrong=_setup("Mr,So,So,So,Lt,Lt", "So,So,Lg,Lg") + "1. M(r)=L\n",
        right=_setup("Mr,So,So,Lt,Lt", "So,So,Lg,Lg") + "1. M(r)=L\n",
    ),
    Explanation(
        code=Codes.GOALS_MISSING,
        rule="S5",
        story=(
            "Three goals are drawn at the start, and nobody can know them but from the record: the tag Goals must "
            "give them. Without it there is no position to play from. Only a record with Setup does without, for "
            "the position string has the goals."
        ),
        wrong=f"{_GAME}\n1. M(r)>SS(o)\n",
        right=f"{_START}1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.BAD_GOALS,
        rule="S5",
        story=(
            "The tag Goals lists three goals with blanks between, each a Small, a Medium and a Large with their "
            "colours: SrMkLw SoMoLi SaMtLy. The bag has one pyramid of each size and colour, so no two goals show "
            "the same one. Here the form is another, or two goals share a pyramid."
        ),
        wrong=f'{_GAME}[Goals "SrMkLw SrMoLi SaMtLy"]\n\n1. M(r)>SS(o)\n',
        right=f"{_START}1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="S5",
        story=(
            "The goals are drawn from a bag that has one pyramid of each size and colour, so no two goals can "
            "show the same one. Here two goals of Setup do. Correct the position string."
        ),
        wrong=_setup("Mr,Lt,Lt", _IDLE, goals="SrMkLw/SrMoLi/SaMtLy") + "1. M(r)>SS(o)\n",
        right=_setup("Mr,Lt,Lt", _IDLE) + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="S6",
        story=(
            "A turn is one exchange or one upconversion, then a conversion if a goal is met. Here a second "
            "exchange or upconversion follows. It belongs to a later turn."
        ),
        wrong=_START + "1. M(r)>SS(o); M(y)>SS(g)\n",
        right=_START + "1. M(r)>SS(o)\n2. M(y)>SS(g)\n",
    ),
    Explanation(
        code=Codes.WRONG_COLOUR,
        rule="S6",
        story=(
            "Pyramids are exchanged for the next colour in the indicator's direction only: clockwise that is the "
            "one to the right in the circle, the last followed by the first. Each conversion turns the indicator "
            "round. Here another colour is taken."
        ),
        wrong=_START + "1. M(r)>SS(y)\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.UNEQUAL,
        rule="S6",
        story=(
            "In an exchange as many pips are taken as are given: a Small is worth 1, a Medium 2, a Large 3. Here "
            "the sums differ. Add or leave out pyramids on one side."
        ),
        wrong=_START + "1. M(r)>SSS(o)\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.SAME_SIZE,
        rule="S6",
        story=(
            "In an exchange no size may be both given and taken. Here one is, even if the pips are equal. Take "
            "other sizes for the same pips."
        ),
        wrong=_START + "1. M(r)>M(o)\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="S6",
        story=(
            "What is given in an exchange must lie in the mover's own stash. Here the stash has not that many of "
            "this size and colour. Look at what it holds: `pyrnot show` prints all stashes."
        ),
        wrong=_START + "1. L(r)>SSS(o)\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="S6",
        story=(
            "A conversion comes at the end of the turn, after its exchange or upconversion. Here there is none "
            "before it. A match that is left over from before waits for the end of the seat's next turn, and then "
            "stands behind that turn's exchange."
        ),
        wrong=_NEARLY + "1. G1=SpMpLp; M(w)=L\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.NO_ACTION,
        rule="S6",
        story=(
            "A turn is an exchange, an upconversion or, for a seat that can do neither, a pass. Nothing was done "
            "in this turn. No record shows this fault, for a turn without an action is no notation; a program "
            "that ends a turn too early meets it."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=Codes.WRONG_SIZE,
        rule="S7",
        story=(
            "An upconversion gives one Small for a Medium, or one Medium for a Large, of the same colour. Other "
            "sizes do not go, nor several at once. Here it is something else."
        ),
        wrong=_START + "1. M(r)=S\n",
        right=_START + "1. M(r)=L\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="S7",
        story=(
            "The pyramid that is upconverted must lie in the mover's own stash. Here the stash has none of this "
            "size and colour. Look at what it holds: `pyrnot show` prints all stashes."
        ),
        wrong=_START + "1. S(r)=M\n",
        right=_START + "1. M(r)=L\n",
    ),
    Explanation(
        code=Codes.NOT_ENOUGH,
        rule="S8",
        story=(
            "What is taken comes from the spectrum, and what is missing there from the stashes of other seats. "
            "Your own stash does not count. Here both together have not that many of this size and colour. Take "
            "something else."
        ),
        wrong=_setup("Mr,Lr,Lr,Lr,Lr", _IDLE) + "1. M(r)=L\n",
        right=_setup("Mr,Lr,Lr,Lr,Lr", _IDLE) + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_SEAT,
        rule="S8",
        story=(
            "Behind `@` stands a seat of this game from whose stash pyramids are taken. Here it is one that does "
            "not play. The tag Seats, the name tags or the stashes of Setup say which seats do."
        ),
        wrong=_ONE_LACKS + "1. M(r)>SS(o)@D:S\n",
        right=_ONE_LACKS + "1. M(r)>SS(o)@B:S\n",
    ),
    Explanation(
        code=Codes.OWN_STASH,
        rule="S8",
        story=(
            "What the spectrum lacks is taken from the stashes of other seats. Here the mover's own seat is named "
            "behind `@`. Name another seat, or none where only one can give it."
        ),
        wrong=_ONE_LACKS + "1. M(r)>SS(o)@A:S\n",
        right=_ONE_LACKS + "1. M(r)>SS(o)@B:S\n",
    ),
    Explanation(
        code=Codes.NAMED_TWICE,
        rule="S8",
        story=(
            "Each seat from which pyramids are taken is named once, with all sizes that it gives: `@B:SS`. Here "
            "one is named again. Write its sizes together."
        ),
        wrong=_setup("Mr,Lt,Lt", "So,So,So,So,Lg,Lg") + "1. M(r)>SS(o)@B:S@B:S\n",
        right=_setup("Mr,Lt,Lt", "So,So,So,So,Lg,Lg") + "1. M(r)>SS(o)@B:SS\n",
    ),
    Explanation(
        code=Codes.TOO_MANY_NAMED,
        rule="S8",
        story=(
            "What the spectrum has is taken from there; stashes give only what it lacks. Here the seats named "
            "give more than that. Name just as many pyramids as are missing."
        ),
        wrong=_ONE_LACKS + "1. M(r)>SS(o)@B:SS\n",
        right=_ONE_LACKS + "1. M(r)>SS(o)@B:S\n",
    ),
    Explanation(
        code=Codes.TOO_FEW_NAMED,
        rule="S8",
        story=(
            "Of each size that the spectrum lacks, the seats named give just as many as are missing; or no seat "
            "is named for it, where the mover has no choice. Here some are named, but too few. Name the rest as "
            "well, or none where only one seat can give them."
        ),
        wrong=_setup("Mr,Lt,Lt", "So,So,So,So,Lg,Lg") + "1. M(r)>SS(o)@B:S\n",
        right=_setup("Mr,Lt,Lt", "So,So,So,So,Lg,Lg") + "1. M(r)>SS(o)@B:SS\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="S8",
        story=(
            "A seat named behind `@` gives what its stash has. Here its stash has not that many of this size and "
            "colour. Name a seat that has them."
        ),
        wrong=_ONE_LACKS + "1. M(r)>SS(o)@C:S\n",
        right=_ONE_LACKS + "1. M(r)>SS(o)@B:S\n",
    ),
    Explanation(
        code=Codes.AMBIGUOUS,
        rule="S8",
        story=(
            "The spectrum lacks something that is taken, and several stashes could give it. The mover chooses "
            "which, so the record must say it: `@B:S@C:S`. pyrnot does not guess. Only where there is no choice "
            "may the seats be left out."
        ),
        wrong=_setup("Mr,Lt,Lt", "So,So,Lg,Lg", "So,So,Lp,Lp") + "1. M(r)>SS(o)\n",
        right=_setup("Mr,Lt,Lt", "So,So,Lg,Lg", "So,So,Lp,Lp") + "1. M(r)>SS(o)@B:S@C:S\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="S9",
        story=(
            "A pass is the only action of its turn: nothing stands before it, and it converts nothing. Here it "
            "stands beside another action. A turn with an exchange or an upconversion just ends; it needs no "
            "pass."
        ),
        wrong=_START + "1. M(r)>SS(o); pass\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="S9",
        story=(
            "A seat passes only if it can neither exchange nor upconvert. Here it can, even if that helps it "
            "little. Play it."
        ),
        wrong=_START + "1. pass\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="S10",
        story=(
            "One goal at most is converted in a turn. A second match waits for the end of the seat's next turn. "
            "Leave the second conversion out."
        ),
        wrong=_NEARLY + "1. M(w)=L; G1=SpMpLp; G2=SbMbLb\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_GOAL,
        rule="S10",
        story=(
            "There are three goals, numbered 1 to 3 in the order of the tag Goals; a new goal takes the number of "
            "the one that it replaces. Here another number is written."
        ),
        wrong=_NEARLY + "1. M(w)=L; G4=SpMpLp\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.NO_MATCH,
        rule="S10",
        story=(
            "A goal is converted if the mover's stash holds its three pyramids at the end of the turn, after the "
            "exchange or upconversion. Here one is missing. Write the number of a goal that is met, or no "
            "conversion."
        ),
        wrong=_NEARLY + "1. M(w)=L; G2=SpMpLp\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.DRAW_MISSING,
        rule="S10",
        story=(
            "After a conversion a new goal is drawn, and only the record can tell which: `G1=SpMpLp`. It may be "
            "left out only where the conversion ends the game, with 6 pips or less left in the mover's stash. "
            "Write the new goal."
        ),
        wrong=_NEARLY + "1. M(w)=L; G1\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.WRONG_DRAW,
        rule="S10",
        story=(
            "A new goal is a Small, a Medium and a Large, in this order, each drawn from the bag; the bag has one "
            "of each size and colour but for those that the other two goals show. Here a pyramid is named that "
            "cannot have been in the bag, or the sizes are others."
        ),
        wrong=_NEARLY + "1. M(w)=L; G1=SoMpLp\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.CONVERSION_MISSING,
        rule="S10",
        story=(
            "If the mover's stash holds the three pyramids of a goal at the end of the turn, one such goal must "
            "be converted: it is not a choice. Here no conversion is written, and the goal that was drawn cannot "
            "be known. Add it, such as `; G1=SpMpLp`."
        ),
        wrong=_NEARLY + "1. M(w)=L\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.AFTER_WIN,
        rule="S11",
        story=(
            "A seat whose stash is worth 6 pips or less wins at once, also one that was taken from. A win by the "
            "exchange ends the turn: nothing is converted. Here a conversion is written all the same. Leave it "
            "out and write the result."
        ),
        wrong=_setup("Mr,Lt,Lt", "So,So,So,So,Lg") + "1. M(r)>SS(o)@B:SS; G1=SpMpLp\nB wins\n",
        right=_setup("Mr,Lt,Lt", "So,So,So,So,Lg") + "1. M(r)>SS(o)@B:SS\nB wins\n",
    ),
)
