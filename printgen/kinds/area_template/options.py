"""An order for area templates comes in; in which form, at which scale and on what they are printed goes out.

Options are `form` (full, outline or gauge; by default what fits each area), `scale` (full, 1:18, 3.75in ...) and
`film` (true for outlines on clear film, mirror to print them on the back of it).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from printgen.errors import Finding, UsageError, did_you_mean
from printgen.kinds.area_template.model import FULL, Area, Scale, parse_scale
from printgen.kinds.composition import Order
from printgen.reading.records import Record

FORMS = ("full", "outline", "gauge")
OPTIONS = ("form", "scale", "film")
_FILMS: Mapping[Any, str] = {"": "", "film": "film", "mirror": "mirror", "no": "", True: "film", False: ""}
# A triangle longer than this on paper is laid out with strings unless its record says otherwise.
_LONGEST = 36.0


@dataclass(frozen=True, slots=True)
class AreaOptions:
    """What an order asks for; `form` is "" where each area takes its own, `film` is "", "film" or "mirror"."""

    form: str = ""
    scale: Scale = FULL
    film: str = ""

    def form_of(self, record: Record, area: Area) -> str:
        """In which form an area of this size on paper is printed."""
        chosen = self.form or record.values.get("form") or ""
        if chosen:
            return str(chosen)
        return "gauge" if area.shape == "triangle" and area.length > _LONGEST else "full"


def read_area_options(order: Order, findings: list[Finding]) -> AreaOptions | None:
    """The options of an order; None, with findings at their lines, when they make no sense."""
    given = order.product.options
    before = len(findings)
    for key in given:
        if key not in OPTIONS:
            message = f"area templates have no option '{key}'"
            hint = did_you_mean(key, OPTIONS)
            findings.append(Finding("error", given.key_where(key), message, hint, "unknown-key"))
    form = str(given.get("form") or "")
    if form and form not in FORMS:
        _refuse(order, "form", f"'{form}' is not a form of area templates", did_you_mean(form, FORMS), findings)
    film = given.get("film", "")
    if film not in _FILMS:
        hint = "Use film: true, or film: mirror."
        _refuse(order, "film", f"'{film}' is not a way to print on film", hint, findings)
    scale = FULL
    try:
        scale = parse_scale(str(given.get("scale") or ""))
    except UsageError as error:
        (finding,) = error.findings
        _refuse(order, "scale", finding.message, finding.hint, findings)
    if len(findings) > before:
        return None
    return AreaOptions(form, scale, _FILMS[film])


def _refuse(order: Order, key: str, message: str, hint: str, findings: list[Finding]) -> None:
    findings.append(Finding("error", order.product.options.where(key), message, hint, "unknown-value"))
