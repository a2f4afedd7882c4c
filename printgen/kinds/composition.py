"""What every kind of product takes and gives: an Order comes in, a Composition of pieces and findings goes out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from printgen.base.places import templates_folder
from printgen.base.units import parse_size
from printgen.drawing.pieces import Piece
from printgen.errors import Finding, did_you_mean
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.reading.records import Game, Product, Record
from printgen.reading.yaml_events import read_yaml_file

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Content:
    """What another product of the kit came to: its pieces, and on how many sheets they are printed."""

    product: Product
    pieces: tuple[Piece, ...]
    sheets: int

    @property
    def count(self) -> int:
        """How many pieces there are, copies included."""
        return sum(piece.copies for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Order:
    """One product to compose: which of its records, in which look, and with what seed.

    `paper` names the paper and `contents` the other products, for a product that tells of them.
    """

    game: Game
    product: Product
    records: tuple[Record, ...]
    library: Library
    renderer: Renderer
    look: str = ""
    seed: int = 1
    paper: str = ""
    contents: tuple[Content, ...] = ()

    def loaded(self, shape: type[T]) -> T:
        """What the product's kind made of its options, which must be of this shape."""
        value = self.product.loaded
        if not isinstance(value, shape):
            raise TypeError(f"{self.product.name} has loaded {type(value).__name__}, not {shape.__name__}")
        return value

    def styled(self, face: str) -> str:
        """The name of a face's twin in the order's look, or its own where it has none."""
        twin = f"{face}-{self.look}"
        return twin if self.look and twin in self.library.face_names() else face


@dataclass(frozen=True, slots=True)
class Composition:
    """The pieces of a product in order, and what there is to say about them."""

    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...] = ()


@lru_cache(maxsize=1)
def _sizes() -> dict[str, str]:
    path = templates_folder() / "sizes.yaml"
    raw = read_yaml_file(path, path.name)
    return {str(k): str(v) for k, v in raw.items()} if isinstance(raw, dict) else {}


def named_size(name: str) -> tuple[float, float]:
    """Width and height in points of a trade size ("poker", "tarot") or of a size such as "50x50mm".

    ValueError, with a suggestion, for a name that is not known.
    """
    sizes = _sizes()
    if name in sizes:
        return parse_size(sizes[name])
    if name[:1].isdigit():
        return parse_size(name)
    raise ValueError(f"there is no card size '{name}'. {did_you_mean(name, sizes)}")
