"""A small game with a product of every kind, whose faces are built in wherever a kind has one: files by name."""

GAME = """\
title: Nine Moths
version: "1.0"
author: The printgen makers
licence: MIT
tables:
  kin: {file: kin.yaml, fields: {name: text, needs: {kind: integer, min: 2, max: 6}}}
records:
  moth: {wings: {kind: integer, default: 4}}
  place: {x: number, y: number}
  glow:
    shape: {kind: choice, options: [circle, triangle]}
    diameter: {kind: number, optional: true}
    length: {kind: number, optional: true}
    width: {kind: number, optional: true}
boards:
  meadow:
    space: 30x30mm
    rows: 4
    columns: 4
    bases: {hive: {at: bottom-left, color: "#B7A48C"}, lamp: {at: top-right, color: "#E5CE9A"}}
    fair: 2
    terrains: {lawn: {weight: 6, color: "#A9CF86"}, pond: {weight: 2, color: "#A9D3E8"}}
    victory: pond
    score: {goal: {even: "{goal} even", one: "{goal} nearer to {base}", more: "{goal} {lead} nearer to {base}"}}
sheets:
  together: [bits]
products:
  moths: {kind: cards, title: Moths, list: moths.yaml, record: moth, front: moth, size: 60x60mm}
  counters:
    {kind: counters, title: Counters, list: moths.yaml, record: moth, front: moth, size: 60mm, options: {shape: square}}
  bits: {kind: pieces, title: Bits, list: moths.yaml, record: moth, front: moth, shape: rounded, size: 60x60mm}
  stick: {kind: ruler, title: Stick, list: moths.yaml, record: moth, front: moth, options: {page: stick-page}}
  rules: {kind: reference-sheet, title: Rules, options: {file: rules.yaml, tables: tables.yaml}}
  pocket: {kind: reference-sheet, title: Pocket rules, options: {file: rules.yaml, tables: tables.yaml, form: cards}}
  large: {kind: reference-sheet, title: Large, options: {file: rules.yaml, tables: tables.yaml, style: sheet-large}}
  booklet: {kind: booklet, title: Booklet, file: rules.yaml, tables: tables.yaml, front: booklet-cover}
  box: {kind: tuck-box, title: Box, inside: 64x89x20mm}
  dividers: {kind: deck-divider, title: Dividers, for: moths, by: wings}
  die: {kind: die, title: Die, size: 18mm}
  figures: {kind: standee, title: Figures, list: moths.yaml, record: moth, front: moth, size: 60x60mm}
  maps: {kind: terrain-board, title: Maps, options: {board: meadow, form: maps, count: 2, notes: [Moths fly.]}}
  tiles: {kind: terrain-board, title: Tiles, options: {board: meadow, form: tiles, backs: true}}
  hexes: {kind: hex-board, title: Hexes, options: {rows: 4, columns: 4, form: maps, count: 1, notes: [Moths fly.]}}
  track: {kind: track, title: Track, size: 186x60mm, options: {count: 20, columns: 10}}
  net: {kind: network, title: Net, size: 120x80mm, list: places.yaml, record: place, lanes: lanes.yaml}
  areas: {kind: area-template, title: Areas, list: glows.yaml, record: glow}
  gauges: {kind: area-template, title: Gauges, list: glows.yaml, record: glow, options: {form: gauge}}
  armies: {kind: roster, title: Armies, options: {file: armies.yaml, qualities: kin, reach: [near], blanks: 1}}
  cover:
    kind: cover
    title: Cover
    front: kit-cover
    options: {kicker: A flight by night, steps: [Cut it.], facts: [{icon: printer, head: Print, text: it}]}
"""
RULES = """\
title: How to fly
kicker: a flight by night
line: for one to four moths
sections:
  - title: The story
    icon: map
    blocks:
      - text: "A **lamp** is lit."
      - note: Do not fly into it.
      - heading: Before you start
      - list: [a lamp, a die]
      - box: {title: Folding, icon: ruler, blocks: [{text: "Score every dashed line first."}]}
      - steps: {label: a turn, items: [{title: Choose, icon: run, text: A moth.}, {title: Fly, icon: walk, text: Up.}]}
      - table: {head: [Moth, Wings], styles: [strong, value], rows: [[Ghost Moth, 4], [Lappet, 2]]}
      - dice-table: {name: night, titled: true}
      - fields: [Names, {label: Night, width: 0.4}]
"""
TABLES = """\
night:
  title: What the night brings
  die: d6
  columns: {find: {title: You meet, style: strong}}
  rows: [{roll: 1-3, find: A bat}, {roll: 4-6, find: The moon}]
"""
FILES = {
    "game.yaml": GAME,
    "kin.yaml": "grub: {name: Grub, needs: 6}\nmoth: {name: Moth, needs: 4}\n",
    "armies.yaml": "prices: {Grub: {5: 4}, Moth: {5: 10}}\n"
    "armies: [{name: Dusk, budget: 30, squads: [{quality: Grub, soldiers: 5}, {quality: Moth, soldiers: 5}]}]\n",
    "moths.yaml": "- {name: Ghost Moth}\n- {name: Lappet, wings: 2}\n",
    "glows.yaml": "- {name: Glow, shape: circle, diameter: 4}\n- {name: Beam, shape: triangle, length: 9, width: 4}\n",
    "places.yaml": "- {name: Lamp, x: 20, y: 20}\n- {name: Oak, x: 95, y: 60}\n",
    "lanes.yaml": "- {from: Lamp, to: Oak, length: 3}\n",
    "rules.yaml": RULES,
    "tables.yaml": TABLES,
    "templates/faces/moth.yaml": "size: [60, 60]\nunit: mm\n"
    "items:\n  - text: {x: 3, y: 15, w: 24, text: '{{ card.name }}', font: body, size: 12}\n",
    "templates/faces/stick-page.yaml": "size: [195.9, 264]\nunit: mm\n"
    "items:\n  - text: {y: 8, w: 90, text: Cut it out., font: stencil, size: 20}\n",
}
