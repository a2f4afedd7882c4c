"""Files that hold several products: all of them in one PDF, or all files in one zip."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from printgen._version import __version__
from printgen.base.errors import Finding, UsageError
from printgen.build.printed import Sheets
from printgen.writers import WRITERS
from printgen.writers.output import File
from printgen.writers.page import Info, Page

_TURNED_BY_HAND = ("split", "manual")
"""The ways of --duplex that ask people to turn the pages."""
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip knows, for all entries: the same files are the same bytes."""
_COMPRESSED = (".pdf", ".png", ".jpg")
"""The files that a zip would not make smaller."""


def bind(products: Sequence[Sheets]) -> tuple[bytes, tuple[Finding, ...]]:
    """All products in one PDF. UsageError where pages of one are turned by hand.

    A warning tells where a printer would have to turn some over another edge than others.
    """
    for sheets in products:
        if sheets.of.duplex in _TURNED_BY_HAND and (len(sheets) > sheets.count or sheets.of.duplex == "manual"):
            message = f"the pages of {sheets.of.product.name} are turned by hand, and are no part of one PDF"
            raise UsageError(message, "Print it without --one, or choose another --duplex.")
    edges = {sheets.edge: sheets for sheets in products if sheets.edge}
    pages = [page for sheets in products for page in _chapter(sheets, bool(edges))]
    grey = all(sheets.of.settings.grey for sheets in products)
    (data,) = WRITERS["pdf"](pages, _info(products, next(iter(edges)) if len(edges) == 1 else ""), 300, grey)
    return data, tuple(_other_edge(edges["short"])) if len(edges) > 1 else ()


def _other_edge(sheets: Sheets) -> Iterator[Finding]:
    product = sheets.of.product
    message = f"{product.name} is turned over the short edge, and other pages of this PDF over the long one"
    hint = "Print it for itself, or say --duplex for all of them."
    yield Finding("warning", product.where_of("options"), message, hint, "other-edge")


def _chapter(sheets: Sheets, two_sided: bool) -> Iterator[Page]:
    """The pages of a product, the first of which begins its chapter, each front with a back where there are any."""
    title = f"{sheets.of.game.title}: {sheets.of.product.title}"
    pages = [page._replace(chapter=title) for page in sheets.pages()]
    # A calibration page is a sheet; where the last sheet before it has no back, an empty page may lie between them.
    empty_and_calibration = ("back", "front", "back")
    extra_count = len(pages) - len(sheets)
    sides = [*(sheet.side for sheet in sheets), *empty_and_calibration[3 - extra_count :]]
    for n, page in enumerate(pages):
        yield page
        alone = sides[n] == "front" and (n + 1 == len(pages) or sides[n + 1] == "front")
        if two_sided and alone:
            yield page._replace(drawing=page.drawing._replace(items=()), trim=None, bleed=None, bookmark="")


def _info(products: Sequence[Sheets], edge: str) -> Info:
    """What the file says of itself: what all of its games say, and whatever they agree on."""
    games = {sheets.of.game.label: sheets.of.game for sheets in products}.values()
    languages, authors = {game.style.language for game in games}, [game.author for game in games if game.author]
    titles = list(dict.fromkeys(game.title for game in games))
    return Info(
        title=", ".join(titles),
        author=", ".join(dict.fromkeys(authors)),
        subject=" ".join(dict.fromkeys(filter(None, (game.notice for game in games)))),
        keywords=("print-and-play", *titles, *(sheets.of.product.title for sheets in products)),
        creator=f"printgen {__version__}",
        licence=" ".join(dict.fromkeys(filter(None, (game.licence for game in games)))),
        duplex=edge,
        language=languages.pop() if len(languages) == 1 else "",
    )


def zip_files(files: Sequence[File], root: Path) -> bytes:
    """Files in a zip, called as they lie below a folder: the same bytes for the same files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path, content in files:
            entry = zipfile.ZipInfo(PurePath(path.relative_to(root)).as_posix(), _ZIP_EPOCH)
            entry.compress_type = zipfile.ZIP_STORED if path.suffix in _COMPRESSED else zipfile.ZIP_DEFLATED
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            archive.writestr(entry, content)
    return data.getvalue()
