"""The rules of Homeworlds in players' words, as `pyrnot rules` prints them."""

from __future__ import annotations

from pyrnot.rulebook import Form, Rule, Rulebook


def _ruling(rule_id: str, text: str) -> Rule:
    """A point on which programs that play Homeworlds differ, and how pyrnot decides it."""
    return Rule(rule_id, text, is_ruling=True)


_RECORDS = (
    Rule(
        "HN1",
        "Seats in turn order: North, South with two; North, East, South with three; North, East, South, West with "
        "four. The tag Seats says how many play; without it the name tags do: West plays with four, East with three. "
        "A Setup tells by its pieces how many it is for.",
    ),
    Rule(
        "HN2",
        "A turn is its actions, in full verbs and small letters when written by pyrnot. Verbs may be cut short, "
        "words may stand in any case. A name of letters, digits, _, - and ' that begins with a letter or digit "
        "stands bare, any other in double quotes; so does a homeworld's name that is digits only or `draw`. A "
        "homeworld is called what the fourth word says, else like its player, else like its seat.",
    ),
    Rule(
        "HN3",
        "Position string: systems in the order of their founding, the bank, the seat to move, and who is out "
        "(out=es). A system is its name, its home seat or nothing in brackets, its stars and each seat's ships, "
        "largest first, then r y g b. The bank is twelve counts: r1 r2 r3 y1 y2 y3 g1 g2 g3 b1 b2 b3. A seat that "
        "has no homeworld and is not out has yet to place it.",
    ),
    Rule(
        "HN4",
        "Transcripts of SuperDuperGames are read as they are and can be written as records, which replay to the "
        "same positions: chat becomes comments, the header becomes tags.",
    ),
    Rule(
        "HN5",
        "A winner in a transcript's header that its moves contradict is an error; one that they do not decide is "
        "nothing.",
    ),
    Rule(
        "HN6",
        "With three or four seats the turns of other seats may be missing: a seat that is written, in play and "
        "not the one to move moves all the same, with a warning (none in a transcript).",
    ),
    Rule(
        "HN7",
        "Perft counts positions that differ after one legal turn, summed over the next turns; systems that were "
        "discovered count as nameless.",
    ),
)

_TRANSCRIPTS = (
    Rule("HF1", "A transcript is UTF-8 text; its lines end with LF alone."),
    Rule(
        "HF2",
        "Its header, in this order, then an empty line: `Homeworlds Online (SDG# N)`; where there are any, "
        "`Variants:` and their names in quotes; `Started:` and `Ended:` with dates; `Participants:` with names "
        "and seats; `Winner:`.",
    ),
    Rule("HF3", "Turn order by seat is North, East, South, West, absent seats skipped."),
    Rule(
        "HF4",
        "A turn begins with its number and player, `7) Al:`, counted from 1 without gaps; its first action stands "
        "behind that or on the next line. Names are compared without case.",
    ),
    Rule("HF5", "Further actions of the turn stand one a line; empty lines mean nothing."),
    Rule("HF6", "A line that begins with a TAB is chat, and so is everything behind it up to the next turn."),
    Rule(
        "HF7",
        "An action is a verb, in full or cut short (`C` is a catastrophe; `Con` and longer is to construct, the "
        "same as to build), and its words in a fixed order: a system may be called like a piece, a colour or a "
        "verb.",
    ),
    Rule(
        "HF8",
        "A piece is a colour letter and a size; what is glued to it means nothing, but behind an attacked piece a "
        "letter N, E, S or W names the owner. A homeworld's second star may be `-`.",
    ),
    Rule("HF9", "The first letter of a catastrophe's colour decides."),
    Rule("HF10", "A system's name is one word, compared without case. It may be used again once its system is gone."),
    Rule("HF11", "Words behind those that an action needs mean nothing; behind an attack they may name the owner."),
    Rule("HF12", "`*` behind a homeworld has no effect."),
    Rule("HF13", "Sizes written in builds and trades are claims that must be true."),
    Rule("HF14", "Resignations, timeouts and agreed draws are not recorded."),
    Rule("HF15", "A player may pass before placing a homeworld, while others play."),
)

_STATE = (
    Rule(
        "H1",
        "Pieces are red, yellow, green and blue, of sizes 1, 2 and 3. For n players the bank begins with n + 1 of "
        "each of the twelve kinds.",
    ),
    Rule(
        "H2",
        "A piece on the table is a star or a ship. A system has one or two stars, any number of ships, and an owner "
        "if it is a homeworld. A ship has an owner. No piece ever changes its colour or size; a trade swaps it.",
    ),
    Rule("H3", "What counts is the bank, the systems, the seats still in play and the seat to move."),
    Rule("H4", "Of each kind, bank, stars and ships together always hold as many. A Setup that does not is an error."),
    Rule(
        "H5",
        "On their first turn each player takes two stars, or one, and a ship from the bank as a homeworld. Any kinds "
        "will do; what is unusual (one star, no large ship, fewer than three colours, no green, no blue, no star size "
        "in common with the player before, or none but that player's) is remarked, never refused.",
    ),
    Rule("H6", "Placing the homeworld is the whole turn. Until then a player can only pass."),
)

_TURN = (
    Rule(
        "H7",
        "A turn is one free action (build, trade, move, discover or attack), or one sacrifice and the actions it "
        "grants, or a pass.",
    ),
    Rule(
        "H8",
        "A free action needs its power where the acting ship stands: green to build, blue to trade, yellow to "
        "move or discover (in the system left), red to attack. Any star there has it, and any own ship there. "
        "Every action needs an own ship in that system.",
    ),
    Rule(
        "H9",
        "A sacrifice returns an own ship to the bank and grants as many actions as its size, all of its colour, "
        "in any systems and without power there. They may use ships just built, moved or captured. There is no "
        "free action besides.",
    ),
    _ruling(
        "H10",
        "Granted actions that are not used count as passed, written or not. Surplus passes are let through, but "
        "not in a strict game.",
    ),
    _ruling("H11", "The whole turn may be passed, and catastrophes called all the same."),
    Rule("H12", "What returns to the bank is available at once, in the same turn too."),
    Rule(
        "H13",
        "Build: where one has a ship of a colour, a new one of that colour, the smallest in the bank. Another "
        "size written is an error.",
    ),
    _ruling("H14", "Trade: an own ship for a piece in the bank of the same size and another colour."),
    Rule(
        "H15",
        "Move: an own ship to another system that is connected, which means that no star of the one has the size "
        "of a star of the other.",
    ),
    Rule(
        "H16",
        "Discover: a star from the bank, of a size that no star of the system left has, makes a new system, and "
        "an own ship goes there. Its name is no living system's. The star is taken before the system left is "
        "cleaned up.",
    ),
    _ruling(
        "H17",
        "Attack: a ship of another player's, no larger than one's own largest ship there, changes its owner. With "
        "more than two players the owner is named where several have such a ship there.",
    ),
)

_LOSSES = (
    Rule("H18", "When the last ship leaves a system, it disappears, and its stars return to the bank at once."),
    _ruling("H19", "But the mover's own homeworld stays, empty, to the end of the turn: another ship may come in."),
    Rule("H20", "Another player's homeworld gets no such grace."),
    Rule("H21", "A homeworld without a ship of its owner's, but with others', is an ordinary system after the turn."),
    Rule(
        "H22",
        "A system with four pieces or more of one colour, stars and ships of all players together, is overpopulated.",
    ),
    _ruling(
        "H23",
        "A catastrophe returns every piece of that colour there to the bank. If no star is left, the other ships "
        "there are lost with the system, at the mover's own homeworld too. A homeworld of two stars lives on with "
        "one.",
    ),
    _ruling(
        "H24",
        "Only the player on turn calls catastrophes, in any system, at any point of the turn, as many as wanted "
        "or none. In a strict game none comes before the last action of the turn.",
    ),
    _ruling("H25", "A catastrophe does not use up the action; a turn may consist of catastrophes only."),
)

_ENDS = (
    Rule(
        "H26",
        "At the end of each turn a player who has placed a homeworld is out if it is gone or holds none of the "
        "player's ships. Ships elsewhere stay on the table.",
    ),
    Rule("H27", "With two players, if only the opponent is out, the mover wins."),
    _ruling(
        "H28", "If only the mover is out, that is self-elimination, and a loss. In a strict game that turn is illegal."
    ),
    _ruling("H29", "If nobody is left, the game is a draw."),
    _ruling("H30", "A win stands even if the winner's own homeworld is overpopulated then."),
    _ruling("H31", "No turn follows a win, and what is said in a turn after it has won is ignored."),
    Rule("H32", "There is no stalemate, repetition or limit of moves: passing is always possible."),
    Rule("H33", "Resignation and timeout are no part of the moves: the record's last word says them."),
    _ruling(
        "H34",
        "More than two players: a player who is out is skipped. One whose turns are missing has left; the pieces "
        "stay and may be attacked.",
    ),
    _ruling(
        "H35",
        "More than two players: the last one in play wins. Sinister: the first to eliminate the next player in "
        "turn order wins; if someone else does, the next after that takes that place, and so if that player has "
        "left.",
    ),
    Rule("HC1", "The actions of a turn are judged one after the other, in the order written."),
    Rule(
        "HC2",
        "Faults have names of their own: no-ship, no-power, no-action-left, sacrifice-colour, bank-empty, build-"
        "size, not-connected, attack-too-big and so on.",
    ),
    Rule(
        "HC3",
        "Strict: no self-elimination, no catastrophe before the last action of a turn, no surplus passes.",
    ),
)

RULEBOOK = Rulebook(
    summary=(
        "Two to four players each have a homeworld of stars and a fleet of ships. They build, trade, travel "
        "between stars of different sizes, attack, and blow up crowded systems. A player without a ship at home "
        "is out; the last one wins."
    ),
    rules=(*_STATE, *_TURN, *_LOSSES, *_ENDS, *_RECORDS, *_TRANSCRIPTS),
    notation=(
        Form('[Seats "3"]', "three play"),
        Form("homeworld g3 b2 y3 Al", "the stars g3 and b2 and the ship y3 are the homeworld Al"),
        Form("homeworld g3 - y3", "a homeworld of one star, called like its player"),
        Form("build y1 Al", "a new ship y1 at Al"),
        Form("trade g3 r3 Bea", "the ship g3 at Bea becomes r3"),
        Form("move y1 Mars Al", "the ship y1 goes from Mars to Al"),
        Form("discover y1 Al r1 Mars", "the ship y1 goes from Al to a new system Mars with the star r1"),
        Form("attack y1 Mars", "another player's y1 at Mars is captured"),
        Form("attack y1S Mars", "South's y1 at Mars is captured, not another player's"),
        Form("sacrifice y3 Al", "the ship y3 at Al goes to the bank: three moves or discoveries follow"),
        Form("catastrophe Mars yellow", "all yellow pieces at Mars go to the bank"),
        Form("pass", "nothing, or one granted action less"),
        Form('build y1 "Dy/dx"', "a name that cannot stand bare"),
        Form("s y3 AL", "verbs cut short, words in any case"),
    ),
    position="<systems, separated by /> <bank> <seat to move> [out=<seats that are out>]; no systems are -",
    position_example="Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3/Mars()r1,n:y1 233122331223 n",
)
