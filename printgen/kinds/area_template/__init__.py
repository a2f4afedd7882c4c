"""Burst circles, flames and light beams at true size, tiled, in outline or as one-page gauges."""

from printgen.kinds.kind import Flag, Kind, late

with late():
    from printgen.kinds.area_template import looks, model, pieces, reading

KIND = Kind(
    "area-template",
    lambda order: pieces.compose_area_templates(order),
    options=lambda: model.AreaOptions,
    load=lambda loading: reading.load_areas(loading),
    shapes=lambda: {"areas": looks.AreaFile},
    vast=True,
    takes=("list", "record"),
    flags=(
        Flag("scale", "area templates for smaller figures: 1:18, 1:12 or 3.75in"),
        Flag("form", "how area templates are printed", ("full", "outline", "gauge")),
        Flag("film", "area templates as thin outlines for clear film", ("film", "mirror")),
    ),
)
