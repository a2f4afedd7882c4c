"""The stages in order: targets come in; checked, composed, imposed and written PDFs with their manifest come out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

from printgen import __version__
from printgen.base.places import templates_folder
from printgen.base.units import parse_length, to_mm
from printgen.drawing.pieces import Piece
from printgen.errors import Finding, PrintgenError, UsageError, Where, did_you_mean, has_errors, stop_on_errors
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.kinds import find_kind, find_load, kind_names
from printgen.kinds import load as load_folder
from printgen.kinds.composition import Content, Order
from printgen.kinds.kind import Kind
from printgen.output import Entry, Manifest, manifest, write_files
from printgen.reading.added_cards import cards_for
from printgen.reading.game import with_options
from printgen.reading.part import Duplex
from printgen.reading.records import Game, Product
from printgen.rules import check_game
from printgen.sheets.impose import impose as sheets_of
from printgen.sheets.impose import mistakes
from printgen.sheets.papers import paper
from printgen.sheets.sheet import Sheet, SheetOptions
from printgen.targets import find_target, kits, records_named
from printgen.writers import SUFFIXES, WRITERS
from printgen.writers.page import Info, Page

Progress = Callable[[str], None]

DUPLEX: tuple[str, ...] = get_args(Duplex)
"""How backs may be printed: the first is the usual way."""


class ManySheets(UsageError):
    """A product takes so many sheets that it must be asked for."""


FORMATS: tuple[str, ...] = tuple(WRITERS)
"""The formats that a build can write."""

MANY_SHEETS = 100
"""More sheets than anybody prints without meaning to."""


_DPI = 300
"""How finely a format of pixels is written."""


def _silent(what: str) -> None:
    """Progress that nobody watches."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to print: paper, duplex and look as on the command line. UsageError for a gutter that is no length.

    `duplex` is "" where every product says itself how its backs are printed; `look` is "" in colour. `gutter` is the
    space between pieces, such as "3mm". `only` are names of records to print, all without. PDFs go into folders of
    `out`. `marks` are crop marks, ruler and label.

    `most_sheets` is how many sheets a product of vast pieces may take before it must be asked for; None is any number.
    `join` is how the pages of large pieces are joined: "tape" or "glue". `format` is a name in `writers.WRITERS`.
    `overrides` are options by kind of product, laid over those in the game's file. `cards` is the folder of the user's
    own cards, if there is one.
    """

    paper: str = "letter"
    duplex: str = ""
    gutter: str = "0mm"
    look: str = ""
    seed: int = 1
    only: tuple[str, ...] = ()
    out: Path = Path("output")
    marks: bool = True
    join: str = "tape"
    most_sheets: int | None = None
    format: str = "pdf"
    overrides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    cards: Path | None = None

    def __post_init__(self) -> None:
        try:
            negative = self.gap < 0
        except ValueError as error:
            raise UsageError(f"gutter: {error}", "Give a length such as 3mm.") from error
        if negative:
            raise UsageError("gutter: a gutter cannot be below zero", "Give a length such as 3mm.")

    @property
    def gap(self) -> float:
        """The gutter in points."""
        return parse_length(self.gutter)


PLAIN = Settings()
"""In colour, on letter paper, into the folder output."""


def with_overrides(settings: Settings, overrides: Mapping[str, Mapping[str, Any]]) -> Settings:
    """The settings with options laid over those of each kind of product."""
    return replace(settings, overrides={**settings.overrides, **overrides})


@dataclass
class Job:
    """One game to build with the products that were asked for, and what there is to say about it so far."""

    game: Game
    products: tuple[Product, ...]
    findings: list[Finding] = field(default_factory=list)

    @cached_property
    def library(self) -> Library:
        """The templates that the game sees."""
        return library_for(self.game)


@dataclass(frozen=True, slots=True)
class Composed:
    """A product with its pieces, and the templates of its game, ready to impose."""

    game: Game
    product: Product
    pieces: tuple[Piece, ...]
    library: Library


@dataclass(frozen=True, slots=True)
class Built:
    """What a build has written: the manifest of each game; `findings` are warnings and notes."""

    manifests: tuple[Manifest, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class View:
    """How to preview: dots per inch, a page of the imposed PDF (from 1) or None for cards, columns, grey, backs.

    `backs` shows each card's back beside it; None does so where single cards were asked for.
    """

    dpi: int = 300
    sheet: int | None = None
    columns: int = 6
    grey: bool = False
    backs: bool | None = None


def load(targets: Sequence[str], cards: Path | None = None, drafts: Mapping[Path, str] | None = None) -> list[Job]:
    """Load the games of the targets (all built-in kits when there are none); mistakes stay in each job's findings.

    `cards` is a folder of the user's own cards, which has a folder for each game that it adds to; `drafts` are texts
    to read in place of the files in it.
    """
    wanted: dict[Path, list[str]] = {}
    for target in targets or list(kits()):
        folder, product = find_target(target)
        wanted.setdefault(folder, []).append(product)
    jobs: list[Job] = []
    for folder, names in wanted.items():
        game, findings = load_folder(folder, cards_for(cards, folder.resolve().name, drafts))
        if game is None:
            raise PrintgenError(findings)
        if any(job.game.name == game.name for job in jobs):
            message = f"two of these games are in folders named '{game.name}', and would print into one folder"
            raise UsageError(message, "Print them one at a time, each with an --out of its own.")
        jobs.append(Job(game, _wanted_products(game, names, findings), list(findings)))
    return jobs


def _wanted_products(game: Game, names: list[str], findings: Sequence[Finding]) -> tuple[Product, ...]:
    if "" in names:
        return tuple(game.products.values())
    for name in names:
        if name not in game.products and not findings:
            raise UsageError(f"{game.name} has no product '{name}'", did_you_mean(name, game.products))
    return tuple(game.products[name] for name in dict.fromkeys(names) if name in game.products)


def library_for(game: Game) -> Library:
    """The templates that a game sees: its own folder's first, then the built-in ones."""
    return Library((game.folder / "templates", templates_folder()))


def compose(job: Job, settings: Settings, progress: Progress = _silent) -> list[Composed]:
    """Compose every product of a job in order; adds what is wrong to the job's findings.

    A product that tells of the others (a cover sheet) makes all of them be composed and imposed first.
    """
    library = job.library
    job.findings.extend((*library.mistakes(), *mistakes(library)))
    renderer = Renderer(library)

    def one(product: Product, contents: tuple[Content, ...] = ()) -> Iterator[Composed]:
        progress(f"composing {job.game.name}/{product.name}")
        kind = find_kind(product.kind)
        if kind is None:
            message, hint = f"there is no kind of product '{product.kind}'", did_you_mean(product.kind, kind_names())
            job.findings.append(Finding("error", product.where_of("kind"), message, hint, "unknown-kind"))
            return
        records = records_named(product, settings.only)
        if settings.only and not records:
            return
        laid = settings.overrides.get(product.kind)
        if laid:
            readable = product.loaded is not None
            product, found = with_options(job.game, product, laid, find_load(product.kind))
            if found and readable:
                raise UsageError(found[0].message, found[0].hint)
            job.findings.extend(found)
        if product.loaded is None and (kind.load or kind.options):
            return  # What is wrong with its options has been told.
        order = Order(
            job.game, product, records, library, renderer, settings.look, settings.seed, settings.paper, contents
        )
        composition = kind.compose(order)
        job.findings.extend(composition.findings)
        yield Composed(job.game, product, composition.pieces, library)

    telling = [product for product in job.products if _telling(product) and not settings.only]
    told = job.game.products.values() if telling else job.products
    done = {item.product.name: item for product in told if not _telling(product) for item in one(product)}
    if telling and not has_errors(job.findings):
        contents = tuple(_contents(done.values(), settings))
        done.update((item.product.name, item) for product in telling for item in one(product, contents))
    return [done[product.name] for product in job.products if product.name in done]


def _contents(composed: Iterable[Composed], settings: Settings) -> Iterator[Content]:
    for item in composed:
        sheets = impose(item, settings)
        if sheets:
            yield Content(item.product, item.pieces, sheets[-1].of)


def _telling(product: Product) -> bool:
    kind = find_kind(product.kind)
    return kind is not None and kind.telling


def _vast(product: Product) -> bool:
    kind = find_kind(product.kind)
    return kind is not None and kind.vast


def _kinds_in(game: Game) -> tuple[Kind, ...]:
    """The kinds of printable that a game has, each once."""
    names = sorted({product.kind for product in game.products.values()})
    return tuple(kind for name in names if (kind := find_kind(name)) is not None)


def checked(game: Game) -> list[Finding]:
    """What every rule says of a game, those of its kinds of printable included."""
    return check_game(game, (kind.check for kind in _kinds_in(game)))


def notes_on(game: Game) -> list[Finding]:
    """What is worth knowing of a game and no fault of it: findings of severity "info"."""
    return [note for kind in _kinds_in(game) for note in kind.notes(game)]


def check(targets: Sequence[str], settings: Settings, progress: Progress = _silent) -> list[Finding]:
    """Everything that is to be said about the targets: files, rules, and whether every piece can be drawn."""
    findings: list[Finding] = []
    for job in load(targets, settings.cards):
        job.findings.extend(checked(job.game))
        compose(job, settings, progress)
        job.findings.extend(notes_on(job.game))
        findings.extend(dict.fromkeys(job.findings))
    return findings


def build(targets: Sequence[str], settings: Settings, progress: Progress = _silent) -> Built:
    """Print the targets.

    Nothing is written unless everything can be: with any error in any game, PrintgenError carries all findings
    and the files of an earlier build stay as they are.
    """
    composed: list[Composed] = []
    findings: list[Finding] = []
    jobs = load(targets, settings.cards)
    for job in jobs:
        paper(settings.paper, job.library)  # One that does not exist is told of before anything is drawn.
    for job in jobs:
        job.findings.extend(checked(job.game))
        composed.extend(compose(job, settings, progress))
        findings.extend(dict.fromkeys(job.findings))
    stop_on_errors(findings)
    stop_on_strangers(jobs, settings.only)
    files: list[tuple[Path, bytes]] = []
    entries: dict[str, list[Entry]] = {}
    for item in composed:
        progress(f"writing {item.game.name}/{item.product.name}")
        sheets = impose(item, settings)
        _ask_first(item, sheets, settings)
        made = named(item.product.name, written(item, sheets, settings), settings.format)
        files += ((settings.out / item.game.name / name, data) for name, data in made)
        entries.setdefault(item.game.name, []).append(entry(item, sheets, made, settings))
    games = {job.game.name: job.game for job in jobs}
    manifests = tuple(manifest(games[name], products, settings.out) for name, products in entries.items())
    files += ((settings.out / listing.kit / "manifest.json", listing.as_json()) for listing in manifests)
    write_files(files)
    return Built(manifests, tuple(findings))


def _ask_first(item: Composed, sheets: Sequence[Sheet], settings: Settings) -> None:
    """ManySheets when a product takes more sheets than the settings allow without being asked for."""
    count = sheets[-1].of if sheets else 0
    if _vast(item.product) and settings.most_sheets is not None and count > settings.most_sheets:
        message = f"{item.game.name}/{item.product.name} would take {count} sheets"
        raise ManySheets(message, "Say --yes to print them, or choose --only, --form gauge or a larger --paper.")


def stop_on_strangers(jobs: Sequence[Job], only: tuple[str, ...]) -> None:
    """UsageError when a card that was asked for by name is in none of the products."""
    products = [product for job in jobs for product in job.products]
    strangers = [name for name in only if not any(records_named(product, (name,)) for product in products)]
    if strangers:
        names = {record.name for product in products for record in product.records}
        said = " or ".join(map(repr, strangers))
        raise UsageError(f"no card is named {said}", did_you_mean(strangers[0], names))


def impose(item: Composed, settings: Settings) -> tuple[Sheet, ...]:
    """Put a product's pieces on sheets of the settings' paper, which may be one that the game's own templates name.

    PrintgenError (exit code 5) names pieces that are too large, UsageError says that there is no such paper.
    """
    options = SheetOptions(
        gutter=settings.gap,
        duplex=duplex_of(item.product, settings),  # type: ignore[arg-type]
        join="glue" if settings.join == "glue" else "tape",
        kit=item.game.title,
        product=item.product.title,
        version=f"v{item.game.version}",
        marks=settings.marks,
        where=_size_place(item.product),
        library=item.library,
    )
    return sheets_of(item.pieces, paper(settings.paper, item.library), options)


def duplex_of(product: Product, settings: Settings) -> str:
    """How a product's backs are printed: as the settings say, else as its option `duplex`, else on the long edge."""
    return settings.duplex or str(product.options.get("duplex", DUPLEX[0]))


def _size_place(product: Product) -> Where:
    """Where a product says how large its pieces are."""
    return product.options.where("size") if "size" in product.options else product.where_of("size")


def format_of(file: Path) -> str:
    """The format that a file's name asks for. UsageError for an ending that no format has."""
    form = SUFFIXES.get(file.suffix.lower())
    if form is None:
        raise UsageError(f"there is no format for '{file.name}'", f"End its name in {', '.join(SUFFIXES)}.")
    return form


def named(stem: str, files: Sequence[bytes], form: str) -> list[tuple[str, bytes]]:
    """Files with their names: NAME.pdf, or NAME-01.png, NAME-02.png ... where there are several."""
    suffix = next(suffix for suffix, name in SUFFIXES.items() if name == form)
    digits = max(2, len(str(len(files))))
    ends = [""] if len(files) == 1 else [f"-{number:0{digits}}" for number in range(1, len(files) + 1)]
    return [(f"{stem}{end}{suffix}", data) for end, data in zip(ends, files, strict=True)]


def written(item: Composed, sheets: Sequence[Sheet], settings: Settings) -> list[bytes]:
    """The files of a product's sheets, in the format of the settings."""
    game, product = item.game, item.product
    duplex = duplex_of(product, settings)
    two_sided = duplex in ("long", "short") and any(sheet.side == "back" for sheet in sheets)
    info = Info(
        title=f"{game.title}: {product.title}",
        author=game.author,
        subject=game.notice,
        keywords=("print-and-play", game.title, product.title, f"version {game.version}"),
        creator=f"printgen {__version__}",
        licence=game.licence,
        duplex=duplex if two_sided else "",
    )
    pages = [Page(sheet.drawing, sheet.trim, sheet.bleed, sheet.title) for sheet in sheets]
    return WRITERS[settings.format](pages, info, _DPI, False)


def entry(item: Composed, sheets: Sequence[Sheet], made: Sequence[tuple[str, bytes]], settings: Settings) -> Entry:
    """What the manifest says of a product that was written into files of these names."""
    data = b"".join(one for _, one in made)
    return Entry(
        name=item.product.name,
        title=item.product.title,
        kind=item.product.kind,
        file=made[0][0],
        files=tuple(name for name, _ in made) if len(made) > 1 else (),
        pages=len(sheets),
        sheets=sheets[-1].of if sheets else 0,
        pieces=sum(piece.copies for piece in item.pieces),
        seed=settings.seed,
        paper=settings.paper,
        duplex=duplex_of(item.product, settings),
        look=settings.look or "color",
        only=settings.only,
        bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
    )


def preview(target: str, settings: Settings, view: View, file: Path) -> tuple[float, float]:
    """Draw cards or a sheet into a PNG, SVG, PDF or text file, as its name ends.

    Returns its width and height, in pixels for a PNG and in millimetres for the others. UsageError for another ending.
    """
    form = format_of(file)
    if view.grey and form != "png":
        raise UsageError("--grey goes with a PNG only", "End the file's name in .png, or leave --grey out.")
    page = _shown(target, settings, view)
    (data,) = WRITERS[form]([page], Info(title=target), view.dpi, view.grey)
    write_files([(file, data)])
    drawing = page.drawing
    if form != "png":
        return to_mm(drawing.width), to_mm(drawing.height)
    from printgen.writers.png import size_of

    return size_of(data)


def _shown(target: str, settings: Settings, view: View) -> Page:
    """The page that a preview shows."""
    from printgen.sheets.contact import contact_sheet

    (job,) = load([target], settings.cards)
    composed = compose(job, settings)
    stop_on_errors(job.findings)
    pieces = [piece for item in composed for piece in item.pieces]
    stop_on_strangers([job], settings.only)
    if not pieces:
        raise UsageError(f"there is nothing to show in {target}")
    if view.sheet is None:
        backs = bool(settings.only) if view.backs is None else view.backs
        return Page(contact_sheet(pieces, view.columns, backs))
    sheets = [sheet for item in composed for sheet in impose(item, settings)]
    if view.sheet > len(sheets):
        raise UsageError(f"there is no page {view.sheet}; {target} has {len(sheets)}")
    return Page(sheets[view.sheet - 1].drawing)
