"""Text of a face: a text node and a card's context come in; placed runs come out, or a finding that names the card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from printgen.base.geometry import chain, scale, translate
from printgen.base.units import to_mm
from printgen.drawing.fonts import face, font_names
from printgen.drawing.model import Item, Place, Text
from printgen.drawing.text import ICON, Fitted, Run, Word, fit, words_of
from printgen.errors import Exit, did_you_mean
from printgen.faces.markup import parse_markup
from printgen.faces.template import Node
from printgen.faces.values import Value

if TYPE_CHECKING:
    from printgen.faces.render import Ink

_LEADING = 1.18
_SHIFT = {"left": 0.0, "center": 0.5, "right": 1.0}


@lru_cache(maxsize=8192)
def _words(text: str, font: str, plain: bool) -> tuple[tuple[Word, ...], ...]:
    runs = (Run(text, font),) if plain else parse_markup(text, font)
    return tuple(tuple(paragraph) for paragraph in words_of(runs))


@lru_cache(maxsize=4096)
def _fitted(
    words: tuple[tuple[Word, ...], ...],
    width: float,
    size: float,
    floor: float,
    lines: int,
    tracking: float,
    font: str,
) -> Fitted | None:
    return fit(words, width, size, floor, lines, tracking, font)


class _Letters:
    """The letter settings of one way to set a text: the node's own, then its style's, then the defaults."""

    def __init__(self, layers: tuple[Mapping[str, Value], ...], context: Mapping[str, Any]) -> None:
        self._layers, self._context = layers, context

    def get(self, key: str, default: Any = None) -> Any:
        for layer in self._layers:
            if key in layer:
                return layer[key].get(self._context)
        return default


def draw(node: Node, context: Mapping[str, Any], ink: Ink, library: Any, out: list[Item]) -> None:
    """Set a text node; tries each of its `fit` ways in order and reports what fits none of them."""
    raw = node.props["text"].get(context)
    text = "" if raw is None else str(raw)
    if not text.strip():
        return
    style_name = str(node.props["style"].get(context)) if "style" in node.props else ""
    styles = ink.styles
    if style_name and style_name not in styles:
        ink.report(node, f"there is no style '{style_name}'", "style", did_you_mean(style_name, styles))
        return
    base = (node.props, styles.get(style_name, {}))
    ways = [_Letters((way, *base), context) for way in node.fits] or [_Letters(base, context)]
    font = str(ways[0].get("font", "body"))
    if font not in font_names():
        ink.report(node, f"there is no font '{font}'", "font", did_you_mean(font, font_names()))
        return
    if ways[0].get("caps"):
        text = text.upper()
    words = _words(text, font, bool(ways[0].get("plain", False)))
    if not _drawable(words, node, ink, library):
        return
    for way in ways:
        if _set(way, words, font, ink, library, out):
            return
    last = ways[-1]
    room = to_mm(float(last.get("w", 0)))
    floor = float(last.get("floor", last.get("size", 9)))
    ink.report_card(
        node.props["text"].field,
        f'"{text}" does not fit its place ({room:.1f} mm wide, {int(last.get("lines", 1))} line(s) at {floor:g} pt;'
        f" {node.where})",
        "Shorten the text, or give it more room or a smaller floor in the template.",
        "does-not-fit",
        Exit.DOES_NOT_FIT,
    )


def _drawable(words: tuple[tuple[Word, ...], ...], node: Node, ink: Ink, library: Any) -> bool:
    for paragraph in words:
        for word in paragraph:
            for run in word:
                if run.font == ICON:
                    if not library.has_icon(run.text):
                        hint = did_you_mean(run.text, library.icon_names)
                        ink.report(
                            node,
                            f"there is no icon ':{run.text}:'",
                            "text",
                            f"{hint} Or write \\: for a colon.",
                        )
                        return False
                elif missing := face(run.font).missing(run.text):
                    ink.report_card(
                        node.props["text"].field,
                        f'the font of "{run.text}" has no letter {missing!r}',
                        "Write it with letters that the font has.",
                        "missing-glyph",
                        Exit.BAD_INPUT,
                    )
                    return False
    return True


def _set(
    way: _Letters, words: tuple[tuple[Word, ...], ...], font: str, ink: Ink, library: Any, out: list[Item]
) -> bool:
    size = float(way.get("size", 9))
    width = float(way.get("w", 1e9))
    tracking = float(way.get("tracking", 0))
    fitted = _fitted(words, width, size, float(way.get("floor", size)), int(way.get("lines", 1)), tracking, font)
    if fitted is None:
        return False
    leading = float(way.get("leading", 0)) * fitted.size / size or fitted.size * _LEADING
    y = float(way.get("y", 0))
    depth = leading * (len(fitted.lines) - 1)
    if "h" in _keys(way):
        height = float(way.get("h", 0))
        letters = face(font).cap_height * fitted.size
        if depth + letters > height + 1e-6:
            return False
        slack = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[str(way.get("valign", "top"))]
        y += letters + (height - depth - letters) * slack
    x, shift = float(way.get("x", 0)), _SHIFT[str(way.get("align", "left"))]
    color = ink.tints.resolve(str(way.get("color", "ink")))
    for i, line in enumerate(fitted.lines):
        start = x + shift * ((width if width < 1e8 else 0.0) - line.width)
        _place(line.runs, start, y + i * leading, fitted.size, color, tracking, ink, library, out)
    return True


def _keys(way: _Letters) -> set[str]:
    return {key for layer in way._layers for key in layer}


def _place(
    runs: tuple[tuple[float, Run], ...], x: float, y: float, size: float, color: str, tracking: float, ink: Ink,
    library: Any, out: list[Item],
) -> None:  # fmt: skip
    for offset, run in runs:
        if run.font == ICON:
            group, box = library.icon(run.text, color, ink.tints)
            # An icon stands on the line and reaches a little over the capitals.
            out.append(Place(group, chain(translate(x + offset, y - 0.86 * size), scale(size / box))))
        else:
            width = face(run.font).width(run.text) * size
            out.append(Text(x + offset, y, run.text, run.font, size, color, tracking, width))
