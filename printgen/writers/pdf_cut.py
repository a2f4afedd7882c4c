"""Lines to cut along come in; a PDF of nothing else goes out, in the spot colour that cutters look for.

The colour is chosen on the page itself: in a form, some programs lose its plate.
"""

from __future__ import annotations

from collections.abc import Sequence

from printgen.drawing.model import Outline
from printgen.writers.page import Info, Page, numbers, path_text
from printgen.writers.pdf_about import said
from printgen.writers.pdf_objects import Document

SPOT = "CutContour"
"""The name of the colour, which shows as magenta."""
_STEPS = {"M": "%.3f %.3f m ", "L": "%.3f %.3f l ", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c ", "Z": "h "}
_HAIR = 0.25


def write_cuts(pages: Sequence[tuple[Page, Outline]], info: Info) -> bytes:
    """A page for each line, of which the drawing is empty: its size and its boxes count."""
    document = Document((1, 6))
    tint = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": [0, 1, 0, 0], "N": 1}
    space = ["/Separation", f"/{SPOT}", "/DeviceCMYK", document.add(tint)]
    for page, line in pages:
        high = page.drawing.height
        content = f"{numbers((1, 0, 0, -1, 0, high))} cm /Cut CS 1 SCN {_HAIR} w {path_text(line, _STEPS)} S"
        document.page({
            **page.boxes,
            "Resources": {"ColorSpace": {"Cut": space}},
            "Contents": document.stream({}, content.encode()),
        })  # fmt: skip
    return document.data({}, said(info), {"Trapped": "/False"})
