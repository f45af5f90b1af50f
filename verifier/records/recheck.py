"""Records checked again: admission, which makes every judgement anew from the stored readings and their proofs; and
where it is asked for, the text read again, with the prover asked about all that is left open.

No stored verdict, flag, count or claim is trusted: ``admit`` checks every proof again, for the claim that a stored
reading makes there. The record that comes out must be the one that was stored.

A remark names what is taken as the record's own word, since no proof shows it: that the caller vouched for a
translation (``given``), that translations were made apart, that a level was measured, what a model estimated. The
level in a record is read again: its digest, its bounds, and that it is of such translations and of this version's
checks.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.candidate import Candidate
from verifier.judging.agreeing.trusting import AtLevel
from verifier.judging.estimates.estimate import CLOSEST, estimated
from verifier.judging.judgements.judgement import WRONG_BELOW, JudgedChain, JudgedStep, Reading
from verifier.judging.judgements.result import Result
from verifier.judging.judgements.unchecked import Unchecked
from verifier.kernel.claim import Claim
from verifier.kernel.verdict import (
    REGISTRY,
    Certificate,
    Checker,
    Contradiction,
    Decided,
    NotRegistered,
    Proved,
    Reason,
    Refuted,
    Unknown,
    Verdict,
)
from verifier.records import admission
from verifier.records.codec import digest, proof_from_json
from verifier.records.made_by import (
    MAKERS,
    VERSIONS,
    different_makers,
    different_versions,
    made_elsewhere,
    with_engines,
)
from verifier.records.recheck_lean import certified_again
from verifier.records.record import has_translations, is_error_record, record
from verifier.records.repaired import KEY
from verifier.records.stored import Stored, both, parsed
from verifier.records.stored_proofs import LEAN, Lean, as_stored, not_rechecked, other_version, stored_candidate, unused

HERE, WHOLE, FORMAL_WHOLE = __name__, "verifier.whole.recheck", "verifier.whole.formal.recheck"
REPAIR, PICK = "verifier.repairing.recheck", "verifier.search.pick_record"
"""The modules whose ``recheck_one`` knows records of a chain, of a chain as one theorem, of a repair, and of a pick."""


READ_AGAIN: Final = "verifier.records.read_again"
"""The module that judges a chain anew by its text, which loads what reads and proves."""

COMBINED: Final = "verifier.records.combined"
"""What judges translations anew, and is loaded where there are some: it compares their answers with the reference
answer."""

_OF_LEAN = "verifier.checkers.lean."
"""Where the checkers live that ask a Lean; they share one."""

_LEAN_SESSION = "verifier.checkers.lean.process.session"


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

    def __init__(self, records: Iterable[Any], read_again: bool = False) -> None:
        self._found: list[Finding] = []
        self._seen = [0]
        self._coming = _checked(records, self._seen, read_again)

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


def _checked(records: Iterable[Any], seen: list[int], read_again: bool) -> Iterator[Finding]:
    """Yield the findings of records, ``seen[0]`` the number of those begun. It knows nothing of who asks, so that its
    checkers end as soon as nobody does."""
    with Checkers(read_again=read_again) as checkers:
        for seen[0], data in enumerate(records, 1):
            yield from recheck_one(_as_record(data), checkers, f"record {seen[0]}")


def certificates_hold(count: int) -> str:
    """Return the words for so many certificates that hold."""
    return "1 certificate holds" if count == 1 else f"{count} certificates hold"


def recheck(records: Iterable[Any] | Mapping[str, Any] | Result | Unchecked, *, read_again: bool = False) -> Rechecked:
    """Return what comes of checking records again (results too, or a single one): true when all of it holds, and an
    iterable of findings, for every certificate and for everything that a record says without support.

    >>> import verifier
    >>> data = verifier.record(verifier.verify("Add.", ["2 + 3 = 6"], lean="off"))
    >>> bool(recheck(data)), bool(recheck({**data, "first_error": -1}))
    (True, False)

    Each stored proof is checked for the claim that the stored reading makes, and each judgement is made again from
    these. ``read_again``: the texts are read again too, and the prover is asked about what is left open; else both are
    the records' own word. Nothing is checked before it is asked for.

    Raises: the findings, where there is a Lean certificate and no Lean.
    """
    return Rechecked([records] if isinstance(records, Mapping | Result | Unchecked) else records, read_again)


def checked(data: Any) -> JudgedChain | Any:
    """Return the result of a record, judged again from its proofs alone. Raises: ValueError where it does not hold, or
    cannot be made from its record; LeanUnavailable."""
    if wrong := recheck([data]).wrong:
        raise ValueError(f"the record does not hold: {wrong[0]}")
    home = importlib.import_module(_home(data))
    if KEY in data or not hasattr(home, "judged_again"):
        raise ValueError("the record holds; such a result is not made from its record again: to_dict() is the record")
    with Checkers() as checkers:
        return home.judged_again(data, checkers)


def _as_record(data: Any) -> Any:
    return data.to_dict() if isinstance(data, Result | Unchecked) else data


@contextmanager
def admitting(checkers: Checkers) -> Iterator[None]:
    """Let records be admitted meanwhile, without reading their texts again."""
    checkers.read_again = False
    try:
        yield
    finally:
        checkers.read_again = True


class Checkers(ExitStack):
    """Makes registered checkers when they are first asked for, each once; on leaving, closes what they held.

    ``read_again``: whether the texts of records are read and judged again, and not only what the records hold.
    """

    def __init__(self, *, read_again: bool = False) -> None:
        super().__init__()
        self.read_again = read_again
        self._made: dict[str, Any] = {}
        self._lean: Any = None

    def __call__(self, name: str) -> Checker:
        """Return the registered checker called ``name``; Lean starts when it is first asked. Raises: NotRegistered."""
        if name not in REGISTRY:
            raise NotRegistered(f"no checker is called {name!r:.40}")
        if name not in self._made:
            home, kind = REGISTRY[name]
            make = getattr(importlib.import_module(home), kind)
            needs = [self.lean()] if home.startswith(_OF_LEAN) else [checker_of] if make is StructureChecker else []
            self._made[name] = make(*needs)
            if isinstance(made := self._made[name], AbstractContextManager):
                self.enter_context(made)
        checker: Checker = self._made[name]
        return checker

    def lean(self) -> Any:
        """Return the session of the Lean that the checkers share, which starts when it is first asked."""
        if self._lean is None:
            self._lean = self.enter_context(importlib.import_module(_LEAN_SESSION).LeanSession())
        return self._lean


def recheck_one(data: Any, checkers: Checkers, where: str) -> Iterator[Finding]:
    """Yield the findings of one record, of whatever kind, which stands at ``where``. One of bad input claims nothing.

    Raises: LeanUnavailable.
    """
    home = _home(data)
    check = recheck_judged if home is HERE else importlib.import_module(home).recheck_one
    try:
        yield from check(data, checkers, where)
    except (RecursionError, ValueError) as error:  # it nests too deep, or holds numbers of too many digits
        yield Finding(where, f"it cannot be compared with what its texts and proofs give: {error}")


def _home(data: Any) -> str:
    """The module that knows a record."""
    if not isinstance(data, dict):
        return HERE
    if isinstance(data.get("whole"), dict):
        return FORMAL_WHOLE if has_translations(data) else WHOLE
    if KEY in data:
        return REPAIR
    return PICK if data.get("kind") == "pick" else HERE


def recheck_judged(data: Any, checkers: Checkers, where: str) -> Iterator[Finding]:
    """Yield the findings of the record of a judged chain: of admission, and where its text is read again of that too.

    Raises: LeanUnavailable.
    """
    if not checkers.read_again:
        yield from _judged_by(admission, data, checkers, where)
        return
    read = isinstance(data, dict) and data.get("reading") is not None
    with admitting(checkers):
        found = [one for one in _judged_by(admission, data, checkers, where) if one.wrong] if read else []
    yield from found
    said = {str(one) for one in found}
    again = _judged_by(importlib.import_module(READ_AGAIN), data, checkers, where)
    yield from (one for one in again if str(one) not in said)


def _judged_by(by: Any, data: Any, checkers: Checkers, where: str) -> Iterator[Finding]:
    """Yield the findings of a record that is judged anew ``by`` a module."""
    if is_error_record(data):
        yield Finding(where, remark=NO_CHAIN)
        return
    try:
        stored = parsed(data)
        for i, row in enumerate(stored.translations):
            if row.get("sha256") != digest(row["chain"]):
                yield Finding(f"{where}, translation {i}", "its SHA-256 is not that of the formal chain it holds")
        if (other := other_version([*stored.runs(stored.rows), *stored.runs(stored.decisions)])) is not None:
            yield Finding(where, not_rechecked(other))
            return
        judged = _judged(stored, checkers, by)
    except ValueError as error:
        yield Finding(where, str(error))
        return
    for step, row in zip(judged.steps, data["steps"], strict=True):
        for claim, held in zip(step.claims, row["claims"], strict=False):
            yield from _certificate(claim.verdict, held, f"{where}, step {step.index}, claim {claim.id}")
    of_decisions = {(row["translation"], str(row.get("id"))): row for row in stored.decisions}
    for i, one in judged.decisions():
        at = f"{where}, translation {i}, statement {one.id}"
        yield from _certificate(one.verdict, of_decisions.get((i, one.id), {}), at)
    if any("lean" in row for row in stored.decisions):
        judged, found = certified_again(judged, stored.decisions, checkers)
        for place, lean in found:
            yield Finding(f"{where}, {place}", *((lean,) if isinstance(lean, str) else (None, lean)))
    judged = _with_estimates(judged, data)
    again = record(judged)
    for part, rows in (("reading", stored.support), ("agreement", stored.agreement)):
        if again.get(part) is not None:
            yield from (Finding(f"{where}, {part}", wrong) for wrong in unused(rows.proofs, again[part], checkers))
            again[part] |= as_stored(rows, again[part])
    yield from (Finding(where, wrong) for wrong in different(data, again))
    if isinstance(stored.trust, AtLevel):
        formal = [one.translation.formal for one in judged.translations if not one.translation.given]
        if formal and (wrong := stored.trust.differs(formal)) is not None:
            yield Finding(where, wrong)
    if any(step.kind == "estimated" for step in judged.steps):
        named = data.get(VERSIONS)
        if not (isinstance(named, dict) and isinstance(named.get("prm"), str)):
            yield Finding(where, f"{VERSIONS}.prm: expected the model that estimates")
        yield Finding(where, remark=ESTIMATED)
    if (others := made_elsewhere(data.get(VERSIONS), judged.versions)) is not None:
        yield Finding(where, remark=others)
    yield from (Finding(where, remark=one) for one in _own_word(judged))


ESTIMATED: Final = "has estimates: what a model said is the record's own word"
NO_CHAIN: Final = "stands for input that is no chain, by the record's own word: nothing is checked"
OWN_WORD: Final = "is settled as given: that somebody vouches for the translation is the record's own word"
AGREEMENT: Final = (
    "is settled by translations that agree: that they were made apart, and that none was left out, is the record's own "
    "word"
)
LEVEL: Final = (
    "is settled by translations at a level: that it was measured, and who made the translations, and that they were "
    "made apart, and that none was left out, is the record's own word"
)


def _own_word(judged: JudgedChain) -> list[str]:
    """What is settled by the record's own word alone."""
    words = {Reading.GIVEN: OWN_WORD, Reading.TRANSLATED: LEVEL if isinstance(judged.trust, AtLevel) else AGREEMENT}
    readings = dict.fromkeys(step.reading for step in judged.steps)
    return [words[one] for one in readings if one is not None and one in words]


def judged_again(data: Any, checkers: Checkers) -> JudgedChain:
    """Return the chain of a record, judged anew with its stored proofs.

    Raises: ValueError on what is no record, LeanUnavailable.
    """
    stored = parsed(data)
    return _with_estimates(_judged(stored, checkers, importlib.import_module(READ_AGAIN)), data)


def _judged(stored: Stored, checkers: Checkers, by: Any) -> JudgedChain:
    """The chain of a record, judged anew ``by`` the module of admission, or by the one that reads the text again."""
    rows = stored.rows
    _check_together(rows, checkers)
    lean = lambda: checkers(LEAN)  # noqa: E731
    text, decider = by.text_of(stored, checkers, lean)
    steps = tuple(_with_alarms(step, rows, lean, decider.admitted) for step in text.steps)
    text = with_engines(replace(text, steps=steps), stored.steps)
    if stored.trust is None:
        return text
    together: JudgedChain = importlib.import_module(COMBINED).combined(text, stored, checkers)
    return together


def _check_together(rows: Sequence[Mapping[str, Any]], checkers: Checkers) -> None:
    """Have Lean check the stored proofs in few requests: ``admit`` finds those that hold."""
    pairs = []
    for row in rows:
        for certificate in (row.get("certificate"), *both(row)):
            claim, proof = (None, None) if certificate is None else proof_from_json(certificate)
            if isinstance(claim, Claim) and proof is not None and proof.checker == LEAN:
                pairs.append((claim, proof))
    if len(pairs) > 1:
        cast("Any", checkers(LEAN)).check_many(pairs)


def _with_alarms(
    step: JudgedStep,
    rows: Sequence[Mapping[str, Any]],
    lean: Lean,
    admitted: Callable[[Candidate], Verdict],
) -> JudgedStep:
    """The step with the alarm at those claims of which the record holds a proof and a refutation that hold."""
    stored = {str(row.get("id")): pair for row in rows if (pair := both(row))}
    claims = []
    for one in step.claims:
        if one.id in stored and one.asked is not None:
            offers = [stored_candidate(one.asked, each, lean) for each in stored[one.id]]
            found = [admitted(each) if isinstance(each, Candidate) else each for each in offers]
            if isinstance(found[0], Proved) and isinstance(found[1], Refuted):
                one = replace(one, verdict=Contradiction(found[0].certificate, found[1].certificate))
        claims.append(one)
    return replace(step, claims=tuple(claims))


def _with_estimates(judged: JudgedChain, data: Mapping[str, Any]) -> JudgedChain:
    """Return the judged chain with the estimates of a record, which no proof shows: they may stand where nothing is
    settled, and may not rise; of a chain that is likelier wrong they may name one of their steps as the first error."""
    scores = [row.get("score") for row in data["steps"]]
    if not any(isinstance(score, float) and 0 < score < 1 for score in scores):
        return judged
    proper = [score if isinstance(score, float) and CLOSEST <= score <= 1.0 - CLOSEST else None for score in scores]
    steps, first, last = estimated(judged.steps, proper), data.get("first_error"), scores[-1]
    likely = not isinstance(last, float) or last >= WRONG_BELOW
    named = first if type(first) is int and 0 <= first < len(steps) and not likely and judged.trust is None else None
    return replace(judged, steps=steps, named=named)


def _certificate(verdict: Verdict, stored: Mapping[str, Any], where: str) -> Iterator[Finding]:
    """Yield whether ``admit`` took the stored proofs of a claim, where the record has any."""
    if isinstance(verdict, Contradiction):
        yield Finding(where, certificate=verdict.proved, alarm=True)
        yield Finding(where, certificate=verdict.refuted, alarm=True)
    elif isinstance(verdict, Decided):
        yield Finding(where, certificate=verdict.certificate)
    elif stored.get("certificate") is not None or stored.get("contradiction"):
        why = verdict if isinstance(verdict, Unknown) else Unknown(Reason.OUT_OF_SCOPE)
        if why.reason is Reason.NO_ENGINE:  # which is said of Lean alone: the others need nothing
            raise LeanUnavailable(why.detail)
        yield Finding(where, f"its certificate does not hold: {why.detail}")


def different(stored: Any, again: Any, named: Mapping[str, Any] | None = None) -> Iterator[str]:
    """Yield where a record differs from the one that its own texts and proofs give. ``named``: the versions that it
    names, where they are not in it."""
    own = stored.get(VERSIONS) if isinstance(stored, dict) else None
    yield from _different(stored, again, "", own if isinstance(own, dict) else named or {})


_WHY: Final = ("reason", "detail")
"""Why a claim is unknown: another version may say it otherwise, and nothing rests on it."""


def _is_decision(place: str) -> bool:
    return ".claims." in place or ".decisions." in place


def _is_why(key: str, stored: Any, again: Any) -> bool:
    return bool(again) and (stored in list(Reason) if key == "reason" else isinstance(stored, str))


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
            elif not (key in _WHY and _is_decision(at) and _is_why(key, stored[key], again[key])):
                yield from _different(stored[key], again[key], place, named)
    elif isinstance(stored, list) and isinstance(again, list) and len(stored) == len(again):
        for index, pair in enumerate(zip(stored, again, strict=True)):
            yield from _different(*pair, f"{at}.{index}", named)
    elif json.dumps(stored) != json.dumps(again):
        yield f"{at}: says {json.dumps(stored)[:80]}, but its texts and proofs give {json.dumps(again)[:80]}"
