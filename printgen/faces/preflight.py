"""What was drawn so far, and where it comes from, for whoever judges it: texts, groups, colours and their homes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.base.errors import Where
from printgen.drawing.grounds import Grounds
from printgen.drawing.model import Drawing, Group, Item, Place, Text
from printgen.drawing.tints import Tints
from printgen.drawing.walk import walk
from printgen.faces.face import Face, Node


class Home(NamedTuple):
    """Where something that no face draws comes from: what it is called, "" for its piece, and its place in a file.

    What has one `cause` is told once; the `hint` is for words that are too small.
    """

    what: str
    where: Where
    cause: Hashable = None
    hint: str = ""


class Typed(NamedTuple):
    """A text with all items that were set with it, the node that set them, and what finds fields of its record."""

    text: Text
    items: Sequence[Item]
    node: Node
    spot: Callable[[str], Where]


AROUND = Home("", Where(""))
"""What a product draws itself on a face comes from there where the product does."""


@dataclass
class Preflight:
    """What was looked at so far, for all that one renderer draws."""

    grounds: Grounds = field(default_factory=Grounds)
    seen: set[object] = field(default_factory=set)
    colors: dict[int, tuple[Face, dict[str, dict[str, list[str]]]]] = field(default_factory=dict)
    """The colours that roles of a face had which differ from card to card, each with the cards that had it."""

    homes: dict[int, tuple[object, Home | None]] = field(default_factory=dict)
    """Where items, and groups, come from; None for those of faces, which are judged as they are drawn."""
    texts: dict[int, Typed] = field(default_factory=dict)
    """The texts that faces set, each with what tells where it was typed."""
    words: dict[str, Typed] = field(default_factory=dict)
    """The last of the texts by what they say."""
    clips: dict[int, Group] = field(default_factory=dict)
    """The groups that faces clip."""
    safes: dict[int, tuple[Drawing, float]] = field(default_factory=dict)
    """How far inside its cut the text of a picture stays, in points."""

    def typed(self, node: Node, items: Sequence[Item], spot: Callable[[str], Where]) -> None:
        """Remember where the texts of a node were typed."""
        for text, _ in walk(items):
            if isinstance(text, Text):
                self.texts[id(text)] = self.words[text.text] = Typed(text, items, node, spot)

    def place_of(self, text: Text) -> tuple[Where, Where] | None:
        """Where a text was typed, in a record or in a face, and its line there; None where no face has set it."""
        # One that was made lighter, or tells a code, is no longer the one that was set.
        known = self.texts.get(id(text)) or self.words.get(text.text)
        if known is None:
            return None
        field = known.node.props["text"].field
        return (known.spot(field) if field else known.node.place("text")), known.node.where

    def together(self, one: Text, other: Text) -> bool:
        """Whether two texts are parts of one that a face has set."""
        known, others = self.texts.get(id(one)), self.texts.get(id(other))
        return known is not None and others is not None and known.items is others.items

    def cuts(self, group: Group) -> bool:
        """Whether a face clips a group, and not the product for a reason of its own."""
        return id(group) in self.clips

    def is_art(self, group: Group) -> bool:
        """Whether a group is a picture that a face shows, and not one that the product has drawn."""
        return self.grounds.picture_box(group) is not None and id(group) not in self.homes

    def settle(self, items: Iterable[Item], home: Home | None) -> None:
        """Remember where items come from."""
        self.homes |= {id(held): (held, home) for item in items for held in (_held(item),)}

    def home_of(self, item: Item, around: Home | None) -> Home | None:
        """Where an item comes from; by default from where that does which is around it."""
        found = self.homes.get(id(_held(item)))
        return around if found is None else found[1]

    def has_home(self, item: Item) -> bool:
        """Whether it is known of an item itself where it comes from."""
        return id(_held(item)) in self.homes

    def safe_of(self, picture: Drawing, usual: float) -> float:
        """How far inside its cut the text of a picture stays."""
        return self.safes.get(id(picture), (picture, usual))[1]

    def note(self, face: Face, card: str, tints: Tints) -> None:
        """Remember the colours that a face has for a card."""
        known = self.colors.get(id(face))
        if known is None:
            known = self.colors[id(face)] = face, {role: {} for role, said in face.colors.items() if not said.constant}
        for role, had in known[1].items():
            had.setdefault(tints.names[role], []).append(card)

    def had(self, face: Face) -> Mapping[str, Mapping[str, Sequence[str]]]:
        """The colours that the roles of a face had so far."""
        return self.colors[id(face)][1] if id(face) in self.colors else {}

    def first(self, *what: object) -> bool:
        """Whether something is looked at for the first time."""
        if what in self.seen:
            return False
        self.seen.add(what)
        return True


def _held(item: Item) -> Item | Group:
    return item.group if isinstance(item, Place) else item
