"""Mistakes in a face are found before or while it is drawn, at their own line, with a word that would be right."""

import pytest
from drawn import Shelf, told

VERBS = {"Add", "Choose", "Mend", "Name", "Remove", "Start", "Write"}

# A face (its items start on line 4), then its findings.
MISTAKES = r"""
  - rct: {x: 1}
4:5 'rct' is not a shape | Did you mean 'rect'?

  - rect: {x: 1, radus: 2}
4:18 a rect has no 'radus' | Did you mean 'radius'?

  - rect
4:5 a shape is one word with its settings, such as rect: {...} | KINDS

  - rect: 5
4:11 rect takes settings | Write them in the form {x: 1, y: 2}.

  - rect: {x: 1mm}
    line: {x1: 2}
4:5 a shape is one word with its settings, such as rect: {...}; these are 2: rect, line | Start every shape with a dash.

  - rect: {x: 3furlong}
4:15 x: 'furlong' is not a unit of length | Use mm, cm, in or pt.

  - text: {text: a, size: big}
4:27 size: 'big' is not a length | Write it like 63mm, 0.25in or 9pt.

  - text: {text: a, size: 0}
4:27 size is 0; letters need a size above zero | Choose a larger one.

  - text: {text: a, fit: [{y: 3}, {szie: 2}]}
4:36 a fit has no 'szie' | Did you mean 'size'?

  - text: {text: a, fit: [3]}
4:26 fit is a list of ways, each with its settings | Write it like [{y: 3, size: 8}].

  - text: {text: a, fit: wide}
4:26 fit is a list of ways, each with its settings | Write it like [{y: 3, size: 8}].

  - line: {dash: 2}
4:18 dash is a list of lengths | Write it like [2, 1].

  - slot: {name: board, w: 0, h: 3, y: "{{ card.y }}"}
4:28 a slot needs w above zero | Choose a length above zero.
4:40 y of a slot is the same for every card | Write it without {{ }}.

  - slot: {x: 1, h: 3}
4:5 a slot needs name | Add name: and its value.
4:5 a slot needs w | Add w: and its value.

  - group: {clip: 3, items: []}
4:19 clip is a list of lengths | Write it like [0, 0, 20, 10].

  - group: {clip: [1, 2, 3], items: []}
4:19 clip takes four lengths: x, y, w, h | Write it like [0, 0, 20, 10].

  - group: {items: {rect: {w: 1}}}
4:20 items is a list of shapes | Write it like - rect: {w: 5, h: 3}, a line each.

  - use: {face: card, with: 3}
4:29 with is a mapping of names and values | Write it like {name: value}.

  - text: {text: "{{ card.name | uper }}"}
4:18 there is no filter 'uper' | Did you mean 'upper'?

  - text: {text: "{{ card.name"}
4:18 cannot read '{{ card.name': a value holds texts and {{ expressions }} only | Mend the expression.

  - text: {text: "{{ 3 3 }}"}
4:18 cannot read '3 3': a number cannot stand there | Write ~ to join texts.

  - text: {text: "{{-card.name-}}"}
4:18 cannot read '-card.name-': it ends too early | Mend the expression.

  - rect: {w: 1, h: 1}
    when: "{% if x %}"
5:11 cannot read '{% if x %}': '%' cannot stand there | Mend the expression.

  - rect: {x: 1, radus: 2}
  - group: {items: [{use: {fce: a}}, {icn: {}}]}
4:18 a rect has no 'radus' | Did you mean 'radius'?
5:28 a use has no 'fce' | Did you mean 'face'?
5:38 'icn' is not a shape | Did you mean 'icon'?
"""


def cases(text: str) -> list[tuple[str, list[str]]]:
    """The blocks of a table: lines that start with a number are findings."""
    out = []
    for block in text.strip("\n").split("\n\n"):
        lines = block.split("\n")
        found = [line for line in lines if line[:1].isdigit()]
        out.append(("\n".join(line for line in lines if line not in found) + "\n", found))
    return out


@pytest.mark.parametrize(("items", "found"), cases(MISTAKES))
def test_mistakes_that_need_no_card(shelf: Shelf, items: str, found: list[str]) -> None:
    kinds = (
        "Use one of: barcode, each, ellipse, first, group, icon, image, line, path, qr, rect, ring, slot, text, ticks,"
        " use."
    )
    drawn = shelf.draw("items:\n" + items)
    assert drawn.told() == [f"card.yaml:{line}".replace("KINDS", kinds) for line in found]


# A whole face after `unit` and `palettes` (so it starts on line 3), then its findings.
HEADERS = r"""
itms: []
3:1 unknown key 'itms' in a face | Did you mean 'items'?

styles: {title: {szie: 3}}
3:18 a style has no 'szie' | Did you mean 'size'?

styles: {title: 3}
3:17 title is a mapping of names and values | Write it like {name: value}.

styles: big
3:9 styles is a mapping of names and values | Write it like {name: value}.

params: [a]
3:9 params is a mapping of names and values | Write it like {name: value}.

colors: red
3:9 colors is a mapping of names and values | Write it like {name: value}.

colors: []
3:9 colors is a mapping of names and values | Write it like {name: value}.

lets: 0
3:7 lets is a mapping of names and values | Write it like {name: value}.

lets: [a]
3:7 lets is a mapping of names and values | Write it like {name: value}.

lets: {a: "{{ b | uper }}"}
3:11 there is no filter 'uper' | Did you mean 'upper'?

size: [44]
3:7 size is a name, or a width and a height | Write it like poker, or [63, 88].

size: [0, 5]
3:7 size needs a width and a height above zero | Choose lengths above zero.

size: [44, tall]
3:7 size: 'tall' is not a length | Write it like 63mm, 0.25in or 9pt.

size: 3
3:7 size is a name, or a width and a height | Write it like poker, or [63, 88].

bleed: wide
3:8 bleed: 'wide' is not a length | Write it like 63mm, 0.25in or 9pt.

bleed: 50.1mm
3:8 bleed is 50.1 mm; it must be from 0 to 50 mm | Choose a length from 0 to 50 mm.

safe: -51mm
3:7 safe is -51 mm; it must be from -50 to 50 mm | Choose a length from -50 to 50 mm.

items: {rect: {}}
3:8 items is a list of shapes | Write it like - rect: {w: 5, h: 3}, a line each.

extends: nope
3:10 there is no face 'nope' | Use one of: base, card. Or add templates/faces/nope.yaml.

extends: bse
3:10 there is no face 'bse' | Did you mean 'base'?

extends: card
3:10 face 'card' extends itself | Name another face, or remove the line.

extends: base
override: {mddle: []}
4:12 the face 'base' has no group named 'mddle' | Did you mean 'middle'?

extends: base
override: [a]
4:11 override is a mapping of names and values | Write it like {name: value}.

extends: base
override: {middle: [rct: {}]}
4:21 'rct' is not a shape | Did you mean 'rect'?

override: {middle: []}
3:1 override needs a face that this one extends | Add extends: and the name of a face, or remove it.
"""


@pytest.mark.parametrize(("text", "found"), cases(HEADERS))
def test_mistakes_in_the_head_of_a_face(shelf: Shelf, text: str, found: list[str]) -> None:
    shelf.face("items:\n  - group: {name: middle, items: []}\n", "base")
    assert shelf.draw(text).told() == [f"card.yaml:{line}" for line in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("unit: furlong\nitems: []\n", "1:7 'furlong' is not a unit of length | Use mm, cm, in or pt."),
        ("items:\n  - rect: {x: 3}\n", "2:15 x: 3 has no unit | Write it like 63mm, 0.25in or 9pt."),
        ("palettes: plain\n", "1:11 palettes is a list of names | Write it like [dossier]."),
        ("palettes: [plan]\n", "1:11 there is no palette 'plan' | Did you mean 'plain'?"),
        ("- rect: {}\n", "1:1 a face is a mapping with items | Write items: and a list of shapes."),
        ("hello\n", "1:1 a face is a mapping with items | Write items: and a list of shapes."),
        ("", "1:1 a face is a mapping with items | Write items: and a list of shapes."),
    ],
)
def test_mistakes_in_a_file(shelf: Shelf, text: str, found: str) -> None:
    shelf.face("", "card", head=text)
    assert shelf.draw().told() == [f"card.yaml:{found}"]


def test_a_file_that_is_no_yaml(shelf: Shelf) -> None:
    (finding,) = shelf.draw("items: [\n  - rect: {x: 1\n").told()
    assert finding.startswith("card.yaml:")
    (finding,) = shelf.draw("items: []\nitems: []\n", name="twice").told()
    assert finding.startswith("twice.yaml:4:1 ")


# Items, then what is told while a card named Soup is drawn.
DRAWN = r"""
  - rect: {w: 1, h: 1, fill: papr}
4:30 'papr' is not a colour here | Did you mean 'paper'?

  - rect: {w: 1, h: 1, fill: paper drk}
4:30 'paper drk' is not a colour: after a name comes dark, light or deep and a percentage | Mend this line.

  - rect: {w: 1, h: 1, pattern: chevrn}
4:33 'chevrn' is not a pattern | Did you mean 'chevron'?

  - rect: {w: 1, h: 1, pattern: dots, pattern-scale: 0}
4:54 pattern-scale is too small | Write 0.1 or more.

  - rect: {w: 1, h: 1, hazard: ink, hazard-pitch: 0}
4:51 hazard-pitch is too small | Write 0.2 or more.

  - path: {d: "M0 0 X"}
4:15 'X' does not belong in path data | Mend this line.

  - icon: {name: lef}
4:18 there is no icon 'lef' | Did you mean 'leaf'?

  - text: {text: a, style: titel}
4:28 there is no style 'titel' | Did you mean 'title'?

  - text: {text: a, font: stensil}
4:27 there is no font 'stensil' | Did you mean 'stencil'?

  - text: {text: a, align: middle}
4:28 there is no align 'middle' | Use one of: center, end, justify, left, right, start.

  - text: {text: a, lines: many}
4:28 lines should be a number, not 'many' | Write one such as 2.

  - text: {x: 3}
4:5 'text' is missing | Add text: and its value.

  - path: {d: "M0 0 L1 1", scale: big}
4:35 scale should be a number, not 'big' | Write one such as 2.

  - text: {text: "{{ card.nme }}"}
4:18 there is no 'nme' here | Did you mean 'name'?

  - text: {text: "{{ card.nme | upper }}"}
4:18 there is no 'nme' here | Did you mean 'name'?

  - text: {text: "{{ crd.name }}"}
4:18 there is no 'crd' here | Did you mean 'card'?

  - text: {text: "{{ 'a' * 3 }}"}
4:18 '*' works on numbers, not on a text and a number | Mend this line.

  - rect: {w: 1, h: 1}
    when: card.taste / 0
5:11 nothing can be divided by 0 | Mend this line.

  - each: {in: "{{ card.name }}", items: []}
4:16 each needs a list | Write a list, a range such as 1..6, or what gives a list.

  - text: {text: [a, b]}
4:18 text should be words, not a list or a mapping | Write it in quotes.

  - use: {face: bdge}
4:17 there is no face 'bdge' | Did you mean 'badge'?

  - use: {face: badge, with: {valu: 1}}
4:31 face 'badge' takes no 'valu' | Did you mean 'value'?

  - use: {face: card}
4:17 face 'card' uses itself | Use another one.

  - image: {w: 0, h: 5, look: {scene: field}}
4:5 an image needs a width and a height above zero | Write w and h.
"""


@pytest.mark.parametrize(("items", "found"), cases(DRAWN))
def test_mistakes_that_show_when_a_card_is_drawn(shelf: Shelf, items: str, found: list[str]) -> None:
    shelf.face("params: {value: 0}\nitems: []\n", "badge")
    drawn = shelf.draw(f"items:\n{items}styles: {{title: {{size: 9}}}}\n", card={"name": "Soup", "taste": 4})
    one = [line.split(" | ") for line in found]
    assert drawn.told() == [
        f"card.yaml:{line} (drawing Soup)" + (f" | {hint[0]}" if hint else "") for line, *hint in one
    ]


def test_the_widest_bleed_margin_and_shadow_are_no_mistake(shelf: Shelf) -> None:
    rect = "items:\n  - rect: {w: 9, h: 9, fill: ink, shadow: {blur: %s}}\n"
    assert shelf.draw("bleed: 50mm\nsafe: 50mm\n" + rect % 50).told() == []
    (said,) = Shelf(shelf.root).draw(rect % 50.1).told()
    assert "the blur of a shadow is too large" in said


def test_a_mistake_does_not_hide_the_next_one(shelf: Shelf) -> None:
    drawn = shelf.items("icon: {name: lef}\ntext: {text: fine}\nrect: {fill: papr}", card={"name": "Soup"})
    assert [line.split()[0] for line in drawn.told()] == ["card.yaml:4:18", "card.yaml:6:18"]
    assert drawn.texts() == ["fine"]


def test_a_mistake_in_a_used_face_is_told_in_that_face(shelf: Shelf) -> None:
    shelf.face("items:\n  - rct: {}\n", "badge")
    for _ in range(2):
        (finding,) = shelf.items("use: {face: badge}").told()
        assert finding == "badge.yaml:4:5 'rct' is not a shape | Did you mean 'rect'?"


def test_a_mistake_in_an_extended_face_is_told_in_that_face(shelf: Shelf) -> None:
    shelf.face("items:\n  - rct: {}\n", "base")
    (finding,) = shelf.draw("extends: base\n").told()
    assert finding == "base.yaml:4:5 'rct' is not a shape | Did you mean 'rect'?"


def test_faces_that_use_each_other_are_refused(shelf: Shelf) -> None:
    shelf.face("items:\n  - use: {face: card}\n", "other")
    (finding,) = shelf.items("use: {face: other}").told()
    assert finding == "other.yaml:4:17 face 'card' uses itself (drawing Soup) | Use another one."


def test_faces_that_extend_each_other_are_refused(shelf: Shelf) -> None:
    shelf.face("extends: card\n", "other", head="")
    (finding,) = shelf.draw("extends: other\n", head="").told()
    assert "extends itself" in finding and ".yaml:1:10" in finding


def test_a_colour_of_the_face_that_is_not_known(shelf: Shelf) -> None:
    (finding,) = shelf.draw("colors: {main: olve}\nitems:\n  - rect: {fill: main}\n").told()
    assert finding.startswith("card.yaml:3:16 'olve' is not a colour here")


def test_a_let_that_cannot_be_reckoned(shelf: Shelf) -> None:
    (finding,) = shelf.draw('lets: {a: "{{ card.nme }}"}\nitems: []\n', card={"name": "Soup"}).told()
    assert finding == "card.yaml:3:11 there is no 'nme' here (drawing Soup) | Did you mean 'name'?"


def test_a_face_that_failed_fails_for_every_card(shelf: Shelf) -> None:
    shelf.face("params: {value: 0}\nitems:\n  - icon: {name: lef}\n", "badge")
    first = shelf.items("use: {face: badge}", card={"name": "Soup"}).told()
    second = shelf.items("use: {face: badge}", card={"name": "Roast"}).told()
    assert ["(drawing Soup)" in first[0], "(drawing Roast)" in second[0]] == [True, True]


def test_faces_and_icons_of_the_first_folder_win(shelf: Shelf) -> None:
    assert told(shelf.draw("items: []\n").findings) == []
    assert shelf.library.face_names() == ["card"]
    with pytest.raises(ValueError, match=r"there is no face 'crd'\. Did you mean 'card'"):
        shelf.library.face("crd")


@pytest.mark.parametrize("text", [*MISTAKES.split("\n\n"), *HEADERS.split("\n\n"), *DRAWN.split("\n\n")])
def test_every_mistake_comes_with_what_to_do(text: str) -> None:
    for line in (line for line in text.strip("\n").split("\n") if line[:1].isdigit()):
        hint = line.partition(" | ")[2]
        assert hint == "KINDS" or hint.split(" ")[0] in {"Did", "Use", *VERBS}, line
