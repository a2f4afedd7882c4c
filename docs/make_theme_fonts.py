"""Cuts the fonts of the built-in themes out of fonts of pinned wheels: python docs/make_theme_fonts.py

It needs `pip install fontpkg-eb-garamond fontpkg-cinzel` beside the development extra.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

THEMES = Path(__file__).resolve().parent.parent / "templates" / "themes"
GARAMOND, SLANTED, CINZEL = "EBGaramond[wght].ttf", "EBGaramond-Italic[wght].ttf", "Cinzel[wght].ttf"
CUTS: Iterable[tuple[str, str, int, str]] = (
    ("fontpkg_eb_garamond", GARAMOND, 500, "storybook/fonts/EBGaramond-Regular.ttf"),
    ("fontpkg_eb_garamond", GARAMOND, 600, "storybook/fonts/EBGaramond-SemiBold.ttf"),
    ("fontpkg_eb_garamond", GARAMOND, 700, "storybook/fonts/EBGaramond-Bold.ttf"),
    ("fontpkg_eb_garamond", SLANTED, 500, "storybook/fonts/EBGaramond-Italic.ttf"),
    ("fontpkg_eb_garamond", SLANTED, 700, "storybook/fonts/EBGaramond-BoldItalic.ttf"),
    ("fontpkg_cinzel", CINZEL, 700, "storybook/fonts/Cinzel-Bold.ttf"),
    ("fontpkg_barlow_condensed", "BarlowCondensed-ExtraBold.ttf", 0, "plain/fonts/BarlowCondensed-ExtraBold.ttf"),
)
# Latin with its accents, dashes, quotes, and the signs that texts of games use.
LETTERS = (
    *range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), 0x1E9E, *range(0x2010, 0x2027),
    0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2044, 0x20AC, 0x2122, *range(0x2190, 0x2194), 0x2212,
)  # fmt: skip


def main() -> None:
    for package, file, weight, target in CUTS:
        spec = find_spec(package)
        assert spec and spec.origin, f"pip install {package.replace('_', '-')}"
        font = TTFont(Path(spec.origin).parent / "files" / file, recalcTimestamp=False)
        if weight:
            font = instancer.instantiateVariableFont(font, {"wght": weight})
        options = subset.Options(hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14])
        options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl"]
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=LETTERS)
        cutter.subset(font)
        # A name of its own: it is not the whole font.
        family, _, theme = Path(target).stem, "", target.partition("/")[0]
        for record in font["name"].names:
            if record.nameID == 6:
                record.string = f"{family}{theme[:5].capitalize()}"
        font.save(THEMES / target)
        print(target)


if __name__ == "__main__":
    main()
