"""PDFs for presses: in inks, flattened where a shop wants that, with their boxes."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path as FilePath

from printgen._version import __version__
from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.file_access import AccessError, display_path, load_file
from printgen.base.limits import limit_of
from printgen.base.units import IDENTITY, PT_PER_IN, Box, Matrix, compose, translate
from printgen.build.stages import Progress
from printgen.drawing.extent import extent, transform_box, walk_kind
from printgen.drawing.model import Drawing, Group, Image, Item, Outline, Place, Text, uses_of
from printgen.drawing.outlines import bounds, join_outlines, polyline, transform_outline
from printgen.exports.bundle import Bundle, Severity, Side
from printgen.exports.format import ExportFiles, OptionValues
from printgen.exports.pixels import RasterJob, png_files
from printgen.exports.shop_products import DPI, PAGED, Shop, ShopBatch, ShopPiece, product_face
from printgen.writers.cmyk import Profile, conversion, parse_profile
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pdf_press import Press, PressCondition, Standard, write_cuts

LEAST, MOST = 150, 400
"""The limits of `--ink`; 0 stands for what the shop takes."""


def press_of(shop: Shop, options: OptionValues) -> Press:
    """How PDFs for a shop are inked. PrintgenError for a profile that cannot be used."""
    profile = _profile(options["icc"]) if options["icc"] else None
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
        hint = "Ask the printer for the ICC profile, and give it with --icc FILE."
        yield bundle.products[0].finding(severity, message, hint, "no-profile")


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


_SIDES: dict[str, tuple[Side, ...]] = {"decks": ("back", "front"), "press": ("front", "back")}
"""The order of the pages of a piece."""
_NOTES: dict[str, tuple[str, ...]] = {
    "decks": (
        "Upload each PDF as a deck: its pages are the back of a card, then its front.",
        "The files are in the manner of PDF/X-1a:2003; no program has checked that.",
    ),
    "press": (
        "Send each PDF with that of its lines: cuts in the spot colour CutContour, folds in Crease; none are printed.",
        "The files are in the manner of PDF/X-4; ask the printer for a proof, no program has checked them.",
    ),
}


def make_pages(shop: Shop, found: Sequence[ShopBatch], options: OptionValues, progress: Progress) -> ExportFiles:
    """All PDFs of a shop."""
    files, findings = list[tuple[str, bytes]](), list[Finding]()
    for batch in found:
        press = press_of(shop, options)
        pages = [*_pages(batch, shop, progress)]
        progress(f"writing {batch.name}.pdf, {len(pages)} pages")
        files.append((f"{batch.name}.pdf", write_pdf(pages, _info(batch), press=press)))
        mixed = any(has_blends(page.drawing) for page in pages)
        findings += _ink_findings(batch, press.most, options["ink"] or shop.ink, mixed)
        if shop.makes == "press":
            files.append((f"{batch.name}-cut.pdf", write_cuts([*_cuts(batch)], _info(batch))))
    return ExportFiles(files, findings, _NOTES[shop.makes])


def _info(batch: ShopBatch) -> Info:
    game = batch.product.pieces.game
    return Info(f"{game.title}: {batch.product.title}", game.author, game.notice, ("print-and-play", game.title),
                f"printgen {__version__}", game.licence, "", game.style.language)  # fmt: skip


def _boxes(made: ShopPiece) -> tuple[Box, Box]:
    """Where a page is trimmed, and how far it bleeds: all of it."""
    return Box(*made.bleeds, made.width, made.height), Box(0, 0, *made.whole)


def _pages(batch: ShopBatch, shop: Shop, progress: Progress) -> Iterator[Page]:
    """The pages in order."""
    backs = shop.makes == "decks" or any(component.piece.back is not None for component in batch.components)
    sides = _SIDES[shop.makes] if backs else _SIDES[shop.makes][:1]
    faces = {(component.number, side): product_face(component, side, batch.made)
             for component in batch.components for side in sides}  # fmt: skip
    if shop.solid:
        solid = _solid(dict.fromkeys(faces.values()), progress)
        faces = {key: solid[drawing] for key, drawing in faces.items()}
    for component in batch.components:
        pages = [Page(faces[component.number, side], *_boxes(batch.made)) for side in sides]
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


def _cuts(batch: ShopBatch) -> Iterator[tuple[Page, dict[str, Outline]]]:
    """An empty page for each front, with the lines that it is cut and folded along."""
    (across, down), empty = batch.made.bleeds, Drawing(*batch.made.whole, ())
    for component in batch.components:
        lines = {"CutContour": transform_outline(component.outline, translate(across, down))}
        if component.piece.folds:
            folds, box = join_outlines(map(polyline, component.piece.folds)), component.box
            lines["Crease"] = transform_outline(folds, translate(across - box.x, down - box.y))
        for _ in range(component.copies):
            yield Page(empty, *_boxes(batch.made)), lines


def _ink_findings(batch: ShopBatch, used: float, limit: int, mixed: bool) -> Iterator[Finding]:
    """What there is to say of the ink that a file takes, once all of its colours and photos are inks."""
    file = f"{batch.name}.pdf"
    if used * 100 > limit + 0.5:
        message = f"{file} takes {used * 100:.0f} % of ink somewhere, and {limit} % is the most"
        yield batch.product.finding("error", message, "Report it as a defect of printgen.", "too-much-ink")
    if mixed:
        message = f"colours of {file} are mixed by the press (such as multiply), and may take more than {limit} %"
        yield batch.product.finding("warning", message, "Use plain opacity in the face.", "mixed-ink")
