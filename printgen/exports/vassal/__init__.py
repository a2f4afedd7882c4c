"""A module of VASSAL: a parcel comes in; GAME.vmod goes out, a zip of pictures and a description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from xml.etree.ElementTree import Element

from printgen.base.errors import Finding, UsageError
from printgen.base.units import PT_PER_IN, parse_size
from printgen.build.stages import Progress
from printgen.drawing.extent import digest_of
from printgen.exports.bundle import Bundle, ProductExport, zip_of
from printgen.exports.format import ExportFiles, Option, OptionValues, pictures_among
from printgen.exports.rooms import nothing_fits, omission
from printgen.exports.vassal.content import HELP, VERSION, BoardChoice, ModuleContent, TableSize
from printgen.exports.vassal.escaping import element, label, plain, xml_bytes
from printgen.exports.vassal.grouping import TableSetup, board_box, maps, sides_of, sort_table, visible_size
from printgen.exports.vassal.slots import ModuleImages

_MUCH = 400_000_000
"""Pictures that take more bytes are a burden to many computers."""
_TABLE, _CARD_TABLE = (72.0, 48.0), (36.0, 24.0)
"""Tables in inches."""
_LEAST, _LONGEST = 20, 5000
"""The fewest pixels of an inch, and the most of the longest piece where nobody asks for others."""
_THEN = 315532800000
"""When every module was saved, in milliseconds: the same game is the same file."""

_CARDS = (
    "Drag cards from a deck to your hand, a window that nobody else sees. Ctrl-F turns a card over, Ctrl-R discards it."
)
_PIECES = (
    "Drag pieces from the window Pieces. Ctrl-F turns over what has a back; Ctrl-[ and Ctrl-] turn long pieces round."
)

OPTIONS = (
    Option("boards", "how many boards there are to choose from, of as many seeds", 3, least=1, most=20),
    Option(
        "scale", "pixels per inch; 0 for 100, where a poker card is 250 x 350, or less for large pieces", 0, most=300
    ),
    Option("sides", "who plays, such as Red,Blue; by default those of the game's tables", "", metavar="NAMES"),
    Option("table", "the table of a game without a board; by default 72x48in, 36x24in for cards", "", metavar="SIZE"),
)


def _largest(held: TableSetup) -> float:
    """The longest side of anything that lies on the table, in inches."""
    sizes = [
        visible_size(product, component) for product in (*held.boards, *held.lists) for component in product.components
    ]
    return max((side for size in sizes for side in size), default=0.0) / 25.4


def _scale(held: TableSetup, options: OptionValues) -> int:
    """How many pixels an inch has: as asked, or as many as large pieces allow. UsageError for too few."""
    given: int = options["scale"]
    if 0 < given < _LEAST:
        raise UsageError(f"scale: {given} is less than {_LEAST}", f"Give a number from {_LEAST} to 300.")
    return given or max(_LEAST, min(100, int(_LONGEST / max(1.0, _largest(held)) / 10) * 10))


def _table(held: TableSetup, options: OptionValues) -> TableSize:
    if not options["table"]:
        wide, high = _CARD_TABLE if held.decks else _TABLE
        more = max(1.0, 1.25 * _largest(held) / wide)
        return TableSize(wide * more * PT_PER_IN, high * more * PT_PER_IN)
    try:
        return TableSize(*parse_size(options["table"]))
    except ValueError as error:
        raise UsageError(f"table: {error}", "Give a size such as 72x48in.") from error


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """What is left out, and pictures that take much memory."""
    held = sort_table(bundle, sides_of(bundle, options["sides"]))
    _table(held, options)
    if held.empty:
        yield nothing_fits(bundle, "a module of VASSAL")
        return
    for product, why in held.out:
        yield omission(product, product.components, why, "Print it where it is needed.")
    for product, other in held.instead:
        yield product.finding("info", f"{product.name} is left out: {other.name} is there instead", "", "left-out")
    if (most := _memory(held, options)) > _MUCH:
        message = f"its pictures take {most / 1e6:.0f} MB of memory when all are seen"
        hint = "Lower --scale, or --boards."
        yield Finding(
            "warning",
            held.boards[0].pieces.product.where if held.boards else bundle.products[0].pieces.product.where,
            message,
            hint,
            "much-memory",
        )


def _memory(held: TableSetup, options: OptionValues) -> int:
    """How many bytes all pictures take, at four a pixel."""
    dots = (_scale(held, options) / PT_PER_IN) ** 2
    main, others = maps(held.boards)
    areas = [
        options["boards"] * box.w * box.h
        for component in (main.components if main else ())
        for box in [board_box(component)]
    ]
    products = [*others, *held.lists, *held.pages, *{deck.product.name: deck.product for deck in held.decks}.values()]
    areas += [
        component.box.w * component.box.h * (2 if component.piece.back else 1)
        for product in products
        for component in product.components
    ]
    return round(4 * dots * sum(map(float, areas)))


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Draw the pictures, and put them into the module with its description."""
    sides = sides_of(bundle, options["sides"])
    held = sort_table(bundle, sides)
    shots = ModuleImages(_scale(held, options))
    main = maps(held.boards)[0]
    boards = [*_boards(bundle, main, options["boards"], progress)] if main else []
    content = ModuleContent(bundle, held, sides, shots, boards, _table(held, options))
    files = [
        ("buildFile.xml", xml_bytes(content.module())),
        ("moduledata", xml_bytes(_data(bundle))),
        (HELP, _help(bundle, held, boards)),
        *content.games.items(),
    ]
    files += ((f"images/{file}", data) for file, data in shots.files(progress))
    data = zip_of(dict(sorted(files)))
    name = f"{bundle.stem}.vmod"
    told = f"Open {name} with VASSAL {VERSION} or later: File, Open Module."
    return ExportFiles(
        [(name, data)], told=(told,), pieces=held.count, pictures=pictures_among(file for file, _ in files)
    )


def _boards(bundle: Bundle, product: ProductExport, count: int, progress: Progress) -> Iterator[BoardChoice]:
    """The boards of a product for a seed and those that follow, named by their seeds; one where all are the same."""
    request, seen, found = bundle.request, set[str](), list[BoardChoice]()
    for seed in range(request.seed, request.seed + count):
        components = product.components
        if seed > request.seed:
            progress(f"laying the board of seed {seed}")
            pieces = bundle.game[product.name].compose(seed=seed, look=request.look, backs=request.backs).pieces
            components = tuple(
                replace(component, piece=pieces[component.number - 1]) for component in product.components
            )
        fresh = [component for component in components if digest_of(component.piece.front) not in seen]
        if not fresh:
            break
        seen |= {digest_of(component.piece.front) for component in fresh}
        found += (BoardChoice(component.name, product, component, seed) for component in fresh)
    several = len({board.seed for board in found}) > 1
    return (board._replace(name=f"{board.name}, seed {board.seed}") if several else board for board in found)


def _data(bundle: Bundle) -> Element:
    game = bundle.game
    said = {
        "version": plain(game.version) or "1.0", "extra1": "", "extra2": "", "VassalVersion": VERSION,
        "dateSaved": str(_THEN), "description": "Made by printgen", "name": plain(bundle.called),
    }  # fmt: skip
    return element("data", {"version": 1}, [element(tag, text=text) for tag, text in said.items()])


def _help(bundle: Bundle, held: TableSetup, boards: list[BoardChoice]) -> bytes:
    """A page that tells how to begin."""
    lines = [
        "Choose your side as the game begins.",
        f"The game begins on {label(boards[0].name)}; the menu Help has the others." if len(boards) > 1 else "",
        "Rest the mouse on a card or a piece to read it.",
        _CARDS if held.decks else "",
        "A right click on discards shuffles them into their deck." if held.decks else "",
        _PIECES if held.lists else "",
        "Ctrl-D removes a piece.",
        "Rules and aids are in the window Pages." if held.pages else "",
    ]
    game = bundle.game
    told = [f"{word}: {text}" for word, text in (("By", game.author), ("Licence", game.licence)) if text]
    told += [game.notice] if game.notice else []
    body = (
        "".join(f"<li>{escape(line)}</li>" for line in lines if line)
        + "</ul>"
        + "".join(f"<p>{escape(t)}</p>" for t in told)
    )
    return f"<html><body><h1>{escape(plain(bundle.called))}</h1><ul>{body}</body></html>\n".encode()


__all__ = ["OPTIONS", "check", "make"]
