"""Pages of the reference that are made from examples: words of faces, fields, expressions, and the gallery."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from example_game import name_of

import printgen
from printgen.editing import reference_text as examples
from printgen.editing.helping import FIELDS, all_words
from printgen.editing.reference_text import sentence
from printgen.reading.filters import FILTERS, TESTS

DOCS = Path(__file__).resolve().parent
SAMPLES = DOCS.parent / "samples"
STARTERS = DOCS.parent / "templates" / "starters"

EXPRESSIONS = """\
# Expressions

Every value of a face may hold expressions in double braces, as in `text: "{{ card.name }} ({{ card.points * 2 }})"`. A
value that is nothing else keeps its kind: `{{ card.points }}` is a number. `when:` of a shape, and `must:` and `when:`
of a game's checks, are expressions without braces.

An expression works values out; it has no statements, calls nothing but filters and changes nothing. A mistake in one is
told at its line, with the card for which it went wrong.
"""
OPERATORS = """
The names under `lets` and `params` of the face are known, too, and the `as` of an `each`. `card.stats.speed` and
`card.stats['speed']` read a map, `card.stops[0]` a list.

## Operators

| | |
|---|---|
| `+ - * / // %` | Arithmetic; `//` divides to a whole number, `%` gives the rest; `+` joins texts and lists, too. |
| `**` | Powers: `2 ** 3` is 8. |
| `~` | Joins anything to a text: `card.name ~ '!'` |
| `== != < <= > >=` | Compare. |
| `and` `or` `not` | Join what holds or not. |
| `in` | Whether something is in a list, a text, or the keys of a map: `'fly' in card.skills` |
| `a if b else c` | One of two values: `'red' if card.hot else 'blue'` |
| `[1, 2]` | A list; a text in it stands in single quotes. |
| `{'low': 1, 'high': 9}` | A map: `{'low': 1, 'high': 9}[card.level]`. Its keys are texts or whole numbers. |
| `[1:]` `[:3]` `[::-1]` | A part of a list or a text: from one place, counted from 0, to before another. |

An `each` takes a range, too: `in: 1..12`. `in: 1..{{ card.pips }}` has nothing for a card without any.
`('00' ~ auto.number)[-3:]` writes numbers with three digits: `007`.

## Filters

They stand behind a bar, one after the other: `card.skills | sort | join(', ')`. A filter may be called, too:
`round(card.weight, 1)`, `max(card.hp, 5)`, `card.stats.items()`.

`sin` and `cos` take degrees, as all angles of faces do. The point at an angle of `a` degrees, clockwise from the top,
on a circle of radius 20 about (30, 40) is `x: "{{ 30 + 20 * sin(a) }}"`, `y: "{{ 40 - 20 * cos(a) }}"`.
"""
FIELD_KINDS = """\
# Fields

`records:` in game.yaml says which fields the entries of a list have, and `tables:` those of a table's rows. What is not
of its kind, out of range or unknown is told at its line. Every record has a `name`, and may say `copies` (0 leaves it
out), `art` (a picture of its own) and `look` (what a composed picture shows). The list itself may be YAML, CSV, a
workbook or JSON, and an entry may stand for [all combinations](../guide/data.md#all-combinations) of some values: see
[lists and spreadsheets](../guide/data.md).

```yaml title="game.yaml"
title: Fields
version: "1"
tables:
  lands: {file: lands.yaml, fields: {name: text, color: color}}
records:
  card:
    land: {kind: choice, from: lands}
    points: {kind: integer, min: 0, max: 9}
    rule: {kind: text, max: 160, optional: true}
    skills: {kind: list, options: [swim, fly, dig]}
    stops: {kind: list, of: {name: text, at: number}}
```
"""
MORE_FIELDS = """
Any field may be `optional: true`, or have a `default`. [game.yaml](game.md) tells every setting of each kind; so does
`printgen help choice` on the command line.
"""


def shown(word: str) -> Iterator[str]:
    """The examples of a word of faces, each a picture beside what draws it."""
    for number, example in enumerate(examples.FACES):
        if example["word"] != word:
            continue
        if "told" in example:
            yield f"{sentence(example['told'])}\n"
        yield f"![{word}](../pictures/words/{name_of(number)}.png)\n"
        others = examples.faces_of(example)
        for name, face in others.items():
            if name not in str(example["items"]):
                continue  # Only the picture needs it.
            told = {key: held for key, held in face.items() if key in ("params", "items")}
            colors = {key: held for key, held in face["colors"].items() if key not in examples.PALETTE}
            head = [f"params: {examples.yaml_line(told['params'])}", f"colors: {examples.yaml_line(colors)}", "items:"]
            lines = [*head, examples.yaml_shapes(told["items"], "  ")]
            yield f'```yaml title="templates/faces/{name}.yaml"\n' + "\n".join(lines) + "\n```\n"
        yield f"```yaml\n{examples.yaml_shapes(example['items'])}\n```\n"


def expressions_page() -> str:
    """Everything that an expression may say."""
    lines = [
        EXPRESSIONS,
        "## Values and names\n", "| name | is | for instance |", "|---|---|---|",
        *(f"| `{name}` | {sentence(said['told'])} | `{said['example']}` |" for name, said in examples.NAMES.items()),
        OPERATORS,
        "| filter | gives | for instance | gives |", "|---|---|---|---|",
        *(_row(name, *examples.FILTERS[name]) for name in FILTERS),
        "", "## Tests\n", "They stand behind `is` or `is not`.\n",
        "| test | asks whether | for instance | gives |", "|---|---|---|---|",
        *(_row(name, *examples.TESTS[name]) for name in TESTS),
    ]  # fmt: skip
    return "\n".join([*lines, ""])


def _row(name: str, told: str, expression: str, comes: Any) -> str:
    bar = expression.replace("|", "\\|")
    return f"| `{name}` | {sentence(told)} | `{bar}` | `{examples.yaml_line(comes)}` |"


def fields_page() -> str:
    """The kinds of fields of records and tables."""
    lines = [FIELD_KINDS, "| kind | what it is | declared as | a value |", "|---|---|---|---|"]
    for one in (one for one in all_words() if one.group == FIELDS):
        said = examples.FIELDS.get(one.word, {"declared": one.word, "value": ""})
        cells = (f"`{one.word}`", one.meaning, f"`{said['declared']}`", f"`{said['value']}`" if said["value"] else "")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, MORE_FIELDS])


def gallery_page() -> str:
    """A picture of every sample and starter, with what it shows."""
    lines = ["# Gallery\n", "Each of these is a folder of `samples/` to copy and change; none needs Python.\n"]
    lines += _pictured(sorted(path.parent for path in SAMPLES.glob("*/game.yaml")), "samples/{name}")
    lines += ["## What a new game can be like\n", "`printgen init my-game --like WORD` writes one of these.\n"]
    lines += _pictured(sorted(path.parent for path in STARTERS.glob("*/game.yaml")), "--like {name}", "###")
    return "\n".join(lines)


def _pictured(folders: list[Path], called: str, level: str = "##") -> Iterator[str]:
    for folder in folders:
        title = printgen.load(folder).title if level == "##" else folder.name
        told = " ".join(line[1:].strip() for line in _comment(folder / "game.yaml"))
        kinds = sorted({product.kind for product in printgen.load(folder)})
        yield f"{level} {title}\n"
        named = (f"{start}{folder.name}.png" for start in ("gallery/", "", "board-"))
        if picture := next((name for name in named if (DOCS / "pictures" / name).is_file()), ""):
            yield f"![{title}](../pictures/{picture})\n"
        links = ", ".join(f"[{kind}](kinds.md#{kind})" for kind in kinds)
        yield f"`{called.format(name=folder.name)}`: {sentence(told)} Kinds: {links}.\n"


def _comment(path: Path) -> Iterator[str]:
    """The lines of the comment that a file begins with."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            return
        if not line.startswith("# yaml-language-server"):
            yield line
