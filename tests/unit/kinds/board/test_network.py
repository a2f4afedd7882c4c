"""Networks: nodes in their places, lanes with spaces between them, and names that keep clear of both."""

import json
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import printgen
from printgen import cli
from printgen.base.units import Box, mm, to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk, words_of
from printgen.drawing.model import Path as Line
from printgen.drawing.model import Text
from printgen.kinds.board.lanes import LanePlaces, lane_routes
from printgen.kinds.board.network import NetworkPlan, label_boxes

GAME = """\
title: Net
version: "1"
records: {town: {x: number, y: number}}
products:
  web: {kind: network, title: Web, size: 250x180mm, list: towns.yaml, record: town, lanes: lanes.yaml}
"""
TOWNS = """\
- {name: Aldhaven, x: 30, y: 40}
- {name: Brim, x: 120, y: 40}
- {name: Corry, x: 210, y: 40}
- {name: Deep Water, x: 110, y: 140}
"""
LANES = """\
- {from: Aldhaven, to: Brim, length: 3, color: "#E8A08F"}
- {from: Brim, to: Aldhaven, length: 3, color: "#1B4F7A"}
- {from: Aldhaven, to: Corry, length: 6}
- {from: Corry, to: Deep Water}
- {from: Deep Water, to: Brim, length: 4, bend: 12}
"""


def game(folder: Path, game: str = GAME, towns: str = TOWNS, lanes: str = LANES) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in (("game", game), ("towns", towns), ("lanes", lanes)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def plan_of(folder: Path) -> NetworkPlan:
    (job,) = load([str(folder)])
    plan = job.products[0].loaded
    assert isinstance(plan, NetworkPlan)
    return plan


def test_a_network_is_data_with_its_own_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["board", str(game(tmp_path / "g")), "--json"])
    made: Any = json.loads(capsys.readouterr().out)
    assert made["nodes"][3] == {"name": "Deep Water", "x": 110.0, "y": 140.0}
    assert [(lane["from"], lane["to"], lane["length"]) for lane in made["lanes"]][:2] == [
        ("Aldhaven", "Brim", 3), ("Brim", "Aldhaven", 3)
    ]  # fmt: skip


def test_lanes_have_their_spaces_between_their_nodes(tmp_path: Path) -> None:
    plan = plan_of(game(tmp_path / "g"))
    network = plan.board
    routes = lane_routes(network.lanes, LanePlaces(network.places, plan.options.node_size / 2, plan.options.slot))
    assert [len(route.spaces) for route in routes] == [3, 3, 6, 0, 4]
    for route in routes:
        for spot in route.spaces:
            near = min(math.dist(spot[:2], at) for at in network.places.values())
            # No space lies on a node, not even of a town on the straight route.
            assert near - route.space_length / 2 > -1 or near > plan.options.node_size / 2
    # Two lanes between the same towns lie beside each other.
    apart = min(math.dist(a[:2], b[:2]) for a in routes[0].spaces for b in routes[1].spaces)
    assert apart >= plan.options.slot[1]
    # Moved aside, they still begin at the edge of a node, which is round.
    ends = [math.dist(route.curve[0], network.places[route.lane.start]) for route in routes[:3]]
    assert ends == pytest.approx([plan.options.node_size / 2] * 3, rel=0.01)
    # The route to Corry leads round Brim.
    brim = network.places["Brim"]
    assert min(math.dist(point, brim) for point in routes[2].curve) > plan.options.node_size / 2
    assert to_mm(max(route.space_length for route in routes)) <= 18


def test_names_lie_beside_nodes_and_clear_of_them(tmp_path: Path) -> None:
    folder = game(tmp_path / "g")
    assert not build.check([str(folder)], Settings())
    (piece,) = printgen.load(folder)["web"].compose()
    names = {item.text: (item, matrix) for item, matrix in walk(piece.front.items) if isinstance(item, Text)}
    assert set(names) == {"Aldhaven", "Brim", "Corry", "Deep Water"}
    network = plan_of(folder).board
    for text, _ in names.values():
        for at in network.places.values():
            x = min(max(at[0], text.x), text.x + text.width)
            assert math.dist((x, text.y - 3), at) > mm(4.5) - 3.5, text.text


def test_faces_and_ground_are_the_games(tmp_path: Path) -> None:
    own = GAME.replace("lanes: lanes.yaml", "lanes: lanes.yaml, node: port, lane: ship, front: sea, labels: false")
    folder = game(tmp_path / "g", own)
    faces = folder / "templates/faces"
    faces.mkdir(parents=True)
    head = "unit: mm\npalettes: [dossier]\n"
    port = f"size: [9, 9]\n{head}params: {{card: {{}}, lanes: 0}}\nitems:\n"
    port += '  - text: {x: 1, y: 5, w: 7, text: "{{ lanes }}", size: 9}\n'
    ship = f'{head}params: {{w: 9, h: 3, number: 0, color: ""}}\ncolors: {{own: "{{{{ color }}}}"}}\nitems:\n'
    ship += '  - rect: {w: "{{ w }}", h: "{{ h }}", fill: own}\n'
    (faces / "port.yaml").write_text(port)
    (faces / "ship.yaml").write_text(ship)
    (faces / "sea.yaml").write_text(f"size: [250, 180]\n{head}items:\n  - rect: {{w: 250, h: 180, fill: pale}}\n")
    assert not build.check([str(folder)], Settings())
    (piece,) = printgen.load(folder)["web"].compose()
    assert sorted(words_of(piece.front)) == ["2", "3", "3", "4"] or sorted(words_of(piece.front)) == [
        "2",
        "2",
        "3",
        "3",
    ]
    assert any(isinstance(item, Line) for item, _ in walk(piece.front.items))


def test_a_network_without_a_size_is_as_large_as_its_nodes_go(tmp_path: Path) -> None:
    plan = plan_of(game(tmp_path / "g", GAME.replace("size: 250x180mm, ", "")))
    assert plan.size == pytest.approx((mm(230), mm(160)))


def test_lanes_may_be_a_sheet(tmp_path: Path) -> None:
    folder = game(tmp_path / "g", GAME.replace("lanes.yaml", "lanes.csv"))
    (folder / "lanes.csv").write_text("from,to,length,color,bend\nAldhaven,Brim,3,#C2301C,\nCorry,Deep Water,2,,7.5\n")
    assert not build.check([str(folder)], Settings())
    first, second = plan_of(folder).board.lanes
    assert (first.start, first.to, first.length, first.bend) == ("Aldhaven", "Brim", 3, None)
    assert (second.length, second.bend, second.color) == (2, 7.5, "#8A8F94")
    (folder / "lanes.csv").write_text("from,to,length\nAldhaven,Brm,3\n")
    (finding,) = build.check([str(folder)], Settings())
    assert (finding.where.line, finding.hint) == (2, "Did you mean 'Brim'?")


def test_names_lie_over_lanes_rather_than_over_each_other() -> None:
    names, middle, board = ("Aldhaven", "Brim"), (150.0, 150.0), (300.0, 300.0)
    sizes = {"Aldhaven": (60.0, 10.0), "Brim": (58.0, 10.0)}
    options: Any = SimpleNamespace(node_size=10.0, label=9.0, line=4.0, slot=(12.0, 8.0))

    def boxes(lanes: list[Any]) -> dict[str, Box]:
        network: Any = SimpleNamespace(nodes=dict.fromkeys(names), places=dict.fromkeys(names, middle))
        return label_boxes(network, options, lanes, sizes, board)

    first = boxes([])["Aldhaven"]
    # Lanes are everywhere but where the first name has its usual place.
    ends = {y: first.x - 6 if first.y - 6 < y < first.bottom + 6 else 300.0 for y in range(0, 300, 3)}
    lanes = [SimpleNamespace(spaces=(), curve=((0.0, y), (end, y))) for y, end in ends.items()]
    both = boxes(lanes)
    assert both["Aldhaven"] == first and not both["Brim"].overlaps(first)
