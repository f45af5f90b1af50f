"""Verdicts, and the one door (after LCF): only ``admit`` mints them, and it runs a registered checker itself."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Never, Protocol, final, overload
from weakref import WeakSet

from verifier.kernel.claim import FIRM, Claim
from verifier.kernel.run_claim import RunClaim

AnyClaim = Claim | RunClaim
"""What a verdict may be of: a closed sum."""


class Reason(StrEnum):
    """Why a claim is Unknown: a closed set."""

    NOT_ENTAILED, CONFLICTS_WITH_STATED = "NOT_ENTAILED", "CONFLICTS_WITH_STATED"
    INCONSISTENT_CONTEXT, AMBIGUOUS, ROUNDED = "INCONSISTENT_CONTEXT", "AMBIGUOUS", "ROUNDED"
    SIDE_CONDITION, OUT_OF_SCOPE, OUT_OF_BUDGET = "SIDE_CONDITION", "OUT_OF_SCOPE", "OUT_OF_BUDGET"
    ENGINE_LOST, NO_ENGINE = "ENGINE_LOST", "NO_ENGINE"
    TYPE_ONLY, NO_MODEL_FOUND, NO_CERTIFICATE = "TYPE_ONLY", "NO_MODEL_FOUND", "NO_CERTIFICATE"
    CONTRADICTORY_SUPPOSITION, GUARDED = "CONTRADICTORY_SUPPOSITION", "GUARDED"
    ALTERNATIVE = "ALTERNATIVE"
    PROGRAM_REFUSED, NO_SANDBOX, INTERPRETERS_DIFFER = "PROGRAM_REFUSED", "NO_SANDBOX", "INTERPRETERS_DIFFER"


class Shows(StrEnum):
    """What a proof shows of its claim."""

    TRUE, FALSE, INDEPENDENT = "true", "false", "independent"


class CheckFailed(Exception):
    """A checker refused a proof. ``reason`` is what the claim is Unknown for, if nothing better is found."""

    def __init__(self, message: str, reason: Reason = Reason.NOT_ENTAILED) -> None:
        super().__init__(message)
        self.reason = reason


class NotRegistered(TypeError):
    """A checker that is not in the kernel's closed registry was brought to the door."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A candidate proof, untrusted: the name of its checker, what it shows, and data (JSON values) for the checker."""

    checker: str
    shows: Shows
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was shown of ``claim``, by which proof, who checked it, and what it relied on."""

    claim: AnyClaim
    proof: Proof
    version: str
    toolchain: str = ""
    axioms: tuple[str, ...] = ()
    side_conditions: tuple[str, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict)


class Checker(Protocol):
    """``check`` returns the certificate of a proof that it has checked, or raises CheckFailed."""

    name: ClassVar[str]

    def check(self, claim: Claim, proof: Proof) -> Certificate:
        """Return the certificate of a proof that was checked. Raises: CheckFailed."""


class RunChecker(Protocol):
    """A checker of claims about a run of a program."""

    name: ClassVar[str]

    def check(self, claim: RunClaim, proof: Proof) -> Certificate:
        """Return the certificate of a proof that was checked. Raises: CheckFailed."""


# The closed registry: a checker's name, and where its class lives. Nothing is added at run time.
REGISTRY: Mapping[str, tuple[str, str]] = {
    "evaluate": ("verifier.checkers.points", "PointChecker"),
    "canonical": ("verifier.checkers.canonical.checker", "CanonicalChecker"),
    "balls": ("verifier.checkers.balls", "BallChecker"),
    "lean": ("verifier.checkers.lean.checker", "LeanChecker"),
    "structure": ("verifier.checkers.formulas.structure", "StructureChecker"),
    "run": ("verifier.checkers.runs.checker", "ProgramChecker"),
}
OF_FORMULAS = frozenset({"structure", "lean"})
"""The checkers of any formula. Those of relations take such alone, and may show them where both sides are defined."""

OF_RUNS = frozenset({"run"})
"""The checkers of claims about runs of programs."""

_SEAL = object()
_minted: WeakSet[Decided] = WeakSet()


class Decided:
    """A verdict that the door minted."""

    __slots__ = ("__weakref__", "_certificate")
    _certificate: Certificate

    def __new__(cls, certificate: Certificate, seal: object) -> Decided:
        """For ``admit`` alone. Raises: TypeError for everybody else."""
        if seal is not _SEAL or cls not in (Proved, Refuted, Independent):
            raise TypeError("a verdict comes only out of admit(claim, proof, checker)")
        self = super().__new__(cls)
        object.__setattr__(self, "_certificate", certificate)
        _minted.add(self)
        return self

    def __init_subclass__(cls) -> None:
        if cls.__module__ != __name__ or cls.__qualname__ not in ("Proved", "Refuted", "Independent"):
            raise TypeError("a verdict has no subclasses")

    @property
    def certificate(self) -> Certificate:
        """The certificate. Raises: TypeError when this object did not come through the door."""
        if self not in _minted:
            raise TypeError("a verdict comes only out of admit(claim, proof, checker)")
        return self._certificate

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError("a verdict does not change")

    __delattr__ = __setattr__  # type: ignore[assignment]  # refuses whatever it is called with

    def __reduce_ex__(self, protocol: object) -> Never:
        raise TypeError("a verdict is not copied or pickled: its proof travels, and is admitted again")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(by {self._certificate.proof.checker})"


@final
class Proved(Decided):
    """The claim holds whenever its premises do."""

    __slots__ = ()


@final
class Refuted(Decided):
    """The claim does not follow, and its negation does."""

    __slots__ = ()


@final
class Independent(Decided):
    """The claim holds in one model of its premises, and its negation in another."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not decided, and why; ``detail`` is a sentence for people."""

    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The alarm: one claim proved and refuted, so a checker or a translation is broken. Both verdicts are withheld."""

    proved: Certificate
    refuted: Certificate


Verdict = Proved | Refuted | Independent | Unknown | Contradiction
_VERDICTS: Mapping[Shows, type[Decided]] = {
    Shows.TRUE: Proved,
    Shows.FALSE: Refuted,
    Shows.INDEPENDENT: Independent,
}


@overload
def admit(claim: Claim, proof: Proof, checker: Checker) -> Proved | Refuted | Independent: ...


@overload
def admit(claim: RunClaim, proof: Proof, checker: RunChecker) -> Proved | Refuted: ...


def admit(claim: AnyClaim, proof: Proof, checker: Any) -> Decided:
    """Return the verdict that ``checker`` confirms of ``claim``. Raises: NotRegistered, CheckFailed."""
    home = REGISTRY.get(proof.checker)
    if home is None or type(checker) is not getattr(importlib.import_module(home[0]), home[1]):
        raise NotRegistered(f"{type(checker).__name__} is not the registered checker of {proof.checker!r} proofs")
    if type(claim) is not (RunClaim if proof.checker in OF_RUNS else Claim):
        raise CheckFailed(f"{proof.checker!r} proofs are not of claims of this kind", Reason.OUT_OF_SCOPE)
    if proof.shows is Shows.FALSE and any(p.standing not in FIRM for p in claim.premises):
        raise CheckFailed("a refutation may rest only on facts, definitions and proved claims")
    if proof.shows is Shows.INDEPENDENT and proof.checker not in OF_FORMULAS:
        raise CheckFailed("independence is shown of formulas")
    certificate = checker.check(claim, proof)
    same = certificate.claim is claim or certificate.claim.fingerprint == claim.fingerprint
    if not same or certificate.proof != proof:
        raise CheckFailed("the certificate is of another claim or another proof")
    return _VERDICTS[proof.shows](certificate, _SEAL)
