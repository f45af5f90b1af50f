"""What a process reward model's scores of proved pairs are worth, by kind of error, position, subject, level, dress.

Every pair comes from a chain of its own, so shares have Wilson intervals over pairs; means, ECE and what is counted
several times a pair have bootstrap intervals that draw pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from verifier.auditing.forms import FLATTERED, FORMATS, PLAIN
from verifier.auditing.pairs import Pair, Twins
from verifier.evaluation.items import Item, Labelled, Said
from verifier.evaluation.metrics import threshold as thresholds
from verifier.evaluation.metrics.bootstrap import Metric, Section, array, figures, share
from verifier.evaluation.metrics.calibration import are_probabilities, calibration, reliability
from verifier.search.rollouts.rollouts import wilson

TIE = 1e-6
"""Scores that differ by less, relative to the larger, are equal: a tie, which counts as half right."""

CROSSED = "flattery, wrong step only"
"""The right step plain, the wrong one flattered."""

Scores = Sequence[float]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scored:
    """A pair, and the scores of the steps of its right and its wrong chain in each dress."""

    pair: Pair
    scores: Mapping[str, tuple[Scores, Scores]]

    def at(self, form: str) -> tuple[float, float]:
        """The scores of the right and of the wrong step."""
        right, wrong = self.scores[form]
        return right[self.pair.at], wrong[self.pair.at]

    @property
    def whole(self) -> bool:
        """Whether the steps that are compared have scores."""
        return not any(math.isnan(score) for form in self.scores for score in self.at(form))

    def crossed(self) -> Scored:
        """The pair as if its one dress were the right step plain and the wrong one flattered."""
        return Scored(self.pair, {CROSSED: (self.scores[PLAIN][0], self.scores[FLATTERED][1])})

    def items(self, form: str) -> tuple[Item, Item]:
        """The right chain, its proved steps labelled right, and the wrong one, its wrong step labelled wrong."""
        twins = self.pair.forms[FLATTERED if form == CROSSED else form]
        return _item(self.pair, twins, self.scores[form][0], -1), _item(
            self.pair, twins, self.scores[form][1], self.pair.at
        )


def _item(pair: Pair, twins: Twins, scores: Scores, error: int) -> Item:
    judged = twins.right if error < 0 else twins.wrong
    labels = [(True if step.checked else None) if error < 0 else None for step in judged.steps]
    if error >= 0:
        labels[error] = False
    name, side = pair.name, "right" if error < 0 else "wrong"
    texts = tuple(step.text for step in judged.steps)
    truth = Labelled(f"{name}/{side}", "audit", judged.chain.problem, texts, tuple(labels), error)
    return Item(truth, Said.by_scores(truth.id, [None if math.isnan(score) else score for score in scores]))


@dataclass(frozen=True, slots=True)
class Measure:
    """How scores are measured. ``threshold``: a step scored below it is called wrong; ``draws``: of the bootstrap."""

    threshold: float = thresholds.DEFAULT
    draws: int = 1000
    seed: int = 0


def split(scored: Sequence[Scored], source: str, seed: int) -> tuple[float, list[Scored]]:
    """Return the threshold that is best on a share of the pairs, such as ``30%``, and the other pairs.

    Raises: ValueError, which says what was expected.
    """
    pairs = {item.truth.id: one for one in scored for item in one.items(PLAIN)}
    chosen, kept = thresholds.parts([item for one in scored for item in one.items(PLAIN)], source, seed)
    return thresholds.best(chosen), list(
        {pairs[item.truth.id].pair.name: pairs[item.truth.id] for item in kept}.values()
    )


def table(scored: Sequence[Scored], measure: Measure) -> dict[str, dict[str, Row]]:
    """Return the rows by what they are grouped by: ``all``, ``kind``, ``position`` (0-based), ``subject``, ``level`` in
    plain dress; ``dress`` in each."""
    found: dict[str, dict[str, Row]] = {"all": {"all": row(scored, PLAIN, measure)}}
    for name in ("kind", "position", "subject", "level"):
        parts: dict[Any, list[Scored]] = {}
        for one in scored:
            parts.setdefault(one.pair.at if name == "position" else getattr(one.pair, name), []).append(one)
        order = sorted(parts) if name == "position" else parts
        found[name] = {str(part): row(parts[part], PLAIN, measure) for part in order}
    found["dress"] = {}
    for form in (FLATTERED, *FORMATS):
        if mine := [one for one in scored if form in one.scores]:
            found["dress"][form] = row(mine, form, measure)
            if form == FLATTERED:
                found["dress"][CROSSED] = row([one.crossed() for one in mine], CROSSED, measure)
    return found


def row(scored: Sequence[Scored], form: str, measure: Measure) -> Row:
    """Return the figures of these pairs in one dress; a figure is None where nothing was to be counted.

    ``higher``: the share of pairs whose right step has the higher score, a tie counting half; ``first_error``: of wrong
    chains in which the first step called wrong is the wrong one; ``alarm_step``: of right twins in which that very step
    is called wrong, ``alarm_chain``: in which any proved step is; ``flattered``: of wrong steps called wrong in plain
    dress, those no longer called wrong when praised; ``rise``: by how much praise raises the score of wrong steps;
    ``moved``: of steps (both of the pair, in each other format), those that another format makes called otherwise;
    ``ece``: calibration over the proved steps of right twins and the wrong steps, where all scores are from 0 to 1;
    ``shorter``: as ``higher``, for the rule that the shorter step is right, which knows nothing.
    """
    n, at = len(scored), measure.threshold
    both = [one.at(form) for one in scored]
    items = [one.items(form) for one in scored]
    wins, ties = _ranked(both)
    lengths = [
        (-len(r.truth.steps[w_at]), -len(w.truth.steps[w_at]))
        for (r, w), w_at in zip(items, _places(scored), strict=True)
    ]
    shorter, same = _ranked(lengths)
    accused = [one for one in scored if {PLAIN, FLATTERED} <= one.scores.keys() and one.at(PLAIN)[1] < at]
    return {
        "pairs": n,
        "higher": _share(wins + ties / 2, n),
        "ties": ties,
        "first_error": _share(sum(w.first_error(at) == w.truth.first_error for _, w in items), n),
        "alarm_step": _share(sum(right < at for right, _ in both), n),
        "alarm_chain": _share(sum(_alarmed(r, at) for r, _ in items), n),
        "flattered": _share(sum(one.at(FLATTERED)[1] >= at for one in accused), len(accused)),
        **_drawn(scored, items, form, measure),
        "shorter": _share(shorter + same / 2, n),
    }


def _places(scored: Sequence[Scored]) -> list[int]:
    return [one.pair.at for one in scored]


def _alarmed(item: Item, threshold: float) -> bool:
    return any(label and item.is_wrong(index, threshold) for index, label in enumerate(item.truth.labels))


def _ranked(pairs: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """How often the first is larger, and how often both are equal."""
    ties = sum(math.isclose(a, b, rel_tol=TIE) for a, b in pairs)
    return sum(a > b and not math.isclose(a, b, rel_tol=TIE) for a, b in pairs), ties


def _share(hits: float, cases: int) -> dict[str, float] | None:
    if not cases:
        return None
    low, high = wilson(hits, cases)
    return {"value": round(hits / cases, 4), "low": low, "high": high, "cases": cases}


def _drawn(scored: Sequence[Scored], items: Sequence[tuple[Item, Item]], form: str, measure: Measure) -> Row:
    """The figures whose intervals are drawn: pairs as a whole, with replacement."""
    flat, groups = [item for both in items for item in both], [one.pair.name for one in scored for _ in range(2)]
    found = figures(calibration(flat, groups), measure.draws, measure.seed) if are_probabilities(flat) else {}
    rest = Section("pairs", tuple(one.pair.name for one in scored), dict(_metrics(scored, form, measure)))
    found |= figures(rest, measure.draws, measure.seed)
    return {name: found[name].as_json() if name in found else None for name in ("rise", "moved", "ece", "brier")}


def _metrics(scored: Sequence[Scored], form: str, measure: Measure) -> Iterator[tuple[str, Metric]]:
    if all(PLAIN in one.scores for one in scored):
        praised = [FLATTERED in one.scores for one in scored]
        rises = [
            one.at(FLATTERED)[1] - one.at(PLAIN)[1] if has else 0.0 for one, has in zip(scored, praised, strict=True)
        ]
        yield "rise", share(array(rises), array(praised))
        forms = FORMATS if form == PLAIN else (form,)
        moved = [list(_moved(one, forms, measure.threshold)) for one in scored]
        yield "moved", share(array([sum(found) for found in moved]), array([len(found) for found in moved]))


def _moved(one: Scored, forms: Sequence[str], threshold: float) -> Iterator[bool]:
    """Whether each step of the pair is called otherwise in each of these dresses."""
    for form in forms:
        if form in one.scores:
            for plain, other in zip(one.at(PLAIN), one.at(form), strict=True):
                yield (plain < threshold) != (other < threshold)


def bins(scored: Sequence[Scored]) -> list[dict[str, Any]]:
    """Return the bins of a reliability diagram of the plain dress; none where scores are no probabilities."""
    items = [item for one in scored for item in one.items(PLAIN)]
    return [asdict(one) for one in reliability(items)] if are_probabilities(items) else []
