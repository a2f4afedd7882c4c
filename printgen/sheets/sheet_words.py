"""The files words.yaml come in; what stands in the margins of sheets, and on the covers of all games, goes out."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.faces.library import Library
from printgen.reading.fields import fillable
from printgen.reading.part import Part

WORDS = "words.yaml"
"""The file of templates that holds them; templates/languages has it in other languages."""

Text = Annotated[str, Field(min_length=1, max_length=100)]


Line = Annotated[str, Field(min_length=1, max_length=320)]


class MarginWords(Part):
    """What stands in the margins of sheets, and in the bookmarks of their pages."""

    sheet: Annotated[Text, fillable("number", "total")] = Field(description="which of all sheets this is")
    version: Annotated[Text, fillable("version")] = Field(description="which edition it is of")
    printer: Annotated[Text, fillable("printer")] = Field(description="the printer that the sheets are for")
    scale: Text = Field(description="what stands beside the ruler")
    fold: Text = Field(description="how to fold a sheet with fronts and backs side by side")
    cuts: Annotated[Text, fillable("cuts")] = Field(description="the line that tells how to cut a sheet")
    at_marks: Annotated[Text, fillable("cuts")] = Field(description="which cuts are made at their marks")
    at_stop: Annotated[Text, fillable("cuts", "stop")] = Field(description="which cuts are made with a stop, in mm")
    by_hand: Text = Field(description="how large pieces are cut that no straight cuts part")
    by_punch: Text = Field(description="how small pieces are cut that no straight cuts part")
    others: Annotated[Text, fillable("how")] = Field(description="how the other pieces of a sheet are cut")
    piles: Text = Field(description="what is done with the piles of a stack that is cut")
    piles_beside: Text = Field(description="the same, where two blocks of pieces lie side by side")
    piles_under: Text = Field(description="the same, where a block of pieces lies under another")
    corner: Annotated[Text, fillable("radius")] = Field(description="to which radius corners are rounded, in mm")
    proof: Text = Field(description="what stands on sheets that are for looking, and not for playing")
    trim: Text = Field(description="the line to which pieces are cut, on such sheets")
    bleed: Text = Field(description="how far pictures go beyond it, on such sheets")
    safe: Text = Field(description="inside of what all that matters stays, on such sheets")
    map: Text = Field(description="what the page is called that shows how pages are joined")
    span: Annotated[Text, fillable("first", "last")] = Field(description="the bookmark of a sheet: what is on it")
    backs: Annotated[Text, fillable("what")] = Field(description="the bookmark of a page of backs")
    empty: Annotated[Text, fillable("what")] = Field(description="the bookmark of a back that stays empty")
    back: Annotated[Text, fillable("number")] = Field(description="what viewers call the back of a sheet")


class SheetWords(Part):
    """Words that printgen puts on paper itself, a table for each language."""

    margins: MarginWords = Field(description="what stands in the margins of sheets")
    nets: dict[str, Text] = Field(description="words for the faces of boxes and booklets, which see them as words")
    boards: dict[str, Text] = Field(description="words for the faces of map sheets, which see them as words")
    covers: dict[str, Text] = Field(description="words for the faces of covers, which see them as words")
    turning: dict[str, Line] = Field(
        description="words for the faces of the guide sheet of backs that are printed by hand, which see them as words"
    )
    printers: dict[str, Line] = Field(description="words for the faces of the page of scales, which see them as words")


def sheet_words(library: Library) -> SheetWords:
    """The words in the language of a game, its own over them, read once; TemplateProblem lists mistakes of its own."""
    return library.once(_read)


def _read(library: Library) -> SheetWords:
    made: SheetWords = library.laid(WORDS, SheetWords)
    return made
