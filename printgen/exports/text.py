"""The whole game as words: what its products say, as headings, lists and tables; a page for screen readers and plain
text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from printgen.base.errors import Finding
from printgen.base.names import decimal_sign
from printgen.base.units import letters, to_mm
from printgen.build.stages import Progress
from printgen.drawing import paragraphs
from printgen.drawing.tints import Tints
from printgen.drawing.words import ICON
from printgen.editing.forms import form_of
from printgen.exports.bundle import Bundle, Component, ProductExport
from printgen.exports.format import ExportFiles, Option, OptionValues
from printgen.exports.outline import Node, OutlineHeading, OutlineList, OutlineParagraph, OutlineTable, as_html, as_text
from printgen.faces.blocks.tables import as_block, notes_of
from printgen.faces.library import Library
from printgen.faces.marks import bare
from printgen.faces.markup import MarkupError, Reading, parse_text
from printgen.game import documents as doc
from printgen.game.records import Game, Record
from printgen.kinds.board.plan import BoardPlan, RandomPlan
from printgen.kinds.documents import Reference, errata_notes
from printgen.reading.part import Phrase
from printgen.rules.odds import odds_of

_READ = Reading("body", 10, keywords=False, lists=True, apart=True)
_BRACKETS = re.compile(r"\[([A-Za-z][^\[\]/]*)\](?=[^\[\]]*\[/\])")
_ASIDE = ("art", "look", "errata", "deviations", "name", "copies")
"""Fields that say how a piece is drawn, or are told otherwise."""


class Speech:
    """Says phrases without their marks: an icon is told by its name."""

    def __init__(self, library: Library) -> None:
        self.library, self._tints = library, Tints(library.palette("dossier"))

    def plain(self, phrase: Phrase | str) -> str:
        """The words of a phrase, whatever colours its faces know; without its stars where its marks cannot be read."""
        text = phrase.text if isinstance(phrase, Phrase) else phrase
        for names in ([], _BRACKETS.findall(text)):
            with suppress(MarkupError):
                tints = self._tints.with_names(dict.fromkeys(names, "#000000")) if names else self._tints
                return _plain_lines(parse_text(text, _READ, self.library, tints))
        return bare(text)


def _plain_lines(read_out: Iterable[paragraphs.Paragraph]) -> str:
    lines = []
    for one in read_out:
        words = [*([one.marker] if one.marker else []), *one.words]
        lines.append(" ".join("".join(_run_text(run.text, run.font) for run in word) for word in words))
    return "\n".join(line for line in lines if line)


def _run_text(text: str, font: str) -> str:
    return f"[{text.replace('-', ' ')}]" if font == ICON else text


def of_document(reference: Reference, game: Game, speech: Speech, level: int) -> Iterator[Node]:
    """A document: its sections as headings of a level, and what is in them."""
    document = reference.document
    yield from _paragraph(speech, document.kicker)
    yield from _paragraph(speech, document.line)
    for section in document.sections:
        yield OutlineHeading(level, ": ".join(filter(None, (speech.plain(section.title), speech.plain(section.aside)))))
        yield from _Blocks(reference, game, speech).nodes(section.blocks, level + 1)


def _paragraph(speech: Speech, *phrases: Phrase) -> Iterator[Node]:
    text = ": ".join(filter(None, map(speech.plain, phrases)))
    if text:
        yield OutlineParagraph(text)


class _Blocks:
    """Tells the blocks of a document one after the other."""

    def __init__(self, reference: Reference, game: Game, speech: Speech) -> None:
        self._reference, self._game, self._speech = reference, game, speech
        self._tellers: dict[type, Callable[[Any, int], Iterator[Node]]] = {
            doc.HeadingBlock: lambda block, level: iter((OutlineHeading(level, self._plain(block.text)),)),
            doc.ParagraphBlock: lambda block, level: _paragraph(self._speech, block.text),
            doc.Note: lambda block, level: _paragraph(self._speech, block.text),
            doc.Listing: self._listing,
            doc.TableBlock: lambda block, level: iter((self._table(block, ""),)),
            doc.NamedTable: self._named_table,
            doc.NamedOdds: self._odds,
            doc.ErrataNote: self._errata,
            doc.Steps: lambda block, level: iter((OutlineList(tuple(map(self._step, block.items)), True),)),
            doc.Rolls: lambda block, level: iter((OutlineList(tuple(map(self._roll, block.items))),)),
            doc.VolleyBlock: self._volley,
            doc.Duel: self._duel,
            doc.Strip: lambda block, level: iter((OutlineList(tuple(map(self._step, block.items))),)),
            doc.BoxBlock: self._box,
            doc.Ticks: self._ticks,
            doc.FieldsBlock: lambda block, level: iter(
                (OutlineList(tuple(self._blank(one.label) for one in block.items)),)
            ),
            doc.SumBlock: self._sum,
            doc.FrameBlock: lambda block, level: _paragraph(self._speech, block.label),
        }

    def nodes(self, blocks: Sequence[doc.Block], level: int) -> Iterator[Node]:
        """What blocks say; breaks, pictures and empty lines say nothing."""
        for block in blocks:
            if type(block) in self._tellers:
                yield from self._tellers[type(block)](block, min(level, 6))

    def _plain(self, phrase: Phrase) -> str:
        return self._speech.plain(phrase)

    def _step(self, step: doc.PhaseStep) -> str:
        return ": ".join(filter(None, (self._plain(step.title), self._plain(step.text))))

    def _roll(self, roll: doc.DieRoll) -> str:
        return f"{_join_numbers(roll.dice, 'or')}: {self._step(roll)}"

    def _blank(self, label: Phrase) -> str:
        return f"{self._plain(label)}: ______"

    def _listing(self, block: doc.Listing, level: int) -> Iterator[Node]:
        yield OutlineList(tuple(self._plain(item.text) for item in block.items), block.mark == "number")

    def _ticks(self, block: doc.Ticks, level: int) -> Iterator[Node]:
        told = ((self._plain(item.text), self._plain(item.value)) for item in block.items)
        yield OutlineList(tuple("[ ] " + ", ".join(filter(None, pair)) for pair in told))

    def _sum(self, block: doc.SumBlock, level: int) -> Iterator[Node]:
        terms = (f"{self._plain(t.sign)} {self._plain(t.value) or '__'} ({self._plain(t.label)})" for t in block.terms)
        yield OutlineParagraph(" ".join(" ".join(terms).replace(" ()", "").split()))

    def _volley(self, block: doc.VolleyBlock, level: int) -> Iterator[Node]:
        yield from _paragraph(self._speech, block.title, block.text)
        hits = sum(die >= block.needs for die in block.dice)
        yield OutlineParagraph(
            f"Rolled {_join_numbers(block.dice, 'and')}, and {block.needs} or more was needed: {hits} hit."
        )

    def _duel(self, block: doc.Duel, level: int) -> Iterator[Node]:
        yield from _paragraph(self._speech, block.title, block.text)
        first, second = block.sides
        names = [self._plain(side.name) for side in block.sides]
        rolled = [
            f"{name} rolled {_join_numbers(side.dice, 'and')}" for name, side in zip(names, block.sides, strict=True)
        ]
        won = {1: names[0], -1: names[1], 0: "nobody"}
        pairs = zip(first.dice, second.dice, block.pairs, strict=False)
        told = "; ".join(f"{one} against {other}: {won[who]}" for one, other, who in pairs)
        yield OutlineParagraph(f"{', '.join(rolled)}. Pair by pair, {told}.")

    def _box(self, block: doc.BoxBlock, level: int) -> Iterator[Node]:
        if block.title:
            yield OutlineHeading(level, self._plain(block.title))
        yield from self.nodes(block.blocks, level + bool(block.title))

    def _named_table(self, block: doc.NamedTable, level: int) -> Iterator[Node]:
        table = self._reference.tables[block.name.text]
        titles = (self._plain(table.title), self._plain(table.aside))
        yield self._table(as_block(table), ", ".join(filter(None, titles)))
        for note in notes_of(table):
            yield OutlineParagraph(self._plain(note))

    def _odds(self, block: doc.NamedOdds, level: int) -> Iterator[Node]:
        grid = odds_of(self._game)[block.name.text].grid
        head = tuple(self._plain(cell) for cell in block.head) or tuple(map(self._speech.plain, grid.head))
        chosen = (cells for name, cells in grid.rows if name == (block.only.text or name))
        rows = tuple(tuple(map(self._speech.plain, cells)) for cells in chosen)
        yield OutlineTable("", head[-len(rows[0]) :] if rows else head, rows)

    def _errata(self, block: doc.ErrataNote, level: int) -> Iterator[Node]:
        for note in errata_notes(self._game, block):
            yield from _paragraph(self._speech, note.text)

    def _table(self, table: doc.TableBlock, caption: str) -> OutlineTable:
        styles = [style for _, _, style in table.columns]
        rows = (
            tuple(_badge(self._plain(cell), style) for cell, style in zip(row.cells, styles, strict=True))
            for row in table.rows
        )
        return OutlineTable(caption, tuple(map(self._plain, table.head)), tuple(rows))


def _badge(cell: str, style: str) -> str:
    """A cell; one that is an icon's name is told as icons are."""
    return _run_text(cell, ICON) if style == "badge" and cell else cell


def _join_numbers(numbers: Sequence[int], word: str) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} {word} {last}" if most else last


def of_records(product: ProductExport, speech: Speech) -> Iterator[Node]:
    """The pieces of a list as a table: a column for each field of which some record says something."""
    fields = fields_of(product)
    shown = [component for component in product.components if component.of]
    said = {
        name: [value_of(speech, field, field_value(component.of, name, field)) for component in shown if component.of]
        for name, field in fields.items()
    }
    titles = [name for name, cells in said.items() if any(cells)]
    head = ("Name", "Copies", *(fields[name].get("title", name) for name in titles))
    rows = (
        (component.name, str(component.copies), *(said[name][n] for name in titles))
        for n, component in enumerate(shown)
    )
    yield OutlineTable(f"{product.title}, {product.count} in all", head, tuple(rows))
    yield from _meanings(fields, titles, shown)


def _meanings(fields: Mapping[str, Any], titles: Sequence[str], shown: Sequence[Component]) -> Iterator[Node]:
    """What the words mean that stand in fields of tables, for those that some piece has."""
    for name in titles:
        used = {word for component in shown if component.of for word in words_of(component.of.values.get(name))}
        known = [one for one in choices_of(fields[name]) if one["const"] in used and one.get("description")]
        if known:
            rows = tuple((one["title"], one["description"]) for one in known)
            yield OutlineTable(f"What {fields[name].get('title', name)} means", ("Word", "Meaning"), rows)


def fields_of(product: ProductExport) -> dict[str, Mapping[str, Any]]:
    """The fields of a product's records that say something in words, by name, as a form has them.

    Each knows its `path`, and whether faces print its words. What faces draw with alone is left out, in the parts of
    maps as well; so are colours and files.
    """
    if not product.pieces.product.record:
        return {}
    form = form_of(product.pieces.game, product.pieces.product, product.usage)["properties"]
    return _word_fields(
        product, {name: field for name, field in form.items() if name not in _ASIDE}, product.pieces.product.record
    )


def _word_fields(
    product: ProductExport, fields: Mapping[str, Mapping[str, Any]], *above: str
) -> dict[str, Mapping[str, Any]]:
    found = dict[str, Mapping[str, Any]]()
    for name, field in fields.items():
        path = (*above, name)
        # Rows of tables have names of their own, whatever is drawn for them.
        if field.get("format") in ("color", "file") or (product.usage.draws(*path) and "table" not in field):
            continue
        parts = field.get("items", field).get("properties", {})
        found[name] = {**field, "says": lambda text, path=path: product.usage.says(text, *path),
                       "parts": _word_fields(product, parts, *path)}  # fmt: skip
    return found


def choices_of(field: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The words that a field of a form may have, each as const, title and, if there is one, description."""
    found: Sequence[Mapping[str, Any]] = field.get("oneOf") or field.get("items", {}).get("oneOf") or ()
    return found


def words_of(value: Any) -> tuple[str, ...]:
    """A value as the words that it is made of; none for what is neither text nor a list."""
    return (value,) if isinstance(value, str) else tuple(map(str, value)) if isinstance(value, tuple) else ()


def field_value(record: Record, name: str, field: Mapping[str, Any]) -> Any:
    """The value of a field; a length as it is written, with its unit."""
    return (record.source if field["format"] == "length" else record.values).get(name)


def value_of(speech: Speech, field: Mapping[str, Any], value: Any) -> str:
    """What a field of `fields_of` says, in words; "" for nothing, and for what is no text, number or list."""
    called = {one["const"]: one["title"] for one in choices_of(field)}
    if isinstance(value, bool):
        return "yes" if value else ""
    if field["format"] == "length":
        return f"{to_mm(value):.4g} mm" if isinstance(value, float) else str(value or "")
    if field["format"] == "maps":
        return "; ".join(filter(None, (_entry(speech, field["parts"], one) for one in value or ())))
    if isinstance(value, int | float):
        # More digits than this are noise of sums.
        return f"{value:.12g}".replace(".", decimal_sign(speech.library.style.language))
    words = (word for word in words_of(value) if word in called or field["says"](word))
    return ", ".join(called.get(word, speech.plain(word)) for word in words)


def _entry(speech: Speech, parts: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    """A map of a list as its name, or its first text, with what else it says behind that: "Rifle (Range 24)"."""
    told = {name: text for name, field in parts.items() if (text := value_of(speech, field, entry.get(name)))}
    head = next((name for name in (*(n for n in ("name", "title") if n in told), *told)
                 if isinstance(entry.get(name), str)), "")  # fmt: skip
    more = ", ".join(f"{parts[name]['title']} {text}" for name, text in told.items() if name != head)
    return f"{told[head]} ({more})" if head and more else told.get(head, more)


def of_pieces(product: ProductExport) -> Iterator[Node]:
    """Pieces without records: how many there are of each, and what can be read on it."""
    rows = tuple(
        (component.name, str(component.copies), "; ".join(component.texts)) for component in product.components
    )
    yield OutlineTable(f"{product.title}, {product.count} in all", ("Name", "Copies", "What it says"), rows)


def _space_text(words: str) -> str:
    """What lies on a hex, and what is there besides, if anything is."""
    ground, _, more = words.partition("+")
    return f"{ground}, {more}" if more not in ("", "none") else ground


def of_board(plan: BoardPlan[Any], seed: int) -> Iterator[Node]:
    """A board of a seed: what lies on each space."""
    board = plan.of_seed(seed)
    data = plan.data(board)
    caption = "The board" if data.get("seed") is None else f"The board of seed {seed}"
    rows, spaces = data.get("cells"), data.get("spaces")
    if isinstance(rows, list) and all(isinstance(row, list | tuple) for row in rows):
        head = ("Row", *(letters(n) for n in range(max(map(len, rows)))))
        yield OutlineTable(
            caption, head, tuple((str(n), *(str(cell or "") for cell in row)) for n, row in enumerate(rows, 1))
        )
    elif isinstance(plan, RandomPlan):
        yield OutlineTable(
            caption,
            ("Space", "What lies there"),
            tuple((name, _space_text(words)) for name, words in plan.contents(board).items()),
        )
    elif isinstance(spaces, list):
        names = tuple(str(one.get("name", "")) for one in spaces)
        numbered = len(names) > 1 and all(map(str.isdecimal, names))
        yield OutlineParagraph(f"Spaces {names[0]} to {names[-1]}.") if numbered else OutlineList(names, True)


class FieldText:
    """Tells things of a product, with what tables call their words, and what those mean."""

    def __init__(self, product: ProductExport) -> None:
        spec, game = product.pieces.product, product.pieces.game
        self._speech = Speech(product.pieces.library)
        self._fields = {name: field for name, field in fields_of(product).items() if field["format"] != "length"}
        self._glossary = game.tables.get(spec.options.get("glossary", ""))

    def lines(self, component: Component) -> list[str]:
        """A line for each field that says something, then one of what its abbreviations stand for; none of no record.

        "Skills: Swamp (+1D6 for its team in a fight on a Swamp space.)"
        """
        if component.of is None:
            return []
        told = (f"{title}: {words}" for title, words in self.told(component).values())
        return [*told, *self._spelled_out(component)]

    def told(self, component: Component) -> dict[str, tuple[str, str]]:
        """How people call each field that says something, and what it says, by the names of fields."""
        if component.of is None:
            return {}
        values = component.of.values
        told = {name: (field["title"], self._field(field, values.get(name))) for name, field in self._fields.items()}
        return {name: (title, words) for name, (title, words) in told.items() if words}

    def _field(self, field: Mapping[str, Any], value: Any) -> str:
        known = {one["const"]: one["description"] for one in choices_of(field) if one.get("description")}
        words = words_of(value)
        if not known.keys() & set(words):
            return value_of(self._speech, field, value)
        called = {one["const"]: one["title"] for one in choices_of(field)}
        told = ((called.get(word, word), self._speech.plain(known.get(word, ""))) for word in words)
        return "; ".join(f"{title} ({meaning})" if meaning else title for title, meaning in told)

    def _spelled_out(self, component: Component) -> Iterator[str]:
        rows = self._glossary.rows if self._glossary else {}
        texts = "\n".join(
            text for text in (component.of.values.values() if component.of else ()) if isinstance(text, str)
        )
        found = [code for code in rows if re.search(rf"(?<!\w){re.escape(code)}(?!\w)", texts)]
        if found:
            yield "; ".join(f"{code}: {rows[code]['long']}" for code in found)


OPTIONS: tuple[Option, ...] = ()


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """Every game has words."""
    return ()


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Both files."""
    nodes = [*nodes_of(bundle)]
    game = bundle.game
    page = as_html(nodes, game.title, bundle.language)
    plain = as_text(nodes, bundle.language)
    files = [(f"{bundle.label}.html", page.encode()), (f"{bundle.label}.txt", plain.encode())]
    return ExportFiles(files, pieces=sum(product.count for product in bundle.products))


def nodes_of(bundle: Bundle) -> Iterator[Node]:
    """All that a game says, in its order."""
    game = bundle.game
    yield OutlineHeading(1, game.title)
    by = f"by {game.author}" if game.author else ""
    about = [f"Version {game.version}" if game.version else "", by, game.licence.rstrip(".")]
    if line := ", ".join(filter(None, about)):
        yield OutlineParagraph(f"{line}.")
    if game.notice:
        yield OutlineParagraph(game.notice)
    told: list[list[Node]] = []
    for product in bundle.products:
        nodes = [*_product_nodes(product, bundle.request.seed)]
        # The pages of a booklet say what its large pages say.
        if nodes and nodes not in told:
            told.append(nodes)
            yield OutlineHeading(2, product.title)
            yield from nodes


def _product_nodes(product: ProductExport, seed: int) -> Iterator[Node]:
    """What a product says, by what it is made of."""
    spec, speech = product.pieces.product, Speech(product.pieces.library)
    if isinstance(spec.loaded, Reference):
        yield from of_document(spec.loaded, product.pieces.game, speech, 3)
    elif isinstance(spec.loaded, BoardPlan):
        yield from of_board(spec.loaded, seed)
    elif spec.records:
        yield from of_records(product, speech)
    else:
        yield from of_pieces(product)
