"""What other programs use: a target comes in; a game goes out whose products compose, impose and write themselves.

All of it is offered by `import printgen`, which imports nothing before it is asked for.

Lengths that go in are texts with a unit ("3mm"); those that come out are points. Mistakes in files are raised as
PrintgenError, which carries every finding of all files; what does not exist (a kit, a product, a card, a paper) as
UsageError, which is a PrintgenError too.

What a game may take is limited: each of these calls counts its work, and ends with a PrintgenError of the code
"over-limit" where no real game goes. `with metered(False):` lifts the limits of what is called in it, and
`with metered():` counts several calls as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printgen.base.budget import metered
from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where, gathered
from printgen.build import print_lists, targets
from printgen.build import stages as build
from printgen.build.games import Game, Product, one_by_one
from printgen.build.jobs import sound
from printgen.build.live import View, preview
from printgen.build.manifest import Entry, Manifest
from printgen.build.print_lists import Wanted
from printgen.build.printed import Pieces, Sheets
from printgen.build.settings import DUPLEX, FORMATS, MANY_SHEETS, PLAIN, ManySheets, Settings
from printgen.build.stages import Built, Progress, silent
from printgen.drawing.pieces import Piece
from printgen.game.load import json_schema
from printgen.game.records import MOST_COPIES, Record
from printgen.sheets.sheet import Sheet
from printgen.sheets.sheet import paper as find_paper

if TYPE_CHECKING:
    from printgen.build.filing import Marked
    from printgen.build.importers.cards import Imported
    from printgen.build.live import LiveGame
    from printgen.build.planning import Plan
    from printgen.build.pulling import Pulled
    from printgen.build.schemas import Schemas
    from printgen.build.starting import Begun
    from printgen.drawing.model import Drawing
    from printgen.editing.helping import Told
    from printgen.sheets.printers import Printer

__all__ = [
    "DUPLEX", "FORMATS", "MANY_SHEETS", "MOST_COPIES", "Built", "Entry", "Exit", "Finding", "Game", "LiveGame",
    "Manifest", "ManySheets", "Piece", "Pieces", "Printer", "PrintgenError", "Product", "Record", "Settings",
    "Sheet", "Sheets", "UsageError", "View", "Wanted", "Where", "begin", "calibrate", "check", "clean_picture",
    "game_around", "game_of", "house_fonts", "import_cards", "kits", "load", "mark_printed",
    "measure_printer", "metered", "picture", "plan", "preview", "print_list", "printer", "printers", "pull", "samples",
    "schema", "starters", "tell", "words", "write", "write_schemas",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # A start waits for no shape that few ask for.
    if name == "Printer":
        from printgen.sheets.printers import Printer

        return Printer
    if name == "LiveGame":
        from printgen.build.live import LiveGame

        return LiveGame
    raise AttributeError(f"module 'printgen.api' has no attribute '{name}'")


def kits() -> tuple[str, ...]:
    """The names of the built-in kits."""
    return tuple(targets.kits())


def game_around() -> Path | None:
    """The folder of the game that the working folder lies in; None where it lies in none.

    What is found there, such as a folder my-cards, came with the game and is not the user's own.
    """
    return targets.game_around()


@metered()
def import_cards(
    source: str | Path, folder: str | Path = "", sizes: Sequence[str] = (), *, dpi: float = 0.0, bleed: str = "0mm",
    strict: bool = False, progress: Progress = silent,
) -> Imported:  # fmt: skip
    """Make a game of finished card pictures: fronts, backs by their names, copies.

    `source` is a folder of pictures, or an order of mpc-autofill (cards.xml). The game goes into `folder`, which is
    made, or is empty; without one into SOURCE-game. `sizes` are those of the cards, such as "poker" or "63x88mm", `dpi`
    the dots per inch of the pictures, and `bleed` how far they reach beyond the cut; what is not said follows from the
    pictures. PrintgenError carries what cannot be used at all, or with `strict` anything; UsageError says that there is
    no such source, size or folder.
    """
    from printgen.build.importers.cards import import_cards

    return import_cards(source, folder, sizes, dpi, bleed, strict, progress)


def game_of(target: str | Path) -> str:
    """The target of the whole game that a target names: without its product. UsageError for what is none."""
    folder, named = targets.find_target(str(target))
    return folder.name if targets.kits().get(folder.name) == folder else str(folder) if named else str(target)


def house_fonts() -> dict[str, Path]:
    """The files of the fonts of the house, by their names, such as "label-bold": what its pages are set in."""
    from printgen.drawing.fonts import house_files

    return house_files()


@metered()
def clean_picture(data: bytes) -> tuple[bytes, str]:
    """A picture that somebody gave, encoded anew, upright, at most 2400 dots wide and high; and its ending, ".jpg".

    What a camera noted is gone. UsageError where it is no PNG, JPEG or WebP picture, or too large a one.
    """
    from printgen.art.photos import clean_photo

    return clean_photo(data)


@metered()
def picture(drawing: Drawing) -> bytes:
    """A drawing as an SVG picture, with its letters as outlines."""
    from printgen.writers import WRITERS
    from printgen.writers.page import UNTOLD, Page

    (data,) = WRITERS["svg"]([Page(drawing)], UNTOLD, 72, False)
    return data


@metered()
def load(target: str | Path, *, cards: str | Path | None = None, variant: str = "") -> Game:
    """Read a game with all files that it names.

    `target` is the name of a built-in kit, the path of a folder with a game.yaml, or either with "/" and the name of
    one product. `cards` is a folder of cards of one's own: KIT/PRODUCT.yaml in it adds to that product. `variant` names
    the variant of the game that is read. PrintgenError carries every mistake of all files; UsageError says that there
    is no such kit, folder, product or variant.
    """
    job = sound(str(target), Path(cards) if cards is not None else None, variant)
    game, (_, named) = job.game, targets.find_target(str(target))
    texts = (game.name, game.title, game.version, game.author, game.licence, game.notice)
    return Game(*texts, game.folder, named, gathered(job.findings), job)


@metered()
def schema(target: str | Path) -> dict[str, Any]:
    """The JSON Schema of a file that people write, for editors.

    `target` is the word for such a file ("game"), or a product, such as "go-joe/joe-deck", whose list is meant.
    UsageError when there is no such file.
    """
    if "/" not in str(target):
        # Whoever prints does not wait for what tells of files.
        from printgen.build.schemas import schema_of

        return schema_of(str(target))
    folder, named = targets.find_target(str(target))
    if not named:
        raise UsageError("a schema is of one product's list", "Name a product, such as go-joe/joe-deck.")
    product = sound(str(target)).products[0]
    if not product.record:
        raise UsageError(f"{target} has no list of records", "Name a product that has one.")
    return json_schema(folder, product.record)


def samples() -> tuple[str, ...]:
    """The names of the small games that came with printgen, of which a new one may begin as a copy."""
    from printgen.build import starting

    return starting.samples()


def starters() -> tuple[str, ...]:
    """What a new game can be like, such as cards or board."""
    from printgen.build import starting

    return starting.starters()


@metered()
def begin(folder: str | Path, like: str = "cards") -> Begun:
    """Write a small game that builds into a folder, which is made, or is empty.

    `like` is one of `starters()`, or of `samples()`, of which it is a copy. Its title is made from the folder's name.
    UsageError says what is wrong with the folder's name, or that there is something in it; PrintgenError that it cannot
    be written. All files are written, or none.
    """
    from printgen.build import starting

    return starting.begin(folder, like)


@metered()
def write_schemas(folder: str | Path) -> Schemas:
    """Write the JSON Schemas of a game's files into its folder .printgen, where editors find them; see `schema`.

    PrintgenError carries the mistakes of its files; UsageError says that this is not the folder of a game.
    """
    from printgen.build import schemas as editing

    return editing.write_schemas(folder)


def tell(word: str) -> tuple[Told, ...]:
    """What a word of any file means, everywhere that it has a meaning: what it takes, and an example.

    `word` may say what it belongs to: text.size. UsageError for a word that no file has.
    """
    from printgen.editing import helping

    return helping.tell(word)


def words() -> dict[str, tuple[str, ...]]:
    """All words that `tell` knows, by their groups."""
    from printgen.editing import helping

    return helping.groups()


@metered()
def pull(target: str | Path, *, local: bool = False) -> tuple[Pulled, ...]:
    """Fetch the published sheets that a game, or one product, names under `pull`, and save them as its lists.

    This is the only function that reads the network. UsageError says that nothing is named; PrintgenError that a sheet
    cannot be had or is no CSV, with the place of its address, or that a list cannot be written: then none is.
    `local` takes addresses of this very machine, for tests.
    """
    from printgen.build import pulling

    return pulling.pull(str(target), local=local)


@metered()
def calibrate(
    name: str, out: str | Path = "output", *, paper: str = "letter", duplex: str = "long", kit: str | Path = "",
    check: bool = False,
) -> Path:  # fmt: skip
    """Write the page on which a printer is measured, front and back, into OUT/printers/NAME.pdf; its path.

    `duplex` is the edge over which the printer turns paper, `kit` a game whose language the page speaks. With `check`
    it is written for the printer as it is known, so that all numbers should be true. UsageError for a name, a paper or
    a game that cannot be; PrintgenError where the paper is too small, or the file cannot be written.
    """
    from printgen.build.jobs import sound
    from printgen.faces.library import default_library
    from printgen.sheets import printers as known

    library = sound(str(kit)).library if kit else default_library()
    return known.write_page(name, Path(out), find_paper(paper, library), duplex, library, check=check)


@metered()
def measure_printer(
    name: str, front: Sequence[str], back: Sequence[str], *, paper: str = "letter", duplex: str = "long",
    stack: str = "",
) -> Printer:  # fmt: skip
    """Save what the numbers A to D of both sides of a printer's calibration page say of it, as they were typed.

    `stack` is empty where the printer turns its sheets, else how they go back into the tray: the printed side, the top,
    and if known how sheets come out, such as "up last down". UsageError for what cannot be; PrintgenError where the
    file cannot be written.
    """
    from printgen.sheets import printers as known

    return known.measure(name, front, back, find_paper(paper), duplex, stack)


@metered()
def printers() -> tuple[str, ...]:
    """The names of the printers that were measured; their files are in the user's own folder of configuration."""
    from printgen.sheets import printers as known

    return known.printers()


@metered()
def printer(name: str) -> Printer:
    """What is known of a printer. UsageError for one that nobody has measured; PrintgenError for a spoiled file."""
    from printgen.sheets import printers as known

    return known.printer(name)


@metered()
def check(
    targets: Sequence[str | Path] = (), settings: Settings = PLAIN, progress: Progress = silent
) -> tuple[Finding, ...]:
    """Everything that is to be said about games: their files, their rules, and whether every piece can be drawn
    and laid on paper.

    `targets` are as in `load`; without any, all built-in kits are meant. Mistakes are findings here, not exceptions.
    """
    return tuple(build.check(one_by_one(targets), settings, progress))


@metered()
def write(
    targets: Sequence[str | Path | Wanted] = (), settings: Settings = PLAIN, progress: Progress = silent
) -> Built:
    """Print games into PDFs, OUT/KIT/PRODUCT.pdf each, beside a manifest.json; `targets` are as in `check`.

    One of them may be `Wanted`, which says of what cards, and how often; `print_list` reads them from a file.

    `progress` is told what is being made. Nothing is written unless everything can be: PrintgenError carries all
    findings, and the files of an earlier build stay as they are. ManySheets says that a product would take more sheets
    than the settings allow.
    """
    return build.build(_wanted(targets), settings, progress)


@metered()
def plan(targets: Sequence[str | Path | Wanted] = (), settings: Settings = PLAIN, progress: Progress = silent) -> Plan:
    """What printing takes, before anything is printed: sheets of paper, pages, ink, cuts, and what is new.

    `targets` are as in `write`, and so is what is raised; nothing is written.
    """
    from printgen.build import planning

    return planning.plan(_wanted(targets), settings, progress)


@metered()
def mark_printed(
    targets: str | Path | Wanted | Sequence[str | Path | Wanted], out: str | Path = "output", *,
    cards: Path | None = None, variant: str = "",
) -> tuple[Marked, ...]:  # fmt: skip
    """Say that what the last build of targets made is printed, or some of its cards, which `Wanted` names.

    `out` is where they were built. From then on `Settings.changed` prints what differs from that, and not from the last
    build. A row for each product tells which pieces count as printed and did not before. UsageError where nothing of a
    target was built there, or no such card.
    """
    from printgen.build import filing as changes

    return changes.mark_printed(_wanted(targets), Path(out), cards, variant)


def print_list(file: str | Path) -> tuple[Wanted, ...]:
    """What a print list says is to be printed, for `write`; PrintgenError with the mistakes of the file."""
    return print_lists.print_list(file)


def _wanted(targets: str | Path | Wanted | Sequence[str | Path | Wanted]) -> tuple[str | Wanted, ...]:
    """Targets one by one, and rows as they are."""
    if isinstance(targets, Wanted):
        return (targets,)
    if isinstance(targets, str | Path) or not isinstance(targets, Iterable):
        return one_by_one(targets)
    return tuple(one if isinstance(one, Wanted) else str(one) for one in targets)
