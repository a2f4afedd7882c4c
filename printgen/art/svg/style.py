"""What an element looks like: its attributes, the style sheets and what it inherits come in; its properties go out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from printgen.art.svg.tree import Element, spoiled
from printgen.base.budget import spend

Style = Mapping[str, str]

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
_COMPOUND = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")
_PART = re.compile(r"([.#])([A-Za-z_][\w-]*)")
_IMPORTANT = "!important"
_MOST_RULES, _LONGEST = 2_000, 1_000_000


class _Compound(NamedTuple):
    """One step of a selector: a word, an id and classes that an element must have."""

    tag: str
    name: str
    classes: frozenset[str]

    def fits(self, element: Element) -> bool:
        return (
            self.tag in ("", "*", element.tag)
            and self.name in ("", element.get("id"))
            and self.classes <= set(element.get("class").split())
        )

    @property
    def weight(self) -> tuple[int, int, int]:
        return (bool(self.name), len(self.classes), self.tag not in ("", "*"))


class _Rule(NamedTuple):
    """What holds for elements that a selector fits: the last step for them, those before it for what they lie in."""

    steps: tuple[_Compound, ...]
    said: Style
    order: tuple[tuple[int, ...], int]

    def fits(self, element: Element) -> bool:
        if not self.steps[-1].fits(element):
            return False
        waiting, above = list(self.steps[:-1]), element.parent
        while waiting and above is not None:
            if waiting[-1].fits(above):
                waiting.pop()
            above = above.parent
        return not waiting


class Sheet:
    """The style sheets of a file."""

    def __init__(self, root: Element) -> None:
        texts = [element.text for element in root.walk() if element.tag == "style"]
        self._rules: dict[str, list[_Rule]] = {}
        self.outside = any("@import" in text for text in texts)
        text = _COMMENT.sub(" ", "\n".join(texts).replace("<!--", " ").replace("-->", " "))
        if len(text) > _LONGEST:
            raise spoiled("its style sheets are too long")
        deep = 0
        for count, rule_text in enumerate(text.split("}")):
            if count >= _MOST_RULES:
                raise spoiled(f"it has more than {_MOST_RULES:,} rules of style")
            head, opens, body = rule_text.rpartition("{")
            # Rules inside of others, as those for a medium, hold for none here.
            deep = deep + head.count("{") if opens else max(0, deep - 1)
            if deep or not opens:
                continue
            said = declared(body)
            for selector in head.rpartition("{")[2].rpartition(";")[2].split(","):
                if steps := _steps(selector):
                    weight = tuple(map(sum, zip(*(step.weight for step in steps), strict=True)))
                    rule = _Rule(steps, said, (weight, count))
                    self._rules.setdefault(_key(steps[-1]), []).append(rule)

    def of(self, element: Element, above: Style) -> dict[str, str]:
        """All properties of an element: its own, then those of the sheets, then its attributes, then inherited ones."""
        style = {**_OWN, **{key: above[key] for key in _INHERITED}}
        for key, value in self._said(element):
            if value == "inherit":
                value = above[key]
            style[key] = _INHERITED.get(key, style[key]) if value in ("initial", "unset") else value
        return style

    def _said(self, element: Element) -> Iterator[tuple[str, str]]:
        """What is said of an element, what counts more later: `!important` above all."""
        said = list(self._in_turn(element))
        for important in (False, True):
            for key, value in said:
                if value.endswith(_IMPORTANT) is important:
                    yield key, value.removesuffix(_IMPORTANT).strip()

    def _in_turn(self, element: Element) -> Iterator[tuple[str, str]]:
        yield from ((key, element.get(key)) for key in element.attributes if key in _KNOWN)
        if self._rules:
            names = (element.tag, "*", f"#{element.get('id')}", *(f".{one}" for one in element.get("class").split()))
            asked = [rule for name in dict.fromkeys(names) for rule in self._rules.get(name, ())]
            # A step of a selector takes as long as some of an expression.
            spend("steps", 10 * len(asked))
            rules = [rule for rule in asked if rule.fits(element)]
            for rule in sorted(rules, key=lambda rule: rule.order):
                yield from rule.said.items()
        if "style" in element.attributes:
            yield from declared(element.get("style")).items()


def declared(text: str) -> Style:
    """The properties of a `style`, those that are known."""
    pairs = (part.split(":", 1) for part in text[:_LONGEST].split(";") if ":" in part)
    said = {key.strip().lower(): value.strip() for key, value in pairs}
    return {key: value for key, value in said.items() if key in _KNOWN and value}


def first(color: str, fill: str) -> Style:
    """What a drawing inherits: the current colour, and what it is filled with where it does not say so."""
    return {**_KNOWN, "color": color, "fill": fill}


def _steps(selector: str) -> tuple[_Compound, ...]:
    """The steps of a selector; none where it asks for what is not known here, such as [href] or :hover."""
    steps = []
    for word in selector.replace(">", " ").split():
        match = _COMPOUND.fullmatch(word)
        if match is None:
            return ()
        parts = _PART.findall(match[2])
        names = [name for sign, name in parts if sign == "#"]
        steps.append(_Compound(match[1] or "", "".join(names), frozenset(one for sign, one in parts if sign == ".")))
    return tuple(steps)


def _key(step: _Compound) -> str:
    """Under what the rules for such elements are kept."""
    return f"#{step.name}" if step.name else f".{min(step.classes)}" if step.classes else step.tag or "*"
