"""What each format leaves out of a game of odd things, and what the page for screen readers says of its document."""

from __future__ import annotations

from pathlib import Path

import pytest
from exported import preview_findings

from printgen.base.errors import Exit, Finding, PrintgenError
from printgen.exports import export

BOARD = "{terrains: {lawn: {weight: 1, color: '#8FBF6B'}}, rows: 2, columns: 2, titled: false, form: poster"
FILES = {
    "game.yaml": f"""
title: Attic
version: "1.0"
records: {{figure: {{}}}}
products:
  field: {{kind: terrain-board, title: Field, options: {BOARD}, space: 1x1in}}}}
  other: {{kind: terrain-board, title: Other, options: {BOARD}, space: 30x20mm}}}}
  vast: {{kind: terrain-board, title: Vast, options: {BOARD}, space: 800x700mm}}}}
  heroes: {{kind: standee, title: Heroes, list: heroes.yaml, record: figure, front: figure, size: 20x30mm, foot: 8mm}}
  box: {{kind: tuck-box, title: Box, inside: 40x60x20mm, front: figure}}
  rules: {{kind: booklet, title: Rules, file: rules.yaml}}
  sheet: {{kind: reference-sheet, title: Sheet, file: sheet.yaml, options: {{duplex: none}}}}
""",
    "heroes.yaml": "- {name: Ann}\n- {name: Ben}\n",
    "rules.yaml": "title: Rules\nsections: [{title: One, blocks: [{text: Read me.}]}]\n",
    "sheet.yaml": """
title: Sheet
line: For *all*
sections:
  - title: Play
    aside: in turns
    blocks:
      - heading: How
      - text: "Roll :dice-6:."
      - note: Small print.
      - list: [one, two]
      - list: {mark: number, items: [first]}
      - table: {head: [Icon, What], styles: [badge, body], rows: [[star, A star], ["", nothing]]}
      - steps: {items: [{title: Move, text: one space}, {title: Rest}]}
      - strip: {items: [{title: Lawn, icon: star}]}
      - rolls: {items: [{title: Miss, dice: [1, 2]}, {title: Hit, text: well, dice: [6]}]}
      - volley: {title: Fire, dice: [6, 5, 2], needs: 5, text: Good.}
      - duel: {sides: [{name: Ann, dice: [3, 6, 2]}, {name: Ben, dice: [4, 3]}]}
      - box: {title: Note, blocks: [{heading: Inner}, {ticks: [{text: Done, value: "3"}]}]}
      - box: {blocks: [{heading: Bare}]}
      - fields: [Name]
      - sum: {terms: [{value: "2", label: hits}, {sign: +, label: luck}]}
      - frame: {label: Draw it}
      - lines: 2
""",
    "templates/faces/figure.yaml": """
size: [20, 30]
unit: mm
palettes: [dossier]
items:
  - rect: {x: 0, y: 0, w: 20, h: 30, fill: paper}
  - text: {x: 2, y: 12, w: 16, align: center, text: "Here", size: 9}
""",
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("game") / "attic"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return str(folder)


def omissions(findings: tuple[Finding, ...]) -> list[str]:
    return [f"{one.severity}: {one.message}" for one in findings if one.code in ("left-out", "nothing-fits")]


PAGES, CUT = "pages to read have no place there", "what is cut out, folded and glued has no place there"
VAST = "1600 x 1400 mm are too much for a table that shows all things at one scale"
ROOM = [
    f"info: heroes is left out: {CUT}", f"info: box is left out: {CUT}", f"info: rules is left out: {PAGES}",
    f"info: sheet is left out: {PAGES}", "info: other is left out: there is room for one board",
    f"info: vast is left out: {VAST}",
]  # fmt: skip


@pytest.mark.parametrize(("form", "expected"), [
    ("pcio", ROOM), ("virtualtabletop", ROOM),
    ("tts", [f"info: box is left out: {CUT}", "info: rules is left out: its sheets are folded"]),
    ("vassal", ["info: box is left out: it is to be cut, folded and glued",
                "info: rules is left out: its sheets are read once they are folded"]),
])  # fmt: skip
def test_what_has_no_place_on_a_virtual_table_is_told(game: str, form: str, expected: list[str]) -> None:
    assert omissions(preview_findings(form, game)) == expected


@pytest.mark.parametrize(("form", "program"), [
    ("pcio", "Playingcards.io"), ("virtualtabletop", "virtualtabletop.io"), ("tts", "Tabletop Simulator"),
    ("vassal", "a module of VASSAL"),
])  # fmt: skip
def test_a_product_without_a_place_is_refused(game: str, form: str, program: str, tmp_path: Path) -> None:
    with pytest.raises(PrintgenError) as caught:
        export(form, f"{game}/box", tmp_path)
    last = caught.value.findings[-1]
    assert (last.message, last.exit) == (f"nothing of attic has a place in {program}", Exit.DOES_NOT_FIT)
    assert not [*tmp_path.iterdir()]


BODY = """\
<p>Version 1.0.</p>
<h2 id="part-2">Sheet</h2>
<p>For all</p>
<h3>Play: in turns</h3>
<h4>How</h4>
<p>Roll [dice 6].</p>
<p>Small print.</p>
<ul><li>one</li><li>two</li></ul>
<ol><li>first</li></ol>
<div role="region" aria-label="How" tabindex="0">
<table>
<thead><tr><th scope="col">Icon</th><th scope="col">What</th></tr></thead>
<tbody>
<tr><th scope="row">[star]</th><td>A star</td></tr>
<tr><td></td><td>nothing</td></tr>
</tbody></table>
</div>
<ol><li>Move: one space</li><li>Rest</li></ol>
<ul><li>Lawn</li></ul>
<ul><li>1 or 2: Miss</li><li>6: Hit: well</li></ul>
<p>Fire: Good.</p>
<p>Rolled 6, 5 and 2, and 5 or more was needed: 2 hit.</p>
<p>Ann rolled 6, 3 and 2, Ben rolled 4 and 3. Pair by pair, 6 against 4: Ann; 3 against 3: nobody.</p>
<h4>Note</h4>
<h5>Inner</h5>
<ul><li>[ ] Done, 3</li></ul>
<h4>Bare</h4>
<ul><li>Name: ______</li></ul>
<p>2 (hits) + __ (luck)</p>
<p>Draw it</p>
"""


def test_the_page_says_every_block_of_a_document(game: str, tmp_path: Path) -> None:
    page = export("text", f"{game}/sheet", tmp_path).files[0].read_text(encoding="utf-8")
    main = page.partition("<main>\n")[2].partition("</main>")[0]
    assert main == BODY
