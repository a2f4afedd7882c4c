"""Measures the boxes of stacks and rows from the inside out: the width and height that each takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from printgen.base.errors import Exit, Finding, ValueProblem, Where, known_word
from printgen.base.limits import consume, nest
from printgen.base.units import Matrix, to_mm, with_article
from printgen.drawing.model import Item
from printgen.drawing.words import MANY_LINES
from printgen.faces import lettering
from printgen.faces.face import Node, Props, with_lengths
from printgen.faces.session import Session
from printgen.faces.shape_words import FLOWS, PLATE
from printgen.faces.shapes import shape_size
from printgen.layout.boxes import JUSTIFY, SHIFT, Extent, share_room

if TYPE_CHECKING:
    from printgen.faces.blocks.face_blocks import SetBlocks
    from printgen.faces.library import Library

Context = dict[str, Any]

_ALIGN = ("stretch", *SHIFT)
_OVERFLOW = ("", "back", "card")
"""Where blocks go on that are too high; nowhere for ""."""
_TOLERANCE = 0.01
_SIZED = frozenset({"image", "rect", "barcode", "group", "use"})
"""Shapes that have no length unless it is written, or they grow."""
_FLUID = frozenset({"text", "blocks", *FLOWS})
"""What is as wide as its stack, and in a row as wide as what is in it."""
_SHRINKING = frozenset({"blocks", *FLOWS})
"""What may say a range of sizes, by which all that is in it gets smaller together."""


class Drawer(NamedTuple):
    """Draws the nodes of a face, and knows the faces of the library."""

    draw: Callable[[tuple[Node, ...], Context, Session, Matrix], tuple[Item, ...]]
    entries: Callable[[Node, Context, Session], Iterator[tuple[Context, Session]]]
    face_size: Callable[[str, str], tuple[float, float] | None]
    report: Callable[[Exception, Node, Context, Session], None]
    library: Library


class Frame(NamedTuple):
    """The context, session and drawer with which a box is drawn."""

    context: Context
    session: Session
    drawer: Drawer

    def children(self, nodes: Sequence[Node]) -> Iterator[tuple[Node, Frame]]:
        """The boxes of a stack or row, each with its frame; an each gives some for every entry."""
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
    """The settings of a node for its box by their keys; lengths in points, 0 for those that it leaves out."""

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
    bare: bool
    """Whether it is a text of nothing but words, and nothing asks where it is."""


class FlowBox(NamedTuple):
    """A measured box, in points, with the set words of a text, or its set blocks.

    `content` is the least height that its contents take; contents without room in a box that `goes_on` are continued
    elsewhere.
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


def measure_box(node: Node, frame: Frame, width: float | None, in_row: bool = False) -> FlowBox:
    """A box in a width, or as wide as its contents for None. ValueProblem for one without a size."""
    settings = _constant_settings(node) or _settings(node, frame.context)
    text, blocks, least = None, None, None
    parts: tuple[FlowBox, ...] = ()
    if node.kind in FLOWS:
        parts = _measure_parts(node, settings, frame, settings.w or width)
        if settings.wrap:
            settings = settings._replace(align="stretch", justify="start")
        wide, high, least = _size_around(parts, settings, node.kind == "row" and not settings.wrap)
    elif node.kind == "text":
        ready = _with_room(node, settings.pad, settings.w or width, settings.h)
        text = lettering.prepare(ready, frame.context, frame.session, frame.drawer.library)
        words = text.words if text else lettering.NO_WORDS
        wide, high = words.width + 2 * settings.pad, words.height + 2 * (words.room_above + settings.pad)
    elif node.kind == "blocks":
        blocks = _set_blocks(node, settings, frame, settings.w or width)
        wide, high = 0.0, blocks.height + 2 * settings.pad if blocks and blocks.height else 0.0
    else:
        wide, high = _own_size(node, frame)
    fits_width = width is not None and (node.kind in _FLUID or not wide)
    wide, content = settings.w or (width or 0.0 if fits_width else wide), high if least is None else least
    high = settings.h or high
    along = settings.basis or ((wide if settings.w or not fits_width else 0.0) if in_row else high)
    extent, goes_on = _extent(node, settings, along, in_row), False
    if node.kind == "row" and content < high and not in_row:
        extent = extent._replace(shrinks=True)
    if frame.session.part and (settings.overflow or (parts and True in [part.goes_on for part in parts])):
        extent, goes_on = extent if in_row else extent._replace(shrinks=True), True
    return FlowBox(node, frame, settings, wide, high, content, extent, text, blocks, parts, goes_on)


@lru_cache(maxsize=4096)
def _constant_settings(node: Node) -> BoxSettings | None:
    """The settings of a node for its box if they are the same for every card, else None."""
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
        node.kind == "text" and node.boxes is None and not node.effects and PLATE.keys().isdisjoint(node.props),
    )  # fmt: skip


def _word(p: Props, key: str, words: Sequence[str]) -> str:
    """One of some words; the first when the setting is missing."""
    return known_word(p.word(key, words[0]), words, key, key)


def _extent(node: Node, settings: BoxSettings, along: float, in_row: bool) -> Extent:
    """How long a box is along its stack or row. ValueProblem for one that has no length there."""
    is_open = not along and not settings.grow and node.flow in FLOWS
    if is_open and (node.kind in _SIZED or (in_row and node.kind == "blocks")):
        length = "a width; write w, or grow" if in_row else "a height; write h, or grow"
        raise ValueProblem(f"{with_article(node.kind)} in a {node.flow} needs {length}", "")
    shrinks = node.kind in _FLUID and not settings.w if in_row else settings.size > 0
    return Extent(along, settings.grow, settings.min, settings.max, shrinks)


@lru_cache(maxsize=4096)
def _with_room(node: Node, pad: float, width: float | None, height: float) -> Node:
    """A text with what its pad leaves of its width and height; without a height it takes as many lines as it needs."""
    room = {"w": max(0.0, width - 2 * pad)} if width else {}
    if height:
        room["h"] = max(0.0, height - 2 * pad)
    elif "lines" not in node.props:
        room["lines"] = MANY_LINES
    return with_lengths(node, **room)


def _own_size(node: Node, frame: Frame) -> tuple[float, float]:
    """The natural width and height of a shape; 0 for a side that it takes from its stack or row."""
    p = Props(node, frame.context)
    if node.kind in ("icon", "qr", "ellipse"):
        return shape_size(node.kind, p)
    if node.kind == "use" and (size := frame.drawer.face_size(p.word("face"), frame.session.look)):
        return size
    return 0.0, 0.0


def _measure_parts(node: Node, settings: BoxSettings, frame: Frame, width: float | None) -> tuple[FlowBox, ...]:
    """The boxes of a stack or row in a width; None for a width as large as they like."""
    in_row = node.kind == "row"
    room = None if width is None else max(0.0, width - 2 * settings.pad)
    if settings.size:
        frame = frame._replace(session=frame.session._replace(sizes=(settings.size, settings.floor or settings.size)))
    parts: list[FlowBox] = []
    with nest("use", node.where):
        for child, inner in frame.children(node.children):
            try:
                part = measure_box(child, inner, None if in_row else room, in_row)
                if room and not in_row and settings.align != "stretch" and (wide := _own_width(part)) < room:
                    part = measure_box(child, inner, wide)
                parts.append(part)
            except (ValueError, ArithmeticError, KeyError) as error:
                frame.drawer.report(error, child, inner.context, inner.session)
        if settings.wrap:
            parts = _lines_of(node, settings, parts, room, frame)
        elif in_row and room is not None:
            parts = _share_width(node, parts, room, settings.gap, frame)
    return tuple(parts)


def _own_width(box: FlowBox) -> float:
    """The width of a text's words, or of a row without growing boxes; infinite for a box that takes all room."""
    settings, parts = box.settings, box.parts
    if box.text and not settings.w:
        return box.text.words.width + 2 * settings.pad + _TOLERANCE
    takes_all = settings.w or settings.wrap or box.node.kind != "row" or any(part.extent.grow for part in parts)
    return inf if takes_all else _size_around(parts, settings, True)[0] + _TOLERANCE


def _lines_of(
    node: Node, settings: BoxSettings, parts: Sequence[FlowBox], room: float | None, frame: Frame
) -> list[FlowBox]:
    """The lines of a wrapping row, each a row of as many boxes as fit; a single one when the room is unknown."""
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
    """The boxes of a row at their final widths; texts narrower than their single line are measured again."""
    lengths = share_room([part.extent for part in parts], room, gap)
    wide = sum(lengths) + gap * max(0, len(lengths) - 1)
    if wide > room + _TOLERANCE:
        message = f"the boxes of a row of {frame.session.card} need {to_mm(wide):.1f} mm of width and have"
        hint = "Make one of them narrower, or the row wider."
        report_misfit(node, f"{message} {to_mm(room):.1f}", hint, frame)
    out: list[FlowBox] = []
    for part, length in zip(parts, lengths, strict=True):
        if part.node.kind in _FLUID and (abs(length - part.width) > _TOLERANCE or _needs_width(part)):
            out.append(measure_box(part.node, part.frame, length)._replace(extent=part.extent))
        else:
            out.append(part if length == part.width else part._replace(width=length))
    return out


def _needs_width(box: FlowBox) -> bool:
    """Whether a box contains blocks that wait for its width."""
    return (box.node.kind == "blocks" and box.blocks is None) or any(map(_needs_width, box.parts))


def _size_around(parts: Sequence[FlowBox], settings: BoxSettings, in_row: bool) -> tuple[float, float, float]:
    """The width and height of a stack or row around its boxes, and its least height, where some can shrink."""
    gaps, pad = settings.gap * max(0, len(parts) - 1), 2 * settings.pad
    if in_row:
        high = max([part.height for part in parts], default=0.0) + pad
        heights = [part.content if part.node.kind in FLOWS else part.height for part in parts]
        shrunk = [0.0 if part.settings.size else height for part, height in zip(parts, heights, strict=True)]
        return sum([part.width for part in parts]) + gaps + pad, high, max(shrunk, default=0.0) + pad
    lengths = [part.extent.limited(part.extent.length) for part in parts]
    pairs = zip(parts, lengths, strict=True)
    shrunk = [part.extent.least if part.extent.shrinks and not part.goes_on else length for part, length in pairs]
    wide = max([part.width for part in parts], default=0.0) + pad
    return wide, sum(lengths) + gaps + pad, sum(shrunk) + gaps + pad


def _set_blocks(node: Node, settings: BoxSettings, frame: Frame, width: float | None) -> SetBlocks | None:
    """The blocks of a node in a width; None when the width is not known yet."""
    # Most faces have no blocks: they do not wait for the import of documents.
    from printgen.faces.blocks.face_blocks import set_blocks

    if width is None:
        return None
    room, drawer = width - 2 * settings.pad, frame.drawer
    if room <= 0:
        raise ValueProblem("no width is left for what blocks say; give them more, or a smaller pad", "pad")
    return set_blocks(node, frame.context, frame.session, drawer.library, room, drawer.draw)


def set_across(box: FlowBox, width: float) -> tuple[lettering.ReadyText | None, float]:
    """The words of a text across its box, and how far to the right they move there, in points.

    Words that were set before the width was known are set again only if it changes more than their place.
    """
    ready, frame = box.text, box.frame
    if ready is None or ready.plan.settings[0].w < inf:
        return ready, 0.0
    room, (setting, *other_ways) = max(width - 2 * box.settings.pad, ready.words.width), ready.plan.settings
    if setting.align in ("left", "center", "right") and not other_ways:
        return ready, room * setting.shift(leftward=False)
    if setting.align == "start" and room - ready.words.width < _TOLERANCE:
        return ready, 0.0
    node = with_lengths(ready.node, w=room)
    return lettering.prepare(node, frame.context, frame.session, frame.drawer.library), 0.0


def place_of_words(node: Node, session: Session) -> Where:
    """The place where a card gives the words of a text or of blocks, or else the line of the node."""
    value = node.props.get("from" if node.kind == "blocks" else "text")
    return session.spot(value.field) if value and value.field else node.where


def report_misfit(node: Node, message: str, hint: str, frame: Frame, cause: Node | None = None) -> None:
    """Report contents that do not fit, where the card gives them or else at the line of the node."""
    where = place_of_words(node, frame.session)
    finding = Finding("error", where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT, (cause or node).where)
    if finding not in frame.session.state.findings:
        frame.session.add(finding)


@lru_cache(maxsize=4096)
def _line_of(node: Node) -> Node:
    """A line of a wrapping row, without a plate of its own."""
    return replace(node, props={}, effects=False)
