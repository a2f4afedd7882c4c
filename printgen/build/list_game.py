"""Writes a game from a spreadsheet: game.yaml, the list, and faces that print every column."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path, PurePosixPath
from typing import Any
from zlib import crc32

from jinja2 import Environment

from printgen.art.photos import open_picture
from printgen.base.errors import Finding, PrintgenError, has_errors
from printgen.base.file_access import AccessError, FileAccess
from printgen.base.folders import starters_folder
from printgen.base.limits import metered
from printgen.base.units import count_noun
from printgen.build.card_game import move_game, private_folder, size_by_name
from printgen.build.column_guesses import Guess, guess_columns
from printgen.build.list_source import ListSource, read_source
from printgen.build.settings import Settings
from printgen.build.stages import check
from printgen.build.starting import Begun, free_name, title_of, with_schemas, write_draft
from printgen.drawing.tints import Tints
from printgen.faces.library import Library, default_library
from printgen.faces.markup import MarkupError, Reading, doubts_of, parse_text
from printgen.game.cells import copies_in
from printgen.reading.scalars import flow_text, scalars
from printgen.reading.sheets import CellContent, text_in
from printgen.reading.yaml_events import load_yaml_file

_SIZES = ("poker", "tarot", "a6", "a5")
"""The sizes of cards that are tried until all texts fit."""
_FOLDER = starters_folder() / "list"
_MOST_IN_ROW = 5
"""The most numbers beside each other."""


@dataclass(frozen=True, slots=True)
class BegunFromList:
    """A game that was begun from a spreadsheet: what was written, how many records and cards, what was guessed of each
    column, what was changed in the list, and the findings of the new game."""

    begun: Begun
    records: int
    cards: int
    size: str
    guesses: tuple[Guess, ...]
    changes: tuple[str, ...]
    findings: tuple[Finding, ...]

    def lines(self) -> Iterator[str]:
        """What a person is told of it."""
        copies = f" ({count_noun(self.cards, 'card')} with copies)" if self.cards != self.records else ""
        yield f"{count_noun(self.records, 'record')}{copies}, {self.size}. What was guessed of the columns:"
        for guess in self.guesses:
            yield f"  {guess.note}"
        if self.changes:
            yield "The list is a clean copy of what you gave:"
            yield from (f"  {change}" for change in self.changes)
        yield "Is a guess wrong? Change the field in game.yaml, and its line in templates/faces/front.yaml."

    def as_data(self) -> dict[str, Any]:
        """The same as plain data."""
        columns = [guess.as_data() for guess in self.guesses]
        return {"records": self.records, "cards": self.cards, "size": self.size, "columns": columns,
                "changes": list(self.changes)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Draft:
    """A game as it is to be written: the columns and rows of its list, and the pictures that it takes over."""

    source: ListSource
    title: str
    guesses: tuple[Guess, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[CellContent, ...], ...]
    pictures: Mapping[str, bytes]
    changes: tuple[str, ...]

    def cells(self, guess: Guess) -> list[CellContent]:
        """The cells of a column."""
        column = self.headings.index(guess.heading)
        return [row[column] for row in self.rows]


@metered()
def begin_from_list(folder: str | Path, source: str, *, local: bool = False) -> BegunFromList:
    """Make a game of a spreadsheet, which builds at once, in a folder that is new or empty.

    `source` is the path of a CSV, TSV or XLSX file, with `#Sheet` for a sheet of a workbook, or the address of a
    published sheet; `local` allows addresses of this very machine. UsageError where the folder or the source cannot be
    used; PrintgenError where the source has mistakes. Nothing is written then.
    """
    home = Path(folder)
    name = free_name(home)
    draft = _draft_of(read_source(source, local), title_of(name))
    with private_folder(home) as room:
        texts, size, findings, changes = _first_that_fits(draft, room, name)
        if has_errors(findings):
            raise PrintgenError(findings)
        files = {**with_schemas(room / name, tuple(texts)), **draft.pictures}
        write_draft(room / name, files)
        move_game(room / name, home)
    counted = next((draft.cells(guess) for guess in draft.guesses if guess.role == "copies"), [""] * len(draft.rows))
    cards = sum(copies_in(cell) if text_in(cell) else 1 for cell in counted)
    begun = Begun(home, draft.title, tuple(files))
    return BegunFromList(begun, len(draft.rows), cards, size, draft.guesses, changes, findings)


# ---- the list


def _draft_of(source: ListSource, title: str) -> _Draft:
    """A draft of the game: columns are guessed, names are filled in, pictures looked for."""
    gate = FileAccess(source.path.parent, source.path.parent, whose="the folder of the list") if source.path else None
    headings, rows, changes = source.headings, source.rows, list(source.changes)
    found = {text: path for text in _likely_pictures(rows) if gate and (path := _find_picture(gate, text))}
    icons = frozenset(default_library().icons.names)
    guesses = guess_columns(headings, rows, icons, frozenset(found))
    if not any(guess.role == "name" for guess in guesses):
        headings, rows = (*headings, "Name"), tuple((*row, "") for row in rows)
        guesses.append(Guess("Name", "name", "text", "name", "no column has one"))
    column = headings.index(next(guess.heading for guess in guesses if guess.role == "name"))
    names = [" ".join(text_in(row[column]).split())[:200] or f"Card {n}" for n, row in enumerate(rows, 1)]
    if changed := sum(text_in(row[column]) != name for row, name in zip(rows, names, strict=True)):
        changes.append(f"{count_noun(changed, 'name')} filled in or put on one line")
        rows = tuple((*row[:column], name, *row[column + 1 :]) for row, name in zip(rows, names, strict=True))
    draft = _Draft(source, title, tuple(_only_one_picture(guesses)), headings, rows, {}, tuple(changes))
    return _with_pictures(draft, gate, found) if gate and found else _without_pictures(draft)


def _likely_pictures(rows: Sequence[Sequence[CellContent]]) -> set[str]:
    """The texts of cells that may name a file."""
    return {text for row in rows for cell in row if 2 < len(text := text_in(cell)) <= 200 and "\n" not in text
            and not text.isdecimal()}  # fmt: skip


def _find_picture(gate: FileAccess, text: str) -> str:
    """The path of the picture that a cell names, from the folder of the list; "" for none."""
    last = re.split(r"[/\\]", text)[-1]
    paths = [path for path in gate.find_by_name(last) if PurePosixPath(path).suffix.lower() in _PICTURE_ENDINGS]
    wanted = text.replace("\\", "/")
    return wanted if wanted in paths else min(paths, key=lambda path: (path.count("/"), path), default="")


_PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")


def _only_one_picture(guesses: Sequence[Guess]) -> Iterator[Guess]:
    """The guesses, in which only the first picture is one; the names of others are printed."""
    seen = False
    for guess in guesses:
        second = guess.role == "picture" and seen
        seen = seen or guess.role == "picture"
        yield replace(guess, role="fact", kind="text") if second else guess


def _without_pictures(draft: _Draft) -> _Draft:
    """The draft whose column of pictures holds names alone."""
    guesses = (replace(guess, kind="text", why=f"{guess.why}; none is beside the list") if guess.role == "picture"
               else guess for guess in draft.guesses)  # fmt: skip
    return replace(draft, guesses=tuple(guesses))


def _with_pictures(draft: _Draft, gate: FileAccess, found: Mapping[str, str]) -> _Draft:
    """The draft with the pictures of its column, as far as they are there and can be used."""
    guess = next((guess for guess in draft.guesses if guess.role == "picture"), None)
    pictures: dict[str, bytes] = {}
    if guess is None:
        return draft
    paths: dict[str, str] = {}
    lacking: list[str] = []
    for text in dict.fromkeys(text for cell in draft.cells(guess) if (text := text_in(cell))):
        try:
            data = gate.load(gate.find(found[text]), "picture") if text in found else b""
            if data and not found[text].lower().endswith(".svg"):
                open_picture(data)
        except AccessError:
            data = b""
        if data:
            paths[text] = found[text]
            pictures[found[text]] = data
        else:
            lacking.append(text)
    if not pictures:
        return _without_pictures(draft)
    column = draft.headings.index(guess.heading)
    rows = tuple((*row[:column], paths.get(text_in(row[column]), ""), *row[column + 1 :]) for row in draft.rows)
    changes = [*draft.changes]
    if lacking:
        few = ", ".join(lacking[:3]) + (", ..." if len(lacking) > 3 else "")
        changes.append(f"{count_noun(len(lacking), 'picture')} left out, since no such file is there: {few}")
    elif any(text != path for text, path in paths.items()):
        changes.append("names of pictures are paths now")
    return replace(draft, rows=rows, pictures=pictures, changes=tuple(changes))


def _csv_of(draft: _Draft) -> bytes:
    """The list as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(draft.headings)
    writer.writerows([text_in(cell) for cell in row] for row in draft.rows)
    return stream.getvalue().encode()


# ---- the game


def _first_that_fits(
    draft: _Draft, room: Path, name: str
) -> tuple[dict[str, bytes], str, tuple[Finding, ...], tuple[str, ...]]:
    """The files of the game in the first size in which all texts fit, with its findings, and what was changed.

    The list is the file itself where that can be: nothing is changed in it, and it is read without a finding.
    """
    sizes, as_it_is = list(_SIZES), not draft.changes
    changes = draft.changes
    while True:
        texts = _files_of(draft, name, sizes[0], as_it_is)
        write_draft(room / name, {**texts, **draft.pictures})
        found = [finding for finding in check([str(room / name)], Settings()) if finding.severity != "info"]
        findings = tuple(_at_home(finding, room) for finding in found)
        if any(finding.code == "does-not-fit" for finding in findings) and len(sizes) > 1:
            del sizes[0]
        elif as_it_is and (of_list := [one for one in findings if one.where.file.endswith(_list_name(draft, True))]):
            as_it_is, changes = False, tuple(dict.fromkeys(finding.message for finding in of_list))[:3]
            (room / name / _list_name(draft, True)).unlink()
        else:
            return texts, sizes[0], findings, changes


def _at_home(finding: Finding, room: Path) -> Finding:
    """A finding of a draft, as one of the game that is to be."""
    where = finding.where
    return replace(finding, where=type(where)(where.file.replace(f"{room.name}/", ""), *where[1:]))


def _list_name(draft: _Draft, as_it_is: bool) -> str:
    return f"cards{draft.source.ending}" if as_it_is else "cards.csv"


def _files_of(draft: _Draft, name: str, size: str, as_it_is: bool) -> dict[str, bytes]:
    """The files of the game but its pictures, by their paths."""
    file = _list_name(draft, as_it_is)
    values = _values_for_templates(draft, name, size)
    values["list_name"] = f"{file}#{draft.source.sheet}" if as_it_is and draft.source.sheet else file
    values["pull"] = draft.source.address if as_it_is and draft.source.path is None else ""
    templates = {"game.yaml": "game", "templates/faces/front.yaml": "front", "templates/faces/back.yaml": "back"}
    files = {path: _render(template, values).encode() for path, template in templates.items()}
    hues = load_yaml_file(_FOLDER / "colors.yaml", "colors.yaml")
    assert isinstance(hues, list)
    first = crc32(draft.title.encode()) % len(hues)
    palette = {"base": hues[first], "ink": "#1B1B1F", "sand": "#FFF9EC", "cream": "#FFFBF0", "gold": "#E9B63B"}
    files["templates/palettes/colors.yaml"] = _lines(f"{key}: {flow_text(value)}" for key, value in palette.items())
    if kind := values["type"]:
        words = enumerate(kind.words)
        files[f"{kind.field}-colors.yaml"] = _lines(
            f"{flow_text(word)}: {{color: {flow_text(hues[(first + n) % len(hues)])}}}" for n, word in words
        )
    return {**files, file: draft.source.data if as_it_is else _csv_of(draft)}


def _lines(lines: Iterator[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _render(template: str, values: Mapping[str, Any]) -> str:
    """A file of the new game: its template's marks are not those of faces, which stay in it."""
    environment = Environment(
        line_statement_prefix="%", variable_start_string="<<", variable_end_string=">>", block_start_string="<%",
        block_end_string="%>", comment_start_string="<#", comment_end_string="#>", keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters |= {
        "yaml": lambda text: next(scalars(text)), "pairs": _pairs, "values": _values, "declaration": _declaration,
        "given": _given, "lengths": _lengths,
    }  # fmt: skip
    text = (_FOLDER / f"{template}.yaml.txt").read_text("utf-8")
    return environment.from_string(text).render(values)


def _values_for_templates(draft: _Draft, name: str, size: str) -> dict[str, Any]:
    """What the templates of the files know."""
    by_role: dict[str, list[Guess]] = {}
    for guess in draft.guesses:
        by_role.setdefault(guess.role, []).append(guess)
    single = {role: by_role.get(role, [None])[0] for role in ("icon", "cost", "picture", "type", "color")}
    others = [guess for role in ("icon", "color") for guess in by_role.get(role, [])[1:]]
    measures = size_by_name(size)
    troubled = {guess.field for guess in draft.guesses if _has_troubled_marks(draft, guess)}
    facts = [guess for guess in draft.guesses if guess.role in ("fact", "flag", "list") or guess in others]
    plain = {guess.field: ", plain: true" if guess.field in troubled else "" for guess in draft.guesses}
    return {
        "source": draft.source.path.name if draft.source.path else "a published sheet",
        "title": draft.title, "name": name, "size": size, "width": measures.width, "height": measures.height,
        **single, "texts": [*facts, *by_role.get("rules", []), *by_role.get("flavor", [])], "facts": facts,
        "stats": list(_rows_of_numbers(by_role.get("stat", []), measures.width)),
        "rules": by_role.get("rules", []), "flavors": by_role.get("flavor", []),
        "subtitles": by_role.get("subtitle", []), "footer": by_role.get("footer", []), "plain": plain,
        "fact_plain": ", plain: true" if any(plain[guess.field] for guess in facts) else "",
        "fields": [guess for guess in draft.guesses if guess.role not in ("name", "copies")],
        "columns": [(guess.heading, guess.field) for guess in draft.guesses if guess.heading != guess.field]
        + [(heading, "none") for heading in draft.headings
           if heading and heading not in {guess.heading for guess in draft.guesses}],
    }  # fmt: skip


def _rows_of_numbers(stats: Sequence[Guess], width: float) -> Iterator[list[Guess]]:
    """The numbers that stand beside each other: as many as their headings leave room for, as evenly as can be."""
    longest = max((len(word) for guess in stats for word in guess.label.split()), default=1)
    in_row = max(1, min(_MOST_IN_ROW, int((width - 8) / (1.25 * longest + 3.2))))
    rows = ceil(len(stats) / in_row)
    for row in range(rows):
        yield list(stats[row * len(stats) // rows : (row + 1) * len(stats) // rows])


def _has_troubled_marks(draft: _Draft, guess: Guess) -> bool:
    """Whether some text of a column has what would be taken for marks and means none: it is printed as it is."""
    library, tints = default_library(), Tints({})
    return any(_is_troubled(text, library, tints) for cell in draft.cells(guess) if (text := text_in(cell)))


def _is_troubled(text: str, library: Library, tints: Tints) -> bool:
    try:
        parse_text(text, Reading("body", 9, lists=True), library, tints)
    except MarkupError:
        return True
    return bool(doubts_of(text, library))


# ---- what templates make of guesses


def _declaration(guess: Guess) -> str:
    """A field as game.yaml declares it."""
    source = f", from: {guess.field}_colors" if guess.role == "type" else ""
    return f"{flow_text(guess.field)}: {{kind: {guess.kind}{source}, optional: true}}"


def _given(guess: Guess) -> str:
    """The condition that a card has something in a field."""
    return f"card.{guess.field} | length" if guess.kind == "text" else f"card.{guess.field} is not none"


def _lengths(guesses: Sequence[Guess]) -> str:
    """How many letters a card has in fields, as an expression."""
    return " + ".join(f"(({_value(guess)}) | string | length)" for guess in guesses) or "0"


def _pairs(guesses: Sequence[Guess]) -> str:
    """The headings and values of fields, as a list of an expression."""
    pairs = (f"['{guess.label.translate(_QUOTES)}', {_value(guess)}]" for guess in guesses)
    return f'"{{{{ [{", ".join(pairs)}] }}}}"'


def _values(guesses: Sequence[Guess]) -> str:
    return f'"{{{{ [{", ".join(map(_value, guesses))}] }}}}"'


_QUOTES = str.maketrans({"'": "’", '"': "”"})


def _value(guess: Guess) -> str:
    """The value of a field as an expression, which is empty where a card has none."""
    field = f"card.{guess.field}"
    if guess.role == "icon":
        return f"':' ~ {field} ~ ':' if {field} else ''"
    by_kind = {"flag": f"'✓' if {field} else ''", "list": f"{field} | join(', ')", "color": f"{field} or ''"}
    if guess.role == "stat" and guess.kind == "text":
        return f"{field} or none"
    return by_kind.get(guess.kind, field)
