"""Places the boxes of stacks and rows: measures them from the inside out, then draws them from the outside in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from printgen.base.errors import Exit, Finding, ValueProblem, Where, did_you_mean
from printgen.base.limits import consume, nest
from printgen.base.units import Box, Matrix, compose, to_mm, translate, with_article
from printgen.drawing.model import Group, Item, Path, Place, Stroke, Text
from printgen.drawing.outlines import rectangle, round_rect
from printgen.drawing.paragraphs import new_tuple
from printgen.drawing.words import MANY_LINES
from printgen.faces import lettering
from printgen.faces.face import Node, Props, with_lengths
from printgen.faces.pictures import with_effects
from printgen.faces.session import FaceState, Session
from printgen.faces.setting import SLACK
from printgen.faces.shape_words import BESIDE, FLOWS, PLATE
from printgen.faces.shapes import paint, shape_size
from printgen.layout.boxes import JUSTIFY, SHIFT, Extent, share_room, start_of_each

if TYPE_CHECKING:
    from printgen.faces.blocks.face_blocks import SetBlocks
    from printgen.faces.library import Library

Context = dict[str, Any]

_ALIGN = ("stretch", *SHIFT)
_OVERFLOW = ("", "back", "card")
"""Where blocks go on that are too high; nowhere for ""."""
_OUTLINE = 0.5
"""How thick the outline of a plate is, in points."""
_TOLERANCE = 0.01
_STEPS = 24
"""In so many steps the letters of a stack go from their size down to their floor."""
_SIZED = frozenset({"image", "rect", "barcode", "group", "use"})
"""Shapes that have no length unless it is written, or they grow."""
_FLUID = frozenset({"text", "blocks", *FLOWS})
"""What is as wide as its stack, and in a row as wide as what is in it."""
_SHRINKING = frozenset({"blocks", *FLOWS})
"""What may say a range of sizes, by which all that is in it gets smaller together."""
_STRETCHED = frozenset({"text", "blocks", "image", "rect", "barcode", "group", *FLOWS})
"""Shapes that are as wide as their stack, or as high as their row."""


class Drawer(NamedTuple):
    """What draws the nodes of a face, and knows the faces of the library."""

    draw: Callable[[tuple[Node, ...], Context, Session, Matrix], tuple[Item, ...]]
    entries: Callable[[Node, Context, Session], Iterator[tuple[Context, Session]]]
    face_size: Callable[[str, str], tuple[float, float] | None]
    report: Callable[[Exception, Node, Context, Session], None]
    library: Library


class Frame(NamedTuple):
    """What is known where a box is drawn."""

    context: Context
    session: Session
    drawer: Drawer

    def over(self, items: Sequence[Item]) -> Frame:
        """The same for what is drawn over items."""
        return self._replace(session=self.session.over(items))

    def children(self, nodes: Sequence[Node]) -> Iterator[tuple[Node, Frame]]:
        """The boxes of a stack or row, each with what is known there: an each has some for every entry."""
        consume("items", len(nodes) + 1)
        for node in nodes:
            try:
                if node.variants is not None:
                    node = node.in_style(self.context)
                if node.when is not None and not node.when.holds("when", self.context):
                    continue
                if node.kind != "each":
                    yield node, self
                    continue
                for context, session in self.drawer.entries(node, self.context, self.session):
                    yield from self._replace(context=context, session=session).children(node.children)
            except (ValueError, ArithmeticError, KeyError) as error:
                self.drawer.report(error, node, self.context, self.session)


class BoxSettings(NamedTuple):
    """What a node says of its box, each by its key; lengths in points, 0 for what it leaves open."""

    w: float
    h: float
    pad: float
    gap: float
    basis: float
    grow: float
    min: float
    max: float
    align: str
    justify: str
    valign: str
    size: float
    floor: float
    wrap: bool
    overflow: str


class FlowBox(NamedTuple):
    """A box that is measured, in points; of a text, the words that are set, and of blocks, these.

    `content` is the least height that what is in it takes; what has no room in one that `goes_on` goes on elsewhere.
    """

    node: Node
    frame: Frame
    settings: BoxSettings
    width: float
    height: float
    content: float
    extent: Extent
    text: lettering.ReadyText | None = None
    blocks: SetBlocks | None = None
    parts: tuple[FlowBox, ...] = ()
    goes_on: bool = False


def draw_flow(node: Node, frame: Frame) -> tuple[Item, ...]:
    """The items of a stack or row in its box, or as high as its boxes are where it has no height."""
    p = Props(node, frame.context)
    width = p.number("w")
    if width <= 0:
        raise ValueProblem(f"a {node.kind} needs a width above zero; write w, or inset", "w")
    box = _measure(node, frame, width)
    place, session = Box(p.number("x"), p.number("y"), width, box.height), frame.session
    if session.trim and session.trim.holds(place, session.at):
        # All that is inside of the box lies where text may.
        session = session._replace(trim=None)
    items = _draw_parts(box, frame._replace(session=session), place)
    session.note_box(node, place)
    return items


def draw_plated(node: Node, frame: Frame) -> tuple[Item, ...]:
    """The items of a text with its plate, or of blocks, in a box of its own; it is as high as they are, or says."""
    p = Props(node, frame.context)
    width = p.number("w")
    if width <= 0 and (node.kind != "text" or BESIDE.keys().isdisjoint(node.props)):
        raise ValueProblem(f"a box of {node.kind} needs a width above zero; write w, or inset", "w")
    box = _measure(_without_place(node), frame, width or None)
    return _draw(box, frame, Box(p.number("x"), p.number("y"), box.width, p.number("h") or box.height))


@lru_cache(maxsize=4096)
def _constant_settings(node: Node) -> BoxSettings | None:
    """The same where it is the same for every card; None where it depends on one."""
    values = (node.props[key] for key in BoxSettings._fields if key in node.props)
    return _settings(node, {}) if all(value.constant for value in values) else None


def _settings(node: Node, context: Context) -> BoxSettings:
    p, flows = Props(node, context), node.kind in FLOWS
    align, justify = (_word(p, "align", _ALIGN), _word(p, "justify", JUSTIFY)) if flows else ("", "")
    size, floor = (p.number("size"), p.number("floor")) if node.kind in _SHRINKING else (0.0, 0.0)
    return BoxSettings(
        p.number("w"), p.number("h"), p.number("pad"), p.number("gap"), p.number("basis"), p.number("grow"),
        p.number("min"), p.number("max") or inf, align, justify, p.word("valign", "top"), size, floor,
        bool(p.any("wrap", False)), _word(p, "overflow", _OVERFLOW),
    )  # fmt: skip


def _word(p: Props, key: str, known: Sequence[str]) -> str:
    """One of some words; without it the first."""
    word = p.word(key, known[0])
    if word not in known:
        raise ValueProblem(f"there is no {key} '{word}'. {did_you_mean(word, known)}", key)
    return word


def _measure(node: Node, frame: Frame, width: float | None, in_row: bool = False) -> FlowBox:
    """A box in a width, or as wide as it likes for None. ValueProblem for one without a size."""
    settings = _constant_settings(node) or _settings(node, frame.context)
    text, blocks, parts, least = None, None, tuple[FlowBox, ...](), None
    if node.kind in FLOWS:
        parts = _measure_parts(node, settings, frame, settings.w or width)
        if settings.wrap:
            settings = settings._replace(align="stretch", justify="start")
        wide, high, least = _size_around(parts, settings, node.kind == "row" and not settings.wrap)
    elif node.kind == "text":
        ready = _with_room(node, settings, settings.w or width)
        text = lettering.prepare(ready, frame.context, frame.session, frame.drawer.library)
        words = text.words if text else lettering.NO_WORDS
        wide, high = words.width + 2 * settings.pad, words.height + 2 * (words.room_above + settings.pad)
    elif node.kind == "blocks":
        blocks = _set_blocks(node, settings, frame, settings.w or width)
        wide, high = 0.0, blocks.height + 2 * settings.pad if blocks and blocks.height else 0.0
    else:
        wide, high = _own_size(node, frame)
    fits_width = width is not None and (node.kind in _FLUID or not wide)
    wide, content, high = settings.w or (width or 0.0 if fits_width else wide), least or high, settings.h or high
    along = settings.basis or ((wide if settings.w or not fits_width else 0.0) if in_row else high)
    extent, goes_on = _extent(node, settings, along, in_row), False
    if frame.session.part and (settings.overflow or (parts and True in [part.goes_on for part in parts])):
        extent, goes_on = extent if in_row else extent._replace(shrinks=True), True
    return FlowBox(node, frame, settings, wide, high, content, extent, text, blocks, parts, goes_on)


def _extent(node: Node, settings: BoxSettings, along: float, in_row: bool) -> Extent:
    """How long a box is along its stack or row. ValueProblem for one that has no length there."""
    is_sized = node.kind in _SIZED or (in_row and node.kind == "blocks")
    if is_sized and node.flow in FLOWS and not along and not settings.grow:
        length = "a width; write w, or grow" if in_row else "a height; write h, or grow"
        raise ValueProblem(f"{with_article(node.kind)} in a {node.flow} needs {length}", "")
    shrinks = node.kind in _FLUID and not settings.w if in_row else settings.size > 0
    return Extent(along, settings.grow, settings.min, settings.max, shrinks)


def _with_room(node: Node, settings: BoxSettings, width: float | None) -> Node:
    """A text with what its pad leaves of its width and height; without a height it takes as many lines as it needs."""
    room = {"w": max(0.0, width - 2 * settings.pad)} if width else {}
    if settings.h:
        room["h"] = max(0.0, settings.h - 2 * settings.pad)
    elif "lines" not in node.props:
        room["lines"] = MANY_LINES
    return with_lengths(node, **room)


def _own_size(node: Node, frame: Frame) -> tuple[float, float]:
    """The width and height that a shape has by itself; 0 for those that it takes from its stack or row."""
    p = Props(node, frame.context)
    if node.kind in ("icon", "qr", "ellipse"):
        return shape_size(node.kind, p)
    if node.kind == "use" and (size := frame.drawer.face_size(p.word("face"), frame.session.look)):
        return size
    return 0.0, 0.0


def _measure_parts(node: Node, settings: BoxSettings, frame: Frame, width: float | None) -> tuple[FlowBox, ...]:
    """The boxes of a stack or row; `width` is what it has, None for as much as it likes."""
    in_row = node.kind == "row"
    room = None if width is None else max(0.0, width - 2 * settings.pad)
    if settings.size:
        frame = frame._replace(session=frame.session._replace(sizes=(settings.size, settings.floor or settings.size)))
    parts: list[FlowBox] = []
    with nest("use", node.where):
        for child, inner in frame.children(node.children):
            try:
                parts.append(_measure(child, inner, None if in_row else room, in_row))
            except (ValueError, ArithmeticError, KeyError) as error:
                frame.drawer.report(error, child, inner.context, inner.session)
        if settings.wrap:
            parts = _lines_of(node, settings, parts, room, frame)
        elif in_row and room is not None:
            parts = _share_width(node, parts, room, settings.gap, frame)
    return tuple(parts)


def _lines_of(
    node: Node, settings: BoxSettings, parts: Sequence[FlowBox], room: float | None, frame: Frame
) -> list[FlowBox]:
    """The lines of a row that wraps, each a row of as many boxes as have room; one where the room is not known."""
    lines: list[list[FlowBox]] = [[]]
    wide = 0.0
    for part in parts:
        length = part.extent.limited(part.extent.length)
        if lines[-1] and room is not None and wide + settings.gap + length > room + _TOLERANCE:
            lines.append([])
        wide = wide + settings.gap + length if lines[-1] else length
        lines[-1].append(part)
    line_node, line_settings = _line_of(node), settings._replace(wrap=False, pad=0.0, w=0.0, h=0.0, size=0.0)
    boxes: list[FlowBox] = []
    for line in filter(None, lines):
        shared = line if room is None else _share_width(node, line, room, settings.gap, frame)
        width, height, _ = _size_around(shared, line_settings, True)
        extent = Extent(height)
        boxes.append(FlowBox(line_node, frame, line_settings, width, height, height, extent, parts=tuple(shared)))
    return boxes


def _share_width(node: Node, parts: Sequence[FlowBox], room: float, gap: float, frame: Frame) -> list[FlowBox]:
    """The boxes of a row at their final widths; texts that are narrower than on one line are measured anew."""
    lengths = share_room([part.extent for part in parts], room, gap)
    wide = sum(lengths) + gap * max(0, len(lengths) - 1)
    if wide > room + _TOLERANCE:
        message = f"the boxes of a row of {frame.session.card} need {to_mm(wide):.1f} mm of width and have"
        hint = "Make one of them narrower, or the row wider."
        _report(node, f"{message} {to_mm(room):.1f}", hint, frame)
    out: list[FlowBox] = []
    for part, length in zip(parts, lengths, strict=True):
        if part.node.kind in _FLUID and abs(length - part.width) > _TOLERANCE:
            out.append(_measure(part.node, part.frame, length)._replace(extent=part.extent))
        else:
            out.append(part if length == part.width else part._replace(width=length))
    return out


def _size_around(parts: Sequence[FlowBox], settings: BoxSettings, in_row: bool) -> tuple[float, float, float]:
    """The width and height of a stack or row around its boxes, and its least height, where some can shrink."""
    gaps, pad = settings.gap * max(0, len(parts) - 1), 2 * settings.pad
    if in_row:
        high = max([part.height for part in parts], default=0.0) + pad
        return sum([part.width for part in parts]) + gaps + pad, high, high
    extents = [part.extent for part in parts]
    high = sum([extent.limited(extent.length) for extent in extents]) + gaps + pad
    shrunk = [0.0 if part.extent.shrinks and not part.goes_on else part.extent.length for part in parts]
    least = sum([extent.limited(length) for extent, length in zip(extents, shrunk, strict=True)]) + gaps + pad
    return max([part.width for part in parts], default=0.0) + pad, high, least


def _draw(box: FlowBox, frame: Frame, place: Box) -> tuple[Item, ...]:
    """The items of a box at its final place."""
    items = _DRAW.get(box.node.kind, _draw_shape)(box, frame, place)
    frame.session.note_box(box.node, place, place.h > 0)
    if not box.node.effects:
        return items
    return with_effects(Props(box.node, frame.context), items, frame.session.tints, box.node.where)


def _draw_text(box: FlowBox, frame: Frame, place: Box) -> tuple[Item, ...]:
    """The items of a text, on its plate."""
    plate = _plate(box.node, frame, place)
    return (*plate, *_draw_words(box, frame.session.over(plate) if plate else frame.session, place))


def _set_blocks(node: Node, settings: BoxSettings, frame: Frame, width: float | None) -> SetBlocks | None:
    """The blocks of a node in a width; none where that is not known yet."""
    # Most faces have none, and do not wait for what knows of documents.
    from printgen.faces.blocks.face_blocks import set_blocks

    if width is None:
        return None
    room, drawer = width - 2 * settings.pad, frame.drawer
    if room <= 0:
        raise ValueProblem("no width is left for what blocks say; give them more, or a smaller pad", "pad")
    return set_blocks(node, frame.context, frame.session, drawer.library, room, drawer.draw)


def _draw_blocks(box: FlowBox, frame: Frame, place: Box) -> tuple[Item, ...]:
    """The items of blocks on their plate, from the top of their box down."""
    box = _with_smaller_letters(box, frame, place)
    if box.blocks is None:
        return ()
    blocks, room = box.blocks, place.h - 2 * box.settings.pad
    if box.goes_on:
        blocks = blocks.take(box.node, frame.session, room, box.settings.overflow)
    if blocks.height > room + _TOLERANCE:
        _report_too_tall(box, place.h, frame)
        return ()
    if not blocks.chunks:
        return ()
    plate = _plate(box.node, frame, place)
    frame = frame.over(plate) if plate else frame
    inner = Box(place.x + box.settings.pad, place.y + box.settings.pad, place.w - 2 * box.settings.pad, place.h)
    return (*plate, *blocks.draw(box.node, frame.session, inner, _place_of_words(box.node, frame.session)))


def _set_across(box: FlowBox, width: float) -> lettering.ReadyText | None:
    """The words of a text across its box; those that were set before its width was known are set anew, if it counts."""
    ready, frame = box.text, box.frame
    if ready is None or ready.plan.settings[0].w < inf:
        return ready
    room = max(width - 2 * box.settings.pad, ready.words.width)
    if ready.plan.settings[0].align in ("start", "left") and room - ready.words.width < _TOLERANCE:
        return ready
    node = with_lengths(ready.node, w=room)
    return lettering.prepare(node, frame.context, frame.session, frame.drawer.library)


def _draw_words(box: FlowBox, session: Session, place: Box) -> tuple[Item, ...]:
    """The words of a text in its box."""
    settings, ready = box.settings, _set_across(box, place.w)
    if ready is None or not ready.words.items:
        return ()
    # A text with a height moves inside of that by itself.
    down = 0.0
    if not settings.h:
        down = ready.words.room_above + ready.words.rise + (place.h - box.height) * SLACK.get(settings.valign, 0.0)
    x, y = place.x + settings.pad, place.y + settings.pad + down
    ready.judge(session, compose(session.at, translate(x, y)))
    items: list[Item] = []
    for item in ready.words.items:
        if not isinstance(item, Text):
            return (Place(_group(box.node, ready.words.items), translate(x, y)),)
        items.append(new_tuple(Text, (item.x + x, item.y + y, *item[2:])))
    if session.preflight is not None:
        session.preflight.note_texts(ready.node, items, session.spot)
    return tuple(items)


def _draw_shape(box: FlowBox, frame: Frame, place: Box) -> tuple[Item, ...]:
    """The items of a shape."""
    node, matrix = _without_place(box.node), translate(place.x, place.y)
    match node.kind:
        case "icon" | "ellipse":
            node = with_lengths(node, cx=place.w / 2, cy=place.h / 2)
        case "image" | "rect" | "barcode" | "use":
            node = with_lengths(node, w=place.w, h=place.h)
    items = frame.drawer.draw((node,), frame.context, frame.session, matrix)
    return (Place(_group(node, items), matrix),) if items else ()


def _draw_parts(box: FlowBox, frame: Frame, place: Box) -> tuple[Item, ...]:
    """The items of a stack or row: its plate, then its boxes, which share its length."""
    box, settings = _with_smaller_letters(box, frame, place), box.settings
    in_row = box.node.kind == "row" and not settings.wrap
    if box.content > place.h + _TOLERANCE and not box.goes_on:
        _report_too_tall(box, place.h, frame)
        return ()
    pad = settings.pad
    along, across = (place.w - 2 * pad, place.h - 2 * pad) if in_row else (place.h - 2 * pad, place.w - 2 * pad)
    if in_row:
        lengths = [part.width for part in box.parts]
    else:
        lengths = share_room([part.extent for part in box.parts], along, settings.gap)
        if box.goes_on and sum(lengths) + settings.gap * (len(lengths) - 1) > along + _TOLERANCE:
            _report_too_tall(box, place.h, frame)
            return ()
    starts = start_of_each(lengths, along, settings.gap, settings.justify)
    items, places = list(_plate(box.node, frame, place)), dict[Where, Box]()
    session = frame.session.over(items)
    for part, start, length in zip(box.parts, starts, lengths, strict=True):
        thick = part.height if in_row else part.width
        stretches = settings.align == "stretch" and part.node.kind in _STRETCHED
        if not thick or (stretches and not (part.settings.h if in_row else part.settings.w)):
            thick = across
        elif part.goes_on:
            thick = min(thick, across)
        aside = pad + (across - thick) * SHIFT.get(settings.align, 0.0)
        x, y, w, h = (pad + start, aside, length, thick) if in_row else (aside, pad + start, thick, length)
        inner_place = Box(place.x + x, place.y + y, w, h)
        if box.node.boxes is not None:
            places[part.node.where] = inner_place
        if (
            part.node.kind == "text"
            and part.node.boxes is None
            and PLATE.keys().isdisjoint(part.node.props)
            and not part.node.effects
        ):
            items += _draw_words(part, session, inner_place)
            continue
        inner = part.frame.session._replace(under=session.under, trim=session.trim)
        try:
            items += _draw(part, part.frame._replace(session=inner), inner_place)
        except (ValueError, ArithmeticError, KeyError) as error:
            frame.drawer.report(error, part.node, part.frame.context, inner)
    # A box that is not drawn has its place before the one that follows it.
    before = Box(place.x + pad, place.y + pad + sum(lengths), 0, 0)
    for child in reversed(box.node.children) if box.node.boxes is not None else ():
        before = places.get(child.where, before)
        if child.where not in places:
            session.note_absent(child, before)
    return tuple(items)


def _with_smaller_letters(box: FlowBox, frame: Frame, place: Box) -> FlowBox:
    """A stack or row whose texts are as large as fits its height, from its size down to its floor."""
    size, floor = box.settings.size, box.settings.floor
    if box.content <= place.h + _TOLERANCE or not 0 < floor < size:
        return box
    session, goes_on = frame.session, box.goes_on
    if goes_on and session.part and session.part.begun:
        return box
    # What goes on elsewhere is set in the same letters there, as large as may be: smaller ones are tried in secret.
    trial = session._replace(state=FaceState()) if goes_on else session

    def attempt(step: int, session: Session = trial) -> FlowBox:
        letters = session.letters * (1 + (floor / size - 1) * step / _STEPS)
        return _measure(box.node, frame._replace(session=session._replace(letters=letters)), place.w)

    low, high, best = 0, _STEPS, attempt(_STEPS)
    while high - low > 1 and best.content <= place.h + _TOLERANCE:
        middle = (low + high) // 2
        tried = attempt(middle)
        if tried.content <= place.h + _TOLERANCE:
            high, best = middle, tried
        else:
            low = middle
    if not goes_on:
        return best
    return attempt(high, session) if best.content <= place.h + _TOLERANCE else box


def _report_too_tall(box: FlowBox, height: float, frame: Frame) -> None:
    tallest, kind = max(box.parts, key=lambda part: part.height, default=box), box.node.kind
    needs, has = ("need", "have") if kind == "blocks" else ("needs", "has")
    message = (
        f"the {kind} of {frame.session.card} {needs} {to_mm(box.content):.1f} mm of height and {has}"
        f" {to_mm(height):.1f}"
    )
    if box.parts:
        message = f"{message}; its tallest box is the {tallest.node.kind} with {to_mm(tallest.height):.1f} mm"
    hint = "Shorten what is in it, give it more room, or a size with a floor such as 9..6.5."
    if tallest.node.kind == "blocks" and not tallest.settings.overflow:
        hint = f"{hint[:-1]}; overflow: card lets it go on on another card."
    elif tallest.settings.overflow and frame.session.part is None:
        hint = f"{hint[:-1]}; overflow counts on the front of a card alone, and not in a face that it uses."
    _report(tallest.node, message, hint, frame, box.node)


def _place_of_words(node: Node, session: Session) -> Where:
    """Where the card says what a text or blocks say, or else the line of the node."""
    value = node.props.get("from" if node.kind == "blocks" else "text")
    return session.spot(value.field) if value and value.field else node.where


def _report(node: Node, message: str, hint: str, frame: Frame, cause: Node | None = None) -> None:
    """Report what does not fit where the card says it, or else at the line of the node."""
    where = _place_of_words(node, frame.session)
    finding = Finding("error", where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT, (cause or node).where)
    if finding not in frame.session.state.findings:
        frame.session.add(finding)


def _plate(node: Node, frame: Frame, place: Box) -> tuple[Item, ...]:
    """What lies under a text, a stack or a row."""
    if "ground" not in node.props and "outline" not in node.props:
        return ()
    p, tints = Props(node, frame.context), frame.session.tints
    outline = round_rect(place, p.number("radius")) if "radius" in p else rectangle(place)
    fill, line = paint(p, "ground", tints, outline), p.color("outline", tints)
    if fill is None and line is None:
        return ()
    return (Path(outline, fill, Stroke(line, _OUTLINE) if line else None),)


_DRAW: Mapping[str, Callable[[FlowBox, Frame, Box], tuple[Item, ...]]] = {
    "stack": _draw_parts, "row": _draw_parts, "text": _draw_text, "blocks": _draw_blocks,
}  # fmt: skip


@lru_cache(maxsize=4096)
def _group(node: Node, items: tuple[Item, ...]) -> Group:
    """What a node draws, which is the same group on every card that has the same in it."""
    return Group(items)


@lru_cache(maxsize=4096)
def _line_of(node: Node) -> Node:
    """A line of a row that wraps, which has no plate of its own."""
    return replace(node, props={}, effects=False)


@lru_cache(maxsize=4096)
def _without_place(node: Node) -> Node:
    """A node at the corner of its box; its condition holds, and its effects are those of the whole box."""
    props = {key: value for key, value in node.props.items() if key not in ("x", "y")}
    return replace(node, props=props, when=None, effects=False, flow=node.flow or node.kind)
