"""The styles and defaults of a face: settings that its words inherit, compiled for each word."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.base.errors import did_you_mean
from printgen.base.limits import nest
from printgen.base.units import with_article
from printgen.faces import shape_words as words
from printgen.faces.template_settings import SettingsCompiler, range_sizes
from printgen.reading.positions import LocatedList, LocatedMap, OverlayMap, ViewMap
from printgen.reading.texts import Value

_OWN_KEYS = frozenset().union(*words.KINDS.values()) - words.STYLE.keys()  # Settings of shapes alone.
_FEW = 6  # So many keys are named in a message.


@dataclass(frozen=True, eq=False)
class StyleSource:
    """Settings of a file, the unit of their lengths, and the settings of an extended face that they replace."""

    settings: LocatedMap
    unit: str | None
    before: StyleSource | None = None

    def parents(self) -> tuple[str, ...]:
        named = self.settings.get("extends", ())
        return tuple(map(str, named if isinstance(named, list | tuple) else [named]))


@dataclass(frozen=True)
class FaceStyles:
    """The styles of a face by name and its defaults by word; those of extended faces come first."""

    styles: Mapping[str, StyleSource] = field(default_factory=dict)
    defaults: Mapping[str, tuple[StyleSource, ...]] = field(default_factory=dict)

    def layers(self, name: str) -> list[StyleSource]:
        """The settings of a style, from the first style that it extends to its own, each once."""
        layers: dict[StyleSource, None] = {}
        self._add_layers(name, self.styles.get(name), layers, set())
        return [*layers]

    def _add_layers(
        self, name: str, style: StyleSource | None, layers: dict[StyleSource, None], begun: set[StyleSource]
    ) -> None:
        if style is None or style in begun:
            return
        begun.add(style)
        for parent in style.parents():
            with nest("extends", style.settings.where("extends")):
                base = style.before if parent == name else self.styles.get(parent)
                self._add_layers(parent, base, layers, begun)
        layers[style] = None


class Inherited(NamedTuple):
    """The settings that a word inherits: compiled values by key, and the settings with their places."""

    props: Mapping[str, Value]
    settings: LocatedMap


def read_sheet(raw: LocatedMap, parent: FaceStyles, compiler: SettingsCompiler) -> FaceStyles:
    """The styles and defaults of a face, on top of those of the face that it extends."""
    styles, defaults = compiler.mapping_under(raw, "styles"), compiler.mapping_under(raw, "defaults")
    if not styles and not defaults:
        return parent
    before = parent.styles
    own_styles = {
        name: StyleSource(compiler.mapping_under(styles, name), compiler.unit, before.get(name)) for name in styles
    }
    own_defaults = {
        word: (*parent.defaults.get(word, ()), StyleSource(compiler.mapping_under(defaults, word), compiler.unit))
        for word in compiler.check_keys(defaults, words.KINDS, "there is no word '{}'")
    }
    sheet = FaceStyles({**parent.styles, **own_styles}, {**parent.defaults, **own_defaults})
    for word, sources in own_defaults.items():
        known_keys = {*words.STYLED[word], *({"style"} & words.KINDS[word].keys())}
        _check_shared(sources[-1].settings, known_keys, with_article(word), compiler)
    for name in own_styles:
        _check_style(name, sheet, compiler)
    return sheet


def _check_shared(settings: LocatedMap, allowed: Collection[str], what: str, compiler: SettingsCompiler) -> None:
    """Report keys that a style, or the defaults of a word, cannot have."""
    for key in settings:
        if key in allowed:
            continue
        message, hint = f"{what} has no '{key}'", did_you_mean(str(key), allowed)
        if key in _OWN_KEYS:
            message = f"{key} is no setting that several shapes could share"
            hint = "Write extends: and the name." if key == "style" else "Write it at the shape itself."
        compiler.report(settings, key, message, hint, by_key=True)


def _check_style(name: str, sheet: FaceStyles, compiler: SettingsCompiler) -> None:
    """Report settings of a style that no word takes, and styles that it cannot extend."""
    style = sheet.styles[name]
    _check_shared(style.settings, words.STYLE, "a style", compiler)
    named = style.settings.get("extends", ())
    if not isinstance(named, str | LocatedList) and "extends" in style.settings:
        hint = "Write it like extends: base, or extends: [base, large]."
        compiler.report(style.settings, "extends", "extends names a style, or a list of some", hint)
        return
    for parent in style.parents():
        if parent == name and style.before is None:
            compiler.report(style.settings, "extends", f"the style '{name}' extends itself", "Name another one.")
        elif parent not in sheet.styles:
            hint = did_you_mean(parent, sheet.styles)
            compiler.report(style.settings, "extends", f"there is no style '{parent}'", hint)
        elif parent != name and style in sheet.layers(parent):
            message = f"the style '{name}' extends itself, through '{parent}'"
            compiler.report(style.settings, "extends", message, "Let one of them extend another one, or none.")


class StyleCompiler:
    """Compiles what words inherit from the styles and defaults of a `sheet`; `compiler` hears of mistakes."""

    def __init__(self, sheet: FaceStyles, compiler: SettingsCompiler) -> None:
        self.sheet, self.compiler = sheet, compiler
        self._compiled: dict[tuple[str, str], Inherited | None] = {}

    def inherited(self, kind: str, style: str) -> Inherited | None:
        """The settings that a word inherits from the face's defaults and a style, "" for none; None without any."""
        if (kind, style) not in self._compiled:
            layers = [*self.sheet.defaults.get(kind, ()), *self.sheet.layers(style)]
            self._compiled[kind, style] = self._compile_layers(kind, layers)
        return self._compiled[kind, style]

    def _compile_layers(self, kind: str, layers: list[StyleSource]) -> Inherited | None:
        """The settings of a word in layers, each over those before it; each has the unit of its own file."""
        inherited: Inherited | None = None
        for layer in layers:
            keys = [key for key in layer.settings if key in words.STYLED[kind]]
            compiler = SettingsCompiler(layer.unit)
            props = range_sizes(compiler.settings(layer.settings, keys, words.KINDS[kind], kind))
            self.compiler.add(*compiler.findings)
            view: LocatedMap = ViewMap(layer.settings, {key: key for key in keys})
            if inherited is not None:
                props, view = over_inherited(inherited.props, props), OverlayMap(inherited.settings, view)
            inherited = Inherited(props, view)
        return inherited

    def letters_of(self, name: str) -> dict[str, Value]:
        """The compiled letter settings of a style, for faces whose styles set documents."""
        inherited = self.inherited("text", name)
        return {key: value for key, value in inherited.props.items() if key in words.LETTERS} if inherited else {}

    def check_applies(self, kind: str, style: str, settings: LocatedMap) -> None:
        """Report a style without any setting for a word."""
        keys = [key for layer in self.sheet.layers(style) for key in layer.settings if key != "extends"]
        if keys and words.STYLED[kind].isdisjoint(keys) and words.STYLE.keys() >= {*keys}:
            message = f"the style '{style}' says nothing to {with_article(kind)}: it has {', '.join(keys[:_FEW])}"
            self.compiler.report(
                settings, "style", message, f"Remove it, or add to it what {with_article(kind)} takes."
            )


def over_inherited(base: Mapping[str, Value], own: Mapping[str, Value]) -> dict[str, Value]:
    """Settings over inherited ones; a setting also hides inherited ones that it makes pointless.

    An inset hides the box under it, two settings of an axis the third, a cut the radius.
    """
    hidden = {key.partition(".")[0] for key in own}
    for one, other in words.ONE_OF:
        hidden |= {other} if one in own else {one} if other in own else set()
    for key, start in words.BESIDE.items():
        hidden |= {start, f"c{start}"} if key in own else set()
    if not own.keys().isdisjoint(("inset", "bleed")):
        hidden |= {*words.BOX, *words.EDGES, "bleed"}
    for axis in words.AXES:
        if len(own.keys() & {*axis}) > 1:
            hidden |= {*axis}
    return {**{key: value for key, value in base.items() if key.partition(".")[0] not in hidden}, **own}


def without(settings: Inherited, keys: Collection[str]) -> Inherited:
    """Inherited settings without some keys, and without their parts."""
    kept = {key: key for key in settings.settings if key not in keys}
    props = {key: value for key, value in settings.props.items() if key.partition(".")[0] not in keys}
    return Inherited(props, ViewMap(settings.settings, kept))
