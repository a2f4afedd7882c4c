"""Names of boxes: which shapes give and read them, and mistakes in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from printgen.base.errors import Finding, Where, did_you_mean
from printgen.faces.face import Face, Node, NodeBoxes
from printgen.faces.shape_words import BESIDE, FLOWS, LISTS
from printgen.reading.expressions import problem_of_word

_TURNS = ("rotate", "scale", "ring.turn")
"""What gives the shapes in a group, or in an each, a frame of their own."""
_ITSELF = "'{}' is the box itself, which is not placed yet", "Name another box, or write x: and y:."
_LATER = "'{}' comes later, and boxes are placed in their order", "Move it before this one."
_TOGETHER = "'{}' is in the same stack or row, which places its boxes together", "Move this one out, and behind it."
_TURNED_APART = "'{}' is parted from this by rotate, scale or turn, which make a frame of its own"
_TURNED = _TURNED_APART, "Name a box in the same group, or write x: and y:."
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
