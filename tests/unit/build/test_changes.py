"""--changed: what is new or changed since the manifest was written is printed, with its backs, and nothing else."""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import pytest
from kitchen import Kitchen, Run, manifest

from printgen.base.units import Box
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing, Group, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import rectangle


def names(out: File) -> list[tuple[str, int]]:
    return [(piece["name"], piece["copies"]) for piece in manifest(out)["printed"]["heroes"]["pieces"]]


def heroes(kitchen: Kitchen) -> str:
    return (kitchen.folder / "heroes.yaml").read_text(encoding="utf-8")


def changed(kitchen: Kitchen, run: Run, out: File, *words: str) -> dict[str, Any]:
    """What a build of what has changed tells."""
    done = run("build", kitchen.folder, "--changed", "--out", out, "--json", *words)
    assert done.code == 0, done.err
    told: dict[str, Any] = done.json["changes"]
    return told


def test_nothing_new_writes_nothing(kitchen: Kitchen, run: Run, out: File) -> None:
    run("build", kitchen.folder, "--out", out)
    files = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (out / "kitchen-heroes").iterdir()}
    assert changed(kitchen, run, out) == {"changed": [], "same": ["kitchen-heroes/heroes"]}
    assert {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in (out / "kitchen-heroes").iterdir()} == files


def test_what_was_never_printed_is_printed_whole(kitchen: Kitchen, run: Run, out: File) -> None:
    told = changed(kitchen, run, out)
    assert told == {"changed": [], "same": []}
    assert (out / "kitchen-heroes" / "heroes.pdf").exists() and len(names(out)) > 1


def test_the_last_bits_of_a_length_are_no_change() -> None:
    def drawn(more: float) -> Drawing:
        shape = rectangle(Box(0.125 + more, 63.5 - more, 20.005 + more, 9))
        group = Group((Path(shape, "#000000", Stroke("#112233", 0.25 + more)),), rectangle(Box(more, 0, 50, 50)))
        turned = (0.5 + more / 40, more / 40, -more / 40, 0.5, 36.0 - more, 0.375 + more)
        text = Text(3.335 + more, 7, "A", "Body", 6.5 - more, "#000000", 0.0, 12.345 + more)
        return Drawing(180 + more, 252, (Rect(0.005 - more, 0, 9, 9, "#AABBCC"), text, Place(group, turned)))

    first = digest_of(drawn(0))
    assert all(digest_of(drawn(more)) == first for more in (1e-12, -1e-12, 1e-6, -1e-6))
    assert digest_of(drawn(0.02)) != first


def test_what_is_remembered_of_pieces_is_not_told(kitchen: Kitchen, run: Run, out: File) -> None:
    told = run("build", kitchen.folder, "--out", out, "--json").json
    assert "printed" not in told and told == {key: manifest(out)[key] for key in told}


def test_more_copies_and_new_cards_are_printed_and_fewer_are_not(kitchen: Kitchen, run: Run, out: File) -> None:
    run("build", kitchen.folder, "--out", out)
    first, copies = names(out)[0]
    text = heroes(kitchen)
    start = text.index(f"name: {first}")
    more = text[:start] + f"copies: {copies + 2}\n  " + text[start:]
    kitchen.write("heroes.yaml", more)
    (one,) = changed(kitchen, run, out)["changed"]
    assert (one["pieces"], one["names"]) == (2, [first])
    kitchen.write("heroes.yaml", text)
    assert changed(kitchen, run, out)["same"] == ["kitchen-heroes/heroes"]


def test_another_look_of_backs_is_another_piece_and_another_paper_is_not(kitchen: Kitchen, run: Run, out: File) -> None:
    run("build", kitchen.folder, "--out", out)
    assert changed(kitchen, run, out, "--paper", "a4")["changed"] == []
    (one,) = changed(kitchen, run, out, "--backs", "color")["changed"]
    assert one["pieces"] == sum(copies for _, copies in names(out))


def test_fronts_without_backs_are_printed_again_with_them(kitchen: Kitchen, run: Run, out: File) -> None:
    run("build", kitchen.folder, "--out", out, "--duplex", "none")
    (one,) = changed(kitchen, run, out)["changed"]
    assert one["pages"] == 2 and one["pieces"] == sum(copies for _, copies in names(out))


def test_a_few_cards_alone_leave_the_others_as_they_were(kitchen: Kitchen, run: Run, out: File) -> None:
    run("build", kitchen.folder, "--out", out)
    before = names(out)
    run("build", kitchen.folder, "--out", out, "--only", before[0][0])
    assert sorted(names(out)) == sorted(before)
    assert changed(kitchen, run, out)["changed"] == []


def test_the_memory_outlives_the_files_and_a_clash_of_names(kitchen: Kitchen, run: Run, out: File) -> None:
    kitchen.add_product("heroes-changed", "kind: cards\ntitle: More\nlist: heroes.yaml\nrecord: hero\nfront: hero")
    run("build", kitchen.folder, "--out", out)
    (out / "kitchen-heroes" / "heroes.pdf").unlink()
    assert changed(kitchen, run, out)["changed"] == []
    told = changed(kitchen, run, out, "--backs", "color")["changed"]
    assert [one["file"] for one in told] == ["heroes-changed-pieces.pdf"]


@pytest.mark.parametrize(
    "spoiled",
    [
        '{"products": [], "printed": {"heroes": {"pieces": [{"name": "x", "copies": 1, "digest": "../x"}]}}}',
        '{"products": [], "printed": {"heroes": {"pieces": [{"name": "x", "copies": -1, "digest": "'
        + "0" * 24
        + '"}]}}}',
        '{"products": [], "printed": []}',
        "[" * 10_000,
    ],
)
def test_a_spoiled_manifest_is_no_manifest(kitchen: Kitchen, run: Run, out: File, spoiled: str) -> None:
    run("build", kitchen.folder, "--out", out)
    (out / "kitchen-heroes" / "manifest.json").write_text(spoiled, encoding="utf-8")
    assert changed(kitchen, run, out) == {"changed": [], "same": []}
    assert len(names(out)) > 1


def test_a_manifest_that_cannot_be_read_is_told(kitchen: Kitchen, run: Run, out: File) -> None:
    run("build", kitchen.folder, "--out", out)
    (out / "kitchen-heroes" / "manifest.json").write_text('{"printed": [', encoding="utf-8")
    done = run("build", kitchen.folder, "--changed", "--out", out)
    assert done.code == 0 and "heroes.pdf" in done.out
    assert "manifest.json: warning: what was printed before cannot be read here" in done.err.replace("\n", " ")
