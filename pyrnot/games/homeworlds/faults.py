"""Explanations of the faults that Homeworlds finds, each with a wrong record and the same one corrected.

Those of tags and position strings are in `setup_faults`, those of whole turns in `turn_faults`, those of transcripts in
`transcript_faults`.
"""

from __future__ import annotations

from pyrnot.core.rulebook import Explanation
from pyrnot.games.homeworlds.codes import Codes
from pyrnot.games.homeworlds.setup_faults import SETUP_FAULTS, setup
from pyrnot.games.homeworlds.transcript_faults import TRANSCRIPT_FAULTS
from pyrnot.games.homeworlds.turn_faults import START, THREE, TURN_FAULTS, WAR

_CROWD = "Al(n)g3b2,n:y3y1/Bea(s)b1y2,s:g3/Mars()y1,n:y2,s:y2y1"
_CROWD_BANK = "333002331223"
"""Mars is overpopulated in yellow."""
_NO_SYSTEM = (
    "Here no system has that name, whatever the case of its letters. Usually the name is misspelt, or the system "
    "has disappeared with its last ship."
)


_ACTIONS = (
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H9",
        story=f"A sacrifice names the system where the ship is. {_NO_SYSTEM}",
        wrong=START + "5. sacrifice y1 Ala; pass\n",
        right=START + "5. sacrifice y1 Al; pass\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H13",
        story=f"A build names the system where the ship is built. {_NO_SYSTEM}",
        wrong=START + "5. build y1 Ala\n",
        right=START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BUILD_NO_TEMPLATE,
        rule="H13",
        story=(
            "You can build only in a colour that you already have a ship of in that system; a star does not count. "
            "Here there is no such ship. Trade a ship to that colour first, or move one there."
        ),
        wrong=START + "5. build r1 Al\n",
        right=START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BUILD_SIZE,
        rule="H13",
        story=(
            "The new ship is always the smallest of its colour in the bank. Here another size is written. Either it is "
            "a slip or an earlier turn was recorded wrongly, so pyrnot does not correct it."
        ),
        wrong=START + "5. build y2 Al\n",
        right=START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BANK_EMPTY,
        rule="H13",
        story=(
            "A new ship comes from the bank. Here the bank has no piece of this colour left. Build in another colour, "
            "or do something that returns one to the bank."
        ),
        wrong=setup("Al(n)g3b2,n:y3y3y3/Bea(s)b1r2,s:y2y2y2y1y1y1", "323000332223") + "1. build y1 Al\n",
        right=setup("Al(n)g3b2,n:y3y3y3/Bea(s)b1r2,s:y2y2y2y1y1y1", "323000332223") + "1. trade y3 r3 Al\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H14",
        story=f"A trade names the system where the ship is. {_NO_SYSTEM}",
        wrong=START + "5. trade y1 r1 Ala\n",
        right=START + "5. trade y1 r1 Al\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H14",
        story=(
            "A trade swaps one of the mover's own ships: the first piece written is the ship, the second what it "
            "becomes. Here the mover has no such ship in that system. Name one that is there."
        ),
        wrong=START + "5. trade g1 r1 Al\n",
        right=START + "5. trade y1 r1 Al\n",
    ),
    Explanation(
        code=Codes.TRADE_SIZE,
        rule="H14",
        story=(
            "A trade swaps a ship for a piece in the bank of the same size and another colour. Here the sizes differ. "
            "Write a piece of the same size."
        ),
        wrong=START + "5. trade y1 r2 Al\n",
        right=START + "5. trade y1 r1 Al\n",
    ),
    Explanation(
        code=Codes.TRADE_SAME_COLOUR,
        rule="H14",
        story=(
            "A trade swaps a ship for a piece in the bank of the same size and another colour. Here the colour is the "
            "same, so nothing would change. Write another colour, or `pass`."
        ),
        wrong=START + "5. trade y1 y1 Al\n",
        right=START + "5. trade y1 r1 Al\n",
    ),
    Explanation(
        code=Codes.BANK_EMPTY,
        rule="H14",
        story=(
            "A ship is traded for a piece in the bank. Here the bank has none of this kind: they are all on the table. "
            "Trade for another colour."
        ),
        wrong=setup("Al(n)g3b2,n:y3/Bea(s)b1y2,s:r3r3r3", "330322332223") + "1. trade y3 r3 Al\n",
        right=setup("Al(n)g3b2,n:y3/Bea(s)b1y2,s:r3r3r3", "330322332223") + "1. trade y3 g3 Al\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H15",
        story=(
            "A move names the system that the ship leaves, then the one that it goes to. Here one of them does not "
            "exist. Usually it is misspelt or has disappeared; to found a new system, write `discover`."
        ),
        wrong=WAR + "1. move y1 Al Venus\n",
        right=WAR + "1. move y1 Al Mars\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H15",
        story=(
            "A move names one of the mover's own ships, the system that it leaves and the one that it goes to. Here "
            "the mover has no such ship in the system to be left. Name one that is there."
        ),
        wrong=WAR + "1. move y2 Al Mars\n",
        right=WAR + "1. move y1 Al Mars\n",
    ),
    Explanation(
        code=Codes.NOT_CONNECTED,
        rule="H15",
        story=(
            "A ship can move only between systems that are connected: no star of one has the same size as a star of "
            "the other, whatever the colours. Here two stars have the same size, or the ship is already there. Go "
            "through a third system."
        ),
        wrong=START + "5. move y1 Al Bea\n",
        right=START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H16",
        story=(
            "A discovery names the system that the ship leaves, then the star and the name of the new system. Here the "
            "system to be left does not exist. Usually it is misspelt, or has disappeared with its last ship."
        ),
        wrong=START + "5. discover y1 Ala r1 Mars\n",
        right=START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H16",
        story=(
            "A discovery takes one of the mover's own ships to a new system: write the ship, the system that it "
            "leaves, the new star and the new name. Here the mover has no such ship in the system to be left. Name one "
            "that is there."
        ),
        wrong=START + "5. discover y2 Al r1 Mars\n",
        right=START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.NOT_CONNECTED,
        rule="H16",
        story=(
            "The star of a new system must differ in size from every star of the system that the ship leaves. Here it "
            "does not. Choose another size, in any colour."
        ),
        wrong=START + "5. discover y1 Al r2 Mars\n",
        right=START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.BANK_EMPTY,
        rule="H16",
        story=(
            "The star of a new system comes from the bank, before a system that the ship leaves empty is cleaned up. "
            "Here the bank has no such piece. Choose another."
        ),
        wrong=setup("Al(n)g3b2,n:y3y1/Bea(s)b1y2,s:r1r1r1", "033222332223") + "1. discover y1 Al r1 Mars\n",
        right=setup("Al(n)g3b2,n:y3y1/Bea(s)b1y2,s:r1r1r1", "033222332223") + "1. discover y1 Al g1 Mars\n",
    ),
    Explanation(
        code=Codes.DUPLICATE_NAME,
        rule="H16",
        story=(
            "A new system needs a name that no other system has, whatever the case of its letters; the name of a "
            "system that is gone may be used again. Here the name is in use. Choose another."
        ),
        wrong=START + "5. discover y1 Al r1 Bea\n",
        right=START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H17",
        story=f"An attack names the system where it happens. {_NO_SYSTEM}",
        wrong=WAR + "1. attack g1 Venus\n",
        right=WAR + "1. attack g1 Mars\n",
    ),
    Explanation(
        code=Codes.ATTACK_NO_TARGET,
        rule="H17",
        story=(
            "An attack captures another seat's ship in a system where the attacker has a ship. Here no other seat, or "
            "not the one named, has such a ship there; your own ships cannot be attacked. Name a ship that is there."
        ),
        wrong=WAR + "1. attack g2 Mars\n",
        right=WAR + "1. attack g1 Mars\n",
    ),
    Explanation(
        code=Codes.ATTACK_TOO_BIG,
        rule="H17",
        story=(
            "An attack can capture only a ship that is no larger than the attacker's largest ship in that system, "
            "whatever the colours. Here it is larger. Bring a larger ship first, or attack a smaller one."
        ),
        wrong=WAR + "1. attack g3 Mars\n",
        right=WAR + "1. attack g1 Mars\n",
    ),
    Explanation(
        code=Codes.AMBIGUOUS,
        rule="H17",
        story=(
            "Several seats have such a ship in the system, and the attack does not name the owner. pyrnot does not "
            "guess. Write the seat's letter after the piece: `attack g1S Mars`."
        ),
        wrong=THREE + "1. attack g1 Mars\n",
        right=THREE + "1. attack g1S Mars\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H22",
        story=f"A catastrophe names the system, then the colour. {_NO_SYSTEM}",
        wrong=setup(_CROWD, _CROWD_BANK) + "1. catastrophe Venus yellow; pass\n",
        right=setup(_CROWD, _CROWD_BANK) + "1. catastrophe Mars yellow; pass\n",
    ),
    Explanation(
        code=Codes.NO_OVERPOPULATION,
        rule="H22",
        story=(
            "A catastrophe needs four or more pieces of one colour in a system, counting stars and the ships of all "
            "seats. Here there are fewer. Usually the wrong system or colour was written."
        ),
        wrong=setup(_CROWD, _CROWD_BANK) + "1. catastrophe Al yellow; pass\n",
        right=setup(_CROWD, _CROWD_BANK) + "1. catastrophe Mars yellow; pass\n",
    ),
    Explanation(
        code=Codes.EARLY_CATASTROPHE,
        rule="H24",
        story=(
            "Under the optional rule strict, catastrophes come after the last action of a turn. Here an action follows "
            "one. Put the catastrophe last. Without that rule it may come at any point."
        ),
        wrong=setup(_CROWD, _CROWD_BANK, tags='[Variant "strict"]\n') + "1. catastrophe Mars yellow; build y3 Al\n",
        right=setup(_CROWD, _CROWD_BANK, tags='[Variant "strict"]\n') + "1. build y3 Al; catastrophe Mars yellow\n",
    ),
)

FAULTS: tuple[Explanation, ...] = (*SETUP_FAULTS, *TURN_FAULTS, *_ACTIONS, *TRANSCRIPT_FAULTS)
