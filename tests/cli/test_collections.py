"""Many records at once: the options that choose records, `duplicates`, `split` and `join`."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from tables import read_table

HEAD = '[Game "Martian Life"]\n[Date "{date}"]\n[Red "{red}"]\n[Yellow "{yellow}"]\n\n'
TURNS = ["Sf3 XSe4 XSf3", "Sd3", "Sc3", "Sf6"]
START = "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8"


def record(red: str, yellow: str, turns: int, *, date: str = "2024.03.07", end: str = "*", setup: str = "") -> str:
    tags = HEAD.format(date=date, red=red, yellow=yellow)
    tags = tags.replace("\n\n", f'\n[Setup "{setup}"]\n\n') if setup else tags
    lines = [f"{number}. {turn}\n" for number, turn in enumerate(TURNS[:turns], 1)]
    return tags + "".join(lines) + f"{end}\n"


CLUB = [
    record("Ann", "Ben", 4),
    record("Ben", "Cleo", 2, date="2023.??.??"),
    record("Dora", "ann", 1, date="2024.04.02", end="Yellow resigns"),
    record("Dora", "Emil", 0, date="2025.01.01") + "9. Sa1\n",
    record("Anton", "Ben", 3, date="2022-05-05"),
]


@pytest.fixture
def club(make) -> Path:
    return make("club.pyr", "\n".join(CLUB))


@pytest.mark.parametrize(("options", "wanted"), read_table(Path(__file__).with_name("collections.txt")))
def test_records_are_chosen(run, club, options, wanted) -> None:
    for command in ("check", "show"):
        result = run(command, club.name, "--format", "json", *shlex.split(options))
        assert [json.loads(line)["record"] for line in result.stdout.splitlines()] == [*map(int, wanted.split())]


@pytest.mark.parametrize(("options", "message"), read_table(Path(__file__).with_name("usage.txt"), "check"))
def test_criteria_that_nothing_can_meet_are_refused(run, club, options, message) -> None:
    result = run("check", club.name, *shlex.split(options))
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("command", "stdout"),
    [
        ("check", "1 record, 2 turns, no errors\n"),
        ("stats", "1 record\n"),
        ("export --to md", "# Martian Life: Ben - Cleo\n"),
        ("fmt", '[Game "Martian Life"]\n[Date "2023.??.??"]\n[Red "Ben"]\n'),
    ],
)
def test_each_command_takes_the_chosen_records(run, club, command, stdout) -> None:
    assert run(*command.split(), club.name, "--player", "Cleo").stdout.startswith(stdout)


def test_fmt_in_place_leaves_the_others_as_they_are(run, club) -> None:
    club.write_text(club.read_text().replace("Sd3", "SD3"))
    assert run("fmt", club.name, "--write", "--player", "Cleo").exit_code == 0
    assert club.read_text() == "\n".join([*(text.replace("Sd3", "SD3") for text in CLUB)]).replace(
        CLUB[1].replace("Sd3", "SD3"), CLUB[1]
    )


def test_duplicates(run, make) -> None:
    middle = "8/8/8/3,Sr,Sy,3/3,Sy,4/8/8/8 y"
    make("a.pyr", record("Ann", "Ben", 4) + "\n" + record("Ann", "Ben", 2))
    make("b.pyr", record("Cy", "Di", 4).replace("Sd3", "SD3") + "\n" + record("Cy", "Di", 0))
    make("c.pyr", record("Eve", "Flo", 0, setup=middle, end="1. Sd3\n2. Sc3\n*"))
    make("d.pyr", record("Eve", "Flo", 0, end="1. Sd6\n*"))
    result = run("duplicates", ".")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "a.pyr record 2 (Ann - Ben): part of a.pyr record 1 (Ann - Ben), plies 1 to 2 of 4",
        "b.pyr record 1 (Cy - Di): the same game as a.pyr record 1 (Ann - Ben), 4 turns",
        "c.pyr record 1 (Eve - Flo): part of a.pyr record 1 (Ann - Ben), plies 2 to 3 of 4",
    ]
    lines = [json.loads(line) for line in run("duplicates", ".", "--format", "json").stdout.splitlines()]
    assert [(line["kind"], line["first_ply"]) for line in lines] == [("contained", 1), ("same", 1), ("contained", 2)]
    assert run("duplicates", ".", "--player", "Ann").stdout.count("\n") == 1


TEXT = ("{ above }\n" + "\n{ between }\n".join(CLUB) + "\n# below\n").replace("\n", "\r\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("text", [TEXT, TEXT.replace("\r\n", "\n"), TEXT.replace("\r\n", "\r"), "".join(CLUB) * 3])
def test_split_and_join_lose_no_byte(run, tmp_path, encoding, text) -> None:
    data = text.replace("Cleo", "Cléo").encode(encoding)
    (tmp_path / "club.pyr").write_bytes(data)
    options = ["--encoding", encoding] if encoding == "latin-1" else []
    assert run("split", "club.pyr", "-o", "one", *options).exit_code == 0
    parts = [path.read_bytes().decode(encoding) for path in sorted((tmp_path / "one").iterdir())]
    assert len(parts) == text.count("[Game")
    assert "".join(parts) == data.decode(encoding)
    assert run("join", "one", "-o", "joined.pyr", *options).exit_code == 0
    assert (tmp_path / "joined.pyr").read_bytes() == data


def test_split_and_join_of_a_quoted_mail(run, make, tmp_path) -> None:
    quoted = make("club.pyr", "".join(f"> {line}\n" for line in "\n".join(CLUB).splitlines()))
    run("split", "club.pyr", "-o", "one")
    assert run("join", "one").stdout == quoted.read_text()
    make("one/z.pyr", CLUB[0])
    assert run("join", "one").stdout == "\n".join(CLUB) + CLUB[0]


def test_split_overwrites_nothing(run, club, tmp_path) -> None:
    assert run("split", "club.pyr", "-o", "one", "--player", "Cleo").exit_code == 0
    assert (tmp_path / "one/club-2.pyr").read_text().strip() == CLUB[1].strip()
    assert run("split", "club.pyr", "-o", "one", "--player", "Cleo").exit_code == 2
    assert run("split", "club.pyr", "-o", "-").exit_code == 2


def test_transcripts_are_neither_split_nor_joined(run, make, tmp_path) -> None:
    make("a.txt", "Homeworlds Online (SDG# 1)\n")
    make("b.pyr", CLUB[0])
    for command in (["split", "-o", "one"], ["join", "-o", "one/b-1.pyr", "--force"]):
        result = run(*command, "a.txt", "b.pyr")
        assert (result.exit_code, result.stderr) == (1, "a.txt: left out, since it is not in pyrnot's own format\n")
        assert (tmp_path / "one" / "b-1.pyr").read_text() == CLUB[0]


def test_join_adds_only_line_ends(run, make) -> None:
    make("a.pyr", CLUB[0].replace("\n", "\r\n").rstrip())
    make("b.pyr", CLUB[1].rstrip() + "\n\n")
    make("c.pyr", CLUB[2])
    joined = [CLUB[0].replace("\n", "\r\n"), CLUB[1] + "\n", CLUB[2]]
    assert run("join", "a.pyr", "b.pyr", "c.pyr").stdout_bytes.decode() == "".join(joined)
    spaced = run("join", "a.pyr", "b.pyr", "c.pyr", "--spaced").stdout_bytes.decode()
    assert spaced == joined[0] + "\r\n" + joined[1] + joined[2]
    assert run("join", "c.pyr", "--player", "Dora").stdout == CLUB[2]


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (HEAD.format(date="2024", red="A", yellow="B"), CLUB[0], "a.pyr, record 1: it has no turns and no result"),
        (CLUB[0], "1. Sf3\n*\n", "b.pyr, record 1: it has no tags"),
        ("# nothing\n", "# nothing\n", "nothing written: there is no record to join"),
    ],
    ids=["open", "no-tags", "nothing"],
)
def test_join_writes_nothing_that_would_be_read_in_another_way(run, make, tmp_path, first, second, message) -> None:
    make("a.pyr", first)
    make("b.pyr", second)
    result = run("join", "a.pyr", "b.pyr", "-o", "joined.pyr")
    assert result.exit_code == 1
    assert message in result.stderr
    assert not (tmp_path / "joined.pyr").exists()


@pytest.fixture
def folder(make) -> None:
    """A folder `in` with a club's file in CRLF, one of that name in a folder below, and one in Latin-1."""
    make("in/club.pyr", "\r\n".join("\n".join(CLUB).replace("Sd3", "SD3").splitlines()))
    make("in/more/club.pyr", CLUB[4])
    make("in/latin.pyr", CLUB[1])


def test_fmt_writes_a_folder(run, folder, tmp_path) -> None:
    assert run("fmt", "in", "-o", "out").exit_code == 1
    written = {str(path.relative_to(tmp_path)): path.read_bytes() for path in (tmp_path / "out").rglob("*.pyr")}
    assert sorted(written) == ["out/club.pyr", "out/latin.pyr", "out/more/club.pyr"]
    assert written["out/club.pyr"].count(b"Sd3\r\n") == 3
    assert run("fmt", "in/latin.pyr", "-o", "out").exit_code == 2
    assert run("fmt", "in/latin.pyr", "-o", "out", "--force").exit_code == 0
    assert run("fmt", "in", "-o", "out", "--write").exit_code == 2
    assert run("fmt", "in", "-o", "chosen", "--player", "Cleo").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "chosen").iterdir()) == ["club.pyr", "latin.pyr"]


def test_split_keeps_folders(run, folder, tmp_path) -> None:
    assert run("split", "in", "-o", "out").exit_code == 0
    names = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.pyr"))
    assert names == [*(f"club-{number}.pyr" for number in range(1, 6)), "latin-1.pyr", "more/club-1.pyr"]


FAULTY = CLUB[3].replace("*\n9. Sa1", "1. Sa1 XSa1\n2. Sd4")


@pytest.mark.parametrize(
    ("options", "stdout", "exit_code"),
    [
        (["--faulty"], FAULTY, 1),
        (["--only-sound"], CLUB[1], 0),
        (["--faulty", "--sound"], FAULTY.replace("2. Sd4", "*"), 1),
        (["--only-sound", "--faulty"], "", 2),
    ],
    ids=["faulty", "only-sound", "faulty-cut", "both"],
)
def test_fmt_chooses_by_faults(run, make, options, stdout, exit_code) -> None:
    make("a.pyr", CLUB[1])
    make("b.pyr", FAULTY)
    result = run("fmt", "a.pyr", "b.pyr", *options)
    assert (result.stdout, result.exit_code) == (stdout, exit_code)


def test_only_sound_is_known_to_all(run, club) -> None:
    outputs = {run("check", club.name, option).stdout for option in ("--sound", "--only-sound")}
    assert len(outputs) == 1
    assert "4 records, 10 turns, no errors" in outputs.pop()


@pytest.mark.parametrize(("option", "record"), [("--strict", 1), ("--mainline", 2)])
def test_faulty_is_what_check_reports(run, make, option, record) -> None:
    """Under `--strict` a warning is a diagnostic; under `--mainline` a diagnostic in a variation is none."""
    make("a.pyr", CLUB[0].replace("*\n", "Red wins\n") + CLUB[1].replace("2. Sd3", "(1. Sd4)"))
    found = {choice: run("check", "a.pyr", option, choice, "--format", "json") for choice in ("--faulty", "--sound")}
    records = {choice: [json.loads(line) for line in run.stdout.splitlines()] for choice, run in found.items()}
    assert all(not line["ok"] for line in records["--faulty"])
    assert all(line["ok"] for line in records["--sound"])
    assert sum(map(len, records.values())) == 2
    assert record in [line["record"] for line in records["--faulty" if option == "--strict" else "--sound"]]


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


SPELLINGS = ["Zoé  Lee", "zoe\N{COMBINING ACUTE ACCENT} lee ", "Zoé Lee", "ZOÉ LEE"]


def test_spellings_of_a_name_are_one_player(run, make) -> None:
    make("a.pyr", "".join(record(name, "Bo", 2) for name in SPELLINGS))
    rows = json_lines(run("stats", "a.pyr", "--by", "player", "--format", "json"))
    assert [(row["name"], row["games"]) for row in rows] == [("Bo", 4), ("Zoé Lee", 4)]
    assert run("check", "a.pyr", "--player", "zoé lee").stdout == "4 records, 8 turns, no errors\n"


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


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Fay O'Neil", "Fay O\u2019Neil"),
        ("emile", "\u00c9mile"),
        ("\u00c9MILE", "Emile"),
        ("*neil", "Fay O\u2019Neil"),
    ],
)
def test_names_are_typed_as_a_plain_keyboard_has_them(run, make, typed: str, name: str) -> None:
    make("a.pyr", record(name, "Ben", 1))
    assert run("check", "a.pyr", "--player", typed).stdout.startswith("1 record,")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--player", "Dorra"], "no player is called 'Dorra'; did you mean 'Dora'?"),
        (["--player", "Ann", "--player", "Xaver"], "no player is called 'Xaver'"),
        (["--game", "braces"], "no record is of this game; there are records of martian-life"),
        (["--player", "Ann", "--since", "2030"], "no record meets all criteria"),
    ],
)
@pytest.mark.parametrize(
    "command", ["check", "check --jobs 2", "stats", "stats --by player", "fmt", "show", "tag X=1"]
)
def test_a_choice_that_fits_nothing_says_why(run, club, options: list[str], why: str, command: str) -> None:
    name, *arguments = command.split()
    result = run(name, club.name, *arguments, *options)
    assert (result.exit_code, result.stderr.splitlines()[-1:]) == (0, [why])
    assert why not in run(name, club.name, *arguments, *options, "--quiet").stderr


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
        "player,games,won,drawn,lost,score,unfinished,'=Ben,Zoé Lee,Cy",
        "'=Ben,2,1,1,0,1.5,0,,1.5,",
        "Zoé Lee,2,0,1,1,0.5,1,0.5,,",
        "Cy,0,0,0,0,0,1,,,",
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
    for options in (["--by", "player"], []):
        assert run("stats", "club", *options, "--standings" if options else "--format=csv").exit_code == 2
    make("b.pyr", '[Game "Martian Life"]\n\n1. Sf3\n')
    assert run("stats", "b.pyr", "--standings").stderr == "no standings: no record names two players\n"
