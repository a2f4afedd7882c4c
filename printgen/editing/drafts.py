"""Previews a record that somebody is changing: its picture, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, PrintgenError, UsageError, Where, did_you_mean, has_errors
from printgen.base.file_access import display_path
from printgen.build.jobs import Job
from printgen.build.settings import PLAIN, Settings
from printgen.build.stages import compose_some
from printgen.build.targets import records_named
from printgen.drawing.pieces import Piece
from printgen.faces.render import Renderer
from printgen.game.list_records import check_records
from printgen.game.load import with_options
from printgen.game.records import Game, Product, Record
from printgen.game.shapes import RecordShape
from printgen.game.tables import has_all_rows, incomplete_tables
from printgen.kinds import find_load
from printgen.reading.files import Files
from printgen.reading.positions import LocatedList, LocatedMap, SourceText
from printgen.reading.scalars import CONTROL
from printgen.reading.validation import json_schema_of

Way = tuple[str | int, ...]
"""The keys and indices that lead to a value in a record."""

_DEEPEST = 40


class _Unwritten(str):
    """The name of a list of which a draft is: as it is shown, and yet no place of a draft is one of the list."""

    __slots__ = ()


class Places(SourceText):
    """Places of values that stand in no file: each has a line of its own, which tells the way to it."""

    __slots__ = ("ways",)

    def __init__(self, shown: str) -> None:
        super().__init__(_Unwritten(shown))
        self.ways: list[Way] = [()]

    def add(self, way: Way) -> int:
        """A place for what a way leads to."""
        self.ways.append(way)
        return len(self.ways) - 1

    def where(self, offset: int) -> Where:
        return Where(self.file, offset + 1, 1)

    def lacking(self, offset: int, key: str) -> tuple[Where, str, str]:
        _, message, hint = super().lacking(offset, key)
        return self.where(self.add((*self.ways[offset], key))), message, hint

    def locate(self, value: Any, way: Way = (), here: int = 0) -> Any:
        """A plain value as the reader of files gives it, with these places."""
        if len(way) > _DEEPEST or not isinstance(value, Mapping | list | tuple):
            return value
        pairs = [*value.items()] if isinstance(value, Mapping) else [*enumerate(value)]
        spots = [self.add((*way, key)) for key, _ in pairs]
        inner = [self.locate(held, (*way, key), spot) for (key, held), spot in zip(pairs, spots, strict=True)]
        made: Any = LocatedMap(zip(value, inner, strict=True)) if isinstance(value, Mapping) else LocatedList(inner)
        made.source, made.offset, made.first = self, here, len(self.offsets)
        self.offsets.extend(spot for spot in spots for _ in range(2 if isinstance(made, LocatedMap) else 1))
        return made


def plain_value(key: str, shape: RecordShape) -> Any:
    """A value that a field may have and that says little."""
    schema = json_schema_of(shape.adapter)
    return _of_schema(schema.get("properties", {}).get(key, {}), schema)


def _of_schema(said: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    if "$ref" in said:
        said = root.get("$defs", {}).get(str(said["$ref"]).rpartition("/")[2], {})
    if "anyOf" in said:
        return _of_schema(said["anyOf"][0], root)
    if options := said.get("enum", [said["const"]] if "const" in said else ()):
        return options[0]
    kind = said.get("type")
    if kind == "object":
        props = said.get("properties", {})
        return {name: _of_schema(props[name], root) for name in said.get("required", ()) if name in props}
    if kind in ("integer", "number"):
        return min(max(0, said.get("minimum", 0)), said.get("maximum", 0) if said.get("maximum", 0) < 0 else 10**9)
    about = str(said.get("description", ""))
    text = "#808080" if about.startswith("a colour") else "10mm" if about.startswith("a length") else ""
    return {"array": [], "boolean": False}.get(str(kind), text)


_UNNAMED = "Unnamed"
_ROUNDS = 2
_HALVINGS = 5
"""So often the room that a text has is halved, to find how much of it can be shown."""


@dataclass(frozen=True)
class RecordPreview:
    """What a list with a draft in it would give.

    `record` is None where the draft cannot be read; `piece` is then made with what stood there before in place of what
    is wrong, or with something plain, as far as that goes: it is not `whole`. Of texts that do not fit, `piece` shows
    as much as there is room for: it is `short`. `findings` are at the places of the record that the draft changes, and
    `fields` the keys that lead to the value that each is about, none for those about the whole record. `job` is the
    game with the draft in it, as far as that can be read.
    """

    piece: Piece | None
    findings: tuple[Finding, ...]
    record: Record | None
    fields: tuple[Way, ...]
    job: Job
    whole: bool = True
    short: bool = False


def preview_record(
    job: Job,
    product: Product,
    name: str | Record | None,
    values: Mapping[str, Any],
    settings: Settings = PLAIN,
    into: Path | None = None,
    pictures: Mapping[Path, bytes] | None = None,
) -> RecordPreview:
    """A product with one of its records, or that of a name, otherwise than its list has it; for None with one more.

    `values` is all that the list is to say of the record, as it would be written there. `into` is the list in which a
    new record goes, by default the game's own, and `pictures` are files that it names and that are not written yet.
    Never raises for what the values hold. UsageError for a name that there is not, or a product without records.
    """
    shape = job.game.shapes.get(product.record)
    if shape is None:
        raise UsageError(f"{product.name} has no list of records", "Name a product that has one.")
    old = _record_of_name(product, name) if isinstance(name, str) else name
    return _Drafting(job, product, shape, old, values, settings, into, pictures).preview()


def _record_of_name(product: Product, name: str) -> Record:
    """The record of a name."""
    found = next((one for one in product.records if one.name == name), None)
    if found is None and not (found := next(iter(records_named(product, (name,))), None)):
        known = [record.name for record in product.records]
        raise UsageError(f"{product.name} has no record named '{name}'", did_you_mean(name, known))
    return found


class _Drafting:
    """One draft on its way through the stages."""

    def __init__(
        self,
        job: Job,
        product: Product,
        shape: RecordShape,
        old: Record | None,
        values: Mapping[str, Any],
        settings: Settings,
        into: Path | None,
        pictures: Mapping[Path, bytes] | None,
    ) -> None:
        self.game, self.job, self.product, self.shape, self.old = job.game, job, product, shape, old
        self.values, self.settings, self.pictures = dict(values), settings, pictures
        self.list = into or _list_of(product, old)
        self.places = Places(display_path(self.list) if self.list else product.name)
        self.files = job.game.files.beside(pictures)

    def preview(self) -> RecordPreview:
        findings = [*self.controls(self.values)]
        records = self.parse(self.values, self.files)
        if findings or self.files.findings or not records:
            return self.preview_with_substitutes([*findings, *self.files.findings])
        record, piece, drawn, findings = self.compose(records)
        if piece is None and (less := self.shorten(self.values, findings)):
            return replace(self.result(record, less, drawn, findings), short=True)
        return self.result(record, piece, drawn, findings)

    def controls(self, value: Any, way: Way = ()) -> Iterator[Finding]:
        """A finding for each character that may not stand in a file."""
        if isinstance(value, str):
            if found := CONTROL.search(value):
                message = f"the control character U+{ord(found[0]):04X} may not stand in a file"
                yield Finding(
                    "error", self.places.where(self.places.add(way)), message, "Remove it.", "control-character"
                )
        elif isinstance(value, Mapping | list | tuple):
            pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
            for key, held in pairs:
                yield from self.controls(key, way)
                yield from self.controls(held, (*way, key))

    def parse(self, values: Mapping[str, Any], files: Files) -> tuple[Record, ...]:
        """The records that values are, several for an entry that says `for`; none, with findings, for mistakes."""
        places = self.places
        shown = {key: held for key, held in values.items() if not (key == "copies" and held == 0 and held is not False)}
        entry = places.locate(shown)
        items = LocatedList([entry])
        items.source, items.offset, items.first = places, 0, len(places.offsets)
        places.offsets.append(0)
        tables = {name: table.rows for name, table in self.game.tables.items()}
        records, good = check_records(files, items, self.shape, tables, files.finder(self.list) if self.list else None)
        fields, incomplete = (
            self.game.source["records"][self.product.record],
            incomplete_tables(files.codes, self.game.tables),
        )
        whole = (one for one in records if has_all_rows(fields, one.values, self.game.tables, incomplete))
        return tuple(whole) if good else ()

    def compose(self, records: tuple[Record, ...]) -> tuple[Record, Piece | None, Job, list[Finding]]:
        """The record that stands for the old one, its piece, the game with it, and what is wrong with that."""
        game, product, old = self.game, self.product, self.old
        before = [one for one in product.records if old is not None and one.source.offset == old.source.offset
                  and one.where.file == old.where.file]  # fmt: skip
        number = next((n for n, one in enumerate(before) if one is old), 0)
        record = records[min(number, len(records) - 1)]
        first = next((n for n, one in enumerate(product.records) if before and one is before[0]), len(product.records))
        kept = product.records[:first], product.records[first + len(before) :]
        product = product.model_copy(update={"records": (*kept[0], *records, *kept[1])})
        game = replace(game, files=self.files, products={**game.products, product.name: product})
        product, findings = with_options(game, product, {}, find_load(product.kind))
        job = self.job_of(replace(game, products={**game.products, product.name: product}), product)
        pieces: Sequence[Piece] = ()
        found: Sequence[Finding] = ()
        try:
            pieces, found = self.pieces(job, product, record)
            findings = [*findings, *found, *self.broken(job)]
        except PrintgenError as error:
            pieces, findings = (), [*findings, *found, *error.findings]
        named = (piece for piece in pieces if piece.answers(record.name))
        return record, next(named, pieces[0] if pieces else None), job, findings

    def pieces(self, job: Job, product: Product, record: Record) -> tuple[Sequence[Piece], Sequence[Finding]]:
        """The pieces of a record; where records have none of their own, such as the spaces of a track, those of all."""
        made, found = compose_some(job, product, (record,), self.settings)
        if made and [piece.name for piece in made.pieces] == [record.name]:
            return made.pieces, found
        if product.kind not in job.kinds or (job.kinds[product.kind].small and has_errors(found)):
            return (), found
        made, found = compose_some(job, product, product.records, replace(self.settings, only=()))
        return made.pieces if made else (), found

    def job_of(self, game: Game, product: Product) -> Job:
        """The job with another game, which is drawn with what was drawn for the first one."""
        old = self.job
        # What there is to say of a face is said of each draft anew.
        renderer = Renderer(old.library, self.files.load) if self.pictures else old.renderer.anew()
        return Job(game, (product,), old.library, renderer)

    def broken(self, job: Job) -> list[Finding]:
        """What rules say of the record."""
        return [finding for finding in job.check() if finding.where.file is self.places.file]

    def preview_with_substitutes(self, findings: Sequence[Finding]) -> RecordPreview:
        """What there is of a draft that cannot be read: with what stood there before, or something plain."""
        values, found = dict(self.values), findings
        for _ in range(_ROUNDS):
            wrong = {way[0] for finding in found if (way := self.way(finding))}
            if not wrong:
                break
            for key in wrong:
                self.substitute(values, str(key))
            files = self.files.beside()
            records = self.parse(values, files)
            if records and not files.findings:
                _, piece, job, drawn = self.compose(records)
                piece = piece or self.shorten(values, drawn)
                if piece is None and self.product.records:
                    # What says little may be nothing that a face can draw; what another record says is.
                    other = self.product.records[0].source
                    lent = {str(key): other[str(key)] for key in wrong if key in other and key != "name"}
                    records = self.parse({**values, **lent}, files)
                    _, piece, job, drawn = self.compose(records) if records else (None, None, job, drawn)
                more = [one for one in drawn if self.way(one) and self.way(one)[0] not in wrong]
                return self.result(None, piece, job, [*findings, *more])
            found = files.findings
        return self.result(None, None, self.job, findings)

    def shorten(self, values: Mapping[str, Any], findings: Sequence[Finding]) -> Piece | None:
        """The piece with as much of each text that does not fit as there is room for; None where that is not why."""
        ways = {way for one in findings if one.severity == "error" and (way := self.way(one))}
        found, least, most = None, 0.0, 1.0
        for _ in range(_HALVINGS if ways else 0):
            share = (least + most) / 2
            cut = _shorten_texts(values, ways, share)
            records = () if cut == values else self.parse(cut, self.files.beside())
            piece = self.compose(records)[1] if records else None
            least, most = (least, share) if piece is None else (share, most)
            found = piece or found
        return found

    def substitute(self, values: dict[str, Any], key: str) -> None:
        """Put what was there before, or something plain, in place of a value that is wrong."""
        given = values.pop(key, None)
        held = self.old.source.get(key) if self.old else None
        if held is not None and held != given:
            values[key] = held
        elif key in self.shape.needed:
            values[key] = _UNNAMED if key == "name" else plain_value(key, self.shape)

    def way(self, finding: Finding) -> Way:
        """The keys that lead to what a finding is about; none for the whole record, or for what is elsewhere."""
        where = finding.where
        return self.places.ways[where.line - 1] if where.file is self.places.file else ()

    def result(
        self, record: Record | None, piece: Piece | None, job: Job, findings: Sequence[Finding]
    ) -> RecordPreview:
        """What there is to tell, at the places of the list: all of the record, and of others what keeps it undrawn."""
        about = [one for one in findings if one.where.file is self.places.file]
        if piece is None and not has_errors(about):
            about += [one for one in findings if one.where.file is not self.places.file and one.severity == "error"]
        about = [*dict.fromkeys(about)]
        ways = [self.way(finding) for finding in about]
        placed = [self.at_home(finding) for finding in about]
        return RecordPreview(piece, tuple(placed), record, tuple(ways), job, record is not None)

    def at_home(self, finding: Finding) -> Finding:
        """A finding at the place in the list that it is about, as far as there is one."""

        def home(where: Where) -> Where:
            return self.place(self.places.ways[where.line - 1]) if where.file is self.places.file else where

        also = tuple(map(home, finding.also))
        return replace(finding, where=home(finding.where), also=also, cause=None)

    def place(self, way: Way) -> Where:
        """Where the old record has a value, or what is around it; else its list."""
        if self.old is None:
            return Where(str(self.places.file))
        held: Any = self.old.source
        where = self.old.where
        for step in way:
            try:
                where, held = held.where(step), held[step]
            except (LookupError, AttributeError, TypeError):
                break  # The draft has more there than the list.
        return where


def _shorten_texts(value: Any, ways: Collection[Way], share: float) -> Any:
    """A value in which the texts that ways lead to keep a share of their letters."""
    if () in ways and isinstance(value, str):
        return value[: max(1, round(share * len(value)))].rstrip() + "…"
    steps = {way[0] for way in ways if way}
    inner = {step: [way[1:] for way in ways if way and way[0] == step] for step in steps}
    if isinstance(value, Mapping):
        return {key: _shorten_texts(held, inner[key], share) if key in inner else held for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [_shorten_texts(held, inner[n], share) if n in inner else held for n, held in enumerate(value)]
    return value


def _list_of(product: Product, record: Record | None) -> Path | None:
    """The list that a record stands in; for None the game's own."""
    lists = [*([product.list_file] if product.list_file else ()), *product.own]
    if record is None:
        return next(iter(lists), None)
    return next((one for one in lists if display_path(one) == record.where.file), next(iter(lists), None))
