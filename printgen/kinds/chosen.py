"""What a product says of its faces and its size comes in, plain or as expressions; what each record gets goes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from printgen.base.errors import Finding, ValueProblem, Where, worded
from printgen.base.units import to_mm
from printgen.drawing.problems import TemplateProblem
from printgen.game.records import Record, by_name
from printgen.kinds.composition import Order
from printgen.kinds.facing import shared_context
from printgen.reading.interpolation import parse_value, split_expressions
from printgen.reading.marked import Map
from printgen.reading.texts import text_of
from printgen.reading.values import Context, Value

KEYS = ("front", "back", "size")
_FEWEST_LETTERS = 2


class Choice(NamedTuple):
    """The names of a record's faces and its size, as they are written, and where each is said."""

    front: str
    back: str
    size: str
    places: tuple[Where, ...]

    @property
    def alike(self) -> tuple[str, str, str]:
        """What is the same for records that are printed alike."""
        return self[:3]


def varies(order: Order, key: str) -> bool:
    """Whether a key of the product is an expression."""
    return "{{" in getattr(order.product, key)


def choices(order: Order, findings: list[Finding]) -> list[Choice | None]:
    """What each record of the order gets; None, with findings, for one that cannot have it."""
    product = order.product
    said = product.front, product.back, product.size
    places = product.where_of("front"), product.where_of("back"), product.size_where
    if not any(varies(order, key) for key in KEYS):
        return [Choice(*said, places)] * len(order.records)
    values = []
    for text, where in zip(said, places, strict=True):
        try:
            values.append(parse_value(text))
        except ValueProblem as error:
            findings.append(Finding("error", where, *worded(str(error)), "template"))
    if len(values) < len(KEYS):
        return [None] * len(order.records)
    shared, pairs, out = shared_context(order), list(zip(values, places, strict=True)), list[Choice | None]()
    for record in order.records:
        context = {**shared, "card": by_name(record.values, record.source)}
        found = [_chosen(order, key, *pair, record, context) for key, pair in zip(KEYS, pairs, strict=True)]
        findings += (one for one in found if isinstance(one, Finding))
        texts = [one for one in found if isinstance(one, str)]
        spots = tuple(where if value.constant else record.where_of(value.field or "name") for value, where in pairs)
        out.append(Choice(texts[0], texts[1], texts[2], spots) if len(texts) == len(KEYS) else None)
    return out


def _chosen(order: Order, key: str, value: Value, where: Where, record: Record, context: Context) -> str | Finding:
    """What an expression of the product gives for a record, as text; a finding where it gives none."""
    try:
        given = value.get(context)
        return _length(order, value, given) if key == "size" else "" if given is None else text_of(given)
    except ValueProblem as error:
        message, hint = worded(str(error))
        return Finding("error", where, f"{key}: {message} (for {record.name})", hint, "template", cause=where)


def _length(order: Order, value: Value, given: object) -> str:
    """A size as it is written; a field of lengths holds points."""
    if isinstance(given, float) and value.field and _kind(order, value.field) == "length":
        return f"{to_mm(given)!r}mm"
    return "" if given is None else text_of(given)


def _kind(order: Order, field: str) -> str:
    """The kind that a field of the records is declared with."""
    shape = order.game.source["records"][order.product.record].get(field)
    return str(shape.get("kind") if isinstance(shape, Map) else shape)


def _fits(name: str, plain: Sequence[str]) -> bool:
    """Whether a name is these texts, in their order, with something between each two of them."""
    first, *more, last = plain
    at = len(first)
    for text in more:
        at = found + len(text) if (found := name.find(text, at + 1)) >= 0 else len(name)
    return name.startswith(first) and name.endswith(last) and at < len(name) - len(last)


def unused_faces(order: Order) -> Iterator[Finding]:
    """Mistakes of faces that a record might choose by its words, and none of the order does."""
    for key in ("front", "back"):
        text = str(getattr(order.product, key))
        plain = split_expressions(text)[::2]
        if not varies(order, key) or len("".join(plain)) < _FEWEST_LETTERS:
            continue
        for name in order.library.face_names():
            if _fits(name, plain) and name not in order.faces:
                with suppress(ValueError):
                    try:
                        order.face(name)
                    except TemplateProblem as error:
                        yield from error.findings


def told_at(findings: list[Finding], where: Where, here: Where) -> list[Finding]:
    """Findings of one place told at another, which says the same."""
    return [replace(finding, where=here) if finding.where == where else finding for finding in findings]
