"""PDFs for presses: in inks, flattened where a shop wants that, with their boxes."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from printgen._version import __version__
from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.file_access import AccessError, display_path, load_file
from printgen.base.limits import limit_of
from printgen.base.units import IDENTITY, PT_PER_IN, Box, Matrix, compose, translate
from printgen.build.stages import Progress
from printgen.drawing.extent import extent, transform_box, walk_kind
from printgen.drawing.glyphs import letters_outline
from printgen.drawing.model import Drawing, Group, Image, Item, Outline, Path, Place, Text, uses_of
from printgen.drawing.outlines import bounds, join_outlines, polyline, transform_outline
from printgen.drawing.tints import nearly_black
from printgen.exports.bundle import Bundle, Component, Severity, Side
from printgen.exports.format import ExportFiles, OptionValues
from printgen.exports.pixels import RasterJob, png_files
from printgen.exports.shop_batches import ShopBatch
from printgen.exports.shop_products import DPI, PAGED, Shop, ShopPiece, product_face
from printgen.exports.shop_profiles import find_profile, machine_profiles, profile_like
from printgen.writers.cmyk import Profile, conversion, parse_profile
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pdf_press import Press, PressCondition, Standard, write_cuts

LEAST, MOST = 150, 400
"""The limits of `--ink`; 0 stands for what the shop takes."""


def press_of(shop: Shop, options: OptionValues) -> Press:
    """How PDFs for a shop are inked. PrintgenError for a profile that cannot be used."""
    profile = _profile(find_profile(shop, options["icc"])) if options["icc"] else None
    most = (options["ink"] or shop.ink) / 100
    inks = conversion(most, profile.data if profile else b"")
    rich = tuple(part / 100 for part in shop.rich or ())
    standard: Standard = "PDF/X-1a:2003" if shop.solid else "PDF/X-4"
    condition = PressCondition(shop.condition.name, shop.condition.info) if shop.condition else None
    return Press(inks, standard, profile, rich if sum(rich) <= most + 1e-9 else (), condition)


def ink_faults(shop: Shop, bundle: Bundle, options: OptionValues) -> Iterator[Finding]:
    """What there is to say of the inks that are asked for. UsageError, or PrintgenError, where they cannot be."""
    if shop.makes not in PAGED:
        given = next((f"--{name}" for name in ("icc", "ink") if options[name]), "")
        if given:
            raise UsageError(f"{given} is for PDFs, and {shop.title} takes pictures", f"Leave out {given}.")
        return
    if options["ink"] and not LEAST <= options["ink"] <= MOST:
        raise UsageError(f"ink: {options['ink']} is not from {LEAST} to {MOST}", "Choose another.")
    press_of(shop, options)
    if not options["icc"] and bundle.products:
        said = f"name {shop.condition.name} by its name alone" if shop.condition else "name no press"
        message = f"without the profile of a press (--icc) colours become inks plainly, and the files {said}"
        # Nobody who made the game can mend that; a file for any press needs a profile all the same.
        severity: Severity = "info" if shop.condition else "warning"
        yield bundle.products[0].finding(severity, message, _profile_hint(shop), "no-profile")


def _profile_hint(shop: Shop) -> str:
    """What to do about a profile, with those that this machine has."""
    profiles = machine_profiles()
    if not profiles:
        return "Ask the printer for the ICC profile, and give it with --icc FILE."
    if profile_like(shop, profiles):
        return "Give --icc auto, which takes the profile of that name from this machine, or --icc FILE."
    rows = "; ".join(f"{path} ({profile.name})" for path, profile in [*profiles.items()][:_SHOWN])
    return f"Give --icc FILE with the profile that the printer names. This machine has {rows}."


_SHOWN = 3
"""So many profiles of the machine are named."""


def _profile(name: str) -> Profile:
    """The profile in a file."""
    try:
        data = load_file(os.path.realpath(name), "profile")
    except AccessError as refused:
        raise UsageError(f"--icc: {refused.message}", refused.hint) from refused
    try:
        profile = parse_profile(data)
        conversion(MOST / 100, data)
    except (ValueError, OSError) as error:
        message, hint = f"this profile cannot be used: {error}", "Give the CMYK profile of a press."
        raise PrintgenError(
            [Finding("error", Where(display_path(FilePath(name))), message, hint, "bad-profile")]
        ) from error
    return profile


_BLACK = "#000000"


def outline_letters(drawing: Drawing) -> Drawing:
    """The same with the outlines of letters in place of texts; black ones stay black."""
    known: dict[Group, Group] = {}

    def group_of(group: Group) -> Group:
        if group not in known:
            known[group] = Group(items_of(group.items), group.clip, group.even_odd, group.opacity, group.blend)
        return known[group]

    def items_of(items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(_outline_item(item, group_of) for item in items)

    return drawing._replace(items=items_of(drawing.items))


def _outline_item(item: Item, group_of: Callable[[Group], Group]) -> Item:
    if isinstance(item, Place):
        return Place(group_of(item.group), item.matrix)
    if isinstance(item, Text):
        return Path(letters_outline(item), f"{_BLACK}{item.color[7:]}" if nearly_black(item.color) else item.color)
    return item


def part_layers(drawing: Drawing) -> tuple[Drawing, Drawing]:
    """What shows through with all that it lies on or that lies on it in the picture; and the rest, which is solid.

    The rest is to be drawn over a picture of the first. From the top down, an item joins the picture where it shows
    through itself, or where its box meets that of something above it that has joined.
    """
    under, over = _part_items(drawing.items, IDENTITY, Box(0, 0, drawing.width, drawing.height), [])
    return drawing._replace(items=under), drawing._replace(items=over)


def _part_items(
    items: tuple[Item, ...], at: Matrix, page: Box, above: list[Box]
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:  # fmt: skip
    """The same for items that `at` moves and that show in a part of the page; `above` gets the boxes that join."""
    under, over = list[Item](), list[Item]()
    for item in reversed(items):
        if isinstance(item, Place) and _divisible(item.group):
            group, whole = item.group, compose(at, item.matrix)
            shown = page.common(transform_box(bounds(group.clip), whole)) if group.clip else page
            for part, side in zip(_part_items(group.items, whole, shown, above), (under, over), strict=True):
                side += [Place(Group(part, group.clip, group.even_odd), item.matrix)] if part else []
            continue
        box = extent((item,), at).common(page)
        if "transparency" in uses_of((item,)) or any(box.overlaps(other) for other in above):
            under.append(item)
            if not any(other.holds(box) for other in above):
                above.append(box)
        else:
            over.append(item)
    return tuple(reversed(under)), tuple(reversed(over))


def _divisible(group: Group) -> bool:
    """Whether parts of a group may be drawn apart, and there is a reason: something shows through, or letters."""
    return group.plain and ("transparency" in group.uses or any(walk_kind(group.items, Text)))


def has_blends(drawing: Drawing) -> bool:
    """Whether colours of a drawing are mixed with what lies under them in any but the plain way."""
    checked = set[Group]()

    def blends(items: Iterable[Item]) -> bool:
        groups = [item.group for item in items if isinstance(item, Place) and item.group not in checked]
        checked.update(groups)
        return any(
            group.blend != "normal" or ("transparency" in group.uses and blends(group.items)) for group in groups
        )

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
    """A PDF: its name without the ending, and its batches; `sides` in the order of pages."""

    stem: str
    batches: tuple[ShopBatch, ...] = field(repr=False)
    sides: tuple[Side, ...]

    @property
    def components(self) -> Iterator[tuple[ShopBatch, Component]]:
        """All that is in it, with what it becomes."""
        return ((batch, component) for batch in self.batches for component in batch.components)


def make_pages(shop: Shop, found: Sequence[ShopBatch], options: OptionValues, progress: Progress) -> ExportFiles:
    """All PDFs of a shop."""
    files, findings = list[tuple[str, bytes]](), list[Finding]()
    for document in _documents(shop, found):
        press, stem = press_of(shop, options), document.stem
        pages = [*_pages(document, shop, progress)]
        progress(f"writing {stem}.pdf, {len(pages)} pages")
        files.append((f"{stem}.pdf", write_pdf(pages, _info(document), press=press)))
        mixed = any(has_blends(page.drawing) for page in pages)
        findings += _ink_findings(document, press.most, options["ink"] or shop.ink, mixed)
        if shop.makes == "press":
            files.append((f"{stem}-cut.pdf", write_cuts([*_cuts(document)], _info(document))))
    return ExportFiles(files, findings, _NOTES[shop.makes])


def _documents(shop: Shop, found: Sequence[ShopBatch]) -> Iterator[_Document]:
    """The PDFs of a shop: one for each batch, or for each size."""
    if shop.makes == "decks":
        yield from (_Document(batch.name, (batch,), ("back", "front")) for batch in found)
        return
    groups: dict[str, list[ShopBatch]] = {}
    for batch in found:
        groups.setdefault(batch.made.name if shop.makes == "sizes" else batch.name, []).append(batch)
    for stem, batches in groups.items():
        backs = any(component.piece.back is not None for batch in batches for component in batch.components)
        yield _Document(stem, tuple(batches), ("front", "back") if backs else ("front",))


def _info(document: _Document) -> Info:
    product = document.batches[0].product
    game = product.pieces.game
    title = f"{game.title}: {product.title if len(document.batches) == 1 else document.stem}"
    return Info(title, game.author, game.notice, ("print-and-play", game.title), f"printgen {__version__}",
                game.licence, "", game.style.language)  # fmt: skip


def _boxes(made: ShopPiece) -> tuple[Box, Box]:
    """Where a page is trimmed, and how far it bleeds: all of it."""
    return Box(*made.bleeds, made.width, made.height), Box(0, 0, *made.whole)


def _pages(document: _Document, shop: Shop, progress: Progress) -> Iterator[Page]:
    """The pages in order."""
    faces = {(batch.name, component.number, side): product_face(component, side, batch.made)
             for batch, component in document.components for side in document.sides}  # fmt: skip
    if shop.solid:
        solid = _solid(dict.fromkeys(faces.values()), progress)
        faces = {key: solid[drawing] for key, drawing in faces.items()}
    if shop.outlined:
        faces = {key: outline_letters(drawing) for key, drawing in faces.items()}
    for batch, component in document.components:
        boxes = _boxes(batch.made)
        pages = [Page(faces[batch.name, component.number, side], *boxes) for side in document.sides]
        for _ in range(component.copies):
            yield from pages


def _solid(drawings: Iterable[Drawing], progress: Progress) -> dict[Drawing, Drawing]:
    """The same drawings with a picture in place of what shows through; what does not touch that is drawn over it."""
    made = {drawing: drawing for drawing in drawings}
    split = {drawing: part_layers(drawing) for drawing in made if "transparency" in drawing.uses}
    jobs = [_raster(under) for under, _ in split.values()]
    for (drawing, (_, over)), png in zip(split.items(), png_files(jobs, DPI, progress, "flattening"), strict=True):
        shown = Image(0, 0, over.width, over.height, png, _raster(over)[1:])
        made[drawing] = over._replace(items=(shown, *over.items))
    return made


def _raster(drawing: Drawing) -> RasterJob:
    """A picture at the dots per inch of shops; with as many dots as may be where a board is larger than a metre."""
    fine = min(DPI / PT_PER_IN, math.sqrt(0.99 * limit_of("pixels") / (drawing.width * drawing.height)))
    return RasterJob(drawing, *(max(1, round(side * fine)) for side in (drawing.width, drawing.height)))


def _cuts(document: _Document) -> Iterator[tuple[Page, dict[str, Outline]]]:
    """An empty page for each front, with the lines that it is cut and folded along."""
    for batch, component in document.components:
        (across, down), empty = batch.made.bleeds, Drawing(*batch.made.whole, ())
        lines = {"CutContour": transform_outline(component.outline, translate(across, down))}
        if component.piece.folds:
            folds, box = join_outlines(map(polyline, component.piece.folds)), component.box
            lines["Crease"] = transform_outline(folds, translate(across - box.x, down - box.y))
        for _ in range(component.copies):
            yield Page(empty, *_boxes(batch.made)), lines


def _ink_findings(document: _Document, used: float, limit: int, mixed: bool) -> Iterator[Finding]:
    """What there is to say of the ink that a file takes, once all of its colours and photos are inks."""
    file, product = f"{document.stem}.pdf", document.batches[0].product
    if used * 100 > limit + 0.5:
        message = f"{file} takes {used * 100:.0f} % of ink somewhere, and {limit} % is the most"
        yield product.finding("error", message, "Report it as a defect of printgen.", "too-much-ink")
    if mixed:
        message = f"colours of {file} are mixed by the press (such as multiply), and may take more than {limit} %"
        yield product.finding("warning", message, "Use plain opacity in the face.", "mixed-ink")
