"""`fmt`: what is written, and that nothing is lost or left half written."""

from __future__ import annotations

import os
import stat

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n'

MESSY = """{before}
  [game  “Martian Life”]
# among the tags
[Red "Ann \\"the\\" one"]
{first
comment}
1. {inside} RED : SF3 ! {after}
( {why} 1. Sc3 # to the line's end
) $7 2.Y:Sd3.
* {end}
"""
CANONICAL = """{before}
[game "Martian Life"]
# among the tags
[Red "Ann \\"the\\" one"]

{first
comment}
1. Sf3 XSe4 XSf3 ! $7 {inside} {after}
({why} 1. Sc3 XSd4 XSc3 # to the line's end
)
2. Sd3
* {end}
"""


def test_fmt_is_canonical_and_keeps_every_comment(run, make) -> None:
    make("a.pyr", MESSY)
    assert run("fmt", "a.pyr").stdout == CANONICAL
    make("b.pyr", CANONICAL)
    assert run("fmt", "b.pyr").stdout == CANONICAL
    assert run("fmt", "--check", "b.pyr").exit_code == 0
    assert run("fmt", "--check", "a.pyr").exit_code == 1


def test_fmt_leaves_a_record_with_an_error_byte_for_byte(run, make) -> None:
    bad = '[Game "Martian Life"]\r\n  1.   Sd4 \r\n\r\n'
    path = make("a.pyr", bad + GAME.replace("\n", "\r\n"))
    result = run("fmt", "--write", "a.pyr")
    assert result.exit_code == 1
    assert "error[occupied]" in result.stderr
    assert path.read_bytes().decode() == bad + GAME.replace("\n", "\r\n")


def test_fmt_write_changes_the_file_and_keeps_its_permissions(run, make) -> None:
    path = make("a.pyr", GAME.replace(" XSe4 XSf3", ""))
    path.chmod(0o640)
    assert run("fmt", "--write", "a.pyr").exit_code == 0
    assert path.read_text() == GAME
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(path.parent) == ["a.pyr"]


def test_fmt_diff_shows_what_would_change(run, make) -> None:
    path = make("a.pyr", GAME.replace(" XSe4 XSf3", ""))
    assert "+1. Sf3 XSe4 XSf3\n" in run("fmt", "--diff", "a.pyr").stdout
    done = run("fmt", "--diff", "--write", "a.pyr")
    assert (done.exit_code, "--write cannot be combined with" in done.stderr) == (2, True)
    assert path.read_text() != GAME


def test_fmt_says_how_to_make_a_record_of_a_mail(run, make) -> None:
    """It is never written over, so there is no diff either."""
    text = "Martian Life: Ann (red) - Ben (yellow)\n\nAnn: 1. Sf3\nBen: 2. Sd3\n"
    path = make("mail.txt", text)
    advice = "use `-o DIR`, or `pyrnot fmt FILE > game.pyr`: this is not a record"
    written = run("fmt", "mail.txt", "--write")
    assert (written.exit_code, written.stdout) == (2, "")
    assert advice in written.stderr
    compared = run("fmt", "mail.txt", "--diff")
    assert (compared.exit_code, compared.stdout) == (0, "")
    assert advice in compared.stderr
    assert path.read_text() == text
    assert run("fmt", "mail.txt").stdout.endswith("1. Sf3 XSe4 XSf3\n2. Sd3\n")


def test_fmt_removes_mail_quotes(run, make) -> None:
    make("a.pyr", "".join(f"> {line}\n" for line in ['[Game "Martian Life"]', "", "1. Sf3 {two", "lines}"]))
    assert run("fmt", "a.pyr").stdout == '[Game "Martian Life"]\n\n1. Sf3 XSe4 XSf3 {two\nlines}\n'


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


def test_a_comment_stays_behind_the_variation_that_it_follows(run, make) -> None:
    text = '[Game "Martian Life"]\n\n1. Sd5=M {a}\n(1. Se4=M) {b}\n(1. Sa1) {c}\n2. Sc6\n'
    make("a.pyr", text.replace("\n(", " ("))
    once = run("fmt", "a.pyr").stdout
    assert [line for line in once.splitlines() if "{" in line] == [
        "1. Sd5=M {a}",
        "(1. Se4=M) {b}",
        "(1. Sa1 XSa1) {c}",
    ]
    assert run("fmt", "-", stdin=once).stdout == once
