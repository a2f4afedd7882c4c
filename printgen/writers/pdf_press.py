"""Colours for a press: inks within a limit, ICC profiles, and the entries for PDF/X."""

from __future__ import annotations

import io
import math
import re
import uuid
from collections.abc import Sequence
from functools import cache, lru_cache
from os.path import realpath
from typing import Any, Literal, NamedTuple

from printgen.base.file_access import load_file
from printgen.base.folders import templates_folder
from printgen.drawing.tints import nearly_black, rgb
from printgen.writers.pdf_color import Use, grey_of
from printgen.writers.pdf_letters import add_picture
from printgen.writers.pdf_objects import PdfDocument, string_syntax

_PROFILE_HEAD = 132  # The least bytes of an ICC profile: its head and the count of its tables (ICC.1, 7).
_CONDITION_NAMES = re.compile(r"FOGRA ?\d+|CGATS[ .]?TR ?\d+|GRACoL\d+|SWOP\d+|JapanColor\d+\w*", re.IGNORECASE)


class Profile(NamedTuple):
    """An ICC profile of a press: its bytes, its name, and its printing condition, "" for none."""

    data: bytes
    name: str
    condition: str = ""


_DEVICES = {b"mntr": "screen", b"scnr": "camera or scanner", b"link": "pair of devices", b"spac": "colour space"}


def parse_profile(data: bytes) -> Profile:
    """Read a profile. ValueError for one that is damaged, or not of a press with four inks."""
    from PIL import ImageCms

    if len(data) < _PROFILE_HEAD or data[36:40] != b"acsp":
        raise ValueError("it is no ICC profile")
    if int.from_bytes(data[:4], "big") != len(data):
        raise ValueError("it is not whole: it says another size than it has")
    if data[12:16] != b"prtr":
        raise ValueError(f"it is of a {_DEVICES.get(data[12:16], 'device')} and not of a press")
    if data[16:20] != b"CMYK":
        raise ValueError(f"its colours are {data[16:20].decode('ascii', 'replace').strip()} and not CMYK")
    profile = ImageCms.ImageCmsProfile(io.BytesIO(data)).profile
    directions = ImageCms.Direction.INPUT, ImageCms.Direction.OUTPUT
    if not all(profile.is_intent_supported(ImageCms.Intent.PERCEPTUAL, direction) for direction in directions):
        raise ValueError("it has no tables that turn colours into inks")
    name, target = (_one_line(text or "") for text in (profile.profile_description, profile.target))
    condition = _CONDITION_NAMES.search(f"{name} {target[:200]}")
    return Profile(data, name or "CMYK", condition[0] if condition else "")


def _one_line(text: str) -> str:
    """A foreign text without line ends and unprintable characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


@cache
def own_profile(name: str) -> bytes:
    """A profile of printgen's own: "srgb", the colours of screens, or "grey", greys that are as light as those."""
    return load_file(realpath(templates_folder() / "profiles" / f"{name}.icc"), "profile")


Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, from 0 to 1."""

_BLACK_CURVE = 1.25
"""Black is this power of what all three colours lack: it begins late, and under full black lies a fifth of each."""
_TABLE_STEPS = 33  # So many steps a table of pictures has for each of red, green and blue.
_ROUNDING = 0.008  # What four inks may gain where each is rounded to a byte: two of 255 parts.
_RELATIVE_INTENT, _BLACK_POINT_COMPENSATION = 1, 0x2000  # As LittleCMS numbers them.


def plain_inks(red: float, green: float, blue: float) -> Inks:
    """The inks of a colour, whose parts are from 0 to 1, without a profile."""
    lacks = 1 - red, 1 - green, 1 - blue
    black = min(lacks) ** _BLACK_CURVE
    if black == 1:
        return 1 - 1 / _BLACK_CURVE, 1 - 1 / _BLACK_CURVE, 1 - 1 / _BLACK_CURVE, 1.0
    cyan, magenta, yellow = ((lack - black) / (1 - black) for lack in lacks)
    return cyan, magenta, yellow, black


def limit_inks(inks: Sequence[float], limit: float) -> Inks:
    """Inks whose sum is at most `limit`: black is kept as far as possible, and the others are reduced equally."""
    cyan, magenta, yellow, black = inks
    black = min(black, limit)
    share = min(1.0, (limit - black) / (cyan + magenta + yellow or 1.0))
    return cyan * share, magenta * share, yellow * share, black


class Conversion:
    """Turns colours and pictures into inks, at most `limit` together (1.0 is a full layer of one).

    `profile` are the bytes of a press profile, empty for none. OSError or ValueError for an unusable one.
    """

    def __init__(self, limit: float, profile: bytes = b"") -> None:
        self.limit = limit
        self._transform = _transform(profile) if profile else None
        self._inks: dict[tuple[float, float, float], Inks] = {}
        self._table: Any = None

    def of(self, red: float, green: float, blue: float) -> Inks:
        """The inks of a colour, whose parts are from 0 to 1."""
        color = red, green, blue
        if color not in self._inks:
            self._inks[color] = limit_inks(self._unlimited([color])[0], self.limit)
        return self._inks[color]

    def picture(self, picture: Any) -> Any:
        """A picture of Pillow's as one of inks, by a table between whose steps colours are mixed."""
        if self._table is None:
            self._table = self._make_table()
        return picture.convert("RGB").filter(self._table)

    def _unlimited(self, colors: Sequence[tuple[float, float, float]]) -> list[Inks]:
        """The inks of colours, without a limit for their sum."""
        if self._transform is None:
            return [plain_inks(*color) for color in colors]
        from PIL import Image, ImageCms

        dots = bytes(round(part * 255) for color in colors for part in color)
        shown: Any = ImageCms.applyTransform(Image.frombytes("RGB", (len(colors), 1), dots), self._transform)
        data = shown.tobytes()
        return [
            (data[i] / 255, data[i + 1] / 255, data[i + 2] / 255, data[i + 3] / 255) for i in range(0, len(data), 4)
        ]

    def _make_table(self) -> Any:
        """The table for pictures; mixtures of colours within the ink limit stay within it."""
        from PIL import ImageFilter

        steps = [n / (_TABLE_STEPS - 1) for n in range(_TABLE_STEPS)]
        unlimited = self._unlimited([(red, green, blue) for blue in steps for green in steps for red in steps])
        rows = [part for inks in unlimited for part in limit_inks(inks, self.limit - _ROUNDING)]
        return ImageFilter.Color3DLUT(_TABLE_STEPS, rows, channels=4, target_mode="CMYK")


@lru_cache(maxsize=2)
def conversion_for(limit: float, profile: bytes = b"") -> Conversion:
    """The conversion for a limit and a profile, made once."""
    return Conversion(limit, profile)


def _transform(profile: bytes) -> Any:
    """The transform of LittleCMS from colours of screens to a press. ValueError for a profile of another kind."""
    from PIL import ImageCms

    try:
        light, press = (ImageCms.ImageCmsProfile(io.BytesIO(data)) for data in (own_profile("srgb"), profile))
        return ImageCms.buildTransform(light, press, "RGB", "CMYK", _RELATIVE_INTENT, _BLACK_POINT_COMPENSATION)  # type: ignore[arg-type]
    except ImageCms.PyCMSError as error:
        raise ValueError(str(error)) from error


def heaviest(picture: Any) -> float:
    """The greatest ink of any dot in a picture of inks, in full layers."""
    from PIL import ImageMath

    bands = dict(zip("cmyk", picture.split(), strict=True))
    total: Any = ImageMath.lambda_eval(lambda inks: inks["c"] + inks["m"] + inks["y"] + inks["k"], **bands)
    greatest: int = total.getextrema()[1]
    return greatest / 255


Standard = Literal["PDF/X-4", "PDF/X-1a:2003"]
"""The standards of files for a press; in the older one nothing shows through."""

_VERSIONS: dict[Standard, tuple[int, int]] = {"PDF/X-4": (1, 6), "PDF/X-1a:2003": (1, 4)}
_DATE, _XMP_DATE = "(D:20000101000000Z)", "2000-01-01T00:00:00Z"
"""When a file is said to be made, as PDF/X demands: always the same time, as the same game gives the same bytes."""
REGISTRY = "http://www.color.org"
"""Where the names of printing conditions are registered: the ICC."""


class PressCondition(NamedTuple):
    """A printing condition: its name in the registry of the ICC, and its common name."""

    name: str
    info: str


class Press:
    """Writes colours as four inks; `heaviest_so_far` is the greatest ink of anything, in full layers.

    `rich` is the black of large grounds. The output intent is the `profile`; without one, PDF/X-1a may name a
    registered `condition` instead. A file with neither is no PDF/X.
    """

    space = "/DeviceCMYK"

    def __init__(
        self,
        conversion: Conversion,
        standard: Standard = "PDF/X-4",
        profile: Profile | None = None,
        rich: Sequence[float] = (),
        condition: PressCondition | None = None,
    ) -> None:
        self._conversion, self._profile, self._standard = conversion, profile, standard
        self._condition = condition if standard == "PDF/X-1a:2003" else None
        self.rich = tuple(rich)
        self.heaviest_so_far = 0.0

    @property
    def version(self) -> tuple[int, int]:
        """The version of PDF that its files are of."""
        return _VERSIONS[self._standard]

    def ink(self, color: str, use: Use) -> str:
        return f"{' '.join(map(_rounded_down, self._inks(color, use)))} {'K' if use == 'RG' else 'k'}"

    def parts(self, color: str) -> list[float]:
        """The inks of a colour of a gradient."""
        return [*self._convert(color)]

    def _inks(self, color: str, use: Use) -> Inks:
        """The inks of a colour: blacks of large grounds are rich, those of letters and lines of black ink alone."""
        if not nearly_black(color):
            return self._convert(color)
        if use == "wide":
            cyan, magenta, yellow, black = self.rich
            return self._record((cyan, magenta, yellow, black))
        return self._record((0.0, 0.0, 0.0, 1 - grey_of(color, use)))

    def _convert(self, color: str) -> Inks:
        """The inks of a colour; greys take black ink alone."""
        red, green, blue = rgb(color)
        return self._record((0.0, 0.0, 0.0, 1 - red) if red == green == blue else self._conversion.of(red, green, blue))

    def _record(self, inks: Inks) -> Inks:
        """Record this amount of ink."""
        self.heaviest_so_far = max(self.heaviest_so_far, sum(inks))
        return inks

    def picture(self, document: PdfDocument, data: bytes, mask: bytes = b"") -> Any:
        """Put an encoded picture into a document; its reference. Greys are printed with black ink alone."""
        from PIL import Image

        shown = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
        if shown.mode in ("1", "L"):
            self.heaviest_so_far = max(self.heaviest_so_far, 1.0)
            return add_picture(document, data, mask)
        inked = self._conversion.picture(shown)
        self.heaviest_so_far = max(self.heaviest_so_far, heaviest(inked))
        size = {"Width": inked.width, "Height": inked.height}
        seen = {"SMask": add_picture(document, mask)} if mask else {}
        kind = {"Type": "/XObject", "Subtype": "/Image", "BitsPerComponent": 8, "ColorSpace": self.space}
        return document.stream({**kind, **size, **seen}, inked.tobytes())

    def intent(self, document: PdfDocument) -> dict[str, Any]:
        """The output intent, which names the press of the inks; empty without a profile or condition."""
        if not self._claims_standard:
            return {}
        profile, condition = self._profile, self._condition
        if profile:
            condition = PressCondition(profile.condition, profile.name)
        assert condition
        intent = {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFX",
            "OutputConditionIdentifier": string_syntax(condition.name or "Custom"),
            "Info": string_syntax(condition.info),
            **({"RegistryName": string_syntax(REGISTRY)} if condition.name else {}),
        }
        stream = document.stream({"N": 4, "Alternate": "/DeviceCMYK"}, profile.data) if profile else None
        return intent | ({"DestOutputProfile": stream} if stream else {})

    @property
    def _claims_standard(self) -> bool:
        """Whether a file claims to be PDF/X."""
        return self._profile is not None or self._condition is not None

    def information(self) -> dict[str, Any]:
        """More entries of the document's information."""
        older = {"GTS_PDFXVersion": f"({self._standard})", "GTS_PDFXConformance": f"({self._standard})"}
        named = older if self._claims_standard and self._standard == "PDF/X-1a:2003" else {}
        return {"Trapped": "/False", "CreationDate": _DATE, "ModDate": _DATE, **named}

    def xmp_properties(self, document: PdfDocument) -> dict[str, str]:
        """More properties of the XMP packet; the number of the file is made from its content."""
        mark, newer = uuid.UUID(bytes=document.mark), self._claims_standard and self._standard == "PDF/X-4"
        return {
            "pdf:Trapped": "False",
            "xmp:CreateDate": _XMP_DATE,
            "xmp:ModifyDate": _XMP_DATE,
            "xmp:MetadataDate": _XMP_DATE,
            "xmpMM:DocumentID": f"uuid:{mark}",
            "xmpMM:VersionID": "1",
            "xmpMM:RenditionClass": "default",
        } | ({"pdfxid:GTS_PDFXVersion": self._standard} if newer else {})


def _rounded_down(value: float) -> str:
    """A number with three digits, rounded down: sums stay within their limit."""
    return f"{math.floor(value * 1000 + 1e-6) / 1000:.3f}".rstrip("0").rstrip(".")
