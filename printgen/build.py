"""The stages in order: targets come in; checked, composed, imposed and written PDFs with their manifest come out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from printgen.base.budget import OverLimit, spend, within
from printgen.base.doing import doing
from printgen.base.gate import Gate, shown_name
from printgen.base.names import same_name
from printgen.base.places import templates_folder
from printgen.calibration.known import printer
from printgen.drawing.fonts import on_shelf
from printgen.errors import (
    Exit,
    Finding,
    PrintgenError,
    UsageError,
    Where,
    did_you_mean,
    gathered,
    has_errors,
    stop_on_errors,
    unknown,
)
from printgen.faces.library import Library, built_in
from printgen.faces.render import Renderer
from printgen.faces.template_mistakes import template_mistakes
from printgen.kinds import find_kind, find_load, kind_names
from printgen.kinds import load as load_folder
from printgen.kinds.composition import Content, Order
from printgen.kinds.kind import Kind
from printgen.manifest import Entry, Manifest, earlier, files_of, manifest
from printgen.output import File, write_files
from printgen.printed import Pieces as Pieces
from printgen.reading.added_cards import cards_for
from printgen.reading.game import BUILT_IN_NAMES, with_options
from printgen.reading.house_style import PLAIN
from printgen.reading.marked import Overlaid
from printgen.reading.records import Game, Product
from printgen.rules import check_game
from printgen.settings import ManySheets
from printgen.settings import Settings as Settings
from printgen.sheets.impose import mistakes
from printgen.sheets.papers import paper
from printgen.targets import find_target, kits, records_named

_MOST_LOOKS = 12
"""So many looks of a game's own are drawn by a check."""

Progress = Callable[[str], None]


def silent(what: str) -> None:
    """Progress that nobody watches."""


@dataclass
class Job:
    """One game to build with the products that were asked for, and what there is to say about it so far."""

    game: Game
    products: tuple[Product, ...]
    findings: list[Finding] = field(default_factory=list)
    reads: set[str] = field(default_factory=set)
    """The names that the faces of all products that were composed so far read."""

    @cached_property
    def library(self) -> Library:
        """The templates that the game sees."""
        return library_for(self.game)

    @cached_property
    def renderer(self) -> Renderer:
        """What draws its faces."""
        return Renderer(self.library, self.game.files.read)

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """The kinds of printable that the game has, by name."""
        names = sorted({product.kind for product in self.game.products.values()})
        return {name: kind for name in names if (kind := find_kind(name)) is not None}

    def tells(self, product: Product) -> bool:
        """Whether a product tells of the game's other products."""
        return product.kind in self.kinds and self.kinds[product.kind].telling

    def members(self, product: Product) -> list[Product]:
        """The products whose pieces a product prints in place of them."""
        names = self.kinds[product.kind].members(product) if product.kind in self.kinds else ()
        return [self.game.products[name] for name in names]

    def check(self) -> list[Finding]:
        """What every rule says of the game, those of its kinds of printable included."""
        with doing(f"checking {self.game.name}", self.game.where), on_shelf(self.library.fonts.shelf):
            return check_game(self.game, (kind.check for kind in self.kinds.values()))

    def unread(self) -> Iterator[Finding]:
        """A warning for each parameter of the game's variant that no face of all its products reads."""
        if self.game.common and len(self.products) == len(self.game.products) and not has_errors(self.findings):
            given, known = self.game.source["variants"][self.game.variant]["with"], {*self.reads} - {*BUILT_IN_NAMES}
            for name in (name for name in given if name not in {*self.reads, *BUILT_IN_NAMES}):
                hint = did_you_mean(name, known, "Remove it.")
                yield Finding("warning", given.key_where(name), f"no face reads '{name}'", hint, "unknown-parameter")

    def notes(self) -> list[Finding]:
        """What is worth knowing of the game and no fault of it: findings of severity "info"."""
        return [note for kind in self.kinds.values() for note in kind.notes(self.game)]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build has written: the manifest of each game; `findings` are warnings and notes.

    A manifest lists what an earlier build left in the folder, too; `printed` are the products of this one, each with
    the folder of its game before it.
    """

    manifests: tuple[Manifest, ...]
    findings: tuple[Finding, ...]
    printed: frozenset[tuple[str, str]]


def load(
    targets: Sequence[str], cards: Path | None = None, drafts: Mapping[Path, bytes] | None = None, variant: str = ""
) -> list[Job]:
    """Load the games of the targets (all built-in kits when there are none); mistakes stay in each job's findings.

    `cards` is a folder of the user's own cards, which has a folder for each game that it adds to; `drafts` are what
    to read in place of files in it. `variant` is what all of them are read as. UsageError for what is not there.
    """
    wanted: dict[Path, list[str]] = {}
    for target in targets or list(kits()):
        folder, product = find_target(target)
        wanted.setdefault(folder, []).append(product)
    jobs: list[Job] = []
    for folder, names in wanted.items():
        added = _cards_for(folder, cards, drafts)
        with doing(f"loading {folder.name}", Where(str(folder / "game.yaml"))):
            game, findings = load_folder(folder, added, variant)
        if game is None:
            raise PrintgenError(findings)
        if any(same_name(job.game.name) == same_name(game.name) for job in jobs):
            message = f"two of these games are in folders named '{game.name}', and would print into one folder"
            raise UsageError(message, "Print them one at a time, each with an --out of its own.")
        jobs.append(Job(game, _wanted_products(game, names, findings), list(findings)))
    return jobs


def _cards_for(folder: Path, cards: Path | None, drafts: Mapping[Path, bytes] | None = None) -> Gate | None:
    """What leads to the user's own cards for a game."""
    return None if cards is None else cards_for(cards, Path(os.path.realpath(folder)).name, drafts)


def sound(target: str, cards: Path | None = None, variant: str = "") -> Job:
    """The job of one target; PrintgenError when its files have mistakes."""
    (job,) = load([target], cards, variant=variant)
    stop_on_errors(job.findings)
    return job


def _wanted_products(game: Game, names: list[str], findings: Sequence[Finding]) -> tuple[Product, ...]:
    if "" in names:
        return _printed(game)
    for name in names:
        if name not in game.products and not findings:
            raise UsageError(f"{game.name} has no product '{name}'", did_you_mean(name, game.products))
    return tuple(game.products[name] for name in dict.fromkeys(names) if name in game.products)


def _printed(game: Game) -> tuple[Product, ...]:
    """The products that are printed unless others are named: all but those whose pieces lie on shared sheets."""
    pairs = ((product, find_kind(product.kind)) for product in game.products.values())
    held = {name for product, kind in pairs if kind for name in kind.members(product)}
    return tuple(product for name, product in game.products.items() if name not in held)


def library_for(game: Game) -> Library:
    """The templates that a game sees, in its house style: its own folder's, those of its theme, then the built-in ones.

    Games with neither share one library.
    """
    own = game.folder / "templates"
    style = game.style
    spoken = [] if style.language == "en" else [Path("languages", style.language.partition("-")[0])]
    parts = [*spoken, *([Path("themes", style.theme)] if style.theme else [])]
    # A folder that is there and no folder is told of.
    others = (home / part for home in (own, templates_folder()) for part in parts)
    folders = (*filter(os.path.lexists, (own, *others)), templates_folder())
    return built_in() if len(folders) == 1 and game.style == PLAIN else Library(folders, game.folder, game.style)


def _unknown_theme(game: Game, library: Library) -> Iterator[Finding]:
    """A finding where a game names a theme that there is not."""
    name, known = game.style.theme, library.theme_names()
    if name and name not in known:
        yield unknown(game.source.where("theme"), "unknown-theme", f"there is no theme '{name}'", name, known)


def compose(job: Job, settings: Settings, progress: Progress = silent) -> list[Pieces]:
    """Compose every product of a job in order; adds what is wrong to the job's findings.

    A product that tells of the others (a cover sheet) makes all of them be composed and imposed first; shared sheets,
    those whose pieces lie on them.
    """
    with on_shelf(job.library.fonts.shelf):
        composed = _all_composed(job, settings, progress)
    job.findings += job.library.fonts.unmet()
    return composed


def _all_composed(job: Job, settings: Settings, progress: Progress) -> list[Pieces]:
    looks = ["color", *job.library.look_names()]
    if settings.look and settings.look not in looks:
        raise UsageError(f"there is no look '{settings.look}' for {job.game.name}", did_you_mean(settings.look, looks))
    job.findings += (*_unknown_theme(job.game, job.library), *template_mistakes(job.library), *mistakes(job.library))
    if job.library.shut:
        return []
    telling = [product for product in job.products if job.tells(product) and not settings.only]
    named = {product.name: product for product in (*job.products, *(_printed(job.game) if telling else ()))}
    printed = [product for product in named.values() if not job.tells(product)]
    shared = {product.name: job.members(product) for product in printed if job.members(product)}
    first = [one for one in printed if one.name not in shared]
    first += [one for members in shared.values() for one in members if one.name not in named]

    def made(products: list[Product], contents: Sequence[Content] = ()) -> Iterator[tuple[str, Pieces]]:
        for product in products:
            progress(f"composing {job.game.name}/{product.name}")
            try:
                with doing(f"composing {job.game.name}/{product.name}", product.where):
                    item = _composed(job, product, settings, tuple(contents))
            except OverLimit as error:
                # What else is wrong with the game, and with its other products, is told too.
                job.findings += error.findings
                item = None
            if item is not None:
                job.findings += item.findings
                yield product.name, item

    done = dict(made(first))
    for product in (one for one in printed if one.name in shared):
        items = [done[member.name] for member in shared[product.name] if member.name in done]
        if items:
            done |= made([_agreed(product, items)], [Content(item.product, item.pieces, 0) for item in items])
    if telling and not has_errors(job.findings):
        counted = [(item, _sheets_of(job, item) if name in named else 0) for name, item in done.items()]
        if not has_errors(job.findings):
            done |= made(telling, [Content(item.product, item.pieces, count) for item, count in counted if item.pieces])
    return [done[product.name] for product in job.products if product.name in done]


def _sheets_of(job: Job, item: Pieces) -> int:
    """How many sheets a product takes; 0, with findings, where its pieces cannot be laid on the paper."""
    try:
        return item.count_sheets()
    except PrintgenError as error:
        job.findings += error.findings
        return 0


def _agreed(product: Product, items: Sequence[Pieces]) -> Product:
    """Shared sheets with what they do not say and all products on them do: the stock, and how backs are printed."""
    stocks = {item.product.stock for item in items}
    ways = {item.product.options.get("duplex") for item in items}
    if not product.stock and len(stocks) == 1:
        product = product.model_copy(update={"stock": stocks.pop()})
    if "duplex" not in product.options and len(ways) == 1 and (way := ways.pop()):
        product = product.model_copy(update={"options": Overlaid(product.options, {"duplex": way})})
    return product


def _composed(job: Job, product: Product, settings: Settings, contents: tuple[Content, ...]) -> Pieces | None:
    """A product's pieces; None where it has no record that was asked for, or options with mistakes."""
    kind = job.kinds.get(product.kind)
    if kind is None:
        message = f"there is no kind of product '{product.kind}'"
        job.findings.append(unknown(product.where_of("kind"), "unknown-kind", message, product.kind, kind_names()))
        return None
    records = records_named(product, settings.only)
    if settings.only and not records and not contents:
        return None
    readable = product.loaded is not None
    if laid := settings.overrides.get(product.kind):
        product, found = with_options(job.game, product, laid, find_load(product.kind))
        if found and readable:
            raise UsageError(found[0].message, found[0].hint)
    if product.loaded is None and (kind.load or kind.options):
        return None  # What is wrong with its options has been told.
    look, seed = "" if settings.look == "color" else settings.look, settings.seed
    within("pieces", len(records), product.where)
    order = Order(job.game, product, records, job.library, job.renderer, look, seed, settings.paper, contents)
    try:
        made = kind.compose(order)
    except (ValueError, ArithmeticError) as error:
        # Icons and art may fail where nobody knows any more which line has asked for them.
        job.findings.append(Finding("error", product.where, str(error), "", "template"))
        return None
    job.reads |= order.reads()
    if not job.members(product):  # Those on shared sheets were counted before.
        spend("pieces", sum(piece.copies for piece in made.pieces), product.where)
    # A look, some of the records, or a form of another build may need fewer faces.
    unread = order.unread() if made.pieces and not (look or settings.only or laid) else ()
    return Pieces(made.pieces, (*made.findings, *unread, *order.told), job.game, product, job.library, settings)


def check(targets: Sequence[str], settings: Settings, progress: Progress = silent) -> list[Finding]:
    """Everything that is to be said about the targets: files, rules, and whether every piece can be drawn and laid."""
    jobs = load(targets, settings.cards, variant=settings.variant)
    if not settings.variant:
        jobs = [varied for job in jobs for varied in _with_variants(job, settings)]
    for job in jobs:
        job.findings += job.check()
        for item in compose(job, settings, progress):
            _sheets_of(job, item)
        job.findings += () if settings.only or settings.look != "color" else job.unread()
        job.findings += job.notes()
    for job in jobs:
        _look_at_looks(job, settings, progress)
    return [*gathered(finding for job in jobs for finding in job.findings)]


def _with_variants(job: Job, settings: Settings) -> Iterator[Job]:
    """A job, and one for each variant of its game."""
    yield job
    names = [product.name for product in job.products]
    for variant in job.game.variants if not has_errors(job.findings) else ():
        with doing(f"loading {job.game.name}, variant {variant}", job.game.where):
            game, findings = load_folder(job.game.folder, _cards_for(job.game.folder, settings.cards), variant)
        if game is not None:
            yield Job(game, _wanted_products(game, names, findings), list(findings))


def _look_at_looks(job: Job, settings: Settings, progress: Progress) -> None:
    """Compose a job in each look of the game's own: a mistake may show in one of them only.

    That is a help, and takes no more than the rest of a run's budget; which looks are left out is told.
    """
    looks = job.library.own_looks()
    seen = 0
    with suppress(OverLimit):
        for look in looks[:_MOST_LOOKS]:
            compose(job, replace(settings, look=look), progress)
            seen += 1
    if looks[seen:]:
        message = f"{len(looks) - seen} of {len(looks)} looks would take too long to draw here"
        hint = f"Try them with printgen build --look {looks[seen]}."
        job.findings.append(Finding("warning", job.game.where, message, hint, "unseen-looks"))


def build(targets: Sequence[str], settings: Settings, progress: Progress = silent) -> Built:
    """Print the targets.

    Nothing is written unless everything can be: with any error in any game, PrintgenError carries all findings
    and the files of an earlier build stay as they are.
    """
    jobs = load(targets, settings.cards, variant=settings.variant)
    _stop_on_idle_options(jobs, settings)
    told = [*_of_printer(settings)]
    for job in jobs:
        paper(settings.paper, job.library)  # One that does not exist is told of before anything is drawn.
    composed: list[tuple[Job, list[Pieces]]] = []
    for job in jobs:
        job.findings += job.check()
        composed.append((job, compose(job, settings, progress)))
    findings = gathered((*told, *(finding for job in jobs for finding in job.findings)))
    stop_on_errors(findings)
    stop_on_strangers(jobs, settings.only)
    files: list[File] = []
    printed: list[tuple[Game, list[Entry]]] = []
    for job, items in composed:
        entries: list[Entry] = []
        taken: set[str] = set()
        for item in items:
            name = item.product.name
            progress(f"writing {job.game.name}/{name}")
            sheets = item.sheets()
            most = settings.most_sheets if job.kinds[item.product.kind].vast else None
            if most is not None and sheets.count > most:
                message = f"{job.game.name}/{name} would take {sheets.count} sheets"
                raise ManySheets(
                    message, "Say --yes to print them, or choose --only, --form gauge or a larger --paper."
                )
            made = sheets.files(name, settings.format)
            _take(item.product, [file for file, _ in made], taken)
            files += ((settings.out / job.game.label / file, data) for file, data in made)
            entries.append(sheets.entry(made))
        if entries:
            printed.append((job.game, entries))
            _stop_on_own_files(job.game, settings.out, entries)
    manifests: list[Manifest] = []

    def listed() -> list[File]:
        # Another build may have left something for it until now.
        manifests[:] = [manifest(game, entries, settings.out) for game, entries in printed]
        return [(settings.out / one.kit / "manifest.json", one.as_json()) for one in manifests]

    write_files(files, settings.out, listed)
    names = frozenset((game.label, entry.name) for game, entries in printed for entry in entries)
    return Built(tuple(manifests), findings, names)


def _of_printer(settings: Settings) -> Iterator[Finding]:
    """What there is to say of the printer that is printed for. UsageError for one that nobody has measured."""
    found = printer(settings.printer) if settings.printer else None
    if found and found.profile.paper != settings.paper.strip().lower():
        message = f"the printer {found.name} was measured on {found.profile.paper}, and this is {settings.paper}"
        hint = f"Measure it on {settings.paper} too, under another name: its trays may be adjusted differently."
        yield Finding("warning", Where(shown_name(found.file)), message, hint, "other-paper")


def _take(product: Product, files: Sequence[str], taken: set[str]) -> None:
    """Add the names of a product's files to those taken. PrintgenError where one is: deck-01 is a page of deck, too."""
    if clash := [file for file in files if same_name(file) in taken]:
        message = f"{product.name} would be written into {clash[0]}, as another product of this game is"
        raise PrintgenError([Finding("error", product.where, message, "Rename one of the two.", "bad-name")])
    taken.update(map(same_name, files))


def _stop_on_idle_options(jobs: Sequence[Job], settings: Settings) -> None:
    """UsageError for options of a build that no product here takes."""
    there = {product.kind for job in jobs for product in job.products}
    taken = {name for kind, laid in settings.overrides.items() if kind in there for name in laid}
    for kind, name in ((kind, name) for kind, laid in settings.overrides.items() for name in laid):
        if name not in taken:
            message = f"--{name} is for products of the kind {kind}, and here is none"
            raise UsageError(message, f"Leave out --{name}, or name a target that has one.")


def _stop_on_own_files(game: Game, out: Path, entries: Sequence[Entry]) -> None:
    """PrintgenError where a game would be printed over a file of its own folder, which no build has left there."""
    home = out / game.label
    if os.path.realpath(home) == os.path.realpath(game.folder):
        left = files_of(earlier(home))
        for name in (name for name in files_of(entries) if name not in left and os.path.lexists(home / name)):
            found = Finding("error", Where(str(home / name)), "this is a file of the game itself", code="cannot-write",
                            hint="Choose another folder with --out.", exit=Exit.CANNOT_WRITE)  # fmt: skip
            raise PrintgenError([found])


def stop_on_strangers(jobs: Sequence[Job], only: tuple[str, ...]) -> None:
    """UsageError when a card that was asked for by name is in none of the products."""
    named = [(job, product) for job in jobs for product in job.products]
    products = [one for job, product in named for one in (product, *job.members(product))]
    strangers = [name for name in only if not any(records_named(product, (name,)) for product in products)]
    if strangers:
        names = {record.name for product in products for record in product.records}
        raise UsageError(f"no card is named {' or '.join(map(repr, strangers))}", did_you_mean(strangers[0], names))
