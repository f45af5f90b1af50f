"""A policy whose answers are kept in a file: what was asked before is read there, so a run goes on where it was ended.

A line of JSON for each answer, added when it is known: what was asked (policy, sampling, problem, steps, count, seed),
what was written, and the seconds that it took. A line that a killed run left unfinished is passed over.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from filelock import FileLock, Timeout

from verifier.search.policies.policy import (
    Batched,
    Call,
    Continuation,
    Partial,
    Policy,
    PolicyUnavailable,
    Proposed,
)


class KeptPolicy:
    """``policy`` with the answers of ``file``, and those that it gives added. Close it in the end."""

    def __init__(self, policy: Policy, file: Path, sampling: Mapping[str, Any]) -> None:
        """``sampling``: what else decides what is written. Raises: PolicyUnavailable where the file cannot be used."""
        self.policy, self.name, self._file = policy, policy.name, file
        self._sampling = dict(sampling)
        self.reused = self.asked = 0
        """Answers that were read in the file, and that the policy gave."""
        self._lock = FileLock(f"{file}.lock")
        try:
            self._lock.acquire(timeout=0.2)
            self._known = _read(file)
            self._out: IO[str] = file.open("a+", encoding="utf-8")
            self._end_line()
        except Timeout as error:
            raise PolicyUnavailable(
                f"{file}: another run is adding to it; wait or choose another", usage=True
            ) from error
        except OSError as error:
            raise PolicyUnavailable(f"{file}: expected a file that can be added to ({error.strerror})") from error

    def _end_line(self) -> None:
        with self._file.open("rb") as stream:
            stream.seek(max(0, self._file.stat().st_size - 1))
            if stream.read() not in (b"", b"\n"):
                self._out.write("\n")

    def close(self) -> None:
        """Close the file and let other runs have it."""
        self._out.close()
        self._lock.release()

    def next_steps(self, chains: Sequence[Partial], count: int, seed: int, *, whole: bool = False) -> list[Proposed]:
        """Return what the file or the policy has. Raises: PolicyLost."""
        return self.answered([Call(tuple(chains), count, seed, whole)])[0]

    def answered(self, calls: Sequence[Call]) -> list[list[Proposed]]:
        """Return what ``next_steps`` gives for each of these calls. Raises: PolicyLost."""
        open_ = [call for call in calls if not self.has(call)]
        self.reused, self.asked = self.reused + len(calls) - len(open_), self.asked + len(open_)
        began = time.monotonic()
        replies = self._asked(open_)
        seconds, tokens = time.monotonic() - began, [sum(one.tokens for one in reply) for reply in replies]
        found: dict[str, list[Proposed]] = {}
        for call, reply, share in zip(open_, replies, tokens, strict=True):
            found[key := self._key(call)] = reply
            if all(one.continuations for one in reply):  # what failed may succeed another time
                self._keep(key, reply, round(seconds * share / max(1, sum(tokens)), 3))
        return [found[key] if key in found else self._known[key][0] for key in map(self._key, calls)]

    def has(self, call: Call) -> bool:
        """Return whether the answer to a call is kept."""
        return self._key(call) in self._known

    def seconds(self, call: Call) -> float:
        """Return the seconds that a kept answer took, 0 where it is not kept."""
        return self._known.get(self._key(call), ([], 0.0))[1]

    def _asked(self, calls: list[Call]) -> list[list[Proposed]]:
        if isinstance(self.policy, Batched):
            return self.policy.answered(calls) if calls else []
        return [self.policy.next_steps(c.chains, c.count, c.seed, whole=c.whole) for c in calls]

    def _keep(self, key: str, reply: list[Proposed], seconds: float) -> None:
        told = {"asked": json.loads(key), "seconds": seconds, "proposed": [asdict(one) for one in reply]}
        self._out.write(f"{json.dumps(told)}\n")
        self._out.flush()
        self._known[key] = reply, seconds

    def _key(self, call: Call) -> str:
        chains = [[chain.problem, *chain.steps] for chain in call.chains]
        return json.dumps([self.name, self._sampling, chains, call.count, call.seed, call.whole], sort_keys=True)


def _read(file: Path) -> dict[str, tuple[list[Proposed], float]]:
    """Return the answers of a file, with their seconds, by what was asked. Raises: OSError."""
    known: dict[str, tuple[list[Proposed], float]] = {}
    if file.exists():
        with file.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                try:
                    row = json.loads(line)
                    key, seconds = json.dumps(row["asked"], sort_keys=True), float(row["seconds"])
                    known[key] = [_proposed(one) for one in row["proposed"]], seconds
                except (ValueError, TypeError, KeyError, RecursionError):
                    continue
    return known


def _proposed(row: Mapping[str, Any]) -> Proposed:
    made = tuple(Continuation(**{**one, "steps": tuple(one["steps"])}) for one in row["continuations"])
    return Proposed(made, row["fault"], row["prompt_tokens"])
