"""Many proofs asked of Lean in few requests: what one of them loses is asked again in halves, down to one alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from verifier.checkers.evaluate import Point
from verifier.checkers.lean.process.prover import Prover
from verifier.checkers.lean.process.session import SessionLost
from verifier.checkers.lean.script import Formula
from verifier.checkers.lean.statement.statement import Statement
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.kernel.verdict import AnyClaim, CheckFailed, Proof, Reason

HEARTBEATS = 50_000
"""Lean's measure of work for one candidate, in thousands of small allocations."""

BULK = 250  # formulas in one request
MANY = 16  # proofs in one request
SECONDS = {BULK: 0.003, MANY: 0.15}
"""About what one formula and one proof cost, by the size of their requests."""

WORTH_A_LEAN = 30.0
"""Seconds of work for which another Lean is started: a few times what its start costs."""

Axioms = tuple[str, ...]
Outcome = Axioms | CheckFailed
"""The axioms of a proof that Lean accepts, or why it does not."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Job:
    """A proof to be checked: the statement, and the proof's ``text``. ``formula``: it goes by reflection. ``noted``:
    for its certificate.
    ``heartbeats``: Lean's measure of the work that it may take, in thousands of small allocations."""

    claim: AnyClaim
    proof: Proof
    statement: Statement
    text: str
    point: Point
    formula: Formula | None
    noted: dict[str, Any]
    heartbeats: int = HEARTBEATS


def done(prover: Prover, jobs: Sequence[Job], deadline: float) -> list[Outcome]:
    """Return what came of each job, in order; ``deadline`` is in seconds, for one request."""
    bulk = [i for i, job in enumerate(jobs) if job.formula is not None]
    rest = [i for i, job in enumerate(jobs) if job.formula is None]
    chunks = [*_chunks(bulk, BULK, _reflected), *_chunks(rest, MANY, _proved)]
    seconds = len(bulk) * SECONDS[BULK] + len(rest) * SECONDS[MANY]

    def answered(chunk: Chunk) -> list[tuple[int, Outcome]]:
        indices, ask = chunk
        return list(zip(indices, _in_pieces(ask, prover, [jobs[i] for i in indices], deadline), strict=True))

    hands = max(1, min(prover.size, 1 + int(seconds / WORTH_A_LEAN), len(chunks)))
    if hands == 1:
        found = dict(pair for chunk in chunks for pair in answered(chunk))
    else:
        with ThreadPoolExecutor(hands) as threads:  # one thread for each Lean: the next chunk goes to the first idle
            found = dict(pair for part in threads.map(answered, chunks) for pair in part)
    return [found[i] for i in range(len(jobs))]


Ask = Callable[[Prover, Sequence[Job], float], list[Outcome]]
Chunk = tuple[list[int], Ask]


def _chunks(indices: list[int], size: int, ask: Ask) -> Iterator[Chunk]:
    yield from ((indices[start : start + size], ask) for start in range(0, len(indices), size))


def _in_pieces(ask: Ask, prover: Prover, jobs: Sequence[Job], deadline: float) -> Iterator[Outcome]:
    """Yield what came of each job. One that takes Lean down with it is found by halving, and lost alone."""
    try:
        yield from ask(prover, jobs, deadline)
    except SessionLost as error:
        if len(jobs) == 1:
            yield CheckFailed(f"Lean was lost: {error}", Reason.ENGINE_LOST)
            return
        half = len(jobs) // 2
        yield from _in_pieces(ask, prover, jobs[:half], deadline)
        yield from _in_pieces(ask, prover, jobs[half:], deadline)
    except LeanUnavailable as error:
        yield from (CheckFailed(str(error), Reason.NO_ENGINE) for _ in jobs)


def _reflected(prover: Prover, jobs: Sequence[Job], deadline: float) -> list[Outcome]:
    answer = prover.certify([job.formula for job in jobs], heartbeats=HEARTBEATS, deadline=deadline)
    return [answer.axioms if ok else CheckFailed("Lean's kernel does not accept it") for ok in answer.ok]


def _proved(prover: Prover, jobs: Sequence[Job], deadline: float) -> list[Outcome]:
    most = max(job.heartbeats for job in jobs)
    if len(jobs) == 1:
        answers = [prover.prove(jobs[0].statement.text, jobs[0].text, heartbeats=most, deadline=deadline)]
    else:
        pairs = [(job.statement.text, job.text) for job in jobs]
        answers = prover.prove_many(pairs, heartbeats=most, deadline=deadline * len(jobs))
    return [
        answer.axioms
        if answer.ok
        else CheckFailed(
            f"Lean does not accept the proof: {answer.why_not}",
            Reason.OUT_OF_BUDGET if answer.exhausted else Reason.NOT_ENTAILED,
        )
        for answer in answers
    ]
