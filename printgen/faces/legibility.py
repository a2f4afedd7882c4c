"""What a face draws comes in; what of it would not print well goes out: warnings at the lines of the template.

Each shape and text of a face is looked at once in each set of colours, for whichever card comes first, and every text
at the size in which it is set; so a deck of a thousand cards takes hardly longer than one of ten.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from printgen.base.errors import Finding
from printgen.base.geometry import Box, Matrix, apply, inverse
from printgen.base.units import to_mm
from printgen.drawing.extent import box_of, moved
from printgen.drawing.eyesight import ink_of
from printgen.drawing.grounds import Grounds, Layer
from printgen.drawing.model import Item, Path, Rect, Stroke, Text
from printgen.drawing.tints import NONE, alpha, contrast, mix, nearly_black
from printgen.drawing.walk import walk
from printgen.faces.face import Node
from printgen.faces.session import Session
from printgen.faces.trim import text_box
from printgen.reading.scalars import shortened

SMALLEST = 6.0
"""The size, in points, under which few people can read."""
HAIRLINE = 0.25
MOST_INK = 280.0
"""So many hundredths of a full layer of ink dry on most papers."""

SLACK = 0.05
# Large letters are read with less contrast (WCAG 2).
_CONTRAST, _LARGE, _LARGE_CONTRAST = 4.5, 18.0, 3.0
# Where along a run it is looked what lies under it; so many runs of a text tell for all of them.
_ALONG, _ENOUGH, _RUNS = (0.1, 0.9, 0.5, 0.3, 0.7), 2, 4
# What shows less than this is faint on purpose; ink on less than so many square points is soon dry.
FAINT, WIDE = 0.6, 2_000.0
LESS_INK = "Make it lighter, or a black without a colour of its own, which is printed with black alone."
# Of a shadow, so much lies under its letters.
_MOSTLY = 0.7


def judge_size(node: Node, size: float, words: str, session: Session) -> None:
    """Warn of a text that is set too small to be read."""
    printed = size * share_of(session)
    if printed >= SMALLEST - SLACK or session.preflight is None:
        return
    said = f'"{shortened(words)}" of {session.card} is set in {printed:.1f} pt'
    message = f"{said}; under {SMALLEST:g} pt few can read it"
    if session.sized and size * grown_by(session.at) >= SMALLEST - SLACK:
        # The face is drawn for a larger size.
        hint = "Make the pieces larger, or use a face that is drawn for this size."
        found = Finding("warning", session.sized, message, hint, "small-text", cause=session.sized)
        session.findings.append(found)
    else:
        hint = "Shorten it, or give it more room or a larger floor in the face."
        session.warn(node, message, hint, "small-text")


def judge_contrast(node: Node, items: Sequence[Item], outline: str, session: Session) -> None:
    """Warn of a text that is hard to read on what lies under it; `outline` is the colour around its letters."""
    flight = session.preflight
    if flight is None or not flight.first("text", id(node), session.at, session.tints, outline):
        return
    texts = [(text, matrix) for text, matrix in walk(items, session.at) if isinstance(text, Text)]
    # Signs are known by their shapes.
    firsts = {text.color: (text, matrix) for text, matrix in reversed(texts) if any(map(str.isalnum, text.text))}
    for text, matrix in list(firsts.values())[:_RUNS]:
        box = moved(text_box(text), matrix)
        if (below := session.hard.pop(text.text, None)) and _same_place(box, below[0]):
            session.take_back(below[1])  # It is a shadow of this one.
        if alpha(text.color) < FAINT or (outline != NONE and contrast(text.color[:7], outline[:7]) >= _CONTRAST):
            continue
        size = text.size * grown_by(matrix) * session.grown
        need = _LARGE_CONTRAST if size >= _LARGE else _CONTRAST
        if ground := _hard(text, matrix, need, session):
            ratio = contrast(_on(text.color, ground), ground)
            said = f'"{shortened(text.text)}" of {session.card} is {text.color} on {ground}'
            message = f"{said}, a contrast of {ratio:.1f}:1; it takes {need:g}:1 to read it"
            hint = "Make one of the two lighter or darker, or let the text choose: color: on and the ground's colour."
            session.warn(node, message, hint, "low-contrast")
            session.hard[text.text] = box, session.findings[-1]
            return


def _hard(text: Text, matrix: Matrix, need: float, session: Session) -> str:
    """The colour under most of a text on which it is hard to read; "" where there is none, or nobody can tell."""
    assert session.preflight is not None
    layers = [(items, inverse(at)) for items, at in reversed(session.under)]
    return _ground_of(text, matrix, need, layers, session.preflight.grounds)


def hard_to_read(text: Text, at: Matrix, layers: Sequence[Layer], grounds: Grounds) -> tuple[str, float, float]:
    """The colour under most of a text on which it is hard to read, the contrast of the two, and the least it takes.

    The colour is "" where there is none, or nobody can tell.
    """
    need = _LARGE_CONTRAST if text.size * grown_by(at) >= _LARGE else _CONTRAST
    ground = _ground_of(text, at, need, layers, grounds)
    return ground, contrast(_on(text.color, ground), ground) if ground else 0.0, need


def _ground_of(text: Text, matrix: Matrix, need: float, layers: Sequence[Layer], grounds: Grounds) -> str:
    box, bad = text_box(text), Counter[str]()
    for n, share in enumerate(_ALONG, 1):
        point = apply(matrix, box.x + box.w * share, box.y + box.h / 2)
        ground = grounds.under(layers, *point)
        if ground and contrast(_on(text.color, ground), ground) < need - SLACK:
            bad[ground] += 1
        elif n - bad.total() >= _ENOUGH:
            return ""  # Much of it is read well, or cannot be told.
    return bad.most_common(1)[0][0]


def _same_place(box: Box, other: Box) -> bool:
    """Whether two boxes lie nearly where each other does."""
    shared = box.common(other)
    return shared.w > _MOSTLY * other.w and shared.h > _MOSTLY * other.h


def _on(color: str, ground: str) -> str:
    """A colour as it is seen on another one."""
    return mix(ground, color[:7], alpha(color))


def judge_shape(node: Node, items: Iterable[Item], session: Session) -> None:
    """Warn of lines that break up in print, and of grounds that take more ink than dries."""
    flight = session.preflight
    if flight is None or not flight.first("shape", id(node), session.tints):
        return
    share = share_of(session)
    for item in (item for item in items if isinstance(item, Rect | Path)):
        if item.stroke is not None:
            judge_line(node, item.stroke, share, session)
        if isinstance(item.fill, str) and (taken := ink_of(item.fill[:7]) * alpha(item.fill)) > MOST_INK:
            box = box_of(item)
            if not nearly_black(item.fill) and box.w * box.h * share * share > WIDE:
                said = f"this {node.kind} is {item.fill}, which takes {taken:.0f} % of ink"
                message = f"{said}; over {MOST_INK:.0f} % it smears"
                session.warn(node, message, LESS_INK, "heavy-ink")


def judge_line(node: Node, line: Stroke, share: float, session: Session) -> None:
    """Warn of a line that breaks up in print, which is drawn at a share of its width."""
    width = line.width * share
    if width < HAIRLINE - 0.005 and (not isinstance(line.color, str) or alpha(line.color) > 0):
        message = f"this line is {width:.2g} pt wide; under {HAIRLINE} pt it may break up in print"
        hint = f"Make it {HAIRLINE} pt ({to_mm(HAIRLINE):.2g} mm) wide, or wider."
        session.warn(node, message, hint, "hairline")


def judge_drawing(node: Node, items: Sequence[Item], session: Session, name: str) -> None:
    """Warn of lines of a drawing that break up in print at the size at which a face shows it."""
    flight = session.preflight
    if flight is None or not flight.first("drawing", id(node), name, session.at):
        return
    lines = ((item.stroke, matrix) for item, matrix in walk(items, session.at) if isinstance(item, Rect | Path))
    widths = [line.width * grown_by(matrix) * session.grown for line, matrix in lines if line and line.width]
    if widths and min(widths) < HAIRLINE - 0.005:
        thin = sum(width < HAIRLINE - 0.005 for width in widths)
        said = f"{name} has lines of {min(widths):.2g} pt here ({thin} of {len(widths)})"
        message = f"{said}; under {HAIRLINE} pt they may break up in print"
        session.warn(node, message, "Show it larger, or draw its lines wider.", "hairline")


def share_of(session: Session) -> float:
    """At how many times its size something is printed that is drawn now."""
    return grown_by(session.at) * session.grown


def grown_by(matrix: Matrix) -> float:
    """At how many times its size a matrix shows something."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
