"""Images of a face: an evaluated image comes in; a photo, a drawing, or a picture composed from parts comes out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printgen.base.gate import Read
from printgen.base.geometry import Box, chain, rotate, translate
from printgen.base.names import visible
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.problems import ValueProblem
from printgen.errors import Where, blaming, did_you_mean, has_errors
from printgen.faces.clips import clipped
from printgen.faces.face import Node
from printgen.faces.preflight import AROUND, judge_drawing, share_of
from printgen.faces.session import Session
from printgen.faces.shapes import Props
from printgen.faces.vectors import SUFFIX, drawing_named
from printgen.reading.records import FileName

if TYPE_CHECKING:
    from printgen.art.photos import Photo, Window
    from printgen.art.picture import Stance
    from printgen.faces.library import Library

_LONGEST = 50
_SLACK = 0.01
_ALIGN: Mapping[str, tuple[float | None, float | None]] = {
    "left": (0.0, None), "right": (1.0, None), "top": (None, 0.0), "bottom": (None, 1.0), "center": (None, None),
    "middle": (None, None),
}  # fmt: skip


class Pictures:
    """Draws the images of one library's faces; keeps the pictures that it has read.

    `read` reads the files that records name; None where they lie among the templates.
    """

    def __init__(self, library: Library, read: Read | None) -> None:
        self._library, self._read = library, read
        self._photos: dict[object, Photo] = {}

    def draw(self, node: Node, context: Mapping[str, Any], session: Session, out: list[Item]) -> None:
        """Add what an image shows: what the product draws itself, or else a file, or else a look."""
        p = Props(node, context)
        box = Box(p.number("x"), p.number("y"), p.number("w"), p.number("h"))
        file, look, picture = p.any("file"), p.any("look"), p.any("picture")
        if min(box.w, box.h) <= 0 and (file or look is not None or picture):
            raise ValueError("an image needs a width and a height above zero; write w and h")
        if box.w > box.h * _LONGEST or box.h > box.w * _LONGEST:
            raise ValueProblem(f"an image may be {_LONGEST} times as long as wide; write another w or h", "w")
        items: tuple[Item, ...] = ()
        if picture:
            if not callable(picture):
                raise ValueProblem("picture should be one that the product tells the face of", "picture")
            items = (Place(Group(tuple(picture(box.w, box.h))), translate(box.x, box.y)),)
            if session.preflight is not None:
                session.preflight.settle(items, AROUND)
        elif file:
            items = self._file(node, p, file, box, session)
        elif look is not None:
            items = (self._composed(p, look, box, session),)
        if "clip" in p:
            items = clipped(p, box, items)
        if turn := p.number("rotate"):
            middle = box.x + box.w / 2, box.y + box.h / 2
            items = (Place(Group(items), chain(translate(*middle), rotate(turn), translate(-middle[0], -middle[1]))),)
        if session.preflight is not None and items:
            # What lies under the words that stand on a picture is no plain colour.
            session.preflight.grounds.pictured(items, box)
        out.extend(items)

    def _composed(self, p: Props, look: Any, box: Box, session: Session) -> Item:
        if not isinstance(look, Mapping):
            raise ValueProblem("a look says which parts a picture has; write it like {torso: robe}", "look")
        seed, outlined = int(p.number("seed")), p.word("tone") == "outline"
        if scene := p.word("scene"):
            look = {**look, "scene": scene}
        return Place(self._library.studio.picture(look, box, session.tints, seed, outlined, _stance(p)))

    def _file(self, node: Node, p: Props, file: Any, box: Box, session: Session) -> tuple[Item, ...]:
        """A picture in its box: one that a record names, or one of the templates by its name in their folder."""
        read, value, whose = self._read or self._library.read, node.props["file"], f" of {session.card}"
        where = session.spot(value.field or "art")
        if isinstance(file, FileName):
            file = file.path
        elif isinstance(file, str):
            with blaming("file"):
                file = self._library.file(file)
            read, where, whose = self._library.read, node.place("file"), ""
        if not isinstance(file, Path):
            raise ValueProblem(f"file should be a picture, not '{file}'", "file")
        if file.suffix.lower() == SUFFIX:
            named = drawing_named(file, whose)
            items = self._drawing(p, file, read, box, session, named, where)
            judge_drawing(node, items, session, named)
            return items
        if "color" in p:
            raise ValueProblem("color says nothing to a picture of dots; remove it", "color")
        from printgen.art.photos import fitted

        window = _window(p, box)
        key = (file, window)
        if key not in self._photos:
            self._photos[key] = fitted(partial(read, file, "picture"), window)
        photo = self._photos[key]
        session.findings.extend(photo.told(f"the photo {visible(file.name)}{whose}", where, share_of(session) or 1.0))
        return photo.placed(box.x, box.y)

    def _drawing(
        self, p: Props, file: Path, read: Read, box: Box, session: Session, named: str, where: Where
    ) -> tuple[Item, ...]:
        """A drawing in its box; without `fit` as it says itself."""
        color = p.color("color", session.tints) or "#000000"
        window, vectors = _window(p, box, drawn=True), self._library.vectors
        told = list(vectors.told(file, read, color, named, where))
        session.findings.extend(told)
        if has_errors(told):
            return ()
        fit = (window.fit, window.across, window.down) if "fit" in p or "align" in p else None
        return vectors.placed(file, read, color, box, fit)


def _window(p: Props, box: Box, drawn: bool = False) -> Window:
    """How a picture fills its box, and where it stands in it; one that is `drawn` shows all of itself."""
    from printgen.art.photos import FITS, MIRROR, Window

    fit = p.word("fit", "contain" if drawn else "cover")
    if fit not in FITS:
        raise ValueProblem(f"there is no fit '{fit}'. {did_you_mean(fit, FITS)}", "fit")
    rim = max(0.0, -box.x) if fit == MIRROR else 0.0
    if fit == MIRROR and (drawn or abs(box.x - box.y) > _SLACK or 2 * rim >= min(box.w, box.h)):
        message = "a drawing has no edges to mirror" if drawn else "fit: mirror fills a face up to the end of its bleed"
        raise ValueProblem(f"{message}. {'Remove fit' if drawn else 'Write bleed: true'}", "fit")
    across, down = None, None
    for word in p.word("align").split():
        if word not in _ALIGN:
            raise ValueProblem(f"there is no align '{word}'. {did_you_mean(word, _ALIGN)}", "align")
        left, top = _ALIGN[word]
        across, down = (across if left is None else left), (down if top is None else top)
    # Faces are in the upper half of most portraits, so that a crop keeps a little more of the top.
    usual = 0.4 if fit == "cover" and "align" not in p else 0.5
    return Window(box.w, box.h, fit, 0.5 if across is None else across, usual if down is None else down,
                  rim)  # fmt: skip


def _stance(p: Props) -> Stance:
    """Where an image's figure stands; without settings where it stands on every card."""
    from printgen.art.picture import Stance

    usual = Stance()
    size = p.number("figure-scale", usual.scale)
    if size <= 0:
        raise ValueProblem("figure-scale should be above zero; write 1 or less", "figure-scale")
    return Stance(p.number("figure-x", usual.x), p.number("figure-y", usual.y), size)
