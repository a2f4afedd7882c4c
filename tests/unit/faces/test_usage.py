"""Which texts of a game are words, and which are outlines, colours or names of pictures."""

from __future__ import annotations

import pytest
from kitchen import Kitchen

from printgen.build.jobs import load
from printgen.faces.usage import Usage, is_drawing


@pytest.mark.parametrize("text", ["M0 0 L9 9", " m1,2c3-4 5.5 6z ", "#fff", "#A63A1E80", "art/one.PNG"])
def test_a_drawing_is_no_words(text: str) -> None:
    assert is_drawing(text)


@pytest.mark.parametrize("text", ["Meals at 12, 34", "M 3", "see one.png", "#12345", "L1 1", "Move 2 and 3"])
def test_words_are_no_drawing(text: str) -> None:
    assert not is_drawing(text)


def test_a_field_that_is_printed_somewhere_holds_words_whatever_else_draws_with_it() -> None:
    usage = Usage(
        printed=frozenset({("card", "name"), ("tables", "kin", "elf", "title")}),
        drawn=frozenset({("card", "name"), ("card", "tint")}),
    )
    assert usage.says("#fff", "card", "name") and not usage.draws("card", "name")
    assert usage.draws("card", "tint") and not usage.says("red", "card", "tint")
    assert usage.says("red", "card", "note") and not usage.says("#fff", "card", "note")
    # A face may name the row.
    assert usage.says("#fff", "tables", "kin", "title") and not usage.says("#fff", "tables", "kin", "age")


def test_a_field_that_only_the_back_draws_with_is_drawn(kitchen: Kitchen) -> None:
    kitchen.edit("game.yaml", "back: hero-back", "back: crest", "{kind: text, max: 200}",
                 "{kind: text, max: 200}\n    crest: {kind: text, optional: true}")  # fmt: skip
    kitchen.write("templates/faces/crest.yaml", 'items:\n  - path: {d: "{{ card.crest }}", fill: "#000000"}\n')
    (job,) = load([str(kitchen.folder)])
    assert job.usage.draws("hero", "crest") and not job.usage.draws("hero", "rule")


SIGN = """\
items:
  - path: {d: "{{ card.crest }}", fill: ink}
  - each: {in: "{{ cards }}", as: c, lets: {t: "{{ c.tag }}"}, items: [path: {d: "{{ t }}", fill: ink}]}
"""


def test_fields_are_followed_into_used_faces_lets_and_all_records(kitchen: Kitchen) -> None:
    optional = "{kind: text, optional: true}"
    fields = f"{{kind: text, max: 200}}\n    crest: {optional}\n    tag: {optional}"
    kitchen.edit("game.yaml", "back: hero-back", "back: crest", "{kind: text, max: 200}", fields)
    kitchen.write("templates/faces/crest.yaml", "items:\n  - use: {face: sign}\n")
    kitchen.write("templates/faces/sign.yaml", SIGN)
    (job,) = load([str(kitchen.folder)])
    assert job.usage.draws("hero", "crest") and job.usage.draws("hero", "tag")
