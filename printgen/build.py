"""The stages in order: targets come in; checked, composed, imposed and written PDFs with their manifest come out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from printgen import __version__
from printgen.base.places import kits_folder, templates_folder
from printgen.drawing.pieces import Piece
from printgen.errors import Exit, Finding, PrintgenError, UsageError, Where, closest, did_you_mean
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.products import KINDS, Order
from printgen.reading.game import load_game
from printgen.reading.records import Game, Product, Record
from printgen.rules import check_game
from printgen.sheets.contact import contact_sheet
from printgen.sheets.gang import GangOptions, gang
from printgen.sheets.papers import Paper, paper
from printgen.sheets.sheet import Sheet

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to print: paper, duplex and look as on the command line; lengths in points."""

    paper: str = "letter"
    duplex: str = "long"
    gutter: float = 0.0
    look: str = ""
    seed: int = 1
    only: tuple[str, ...] = ()
    out: Path = Path("output")
    marks: bool = True


@dataclass
class Job:
    """One game to build with the products that were asked for."""

    game: Game
    products: tuple[Product, ...]
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Composed:
    """A product with its pieces, ready to impose."""

    game: Game
    product: Product
    pieces: tuple[Piece, ...]


def kits() -> dict[str, Path]:
    """The built-in kits by name."""
    folder = kits_folder()
    return {path.name: path for path in sorted(folder.iterdir()) if (path / "game.yaml").is_file()}


def find_target(target: str) -> tuple[Path, str]:
    """The game folder and the product (or "") that a target names: KIT, KIT/PRODUCT, or a path to a folder."""
    known = kits()
    path = Path(target)
    # A folder of that name wins over nothing but itself: built-in kits are always reachable by name.
    kit, _, product = target.partition("/")
    if kit in known and "/" not in product:
        return known[kit], product
    if (path / "game.yaml").is_file():
        return path, ""
    if path.name == "game.yaml" and path.is_file():
        return path.parent, ""
    if (path.parent / "game.yaml").is_file():
        return path.parent, path.name
    if path.is_dir():
        raise UsageError(f"the folder {target} has no game.yaml", "Name a folder that holds a game.yaml.")
    near = closest(kit, known)
    hint = f"Did you mean '{near}{'/' + product if product else ''}'?" if near else f"Use one of: {', '.join(known)}."
    raise UsageError(f"there is no kit or folder '{target}'", hint)


def load(targets: Sequence[str]) -> list[Job]:
    """Load the games of the targets (all built-in kits when there are none); mistakes stay in each job's findings."""
    wanted: dict[Path, list[str]] = {}
    for target in targets or list(kits()):
        folder, product = find_target(target)
        wanted.setdefault(folder, []).append(product)
    jobs = []
    for folder, names in wanted.items():
        game, findings = load_game(folder)
        if game is None:
            raise PrintgenError(findings)
        jobs.append(Job(game, _wanted_products(game, names, findings), list(findings)))
    return jobs


def _wanted_products(game: Game, names: list[str], findings: Sequence[Finding]) -> tuple[Product, ...]:
    if "" in names:
        return tuple(game.products.values())
    for name in names:
        if name not in game.products and not findings:
            raise UsageError(f"{game.name} has no product '{name}'", did_you_mean(name, game.products))
    return tuple(game.products[name] for name in dict.fromkeys(names) if name in game.products)


def records_named(product: Product, names: Sequence[str]) -> tuple[Record, ...]:
    """The records of a product with these names (case and kind of quotes aside); all of them without names."""
    if not names:
        return product.records
    wanted = {_folded(name) for name in names}
    return tuple(record for record in product.records if _folded(record.name) in wanted)


def _folded(name: str) -> str:
    return name.replace("’", "'").replace("‘", "'").casefold().strip()


def library_for(game: Game) -> Library:
    """The templates that a game sees: its own folder's first, then the built-in ones."""
    return Library((game.folder / "templates", templates_folder()))


def compose(job: Job, settings: Settings, progress: Progress = lambda _: None) -> list[Composed]:
    """Compose every product of a job; adds what is wrong to the job's findings."""
    library = library_for(job.game)
    renderer = Renderer(library)
    out: list[Composed] = []
    for product in job.products:
        progress(f"composing {job.game.name}/{product.name}")
        kind = KINDS.get(product.kind)
        if kind is None:
            message = f"there is no kind of product '{product.kind}'"
            hint = did_you_mean(product.kind, KINDS)
            job.findings.append(Finding("error", product.where_of("kind"), message, hint, "unknown-kind"))
            continue
        records = records_named(product, settings.only)
        if settings.only and not records:
            continue
        order = Order(job.game, product, records, library, renderer, settings.look, settings.seed)
        composition = kind(order)
        job.findings.extend(composition.findings)
        out.append(Composed(job.game, product, composition.pieces))
    return out


def check(targets: Sequence[str], settings: Settings, progress: Progress = lambda _: None) -> list[Finding]:
    """Everything that is to be said about the targets: files, rules, and whether every piece can be drawn."""
    findings: list[Finding] = []
    for job in load(targets):
        job.findings.extend(check_game(job.game))
        compose(job, settings, progress)
        findings.extend(job.findings)
    return findings


def build(
    targets: Sequence[str], settings: Settings, progress: Progress = lambda _: None
) -> tuple[list[dict[str, Any]], list[Finding]]:
    """Print the targets; return the manifest of each game and what there is to say that is no error.

    Nothing is written unless everything can be: with any error in any game, PrintgenError carries all findings
    and the files of an earlier build stay as they are.
    """
    sheet_paper = paper(settings.paper)
    composed: list[Composed] = []
    findings: list[Finding] = []
    jobs = load(targets)
    for job in jobs:
        job.findings.extend(check_game(job.game))
        composed.extend(compose(job, settings, progress))
        findings.extend(job.findings)
    _stop_on_errors(findings)
    if settings.only and not composed:
        raise UsageError(*_nobody(jobs, settings.only))
    files: list[tuple[Path, bytes]] = []
    entries: dict[str, list[dict[str, Any]]] = {}
    for item in composed:
        progress(f"writing {item.game.name}/{item.product.name}")
        sheets = impose(item, sheet_paper, settings)
        data = written(item, sheets, settings)
        path = settings.out / item.game.name / f"{item.product.name}.pdf"
        files.append((path, data))
        entries.setdefault(item.game.name, []).append(_entry(item, sheets, data, path, settings))
    games = {job.game.name: job.game for job in jobs}
    manifests = [_manifest(games[name], products, settings.out) for name, products in entries.items()]
    for manifest in manifests:
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        files.append((settings.out / manifest["kit"] / "manifest.json", text.encode()))
    write_files(files)
    return manifests, findings


def _stop_on_errors(findings: Sequence[Finding]) -> None:
    if any(finding.severity == "error" for finding in findings):
        raise PrintgenError(findings)


def _nobody(jobs: Sequence[Job], only: tuple[str, ...]) -> tuple[str, str]:
    names = {record.name for job in jobs for product in job.products for record in product.records}
    return f"no card is named {' or '.join(repr(name) for name in only)}", did_you_mean(only[0], names)


def impose(item: Composed, sheet_paper: Paper, settings: Settings) -> tuple[Sheet, ...]:
    options = GangOptions(
        gutter=settings.gutter,
        duplex=settings.duplex,  # type: ignore[arg-type]
        kit=item.game.title,
        product=item.product.title,
        version=f"v{item.game.version}",
        marks=settings.marks,
        where=item.product.where_of("size"),
    )
    return gang(item.pieces, sheet_paper, options)


def written(item: Composed, sheets: Sequence[Sheet], settings: Settings) -> bytes:
    from printgen.writers.pdf import Info, Page, write_pdf

    game, product = item.game, item.product
    two_sided = settings.duplex in ("long", "short") and any(sheet.side == "back" for sheet in sheets)
    info = Info(
        title=f"{game.title}: {product.title}",
        author=game.author,
        subject=game.notice,
        keywords=("print-and-play", game.title, product.title, f"version {game.version}"),
        creator=f"printgen {__version__}",
        licence=game.licence,
        duplex=settings.duplex if two_sided else "",
    )
    pages = [Page(sheet.drawing, sheet.trim, sheet.bleed, sheet.title) for sheet in sheets]
    return write_pdf(pages, info)


def _entry(item: Composed, sheets: Sequence[Sheet], data: bytes, path: Path, settings: Settings) -> dict[str, Any]:
    return {
        "name": item.product.name,
        "title": item.product.title,
        "kind": item.product.kind,
        "file": path.name,
        "pages": len(sheets),
        "sheets": sheets[-1].of if sheets else 0,
        "pieces": sum(piece.copies for piece in item.pieces),
        "seed": settings.seed,
        "paper": settings.paper,
        "duplex": settings.duplex,
        "look": settings.look or "color",
        "only": list(settings.only),
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _manifest(game: Game, products: list[dict[str, Any]], out: Path) -> dict[str, Any]:
    """The manifest of a game's output folder: what was built now, beside what an earlier build left there."""
    path = out / game.name / "manifest.json"
    entries: dict[str, dict[str, Any]] = {}
    try:
        old = json.loads(path.read_text(encoding="utf-8"))
        entries = {e["name"]: e for e in old["products"] if (path.parent / e["file"]).is_file()}
    except (OSError, ValueError, KeyError, TypeError):
        pass  # No manifest, or not one of ours: the new one stands alone.
    entries.update({entry["name"]: entry for entry in products})
    ordered = [entries[name] for name in game.products if name in entries]
    return {
        "kit": game.name,
        "title": game.title,
        "version": game.version,
        "notice": game.notice,
        "products": ordered,
    }


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


def preview(target: str, settings: Settings, view: View, file: Path) -> tuple[int, int]:
    """Draw cards or a sheet as a PNG file; returns its width and height in pixels."""
    from printgen.writers.pdf import Page, write_pdf
    from printgen.writers.png import encode_png, render_pages

    (job,) = load([target])
    composed = compose(job, settings)
    _stop_on_errors(job.findings)
    pieces = [piece for item in composed for piece in item.pieces]
    if not pieces:
        raise UsageError(*_nobody([job], settings.only))
    if view.sheet is not None:
        sheets = [sheet for item in composed for sheet in impose(item, paper(settings.paper), settings)]
        if view.sheet > len(sheets):
            raise UsageError(f"there is no page {view.sheet}; {target} has {len(sheets)}")
        pages = [Page(sheets[view.sheet - 1].drawing)]
    else:
        backs = bool(settings.only) if view.backs is None else view.backs
        pages = [Page(contact_sheet(pieces, view.columns, backs))]
    (picture,) = render_pages(write_pdf(pages), view.dpi)
    write_files([(file, encode_png(picture, view.dpi, view.grey))])
    width, height = picture.size
    return int(width), int(height)


def listed(product: Product) -> list[dict[str, Any]]:
    """The records of a product as plain data for people and scripts, in the order of their list."""
    first = ("name",)
    last = ("weapons", "traits")
    apart = {*first, *last, "copies", "art", "look", "errata"}
    return [
        {
            key: list(value) if isinstance(value := record.values[key], tuple) else value
            for key in (*first, *(k for k in record.values if k not in apart), *last)
        }
        for record in product.records
    ]


def write_files(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write all files or none: each to a temporary name beside its place, then all renamed.

    Raises PrintgenError (exit code 6) when a folder or file cannot be written; earlier files stay as they were.
    """
    with _temporary(files) as written:
        for temporary, path in written:
            temporary.replace(path)


@contextmanager
def _temporary(files: Sequence[tuple[Path, bytes]]) -> Iterator[list[tuple[Path, Path]]]:
    written: list[tuple[Path, Path]] = []
    path = Path()
    try:
        for path, data in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(f".{path.name}.part")
            written.append((temporary, path))
            temporary.write_bytes(data)
        yield written
    except OSError as error:
        message = f"cannot write this file: {error.strerror or error}"
        hint = "Close it where it is open, or choose another folder with --out."
        finding = Finding("error", Where(str(path)), message, hint, "cannot-write", Exit.CANNOT_WRITE)
        raise PrintgenError([finding]) from error
    finally:
        for temporary, _ in written:
            temporary.unlink(missing_ok=True)
