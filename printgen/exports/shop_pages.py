"""PDFs for print shops: in inks, with their boxes, and flattened for shops that want it."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from printgen._version import __version__
from printgen.base import group_pairs
from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.file_access import AccessError, display_path, load_file
from printgen.base.limits import limit_of
from printgen.base.progress import Progress
from printgen.base.units import IDENTITY, PT_PER_IN, Box, Matrix, compose, translate
from printgen.drawing.extent import extent, transform_box, walk_kind
from printgen.drawing.model import Drawing, Group, Image, Item, Outline, Path, Place, Text, uses_of
from printgen.drawing.outlines import bounds, join_outlines, polyline, transform_outline
from printgen.drawing.tints import nearly_black
from printgen.drawing.words import letters_outline
from printgen.exports.bundle import Bundle, Component, Severity, Side
from printgen.exports.format import ExportFiles, OptionValues
from printgen.exports.pixels import RasterJob, png_files
from printgen.exports.shop_batches import ShopBatch
from printgen.exports.shop_products import (
    DPI,
    IN_INKS,
    Shop,
    ShopPiece,
    find_profile,
    machine_profiles,
    product_face,
    profile_like,
)
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_cuts, write_pdf
from printgen.writers.pdf_press import Press, PressCondition, Profile, Standard, conversion_for, parse_profile

LEAST_INK, MOST_INK = 150, 400
"""The limits of `--ink`, in hundredths of a full layer; 0 stands for what the shop takes."""


def press_of(shop: Shop, options: OptionValues) -> Press:
    """The inks of PDFs for a shop. PrintgenError for an unusable profile."""
    profile = _read_profile(find_profile(shop, options["icc"])) if options["icc"] else None
    limit = (options["ink"] or shop.ink) / 100
    inks = conversion_for(limit, profile.data if profile else b"")
    rich = tuple(part / 100 for part in shop.rich or ())
    standard: Standard = "PDF/X-1a:2003" if shop.solid else "PDF/X-4"
    condition = PressCondition(shop.condition.name, shop.condition.info) if shop.condition else None
    return Press(inks, standard, profile, rich if sum(rich) <= limit + 1e-9 else (), condition)


def ink_findings(shop: Shop, bundle: Bundle, options: OptionValues) -> Iterator[Finding]:
    """Findings on the options for inks. UsageError or PrintgenError for impossible ones."""
    if shop.makes not in IN_INKS:
        option = next((f"--{name}" for name in ("icc", "ink") if options[name]), "")
        if option:
            raise UsageError(f"{option} is for PDFs, and {shop.title} takes pictures", f"Leave out {option}.")
        return
    if options["ink"] and not LEAST_INK <= options["ink"] <= MOST_INK:
        raise UsageError(f"ink: {options['ink']} is not from {LEAST_INK} to {MOST_INK}", "Choose another.")
    press_of(shop, options)
    if not options["icc"]:
        naming = f"name {shop.condition.name} by its name alone" if shop.condition else "name no press"
        message = f"without the profile of a press (--icc) colours become inks plainly, and the files {naming}"
        # Shops with a condition take such files; for any other press a profile is needed.
        severity: Severity = "info" if shop.condition else "warning"
        yield bundle.products[0].finding(severity, message, _profile_hint(shop), "no-profile")


def _profile_hint(shop: Shop) -> str:
    """The hint for a missing profile, with the profiles of this machine."""
    profiles = machine_profiles()
    if not profiles:
        return "Ask the printer for the ICC profile, and give it with --icc FILE."
    if profile_like(shop, profiles):
        return "Give --icc auto, which takes the profile of that name from this machine, or --icc FILE."
    rows = "; ".join(f"{path} ({profile.name})" for path, profile in [*profiles.items()][:_MOST_NAMED])
    return f"Give --icc FILE with the profile that the printer names. This machine has {rows}."


_MOST_NAMED = 3
"""The hint names at most so many profiles of the machine."""


def _read_profile(name: str) -> Profile:
    """The profile in a file. UsageError for an unreadable file, PrintgenError for a profile of no press."""
    try:
        data = load_file(os.path.realpath(name), "profile")
    except AccessError as refused:
        raise UsageError(f"--icc: {refused.message}", refused.hint) from refused
    try:
        profile = parse_profile(data)
        conversion_for(MOST_INK / 100, data)
    except (ValueError, OSError) as error:
        message, hint = f"this profile cannot be used: {error}", "Give the CMYK profile of a press."
        where = Where(display_path(FilePath(name)))
        raise PrintgenError([Finding("error", where, message, hint, "bad-profile")]) from error
    return profile


_BLACK = "#000000"


def outline_letters(drawing: Drawing) -> Drawing:
    """A drawing with outlines of letters in place of texts; nearly black texts become black outlines."""
    outlined: dict[Group, Group] = {}

    def outline_group(group: Group) -> Group:
        if group not in outlined:
            outlined[group] = Group(outline_items(group.items), group.clip, group.even_odd, group.opacity, group.blend)
        return outlined[group]

    def outline_items(items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(_outline_item(item, outline_group) for item in items)

    return drawing._replace(items=outline_items(drawing.items))


def _outline_item(item: Item, outline_group: Callable[[Group], Group]) -> Item:
    if isinstance(item, Place):
        return Place(outline_group(item.group), item.matrix)
    if isinstance(item, Text):
        return Path(letters_outline(item), f"{_BLACK}{item.color[7:]}" if nearly_black(item.color) else item.color)
    return item


def split_layers(drawing: Drawing) -> tuple[Drawing, Drawing]:
    """A lower layer with everything transparent, to be flattened to a picture, and a solid layer to draw over it.

    From the top down, an item joins the lower layer if it is transparent, or if its box overlaps that of a joined item
    above it: transparent items take everything under them along.
    """
    lower, upper = _split_items(drawing.items, IDENTITY, Box(0, 0, drawing.width, drawing.height), [])
    return drawing._replace(items=lower), drawing._replace(items=upper)


def _split_items(
    items: tuple[Item, ...], at: Matrix, visible: Box, joined: list[Box]
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """`split_layers` for items moved by a matrix, with a visible box; `joined` collects the boxes of joined items."""
    lower, upper = list[Item](), list[Item]()
    for item in reversed(items):
        if isinstance(item, Place) and _divisible(item.group):
            group, matrix = item.group, compose(at, item.matrix)
            inside = visible.common(transform_box(bounds(group.clip), matrix)) if group.clip else visible
            for part, layer in zip(_split_items(group.items, matrix, inside, joined), (lower, upper), strict=True):
                layer += [Place(Group(part, group.clip, group.even_odd), item.matrix)] if part else []
            continue
        box = extent((item,), at).common(visible)
        if "transparency" in uses_of((item,)) or any(box.overlaps(other) for other in joined):
            lower.append(item)
            if not any(other.holds(box) for other in joined):
                joined.append(box)
        else:
            upper.append(item)
    return tuple(reversed(lower)), tuple(reversed(upper))


def _divisible(group: Group) -> bool:
    """Whether splitting a group is possible and useful: some item is transparent, or it has texts."""
    return group.plain and ("transparency" in group.uses or any(walk_kind(group.items, Text)))


def has_blends(drawing: Drawing) -> bool:
    """Whether colours of a drawing are mixed with those under them by another blend mode than normal."""
    checked = set[Group]()

    def blends(items: Iterable[Item]) -> bool:
        groups = [item.group for item in items if isinstance(item, Place) and item.group not in checked]
        checked.update(groups)
        clear = (group for group in groups if "transparency" in group.uses)
        return any(group.blend != "normal" for group in groups) or any(blends(group.items) for group in clear)

    return blends(drawing.items)


_SOLID = "The files are in the manner of PDF/X-1a:2003; no program has checked that."
_NOTES: dict[str, tuple[str, ...]] = {
    "decks": ("Upload each PDF as a deck: its pages are the back of a card, then its front.", _SOLID),
    "sizes": ("Upload each PDF as pieces of its size: its pages are fronts and backs by turns.", _SOLID),
    "press": (
        "Send each PDF with that of its lines: cuts in the spot colour CutContour, folds in Crease; none are printed.",
        "The files are in the manner of PDF/X-4; ask the printer for a proof, no program has checked them.",
    ),
}


@dataclass(frozen=True)
class _Document:
    """A PDF: the stem of its name, its batches, and the sides of each component in the order of pages."""

    stem: str
    batches: tuple[ShopBatch, ...] = field(repr=False)
    sides: tuple[Side, ...]

    @property
    def components(self) -> Iterator[tuple[ShopBatch, Component]]:
        """All components, each with its batch."""
        return ((batch, component) for batch in self.batches for component in batch.components)


def make_pages(shop: Shop, batches: Sequence[ShopBatch], options: OptionValues, progress: Progress) -> ExportFiles:
    """The PDFs of a shop, and for a press those of the lines that are cut and folded."""
    files, findings = list[tuple[str, bytes]](), list[Finding]()
    for document in _documents(shop, batches):
        press, stem = press_of(shop, options), document.stem
        pages = [*_pages(document, shop, progress)]
        progress(f"writing {stem}.pdf, {len(pages)} pages")
        files.append((f"{stem}.pdf", write_pdf(pages, _info(document), press=press)))
        blends = any(has_blends(page.drawing) for page in pages)
        findings += _used_ink_findings(document, press.heaviest_so_far, options["ink"] or shop.ink, blends)
        if shop.makes == "press":
            files.append((f"{stem}-cut.pdf", write_cuts([*_cuts(document)], _info(document))))
    return ExportFiles(files, findings, _NOTES[shop.makes])


def _documents(shop: Shop, batches: Sequence[ShopBatch]) -> Iterator[_Document]:
    """The PDFs of a shop: one for each batch, or for each size."""
    if shop.makes == "decks":
        yield from (_Document(batch.name, (batch,), ("back", "front")) for batch in batches)
        return
    stems = ((batch.shop_piece.name if shop.makes == "sizes" else batch.name, batch) for batch in batches)
    for stem, group in group_pairs(stems).items():
        has_backs = any(component.piece.back is not None for batch in group for component in batch.components)
        yield _Document(stem, tuple(group), ("front", "back") if has_backs else ("front",))


def _info(document: _Document) -> Info:
    """The metadata of a PDF."""
    product = document.batches[0].product
    game = product.pieces.game
    title = f"{game.title}: {product.title if len(document.batches) == 1 else document.stem}"
    return Info(title, game.author, game.notice, ("print-and-play", game.title), f"printgen {__version__}",
                game.licence, "", game.style.language)  # fmt: skip


def _boxes(shop_piece: ShopPiece) -> tuple[Box, Box]:
    """The trim box and the bleed box of a page, which is the whole page."""
    return Box(*shop_piece.bleeds, shop_piece.width, shop_piece.height), Box(0, 0, *shop_piece.whole)


def _pages(document: _Document, shop: Shop, progress: Progress) -> Iterator[Page]:
    """The pages in order, as often as there are copies."""
    faces = {(batch.name, component.number, side): product_face(component, side, batch.shop_piece)
             for batch, component in document.components for side in document.sides}  # fmt: skip
    if shop.solid:
        solid = _flattened(dict.fromkeys(faces.values()), progress)
        faces = {key: solid[drawing] for key, drawing in faces.items()}
    if shop.outlined:
        faces = {key: outline_letters(drawing) for key, drawing in faces.items()}
    for batch, component in document.components:
        boxes = _boxes(batch.shop_piece)
        pages = [Page(faces[batch.name, component.number, side], *boxes) for side in document.sides]
        for _ in range(component.copies):
            yield from pages


def _flattened(drawings: Iterable[Drawing], progress: Progress) -> dict[Drawing, Drawing]:
    """Each drawing with a picture in place of its lower layer (see `split_layers`), so that nothing is transparent."""
    flattened = {drawing: drawing for drawing in drawings}
    layers = {drawing: split_layers(drawing) for drawing in flattened if "transparency" in drawing.uses}
    jobs = [_raster(lower) for lower, _ in layers.values()]
    for (drawing, (_, upper)), png in zip(layers.items(), png_files(jobs, DPI, progress, "flattening"), strict=True):
        picture = Image(0, 0, upper.width, upper.height, png, _raster(upper)[1:])
        flattened[drawing] = upper._replace(items=(picture, *upper.items))
    return flattened


def _raster(drawing: Drawing) -> RasterJob:
    """A picture at the dots per inch of shops, or at as many as the limit of pixels allows for boards of a metre."""
    dots = min(DPI / PT_PER_IN, math.sqrt(0.99 * limit_of("pixels") / (drawing.width * drawing.height)))
    return RasterJob(drawing, *(max(1, round(side * dots)) for side in (drawing.width, drawing.height)))


def _cuts(document: _Document) -> Iterator[tuple[Page, dict[str, Outline]]]:
    """An empty page for each front, with its lines for cutting and folding."""
    for batch, component in document.components:
        (across, down), empty = batch.shop_piece.bleeds, Drawing(*batch.shop_piece.whole, ())
        lines = {"CutContour": transform_outline(component.outline, translate(across, down))}
        if component.piece.folds:
            folds, box = join_outlines(map(polyline, component.piece.folds)), component.box
            lines["Crease"] = transform_outline(folds, translate(across - box.x, down - box.y))
        for _ in range(component.copies):
            yield Page(empty, *_boxes(batch.shop_piece)), lines


def _used_ink_findings(document: _Document, used: float, limit: int, blends: bool) -> Iterator[Finding]:
    """Findings on the ink of a written file: `used` is the maximum in full layers, `limit` in hundredths of one."""
    file, product = f"{document.stem}.pdf", document.batches[0].product
    if used * 100 > limit + 0.5:
        message = f"{file} takes {used * 100:.0f} % of ink somewhere, and {limit} % is the most"
        yield product.finding("error", message, "Report it as a defect of printgen.", "too-much-ink")
    if blends:
        message = f"colours of {file} are mixed by the press (such as multiply), and may take more than {limit} %"
        yield product.finding("warning", message, "Use plain opacity in the face.", "mixed-ink")
