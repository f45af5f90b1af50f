"""Calibrating the fused estimates of a model, on labels that cost no annotation or on people's, and a threshold."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from verifier.chain import Chain, problem_hash
from verifier.estimators.calibrate import Calibration, conformal, expected_error, isotonic, temperature
from verifier.evaluation.metrics.bootstrap import Floats, Metric, Section, array, figures
from verifier.judging.estimates.by_length import by_length
from verifier.judging.estimates.calibrated import ALL, DOMAINS, Calibrated, digest, domain_of
from verifier.judging.estimates.fusion import After, Fusion, multiplied
from verifier.training.data.credit_assignment import ROUNDS, credited
from verifier.training.data.intake import SOFT_ANSWER
from verifier.training.fusing import Lesson

FEWEST = 200
"""Steps, of which a tenth must be wrong, below which a domain has no staircase of its own."""

LEAN = 4.0
"""The precision of what is known before of a domain's slope and shift: that they are those of all chains, give or take
one half. As many steps that can go either way weigh as much."""

LEAN_OF_PRODUCTS = 1.0
"""The same of the products of calibrated shares, give or take one."""

LEAN_OF_ALL = 0.25
"""The same of the slope and shift of all chains: that they change nothing, give or take two."""

DRAWS = 300
"""Resampled sets of problems behind each interval."""

FEWEST_OF_A_KIND = 5
"""Right steps, and wrong ones, that each half must have for a calibration of all."""

Row = tuple[float, bool, float]
"""What is said of a step that is not settled, whether it is right, and how much that counts."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A chain with what it teaches."""

    chain: Chain
    lesson: Lesson

    @property
    def second(self) -> bool:
        """Whether its problem is of the half on which nothing is fitted but the threshold."""
        return int(problem_hash(self.chain.problem)[:8], 16) // 2 % 2 == 1


def calibrated(
    taught: Sequence[Taught], model: str, fusion: Fusion, method: str, rate: float | None, said: str
) -> tuple[Calibrated, list[dict[str, Any]]]:
    """Return the calibration and what it is worth, before and after: of every chain by a calibration that was fitted
    on the other half of the problems.

    ``method``: ``temperature`` or ``isotonic``; ``rate``: the share of right chains that may be accused, None without
    thresholds; ``said``: what it was fitted on. A kind of chain that fares worse by a calibration of its own has that
    of all. It is fitted on the first half of the problems alone where the second has right chains enough to keep the
    promise of the rate, and on all of them where nothing is promised.

    Raises: ValueError where either half has too few right or wrong steps, or where estimates are worse afterwards.
    """
    first, second = ([one for one in taught if one.second is side] for side in (False, True))
    for half in (first, second):
        _promising([one.lesson for one in half], fusion)
    by = [_by_kind(half, model, fusion, method, said) for half in (first, second)]

    def crossed(kinds: Collection[str]) -> list[dict[str, Any]]:
        return worth(((second, _of_kinds(by[0], kinds)), (first, _of_kinds(by[1], kinds))), fusion)

    whole = {row["domain"]: row for row in crossed(())}
    kinds = {row["domain"] for row in crossed(DOMAINS) if not _worse(row, whole[row["domain"]]["brier, after"])}
    rows = crossed(kinds)
    if _worse(rows[0], rows[0]["brier, before"]):
        raise ValueError(_refusal(rows[0]))
    found = _of_kinds(by[0], kinds)
    right = list(_right(second, fusion, found))
    if rate is None or rate * (len(right) + 1) < 1:
        found = _of_kinds(_by_kind(taught, model, fusion, method, said), kinds)
    if rate is None:
        return found, rows
    threshold = conformal([score for _, score in right], rate)
    return replace(found, threshold=threshold, lengths=by_length(right, rate, said)), rows


def _by_kind(taught: Sequence[Taught], model: str, fusion: Fusion, method: str, said: str) -> Calibrated:
    """A calibration of all, and one of each kind of chain that has labels enough, or leans towards that of all."""
    every = [one.lesson for one in taught]
    made = {ALL: _fit(every, fusion, method, said)}
    products = {ALL: _fit_products(every, fusion, made[ALL], said)}
    for name in DOMAINS:
        mine = [one.lesson for one in taught if domain_of(one.chain) == name]
        many = _enough(mine, fusion)
        if many or (mine and method == "temperature"):
            made[name] = _fit(mine, fusion, method, said, None if many else made[ALL])
            products[name] = _fit_products(mine, fusion, made[name], said, products[ALL])
    return Calibrated(model, digest(fusion), made, prefixes=products)


def _of_kinds(found: Calibrated, kinds: Collection[str]) -> Calibrated:
    made, products = (
        {name: one for name, one in held.items() if name == ALL or name in kinds}
        for held in (found.domains, found.prefixes)
    )
    return replace(found, domains=made, prefixes=products)


def _promising(lessons: Sequence[Lesson], fusion: Fusion) -> None:
    """Raises: ValueError on a half of the problems that is too small to promise anything."""
    counted = {True: 0.0, False: 0.0}
    for one in lessons:
        for _, right, worth in _rows([one], fusion, Calibration()):
            counted[right] += worth / one.weight
    if min(counted.values()) < FEWEST_OF_A_KIND:
        raise ValueError(
            f"expected at least {FEWEST_OF_A_KIND} right and {FEWEST_OF_A_KIND} wrong steps that exact means do not "
            f"settle in each half of the problems, got {counted[True]:.0f} and {counted[False]:.0f} in one: nothing "
            f"can be promised on so few, and nothing is written"
        )


def _worse(row: dict[str, Any], than: float | None) -> bool:
    """Whether calibrated estimates are worse by a proper score, which a few labels tell better than bins do."""
    after = row["brier, after"]
    return than is not None and after is not None and after > than


def _refusal(row: dict[str, Any]) -> str:
    before, after = (f"{row[f'brier, {time}']:.3f}" for time in ("before", "after"))
    skill, between = row["skill, before"], row["intervals"]["skill, before"]
    as_they_are = "" if skill is None else f"; as they are, their skill over the base rate is {skill:.3f}"
    within = "" if skill is None or between is None else f" ({between[0]:.3f} to {between[1]:.3f})"
    return (
        f"estimates would be worse than before, on the problems that nothing was fitted on: their Brier score is "
        f"{after}, and was {before}{as_they_are}{within}; nothing is written: expected more labels, or another --method"
    )


def _enough(lessons: Sequence[Lesson], fusion: Fusion) -> bool:
    rows = list(_rows(lessons, fusion, Calibration()))
    return len(rows) >= FEWEST and sum(not right for _, right, _ in rows) >= FEWEST / 10


def _fit(
    lessons: Sequence[Lesson], fusion: Fusion, method: str, said: str, whole: Calibration | None = None
) -> Calibration:
    """The calibration of shares; where only the end is known, blame is shared out by the calibration so far. Few labels
    of a domain leave it close to that of all chains, ``whole``."""
    found = towards = whole or Calibration()
    lean = LEAN_OF_ALL if whole is None else LEAN
    for _ in range(ROUNDS):
        before, (scores, right, worth) = found, _columns(_rows(lessons, fusion, found))
        found = temperature(scores, right, said, weights=worth, towards=towards, lean=lean)
        if abs(found.slope - before.slope) + abs(found.shift - before.shift) < 1e-4:
            break
    if method == "temperature":
        return found
    scores, right, worth = _columns(_rows(lessons, fusion, found))
    return isotonic(scores, right, said, weights=worth)


def _rows(lessons: Sequence[Lesson], fusion: Fusion, believed: Calibration) -> Iterator[Row]:
    """What the lessons teach of steps that are not settled, where all before them is right."""
    for one in lessons:
        shares = one.shares(fusion)
        settled = [one.correct[n] is not None for n in range(len(shares))]
        now = [0.5 if s is None else s if fixed else believed(s) for s, fixed in zip(shares, settled, strict=True)]
        for share, fixed, told in zip(shares, settled, credited(now, one.targets), strict=True):
            if share is not None and not fixed:
                both = zip((True, False), told, strict=True)
                yield from ((share, label, mass * one.weight) for label, mass in both if mass)


def _columns(rows: Iterable[Row]) -> tuple[list[float], list[bool], list[float]]:
    held = list(rows)
    return [s for s, _, _ in held], [r for _, r, _ in held], [w for _, _, w in held]


def _fit_products(
    lessons: Sequence[Lesson], fusion: Fusion, share: Calibration, said: str, whole: Calibration | None = None
) -> Calibration:
    """The calibration of the products of calibrated shares, on prefixes that are not settled. Without it a product says
    that errors strike at one rate for ever: where chains end soon after their first error it falls much too low."""
    rows = [
        (score, label, mass * one.weight)
        for one in lessons
        for score, target, settled in zip(_scores(one, fusion, After(share)), one.targets, one.correct, strict=True)
        if score and target is not None and settled is None
        for label, mass in ((True, target), (False, 1 - target))
        if mass
    ]
    scores, right, worth = _columns(rows)
    lean = LEAN_OF_PRODUCTS if whole is None else LEAN
    return temperature(scores, right, said, weights=worth, towards=whole or Calibration(), lean=lean)


def prefixes(one: Taught, fusion: Fusion, by: Calibrated | None) -> list[float | None]:
    """Return the estimate of each prefix, calibrated or not; 0 from a settled error on."""
    return _scores(one.lesson, fusion, After() if by is None else by.of(one.chain))


def _scores(lesson: Lesson, fusion: Fusion, after: After) -> list[float | None]:
    found = multiplied(lesson.correct, lesson.shares(fusion), after)
    wrong = next((n for n, settled in enumerate(lesson.correct) if settled is False), len(found))
    return [*found[:wrong], *(None if score is None else 0.0 for score in found[wrong:])]


def _right(second: Sequence[Taught], fusion: Fusion, by: Calibrated) -> Iterator[tuple[Chain, float]]:
    """The right chains, by their labels or their final answers, with the estimate of each."""
    for one in second:
        target, last = one.lesson.targets[-1], prefixes(one, fusion, by)[-1]
        if target is not None and target >= SOFT_ANSWER and last is not None and False not in one.lesson.correct:
            yield one.chain, last


Told = tuple[Sequence[Taught], Calibrated]
"""Chains, and a calibration that was fitted on others."""


def worth(told: Sequence[Told], fusion: Fusion, kinds: Sequence[str] = (ALL, *DOMAINS)) -> list[dict[str, Any]]:
    """Return, of each kind of chain, what estimates of prefixes are worth of which it is known whether they are right:
    calibration errors, and of those that are not settled (of all, where all are) the Brier score and its skill over the
    base rate, before and after. ``intervals`` holds those of the figures that have one."""
    return [_kind_worth(told, fusion, name) for name in kinds]


def _kind_worth(told: Sequence[Told], fusion: Fusion, name: str) -> dict[str, Any]:
    mine = [(one, by) for chains, by in told for one in chains if name in (ALL, domain_of(one.chain))]
    groups = tuple(problem_hash(one.chain.problem) for one, _ in mine)
    row: dict[str, Any] = {"domain": name, "chains": len(mine)}
    between: dict[str, Any] = {}
    for title in ("before", "after"):
        rows = [
            (at, *each)
            for at, (one, by) in enumerate(mine)
            for each in _prefix_rows(one, prefixes(one, fusion, by if title == "after" else None))
        ]
        row["steps"] = len(rows)
        opened = [each for each in rows if not each[4]]
        metrics = {"all": _error(rows), "not settled": _error(opened)}
        metrics |= {"brier": _brier(opened or rows), "skill": _skill(opened or rows)}
        for part, figure in figures(Section("calibration", groups, metrics), DRAWS, 0).items():
            row[f"{part}, {title}"] = None if math.isnan(figure.value) else figure.value
            between[f"{part}, {title}"] = figure.interval
    return {**row, "intervals": between}


Prefix = tuple[int, float, bool, float, bool]
"""The chain's number, the score of a prefix, whether it is right, how much that counts, whether it is settled."""


def _parts(rows: Sequence[Prefix]) -> tuple[Any, Floats, Floats, Floats]:
    owner = np.array([each[0] for each in rows], dtype=np.intp)
    return owner, *(array([each[place] for each in rows]) for place in (1, 2, 3))  # type: ignore[return-value]


def _error(rows: Sequence[Prefix]) -> Metric:
    owner, scores, right, worth = _parts(rows)

    def metric(weights: Floats) -> float:
        found = expected_error(scores, right, weights=worth * weights[owner])  # type: ignore[arg-type]
        return math.nan if found is None else found

    return metric


def _brier(rows: Sequence[Prefix]) -> Metric:
    owner, scores, right, worth = _parts(rows)
    squares = worth * (scores - right) ** 2

    def metric(weights: Floats) -> float:
        total = float(weights[owner] @ worth)
        return float(weights[owner] @ squares) / total if total > 0 else math.nan

    return metric


def _skill(rows: Sequence[Prefix]) -> Metric:
    """The Brier skill score (Murphy 1973): by how much of its own score the share that is right is beaten, which knows
    nothing of any step."""
    brier, (owner, _, right, worth) = _brier(rows), _parts(rows)

    def metric(weights: Floats) -> float:
        mine = weights[owner] * worth
        base = float(mine @ right) / float(mine.sum()) if mine.sum() > 0 else 0.0
        return 1 - brier(weights) / (base * (1 - base)) if 0 < base < 1 else math.nan

    return metric


def _prefix_rows(one: Taught, scores: Sequence[float | None]) -> Iterator[tuple[float, bool, float, bool]]:
    lesson = one.lesson
    for score, target, settled in zip(scores, lesson.targets, lesson.correct, strict=True):
        if score is not None and target in (0.0, 1.0):
            yield score, target == 1.0, lesson.weight, settled is not None
