"""A judged chain made again from its record: the texts are taken over, the verdicts are made anew at the door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

from verifier.chain import Chain, Span
from verifier.judging.codec import proof_from_json
from verifier.judging.judgement import (
    Estimated,
    JudgedChain,
    JudgedClaim,
    JudgedStep,
    Judgement,
    RoleName,
    Settled,
    Unjudged,
    Unjudgement,
)
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Checker, CheckFailed, NotRegistered, Proof, Reason, Unknown, Verdict, admit

T = TypeVar("T")

_NAMES = {str: "a string", list: "a list", dict: "an object", int: "a number"}


class Malformed(ValueError):
    """A record that is not of the schema; ``str`` says where in it, and what was expected."""


class Rebuild:
    """Makes a JudgedChain out of a record; ``checkers`` gives a checker by its name, or raises NotRegistered.

    ``held`` lists the places of certificates that the door admitted, ``failed`` of those it did not, with why."""

    def __init__(self, checkers: Callable[[str], Checker]) -> None:
        self.checkers = checkers
        self.held: list[str] = []
        self.failed: list[tuple[str, str]] = []

    def chain(self, data: Any) -> JudgedChain:
        """Return the chain that ``data`` spells. Fails: Malformed."""
        rows = get(data, "steps", list)
        texts = [get(row, "text", str, f"step {i}") for i, row in enumerate(rows)]
        if not texts or not isinstance(data.get("id"), str | None):
            raise Malformed('expected "id" as a string or null, and at least one step')
        steps = tuple(self._step(row, index) for index, row in enumerate(rows))
        return JudgedChain(
            Chain.of(get(data, "problem", str), texts, data.get("id")), steps, get(data, "versions", dict)
        )

    def _step(self, row: Any, index: int) -> JudgedStep:
        at = f"step {index}"
        text, score = get(row, "text", str, at), row.get("score")
        if score is not None and not (isinstance(score, int | float) and 0 <= score <= 1):
            raise Malformed(f'{at}: expected "score" as null or a number from 0 to 1')
        claims = tuple(self._claim(claim, text, at) for claim in get(row, "claims", list, at))
        unread = tuple(_span(pair, text, at) for pair in get(row, "unread", list, at))
        return JudgedStep(index, text, _judgement(row, score, at), claims, unread, score)

    def _claim(self, row: Any, text: str, at: str) -> JudgedClaim:
        id = get(row, "id", str, at)
        at = f"{at}, claim {id}"
        span, role, engine = _span(row.get("span"), text, at), row.get("role"), row.get("engine")
        if role not in get_args(RoleName) or not isinstance(engine, str | None):
            raise Malformed(
                f'{at}: expected "engine" as a string or null, and "role" as one of {", ".join(get_args(RoleName))}'
            )
        claim, verdict = self._verdict(row, at)
        links = [tuple(get(row, key, list, at)) for key in ("rests_on", "assumes")]
        return JudgedClaim(id, get(row, "text", str, at), span, role, claim, verdict, engine, *links)

    def _verdict(self, row: dict[str, Any], at: str) -> tuple[Claim | None, Verdict]:
        said, stored, reason = row.get("verdict"), row.get("certificate"), row.get("reason")
        if row.get("contradiction") is not None:
            self.failed.append((at, "one claim was both proved and refuted: a checker or a translation is broken"))
            return None, Unknown(Reason.NO_ENGINE)
        if said == "unknown" and stored is None and reason in list(Reason):
            return None, Unknown(Reason(reason))
        if said not in ("proved", "refuted") or stored is None:
            raise Malformed(
                f"{at}: expected a verdict proved or refuted with a certificate, or unknown with a reason and none"
            )
        try:
            claim, proof = proof_from_json(stored)
        except ValueError as error:
            raise Malformed(f"{at}: {error}") from error
        return claim, self._admit(claim, proof, at)

    def _admit(self, claim: Claim, proof: Proof, at: str) -> Verdict:
        """Return what the door says of a stored proof. Where it refuses, that is noted and the claim is not decided."""
        try:
            verdict = admit(claim, proof, self.checkers(proof.checker))
        except (CheckFailed, NotRegistered) as error:
            self.failed.append((at, f"its certificate does not hold: {error}"))
            return Unknown(Reason.NOT_ENTAILED)
        self.held.append(at)
        return verdict


def get(data: Any, key: str, kind: type[T], at: str = "") -> T:
    """Return ``data[key]``, which is of ``kind``. Fails: Malformed, which says where (``at``) and what was expected."""
    value = data.get(key) if isinstance(data, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Malformed(f'{at}{": " if at else ""}expected an object with "{key}" as {_NAMES[kind]}')
    return value


def _span(pair: Any, text: str, at: str) -> Span:
    match pair:
        case [int(start), int(end)] if 0 <= start <= end <= len(text):
            return start, end
    raise Malformed(f"{at}: expected a span [start, end] inside the step's text, got {str(pair)[:60]}")


def _judgement(row: dict[str, Any], score: float | None, at: str) -> Judgement:
    match row.get("kind"), row.get("correct"), row.get("reason"):
        case "settled", bool(correct), None:
            return Settled(correct)
        case "estimated", None, None if score is not None:
            return Estimated(score)
        case "unjudged", None, str(reason) if reason in list(Unjudgement):
            return Unjudged(Unjudgement(reason))
    raise Malformed(
        f'{at}: expected "kind" settled with "correct", estimated with "score", or unjudged with a "reason"'
    )
