"""Files of results: a run goes on from what they hold, whatever ended it, and files of parts add up to the whole."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from counting import THROWS, job

from printgen.base.errors import PrintgenError
from printgen.lab.work import WHOLE, Checkpoint, Here, Job, Run, Shard, Work, merged
from printgen.lab.work.checkpoint import document


def done(path: Path, wanted: Job[Any], shard: Shard = WHOLE, resume: bool = False) -> Run[Any]:
    checkpoint = Checkpoint(path, wanted, shard)
    try:
        run = Run(wanted, shard, checkpoint, resume)
        run.go(Here())
    finally:
        checkpoint.close()
    return run


def told(run: Run[Any]) -> str:
    tally = run.tally
    assert tally is not None
    return json.dumps(document(run.job.work, dict(run.job.about), tally, run.job.seeds, run.done))


def found(name: str) -> Work[Any] | None:
    return {"throws": THROWS}.get(name)


def codes(error: PrintgenError) -> list[str]:
    return [finding.code for finding in error.findings]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results" / "throws.jsonl"


@pytest.mark.parametrize("left", [0, 1, 5, 15, 16])
def test_a_run_goes_on_from_what_its_file_holds(path: Path, left: int) -> None:
    whole = told(done(path, job()))
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 16
    path.write_text("".join(lines[:left]))
    run = done(path, job(), resume=True)
    assert (told(run), run.resumed) == (whole, max(0, left - 1))
    assert path.read_text() == "".join(lines)


@pytest.mark.parametrize("cut", [1, 20, 150])
def test_a_torn_last_line_is_left_out_told_and_done_anew(path: Path, cut: int) -> None:
    whole = told(done(path, job()))
    text = path.read_text()
    path.write_text(text[:-cut])
    run = done(path, job(), resume=True)
    (finding,) = run.findings
    assert (finding.code, finding.severity, finding.where.line) == ("torn-line", "warning", 16 if cut < 150 else 15)
    assert (told(run), path.read_text()) == (whole, text)


@pytest.mark.parametrize("start", ["", "{", '{"printgen": "0.1', '{"printgen":"9"'])
def test_a_file_that_was_hardly_begun_is_begun_anew(path: Path, start: str) -> None:
    whole = told(done(path, job()))
    text = path.read_text()
    path.write_text(start)
    assert told(done(path, job(), resume=True)) == whole
    assert path.read_text() == text


@pytest.mark.parametrize(
    "line",
    [b"x" * 2_000_000, b"x" * 3 * 2**20, b'{"a":[' + b"[]," * 30_000 + b"1]}", b'{"a":"' + b"x" * 2**20 + b'"}'],
)
def test_a_line_that_no_run_writes_is_not_parsed(path: Path, line: bytes) -> None:
    whole = told(done(path, job()))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], line + b"\n", *lines[4:]]))
    run = done(path, job(), resume=True)
    (finding,) = run.findings
    assert (finding.code, finding.where.line, run.resumed) == ("bad-line", 4, 14)
    assert "this line is " in finding.message and told(run) == whole
    # What came after it is still there, and what was missing is added.
    assert path.read_bytes().splitlines()[4:16] == [line[:-1] for line in lines[4:]]


def test_a_file_that_begins_with_such_a_line_is_no_file_of_results(path: Path) -> None:
    done(path, job())
    head, rest = path.read_bytes().split(b"\n", 1)
    more = b'"about":{"x":[' + b"[]," * 1_000_000 + b"1],"
    path.write_bytes(head.replace(b'"about": {', more) + b"\n" + rest)
    with pytest.raises(PrintgenError, match="no file of results"):
        merged([path], found)


def test_a_folder_that_is_a_file_is_told_as_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "cp", tmp_path / "file" / "further" / "cp"):
        with pytest.raises(PrintgenError, match="its folder is a file"):
            done(path, job())


def test_a_line_that_cannot_be_read_is_told_and_its_seeds_are_done_anew(path: Path) -> None:
    whole = told(done(path, job()))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:4], '{"chunk": 4, "tally": [}\n', *lines[5:]]))
    run = done(path, job(), resume=True)
    assert told(run) == whole
    assert [(finding.code, finding.where.line) for finding in run.findings] == [("bad-line", 5)]


def test_a_line_of_another_run_is_told_and_its_seeds_are_done_anew(path: Path) -> None:
    whole = told(done(path, job()))
    lines = path.read_text().splitlines(keepends=True)
    other = json.loads(lines[4])
    path.write_text(
        "".join([*lines[:4], json.dumps(other | {"digest": "0" * len(other["digest"])}) + "\n", *lines[5:]])
    )
    run = done(path, job(), resume=True)
    assert told(run) == whole
    assert [(finding.code, finding.where.line) for finding in run.findings] == [("foreign-line", 5)]


def test_more_seeds_go_on_from_fewer(path: Path) -> None:
    done(path, job(50))
    run = done(path, job(100), resume=True)
    assert run.resumed == 7 and told(run) == told(done(path.with_name("other"), job(100)))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (job(sides=8), "sides is 6 there and 8 here"),
        (job(first=2), "first is 1 there and 2 here"),
        (job(chunk=8), "chunk"),
    ],
)
def test_a_file_of_other_settings_is_refused_and_stays(path: Path, other: Job[Any], said: str) -> None:
    done(path, job())
    text = path.read_text()
    with pytest.raises(PrintgenError) as caught:
        done(path, other, resume=True)
    assert codes(caught.value) == ["other-settings"] and said in caught.value.findings[0].message
    assert path.read_text() == text


@pytest.mark.parametrize("text", ["dear diary", "dear diary\n", "{}\n", "\x00\x01\n"])
def test_a_file_of_something_else_is_refused_and_stays(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(PrintgenError) as caught:
        done(path, job(), resume=True)
    assert codes(caught.value) == ["no-results"]
    assert path.read_text() == text


def test_two_runs_never_write_one_file(path: Path) -> None:
    done(path, job(50))
    one, other = Checkpoint(path, job()), Checkpoint(path, job())
    one.resume()
    with pytest.raises(PrintgenError) as caught:
        other.resume()
    one.close()
    other.close()
    assert codes(caught.value) == ["in-use"] and caught.value.exit == 6


def test_shards_in_any_order_add_up_to_the_whole(tmp_path: Path) -> None:
    parts = [tmp_path / str(part) for part in range(4)]
    for n, part in enumerate(parts):
        done(part, job(), Shard(n + 1, 4))
    together = merged([parts[2], parts[0], parts[3], parts[1]], found)
    assert not together.findings and together.whole
    assert json.dumps(together.document()) == told(done(tmp_path / "whole", job()))


def test_seeds_that_two_files_have_count_once_and_those_that_none_has_are_told(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    done(one, job(), Shard(1, 4))
    other.write_text(one.read_text())
    together = merged([one, other], found)
    assert [(finding.code, finding.severity) for finding in together.findings] == [
        ("overlap", "warning"), ("gap", "warning")
    ]  # fmt: skip
    assert "seeds 1 to 21" in together.findings[0].message and "seeds 22 to 100" in together.findings[1].message
    assert (together.done, together.document()["seeds"]) == (21, {"first": 1, "count": 100, "done": 21})


@pytest.mark.parametrize("sums", ['"many"', "[1]", "{}", "null"])
def test_results_that_somebody_has_changed_are_told(tmp_path: Path, sums: str) -> None:
    path = tmp_path / "throws"
    done(path, job())
    path.write_text(re.sub(r'"sum":\d+', f'"sum":{sums}', path.read_text()))
    with pytest.raises(PrintgenError) as caught:
        merged([path], found)
    assert codes(caught.value) == ["bad-results"]


def test_files_of_other_jobs_and_files_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    one, other, wrong, diary, odd = (tmp_path / name for name in ("one", "other", "wrong", "diary", "odd"))
    done(one, job())
    done(other, job(sides=8))
    wrong.write_text(one.read_text().replace('"sum":', '"sum":1', 1))
    diary.write_text("dear diary\n")
    odd.write_text(one.read_text().replace('"sum":', '"sum":"many","sums":', 1))
    for files, wanted in (
        ([one, other, diary], ["no-results", "foreign-file"]), ([one, wrong], ["contradiction"]),
        ([diary], ["no-results"]), ([tmp_path / "none"], ["unreadable"]), ([odd], ["bad-results"]),
    ):  # fmt: skip
        with pytest.raises(PrintgenError) as caught:
            merged(files, found)
        assert [code for code in codes(caught.value) if code != "overlap"] == wanted
    with pytest.raises(PrintgenError) as caught:
        merged([one], lambda name: None)
    assert codes(caught.value) == ["other-version"]


@pytest.mark.parametrize("where", ["the file", "its folder"])
def test_a_file_that_nobody_named_is_written_through_no_link(tmp_path: Path, where: str) -> None:
    path, far = tmp_path / "output" / "game" / "throws.jsonl", tmp_path / "far"
    far.mkdir()
    if where == "the file":
        path.parent.mkdir(parents=True)
        path.symlink_to(far / "throws.jsonl")
    else:
        path.parent.parent.mkdir()
        path.parent.symlink_to(far)
    for resume in (True, False):
        checkpoint = Checkpoint(path, job(), named=False)
        with pytest.raises(PrintgenError) as error:
            Run(job(), WHOLE, checkpoint, resume).go(Here())
        assert codes(error.value) == ["cannot-write"] and "is a link" in str(error.value)
    assert not [*far.iterdir()]
    if where == "its folder":
        done(path, job())  # Whoever names a file says where it is.
        assert (far / "throws.jsonl").is_file()
