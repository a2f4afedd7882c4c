"""A game that stays loaded, and pictures of its pieces and pages."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from os.path import lexists
from pathlib import Path
from threading import Lock, RLock
from typing import Any, NamedTuple

from printgen.base.errors import (
    Finding,
    PrintgenError,
    UsageError,
    Where,
    did_you_mean,
    has_errors,
    merge_findings,
    stop_on_errors,
)
from printgen.base.file_access import AccessError, display_path, load_file
from printgen.base.limits import activity, metered
from printgen.base.units import Box, mm, to_mm, translate
from printgen.build.jobs import Job, load, stop_on_unknown_cards
from printgen.build.printed import format_of
from printgen.build.settings import PLAIN, Settings
from printgen.build.stages import compose, compose_some
from printgen.build.targets import find_target, is_kit
from printgen.drawing.model import Drawing, Group, Outline, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.faces.render import Renderer
from printgen.game.records import Product
from printgen.reading.positions import LocatedMap
from printgen.reading.yaml_events import load_yaml
from printgen.sheets.proof import contact_sheet
from printgen.sheets.sheet import sheet_words
from printgen.writers import WRITERS
from printgen.writers.output import write_files
from printgen.writers.page import NO_INFO, Info, Page

SAFE = mm(3)
"""How far inside the cut, in points, all that matters stays."""


def die_cut(side: Drawing, piece: Piece) -> Drawing:
    """A side of a piece as it is after cutting."""
    return Drawing(side.width, side.height, (Place(Group(side.items, piece.edge)),))


def with_bleed(side: Drawing, piece: Piece) -> Drawing:
    """A side of a piece with its bleed around it."""
    room = piece.bleed
    whole = rectangle(Box(-room, -room, side.width + 2 * room, side.height + 2 * room))
    grown = Place(Group(side.items, whole), translate(room, room))
    return Drawing(side.width + 2 * room, side.height + 2 * room, (grown,))


def path_of(outline: Outline) -> str:
    """An outline as the `d` attribute of an SVG path, in points."""
    return " ".join(f"{step[0]}{' '.join(f'{n:.2f}' for n in step[1:])}" for step in outline)


@metered()
def picture(drawing: Drawing) -> bytes:
    """A drawing as an SVG picture, with its letters as outlines."""
    (data,) = WRITERS["svg"]([Page(drawing)], NO_INFO, 72, False)
    return data


@dataclass(frozen=True, slots=True)
class View:
    """How to preview: dots per inch, a page of the imposed PDF (from 1) or None for cards, columns, grey, backs.

    `backs` shows each card's back beside it; None does so when single cards are asked for.
    """

    dpi: int = 300
    sheet: int | None = None
    columns: int = 6
    grey: bool = False
    backs: bool | None = None

    def __post_init__(self) -> None:
        for key, least, most in (("dpi", 20, 1200), ("columns", 1, 20), ("sheet", 1, sys.maxsize)):
            value = getattr(self, key)
            if value is not None and not least <= value <= most:
                raise UsageError(f"{key}: {value} is not from {least} to {most}", "Choose another number.")


@metered()
def preview(target: str, settings: Settings, view: View, file: Path) -> tuple[float, float]:
    """Draw cards or a sheet into a PNG, SVG, PDF or text file; the name's ending decides.

    Returns its width and height, in pixels for a PNG and in millimetres for the others. UsageError for another ending.
    """
    form = format_of(file)
    if settings.printer and view.sheet is None:
        raise UsageError("--printer is for whole sheets", "Give --sheet 1, too, or leave out --printer.")
    if view.grey and form == "text":
        raise UsageError("--grey goes with pictures only", "End the file's name in .png, or leave --grey out.")
    page = _sheet_picture(target, settings, view)
    with activity(f"writing {file.name}"):
        (data,) = WRITERS[form]([page], Info(title=target), view.dpi, view.grey or settings.grey)
    write_files([(file, data)])
    if form != "png":
        return to_mm(page.drawing.width), to_mm(page.drawing.height)
    from printgen.writers.pictures import size_of

    return size_of(data)


def _sheet_picture(target: str, settings: Settings, view: View) -> Page:
    """The page that a preview shows."""
    (job,) = load([target], settings.cards, variant=settings.variant)
    composed, findings = compose(job, settings)
    stop_on_errors((*job.findings, *findings))
    stop_on_unknown_cards([job], settings.only)
    pieces = [piece for item in composed for piece in item]
    if not pieces:
        raise UsageError(f"there is nothing to show in {target}", "Name a product that has pieces.")
    if view.sheet is None:
        backs = bool(settings.only) if view.backs is None else view.backs
        if settings.proof:
            from printgen.sheets.proof import proof_of_pieces

            pieces = proof_of_pieces(pieces, sheet_words(job.library).margins)
        return Page(contact_sheet(pieces, view.columns, backs))
    imposed = [item.sheets() for item in composed]
    sides = [(sheets, sheet) for sheets in imposed for sheet in sheets]
    if view.sheet > len(sides):
        raise UsageError(f"there is no page {view.sheet} of {target}", f"Choose one of 1 to {len(sides)}.")
    sheets, sheet = sides[view.sheet - 1]
    return sheets.page_for_print(Page(sheet.drawing), sheet.side)


_HEAD, _HEAD_LINE = 16_384, 400
"""The bytes of a game.yaml, and of a line of it, in which its title is looked for before the game is read."""
_MOST_PRODUCTS = 6
"""How many products are kept with all their pieces."""


class RecordView(NamedTuple):
    """The view of a record: its piece, or None and the findings that explain why."""

    piece: Piece | None
    findings: tuple[Finding, ...] = ()


class LiveGame:
    """A game that stays loaded. When its files have mistakes, it keeps its last state without any.

    `target` names the whole game. `number` counts the readings, starting from the given one; `findings` are those of
    the last reading. `job` is the last complete one. Users of a shared game hold its `lock`. UsageError for an unknown
    target.
    """

    def __init__(self, target: str, cards: Path | None = None, number: int = 0) -> None:
        self.folder, named = find_target(target)
        if named:
            raise UsageError(f"{target} is one product", "Name the game that it is of.")
        self.target, self.cards = target, cards
        self.lock = RLock()
        self.number = self._begun = number
        self.findings: tuple[Finding, ...] = ()
        self._job: Job | None = None
        self._one_each: dict[str, bool] = {}
        self._slow = Lock()
        self._beside: tuple[Job, Renderer] | None = None
        self._composed: dict[tuple[int, str, str], tuple[Piece, ...]] = {}

    @property
    def built_in(self) -> bool:
        """Whether it is a built-in kit, whose files nobody changes."""
        return is_kit(self.folder)

    @property
    def title(self) -> str:
        """The game's title, from the top of game.yaml if the game is not read yet; else its folder's name."""
        if self._job is not None:
            return self._job.game.title
        title = _title_in(self.folder / "game.yaml")
        return title if isinstance(title, str) and title.strip() else self.folder.resolve().name

    @property
    def job(self) -> Job:
        """The last complete job; the first use reads it. PrintgenError when nothing could be read yet."""
        with self.lock:
            if self.number == self._begun:
                self.reload()
            if self._job is None:
                raise PrintgenError(self.findings)
            return self._job

    def reload(self) -> bool:
        """Read all files again; returns whether they have no errors."""
        with self.lock:
            self.number += 1
            self._composed.clear()
            self._one_each.clear()
            if not lexists(self.folder / "game.yaml"):
                self.findings = (self._gone(),)
                return False
            try:
                (job,) = load([self.target], self.cards)
            except PrintgenError as error:
                self.findings = error.findings
                return False
            self.findings = merge_findings(job.findings)
            # A game with errors is better than none, but never replaces one without.
            if self._job is None or not has_errors(self.findings):
                self._job = job
            return not has_errors(self.findings)

    def _gone(self) -> Finding:
        has_folder = lexists(f"{self.folder}/.")
        message = "the game.yaml of this game is gone" if has_folder else "the folder of this game is gone"
        gone = "it" if has_folder else "the folder"
        hint = f"Put {gone} back where it was: until then the game is shown as it was last."
        return Finding("error", Where(display_path(self.folder / "game.yaml")), message, hint, "missing-file")

    def product(self, name: str) -> Product:
        """A product by its name. UsageError when there is none."""
        products = self.job.game.products
        if name not in products:
            raise UsageError(f"{self.target} has no product '{name}'", did_you_mean(name, products))
        return products[name]

    def of_record(self, name: str, number: int, settings: Settings = PLAIN) -> Piece:
        """The piece of a record by its index. LookupError when it has none, PrintgenError when it cannot be drawn."""
        ((piece, findings),) = self.of_records(name, (number,), settings)
        if piece is None:
            raise PrintgenError(findings) if findings else LookupError(name)
        return piece

    def of_records(self, name: str, numbers: Sequence[int], settings: Settings = PLAIN) -> list[RecordView]:
        """The pieces of records by their indices, in this order. LookupError for a missing record."""
        with self.lock:
            product = self.product(name)
            records = tuple(product.records[number] for number in numbers)
            job = self.job.alone(product)
            item, findings = compose_some(job, product, records, settings)
            pieces_left = [*(item.pieces if item else ())]
            if len(records) == 1:
                is_good = pieces_left and not has_errors(findings)
                return [RecordView(pieces_left[0]) if is_good else RecordView(None, merge_findings(findings))]
            # Records with mistakes have no piece here, and are composed alone for their findings.
            views: list[RecordView] = []
            for number, record in zip(numbers, records, strict=True):
                if pieces_left and pieces_left[0].name == record.name:
                    views.append(RecordView(pieces_left.pop(0)))
                else:
                    views += self.of_records(name, (number,), settings)
            return views

    def one_each(self, name: str) -> bool:
        """Whether each record of a product has one piece; others, such as the spaces of a track, share theirs."""
        with self.lock:
            if name not in self._one_each:
                product = self.product(name)
                self._one_each[name] = bool(product.records) and self._each_alone(product)
            return self._one_each[name]

    def _each_alone(self, product: Product) -> bool:
        job = self.job.alone(product)
        item, _ = compose_some(job, product, product.records[:1], PLAIN)
        if item and item.pieces:
            return [piece.name for piece in item.pieces] == [product.records[0].name]
        return product.kind in job.kinds and job.kinds[product.kind].small

    def pieces(self, name: str, settings: Settings = PLAIN) -> tuple[Piece, ...]:
        """All pieces of a product, composed without the `lock`. PrintgenError when one of them cannot be drawn."""
        with self._slow:
            key = self.number, name, repr(settings)
            pieces = self._composed.pop(key, None) or self._compose_all(name, settings)
            self._composed[key] = pieces
            if len(self._composed) > _MOST_PRODUCTS:
                del self._composed[next(iter(self._composed))]  # The least recently used.
            return pieces

    def let_go(self) -> None:
        """Discard all that `pieces` keeps; it is drawn again when asked for."""
        with self._slow:
            self._beside = None
            self._composed.clear()

    def _compose_all(self, name: str, settings: Settings) -> tuple[Piece, ...]:
        product, job = self.product(name), self.job
        if not self._beside or self._beside[0] is not job:
            # A renderer has state, and serves one thread at a time.
            self._beside = job, Renderer(job.library, job.game.files.load)
        product_job = replace(job.alone(product), renderer=self._beside[1])
        items, findings = compose(product_job, settings)
        if has_errors(findings) or not items or not items[0].pieces:
            raise PrintgenError(merge_findings(findings)) if findings else LookupError(product.name)
        return items[0].pieces


def _title_in(path: Path) -> Any:
    """The title at the top of a game.yaml of any size, if it is on a line of its own; else None."""
    try:
        lines = load_file(path, "yaml")[:_HEAD].splitlines()
        line = next((line for line in lines if line.startswith(b"title:")), b"")
        head = load_yaml(line[:_HEAD_LINE].decode(), path.name)
    except (AccessError, UnicodeError, PrintgenError):
        return None
    return head.get("title") if isinstance(head, LocatedMap) else None
