"""Places the boxes of stacks and rows: measures them from the inside out, then draws them from the outside in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from printgen.base.errors import Exit, Finding, ValueProblem, did_you_mean
from printgen.base.limits import consume, nest
from printgen.base.units import Matrix, to_mm, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.words import MANY_LINES
from printgen.faces import lettering
from printgen.faces.face import Node, Props
from printgen.faces.pictures import with_effects
from printgen.faces.session import Session
from printgen.faces.setting import SLACK
from printgen.faces.shape_words import FLOWS
from printgen.layout.boxes import JUSTIFY, SHIFT, Extent, share_room, start_of_each
from printgen.reading.texts import constant

if TYPE_CHECKING:
    from printgen.faces.library import Library

Context = dict[str, Any]

_ALIGN = ("stretch", *SHIFT)
_ICON = 12.0
_TOLERANCE = 0.01
_STEPS = 24
"""In so many steps the letters of a stack go from their size down to their floor."""


class FlowBox(NamedTuple):
    """A box that is measured: its node, what is known where it is drawn, and how large it is at least; in points.

    The node of a text has its width and no height; `rise` is how far below the top of the box its baseline is.
    """

    node: Node
    context: Context
    session: Session
    width: float
    height: float
    extent: Extent
    rise: float = 0.0
    parts: tuple[FlowBox, ...] = ()


class Drawer(NamedTuple):
    """What draws the nodes of a face for a card, and knows the faces of the library."""

    draw: Callable[[Node, Context, Session, Matrix], tuple[Item, ...]]
    entries: Callable[[Node, Context, Session], Iterator[tuple[Context, Session]]]
    face_size: Callable[[str, str], tuple[float, float] | None]
    report: Callable[[Exception, Node, Context, Session], None]
    library: Library


def draw_flow(node: Node, context: Context, session: Session, drawer: Drawer) -> tuple[Item, ...]:
    """The items of a stack or row in its box, or as high as its boxes are where it has no height."""
    p = Props(node, context)
    width, height = p.number("w"), p.number("h")
    if width <= 0:
        raise ValueProblem(f"a {node.kind} needs a width above zero; write w, or inset", "w")
    box, session = _fit(node, context, session, drawer, width, height)
    if height and box.height > height + _TOLERANCE:
        _report_too_tall(box, height, session)
        return ()
    return _draw_parts(box, p.number("x"), p.number("y"), width, height or box.height, session, drawer)


def _fit(
    node: Node, context: Context, session: Session, drawer: Drawer, width: float, height: float
) -> tuple[FlowBox, Session]:
    """The measured box in the largest letters with which it has room, from its size down to its floor."""
    p = Props(node, context)
    size, floor = p.number("size"), p.number("floor")
    least = floor / size if height and 0 < floor < size else 1.0

    def attempt(step: int) -> tuple[FlowBox, Session]:
        scaled = session._replace(letters=session.letters * (1 + (least - 1) * step / _STEPS))
        return _measure(node, context, scaled, drawer, width, False), scaled

    low, high = 0, _STEPS
    best = attempt(low)
    if least == 1.0 or best[0].height <= height + _TOLERANCE:
        return best
    best = attempt(high)
    while high - low > 1:
        middle = (low + high) // 2
        tried = attempt(middle)
        if tried[0].height <= height + _TOLERANCE:
            high, best = middle, tried
        else:
            low = middle
    return best


def draw_plated(node: Node, context: Context, session: Session, drawer: Drawer) -> tuple[Item, ...]:
    """The items of a text with its plate, in a box of its own."""
    p = Props(node, context)
    x, y, width, height = (p.number(key) for key in ("x", "y", "w", "h"))
    box = _measure(_inner(node), context, session, drawer, width, False)
    return _draw(box, x, y, width, height, session, drawer)


def _report_too_tall(box: FlowBox, height: float, session: Session) -> None:
    tallest = max(box.parts, key=lambda part: part.height, default=box)
    message = (
        f"the {box.node.kind} of {session.card} needs {to_mm(box.height):.1f} mm of height and has {to_mm(height):.1f};"
        f" its tallest box is the {tallest.node.kind} with {to_mm(tallest.height):.1f} mm"
    )
    hint = "Shorten what is in it, give it more room, or a size with a floor such as 9..6.5."
    where = _spot_of(tallest, session)
    session.add(Finding("error", where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT, box.node.where))


def _spot_of(box: FlowBox, session: Session) -> Any:
    """Where the card says what is in a box; the line of the box where it does not."""
    field = box.node.props["text"].field if "text" in box.node.props else None
    return session.spot(field) if field else box.node.where


def _measure(
    node: Node, context: Context, session: Session, drawer: Drawer, width: float | None, in_row: bool
) -> FlowBox:
    """A box in a width, or as wide as it likes for None. ValueProblem for what has no size."""
    p = Props(node, context)
    own_w, own_h = p.number("w"), p.number("h")
    rise, parts = 0.0, tuple[FlowBox, ...]()
    if node.kind in FLOWS:
        wide, high, parts = _measure_parts(node, p, context, session, drawer, own_w or width)
    elif node.kind == "text":
        pad = 2 * p.number("pad")
        if not own_h and "lines" not in node.props:
            node = _sized(node, lines=MANY_LINES)
        if width or own_w:
            node = _sized(node, w=max(0.0, (own_w or width or 0.0) - pad))
        if own_h:
            node = _sized(node, h=max(0.0, own_h - pad))
        words = lettering.measure(node, context, session, drawer.library)
        wide, high, rise = words.width + pad, words.height + pad, 0.0 if own_h else words.rise
    else:
        wide, high = _own_size(node, p, session, drawer)
    along = p.number("basis") or ((own_w or wide) if in_row else own_h or high)
    if node.kind in _SIZED and not along and not p.number("grow"):
        raise ValueError(f"{node.kind} in a {'row' if in_row else 'stack'} needs {'w' if in_row else 'h'}, or grow")
    wide = own_w or (wide if width is None or (node.kind not in ("text", *FLOWS) and wide) else width)
    high = own_h or high
    extent = Extent(
        p.number("basis") or (wide if in_row else high), p.number("grow"), p.number("min"), p.number("max") or inf,
        in_row and node.kind in ("text", *FLOWS) and not own_w,
    )  # fmt: skip
    return FlowBox(node, context, session, wide, high, extent, rise, parts)


def _own_size(node: Node, p: Props, session: Session, drawer: Drawer) -> tuple[float, float]:
    """The width and height that a shape has by itself; 0 for those that it takes from its stack or row."""
    if node.kind == "icon":
        return (p.number("size", _ICON),) * 2
    if node.kind == "qr":
        return (p.number("size"),) * 2
    if node.kind == "ellipse":
        r = p.number("r")
        return 2 * p.number("rx", r), 2 * p.number("ry", r)
    if node.kind == "use" and (size := drawer.face_size(p.word("face"), session.look)):
        return size
    return 0.0, 0.0


def _children(
    nodes: Sequence[Node], context: Context, session: Session, drawer: Drawer
) -> Iterator[tuple[Node, Context, Session]]:
    """The boxes of a stack or row, with what is known where each is drawn: an each has some for every entry."""
    consume("items", len(nodes) + 1)
    for node in nodes:
        try:
            if node.when is not None and not node.when.holds("when", context):
                continue
            node = replace(node, when=None) if node.when is not None else node
            if node.kind != "each":
                yield node, context, session
                continue
            for inner, entry in drawer.entries(node, context, session):
                yield from _children(node.children, inner, entry, drawer)
        except (ValueError, ArithmeticError, KeyError) as error:
            drawer.report(error, node, context, session)


def _measure_parts(
    node: Node, p: Props, context: Context, session: Session, drawer: Drawer, width: float | None
) -> tuple[float, float, tuple[FlowBox, ...]]:
    """The width and height of a stack or row, and its boxes; `width` is what it has, None for as much as it likes."""
    pad, gap, in_row = p.number("pad"), p.number("gap"), node.kind == "row"
    room = None if width is None else max(0.0, width - 2 * pad)
    parts: list[FlowBox] = []
    with nest("use", node.where):
        children = list(_children(node.children, context, session, drawer))
        for child, inner, entry in children:
            try:
                part = _measure(child, inner, entry, drawer, None if in_row else room, in_row)
            except (ValueError, ArithmeticError, KeyError) as error:
                drawer.report(error, child, inner, entry)
                continue
            parts.append(part)
        if in_row and room is not None:
            lengths = share_room([part.extent for part in parts], room, gap)
            if sum(lengths) + gap * (len(lengths) - 1) > room + _TOLERANCE:
                _report_too_wide(node, sum(lengths) + gap * (len(lengths) - 1), room, session)
            parts = [
                _measure(part.node, part.context, part.session, drawer, length, True)._replace(extent=part.extent)
                if part.node.kind in ("text", *FLOWS) and abs(length - part.width) > _TOLERANCE
                else part._replace(width=length)
                for part, length in zip(parts, lengths, strict=True)
            ]
    gaps = gap * max(0, len(parts) - 1)
    if in_row:
        wide, high = sum(part.width for part in parts) + gaps, max((part.height for part in parts), default=0.0)
    else:
        wide = max((part.width for part in parts), default=0.0)
        high = sum(part.extent.limited(part.extent.length) for part in parts) + gaps
    return wide + 2 * pad, high + 2 * pad, tuple(parts)


def _report_too_wide(node: Node, wide: float, room: float, session: Session) -> None:
    message = f"the boxes of a row of {session.card} need {to_mm(wide):.1f} mm of width and have {to_mm(room):.1f}"
    hint = "Make one of them narrower, or the row wider."
    session.add(Finding("error", node.where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT, node.where))


def _draw(
    box: FlowBox, x: float, y: float, width: float, height: float, session: Session, drawer: Drawer
) -> tuple[Item, ...]:
    """The items of a box that has its final size, its top left corner at (x, y)."""
    if box.node.kind in FLOWS:
        items = _draw_parts(box, x, y, width, height, session, drawer)
    else:
        items = _draw_shape(box, x, y, width, height, session, drawer)
    if not box.node.effects:
        return items
    return with_effects(Props(box.node, box.context), items, session.tints, box.node.where)


def _draw_shape(
    box: FlowBox, x: float, y: float, width: float, height: float, session: Session, drawer: Drawer
) -> tuple[Item, ...]:
    """The items of a shape, or of a text on its plate."""
    node, matrix = _final(box, width, height), translate(x, y)
    plate = _plate(box, x, y, width, height, session, drawer)
    if node.kind == "text":
        p = Props(node, box.context)
        # A text with a height moves inside of that by itself.
        spare = 0.0 if "h" in node.props else height - box.height
        down = p.number("pad") + box.rise + spare * SLACK.get(p.word("valign", "top"), 0.0)
        matrix = translate(x + p.number("pad"), y + down)
    return (*plate, *_place(drawer.draw(_inner(node), box.context, session.over(plate), matrix), matrix))


def _final(box: FlowBox, width: float, height: float) -> Node:
    """The node of a box with its final size, at the corner of the box."""
    node = box.node
    match node.kind:
        case "text":
            return node
        case "icon":
            return _sized(node, cx=width / 2, cy=height / 2)
        case "ellipse":
            return _sized(node, cx=width / 2, cy=height / 2)
        case "qr" | "group":
            return node
    return _sized(node, w=width, h=height)


def _draw_parts(
    box: FlowBox, x: float, y: float, width: float, height: float, session: Session, drawer: Drawer
) -> tuple[Item, ...]:
    p, in_row = Props(box.node, box.context), box.node.kind == "row"
    pad, gap = p.number("pad"), p.number("gap")
    align, justify = p.word("align", "stretch"), p.word("justify", "start")
    for key, word, known in (("align", align, _ALIGN), ("justify", justify, JUSTIFY)):
        if word not in known:
            raise ValueProblem(f"there is no {key} '{word}'. {did_you_mean(word, known)}", key)
    along, across = (width, height) if in_row else (height, width)
    along, across = along - 2 * pad, across - 2 * pad
    lengths = [part.width for part in box.parts] if in_row else share_room([b.extent for b in box.parts], along, gap)
    starts = start_of_each(lengths, along, gap, justify)
    items = list(_plate(box, x, y, width, height, session, drawer))
    session = session.over(items)
    for part, start, length in zip(box.parts, starts, lengths, strict=True):
        own = part.height if in_row else part.width
        wide = across if not own or (align == "stretch" and _stretches(part.node, in_row)) else own
        aside = (across - wide) * SHIFT.get(align, 0.0)
        inner = session._replace(counted=part.session.counted, letters=part.session.letters)
        if in_row:
            items += _draw(part, x + pad + start, y + pad + aside, length, wide, inner, drawer)
        else:
            items += _draw(part, x + pad + aside, y + pad + start, wide, length, inner, drawer)
    return tuple(items)


def _stretches(node: Node, in_row: bool) -> bool:
    """Whether a box is as wide as its stack, or as high as its row, since it says nothing of that itself."""
    return node.kind in _STRETCHED and not node.says("h" if in_row else "w")


_SIZED = frozenset({"image", "rect", "barcode", "group", "use"})
_STRETCHED = frozenset({"text", "image", "rect", "barcode", "group", *FLOWS})


def _plate(
    box: FlowBox, x: float, y: float, width: float, height: float, session: Session, drawer: Drawer
) -> tuple[Item, ...]:
    """The ground of a text, a stack or a row, with its outline."""
    props = box.node.props
    if box.node.kind not in ("text", *FLOWS) or not props.keys() & {"ground", "outline"}:
        return ()
    named = {"fill": "ground", "stroke": "outline", "radius": "radius"}
    plate = replace(
        box.node, kind="rect", children=(), effects=False,
        props={name: props[key] for name, key in named.items() if key in props},
    )  # fmt: skip
    matrix = translate(x, y)
    return _place(drawer.draw(_sized(plate, w=width, h=height), box.context, session, matrix), matrix)


def _place(items: tuple[Item, ...], matrix: Matrix) -> tuple[Item, ...]:
    return (Place(Group(items), matrix),) if items else ()


# Cards of a deck have boxes of few sizes, and what is set in one of them before is found by its node.
@lru_cache(maxsize=4096)
def _sized(node: Node, **lengths: float) -> Node:
    """A node with these settings in points."""
    return replace(node, props={**node.props, **{key: constant(value) for key, value in lengths.items()}})


@lru_cache(maxsize=4096)
def _inner(node: Node) -> Node:
    """A node that lies at the corner of its box; its effects are those of the whole box."""
    props = {key: value for key, value in node.props.items() if key not in ("x", "y")}
    return replace(node, props=props, effects=False, flow=node.flow or node.kind)
