"""Boards that are asked for with other options than a game has, and the files in which boards are saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from printgen.base.errors import PrintgenError, UsageError, did_you_mean
from printgen.base.file_access import display_path
from printgen.base.names import same_name
from printgen.build.targets import is_kit
from printgen.game.load import with_options
from printgen.game.records import Game, Product
from printgen.kinds import find_kind, find_load
from printgen.kinds.board.plan import BoardOptions, BoardPlan, RandomPlan
from printgen.reading.positions import LocatedList, LocatedMap, ViewMap
from printgen.reading.scalars import block_lines
from printgen.reading.yaml_events import examine_yaml


def file_for(game: Game, product: Product, cards: Path | None) -> Path | None:
    """The file in which a board of a product is saved; None for one of a kit where there are no cards of one's own."""
    if is_kit(game.folder):
        return _among_cards(game, product, cards) if cards else None
    return _of_game(game, product)


def file_with(game: Game, product: Product, name: str, cards: Path | None) -> Path:
    """The file that has a board of a name: the game's, or the user's. UsageError where none has."""
    saved, paths = list[str](), [_of_game(game, product)]
    if cards:
        paths.append(_among_cards(game, product, cards))
    for path in paths:
        names = names_in(game, path)
        if name in names:
            return path
        saved += names
    hint = did_you_mean(name, saved, "Save one in the studio's map room.")
    raise UsageError(f"there is no board named '{name}'", hint)


def _of_game(game: Game, product: Product) -> Path:
    options: BoardOptions = product.loaded.options
    return game.folder / f"{product.name}-boards.yaml" if options.boards is None else options.boards


def _among_cards(game: Game, product: Product, cards: Path) -> Path:
    # Products of one recipe print the same boards.
    return cards / game.name / "boards" / f"{product.options.get('board') or product.name}.yaml"


def names_in(game: Game, path: Path) -> list[str]:
    """The names of the boards in a file of a game, none where there is no file. PrintgenError with its mistakes."""
    if not path.is_file():
        return []
    files = game.files.beside()
    entries = files.sequence(path, "boards")
    if files.findings:
        raise PrintgenError(files.findings)
    return _names(entries)


def _names(entries: Any) -> list[str]:
    return [str(entry["name"]) for entry in entries or () if isinstance(entry, LocatedMap) and "name" in entry]


def entry_of(name: str, lines: tuple[str, ...]) -> str:
    """The entry of a board in such a file: its name, and `lines` that say what lies on it."""
    return "\n".join((*block_lines([{"name": name}]), *lines)) + "\n"


def with_entry(path: Path, name: str, entry: str) -> tuple[bytes, bytes | None]:
    """A file's bytes with one entry more, and its own, None for no file. UsageError where it takes none."""
    old_bytes = path.read_bytes() if path.is_file() else None
    text, shown = (old_bytes or b"").decode("utf-8", "replace"), display_path(path)
    end = "\r\n" if "\r\n" in text else "\n"
    new_text = text + ("" if text.endswith("\n") or not text else end) + entry.replace("\n", end)
    (old_entries, _), (entries, findings) = examine_yaml(text, shown), examine_yaml(new_text, shown)
    if findings or not isinstance(entries, LocatedList) or entries[:-1] != (old_entries or []):
        hint = "Write its boards as entries that begin with a dash at the start of a line, or move it away."
        raise UsageError(f"no board can be added to what {shown} holds", hint)
    if same_name(name) in map(same_name, _names(old_entries)):
        raise UsageError(f"there is a board named '{name}'", "Give this one another name.")
    return new_text.encode(), old_bytes


def product_lines(game: Game, product: Product, path: Path, name: str) -> str:
    """The lines of game.yaml by which a product prints a board of a file."""
    file = path.relative_to(game.folder).as_posix() if path.is_relative_to(game.folder) else path.name
    entry: dict[str, Any] = {product.name: {"options": {"boards": file, "by-hand": name}}}
    return "\n".join(("products:", *(f"  {line}" for line in block_lines(entry))))


@dataclass(frozen=True)
class BoardWish:
    """What is asked of the boards of a product; what is left out is as the product has it.

    `amounts` are weights of terrains or grounds, or features in every 100 hexes, by name; `locks` are what spaces are
    locked to, besides those of the product, and `unlocked` are spaces of the product's that are not. `form` is what is
    printed, and `count` how many maps. `by_hand` is the name of a board that is written in a file, for which `cards`,
    the folder of the user's own cards, is looked through, too.
    """

    arrangement: str | None = None
    fair: int | None = None
    rows: int | None = None
    columns: int | None = None
    amounts: Mapping[str, float] = field(default_factory=dict)
    locks: Mapping[str, str] = field(default_factory=dict)
    unlocked: tuple[str, ...] = ()
    by_hand: str | None = None
    cards: Path | None = None
    form: str = ""
    count: int | None = None


def random_plan(product: Product, flag: str) -> RandomPlan[Any]:
    """The plan of a product whose boards are random; UsageError, to leave out a flag, for any other."""
    plan: BoardPlan[Any] = product.loaded
    if not isinstance(plan, RandomPlan) or plan.is_fixed:
        raise UsageError("this board is the same whatever the seed", f"Leave out {flag}.")
    return plan


def apply_wish(game: Game, product: Product, wish: BoardWish) -> Product:
    """The product as somebody wishes it. UsageError for what it cannot be."""
    keys = ("arrangement", "fair", "rows", "columns", "form", "count")
    values: dict[str, Any] = {key: value for key in keys if (value := getattr(wish, key))}
    if wish.amounts:
        plan = random_plan(product, "--amount")
        for name in wish.amounts:
            if name not in plan.amounts:
                hint = did_you_mean(name, plan.amounts, "Leave out --amount.")
                raise UsageError(f"nobody says how much there is of '{name}'", hint)
        values |= plan.with_amounts(wish.amounts)
    if wish.locks or wish.unlocked:
        locks = dict(random_plan(product, "--lock" if wish.locks else "--unlock").options.locked)
        for name in wish.unlocked:
            if locks.pop(name, None) is None:
                hint = did_you_mean(name, locks, "Leave --unlock out: its recipe locks none.")
                raise UsageError(f"the recipe does not lock '{name}'", hint)
        values["locked"] = {**locks, **wish.locks}
    if wish.by_hand:
        random_plan(product, "--by-hand")
        values |= {"boards": file_with(game, product, wish.by_hand, wish.cards), "by-hand": wish.by_hand}
    if wish.form:
        product = _in_form(product, wish.form)
    product, findings = with_options(game, product, values, find_load(product.kind))
    if findings:
        raise UsageError(findings[0].message, findings[0].hint)
    return product


def _in_form(product: Product, form: str) -> Product:
    """The product without options that only other forms read."""
    kind = find_kind(product.kind)
    if kind is None or kind.options is None:
        return product
    forms = kind.options.forms
    keys = [key for key in product.options if form in forms.get(key.replace("-", "_"), (form,))]
    return product.model_copy(update={"options": ViewMap(product.options, {key: key for key in keys})})


def parse_locks(texts: Iterable[str], product: Product, seed: int) -> dict[str, str]:
    """What spaces are locked to: C4=jungle, or C4 for what a seed lays there. UsageError for boards without a seed."""
    locks, contents = dict[str, str](), None
    for text in texts:
        plan = random_plan(product, "--lock")
        name, _, content = text.partition("=")
        if not content:
            contents = plan.contents(plan.of_seed(seed)) if contents is None else contents
            # A space that does not exist is an error once the board is made.
            content = contents.get(name) or next(iter(contents.values()), "")
        locks[name] = content
    return locks
