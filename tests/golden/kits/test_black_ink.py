"""Black of every kit is black ink alone, on every page and in every form; and every page says where it is cut."""

from __future__ import annotations

import io
import re

import pikepdf
import pytest
from whole import KIT_WAYS, composed

_CHOSEN = re.compile(rb"(?<![\d.])(\d?\.?\d+) (\d?\.?\d+) (\d?\.?\d+) (rg|RG)\b")
_SHOWN = re.compile(rb"BT (.{1,40}?) (rg|g|k) ")


def streams(pdf: pikepdf.Pdf) -> list[bytes]:
    """What all pages and forms paint."""
    drawn = [one for one in pdf.objects if isinstance(one, pikepdf.Stream)]
    painted = [one for one in drawn if one.get("/Subtype") == "/Form" or set(one.keys()) <= {"/Filter", "/Length"}]
    return [one.read_bytes() for one in painted]


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "paper", "look"), KIT_WAYS)
def test_black_of_every_kit_is_black_ink_alone(kit: str, paper: str, look: str) -> None:
    whole = composed(kit, paper, look)
    for name, data in whole.pdfs.items():
        pdf = pikepdf.open(io.BytesIO(data))
        texts = 0
        for stream in streams(pdf):
            for *parts, _ in _CHOSEN.findall(stream):
                low, *_, high = sorted(map(float, parts))
                assert high > 0.22 or high - low > 0.0655, (name, parts)
            texts += len(_SHOWN.findall(stream))
            assert not re.search(rb"\d [kK]\b", re.sub(rb"\(.*?\)", b"", stream))
        assert texts > 0 or whole[name].product.kind == "area-template"
        for page in pdf.pages:
            media, trim, bleed = ([float(v) for v in page.obj[key]] for key in ("/MediaBox", "/TrimBox", "/BleedBox"))
            for inner, outer in ((trim, bleed), (bleed, media)):
                assert all(a >= b - 0.01 for a, b in zip(inner[:2], outer[:2], strict=True)), name
                assert all(a <= b + 0.01 for a, b in zip(inner[2:], outer[2:], strict=True)), name
