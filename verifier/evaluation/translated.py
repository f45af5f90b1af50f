"""What a translator is worth: how often it finds something of a labelled step, how right that is, and what it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from verifier.binomial import lower
from verifier.evaluation.items import Labelled
from verifier.judging.from_words import Translating
from verifier.judging.judge import Judge
from verifier.judging.judgement import JudgedStep
from verifier.judging.level import Level, Setup, Side, Source


@dataclass(slots=True)
class Worth:
    """Counts over the steps of one file. ``sent``: those that exact means left open.

    ``found``: how often a translation finds a labelled step proved or refuted, by the label. ``settled``: how often it
    would settle it, if it were trusted. ``stopped``: claims by the first check that they failed, and answers without
    claims by their state. ``checks``: by its name, how many claims passed a check and how many did not.
    """

    name: str
    chains: int = 0
    steps: int = 0
    sent: int = 0
    translated: int = 0
    labels: Counter[bool] = field(default_factory=Counter)
    found: Counter[tuple[str, bool]] = field(default_factory=Counter)
    settled: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    stopped: Counter[str] = field(default_factory=Counter)
    checks: Counter[tuple[str, bool]] = field(default_factory=Counter)

    def right(self, finds: str) -> tuple[int, int]:
        """Return how many labelled steps found ``proved`` are right (``refuted``: wrong), and of how many."""
        agree = self.found[finds, finds == "proved"]
        return agree, agree + self.found[finds, finds != "proved"]

    def side(self, correct: bool) -> Side:
        """Return how many labelled steps would be settled ``correct`` (or incorrect), and how many are labelled so."""
        agreed = self.settled[correct, correct]
        return Side(agreed + self.settled[correct, not correct], agreed)

    @property
    def coverage(self) -> float | None:
        """Share of the labelled steps sent of which something is found, None without such steps."""
        sent = self.labels.total()
        return self.found.total() / sent if sent else None

    def ratio(self, finds: str) -> float | None:
        """Return the likelihood ratio of a finding, right steps against wrong ones, half a case added on both sides, as
        ``--translator-ratios`` takes it; None where one kind of step is missing."""
        if not self.labels[True] or not self.labels[False]:
            return None
        shares = [(self.found[finds, label] + 0.5) / (self.labels[label] + 1.0) for label in (True, False)]
        return shares[0] / shares[1]


def level(of: Setup, measured: Sequence[tuple[Source, Worth]]) -> Level:
    """Return what was measured of a translator, all files together. Raises: ValueError on what cannot be a level."""

    def together(correct: bool) -> Side:
        sides = [found.side(correct) for _, found in measured]
        return Side(sum(side.settled for side in sides), sum(side.agreed for side in sides))

    return Level(of, tuple(source for source, _ in measured), together(True), together(False))


def once(chains: Sequence[Labelled], seen: set[tuple[str, tuple[str, ...]]]) -> list[Labelled]:
    """Return the chains whose texts were not ``seen`` yet, and note them: one that stands there twice is no second
    case."""
    found = []
    for chain in chains:
        if (key := (chain.problem, chain.steps)) not in seen:
            seen.add(key)
            found.append(chain)
    return found


def bound(hits: int, cases: int) -> float | None:
    """Return the one-sided 95% lower bound of a share (Clopper and Pearson), None without cases."""
    return lower(hits, cases)


def worth(name: str, chains: Sequence[Labelled], judge: Judge, tick: Callable[[], None] = lambda: None) -> Worth:
    """Return what the translator of ``judge``, which must trust it, is worth on labelled chains. Steps after the last
    that has a label are not sent: they would cost and tell nothing.

    Raises: TranslatorUnavailable, LeanUnavailable; ValueError where the judge has no translator.
    """
    found, by = Worth(name), judge.translating
    if not isinstance(by, Translating):
        raise ValueError("expected a judge with a translator")
    for chain in chains:
        told = [index for index, label in enumerate(chain.labels) if label is not None]
        judge.translating = replace(by, until=told[-1] + 1 if told else 0)
        judged = judge(chain.chain)
        found.chains += 1
        for step, label in zip(judged.steps, chain.labels, strict=True):
            _count(found, step, label)
        tick()
    judge.translating = by
    return found


def _count(found: Worth, step: JudgedStep, label: bool | None) -> None:
    found.steps += 1
    said = step.translation
    if said is None:
        return
    found.sent += 1
    found.translated += bool(said.claims)
    found.stopped.update(_stops(step))
    found.checks.update((check.name, check.passed) for claim in said.claims for check in claim.checks)
    if label is None:
        return
    found.labels[label] += 1
    if said.finds is not None:
        found.found[said.finds, label] += 1
    if said.settles and step.correct is not None:
        found.settled[step.correct, label] += 1


def _stops(step: JudgedStep) -> Iterable[str]:
    said = step.translation
    if said is not None and not said.claims:
        yield said.translation.state
    for claim in said.claims if said is not None else ():
        failed = next((check.name for check in claim.checks if not check.passed), None)
        if failed is not None:
            yield failed
        elif claim.state == "unknown" and claim.checked.said.role == "asserted":
            yield "undecided"
