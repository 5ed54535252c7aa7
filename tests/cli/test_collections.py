"""Many records at once: the options that choose records, `duplicates`, `split` and `join`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["--player", "Ann"], [1, 3]),
        (["--player", "an*"], [1, 3, 5]),
        (["--player", "ann", "--player", "ben"], [1]),
        (["--since", "2024"], [1, 3, 4]),
        (["--until", "2023"], [2, 5]),
        (["--since", "2023", "--until", "2024.03"], [1, 2]),
        (["--since", "2024.03.07", "--until", "2024-03-07"], [1]),
        (["--since", "2024.03.08", "--until", "2024.04.01"], []),
        (["--result", "red"], [3]),
        (["--result", "Dora"], [3]),
        (["--result", "unfinished"], [1, 2, 4, 5]),
        (["--result", "draw"], []),
        (["--length", "2"], [2]),
        (["--length", "2-3"], [2, 5]),
        (["--length", "3-"], [1, 5]),
        (["--length", "-1"], [3, 4]),
        (["--variant", "none"], [1, 2, 3, 4, 5]),
        (["--variant", "easy"], []),
        (["--position", "8/8/8/3,Sr,Sy,3/3,Sy,4/3,Sy,4/8/8 r"], [1, 2, 5]),
        (["--position", f"{START} r"], [1, 2, 3, 4, 5]),
        (["--faulty"], [4]),
        (["--sound"], [1, 2, 3, 5]),
        (["--sound", "--player", "Ben", "--length", "3-"], [1, 5]),
    ],
    ids=lambda value: " ".join(value) if value and isinstance(value[0], str) else "",
)
def test_records_are_chosen(run, club, options, wanted) -> None:
    result = run("check", club.name, "--format", "json", *options)
    assert [json.loads(line)["record"] for line in result.stdout.splitlines()] == wanted
    shown = run("show", club.name, "--format", "json", *options)
    assert [json.loads(line)["record"] for line in shown.stdout.splitlines()] == wanted


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--since", "May"], "not a date"),
        (["--length", "-"], "not a number of turns"),
        (["--length", "9-3"], "smaller one first"),
        (["--position", "9/9 q"], "not a position of any game"),
        (["--faulty", "--sound"], "no record is both"),
    ],
)
def test_criteria_that_nothing_can_meet_are_refused(run, club, options, message) -> None:
    result = run("check", club.name, *options)
    assert result.exit_code == 2
    assert message in result.stderr


def test_each_command_takes_the_chosen_records(run, club) -> None:
    assert run("check", club.name, "--player", "Cleo").stdout == "1 record, 2 turns, no errors\n"
    assert run("stats", club.name, "--player", "Cleo").stdout.startswith("1 record\n")
    assert run("export", club.name, "--to", "md", "--player", "Cleo").stdout.startswith("# Martian Life: Ben - Cleo\n")
    assert run("fmt", club.name, "--player", "Cleo").stdout.count("[Game") == 1


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


TEXT = "{ above }\r\n" + "\r\n{ between }\r\n".join(CLUB).replace("\n", "\r\n") + "\r\n# below\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_split_loses_no_byte(run, tmp_path, encoding) -> None:
    data = TEXT.replace("Cleo", "Cléo").replace("\r\r", "\r").encode(encoding)
    (tmp_path / "club.pyr").write_bytes(data)
    options = ["--encoding", encoding] if encoding == "latin-1" else []
    assert run("split", "club.pyr", "-o", "one", *options).exit_code == 0
    parts = [path.read_bytes().decode(encoding) for path in sorted((tmp_path / "one").iterdir())]
    assert len(parts) == len(CLUB)
    assert "".join(parts) == data.decode(encoding)


def test_split_names_files_by_a_pattern_and_overwrites_nothing(run, club, tmp_path) -> None:
    assert run("split", "club.pyr", "-o", "{game}-{record:02}.pyr", "--player", "Cleo").exit_code == 0
    assert (tmp_path / "martian-life-02.pyr").read_text().strip() == CLUB[1].strip()
    assert run("split", "club.pyr", "-o", "{game}-{record:02}.pyr").exit_code == 2
    assert run("split", "club.pyr", "-o", "{file}.pyr").exit_code == 2


def test_join_keeps_every_record_and_comment(run, club, tmp_path, make) -> None:
    run("split", "club.pyr", "-o", "one")
    make("one/z.pyr", "\n".join(f"> {line}" for line in record("Zoe", "Ann", 2).splitlines()))
    assert run("join", "one", "-o", "joined.pyr").exit_code == 0
    assert (tmp_path / "joined.pyr").read_text() == "\n".join([*CLUB, record("Zoe", "Ann", 2)])
    assert run("join", "one", "--player", "Zoe").stdout == record("Zoe", "Ann", 2)


def test_join_writes_nothing_that_would_be_read_in_another_way(run, make, tmp_path) -> None:
    make("a.pyr", HEAD.format(date="2024", red="A", yellow="B"))
    make("b.pyr", CLUB[0])
    result = run("join", "a.pyr", "b.pyr", "-o", "joined.pyr")
    assert result.exit_code == 1
    assert "no turns and no result" in result.stderr
    assert not (tmp_path / "joined.pyr").exists()


def test_fmt_writes_a_folder(run, make, tmp_path) -> None:
    make("in/club.pyr", "\r\n".join("\n".join(CLUB).replace("Sd3", "SD3").splitlines()))
    make("in/more/club.pyr", CLUB[4])
    make("in/latin.pyr", CLUB[1])
    assert run("fmt", "in", "-o", "out").exit_code == 1
    written = {path.name: path.read_bytes().decode() for path in (tmp_path / "out").iterdir()}
    assert sorted(written) == ["club-2.pyr", "club.pyr", "latin.pyr"]
    assert written["club.pyr"].count("Sd3\r\n") == 3
    assert run("fmt", "in/latin.pyr", "-o", "out").exit_code == 2
    assert run("fmt", "in/latin.pyr", "-o", "out", "--force").exit_code == 0
    assert run("fmt", "in", "-o", "out", "--write").exit_code == 2


@pytest.mark.parametrize(
    ("by", "rows"),
    [
        (
            "player",
            ["Ben 3 {'unfinished': 3}", "Ann 2 {'unfinished': 1, 'lost': 1}"],
        ),
        ("date", ["2022.05 1", "2023 1", "2024.03 1", "2024.04 1", "2025.01 1"]),
        ("variant", ["none 5 {'unfinished': 4, 'Red': 1}"]),
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
