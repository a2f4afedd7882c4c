"""Tracks: where spaces lie, what they show, and what links them."""

import json
import math
from itertools import pairwise
from pathlib import Path as File
from typing import Any

import pytest

import printgen
from printgen import cli
from printgen.base.units import Box, mm
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of
from printgen.drawing.model import Path
from printgen.drawing.outlines import bounds
from printgen.drawing.pieces import Piece
from printgen.kinds.board.curves import divide_curve
from printgen.kinds.board.track import Draw, TrackOptions, TrackRoom, place_spaces
from printgen.kinds.board.track_pieces import Brush, LinkRouter, draw_link

GAME = """\
title: Tracks
version: "1"
products:
  track: {kind: track, title: Track, size: 220x160mm, count: 40%s}
"""


def game(folder: File, more: str = "", text: str = GAME, **files: str) -> File:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text.replace("%s", more and f", {more}"), encoding="utf-8")
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_yaml", ".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def data(folder: File, capsys: pytest.CaptureFixture[str]) -> Any:
    cli.main(["board", str(folder), "--json"])
    return json.loads(capsys.readouterr().out)


def piece(folder: File) -> Piece:
    assert not build.check([str(folder)], Settings())
    (found,) = printgen.load(folder)["track"].compose()
    return found


def spots(made: Any) -> list[tuple[float, float]]:
    return [(space["x"], space["y"]) for space in made["spaces"]]


def test_spaces_of_a_path_keep_inside_the_board(tmp_path: File) -> None:
    """The curve between two points bulges beyond them; without a size, spaces are as large as there is room."""
    through = "shape: path, closed: true, through: [[31, 31], [189, 31], [189, 129], [31, 129]]"
    few = game(tmp_path / "g", through, GAME.replace("count: 40", "count: 12"))
    assert not build.check([str(few)], Settings())


def test_a_snake_goes_to_and_fro(tmp_path: File, capsys: pytest.CaptureFixture[str]) -> None:
    made = data(game(tmp_path / "g", "columns: 8"), capsys)
    places = spots(made)
    assert [space["number"] for space in made["spaces"]] == list(range(1, 41))
    # It begins at the bottom left, and the second row comes back above the first.
    assert places[0] == (8 + 204 / 16, pytest.approx(160 - 8 - 144 / 10, abs=0.1))
    assert places[7][1] == places[0][1] and places[8][0] == places[7][0] and places[8][1] < places[7][1]
    assert places[15][0] == places[0][0]
    turned = spots(data(game(tmp_path / "h", "columns: 8, start: top-right"), capsys))
    assert turned[0] == (pytest.approx(220 - places[0][0], abs=0.1), pytest.approx(160 - places[0][1], abs=0.1))


@pytest.mark.parametrize(
    ("corner", "turns"),
    [("top-left", [0, 0, 180, 180]), ("top-right", [180, 180, 0, 0]), ("bottom-right", [180, 180, 0, 0])],
)
def test_spaces_turn_with_the_way_from_any_corner(corner: str, turns: list[float]) -> None:
    options = TrackOptions(columns=2, turned=True, start=corner)  # type: ignore[arg-type]
    spots = place_spaces(options, TrackRoom(mm(100), mm(100), mm(5), 4, mm(1)))
    assert [spot.turn % 360 for spot in spots] == turns


@pytest.mark.parametrize("space", ["30x10mm", "10x30mm", None])
@pytest.mark.parametrize(("corner", "left", "top"), [
    ("top-left", True, True), ("top-right", False, True), ("bottom-left", True, False), ("bottom-right", False, False),
])  # fmt: skip
def test_a_spiral_begins_at_its_corner_and_stays_inside_however_its_spaces_turn(
    space: str | None, corner: str, left: bool, top: bool
) -> None:
    options = TrackOptions(shape="spiral", turns=2, space=space, start=corner)  # type: ignore[arg-type]
    room = TrackRoom(mm(200), mm(120), mm(5), 30, mm(1))
    places = place_spaces(options, room)
    assert (places[0].x < mm(100), places[0].y < mm(60)) == (left, top)
    least = mm(5) + (mm(15) if space else 0)
    assert all(least - 0.01 <= place.x <= mm(200) - least + 0.01 for place in places)
    assert all(least - 0.01 <= place.y <= mm(120) - least + 0.01 for place in places)
    reach = [math.dist((place.x / mm(200), place.y / mm(120)), (0.5, 0.5)) for place in places]
    assert reach[0] > reach[10] > reach[20] > reach[29]


def test_a_ring_has_a_space_in_every_corner(tmp_path: File, capsys: pytest.CaptureFixture[str]) -> None:
    places = spots(data(game(tmp_path / "g", "shape: ring, first: 0"), capsys))
    left, top = min(x for x, _ in places), min(y for _, y in places)
    right, bottom = max(x for x, _ in places), max(y for _, y in places)
    assert {(left, top), (right, top), (left, bottom), (right, bottom)} <= set(places)
    assert all(x in (left, right) or y in (top, bottom) for x, y in places)
    assert left == pytest.approx(220 - right, abs=0.1) and places[0] == (left, bottom)


@pytest.mark.parametrize("shape", ["spiral", "path"])
def test_spaces_of_a_way_lie_equally_far_apart(tmp_path: File, shape: str, capsys: pytest.CaptureFixture[str]) -> None:
    through = ", through: [[20, 20], [200, 30], [180, 120], [30, 140]], space: 9x9mm" if shape == "path" else ""
    places = spots(data(game(tmp_path / "g", f"shape: {shape}{through}"), capsys))
    gaps = [math.dist(*pair) for pair in pairwise(places)]
    # Chords of tight bends are shorter than the way itself.
    assert max(gaps) < 1.35 * min(gaps)
    if shape == "path":
        assert places[0] == pytest.approx((20, 20), abs=0.1) and places[-1] == pytest.approx((30, 140), abs=0.1)
    else:
        middle = [math.dist(place, (110, 80)) for place in places]
        assert middle[0] > 2 * middle[-1]


def test_spaces_come_from_a_list_with_a_face_and_links_from_a_file(
    tmp_path: File, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """\
title: Tracks
version: "1"
records: {stop: {rule: text}}
products:
  track: {kind: track, title: Track, size: 220x160mm, list: stops.yaml, record: stop, options: {columns: 2},
          face: stop, front: sky, links: links.yaml, kinds: {rope: {draw: snake, color: "#33AA55"}}}
"""
    head = "size: [20, 20]\nunit: mm\npalettes: [dossier]\nparams: {number: 0, card: {}, to: 0, last: false}\nitems:\n"
    face = head + '  - text: {x: 1, y: 9, w: 18, text: "{{ number }} {{ card.rule }} {{ to }}", size: 9, floor: 3}\n'
    folder = game(
        tmp_path / "g",
        text=text,
        stops_yaml="- {name: A, rule: go}\n- {name: B, rule: wait}\n- {name: C, rule: jump}\n",
        links_yaml="- {from: 1, to: 3, kind: rope}\n- {from: 3, to: 2}\n",
        templates__faces__stop_yaml=face,
        templates__faces__sky_yaml=(
            "size: [220, 160]\nunit: mm\nbleed: 3\npalettes: [dossier]\nitems:\n  - rect: {bleed: true, fill: pale}\n"
        ),
    )
    made = data(folder, capsys)
    assert [space["name"] for space in made["spaces"]] == ["A", "B", "C"]
    assert made["links"] == [{"from": 1, "to": 3, "kind": "rope"}, {"from": 3, "to": 2, "kind": "arrow"}]
    whole = piece(folder)
    assert whole.bleed == pytest.approx(mm(3))
    assert {"1 go 3", "2 wait", "3 jump 2"} <= {words.strip() for words in words_of(whole.front)}


@pytest.mark.parametrize("draw", ["slide", "snake", "arrow", "line"])
def test_a_link_keeps_off_the_words_of_spaces_unless_its_bend_is_said(draw: Draw) -> None:
    words = [Box(mm(30 * n - 4), mm(28), mm(8), mm(6)) for n in range(1, 5)]
    room = LinkRouter((mm(150), mm(60)), words)

    def covered(bend: float | None) -> bool:
        brush = Brush(mm(6), "#B07A3C", "#5C3F1F", "#D8BD9E", bend)
        line, *_ = (item for item in draw_link(draw, (mm(10), mm(31)), (mm(140), mm(31)), brush, room))
        assert isinstance(line, Path)
        way = [(step[-2], step[-1]) for step in line.outline if step[0] != "Z"]
        spots = divide_curve(way, 300)
        return any(word.overlaps(Box(x, y, 0, 0).grown(0.1)) for x, y, _ in spots for word in words)

    assert covered(0.0) and not covered(None)


def test_a_link_does_not_leave_the_board_to_keep_off_words() -> None:
    board = mm(150), mm(20)
    room = LinkRouter(board, [Box(mm(20), mm(6), mm(110), mm(8))])
    brush = Brush(mm(3), "#B07A3C", "#5C3F1F", "#D8BD9E")
    (line,) = draw_link("line", (mm(10), mm(10)), (mm(140), mm(10)), brush, room)
    assert isinstance(line, Path) and Box(0, 0, *board).holds(bounds(line.outline))


def test_the_face_of_a_space_may_be_chosen(tmp_path: File) -> None:
    head = (
        "unit: mm\npalettes: [dossier]\nparams: {number: 0}\nitems:\n  - text: {x: 1, y: 9, w: 9, size: 9, floor: 3, "
    )
    folder = game(
        tmp_path / "g",
        "face: \"{{ 'home' if last or first else 'stone' }}\"",
        templates__faces__home_yaml=head + "text: home}\n",
        templates__faces__stone_yaml=head + 'text: "{{ number }}"}\n',
    )
    said = list(words_of(piece(folder).front))
    assert said.count("home") == 2 and "39" in said and "40" not in said


def test_a_track_is_printed_by_the_board_command_as_it_is(tmp_path: File, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["board", str(game(tmp_path / "g")), "--out", str(tmp_path / "out")])
    assert (tmp_path / "out/g/boards-seed-1.pdf").is_file() and "1 page" in capsys.readouterr().out


def test_the_plain_face_shows_numbers_and_colors(tmp_path: File) -> None:
    whole = piece(game(tmp_path / "g", 'colors: ["#FF0000", "#00FF00"], road: sand, first: 5'))
    assert {"5", "44"} <= set(words_of(whole.front)) and "4" not in words_of(whole.front)


@pytest.mark.parametrize(("across", "down"), [(1, 0), (-1, 0), (0, 1), (0, -1), (0.6, 0.8)])
def test_a_snake_puts_its_tongue_out_away_from_its_tail(across: float, down: float) -> None:
    head, tail = (mm(100), mm(100)), (mm(100 + 80 * across), mm(100 + 80 * down))
    brush = Brush(mm(6), "#B07A3C", "#5C3F1F", "#D8BD9E", 0.0)
    items = [
        item
        for item in draw_link("snake", head, tail, brush, LinkRouter((mm(200), mm(200)), []))
        if isinstance(item, Path)
    ]
    (tongue,) = (item for item in items if item.stroke and item.stroke.color == "#B3261E")
    tips = [step[-2:] for step in tongue.outline if step[0] == "L"]
    ahead = [((head[0] - x) * across + (head[1] - y) * down) / brush.width for x, y in tips]
    # It is half as long as the head is wide, and forked.
    assert min(ahead) > 0.5 and max(ahead) == pytest.approx(1.95 * 0.52, abs=0.35)
    whites = [item for item in items if item.fill == "#FFFFFF"]
    assert len(whites) == 2
    for eye in whites:
        box = bounds(eye.outline)
        assert (head[0] - box.x - box.w / 2) * across + (head[1] - box.y - box.h / 2) * down > 0


def test_an_arrow_ends_with_its_tip_where_it_leads() -> None:
    brush = Brush(mm(4), "#B07A3C", "#5C3F1F", "#D8BD9E", 0.0)
    items = draw_link("arrow", (mm(10), mm(20)), (mm(90), mm(20)), brush, LinkRouter((mm(100), mm(40)), []))
    tips = [item for item in items if isinstance(item, Path) and item.fill]
    for tip in tips:
        box = bounds(tip.outline)
        assert (box.right, box.y + box.h / 2) == pytest.approx((mm(90), mm(20)))
        assert (box.w, box.h) == pytest.approx((mm(6), mm(6)))
    assert len(tips) == 2
