"""The rules of Homeworlds in players' words, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.core.rulebook import Form, Rule, Rulebook


def _ruling(rule_id: str, text: str) -> Rule:
    """A point on which programs that play Homeworlds differ, and pyrnot's decision."""
    return Rule(rule_id, text, is_ruling=True)


_RECORDS = (
    Rule(
        "HN1",
        "Seats in turn order: North, South for two players; North, East, South for three; North, East, South, West for "
        "four. The tag Seats gives the number; without it the name tags decide: four players with a West tag, three "
        "with an East tag, otherwise two. The pieces of a Setup tell how many it is for.",
    ),
    Rule(
        "HN2",
        "A turn is a list of actions; pyrnot writes them with full verbs and in lower case. Verbs may be cut short, "
        "and case does not matter. A name is written bare if it consists of letters, digits, _, - and ' and begins "
        "with a letter or digit, otherwise in double quotes; so is the name of a homeworld that is only digits or "
        "`draw`. A homeworld has the name that `homeworld` ends with, or else its player's, or else its seat's.",
    ),
    Rule(
        "HN3",
        "Position string: the systems in the order of their founding, the bank, the seat to move, and who is out "
        "(out=es). A system is its name, in brackets its home seat or nothing, its stars, and each seat's ships; "
        "pieces are written largest first, then r y g b, and read in any order. The bank is twelve counts: r1 r2 r3 "
        "y1 y2 y3 g1 g2 g3 b1 b2 b3; in a Setup it may be - or left out, since it follows from the systems and the "
        "number of seats. A seat that has no homeworld and is not out has yet to place one.",
    ),
    Rule(
        "HN4",
        "Transcripts of SuperDuperGames are read unchanged and can be written as records that replay to the same "
        "positions: chat becomes comments, and the header becomes tags.",
    ),
    Rule(
        "HN5",
        "A winner in a transcript's header is an error if the moves contradict it, and is accepted if they decide "
        "nothing.",
    ),
    Rule(
        "HN6",
        "With three or four seats, turns of other seats may be missing: a turn may be written for any seat in play, "
        "with a warning if that seat was not to move (no warning in a transcript).",
    ),
    Rule(
        "HN7",
        "Perft counts the positions that differ after one legal turn, summed over the next turns. The names of "
        "discovered systems do not count, and neither does the order of founding.",
    ),
)

_TRANSCRIPTS = (
    Rule("HF1", "A transcript is UTF-8 text. Only LF ends a line."),
    Rule(
        "HF2",
        "The header comes first, in this order, then an empty line: `Homeworlds Online (SDG# N)`; `Variants:` and "
        "their names in quotes, if there are any; `Started:` and `Ended:` with dates; `Participants:` with names and "
        "seats; `Winner:`.",
    ),
    Rule("HF3", "The turn order is North, East, South, West, without the seats that do not play."),
    Rule(
        "HF4",
        "A turn begins with its number and player, `7) Al:`; turns are numbered from 1 without gaps. The first action "
        "follows on the same line or the next. Names are compared without case.",
    ),
    Rule("HF5", "Further actions of the turn are one per line; empty lines are ignored."),
    Rule("HF6", "A line that begins with a TAB is chat, and so is everything from there to the next turn."),
    Rule(
        "HF7",
        "An action is a verb, in full or cut short (`C` is a catastrophe; `Con` or longer is construct, which means "
        "build), and then its words in a fixed order, so a system may have the name of a piece, a colour or a verb.",
    ),
    Rule(
        "HF8",
        "A piece is a colour letter and a size. Anything attached to it is ignored, except that a letter N, E, S or W "
        "attached to an attacked piece names its owner. The second star of a homeworld may be `-`.",
    ),
    Rule("HF9", "The first letter of a catastrophe's colour decides."),
    Rule(
        "HF10",
        "The name of a system is one word, compared without case. It may be used again once its system is gone.",
    ),
    Rule(
        "HF11",
        "Words after those that an action needs are ignored; after an attack, the next word may name the owner.",
    ),
    Rule("HF12", "`*` after a homeworld has no effect."),
    Rule("HF13", "Sizes written in builds and trades are claims that must be true."),
    Rule("HF14", "Resignations, timeouts and agreed draws are not recorded."),
    Rule("HF15", "A player may pass before placing a homeworld, while others already play."),
)

_STATE = (
    Rule(
        "H1",
        "The pieces are red, yellow, green and blue, in sizes 1, 2 and 3. For n players the bank begins with n + 1 of "
        "each of the twelve kinds.",
    ),
    Rule(
        "H2",
        "A piece on the table is a star or a ship. A system has one or two stars and any number of ships; a homeworld "
        "also has an owner. Each ship has an owner. A piece never changes its colour or size; a trade swaps it for "
        "another.",
    ),
    Rule("H3", "The state of the game is the bank, the systems, the seats still in play and the seat to move."),
    Rule(
        "H4",
        "The number of pieces of each kind, in the bank and on the table together, never changes. A Setup that breaks "
        "this is an error.",
    ),
    Rule(
        "H5",
        "On their first turn, players each take one or two stars and a ship from the bank as their homeworld. Any "
        "kinds are legal; what is unusual (one star, no large ship, fewer than three colours, no green, no blue, no "
        "star size in common with the previous player, or none that the previous player does not have) is noted, never "
        "refused.",
    ),
    Rule("H6", "Placing the homeworld is the whole turn. Until then a player can only pass."),
)

_TURN = (
    Rule(
        "H7",
        "A turn is one free action (build, trade, move, discover or attack), or one sacrifice and the actions that it "
        "grants, or a pass.",
    ),
    Rule(
        "H8",
        "A free action needs its power in the system where the ship acts: green to build, blue to trade, yellow to "
        "move or discover (in the system that the ship leaves), red to attack. Any star there gives it, and so does "
        "any of the player's own ships there. Every action needs one of the player's own ships in that system.",
    ),
    Rule(
        "H9",
        "A sacrifice returns one of the player's own ships to the bank and grants as many actions as its size, all of "
        "its colour, in any systems and without power there. They may use ships just built, moved or captured. The "
        "turn then has no free action.",
    ),
    _ruling(
        "H10",
        "Granted actions that are not used count as passed, whether or not that is written. Surplus passes are "
        "accepted, but not in a strict game.",
    ),
    _ruling("H11", "The whole turn may be passed, and catastrophes may still be called in it."),
    Rule("H12", "A piece that returns to the bank is available at once, even in the same turn."),
    Rule(
        "H13",
        "Build: a player with a ship of a colour in a system adds the smallest piece of that colour in the bank. "
        "Writing another size is an error.",
    ),
    _ruling(
        "H14",
        "Trade: one of the player's own ships is swapped for a piece in the bank of the same size and another colour.",
    ),
    Rule(
        "H15",
        "Move: one of the player's own ships goes to another system that is connected with the one it leaves: no star "
        "of one has the same size as a star of the other.",
    ),
    Rule(
        "H16",
        "Discover: a star from the bank, in a size that no star of the system left has, becomes a new system, and one "
        "of the player's own ships goes there. The name must not be in use. The star is taken before the system left "
        "is cleaned up.",
    ),
    _ruling(
        "H17",
        "Attack: a ship of another player, no larger than the attacker's largest ship in that system, changes its "
        "owner. With more than two players the owner must be named if several have such a ship there.",
    ),
)

_LOSSES = (
    Rule("H18", "When its last ship leaves, a system disappears, and its stars return to the bank at once."),
    _ruling(
        "H19",
        "But the mover's own homeworld stays until the end of the turn, even without ships: another ship may come in.",
    ),
    Rule("H20", "Another player's homeworld without ships disappears at once."),
    Rule("H21", "A homeworld that has ships of others but none of its owner is an ordinary system after the turn."),
    Rule(
        "H22",
        "A system with four or more pieces of one colour, counting stars and the ships of all players, is "
        "overpopulated.",
    ),
    _ruling(
        "H23",
        "A catastrophe returns every piece of that colour in the system to the bank. If no star is left, the other "
        "ships there are lost with the system, even at the mover's own homeworld. A homeworld of two stars can go on "
        "with one.",
    ),
    _ruling(
        "H24",
        "Only the player whose turn it is calls catastrophes: in any system, at any point of the turn, as many as that "
        "player likes, or none. In a strict game they come after the last action of the turn.",
    ),
    _ruling("H25", "A catastrophe does not use up the action; a turn may consist of catastrophes alone."),
)

_ENDS = (
    Rule(
        "H26",
        "At the end of each turn, a player who has placed a homeworld is out if it is gone or has none of that "
        "player's ships. Ships elsewhere stay on the table.",
    ),
    Rule("H27", "With two players, if only the opponent is out, the mover wins."),
    _ruling(
        "H28",
        "If only the mover is out, that is self-elimination: the mover loses. In a strict game such a turn is illegal.",
    ),
    _ruling("H29", "If nobody is left, the game is a draw."),
    _ruling("H30", "A win counts even if it leaves the winner's own homeworld overpopulated."),
    _ruling("H31", "No turn follows a win, and whatever is written in a turn after it has won is ignored."),
    Rule("H32", "There is no stalemate, no repetition rule and no move limit: passing is always possible."),
    Rule("H33", "Resignation and timeout are not moves: the result at the end of the record tells of them."),
    _ruling(
        "H34",
        "With more than two players, a player who is out is skipped. One whose turns are missing has left; that "
        "player's pieces stay and may be attacked.",
    ),
    _ruling(
        "H35",
        "With more than two players, the last one in play wins. Sinister: the first to eliminate the next player in "
        "turn order wins; if someone else eliminates that player, or that player has left, the player after that is "
        "the one to eliminate.",
    ),
    Rule("HC1", "The actions of a turn are judged one by one, in the order written."),
    Rule(
        "HC2",
        "Each kind of fault has its own code: no-ship, no-power, no-action-left, sacrifice-colour, bank-empty, "
        "build-size, not-connected, attack-too-big and so on.",
    ),
    Rule("HC3", "Strict: no self-elimination, no catastrophe before the last action of a turn, no surplus passes."),
)

RULEBOOK = Rulebook(
    summary=(
        "Two to four players each have a homeworld of stars and a fleet of ships. They build, trade, travel between "
        "stars of different sizes, attack, and blow up crowded systems. A player without a ship at home is out; the "
        "last one in play wins."
    ),
    rules=(*_STATE, *_TURN, *_LOSSES, *_ENDS, *_RECORDS, *_TRANSCRIPTS),
    notation=(
        Form('[Seats "3"]', "a game for three"),
        Form("homeworld g3 b2 y3 Al", "places the homeworld Al: stars g3 and b2, ship y3"),
        Form("homeworld g3 - y3", "places a homeworld of one star, with its player's name"),
        Form("build y1 Al", "builds a ship y1 at Al"),
        Form("trade g3 r3 Bea", "trades the ship g3 at Bea for r3"),
        Form("move y1 Mars Al", "moves the ship y1 from Mars to Al"),
        Form("discover y1 Al r1 Mars", "moves the ship y1 from Al to a new system, Mars, with the star r1"),
        Form("attack y1 Mars", "captures another player's y1 at Mars"),
        Form("attack y1S Mars", "captures South's y1 at Mars, where others have a y1 too"),
        Form("sacrifice y3 Al", "returns the ship y3 at Al to the bank, for three moves or discoveries"),
        Form("catastrophe Mars yellow", "returns all yellow pieces at Mars to the bank"),
        Form("pass", "passes the turn, or one action of a sacrifice"),
        Form('build y1 "Dy/dx"', "a name that needs quotes"),
        Form("s y3 AL", "a verb cut short; case does not matter"),
    ),
    position="<systems, separated by /> <bank> <seat to move> [out=<seats that are out>]; write - for no systems",
    position_example="Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3/Mars()r1,n:y1 233122331223 n",
)
