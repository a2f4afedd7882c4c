"""Kinds of printable by name: those of this package, and those that other installed packages offer.

A package offers a kind by an entry point of the group `printgen.kinds` that names a `Kind`. A kind is imported when a
game has such a product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint
    from pathlib import Path

    from printgen.base.errors import Finding
    from printgen.base.file_access import FileAccess
    from printgen.drawing.pieces import Swatch, Swatches
    from printgen.faces.library import Library
    from printgen.game.records import Game, Load, Product
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options


class Flag(NamedTuple):
    """An option of a kind that `printgen build` also takes, as --NAME; it overrides the option of the products."""

    name: str
    help: str
    choices: tuple[str, ...] = ()


OF_PIECES = ("list", "record", "front", "back", "size", "fill")
"""Keys of a product that not every kind takes."""


class Kind(NamedTuple):
    """One kind of printable."""

    name: str
    """The word for it in a game's file."""
    compose: Callable[[Order], Composition]
    """Makes the pieces of one product."""
    options: type[Options] | None = None
    """The shape of what a product may say under `options`."""
    load: Load | None = None
    """Makes `product.loaded` of a product's options and of the files that they name, once, when the game is loaded.
    Without it, that is the options themselves."""
    check: Callable[[Game], Iterable[Finding]] = lambda game: ()
    """Finds what breaks a rule in a game with such products; asked once a game."""
    notes: Callable[[Game], Iterable[Finding]] = lambda game: ()
    """Finds what is worth knowing of such a game and no fault; asked once a game."""
    vast: bool = False
    """Whether pieces are so large that one may take a hundred sheets, which nobody should print unawares."""
    summary: bool = False
    """Whether it prints what the game's other products are, and so is composed after them."""
    members: Callable[[Product], Sequence[str]] = lambda product: ()
    """Names the products whose pieces a product prints in place of them; it is composed after them."""
    small: bool = False
    """Whether its pieces may lie on one sheet with pieces of other products."""
    swatches: Callable[[Library, str], Swatches] | None = None
    """Finds named pictures of these templates, in a look, for the documents of any game."""
    shapes: Mapping[str, Any] = {}
    """The shapes of the files that products and templates of the kind name, by what people call such a file."""
    files: Mapping[str, str] = {}
    """The options that name such a file, each with what people call it."""
    takes: tuple[str, ...] = OF_PIECES
    """The keys of a product, beside those of all kinds, that say something to this one."""
    flags: tuple[Flag, ...] = ()
    """Options that `printgen build` takes for such products."""


GROUP = "printgen.kinds"
"""The group of entry points under which installed packages offer kinds."""

FOLDERS: Mapping[str, str] = {
    "area-template": "area_template",
    "booklet": "booklet",
    "cards": "cards",
    "counters": "counters",
    "cover": "cover",
    "deck-divider": "deck_divider",
    "die": "die",
    "reference-sheet": "reference_sheet",
    "hex-board": "board.hex_pieces",
    "network": "board.network",
    "pieces": "pieces",
    "roster": "roster",
    "ruler": "ruler",
    "shared-sheet": "shared_sheet",
    "standee": "standee",
    "terrain-board": "board.square_pieces",
    "track": "board.track_pieces",
    "tuck-box": "tuck_box",
}
"""The files and folders of our kinds by the names of kinds; each offers a `KIND`."""
_SQUARES, _HEXES = "'terrain-board'", "'hex-board'"
_OTHER_WORDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("grid", "grid-board", "square-board", "tile-board"), (_SQUARES,)),
    **dict.fromkeys(("hexe", "hexmap", "hex-map", "hex-grid"), (_HEXES,)),
    **dict.fromkeys(("board", "map", "poster", "playmat"), (_SQUARES, _HEXES, "'track'")),
    **dict.fromkeys(("deck", "hand"), ("'cards'",)),
    **dict.fromkeys(("token", "marker", "chit", "chip", "coin"), ("'counters'",)),
    **dict.fromkeys(("tile", "domino", "dominoe"), ("'pieces'",)),
    **dict.fromkeys(("box", "boxe"), ("'tuck-box'",)),
    **dict.fromkeys(("pawn", "meeple", "miniature", "figure"), ("'standee'",)),
    **dict.fromkeys(("rule", "rulebook", "rule-book", "manual"), ("'booklet'", "'reference-sheet'")),
    **dict.fromkeys(("aid", "player-aid", "sheet", "document", "pad"), ("'reference-sheet'",)),
}
"""What other tools call kinds, without an s at the end."""


def find_kind(name: str) -> Kind | None:
    """The kind of this name; None when neither this package nor another one offers it."""
    return _import_kind(name) if name in FOLDERS else _plugin_kinds().get(name)


def load(
    folder: Path, added: FileAccess | None = None, variant: str = "", drafts: Mapping[Path, bytes] | None = None
) -> tuple[Game | None, tuple[Finding, ...]]:
    """Load a game's folder with all files that the kinds of its products need; see `game.load.load_game`."""
    from printgen.game.load import load_game

    game, findings = load_game(folder, added, find_load, find_options, variant, drafts)
    if game is None:
        return None, findings
    return game, tuple(sorted((*findings, *_check_keys(game)), key=lambda finding: finding.where))


def _check_keys(game: Game) -> Iterator[Finding]:
    """Findings for keys of products that their kind ignores."""
    from printgen.base.errors import Finding

    for product in game.products.values():
        kind = find_kind(product.kind)
        takes = kind.takes if kind else OF_PIECES
        idle = [key for key in OF_PIECES if key not in takes and product.gives(key)]
        if not idle and product.gives("record") and not (product.gives("list") or product.each):
            idle = ["record"]
        for key in idle:
            message = f'a product of the kind {product.kind} takes no "{key}"'
            if key in takes:
                message = f'"{key}" says the shape of the entries of a list, and this product has none'
            hint = "Remove the line; see options."
            yield Finding("error", product.key_where_of(key), message, hint, "unused-key")
        if kind and kind.options and product.loaded is not None:
            yield from _check_form(game, product, kind.options)


def _check_form(game: Game, product: Product, shape: type[Options]) -> Iterator[Finding]:
    """Findings for options of a product that belong to another form of its kind; a recipe serves all forms."""
    from printgen.base.errors import Finding

    if shape.forms:
        recipe: Mapping[str, Any] = game.boards.get(product.options.get("board", ""), {})
        form = product.options.get("form", recipe.get("form", shape.model_fields["form"].default))
        for key in (key for key in product.options if form not in shape.forms.get(key, (form,))):
            message = f"the form {form} reads no {key}; it is for {' and '.join(shape.forms[key])}"
            hint = f"Write form: {shape.forms[key][0]}, or remove the line."
            yield Finding("error", product.options.key_where(key), message, hint, "unused-key")


def find_load(name: str) -> Load | None:
    """The function that loads the products of the kind of this name."""
    kind = find_kind(name)
    if kind is None or kind.load or kind.options is None:
        return kind.load if kind else None
    shape = kind.options
    return lambda loading: loading.options_of(shape)


def find_options(name: str) -> tuple[str, ...] | None:
    """The names of the options that products of this kind take; None for an unknown kind."""
    kind = find_kind(name)
    if kind is None or kind.options is None:
        return None if kind is None else ()
    return tuple(field.alias or key for key, field in kind.options.model_fields.items())


def all_kinds() -> tuple[Kind, ...]:
    """All kinds, those of this package first."""
    return (*map(_import_kind, FOLDERS), *(kind for name, kind in _plugin_kinds().items() if name not in FOLDERS))


def description(kind: Kind) -> str:
    """The description of a kind: the first words of its folder or package."""
    module = import_module(kind.compose.__module__)
    if not hasattr(module, "KIND"):
        module = import_module(module.__name__.rpartition(".")[0])
    return module.__doc__ or ""


def suggest_kind(name: str) -> str:
    """A hint for an unknown kind: the kinds that other tools call by this name."""
    from printgen.base.errors import did_you_mean

    kinds = _OTHER_WORDS.get(name.casefold().replace("_", "-").replace(" ", "-").removesuffix("s"))
    return f"Did you mean {' or '.join(kinds)}?" if kinds else did_you_mean(name, kind_names())


def kind_names() -> list[str]:
    return [*FOLDERS, *(name for name in _plugin_kinds() if name not in FOLDERS)]


def swatches_of(library: Library, look: str) -> Swatches:
    """The named pictures that all kinds offer to documents in a look; the first kind that knows a name gives it."""
    offered = [kind.swatches(library, look) for kind in all_kinds() if kind.swatches]

    def find(name: str) -> Swatch:
        unknown = ValueError(f"there is no picture '{name}'")
        for swatches in offered:
            try:
                return swatches(name)
            except ValueError as error:
                unknown = error
        raise unknown

    return find


def _import_kind(name: str) -> Kind:
    kind: Kind = import_module(f"printgen.kinds.{FOLDERS[name]}").KIND
    return kind


@lru_cache(maxsize=1)
def _plugin_kinds() -> dict[str, Kind]:
    """The kinds of other packages; only looked up when a game names a kind that is not built in."""
    from importlib.metadata import entry_points

    return {kind.name: kind for kind in map(_load_entry, entry_points(group=GROUP))}


def _load_entry(point: EntryPoint) -> Kind:
    """The kind that an entry point names. UsageError when it names none, as a broken package does."""
    from printgen.base.errors import UsageError

    why = ""
    try:
        if isinstance(kind := point.load(), Kind):
            return kind
    except (ImportError, AttributeError) as error:
        why = f": {error}"
    message = f"{point.value} of another package is no kind of printable{why}"
    raise UsageError(message, "Update or uninstall the package.")
