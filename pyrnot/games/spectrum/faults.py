"""Explanations of Spectrum's diagnostics, each with a wrong record and the same record put right.

`pyrnot explain` prints them.
"""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.spectrum.codes import Codes

_GAME = '[Game "Spectrum"]\n'
_GOALS_TAG = '[Goals "SrMkLw SoMoLi SaMtLy"]\n'
_START = f"{_GAME}{_GOALS_TAG}\n"
_GOALS = "SrMkLw/SoMoLi/SaMtLy"


def _setup(*stashes: str, goals: str = _GOALS, tags: str = "") -> str:
    """The tags of a record that begins with these stashes, the indicator clockwise, and A to move."""
    return f'{_GAME}{tags}[Setup "roygcbpiwakt + {"/".join(stashes)} {goals} A"]\n\n'


_IDLE = "Lg,Lg,Lg"
"""A stash that plays no part in the example and is worth more than 6 pips."""
_NEARLY = _setup("Sr,Mw,Mk,Lt,Lt,Lt", _IDLE)
"""With `M(w)=L` A gets the three pyramids of goal 1."""
_ONE_LACKS = _setup("Mr,Lt,Lt", "So,So,So,Lg,Lg", "Lp,Lp,Lp")
"""The spectrum has one orange Small, and B the other three."""

FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.BAD_SEATS,
        rule="S1",
        story=(
            "Write 2, 3 or 4 in the tag Seats. Without the tag, the game has seats up to the last one with a name "
            "tag, and at least two. Here the value is something else, so there is no starting position and no turn is "
            "judged."
        ),
        wrong=f'{_GAME}[Seats "5"]\n{_GOALS_TAG}\n1. M(r)>SS(o)\n',
        right=f'{_GAME}[Seats "4"]\n{_GOALS_TAG}\n1. M(r)>SS(o)\n',
    ),
    Explanation(
        code=Codes.BAD_CIRCLE,
        rule="S1",
        story=(
            "The tag Circle lists the twelve colours clockwise: each letter of roygcbpiwakt exactly once. Here a "
            "letter is missing, repeated or unknown. Leave the tag out for the usual order."
        ),
        wrong=f'{_GAME}[Circle "roygcbpiwakk"]\n{_GOALS_TAG}\n1. M(r)>SS(o)\n',
        right=f'{_GAME}[Circle "roygcbpiwakt"]\n{_GOALS_TAG}\n1. M(r)>SS(o)\n',
    ),
    Explanation(
        code=Codes.TAG_AGAINST_SETUP,
        rule="S1",
        story=(
            "The position string in Setup shows the seats, the circle and the goals, and it takes precedence. Here a "
            "Seats, Circle or Goals tag contradicts it, so one of the two is wrong. Correct it, or leave the tag out. "
            "The turns are judged by Setup."
        ),
        wrong=_setup("Mr,Lt,Lt", _IDLE, tags='[Seats "3"]\n') + "1. M(r)>SS(o)\n",
        right=_setup("Mr,Lt,Lt", _IDLE, tags='[Seats "2"]\n') + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="S2",
        story=(
            "The game has four pyramids of each size and colour, in the stashes and the spectrum together. Here the "
            "stashes of Setup alone hold more than four of one kind. Correct the position string."
        ),
        wrong=_setup("Mr,So,So,So,Lt,Lt", "So,So,Lg,Lg") + "1. M(r)=L\n",
        right=_setup("Mr,So,So,Lt,Lt", "So,So,Lg,Lg") + "1. M(r)=L\n",
    ),
    Explanation(
        code=Codes.GOALS_MISSING,
        rule="S5",
        story=(
            "Three goals are drawn at the start, and only the record can tell which. Add the tag Goals. Without it "
            "there is no starting position. A record with Setup does not need it, because the position string has the "
            "goals."
        ),
        wrong=f"{_GAME}\n1. M(r)>SS(o)\n",
        right=f"{_START}1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.BAD_GOALS,
        rule="S5",
        story=(
            "The tag Goals lists three goals separated by spaces, each a Small, a Medium and a Large with their "
            "colours: SrMkLw SoMoLi SaMtLy. The bag has one pyramid of each size and colour, so no two goals show the "
            "same one. Here the list has another form, or two goals share a pyramid."
        ),
        wrong=f'{_GAME}[Goals "SrMkLw SrMoLi SaMtLy"]\n\n1. M(r)>SS(o)\n',
        right=f"{_START}1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="S5",
        story=(
            "The goals are drawn from a bag with one pyramid of each size and colour, so no two goals can show the "
            "same one. Here two goals of Setup do. Correct the position string."
        ),
        wrong=_setup("Mr,Lt,Lt", _IDLE, goals="SrMkLw/SrMoLi/SaMtLy") + "1. M(r)>SS(o)\n",
        right=_setup("Mr,Lt,Lt", _IDLE) + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="S6",
        story=(
            "A turn is one exchange or one upconversion, then a conversion if the stash matches a goal. Here a second "
            "exchange or upconversion follows. Move it to a later turn."
        ),
        wrong=_START + "1. M(r)>SS(o); M(y)>SS(g)\n",
        right=_START + "1. M(r)>SS(o)\n2. M(y)>SS(g)\n",
    ),
    Explanation(
        code=Codes.WRONG_COLOUR,
        rule="S6",
        story=(
            "Pyramids can be exchanged only for the next colour in the indicator's direction. Clockwise, that is the "
            "one to the right in the circle; the first colour follows the last. Each conversion turns the indicator "
            "around. Here another colour is taken."
        ),
        wrong=_START + "1. M(r)>SS(y)\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.UNEQUAL,
        rule="S6",
        story=(
            "An exchange takes as many pips as it gives: a Small is worth 1, a Medium 2, a Large 3. Here the sums "
            "differ. Add or remove pyramids on one side."
        ),
        wrong=_START + "1. M(r)>SSS(o)\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.SAME_SIZE,
        rule="S6",
        story=(
            "In an exchange no size may be both given and taken, even if the pips are equal. Here one is. Take other "
            "sizes for the same pips."
        ),
        wrong=_START + "1. M(r)>M(o)\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="S6",
        story=(
            "The pyramids given in an exchange must be in the mover's own stash. Here it does not have as many of "
            "this size and colour. `pyrnot show` prints all stashes."
        ),
        wrong=_START + "1. L(r)>SSS(o)\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="S6",
        story=(
            "A conversion comes at the end of the turn, after its exchange or upconversion. Here there is none before "
            "it. A match left over from an earlier turn waits for the end of the seat's next turn; write the "
            "conversion there."
        ),
        wrong=_NEARLY + "1. G1=SpMpLp; M(w)=L\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.NO_ACTION,
        rule="S6",
        story=(
            "A turn must be an exchange, an upconversion or, for a seat that can do neither, a pass. Here nothing was "
            "done. No record shows this error, because a turn without an action cannot be written; only a program "
            "that ends a turn too early meets it."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=Codes.WRONG_SIZE,
        rule="S7",
        story=(
            "An upconversion gives one Small for a Medium, or one Medium for a Large, of the same colour. Here the "
            "sizes are others, or several pyramids are given."
        ),
        wrong=_START + "1. M(r)=S\n",
        right=_START + "1. M(r)=L\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="S7",
        story=(
            "The pyramid that is upconverted must be in the mover's own stash. Here the stash has none of this size "
            "and colour. `pyrnot show` prints all stashes."
        ),
        wrong=_START + "1. S(r)=M\n",
        right=_START + "1. M(r)=L\n",
    ),
    Explanation(
        code=Codes.NOT_ENOUGH,
        rule="S8",
        story=(
            "Pyramids are taken from the spectrum and, if it does not have enough, from the stashes of other seats. "
            "Your own stash does not count. Here all of these together do not have as many of this size and colour. "
            "Take something else."
        ),
        wrong=_setup("Mr,Lr,Lr,Lr,Lr", _IDLE) + "1. M(r)=L\n",
        right=_setup("Mr,Lr,Lr,Lr,Lr", _IDLE) + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_SEAT,
        rule="S8",
        story=(
            "After `@` comes a seat from whose stash pyramids are taken. Here it is one that does not play in this "
            "game. The tag Seats, the name tags or the stashes of Setup decide which seats do."
        ),
        wrong=_ONE_LACKS + "1. M(r)>SS(o)@D:S\n",
        right=_ONE_LACKS + "1. M(r)>SS(o)@B:S\n",
    ),
    Explanation(
        code=Codes.OWN_STASH,
        rule="S8",
        story=(
            "Pyramids that the spectrum lacks are taken from the stashes of other seats. Here the mover's own seat "
            "follows `@`. Name another seat, or none if only one can give them."
        ),
        wrong=_ONE_LACKS + "1. M(r)>SS(o)@A:S\n",
        right=_ONE_LACKS + "1. M(r)>SS(o)@B:S\n",
    ),
    Explanation(
        code=Codes.NAMED_TWICE,
        rule="S8",
        story=(
            "Name each seat once, with all the sizes that it gives: `@B:SS`. Here a seat is named twice. Write its "
            "sizes together."
        ),
        wrong=_setup("Mr,Lt,Lt", "So,So,So,So,Lg,Lg") + "1. M(r)>SS(o)@B:S@B:S\n",
        right=_setup("Mr,Lt,Lt", "So,So,So,So,Lg,Lg") + "1. M(r)>SS(o)@B:SS\n",
    ),
    Explanation(
        code=Codes.TOO_MANY_NAMED,
        rule="S8",
        story=(
            "Name only as many pyramids as the spectrum lacks; what it has is taken from there. Here the named seats "
            "give more than that."
        ),
        wrong=_ONE_LACKS + "1. M(r)>SS(o)@B:SS\n",
        right=_ONE_LACKS + "1. M(r)>SS(o)@B:S\n",
    ),
    Explanation(
        code=Codes.TOO_FEW_NAMED,
        rule="S8",
        story=(
            "For each size that the spectrum lacks, the named seats must give exactly as many as are missing; or no "
            "seat is named for it, if the mover has no choice. Here some are named, but too few. Name the rest too, "
            "or none if only one seat can give them."
        ),
        wrong=_setup("Mr,Lt,Lt", "So,So,So,So,Lg,Lg") + "1. M(r)>SS(o)@B:S\n",
        right=_setup("Mr,Lt,Lt", "So,So,So,So,Lg,Lg") + "1. M(r)>SS(o)@B:SS\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="S8",
        story=(
            "A seat named after `@` gives pyramids from its stash. Here its stash does not have as many of this size "
            "and colour. Name a seat that has them."
        ),
        wrong=_ONE_LACKS + "1. M(r)>SS(o)@C:S\n",
        right=_ONE_LACKS + "1. M(r)>SS(o)@B:S\n",
    ),
    Explanation(
        code=Codes.AMBIGUOUS,
        rule="S8",
        story=(
            "The spectrum lacks some of the pyramids taken, and several stashes could give them. The mover chooses "
            "which, so name the seats: `@B:S@C:S`. pyrnot does not guess. Seats may be left out only if there is no "
            "choice."
        ),
        wrong=_setup("Mr,Lt,Lt", "So,So,Lg,Lg", "So,So,Lp,Lp") + "1. M(r)>SS(o)\n",
        right=_setup("Mr,Lt,Lt", "So,So,Lg,Lg", "So,So,Lp,Lp") + "1. M(r)>SS(o)@B:S@C:S\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="S9",
        story=(
            "A pass must be the only action of its turn, and it converts nothing. Here it is written beside another "
            "action. Leave it out: a turn with an exchange or an upconversion needs no pass."
        ),
        wrong=_START + "1. M(r)>SS(o); pass\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="S9",
        story=(
            "A seat may pass only if it can neither exchange nor upconvert. Here it can, even if it gains little by "
            "it. The message names one such action."
        ),
        wrong=_START + "1. pass\n",
        right=_START + "1. M(r)>SS(o)\n",
    ),
    Explanation(
        code=Codes.SECOND_ACTION,
        rule="S10",
        story=(
            "Only one goal can be converted in a turn. A second match waits for the end of the seat's next turn. "
            "Leave the second conversion out."
        ),
        wrong=_NEARLY + "1. M(w)=L; G1=SpMpLp; G2=SbMbLb\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_GOAL,
        rule="S10",
        story=(
            "There are three goals, numbered 1 to 3 in the order of the tag Goals. A new goal takes the number of the "
            "one that it replaces. Here another number is written."
        ),
        wrong=_NEARLY + "1. M(w)=L; G4=SpMpLp\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.NO_MATCH,
        rule="S10",
        story=(
            "A goal can be converted only if the mover's stash holds its three pyramids at the end of the turn, after "
            "the exchange or upconversion. Here one is missing. Write the number of a goal that the stash matches, or "
            "leave the conversion out."
        ),
        wrong=_NEARLY + "1. M(w)=L; G2=SpMpLp\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.DRAW_MISSING,
        rule="S10",
        story=(
            "Write the new goal that was drawn after the conversion: `G1=SpMpLp`. It may be left out only if the "
            "conversion ends the game, because it leaves the mover's stash with 6 pips or less."
        ),
        wrong=_NEARLY + "1. M(w)=L; G1\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.WRONG_DRAW,
        rule="S10",
        story=(
            "A new goal is a Small, a Medium and a Large, in this order, drawn from the bag. The bag has one pyramid "
            "of each size and colour, except those that the other two goals show. Here a pyramid is named that cannot "
            "have been in the bag, or the sizes are wrong."
        ),
        wrong=_NEARLY + "1. M(w)=L; G1=SoMpLp\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.CONVERSION_MISSING,
        rule="S10",
        story=(
            "If the mover's stash holds the three pyramids of a goal at the end of the turn, one such goal must be "
            "converted. Here no conversion is written, and pyrnot cannot know the goal that was drawn. Add it, as in "
            "`; G1=SpMpLp`."
        ),
        wrong=_NEARLY + "1. M(w)=L\n",
        right=_NEARLY + "1. M(w)=L; G1=SpMpLp\n",
    ),
    Explanation(
        code=Codes.AFTER_WIN,
        rule="S11",
        story=(
            "A seat whose stash is worth 6 pips or less wins at once, even if it got there because pyramids were "
            "taken from it. A win by the exchange ends the turn, so nothing is converted. Here a conversion follows. "
            "Leave it out, and write the result."
        ),
        wrong=_setup("Mr,Lt,Lt", "So,So,So,So,Lg") + "1. M(r)>SS(o)@B:SS; G1=SpMpLp\nB wins\n",
        right=_setup("Mr,Lt,Lt", "So,So,So,So,Lg") + "1. M(r)>SS(o)@B:SS\nB wins\n",
    ),
)
