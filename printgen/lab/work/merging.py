"""Files of parts of a job come in; one tally of all goes out, as of one run, and what is wrong with the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, PrintgenError, Where, stop_on_errors
from printgen.lab.work.checkpoint import Header, Kept, Saved, differences, read
from printgen.lab.work.job import Work, chunks_of, folded
from printgen.lab.work.tallies import Tally

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
    wrong += _foreign(headers)
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


def _foreign(headers: dict[Path, Header]) -> Iterator[Finding]:
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
