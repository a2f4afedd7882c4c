"""Every export counts what it sends, in the same words,."""

import json
from pathlib import Path

import pytest
from kitchen import SAMPLE, Run

from printgen.exports import EXPORTS, export

CHOSEN = {"shop": {"profile": "press"}, "cut": {"machine": "silhouette"}}
# Three heroes, one of them twice, and the back that all of them have.
PICTURES = {"text": 0, "cut": 0, "shop": 0, "tts": 2}


@pytest.mark.parametrize("name", [*EXPORTS])
def test_pieces_pictures_and_files_are_counted_alike(name: str, tmp_path: Path) -> None:
    done = export(name, str(SAMPLE), tmp_path, options=CHOSEN.get(name, {}))
    assert (done.pieces, done.pictures) == (4, PICTURES.get(name, 4))
    data = done.as_data()
    assert (data["pieces"], data["pictures"], len(data["files"])) == (4, done.pictures, len(done.files))


def test_what_is_left_out_is_not_counted(tmp_path: Path) -> None:
    wargame = str(SAMPLE.parent / "wargame")
    everything, cards = (export(name, wargame, tmp_path).pieces for name in ("text", "pcio"))
    assert cards < everything == 21


def test_the_counts_are_said(run: Run, out: Path) -> None:
    ended = run("export", "images", SAMPLE, "--out", out)
    assert f"{out}/kitchen-heroes/images: 4 pieces, 4 pictures, 5 files" in ended.out
    assert not ended.err
    data = json.loads(run("export", "text", SAMPLE, "--out", out, "--json").out)
    assert (data["pieces"], data["pictures"], len(data["files"])) == (4, 0, 1)
