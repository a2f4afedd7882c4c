"""What is wrong with templates, whether anything asks for them or not; what only a colour tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations
from typing import Any

from printgen.base.errors import Finding, Where, closest, did_you_mean, unknown_word
from printgen.base.file_access import display_path
from printgen.base.names import stem_of
from printgen.base.units import count_noun
from printgen.drawing.outlines import parse_path
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import NEAR_BLACK, apart, merged, merging
from printgen.faces.face import Face, Node
from printgen.faces.icons import SUFFIX, drawing_named
from printgen.faces.library import Library
from printgen.faces.shape_words import KINDS, form_of
from printgen.faces.template_files import LookShape, Palette, PieceSize
from printgen.reading.files import omitted_files
from printgen.reading.part import Size
from printgen.reading.positions import LocatedMap, empty_map

_PAINTED = ("fill", "stroke", "pattern", "hazard")


def idle_shapes(face: Face) -> Iterator[Finding]:
    """A warning for each shape that draws nothing for any card: without paint, without a size, or empty."""
    for node in face.nodes():
        said = {key: value.get({}) for key, value in node.props.items() if value.constant}
        why, hint = _flaw(node, said)
        if why:
            message = f"this {node.kind} draws nothing: {why}"
            yield Finding("warning", node.where, message, hint, "draws-nothing", cause=node.where)


def _flaw(node: Node, said: Mapping[str, Any]) -> tuple[str, str]:
    """Why a shape is never seen, and what to do; "" for one that may be."""
    props = node.props
    if node.kind in ("rect", "path", "ellipse") and not any(key in props for key in _PAINTED):
        return "it has no fill, stroke, pattern or hazard", "Give it fill: and a colour."
    # A face that extends this one may fill a group that has a name.
    if node.kind in ("group", "each") and not node.children and "name" not in props:
        return "nothing is in it", "Put shapes under items:, or remove it."
    if node.kind in ("rect", "image") and "bleed" not in props:
        for key, long in (("w", "width"), ("h", "height")):
            if (key not in props or said.get(key) == 0) and not ("stroke" in props and key in props):
                return f"it has no {long}", f"Give it {key}: and a length."
    if node.kind == "ellipse" and not {"r", "rx", "ry"} & props.keys():
        return "it has no radius", "Give it r: and a length."
    if node.kind == "line" and len(said) == len(props) and _ends(said) == _ends(said, "2"):
        return "it ends where it starts", "Give it x1:, y1:, x2: and y2:."
    if node.kind == "path" and "d" in said and _still(str(said["d"])):
        return "its path only moves", "Write lines after the first point, such as L10,0."
    return "", ""


def _ends(said: Mapping[str, Any], which: str = "1") -> tuple[Any, Any]:
    return said.get(f"x{which}", 0), said.get(f"y{which}", 0)


def _still(data: str) -> bool:
    try:
        return all(step[0] in "MZ" for step in parse_path(data))
    except ValueError:
        return False  # It is told where the face is drawn.


Had = Mapping[str, Mapping[str, Sequence[str]]]
"""The colours that roles had, each with the cards that had it."""

# A field of a card or a name, as expressions read them.
_READ = re.compile(r"\bcard\s*(?:\.\s*(\w+)|\[\s*['\"](\w+)['\"]\s*\])|\b([A-Za-z_]\w*)")
_PICTURED = ("look", "picture")
# What says how a face is coloured and measured, and shows nothing by itself.
_NO_CUES = frozenset({"colors", "lets", "size", "unit", "bleed", "safe", "palettes", "params", "extends", "looks"})
_COLORS = frozenset({"fill", "stroke", "color", "hazard", "pattern-color", "background"})


def lone_colors(face: Face, had: Had, values: Mapping[str, Mapping[str, Any]]) -> Iterator[Finding]:
    """A warning for each role of a face whose colours alone say something, and look alike somewhere.

    `had` are the colours of its roles that differ from card to card, each with the cards that had it, `values` what
    the cards say by their names.
    """
    if not had or any(key in node.props for node in face.nodes() for key in _PICTURED):
        return  # A composed picture shows what its card is.
    lets = _lets(face)
    shown = {name.removeprefix("card.") for name in _closed(_texts_of(face), lets) if name.startswith("card.")}
    for role, colors in had.items():
        asked = _closed((str(source["colors"][role]) for source in _sources(face) if role in _colors(source)), lets)
        fields = {name.removeprefix("card.") for name in asked if name.startswith("card.")}
        if not fields or fields & shown:
            continue
        pairs = [(one, other, colors[one], colors[other], where) for one, other, where in merged(list(colors))]
        alike = [pair for pair in pairs if not _told_else(pair[2], pair[3], had, shown, values)]
        if alike:
            one, other, first, second, where = alike[0]
            names = " or ".join(f"card.{name}" for name in sorted(fields))
            more = f", and so do {count_noun(len(alike) - 1, 'more pair')}" if len(alike) > 1 else ""
            cards = f"{one} ({first[0]}) and {other} ({second[0]})"
            message = f"{role} is all that tells {names}, and {cards} look alike {where}{more}"
            hint = f"Let something else of the face show {names} too: a word, an icon or a pattern."
            place = face.place("colors", role)
            yield Finding("warning", place, message, hint, "lone-color", cause=place)


def look_alike(what: str, named: Mapping[str, tuple[str, Where]]) -> Iterator[Finding]:
    """A warning where things that nothing but their colours tells apart look alike somewhere; told at the later one.

    `named` are the colour of each, and where it is written.
    """
    pairs = [
        (a, b, where) for a, b in combinations(list(named)[:40], 2) if (where := merging(named[a][0], named[b][0]))
    ]
    if pairs:
        one, other, where = pairs[0]
        more = f", and so do {count_noun(len(pairs) - 1, 'more pair')}" if len(pairs) > 1 else ""
        message = f"{what} {one} and {other} differ in colour alone, and {named[one][0]} and {named[other][0]}"
        hint = "Let them differ in lightness too, or in a pattern, an icon, a line or a word."
        yield Finding("warning", named[other][1], f"{message} look alike {where}{more}", hint, "lone-color")


def _told_else(
    first: Sequence[str], second: Sequence[str], had: Had, shown: Iterable[str], values: Mapping[str, Mapping[str, Any]]
) -> bool:
    """Whether anything else tells the cards of two colours apart: another role's colours, or a field that is shown."""
    for colors in had.values():
        of = {card: color for color, cards in colors.items() for card in cards}
        if apart(of.get(first[0], "#000000"), of.get(second[0], "#000000")):
            return True
    for name in shown:
        ours, theirs = ({str(values.get(card, {}).get(name)) for card in cards} for cards in (first, second))
        single = len({*first}) == len({*second}) == 1
        # What every card has of its own, such as a name, says nothing of what several have in common.
        if not ours & theirs and (single or len(ours) + len(theirs) < len({*first}) + len({*second})):
            return True
    return False


def _sources(face: Face) -> Iterator[LocatedMap]:
    return (source for source in face.sources if isinstance(source, LocatedMap))


def _colors(source: LocatedMap) -> Mapping[str, Any]:
    colors = source.get("colors")
    return colors if isinstance(colors, Mapping) else {}


def _lets(face: Face) -> dict[str, str]:
    """What the names of a face stand for, as it is written."""
    found: dict[str, str] = {}
    for source in _sources(face):
        lets = source.get("lets")
        for name, text in lets.items() if isinstance(lets, Mapping) else ():
            found.setdefault(str(name), str(text))
    return found


def _texts_of(face: Face) -> Iterator[str]:
    """All that a face writes but for its colours."""
    for source in _sources(face):
        yield from _texts(value for key, value in source.items() if key not in _NO_CUES)


def _texts(held: Iterable[Any]) -> Iterator[str]:
    for value in held:
        if isinstance(value, Mapping):
            yield from _texts(inner for key, inner in value.items() if key not in _COLORS)
        elif isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _texts(value)


def _closed(texts: Iterable[str], lets: Mapping[str, str]) -> set[str]:
    """The names that texts read, and those that these stand for."""
    found, open_ = set[str](), list(texts)
    while open_:
        for dotted, keyed, name in _READ.findall(open_.pop()):
            field = dotted or keyed
            word = f"card.{field}" if field else name
            if word not in found:
                found.add(word)
                open_ += [lets[word]] if word in lets else []
    return found


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
        from printgen.art.scenery import ScenesFile

        shapes += [PartsFile, ScenesFile, Tones, Casting, PosesFile]
    for path in (path for gate in library.own for path in gate.list(f"icons/*{SUFFIX}")):
        yield from library.vectors.told(path, library.read, NEAR_BLACK, drawing_named(path), Where(display_path(path)))
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
        yield from omitted_files(gate)
        for path in (path for part in ("*.yml", "*/*.yml", "art/*/*.yml") for path in gate.list(part)):
            message = f"{path.name} is not read: the names of templates end in .yaml"
            yield Finding("warning", Where(display_path(path)), message, "Rename it.", "bad-name")
        for path in (
            path for path in gate.list("icons/*") if path.suffix.lower() in _PICTURES and path.suffix not in _ICONS
        ):
            message = f"{path.name} is no icon: the names of icons end in .svg or .png"
            yield Finding("warning", Where(display_path(path)), message, "Rename it, or save it as one.", "bad-name")


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
                    yield unknown_word(said.key_where(role), "unknown-role", message, role, known, "Remove it.")


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
