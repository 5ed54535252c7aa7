"""`stats`: the counts of games, of groups of games, and of players."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from club import record

from support import few_or_many

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n'


def test_stats_counts(run, make) -> None:
    make("a.pyr", GAME + "\n" + GAME.replace("*", "Red resigns") + "\n" + GAME.replace("2. Sd3", "2. Sd4"))
    data = json.loads(run("stats", "--format", "json", "a.pyr").stdout)
    counts = data["games"]["martian-life"]
    assert counts["records"] == 3
    assert counts["results"] == {"unfinished": 2, "Yellow": 1}
    assert counts["faults"] == {"error ML3 occupied": 1}
    assert counts["plies"]["longest"] == 2
    assert "martian-life: 3" in run("stats", "a.pyr").stdout


def json_lines(result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("by", "rows"),
    [
        (
            "player",
            [
                "Ben 3 {'won': 0, 'lost': 0, 'drawn': 0, 'unfinished': 3}",
                "Ann 2 {'won': 0, 'lost': 1, 'drawn': 0, 'unfinished': 1}",
            ],
        ),
        ("date", ["2022.05 1", "2023 1", "2024.03 1", "2024.04 1", "2025.01 1"]),
        ("variant", ["none 5 {'Red': 1, 'unfinished': 4}"]),
        ("opening", ["1. Sf3 XSe4 XSf3 2. Sd3 3", "1. Sf3 XSe4 XSf3 1", "no turns 1"]),
    ],
)
def test_tallies(run, club, by, rows) -> None:
    found = [json.loads(line) for line in run("stats", club.name, "--by", by, "--format", "json").stdout.splitlines()]
    told = [f"{row['name']} {row['games']} {row['outcomes']}" for row in found]
    assert all(line.startswith(row) for line, row in zip(told, rows, strict=False))
    assert {row["game"] for row in found} == {"martian-life"}
    text = run("stats", club.name, "--by", by).stdout.splitlines()
    assert [int(line.split()[0]) for line in text] == [row["games"] for row in found]
    assert found[0]["name"] in text[0]


CURLY = "\N{RIGHT SINGLE QUOTATION MARK}"
SPELLINGS = [
    "Zoé  O'Lee",
    "zoe\N{COMBINING ACUTE ACCENT} o'lee ",
    "Zoé O'Lee",
    f"ZOE O{CURLY}LEE",
]


def test_spellings_of_a_name_are_one_player(run, make) -> None:
    make("a.pyr", "".join(record(name, "Bo", 2) for name in SPELLINGS))
    rows = json_lines(run("stats", "a.pyr", "--by", "player", "--format", "json"))
    assert [(row["name"], row["games"]) for row in rows] == [("Bo", 4), ("Zoé O'Lee", 4)]
    rows = json_lines(run("stats", "a.pyr", "--standings", "--format", "json"))
    assert [(row["name"], row["unfinished"]) for row in rows] == [("Bo", 4), ("Zoé O'Lee", 4)]
    assert run("check", "a.pyr", "--player", "zoé o'lee").stdout == "4 records, 8 turns, no errors\n"


@pytest.mark.parametrize(
    ("tag", "end", "result"),
    [("Red", "", "Red"), ("DRAW", "", "draw"), ("*", "", "unfinished"), ("?", "*", "unfinished")],
)
def test_a_result_tag_counts_where_there_is_no_result(run, make, tag, end, result) -> None:
    make("a.pyr", record("Ann", "Ben", 1, end=end).replace('[Red "', f'[Result "{tag}"]\n[Red "'))
    rows = json_lines(run("stats", "a.pyr", "--by", "variant", "--format", "json"))
    assert rows[0]["outcomes"] == {result: 1}
    for wanted in [result, *(["Ann"] if result == "Red" else []), *(["*"] if result == "unfinished" else [])]:
        assert run("stats", "a.pyr", "--result", wanted).stdout.startswith("1 record")


HOMES = """[Game "Homeworlds"]
[North "{north}"]
[South "{south}"]

1. homeworld g3 b2 y3 {north}
2. homeworld b1 y2 g3 {south}
3. build y1 {north}
4. build g1 {south}
5. discover y1 {north} r1 {system}
*
"""


def test_games_are_compared_without_the_names_that_players_gave(run, make) -> None:
    make("a.pyr", HOMES.format(north="Ann", south="Bo", system="Mars"))
    make("b.pyr", HOMES.format(north="Cleo", south="Dan", system="Vega"))
    assert "b.pyr record 1 (Cleo - Dan): the same game as a.pyr record 1" in run("duplicates", ".").stdout
    rows = json_lines(run("stats", ".", "--by", "opening", "--turns", "5", "--format", "json"))
    assert [(row["name"], row["games"]) for row in rows] == [
        (
            "1. homeworld g3 b2 y3 North 2. homeworld b1 y2 g3 South 3. build y1 North 4. build g1 South "
            "5. discover y1 North r1 North2",
            2,
        )
    ]


def test_standings(run, make) -> None:
    """Names that differ only in case, blanks or composed letters are one player."""
    wins = "Red resigns\n"
    make(
        "club/a.pyr",
        record("Zoé Lee", "=Ben", 2, end=wins)
        + record("=Ben", "zoe\N{COMBINING ACUTE ACCENT}  lee", 2, end="draw agreed\n")
        + record("Zoé Lee", "Cy", 1)
        + record("Zoé Lee", "?", 2, end=wins),
    )
    assert run("stats", "club", "--standings").stdout.splitlines() == [
        "player  games   won drawn  lost score  against",
        "=Ben        2     1     1     0   1.5  Zoé Lee 1.5 of 2",
        "Zoé Lee     2     0     1     1   0.5  =Ben 0.5 of 2, 1 unfinished",
        "Cy          0     0     0     0     0  1 unfinished",
    ]
    assert run("stats", "club", "--standings", "--format", "csv").stdout.splitlines() == [
        '"player","games","won","drawn","lost","score","unfinished","\'=Ben","Zoé Lee","Cy"',
        '"\'=Ben","2","1","1","0","1.5","0","","1.5",""',
        '"Zoé Lee","2","0","1","1","0.5","1","0.5","",""',
        '"Cy","0","0","0","0","0","1","","",""',
    ]
    rows = json_lines(run("stats", "club", "--standings", "--format", "json", "--jobs", "2"))
    assert [row["name"] for row in rows] == ["=Ben", "Zoé Lee", "Cy"]
    assert rows[0]["against"] == {"Zoé Lee": {"games": 2, "won": 1, "drawn": 1, "lost": 0, "score": 1.5}}
    run("export", "club", "--to", "html", "-o", "pages")
    page = Path("pages/index.html").read_text(encoding="utf-8")
    assert "<summary>Standings</summary>" in page
    assert (
        '<th scope="row">=Ben</th><td>2</td><td>1</td><td>1</td><td>0</td><td>1.5</td><td>Zoé Lee 1.5 of 2</td>'
        in page
    )
    assert run("stats", "club", "--by", "player", "--standings").exit_code == 2
    make("b.pyr", '[Game "Martian Life"]\n\n1. Sf3\n')
    assert run("stats", "b.pyr", "--standings").stderr == "no standings: no record names two players\n"


def test_every_count_is_a_table_for_a_spreadsheet(run, make) -> None:
    game = '[Game "Martian Life"]\n[Red "=Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\nRed resigns\n'
    make("a.pyr", game)
    assert run("stats", "a.pyr", "--format", "csv").stdout.splitlines() == [
        '"game","of","name","number"',
        '"martian-life","records","","1"',
        '"martian-life","results","Yellow","1"',
        '"martian-life","plies","shortest","2"',
        '"martian-life","plies","median","2"',
        '"martian-life","plies","mean","2.0"',
        '"martian-life","plies","longest","2"',
        '"martian-life","plies","all","2"',
    ]
    by_player = run("stats", "a.pyr", "--by", "player", "--format", "csv").stdout.splitlines()
    assert by_player[0] == '"player","game","games","won","lost","drawn","unfinished"'
    assert sorted(by_player[1:]) == [
        '"\'=Ann","martian-life","1","0","1","0","0"',
        '"Ben","martian-life","1","1","0","0","0"',
    ]


@few_or_many("games", 260, 2_000)
def test_standings_of_many_players_are_no_table_and_take_no_longer(run, make, games: int) -> None:
    """Each player was compared with each other one."""
    pairs = ((f"a{number}", f"b{number}") for number in range(games))
    make("club.pyr", "".join(record(*pair, 2, end="Red resigns\n") for pair in pairs))
    start = time.process_time()
    assert len(json_lines(run("stats", "club.pyr", "--standings", "--format", "json"))) == 2 * games
    assert time.process_time() - start < 3 * games / 2_000
    found = run("stats", "club.pyr", "--standings", "--format", "csv")
    assert (found.exit_code, found.stdout) == (2, "")
    assert f"use --format json: there are {2 * games:,} players" in found.stderr


def test_a_name_begins_no_formula_and_no_cell(run, make) -> None:
    make("club.pyr", record("a;=2+3", "\uff1d2+3", 2, end="Red resigns\n"))
    rows = run("stats", "club.pyr", "--standings", "--format", "csv").stdout.splitlines()
    assert {row.split(",")[0] for row in rows} == {'"player"', '"a;=2+3"', '"\'\uff1d2+3"'}


@pytest.mark.parametrize(
    ("north", "south", "name"),
    [
        ("r1 y2", "b1 g3", "Banker, Goldilocks (large universe)"),
        ("r3 y2", "b2 g3", "Fortress, Fortress (small universe)"),
        ("r1 y1", "b1 g2", "Gemini, Banker (small universe)"),
        ("r1 y1", "b3 g2", "Gemini, Fortress (microverse)"),
        ("r3 -", "b1 g2", "single star, Banker (microverse)"),
    ],
)
def test_openings_of_homeworlds_have_names(run, make, north, south, name) -> None:
    make("a.pyr", f'[Game "Homeworlds"]\n\nhomeworld {north} g3 A. homeworld {south} g3 B. build g1 A.\n*\n')
    (row,) = json_lines(run("stats", "--by", "opening", "--format", "json", "a.pyr"))
    assert row["name"] == name


def test_an_opening_without_all_homeworlds_is_its_turns(run, make) -> None:
    make("a.pyr", '[Game "Homeworlds"]\n\nhomeworld r1 y2 g3 A.\n*\n')
    (row,) = json_lines(run("stats", "--by", "opening", "--format", "json", "a.pyr"))
    assert row["name"] == "1. homeworld r1 y2 g3 North"


def test_the_median_of_an_even_number_of_games_lies_between_the_two_in_the_middle(run, make) -> None:
    make("a.pyr", record("Ann", "Ben", 1) + record("Ann", "Ben", 2))
    assert "shortest 1, median 1.5, mean 1.5, longest 2" in run("stats", "a.pyr").stdout
    data = json.loads(run("stats", "a.pyr", "--format", "json").stdout)
    assert data["games"]["martian-life"]["plies"]["median"] == 1.5
    assert '"martian-life","plies","median","1.5"' in run("stats", "a.pyr", "--format", "csv").stdout


def test_turns_are_those_of_an_opening(run, make) -> None:
    make("a.pyr", GAME)
    for options in ([], ["--by", "player"], ["--standings"]):
        refused = run("stats", "a.pyr", "--turns", "3", *options)
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert "--turns works only with --by opening" in refused.stderr


def test_the_dice_of_an_unknown_player_are_those_of_the_seat(run, make) -> None:
    make("a.pyr", '[Game "Braces"]\n[White "?"]\n\n1. HOP 3/1; Ld1-d3\n*\n')
    assert "  White, treehouse die, 1 throw: TIP 0  HOP 1" in run("stats", "a.pyr").stdout
