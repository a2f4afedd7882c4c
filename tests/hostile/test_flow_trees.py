"""Random trees of stacks and rows: each box is drawn in a place of its own, or a finding says what is wrong.

Every leaf has a colour or a word that no other one has, so that a lost box is seen. `make nightly` tries thousands
(`--trials`).
"""

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from printgen.base.errors import has_errors
from printgen.base.units import IDENTITY, Box, compose
from printgen.build import stages
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import transform_box
from printgen.drawing.model import Item, Place, Rect, Text

Draw = Callable[[dict[str, Any]], list[tuple[Item, ...]]]
GAME = """\
title: Trees
version: "1"
records: {card: {n: integer, tags: list}}
products: {deck: {kind: cards, title: Deck, list: deck.yaml, record: card, front: front}}
"""
DECK = "- {name: Rain, n: 1, tags: [a, b]}\n- {name: The long name of somebody, n: 7, tags: [none-such]}\n"
WORDS = ("", "short", "a text of several words that goes on over more than one line", "- an entry\n- another one")
BLOCKS = "# Head\n\n| a | b |\n|---|---|\n| 1 | two words |\n---\nA paragraph."
PICKS: dict[str, list[Any]] = {
    "grow": [0, 1, 2], "basis": [0, 5, 30], "min": [0, 5, 30], "max": [0, 2, 30], "w": [0, 3, 10, 40, 80],
    "h": [0, 2, 8, 30, 120],
}  # fmt: skip
FLOW: dict[str, list[Any]] = {
    "gap": [0, 1, 20], "pad": [0, 1, 20], "align": ["stretch", "start", "center", "end"], "wrap": [True],
    "justify": ["start", "center", "end", "between"], "size": ["10..6", 9],
}  # fmt: skip


class Tree:
    """Makes one tree; `colors` and `words` are those that have to be seen on each card."""

    def __init__(self, seed: int) -> None:
        self.rng, self.leaves = random.Random(seed), 0
        self.colors: list[str] = []
        self.words: list[str] = []

    def pick(self, picks: dict[str, list[Any]], keys: str, share: float) -> dict[str, Any]:
        return {key: self.rng.choice(picks[key]) for key in keys.split() if self.rng.random() < share}

    def box(self, depth: int = 0) -> dict[str, Any]:
        flows = ["stack", "row", "each"] if depth < 4 else []
        kind = self.rng.choice(["text", "text", "rect", "rect", "icon", "ellipse", "blocks", "group", *flows])
        # A group draws what it draws, however long its box is.
        said = {} if kind in ("each", "group") else self.pick(PICKS, "grow basis min max", 0.15)
        if kind not in ("icon", "ellipse", "each", "group"):
            said |= self.pick(PICKS, "w h", 0.3)
        self.leaves += 1
        word, color = f"w{self.leaves}", f"#{0x100000 + self.leaves:06X}"
        return {kind: said | getattr(self, kind)(word, color, depth)}

    def text(self, word: str, color: str, depth: int) -> dict[str, Any]:
        self.words.append(word)
        letters = {"size": [6, 20, "12..6"], "align": ["center", "justify"], "lines": [1, 2], "pad": [0, 1, 9]}
        return {"text": f"{word} {self.rng.choice(WORDS)}".strip(), **self.pick(letters, "size align lines pad", 0.25)}

    def blocks(self, word: str, color: str, depth: int) -> dict[str, Any]:
        self.words.append(word)
        return {"from": f"{word}\n\n{self.rng.choice([BLOCKS, WORDS[2]])}", **self.pick(FLOW, "size", 0.2)}

    def rect(self, word: str, color: str, depth: int) -> dict[str, Any]:
        return {"fill": color, **self.pick({"grow": [1], "w": [4], "h": [3]}, "grow w h", 0.4)}

    def icon(self, word: str, color: str, depth: int) -> dict[str, Any]:
        self.colors.append(color)
        return {"name": "fire", "color": color, "size": self.rng.choice([3, 9])}

    def ellipse(self, word: str, color: str, depth: int) -> dict[str, Any]:
        return {"fill": color, "r": self.rng.choice([0, 2, 9])}

    def group(self, word: str, color: str, depth: int) -> dict[str, Any]:
        self.colors.append(color)
        return {"w": 5, "h": 4, "items": [{"rect": {"w": 5, "h": 4, "fill": color}}]}

    def each(self, word: str, color: str, depth: int) -> dict[str, Any]:
        listed = self.rng.choice(["1..3", "{{ card.tags }}", "1..40"])
        return {"in": listed, "items": [self.box(depth + 1) for _ in range(self.rng.randint(1, 2))]}

    def stack(self, word: str, color: str, depth: int) -> dict[str, Any]:
        children = [self.box(depth + 1) for _ in range(self.rng.randint(0, 4))]
        return {**self.pick(FLOW, "gap pad align justify size", 0.25), "items": children}

    def row(self, word: str, color: str, depth: int) -> dict[str, Any]:
        return {**self.stack(word, color, depth), **self.pick(FLOW, "wrap", 0.3)}


def drawn(items: tuple[Item, ...], at: Any = IDENTITY) -> Iterator[tuple[Item, Box]]:
    """The rectangles and texts of a drawing, with the boxes of rectangles."""
    for item in items:
        if isinstance(item, Place):
            yield from drawn(item.group.items, compose(at, item.matrix))
        elif isinstance(item, Rect):
            yield item, transform_box(Box(item.x, item.y, item.w, item.h), at)
        else:
            yield item, Box(0, 0, 0, 0)


def colors_of(items: tuple[Item, ...]) -> set[str]:
    return {str(getattr(item, "fill", "")) for item, _ in drawn(items)}


@pytest.fixture(scope="module")
def draw(tmp_path_factory: pytest.TempPathFactory) -> Draw:
    """Draws a face on two cards; nothing where there are errors."""
    folder = tmp_path_factory.mktemp("trees")
    (folder / "templates" / "faces").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "deck.yaml").write_text(DECK)

    def draw_face(item: dict[str, Any]) -> list[tuple[Item, ...]]:
        face = {"size": [63.5, 88.9], "unit": "mm", "items": [item]}
        Path(folder, "templates", "faces", "front.yaml").write_text(yaml.safe_dump(face, sort_keys=False))
        (job,) = load([str(folder)])
        composed, findings = stages.compose(job, Settings())
        return [] if has_errors(findings) else [piece.front.items for one in composed for piece in one.pieces]

    return draw_face


def faults(seed: int, draw: Draw) -> list[str]:
    """What is wrong with the tree of a number."""
    tree = Tree(seed)
    root = tree.rng.choice(["stack", "row"])
    place = tree.rng.choice(
        [{"inset": 4}, {"x": 4, "y": 4, "w": 50}, {"x": 3, "y": 3, "w": 30, "h": 60}, {"bottom": 4, "w": 50}]
    )
    cards = draw({root: place | getattr(tree, root)("", "", 0)})
    wrong = []
    for items in cards:
        texts = {word for item, _ in drawn(items) if isinstance(item, Text) for word in item.text.split()}
        wrong += [f"{seed}: {word} is lost" for word in tree.words if word not in texts]
        wrong += [f"{seed}: {color} is lost" for color in tree.colors if color not in colors_of(items)]
        boxes = [box for item, box in drawn(items) if isinstance(item, Rect)]
        for one, other in combinations(boxes, 2):
            shared = one.common(other)
            if shared.w > 0.1 and shared.h > 0.1:
                wrong.append(f"{seed}: {one} and {other} overlap")
    return wrong


QUICK, PARTS = 60, 12


@pytest.mark.parametrize("part", range(PARTS))
def test_boxes_of_random_trees_are_drawn_apart(part: int, draw: Draw) -> None:
    assert [fault for seed in range(part, QUICK, PARTS) for fault in faults(seed, draw)] == []


@pytest.mark.nightly
def test_boxes_of_more_random_trees_are_drawn_apart(draw: Draw, request: pytest.FixtureRequest) -> None:
    trials = request.config.getoption("--trials")
    assert [fault for seed in range(QUICK, QUICK + trials) for fault in faults(seed, draw)] == []
