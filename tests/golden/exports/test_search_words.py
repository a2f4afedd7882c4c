"""Words by which people search hold no drawings, colours, files and lone numbers, whatever the fields are called."""

import re
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from PIL import Image
from places import ROOT
from whole import one_kit

from printgen.base.units import css_colors
from printgen.exports import export
from printgen.exports.bundle import Bundle, ExportRequest, pack
from printgen.exports.field_text import FieldText
from printgen.exports.rooms import search_fields
from printgen.exports.text import Node, OutlineList, OutlineTable, nodes_of

KITS = sorted(path.parent.name for path in ROOT.glob("cards/*/game.yaml"))
SAMPLES = sorted(path.parent.name for path in ROOT.glob("samples/*/game.yaml"))
CALLED = {"Player", "Quality", "Traits", "Inferred"}
"""Fields of kits whose words are those of colours: a green recruit."""
NO_WORDS = (
    r"\b[Mm]-?\d[\d.]*[ ,]-?\d[\d.]*\s*[A-Za-z][-\d]",
    r"#[0-9A-Fa-f]{6}\b",
    r"\w\.(?:png|jpe?g|webp|svg|gif)\b",
)


def mistakes(said: str) -> Iterator[str]:
    """What of a text is no words."""
    yield from (said for pattern in NO_WORDS if re.search(pattern, said))
    if re.fullmatch(r"[-+]?\d+(?:\.\d+)?", said.strip()) or "{'" in said:
        yield said


def in_color(line: str) -> Iterator[str]:
    """A line of a description that says a colour, and nothing else."""
    title, _, value = line.partition(": ")
    if value.lower() in css_colors() and title not in CALLED:
        yield line


def said_of(bundle: Bundle) -> Iterator[str]:
    """What all formats say of the things of a game: names, descriptions, tags and words of their fronts."""
    for product in bundle.products:
        wording = FieldText(product)
        for component in product.components:
            yield from (
                component.name,
                *component.tags,
                *component.words,
                *search_fields(component).values(),
                *wording.lines(component),
            )
            yield from (line.partition(": ")[2] for line in wording.lines(component) if not line[-1].isdecimal())


def cells(nodes: list[Node]) -> Iterator[str]:
    """The cells and entries of the page of words; a number in a table has the title of its column."""
    for node in nodes:
        if isinstance(node, OutlineTable):
            yield from (cell for row in node.rows for cell in row if not re.fullmatch(r"[-\d.]+", cell))
        elif isinstance(node, OutlineList):
            yield from node.items


@pytest.mark.some(4)
@pytest.mark.parametrize(
    "game",
    [*(f"samples/{name}" for name in SAMPLES), *one_kit("army-wars", *zip(KITS))],
)
def test_what_is_said_of_every_game_is_words(game: str) -> None:
    bundle = pack(game if game in KITS else str(ROOT / game), ExportRequest(), "", lambda what: None)
    lines = [
        line
        for product in bundle.products
        for component in product.components
        for line in FieldText(product).lines(component)
    ]
    found = chain(said_of(bundle), cells([*nodes_of(bundle)]))
    assert not [wrong for said in found for wrong in mistakes(said)]
    assert not [wrong for line in lines for wrong in in_color(line)]


GAME = {
    "game.yaml": """
title: Soup
version: "1.0"
author: A. Cook
tables:
  courses: {file: courses.yaml, fields: {about: text, ink: text, outline: text, title: text, thanks: text}}
records:
  hero:
    drawn: text
    course: {kind: choice, from: courses}
    tint: text
    sign: text
    badge: text
    photo: text
    wide: text
    spread: {kind: list, of: text}
    taste: integer
    arms: {kind: list, of: {name: text, curve: text, hue: text, at: number, reach: integer}}
    rule: text
products:
  heroes: {kind: cards, list: heroes.yaml, record: hero, front: hero, size: poker, duplex: none}
""",
    "courses.yaml": """
starter: {about: "M0,0 L10,6.4 M10,0 L0,6.4", ink: teal, outline: "M1 2 3 4", title: Starters, thanks: Served first.}
""",
    "heroes.yaml": "".join(
        f"""
- name: {name}
  drawn: "M1,1 L9,9 L1,9 Z"
  course: starter
  tint: salmon
  sign: helmet
  badge: fist
  photo: dish.png
  wide: 20mm
  spread: [khaki, orchid]
  taste: 4
  arms:
    - {{name: Ladle, curve: "M0,0 C1,2 3,4 5,6", hue: olive, at: 7.25, reach: 2}}
    - {{name: Fork, curve: "M0,0 L5,6", hue: navy, at: 9, reach: 1}}
  rule: Eats first. [tomato]Hot[/] soup is **free**.
"""
        for name in ("Souper", '"12"')
    ),
    "templates/faces/arm.yaml": """
unit: mm
params: {line: "", hue: red}
colors: {own: "{{ hue }}"}
items:
  - path: {d: "{{ line }}", stroke: own, width: 0.5}
""",
    "templates/faces/hero.yaml": """
size: poker
unit: mm
palettes: [dossier]
lets:
  shape: "{{ card.drawn if card.taste > 3 else '' }}"
  course: "{{ tables.courses[card.course] }}"
colors: {main: "{{ card.tint }}"}
items:
  - path: {x: 5, y: 5, d: "{{ shape }}", fill: main}
  - path: {x: 5, y: 20, d: "{{ course.outline }}", stroke: "{{ course.ink or 'ink' }}", width: 0.5}
  - path: {x: 20, y: 20, d: "{{ course.about | trim }}", stroke: ink, width: 0.5}
  - icon: {name: "{{ card.badge }}", cx: 30, cy: 10, size: 5}
  - image: {file: "{{ card.photo }}", x: 30, y: 20, w: 8, h: 8}
  - rect: {x: 5, y: 40, w: "{{ card.wide }}", h: 3,
           fill: {stops: ["{{ card.spread[0] }}", "{{ card.spread | last }}"]}}
  - each:
      in: "{{ card.arms }}"
      as: arm
      dy: 6
      items:
        - use: {face: arm, x: 5, y: 45, with: {line: "{{ arm.curve }}", hue: "{{ arm.hue }}"}}
        - rect: {x: "{{ arm.at }}", y: 50, w: 1, h: 1, fill: ink}
  - text: {x: 5, y: 70, w: 50, text: "{{ card.name }} :{{ card.sign }}: {{ card.taste }}", size: 10}
  - text: {x: 5, y: 75, w: 50, text: "{{ card.rule }}", size: 8}
""",
}
UNSAID = (
    "M1",
    "M0",
    "salmon",
    "teal",
    "tomato",
    "khaki",
    "orchid",
    "olive",
    "navy",
    "fist",
    "dish.png",
    "20mm",
    "7.25",
)
ENDINGS = (".json", ".cfg", ".txt", ".html", ".xml")


@pytest.fixture(scope="module")
def soup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose fields hold drawings, colours, icons, files and sizes under names that say nothing of it."""
    folder = tmp_path_factory.mktemp("soup") / "soup"
    for name, text in GAME.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    Image.new("RGB", (300, 300), "#884422").save(folder / "dish.png", dpi=(600, 600))
    return folder


def written(paths: tuple[Path, ...]) -> dict[str, str]:
    """The files of an export that hold words, those in zips as well."""
    found = {}
    for path in paths:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as held:
                found |= {name: held.read(name).decode() for name in held.namelist() if name.endswith(ENDINGS)}
        elif path.suffix in ENDINGS:
            found[path.name] = path.read_text(encoding="utf-8")
    return found


@pytest.mark.parametrize("form", ["tts", "vassal", "virtualtabletop", "pcio", "text", "images"])
def test_what_faces_draw_with_is_in_no_words(form: str, soup: Path, tmp_path: Path) -> None:
    files = written(export(form, str(soup), tmp_path).files)
    whole = "\n".join(files.values())
    assert "Souper" in whole
    if form != "text":
        assert re.search(r"(?i)(name|label).{1,6}Heroes 12", whole) and not re.search(
            r"(?i)(name|label).{1,6}12\b", whole
        )
    for unsaid in UNSAID:
        assert not re.search(rf"(?<![\w.]){re.escape(unsaid)}(?!\w)", whole), f"{unsaid} in {form}"
    if form in ("tts", "text"):
        assert "Ladle (Reach 2)" in whole and "Eats first. Hot soup is free." in whole
        assert "Starters (Served first.)" in whole or form == "text"
