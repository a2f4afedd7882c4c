"""Army rosters, filled in and checked, or blank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field, model_validator

from printgen.base.errors import Finding, rule_violation
from printgen.base.units import count_noun, to_mm
from printgen.game.records import Game, Loading
from printgen.kinds import Kind
from printgen.kinds.composition import Composition, Order
from printgen.kinds.face_rendering import FacePage, compose_pages, face_of, page_size
from printgen.reading.files import Files
from printgen.reading.part import NOTHING, File, Many, Options, Part, Words, problem, problem_at
from printgen.reading.scalars import shorten
from printgen.rules.odds import SquadVolley

SIDES = 6
"""The die that every soldier rolls."""
MOST_SOLDIERS = 20
"""The largest squad that a file may price: as many boxes as a roster has room for."""
Points = Annotated[int, Field(ge=1, le=10_000)]


class QualityTable(Part):
    """The table of a game that ranks squads, from the worst to the best."""

    short: ClassVar[str] = "table"
    table: Words = Field(description="the name of the table")
    name: str = Field("name", description="its field with the name of a quality")
    needs: str = Field("needs", description="its field with the roll that hits, from 1 to 6")


class Reach(Part):
    """A distance, or a way to strike, and its penalty against the table."""

    short: ClassVar[str] = "name"
    name: Words = Field(description="what it is called, such as 2 rulers")
    harder: Annotated[int, Field(ge=-5, le=5)] = Field(0, description="what it adds to the roll that is needed")


class RosterOptions(Options):
    """What a roster takes under `options`."""

    file: File = Field(description="the file of armies")
    qualities: QualityTable = Field(description="the table of qualities: its name, or also the names of its fields")
    reach: Annotated[Many[Reach], Field(max_length=2)] = Field((), description="at which distances squads hit")
    leaders: Words = Field(
        NOTHING, description="what marks a leader; with it, every squad must have one, else none needs any"
    )
    blanks: Annotated[int, Field(ge=0, le=100)] = Field(0, description="how many blank rosters are printed")
    size: Words = Field(NOTHING, description="the size of a page, such as 195.9x264mm")


class Squad(Part):
    """A squad of an army."""

    quality: Words = Field(description="how good it is: a name from the table of qualities")
    soldiers: Annotated[int, Field(ge=1, le=1000)] = Field(description="how many soldiers it has")
    leader: Words = Field(NOTHING, description="how to tell the leader from the others")


class Army(Part):
    """An army: its squads in order, and the points that they may cost."""

    name: Words = Field(description="its name")
    budget: Points = Field(description="the points that it may cost")
    squads: Annotated[Many[Squad], Field(min_length=1)] = Field(description="its squads")


def _check_sizes(prices: dict[str, int]) -> dict[str, int]:
    """Prices by sizes of squads, unchanged; an error for a size that is no number of soldiers."""
    for size in prices:
        if not size.isdecimal() or not 1 <= int(size) <= MOST_SOLDIERS:
            message = f'"{shorten(size)}" is no number of soldiers from 1 to {MOST_SOLDIERS}'
            raise problem_at(problem("out-of-range", message, "Write soldiers and points, as in 5: 15."), size)
    return prices


Prices = Annotated[dict[str, Points], Field(min_length=1), AfterValidator(_check_sizes)]


class ArmyFile(Part):
    """A file of armies."""

    prices: dict[str, Prices] = Field(description="by quality, the points of a squad by its number of soldiers")
    armies: Annotated[Many[Army], Field(min_length=1)] = Field(description="the armies")

    @model_validator(mode="after")
    def _check_names(self) -> ArmyFile:
        by_name: dict[str, Army] = {}
        for i, army in enumerate(self.armies):
            first = by_name.setdefault(army.name.text, army)
            if first is not army:
                message = f'the army "{shorten(army.name.text)}" stands on line {first.name.where.line} already'
                raise problem_at(problem("duplicate-name", message, "Give it another name."), "armies", i, "name")
        return self


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of a squad: the roll (1 to 6) that hits, and its points by its number of soldiers."""

    name: str
    needs: int
    points: Mapping[int, int]


def roll_to_hit(quality: Quality, harder: int) -> int:
    """The roll that hits with a penalty: never above 6, never below 1."""
    return max(1, min(SIDES, quality.needs + harder))


@dataclass(frozen=True, slots=True)
class ArmyList:
    """A roster: its options, its qualities by name, from the worst to the best, and its armies."""

    options: RosterOptions
    qualities: Mapping[str, Quality]
    armies: tuple[Army, ...]

    def volleys(self) -> list[SquadVolley]:
        """How squads of each quality shoot, from the worst to the best."""
        return [
            SquadVolley(
                quality.name,
                quality.points,
                {reach.name.text: self.hits(quality, reach) for reach in self.options.reach},
            )
            for quality in self.qualities.values()
        ]

    def hits(self, quality: Quality, reach: Reach) -> Fraction:
        return Fraction(SIDES + 1 - roll_to_hit(quality, reach.harder), SIDES)

    def points(self, squad: Squad) -> int:
        return self.qualities[squad.quality.text].points.get(squad.soldiers, 0)


def load_roster(loading: Loading) -> ArmyList | None:
    """The armies that a product's options name; None, with findings, for mistakes."""
    files = loading.files
    before = len(files.findings)
    options = loading.options_of(RosterOptions)
    if options is None:
        return None
    read = files.part(options.file, ArmyFile)
    rolls = _rolls(options.qualities, loading.game, files)
    if read is None or len(files.findings) > before:
        return None
    for name in read.prices:
        if name not in rolls:
            message = f'unknown key "{shorten(name)}"'
            files.unknown(read.key_where_of("prices", name), "unknown-key", message, name, rolls, "Remove it.")
    qualities = {
        name: Quality(name, needs, {int(size): cost for size, cost in read.prices.get(name, {}).items()})
        for name, needs in rolls.items()
    }
    for squad in (squad for army in read.armies for squad in army.squads):
        _check_squad(squad, qualities, files)
    return ArmyList(options, qualities, read.armies) if len(files.findings) == before else None


def _rolls(declared: QualityTable, game: Game, files: Files) -> dict[str, int]:
    """The roll that each quality of a game needs, by name."""
    table = game.tables.get(declared.table.text)
    if table is None:
        message = f'there is no table "{shorten(declared.table.text)}" of qualities'
        add = "Add it under tables, with a name and a roll for each."
        files.unknown(declared.table.where, "missing-table", message, declared.table.text, game.tables, add)
        return {}
    rolls: dict[str, int] = {}
    for code, row in table.rows.items():
        name, needs = row.get(declared.name), row.get(declared.needs)
        if not isinstance(name, str) or not isinstance(needs, int) or not 1 <= needs <= SIDES:
            message = (
                f"the quality {code} should have {declared.name}, and in {declared.needs} a roll from 1 to {SIDES}"
            )
            files.report(table.where_of(code), "missing-key", message, "Write both.")
        else:
            rolls[name] = needs
    return rolls


def _check_squad(squad: Squad, qualities: Mapping[str, Quality], files: Files) -> None:
    """Report a squad of an unknown quality or size."""
    quality = qualities.get(squad.quality.text)
    if quality is None:
        message, (word, where) = f'there is no quality "{shorten(squad.quality.text)}"', squad.quality
        files.unknown(where, "unknown-quality", message, word, qualities)
    sizes = sorted({size for priced in ([quality] if quality else qualities.values()) for size in priced.points})
    if sizes and squad.soldiers not in sizes:
        near = min(sizes, key=lambda size: abs(size - squad.soldiers))
        message = f"a squad has {' or '.join(map(str, sizes))} soldiers, not {squad.soldiers}"
        files.report(squad.where_of("soldiers"), "squad-size", message, f"Make it {near}.")


def army_lists(game: Game) -> list[ArmyList]:
    """The armies of a game's rosters, each file once."""
    loaded = [product.loaded for product in game.products.values()]
    return list({read.options.file: read for read in loaded if isinstance(read, ArmyList)}.values())


def check_armies(game: Game) -> Iterator[Finding]:
    """Findings for the armies of all rosters of a game, in the order of their places."""
    for read in army_lists(game):
        findings = (finding for army in read.armies for finding in check_army(army, read))
        yield from sorted(findings, key=lambda finding: finding.where)


def check_army(army: Army, read: ArmyList) -> Iterator[Finding]:
    """Findings for an army over its budget, and for squads without a leader where they need one."""
    name, spent = army.name.text, sum(map(read.points, army.squads))
    if spent > army.budget:
        message = f"{name} costs {spent} points; its budget is {army.budget}"
        over = count_noun(spent - army.budget, "point")
        hint = f"Take away squads for {over} or more, or choose cheaper ones."
        yield rule_violation(army.where_of("budget"), "over-budget", message, hint)
    leaderless = [squad for squad in army.squads if not squad.leader] if read.options.leaders else []
    hint = f"Add leader: and what marks him, such as {read.options.leaders.text}."
    if len(leaderless) == len(army.squads):
        yield rule_violation(army.where, "no-leaders", f"{name} has no leaders; every squad has one", hint)
        return
    for squad in leaderless:
        yield rule_violation(
            squad.where, "no-leaders", f"this {squad.quality.text} squad of {name} has no leader", hint
        )


_FACE = "roster"
_MOST_SQUADS, _BLANK_SQUADS = 10, 6  # how many squads a page holds at most, and how many a blank one has

Facts = dict[str, Any]
"""What a face is told, by name."""


def compose_roster(order: Order) -> Composition:
    """A page for every army of the file, more for one of many squads, then the blank ones; findings at their lines."""
    read = order.value_as(ArmyList)
    face, wrong_face = face_of(order, "front", order.product.front or _FACE)
    size, wrong_size = page_size(order, read.options.size, face) if face else (None, ())
    if face is None or size is None:
        return Composition((), (*wrong_face, *wrong_size))
    paper = {"width": to_mm(size[0]), "page_height": to_mm(size[1])}
    pages = (page._replace(facts={"roster": {**page.facts, **paper}}) for page in _pages(read))
    return compose_pages(order, face, size, pages)


def _pages(read: ArmyList) -> Iterator[FacePage]:
    """A page for each army, or as few as hold all its squads, spread evenly; then the blank ones."""
    qualities = {quality.name: _quality(quality, read) for quality in read.qualities.values()}
    shared = {"qualities": list(qualities.values())}
    for army in read.armies:
        squads = [
            {
                **qualities[squad.quality.text],
                "number": number,
                "points": read.points(squad),
                "soldiers": squad.soldiers,
                "leader": squad.leader.text,
                "boxes": _boxes(squad.soldiers),
            }
            for number, squad in enumerate(army.squads, 1)
        ]
        sums = {key: sum(squad[key] for squad in squads) for key in ("points", "soldiers")}
        sums |= {"count": len(squads), "leaders": sum(1 for squad in army.squads if squad.leader)}
        pages = -(-len(squads) // _MOST_SQUADS)
        share = -(-len(squads) // pages)
        facts = {**shared, **sums, "name": army.name.text, "budget": army.budget, "blank": False, "pages": pages}
        for i in range(pages):
            on_page = squads[i * share : (i + 1) * share]
            yield FacePage(army.name.text, {**facts, "squads": on_page, "page": i + 1}, army.where).one_of(i, pages)
    if read.options.blanks:
        boxes = _boxes(max(max(quality.points, default=1) for quality in read.qualities.values()))
        squads = [{"number": number, "boxes": boxes} for number in range(1, _BLANK_SQUADS + 1)]
        none = dict.fromkeys(("budget", "points", "soldiers", "leaders", "count"), 0)
        facts = {**shared, **none, "name": "", "blank": True, "squads": squads, "page": 1, "pages": 1}
        yield FacePage("Blank roster", facts, read.armies[0].where, read.options.blanks)


def _quality(quality: Quality, read: ArmyList) -> Facts:
    """The values of a quality for a face: its rank from the worst, 1, to the best, its prices, and odds by reach."""
    rolls = [(reach.name.text, roll_to_hit(quality, reach.harder)) for reach in read.options.reach]
    return {
        "quality": quality.name,
        "rank": list(read.qualities).index(quality.name) + 1,
        "needs": quality.needs,
        "odds": [{"reach": name, "needs": roll, "of": SIDES, "chances": SIDES + 1 - roll} for name, roll in rolls],
        "prices": [{"soldiers": size, "points": points} for size, points in sorted(quality.points.items())],
    }


def _boxes(soldiers: int) -> list[Facts]:
    """A box for every soldier, by column and row; the first is the leader's. Ten are in two rows of five."""
    across = max(5, -(-soldiers // 2))
    return [{"column": i % across, "row": i // across, "across": across, "leader": i == 0} for i in range(soldiers)]


KIND = Kind(
    "roster",
    compose_roster,
    options=RosterOptions,
    load=load_roster,
    check=check_armies,
    takes=("front", "size"),
    shapes={"armies": ArmyFile},
    files={"file": "armies"},
)
