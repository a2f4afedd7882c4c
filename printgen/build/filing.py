"""The files of composed products: one or more for each, all bound in one PDF, or everything in one zip."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path, PurePath
from typing import NamedTuple

from printgen._version import __version__
from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where
from printgen.base.limits import OverLimit
from printgen.base.names import same_name
from printgen.build.jobs import Job
from printgen.build.manifest import ManifestEntry, Prints, ProductBuild, files_of, is_spoiled, kept_entries, prints_in
from printgen.build.marking import batch_of, new_pieces
from printgen.build.printed import Pieces, Sheets
from printgen.build.settings import ManySheets, Settings
from printgen.game.records import Game, Product
from printgen.writers import WRITERS
from printgen.writers.output import File
from printgen.writers.page import Info, Page


class ChangedProduct(NamedTuple):
    """A product of which only new pieces are printed: its game's label, its manifest entry, and the pieces' names."""

    kit: str
    entry: ManifestEntry
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameOutput:
    """The output of a game: its files, the manifest entries of its products, and the pieces of each.

    `changed` are products of which only new and changed pieces are laid out, `same` those without such pieces.
    """

    game: Game
    findings: tuple[Finding, ...] = ()
    files: tuple[File, ...] = ()
    entries: tuple[ManifestEntry, ...] = ()
    builds: Mapping[str, ProductBuild] = field(default_factory=dict)
    changed: tuple[ChangedProduct, ...] = ()
    same: tuple[str, ...] = ()
    to_bind: tuple[tuple[Sheets, tuple[str, ...] | None], ...] = ()
    """What is to be bound with products of other games: the sheets of each, and the names of what changed, if that."""

    def with_more(self, other: GameOutput) -> GameOutput:
        """The output of both together."""
        sums = {attribute.name: getattr(self, attribute.name) + getattr(other, attribute.name)
                for attribute in fields(self) if attribute.name not in ("game", "builds")}  # fmt: skip
        return GameOutput(self.game, builds={**self.builds, **other.builds}, **sums)

    def with_entry(self, entry: ManifestEntry, names: tuple[str, ...] | None) -> GameOutput:
        """The output with the entry of a product or, given `names`, of the pieces that changed in it."""
        if names is None:
            return replace(self, entries=(*self.entries, entry))
        return replace(self, changed=(*self.changed, ChangedProduct(self.game.label, entry, names)))


def make_files(job: Job, items: Sequence[Pieces], settings: Settings, progress: Callable[[str], None]) -> GameOutput:
    """Put every product on sheets and into files, or with `changed` only its new or changed pieces.

    A part of a product's pieces never goes into the files of the whole. ManySheets for a product of vast pieces that
    takes too many; PrintgenError when files would clash.
    """
    home = settings.out / job.game.label
    output, before = GameOutput(job.game), prints_in(home)
    if settings.changed and is_spoiled(home):
        message = "what was printed before cannot be read here, so that all is printed"
        where, hint = Where(str(home / "manifest.json")), "Keep a copy of this file."
        output = replace(output, findings=(Finding("warning", where, message, hint, "bad-manifest"),))
    for item in items:
        name = item.product.name
        progress(f"writing {job.game.name}/{name}")
        product_output = _make_product_files(job, item, settings, before.get(name))
        _stop_on_clash(item.product, product_output.files, output.files)
        output = output.with_more(product_output)
    _stop_on_own_files(job.game, home, (*output.entries, *(change.entry for change in output.changed)), before.values())
    return output


def _make_product_files(job: Job, item: Pieces, settings: Settings, last: Prints | None) -> GameOutput:
    """Put a product on sheets and into files; only findings when it does not fit the paper."""
    name, now, names = item.product.name, batch_of(item), None
    output = GameOutput(job.game)
    stem = _stem(job.game, name, "selection") if now.some or now.listed else name
    if settings.changed and last is not None:
        item = new_pieces(item, now, last)
        if not item.pieces:
            return replace(output, same=(name,))
        stem = _stem(job.game, name, "changed")
        names = tuple(dict.fromkeys(piece.name for piece in item.pieces))
    try:
        sheets = item.sheets()
    except (UsageError, OverLimit):
        raise
    except PrintgenError as error:
        return replace(output, findings=error.findings)  # Other products may have mistakes, too.
    _stop_on_many(job, sheets, settings)
    output, names_of_new_files = replace(output, findings=sheets.findings), tuple[str, ...]()
    if settings.one:
        output = replace(output, to_bind=((sheets, names),))
    else:
        files = sheets.files(stem, settings.format)
        output = output.with_entry(sheets.entry(files, stem), names)
        output = replace(output, files=tuple((settings.out / job.game.label / file, data) for file, data in files))
        names_of_new_files = () if names is None else tuple(file for file, _ in files)
    if not settings.proof:  # A proof does not count as printed.
        output = replace(output, builds={name: ProductBuild(now, names is not None, names_of_new_files)})
    return output


def _stem(game: Game, name: str, part: str) -> str:
    """The file name for a part of a product, such as its changes; it differs from every product's name."""
    stem = f"{name}-{part}"
    while any(same_name(stem) == same_name(other) for other in game.products):
        stem += "-pieces"
    return stem


def _stop_on_many(job: Job, sheets: Sheets, settings: Settings) -> None:
    product = sheets.pieces.product
    limit = settings.most_sheets if job.kinds[product.kind].vast else None
    if limit is not None and sheets.count > limit:
        message = f"{job.game.name}/{product.name} would take {sheets.count} sheets"
        raise ManySheets(message, "Say --yes to print them, or choose --only, --form gauge or a larger --paper.")


def _stop_on_clash(product: Product, files: Sequence[File], before: Sequence[File]) -> None:
    """PrintgenError if a file of a product has the name of an earlier one: deck-01 is a page of deck, too."""
    earlier_names = {same_name(path.name) for path, _ in before}
    if clash := [path.name for path, _ in files if same_name(path.name) in earlier_names]:
        message = f"{product.name} would be written into {clash[0]}, as another product of this game is"
        raise PrintgenError([Finding("error", product.where, message, "Rename one of the two.", "bad-name")])


def _stop_on_own_files(game: Game, home: Path, entries: Sequence[ManifestEntry], before: Iterable[Prints]) -> None:
    """PrintgenError if a game would be printed over a file of its own folder that no build made."""
    if os.path.realpath(home) == os.path.realpath(game.folder):
        left = [*files_of(kept_entries(home)), *(file for prints in before for file in prints.changed)]
        for name in (name for name in files_of(entries) if name not in left and os.path.lexists(home / name)):
            finding = Finding("error", Where(str(home / name)), "this is a file of the game itself",
                              code="cannot-write", hint="Choose another folder with --out.",
                              exit=Exit.CANNOT_WRITE)  # fmt: skip
            raise PrintgenError([finding])


def bind_all(outputs: Sequence[GameOutput], settings: Settings) -> list[GameOutput]:
    """Put all products of all games into one file, as output of the first game; a selection has its own name."""
    if not (to_bind := [sheets for output in outputs for sheets, _ in output.to_bind]):
        return [*outputs]
    data, findings = bind(to_bind)
    changed = any(names is not None for output in outputs for _, names in output.to_bind)
    part = "changed" if changed else "selection" if settings.only else ""
    file = "-".join(filter(None, (settings.one, part))) + ".pdf", data
    first = GameOutput(outputs[0].game, findings, ((settings.out / file[0], data),))
    bound = [outputs[0].with_more(first), *outputs[1:]]
    for n, output in enumerate(outputs):
        for sheets, names in output.to_bind:
            bound[n] = bound[n].with_entry(sheets.entry([file], settings.one, shared=True), names)
    return bound


_TURNED_BY_HAND = ("split", "manual")
"""The ways of --duplex that ask people to turn the pages."""
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip knows, for all entries: the same files are the same bytes."""
_COMPRESSED = (".pdf", ".png", ".jpg")
"""The files that a zip would not make smaller."""


def bind(products: Sequence[Sheets]) -> tuple[bytes, tuple[Finding, ...]]:
    """All products in one PDF, with a warning if duplex edges differ. UsageError if pages are turned by hand."""
    for sheets in products:
        if sheets.duplex in _TURNED_BY_HAND and (len(sheets) > sheets.count or sheets.duplex == "manual"):
            message = f"the pages of {sheets.pieces.product.name} are turned by hand, and are no part of one PDF"
            raise UsageError(message, "Print it without --one, or choose another --duplex.")
    edges = {sheets.turning_edge: sheets for sheets in products if sheets.turning_edge}
    pages = [page for sheets in products for page in _chapter_pages(sheets, bool(edges))]
    grey = all(sheets.pieces.settings.grey for sheets in products)
    (data,) = WRITERS["pdf"](pages, _pdf_info(products, next(iter(edges)) if len(edges) == 1 else ""), 300, grey)
    if len(edges) < 2:
        return data, ()
    product = edges["short"].pieces.product
    message = f"{product.name} is turned over the short edge, and other pages of this PDF over the long one"
    hint = "Print it for itself, or say --duplex for all of them."
    return data, (Finding("warning", product.where_of("options"), message, hint, "other-edge"),)


def _chapter_pages(sheets: Sheets, two_sided: bool) -> Iterator[Page]:
    """The pages of a product, the first of which begins a chapter; fronts have a back if any page has."""
    title = f"{sheets.pieces.game.title}: {sheets.pieces.product.title}"
    pages = [page._replace(chapter=title) for page in sheets.pages()]
    # A calibration page is a sheet; where the last sheet before it has no back, an empty page may lie between them.
    empty_and_calibration = ("back", "front", "back")
    extra_count = len(pages) - len(sheets)
    sides = [*(sheet.side for sheet in sheets), *empty_and_calibration[3 - extra_count :]]
    for n, page in enumerate(pages):
        yield page
        lacks_back = sides[n] == "front" and (n + 1 == len(pages) or sides[n + 1] == "front")
        if two_sided and lacks_back:
            yield page._replace(drawing=page.drawing._replace(items=()), trim=None, bleed=None, bookmark="")


def _pdf_info(products: Sequence[Sheets], edge: str) -> Info:
    """The metadata of the file: the titles of its games, and the language and duplex edge that they share."""
    games = {sheets.pieces.game.label: sheets.pieces.game for sheets in products}.values()
    languages, authors = {game.style.language for game in games}, [game.author for game in games if game.author]
    titles = list(dict.fromkeys(game.title for game in games))
    return Info(
        title=", ".join(titles),
        author=", ".join(dict.fromkeys(authors)),
        subject=" ".join(dict.fromkeys(filter(None, (game.notice for game in games)))),
        keywords=("print-and-play", *titles, *(sheets.pieces.product.title for sheets in products)),
        creator=f"printgen {__version__}",
        licence=" ".join(dict.fromkeys(filter(None, (game.licence for game in games)))),
        duplex=edge,
        language=languages.pop() if len(languages) == 1 else "",
    )


def zip_files(files: Sequence[File], root: Path) -> bytes:
    """Files in a zip, named by their paths below a folder; the same files give the same bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path, content in files:
            entry = zipfile.ZipInfo(PurePath(path.relative_to(root)).as_posix(), _ZIP_EPOCH)
            entry.compress_type = zipfile.ZIP_STORED if path.suffix in _COMPRESSED else zipfile.ZIP_DEFLATED
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            archive.writestr(entry, content)
    return data.getvalue()
