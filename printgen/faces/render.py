"""Rendering: a compiled face and a card's context come in; drawing items come out, with findings on the side.

What does not depend on the card is rendered once and kept as one group; what a `use` draws is kept per distinct
parameters. So equal parts of many cards are one object, which a writer stores once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from printgen.base.budget import OverLimit, deeper, spend, spent, within
from printgen.base.gate import Read
from printgen.base.geometry import Matrix, chain, compose, rotate, scale, translate
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.problems import PartError, TemplateProblem, ValueProblem
from printgen.drawing.stamps import UNKNOWN
from printgen.errors import Exit, blaming, did_you_mean, has_errors
from printgen.faces import lettering, shapes
from printgen.faces.clips import clip_of
from printgen.faces.face import Face, Node
from printgen.faces.pictures import Pictures
from printgen.faces.plan import COUNTED, UNNAMED, Drawn, Kept, Plan, inherited_words
from printgen.faces.preflight import Preflight, judge_shape
from printgen.faces.session import Session
from printgen.reading.values import problem_of_word

if TYPE_CHECKING:
    from printgen.faces.library import Library

Context = dict[str, Any]
# A face that is filled in takes as long as so many shapes.
_FACE = 5
_PLAINLY = 'write it there as text: "{{ auto.code }}"'
_RANGE = re.compile(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*")


@dataclass
class Renderer:
    """Renders the faces of one library; keeps what it has rendered for parts that return."""

    library: Library
    read: Read | None = None
    """Reads the files that records name; None where they lie among the templates."""
    _plans: dict[int, Plan] = field(default_factory=dict)
    _used: dict[object, Kept[Drawn]] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)
    _words: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._pictures, self.preflight = Pictures(self.library, self.read), Preflight()

    @property
    def _unnamed(self) -> frozenset[str]:
        """The colours that faces use without naming them: keywords have some in any text."""
        keywords = self.library.style.keywords
        return UNNAMED | keywords.colors if keywords else UNNAMED

    def render(self, face: Face, context: Mapping[str, Any], session: Session) -> tuple[Item, ...]:
        """All items of a face for one card; problems are added to the session's findings."""
        plan = self._plans.get(id(face))
        if plan is None:
            plan = self._plans[id(face)] = Plan(face, partial(self._inherits, face.look), self._unnamed)
        session.styles, session.plans, session.look = face.styles, plan.letterings, face.look
        session.preflight = self.preflight
        local = self._prepared(face, context, session)
        if local is None:
            return ()
        self._open.append(face.name)
        try:
            return self._planned(plan, local, session)
        finally:
            self._open.pop()

    def _planned(self, plan: Plan, local: Context, session: Session) -> tuple[Item, ...]:
        """The runs of a plan: what is the same for every card from its keep, the rest drawn now."""
        out: list[Item] = []
        session.under.append((out, session.at))
        for static, nodes in plan.runs:
            if not static:
                self._nodes(nodes, local, session, out)
                continue
            kept = plan.kept.setdefault(id(nodes), Kept())
            drawn = kept.find(session.roles)
            if drawn is None:
                items: list[Item] = []
                before, shapes_before = len(session.findings), spent("items")
                self._nodes(nodes, local, session, items)
                drawn = Group(tuple(items)), spent("items") - shapes_before
                # What failed is tried again for the next card, so that every card is told.
                if not has_errors(session.findings[before:]):
                    kept.keep(session.roles, session.tints, drawn)
            else:
                spend("items", drawn[1], nodes[0].where)
            out.append(Place(drawn[0]))
        session.under.pop()
        session.hard.clear()
        return tuple(out)

    def _prepared(self, face: Face, context: Mapping[str, Any], session: Session) -> Context | None:
        """The context with the face's parameters and lets; sets the session's colours. None when any of it is wrong."""
        local: Context = {**face.params, **context}
        spend("steps", len(face.lets) + len(face.colors), face.where)
        part = name = ""
        try:
            part = "lets"
            for name, value in face.lets.items():
                local[name] = value.get(local)
            part, roles = "colors", {}
            for name, value in face.colors.items():
                roles[name] = str(value.get(local))
            session.tints = self.library.tints(face, roles, session.roles)
            self.preflight.note(face, session)
        except ValueProblem as error:
            session.report_at(face.place(part, error.key or name), str(error))
            return None
        except OverLimit as error:
            raise error.at(face.place(part, name)) from None
        return local

    def _nodes(self, nodes: Sequence[Node], context: Context, session: Session, out: list[Item]) -> None:
        if nodes:
            spend("items", len(nodes), nodes[0].where)
        session.under.append((out, session.at))
        for node in nodes:
            try:
                if node.when is None or node.when.of("when", context):
                    if node.effects:
                        self._with_effects(node, context, session, out)
                    else:
                        _DRAW[node.kind](self, node, context, session, out)
            except OverLimit as error:
                raise error.at(node.where) from None
            except PartError as error:
                session.report_card("look", f"the picture of {session.card}: {error}", "", "art", Exit.BAD_INPUT)
            except ValueProblem as error:
                session.report_value(node, str(error), error.key, context)
            except (ValueError, ArithmeticError) as error:
                session.report(node, str(error))
            except KeyError as error:
                session.report(node, f"'{error.args[0]}' is missing", "", f"Add {error.args[0]}: and its value.")
            except TemplateProblem as error:
                session.findings.extend(error.findings)
        session.under.pop()

    def _with_effects(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        from printgen.faces.effects import with_effects

        items: list[Item] = []
        _DRAW[node.kind](self, node, context, session, items)
        out.extend(with_effects(shapes.Props(node, context), tuple(items), session.tints, node.where))

    def _group(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        x, y, turn = p.number("x"), p.number("y"), p.number("rotate")
        cx, cy = p.number("cx"), p.number("cy")
        outline, odd = clip_of(p, None) if "clip" in p else (None, False)
        larger = (scale(p.number("scale")),) if "scale" in p else ()
        matrix = chain(translate(x + cx, y + cy), rotate(turn), *larger, translate(-cx, -cy))
        group = Group(self._moved(node.children, context, session, matrix), outline, odd)
        if outline is not None:
            self.preflight.clips[id(group)] = group
        out.append(Place(group, matrix))

    def _moved(self, nodes: tuple[Node, ...], context: Context, session: Session, matrix: Matrix) -> tuple[Item, ...]:
        """The items of nodes that lie in something which a matrix moves."""
        items: list[Item] = []
        outer, session.at = session.at, compose(session.at, matrix)
        self._nodes(nodes, context, session, items)
        session.at = outer
        return tuple(items)

    def _use(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        name = p.word("face")
        values = {parameter: value.of(f"with {parameter}", context) for parameter, value in node.inner.items()}
        counted = [key for key, value in node.inner.items() if "auto" in value.names] if session.stamp else ()
        if told := next((key for key in counted if UNKNOWN in str(values[key])), None):
            raise ValueProblem(f"auto.code is for a text of the card's own face; {_PLAINLY}", f"with {told}")
        kept = self._used.setdefault((name, session.look, tuple((k, _key(v)) for k, v in values.items())), Kept())
        roles, place = session.tints.roles, translate(p.number("x"), p.number("y"))
        at, drawn = compose(session.at, place), kept.find(roles, session.tints)
        if drawn is None:
            face = self._face(name, session.look)
            wrong = [k for k in values if k not in face.params]
            for k in wrong:
                session.report(node, f"face '{name}' takes no '{k}'", f"with {k}", did_you_mean(k, face.params))
            if wrong:
                return
            inner = Session(
                session.tints, session.card, session.spot, roles=roles, trim=session.trim, at=at, grown=session.grown,
                sized=session.sized, under=session.under,
            )  # fmt: skip
            inner.written = session.written
            before = spent("items")
            spend("items", _FACE, node.where)
            with deeper("use", node.where):
                group = Group(self.render(face, {**values, "tables": context.get("tables", {})}, inner))
            drawn = group, spent("items") - before
            session.tints.taken.update(inner.tints.taken)
            session.findings.extend(inner.findings)
            # A face that failed is tried again for the next card, so that every card is told.
            if not has_errors(inner.findings):
                kept.keep(roles, inner.tints, drawn)
                kept.judged.add((session.trim, at))
        else:
            spend("items", drawn[1], node.where)
            if (session.trim, at) not in kept.judged:
                kept.judged.add((session.trim, at))
                session.judge(node.where, node, drawn[0].items, at)
        out.append(Place(drawn[0], place))

    def _inherits(self, look: str, node: Node) -> frozenset[str] | None:
        """The colour words that what a `use` draws may take from the face around it; None when they cannot be told."""
        named = node.props.get("face")
        if named is None or not named.constant or (name := str(named.get({}))) in self._open:
            return None
        if (name, look) not in self._words:
            self._open.append(name)
            try:
                with deeper("use", node.where):
                    words = inherited_words(self.library.face(name, look), partial(self._inherits, look), self._unnamed)
            except (ValueError, TemplateProblem):
                words = None
            finally:
                self._open.pop()
            if words is None:
                return None  # It may be one of a circle, of which nothing can be told from here.
            self._words[name, look] = words
        return self._words[name, look]

    def _face(self, name: str, look: str) -> Face:
        """The face that a `use` names."""
        if name in self._open:
            raise ValueProblem(f"face '{name}' uses itself; use another one", "face")
        with blaming("face"):
            return self.library.face(name, look)

    def _each(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        p = shapes.Props(node, context)
        listed = p.any("in")
        if isinstance(listed, str) and (ends := _RANGE.fullmatch(listed)):
            listed = range(int(ends[1]), int(ends[2]) + 1)
            if not listed:
                raise ValueProblem(f"{ends[0].strip()} holds nothing; write it as {ends[2]}..{ends[1]}", "in")
        if not isinstance(listed, Sequence) or isinstance(listed, str):
            session.report(node, "each needs a list", "in", "Write a list, a range such as 1..6, or what gives a list.")
            return
        name = p.word("as", "item")
        if problem := problem_of_word(name):
            raise ValueProblem(f"{problem}; choose a name of letters, digits and _", "as")
        within("entries", len(listed), node.place("in"))
        spend("items", len(listed), node.where)
        # Each entry gets all names that are known here, which are few, for its own.
        spend("steps", len(listed) * len(context), node.where)
        # In an each within another, the numbers of that one have a name of their own.
        around = {key: context[key] for key in COUNTED if key in context}
        outer = {"outer": around} if around else {}
        columns = p.number("columns", 1.0)
        if columns < 1 or columns % 1:
            raise ValueProblem(f"columns is {columns:g}; write a whole number from 1 up", "columns")
        for i, item in enumerate(listed):
            row, column = divmod(i, int(columns)) if "columns" in p else (i, i)
            place = translate(p.number("x") + column * p.number("dx"), p.number("y") + row * p.number("dy"))
            grid = {"row": row, "column": column} if "columns" in p else {}
            inner = {**context, **outer, **grid, name: item, "index": i, "count": len(listed)}
            out.append(Place(Group(self._moved(node.children, inner, session, place)), place))

    def _slot(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        """A slot draws nothing: a product asks the face for it."""

    def _shape(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        items = shapes.DRAW[node.kind](shapes.Props(node, context), session.tints, self.library)
        judge_shape(node, items, session)
        out.extend(items)

    def _text(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        if session.stamp is None or not _tells_code(node, context):
            lettering.draw(node, context, session, self.library, out)
            return
        items: list[Item] = []
        lettering.draw(node, context, session, self.library, items)
        stamped = session.stamp.on(items, lettering.shift_of(node, context, session, self.library))
        if stamped is None and items:
            raise ValueProblem(f"auto.code stands in a text that is one run; {_PLAINLY}", "text")
        out += [stamped] if stamped else []

    def _code(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        from printgen.faces.codes import draw

        if _tells_code(node, context):
            raise ValueProblem(f"auto.code is for a text; {_PLAINLY}", "text")
        draw(node, context, session, out)

    def _image(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        self._pictures.draw(node, context, session, out)


_DRAW: dict[str, Callable[[Renderer, Node, Context, Session, list[Item]], None]] = {
    "group": Renderer._group,
    "use": Renderer._use,
    "each": Renderer._each,
    "text": Renderer._text,
    "image": Renderer._image,
    "qr": Renderer._code,
    "barcode": Renderer._code,
    "slot": Renderer._slot,
    **dict.fromkeys(shapes.DRAW, Renderer._shape),
}


def _tells_code(node: Node, context: Context) -> bool:
    """Whether a node says the code of its piece, which is not known yet."""
    text = node.props.get("text")
    return text is not None and "auto" in text.names and UNKNOWN in str(text.get(context))


def _key(value: Any) -> object:
    """A hashable stand-in for a parameter's value."""
    if isinstance(value, Mapping):
        return tuple((k, _key(v)) for k, v in value.items())
    if isinstance(value, list | tuple):
        return tuple(_key(v) for v in value)
    # 1, 1.0 and True are equal, yet they print differently.
    return (type(value), value)
