"""Writes a game from a spreadsheet: game.yaml, the list, and faces that print every column."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any
from zlib import crc32

from jinja2 import Environment

from printgen.art.photos import open_picture
from printgen.base import group_pairs
from printgen.base.errors import Finding, PrintgenError, UsageError, Where, stop_on_errors
from printgen.base.file_access import AccessError, FileAccess, display_path, file_kind, load_file
from printgen.base.folders import starters_folder
from printgen.base.limits import metered
from printgen.base.units import canonical_color, count_noun
from printgen.build.card_files import PICTURES
from printgen.build.card_game import move_game, private_folder, size_by_name
from printgen.build.list_columns import Guess, guess_columns
from printgen.build.list_source import ListSource, icon_names, read_source
from printgen.build.settings import Settings
from printgen.build.stages import check
from printgen.build.starting import Begun, free_name, starter_words, title_of, with_schemas, write_draft
from printgen.game.cells import copies_in
from printgen.reading.scalars import flow_text

SIZES = {"poker": 1.0, "tarot": 1.05, "a6": 1.25, "a5": 1.6}
"""The sizes of cards that are tried until all texts fit, and how much larger than on the first the letters are."""
_FONT_HINT = "Name a font that has all letters of the cards, as in --font NotoSans-Regular.ttf."
_FIT_HINT = "Shorten what the list says of this card, or take some of its columns out."
_COUNTED = re.compile(r"(?P<count>[1-9][0-9]{0,2})(?: ?[x×])? (?P<name>[^\W\d].*)")
MOST_TRIED = 40
"""So many cards are tried in each size before all are."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game made from a list: its files, its numbers of records and cards, and its card size.

    `changes` list differences between the list and its source, `guesses` the roles of its columns; `findings` are those
    of the new game, all warnings.
    """

    begun: Begun
    records: int
    cards: int
    size: str
    changes: tuple[str, ...]
    findings: tuple[Finding, ...]
    guesses: tuple[Guess, ...] = ()

    def lines(self) -> Iterator[str]:
        """The report for people, line by line."""
        copies = f" ({count_noun(self.cards, 'card')} with copies)" if self.cards != self.records else ""
        yield f"{count_noun(self.records, 'record')}{copies}, {self.size}"
        if self.guesses:
            yield "What was guessed of the columns:"
            yield from (f"  {guess}" for guess in self.guesses)
        if self.changes:
            yield "What differs from what you gave:"
            yield from (f"  {change}" for change in self.changes)
        if self.guesses:
            yield "Is a guess wrong? Change the field in game.yaml, and its line in templates/faces/front.yaml."

    def as_data(self) -> dict[str, Any]:
        """The same as plain data."""
        keys = ("heading", "field", "kind", "role", "why")
        columns = [{key: getattr(guess, key) for key in keys} for guess in self.guesses]
        return {"records": self.records, "cards": self.cards, "size": self.size, "columns": columns,
                "changes": self.changes}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Draft:
    """A game in the making: its list, the guesses for columns, and the pictures that it takes over."""

    title: str
    source: ListSource
    address: str
    guesses: tuple[Guess, ...]
    pictures: Mapping[str, bytes]
    shown_whole: bool = False
    """Whether pictures are shown whole, and not cut to the shape of their place."""
    fonts: Mapping[str, bytes] = field(default_factory=dict)

    def column(self, role: str) -> int:
        """The number of the first column of a role; -1 for none."""
        heading = next((guess.heading for guess in self.guesses if guess.role == role), None)
        return -1 if heading is None else self.source.headings.index(heading)

    def with_column(self, column: int, cells: Sequence[str], change: str) -> _Draft:
        """The draft with other cells in a column, and a note of the change."""
        source = self.source
        rows = tuple((*row[:column], cell, *row[column + 1 :]) for row, cell in zip(source.rows, cells, strict=True))
        changes = source.changes if rows == source.rows else (*source.changes, change)
        return replace(self, source=replace(source, rows=rows, changes=changes))

    def list_name(self, as_it_is: bool) -> str:
        """The name of the list's file."""
        return f"cards{self.source.ending}" if as_it_is else "cards.csv"


@metered()
def begin_from_list(folder: str | Path, address: str, *, font: str | Path = "", local: bool = False) -> NewGame:
    """Make a game from a spreadsheet, ready to build, in a folder that is new or empty.

    The address is the path of a CSV, TSV or XLSX file, with `#Sheet` for a sheet of a workbook, or that of a published
    sheet; `local` allows addresses of this machine. Letters that the built-in fonts lack come from the file `font`.
    UsageError when the folder, the spreadsheet or the font cannot be used; PrintgenError for mistakes in it. Nothing is
    written then.
    """
    home = Path(folder)
    name = free_name(home)
    draft = replace(_draft(read_source(address, local), address, title_of(name)), fonts=font_files(font))
    longest = tuple(sorted(draft.source.rows, key=lambda row: sum(map(len, row)))[-MOST_TRIED:])
    sample = partial(_files_of, replace(draft, source=replace(draft.source, rows=longest)), name, False)
    with private_folder(home) as private:
        room, changes, list_name = private / name, draft.source.changes, draft.list_name(True)
        files, size, findings = fit_game(room, partial(_files_of, draft, name, not changes), sample)
        of_list = {one.message for one in findings if one.where.file.endswith(list_name)}
        if not changes and of_list:
            # The file itself cannot be the list: it is read with findings.
            changes = tuple(sorted(of_list))[:3]
            (room / list_name).unlink()
            files, size, findings = fit_game(room, partial(_files_of, draft, name, False), sample)
        stop_on_errors(findings_of_source(findings, draft.address))
        files = finish_game(room, home, files)
    column, rows = draft.column("copies"), draft.source.rows
    cards = sum(copies_in(row[column]) if column >= 0 and row[column] else 1 for row in rows)
    begun = Begun(home, draft.title, tuple(files))
    return NewGame(begun, len(rows), cards, size, changes, findings, draft.guesses)


def font_files(font: str | Path) -> dict[str, bytes]:
    """The file of a font by its path in the game; empty for "". UsageError for a missing file."""
    if not font:
        return {}
    path = Path(font)
    if path.suffix.lower() not in (".ttf", ".otf") or file_kind(path) != "file":
        raise UsageError(f"there is no font '{path}'", "Name a TrueType or OpenType font, a .ttf or .otf file.")
    try:
        return {f"fonts/{path.name}": load_file(path.resolve(), "font")}
    except AccessError as refused:
        raise PrintgenError([refused.finding(Where(display_path(path)))]) from refused


def findings_of_source(findings: Iterable[Finding], source: str) -> Iterator[Finding]:
    """The findings of an unwritten new game, placed at the source of its lists; missing letters are one finding."""
    lack_letters = False
    for finding in findings:
        if finding.code == "missing-glyph":
            if lack_letters:
                continue
            lack_letters = True
        hint = {"missing-glyph": _FONT_HINT, "does-not-fit": _FIT_HINT}.get(finding.code, finding.hint)
        yield replace(finding, where=Where(source), hint=hint)


# ---- the list


def _draft(source: ListSource, address: str, title: str) -> _Draft:
    """The draft of the game: columns are guessed, pictures looked for, and names filled in."""
    home = source.path.parent if source.path else Path()
    gate = FileAccess(home, home, whose="the folder of the list")
    texts = {text for row in source.rows for text in row if 2 < len(text) <= 200 and not text.isdecimal()}
    path_by_text = {text: path for text in texts if source.path and (path := _find_picture(gate, text))}
    guesses = guess_columns(source.headings, source.rows, icon_names(), frozenset(path_by_text))
    if not any(guess.role == "name" for guess in guesses):
        source = replace(source, headings=(*source.headings, "Name"), rows=tuple((*row, "") for row in source.rows))
        guesses.append(Guess("Name", "name", "text", "name", "no column has one"))
    draft = _with_pictures(_Draft(title, source, address, tuple(guesses), {}), gate, path_by_text)
    column = draft.column("name")
    counted = [_COUNTED.fullmatch(row[column]) for row in source.rows]
    if draft.column("copies") < 0 and all(counted) and "Copies" not in source.headings:
        rows = (
            (*row[:column], match["name"], *row[column + 1 :], match["count"])
            for row, match in zip(source.rows, counted, strict=True) if match
        )  # fmt: skip
        changes = (*source.changes, "numbers before names are how many there are of the cards")
        counts = replace(source, headings=(*source.headings, "Copies"), rows=tuple(rows), changes=changes)
        return _draft(counts, address, title)
    names = [" ".join(row[column].split())[:200] or f"Card {n}" for n, row in enumerate(draft.source.rows, 1)]
    return draft.with_column(column, names, "names that lacked are filled in, and all are on one line")


def _find_picture(gate: FileAccess, text: str) -> str:
    """The path of the picture that a cell names, from the folder of the list; "" if there is none."""
    wanted = text.replace("\\", "/")
    paths = gate.find_by_name(wanted.rpartition("/")[2])
    pictures = [path for path in paths if PurePosixPath(path).suffix.lower() in (*PICTURES, ".svg")]
    return wanted if wanted in pictures else min(pictures, key=lambda path: (path.count("/"), path), default="")


def _with_pictures(draft: _Draft, gate: FileAccess, path_by_text: Mapping[str, str]) -> _Draft:
    """The draft with the pictures that its column names, as far as they exist; else the names stay texts."""
    column, pictures, paths, shown_whole = draft.column("picture"), dict[str, bytes](), dict[str, str](), False
    cells = [row[column] for row in draft.source.rows] if column >= 0 else []
    for text in sorted({*cells} & path_by_text.keys()):
        try:
            data = gate.load(gate.find(path_by_text[text]), "picture")
            if is_photo := not path_by_text[text].lower().endswith(".svg"):
                picture = open_picture(data).picture
                is_photo = picture.mode in ("RGB", "L") and picture.height < 1.2 * picture.width
            shown_whole = shown_whole or not is_photo
        except AccessError:
            continue
        pictures[path_by_text[text]], paths[text] = data, path_by_text[text]
    if not pictures:
        guesses = (replace(guess, kind="text", why=f"{guess.why}; no such file is beside the list")
                   if guess.role == "picture" else guess for guess in draft.guesses)  # fmt: skip
        return replace(draft, guesses=tuple(guesses))
    lacking = [*dict.fromkeys(cell for cell in cells if cell and cell not in paths)]
    names = f"{', '.join(lacking[:3])}{', ...' if len(lacking) > 3 else ''}"
    unused = f"{count_noun(len(lacking), 'picture')} cannot be used: {names}"
    change = unused if lacking else "pictures have their paths"
    with_paths = draft.with_column(column, [paths.get(cell, "") for cell in cells], change)
    return replace(with_paths, pictures=pictures, shown_whole=shown_whole)


# ---- the game


def fit_game(
    room: Path, files_of: Callable[[str], dict[str, bytes]], sample_of: Callable[[str], dict[str, bytes]]
) -> tuple[dict[str, bytes], str, tuple[Finding, ...]]:
    """Write a game into a private folder, with the first size of cards in which all texts fit.

    `files_of` makes the files for a size, and `sample_of` those of a small game of the cards with the most text, which
    is tried first. Returns the files, the size and the findings of a check, without those about soft and cropped
    photos.
    """
    for size in SIZES:
        files, findings = files_of(size), []
        if size != [*SIZES][-1]:
            findings = write_and_check(room.with_name("sample"), sample_of(size))
        if not _overflows(findings):
            findings = write_and_check(room, files)
        if not _overflows(findings):
            break
    return files, size, tuple(findings)


def write_and_check(folder: Path, files: dict[str, bytes]) -> list[Finding]:
    """Write a game into a private folder and check it; notes and findings about coarse photos are left out."""
    write_draft(folder, files)
    private = f"{folder.parent.name}/"
    return [
        replace(one, message=one.message.replace(private, ""), where=Where(file.replace(private, ""), line, column))
        for one in check([str(folder)], Settings()) if one.severity != "info" and "photo" not in one.code
        for file, line, column in [one.where]
    ]  # fmt: skip


def _overflows(findings: Sequence[Finding]) -> bool:
    """Whether any text does not fit."""
    return any(finding.code in ("does-not-fit", "small-text") for finding in findings)


def finish_game(room: Path, home: Path, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Give a game in a private folder its schemas, and then its final name; returns all its files."""
    texts = {path: data for path, data in files.items() if path.endswith(".yaml")}
    finished = {**files, **with_schemas(room, tuple(texts))}
    write_draft(room, finished)
    move_game(room, home)
    return finished


def _files_of(draft: _Draft, name: str, as_it_is: bool, size: str) -> dict[str, bytes]:
    """The files of the game, by their paths."""
    source, list_name, hues = draft.source, draft.list_name(as_it_is), starter_words("list")["colors"]
    first = hue_of(draft.title)
    values = _values_for_templates(draft, size) | {
        "name": name, "base": hues[first], "font": next(iter(draft.fonts), ""),
        "pull": draft.address if as_it_is and not source.path else "",
        "list_name": f"{list_name}#{source.sheet}" if as_it_is and source.sheet else list_name,
    }  # fmt: skip
    files = {"game.yaml": "game", "templates/faces/front.yaml": "front", "templates/faces/back.yaml": "back",
             "templates/palettes/colors.yaml": "colors"}  # fmt: skip
    folder = starters_folder() / "list"
    texts = {path: render(folder / f"{template}.yaml.txt", values) for path, template in files.items()}
    if kind := values["type"]:
        lines = (f"{flow_text(word)}: {{color: {flow_text(_color_named(word) or hues[(first + n) % len(hues)])}}}\n"
                 for n, word in enumerate(kind.words))  # fmt: skip
        texts[f"{kind.field}-colors.yaml"] = "".join(lines).encode()
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows((source.headings, *source.rows))
    return {**texts, list_name: source.data if as_it_is else stream.getvalue().encode(),
            **draft.pictures, **draft.fonts}  # fmt: skip


def _color_named(word: str) -> str:
    """The colour that a word such as Dark Blue names; "" if it names none."""
    return (canonical_color(word.replace(" ", "")) or "")[:7]


def hue_of(title: str) -> int:
    """The index of the first colour for a game of this title."""
    return crc32(title.encode()) % len(starter_words("list")["colors"])


def render(template: Path, values: Mapping[str, Any]) -> bytes:
    """A file of a new game from a template. The template's marks differ from those of faces, which stay in it."""
    environment = Environment(
        line_statement_prefix="%", variable_start_string="<<", variable_end_string=">>", block_start_string="<%",
        block_end_string="%>", comment_start_string="<#", comment_end_string="#>", keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters |= {"yaml": flow_text, "value": _value}
    return environment.from_string(template.read_text("utf-8")).render(values).encode()


def _values_for_templates(draft: _Draft, size: str) -> dict[str, Any]:
    """The values for the templates of the files."""
    roles = group_pairs((guess.role, guess) for guess in draft.guesses)
    single = {role: roles.get(role, [None])[0] for role in ("icon", "cost", "picture", "type", "color")}
    further = [guess for role in ("icon", "color") for guess in roles.get(role, [])[1:]]
    facts = [guess for guess in draft.guesses if guess.role in ("fact", "flag", "list") or guess in further]
    rules, flavors, measures = roles.get("rules", []), roles.get("flavor", []), size_by_name(size)
    headings, stats = {guess.heading for guess in draft.guesses}, roles.get("stat", [])
    widest = max((1.2 * len(word) for guess in stats for word in guess.label.split()), default=0)
    widest = max(widest, *(2.3 * guess.longest for guess in stats), 0)
    # Long texts stand before or behind what is short, as their columns do.
    first_fact = draft.guesses.index(facts[0]) if facts else 0
    names = [row[draft.column("name")] for row in draft.source.rows]
    return {
        **single, "title": draft.title, "source": draft.source.path.name if draft.source.path else "a published sheet",
        "size": size, "width": measures.width, "height": measures.height, "scale": SIZES[size],
        "facts": facts, "rules": rules, "flavors": flavors, "box": [*facts, *rules, *flavors],
        "rules_before": [guess for guess in rules if draft.guesses.index(guess) < first_fact],
        "rules_after": [guess for guess in rules if draft.guesses.index(guess) >= first_fact],
        "numbered": all(re.fullmatch("Card [0-9]+", name) for name in names), "shown_whole": draft.shown_whole,
        "colors_named": any(map(_color_named, single["type"].words)) if single["type"] else False,
        "icon_first": any(name.startswith(":") for name in names),
        "only_names": {*roles} <= {"name", "copies", "unprinted"},
        "subtitles": roles.get("subtitle", []), "footer": roles.get("footer", []),
        "stats": stats, "number_width": round(SIZES[size] * (widest + 2.6), 1),
        "fields": [guess for guess in draft.guesses if guess.role not in ("name", "copies")],
        "columns": [(guess.heading, guess.field) for guess in draft.guesses if guess.heading != guess.field],
        "unused": [heading for heading in draft.source.headings if heading and heading not in headings],
    }  # fmt: skip


def _value(guess: Guess) -> str:
    """The value of a field as an expression, which is empty for a card without one."""
    field = f"card.{guess.field}"
    by_kind = {"flag": f"('✓' if {field} else '')", "list": f"({field} | join(', '))", "color": f"({field} or '')"}
    if guess.role in ("icon", "stat") and guess.kind == "text":
        return f"(':' ~ {field} ~ ':' if {field} else '')" if guess.role == "icon" else f"({field} or none)"
    return by_kind.get(guess.kind, field)
