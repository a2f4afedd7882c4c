"""A game for a print shop: a parcel and a profile come in; the files that the shop takes go out, PDFs or folders of
pictures.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from printgen.base.errors import Finding, UsageError, did_you_mean
from printgen.build.stages import Progress
from printgen.drawing.model import Drawing
from printgen.exports.bundle import Bundle
from printgen.exports.format import ExportFiles, Option, OptionValues
from printgen.exports.images import FaceImage, faces_of
from printgen.exports.pixels import RasterJob, png_files
from printgen.exports.shops.batches import ShopBatch, batches, faults
from printgen.exports.shops.fitting import DPI, Makes, Shop, face, shop_of, shops
from printgen.exports.shops.pages import ink_faults, make_pages

_NOTHING = "blank-back.png"
_NETS = (
    "Boxes and standees are drawn on the nets of the shop, as templates in another program measure them:",
    "lay the shop's own template over each picture before you order.",
)


def make_pictures(shop: Shop, found: Sequence[ShopBatch], options: OptionValues, progress: Progress) -> ExportFiles:
    """A folder of pictures for each product, and a list of quantities."""
    rows = [["folder", "product", "front", "back", "quantity"]]
    drawn: list[tuple[str, ShopBatch, FaceImage]] = []
    for batch in found:
        folder = f"{batch.name}-{batch.made.name.lower()}" if batch.made.name not in batch.name else batch.name.lower()
        faces, backs = faces_of(batch.own, ".png")
        drawn += ((folder, batch, one) for one in faces)
        for component, one in zip(batch.components, faces, strict=False):
            rows.append([folder, batch.made.name, one.file, backs.get(component.number, ""), str(component.copies)])
    data = _render([(batch, one) for _, batch, one in drawn], progress)
    files = [(f"{folder}/{one.file}", png) for (folder, _, one), png in zip(drawn, data, strict=True)]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    told: tuple[str, ...] = (
        f"Make a product of {shop.title} for each folder, and upload its pictures in the order of their names.",
        "How many of each there are stands in quantities.csv and in the names (x2).",
    )
    if any(component.piece.folded for batch in found for component in batch.components):
        told += _NETS
    readme = "".join(f"{line}\n" for line in (*told, "", *_summary(found)))
    return ExportFiles(
        [*files, ("quantities.csv", text.getvalue().encode()), ("README.txt", readme.encode())], (), told
    )


def _summary(found: Iterable[ShopBatch]) -> Iterator[str]:
    for batch in found:
        wide, high = batch.made.pixels
        size = f"{batch.made.name}, {wide} x {high} pixels"
        yield f"{batch.name}: {size}, {len(batch.components)} fronts, {batch.count} in all"


def _render(faces: Sequence[tuple[ShopBatch, FaceImage]], progress: Progress) -> list[bytes]:
    shots = [RasterJob(face(one.component, one.side, batch.made), *batch.made.pixels) for batch, one in faces]
    return png_files(shots, DPI, progress, "drawing pictures")


def make_order(shop: Shop, found: Sequence[ShopBatch], options: OptionValues, progress: Progress) -> ExportFiles:
    """A folder for each order: its pictures, and cards.xml, which says into which slots each of them goes.

    There is no cards.xml for products that it cannot name.
    """
    files: list[tuple[str, bytes]] = []
    orders = [order for batch in found for order in _divide(batch, shop.most)]
    drawn: list[tuple[str, ShopBatch, FaceImage]] = []
    blanks = set[int]()
    for number, order in enumerate(orders):
        faces, backs = faces_of(order.own, ".png")
        drawn += ((order.name, order, one) for one in faces)
        usual = max(order.own.backs.values(), key=lambda components: sum(one.copies for one in components), default=())
        common = backs[usual[0].number] if usual else _NOTHING
        if len(backs) < len(order.components):
            blanks.add(number)
            backs = {component.number: backs.get(component.number, _NOTHING) for component in order.components}
        fronts = {component.number: one.file for component, one in zip(order.components, faces, strict=False)}
        if shop.products[order.made.name].ordered:
            files.append((f"{order.name}/cards.xml", _order(order, fronts, backs, common, options)))
    data = _render([(order, one) for _, order, one in drawn], progress)
    files += ((f"{folder}/{one.file}", png) for (folder, _, one), png in zip(drawn, data, strict=True))
    for number in sorted(blanks):
        made = orders[number].made
        (png,) = png_files([RasterJob(Drawing(*made.whole, ()), *made.pixels)], DPI, progress, "drawing pictures")
        files.append((f"{orders[number].name}/{_NOTHING}", png))
    told: tuple[str, ...] = (
        "Start mpc-autofill in the folder of an order, in which cards.xml is, or upload the pictures yourself:",
        "fronts in the order of their names, as often as x1, x2 ... says, then the backs.",
    )
    if not all(shop.products[order.made.name].ordered for order in orders):
        told += ("A folder without cards.xml is of a size that nobody has checked: compare it with the shop's first.",)
    return ExportFiles(files, (), told)


def _divide(batch: ShopBatch, most: int) -> Iterator[ShopBatch]:
    """A batch as orders of no more than so many cards; copies of one card may lie in two."""
    if not most or batch.count <= most:
        yield batch
        return
    orders: list[list[tuple[int, int]]] = [[]]
    room = most
    for number, component in enumerate(batch.components):
        left = component.copies
        while left:
            if not room:
                orders.append([])
                room = most
            taken = min(left, room)
            orders[-1].append((number, taken))
            left, room = left - taken, room - taken
    for count, order in enumerate(orders, 1):
        components = [
            replace(batch.components[n], piece=replace(batch.components[n].piece, copies=copies)) for n, copies in order
        ]
        yield replace(batch, name=batch.name if count == 1 else f"{batch.name}-{count}", components=tuple(components))


def _order(
    order: ShopBatch, fronts: dict[int, str], backs: dict[int, str], common: str, options: OptionValues
) -> bytes:
    """What mpc-autofill reads: each slot of the order, from 0, stands under the picture that goes into it."""
    shown: dict[str, list[int]] = {}
    behind: dict[str, list[int]] = {}
    slot = 0
    for component in order.components:
        slots = range(slot, slot + component.copies)
        shown.setdefault(fronts[component.number], []).extend(slots)
        if (back := backs.get(component.number, common)) != common:
            behind.setdefault(back, []).extend(slots)
        slot += component.copies
    where = f"{options['pictures-at'].rstrip('/')}/{order.name}/" if options["pictures-at"] else ""
    stock = STOCKS[options["stock"]]
    lines = [
        "<order>",
        f"  <details><quantity>{slot}</quantity><stock>{escape(stock)}</stock>"
        f"<foil>{'true' if options['foil'] else 'false'}</foil></details>",
        "  <fronts>",
        *_cards(shown, where),
        "  </fronts>",
        *(["  <backs>", *_cards(behind, where), "  </backs>"] if behind else []),
        f"  <cardback>{escape(where + common)}</cardback>",
        "</order>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _cards(slots: dict[str, list[int]], where: str) -> Iterator[str]:
    for name, taken in slots.items():
        words = name.removesuffix(".png").replace("-", " ")
        yield (
            f"    <card><id>{escape(where + name)}</id><sourceType>Local File</sourceType>"
            f"<slots>{','.join(map(str, taken))}</slots><name>{escape(name)}</name>"
            f"<query>{escape(words)}</query></card>"
        )


STOCKS = {
    "S27": "(S27) Smooth", "S30": "(S30) Standard Smooth", "S33": "(S33) Superior Smooth", "M31": "(M31) Linen",
    "P10": "(P10) Plastic",
}  # fmt: skip
"""Stocks of cards by their codes, in the words of the order file."""


OPTIONS = (
    Option("profile", "the print shop; without one, all are told", "", tuple(shops()), metavar="SHOP"),
    Option("product", "make pieces into this product of the shop alone, such as TokenSticker", "", metavar="NAME"),
    Option("stock", "what cards of makeplayingcards are printed on", "S30", tuple(STOCKS)),
    Option("foil", "cards of makeplayingcards have foil", False),
    Option("icc", "the ICC profile of the press, for PDFs; auto looks for that of the shop", "", metavar="FILE"),
    Option("ink", "the most ink anywhere in PDFs, in hundredths of a layer; 0 for what the shop takes", 0, most=400),
    Option("pictures-at", "where the folders of makeplayingcards lie when they are ordered", "", metavar="DIR"),
)

_OF_ORDERS = {"stock", "foil", "pictures-at"}
"""What only orders of cards can be asked for."""

_Maker = Callable[[Shop, Sequence[ShopBatch], OptionValues, Progress], ExportFiles]

_MAKERS: Mapping[Makes, _Maker] = {
    "pictures": make_pictures, "order": make_order, "decks": make_pages, "sizes": make_pages, "press": make_pages,
}  # fmt: skip


def _shop(options: OptionValues) -> Shop:
    """The shop, with the product that is asked for alone where one is. UsageError where it has none of that name."""
    shop, name = shop_of(options["profile"]), options["product"]
    if name and name not in shop.products:
        has = f"has no product '{name}'" if shop.products else "makes pieces of every size, and has no products"
        raise UsageError(
            f"{shop.title} {has}", did_you_mean(name, shop.products) if shop.products else "Leave out --product."
        )
    return shop.model_copy(update={"products": {name: shop.products[name]}}) if name else shop


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """What a shop does not make, and what would come out badly. UsageError for a shop that there is not."""
    shop = _shop(options)
    for option in OPTIONS:
        if option.name in _OF_ORDERS and shop.makes != "order" and options[option.name] != option.default:
            message = f"--{option.name} is for makeplayingcards, not for {shop.title}"
            raise UsageError(message, f"Leave out --{option.name}.")
    if options["foil"] and options["stock"] == "P10":
        raise UsageError("there is no foil on plastic (P10)", "Leave out --foil, or choose another --stock.")
    yield from ink_faults(shop, bundle, options)
    yield from faults(bundle, shop)


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Draw all that the shop makes."""
    shop = _shop(options)
    found, _ = batches(bundle.products, shop)
    made = _MAKERS[shop.makes](shop, found, options, progress)
    return made.with_counts(sum(batch.count for batch in found))
