"""Kinds of printable by name: those of this package, a folder each, and those that other installed packages offer.

A package offers a kind by an entry point of the group `printgen.kinds` that names a `Kind`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from printgen.kinds.area_template import KIND as AREA_TEMPLATE
from printgen.kinds.booklet import KIND as BOOKLET
from printgen.kinds.cards import KIND as CARDS
from printgen.kinds.counters import KIND as COUNTERS
from printgen.kinds.cover import KIND as COVER
from printgen.kinds.deck_divider import KIND as DECK_DIVIDER
from printgen.kinds.die import KIND as DIE
from printgen.kinds.document import KIND as DOCUMENT
from printgen.kinds.hex_board import KIND as HEX_BOARD
from printgen.kinds.kind import OF_PIECES, Command, Desk, Kind, Wing
from printgen.kinds.lab import WING as LAB
from printgen.kinds.network import KIND as NETWORK
from printgen.kinds.pieces import KIND as PIECES
from printgen.kinds.roster import KIND as ROSTER
from printgen.kinds.ruler import KIND as RULER
from printgen.kinds.shared_sheet import KIND as SHARED_SHEET
from printgen.kinds.standee import KIND as STANDEE
from printgen.kinds.terrain_board import KIND as TERRAIN_BOARD
from printgen.kinds.track import KIND as TRACK
from printgen.kinds.tuck_box import KIND as TUCK_BOX

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.metadata import EntryPoint
    from pathlib import Path

    from printgen.base.gate import Gate
    from printgen.drawing.pieces import Swatch, Swatches
    from printgen.errors import Finding
    from printgen.faces.library import Library
    from printgen.kinds.reports import Asked, Chapter, Valued
    from printgen.reading.part import Options
    from printgen.reading.records import Game, Load, Product
    from printgen.work import Work

GROUP = "printgen.kinds"
"""The group of entry points under which installed packages offer kinds."""

_KINDS = (
    AREA_TEMPLATE,
    BOOKLET,
    CARDS,
    COUNTERS,
    COVER,
    DECK_DIVIDER,
    DIE,
    DOCUMENT,
    HEX_BOARD,
    NETWORK,
    PIECES,
    ROSTER,
    RULER,
    SHARED_SHEET,
    STANDEE,
    TERRAIN_BOARD,
    TRACK,
    TUCK_BOX,
)
_WINGS = (LAB,)
_OWN = {kind.name: kind for kind in _KINDS}
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
    return _OWN.get(name) or _offered().get(name)


def load(
    folder: Path, added: Gate | None = None, variant: str = "", drafts: Mapping[Path, bytes] | None = None
) -> tuple[Game | None, tuple[Finding, ...]]:
    """Load a game's folder with all that the kinds of its products read; see `reading.game.load_game`."""
    from printgen.reading.game import load_game

    game, findings = load_game(folder, added, find_load, find_options, variant, drafts)
    if game is None:
        return None, findings
    return game, tuple(sorted((*findings, *_unused(game)), key=lambda finding: finding.where))


def _unused(game: Game) -> Iterator[Finding]:
    """Findings for keys of products that say nothing to their kind."""
    from printgen.errors import Finding

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
            yield from _of_other_forms(game, product, kind.options())


def _of_other_forms(game: Game, product: Product, shape: type[Options]) -> Iterator[Finding]:
    """Findings for what the product's own options say to another form of its kind; a recipe speaks to all forms."""
    from printgen.errors import Finding

    if shape.forms:
        recipe: Mapping[str, Any] = game.boards.get(product.options.get("board", ""), {})
        form = product.options.get("form", recipe.get("form", shape.model_fields["form"].default))
        for key in (key for key in product.options if form not in shape.forms.get(key, (form,))):
            message = f"the form {form} reads no {key}; it is for {' and '.join(shape.forms[key])}"
            hint = f"Write form: {shape.forms[key][0]}, or remove the line."
            yield Finding("error", product.options.key_where(key), message, hint, "unused-key")


def find_load(name: str) -> Load | None:
    """What loads the products of the kind of this name."""
    kind = find_kind(name)
    if kind is None or kind.load or kind.options is None:
        return kind.load if kind else None
    shape = kind.options
    return lambda loading: loading.options_of(shape())


def find_options(name: str) -> tuple[str, ...] | None:
    """The names of the options that products of the kind of this name take; None for a kind that there is not."""
    kind = find_kind(name)
    if kind is None or kind.options is None:
        return None if kind is None else ()
    return tuple(field.alias or key for key, field in kind.options().model_fields.items())


def commands_of_kinds() -> tuple[Command, ...]:
    """What kinds and wings add to the command line; of two commands of one name the first one's counts."""
    offered = [*(wing.commands for wing in _WINGS), *(kind.commands for kind in all_kinds())]
    found = [command for commands in offered for command in commands]
    return tuple({command.name: command for command in reversed(found)}.values())


def desks_of(game: Game, product: Product) -> dict[str, Desk]:
    """The desks, by name, at which people can work at a product of a game: those of its kind, and of the wings."""
    kind = find_kind(product.kind)
    offered = (
        *(kind.desks if kind else ()),
        *(desk for wing in _WINGS if wing.takes_part(game) for desk in wing.desks),
    )
    return {desk.name: desk for desk in offered if desk.takes_part(game, product)}


def find_work(name: str) -> Work[Any] | None:
    """The work of this name, which a kind or a wing offers; None when none does."""
    offered = (*(wing.works for wing in _WINGS), *(kind.works for kind in all_kinds()))
    found = (works().get(name) for works in offered)
    return next((work for work in found if work is not None), None)


def chapters_of(asked: Asked) -> list[Chapter]:
    """What the wings add to a report on decks of a game."""
    told = (wing.report(asked) for wing in _WINGS if wing.takes_part(asked.game))
    return [chapter for chapter in told if chapter is not None]


def worth_of(asked: Valued) -> Mapping[str, Any] | None:
    """What the first wing that can tell makes of a card; None where none can."""
    told = (wing.worth(asked) for wing in _WINGS if wing.takes_part(asked.game))
    return next((one for one in told if one is not None), None)


def own_kinds() -> tuple[Kind, ...]:
    """The kinds of this package."""
    return _KINDS


def wings() -> tuple[Wing, ...]:
    """What lies beside the kinds and prints no pieces."""
    return _WINGS


def all_kinds() -> tuple[Kind, ...]:
    """All kinds, those of this package first."""
    return (*_KINDS, *(kind for name, kind in _offered().items() if name not in _OWN))


def kind_meant(name: str) -> str:
    """A hint for a name that is no kind: those that it may stand for, since other tools call them so."""
    from printgen.errors import did_you_mean

    meant = _OTHER_WORDS.get(name.casefold().replace("_", "-").replace(" ", "-").removesuffix("s"))
    return f"Did you mean {' or '.join(meant)}?" if meant else did_you_mean(name, kind_names())


def kind_names() -> list[str]:
    """The names of all kinds."""
    return [kind.name for kind in all_kinds()]


def swatches_of(library: Library, look: str) -> Swatches:
    """The named pictures that all kinds offer to documents in a look; the first kind that knows a name gives it."""
    offered = [kind.swatches(library, look) for kind in (*_OWN.values(), *_offered().values()) if kind.swatches]

    def find(name: str) -> Swatch:
        unknown = ValueError(f"there is no picture '{name}'")
        for swatches in offered:
            try:
                return swatches(name)
            except ValueError as error:
                unknown = error
        raise unknown

    return find


@lru_cache(maxsize=1)
def _offered() -> dict[str, Kind]:
    """The kinds of other packages; asked for only when a game names a kind that is not ours."""
    from importlib.metadata import entry_points

    return {kind.name: kind for kind in map(_entered, entry_points(group=GROUP))}


def _entered(point: EntryPoint) -> Kind:
    """The kind that an entry point names. UsageError when it names none: a package that is broken must be mended."""
    from printgen.errors import UsageError

    why = ""
    try:
        if isinstance(kind := point.load(), Kind):
            return kind
    except (ImportError, AttributeError) as error:
        why = f": {error}"
    message = f"{point.value} of another package is no kind of printable{why}"
    raise UsageError(message, "Update or uninstall the package.")
