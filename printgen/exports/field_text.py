"""The values of a record's fields as words for people: on the page for screen readers, and for virtual tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from printgen.base.names import decimal_sign
from printgen.base.units import to_mm
from printgen.drawing.tints import Tints
from printgen.drawing.words import ICON
from printgen.editing.forms import form_of
from printgen.exports.bundle import Component, ProductExport
from printgen.faces.library import Library
from printgen.faces.marks import bare
from printgen.faces.markup import MarkupError, Reading, parse_text
from printgen.game.documents import HeadingBlock, ParagraphBlock, TableBlock, blocks_of
from printgen.reading.part import Phrase

_READING = Reading("body", 10, keywords=False, lists=True, apart=True)
_COLOR_MARK = re.compile(r"\[([A-Za-z][^\[\]/]*)\](?=[^\[\]]*\[/\])")
"""The name of a colour in brackets, before the end mark of the colour."""
_OTHER_FIELDS = ("art", "look", "errata", "deviations", "name", "copies")
"""Fields that say how a piece is drawn, or that exports show otherwise."""

Form = Mapping[str, Any]
"""A field as `form_of` describes it."""


class Speech:
    """Turns phrases into words without marks, and icons into their names."""

    def __init__(self, library: Library) -> None:
        self.library, self._tints = library, Tints(library.palette("dossier"))

    def plain(self, phrase: Phrase | str) -> str:
        """The words of a phrase, in any face's colours; for wrong marks, the text without stars."""
        text = phrase.text if isinstance(phrase, Phrase) else phrase
        # Colours of a face are not known here: each name before an end mark is taken for one.
        for color_names in ([], _COLOR_MARK.findall(text)):
            with suppress(MarkupError):
                tints = self._tints.with_names(dict.fromkeys(color_names, "#000000")) if color_names else self._tints
                lines = []
                for paragraph in parse_text(text, _READING, self.library, tints):
                    words = [*([paragraph.marker] if paragraph.marker else []), *paragraph.words]
                    runs = ("".join(icon_text(run.text) if run.font == ICON else run.text for run in w) for w in words)
                    lines.append(" ".join(runs))
                return "\n".join(filter(None, lines))
        return bare(text)


def icon_text(name: str) -> str:
    """The words for an icon: its name in brackets."""
    return f"[{name.replace('-', ' ')}]"


def fields_of(product: ProductExport) -> dict[str, Form]:
    """The fields of a product's records that are words, by name, as `form_of` describes them.

    Each also has a test for words that faces print (`says`), and the fields of its maps (`parts`). Fields used only for
    drawing are left out, in maps as well; so are colours and files.
    """
    shape = product.pieces.product.record
    if not shape:
        return {}
    form = form_of(product.pieces.game, product.pieces.product, product.usage)["properties"]
    return _word_fields(product, {name: field for name, field in form.items() if name not in _OTHER_FIELDS}, shape)


def _word_fields(product: ProductExport, fields: Mapping[str, Form], *above: str) -> dict[str, Form]:
    """The fields among some that are words; `above` is the path of names to them."""
    word_fields = dict[str, Form]()
    for name, field in fields.items():
        path = (*above, name)
        # Rows of tables have names of their own, whatever is drawn for them.
        if field.get("format") in ("color", "file") or (product.usage.draws(*path) and "table" not in field):
            continue
        parts = field.get("items", field).get("properties", {})
        word_fields[name] = {**field, "says": lambda text, path=path: product.usage.says(text, *path),
                             "parts": _word_fields(product, parts, *path)}  # fmt: skip
    return word_fields


def choices_of(field: Form) -> Sequence[Form]:
    """The possible words of a field, each with its `const`, `title` and perhaps `description`."""
    choices: Sequence[Form] = field.get("oneOf") or field.get("items", {}).get("oneOf") or ()
    return choices


def words_of(value: Any) -> tuple[str, ...]:
    """The words of a text or a list; none of other values."""
    return (value,) if isinstance(value, str) else tuple(map(str, value)) if isinstance(value, tuple) else ()


def value_of(speech: Speech, field: Form, value: Any) -> str:
    """The value of a field of `fields_of` in words; "" for nothing, and for values other than text, numbers, lists."""
    titles = {choice["const"]: choice["title"] for choice in choices_of(field)}
    if isinstance(value, bool):
        return "yes" if value else ""
    if field["format"] == "length":
        return f"{to_mm(value):.4g} mm" if isinstance(value, float) else str(value or "")
    if field["format"] == "maps":
        return "; ".join(filter(None, (_entry(speech, field["parts"], entry) for entry in value or ())))
    if isinstance(value, int | float):
        # Further digits are rounding errors.
        return f"{value:.12g}".replace(".", decimal_sign(speech.library.style.language))
    if field["format"] == "blocks" and isinstance(value, str):
        return "\n".join(filter(None, _lines_of_blocks(speech, value)))
    words = (word for word in words_of(value) if word in titles or field["says"](word))
    return ", ".join(titles.get(word, speech.plain(word)) for word in words)


def _lines_of_blocks(speech: Speech, text: str) -> Iterator[str]:
    """The words of a text of blocks, with a line for each row of a table; rules and pictures have none."""
    lines = [Phrase(line.strip()) for line in text.splitlines()]
    for block in blocks_of(lines)[0]:
        match block:
            case HeadingBlock() | ParagraphBlock():
                yield speech.plain(block.text)
            case TableBlock():
                rows = (block.head, *(row.cells for row in block.rows))
                yield from (", ".join(map(speech.plain, row)) for row in rows)


def _entry(speech: Speech, parts: Mapping[str, Form], entry: Mapping[str, Any]) -> str:
    """A map of a list as its name, or its first text, with its other values in brackets: "Rifle (Range 24)"."""
    texts = {name: text for name, field in parts.items() if (text := value_of(speech, field, entry.get(name)))}
    heads = (*(name for name in ("name", "title") if name in texts), *texts)
    head = next((name for name in heads if isinstance(entry.get(name), str)), "")
    rest = ", ".join(f"{parts[name]['title']} {text}" for name, text in texts.items() if name != head)
    return f"{texts[head]} ({rest})" if head and rest else texts.get(head, rest)


class FieldText:
    """Describes the components of a product, with the titles and meanings that tables give their words."""

    def __init__(self, product: ProductExport) -> None:
        self._speech = Speech(product.pieces.library)
        self._fields = {name: field for name, field in fields_of(product).items() if field["format"] != "length"}
        glossary = product.pieces.product.options.get("glossary", "")
        self._glossary = product.pieces.game.tables.get(glossary)

    def lines(self, component: Component) -> Iterator[str]:
        """A line for each field that is not empty, then one that explains abbreviations; none without a record."""
        if component.record is None:
            return
        values = component.record.values
        for name, field in self._fields.items():
            if words := self._words(field, values.get(name)):
                yield f"{field['title']}: {words}"
        rows = self._glossary.rows if self._glossary else {}
        texts = "\n".join(text for text in values.values() if isinstance(text, str))
        codes = [code for code in rows if re.search(rf"(?<!\w){re.escape(code)}(?!\w)", texts)]
        if codes:
            yield "; ".join(f"{code}: {rows[code]['long']}" for code in codes)

    def _words(self, field: Form, value: Any) -> str:
        meanings = {choice["const"]: choice["description"] for choice in choices_of(field) if choice.get("description")}
        words = words_of(value)
        if not meanings.keys() & set(words):
            return value_of(self._speech, field, value)
        titles = {choice["const"]: choice["title"] for choice in choices_of(field)}
        pairs = ((titles.get(word, word), self._speech.plain(meanings.get(word, ""))) for word in words)
        return "; ".join(f"{title} ({meaning})" if meaning else title for title, meaning in pairs)
