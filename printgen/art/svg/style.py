"""The properties of an SVG element, by its attributes, the style sheets and what it inherits.

As in CSS, a declaration that is not understood counts for nothing, and the one before it holds; each is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, get_args

from printgen.art.svg.values import Element, color_of, length, refusal, transform
from printgen.base.limits import consume
from printgen.drawing.model import Blend
from printgen.reading.scalars import shorten

Style = Mapping[str, str]
Tell = Callable[[str, Element], None]
"""Tells what of an element is left out."""

_INHERITED: Style = {
    "fill": "black", "fill-rule": "nonzero", "fill-opacity": "1", "stroke": "none", "stroke-width": "1",
    "stroke-opacity": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-miterlimit": "4",
    "stroke-dasharray": "none", "stroke-dashoffset": "0", "color": "black", "clip-rule": "nonzero",
    "visibility": "visible", "paint-order": "normal", "marker-start": "none", "marker-mid": "none",
    "marker-end": "none",
}  # fmt: skip
_OWN: Style = {
    "opacity": "1", "display": "inline", "clip-path": "none", "mask": "none", "filter": "none",
    "mix-blend-mode": "normal", "stop-color": "black", "stop-opacity": "1", "overflow": "", "transform": "",
    "transform-origin": "", "vector-effect": "none",
}  # fmt: skip
_KNOWN = {**_INHERITED, **_OWN}
# One that is not closed goes on to the end.
_COMMENT = re.compile(r"/\*(?:.*?\*/|.*)", re.DOTALL)
_STEP = re.compile(
    r"(\*|[A-Za-z][\w-]*+)?((?:[.#][A-Za-z_][\w-]*+|\[[\w:-]++(?:=(?:\"[^\"\]]*+\"|'[^'\]]*+'|[\w-]++))?\])*+)"
)
_PART = re.compile(r"([.#])([A-Za-z_][\w-]*+)|\[([\w:-]++)(?:(=)[\"']?([^\"'\[\]]*+)[\"']?)?\]")
_WAITING = re.compile(r"::|:(?:hover|focus|active|visited|link|target|checked|disabled|enabled)")
_RULE = re.compile(r"@([\w-]++)")
_MOST_RULES, _LONGEST, _LONGEST_VALUE, _MOST_STEPS = 2_000, 1_000_000, 10_000, 32
_SILENT = frozenset({"charset", "namespace", "font-face", "import"})

_LINK = re.compile(r"url\(\s*+['\"]?[^'\")]*+['\"]?\s*+\)(.*)", re.DOTALL)
_SHARE = re.compile(r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:e[+-]?\d++)?%?")
_ORDER = frozenset({"normal", "fill", "stroke", "markers"})
_WORDS: Mapping[str, frozenset[str]] = {
    "fill-rule": frozenset({"nonzero", "evenodd"}), "clip-rule": frozenset({"nonzero", "evenodd"}),
    "stroke-linecap": frozenset({"butt", "round", "square"}), "stroke-linejoin": frozenset({"miter", "round", "bevel"}),
    "visibility": frozenset({"visible", "hidden", "collapse"}), "mix-blend-mode": frozenset(get_args(Blend)),
    "overflow": frozenset({"visible", "hidden", "scroll", "auto", "clip"}),
    "vector-effect": frozenset({"none", "non-scaling-stroke"}),
}  # fmt: skip
_ANY = frozenset({"filter", "mask", "transform-origin", "display"})
_MARKERS = ("marker-start", "marker-mid", "marker-end")
_SIDES = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"})
_SIDED = frozenset({"rect", "circle", "ellipse", "path", "image", "use"})
_UNDRAWN = frozenset({"rotate", "scale", "translate", "offset-path", "mask-image", "transform-box", "backdrop-filter"})
_MOVING = frozenset({"animation", "animation-name"})
_TAKEN = _KNOWN.keys() | _SIDES | _UNDRAWN | _MOVING


def unknown(name: str, value: str) -> str:
    """What is told of a property or an attribute whose value is not understood."""
    return f'the {name} "{shorten(value)}"'


class _Said(NamedTuple):
    """A declaration: a property and its value, and whether it is `!important`."""

    key: str
    value: str
    important: bool = False


@lru_cache(maxsize=4096)
def _is_known(key: str, value: str) -> bool:
    """Whether the value of a property is understood."""
    if key in _WORDS:
        return value in _WORDS[key]
    if key in ("fill", "stroke"):
        link = _LINK.fullmatch(value)
        word = link[1].strip() if link else value
        return word in ("none", "" if link else "none") or color_of(word, "#000000") is not None
    if key in ("color", "stop-color"):
        return color_of(value, "#000000") is not None
    if key.endswith("opacity"):
        return _SHARE.fullmatch(value) is not None
    if key == "stroke-dasharray":
        return value == "none" or all(length(part, 1.0) is not None for part in re.split(r"[\s,]+", value))
    if key.startswith("stroke-"):
        return length(value, 1.0) is not None
    if key == "transform":
        return transform(value) is not None
    if key == "paint-order":
        return _ORDER.issuperset(value.split())
    if key in ("clip-path", *_MARKERS):
        return value == "none" or ((link := _LINK.fullmatch(value)) is not None and not link[1].strip())
    return key in _ANY


class _Step(NamedTuple):
    """One step of a selector: a word, ids, classes and attributes that an element must have.

    An attribute has a value, or None for any. `child` says that the element of the step before is its parent.
    """

    tag: str
    names: tuple[str, ...]
    classes: frozenset[str]
    attributes: tuple[tuple[str, str | None], ...]
    child: bool

    @classmethod
    def parse(cls, text: str, child: bool) -> _Step | None:
        """A step such as `rect#a.b[x=y]`; None for one that is not known here, such as `rect:nth-child(2)`."""
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
        """Under what the rules for such elements are kept."""
        return f"#{self.names[0]}" if self.names else f".{min(self.classes)}" if self.classes else self.tag or "*"


class _Selector(NamedTuple):
    """What elements a rule is for: the last step fits them, and those before it fit elements that they lie in."""

    steps: tuple[_Step, ...]

    @classmethod
    def parse(cls, text: str) -> _Selector | None:
        """A selector; None for one that is not known here, such as `a + b`."""
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
    def weight(self) -> tuple[int, int, int]:
        """How much it counts: its ids, its classes and attributes, its words."""
        return (
            sum(len(step.names) for step in self.steps),
            sum(len(step.classes) + len(step.attributes) for step in self.steps),
            sum(step.tag not in ("", "*") for step in self.steps),
        )

    def fits(self, element: Element) -> bool:
        if not self.steps[-1].fits(element):
            return False
        above: list[Element] = []
        while element.parent is not None:
            element = element.parent
            above.append(element)
        # The places in what the element lies in, at which the steps so far may have come.
        places = [-1]
        for step, after in zip(self.steps[-2::-1], self.steps[:0:-1], strict=True):
            nearest = min(places) + 1
            candidates = [place + 1 for place in places] if after.child else range(nearest, len(above))
            # An element is looked at about as fast as five steps of an expression are done.
            consume("steps", 5 * len(candidates))
            places = [place for place in candidates if place < len(above) and step.fits(above[place])]
            if not places:
                return False
        return True


class _Rule(NamedTuple):
    """What holds for elements that a selector fits."""

    selector: _Selector
    said: tuple[_Said, ...]
    order: tuple[tuple[int, int, int], int]


class StyleSheet:
    """The style sheets of a file; what they say and is not understood is told."""

    def __init__(self, root: Element, tell: Tell) -> None:
        self._tell = tell
        self._rules: dict[str, list[_Rule]] = {}
        self._count = 0
        self._known: dict[int, Mapping[str, str | None]] = {}
        sheets = [element for element in root.walk() if element.tag == "style"]
        if sum(len(element.text) for element in sheets) > _LONGEST:
            raise refusal("its style sheets are too long")
        for element in sheets:
            text = _COMMENT.sub(" ", element.text.replace("<!--", " ").replace("-->", " "))
            media = set(re.split(r"[\s,]+", element.get("media", "all").lower()))
            if "@import" in text:
                tell("what lies outside the file", root)
            if media.isdisjoint(("all", "print", "screen", "")):
                tell(f'the style sheet for "{shorten(element.get("media"))}"', element)
            else:
                self._parse(text, element)

    def _parse(self, text: str, element: Element) -> None:
        """Take the rules of a style sheet."""
        deep = 0
        for rule_text in text.split("}"):
            self._count += 1
            if self._count > _MOST_RULES:
                raise refusal(f"it has more than {_MOST_RULES:,} rules of style")
            head, opens, body = rule_text.rpartition("{")
            for name in _RULE.findall(head):
                if name not in _SILENT:
                    self._tell("movement" if name.endswith("keyframes") else f"the rules of @{name}", element)
            # Rules inside of others, as those for a medium, hold for none here.
            deep = deep + head.count("{") if opens else max(0, deep - 1)
            head = head.rpartition("{")[2].rpartition(";")[2].strip()
            if deep or not opens or head.startswith("@"):
                continue
            said = _declarations(body)
            for selector in head.split(",") if said else ():
                self._add(selector.strip(), said, element)

    def _add(self, selector: str, said: tuple[_Said, ...], element: Element) -> None:
        if known := _Selector.parse(selector):
            rule = _Rule(known, said, (known.weight, self._count))
            self._rules.setdefault(known.steps[-1].key, []).append(rule)
        elif selector and not _WAITING.search(selector):
            self._tell(f'the selector "{shorten(selector)}"', element)

    def of(self, element: Element, above: Style) -> dict[str, str]:
        """All properties of an element: its own, then those of the sheets, then its attributes, then inherited ones."""
        said = self._known.get(element.number)
        if said is None:
            said = self._known[element.number] = self._own(element)
        style = {**_OWN, **{key: above[key] for key in _INHERITED}}
        for key, value in said.items():
            style[key] = above[key] if value is None else value
        return style

    def _own(self, element: Element) -> Mapping[str, str | None]:
        """The properties that an element has of its own, worked out once; None for those of what it lies in."""
        own: dict[str, str | None] = {}
        for key, value in self._cascade(element):
            if value in ("inherit", "initial", "unset", "revert"):
                # What is inherited stays so unless it is to be as at first.
                first = value == "initial" or (value != "inherit" and key in _OWN)
                own[key] = _KNOWN[key] if first else None
            elif _is_known(key, value):
                own[key] = value
            else:
                self._tell(unknown(key, value), element)
        return own

    def _cascade(self, element: Element) -> Iterator[tuple[str, str]]:
        """What is said of an element, what counts more later: `!important` above all."""
        said = list(self._in_turn(element))
        for important in (False, True):
            for one in said:
                if one.important is important:
                    if one.key in _KNOWN:
                        yield one.key, one.value
                    elif one.key in _MOVING:
                        self._tell("movement", element)
                    elif one.key in _UNDRAWN or (element.tag in _SIDED and one.value != "auto"):
                        self._tell(f"the {one.key} in a style", element)

    def _in_turn(self, element: Element) -> Iterator[_Said]:
        yield from (
            _Said(key, _plain(value.strip()))
            for key, value in element.attributes.items()
            if key in _KNOWN and value.strip()
        )
        if self._rules:
            names = (element.tag, "*", f"#{element.get('id')}", *(f".{one}" for one in element.classes))
            asked = [rule for name in dict.fromkeys(names) for rule in self._rules.get(name, ())]
            # A step of a selector takes as long as some of an expression.
            consume("steps", 10 * len(asked))
            rules = [rule for rule in asked if rule.selector.fits(element)]
            for rule in sorted(rules, key=lambda rule: rule.order):
                yield from rule.said
        if "style" in element.attributes:
            yield from _declarations(element.get("style"))


def _declarations(text: str) -> tuple[_Said, ...]:
    """The declarations of a `style`, of properties that are drawn, or that are told."""
    found = []
    for part in text[:_LONGEST].split(";"):
        key, _, value = part.partition(":")
        key, value = key.strip().lower(), value.strip()
        before, mark, after = value.rpartition("!")
        if len(value) > _LONGEST_VALUE:
            raise refusal(f"the {shorten(key)} in one of its styles has more than {_LONGEST_VALUE:,} letters")
        important = bool(mark) and after.strip().lower() == "important"
        value = _plain(before.strip() if important else value)
        for name in _MARKERS if key == "marker" else (key,):
            if name in _TAKEN and value:
                found.append(_Said(name, value, important))
    return tuple(found)


def _plain(value: str) -> str:
    """A value in small letters, unless it names something."""
    return value if "url(" in value.lower() else value.lower()


def first(color: str, fill: str) -> Style:
    """What a drawing inherits: the current colour, and what it is filled with where it does not say so."""
    return {**_KNOWN, "color": color, "fill": fill}
