"""A run that tests kill: python slowly.py FILE SECONDS [--resume] prints what the throws of a thousand dice give."""

import json
import sys
from pathlib import Path

from counting import job

from printgen.lab.work import Checkpoint, Processes, Run
from printgen.lab.work.checkpoint import document

if __name__ == "__main__":
    file, seconds, *rest = sys.argv[1:]
    wanted = job(1000, 20, wait=float(seconds))
    run = Run(wanted, checkpoint=Checkpoint(Path(file), wanted), resume="--resume" in rest)
    run.go(Processes(2))
    assert run.tally is not None
    print(json.dumps(document(wanted.work, {}, run.tally, wanted.seeds, run.done)), run.resumed)
