"""Text that a cut takes off is an error on every kind of piece, unless the product says that it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen import build
from printgen.errors import Finding

WORDS = "- text: {x: -9, y: 9, text: Words that are cut off, size: 9}"
SHEET = "title: Rules\nsections:\n  - title: One\n    blocks:\n      - text: Take a card.\n"
COVER = "size: [215.9, 279.4]\nunit: mm\nitems:\n  - slot: {name: picture, x: 9, y: 30, w: 90, h: 90}\n"
# What products say, and the files that they need.
KINDS = {
    "cards": "{kind: cards, list: things.yaml, record: thing, front: wide, size: poker}",
    "backs": "{kind: cards, list: things.yaml, record: thing, front: bare, back: wide, size: poker}",
    "square counters": "{kind: counters, list: things.yaml, record: thing, front: wide, size: 30mm, shape: square}",
    "round counters": "{kind: counters, list: things.yaml, record: thing, front: wide, size: 30mm}",
    "pieces": "{kind: pieces, list: things.yaml, record: thing, front: wide, size: 40x30mm}",
    "hexes": "{kind: pieces, list: things.yaml, record: thing, front: wide, size: 40mm, shape: hexagon-flat}",
    "standees": "{kind: standee, list: things.yaml, record: thing, front: wide, size: 30x40mm}",
    "dice": "{kind: die, size: 20mm, front: wide}",
    "dividers": "{kind: deck-divider, list: things.yaml, record: thing, size: poker, front: wide}",
    "boxes": "{kind: tuck-box, inside: 60x90x20mm, front: wide}",
    "booklets": "{kind: booklet, file: rules.yaml, front: wide}",
    "spaces of a track": "{kind: track, size: 150x150mm, count: 20, columns: 5, face: wide}",
    "the ground of a board": "{kind: track, size: 150x150mm, count: 20, columns: 5, front: wide}",
    "covers": "{kind: cover, front: title}",
}  # fmt: skip


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
    return [one for one in build.check([str(folder)], build.Settings()) if one.code in ("over-cut", "outside-cut")]


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
    (found,) = [one for one in build.check([str(folder)], build.Settings()) if one.code == "short-bleed"]
    assert found.hint.startswith(hint) and found.severity == "warning"
