"""Plays a guillotine: it cuts a stack of sheets as a plan tells, and gives the piles that are left.

It knows nothing of where pieces lie. It sets its stop to the millimetres that are told, lays the edge that was cut
before against it, and cuts through all that is left of a part, from edge to edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from printgen.base.units import Box, mm, to_mm
from printgen.sheets.cut_plan import CutLine, CutPlan, format_stop

NEAR = mm(0.05)
"""How exactly pieces come out."""


@dataclass
class Part:
    """What is left of the stack somewhere; its edges at the left and at the top may be straight."""

    box: Box
    straight: set[bool] = field(default_factory=set)


@dataclass
class Guillotine:
    """A stack of sheets that lies somewhere; `marks` are the lines on it by which it may be cut."""

    parts: list[Part]
    marks: Sequence[tuple[bool, CutLine]] | None = None
    cuts: int = 0

    def follow(self, plan: CutPlan, told: Mapping[int, str]) -> None:
        """All cuts of a plan, in order; `told` are their stops, as they are read."""
        for cut in plan.cuts:
            for line in cut.lines:
                self.cut(cut.upright, line, told[cut.number])
            self.cuts += 1

    def cut(self, upright: bool, line: CutLine, stop: str) -> None:
        """Cut the part in which a line lies: at its marks, or so far from the straight edge before it."""
        middle = (line.low + line.high) / 2
        x, y = (line.at, middle) if upright else (middle, line.at)
        (part,) = (p for p in self.parts if p.box.x < x < p.box.right and p.box.y < y < p.box.bottom)
        box = part.box
        if stop:
            assert upright in part.straight, "there is no straight edge for the stop"
            at = (box.x if upright else box.y) + mm(float(stop))
        else:
            assert self.marked(part.box, upright, line.at), f"nothing shows where to cut, at {to_mm(line.at):.2f} mm"
            at = line.at
        self.parts.remove(part)
        if upright:
            one, two = box._replace(w=at - box.x), Box(at, box.y, box.right - at, box.h)
        else:
            one, two = box._replace(h=at - box.y), Box(box.x, at, box.w, box.bottom - at)
        self.parts += [Part(one, set(part.straight)), Part(two, {*part.straight, upright})]

    def marked(self, box: Box, upright: bool, at: float) -> bool:
        """Whether a mark is left on a part that shows where to cut it."""
        if self.marks is None:
            return True
        low, high = (box.y, box.bottom) if upright else (box.x, box.right)
        return any(
            way == upright and abs(line.at - at) < mm(0.1) and line.low < high - mm(0.4) and line.high > low + mm(0.4)
            for way, line in self.marks
        )

    def pile(self, cell: Box) -> Part:
        """The pile of a cell, which is cut whole and at its true size; no other part has anything of it."""
        found = [part for part in self.parts if min(part.box.common(cell)[2:]) > NEAR]
        assert len(found) == 1, f"a piece is cut into {len(found)}"
        assert all(abs(a - b) < NEAR for a, b in zip(found[0].box, cell, strict=True)), (found[0].box, cell)
        return found[0]


def cut_stack(plan: CutPlan, sheets: Sequence[Sequence[str]], guillotine: Guillotine) -> list[list[str]]:
    """The piles at the cells of a plan, in reading order, each from the top down; `sheets` are the names on each."""
    guillotine.follow(plan, {cut.number: format_stop(cut.stop) for cut in plan.cuts})
    for cell in plan.cells:
        if cell not in plan.by_hand:
            guillotine.pile(cell)
    return [[names[i] for names in sheets if i < len(names)] for i in range(len(plan.cells))]


def dealt(piles: Sequence[Sequence[str]]) -> list[str]:
    """One from each pile in turn."""
    most = max(map(len, piles))
    return [pile[i] for i in range(most) for pile in piles if i < len(pile)]


def laid(piles: Sequence[Sequence[str]]) -> list[str]:
    """The piles laid on each other, the first on top."""
    return [name for pile in piles for name in pile]
