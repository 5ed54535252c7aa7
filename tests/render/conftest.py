"""Fixtures: sample diagrams of all kinds of blocks, from realistic boards to hostile text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrnot.core.diagram import Board, Card, Cards, Diagram, Facts, Group, Mark, Pose, Rack, Remarks, Ring, Shown
from pyrnot.core.grid import Grid, read_cells
from pyrnot.core.pieces import SIZE_OF_LETTER, Colour, Pyramid, Size
from pyrnot.core.positions import Part

BRACES_COLOURS = {
    "w": Colour.WHITE,
    "b": Colour.BLACK,
    "n": Colour.GREY,
    "g": Colour.GREEN,
    "r": Colour.RED,
}
BRACES_START = "1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1"
WHEEL = "roygcbpiwakt"
WHEEL_COLOURS = dict(
    zip(
        WHEEL,
        (
            Colour.RED,
            Colour.ORANGE,
            Colour.YELLOW,
            Colour.GREEN,
            Colour.CYAN,
            Colour.BLUE,
            Colour.PURPLE,
            Colour.PINK,
            Colour.WHITE,
            Colour.GREY,
            Colour.BLACK,
            Colour.CLEAR,
        ),
        strict=True,
    )
)


def shown(letters: str, *, mark: Mark | None = None, count: int = 1, colours=BRACES_COLOURS) -> Shown:  # type: ignore[no-untyped-def]
    """`Sw` as a game would show it."""
    return Shown(Pyramid(SIZE_OF_LETTER[letters[0]], colours[letters[1]]), letters, count=count, mark=mark)


def stacks(grid: Grid, text: str) -> dict[int, tuple[Shown, ...]]:
    """Stacks of the board part of a position string of Braces."""

    def read(cell: str) -> tuple[Shown, ...]:
        return tuple(shown(cell[at : at + 2]) for at in range(0, len(cell), 2))

    return {
        square: cell
        for square, cell in enumerate(read_cells(grid, Part(text), lambda part: read(part.text), ()))
        if cell
    }


FIVE = Grid(5, 5)
EIGHT = Grid(8, 8)
SIX = Grid(6, 5)


def braces(text: str = BRACES_START) -> Diagram:
    """A plain Braces position."""
    return Diagram((Board(FIVE, stacks(FIVE, text)), Facts((("To move", "White"),))))


def braces_turn() -> Diagram:
    """A Braces position with every kind of trace that a turn can leave."""
    cells = stacks(FIVE, "Sn,LbMbSb,LbMb,LbMbSb,1/3,Sg,Sr/2,LnMn,2/2,LwMwSwSb,2/1,LwMw,LwMwSw,2")
    names = FIVE.index
    cells[names["d4"]] = (shown("Sg", mark=Mark.MOVED),)
    cells[names["e4"]] = (shown("Sr", mark=Mark.CHANGED),)
    cells[names["a5"]] = (shown("Sn", mark=Mark.MOVED),)
    return Diagram(
        (
            Board(
                FIVE,
                cells,
                marks={names["b1"]: Mark.LEFT, names["c3"]: Mark.LEFT},
                paths=(
                    (names["b1"], names["b2"], names["c2"], names["d2"], names["d3"], names["d4"]),
                    (names["c3"], names["c4"], names["b4"], names["a4"], names["a5"]),
                ),
            ),
            Facts((("To move", "Black"), ("Dice", "DIG 6/4"), ("Value", "6"))),
            Remarks(
                "This turn",
                (
                    "the white Small goes from b1 over b2, c2, d2 and d3 to d4",
                    "the black Small on e4 becomes red",
                    "the neutral Small goes from c3 over c4, b4 and a4 to a5",
                ),
            ),
        )
    )


def tall(height: int = 12) -> Diagram:
    """A Braces board with a very tall stack in the middle of others."""
    pile = ("Lw", "Lb", "Ln", "Lb", "Mw", "Mr", "Mn", "Mb", "Sg", "Sw", "Sn", "Sb", "Sr", "Sw", "Sw", "Sb", "Sr", "Sr")
    cells = stacks(FIVE, "Lb,MbSb,1,LbMbSbSrSwSn,1/5/2,Lw,2/5/Sw,MwSw,Lw,LwMw,Lr")
    cells[FIVE.index["c3"]] = tuple(shown(letters) for letters in pile[:height])
    cells[FIVE.index["d3"]] = tuple(shown(letters) for letters in pile[:7])
    top = cells[FIVE.index["d3"]][-1]
    cells[FIVE.index["d3"]] = (*cells[FIVE.index["d3"]][:-1], shown(top.letters, mark=Mark.MOVED))
    return Diagram((Board(FIVE, cells), Facts((("To move", "White"),))))


def martian() -> Diagram:
    """An 8x8 board of single pyramids, some of them culled, with stashes and points."""
    colours = {"r": Colour.RED, "y": Colour.YELLOW}
    cells = {}
    for text in ("Sd5r", "Se4r", "Md4y", "Le5y", "Sf6r", "Mc3y", "Sa1r", "Mh8y"):
        cells[EIGHT.index[text[1:3]]] = (shown(text[0] + text[3], colours=colours),)
    cells[EIGHT.index["c5"]] = (shown("Sr", mark=Mark.PLACED, colours=colours),)
    return Diagram(
        (
            Board(
                EIGHT,
                cells,
                marks={EIGHT.index["b6"]: Mark.REMOVED, EIGHT.index["g3"]: Mark.REMOVED},
                ghosts={
                    EIGHT.index["b6"]: (shown("Sy", mark=Mark.REMOVED, colours=colours),),
                    EIGHT.index["g3"]: (shown("Mr", mark=Mark.REMOVED, colours=colours),),
                },
            ),
            Rack("Red stash", (Group("", tuple(shown(f"{s}r", count=5, colours=colours) for s in "LMS")),)),
            Rack("Yellow stash", (Group("", tuple(shown(f"{s}y", count=4, colours=colours) for s in "LMS")),)),
            Facts((("To move", "Red"), ("Points", "Red 4, Yellow 9"))),
            Remarks(
                "This turn", ("Red places a Small on c5", "wave 1: the Small on b6 and the Medium on g3 are culled")
            ),
        )
    )


def unsettled() -> Diagram:
    """An 8x8 board with a playfield, entry squares and stacks."""
    colours = {"g": Colour.GREEN, "y": Colour.YELLOW, "t": Colour.CLEAR, "w": Colour.WHITE, "o": Colour.ORANGE}

    def pyramid(letters: str, mark: Mark | None = None) -> Shown:
        size = {"P": Size.SMALL, "D": Size.MEDIUM, "Q": Size.LARGE}[letters[0]]
        return Shown(Pyramid(size, colours[letters[1]]), letters, mark=mark)

    names = EIGHT.index
    region = frozenset(i for i in range(64) if 1 <= i % 8 <= 6 and 1 <= i // 8 <= 6)
    return Diagram(
        (
            Board(
                EIGHT,
                {
                    names["c3"]: (pyramid("Qg"), pyramid("Pw"), pyramid("Py"), pyramid("Po", Mark.MOVED)),
                    names["d4"]: (pyramid("Dt"),),
                    names["e5"]: (pyramid("Qw"), pyramid("Py")),
                    names["f6"]: (pyramid("Py"),),
                },
                marks={names["c5"]: Mark.LEFT},
                paths=((names["c5"], names["c4"], names["c3"]),),
                spots=frozenset(names[name] for name in ("b2", "g2", "b7", "g7")),
                spot_label="entry square",
                region=region,
                region_label="in the playfield, wherever it may lie",
            ),
            Rack("Rainbow stash", tuple(
                Group(name, tuple(pyramid(f"{s}{name[0]}") for s in "QDP")) for name in ("green", "yellow")
            )),
            Facts((("To move", "Xeno"), ("Points", "Rainbow 12, Xeno 8"))),
        )
    )  # fmt: skip


def spectrum(seats: int = 4) -> Diagram:
    """The ring of Spectrum, stashes, goals."""

    def some(letter: str, counts: tuple[int, ...]) -> tuple[Shown, ...]:
        return tuple(
            shown(size + letter, count=count, colours=WHEEL_COLOURS)
            for size, count in zip("SML", counts, strict=True)
            if count
        )

    slots = tuple(
        Group(
            WHEEL_COLOURS[letter].value, some(letter, (4, at % 4, 4 - at % 3)), mark=Mark.CHANGED if at == 2 else None
        )
        for at, letter in enumerate(WHEEL)
    )
    stashes = tuple(
        Rack(
            f"{seat} ({12 + at} pips)",
            tuple(
                Group(WHEEL_COLOURS[letter].value, some(letter, (at % 2, 1, at // 2)))
                for at, letter in enumerate(WHEEL, number)
                if at % 5
            ),
        )
        for at, (number, seat) in enumerate(enumerate("ABCD"[:seats]))
    )
    goals = Rack(
        "Goals",
        tuple(
            Group(
                str(number),
                tuple(shown(text[at : at + 2], colours=WHEEL_COLOURS) for at in (0, 2, 4)),
                mark=Mark.PLACED if number == 2 else None,
            )
            for number, text in enumerate(("SrMkLw", "SoMoLi", "SaMtLy"), 1)
        ),
    )
    return Diagram(
        (Ring("spectrum", slots, clockwise=seats % 2 == 0), goals, *stashes, Facts((("To move", "B"), ("Passes", "0"))))
    )


def homeworlds() -> Diagram:
    """Star systems as cards, and the bank."""
    colours = {"r": Colour.RED, "y": Colour.YELLOW, "g": Colour.GREEN, "b": Colour.BLUE}

    def piece(text: str, *, is_ship: bool = True, count: int = 1, mark: Mark | None = None) -> Shown:
        pyramid = Pyramid(Size(int(text[1])), colours[text[0]])
        return Shown(pyramid, text, count=count, pose=Pose.FLAT if is_ship else Pose.UPRIGHT, mark=mark)

    def card(title: str, stars: str, ships: dict[str, str], owner: str | None = None, mark: Mark | None = None) -> Card:
        groups = [Group("stars" if " " in stars else "star", tuple(piece(s, is_ship=False) for s in stars.split()))]
        groups += [
            Group(seat, tuple(piece(s[:2], mark=Mark.MOVED if s.endswith(">") else None) for s in text.split()))
            for seat, text in ships.items()
        ]
        return Card(title, tuple(groups), owner, mark)

    return Diagram(
        (
            Cards(
                "Systems",
                (
                    (card("Alhome", "g3 b2", {"Al": "y3 y1 g1"}, "Al"),),
                    (
                        card("Mars", "r1", {"Al": "y1", "Bea": "r3 g2>"}),
                        card("Züri's Star", "y3", {"Bea": "b1"}, mark=Mark.PLACED),
                        card("日本", "b3", {"Al": "g1 g1 g2"}),
                    ),
                    (card("Beahome", "b1 y2", {"Bea": "g3"}, "Bea"),),
                ),
            ),
            Rack(
                "Bank",
                tuple(
                    Group(colour.value, tuple(piece(f"{letter}{size}", count=4 - size) for size in (1, 2, 3)))
                    for letter, colour in colours.items()
                ),
            ),
            Facts((("To move", "Bea (South)"),)),
        )
    )


def triumvirate() -> Diagram:
    """Cards with flat and upright pyramids as racks, prisoners, an 8x8 board."""
    colours = {"r": Colour.RED, "b": Colour.BLUE}

    def on_card(letter: str, colour: str, pose: Pose, mark: Mark | None = None) -> Shown:
        sign = "_" if pose is Pose.FLAT else "^"
        return Shown(Pyramid(SIZE_OF_LETTER[letter], colours[colour]), letter + sign, pose=pose, mark=mark)

    cells = {}
    for text in ("Lh1r", "Mg1r", "Sf1r", "La8b", "Mb8b", "Sc8b", "Sd4r", "Me5b"):
        cells[EIGHT.index[text[1:3]]] = (shown(text[0] + text[3], colours=colours),)
    cells[EIGHT.index["e6"]] = (shown("Lr", mark=Mark.MOVED, colours=colours),)
    return Diagram(
        (
            Board(
                EIGHT,
                cells,
                marks={EIGHT.index["d4"]: Mark.LEFT},
                ghosts={EIGHT.index["e6"]: (shown("Sb", mark=Mark.REMOVED, colours=colours),)},
                paths=((EIGHT.index["h3"], EIGHT.index["f4"], EIGHT.index["e6"]),),
            ),
            Rack(
                "Red card",
                (
                    Group("O", (on_card("L", "r", Pose.FLAT),), note="orthogonal"),
                    Group("D", (on_card("M", "r", Pose.UPRIGHT),), note="diagonal"),
                    Group(
                        "L", (on_card("S", "r", Pose.FLAT), on_card("S", "b", Pose.UPRIGHT, Mark.PLACED)), note="leap"
                    ),
                ),
            ),
            Rack("Red holds", (Group("", ()),)),
            Rack("Blue holds", (Group("", (shown("Lr", count=2, colours=colours),)),)),
            Facts((("To move", "Blue"), ("Points", "4"))),
        )
    )


HOSTILE = "a\x1b[31mred\x00\x07 <b>&\"' ]]> \u202egnp \ud800 \ufffe \u2028 日本 [red]x[/red] :smile:" + "w" * 200


def hostile() -> Diagram:
    """Hostile text: control characters, markup and very long words."""
    return Diagram(
        (
            Board(FIVE, stacks(FIVE, BRACES_START), spots=frozenset({0}), spot_label=HOSTILE, region=frozenset({0}),
                  region_label=HOSTILE),
            Rack(HOSTILE, (Group(HOSTILE, (shown("Sw"),), note=HOSTILE), Group("", ()))),
            Ring(HOSTILE, tuple(Group(HOSTILE, (shown("Sw"),)) for _ in range(5))),
            Cards(HOSTILE, ((Card(HOSTILE, (Group(HOSTILE, (shown("Sw"),)),), owner=HOSTILE),),)),
            Facts(((HOSTILE, HOSTILE),)),
            Remarks(HOSTILE, (HOSTILE,)),
        )
    )  # fmt: skip


ALL = {
    "braces": braces,
    "braces-turn": braces_turn,
    "tall": tall,
    "martian": martian,
    "unsettled": unsettled,
    "spectrum": spectrum,
    "homeworlds": homeworlds,
    "triumvirate": triumvirate,
}


@pytest.fixture(params=[*ALL, "hostile"])
def sample(request: pytest.FixtureRequest) -> Diagram:
    """Each of the diagrams."""
    draw: Callable[[], Diagram] = {**ALL, "hostile": hostile}[request.param]
    return draw()


@pytest.fixture(params=["braces", "braces-turn", "tall", "martian", "unsettled", "triumvirate"])
def board_sample(request: pytest.FixtureRequest) -> Diagram:
    """Each of the diagrams with a board."""
    return ALL[request.param]()


@pytest.fixture
def draw() -> dict[str, Callable[[], Diagram]]:
    """Functions that make the diagrams, by name."""
    return {**ALL, "hostile": hostile}


@pytest.fixture
def hostile_text() -> str:
    """Hostile text: control characters, markup and very long words."""
    return HOSTILE
