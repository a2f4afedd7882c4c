"""What is wrong with templates, whether anything asks for them or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import combinations
from typing import Any

from printgen.base.errors import Finding, Where, closest, did_you_mean, unknown_word
from printgen.base.file_access import display_path
from printgen.base.names import stem_of
from printgen.base.units import count_noun
from printgen.drawing.outlines import parse_path
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import NEAR_BLACK, merging
from printgen.faces.face import Face, Node
from printgen.faces.icons import ICON_WORDS, SUFFIX, drawing_named
from printgen.faces.library import Library
from printgen.faces.shape_words import FLOWS, LISTS
from printgen.faces.template_files import LookShape, Palette, PieceSize
from printgen.reading.files import omitted_files
from printgen.reading.part import Size

_PAINT_KEYS = ("fill", "stroke", "pattern", "hazard")


def idle_shapes(face: Face) -> Iterator[Finding]:
    """A warning for each shape that draws nothing for any card: without paint, without a size, or empty."""
    for node in face.nodes():
        constants = {key: value.get({}) for key, value in node.props.items() if value.constant}
        # What another style gives is known when a card chooses it.
        is_settled = "style" not in node.props or str(constants.get("style")) in face.sheet.styles
        flaw, hint = _flaw(node, constants) if is_settled else ("", "")
        if flaw:
            message = f"this {node.kind} draws nothing: {flaw}"
            yield Finding("warning", node.where, message, hint, "draws-nothing", cause=node.where)


def _flaw(node: Node, constants: Mapping[str, Any]) -> tuple[str, str]:
    """Why a shape is never seen, and what to do; "" for one that may be."""
    props = node.props
    if node.kind in ("rect", "path", "ellipse", "ring") and not any(key in props for key in _PAINT_KEYS):
        return "it has no fill, stroke, pattern or hazard", "Give it fill: and a colour."
    # A face that extends this one may fill a group that has a name; what grows keeps room between other boxes.
    fills_room = "name" in props or (node.kind in FLOWS and node.flow and "grow" in props)
    if node.kind in ("group", *FLOWS, *LISTS) and not node.children and not fills_room:
        return "nothing is in it", "Put shapes under items:, or remove it."
    if node.kind in ("rect", "image") and "bleed" not in props and not node.flow:
        for key, measure in (("w", "width"), ("h", "height"))["below" in props :]:
            if (key not in props or constants.get(key) == 0) and not ("stroke" in props and key in props):
                return f"it has no {measure}", f"Give it {key}: and a length."
    if node.kind in ("ellipse", "ring") and not {"r", "rx", "ry"} & props.keys():
        return "it has no radius", "Give it r: and a length."
    if node.kind == "line" and len(constants) == len(props) and _line_end(constants) == _line_end(constants, "2"):
        return "it ends where it starts", "Give it x1:, y1:, x2: and y2:."
    if node.kind == "path" and "d" in constants and _only_moves(str(constants["d"])):
        return "its path only moves", "Write lines after the first point, such as L10,0."
    return "", ""


def _line_end(constants: Mapping[str, Any], number: str = "1") -> tuple[Any, Any]:
    """The first point of a line, or its second one, as it is written."""
    return constants.get(f"x{number}", 0), constants.get(f"y{number}", 0)


def _only_moves(data: str) -> bool:
    """Whether path data draws no line; False for data with mistakes, which the drawing of the face reports."""
    try:
        return all(step[0] in "MZ" for step in parse_path(data))
    except ValueError:
        return False


_MOST_COMPARED = 40


def look_alike(what: str, colors: Mapping[str, tuple[str, Where]]) -> Iterator[Finding]:
    """A warning where things that nothing but their colours tells apart look alike somewhere, at the later one.

    `colors` has the colour of each by its name, and where it is written. So many are compared as `_MOST_COMPARED` says.
    """
    pairs = [
        (a, b, where)
        for a, b in combinations(list(colors)[:_MOST_COMPARED], 2)
        if (where := merging(colors[a][0], colors[b][0]))
    ]
    if pairs:
        first, second, where = pairs[0]
        more = f", and so do {count_noun(len(pairs) - 1, 'more pair')}" if len(pairs) > 1 else ""
        message = f"{what} {first} and {second} differ in colour alone, and {colors[first][0]} and {colors[second][0]}"
        hint = "Let them differ in lightness too, or in a pattern, an icon, a line or a word."
        yield Finding("warning", colors[second][1], f"{message} look alike {where}{more}", hint, "lone-color")


_ICON_SUFFIXES = (SUFFIX, ".png")
_PICTURE_SUFFIXES = (*_ICON_SUFFIXES, ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")


def template_mistakes(library: Library) -> Iterator[Finding]:
    """What is wrong with looks, art, sizes ... in a game's own folder, whether anything asks for them or not."""
    yield from library.fonts.findings
    yield from _folder_mistakes(library)
    if signs := library.style.signs:
        for name, sign in signs.entries.items():
            if not library.icons.has(sign.icon):
                message = f"the sign {name}: there is no icon '{sign.icon}'"
                hint = library.icons.hint(sign.icon)
                where = signs.places[name]
                yield Finding("error", where, message, hint, "unknown-icon", cause=where)
    for path in (path for gate in library.own for path in gate.list("faces/*.yaml")):
        yield from _misspelt_roles(library, stem_of(path))
    shapes: dict[str, Any] = {
        "looks/*.yaml": LookShape, "palettes/*.yaml": Palette, "sizes.yaml": dict[str, PieceSize],
        "papers.yaml": dict[str, Size], "icons*.yaml": dict[str, str], "icon-words.yaml": ICON_WORDS,
    }  # fmt: skip
    # A game without art does not wait for what reads it.
    if any(gate.list(f"art/{folder}*.yaml") for gate in library.own for folder in ("", "parts/", "scenes/")):
        from printgen.art.casting import Casting, unknown_parts
        from printgen.art.parts import PartsFile, Tones
        from printgen.art.poses import PosesFile
        from printgen.art.scenery import ScenesFile

        shapes |= {"art/parts/*.yaml": PartsFile, "art/scenes/*.yaml": ScenesFile, "art/tones.yaml": Tones,
                   "art/casting.yaml": Casting, "art/poses.yaml": PosesFile}  # fmt: skip
    for path in (path for gate in library.own for path in gate.list(f"icons/*{SUFFIX}")):
        where = Where(display_path(path))
        yield from library.vectors.findings(path, library.load, NEAR_BLACK, drawing_named(path), where)
    for pattern, path in ((key, path) for gate in library.own for key in shapes for path in gate.list(key)):
        try:
            content = library.parse(path, shapes[pattern])
        except TemplateProblem as error:
            yield from error.findings
        else:
            if pattern == "looks/*.yaml":
                yield from _strange_roles(library, content)
            if pattern == "art/casting.yaml":
                with suppress(TemplateProblem):
                    yield from unknown_parts(content, library.studio)


def _folder_mistakes(library: Library) -> Iterator[Finding]:
    """What is wrong with the folders themselves, and with files that may not be read or bear odd names."""
    for gate in library.own:
        for part in ("", "looks/", "palettes/", "terrain/", "art/", "art/parts/", "art/scenes/"):
            gate.survey(f"{part}*.yaml")
        # The drawing of a face reports what is wrong with it.
        gate.list("faces/*.yaml")
        yield from omitted_files(gate)
        for path in (path for part in ("*.yml", "*/*.yml", "art/*/*.yml") for path in gate.list(part)):
            message = f"{path.name} is not read: the names of templates end in .yaml"
            yield Finding("warning", Where(display_path(path)), message, "Rename it.", "bad-name")
        for path in (
            path
            for path in gate.list("icons/*")
            if path.suffix.lower() in _PICTURE_SUFFIXES and path.suffix not in _ICON_SUFFIXES
        ):
            message = f"{path.name} is no icon: the names of icons end in .svg or .png"
            yield Finding("warning", Where(display_path(path)), message, "Rename it, or save it as one.", "bad-name")


def _misspelt_roles(library: Library, name: str) -> Iterator[Finding]:
    """Roles that a look of a face colors, and that are nearly roles of the face."""
    with suppress(TemplateProblem, ValueError):
        face = library.face(name)
        looks: Any = face.sources[0].get("looks") or {}
        for colors in (look["colors"] for look in looks.values() if "colors" in look):
            for role in (role for role in colors if role not in face.colors and closest(role, face.colors)):
                message = f"the face '{name}' has no colour role '{role}'"
                yield unknown_word(colors.key_where(role), "unknown-role", message, role, face.colors, "Remove it.")


def _strange_roles(library: Library, look: LookShape) -> Iterator[Finding]:
    """Roles of a look that no face has; none while a face has mistakes, since it might have them."""
    missing, known_roles = dict.fromkeys(look.colors), set[str]()
    own_faces = [stem_of(path) for gate in library.own for path in gate.list("faces/*.yaml")]
    for name in (*own_faces, *library.face_names()):
        try:
            known_roles.update(library.face(name).colors if missing else ())
        except (TemplateProblem, ValueError):
            return
        missing = {role: None for role in missing if role not in known_roles}
    for role in missing:
        message, where = f"no face has a colour role '{role}'", look.key_where_of("colors", role)
        yield Finding("error", where, message, did_you_mean(role, known_roles, "Remove it."), "unknown-role")
