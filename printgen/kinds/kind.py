"""What the rest of the package knows of a kind of printable: one value, `Kind`, that its folder offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import click

    from printgen.drawing.pieces import Swatches
    from printgen.errors import Finding
    from printgen.faces.library import Library
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options
    from printgen.reading.records import Game, Load


def _nothing(game: Game) -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, slots=True)
class Late:
    """What a module of a package defines under a name, imported when it is asked for: a start needs none of it.

    `Late(__name__, "pieces", "compose")` is called as the function itself; `get` gives whatever it is.
    """

    package: str
    module: str
    name: str

    def get(self) -> Any:
        """The thing itself."""
        return getattr(import_module(f"{self.package}.{self.module}"), self.name)

    def __call__(self, *given: Any) -> Any:
        return self.get()(*given)


@dataclass(frozen=True, slots=True)
class Command:
    """A command of `printgen` by its name and the one line of help that the list of commands shows.

    `load` imports and gives the command itself; it is called when the command runs.
    """

    name: str
    summary: str
    load: Callable[[], click.Command]


@dataclass(frozen=True, slots=True)
class Flag:
    """An option of a kind that `printgen build` takes too, as --NAME, and lays over what the products say."""

    name: str
    help: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of printable.

    `name` is the word in a game's file. `options` gives the shape of what a product may say under `options`. `load`
    makes values of a product's options and of the files that they name, once, when the game is loaded; without it they
    are held to the shape and nothing more. What it returns is `product.loaded`. `compose` makes the pieces of one
    product. `check` finds what breaks a rule in a game with such products, `notes` what is worth knowing of it and no
    fault; both are asked once a game. `vast` pieces are so large that one may take a hundred sheets, which nobody
    should print unawares. A `telling` kind tells of the game's other products, and is composed when those are done.
    `swatches` finds named pictures of these templates for the documents of any game.
    `shapes` gives the shapes of the files that products of the kind name, by what people call such a file.
    `flags` are options that `printgen build` takes for such products.
    `commands` are what the kind adds to the command line; they stand in its module `commands`.

    A kind is imported with every start: its functions are `Late`, or import what they need when they are called.
    """

    name: str
    compose: Callable[[Order], Composition]
    options: Callable[[], type[Options]] | None = None
    load: Load | None = None
    check: Callable[[Game], Iterable[Finding]] = _nothing
    notes: Callable[[Game], Iterable[Finding]] = _nothing
    vast: bool = False
    telling: bool = False
    swatches: Callable[[Library], Swatches] | None = None
    shapes: Callable[[], Mapping[str, Any]] | None = None
    flags: tuple[Flag, ...] = ()
    commands: tuple[Command, ...] = ()
