"""Tells how much longer a build computes for looking at what would not print well: preflight.py TARGET ... [--runs N].

In one process, turn about with and without, from reading to PDF bytes; the ratio of the least times is what counts,
since whatever else a machine does only adds to them.
"""

from __future__ import annotations

import sys
import time
from unittest import mock

from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings

# What looks, where it is called.
_LOOKS = (
    "printgen.faces.lettering.judge_contrast", "printgen.faces.lettering.judge_size",
    "printgen.faces.render.judge_shape", "printgen.faces.pictures.judge_drawing",
    "printgen.faces.preflight.Preflight.note", "printgen.faces.inspection.Inspector.look",
)  # fmt: skip


def computed(target: str) -> float:
    """Seconds that a build of a target computes."""
    start = time.process_time()
    (job,) = load([target])
    composed, _ = build.compose(job, Settings())
    list(build.look_over(job, composed, paints=True))
    for made in composed:
        made.sheets().files(made.product.name, "pdf")
    return time.process_time() - start


def without(target: str) -> float:
    """The same when nothing is looked at."""
    off = [mock.patch(name, lambda *_: None) for name in _LOOKS]
    for one in off:
        one.start()
    try:
        return computed(target)
    finally:
        mock.patch.stopall()


def main(words: list[str]) -> None:
    runs = int(words[words.index("--runs") + 1]) if "--runs" in words else 7
    for target in (word for word in words if not word.isdigit() and word != "--runs"):
        computed(target)
        pairs = [(computed(target), without(target)) for _ in range(runs)]
        on, off = (min(pair[i] for pair in pairs) for i in range(2))
        print(f"{target:<20} {on:.3f} s {off:.3f} s  ratio {on / off:.3f}")


if __name__ == "__main__":
    main(sys.argv[1:])
