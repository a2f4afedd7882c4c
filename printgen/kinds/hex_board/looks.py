"""The files hexes.yaml of the templates come in; the look of hex boards goes out, or findings at their lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from printgen.base.errors import Finding, Where, closest, did_you_mean, worded
from printgen.base.gate import shown_name
from printgen.base.seeds import templates_folder
from printgen.drawing.patterns import PATTERNS
from printgen.drawing.pieces import TemplateProblem
from printgen.faces.library import Library
from printgen.kinds.hex_board.grid import GroundLook, HexLook
from printgen.kinds.hex_board.rules import HexRules
from printgen.reading.part import Part

FILE = "hexes.yaml"
# Patterns of grounds that a game only names; the first of them has none.
_SIGNS = ("", "dots", "slash", "zigzag", "checks", "chevron", "diamonds", "scales")


def look_for(rules: HexRules, library: Library, own: HexLook | None = None, in_look: str = "") -> HexLook:
    """The look of a game's hex boards, with its `own` one over that of the templates, `in_look` of templates/looks.

    TemplateProblem lists its mistakes, or what the rules name and it lacks.
    """
    look = library.once(_read_look)
    if own is not None:
        boards = library.palette("boards")
        look = HexLook(colors=dict(boards)).under(look).under(_colored(own, list(boards)))
        if mistakes := list(_unknown_words(look, library)):
            raise TemplateProblem(mistakes)
    if findings := list(_undrawn(rules, look, library)):
        raise TemplateProblem(findings)
    return look.dressed(in_look)


def _colored(look: HexLook, colors: Sequence[str]) -> HexLook:
    """A look whose grounds that say no colour have some by turns."""
    grounds = {
        name: ground if ground.color else ground.model_copy(update=_plain(ground, colors, n))
        for n, (name, ground) in enumerate(look.grounds.items())
    }
    return look.model_copy(update={"grounds": grounds})


def _plain(ground: GroundLook, colors: Sequence[str], n: int) -> dict[str, str]:
    """The colour of a ground that has none of its own; it has a pattern too, where nothing else would tell it."""
    pattern = _SIGNS[n % len(_SIGNS)] if ground.bare else None
    return {"color": colors[n % len(colors)]} | ({"pattern": pattern} if pattern else {})


def _read_look(library: Library) -> HexLook:
    """A kit's own file laid over the built-in one."""
    files: Iterator[HexLook] = (library.parsed(path, HexLook) for path in library.files(FILE))
    look = reduce(HexLook.under, files)
    if findings := list(_unknown_words(look, library)):
        raise TemplateProblem(findings)
    return look


def _unknown_words(look: HexLook, library: Library) -> Iterator[Finding]:
    """Colours and art parts that there are none of, at their places."""
    layers = (layer for edge in look.edges.values() for layer in edge.layers)
    colored: list[tuple[Part, str]] = [(layer, key) for layer in layers for key in ("fill", "stroke")]
    placed: list[tuple[Where, str]] = []
    for ground in look.grounds.values():
        colored += [(ground, key) for key in ("color", "ink", "rim", "pattern_color", "icon_color")]
        if ground.pattern and ground.pattern not in PATTERNS:
            hint = did_you_mean(ground.pattern, PATTERNS)
            yield _lacking(ground.where_of("pattern"), f"there is no pattern '{ground.pattern}'", hint)
        if ground.icon and not library.icons.has(ground.icon):
            hint = did_you_mean(ground.icon, library.icons.names)
            yield _lacking(ground.where_of("icon"), f"there is no icon '{ground.icon}'", hint, "unknown-icon")
        plans = {"swatch": ground.swatch, "beside": ground.beside, "standing": sum(ground.standing, ())}
        placed += [(ground.where_of(key), stand[0]) for key, stands in plans.items() for stand in stands]
        if ground.texture:
            colored.append((ground.texture, "color"))
        if ground.strewn:
            placed += [(ground.strewn.where_of("parts"), name) for name in ground.strewn.parts]
    for part, key in colored:
        try:
            look.color(getattr(part, key) or "#000000")
        except ValueError as error:
            yield _lacking(part.where_of(key.replace("_", "-")), *worded(str(error), "Write another colour."))
    known = library.studio.parts.raw
    for where, name in dict.fromkeys(placed):
        if name not in known:
            hint = did_you_mean(name, known) or "Draw it under art/parts."
            yield _lacking(where, f"there is no art part '{name}'", hint)


def _undrawn(rules: HexRules, look: HexLook, library: Library) -> Iterator[Finding]:
    """Edges, grounds and icons of a game's rules that nothing says how to draw."""
    edges: dict[str, Part] = {**rules.edges, **({"door": rules.door} if rules.door else {})}
    own = {shown_name(path) for path in library.files(FILE) if not path.is_relative_to(templates_folder())}
    for what, named, looks in (("edge", edges, look.edges), ("ground", rules.grounds, look.grounds)):
        ours: dict[str, Part] = {name: part for name, part in looks.items() if part.where.file in own}
        for name in (name for name in ours if name not in named):
            # A file may serve boards of other rules too; what is nearly a name of these is meant to be that.
            if (near := closest(name, named)) and near not in ours:
                yield _lacking(ours[name].where, f"no rule speaks of the {what} '{name}'", f"Did you mean '{near}'?")
        for name in (name for name in named if name not in looks):
            yield _lacking(named[name].where, f"the {what} {name} has no look", f"Add {name}: to {what}s in {FILE}.")
    icons = [(rules.where_of("actions", action), icon, "unknown-icon") for action, icon in rules.actions.items()]
    for where, icon, code in (*icons, *((rule.where, name, "template") for name, rule in rules.icons.items())):
        if not library.icons.has(icon):
            yield _lacking(where, f"there is no icon '{icon}'", did_you_mean(icon, library.icons.names), code)
    for name, rule in rules.icons.items():
        if name not in look.colors:
            yield _lacking(rule.where, f"the icon {name} has no colour", f"Add {name}: to colors in {FILE}.")


def _lacking(where: Where, message: str, hint: str, code: str = "template") -> Finding:
    return Finding("error", where, message, hint, code)
