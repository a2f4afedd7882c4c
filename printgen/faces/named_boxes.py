"""Boxes that have names: which shapes may place themselves by them, and where the boxes came out on a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from printgen.base.errors import Finding, ValueProblem, Where, did_you_mean
from printgen.base.units import Box
from printgen.drawing.extent import Leaf, extent
from printgen.drawing.model import Item, Path, Text
from printgen.drawing.outlines import bounds
from printgen.faces.face import Face, Node, NodeBoxes, Props, with_lengths
from printgen.faces.session import Session
from printgen.faces.setting import SHIFT, SetText
from printgen.faces.shape_words import BESIDE, FLOWS, LISTS
from printgen.faces.shapes import shape_size
from printgen.faces.trim import text_box
from printgen.reading.expressions import problem_of_word
from printgen.reading.texts import Context

_TURNS = ("rotate", "scale", "ring.turn")
"""What gives the shapes in a group, or in an each, a frame of their own."""
_ROUND = ("icon", "ellipse")
"""Shapes that stand around their middle."""
_AS_WIDE = frozenset({"text", "blocks", "rect", "image", *FLOWS})
"""What takes the width of the box that it is below."""


class NamedBox(dict[str, float]):
    """Where a box came out: `box` in points, and for expressions its numbers in a unit of so many points.

    One that is not drawn has no height and no room behind it.
    """

    def __init__(self, box: Box, is_drawn: bool, unit: float) -> None:
        keys = {"x": box.x, "y": box.y, "w": box.w, "h": box.h, "right": box.right, "bottom": box.bottom}
        super().__init__({key: length / unit for key, length in keys.items()})
        self.box, self.is_drawn = box, is_drawn


NOWHERE = NamedBox(Box(0, 0, 0, 0), is_drawn=False, unit=1.0)
"""What stands for a box that could not be drawn."""


def boxes_seen(node: Node, session: Session) -> dict[str, NamedBox]:
    """The boxes by name that a node reads, as it sees them among the shapes where it lies."""
    if node.boxes is None or session.state.boxes is None:
        return {}
    x, y = session.offset
    found = ((name, session.state.boxes.get(name, NOWHERE)) for name in node.boxes.reads)
    return {name: NamedBox(placed.box.moved(-x, -y), placed.is_drawn, node.unit) for name, placed in found}


def placed_beside(node: Node, context: Context) -> Node:
    """A node at its place beside the box that it names on a card, if any; it is as wide as what it is below.

    An edge that counts from that of the face stays there. ValueProblem where that leaves no room.
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
    """Whether a text is as high as its lines, from the place beside a box on."""
    return "h" not in node.props and ("below" in node.props or ("right-of" in node.props and not node.says("y")))


def _start_beside(named: NamedBox, axis: str, gap: float) -> float:
    """Where a shape begins behind a box; one that is not drawn takes no room."""
    begin, end = (named.box.x, named.box.right) if axis == "x" else (named.box.y, named.box.bottom)
    return end + gap if named.is_drawn else begin


def box_of(node: Node, context: Context, items: Sequence[Item], size: tuple[float, float] | None = None) -> Box:
    """The box of a shape that was drawn as some items; of a group, or of a face without a `size`, that around them."""
    p = Props(node, context)
    x, y = p.number("x"), p.number("y")
    if node.kind in ("group", "use"):
        return Box(x, y, *size) if size else extent(items, of=_letters_or_box) if items else Box(x, y, 0, 0)
    if node.kind in (*_ROUND, "qr"):
        wide, high = shape_size(node.kind, p)
        return (
            Box(x, y, wide, high)
            if node.kind == "qr"
            else Box(p.number("cx"), p.number("cy"), wide, high).moved(-wide / 2, -high / 2)
        )
    return Box(x, y, p.number("w"), p.number("h"))


def box_of_text(node: Node, context: Context, words: SetText) -> Box:
    """The box of a text in its own words where it has no height or width: from its capitals to its last baseline."""
    p = Props(node, context)
    wide, high = p.number("w") or words.width, p.number("h") or words.height
    x = p.number("x") - ("w" not in p) * words.width * SHIFT.get(p.word("align", "left"), 0.0)
    rise = 0.0 if "h" in p else words.height / 2 if p.word("valign") == "caps" else words.rise
    return Box(x, p.number("y") - rise, wide, high)


def _letters_or_box(item: Leaf) -> Box:
    """The box of letters from their capitals to their baseline, or of an outline without the width of its line."""
    if isinstance(item, Text):
        return text_box(item)
    return bounds(item.outline) if isinstance(item, Path) else Box(*item[:4])


_ITSELF = "'{}' is the box itself, which is not placed yet", "Name another box, or write x: and y:."
_LATER = "'{}' comes later, and boxes are placed in their order", "Move it before this one."
_TOGETHER = "'{}' is in the same stack or row, which places its boxes together", "Move this one out, and behind it."
_TURNED = (
    "'{}' is parted from this by rotate, scale or turn, which make a frame of its own",
    "Name a box in the same group, or write x: and y:.",
)
_REPEATED = "'{}' is inside of a list, which may draw it more than once", "Read it in there, or name a box around it."


def link_boxes(face: Face) -> tuple[Face, list[Finding]]:
    """A face whose shapes know which boxes they name and read, and what is wrong with the names."""
    nodes = {name: node for node in face.nodes() if (name := name_of(node))}
    if not nodes and not any(key in node.props for node in face.nodes() for key in BESIDE):
        return face, []
    linker = _Linker(nodes)
    items, _ = linker.link(face.items, set())
    for part, values in (("lets", face.lets), ("colors", face.colors)):
        for name, value in values.items():
            for read in sorted(value.names & nodes.keys()):
                message = f"{part} are worked out before '{read}' is placed"
                linker.report(face.place(part, name), message, "Write the expression where it is used.")
    return replace(face, items=items), linker.findings


def name_of(node: Node) -> str:
    """The name that a shape gives its box, "" for none; that of an each is the name of its entry."""
    value = node.props.get("as") if node.kind not in LISTS else None
    return str(value.get({})) if value is not None and value.constant else ""


class _Linker:
    """Walks the shapes of a face in the order in which they are placed."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self.nodes = nodes
        self.findings: list[Finding] = []
        self._taken: set[str] = set()
        self._out_of_reach: dict[str, tuple[str, str]] = {}

    def report(self, where: Where, message: str, hint: str) -> None:
        """Report a mistake."""
        self.findings.append(Finding("error", where, message, hint, "template"))

    def link(
        self, nodes: Sequence[Node], known: set[str], together: bool = False
    ) -> tuple[tuple[Node, ...], tuple[str, ...]]:
        """Nodes with the boxes that they name and read, and the names that shapes after them may read.

        `known` are those that may be read already, to which more are added unless all are placed `together`.
        """
        linked: list[Node] = []
        placed: list[str] = []
        for node in nodes:
            name, before = name_of(node), known.copy()
            self._check_name(node, name)
            own_reads = self._check_reads(node, name, known)
            children, inner = self._link_children(node, known, together)
            reads = own_reads.union(*(child.boxes.reads for child in children if child.boxes)) & before
            names = (*inner, *([name] if name else []))
            boxes = NodeBoxes(name, names, frozenset(reads)) if names or reads else None
            variants = node.variants and {
                style: replace(variant, children=children, boxes=boxes) for style, variant in node.variants.items()
            }
            linked.append(replace(node, children=children, boxes=boxes, variants=variants))
            placed += names
            if together:
                self._out_of_reach |= dict.fromkeys(names, _TOGETHER)
            else:
                known |= {*names}
        return tuple(linked), tuple(placed)

    def _link_children(self, node: Node, known: set[str], together: bool) -> tuple[tuple[Node, ...], tuple[str, ...]]:
        """The shapes in a shape, and the names in it that shapes after it may read."""
        styled = (node, *(node.variants or {}).values())
        if any({*_TURNS} & one.props.keys() for one in styled if one.kind in ("group", *LISTS)):
            outside, self._out_of_reach = self._out_of_reach, {**self._out_of_reach, **dict.fromkeys(known, _TURNED)}
            children, inner = self.link(node.children, set())
            self._out_of_reach = {**outside, **dict.fromkeys(inner, _TURNED)}
            return children, ()
        if node.kind in LISTS:
            children, inner = self.link(node.children, {*known}, together)
            self._out_of_reach |= dict.fromkeys(inner, _REPEATED)
            return children, ()
        if node.kind == "group":
            return self.link(node.children, {*known})
        return self.link(node.children, {*known}, node.kind in FLOWS)

    def _check_name(self, node: Node, name: str) -> None:
        """Report a name that no expression could read, or that another box has."""
        if node.kind in LISTS or "as" not in node.props:
            return
        problem = problem_of_word(name) if name else "as gives a box one name on all cards"
        if problem:
            self.report(node.place("as"), problem, "Choose a name of letters, digits and _.")
        elif name in self._taken:
            self.report(node.place("as"), f"there is a box '{name}' already", "Choose another name.")
        self._taken.add(name)

    def _check_reads(self, node: Node, own_name: str, known: set[str]) -> set[str]:
        """The boxes that a shape itself reads; those out of its reach are reported."""
        read: dict[str, str] = {}
        for key, value in node.settings():
            if key in BESIDE and node.flow:
                continue  # That it says nothing there is reported already.
            if key not in BESIDE:
                read |= dict.fromkeys(value.names & self.nodes.keys(), key)
            elif not value.constant:
                self.report(node.place(key), f"{key} is the name of a box, without {{{{ }}}}", "Write the name.")
            else:
                read[str(value.get({}))] = key
        for name, key in read.items():
            if name in known:
                continue
            message, hint = _ITSELF if name == own_name else self._out_of_reach.get(name, _LATER)
            if name not in self.nodes:
                message = "there is no box '{}' in this face"
                hint = did_you_mean(name, self.nodes) or f"Write as: {name} at the one that is meant."
            self.report(node.place(key), message.format(name), hint)
        return {*read}
