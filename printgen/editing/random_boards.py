"""A product that prints boards and what somebody wishes of them come in; the product with that laid over it goes out.

The command `board`, and whoever works at boards live, wish in the same way; each wish has its words for a command line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from printgen.base.errors import UsageError, did_you_mean
from printgen.editing.own_boards import file_with
from printgen.game.boards import BoardPlan, RandomPlan
from printgen.game.load import with_options
from printgen.game.records import Game, Product
from printgen.kinds import find_kind, find_load
from printgen.reading.marked import Some


@dataclass(frozen=True)
class BoardWish:
    """What is wished of boards; what is left out is as the product has it.

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

    def words(self) -> tuple[str, ...]:
        """The options of the command `board` that wish for the same board."""
        said = {"--arrangement": self.arrangement, "--fair": self.fair, "--rows": self.rows, "--columns": self.columns}
        words = [part for flag, value in said.items() if value is not None for part in (flag, str(value))]
        words += [part for name, amount in self.amounts.items() for part in ("--amount", f"{name}={amount:g}")]
        words += [part for name, word in self.locks.items() for part in ("--lock", f"{name}={word}")]
        return (*words, *(part for name in self.unlocked for part in ("--unlock", name)))


def random_plan(product: Product, flag: str) -> RandomPlan[Any]:
    """The plan of a product whose boards are random; UsageError, to leave out a flag, for any other."""
    plan: BoardPlan[Any] = product.loaded
    if not isinstance(plan, RandomPlan) or plan.fixed:
        raise UsageError("this board is the same whatever the seed", f"Leave out {flag}.")
    return plan


def wished(game: Game, product: Product, wish: BoardWish) -> Product:
    """The product as somebody wishes it. UsageError for what it cannot be."""
    values: dict[str, Any] = dict(_plain(wish))
    if wish.amounts:
        plan = random_plan(product, "--amount")
        for name in wish.amounts:
            if name not in plan.amounts:
                hint = did_you_mean(name, plan.amounts, "Leave out --amount.")
                raise UsageError(f"nobody says how much there is of '{name}'", hint)
        values |= plan.with_amounts(wish.amounts)
    if wish.locks or wish.unlocked:
        held = dict(random_plan(product, "--lock" if wish.locks else "--unlock").locked)
        for name in wish.unlocked:
            if held.pop(name, None) is None:
                hint = did_you_mean(name, held, "Leave --unlock out: its recipe locks none.")
                raise UsageError(f"the recipe does not lock '{name}'", hint)
        values["locked"] = {**held, **wish.locks}
    if wish.by_hand:
        random_plan(product, "--by-hand")
        values |= {"boards": file_with(game, product, wish.by_hand, wish.cards), "by-hand": wish.by_hand}
    if wish.form:
        product = _in_form(product, wish.form)
    laid, findings = with_options(game, product, values, find_load(product.kind))
    if findings:
        raise UsageError(findings[0].message, findings[0].hint)
    return laid


def _plain(wish: BoardWish) -> Iterator[tuple[str, Any]]:
    for key in ("arrangement", "fair", "rows", "columns", "form", "count"):
        if getattr(wish, key):
            yield key, getattr(wish, key)


def _in_form(product: Product, form: str) -> Product:
    """The product without options that only other forms read."""
    kind = find_kind(product.kind)
    if kind is None or kind.options is None:
        return product
    forms = kind.options.forms
    keys = [key for key in product.options if form in forms.get(key.replace("-", "_"), (form,))]
    return product.model_copy(update={"options": Some(product.options, keys)})


def locked(given: Iterable[str], product: Product, seed: int) -> dict[str, str]:
    """What locks such as C4=jungle say; C4 alone is locked to what the board of a seed has there.

    UsageError where the board is not random.
    """
    locks, held = dict[str, str](), None
    for one in given:
        plan = random_plan(product, "--lock")
        name, _, word = one.partition("=")
        if not word:
            held = plan.held(plan.of_seed(seed)) if held is None else held
            # A space that there is not is told of when the board is laid.
            word = held.get(name) or next(iter(held.values()), "")
        locks[name] = word
    return locks
