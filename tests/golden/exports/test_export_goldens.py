"""What exports write, as text: it changes only when somebody means it to.

Of pictures the sizes alone are compared. `pytest tests/golden/exports/test_export_goldens.py --update-golden` writes
the texts anew.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from goldens import GOLDEN, differences
from PIL import Image
from places import ROOT, SAMPLES

from printgen.exports import export

FORMATS = ("text", "tts", "pcio", "virtualtabletop", "vassal")
LONGEST = 12_000
"""Of longer texts a digest says whether they are as they were."""


def inside(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A file, or all that is in an archive."""
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for one in sorted(archive.namelist()):
                yield from inside(f"{name}/{one}", archive.read(one))
    else:
        yield name, data


def told(name: str, data: bytes) -> str:
    if data[:4] in (b"\x89PNG", b"RIFF") or data[:2] == b"\xff\xd8":
        with Image.open(io.BytesIO(data)) as picture:
            name = re.sub("(?<=invalid)[0-9a-f]{12}", "#", name)
            return f"== {name}: a picture of {picture.width} x {picture.height}\n"
    text = data.decode("utf-8")
    if name.endswith(".json"):
        text = json.dumps(json.loads(text), indent=1, ensure_ascii=False)
    text = re.sub(r"data:[a-z/+-]+;base64,[A-Za-z0-9+/=]+", "(data)", text)
    text = re.sub(r"\b[0-9a-f]{12,}\b|(?<=invalid)[0-9a-f]{12}", "#", text)
    if len(text) > LONGEST:
        text = f"{len(text)} letters, {hashlib.sha256(text.encode()).hexdigest()[:12]}"
    return f"== {name}\n{text.rstrip()}\n"


@pytest.mark.parametrize("sample", ["kitchen-heroes", "wargame"])
@pytest.mark.parametrize("form", FORMATS)
def test_an_export_writes_what_it_did(form: str, sample: str, tmp_path: Path, update_golden: bool) -> None:
    if (form, sample) == ("tts", "wargame"):
        sample = "wargame/counters"
    options = {"dpi": 60} if form == "tts" else {}
    done = export(form, str(SAMPLES / sample), tmp_path / "out", options=options)
    files = sorted((path.relative_to(tmp_path / "out").as_posix(), path) for path in done.files if path.is_file())
    lines = [told(*one) for name, path in files for one in inside(name, path.read_bytes())]
    lines += [f"{finding.severity}: {finding.message}\n" for finding in done.findings]
    text = "".join(lines).replace(str(tmp_path), "OUT").replace(str(ROOT), "ROOT")
    path = GOLDEN / "exports" / f"{form}-{sample.replace('/', '-')}.txt"
    assert differences({path: text}, update_golden) == []
