"""Texts of documents have the marks, lists and lines that texts of faces have, as their style says."""

from dataclasses import replace
from itertools import pairwise

import pytest

from printgen.base.folders import templates_folder
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Text
from printgen.faces.blocks.fitting import chunks_of
from printgen.faces.blocks.typeset import Typesetter, load_style
from printgen.faces.library import Library
from printgen.game import documents as doc
from printgen.reading.part import Phrase

LIBRARY = Library((templates_folder(),))
LONG = "Everybody in the neighbouring kingdom remembers the extraordinary circumstances of that evening."


def setter(**looks: object) -> Typesetter:
    style = load_style(LIBRARY.face("sheet-dossier"), LIBRARY)
    said = replace(style.letters["body"].said, **looks)  # type: ignore[arg-type]
    body = replace(style.letters["body"], said=said)
    return Typesetter(replace(style, letters={**style.letters, "body": body}), LIBRARY)


def runs(text: str, at: Typesetter, width: float = 150) -> list[Text]:
    chunks = chunks_of([doc.ParagraphBlock(text=text)], width, at)
    assert not at.findings and not at.stuck, (at.findings, at.stuck)
    out, y = [], 0.0
    for chunk in chunks:
        for run, matrix in walk_kind(chunk.draw(chunk.height), Text):
            out.append(run._replace(x=run.x + matrix[4], y=run.y + matrix[5] + y))
        y += chunk.height
    return out


def test_lists_hang_and_colours_and_sizes_show() -> None:
    dot, first, *_, last = runs(f"- {LONG}\n- [alert]Red[/] [big]big[/]", setter())
    assert dot.text == "\u2022" and first.x > dot.x + dot.width
    assert last.text == "big" and last.size == pytest.approx(first.size * 1.25)


def test_a_style_may_justify_part_words_and_keep_paragraphs_apart() -> None:
    plain = setter()
    rich = setter(align="justify", hyphens="en", paragraph_gap=0.5 * plain.letters("body").size)
    texts = runs(f"{LONG}\n{LONG}", rich, 120)
    rows: dict[float, float] = {}
    for text in texts:
        rows[text.y] = max(rows.get(text.y, 0.0), text.x + text.width)
    assert sum(abs(end - 120) < 0.1 for end in rows.values()) >= 4
    assert any(text.text.endswith("-") for text in texts)
    ys = sorted(rows)
    steps = sorted({round(b - a, 2) for a, b in pairwise(ys)})
    line = plain.letters("body").line
    assert steps == pytest.approx([line, line + 0.5 * plain.letters("body").size], abs=0.02)


def test_larger_letters_make_their_line_higher() -> None:
    at = setter()
    low, high = at.typeset(Phrase("one"), 100, "body"), at.typeset(Phrase("[size 200%]one[/]"), 100, "body")
    assert high.height == pytest.approx(2 * low.height)


def test_a_mark_of_another_program_and_a_lone_one_are_told_and_printed() -> None:
    at = setter()
    for text in ("one<br>two", "**one", "- 2", "3* points"):
        assert at.typeset(Phrase(text), 100, "body").height
    assert [(finding.severity, finding.code) for finding in at.findings] == [
        ("warning", "foreign-mark"), ("warning", "open-mark"),
    ]  # fmt: skip


def test_a_minus_before_a_number_is_no_bullet() -> None:
    assert [text.text for text in runs("- 2", setter())] == ["- 2"]
    assert [text.text for text in runs("- two", setter())] == ["\u2022", "two"]


def test_a_mark_that_is_not_closed_is_told_at_its_phrase() -> None:
    at = setter()
    at.typeset(Phrase("[alert]one"), 100, "body")
    assert [finding.code for finding in at.findings] == ["open-mark"]
