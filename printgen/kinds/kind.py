"""What the rest of the package knows of a kind of printable: one value, `Kind`, that its folder offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from printgen.base.errors import Finding
    from printgen.drawing.pieces import Swatches
    from printgen.faces.library import Library
    from printgen.game.records import Game, Load, Product
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options


def _nothing(game: Game) -> Iterable[Finding]:
    return ()


def _nobody(product: Product) -> Sequence[str]:
    return ()


class Flag(NamedTuple):
    """An option of a kind that `printgen build` takes too, as --NAME, and lays over what the products say."""

    name: str
    help: str
    choices: tuple[str, ...] = ()


OF_PIECES = ("list", "record", "front", "back", "size", "fill")
"""Keys of a product that not every kind takes."""


class Kind(NamedTuple):
    """One kind of printable.

    `name` is the word in a game's file. `options` is the shape of what a product may say under `options`. `load`
    makes values of a product's options and of the files that they name, once, when the game is loaded; without it they
    are held to the shape and nothing more. What it returns is `product.loaded`. `compose` makes the pieces of one
    product. `check` finds what breaks a rule in a game with such products, `notes` what is worth knowing of it and no
    fault; both are asked once a game. `vast` pieces are so large that one may take a hundred sheets, which nobody
    should print unawares. A `telling` kind tells of the game's other products, and is composed when those are done.
    `members` are names of products whose pieces this one prints in place of them; it is composed when those are done.
    What is `small` may lie on one sheet with pieces of other products.
    `swatches` finds named pictures of these templates, in a look, for the documents of any game.
    `shapes` are those of the files that products and templates of the kind name, by what people call such a file.
    `files` are the options that name such a file, each with what people call it.
    `takes` are the keys of a product, beside those of all kinds, that say something to this one.
    `flags` are options that `printgen build` takes for such products.
    """

    name: str
    compose: Callable[[Order], Composition]
    options: type[Options] | None = None
    load: Load | None = None
    check: Callable[[Game], Iterable[Finding]] = _nothing
    notes: Callable[[Game], Iterable[Finding]] = _nothing
    vast: bool = False
    telling: bool = False
    members: Callable[[Product], Sequence[str]] = _nobody
    small: bool = False
    swatches: Callable[[Library, str], Swatches] | None = None
    shapes: Mapping[str, Any] = {}
    files: Mapping[str, str] = {}
    takes: tuple[str, ...] = OF_PIECES
    flags: tuple[Flag, ...] = ()
