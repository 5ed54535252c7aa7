"""The traps of the transcripts that people left (HF1 to HF15), through the commands that a user runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from pyrnot.cli import cli

TWO = "Bea (S), Al (N)"
THREE = "Bea (S), Al (N), Cy (E)"
FOUR = "Bea (S), Di (W), Al (N), Cy (E)"


def said(turns: str, players: str = TWO, winner: str = "Al", variants: str = "") -> str:
    """A transcript with these turns."""
    named = f'Variants: "{variants}"\n' if variants else ""
    head = f"Homeworlds Online (SDG# 99999)\n{named}Started: 2020.1.1, Ended: 2020.1.12\n"
    return f"{head}Participants: {players}\nWinner: {winner}\n\n{turns}"


def turns(*actions: str, first: int = 1, players: tuple[str, ...] = ("Al", "Bea")) -> str:
    """Turns of the players in order, numbered from `first` on."""
    numbered = zip(range(first, first + len(actions)), players * len(actions), actions, strict=False)
    return "".join(f"{number}) {player}: {action}\n\n" for number, player, action in numbered)


HOMES = turns("Homeworld G3 B2 Y3", "Homeworld B1 Y2 G3")
PLACED = "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3"
BUILT = "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3"
ALL_THREE = ("Al", "Cy", "Bea")
HOMES_OF_THREE = turns("Homeworld G3 B2 Y3", "Homeworld B1 Y2 G3", "Homeworld R1 G3 B3", players=ALL_THREE)


class Read(NamedTuple):
    """A legal transcript, the systems and the seat to move that it leads to, and the chat in it."""

    text: str
    plies: int
    systems: str
    mover: str
    chat: tuple[str, ...] = ()


READ = {
    "HF1-other-line-ends-in-a-chat": Read(
        said(f"{HOMES}3) Al: Pass\n\tAl: a\rBuild Y1 Al\x85Pass\u20284) Bea: Pass\x0cb\n\n4) Bea: Build G1 Bea\n"),
        4,
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3g1",
        "n",
        ("Al: a Build Y1 Al Pass 4) Bea: Pass b",),
    ),
    "HF1-saved-with-crlf": Read(
        said(f"{HOMES}3) Al:\nBuild Y1 Al\n\tAl: a\n\n4) Bea: Build G1 Bea\n").replace("\n", "\r\n"),
        4,
        "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3g1",
        "n",
        ("Al: a",),
    ),
    "HF1-no-line-end-at-the-end": Read(said(f"{HOMES}3) Al: Build Y1 Al"), 3, BUILT, "s"),
    "HF2-no-variants": Read(said(HOMES), 2, PLACED, "n"),
    "HF2-variants-without-a-rule": Read(said(HOMES, variants="Unrated, Hard time, No undo"), 2, PLACED, "n"),
    "HF3-three-seats": Read(said(HOMES_OF_THREE, THREE), 3, "Al(n)g3b2,n:y3/Cy(e)y2b1,e:g3/Bea(s)g3r1,s:b3", "n"),
    "HF3-four-seats": Read(
        said(
            turns("H G3 B2 Y3", "H B1 Y2 G3", "H R1 G3 B3", "H G2 B1 Y3", players=(*ALL_THREE, "Di")),
            FOUR,
            winner="Di",
        ),
        4,
        "Al(n)g3b2,n:y3/Cy(e)y2b1,e:g3/Bea(s)g3r1,s:b3/Di(w)g2b1,w:y3",
        "n",
    ),
    "HF4-first-action-on-the-next-line": Read(said(f"{HOMES}3) Al:\nBuild Y1 Al\n"), 3, BUILT, "s"),
    "HF4-names-in-any-case": Read(said(HOMES.replace("2) Bea:", "2) bEA:")), 2, PLACED, "n"),
    "HF4-numbered-list-in-a-chat": Read(
        said(f"{HOMES}3) Al: Pass\n\tAl: ways:\n1) Al: Build Y1 Al\n4) first: this\n5) Bea: that\n\n4) Bea: Pass\n"),
        4,
        PLACED,
        "n",
        ("Al: ways:\n1) Al: Build Y1 Al\n4) first: this\n5) Bea: that",),
    ),
    "HF5-empty-lines-within-a-turn": Read(
        said(
            f"{HOMES}3) Al: Build Y1 Al\n\n4) Bea: Pass\n\n"
            "5) Al: Sacrifice Y3 Al\n\nDiscover Y1 Al R1 Mars\n \nMove Y1 Mars Al\n\n\nPass\n"
        ),
        5,
        "Al(n)g3b2,n:y1/Bea(s)y2b1,s:g3",
        "s",
    ),
    "HF6-chat-to-the-next-turn": Read(
        said(
            f"{HOMES}3) Al: Pass\n\tAl: what if\nBuild Y1 Al\n\nCatastrophe Al Red\n"
            "\tBea:\n\tBea: [no] {way}\n\n4) Bea: Pass\n"
        ),
        4,
        PLACED,
        "n",
        ("Al: what if\nBuild Y1 Al\n\nCatastrophe Al Red", "Bea: [no] (way)"),
    ),
    "HF6-chat-before-the-first-turn": Read(said(f"\tAl: hello\n\n{HOMES}"), 2, PLACED, "n", ("Al: hello",)),
    "HF6-chat-like-a-tag": Read(
        said(f'{HOMES}3) Al: Pass\n\tAl: look:\n[White "Ann"]\n\n4) Bea: Pass\n'),
        4,
        PLACED,
        "n",
        ('Al: look:\n(White "Ann"]',),
    ),
    "HF6-chat-that-ends-with-a-colon": Read(
        said(f"{HOMES}3) Al: Pass\n\tAl: well:\n\n4) Bea: Pass\n\tBea:\n"), 4, PLACED, "n", ("Al: well:",)
    ),
    "HF7-verbs-cut-short": Read(
        said(
            turns("Hom G3 B2 Y3", "H B1 Y2 G3", "b y1 al", "CONSTRUCT G1 Bea", "Disc Y1 Al R1 Mars", "Con G1 Bea")
            + turns("M Y1 Mars Al", "Tr G1 Y1 Bea", "S Y1 Al\nP", first=7)
        ),
        9,
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3y1g1",
        "s",
    ),
    "HF7-c-is-a-catastrophe": Read(
        said(HOMES + turns("Pass", "B G1 Bea", "Pass", "B G1 Bea", "Pass", "B G1 Bea\nC Bea G", first=3)),
        8,
        "Al(n)g3b2,n:y3",
        "n",
    ),
    "HF7-systems-called-like-anything": Read(
        said(
            HOMES
            + turns("Build Y1 Al", "Build G1 Bea", "Discover Y1 Al B1 B1", "Discover G1 Bea R3 Pass", first=3)
            + turns("Move Y1 B1 Al", "Pass", "Discover Y1 Al R1 12", "Build G1 Bea", "M Y1 12 Al", first=7)
            + turns("Discover G1 Bea Y3 Blue", first=12, players=("Bea",))
            + turns("Build Y1 Al", "Build G1 Bea", first=13)
        ),
        14,
        "Al(n)g3b2,n:y3y1y1/Bea(s)y2b1,s:g3g1/Pass()r3,s:g1/Blue()y3,s:g1",
        "n",
    ),
    "HF8-junk-on-pieces": Read(
        said(turns("Homeworld g3. B2`` Y3!!!", "Homeworld B1k Y2in G33", "Build Y1$ Al")), 3, BUILT, "s"
    ),
    "HF8-one-star": Read(
        said(turns("Homeworld G3 - Y3", "Homeworld B1 -  G3 *")), 2, "Al(n)g3,n:y3/Bea(s)b1,s:g3", "n"
    ),
    "HF9-colours": Read(
        said(HOMES + turns("Pass", "B G1 Bea", "Pass", "B G1 Bea", "Pass", "B G1 Bea\nCat Bea GrEEn!", first=3)),
        8,
        "Al(n)g3b2,n:y3",
        "n",
    ),
    "HF10-odd-names-in-any-case": Read(
        said(
            HOMES
            + turns("Build Y1 Al", "Build G1 Bea", "Discover Y1 Al G1 Dy/dx", "Discover G1 Bea R3 L'ÉTOILE", first=3)
            + turns("Build Y1 dy/DX", "Build G1 l'étoile", first=7)
        ),
        8,
        'Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/"Dy/dx"()g1,n:y1y1/L\'ÉTOILE()r3,s:g1g1',
        "n",
    ),
    "HF10-name-used-again": Read(
        said(
            HOMES
            + turns("Build Y1 Al", "Pass", "Discover Y1 Al R1 Mars", "Pass", "Move Y1 Mars Al", "Pass", first=3)
            + turns("Discover Y1 Al B1 mars", first=9)
        ),
        9,
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3/mars()b1,n:y1",
        "s",
    ),
    "HF11-extra-words": Read(
        said(
            turns("Homeworld G3 B2 Y3 Al the great", "Homeworld B1 Y2 G3 (s)", "Build Y1 Al North", "Pass and wait")
            + turns("Discover Y1 Al G1 The Red One", "Trade G3 R3 Bea Build Y1 Bea", "Build Y1 The", first=5)
        ),
        7,
        "Al(n)g3b2,n:y3/Bea(s)y2b1,s:r3/The()g1,n:y1y1",
        "s",
    ),
    "HF12-star-after-a-homeworld": Read(
        said(turns("Homeworld R1 R1 R1 *", "Homeworld B1 Y2 G3 *")), 2, "Al(n)r1r1,n:r1/Bea(s)y2b1,s:g3", "n"
    ),
    "HF14-the-moves-just-stop": Read(said(f"{HOMES}3) Al: Build Y1 Al\n", winner="Bea"), 3, BUILT, "s"),
    "HF15-passes-before-the-homeworld": Read(
        said(turns("Pass", "Homeworld B1 Y2 G3", "Pass", "Build G1 Bea", "Homeworld G3 B2 Y3")),
        5,
        "Bea(s)y2b1,s:g3g1/Al(n)g3b2,n:y3",
        "s",
    ),
    "H34-turns-that-are-missing": Read(
        said(
            HOMES_OF_THREE + "4) Cy: Build G1 Cy\n\n5) Al: Build Y1 Al\n\n6) Bea: Pass\n\n7) Cy: Pass\n",
            THREE,
            winner="Cy",
        ),
        7,
        "Al(n)g3b2,n:y3y1/Cy(e)y2b1,e:g3g1/Bea(s)g3r1,s:b3",
        "s",
    ),
}


BEFORE_ATTACK = turns(
    *("Homeworld G3 B2 Y3", "Homeworld G2 B3 Y3", "Homeworld G2 Y3 Y3", "Build Y1 Al", "Build Y1 Cy", "Build Y1 Bea"),
    *("Pass", "Pass", "Pass", "Discover Y1 Al R1 Mars", "Move Y1 Cy Mars", "Move Y1 Bea Mars"),
    players=ALL_THREE,
)


class Faulty(NamedTuple):
    """A transcript and its faults: code, rule, ply, line, column, and the text under the caret."""

    text: str
    faults: tuple[tuple[str, str, int, int, int, str], ...]


FAULTY = {
    "HF1-line-numbers-count-lf-alone": Faulty(
        said(f"{HOMES}3) Al: Pass\n\tAl: a\rb\x85c\u2028d\n\n4) Bea: Build G2 Bea\n"),
        (("build-size", "H13", 4, 13, 15, "G2"),),
    ),
    "HF2-winner-is-not-a-player": Faulty(said(HOMES, winner="Cy"), (("unknown-player", "HF2", 0, 4, 9, "Cy"),)),
    "HF2-a-seat-too-few": Faulty(
        said(HOMES, players="Bea (S)"), (("bad-header", "HF2", 0, 3, 1, "Participants: Bea (S)"),)
    ),
    "HF3-wrong-order-of-two": Faulty(
        said(f"{HOMES}3) Bea: Build G1 Bea\n"),
        (("wrong-seat", "R3", 3, 10, 4, "Bea"), ("no-ship", "H8", 3, 10, 18, "Bea")),
    ),
    "HF4-gap": Faulty(said(f"{HOMES}4) Al: Build Y1 Al\n"), (("wrong-number", "HF4", 3, 10, 1, "4"),)),
    "HF4-stranger": Faulty(said(f"{HOMES}3) Cy: Build Y1 Al\n"), (("unknown-player", "HF4", 3, 10, 4, "Cy"),)),
    "HF4-turn-without-an-action": Faulty(
        said(f"{HOMES}3) Al:\n\tAl: hm\n\n4) Bea: Pass\n"), (("no-action", "HF4", 3, 10, 4, "Al"),)
    ),
    "HF4-turn-lost-in-a-chat": Faulty(
        said(f"{HOMES}3) Al: Pass\n\tAl: hm\n\n5) Al: Build Y1 Al\n\n6) Bea: Pass\n"),
        (("turn-in-chat", "HF4", 3, 13, 1, "5) Al"),),
    ),
    "HF4-stranger-lost-in-a-chat": Faulty(
        said(f"{HOMES}3) Al: Pass\n\tAl: hm\n\n4) Be: Build G1 Bea\n"),
        (("turn-in-chat", "HF4", 3, 13, 1, "4) Be"),),
    ),
    "HF7-two-letters-of-construct": Faulty(
        said(f"{HOMES}3) Al: Co Y1 Al\n"), (("not-notation", "HF7", 3, 10, 8, "Co"),)
    ),
    "HF7-no-verb-on-another-line": Faulty(
        said(f"{HOMES}3) Al: Build Y1 Al\nPas\n\nwhat now\n"), (("not-notation", "HF7", 3, 13, 1, "what"),)
    ),
    "HF7-a-word-too-few": Faulty(said(f"{HOMES}3) Al: Build Y1\n"), (("not-notation", "HF7", 3, 10, 15, "1"),)),
    "HF8-not-a-piece": Faulty(said(f"{HOMES}3) Al: Build O1 Al\n"), (("not-notation", "HF7", 3, 10, 14, "O1"),)),
    "HF8-first-star-is-none": Faulty(said("1) Al: Homeworld - G3 Y3\n"), (("not-notation", "HF7", 1, 6, 18, "-"),)),
    "HF9-not-a-colour": Faulty(said(f"{HOMES}3) Al: C Al Orange\n"), (("not-notation", "HF7", 3, 10, 13, "Orange"),)),
    "HF10-living-name": Faulty(
        said(f"{HOMES}3) Al: Discover Y3 Al R1 BEA\n"), (("duplicate-name", "H16", 3, 10, 26, "BEA"),)
    ),
    "HF13-size-of-a-build": Faulty(said(f"{HOMES}3) Al: Build Y3 Al\n"), (("build-size", "H13", 3, 10, 14, "Y3"),)),
    "HF13-size-of-a-trade": Faulty(said(f"{HOMES}3) Al: Trade Y3 R2 Al\n"), (("trade-size", "H14", 3, 10, 17, "R2"),)),
    "HF5-fault-on-another-line": Faulty(
        said(f"{HOMES}3) Al: Sacrifice Y3 Al\nDiscover Y3 Al R1 Mars\n"), (("no-ship", "H8", 3, 11, 13, "Al"),)
    ),
    "HF11-owner-not-named": Faulty(
        said(BEFORE_ATTACK + turns("Attack Y1 Mars Please", first=13), THREE),
        (("ambiguous", "H17", 13, 30, 9, "Attack Y1 Mars Please"),),
    ),
    "HF15-action-before-the-homeworld": Faulty(
        said("1) Al: Build Y1 Al\n"), (("no-homeworld", "H6", 1, 6, 8, "Build Y1 Al"),)
    ),
    "HN5-winner-that-the-moves-contradict": Faulty(
        said(f"{HOMES}3) Al: Sacrifice Y3 Al\n"), (("result-tag", "R5", 3, 4, 9, "Al"),)
    ),
    "H31-turn-after-the-end": Faulty(
        said(f"{HOMES}3) Al: Sacrifice Y3 Al\n\n4) Bea: Build G1 Bea\n", winner="Bea"),
        (("turn-after-end", "R5", 4, 12, 9, "Build G1 Bea"),),
    ),
}


def run(*args: str) -> str:
    """The output of a command; exceptions are raised."""
    return CliRunner().invoke(cli, list(args), catch_exceptions=False).stdout


def check(path: Path) -> dict:
    """The verdict on a file with one record."""
    return json.loads(run("check", "--format", "json", str(path)))


@pytest.fixture
def write(tmp_path: Path):
    """Writes a file, with line ends as they are."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
        return path

    return write


@pytest.mark.parametrize("trap", READ.values(), ids=READ)
def test_read_and_converted(write, full, trap):
    """`check` finds the same in the transcript and in the record that `fmt` makes of it."""
    raw = write("a.raw", trap.text)
    found = check(raw)
    seats = {TWO: 2, THREE: 3, FOUR: 4}[trap.text.split("Participants: ")[1].splitlines()[0]]
    out = " out=s" if "Bea" not in trap.systems else " out=n" if "Al(n)" not in trap.systems else ""
    position = full(f"{trap.systems} {trap.mover}{out}", seats)
    assert found["diagnostics"] == []
    assert (found["plies"], found["position"]) == (trap.plies, position)

    converted = write("a.pyr", run("fmt", str(raw)))
    found = check(converted)
    assert [fault for fault in found["diagnostics"] if fault["code"] != "turn-missing"] == []
    assert (found["plies"], found["position"]) == (trap.plies, position)
    assert run("fmt", str(converted)) == converted.read_text(encoding="utf-8")
    positions = ("--ply", "all", "--format", "position")
    assert run("show", str(raw), *positions) == run("show", str(converted), *positions)
    text = converted.read_text(encoding="utf-8").replace("\r\n", "\n")
    assert [remark for remark in trap.chat if f"{{ {remark} }}" in text] == list(trap.chat)
    assert text.count("{") == len(trap.chat)


@pytest.mark.parametrize("trap", FAULTY.values(), ids=FAULTY)
def test_faults_point_into_the_lines_of_the_transcript(write, trap):
    path = write("a.raw", trap.text)
    lines = trap.text.split("\n")
    found = []
    for fault in json.loads(run("check", "--format", "json", "--from", "sdg", str(path)))["diagnostics"]:
        shown = lines[fault["line"] - 1][fault["column"] - 1 : fault["end_column"] - 1]
        found.append((fault["code"], fault["rule"], fault["ply"], fault["line"], fault["column"], shown))
    assert tuple(found) == trap.faults


@pytest.mark.parametrize("text", ["", "\n", "# Notes\n\nBuild Y1 Al\n"], ids=["empty", "blank", "notes"])
def test_file_without_a_transcript(write, text):
    found = json.loads(run("check", "--format", "json", "--from", "sdg", str(write("a.raw", text))))
    assert (found["record"], found["ok"]) == (0, False)
    assert [fault["code"] for fault in found["diagnostics"]] == ["no-record"]


def test_hf4_turn_in_chat_is_only_a_warning(write):
    assert check(write("a.raw", FAULTY["HF4-turn-lost-in-a-chat"].text))["ok"]


@pytest.mark.parametrize(
    ("variants", "variant"),
    [("Sinister", "sinister"), ("Unrated, Left man down", "sinister"), ("Unrated", None)],
    ids=["H35-sinister", "H35-left-man-down", "HF2-other"],
)
def test_variants_that_change_the_rules(write, variants, variant):
    text = run("fmt", str(write("a.raw", said(HOMES_OF_THREE, THREE, variants=variants))))
    assert ('[Variant "sinister"]' in text) is (variant is not None)


ATTACKS = {
    "HF8-glued-letter": ("Attack Y1E Mars", "e"),
    "HF8-glued-letter-and-junk": ("Attack y1e! Mars", "e"),
    "HF8-glued-word": ("Attack Y1East Mars", "e"),
    "HF11-name": ("Attack Y1 Mars CY", "e"),
    "HF11-seat": ("Attack Y1 Mars South", "s"),
    "HF11-seat-in-brackets": ("Attack Y1 Mars (s)", "s"),
}


@pytest.mark.parametrize(("attack", "owner"), ATTACKS.values(), ids=ATTACKS)
def test_owner_of_an_attacked_ship(write, attack, owner):
    """North, East and South each have a y1 at Mars, where the star is red."""
    text = said(BEFORE_ATTACK + turns(attack, first=13), THREE)
    systems = check(write("a.raw", text))["position"].split()[0]
    left = "s" if owner == "e" else "e"
    assert systems.endswith(f"/Mars()r1,n:y1y1,{left}:y1")


@pytest.mark.parametrize("to", ["svg", "html", "md", "txt", "json"])
def test_exported_as_any_record(write, tmp_path, to):
    out = tmp_path / f"a.{to}"
    run("export", str(write("a.raw", READ["HF11-extra-words"].text)), "--to", to, "-o", str(out))
    assert "build y1 The" in out.read_text(encoding="utf-8")


def test_folder_is_converted(write, tmp_path):
    """HN4: every legal transcript becomes a record."""
    write("raw/1.raw", said(HOMES))
    write("raw/2.raw", said("1) Al: Build O1 Al\n"))
    result = CliRunner().invoke(
        cli, ["export", "--from", "sdg", str(tmp_path / "raw"), "--to", "pyr", "-o", f"{tmp_path}/out/"]
    )
    assert result.exit_code == 1
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["1.pyr"]
    assert (tmp_path / "out" / "1.pyr").read_text(encoding="utf-8") == run("fmt", str(tmp_path / "raw" / "1.raw"))


def test_hn4_every_file_of_a_folder_is_read(write, tmp_path):
    """HN4: with `--from sdg`, every file of a folder is a transcript, whatever its name."""
    write("1.raw", said(HOMES))
    write("2", said(HOMES))
    write("3.txt", "no transcript\n")
    lines = run("check", "--from", "sdg", "--format", "json", str(tmp_path)).splitlines()
    assert [json.loads(line)["ok"] for line in lines] == [True, True, False]


def test_transcript_is_never_overwritten(write):
    path = write("a.raw", said(HOMES))
    result = CliRunner().invoke(cli, ["fmt", "--write", str(path)])
    assert result.exit_code == 2
    assert path.read_bytes() == said(HOMES).encode()


SAMPLES = Path(__file__).parents[3] / "sample_games" / "homeworlds" / "transcripts"


def test_sample_transcripts():
    assert run("check", "--from", "sdg", str(SAMPLES)) == "2 records, no errors\n"
