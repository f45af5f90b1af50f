"""Interpreters in the sandbox: a child that lives on and forks each run, and a second interpreter that confirms.

Where no sandbox can be had nothing runs, and the reason says so.
"""

from __future__ import annotations

import functools
import json
import sys
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from verifier.checkers.runs.allowed import refused
from verifier.checkers.runs.pythons import monty
from verifier.checkers.runs.trace import Trace, trace_of
from verifier.checkers.runs.values import NotSpelled, canonical
from verifier.kernel.verdict import CheckFailed, Reason
from verifier.processes import MARKER, Child, ProcessLoss, Scratch, call_in_forks
from verifier.processes.sandbox import Limits, View, best_way, shut_in

SECONDS: Final = 60.0
START_SECONDS: Final = 120.0
KEPT: Final = 64  # traces that are kept, so that the claims of a chain share one run

_WHY: Final[Mapping[str, tuple[Reason, str]]] = {
    "time": (Reason.OUT_OF_BUDGET, "the run took too long"),
    "memory": (Reason.OUT_OF_BUDGET, "the run needs too much memory"),
    "output": (Reason.OUT_OF_BUDGET, "the run says too much"),
    "steps": (Reason.OUT_OF_BUDGET, "the run takes too many steps, or goes too deep"),
    "address": (Reason.OUT_OF_SCOPE, "the run writes down where an object is kept, which differs from run to run"),
    "order": (Reason.PROGRAM_REFUSED, "the order of a set may show, and is not the same in every run"),
    "killed": (Reason.ENGINE_LOST, "the sandbox ended the run: it asked for what is not let through"),
    "refused": (Reason.PROGRAM_REFUSED, ""),
    "unconfined": (Reason.NO_SANDBOX, ""),
}


class NotRun(CheckFailed):
    """A program was not run to its end, or what came of it is no trace; ``str`` and ``reason`` say why."""


class Interpreter:
    """Runs programs in a sandbox. Nothing is started before the first; use ``close`` in the end.

    ``seed`` of the hashes of texts: two interpreters with different seeds see whether the order of a set shows.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._kept: OrderedDict[tuple[str, ...], Any] = OrderedDict()
        self._begin()
        call_in_forks(self._begin)

    def _begin(self) -> None:
        """Begin without a child; in a fork, the one so far is the parent's."""
        self._child: Child | None = None
        self._scratch: Scratch | None = None
        self._lock = threading.Lock()
        self._ahead: ThreadPoolExecutor | None = None

    def begin(self, program: str, call: str, *, confirmed: bool = False) -> None:
        """Begin a run, so that who asks for its trace later need not wait; ``confirmed``: by a second interpreter too.

        What is lost is reported to the caller.
        """
        if self._ahead is None:
            self._ahead = ThreadPoolExecutor(1, thread_name_prefix="runs-ahead")
        for what in ("trace", *(["second"] if confirmed else [])):
            self._ahead.submit(self._known, what, program, call)

    def trace(self, program: str, call: str) -> Trace:
        """Return what is seen of a run. Raises: NotRun."""
        found = self._known("trace", program, call)
        if isinstance(found, NotRun):
            raise found
        assert isinstance(found, Trace)
        return found

    def values(self, program: str, call: str, expr: str, states: Sequence[Mapping[str, str]]) -> list[str]:
        """Return what an expression gives in each state, spelled; ``!name`` where it raises. Raises: NotRun."""
        asked = json.dumps(list(states))
        found = self._known("values", program, call, expr, asked)
        if isinstance(found, NotRun):
            raise found
        return list(found)

    def second(self, program: str, call: str) -> str | None:
        """Return what a second interpreter says that the call returns, spelled; ``!name`` where it raises; None where
        it is not there, or does not run the program."""
        found = self._known("second", program, call)
        return None if isinstance(found, NotRun) else found

    def _known(self, what: str, *parts: str) -> Any:
        with self._lock:
            key = (what, *parts)
            if key not in self._kept:
                try:
                    self._kept[key] = getattr(self, f"_{what}")(*parts)
                except NotRun as lost:
                    self._kept[key] = lost
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            return self._kept[key]

    def _trace(self, program: str, call: str) -> Trace:
        said = self._asked({"program": program, "call": call})
        try:
            return trace_of(json.loads(said), program)
        except (ValueError, RecursionError) as error:
            raise NotRun(f"what came of the run is no trace: {error}", Reason.ENGINE_LOST) from error

    def _values(self, program: str, call: str, expr: str, states: str) -> list[str]:
        asked = json.loads(states)
        said = self._asked({"program": program, "call": call, "expr": expr, "states": asked})
        try:
            values = json.loads(said)
        except ValueError as error:
            raise NotRun("what came of the run is no list of values", Reason.ENGINE_LOST) from error
        if not isinstance(values, list) or len(values) != len(asked) or not all(isinstance(v, str) for v in values):
            raise NotRun("what came of the run is no list of values", Reason.ENGINE_LOST)
        return values

    def _second(self, program: str, call: str) -> str | None:
        binary = monty()
        if binary is None:
            return None
        text = f"{program}\n\nprint('\\x02' + repr({call}))\n"
        said = self._asked({"program": program, "call": call, "argv": [binary, "-c", text]})
        _, found, last = said.rpartition("\x02")
        try:
            return canonical(last) if found else None
        except NotSpelled:
            return None

    def _asked(self, request: Mapping[str, Any]) -> str:
        """Return what the child says of a request. Raises: NotRun."""
        if (why := refused(str(request["program"]), str(request["call"]))) is not None:
            raise NotRun(why, Reason.PROGRAM_REFUSED)
        if "expr" in request and (why := refused(str(request["program"]), str(request["expr"]))) is not None:
            raise NotRun(why, Reason.PROGRAM_REFUSED)
        try:
            child = self._started()
            told = json.loads(child.ask(json.dumps(request), MARKER, lambda said: True, SECONDS))
        except (ProcessLoss, ValueError, OSError) as error:
            raise NotRun(f"the sandbox was lost: {error}", Reason.ENGINE_LOST) from error
        how = str(told.get("how"))
        if how == "ok":
            return str(told["said"])
        reason, message = _WHY.get(how, (Reason.ENGINE_LOST, "the run was lost"))
        raise NotRun(message or str(told.get("why")), reason)

    def _started(self) -> Child:
        if self._child is None or not self._child.alive:
            self._end()
            self._scratch = Scratch("run")
            argv, env = _command(self._scratch.path, self._seed)
            child = _starter().submit(Child, argv, env=env, resident_limit=3 << 30, flood_limit=64 << 20).result()
            self._child = child
            child.ask("{}", MARKER, lambda said: True, START_SECONDS)
        return self._child

    def _end(self) -> None:
        if self._child is not None:
            self._child.kill()
        if self._scratch is not None:
            self._scratch.close()
        self._child = self._scratch = None

    def close(self) -> None:
        """End the child; a later run starts another."""
        if self._ahead is not None:
            self._ahead.shutdown(cancel_futures=True)
            self._ahead = None
        with self._lock:
            self._end()

    def __enter__(self) -> Interpreter:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


@functools.cache
def _starter() -> ThreadPoolExecutor:
    """Return the one thread that starts children: one that is to end with its parent ends with the thread instead."""
    call_in_forks(_starter.cache_clear)
    return ThreadPoolExecutor(1, thread_name_prefix="starts-runs")


def _command(scratch: Path, seed: int) -> tuple[list[str], dict[str, str]]:
    """The command of the child in the best sandbox of this machine, and its environment."""
    package = Path(__file__).resolve().parents[3]
    binary = monty()
    shown = {str(one): one for one in {package, Path(sys.prefix), Path(sys.base_prefix), Path(sys.base_exec_prefix)}}
    if binary is not None:
        shown |= {str(Path(binary).parent): Path(binary).parent}
    path = [str(package), *(one for one in sys.path if one.endswith("site-packages"))]
    env = {"PYTHONPATH": ":".join(path), "PYTHONHASHSEED": str(seed), "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}
    argv = [sys.executable, "-m", "verifier.checkers.runs.tracer", "{}"]
    return shut_in(best_way(), View(shown, scratch), Limits(cpu_seconds=86_400), argv), env
