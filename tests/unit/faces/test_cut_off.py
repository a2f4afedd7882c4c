"""No text is cut off or hidden in silence: by a cut, by what is drawn later, by another text."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn import HEAD, Shelf
from PIL import Image
from tables import tables

from printgen.base.errors import Finding, Where
from printgen.base.units import mm
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.drawing.tints import Tints
from printgen.faces.session import FaceState, Session
from printgen.faces.trim import Trim

TABLES = tables(__file__)

WORDS = "- text: {x: -9, y: 9, text: Words that are cut off, size: 9}"
SHEET = "title: Rules\nsections:\n  - title: One\n    blocks:\n      - text: Take a card.\n"
COVER = "size: [215.9, 279.4]\nunit: mm\nitems:\n  - slot: {name: picture, x: 9, y: 30, w: 90, h: 90}\n"
# What products say, and the files that they need.
KINDS = TABLES["kinds"]  # fmt: skip


def game(folder: Path, product: str, face: str = WORDS) -> Path:
    files = {
        "game.yaml": f'title: T\nversion: "1"\nrecords: {{thing: {{tint: color}}}}\nproducts:\n  it: {product}\n',
        "things.yaml": '- {name: One, tint: "#CC0000"}\n',
        "rules.yaml": SHEET,
        "templates/faces/title.yaml": f"{COVER}  {face}\n",
        "templates/faces/wide.yaml": f"unit: mm\nbleed: 3\nitems:\n  {face}\n",
        "templates/faces/bare.yaml": "unit: mm\nbleed: 3\nitems: []\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def over(folder: Path) -> list[Finding]:
    return [one for one in build.check([str(folder)], Settings()) if one.code in ("over-cut", "outside-cut")]


@pytest.mark.parametrize("kind", KINDS)
def test_text_over_the_cut_is_an_error_on_every_kind_of_piece(kind: str, tmp_path: Path) -> None:
    found = over(game(tmp_path, KINDS[kind]))
    assert {(one.severity, one.exit) for one in found} == {("error", 5)}
    meant = over(game(tmp_path, KINDS[kind].replace("{kind", "{over-cut: warn, kind")))
    assert {one.severity for one in meant} == {"warning"}


SAFE = {
    "a rectangle": ("size: 40x40mm", 3),
    "round corners": ("size: 40x40mm, corner: 12mm", 3),
    "a circle": ("size: 40mm, shape: round", 5),
    "a hexagon": ("size: 40mm, shape: hexagon-flat", 6),
}


@pytest.mark.parametrize("shape", SAFE)
def test_a_product_says_how_far_text_stays_inside_of_any_shape(shape: str, tmp_path: Path) -> None:
    said, x = SAFE[shape]
    product = f"{{kind: pieces, list: things.yaml, record: thing, front: wide, {said}, safe: %s}}"
    words = f"- text: {{x: {x}, y: 21, text: Near, size: 9}}"
    (found,) = over(game(tmp_path, product % "9mm", words))
    assert (found.severity, found.code, found.exit, found.where.line) == ("error", "outside-cut", 5, 1)
    assert Path(found.where.file).name == "things.yaml" and "9 mm" in found.message and "lower safe:" in found.hint
    assert over(game(tmp_path, product % "1mm", words)) == []


def test_text_in_a_round_corner_is_nearer_than_the_product_asks(tmp_path: Path) -> None:
    product = "{kind: cards, list: things.yaml, record: thing, front: wide, size: 40x40mm, safe: 2mm%s}"
    words = "- text: {x: 2.5, y: 6, text: Near, size: 9}"
    assert over(game(tmp_path, product % "", words)) == []
    assert len(over(game(tmp_path, product % ", corner: 12mm", words))) == 1


BLEEDS = {
    "a band": ("- rect: {y: 20, w: 40, h: 9, fill: black}", "Write bleed: true for it, or let it reach"),
    "a band that bleeds": ("- rect: {bleed: true, y: 20, h: 9, fill: black}", "Write bleed: 3mm in the face"),
}


@pytest.mark.parametrize("band", BLEEDS)
def test_a_hint_of_what_lacks_bleed_tells_what_is_not_written_yet(band: str, tmp_path: Path) -> None:
    item, hint = BLEEDS[band]
    folder = game(tmp_path, "{kind: standee, list: things.yaml, record: thing, front: wide, size: 40x40mm}", item)
    face = folder / "templates/faces/wide.yaml"
    face.write_text(face.read_text(encoding="utf-8").replace("bleed: 3\n", "size: [40, 40]\n"), encoding="utf-8")
    (found,) = [one for one in build.check([str(folder)], Settings()) if one.code == "short-bleed"]
    assert found.hint.startswith(hint) and found.severity == "warning"


TITLE = "- text: {x: 4, y: 20, w: 40, text: HARBOUR, font: body bold, size: 12}\n  "
WHOLE, PART, TWICE = ("error", "is hidden by"), ("warning", "partly hidden by"), ("warning", "printed on each other")
HIDES = {
    "a rectangle": ("- rect: {x: 2, y: 12, w: 50, h: 12, fill: red}", WHOLE),
    "a rectangle on the last letters": ("- rect: {x: 17, y: 12, w: 50, h: 12, fill: red}", PART),
    "a rectangle that shows nothing through": ("- rect: {x: 2, y: 12, w: 50, h: 12, fill: red, opacity: 0.9}", WHOLE),
    "a circle": ("- ellipse: {cx: 12, cy: 18, r: 30, fill: red}", WHOLE),
    "a circle on some letters": ("- ellipse: {cx: 4, cy: 18, r: 5, fill: red}", PART),
    "a path": ("- path: {d: 'M0,10 L60,10 L60,30 L0,30 Z', fill: red}", WHOLE),
    "a gradient": ("- rect: {x: 2, y: 12, w: 50, h: 12, fill: {from: red, to: blue}}", WHOLE),
    "a thick line": ("- line: {x1: 0, y1: 18.5, x2: 50, y2: 18.5, stroke: red, width: 6}", WHOLE),
    "a turned group": ("- group: {x: 30, y: 30, rotate: 180, items: [rect: {w: 30, h: 20, fill: red}]}", WHOLE),
    "a pattern": ("- rect: {x: 2, y: 12, w: 50, h: 12, pattern: chevron, pattern-color: red}", PART),
    "an icon": ("- icon: {name: fist, cx: 12, cy: 18, size: 30, color: red}", PART),
    "a photo": ("- image: {x: 2, y: 12, w: 40, h: 12, file: photo.png}", WHOLE),
    "a text": ("- text: {x: 4, y: 21, w: 40, text: Lighthouse, size: 12}", TWICE),
    "a much larger text": ("- text: {x: 2, y: 26, w: 60, text: HH, font: stencil, size: 48, color: red}", TWICE),
    "its clip": ("", WHOLE),
}  # fmt: skip
SHOWS = TABLES["shows"]  # fmt: skip


def hidden(folder: Path, items: str) -> list[Finding]:
    folder = game(folder, KINDS["cards"], items)
    for name, shows in (("photo", 255), ("veil", 60)):
        Image.new("RGBA", (400, 120), (200, 0, 0, shows)).save(folder / f"templates/{name}.png")
    found = build.check([str(folder)], Settings())
    assert not [one for one in found if one.severity == "error" and one.code != "hidden-text"]
    return [one for one in found if one.code == "hidden-text"]


@pytest.mark.parametrize("what", HIDES)
def test_a_text_that_something_later_hides_is_told(what: str, tmp_path: Path) -> None:
    items, (severity, words) = HIDES[what]
    clip = "- group: {clip: [0, 30, 60, 30], items: [text: {x: 4, y: 20, text: HARBOUR}]}"
    (found,) = hidden(tmp_path, TITLE + items if items else clip)
    assert (found.severity, found.where.line) == (severity, 4) and words in found.message
    assert '"HARBOUR" of One' in found.message and Path(found.where.file).name == "wide.yaml"


@pytest.mark.parametrize(("x", "y"), [(4, 10), (45, 10), (4, 80), (45, 80), (24, 44)])
def test_what_hides_a_text_is_found_all_over_the_face(x: int, y: int, tmp_path: Path) -> None:
    text, rect = (
        f"- text: {{x: {x}, y: {y}, text: HUT, size: 10}}\n  ",
        "- rect: {{x: {}, y: {}, w: 13, h: 6, fill: red}}",
    )
    (found,) = hidden(tmp_path / "on", text + rect.format(x - 1, y - 5))
    assert (found.severity, found.where.line) == ("error", 4)
    beside = [rect.format(x + right, y - 5 + down) for right, down in ((14, 0), (-14, 0), (0, 7), (0, -7))]
    assert hidden(tmp_path / "beside", text + "\n  ".join(beside)) == []


@pytest.mark.parametrize("what", SHOWS)
def test_a_text_that_shows_is_not_told(what: str, tmp_path: Path) -> None:
    ground = "- rect: {bleed: true, fill: white}\n  "
    assert hidden(tmp_path, ground + TITLE + SHOWS[what]) == []


def test_a_hidden_word_of_a_record_is_told_at_the_record(tmp_path: Path) -> None:
    items = '- text: {x: 4, y: 20, w: 40, text: "{{ card.name }}"}\n  - rect: {x: 2, y: 12, w: 50, h: 12, fill: red}'
    (found,) = hidden(tmp_path, items)
    assert (Path(found.where.file).name, found.where.line) == ("things.yaml", 1)


GROUND = "- rect: {x: 2, y: 12, w: 50, h: 12, fill: red}"


@pytest.mark.parametrize(
    ("front", "back", "told"),
    [(TITLE, TITLE + GROUND, ["bare.yaml"]), (TITLE + GROUND, TITLE + GROUND, ["wide.yaml", "bare.yaml"])],
)
def test_words_that_two_faces_set_alike_are_told_where_they_are_hidden(
    front: str, back: str, told: list[str], tmp_path: Path
) -> None:
    folder = game(tmp_path, KINDS["cards"].replace("front: wide", "front: wide, back: bare"), front.rstrip())
    (folder / "templates/faces/bare.yaml").write_text(f"unit: mm\nbleed: 3\nitems:\n  {back}\n", encoding="utf-8")
    found = build.check([str(folder)], Settings())
    assert [Path(one.where.file).name for one in found if one.code == "hidden-text"] == told


def test_words_that_two_groups_of_a_face_set_alike_are_told_where_they_are_hidden(tmp_path: Path) -> None:
    groups = (f"- group: {{y: {y}, items: [text: {{x: 4, y: 20, text: HARBOUR}}]}}\n  " for y in (30, 0))
    (found,) = hidden(tmp_path, "".join(groups) + GROUND)
    assert (Path(found.where.file).name, found.where.line) == ("wide.yaml", 5)


def near(shelf: Shelf, text: str, words: str, safe: float = 2.0) -> list[str]:
    """What is told of a text on a face of 63 x 88 mm that is cut, drawn for two cards."""
    shelf.face(f"items:\n  - text: {{text: '{{{{ card.name }}}}', {text}}}\n", head=HEAD)
    found: list[Finding] = []
    for name in ("A", words):
        session = Session(
            Tints({}), name, lambda field: Where("cards.yaml", 1, 3), FaceState(), trim=Trim(mm(63), mm(88), mm(safe))
        )
        found += shelf.renderer.render(shelf.library.face("card"), {"card": {"name": name}}, session).findings
    return [finding.code for finding in found]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("x: 5, y: 20, w: 50, size: 10", []),
        ("x: 1, y: 20, w: 50, size: 10", ["near-cut", "near-cut"]),
        # Only the second way to set it, which the long word needs, comes near to the cut.
        ("x: 5, y: 20, w: 8, size: 10, fit: [{size: 10}, {x: 1, w: 50}]", ["near-cut"]),
        ("x: 1, y: 20, w: 8, size: 10, fit: [{size: 10}, {x: 5, w: 50}]", ["near-cut"]),
    ],
)
def test_every_way_to_set_a_text_is_held_against_the_cut(shelf: Shelf, text: str, codes: list[str]) -> None:
    assert near(shelf, text, "Wonderful") == codes
