"""Batches come in; PDFs for presses go out: in inks, with their boxes, and what may be said of the press in them.

decks   a PDF for each batch: the back of a card, then its front
sizes   a PDF for each size: fronts and backs by turns
press   a PDF for each batch, and one of the lines to cut along

They are in the manner of PDF/X-1a where a shop takes only what is solid, else in that of PDF/X-4. A piece that is there
twice has its pages twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from printgen import __version__
from printgen.base.budget import most
from printgen.base.geometry import Box, translate
from printgen.base.units import PT_PER_IN
from printgen.build import Progress
from printgen.drawing.model import Drawing, Image, Outline
from printgen.drawing.outlines import joined, polyline, transformed
from printgen.errors import Finding
from printgen.exports.format import Asked
from printgen.exports.format import Made as Files
from printgen.exports.parcel import Side, Thing
from printgen.exports.pixels import Shot, png_files
from printgen.exports.shops.batches import Batch
from printgen.exports.shops.fitting import DPI, face
from printgen.exports.shops.flattening import blended, outlined, parted
from printgen.exports.shops.inks import press_of
from printgen.exports.shops.profiles import Shop
from printgen.writers.page import Info, Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pdf_cut import write_cuts


@dataclass(frozen=True)
class _File:
    """A PDF: its name without the ending, and its things with what they become; `sides` in the order of pages."""

    stem: str
    batches: tuple[Batch, ...] = field(repr=False)
    sides: tuple[Side, ...]

    @property
    def things(self) -> Iterator[tuple[Batch, Thing]]:
        return ((batch, thing) for batch in self.batches for thing in batch.things)


def make_pages(shop: Shop, found: Sequence[Batch], asked: Asked, progress: Progress) -> Files:
    """All PDFs of a shop."""
    files, findings = list[tuple[str, bytes]](), list[Finding]()
    for file in _files(shop, found):
        press = press_of(shop, asked)
        pages = [*_pages(file, shop, progress)]
        progress(f"writing {file.stem}.pdf, {len(pages)} pages")
        files.append((f"{file.stem}.pdf", write_pdf(pages, _info(file), press=press)))
        findings += _inked(file, press.most, asked["ink"] or shop.ink, any(blended(page.drawing) for page in pages))
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


def _files(shop: Shop, found: Sequence[Batch]) -> Iterator[_File]:
    if shop.makes == "decks":
        yield from (_File(batch.name, (batch,), ("back", "front")) for batch in found)
        return
    groups: dict[str, list[Batch]] = {}
    for batch in found:
        groups.setdefault(batch.made.name if shop.makes == "sizes" else batch.name, []).append(batch)
    for stem, batches in groups.items():
        backs = any(thing.piece.back is not None for batch in batches for thing in batch.things)
        yield _File(stem, tuple(batches), ("front", "back") if backs else ("front",))


def _info(file: _File) -> Info:
    first = file.batches[0].lot
    game = first.pieces.game
    title = f"{game.title}: {first.title if len(file.batches) == 1 else file.stem}"
    return Info(title, game.author, game.notice, ("print-and-play", game.title), f"printgen {__version__}",
                game.licence, "", game.style.language)  # fmt: skip


def _pages(file: _File, shop: Shop, progress: Progress) -> Iterator[Page]:
    """The pages in order."""
    faces = {(batch.name, thing.number, side): face(thing, side, batch.made)
             for batch, thing in file.things for side in file.sides}  # fmt: skip
    if shop.solid:
        made = _solid(dict.fromkeys(faces.values()), progress)
        faces = {key: made[drawing] for key, drawing in faces.items()}
    if shop.outlined:
        faces = {key: outlined(drawing) for key, drawing in faces.items()}
    for batch, thing in file.things:
        (wide, high), (across, down) = batch.made.whole, batch.made.bleeds
        trim = Box(across, down, batch.made.width, batch.made.height)
        pages = [Page(faces[batch.name, thing.number, side], trim, Box(0, 0, wide, high)) for side in file.sides]
        for _ in range(thing.copies):
            yield from pages


def _solid(drawings: Iterable[Drawing], progress: Progress) -> dict[Drawing, Drawing]:
    """The same drawings with a picture in place of what shows through; what does not touch that is drawn over it."""
    made = {drawing: drawing for drawing in drawings}
    split = {drawing: parted(drawing) for drawing in made if "transparency" in drawing.uses}
    shots = [_shot(under) for under, _ in split.values()]
    for (drawing, (_, over)), png in zip(split.items(), png_files(shots, DPI, progress, "flattening"), strict=True):
        shown = Image(0, 0, over.width, over.height, png, _shot(over)[1:])
        made[drawing] = over._replace(items=(shown, *over.items))
    return made


def _shot(drawing: Drawing) -> Shot:
    """A picture at the dots per inch of shops; with as many dots as may be where a board is larger than a metre."""
    fine = min(DPI / PT_PER_IN, math.sqrt(0.99 * most("pixels") / (drawing.width * drawing.height)))
    return Shot(drawing, *(max(1, round(side * fine)) for side in (drawing.width, drawing.height)))


def _cuts(file: _File) -> Iterator[tuple[Page, dict[str, Outline]]]:
    """An empty page for each front, with the lines that it is cut and folded along."""
    for batch, thing in file.things:
        (wide, high), (across, down) = batch.made.whole, batch.made.bleeds
        trim = Box(across, down, batch.made.width, batch.made.height)
        lines = {"CutContour": transformed(thing.outline, translate(across, down))}
        if thing.piece.folds:
            folds, box = joined(map(polyline, thing.piece.folds)), thing.box
            lines["Crease"] = transformed(folds, translate(across - box.x, down - box.y))
        for _ in range(thing.copies):
            yield Page(Drawing(wide, high, ()), trim, Box(0, 0, wide, high)), lines


def _inked(file: _File, used: float, limit: int, mixed: bool) -> Iterator[Finding]:
    """What there is to say of the ink that a file takes, once all of its colours and photos are inks."""
    lot = file.batches[0].lot
    if used * 100 > limit + 0.5:
        message = f"{file.stem}.pdf takes {used * 100:.0f} % of ink somewhere, and {limit} % is the most"
        yield lot.finding("error", message, "Report it as a defect of printgen.", "too-much-ink")
    if mixed:
        message = (
            f"colours of {file.stem}.pdf are mixed by the press (such as multiply), and may take more than {limit} %"
        )
        yield lot.finding("warning", message, "Use plain opacity in the face.", "mixed-ink")
