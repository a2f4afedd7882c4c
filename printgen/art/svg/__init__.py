"""Drawings in SVG: bytes of a stranger's file come in; items of a Drawing, and what is left out of it, go out."""
