"""The icons and drawings (SVG) of a game in any colour, and findings about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.base.errors import Finding, Where, split_advice
from printgen.base.file_access import AccessError, LoadFile, display_path
from printgen.base.folders import templates_folder
from printgen.base.names import problem_of_name, stem_of, visible
from printgen.base.units import Box, translate
from printgen.drawing.font_files import Kept
from printgen.drawing.model import Group, Item, Outline, Place
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import parse_path, rectangle
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import NEAR_BLACK, ColorMemo, Tints
from printgen.faces.icon_search import PIECES, IconEntry, icon_entries, rank_icons, suggest_icon
from printgen.faces.template_files import Folders

if TYPE_CHECKING:
    from printgen.art.picture import ArtStudio
    from printgen.art.svg_drawing import Vector

SUFFIX = ".svg"
Fit = tuple[str, float, float]
"""Contain, cover or stretch, and where a drawing stands in its box, across and down, from 0 to 1."""

_MEND = "Turn texts into paths and leave effects out in the program that drew it, or save it as a PNG."


class Vectors:
    """Reads drawings and keeps them in each colour that was asked for."""

    def __init__(self) -> None:
        self._known: dict[tuple[Path, str, str], Vector | AccessError] = {}
        self._groups: dict[tuple[Path, str, str], Group] = {}

    def find(self, path: Path, read: LoadFile, color: str, fill: str = "black") -> Vector:
        """A drawing in a current colour; `fill` is the colour of shapes that name none. AccessError without one."""
        from printgen.art.svg_drawing import vector_of

        key = (path, color, fill)
        if key not in self._known:
            try:
                self._known[key] = vector_of(read(path, "drawing"), color, fill)
            except AccessError as refusal:
                self._known[key] = refusal
        vector = self._known[key]
        if isinstance(vector, AccessError):
            raise vector
        return vector

    def place(self, path: Path, read: LoadFile, color: str, box: Box, fit: Fit | None) -> tuple[Item, ...]:
        """A drawing fitted to a box; with no `fit`, as the drawing itself says."""
        from printgen.art.svg_values import fit_matrix

        vector = self.find(path, read, color)
        group = self._groups.setdefault((path, color, ""), Group(vector.items))
        how = fit or vector.fit
        items: tuple[Item, ...] = (Place(group, fit_matrix(vector.box, box, how)),)
        return (Place(Group(items, rectangle(box))),) if how[0] == "cover" else items

    def line(self, path: Path, read: LoadFile, high: float, widest: float) -> tuple[Group, float]:
        """A drawing of this height, and its width divided by its height."""
        box = self.find(path, read, NEAR_BLACK).box
        wide = min(box.w / box.h, widest)
        return Group(self.place(path, read, NEAR_BLACK, Box(0, 0, high * wide, high), None)), wide

    def icon(self, path: Path, read: LoadFile, color: str) -> tuple[Group, float]:
        """A drawing in the middle of a square, and the side of the square; shapes without a colour get `color`."""
        vector = self.find(path, read, color, "currentColor")
        side = max(vector.box.w, vector.box.h)
        left, top = (side - vector.box.w) / 2 - vector.box.x, (side - vector.box.h) / 2 - vector.box.y
        return Group((Place(Group(vector.items), translate(left, top)),)), side

    def findings(self, path: Path, read: LoadFile, color: str, name: str, where: Where) -> Iterator[Finding]:
        """An error for a drawing that cannot be drawn, warnings for its parts that are left out."""
        try:
            vector = self.find(path, read, color)
        except AccessError as refusal:
            message = f"{name} cannot be used: {refusal.message}"
            yield Finding("error", where, message, refusal.hint, refusal.code)
            return
        if vector.left_out:
            message = f"{name} leaves out {', '.join(vector.left_out)}"
            yield Finding("warning", where, message, _MEND, "left-out", cause=path)


def drawing_named(path: Path, owner: str = "") -> str:
    """The noun and path that findings use for a drawing."""
    return f"the drawing {visible(path.name)}{owner}"


ICON_WORDS = dict[str, dict[str, str]]
"""What icon-words.yaml holds: by theme and name, other words for an icon with commas between them."""


@cache
def _built_in_names() -> frozenset[str]:
    return frozenset(Folders((templates_folder(),)).merge("icons*.yaml", dict[str, str]))


_COLOR = re.compile(rb"#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})\b|\bblack\b")
"""Colours as programs and sets of icons write them into drawings."""


# The height of a picture in a line, in points, and its greatest width as a multiple of that.
_PICTURE, _WIDE = 24.0, 6.0


class Icons:
    """The icons of folders of templates, each read and drawn once: outlines, drawings, pictures, and pieces of art."""

    def __init__(
        self, folders: Folders, vectors: Vectors, studio: Callable[[], ArtStudio], sets: Sequence[str] = ()
    ) -> None:
        """`sets` are folders of the game whose drawings are icons."""
        self._folders, self._vectors, self._studio, self._sets = folders, vectors, studio, sets
        self._set_files = Kept(self._find_in_sets)
        self._drawn: dict[tuple[str, str], tuple[Group, float]] = {}
        self._art: dict[tuple[str, str], ColorMemo[Group]] = {}
        self._drawable: dict[str, bool] = {}
        self._pictures: dict[str, tuple[Group, float]] = {}

    @cached_property
    def _outline_texts(self) -> dict[str, str]:
        """The paths of the icons in icons.yaml, by name."""
        return self._folders.merge("icons*.yaml", dict[str, str])

    @cached_property
    def _drawing_files(self) -> dict[str, Path]:
        """The files of the drawings in icons/, by name."""
        return {stem_of(path): path for path in self._folders.files(f"icons/*{SUFFIX}")}

    @cached_property
    def _picture_files(self) -> dict[str, str]:
        """The files of the pictures in icons/, by name, as templates name them."""
        return {stem_of(path): f"icons/{path.name}" for path in self._folders.files("icons/*.png")}

    @cached_property
    def _own_outlines(self) -> frozenset[str]:
        """The names of the icons in a game's own icons.yaml."""
        paths = [path for gate in self._folders.own for path in gate.list("icons*.yaml")]
        return frozenset(name for path in paths for name in self._folders.parse(path, dict[str, str]))

    def _find_in_sets(self, name: str) -> Path | None:
        """The file of an icon in the game's folders of icons; their thousands of other files are not looked at."""
        with suppress(AccessError):
            for folder in self._sets if not problem_of_name(name) else ():
                if path := self._folders.around.find_or_none(f"{folder}/{name}{SUFFIX}"):
                    return path
        return None

    @cached_property
    def _names_in_sets(self) -> frozenset[str]:
        """The names of all icons in the game's folders of icons."""
        around = self._folders.around
        return frozenset(stem_of(path) for folder in self._sets for path in around.list(f"{folder}/*{SUFFIX}"))

    @cached_property
    def _own_pieces(self) -> frozenset[str]:
        """Names of the game's own art pieces that built-in icons have, too: here the art piece is meant."""
        parts = self._studio().parts.raw if self._own_art else {}
        names = _built_in_names() - self._own_outlines
        return frozenset(name for name in names & parts.keys() if parts[name].start.file in self._own_art)

    @cached_property
    def _own_art(self) -> frozenset[str]:
        """The files of the game's own art pieces, as findings show them."""
        return frozenset(display_path(path) for gate in self._folders.own for path in gate.list("art/parts/*.yaml"))

    def _picture_file(self, name: str) -> str:
        """The file of the picture that a name means; "" when it means none."""
        return name if "." in name and not self.has_file(name) else self._picture_files.get(name, "")

    @property
    def names(self) -> list[str]:
        """All icons, and the art pieces that serve as icons."""
        return sorted({*self._flat_names, *self._studio().parts.names("piece")})

    @cached_property
    def _flat_names(self) -> frozenset[str]:
        """The names of all icons that are not art pieces."""
        return frozenset((*self._outline_texts, *self._drawing_files, *self._picture_files, *self._names_in_sets))

    @cached_property
    def entries(self) -> tuple[IconEntry, ...]:
        """All icons that are not art pieces, grouped by theme, each with other words for it."""
        words: dict[str, dict[str, str]] = {}
        for path in reversed(self._folders.files("icon-words.yaml")):
            for theme, icons in self._folders.parse(path, ICON_WORDS).items():
                words[theme] = icons | words.get(theme, {})
        return icon_entries(self._flat_names, self._flat_names - _built_in_names(), words)

    def search(self, word: str) -> list[IconEntry]:
        """The icons that a word may stand for, the best first; art pieces are found by their names alone."""
        return [entry for _, entry in rank_icons(word, (*self.entries, *self._pieces()))]

    def hint(self, name: str) -> str:
        """Advice for a name without an icon: icons of that meaning, or one with a similar name."""
        if path := self._set_files[name]:
            try:
                self._set_icon(path, NEAR_BLACK)
            except AccessError as refusal:
                return f"Mend or replace {display_path(path)}: {refusal.message}."
        return suggest_icon(name, (*self.entries, *self._pieces()))

    def _pieces(self) -> Iterator[IconEntry]:
        return (IconEntry(piece, PIECES) for piece in self._studio().parts.names("piece"))

    def has_file(self, name: str) -> bool:
        """Whether a file of templates or of the game's folders has an icon of this name."""
        in_templates = name in self._outline_texts or name in self._drawing_files or name in self._picture_files
        return in_templates or self._set_files[name] is not None

    def has(self, name: str) -> bool:
        """Whether there is an icon of this name that can be drawn."""
        can_draw = self._drawable.get(name)
        if can_draw is None:
            can_draw = False
            with suppress(ValueError, TemplateProblem):
                can_draw = bool(self._flat_icon(name, NEAR_BLACK) or self._studio().parts.get(name))
            self._drawable[name] = can_draw
        return can_draw

    def outline(self, name: str) -> Outline:
        """The outline of an icon in icons.yaml. ValueError for an icon of another kind, or an unknown one."""
        is_path = name in self._own_outlines or (name in self._outline_texts and not self._set_files[name])
        if is_path and name not in self._drawing_files and not self._picture_file(name):
            return parse_path(str(self._outline_texts[name]))
        if self.has(name):
            raise ValueError(f"the icon '{name}' is no single outline; choose one of icons.yaml")
        raise ValueError(f"there is no icon '{name}'. {self.hint(name)}")

    def draw(self, name: str, color: str, tints: Tints) -> tuple[Group, float]:
        """An icon in a colour, and the side of its box: 24, or 100 for an art piece. ValueError when unknown."""
        if icon := self._flat_icon(name, color):
            return icon
        if name not in self._studio().parts.raw:
            raise ValueError(f"there is no icon '{name}'. {self.hint(name)}")
        try:
            return self._piece(name, color, tints), 100.0
        except ValueError as error:
            if self._studio().parts.raw[name].start.file in self._own_art:
                raise  # The message names the game's own file, where the mistake is.
            reason = split_advice(str(error))[0]
            hint = suggest_icon(name, self.entries)
            raise ValueError(f"the icon '{name}' is a piece of art, of which {reason}. {hint}") from error

    def _flat_icon(self, name: str, color: str) -> tuple[Group, float] | None:
        """An icon that is not an art piece, and the side of its box; None when there is no such icon."""
        if icon := self._drawn.get((name, color)):
            return icon
        if file := self._picture_file(name):
            return self.picture(file)[0], _PICTURE
        try:
            if name in self._drawing_files:
                icon = self._vectors.icon(self._drawing_files[name], self._folders.load, color)
            elif name not in self._own_outlines and (path := self._set_files[name]):
                icon = self._set_icon(path, color)
            elif name in self._outline_texts and name not in self._own_pieces:
                icon = Group((Shape(parse_path(str(self._outline_texts[name])), color),)), 24.0
            else:
                return None
        except ValueError as error:
            reason = f"{error.message}; {error.hint}" if isinstance(error, AccessError) else error
            raise ValueError(f"the icon '{name}' cannot be drawn: {reason}") from error
        self._drawn[name, color] = icon
        return icon

    def _set_icon(self, path: Path, color: str) -> tuple[Group, float]:
        """A drawing from the game's folders of icons; if it has a single colour, that becomes the icon's."""

        def load(path: Path, kind: str) -> bytes:
            data = self._folders.load(path, kind)
            return _COLOR.sub(b"currentColor", data) if len({*_COLOR.findall(data)}) == 1 else data

        return self._vectors.icon(path, load, color)

    def _piece(self, name: str, color: str, tints: Tints) -> Group:
        """An art piece, which keeps its other colours beside that of the icon."""
        from printgen.art.parts import paint

        parts = self._studio().parts
        memo = self._art.setdefault((name, color), ColorMemo())
        layers, tints = parts.get(name).layers, tints.with_names({"main": color})
        return memo.get(tints, lambda colors: Group(paint(layers, colors, parts)))

    def shape(self, name: str) -> float:
        """The width of a picture in a line divided by its height; 1 for an icon that is no picture."""
        if file := self._picture_file(name):
            with suppress(ValueError):
                return self.picture(file)[1]
        return 1.0

    def picture(self, name: str) -> tuple[Group, float]:
        """A picture of the templates as high as a line, and its width divided by its height. ValueError without one."""
        if name not in self._pictures:
            from printgen.art.photos import Window, fit_photo

            path = self._folders.file(name)
            if path.suffix.lower() == SUFFIX:
                self._pictures[name] = self._vectors.line(path, self._folders.load, _PICTURE, _WIDE)
                return self._pictures[name]
            window = Window(_PICTURE * _WIDE, _PICTURE, "contain", 0.0)
            photo = fit_photo(partial(self._folders.load, path, "picture"), window)
            if photo.problem:
                raise ValueError(f"the picture '{name}' cannot be used: {photo.problem.message}")
            k = _PICTURE / photo.box.h
            box = photo.box._replace(y=0.0, w=photo.box.w * k, h=_PICTURE)
            self._pictures[name] = Group(photo._replace(box=box).place(0, 0)), box.w / _PICTURE
        return self._pictures[name]
