"""The stages in order: load, check, compose, impose and write targets, with a manifest beside the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from printgen.base.errors import (
    Finding,
    PrintgenError,
    UsageError,
    Where,
    as_errors,
    has_errors,
    merge_findings,
    stop_on_errors,
)
from printgen.base.file_access import display_path
from printgen.base.limits import OverLimit, activity, check_limit, consume, metered
from printgen.build.filing import ChangedProduct, bind_all, make_files, zip_files
from printgen.build.jobs import (
    Job,
    back_look,
    load,
    stop_on_unknown_cards,
    stop_on_unknown_looks,
    summarize_other_cards,
    unknown_theme,
    usual,
    with_variants,
)
from printgen.build.manifest import Manifest, manifest
from printgen.build.printed import Pieces
from printgen.build.settings import PLAIN, USUAL_PAPER, Settings
from printgen.build.targets import Selection, Targets, records_named
from printgen.drawing.fonts import on_shelf
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.faces.inspection import inspect_pieces
from printgen.faces.session import Origin
from printgen.faces.template_mistakes import template_mistakes
from printgen.game.load import with_options
from printgen.game.records import Product, Record
from printgen.kinds import Kind, find_load, suggest_kind
from printgen.kinds.composition import COLOR, Content, Order, Show
from printgen.reading.part import Phrase
from printgen.reading.positions import OverlayMap
from printgen.sheets.impose import check_sheet_words
from printgen.sheets.sheet import paper
from printgen.writers.output import File, write_files

_MOST_LOOKS = 12
"""How many of a game's own looks a check draws."""

Progress = Callable[[str], None]


def silent(what: str) -> None:
    """Progress that goes nowhere."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build has written: the manifest of each game; `findings` are warnings and notes.

    A manifest lists what an earlier build left in the folder, too; `written` are the first files of the products of
    this one, each with the folder of its game before it. `changed` are those of which only new and changed pieces were
    printed; `same` those of which nothing was, as nothing is new.
    """

    manifests: tuple[Manifest, ...]
    findings: tuple[Finding, ...]
    written: frozenset[tuple[str, str]]
    changed: tuple[ChangedProduct, ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    files: tuple[Path, ...] = ()
    """All that was written but the manifests, in order."""


class BuildStep(str):
    """What is being made; `numbers` are `done` and `of`, the steps before this one and all steps."""

    numbers: Mapping[str, int]


def _stepping(progress: Progress, steps: int) -> Progress:
    """Progress that counts its steps; there may be more of them than `steps`."""
    done = 0

    def say(what: str) -> None:
        nonlocal done
        step = BuildStep(what)
        step.numbers = {"done": done, "of": max(steps, done + 1)}
        done += 1
        progress(step)

    return say


def compose(job: Job, settings: Settings, progress: Progress = silent) -> tuple[list[Pieces], list[Finding]]:
    """Compose every product of a job in order: the pieces of each, and all findings.

    Where a product describes the others (a cover), all of them are composed and imposed first; before shared sheets,
    the products whose pieces lie on them.
    """
    with on_shelf(job.library.fonts.shelf):
        composed, findings = _compose_in_order(job, settings, progress)
    return composed, [*findings, *job.library.fonts.missing_styles()]


def _compose_in_order(job: Job, settings: Settings, progress: Progress) -> tuple[list[Pieces], list[Finding]]:
    stop_on_unknown_looks(job, settings)
    findings = [*unknown_theme(job.game, job.library), *template_mistakes(job.library), *check_sheet_words(job.library)]
    if job.library.shut:
        return [], findings
    telling = [product for product in job.products if job.tells(product) and not settings.only]
    named = {product.name: product for product in (*job.products, *(usual(job.game) if telling else ()))}
    printed = [product for product in named.values() if not job.tells(product)]
    shared = {product.name: job.members(product) for product in printed if job.members(product)}
    first = [one for one in printed if one.name not in shared]
    fillers = dict[str, list[tuple[Phrase, Product, str]]]()
    for one in (one for one in printed if one.fill and not job.names_to_print(one, settings.only)):
        fillers[one.name], wrong = job.fillers(one)
        findings += wrong
    extra = (*chain(*shared.values()), *(filler for fill in fillers.values() for _, filler, _ in fill))
    first += {one.name: one for one in extra if one.name not in named}.values()

    show = _Embedder(job, settings).pieces

    def compose_each(
        products: Iterable[Product], contents: Sequence[Content] = (), wished: bool = True
    ) -> Iterator[tuple[str, Pieces]]:
        for product in products:
            progress(f"composing {job.game.name}/{product.name}")
            try:
                with activity(f"composing {job.game.name}/{product.name}", product.where):
                    wish, so_far = job.wishes.get(product.name) if wished else None, job.adding(findings)
                    item, found = _compose_product(so_far, product, settings, tuple(contents), wish=wish, show=show)
            except OverLimit as error:
                # The findings of the game, and of its other products, are reported too.
                item, found = None, error.findings
            findings.extend(found)
            if item is not None:
                findings.extend(item.findings)
                yield product.name, item

    done = dict(compose_each(first))
    # What fills sheets is composed as its file says, even where a print list selects some of it.
    wished = {one.name: one for fill in fillers.values() for _, one, _ in fill if one.name in job.wishes}
    filling = {**done, **dict(compose_each(wished.values(), wished=False))}
    for name in fillers.keys() & done.keys():
        fill = [(said, filling[one.name], record) for said, one, record in fillers[name] if one.name in filling]
        done[name], wrong = _fill_sheets(done[name], fill)
        findings += wrong
    for product in (one for one in printed if one.name in shared):
        items = [done[member.name] for member in shared[product.name] if member.name in done]
        if items:
            contents = [Content(item.product, item.pieces, 0) for item in items]
            sheets = _with_common_options(product, items)
            done |= {name: replace(one, members=tuple(items)) for name, one in compose_each([sheets], contents)}
    if telling and not has_errors((*job.findings, *findings)):
        counted = [(item, *_count_sheets(item, name in named)) for name, item in done.items()]
        findings += (found for _, _, wrong in counted for found in wrong)
        if not has_errors(findings):
            contents = [Content(item.product, item.pieces, sheets) for item, sheets, _ in counted if item.pieces]
            done |= compose_each(telling, contents)
    return [done[product.name] for product in job.products if product.name in done], findings


def _fill_sheets(item: Pieces, fillers: Sequence[tuple[Phrase, Pieces, str]]) -> tuple[Pieces, list[Finding]]:
    """A product with the pieces of other products, or of their records, that fill its last sheet."""
    fill, findings, sizes = list[Piece](), list[Finding](), {_size(piece) for piece in item.pieces}
    for said, filler, record in fillers:
        names = {one.name for one in records_named(filler.product, [record])} if record else ()
        pieces = [piece for piece in filler.pieces if _size(piece) in sizes and (not record or piece.name in names)]
        if filler.pieces and not pieces:
            message = f"the pieces of {filler.product.name} are not of the size of those of {item.product.name}"
            findings.append(Finding("error", said.where, message, "Name a product of the same size.", "other-size"))
        fill += pieces
    return replace(item, fill=tuple(fill)), findings


def _size(piece: Piece) -> tuple[float, float]:
    return round(piece.front.width, 3), round(piece.front.height, 3)


def _count_sheets(item: Pieces, printed: bool = True) -> tuple[int, tuple[Finding, ...]]:
    """How many sheets a product takes; 0, with findings, where its pieces cannot be laid on the paper."""
    try:
        return item.count_sheets() if printed else 0, ()
    except PrintgenError as error:
        return 0, error.findings


def _with_common_options(product: Product, items: Sequence[Pieces]) -> Product:
    """Shared sheets with the stock and the duplex of the products on them, where these agree and it has none."""
    stocks = {item.product.stock for item in items}
    ways = {item.product.options.get("duplex") for item in items}
    if not product.stock and len(stocks) == 1:
        product = product.model_copy(update={"stock": stocks.pop()})
    if "duplex" not in product.options and len(ways) == 1 and (way := ways.pop()):
        product = product.model_copy(update={"options": OverlayMap(product.options, {"duplex": way})})
    return product


def compose_some(
    job: Job, product: Product, records: tuple[Record, ...], settings: Settings
) -> tuple[Pieces | None, tuple[Finding, ...]]:
    """The pieces of some of a product's records, as a build would compose them, and what is wrong; None for none."""
    only = replace(settings, only=tuple(record.name for record in records))
    with on_shelf(job.library.fonts.shelf), activity(f"composing {job.game.name}/{product.name}", product.where):
        stop_on_unknown_looks(job, settings)
        try:
            made, findings = _compose_product(job, product, only, (), records, show=_Embedder(job, only).pieces)
        except OverLimit as error:
            return None, error.findings
    # One without pieces is false.
    return made, (*findings, *(() if made is None else made.findings), *job.library.fonts.missing_styles())


@dataclass(frozen=True, slots=True)
class _Embedder:
    """Composes the pieces that products show of other products, each once; none of a product that shows others."""

    job: Job
    settings: Settings
    _known: dict[tuple[str, str], tuple[tuple[Piece, ...], tuple[Finding, ...]]] = field(default_factory=dict)

    def pieces(self, name: str, record: str) -> tuple[tuple[Piece, ...], tuple[Finding, ...]]:
        """The pieces of a product, of one of its records where it is named; none where they have mistakes."""
        product = self.job.game.products[name]
        if (name, record) not in self._known and not self.job.tells(product) and not self.job.members(product):
            only = (record,) if record and product.records else ()
            made, findings = _compose_product(self.job, product, replace(self.settings, only=only, overrides={}), ())
            self._known[name, record] = made.pieces if made else (), (*findings,)
        return self._known.get((name, record), ((), ()))


def _compose_product(
    job: Job,
    product: Product,
    settings: Settings,
    contents: tuple[Content, ...],
    records: tuple[Record, ...] | None = None,
    wish: Selection | None = None,
    show: Show | None = None,
) -> tuple[Pieces | None, Sequence[Finding]]:
    """A product's pieces, and findings besides their own; None without a selected record, or for wrong options."""
    kind = job.kinds.get(product.kind)
    if kind is None:
        message, hint = f"there is no kind of product '{product.kind}'", suggest_kind(product.kind)
        return None, [Finding("error", product.where_of("kind"), message, hint, "unknown-kind")]
    if wish:
        settings = replace(settings, only=wish.only, seed=settings.seed if wish.seed is None else wish.seed)
    records = records_named(product, settings.only) if records is None else records
    if settings.only and not records and not contents:
        return None, ()
    readable = product.loaded is not None
    if laid := settings.overrides.get(product.kind):
        product, found = with_options(job.game, product, laid, find_load(product.kind))
        if found and readable:
            raise UsageError(found[0].message, found[0].hint)
    if product.loaded is None and (kind.load or kind.options):
        return None, ()  # The mistakes in its options are findings already.
    look, seed = "" if settings.look == COLOR else settings.look, settings.seed
    check_limit("pieces", len(records), product.where)
    on, findings = _paper_of(job, product, settings)
    if not on:
        return None, findings
    backs, findings = back_look(job, product, settings)
    order = Order(job.game, product, records, job.library, job.renderer, look, seed, backs, on, contents,
                  settings.edge, settings.join)  # fmt: skip
    if show:
        order = replace(order, show=show)
    try:
        made = kind.compose(order)
    except (ValueError, ArithmeticError) as error:
        # Icons and art fail without the line that names them.
        return None, [*findings, Finding("error", product.where, str(error), "", "template")]
    if not (made.pieces or settings.only or has_errors(made.findings)):
        return None, [*findings, *made.findings, *_nothing_printed(job, product, kind)]
    if wish and not contents:  # Of shared sheets, those that lie on them are printed as often.
        made = replace(made, pieces=wish.pieces(made.pieces, records))
    if not job.members(product):  # Those on shared sheets were counted before.
        consume("pieces", sum(piece.copies for piece in made.pieces), product.where)
    # A look, some of the records, or a form of another build may need fewer faces.
    unread = order.unread() if made.pieces and not (look or settings.only or laid) else ()
    settings = replace(settings, backs=backs)
    told, listed = (*made.findings, *unread, *order.warnings), bool(wish and wish.differs)
    item = Pieces(made.pieces, told, job.game, product, job.library, settings, listed=listed, reads=order.reads())
    return item, findings


def _paper_of(job: Job, product: Product, settings: Settings) -> tuple[str, list[Finding]]:
    """The name of the paper of a product; "", with a finding, for an unknown one."""
    try:
        return paper(settings.paper_for(product), job.library).name, []
    except TemplateProblem as error:
        return "", [*error.findings]
    except UsageError as error:
        if settings.paper:
            raise
        where = product.where_of("paper")
        return "", [replace(found, where=where, code="unknown-paper") for found in error.findings]


def _nothing_printed(job: Job, product: Product, kind: Kind) -> Iterator[Finding]:
    """The finding of a product that prints nothing, unless findings of its list explain it."""
    if product.each:
        message, hint = f"nothing is printed: {product.name} has no cards yet", "Add one with printgen new."
        yield Finding("warning", product.where, message, hint, "empty-list")
    elif product.list_file is None and "list" in kind.takes:
        message, hint = "the product has no list", "Add list: and the file that holds a record for each of its pieces."
        yield Finding("error", product.where, message, hint, "missing-key")
    elif product.complete and all(finding.code != "empty-list" for finding in job.findings):
        message = "nothing is printed: the list has no record with a copy"
        yield Finding("warning", product.where_of("list"), message, "Write a record, or copies: 1.", "empty-list")


@metered()
def check(targets: Targets = (), settings: Settings = PLAIN, progress: Progress = silent) -> tuple[Finding, ...]:
    """All findings of the targets: of files and rules, and of pieces that cannot be drawn or laid on the paper."""
    jobs = load(targets, settings.cards, variant=settings.variant)
    if not settings.variant:
        jobs = [varied for job in jobs for varied in with_variants(job, settings)]
    jobs = [_check_job(job, settings, progress) for job in jobs]
    found = merge_findings(found for job in jobs for found in (*job.findings, *_check_looks(job, settings, progress)))
    return tuple(as_errors(found) if settings.strict else found)


def _check_job(job: Job, settings: Settings, progress: Progress) -> Job:
    """A job with all of its findings in one look."""
    job = job.adding(job.check())
    composed, findings = compose(job, settings, progress)
    for item in composed:
        sheets, wrong = _count_sheets(item)
        findings += item.near_edges() if sheets else wrong
    job = job.adding((*findings, *look_over(job, composed, settings.strict)))
    if not settings.only and settings.look == COLOR:
        job = job.adding(job.unread(name for item in composed for name in item.reads))
    return job.adding(job.notes())


def _check_looks(job: Job, settings: Settings, progress: Progress) -> list[Finding]:
    """The findings of a job in each of the game's own looks, within a run's budget; one names those left out."""
    looks, findings = job.library.own_looks(), list[Finding]()
    seen = 0
    with suppress(OverLimit):
        for look in looks[:_MOST_LOOKS]:
            # A look for backs alone is usual and was drawn already: its backs are drawn in color here.
            backs = job.library.for_backs(look)
            shown = replace(settings, backs=COLOR) if backs else replace(settings, look=look)
            findings += compose(job.adding(findings), shown, progress)[1]
            seen += 1
    if looks[seen:]:
        message = f"{len(looks) - seen} of {len(looks)} looks would take too long to draw here"
        hint = f"Try them with printgen build --look {looks[seen]}."
        findings.append(Finding("warning", job.game.where, message, hint, "unseen-looks"))
    return findings


def compose_all(
    targets: Targets, settings: Settings, progress: Progress = silent
) -> tuple[list[tuple[Job, list[Pieces]]], tuple[Finding, ...], Progress]:
    """The games of targets, composed; other findings; progress that counts steps. PrintgenError with any error."""
    jobs = load(targets, settings.cards, variant=settings.variant)
    _stop_on_unused_options(jobs, settings)
    told = (*printer_findings(settings),)
    for job in jobs:
        # An unknown paper is an error before anything is drawn.
        paper(settings.paper or USUAL_PAPER, job.library)
    composed: list[tuple[Job, list[Pieces]]] = []
    progress = _stepping(progress, 2 * sum(len(job.products) for job in jobs))
    for job in jobs:
        job = job.adding(summarize_other_cards(job, job.check(), job.all_names(settings.only)))
        items, findings = compose(job, settings, progress)
        job = job.adding((*findings, *look_over(job, items, paints=True)))
        # What the renderer has cached is needed no more, and sheets need the memory.
        composed.append((replace(job, renderer=job.renderer.anew()), items))
    jobs = [job for job, _ in composed]
    stop_on_findings(jobs, told, settings)
    stop_on_unknown_cards(jobs, settings.only)
    return composed, told, progress


@metered()
def build(targets: Targets = (), settings: Settings = PLAIN, progress: Progress = silent) -> Built:
    """Print the targets.

    Nothing is written unless everything can be: with any error in any game, PrintgenError carries all findings
    and the files of an earlier build stay as they are.
    """
    composed, findings, progress = compose_all(targets, settings, progress)
    outputs = bind_all([make_files(job, items, settings, progress) for job, items in composed], settings)
    manifests: list[Manifest] = []

    def list_manifests() -> list[File]:
        # Another build may have left something for it until now.
        manifests[:] = [
            manifest(output.game, output.entries, output.builds, settings.out)
            for output in outputs
            if output.builds or output.entries
        ]
        return [(settings.out / each.kit / "manifest.json", each.as_json()) for each in manifests]

    files = [file for output in outputs for file in output.files]
    findings = (*findings, *(finding for output in outputs for finding in output.findings))
    findings = stop_on_findings([job for job, _ in composed], findings, settings)
    if files and settings.zip:
        files.append((settings.out / f"{settings.zip}.zip", zip_files(files, settings.out)))
    if files:
        write_files(files, settings.out, list_manifests)
    names = frozenset((output.game.label, entry.file) for output in outputs for entry in output.entries)
    changed = tuple(change for output in outputs for change in output.changed)
    same = tuple((output.game.label, name) for output in outputs for name in output.same)
    return Built(tuple(manifests), findings, names, changed, same, tuple(path for path, _ in files))


def look_over(job: Job, items: Sequence[Pieces], paints: bool) -> Iterator[Finding]:
    """Findings of pieces that no face draws and that would not print well; lazy pictures count only if it `paints`.

    Pieces on shared sheets are judged as those of their own products. Products that show others are left out.
    """
    with on_shelf(job.library.fonts.shelf):
        judged = {one.product.name: one for item in items for one in item.members or (item,)}
        for item in judged.values():
            if not job.tells(item.product):
                origin = Origin("", item.product.where)
                yield from inspect_pieces(item.pieces, origin, job.renderer.preflight, paints, item.product.lenient)


def stop_on_findings(jobs: Sequence[Job], told: Sequence[Finding], settings: Settings) -> tuple[Finding, ...]:
    """All findings so far. PrintgenError where one is an error, or with `strict` a warning."""
    found = merge_findings((*told, *(finding for job in jobs for finding in job.findings)))
    stop_on_errors(as_errors(found) if settings.strict else found)
    return found


def printer_findings(settings: Settings) -> Iterator[Finding]:
    """A warning where the printer was measured on other paper. UsageError for a printer that was not measured."""
    if not settings.printer:
        return
    from printgen.sheets.printers import printer

    found = printer(settings.printer)
    asked = settings.paper.strip() or USUAL_PAPER
    if found.profile.paper != asked.lower():
        message = f"the printer {found.name} was measured on {found.profile.paper}, and this is {asked}"
        hint = f"Measure it on {asked} too, under another name: its trays may be adjusted differently."
        yield Finding("warning", Where(display_path(found.file)), message, hint, "other-paper")


def _stop_on_unused_options(jobs: Sequence[Job], settings: Settings) -> None:
    """UsageError for options of a build that none of the products takes."""
    there = {product.kind for job in jobs for product in job.products}
    taken = {name for kind, laid in settings.overrides.items() if kind in there for name in laid}
    for kind, name in ((kind, name) for kind, laid in settings.overrides.items() for name in laid):
        if name not in taken:
            message = f"--{name} is for products of the kind {kind}, and here is none"
            raise UsageError(message, f"Leave out --{name}, or name a target that has one.")
