"""A draft of a record gives what its list would give with it: the same picture, and the same findings at its places."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from pairwise import cases
from PIL import Image
from places import SAMPLES

from printgen.base.errors import Finding, UsageError
from printgen.base.folders import kits_folder
from printgen.build.jobs import Job, load
from printgen.build.settings import Settings
from printgen.build.stages import compose
from printgen.drawing.extent import describe
from printgen.drawing.pieces import Piece
from printgen.editing.drafts import preview_record
from printgen.game.records import Product
from printgen.reading.positions import LocatedList, LocatedMap

GAMES = [*sorted(kits_folder().glob("*/game.yaml")), *sorted(SAMPLES.glob("*/game.yaml"))]
Change = Callable[[Mapping[str, Any]], dict[str, Any]]
Said = tuple[str, str, str, str]


def seen(piece: Piece | None) -> str:
    """All that is seen of a piece, as text."""
    sides = [] if piece is None else [piece.front, *([piece.back] if piece.back else [])]
    return str(describe([("", side) for side in sides]))


def said(finding: Finding) -> Said:
    return finding.severity, finding.code, finding.message, finding.hint


def lines_of(value: Any) -> Iterator[int]:
    """The lines on which a value and all that it holds stand."""
    if isinstance(value, LocatedMap | LocatedList):
        yield value.start.line
        for key, held in value.items() if isinstance(value, LocatedMap) else enumerate(value):
            yield value.where(key).line
            if isinstance(value, LocatedMap):
                yield value.key_where(key).line
            yield from lines_of(held)


def listed(job: Job) -> Iterator[Product]:
    seen = set[object]()
    for product in job.game.products.values():
        if product.records_in and product.record in job.game.shapes and product.records_in not in seen:
            seen.add(product.records_in)
            yield product


def unnamed(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: held for key, held in values.items() if key != "name"}


def renamed(values: Mapping[str, Any]) -> dict[str, Any]:
    return {**values, "name": f"{values['name']} II"}


def strange(values: Mapping[str, Any]) -> dict[str, Any]:
    """A record with a key that there is not, and a value of the wrong kind for each of the others."""
    return {**{key: held if key == "name" else [{"a": 1}] for key, held in values.items()}, "bogus": 1}


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: plain(held) for key, held in value.items()}
    return [*map(plain, value)] if isinstance(value, list) else value


def named(value: Path | Change | None) -> str:
    return value.parent.name if isinstance(value, Path) else value.__name__ if value else "same"


def compared(folder: Path, tmp: Path, change: Change | None, most: int = 4) -> int:
    """Compare drafts with a list in which every record is changed; returns how many were."""
    (job,) = load([str(folder)])
    count = 0
    for product in listed(job):
        listed_in = product.list_file
        assert listed_in is not None
        real, there = job, product
        if change is not None:
            if listed_in.suffix not in (".yaml", ".yml"):
                continue
            home = tmp / product.name / folder.name
            shutil.copytree(folder, home)
            items = plain(job.game.files.sequence(listed_in))
            text = yaml.safe_dump([change(one) for one in items], sort_keys=False, allow_unicode=True, width=4000)
            (home / listed_in.relative_to(folder)).write_text(text, encoding="utf-8")
            (real,) = load([f"{home}/{product.name}"])
            there = real.game.products.get(product.name, product)
        found = [*real.findings, *real.check()]
        alone = Job.of(real.game, (there,) if there.name in real.game.products else ())
        items, more = compose(alone, Settings())
        made = {piece.name: piece for item in items for piece in item.pieces}
        found += more
        chosen = product.records[:: max(1, len(product.records) // most)][:most]
        sources = {} if change is None else _sources(real, listed_in, folder, tmp / product.name / folder.name)
        for record in chosen:
            if "for" in record.source or any(
                other.source.offset == record.source.offset for other in product.records if other is not record
            ):
                continue  # One entry makes several records.
            values = plain(record.source)
            draft = preview_record(job, product, record.name, values if change is None else change(values))
            name = record.name if change is None else change(values).get("name", "")
            where = record.source if change is None else sources.get(name)
            if where is not None:
                lines = {*lines_of(where)}
                file = where.start.file
                here = {said(one) for one in found if one.where.file == file and one.where.line in lines}
                mine = {said(one) for one in draft.findings if one.where.file == record.where.file}
                assert mine == here, (product.name, record.name)
            if draft.whole and (name in made or change is None):
                # What stands for all records is one piece; others may tell of those that were changed beside it.
                own = (one for one in made.values() if one.answers(name))
                piece = next(own, next(iter(made.values()), None))
                assert seen(draft.piece) == seen(piece), (product.name, record.name)
            count += 1
    return count


def _sources(real: Job, file: Path, folder: Path, home: Path) -> dict[str, LocatedMap]:
    items = real.game.files.sequence(home / file.relative_to(folder)) or LocatedList()
    return {item["name"]: item for item in items if isinstance(item, LocatedMap) and "name" in item}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES[:1] + GAMES[3::6], ids=lambda path: path.parent.name)
def test_a_record_as_it_is_gives_what_the_game_gives(game: Path, tmp_path: Path) -> None:
    compared(game.parent, tmp_path, None, 2)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "change"), cases(GAMES, [renamed, strange, None], meet=1), ids=named)
def test_a_changed_record_gives_what_its_list_would_give(game: Path, change: Change | None, tmp_path: Path) -> None:
    compared(game.parent, tmp_path, change)


def go_joe() -> tuple[Job, Product]:
    (job,) = load(["go-joe"])
    return job, job.game.products["joe-deck"]


def test_a_draft_with_mistakes_tells_each_at_its_field_and_still_has_a_picture() -> None:
    job, deck = go_joe()
    values = plain(deck.records[5].source)
    del values["cc"]
    draft = preview_record(job, deck, "Lightfoot", {**values, "fp": "many", "skils": ["demolitions"], "role": "a\x07"})
    assert draft.record is None and not draft.whole and draft.piece is not None
    assert {*draft.fields} == {("cc",), ("fp",), ("skils",), ("role",)}
    places = {way[0]: finding.where for way, finding in zip(draft.fields, draft.findings, strict=True)}
    assert places["fp"] == deck.records[5].where_of("fp"), "what stands in the list is told where it stands"
    assert places["skils"] == deck.records[5].where


@pytest.mark.slow
def test_a_new_card_has_a_picture_from_its_first_word_on() -> None:
    job, deck = go_joe()
    draft = preview_record(job, deck, None, {"name": "Night Owl"})
    assert draft.record is None and draft.piece is not None and draft.piece.name == "Night Owl"
    assert ("service",) in draft.fields


@pytest.mark.some(2)
@pytest.mark.parametrize("before", [None, "Lightfoot"])
def test_of_a_text_that_does_not_fit_there_is_as_much_to_see_as_there_is_room_for(before: str | None) -> None:
    job, deck = go_joe()
    role = "Explosives Expert " * 12
    draft = preview_record(
        job, deck, before, {**plain(deck.records[5].source), "name": "Lightfoot", "role": role.strip()}
    )
    assert draft.record is not None and draft.short and [*draft.fields] == [("role",)]
    assert "does not fit" in draft.findings[0].message
    assert draft.piece is not None and draft.piece.name == "Lightfoot"
    told = seen(draft.piece).upper()
    assert "EXPLOSIVES EXPERT" in told and "…" in told and 0 < told.count("EXPLOSIVES EXPERT") < 12


@pytest.mark.slow
def test_a_new_card_that_is_not_finished_and_does_not_fit_has_a_picture_of_what_there_is() -> None:
    job, deck = go_joe()
    draft = preview_record(job, deck, None, {"name": "Zebulon " * 15})
    assert draft.record is None and {("name",), ("service",)} <= {*draft.fields}
    assert "ZEBULON" in seen(draft.piece).upper() and "…" in seen(draft.piece)


@pytest.mark.slow
def test_a_card_that_is_not_printed_now_has_a_picture_all_the_same() -> None:
    job, deck = go_joe()
    draft = preview_record(job, deck, "Lightfoot", {**plain(deck.records[5].source), "copies": 0})
    assert draft.piece is not None and not draft.findings


@pytest.mark.slow
def test_a_card_of_ones_own_finds_the_picture_beside_its_list(tmp_path: Path) -> None:
    own = tmp_path / "go-joe"
    own.mkdir()
    Image.new("RGB", (300, 280), "#806040").save(own / "me.png")
    card = "- {name: Kite, service: GJ, role: Scout, skills: [], fp: 0, cc: 3, tac: 3, weapons: [], traits: []"
    (own / "joe-deck.yaml").write_text(f"{card}, art: me.png}}\n", encoding="utf-8")
    (job,) = load(["go-joe"], cards=tmp_path)
    deck = job.game.products["joe-deck"]
    kite = next(record for record in deck.records if record.name == "Kite")
    draft = preview_record(job, deck, "Kite", {**plain(kite.source), "role": "Old Scout"})
    assert draft.record is not None and not [found for found in draft.findings if found.severity == "error"]


@pytest.mark.slow
def test_a_card_that_breaks_a_rule_is_told_of_it() -> None:
    job, deck = go_joe()
    draft = preview_record(job, deck, "Lightfoot", {**plain(deck.records[5].source), "fp": 9})
    assert draft.piece is not None and draft.record is not None and draft.findings
    assert draft.job.game.products["joe-deck"].records[5] is draft.record
    assert job.game.products["joe-deck"].records[5] is deck.records[5], "the game itself stays as it is"


def test_a_name_that_there_is_not_is_told() -> None:
    job, deck = go_joe()
    with pytest.raises(UsageError, match="Lightfoot"):
        preview_record(job, deck, "Lightfood", {})
