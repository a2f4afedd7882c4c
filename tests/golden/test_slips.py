"""Slips that somebody makes in a game: each is a finding at its line, never silence and never a traceback."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from kitchen import SAMPLE, Run

from printgen.build.jobs import load
from printgen.build.targets import kit_folders
from printgen.game.load import with_options
from printgen.kinds import find_load, kind_names

KITS = {**kit_folders(), "kitchen": SAMPLE, "reef-runners": SAMPLE.parent / "reef-runners"}
SMALL = {"go-joe": "blank-cards", "micro-forces": "equipment", "army-wars": "rulers", "sixth-scale": "gauges"}
"""Of a kit, a product that is soon checked; what is wrong with the game or its templates is told with any."""


class Slip(NamedTuple):
    """A change of one file of a kit: `old` becomes `new`; without `old`, `new` is put at the end of the file.

    `told` is a text on the line of the finding; a product of a kit is named where another would not do.
    """

    kit: str
    file: str
    old: str
    new: str
    told: str
    product: str = ""


def cover(option: str) -> Slip:
    """A cover for the sample game with an option."""
    lines = f"  cover:\n    kind: cover\n    title: Cover\n    options:\n      {option}\n"
    return Slip("kitchen", "game.yaml", "", lines, option)


def template(kit: str, name: str, text: str, told: str) -> Slip:
    """A template of the game's own."""
    return Slip(kit, f"templates/{name}", "", text, told)


RULE = "defaults: {}\nrules:\n  - {look: {eyewear: [shades]}}\n"
SCENE = 'own:\n  colors: {sky: "#8FB0C8"}\n  back:\n    - {fill: sky}\n    - {sun: [50, 40, 9], siize: 9, fill: sky}\n'

SLIPS = {
    "guidlines": Slip("go-joe", "game.yaml", "{guidelines: guide", "{guidlines: guide", "guidlines"),
    "landng": Slip("go-joe", "game.yaml", "{deck: JOE, art", "{deck: JOE, landng: 25, art", "landng", "joe-box"),
    "cuont": Slip("go-joe", "game.yaml", "count: 6", "cuont: 4", "cuont"),
    "nots": Slip("go-joe", "game.yaml", "count: 6", "nots: [a]", "nots"),
    "widht": Slip("micro-forces", "game.yaml", "width: 32mm", "widht: 40mm", "widht"),
    "stok": Slip("go-joe", "game.yaml", "stock:", "stok:", "stok"),
    "pictures: heroes": cover("pictures: heroes"),
    "steps: Cut it": cover('steps: "Cut it"'),
    "stock: [heroes]": cover("stock: [heroes]"),
    "list: null": Slip("kitchen", "game.yaml", "list: heroes.yaml", "list: null", "list: null"),
    "duplex: null": Slip(
        "kitchen", "game.yaml", "size: mini", "options: {duplex: null}\n    size: mini", "duplex: null"
    ),
    "a rule without when": template("go-joe", "art/casting.yaml", RULE, "- {look"),
    "siize": template("go-joe", "art/scenes/own.yaml", SCENE, "siize"),
    "a scene without colors": template("go-joe", "art/scenes/own.yaml", "own:\n  back: [{fill: sky}]\n", "back"),
    "beret": template("go-joe", "art/casting.yaml", "defaults: {headgear: {any: [berett, helmet]}}\n", "berett"),
    "a look of colorz": template("kitchen", "looks/dusk.yaml", 'colorz: {main: "#223344"}\n', "colorz"),
    "a look of no colour": template("kitchen", "looks/dusk.yaml", "colors: {main: 7}\n", "main"),
    "a role of no face": template("kitchen", "looks/dusk.yaml", "colors: {maim: navy}\n", "maim"),
    "a look of a face": Slip(
        "kitchen", "templates/faces/badge.yaml", "", "looks: {savr: {colors: {main: ink}}}\n", "savr"
    ),
    "no products": Slip("kitchen", "game.yaml", "products:\n", "products: none\nproduct:\n", "products: none"),
    "a power-up of nothing": Slip("micro-forces", "game.yaml", "[exclamation-mark]", "[~]", "[~]"),
    "a part without its colour": Slip("reef-runners", "templates/hexes.yaml", "  shell:", "  shel:", "color: sand"),
    "a size of a ruler": Slip(
        "army-wars", "game.yaml", "    front: ruler-stick", "    size: poker\n    front: ruler-stick", "size: poker"
    ),
    "a front of a board": Slip(
        "go-joe",
        "game.yaml",
        "    kind: terrain-board",
        "    kind: terrain-board\n    front: deck-back",
        "front: deck-back",
    ),
    "a back of areas": Slip(
        "sixth-scale",
        "game.yaml",
        "    kind: area-template",
        "    kind: area-template\n    back: trooper",
        "back: trooper",
    ),
    "a size of a hex board": Slip(
        "micro-forces", "game.yaml", "    kind: hex-board", "    kind: hex-board\n    size: 99x99mm", "size: 99x99mm"
    ),
    "a record without a list": Slip("kitchen", "game.yaml", "    list: heroes.yaml\n", "", "record: hero"),
    "a bleed below zero": Slip("kitchen", "templates/faces/hero.yaml", "bleed: 3", "bleed: -3", "bleed: -3"),
    "an endless bleed": Slip("kitchen", "templates/faces/hero.yaml", "bleed: 3", "bleed: 300", "bleed: 300"),
    "a width below zero": Slip("kitchen", "templates/faces/hero.yaml", "w: 38, h: 52", "w: -38, h: 52", "w: -38"),
    "a radius of a card": Slip("kitchen", "templates/faces/badge.yaml", "r: 10", 'r: "{{ value - 20 }}"', "value - 20"),
    "a range backwards": Slip("kitchen", "templates/faces/hero.yaml", "", "  - each: {in: 5..1, items: []}\n", "5..1"),
    "a let that nothing can read": Slip(
        "kitchen", "templates/faces/hero.yaml", "items:", "lets: {none: 3}\nitems:", "none: 3"
    ),
    "a name of an each that nothing can read": Slip(
        "kitchen", "templates/faces/hero.yaml", "", "  - each: {in: 1..5, as: a b, items: []}\n", "as: a b"
    ),
    "a name of blanks": Slip("kitchen", "heroes.yaml", "name: Pea Soup", 'name: "  "', 'name: "  "'),
    "a parameter of a built-in name": Slip(
        "kitchen", "game.yaml", "    size: mini-euro", "    with: {game: x}\n    size: mini-euro", "game: x"
    ),
    "a role that a face lacks": Slip(
        "kitchen", "templates/faces/badge.yaml", "", "looks: {saver: {colors: {mian: ink}}}\n", "mian"
    ),
    "a mistake of a look": Slip(
        "kitchen", "templates/faces/badge.yaml", "", "looks: {grey: {items: [text: {text: '{{ vlue }}'}]}}\n", "vlue"
    ),
    "a look of no edge": template(
        "micro-forces", "hexes.yaml", 'edges: {wal: {layers: [{d: "M0 0 L100 0", stroke: ink}]}}\n', "wal"
    ),
    "wall: 3": template("micro-forces", "hexes.yaml", "edges: {wall: 3}\n", "wall: 3"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_at_its_line(run: Run, tmp_path: Path, slip: str) -> None:
    kit, file, old, new, told, product = SLIPS[slip]
    folder = Path(shutil.copytree(KITS[kit], tmp_path / kit))
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    after = before.replace(old, new, 1) if old else before + new
    assert after != before
    path.write_text(after, encoding="utf-8")
    result = run("check", folder / (product or SMALL.get(kit, "")))
    line = next(number for number, content in enumerate(after.splitlines(), 1) if told in content)
    assert f"{path}:{line}:" in result.err, result.err
    assert result.code == 3


@pytest.mark.slow
def test_a_mistake_of_casting_is_told_once(run: Run, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(KITS["go-joe"], tmp_path / "go-joe"))
    path = folder / "templates/art/casting.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("rules:\n  - {when: {service: GJ}, lok: {torso: robe}}\n", encoding="utf-8")
    assert run("check", folder / "blank-cards").err.count('unknown key "lok"') == 1


@pytest.mark.some(6)
@pytest.mark.parametrize("kind", kind_names())
def test_every_kind_of_product_may_say_how_its_backs_are_printed(kind: str) -> None:
    # Of the samples, which take less time, first.
    folders = [*sorted(path.parent for path in SAMPLE.parent.glob("*/game.yaml")), *kit_folders().values()]
    games = (job.game for folder in folders for job in load([str(folder)]))
    # Each kind has a product in one of the kits or samples.
    game, product = next((g, p) for g in games for p in g.products.values() if p.kind == kind)
    laid, findings = with_options(game, product, {"duplex": "none"}, find_load(kind))
    assert findings == [] and laid.loaded is not None
