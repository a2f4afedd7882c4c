"""Reference sheets: a document of titled blocks comes in; its pages, or a set of cards from the same data, go out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from printgen.base.geometry import scale, translate
from printgen.base.units import to_mm
from printgen.drawing.columns import Band
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.problems import TemplateProblem
from printgen.errors import Finding, unknown
from printgen.flow.fitting import card_bands, columns_of, fit, sheet_bands
from printgen.flow.style import Style, read_style
from printgen.flow.typeset import Typesetter, unfit
from printgen.kinds import swatches_of
from printgen.kinds.composition import Composition, Order
from printgen.kinds.document.reading import DocumentOptions, Reference
from printgen.kinds.facing import Page, face_of, page_size, paged, rendered
from printgen.reading.blocks import Picture
from printgen.reading.marked import Map

_STYLES = {"sheet": "sheet-dossier", "cards": "sheet-card"}
_SIZES = {"sheet": "195.9x265mm", "cards": "poker"}


def compose_reference_sheet(order: Order) -> Composition:
    """The pages of a document as pieces without backs; findings stand at the lines of the document."""
    reference, library = order.loaded(Reference), order.library
    options = reference.options
    findings: list[Finding] = []
    size = page_size(order, options.size, _SIZES[options.form], findings)
    style = _style(order, options, findings)
    if size is None or style is None:
        return Composition((), tuple(findings))
    left, top, right, bottom = style.room
    room = size[0] - left - right, size[1] - top - bottom
    setter = Typesetter(style, library, reference.tables, swatches_of(library), partial(_picture, order, findings))
    told = {"width": to_mm(size[0]), "height": to_mm(size[1])}
    made = (_cards if options.form == "cards" else _sheets)(reference, setter, room, findings)
    place = translate(left, top)
    pages = (page._replace(told={**page.told, **told}, upon=(Place(Group(page.upon), place),)) for page in made)
    return paged(order, style.face, size, pages, findings)


def _style(order: Order, options: DocumentOptions, findings: list[Finding]) -> Style | None:
    face = face_of(order, "", options.style.text or _STYLES[options.form], findings, options.where_of("style"))
    try:
        return read_style(face, order.library) if face else None
    except TemplateProblem as error:
        findings.extend(error.findings)
        return None


def _sheets(
    reference: Reference, setter: Typesetter, room: tuple[float, float], findings: list[Finding]
) -> Iterator[Page]:
    document, options = reference.document, reference.options
    sections = [section for section in document.sections if section.only != "cards"]
    columns = columns_of(options.columns, room[0], setter.style.column_gap)

    def bands(at: Typesetter) -> list[Band]:
        made = sheet_bands(sections, columns, room[0], at)
        if any(len(band.flows) == 1 < len({round(column.width, 3) for column in band.columns}) for band in made):
            message = "columns of different widths need a break: column wherever the next one starts"
            hint = "Add the breaks, or give a number of columns."
            at.findings.append(Finding("error", options.where_of("columns"), message, hint, "needs-break"))
        return made

    fitted = fit(bands, room[1], setter, options.pages)
    findings += fitted.findings
    title, count = document.title, len(fitted.pages)
    told = {"title": title.text, "kicker": document.kicker.text, "line": document.line.text, "icon": "", "pages": count}
    for i in range(count):
        page = Page(title.text, {**told, "page": i + 1}, title.where, upon=fitted.page(i))
        yield page.one_of(i, count)


def _cards(
    reference: Reference, setter: Typesetter, room: tuple[float, float], findings: list[Finding]
) -> Iterator[Page]:
    document, most = reference.document, reference.options.pages
    sections = [section for section in document.sections if section.only != "sheet"]
    sets = [fit(partial(card_bands, section, room[0]), room[1], setter, 0) for section in sections]
    findings += (finding for fitted in sets for finding in fitted.findings)
    total = sum(len(fitted.pages) for fitted in sets)
    if most and total > most:
        message = f"the set needs {total} cards; it may have {most}"
        findings.append(unfit(sections[-1].where, message, "Shorten the document, or allow more pages."))
    shared = {"kicker": document.title.text, "line": document.kicker.text, "pages": total}
    page = 0
    for section, fitted in zip(sections, sets, strict=True):
        for i in range(len(fitted.pages)):
            page += 1
            told = {**shared, "title": section.title.text, "icon": section.icon.text, "page": page}
            made = Page(section.title.text, told, section.title.where, upon=fitted.page(i))
            yield made.one_of(i, len(fitted.pages))


def _picture(order: Order, findings: list[Finding], block: Picture, width: float) -> tuple[float, tuple[Item, ...]]:
    """A face of the templates in a width, in points: its height and its items."""
    given, name = block.given or {}, block.face
    face = face_of(order, "", name.text, findings, name.where)
    if face is None:
        return 0.0, ()
    if face.size is None:
        message = f"face '{face.name}' has no size, so it cannot stand alone"
        findings.append(Finding("error", name.where, message, "", "unknown-face"))
        return 0.0, ()
    if strangers := [key for key in given if key not in face.params]:
        where = given.key_where(strangers[0]) if isinstance(given, Map) else block.where
        message = f"face '{face.name}' takes no '{strangers[0]}'"
        findings.append(unknown(where, "bad-input", message, strangers[0], face.params))
    k = width / face.size[0]
    items = rendered(order, face, given, face.name, block.where, findings)
    return face.size[1] * k, (Place(Group(items), scale(k)),)
