"""Files that keep what is done of a job, and the one tally of files of parts."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from printgen.base.budget import spend
from printgen.base.errors import Exit, Finding, PrintgenError, Where, stop_on_errors
from printgen.base.gate import excess, parts
from printgen.lab.work.job import WHOLE, Chunk, Job, Shard, Tally, Work, chunks_of, folded, text_of

if sys.platform != "win32":
    import fcntl

_COUNT = Annotated[int, Field(ge=1, le=2**63)]
_MOST_LINE = 1024 * 1024
"""So many bytes a line may have: the tally of a chunk has a thousand or a few."""


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class Header(_Line):
    """The first line of a file: of what work its chunks are, under which settings, and of how many seeds from which."""

    printgen: str
    work: str
    results: int
    digest: str
    about: dict[str, Any]
    first: Annotated[int, Field(ge=0, le=2**63)]
    count: _COUNT
    chunk: _COUNT

    @property
    def seeds(self) -> range:
        return range(self.first, self.first + self.count)


class _Done(_Line):
    """A chunk that is done: its number, its first seed and how many seeds it has, and what they gave."""

    chunk: _COUNT
    digest: str
    results: int
    seeds: tuple[Annotated[int, Field(ge=0, le=2**63)], _COUNT]
    tally: dict[str, Any]


class Kept(_Line):
    """A chunk as a file keeps it, at its line."""

    number: int
    seeds: range
    tally: dict[str, Any]
    where: Where
    model_config = ConfigDict(arbitrary_types_allowed=True, frozen=True)


@dataclass
class Saved:
    """What a file holds: its header, the chunks that can be read, where the last whole line ends, and what is wrong."""

    header: Header
    chunks: list[Kept] = field(default_factory=list)
    end: int = 0
    findings: list[Finding] = field(default_factory=list)

    def add(self, line: bytes, where: Where) -> None:
        """Take the chunk that a line holds, or what is wrong with the line."""
        chunk = _chunk(self.header, line, where)
        if isinstance(chunk, Finding):
            self.findings.append(chunk)
        else:
            self.chunks.append(chunk)


def read(path: Path) -> Saved:
    """What a file of results holds. PrintgenError when there is none, or when it is no such file."""
    saved: Saved | None = None
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(_lines(stream), 1):
                where = Where(str(path), number)
                if saved is None:
                    saved = Saved(_header(line, where))
                else:
                    saved.add(line, where)
                if line.endswith(b"\n"):
                    saved.end = stream.tell()
    except OSError as error:
        message, hint = f"cannot read this file: {error.strerror or error}", "Name a file of results."
        raise PrintgenError([Finding("error", Where(str(path)), message, hint, "unreadable")]) from error
    if saved is None:
        raise _foreign(Where(str(path)))
    return saved


def _lines(stream: Any) -> Iterator[bytes]:
    """The lines of a file; of one that is too long no more than its start and its end."""
    while line := stream.readline(_MOST_LINE + 1):
        rest = line
        while len(rest) > _MOST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(_MOST_LINE + 1)
        yield line if rest is line else line + rest[-1:]


def _foreign(where: Where) -> PrintgenError:
    message = "this is no file of results of printgen"
    return PrintgenError([Finding("error", where, message, "Name one that --checkpoint has written.", "no-results")])


def _header(line: bytes, where: Where) -> Header:
    with suppress(ValidationError):
        if line.endswith(b"\n") and not excess(line, _MOST_LINE):
            return Header.model_validate_json(line)
    raise _foreign(where)


def _chunk(head: Header, line: bytes, where: Where) -> Kept | Finding:
    if much := excess(line, _MOST_LINE):
        message = f"this line is {much}; its seeds are left out"
        return Finding("warning", where, message, "Do them anew with --resume.", "bad-line")
    spend("results", parts(line), where)
    if not line.endswith(b"\n"):
        message = "this line is torn: the run ended while it was written; its seeds are left out"
        return Finding("warning", where, message, "Do them anew with --resume.", "torn-line")
    try:
        done = _Done.model_validate_json(line)
    except ValidationError:
        message = "this line cannot be read; its seeds are left out"
        return Finding("warning", where, message, "Do them anew with --resume.", "bad-line")
    first, count = done.seeds
    start = head.first + (done.chunk - 1) * head.chunk
    if (done.digest, done.results) != (head.digest, head.results) or first != start or count > head.chunk:
        message = "this line is of another run; its seeds are left out"
        return Finding("warning", where, message, "Remove the line.", "foreign-line")
    return Kept(number=done.chunk, seeds=range(first, first + count), tally=done.tally, where=where)


class Checkpoint:
    """The file of a run: what it held before, and the lines that are appended to it.

    Where nobody has `named` it, neither it nor its folder may be a link.
    """

    def __init__(self, path: Path, job: Job[Any], shard: Shard = WHOLE, named: bool = True) -> None:
        self.path, self._job, self._shard, self._named = path, job, shard, named
        self._stream: int | None = None
        self._end: int | None = None
        self._made: list[Path] = []
        self.count = 0

    def resume(self) -> tuple[dict[int, str], list[Finding]]:
        """The tallies by chunk that the file holds of this job, and what is wrong with its other lines.

        Nothing when there is no file. PrintgenError when the file is of other settings, is no such file, or is in use.
        """
        if not os.path.lexists(self.path):
            return {}, []
        try:
            self._open(0)
        except OSError as error:
            raise PrintgenError([_unwritable(self.path, error)]) from error
        if _hardly_begun(self.path):
            self._end = 0
            return {}, []
        saved = read(self.path)
        wanted = self._job.header()
        if saved.header.digest != wanted["digest"]:
            raise PrintgenError([_other(saved.header, wanted, Where(str(self.path), 1))])
        self._end = saved.end
        seeds = {chunk.number: chunk.seeds for chunk in self._job.chunks(self._shard)}
        # The last chunk of a run of fewer seeds is done anew in one of more.
        found = {kept.number: text_of(kept.tally) for kept in saved.chunks if seeds.get(kept.number) == kept.seeds}
        self.count = len(found)
        return found, saved.findings

    def add(self, chunk: Chunk, tally: str) -> None:
        """Append the line of a chunk. PrintgenError (exit code 6) where it cannot be written."""
        line = {
            "chunk": chunk.number, "digest": self._job.digest, "results": self._job.work.version,
            "seeds": [chunk.seeds.start, len(chunk.seeds)],
        }  # fmt: skip
        text = json.dumps(line, separators=(",", ":"))
        head = ""
        try:
            if self._stream is None:
                self._open(os.O_EXCL)
                self._end = 0
            if self._end is not None:
                # What was torn goes; the header comes with the first chunk, so that no file has nothing else.
                os.ftruncate(self._file, self._end)
                head = "" if self._end else json.dumps({**self._job.header(), "shard": list(self._shard)}) + "\n"
                self._end = None
            self._write(f'{head}{text[:-1]},"tally":{tally}}}\n')
        except OSError as error:
            raise PrintgenError([_unwritable(self.path, error)]) from error
        self.count += 1

    def _open(self, how: int) -> None:
        if not self._named:
            how |= getattr(os, "O_NOFOLLOW", 0)
            if self.path.is_symlink() or self.path.parent.is_symlink():
                raise OSError(errno.ELOOP, "it or its folder is a link, through which nothing is written")
        self._made = [folder for folder in self.path.parents if not folder.exists()]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._stream = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | how, 0o666)
        if sys.platform != "win32":
            try:
                fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                message = "another run is writing this file"
                hint = "Wait until it has ended, or give each run a --checkpoint of its own."
                finding = Finding("error", Where(str(self.path)), message, hint, "in-use", Exit.CANNOT_WRITE)
                raise PrintgenError([finding]) from error

    def _write(self, line: str) -> None:
        data = line.encode()
        while data:
            data = data[os.write(self._file, data) :]

    @property
    def _file(self) -> int:
        assert self._stream is not None
        return self._stream

    def close(self) -> None:
        """Write no more."""
        if self._stream is not None:
            os.close(self._stream)
            self._stream = None

    def remove(self) -> None:
        """Take the file away, as nobody needs it any more, and the folders that were made for it, if they are empty."""
        self.close()
        with suppress(OSError):
            self.path.unlink()
            for folder in self._made:
                folder.rmdir()


def _hardly_begun(path: Path) -> bool:
    """Whether a run was killed as it wrote the first line of a file."""
    with path.open("rb") as stream:
        start = stream.readline(_MOST_LINE)
    return not start.endswith(b"\n") and b'{"printgen":'.startswith(start[:12])


def _unwritable(path: Path, error: OSError) -> Finding:
    if isinstance(error, FileExistsError) and error.filename == str(path):
        message, hint = "another run has begun this file meanwhile", "Give each run a --checkpoint of its own."
    else:
        reason = "its folder is a file" if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror
        message, hint = f"cannot write this file: {reason or error}", "Choose another one with --checkpoint."
    return Finding("error", Where(str(path)), message, hint, "cannot-write", Exit.CANNOT_WRITE)


def _other(held: Header, wanted: Mapping[str, Any], where: Where) -> Finding:
    """The finding of a file that is of another job: in what they differ."""
    hint = "Give the settings that it has, or another file with --checkpoint."
    apart = " and ".join(differences({**held.model_dump(), **held.about}, {**wanted, **wanted["about"]}))
    message = f"this file holds results of other settings: {apart or 'the game or its files have changed'}"
    return Finding("error", where, message, hint, "other-settings")


def differences(held: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[str]:
    """In what two headers differ, a few words each."""
    aside = ("about", "digest", "count")
    for key in dict.fromkeys((*held, *wanted)):
        there, here = held.get(key), wanted.get(key)
        if key not in aside and there != here:
            yield f"{key} is {_shown(there)} there and {_shown(here)} here"


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


_MOST_TOLD = 4


@dataclass(frozen=True)
class Merged:
    """What files hold together: of which work and under which header, how many seeds, and what they gave."""

    work: Work[Any]
    header: Header
    tally: Tally
    done: int
    findings: tuple[Finding, ...]

    @property
    def whole(self) -> bool:
        """Whether no seed is missing."""
        return self.done == self.header.count

    def document(self) -> dict[str, Any]:
        """The tally as plain data for JSON, the same as one run tells."""
        return document(self.work, self.header.about, self.tally, self.header.seeds, self.done)

    def lines(self) -> list[str]:
        """The document as people read it."""
        return [*self.work.lines(self.document())]


def document(work: Work[Any], about: dict[str, Any], tally: Tally, seeds: range, done: int) -> dict[str, Any]:
    """What a tally says as plain data, and of which seeds it is."""
    told = {"first": seeds.start, "count": len(seeds), "done": done}
    return {**work.told(about, tally, done), "seeds": told}


def merged(paths: Sequence[Path], find: Callable[[str], Work[Any] | None]) -> Merged:
    """One tally of files of parts of one job; `find` knows the works by name.

    PrintgenError for files that cannot be read, that are of different jobs, or that contradict each other. Seeds that
    two files have count once; these and those that none has are warnings.
    """
    saved: dict[Path, Saved] = {}
    wrong: list[Finding] = []
    for path in dict.fromkeys(paths):
        try:
            saved[path] = read(path)
        except PrintgenError as error:
            wrong += error.findings
    headers = {path: one.header for path, one in saved.items()}
    wrong += _foreign_part(headers)
    stop_on_errors(wrong)
    first, head = next(iter(headers.items()))
    work = find(head.work)
    if work is None or work.version != head.results:
        message = f"printgen here does not know {head.work} of version {head.results}"
        hint = "Merge with the printgen that has written the files."
        raise PrintgenError([Finding("error", Where(str(first), 1), message, hint, "other-version")])
    head = head.model_copy(update={"count": max(header.count for header in headers.values())})
    kept, doubles = _all_kept(saved)
    findings = [*(finding for one in saved.values() for finding in one.findings), *doubles]
    stop_on_errors(findings)
    kept = {chunk.number: kept[chunk.number] for chunk in chunks_of(head.seeds, head.chunk) if chunk.number in kept}
    missing = [
        c.seeds for c in chunks_of(head.seeds, head.chunk) if c.number not in kept or kept[c.number].seeds != c.seeds
    ]
    if missing:
        message = f"{_ranges(missing)} are in none of the files"
        hint = "Name the files of all shards, or finish them with --resume."
        findings.append(Finding("warning", Where(str(first)), message, hint, "gap"))
    if not kept:
        message = "none of the files holds a chunk that is done"
        hint = "Name files of runs that got further."
        raise PrintgenError([Finding("error", Where(str(first)), message, hint, "no-results")])
    # What somebody has changed by hand may be anything.
    try:
        tally = folded(work.merge, {number: one.tally for number, one in kept.items()}) or {}
        together = Merged(work, head, tally, sum(len(one.seeds) for one in kept.values()), tuple(findings))
        together.lines()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        message = f"the results in the files are not what {work.name} gives: {type(error).__name__}: {str(error)[:100]}"
        hint = "Name files as printgen has written them."
        raise PrintgenError([Finding("error", Where(str(first)), message, hint, "bad-results")]) from error
    return together


def _foreign_part(headers: dict[Path, Header]) -> Iterator[Finding]:
    """Findings for files of another job than the first."""
    listed = list(headers.items())
    for path, header in listed[1:]:
        first, head = listed[0]
        if header.digest != head.digest:
            mine, other = ({**each.model_dump(), **each.about} for each in (header, head))
            apart = " and ".join(differences(mine, other)).replace(" here", f" in {first.name}")
            message = f"this file is of another job than {first.name}: {apart or 'the game has changed'}"
            yield Finding(
                "error", Where(str(path), 1), message, "Leave it out, or merge it on its own.", "foreign-file"
            )


def _all_kept(saved: dict[Path, Saved]) -> tuple[dict[int, Kept], list[Finding]]:
    """The chunks of all files by number, and findings for those that two files have."""
    kept: dict[int, Kept] = {}
    findings: list[Finding] = []
    for path, one in saved.items():
        again: list[Kept] = []
        for chunk in one.chunks:
            before = kept.get(chunk.number)
            if before is None or len(before.seeds) < len(chunk.seeds):
                kept[chunk.number] = chunk
            elif before.seeds == chunk.seeds:
                again.append(chunk)
                if before.tally != chunk.tally:
                    message = f"{_ranges([chunk.seeds])} gave something else at {before.where}"
                    hint = "Remove the file that is wrong, and do its shard anew."
                    findings.append(Finding("error", chunk.where, message, hint, "contradiction"))
        if again:
            message = f"{_ranges([chunk.seeds for chunk in again])} are in another file or line, too, and count once"
            hint = "Leave the file out, or give each machine a --shard of its own."
            findings.append(Finding("warning", Where(str(path)), message, hint, "overlap"))
    return kept, findings


def _ranges(found: Iterable[range]) -> str:
    """Seeds as people read them: neighbours together, and of many ranges the first."""
    joined: list[tuple[int, int]] = []
    for seeds in sorted(found, key=lambda seeds: seeds.start):
        if joined and joined[-1][1] + 1 == seeds.start:
            joined[-1] = joined[-1][0], seeds[-1]
        else:
            joined.append((seeds[0], seeds[-1]))
    told = [f"{first:,} to {last:,}" for first, last in joined[:_MOST_TOLD]]
    return f"seeds {', '.join(told)}" + (f" and {len(joined) - _MOST_TOLD} more ranges" if joined[_MOST_TOLD:] else "")
