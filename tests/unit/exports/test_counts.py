"""Every export counts what it sends, in the same words, and tells beforehand that it takes long."""

import json
from pathlib import Path

import pytest
from kitchen import SAMPLE, Run

import printgen.exports
from printgen.exports import EXPORTS, export
from printgen.exports.format import asked_of, seconds_of
from printgen.exports.parcel import Wish, pack

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
    everything, cards = (export(name, wargame, tmp_path).pieces for name in ("text", "tabletop-club"))
    assert cards < everything == 21


def test_the_counts_are_said(run: Run, out: Path) -> None:
    ended = run("export", "images", SAMPLE, "--out", out)
    assert f"{out}/kitchen-heroes/images: 4 pieces, 4 pictures, 5 files" in ended.out
    assert not ended.err
    data = json.loads(run("export", "text", SAMPLE, "--out", out, "--json").out)
    assert (data["pieces"], data["pictures"], len(data["files"])) == (4, 0, 2)


@pytest.mark.parametrize("how", [(), ("--json",), ("--progress", "json")])
def test_an_export_that_takes_long_says_so_before_it_draws(
    how: tuple[str, ...], run: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printgen.exports, "LONG", 0.0)
    monkeypatch.setattr(printgen.exports, "_SOON", 0.0)
    said = run("export", "images", SAMPLE, "--out", out, *how).err
    assert "exporting kitchen-heroes as images takes about" in said


def test_an_export_of_more_and_larger_pictures_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    one, game = (pack(f"{SAMPLE.parent}/{name}", Wish(), "", lambda what: None)
                 for name in ("wargame/counters", "wargame"))  # fmt: skip

    def seconds(parcel: object, name: str, **options: object) -> float:
        return seconds_of(name, parcel, asked_of(EXPORTS[name], {**CHOSEN.get(name, {}), **options}))  # type: ignore[arg-type]

    assert seconds(game, "text") == 0
    for name in (name for name in EXPORTS if name != "text"):
        assert seconds(game, name) > seconds(one, name) > 0, name
    assert seconds(game, "images", dpi=1200) > 4 * seconds(game, "images", dpi=300)
    assert seconds(game, "images", type="svg") < seconds(game, "images")
    assert seconds_of("cgs", game, asked_of(EXPORTS["cgs"], {}), busy=3.0) == pytest.approx(3 * seconds(game, "cgs"))
