"""The files that a print shop takes: folders of pictures, orders of cards, or PDFs."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from printgen.base.errors import Finding, UsageError, did_you_mean
from printgen.base.progress import Progress
from printgen.drawing.model import Drawing
from printgen.exports.bundle import Bundle, Component
from printgen.exports.format import ExportFiles, Option, OptionValues, pictures_among
from printgen.exports.images import FaceImage, faces_of
from printgen.exports.pixels import RasterJob, png_files
from printgen.exports.shop_batches import ShopBatch, batch_findings, batches_of
from printgen.exports.shop_pages import ink_findings, make_pages
from printgen.exports.shop_products import DPI, Makes, Shop, product_face, shop_of, shops

_BLANK_BACK = "blank-back.png"
_NET_NOTES = (
    "Boxes and standees are drawn on the nets of the shop, as templates in another program measure them:",
    "lay the shop's own template over each picture before you order.",
)


def make_pictures(shop: Shop, batches: Sequence[ShopBatch], options: OptionValues, progress: Progress) -> ExportFiles:
    """A folder of pictures for each product of a shop, and a list of quantities."""
    rows, summary = [["folder", "product", "front", "back", "quantity"]], list[str]()
    faces: list[tuple[str, ShopBatch, FaceImage]] = []
    for batch in batches:
        shop_piece, product = batch.shop_piece, batch.product
        name = shop_piece.name
        folder = f"{batch.name}-{name.lower()}" if name not in batch.name else batch.name.lower()
        batch_faces, backs = faces_of(product, ".png")
        faces += ((folder, batch, face) for face in batch_faces)
        for component, face in zip(batch.components, batch_faces, strict=False):
            rows.append([folder, name, face.file, backs.get(component.number, ""), str(component.copies)])
        size = f"{name}, {shop_piece.pixels[0]} x {shop_piece.pixels[1]} pixels"
        summary.append(f"{batch.name}: {size}, {len(batch.components)} fronts, {product.count} in all")
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(rows)
    notes: tuple[str, ...] = (
        f"Make a product of {shop.title} for each folder, and upload its pictures in the order of their names.",
        "How many of each there are stands in quantities.csv and in the names (x2).",
    )
    if any(component.piece.net for batch in batches for component in batch.components):
        notes += _NET_NOTES
    readme = "".join(f"{line}\n" for line in (*notes, "", *summary))
    lists = [("quantities.csv", table.getvalue().encode()), ("README.txt", readme.encode())]
    return ExportFiles([*_render(faces, progress), *lists], (), notes)


def _render(faces: Sequence[tuple[str, ShopBatch, FaceImage]], progress: Progress) -> list[tuple[str, bytes]]:
    """The pictures of faces, each in its folder."""
    jobs = [RasterJob(product_face(face.component, face.side, batch.shop_piece), *batch.shop_piece.pixels)
            for _, batch, face in faces]  # fmt: skip
    images = png_files(jobs, DPI, progress, "drawing pictures")
    return [(f"{folder}/{face.file}", png) for (folder, _, face), png in zip(faces, images, strict=True)]


def make_order(shop: Shop, batches: Sequence[ShopBatch], options: OptionValues, progress: Progress) -> ExportFiles:
    """A folder for each order: pictures, and cards.xml with each picture's slots if the service knows the product."""
    files, faces, with_blanks = list[tuple[str, bytes]](), list[tuple[str, ShopBatch, FaceImage]](), list[ShopBatch]()
    orders = [order for batch in batches for order in _divide(batch, shop.most)]
    for batch in orders:
        batch_faces, backs = faces_of(batch.product, ".png")
        faces += ((batch.name, batch, face) for face in batch_faces)
        groups = batch.product.backs.values()
        largest_group = max(groups, key=lambda cards: sum(card.copies for card in cards), default=())
        common = backs[largest_group[0].number] if largest_group else _BLANK_BACK
        if len(backs) < len(batch.components):
            with_blanks.append(batch)
            backs = {component.number: backs.get(component.number, _BLANK_BACK) for component in batch.components}
        if shop.products[batch.shop_piece.name].ordered:
            files.append((f"{batch.name}/cards.xml", _order(batch, batch_faces, backs, common, options)))
    files += _render(faces, progress)
    for batch in with_blanks:
        blank = RasterJob(Drawing(*batch.shop_piece.whole, ()), *batch.shop_piece.pixels)
        files += ((f"{batch.name}/{_BLANK_BACK}", png) for png in png_files([blank], DPI, progress, "drawing pictures"))
    notes: tuple[str, ...] = (
        "Start mpc-autofill in the folder of an order, in which cards.xml is, or upload the pictures yourself:",
        "fronts in the order of their names, as often as x1, x2 ... says, then the backs.",
    )
    if not all(shop.products[batch.shop_piece.name].ordered for batch in orders):
        notes += ("A folder without cards.xml is of a size that nobody has checked: compare it with the shop's first.",)
    return ExportFiles(files, (), notes)


def _divide(batch: ShopBatch, limit: int) -> Iterator[ShopBatch]:
    """A batch as orders of at most `limit` cards, 0 for any number; copies of one card may be in two orders."""
    if not limit or batch.product.count <= limit:
        yield batch
        return
    orders: list[list[Component]] = [[]]
    room = limit
    for component in batch.components:
        remaining = component.copies
        while remaining:
            if not room:
                orders.append([])
                room = limit
            copies = min(remaining, room)
            orders[-1].append(replace(component, piece=replace(component.piece, copies=copies)))
            remaining, room = remaining - copies, room - copies
    for number, components in enumerate(orders, 1):
        name = batch.name if number == 1 else f"{batch.name}-{number}"
        yield replace(batch, product=replace(batch.product, components=tuple(components)), name=name)


def _order(
    batch: ShopBatch, faces: Sequence[FaceImage], backs: Mapping[int, str], common: str, options: OptionValues
) -> bytes:
    """The XML for mpc-autofill: the slots, from 0, of each picture; only backs other than `common` are listed."""
    front_slots, back_slots, slot = dict[str, list[int]](), dict[str, list[int]](), 0
    for component, face in zip(batch.components, faces, strict=False):
        slots = range(slot, slot + component.copies)
        front_slots.setdefault(face.file, []).extend(slots)
        if (back := backs.get(component.number, common)) != common:
            back_slots.setdefault(back, []).extend(slots)
        slot += component.copies
    folder = f"{options['pictures-at'].rstrip('/')}/{batch.name}/" if options["pictures-at"] else ""
    lines = [
        "<order>",
        f"  <details><quantity>{slot}</quantity><stock>{escape(STOCKS[options['stock']])}</stock>"
        f"<foil>{str(options['foil']).lower()}</foil></details>",
        "  <fronts>",
        *_cards(front_slots, folder),
        "  </fronts>",
        *(["  <backs>", *_cards(back_slots, folder), "  </backs>"] if back_slots else []),
        f"  <cardback>{escape(folder + common)}</cardback>",
        "</order>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _cards(slots_by_file: Mapping[str, list[int]], folder: str) -> Iterator[str]:
    """An element for each picture, with its slots."""
    for name, slots in slots_by_file.items():
        words = name.removesuffix(".png").replace("-", " ")
        yield (
            f"    <card><id>{escape(folder + name)}</id><sourceType>Local File</sourceType>"
            f"<slots>{','.join(map(str, slots))}</slots><name>{escape(name)}</name>"
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

_ORDER_OPTIONS = {"stock", "foil", "pictures-at"}
"""The options that only orders of cards have."""

_Maker = Callable[[Shop, Sequence[ShopBatch], OptionValues, Progress], ExportFiles]

_MAKERS: Mapping[Makes, _Maker] = {
    "pictures": make_pictures, "order": make_order, "decks": make_pages, "sizes": make_pages, "press": make_pages,
}  # fmt: skip


def _shop(options: OptionValues) -> Shop:
    """The shop of the options, limited to the product that they name. UsageError when it has none of that name."""
    shop, name = shop_of(options["profile"]), options["product"]
    if name and name not in shop.products:
        has = f"has no product '{name}'" if shop.products else "makes pieces of every size, and has no products"
        hint = did_you_mean(name, shop.products) if shop.products else "Leave out --product."
        raise UsageError(f"{shop.title} {has}", hint)
    return shop.model_copy(update={"products": {name: shop.products[name]}}) if name else shop


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """Findings on pieces that a shop does not make, or that would come out badly. UsageError for an unknown shop."""
    shop = _shop(options)
    for option in OPTIONS:
        if option.name in _ORDER_OPTIONS and shop.makes != "order" and options[option.name] != option.default:
            message = f"--{option.name} is for makeplayingcards, not for {shop.title}"
            raise UsageError(message, f"Leave out --{option.name}.")
    if options["foil"] and options["stock"] == "P10":
        raise UsageError("there is no foil on plastic (P10)", "Leave out --foil, or choose another --stock.")
    yield from ink_findings(shop, bundle, options)
    yield from batch_findings(bundle, shop)


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Make all files for the shop."""
    shop = _shop(options)
    batches, _ = batches_of(bundle, shop)
    export_files = _MAKERS[shop.makes](shop, batches, options, progress)
    pieces = sum(batch.product.count for batch in batches)
    return replace(export_files, pieces=pieces, pictures=pictures_among(path for path, _ in export_files.files))
