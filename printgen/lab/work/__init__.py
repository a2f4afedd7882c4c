"""Work that takes long: a pure function over a range of seeds comes in, one tally goes out, whoever does the parts.

    Work        a sort of work: what is done with some seeds, how tallies add up, and how a tally is told
    Job         one such work, with its settings and its seeds, which are done in chunks of always the same size
    Run         does the chunks of a job that are not done yet, and knows at any time what is known so far
    Crew        who does them: this process, several here, or a Dask cluster; in the end any `Executor`
    Checkpoint  a file with a line for each chunk that is done, from which a later run goes on
    merged      files of parts of a job come in, and the same tally goes out as of one run

A tally is what JSON can hold, of whole numbers, texts, lists and mappings. Tallies are always added up in the order of
their chunks, as they read back from JSON: so a job ends in the same bytes on one worker, on many, on a cluster that
loses some of them, after a kill, and from files of parts.
"""

from printgen.lab.work.checkpoint import Checkpoint, merged
from printgen.lab.work.job import WHOLE, Chunk, Job, Shard, Tally, Work, added, best
from printgen.lab.work.running import Cluster, Crew, Here, Processes, Run

__all__ = [
    "WHOLE",
    "Checkpoint",
    "Chunk",
    "Cluster",
    "Crew",
    "Here",
    "Job",
    "Processes",
    "Run",
    "Shard",
    "Tally",
    "Work",
    "added",
    "best",
    "merged",
]
