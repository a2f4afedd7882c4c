"""Burst circles, flames and light beams at true size, tiled, in outline or as one-page gauges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printgen.kinds.kind import Flag, Kind

if TYPE_CHECKING:
    from printgen.kinds.area_template.reading import Areas
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options
    from printgen.reading.records import Loading


def _options() -> type[Options]:
    from printgen.kinds.area_template.reading import AreaOptions

    return AreaOptions


def _load(loading: Loading) -> Areas | None:
    from printgen.kinds.area_template.reading import load_areas

    return load_areas(loading)


def _compose(order: Order) -> Composition:
    from printgen.kinds.area_template.pieces import compose_area_templates

    return compose_area_templates(order)


def _shapes() -> dict[str, Any]:
    from printgen.kinds.area_template.looks import AreaFile

    return {"areas": AreaFile}


KIND = Kind(
    "area-template",
    _compose,
    options=_options,
    load=_load,
    shapes=_shapes,
    vast=True,
    flags=(
        Flag("scale", "area templates for smaller figures: 1:18, 1:12 or 3.75in"),
        Flag("form", "how area templates are printed", ("full", "outline", "gauge")),
        Flag("film", "area templates as thin outlines for clear film", ("film", "mirror")),
    ),
)
