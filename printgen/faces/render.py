"""Rendering: a compiled face and a card's context come in; drawing items come out, with findings on the side.

What does not depend on the card is rendered once and kept as one group; what a `use` draws is kept per distinct
parameters. So equal parts of many cards are one object, which a writer stores once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printgen.base.geometry import Box, chain, rotate, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.problems import PartError, TemplateProblem, ValueProblem
from printgen.drawing.tints import Tints
from printgen.errors import Exit, Finding, Where, did_you_mean
from printgen.faces import lettering, shapes
from printgen.faces.face import Face, Node
from printgen.faces.plan import Plan
from printgen.reading.values import Value

if TYPE_CHECKING:
    from printgen.art.picture import Stance

Context = dict[str, Any]


@dataclass
class Ink:
    """What is being drawn now: the colours, the card it is for, and the findings so far."""

    tints: Tints
    card: str
    spot: Callable[[str], Where]
    findings: list[Finding] = field(default_factory=list)
    styles: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    plans: dict[int, lettering.Plan] = field(default_factory=dict)

    def report(self, node: Node, message: str, key: str = "", hint: str = "") -> None:
        """A mistake of the template, at its line; names the card that it was found with."""
        self.report_at(node.place(key), message, hint)

    def report_at(self, where: Where, message: str, hint: str = "") -> None:
        """A mistake of the template at a place of it."""
        self.findings.append(Finding("error", where, f"{message} (drawing {self.card})", hint, "template"))

    def report_card(self, name: str | None, message: str, hint: str, code: str, exit_: Exit) -> None:
        """A card's value that cannot be printed, at the value's own line."""
        self.findings.append(Finding("error", self.spot(name or "name"), message, hint, code, exit_))


@dataclass
class Renderer:
    """Renders the faces of one library; keeps what it has rendered for parts that return."""

    library: Any
    _plans: dict[int, Plan] = field(default_factory=dict)
    _used: dict[object, tuple[Group, tuple[Finding, ...]]] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)

    def render(self, face: Face, context: Mapping[str, Any], ink: Ink) -> tuple[Item, ...]:
        """All items of a face for one card; problems are added to the ink's findings."""
        plan = self._plans.get(id(face))
        if plan is None:
            plan = self._plans[id(face)] = Plan(face)
        ink.styles, ink.plans = face.styles, plan.letterings
        local = self._prepared(face, context, ink)
        if local is None:
            return ()
        self._open.append(face.name)
        try:
            return self._planned(plan, local, ink)
        finally:
            self._open.pop()

    def _planned(self, plan: Plan, local: Context, ink: Ink) -> tuple[Item, ...]:
        """The runs of a plan: what is the same for every card from its keep, the rest drawn now."""
        out: list[Item] = []
        for static, nodes in plan.runs:
            if not static:
                self._nodes(nodes, local, ink, out)
                continue
            kept = plan.kept.get(id(nodes))
            if kept is None:
                items: list[Item] = []
                before = len(ink.findings)
                self._nodes(nodes, local, ink, items)
                kept = Group(tuple(items))
                # What failed is tried again for the next card, so that every card is told.
                if len(ink.findings) == before:
                    plan.kept[id(nodes)] = kept
            out.append(Place(kept))
        return tuple(out)

    def _prepared(self, face: Face, context: Mapping[str, Any], ink: Ink) -> Context | None:
        """The context with the face's parameters and lets; sets the ink's colours. None when any of it is wrong."""
        local: Context = {**face.params, **context}
        part = name = ""
        try:
            part = "lets"
            for name, value in face.lets.items():
                local[name] = value.get(local)
            part, roles = "colors", {}
            for name, value in face.colors.items():
                roles[name] = str(value.get(local))
            ink.tints = self.library.tints(face, roles)
        except ValueProblem as error:
            ink.report_at(face.place(part, error.key or name), str(error))
            return None
        return local

    def _nodes(self, nodes: Iterable[Node], context: Context, ink: Ink, out: list[Item]) -> None:
        for node in nodes:
            try:
                if node.when is None or _wanted(node.when, context):
                    _DRAW[node.kind](self, node, context, ink, out)
            except PartError as error:
                ink.report_card("look", f"the picture of {ink.card}: {error}", "", "art", Exit.BAD_INPUT)
            except ValueProblem as error:
                ink.report(node, str(error), error.key)
            except (ValueError, ArithmeticError) as error:
                ink.report(node, str(error))
            except KeyError as error:
                ink.report(node, f"'{error.args[0]}' is missing")
            except TemplateProblem as error:
                ink.findings.extend(error.findings)

    def _group(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        items: list[Item] = []
        self._nodes(node.children, context, ink, items)
        x, y, turn = p.number("x"), p.number("y"), p.number("rotate")
        cx, cy = p.number("cx"), p.number("cy")
        clip = node.props["clip"].get(context) if "clip" in node.props else None
        outline = rectangle(Box(*clip)) if clip else None
        matrix = chain(translate(x + cx, y + cy), rotate(turn), translate(-cx, -cy))
        out.append(Place(Group(tuple(items), outline), matrix))

    def _use(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        name = p.word("face")
        values = {}
        for parameter, value in node.inner.items():
            try:
                values[parameter] = value.get(context)
            except ValueProblem as problem:
                raise ValueProblem(str(problem), f"with {parameter}") from problem
        key = (name, tuple((k, _key(v)) for k, v in values.items()))
        known = self._used.get(key)
        if known is None:
            face = self._face(name)
            wrong = [k for k in values if k not in face.params]
            for k in wrong:
                ink.report(node, f"face '{name}' takes no '{k}'", f"with {k}", did_you_mean(k, face.params))
            if wrong:
                return
            inner = Ink(ink.tints, ink.card, ink.spot)
            group = Group(self.render(face, {**values, "tables": context.get("tables", {})}, inner))
            known = (group, tuple(inner.findings))
            # A face that failed is tried again for the next card, so that every card is told.
            if not known[1]:
                self._used[key] = known
        ink.findings.extend(known[1])
        out.append(Place(known[0], translate(p.number("x"), p.number("y"))))

    def _face(self, name: str) -> Face:
        """The face that a `use` names."""
        if name in self._open:
            raise ValueProblem(f"face '{name}' uses itself", "face")
        try:
            face: Face = self.library.face(name)
        except ValueError as error:
            raise ValueProblem(str(error), "face") from error
        return face

    def _file(self, name: str) -> Path:
        """A picture that the template itself names."""
        try:
            path: Path = self.library.file(name)
        except ValueError as error:
            raise ValueProblem(str(error), "file") from error
        return path

    def _each(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        listed = p.any("in")
        if not isinstance(listed, Sequence) or isinstance(listed, str):
            ink.report(node, "each needs a list", "in")
            return
        name = p.word("as", "item")
        for i, item in enumerate(listed):
            items: list[Item] = []
            self._nodes(node.children, {**context, name: item, "index": i, "count": len(listed)}, ink, items)
            place = translate(p.number("x") + i * p.number("dx"), p.number("y") + i * p.number("dy"))
            out.append(Place(Group(tuple(items)), place))

    def _slot(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        """A slot draws nothing: a product asks the face for it."""

    def _shape(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        out.extend(shapes.DRAW[node.kind](shapes.Props(node, context), ink.tints, self.library))

    def _text(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        lettering.draw(node, context, ink, self.library, out)

    def _image(self, node: Node, context: Context, ink: Ink, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        box = Box(p.number("x"), p.number("y"), p.number("w"), p.number("h"))
        photo, look = p.any("file"), p.any("look")
        if min(box.w, box.h) <= 0 and (photo or look is not None):
            raise ValueError("an image needs a width and a height above zero")
        if isinstance(photo, str) and photo:
            photo = self._file(photo)
        if photo:
            items, findings = self.library.photo(photo, box, ink.spot("art"), ink.card)
            ink.findings.extend(findings)
            out.extend(items)
        elif look is not None:
            seed, outlined = int(p.number("seed")), p.word("tone") == "outline"
            if scene := p.word("scene"):
                look = {**look, "scene": scene}
            out.append(Place(self.library.studio.picture(look, box, ink.tints, seed, outlined, _stance(p))))


_DRAW: dict[str, Callable[[Renderer, Node, Context, Ink, list[Item]], None]] = {
    "group": Renderer._group,
    "use": Renderer._use,
    "each": Renderer._each,
    "text": Renderer._text,
    "image": Renderer._image,
    "slot": Renderer._slot,
    **dict.fromkeys(shapes.DRAW, Renderer._shape),
}


def _stance(p: shapes.Props) -> Stance:
    """Where an image's figure stands; without settings where it stands on every card."""
    from printgen.art.picture import Stance

    usual = Stance()
    scale = p.number("figure-scale", usual.scale)
    if scale <= 0:
        raise ValueProblem("figure-scale should be above zero", "figure-scale")
    return Stance(p.number("figure-x", usual.x), p.number("figure-y", usual.y), scale)


def _wanted(when: Value, context: Context) -> bool:
    try:
        return bool(when.get(context))
    except ValueProblem as problem:
        raise ValueProblem(str(problem), "when") from problem


def _key(value: Any) -> object:
    """A hashable stand-in for a parameter's value."""
    if isinstance(value, Mapping):
        return tuple((k, _key(v)) for k, v in value.items())
    if isinstance(value, list | tuple):
        return tuple(_key(v) for v in value)
    # 1, 1.0 and True are equal, yet they print differently.
    return (type(value), value)
