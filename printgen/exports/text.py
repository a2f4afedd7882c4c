"""All words of a game on a page for screen readers: its products become an outline, and the outline a page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, count
from typing import Any

from printgen.base.errors import Finding
from printgen.base.progress import Progress
from printgen.base.units import letters
from printgen.exports.bundle import Bundle, Component, ProductExport
from printgen.exports.field_text import Speech, choices_of, fields_of, icon_text, value_of, words_of
from printgen.exports.format import ExportFiles, Option, OptionValues
from printgen.faces.blocks.tables import as_block, notes_of
from printgen.game import documents as doc
from printgen.game.records import Game
from printgen.kinds.board.plan import BoardPlan, RandomPlan
from printgen.kinds.documents import Reference, errata_notes
from printgen.reading.part import Phrase
from printgen.rules.odds import odds_of


@dataclass(frozen=True, slots=True)
class OutlineHeading:
    """A heading; level 1 is the title of the whole text."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class OutlineParagraph:
    """Some sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class OutlineList:
    """A list, with numbers or without."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class OutlineTable:
    """A table: caption, titles of columns ("" or none without), and rows, whose first cell is the heading."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Node = OutlineHeading | OutlineParagraph | OutlineList | OutlineTable


OPTIONS: tuple[Option, ...] = ()


def check(bundle: Bundle, options: OptionValues) -> Iterable[Finding]:
    """Nothing: every game has words."""
    return ()


def make(bundle: Bundle, options: OptionValues, progress: Progress) -> ExportFiles:
    """Write the page."""
    page = as_html([*nodes_of(bundle)], bundle.game.title, bundle.language)
    pieces = sum(product.count for product in bundle.products)
    return ExportFiles([(f"{bundle.label}.html", page.encode())], pieces=pieces)


def nodes_of(bundle: Bundle) -> Iterator[Node]:
    """The title page, and the words of each product in the order of the game."""
    game = bundle.game
    yield OutlineHeading(1, game.title)
    author = f"by {game.author}" if game.author else ""
    about = [f"Version {game.version}" if game.version else "", author, game.licence.rstrip(".")]
    if line := ", ".join(filter(None, about)):
        yield OutlineParagraph(f"{line}.")
    if game.notice:
        yield OutlineParagraph(game.notice)
    chapters: list[list[Node]] = []
    for product in bundle.products:
        nodes = [*_product_nodes(product, bundle.request.seed)]
        # A booklet says the same as its large pages do.
        if nodes and nodes not in chapters:
            chapters.append(nodes)
            yield OutlineHeading(2, product.title)
            yield from nodes


def _product_nodes(product: ProductExport, seed: int) -> Iterator[Node]:
    """The words of a product, by its contents: a document, a board, records, or pieces alone."""
    declared, speech = product.pieces.product, Speech(product.pieces.library)
    if isinstance(declared.loaded, Reference):
        yield from _document(declared.loaded, product.pieces.game, speech)
    elif isinstance(declared.loaded, BoardPlan):
        yield from _board(declared.loaded, seed)
    elif declared.records:
        yield from _records(product, speech)
    else:
        rows = tuple((piece.name, str(piece.copies), "; ".join(piece.texts)) for piece in product.components)
        yield OutlineTable(f"{product.title}, {product.count} in all", ("Name", "Copies", "What it says"), rows)


def _records(product: ProductExport, speech: Speech) -> Iterator[Node]:
    """The pieces of a list as a table, with a column for each field that is not empty in all records."""
    fields, columns = fields_of(product), dict[str, list[str]]()
    cards = [card for card in product.components if card.record]
    records = [card.record for card in cards if card.record]
    for name, field in fields.items():
        # A length is written as in the list, with its unit.
        sources = (record.source if field["format"] == "length" else record.values for record in records)
        columns[name] = [value_of(speech, field, source.get(name)) for source in sources]
    names = [name for name, cells in columns.items() if any(cells)]
    head = ("Name", "Copies", *(fields[name].get("title", name) for name in names))
    rows = ((card.name, str(card.copies), *(columns[name][n] for name in names)) for n, card in enumerate(cards))
    yield OutlineTable(f"{product.title}, {product.count} in all", head, tuple(rows))
    for name in names:
        yield from _meanings(fields[name].get("title", name), name, fields[name], cards)


def _meanings(title: str, name: str, field: Mapping[str, Any], cards: Sequence[Component]) -> Iterator[Node]:
    """A table of the meanings of a field's words that some card has; nothing when none has a meaning."""
    used = {word for card in cards if card.record for word in words_of(card.record.values.get(name))}
    choices = [choice for choice in choices_of(field) if choice["const"] in used and choice.get("description")]
    if choices:
        rows = tuple((choice["title"], choice["description"]) for choice in choices)
        yield OutlineTable(f"What {title} means", ("Word", "Meaning"), rows)


def _board(plan: BoardPlan[Any], seed: int) -> Iterator[Node]:
    """The board of a seed: the contents of each space."""
    board = plan.of_seed(seed)
    data = plan.data(board)
    caption = "The board" if data.get("seed") is None else f"The board of seed {seed}"
    rows, spaces = data.get("cells"), data.get("spaces")
    if isinstance(rows, list) and all(isinstance(row, list | tuple) for row in rows):
        head = ("Row", *(letters(n) for n in range(max(map(len, rows)))))
        cells = ((str(n), *(str(cell or "") for cell in row)) for n, row in enumerate(rows, 1))
        yield OutlineTable(caption, head, tuple(cells))
    elif isinstance(plan, RandomPlan):
        contents = ((name, _space_text(words)) for name, words in plan.contents(board).items())
        yield OutlineTable(caption, ("Space", "What lies there"), tuple(contents))
    elif isinstance(spaces, list):
        names = tuple(str(space.get("name", "")) for space in spaces)
        is_numbered = len(names) > 1 and all(map(str.isdecimal, names))
        yield OutlineParagraph(f"Spaces {names[0]} to {names[-1]}.") if is_numbered else OutlineList(names, True)


def _space_text(words: str) -> str:
    """The ground of a hex, and its power-ups, if it has any."""
    ground, _, power_ups = words.partition("+")
    return f"{ground}, {power_ups}" if power_ups not in ("", "none") else ground


def _document(reference: Reference, game: Game, speech: Speech) -> Iterator[Node]:
    """A document: its sections as headings with their blocks."""
    document, blocks = reference.document, _Blocks(reference, game, speech)
    yield from blocks.paragraph(document.kicker)
    yield from blocks.paragraph(document.line)
    for section in document.sections:
        yield OutlineHeading(3, blocks.join(section.title, section.aside))
        yield from blocks.nodes(section.blocks, 4)


class _Blocks:
    """Turns the blocks of a document into words."""

    def __init__(self, reference: Reference, game: Game, speech: Speech) -> None:
        self._reference, self._game, self._plain = reference, game, speech.plain

    def join(self, *phrases: Phrase, sign: str = ": ") -> str:
        """The words of phrases with a sign between them."""
        return sign.join(filter(None, map(self._plain, phrases)))

    def paragraph(self, *phrases: Phrase) -> Iterator[Node]:
        """Phrases as a paragraph; nothing for empty ones."""
        if text := self.join(*phrases):
            yield OutlineParagraph(text)

    def nodes(self, blocks: Sequence[doc.Block], level: int) -> Iterator[Node]:
        """The words of blocks; breaks, pictures and empty lines have none."""
        for block in blocks:
            yield from self._block(block, min(level, 6))

    def _block(self, block: doc.Block, level: int) -> Iterator[Node]:
        match block:
            case doc.HeadingBlock():
                yield OutlineHeading(level, self._plain(block.text))
            case doc.ParagraphBlock() | doc.Note():
                yield from self.paragraph(block.text)
            case doc.FrameBlock():
                yield from self.paragraph(block.label)
            case doc.ErrataNote():
                for note in errata_notes(self._game, block):
                    yield from self.paragraph(note.text)
            case doc.BoxBlock():
                if block.title:
                    yield OutlineHeading(level, self._plain(block.title))
                yield from self.nodes(block.blocks, level + bool(block.title))
            case doc.TableBlock():
                yield self._table(block, "")
            case doc.NamedTable():
                table = self._reference.tables[block.name.text]
                yield self._table(as_block(table), self.join(table.title, table.aside, sign=", "))
                yield from (OutlineParagraph(self._plain(note)) for note in notes_of(table))
            case doc.NamedOdds():
                yield self._odds(block)
            case doc.VolleyBlock() | doc.Duel():
                yield from self.paragraph(block.title, block.text)
                yield OutlineParagraph(self._volley(block) if isinstance(block, doc.VolleyBlock) else self._duel(block))
            case doc.SumBlock():
                terms = (f"{self._plain(t.sign)} {self._plain(t.value) or '__'} ({self._plain(t.label)})"
                         for t in block.terms)  # fmt: skip
                yield OutlineParagraph(" ".join(" ".join(terms).replace(" ()", "").split()))
            case _:
                yield from self._list(block)

    def _list(self, block: doc.Block) -> Iterator[Node]:
        items: Iterable[str] | None = None
        match block:
            case doc.Listing():
                items = (self._plain(item.text) for item in block.items)
            case doc.Steps() | doc.Strip():
                items = (self.join(step.title, step.text) for step in block.items)
            case doc.Rolls():
                items = (f"{_join_numbers(one.dice, 'or')}: {self.join(one.title, one.text)}" for one in block.items)
            case doc.Ticks():
                items = (f"[ ] {self.join(tick.text, tick.value, sign=', ')}" for tick in block.items)
            case doc.FieldsBlock():
                items = (f"{self._plain(blank.label)}: ______" for blank in block.items)
        if items is not None:
            numbers = isinstance(block, doc.Steps) or (isinstance(block, doc.Listing) and block.mark == "number")
            yield OutlineList(tuple(items), numbers)

    def _volley(self, block: doc.VolleyBlock) -> str:
        hits = sum(die >= block.needs for die in block.dice)
        return f"Rolled {_join_numbers(block.dice, 'and')}, and {block.needs} or more was needed: {hits} hit."

    def _duel(self, block: doc.Duel) -> str:
        first, second = block.sides
        names = [self._plain(side.name) for side in block.sides]
        rolls = ", ".join(f"{name} rolled {_join_numbers(side.dice, 'and')}"
                          for name, side in zip(names, block.sides, strict=True))  # fmt: skip
        winners = {1: names[0], -1: names[1], 0: "nobody"}
        pairs = zip(first.dice, second.dice, block.pairs, strict=False)
        results = "; ".join(f"{one} against {other}: {winners[who]}" for one, other, who in pairs)
        return f"{rolls}. Pair by pair, {results}."

    def _odds(self, block: doc.NamedOdds) -> OutlineTable:
        grid = odds_of(self._game)[block.name.text].grid
        head = tuple(map(self._plain, block.head or grid.head))
        chosen = (cells for name, cells in grid.rows if name == (block.only.text or name))
        rows = tuple(tuple(map(self._plain, cells)) for cells in chosen)
        return OutlineTable("", head[-len(rows[0]) :] if rows else head, rows)

    def _table(self, table: doc.TableBlock, caption: str) -> OutlineTable:
        styles = [style for _, _, style in table.columns]
        rows = []
        for row in table.rows:
            cells = zip(map(self._plain, row.cells), styles, strict=True)
            # A badge is the name of an icon.
            rows.append(tuple(icon_text(cell) if style == "badge" and cell else cell for cell, style in cells))
        return OutlineTable(caption, tuple(map(self._plain, table.head)), tuple(rows))


def _join_numbers(numbers: Sequence[int], word: str) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} {word} {last}" if first else last


_STYLE = (
    "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.5 system-ui,sans-serif;color:#1b1b1b;"
    "background:#fff;overflow-wrap:break-word}table{border-collapse:collapse}"
    "caption{text-align:left;font-weight:bold}"
    "th,td{border:1px solid #666;padding:.25rem .5rem;text-align:left;vertical-align:top}thead th{background:#eee}"
    "nav ul{columns:2 14rem}[role=region]{overflow-x:auto;margin:1rem 0}"
    "@media print{[role=region]{overflow-x:visible}}"
)


def as_html(nodes: Sequence[Node], title: str, language: str) -> str:
    """A whole page: landmarks, headings without gaps, tables with captions and scopes, no external resources.

    The page never scrolls sideways: too wide a table scrolls in a region of its own, which has a label and can be
    reached by keyboard.
    """
    chapters = {f"part-{n}": node.text for n, node in enumerate(nodes)
                if isinstance(node, OutlineHeading) and node.level == 2}  # fmt: skip
    links = "\n".join(f'<li><a href="#{anchor}">{escape(text)}</a></li>' for anchor, text in chapters.items())
    contents = f'<nav aria-label="Contents">\n<ul>\n{links}\n</ul>\n</nav>\n' if len(chapters) > 1 else ""
    labels = _table_labels(nodes)
    body = "\n".join(
        _html_table(node, n, labels[n])
        if isinstance(node, OutlineTable)
        else _html(node, f"part-{n}" if f"part-{n}" in chapters else "")
        for n, node in enumerate(nodes)
    )
    first, _, rest = body.partition("\n")
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language or "en")}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<header>\n{first}\n</header>\n{contents}<main>\n{rest}\n</main>\n"
        "</body>\n</html>\n"
    )


def _table_labels(nodes: Sequence[Node]) -> dict[int, str]:
    """A unique label for each table, by its number among the nodes: its caption or the heading over it."""
    labels, heading = dict[int, str](), ""
    used = set[str]()
    for number, node in enumerate(nodes):
        if isinstance(node, OutlineHeading):
            heading = node.text
        elif isinstance(node, OutlineTable):
            label = node.caption or heading
            candidates = chain([label], (f"{label} ({n})" for n in count(2)))
            labels[number] = next(candidate for candidate in candidates if candidate not in used)
            used.add(labels[number])
    return labels


def _html(node: OutlineHeading | OutlineParagraph | OutlineList, anchor: str) -> str:
    match node:
        case OutlineHeading(level, text):
            attribute = f' id="{anchor}"' if anchor else ""
            return f"<h{level}{attribute}>{escape(text)}</h{level}>"
        case OutlineParagraph(text):
            return f"<p>{_with_breaks(text)}</p>"
        case OutlineList(items, numbered):
            tag = "ol" if numbered else "ul"
            return f"<{tag}>" + "".join(f"<li>{_with_breaks(item)}</li>" for item in items) + f"</{tag}>"


def _with_breaks(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _html_table(table: OutlineTable, number: int, label: str) -> str:
    """A table in a scrolling region; its label is the table's caption, or another one if that is not unique."""
    anchor = f"table-{number}"
    caption = f'<caption id="{anchor}">{escape(table.caption)}</caption>' if table.caption else ""
    attribute = f'aria-labelledby="{anchor}"' if label == table.caption else f'aria-label="{escape(label)}"'
    cells = "".join(f'<th scope="col">{_with_breaks(cell)}</th>' if cell else "<td></td>" for cell in table.head)
    head = f"<thead><tr>{cells}</tr></thead>" if cells else ""
    rows = "\n".join(f"<tr>{''.join(_cells(row))}</tr>" for row in table.rows)
    body = f"<table>{caption}\n{head}\n<tbody>\n{rows}\n</tbody></table>"
    return f'<div role="region" {attribute} tabindex="0">\n{body}\n</div>'


def _cells(row: Sequence[str]) -> Iterator[str]:
    for n, cell in enumerate(row):
        text = _with_breaks(cell)
        yield f'<th scope="row">{text}</th>' if n == 0 and cell else f"<td>{text}</td>"
