"""The template library: a game's own templates come before the built-in ones."""

from pathlib import Path

import pytest
from drawn import HEAD, Shelf

from printgen.base.errors import Where
from printgen.drawing.model import Rect
from printgen.drawing.tints import Tints
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.faces.session import FaceState, Session


@pytest.fixture
def both(tmp_path: Path) -> Library:
    """A game's folder before a built-in one, which has everything that the game's lacks."""
    Shelf(tmp_path / "built-in").face("items:\n  - rect: {w: 1, h: 1, fill: red}\n", "plain")
    own = tmp_path / "own"
    (own / "faces").mkdir(parents=True)
    (own / "palettes").mkdir()
    return Library((own, tmp_path / "built-in", tmp_path / "missing"))


def own(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / "own" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def rect(library: Library, name: str) -> Rect:
    ink = Session(Tints({}), "Soup", lambda _: Where("cards.yaml"), FaceState())
    items, findings, _ = Renderer(library).render(library.face(name), {}, ink)
    assert findings == ()
    (item,) = items
    assert isinstance(item, Rect)
    return item


def test_own_faces_win(both: Library, tmp_path: Path) -> None:
    own(tmp_path, "faces/plain.yaml", HEAD + "items:\n  - rect: {w: 9, h: 9, fill: sand}\n")
    assert rect(both, "plain").fill == "#F0E0C0"


def test_built_in_faces_serve_own_ones(both: Library, tmp_path: Path) -> None:
    own(tmp_path, "faces/mine.yaml", "extends: plain\n")
    assert rect(both, "mine").fill == "#C03030"
    assert both.face_names() == ["mine", "plain"]


def test_own_icons_and_parts_join_the_built_in_ones(both: Library, tmp_path: Path) -> None:
    own(tmp_path, "icons.yaml", 'spoon: "M0 0 L1 1"\npot: "M0 0 L9 9"\n')
    own(tmp_path, "art/parts/mine.yaml", "crown: {slot: headgear, layers: []}\n")
    assert both.icons.has("spoon") and both.icons.has("leaf") and not both.icons.has("fork")
    assert both.icons.draw("pot", "#000000", Tints({}))[0].items[0].outline[1] == ("L", 9, 9)  # type: ignore[union-attr]
    assert set(both.studio.parts.names("headgear")) == {"crown", "helmet"}
    assert "anchor" in both.icons.names


def test_an_own_palette_changes_the_colours_that_it_names(both: Library, tmp_path: Path) -> None:
    own(tmp_path, "palettes/plain.yaml", 'red: "#C0FFEE"\n')
    palette = both.palette("plain")
    assert (palette["red"], palette["ink"], rect(both, "plain").fill) == ("#C0FFEE", "#101010", "#C0FFEE")
    with pytest.raises(ValueError, match=r"there is no palette 'plan'\. Did you mean 'plain'\?"):
        both.palette("plan")
