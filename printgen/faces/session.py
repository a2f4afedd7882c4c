"""State of the drawing of faces: the card and place, the findings, and where drawn items come from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from printgen.base.errors import Finding, ValueProblem, Where, split_advice
from printgen.base.units import IDENTITY, Box, Matrix
from printgen.drawing.extent import walk_kind
from printgen.drawing.grounds import Grounds, Layer, PaintedItems
from printgen.drawing.model import Copies, Drawing, Group, Item, Place, Text
from printgen.drawing.tints import Tints
from printgen.faces.face import Node
from printgen.faces.setting import Lettering
from printgen.faces.trim import Trim, edge_finding
from printgen.reading.texts import Value


class Origin(NamedTuple):
    """Where an item that no face draws comes from: its name, "" for its piece, and its place in a file.

    Findings with one `cause` are reported once; the `hint` is for words that are too small.
    """

    what: str
    where: Where
    cause: Hashable = None
    hint: str = ""


class SetWords(NamedTuple):
    """All items set for a text, the node that set them, and the finder of its record's fields."""

    items: Sequence[Item]
    node: Node
    spot: Callable[[str], Where]


class TextPlace(NamedTuple):
    """Where a text was typed, in a record or in a face, and its line in the face."""

    typed: Where
    in_face: Where | None = None


class HardText(NamedTuple):
    """Where a text lies that is hard to read, and the warning of it, which is taken back if it is a shadow."""

    box: Box
    finding: Finding


FROM_PRODUCT = Origin("", Where(""))
"""The origin of what the product itself draws on a face."""


@dataclass
class Preflight:
    """What was checked so far of all that one renderer draws."""

    grounds: Grounds = field(default_factory=Grounds)
    seen: set[object] = field(default_factory=set)
    origins: Copies[Item | Group, Origin | None] = field(default_factory=Copies)
    """Where items, and groups, come from; None for those of faces, which are judged as they are drawn."""
    pending_texts: list[SetWords] = field(default_factory=list)
    """What faces set and nobody has asked for yet; the next question puts it into the two below."""
    texts: Copies[Text, SetWords | None] = field(default_factory=Copies)
    """The texts that faces set, each with what tells where it was typed."""
    words: dict[str, SetWords] = field(default_factory=dict)
    """The last of the texts by what they say."""
    clips: Copies[Group, None] = field(default_factory=Copies)
    """The groups that faces clip."""
    safes: Copies[Drawing, float] = field(default_factory=Copies)
    """How far inside its cut the text of a picture stays, in points."""

    def note_texts(self, node: Node, items: Sequence[Item], spot: Callable[[str], Where]) -> None:
        """Remember where the texts of a node were typed."""
        self.pending_texts.append(SetWords(items, node, spot))

    def _words_of(self, text: Text) -> SetWords | None:
        """How a text was set, if a face has set it; most builds never ask."""
        for words in self.pending_texts:
            for item, _ in walk_kind(words.items, Text):
                self.texts[item] = self.words[item.text] = words
        self.pending_texts.clear()
        return self.texts.get(text, None)

    def place_of(self, text: Text) -> TextPlace | None:
        """Where a text comes from; None when no face has set it."""
        # A text made lighter, or one that stands for a code, is no longer the object that was set.
        words = self._words_of(text) or self.words.get(text.text)
        if words is None:
            return None
        field = words.node.props["text"].field
        return TextPlace(words.spot(field) if field else words.node.place("text"), words.node.where)

    def together(self, one: Text, other: Text) -> bool:
        """Whether two texts are parts of one text that a face has set."""
        words, other_words = self._words_of(one), self._words_of(other)
        return words is not None and other_words is not None and words.items is other_words.items

    def cuts(self, group: Group) -> bool:
        """Whether a face clips a group, rather than the product."""
        return group in self.clips

    def is_art(self, group: Group) -> bool:
        """Whether a group is a picture shown by a face, not one drawn by the product."""
        return self.grounds.picture_box(group) is not None and group not in self.origins

    def set_origin(self, items: Iterable[Item], origin: Origin | None) -> None:
        """Remember where items come from."""
        for item in items:
            self.origins[_subject(item)] = origin

    def origin_of(self, item: Item, around: Origin | None) -> Origin | None:
        """The origin of an item, or that of the item around it."""
        return self.origins.get(_subject(item), around)

    def has_origin(self, item: Item) -> bool:
        """Whether an item has an origin of its own."""
        return _subject(item) in self.origins

    def is_first_look(self, *what: object) -> bool:
        """Whether something is checked for the first time."""
        if what in self.seen:
            return False
        self.seen.add(what)
        return True


def _subject(item: Item) -> Item | Group:
    """The object under which an item's origin is kept: the group of a placed item, else the item itself."""
    return item.group if isinstance(item, Place) else item


class PlacedBox(NamedTuple):
    """Where the box of a shape came out, in points of its face; one that is not drawn has no height."""

    box: Box
    is_drawn: bool


@dataclass(slots=True)
class FaceState:
    """Results of drawing a face: its findings, and the settings of its text nodes, which last for other cards.

    `hard_texts` are by their words, unless they are the shadows of others; `setters` set blocks of this card.
    """

    findings: list[Finding] = field(default_factory=list)
    hard_texts: dict[str, HardText] = field(default_factory=dict)
    letterings: dict[object, Lettering] = field(default_factory=dict)
    setters: dict[object, Any] = field(default_factory=dict)
    boxes: dict[str, PlacedBox] | None = None
    """Where boxes came out, in points of the face; None in a face that names none."""

    def add(self, findings: Iterable[Finding]) -> None:
        self.findings.extend(findings)

    def take_back(self, finding: Finding) -> None:
        """Remove a finding that turned out to be wrong."""
        self.findings[:] = (other for other in self.findings if other is not finding)


@dataclass(slots=True)
class CardPart:
    """One part of a card whose blocks continue on other parts; `begun` counts the chunks on earlier parts.

    `reached` counts those with chunks left over, and `way` says where they go: "back" or "card".
    """

    begun: Mapping[object, int] = field(default_factory=dict)
    reached: dict[object, int] = field(default_factory=dict)
    way: str = ""

    def stop_at(self, box: object, count: int, way: str) -> None:
        """Leave all chunks of a box after the first `count` to the next part."""
        self.reached[box], self.way = count, way


class FaceFrame(NamedTuple):
    """Where a face lies, its size and its bleed, in points."""

    at: Matrix
    width: float
    height: float
    bleed: float

    def box(self, at: Matrix) -> Box | None:
        """The face's box as seen through a matrix; None when the matrix turns or scales."""
        if at[:4] != self.at[:4] or at[:4] != IDENTITY[:4]:
            return None
        return Box(self.at[4] - at[4], self.at[5] - at[5], self.width, self.height)


_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Session(NamedTuple):
    """One face drawn for one card. `roles` are the colours that the face inherits from the one that uses it.

    `trim` is how it is cut, where that is known, and `at` where on it what is drawn now lies; `grown` says how many
    times as large it is printed, and `sized` where its size stands. `under` is all that lies under what is drawn now,
    from the bottom up, and `preflight` what was looked at before. Its methods report to the `state`.
    """

    tints: Tints
    card: str
    spot: Callable[[str], Where]
    state: FaceState
    roles: Mapping[str, str] = _NOTHING
    look: str = ""
    trim: Trim | None = None
    at: Matrix = IDENTITY
    grown: float = 1.0
    sized: Where | None = None
    under: tuple[Layer, ...] = ()
    preflight: Preflight | None = None
    written: Callable[[str, Value], Sequence[Where]] = lambda word, value: ()
    """The places at which the card, or the game's tables, have the word that a value is."""
    line_spots: Callable[[str, Sequence[str]], list[Where]] | None = None
    """The places of the lines of a text, which is a field of the record."""
    joints: tuple[Box, ...] = ()
    """Where pages of a large piece are joined, in points of the face; nothing there is easy to read."""
    counted: Mapping[str, Any] = _NOTHING
    """What the each counts in which something is drawn now."""
    frame: FaceFrame | None = None
    """The face that is drawn, where its size is known."""
    facts: Mapping[str, Any] = _NOTHING
    """What faces know by name without being handed it, and the faces that they use, too; their parameters hide it."""
    offset: tuple[float, float] = (0.0, 0.0)
    """Where on the face the shapes lie among which something is drawn, in points."""
    letters: float = 1.0
    """How many times as large letters are set as the face says, where a stack makes all of its texts smaller."""
    part: CardPart | None = None
    """Which part of a card is drawn; None where blocks cannot go on."""
    sizes: tuple[float, float] | None = None
    """The size and the floor, in points, of texts that say no size, where a stack says them."""

    def over(self, items: Sequence[Item]) -> Session:
        """The session for items on top of these items."""
        return self._replace(under=(*self.under, (PaintedItems(items), self.at)))

    def note_box(self, node: Node, box: Box, is_drawn: bool = True) -> None:
        """Remember where the box of a node came out, if it has a name."""
        if node.boxes is not None and node.boxes.name and self.state.boxes is not None:
            self.state.boxes[node.boxes.name] = PlacedBox(box.moved(*self.offset), is_drawn)

    def note_absent(self, node: Node, box: Box) -> None:
        """Give a node and its undrawn contents a place without a height."""
        if node.boxes is not None and self.state.boxes is not None:
            place = PlacedBox(box._replace(h=0.0).moved(*self.offset), is_drawn=False)
            self.state.boxes.update((name, place) for name in node.boxes.names if name not in self.state.boxes)

    def add(self, *findings: Finding) -> None:
        """Report findings as they are."""
        self.state.add(findings)

    def report(self, node: Node, message: str, key: str = "", hint: str = "") -> None:
        """Report a mistake of the template at its line, with the name of the card."""
        self.report_at(node.place(key), message, hint)

    def report_value(self, node: Node, problem: ValueProblem, context: Mapping[str, Any]) -> None:
        """Report a mistake in a value; a wrong word from the card or a table is reported at its place there."""
        value = node.when if problem.key == "when" else node.props.get(problem.key)
        if value is not None and not value.constant and not problem.word:
            with suppress(ValueProblem):
                word = value.get(context)
                problem.word = word if isinstance(word, str) else ""
        self.report_at(*self.blame(node.place(problem.key), problem, value))

    def blame(
        self, where: Where, problem: ValueProblem, value: Value | None
    ) -> tuple[Where, str, str, tuple[Where, ...]]:
        """What `report_at` takes for a problem of a value at a place, or of the word that is to blame at its own."""
        message, hint = split_advice(str(problem))
        spots = self.written(problem.word, value) if problem.word and value is not None else ()
        if not spots:
            return where, message, hint, ()
        return spots[0], f"{message}, for {where}", hint, tuple(spots[1:])

    def report_at(self, where: Where, message: str, hint: str = "", also: tuple[Where, ...] = ()) -> None:
        """Report a mistake of the template at a place; without a hint, advice in the message becomes the hint."""
        message, hint = (message, hint) if hint else split_advice(message)
        text = f"{message} (drawing {self.card})"
        self.add(Finding("error", where, text, hint, "template", cause=where, also=also))

    def warn(self, node: Node, message: str, hint: str, code: str) -> Finding:
        """Warn of a weakness at its line, once for all cards; returns the finding, which may be taken back."""
        finding = Finding("warning", node.where, message, hint, code, cause=node.where)
        self.add(finding)
        return finding

    def judge(self, where: Where, node: Node, items: Iterable[Item], at: Matrix, words: str = "") -> None:
        """Report text over the cut or too near to it; `words` is what it says where its items are single letters."""
        if self.trim is not None and (fault := self.trim.fault(items, at, words)):
            cause = where if where.file == node.where.file else node.where
            self.add(edge_finding(where, fault, self.trim.lenient, cause))
