"""Pictures that spend little ink: black lines of two widths, and no line where a thing's light meets its shade."""

import pytest

from printgen.art.figure import Figure, line_art
from printgen.art.parts import Parts
from printgen.art.poses import LimbShapes
from printgen.base.units import IDENTITY, Box, mm, to_mm
from printgen.drawing.extent import walk
from printgen.drawing.model import Path
from printgen.drawing.outlines import bounds
from printgen.drawing.tints import Tints
from printgen.faces.library import default_library

TINTS = Tints(
    {
        "skin": "#F0C8A0",
        "skin-shade": "#D8A880",
        "main": "#405020",
        "hair": "#302010",
        "ink": "#15171A",
        "sand": "#F0E0C0",
    }
)
SIDE = "M50,0 L100,0 L100,100 L50,100 Z"


def drawn(*layers: dict[str, object]) -> list[tuple[str | None, str | None]]:
    """The fills and the colours of the lines of a part as line art."""
    parts = Parts({"it": {"slot": "piece", "layers": list(layers)}})
    items = (item for item, _ in walk(line_art(parts.get("it").layers, TINTS, parts, 0.5)))
    return [(str(i.fill), i.stroke and str(i.stroke.color)) for i in items if isinstance(i, Path)]


def test_skin_has_an_outline_and_no_shade() -> None:
    face, cheek = {"rect": [0, 0, 100, 100], "fill": "skin"}, {"ellipse": [40, 60, 8, 5], "fill": "skin/main 20"}
    assert drawn(face, {"d": SIDE, "fill": "skin-shade"}, cheek) == [("#FFFFFF", "#000000")]


def test_a_mouth_is_drawn_on_skin() -> None:
    """Faces that are one part with their mouths, such as those of twins, have mouths as others do."""
    face, mouth = {"rect": [0, 0, 100, 100], "fill": "skin"}, {"rect": [40, 60, 20, 4], "fill": "skin-shade dark 55"}
    assert [line for _, line in drawn(face, mouth)] == ["#000000"] * 2


def test_what_grows_on_skin_is_grey_without_a_line() -> None:
    """Stubble is a part of its own, with no face below it; a full beard has an outline."""
    stubble = {"rect": [30, 60, 40, 30], "fill": "skin/hair 30"}
    assert drawn(stubble)[0][1] is None
    assert drawn({**stubble, "edge": True})[0][1] == "#000000"


def test_shade_lies_in_its_thing_without_a_line_and_patterns_vanish() -> None:
    shirt = {"rect": [0, 0, 100, 100], "fill": "main"}
    spots = {"rect": [0, 0, 9, 9], "fill": "ink", "pattern": ["dots", 1]}
    assert [line for _, line in drawn(shirt, spots, {"d": SIDE, "fill": "main dark 30"})] == ["#000000", None]


@pytest.mark.parametrize("other", [{"rect": [120, 0, 40, 40], "fill": "main dark 30"}, {"d": SIDE, "fill": "ink"}])
def test_another_thing_has_its_own_outline(other: dict[str, object]) -> None:
    assert [line for _, line in drawn({"rect": [0, 0, 100, 100], "fill": "main"}, other)] == ["#000000"] * 2


def test_a_portrait_has_lines_of_two_widths() -> None:
    look = {"scene": "base", "torso": "tank-top", "neck": "neck", "head": "head-square", "skin": "light"}
    library = default_library()
    tints = Tints({**library.palette("dossier"), "main": "#5A6338"})
    picture = library.studio.picture(look, Box(0, 0, mm(51), mm(47)), tints, 1, outlined=True)
    widths: dict[str, set[float]] = {}
    for item, at in walk((picture,) if isinstance(picture, Path) else picture.items):
        if isinstance(item, Path) and item.stroke and item.stroke.color == "#000000":
            kind = "inner" if item.fill != "#000000" else "outer"
            widths.setdefault(kind, set()).add(round(to_mm(item.stroke.width) * abs(at[0]), 2))
    # Half of the outer line lies beyond the figure on each side, and half of the inner line covers its rest.
    assert widths == {"outer": {0.8}, "inner": {0.2}}


def test_limbs_before_a_body_have_the_outer_line_and_none_across_their_joint() -> None:
    limb = default_library().studio.parts.get("limb-main").layers
    figure = Figure(TINTS, default_library().studio.parts, 1.0)
    figure.add_keyed([LimbShapes(limb, IDENTITY, limb)])
    lines = [item for item, _ in walk(figure.body) if isinstance(item, Path) and item.stroke]
    edge = max((shape.outline for shape in limb if shape.layer.edge), key=lambda outline: bounds(outline).w)
    outlines = [one for one in lines if one.outline == edge and one.stroke and one.stroke.color == "#000000"]
    # Half of the line lies beyond the limb on each side; what is drawn of the limb itself follows, and covers the rest.
    assert [(item.fill, item.stroke and item.stroke.width) for item in outlines] == [(None, 4.0)]


def test_the_edges_of_a_head_alone_say_how_high_it_reaches() -> None:
    layers = [{"rect": [40, 20, 9, 9], "fill": "ink", "edge": True}, {"rect": [40, 5, 9, 9], "fill": "ink"}]
    parts = Parts({"it": {"slot": "head", "layers": layers}})
    figure = Figure(TINTS, parts)
    figure.add_head(parts.get("it").layers)
    # The rim lies around them.
    assert figure.top == pytest.approx(20 - 2.6)
