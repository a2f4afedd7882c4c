"""Saved objects of Tabletop Simulator: a JSON file for each product, and pictures.

joe-deck.json, joe-deck.png     the objects of a product, and the small picture of them in the program's list
GAME-all.json                   all products beside each other, with pieces on the spaces where they begin
Images/http...cards1.jpg        pictures of the objects, named as the program names those that it fetched
README.txt                      where to put the files
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import islice
from typing import Any

from printgen.base.errors import Finding, UsageError
from printgen.base.progress import Progress
from printgen.exports.bundle import NO_PLACE, Bundle, ProductExport
from printgen.exports.format import ExportFiles, Option, OptionValues, as_json
from printgen.exports.pixels import contact_sheet, render_images
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
_MOST_THUMBS, _MOST_THUMBS_OF_ALL = 4, 9
"""So many pictures at most are in the small picture of a product, and in that of the whole game."""
_README = """{title} for Tabletop Simulator

The .json files are saved objects, each with a small picture (.png) of the same name. Copy both into the folder

    Windows   %USERPROFILE%\\Documents\\My Games\\Tabletop Simulator\\Saves\\Saved Objects
              with OneDrive: %USERPROFILE%\\OneDrive\\Documents\\My Games\\Tabletop Simulator\\Saves\\Saved Objects
    macOS     ~/Library/Tabletop Simulator/Saves/Saved Objects
    Linux     ~/.local/share/Tabletop Simulator/Saves/Saved Objects

or into a folder of its own in there. In the program they are under Objects > Saved Objects.

{pictures}
"""
_LOCAL = """Copy what is in Images into the folder of the same name in Mods, which is beside Saves. The program keeps
what it fetches there, under its address without the marks in it, and finds these as if it had fetched them. No file
names a folder of your computer.

Only you see the pictures until they are on the net. To play with others, put the objects on a table, open
Modding > Cloud Manager, choose Upload All, and save the table or the objects again; or export the game with
--url-base. If you export the game again, copy the pictures again, and empty Mods/Images Raw if you see old ones."""
_ONLINE = """Put all that is in the folder images there, under the same names, so that everybody can read it:

    {base}

If you change pictures later, use another address: the program keeps pictures by their addresses."""


def check(bundle: Bundle, options: OptionValues) -> Iterator[Finding]:
    """The components without a place in the program; an error when nothing is left."""
    _base(bundle, options)
    for product in bundle.products:
        omitted = [component for component in product.components if not use_of(component)]
        if omitted and omitted[0].piece.leaf:
            hint = "Export a booklet with form: pages, if no other product has its pages."
            yield product.omission(omitted, "its sheets are folded", hint)
        elif omitted:
            yield product.omission(omitted, NO_PLACE["model"])
    if not any(use_of(component) for component in bundle.components):
        yield bundle.nothing_fits("Tabletop Simulator")


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Build the objects of every product, draw all pictures once, and write the objects that name them."""
    base, is_local = _base(bundle, options), not options["url-base"]
    builder = ObjectBuilder(bundle.label, base, options["type"], options["dpi"], options["pixels"])
    products, first = list[tuple[ProductExport, list[TableObject], int]](), 0
    for product in bundle.products:
        if objects := builder.objects(product):
            arrange_rows(objects)
            products.append((product, objects, len(builder.pictures) - first))
        first = len(builder.pictures)
    rendered = render_images(builder.pictures, options["type"], options["dpi"], progress)
    images, files, game_thumbs = list[tuple[str, bytes]](), list[tuple[str, bytes]](), list[Any]()
    for product, objects, count in products:
        own_files = [*islice(rendered, count)]
        images += ((_path(base, image.file, is_local), image.data) for image in own_files)
        fronts = [image.thumb for image in own_files if not image.file.rsplit(".", 1)[0].endswith(("-back", "-backs"))]
        # A product whose pictures all belong to earlier products has none of its own.
        thumbs = fronts[:_MOST_THUMBS] or game_thumbs[-1:]
        game_thumbs += thumbs[:1]
        files += _saved_object(product.name, product.title, [deepcopy(placed.object) for placed in objects], thumbs)
    if len(products) > 1:
        copied = [placed._replace(object=deepcopy(placed.object)) for _, objects, _ in products for placed in objects]
        thumbs = game_thumbs[:_MOST_THUMBS_OF_ALL]
        files += _saved_object(_all_name(bundle), bundle.game.title, arrange_start(bundle, copied), thumbs)
    readme = _README.format(title=bundle.game.title, pictures=(_LOCAL if is_local else _ONLINE).format(base=base))
    pieces = sum(component.copies for component in bundle.components if use_of(component))
    files += [("README.txt", readme.encode()), *images]
    return ExportFiles(files, (), _notes(bundle, options), pieces, len(builder.pictures))


def _path(base: str, file: str, is_local: bool) -> str:
    """The path of a picture: its address on the net, or the name under which the program keeps its copy."""
    name, suffix = re.sub("[^A-Za-z0-9]", "", base + file), file.rpartition(".")[2]
    return f"Images/{name}.{suffix}" if is_local else f"images/{file}"


def _base(bundle: Bundle, options: OptionValues) -> str:
    """The address of pictures, before the name of each. UsageError for an option that is no address."""
    if options["url-base"]:
        return _base_address(options["url-base"])
    # No host has such a name. Each game has its own addresses, as the program keeps all pictures in one folder.
    fingerprint = hashlib.sha256(f"{bundle.label}/{bundle.game.title}".encode()).hexdigest()[:12]
    return f"http://printgen.invalid/{fingerprint}/"


_ADDRESS = re.compile(r"https?://(?:\[[0-9a-f:.]+\]|[^\s<>\"{}|\\^`#/?:\[\]]+)[^\s<>\"{}|\\^`#]*", re.IGNORECASE)


def _base_address(address: str) -> str:
    """An address that a file's name can follow, such as https://example.org/game/ or https://example.org/?file="""
    hint = "Give one such as https://example.org/game/."
    if not _ADDRESS.fullmatch(address):
        raise UsageError(f"url-base: '{address}' is no address of the net", hint)
    if address.endswith(("/", "=")):
        return address
    if "?" in address:
        raise UsageError(f"url-base: no name of a file can follow '?{address.partition('?')[2]}'", hint)
    return f"{address}/"


def _saved_object(
    name: str, title: str, objects: Iterable[Object], thumbs: Sequence[Any]
) -> Iterable[tuple[str, bytes]]:
    """The file of a saved object, and that of its small picture."""
    yield f"{name}.json", as_json(save_file(title, objects))
    yield f"{name}.png", contact_sheet(thumbs)


def _all_name(bundle: Bundle) -> str:
    """A name for the object of the whole game, different from all products."""
    name = f"{bundle.label}-all"
    while any(product.name.lower() == name.lower() for product in bundle.products):
        name += "-all"
    return name


def _notes(bundle: Bundle, options: OptionValues) -> tuple[str, ...]:
    """Instructions where to put the files, line by line."""
    where = "Copy the .json and .png files into the folder Saves/Saved Objects of Tabletop Simulator (README.txt)."
    if options["url-base"]:
        return where, f"Put what is in images at {_base(bundle, options)}"
    return (
        where,
        "Copy what is in Images into its folder Mods/Images; Modding > Cloud Manager > Upload All shows it to others.",
    )
