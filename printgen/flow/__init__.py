"""Blocks of a reference document and a style come in; measured chunks, ready to flow into columns, go out."""

from printgen.flow.bands import BandMaker, card_bands
from printgen.flow.style import Style, read_style
from printgen.flow.typeset import Typesetter

__all__ = ["BandMaker", "Style", "Typesetter", "card_bands", "read_style"]
