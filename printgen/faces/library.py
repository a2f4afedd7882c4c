"""The template library: folders of templates come in; faces, palettes, icons, photos and the art studio come out.

A kit's own `templates/` folder comes before the built-in one, so a user's face or icon of the same name wins.
Everything is read when first asked for: a deck of plain text and shapes never opens the art.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property, partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, InstanceOf, WithJsonSchema

from printgen.base.budget import deeper
from printgen.base.gate import Gate, Refused, gate_of
from printgen.base.places import templates_folder
from printgen.base.units import parse_size
from printgen.drawing.model import Group, Outline
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import parse_path
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import NEAR_BLACK, Tints
from printgen.errors import Finding, PrintgenError, Where, blaming, closest, did_you_mean, unknown
from printgen.faces.face import Face, Node
from printgen.faces.house_fonts import HouseShelf
from printgen.faces.markup import Known
from printgen.faces.plan import inherited_words
from printgen.faces.template import Parser
from printgen.faces.vectors import SUFFIX, Vectors, drawing_named
from printgen.reading.fields import problem
from printgen.reading.files import Files, left_out, shown_name
from printgen.reading.house_fonts import NO_FONTS, HouseFonts, read_fonts
from printgen.reading.house_style import PLAIN, HouseStyle
from printgen.reading.marked import Map, empty_map, laid_over
from printgen.reading.part import Color, Length, Part, Size, adapter
from printgen.reading.values import constant
from printgen.reading.yaml_events import read_yaml_file

if TYPE_CHECKING:
    from printgen.art.picture import Studio

T = TypeVar("T")
# The height of a picture that stands in a line, in points, and how many times as wide as that it is at most.
_PICTURE, _WIDE = 24.0, 6.0

THEME = "theme.yaml"
"""The file of a theme's folder that says what it has besides templates."""


def _given(value: Any) -> Any:
    if value is None:
        raise problem("bad-value", "is no colour: without quotes, # begins a comment", "Write it in quotes.")
    return value


_Swatch = Annotated[Color, BeforeValidator(_given)]
Palette = dict[str, _Swatch]
"""A palette: colours by name."""

_ENTRIES = dict[str, Annotated[InstanceOf[Map], WithJsonSchema({"type": "object"})]]
"""Named mappings, each of which is held to its own shape when it is first asked for."""


class ThemeFile(Part):
    """A theme: what it has besides templates that come before the built-in ones."""

    fonts: Annotated[InstanceOf[Map], WithJsonSchema({"type": "object"})] = Field(
        default_factory=empty_map, description="its fonts by name, files in its folder, as under fonts of a game"
    )


class LookShape(Part):
    """A look: what it makes of the colour roles of every face."""

    colors: dict[str, Annotated[str, Field(min_length=1)]] = Field(
        {}, description="colour words by role; they hold for every face that has a role of that name"
    )
    saving: bool = Field(
        False, description="whether it spends little ink: without shadows, and gradients in one light colour"
    )


class PieceSize(Part):
    """A size of pieces by its trade name."""

    short = "size"

    size: Size = Field(description="width and height")
    corner: Length = Field(0.0, description="the radius of the corners that such pieces usually have")


def _top(files: Files, path: Path) -> Map | None:
    """The mapping that a file holds, None, with findings, when it holds none; one of nothing but comments is empty."""
    nothing = files.value(path) is None and not files.findings
    return empty_map(file=shown_name(path)) if nothing else files.mapping(path)


class Library:
    """Templates from several folders; the first folder that has a thing gives it.

    Links in them may lead to what lies in `world`, or in their own folder where that is not given. `style` is the house
    style of the game that they are for.
    """

    def __init__(self, folders: tuple[Path, ...], world: Path | None = None, style: HouseStyle = PLAIN) -> None:
        self.style, self._world = style, world or folders[0]
        home = templates_folder()
        built = {f for f in folders if f == home or f.parent in (home / "themes", home / "languages")}
        self._gates = tuple(Gate(folder, None if folder in built else world or folder) for folder in folders)
        self._around = Gate(self._world, self._world)
        self._own = tuple(gate for gate in self._gates if gate.folder not in built)
        self._faces: dict[tuple[str, str], Face | tuple[Finding, ...]] = {}
        self._tints: dict[object, Tints] = {}
        self._icons: dict[tuple[str, str], tuple[Group, float]] = {}
        self._drawable: dict[str, bool] = {}
        self._pictures: dict[str, tuple[Group, float]] = {}
        self.vectors = Vectors()
        self._read: dict[object, Any] = {}
        self.known = Known()
        """What reading its texts has found out so far."""
        self._parsed: dict[object, tuple[Any, tuple[Finding, ...]]] = {}

    def files(self, pattern: str) -> list[Path]:
        """Matching files, those of later folders first, so that reading in order lets the first folder win."""
        return [path for gate in reversed(self._gates) for path in gate.list(pattern)]

    def read(self, path: Path, kind: str) -> bytes:
        """What a file of a kind in one of the folders holds. Refused says why it cannot be read."""
        return gate_of((*self._gates, self._around), path).read(path, kind)

    def parsed(self, path: Path, shape: Any) -> Any:
        """What a template file holds, held to a declared shape; read once. TemplateProblem lists its mistakes."""
        # What is built in is the same for all games.
        if self is not built_in() and path.is_relative_to(templates_folder()):
            return built_in().parsed(path, shape)
        key = (path, str(shape))
        if key not in self._parsed:
            files = Files(gate_of(self._gates, path))
            top = _top(files, path)
            value = None if top is None else files.check(adapter(shape), top, Where(shown_name(path), 1, 1), path.name)
            self._parsed[key] = (value, tuple(files.findings))
        value, findings = self._parsed[key]
        if findings:
            raise TemplateProblem(findings)
        return value

    def laid(self, name: str, shape: Any) -> Any:
        """What the files of a name hold, held to a shape: a game's own over the built-in one, key by key.

        TemplateProblem lists the mistakes of all of them.
        """
        files = Files(*self._gates)
        tops = [top for path in self.files(name) if (top := _top(files, path)) is not None]
        value = files.check(adapter(shape), reduce(laid_over, tops), tops[0].start, name)
        if files.findings:
            raise TemplateProblem(files.findings)
        return value

    def _merged(self, pattern: str, shape: Any) -> dict[str, Any]:
        """The named values of all files of a kind; those of the first folder win."""
        out: dict[str, Any] = {}
        for path in self.files(pattern):
            out.update(self.parsed(path, shape))
        return out

    def face_names(self) -> list[str]:
        """All faces there are."""
        return sorted({path.stem for path in self.files("faces/*.yaml")})

    def face_hint(self, name: str) -> str:
        """What to do where there is no face of a name, or no name: one that is like it, or the game's own faces."""
        if (near := closest(name, self.face_names())) is not None:
            return f"Did you mean '{near}'?"
        add = (
            f"Add templates/faces/{name}.yaml." if re.fullmatch(r"[\w-]{1,64}", name) else "Add one to templates/faces."
        )
        own = did_you_mean(name, {path.stem for gate in self._own for path in gate.list("faces/*.yaml")})
        return f"{own} Or a{add[1:]}" if own else add

    def face(self, name: str, look: str = "") -> Face:
        """A compiled face, in a look of templates/looks or as it stands.

        ValueError names the nearest when there is none; TemplateProblem lists its mistakes.
        """
        known = self._faces.get((name, look))
        if known is None:
            try:
                known = self._dressed(name, look) if look else self._compiled(name)
            except (PrintgenError, TemplateProblem) as error:
                known = error.findings
            self._faces[name, look] = known
        if isinstance(known, Face):
            return known
        raise TemplateProblem(list(known))

    def theme_names(self) -> list[str]:
        """All themes there are: folders of templates among those of the game and the built-in ones."""
        homes = [folder / "themes" for folder in (*(gate.folder for gate in self._own), templates_folder())]
        return sorted({path.name for home in homes if home.is_dir() for path in home.iterdir() if path.is_dir()})

    def look_names(self) -> list[str]:
        """All looks there are beside that of the faces themselves."""
        return sorted({path.stem for path in self.files("looks/*.yaml")})

    def own_looks(self) -> list[str]:
        """Looks that a game's own folder gives, or its own faces speak of; faces with mistakes are told elsewhere."""
        looks = {path.stem for gate in self._own for path in gate.list("looks/*.yaml")}
        for path in (path for gate in self._own for path in gate.list("faces/*.yaml")):
            with suppress(TemplateProblem, ValueError):
                own: Any = self.face(path.stem).sources[0].get("looks")
                looks.update(own or ())
        return sorted(looks)

    def _dressed(self, name: str, look: str) -> Face:
        """A face in a look: its twin of that name, or what the look and the face itself make of it."""
        twin = f"{name}-{look}"
        if self._path(twin) is not None:
            return replace(self.face(twin), look=look)
        face = self.face(name)
        roles: dict[str, str] = {}
        sources = face.sources
        for path in self.files(f"looks/{look}.yaml"):
            said = self.parsed(path, LookShape)
            roles.update(said.colors)
            sources = (said.written, *sources)
        overlay = {role: constant(words) for role, words in roles.items() if role in face.colors}
        face = replace(face, look=look, colors={**face.colors, **overlay}, sources=sources)
        for source in reversed(face.sources):
            looks = source.get("looks")
            if isinstance(looks, Map) and look in looks:
                face = Parser(name, looks[look], looks.where(look), face, self.size).look(source)
        return face

    def _saving(self, look: str) -> bool:
        """Whether a look spends little ink."""
        return any(self.parsed(path, LookShape).saving for path in self.files(f"looks/{look}.yaml"))

    def _path(self, name: str, below: Path | None = None) -> Path | None:
        """The file of a face in the first folder that has one, or in the first after that of the file `below`."""
        folders = [gate.folder / "faces" for gate in self._gates]
        for gate in self._gates[folders.index(below.parent) + 1 if below else 0 :]:
            try:
                return gate.find(f"faces/{name}.yaml")
            except Refused as refused:
                if refused.code != "missing-file":
                    where = Where(shown_name(gate.folder / "faces" / f"{name}.yaml"))
                    found = Finding("error", where, refused.message, refused.hint, refused.code)
                    raise TemplateProblem([found]) from None
        return None

    def _compiled(self, name: str, below: Path | None = None) -> Face:
        path = self._path(name, below)
        if path is None:
            raise ValueError(f"there is no face '{name}'. {self.face_hint(name)}")
        file = shown_name(path)
        raw = read_yaml_file(path, file, self.read)
        face = Parser(name, raw, Where(file, 1, 1), self._parent(name, raw, path), self.size).face()
        looks: Any = face.sources[0].get("looks")
        for look in looks if isinstance(looks, Map) else ():
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
        """The face that this one extends; one of its own name is that of a later folder, such as the built-in one."""
        if not isinstance(raw, Map) or "extends" not in raw:
            return None
        above = str(raw["extends"])
        # While a face is being compiled it stands for a circle of faces that extend each other.
        message, hint = f"face '{above}' extends itself", "Name another face, or remove the line."
        self._faces[name, ""] = (Finding("error", raw.where("extends"), message, hint, "template"),)
        try:
            with deeper("extends", raw.where("extends")):
                if above == name and self._path(name, path) is not None:
                    return self._compiled(name, path)
                return self.face(above)
        except ValueError as error:
            raise TemplateProblem([Finding("error", raw.where("extends"), str(error), "", "template")]) from error

    @cached_property
    def fonts(self) -> HouseShelf:
        """The fonts that names mean for this game, which is drawn `on_shelf(library.fonts.shelf)`."""
        gates = (*self._gates, self._around)
        said, own = self._theme_fonts(), self.style.fonts
        if said:
            known = {name for name, *_ in own.families}
            families = (*own.families, *(family for family in said.families if family[0] not in known))
            own = HouseFonts(families, (*own.fallback, *said.fallback))
        return HouseShelf(own, self.style.language, lambda path: gate_of(gates, path).read(path, "font"))

    def _theme_fonts(self) -> HouseFonts:
        """The fonts of the theme; TemplateProblem lists the mistakes of its file."""
        path: Path | None = None
        for gate in self._gates if self.style.theme else ():
            with suppress(Refused):  # What may not be read of a theme is told with its other files.
                path = gate.find_or_none(THEME)
            if path is not None:
                files = Files(gate)
                said = files.part(path, ThemeFile)
                entries = ((name, value, said.fonts.where(name)) for name, value in said.fonts.items()) if said else ()
                fonts = read_fonts(files, iter(entries))
                if files.findings:
                    raise TemplateProblem(files.findings)
                return fonts
        return NO_FONTS

    @cached_property
    def _palettes(self) -> dict[str, dict[str, str]]:
        palettes: dict[str, dict[str, str]] = {}
        for path in self.files("palettes/*.yaml"):
            palettes[path.stem] = palettes.get(path.stem, {}) | self.parsed(path, Palette)
        return palettes

    def palette(self, name: str) -> Mapping[str, str]:
        """The colours of a palette by name: those of every folder that has it, each from the first that names it.

        ValueError names the nearest when there is none; PrintgenError lists values that are no colours.
        """
        if name not in self._palettes:
            raise ValueError(f"there is no palette '{name}'. {did_you_mean(name, self._palettes)}")
        return self._palettes[name]

    def tints(self, face: Face, roles: Mapping[str, str], inherited: Mapping[str, str] | None = None) -> Tints:
        """The colours of a face: its palettes, then the roles of the face that uses it, then its own roles.

        ValueProblem names a role that is not known.
        """
        inherited = inherited or {}
        key = (face.name, face.look, tuple(roles.items()), tuple(inherited.items()))
        known = self._tints.get(key)
        if known is None:
            names: dict[str, str] = {}
            for palette in face.palettes:
                names.update(self._palettes[palette])
            known = Tints({**names, **inherited})
            known.saving = bool(face.look) and self._saving(face.look)
            for role, words in roles.items():
                with blaming(role):
                    known = known.with_names({role: known.resolve(words)})
            known.roles = {**inherited, **{role: known.names[role] for role in roles}}
            self._tints[key] = known
        return known

    @cached_property
    def _icon_paths(self) -> dict[str, str]:
        return self._merged("icons*.yaml", dict[str, str])

    def _icon_outline(self, name: str) -> Outline:
        try:
            return parse_path(str(self._icon_paths[name]))
        except ValueError as error:
            raise ValueError(f"the icon '{name}' cannot be drawn: {error}") from error

    @cached_property
    def _icon_files(self) -> dict[str, Path]:
        return {path.stem: path for path in self.files(f"icons/*{SUFFIX}")}

    @cached_property
    def _icon_pictures(self) -> dict[str, str]:
        """The PNG files that are icons, by their names."""
        return {path.stem: f"icons/{path.name}" for path in self.files("icons/*.png")}

    def _icon_drawing(self, name: str, color: str) -> tuple[Group, float]:
        try:
            return self.vectors.icon(self._icon_files[name], self.read, color)
        except Refused as refused:
            raise ValueError(f"the icon '{name}' cannot be drawn: {refused.message}; {refused.hint}") from refused

    @property
    def icon_names(self) -> list[str]:
        """All icons, and the art pieces that serve as icons."""
        return sorted({*self._icon_paths, *self._icon_files, *self._icon_pictures, *self.studio.parts.names("piece")})

    def has_icon(self, name: str) -> bool:
        """Whether there is an icon of that name, and none that cannot be drawn."""
        if name not in self._drawable:
            self._drawable[name] = self._can_draw(name)
        return self._drawable[name]

    def _can_draw(self, name: str) -> bool:
        with suppress(ValueError, TemplateProblem):
            if "." in name:
                return bool(self.picture(name))
            if name in self._icon_pictures:
                return bool(self.picture(self._icon_pictures[name]))
            if name in self._icon_files:
                return bool(self._icon_drawing(name, NEAR_BLACK))
            return bool(self._icon_outline(name) if name in self._icon_paths else self.studio.parts.get(name))
        return False

    def icon(self, name: str, color: str, tints: Tints) -> tuple[Group, float]:
        """An icon in a colour and the side of its box: 24 for icons, 100 for art pieces, its own for a drawing.

        ValueError when unknown.
        """
        key = (name, color)
        known = self._icons.get(key)
        if known is None:
            if "." in name:
                return self.picture(name)[0], _PICTURE
            if name in self._icon_pictures:
                return self.picture(self._icon_pictures[name])[0], _PICTURE
            if name in self._icon_files:
                known = self._icon_drawing(name, color)
            elif name in self._icon_paths:
                known = (Group((Shape(self._icon_outline(name), color),)), 24.0)
            elif name in self.studio.parts.raw:
                from printgen.art.parts import paint

                parts = self.studio.parts
                known = (Group(paint(parts.get(name).layers, tints.with_names({"main": color}), parts)), 100.0)
            else:
                raise ValueError(f"there is no icon '{name}'. {did_you_mean(name, self.icon_names)}")
            self._icons[key] = known
        return known

    def icon_shape(self, name: str) -> float:
        """How many times as wide as high a picture is that stands in a line; 1 for what is no picture."""
        file = name if "." in name else self._icon_pictures.get(name)
        if file is not None:
            with suppress(ValueError):
                return self.picture(file)[1]
        return 1.0

    def picture(self, name: str) -> tuple[Group, float]:
        """A picture of the templates, so high that it stands in a line, and how many times as wide as high it is.

        ValueError when there is none, or it cannot be read.
        """
        if name not in self._pictures:
            from printgen.art.photos import Window, fitted

            path = self.file(name)
            if path.suffix.lower() == SUFFIX:
                self._pictures[name] = self.vectors.line(path, self.read, _PICTURE, _WIDE)
                return self._pictures[name]
            photo = fitted(partial(self.read, path, "picture"), Window(_PICTURE * _WIDE, _PICTURE, "contain", 0.0))
            if photo.problem:
                raise ValueError(f"the picture '{name}' cannot be used: {photo.problem.message}")
            k = _PICTURE / photo.box.h
            box = photo.box._replace(y=0.0, w=photo.box.w * k, h=_PICTURE)
            self._pictures[name] = Group(photo._replace(box=box).placed(0, 0)), box.w / _PICTURE
        return self._pictures[name]

    @cached_property
    def studio(self) -> Studio:
        """The art: parts, scenes and tones."""
        # A deck of plain text and shapes never gets here, and so never waits for the art.
        from printgen.art.parts import Parts, Tones
        from printgen.art.picture import Studio

        tones = [self.parsed(path, Tones) for path in self.files("art/tones.yaml")]
        return Studio(
            Parts(self._merged("art/parts/*.yaml", _ENTRIES)),
            self._merged("art/scenes/*.yaml", _ENTRIES),
            {name: skin for one in tones for name, skin in one.skins.items()},
            {name: hair for one in tones for name, hair in one.hairs.items()},
        )

    @cached_property
    def casting(self) -> dict[str, Any]:
        """The rules that say which parts a record's fields call for."""
        from printgen.art.casting import Casting

        out: dict[str, Any] = {}
        for path in self.files("art/casting.yaml"):
            out.update(self.parsed(path, Casting).written)
        return out

    def size(self, name: str) -> tuple[float, float]:
        """Width and height in points of a size by name, or of one such as "50x50mm". ValueError when not known."""
        if name in self._sizes:
            return self._sizes[name].size
        if name[:1].isdigit():
            return parse_size(name)
        raise ValueError(f"there is no card size '{name}'. {did_you_mean(name, self._sizes)}")

    def corner(self, name: str) -> float:
        """The radius, in points, of the corners that pieces of a size by name usually have; 0 where none is known."""
        return self._sizes[name].corner if name in self._sizes else 0.0

    @cached_property
    def _sizes(self) -> dict[str, PieceSize]:
        sizes: dict[str, PieceSize] = {}
        for path in self.files("sizes.yaml"):
            # The mistakes of a file are told once, and not of every piece.
            with suppress(TemplateProblem):
                sizes |= self.parsed(path, dict[str, PieceSize])
        return sizes

    @cached_property
    def papers(self) -> dict[str, tuple[float, float]]:
        """Papers by name, in small letters: width and height in points."""
        return {name.lower(): size for name, size in self._merged("papers.yaml", dict[str, Size]).items()}

    def mistakes(self) -> Iterator[Finding]:
        """What is wrong with looks, art, sizes ... in a game's own folder, whether anything asks for them or not."""
        yield from self.fonts.findings
        yield from self._unlisted()
        patterns = (
            "looks/*.yaml", "palettes/*.yaml", "sizes.yaml", "papers.yaml",
            "icons*.yaml", "art/parts/*.yaml", "art/scenes/*.yaml", "art/tones.yaml", "art/casting.yaml",
        )  # fmt: skip
        files = [(key, path) for gate in self._own for key in patterns for path in gate.list(key)]
        shapes: list[Any] = [LookShape, Palette, dict[str, PieceSize], dict[str, Size], dict[str, str]]
        # A game without art does not wait for what reads it.
        if any(pattern.startswith("art/") for pattern, _ in files):
            from printgen.art.casting import Casting, unknown_parts
            from printgen.art.parts import PartsFile, Tones
            from printgen.art.scenes import ScenesFile

            shapes += [PartsFile, ScenesFile, Tones, Casting]
        for path in (path for gate in self._own for path in gate.list(f"icons/*{SUFFIX}")):
            yield from self.vectors.told(path, self.read, NEAR_BLACK, drawing_named(path), Where(shown_name(path)))
        for path in (path for gate in self._own for path in gate.list("faces/*.yaml")):
            yield from self._idle_roles(path.stem)
        for pattern, path in files:
            try:
                said = self.parsed(path, shapes[patterns.index(pattern)])
            except TemplateProblem as error:
                yield from error.findings
            else:
                if pattern == "looks/*.yaml":
                    yield from self._strange_roles(said)
                if pattern == "art/casting.yaml":
                    with suppress(TemplateProblem):
                        yield from unknown_parts(said, self.studio)

    def _unlisted(self) -> Iterator[Finding]:
        """What is wrong with the folders themselves, and with files that may not be read or bear odd names."""
        for gate in self._own:
            for part in ("", "looks/", "palettes/", "terrain/", "art/", "art/parts/", "art/scenes/"):
                gate.survey(f"{part}*.yaml")
            # What is wrong with a face is told where it is drawn.
            gate.list("faces/*.yaml")
            yield from left_out(gate)
            for path in (path for part in ("*.yml", "*/*.yml", "art/*/*.yml") for path in gate.list(part)):
                message = f"{path.name} is not read: the names of templates end in .yaml"
                yield Finding("warning", Where(shown_name(path)), message, "Rename it.", "bad-name")

    @property
    def shut(self) -> bool:
        """Whether the templates, or the faces among them, cannot be read at all, as `mistakes` tells."""
        return any({gate.folder, gate.folder / "faces"} & gate.refused.keys() for gate in self._gates)

    def _strange_roles(self, look: LookShape) -> Iterator[Finding]:
        """Roles of a look that no face has; a face with mistakes, which are told where it is drawn, might have them."""
        missing, known = dict.fromkeys(look.colors), set[str]()
        own = [path.stem for gate in self._own for path in gate.list("faces/*.yaml")]
        for name in (*own, *self.face_names()):
            try:
                known.update(self.face(name).colors if missing else ())
            except (TemplateProblem, ValueError):
                return
            missing = {role: None for role in missing if role not in known}
        for role in missing:
            message, where = f"no face has a colour role '{role}'", look.key_where_of("colors", role)
            yield Finding("error", where, message, did_you_mean(role, known, "Remove it."), "unknown-role")

    def _idle_roles(self, name: str) -> Iterator[Finding]:
        """Roles that a look of a face gives a colour, and neither the face nor what it uses speaks of."""
        with suppress(TemplateProblem, ValueError):
            looks: Any = self.face(name).sources[0].get("looks") or empty_map()
            for look in looks:
                said: Any = looks[look].get("colors", empty_map())
                known = self.face(name).colors
                words = inherited_words(self.face(name, look), partial(self._words_of, look, (name,)))
                for role in (role for role in said if role not in known):
                    # Where nobody can tell what is spoken of, what is nearly a role is meant to be that.
                    if role not in words if words is not None else closest(role, known):
                        message = f"the face '{name}' has no colour role '{role}'"
                        yield unknown(said.key_where(role), "unknown-role", message, role, known, "Remove it.")

    def _words_of(self, look: str, seen: tuple[str, ...], node: Node) -> frozenset[str] | None:
        """The colour words of the face that a `use` draws; None when they cannot be told."""
        named = node.props.get("face")
        if named is None or not named.constant or (name := str(named.get({}))) in seen:
            return None
        return inherited_words(self.face(name, look), partial(self._words_of, look, (*seen, name)))

    def once(self, read: Callable[[Library], T]) -> T:
        """What a reader makes of these templates, which is read once."""
        if read not in self._read:
            self._read[read] = read(self)
        made: T = self._read[read]
        return made

    def file(self, name: str) -> Path:
        """A file that lies in a folder of templates, or in the game's. ValueError when there is none to be read."""
        for gate in (*self._gates, self._around):
            if (path := gate.find_or_none(name)) is not None:
                return path
        near = next(filter(None, (gate.nearest(name) for gate in (*self._gates, self._around))), None)
        hint = (
            f". Did you mean '{name.removesuffix(Path(name).name)}{near}'?"
            if near
            else "; write the name of one that is there"
        )
        raise ValueError(f"there is no file '{name}' among the templates or in the game's folder{hint}")


@cache
def built_in() -> Library:
    """The templates of no game but all, which are read once."""
    return Library((templates_folder(),))
