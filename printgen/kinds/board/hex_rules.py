"""The rules of a game's hex boards: the shapes of edges, grounds, features, icons and scores, and their gaps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from printgen.base.errors import Finding, Where
from printgen.kinds.board.plan import Lead, unknown
from printgen.reading.files import Files
from printgen.reading.part import NOTHING, Many, Part, Words, fillable

MOVE, SHOOT = "move", "shoot"
"""The actions that the board itself is made for: they must be among those of the rules."""

Shape = Literal["rooms", "patch", "row", "crack"]

_NUMBERED = re.compile(r"(.+)-([1-9][0-9]?)")
_Size = Annotated[int, Field(ge=1, le=12)]


_Sentence = Annotated[Words, fillable("figures", "turn")]
_Sentences = Annotated[Many[_Sentence], Field(max_length=3)]


class EdgeRule(Part):
    """A type of edge."""

    name: Words = Field(description="what legends call the edge")
    passes: Many[str] = Field((), description="the actions that the edge lets pass, of those of the rules")
    shelters: bool = Field(False, description="whether a figure behind such an edge is covered")


class DoorRule(Part):
    """A plain edge that leads into rooms."""

    name: Words = Field(description="what legends call a door")
    into: str = Field(description="the ground of the rooms that a door leads into")


class GroundRule(Part):
    """A possible ground of a hex."""

    name: Words = Field(description="what legends call the ground")
    edge: str | None = Field(None, description="the type of edge that tells of the ground, all around a hex")
    stand: bool = Field(True, description="whether a figure may stand there")


class FeatureRule(Part):
    """A feature of random boards."""

    shape: Shape = Field(
        description="how it lies: rooms with doors in their walls, a patch of ground with its edges all around and "
        "within, a row with edges on its long sides, or a crack that winds along edges"
    )
    ground: str | None = Field(None, description="the ground of its hexes; a crack takes none")
    edge: str | None = Field(None, description="the type of its edges, where that is not told by its ground")
    sizes: Annotated[Many[_Size], Field(min_length=1, max_length=30)] = Field(
        description="how many hexes it takes, or edges of a crack; one of these numbers is picked each time"
    )


class IconRule(Part):
    """A possible offer of a power-up."""

    one: Words = Field(description="what one of it is called")
    several: Words = Field(description="what several of it are called")
    lies: str | None = Field(None, description="the ground on which it serves; the plain one when left out")
    numbered: bool = Field(False, description="whether a power-up writes how many behind a dash, as in boot-8")
    note: Words = Field(NOTHING, description="what is said behind its name, after a comma")


class SightRule(Part):
    """The words of sheets with lines of sight."""

    line: _Sentence = Field(NOTHING, description="the line in the head: what the numbers mean")
    parts: _Sentences = Field((), description="how hexes in sight are counted, in up to three lines")
    notes: _Sentences = Field((), description="reminders, up to three lines")


_Lead = Annotated[Words, fillable("lead", "better", "worse", "near")]


class LeadRule(Lead):
    """The wording for a part of a score; {better} and {worse} are the sides, {near} the moves that count as near."""

    even: _Lead = Field(description="what is said when no side gains")
    one: _Lead = Field(description="what is said when a side gains by exactly 1")
    more: _Lead = Field(description="what is said when a side gains by any other {lead}")


class ScoreRule(Part):
    """The parts that make a board uneven, with their words; missing parts do not count."""

    power_ups: LeadRule | None = Field(None, description="how many moves away the power-ups lie")
    covered: LeadRule | None = Field(None, description="how many hexes near a start zone are covered")
    fire: LeadRule | None = Field(None, description="from how many hexes a start zone can be shot at")


class HexRules(Part):
    """The rules of a game's hex boards; the first edge and the first ground are the plain ones.

    In words `{figures}` and `{turn}` stand for the figures of a side and the actions of a turn.
    """

    turn: int = Field(1, ge=1, le=30, description="the actions of a turn: as many moves, or dice for a shot, at most")
    actions: Annotated[dict[str, str], Field(max_length=3)] = Field(
        default_factory=dict,
        description="what figures do, each with its icon; move and shoot must be among them, if there are any",
    )
    edges: Annotated[dict[str, EdgeRule], Field(min_length=1, max_length=61)] = Field(
        description="the types of edges by name, the plain one first"
    )
    door: DoorRule | None = Field(None, description="what plain edges into rooms are, if they are anything")
    grounds: Annotated[dict[str, GroundRule], Field(min_length=1, max_length=61)] = Field(
        description="the grounds of hexes by name, the plain one first"
    )
    features: dict[str, FeatureRule] = Field({}, description="what a recipe may ask for, in the order of laying it")
    icons: dict[str, IconRule] = Field({}, description="what power-ups offer, by the icon's name")
    notes: _Sentences = Field((), description="reminders on map sheets")
    sight: SightRule = Field(default_factory=SightRule, description="what sheets with lines of sight say")
    score: ScoreRule = Field(
        default_factory=lambda: ScoreRule(), description="what makes a board uneven, and the words for it"
    )

    @cached_property
    def plain_edge(self) -> str:
        """The default type of edges."""
        return next(iter(self.edges))

    @cached_property
    def plain_ground(self) -> str:
        """The default ground of hexes."""
        return next(iter(self.grounds))

    @cached_property
    def moves(self) -> frozenset[str]:
        """Edges that a figure crosses."""
        return frozenset(name for name, rule in self.edges.items() if MOVE in rule.passes or not self.actions)

    @cached_property
    def shots(self) -> frozenset[str]:
        """Edges that a shot passes."""
        return frozenset(name for name, rule in self.edges.items() if SHOOT in rule.passes or not self.actions)

    @cached_property
    def hollow(self) -> tuple[str, ...]:
        """Edges of grounds where nobody stands: a hex with no other edges is such ground itself."""
        return tuple(rule.edge for rule in self.grounds.values() if rule.edge and not rule.stand)

    @property
    def screen(self) -> str | None:
        """The edge that hides start zones from each other: one that lets figures through, but no shot."""
        return next((name for name in self.edges if name in self.moves and name not in self.shots), None)

    def ground_of(self, kinds: Collection[str]) -> str:
        """The ground that the edges of a hex imply; a room cannot be told from plain ground."""
        hollow = all(kind in self.hollow for kind in kinds)
        for name, rule in self.grounds.items():
            if rule.edge in kinds and (not rule.stand if hollow else all(kind == rule.edge for kind in kinds)):
                return name
        return self.plain_ground

    def edge_of(self, feature: FeatureRule) -> str | None:
        """The type of a feature's edges: its own, or that of its ground."""
        ground = self.grounds.get(feature.ground or "")
        return feature.edge or (ground.edge if ground else None)

    def icon_and_number(self, word: str) -> tuple[str, int | None]:
        """The icon of a word, and its number from 1 to 99: combat-boot-8 is a boot with an 8. ValueError if none."""
        match = _NUMBERED.fullmatch(word)
        for name, number in ((word, None), (match[1], int(match[2])) if match else ("", None)):
            if name in self.icons and self.icons[name].numbered == (number is not None):
                return name, number
        raise ValueError(f'"{word}" is no icon of a power-up')

    def offer(self, icons: Iterable[str]) -> str:
        """The offer of a power-up in words: "3 bullets", "8 free moves, once"."""
        offers = []
        for word, count in Counter(icons).items():
            name, number = self.icon_and_number(word)
            rule, amount = self.icons[name], count if number is None else number
            words = rule.one if amount == 1 else rule.several
            offers.append(f"{amount} {words.text}" + (f", {rule.note.text}" if rule.note else ""))
        return " and ".join(offers)


def load_hex_rules(files: Files, path: Path) -> HexRules | None:
    """The rules in a file; None, with findings, for mistakes."""
    rules = files.part(path, HexRules, "the rules")
    if rules is None:
        return None
    findings = [*_unknown_words(rules), *(Finding("error", *lack, "missing-key") for lack in _lacking(rules))]
    files.add(findings)
    return None if findings else rules


def _unknown_words(rules: HexRules) -> Iterator[Finding]:
    """Names of edges, grounds and actions that are used but not defined."""
    used: list[tuple[Iterable[Part], str, Mapping[str, Any]]] = [
        (rules.edges.values(), "passes", rules.actions),
        ([rules.door] if rules.door else [], "into", rules.grounds),
        (rules.grounds.values(), "edge", rules.edges),
        (rules.icons.values(), "lies", rules.grounds),
        (rules.features.values(), "ground", rules.grounds),
        (rules.features.values(), "edge", rules.edges),
    ]
    for parts, key, known in used:
        for part in parts:
            words = getattr(part, key) or ()
            for word in (words,) if isinstance(words, str) else words:
                if word not in known:
                    yield unknown(part.where_of(key), f"{key} has the unknown value", word, known)


def _lacking(rules: HexRules) -> Iterator[tuple[Where, str, str]]:
    """Parts that lack something they need: where, the mistake, and its remedy."""
    for action in (MOVE, SHOOT) if rules.actions else ():
        if action not in rules.actions:
            yield rules.where_of("actions"), f'the action "{action}" is missing', f"Add {action}: and its icon."
    plain = rules.edges[rules.plain_edge]
    if MOVE in rules.actions and MOVE not in plain.passes:
        yield plain.where, f"the plain edge, {rules.plain_edge}, lets no figure move", f"Add {MOVE} to what it passes."
    for ground in rules.grounds.values():
        if not ground.stand and not ground.edge:
            message = "a ground where nobody stands needs the edge that tells of it"
            yield ground.where, message, "Add edge: and a type of edge."
    for name, feature in rules.features.items():
        if feature.ground is None and feature.shape != "crack":
            message = f"{name} need a ground: only a crack takes no hexes"
            yield feature.where, message, "Add ground: and one of the grounds."
        elif rules.edge_of(feature) is None:
            yield feature.where, f"{name} have no type of edge", "Add edge: here, or to their ground."
