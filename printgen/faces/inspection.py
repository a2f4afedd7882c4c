"""What would not print well: warnings as a face is drawn, and for everything on a finished piece."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.base.errors import Exit, Finding, Severity
from printgen.base.units import IDENTITY, PT_PER_IN, Box, Matrix, apply, compose, inverse, mm, to_mm
from printgen.drawing.extent import box_of, transform_box, walk
from printgen.drawing.grounds import Grounds, Layer, PaintedItems
from printgen.drawing.hidden import HiddenText, Overprints
from printgen.drawing.model import Copies, Drawing, Group, Image, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.pieces import Piece
from printgen.drawing.tints import NONE, alpha, contrast, ink_of, mix, nearly_black
from printgen.drawing.windows import is_dotted
from printgen.faces.face import Node
from printgen.faces.session import FROM_PRODUCT, HardText, Origin, Preflight, Session, TextPlace
from printgen.faces.trim import CutEdge, edge_finding, text_box
from printgen.reading.scalars import shorten

SMALLEST = 6.0
"""The size, in points, under which few people can read."""
HAIRLINE = 0.25
"""The width, in points, under which a line may break up in print."""
MOST_INK = 280.0
"""So many hundredths of a full layer of ink dry on most papers."""
FAINT = 0.6
"""What shows less than this, of 1, is faint on purpose."""
_SLACK = 0.05
"""Sizes in points, and contrasts, may miss a limit by so much; widths of lines by `_LINE_SLACK` points."""
_LINE_SLACK = 0.005
_CONTRAST = 4.5
_LARGE_CONTRAST = 3.0
"""The least contrast of letters with their ground, and that of `_LARGE` letters (WCAG 2, AA)."""
_LARGE = 18.0  # Letters from so many points up are large.
_POINTS_ALONG = (0.1, 0.9, 0.5, 0.3, 0.7)
"""Where along a run its ground is looked up, of 1."""
_ENOUGH_POINTS = 2  # A run that is read well at so many of them is easy to read.
_MOST_RUNS = 4  # So many runs of a text are looked at.
_WIDE = 2_000.0  # Ink on fewer square points dries soon.
_LESS_INK = "Make it lighter, or a black without a colour of its own, which is printed with black alone."
_SHADOW_COVER = 0.7
"""Letters that lie over so much of the same words are no shadow's; those are one of theirs."""


def judge_size(node: Node, size: float, words: str, session: Session) -> None:
    """Warn of a text that is set too small to be read."""
    if session.preflight is None or (printed := size * share_of(session)) >= SMALLEST - _SLACK:
        return
    start = f'"{shorten(words)}" of {session.card} is set in {printed:.1f} pt'
    message = f"{start}; under {SMALLEST:g} pt few can read it"
    if session.sized and size * grown_by(session.at) >= SMALLEST - _SLACK:
        # The face is drawn for a larger size.
        hint = "Make the pieces larger, or use a face that is drawn for this size."
        session.add(Finding("warning", session.sized, message, hint, "small-text", cause=session.sized))
    else:
        hint = "Shorten it, or give it more room or a larger floor in the face."
        session.warn(node, message, hint, "small-text")


def judge_contrast(node: Node, items: Sequence[Item], outline: str, session: Session, at: Matrix) -> None:
    """Warn of a text that is hard to read where a matrix puts it; `outline` is the colour around its letters."""
    preflight = session.preflight
    look = "text", node, at, session.grown, session.tints, outline
    if preflight is None or not preflight.is_first_look(*look):
        return
    texts = [(text, matrix) for text, matrix in walk(items, at) if isinstance(text, Text)]
    # Signs are known by their shapes.
    first_by_color = {one.color: (one, matrix) for one, matrix in reversed(texts) if any(map(str.isalnum, one.text))}
    layers = [(under, inverse(matrix)) for under, matrix in reversed(session.under)]
    for text, matrix in list(first_by_color.values())[:_MOST_RUNS]:
        box = transform_box(text_box(text), matrix)
        _forgive_shadow(text.text, box, session)
        if alpha(text.color) < FAINT or (outline != NONE and contrast(text.color[:7], outline[:7]) >= _CONTRAST):
            continue
        low = low_contrast(text, matrix, layers, preflight.grounds, session.grown)
        if low:
            hint = "Make one of the two lighter or darker, or let the text choose: color: on and the ground's colour."
            finding = session.warn(node, low.message(text, session.card), hint, "low-contrast")
            session.state.hard_texts[text.text] = HardText(box, finding)
            return


def _forgive_shadow(words: str, box: Box, session: Session) -> None:
    """Take back the warning of an earlier text of the same words if this one, in a box, lies over it: as its shadow."""
    shadow = session.state.hard_texts.pop(words, None)
    if shadow is not None:
        shared = box.common(shadow.box)
        if shared.w > _SHADOW_COVER * shadow.box.w and shared.h > _SHADOW_COVER * shadow.box.h:
            session.state.take_back(shadow.finding)


class LowContrast(NamedTuple):
    """The colour of a ground on which a text is hard to read, their contrast, and the least that it takes."""

    ground: str
    ratio: float
    least: float

    def message(self, text: Text, owner: str) -> str:
        """What a finding says of a text of a card or piece."""
        start = f'"{shorten(text.text)}" of {owner} is {text.color} on {self.ground}'
        return f"{start}, a contrast of {self.ratio:.1f}:1; it takes {self.least:g}:1 to read it"


def low_contrast(
    text: Text, at: Matrix, layers: Sequence[Layer], grounds: Grounds, grown: float = 1.0
) -> LowContrast | None:
    """How hard a text is to read that is printed `grown` times as large as it is drawn.

    None where it is read well on most of its ground, or nobody can tell.
    """
    least = _LARGE_CONTRAST if text.size * grown_by(at) * grown >= _LARGE else _CONTRAST
    ground = _hard_ground(text, at, least, layers, grounds)
    return LowContrast(ground, contrast(_on(text.color, ground), ground), least) if ground else None


def _hard_ground(text: Text, matrix: Matrix, least: float, layers: Sequence[Layer], grounds: Grounds) -> str:
    """The colour under most of a text with which it has less than the `least` contrast; "" for none."""
    box, hard_grounds = text_box(text), Counter[str]()
    for n, share in enumerate(_POINTS_ALONG, 1):
        ground = grounds.under(layers, *apply(matrix, box.x + box.w * share, box.y + box.h / 2))
        if ground and contrast(_on(text.color, ground), ground) < least - _SLACK:
            hard_grounds[ground] += 1
        elif n - hard_grounds.total() >= _ENOUGH_POINTS:
            return ""  # Much of it is read well, or cannot be told.
    return hard_grounds.most_common(1)[0][0]


def _on(color: str, ground: str) -> str:
    """A colour as it is seen on another one."""
    return mix(ground, color[:7], alpha(color))


def judge_shape(node: Node, items: Iterable[Item], session: Session) -> None:
    """Warn of lines that break up in print, and of grounds that take more ink than dries."""
    preflight = session.preflight
    if preflight is None or not preflight.is_first_look("shape", node, share_of(session), session.tints):
        return
    share = share_of(session)
    for item in (item for item in items if isinstance(item, Rect | Path)):
        width = item.stroke.width * share if item.stroke else math.inf
        if width < HAIRLINE - _LINE_SLACK and item.stroke and _is_seen(item.stroke):
            message = f"this line is {width:.2g} pt wide; under {HAIRLINE} pt it may break up in print"
            hint = f"Make it {HAIRLINE} pt ({to_mm(HAIRLINE):.2g} mm) wide, or wider."
            session.warn(node, message, hint, "hairline")
        if isinstance(item.fill, str) and _takes_much_ink(item.fill):
            box = box_of(item)
            if box.w * box.h * share * share > _WIDE:
                ink = ink_of(item.fill[:7]) * alpha(item.fill)
                start = f"this {node.kind} is {item.fill}, which takes {ink:.0f} % of ink"
                message = f"{start}; over {MOST_INK:.0f} % it smears"
                session.warn(node, message, _LESS_INK, "heavy-ink")


def _is_seen(line: Stroke) -> bool:
    return not isinstance(line.color, str) or alpha(line.color) > 0


def judge_drawing(node: Node, items: Sequence[Item], session: Session, name: str) -> None:
    """Warn of lines of a drawing that break up in print at the size at which a face shows it."""
    preflight = session.preflight
    if preflight is None or not preflight.is_first_look("drawing", node, name, share_of(session)):
        return
    lines = ((item.stroke, matrix) for item, matrix in walk(items, session.at) if isinstance(item, Rect | Path))
    widths = [line.width * grown_by(matrix) * session.grown for line, matrix in lines if line and line.width]
    if widths and min(widths) < HAIRLINE - _LINE_SLACK:
        thin_lines = sum(width < HAIRLINE - _LINE_SLACK for width in widths)
        start = f"{name} has lines of {min(widths):.2g} pt here ({thin_lines} of {len(widths)})"
        message = f"{start}; under {HAIRLINE} pt they may break up in print"
        session.warn(node, message, "Show it larger, or draw its lines wider.", "hairline")


def share_of(session: Session) -> float:
    """At how many times its size something is printed that is drawn now."""
    return grown_by(session.at) * session.grown


def grown_by(matrix: Matrix) -> float:
    """At how many times its size a matrix shows something."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


_SAFE = mm(1)  # How far inside its cut the text of a piece without a face of its own stays.
_LEAST_DPI = 200.0  # The dots an inch under which a picture looks soft.
_MOST_TEXTS = 24  # So many texts of one kind and place are judged; a board has thousands of them.


class _Ground(NamedTuple):
    """A surface of one colour, and its area in square points."""

    area: float = 0.0
    color: str = ""


class _Extremes(NamedTuple):
    """What prints worst in a group, at any depth, but for items with an origin of their own."""

    thinnest: float = math.inf
    """The width of the thinnest line, in points."""
    heaviest: _Ground = _Ground()
    """The largest ground of too much ink."""
    dpi: float = math.inf
    """The dots an inch of the coarsest picture."""
    has_words: bool = False
    has_origins: bool = False

    def scaled(self, scale: float) -> _Extremes:
        """The same at so many times its size."""
        ground = self.heaviest._replace(area=self.heaviest.area * scale**2)
        dpi = self.dpi / scale if scale else math.inf
        return self._replace(thinnest=self.thinnest * scale, heaviest=ground, dpi=dpi)


@dataclass
class Inspector:
    """Looks at pieces, at unpainted art only if it `paints`; where it is `lenient`, text over the cut is a warning."""

    preflight: Preflight
    paints: bool = True
    lenient: bool = False
    findings: list[Finding] = field(default_factory=list)
    _extremes_by_group: Copies[Group, _Extremes | None] = field(default_factory=Copies)
    _reported: set[object] = field(default_factory=set)
    _text_counts: Counter[object] = field(default_factory=Counter)
    _layers: list[Layer] = field(default_factory=list)
    _name: str = ""
    _origin: Origin = FROM_PRODUCT
    _cut: CutEdge | None = None

    def inspect(self, piece: Piece, origin: Origin) -> None:
        """Judge both sides of a piece; `origin` is where it comes from, unless what is on it says so itself."""
        self._name, self._origin = piece.name, origin
        for side in (piece.front, piece.back):
            if side is not None:
                self._cut = None if piece.page or piece.leaf else CutEdge(piece, self.preflight.safes.get(side, _SAFE))
                self._visit(side.items, IDENTITY, origin)

    def _visit(self, items: Sequence[Item], at: Matrix, origin: Origin | None) -> None:
        """Judge items and those in their groups; without an origin, only those that have one of their own."""
        painted: list[Item] = []
        self._layers.append((PaintedItems(painted), at))
        for item in items:
            here = self.preflight.origin_of(item, origin)
            here = self._origin if here is FROM_PRODUCT else here
            if isinstance(item, Place):
                extremes, matrix = self._extremes_of_group(item.group), compose(at, item.matrix)
                if here:
                    self._judge(extremes, matrix, here)
                if extremes.has_origins or (here and extremes.has_words and item.group.opacity >= FAINT):
                    self._visit(item.group.items, matrix, here)
            elif here and isinstance(item, Text):
                self._judge_text(item, at, here)
            elif here:
                self._judge(_extremes_of_shape(item), at, here)
            painted.append(item)
        self._layers.pop()

    def _extremes_of_group(self, group: Group) -> _Extremes:
        """What prints worst in a group, worked out once; nothing in art that is not painted yet."""
        known = self._extremes_by_group.get(group, None)
        if known is None:
            items = group.items if self.paints or group.is_painted else ()
            known = self._extremes_by_group[group] = _worst([self._extremes_of_item(item) for item in items])
        return known

    def _extremes_of_item(self, item: Item) -> _Extremes:
        """What prints worst in an item of a group, at the size that it has there."""
        if self.preflight.has_origin(item):
            return _Extremes(has_origins=True)
        if not isinstance(item, Place):
            return _extremes_of_shape(item)
        return self._extremes_of_group(item.group).scaled(grown_by(item.matrix))

    def _judge(self, extremes: _Extremes, at: Matrix, origin: Origin) -> None:
        """Warn of thin lines, heavy grounds and coarse pictures of what a matrix puts on a piece."""
        printed, name = extremes.scaled(grown_by(at)), origin.what or self._name
        if printed.thinnest < HAIRLINE - _LINE_SLACK:
            message = f"{name} has lines of {printed.thinnest:.2g} pt; under {HAIRLINE} pt they may break up in print"
            self._warn(origin, "hairline", message, "Print it larger, or draw its lines wider.")
        if printed.heaviest.area > _WIDE:
            color = printed.heaviest.color
            start = f"{name} has a ground of {color}, which takes {ink_of(color):.0f} % of ink"
            self._warn(origin, "heavy-ink", f"{start}; over {MOST_INK:.0f} % it smears", _LESS_INK)
        if printed.dpi < _LEAST_DPI - 0.5:
            message = f"a picture on {name} prints at {printed.dpi:.0f} dpi; under {_LEAST_DPI:.0f} it looks soft"
            self._warn(origin, "soft-photo", message, "Use a larger picture.")

    def _judge_text(self, text: Text, at: Matrix, origin: Origin) -> None:
        """Warn of letters that are too small, too faint or too near to the cut."""
        if not any(map(str.isalnum, text.text)):
            return
        size = text.size * grown_by(at)
        if size < SMALLEST - _SLACK:
            start = f'"{shorten(text.text)}" of {self._name} is set in {size:.1f} pt'
            message = f"{start}; under {SMALLEST:g} pt few can read it"
            self._warn(origin, "small-text", message, origin.hint or "Print it larger, or in larger letters.")
        key = origin.where, text.color, text.font, round(size, 1)
        self._text_counts[key] += 1
        if (origin.cause or self._text_counts[key] <= _MOST_TEXTS) and alpha(text.color) >= FAINT:
            layers = [(painted, inverse(matrix)) for painted, matrix in reversed(self._layers)]
            low = low_contrast(text, at, layers, self.preflight.grounds)
            if low:
                message, hint = low.message(text, self._name), "Make one of the two lighter or darker."
                self._warn(origin, "low-contrast", message, hint, text.color, low.ground)
        if self._cut and (fault := self._cut.fault(text, at)) and self._is_first(origin, fault.code):
            self.findings.append(edge_finding(origin.where, fault, self.lenient, origin.cause))

    def _warn(self, origin: Origin, code: str, message: str, hint: str, *subject: str) -> None:
        """Warn once for each origin, and each subject."""
        if self._is_first(origin, code, *subject):
            self.findings.append(Finding("warning", origin.where, message, hint, code, cause=origin.cause))

    def _is_first(self, origin: Origin, code: str, *subject: str) -> bool:
        """Whether a finding of this code is the first for an origin and a subject."""
        key = origin.cause or origin.where, code, subject
        is_first = key not in self._reported
        self._reported.add(key)
        return is_first


def _extremes_of_shape(item: Rect | Path | Text | Image) -> _Extremes:
    """What prints worst of a single shape, text or picture."""
    if isinstance(item, Text):
        return _Extremes(has_words=True)
    if isinstance(item, Image):
        dots = min(item.pixels[0] / item.w, item.pixels[1] / item.h) if item.w * item.h else 0
        return _Extremes(dpi=dots * PT_PER_IN)
    line, fill, thinnest, heaviest = item.stroke, item.fill, math.inf, _Ground()
    if isinstance(fill, str) and _takes_much_ink(fill):
        box = box_of(item)
        heaviest = _Ground(box.w * box.h, fill)
    if line is not None:
        thinnest = line.width if line.width and _is_seen(line) and not is_dotted(item) else math.inf
        if isinstance(line.color, str) and _takes_much_ink(line.color):
            box = box_of(item)  # A line is at least as long as this.
            heaviest = max(heaviest, _Ground(line.width * max(box.w, box.h), line.color))
    return _Extremes(thinnest, heaviest)


def _takes_much_ink(color: str) -> bool:
    """Whether a colour takes more ink than dries, unless it is a black, which is printed with black ink alone."""
    return not nearly_black(color) and ink_of(color[:7]) * alpha(color) > MOST_INK


def _worst(several: Sequence[_Extremes]) -> _Extremes:
    """What prints worst of several items."""
    if not several:
        return _Extremes()
    widths, grounds, dpis, words, origins = zip(*several, strict=True)
    return _Extremes(min(widths), max(grounds), min(dpis), any(words), any(origins))


def inspect_pieces(
    pieces: Sequence[Piece], origin: Origin, preflight: Preflight, paints: bool, lenient: bool = False
) -> Iterator[Finding]:
    """Findings about pieces that would not print well, as of `Inspector`; faces are judged as they are drawn."""
    inspector = Inspector(preflight, paints, lenient)
    yield from _hidden_texts(pieces, origin, preflight, paints)
    previous: Drawing | None = None
    for piece in pieces:
        if not piece.from_face and piece.front is not previous:
            inspector.inspect(piece, origin)
            previous = piece.front
    yield from inspector.findings


def _hidden_texts(pieces: Sequence[Piece], origin: Origin, preflight: Preflight, paints: bool) -> Iterator[Finding]:
    """A finding for each text of pieces that cannot be read for what is drawn on it."""
    overprints = Overprints(preflight.grounds, preflight, paints)
    sides: tuple[Drawing | None, Drawing | None] = (None, None)
    for piece in pieces:
        earlier, sides = sides, (piece.front, piece.back)
        for side, same in zip(sides, earlier, strict=True):
            if side is not None and side is not same:
                for hidden in overprints.find(side):
                    yield _hidden_text(hidden, piece.name, preflight.place_of(hidden.text) or TextPlace(origin.where))


def _hidden_text(hidden: HiddenText, name: str, place: TextPlace) -> Finding:
    """An error for a text of which nothing shows; a warning for one that is hard to read."""
    message = f'"{shorten(hidden.text.text)}" of {name}'
    hint = "Draw it after what hides it, further down in the face, or move one of the two."
    if hidden.by is not None:
        message = f'{message} and "{shorten(hidden.by.text)}" are printed on each other'
        hint = "Move one of the two, or give one of them less room."
    else:
        message = f"{message} is {'' if hidden.whole else 'partly '}hidden by {hidden.what}"
    severity: Severity = "error" if hidden.whole else "warning"
    return Finding(severity, place.typed, message, hint, "hidden-text", Exit.DOES_NOT_FIT, place.in_face)
