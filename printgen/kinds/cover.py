"""A cover sheet that tells what a game's other products are and how many sheets they take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from printgen.base.errors import Finding, PrintgenError, unknown_word
from printgen.base.units import Box, compose, mm, scale, to_mm, translate
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import rectangle, transform_outline
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.windows import Reducer
from printgen.faces.face import Face
from printgen.faces.session import FaceState, Session
from printgen.game.records import Loading
from printgen.kinds import Kind
from printgen.kinds.composition import Composition, Content, Needs, Order, needs_of
from printgen.kinds.face_rendering import face_of, facts_of, fill_face, page_size, stretch_to, trim_of, wrong_shapes
from printgen.kinds.record_faces import card_of, needs_look, picture_of
from printgen.reading.part import NOTHING, Many, Options, Part, Phrase, Words
from printgen.sheets.sheet import sheet_words


class Fact(Part):
    """One thing to know before printing."""

    icon: str = Field(description="the icon beside it")
    head: str = Field(description="the fact in two or three words")
    text: str = Field(description="a few words more")


class Hero(Part):
    """The main picture of a cover."""

    face: str = Field(description="the face that draws it: heroes are what it shows, w and h its size")
    of: Annotated[Many[Words], Field(max_length=24)] = Field(
        (), description="products that it shows, or pieces of them: joe-deck/Ace"
    )


class CoverOptions(Options):
    """What a cover takes under `options`."""

    kicker: str = Field("", description="the line above the title; that of the game's language without")
    promise: str = Field(
        "", description="what the game is, in one line below its title, where the face has room for it"
    )
    behind: str = Field(
        "", description="the face of a second page on the back of the first one: what the first leaves out"
    )
    stock: Mapping[str, str] = Field({}, description="what each product is printed on, unless the product says so")
    hero: Hero | None = Field(None, description="the picture that fills the place hero of the face, if it has one")
    pictures: Many[Words] = Field((), description="products to show, or one piece of a product: joe-deck/Ace")
    fit: Literal["contain", "cover"] = Field(
        "contain", description="whether pictures are shown whole, or fill their places and are cropped at foot or sides"
    )
    steps: Many[str] = Field((), description="in which order to cut, step by step")
    scales: bool = Field(
        False, description="whether the sheet follows on which a printer is measured, where none is named"
    )
    facts: Annotated[Many[Fact], Field(max_length=12)] = Field((), description="what to know before printing")


def load_cover(loading: Loading) -> CoverOptions | None:
    """The options; None, with findings, when they have mistakes or name an unknown product."""
    options, products = loading.options_of(CoverOptions), loading.game.products
    if options is None:
        return None
    named = [(name, options.key_where_of("stock", name)) for name in options.stock]
    shown = (*options.pictures, *(options.hero.of if options.hero else ()))
    named += [(picture.text.partition("/")[0], picture.where) for picture in shown]
    strangers = [(name, where) for name, where in named if name not in products]
    for name, where in strangers:
        loading.files.unknown(where, "unknown-product", f"the game has no product '{name}'", name, products)
    for product in products.values():
        if product.group and product.need != "choice":
            message, hint = f"{product.name} is no choice, and has a group", "Write need: choice, or remove the group."
            loading.files.report(product.key_where_of("group"), "unused-key", message, hint)
    return None if strangers else options


def hero_items(order: Order, hero: Hero, cover: Face) -> tuple[tuple[Item, ...], Sequence[Finding]]:
    """The main picture in its place on the cover; nothing, with findings, when it cannot be drawn."""
    (face, findings), room = face_of(order, "options", hero.face, hero.where_of("face")), cover.slot("hero")
    if face is None:
        return (), findings
    composed = needs_look(order, face)
    heroes = []
    for name in hero.of:
        values, hero_findings = _hero(order, name, composed)
        heroes += [values] if values else []
        findings += hero_findings
    drawn_size = face.size or (room.w, room.h)
    facts = {"heroes": heroes, "w": to_mm(drawn_size[0]), "h": to_mm(drawn_size[1])}
    try:
        items = fill_face(order, hero.face, facts).items
    except (PrintgenError, TemplateProblem) as error:
        return (), [*findings, *error.findings]
    shown, matrix = rectangle(Box(0, 0, *drawn_size)), scale(room.w / drawn_size[0], room.h / drawn_size[1])
    return (Place(Group(items, shown), compose(translate(room.x, room.y), matrix)),), findings


def _hero(order: Order, name: Phrase, composed: bool) -> tuple[Mapping[str, Any] | None, Sequence[Finding]]:
    """The values of a piece for the face: its record with its look, and its picture; None, with findings, for none."""
    product, _, wanted = name.text.partition("/")
    content = next((content for content in order.contents if content.product.name == product), None)
    if content is None:
        return None, ()  # It has no pieces, which its own composition reports.
    findings: Sequence[Finding] = ()
    piece = next((piece for piece in content.pieces if not wanted or piece.answers(wanted)), None)
    if piece is None and any(record.name == wanted for record in content.product.records):
        # A list of what to print has few of them, and the picture is of all.
        pieces, findings = order.show(product, wanted)
        piece = next(iter(pieces), None)
    if piece is None:
        piece_names = [piece.name for piece in content.pieces]
        message = f"{product} has no piece '{wanted}'"
        return None, [*findings, unknown_word(name.where, "unknown-piece", message, wanted, piece_names)]
    record = next((record for record in content.product.records if piece.answers(record.name)), None)
    card, card_findings = card_of(order, content.product, record, composed) if record else ({"name": piece.name}, ())
    return {**card, "picture": partial(picture_of, piece)}, [*findings, *card_findings]


_FRAME_LINE = mm(0.4)
_HEAD = 2  # how many rows the heading of a second choice below the first one takes


def compose_cover(order: Order) -> Composition:
    """The cover of a game, one page or two, from the contents of the order."""
    product, options = order.product, order.value_as(CoverOptions)
    face, findings = face_of(order, "front", product.front)
    where = options.where_of("behind")
    behind, face_findings = face_of(order, "behind", options.behind, where) if options.behind else (None, [])
    findings += face_findings
    if face is None:
        return Composition((), tuple(findings))
    size, wrong_size = page_size(order, NOTHING, face)
    findings += wrong_size
    faces = [face, behind] if behind else [face]
    findings += wrong_shapes(faces, size, product.where_of("size")) if size else ()
    findings += _unknown_icons(order, options)
    windows, wrong_slots = _windows(face, options)
    findings += wrong_slots
    if findings or size is None:
        return Composition((), tuple(findings))
    sides = []
    for side in faces:
        items, page_findings = _page(order, options, side, size, windows if side is face else ())
        findings += page_findings
        sides.append(stretch_to(size)(side, items))
    front, *others = sides
    # Both pages are read, so both are printed, even when cards have no backs.
    piece = Piece(product.title, front, next(iter(others), None), page=True, leaf=behind is not None,
                  role="page")  # fmt: skip
    return Composition.whole([piece], tuple(findings))


def _page(
    order: Order, options: CoverOptions, face: Face, size: tuple[float, float], windows: Sequence[Box]
) -> tuple[tuple[Item, ...], Sequence[Finding]]:
    """The contents of a page with this face; nothing, with findings, when it cannot be drawn."""
    product = order.product
    trim = trim_of(product, face, face.size or size)
    session = Session(Tints({}), product.title, product.where_of, FaceState(), trim=trim, facts=facts_of(order, ()))
    pictured = _pick_pictures(order, options.pictures)[: len(windows)]
    context = {
        **_context(order, options),
        "captions": [content.product.title for content, _ in pictured],
        "shown": [{"title": content.product.title, "pieces": content.count} for content, _ in pictured],
        **product.parameters,
    }
    # What stands on the face may lie over the great picture.
    pictures, hero_findings = (
        hero_items(order, options.hero, face) if options.hero and _slot(face, "hero") else ((), ())
    )
    drawn = order.renderer.render(face, context, session)
    items, findings = (*pictures, *drawn.items), (*hero_findings, *drawn.findings)
    if pictured:
        line = Stroke(drawn.tints.resolve("ink"), _FRAME_LINE)
        for (_, picture), window in zip(pictured, windows, strict=False):
            items += tuple(_frame(picture, window, line, options.fit == "contain"))
    return items, findings


def _slot(face: Face, name: str) -> Box | None:
    """The place of a name, if the face has one."""
    try:
        return face.slot(name)
    except TemplateProblem:
        return None


def _windows(face: Face, options: CoverOptions) -> tuple[tuple[Box, ...], Sequence[Finding]]:
    """The places for pictures; a face with a place for a main picture needs no others."""
    try:
        if options.hero:
            face.slot("hero")
        return (() if options.hero and not options.pictures else face.slots("picture")), ()
    except TemplateProblem as error:
        return (), error.findings


def _unknown_icons(order: Order, options: CoverOptions) -> Iterator[Finding]:
    """A finding for each fact with an unknown icon."""
    library = order.library
    for fact in (fact for fact in options.facts if not library.icons.has(fact.icon)):
        message = f"there is no icon '{fact.icon}'"
        yield Finding("error", fact.where_of("icon"), message, library.icons.hint(fact.icon), "unknown-icon")


def _pick_pictures(order: Order, names: Iterable[Phrase]) -> list[tuple[Content, Piece]]:
    """Products and pieces by these names, or the first ones: "joe-deck", or one piece, "joe-deck/Ace"."""
    by_name = {content.product.name: content for content in order.contents}
    parted = [name.text.partition("/") for name in names]
    wanted = [parts for parts in parted if parts[0] in by_name]
    printed = [content.product.name for content in order.contents if content.sheets]
    pictures: list[tuple[Content, Piece]] = []
    for product, _, piece in wanted or [(name, "", "") for name in printed]:
        content = by_name[product]
        picture = next((p for p in content.pieces if p.answers(piece)), content.pieces[0])
        pictures.append((content, picture))
    return pictures


def _context(order: Order, options: CoverOptions) -> dict[str, Any]:
    """The values of the face, without the titles of the pictures."""
    game = order.game
    title, _, rest = game.title.partition(" ")
    words = sheet_words(order.library).covers
    places = {name: n for n, name in enumerate(game.products)}
    printed = (content for content in order.contents if content.sheets)
    contents = sorted(printed, key=lambda content: places[content.product.name])
    rows = {content.product.name: _row(content, options) for content in contents}
    needs = needs_of((content.product, content.sheets) for content in contents)
    columns = _columns(needs, rows, words) if needs else []
    return {
        "title": title,
        "subtitle": rest,
        "words": words,
        "version": game.version,
        "notice": game.notice,
        "promise": options.promise,
        "paper": order.paper,
        "rows": [*rows.values()],
        "needs": columns,
        "columns": 1 + max((column["column"] for column in columns), default=0),
        "most": max((column["above"] + len(column["rows"]) + _HEAD * column["heads"] for column in columns), default=0),
        "tonight": needs.sheets if needs else 0,
        "total_pieces": sum(content.count for content in contents),
        "total_sheets": sum(content.sheets for content in contents),
        **options.model_dump(include={"steps", "facts"}),
        "kicker": options.kicker or words.get("kicker", ""),
    }


def _row(content: Content, options: CoverOptions) -> dict[str, Any]:
    return {
        "title": content.product.title,
        "pieces": content.count,
        "sheets": content.sheets,
        "stock": content.product.stock or options.stock.get(content.product.name, ""),
        "need": content.product.need or "extra",
    }


def _columns(needs: Needs, rows: dict[str, dict[str, Any]], words: dict[str, str]) -> list[dict[str, Any]]:
    """Required products, choices and extras, by column; choices share one, with `heads` and rows `above` counted."""

    def column(need: str, title: str, counted: Sequence[tuple[Any, int]], sheets: int) -> dict[str, Any]:
        return {"need": need, "title": title, "rows": [rows[product.name] for product, _ in counted], "sheets": sheets}

    columns = [column("required", words.get("required", ""), needs.required, sum(n for _, n in needs.required))]
    for group, members in needs.choices.items():
        named = f"{words.get('choose', '')}: {group}" if group else words.get("choose", "")
        columns.append(column("choice", named, members, members[0][1]))
    columns.append(column("extra", words.get("extra", ""), needs.extra, sum(n for _, n in needs.extra)))
    columns = [part for part in columns if part["rows"]]
    needs_in_order = list(dict.fromkeys(part["need"] for part in columns))
    for number, part in enumerate(columns):
        above = [other for other in columns[:number] if other["need"] == part["need"]]
        part["column"], part["heads"] = needs_in_order.index(part["need"]), len(above)
        part["above"] = sum(len(other["rows"]) for other in above)
    return columns


def _frame(piece: Piece, window: Box, line: Stroke, whole: bool) -> Iterator[Item]:
    """A piece's picture, whole in the middle of its window, or filling it from the top; and its edge."""
    sample = piece.front
    grow = (min if whole else max)(window.w / sample.width, window.h / sample.height)
    aside, down = (window.w - sample.width * grow) / 2, (window.h - sample.height * grow) / 2 if whole else 0.0
    matrix = compose(translate(window.x + aside, window.y + down), scale(grow))
    edge = transform_outline(piece.edge, matrix) if whole else rectangle(window)
    # So small, its lines still hold in print.
    shown = Reducer(whole=True, bare=True).later(Group(sample.items), grow)
    yield Place(Group((Place(shown, matrix),), edge))
    yield Path(edge, None, line)


KIND = Kind("cover", compose_cover, options=CoverOptions, load=load_cover, summary=True, takes=("front", "size"))
