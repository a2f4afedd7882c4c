"""Documents: player aids, tables and worksheets, on sheets or cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Literal

from pydantic import Field

from printgen.base.errors import Finding
from printgen.base.units import to_mm
from printgen.drawing.pieces import Role
from printgen.faces.blocks.fitting import card_bands, fit
from printgen.faces.blocks.typeset import Typesetter, unfit
from printgen.game.dice_tables import Tables
from printgen.game.documents import Document
from printgen.kinds import Kind, documents
from printgen.kinds.composition import Composition, Order
from printgen.kinds.face_rendering import FacePage, compose_pages, page_size


class DocumentOptions(documents.PagedDocument):
    """What a reference sheet takes under `options`."""

    forms: ClassVar = {"columns": ("sheet",)}
    form: Literal["sheet", "cards"] = Field("sheet", description="pages, or a card for each section")


_STYLES = {"sheet": "sheet-dossier", "cards": "sheet-card"}
_SIZES = {"sheet": "195.9x265mm", "cards": "poker"}


def compose_reference_sheet(order: Order) -> Composition:
    """The pages of a document as pieces without backs; findings stand at the lines of the document."""
    reference = order.value_as(documents.Reference)
    options = reference.options_as(DocumentOptions)
    size, wrong_size = page_size(order, options.size, _SIZES[options.form])
    setter, wrong_style = documents.typesetter(order, reference, _STYLES[options.form])
    if size is None or setter is None:
        return Composition((), (*wrong_size, *wrong_style))
    facts = {"width": to_mm(size[0]), "height": to_mm(size[1])}
    if options.form == "cards":
        bare_pages, findings = _cards(reference, setter, size)
    else:
        bare_pages, findings = documents.sheet_pages(reference, setter, size)
        bare_pages = [page.one_of(i, len(bare_pages)) for i, page in enumerate(bare_pages)]
    pages = (page._replace(facts={**page.facts, **facts}) for page in bare_pages)
    role: Role = "card" if options.form == "cards" else "page"
    return compose_pages(order, setter.style.face, size, pages, findings, role)


def _cards(
    reference: documents.Reference, setter: Typesetter, size: tuple[float, float]
) -> tuple[list[FacePage], Sequence[Finding]]:
    """A card for each section, and more for one that does not fit."""
    document, most_pages, (width, height) = reference.document, reference.options.pages, documents.room_of(setter, size)
    sections = [section for section in document.sections if section.only != "sheet"]
    sets = [fit(partial(card_bands, section, width), height, setter, 0) for section in sections]
    findings = [finding for fitted in sets for finding in fitted.findings]
    total = sum(len(fitted.pages) for fitted in sets)
    if most_pages and total > most_pages:
        message = f"the set needs {total} cards; it may have {most_pages}"
        findings.append(unfit(sections[-1].where, message, "Shorten the document, or allow more pages."))
    shared = {"kicker": document.title.text, "line": document.kicker.text, "pages": total}
    pages: list[FacePage] = []
    for section, fitted in zip(sections, sets, strict=True):
        for i in range(len(fitted.pages)):
            facts = {**shared, "title": section.title.text, "icon": section.icon.text, "page": len(pages) + 1}
            text = documents.place_on_page(setter, fitted.page(i))
            card = FacePage(section.title.text, facts, section.title.where, upon=text)
            pages.append(card.one_of(i, len(fitted.pages)))
    return pages, findings


KIND = Kind(
    "reference-sheet",
    compose_reference_sheet,
    options=DocumentOptions,
    load=lambda loading: documents.load_reference(loading, DocumentOptions),
    check=documents.check_tables,
    takes=("size",),
    shapes={"document": Document, "tables": Tables},
    files={"file": "document", "tables": "tables"},
)
