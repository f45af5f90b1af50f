"""A Lean process of the gate, shut in: an elaborator, which is given candidates, or an auditor, which never is."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

from verifier.checkers.lean.process.protocol import MARKER, is_about, version_said
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import (
    Child,
    ChildLost,
    ChildSpent,
    ChildTimeout,
    ChildTooLarge,
    ProcessLoss,
    Scratch,
    available,
)
from verifier.processes.sandbox import Limits, best_way
from verifier.proofs.elaboration.modules import Program

START_SECONDS = 300.0
RESIDENT_LIMIT = 5 << 30
FREE_NEEDED = 2 << 30
FLOOD_LIMIT = 256 << 20

KINDS = ("tactic", "have", "calc")

Loss = Literal["time", "memory", "crash", "starved"]


@functools.cache
def _starter() -> ThreadPoolExecutor:
    """Return the one thread that starts all processes, and lives as long as this one.

    A child that is to end with its parent ends with the *thread* that started it: so does Linux read ``PDEATHSIG``.
    """
    return ThreadPoolExecutor(1, thread_name_prefix="starts-lean")


@dataclass(frozen=True, slots=True)
class Permit:
    """What a text may use. ``everything``: nothing is refused; else what the gate's lists allow, and ``axioms`` that it
    may declare. ``heartbeats``: an option of work that is set above this, or to none, becomes this (0: it stays)."""

    everything: bool
    axioms: tuple[str, ...] = ()
    heartbeats: int = 0


UNCHECKED = Permit(True)


class LeanLost(Exception):
    """The process was lost over a request. ``how``: ``starved`` is the machine's doing, the others the request's."""

    def __init__(self, how: Loss, message: str) -> None:
        super().__init__(message)
        self.how = how


class Lean:
    """One process that knows the imports it was started with. One owner at a time."""

    def __init__(self, program: Program, imports: Sequence[str], cpu: float, wall: float) -> None:
        """Start it. ``cpu``, ``wall``: seconds for one request. Raises: LeanUnavailable."""
        self._cpu, self._wall = cpu, wall
        self._ids = itertools.count(1)
        self.asked = 0
        if (free := available()) < FREE_NEEDED:
            raise LeanUnavailable(f"Lean needs {FREE_NEEDED >> 30} GiB of free memory, and {free >> 20} MiB are free")
        self._scratch = Scratch("gate")
        try:
            launch = program.launch(best_way(), self._scratch.path, Limits())
            limits = {"resident_limit": RESIDENT_LIMIT, "flood_limit": FLOOD_LIMIT}
            started = _starter().submit(Child, launch.argv, cwd=launch.cwd, env=launch.env, **limits)
            self._child = started.result()
            hello = json.dumps({"imports": [module.split(".") for module in imports]})
            said = self._child.ask(hello, MARKER, lambda said: True, START_SECONDS)
        except (ProcessLoss, OSError) as error:
            self._scratch.close()
            said = " ".join(getattr(error, "stderr", "").split())[-300:]
            raise LeanUnavailable(f"Lean did not start: {error} {said}".strip()) from error
        if version_said(said) is None:
            self.close()
            raise LeanUnavailable(f"Lean cannot import {' '.join(imports)}: {said:.200}")

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._child.alive

    def resident(self) -> int:
        """Return the resident bytes of the process."""
        return self._child.resident()

    def cut_short(self) -> None:
        """End the process from another thread than its owner's, who sees it lost."""
        self._child.cut_short()

    def close(self) -> None:
        """End the process and remove its scratch folder."""
        self._child.kill()
        self._scratch.close()

    def elaborate(
        self, text: str, targets: Sequence[Any] | None, heartbeats: int, permit: Permit = UNCHECKED
    ) -> dict[str, Any]:
        """Return what elaborating ``text`` leaves: messages, steps, targets and declarations. Raises: LeanLost."""
        wanted = None if targets is None else list(targets)
        rules = {"free": permit.everything, "axioms": list(permit.axioms), "most": permit.heartbeats}
        answer = self._ask({"text": text, "targets": wanted, "heartbeats": heartbeats, **rules})
        if not _is_elaboration(answer):
            raise LeanLost("crash", "it answered with what is no answer")
        return answer

    def audit(
        self,
        candidate: Any,
        challenge: Any,
        targets: Sequence[Any],
        axioms: Sequence[str],
        heartbeats: int,
        holes: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Return the faults of a candidate's declarations against the challenge's (None: none). Raises: LeanLost.

        ``holes``: definitions of the challenge that the candidate may choose.
        """
        names = {"axioms": [name.split(".") for name in axioms], "holes": [name.split(".") for name in holes]}
        request = {"candidate": candidate, "challenge": challenge, "targets": list(targets), "heartbeats": heartbeats}
        return self._ask({**request, **names})

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        id = next(self._ids)
        self.asked += 1
        line = json.dumps({"id": id, **request})
        try:
            said = self._child.ask(line, MARKER, lambda said: is_about(said, id), self._wall, self._cpu)
        except ChildSpent as error:
            raise LeanLost("time", str(error)) from error
        except ChildTimeout as error:
            raise LeanLost("starved", str(error)) from error
        except ChildTooLarge as error:
            raise LeanLost("memory", str(error)) from error
        except (ChildLost, ProcessLoss) as error:
            raise LeanLost("crash", str(error)) from error
        try:
            answer: dict[str, Any] = json.loads(said)
        except (ValueError, RecursionError) as error:
            raise LeanLost("crash", "it answered with what is no answer") from error
        if "error" in answer:
            raise LeanLost("crash", str(answer["error"]))
        return answer


def _is_elaboration(answer: dict[str, Any]) -> bool:
    """Return whether an answer has the shape that is expected: the process may have run a candidate's own code."""
    messages, steps = answer.get("messages"), answer.get("steps")
    return (
        isinstance(messages, list)
        and all(map(_is_message, messages))
        and isinstance(steps, list)
        and all(map(_is_step, steps))
        and isinstance(commands := answer.get("commands"), list)
        and all(isinstance(pair, list) and len(pair) == 2 and all(map(_is_place, pair)) for pair in commands)
        and isinstance(answer.get("export"), dict | str)
        and all(isinstance(answer.get(key), list) and all(map(_is_name, answer[key])) for key in ("targets", "limited"))
        and isinstance(answer.get("beside"), list)
        and all(isinstance(place, str) for place in answer["beside"])
        and _is_refusal(answer.get("refused", ""))
    )


def _is_name(name: Any) -> bool:
    return isinstance(name, list) and all(isinstance(part, str | int) for part in name)


def _is_refusal(refused: Any) -> bool:
    return refused is None or (
        isinstance(refused, dict)
        and isinstance(refused.get("message"), str)
        and (refused.get("at") is None or _is_place(refused["at"]))
    )


def _is_message(message: Any) -> bool:
    return (
        isinstance(message, dict)
        and isinstance(message.get("severity"), str)
        and isinstance(message.get("message"), str)
        and all(isinstance(message.get(key), bool) for key in ("exhausted", "sorry"))
        and all(type(message.get(key)) is int for key in ("line", "column", "end_line", "end_column"))
    )


def _is_step(step: Any) -> bool:
    return (
        isinstance(step, dict)
        and step.get("kind") in KINDS
        and all(isinstance(step.get(key), bool) for key in ("reached", "given_up"))
        and all(isinstance(step.get(key), str | None) for key in ("before", "after"))
        and all(map(_is_place, (step.get("start"), step.get("end"))))
    )


def _is_place(place: Any) -> bool:
    return isinstance(place, list) and len(place) == 2 and all(type(number) is int for number in place)
