"""The audit of a process reward model: pairs made and proved, scored, measured."""

from __future__ import annotations

import importlib
import json
import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from verifier.auditing.errors import KINDS
from verifier.auditing.figures import Measure, Scored, bins, split, table
from verifier.auditing.forms import FORMS
from verifier.auditing.pairs import Maker, Pair, Source, certified
from verifier.auditing.sources import SUBJECTS, TRIES, fresh, own
from verifier.auditing.templates.draft import LEVELS, Level
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement, PrmUnavailable, ProcessRewardModel
from verifier.intake.bad import Bad
from verifier.pipeline.judge import Judge
from verifier.pipeline.options import LeanMode

SCHEMA = 1
WIDTH = 160
"""Columns of the table of an audit, as text."""

BATCH = 64
"""Chains that a model sees at once."""


UNUSED = ("labelled wrong", "not proved", "no error proved")
"""Why a chain gave no pair."""


class NoPairs(ValueError):
    """Nothing is left to audit with; ``str`` says why."""


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """What to audit with. ``pairs``: how many are made of fresh chains; ``files``: a user's own right chains, each of
    which gives one pair where an error can be proved in it; ``seed`` None: drawn anew, so that nobody can know the set.

    ``lean``, ``certify``: as in ``Judge``.
    """

    pairs: int = 200
    files: tuple[str, ...] = ()
    limit: int | None = None
    seed: int | None = None
    subjects: tuple[str, ...] = tuple(SUBJECTS)
    levels: tuple[Level, ...] = LEVELS
    kinds: tuple[str, ...] = tuple(KINDS)
    forms: tuple[str, ...] = tuple(FORMS)
    lean: LeanMode = "off"
    certify: bool = False


@dataclass(frozen=True, slots=True)
class AuditSet:
    """Proved pairs, the seed that gives them again, what became of the chains, and rows that could not be read."""

    pairs: list[Pair]
    seed: int
    tally: Counter[str]
    faults: list[Bad] = field(default_factory=list)

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the records of every chain of the set, which ``verifier recheck`` checks again."""
        for pair in self.pairs:
            yield from pair.records()


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found: ``figures`` as JSON values (see the guide to audits), and what they are made of."""

    prm: str
    made: AuditSet
    scored: list[Scored]
    figures: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures, as JSON values."""
        return self.figures

    def to_json(self) -> str:
        """Return the figures as one line of JSON, in ASCII."""
        return json.dumps(self.figures, ensure_ascii=True, allow_nan=False)

    def __str__(self) -> str:
        """Return the table that the terminal shows."""
        screen = importlib.import_module("verifier.report.screen")  # by name: what shows results imports them
        return str(screen.as_text(importlib.import_module("verifier.commands.models.audit_prm").show, self, WIDTH))

    def _repr_html_(self) -> str:
        """Return what notebooks show."""
        return str(importlib.import_module("verifier.report.html.notebook").audit(self))


Tick = Callable[[], None]


def make(plan: AuditPlan, tick: Tick = lambda: None) -> AuditSet:
    """Return proved pairs as planned: the same for the same plan with a seed. ``tick`` is called for each pair.

    Raises: NoPairs, which says why there are none; Unreadable and OSError on files; LeanUnavailable.
    """
    seed = secrets.randbits(32) if plan.seed is None else plan.seed
    found = AuditSet([], seed, Counter())
    with Judge(plan.lean, certify=plan.certify) as judge:
        for turn, (sources, most) in enumerate(_sources(plan, seed, found)):
            maker = Maker(judge, random.Random(f"{seed}/errors/{turn}"), plan.kinds, plan.forms, found.tally)
            found.pairs.extend(islice(maker.pairs(sources, tick), most))
        pairs = certified(found.pairs, judge) if plan.certify else found.pairs
    if not pairs:
        raise NoPairs(_nothing(plan, found))
    return AuditSet(pairs, seed, found.tally, found.faults)


def _sources(plan: AuditPlan, seed: int, found: AuditSet) -> Iterator[tuple[Iterator[Source], int | None]]:
    if plan.files:
        yield own(plan.files, found.faults, found.tally), plan.limit
    if plan.pairs and plan.subjects:
        dice = random.Random(f"{seed}/chains")
        yield _hopeful(fresh(dice, plan.subjects, plan.levels), found.tally), plan.pairs


def _hopeful(sources: Iterator[Source], tally: Counter[str]) -> Iterator[Source]:
    """The sources, until too many in a row have given no pair."""
    last, vain = tally["pairs"], 0
    for source in sources:
        yield source
        vain = 0 if tally["pairs"] > last else vain + 1
        last = tally["pairs"]
        if vain >= TRIES:
            return


def _nothing(plan: AuditPlan, found: AuditSet) -> str:
    tally, where = found.tally, ", ".join(plan.files) or ", ".join(plan.subjects)
    told = [f"{tally[why]} {why}" for why in UNUSED if tally[why]]
    told += [f"{len(found.faults)} not readable"] if found.faults else []
    return (
        f"{where}: expected right chains in which an error of kind {', '.join(plan.kinds)} can be proved, got none "
        f"(chains: {', '.join(told) or 'none'})"
    )


def audit_prm(
    prm: str | ProcessRewardModel = "default",
    plan: AuditPlan | None = None,
    *,
    measure: Measure | None = None,
    threshold_from: str | None = None,
    made: AuditSet | None = None,
    placement: Placement | None = None,
    tick: Tick = lambda: None,
) -> Audit:
    """Return how a process reward model fares on proved minimal pairs. ``prm``: a model, or a name as for ``--prm``.

    >>> from verifier.auditing.audit import AuditPlan
    >>> class Coin:
    ...     name = "coin"
    ...     def score(self, chains):
    ...         return [[0.5 for _ in chain.steps] for chain in chains]
    >>> audit_prm(Coin(), AuditPlan(pairs=2, seed=1)).to_dict()["pairs"]
    2

    ``made``: a set that was made before; ``threshold_from``: a share of the pairs such as ``30%``, on which the
    threshold is chosen, and which is then not measured on. Raises: PrmUnavailable; NoPairs; what ``make`` fails with.
    """
    model = chosen(prm, placement or Placement()) if isinstance(prm, str) else prm
    if model is None:
        raise PrmUnavailable("expected a model to audit, got --prm none", usage=True)
    made = made or make(plan or AuditPlan(), tick)
    return measured(model.name, made, score(model, made.pairs), measure or Measure(seed=made.seed), threshold_from)


def score(
    model: ProcessRewardModel, pairs: Sequence[Pair], tick: Callable[[int], None] = lambda count: None
) -> list[Scored]:
    """Return the pairs with the model's scores. ``tick`` hears of every batch how many chains it held. Raises: as the
    model."""
    places = [(pair, form) for pair in pairs for form in pair.forms]
    chains = [
        replace(judged.chain, id=pair.id(form, side))
        for pair, form in places
        for side, judged in (("right", pair.forms[form].right), ("wrong", pair.forms[form].wrong))
    ]
    scores: list[list[float]] = []
    for start in range(0, len(chains), BATCH):
        scores += model.score(chains[start : start + BATCH])
        tick(len(chains[start : start + BATCH]))
    each = iter(scores)
    return [Scored(pair, {form: (next(each), next(each)) for form in pair.forms}) for pair in pairs]


def measured(
    name: str, made: AuditSet, scored: Sequence[Scored], measure: Measure, threshold_from: str | None = None
) -> Audit:
    """Return the figures of scored pairs. Pairs whose steps have no score (longer than the model's context) are counted
    and left out. Raises: NoPairs where none is left; ValueError where no threshold can be chosen."""
    whole = [one for one in scored if one.whole]
    if not whole:
        raise NoPairs(f"{name} gives no step of any pair a score")
    at, kept = measure.threshold, whole
    if threshold_from is not None:
        at, kept = split(whole, threshold_from, measure.seed)
    measure = Measure(at, measure.draws, measure.seed)
    figures = {
        "schema": SCHEMA,
        "prm": name,
        "seed": made.seed,
        "pairs": len(kept),
        "without_score": len(scored) - len(whole),
        "threshold": {"value": at, "chosen_on": threshold_from, "pairs": len(whole) - len(kept)},
        "bootstrap": measure.draws,
        "made": dict(sorted(made.tally.items())),
        "rows": table(kept, measure),
        "reliability": bins(kept),
    }
    return Audit(name, made, kept, figures)
