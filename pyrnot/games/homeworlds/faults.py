"""The long stories of the faults that Homeworlds finds, each with a wrong record and the same made right.

`pyrnot explain` prints them. Those of transcripts (HF) stand in `transcript_faults`. No rule is applied here.
"""

from __future__ import annotations

from pyrnot.games.homeworlds.codes import Codes
from pyrnot.games.homeworlds.transcript_faults import TRANSCRIPT_FAULTS
from pyrnot.rulebook import Explanation

_GAME = '[Game "Homeworlds"]\n'
_HOMES = "1. homeworld g3 b2 y3 Al\n2. homeworld b1 y2 g3 Bea\n"
_START = f"{_GAME}\n{_HOMES}3. build y1 Al\n4. build g1 Bea\n"
"""North has y3 and y1 at Al (g3 b2), South has g3 and g1 at Bea (b1 y2)."""
_STRICT = _GAME + '[Variant "strict"]\n'


def _setup(systems: str, bank: str, mover: str = "n", tags: str = "") -> str:
    """The tags of a record that begins with these systems."""
    return f'{_GAME}{tags}[Setup "{systems} {bank} {mover}"]\n\n'


_FLEETS = "Al(n)g3b2,n:r3y1/Bea(s)b1y2,s:g3/Mars()r1,n:r2,s:g3g1"
_WAR = _setup(_FLEETS, "222223230223")
"""North can attack at Mars, with an r2."""
_CROWD = "Al(n)g3b2,n:y3y1/Bea(s)b1y2,s:g3/Mars()y1,n:y2,s:y2y1"
_CROWD_BANK = "333002331223"
"""Mars is overpopulated in yellow."""
_PLAIN = "Al(n)g3b2,n:y3/Bea(s)b1y2,s:g3"
_PLAIN_BANK = "333322331223"
_NO_SYSTEM = (
    "Here no system has that name, which is compared in any case. Mostly it is misspelt, or the system has "
    "disappeared with its last ship."
)
_THREE = _setup("Al(n)g3b2,n:r3/Cy(e)b3r1,e:y3/Bea(s)b1y2,s:g3/Mars()r1,n:r2,e:g1,s:g1", "233433242333")
"""Three seats; both others of North's have a g1 at Mars."""

_TAGS = (
    Explanation(
        code=Codes.BAD_SEATS,
        rule="HN1",
        story=(
            "The tag Seats says how many play: 2, 3 or 4. Without it the name tags tell: with West four play, "
            "with East three, else two. Here its value is something else, so there is no position to play from, "
            "and no turn is judged."
        ),
        wrong=f'{_GAME}[Seats "5"]\n\n{_HOMES}',
        right=f'{_GAME}[Seats "2"]\n\n{_HOMES}',
    ),
    Explanation(
        code=Codes.TAG_AGAINST_SETUP,
        rule="HN1",
        story=(
            "A position string in Setup tells by its pieces how many seats play, and it decides: there is one "
            "more of each kind than there are seats. A Seats tag beside it that says otherwise is an error, since "
            "one of the two must be a slip."
        ),
        wrong=_setup(_PLAIN, _PLAIN_BANK, tags='[Seats "3"]\n') + "1. build y1 Al\n",
        right=_setup(_PLAIN, _PLAIN_BANK, tags='[Seats "2"]\n') + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="HN1",
        story=(
            "North and South play by two, North, East and South by three, all four by four. Here Setup names a "
            "seat that does not play with that many. Correct its letter: n, e, s or w."
        ),
        wrong=_setup("Al(n)g3b2,n:y3/Bea(e)b1y2,e:g3", _PLAIN_BANK) + "1. build y1 Al\n",
        right=_setup(_PLAIN, _PLAIN_BANK) + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H4",
        story=(
            "No piece ever leaves the game: of each of the twelve kinds the bank and the systems of Setup hold "
            "together one more than there are seats. Here a kind has too many or too few. Correct the bank, "
            "twelve counts in the order r1 r2 r3 y1 y2 y3 g1 g2 g3 b1 b2 b3, or the systems."
        ),
        wrong=_setup(_PLAIN, "333322331222") + "1. build y1 Al\n",
        right=_setup(_PLAIN, _PLAIN_BANK) + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H5",
        story=(
            "Each seat places one homeworld. Here Setup gives a seat two: the letter of a seat in the parentheses "
            "behind a system's name makes it that seat's homeworld. Empty parentheses make it an ordinary "
            "system."
        ),
        wrong=_setup("Al(n)g3b2,n:y3/Mars(n)r1,n:y1/Bea(s)b1y2,s:g3", "233222331223") + "1. build y1 Al\n",
        right=_setup("Al(n)g3b2,n:y3/Mars()r1,n:y1/Bea(s)b1y2,s:g3", "233222331223") + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H16",
        story=(
            "Systems are told apart by their names, in any case. Here two systems of Setup have the same. Give "
            "one of them another name."
        ),
        wrong=_setup("Al(n)g3b2,n:y3/AL()r1,n:y1/Bea(s)b1y2,s:g3", "233222331223") + "1. build y1 Al\n",
        right=_setup("Al(n)g3b2,n:y3/Mars()r1,n:y1/Bea(s)b1y2,s:g3", "233222331223") + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H18",
        story=(
            "A system without ships disappears, and its stars return to the bank. Here Setup shows one. Take it "
            "out and count its stars to the bank, or add the ship that is missing."
        ),
        wrong=_setup("Al(n)g3b2,n:y3/Mars()r1/Bea(s)b1y2,s:g3", "233322331223") + "1. build y1 Al\n",
        right=_setup(_PLAIN, _PLAIN_BANK) + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H26",
        story=(
            "A seat that has placed its homeworld is out when that is gone or holds none of its ships. Here Setup "
            "shows a seat that would be out and is not said to be, or one that is said to be out and still has a "
            "homeworld. Correct the systems, or the `out=` at the end."
        ),
        wrong=_setup("Al(n)g3b2,s:y3/Bea(s)b1y2,s:g3", _PLAIN_BANK) + "1. build y1 Al\n",
        right=_setup(_PLAIN, _PLAIN_BANK) + "1. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BAD_SETUP,
        rule="H34",
        story=(
            "An eliminated seat is skipped, so none that `out=` names can be to move. Here the seat to move of "
            "Setup is out. Name the next one in turn order."
        ),
        wrong=_setup("Cy(e)b3r1,e:y3/Bea(s)b1y2,s:g3", "344433443343", "n out=n") + "1. build y1 Cy\n",
        right=_setup("Cy(e)b3r1,e:y3/Bea(s)b1y2,s:g3", "344433443343", "e out=n") + "1. trade y3 r3 Cy\n",
    ),
)

_TURNS = (
    Explanation(
        code=Codes.TURN_MISSING,
        rule="HN6",
        story=(
            "With three or four seats a player may leave the game, and the turns of that seat are then missing. "
            "So another seat may be written than the one to move, and moves all the same. It is a warning, for a "
            "turn may also have been forgotten: then write it, be it a pass."
        ),
        wrong=_THREE + "1. South: build g1 Bea\n",
        right=_THREE + "1. North: pass\n2. East: pass\n3. South: build g1 Bea\n",
    ),
    Explanation(
        code=Codes.BANK_EMPTY,
        rule="H5",
        story=(
            "The stars and the ship of a homeworld come from the bank, which begins with one piece more of each "
            "kind than there are seats. Here all pieces of this kind are on the table. Take another."
        ),
        wrong=f"{_GAME}\n1. homeworld g3 g3 g3 Al\n2. homeworld b1 y2 g3 Bea\n",
        right=f"{_GAME}\n1. homeworld g3 g3 g3 Al\n2. homeworld b1 y2 g2 Bea\n",
    ),
    Explanation(
        code=Codes.SECOND_HOMEWORLD,
        rule="H5",
        story=(
            "Each seat places one homeworld, in its first turn or after passing until then. Here a seat that has "
            "one places another. For a new system write `discover`."
        ),
        wrong=_START + "5. homeworld r1 r2 r3\n",
        right=_START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.NO_HOMEWORLD,
        rule="H6",
        story=(
            "A seat that has not placed its homeworld has no ship to do anything with: it places the homeworld, "
            "or passes. Here it does something else. Mostly the turn with `homeworld` is missing."
        ),
        wrong=f"{_GAME}\n1. build y1 Al\n",
        right=f"{_GAME}\n1. homeworld g3 b2 y3 Al\n",
    ),
    Explanation(
        code=Codes.NO_ACTION_LEFT,
        rule="H6",
        story=(
            "Placing the homeworld is a whole turn: nothing goes before it or comes after it. Here another action "
            "stands beside it. It belongs to a later turn."
        ),
        wrong=f"{_GAME}\n1. homeworld g3 b2 y3 Al; build y1 Al\n",
        right=f"{_GAME}\n1. homeworld g3 b2 y3 Al\n",
    ),
    Explanation(
        code=Codes.NO_ACTION_LEFT,
        rule="H7",
        story=(
            "A turn is one free action, or one sacrifice with the actions that it grants, or a pass; catastrophes "
            "may be called besides. Here the free action is used already, or a second sacrifice is made, or one "
            "after an action. Leave it out."
        ),
        wrong=_START + "5. build y1 Al; build y1 Al\n",
        right=_START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.NO_POWER,
        rule="H8",
        story=(
            "A free action needs its power where the acting ship stands: green to build, blue to trade, yellow to "
            "move or discover, red to attack. A star there has it, or a ship of your own there, but no ship of "
            "another seat's. Here none has. Sacrifice a ship of that colour anywhere: then no power is needed."
        ),
        wrong=_START + "5. attack g1 Al\n",
        right=_START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H8",
        story=(
            "Every action needs a ship of the mover's own in the system where it is done, one after a sacrifice "
            "too. Here the mover has none there. Mostly the system is another."
        ),
        wrong=_START + "5. build g1 Bea\n",
        right=_START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.NO_ACTION_LEFT,
        rule="H9",
        story=(
            "A sacrifice grants as many actions as the ship has pips, and no free action besides. Here they are "
            "used up. Leave the rest out."
        ),
        wrong=_WAR + "1. sacrifice y1 Al; move r2 Mars Al; move r2 Al Mars\n",
        right=_WAR + "1. sacrifice y1 Al; move r2 Mars Al\n",
    ),
    Explanation(
        code=Codes.SACRIFICE_COLOUR,
        rule="H9",
        story=(
            "All actions that a sacrifice grants are of the ship's colour: green lets build, blue trade, yellow "
            "move and discover, red attack. Here another action follows. Do one of that colour, or pass what is "
            "left."
        ),
        wrong=_WAR + "1. sacrifice y1 Al; attack g1 Mars\n",
        right=_WAR + "1. sacrifice y1 Al; move r2 Mars Al\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H9",
        story=(
            "A sacrifice returns one of the mover's own ships to the bank. Here the mover has no such ship in "
            "that system. Name one that is there."
        ),
        wrong=_START + "5. sacrifice y2 Al; pass\n",
        right=_START + "5. sacrifice y1 Al; pass\n",
    ),
    Explanation(
        code=Codes.NEEDLESS_PASS,
        rule="H10",
        story=(
            "`pass` stands for the whole turn or for an action that a sacrifice granted. With the optional rule "
            "strict none may stand there beyond these. Here no action is left to pass. Leave it out."
        ),
        wrong=f"{_STRICT}\n{_HOMES}3. build y1 Al; pass\n",
        right=f"{_STRICT}\n{_HOMES}3. build y1 Al\n",
    ),
    Explanation(
        code=Codes.SELF_ELIMINATION,
        rule="H28",
        story=(
            "Whoever has no ship left in its homeworld at the end of its turn is out. With the optional rule "
            "strict no seat may end its own turn so. Keep a ship at home, or bring one back in the same turn. "
            "Without that rule the turn is legal, and loses."
        ),
        wrong=f"{_STRICT}\n{_HOMES}3. discover y3 Al r1 Mars\n",
        right=f"{_STRICT}\n{_HOMES}3. build y1 Al\n",
    ),
)

_ACTIONS = (
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H9",
        story=f"A sacrifice names the system where the ship is. {_NO_SYSTEM}",
        wrong=_START + "5. sacrifice y1 Ala; pass\n",
        right=_START + "5. sacrifice y1 Al; pass\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H13",
        story=f"A build names the system where the ship is built. {_NO_SYSTEM}",
        wrong=_START + "5. build y1 Ala\n",
        right=_START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BUILD_NO_TEMPLATE,
        rule="H13",
        story=(
            "A ship is built in a colour of which the builder has a ship there already. Here it has none of that "
            "colour in that system; a star does not count. Trade a ship to the colour first, or move one there."
        ),
        wrong=_START + "5. build r1 Al\n",
        right=_START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BUILD_SIZE,
        rule="H13",
        story=(
            "The ship built is the smallest of its colour in the bank; there is no choice. Here another size is "
            "written. Either it is a slip, or a turn before is recorded wrongly, so pyrnot does not put it right "
            "by itself."
        ),
        wrong=_START + "5. build y2 Al\n",
        right=_START + "5. build y1 Al\n",
    ),
    Explanation(
        code=Codes.BANK_EMPTY,
        rule="H13",
        story=(
            "A ship is built from the bank. Here the bank has no piece of this colour left. Build in another, or "
            "do something that brings some back."
        ),
        wrong=_setup("Al(n)g3b2,n:y3y3y3/Bea(s)b1r2,s:y2y2y2y1y1y1", "323000332223") + "1. build y1 Al\n",
        right=_setup("Al(n)g3b2,n:y3y3y3/Bea(s)b1r2,s:y2y2y2y1y1y1", "323000332223") + "1. trade y3 r3 Al\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H14",
        story=f"A trade names the system where the ship is. {_NO_SYSTEM}",
        wrong=_START + "5. trade y1 r1 Ala\n",
        right=_START + "5. trade y1 r1 Al\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H14",
        story=(
            "A trade gives one of the mover's own ships; the first piece written is the ship, the second what it "
            "becomes. Here the mover has no such ship in that system."
        ),
        wrong=_START + "5. trade g1 r1 Al\n",
        right=_START + "5. trade y1 r1 Al\n",
    ),
    Explanation(
        code=Codes.TRADE_SIZE,
        rule="H14",
        story=(
            "A trade gives a ship for a piece of the bank of the same size and another colour. Here the sizes "
            "differ. Write the same size."
        ),
        wrong=_START + "5. trade y1 r2 Al\n",
        right=_START + "5. trade y1 r1 Al\n",
    ),
    Explanation(
        code=Codes.TRADE_SAME_COLOUR,
        rule="H14",
        story=(
            "A trade gives a ship for a piece of the bank of the same size and another colour. Here the colour "
            "stays what it was, so nothing would change. Write another colour, or `pass`."
        ),
        wrong=_START + "5. trade y1 y1 Al\n",
        right=_START + "5. trade y1 r1 Al\n",
    ),
    Explanation(
        code=Codes.BANK_EMPTY,
        rule="H14",
        story=(
            "What a ship is traded for comes from the bank. Here the bank has no such piece: all of this kind are "
            "on the table. Trade for another colour."
        ),
        wrong=_setup("Al(n)g3b2,n:y3/Bea(s)b1y2,s:r3r3r3", "330322332223") + "1. trade y3 r3 Al\n",
        right=_setup("Al(n)g3b2,n:y3/Bea(s)b1y2,s:r3r3r3", "330322332223") + "1. trade y3 g3 Al\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H15",
        story=(
            "A move names the system that the ship leaves and the one that it goes to. Here one of them does not "
            "exist. Mostly it is misspelt or has disappeared; to a new system a ship goes by `discover`."
        ),
        wrong=_WAR + "1. move y1 Al Venus\n",
        right=_WAR + "1. move y1 Al Mars\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H15",
        story=(
            "A move takes one of the mover's own ships: the piece, the system that it leaves, the one that it "
            "goes to. Here the mover has no such ship in the system that it would leave."
        ),
        wrong=_WAR + "1. move y2 Al Mars\n",
        right=_WAR + "1. move y1 Al Mars\n",
    ),
    Explanation(
        code=Codes.NOT_CONNECTED,
        rule="H15",
        story=(
            "A ship moves between two systems that are connected: no star of the one has the size of a star of "
            "the other; colours do not matter. Here two stars have the same size, or the ship is there already. "
            "Go over a third system."
        ),
        wrong=_START + "5. move y1 Al Bea\n",
        right=_START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H16",
        story=(
            "A discovery names the system that the ship leaves, then the star and the name of the new one. Here "
            "the system that it leaves does not exist. Mostly it is misspelt, or has disappeared with its last "
            "ship."
        ),
        wrong=_START + "5. discover y1 Ala r1 Mars\n",
        right=_START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.NO_SHIP,
        rule="H16",
        story=(
            "A discovery takes one of the mover's own ships to a new system: the ship, the system that it leaves, "
            "the new star, its name. Here the mover has no such ship in the system that it would leave."
        ),
        wrong=_START + "5. discover y2 Al r1 Mars\n",
        right=_START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.NOT_CONNECTED,
        rule="H16",
        story=(
            "The star of a new system has another size than every star of the system that the ship comes from. "
            "Here a star there has the same size. Take another size; the colour is free."
        ),
        wrong=_START + "5. discover y1 Al r2 Mars\n",
        right=_START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.BANK_EMPTY,
        rule="H16",
        story=(
            "The star of a new system comes from the bank, before the system that the ship leaves is cleaned up. "
            "Here the bank has no such piece. Take another."
        ),
        wrong=_setup("Al(n)g3b2,n:y3y1/Bea(s)b1y2,s:r1r1r1", "033222332223") + "1. discover y1 Al r1 Mars\n",
        right=_setup("Al(n)g3b2,n:y3y1/Bea(s)b1y2,s:r1r1r1", "033222332223") + "1. discover y1 Al g1 Mars\n",
    ),
    Explanation(
        code=Codes.DUPLICATE_NAME,
        rule="H16",
        story=(
            "A new system needs a name that no other has, in any case; one of a system that is gone may be used "
            "again. Here there is one of that name. Call it something else."
        ),
        wrong=_START + "5. discover y1 Al r1 Bea\n",
        right=_START + "5. discover y1 Al r1 Mars\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H17",
        story=f"An attack names the system where it happens. {_NO_SYSTEM}",
        wrong=_WAR + "1. attack g1 Venus\n",
        right=_WAR + "1. attack g1 Mars\n",
    ),
    Explanation(
        code=Codes.ATTACK_NO_TARGET,
        rule="H17",
        story=(
            "An attack takes over a ship of another seat's in a system where the attacker has one. Here no other "
            "seat, or not the one named, has such a ship there; one's own ships are no target."
        ),
        wrong=_WAR + "1. attack g2 Mars\n",
        right=_WAR + "1. attack g1 Mars\n",
    ),
    Explanation(
        code=Codes.ATTACK_TOO_BIG,
        rule="H17",
        story=(
            "A ship is taken over if it is no larger than the attacker's largest ship in that system; the colours "
            "do not matter for this. Here it is larger. Bring a larger ship first, or attack a smaller one."
        ),
        wrong=_WAR + "1. attack g3 Mars\n",
        right=_WAR + "1. attack g1 Mars\n",
    ),
    Explanation(
        code=Codes.AMBIGUOUS,
        rule="H17",
        story=(
            "Several seats have such a ship in the system, and the attack does not say whose is meant. pyrnot "
            "does not guess. Put the seat's letter behind the piece: `attack g1S Mars`."
        ),
        wrong=_THREE + "1. attack g1 Mars\n",
        right=_THREE + "1. attack g1S Mars\n",
    ),
    Explanation(
        code=Codes.UNKNOWN_SYSTEM,
        rule="H22",
        story=f"A catastrophe names the system, then the colour. {_NO_SYSTEM}",
        wrong=_setup(_CROWD, _CROWD_BANK) + "1. catastrophe Venus yellow; pass\n",
        right=_setup(_CROWD, _CROWD_BANK) + "1. catastrophe Mars yellow; pass\n",
    ),
    Explanation(
        code=Codes.NO_OVERPOPULATION,
        rule="H22",
        story=(
            "A catastrophe is called in a system with four pieces or more of one colour, stars and the ships of "
            "all seats together. Here there are fewer. Mostly the system or the colour is another."
        ),
        wrong=_setup(_CROWD, _CROWD_BANK) + "1. catastrophe Al yellow; pass\n",
        right=_setup(_CROWD, _CROWD_BANK) + "1. catastrophe Mars yellow; pass\n",
    ),
    Explanation(
        code=Codes.EARLY_CATASTROPHE,
        rule="H24",
        story=(
            "With the optional rule strict catastrophes are called after the last action of a turn. Here an "
            "action follows one. Call it behind the actions. Without that rule it may be called at any point."
        ),
        wrong=_setup(_CROWD, _CROWD_BANK, tags='[Variant "strict"]\n') + "1. catastrophe Mars yellow; build y3 Al\n",
        right=_setup(_CROWD, _CROWD_BANK, tags='[Variant "strict"]\n') + "1. build y3 Al; catastrophe Mars yellow\n",
    ),
)

FAULTS: tuple[Explanation, ...] = (*_TAGS, *_TURNS, *_ACTIONS, *TRANSCRIPT_FAULTS)
