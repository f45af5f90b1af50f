"""Judged chains on Lean's certificates: every decided claim of many chains is put to Lean at once.

An exchange leaves what a claim rests on as it was, so the judgements stand. Only where Lean shows the opposite is a
chain judged again, since what followed may have rested on that claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from verifier.checkers.runs.pythons import INTERPRETER, second_interpreter
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim, JudgedStep
from verifier.judging.reader_level import shipped
from verifier.kernel.verdict import Contradiction, Proved, Refuted, Verdict
from verifier.version import VERSION

Found = tuple[Verdict, str | None]
"""A verdict, and the name of the engine that it comes from."""

Ask = Callable[[Sequence[tuple[Proved | Refuted, str | None]], int], list[Found]]
"""Exchanges the verdicts of so many chains."""


Again = Callable[[JudgedChain, Sequence[Contradiction]], JudgedChain]
"""Judges a chain once more, without claims that were both proved and refuted."""


def certified_chains(judged: Sequence[JudgedChain], ask: Ask, again: Again) -> list[JudgedChain]:
    """Return the chains with the verdicts that ``ask`` gives for theirs; one with a claim that was both proved and
    refuted is judged ``again`` without it."""
    decided = [[(v, engine) for _, v, engine in _decided(chain)] for chain in judged]
    found = iter(ask([pair for pairs in decided for pair in pairs], len(judged)))
    parts = [[next(found) for _ in pairs] for pairs in decided]
    return [_taken_in(chain, part, ask, again) for chain, part in zip(judged, parts, strict=True)]


def _taken_in(judged: JudgedChain, part: Sequence[Found], ask: Ask, again: Again) -> JudgedChain:
    both: dict[str, Contradiction] = {}
    while fresh := _contradicted(judged, part):
        both |= fresh
        judged = again(judged, list(both.values()))
        part = ask([(v, engine) for _, v, engine in _decided(judged)], 1)
    return _with_alarms(_with(judged, iter(part)), both)


def _contradicted(judged: JudgedChain, part: Sequence[Found]) -> dict[str, Contradiction]:
    """The claims that are both proved and refuted, by id."""
    pairs = zip(_decided(judged), part, strict=True)
    return {id: verdict for (id, _, _), (verdict, _) in pairs if isinstance(verdict, Contradiction)}


def _with_alarms(judged: JudgedChain, both: Mapping[str, Contradiction]) -> JudgedChain:
    """The chain with the alarm at these claims."""
    if not both:
        return judged
    steps = (
        replace(step, claims=tuple(replace(one, verdict=both.get(one.id, one.verdict)) for one in step.claims))
        for step in judged.steps
    )
    return replace(judged, steps=tuple(steps))


def _decided(chain: JudgedChain) -> Iterator[tuple[str, Proved | Refuted, str | None]]:
    for step in chain.steps:
        for one in step.claims:
            if isinstance(one.verdict, Proved | Refuted) and one.run is None:
                yield one.id, one.verdict, one.engine


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
        **_lean(steps),
        **_python(steps),
        **_level(steps),
    }


_OF_LEAN = ("lean",)


def _python(steps: Iterable[JudgedStep]) -> dict[str, str]:
    """The interpreters, where a run of a program decided something."""
    ran = any(claim.run is not None and claim.certificate is not None for step in steps for claim in step.claims)
    return {"python": ", ".join(filter(None, (INTERPRETER, second_interpreter())))} if ran else {}


def _level(steps: Iterable[JudgedStep]) -> dict[str, str]:
    """The measured level of the reading, where it settled something."""
    return {"exact_level": shipped().name} if any(step.correct is not None for step in steps) else {}


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
