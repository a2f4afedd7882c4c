"""Previews a record that somebody is changing: its picture, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

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
from printgen.game.records import Product, Record
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
"""Values deeper inside each other than these have no places of their own."""


class _DraftName(str):
    """The file of a draft's places: it reads like the name of the list, and `is` tells it from the list's own."""

    __slots__ = ()


class Places(SourceText):
    """Places of values that are in no file: each has a line number of its own, under which `ways` has the way to it."""

    __slots__ = ("ways",)

    def __init__(self, shown: str) -> None:
        super().__init__(_DraftName(shown))
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
        offsets = [self.add((*way, key)) for key, _ in pairs]
        inner = [self.locate(data, (*way, key), offset) for (key, data), offset in zip(pairs, offsets, strict=True)]
        located: Any = LocatedMap(zip(value, inner, strict=True)) if isinstance(value, Mapping) else LocatedList(inner)
        located.source, located.offset, located.first = self, here, len(self.offsets)
        # A mapping has two places an entry: of the key and of the value.
        self.offsets.extend(offset for offset in offsets for _ in range(2 if isinstance(located, LocatedMap) else 1))
        return located


def placeholder(key: str, shape: RecordShape) -> Any:
    """A value that a field may have and that says little, such as 0 or an empty text."""
    schema = json_schema_of(shape.adapter)
    return _placeholder_of(schema.get("properties", {}).get(key, {}), schema)


def _placeholder_of(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    if "$ref" in schema:
        schema = root.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})
    if choices := schema.get("enum", [schema["const"]] if "const" in schema else ()):
        return choices[0]
    kind = schema.get("type")
    if kind == "object":
        properties = schema.get("properties", {})
        return {key: _placeholder_of(properties[key], root) for key in schema.get("required", ()) if key in properties}
    if kind in ("integer", "number"):
        return min(max(0, schema.get("minimum", 0)), schema.get("maximum", 10**9))
    about = str(schema.get("description", ""))
    text = "#808080" if about.startswith("a colour") else "10mm" if about.startswith("a length") else ""
    return {"array": [], "boolean": False}.get(str(kind), text)


_UNNAMED = "Unnamed"
"""The name of a draft that has none."""
_ROUNDS = 2
"""So often wrong values are replaced: those of the first round may hide others."""
_HALVINGS = 5
"""So often the room that a text has is halved, to find how much of it can be shown."""


@dataclass(frozen=True)
class RecordPreview:
    """What a list with a draft in it would give.

    `record` is None where the draft cannot be read. Then `piece` is not `whole`: wrong values are replaced by those
    of before, or by placeholders; it is None where even that gives no piece. Where texts do not fit, `piece` is
    `short`: it shows as much of them as there is room for. `findings` are at the places of the record that the draft
    changes, and `fields` has for each the keys that lead to its value, none for those about the whole record. `job` is
    the game with the draft in it, as far as that can be read.
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
    """A product with other values for one of its records; `name` is the record or its name, None for a new record.

    `values` is all that the list is to say of the record, as it would be written there. `into` is the list in which a
    new record goes, by default the game's own, and `pictures` are files that it names and that are not written yet.
    Whatever the values hold gives findings, no error. UsageError for an unknown name, or a product without records.
    """
    shape = job.game.shapes.get(product.record)
    if shape is None:
        raise UsageError(f"{product.name} has no list of records", "Name a product that has one.")
    old = _record_of_name(product, name) if isinstance(name, str) else name
    return _Drafting(job, product, shape, old, values, settings, into, pictures).preview()


def _record_of_name(product: Product, name: str) -> Record:
    """The record of a name, as it is written or as `--only` takes it. UsageError where there is none."""
    exact = (record for record in product.records if record.name == name)
    record = next(exact, None) or next(iter(records_named(product, (name,))), None)
    if record is None:
        names = [record.name for record in product.records]
        raise UsageError(f"{product.name} has no record named '{name}'", did_you_mean(name, names))
    return record


class _DrawnRecord(NamedTuple):
    """A record of a draft, its piece or None, the game with it, and what is wrong with that."""

    record: Record
    piece: Piece | None
    job: Job
    findings: list[Finding]


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
        """The preview of the draft, with substitutes for what cannot be read, and shortened where it does not fit."""
        findings = [*self.control_characters(self.values)]
        records = self.parse(self.values, self.files)
        if findings or self.files.findings or not records:
            return self.preview_with_substitutes([*findings, *self.files.findings])
        record, piece, job, findings = self.draw(records)
        if piece is None and (shortened := self.shorten(self.values, findings)):
            return replace(self.result(record, shortened, job, findings), short=True)
        return self.result(record, piece, job, findings)

    def control_characters(self, value: Any, way: Way = ()) -> Iterator[Finding]:
        """A finding for each character that may not stand in a file."""
        if isinstance(value, str):
            if match := CONTROL.search(value):
                message = f"the control character U+{ord(match[0]):04X} may not stand in a file"
                where = self.places.where(self.places.add(way))
                yield Finding("error", where, message, "Remove it.", "control-character")
        elif isinstance(value, Mapping | list | tuple):
            pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
            for key, data in pairs:
                yield from self.control_characters(key, way)
                yield from self.control_characters(data, (*way, key))

    def parse(self, values: Mapping[str, Any], files: Files) -> tuple[Record, ...]:
        """The records that values are, several for an entry that says `for`; none, with findings, for mistakes."""
        places = self.places
        # A card of which none are printed is drawn all the same.
        is_unprinted = type(values.get("copies")) in (int, float) and values["copies"] == 0
        entry = places.locate({key: data for key, data in values.items() if not (is_unprinted and key == "copies")})
        items = LocatedList([entry])
        items.source, items.offset, items.first = places, 0, len(places.offsets)
        places.offsets.append(0)
        tables = {name: table.rows for name, table in self.game.tables.items()}
        records, good = check_records(files, items, self.shape, tables, files.finder(self.list) if self.list else None)
        fields = self.game.source["records"][self.product.record]
        incomplete = incomplete_tables(files.codes, self.game.tables)
        whole = (record for record in records if has_all_rows(fields, record.values, self.game.tables, incomplete))
        return tuple(whole) if good else ()

    def draw(self, records: tuple[Record, ...]) -> _DrawnRecord:
        """Draw a record in place of the old one, and check it with the rules of its game."""
        product, record = self.splice(records)
        game = replace(self.game, files=self.files, products={**self.game.products, product.name: product})
        product, findings = with_options(game, product, {}, find_load(product.kind))
        # The findings of faces come anew with each draft; what was drawn for the first job is taken over.
        library, renderer = self.job.library, self.job.renderer
        renderer = Renderer(library, self.files.load) if self.pictures else renderer.anew()
        job = Job(replace(game, products={**game.products, product.name: product}), (product,), library, renderer)
        pieces: Sequence[Piece] = ()
        drawing_findings: Sequence[Finding] = ()
        try:
            pieces, drawing_findings = self.pieces(job, product, record)
            rules = (finding for finding in job.check() if finding.where.file is self.places.file)
            findings = [*findings, *drawing_findings, *rules]
        except PrintgenError as error:
            pieces, findings = (), [*findings, *drawing_findings, *error.findings]
        named = (piece for piece in pieces if piece.answers(record.name))
        return _DrawnRecord(record, next(named, pieces[0] if pieces else None), job, findings)

    def splice(self, records: tuple[Record, ...]) -> tuple[Product, Record]:
        """The product with records in place of the old one, or else behind its others, and the record to show."""
        all_records, old = self.product.records, self.old
        # An entry that says `for` has made several records, which are at one place.
        places = [n for n, record in enumerate(all_records) if old is not None
                  and record.source.offset == old.source.offset and record.where.file == old.where.file]  # fmt: skip
        number = next((n for n, place in enumerate(places) if all_records[place] is old), 0)
        first = places[0] if places else len(all_records)
        spliced = (*all_records[:first], *records, *all_records[first + len(places) :])
        return self.product.model_copy(update={"records": spliced}), records[min(number, len(records) - 1)]

    def pieces(self, job: Job, product: Product, record: Record) -> tuple[Sequence[Piece], Sequence[Finding]]:
        """The pieces of a record; where records have none of their own, such as the spaces of a track, those of all."""
        composed, findings = compose_some(job, product, (record,), self.settings)
        if composed and [piece.name for piece in composed.pieces] == [record.name]:
            return composed.pieces, findings
        if product.kind not in job.kinds or (job.kinds[product.kind].small and has_errors(findings)):
            return (), findings
        composed, findings = compose_some(job, product, product.records, replace(self.settings, only=()))
        return composed.pieces if composed else (), findings

    def preview_with_substitutes(self, findings: Sequence[Finding]) -> RecordPreview:
        """The preview of a draft that cannot be read, with values of before or placeholders for wrong ones."""
        values, current_findings = dict(self.values), findings
        for _ in range(_ROUNDS):
            wrong = {way[0] for finding in current_findings if (way := self.way(finding))}
            if not wrong:
                break
            for key in wrong:
                self.substitute(values, str(key))
            files = self.files.beside()
            records = self.parse(values, files)
            if records and not files.findings:
                _, piece, job, problems = self.draw(records)
                piece = piece or self.shorten(values, problems)
                if piece is None and self.product.records:
                    # A face may be unable to draw a placeholder; it can draw what another record says.
                    other = self.product.records[0].source
                    borrowed = {str(key): other[str(key)] for key in wrong if key in other and key != "name"}
                    records = self.parse({**values, **borrowed}, files)
                    _, piece, job, problems = self.draw(records) if records else (None, None, job, problems)
                more = [finding for finding in problems if self.way(finding) and self.way(finding)[0] not in wrong]
                return self.result(None, piece, job, [*findings, *more])
            current_findings = files.findings
        return self.result(None, None, self.job, findings)

    def shorten(self, values: Mapping[str, Any], findings: Sequence[Finding]) -> Piece | None:
        """The piece with as much of each text that does not fit as there is room for, found by bisection; or None."""
        ways = {way for finding in findings if finding.severity == "error" and (way := self.way(finding))}
        best, least, most = None, 0.0, 1.0
        for _ in range(_HALVINGS if ways else 0):
            share = (least + most) / 2
            shortened = _shorten_texts(values, ways, share)
            records = () if shortened == values else self.parse(shortened, self.files.beside())
            piece = self.draw(records).piece if records else None
            least, most = (least, share) if piece is None else (share, most)
            best = piece or best
        return best

    def substitute(self, values: dict[str, Any], key: str) -> None:
        """Put the value of before, or a placeholder, in place of a wrong value."""
        wrong_value = values.pop(key, None)
        old_value = self.old.source.get(key) if self.old else None
        if old_value is not None and old_value != wrong_value:
            values[key] = old_value
        elif key in self.shape.needed:
            values[key] = _UNNAMED if key == "name" else placeholder(key, self.shape)

    def way(self, finding: Finding) -> Way:
        """The keys that lead to what a finding is about; none for the whole record, or for what is elsewhere."""
        where = finding.where
        return self.places.ways[where.line - 1] if where.file is self.places.file else ()

    def result(
        self, record: Record | None, piece: Piece | None, job: Job, findings: Sequence[Finding]
    ) -> RecordPreview:
        """The preview with the findings of the record, or with errors of other files that keep it from being drawn."""
        own = [finding for finding in findings if finding.where.file is self.places.file]
        if piece is None and not has_errors(own):
            own += [finding for finding in findings
                    if finding.where.file is not self.places.file and finding.severity == "error"]  # fmt: skip
        own = [*dict.fromkeys(own)]
        ways = [self.way(finding) for finding in own]
        listed_findings = [self.at_list_place(finding) for finding in own]
        return RecordPreview(piece, tuple(listed_findings), record, tuple(ways), job, record is not None)

    def at_list_place(self, finding: Finding) -> Finding:
        """A finding at the place of the list that it is about, as far as there is one."""

        def placed(where: Where) -> Where:
            return self.place_in_list(self.places.ways[where.line - 1]) if where.file is self.places.file else where

        also = tuple(map(placed, finding.also))
        return replace(finding, where=placed(finding.where), also=also, cause=None)

    def place_in_list(self, way: Way) -> Where:
        """Where the old record has a value, or what is around it; else its list."""
        if self.old is None:
            return Where(str(self.places.file))
        value: Any = self.old.source
        where = self.old.where
        for step in way:
            try:
                where, value = value.where(step), value[step]
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
        return {key: _shorten_texts(data, inner[key], share) if key in inner else data for key, data in value.items()}
    if isinstance(value, list | tuple):
        return [_shorten_texts(data, inner[n], share) if n in inner else data for n, data in enumerate(value)]
    return value


def _list_of(product: Product, record: Record | None) -> Path | None:
    """The list of a record, or of a new one for None: the game's own where no other holds it; None without lists."""
    lists = [*([product.list_file] if product.list_file else ()), *product.own]
    holding = (path for path in lists if record is not None and display_path(path) == record.where.file)
    return next(holding, next(iter(lists), None))
