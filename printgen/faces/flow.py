"""Draws stacks and rows: shares their room among the boxes that were measured, from the outside in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from printgen.base.errors import ValueProblem
from printgen.base.units import Box, compose, to_mm, translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Stroke, Text
from printgen.drawing.outlines import rectangle, round_rect
from printgen.drawing.paragraphs import new_tuple
from printgen.faces.face import Node, Props, with_lengths
from printgen.faces.flow_boxes import FlowBox, Frame, measure_box, place_of_words, report_misfit, set_across
from printgen.faces.pictures import with_effects
from printgen.faces.session import FaceState, Session
from printgen.faces.setting import SLACK
from printgen.faces.shape_words import BESIDE, FLOWS
from printgen.faces.shapes import paint
from printgen.layout.boxes import SHIFT, share_room, start_of_each

_OUTLINE = 0.5
"""How thick the outline of a plate is, in points."""
_TOLERANCE = 0.01
_KEPT = 512
"""So many texts of a node are kept in their places, for cards that have the same there."""
_STEPS = 24
"""In so many steps the letters of a stack go from their size down to their floor."""
_STRETCHED = frozenset({"text", "blocks", "image", "rect", "barcode", "group", *FLOWS})
"""Shapes that are as wide as their stack, or as high as their row."""


def draw_flow(node: Node, frame: Frame) -> tuple[Item, ...]:
    """The items of a stack or row in its box, or as high as its boxes are where it has no height."""
    p = Props(node, frame.context)
    width = p.number("w")
    if width <= 0:
        raise ValueProblem(f"a {node.kind} needs a width above zero; write w, or inset", "w")
    box = measure_box(node, frame, width)
    place, session = _place_of(p, width, box.height), frame.session
    if session.trim and session.trim.holds(place, session.at):
        # All that is inside of the box lies where text may.
        session = session._replace(trim=None)
    items = _draw_parts(box, frame._replace(session=session), place)
    session.note_box(node, place)
    return items


def draw_plated(node: Node, frame: Frame) -> tuple[Item, ...]:
    """The items of a text or of blocks with its plate; without a height it is as high as its contents."""
    p = Props(node, frame.context)
    width = p.number("w")
    if width <= 0 and (node.kind != "text" or BESIDE.keys().isdisjoint(node.props)):
        raise ValueProblem(f"a box of {node.kind} needs a width above zero; write w, or inset", "w")
    box = measure_box(_without_place(node), frame, width or None)
    return _draw(box, frame, _place_of(p, box.width, p.number("h") or box.height))


def _place_of(p: Props, width: float, height: float) -> Box:
    """The place of a box. A box with a foot and no place ends there, and begins no higher than the top of the face."""
    foot = p.number("foot")
    high = min(height, foot) if "foot" in p else height
    return Box(p.number("x"), foot - high if "foot" in p else p.number("y"), width, high)


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
    session = frame.session.over(plate) if plate else frame.session
    inner = Box(place.x + box.settings.pad, place.y + box.settings.pad, place.w - 2 * box.settings.pad, place.h)
    return (*plate, *blocks.draw(box.node, session, inner, place_of_words(box.node, session)))


def _draw_words(box: FlowBox, session: Session, place: Box) -> tuple[Item, ...]:
    """The words of a text in its box."""
    settings, (ready, aside) = box.settings, set_across(box, place.w)
    if ready is None or not ready.words.items:
        return ()
    # A text with a height moves inside of that by itself.
    down = 0.0
    if not settings.h:
        down = ready.words.room_above + ready.words.rise + (place.h - box.height) * SLACK.get(settings.valign, 0.0)
    x, y = place.x + settings.pad + aside, place.y + settings.pad + down
    ready.judge(session, compose(session.at, translate(x, y)))
    key, moved = (ready.text, ready.inks, session.tints, x, y), ready.plan.moved
    if (kept_words := moved.get(key)) is not None:
        return kept_words
    items: list[Item] = []
    for item in ready.words.items:
        if not isinstance(item, Text):
            return (Place(_group(box.node, ready.words.items), translate(x, y)),)
        items.append(new_tuple(Text, (item.x + x, item.y + y, *item[2:])))
    if session.preflight is not None:
        session.preflight.note_texts(ready.node, items, session.spot)
    if len(moved) < _KEPT:
        moved[key] = tuple(items)
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
    box, gap = _with_smaller_letters(box, frame, place), box.settings.gap
    along = (place.w if _runs_across(box) else place.h) - 2 * box.settings.pad
    lengths = _lengths_of_parts(box, along)
    if box.goes_on:
        is_too_tall = not _runs_across(box) and sum(lengths) + gap * (len(lengths) - 1) > along + _TOLERANCE
    else:
        is_too_tall = box.content > place.h + _TOLERANCE
    if is_too_tall:
        _report_too_tall(box, place.h, frame)
        return ()
    items = [*_plate(box.node, frame, place)]
    session = frame.session.over(items)
    starts = start_of_each(lengths, along, gap, box.settings.justify)
    places = [_place_of_part(box, part, place, *at) for part, *at in zip(box.parts, starts, lengths, strict=True)]
    for part, part_place in zip(box.parts, places, strict=True):
        if part.settings.bare:
            items += _draw_words(part, session, part_place)
            continue
        inner = part.frame.session._replace(under=session.under, trim=session.trim)
        try:
            items += _draw(part, part.frame._replace(session=inner), part_place)
        except (ValueError, ArithmeticError, KeyError) as error:
            frame.drawer.report(error, part.node, part.frame.context, inner)
    if box.node.boxes is not None:
        _note_absent_parts(box, session, place, places)
    return tuple(items)


def _runs_across(box: FlowBox) -> bool:
    return box.node.kind == "row" and not box.settings.wrap


def _lengths_of_parts(box: FlowBox, along: float) -> Sequence[float]:
    """The widths of the boxes of a row; the heights of those of a stack, with their share of what is left."""
    if _runs_across(box):
        return [part.width for part in box.parts]
    return share_room([part.extent for part in box.parts], along, box.settings.gap)


def _place_of_part(box: FlowBox, part: FlowBox, place: Box, start: float, length: float) -> Box:
    """The place of a box in a stack or row at this place, which begins there and is as long along it."""
    in_row, pad, align = _runs_across(box), box.settings.pad, box.settings.align
    across = (place.h if in_row else place.w) - 2 * pad
    thick = part.height if in_row else part.width
    stretches = align == "stretch" and part.node.kind in _STRETCHED
    if not thick or (stretches and not (part.settings.h if in_row else part.settings.w)):
        thick = across
    elif part.goes_on or in_row:
        thick = min(thick, across)
    aside = pad + (across - thick) * SHIFT.get(align, 0.0)
    x, y, w, h = (pad + start, aside, length, thick) if in_row else (aside, pad + start, thick, length)
    return Box(place.x + x, place.y + y, w, h)


def _note_absent_parts(box: FlowBox, session: Session, place: Box, places: Sequence[Box]) -> None:
    """Give a box that is not drawn a place before the one that follows it, or behind the last."""
    pad = box.settings.pad
    following = Box(place.x + pad, place.y + pad, 0, 0)
    if places:
        last = places[-1]
        following = following._replace(x=last.right) if _runs_across(box) else following._replace(y=last.bottom)
    place_of = {part.node.where: part_place for part, part_place in zip(box.parts, places, strict=True)}
    for child in reversed(box.node.children):
        following = place_of.get(child.where, following)
        if child.where not in place_of:
            session.note_absent(child, following)


def _with_smaller_letters(box: FlowBox, frame: Frame, place: Box) -> FlowBox:
    """A stack or row with texts as large as its height allows, from their size down to their floor."""
    size, floor = box.settings.size, box.settings.floor
    if box.content <= place.h + _TOLERANCE or not 0 < floor < size:
        return box
    session, goes_on = frame.session, box.goes_on
    if goes_on and session.part and session.part.begun:
        return box
    # Text that goes on elsewhere keeps its letters there, as large as they may be: trials report nothing.
    trial = session._replace(state=FaceState()) if goes_on else session

    def attempt(step: int, session: Session = trial) -> FlowBox:
        letters = session.letters * (1 + (floor / size - 1) * step / _STEPS)
        return measure_box(box.node, frame._replace(session=session._replace(letters=letters)), place.w)

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
    report_misfit(tallest.node, message, hint, frame, box.node)


def _plate(node: Node, frame: Frame, place: Box) -> tuple[Item, ...]:
    """The items under a text, a stack or a row."""
    if "ground" not in node.props and "outline" not in node.props:
        return ()
    p, tints = Props(node, frame.context), frame.session.tints
    outline = _plate_outline(place, p.number("radius") if "radius" in p else None)
    fill, line = paint(p, "ground", tints, outline), p.color("outline", tints)
    if fill is None and line is None:
        return ()
    return (Path(outline, fill, Stroke(line, _OUTLINE) if line else None),)


@lru_cache(maxsize=4096)
def _plate_outline(place: Box, radius: float | None) -> Outline:
    return rectangle(place) if radius is None else round_rect(place, radius)


@lru_cache(maxsize=4096)
def _group(node: Node, items: tuple[Item, ...]) -> Group:
    """The items of a node as a group; cards with the same items share one group."""
    return Group(items)


@lru_cache(maxsize=4096)
def _without_place(node: Node) -> Node:
    """A node at the corner of its box, without its condition and effects, which the whole box has already."""
    props = {key: value for key, value in node.props.items() if key not in ("x", "y")}
    return replace(node, props=props, when=None, effects=False, flow=node.flow or node.kind)


_DRAW: Mapping[str, Callable[[FlowBox, Frame, Box], tuple[Item, ...]]] = {
    "stack": _draw_parts, "row": _draw_parts, "text": _draw_text, "blocks": _draw_blocks,
}  # fmt: skip
