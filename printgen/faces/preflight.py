"""Remembers where drawn items come from, and judges what a cut does to a face."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.base.errors import Where
from printgen.drawing.extent import walk_kind
from printgen.drawing.grounds import Grounds
from printgen.drawing.model import Copies, Drawing, Group, Item, Place, Text
from printgen.faces.face import Node


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

    def safe_of(self, picture: Drawing, usual: float) -> float:
        """How far inside its cut the text of a picture stays."""
        return self.safes.get(picture, usual)

    def is_first_look(self, *what: object) -> bool:
        """Whether something is looked at for the first time."""
        if what in self.seen:
            return False
        self.seen.add(what)
        return True


def _subject(item: Item) -> Item | Group:
    """What an origin is remembered by: of something placed its group, else the item itself."""
    return item.group if isinstance(item, Place) else item
