"""The README and the documents that it links to are true: their commands print what they show, their Python runs, and
their tables are complete."""

from __future__ import annotations

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import pyrnot
from pyrnot.cli import cli
from pyrnot.cli.help import COMMANDS

TOP = Path(__file__).parents[1]
README = TOP / "README.md"
TOPICS = TOP / "pyrnot" / "cli" / "topics"
CONTRIBUTING = TOP / ".github" / "CONTRIBUTING.md"
PHOTO = ".github/page.png"
"""The page in a browser, which no command draws."""
TOPIC_NAMES = sorted(path.stem for path in TOPICS.glob("*.md"))
DOCUMENTS = [README, CONTRIBUTING, TOP / "pyrnot" / "games" / "README.md", *sorted(TOPICS.glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALLS = re.compile(r"\b(pip|pytest|pipx)\b")


def shown_commands(text: str) -> list[tuple[str, str]]:
    """Each command with its output, in order."""
    found = []
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output.rstrip("\n")))
    return found


def run(command: str, folder: Path) -> str:
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": scripts, "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)  # lines are as long as they are where output is no terminal
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()).rstrip("\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's folder that contains the sample games."""
    shutil.copytree(TOP / "sample_games", tmp_path / "sample_games")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(TOP)))
def test_commands_print_what_is_shown(document: Path, folder: Path, renew: bool) -> None:
    text = document.read_text(encoding="utf-8")
    for command, output in shown_commands(text):
        if skipped(command):
            continue
        printed = run(command, folder)
        if renew:
            old = f"$ {command}\n{output}\n" if output else f"$ {command}\n"
            text = text.replace(old, f"$ {command}\n{printed}\n" if printed else f"$ {command}\n", 1)
        else:
            assert printed == output, f"$ {command}"
    if renew:
        document.write_text(text, encoding="utf-8")
    if document == CONTRIBUTING:
        check_gallery(folder, renew)


def check_gallery(folder: Path, renew: bool) -> None:
    """The pictures beside the samples are those that the commands of CONTRIBUTING draw."""
    pictures = sorted(path.relative_to(folder) for path in folder.rglob("*.svg"))
    assert pictures == sorted(path.relative_to(TOP) for path in (TOP / "sample_games").rglob("*.svg")) or renew
    for picture in pictures:
        if renew:
            shutil.copy(folder / picture, TOP / picture)
        made, kept = ((top / picture).read_text(encoding="utf-8") for top in (folder, TOP))
        assert made == kept, f"{picture} differs from the output of its command"
    shown = re.findall(r'<img [^>]*src="([^"]+)"', README.read_text(encoding="utf-8"))
    assert (TOP / PHOTO).exists()
    assert sorted(shown) == [PHOTO, *map(str, pictures)]


def skipped(command: str) -> bool:
    """Whether a command installs something; the build does it."""
    return bool(INSTALLS.search(command))


def test_python_of_the_readme_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (source,) = re.findall(r"^```pycon\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    told: list[str] = []
    example = doctest.DocTestParser().get_doctest(source, {}, "README", str(README), 0)
    doctest.DocTestRunner(verbose=False).run(example, out=told.append)
    assert not told, "\n".join(told)


def test_the_readme_names_the_library() -> None:
    section = README.read_text(encoding="utf-8").partition("\n## Python library\n")[2].partition("\n## ")[0]
    for name in pyrnot.__all__:
        assert name[0].isupper() or re.search(rf"\b{name}\(", section), name


def test_every_command_is_in_the_readme_and_the_changelog() -> None:
    in_table = re.findall(r"^\| `(\w+)[ `]", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name in in_table if name in COMMANDS] == sorted(COMMANDS, key=in_table.index)
    in_changelog = re.findall(r"`(\w+)`", (TOP / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert sorted(in_changelog) == sorted(COMMANDS)


def topic(name: str) -> str:
    return (TOPICS / f"{name}.md").read_text(encoding="utf-8")


def keys_in_tables(text: str) -> list[set[str]]:
    """The names in the first column of each table."""
    tables = re.findall(r"^\| --- .*\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [
        {key for row in table.splitlines() for key in re.findall(r"`(\w+)`", row.split("|")[1])} for table in tables
    ]


def test_keys_of_json_are_documented(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "wrong.pyr").write_text("1. Sc4\n", encoding="utf-8")
    (line,) = CliRunner().invoke(cli, "check --format json wrong.pyr").stdout.splitlines()
    verdict = json.loads(line)
    after = "moves sample_games/martian-life/normal-win.pyr --ply 1 --format json"
    moves = json.loads(CliRunner().invoke(cli, after).stdout)
    assert keys_in_tables(topic("json")) == [set(verdict), set(verdict["diagnostics"][0]), set(moves)]
    section = topic("json").partition("`pyrnot show --format json`")[2]
    shown = CliRunner().invoke(cli, "show sample_games/braces/authors-line.pyr --ply 1 --format json")
    ply = json.loads(shown.stdout)
    assert [*re.findall(r"`(\w+)`", section.partition(".")[0])] == [
        key for name in ply for key in ([name, *ply["events"][0]] if name == "events" else [name])
    ]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("stats", ""),
        ("stats --by", " player"),
        ("duplicates", ""),
    ],
)
def test_keys_of_json_lines_are_documented(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str, options: str
) -> None:
    games = " ".join(["sample_games/martian-life/cascade-of-three-waves.pyr"] * (2 if command == "duplicates" else 1))
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(cli, f"{command}{options} --format json {games}")
    line = json.loads(done.stdout.splitlines()[0])
    section = topic("json").partition("The commands for collections")[2]
    bullets = section.partition("`pyrnot show")[0].split("\n- ")
    told = next(re.findall(r"`([\w -]+)`", bullet) for bullet in bullets if f"{command}`" in bullet.partition(":")[0])
    inner = {"stats": ["games", "martian-life"], "duplicates": ["of"]}
    counts = line
    for key in inner.get(command, []):
        counts = counts[key]
    assert {key for key in told if " " not in key} == {*line, *counts}


def test_keys_of_the_viewer_are_documented() -> None:
    from pyrnot.viewer.bindings import groups, key_names

    text = topic("keys")
    for heading, commands in groups().items():
        keys = "; ".join(f"`{key_names(command)[0]}` {command.value}" for command in commands)
        assert f"\n| {heading} | {keys} |\n" in text


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(TOP)))
def test_every_file_that_is_linked_exists(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


@pytest.mark.parametrize("path", [".ci/run", ".github/workflows/ci.yml"])
def test_the_build_runs_the_two_commands_of_the_readme(path: str) -> None:
    commands = re.findall("^pip .*", README.read_text(encoding="utf-8"), re.MULTILINE)
    lines = [line.strip().removeprefix("- run: ") for line in (TOP / path).read_text(encoding="utf-8").splitlines()]
    assert len(commands) == 2
    assert [line for line in lines if line in commands] == commands


def test_the_readme_is_short_and_its_contents_lead_to_every_section() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 350, "what not every reader needs is a topic of `pyrnot help`"
    headings = re.findall(r"^## (.+)", text, re.MULTILINE)
    assert re.findall(r"\[([^]]+)\]\(#([a-z-]+)\)", text) == [
        (heading, re.sub(r"[^a-z ]", "", heading.lower()).replace(" ", "-")) for heading in headings
    ]


def test_every_topic_is_linked_and_listed() -> None:
    shown = CliRunner().invoke(cli, "help").stdout
    listed = re.findall(r"^  ([\w-]+)", shown.partition("\nTopics:\n")[2], re.MULTILINE)
    linked = re.findall(
        r"^\| `pyrnot help ([\w-]+)` \| .*\]\(pyrnot/cli/topics/([\w-]+)\.md\)",
        README.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert sorted(linked) == [(name, name) for name in TOPIC_NAMES]
    assert [name for name in listed if name != "Run"] == TOPIC_NAMES


@pytest.mark.parametrize("name", TOPIC_NAMES)
def test_a_topic_is_read_in_a_terminal(name: str) -> None:
    """Its lines fit, it has all words of its source and no mark-up, and colours change no letter."""
    shown, coloured = (
        CliRunner().invoke(cli, ["help", name, "--color", colour], env={"COLUMNS": "60"}).stdout
        for colour in ("never", "always")
    )
    assert "\x1b[1m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == shown
    title = topic(name).partition("\n")[0].removeprefix("# ")
    assert max(map(len, shown[shown.index(f"{title}\n===") :].splitlines())) <= 60
    words = re.findall(r"\w{3,}", re.sub(r"^```\w+|^---", "", topic(name), flags=re.MULTILINE))
    assert not {*words} - {*re.findall(r"\w{3,}", shown)}
    assert "](" not in shown
    assert "](" not in re.sub(r"\]\(https:", "", topic(name)), "a relative link"


def test_tr1_lists_every_form() -> None:
    from pyrnot.foreign.forms import FORMS

    table = topic("threads").partition("\n| form | is |\n")[2].partition("\n\n")[0]
    listed = [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(listed) == sorted(FORMS)
