"""Burst circles, flames and light beams at true size, tiled, in outline or as one-page gauges."""

from __future__ import annotations

from typing import Any

from printgen.kinds.kind import Flag, Kind, Late


def _shapes() -> dict[str, Any]:
    return {"areas": Late(__name__, "looks", "AreaFile").get()}


KIND = Kind(
    "area-template",
    Late(__name__, "pieces", "compose_area_templates"),
    options=Late(__name__, "model", "AreaOptions").get,
    load=Late(__name__, "reading", "load_areas"),
    shapes=_shapes,
    vast=True,
    flags=(
        Flag("scale", "area templates for smaller figures: 1:18, 1:12 or 3.75in"),
        Flag("form", "how area templates are printed", ("full", "outline", "gauge")),
        Flag("film", "area templates as thin outlines for clear film", ("film", "mirror")),
    ),
)
