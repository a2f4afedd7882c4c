"""A library of templates comes in; what is wrong with its files goes out, whether anything asks for them or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from printgen.base.errors import Finding, Where, closest, did_you_mean, unknown
from printgen.base.gate import shown_name
from printgen.base.names import stem_of
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import NEAR_BLACK
from printgen.faces.compound import form_of
from printgen.faces.face import Face, Node
from printgen.faces.library import Library
from printgen.faces.shape_words import KINDS
from printgen.faces.template_files import LookShape, Palette, PieceSize
from printgen.faces.vectors import SUFFIX, drawing_named
from printgen.reading.files import left_out
from printgen.reading.marked import empty_map
from printgen.reading.part import Size

# What stands between the words of colours, in brackets of a text too.
_BETWEEN = re.compile(r"[/\[\]]")
# Colours that a face uses without naming them: text is ink, and "on main" is sand or ink.
_UNNAMED = frozenset({"ink", "sand"})
_ICONS, _PICTURES = (SUFFIX, ".png"), (SUFFIX, ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")


def template_mistakes(library: Library) -> Iterator[Finding]:
    """What is wrong with looks, art, sizes ... in a game's own folder, whether anything asks for them or not."""
    yield from library.fonts.findings
    yield from _unlisted(library)
    patterns = (
        "looks/*.yaml", "palettes/*.yaml", "sizes.yaml", "papers.yaml",
        "icons*.yaml", "art/parts/*.yaml", "art/scenes/*.yaml", "art/tones.yaml", "art/casting.yaml",
        "art/poses.yaml",
    )  # fmt: skip
    files = [(key, path) for gate in library.own for key in patterns for path in gate.list(key)]
    shapes: list[Any] = [LookShape, Palette, dict[str, PieceSize], dict[str, Size], dict[str, str]]
    # A game without art does not wait for what reads it.
    if any(pattern.startswith("art/") for pattern, _ in files):
        from printgen.art.casting import Casting, unknown_parts
        from printgen.art.parts import PartsFile, Tones
        from printgen.art.poses import PosesFile
        from printgen.art.scenes import ScenesFile

        shapes += [PartsFile, ScenesFile, Tones, Casting, PosesFile]
    for path in (path for gate in library.own for path in gate.list(f"icons/*{SUFFIX}")):
        yield from library.vectors.told(path, library.read, NEAR_BLACK, drawing_named(path), Where(shown_name(path)))
    for path in (path for gate in library.own for path in gate.list("faces/*.yaml")):
        yield from _idle_roles(library, stem_of(path))
    for pattern, path in files:
        try:
            said = library.parsed(path, shapes[patterns.index(pattern)])
        except TemplateProblem as error:
            yield from error.findings
        else:
            if pattern == "looks/*.yaml":
                yield from _strange_roles(library, said)
            if pattern == "art/casting.yaml":
                with suppress(TemplateProblem):
                    yield from unknown_parts(said, library.studio)


def _unlisted(library: Library) -> Iterator[Finding]:
    """What is wrong with the folders themselves, and with files that may not be read or bear odd names."""
    for gate in library.own:
        for part in ("", "looks/", "palettes/", "terrain/", "art/", "art/parts/", "art/scenes/"):
            gate.survey(f"{part}*.yaml")
        # What is wrong with a face is told where it is drawn.
        gate.list("faces/*.yaml")
        yield from left_out(gate)
        for path in (path for part in ("*.yml", "*/*.yml", "art/*/*.yml") for path in gate.list(part)):
            message = f"{path.name} is not read: the names of templates end in .yaml"
            yield Finding("warning", Where(shown_name(path)), message, "Rename it.", "bad-name")
        for path in (
            path for path in gate.list("icons/*") if path.suffix.lower() in _PICTURES and path.suffix not in _ICONS
        ):
            message = f"{path.name} is no icon: the names of icons end in .svg or .png"
            yield Finding("warning", Where(shown_name(path)), message, "Rename it, or save it as one.", "bad-name")


def _strange_roles(library: Library, look: LookShape) -> Iterator[Finding]:
    """Roles of a look that no face has; a face with mistakes, which are told where it is drawn, might have them."""
    missing, known = dict.fromkeys(look.colors), set[str]()
    own = [stem_of(path) for gate in library.own for path in gate.list("faces/*.yaml")]
    for name in (*own, *library.face_names()):
        try:
            known.update(library.face(name).colors if missing else ())
        except (TemplateProblem, ValueError):
            return
        missing = {role: None for role in missing if role not in known}
    for role in missing:
        message, where = f"no face has a colour role '{role}'", look.key_where_of("colors", role)
        yield Finding("error", where, message, did_you_mean(role, known, "Remove it."), "unknown-role")


def _idle_roles(library: Library, name: str) -> Iterator[Finding]:
    """Roles that a look of a face gives a colour, and neither the face nor what it uses speaks of."""
    with suppress(TemplateProblem, ValueError):
        looks: Any = library.face(name).sources[0].get("looks") or empty_map()
        for look in looks:
            said: Any = looks[look].get("colors", empty_map())
            known = library.face(name).colors
            words = _inherited_words(library.face(name, look), partial(_words_of, library, look, (name,)))
            for role in (role for role in said if role not in known):
                # Where nobody can tell what is spoken of, what is nearly a role is meant to be that.
                if role not in words if words is not None else closest(role, known):
                    message = f"the face '{name}' has no colour role '{role}'"
                    yield unknown(said.key_where(role), "unknown-role", message, role, known, "Remove it.")


def _words_of(library: Library, look: str, seen: tuple[str, ...], node: Node) -> frozenset[str] | None:
    """The colour words of the face that a `use` draws; None when they cannot be told."""
    named = node.props.get("face")
    if named is None or not named.constant or (name := str(named.get({}))) in seen:
        return None
    return _inherited_words(library.face(name, look), partial(_words_of, library, look, (*seen, name)))


def _inherited_words(face: Face, inherits: Callable[[Node], frozenset[str] | None]) -> frozenset[str] | None:
    """The colour words of a face that may be roles of the one that uses it; None when they cannot be told.

    `inherits` tells those of what a `use` draws.
    """
    words: set[str] = set(_UNNAMED)
    values = list(face.colors.values())
    for node in face.nodes():
        values += [value for key, value in node.props.items() if form_of(KINDS[node.kind], key) == "color"]
        values += [way[key] for way in (*node.fits, *face.styles.values()) for key in ("color", "stroke") if key in way]
        # A text may lack its text, of which another is told.
        text = node.props.get("text") if node.kind == "text" else None
        if text is not None and text.constant and "[" in str(text.get({})):
            values.append(text)
        if node.kind in ("use", "image"):
            inner = inherits(node) if node.kind == "use" else None
            if inner is None:
                return None
            words |= inner
    if not all(value.constant for value in values):
        return None
    return frozenset(words.union(*(_BETWEEN.sub(" ", str(value.get({}))).split() for value in values)))
