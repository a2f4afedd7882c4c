"""Named boxes, where they came out on a card, and the shapes placed beside them."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.base.errors import ValueProblem
from printgen.base.units import Box
from printgen.drawing.extent import Leaf, extent
from printgen.drawing.model import Item, Path, Text
from printgen.drawing.outlines import bounds
from printgen.faces.face import Node, Props, with_lengths
from printgen.faces.session import Session
from printgen.faces.setting import SHIFT, SetText
from printgen.faces.shape_words import BESIDE, FLOWS
from printgen.faces.shapes import shape_size
from printgen.faces.trim import text_box
from printgen.reading.texts import Context

_ROUND = ("icon", "ellipse")  # Shapes that stand around their middle.
_AS_WIDE = frozenset({"text", "blocks", "rect", "image", *FLOWS})
"""What takes the width of the box that it is below."""


class NamedBox(dict[str, float]):
    """Where a box came out: in points, and as numbers in a unit; one not drawn has no height and no gap behind it."""

    def __init__(self, box: Box, is_drawn: bool, unit: float) -> None:
        keys = {"x": box.x, "y": box.y, "w": box.w, "h": box.h, "right": box.right, "bottom": box.bottom}
        super().__init__({key: length / unit for key, length in keys.items()})
        self.box, self.is_drawn = box, is_drawn


NOWHERE = NamedBox(Box(0, 0, 0, 0), is_drawn=False, unit=1.0)
"""What stands for a box that could not be drawn."""


def boxes_seen(node: Node, session: Session) -> dict[str, NamedBox]:
    """The boxes by name that a node reads, in the coordinates of the group in which it lies."""
    if node.boxes is None or session.state.boxes is None:
        return {}
    x, y = session.offset
    boxes = ((name, session.state.boxes.get(name, NOWHERE)) for name in node.boxes.reads)
    return {name: NamedBox(placed.box.moved(-x, -y), placed.is_drawn, node.unit) for name, placed in boxes}


def placed_beside(node: Node, context: Context) -> Node:
    """A node at its place beside the box that it names, if any; below a box it takes that box's width.

    An edge that counts from the edge of the face stays there. ValueProblem when no room is left.
    """
    named = {key: context[str(node.props[key].get({}))] for key in BESIDE if key in node.props}
    if not named:
        return node
    p, lengths = Props(node, context), dict[str, float]()
    sizes = shape_size(node.kind, p) if node.kind in _ROUND else (0.0, 0.0)
    for (key, start), length, size, other in zip(BESIDE.items(), "wh", sizes, ("below", "right-of"), strict=True):
        centered = f"c{start}" if node.kind in _ROUND else start
        if key in named:
            at = _start_beside(named[key], start, p.number("gap"))
            lengths[centered] = at + size / 2
            if length in node.props and not node.says(length):
                lengths[length] = p.number(start) + p.number(length) - at
                if lengths[length] <= 0:
                    message = f"there is no room {key.replace('-', ' ')} '{p.word(key)}' before the edge of the face"
                    raise ValueProblem(f"{message}; write {length}, or make that smaller", key)
        elif centered not in node.props:
            box = named[other].box
            lengths[centered] = (box.x if start == "x" else box.y) + size / 2
            if start == "x" and "w" not in node.props and node.kind in _AS_WIDE and box.w > 0:
                lengths["w"] = box.w
    return with_lengths(node, **lengths)


def grows_downwards(node: Node) -> bool:
    """Whether a text grows with its lines from its place beside a box."""
    return "h" not in node.props and ("below" in node.props or ("right-of" in node.props and not node.says("y")))


def _start_beside(named: NamedBox, axis: str, gap: float) -> float:
    """Where a shape behind a box begins; a box that is not drawn takes no room."""
    begin, end = (named.box.x, named.box.right) if axis == "x" else (named.box.y, named.box.bottom)
    return end + gap if named.is_drawn else begin


def box_of(node: Node, context: Context, items: Sequence[Item], size: tuple[float, float] | None = None) -> Box:
    """The box of a shape drawn as these items; for a group, or a face without a `size`, the box around them."""
    p = Props(node, context)
    x, y = p.number("x"), p.number("y")
    if node.kind in ("group", "use"):
        return Box(x, y, *size) if size else extent(items, box=_letters_or_box) if items else Box(x, y, 0, 0)
    if node.kind == "qr":
        return Box(x, y, *shape_size(node.kind, p))
    if node.kind in _ROUND:
        wide, high = shape_size(node.kind, p)
        return Box(p.number("cx"), p.number("cy"), wide, high).moved(-wide / 2, -high / 2)
    return Box(x, y, p.number("w"), p.number("h"))


def box_of_text(node: Node, context: Context, words: SetText) -> Box:
    """The box of a text; its lines give the height and width that it leaves out."""
    p = Props(node, context)
    wide, high = p.number("w") or words.width, p.number("h") or words.height + 2 * words.room_above
    x = p.number("x") - ("w" not in p) * words.width * SHIFT.get(p.word("align", "left"), 0.0)
    rise = 0.0 if "h" in p else words.height / 2 if p.word("valign") == "caps" else words.rise
    return Box(x, p.number("y") - rise - ("h" not in p) * words.room_above, wide, high)


def _letters_or_box(item: Leaf) -> Box:
    """The box of letters from capitals to baseline, or of an outline without its line width."""
    if isinstance(item, Text):
        return text_box(item)
    return bounds(item.outline) if isinstance(item, Path) else Box(*item[:4])
