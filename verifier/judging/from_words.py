"""Steps that exact reading left open, translated by a language model. What it says moves estimates; it settles a step
only where a measured level of this very translator, or the user's word, lets it, and the record says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from verifier.chain import Chain
from verifier.engines.candidate import Engine
from verifier.engines.lean.propose import LeanEngine
from verifier.engines.points import FEW, PointEngine
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.judging.estimates.estimate import estimated, inside
from verifier.judging.judgement import JudgedChain, JudgedStep, Settled, Unjudged, Unjudgement
from verifier.judging.level import SAMPLES, Trust, setup
from verifier.judging.settle import settle
from verifier.judging.translation import StepTranslation, TranslatedClaim
from verifier.kernel.claim import FIRM, Claim, Standing
from verifier.kernel.verdict import Certificate, Verdict
from verifier.reading.context import of_problem
from verifier.reading.formalize import Reading, read
from verifier.translating.checks import Situation, negation
from verifier.translating.language import NotInLanguage, relating
from verifier.translating.model import LanguageModel, TranslatorUnavailable
from verifier.translating.proving import ProofSearch
from verifier.translating.sources import Earlier, numbers, sentences
from verifier.translating.translation import Checked
from verifier.translating.translator import Replayed, translate

EngineChoice = Callable[[Claim, bool], Sequence[Engine]]
"""The engines for a claim, by cost; the second: whether it is asserted."""

_OPEN = frozenset({Unjudgement.NOT_SETTLED, Unjudgement.NOTHING_TO_CHECK})


@dataclass(frozen=True, slots=True)
class Ratios:
    """By how much a translated finding changes the odds that a step is right: likelihood ratios.

    The defaults are cautious choices and were not measured: ``verifier bench translate`` measures those of a model.
    """

    proved: float = 1.5
    refuted: float = 0.5

    def __post_init__(self) -> None:
        if not (1.0 <= self.proved < 1000.0 and 0.001 < self.refuted <= 1.0):
            raise ValueError(f"expected ratios of 1 to 1000 and 0.001 to 1, got {self.proved:g} and {self.refuted:g}")


Chosen = tuple[LanguageModel, int, Trust | None]
"""The model, how many samples must agree, and what lets claims settle, None where they settle nothing."""


@dataclass(frozen=True, slots=True)
class Translating:
    """How a judge translates. ``samples``: how many independent answers must agree. ``trust``: what lets claims settle.

    ``proofs``: how often it is asked for facts where Lean finds no proof; what Lean accepts of them needs no trust.
    ``until``: only the steps before this one are sent, None for all.
    """

    model: LanguageModel
    samples: int = 3
    trust: Trust | None = None
    ratios: Ratios = Ratios()
    proofs: int = 0
    until: int | None = None

    def hold(self, lean: bool) -> None:
        """Refuse trust that is not of this translator, or that lets nothing settle. ``lean``: the judge uses Lean.

        Raises: TranslatorUnavailable, which says what differs or falls short."""
        if self.trust is None:
            return
        try:
            wrong = self.trust.refused(setup(self.model.name, self.samples, lean))
        except ValueError as error:
            wrong = str(error)
        if wrong is not None:
            raise TranslatorUnavailable(f"this translator may settle nothing: {wrong}", usage=True)

    @property
    def name(self) -> str:
        """What records say translated: it changes with whatever changes what is found, asked and settled."""
        proofs = f", {self.proofs} tries to prove" if self.proofs else ""
        trust = f", trusted: {self.trust.name}" if self.trust is not None else ""
        return f"{self.model.name}, {self.samples} samples{proofs}{trust}"

    def search(self, lean: LeanEngine) -> ProofSearch:
        """Return the engine that proposes to Lean what the model says."""
        return ProofSearch(lean, self.model, self.proofs)

    def of_step(self, index: int) -> Chosen | None:
        """Return how a step is translated, None where it is not."""
        sent = self.until is None or index < self.until
        return (self.model, self.samples, self.trust) if sent else None


class Recorded:
    """What a record says that was heard, step by step, as the translator: how a record is checked again."""

    ratios = Ratios()
    name: str | None = None

    def __init__(self, rows: Sequence[object]) -> None:
        """``rows``: the translations of a record's steps. Raises: ValueError on what is none."""
        self._rows = [_heard(row) for row in rows]

    def of_step(self, index: int) -> Chosen | None:
        """Return how a step was translated, None where it was not."""
        return self._rows[index]


def _heard(row: object) -> Chosen | None:
    if row is None:
        return None
    match row:
        case {"translator": str(name), "samples": int(samples), "trusted": trusted, "heard": [*heard]}:
            if 0 < samples <= 100 and all(text is None or isinstance(text, str) for text in heard):
                return Replayed(name, heard), samples, _trust(trusted, name, samples)
    raise ValueError("expected a translation to name its translator, its samples and what was heard")


def _trust(data: object, name: str, samples: int) -> Trust | None:
    """The trust that a record names, read anew. Raises: ValueError where it does not hold, or is of another model.

    What was asked, and by which version answers were checked, no record shows: its level is believed there."""
    if data is None:
        return None
    found = Trust.of_json(data)
    of = None if found.level is None else found.level.of
    if samples < SAMPLES or (of is not None and (of.model, of.samples) != (name, samples)):
        raise ValueError(f"expected the level of {name:.60} with {samples} samples")
    return found


def from_words(judged: JudgedChain, by: Translating | Recorded, engines: EngineChoice) -> JudgedChain:
    """Return the chain with translations of the steps that nothing settled. Raises: TranslatorUnavailable."""
    chain = judged.chain
    names = {f"p.s{i}": text for i, text in enumerate(sentences(chain.problem))}
    earlier: dict[str, Earlier] = {}
    steps: list[JudgedStep] = []
    for step in judged.steps:
        chosen = by.of_step(step.index)
        if chosen is not None and isinstance(step.judgement, Unjudged) and step.judgement.reason in _OPEN:
            model, samples, trust = chosen
            here = Situation(step.text, names, dict(earlier), _exactly)
            found = translate(model, here, [s.text for s in chain.steps[: step.index]], samples)
            claims = tuple(_decided(f"s{step.index}.t{i}", claim, engines) for i, claim in enumerate(found.claims))
            step = replace(step, translation=StepTranslation(model.name, samples, found, claims, trust))
        earlier |= {one.id: one for one in _said(step)}
        steps.append(step)
    done = _trusted(chain, steps)
    by_name = {} if by.name is None else {"translator": by.name}
    return replace(judged, steps=done, versions={**judged.versions, **by_name})


@cache
def _cheap() -> tuple[Engine, ...]:
    return PointEngine(0, FEW), SymbolicEngine(), PointEngine(FEW)


def _exactly(claim: Claim) -> Verdict:
    return settle(claim, _cheap())[0]


def _decided(id: str, checked: Checked, engines: EngineChoice) -> TranslatedClaim:
    """A claim put to the engines, where it is asserted and every check was passed; then its negation, too."""
    if checked.said.role != "asserted" or not all(check.passed for check in checked.checks):
        return TranslatedClaim(id, checked, checked.checks)
    verdict, engine = settle(checked.claim, engines(checked.claim, True))
    checks = (*checked.checks, negation(checked.claim, verdict, _exactly))
    return TranslatedClaim(id, checked, checks, verdict, engine)


def _said(step: JudgedStep) -> Iterator[Earlier]:
    """What a step says that later ones may rest on: what was read or translated of it, and is not refuted."""
    for claim in step.claims:
        if claim.claim is None or claim.state == "refuted" or claim.role not in ("asserted", "given", "defined"):
            continue
        try:
            found = relating(claim.text)
        except NotInLanguage:
            continue
        if found.same == (claim.claim.relation, claim.claim.left, claim.claim.right):
            yield Earlier(claim.id, claim.text, *found.same, _standing(claim.certificate))
    for said in step.translation.claims if step.translation is not None else ():
        if said.passed and said.state != "refuted":
            standing = Standing.SUPPOSED if said.checked.said.role == "supposed" else Standing.STATED
            yield Earlier(said.id, said.checked.said.said.text, *said.checked.said.said.same, standing)


def _standing(certificate: Certificate | None) -> Standing:
    firm = certificate is not None and all(p.standing in FIRM for p in certificate.leaf.premises)
    rounded = certificate is not None and bool(certificate.notes.get("as_rounded"))
    return Standing.PROVED if firm and not rounded else Standing.STATED


def _trusted(chain: Chain, steps: Sequence[JudgedStep]) -> tuple[JudgedStep, ...]:
    """The steps that a trusted translation settles, and the probability of each prefix anew."""
    if not any(step.translation is not None and step.translation.trust is not None for step in steps):
        return tuple(steps)
    problem, readings = of_problem(chain.problem), [read(step.text, of_problem(chain.problem).known) for step in steps]
    signs = problem.turning or any(r.mode or r.stars or r.modulus or r.digits or r.clock for r in readings)
    done = [_settled(step, readings[step.index :], signs) for step in steps]
    return estimated(done, [None] * len(done))


def _settled(step: JudgedStep, readings: Sequence[Reading], signs: bool) -> JudgedStep:
    found = step.translation
    if found is None or found.trust is None or found.finds is None:
        return step
    settles, grounds = found.trust.grounds(found.finds)
    if (kept := _kept(step, found, readings, signs)) is not None:
        settles, grounds = False, kept
    told = replace(found, settles=settles, grounds=grounds)
    judgement = Settled(found.finds == "proved") if settles else step.judgement
    return replace(step, judgement=judgement, translation=told)


def _kept(step: JudgedStep, found: StepTranslation, readings: Sequence[Reading], signs: bool) -> str | None:
    """Why a finding settles nothing whoever is trusted, None where it may."""
    if signs:
        return "the text may give the signs a meaning of its own"
    if found.finds == "refuted":
        taken = any(reading.takebacks or reading.rejections for reading in readings)
        return "the chain may take it back" if taken else None
    if step.count("refuted"):
        return "a claim that was read in the step is refuted"
    return None if _covers(step, found) else "a number of the step is in none of the claims"


def _covers(step: JudgedStep, found: StepTranslation) -> bool:
    """Whether the claims cover every number of the step: an approval speaks of the whole step."""
    covered = [span for claim in found.claims for span in claim.checked.spans]
    return all(any(a <= n.span[0] and n.span[1] <= b for a, b in covered) for n in numbers(step.text))


def moved(steps: Sequence[JudgedStep], scores: Sequence[float | None], ratios: Ratios) -> list[float | None]:
    """Return the estimates of steps, moved by what their translations find."""
    return [_moved(step, score, ratios) for step, score in zip(steps, scores, strict=True)]


def _moved(step: JudgedStep, score: float | None, ratios: Ratios) -> float | None:
    finds = None if step.translation is None else step.translation.finds
    if finds is None or score is None:
        return score
    ratio = ratios.proved if finds == "proved" else ratios.refuted
    odds = inside(score) / (1.0 - inside(score)) * ratio
    return odds / (1.0 + odds)
