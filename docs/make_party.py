"""Draws the photos of samples/party-cards and writes its workbook: run it where either should change."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import cos, radians, sin
from pathlib import Path

import xlsxwriter
from PIL import Image, ImageDraw, ImageFilter

HERE = Path(__file__).resolve().parent.parent / "samples" / "party-cards"
WIDE, HIGH, FINE = 640, 560, 3
Point = tuple[float, float]

GUESTS: list[tuple[str, str, str, str, str, int]] = [
    ("Gerald", "sing", "llama", "Has had the karaoke machine since nine o'clock.",
     "*Sing* everything you say until your next turn. Whoever makes you talk takes this card.", 1),
    ("Maureen", "vote", "owl", "Wants to know who came with whom. Who? Who?",
     "On three, everybody points: who would *not* survive a night in a museum? Most fingers: take this card.", 1),
    ("Boris", "tell", "bear", "Was asked to bring a salad. Brought honey.",
     "Tell the table of the worst present you ever gave. The best *groan* wins the card.", 1),
    ("Pip", "act", "penguin", "Read only the words “black tie”.",
     "Walk to the door and back with a coin between your knees. Dropped it? *Pay* this card to your left.", 2),
    ("Bertha", "act", "frog", "Has found the bathtub and the punch in it.",
     "Say your full name without moving your lips. If your left neighbour can *write it down*, you both win.", 1),
    ("Frank", "act", "flamingo", "Has been standing on one leg for a bet.",
     "Stand on *one leg* until somebody else laughs. First to wobble gives this card away.", 1),
    ("Sally", "tell", "sloth", "Has just arrived at last year's party.",
     "Tell how you came here, in *slow motion*. Each player may press fast forward once.", 1),
    ("Hugo", "sing", "hedgehog", "Is very, very sorry about the balloons.",
     "*Hum* any song. Whoever names it takes this card, and hums the next one.", 1),
    ("Carla", "vote", "cat", "Sits on your coat. Has always sat on your coat.",
     "On three, everybody points: whom would you let *name your cat*? Most fingers: take this card, and name one.", 1),
    ("Dmitri", "tell", "duck", "Laughs at his own jokes before he tells them.",
     "Tell a joke. If nobody laughs, *quack*, and tell another.", 1),
    ("Rosalind", "draw", "rabbit", "Was told that there would be magic.",
     "Draw *your last holiday* with your other hand. Who guesses the place shares this card.", 2),
    ("Otto", "draw", "octopus", "Is winning eight card games at once.",
     "Draw your right neighbour with *eyes closed*. The table says what is missing.", 1),
]  # fmt: skip
"""Name, kind, animal, what is said of the guest, what to do, and how many cards."""

Draw = ImageDraw.ImageDraw


def oval(d: Draw, x: float, y: float, rx: float, ry: float, color: str, line: str = "", width: float = 0) -> None:
    box = [(x - rx) * FINE, (y - ry) * FINE, (x + rx) * FINE, (y + ry) * FINE]
    d.ellipse(box, fill=color or None, outline=line or None, width=int(width * FINE))


def shape(d: Draw, points: list[Point], color: str) -> None:
    d.polygon([(x * FINE, y * FINE) for x, y in points], fill=color)


def line(d: Draw, points: list[Point], color: str, width: float) -> None:
    d.line([(x * FINE, y * FINE) for x, y in points], fill=color, width=int(width * FINE), joint="curve")
    for x, y in (points[0], points[-1]):
        oval(d, x, y, width / 2, width / 2, color)


def bow(d: Draw, x: float, y: float, r: float, start: int, end: int, color: str, width: float) -> None:
    box = [(x - r) * FINE, (y - r) * FINE, (x + r) * FINE, (y + r) * FINE]
    d.arc(box, start, end, fill=color, width=int(width * FINE))


def eyes(d: Draw, y: float, apart: float, size: float, white: str = "#FFFFFF", lid: float = 0, skin: str = "") -> None:
    for side in (-1, 1):
        x = 320 + side * apart
        oval(d, x, y, size, size, white)
        oval(d, x + 2, y + size * 0.12, size * 0.58, size * 0.58, "#1B1720")
        oval(d, x - size * 0.18 + 2, y - size * 0.2, size * 0.2, size * 0.2, "#FFFFFF")
        if lid:
            box = [(x - size - 1) * FINE, (y - size - 1) * FINE, (x + size + 1) * FINE, (y + size + 1) * FINE]
            d.chord(box, 180 + 90 * (1 - lid), 360 - 90 * (1 - lid), fill=skin)


def hat(d: Draw, x: float, y: float, one: str, other: str, lean: float = 0) -> None:
    """A paper hat with its point up; (x, y) is the middle of its brim."""
    shape(d, [(x - 48, y), (x + 48, y), (x + lean, y - 118)], one)
    for n in range(3):
        t = 0.18 + n * 0.28
        wide, up, left, right = 48 * (1 - t), y - 118 * t, x + lean * t, x + lean * (t + 0.1)
        shape(
            d,
            [(left - wide, up), (left + wide, up), (right + wide * 0.86, up - 12), (right - wide * 0.86, up - 12)],
            other,
        )
    oval(d, x + lean, y - 118, 15, 15, "#FFF4D6")


def tie(d: Draw, y: float, color: str, dark: str) -> None:
    shape(d, [(320, y), (252, y - 34), (252, y + 34)], color)
    shape(d, [(320, y), (388, y - 34), (388, y + 34)], color)
    oval(d, 320, y, 17, 17, dark)


def glasses(d: Draw, y: float, apart: float, color: str, frame: str) -> None:
    line(d, [(320 - apart, y), (320 + apart, y)], frame, 9)
    for side in (-1, 1):
        oval(d, 320 + side * apart, y, 44, 40, color, frame, 8)
        line(d, [(320 + side * apart - 20, y - 12), (320 + side * apart - 4, y - 22)], "#FFFFFF", 5)


def llama(d: Draw) -> None:
    for side in (-1, 1):
        shape(d, [(320 + side * 38, 190), (320 + side * 92, 96), (320 + side * 78, 205)], "#E8D5B0")
        shape(d, [(320 + side * 50, 184), (320 + side * 84, 120), (320 + side * 72, 192)], "#D99A8F")
    shape(d, [(245, 590), (252, 260), (388, 260), (395, 590)], "#E8D5B0")
    for x, y in ((250, 400), (262, 330), (245, 470), (390, 400), (378, 330), (394, 470), (260, 540), (384, 540)):
        oval(d, x, y, 42, 44, "#EEDDBC")
    oval(d, 320, 255, 86, 100, "#EEDDBC")
    for x in (272, 304, 336, 368):
        oval(d, x, 178, 27, 33, "#F7EAD0")
    oval(d, 320, 312, 58, 46, "#FFF6E2")
    oval(d, 320, 292, 17, 11, "#4B3A34")
    line(d, [(320, 300), (320, 318)], "#4B3A34", 4)
    bow(d, 303, 315, 17, 10, 120, "#4B3A34", 4)
    bow(d, 337, 315, 17, 60, 170, "#4B3A34", 4)
    glasses(d, 240, 48, "#2B1B4D", "#E3408B")
    line(d, [(452, 520), (470, 372)], "#3A3F4B", 20)
    oval(d, 472, 352, 34, 34, "#8C93A3")
    for n in range(-2, 3):
        line(d, [(446, 352 + n * 11), (498, 352 + n * 11)], "#5C6272", 2)


def owl(d: Draw) -> None:
    oval(d, 320, 470, 165, 210, "#6B4A35")
    oval(d, 320, 500, 110, 160, "#CFAE86")
    for row in range(4):
        for n in range(-2, 3):
            bow(d, 320 + n * 38 + (row % 2) * 19 - 9, 420 + row * 40, 17, 10, 170, "#9C7850", 5)
    oval(d, 320, 270, 150, 128, "#7C573E")
    for side in (-1, 1):
        shape(d, [(320 + side * 60, 172), (320 + side * 140, 112), (320 + side * 136, 232)], "#6B4A35")
        oval(d, 320 + side * 64, 268, 68, 68, "#EBD7B2")
        oval(d, 320 + side * 64, 268, 45, 45, "#F5A81C")
        oval(d, 320 + side * 64, 268, 28, 28, "#17131A")
        oval(d, 320 + side * 64 - 9, 257, 9, 9, "#FFFFFF")
    shape(d, [(300, 300), (340, 300), (320, 346)], "#F2B33D")
    hat(d, 320, 156, "#2FA8A0", "#F6D04D", 8)


def bear(d: Draw) -> None:
    oval(d, 320, 540, 210, 190, "#8A5A38")
    for side in (-1, 1):
        oval(d, 320 + side * 118, 168, 56, 56, "#8A5A38")
        oval(d, 320 + side * 118, 172, 32, 32, "#C98F6B")
    oval(d, 320, 270, 158, 145, "#9A6741")
    oval(d, 320, 330, 78, 62, "#E7C9A0")
    oval(d, 320, 302, 33, 23, "#2A1D1A")
    oval(d, 310, 295, 9, 5, "#6A5550")
    line(d, [(320, 322), (320, 346)], "#2A1D1A", 5)
    bow(d, 296, 338, 25, 20, 110, "#2A1D1A", 5)
    bow(d, 344, 338, 25, 70, 160, "#2A1D1A", 5)
    eyes(d, 242, 62, 19)
    tie(d, 432, "#D8344A", "#A01F38")
    shape(d, [(420, 560), (408, 452), (540, 452), (528, 560)], "#D9882B")
    oval(d, 474, 452, 68, 20, "#F7C64A")
    line(d, [(520, 460), (526, 494)], "#F7C64A", 16)
    oval(d, 420, 500, 38, 33, "#8A5A38")


def penguin(d: Draw) -> None:
    oval(d, 320, 470, 176, 250, "#20242F")
    oval(d, 320, 510, 122, 210, "#F8F6EF")
    oval(d, 320, 232, 128, 124, "#20242F")
    oval(d, 272, 250, 58, 66, "#F8F6EF")
    oval(d, 368, 250, 58, 66, "#F8F6EF")
    shape(d, [(286, 268), (354, 268), (320, 318)], "#F49A22")
    shape(d, [(286, 268), (354, 268), (320, 286)], "#FFB84A")
    eyes(d, 236, 46, 18, "#F8F6EF")
    oval(d, 258, 288, 14, 9, "#F4A9A8")
    oval(d, 382, 288, 14, 9, "#F4A9A8")
    tie(d, 388, "#15161C", "#3C3F4C")
    shape(d, [(228, 128), (412, 128), (404, 142), (236, 142)], "#15161C")
    shape(d, [(262, 128), (268, 34), (372, 34), (378, 128)], "#15161C")
    shape(d, [(264, 112), (376, 112), (377, 128), (263, 128)], "#B3243C")


def frog(d: Draw) -> None:
    oval(d, 320, 520, 190, 170, "#4FA04A")
    oval(d, 320, 560, 130, 130, "#CBE7A3")
    for side in (-1, 1):
        oval(d, 320 + side * 88, 186, 60, 60, "#57AE50")
    oval(d, 320, 292, 178, 128, "#57AE50")
    for side in (-1, 1):
        oval(d, 320 + side * 88, 182, 42, 42, "#FFFFFF")
        oval(d, 320 + side * 88, 188, 24, 24, "#1B1720")
        oval(d, 320 + side * 88 - 8, 178, 8, 8, "#FFFFFF")
        oval(d, 320 + side * 126, 326, 26, 16, "#F09A8A")
        oval(d, 320 + side * 14, 278, 5, 7, "#2F6B35")
    bow(d, 320, 268, 112, 22, 158, "#2C5F33", 8)
    for x, y, r in ((120, 470, 46), (170, 520, 40), (96, 540, 50), (520, 480, 44), (470, 530, 40), (548, 545, 52),
                    (230, 548, 36), (410, 552, 34), (320, 556, 34)):  # fmt: skip
        oval(d, x, y, r, r, "#F3F6FF")
        oval(d, x - r * 0.3, y - r * 0.3, r * 0.3, r * 0.3, "#FFFFFF")
        bow(d, x, y, r * 0.8, 20, 100, "#CFD8F2", 4)
    hat(d, 320, 176, "#F2588D", "#FFE08A", -14)


def flamingo(d: Draw) -> None:
    oval(d, 390, 520, 170, 130, "#F47C9B")
    for n in range(4):
        oval(d, 452 + n * 20, 470 + n * 26, 70, 38, ("#F9A0B6", "#EE5F88")[n % 2])
    line(d, [(300, 520), (238, 430), (262, 340), (330, 276), (318, 208)], "#F47C9B", 54)
    oval(d, 300, 186, 72, 64, "#F78DA9")
    shape(d, [(250, 168), (158, 200), (150, 250), (196, 244), (252, 218)], "#FCE9DD")
    shape(d, [(168, 208), (150, 250), (150, 280), (178, 258), (204, 240)], "#2B2530")
    oval(d, 284, 170, 19, 19, "#FFFFFF")
    oval(d, 281, 172, 10, 10, "#1B1720")
    oval(d, 278, 168, 4, 4, "#FFFFFF")
    hat(d, 336, 136, "#5B4BC4", "#F9D65C", 34)


def sloth(d: Draw) -> None:
    line(d, [(0, 92), (640, 62)], "#7B5636", 30)
    oval(d, 320, 510, 180, 190, "#9C8467")
    for side in (-1, 1):
        line(d, [(320 + side * 130, 420), (320 + side * 196, 250), (320 + side * 168, 84)], "#9C8467", 58)
        for n in range(3):
            line(d, [(320 + side * (148 + n * 18), 84), (320 + side * (146 + n * 18), 46)], "#F0E3C4", 9)
    oval(d, 320, 270, 146, 132, "#A8906F")
    oval(d, 320, 284, 112, 100, "#F2E3C6")
    for side in (-1, 1):
        shape(
            d,
            [(320 + side * 26, 250), (320 + side * 120, 300), (320 + side * 104, 330), (320 + side * 30, 284)],
            "#6B5138",
        )
    eyes(d, 274, 52, 20, "#FFFFFF", 0.95, "#6B5138")
    oval(d, 320, 302, 27, 19, "#3A2A22")
    bow(d, 320, 300, 52, 30, 150, "#3A2A22", 6)
    hat(d, 336, 158, "#F0803C", "#FDF0C8", 24)


def hedgehog(d: Draw) -> None:
    rng = random.Random(4)
    for ring in range(4):
        for n in range(34):
            turn, far = n / 34 * 360 + ring * 5, 250 - ring * 30
            x, y = cos(radians(turn)), sin(radians(turn))
            tone = rng.choice(("#5A4334", "#6E5340", "#463328"))
            a, b = 320 + x * far, 370 + y * far
            tip = (320 + x * (far + 46), 370 + y * (far + 46))
            shape(d, [(a - y * 22, b + x * 22), (a + y * 22, b - x * 22), tip], tone)
        oval(d, 320, 370, 250 - ring * 30, 250 - ring * 30, ("#4B382C", "#5A4334", "#4B382C", "#5A4334")[ring])
    oval(d, 320, 400, 142, 130, "#EBC9A0")
    for side in (-1, 1):
        oval(d, 320 + side * 118, 300, 38, 38, "#C79A74")
    eyes(d, 372, 56, 21)
    line(d, [(246, 328), (292, 346)], "#6E5340", 8)
    line(d, [(394, 328), (348, 346)], "#6E5340", 8)
    oval(d, 320, 428, 27, 20, "#2A1D1A")
    bow(d, 320, 506, 40, 215, 325, "#2A1D1A", 6)
    for x, y, color in ((214, 196, "#E3408B"), (432, 214, "#2FA8A0"), (300, 128, "#F6C23E")):
        shape(d, [(x - 34, y - 14), (x + 6, y - 30), (x + 30, y + 6), (x + 2, y + 24), (x - 22, y + 16)], color)


def cat(d: Draw) -> None:
    oval(d, 320, 540, 200, 190, "#3B3A48")
    for side in (-1, 1):
        shape(d, [(320 + side * 52, 190), (320 + side * 140, 74), (320 + side * 146, 250)], "#3B3A48")
        shape(d, [(320 + side * 76, 186), (320 + side * 128, 114), (320 + side * 132, 222)], "#E79CA4")
    oval(d, 320, 276, 152, 130, "#45444F")
    for side in (-1, 1):
        oval(d, 320 + side * 64, 256, 42, 38, "#D8E25A")
        oval(d, 320 + side * 64, 258, 12, 33, "#16141B")
        oval(d, 320 + side * 64 - 8, 244, 7, 7, "#FFFFFF")
        for n in (-1, 0, 1):
            line(d, [(320 + side * 60, 326 + n * 6), (320 + side * 178, 316 + n * 22)], "#E9E6F0", 3)
    shape(d, [(302, 304), (338, 304), (320, 322)], "#E79CA4")
    bow(d, 302, 326, 19, 10, 140, "#16141B", 5)
    bow(d, 338, 326, 19, 40, 170, "#16141B", 5)
    line(d, [(190, 424), (450, 424)], "#D8344A", 26)
    oval(d, 320, 446, 24, 24, "#F6C23E")
    line(d, [(308, 448), (332, 448)], "#8C6510", 4)
    shape(d, [(60, 600), (130, 496), (520, 496), (600, 600)], "#3E6B8F")
    for x in (180, 320, 460):
        oval(d, x, 536, 12, 12, "#F1E2B8")


def duck(d: Draw) -> None:
    oval(d, 320, 560, 230, 180, "#F5C62F")
    oval(d, 320, 250, 150, 140, "#FAD64B")
    for n, x in enumerate((296, 320, 346)):
        line(d, [(318, 122), (x, 84 - (n % 2) * 16)], "#F5C62F", 15)
    eyes(d, 224, 58, 25)
    oval(d, 320, 306, 100, 36, "#E9741E")
    oval(d, 320, 334, 78, 44, "#C4521A")
    oval(d, 320, 346, 42, 24, "#F08A8A")
    oval(d, 320, 290, 106, 32, "#F68A2B")
    for side in (-1, 1):
        oval(d, 320 + side * 14, 284, 5, 8, "#A9470F")
        oval(d, 320 + side * 112, 282, 20, 13, "#F4A04A")
        for n in range(2):
            oval(d, 320 + side * (124 + n * 20), 196 + n * 26, 6, 10, "#7FC4F0")
    tie(d, 428, "#2C62B8", "#1B3F80")


def rabbit(d: Draw) -> None:
    shape(d, [(150, 440), (490, 440), (462, 620), (178, 620)], "#1F1C28")
    for side in (-1, 1):
        oval(d, 320 + side * 62, 108, 37, 108, "#F4F0EC")
        oval(d, 320 + side * 62, 114, 19, 82, "#F2B3B8")
    oval(d, 320, 300, 134, 128, "#FBF8F4")
    eyes(d, 280, 54, 25, "#F7D9DC")
    oval(d, 320, 326, 17, 12, "#E8798A")
    bow(d, 301, 342, 19, 10, 130, "#6B5050", 5)
    bow(d, 339, 342, 19, 50, 170, "#6B5050", 5)
    shape(d, [(306, 360), (334, 360), (332, 390), (308, 390)], "#FFFFFF")
    line(d, [(320, 362), (320, 388)], "#D8CFCB", 3)
    for side in (-1, 1):
        oval(d, 320 + side * 92, 336, 24, 15, "#F7C9CC")
        oval(d, 320 + side * 104, 440, 42, 32, "#FBF8F4")
    oval(d, 320, 444, 200, 24, "#35303F")
    oval(d, 320, 438, 172, 15, "#121018")
    for side in (-1, 1):
        oval(d, 320 + side * 104, 440, 40, 26, "#FBF8F4")
    shape(d, [(170, 512), (470, 512), (466, 548), (174, 548)], "#C22E48")
    for x, y in ((520, 180), (560, 260), (110, 220), (90, 330), (540, 360)):
        shape(d, [(x, y - 20), (x + 5, y - 5), (x + 20, y), (x + 5, y + 5), (x, y + 20), (x - 5, y + 5), (x - 20, y),
                  (x - 5, y - 5)], "#FFE9A8")  # fmt: skip


def octopus(d: Draw) -> None:
    arms = ((70, 360), (120, 470), (200, 540), (440, 540), (520, 470), (570, 360))
    for n, (x, y) in enumerate(arms):
        line(d, [(320, 380), ((320 + x) / 2, 470 - abs(3 - n) * 10), (x, y)], "#C4436F", 46)
        for k in range(3):
            t = 0.55 + k * 0.2
            oval(d, 320 + (x - 320) * t, 400 + (y - 400) * t + 8, 9, 9, "#F3A3BB")
    for n, (x, y) in enumerate(arms):
        lean = (x - 320) / 26
        for k in range(3):
            cx, cy = x + (k - 1) * 18, y - 44 - (k == 1) * 8
            for w, h, color in ((20, 28, "#C9C2D8"), (18, 26, "#FFFFFF")):
                up, down = (
                    ((cx - w, cy - h + lean), (cx + w, cy - h - lean)),
                    ((cx + w, cy + h - lean), (cx - w, cy + h + lean)),
                )
                shape(d, [*up, *down], color)
            mark = ("#C62D3A", "#23263A")[(n + k) % 2]
            shape(d, [(cx, cy - 11), (cx + 9, cy), (cx, cy + 11), (cx - 9, cy)], mark)
    oval(d, 320, 250, 150, 170, "#D95380")
    oval(d, 320, 360, 122, 90, "#D95380")
    oval(d, 262, 150, 38, 26, "#E983A2")
    eyes(d, 300, 58, 33)
    bow(d, 320, 340, 38, 20, 160, "#7E2244", 7)
    shape(d, [(196, 196), (444, 196), (438, 224), (202, 224)], "#2E8B57")
    oval(d, 320, 222, 150, 20, "#3DAA6D")


ANIMALS: dict[str, Callable[[Draw], None]] = {
    "llama": llama, "owl": owl, "bear": bear, "penguin": penguin, "frog": frog, "flamingo": flamingo, "sloth": sloth,
    "hedgehog": hedgehog, "cat": cat, "duck": duck, "rabbit": rabbit, "octopus": octopus,
}  # fmt: skip
_ROOMS = (("#35205E", "#C2407F"), ("#123A5C", "#2A8F9C"), ("#5A1E3C", "#E0713A"), ("#1E3B2F", "#7AA653"),
          ("#2A2350", "#5566C8"), ("#4A2A1E", "#D79A3A"))  # fmt: skip
_LIGHTS = ("#FFD86B", "#FF8FB1", "#8FE3FF", "#C9F28B", "#FFFFFF")


def room(number: int) -> Image.Image:
    """The wall of the party: lights out of focus, and a string of small ones."""
    top, bottom = (tuple(int(color[i : i + 2], 16) for i in (1, 3, 5)) for color in _ROOMS[number % len(_ROOMS)])
    wall = Image.new("RGB", (WIDE, HIGH))
    for y in range(HIGH):
        t = y / HIGH
        shade = tuple(round(a + (b - a) * t) for a, b in zip(top, bottom, strict=True))
        wall.paste(shade, (0, y, WIDE, y + 1))
    rng = random.Random(number)
    glow = Image.new("RGBA", (WIDE, HIGH))
    d = ImageDraw.Draw(glow)
    for _ in range(26):
        x, y, r = rng.uniform(0, WIDE), rng.uniform(0, HIGH * 0.85), rng.uniform(14, 46)
        color = rng.choice(_LIGHTS)
        d.ellipse(
            [x - r, y - r, x + r, y + r], fill=(*(int(color[i : i + 2], 16) for i in (1, 3, 5)), rng.randint(26, 80))
        )
    wall.paste(glow, (0, 0), glow.filter(ImageFilter.GaussianBlur(2)))
    return wall


def photo(number: int, animal: str) -> Image.Image:
    """A guest before the wall, lit from above, with a soft shadow and dark corners."""
    size = (WIDE * FINE, HIGH * FINE)
    figure = Image.new("RGBA", size)
    ANIMALS[animal](ImageDraw.Draw(figure))
    figure = figure.resize((WIDE, HIGH), Image.Resampling.LANCZOS)
    shadow = Image.new("RGBA", (WIDE, HIGH), (10, 6, 20, 0))
    shadow.putalpha(figure.getchannel("A").filter(ImageFilter.GaussianBlur(16)).point(lambda a: a * 6 // 10))
    picture = room(number).convert("RGBA")
    picture.alpha_composite(shadow)
    # Light falls from the top left: the figure is brighter there, and darker where it turns away.
    light = Image.linear_gradient("L").resize((WIDE, HIGH))
    dark = Image.new("RGBA", (WIDE, HIGH), (20, 8, 40, 0))
    dark.putalpha(
        Image.composite(light.point(lambda v: v * 55 // 255), Image.new("L", (WIDE, HIGH)), figure.getchannel("A"))
    )
    picture.alpha_composite(figure)
    picture.alpha_composite(dark)
    corners = Image.radial_gradient("L").resize((WIDE, HIGH)).point(lambda v: max(0, v - 120) * 130 // 135)
    frame = Image.new("RGBA", (WIDE, HIGH), (8, 4, 18, 0))
    frame.putalpha(corners)
    picture.alpha_composite(frame)
    return picture.convert("RGB")


def main() -> None:
    (HERE / "photos").mkdir(parents=True, exist_ok=True)
    for number, (_, _, animal, *_) in enumerate(GUESTS):
        photo(number, animal).save(HERE / "photos" / f"{animal}.jpg", quality=86, optimize=True, dpi=(300, 300))
    book = xlsxwriter.Workbook(HERE / "guests.xlsx", {"remove_timezone": True})
    book.set_properties({"title": "Guests of Honour", "author": "The printgen makers"})
    sheet = book.add_worksheet("Guests")
    bold = book.add_format({"bold": True, "bg_color": "#FFE9A8", "border": 1})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    heads = ("Guest", "What", "Photo", "Gossip", "Task", "Qty", "Our notes")
    sheet.write_row(0, 0, heads, bold)
    for n, (name, kind, animal, gossip, task, count) in enumerate(GUESTS, 1):
        sheet.write_row(n, 0, (name, kind, f"photos/{animal}.jpg", gossip, task, count), wrapped)
    sheet.write(5, 6, "Ask the twins whether the bathtub is too silly.", wrapped)
    for column, width in enumerate((12, 8, 20, 36, 60, 6, 24)):
        sheet.set_column(column, column, width)
    sheet.freeze_panes(1, 0)
    ideas = book.add_worksheet("Ideas")
    ideas.write_row(0, 0, ("A goat who eats the invitations.", "A snail who is still on the stairs."))
    book.close()


if __name__ == "__main__":
    main()
