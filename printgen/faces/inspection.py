"""Finished pieces come in; what of them would not print well goes out: for all that is not drawn by a face.

Boards, areas, nets and documents are drawn by their kinds. What a face draws on them is judged as it is drawn, with
the line of its template, and is passed over here; and each group is looked through once, however often it is placed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.base.errors import Exit, Finding, Severity, Where
from printgen.base.geometry import IDENTITY, Box, Matrix, apply, compose, inverse
from printgen.base.units import PT_PER_IN, mm, to_mm
from printgen.drawing.extent import box_of
from printgen.drawing.eyesight import ink_of
from printgen.drawing.flattening import Point, flattened
from printgen.drawing.grounds import Layer
from printgen.drawing.hidden import Hidden, Overprints
from printgen.drawing.model import Drawing, Group, Image, Item, Path, Place, Rect, Text
from printgen.drawing.pieces import Piece
from printgen.drawing.reducing import is_dotted
from printgen.drawing.tints import alpha, nearly_black
from printgen.faces import legibility as limits
from printgen.faces.preflight import AROUND, Home, Preflight
from printgen.faces.trim import OVER_CUT, Trim, cut_finding, text_box
from printgen.reading.scalars import shortened

_SAFE = mm(1)
"""How far inside its cut the text of a piece without a face of its own stays."""
_LEAST_DPI, _SLACK = 200.0, 0.005
_ENOUGH = 24


class _Facts(NamedTuple):
    """What there is in a group but for what has a home of its own: its thinnest line, its widest ground of much ink,
    its coarsest picture in dots an inch. `words` and `homes` say whether it has any, at whatever depth.
    """

    thin: float = math.inf
    dark: tuple[float, str] = (0.0, "")
    dpi: float = math.inf
    words: bool = False
    homes: bool = False


@dataclass
class Inspector:
    """Looks at pieces one after the other; what has not been painted is passed over unless it `paints`.

    Text over the cut is an error, or a warning where the product is `lenient`.
    """

    flight: Preflight
    paints: bool = True
    lenient: bool = False
    findings: list[Finding] = field(default_factory=list)
    _known: dict[int, tuple[Group, _Facts]] = field(default_factory=dict)
    _told: set[object] = field(default_factory=set)
    _looked: Counter[object] = field(default_factory=Counter)
    _under: list[tuple[Sequence[Item], int, Matrix]] = field(default_factory=list)
    _name: str = ""
    _home: Home = AROUND
    _cut: Cut | None = None

    def look(self, piece: Piece, home: Home) -> None:
        """Both sides of a piece; `home` is where it comes from, unless what is on it says so itself."""
        self._name, self._home = piece.name, home
        for side in (piece.front, piece.back):
            if side is not None:
                self._cut = None if piece.page or piece.leaf else Cut(piece, self.flight.safe_of(side, _SAFE))
                self._visit(side.items, IDENTITY, home)

    def _visit(self, items: Sequence[Item], at: Matrix, home: Home | None) -> None:
        for n, item in enumerate(items):
            here = self.flight.home_of(item, home)
            here = self._home if here is AROUND else here
            if isinstance(item, Place):
                facts, matrix = self._facts(item.group), compose(at, item.matrix)
                if here:
                    self._judge(facts, matrix, here)
                if facts.homes or (here and facts.words and item.group.opacity >= limits.FAINT):
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
        known = self._known.get(id(group))
        if known is None:
            facts = [self._facts_in(item) for item in group.items] if self.paints or group.painted else []
            known = self._known[id(group)] = group, _together(facts)
        return known[1]

    def _facts_in(self, item: Item) -> _Facts:
        if self.flight.has_home(item):
            return _Facts(homes=True)
        if not isinstance(item, Place):
            return _facts_of(item)
        facts, grown = self._facts(item.group), limits.grown_by(item.matrix)
        dark = facts.dark[0] * grown**2, facts.dark[1]
        return facts._replace(thin=facts.thin * grown, dark=dark, dpi=facts.dpi / grown if grown else math.inf)

    def _judge(self, facts: _Facts, at: Matrix, home: Home) -> None:
        grown, what = limits.grown_by(at), home.what or self._name
        if (thin := facts.thin * grown) < limits.HAIRLINE - _SLACK:
            message = f"{what} has lines of {thin:.2g} pt; under {limits.HAIRLINE} pt they may break up in print"
            self._tell(home, "hairline", message, "Print it larger, or draw its lines wider.")
        if facts.dark[0] * grown**2 > limits.WIDE:
            said = f"{what} has a ground of {facts.dark[1]}, which takes {ink_of(facts.dark[1]):.0f} % of ink"
            self._tell(home, "heavy-ink", f"{said}; over {limits.MOST_INK:.0f} % it smears", limits.LESS_INK)
        if grown and (dpi := facts.dpi / grown) < _LEAST_DPI - 0.5:
            message = f"a picture on {what} prints at {dpi:.0f} dpi; under {_LEAST_DPI:.0f} it looks soft"
            self._tell(home, "soft-photo", message, "Use a larger picture.")

    def _judge_text(self, text: Text, at: Matrix, home: Home) -> None:
        if not any(map(str.isalnum, text.text)):
            return
        size = text.size * limits.grown_by(at)
        said = f'"{shortened(text.text)}" of {self._name}'
        if size < limits.SMALLEST - limits.SLACK:
            message = f"{said} is set in {size:.1f} pt; under {limits.SMALLEST:g} pt few can read it"
            self._tell(home, "small-text", message, home.hint or "Print it larger, or in larger letters.")
        # So many names of spaces that stand out tell for all of a board.
        key = home.where, text.color, text.font, round(size, 1)
        self._looked[key] += 1
        if (home.cause or self._looked[key] <= _ENOUGH) and alpha(text.color) >= limits.FAINT:
            layers: list[Layer] = [(items[:n], inverse(matrix)) for items, n, matrix in reversed(self._under)]
            ground, ratio, need = limits.hard_to_read(text, at, layers, self.flight.grounds)
            if ground:
                message = f"{said} is {text.color} on {ground}, a contrast of {ratio:.1f}:1; it takes {need:g}:1"
                hint = "Make one of the two lighter or darker."
                self._tell(home, "low-contrast", f"{message} to read it", hint, text.color, ground)
        if self._cut and (fault := self._cut.fault(text, at)) and self._first(home, fault[2]):
            self.findings.append(cut_finding(home.where, fault, self.lenient, home.cause))

    def _tell(self, home: Home, code: str, message: str, hint: str, *of: str) -> None:
        """Tell something once for each home, and each thing that it is told of."""
        if self._first(home, code, *of):
            self.findings.append(Finding("warning", home.where, message, hint, code, cause=home.cause))

    def _first(self, home: Home, code: str, *of: str) -> bool:
        """Whether something is told of a home for the first time."""
        key = home.cause or home.where, code, of
        first = key not in self._told
        self._told.add(key)
        return first


class Cut:
    """What a piece is cut along, and how far inside of that its text stays, in points."""

    def __init__(self, piece: Piece, safe: float) -> None:
        self._safe = safe
        self._box = Trim(piece.front.width, piece.front.height, safe, piece.corner) if piece.cut is None else None
        self._lines = () if piece.cut is None else tuple(_Line(line, safe) for line in flattened(piece.cut, 0.5))

    def room(self, text: Text, at: Matrix) -> float:
        """How far inside the cut a text lies, in points; below zero it is over it.

        Inside of an outline it is told only as far as texts have to stay.
        """
        box = text_box(text)
        if self._box is not None:
            return self._box.room(box, at)
        corners = [apply(at, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        rooms = [[line.room(corner) for corner in corners] for line in self._lines]
        # What lies beside all that is cut out is there to be read before.
        return min((min(each) for each in rooms if max(each) > 0), default=math.inf)

    def fault(self, text: Text, at: Matrix) -> tuple[str, str, str] | None:
        """What is wrong with where a text lies, as message, hint and code."""
        if self._box is not None:
            return self._box.fault([text], at)
        room = self.room(text, at)
        if room >= self._safe - limits.SLACK:
            return None
        if room < 0:
            return f'"{text.text}" reaches {to_mm(-room):.2g} mm over the cut', "Move it inward.", OVER_CUT
        message = f'"{text.text}" lies {to_mm(room):.2g} mm from the cut, nearer than {to_mm(self._safe):.3g} mm'
        return message, "Move it inward.", "near-cut"


_Part = tuple[Point, Point]


class _Line:
    """A closed line, with those of its parts that come within `near` points of each band across it.

    The rim of a large board has thousands of parts, and hundreds of words lie in it.
    """

    def __init__(self, line: Sequence[Point], near: float) -> None:
        self._parts: Sequence[_Part] = [*zip(line, (*line[1:], line[0]), strict=True)]
        self._bands: dict[int, list[_Part]] = {}
        for part in self._parts:
            low, high = sorted(y for _, y in part)
            for band in range(int((low - near) // _BAND), int((high + near) // _BAND) + 1):
                self._bands.setdefault(band, []).append(part)

    def room(self, point: Point) -> float:
        """How far inside a point lies, if that is less than `near`; below zero it is outside."""
        inside, nearest = _from(self._bands.get(int(point[1] // _BAND), ()), point)
        return nearest if inside else -_from(self._parts, point)[1]


_BAND = 36.0


def _from(parts: Iterable[_Part], point: Point) -> tuple[bool, float]:
    """Whether a point lies inside of parts of a closed line, and how far it is from the nearest of them."""
    (px, py), inside, nearest = point, False, math.inf
    for (x, y), (u, v) in parts:
        dx, dy = u - x, v - y
        share = ((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy or 1.0)
        share = min(1.0, max(0.0, share))
        nearest = min(nearest, math.hypot(px - x - share * dx, py - y - share * dy))
        if (y > py) != (v > py) and px < x + (py - y) * dx / dy:
            inside = not inside
    return inside, nearest


def _facts_of(item: Item) -> _Facts:
    if isinstance(item, Text):
        return _Facts(words=True)
    if isinstance(item, Image):
        return _Facts(dpi=min(item.pixels[0] / item.w, item.pixels[1] / item.h) * PT_PER_IN if item.w * item.h else 0)
    if not isinstance(item, Rect | Path):
        return _Facts()
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
        dark = (box.w * box.h, item.fill) if taken > limits.MOST_INK else dark
    if line is not None and isinstance(line.color, str) and not nearly_black(line.color):
        taken, box = ink_of(line.color[:7]) * alpha(line.color), box_of(item)
        # A line is as long as its box at least.
        dark = max(dark, (line.width * max(box.w, box.h), line.color)) if taken > limits.MOST_INK else dark
    return _Facts(thin, dark)


def _together(facts: Sequence[_Facts]) -> _Facts:
    return _Facts(
        min((one.thin for one in facts), default=math.inf),
        max((one.dark for one in facts), default=(0.0, "")),
        min((one.dpi for one in facts), default=math.inf),
        any(one.words for one in facts),
        any(one.homes for one in facts),
    )


def inspected(
    pieces: Sequence[Piece], home: Home, flight: Preflight, paints: bool, lenient: bool = False
) -> Iterator[Finding]:
    """What there is to say of pieces; those with faces of their own have been judged as they were drawn."""
    inspector = Inspector(flight, paints, lenient)
    yield from _hidden(pieces, home, flight, paints)
    seen: list[Drawing] = []
    for piece in pieces:
        if not piece.from_face and not any(piece.front is one for one in seen[-1:]):
            inspector.look(piece, home)
            seen.append(piece.front)
    yield from inspector.findings


def _hidden(pieces: Sequence[Piece], home: Home, flight: Preflight, paints: bool) -> Iterator[Finding]:
    """A finding for each text of pieces that cannot be read for what is drawn on it."""
    overprints, seen = Overprints(flight.grounds, flight, paints), dict[int, Drawing]()
    for piece in pieces:
        for side in (piece.front, piece.back):
            if side is not None and id(side) not in seen:
                seen[id(side)] = side
                for found in overprints.find(side):
                    yield _hidden_text(found, piece.name, flight.place_of(found.text) or (home.where, None))


def _hidden_text(found: Hidden, name: str, place: tuple[Where, Where | None]) -> Finding:
    """An error for a text of which nothing shows; a warning for one that is hard to read."""
    said = f'"{shortened(found.text.text)}" of {name}'
    hint = "Draw it after what hides it, further down in the face, or move one of the two."
    if found.by is not None:
        said = f'{said} and "{shortened(found.by.text)}" are printed on each other'
        hint = "Move one of the two, or give one of them less room."
    else:
        said = f"{said} is {'' if found.whole else 'partly '}hidden by {found.what}"
    severity: Severity = "error" if found.whole else "warning"
    return Finding(severity, place[0], said, hint, "hidden-text", Exit.DOES_NOT_FIT, place[1])
