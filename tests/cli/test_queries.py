"""The commands that only print (`show`, `moves`, `why`, `diff` ...), and `--help`: output and exit codes."""

from __future__ import annotations

import json
import time

import click.testing
import pytest

from pyrnot.cli.help import COMMANDS
from pyrnot.cli.moves import SHOWN_ON_TERMINAL
from pyrnot.core.tags import Tags
from pyrnot.games import game_ids, load_game
from pyrnot.play.counts import chi_square_tail
from pyrnot.play.line_tree import Node
from pyrnot.play.turns import legal_turns, perft

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n'
CARDS = '[Game "Triumvirate"]\n[RedCard "L^ S_ M_"]\n[BlueCard "M_ S_ L^"]\n\n*\n'
START = "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8"


def test_show_position_of_every_ply(run, make) -> None:
    make("a.pyr", GAME)
    result = run("show", "a.pyr", "--ply", "all", "--format", "position")
    assert result.stdout.splitlines() == [
        f"{START} r",
        "8/8/8/3,Sr,Sy,3/3,Sy,4/8/8/8 y",
        "8/8/8/3,Sr,Sy,3/3,Sy,4/3,Sy,4/8/8 r",
    ]


def test_show_draws_nothing_that_is_not_wanted(run, make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture of each position of a long game takes more time than all else."""
    make("a.pyr", GAME)
    monkeypatch.setattr(Node, "diagram", property(lambda _: pytest.fail("drawn")))
    for form in ("position", "json"):
        assert run("show", "a.pyr", "--ply", "all", "--format", form).exit_code == 0


@pytest.mark.parametrize(
    ("ply", "plies"),
    [("start", [0]), ("end", [2]), ("-3", [0]), ("0-1,2", [0, 1, 2]), ("3", []), ("-4", []), ("end-start", [])],
)
def test_show_picks_plies(run, make, ply, plies) -> None:
    make("a.pyr", GAME)
    result = run("show", "a.pyr", "--ply", ply, "--format", "json")
    assert [json.loads(line)["ply"] for line in result.stdout.splitlines()] == plies
    assert result.exit_code == (not plies)
    assert bool(result.stderr) == (not plies)


@pytest.mark.parametrize("command", ["show", "moves", "replay", "export", "why"])
@pytest.mark.parametrize("ply", ["x", "", "2-1", "4v0", "1v1-2v1"])
def test_what_no_record_has_is_a_wrong_option(run, command, ply) -> None:
    result = run(
        command, "none.pyr", *["Sd3"] * (command == "why"), *["--to", "md"] * (command == "export"), "--ply", ply
    )
    assert result.exit_code == 2
    assert "Invalid value for '--ply': " in result.stderr


def test_a_ply_of_a_variation_is_a_ply_for_every_command(run, make) -> None:
    make("v.pyr", '[Game "Martian Life"]\n\n1. Sc4 (1. Sd3 2. Sc6) 2. Sf3\n')
    assert run("why", "v.pyr", "3. Sa1", "--ply", "2v1").stdout.startswith("After ply 2, Red to move:\nlegal: Sa1")
    moves = [run("moves", "v.pyr", "--ply", ply).stdout for ply in ("2", "2v1")]
    assert "Sa1" in moves[1]
    assert moves[0] != moves[1]


VARIATIONS = '[Game "Martian Life"]\n\n1. Sc4 (1. Sd3 2. Sc6 (2. Sf6 3. Sc3)) 2. Sf3 (2. Sf3 XSa1)\n'


@pytest.mark.parametrize(
    ("ply", "shown"),
    [
        ("1v1", "1. Red: Sd3 XSd4,Se4 XSd3 (variation 1 at ply 1)"),
        ("2V1", "2. Yellow: Sc6 (variation 1 at ply 1)"),
        ("3v2", "3. Red: Sc3 XSc3 (variation 2 at ply 2)"),
        ("1v2", "there is no ply 1 in variation 2; its plies: 2, 3"),
        ("3v3", "there is no ply 3 in variation 3; its plies: 2"),
        ("2v3", "ply 2 of variation 3 was not replayed: it is illegal, or comes after an illegal turn"),
        ("1v4", "there is no variation 4; the number of variations is 3"),
    ],
)
def test_show_draws_plies_of_variations(run, make, ply: str, shown: str) -> None:
    make("v.pyr", VARIATIONS)
    result = run("show", "v.pyr", "--ply", ply, "--parts", "caption")
    assert result.exit_code == 1, "the last variation is illegal"
    assert shown in (result.stderr if shown.startswith(("there", "ply")) else result.stdout)


def test_show_draws_parts(run, make) -> None:
    make("a.pyr", GAME)
    board = run("show", "a.pyr", "--board-only", "--ply", "1").stdout
    assert "a    b    c" in board
    assert not any(word in board for word in ("To move", "stash", "This turn", "Signs", "Ann"))
    assert run("show", "a.pyr", "--parts", "caption").stdout == "Red: Ann, Yellow: Ben\n2. Yellow: Sd3\n"
    assert run("show", "a.pyr", "--parts", "board,legend", "--ply", "1").stdout.splitlines()[-1].startswith("Signs:")


@pytest.mark.parametrize("game_id", game_ids())
def test_show_draws_a_position_without_a_record(run, make, game_id: str) -> None:
    make("game.pyr", run("random", game_id, "--seed", "4", "--plies", "5").stdout)
    position = run("show", "game.pyr", "--format", "position").stdout.strip()
    given = ("show", "--game", game_id, "--position", position)
    assert run(*given, "--format", "position").stdout.strip() == position
    drawn = run(*given)
    assert drawn.exit_code == 0, drawn.stderr
    assert drawn.stdout.startswith(("To move", "Won by"))
    assert run("show", "game.pyr", "--position", position, "--format", "position").stdout == f"{position}\n"
    assert run("show", "game.pyr", "--variant", "other").stdout == ""


def test_show_draws_up_to_the_error_and_reports_it(run, make) -> None:
    make("a.pyr", GAME.replace("2. Sd3", "2. Sd4"))
    result = run("show", "a.pyr")
    assert result.exit_code == 1
    assert "1. Red: Sf3 XSe4 XSf3" in result.stdout
    assert "error[occupied]" in result.stderr
    assert "comes after an illegal turn" in run("show", "a.pyr", "--ply", "2").stderr


def test_record_option_counts_from_either_end(run, make) -> None:
    make("a.pyr", GAME + "\n" + GAME.replace("2. Sd3\n", ""))
    assert len(run("show", "a.pyr", "--format", "position").stdout.splitlines()) == 2
    first = run("show", "a.pyr", "--record", "1", "--format", "position").stdout
    assert first == run("show", "a.pyr", "--record", "-2", "--format", "position").stdout


@pytest.mark.parametrize("command", [("show", "a.pyr"), ("why", "a.pyr", "Sf3"), ("add", "a.pyr", "Sf3")])
@pytest.mark.parametrize("number", ["3", "0", "-3"])
def test_record_option_has_one_message_everywhere(run, make, command, number) -> None:
    make("a.pyr", GAME + "\n" + GAME)
    result = run(*command, "--record", number)
    assert result.exit_code == 1
    assert f"there is no record {number}: they are numbered 1 to 2\n  --> a.pyr" in result.stderr


def test_show_names_the_record_if_there_are_several(run, make) -> None:
    make("a.pyr", GAME + "\n" + GAME)
    make("b.pyr", GAME)
    names = ["a.pyr (record 1)", "a.pyr (record 2)", "b.pyr (record 1)"]
    lines = run("show", "a.pyr", "b.pyr").stdout.splitlines()
    assert [line for line in lines if "(record" in line] == names
    assert [lines[lines.index(name) + 1] for name in names] == ["Red: Ann, Yellow: Ben"] * 3
    assert lines[lines.index(names[1]) - 1] == ""
    assert "(record" not in run("show", "b.pyr").stdout
    assert "(record" not in run("show", "a.pyr", "--record", "2").stdout


def test_moves_lists_legal_turns(run, make) -> None:
    make("a.pyr", GAME)
    turns = run("moves", "a.pyr", "--ply", "start").stdout.splitlines()
    assert len(turns) == 62
    assert "Sd5=M" in [turn.split(" ")[0] for turn in turns]
    assert len(run("moves", "a.pyr", "--limit", "3").stdout.splitlines()) == 3


def test_moves_lists_the_turns_that_win(run, make) -> None:
    game = "homeworld g2 b1 y3 Al. homeworld b2 y1 g3 Bea. build y1 Al. build g1 Bea. trade y1 g1 Al. build g1 Bea."
    make("a.pyr", f'[Game "Homeworlds"]\n\n{game}\ndiscover g1 Al y3 Vega. pass.')
    won = run("moves", "--wins", "a.pyr")
    assert (won.exit_code, won.stdout) == (0, "move g1 Vega Bea; catastrophe Bea green\n")
    lost = run("moves", "--wins", "a.pyr", "--ply", "4")
    assert (lost.exit_code, lost.stdout) == (0, "")


@pytest.mark.parametrize("game", game_ids())
def test_random_is_the_same_for_the_same_seed(run, make, game) -> None:
    one = run("random", game, "--seed", "5", "--plies", "6")
    assert one.exit_code == 0
    assert one.stdout == run("random", game, "--seed", "5", "--plies", "6").stdout
    make("a.pyr", one.stdout)
    assert run("check", "--strict", "a.pyr").exit_code == 0
    assert run("fmt", "--check", "a.pyr").exit_code == 0


def test_perft_gives_up_before_memory_is_gone(run, monkeypatch) -> None:
    monkeypatch.setattr("pyrnot.cli.perft._MOST_PLAYS", 1000)
    result = run("perft", "braces", "--depth", "1", "--dice", "SWAP 6/1")
    assert result.exit_code == 2
    assert "a turn has more than 1,000 ways to continue, too many to count" in result.stderr


def test_perft_prints_the_count_last(run) -> None:
    assert run("perft", "martian-life", "--depth", "1").stdout.split()[-1] == "62"
    assert run("perft", "martian-life", "--depth", "2").stdout.split()[-1] == "3854"
    assert run("perft", "martian-life", "--depth", "0", "--setup", f"{START} r").stdout == "1\n"
    assert run("perft", "martian-life", "--depth", "1", "--setup", "8/8 r").exit_code == 2
    assert run("perft", "martian-life", "--depth", "1", "--dice", "DIG 5/2").exit_code == 2
    assert run("perft", "spectrum", "--depth", "1").exit_code == 2
    assert run("perft", "braces", "--depth", "1").exit_code == 2


def test_moves_stops_at_its_limit_in_time(run, make) -> None:
    """A search that went on to the end would take hours."""
    make("a.pyr", '[Game "Braces"]\n\n*\n')
    start = time.process_time()
    turns = run("moves", "a.pyr", "--dice", "WILD 6/5", "--limit", "20").stdout.splitlines()
    assert time.process_time() - start < 10, "a slow machine takes a fifth of that"
    assert len(turns) == len(set(turns)) == 20


def test_moves_lists_all_to_a_pipe_and_the_first_to_a_terminal(run, make, monkeypatch: pytest.MonkeyPatch) -> None:
    make("a.pyr", CARDS)
    everything = run("moves", "a.pyr")
    assert len(everything.stdout.splitlines()) > SHOWN_ON_TERMINAL
    assert not everything.stderr
    monkeypatch.setattr(click.testing._NamedTextIOWrapper, "isatty", lambda stream: stream.name == "<stdout>")
    cut = run("moves", "a.pyr")
    assert len(cut.stdout.splitlines()) == SHOWN_ON_TERMINAL
    assert cut.stderr == f"stopped after {SHOWN_ON_TERMINAL} turns; use --limit 0 for all\n"
    assert (run("moves", "a.pyr", "--limit", "0").stdout == everything.stdout) is True  # a difference would be long
    assert run("moves", "a.pyr", "--limit", "3").stderr == ""


@pytest.mark.slow
def test_the_order_of_the_search_changes_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide or deep, the same positions are found, each once."""
    game = load_game("triumvirate")
    assert game is not None
    position = game.start(Tags({"RedCard": "L^ S_ M_", "BlueCard": "M_ S_ L^"}))
    count = perft(game, position, 1)
    for width in (1, 7, 10_000):
        monkeypatch.setattr("pyrnot.play.turns._WIDTH", width)
        found = [turn.position for turn in legal_turns(game, position)]
        assert len(found) == len(set(found)) == count


def test_why_explains_legal_and_illegal_turns(run, make) -> None:
    make("a.pyr", GAME)
    legal = run("why", "a.pyr", "Sf3", "--ply", "start")
    assert legal.exit_code == 0
    assert "legal: Sf3 XSe4 XSf3" in legal.stdout
    assert "wave 1 culled" in legal.stdout
    illegal = run("why", "a.pyr", "7. Sd4")
    assert illegal.exit_code == 1
    assert "error[occupied] ML3" in illegal.stdout
    assert "  --> the turn:1:2  record 1, ply 2\n" in run("why", "a.pyr", "Sd4", "--ply", "1").stdout
    assert "numbered 2., not 3." in run("why", "a.pyr", "3. Sd6", "--ply", "1").stdout
    too_long = run("why", "a.pyr", "9" * 1_001)
    assert (too_long.exit_code, too_long.stdout.count("an action of more than 1,000 characters")) == (1, 1)
    assert run("why", "a.pyr", "2. Sd6", "--ply", "1").exit_code == 0
    assert run("why", "a.pyr", "gibberish").exit_code == 1
    assert run("why", "a.pyr", "Sf3", "--ply", "9").exit_code == 1
    assert run("why", "none.pyr", "Sf3").exit_code == 2


NUMBERED = [
    ("3. Red: Sc4", 0, "After ply 2, Red to move:", "legal: Sc4 XSd4"),
    ("2. y: Sd6", 0, "After ply 1, Yellow to move:", "legal: Sd6"),
    ("2. Red: Sd6", 1, "After ply 1, Yellow to move:", "error[wrong-seat] R3: Yellow is to move here, not Red"),
    (
        "99. Sc7",
        1,
        "After ply 2, Red to move:",
        "error[wrong-number] R3: turn 3 of this line should be numbered 3., not 99.",
    ),
    ("99. Sc7", 1, "After ply 2, Red to move:", "legal, but wrongly numbered"),
    ("Sc4. Sh8.", 1, "After ply 2, Red to move:", "not a turn but 2: give one turn at a time"),
]


@pytest.mark.parametrize(("turn", "code", "where", "line"), NUMBERED)
def test_why_takes_a_number_and_checks_it(run, make, turn, code, where, line) -> None:
    make("a.pyr", GAME)
    done = run("why", "a.pyr", turn)
    assert done.exit_code == code
    assert done.stdout.splitlines()[0] == where
    assert line in done.stdout.splitlines()


def test_why_reads_numbers_in_pairs(run, make) -> None:
    make("a.pyr", GAME.replace("2. Sd3", "1... Sd3\n2. Sc4"))
    assert run("why", "a.pyr", "1... Sd6").stdout.startswith("After ply 1, Yellow to move:\nlegal")
    assert run("why", "a.pyr", "2. Sb4").stdout.startswith("After ply 2, Red to move:\nlegal")
    assert run("why", "a.pyr", "2... Sb4").exit_code == 0


def test_diff_finds_the_first_difference(run, make) -> None:
    make("a.pyr", GAME)
    make("same.pyr", '[Game "Martian Life"] \n1. SF3. 2. Y: Sd3!\n')
    make("other.pyr", GAME.replace("2. Sd3", "2. Sd6"))
    make("shorter.pyr", GAME.replace("2. Sd3\n", ""))
    make("result.pyr", GAME.replace("*", "Red resigns"))
    assert run("diff", "a.pyr", "same.pyr").exit_code == 0
    different = run("diff", "a.pyr", "other.pyr")
    assert different.exit_code == 1
    assert "agree up to ply 1; at ply 2 (Yellow) the turns differ" in different.stdout
    assert "ends after ply 1" in run("diff", "a.pyr", "shorter.pyr").stdout
    assert "the results differ" in run("diff", "a.pyr", "result.pyr").stdout
    assert run("diff", "a.pyr", "none.pyr").exit_code == 2


def test_diff_of_a_folder_with_several_records_is_refused(run, make) -> None:
    make("folder/a.pyr", GAME)
    make("folder/b.pyr", GAME)
    done = run("diff", "folder", "folder/a.pyr")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "diff compares two records, but these files hold 3; name two files" in done.stderr


@pytest.mark.parametrize("command", ["check", "diff", "stats", "join", "duplicates"])
def test_standard_input_is_read_once(run, command) -> None:
    done = run(command, "-", "-", stdin=GAME)
    assert done.exit_code in (1, 2)
    assert "standard input can be read only once; give - once" in done.stdout + done.stderr


def test_diff_shows_the_squares_that_differ_and_the_turn_that_is_missing(run, make) -> None:
    make("a.pyr", GAME)
    make("other.pyr", GAME.replace("2. Sd3", "2. Sd6"))
    make("shorter.pyr", GAME.replace("2. Sd3\n", ""))
    assert run("diff", "a.pyr", "other.pyr").stdout.splitlines()[-3:] == [
        "what differs (first record | second record):",
        "  d3: Sy | nothing",
        "  d6: nothing | Sy",
    ]
    missing = "  a.pyr (record 1), line 6: continues with 2. Sd3"
    assert run("diff", "a.pyr", "shorter.pyr").stdout.splitlines()[-1] == missing
    assert run("diff", "shorter.pyr", "a.pyr").stdout.splitlines()[-1] == missing


@pytest.mark.parametrize(
    ("a", "b", "line"),
    [
        ("build y1 Al", "trade y3 b3 Al", "  Al, North: y3 y1 | b3"),
        ("discover y3 Al r1 Mars", "discover y3 Al r1 Venus", "  Mars, North: y3 | nothing"),
    ],
)
def test_diff_shows_the_systems_that_differ(run, make, a, b, line) -> None:
    game = '[Game "Homeworlds"]\n\n1. homeworld g3 b2 y3 Al\n2. homeworld b1 y2 g3 Bea\n3. '
    make("a.pyr", game + a)
    make("b.pyr", game + b)
    assert line in run("diff", "a.pyr", "b.pyr").stdout.splitlines()


def test_explain_and_rules_take_the_id_of_a_rule(run) -> None:
    for args in (("explain", "B7"), ("explain", "b7", "--game", "braces")):
        told = run(*args)
        assert told.exit_code == 0
        assert told.stdout.startswith("B7 (Braces)\n-----------\nB7  (ruling) Powers are optional.")
        assert "    cost-not-met\n    cost-too-high\n" in told.stdout
    assert "turn-after-end" in run("explain", "R5").stdout
    assert run("explain", "Z9").exit_code == 2
    assert "Homeworlds has no rule B7" in run("explain", "B7", "--game", "homeworlds").stderr
    rule = run("rules", "braces", "b7")
    assert rule.stdout.startswith("B7  (ruling) Powers are optional.")
    assert "B8" not in rule.stdout
    assert "its rules are B1 to B" in run("rules", "braces", "B99").stderr


def test_rules_takes_the_beginning_of_a_name(run) -> None:
    assert run("rules", "homeworld").stdout == run("rules", "homeworlds").stdout
    assert run("rules", "h", "H22").stdout.startswith("H22")
    assert run("rules", "").exit_code == 2


def test_stats_counts(run, make) -> None:
    make("a.pyr", GAME + "\n" + GAME.replace("*", "Red resigns") + "\n" + GAME.replace("2. Sd3", "2. Sd4"))
    data = json.loads(run("stats", "--format", "json", "a.pyr").stdout)
    counts = data["games"]["martian-life"]
    assert counts["records"] == 3
    assert counts["results"] == {"unfinished": 2, "Yellow": 1}
    assert counts["faults"] == {"error ML3 occupied": 1}
    assert counts["plies"]["longest"] == 2
    assert "martian-life: 3" in run("stats", "a.pyr").stdout


def test_chi_square_against_the_tables() -> None:
    for square, freedom in ((3.841, 1), (5.991, 2), (7.815, 3), (9.488, 4), (11.070, 5)):
        assert abs(chi_square_tail(square, freedom) - 0.05) < 2e-4
    assert chi_square_tail(0, 5) == 1.0


def test_games_and_rules_cover_every_game(run) -> None:
    listed = run("games").stdout
    for game in game_ids():
        assert game in listed
        page = run("rules", game)
        assert page.exit_code == 0
        assert "(ruling)" in page.stdout
    assert run("rules", "chess").exit_code == 2
    assert "did you mean spectrum" in run("rules", "spektrum").stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_and_help(run, name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    assert COMMANDS[name].partition("\n")[0].removesuffix(".") in " ".join(done.stdout.split())
