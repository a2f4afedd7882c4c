"""Boards of hexes as pieces: one poster, map sheets, an overlay of lines of sight, or loose equipment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from printgen.base.errors import Finding, PrintgenError
from printgen.base.limits import consume
from printgen.base.names import capitalize, in_print, lower, upper
from printgen.base.units import Box, chain, mm, scale, to_mm, translate
from printgen.drawing.fonts import lacking
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import circle, star, transform_outline
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.drawing.windows import OUTLINE, Reducer
from printgen.drawing.words import BOLD, STENCIL
from printgen.faces.template_mistakes import look_alike
from printgen.kinds import Kind, poster
from printgen.kinds.board.grid import Hex, HexGrid
from printgen.kinds.board.hex_art import BADGE_DROP, WIDTH, HexArt, center_text, rim_of, single_hex, slots
from printgen.kinds.board.hex_looks import HexLook
from printgen.kinds.board.hex_plan import HexPlan, load_hexes
from printgen.kinds.board.hex_rules import HexRules
from printgen.kinds.board.hexes import NOWHERE_ELSE, PLAIN_EDGE, HexBoard, HexOptions
from printgen.kinds.board.lanes import BoardSpace, Lane, draw_upon
from printgen.kinds.composition import Composition, Order
from printgen.kinds.face_rendering import Picture, face_picture
from printgen.kinds.poster import BoardOnPaper, Chapter
from printgen.reading.part import Phrase

_SHEET = "hex-sheet"
# A tick less on a map sheet is so many points of difference.
_POINTS_A_TICK = 3
# The least size of a hex's name on paper, 6 points, and its usual and its greatest size in the picture, in millimetres.
_NAME_ON_PAPER, _NAME, _LARGEST_NAME = 2.12, 3.2, 6.0
# How wide the discs of lines of sight are in the picture, in millimetres.
_DISC = 14.0
# How far the ground of a loose hex runs over its cut, in points.
_RIM = mm(1.5)
# So many times larger are the samples of grounds in legends of posters than in others.
_SAMPLE = 2.3


def compose_hex_board(order: Order) -> Composition:
    """The pieces of a board in the form that its options name: one poster, map sheets, an overlay, or loose hexes."""
    plan = order.value_as(HexPlan)
    options, many = plan.options, plan.options.form == "maps" and not plan.by_hand
    spaces = options.rows * options.columns * (options.count if many else 1)
    consume("spaces", spaces, options.where_of("count" if many else "rows"))
    labels = [(options.where_of("labels", name), lacking(words.text, BOLD)) for name, words in options.labels.items()]
    if faults := tuple(Finding("error", where, *fault) for where, fault in labels if fault):
        return Composition((), faults)
    try:
        art = HexArt(order.library, plan.rules, options.look, order.look)
        alike = () if order.look else tuple(_check_alike(plan, art))
        if options.form == "poster":
            piece, notes = _poster(order, plan, art)
            return Composition((piece,), (*notes, *alike))
        return Composition(tuple(_FORMS[options.form](order, plan, art)), alike)
    except (TemplateProblem, PrintgenError) as error:
        return Composition((), error.findings)


def _check_alike(plan: HexPlan, art: HexArt) -> Iterator[Finding]:
    """A warning for grounds of only a colour that look alike."""
    named = {name: art.look.grounds[name] for name in plan.rules.grounds if not plan.options.labels}
    bare = {
        name: (art.look.color(ground.color), ground.where_of("color")) for name, ground in named.items() if ground.bare
    }
    yield from look_alike("the grounds", bare)


def _poster(order: Order, plan: HexPlan, art: HexArt) -> tuple[Piece, tuple[Finding, ...]]:
    """The whole board, cut along its outline, or with title and legend where a sheet has room for them."""
    options, board = plan.options, plan.board_for(order.seed)
    grid, width = options.grid, options.width
    k, size, cut = width / WIDTH, grid.box(width), rim_of(grid, width)
    values = {
        "line": f"{grid.columns} × {grid.rows}",
        "seed": "" if board.seed is None else str(board.seed),
        "space": f"{poster.words_of(order)['a_hex']} {poster.print_number(to_mm(width))} mm",
        "notes": _notes(board),
    }
    on_paper = BoardOnPaper(size, _chapters(art, board), values, board.spaces(width), cut=cut)
    layout = poster.layout_of(order, size, on_paper.chapters, False) if options.titled else None
    lines = () if layout else poster.board_joints(order, size, cut)
    joints = [Box(line.x / k, line.y / k, line.w / k, line.h / k) for line in lines]
    lanes, faces = _upon(order, plan, art, board)
    picture = Place(art.board(board, _name_size(k / mm(1)), joints=joints, lanes=lanes, faces=faces), scale(k))
    return poster.compose_poster(order, on_paper, layout, options.titled, (picture,))


def _upon(order: Order, plan: HexPlan, art: HexArt, board: HexBoard, share: float = 1.0) -> Iterator[tuple[Item, ...]]:
    """The lanes of a board, then the faces of its hexes, in millimetres of its picture; a `share` of it is printed."""
    grid, width = board.recipe.grid, plan.options.width
    spaces = []
    for cell, ground in board.grounds.items():
        row, column = grid.row_and_column(cell)
        color = art.look.color(art.look.grounds[ground].color)
        place = grid.centre(cell, width), grid.corners(cell, width)
        spaces.append(BoardSpace(grid.name(cell), column + 1, row + 1, ground, color, *place))
    for items in draw_upon(order, plan.options, plan.lanes, spaces, grid.box(width), share):
        yield (Place(Group(items), scale(WIDTH / width)),) if items else ()


def _name_size(k: float) -> float:
    """The height of hex names in a picture that is printed at a scale `k`, in its millimetres."""
    return min(_LARGEST_NAME, max(_NAME, _NAME_ON_PAPER / k))


def _notes(board: HexBoard) -> list[str]:
    """The notes of the rules and then those of the options, as many as fit."""
    return [*_fill_in(board, board.rules.notes), *board.recipe.notes][:3]


def _maps(order: Order, plan: HexPlan, art: HexArt) -> Iterator[Piece]:
    for n, (board, score) in enumerate(plan.scored_boards(order.seed), 1):
        values = poster.score_values(n, board.seed, score, "g", _POINTS_A_TICK)
        values |= {"notes": _notes(board), "scored": bool(values["parts"])}
        yield _sheet(order, art, board, values, plan)


def _overlay(order: Order, plan: HexPlan, art: HexArt) -> Iterator[Piece]:
    """A page with the difficulty of a shot from one hex on every hex in its sight."""
    board, sight = plan.board_for(order.seed), art.rules.sight
    shooter = plan.overlooked or board.starts["a"][0]
    name, shots = board.recipe.grid.name(shooter), board.difficulties(shooter)
    (line,), parts, notes = (_fill_in(board, words) for words in ((sight.line,), sight.parts, sight.notes))
    seed = "" if board.seed is None else str(board.seed)
    values = {"hex": name, "seed": seed, "line": line, "total": str(len(shots)), "parts": parts, "notes": notes}
    discs = _discs(art, board, shooter, shots)
    yield _sheet(order, art, board, values, plan, discs, f"Lines of sight from {name}", {shooter, *shots})


def _equipment(order: Order, plan: HexPlan, art: HexArt) -> Iterator[Piece]:
    """Two loose hexes of every power-up, one a side; the back shows another ground to stand on, if there is one."""
    top, width = plan.options.grid.top, plan.options.width
    wide, high = (side + 2 * _RIM for side in HexGrid(1, 1, top).box(width))
    middle = translate(wide / 2, high / 2)
    cut, clip = (transform_outline(single_hex(top, each), middle) for each in (width, width + 2 * _RIM))
    plain = art.rules.plain_ground
    others = (name for name, rule in art.rules.grounds.items() if rule.stand and not rule.edge and name != plain)
    inner = next(others, None)

    def side(ground: str, title: str, icons: Sequence[str]) -> Drawing:
        items = (*art.hexagon(ground, upper(title), top), art.badge(icons, 0, -1.6, 18))
        picture = Place(Group(items), chain(middle, scale(width / WIDTH)))
        return Drawing(wide, high, (Place(Group((picture,), clip)),))

    for name, icons in plan.options.power_ups.items():
        title = name.replace("-", " ")
        back = side(inner, title, icons) if inner else None
        yield Piece(capitalize(lower(title)), side(plain, title, icons), back, copies=2, cut=cut, role="tile")


_FORMS: Mapping[str, Callable[[Order, HexPlan, HexArt], Iterator[Piece]]] = {
    "maps": _maps, "overlay": _overlay, "equipment": _equipment
}  # fmt: skip


def _fill_in(board: HexBoard, words: Sequence[Phrase]) -> list[str]:
    return [each.text.format(figures=board.recipe.figures, turn=board.rules.turn) for each in words]


def _sheet(
    order: Order, art: HexArt, board: HexBoard, values: Mapping[str, Any], plan: HexPlan,
    marks: Sequence[Item] = (), title: str = "", marked: Collection[Hex] = (),
) -> Piece:  # fmt: skip
    """A page with a board, no larger than its poster, and its legend; `marked` hexes leave room for `marks`."""
    grid, options = board.recipe.grid, plan.options
    wide, high = grid.box(options.width)
    room = order.face(_SHEET).slot("board")

    def share(width: float, height: float) -> float:
        return min(width / wide, height / high, 1.0)

    lanes, faces = _upon(order, plan, art, board, share(room.w, room.h))

    def picture(width: float, height: float) -> Iterator[Item]:
        k = share(width, height) * to_mm(options.width) / WIDTH
        drawn = art.board(board, _name_size(k), marked, lanes=lanes, faces=faces)
        across, down = (mm(k * side) for side in grid.box(WIDTH))
        corner = translate((width - across) / 2, (height - down) / 2)
        board_and_marks = Group((Place(drawn), *marks)) if marks else drawn
        yield Place(Reducer(OUTLINE, whole=True).later(board_and_marks, mm(k)), chain(corner, scale(mm(k))))

    size = {
        "rows": grid.rows,
        "columns": grid.columns,
        "share": round(100 * share(room.w, room.h)),
        "wide": in_print(f"{to_mm(options.width):g}"),
    }
    legend = face_picture(order, "hex-legend", _legend(art, board))
    return poster.map_sheet(order, _SHEET, {**size, **values}, picture, legend, title)


def _discs(art: HexArt, board: HexBoard, shooter: Hex, shots: Mapping[Hex, int]) -> list[Item]:
    """Numbers on the visible hexes, dark within one turn and small beside power-ups, and a star on the shooter."""
    grid, color = board.recipe.grid, art.look.color
    discs: list[Item] = []

    def place(cell: Hex) -> tuple[float, float, float]:
        """The middle of a disc, and how much smaller than others it is."""
        size, shifts = slots(len(board.power_ups.get(cell, ())) + 1)
        (x, y), is_single = grid.centre(cell, WIDTH), len(shifts) == 1
        return x + shifts[-1], y + (1.6 if is_single else BADGE_DROP), 1.0 if is_single else 0.9 * size / _DISC

    for cell, number in shots.items():
        x, y, k = place(cell)
        fill, ink = ("near", "on-near") if number <= art.rules.turn else ("white", "ink")
        discs.append(Path(circle(x, y, k * (_DISC / 2 - 0.4)), color(fill), Stroke(color("ink"), 0.8)))
        discs.append(center_text(str(number), x, y + 3.1 * k, 9.0 * k, STENCIL, color(ink), 10.5 * k))
    x, y, k = place(shooter)
    discs.append(Path(circle(x, y, 8.4 * k), color("gold"), Stroke(color("ink"), 1.2)))
    discs.append(Path(star(x, y, 6.6 * k), color("ink")))
    return discs


def _legend(art: HexArt, board: HexBoard) -> dict[str, Any]:
    """The values of the face of a legend: rows of edges, power-ups, grounds and start zones with their pictures."""
    rules, look = art.rules, art.look
    types = set(board.edges.values()) - {PLAIN_EDGE} if not board.recipe.has_rules else set(rules.edges)
    edges = [(kind, rule.name.text, rule.passes) for kind, rule in rules.edges.items() if kind in types]
    if rules.door is not None:
        edges.append(("door", rules.door.name.text, rules.edges[rules.plain_edge].passes))
    zones = {"zone-a": look.words.zone_a, "zone-b": look.words.zone_b} if all(board.starts.values()) else {}
    lying = set(board.grounds.values()) - (set() if board.recipe.has_rules or board.recipe.grounds else {NOWHERE_ELSE})
    return {
        "look": look.colors,
        "words": dict(look.words),
        "edges": [
            {
                "kind": kind,
                "name": title,
                "looks": look.edges[kind].looks,
                "sample": partial(_edge_sample, art, kind),
                "actions": [{"name": n, "icon": icon, "may": n in passes} for n, icon in rules.actions.items()],
            }
            for kind, title, passes in edges
        ],
        "power_ups": [
            {"name": upper(name.replace("-", " ")), "offer": rules.offer(icons), "badge": partial(_badge, art, icons)}
            for name, icons in board.recipe.power_ups.items()
        ],
        "grounds": [
            {"name": rule.name.text, "swatch": partial(art.swatch, name)}
            for name, rule in rules.grounds.items()
            if name in lying
        ],
        "zones": [{"name": words, "swatch": partial(art.swatch, name)} for name, words in zones.items()],
    }


def _chapters(art: HexArt, board: HexBoard) -> list[Chapter]:
    """The legend of a poster: the edges, power-ups, grounds and start zones that are on the board."""
    legend = _legend(art, board)
    kinds = {*board.edges.values()} | ({"door"} if any(map(board.is_door, board.edges)) else set())
    lying = {upper(name.replace("-", " ")) for names in board.power_ups.values() for name in names}
    ground_names = {art.rules.grounds[name].name.text for name in board.grounds.values()}
    edges = [edge for edge in legend["edges"] if edge["kind"] in kinds]
    grounds = [*(ground for ground in legend["grounds"] if ground["name"] in ground_names), *legend["zones"]]
    power_ups = [power_up for power_up in legend["power_ups"] if power_up["name"] in lying]
    words, look = legend["words"], {"look": legend["look"]}
    return [
        Chapter(words["edges"], [
            {**look, "name": edge["name"], "note": edge["looks"], "picture": partial(_narrow, edge["sample"]),
             "panel": True, "actions": edge["actions"]} for edge in edges
        ]),
        Chapter(words["power_ups"], [
            {**look, "name": power_up["name"], "note": power_up["offer"],
             "picture": partial(_in_middle, power_up["badge"]), "edging": "none"} for power_up in power_ups
        ]),
        Chapter(words["ground"], [
            {**look, **_split_name(ground["name"]), "picture": partial(_enlarge, ground["swatch"])}
            for ground in grounds
        ]),
    ]  # fmt: skip


def _split_name(words: str) -> dict[str, str]:
    """The name of a ground, and its effect behind a colon."""
    name, _, note = words.partition(": ")
    return {"name": capitalize(name), "note": note}


def _narrow(sample: Picture, width: float, height: float) -> Iterator[Item]:
    """The sample of an edge, a little shorter than its box."""
    yield Place(Group(tuple(sample(0.8 * width, height))), translate(0.1 * width, 0))


def _enlarge(sample: Picture, width: float, height: float) -> Iterator[Item]:
    """A sample of a ground, with its symbols as large as its box."""
    yield Place(Group(tuple(sample(width / _SAMPLE, height / _SAMPLE))), scale(_SAMPLE))


def _in_middle(badge: Picture, width: float, height: float) -> Iterator[Item]:
    side = min(width, height)
    yield Place(Group(tuple(badge(side, side))), translate((width - side) / 2, (height - side) / 2))


def _edge_sample(art: HexArt, kind: str, width: float, height: float) -> Iterator[Item]:
    line = ((0.0, 0.0), (to_mm(width), 0.0))
    yield Place(Group(tuple(art.look.sides(kind, [line], 0.95))), chain(translate(0, height / 2), scale(mm(1))))


def _badge(art: HexArt, icons: Sequence[str], width: float, height: float) -> Iterator[Item]:
    yield art.badge(icons, width / 2, height / 2, width)


KIND = Kind(
    "hex-board",
    compose_hex_board,
    options=HexOptions,
    load=load_hexes,
    small=True,
    takes=("list", "record"),
    shapes={"lanes": tuple[Lane, ...], "hexes": HexLook, "hex-rules": HexRules},
    files={"rules": "hex-rules"},
)
