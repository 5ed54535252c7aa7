"""What `pyrnot explain` prints of Triumvirate's diagnostics: each code with a wrong and a right record."""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.triumvirate.codes import Codes

_GAME = '[Game "Triumvirate"]\n'
_START = _GAME + '[RedCard "L_ M_ S_"]\n[BlueCard "L_ M_ S_"]\n\n'
_FLAT = "L_,M_,S_|-,-,-"


def _setup(board: str, blue_card: str = _FLAT, red_holds: str = "-") -> str:
    """The tags of a record that begins on `board` with Red to move and Red's card all flat."""
    return f'{_GAME}[Setup "{board} r {_FLAT} {blue_card} {red_holds} -"]\n\n'


_TWO_SMALLS = "8/7,Sb/8/7,Sb/8/7,Lr/8/8"
"""A red Large on h3 and blue Smalls on h5 and h7."""

FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.BAD_CARD,
        rule="T1",
        story=(
            "A card has one pyramid of the seat's triumvirate on each of its sections O, D and L: one Large, one "
            "Medium and one Small, each flat (_) or upright (^). Here a size occurs twice, or there are not three "
            "pyramids. Write three different sizes in the order O, D, L. This applies to the tags RedCard and "
            "BlueCard and to the cards in Setup too."
        ),
        wrong=_START + "1. <L_ M_ M^>; Lh1-h2; Lh2-h3; Lh3-h4\n",
        right=_START + "1. <L_ M_ S^>; Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.WRONG_MANNER,
        rule="T2",
        story=(
            "A pyramid moves in the manner of a section on which a pyramid of its size lies flat on the mover's card: "
            "O is straight, D diagonal, L a knight's jump. Here a pyramid of that size lies flat, but on another "
            "section than the move needs. Move in the manner of its section, or rearrange the card at the start of the "
            "turn."
        ),
        wrong=_START + "1. Lh1-g2; Lg2-g3; Lg3-g4\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NO_FLAT_PYRAMID,
        rule="T3",
        story=(
            "A size can move only if a pyramid of that size, hostages included, lies flat on the mover's card. Here "
            "all of them are upright: they protect their size but do not let it move. Lay one flat at the start of "
            "the turn, or move another size."
        ),
        wrong=_START + "1. <L^ M_ S_>; Lh1-h2; Lh2-h3; Lh3-h4\n",
        right=_START + "1. <L_ M_ S^>; Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.MISSING_TAG,
        rule="T6",
        story=(
            "Both seats choose their cards before the game, so a record needs the tags RedCard and BlueCard, which "
            "give the pyramids on O, D and L. Without both there is no starting position and no turn is judged. Add "
            "the missing tag. Only a record with Setup needs neither, because its position string has the cards."
        ),
        wrong=_GAME + '[RedCard "L_ M_ S_"]\n\n1. Lh1-h2; Lh2-h3; Lh3-h4\n',
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.TAG_AGAINST_SETUP,
        rule="T6",
        story=(
            "The position string in Setup has both cards and takes precedence. A RedCard or BlueCard tag with a "
            "different triumvirate is an error, because one of the two must be a slip. The turns are judged by Setup. "
            "Correct the tag or remove it."
        ),
        wrong=_GAME + f'[RedCard "L^ M^ S^"]\n[Setup "8/8/8/8/8/8/8/7,Lr r {_FLAT} {_FLAT} - -"]\n\n*\n',
        right=_GAME + f'[RedCard "L_ M_ S_"]\n[Setup "8/8/8/8/8/8/8/7,Lr r {_FLAT} {_FLAT} - -"]\n\n*\n',
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="T7",
        story=(
            "The mover may rearrange its card only at the start of its turn, and the card then applies to the whole "
            "turn. Here a card comes after another action, or a second time. Write it first, and only once."
        ),
        wrong=_START + "1. Lh1-h2; <L_ M^ S_>; Lh2-h3; Lh3-h4\n",
        right=_START + "1. <L_ M^ S_>; Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NO_POINTS,
        rule="T8",
        story=(
            "A turn has as many points as there are pyramids on the mover's card when the turn begins: three, plus "
            "one for each hostage. Each move and each placing costs a point. Here all points are used before this "
            "action. Remove the surplus actions."
        ),
        wrong=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4; Lh4-h5\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PYRAMID,
        rule="T8",
        story=(
            "A move starts on a square with one of the mover's pyramids, but this square is empty. Check the spelling "
            "of the square; the pyramid may also have moved earlier in the turn."
        ),
        wrong=_START + "1. Lh1-h2; Lh1-h3; Lh3-h4\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NOT_YOURS,
        rule="T8",
        story=(
            "A point moves one of the mover's pyramids, but the pyramid on this square is the opponent's. Name a "
            "square with one of the mover's pyramids. If the other seat made this turn, a turn is missing before it."
        ),
        wrong=_START + "1. La8-a7; La7-a6; La6-a5\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.WRONG_SQUARE,
        rule="T8",
        story=(
            "A pyramid from the reserve is placed on one of the mover's three starting squares: h1, g1 and f1 for "
            "Red, a8, b8 and c8 for Blue. This square is not one of them. Choose a vacant starting square; the size "
            "need not be the one that began there."
        ),
        wrong=_START + "1. Lh1-h2; +Lh3; Lh2-g2\n",
        right=_START + "1. Lh1-h2; +Lh1; Lh2-g2\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="T8",
        story=(
            "A pyramid from the reserve needs a vacant starting square: a placing never captures, whichever seat owns "
            "the pyramid on the square. Move that pyramid away first, or choose another starting square."
        ),
        wrong=_START + "1. +Sg1; Mg1-f2; Lh1-h2\n",
        right=_START + "1. Mg1-f2; +Sg1; Lh1-h2\n",
    ),
    Explanation(
        code=Codes.RESERVE_EMPTY,
        rule="T8",
        story=(
            "Each seat owns five pyramids of each size: one on its card, the others on the board, in its reserve or "
            "captured by the opponent. Here the reserve has none left of this size. Place another size, or move."
        ),
        wrong=_setup("Lb,7/8/8/8/8/8/Sr,Sr,Sr,5/5,Sr,Mr,Lr") + "1. Lh1-h2; +Sh1; Lh2-h3\n",
        right=_setup("Lb,7/8/8/8/8/8/Sr,Sr,Sr,5/5,Sr,Mr,Lr") + "1. Lh1-h2; +Mh1; Lh2-h3\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="T9",
        story=(
            "A `pass` means that not even the first point can be used, so it is the only action of its turn except "
            "for a card before it. Here the turn also has a move, a placing, a hostage or another pass. Remove the "
            "`pass`: if some points were used and no more can be, the turn simply ends and the rest are lost."
        ),
        wrong=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4; pass\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.POINTS_LEFT,
        rule="T9",
        story=(
            "Points must be used as long as a move or a placing is possible with the card chosen for the turn. Here "
            "the turn ends, or comes to its hostages, with points left that could be used. Use them, or begin the "
            "turn with a card that lets nothing move."
        ),
        wrong=_START + "1. Lh1-h2; Lh2-h3\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.NOTHING_DONE,
        rule="T9",
        story=(
            "Rearranging the card uses no point and is not a turn in itself. Moves and placings must follow it, or "
            "`pass` if no point can be used with that card. Here nothing follows. Add what was played, or `pass`."
        ),
        wrong=_START + "1. <L^ M^ S^>\n",
        right=_START + "1. <L^ M^ S^>; pass\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="T9",
        story=(
            "A seat may pass only if it cannot use even its first point with the card chosen for the turn: nothing "
            "can move and nothing can be placed. Here something can. Use the points, or begin the turn with a card "
            "that lets nothing move, which is allowed."
        ),
        wrong=_START + "1. <L^ M^ S_>; pass\n",
        right=_START + "1. <L^ M^ S^>; pass\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_MOVE,
        rule="T10",
        story=(
            "There are three manners of moving: O is one or two squares along a rank or file, D one or two squares "
            "along a diagonal, L a knight's jump. None of them leads from the first square of this move to the "
            "second. To go further, use several points and write each move as an action."
        ),
        wrong=_START + "1. Lh1-h4; Lh4-h5; Lh5-h6\n",
        right=_START + "1. Lh1-h3; Lh3-h4; Lh4-h5\n",
    ),
    Explanation(
        code=Codes.BLOCKED,
        rule="T10",
        story=(
            "The middle square of a straight or diagonal move of two squares must be empty. Here a pyramid is on it, "
            "and it does not matter whose. Go round it, move it away first, or jump: a move in manner L passes over "
            "other pyramids."
        ),
        wrong=_START + "1. Lh1-f1; Lf1-f2; Lf2-f3\n",
        right=_START + "1. Lh1-h2; Lh2-f2; Lf2-f3\n",
    ),
    Explanation(
        code=Codes.CAPTURE_FORBIDDEN,
        rule="T11",
        story=(
            "An upright pyramid on the defender's card protects its size: pyramids of that size can be captured only "
            "in the manner of its section, or, if several of that size are upright (hostages included), in any of "
            "their manners. This capture is in another manner. Capture in a manner that the defender's card allows, "
            "or capture something else."
        ),
        wrong=_setup("8/8/8/7,Sb/8/6,Lr,1/8/8", "L_,M_,S^|-,-,-") + "1. Lg3-h3; Lh3xSh5; Lh5-h6\n",
        right=_setup("8/8/8/7,Sb/8/6,Lr,1/8/8", "L_,M_,S^|-,-,-") + "1. <S_ M_ L_>; Lg3xSh5; Lh5-f4; Lf4-d3\n",
    ),
    Explanation(
        code=Codes.OCCUPIED,
        rule="T11",
        story=(
            "A move ends on an empty square or on an opponent's pyramid that may be captured, but never on one of the "
            "mover's pyramids. Here the mover has a pyramid on the square. Move that one away first, or go elsewhere."
        ),
        wrong=_START + "1. Lh1-g1; Lg1-g2; Lg2-g3\n",
        right=_START + "1. Mg1-f2; Lh1-g1; Lg1-g2\n",
    ),
    Explanation(
        code=Codes.WRONG_ORDER,
        rule="T13",
        story=(
            "Prisoners become hostages at the end of the turn, but here a move or a placing follows a hostage. Write "
            "all moves and placings first, then the hostages in any order."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3xSh5; HD=S_; Lh5-g5; Lg5-f5\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5; HD=S_\n",
    ),
    Explanation(
        code=Codes.NO_SUCH_PRISONER,
        rule="T13",
        story=(
            "Only a prisoner captured in the same turn can become a hostage; those captured earlier stay held. Here "
            "no prisoner of that size was captured this turn, or all of them are hostages already. Name a size that "
            "was captured, or remove the hostage: the prisoner is then held."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5; HD=M_\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5; HD=S_\n",
    ),
    Explanation(
        code=Codes.PLACE_TAKEN,
        rule="T14",
        story=(
            "Each section of a card has one hostage place, and each place can be used only once in a turn. A new "
            "prisoner may replace a hostage from an earlier turn, which is then held, but not one from the same turn. "
            "Name another section, or leave one prisoner held."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5xSh7; Lh7-g7; HD=S_; HD=S^\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5xSh7; Lh7-g7; HD=S_; HL=S^\n",
    ),
    Explanation(
        code=Codes.AFTER_WIN,
        rule="T15",
        story=(
            "A seat wins as soon as it holds two prisoners of each size, including those captured in the running "
            "turn. The turn ends there, even with points left, and nothing may follow in it, not even a hostage. Here "
            "an action follows the one that won. Remove it and write the result."
        ),
        wrong=_setup("8/8/8/7,Sb/8/7,Lr/8/8", red_holds="LLMMS") + "1. Lh3xSh5; Lh5-h6\nRed wins\n",
        right=_setup("8/8/8/7,Sb/8/7,Lr/8/8", red_holds="LLMMS") + "1. Lh3xSh5\nRed wins\n",
    ),
    Explanation(
        code=Codes.WRONG_SIZE,
        rule="T17",
        story=(
            "A move names the size of the pyramid that moves, but the pyramid on the square is of another size. "
            "Either the size or the square is a slip, and pyrnot does not guess which. Write the move that was made."
        ),
        wrong=_START + "1. Mh1-h2; Lh2-h3; Lh3-h4\n",
        right=_START + "1. Lh1-h2; Lh2-h3; Lh3-h4\n",
    ),
    Explanation(
        code=Codes.CLAIM_FALSE,
        rule="T17",
        story=(
            "An `x` means that the move captures, and the size after it is the size captured. Here the square is "
            "empty, or the pyramid on it is of another size. Write `-` for a move to an empty square, and after `x` "
            "the size that was captured, or no size: `fmt` adds it."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3xMh5; Lh5-g5; Lg5-f5\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5\n",
    ),
    Explanation(
        code=Codes.CLAIM_MISSING,
        rule="T17",
        story=(
            "A move to an empty square is written with `-` and a capture with `x`, so that no capture is overlooked. "
            "Here an opponent's pyramid is on the end square. Write `x`."
        ),
        wrong=_setup(_TWO_SMALLS) + "1. Lh3-h5; Lh5-g5; Lg5-f5\n",
        right=_setup(_TWO_SMALLS) + "1. Lh3xSh5; Lh5-g5; Lg5-f5\n",
    ),
)
