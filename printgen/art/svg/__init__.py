"""Drawings in SVG: the file of a stranger as items of a Drawing, and what of it is left out."""
