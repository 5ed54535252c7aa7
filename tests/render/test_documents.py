"""Markdown, mail text and JSON contain the complete record in order, and no text of it acts as markup."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from pyrnot import render
from pyrnot.render.data import FORMAT, VERSION, dump_json, record_data
from pyrnot.render.documents import draw_mail, draw_markdown
from pyrnot.render.text.lines import Charset, columns

SCHEMA = Path(render.__file__).parent / "assets" / "record.schema.json"
VALIDATOR = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
HEADINGS = [
    "Start",
    "1. Rainbow: +Pg2; Pg2-g1=Q !",
    "2. Xeno: +Qh1; Qh1-g1=P",
    "3. Rainbow: +Dc1; Dc1-c2-d2=P",
    "3. Rainbow: +Qc6; Qc6-c5=P ?! (variation 1 at ply 3)",
    "4. Xeno: Pg1-g2=D (variation 1 at ply 3)",
    "4. Xeno: +Pb5; Pb5-b4=P (variation 2 at ply 4)",
    "3. Rainbow: +Pb5; Pb5-b4=P (variation 3 at ply 3)",
    "4. Xeno: Pg1-g2=D",
    "5. Rainbow: +Qc6; Pd2-e2-e1=Q",
    "6. Xeno: Dg2-g3=P",
    "7. Rainbow: +Pc1; Qg1-f1-e1=P",
    "8. Xeno: Pg3-a1=P",
    "Turns not judged",
]


def markdown(line_tree, *args: Any, **options: Any) -> str:
    return "".join(draw_markdown(line_tree, *args, **options))


def mail(line_tree, *args: Any, **options: Any) -> str:
    return "".join(draw_mail(line_tree, *args, **options))


def read_markdown(text: str) -> list[Any]:
    return MarkdownIt("commonmark").enable("table").parse(text)


def text_of(token: Any) -> str:
    return "".join(child.content for child in token.children)


class TestMarkdown:
    def test_headings(self, line_tree) -> None:
        tokens = read_markdown(markdown(line_tree))
        found = [text_of(tokens[at + 1]) for at, token in enumerate(tokens) if token.type == "heading_open"]
        assert found == ["Autumn Ash: Ann - Ben <i>", *HEADINGS]

    def test_diagrams_and_diagnostics_are_code(self, line_tree) -> None:
        fences = [token.content for token in read_markdown(markdown(line_tree)) if token.type == "fence"]
        assert sum("┌" in text for text in fences) == 12
        assert [text[:5] for text in fences[12:]] == ["error", "error"]
        assert "^^" in fences[12]

    def test_comments_are_quotations(self, line_tree) -> None:
        tokens = read_markdown(markdown(line_tree))
        quoted = [text_of(tokens[at + 2]) for at, token in enumerate(tokens) if token.type == "blockquote_open"]
        assert quoted == ["Opening comment.", "A commentin two lines.", "Instead:", "A try.", "This cannot be."]

    def test_text_of_a_record_is_never_markup(self, hostile_line_tree, hostile_value: str) -> None:
        tokens = read_markdown(markdown(hostile_line_tree))
        assert not any(token.type.startswith("html") for token in tokens)
        children = [child for token in tokens for child in token.children or ()]
        assert {child.type for child in children} <= {"text", "code_inline", "softbreak", "text_special"}
        assert any(text_of(token) == hostile_value for token in tokens if token.type == "inline")

    @pytest.mark.parametrize(
        "word",
        [
            "http://evil.example/a_b",
            "(https://x.y)",
            "WWW.evil.example",
            "a@b.org",
            "@ana",
            "mailto:a",
            "see:ftp://x`y",
        ],
    )
    def test_no_address_or_name_becomes_a_link(self, make_line_tree, word: str) -> None:
        """GitHub links what looks like an address, and tells people who are named."""
        line_tree = make_line_tree(
            f'[Game "Autumn Ash"]\n[Event "{word}"]\n\n1. +Pg2; Pg2-g1=Q {{ by {word} | or {word} }}\n'
        )
        children = [child for token in read_markdown(markdown(line_tree)) for child in token.children or ()]
        assert [child.type for child in children if word in child.content] == ["code_inline"] * 4

    @pytest.mark.parametrize(
        "line", ["- a", "+ a", "1. a", "12) a", "# a", "=====", "-----", "~~~", "```", "> a", "    a", "| a |", "***"]
    )
    def test_no_line_of_a_comment_opens_a_block(self, make_line_tree, line: str) -> None:
        line_tree = make_line_tree(f'[Game "Autumn Ash"]\n\n1. +Pg2; Pg2-g1=Q {{ text\n{line}\n\n{line} }}\n')
        tokens = read_markdown(markdown(line_tree))
        opened = next(at for at, token in enumerate(tokens) if token.type == "blockquote_open")
        closed = next(at for at, token in enumerate(tokens) if token.type == "blockquote_close")
        inside = tokens[opened + 1 : closed]
        assert [token.type for token in inside] == ["paragraph_open", "inline", "paragraph_close"] * 2
        assert text_of(inside[4]) == line.strip()

    def test_chosen_plies(self, line_tree) -> None:
        text = markdown(line_tree, [0, 2])
        assert re.findall(r"^## (.*)", text, re.MULTILINE) == ["Start", "2. Xeno: `+Qh1; Qh1-g1=P`"]
        assert "Result" not in text

    def test_without_variations(self, line_tree) -> None:
        text = markdown(line_tree, variations=False)
        assert "variation" not in text
        assert "## 8. Xeno" in text

    def test_ascii(self, line_tree) -> None:
        diagrams = re.findall(r"```text\n(.*?)```", markdown(line_tree, charset=Charset.ASCII), re.DOTALL)
        assert len(diagrams) == 14
        assert all(text.isascii() for text in diagrams)

    def test_the_result_and_turns_not_judged(self, line_tree) -> None:
        text = markdown(line_tree)
        assert "**Result:** Rainbow wins" in text
        assert "- 9\\. `Qc6-c5=P`" in text


class TestMail:
    def test_no_line_is_too_long(self, line_tree, hostile_line_tree, make_line_tree) -> None:
        long = make_line_tree('[Game "Autumn Ash"]\n[Event "' + "long " * 60 + '"]\n{ ' + "word " * 90 + "}\n*\n")
        for one in (line_tree, hostile_line_tree, long):
            for line in mail(one).split("\n"):
                assert columns(line) <= 72 or line.lstrip("0123456789 ").startswith(("|", "-->", "= help"))
                assert line == line.rstrip()

    def test_everything_is_there_in_order(self, line_tree) -> None:
        text = mail(line_tree)
        places = [text.index(heading.split(" (")[0]) for heading in HEADINGS[1:4]]
        assert places == sorted(places)
        assert text.startswith("Autumn Ash: Ann - Ben <i>\n=========")
        assert text.count("┌") == 12
        assert "Result: Rainbow wins" in text
        assert "A comment in two lines." in text
        assert "folder/" not in text

    def test_ascii_is_ascii_but_for_the_letters_of_players(self, line_tree, hostile_line_tree) -> None:
        assert mail(line_tree, charset=Charset.ASCII).isascii()
        assert all(char.isascii() or char.isalpha() for char in mail(hostile_line_tree, charset=Charset.ASCII))

    def test_flipped(self, line_tree) -> None:
        assert "     h    g    f" in mail(line_tree, [0], flip=True)


def written(line_tree, *plies: Any, **options: Any) -> dict[str, Any]:
    return json.loads(dump_json(record_data(line_tree, *plies, **options)))


class TestJson:
    def document(self, *line_trees, **options: Any) -> dict[str, Any]:
        records = [written(line_tree, **options) for line_tree in line_trees]
        return {"format": FORMAT, "version": VERSION, "records": records}

    def test_documents_fit_the_schema(
        self, line_tree, legal_line_tree, startless, hostile_line_tree, make_line_tree
    ) -> None:
        for options in ({}, {"variations": False}):
            VALIDATOR.validate(self.document(line_tree, legal_line_tree, startless, hostile_line_tree, **options))
        VALIDATOR.validate(self.document(line_tree, plies=[0, 3]))
        VALIDATOR.validate(self.document(make_line_tree("1. e4\n")))
        VALIDATOR.validate(self.document())

    def test_the_schema_is_not_too_lax(self, line_tree) -> None:
        for spoil in (
            lambda record: record.pop("tags"),
            lambda record: record.update(more=1),
            lambda record: record["turns"][0].update(ply="1"),
            lambda record: record["turns"][0]["events"][0].pop("kind"),
            lambda record: record["diagnostics"][0].update(severity="grave"),
            lambda record: record["variations"][0].update(number=0),
        ):
            document = self.document(line_tree)
            spoil(document["records"][0])
            assert not VALIDATOR.is_valid(document)

    def test_content(self, line_tree) -> None:
        record = written(line_tree)
        assert record["game"] == "autumn-ash"
        assert record["tags"][2] == {"name": "Rainbow", "value": "Ann"}
        assert record["start"] == {"position": "8/8/8/8/8/8/8/8 r 0 0", "to_move": "Rainbow"}
        first = record["turns"][0]
        assert (first["turn"], first["seat"], first["marks"]) == ("+Pg2; Pg2-g1=Q", "Rainbow", ["!"])
        assert first["position"] == "8/8/8/8/8/8/8/6,Qy,1 x 0 0"
        assert [event["kind"] for event in first["events"]] == ["placed", "moved", "changed"]
        assert [turn["ply"] for turn in record["turns"] if turn["variation"] == 0] == list(range(1, 11))
        assert [(v["number"], v["instead_of"], v["turns"]) for v in record["variations"]] == [
            (1, 2, [3, 4]),
            (2, 4, [5]),
            (3, 2, [6]),
        ]
        bad = next(turn for turn in record["turns"] if turn["ply"] == 8)
        assert (bad["legal"], bad["turn"], bad["written"], bad["position"]) == (False, None, "Pg3-a1=P", None)
        assert bad["diagnostics"][0]["rule"].startswith("AA")
        assert (record["plies"], record["ok"], record["result"]) == (7, False, "rainbow wins")

    def test_chosen_plies(self, line_tree) -> None:
        record = written(line_tree, [2])
        assert [turn["ply"] for turn in record["turns"]] == [2]
        assert record["start"] is None
        assert written(line_tree, [0, 2])["start"] is not None


def test_json_has_no_half_of_a_character() -> None:
    """Python keeps a byte of a file's name that is not UTF-8 as one; strict readers of JSON refuse it."""
    text = dump_json({"file": "a\udcff\x7f\u202e\U000e0001.pyr"})
    assert text.isascii()
    assert json.loads(text)["file"] == "a\\udcff\x7f\u202e\U000e0001.pyr"
    json.loads(text)["file"].encode()
