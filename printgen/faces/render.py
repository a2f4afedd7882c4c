"""Draws a compiled face for a card; parts that are the same for every card are drawn once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from printgen.base.errors import Exit, Finding, PrintgenError, ValueProblem, blame, did_you_mean, stop_on_errors
from printgen.base.file_access import LoadFile
from printgen.base.limits import OverLimit, check_limit, consume, nest
from printgen.base.units import IDENTITY, Matrix, chain, compose, mm, rotate, scale, to_mm, translate
from printgen.drawing.extent import crosses
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.pieces import PartError, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces import lettering, shapes
from printgen.faces.face import Face, Node, Props
from printgen.faces.flow import draw_flow, draw_plated
from printgen.faces.flow_boxes import Drawer, Frame
from printgen.faces.given_names import FACTS, HIDEABLE, OF_CARD
from printgen.faces.inspection import judge_shape
from printgen.faces.named_boxes import NOWHERE, box_of, box_of_text, boxes_seen, grows_downwards, placed_beside
from printgen.faces.pictures import FacePictures, clip_of
from printgen.faces.reuse import FacePlan, Reusable, draw_once, value_key
from printgen.faces.session import FaceFrame, FaceState, Preflight, Session
from printgen.faces.shape_words import FLOWS, PLATE
from printgen.reading.expressions import problem_of_word

if TYPE_CHECKING:
    from printgen.faces.library import Library


Context = dict[str, Any]
# A face that is filled in takes as long as so many shapes.
_FACE = 5
_UPRIGHT = 1e-9  # A matrix that differs less from one that moves does no more than that.
_RANGE = re.compile(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*")


class FaceResult(NamedTuple):
    """A face drawn for one card: its items, its findings, and the colours used."""

    items: tuple[Item, ...]
    findings: tuple[Finding, ...]
    tints: Tints


def _entry_place(p: Props, counted: Mapping[str, Any]) -> Matrix:
    """The place of an each's entry: in a row or grid, or on its ring, with clockwise angles from the top."""
    index, x, y = counted["index"], p.number("x"), p.number("y")
    if "ring" not in p:
        row, column = counted.get("row", index), counted.get("column", index)
        return translate(x + column * p.number("dx"), y + row * p.number("dy"))
    start, end, count = p.number("ring.from"), p.number("ring.to", 360.0), counted["count"]
    # All the way round the first entry is the next one to the last.
    gaps = count if abs(end - start) >= 360 else count - 1
    angle = start + (end - start) * (index / gaps if gaps else 0.5)
    middle = translate(x + p.number("ring.cx"), y + p.number("ring.cy"))
    upright = rotate(0 if p.any("ring.turn") else -angle)
    return chain(middle, rotate(angle), translate(0, -p.number("ring.r")), upright)


@dataclass
class Renderer:
    """Renders the faces of one library, and keeps drawn parts for their next use."""

    library: Library
    read: LoadFile | None = None
    """Reads the files that records name; None where they lie among the templates."""
    _plans: dict[tuple[Face, frozenset[str]], FacePlan] = field(default_factory=dict)
    _used: dict[object, Reusable] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._pictures, self.preflight = FacePictures(self.library, self.read), Preflight()

    @property
    def _drawer(self) -> Drawer:
        return Drawer(self._items_at, self._loop, self._face_size, self._report, self.library)

    def anew(self) -> Renderer:
        """A renderer that shares this one's drawn parts, and reports all findings anew."""
        other = copy(self)
        other.preflight, other._open = Preflight(), []
        return other

    def render(self, face: Face, context: Mapping[str, Any], session: Session) -> FaceResult:
        """All items of a face for one card, its findings, and the colours used."""
        plan = self._plan(face, context, session.facts)
        state = FaceState(letterings=plan.letterings, boxes={} if plan.box_names else None)
        session = session._replace(offset=(0.0, 0.0), look=face.look, preflight=self.preflight, state=state)
        local, tints = self._prepare(face, {**session.facts, **face.params, **context}, session)
        passed_on = FACTS - HIDEABLE - (face.params.keys() - OF_CARD)
        facts = {**session.facts, **{name: context[name] for name in passed_on if name in context}}
        session = session._replace(tints=tints, facts=facts)
        if local is None:
            return FaceResult((), (*state.findings,), tints)
        local |= dict.fromkeys(plan.box_names, NOWHERE)
        session = session._replace(frame=_frame_of(face, local, session.at))
        self._open.append(face.name)
        try:
            items = self._draw_plan(plan, local, session)
        finally:
            self._open.pop()
        return FaceResult(items, (*state.findings,), tints)

    def _plan(self, face: Face, context: Mapping[str, Any], facts: Mapping[str, Any]) -> FacePlan:
        """The plan of a face: what reads only the game's values and the product's records is the same for all cards."""
        constant = HIDEABLE.intersection(facts) - {*context, *face.params, *face.lets}
        cards = facts.get("cards")
        plan = self._plans.get((face, constant))
        if plan is None or plan.cards is not cards:
            plan = self._plans[face, constant] = FacePlan(face, self.library, constant, cards)
        return plan

    def _draw_plan(self, plan: FacePlan, local: Context, session: Session) -> tuple[Item, ...]:
        """The runs of a plan: constant ones from its store, the others drawn now."""
        out: list[Item] = []
        for nodes, reusable in plan.runs:
            if reusable is None:
                self._nodes(nodes, local, session, out)
                continue
            drawn = reusable.find(session)
            if drawn is None or (session.trim, session.at) not in reusable.judged:
                drawn = draw_once(reusable, session.over(out), session.at, partial(self._draw_nodes, nodes, local))
            else:
                consume("items", drawn.shapes, nodes[0].where)
            # A group of one says no more than that.
            out += drawn.group.items if len(drawn.group.items) == 1 else (Place(drawn.group),)
        return tuple(out)

    def _draw_nodes(self, nodes: Sequence[Node], context: Context, session: Session) -> list[Item]:
        items: list[Item] = []
        self._nodes(nodes, context, session, items)
        return items

    def _prepare(self, face: Face, local: Context, session: Session) -> tuple[Context | None, Tints]:
        """The names that a face knows, with its lets, or None when any is wrong; and the face's colours."""
        consume("steps", len(face.lets) + len(face.colors), face.where)
        part, name, value = "lets", "", None
        try:
            for name, value in face.lets.items():
                local[name] = value.get(local)
            part, roles = "colors", {}
            for name, value in face.colors.items():
                roles[name] = str(value.get(local))
            tints = self.library.tints(face, roles, session.roles)
        except ValueProblem as error:
            session.report_at(*session.blame(face.place(part, error.key or name), error, value))
            return None, session.tints
        except OverLimit as error:
            raise error.at(face.place(part, name)) from None
        return local, tints

    def _nodes(self, nodes: Sequence[Node], context: Context, session: Session, out: list[Item]) -> None:
        if nodes:
            consume("items", len(nodes), nodes[0].where)
        session = session.over(out)
        for node in nodes:
            try:
                if node.variants is not None:
                    node = node.in_style(context)
                if node.boxes is not None:
                    self._draw_boxed(node, context, session, out)
                elif node.when is None or node.when.holds("when", context):
                    if node.effects:
                        self._with_effects(node, context, session, out)
                    else:
                        _DRAW[node.kind](self, node, context, session, out)
            except OverLimit as error:
                raise error.at(node.where) from None
            except (PartError, ValueError, ArithmeticError, KeyError, TemplateProblem) as error:
                self._report(error, node, context, session)

    def _draw_boxed(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        """Draw a node that names or reads boxes, and remember where its box came out."""
        boxes, state_boxes = node.boxes, session.state.boxes
        if boxes is None or state_boxes is None:
            return
        for name in boxes.names:
            state_boxes.pop(name, None)
        names = {**context, **boxes_seen(node, session)}
        node, items = placed_beside(node, names), list[Item]()
        is_drawn = node.when is None or node.when.holds("when", names)
        if is_drawn:
            draw = Renderer._with_effects if node.effects else _DRAW[node.kind]
            draw(self, node, names, session, items)
            out.extend(items)
        if boxes.names:
            face_name = Props(node, names).word("face") if node.kind == "use" else ""
            size = self._face_size(face_name, session.look) if face_name else None
            box = box_of(node, names, items, size)
            if is_drawn and boxes.name not in state_boxes:
                session.note_box(node, box)
            session.note_absent(node, box)

    def _report(self, error: Exception, node: Node, context: Context, session: Session) -> None:
        match error:
            case PartError():
                message = f"the picture of {session.card}: {error}"
                session.add(Finding("error", session.spot("look"), message, "", "art", Exit.BAD_INPUT))
            case TemplateProblem():
                session.add(*error.findings)
            case ValueProblem():
                session.report_value(node, error, context)
            case KeyError():
                session.report(node, f"'{error.args[0]}' is missing", "", f"Add {error.args[0]}: and its value.")
            case _:
                session.report(node, str(error))

    def _with_effects(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        from printgen.faces.pictures import with_effects

        items: list[Item] = []
        _DRAW[node.kind](self, node, context, session, items)
        out.extend(with_effects(Props(node, context), tuple(items), session.tints, node.where))

    def _group(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        p = Props(node, context)
        x, y, turn = p.number("x"), p.number("y"), p.number("rotate")
        cx, cy = p.number("cx"), p.number("cy")
        outline, odd = clip_of(p, None) if "clip" in p else (None, False)
        larger = (scale(p.number("scale")),) if "scale" in p else ()
        matrix = chain(translate(x + cx, y + cy), rotate(turn), *larger, translate(-cx, -cy))
        items = self._items_at(node.children, context, session, matrix)
        if "mask" in p and items:
            items = self._pictures.show_masked(p, items, None, node.where, session)
        group = Group(items, outline, odd)
        if outline is not None:
            self.preflight.clips[group] = None
        out.append(Place(group, matrix))

    def _items_at(
        self, nodes: tuple[Node, ...], context: Context, session: Session, matrix: Matrix
    ) -> tuple[Item, ...]:
        inner = session._replace(at=compose(session.at, matrix))
        if session.state.boxes is not None:
            # A ring turns its entries back.
            moves = all(abs(a - b) < _UPRIGHT for a, b in zip(matrix[:4], IDENTITY[:4], strict=True))
            x, y = session.offset
            # Names of what lies in a group that is turned or scaled are known in it alone.
            inner = inner._replace(offset=(x + matrix[4], y + matrix[5]) if moves else (0.0, 0.0))
        return tuple(self._draw_nodes(nodes, context, inner))

    def _face_size(self, name: str, look: str) -> tuple[float, float] | None:
        """The size of the face that a `use` names, in points; None when the `use` gives the size."""
        return self._face(name, look).size

    def _use(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        p = Props(node, context)
        name = p.word("face")
        values = {parameter: value.of(f"with {parameter}", context) for parameter, value in node.inner.items()}
        joints = (session.joints, session.at) if session.joints else ()
        size = {key: to_mm(p.number(key)) for key in ("w", "h") if key in p}
        face = self._face(name, session.look)
        read = self.library.reads(face)
        product = session.facts.get("product") if read & {"product", "cards"} else None
        named = (*values.items(), *size.items(), ("product", product))
        key = (name, session.look, joints, tuple((k, value_key(v)) for k, v in named))
        # Items that read the card are rarely drawn twice.
        reusable = Reusable() if OF_CARD & read - values.keys() else self._used.setdefault(key, Reusable())
        place = translate(p.number("x"), p.number("y"))
        at, drawn = compose(session.at, place), reusable.find(session)
        if drawn is None:
            drawn = draw_once(reusable, session, at, partial(self._inside, node, face, {**values, **size}, at))
        else:
            consume("items", drawn.shapes, node.where)
            if (session.trim, at) not in reusable.judged:
                reusable.judged.add((session.trim, at))
                session.judge(node.where, node, drawn.group.items, at)
        out.append(Place(drawn.group, place))

    def _inside(self, node: Node, face: Face, context: Context, at: Matrix, session: Session) -> tuple[Item, ...]:
        """The items of the face that a `use` names, at its place; findings go with those of that face."""
        unknown = [k for k in node.inner if k not in face.params and k not in OF_CARD]
        for k in unknown:
            hint = did_you_mean(k, face.params, "Add it to params: there.")
            session.report(node, f"face '{face.name}' takes no '{k}'", f"with {k}", hint)
        if unknown:
            return ()
        inner = session._replace(roles=session.tints.roles, at=at, counted={}, letters=1.0, sizes=None, part=None)
        consume("items", _FACE, node.where)
        with nest("use", node.where):
            drawn = self.render(face, context, inner)
        session.tints.take(drawn.tints.taken)
        session.add(*drawn.findings)
        return drawn.items

    def _face(self, name: str, look: str) -> Face:
        if name in self._open:
            raise ValueProblem(f"face '{name}' uses itself; use another one", "face")
        with blame("face"):
            return self.library.face(name, look)

    def _each(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        p = Props(node, context)
        for inner, entry in self._loop(node, context, session):
            place = _entry_place(p, entry.counted)
            out.append(Place(Group(self._items_at(node.children, inner, entry, place)), place))

    def _loop(self, node: Node, context: Context, session: Session) -> Iterator[tuple[Context, Session]]:
        """The names that each entry of an each knows, and the session that counts the entry."""
        p = Props(node, context)
        listed, name = self._entries(node, p)
        # Each entry gets a copy of all names, which are few.
        consume("steps", len(listed) * (len(context) + len(node.inner)), node.where)
        columns = p.number("columns", 1.0)
        if columns < 1 or columns % 1:
            raise ValueProblem(f"columns is {columns:g}; write a whole number from 1 up", "columns")
        # In an each within another, the numbers of that one have a name of their own.
        around = session.counted
        outer = {"outer": around} if around else {}
        for i, item in enumerate(listed):
            row, column = divmod(i, int(columns))
            grid = {"row": row, "column": column} if "columns" in p else {}
            entry = session._replace(counted={**outer, **grid, "index": i, "count": len(listed)})
            known = {**context, **entry.counted, name: item}
            for let, value in node.inner.items():
                known[let] = value.of(f"lets {let}", known)
            yield known, entry

    def _flow(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        out.extend(draw_flow(node, Frame(context, session, self._drawer)))

    def _first(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        """Try the entries in order, each with its own findings, until one fits on one page."""
        listed, name = self._entries(node, Props(node, context))
        best: tuple[list[Item], list[Finding]] | None = None
        for item in listed:
            state = FaceState([], {**session.state.hard_texts}, session.state.letterings, boxes=session.state.boxes)
            items = self._draw_nodes(node.children, {**context, name: item}, session._replace(state=state))
            if any(finding.exit is Exit.DOES_NOT_FIT for finding in state.findings):
                continue
            crossed = crosses(items, session.at, session.joints)
            if best is None or not crossed:
                best = items, state.findings
            if not crossed:
                break
        if best:
            out.extend(best[0])
            session.add(*best[1])

    def _entries(self, node: Node, p: Props) -> tuple[Sequence[Any], str]:
        """The entries of a looped list, and the name of each; ValueProblem for a value that is no list."""
        listed = p.any("in")
        if isinstance(listed, str) and (ends := _RANGE.fullmatch(listed)):
            listed = range(int(ends[1]), int(ends[2]) + 1)
            # A range up to a number of the card, such as 1..{{ card.pips }}, is empty for a card without any.
            if not listed and (listed.start != listed.stop or node.props["in"].constant):
                raise ValueProblem(f"{ends[0].strip()} holds nothing; write it as {ends[2]}..{ends[1]}", "in")
        if not isinstance(listed, Sequence) or isinstance(listed, str):
            message = f"{node.kind} needs a list; write a list, a range such as 1..6, or what gives a list"
            raise ValueProblem(message, "in")
        name = p.word("as", "item")
        if problem := problem_of_word(name):
            raise ValueProblem(f"{problem}; choose a name of letters, digits and _", "as")
        check_limit("entries", len(listed), node.place("in"))
        consume("items", len(listed), node.where)
        return listed, name

    def _slot(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        """A slot draws nothing: a product asks the face for it."""

    def _shape(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        items = shapes.DRAW[node.kind](Props(node, context), session.tints, self.library)
        judge_shape(node, items, session)
        out.extend(items)

    def _text(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        is_plated = not node.flow and not PLATE.keys().isdisjoint(node.props)
        if is_plated or "foot" in node.props or (node.boxes is not None and grows_downwards(node)):
            out.extend(draw_plated(node, Frame(context, session, self._drawer)))
            return
        words = lettering.draw(node, context, session, self.library, out)
        if node.boxes is not None:
            session.note_box(node, box_of_text(node, context, words), "h" in node.props or bool(words.items))

    def _blocks(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        out.extend(draw_plated(node, Frame(context, session, self._drawer)))

    def _code(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        out.extend(shapes.draw_code(node, context, session))

    def _image(self, node: Node, context: Context, session: Session, out: list[Item]) -> None:
        self._pictures.draw(node, context, session, out)


_DRAW: dict[str, Callable[[Renderer, Node, Context, Session, list[Item]], None]] = {
    "group": Renderer._group,
    "use": Renderer._use,
    "each": Renderer._each,
    "first": Renderer._first,
    **dict.fromkeys(FLOWS, Renderer._flow),
    "text": Renderer._text,
    "image": Renderer._image,
    "blocks": Renderer._blocks,
    "qr": Renderer._code,
    "barcode": Renderer._code,
    "slot": Renderer._slot,
    **dict.fromkeys(shapes.DRAW, Renderer._shape),
}


def _frame_of(face: Face, context: Context, at: Matrix) -> FaceFrame | None:
    """The place and size of a face; None when the face has no size and is given none."""
    if face.size:
        return FaceFrame(at, *face.size, face.bleed)
    width, height = context.get("w"), context.get("h")
    if not isinstance(width, int | float) or not isinstance(height, int | float):
        return None
    return FaceFrame(at, mm(width), mm(height), face.bleed)


def draw_face(library: Library, name: str, context: Mapping[str, Any], title: str, look: str) -> tuple[Item, ...]:
    """All items of one of the built-in faces, of which a game may have its own. PrintgenError where that is wrong."""
    try:
        face = library.face(name, look)
    except TemplateProblem as error:
        raise PrintgenError(error.findings) from error
    session = Session(Tints({}), title, lambda _: face.where, FaceState())
    items, findings, _ = Renderer(library).render(face, context, session)
    stop_on_errors(findings)
    return items
