"""Dividers: measured in the PDF, their tabs in steps, from a list, a table or a field, refused at their lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from cutlines import Page, pages
from kitchen import Kitchen

import printgen
from printgen.build import jobs
from printgen.build import stages as build
from printgen.drawing.extent import words_of
from printgen.drawing.pieces import Piece

LIST = "".join(f"- {{name: {name}, course: main, taste: 1, rule: x}}\n" for name in ("A", "B", "C", "D"))


SPOT = """\
unit: mm
palettes: [dossier]
items:
  - text: {x: 5, y: 20, w: 34, text: "{{ side }} {{ tab_x | round(1) }}", font: body, size: 8}
"""


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    made = Kitchen.copied(tmp_path / "kitchen-heroes")
    made.write("groups.yaml", LIST)
    return made


def built(kitchen: Kitchen, keys: str) -> list[Page]:
    kitchen.add_product("tabs", f"kind: deck-divider\ntitle: Tabs\n{keys}")
    out = kitchen.folder.parent / "out"
    printgen.write([f"{kitchen.folder}/tabs"], printgen.Settings(out=out))
    return pages(out / kitchen.folder.name / "tabs.pdf")


def composed(kitchen: Kitchen, keys: str) -> list[Piece]:
    kitchen.add_product("tabs", f"kind: deck-divider\ntitle: Tabs\n{keys}")
    (job,) = jobs.load([f"{kitchen.folder}/tabs"])
    (made,), found = build.compose(job, printgen.Settings())
    assert not [*job.findings, *found]
    return list(made.pieces)


def tab_of(cut: list[tuple[float, float]], tall: float) -> tuple[float, float]:
    """From where to where the tab stands on the upper edge, from the left edge of what is cut out."""
    left, top = min(x for x, _ in cut), min(y for _, y in cut)
    feet = [x - left for x, y in cut if abs(y - top - tall) < 0.05]
    head = [x - left for x, y in cut if y - top < tall / 2]
    inner = [x for x in feet if min(head) - 3 < x < max(head) + 3]
    return round(min([*inner, *head]), 1), round(max([*inner, *head]), 1)


def test_a_divider_is_as_wide_as_the_cards_and_its_tab_stands_out(kitchen: Kitchen) -> None:
    (page, *_) = built(kitchen, "for: heroes\nlist: groups.yaml\nrecord: hero\ntab: {height: 8mm}")
    assert page.size() == pytest.approx((44, 67 + 8), abs=0.02)


@pytest.mark.parametrize(("places", "at"), [(3, (0, 14.7, 29.3, 0)), (4, (0, 11, 22, 33)), (1, (0, 0, 0, 0))])
def test_tabs_step_over_their_places_and_begin_anew(kitchen: Kitchen, places: int, at: tuple[float, ...]) -> None:
    (page,) = built(kitchen, f"for: heroes\nlist: groups.yaml\nrecord: hero\ntab: {{positions: {places}, height: 8mm}}")
    tabs = [tab_of(cut, 8) for cut in page.cuts]
    assert [start for start, _ in tabs] == pytest.approx(at, abs=0.1)
    assert all(end - start == pytest.approx(44 / places, abs=0.15) for start, end in tabs)


def test_there_is_one_for_each_value_of_a_field_in_the_order_of_its_table_with_the_cards_counted(
    kitchen: Kitchen,
) -> None:
    heroes = "".join(f"- {{name: {n}, course: {c}, taste: 1, rule: x, copies: {k}}}\n"
                     for n, c, k in (("A", "sweet", 2), ("B", "main", 3), ("C", "sweet", 4)))  # fmt: skip
    kitchen.write("heroes.yaml", heroes)
    pieces = composed(kitchen, "for: heroes\nby: course")
    table = (kitchen.folder / "courses.yaml").read_text(encoding="utf-8")
    assert table.index("main:") < table.index("sweet:")
    assert [words_of(piece.front)[-2] for piece in pieces] == ["3 cards", "6 cards"]
    assert [piece.name for piece in pieces] == ["Main course", "Dessert"]


def test_there_is_one_for_each_row_of_a_table(kitchen: Kitchen) -> None:
    pieces = composed(kitchen, "table: courses\nsize: poker")
    (job,) = jobs.load([str(kitchen.folder)])
    rows = job.game.tables["courses"].rows
    assert [piece.name for piece in pieces] == [row["name"] for row in rows.values()]


def test_the_back_has_its_tab_behind_that_of_the_front(kitchen: Kitchen) -> None:
    kitchen.write("templates/faces/spot.yaml", SPOT)
    pieces = composed(kitchen, "for: heroes\nlist: groups.yaml\nrecord: hero\nfront: spot\nback: spot\ntab: 4")
    first = pieces[0]
    assert first.back is not None
    assert (words_of(first.front)[0], words_of(first.back)[0]) == ("front 0", "back 33")
    assert (first.back.width, first.back.height) == (first.front.width, first.front.height)


@pytest.mark.parametrize(
    ("keys", "text", "code"),
    [
        ("for: heroes", "kind: deck-divider", "bad-value"),
        ("for: heroes\nby: course\ntable: courses", "for: heroes", "bad-value"),
        ("for: heros\nby: course", "for: heros", "unknown-product"),
        ("for: heroes\nby: curse", "by: curse", "unknown-field"),
        ("by: course\nsize: poker", "by: course", "missing-key"),
        ("table: curses\nsize: poker", "table: curses", "unknown-table"),
        ("table: courses\nsize: poker\ntab: 13", "tab: 13", "out-of-range"),
        ("table: courses\nsize: poker\ntab: {height: 1mm}", "height: 1mm", "out-of-range"),
        ("table: courses\nsize: pokre", "size: pokre", "unknown-size"),
    ],
)
def test_what_is_no_divider_is_told_at_its_line(kitchen: Kitchen, keys: str, text: str, code: str) -> None:
    kitchen.add_product("tabs", f"kind: deck-divider\ntitle: Tabs\n{keys}")
    found = [one for one in kitchen.findings() if one.endswith(code)]
    lines = (kitchen.folder / "game.yaml").read_text(encoding="utf-8").splitlines()
    near = [i for i, one in enumerate(lines, 1) if text in one]
    assert any(abs(int(one.split(":")[1].split()[0]) - line) <= 2 for one in found for line in near)
