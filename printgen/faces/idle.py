"""A compiled face comes in; a warning for each shape of it that can never be seen goes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from printgen.base.errors import Finding
from printgen.drawing.outlines import parse_path
from printgen.faces.face import Face, Node

_PAINTED = ("fill", "stroke", "pattern", "hazard")


def idle_shapes(face: Face) -> Iterator[Finding]:
    """A warning for each shape that draws nothing for any card: without paint, without a size, or empty."""
    for node in face.nodes():
        said = {key: value.get({}) for key, value in node.props.items() if value.constant}
        why, hint = _flaw(node, said)
        if why:
            message = f"this {node.kind} draws nothing: {why}"
            yield Finding("warning", node.where, message, hint, "draws-nothing", cause=node.where)


def _flaw(node: Node, said: Mapping[str, Any]) -> tuple[str, str]:
    """Why a shape is never seen, and what to do; "" for one that may be."""
    props = node.props
    if node.kind in ("rect", "path", "ellipse") and not any(key in props for key in _PAINTED):
        return "it has no fill, stroke, pattern or hazard", "Give it fill: and a colour."
    # A face that extends this one may fill a group that has a name.
    if node.kind in ("group", "each") and not node.children and "name" not in props:
        return "nothing is in it", "Put shapes under items:, or remove it."
    if node.kind in ("rect", "image") and "bleed" not in props:
        for key, long in (("w", "width"), ("h", "height")):
            if (key not in props or said.get(key) == 0) and not ("stroke" in props and key in props):
                return f"it has no {long}", f"Give it {key}: and a length."
    if node.kind == "ellipse" and not {"r", "rx", "ry"} & props.keys():
        return "it has no radius", "Give it r: and a length."
    if node.kind == "line" and len(said) == len(props) and _ends(said) == _ends(said, "2"):
        return "it ends where it starts", "Give it x1:, y1:, x2: and y2:."
    if node.kind == "path" and "d" in said and _still(str(said["d"])):
        return "its path only moves", "Write lines after the first point, such as L10,0."
    return "", ""


def _ends(said: Mapping[str, Any], which: str = "1") -> tuple[Any, Any]:
    return said.get(f"x{which}", 0), said.get(f"y{which}", 0)


def _still(data: str) -> bool:
    try:
        return all(step[0] in "MZ" for step in parse_path(data))
    except ValueError:
        return False  # It is told where the face is drawn.
