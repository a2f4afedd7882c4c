"""Masks: what shows of a picture or a group through an icon or a grey picture, or while it fades out."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from printgen.base.errors import ValueProblem, Where, blame, did_you_mean
from printgen.base.file_access import AccessError, LoadFile
from printgen.base.limits import OverLimit, consume
from printgen.base.units import Box, chain, scale, to_mm, translate
from printgen.drawing.extent import extent
from printgen.drawing.model import Drawing, Group, Image, Item, Outline, Place
from printgen.drawing.outlines import bounds, transform_outline
from printgen.faces.face import Props
from printgen.game.records import FileName

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from printgen.faces.library import Library

_FADES = ("bottom", "top", "left", "right", "edges")
_FORMS = ("icon", "file", "fade")
_FINEST, _MOST = 300 / 72, 4_000_000
"""The dots of a faded picture in a point, and the most of them in all."""


class Mask(NamedTuple):
    """What shows: the inside of an icon's outline, what is light in a picture, or all but what fades out at a side.

    `over` is how far it fades, in points; 0 for half of the way, or a quarter where it fades at all edges.
    """

    outline: Outline = ()
    data: bytes = b""
    fade: str = ""
    over: float = 0.0


def mask_of(p: Props, library: Library, read: LoadFile) -> Mask:
    """The mask that a shape says; `read` reads the files of records. ValueProblem for one that cannot be used."""
    given = [form for form in _FORMS if f"mask.{form}" in p]
    if len(given) != 1:
        raise ValueProblem("a mask is an icon, a file or a fade; write one of them, as in {fade: bottom}", "mask")
    if given == ["icon"]:
        with blame("mask.icon"):
            return Mask(library.icons.outline(p.word("mask.icon")))
    if given == ["fade"]:
        fade, over = p.word("mask.fade"), p.number("mask.over")
        if fade not in _FADES:
            raise ValueProblem(f"nothing fades at '{fade}'. {did_you_mean(fade, _FADES)}", "mask.fade")
        if over < 0:
            raise ValueProblem("over is below zero; choose a length from zero up", "mask.over")
        return Mask(fade=fade, over=over)
    file = p.any("mask.file")
    with blame("mask.file"):
        path, load = (file.path, read) if isinstance(file, FileName) else (library.file(str(file)), library.load)
    try:
        data = load(path, "picture")
        _grey(data)
    except AccessError as refused:
        message = f"the mask {path.name} cannot be used: {refused.message}; use another picture, a PNG or JPEG"
        raise ValueProblem(message, "mask.file") from refused
    return Mask(data=data)


def show_through(items: tuple[Item, ...], box: Box | None, mask: Mask, where: Where) -> Group:
    """What shows of items in a box, without one in that around them.

    Through an icon they stay as they are; else they become a picture of 300 dpi, painted when somebody looks at it.
    OverLimit, at `where`, when that is more than a run may paint.
    """
    if not mask.outline:
        return Group(partial(_paint, Group(items), box, mask, where))
    box, own = box or extent(items), bounds(mask.outline)
    fit = min(box.w / own.w, box.h / own.h)
    middle = translate(box.x + box.w / 2, box.y + box.h / 2)
    matrix = chain(middle, scale(fit), translate(-own.x - own.w / 2, -own.y - own.h / 2))
    return Group(items, transform_outline(mask.outline, matrix))


def _paint(group: Group, box: Box | None, mask: Mask, where: Where) -> tuple[Item, ...]:
    box = box or extent(group.items)
    try:
        return (_soften(group, box, mask),) if min(box.w, box.h) > 0 else ()
    except OverLimit as error:
        raise error.at(where) from None


@lru_cache(maxsize=128)
def _soften(group: Group, box: Box, mask: Mask) -> Image:
    """A picture of a group in its box, each dot of which shows as far as the mask says."""
    from PIL import ImageChops

    from printgen.art.photos import encode_photo
    from printgen.writers.page import Page
    from printgen.writers.pdf import write_pdf
    from printgen.writers.pictures import render_pages

    consume("soft", round(to_mm(box.w) * to_mm(box.h)))
    fine = min(_FINEST, (_MOST / (box.w * box.h)) ** 0.5)
    page = Page(Drawing(box.w, box.h, (Place(group, translate(-box.x, -box.y)),)))
    (picture,) = render_pages(write_pdf([page], looked_at=True), fine * 72, clear=True)
    shown = _grey(mask.data).resize(picture.size) if mask.data else _fade(picture.size, mask, fine)
    picture.putalpha(ImageChops.multiply(picture.getchannel("A"), shown))
    data, alpha = encode_photo(picture)
    return Image(box.x, box.y, picture.width / fine, picture.height / fine, data, picture.size, alpha)


@lru_cache(maxsize=32)
def _grey(data: bytes) -> Picture:
    """How far each dot of a mask's file shows: its transparency, or else how light it is. AccessError as for photos."""
    from printgen.art.photos import open_picture

    picture = open_picture(data).picture
    return picture.getchannel("A") if "A" in picture.getbands() else picture.convert("L")


def _fade(size: tuple[int, int], mask: Mask, fine: float) -> Picture:
    """How far each dot of a picture of a size shows that fades; `fine` are the dots in a point."""
    from PIL import Image as Pictures
    from PIL import ImageChops

    turns = {"top": 0, "left": 90, "bottom": 180, "right": 270}
    shown = Pictures.new("L", size, 255)
    for side in turns if mask.fade == "edges" else (mask.fade,):
        wide, high = size if turns[side] % 180 == 0 else size[::-1]
        most = min(size) // 4 if mask.fade == "edges" else high // 2
        ramp = Pictures.linear_gradient("L").resize((wide, min(high, round(mask.over * fine) or most) or 1))
        # It begins and ends gently (smoothstep), so that nobody sees where.
        ramp = ramp.point([round(255 * (n / 255) ** 2 * (3 - 2 * n / 255)) for n in range(256)])
        faded = Pictures.new("L", (wide, high), 255)
        faded.paste(ramp)
        shown = ImageChops.multiply(shown, faded.rotate(turns[side], expand=True))
    return shown
