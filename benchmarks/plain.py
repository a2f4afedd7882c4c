"""The yardstick: a plain, hand-written ReportLab script that draws the benchmark's faces from the same YAML.

Usage: plain.py GAME_FOLDER OUT.pdf. It is what one writes in an afternoon: yaml.safe_load, canvas calls,
ReportLab's own line breaking, nine cards a page, backs on every second page. No validation, no marks.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import yaml
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

W, H = 63.5 * mm, 88.9 * mm
LEFT, BOTTOM = (215.9 * mm - 3 * W) / 2, (279.4 * mm - 3 * H) / 2
INK, SAND, PAPER = HexColor("#15171A"), HexColor("#EDE3C8"), HexColor("#F4EDDA")


def register(name: str, package: str, file: str) -> None:
    spec = find_spec(package)
    assert spec and spec.origin
    pdfmetrics.registerFont(TTFont(name, str(Path(spec.origin).parent / "files" / file)))


def fitted(c: Canvas, text: str, font: str, size: float, floor: float, width: float) -> None:
    wide = pdfmetrics.stringWidth(text, font, size)
    c.setFont(font, max(floor, size * width / wide) if wide > width else size)


def front(c: Canvas, card: dict, side: dict, number: int, total: int) -> None:
    c.setFillColor(PAPER)
    c.rect(-3 * mm, -3 * mm, W + 6 * mm, H + 6 * mm, stroke=0, fill=1)
    c.setFillColor(HexColor(side["color"]))
    c.rect(-3 * mm, H - 14 * mm, W + 6 * mm, 17 * mm, stroke=0, fill=1)
    c.setFillColor(INK)
    c.rect(-3 * mm, H - 15 * mm, W + 6 * mm, 1 * mm, stroke=0, fill=1)
    c.setFillColor(HexColor(side["color"]))
    c.setStrokeColor(INK)
    c.setLineWidth(0.5 * mm)
    c.circle(54 * mm, H - 75 * mm, 5 * mm, stroke=1, fill=1)
    c.setFillColor(SAND)
    fitted(c, card["name"], "stencil", 15, 9, 53.5 * mm)
    c.drawString(5 * mm, H - 10 * mm, card["name"])
    for i, (label, key) in enumerate((("FP", "fp"), ("CC", "cc"), ("TAC", "tac"))):
        x, y, w, h, cut = (5 + 19 * i) * mm, H - 32 * mm, 15.5 * mm, 14 * mm, 2 * mm
        c.setFillColor(INK)
        path = c.beginPath()
        path.moveTo(x + cut, y)
        for px, py in (
            (x + w - cut, y),
            (x + w, y + cut),
            (x + w, y + h - cut),
            (x + w - cut, y + h),
            (x + cut, y + h),
            (x, y + h - cut),
            (x, y + cut),
        ):
            path.lineTo(px, py)
        path.close()
        c.drawPath(path, stroke=0, fill=1)
        c.setFillColor(SAND)
        c.setFont("bold", 7)
        c.drawCentredString(x + w / 2, H - 31 * mm, label)
        c.setFont("stencil", 20)
        c.drawCentredString(x + w / 2, H - 27 * mm, str(card[key]))
    c.setFillColor(INK)
    fitted(c, card["role"].upper(), "bold", 10, 7, 53.5 * mm)
    c.drawString(5 * mm, H - 42 * mm, card["role"].upper())
    size = 9.0
    lines = simpleSplit(card["rule"], "body", size, 53.5 * mm)
    while len(lines) > 6 and size > 7:
        size -= 0.25
        lines = simpleSplit(card["rule"], "body", size, 53.5 * mm)
    c.setFont("body", size)
    for i, line in enumerate(lines):
        c.drawString(5 * mm, H - (49 + 4 * i) * mm, line)
    c.setFont("bold", 7)
    c.drawString(5 * mm, H - 84 * mm, side["name"].upper())
    c.drawRightString(58.5 * mm, H - 84 * mm, f"{number}/{total}")


def back(c: Canvas) -> None:
    c.setFillColor(HexColor("#4B5B22"))
    c.rect(-3 * mm, -3 * mm, W + 6 * mm, H + 6 * mm, stroke=0, fill=1)
    c.setFillColor(SAND)
    c.setStrokeColor(INK)
    c.setLineWidth(1 * mm)
    c.circle(W / 2, H / 2, 20 * mm, stroke=1, fill=1)
    c.setFillColor(INK)
    c.setFont("stencil", 20)
    c.drawCentredString(W / 2, H - 46 * mm, "Deck")


def main() -> None:
    folder, out = Path(sys.argv[1]), sys.argv[2]
    register("stencil", "fontpkg_black_ops_one", "BlackOpsOne-Regular.ttf")
    register("body", "fontpkg_barlow_condensed", "BarlowCondensed-Medium.ttf")
    register("bold", "fontpkg_barlow_condensed", "BarlowCondensed-Bold.ttf")
    cards = yaml.safe_load((folder / "deck.yaml").read_text())
    sides = yaml.safe_load((folder / "sides.yaml").read_text())
    c = Canvas(out, pagesize=(215.9 * mm, 279.4 * mm), pageCompression=1)
    for start in range(0, len(cards), 9):
        page = cards[start : start + 9]
        for backs in (False, True):
            for i, card in enumerate(page):
                column = 2 - i % 3 if backs else i % 3
                c.saveState()
                c.translate(LEFT + column * W, BOTTOM + (2 - i // 3) * H)
                if backs:
                    back(c)
                else:
                    front(c, card, sides[card["side"]], start + i + 1, len(cards))
                c.restoreState()
            c.showPage()
    c.save()


main()
