"""What the rest of the package knows of a kind of printable: one value, `Kind`, that its folder offers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import click

    from printgen.drawing.pieces import Swatches
    from printgen.errors import Finding
    from printgen.faces.library import Library
    from printgen.kinds.composition import Composition, Order
    from printgen.kinds.reports import Asked, Chapter, Valued
    from printgen.reading.part import Options
    from printgen.reading.records import Game, Load, Product
    from printgen.work import Work


def _nothing(game: Game) -> Iterable[Finding]:
    return ()


def _nobody(product: Product) -> Sequence[str]:
    return ()


def _no_chapter(asked: Asked) -> None:
    return None


def _no_worth(asked: Valued) -> None:
    return None


class _Waiting(ModuleType):
    """A module that runs when something of it is asked for, but not when it is asked where it came from.

    An import asks for that first, and drops whatever is raised then: a Ctrl-C would be lost. Whoever asks while another
    thread runs it waits until it is whole.
    """

    def __getattribute__(self, name: str) -> Any:
        plain = super().__getattribute__
        if name == "__spec__":
            return plain(name)
        spec = plain("__spec__")
        with spec.loader_state:
            if object.__getattribute__(self, "__class__") is _Waiting and not getattr(spec, "runs", False):
                spec.runs = True
                try:
                    spec.loader.exec_module(self)
                    object.__setattr__(self, "__class__", ModuleType)
                finally:
                    spec.runs = False
        return plain(name)


class _Loader(LazyLoader):
    """Its modules wait."""

    def exec_module(self, module: ModuleType) -> None:
        spec: Any = module.__spec__
        spec.loader = module.__loader__ = self.loader  # type: ignore[attr-defined]
        spec.loader_state = RLock()
        module.__class__ = _Waiting


class _Finder:
    """Finds modules as ever, but lets them run only when something of them is asked for."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


@contextmanager
def late() -> Iterator[None]:
    """Imports in this block are real ones, but each module runs when something of it is asked for first.

    So a kind names what it offers, type checkers see it, and a start needs none of it.
    """
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class Command(NamedTuple):
    """A command of `printgen` by its name and the one line of help that the list of commands shows.

    `load` imports and gives the command itself; it is called when the command runs.
    """

    name: str
    summary: str
    load: Callable[[], click.Command]


def commands_of(summaries: Mapping[str, str], find: Callable[[], Mapping[str, click.Command]]) -> tuple[Command, ...]:
    """Commands by name with their summaries; `find` imports and gives those that stand in a module."""
    return tuple(Command(name, told, partial(_found, find, name)) for name, told in summaries.items())


def _found(find: Callable[[], Mapping[str, click.Command]], name: str) -> click.Command:
    return find()[name]


class Flag(NamedTuple):
    """An option of a kind that `printgen build` takes too, as --NAME, and lays over what the products say."""

    name: str
    help: str
    choices: tuple[str, ...] = ()


class Desk(NamedTuple):
    """Where people work at a game live, such as in the studio, by its name.

    `takes_part` says whether a product of a game has anything for it. `load` imports and gives its actions by name,
    each a `printgen.desks.Action`; they stand in the module `desk`.
    """

    name: str
    takes_part: Callable[[Game, Product], bool]
    load: Callable[[], Mapping[str, Any]]


class Wing(NamedTuple):
    """What works with games and is no kind of printable: a folder beside the kinds, which prints no pieces.

    `takes_part` says whether a game has anything for it. `check` finds what breaks a rule in such a game. `report` is
    what it adds to a report on decks of such a game, None for nothing; `worth` is what it makes of a card of one, None
    where it cannot tell. `shapes`, `works`, `commands` and `desks` are as
    those of a `Kind`, and it is imported as late as one.
    """

    name: str
    takes_part: Callable[[Game], bool]
    check: Callable[[Game], Iterable[Finding]] = _nothing
    report: Callable[[Asked], Chapter | None] = _no_chapter
    worth: Callable[[Valued], Mapping[str, Any] | None] = _no_worth
    shapes: Callable[[], Mapping[str, Any]] = dict
    works: Callable[[], Mapping[str, Work[Any]]] = dict
    commands: tuple[Command, ...] = ()
    desks: tuple[Desk, ...] = ()


OF_PIECES = ("list", "record", "front", "back", "size", "fill")
"""Keys of a product that not every kind takes."""


class Kind(NamedTuple):
    """One kind of printable.

    `name` is the word in a game's file. `options` gives the shape of what a product may say under `options`. `load`
    makes values of a product's options and of the files that they name, once, when the game is loaded; without it they
    are held to the shape and nothing more. What it returns is `product.loaded`. `compose` makes the pieces of one
    product. `check` finds what breaks a rule in a game with such products, `notes` what is worth knowing of it and no
    fault; both are asked once a game. `vast` pieces are so large that one may take a hundred sheets, which nobody
    should print unawares. A `telling` kind tells of the game's other products, and is composed when those are done.
    `members` are names of products whose pieces this one prints in place of them; it is composed when those are done.
    What is `small` may lie on one sheet with pieces of other products.
    `swatches` finds named pictures of these templates, in a look, for the documents of any game.
    `shapes` gives those of the files that products and templates of the kind name, by what people call such a file.
    `files` are the options that name such a file, each with what people call it.
    `takes` are the keys of a product, beside those of all kinds, that say something to this one.
    `flags` are options that `printgen build` takes for such products.
    `works` gives the works, by name, whose results in files `printgen lab merge` adds up.
    `commands` are what the kind adds to the command line; they stand in its module `commands`. `desks` are what it
    offers to people who work live, in its module `desk`.

    A kind is imported with every start: what it offers is imported `late`, or when it is called.
    """

    name: str
    compose: Callable[[Order], Composition]
    options: Callable[[], type[Options]] | None = None
    load: Load | None = None
    check: Callable[[Game], Iterable[Finding]] = _nothing
    notes: Callable[[Game], Iterable[Finding]] = _nothing
    vast: bool = False
    telling: bool = False
    members: Callable[[Product], Sequence[str]] = _nobody
    small: bool = False
    swatches: Callable[[Library, str], Swatches] | None = None
    shapes: Callable[[], Mapping[str, Any]] = dict
    files: Mapping[str, str] = {}
    takes: tuple[str, ...] = OF_PIECES
    flags: tuple[Flag, ...] = ()
    works: Callable[[], Mapping[str, Work[Any]]] = dict
    commands: tuple[Command, ...] = ()
    desks: tuple[Desk, ...] = ()
