"""The manifest of a game's output folder: the files built, and the pieces that count as printed."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, FailFast, Field, ValidationError

from printgen.base.file_access import MOST_BYTES, AccessError, load_file
from printgen.base.limits import MOST_LISTED, json_excess
from printgen.base.names import problem_of_name
from printgen.game.records import Game
from printgen.kinds.composition import needs_of
from printgen.reading.part import adapter


def _check_name(name: str) -> str:
    if problem := problem_of_name(name):
        raise ValueError(problem)
    return name


_Word = Annotated[str, AfterValidator(_check_name)]
"""A word that is shown or names a file: without path separators and control characters."""
_WordIfAny = Annotated[str, AfterValidator(lambda name: name and _check_name(name))]
_IF_ANY = ("files", "printer", "backs", "stack", "proof", "turn", "listed", "shared")
_Count = Annotated[int, Field(ge=0, lt=2**53)]


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """One product printed into one file, as the manifest lists it.

    `file` is the file's name within the game's output folder, the first of `files` when a format needs several. `pages`
    counts the sides of its sheets, `sheets` the sheets of paper, `pieces` the pieces to cut out, copies included.
    `only` are the cards that were asked for by name. `bytes` and `sha256` are those of the files. `printer` is the
    printer that they are corrected for, if any. `margin` is in millimetres. `backs` is the look of the backs, if there
    are any. `stack` is how pieces fill the sheets, if not in rows. A `proof` is for looking, and not for playing.
    `turn` tells how to print backs that are turned by hand. If it is `listed`, a print list set the copies of some
    pieces. A `shared` file holds several products and is written beside the games' folders.
    """

    name: _Word
    title: str
    kind: str
    file: _Word
    pages: _Count
    sheets: _Count
    pieces: _Count
    seed: int
    paper: _Word
    duplex: _Word
    look: _Word
    only: tuple[str, ...]
    bytes: _Count
    sha256: str
    files: tuple[_Word, ...] = ()
    printer: _WordIfAny = ""
    margin: Annotated[float, Field(ge=0, le=25)] = 6.35
    backs: _WordIfAny = ""
    stack: _WordIfAny = ""
    proof: bool = False
    turn: Annotated[str, Field(max_length=2000)] = ""
    listed: bool = False
    shared: bool = False

    @property
    def partial(self) -> bool:
        """Whether only a selection of the product was printed, or other numbers of copies than in its file."""
        return bool(self.only) or self.listed

    def as_data(self) -> dict[str, Any]:
        """The entry as in manifest.json."""
        return {key: value for key, value in asdict(self).items() if key not in _IF_ANY or value}


@dataclass(frozen=True, slots=True)
class Print:
    """A printed piece: its name, its copies, and the digest of its picture."""

    name: str
    copies: _Count
    digest: Annotated[str, Field(pattern="^[0-9a-f]{24}$")]

    def as_data(self) -> dict[str, Any]:
        """The piece as in manifest.json."""
        return {"name": self.name, "copies": self.copies, "digest": self.digest}


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces composed together, with or without `backs`: all of a product, `some`, or the copies of a print list."""

    pieces: Annotated[tuple[Print, ...], FailFast()]
    backs: bool = False
    some: bool = False
    listed: bool = False

    def as_data(self) -> dict[str, Any]:
        """Its data in manifest.json."""
        more = {key: value for key in ("some", "listed") if (value := getattr(self, key))}
        return {"backs": self.backs, **more, "pieces": [piece.as_data() for piece in self.pieces]}

    def over(self, earlier: Batch | None) -> Batch:
        """All printed pieces after this batch is printed over an earlier one.

        Pieces that a partial batch leaves out stay. For a partial batch, or a print list, the earlier copies still
        exist: a piece counts with its highest number of copies.
        """
        if earlier is None or not (self.some or self.listed):
            return self
        names = {piece.name for piece in self.pieces}
        others = [piece for piece in earlier.pieces if piece.name not in names] if self.some else []
        earlier_copies = {(p.name, p.digest): p.copies for p in earlier.pieces}
        pieces = [replace(p, copies=max(p.copies, earlier_copies.get((p.name, p.digest), 0))) for p in self.pieces]
        return replace(self, pieces=(*pieces, *others), backs=self.backs and (earlier.backs or not others))


@dataclass(frozen=True, slots=True)
class Prints(Batch):
    """The pieces of a product that count as printed, and the pieces of builds since.

    Once the user has marked what was printed (`said`), only that counts; until then, the last build does. `last` is
    that build if it differs, and `before` is what counted before it. `changed` are the files of the last changes.
    """

    changed: tuple[_Word, ...] = ()
    said: bool = False
    last: Batch | None = None
    before: Batch | None = None

    def as_data(self) -> dict[str, Any]:
        """Its data in manifest.json."""
        more: dict[str, Any] = {"said": True} if self.said else {}
        more |= {"changed": self.changed} if self.changed else {}
        more |= {key: batch.as_data() for key in ("last", "before") if (batch := getattr(self, key))}
        return {**Batch.as_data(self), **more}

    @classmethod
    def of(cls, batch: Batch, **more: Any) -> Prints:
        """The batch as one that counts as printed."""
        return cls(batch.pieces, batch.backs, batch.some, batch.listed, **more)

    @property
    def latest(self) -> Batch:
        """The batch of the last build."""
        return self.last or Batch(self.pieces, self.backs, self.some, self.listed)

    def mark(self, names: Set[str] = frozenset()) -> Prints:
        """The state after the last build, or only its pieces of these names, is marked as printed."""
        if self.said and self.last is None:
            return self
        chosen, last = self.latest, None
        if names:
            chosen = replace(chosen, pieces=tuple(piece for piece in chosen.pieces if piece.name in names), some=True)
            unmarked = tuple(piece for piece in self.latest.pieces if piece.name not in names)
            last = replace(self.latest, pieces=unmarked, some=True) if unmarked else None
        return Prints.of(chosen.over(self if self.said else self.before), changed=self.changed, said=True, last=last)


@dataclass(frozen=True, slots=True)
class ProductBuild:
    """The result of building a product: its pieces, and the files of the new ones, if only those were written."""

    batch: Batch
    only_new: bool = False
    files: tuple[str, ...] = ()

    def after(self, earlier: Prints | None) -> Prints:
        """The prints after this build; `earlier` are those before it."""
        now, files = self.batch, self.files or (earlier.changed if earlier else ())
        if earlier and earlier.said:
            return replace(earlier, last=now, changed=files)
        if earlier is None or not (self.only_new or now.some or now.listed):
            return Prints.of(now, changed=files)
        before = Batch(earlier.pieces, earlier.backs)
        return Prints.of(now.over(earlier), changed=files, last=now, before=before)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of a game's output folder: its products in the order of game.yaml.

    `printed` are the pieces of each product that count as printed, wherever their files are now.
    """

    kit: str
    title: str
    version: str
    notice: str
    products: tuple[ManifestEntry, ...]
    printed: Mapping[str, Prints] = field(default_factory=dict)
    tonight: tuple[str, ...] = ()
    """The products that are enough to play, where the game says what it needs and all of them lie there."""

    @property
    def enough(self) -> int:
        """The number of sheets of the products in `tonight`."""
        return sum(entry.sheets for entry in self.products if entry.name in self.tonight and not entry.partial)

    def as_data(self) -> dict[str, Any]:
        """The manifest's data about products, without its memory of pieces, which only later builds read."""
        products = [entry.as_data() for entry in self.products]
        tonight = {"tonight": {"sheets": self.enough, "products": list(self.tonight)}} if self.tonight else {}
        return {
            "kit": self.kit, "title": self.title, "version": self.version, "notice": self.notice,
            "products": products, **tonight,
        }  # fmt: skip

    def as_json(self) -> bytes:
        """The text of manifest.json."""
        return _manifest_text(self.as_data(), self.printed)


@dataclass(frozen=True)
class _Earlier:
    """The data read from an earlier manifest, which may have been edited by anybody."""

    products: Annotated[tuple[ManifestEntry, ...], FailFast()]
    printed: dict[_Word, Prints] = field(default_factory=dict)


_NOTHING = _Earlier(())


def manifest(game: Game, products: Sequence[ManifestEntry], builds: Mapping[str, ProductBuild], out: Path) -> Manifest:
    """The manifest of a game's output folder: the new build, and the files left there by earlier ones.

    A product may have two entries: the whole, and a selection of its pieces, with files of its own.
    """
    written = {name for entry in products for name in _names(entry)}
    entries_left = [entry for entry in kept_entries(out / game.label) if written.isdisjoint(_names(entry))]
    entries = {(entry.name, entry.partial): entry for entry in (*entries_left, *products)}
    ordered = tuple(entries[key] for key in product(game.products, (False, True)) if key in entries)
    prints = dict(prints_in(out / game.label))
    prints |= {name: product_build.after(prints.get(name)) for name, product_build in builds.items()}
    printed = {name: prints[name] for name in game.products if name in prints}
    return Manifest(game.label, game.title, game.version, game.notice, ordered, printed, _tonight(game, ordered))


def _tonight(game: Game, entries: Sequence[ManifestEntry]) -> tuple[str, ...]:
    """The products that suffice to play, of those printed on one paper; empty if any of them is missing."""
    needs = needs_of((each, 0) for each in game.products.values())
    names = [each.name for each, _ in needs.tonight] if needs else []
    papers = {entry.name: entry.paper for entry in entries if entry.name in names and not entry.partial}
    return tuple(names) if len(papers) == len(names) and len({*papers.values()}) == 1 else ()


def kept_entries(folder: Path) -> list[ManifestEntry]:
    """The entries of earlier builds whose files still exist; empty for a manifest that is not ours."""
    entries = [(folder.parent if entry.shared else folder, entry) for entry in _parse(folder).products]
    return [entry for home, entry in entries if entry.bytes == sum(_size(home / name) for name in _names(entry))]


def prints_in(folder: Path) -> Mapping[str, Prints]:
    """The pieces that a manifest records as printed, by product; the files may be gone."""
    return _parse(folder).printed


def with_printed(folder: Path, printed: Mapping[str, Prints]) -> bytes:
    """The text of a folder's readable manifest with new records of printed pieces."""
    data = json.loads(load_file(folder / "manifest.json", "yaml"))
    return _manifest_text({key: value for key, value in data.items() if key != "printed"}, printed)


def _manifest_text(data: Mapping[str, Any], printed: Mapping[str, Prints]) -> bytes:
    """The text of a manifest; the pieces, perhaps thousands, are on one line."""
    pieces = json.dumps({name: prints.as_data() for name, prints in printed.items()}, ensure_ascii=False)
    return f'{json.dumps(data, indent=2, ensure_ascii=False)[:-2]},\n  "printed": {pieces}\n}}\n'.encode()


def is_spoiled(folder: Path) -> bool:
    """Whether a folder has an unreadable manifest."""
    return not folder.is_symlink() and os.path.lexists(folder / "manifest.json") and _parse(folder) is _NOTHING


def _parse(folder: Path) -> _Earlier:
    """The contents of a folder's manifest; empty if it is not ours, or the folder is a link."""
    if folder.is_symlink():
        return _NOTHING
    try:
        data = load_file(folder / "manifest.json", "yaml")
        if json_excess(data, MOST_BYTES["yaml"], MOST_LISTED):
            return _NOTHING
        old: _Earlier = adapter(_Earlier).validate_json(data, strict=True)
    except (AccessError, ValidationError):
        return _NOTHING
    return old


def files_of(entries: Iterable[ManifestEntry]) -> list[str]:
    """The names of the files of products in their game's folder."""
    return [name for entry in entries if not entry.shared for name in _names(entry)]


def _names(entry: ManifestEntry) -> tuple[str, ...]:
    return entry.files or (entry.file,)


def _size(path: Path) -> int:
    """The size of a regular file in bytes; larger than any file when there is none."""
    try:
        status = path.lstat()
    except OSError:
        return 2**63
    return status.st_size if stat.S_ISREG(status.st_mode) else 2**63
