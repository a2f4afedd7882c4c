"""What is the same for many cards is one object, and what looks the same but is not is drawn for each card."""

import pytest
from drawn import Drawn, Shelf, groups
from kitchen import PREFLIGHT
from PIL import Image as Pictures

from printgen.base.errors import Where
from printgen.base.units import mm
from printgen.drawing.model import Group, Image, Path, Place, Rect, Text
from printgen.drawing.tints import Tints
from printgen.faces.session import FaceState, Session
from printgen.faces.trim import Trim
from printgen.reading.texts import text_of


def placed(drawn: Drawn) -> list[Group]:
    return [item.group for item in drawn.items if isinstance(item, Place)]


BADGE = """\
params: {value: 0, ground: red}
colors: {main: "{{ ground }}"}
items:
  - rect: {w: 4, h: 4, fill: main}
  - text: {text: "{{ value }}"}
"""
USE = 'use: {face: badge, with: {value: "{{ card.taste }}", ground: "{{ card.color }}"}}'


def badge(shelf: Shelf, taste: object, color: str = "red") -> Group:
    shelf.face(BADGE, "badge")
    (group,) = placed(shelf.items(USE, card={"taste": taste, "color": color}))
    return group


def test_the_same_parameters_give_the_same_object(shelf: Shelf) -> None:
    one, other = badge(shelf, 3), badge(shelf, 3)
    assert one is other


def test_other_parameters_give_another(shelf: Shelf) -> None:
    assert badge(shelf, 3) != badge(shelf, 4)
    assert badge(shelf, 3) != badge(shelf, 3, "sand")


@pytest.mark.parametrize(("one", "other"), [(1, True), (True, 1.0), ((1,), (True,))])
def test_values_that_are_equal_but_print_differently_are_not_mixed_up(shelf: Shelf, one: object, other: object) -> None:
    shelf.face(BADGE, "badge")
    for value in (one, other):
        assert shelf.items(USE, card={"taste": value, "color": "red"}).texts() == [text_of(value)]


def test_lists_and_tables_may_be_parameters(shelf: Shelf) -> None:
    shelf.face(
        'params: {skills: []}\nitems:\n  - each: {in: "{{ skills }}", items: [text: {text: "{{ item }}"}]}\n', "list"
    )
    use = 'use: {face: list, with: {skills: "{{ card.skills }}"}}'
    (one,) = placed(shelf.items(use, card={"skills": ["a", "b"]}))
    (two,) = placed(shelf.items(use, card={"skills": ["a", "b"]}))
    (three,) = placed(shelf.items(use, card={"skills": ["b", "a"]}))
    assert one is two and one != three


def test_parameters_that_are_left_out_have_their_defaults(shelf: Shelf) -> None:
    shelf.face(BADGE, "badge")
    assert shelf.items("use: {face: badge}").texts() == ["0"]


FACTS = {
    "auto": {"number": 3},
    "game": {"title": "Menu"},
    "product": {"title": "Cards"},
    "tables": {"courses": {"main": "Main"}},
}


def test_a_used_face_sees_the_card_and_what_is_around_it(shelf: Shelf) -> None:
    text = "{{ card.name }} {{ auto.number }} {{ game.title }} {{ product.title }} {{ tables.courses.main }}"
    shelf.face(f'items: [text: {{text: "{text}"}}]\n', "badge")
    shelf.face("items: [use: {face: badge}]\n", "frame")
    for name in ("Soup", "Roast"):
        drawn = shelf.items("use: {face: frame}", card={"name": name}, **FACTS)
        assert drawn.texts() == [f"{name} 3 Menu Cards Main"]


HANDED = [("badge", ["Pie", "Rice"]), ("frame", ["Pie", "Pie", "Rice", "Rice"])]


@pytest.mark.parametrize(("face", "names"), HANDED)
def test_a_card_that_is_handed_on_goes_before_the_card(shelf: Shelf, face: str, names: list[str]) -> None:
    name = '{text: {text: "{{ card.name }}"}}'
    shelf.face(f"items: [{name}]\n", "badge")
    shelf.face(f"params: {{card: {{name: Nobody}}}}\nitems: [use: {{face: badge}}, {name}]\n", "frame")
    hand = f"{{face: {face}, with: {{card: \"{{{{ {{'name': item}} }}}}\"}}}}"
    assert shelf.items(f"each: {{in: [Pie, Rice], items: [use: {hand}]}}", card={"name": "Soup"}).texts() == names


def test_a_parameter_that_is_left_out_hides_the_card_in_its_own_face_alone(shelf: Shelf) -> None:
    name = '{text: {text: "{{ card.name }}"}}'
    shelf.face(f"items: [{name}]\n", "badge")
    shelf.face(f"params: {{card: {{name: Nobody}}}}\nitems: [use: {{face: badge}}, {name}]\n", "frame")
    for soup in ("Soup", "Tea"):
        assert shelf.items("use: {face: frame}", card={"name": soup}).texts() == [soup, "Nobody"]


def test_what_a_used_face_does_not_know_is_told(shelf: Shelf) -> None:
    shelf.face('items: [text: {text: "{{ card.name }}"}]\n', "badge")
    drawn = shelf.items("use: {face: badge}", tables={}, lets={})
    assert drawn.told() == ["badge.yaml:3:22 there is no 'card' here (drawing Soup) | Use one of: tables."]


def test_what_does_not_depend_on_the_card_is_drawn_once(shelf: Shelf) -> None:
    lines = 'rect: {w: 9, h: 9, fill: sand}\ntext: {text: RULES}\ntext: {text: "{{ card.name }}"}\nicon: {name: pot}'
    one, two = (shelf.items(lines, card={"name": name}) for name in ("Soup", "Roast"))
    assert [a is b for a, b in zip(placed(one), placed(two), strict=True)] == [True, True]
    assert (one.texts(), two.texts()) == (["RULES", "Soup"], ["RULES", "Roast"])


MOVING = 'colors: {main: "{{ card.color }}"}'
# Each draws the first card in one way and the second in another; nothing of the first may stick.
CHANGING = {
    "a colour": ('colors: {main: "{{ card.color }}"}', "rect: {w: 1, h: 1, fill: main}"),
    "a colour made from it": (
        'colors: {main: "{{ card.color }}", shade: main dark 20}',
        "rect: {w: 1, h: 1, fill: shade}",
    ),
    "two steps on": (
        'colors: {main: "{{ card.color }}", shade: main dark, edge: shade over paper}',
        "rect: {w: 1, h: 1, fill: edge}",
    ),
    "a mix": ('colors: {main: "{{ card.color }}"}', "rect: {w: 1, h: 1, fill: paper/main 30}"),
    "what reads on it": ('colors: {main: "{{ card.color }}"}', "rect: {w: 1, h: 1, fill: on main}"),
    "the colour of letters": ('colors: {ink: "{{ card.color }}"}', "text: {text: RULES}"),
    "the colour of lines": ('colors: {ink: "{{ card.color }}"}', "line: {x2: 5}"),
    "an icon in a group": ('colors: {main: "{{ card.color }}"}', "group: {items: [icon: {name: pot, color: main}]}"),
    "a style": ('styles: {title: {color: "{{ card.color }}"}}', "text: {text: RULES, style: title}"),
    "a style's colour": (
        'colors: {main: "{{ card.color }}"}\nstyles: {title: {color: main}}',
        "text: {text: RULES, style: title}",
    ),
    "a way to fit": ("", "text: {text: RULES, fit: [{size: \"{{ 8 if card.color == 'red' else 9 }}\"}]}"),
    "a condition": ("", "rect: {w: 1, h: 1}\n    when: card.color == 'red'"),
    "a condition inside": ("", "group: {items: [{rect: {w: 1, h: 1}, when: card.color == 'red'}]}"),
    "a let": ('lets: {c: "{{ card.color }}"}', 'rect: {w: 1, h: 1, fill: "{{ c }}"}'),
    "a name of an icon": ("", "icon: {name: \"{{ 'pot' if card.color == 'red' else 'leaf' }}\"}"),
    "an each inside": ("", 'each: {in: [1, 2], items: [rect: {w: "{{ item }}", h: 1, fill: "{{ card.color }}"}]}'),
    "a pattern": ('colors: {ink: "{{ card.color }}"}', "rect: {w: 9, h: 9, pattern: dots}"),
    # An expression may name a colour, a style, a face or an icon, though it reads nothing of the card.
    "a fill that is worked out": (MOVING, "rect: {w: 1, h: 1, fill: \"{{ 'main' }}\"}"),
    "a part of a fill": (MOVING, "rect: {w: 1, h: 1, fill: \"paper/{{ 'main' }} 30\"}"),
    "what reads on it, worked out": (MOVING, "rect: {w: 1, h: 1, fill: \"on {{ 'main' }}\"}"),
    "a stroke": (MOVING, "rect: {w: 1, h: 1, stroke: \"{{ 'main' }}\"}"),
    "a line": (MOVING, "line: {x2: 5, stroke: \"{{ 'main' }}\"}"),
    "a path": (MOVING, "path: {d: M0 0 L9 0 L9 9 Z, fill: \"{{ 'main' }}\"}"),
    "a hazard": (MOVING, "rect: {w: 9, h: 9, hazard: \"{{ 'main' }}\"}"),
    "the colour of a pattern": (MOVING, "rect: {w: 9, h: 9, pattern: dots, pattern-color: \"{{ 'main' }}\"}"),
    "the start of a gradient": (MOVING, "rect: {w: 9, h: 9, fill: {from: \"{{ 'main' }}\", to: paper}}"),
    "the end of a gradient": (MOVING, "ellipse: {r: 9, fill: {from: paper, to: \"{{ 'main' }}\"}}"),
    "a stop of a gradient": (MOVING, "rect: {w: 9, h: 9, fill: {stops: [paper, \"{{ 'main' }} at 40\", ink]}}"),
    "a shadow": (MOVING, "rect: {w: 9, h: 9, fill: ink, shadow: {blur: 0, color: \"{{ 'main' }}\"}}"),
    "letters": (MOVING, "text: {text: RULES, color: \"{{ 'main' }}\"}"),
    "the outline of letters": (MOVING, "text: {text: RULES, stroke: \"{{ 'main' }}\"}"),
    "letters in a way to fit": (MOVING, "text: {text: RULES, fit: [{color: \"{{ 'main' }}\"}]}"),
    "letters on an arc": (MOVING, "text: {text: RULES, color: \"{{ 'main' }}\", arc: {r: 30, from: -60, to: 60}}"),
    "a mark": (MOVING, "text: {text: \"[{{ 'main' }}]RULES[/]\"}"),
    "a mark in a group": (MOVING, "group: {items: [text: {text: \"[{{ 'main' }}]RULES[/]\"}]}"),
    "an icon in a mark": (MOVING, "text: {text: \"[{{ 'main' }}]:pot:[/]\"}"),
    "an icon": (MOVING, "icon: {name: pot, color: \"{{ 'main' }}\"}"),
    "a code": (MOVING, "qr: {size: 30, text: x, color: \"{{ 'main' }}\"}"),
    "the ground of a code": (MOVING, "barcode: {w: 60, h: 9, text: x, ground: \"{{ 'main' }}\"}"),
    "an each over colours": (MOVING, 'each: {in: [main, ink], as: c, items: [rect: {w: 1, h: 1, fill: "{{ c }}"}]}'),
    "an each over lists": (
        MOVING,
        'each: {in: [[main, 5], [ink, 3]], items: [rect: {w: "{{ item[1] }}", h: 1, fill: "{{ item[0] }}"}]}',
    ),
    "an each over worked out colours": (
        MOVING,
        'each: {in: "{{ [\'main\'] }}", items: [text: {text: RULES, color: "{{ item }}"}]}',
    ),
    "a let that names a colour": (
        f"{MOVING}\nlets: {{c: \"{{{{ 'main' }}}}\"}}",
        'rect: {w: 1, h: 1, fill: "{{ c }}"}',
    ),
    "a colour that names a colour": (
        'colors: {main: "{{ card.color }}", edge: "{{ \'main\' }}"}',
        "rect: {w: 1, h: 1, fill: edge}",
    ),
    "a style that is worked out": (
        MOVING + "\nstyles: {title: {color: main}}",
        "text: {text: RULES, style: \"{{ 'title' }}\"}",
    ),
    "a colour of a style": (
        MOVING + "\nstyles: {title: {color: \"{{ 'main' }}\"}}",
        "text: {text: RULES, style: title}",
    ),
    "another style": (
        "styles: {big: {size: 12}, small: {size: 8}}",
        "text: {text: RULES, style: \"{{ 'big' if card.color == 'red' else 'small' }}\"}",
    ),
    "a used face that inherits": (MOVING, "use: {face: plate}"),
    "a used face that is worked out": (MOVING, "use: {face: \"{{ 'plate' }}\"}"),
    "a used face that hands on": (MOVING, "use: {face: tray}"),
    "a colour that a used face is handed": (MOVING, "use: {face: badge, with: {ground: \"{{ 'main' }}\"}}"),
    "another used face": ("", "use: {face: \"{{ 'tin' if card.color == 'red' else 'badge' }}\"}"),
    "an icon of art": ('colors: {ink: "{{ card.color }}"}', "icon: {name: stamp, color: sand}"),
    "art in a text": ('colors: {ink: "{{ card.color }}"}', 'text: {text: ":stamp:", color: sand}'),
    "a scene": (MOVING, "image: {w: 60, h: 40, look: {scene: flag, head: null, torso: null}}"),
    "a drawing": (MOVING, "image: {w: 9, h: 9, file: flag.svg, color: \"{{ 'main' }}\"}"),
}
# What the cases above use besides.
AROUND = {
    "faces/badge.yaml": "unit: mm\npalettes: [plain]\n" + BADGE,
    "faces/plate.yaml": "unit: mm\nitems:\n  - rect: {w: 4, h: 4, fill: main}\n",
    "faces/tin.yaml": "unit: mm\nitems:\n  - rect: {w: 4, h: 4, fill: silver}\n",
    "faces/tray.yaml": "unit: mm\nitems:\n  - rect: {w: 9, h: 9, fill: \"{{ 'main' }}\"}\n",
    "art/parts/own.yaml": "stamp: {slot: piece, layers: [{rect: [0, 0, 100, 100], fill: ink}]}\n",
    "art/scenes/own.yaml": 'flag: {colors: {sky: main, near: "#304020"}, back: [{fill: sky}]}\n',
    "flag.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z" '
    'fill="currentColor"/></svg>',
}


@pytest.mark.parametrize("what", CHANGING)
def test_what_depends_on_the_card_changes_with_it(shelf: Shelf, what: str) -> None:
    head, item = CHANGING[what]
    for name, text in AROUND.items():
        shelf.write(name, text)
    face = f"{head}\nitems:\n  - {item}\n"
    red, black = (shelf.draw(face, card={"color": color}) for color in ("red", "#000000"))
    assert red.findings == black.findings == []
    assert red.items != black.items
    assert shelf.draw(face, card={"color": "red"}).items == red.items
    # The second card looks as it does when it is drawn first.
    fresh = Shelf(shelf.root)
    assert fresh.draw(card={"color": "#000000"}).flat() == black.flat()


def test_text_that_was_set_before_is_set_again_in_the_new_colour(shelf: Shelf) -> None:
    face = 'colors: {main: "{{ card.color }}"}\nitems:\n  - text: {text: "{{ card.name }} :pot:", color: main}\n'
    for color in ("#112233", "#445566"):
        drawn = shelf.draw(face, card={"name": "Soup", "color": color})
        assert [t.color for t in drawn.all(Text)] == [color]
        assert drawn.fills() == [color]


def test_icons_of_one_colour_are_one_object(shelf: Shelf) -> None:
    drawn = shelf.items(
        'icon: {name: "{{ card.icon }}", cx: 1}\nicon: {name: "{{ card.icon }}", cx: 9}\ntext: {text: "x :pot:"}',
        card={"icon": "pot"},
    )
    pots = [g for g in groups(drawn.items) if isinstance(g.items[0], Path)]
    assert len(pots) == 3 and len({id(g) for g in pots}) == 1


def test_a_deck_does_not_share_between_faces(shelf: Shelf) -> None:
    shelf.face("items:\n  - rect: {w: 1, h: 1, fill: red}\n", "one")
    shelf.face("items:\n  - rect: {w: 1, h: 1, fill: sand}\n", "two")
    assert [shelf.draw(name=name).one(Rect).fill for name in ("one", "two", "one")] == ["#C03030", "#F0E0C0", "#C03030"]


def test_what_a_used_face_inherits_is_not_that_of_an_earlier_card(shelf: Shelf) -> None:
    shelf.face(
        'params: {ground: red}\ncolors: {panel: "{{ ground }}"}\n'
        "items:\n  - rect: {w: 4, h: 4, fill: main}\n  - rect: {w: 2, h: 2, fill: panel}\n",
        "badge",
    )
    use = 'items:\n  - use: {face: badge, with: {ground: "{{ card.ground }}"}}\n'
    # The badge is drawn with both grounds before it is drawn in the other colour.
    wanted = [("#112233", "red"), ("#112233", "sand"), ("#445566", "sand"), ("#445566", "red")]
    grounds = {"red": "#C03030", "sand": "#F0E0C0"}
    for color, ground in wanted:
        drawn = shelf.draw(f"{MOVING}\n{use}", card={"color": color, "ground": ground})
        assert drawn.fills() == [color, grounds[ground]]


def test_a_photo_is_cropped_for_each_box(shelf: Shelf) -> None:
    picture = Pictures.new("RGB", (60, 60))
    picture.putdata([(4 * x, 4 * y, 0) for y in range(60) for x in range(60)])
    picture.save(shelf.root / "photo.png")
    boxes = ["w: 10, h: 20", "w: 20, h: 10", "w: 20, h: 10, align: bottom", "w: 20, h: 10, fit: stretch"]
    drawn = shelf.items("\n".join(f"image: {{{box}, file: photo.png}}" for box in boxes))
    images = drawn.all(Image)
    assert [image.pixels for image in images] == [(30, 60), (60, 30), (60, 30), (60, 60)]
    assert len({image.data for image in images}) == 4


def test_an_empty_list_is_no_empty_mapping(shelf: Shelf) -> None:
    shelf.face(BADGE, "badge")
    empty, mapping = (shelf.items(USE, card={"taste": taste, "color": "red"}) for taste in ([], {}))
    assert (empty.findings, [finding.severity for finding in mapping.findings]) == ([], ["error"])


def test_text_near_a_cut_is_told_wherever_its_face_is_used(shelf: Shelf) -> None:
    shelf.face('params: {n: 0}\nitems:\n  - text: {text: RULES}\n  - text: {text: "{{ n }}", y: 9}\n', "badge")
    shelf.face(
        "items:\n  - use: {face: badge, x: 20, y: 20, with: {n: 1}}\n"
        "  - use: {face: badge, x: 58, y: 20, with: {n: 2}}\n"
    )
    ink = Session(Tints({}), "Soup", lambda field: Where("cards.yaml"), FaceState(), trim=Trim(mm(60), mm(60)))
    findings = shelf.renderer.render(shelf.library.face("card"), {}, ink).findings
    assert [found.code for found in findings if found.code not in PREFLIGHT] == ["over-cut"]
    assert findings[0].message.startswith('"RULES" reaches')
