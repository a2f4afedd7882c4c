"""Columns of a deck's records: which there are, what their tables say of them, and how values are told."""

from kitchen import Kitchen

from printgen.build.jobs import load
from printgen.game.record_columns import columns_of, rows_of

FIELDS = """\
    course: {kind: choice, from: courses}
    taste: {kind: integer, min: 0, max: 9}
    rule: {kind: text, max: 200}
    hot: {kind: flag, optional: true}
    reach: {kind: length, optional: true}
    mood: {kind: choice, options: [mild, wild], optional: true}
    loves: {kind: list, from: sides, optional: true}
    costs:
      kind: list
      optional: true
      of: {gold: integer, rare: {kind: flag, optional: true}, at: {kind: length, optional: true}}
    notes: {kind: map, optional: true}
    hat: {kind: map, optional: true, of: {kind: {kind: text, optional: true}, tall: {kind: length, optional: true}}}
"""
TABLES = """\
    fields:
      name: text
      color: color
      icon: text
      side: {kind: choice, from: sides}
      foes: {kind: list, from: sides, optional: true}
      sauce: {kind: choice, options: [red, white], optional: true}
  sides: {file: sides.yaml, fields: {title: text, long: text}}
"""
COURSES = """\
starter: {name: Starter, color: "#4B5B22", icon: leaf, side: us, foes: [them]}
main: {name: Main, color: "#4B5B22", icon: pot, side: them}
"""
HEROES = """\
- {name: Soup, course: starter, taste: 4, rule: "", hot: true, reach: 1in, mood: wild, loves: [us, them],
  costs: [{gold: 0}, {gold: 3, rare: true, at: 1in}], notes: {a: 1.5, b: [x, y], c: false}}
- {name: Roast, course: main, taste: 0, rule: Burn., copies: 2, hat: {kind: toque, tall: 0.5in}}
"""


def test_the_columns_of_a_deck_and_what_its_cards_have_in_them(kitchen: Kitchen) -> None:
    game = (kitchen.folder / "game.yaml").read_text()
    start, end = game.index("    course: {"), game.index("products:")
    game = game[:start] + FIELDS + game[end:]
    (kitchen.folder / "game.yaml").write_text(
        game.replace("    fields: {name: text, color: color, icon: text}\n", TABLES)
    )
    for name, text in (
        ("courses", COURSES),
        ("heroes", HEROES),
        ("sides", "us: {title: U, long: We}\nthem: {title: T, long: They}\n"),
    ):
        kitchen.write(f"{name}.yaml", text)
    game_, product = (job := load([str(kitchen.folder)])[0]).game, job.game.products["heroes"]
    assert not [finding.message for finding in job.findings]
    columns = {column.name: column for column in columns_of(game_, product)}
    assert {name: (column.kind, column.title) for name, column in columns.items()} == {
        "course": ("choice", "Course"), "course.side": ("choice", "Side"), "taste": ("integer", "Taste"),
        "rule": ("text", "Rule"), "hot": ("flag", "HOT"), "reach": ("length", "Reach"), "mood": ("choice", "Mood"),
        "loves": ("list", "Loves"), "costs": ("keyed", "Costs"),
        "notes": ("keyed", "Notes"), "hat.kind": ("text", "Kind"), "hat.tall": ("length", "Tall"),
        "copies": ("integer", "Copies"),
    }  # fmt: skip
    soup, roast = (rows_of([*columns.values()], record) for record in product.records)
    assert soup == {
        "course": "starter", "course.side": "us", "taste": 4, "hot": True, "reach": 25.4, "mood": "wild",
        "loves": ["us", "them"], "copies": 1, "costs": ["gold: 0", "gold: 3, rare: yes, at: 25.4"],
        "notes": ["a: 1.5", "b: x; y", ""],
    }  # fmt: skip
    assert roast == {
        "course": "main", "course.side": "them", "taste": 0, "rule": "Burn.", "hot": False, "hat.kind": "toque",
        "hat.tall": 12.7, "copies": 2,
    }  # fmt: skip
    data = {name: column.as_data() for name, column in columns.items()}
    assert data["course"]["words"] == {"starter": "Starter", "main": "Main"}
    assert data["course"]["colors"] == {"starter": "#4B5B22", "main": "#4B5B22"}
    assert data["course.side"]["words"] == {"us": "U", "them": "T"} and not data["course.side"]["colors"]
    assert [*data["mood"]["options"]] == ["mild", "wild"]
    assert [name for name, one in data.items() if one["number"]] == ["taste", "reach", "hat.tall", "copies"]
