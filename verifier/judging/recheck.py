"""Records checked again from nothing: every stored certificate goes through the door with checkers made now, and what a
record says must follow.

No stored verdict, flag or count is trusted: the chain is rebuilt from its texts and proofs, recorded anew and compared.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from verifier.judging.judgement import JudgedChain, JudgedClaim, JudgedStep
from verifier.judging.rebuild import Malformed, Rebuild, get
from verifier.judging.record import SCHEMA, record
from verifier.kernel.claim import FIRM, Premise, Standing
from verifier.kernel.verdict import REGISTRY, Checker, NotRegistered

_STANDS = ("asserted", "recalled", "denied")
"""The roles of claims that a step answers for."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked, and what is wrong with it (None where it holds)."""

    where: str
    wrong: str | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.wrong or 'holds'}"


def recheck(records: Iterable[Any]) -> Iterator[Finding]:
    """Yield a finding for every certificate in ``records``, and for everything that a record says without support.

    *Fails:* never.
    """
    with Checkers() as checkers:
        for number, data in enumerate(records, 1):
            yield from recheck_one(data, checkers, f"record {number}")


class Checkers(ExitStack):
    """Makes registered checkers when they are first asked for, each once; on leaving, closes what they held."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[str, Checker] = {}

    def __call__(self, name: str) -> Checker:
        """Return the registered checker called ``name``.

        *Fails:* NotRegistered where there is none, or it cannot be had here.
        """
        if name not in REGISTRY:
            raise NotRegistered(f"no checker is called {name!r:.40}")
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name: str) -> Checker:
        home, kind = REGISTRY[name]
        checker: Checker = getattr(importlib.import_module(home), kind)()
        return checker


def recheck_one(data: Any, checkers: Callable[[str], Checker], where: str) -> Iterator[Finding]:
    """Yield the findings of one record, which stands at ``where``. A record of bad input claims nothing.

    *Fails:* never.
    """
    again = Rebuild(checkers)
    try:
        if get(data, "schema", int) != SCHEMA:
            raise Malformed(f'expected "schema" {SCHEMA}')
        if isinstance(data.get("error"), str) and "steps" not in data:
            return
        judged = again.chain(data)
    except Malformed as error:
        yield Finding(where, str(error))
        return
    yield from (Finding(f"{where}, {at}") for at in again.held)
    yield from (Finding(f"{where}, {at}", why) for at, why in again.failed)
    if not again.failed:
        yield from (Finding(where, wrong) for wrong in _different(data, record(judged), ""))
        yield from (Finding(where, wrong) for wrong in _unsupported(judged))


def _different(stored: Any, again: Any, at: str) -> Iterator[str]:
    """Yield where the record differs from the one that its own texts and proofs give."""
    if isinstance(stored, dict) and isinstance(again, dict) and at.rpartition(".")[2] not in ("data", "notes", "claim"):
        for key in {**again, **stored}:
            if key not in again or key not in stored:
                yield f"{at}{key}: expected {'no such key' if key not in again else 'this key'}"
            elif key not in ("version", "toolchain"):  # who checks now may be newer than who checked then
                yield from _different(
                    stored[key], again[key], f"{at}{key}" if key in ("data", "notes", "claim") else f"{at}{key}."
                )
    elif isinstance(stored, list) and isinstance(again, list) and len(stored) == len(again):
        for index, pair in enumerate(zip(stored, again, strict=True)):
            yield from _different(*pair, f"{at}{index}.")
    elif _text(stored) != _text(again):
        yield f"{at.rstrip('.')}: says {_text(stored)[:80]}, but its proofs give {_text(again)[:80]}"


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _unsupported(judged: JudgedChain) -> Iterator[str]:
    """Yield what the record says that does not follow from its claims."""
    seen: dict[str, JudgedClaim] = {}
    for step in judged.steps:
        yield from _settled_without_support(step)
        for claim in step.claims:
            at = f"step {step.index}, claim {claim.id}"
            if claim.id in seen:
                yield f"{at}: expected an id that no earlier claim has"
            if claim.text != step.text[slice(*claim.span)]:
                yield f"{at}: its text is not what stands at its span"
            yield from (f"{at}: {wrong}" for wrong in _premises(claim, seen))
            seen[claim.id] = claim


def _settled_without_support(step: JudgedStep) -> Iterator[str]:
    stands = [claim.state for claim in step.claims if claim.role in _STANDS]
    if step.correct is True and (not stands or set(stands) != {"proved"} or step.unread):
        yield f"step {step.index}: settled correct, but not every word was read and every claim proved"
    if step.correct is False and not any(c.role == "asserted" and c.state == "refuted" for c in step.claims):
        yield f"step {step.index}: settled incorrect, but it asserts no claim that is refuted"


def _premises(claim: JudgedClaim, earlier: Mapping[str, JudgedClaim]) -> Iterator[str]:
    """Yield what is wrong with the premises of a decided claim: they come from earlier claims, as those stand."""
    for premise in claim.claim.premises if claim.claim else ():
        if premise.id not in claim.rests_on:
            yield f"it rests on {premise.id}, which its record does not say"
        if premise.standing not in FIRM and premise.id not in claim.assumes:
            yield f"it assumes {premise.id}, which its record does not say"
        source = earlier.get(premise.id)
        if source is not None and not _stands(premise, source):
            yield f"its premise {premise.id} is not what that claim says, or does not stand as {premise.standing.value}"


def _stands(premise: Premise, source: JudgedClaim) -> bool:
    """Return whether ``premise`` says what ``source`` says, with no more standing than ``source`` has. Fails: never."""
    if source.state == "refuted":
        return False
    if source.claim is None:  # not decided, so no certificate holds its terms
        return premise.standing is not Standing.PROVED
    same = (premise.relation, premise.left, premise.right) == (
        source.claim.relation,
        source.claim.left,
        source.claim.right,
    )
    return same and (premise.standing is not Standing.PROVED or not source.assumes)
