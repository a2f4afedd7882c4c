"""Jobs: a game to build, the requested products, and their findings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from printgen.base import group_pairs
from printgen.base.errors import (
    Exit,
    Finding,
    PrintgenError,
    UsageError,
    Where,
    did_you_mean,
    has_errors,
    stop_on_errors,
    unknown_word,
)
from printgen.base.file_access import FileAccess, display_path, find_misnamed, find_spelling
from printgen.base.folders import templates_folder
from printgen.base.limits import activity
from printgen.base.names import fold_name, same_name, visible
from printgen.base.units import count_noun
from printgen.build.settings import Settings
from printgen.build.targets import PrintTarget, Selection, Targets, kits, records_named, records_with, target_rows
from printgen.drawing.fonts import on_shelf
from printgen.faces.library import Library, default_library
from printgen.faces.render import Renderer
from printgen.faces.theme_files import Themes, themes_of
from printgen.faces.usage import Usage, usage_of
from printgen.game.house_style import PLAIN
from printgen.game.list_records import own_card_access
from printgen.game.load import BUILT_IN_NAMES
from printgen.game.records import Game, Product, Record
from printgen.kinds import Kind, find_kind
from printgen.kinds import load as load_folder
from printgen.kinds.composition import COLOR
from printgen.reading.part import Phrase
from printgen.rules import Rule, check_game

_IN_TEMPLATES = ("art", "faces", "icons", "languages", "looks", "palettes", "terrain", "themes")
LIGHT = "light"
"""The usual look of backs."""


class Filler(NamedTuple):
    """A product that fills the last sheet of another one, or one of its records; `phrase` names it in the file."""

    phrase: Phrase
    product: Product
    record: str


@dataclass(frozen=True, eq=False)
class Job:
    """One game to build with the requested products, and the findings about it."""

    game: Game
    products: tuple[Product, ...]
    library: Library
    """The templates that the game sees."""
    renderer: Renderer
    """What draws its faces."""
    findings: tuple[Finding, ...] = ()
    wishes: Mapping[str, Selection] = field(default_factory=dict)
    """What of products is printed, by their names, where a print list says so."""

    @classmethod
    def of(cls, game: Game, products: Iterable[Product] = (), findings: Iterable[Finding] = ()) -> Job:
        """A job that draws with the templates of its game."""
        library = library_for(game)
        return cls(game, (*products,), library, Renderer(library, game.files.load), (*findings,))

    def adding(self, findings: Iterable[Finding]) -> Job:
        """The job with more findings."""
        return replace(self, findings=(*self.findings, *findings))

    def alone(self, product: Product) -> Job:
        """A job of one product, with the same templates and without findings."""
        return replace(self, products=(product,), findings=(), wishes={})

    @cached_property
    def usage(self) -> Usage:
        """How the faces of all its products use the fields of records and tables."""
        return usage_of(self.game, self.library)

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """The kinds of printable that the game has, by name."""
        names = sorted({product.kind for product in self.game.products.values()})
        return {name: kind for name in names if (kind := find_kind(name)) is not None}

    def tells(self, product: Product) -> bool:
        """Whether a product, such as a cover, describes the game's other products."""
        return product.kind in self.kinds and self.kinds[product.kind].summary

    def members(self, product: Product) -> list[Product]:
        """The products whose pieces lie on the sheets of a product."""
        names = self.kinds[product.kind].members(product) if product.kind in self.kinds else ()
        return [self.game.products[name] for name in names]

    def names_to_print(self, product: Product, only: tuple[str, ...]) -> tuple[str, ...]:
        """The names of the records to print of a product: from a print list, else `only`; empty for all."""
        wish = self.wishes.get(product.name)
        return wish.only if wish else only

    def all_names(self, only: tuple[str, ...]) -> tuple[str, ...]:
        """The names of all records to print; empty when some product is printed whole."""
        chosen = [self.names_to_print(product, only) for product in self.products]
        return tuple(dict.fromkeys(name for names in chosen for name in names)) if all(chosen) else ()

    def fillers(self, product: Product) -> tuple[list[Filler], list[Finding]]:
        """What fills the last sheet of a product, and findings of what cannot."""
        fillers, findings = list[Filler](), list[Finding]()
        for phrase in product.fill:
            name, _, record = phrase.text.partition("/")
            filler = self.game.products.get(name)
            if filler is None:
                message = f"the game has no product '{name}'"
                findings.append(unknown_word(phrase.where, "unknown-product", message, name, self.game.products))
            elif record and not records_named(filler, [record]):
                message, names = f"{name} has no record '{record}'", [record.name for record in filler.records]
                findings.append(unknown_word(phrase.where, "unknown-record", message, record, names))
            elif filler is product or filler.kind not in self.kinds or not self.kinds[filler.kind].small:
                message = f"{name} has no pieces that fill the sheets of {product.name}"
                hint = "Name products of cards, or of other pieces that are cut out."
                findings.append(Finding("error", phrase.where, message, hint, "whole-pages"))
            else:
                fillers.append(Filler(phrase, filler, record))
        return fillers, findings

    def check(self) -> list[Finding]:
        """The findings of all rules, with those of the game's kinds of printable."""
        with activity(f"checking {self.game.name}", self.game.where), on_shelf(self.library.fonts.shelf):
            return check_game(self.game, [*(kind.check for kind in self.kinds.values()), *_rules_of_files(self.game)])

    def unread(self, read: Iterable[str]) -> Iterator[Finding]:
        """A warning for each parameter of the game's variant that its faces ignore; `read` are the names they read."""
        if self.game.common and len(self.products) == len(self.game.products) and not has_errors(self.findings):
            parameters, known = self.game.source["variants"][self.game.variant]["with"], {*read} - {*BUILT_IN_NAMES}
            for name in (name for name in parameters if name not in {*known, *BUILT_IN_NAMES}):
                hint = did_you_mean(name, known, "Remove it.")
                yield Finding(
                    "warning", parameters.key_where(name), f"no face reads '{name}'", hint, "unknown-parameter"
                )

    def notes(self) -> list[Finding]:
        """Findings of severity "info" about the game."""
        return [note for kind in self.kinds.values() for note in kind.notes(self.game)]


def _rules_of_files(game: Game) -> Iterator[Rule]:
    """The rules for files that a game names; they are imported only for the few games that name any."""
    if game.fight:
        from printgen.rules.fights import check_fight

        yield check_fight
    if game.odds:
        from printgen.rules.odds import check_odds

        yield check_odds


def load(
    targets: Targets, cards: Path | None = None, drafts: Mapping[Path, bytes] | None = None, variant: str = ""
) -> list[Job]:
    """Load the games of the targets (all built-in kits without any); mistakes stay in each job's findings.

    `cards` is a folder of the user's own cards, with a folder for each game that it adds to; `drafts` replace files in
    it. `variant` is the variant of all games. UsageError for missing targets.
    """
    all_targets = target_rows(targets) or kits()
    all_rows = [target if isinstance(target, PrintTarget) else PrintTarget(target) for target in all_targets]
    located = ((row, *row.locate()) for row in all_rows)
    rows_by_folder = group_pairs((folder, (row, product)) for row, folder, product in located)
    has_rows = any(isinstance(target, PrintTarget) for target in all_targets)
    jobs: list[Job] = []
    for folder, rows in rows_by_folder.items():
        own_cards = _cards_for(folder, cards, drafts)
        with activity(f"loading {folder.name}", Where(str(folder / "game.yaml"))):
            game, findings = load_folder(folder, own_cards, variant, drafts)
        if game is None:
            raise PrintgenError(findings)
        if any(same_name(job.game.name) == same_name(game.name) for job in jobs):
            message = f"two of these games are in folders named '{game.name}', and would print into one folder"
            raise UsageError(message, "Print them one at a time, each with an --out of its own.")
        job = Job.of(game, (), (*findings, *check_folder_names(game.folder, own_cards)))
        if has_rows:
            jobs.append(with_selections(job, rows, usual(game)))
        else:
            jobs.append(replace(job, products=_products_by_name(game, [name for _, name in rows], findings)))
    return jobs


def _cards_for(folder: Path, cards: Path | None, drafts: Mapping[Path, bytes] | None = None) -> FileAccess | None:
    """The access to the user's own cards for a game; None when there are none."""
    return None if cards is None else own_card_access(cards, Path(os.path.realpath(folder)).name, drafts)


def sound(target: str, cards: Path | None = None, variant: str = "") -> Job:
    """The job of one target; PrintgenError when its files have mistakes."""
    (job,) = load([target], cards, variant=variant)
    stop_on_errors(job.findings)
    return job


def with_variants(job: Job, settings: Settings) -> Iterator[Job]:
    """A job, and one more for each variant of its game."""
    yield job
    names = [product.name for product in job.products]
    for variant in job.game.variants if not has_errors(job.findings) else ():
        with activity(f"loading {job.game.name}, variant {variant}", job.game.where):
            game, findings = load_folder(job.game.folder, _cards_for(job.game.folder, settings.cards), variant)
        if game is not None:
            yield Job.of(game, _products_by_name(game, names, findings), findings)


def _products_by_name(game: Game, names: list[str], findings: Sequence[Finding]) -> tuple[Product, ...]:
    if "" in names:
        return usual(game)
    for name in names:
        if name not in game.products and not findings:
            raise UsageError(f"{game.name} has no product '{name}'", did_you_mean(name, game.products))
    return tuple(game.products[name] for name in dict.fromkeys(names) if name in game.products)


def usual(game: Game) -> tuple[Product, ...]:
    """The products that are printed when none is named: all but those on shared sheets."""
    product_kinds = ((product, find_kind(product.kind)) for product in game.products.values())
    members = {name for product, kind in product_kinds if kind for name in kind.members(product)}
    # A deck of a user's own side exists before its first card does.
    printed = (product for product in game.products.values() if product.records or not product.each)
    return tuple(product for product in printed if product.name not in members)


def library_for(game: Game) -> Library:
    """The templates of a game in its house style: its own folder's, its theme's, then the built-in ones."""
    own_folder = game.folder / "templates"
    style = game.style
    spoken = [] if style.language == "en" else [Path("languages", style.language.partition("-")[0])]
    parts = [*spoken, *(Path("themes", name) for name in _themes(game).names)]
    # The library reports a file in place of such a folder.
    others = (find_spelling(home / part) for home in (own_folder, templates_folder()) for part in parts)
    folders = (*filter(os.path.lexists, (own_folder, *others)), templates_folder())
    return default_library() if len(folders) == 1 and game.style == PLAIN else Library(folders, game.folder, game.style)


def _themes(game: Game) -> Themes:
    return themes_of(game.style.theme, (game.folder / "templates", templates_folder()), game.folder)


def unknown_theme(game: Game, library: Library) -> Iterator[Finding]:
    """A finding if a game, or one of its themes, names an unknown theme, or a theme extends itself."""
    yield from _themes(game).findings
    name, themes = game.style.theme, library.theme_names()
    if name and name not in themes:
        yield unknown_word(game.source.where("theme"), "unknown-theme", f"there is no theme '{name}'", name, themes)


def check_folder_names(game: Path, added: FileAccess | None = None) -> Iterator[Finding]:
    """An error for each folder of a game, or of own cards, that differs from a known name only by case."""
    holders = [(game, ("templates",)), (game / "templates", _IN_TEMPLATES)]
    if added is not None:
        holders.append((added.folder.parent, (added.folder.name,)))
    for holder, known_names in holders:
        for name, right in find_misnamed(holder, known_names):
            if (holder / name).is_dir():
                where, hint = Where(display_path(holder / name)), f"Rename the folder to {right}."
                yield Finding("error", where, f"the folder {visible(name)} is not looked at", hint, "misnamed-folder")


def stop_on_unknown_cards(jobs: Sequence[Job], only: tuple[str, ...]) -> None:
    """UsageError for a name of `only` that is no card of any product."""
    named = [(job, product) for job in jobs for product in job.products]
    products = [each for job, product in named for each in (product, *job.members(product))]
    strangers = [name for name in only if not any(records_named(product, (name,)) for product in products)]
    if strangers:
        names = {record.name for product in products for record in product.records}
        raise UsageError(f"no card is named {' or '.join(map(repr, strangers))}", did_you_mean(strangers[0], names))


def stop_on_unknown_looks(job: Job, settings: Settings) -> None:
    """UsageError for an unknown look, or a look for backs alone where one for all faces is needed."""
    looks = [COLOR, *job.library.look_names()]
    if settings.backs and settings.backs not in looks:
        raise UsageError(f"there is no look '{settings.backs}' for backs", did_you_mean(settings.backs, looks))
    if settings.look not in ("", COLOR):
        looks = [look for look in looks if not job.library.for_backs(look)]
        if settings.look not in looks:
            message = f"there is no look '{settings.look}' for {job.game.name}"
            raise UsageError(message, did_you_mean(settings.look, looks))


def back_look(job: Job, product: Product, settings: Settings) -> tuple[str, list[Finding]]:
    """The look of backs: from the settings, else the fronts' look if it saves ink, else the product's choice."""
    if settings.backs or (settings.look not in ("", COLOR) and job.library.saves(settings.look)):
        return settings.backs or settings.look, []
    look = product.options.get("back-look")
    looks = [COLOR, *job.library.look_names()] if look else []
    if not look or look in looks:
        return str(look or LIGHT), []
    where, message = product.options.where("back-look"), f"there is no look '{look}'"
    return LIGHT, [unknown_word(where, "unknown-look", message, str(look), looks)]


def with_selections(job: Job, rows: Sequence[tuple[PrintTarget, str]], usual: Sequence[Product]) -> Job:
    """A job with the products that the rows of a print list name, in their order, and their selections.

    `rows` are those for the game, each with the product that its target names, "" for the `usual` ones. Products and
    cards that the game lacks become findings of the job.
    """
    rows_by_product: dict[str, list[PrintTarget]] = {}
    for row, name in rows:
        products, findings = _products_of_row(job, row, name, usual)
        job = job.adding(findings)
        for product in products:
            rows_by_product.setdefault(product.name, []).append(row)
    games = job.game.products
    job = job.adding(found for name, wanted in rows_by_product.items() for found in _other_seeds(games[name], wanted))
    wishes = {name: _selection_of(job, games[name], wanted) for name, wanted in rows_by_product.items()}
    for name in [*wishes]:
        for member in job.members(games[name]):
            if wishes.setdefault(member.name, wishes[name]) != wishes[name]:
                message = f"{member.name} lies on the sheets of {name}, which are printed, too"
                where = rows_by_product[member.name][0].where("target")
                job = job.adding([Finding("error", where, message, f"Remove it, or {name}.", "other-copies")])
    return replace(job, products=tuple(games[name] for name in rows_by_product), wishes=wishes)


def _products_of_row(
    job: Job, row: PrintTarget, name: str, usual: Sequence[Product]
) -> tuple[Sequence[Product], tuple[Finding, ...]]:
    """The products of which a row prints something; a finding about a missing one, unless the job has others."""
    products = job.game.products
    if name and name not in products:
        message = f"{job.game.name} has no product '{name}'"
        return (), _missing(job, row.where("target"), "unknown-product", message, name, products)
    named = [products[name]] if name else list(usual)
    holding = [product for product in named if _records(job, product)] if row.cards else named
    records = [record for product in holding for record in _records(job, product)]
    findings: tuple[Finding, ...] = ()
    for n, card in [(n, card) for n, card in enumerate(row.cards) if not records_with(records, card)][:1]:
        message, record_names = (
            f"no card of {name or job.game.name} is named '{card}'",
            {record.name for record in records},
        )
        findings = _missing(job, row.where("cards", n), "unknown-record", message, card, record_names)
    if row.cards:
        holding = [each for each in holding if any(records_with(_records(job, each), card) for card in row.cards)]
    return holding, findings


def _records(job: Job, product: Product) -> tuple[Record, ...]:
    """The records of a product and of the products on its sheets."""
    return tuple(record for each in (product, *job.members(product)) for record in each.records)


def _missing(job: Job, where: Where, code: str, message: str, word: str, known: Iterable[str]) -> tuple[Finding, ...]:
    """The finding for an unknown word in a row, unless the job has others; UsageError for a row without a file."""
    if job.findings:
        return ()
    if not where.file:
        raise UsageError(message, did_you_mean(word, known))
    return (unknown_word(where, code, message, word, known),)


def _other_seeds(product: Product, rows: Sequence[PrintTarget]) -> Iterator[Finding]:
    """An error if rows give a product several seeds."""
    if other := next((row for row in rows if row.seed != rows[0].seed), None):
        message = f"{product.name} is printed with another seed, too"
        hint = "Print one after the other, with a list for each."
        yield Finding("error", other.where("seed"), message, hint, "other-seed")


def _selection_of(job: Job, product: Product, rows: Sequence[PrintTarget]) -> Selection:
    """The selection that all rows together make from a product."""
    records = _records(job, product)
    counts, usual_copies, whole_count = dict[str, int](), {record.name: record.copies for record in records}, 0
    for row in rows:
        names = [record.name for card in row.cards for record in records_with(records, card)]
        whole_count += 0 if row.cards else row.copies or 1
        for name in dict.fromkeys(names) if row.cards else usual_copies:
            counts[name] = counts.get(name, 0) + (row.copies or usual_copies[name])
    seeds = {row.seed for row in rows}
    only = () if whole_count else tuple(counts)
    copies = {fold_name(name): count for name, count in counts.items() if count != usual_copies[name]}
    return Selection(only, copies, max(1, whole_count), seeds.pop() if len(seeds) == 1 else None)


OTHERS = "other-cards"
"""The code of the finding that sums up those of other cards."""


def summarize_other_cards(job: Job, findings: Iterable[Finding], only: Iterable[str]) -> Iterator[Finding]:
    """The findings, with those about own cards that are not printed (`only` are) joined into one per list."""
    shown_names = {fold_name(name) for name in only}
    lists = {file: product for product in job.products for file in product.own_lists} if shown_names else {}
    hidden: dict[str, list[Finding]] = {}
    for finding in findings:
        product = lists.get(finding.where.file)
        if product is None or fold_name(_card_at(product, finding.where)) in shown_names | {""}:
            yield finding
        else:
            hidden.setdefault(finding.where.file, []).append(finding)
    for file, hidden_here in hidden.items():
        counts = [(sum(finding.severity == kind for finding in hidden_here), kind) for kind in ("error", "warning")]
        counts_text = " and ".join(count_noun(n, kind) for n, kind in counts if n)
        message = f"{counts_text} on cards of your own that are not printed now"
        hint = f"See them with printgen check {job.game.name}/{lists[file].name}."
        if counts_text:
            yield Finding("warning", Where(file), message, hint, OTHERS, Exit.RULES_BROKEN)


def _card_at(product: Product, where: Where) -> str:
    """The name of the card at a place of a list; "" before the first card."""
    same_file = (record for record in product.records if record.where.file == where.file)
    before = [record for record in same_file if record.where.line <= where.line]
    return max(before, key=lambda record: record.where.line).name if before else ""
