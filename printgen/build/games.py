"""A program's view of a game: its products, which compose their pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, UsageError, did_you_mean, merge_findings, stop_on_errors
from printgen.base.limits import metered
from printgen.base.progress import Progress, silent
from printgen.build import stages as build
from printgen.build import targets
from printgen.build.jobs import Job, sound, stop_on_unknown_cards
from printgen.build.printed import Pieces
from printgen.build.settings import Settings
from printgen.build.targets import find_target, text_list
from printgen.faces.icon_search import IconEntry
from printgen.faces.library import default_library
from printgen.game.records import Record


@dataclass(frozen=True, slots=True)
class ProductView:
    """One product of a game: its kind, and the records of its list, in the order of the file.

    `list_file` is the file with the records; None for a product without records.
    """

    name: str
    title: str
    kind: str
    records: tuple[Record, ...] = field(repr=False)
    list_file: Path | None
    _game: GameView = field(repr=False)

    @metered()
    def compose(
        self,
        *,
        seed: int = 1,
        look: str = "color",
        only: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        backs: str = "",
    ) -> Pieces:
        """Make the pieces. `seed` feeds all that is random; the same seed gives the same pieces everywhere.

        `look` is "color", "saver", which spends little ink, or another of templates/looks; `backs` that of backs, ""
        for the product's own choice, usually "light". `only` are names of records; empty for all. `options` override
        those of the product's file. PrintgenError reports mistakes in the files and contents that do not fit,
        UsageError that no record has a name of `only`.
        """
        if options is not None and not isinstance(options, Mapping):
            raise UsageError(f"options: {options!r} is no mapping", 'Give one such as {"form": "maps"}.')
        overrides = {self.kind: dict(options)} if options else {}
        settings = Settings(look=look, backs=backs, seed=seed, only=text_list(only), overrides=overrides)
        game = self._game._job.game
        job = Job.of(game, (game.products[self.name],))
        composed, findings = build.compose(job, settings)
        stop_on_errors(findings)
        stop_on_unknown_cards([job], settings.only)
        return replace(composed[0], findings=merge_findings(findings))

    @metered()
    def derive(self, carried: Mapping[str, Sequence[str]]) -> dict[str, int]:
        """The stats that the product's guidelines derive from the words in a record's fields, by their keys.

        `deck.derive({"weapons": ["uzi"], "traits": ["ninja"]})` is {"fp": 3, "cc": 4, "tac": 4}. PrintgenError reports
        words that the guidelines do not know, UsageError other fields, or a product without guidelines.
        """
        # Most games derive nothing: they do not wait for the import.
        from printgen.rules.decks import Deck
        from printgen.rules.derive import derive

        deck = self._game._job.game.products[self.name].loaded
        if not isinstance(deck, Deck):
            message = f"{self._game.name}/{self.name} has no guidelines to derive from"
            raise UsageError(message, "Choose a product that names a file of guidelines.")
        fields = [field.name for field in deck.guidelines.word_fields]
        if not isinstance(carried, Mapping):
            raise UsageError(f"{carried!r} is no mapping", f'Give one such as {{"{fields[0]}": [...]}}.')
        for name, words in carried.items():
            if name not in fields:
                raise UsageError(f"the guidelines count no '{name}'", did_you_mean(str(name), fields))
            if isinstance(words, str) or not isinstance(words, Sequence):
                raise UsageError(f"{name}: {words!r} is no list of words", "Give a list of words.")
        derived = derive(deck.guidelines, carried)
        stop_on_errors(derived.problems)
        return derived.values

    def as_data(self) -> list[dict[str, Any]]:
        """The records as plain data, without the optional values that a record leaves out."""
        return targets.records_data(self.records)


@dataclass(frozen=True, slots=True)
class GameView:
    """A loaded game; all files that it names have been read and have no errors.

    `name` is the folder's name, `title` and the other texts are those of game.yaml, "" when missing. `findings` are
    warnings about its files. `named` is the product in the target's address, "" for the whole game. `game["joe-deck"]`
    is a product; UsageError when there is none of that name.
    """

    name: str
    title: str
    version: str
    author: str
    licence: str
    notice: str
    folder: Path
    named: str
    findings: tuple[Finding, ...]
    _job: Job = field(repr=False, compare=False)

    @property
    def products(self) -> tuple[ProductView, ...]:
        """The products in the order of game.yaml."""
        return tuple(self[name] for name in self._job.game.products)

    def __getitem__(self, name: str) -> ProductView:
        products = self._job.game.products
        if not isinstance(name, str) or name not in products:
            raise UsageError(f"{self.name} has no product '{name}'", did_you_mean(str(name), products))
        product = products[name]
        # Of shared sheets, the records are those of all products on them.
        records = tuple(record for each in (product, *self._job.members(product)) for record in each.records)
        return ProductView(product.name, product.title, product.kind, records, product.list_file, self)

    def __iter__(self) -> Iterator[ProductView]:
        return iter(self.products)

    def __len__(self) -> int:
        return len(self._job.game.products)

    @metered()
    def compose(
        self, *, seed: int = 1, look: str = "color", backs: str = "", only: Sequence[str] = (),
        progress: Progress = silent,
    ) -> tuple[Pieces, ...]:  # fmt: skip
        """Make the pieces of all its products, in their order, or of the single one that the target names.

        A product that describes others, such as a cover, is made only when it is named, and so are shared sheets, for
        which the products on them are made. See `ProductView.compose`; products without a name of `only` are left out.
        """
        job, named = self._job, self._job.game.products.get(self.named)
        members = job.members(named) if named else []
        whole = (product for product in job.game.products.values() if not (job.tells(product) or job.members(product)))
        everything = [product for product in whole if product.records or not product.each]
        products = members or ([named] if named else everything)
        settings = Settings(look=look, backs=backs, seed=seed, only=text_list(only))
        again = Job.of(job.game, products)
        composed, findings = build.compose(again, settings, progress)
        stop_on_errors(findings)
        stop_on_unknown_cards([again], settings.only)
        items = [item for item in composed if item.pieces]
        # Findings of products without pieces go with the first product that has some.
        if items and findings:
            items[0] = replace(items[0], findings=merge_findings((*items[0].findings, *findings)))
        return tuple(items)

    @metered()
    def check(self) -> tuple[Finding, ...]:
        """The findings of all rules, including those of its kinds of printable. Nothing is drawn."""
        return tuple(self._job.check())

    def as_data(self) -> dict[str, Any]:
        """The game's name and title, and the name, kind and title of each product."""
        rows = [{"name": p.name, "kind": p.kind, "title": p.title} for p in self]
        return {"name": self.name, "title": self.title, "products": rows}


@metered()
def load(target: str | Path, *, cards: str | Path | None = None, variant: str = "") -> GameView:
    """Read a game with all files that it names.

    `target` is the name of a built-in kit, the path of a folder with a game.yaml, or either with "/" and the name of
    one product. `cards` is a folder of the user's own cards: KIT/PRODUCT.yaml in it adds to that product. `variant`
    names the variant of the game to read. PrintgenError carries every mistake of all files; UsageError reports a
    missing kit, folder, product or variant.
    """
    job = sound(str(target), Path(cards) if cards is not None else None, variant)
    game, (_, named) = job.game, find_target(str(target))
    texts = (game.name, game.title, game.version, game.author, game.licence, game.notice)
    return GameView(*texts, game.folder, named, merge_findings(job.findings), job)


@metered()
def icons(word: str = "", game: str | Path = "") -> tuple[IconEntry, ...]:
    """The icons that a word may stand for, the best first; without a word all icons, by theme.

    `game` is a target, as for `load`, whose own icons are included. The errors are those of `load`.
    """
    all_icons = (load(game)._job.library if game else default_library()).icons
    return tuple(all_icons.search(word)) if word else all_icons.entries
