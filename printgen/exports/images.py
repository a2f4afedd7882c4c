"""Every face as a picture: PNG or SVG files, and `manifest.json`, which lists them.

PRODUCT/007-snake-eyes-x1-front.png     named so that files sort as the cards do; x1 is the number of copies
PRODUCT/007-snake-eyes-x1-back.png      a back that one card has
PRODUCT/back.png                        a back that several cards have; back-2.png the next such
manifest.json
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from printgen.base.errors import Finding, UsageError
from printgen.base.progress import Progress
from printgen.base.units import parse_length, to_mm
from printgen.build.live import picture
from printgen.drawing.model import Drawing
from printgen.exports.bundle import Bundle, Component, ProductExport, Side
from printgen.exports.format import ExportFiles, Option, OptionValues, as_json
from printgen.exports.pixels import RasterJob, png_files, raster_at

OPTIONS = (
    Option("dpi", "dots per inch of PNG files", 300, least=20, most=1200),
    Option("width", "pixels across instead, whatever the size; 0 for --dpi", 0, most=20_000),
    Option("bleed", "how much of the bleed is shown around each piece, such as 3mm", "0mm", metavar="LENGTH"),
    Option("corners", "square, or cut: rounded, with nothing outside of the cut", "square", ("square", "cut")),
    Option("type", "the type of the files", "png", ("png", "svg")),
)


class FaceImage(NamedTuple):
    """A picture of a side of a component: its file in the product's folder. Several components may share a back."""

    file: str
    component: Component
    side: Side


def stem_of(component: Component, digits: int = 3) -> str:
    """The start of the names of a component's files, such as 007-snake-eyes-x1; they sort in the product's order."""
    return f"{component.number:0{digits}}-{component.key}-x{component.copies}"


def faces_of(product: ProductExport, suffix: str) -> tuple[list[FaceImage], dict[int, str]]:
    """All faces of a product, shared backs once, and the file of each component's back by the component's number."""
    digits = max(3, len(str(len(product.components))))
    fronts = [FaceImage(f"{stem_of(one, digits)}-front{suffix}", one, "front") for one in product.components]
    backs, back_files, shared_count = list[FaceImage](), dict[int, str](), 0
    for components in product.backs.values():
        first = components[0]
        name = f"{stem_of(first, digits)}-back{suffix}"
        if len(components) > 1 or len(product.components) == 1:
            shared_count += 1
            name = f"back{suffix}" if shared_count == 1 else f"back-{shared_count}{suffix}"
        backs.append(FaceImage(name, first, "back"))
        back_files |= {component.number: name for component in components}
    return [*fronts, *backs], back_files


def face_drawing(face: FaceImage, bleed: float = 0.0, cut: bool = False) -> Drawing:
    """A face in points, cut, with `bleed` around it, or with `cut` nothing outside of its outline."""
    return face.component.side(face.side, min(bleed, face.component.bleed), cut)


def _bleed(options: OptionValues) -> float:
    """The bleed in the options, in points. UsageError for an impossible one."""
    try:
        bleed = parse_length(options["bleed"])
    except ValueError as error:
        raise UsageError(f"bleed: {error}", "Give a length such as 3mm.") from error
    if bleed < 0:
        raise UsageError("bleed: it cannot be below zero", "Give a length such as 3mm.")
    if bleed and options["corners"] == "cut":
        raise UsageError("what is cut out has no bleed around it", "Leave out --bleed, or --corners cut.")
    return bleed


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """A warning for each product with less bleed than asked for."""
    bleed = _bleed(options)
    for product in bundle.products:
        smallest_bleed = min(component.bleed for component in product.components)
        if smallest_bleed < bleed - 0.01:
            message = f"{product.name} has {to_mm(smallest_bleed):.3g} mm of bleed, and {options['bleed']} is asked for"
            yield product.finding("warning", message, "Its pictures have what there is.", "short-bleed")


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Draw every face, and list them."""
    bleed, cut, suffix = _bleed(options), options["corners"] == "cut", f".{options['type']}"
    rows = [(product, *faces_of(product, suffix)) for product in bundle.products]
    files = {f"{product.name}/{face.file}": face for product, faces, _ in rows for face in faces}
    drawings = {file: face_drawing(face, bleed, cut) for file, face in files.items()}
    if options["type"] == "svg":
        images = [*map(picture, drawings.values())]
    else:
        jobs = [_raster(drawing, options) for drawing in drawings.values()]
        dpi = options["dpi"] if not options["width"] else 300
        images = png_files(jobs, dpi, progress, "drawing pictures", clear=cut)
    game = bundle.game
    about = {"game": bundle.label, "title": game.title, "version": game.version, "bleed_mm": round(to_mm(bleed), 3)}
    # Words come last: looking for them paints art that is painted on demand, meanwhile other processes draw.
    manifest = as_json({**about, "products": [_row(product, faces, backs) for product, faces, backs in rows]})
    pieces = sum(product.count for product in bundle.products)
    contents = [*zip(drawings, images, strict=True), ("manifest.json", manifest)]
    return ExportFiles(contents, pieces=pieces, pictures=len(images))


def _raster(drawing: Drawing, options: OptionValues) -> RasterJob:
    if wide := options["width"]:
        return RasterJob(drawing, wide, max(1, round(wide * drawing.height / drawing.width)))
    return raster_at(drawing, options["dpi"])


def _row(product: ProductExport, faces: Sequence[FaceImage], backs: Mapping[int, str]) -> dict[str, Any]:
    """A product in the manifest."""
    components = []
    for component, face in zip(product.components, faces, strict=False):
        back = backs.get(component.number, "")
        components.append({
            "key": component.key, "name": component.name, "role": component.role,
            "front": f"{product.name}/{face.file}", "back": f"{product.name}/{back}" if back else "",
            "copies": component.copies, "size_mm": [round(side, 3) for side in component.size],
            "tags": list(component.tags), "words": list(component.words),
        })  # fmt: skip
    return {"name": product.name, "title": product.title, "kind": product.kind, "things": components}
