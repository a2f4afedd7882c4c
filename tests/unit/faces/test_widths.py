"""Columns of tables are as wide as their words ask for, and the widths that a table says are kept."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from printgen.base.folders import templates_folder
from printgen.base.units import mm
from printgen.faces.blocks.tables import dice_chunks, widths_of
from printgen.faces.blocks.typeset import Typesetter, load_style
from printgen.faces.library import Library
from printgen.game import documents as doc
from printgen.game.dice_tables import load_dice_tables
from printgen.reading.files import Files

LIBRARY = Library((templates_folder(),))
WEAPONS = [
    ["Grenade, rifle grenade, satchel charge, dynamite", "15 in circle", "HE burst"],
    ["Claymore mine", "30 in circle, front half only", "HE burst"],
    ["Flamethrower", "triangle, 150 in long, 20 in wide", "Flamethrower"],
]


@pytest.fixture
def setter() -> Typesetter:
    return Typesetter(load_style(LIBRARY.face("sheet-dossier"), LIBRARY), LIBRARY)


def table(rows: list[list[str]], styles: list[str], **more: object) -> doc.TableBlock:
    return doc.TableBlock.model_validate({"rows": rows, "styles": styles, **more})


def test_what_is_to_spare_goes_to_words_and_not_to_figures(setter: Typesetter) -> None:
    rows = [["1", "High", "Half a diameter high"], ["6", "Wide", "Bursts far off without harm"]]
    narrow = widths_of(table(rows, ["value", "strong", "body"]), mm(90), setter)
    broad = widths_of(table(rows, ["value", "strong", "body"]), mm(120), setter)
    assert sum(narrow) == pytest.approx(mm(90)) and sum(broad) == pytest.approx(mm(120))
    assert narrow[0] == pytest.approx(broad[0])
    # The longer words get more of it, the shorter ones some.
    assert broad[2] - narrow[2] > broad[1] - narrow[1] > mm(1)


@pytest.mark.parametrize("width", [60, 75, 96])
def test_no_column_is_narrower_than_its_longest_word(setter: Typesetter, width: float) -> None:
    made = table(WEAPONS, ["strong", "body", "body"])
    widths = widths_of(made, mm(width), setter)
    assert sum(widths) == pytest.approx(mm(width))
    for i, wide in enumerate(widths):
        style = made.columns[i][2]
        assert wide > max(setter.natural(row.cells[i], style)[1] for row in made.rows)


def test_rows_take_the_fewest_lines_that_any_widths_would_give(setter: Typesetter) -> None:
    made = table(WEAPONS, ["strong", "body", "body"])

    def lines(widths: list[float]) -> int:
        pad, styles = 3.2 * setter.unit, ("strong", "body", "body")
        cells = [
            [setter.lines(row.cells[i], styles[i], widths[i] - pad) for i in range(len(styles))] for row in made.rows
        ]
        return sum(map(max, cells))

    found = lines(widths_of(made, mm(96), setter))
    every = [[mm(a), mm(b), mm(96 - a - b)] for a in range(20, 60, 3) for b in range(20, 60, 3) if a + b < 76]
    assert found == min(map(lines, every)) <= 6


def test_shares_that_a_table_says_are_kept(setter: Typesetter) -> None:
    widths = widths_of(table(WEAPONS, ["strong", "body", "body"], widths=[2, 1, 1]), mm(120), setter)
    assert widths == pytest.approx([mm(60), mm(30), mm(30)])


def test_a_table_of_dice_may_say_its_widths_where_it_stands(setter: Typesetter, tmp_path: Path) -> None:
    path = tmp_path / "tables.yaml"
    path.write_text(
        "t:\n  title: T\n  die: d6\n  columns: {what: What, then: Then}\n"
        "  rows:\n    - {roll: 1-3, what: Alpha, then: Beta}\n    - {roll: 4-6, what: Gamma, then: Delta}\n",
        encoding="utf-8",
    )
    tables = load_dice_tables(Files(tmp_path), path)
    assert tables and tables["t"]
    setter.tables = {"t": tables["t"]}

    def starts(widths: list[float]) -> list[float]:
        block = doc.NamedTable.model_validate({"name": "t", "widths": widths})
        head = dice_chunks(block, mm(100), setter)[0]
        return [item.x for item in head.draw(head.height) if hasattr(item, "text")]

    first, second, third = starts([1, 1, 2])
    assert second - first == pytest.approx(mm(25)) and third - second == pytest.approx(mm(25))
    assert starts([]) != [first, second, third]


@pytest.mark.parametrize(("width", "beside"), [(54, True), (50, False)])
def test_what_a_die_is_stands_beside_a_title_only_where_both_have_room(
    setter: Typesetter, tmp_path: Path, width: float, beside: bool
) -> None:
    path = tmp_path / "tables.yaml"
    path.write_text(
        "t:\n  title: Harm to Machines\n  die: d6\n  aside: how bad it is then\n  columns: {what: What}\n"
        "  rows:\n    - {roll: 1-6, what: Alpha}\n",
        encoding="utf-8",
    )
    tables = load_dice_tables(Files(tmp_path), path)
    assert tables and tables["t"]
    setter.tables = {"t": tables["t"]}
    title = dice_chunks(doc.NamedTable.model_validate({"name": "t", "titled": True}), mm(width), setter)[0]
    texts = [item.text for item in title.draw(title.height) if hasattr(item, "text")]
    assert texts == ["HARM TO MACHINES", *["how bad it is then"] * beside]


def test_the_grades_of_harm_differ_in_every_look_and_darken(setter: Typesetter) -> None:
    def light(color: str) -> float:
        return sum(int(color[i : i + 2], 16) * w for i, w in ((1, 0.3), (3, 0.59), (5, 0.11)))

    saver = Typesetter(load_style(LIBRARY.face("sheet-dossier", "saver"), LIBRARY), LIBRARY)
    for style in (setter.style, saver.style):
        grades = [light(style.harm(severity)) for severity in range(5)]
        assert all(mild > bad + 12 for mild, bad in pairwise(grades[1:])), grades
        assert grades[0] >= grades[1]
