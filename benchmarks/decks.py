"""Makes the benchmark's game: a folder with N cards of text and shapes, the same for every run."""

from __future__ import annotations

import csv
import random
from pathlib import Path

CODES = {"AL": "#4B5B22", "BR": "#1F2F5C", "CH": "#A63E08", "DE": "#17606B"}
_SENTENCE = (
    "when this unit moves you may draw a card and give one other unit of its team plus two until the end of the"
    " fight or lose half of your hand on a roll of six"
)
_WORDS = _SENTENCE.split()

GAME = """title: Benchmark
version: "1.0"
tables:
  sides:
    file: sides.yaml
    fields: {name: text, color: color}
records:
  unit:
    side: {kind: choice, from: sides}
    fp: {kind: integer, min: 0, max: 12}
    cc: {kind: integer, min: 0, max: 12}
    tac: {kind: integer, min: 0, max: 12}
    role: text
    rule: {kind: text, max: 1200}
products:
  deck: {kind: cards, title: Deck, list: deck.yaml, record: unit, front: unit, back: unit-back}
"""

FRONT = """size: [63.5, 88.9]
unit: mm
bleed: 3
palettes: [dossier]
lets: {side: "{{ tables.sides[card.side] }}"}
items:
  - rect: {x: -3, y: -3, w: 69.5, h: 94.9, fill: paper}
  - use: {face: unit-band, with: {color: "{{ side.color }}"}}
  - text: {x: 5, y: 10, w: 53.5, text: "{{ card.name }}", font: stencil, size: 15, floor: 9, color: sand, plain: true}
  - each:
      in: ["FP", "CC", "TAC"]
      as: label
      x: 5
      dx: 19
      items:
        - rect: {y: 18, w: 15.5, h: 14, cut: 2, fill: ink}
        - text: {y: 31, w: 15.5, text: "{{ label }}", font: body bold, size: 7, align: center, color: sand}
  - text: {x: 5, y: 27, w: 15.5, text: "{{ card.fp }}", font: stencil, size: 20, align: center, color: sand}
  - text: {x: 24, y: 27, w: 15.5, text: "{{ card.cc }}", font: stencil, size: 20, align: center, color: sand}
  - text: {x: 43, y: 27, w: 15.5, text: "{{ card.tac }}", font: stencil, size: 20, align: center, color: sand}
  - text: {x: 5, y: 42, w: 53.5, text: "{{ card.role }}", font: body bold, size: 10, floor: 7, caps: true, plain: true}
  - text: {x: 5, y: 49, w: 53.5, lines: 6, leading: 4, text: "{{ card.rule }}", font: body, size: 9, floor: 7}
  - text: {x: 5, y: 84, w: 30, text: "{{ side.name }}", font: body bold, size: 7, caps: true}
  - text: {x: 35, y: 84, w: 23.5, text: "{{ card.number }}/{{ card.total }}", font: body bold, size: 7, align: right}
"""

# The same card with rules whose words are marked: bold, coloured, with icons, keywords and lists.
KEYWORDS = """keywords:
  draw: {color: "#A63E08", font: bold, icon: fire}
  fight: {font: bold, small-caps: true}
  "/plus two|roll of [a-z]+/": {font: italic}
"""
PLAIN_RULE = 'lines: 6, leading: 4, text: "{{ card.rule }}", font: body, size: 9, floor: 7'
RICH_RULE = 'h: 30, leading: 4, text: "{{ card.rule }}", font: body, size: 9..7, paragraph-gap: 0.6'
HEAVY_RULE = RICH_RULE.replace("9..7", "9..6")
_MARKS = ("**{}**", "*{}*", "[#A63E08]{}[/]", "{} :fire:", "[sc]{}[/]")

BAND = """unit: mm
palettes: [dossier]
params: {color: "#000000"}
colors: {main: "{{ color }}"}
items:
  - rect: {x: -3, y: -3, w: 69.5, h: 17, fill: main}
  - rect: {x: -3, y: 14, w: 69.5, h: 1, fill: ink}
  - ellipse: {cx: 54, cy: 75, r: 5, fill: main, stroke: ink, width: 0.5}
"""

BACK = """size: [63.5, 88.9]
unit: mm
bleed: 3
palettes: [dossier]
items:
  - rect: {x: -3, y: -3, w: 69.5, h: 94.9, fill: "#4B5B22"}
  - ellipse: {cx: 31.75, cy: 44.45, r: 20, fill: sand, stroke: ink, width: 1}
  - text: {x: 5, y: 46, w: 53.5, text: "{{ product.title }}", font: stencil, size: 20, align: center}
"""


def records(count: int) -> list[dict[str, object]]:
    """Cards whose names and rules are all different."""
    dice = random.Random(7)
    out: list[dict[str, object]] = []
    for i in range(count):
        rule = " ".join(dice.choice(_WORDS) for _ in range(dice.randint(12, 26)))
        out.append(
            {
                "name": f"{dice.choice(_WORDS).title()} {dice.choice(_WORDS).title()} {i}",
                "side": dice.choice(list(CODES)),
                "fp": dice.randint(0, 10),
                "cc": dice.randint(0, 10),
                "tac": dice.randint(0, 10),
                "role": f"{dice.choice(_WORDS)} {dice.choice(_WORDS)}",
                "rule": rule[:1].upper() + rule[1:] + ".",
            }
        )
    return out


def marked(rule: str, dice: random.Random) -> str:
    """A rule with marks: some of its words set apart, and its second half as an entry of a list."""
    words = rule.split()
    for mark in dice.sample(_MARKS, 3):
        at = dice.randrange(len(words))
        words[at] = mark.format(words[at])
    half = len(words) // 2
    return f"{' '.join(words[:half])}:\\n- {' '.join(words[half:])}"


def all_marked(rule: str, dice: random.Random) -> str:
    """A rule in which one to three words after each other are marked alike, in another way than those before."""
    words, out = rule.split(), list[str]()
    while words:
        some = dice.randint(1, 3)
        mark = dice.choice((*_MARKS, "[size 120%]{}[/]", "[#1F2F5C]**{}**[/]", "{}"))
        out.append(mark.format(" ".join(words[:some])))
        del words[:some]
    return " ".join(out)


def nothing_but_marks(rule: str, dice: random.Random) -> str:
    """A rule in which every letter is marked in another way than the one before."""
    return " ".join(
        "".join(f"*{letter}*" if n % 2 else f"**{letter}**" for n, letter in enumerate(word)) for word in rule.split()
    )


MARKED = {
    "rich": (RICH_RULE, marked),
    "heavy": (HEAVY_RULE, all_marked),
    "letters": (HEAVY_RULE.replace("9..6", "9..5"), nothing_but_marks),
}


def make_game(folder: Path, count: int, ending: str = "yaml", marks: str = "") -> Path:
    """Write the game of `count` cards, whose list is YAML, CSV or XLSX; returns its folder.

    Those with `marks` have the same rules with some words marked ("rich"), all ("heavy"), or every letter ("letters").
    """
    faces = folder / "templates" / "faces"
    faces.mkdir(parents=True, exist_ok=True)
    game = GAME.replace("tables:", KEYWORDS + "tables:") if marks else GAME
    (folder / "game.yaml").write_text(game.replace("deck.yaml", f"deck.{ending}"))
    sides = "".join(f'{code}: {{name: Side {code}, color: "{color}"}}\n' for code, color in CODES.items())
    (folder / "sides.yaml").write_text(sides)
    rule, said = MARKED.get(marks, (PLAIN_RULE, lambda rule, _: rule))
    for name, text in (("unit", FRONT), ("unit-band", BAND), ("unit-back", BACK)):
        (faces / f"{name}.yaml").write_text(text.replace(PLAIN_RULE, rule))
    dice = random.Random(8)
    cards = [{**card, "rule": said(str(card["rule"]), dice)} for card in records(count)]
    write_list(folder / f"deck.{ending}", cards)
    return folder


def write_list(path: Path, cards: list[dict[str, object]]) -> None:
    """Write the same list in the format that the file's name ends in."""
    rows = [[*cards[0]], *(list(card.values()) for card in cards)]
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)
        return
    if path.suffix == ".xlsx":
        import xlsxwriter

        with xlsxwriter.Workbook(path) as book:
            sheet = book.add_worksheet("Cards")
            for n, row in enumerate(rows):
                sheet.write_row(n, 0, row)
        return
    lines = []
    for record in cards:
        first = True
        for key, value in record.items():
            shown = f'"{value}"' if isinstance(value, str) else value
            lines.append(f"{'- ' if first else '  '}{key}: {shown}\n")
            first = False
    path.write_text("".join(lines))
