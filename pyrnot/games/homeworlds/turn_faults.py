"""Explanations of what a turn lacks or has too much of, each with a wrong record and the same one corrected."""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.homeworlds.codes import Codes
from pyrnot.games.homeworlds.setup_faults import GAME, HOMES, setup

START = f"{GAME}\n{HOMES}3. build y1 Al\n4. build g1 Bea\n"
"""North has y3 and y1 at Al (g3 b2), South has g3 and g1 at Bea (b1 y2)."""
_STRICT = GAME + '[Variant "strict"]\n'
_FLEETS = "Al(n)g3b2,n:r3y1/Bea(s)b1y2,s:g3/Mars()r1,n:r2,s:g3g1"
WAR = setup(_FLEETS, "222223230223")
"""North can attack at Mars, with an r2."""
THREE = setup("Al(n)g3b2,n:r3/Cy(e)b3r1,e:y3/Bea(s)b1y2,s:g3/Mars()r1,n:r2,e:g1,s:g1", "233433242333")
"""Three seats; East and South both have a g1 at Mars."""

TURN_FAULTS: tuple[Explanation, ...] = (
    Explanation(
        code=Codes.TURN_MISSING,
        rule="HN6",
        story=(
            "In a game for three or four, a player may leave, and that seat's turns are then missing from the record. "
            "So a turn may be by a seat other than the one to move. This is only a warning; if turns were forgotten, "
            "add them, even if they are just `pass`."
        ),
        wrong=THREE + "1. South: build g1 Bea\n",
        right=THREE + "1. North: pass\n2. East: pass\n3. South: build g1 Bea\n",
    ),
    Explanation(
        code=Codes.BANK_EMPTY,
        rule="H5",
        story=(
            "The stars and the ship of a homeworld come from the bank, which begins with one more piece of each kind "
            "than there are seats. Here none of this kind is left. Choose another."
        ),
        wrong=f"{GAME}\n1. homeworld g3 g3 g3 Al\n2. homeworld b1 y2 g3 Bea\n",
        right=f"{GAME}\n1. homeworld g3 g3 g3 Al\n2. homeworld b1 y2 g2 Bea\n",
    ),
    Explanation(
        code=Codes.SECOND_HOMEWORLD,
        rule="H5",
        story=(
            "Each seat places one homeworld, in its first turn or after passing. Here a seat that has one places "
            "another. To found a new system, write `discover`."
        ),
        wrong=START + "5. homeworld r1 r2 r3\n",
        right=START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.NO_HOMEWORLD,
        rule="H6",
        story=(
            "A seat without a homeworld can only place one, or pass. Here it does something else. Usually the turn "
            "with `homeworld` is missing."
        ),
        wrong=f"{GAME}\n1. build y1 Al\n",
        right=f"{GAME}\n1. homeworld g3 b2 y3 Al\n",
    ),
    Explanation(
        code=Codes.NO_ACTION_LEFT,
        rule="H6",
        story=(
            "Placing a homeworld is the whole turn: no action comes before or after it. Here the turn has another "
            "action. Move that action to a later turn."
        ),
        wrong=f"{GAME}\n1. homeworld g3 b2 y3 Al; build y1 Al\n",
        right=f"{GAME}\n1. homeworld g3 b2 y3 Al\n",
    ),
    Explanation(
        code=Codes.NO_ACTION_LEFT,
        rule="H7",
        story=(
            "A turn is one free action, or one sacrifice with the actions that it grants, or a pass; catastrophes come "
            "on top. Here the free action has already been used, or a sacrifice follows another action. Remove what is "
            "too much."
        ),
        wrong=START + "5. build y1 Al; build y1 Al\n",
        right=START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.NO_POWER,
        rule="H8",
        story=(
            "A free action needs its power in the system where the ship acts: green to build, blue to trade, yellow to "
            "move or discover, red to attack. The power comes from a star there or from a ship of the mover's there, "
            "not from other players' ships. Here there is none. Sacrifice a ship of that colour in any system instead: "
            "then no power is needed."
        ),
        wrong=START + "5. attack g1 Al\n",
        right=START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H8",
        story=(
            "Every action needs a ship of the mover's in the system where it happens, even after a sacrifice. Here the "
            "mover has none there. Usually the wrong system was written."
        ),
        wrong=START + "5. build g1 Bea\n",
        right=START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.NO_ACTION_LEFT,
        rule="H9",
        story=(
            "A sacrifice grants as many actions as the ship has pips, and takes the place of the free action. Here "
            "they are all used. Remove the rest."
        ),
        wrong=WAR + "1. sacrifice y1 Al; move r2 Mars Al; move r2 Al Mars\n",
        right=WAR + "1. sacrifice y1 Al; move r2 Mars Al\n",
    ),
    Explanation(
        code=Codes.SACRIFICE_COLOUR,
        rule="H9",
        story=(
            "A sacrifice grants only actions of the ship's colour: green for builds, blue for trades, yellow for moves "
            "and discoveries, red for attacks. Here an action of another kind follows. Choose one of the ship's "
            "colour, or pass the rest."
        ),
        wrong=WAR + "1. sacrifice y1 Al; attack g1 Mars\n",
        right=WAR + "1. sacrifice y1 Al; move r2 Mars Al\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H9",
        story=(
            "A sacrifice returns one of the mover's own ships to the bank. Here the mover has no such ship in that "
            "system. Name one that is there."
        ),
        wrong=START + "5. sacrifice y2 Al; pass\n",
        right=START + "5. sacrifice y1 Al; pass\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="H10",
        story=(
            "`pass` passes the whole turn, or one action granted by a sacrifice. Under the optional rule strict, it "
            "may not be written when nothing is left to pass. Remove it."
        ),
        wrong=f"{_STRICT}\n{HOMES}3. build y1 Al; pass\n",
        right=f"{_STRICT}\n{HOMES}3. build y1 Al\n",
    ),
    Explanation(
        code=Codes.SELF_ELIMINATION,
        rule="H28",
        story=(
            "A seat with no ship at its homeworld at the end of its turn is out. Under the optional rule strict, a "
            "turn may not end like that for the seat that plays it. Keep a ship at home, or bring one back in the same "
            "turn. Without that rule the turn is legal, and loses."
        ),
        wrong=f"{_STRICT}\n{HOMES}3. discover y3 Al r1 Mars\n",
        right=f"{_STRICT}\n{HOMES}3. build y1 Al\n",
    ),
)
