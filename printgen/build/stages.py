"""The stages in order: load, check, compose, impose and write targets, with a manifest beside the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from printgen.base.errors import Finding, UsageError, Where, as_errors, merge_findings, stop_on_errors
from printgen.base.file_access import display_path
from printgen.base.limits import OverLimit, activity, metered
from printgen.base.progress import Progress, Step, silent
from printgen.build.composing import Embedder, ProductComposer, compose_products, count_sheets
from printgen.build.filing import ChangedProduct, bind_all, make_files, zip_files
from printgen.build.jobs import (
    Job,
    load,
    stop_on_unknown_cards,
    stop_on_unknown_looks,
    summarize_other_cards,
    with_variants,
)
from printgen.build.manifest import Manifest, manifest
from printgen.build.printed import Pieces
from printgen.build.settings import PLAIN, USUAL_PAPER, Settings
from printgen.build.targets import Targets
from printgen.drawing.fonts import on_shelf
from printgen.faces.inspection import inspect_pieces
from printgen.faces.session import Origin
from printgen.game.records import Product, Record
from printgen.kinds.composition import COLOR
from printgen.sheets.sheet import paper
from printgen.writers.output import File, write_files

_MOST_LOOKS = 12
"""How many of a game's own looks a check draws."""


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


def _count_steps(progress: Progress, total: int) -> Progress:
    """Progress that counts its steps; there may be more of them than `total`."""
    steps_so_far = count()

    def count_step(what: str) -> None:
        done = next(steps_so_far)
        progress(Step(what, done, max(total, done + 1)))

    return count_step


def compose(job: Job, settings: Settings, progress: Progress = silent) -> tuple[list[Pieces], list[Finding]]:
    """Compose every product of a job in order: the pieces of each, and all findings.

    Where a product describes the others (a cover), all of them are composed and imposed first; before shared sheets,
    the products whose pieces lie on them.
    """
    with on_shelf(job.library.fonts.shelf):
        composed, findings = compose_products(job, settings, progress)
    return composed, [*findings, *job.library.fonts.missing_styles()]


def compose_some(
    job: Job, product: Product, records: tuple[Record, ...], settings: Settings
) -> tuple[Pieces | None, tuple[Finding, ...]]:
    """The pieces of some of a product's records, as a build would compose them, and what is wrong; None for none."""
    only = replace(settings, only=tuple(record.name for record in records))
    with on_shelf(job.library.fonts.shelf), activity(f"composing {job.game.name}/{product.name}", product.where):
        stop_on_unknown_looks(job, settings)
        try:
            pieces, findings = ProductComposer(job, only, Embedder(job, only).pieces).compose(product, records)
        except OverLimit as error:
            return None, error.findings
    return pieces, (*findings, *(() if pieces is None else pieces.findings), *job.library.fonts.missing_styles())


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
        sheets, wrong = count_sheets(item)
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
    progress = _count_steps(progress, 2 * sum(len(job.products) for job in jobs))
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
