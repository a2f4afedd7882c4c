"""Targets come in; jobs go out: a game to build, the products that were asked for, and what draws their faces."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from printgen.base.doing import doing
from printgen.base.gate import Gate, misnamed, shown_name, spelled
from printgen.base.names import same_name, visible
from printgen.base.places import templates_folder
from printgen.drawing.fonts import on_shelf
from printgen.errors import (
    Finding,
    PrintgenError,
    UsageError,
    Where,
    did_you_mean,
    has_errors,
    stop_on_errors,
    unknown,
)
from printgen.faces.library import Library, built_in
from printgen.faces.render import Renderer
from printgen.faces.themes import Themes, themes_of
from printgen.faces.usage import Usage, usage_of
from printgen.kinds import find_kind, wings
from printgen.kinds import load as load_folder
from printgen.kinds.composition import COLOR
from printgen.kinds.kind import Kind
from printgen.reading.added_cards import cards_for
from printgen.reading.game import BUILT_IN_NAMES
from printgen.reading.house_style import PLAIN
from printgen.reading.part import Phrase
from printgen.reading.records import Game, Product
from printgen.rules import check_game
from printgen.settings import Settings
from printgen.targets import kits, records_named
from printgen.wanted import Wanted, Wish, wishes_of

_IN_TEMPLATES = ("art", "faces", "icons", "languages", "looks", "palettes", "terrain", "themes")
LIGHT = "light"
"""The look of backs unless somebody says otherwise."""


@dataclass
class Job:
    """One game to build with the products that were asked for, and what there is to say about it so far."""

    game: Game
    products: tuple[Product, ...]
    findings: list[Finding] = field(default_factory=list)
    reads: set[str] = field(default_factory=set)
    """The names that the faces of all products that were composed so far read."""
    wishes: Mapping[str, Wish] = field(default_factory=dict)
    """What of products is printed, by their names, where a print list says so."""

    @cached_property
    def library(self) -> Library:
        """The templates that the game sees."""
        return library_for(self.game)

    @cached_property
    def usage(self) -> Usage:
        """What the faces of all its products do with the fields of records and tables."""
        return usage_of(self.game, self.library)

    @cached_property
    def renderer(self) -> Renderer:
        """What draws its faces."""
        return Renderer(self.library, self.game.files.read)

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """The kinds of printable that the game has, by name."""
        names = sorted({product.kind for product in self.game.products.values()})
        return {name: kind for name in names if (kind := find_kind(name)) is not None}

    def alone(self, product: Product) -> Job:
        """A job of one product of the game, which draws with the same templates and has findings of its own."""
        job = Job(self.game, (product,))
        vars(job).update(library=self.library, renderer=self.renderer, kinds=self.kinds)
        return job

    def tells(self, product: Product) -> bool:
        """Whether a product tells of the game's other products."""
        return product.kind in self.kinds and self.kinds[product.kind].telling

    def members(self, product: Product) -> list[Product]:
        """The products whose pieces a product prints in place of them."""
        names = self.kinds[product.kind].members(product) if product.kind in self.kinds else ()
        return [self.game.products[name] for name in names]

    def chosen(self, product: Product, only: tuple[str, ...]) -> tuple[str, ...]:
        """The records that are printed of a product, by name; "only" those that settings name where no list says so."""
        wish = self.wishes.get(product.name)
        return wish.only if wish else only

    def named(self, only: tuple[str, ...]) -> tuple[str, ...]:
        """All records that are chosen; none where some product is printed whole."""
        chosen = [self.chosen(product, only) for product in self.products]
        return tuple(dict.fromkeys(name for names in chosen for name in names)) if all(chosen) else ()

    def fillers(self, product: Product) -> Iterator[tuple[Phrase, Product, str]]:
        """Whose pieces fill the last sheet of a product: each as it is said, and with a record or "" for all.

        What is no such product is found.
        """
        for said in product.fill:
            name, _, record = said.text.partition("/")
            filler = self.game.products.get(name)
            if filler is None:
                message = f"the game has no product '{name}'"
                self.findings.append(unknown(said.where, "unknown-product", message, name, self.game.products))
            elif record and not records_named(filler, [record]):
                message, known = f"{name} has no record '{record}'", [one.name for one in filler.records]
                self.findings.append(unknown(said.where, "unknown-record", message, record, known))
            elif filler is product or filler.kind not in self.kinds or not self.kinds[filler.kind].small:
                message = f"{name} has no pieces that fill the sheets of {product.name}"
                hint = "Name products of cards, or of other pieces that are cut out."
                self.findings.append(Finding("error", said.where, message, hint, "whole-pages"))
            else:
                yield said, filler, record

    def check(self) -> list[Finding]:
        """What every rule says of the game, those of its kinds of printable included."""
        with doing(f"checking {self.game.name}", self.game.where), on_shelf(self.library.fonts.shelf):
            beside = [wing.check for wing in wings() if wing.takes_part(self.game)]
            return check_game(self.game, [*(kind.check for kind in self.kinds.values()), *beside])

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


def load(
    targets: Sequence[str | Wanted],
    cards: Path | None = None,
    drafts: Mapping[Path, bytes] | None = None,
    variant: str = "",
) -> list[Job]:
    """Load the games of the targets (all built-in kits when there are none); mistakes stay in each job's findings.

    `cards` is a folder of the user's own cards, which has a folder for each game that it adds to; `drafts` are what
    to read in place of files in it. `variant` is what all of them are read as. UsageError for what is not there.
    """
    wanted: dict[Path, list[tuple[Wanted, str]]] = {}
    for target in targets or list(kits()):
        row = target if isinstance(target, Wanted) else Wanted(target)
        folder, product = row.found()
        wanted.setdefault(folder, []).append((row, product))
    listed = any(isinstance(target, Wanted) for target in targets)
    jobs: list[Job] = []
    for folder, rows in wanted.items():
        added = _cards_for(folder, cards, drafts)
        with doing(f"loading {folder.name}", Where(str(folder / "game.yaml"))):
            game, findings = load_folder(folder, added, variant, drafts)
        if game is None:
            raise PrintgenError(findings)
        if any(same_name(job.game.name) == same_name(game.name) for job in jobs):
            message = f"two of these games are in folders named '{game.name}', and would print into one folder"
            raise UsageError(message, "Print them one at a time, each with an --out of its own.")
        job = Job(game, (), [*findings, *misnamed_folders(game.folder, added)])
        if listed:
            job.products, job.wishes = wishes_of(job, rows, usual(game))
        else:
            job.products = _wanted_products(game, [name for _, name in rows], findings)
        jobs.append(job)
    return jobs


def _cards_for(folder: Path, cards: Path | None, drafts: Mapping[Path, bytes] | None = None) -> Gate | None:
    """What leads to the user's own cards for a game."""
    return None if cards is None else cards_for(cards, Path(os.path.realpath(folder)).name, drafts)


def sound(target: str, cards: Path | None = None, variant: str = "") -> Job:
    """The job of one target; PrintgenError when its files have mistakes."""
    (job,) = load([target], cards, variant=variant)
    stop_on_errors(job.findings)
    return job


def with_variants(job: Job, settings: Settings) -> Iterator[Job]:
    """A job, and one for each variant of its game."""
    yield job
    names = [product.name for product in job.products]
    for variant in job.game.variants if not has_errors(job.findings) else ():
        with doing(f"loading {job.game.name}, variant {variant}", job.game.where):
            game, findings = load_folder(job.game.folder, _cards_for(job.game.folder, settings.cards), variant)
        if game is not None:
            yield Job(game, _wanted_products(game, names, findings), list(findings))


def _wanted_products(game: Game, names: list[str], findings: Sequence[Finding]) -> tuple[Product, ...]:
    if "" in names:
        return usual(game)
    for name in names:
        if name not in game.products and not findings:
            raise UsageError(f"{game.name} has no product '{name}'", did_you_mean(name, game.products))
    return tuple(game.products[name] for name in dict.fromkeys(names) if name in game.products)


def usual(game: Game) -> tuple[Product, ...]:
    """The products that are printed unless others are named: all but those whose pieces lie on shared sheets."""
    pairs = ((product, find_kind(product.kind)) for product in game.products.values())
    held = {name for product, kind in pairs if kind for name in kind.members(product)}
    # A deck of a side of the user's own is there before it has its first card.
    there = (product for product in game.products.values() if product.records or not product.each)
    return tuple(product for product in there if product.name not in held)


def library_for(game: Game) -> Library:
    """The templates that a game sees, in its house style: its own folder's, those of its theme, then the built-in ones.

    Games with neither share one library.
    """
    own = game.folder / "templates"
    style = game.style
    spoken = [] if style.language == "en" else [Path("languages", style.language.partition("-")[0])]
    parts = [*spoken, *(Path("themes", name) for name in _themes(game).names)]
    # A folder that is there and no folder is told of.
    others = (spelled(home / part) for home in (own, templates_folder()) for part in parts)
    folders = (*filter(os.path.lexists, (own, *others)), templates_folder())
    return built_in() if len(folders) == 1 and game.style == PLAIN else Library(folders, game.folder, game.style)


def _themes(game: Game) -> Themes:
    return themes_of(game.style.theme, (game.folder / "templates", templates_folder()), game.folder)


def unknown_theme(game: Game, library: Library) -> Iterator[Finding]:
    """A finding where a game, or a theme of its own, names a theme that there is not, or extends itself."""
    yield from _themes(game).findings
    name, known = game.style.theme, library.theme_names()
    if name and name not in known:
        yield unknown(game.source.where("theme"), "unknown-theme", f"there is no theme '{name}'", name, known)


def misnamed_folders(game: Path, added: Gate | None = None) -> Iterator[Finding]:
    """An error for each folder of a game, or of the user's own cards, that is not looked at for its capitals alone."""
    holders = [(game, ("templates",)), (game / "templates", _IN_TEMPLATES)]
    if added is not None:
        holders.append((added.folder.parent, (added.folder.name,)))
    for holder, known in holders:
        for name, right in misnamed(holder, known):
            if (holder / name).is_dir():
                where, hint = Where(shown_name(holder / name)), f"Rename the folder to {right}."
                yield Finding("error", where, f"the folder {visible(name)} is not looked at", hint, "misnamed-folder")


def stop_on_strangers(jobs: Sequence[Job], only: tuple[str, ...]) -> None:
    """UsageError when a card that was asked for by name is in none of the products."""
    named = [(job, product) for job in jobs for product in job.products]
    products = [one for job, product in named for one in (product, *job.members(product))]
    strangers = [name for name in only if not any(records_named(product, (name,)) for product in products)]
    if strangers:
        names = {record.name for product in products for record in product.records}
        raise UsageError(f"no card is named {' or '.join(map(repr, strangers))}", did_you_mean(strangers[0], names))


def stop_on_strange_looks(job: Job, settings: Settings) -> None:
    """UsageError for a look that there is not, or one for backs alone where one for all faces is asked for."""
    looks = [COLOR, *job.library.look_names()]
    if settings.backs and settings.backs not in looks:
        raise UsageError(f"there is no look '{settings.backs}' for backs", did_you_mean(settings.backs, looks))
    if settings.look not in ("", COLOR):
        looks = [look for look in looks if not job.library.for_backs(look)]
        if settings.look not in looks:
            message = f"there is no look '{settings.look}' for {job.game.name}"
            raise UsageError(message, did_you_mean(settings.look, looks))


def look_of_backs(job: Job, product: Product, settings: Settings) -> str:
    """What is asked for, else the look of the fronts where that saves ink, else what the product says."""
    if settings.backs or (settings.look not in ("", COLOR) and job.library.saves(settings.look)):
        return settings.backs or settings.look
    if asked := product.options.get("back-look"):
        looks = [COLOR, *job.library.look_names()]
        if asked in looks:
            return str(asked)
        where = product.options.where("back-look")
        job.findings.append(unknown(where, "unknown-look", f"there is no look '{asked}'", str(asked), looks))
    return LIGHT
