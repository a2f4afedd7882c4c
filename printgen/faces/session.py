"""What is kept while faces are drawn: for which card and where, what was found, and where drawn items come from."""

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
    """Where something that no face draws comes from: what it is called, "" for its piece, and its place in a file.

    What has one `cause` is told once; the `hint` is for words that are too small.
    """

    what: str
    where: Where
    cause: Hashable = None
    hint: str = ""


class SetWords(NamedTuple):
    """All items that were set with a text, the node that set them, and what finds fields of its record."""

    items: Sequence[Item]
    node: Node
    spot: Callable[[str], Where]


FROM_PRODUCT = Origin("", Where(""))
"""The origin of what the product itself draws on a face."""


@dataclass
class Preflight:
    """What was looked at so far, for all that one renderer draws."""

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
        """What tells where a text was typed, if a face has set it. Most builds ask of none."""
        for words in self.pending_texts:
            for item, _ in walk_kind(words.items, Text):
                self.texts[item] = self.words[item.text] = words
        self.pending_texts.clear()
        return self.texts.get(text, None)

    def place_of(self, text: Text) -> tuple[Where, Where] | None:
        """Where a text was typed, in a record or in a face, and its line there; None where no face has set it."""
        # One that was made lighter, or tells a code, is no longer the one that was set.
        words = self._words_of(text) or self.words.get(text.text)
        if words is None:
            return None
        field = words.node.props["text"].field
        return (words.spot(field) if field else words.node.place("text")), words.node.where

    def together(self, one: Text, other: Text) -> bool:
        """Whether two texts are parts of one that a face has set."""
        words, other_words = self._words_of(one), self._words_of(other)
        return words is not None and other_words is not None and words.items is other_words.items

    def cuts(self, group: Group) -> bool:
        """Whether a face clips a group, and not the product for a reason of its own."""
        return group in self.clips

    def is_art(self, group: Group) -> bool:
        """Whether a group is a picture that a face shows, and not one that the product has drawn."""
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
        """Whether something is looked at for the first time."""
        if what in self.seen:
            return False
        self.seen.add(what)
        return True


def _subject(item: Item) -> Item | Group:
    """What an origin is remembered by: of something placed its group, else the item itself."""
    return item.group if isinstance(item, Place) else item


class PlacedBox(NamedTuple):
    """Where the box of a shape came out, in points of its face; one that is not drawn has no height."""

    box: Box
    is_drawn: bool


@dataclass(slots=True)
class FaceState:
    """What drawing a face has come to: its findings, and how its text nodes are set, which lasts for other cards.

    `hard` are texts that are hard to read, unless they are the shadows of others; `setters` set blocks of this card.
    """

    findings: list[Finding] = field(default_factory=list)
    hard: dict[str, tuple[Box, Finding]] = field(default_factory=dict)
    letterings: dict[object, Lettering] = field(default_factory=dict)
    setters: dict[object, Any] = field(default_factory=dict)
    boxes: dict[str, PlacedBox] | None = None
    """Where boxes came out, in points of the face; None in a face that names none."""

    def add(self, findings: Iterable[Finding]) -> None:
        self.findings.extend(findings)

    def take_back(self, finding: Finding) -> None:
        """A finding that turns out to be none."""
        self.findings[:] = (other for other in self.findings if other is not finding)


@dataclass(slots=True)
class CardPart:
    """One part of a card whose blocks go on in others: how many of their chunks are `begun`, on the parts before it.

    `reached` are those of them of which more is to come, and `way` says where: "back" or "card".
    """

    begun: Mapping[object, int] = field(default_factory=dict)
    reached: dict[object, int] = field(default_factory=dict)
    way: str = ""

    def stop_at(self, box: object, count: int, way: str) -> None:
        """Leave what comes after so many chunks of a box to the next part."""
        self.reached[box], self.way = count, way


class FaceFrame(NamedTuple):
    """Where a face lies, its size and its bleed, in points."""

    at: Matrix
    width: float
    height: float
    bleed: float

    def box(self, at: Matrix) -> Box | None:
        """The face's box, as what a matrix moves sees it; None where that is turned or scaled on the face."""
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
        """The same for what lies over items, which lie where it draws now."""
        return self._replace(under=(*self.under, (PaintedItems(items), self.at)))

    def note_box(self, node: Node, box: Box, is_drawn: bool = True) -> None:
        """Remember where the box of a node came out, if it has a name."""
        if node.boxes is not None and node.boxes.name and self.state.boxes is not None:
            self.state.boxes[node.boxes.name] = PlacedBox(box.moved(*self.offset), is_drawn)

    def note_absent(self, node: Node, box: Box) -> None:
        """Give a node and what is in it, as far as it is not drawn, a place without a height."""
        if node.boxes is not None and self.state.boxes is not None:
            place = PlacedBox(box._replace(h=0.0).moved(*self.offset), is_drawn=False)
            self.state.boxes.update((name, place) for name in node.boxes.names if name not in self.state.boxes)

    def add(self, *findings: Finding) -> None:
        """Report findings as they are."""
        self.state.add(findings)

    def report(self, node: Node, message: str, key: str = "", hint: str = "") -> None:
        """A mistake of the template, at its line; names the card that it was found with."""
        self.report_at(node.place(key), message, hint)

    def report_value(self, node: Node, problem: ValueProblem, context: Mapping[str, Any]) -> None:
        """As `report`, of what a value is; a word that the card or a table gives is told where that has it."""
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
        """A mistake of the template at a place of it; what its message says to do is the hint where there is none."""
        message, hint = (message, hint) if hint else split_advice(message)
        text = f"{message} (drawing {self.card})"
        self.add(Finding("error", where, text, hint, "template", cause=where, also=also))

    def warn(self, node: Node, message: str, hint: str, code: str) -> Finding:
        """A weakness of the template at its line, told once for all cards; the finding, which may be taken back."""
        finding = Finding("warning", node.where, message, hint, code, cause=node.where)
        self.add(finding)
        return finding

    def judge(self, where: Where, node: Node, items: Iterable[Item], at: Matrix, words: str = "") -> None:
        """Report text over the cut or too near to it; `words` is what it says where its items are single letters."""
        if self.trim is not None and (fault := self.trim.fault(items, at, words)):
            cause = where if where.file == node.where.file else node.where
            self.add(edge_finding(where, fault, self.trim.lenient, cause))
