"""The long stories of the faults that Triumvirate finds, each with a wrong record and the same made right.

`pyrnot explain` prints them. No rule is applied here.
"""

from __future__ import annotations

from pyrnot.games.triumvirate.codes import Codes
from pyrnot.rulebook import Explanation

_GAME = '[Game "Triumvirate"]\n'
_START = _GAME + '[RedCard "L_ M_ S_"]\n[BlueCard "L_ M_ S_"]\n\n'
_FLAT = "L_,M_,S_|-,-,-"


def _setup(board: str, blue_card: str = _FLAT, red_holds: str = "-") -> str:
    """The tags of a record that begins on `board` with Red to move and Red's card all flat."""
    return f'{_GAME}[Setup "{board} r {_FLAT} {blue_card} {red_holds} -"]\n\n'


_TWO_SMALLS = "8/7,Sb/8/7,Sb/8/7,Lr/8/8"
"""A red Large on h3, two blue Smalls in its way on h5 and h7."""

FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.BAD_CARD,
        rule="T1",
        story=(
            "A card has three sections, O, D and L, and on each lies one pyramid of the seat's triumvirate: one "
            "Large, one Medium and one Small, each flat (_) or upright (^). Here a size is named twice, so "
            "another is missing, or there are not three pyramids. Write three different sizes in the order O, D, "
            "L. The tags RedCard and BlueCard, and the cards in Setup, are judged alike."
        ),
        wrong=_START + "1. <L_ M_ M^>; Lh1-h2; Lh2-h3; Lh3-h4\n",
        right=_START + "1. <L_ M_ S^>; Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.WRONG_MANNER,
        rule="T2",
        story=(
            "A pyramid moves in the manner of the section on which one of its size lies flat on the mover's card: "
            "O is straight, D diagonal, L a knight's jump. Here a pyramid of that size does lie flat, but on "
            "another section than this move asks for. Move in the manner of its section, or lay the card anew "
            "first in the turn."
        ),
        wrong=_START + "1. Lh1-g2; Lg2-g3; Lg3-g4\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NO_FLAT_PYRAMID,
        rule="T3",
        story=(
            "A size moves only if a pyramid of that size lies flat on the mover's card, hostages counted. Here "
            "every one of that size there stands upright: it protects its size, but does not let it move. Lay one "
            "flat first in the turn, or move another size."
        ),
        wrong=_START + "1. <L^ M_ S_>; Lh1-h2; Lh2-h3; Lh3-h4\n",
        right=_START + "1. <L_ M_ S^>; Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.MISSING_TAG,
        rule="T6",
        story=(
            "Both seats choose their cards before the game, so the record must say what they chose: the tags "
            "RedCard and BlueCard give the pyramids on O, D and L. Without both there is no position to play "
            "from, and no turn is judged. Only a record with Setup needs neither, for the position string has the "
            "cards."
        ),
        wrong=_GAME + '[RedCard "L_ M_ S_"]\n\n1. Lh1-h2; Lh2-h3; Lh3-h4\n',
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.TAG_AGAINST_SETUP,
        rule="T6",
        story=(
            "A position string in Setup has both cards, and it decides. A RedCard or BlueCard tag beside it that "
            "shows another triumvirate is an error, since one of the two must be a slip. The turns are judged by "
            "Setup. Take the tag out, or correct it."
        ),
        wrong=_GAME + f'[RedCard "L^ M^ S^"]\n[Setup "8/8/8/8/8/8/8/7,Lr r {_FLAT} {_FLAT} - -"]\n\n*\n',
        right=_GAME + f'[RedCard "L_ M_ S_"]\n[Setup "8/8/8/8/8/8/8/7,Lr r {_FLAT} {_FLAT} - -"]\n\n*\n',
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="T7",
        story=(
            "The mover may lay its card anew first in its turn, and only then: what lies on it holds for the "
            "whole turn. Here the card is written behind another action, or a second time. Write it first."
        ),
        wrong=_START + "1. Lh1-h2; <L_ M^ S_>; Lh2-h3; Lh3-h4\n",
        right=_START + "1. <L_ M^ S_>; Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NO_POINTS,
        rule="T8",
        story=(
            "A turn has as many points as pyramids lay on the mover's card when it began: three, and one for each "
            "hostage. Each move and each placing costs one. Here they are used up before this action. Leave out "
            "what is too much."
        ),
        wrong=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4; Lh4-h5\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="T8",
        story=(
            "A move begins on a square with a pyramid of the mover's. Here nothing stands on the square named. "
            "Mostly one square is misspelt, or the pyramid moved earlier in the turn."
        ),
        wrong=_START + "1. Lh1-h2; Lh1-h3; Lh3-h4\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NOT_YOURS,
        rule="T8",
        story=(
            "A point moves a pyramid of one's own. Here the square named holds the opponent's. Name a square with "
            "a pyramid of the seat to move; if the turn is the other seat's, a turn is missing before it."
        ),
        wrong=_START + "1. La8-a7; La7-a6; La6-a5\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.WRONG_SQUARE,
        rule="T8",
        story=(
            "A pyramid of the reserve comes onto one of the mover's three starting squares: h1, g1 and f1 are "
            "Red's, a8, b8 and c8 are Blue's. Here it is placed elsewhere. Place it on a vacant starting square; "
            "its size need not be the one that began there."
        ),
        wrong=_START + "1. Lh1-h2; +Lh3; Lh2-g2\n",
        right=_START + "1. Lh1-h2; +Lh1; Lh2-g2\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="T8",
        story=(
            "A pyramid of the reserve needs a vacant starting square: a placing never captures, and whose pyramid "
            "stands there is all one. Move that one away first, or place on another starting square."
        ),
        wrong=_START + "1. +Sg1; Mg1-f2; Lh1-h2\n",
        right=_START + "1. Mg1-f2; +Sg1; Lh1-h2\n",
    ),
    Explanation(
        code=Codes.RESERVE_EMPTY,
        rule="T8",
        story=(
            "Each seat owns five pyramids of each size: one on its card, the others on the board, in the reserve, "
            "or taken by the opponent. Here the reserve has none left of the size placed. Place another size, or "
            "move."
        ),
        wrong=_setup("Lb,7/8/8/8/8/8/Sr,Sr,Sr,5/5,Sr,Mr,Lr") + "1. Lh1-h2; +Sh1; Lh2-h3\n",
        right=_setup("Lb,7/8/8/8/8/8/Sr,Sr,Sr,5/5,Sr,Mr,Lr") + "1. Lh1-h2; +Mh1; Lh2-h3\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="T9",
        story=(
            "`pass` says that not even the first point can be used. So it stands alone in its turn, or behind a "
            "card laid anew, and only once. Here it stands beside a move, a placing, a hostage or another pass. "
            "If points were used and none of the rest can be, the turn just stops: the rest is lost without a "
            "word."
        ),
        wrong=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4; pass\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.POINTS_LEFT,
        rule="T9",
        story=(
            "Points must be used as long as the card then chosen lets some point be used, by a move or by a "
            "placing. Here the turn stops, or comes to its hostages, with points left that could be used. Use "
            "them; or choose a card first that lets nothing more move."
        ),
        wrong=_START + "1. Lh1-h2; Lh2-h3\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NOTHING_DONE,
        rule="T9",
        story=(
            "Laying the card anew uses no point and is no turn by itself. Behind it stand moves and placings, or "
            "`pass` if with that card no point can be used. Here nothing stands there. Write what was played, or "
            "`pass`."
        ),
        wrong=_START + "1. <L^ M^ S^>\n",
        right=_START + "1. <L^ M^ S^>; pass\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="T9",
        story=(
            "A seat passes only if, with the card then chosen, it cannot use even its first point: nothing may "
            "move, and nothing can be placed. Here something can. Use the points; or lay a card first that lets "
            "nothing move, which is allowed."
        ),
        wrong=_START + "1. <L^ M^ S_>; pass\n",
        right=_START + "1. <L^ M^ S^>; pass\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_MOVE,
        rule="T10",
        story=(
            "There are three manners of moving: O is one or two squares along a rank or file, D one or two "
            "squares along a diagonal, L a knight's jump. No manner leads from the one square of this move to the "
            "other. A longer way takes several points, each an action of its own."
        ),
        wrong=_START + "1. Lh1-h4; Lh4-h5; Lh5-h6\n",
        right=_START + "1. Lh1-h3; Lh3-h4; Lh4-h5\n",
    ),
    Explanation(
        code=Codes.BLOCKED,
        rule="T10",
        story=(
            "A straight or diagonal move of two squares needs its middle square empty. Here a pyramid stands "
            "there, and it makes no difference whose. Go round it, move it away first, or jump: a move in manner "
            "L passes over anything."
        ),
        wrong=_START + "1. Lh1-f1; Lf1-f2; Lf2-f3\n",
        right=_START + "1. Lh1-h2; Lh2-f2; Lf2-f3\n",
    ),
    Explanation(
        code=Codes.CAPTURE_FORBIDDEN,
        rule="T11",
        story=(
            "An upright pyramid on the defender's card protects its size: such pyramids can be captured only by a "
            "move in that section's manner (with several upright ones, hostages counted, in any of their "
            "manners). Here the capture is made in another manner. Capture in the manner that the defender's card "
            "shows, or something else."
        ),
        wrong=_setup("8/8/8/7,Sb/8/6,Lr,1/8/8", "L_,M_,S^|-,-,-") + "1. Lg3-h3; Lh3xSh5; Lh5-h6\n",
        right=_setup("8/8/8/7,Sb/8/6,Lr,1/8/8", "L_,M_,S^|-,-,-") + "1. <S_ M_ L_>; Lg3xSh5; Lh5-f4; Lf4-d3\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="T11",
        story=(
            "A move ends on an empty square or on an opponent's pyramid that may be captured, never on one's own. "
            "Here one of the mover's own stands on the square. Move that one away first, or go elsewhere."
        ),
        wrong=_START + "1. Lh1-g1; Lg1-g2; Lg2-g3\n",
        right=_START + "1. Mg1-f2; Lh1-g1; Lg1-g2\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="T13",
        story=(
            "Prisoners are made hostages at the end of the turn. Here a move or a placing stands behind a "
            "hostage. Write all moves and placings first, then the hostages, in any order among themselves."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3xSh5; HD=S_; Lh5-g5; Lg5-f5\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5; HD=S_\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PRISONER,
        rule="T13",
        story=(
            "Only a prisoner taken in this same turn may be made a hostage; one that was held before stays held. "
            "Here no prisoner of that size was taken in this turn, or all of them are hostages already. Name a "
            "size that was captured, or leave the hostage out: the prisoner is then held."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5; HD=M_\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5; HD=S_\n",
    ),
    Explanation(
        code=Codes.PLACE_TAKEN,
        rule="T14",
        story=(
            "Each section of a card has one hostage place, and in one turn each place is named at most once. A "
            "new prisoner may take the place of a hostage from an earlier turn, which is then held, but not of "
            "one made a moment ago. Name another section, or leave one prisoner held."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5xSh7; Lh7-g7; HD=S_; HD=S^\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5xSh7; Lh7-g7; HD=S_; HL=S^\n",
    ),
    Explanation(
        code=Codes.AFTER_WIN,
        rule="T15",
        story=(
            "A seat wins at once when it holds two prisoners of each size, those of the running turn among them. "
            "The turn ends there, with points left or not, and nothing may follow in it, no hostage either. Here "
            "an action stands behind the one that won. Leave it out and write the result."
        ),
        wrong=_setup("8/8/8/7,Sb/8/7,Lr/8/8", red_holds="LLMMS") + "1. Lh3xSh5; Lh5-h6\nRed wins\n",
        right=_setup("8/8/8/7,Sb/8/7,Lr/8/8", red_holds="LLMMS") + "1. Lh3xSh5\nRed wins\n",
    ),
    Explanation(
        code=Codes.WRONG_SIZE,
        rule="T17",
        story=(
            "A move names the size of the pyramid that moves. Here another size stands on the square, so the size "
            "or the square is a slip, and pyrnot does not guess which. Write what really moved."
        ),
        wrong=_START + "1. Mh1-h2; Lh2-h3; Lh3-h4\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="T17",
        story=(
            "`x` says that the move captures, and a size behind it says what. Here the square is empty, or "
            "another size stands there. Write `-` for a move to an empty square, and behind `x` the size that was "
            "captured (or none: `fmt` adds it)."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3xMh5; Lh5-g5; Lg5-f5\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5\n",
    ),
    Explanation(
        code=Codes.CLAIM_MISSING,
        rule="T17",
        story=(
            "A move to an empty square is written with `-`, a capture with `x`, so that no capture is overlooked. "
            "Here an opponent's pyramid stands where the move ends. Write `x`."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3-h5; Lh5-g5; Lg5-f5\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5\n",
    ),
)
