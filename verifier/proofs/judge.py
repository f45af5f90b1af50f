"""One candidate, judged: the look, the elaboration, the audit."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from verifier.checkers.lean.process.protocol import PERMITTED_AXIOMS
from verifier.proofs.case import Case
from verifier.proofs.elaboration.modules import Program
from verifier.proofs.elaboration.session import LeanLost, Permit
from verifier.proofs.elaboration.workers import MOST_HEARTBEATS, Imports, Worker
from verifier.proofs.rules import Reason, Result, Status
from verifier.proofs.scanning.static_scan import MATHLIB, TOOLCHAIN, Look, declared_at, look
from verifier.proofs.steps import Steps, blamed, doubted, gone_through, listed

MOST_MESSAGE = 600
METAPROGRAMMING = "the candidate was allowed to run code while it was elaborated: only the auditor's word counts"
NOT_RUN = "cannot use `#print axioms`"
"""The embedded toolchain cannot run this command; what it would print is not asked for."""

NOT_COMPILED = "failed to compile definition, compiler IR check failed"
WITHOUT_CODE = ("._redArg", "._boxed", "._lam_", "._closed", "._at_", ".spec_", "`_private.")
"""The embedded toolchain lacks code that definitions may need to *run*. A proof does not run: the kernel reads them."""

LOSSES = {
    "time": ("rejected", "limit", "it used up its processor time"),
    "memory": ("rejected", "limit", "it used up its memory"),
    "crash": ("rejected", "crash", "Lean ended over it, twice"),
    "starved": ("infrastructure", "infrastructure", "the machine was too busy to finish it"),
}


class Refused(Exception):
    """The case is settled: nothing more is asked of Lean."""

    def __init__(self, status: Status, *reasons: Reason, steps: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(status)
        self.status, self.reasons, self.steps = status, reasons, tuple(steps)

    def result(self, case: Case, toolchain: str) -> Result:
        """Return the result of a case that is settled so."""
        reasons = tuple(_placed(reason, case) for reason in self.reasons)
        return Result(case.id, self.status, reasons, doubted(self.steps), toolchain, case.place)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a candidate may rest on and use: axioms, definitions of the challenge that it may choose, code of its own
    that runs while it is elaborated."""

    axioms: Sequence[str]
    holes: Sequence[str] = ()
    metaprogramming: bool = False

    @property
    def permit(self) -> Permit:
        """What the scan allows."""
        return Permit(self.metaprogramming, tuple(sorted(set(self.axioms) - PERMITTED_AXIOMS)), MOST_HEARTBEATS)


@dataclass(frozen=True, slots=True)
class Asked:
    """A challenge as the auditor elaborated it: the theorems that it asks for, its declarations, and the modules of
    packages that it imports, directly or in turn."""

    targets: list[Any]
    declarations: Any
    modules: tuple[str, ...] = ()


class Challenges:
    """Challenges that were elaborated already, by text: many candidates share one. Safe across threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[tuple[Imports, str], Asked] = {}

    def get(self, worker: Worker, imports: Imports, text: str, holes: Sequence[str]) -> Asked:
        """Return a challenge, elaborated once. ``holes``: what it may leave open. Raises: Refused, LeanUnavailable."""
        with self._lock:
            known = self._known.get((imports, text))
        if known is None:
            known = _elaborated(worker, imports, text, holes)
            with self._lock:
                self._known[imports, text] = known
        return known


def unusable(why: str) -> Refused:
    """Return the refusal of a challenge."""
    return Refused("infrastructure", Reason("bad-challenge", why))


def _elaborated(worker: Worker, imports: Imports, text: str, holes: Sequence[str]) -> Asked:
    try:
        said = worker.challenge(imports, text)
    except LeanLost as error:
        raise Refused(
            "infrastructure", Reason("bad-challenge", f"the challenge was not elaborated: {error}")
        ) from error
    errors = [message for message in said["messages"] if _is_error(message)]
    if errors:
        first = f"line {errors[0]['line']}: {errors[0]['message']}"
        raise unusable(f"the challenge has errors: {first}")
    if not said["targets"]:
        raise unusable("the challenge states no theorem")
    chosen = tuple(f"{hole}._" for hole in holes)
    if beside := [name for name in said["beside"] if name not in holes and not name.startswith(chosen)]:
        # Nobody would be asked for it: an accepted candidate would leave it open.
        raise unusable(
            f"the challenge leaves open what is no theorem to be proved: {', '.join(beside[:5])}; "
            "--holes NAME lets a candidate choose a definition"
        )
    modules = tuple(".".join(map(str, name)) for name in said["modules"])
    return Asked(said["targets"], said["export"], modules)


def judge(
    case: Case,
    program: Program,
    worker: Worker,
    challenges: Challenges,
    terms: Terms,
) -> Result:
    """Return what the gate says of one candidate. Raises: LeanUnavailable."""
    notes = [METAPROGRAMMING] if terms.metaprogramming else []
    by = (f"the gate and the kernel of {program.version}, on this machine",)
    try:
        steps, targets = _judged(case, program, worker, challenges, terms, notes)
        return Result(case.id, "accepted", (), steps, program.version, case.place, targets, tuple(notes), by)
    except Refused as refused:
        result = refused.result(case, program.version)
        return replace(result, notes=tuple(notes), decided_by=by if result.status == "rejected" else ())


def challenge_of(case: Case, program: Program, worker: Worker, challenges: Challenges, terms: Terms) -> Asked | None:
    """Return the challenge of a case, elaborated, or None if it has none. Raises: Refused, LeanUnavailable."""
    if case.challenge is None:
        return None
    ours = challenge_text(case.challenge)
    theirs = look(ours)
    if theirs.silenced:
        raise unusable(f"the challenge sets {theirs.silenced}, which would hide what it leaves open")
    return challenges.get(worker, _imports(theirs.imports, program), ours, terms.holes)


def _placed(reason: Reason, case: Case) -> Reason:
    line = None if reason.line is None else max(reason.line - case.before, 1)
    return Reason(reason.rule, reason.message[:MOST_MESSAGE], line, reason.column)


def _judged(
    case: Case,
    program: Program,
    worker: Worker,
    challenges: Challenges,
    terms: Terms,
    notes: list[str],
) -> tuple[Steps, tuple[str, ...]]:
    """The steps of an accepted candidate, and the full names of its targets. Raises: Refused, LeanUnavailable."""
    text, seen = read(case.candidate)
    permit = terms.permit
    base = () if case.challenge is None else look(challenge_text(case.challenge)).imports
    imports = _imports(seen.imports, program, _imports(base, program))
    asked = challenge_of(case, program, worker, challenges, terms)
    said = _elaborate(worker, imports, text, asked, permit)
    notes.extend(
        f"set_option {'.'.join(map(str, name))} was lowered to {permit.heartbeats}" for name in said["limited"]
    )
    steps = listed(text, said["steps"], case.before)
    errors = [message for message in said["messages"] if _is_error(message)]
    refused = [] if said["refused"] is None else [_refusal(said["refused"])]
    if errors or seen.reasons or refused:
        reasons = (*refused, *seen.reasons, *map(_complaint, errors))
        raise Refused("rejected", *reasons, steps=blamed(steps, said, errors, seen.reasons))
    if asked is None and permit.everything and (unseen := tuple(_unseen(seen, said["targets"]))):
        raise Refused("rejected", *unseen, steps=steps)
    if faults := _audit(worker, imports, said, asked, terms, steps):
        reasons = tuple(_located(fault, seen, said["messages"]) for fault in faults)
        # A fault of a declaration may come from any of its words, and of those before it; only sorry has a place.
        steps = doubted(blamed(steps, said, (), ()), anywhere=any(reason.rule != "sorry" for reason in reasons))
        raise Refused("rejected", *reasons, steps=steps)
    targets = said["targets"] if asked is None else asked.targets
    return gone_through(steps), tuple(".".join(map(str, name)) for name in targets)


def _refusal(refused: Mapping[str, Any]) -> Reason:
    line, column = refused["at"] if refused["at"] is not None else (None, None)
    return Reason("refused-construct", refused["message"], line, column)


def _decoded(data: bytes) -> str:
    """The text as Lean's own reader of files hands it on: without a byte order mark, its lines ended by a line feed."""
    return data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")


def read(data: bytes) -> tuple[str, Look]:
    """Return the text of a candidate, and what is seen in it. Raises: Refused."""
    try:
        text = _decoded(data)
    except UnicodeDecodeError as error:
        raise Refused("rejected", Reason("not-utf8", f"byte {error.start} is not UTF-8 text")) from error
    seen = look(text)
    if seen.unreadable:
        raise Refused("rejected", *seen.reasons)
    return text, seen


def challenge_text(data: bytes) -> str:
    """Return the text of a challenge. Raises: Refused."""
    try:
        return _decoded(data)
    except UnicodeDecodeError as error:
        raise unusable("the challenge is not UTF-8 text") from error


def _without_mathlib(module: str, whose: str) -> str:
    """Return what to do about an import of Mathlib, step by step."""
    return (
        f"the {whose} imports {module}, which this toolchain does not have. 1. If the proof needs core Lean only "
        "(omega, decide, simp, grind, induction), remove the import and the open lines of its namespaces. 2. Else name "
        "a Lake project with a compiled Mathlib: 'lake exe cache get' there, then --mathlib PROJECT here. 3. A Kimina "
        "server can sift candidates (--server URL); what it says is no acceptance. See the guide on Mathlib"
    )


def _imports(modules: Iterable[str], program: Program, base: Imports | None = None) -> Imports:
    """Return what is imported by a challenge, or by a candidate for one that imports ``base``. Raises: Refused."""
    whose = "challenge" if base is None else "candidate"
    wanted = tuple(sorted({"Init", *(base or ()), *modules}))
    missing = [module for module in wanted if not program.has(module)]
    if any(module.split(".")[0] in MATHLIB for module in missing):
        raise Refused("needs-mathlib", Reason("needs-mathlib", _without_mathlib(missing[0], whose)))
    if base is None:
        if missing:
            raise unusable(f"the challenge imports {missing[0]}, which is not there")
        return wanted
    allowed = TOOLCHAIN | MATHLIB if program.packages else TOOLCHAIN
    strange = missing or [one for one in wanted if one not in base and one.split(".")[0] not in allowed]
    if strange:
        raise Refused(
            "rejected", Reason("import", f"the candidate imports {strange[0]}, which is not there or not allowed")
        )
    return wanted


def _elaborate(worker: Worker, imports: Imports, text: str, asked: Asked | None, permit: Permit) -> dict[str, Any]:
    try:
        return worker.elaborate(imports, text, None if asked is None else asked.targets, permit, permit.everything)
    except LeanLost as error:
        raise _lost(error) from error


def _audit(
    worker: Worker, imports: Imports, said: dict[str, Any], asked: Asked | None, terms: Terms, steps: Steps
) -> Any:
    if isinstance(said["export"], str):
        raise Refused("rejected", Reason("export", said["export"]), steps=steps)
    ours, targets = (None, said["targets"]) if asked is None else (asked.declarations, asked.targets)
    try:
        return worker.audit(imports, said["export"], ours, targets, sorted(terms.axioms), terms.holes)
    except LeanLost as error:
        raise _lost(error, steps) from error


def _lost(error: LeanLost, steps: Steps = ()) -> Refused:
    status, rule, message = LOSSES[error.how]
    return Refused(status, Reason(rule, f"{message}: {error}"), steps=steps)  # type: ignore[arg-type]  # the table holds statuses


def _is_error(message: dict[str, Any]) -> bool:
    text = str(message["message"])
    uncompiled = text.startswith("Unknown constant `") and any(mark in text for mark in WITHOUT_CODE)
    return message["severity"] == "error" and not text.startswith((NOT_RUN, NOT_COMPILED)) and not uncompiled


def _complaint(message: dict[str, Any]) -> Reason:
    rule = "limit" if message["exhausted"] else "elaboration-error"
    return Reason(rule, message["message"], message["line"], message["column"])


def _unseen(seen: Look, targets: list[Any]) -> Iterator[Reason]:
    """Yield a reason for each theorem in the text of which a process that may have run its code says nothing."""
    named = {str(name[-1]) for name in targets if name}
    for before, word in pairwise(seen.seen):
        last = word.text.rpartition(".")[2]
        if before.text in ("theorem", "lemma") and last.isidentifier() and last not in named:
            yield Reason("missing-theorem", f"{word.text} was not compiled", word.line, word.column)


def _located(fault: dict[str, Any], seen: Look, messages: list[dict[str, Any]]) -> Reason:
    """Return the fault with a place: where Lean warned of sorry, else where the name is declared."""
    if fault["rule"] == "sorry":
        for message in messages:
            if message["sorry"]:
                return Reason("sorry", fault["message"], message["line"], message["column"])
    line, column = declared_at(seen, str(fault["name"][-1]) if fault["name"] else "")
    return Reason(fault["rule"], fault["message"], line, column)
