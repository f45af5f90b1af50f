"""Who made a record, held against what it holds: engines against the checkers of their proofs, versions of checkers and
toolchains against those of today, and against the versions that the record names.

What another version made may be checked by this one: then its own versions are its own word, and are told as a remark.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim
from verifier.kernel.verdict import Certificate
from verifier.pipeline.certify import versions

ENGINES: Final[Mapping[str, frozenset[str]]] = {
    "structure": frozenset({"prover"}),
    "run": frozenset({"run"}),
    "evaluate": frozenset({"points"}),
    "canonical": frozenset({"symbolic"}),
    "balls": frozenset({"symbolic"}),
    "lean": frozenset({"lean"}),
}
"""Which engines propose proofs for a checker."""

VERSIONS, MAKERS = "versions", ("version", "toolchain")
OPTIONAL: Final = ("prm",)
"""What versions name that no step has to show."""


def with_engines(judged: JudgedChain, rows: Sequence[Mapping[str, Any]]) -> JudgedChain:
    """Return a chain that was judged by its stored proofs, with the engines that the record names for them, where an
    engine of that name proposes such proofs."""
    steps = tuple(
        replace(step, claims=tuple(map(_named, step.claims, _claims(row, len(step.claims)))))
        for step, row in zip(judged.steps, rows, strict=True)
    )
    return replace(judged, steps=steps, versions=versions(steps))


def _claims(row: Mapping[str, Any], count: int) -> list[Any]:
    """The stored rows of so many claims; None for one that is missing."""
    found = row.get("claims")
    held = found if isinstance(found, list) else []
    return [*held, *[None] * count][:count]


def _named(claim: JudgedClaim, row: Any) -> JudgedClaim:
    name = row.get("engine") if isinstance(row, dict) else None
    return claim if claim.certificate is None else replace(claim, engine=engine_of(claim.certificate, name))


def engine_of(certificate: Certificate, name: Any) -> str:
    """Return the name of an engine, where it proposes proofs as a certificate holds one; else all that do."""
    known = ENGINES.get(certificate.proof.checker, frozenset())
    return name if isinstance(name, str) and name in known else " or ".join(sorted(known))


def different_makers(key: str, stored: Any, again: Any, named: Mapping[str, Any], at: str) -> Iterator[str]:
    """Yield what is wrong with a version or a toolchain of a certificate, where it is another than today's. ``named``:
    the versions that the record names."""
    if json.dumps(stored) == json.dumps(again):
        return
    elsewhere = named.get("verifier") not in (None, versions(())["verifier"])
    if key == "version":
        allowed = elsewhere
    else:  # a Lean; of a Python, another one is not rechecked at all
        allowed = bool(again) and (named["lean"] == stored if "lean" in named else elsewhere)
    if not (allowed and isinstance(stored, str)):
        yield f"{at}: says {json.dumps(stored)[:80]}, but its proof, checked now, gives {json.dumps(again)[:80]}"


def different_versions(stored: Any, again: Mapping[str, Any], at: str) -> Iterator[str]:
    """Yield what is wrong with the versions that a record names: one of what had no part in it, none of what had, and
    what is no version."""
    if not isinstance(stored, dict):
        yield f"{at}: expected an object with versions"
        return
    for name in {**again, **stored}:
        if name not in again and name not in OPTIONAL:
            yield f"{at}.{name}: expected no such key"
        elif name not in stored:
            yield f"{at}.{name}: expected this key"
        elif not isinstance(stored[name], str) or not stored[name]:
            yield f"{at}.{name}: expected a version, found {json.dumps(stored[name])[:80]}"


def made_elsewhere(stored: Any, again: Mapping[str, Any]) -> str | None:
    """Return a remark that names the other versions that made a record, None where there are none."""
    found = stored if isinstance(stored, dict) else {}
    others = [f"{name} {found[name]!s:.40}" for name, now in again.items() if found.get(name, now) != now]
    return f"made by {', '.join(others)}, which are other versions here: its own word" if others else None
