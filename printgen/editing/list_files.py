"""The lists of a product as they are on the disk: their records, and their bytes with changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from printgen.base.errors import Finding, PrintgenError, UsageError, Where
from printgen.base.file_access import MISSING, AccessError, display_path
from printgen.base.names import stem_of
from printgen.build.jobs import Job
from printgen.editing.csv_patching import CsvPatcher
from printgen.editing.patching import Change, Insert, parse, patch, plain
from printgen.game.list_records import append_record, own_card_access
from printgen.game.records import Product, Record
from printgen.reading.positions import LocatedMap, empty_map

Form = Literal["yaml", "sheet", "other"]
_FORMS: Mapping[str, Form] = {
    ".yaml": "yaml", ".yml": "yaml", "": "yaml", ".csv": "sheet", ".tsv": "sheet", ".tab": "sheet",
}  # fmt: skip


def digest(data: bytes | None) -> str:
    """The SHA-256 of a file's bytes; "" for no file."""
    return "" if data is None else sha256(data).hexdigest()


@dataclass(frozen=True)
class ListText:
    """A list of a product's records as it is on the disk: its bytes, None for no file, and what they hold.

    `own` is whether it belongs to the user's own cards; `findings` tell why its records are not known. `form` "other"
    is a workbook or JSON, which is changed in the program that made it.
    """

    path: Path
    own: bool
    form: Form
    before: bytes | None
    records: tuple[Any, ...]
    findings: tuple[Finding, ...]
    patcher: CsvPatcher | None = field(default=None, repr=False, compare=False)

    @property
    def display_name(self) -> str:
        """Its path, as findings show it."""
        return display_path(self.path)

    @property
    def hash(self) -> str:
        """The SHA-256 of its bytes; "" for no file."""
        return digest(self.before)

    def number_of(self, name: str, near: int = 0) -> int:
        """The number of the record of a name, of several that nearest to `near`; -1 where there is none."""
        places = [n for n, entry in enumerate(self.records) if isinstance(entry, dict) and entry.get("name") == name]
        return min(places, key=lambda n: abs(n - near), default=-1)

    def with_changes(self, changes: Sequence[Change]) -> bytes:
        """Its bytes with changes. PrintgenError where it cannot be changed."""
        if any(finding.code != MISSING for finding in self.findings):
            raise PrintgenError(self.findings)
        if self.form == "other":
            hint = "Change it there and save it; what is shown here follows."
            message = "only lists of YAML and CSV are changed here; this one is changed in the program that made it"
            raise PrintgenError([Finding("error", Where(self.display_name), message, hint, "changed-elsewhere")])
        if self.patcher is not None:
            return self.patcher.patch(self.before or b"", changes)
        text = (self.before or b"").decode("utf-8")
        for change in changes:
            if isinstance(change, Insert) and not parse(text, self.display_name):
                text = append_record(text, change.value, self.display_name)
            else:
                text = patch(text, [change], self.display_name)
        return text.encode()


def lists_of(job: Job, product: Product, cards: Path | None) -> tuple[ListText, ...]:
    """The lists of a product as they are now: the game's own, and that of the user's own cards, if any."""
    return tuple(_read_list(job, product, path, own) for path, own in paths_of(job, product, cards))


def paths_of(job: Job, product: Product, cards: Path | None) -> tuple[tuple[Path, bool], ...]:
    """Where the lists of a product are, as of `lists_of`, and whether each is the user's own."""
    lists = [(product.list_file, False)] if product.list_file is not None else []
    if cards is not None and (lists or product.each):
        new_list = own_card_access(cards, job.game.name).folder / f"{product.name}.yaml"
        lists.append((next((path for path in product.own if stem_of(path) == product.name), new_list), True))
    return tuple(lists)


def _read_list(job: Job, product: Product, path: Path, own: bool) -> ListText:
    form = _FORMS.get(path.suffix.lower(), "other")
    shown = display_path(path)
    try:
        before = job.game.files.load(path, "list")
    except AccessError as refusal:
        if own and refusal.code == MISSING:
            return ListText(path, own, form, None, (), ())
        return ListText(path, own, form, None, (), (refusal.finding(Where(shown)),))
    if form == "other":
        game_records = [plain(record.source) for record in product.records if record.where.file == shown]
        return ListText(path, own, form, before, tuple(game_records), ())
    patcher = None
    try:
        if form == "sheet":
            columns = empty_map() if own else product.source_map.get("columns") or empty_map()
            shape, tabs = job.game.shapes[product.record], path.suffix.lower() != ".csv"
            patcher = CsvPatcher(shape, columns, shown, tabs, job.game.files.decimal)
            records: Any = patcher.records(before)
        else:
            records = plain(parse(before.decode("utf-8"), shown)) or []
        if not isinstance(records, list):
            message = "the file should hold a list of records"
            raise PrintgenError([Finding("error", Where(shown), message, "Write each after a dash.", "wrong-type")])
    except UnicodeDecodeError:
        finding = Finding("error", Where(shown), "the file is not UTF-8 text", "Save it as UTF-8.", "not-utf8")
        return ListText(path, own, form, before, (), (finding,))
    except PrintgenError as error:
        return ListText(path, own, form, before, (), error.findings)
    return ListText(path, own, form, before, tuple(records), (), patcher)


def place_of(job: Job, lists: Sequence[ListText], record: Record) -> tuple[int, int]:
    """The number of the list that holds a record, and the record's number in it. UsageError where none holds it."""
    for n, listing in enumerate(lists):
        if listing.display_name != record.where.file:
            continue
        number = _entry_number(job, listing.path, record)
        entry = listing.records[number] if 0 <= number < len(listing.records) else None
        if isinstance(entry, dict) and (entry.get("name") == record.name or "for" in entry):
            return n, number
        number = listing.number_of(record.name, max(number, 0))
        if number >= 0:
            return n, number
    raise UsageError(f"{record.name} stands in no list any more", "Look at the list again.")


def _entry_number(job: Job, path: Path, record: Record) -> int:
    """The number of a record in its list as the game has read it; -1 where that is not known."""
    entries = job.game.files.value(path) if path.suffix.lower() in (".yaml", ".yml", ".json", "") else None
    for n, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, LocatedMap) and entry.offset == record.source.offset:
            return n
    return -1


def record_at(product: Product, listing: ListText, number: int) -> Record | None:
    """The record of the loaded game at a number of a list; None for one that is not printed, or not read."""
    entry = listing.records[number] if 0 <= number < len(listing.records) else None
    return record_named(product, listing.path, str(entry.get("name")), number) if isinstance(entry, dict) else None


def record_named(product: Product, path: Path, name: str, near: int) -> Record | None:
    """The record of a name in a list, as the game has read it: of several the one nearest to a number."""
    shown = display_path(path)
    records = [record for record in product.records if record.where.file == shown]
    numbers = [n for n, record in enumerate(records) if record.name == name]
    return records[min(numbers, key=lambda n: abs(n - near))] if numbers else None


def names_of(listing: ListText) -> Iterator[str]:
    """The names of the records of a list; "record 3" for the third if it has none."""
    for n, entry in enumerate(listing.records, 1):
        yield str(entry.get("name", f"record {n}")) if isinstance(entry, dict) else f"record {n}"
