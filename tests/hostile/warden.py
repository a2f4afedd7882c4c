"""Runs the command line in forked children, each with little memory and time; nothing of one run is left for the next.

As a program it is the process that forks: it imports printgen and its kinds once, reads a job a line as JSON, and
answers each with how it ended. Under pytest there are threads, which do not go with a fork; there are none here.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
MEMORY = 1024**3
SECONDS = 15
WARMING = ("kitchen-heroes", "sky-couriers", "wargame", "garden", "chutes", "harbours", "roll-and-write")
_LONG = 100  # By the clock, of a run that waits instead of working.
_MOST_OUTPUT = 1_000_000


@dataclass(frozen=True)
class Ended:
    """How a run ended: an exit code, or the signal that ended it below zero; seconds are of the processor."""

    code: int
    out: str
    err: str
    seconds: float
    memory: int


class Warden:
    """The process that forks, started when it is first asked."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def run(
        self, arguments: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None, seconds: int = SECONDS
    ) -> Ended:
        """Run the command line in a folder, with changes of the environment and so many seconds of the processor."""
        if self._process is None:
            settled = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONHASHSEED": "0"}
            command = [sys.executable, __file__]
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=settled, text=True, encoding="utf-8")
        assert self._process.stdin and self._process.stdout
        job = {"arguments": list(arguments), "cwd": str(cwd), "env": dict(env or {}), "seconds": seconds}
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the warden itself has died"
        return Ended(**json.loads(answer))

    def close(self) -> None:
        if self._process is not None:
            self._process.communicate()
            self._process = None


def serve() -> None:
    """Answer jobs from standard input until it ends."""
    _warm_up()
    for line in sys.stdin:
        print(json.dumps(_run(json.loads(line))), flush=True)


def _warm_up() -> None:
    """Have most imported that a run needs, and the built-in templates read, by samples that are soon checked."""
    from printgen.build import live as views
    from printgen.build import stages as build
    from printgen.build.settings import Settings

    build.check([str(REPOSITORY / "samples" / name) for name in WARMING], Settings())
    with tempfile.TemporaryDirectory() as folder:
        target = str(REPOSITORY / "samples" / "kitchen-heroes")
        views.preview(target, Settings(), views.View(dpi=20), Path(folder, "x.png"))
        build.build([target], Settings(out=Path(folder)))


def _run(job: dict[str, Any]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        child = os.fork()
        if child == 0:
            _work(job, out, err)
        descriptor = os.pidfd_open(child)
        before = 0.0
        while not select.select([descriptor], [], [], _LONG)[0]:
            # On a busy machine a run may be kept waiting, but not for ever.
            if (worked := _worked(child)) < before + 0.1:
                os.kill(child, signal.SIGKILL)
                break
            before = worked
        os.close(descriptor)
        _, status, usage = os.wait4(child, 0)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        return {
            "code": os.waitstatus_to_exitcode(status),
            "out": _text(out),
            "err": _text(err),
            "seconds": usage.ru_utime + usage.ru_stime,
            "memory": usage.ru_maxrss * 1024,
        }


def _worked(pid: int) -> float:
    """Seconds that the processor has worked for a process."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _text(path: Path) -> str:
    with path.open("rb") as stream:
        return stream.read(_MOST_OUTPUT).decode("utf-8", "backslashreplace")


def _work(job: dict[str, Any], out: Path, err: Path) -> None:
    """Be the child: the command line as a process of its own would run it. Never returns."""
    code = 1
    try:
        os.setpgid(0, 0)
        for number, path in ((1, out), (2, err)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        os.environ.update(job["env"])
        os.chdir(job["cwd"])
        _limit(job["seconds"])
        code = _main(job["arguments"])
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _limit(seconds: int) -> None:
    """Little memory and time; who works too long tells where it was, and is ended."""
    import faulthandler

    for what in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        resource.setrlimit(what, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.register(signal.SIGXCPU, chain=True)


def _main(arguments: list[str]) -> int:
    from printgen.cli import main

    try:
        main(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


if __name__ == "__main__":
    serve()
