"""What the fields of a component's record say, in the words of people."""

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
from printgen.reading.part import Phrase

_READ = Reading("body", 10, keywords=False, lists=True, apart=True)
_BRACKETS = re.compile(r"\[([A-Za-z][^\[\]/]*)\](?=[^\[\]]*\[/\])")
_ASIDE = ("art", "look", "errata", "deviations", "name", "copies")
"""Fields that say how a piece is drawn, or are shown otherwise."""

Form = Mapping[str, Any]
"""A field as a form has it."""


class Speech:
    """Says phrases without their marks: an icon by its name."""

    def __init__(self, library: Library) -> None:
        self.library, self._tints = library, Tints(library.palette("dossier"))

    def plain(self, phrase: Phrase | str) -> str:
        """The words of a phrase, whatever colours its faces know; without its stars where its marks cannot be read."""
        text = phrase.text if isinstance(phrase, Phrase) else phrase
        for names in ([], _BRACKETS.findall(text)):
            with suppress(MarkupError):
                tints = self._tints.with_names(dict.fromkeys(names, "#000000")) if names else self._tints
                lines = []
                for paragraph in parse_text(text, _READ, self.library, tints):
                    words = [*([paragraph.marker] if paragraph.marker else []), *paragraph.words]
                    runs = ("".join(icon_text(run.text) if run.font == ICON else run.text for run in w) for w in words)
                    lines.append(" ".join(runs))
                return "\n".join(filter(None, lines))
        return bare(text)


def icon_text(name: str) -> str:
    """An icon as it is read out."""
    return f"[{name.replace('-', ' ')}]"


def fields_of(product: ProductExport) -> dict[str, Form]:
    """The fields of a product's records that say something in words, by name, as a form has them.

    Each knows whether faces print its words. What faces draw with alone is left out, in the parts of maps as well; so
    are colours and files.
    """
    shape = product.pieces.product.record
    if not shape:
        return {}
    form = form_of(product.pieces.game, product.pieces.product, product.usage)["properties"]
    return _word_fields(product, {name: field for name, field in form.items() if name not in _ASIDE}, shape)


def _word_fields(product: ProductExport, fields: Mapping[str, Form], *above: str) -> dict[str, Form]:
    words = dict[str, Form]()
    for name, field in fields.items():
        path = (*above, name)
        # Rows of tables have names of their own, whatever is drawn for them.
        if field.get("format") in ("color", "file") or (product.usage.draws(*path) and "table" not in field):
            continue
        parts = field.get("items", field).get("properties", {})
        words[name] = {**field, "says": lambda text, path=path: product.usage.says(text, *path),
                       "parts": _word_fields(product, parts, *path)}  # fmt: skip
    return words


def choices_of(field: Form) -> Sequence[Form]:
    """The words that a field of a form may have, each as const, title and, if there is one, description."""
    choices: Sequence[Form] = field.get("oneOf") or field.get("items", {}).get("oneOf") or ()
    return choices


def words_of(value: Any) -> tuple[str, ...]:
    """A value as the words that it is made of; none for what is neither text nor a list."""
    return (value,) if isinstance(value, str) else tuple(map(str, value)) if isinstance(value, tuple) else ()


def value_of(speech: Speech, field: Form, value: Any) -> str:
    """What a field of `fields_of` says, in words; "" for nothing, and for what is no text, number or list."""
    titles = {choice["const"]: choice["title"] for choice in choices_of(field)}
    if isinstance(value, bool):
        return "yes" if value else ""
    if field["format"] == "length":
        return f"{to_mm(value):.4g} mm" if isinstance(value, float) else str(value or "")
    if field["format"] == "maps":
        return "; ".join(filter(None, (_entry(speech, field["parts"], entry) for entry in value or ())))
    if isinstance(value, int | float):
        # More digits than this are noise of sums.
        return f"{value:.12g}".replace(".", decimal_sign(speech.library.style.language))
    words = (word for word in words_of(value) if word in titles or field["says"](word))
    return ", ".join(titles.get(word, speech.plain(word)) for word in words)


def _entry(speech: Speech, parts: Mapping[str, Form], entry: Mapping[str, Any]) -> str:
    """A map of a list as its name, or its first text, with what else it says behind that: "Rifle (Range 24)"."""
    texts = {name: text for name, field in parts.items() if (text := value_of(speech, field, entry.get(name)))}
    heads = (*(name for name in ("name", "title") if name in texts), *texts)
    head = next((name for name in heads if isinstance(entry.get(name), str)), "")
    more = ", ".join(f"{parts[name]['title']} {text}" for name, text in texts.items() if name != head)
    return f"{texts[head]} ({more})" if head and more else texts.get(head, more)


class FieldText:
    """Describes the components of a product, with what tables call their words, and what those mean."""

    def __init__(self, product: ProductExport) -> None:
        self._speech = Speech(product.pieces.library)
        self._fields = {name: field for name, field in fields_of(product).items() if field["format"] != "length"}
        glossary = product.pieces.product.options.get("glossary", "")
        self._glossary = product.pieces.game.tables.get(glossary)

    def lines(self, component: Component) -> Iterator[str]:
        """A line for each field that says something, then one of what its abbreviations stand for; none of no record.

        "Skills: Swamp (+1D6 for its team in a fight on a Swamp space.)"
        """
        if component.of is None:
            return
        values = component.of.values
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
