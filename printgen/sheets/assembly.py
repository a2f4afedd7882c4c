"""A tiled piece comes in; the page that shows how its pages go together goes out.

The face `assembly-map` draws the page and the sketch of a seam. Each of its slots named `picture` takes the piece in
small, and the slot named `panels` that belongs to it takes what is to be done and what lies ready for that.
"""

from __future__ import annotations

from printgen.base.errors import stop_on_errors
from printgen.base.geometry import Box, compose, scale, translate
from printgen.base.units import mm
from printgen.drawing.model import Group, Place
from printgen.drawing.pieces import Piece
from printgen.drawing.tints import Tints
from printgen.faces.blocks.chunks import chunks_of, titled_chunks
from printgen.faces.blocks.fitting import Fitted, columns_of, fit
from printgen.faces.blocks.style import read_style
from printgen.faces.blocks.typeset import Typesetter
from printgen.faces.render import Renderer
from printgen.faces.session import Session
from printgen.game.blocks import Listing, Steps
from printgen.layout.columns import Band
from printgen.sheets.assembly_picture import SmallPicture
from printgen.sheets.grid import Grid
from printgen.sheets.pages import Press
from printgen.sheets.sheet import Sheet
from printgen.sheets.tile_plan import Plan
from printgen.sheets.tile_words import TileWords

_FACE = "assembly-map"
# Beyond the margins this much is kept for the ruler and the label.
_SIDE, _END = mm(3.65), mm(6.65)
# What lies ready stands in columns that are at least so wide.
_COLUMN = mm(45)


def assembly_map(piece: Piece, plan: Plan, picture: Group, press: Press, words: TileWords, number: int) -> Sheet:
    """The whole piece in small with its page grid, its size, and how to join the pages, on one upright page.

    PrintgenError for words that do not fit their places; TemplateProblem when the face has mistakes.
    """
    library = press.options.library
    face, ink = library.face(_FACE, press.options.look), Session(Tints({}), piece.name, words.file.where_of)
    frame = Renderer(library).render(face, words.around(plan, piece.name, press.paper.name), ink)
    rooms = zip(face.slots("picture"), face.slots("panels"), strict=False)
    pairs = ((SmallPicture.fitted(plan, words, room), panels) for room, panels in rooms)
    small, panels = max(pairs, key=lambda pair: pair[0].share)
    told = _panels(panels, words, plan, piece.cut is None, Typesetter(read_style(face, library), library))
    stop_on_errors([*ink.findings, *told.findings])
    items = Group((*frame, *small.items(picture), *told.page(0, panels.x, panels.y)))
    width, height = sorted(press.paper[1:])
    wide, high = face.size or (panels.right, panels.bottom)
    side, end = (press.options.margin + more for more in (_SIDE, _END))
    k = min((width - 2 * side) / wide, (height - 2 * end) / high)
    grid = Grid(width, height, wide * k, high * k, 1, 1)
    trim, furniture = grid.block, press.furnish(grid, 1, 0.0)
    placed = Place(items, compose(translate(trim.x, trim.y), scale(k)))
    which = press.words.sheet.format(number=number, total=press.total)
    shows, page = f"{piece.name}, {press.words.map}", Box(0, 0, width, height)
    # It is read and not cut.
    return press.page([placed], grid, furniture, number, page, page, (piece.name,), f"{shows}: {which}", shows=shows)


def _panels(box: Box, words: TileWords, plan: Plan, rectangular: bool, setter: Typesetter) -> Fitted:
    """What is to be done and what lies ready for it, in the largest letters for which there is room."""
    steps = [{"title": head, "text": text} for head, text in words.steps(plan, rectangular)]
    needs = [{"icon": icon, "text": text} for icon, text in words.needs()]
    do, ready = Steps.model_validate({"items": steps}), Listing.model_validate({"items": needs})

    def bands(at: Typesetter) -> list[Band]:
        columns = columns_of((1,) * max(1, int(box.w / _COLUMN)), box.w, at.gap)
        title, *things = titled_chunks(words.file.need, "", (ready,), columns[0].width, at)
        whole = Band(columns_of((1,), box.w, 0), ((*chunks_of((do,), box.w, at), title),))
        return [whole, Band(columns, (tuple(things),), at.gap / 2)]

    return fit(bands, box.h, setter, 1)
