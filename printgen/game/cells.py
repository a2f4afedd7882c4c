"""Convert cells of sheets to values of their fields, and report cells that hold what nobody means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, time, timedelta
from functools import partial
from typing import Any

from printgen.base.errors import Where
from printgen.game.shapes import Spec
from printgen.reading.files import Files
from printgen.reading.number_formats import plain_number
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.scalars import shorten
from printgen.reading.sheets import (
    UNKNOWN,
    CellContent,
    CellError,
    Cells,
    CellValue,
    DoubtfulValue,
    Signs,
    formula_error,
    lost_of,
    number_hint,
    parse_number,
    text_in,
)
from printgen.reading.texts import cell_words
from printgen.reading.yaml_events import MAX_SCALAR

Convert = Callable[[CellContent], Any]
"""Makes a value of a cell that is not empty; a CellError or a DoubtfulValue says what is wrong with it."""

_CANONICAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,20})?")
_DIGITS_HINT = "Declare the field as text to print what the cell shows, or give the cell the plain number."
_LOOKS_HINT = "Mark such letters in the text, as in **bold**, and make all of the cell look alike."
_FORMAT_HINT = "Give the cell another format, or write what it shows as text."
_BAR = re.compile(r"(?<!\\)\|")


def number_in(cell: CellContent, signs: Signs = UNKNOWN) -> Any:
    """The number of a cell, else its text. A CellError may be two numbers; a DoubtfulValue shows another than it is."""
    if isinstance(cell, CellValue):
        value, text = cell.value, cell.text
        if value is None or isinstance(value, bool | date | time | timedelta):
            return text
        # As exact as spreadsheets are: a tenth and two tenths are three tenths.
        number = float(f"{value:.15g}")
        lost = "" if text == plain_number(value) else lost_of(text, number)
        difference = (cell.lost if cell.unknown else "") or lost
    else:
        text = text_in(cell)
        decimal = parse_number(text, signs)
        if decimal is None or isinstance(decimal, CellError):
            return text if decimal is None else decimal
        number, difference = decimal, lost_of(text, decimal)
    whole = int(number) if number.is_integer() and abs(number) < 1e15 else number
    return DoubtfulValue(whole, difference, _DIGITS_HINT) if difference else whole


TIMES = re.compile(r"(?:[x×] ?(?P<after>[0-9]{1,6})|(?P<before>[0-9]{1,6}) ?[x×])", re.IGNORECASE)


def copies_in(cell: CellContent, signs: Signs = UNKNOWN) -> Any:
    """As `number_in`, of a cell that may say 3x, x3 or 3 ×, too."""
    match = TIMES.fullmatch(text_in(cell))
    return int(match["after"] or match["before"]) if match else number_in(cell, signs)


def flag_in(cell: CellContent) -> Any:
    """True or false, as people write it; what is neither stays text."""
    if isinstance(cell, CellValue) and isinstance(cell.value, bool):
        return cell.value
    text = text_in(cell)
    word = text.casefold()
    if word in cell_words("true"):
        return True
    return False if word in cell_words("false") or word in ("n", "-", "0") else text


def words_in(cell: CellContent) -> list[str]:
    """The entries of a cell, which stand between bars; a bar of their own is written as \\|."""
    return [word.strip().replace("\\|", "|") for word in _BAR.split(text_in(cell))]


def plain_in(cell: CellContent) -> Any:
    """What a cell holds for a field that takes anything: a number or a switch where it is written as one, else text."""
    if isinstance(cell, CellValue):
        return cell.value if isinstance(cell.value, bool) else number_in(cell)
    text = text_in(cell)
    if _CANONICAL.fullmatch(text):
        return number_in(text, Signs("."))
    return {"true": True, "false": False}.get(text.casefold(), text)


def converter(spec: Spec | None, language: str) -> Convert:
    """What makes values of a field's cells; `language` is the decimal sign of the game's, "" where it has none."""
    kind = spec.kind if spec else ""
    if spec and kind in ("integer", "number"):
        return partial(copies_in if spec.times else number_in, signs=Signs(spec.decimal, language))
    by_kind: Mapping[str, Convert] = {"flag": flag_in, "list": _list_in, "": plain_in}
    return _with_doubts(by_kind.get(kind, text_in))


def _with_doubts(convert: Convert) -> Convert:
    """A converter that marks the value doubtful where the cell shows more than its text."""

    def converted(cell: CellContent) -> Any:
        value = convert(cell)
        if not isinstance(cell, CellValue) or not cell.lost or not isinstance(value, str | list):
            return value
        return DoubtfulValue(value, cell.lost, _LOOKS_HINT if cell.value is None and not cell.unknown else _FORMAT_HINT)

    return converted


def _list_in(cell: CellContent) -> list[str]:
    """The entries of a cell that are not empty."""
    return [word for word in words_in(cell) if word]


_ERROR_TEXTS = re.compile(r"Err:[0-9]{3}|#{4,255}")
_FORMULA = re.compile(r"=[-+( ]{0,9}(?:[^\W\d_][\w.]{0,40}\(|\$?[A-Z]{1,3}\$?[0-9]{1,7}(?!\w))")
# A comma between digits parts thousands.
_SEPARATORS = re.compile(r"[;；，、\n]|(?<![0-9]),|,(?![0-9]{3}(?![0-9]))")
_THOUSANDTHS = re.compile(r"-?[1-9][0-9]{0,2}\.[0-9]{2}0(?![0-9.])")
_SENTENCE = (".", "!", "?", ":", "…")
_MOST_WORDS = 3
"""A part of a list's word that has more words is a sentence, in which commas are right."""


def check_cells(files: Files, entries: Iterable[Any], fields: Mapping[str, Spec | None]) -> None:
    """Report cells of a list's entries that hold what nobody means; entries without copies are not looked at."""
    lists: dict[str, list[tuple[LocatedMap, str, Where]]] = {}
    for entry in entries:
        if isinstance(entry, LocatedMap) and entry.get("copies") != 0:
            for where, text in _suspicious_texts(entry):
                if error := _spreadsheet_error(text):
                    files.refuse(where, "bad-cell", error.message, error.hint)
            for where, text in () if isinstance(entry.source, Cells) else _thousandths(entry):
                message = f"{text} is the number {float(text):g} here, as a point parts decimals"
                files.warn(where, "bad-cell", message, number_hint(text))
            for key, value in entry.items():
                spec = fields.get(key)
                if spec and spec.kind == "list" and not spec.commas and isinstance(value, LocatedList):
                    lists.setdefault(key, []).extend((entry, *word) for word in _words_of_list(value))
    for key, words in lists.items():
        _check_commas(files, key, words)


def _spreadsheet_error(text: str) -> CellError | None:
    """What is wrong with a text that a spreadsheet shows, or keeps, in place of a value; None for others."""
    if text in cell_words("errors") or _ERROR_TEXTS.fullmatch(text):
        return formula_error(text)
    if _FORMULA.match(text):
        hint = "Save the list with the results of its formulas."
        return CellError(f"the cell holds the formula {shorten(text)}", hint)
    if len(text) > MAX_SCALAR:
        message = f"the cell is {len(text):,} characters long; the limit is {MAX_SCALAR:,}"
        return CellError(message, "Shorten it.")
    return None


def _suspicious_texts(container: LocatedMap | LocatedList) -> Iterator[tuple[Where, str]]:
    """The texts in a value that may stand there in place of what was meant, each with its place."""
    pairs: Iterable[tuple[Any, Any]] = container.items() if isinstance(container, LocatedMap) else enumerate(container)
    for key, value in pairs:
        if isinstance(value, str):
            if value[:1] in ("#", "E", "=") or (len(value) > MAX_SCALAR and isinstance(container.source, Cells)):
                yield container.where(key), value
        elif isinstance(value, LocatedMap | LocatedList):
            yield from _suspicious_texts(value)


def _thousandths(container: LocatedMap | LocatedList) -> Iterator[tuple[Where, str]]:
    """Numbers of YAML and JSON that are written like thousands, such as 1.000, each with its place."""
    for n, value in enumerate(container.values() if isinstance(container, LocatedMap) else container):
        if isinstance(value, float):
            step = 2 * n + 1 if isinstance(container, LocatedMap) else n
            offset = container.source.offsets[container.first + step]
            if match := _THOUSANDTHS.match(container.source.text, offset):
                yield container.source.where(offset), match[0]
        elif isinstance(value, LocatedMap | LocatedList):
            yield from _thousandths(value)


def _words_of_list(container: LocatedList) -> Iterator[tuple[str, Where]]:
    """The words of a list, and those of maps that a sheet made, each with its place."""
    for n, entry in enumerate(container):
        if isinstance(entry, str):
            yield entry, container.where(n)
        elif isinstance(entry, LocatedMap) and isinstance(entry.source, Cells):
            yield from ((value, entry.where(key)) for key, value in entry.items() if isinstance(value, str))


def _check_commas(files: Files, key: str, words: list[tuple[LocatedMap, str, Where]]) -> None:
    """Warn of words of a list's field that look like several."""
    known = {word.casefold() for _, word, _ in words}
    for entry, word, where in words:
        parts = [part.strip() for part in _SEPARATORS.split(word)]
        short = all(len(part.split()) <= _MOST_WORDS for part in parts) and not word.endswith(_SENTENCE)
        if len(parts) > 1 and (short or any(part.casefold() in known for part in parts)):
            bars = isinstance(entry.source, Cells)
            several = (" | " if bars else ", ").join(filter(None, parts))
            several = shorten(several if bars else f"[{several}]")
            hint = f"Write {several} for several words, or give {key} commas: true in game.yaml."
            files.warn(where, "list-with-commas", f'"{shorten(word)}" is one word of the list', hint)
