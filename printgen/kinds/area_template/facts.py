"""What the face of an area is told of it: sizes in millimetres and in words, and where its marks stand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from printgen.faces.face import Face
from printgen.kinds.area_template.model import MM_PER_IN, Area, Subject, inches

R = 190.5
"""The radius of every disc in the units of its face: those of the fifteen inch disc are millimetres."""

# What stands along the rim of a disc, in those units.
_RIM = 10.0
# The plate of a distance is so high in those units, with air, and its letters are at least so large at full size.
_PLATE, _LEAST = 5.9, 0.6
# Areas shorter than that, in inches as written, have a mark at every inch.
_STEP, _SHORT = 6, 12
_LARGEST_FLAME, _SMALLEST_FLAME, _WIDEST = 62.0, 5.0, 508.0


def facts_of(subject: Subject, face: Face, film: str = "no") -> dict[str, Any]:
    """What faces are told of an area, with the title and the steps of use that the lets of its own face say.

    ValueProblem for a let that cannot be worked out.
    """
    area, measure = subject.on_paper, subject.measure
    filmed = film != "no" and subject.form != "gauge"
    rolls = list(_rolls(subject, face.params.get("outcomes", {})))
    facts = {
        **{name: measure.number(getattr(area, name)) for name in ("diameter", "radius", "length", "width")},
        **dict(zip(("w", "h"), (side * MM_PER_IN for side in area.box), strict=True)),
        "name": subject.name,
        "form": "film" if filmed else subject.form,
        "round": area.round,
        "shape": area.shape,
        "scale": subject.scale.name,
        "unit": measure.unit,
        "inch": measure.name,
        "users": list(subject.users),
        "notes": list(subject.notes),
        "rolls": rolls,
        "effects": [_line(roll) for roll in rolls],
        "rose": [spoke._asdict() for spoke in subject.rose],
        "ways": {spoke.way: spoke._asdict() for spoke in reversed(subject.rose)},
        **(_of_round(subject) if area.round else _of_straight(subject)),
    }
    known = {**face.params, **facts}
    for name, value in face.lets.items():
        known[name] = value.get(known)
    return {**facts, "title": known.get("title", subject.name), "use": known.get("use", "")}


def _rolls(subject: Subject, words: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """What rolls of a d100 lead to, line by line, with the short words for outcomes."""
    for label, effects in subject.effects.items():
        parts = [{**effect._asdict(), "word": words.get(effect.outcome, effect.outcome)} for effect in effects]
        yield {"label": label, "parts": parts}


def _line(roll: Mapping[str, Any]) -> str:
    """A line of what rolls do, in words."""
    return "  ".join((roll["label"], *(f"{part['dice']} {part['word']}" for part in roll["parts"])))


def _of_round(subject: Subject) -> dict[str, Any]:
    """How much larger than its face a disc is printed, and its rings, a written inch apart, in the face's units."""
    k, step = subject.on_paper.radius * MM_PER_IN / R, R / subject.area.radius
    count = math.ceil(R / step - 1e-9)
    far = {number: number * subject.scale.factor for number in range(1, count)}
    # At whole quarters of an inch, or at all where there are few such.
    quarters = [number for number in far if abs(round(4 * far[number]) - 4 * far[number]) < 1e-6]
    every = max(1, math.ceil(_PLATE * max(1.0, _LEAST / k) / step))
    labels = {n: subject.measure.number(far[n]) + subject.measure.mark
              for n in (quarters if len(quarters) > 1 else far) if n % every == 0}  # fmt: skip
    rings = [{"at": n * step, "fifth": n % 5 == 0, "far": labels.get(n, "")} for n in far]
    inner = [ring for n, ring in zip(far, rings, strict=True) if n * step < R - _RIM]
    return {"k": k, "step": step, "rings": rings, "inner_rings": inner}


def _of_straight(subject: Subject) -> dict[str, Any]:
    """The marks along the middle of a triangle or a rectangle, its angle, and rows of what may fill it."""
    area, measure = subject.on_paper, subject.measure
    step = _STEP if subject.area.length >= _SHORT else 1
    marks = []
    for number in range(1, math.ceil(subject.area.length / step - 1e-9)):
        distance = number * step * subject.scale.factor
        far, wide = measure.number(distance), area.width_at(distance)
        marks.append({"at": distance * MM_PER_IN, "half": wide / 2 * MM_PER_IN, "far": far, "mark": measure.mark,
                      "wide": measure.number(wide)})  # fmt: skip
    return {
        "marks": marks,
        "pointed": area.shape == "triangle",
        "hollow": area.hollow,
        "band": area.band,
        "written": subject.scale.factor * MM_PER_IN,
        "step": step,
        "lean": area.half_angle,
        # How much longer its edge is than its middle line.
        "along": area.along_edge(area.length) / area.length if area.shape == "triangle" else 1.0,
        "string": inches(area.along_edge(area.length)),
        "rows": list(_rows(area)),
    }


def _rows(area: Area) -> Iterator[dict[str, float]]:
    """Rows of tongues of flame that grow with the width: how far up they begin, their size, and how many on each side.

    A coloured edge is left free.
    """
    wide, long = (side * MM_PER_IN for side in area.box)
    most, edge = _LARGEST_FLAME * max(min(1.2, wide / _WIDEST), 0.4), max(2.5, min(8.0, 0.016 * wide))
    at = 0.12 * long if area.shape == "rectangle" else min(7 * long / wide, 0.12 * long)
    while at < long - 0.12 * wide:
        half = area.width_at(at / MM_PER_IN) * MM_PER_IN / 2 - edge / math.cos(math.radians(area.half_angle))
        size = min(most, 0.85 * half)
        if size < _SMALLEST_FLAME:
            at += 2.0
            continue
        yield {"at": at, "half": half, "size": size, "count": max(1, int((half - 0.1 * size) / (0.8 * size)))}
        at += 1.25 * size
