"""Burst circles, flames and light beams at true size, tiled, in outline or as one-page gauges.

A face draws each area: one of the kind `fire` is drawn by `area-fire`, which extends `area-circle`, `area-half-circle`,
`area-triangle` or `area-rectangle`.
"""

from printgen.kinds import Flag, Kind
from printgen.kinds.area_template.model import AreaOptions
from printgen.kinds.area_template.pieces import compose_area_templates
from printgen.kinds.area_template.reading import load_areas

KIND = Kind(
    "area-template",
    compose_area_templates,
    options=AreaOptions,
    load=load_areas,
    vast=True,
    takes=("list", "record"),
    flags=(
        Flag("scale", "area templates for smaller figures: 1:18, 1:12 or 3.75in"),
        Flag("form", "how area templates are printed", ("full", "outline", "gauge")),
        Flag("film", "area templates as thin outlines for clear film", ("film", "mirror")),
    ),
)
