"""A module of VASSAL: GAME.vmod, a zip of pictures and a description."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from printgen.base.errors import Finding, UsageError
from printgen.base.progress import Progress
from printgen.base.units import PT_PER_IN, parse_size, to_mm
from printgen.exports.bundle import Bundle
from printgen.exports.format import ExportFiles, Option, OptionValues, pictures_among, zip_of
from printgen.exports.vassal.content import HELP, VERSION, ModuleContent
from printgen.exports.vassal.escaping import element, plain, xml_bytes
from printgen.exports.vassal.grouping import TableSetup, sides_of, sort_table, visible_size
from printgen.exports.vassal.slots import ModuleImages

_TABLE, _CARD_TABLE = (72.0, 48.0), (36.0, 24.0)
"""The width and height of tables without a board, and of those for cards, in inches."""
_LEAST_SCALE, _LONGEST = 20, 5000
"""The least pixels of an inch, and the most pixels of the longest piece by default."""
_SAVE_TIME = 315532800000
"""When every module was saved, in milliseconds: the same game is the same file."""

_CARDS = (
    "Drag cards from a deck to your hand, a window that nobody else sees. Ctrl-F turns a card over, Ctrl-R discards it."
)
_PIECES = (
    "Drag pieces from the window Pieces. Ctrl-F turns over what has a back; Ctrl-[ and Ctrl-] turn long pieces round."
)

OPTIONS = (
    Option(
        "scale", "pixels per inch; 0 for 100, where a poker card is 250 x 350, or less for large pieces", 0, most=300
    ),
    Option("sides", "who plays, such as Red,Blue; by default those of the game's tables", "", metavar="NAMES"),
    Option("table", "the table of a game without a board; by default 72x48in, 36x24in for cards", "", metavar="SIZE"),
)


def _largest(setup: TableSetup) -> float:
    """The longest side of any board or piece, in inches."""
    products = (*setup.boards, *setup.lists)
    sizes = (visible_size(component) for product in products for component in product.components)
    return max((side for size in sizes for side in size), default=0.0) / to_mm(PT_PER_IN)


def _scale(setup: TableSetup, options: OptionValues) -> int:
    """The pixels of an inch: from the options, or 100, or as many as large pieces allow. UsageError for too few."""
    scale: int = options["scale"]
    if 0 < scale < _LEAST_SCALE:
        raise UsageError(f"scale: {scale} is less than {_LEAST_SCALE}", f"Give a number from {_LEAST_SCALE} to 300.")
    return scale or max(_LEAST_SCALE, min(100, int(_LONGEST / max(1.0, _largest(setup)) / 10) * 10))


def _table(setup: TableSetup, options: OptionValues) -> tuple[float, float]:
    """The table of a game without a board, in points: from the options, or a default with room for all pieces."""
    if not options["table"]:
        wide, high = _CARD_TABLE if setup.decks else _TABLE
        factor = max(1.0, 1.25 * _largest(setup) / wide)
        return wide * factor * PT_PER_IN, high * factor * PT_PER_IN
    try:
        return parse_size(options["table"])
    except ValueError as error:
        raise UsageError(f"table: {error}", "Give a size such as 72x48in.") from error


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """Findings on omitted products; an error when nothing is left."""
    setup = sort_table(bundle, sides_of(bundle, options["sides"]))
    _table(setup, options)
    _scale(setup, options)
    if not setup.components:
        yield bundle.nothing_fits("a module of VASSAL")
        return
    for product, reason in setup.omitted:
        yield product.omission(product.components, reason, "Print it where it is needed.")
    for product, other in setup.replaced:
        yield product.finding("info", f"{product.name} is left out: {other.name} is there instead", "", "left-out")


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Draw the pictures, and put them into the module with its description."""
    sides = sides_of(bundle, options["sides"])
    setup = sort_table(bundle, sides)
    images = ModuleImages(_scale(setup, options))
    module = ModuleContent(bundle, setup, sides, images, _table(setup, options)).module()
    data = {
        "version": plain(bundle.game.version) or "1.0", "extra1": "", "extra2": "", "VassalVersion": VERSION,
        "dateSaved": str(_SAVE_TIME), "description": "Made by printgen", "name": plain(bundle.display_title),
    }  # fmt: skip
    about = element("data", {"version": 1}, [element(tag, text=text) for tag, text in data.items()])
    files = {"buildFile.xml": xml_bytes(module), "moduledata": xml_bytes(about), HELP: _help(bundle, setup)}
    files |= {f"images/{file}": image for file, image in images.files(progress)}
    note = f"Open {bundle.stem}.vmod with VASSAL {VERSION} or later: File, Open Module."
    pieces = sum(component.copies for component in setup.components)
    archive = (f"{bundle.stem}.vmod", zip_of(dict(sorted(files.items()))))
    return ExportFiles([archive], notes=(note,), pieces=pieces, pictures=pictures_among(files))


def _help(bundle: Bundle, setup: TableSetup) -> bytes:
    """The page of help."""
    lines = [
        "Choose your side as the game begins.",
        "Rest the mouse on a card or a piece to read it.",
        _CARDS if setup.decks else "",
        "A right click on discards shuffles them into their deck." if setup.decks else "",
        _PIECES if setup.lists else "",
        "Ctrl-D removes a piece.",
        "Rules and aids are in the window Pages." if setup.pages else "",
    ]
    game = bundle.game
    credit = [f"{word}: {text}" for word, text in (("By", game.author), ("Licence", game.licence)) if text]
    credit += [game.notice] if game.notice else []
    items = "".join(f"<li>{escape(line)}</li>" for line in lines if line)
    body = f"<ul>{items}</ul>" + "".join(f"<p>{escape(line)}</p>" for line in credit)
    return f"<html><body><h1>{escape(plain(bundle.display_title))}</h1>{body}</body></html>\n".encode()
