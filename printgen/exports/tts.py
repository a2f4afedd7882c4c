"""Saved objects of Tabletop Simulator: a parcel comes in; a JSON file for each product, and pictures, go out.

joe-deck.json, joe-deck.png     what is spawned in the program, and the small picture that stands for it there
GAME-all.json                   all products beside each other, with what begins on the board there
images/joe-deck-cards-1.jpg     what objects show
README.txt                      where to put it
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import islice
from typing import Any

from printgen.base.names import UNSEEN, visible
from printgen.base.units import PT_PER_IN
from printgen.build import Progress
from printgen.errors import Finding, UsageError
from printgen.exports.addresses import address_of
from printgen.exports.bundles import as_json
from printgen.exports.cells import Drawn, Picture, contact, drawn
from printgen.exports.format import Asked, Made, Option
from printgen.exports.parcel import Lot, Parcel
from printgen.exports.pixels import pictures, shot_at
from printgen.exports.spreads import WHY, left_out, nothing_fits
from printgen.exports.tts_objects import Object, Placed, laid_out, saved
from printgen.exports.tts_pieces import Paper, Table
from printgen.exports.tts_shapes import pixels_of, shape_of, use_of
from printgen.exports.tts_starts import laid_to_begin
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_pdf

OPTIONS = (
    Option("type", "the type of pictures; png is exact, and large where there are photos", "jpg", ("jpg", "png")),
    Option("dpi", "the most dots per inch of any picture", 300, least=30, most=600),
    Option(
        "pixels", "the most pixels of a side; half of that for pages and what is smaller", 4096, least=512, most=8192
    ),
    Option("pages", "how pages are shown: as tiles that keys turn, or as a PDF", "tiles", ("tiles", "pdf")),
    Option("url-base", "where the pictures will be, such as https://example.org/game/", metavar="ADDRESS"),
)
_COARSE = 100.0
_SHOWN = 4
_SMALL = 256
_README = """{title} for Tabletop Simulator

The .json files are saved objects, each with a small picture (.png) of the same name. Copy both into the folder

    Windows   %USERPROFILE%\\Documents\\My Games\\Tabletop Simulator\\Saves\\Saved Objects
              with OneDrive: %USERPROFILE%\\OneDrive\\Documents\\My Games\\Tabletop Simulator\\Saves\\Saved Objects
    macOS     ~/Library/Tabletop Simulator/Saves/Saved Objects
    Linux     ~/.local/share/Tabletop Simulator/Saves/Saved Objects

or into a folder of its own in there. In the program they are under Objects > Saved Objects.

{pictures}
"""
_HERE = """The pictures stay where they are:

    {base}

Only you see them until they are on the net. To play with others, put the objects on a table, open
Modding > Cloud Manager, choose Upload All, and save the table or the objects again. If you move this folder, export
the game again. The program keeps pictures by their addresses: if you export the game again to the same place and see
old pictures, empty its folder Mods/Images."""
_THERE = """Put all that is in the folder images there, under the same names, so that everybody can read it:

    {base}

If you change pictures later, use another address: the program keeps pictures by their addresses."""


def check(parcel: Parcel, asked: Asked) -> Iterator[Finding]:
    """What has no place there, and boards whose pictures are coarse. An error where nothing is left."""
    _base(parcel, asked)
    fits = False
    for lot in parcel.lots:
        lost = [thing for thing in lot.things if not use_of(thing)]
        fits |= len(lost) < len(lot.things)
        if lost and lost[0].piece.leaf:
            yield left_out(lot, lost, "its sheets are folded", "Export a booklet with form: pages.")
        elif lost:
            yield left_out(lot, lost, WHY["model"])
        yield from _coarse(lot, asked)
    if not fits:
        yield nothing_fits(parcel, "Tabletop Simulator")


def _coarse(lot: Lot, asked: Asked) -> Iterator[Finding]:
    for thing in lot.things:
        inches = thing.box.w / PT_PER_IN, thing.box.h / PT_PER_IN
        token = use_of(thing) == "tile" and not thing.piece.back and shape_of(thing.outline) == "odd"
        most = pixels_of(inches, asked["pixels"], token)
        fine = most / max(inches)
        if use_of(thing) and fine < min(_COARSE, asked["dpi"]):
            message = f"the picture of {thing.name} has {most} pixels on its longer side, {fine:.0f} dots per inch"
            yield lot.finding("info", message, "", "coarse-picture")


def make(parcel: Parcel, asked: Asked, progress: Progress) -> Made:
    """Say what every product is on the table, draw all pictures once, and write the objects that name them."""
    base = _base(parcel, asked)
    table = Table(parcel.label, base, asked["type"], asked["dpi"], asked["pixels"], asked["pages"] == "pdf")
    products, first = list[tuple[Lot, list[Placed], list[Picture]]](), 0
    for lot in parcel.lots:
        placed = table.placed(lot)
        if placed:
            laid_out(placed)
            products.append((lot, placed, table.pictures[first:]))
        first = len(table.pictures)
    shown = drawn(table.pictures, asked["type"], asked["dpi"], progress)
    images, files, smalls = list[tuple[str, bytes]](), list[tuple[str, bytes]](), list[Any]()
    for lot, placed, named in products:
        made = [*islice(shown, len(named))]
        images += ((f"images/{one.file}", one.data) for one in made)
        papers = [paper for paper in table.papers if paper.lot is lot]
        images += ((f"images/{paper.file}", _bound(paper)) for paper in papers)
        mine = [*(one.small for one in _fronts(made)[:_SHOWN]), *map(_first_page, papers)] or smalls[-1:]
        smalls += mine[:1]
        files += _object(lot.name, lot.title, [deepcopy(one.object) for one in placed], mine)
    if len(products) > 1:
        files += _object(_all_name(parcel), parcel.title, _whole(parcel, products), smalls[:9])
    readme = _README.format(title=parcel.title, pictures=(_THERE if asked["url-base"] else _HERE).format(base=base))
    return Made([*files, ("README.txt", readme.encode()), *images], (), _told(parcel, asked))


def _bound(paper: Paper) -> bytes:
    """The pages as a PDF, as they look on a screen."""
    game = paper.lot.pieces.game
    info = Info(title=f"{game.title}: {paper.lot.title}", author=game.author, licence=game.licence,
                language=game.style.language)  # fmt: skip
    return write_pdf([Page(page, bookmark=name) for name, page in paper.pages], info, looked_at=True)


def _first_page(paper: Paper) -> Any:
    page = paper.pages[0][1]
    return next(pictures([shot_at(page, _SMALL * PT_PER_IN / max(page.width, page.height))]))


def _base(parcel: Parcel, asked: Asked) -> str:
    """What stands before the name of a picture in its address. UsageError where it cannot be one."""
    base: str = asked["url-base"]
    if not base:
        if re.search(UNSEEN, str(parcel.folder)):
            message = f"out: no address can name the folder {visible(str(parcel.folder))}"
            raise UsageError(message, "Choose another folder with --out, or give --url-base.")
        # Signs that end the path of an address, or stand for others there, are written as their numbers.
        path = re.sub("[%#?]", lambda sign: f"%{ord(sign[0]):02X}", (parcel.folder / "images").as_posix())
        return f"file:///{path.lstrip('/')}/"
    return address_of(base, query=True)


def _fronts(made: Sequence[Drawn]) -> list[Drawn]:
    return [one for one in made if not one.file.rsplit(".", 1)[0].endswith(("-back", "-backs"))]


def _object(name: str, title: str, objects: Iterable[Object], smalls: Sequence[Any]) -> Iterable[tuple[str, bytes]]:
    """A saved object and its small picture."""
    yield f"{name}.json", as_json(saved(title, objects))
    yield f"{name}.png", contact(smalls)


def _whole(parcel: Parcel, products: Sequence[tuple[Lot, list[Placed], list[Picture]]]) -> list[Object]:
    """The objects of all products, laid out anew, and on the board what begins there."""
    copied = [one._replace(object=deepcopy(one.object)) for _, placed, _ in products for one in placed]
    return laid_to_begin(parcel, copied)


def _all_name(parcel: Parcel) -> str:
    name = f"{parcel.label}-all"
    while any(lot.name.lower() == name.lower() for lot in parcel.lots):
        name += "-all"
    return name


def _told(parcel: Parcel, asked: Asked) -> tuple[str, ...]:
    where = "Copy the .json and .png files into the folder Saves/Saved Objects of Tabletop Simulator (README.txt)."
    if asked["url-base"]:
        return where, f"Put what is in images at {_base(parcel, asked)}"
    return where, "The pictures stay where they are; Modding > Cloud Manager > Upload All shows them to others."
