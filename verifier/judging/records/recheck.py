"""Records checked again from nothing: the chain is read and judged once more, with the stored proofs as the only
engine.

No stored verdict, flag, count or claim is trusted: every proof goes through the door again, for the claim that is read
from the text, and the record that comes out must be the one that was stored.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from verifier.chain import Chain
from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.checkers.runs.checker import ProgramChecker
from verifier.engines.candidate import Candidate
from verifier.intake.bad import BadInput
from verifier.intake.chain import chain_from, with_origin
from verifier.judging.estimates.estimate import CLOSEST, estimated
from verifier.judging.judge import Judge
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim
from verifier.judging.judgements.result import Result
from verifier.judging.records.codec import proof_from_json
from verifier.judging.records.made_by import (
    MAKERS,
    VERSIONS,
    different_makers,
    different_versions,
    made_elsewhere,
    with_engines,
)
from verifier.judging.records.record import SCHEMA, is_error_record, record, schema_fault
from verifier.judging.records.repaired import KEY, parted
from verifier.judging.records.stored_runs import Placed, StoredRuns, not_rechecked, other_version
from verifier.judging.records.unchecked import Unchecked
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import (
    REGISTRY,
    Certificate,
    Checker,
    Contradiction,
    NotRegistered,
    Proof,
    Reason,
    Unknown,
)

ELSEWHERE: Mapping[str, str] = {
    "whole": "verifier.whole.recheck",
    "formal": "verifier.judging.formal.records.recheck",
    "pick": "verifier.search.pick_record",
    "formal-whole": "verifier.whole.formal.recheck",
}
"""Records of other kinds, and the modules whose ``recheck_one`` knows them."""


_OF_LEAN = "verifier.checkers.lean."
"""Where the checkers live that ask a Lean; they share one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked, and what is wrong with it (None where it holds).

    ``remark``: what is no fault, and holds only by the record's own word.
    """

    where: str
    wrong: str | None = None
    certificate: Certificate | None = None  # made now, where a proof was admitted
    alarm: bool = False  # another proof shows the opposite, and holds as well
    remark: str | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.wrong or self.remark or 'holds'}"


class Rechecked:
    """What comes of checking records again: its findings, made while they are asked for, and kept.

    True when there was a record, everything in all of them holds, and nothing raises the alarm.
    """

    def __init__(self, records: Iterable[Any]) -> None:
        self._found: list[Finding] = []
        self._seen = [0]
        self._coming = _checked(records, self._seen)

    @property
    def _records(self) -> int:
        return self._seen[0]

    def __iter__(self) -> Iterator[Finding]:
        """Yield a finding for every certificate, and for everything that a record says without support.

        Raises: LeanUnavailable when there is a Lean certificate and no Lean."""
        place = 0
        while True:
            if place == len(self._found):
                if (more := next(self._coming, None)) is None:
                    return
                self._found.append(more)
            yield self._found[place]
            place += 1

    def __bool__(self) -> bool:
        """Whether all holds. Raises: as the findings."""
        return not self.wrong and self._records > 0

    @property
    def wrong(self) -> list[Finding]:
        """The findings that do not hold, or raise the alarm. Raises: as the findings."""
        return [finding for finding in self if finding.wrong is not None or finding.alarm]

    def __str__(self) -> str:
        wrong = self.wrong
        held = sum(one.certificate is not None for one in self._found)
        told = f"{self._records} record{'s' * (self._records != 1)}, {certificates_hold(held)}"
        told += "" if wrong else ", nothing is wrong"
        return "\n".join([told, *map(str, wrong)])


def _checked(records: Iterable[Any], seen: list[int]) -> Iterator[Finding]:
    """Yield the findings of records, ``seen[0]`` the number of those begun. It knows nothing of who asks, so that its
    checkers end as soon as nobody does."""
    with Checkers() as checkers:
        for seen[0], data in enumerate(records, 1):
            yield from recheck_one(_as_record(data), checkers, f"record {seen[0]}")


def certificates_hold(count: int) -> str:
    """Return the words for so many certificates that hold."""
    return "1 certificate holds" if count == 1 else f"{count} certificates hold"


def recheck(records: Iterable[Any] | Mapping[str, Any] | Result | Unchecked) -> Rechecked:
    """Return what comes of checking records again (results too, or a single one): true when all of it holds, and an
    iterable of findings, for every certificate and for everything that a record says without support.

    Nothing is checked before it is asked for. Raises: the findings, where there is a Lean certificate and no Lean.
    """
    return Rechecked([records] if isinstance(records, Mapping | Result | Unchecked) else records)


def checked(data: Any) -> JudgedChain | Any:
    """Return the result of a record, judged again from its proofs alone. Raises: ValueError where it does not hold, or
    cannot be made from its record; LeanUnavailable."""
    if wrong := recheck([data]).wrong:
        raise ValueError(f"the record does not hold: {wrong[0]}")
    kind = data.get("kind")
    home = importlib.import_module(ELSEWHERE.get(kind, __name__))
    if KEY in data or not hasattr(home, "judged_again"):
        raise ValueError("the record holds; such a result is not made from its record again: to_dict() is the record")
    with Checkers() as checkers:
        return home.judged_again(data, checkers)


def _as_record(data: Any) -> Any:
    return data.to_dict() if isinstance(data, Result | Unchecked) else data


class Checkers(ExitStack):
    """Makes registered checkers when they are first asked for, each once; on leaving, closes what they held."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[str, Any] = {}
        self._lean: LeanSession | None = None

    def __call__(self, name: str) -> Checker:
        """Return the registered checker called ``name``; Lean starts when it is first asked. Raises: NotRegistered."""
        if name not in REGISTRY:
            raise NotRegistered(f"no checker is called {name!r:.40}")
        if name not in self._made:
            home, kind = REGISTRY[name]
            make = getattr(importlib.import_module(home), kind)
            self._made[name] = make(self.lean()) if home.startswith(_OF_LEAN) else make()
            if isinstance(made := self._made[name], ProgramChecker):
                self.enter_context(made)
        checker: Checker = self._made[name]
        return checker

    def lean(self) -> LeanSession:
        """Return the Lean that the checkers share, which starts when it is first asked."""
        if self._lean is None:
            self._lean = self.enter_context(LeanSession())
        return self._lean


class StoredProofs:
    """The engine that proposes what a record holds. Untrusted like every engine: the door decides."""

    name: ClassVar[str] = "stored"

    def __init__(
        self,
        certificates: Iterable[Placed],
        checkers: Callable[[str], Checker],
        place: Callable[[], str | None] = lambda: None,
    ) -> None:
        """``place`` tells where the claim stands that is asked about; None where no claim of a step is.

        Raises: ValueError on what is not a certificate.
        """
        self._checkers, self._place = checkers, place
        self._proofs: dict[Claim, list[tuple[str | None, Claim, Proof]]] = {}
        self._offered: set[int] = set()
        for at, certificate in certificates:
            claim, proof = proof_from_json(certificate)
            if isinstance(claim, Claim):
                self._proofs.setdefault(claim.under(()), []).append((at, claim, proof))

    def check_together(self) -> None:
        """Have Lean check the stored proofs in few requests: the door finds those that hold."""
        stored = (one for held in self._proofs.values() for one in held)
        pairs = [(claim, proof) for _, claim, proof in stored if proof.checker == LeanChecker.name]
        if len(pairs) > 1:
            checker = self._checkers(LeanChecker.name)
            assert isinstance(checker, LeanChecker)  # by its name
            checker.check_many(pairs)

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield the stored proofs of ``claim``, resting on premises that it has: those not offered yet first, since a
        claim that a chain states twice may rest on more the second time. A proof that the record holds of another
        place shows nothing here, where the premises may contradict each other."""
        here = self._place()
        held = self._proofs.get(claim.under(()), ())
        found = [(stored, proof) for at, stored, proof in held if here is None or at is None or at == here]
        if not found:
            yield Unknown(Reason.OUT_OF_SCOPE, "the record holds no proof of what is read there")
        for stored, proof in sorted(found, key=lambda pair: id(pair[1]) in self._offered):
            used = [i for i, premise in enumerate(claim.premises) if premise in stored.premises]
            if claim.under(used) != stored:
                yield Unknown(Reason.NOT_ENTAILED, _other_premises(claim, stored))
                continue
            self._offered.add(id(proof))
            try:
                yield Candidate(stored, proof, self._checkers(proof.checker))
            except NotRegistered as error:
                yield Unknown(Reason.OUT_OF_SCOPE, str(error))


def _other_premises(claim: Claim, stored: Claim) -> str:
    """Why the premises of a stored proof are not those of its claim."""
    stand, rest = ({replace(premise, id="") for premise in one.premises} for one in (claim, stored))
    if rest <= stand:  # where a fact is stated twice, versions have named either place
        return "its certificate names other places for its premises than this version does: judge the chain again"
    return "its certificate rests on premises that do not stand before it"


def recheck_one(data: Any, checkers: Callable[[str], Checker], where: str) -> Iterator[Finding]:
    """Yield the findings of one record, of whatever kind, which stands at ``where``. One of bad input claims nothing.

    Raises: LeanUnavailable.
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    home = ELSEWHERE.get(kind) if isinstance(kind, str) else None
    check = recheck_judged if home is None else importlib.import_module(home).recheck_one
    yield from check(data, checkers, where)


def recheck_judged(data: Any, checkers: Callable[[str], Checker], where: str) -> Iterator[Finding]:
    """Yield the findings of the record of a judged chain. Raises: LeanUnavailable."""
    if is_error_record(data):
        return
    try:
        data, repair = parted(data)
        if (other := other_version(_parsed(data)[1])) is not None:
            yield Finding(where, remark=not_rechecked(other))
            return
        judged = judged_again(data, checkers)
    except ValueError as error:
        yield Finding(where, str(error))
        return
    for step, row in zip(judged.steps, data["steps"], strict=True):
        for claim, stored in zip(step.claims, row["claims"], strict=False):
            yield from _certificate(claim, stored, f"{where}, step {step.index}, claim {claim.id}")
    yield from (Finding(where, wrong) for wrong in different(data, record(judged)))
    if (others := made_elsewhere(data.get(VERSIONS), judged.versions)) is not None:
        yield Finding(where, remark=others)
    if repair is not None and repair["after"] is not None:
        yield from recheck_one(repair["after"], checkers, f"{where}, as repaired")


def judged_again(data: Any, checkers: Callable[[str], Checker]) -> JudgedChain:
    """Return the chain of a record, judged anew with the stored proofs as the only engine.

    Raises: ValueError on what is no record, LeanUnavailable.
    """
    chain, certificates, opposite = _parsed(data)
    with Judge(lean="off") as judge:
        place = lambda: judge.lineup.place  # noqa: E731  # asked by both
        engine, against = StoredProofs(certificates, checkers, place), StoredProofs(opposite, checkers, place)
        engine.check_together()
        judge.lineup.only(engine, against, StoredRuns(certificates, checkers, place))
        return _with_estimates(with_engines(judge(chain), data["steps"]), data["steps"])


def _with_estimates(judged: JudgedChain, rows: list[Any]) -> JudgedChain:
    """Return the judged chain with the estimates of a record, which no proof shows: they may stand where nothing is
    settled, and may not rise."""
    if not any(row.get("kind") == "estimated" for row in rows):
        return judged
    scores = [row.get("score") for row in rows]
    proper = [score if isinstance(score, float) and CLOSEST <= score <= 1.0 - CLOSEST else None for score in scores]
    return replace(judged, steps=estimated(judged.steps, proper))


def _parsed(data: Any) -> tuple[Chain, list[Placed], list[Placed]]:
    """Return the chain that a record is of, its certificates, and those that it holds against some of them.

    Raises: BadInput, which says what was expected.
    """
    if (fault := schema_fault(data, SCHEMA)) is not None:
        raise BadInput(fault)
    steps = data.get("steps")
    certificates: list[Placed] = []
    opposite: list[Placed] = []
    for index, row in enumerate(steps if isinstance(steps, list) else []):
        claims = row.get("claims") if isinstance(row, dict) else None
        if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
            raise BadInput(f'step {index}: expected an object with "claims" as a list of objects')
        for claim in claims:
            at = str(claim.get("id"))
            certificates += [(at, claim["certificate"])] if claim.get("certificate") is not None else []
            both = claim.get("contradiction", [])
            if not isinstance(both, list) or len(both) not in (0, 2):
                raise BadInput(f'step {index}: expected "contradiction" to hold two certificates')
            certificates += [(at, one) for one in both[:1]]
            opposite += [(at, one) for one in both[1:]]
    texts = [row.get("text") for row in steps] if isinstance(steps, list) else steps
    asked = {key: data.get(key) for key in ("problem", "id", "answer")}
    return with_origin(chain_from({**asked, "steps": texts}), data), certificates, opposite


def _certificate(claim: JudgedClaim, stored: dict[str, Any], where: str) -> Iterator[Finding]:
    """Yield whether the door admitted the stored proofs of a claim, where the record has any."""
    if isinstance(claim.verdict, Contradiction):
        yield Finding(where, certificate=claim.verdict.proved, alarm=True)
        yield Finding(where, certificate=claim.verdict.refuted, alarm=True)
    elif claim.certificate is not None:
        yield Finding(where, certificate=claim.certificate)
    elif stored.get("certificate") is not None or stored.get("contradiction"):
        why = claim.verdict if isinstance(claim.verdict, Unknown) else Unknown(Reason.OUT_OF_SCOPE)
        if why.reason is Reason.NO_ENGINE:  # which is said of Lean alone: the others need nothing
            raise LeanUnavailable(why.detail)
        yield Finding(where, f"its certificate does not hold: {why.detail}")


def different(stored: Any, again: Any, named: Mapping[str, Any] | None = None) -> Iterator[str]:
    """Yield where a record differs from the one that its own texts and proofs give. ``named``: the versions that it
    names, where they are not in it."""
    own = stored.get(VERSIONS) if isinstance(stored, dict) else None
    yield from _different(stored, again, "", own if isinstance(own, dict) else named or {})


def _different(stored: Any, again: Any, at: str, named: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(stored, dict) and isinstance(again, dict):
        for key in {**again, **stored}:
            place = f"{at}.{key}".lstrip(".")
            if (key in stored) != (key in again):
                yield f"{place}: expected {'this key' if key in again else 'no such key'}"
            elif key == VERSIONS and not at:
                yield from different_versions(stored[key], again[key], place)
            elif key in MAKERS and "proof" in again:
                yield from different_makers(key, stored[key], again[key], named, place)
            elif not (key == "reason" and ".claims." in at and again[key] and stored[key] in list(Reason)):
                yield from _different(stored[key], again[key], place, named)
    elif isinstance(stored, list) and isinstance(again, list) and len(stored) == len(again):
        for index, pair in enumerate(zip(stored, again, strict=True)):
            yield from _different(*pair, f"{at}.{index}", named)
    elif json.dumps(stored) != json.dumps(again):
        yield f"{at}: says {json.dumps(stored)[:80]}, but its texts and proofs give {json.dumps(again)[:80]}"
