"""What cutting machines need of the sheets that are printed for them: the file cutting.yaml of templates."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printgen.faces.library import Library
from printgen.reading.part import Length, Part, Size, fillable, length_within

CUTTING = "cutting.yaml"
"""The file of templates that holds it."""

Span = Annotated[Length, length_within(0, 100)]
_Text = Annotated[str, Field(min_length=1, max_length=160)]


class MarkSizes(Part):
    """The registration marks of Silhouette machines: a square at the top left, and L shapes in other corners.

    The middle of a line lies `inset` from two edges of the paper; the square is as large, and has a line around it.
    """

    inset: Span = Field(description="how far they are from the edges of the paper")
    thickness: Span = Field(description="how thick their lines are")
    square: Span = Field(description="how wide the square is, without the line around it")
    shortest: Span = Field(description="the least length of the arms of an L")
    longest: Span = Field(description="the greatest length of the arms of an L")
    clear: Span = Field(description="how far what is cut stays from the marks")


class SilhouetteSettings(Part):
    """What Silhouette machines want."""

    gap: Span = Field(description="how far pieces lie from each other")
    marks: MarkSizes = Field(description="the registration marks")
    feeder: Span = Field(description="the inset of marks for sheets that a feeder draws in")


class Cricut(Part):
    """What Cricut machines want."""

    gap: Span = Field(description="how far pieces lie from each other")
    areas: dict[str, Size] = Field(description="the most that is printed and cut, by paper")


class Plain(Part):
    """What a machine without marks wants."""

    gap: Span = Field(description="how far pieces lie from each other")
    margin: Span = Field(description="how far they lie from the edges of the paper")


class Laser(Plain):
    """What laser cutters want: sheets with crosses, by which they are laid straight."""

    cross: Span = Field(description="how far the middle of a cross is from two edges of the paper")
    arm: Span = Field(description="how long the arms of a cross are")


class CutWords(Part):
    """What stands on sheets that a machine cuts."""

    sheet: Annotated[_Text, fillable("game", "product", "number", "total")] = Field(description="which sheet it is")
    layout: Annotated[_Text, fillable("layout", "inset", "thickness", "length")] = Field(
        description="how it lies, and the numbers of its marks, in mm"
    )


class CuttingFile(Part):
    """What cutting machines want of the sheets that are printed for them."""

    silhouette: SilhouetteSettings = Field(description="Silhouette machines")
    cricut: Cricut = Field(description="Cricut machines, with Print Then Cut")
    scanncut: Plain = Field(description="ScanNCut machines, which see the sheet themselves")
    laser: Laser = Field(description="laser cutters")
    words: CutWords = Field(description="words on the sheets")


def load_cutting(library: Library) -> CuttingFile:
    """What machines want, a game's own over what is built in, read once; TemplateProblem lists mistakes of its own."""
    return library.once(_load)


def _load(library: Library) -> CuttingFile:
    loaded: CuttingFile = library.overlay(CUTTING, CuttingFile)
    return loaded
