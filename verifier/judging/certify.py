"""Judged chains on Lean's certificates: every decided claim of many chains is put to Lean at once.

An exchange leaves what a claim rests on as it was, so the judgements stand. Only where Lean shows the opposite is a
chain judged again, since what followed may have rested on that claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from verifier.chain import Chain
from verifier.checkers.runs.interpreters import INTERPRETER, second_interpreter
from verifier.engines.smt.propose import SmtEngine
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim, JudgedStep
from verifier.judging.reader_level import shipped
from verifier.kernel.verdict import Contradiction, Proved, Refuted, Verdict
from verifier.version import VERSION

Found = tuple[Verdict, str | None]
"""A verdict, and the name of the engine that it comes from."""

Ask = Callable[[Sequence[tuple[Proved | Refuted, str | None]], int], list[Found]]
"""Exchanges the verdicts of so many chains."""


def certified_chains(
    judged: Sequence[JudgedChain], ask: Ask, again: Callable[[Chain], JudgedChain]
) -> list[JudgedChain]:
    """Return the chains with the verdicts that ``ask`` gives for theirs; ``again`` judges one claim by claim."""
    decided = [[(v, engine) for v, engine in _verdicts(chain) if isinstance(v, Proved | Refuted)] for chain in judged]
    found = iter(ask([pair for pairs in decided for pair in pairs], len(judged)))
    parts = [[next(found) for _ in pairs] for pairs in decided]
    return [
        again(chain.chain) if any(isinstance(v, Contradiction) for v, _ in part) else _with(chain, iter(part))
        for chain, part in zip(judged, parts, strict=True)
    ]


def _verdicts(chain: JudgedChain) -> Iterator[Found]:
    yield from ((claim.verdict, claim.engine) for step in chain.steps for claim in step.claims if claim.run is None)


def _with(chain: JudgedChain, found: Iterator[Found]) -> JudgedChain:
    """The chain with these verdicts in the place of its decided ones."""
    steps = tuple(replace(step, claims=tuple(_claims(step, found))) for step in chain.steps)
    return replace(chain, steps=steps, versions={**chain.versions, **_lean(steps)})


def _claims(step: JudgedStep, found: Iterator[Found]) -> Iterator[JudgedClaim]:
    for claim in step.claims:
        if isinstance(claim.verdict, Proved | Refuted) and claim.run is None:
            verdict, engine = next(found)
            yield replace(claim, verdict=verdict, engine=engine)
        else:
            yield claim


def versions(steps: Iterable[JudgedStep]) -> dict[str, str]:
    """Return what judged, by name and version; Lean where it decided something."""
    return {
        "verifier": VERSION,
        "python-flint": _version("python-flint"),
        **_smt(steps),
        **_lean(steps),
        **_python(steps),
        **_level(steps),
    }


_OF_LEAN = ("lean", "lean_formula")


def _python(steps: Iterable[JudgedStep]) -> dict[str, str]:
    """The interpreters, where a run of a program decided something."""
    ran = any(claim.run is not None and claim.certificate is not None for step in steps for claim in step.claims)
    return {"python": ", ".join(filter(None, (INTERPRETER, second_interpreter())))} if ran else {}


def _level(steps: Iterable[JudgedStep]) -> dict[str, str]:
    """The measured level of the reading, where it settled something."""
    return {"exact_level": shipped().name} if any(step.correct is not None for step in steps) else {}


def _smt(steps: Iterable[JudgedStep]) -> dict[str, str]:
    """Z3's version, where what it proposed was admitted."""
    used = any(claim.engine == SmtEngine.name for step in steps for claim in step.claims)
    return {"z3-solver": _version("z3-solver")} if used else {}


def _lean(steps: Iterable[JudgedStep]) -> dict[str, str]:
    certificates = (claim.certificate for step in steps for claim in step.claims)
    named = next(
        (c.toolchain for c in certificates if c is not None and c.proof.checker in _OF_LEAN and c.toolchain), None
    )
    return {} if named is None else {"lean": named}


@cache
def _version(package: str) -> str:
    """The version of a package; an empty text where it is not here, and a record names what it proposed elsewhere."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
