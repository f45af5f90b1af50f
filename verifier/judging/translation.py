"""What a translator made of a step, as a judgement and its record carry it. It says of itself that it is translated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verifier.judging.level import Finds, Trust
from verifier.judging.records.codec import certificate_to_json
from verifier.kernel.verdict import Certificate, Contradiction, Proved, Refuted, Unknown, Verdict
from verifier.translating.translation import Check, Checked, Translation


@dataclass(frozen=True, slots=True)
class TranslatedClaim:
    """A translated claim with its verdict. ``verdict`` is None where a check kept it from being put to the engines."""

    id: str
    checked: Checked
    checks: tuple[Check, ...]
    verdict: Verdict | None = None
    engine: str | None = None

    @property
    def passed(self) -> bool:
        """Whether every check was passed."""
        return all(check.passed for check in self.checks)

    @property
    def state(self) -> str:
        """``proved``, ``refuted`` or ``unknown``; also unknown where a check was not passed."""
        if not self.passed:
            return "unknown"
        match self.verdict:
            case Proved():
                return "proved"
            case Refuted():
                return "refuted"
        return "unknown"

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of a decided claim, also where a check was not passed."""
        return self.verdict.certificate if isinstance(self.verdict, Proved | Refuted) else None


@dataclass(frozen=True, slots=True)
class StepTranslation:
    """A step's translation. ``settles``: the step's judgement rests on it, and on the ``trust`` that was put in it.

    ``grounds``: why what it finds settles the step, or why not; None where it finds nothing or nobody trusts it.
    """

    translator: str
    samples: int
    translation: Translation
    claims: tuple[TranslatedClaim, ...] = ()
    trust: Trust | None = None
    settles: bool = False
    grounds: str | None = None

    @property
    def finds(self) -> Finds | None:
        """``refuted`` where a claim that passed every check is, ``proved`` where all passed and are; else None."""
        asserted = [claim for claim in self.claims if claim.checked.said.role == "asserted"]
        if any(claim.state == "refuted" for claim in asserted):
            return "refuted"
        proved = asserted and all(claim.state == "proved" for claim in asserted)
        return "proved" if proved and all(claim.passed for claim in self.claims) else None


def translation_to_json(found: StepTranslation) -> dict[str, Any]:
    """Return a step's translation as JSON values."""
    return {
        "translator": found.translator,
        "samples": found.samples,
        "trusted": None if found.trust is None else found.trust.to_json(),
        "state": found.translation.state,
        "detail": found.translation.detail,
        "finds": found.finds,
        "settles": found.settles,
        "grounds": found.grounds,
        "claims": [_claim(claim) for claim in found.claims],
        "heard": list(found.translation.heard),
    }


def _claim(claim: TranslatedClaim) -> dict[str, Any]:
    said, verdict = claim.checked.said, claim.verdict
    certificate = claim.certificate
    row = {
        "id": claim.id,
        "text": said.said.text,
        "role": said.role,
        "spans": [list(span) for span in claim.checked.spans],
        "hypotheses": [{"rests_on": h.rests_on, "text": h.said.text} for h in said.hypotheses],
        "checks": [{"check": c.name, "passed": c.passed, "detail": c.detail} for c in claim.checks],
        "verdict": claim.state,
        "reason": verdict.reason.value if isinstance(verdict, Unknown) else None,
        "engine": claim.engine,
        "certificate": None if certificate is None else certificate_to_json(certificate),
    }
    if isinstance(verdict, Contradiction):
        row["contradiction"] = [certificate_to_json(verdict.proved), certificate_to_json(verdict.refuted)]
    return row
