"""Lines to cut and to fold along come in; a PDF of nothing else goes out, in spot colours that cutters look for.

The colours are chosen on the page itself: in a form, some programs lose their plates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printgen.drawing.model import Outline
from printgen.writers.page import Info, Page, numbers, path_text
from printgen.writers.pdf_about import said
from printgen.writers.pdf_objects import Document

SPOTS = {"CutContour": (0, 1, 0, 0), "Crease": (1, 0, 0, 0)}
"""The colours of cuts and of folds by their names, and the inks that show them: magenta and cyan."""
_STEPS = {"M": "%.3f %.3f m ", "L": "%.3f %.3f l ", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c ", "Z": "h "}
_HAIR = 0.25


def write_cuts(pages: Sequence[tuple[Page, Mapping[str, Outline]]], info: Info) -> bytes:
    """A page for each piece, with its lines by the names of `SPOTS`; of its drawing, the size and the boxes count.

    The file has only the colours that some page has lines in.
    """
    document, spaces = Document((1, 6)), dict[str, list[object]]()
    for spot, shown in SPOTS.items():
        if any(spot in lines for _, lines in pages):
            tint = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": [*shown], "N": 1}
            spaces[spot] = ["/Separation", f"/{spot}", "/DeviceCMYK", document.add(tint)]
    for page, lines in pages:
        drawn = (f"/{spot} CS 1 SCN {path_text(line, _STEPS)} S" for spot, line in lines.items())
        content = f"{numbers((1, 0, 0, -1, 0, page.drawing.height))} cm {_HAIR} w {' '.join(drawn)}"
        document.page({
            **page.boxes,
            "Resources": {"ColorSpace": {spot: spaces[spot] for spot in lines}},
            "Contents": document.stream({}, content.encode()),
        })  # fmt: skip
    return document.data({}, said(info), {"Trapped": "/False"})
