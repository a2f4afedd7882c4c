"""The template library: the faces, palettes, icons, photos and art in folders of templates.

A kit's own `templates/` folder comes before the built-in one, so a user's face or icon of the same name wins.
Everything is read when first asked for: a deck of plain text and shapes never opens the art.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from printgen.base.errors import Finding, PrintgenError, Where, blame, closest, did_you_mean
from printgen.base.file_access import AccessError, display_path
from printgen.base.folders import templates_folder
from printgen.base.limits import nest
from printgen.base.names import stem_of
from printgen.base.units import parse_size
from printgen.drawing.font_files import Kept
from printgen.drawing.fonts import bold_of, italic_of, lacking
from printgen.drawing.fonts import face as font_named
from printgen.drawing.paragraphs import Paragraph
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.face import Face, Node, walk_nodes
from printgen.faces.given_names import FACTS
from printgen.faces.icons import Icons, Vectors
from printgen.faces.marks import BracketMeaning
from printgen.faces.template import Parser
from printgen.faces.template_files import ENTRIES, Folders, LookShape, Palette, PieceSize
from printgen.faces.theme_files import HouseShelf, theme_fonts, theme_names
from printgen.game.house_style import NO_FONTS, PLAIN, HouseStyle
from printgen.reading.part import Size
from printgen.reading.positions import LocatedMap
from printgen.reading.texts import constant
from printgen.reading.yaml_events import load_yaml_file

if TYPE_CHECKING:
    from printgen.art.picture import ArtStudio

T = TypeVar("T")


_KEYBOARD = "".join(map(chr, range(32, 127)))


class ReadingCache:
    """Results of reading the texts of one library, which are the same for all of them.

    `texts` are read texts, by their words and the way of reading; `bullets` the signs before entries of lists; `fonts`
    the bold and slanted companions of fonts; `whole` whether a font has all letters of a keyboard; `looks` how keywords
    look, and `meanings` what brackets mean, in letters of a size and in certain tints.
    """

    def __init__(self) -> None:
        self.texts: dict[object, tuple[Paragraph, ...]] = {}
        self.bullets = Kept(_bullet)
        self.fonts = Kept(_companion)
        self.whole = Kept[str, bool](lambda font: lacking(_KEYBOARD, font) is None)
        self.looks: dict[object, tuple[str, str]] = {}
        self.meanings: dict[object, BracketMeaning | None] = {}


def _bullet(key: tuple[str, bool]) -> str:
    """The bullet of a list, the first that the font has; `key` is the font and whether the list is inside another."""
    font, inner = key
    signs = ("\u2013", "-") if inner else ("\u2022", "\u2013", "-")
    return next((sign for sign in signs if not font_named(font).missing(sign)), "-")


def _companion(key: tuple[str, bool, bool]) -> str:
    """The companion of a font that is bold, or slanted, or both."""
    name, bold, italic = key
    font = bold_of(name) if bold else name
    return italic_of(font) if italic else font


class Library(Folders):
    """The contents of folders of templates; `style` is the house style of the game that uses them."""

    def __init__(self, folders: tuple[Path, ...], world: Path | None = None, style: HouseStyle = PLAIN) -> None:
        super().__init__(folders, world)
        self.style = style
        self._faces: dict[tuple[str, str], Face | tuple[Finding, ...]] = {}
        self._reads: dict[Face, frozenset[str]] = {}
        self._tints: dict[object, Tints] = {}
        self._kept: dict[Hashable, Any] = {}
        self.vectors = Vectors()
        self.icons = Icons(self, self.vectors, lambda: self.studio, style.icons)
        self.known = ReadingCache()
        """What reading its texts has found out so far."""

    def face_names(self) -> list[str]:
        return sorted({stem_of(path) for path in self.files("faces/*.yaml")})

    def face_hint(self, name: str) -> str:
        """Advice for a name without a face, or for no name: a similar name, or else the game's own faces."""
        last = re.split(r"[/\\]", name)[-1].removesuffix(".yaml")
        if last != name and last in self.face_names():
            return f"Write {last}."
        if (near := closest(name, self.face_names())) is not None:
            return f"Did you mean '{near}'?"
        is_name = re.fullmatch(r"[\w-]{1,64}", name)
        add = f"Add templates/faces/{name}.yaml." if is_name else "Add one to templates/faces."
        near_own = did_you_mean(name, {stem_of(path) for gate in self.own for path in gate.list("faces/*.yaml")})
        return f"{near_own} Or a{add[1:]}" if near_own else add

    def face(self, name: str, look: str = "") -> Face:
        """A compiled face, in a look or as it stands. ValueError without one; TemplateProblem lists its mistakes."""
        face = self._faces.get((name, look))
        if face is None:
            try:
                face = self._in_look(name, look) if look else self._compile(name)
            except (PrintgenError, TemplateProblem) as error:
                face = error.findings
            self._faces[name, look] = face
        if isinstance(face, Face):
            return face
        raise TemplateProblem(list(face))

    def reads(self, face: Face) -> frozenset[str]:
        """The names that a face reads, without its parameters, and the `FACTS` that the faces it uses read."""
        if face not in self._reads:
            self._reads[face] = face.reads() - face.params.keys() | self.facts_read(face.items, face.look)
        return self._reads[face]

    def facts_read(self, nodes: Iterable[Node], look: str) -> frozenset[str]:
        """The names in `FACTS` that faces used by these nodes in a look read; all names if a card decides on a face."""
        used = self.faces_used(nodes, look)
        reads = (face.reads() - face.params.keys() if face else FACTS for face in used)
        return FACTS.intersection(frozenset[str]().union(*reads))

    def faces_used(self, nodes: Iterable[Node], look: str) -> Iterator[Face | None]:
        """All faces that nodes use in a look, at any depth; None for one that a card decides on."""
        seen, waiting = set[str](), list(walk_nodes(nodes))
        while waiting:
            node = waiting.pop()
            value = node.props.get("face") if node.kind == "use" else None
            if value is not None and value.names:
                yield None
            elif value is not None:
                with suppress(TemplateProblem, ValueError):  # The drawing of the face reports it.
                    face = self.face(str(value.get({})), look)
                    if face.name not in seen:
                        seen.add(face.name)
                        waiting.extend(face.nodes())
                        yield face

    def theme_names(self) -> list[str]:
        """All themes: folders of templates of the game and the built-in ones."""
        return sorted(theme_names((*(gate.folder for gate in self.own), templates_folder())))

    def look_names(self) -> list[str]:
        """All looks besides that of the faces themselves."""
        return sorted({stem_of(path) for path in self.files("looks/*.yaml")})

    def own_looks(self) -> list[str]:
        """Looks that the game's own folder or its own faces define; mistakes in these faces are reported elsewhere."""
        looks = {stem_of(path) for gate in self.own for path in gate.list("looks/*.yaml")}
        for path in (path for gate in self.own for path in gate.list("faces/*.yaml")):
            with suppress(TemplateProblem, ValueError):
                own_settings: Any = self.face(stem_of(path)).sources[0].get("looks")
                looks.update(own_settings or ())
        return sorted(looks)

    def _in_look(self, name: str, look: str) -> Face:
        """A face in a look: its twin in the look's folder, or the face changed as the look and the face say."""
        twin = f"{name}-{look}"
        if self._path(twin) is not None:
            return replace(self.face(twin), look=look)
        face = self.face(name)
        roles: dict[str, str] = {}
        sources = face.sources
        for path in self.files(f"looks/{look}.yaml"):
            look_shape = self.parse(path, LookShape)
            roles.update(look_shape.colors)
            sources = (look_shape.source_map, *sources)
        color_names = {*face.colors, *(name for palette in face.palettes for name in self.palette(palette))}
        # Shades of colours that the face lacks are skipped; blanks are an error only where a face uses them.
        overlay = {
            role: constant(words)
            for role, words in roles.items()
            if role in face.colors and (" " not in words or color_names.issuperset(words.replace("/", " ").split()[:1]))
        }
        face = replace(face, look=look, colors={**face.colors, **overlay}, sources=sources)
        for source in reversed(face.sources):
            looks = source.get("looks")
            if isinstance(looks, LocatedMap) and look in looks:
                face = Parser(name, looks[look], looks.where(look), face, self.size).look(source)
        return face

    def outline(self, look: str) -> str:
        """The colour of the line that a look draws around each piece that is cut; "" for none."""
        outlines = (self.parse(path, LookShape).outline for path in self.files(f"looks/{look}.yaml") if look)
        return next((color for color in reversed([*outlines]) if color), "")

    def saves(self, look: str) -> bool:
        return any(self.parse(path, LookShape).saving for path in self.files(f"looks/{look}.yaml"))

    def for_backs(self, look: str) -> LookShape | None:
        """What a look says for backs alone; None for a look without a part for backs."""
        files = self.files(f"looks/{look}.yaml")
        look_shape = self.parse(files[-1], LookShape) if files else None
        return look_shape if look_shape and look_shape.backs else None

    def speaks(self, face: Face, look: str) -> bool:
        """Whether a face, or a face that it is made of, says itself how it appears in a look."""
        if self._path(f"{face.name}-{look}") is not None:
            return True
        for source in face.sources:
            looks = source.get("looks")
            if isinstance(looks, LocatedMap) and look in looks:
                return True
            if not {"items", "override"}.isdisjoint(source):
                return False
        return False

    def _path(self, name: str, below: Path | None = None) -> Path | None:
        """The file of a face in the first folder with one, or in the first folder after that of the file `below`."""
        folders = [gate.folder / "faces" for gate in self.gates]
        for gate in self.gates[folders.index(below.parent) + 1 if below else 0 :]:
            try:
                return gate.find(f"faces/{name}.yaml")
            except AccessError as refusal:
                if refusal.code != "missing-file":
                    where = Where(display_path(gate.folder / "faces" / f"{name}.yaml"))
                    finding = refusal.finding(where)
                    raise TemplateProblem([finding]) from None
        return None

    def _compile(self, name: str, below: Path | None = None) -> Face:
        path = self._path(name, below)
        if path is None:
            raise ValueError(f"there is no face '{name}'. {self.face_hint(name)}")
        file = display_path(path)
        raw = load_yaml_file(path, file, self.load)
        face = Parser(name, raw, Where(file, 1, 1), self._parent(name, raw, path), self.size).face()
        looks: Any = face.sources[0].get("looks")
        for look in looks if isinstance(looks, LocatedMap) else ():
            if look not in self.look_names():
                message, hint = f"there is no look '{look}'", did_you_mean(look, self.look_names())
                raise TemplateProblem([Finding("error", looks.key_where(look), message, hint, "template")])
        for palette in face.palettes:
            try:
                self.palette(palette)
            except ValueError as error:
                raise TemplateProblem([Finding("error", face.place("palettes"), str(error), "", "template")]) from error
        return face

    def _parent(self, name: str, raw: Any, path: Path) -> Face | None:
        """The face that this one extends; its own name means the face in a later folder, such as the built-in one."""
        if not isinstance(raw, LocatedMap) or "extends" not in raw:
            return None
        parent = str(raw["extends"])
        # While a face is being compiled it stands for a circle of faces that extend each other.
        message, hint = f"face '{parent}' extends itself", "Name another face, or remove the line."
        self._faces[name, ""] = (Finding("error", raw.where("extends"), message, hint, "template"),)
        try:
            with nest("extends", raw.where("extends")):
                if parent == name and self._path(name, path) is not None:
                    return self._compile(name, path)
                return self.face(parent)
        except ValueError as error:
            raise TemplateProblem([Finding("error", raw.where("extends"), str(error), "", "template")]) from error

    @cached_property
    def fonts(self) -> HouseShelf:
        """The fonts that names mean for this game, which is drawn `on_shelf(library.fonts.shelf)`."""
        fonts = self.style.fonts.over(theme_fonts(self.gates) if self.style.theme else NO_FONTS)
        return HouseShelf(fonts, self.style.language, lambda path: self.load(path, "font"))

    @cached_property
    def _palettes(self) -> dict[str, dict[str, str]]:
        palettes: dict[str, dict[str, str]] = {}
        for path in self.files("palettes/*.yaml"):
            palettes[stem_of(path)] = palettes.get(stem_of(path), {}) | self.parse(path, Palette)
        return palettes

    def palette(self, name: str) -> Mapping[str, str]:
        """The colours of a palette by name: those of every folder that has it, each from the first that names it.

        ValueError names the nearest when there is none; PrintgenError lists values that are no colours.
        """
        if name not in self._palettes:
            raise ValueError(f"there is no palette '{name}'. {did_you_mean(name, self._palettes)}")
        return self._palettes[name]

    def tints(self, face: Face, roles: Mapping[str, str], inherited: Mapping[str, str] | None = None) -> Tints:
        """The colours of a face: its palettes, inherited roles, its own roles. ValueProblem names an unknown role."""
        inherited = inherited or {}
        key = (face.name, face.look, tuple(roles.items()), tuple(inherited.items()))
        tints = self._tints.get(key)
        if tints is None:
            names = {name: color for one in face.palettes for name, color in self._palettes[one].items()}
            tints = Tints({**names, **inherited})
            tints.saving = bool(face.look) and self.saves(face.look)
            for role, words in roles.items():
                with blame(role):
                    tints = tints.with_names({role: tints.resolve(words)})
            tints.roles = {**inherited, **{role: tints.names[role] for role in roles}}
            self._tints[key] = tints
        return tints

    @cached_property
    def studio(self) -> ArtStudio:
        """The art: parts, scenes, poses and tones."""
        # A deck of plain text and shapes never gets here, and so never waits for the art.
        from printgen.art.parts import Parts, Tones
        from printgen.art.picture import ArtStudio

        tones = [self.parse(path, Tones) for path in self.files("art/tones.yaml")]
        return ArtStudio(
            Parts(self.merge("art/parts/*.yaml", ENTRIES)),
            self.merge("art/scenes/*.yaml", ENTRIES),
            {name: skin for tone in tones for name, skin in tone.skins.items()},
            {name: hair for tone in tones for name, hair in tone.hairs.items()},
            {name: eyes for tone in tones for name, eyes in tone.eyes.items()},
            self.merge("art/poses.yaml", ENTRIES),
        )

    @cached_property
    def casting(self) -> dict[str, Any]:
        """The rules that say which parts a record's fields call for."""
        from printgen.art.casting import Casting

        castings = [self.parse(path, Casting).source_map for path in self.files("art/casting.yaml")]
        return {key: value for casting in castings for key, value in casting.items()}

    def size(self, name: str) -> tuple[float, float]:
        """Width and height in points of a size by name, or of one such as "50x50mm". ValueError when not known."""
        if name in self.sizes:
            return self.sizes[name].size
        if name[:1].isdigit():
            return parse_size(name)
        raise ValueError(f"there is no card size '{name}'. {did_you_mean(name, self.sizes)}")

    def corner(self, name: str) -> float:
        """The radius, in points, of the corners that pieces of a size by name usually have; 0 where none is known."""
        return self.sizes[name].corner if name in self.sizes else 0.0

    @cached_property
    def sizes(self) -> dict[str, PieceSize]:
        """The trade sizes of pieces by their names."""
        sizes: dict[str, PieceSize] = {}
        for path in self.files("sizes.yaml"):
            # The mistakes of a file are reported once, not for every piece.
            with suppress(TemplateProblem):
                sizes |= self.parse(path, dict[str, PieceSize])
        return sizes

    @cached_property
    def papers(self) -> dict[str, tuple[float, float]]:
        """Papers by name, in small letters: width and height in points."""
        return {name.lower(): size for name, size in self.merge("papers.yaml", dict[str, Size]).items()}

    @property
    def shut(self) -> bool:
        """Whether the templates, or the faces among them, cannot be read at all; `mistakes` has the reasons."""
        return any({gate.folder, gate.folder / "faces"} & gate.refused.keys() for gate in self.gates)

    def once(self, read: Callable[[Library], T]) -> T:
        """The result of a reader of these templates, which runs only once."""
        return self.keep(read, lambda: read(self))

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value kept with these templates under a key; `make` makes it if it is missing."""
        if key not in self._kept:
            self._kept[key] = make()
        value: T = self._kept[key]
        return value


@cache
def default_library() -> Library:
    """The built-in templates, of no particular game; read once."""
    return Library((templates_folder(),))
