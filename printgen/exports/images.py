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

from printgen.base.units import parse_length, to_mm
from printgen.build import Progress
from printgen.drawing.model import Drawing
from printgen.errors import Exit, Finding, UsageError
from printgen.exports.format import Asked, Made, Option
from printgen.exports.parcel import Lot, Parcel, Side, Thing
from printgen.exports.pixels import Shot, png_files, shot_at
from printgen.library import picture

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


class Face(NamedTuple):
    """A picture of a thing, or of the back that several things have: the file that it is in, below the lot's folder."""

    file: str
    thing: Thing
    side: Side


def stem_of(thing: Thing, digits: int = 3) -> str:
    """What the files of a thing are called, so that they sort as its product does: 007-snake-eyes-x1."""
    return f"{thing.number:0{digits}}-{thing.key}-x{thing.copies}"


def faces_of(lot: Lot, suffix: str) -> tuple[list[Face], dict[int, str]]:
    """All faces of a lot; and by numbers of things the file of the back of each that has one.

    A back that several things have is one file.
    """
    digits = max(3, len(str(len(lot.things))))
    fronts = [Face(f"{stem_of(thing, digits)}-front{suffix}", thing, "front") for thing in lot.things]
    backs, files, shared = list[Face](), dict[int, str](), 0
    for things in lot.backs.values():
        first = things[0]
        name = f"{stem_of(first, digits)}-back{suffix}"
        if len(things) > 1 or len(lot.things) == 1:
            shared += 1
            name = f"back{suffix}" if shared == 1 else f"back-{shared}{suffix}"
        backs.append(Face(name, first, "back"))
        files |= {thing.number: name for thing in things}
    return [*fronts, *backs], files


def drawn(face: Face, bleed: float = 0.0, cut: bool = False) -> Drawing:
    """What a face shows, in points: its cut, as much bleed around that, and nothing outside of the cut if it is cut."""
    return face.thing.side(face.side, min(bleed, face.thing.bleed), cut)


def _bleed(asked: Asked) -> float:
    """The bleed that is asked for, in points. UsageError where it cannot be."""
    try:
        bleed = parse_length(asked["bleed"])
    except ValueError as error:
        raise UsageError(f"bleed: {error}", "Give a length such as 3mm.") from error
    if bleed < 0:
        raise UsageError("bleed: it cannot be below zero", "Give a length such as 3mm.")
    if bleed and asked["corners"] == "cut":
        raise UsageError("what is cut out has no bleed around it", "Leave out --bleed, or --corners cut.")
    return bleed


def check(parcel: Parcel, asked: Asked) -> Iterable[Finding]:
    """What has less bleed than is asked for, and what is too large for a picture; an error where nothing is left."""
    bleed, some = _bleed(asked), asked["type"] == "svg"
    for lot in parcel.lots:
        short = [thing for thing in lot.things if thing.bleed < bleed - 0.01]
        if short:
            least = min(thing.bleed for thing in short)
            message = f"{lot.name} has {to_mm(least):.3g} mm of bleed, and {asked['bleed']} is asked for"
            yield lot.finding("warning", message, "Its pictures have what there is.", "short-bleed")
        if asked["type"] == "png":
            vast = [_too_large(lot, thing, shot) for thing, shot in _vast(lot, asked, bleed)]
            some |= len(vast) < len(lot.things)
            yield from vast
    if not some:
        message = f"every picture of {parcel.label} would have too many pixels"
        where = parcel.lots[0].pieces.product.where
        yield Finding("error", where, message, _FEWER, "nothing-fits", Exit.DOES_NOT_FIT)


def _vast(lot: Lot, asked: Asked, bleed: float) -> Iterator[tuple[Thing, Shot]]:
    for thing in lot.things:
        shot = _shot(Face("", thing, "front"), asked, bleed)
        if shot.width * shot.height > MOST:
            yield thing, shot


def _too_large(lot: Lot, thing: Thing, shot: Shot) -> Finding:
    message = f"the picture of {thing.name} would be {shot.width} x {shot.height} pixels, and is left out"
    return lot.finding("info", message, _FEWER, "too-large")


def make(parcel: Parcel, asked: Asked, progress: Progress) -> Made:
    """Draw every face, and list them."""
    bleed, suffix, rows = _bleed(asked), f".{asked['type']}", list[tuple[Lot, list[Face], dict[int, str], set[int]]]()
    for lot in parcel.lots:
        vast = {thing.number for thing, _ in _vast(lot, asked, bleed)} if asked["type"] == "png" else set[int]()
        rows.append((lot, *faces_of(lot, suffix), vast))
    faces = [(lot, face) for lot, shown, _, vast in rows for face in shown if face.thing.number not in vast]
    data = _drawn_all(faces, asked, bleed, progress)
    files = [(f"{lot.name}/{face.file}", one) for (lot, face), one in zip(faces, data, strict=True)]
    game = parcel.game
    listed = {"game": parcel.label, "title": game.title, "version": game.version, "bleed_mm": round(to_mm(bleed), 3)}
    # Words are looked up last: what is painted when somebody looks is painted while other processes draw.
    text = json.dumps({**listed, "products": [*starmap(_row, rows)]}, ensure_ascii=False, indent=1) + "\n"
    pieces = sum(thing.copies for lot, _, _, vast in rows for thing in lot.things if thing.number not in vast)
    return Made([*files, ("manifest.json", text.encode())], pieces=pieces, pictures=len(files))


def _drawn_all(faces: list[tuple[Lot, Face]], asked: Asked, bleed: float, progress: Progress) -> list[bytes]:
    cut = asked["corners"] == "cut"
    if asked["type"] == "svg":
        return [picture(drawn(face, bleed, cut)) for _, face in faces]
    shots = [_shot(face, asked, bleed) for _, face in faces]
    dpi = asked["dpi"] if not asked["width"] else 300
    return png_files(shots, dpi, progress, "drawing pictures", clear=cut)


def _shot(face: Face, asked: Asked, bleed: float) -> Shot:
    shown = drawn(face, bleed, asked["corners"] == "cut")
    if wide := asked["width"]:
        return Shot(shown, wide, max(1, round(wide * shown.height / shown.width)))
    return shot_at(shown, asked["dpi"])


def _row(lot: Lot, shown: list[Face], backs: dict[int, str], vast: set[int]) -> dict[str, Any]:
    """What the list says of a product."""
    things = []
    for thing, face in zip(lot.things, shown, strict=False):
        if thing.number in vast:
            continue
        wide, high = (round(side, 3) for side in thing.size)
        things.append({
            "key": thing.key, "name": thing.name, "role": thing.role, "front": f"{lot.name}/{face.file}",
            "back": f"{lot.name}/{backs[thing.number]}" if thing.number in backs else "", "copies": thing.copies,
            "size_mm": [wide, high], "tags": list(thing.tags), "words": list(thing.words),
        })  # fmt: skip
    return {"name": lot.name, "title": lot.title, "kind": lot.kind, "things": things}
