"""The pictures of a face, and the clips, masks and shadows of its shapes."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_args

from printgen.base.errors import ValueProblem, Where, blame, did_you_mean, has_errors, known_word
from printgen.base.file_access import AccessError, LoadFile
from printgen.base.limits import OverLimit, consume
from printgen.base.names import visible
from printgen.base.units import Box, chain, mm, rotate, scale, to_mm, translate
from printgen.drawing import outlines
from printgen.drawing.edges import EDGES, END, MIRROR, EdgeLengths, grow_edges
from printgen.drawing.extent import extent
from printgen.drawing.model import Blend, Drawing, Group, Image, Item, Outline, Place
from printgen.drawing.recolor import one_dot_png, silhouette
from printgen.drawing.tints import Tints, alpha
from printgen.faces.face import Node, Props
from printgen.faces.icons import SUFFIX, drawing_named
from printgen.faces.inspection import judge_drawing, share_of
from printgen.faces.session import FROM_PRODUCT, Session
from printgen.faces.shape_words import COMPOUND
from printgen.faces.shapes import even_odd, path_outline
from printgen.game.records import FileName
from printgen.reading.texts import number_of

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from printgen.art.photos import Photo, Window
    from printgen.art.picture import Stance
    from printgen.faces.library import Library


def clip_of(p: Props, box: Box | None) -> tuple[Outline | None, bool]:
    """The outline of a clip, and whether it is even-odd. `box` is that of the shape, where it has one."""
    clip = p.any("clip")
    if clip == "circle" and box is not None:
        return outlines.circle(box.x + box.w / 2, box.y + box.h / 2, min(box.w, box.h) / 2), False
    if clip is not COMPOUND:
        return outlines.rectangle(Box(*clip)), False
    if "clip.circle" in p:
        return outlines.circle(*p.any("clip.circle")), False
    if "clip.path" in p:
        corner = translate(box.x, box.y) if box else translate(0, 0)
        with blame("clip.path"):
            path = path_outline(p.word("clip.path"))
        return outlines.transform_outline(path, chain(corner, scale(p.unit))), even_odd(p, "clip.rule")
    outer = Box(*p.any("clip.box")) if "clip.box" in p else box or Box(0, 0, 0, 0)
    return outlines.round_rect(outer, min(p.number("clip.radius"), outer.w / 2, outer.h / 2)), False


_SHARP = 0.1  # A shadow that is softer than this, in points, is a picture.
_DOTS, _FINEST, _COARSEST = 8.0, 300 / 72, 150 / 72
"""The dots of a shadow for each step of its softness, and the most and the fewest of them in a point."""
_MOST, _OVERSAMPLING = 4_000_000, 3
"""The most dots of a shadow or a mask, and how many times finer a shadow is painted than it is kept."""
_LEAST = 150  # The smallest shadow takes as long as one of so many square millimetres.


def shadow(
    items: tuple[Item, ...], dx: float, dy: float, blur: float, color: str, opacity: float, where: Where
) -> Item:
    """The shadow of items, moved by (dx, dy); `blur` is the width of its soft edge. Lengths in points.

    A soft shadow is painted when it is first needed; OverLimit, at `where`, when the painting exceeds the run's limit.
    """
    group, share = Group(items), opacity * alpha(color)
    if blur < _SHARP:
        dark = silhouette(group, color[:7])
        return Place(Group(dark.items, None, False, share), translate(dx, dy))
    return Place(Group(partial(_paint_at, where, _soft, group, blur, color[:7], share)), translate(dx, dy))


def _paint_at(where: Where, paint: Callable[..., tuple[Item, ...]], *args: Any) -> tuple[Item, ...]:
    """The result of `paint`. OverLimit, at `where`, when the painting exceeds the run's limit."""
    try:
        return paint(*args)
    except OverLimit as error:
        raise error.at(where) from None


def _painted(group: Group, box: Box, dpi: float, clear: bool = False) -> Picture:
    """A group in a box as a picture, on white or, if `clear`, on a transparent ground."""
    from printgen.writers.page import Page
    from printgen.writers.pdf import write_pdf
    from printgen.writers.pictures import render_pages

    page = Page(Drawing(box.w, box.h, (Place(group, translate(-box.x, -box.y)),)))
    (picture,) = render_pages(write_pdf([page], looked_at=True), dpi, clear=clear)
    return cast("Picture", picture)


@lru_cache(maxsize=128)
def _soft(group: Group, blur: float, color: str, share: float) -> tuple[Item, ...]:
    from PIL import ImageFilter, ImageOps

    box = extent(group.items).grown(blur * 1.5)
    consume("soft", round(to_mm(box.w) * to_mm(box.h)) + _LEAST)
    # As in CSS, the edge is as wide as two standard deviations.
    deviation = blur / 2
    scale = max(_COARSEST, min(_DOTS / deviation, _FINEST))
    scale *= min(1.0, (_MOST / max(1.0, box.w * box.h * scale * scale)) ** 0.5)
    # The renderer lets edges end at whole dots, so they are drawn smaller.
    times = _OVERSAMPLING if box.w * box.h * scale * scale < _MOST / _OVERSAMPLING**2 else 1
    shape = _painted(silhouette(group, "#000000"), box, round(scale * 72 * times))
    scale = round(scale * 72 * times) / 72 / times
    mask = ImageOps.invert(shape.convert("L")).reduce(times)
    mask = mask.filter(ImageFilter.GaussianBlur(deviation * scale))
    mask = mask.point(lambda value: round(value * share))
    png = io.BytesIO()
    mask.save(png, "PNG", compress_level=6)
    wide, high = mask.width / scale, mask.height / scale
    return (Image(box.x, box.y, wide, high, one_dot_png(color), mask.size, png.getvalue()),)


_BLENDS: tuple[Blend, ...] = get_args(Blend)
_DOWN, _SOFT, _DARK, _WIDEST = mm(0.5), mm(1.0), 0.4, mm(50)
"""How far down a shadow falls, how soft and how dark it is, where its settings do not say so; and the widest blur."""


def with_effects(p: Props, items: tuple[Item, ...], tints: Tints, where: Where) -> tuple[Item, ...]:
    """The items of a shape at `where` with the shadow, opacity and blend mode of its settings."""
    opacity, blend = share(p, "opacity", 1.0), cast(Blend, p.one_of("blend", _BLENDS, "normal"))
    if not items or opacity == 0:
        return ()
    if p.any("shadow") and not tints.saving and (shade := _shadow_of(p, items, tints, where)):
        items = (shade, *items)
    if opacity == 1 and blend == "normal":
        return items
    return (Place(Group(items, None, False, opacity, blend)),)


def share(p: Props, key: str, default: float) -> float:
    """A number from 0 to 1."""
    value = number_of(p.any(key, default), key, "0.5")
    if not 0 <= value <= 1:
        raise ValueProblem(f"{key} is {value:g}, which is not from 0 to 1; write one such as 0.5", key)
    return value


def _shadow_of(p: Props, items: tuple[Item, ...], tints: Tints, where: Where) -> Item | None:
    color = p.color("shadow.color", tints) if "shadow.color" in p else "#000000"
    opacity, blur = share(p, "shadow.opacity", _DARK), p.number("shadow.blur", _SOFT)
    if not 0 <= blur <= _WIDEST:
        raise ValueProblem("the blur of a shadow is too large; write 50 mm or less", "shadow.blur")
    if color is None or opacity == 0:
        return None
    return shadow(items, p.number("shadow.dx"), p.number("shadow.dy", _DOWN), blur, color, opacity, where)


_FADES = ("bottom", "top", "left", "right", "edges")
_FORMS = ("icon", "file", "fade")


class Mask(NamedTuple):
    """The visible part of a shape: inside an icon, where a picture is light, or all but a fading side.

    `over` is the width of the fade, in points; 0 for half of the box, or a quarter if all edges fade.
    """

    outline: Outline = ()
    data: bytes = b""
    fade: str = ""
    over: float = 0.0


def mask_of(p: Props, library: Library, read: LoadFile) -> Mask:
    """The mask of a shape; `read` reads the files of records. ValueProblem for an unusable one."""
    forms = [form for form in _FORMS if f"mask.{form}" in p]
    if len(forms) != 1:
        raise ValueProblem("a mask is an icon, a file or a fade; write one of them, as in {fade: bottom}", "mask")
    if forms == ["icon"]:
        with blame("mask.icon"):
            return Mask(library.icons.outline(p.word("mask.icon")))
    if forms == ["fade"]:
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
    """The visible part of items in a box, by default in the box around them.

    Through an icon they stay vector shapes; else they become a picture of 300 dpi, painted when it is first needed.
    OverLimit, at `where`, when the painting exceeds the run's limit.
    """
    if not mask.outline:
        return Group(partial(_paint_at, where, _soften, Group(items), box, mask))
    box, mask_box = box or extent(items), outlines.bounds(mask.outline)
    fit = min(box.w / mask_box.w, box.h / mask_box.h)
    middle = translate(box.x + box.w / 2, box.y + box.h / 2)
    matrix = chain(middle, scale(fit), translate(-mask_box.x - mask_box.w / 2, -mask_box.y - mask_box.h / 2))
    return Group(items, outlines.transform_outline(mask.outline, matrix))


@lru_cache(maxsize=128)
def _soften(group: Group, box: Box | None, mask: Mask) -> tuple[Item, ...]:
    """A picture of a group in its box; the mask gives the opacity of each dot."""
    from PIL import ImageChops

    from printgen.art.photos import encode_photo

    box = box or extent(group.items)
    if min(box.w, box.h) <= 0:
        return ()
    consume("soft", round(to_mm(box.w) * to_mm(box.h)))
    fine = min(_FINEST, (_MOST / (box.w * box.h)) ** 0.5)
    picture = _painted(group, box, fine * 72, clear=True)
    shown = _grey(mask.data).resize(picture.size) if mask.data else _fade(picture.size, mask, fine)
    picture.putalpha(ImageChops.multiply(picture.getchannel("A"), shown))
    data, alpha = encode_photo(picture)
    return (Image(box.x, box.y, picture.width / fine, picture.height / fine, data, picture.size, alpha),)


@lru_cache(maxsize=32)
def _grey(data: bytes) -> Picture:
    """The opacity of each dot in a mask's file: its alpha, or else its lightness. AccessError as for photos."""
    from printgen.art.photos import open_picture

    picture = open_picture(data).picture
    return picture.getchannel("A") if "A" in picture.getbands() else picture.convert("L")


def _fade(size: tuple[int, int], mask: Mask, fine: float) -> Picture:
    """The opacity of each dot in a fading picture of a size; `fine` is the number of dots in a point."""
    from PIL import Image as Pictures
    from PIL import ImageChops

    turns = {"top": 0, "left": 90, "bottom": 180, "right": 270}
    shown = Pictures.new("L", size, 255)
    for side in turns if mask.fade == "edges" else (mask.fade,):
        wide, high = size if turns[side] % 180 == 0 else size[::-1]
        default_width = min(size) // 4 if mask.fade == "edges" else high // 2
        ramp = Pictures.linear_gradient("L").resize((wide, min(high, round(mask.over * fine) or default_width) or 1))
        # It begins and ends gently (smoothstep), so that nobody sees where.
        ramp = ramp.point([round(255 * (n / 255) ** 2 * (3 - 2 * n / 255)) for n in range(256)])
        faded = Pictures.new("L", (wide, high), 255)
        faded.paste(ramp)
        shown = ImageChops.multiply(shown, faded.rotate(turns[side], expand=True))
    return shown


_LONGEST = 50
_SLACK = 0.01
_ALIGN: Mapping[str, tuple[float | None, float | None]] = {
    "left": (0.0, None), "right": (1.0, None), "top": (None, 0.0), "bottom": (None, 1.0), "center": (None, None),
    "middle": (None, None),
}  # fmt: skip


class FacePictures:
    """Draws and keeps the images of a library's faces; `read` reads files that records name."""

    def __init__(self, library: Library, read: LoadFile | None) -> None:
        self._library, self._read = library, read
        self._photos: dict[object, Photo] = {}

    def draw(self, node: Node, context: Mapping[str, Any], session: Session, out: list[Item]) -> None:
        """Add the content of an image: the product's own drawing, or else a file, or else a look."""
        p = Props(node, context)
        box = Box(p.number("x"), p.number("y"), p.number("w"), p.number("h"))
        edge, beyond = p.word("edge"), EdgeLengths()
        if edge and edge != END:
            box, beyond = _cut_box(p, box, edge, session)
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
                session.preflight.set_origin(items, FROM_PRODUCT)
        elif file:
            items = self._file(node, p, file, box, session)
        elif look is not None:
            items = (self._compose(p, look, box, session),)
        if "clip" in p:
            outline, odd = clip_of(p, box)
            items = items if outline is None else (Place(Group(items, outline, odd)),)
        items = grow_edges(items, box, beyond, edge)
        if "mask" in p and items:
            items = self.show_masked(p, items, beyond.around(box), node.where, session)
        if turn := p.number("rotate"):
            middle = box.x + box.w / 2, box.y + box.h / 2
            items = (Place(Group(items), chain(translate(*middle), rotate(turn), translate(-middle[0], -middle[1]))),)
        if session.preflight is not None and items:
            # What lies under the words that stand on a picture is no plain colour.
            session.preflight.grounds.add_picture(items, box)
        out.extend(items)

    def show_masked(
        self, p: Props, items: tuple[Item, ...], box: Box | None, where: Where, session: Session
    ) -> tuple[Item, ...]:
        """The part of a shape's items that its mask shows, in its box or else in the box around them."""
        mask = mask_of(p, self._library, self._read or self._library.load)
        group = show_through(items, box, mask, where)
        if mask.outline and session.preflight is not None:
            session.preflight.clips[group] = None
        return (Place(group),)

    def _compose(self, p: Props, look: Any, box: Box, session: Session) -> Item:
        if not isinstance(look, Mapping):
            raise ValueProblem("a look says which parts a picture has; write it like {torso: robe}", "look")
        seed, outlined = int(p.number("seed")), p.word("tone") == "outline"
        if scene := p.word("scene"):
            look = {**look, "scene": scene}
        return Place(self._library.studio.picture(look, box, session.tints, seed, outlined, _stance(p)))

    def _file(self, node: Node, p: Props, file: Any, box: Box, session: Session) -> tuple[Item, ...]:
        """A picture in its box: a file that a record names, or a picture of the templates by its name."""
        read, value, owner = self._read or self._library.load, node.props["file"], f" of {session.card}"
        where = session.spot(value.field or "art")
        if isinstance(file, FileName):
            file = file.path
        elif isinstance(file, str):
            with blame("file"):
                file = self._library.file(file)
            read, where, owner = self._library.load, node.place("file"), ""
        if not isinstance(file, Path):
            raise ValueProblem(f"file should be a picture, not '{file}'", "file")
        if file.suffix.lower() == SUFFIX:
            drawing_name = drawing_named(file, owner)
            items = self._drawing(p, file, read, box, session, drawing_name, where)
            judge_drawing(node, items, session, drawing_name)
            return items
        if "color" in p:
            raise ValueProblem("color says nothing to a picture of dots; remove it", "color")
        from printgen.art.photos import fit_photo

        window = _window(p, box)
        key = (file, window)
        if key not in self._photos:
            self._photos[key] = fit_photo(partial(read, file, "picture"), window)
        photo = self._photos[key]
        session.add(*photo.findings(f"the photo {visible(file.name)}{owner}", where, share_of(session) or 1.0))
        return photo.place(box.x, box.y)

    def _drawing(
        self, p: Props, file: Path, read: LoadFile, box: Box, session: Session, drawing_name: str, where: Where
    ) -> tuple[Item, ...]:
        """A drawing in its box; without `fit` as the drawing itself says."""
        color = p.color("color", session.tints) or "#000000"
        window, vectors = _window(p, box, is_drawing=True), self._library.vectors
        findings = list(vectors.findings(file, read, color, drawing_name, where))
        session.add(*findings)
        if has_errors(findings):
            return ()
        fit = (window.fit, window.across, window.down) if "fit" in p or "align" in p else None
        return vectors.place(file, read, color, box, fit)


def _cut_box(p: Props, box: Box, edge: str, session: Session) -> tuple[Box, EdgeLengths]:
    """The box of a picture up to the cut of its face, and how far beyond its sides its edges grow, in points."""
    known_word(edge, EDGES, "edge", "edge")
    if p.word("fit") == MIRROR:
        raise ValueProblem("fit: mirror grows the edges as well; remove one of them", "edge")
    frame = session.frame
    cut = frame.box(session.at) if frame else None
    if frame is None or cut is None:
        message = "edge counts from the cut of the face, but a shape around it is turned or scaled"
        raise ValueProblem(f"{message}; remove edge", "edge")
    gaps = box.x - cut.x, box.y - cut.y, cut.right - box.right, cut.bottom - box.bottom
    beyond = EdgeLengths(*(frame.bleed if gap < _SLACK else 0.0 for gap in gaps))
    if not max(beyond):
        message = "edge grows what ends at the cut, and this picture ends nowhere at it"
        raise ValueProblem(f"{message}; write a box that reaches the cut, or remove edge", "edge")
    return box.common(cut), beyond


def _window(p: Props, box: Box, is_drawing: bool = False) -> Window:
    """How a picture fills its box, and its place in it; a drawing shows all of itself."""
    from printgen.art.photos import FITS, MIRROR, Window

    fit = p.one_of("fit", FITS, "contain" if is_drawing else "cover")
    rim = max(0.0, -box.x) if fit == MIRROR else 0.0
    if fit == MIRROR and (is_drawing or abs(box.x - box.y) > _SLACK or 2 * rim >= min(box.w, box.h)):
        needs_bleed = "fit: mirror fills a face up to the end of its bleed"
        message = "a drawing has no edges to mirror" if is_drawing else needs_bleed
        raise ValueProblem(f"{message}. {'Remove fit' if is_drawing else 'Write bleed: true'}", "fit")
    across, down = None, None
    for word in p.word("align").split():
        left, top = _ALIGN[known_word(word, _ALIGN, "align", "align")]
        across, down = (across if left is None else left), (down if top is None else top)
    # Faces are in the upper half of most portraits, so that a crop keeps a little more of the top.
    default_down = 0.4 if fit == "cover" and "align" not in p else 0.5
    return Window(box.w, box.h, fit, 0.5 if across is None else across, default_down if down is None else down,
                  rim)  # fmt: skip


def _stance(p: Props) -> Stance:
    """Where an image's figure stands; without settings the same on every card."""
    from printgen.art.picture import Stance

    default = Stance()
    size = p.number("figure-scale", default.scale)
    if size <= 0:
        raise ValueProblem("figure-scale should be above zero; write 1 or less", "figure-scale")
    return Stance(p.number("figure-x", default.x), p.number("figure-y", default.y), size)
