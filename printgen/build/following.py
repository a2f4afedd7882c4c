"""A product on paper comes in; what follows its sheets in its file goes out: the page of scales, behind a cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.base.errors import PrintgenError
from printgen.drawing.model import Drawing
from printgen.game.records import Game
from printgen.sheets.papers import Paper
from printgen.sheets.sheet_words import sheet_words
from printgen.writers.page import Page

if TYPE_CHECKING:
    from printgen.faces.library import Library

NAME = "my-printer"
"""What a printer is called that has no name yet."""


def page_of_scales(game: Game, library: Library, paper: Paper, duplex: str, backed: bool) -> tuple[Page, ...]:
    """Both sides of the sheet that a printer is measured on, behind the empty back of a cover unless that is `backed`.

    Nothing on small paper.

    PrintgenError where something on it does not fit.
    """
    # Few files have it, and the others need not wait for what draws it.
    from printgen.sheets.printers.page import Asked, scale_pages
    from printgen.sheets.printers.places import plan_for

    try:
        plan_for(paper)
    except PrintgenError:
        return ()
    front, back = scale_pages(Asked(NAME, paper, duplex, library, game))
    words = sheet_words(library)
    what, behind = words.printers.get("title", front.bookmark), words.margins.back.format
    empty = Page(Drawing(front.drawing.width, front.drawing.height, ()), label=behind(number=1))
    return (
        *(() if backed else (empty,)),
        front._replace(bookmark=what, label="2"),
        back._replace(bookmark=words.margins.backs.format(what=what), label=behind(number=2)),
    )
