"""A card is drawn for itself: each one looks alone as it does among the others, in every deck and in every format."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pairwise import nightly
from places import SAMPLES
from whole import KITS, LARGE, OFTEN, one_kit

from printgen.build import stages as build
from printgen.build.jobs import Job, load
from printgen.build.settings import Settings
from printgen.drawing.pieces import Piece
from printgen.faces.render import Renderer
from printgen.game.records import Product
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.pictures import encode_png, render_pages, write_svg

GAMES = [*OFTEN, *nightly(LARGE), *sorted(str(path.parent) for path in SAMPLES.glob("*/game.yaml"))]
FEW = 5
"""So many records of a deck are drawn alone where time is short."""

GAME = """\
title: Moving colours
version: "1"
records: {c: {col: color, size: text}}
keywords: {Gain: {color: main}}
products:
  deck: {kind: cards, list: cards.yaml, record: c, front: card, back: back, size: 30x20mm}
  tokens: {kind: counters, list: cards.yaml, record: c, front: card, back: back, size: 30x20mm, shape: rectangle}
"""
CARDS = """\
- {name: Red, col: "#CC0000", size: big}
- {name: Green, col: "#00AA00", size: small}
- {name: Blue, col: "#0000CC", size: small}
"""
FACE = """\
unit: mm
bleed: 3
colors: {main: "{{ card.col }}", pale: "{{ 'main' }} light 70"}
styles: {big: {size: 9}, small: {size: 7}, own: {color: "{{ 'main' }}", size: 7}}
items:
  - rect: {bleed: true, fill: pale}
  - rect: {w: 14, h: 6, fill: "{{ 'main' }}", shadow: {dx: 0.5, dy: 0.5, blur: 0.4, color: "{{ 'main' }}"}}
  - rect: {x: 15, w: 14, h: 6, fill: {from: white, to: "{{ 'main' }}"}, stroke: main}
  - rect: {y: 7, w: 14, h: 4, fill: white, pattern: dots, pattern-color: "{{ 'main' }}"}
  - each: {in: [main, black], as: c, x: 15, y: 7, dx: 7, items: [rect: {w: 6, h: 4, fill: "{{ c }}", opacity: 0.6}]}
  - text: {x: 1, y: 14, w: 28, text: "[{{ 'main' }}]XX[/] Gain :star:", style: "{{ card.size }}"}
  - text: {x: 1, y: 17.5, w: 14, text: "{{ card.name }}", style: own}
  - text: {as: word, x: 1, y: 12.9, text: "{{ card.name }}", size: 6}
  - rect: {as: same, x: 11, y: 11.5, w: 1, h: 1, fill: black}
  - use: {face: badge, right-of: word, gap: 1, with: {n: "{{ word.w | round }}"}}
  - rect: {right-of: same, w: 2, h: 1, fill: black}
  - use: {face: badge, x: 20, y: 13, with: {n: "{{ auto.number }}"}}
  - use: {face: "{{ 'badge' }}", x: 25, y: 13}
  - use: {face: frame, x: 15, y: 18}
  - each: {in: "{{ cards }}", as: c, x: 1, y: 18, dx: 2, items: [rect: {w: 1.5, h: 1, fill: "{{ c.col }}"}]}
"""
FRAME = "unit: mm\nitems:\n  - use: {face: stripe}\n"
STRIPE = """\
unit: mm
items:
  - rect: {w: 4, h: 1, fill: "{{ card.col }}"}
  - each: {in: "{{ cards[1:] }}", as: c, x: 5, dx: 2, items: [rect: {w: 1.5, h: 1, fill: "{{ c.col }}"}]}
"""
BADGE = """\
unit: mm
params: {n: 0}
items:
  - rect: {w: 4, h: 4, radius: 1, fill: "{{ 'main' }}"}
  - text: {x: 0.5, y: 3, w: 3, text: "{{ n }}", size: 6, color: white}
"""
BACK = "unit: mm\nbleed: 3\nitems:\n  - rect: {bleed: true, fill: black}\n  - use: {face: frame, x: 5, y: 5}\n"


@pytest.fixture
def moving(tmp_path: Path) -> str:
    """A small game in which all that can be coloured has the colour of its card."""
    for name, text in (("game", GAME), ("cards", CARDS), ("templates/faces/card", FACE),
                       ("templates/faces/badge", BADGE), ("templates/faces/frame", FRAME),
                       ("templates/faces/stripe", STRIPE), ("templates/faces/back", BACK)):  # fmt: skip
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(tmp_path)


def decks(job: Job) -> Iterator[tuple[Product, Sequence[Piece]]]:
    """The products of a game that print records, each with all of its pieces."""
    for product in (product for product in job.products if product.records):
        made, found = build.compose_some(job, product, product.records, Settings())
        assert [finding for finding in (*job.findings, *found) if finding.severity == "error"] == []
        if made:
            yield product, made.pieces


def alone(job: Job, product: str, number: int) -> Sequence[Piece]:
    """The pieces of a record of a product, counted from 0, which is drawn as if there were no other."""
    job = replace(job, renderer=Renderer(job.library, job.game.files.load))
    record = job.game.products[product].records[number]
    made, _ = build.compose_some(job, job.game.products[product], (record,), Settings())
    assert made, record.name
    return made.pieces


def differing(game: str, most: int = 1000) -> list[str]:
    """The records of a game, of which so many are looked at in each deck, that look otherwise alone: none, if right.

    They are drawn alone from the last to the first, with templates of their own.
    """
    (job,), (other,), found = load([game]), load([game]), []
    for product, pieces in decks(job):
        records, chance = product.records, random.Random(f"{game} {product.name}")
        chosen = chance.sample(range(len(records)), min(most, len(records)))
        sides = {(piece.name, piece.front, piece.back) for piece in pieces}
        for n in sorted(chosen, reverse=True):
            if any((one.name, one.front, one.back) not in sides for one in alone(other, product.name, n)):
                found.append(f"{product.name}: {records[n].name}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).name)
def test_a_card_looks_alone_as_in_its_deck(game: str) -> None:
    assert differing(game, FEW) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", one_kit("army-wars", *zip(KITS)))
def test_so_does_every_card_of_a_kit(game: str) -> None:
    assert differing(game) == []


def test_so_do_cards_of_which_everything_has_its_own_colour(moving: str) -> None:
    assert differing(moving) == []
    for _, pieces in decks(*load([moving])):
        assert len({piece.front for piece in pieces}) == len({piece.back for piece in pieces}) == 3


def test_a_card_is_written_alone_as_in_its_deck(moving: str) -> None:
    (job,), (other,) = load([moving]), load([moving])
    product, pieces = next(decks(job))
    deck = [page for piece in pieces for page in pages(piece)]
    pictures, drawings = printed(deck), [*map(write_svg, deck)]
    assert len({*pictures}) == len({*drawings}) == 6
    for n in range(len(pieces)):
        (piece,) = alone(other, product.name, n)
        assert printed(pages(piece)) == pictures[2 * n : 2 * n + 2]
        assert [*map(write_svg, pages(piece))] == drawings[2 * n : 2 * n + 2]


def pages(piece: Piece) -> list[Page]:
    return [Page(side) for side in (piece.front, piece.back) if side]


def printed(deck: Sequence[Page]) -> list[bytes]:
    """The pages of a PDF, each as a PNG."""
    return [encode_png(picture, 150) for picture in render_pages(write_pdf(deck), 150)]
