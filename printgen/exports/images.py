"""Every face as a picture: a parcel comes in; PNG or SVG files and `manifest.json`, which lists them, go out.

PRODUCT/007-snake-eyes-x1-front.png     in the order of the cards; how many of each there are stands in the name
PRODUCT/007-snake-eyes-x1-back.png      a back of its own
PRODUCT/back.png                        the back that all others have; back-2.png the next such
manifest.json
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import starmap
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, UsageError
from printgen.base.units import parse_length, to_mm
from printgen.build.live import picture
from printgen.build.stages import Progress
from printgen.drawing.model import Drawing
from printgen.exports.bundle import Bundle, Component, ProductExport, Side
from printgen.exports.format import ExportFiles, Option, OptionValues
from printgen.exports.pixels import RasterJob, png_files, raster_at

MOST = 120_000_000
"""A picture of more pixels is opened by few programs."""
_FEWER = "Lower --dpi or --width, or use --type svg."

OPTIONS = (
    Option("dpi", "dots per inch of PNG files", 300, least=20, most=1200),
    Option("width", "pixels across instead, whatever the size; 0 for --dpi", 0, most=20_000),
    Option("bleed", "how much of the bleed is shown around each piece, such as 3mm", "0mm", metavar="LENGTH"),
    Option("corners", "square, or cut: rounded, with nothing outside of the cut", "square", ("square", "cut")),
    Option("type", "the type of the files", "png", ("png", "svg")),
)


class FaceImage(NamedTuple):
    """A picture of a thing, or of the back that several things have: the file that it is in, below the lot's folder."""

    file: str
    component: Component
    side: Side


def stem_of(component: Component, digits: int = 3) -> str:
    """What the files of a thing are called, so that they sort as its product does: 007-snake-eyes-x1."""
    return f"{component.number:0{digits}}-{component.key}-x{component.copies}"


def faces_of(product: ProductExport, suffix: str) -> tuple[list[FaceImage], dict[int, str]]:
    """All faces of a lot; and by numbers of things the file of the back of each that has one.

    A back that several things have is one file.
    """
    digits = max(3, len(str(len(product.components))))
    fronts = [
        FaceImage(f"{stem_of(component, digits)}-front{suffix}", component, "front") for component in product.components
    ]
    backs, files, shared = list[FaceImage](), dict[int, str](), 0
    for components in product.backs.values():
        first = components[0]
        name = f"{stem_of(first, digits)}-back{suffix}"
        if len(components) > 1 or len(product.components) == 1:
            shared += 1
            name = f"back{suffix}" if shared == 1 else f"back-{shared}{suffix}"
        backs.append(FaceImage(name, first, "back"))
        files |= {component.number: name for component in components}
    return [*fronts, *backs], files


def face_drawing(face: FaceImage, bleed: float = 0.0, cut: bool = False) -> Drawing:
    """What a face shows, in points: its cut, as much bleed around that, and nothing outside of the cut if it is cut."""
    return face.component.side(face.side, min(bleed, face.component.bleed), cut)


def _bleed(options: OptionValues) -> float:
    """The bleed that is asked for, in points. UsageError where it cannot be."""
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
    """What has less bleed than is asked for, and what is too large for a picture; an error where nothing is left."""
    bleed, some = _bleed(options), options["type"] == "svg"
    for product in bundle.products:
        short = [component for component in product.components if component.bleed < bleed - 0.01]
        if short:
            least = min(component.bleed for component in short)
            message = f"{product.name} has {to_mm(least):.3g} mm of bleed, and {options['bleed']} is asked for"
            yield product.finding("warning", message, "Its pictures have what there is.", "short-bleed")
        if options["type"] == "png":
            vast = [_too_large(product, component, shot) for component, shot in _vast(product, options, bleed)]
            some |= len(vast) < len(product.components)
            yield from vast
    if not some:
        message = f"every picture of {bundle.label} would have too many pixels"
        where = bundle.products[0].pieces.product.where
        yield Finding("error", where, message, _FEWER, "nothing-fits", Exit.DOES_NOT_FIT)


def _vast(product: ProductExport, options: OptionValues, bleed: float) -> Iterator[tuple[Component, RasterJob]]:
    for component in product.components:
        shot = _raster(FaceImage("", component, "front"), options, bleed)
        if shot.width * shot.height > MOST:
            yield component, shot


def _too_large(product: ProductExport, component: Component, shot: RasterJob) -> Finding:
    message = f"the picture of {component.name} would be {shot.width} x {shot.height} pixels, and is left out"
    return product.finding("info", message, _FEWER, "too-large")


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Draw every face, and list them."""
    bleed, suffix, rows = (
        _bleed(options),
        f".{options['type']}",
        list[tuple[ProductExport, list[FaceImage], dict[int, str], set[int]]](),
    )
    for product in bundle.products:
        vast = (
            {component.number for component, _ in _vast(product, options, bleed)}
            if options["type"] == "png"
            else set[int]()
        )
        rows.append((product, *faces_of(product, suffix), vast))
    faces = [(product, face) for product, shown, _, vast in rows for face in shown if face.component.number not in vast]
    data = _render_all(faces, options, bleed, progress)
    files = [(f"{product.name}/{face.file}", one) for (product, face), one in zip(faces, data, strict=True)]
    game = bundle.game
    listed = {"game": bundle.label, "title": game.title, "version": game.version, "bleed_mm": round(to_mm(bleed), 3)}
    # Words are looked up last: what is painted when somebody looks is painted while other processes draw.
    text = json.dumps({**listed, "products": [*starmap(_row, rows)]}, ensure_ascii=False, indent=1) + "\n"
    pieces = sum(
        component.copies
        for product, _, _, vast in rows
        for component in product.components
        if component.number not in vast
    )
    return ExportFiles([*files, ("manifest.json", text.encode())], pieces=pieces, pictures=len(files))


def _render_all(
    faces: list[tuple[ProductExport, FaceImage]], options: OptionValues, bleed: float, progress: Progress
) -> list[bytes]:
    cut = options["corners"] == "cut"
    if options["type"] == "svg":
        return [picture(face_drawing(face, bleed, cut)) for _, face in faces]
    shots = [_raster(face, options, bleed) for _, face in faces]
    dpi = options["dpi"] if not options["width"] else 300
    return png_files(shots, dpi, progress, "drawing pictures", clear=cut)


def _raster(face: FaceImage, options: OptionValues, bleed: float) -> RasterJob:
    shown = face_drawing(face, bleed, options["corners"] == "cut")
    if wide := options["width"]:
        return RasterJob(shown, wide, max(1, round(wide * shown.height / shown.width)))
    return raster_at(shown, options["dpi"])


def _row(product: ProductExport, shown: list[FaceImage], backs: dict[int, str], vast: set[int]) -> dict[str, Any]:
    """What the list says of a product."""
    components = []
    for component, face in zip(product.components, shown, strict=False):
        if component.number in vast:
            continue
        wide, high = (round(side, 3) for side in component.size)
        front, back = face.file, backs.get(component.number, "")
        components.append({
            "key": component.key, "name": component.name, "role": component.role, "front": f"{product.name}/{front}",
            "back": f"{product.name}/{back}" if back else "", "copies": component.copies,
            "size_mm": [wide, high], "tags": list(component.tags), "words": list(component.words),
        })  # fmt: skip
    return {"name": product.name, "title": product.title, "kind": product.kind, "things": components}
