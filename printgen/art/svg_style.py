"""The properties of an SVG element, by its attributes, the style sheets and what it inherits.

As in CSS, a declaration that is not understood counts for nothing, and the one before it holds; each is reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, get_args

from printgen.art.svg_values import Element, color_of, length, refusal, transform
from printgen.base.limits import consume
from printgen.drawing.model import Blend
from printgen.reading.scalars import shorten

Style = Mapping[str, str]
Omit = Callable[[str, Element], None]
"""Reports what of an element is left out."""

_INHERITED: Style = {  # Properties that an element takes from its parent, with their first values.
    "fill": "black", "fill-rule": "nonzero", "fill-opacity": "1", "stroke": "none", "stroke-width": "1",
    "stroke-opacity": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4",
    "stroke-dasharray": "none", "stroke-dashoffset": "0", "color": "black", "clip-rule": "nonzero",
    "visibility": "visible", "paint-order": "normal", "marker-start": "none", "marker-mid": "none",
    "marker-end": "none",
}  # fmt: skip
_OWN: Style = {  # Properties that each element has for itself, with their first values.
    "opacity": "1", "display": "inline", "clip-path": "none", "mask": "none", "filter": "none",
    "mix-blend-mode": "normal", "stop-color": "black", "stop-opacity": "1", "overflow": "", "transform": "",
    "transform-origin": "", "vector-effect": "none",
}  # fmt: skip
_KNOWN = {**_INHERITED, **_OWN}
_COMMENT = re.compile(r"/\*(?:.*?\*/|.*)", re.DOTALL)  # One that is not closed goes on to the end.
_STEP = re.compile(
    r"(\*|[A-Za-z][\w-]*+)?((?:[.#][A-Za-z_][\w-]*+|\[[\w:-]++(?:=(?:\"[^\"\]]*+\"|'[^'\]]*+'|[\w-]++))?\])*+)"
)
_PART = re.compile(r"([.#])([A-Za-z_][\w-]*+)|\[([\w:-]++)(?:(=)[\"']?([^\"'\[\]]*+)[\"']?)?\]")
_INTERACTIVE = re.compile(r"::|:(?:hover|focus|active|visited|link|target|checked|disabled|enabled)")
_AT_RULE = re.compile(r"@([\w-]++)")
_MOST_RULES, _MOST_STEPS = 2_000, 32
_LONGEST_SHEET, _LONGEST_VALUE = 1_000_000, 10_000
"""So many letters the style sheets, or a style, may have, and a value."""
_HARMLESS_RULES = frozenset({"charset", "namespace", "font-face", "import"})

_LINK = re.compile(r"url\(\s*+['\"]?[^'\")]*+['\"]?\s*+\)(.*)", re.DOTALL)
_FRACTION = re.compile(r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:e[+-]?\d++)?%?")
_PAINT_ORDER = frozenset({"normal", "fill", "stroke", "markers"})
_KEYWORDS: Mapping[str, frozenset[str]] = {
    "fill-rule": frozenset({"nonzero", "evenodd"}), "clip-rule": frozenset({"nonzero", "evenodd"}),
    "stroke-linecap": frozenset({"butt", "round", "square"}), "stroke-linejoin": frozenset({"miter", "round", "bevel"}),
    "visibility": frozenset({"visible", "hidden", "collapse"}), "mix-blend-mode": frozenset(get_args(Blend)),
    "overflow": frozenset({"visible", "hidden", "scroll", "auto", "clip"}),
    "vector-effect": frozenset({"none", "non-scaling-stroke"}),
}  # fmt: skip
_UNCHECKED = frozenset({"filter", "mask", "transform-origin", "display"})
_MARKERS = ("marker-start", "marker-mid", "marker-end")
_LENGTHS = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"})
_WITH_LENGTHS = frozenset({"rect", "circle", "ellipse", "path", "image", "use"})
_UNDRAWN = frozenset({"rotate", "scale", "translate", "offset-path", "mask-image", "transform-box", "backdrop-filter"})
_MOVEMENT = frozenset({"animation", "animation-name"})
_READ = _KNOWN.keys() | _LENGTHS | _UNDRAWN | _MOVEMENT


def unknown(name: str, value: str) -> str:
    """How a property or an attribute is reported whose value is not understood."""
    return f'the {name} "{shorten(value)}"'


class _Declaration(NamedTuple):
    """A declaration: a property and its value, and whether it is `!important`."""

    key: str
    value: str
    important: bool = False


@lru_cache(maxsize=4096)
def _is_known(key: str, value: str) -> bool:
    """Whether the value of a property is understood."""
    if key in _KEYWORDS:
        return value in _KEYWORDS[key]
    if key in ("fill", "stroke"):
        link = _LINK.fullmatch(value)
        word = link[1].strip() if link else value
        return word in ("none", "" if link else "none") or color_of(word, "#000000") is not None
    if key in ("color", "stop-color"):
        return color_of(value, "#000000") is not None
    if key.endswith("opacity"):
        return _FRACTION.fullmatch(value) is not None
    if key == "stroke-dasharray":
        return value == "none" or all(length(part, 1.0) is not None for part in re.split(r"[\s,]+", value))
    if key.startswith("stroke-"):
        return length(value, 1.0) is not None
    if key == "transform":
        return transform(value) is not None
    if key == "paint-order":
        return _PAINT_ORDER.issuperset(value.split())
    if key in ("clip-path", *_MARKERS):
        return value == "none" or ((link := _LINK.fullmatch(value)) is not None and not link[1].strip())
    return key in _UNCHECKED


class _Step(NamedTuple):
    """A step of a selector: a word, ids, classes and attributes (None for any value), perhaps as a `child`."""

    tag: str
    names: tuple[str, ...]
    classes: frozenset[str]
    attributes: tuple[tuple[str, str | None], ...]
    child: bool

    @classmethod
    def parse(cls, text: str, child: bool) -> _Step | None:
        """A step such as `rect#a.b[x=y]`; None for one that is not supported, such as `rect:nth-child(2)`."""
        match = _STEP.fullmatch(text)
        if match is None:
            return None
        parts = _PART.findall(match[2])
        names = tuple(name for sign, name, *_ in parts if sign == "#")
        classes = frozenset(name for sign, name, *_ in parts if sign == ".")
        attributes = tuple((key, value if equals else None) for _, _, key, equals, value in parts if key)
        return cls(match[1] or "", names, classes, attributes, child)

    def fits(self, element: Element) -> bool:
        return (
            self.tag in ("", "*", element.tag)
            and all(name == element.get("id") for name in self.names)
            and self.classes <= element.classes
            and all(key in element.attributes and value in (None, element.get(key)) for key, value in self.attributes)
        )

    @property
    def key(self) -> str:
        """The name under which the rules for such elements are looked up."""
        return f"#{self.names[0]}" if self.names else f".{min(self.classes)}" if self.classes else self.tag or "*"


class _Selector(NamedTuple):
    """The elements that a rule is for: the last step fits them, and those before it fit their ancestors."""

    steps: tuple[_Step, ...]

    @classmethod
    def parse(cls, text: str) -> _Selector | None:
        """A selector; None for one that is not supported, such as `a + b`."""
        steps: list[_Step] = []
        child = False
        for word in text.replace(">", " > ").split():
            if word == ">" and steps and not child:
                child = True
                continue
            step = _Step.parse(word, child)
            if step is None or len(steps) >= _MOST_STEPS:
                return None
            steps.append(step)
            child = False
        return cls(tuple(steps)) if steps and not child else None

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Its specificity: how many ids, how many classes and attributes, and how many tags it names."""
        return (
            sum(len(step.names) for step in self.steps),
            sum(len(step.classes) + len(step.attributes) for step in self.steps),
            sum(step.tag not in ("", "*") for step in self.steps),
        )

    def fits(self, element: Element) -> bool:
        if not self.steps[-1].fits(element):
            return False
        ancestors: list[Element] = []
        while element.parent is not None:
            element = element.parent
            ancestors.append(element)
        # The ancestors, by their numbers, that the steps so far may have come to.
        places = [-1]
        for step, after in zip(self.steps[-2::-1], self.steps[:0:-1], strict=True):
            nearest = min(places) + 1
            candidates = [place + 1 for place in places] if after.child else range(nearest, len(ancestors))
            # Looking at an element takes about as long as five steps of an expression.
            consume("steps", 5 * len(candidates))
            places = [place for place in candidates if place < len(ancestors) and step.fits(ancestors[place])]
            if not places:
                return False
        return True


class _Rule(NamedTuple):
    """Declarations for the elements that a selector selects; `order` is its specificity and its place in the file."""

    selector: _Selector
    declarations: tuple[_Declaration, ...]
    order: tuple[tuple[int, int, int], int]


class StyleSheet:
    """The style sheets of a file; what of them is not understood is reported."""

    def __init__(self, root: Element, omit: Omit) -> None:
        self._omit = omit
        self._rules: dict[str, list[_Rule]] = {}
        self._count = 0
        self._own_properties: dict[int, Mapping[str, str | None]] = {}
        sheets = [element for element in root.walk() if element.tag == "style"]
        if sum(len(element.text) for element in sheets) > _LONGEST_SHEET:
            raise refusal("its style sheets are too long")
        for element in sheets:
            text = _COMMENT.sub(" ", element.text.replace("<!--", " ").replace("-->", " "))
            media = set(re.split(r"[\s,]+", element.get("media", "all").lower()))
            if "@import" in text:
                omit("what lies outside the file", root)
            if media.isdisjoint(("all", "print", "screen", "")):
                omit(f'the style sheet for "{shorten(element.get("media"))}"', element)
            else:
                self._parse(text, element)

    def _parse(self, text: str, element: Element) -> None:
        depth = 0
        for rule_text in text.split("}"):
            self._count += 1
            if self._count > _MOST_RULES:
                raise refusal(f"it has more than {_MOST_RULES:,} rules of style")
            head, opens, body = rule_text.rpartition("{")
            for name in _AT_RULE.findall(head):
                if name not in _HARMLESS_RULES:
                    self._omit("movement" if name.endswith("keyframes") else f"the rules of @{name}", element)
            # Rules inside of others, such as those for a medium, are left out.
            depth = depth + head.count("{") if opens else max(0, depth - 1)
            head = head.rpartition("{")[2].rpartition(";")[2].strip()
            if depth or not opens or head.startswith("@"):
                continue
            declarations = _declarations(body)
            for selector in head.split(",") if declarations else ():
                self._add(selector.strip(), declarations, element)

    def _add(self, text: str, declarations: tuple[_Declaration, ...], element: Element) -> None:
        """Add a rule; one whose selector is not supported is reported, unless it waits for a person to point."""
        if selector := _Selector.parse(text):
            rule = _Rule(selector, declarations, (selector.specificity, self._count))
            self._rules.setdefault(selector.steps[-1].key, []).append(rule)
        elif text and not _INTERACTIVE.search(text):
            self._omit(f'the selector "{shorten(text)}"', element)

    def of(self, element: Element, parent: Style) -> dict[str, str]:
        """All properties of an element in a parent: those of its style, of the sheets, its attributes, and the rest."""
        own = self._own_properties.get(element.number)
        if own is None:
            own = self._own_properties[element.number] = self._own(element)
        style = {**_OWN, **{key: parent[key] for key in _INHERITED}}
        for key, value in own.items():
            style[key] = parent[key] if value is None else value
        return style

    def _own(self, element: Element) -> Mapping[str, str | None]:
        """The properties that are declared for an element; None for those that it takes from its parent."""
        own: dict[str, str | None] = {}
        for key, value in self._cascade(element):
            if value in ("inherit", "initial", "unset", "revert"):
                # Inherited properties are inherited, unless their first value is asked for.
                is_first = value == "initial" or (value != "inherit" and key in _OWN)
                own[key] = _KNOWN[key] if is_first else None
            elif _is_known(key, value):
                own[key] = value
            else:
                self._omit(unknown(key, value), element)
        return own

    def _cascade(self, element: Element) -> Iterator[tuple[str, str]]:
        """The declared properties of an element; what counts more comes later, `!important` last."""
        declarations = sorted(self._declarations_of(element), key=lambda declaration: declaration.important)
        for key, value, _ in declarations:
            if key in _KNOWN:
                yield key, value
            elif key in _MOVEMENT:
                self._omit("movement", element)
            elif key in _UNDRAWN or (element.tag in _WITH_LENGTHS and value != "auto"):
                self._omit(f"the {key} in a style", element)

    def _declarations_of(self, element: Element) -> Iterator[_Declaration]:
        """The declarations for an element, in the order of CSS: attributes, rules, its style."""
        yield from (
            _Declaration(key, _lower(value.strip()))
            for key, value in element.attributes.items()
            if key in _KNOWN and value.strip()
        )
        if self._rules:
            names = (element.tag, "*", f"#{element.get('id')}", *(f".{name}" for name in element.classes))
            candidates = [rule for name in dict.fromkeys(names) for rule in self._rules.get(name, ())]
            # Trying a selector takes about as long as ten steps of an expression.
            consume("steps", 10 * len(candidates))
            rules = [rule for rule in candidates if rule.selector.fits(element)]
            for rule in sorted(rules, key=lambda rule: rule.order):
                yield from rule.declarations
        if "style" in element.attributes:
            yield from _declarations(element.get("style"))


def _declarations(text: str) -> tuple[_Declaration, ...]:
    """The declarations of a `style`, of properties that are drawn or reported."""
    declarations = []
    for part in text[:_LONGEST_SHEET].split(";"):
        key, _, value = part.partition(":")
        key, value = key.strip().lower(), value.strip()
        before, mark, after = value.rpartition("!")
        if len(value) > _LONGEST_VALUE:
            raise refusal(f"the {shorten(key)} in one of its styles has more than {_LONGEST_VALUE:,} letters")
        important = bool(mark) and after.strip().lower() == "important"
        value = _lower(before.strip() if important else value)
        for name in _MARKERS if key == "marker" else (key,):
            if name in _READ and value:
                declarations.append(_Declaration(name, value, important))
    return tuple(declarations)


def _lower(value: str) -> str:
    """A value in small letters, unless it is an address."""
    return value if "url(" in value.lower() else value.lower()


def initial_style(color: str, fill: str) -> Style:
    """What a drawing inherits: the current colour, and the colour of shapes that name none."""
    return {**_KNOWN, "color": color, "fill": fill}
