"""Blocks of a document and a style come in; items in a box, or measured chunks for columns and pages, go out."""

from printgen.flow.bands import BandMaker, card_bands
from printgen.flow.fitting import Fitted, Shown, columns_of, fit, flow_in, unfit
from printgen.flow.style import Style, read_style
from printgen.flow.typeset import Typesetter

__all__ = [
    "BandMaker",
    "Fitted",
    "Shown",
    "Style",
    "Typesetter",
    "card_bands",
    "columns_of",
    "fit",
    "flow_in",
    "read_style",
    "unfit",
]
