"""A font with many signs comes in; those that games print, cut out of it, go into templates/fonts/symbols.ttf.

    python docs/make_symbols.py /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf

The font is DejaVu Sans 2.37, of the Debian package fonts-dejavu-core. The same font gives the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FILE = Path(__file__).parent.parent / "templates" / "fonts" / "symbols.ttf"

SIGNS = {
    "a space to measure by, and signs of Latin texts": "0020 00A0 00B0-00B1 00B5-00B7 00D7 00F7 2022-2023 2026 2030",
    "primes, daggers, numero, ohm, estimated": "2020-2021 2032-2037 203B-203D 2042 2116 2117 2122 2126 212E",
    "superscripts and subscripts": "00B2-00B3 00B9 2070-2071 2074-208E",
    "fractions and Roman numbers": "00BC-00BE 2150-215F 2160-2183",
    "coins": "20A0-20BD",
    "arrows": "2190-21FF 27F0-27FF 2900-2901 2B00-2B1A",
    "signs of sums": "2200-220D 2211-2213 2215 2217-221E 2227-222A 2234-2237 2248 2260-2265 2282-2287 2295-2299 22C5",
    "keys, clocks and hourglasses": "2300-2303 2318 2325-2328 232B 231A-231B 23CE-23CF",
    "numbers in circles": "2460-2473 24EA 2776-2793",
    "box drawing, blocks and shapes": "2500-259F 25A0-25FF",
    "weather, stars, card suits, dice, chess, planets, genders, music, warnings": "2600-26B8 26C0-26C3 26E2",
    "check marks, crosses, stars and flowers": "2701-2704 2706-2709 270C-2727 2729-274B 274D 274F-2752 2756 2758-275E",
    "hearts, fleurons, arrows": "2761-2767 2794 2798-27AF 27B1-27BE",
    "brackets and diamonds": "27C2 27E6-27EB 29EB",
    "black and white stars and squares": "2B1B-2B1C 2B1F-2B24 2B53-2B54",
    "dominoes": "1F030-1F093",
    "the backs and jokers of cards": "1F0A0 1F0BF 1F0CF 1F0DF",
}


def codes() -> list[int]:
    """The code points of all the signs."""
    spans = [span.split("-") for row in SIGNS.values() for span in row.split()]
    return [code for span in spans for code in range(int(span[0], 16), int(span[-1], 16) + 1)]


def cut(source: str, target: Path) -> None:
    """Write the font of the signs, without hints and layout and under a name of its own, as its licence asks."""
    font = TTFont(source, recalcTimestamp=False)
    options = Options(hinting=False, layout_features=[], notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14])
    options.drop_tables += ["FFTM", "GDEF", "GPOS", "GSUB", "kern", "MATH"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes())
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6):
            record.string = "PrintgenSymbols" if record.nameID == 6 else "Printgen Symbols"
    font["post"].formatType = 3.0
    font.save(target)


if __name__ == "__main__":
    cut(sys.argv[1], FILE)
