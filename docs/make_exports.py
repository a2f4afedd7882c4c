"""Writes docs/guide/exports/index.md, which says what of each kit goes where, from what `printgen export` itself finds.

`make exports` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import printgen
from printgen.base.errors import Exit
from printgen.exports import EXPORTS
from printgen.exports.bundle import Bundle, ExportRequest, ProductExport, pack
from printgen.exports.format import parse_options

PAGE = Path(__file__).resolve().parent / "guide" / "exports" / "index.md"
HEAD = "<!-- Written by `make exports`; the words stand in docs/make_exports.py. -->\n\n"
LEFT_OUT = {"left-out", "no-shop-product", "too-large"}
"""What is told of a product that goes only in part."""

INTRO = """# Sending a game elsewhere

    printgen export FORMAT TARGET

writes a game, or one product of it (`go-joe/joe-deck`), for another program, shop or machine. The files go into
`output/GAME/FORMAT`, those of one product into `output/GAME/FORMAT-PRODUCT`; `left-over` tells of files of an earlier
export that lie there. The game does not change for any of them. What a format has no place for is told and left out;
nothing is written where anything is wrong. The same game gives the same bytes. The studio offers all of
them in its room *Send*.

| format | what is made |
|---|---|
"""

AFTER = """
## What was opened in other programs

| format | program | when |
|---|---|---|
| [`vassal`](vassal.md#what-was-tested) | VASSAL 3.7.26 | 27 November 2026 |
| [`virtualtabletop`](virtualtabletop.md), [`pcio`](pcio.md) | the server of virtualtabletop.io | 27 November 2026 |
| [`cut`](cut.md#what-was-tested) | Inkscape 1.2.2 for SVG, the audit of ezdxf 1.4.5 for DXF | 27 November 2026 |
| [`text`](text.md#what-was-tested) | Chromium with axe-core 4.14, the Nu HTML checker 26.9.27 | 27 November 2026 |
| [`shop`](shop.md): PDF files | Ghostscript 10.00, qpdf 11.3 | 27 November 2026 |

The page of each format tells what was seen, and what was never tried.

## Counts and time

At its end every export says how many pieces it sent, copies included, in how many pictures and files:

    output/go-joe/tts: 351 pieces, 135 pictures, 166 files

With `--json` these are `pieces`, `pictures` and the list `files`. On a terminal a line tells how far it is,
and about how long the rest takes. To see a game at a table soon, export one product, or fewer dots (`--dpi 100`).

An export leaves out what a format has no place for. That is a note where the author of the game cannot change it, and a
warning where something can be mended; `--strict` refuses warnings, not notes.

## Words to search by

Names, descriptions, tags, properties and the words on a piece are for people. Which fields hold words is read from the
templates of the game: a field that faces use for an outline (`d`), a colour, a picture, an icon or a size, and never
print in a text, is left out everywhere: in a list of maps (`weapons: [{name: Rifle, d: "M0,0 ..."}]` gives "Rifle")
and in a row of a table, too. A choice from a table appears as the name of its row. Fields declared as `color` or
`file` are left out, and so are outlines, #RRGGBB and names of picture files in fields that no face uses.

Numbers stay where a label says what they count: "FP: 3" in a description, or a property or column called FP. A number
alone on a piece is not among its `words`. A piece named by a number takes the name of its product ("Track tiles 7"),
and a tag that is a number takes the name of its field ("rank 7").

## What goes where

**yes**: all of it; *part*: some of its pieces, and the export tells which are left out and why; –: nothing. Cover
sheets and shared sheets are not in the tables: the products that lie on shared sheets go by themselves.
"""


class Way(NamedTuple):
    """A format with the options that must be chosen for it; `title` heads its column."""

    title: str
    form: str
    options: dict[str, Any]


def ways() -> list[Way]:
    """All formats; a way for each shop and each machine."""
    found = []
    for name, form in EXPORTS.items():
        chosen = next((one for one in form.module.OPTIONS if one.choices and not one.default), None)
        if chosen is None:
            found.append(Way(name, name, {}))
        else:
            found += [Way(f"{name}: {one}", name, {chosen.name: one}) for one in chosen.choices if one]
    return found


def goes(way: Way, bundle: Bundle, product: ProductExport) -> str:
    """Whether a product of a bundle goes a way."""
    form = EXPORTS[way.form]
    found = [*form.module.check(replace(bundle, products=(product,)), parse_options(form, way.options))]
    if any(one.severity == "error" and one.exit == Exit.DOES_NOT_FIT for one in found):
        return "–"
    return "*part*" if any(one.code in LEFT_OUT for one in found) else "**yes**"


def kit_table(kit: str) -> Iterator[str]:
    """The products of a kit, and which ways each of them goes."""
    bundle = pack(kit, ExportRequest(), kit, lambda what: None)
    every = ways()
    yield f"### {bundle.display_title}\n"
    yield f"| product | {' | '.join(way.title for way in every)} |"
    yield f"|---|{'---|' * len(every)}"
    for product in bundle.products:
        yield f"| {product.title} | {' | '.join(goes(way, bundle, product) for way in every)} |"
    yield ""


def page() -> str:
    """The whole page."""
    rows = "".join(f"| [`{name}`]({name}.md) | {form.line} |\n" for name, form in EXPORTS.items())
    tables = "\n".join(line for kit in printgen.kits() for line in kit_table(kit))
    return f"{HEAD}{INTRO}{rows}{AFTER}\n{tables}".rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
