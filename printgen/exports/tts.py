"""Saved objects of Tabletop Simulator: a JSON file for each product, and pictures.

joe-deck.json, joe-deck.png     what is spawned in the program, and the small picture that stands for it there
GAME-all.json                   all products beside each other, with what begins on the board there
Images/http...cards1.jpg        what objects show, as the program keeps pictures of the net
README.txt                      where to put it
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import islice
from typing import Any

from printgen.base.errors import Finding
from printgen.build.stages import Progress
from printgen.exports.bundle import Bundle, ProductExport, address_of, as_json
from printgen.exports.format import ExportFiles, Option, OptionValues
from printgen.exports.pixels import contact, render_images
from printgen.exports.rooms import WHY, nothing_fits, omission
from printgen.exports.tts_objects import Object, TableObject, arrange_rows, save_file
from printgen.exports.tts_table import ObjectBuilder, arrange_start, use_of

OPTIONS = (
    Option("type", "the type of pictures; png is exact, and large where there are photos", "jpg", ("jpg", "png")),
    Option("dpi", "the most dots per inch of any picture", 300, least=30, most=600),
    Option(
        "pixels", "the most pixels of a side; half of that for pages and what is smaller", 4096, least=512, most=8192
    ),
    Option("url-base", "where the pictures will be, such as https://example.org/game/", metavar="ADDRESS"),
)
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
_HERE = """Copy what is in Images into the folder of the same name in Mods, which is beside Saves. The program keeps
what it fetches there, under its address without the marks in it, and finds these as if it had fetched them. No file
names a folder of your computer.

Only you see the pictures until they are on the net. To play with others, put the objects on a table, open
Modding > Cloud Manager, choose Upload All, and save the table or the objects again; or export the game with
--url-base. If you export the game again, copy the pictures again, and empty Mods/Images Raw if you see old ones."""
_THERE = """Put all that is in the folder images there, under the same names, so that everybody can read it:

    {base}

If you change pictures later, use another address: the program keeps pictures by their addresses."""


def check(bundle: Bundle, options: OptionValues) -> Iterator[Finding]:
    """What has no place there; an error where nothing is left."""
    _base(bundle, options)
    fits = False
    for product in bundle.products:
        lost = [component for component in product.components if not use_of(component)]
        fits |= len(lost) < len(product.components)
        if lost and lost[0].piece.leaf:
            hint = "Export a booklet with form: pages, if no other product has its pages."
            yield omission(product, lost, "its sheets are folded", hint)
        elif lost:
            yield omission(product, lost, WHY["model"])
    if not fits:
        yield nothing_fits(bundle, "Tabletop Simulator")


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Say what every product is on the table, draw all pictures once, and write the objects that name them."""
    base, near = _base(bundle, options), not options["url-base"]
    builder = ObjectBuilder(bundle.label, base, options["type"], options["dpi"], options["pixels"])
    products, first = list[tuple[ProductExport, list[TableObject], int]](), 0
    for product in bundle.products:
        if objects := builder.objects(product):
            arrange_rows(objects)
            products.append((product, objects, len(builder.pictures) - first))
        first = len(builder.pictures)
    rendered = render_images(builder.pictures, options["type"], options["dpi"], progress)
    images, files, smalls = list[tuple[str, bytes]](), list[tuple[str, bytes]](), list[Any]()
    for product, objects, amount in products:
        own = [*islice(rendered, amount)]
        images += ((_path(base, image.file, near), image.data) for image in own)
        fronts = [image.small for image in own if not image.file.rsplit(".", 1)[0].endswith(("-back", "-backs"))]
        shown = fronts[:_SHOWN] or smalls[-1:]
        smalls += shown[:1]
        files += _object(product.name, product.title, [deepcopy(one.object) for one in objects], shown)
    if len(products) > 1:
        whole = [one._replace(object=deepcopy(one.object)) for _, objects, _ in products for one in objects]
        files += _object(_all_name(bundle), bundle.title, arrange_start(bundle, whole), smalls[:9])
    readme = _README.format(title=bundle.title, pictures=(_HERE if near else _THERE).format(base=base))
    pieces = sum(component.copies for _, component in bundle.components if use_of(component))
    files += [("README.txt", readme.encode()), *images]
    return ExportFiles(files, (), _notes(bundle, options), pieces, len(builder.pictures))


def _path(base: str, file: str, near: bool) -> str:
    """Where a picture is written: as it will be on the net, or as the program keeps what it fetched there."""
    name, suffix = re.sub("[^A-Za-z0-9]", "", base + file), file.rpartition(".")[2]
    return f"Images/{name}.{suffix}" if near else f"images/{file}"


def _base(bundle: Bundle, options: OptionValues) -> str:
    """What comes before the name of a picture in its address. UsageError where it cannot be one."""
    if options["url-base"]:
        return address_of(options["url-base"])
    # No host has such a name. Two games have addresses of their own, as the program keeps all pictures in one folder.
    own = hashlib.sha256(f"{bundle.label}/{bundle.title}".encode()).hexdigest()[:12]
    return f"http://printgen.invalid/{own}/"


def _object(name: str, title: str, objects: Iterable[Object], smalls: Sequence[Any]) -> Iterable[tuple[str, bytes]]:
    """A saved object and its small picture."""
    yield f"{name}.json", as_json(save_file(title, objects))
    yield f"{name}.png", contact(smalls)


def _all_name(bundle: Bundle) -> str:
    name = f"{bundle.label}-all"
    while any(product.name.lower() == name.lower() for product in bundle.products):
        name += "-all"
    return name


def _notes(bundle: Bundle, options: OptionValues) -> tuple[str, ...]:
    where = "Copy the .json and .png files into the folder Saves/Saved Objects of Tabletop Simulator (README.txt)."
    if options["url-base"]:
        return where, f"Put what is in images at {_base(bundle, options)}"
    return (
        where,
        "Copy what is in Images into its folder Mods/Images; Modding > Cloud Manager > Upload All shows it to others.",
    )
