"""A theme reaches every face that is built in: what printgen draws in it has nothing of the dossier's style."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from themed_game import FILES

from printgen.base.errors import merge_findings
from printgen.base.folders import templates_folder
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.build.stages import compose
from printgen.drawing.extent import Leaf, walk
from printgen.drawing.model import Drawing, Gradient, Image, Rect, Text
from printgen.drawing.tints import luminance
from printgen.faces.face import Face
from printgen.faces.library import Library, default_library
from printgen.game.house_style import HouseStyle
from printgen.kinds import kind_names
from printgen.sheets.marks import INK

THEMES = ("plain", "storybook")


def library(theme: str) -> Library:
    home = templates_folder()
    return Library((home / "themes" / theme, home), style=HouseStyle(theme=theme))


def drawn(folder: Path, theme: str, look: str = "") -> Iterator[tuple[str, Drawing]]:
    """The pictures of a game with products of all kinds, each with the name of its product."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"theme: {theme}\n{text}" if name == "game.yaml" else text, "utf-8")
    (job,) = load([str(folder)])
    composed, found = compose(job, Settings(look=look))
    assert not [finding for finding in merge_findings([*job.findings, *found]) if finding.severity == "error"]
    assert {product.kind for product in job.game.products.values()} == set(kind_names())
    for one in composed:
        for piece in one.pieces:
            yield from ((one.product.name, side) for side in (piece.front, piece.back) if side)


def paints(item: Leaf) -> Iterator[str]:
    """The colours in which an item paints, as #RRGGBB; lines to cut and to fold are the same in all themes."""
    if isinstance(item, Text):
        yield item.color[:7]
    elif not isinstance(item, Image):
        lines = {item.stroke.color} - {INK} if item.stroke else set()
        for paint in (item.fill, *lines):
            yield from (
                (stop[:7] for _, stop in paint.stops) if isinstance(paint, Gradient) else (paint or "")[:7].split()
            )


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_no_kind_draws_in_the_colours_or_letters_of_the_dossier(tmp_path: Path, theme: str) -> None:
    dossier, themed = default_library().palette("dossier"), library(theme).palette("dossier")
    left = {color for name, color in dossier.items() if themed[name] != color}
    for product, picture in drawn(tmp_path, theme):
        items = [item for item, _ in walk(picture.items)]
        assert not left & {color for item in items for color in paints(item)}, product
        assert "stencil" not in {item.font for item in items if isinstance(item, Text)}, product


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_no_page_of_a_theme_has_a_dark_ground_where_ink_is_saved(tmp_path: Path, theme: str) -> None:
    for product, picture in drawn(tmp_path, theme, "saver"):
        area = picture.width * picture.height
        grounds = [item for item, _ in walk(picture.items) if isinstance(item, Rect) and isinstance(item.fill, str)]
        dark = [each for each in grounds if luminance(each.fill[:7]) < 0.2 and each.w * each.h > area / 50]
        assert not dark, product


def named(face: Face) -> set[str]:
    """The groups and slots of a face."""
    return {
        str(node.props["name"].get({}))
        for node in face.nodes()
        if node.kind in ("group", "slot") and "name" in node.props
    }


@pytest.mark.parametrize("theme", THEMES)
def test_what_extends_a_face_extends_it_in_every_theme(theme: str) -> None:
    plain, themed = default_library(), library(theme)
    for path in (templates_folder() / "themes" / theme / "faces").glob("*.yaml"):
        if path.stem in plain.face_names():
            old, new = plain.face(path.stem), themed.face(path.stem)
            assert set(old.params) <= set(new.params), path.stem
            assert named(old) <= named(new), path.stem
