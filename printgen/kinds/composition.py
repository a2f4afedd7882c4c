"""The input and output of every kind: an Order for one product, and a Composition; and the needs for products."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import Discriminator, Field, Tag

from printgen.base import group_pairs
from printgen.base.errors import Finding, ValueProblem, has_errors, unknown_word
from printgen.base.units import parse_size
from printgen.drawing.pieces import Piece
from printgen.faces.face import Face
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.game.lists import File, ListFile, load_list
from printgen.game.load import BUILT_IN_NAMES
from printgen.game.records import Game, Loading, Product, Record
from printgen.game.shapes import SheetShape, Spec
from printgen.reading.expressions import parse_value
from printgen.reading.files import Files
from printgen.reading.part import Many, Part, adapter
from printgen.reading.positions import LocatedList, empty_map
from printgen.sheets.sheet import MARGIN, Join

E = TypeVar("E", bound=Part)


Listed = Annotated[
    Annotated[File, Tag("file")] | Annotated[Annotated[Many[Any], Field(max_length=100_000)], Tag("entries")],
    Discriminator(lambda value: "file" if isinstance(value, str) else "entries"),
]
"""A list of mappings, or the file that holds one."""


def entries_of(
    files: Files, options: Part, key: str, shape: type[E], columns: Mapping[str, str], most: int
) -> tuple[E, ...] | None:
    """The entries under a key; None, with findings, for mistakes. `columns` are the kinds of a sheet's columns."""
    value, seq = getattr(options, key), options.source_map.get(key)
    if isinstance(value, ListFile):
        fields = {name: Spec(kind) for name, kind in columns.items()}
        sheet = SheetShape(fields, (), "records")
        seq = load_list(files, value, options.where_of(key), empty_map(options.source_map), sheet)
    if not isinstance(seq, LocatedList):
        return None if isinstance(value, ListFile) else ()
    if len(seq) > most:
        message = f"{key} has {len(seq):,} entries; the limit is {most:,}"
        files.report(seq.start, "bad-length", message, "Shorten it.")
        return None
    checked = [files.check(adapter(shape), raw, seq.where(n), f"item {n + 1} of {key}") for n, raw in enumerate(seq)]
    entries = [entry for entry in checked if entry is not None]
    return tuple(entries) if len(entries) == len(checked) else None


def board_size(loading: Loading) -> tuple[float, float] | None:
    """The width and height of a board in points, from its product; None, with a finding, without a size."""
    product, files = loading.product, loading.files
    if not product.size:
        hint = "Add size: such as 280x200mm."
        files.report(product.where, "missing-key", "the board has no size", hint)
        return None
    try:
        return parse_size(product.size)
    except ValueError as error:
        files.report(product.where_of("size"), "bad-size", str(error).partition(";")[0], "Write it like 280x200mm.")
        return None


T = TypeVar("T")

Show = Callable[[str, str], tuple[tuple[Piece, ...], tuple[Finding, ...]]]
"""Gives the pieces of a product by its name, of one record where it is named, and what is wrong besides with them."""

COLOR = "color"
"""The look of faces as they stand."""


@dataclass(frozen=True, slots=True)
class Content:
    """The pieces of another product, and the number of its sheets; 0 for those that lie on shared sheets."""

    product: Product
    pieces: tuple[Piece, ...]
    sheets: int

    @property
    def count(self) -> int:
        return sum(piece.copies for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Order:
    """One product to compose: which of its records, in which look, and with what seed.

    `backs` is the look of backs. `paper` names the paper, of which `margin` points stay white at
    each edge; `join` is how pages of large pieces are joined; `contents` are the other products, for a product that
    tells of them, and `show` gives the pieces of one, for a picture of them.
    """

    game: Game
    product: Product
    records: tuple[Record, ...]
    library: Library
    renderer: Renderer
    look: str = ""
    seed: int = 1
    backs: str = COLOR
    paper: str = ""
    contents: tuple[Content, ...] = ()
    margin: float = MARGIN
    join: Join = "tape"
    faces: dict[str, Face] = field(default_factory=dict, repr=False, compare=False)
    """Those that were asked for, by name, and by name and look where that is not the order's own."""
    show: Show = field(default=lambda product, record: ((), ()), repr=False, compare=False)
    warnings: list[Finding] = field(default_factory=list, repr=False, compare=False)
    """Warnings about faces that were drawn for pictures of the product."""

    def tell(self, findings: Iterable[Finding]) -> None:
        """Keep the findings of a face drawn for a picture inside another face."""
        self.warnings.extend(findings)

    def value_as(self, shape: type[T]) -> T:
        """The product's loaded value, which must be of this shape."""
        value = self.product.loaded
        assert isinstance(value, shape), f"{self.product.name} has loaded {type(value).__name__}, not {shape.__name__}"
        return value

    def face(self, name: str, look: str | None = None) -> Face:
        """A face in a look, by default the order's. ValueError when there is none; TemplateProblem for mistakes."""
        face = self.library.face(name, self.look if look is None else look)
        key = name if face.look == self.look else f"{name} {face.look}"
        if self.product.edge:
            face = self.faces.get(key) or face.with_edge(self.product.edge)
        self.faces[key] = face
        return face

    def reads(self) -> frozenset[str]:
        """The names read by the requested faces, or by the expressions that choose faces."""
        names = frozenset[str]().union(*(face.reads() for face in self.faces.values()))
        for text in (self.product.front, self.product.back, self.product.size):
            with suppress(ValueProblem):  # `choose_faces` reports it.
                names |= parse_value(text).names
        return names

    def unread(self) -> Iterator[Finding]:
        """A finding for each parameter of the product that none of the requested faces reads."""
        read = self.reads()
        parameters, known = self.product.parameters, read.difference(BUILT_IN_NAMES)
        for name in (name for name in parameters if name not in {*read, *BUILT_IN_NAMES, *self.game.common}):
            message = f"no face of {self.product.name} reads '{name}'"
            yield unknown_word(parameters.key_where(name), "unknown-parameter", message, name, known, "Remove it.")


@dataclass(frozen=True, slots=True)
class Composition:
    """The pieces of a product in order, and the findings."""

    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...] = ()

    @classmethod
    def whole(cls, pieces: Iterable[Piece], findings: Iterable[Finding]) -> Composition:
        """All pieces, or none when any finding is an error."""
        every = tuple(findings)
        return cls(() if has_errors(every) else tuple(pieces), every)


Counted = tuple[Product, int]
"""A product and on how many sheets it is printed."""


class Needs(NamedTuple):
    """The products of a game by need; `choices` are grouped by what they are a choice of."""

    required: tuple[Counted, ...]
    choices: dict[str, tuple[Counted, ...]]
    extra: tuple[Counted, ...]

    @property
    def tonight(self) -> tuple[Counted, ...]:
        """The products that suffice to play: all required ones, and the first of every choice."""
        return (*self.required, *(group[0] for group in self.choices.values()))

    @property
    def sheets(self) -> int:
        return sum(sheets for _, sheets in self.tonight)


def needs_of(counted: Iterable[Counted]) -> Needs | None:
    """Products by their declared need, the others as extras; None when none is required."""
    products = list(counted)
    required = tuple(entry for entry in products if entry[0].need == "required")
    if not required:
        return None
    choices = group_pairs((entry[0].group, entry) for entry in products if entry[0].need == "choice")
    groups = {group: tuple(members) for group, members in choices.items()}
    extra = tuple(entry for entry in products if entry[0].need in ("extra", ""))
    return Needs(required, groups, extra)
