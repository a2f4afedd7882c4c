"""Cuts the fonts of this folder out of Amiri and Noto: `python cut.py FOLDER` with the whole fonts in it.

All three are under the SIL Open Font License 1.1: Amiri by Khaled Hosny, Noto Sans Hebrew and Noto Sans Devanagari by
Google. Debian has them in fonts-hosny-amiri and fonts-noto-core.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

CUTS = {
    "arabic.ttf": ("Amiri-Regular.ttf", " ()!.0123456789٣٤٥ابتةحرسعكلمنهويأء"),
    "hebrew.ttf": ("NotoSansHebrew-Regular.ttf", " ()!.0123456789אבגדהוזחטיכךלמםנןסעפףצץקרשתְֱֲֳִֵֶַָֹּׁׂ"),
    "devanagari.ttf": ("NotoSansDevanagari-Regular.ttf", " ।नमसतेकषरियहदीख्ािोुं"),
}


def cut(folder: Path, target: Path) -> None:
    """Write the small fonts, with what their scripts need of the layout tables."""
    for name, (whole, letters) in CUTS.items():
        font = TTFont(folder / whole, recalcTimestamp=False)
        options = Options(hinting=False, layout_features=["*"], notdef_outline=True, name_IDs=[0, 1, 2, 6, 13, 14])
        options.layout_features = [
            "ccmp",
            "locl",
            "init",
            "medi",
            "fina",
            "isol",
            "rlig",
            "mark",
            "mkmk",
            "kern",
            "curs",
        ]
        options.layout_features += [
            "akhn",
            "rphf",
            "rkrf",
            "blwf",
            "half",
            "vatu",
            "cjct",
            "pres",
            "abvs",
            "blws",
            "psts",
            "haln",
            "abvm",
            "blwm",
        ]
        options.drop_tables += ["FFTM", "DSIG"]
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(font)
        font["post"].formatType = 3.0
        font.save(target / name)


if __name__ == "__main__":
    cut(Path(sys.argv[1]), Path(__file__).parent)
