"""Explanations of the faults of threads: mails, chats and other texts with turns in them."""

from __future__ import annotations

from pyrnot.core.codes import CoreCodes
from pyrnot.core.rulebook import Explanation

THREAD_FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=CoreCodes.READ_AS,
        rule="TR3",
        story=(
            "Nothing needs to be done if the reading is right. A line of this mail or chat is not quite notation, "
            "but can mean one turn only: `5,1 TIP` for `TIP 5/1`, `Small c6` for `Sc6`. This is a warning, so "
            "that you can see what was made of it; `--strict` makes it an error."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.READ_ORDER,
        rule="TR4",
        story=(
            "Check the order of the turns. Nothing in the text states it, so it was inferred: the newest turn "
            "first, because the turns can only be played in that order, or a table row by row. This is a warning. "
            "To be certain, number the turns."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.READ_RESULT,
        rule="TR3",
        story=(
            "Nothing needs to be done if the reading is right. The text states the result in words, such as `I "
            "give up` or `0-1`, and the message shows the result it was read as. This is a warning. Remarks "
            "before the last turn, jokes and unanswered offers of a draw do not count."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.READ_SEAT,
        rule="TR4",
        story=(
            "Check who played which seat. The text gives only a name or a nick, and it was matched with a "
            "player's tag, by its beginning or by the order of play. This is a warning. To be certain, write the "
            "seat before the turn, as in `Red: Sc4`."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.READ_NAME,
        rule="TR4",
        story=(
            "Check the player's name. No tag names the player of this seat, so the name or the nick in the text "
            'was used. This is a warning. To give another name, add a tag such as `[Red "Ana"]` to the text.'
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.READ_CORRECTION,
        rule="TR4",
        story=(
            "Check which of the two turns was played. The text states that one replaces the other: the player "
            "corrected it before the reply, the opponent agreed to a take-back, or an organiser ruled on it. This "
            "is a warning; the message names both lines."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.THREAD_GAP,
        rule="TR4",
        story=(
            "Add the missing turn to the text. The numbers skip a turn, one player moves twice in succession, or "
            "a deleted message or an omitted picture stands where a turn is due. pyrnot never invents a turn."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.THREAD_CONFLICT,
        rule="TR4",
        story=(
            "Delete the version that was not played. The text contains two different turns in the same place, or "
            "two different rolls for one turn, and nothing states which of them counts. A later message or an "
            "edited one has no precedence."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.THREAD_UNCLEAR,
        rule="TR3",
        story=(
            "Write the turn in full, alone on a line. Here it can be read in more than one legal way, depends on "
            "something the text does not contain (such as the dice), or its player left it open."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.THREAD_ORDER,
        rule="TR4",
        story=(
            "Correct the numbers or the dates. In the order that they give, the turns cannot be played, but in "
            "another order they can. Numbers take precedence over dates, and dates over the order of the text, so "
            "one of them must be wrong."
        ),
        wrong="",
        right="",
    ),
    Explanation(
        code=CoreCodes.THREAD_TOO_MUCH,
        rule="TR3",
        story=(
            'Name the game, with a line such as `[Game "Braces"]` or with `--game`, and leave out the lines that are '
            "not turns, or split the text into several files. Most lines of this text are nearly turns but cannot be "
            "read as one, and finding out what each of them means takes too long. Nothing was read, so that no part "
            "of a game is taken for the whole."
        ),
        wrong="",
        right="",
    ),
)
