"""What would not print well: warnings as a face is drawn, and for everything on a finished piece."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.base.errors import Exit, Finding, Severity, Where
from printgen.base.units import IDENTITY, PT_PER_IN, Box, Matrix, apply, compose, inverse, mm, to_mm
from printgen.drawing.extent import Point, box_of, edge_distance, flatten, transform_box, walk
from printgen.drawing.grounds import Grounds, Layer
from printgen.drawing.hidden import HiddenText, Overprints
from printgen.drawing.model import Copies, Drawing, Group, Image, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.pieces import Piece
from printgen.drawing.tints import NONE, alpha, contrast, ink_of, mix, nearly_black
from printgen.drawing.windows import is_dotted
from printgen.faces.face import Node
from printgen.faces.session import FROM_PRODUCT, Origin, Preflight, Session
from printgen.faces.trim import OVER_CUT, Trim, edge_finding, text_box
from printgen.reading.scalars import shorten

SMALLEST = 6.0
"""The size, in points, under which few people can read."""
HAIRLINE = 0.25
MOST_INK = 280.0
"""So many hundredths of a full layer of ink dry on most papers."""

SLACK = 0.05
# Large letters are read with less contrast (WCAG 2).
_CONTRAST, _LARGE, _LARGE_CONTRAST = 4.5, 18.0, 3.0
# Where along a run it is looked what lies under it; so many runs of a text tell for all of them.
_ALONG, _ENOUGH_POINTS, _RUNS = (0.1, 0.9, 0.5, 0.3, 0.7), 2, 4
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
    said = f'"{shorten(words)}" of {session.card} is set in {printed:.1f} pt'
    message = f"{said}; under {SMALLEST:g} pt few can read it"
    if session.sized and size * grown_by(session.at) >= SMALLEST - SLACK:
        # The face is drawn for a larger size.
        hint = "Make the pieces larger, or use a face that is drawn for this size."
        found = Finding("warning", session.sized, message, hint, "small-text", cause=session.sized)
        session.add(found)
    else:
        hint = "Shorten it, or give it more room or a larger floor in the face."
        session.warn(node, message, hint, "small-text")


def judge_contrast(node: Node, items: Sequence[Item], outline: str, session: Session) -> None:
    """Warn of a text that is hard to read on what lies under it; `outline` is the colour around its letters."""
    flight = session.preflight
    if flight is None or not flight.is_first_look("text", node, session.at, session.grown, session.tints, outline):
        return
    texts = [(text, matrix) for text, matrix in walk(items, session.at) if isinstance(text, Text)]
    # Signs are known by their shapes.
    firsts = {text.color: (text, matrix) for text, matrix in reversed(texts) if any(map(str.isalnum, text.text))}
    for text, matrix in list(firsts.values())[:_RUNS]:
        box = transform_box(text_box(text), matrix)
        if below := session.state.hard.pop(text.text, None):
            shared = box.common(below[0])
            if shared.w > _MOSTLY * below[0].w and shared.h > _MOSTLY * below[0].h:
                session.state.take_back(below[1])  # It is a shadow of this one.
        if alpha(text.color) < FAINT or (outline != NONE and contrast(text.color[:7], outline[:7]) >= _CONTRAST):
            continue
        size = text.size * grown_by(matrix) * session.grown
        need = _LARGE_CONTRAST if size >= _LARGE else _CONTRAST
        if ground := _hard(text, matrix, need, session):
            ratio = contrast(_on(text.color, ground), ground)
            said = f'"{shorten(text.text)}" of {session.card} is {text.color} on {ground}'
            message = f"{said}, a contrast of {ratio:.1f}:1; it takes {need:g}:1 to read it"
            hint = "Make one of the two lighter or darker, or let the text choose: color: on and the ground's colour."
            session.state.hard[text.text] = box, session.warn(node, message, hint, "low-contrast")
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
        elif n - bad.total() >= _ENOUGH_POINTS:
            return ""  # Much of it is read well, or cannot be told.
    return bad.most_common(1)[0][0]


def _on(color: str, ground: str) -> str:
    """A colour as it is seen on another one."""
    return mix(ground, color[:7], alpha(color))


def judge_shape(node: Node, items: Iterable[Item], session: Session) -> None:
    """Warn of lines that break up in print, and of grounds that take more ink than dries."""
    flight = session.preflight
    if flight is None or not flight.is_first_look("shape", node, share_of(session), session.tints):
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
    if flight is None or not flight.is_first_look("drawing", node, name, share_of(session)):
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


_SAFE = mm(1)
"""How far inside its cut the text of a piece without a face of its own stays."""
_LEAST_DPI, _SLACK = 200.0, 0.005
_ENOUGH = 24


class _Facts(NamedTuple):
    """What there is in a group but for what has an origin of its own: its thinnest line, its widest ground of much ink,
    its coarsest picture in dots an inch. `words` and `origins` say whether it has any, at whatever depth.
    """

    thin: float = math.inf
    dark: tuple[float, str] = (0.0, "")
    dpi: float = math.inf
    words: bool = False
    origins: bool = False


@dataclass
class Inspector:
    """Looks at pieces one after the other; what has not been painted is passed over unless it `paints`.

    Text over the cut is an error, or a warning where the product is `lenient`.
    """

    flight: Preflight
    paints: bool = True
    lenient: bool = False
    findings: list[Finding] = field(default_factory=list)
    _known: Copies[Group, _Facts | None] = field(default_factory=Copies)
    _told: set[object] = field(default_factory=set)
    _looked: Counter[object] = field(default_factory=Counter)
    _under: list[tuple[Sequence[Item], int, Matrix]] = field(default_factory=list)
    _name: str = ""
    _origin: Origin = FROM_PRODUCT
    _cut: CutEdge | None = None

    def look(self, piece: Piece, origin: Origin) -> None:
        """Both sides of a piece; `origin` is where it comes from, unless what is on it says so itself."""
        self._name, self._origin = piece.name, origin
        for side in (piece.front, piece.back):
            if side is not None:
                self._cut = None if piece.page or piece.leaf else CutEdge(piece, self.flight.safe_of(side, _SAFE))
                self._visit(side.items, IDENTITY, origin)

    def _visit(self, items: Sequence[Item], at: Matrix, origin: Origin | None) -> None:
        for n, item in enumerate(items):
            here = self.flight.origin_of(item, origin)
            here = self._origin if here is FROM_PRODUCT else here
            if isinstance(item, Place):
                facts, matrix = self._facts(item.group), compose(at, item.matrix)
                if here:
                    self._judge(facts, matrix, here)
                if facts.origins or (here and facts.words and item.group.opacity >= FAINT):
                    self._under.append((items, n, at))
                    self._visit(item.group.items, matrix, here)
                    self._under.pop()
            elif here and isinstance(item, Text):
                self._under.append((items, n, at))
                self._judge_text(item, at, here)
                self._under.pop()
            elif here:
                self._judge(_facts_of(item), at, here)

    def _facts(self, group: Group) -> _Facts:
        known = self._known.get(group, None)
        if known is None:
            facts = [self._facts_in(item) for item in group.items] if self.paints or group.is_painted else []
            known = self._known[group] = _together(facts)
        return known

    def _facts_in(self, item: Item) -> _Facts:
        if self.flight.has_origin(item):
            return _Facts(origins=True)
        if not isinstance(item, Place):
            return _facts_of(item)
        facts, grown = self._facts(item.group), grown_by(item.matrix)
        dark = facts.dark[0] * grown**2, facts.dark[1]
        return facts._replace(thin=facts.thin * grown, dark=dark, dpi=facts.dpi / grown if grown else math.inf)

    def _judge(self, facts: _Facts, at: Matrix, origin: Origin) -> None:
        grown, what = grown_by(at), origin.what or self._name
        if (thin := facts.thin * grown) < HAIRLINE - _SLACK:
            message = f"{what} has lines of {thin:.2g} pt; under {HAIRLINE} pt they may break up in print"
            self._tell(origin, "hairline", message, "Print it larger, or draw its lines wider.")
        if facts.dark[0] * grown**2 > WIDE:
            said = f"{what} has a ground of {facts.dark[1]}, which takes {ink_of(facts.dark[1]):.0f} % of ink"
            self._tell(origin, "heavy-ink", f"{said}; over {MOST_INK:.0f} % it smears", LESS_INK)
        if grown and (dpi := facts.dpi / grown) < _LEAST_DPI - 0.5:
            message = f"a picture on {what} prints at {dpi:.0f} dpi; under {_LEAST_DPI:.0f} it looks soft"
            self._tell(origin, "soft-photo", message, "Use a larger picture.")

    def _judge_text(self, text: Text, at: Matrix, origin: Origin) -> None:
        if not any(map(str.isalnum, text.text)):
            return
        size = text.size * grown_by(at)
        said = f'"{shorten(text.text)}" of {self._name}'
        if size < SMALLEST - SLACK:
            message = f"{said} is set in {size:.1f} pt; under {SMALLEST:g} pt few can read it"
            self._tell(origin, "small-text", message, origin.hint or "Print it larger, or in larger letters.")
        # So many names of spaces that stand out tell for all of a board.
        key = origin.where, text.color, text.font, round(size, 1)
        self._looked[key] += 1
        if (origin.cause or self._looked[key] <= _ENOUGH) and alpha(text.color) >= FAINT:
            layers: list[Layer] = [(items[:n], inverse(matrix)) for items, n, matrix in reversed(self._under)]
            ground, ratio, need = hard_to_read(text, at, layers, self.flight.grounds)
            if ground:
                message = f"{said} is {text.color} on {ground}, a contrast of {ratio:.1f}:1; it takes {need:g}:1"
                hint = "Make one of the two lighter or darker."
                self._tell(origin, "low-contrast", f"{message} to read it", hint, text.color, ground)
        if self._cut and (fault := self._cut.fault(text, at)) and self._first(origin, fault[2]):
            self.findings.append(edge_finding(origin.where, fault, self.lenient, origin.cause))

    def _tell(self, origin: Origin, code: str, message: str, hint: str, *of: str) -> None:
        """Tell something once for each origin, and each thing that it is told of."""
        if self._first(origin, code, *of):
            self.findings.append(Finding("warning", origin.where, message, hint, code, cause=origin.cause))

    def _first(self, origin: Origin, code: str, *of: str) -> bool:
        """Whether something is told of an origin for the first time."""
        key = origin.cause or origin.where, code, of
        first = key not in self._told
        self._told.add(key)
        return first


class CutEdge:
    """What a piece is cut along, and how far inside of that its text stays, in points."""

    def __init__(self, piece: Piece, safe: float) -> None:
        self._safe = safe
        self._box = Trim(piece.front.width, piece.front.height, safe, piece.corner) if piece.cut is None else None
        self._lines = () if piece.cut is None else flatten(piece.cut, 0.5)

    def room(self, text: Text, at: Matrix) -> float:
        """How far inside the cut a text lies, in points; below zero it is over it."""
        box = text_box(text)
        if self._box is not None:
            return self._box.room(box, at)
        corners = [apply(at, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        rooms = [[_room(line, corner) for corner in corners] for line in self._lines]
        # What lies beside all that is cut out is there to be read before.
        return min((min(each) for each in rooms if max(each) > 0), default=math.inf)

    def fault(self, text: Text, at: Matrix) -> tuple[str, str, str] | None:
        """What is wrong with where a text lies, as message, hint and code."""
        if self._box is not None:
            return self._box.fault([text], at)
        room = self.room(text, at)
        if room >= self._safe - SLACK:
            return None
        if room < 0:
            return f'"{text.text}" reaches {to_mm(-room):.2g} mm over the cut', "Move it inward.", OVER_CUT
        message = f'"{text.text}" lies {to_mm(room):.2g} mm from the cut, nearer than {to_mm(self._safe):.3g} mm'
        return message, "Move it inward.", "near-cut"


def _room(line: Sequence[Point], point: Point) -> float:
    """How far inside of a closed line a point lies; below zero it is outside."""
    edges = [*zip(line, (*line[1:], line[0]), strict=True)]
    px, py = point
    # A line to the right crosses the edges an odd number of times.
    above = [((x, y), (u, v)) for (x, y), (u, v) in edges if (y > py) != (v > py)]
    inside = sum(px < x + (py - y) * (u - x) / (v - y) for (x, y), (u, v) in above) % 2 == 1
    nearest = min(edge_distance(px, py, *edge) for edge in edges)
    return nearest if inside else -nearest


def _facts_of(item: Rect | Path | Text | Image) -> _Facts:
    if isinstance(item, Text):
        return _Facts(words=True)
    if isinstance(item, Image):
        return _Facts(dpi=min(item.pixels[0] / item.w, item.pixels[1] / item.h) * PT_PER_IN if item.w * item.h else 0)
    thin, line = math.inf, item.stroke
    if (
        line is not None
        and line.width
        and not is_dotted(item)
        and (not isinstance(line.color, str) or alpha(line.color) > 0)
    ):
        thin = line.width
    dark = 0.0, ""
    if isinstance(item.fill, str) and not nearly_black(item.fill):
        taken = ink_of(item.fill[:7]) * alpha(item.fill)
        box: Box = box_of(item)
        dark = (box.w * box.h, item.fill) if taken > MOST_INK else dark
    if line is not None and isinstance(line.color, str) and not nearly_black(line.color):
        taken, box = ink_of(line.color[:7]) * alpha(line.color), box_of(item)
        # A line is as long as its box at least.
        dark = max(dark, (line.width * max(box.w, box.h), line.color)) if taken > MOST_INK else dark
    return _Facts(thin, dark)


def _together(facts: Sequence[_Facts]) -> _Facts:
    return _Facts(
        min((one.thin for one in facts), default=math.inf),
        max((one.dark for one in facts), default=(0.0, "")),
        min((one.dpi for one in facts), default=math.inf),
        any(one.words for one in facts),
        any(one.origins for one in facts),
    )


def inspect_pieces(
    pieces: Sequence[Piece], origin: Origin, flight: Preflight, paints: bool, lenient: bool = False
) -> Iterator[Finding]:
    """What there is to say of pieces; those with faces of their own have been judged as they were drawn."""
    inspector = Inspector(flight, paints, lenient)
    yield from _hidden(pieces, origin, flight, paints)
    seen: list[Drawing] = []
    for piece in pieces:
        if not piece.from_face and not any(piece.front is one for one in seen[-1:]):
            inspector.look(piece, origin)
            seen.append(piece.front)
    yield from inspector.findings


def _hidden(pieces: Sequence[Piece], origin: Origin, flight: Preflight, paints: bool) -> Iterator[Finding]:
    """A finding for each text of pieces that cannot be read for what is drawn on it."""
    overprints, seen = Overprints(flight.grounds, flight, paints), Copies[Drawing, None]()
    for piece in pieces:
        for side in (piece.front, piece.back):
            if side is not None and side not in seen:
                seen[side] = None
                for found in overprints.find(side):
                    yield _hidden_text(found, piece.name, flight.place_of(found.text) or (origin.where, None))


def _hidden_text(found: HiddenText, name: str, place: tuple[Where, Where | None]) -> Finding:
    """An error for a text of which nothing shows; a warning for one that is hard to read."""
    said = f'"{shorten(found.text.text)}" of {name}'
    hint = "Draw it after what hides it, further down in the face, or move one of the two."
    if found.by is not None:
        said = f'{said} and "{shorten(found.by.text)}" are printed on each other'
        hint = "Move one of the two, or give one of them less room."
    else:
        said = f"{said} is {'' if found.whole else 'partly '}hidden by {found.what}"
    severity: Severity = "error" if found.whole else "warning"
    return Finding(severity, place[0], said, hint, "hidden-text", Exit.DOES_NOT_FIT, place[1])
