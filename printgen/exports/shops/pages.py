"""Batches come in; PDFs for presses go out: in inks, flattened where a shop wants that, with their boxes."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
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
from printgen.exports.format import ExportFiles as Files
from printgen.exports.format import OptionValues
from printgen.exports.pixels import RasterJob, png_files
from printgen.exports.shops.batches import ShopBatch
from printgen.exports.shops.fitting import DPI, PAGED, Shop, face
from printgen.writers.cmyk import Profile, conversion, parse_profile
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pdf_press import Condition, Press, Standard, write_cuts

LEAST, MOST = 150, 400
"""The limits of `--ink`; 0 stands for what the shop takes."""


def press_of(shop: Shop, options: OptionValues) -> Press:
    """How PDFs for a shop are inked. PrintgenError for a profile that cannot be used."""
    profile = _profile(_profile_path(shop, options["icc"])) if options["icc"] else None
    most = (options["ink"] or shop.ink) / 100
    made = conversion(most, profile.data if profile else b"")
    rich = tuple(part / 100 for part in shop.rich or ())
    standard: Standard = "PDF/X-1a:2003" if shop.solid else "PDF/X-4"
    condition = Condition(shop.condition.name, shop.condition.info) if shop.condition else None
    return Press(made, standard, profile, rich if sum(rich) <= most + 1e-9 else (), condition)


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
        yield bundle.products[0].finding(severity, message, _hint(shop), "no-profile")


def _hint(shop: Shop) -> str:
    """What to do about a profile, with those that this machine has."""
    there = machine_profiles()
    if not there:
        return "Ask the printer for the ICC profile, and give it with --icc FILE."
    if _like(shop, there):
        return "Give --icc auto, which takes the profile of that name from this machine, or --icc FILE."
    listed = "; ".join(f"{path} ({profile.name})" for path, profile in [*there.items()][:_SHOWN])
    return f"Give --icc FILE with the profile that the printer names. This machine has {listed}."


_SHOWN = 3
"""So many profiles of the machine are named."""
_MOST_FILES = 500

FOLDERS = (
    "/usr/share/color/icc", "/usr/local/share/color/icc", "/var/lib/colord/icc", "/usr/share/ghostscript",
    "~/.local/share/icc", "~/.color/icc", "/Library/ColorSync/Profiles", "~/Library/ColorSync/Profiles",
    "/System/Library/ColorSync/Profiles", "/Library/Application Support/Adobe/Color/Profiles",
    "C:/Windows/System32/spool/drivers/color", "C:/Program Files/Common Files/Adobe/Color/Profiles",
)  # fmt: skip
"""Where machines keep ICC profiles: those of colord, of Ghostscript, of macOS and of Windows."""


def machine_profiles() -> dict[str, Profile]:
    """The profiles of presses that this machine has, by their paths; files that cannot be read are passed over."""
    found = dict[str, Profile]()
    # A folder of another system, or without a home, would be one below the working folder.
    folders = filter(os.path.isabs, map(os.path.expanduser, FOLDERS))
    files = (
        os.path.realpath(path) for folder in folders for path in sorted(FilePath(folder).rglob("*.[iI][cC][cCmM]"))
    )
    for path in islice(dict.fromkeys(files), _MOST_FILES):
        with suppress(AccessError, ValueError, OSError):
            found[path] = parse_profile(load_file(path, "profile"))
    return found


def _like(shop: Shop, profiles: Mapping[str, Profile]) -> str:
    """The path of a profile that names the condition of a shop, or is called like it; "" for none."""
    wanted = set(map(_plain, (shop.condition.name, shop.condition.info))) if shop.condition else set()
    alike = (path for path, profile in profiles.items() if wanted & {_plain(profile.condition), _plain(profile.name)})
    return next(alike, "")


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _profile_path(shop: Shop, options: str) -> str:
    """The file of the profile that is asked for. UsageError where `auto` finds none."""
    if options != "auto":
        return options
    if path := _like(shop, machine_profiles()):
        return path
    named = f"of {shop.condition.name}" if shop.condition else f"that {shop.title} names"
    hint = "Give one with --icc FILE, or leave out --icc."
    raise UsageError(f"--icc auto: this machine has no profile {named}", hint)


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
        return tuple(_changed(item, group_of) for item in items)

    return drawing._replace(items=items_of(drawing.items))


def _changed(item: Item, group_of: Callable[[Group], Group]) -> Item:
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
    seen = set[Group]()

    def found(items: Iterable[Item]) -> bool:
        groups = [item.group for item in items if isinstance(item, Place) and item.group not in seen]
        seen.update(groups)
        return any(group.blend != "normal" or ("transparency" in group.uses and found(group.items)) for group in groups)

    return found(drawing.items)


@dataclass(frozen=True)
class _File:
    """A PDF: its name without the ending, and its things with what they become; `sides` in the order of pages."""

    stem: str
    batches: tuple[ShopBatch, ...] = field(repr=False)
    sides: tuple[Side, ...]

    @property
    def components(self) -> Iterator[tuple[ShopBatch, Component]]:
        return ((batch, component) for batch in self.batches for component in batch.components)


def make_pages(shop: Shop, found: Sequence[ShopBatch], options: OptionValues, progress: Progress) -> Files:
    """All PDFs of a shop."""
    files, findings = list[tuple[str, bytes]](), list[Finding]()
    for file in _files(shop, found):
        press = press_of(shop, options)
        pages = [*_pages(file, shop, progress)]
        progress(f"writing {file.stem}.pdf, {len(pages)} pages")
        files.append((f"{file.stem}.pdf", write_pdf(pages, _info(file), press=press)))
        findings += _ink_findings(
            file, press.most, options["ink"] or shop.ink, any(has_blends(page.drawing) for page in pages)
        )
        if shop.makes == "press":
            files.append((f"{file.stem}-cut.pdf", write_cuts([*_cuts(file)], _info(file))))
    return Files(files, findings, _TOLD[shop.makes])


_SOLID = "The files are in the manner of PDF/X-1a:2003; no program has checked that."
_TOLD: dict[str, tuple[str, ...]] = {
    "decks": ("Upload each PDF as a deck: its pages are the back of a card, then its front.", _SOLID),
    "sizes": ("Upload each PDF as pieces of its size: its pages are fronts and backs by turns.", _SOLID),
    "press": (
        "Send each PDF with that of its lines: cuts in the spot colour CutContour, folds in Crease; none are printed.",
        "The files are in the manner of PDF/X-4; ask the printer for a proof, no program has checked them.",
    ),
}


def _files(shop: Shop, found: Sequence[ShopBatch]) -> Iterator[_File]:
    if shop.makes == "decks":
        yield from (_File(batch.name, (batch,), ("back", "front")) for batch in found)
        return
    groups: dict[str, list[ShopBatch]] = {}
    for batch in found:
        groups.setdefault(batch.made.name if shop.makes == "sizes" else batch.name, []).append(batch)
    for stem, batches in groups.items():
        backs = any(component.piece.back is not None for batch in batches for component in batch.components)
        yield _File(stem, tuple(batches), ("front", "back") if backs else ("front",))


def _info(file: _File) -> Info:
    first = file.batches[0].product
    game = first.pieces.game
    title = f"{game.title}: {first.title if len(file.batches) == 1 else file.stem}"
    return Info(title, game.author, game.notice, ("print-and-play", game.title), f"printgen {__version__}",
                game.licence, "", game.style.language)  # fmt: skip


def _pages(file: _File, shop: Shop, progress: Progress) -> Iterator[Page]:
    """The pages in order."""
    faces = {(batch.name, component.number, side): face(component, side, batch.made)
             for batch, component in file.components for side in file.sides}  # fmt: skip
    if shop.solid:
        made = _solid(dict.fromkeys(faces.values()), progress)
        faces = {key: made[drawing] for key, drawing in faces.items()}
    if shop.outlined:
        faces = {key: outline_letters(drawing) for key, drawing in faces.items()}
    for batch, component in file.components:
        (wide, high), (across, down) = batch.made.whole, batch.made.bleeds
        trim = Box(across, down, batch.made.width, batch.made.height)
        pages = [Page(faces[batch.name, component.number, side], trim, Box(0, 0, wide, high)) for side in file.sides]
        for _ in range(component.copies):
            yield from pages


def _solid(drawings: Iterable[Drawing], progress: Progress) -> dict[Drawing, Drawing]:
    """The same drawings with a picture in place of what shows through; what does not touch that is drawn over it."""
    made = {drawing: drawing for drawing in drawings}
    split = {drawing: part_layers(drawing) for drawing in made if "transparency" in drawing.uses}
    shots = [_raster(under) for under, _ in split.values()]
    for (drawing, (_, over)), png in zip(split.items(), png_files(shots, DPI, progress, "flattening"), strict=True):
        shown = Image(0, 0, over.width, over.height, png, _raster(over)[1:])
        made[drawing] = over._replace(items=(shown, *over.items))
    return made


def _raster(drawing: Drawing) -> RasterJob:
    """A picture at the dots per inch of shops; with as many dots as may be where a board is larger than a metre."""
    fine = min(DPI / PT_PER_IN, math.sqrt(0.99 * limit_of("pixels") / (drawing.width * drawing.height)))
    return RasterJob(drawing, *(max(1, round(side * fine)) for side in (drawing.width, drawing.height)))


def _cuts(file: _File) -> Iterator[tuple[Page, dict[str, Outline]]]:
    """An empty page for each front, with the lines that it is cut and folded along."""
    for batch, component in file.components:
        (wide, high), (across, down) = batch.made.whole, batch.made.bleeds
        trim = Box(across, down, batch.made.width, batch.made.height)
        lines = {"CutContour": transform_outline(component.outline, translate(across, down))}
        if component.piece.folds:
            folds, box = join_outlines(map(polyline, component.piece.folds)), component.box
            lines["Crease"] = transform_outline(folds, translate(across - box.x, down - box.y))
        for _ in range(component.copies):
            yield Page(Drawing(wide, high, ()), trim, Box(0, 0, wide, high)), lines


def _ink_findings(file: _File, used: float, limit: int, mixed: bool) -> Iterator[Finding]:
    """What there is to say of the ink that a file takes, once all of its colours and photos are inks."""
    product = file.batches[0].product
    if used * 100 > limit + 0.5:
        message = f"{file.stem}.pdf takes {used * 100:.0f} % of ink somewhere, and {limit} % is the most"
        yield product.finding("error", message, "Report it as a defect of printgen.", "too-much-ink")
    if mixed:
        message = (
            f"colours of {file.stem}.pdf are mixed by the press (such as multiply), and may take more than {limit} %"
        )
        yield product.finding("warning", message, "Use plain opacity in the face.", "mixed-ink")
