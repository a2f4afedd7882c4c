"""Draws everything of a kit side by side, in colour, in grey and as colour-blind eyes see it, to be looked at.

    python docs/make_contact_sheets.py [KIT ...] [--out FOLDER]

writes KIT/PRODUCT-EYES.png for every product; KIT/signs.png, where one piece of each service, side or faction stands
below itself as all eyes see it; and KIT/terrains.png, the same of every terrain.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from printgen import Pieces, kits
from printgen.base.folders import templates_folder
from printgen.base.units import mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.drawing.tints import EYES, as_seen
from printgen.faces.library import Library
from printgen.kinds.board.square_art import space
from printgen.kinds.board.terrain import Terrains
from printgen.sheets.proof import contact_sheet
from printgen.writers import WRITERS
from printgen.writers.page import Info, Page

OUT = Path(__file__).resolve().parent.parent / "output" / "contact-sheets"
DPI, WIDEST, COLORS, LARGEST = 60, 2400, 255, mm(125)
"""How large pieces are drawn, in dots per inch; how wide a picture is at most, in dots; of how many colours;
and how large signs are at most, in points."""
TERRAINS = templates_folder() / "terrain"
SPACE = mm(74), mm(98)
LOOKS = {"color": "", "grey": "grey"}


def painted(drawing: Drawing, dpi: float = DPI) -> Image.Image:
    """A drawing as a picture, smaller where it would be wider than the WIDEST."""
    fine = max(20, int(min(dpi, WIDEST * 72 / drawing.width)))
    (data,) = WRITERS["png"]([Page(drawing)], Info(title="contact sheet"), fine, False)
    return Image.open(io.BytesIO(data)).convert("RGB")


def seen(picture: Image.Image, eyes: str) -> Image.Image:
    """A picture as some eyes see it, or as a grey printer prints it."""
    if eyes == "color":
        return picture
    if eyes == "grey":
        return picture.convert("L").convert("RGB")
    few = picture.quantize(COLORS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat = few.getpalette() or []
    colors = [as_seen("#" + bytes(flat[at : at + 3]).hex(), eyes) for at in range(0, len(flat), 3)]
    few.putpalette(b"".join(bytes.fromhex(color[1:]) for color in colors))
    return few.convert("RGB")


def views(look: str) -> Sequence[str]:
    """The eyes that look at what is printed in a look: a grey printer has a look of its own."""
    return ("grey",) if look == "grey" else ("color", *EYES)


def stacked(pictures: Sequence[Image.Image]) -> Image.Image:
    """Pictures of one size below each other."""
    out = Image.new("RGB", (pictures[0].width, sum(picture.height for picture in pictures)), "white")
    for number, picture in enumerate(pictures):
        out.paste(picture, (0, number * pictures[0].height))
    return out


def compared(drawings: dict[str, Drawing], dpi: float) -> Image.Image:
    """What is drawn once for each look, as all eyes see it, one below the other: colour, colour-blind, grey."""
    drawn = {look: painted(drawing, dpi) for look, drawing in drawings.items()}
    return stacked([seen(picture, eyes) for look, picture in drawn.items() for eyes in views(look)])


def signs(composed: Sequence[Pieces]) -> Iterator[Piece]:
    """One piece, none of them large, for each row of the tables whose rows have a colour: of each service, say."""
    done = set[tuple[str, str]]()
    for item in composed:
        tables = {name: table.rows for name, table in item.game.tables.items()}
        for record, piece in zip(item.product.records, item.pieces, strict=False):
            rows = {
                (name, value)
                for value in map(str, record.values.values())
                for name, table in tables.items()
                if value in table and {"color", "pattern"} <= {*table[value]}
            }
            if rows - done and max(piece.front.width, piece.front.height) <= LARGEST:
                done |= rows
                yield piece


def terrains(library: Library, look: str) -> list[Piece]:
    """A space of every terrain."""
    known = library.once(Terrains).in_look(look)
    names = sorted(path.stem for path in TERRAINS.glob("*.yaml"))
    return [Piece(name, space(known[name], SPACE, 1, "A1")) for name in names]


def draw(kit: str, out: Path) -> None:
    """All contact sheets of a kit."""
    out.mkdir(parents=True, exist_ok=True)
    shown: dict[str, Drawing] = {}
    grounds: dict[str, Drawing] = {}
    for name, look in LOOKS.items():
        # What lies on a sheet together with other products is drawn by itself.
        (whole,) = load([kit])
        alone = [item.name for item in whole.game.products.values() if item.kind != "shared-sheet"]
        (job,) = load([f"{kit}/{name}" for name in alone])
        composed, _ = build.compose(job, Settings(look=look))
        for item in composed:
            picture = painted(contact_sheet(item.pieces, 12, backs=False))
            for eyes in views(look):
                seen(picture, eyes).save(out / f"{item.product.name}-{eyes}.png", optimize=True)
        if pieces := list(signs(composed)):
            shown[name] = contact_sheet(pieces, len(pieces), backs=False)
        if any(item.product.kind == "terrain-board" for item in composed):
            spaces = terrains(job.library, look)
            grounds[name] = contact_sheet(spaces, len(spaces), backs=False)
    for name, drawings in (("signs", shown), ("terrains", grounds)):
        if drawings:
            compared(drawings, DPI).save(out / f"{name}.png")


def main() -> None:
    """Draws the kits that are named, or all of them."""
    parser = argparse.ArgumentParser(description="Draw contact sheets of kits, as all eyes see them.")
    parser.add_argument("kit", nargs="*", default=kits())
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    for kit in given.kit:
        draw(kit, given.out / Path(kit).name)
        print(given.out / Path(kit).name)


if __name__ == "__main__":
    main()
