"""The combat tables of the sixth-scale kit: the facts of the source, its slips, and the sheets that show them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from printgen.base.folders import kits_folder
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of
from printgen.game.dice_tables import DiceTable, check_table, load_dice_tables, with_dash
from printgen.game.documents import Document
from printgen.reading.files import Files

KIT = kits_folder() / "sixth-scale"
FILES = ("tables-damage.yaml", "tables-fight.yaml")

# area roll, area, killed, incapacitated, wounded, superficial; "-" stands for never.
HITS = """\
01-05 | Head, bare    | 01-10 | 11-80 | 81-95 | 96-00
      | Head, helmet  | 01-05 | 06-60 | 61-75 | 76-00
06-20 | Chest or back | 01-05 | 06-45 | 46-95 | 96-00
21-30 | Abdomen       | -     | 01-05 | 06-95 | 96-00
31-40 | R upper arm   | -     | 01    | 02-95 | 96-00
41-45 | R lower arm   | -     | 01    | 02-95 | 96-00
46-50 | R hand        | -     | 01    | 02-95 | 96-00
51-60 | L upper arm   | -     | 01    | 02-95 | 96-00
61-65 | L lower arm   | -     | 01    | 02-95 | 96-00
66-70 | L hand        | -     | 01    | 02-95 | 96-00
71-75 | R upper leg   | -     | 01-02 | 03-95 | 96-00
76-80 | R lower leg   | -     | 01-02 | 03-95 | 96-00
81-85 | R foot        | -     | 01    | 02-95 | 96-00
86-90 | L upper leg   | -     | 01-02 | 03-95 | 96-00
91-95 | L lower leg   | -     | 01-02 | 03-95 | 96-00
96-00 | L foot        | -     | 01    | 02-95 | 96-00
"""
WEAPONS = """\
HE burst         | 01-10 | 11-35 | 36-50 | 51-00
Incendiary burst | 01-05 | 06-35 | 36-50 | 51-00
Flamethrower     | 01-10 | 11-50 | 51-90 | 91-00
"""
STRUCTURES = """\
Wood, soft vehicle      | HE burst      | 01-10 | 11-25 | -     | 26-00
Wood, soft vehicle      | Fire          | -     | -     | 01-50 | 51-00
Stone, brick, armor     | HE burst      | -     | 01-10 | -     | 11-00
Stone, brick, armor     | Fire          | -     | -     | 01-25 | 26-00
Wooden building         | Bazooka class | 01-30 | 31-60 | -     | 61-00
Stone or brick building | Bazooka class | 01-20 | 21-41 | -     | 42-00
"""
LIGHTS = """\
Penlight (2 AA cells)   | 12 in  | 24 in
Flashlight (3 D cells)  | 36 in  | 36 in
Tac-light (MP-5)        | 48 in  | 24 in
Handheld spotlight      | 84 in  | 42 in
Vehicle headlights      | 84 in  | 48 in
Vehicle searchlight     | 264 in | 100 in
"""
ROLLS = {
    "worn-flamethrower": "01-50 51-00",
    "deviation": "1 2 3 4 5 6",
    "flame-miss": "1-3 4-6",
    "overpower": "1 2-5 6-7 8-9 0",
    "strike": "1 2-5 6-9 0",
    "wrestle": "1 2-8 9-0",
    "primitive-weapons": "01-10 11-50 51-70 71-90 91-00",
    "surprise": "01-75 76-00",
}
# Every place where the source leaves numbers of the die out or gives them twice: table, row, field, printed, corrected.
SLIPS = {
    ("hit-location", "Head, helmet", "killed", "5", "01-05"),
    ("hit-location", "Chest or back", "wounded", "46-75", "46-95"),
    ("weapon-damage", "Flamethrower", "superficial", "90-00", "91-00"),
    ("collapse", "Building destroyed", "incapacitated", "50%", "21-50"),
    ("collapse", "Building destroyed", "wounded", "80%", "51-80"),
}
FOUND_IN_PRINT = {
    ("hit-location", "dice-gap", "no range covers 01-04, beside killed 05"),
    ("hit-location", "dice-gap", "no range covers 76-95, beside wounded 46-75"),
    ("weapon-damage", "dice-overlap", "wounded 51-90 and superficial 90-00 both cover 90"),
    ("collapse", "dice-overlap", "killed 01-20 and incapacitated 01-50 both cover 01-20"),
    ("collapse", "dice-overlap", "incapacitated 01-50 and wounded 01-80 both cover 01-50"),
}


def read(folder: Path) -> dict[str, DiceTable]:
    tables: dict[str, DiceTable] = {}
    files = Files(folder)
    for name in FILES:
        found = {name: table for name, table in (load_dice_tables(files, folder / name) or {}).items() if table}
        assert not files.findings and found
        assert not tables.keys() & found.keys()
        tables |= found
    return tables


@pytest.fixture(scope="module")
def tables() -> dict[str, DiceTable]:
    return read(KIT)


def spread(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.splitlines()]


def shown(table: DiceTable) -> list[list[str]]:
    """The table as it is printed, without marks."""
    out = []
    for row in table.rows:
        spans = {key: span.format(table.die) for key, span in row.spans.items() if table.die}
        roll = [spans.get("roll", "")] if table.has_rolls else []
        cells = [row.cells[key].text if key in row.cells else "" for key in table.columns]
        ranges = [spans.get(key, "-") for key in table.results]
        out.append([*roll, *cells, *ranges])
    return out


@pytest.mark.parametrize(
    ("name", "text"),
    [("hit-location", HITS), ("weapon-damage", WEAPONS), ("structures", STRUCTURES), ("lights", LIGHTS)],
)
def test_the_facts_are_those_of_the_source(tables: dict[str, DiceTable], name: str, text: str) -> None:
    assert shown(tables[name]) == spread(text)


def test_the_rolls_are_those_of_the_source(tables: dict[str, DiceTable]) -> None:
    rolled = {name: " ".join(row[0] for row in shown(table)) for name, table in tables.items() if table.has_rolls}
    assert rolled == {**ROLLS, "hit-location": rolled["hit-location"]}
    assert shown(tables["collapse"]) == [["Building destroyed", "01-20", "21-50", "51-80", "81-00"]]
    assert [(row[0], row[1]) for row in shown(tables["shotgun"])] == [
        ("Short", "3"),
        ("Medium", "2"),
        ("Long or extreme", "1"),
    ]
    assert {"15 in circle", "20 in circle", "30 in circle, front half only", "triangle, 150 in long, 20 in wide"} < {
        row[1] for row in shown(tables["weapon-areas"])
    }


def test_the_corrected_tables_have_no_finding(tables: dict[str, DiceTable]) -> None:
    assert [finding for table in tables.values() for finding in check_table(table)] == []


def test_the_errata_are_all_the_slips_of_the_source(tables: dict[str, DiceTable]) -> None:
    noted = set()
    for title, table in tables.items():
        for row in table.rows:
            for erratum in row.errata:
                assert table.die and erratum.reason.text
                name, mended = row.cells[next(iter(table.columns))].text, row.spans[erratum.field].format(table.die)
                noted.add((title, name, erratum.field, erratum.printed.text, mended))
    assert noted == SLIPS


def test_without_errata_the_check_finds_the_slips_and_nothing_else(
    tables: dict[str, DiceTable], tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(KIT, tmp_path / "sixth-scale"))
    lines = {name: (folder / name).read_text(encoding="utf-8").split("\n") for name in FILES}
    for table in tables.values():
        for row in table.rows:
            for erratum in row.errata:
                where = row.spans[erratum.field].where
                text = lines[Path(where.file).name]
                line = text[where.line - 1]
                rest = re.sub(r"^[0-9-]+", f'"{erratum.printed.text}"', line[where.column - 1 :])
                text[where.line - 1] = line[: where.column - 1] + rest
    for name, text in lines.items():
        kept = [line for line in text if "errata:" not in line and "printed:" not in line]
        (folder / name).write_text("\n".join(kept), encoding="utf-8")
    printed = read(folder)
    assert not any(row.errata for table in printed.values() for row in table.rows)
    found = {(name, f.code, f.message) for name, table in printed.items() for f in check_table(table)}
    assert found == FOUND_IN_PRINT


@pytest.mark.parametrize("name", ["aid-damage.yaml", "aid-screen.yaml"])
def test_the_figure_bears_the_rolls_of_the_table(tables: dict[str, DiceTable], name: str) -> None:
    rolls = [with_dash(row[0]) for row in shown(tables["hit-location"]) if row[0]]
    text = (KIT / name).read_text(encoding="utf-8")
    (listed,) = re.findall(r"rolls: \[(.*)\]", text)
    assert re.findall(r'"(.*?)"', listed) == rolls


@pytest.mark.parametrize("path", sorted(KIT.glob("aid-*.yaml")), ids=lambda path: path.name)
def test_the_sheets_can_be_read_and_name_tables_that_are_there(tables: dict[str, DiceTable], path: Path) -> None:
    files = Files(KIT)
    assert files.part(path, Document) is not None, files.findings
    names = re.findall(r"dice-table: (?:\{name: )?([a-z-]+)", path.read_text(encoding="utf-8"))
    assert names
    assert set(names) <= set(tables)


def test_every_table_is_on_a_sheet_and_on_the_screen(tables: dict[str, DiceTable]) -> None:
    shown_on: dict[str, set[str]] = {}
    for path in KIT.glob("aid-*.yaml"):
        for name in re.findall(r"dice-table: (?:\{name: )?([a-z-]+)", path.read_text(encoding="utf-8")):
            shown_on.setdefault(name, set()).add(path.name)
    assert set(shown_on) == set(tables)
    assert all("aid-screen.yaml" in sheets and len(sheets) > 1 for sheets in shown_on.values())


@pytest.mark.slow
def test_the_sheets_fit_their_pages() -> None:
    wanted = {
        "figure-damage": 1,
        "burst-and-flame": 1,
        "buildings-and-lights": 1,
        "hand-to-hand": 1,
        "figure-record": 1,
        "referee-screen": 3,
    }
    jobs = load([f"sixth-scale/{name}" for name in wanted])
    made = [build.compose(job, Settings()) for job in jobs]
    assert [found for job, (_, more) in zip(jobs, made, strict=True) for found in (*job.findings, *more)] == []
    composed = {item.product.name: item.pieces for items, _ in made for item in items}
    assert {name: len(pieces) for name, pieces in composed.items()} == wanted
    # Three panels that stand side by side, each on one landscape page.
    assert all(piece.front.width > piece.front.height for piece in composed["referee-screen"])


@pytest.mark.slow
@pytest.mark.parametrize("product", ["burst-and-flame", "referee-screen"])
def test_every_area_takes_two_lines_at_most(product: str) -> None:
    (job,) = load([f"sixth-scale/{product}"])
    (made,), _ = build.compose(job, Settings())
    lines = [line for piece in made for line in words_of(piece.front)]
    table = lines[lines.index("15 in circle") : lines.index("when it hits")]
    for first, second in (("30 in circle, front", "half only"), ("triangle, 150 in", "long, 20 in wide")):
        at = next(i for i, line in enumerate(table) if line.split()[0] == first.split()[0])
        assert " ".join(table[at : at + 2]) == f"{first} {second}"
