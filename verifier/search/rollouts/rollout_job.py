"""Rollouts of many chains, row by row into a journal: nothing is lost or done twice when a run is cut short."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.example import BadRow, Example
from verifier.judging.judgements.judgement import JudgedChain
from verifier.labelling.outputs.files import beside, write_rows
from verifier.labelling.outputs.labels import Labelled
from verifier.labelling.outputs.names import VALUED, Valued
from verifier.labelling.outputs.writers import WRITERS
from verifier.labelling.running.journal import journal_of
from verifier.labelling.work import RowOutcome
from verifier.outputs import is_stream, write_text
from verifier.pipeline.judge import Judge
from verifier.search.choices import TOGETHER, How
from verifier.search.policies.policy import Policy, PolicyLost
from verifier.search.rollouts.omega import Omega, grow
from verifier.search.rollouts.rollouts import (
    Rollouts,
    RolloutSettings,
    StepValues,
    by_answer,
    every_step,
    first_error,
    labelled,
)
from verifier.search.trees.batched import one_at_a_time, side_by_side
from verifier.search.trees.value import Judging

NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class RolloutSpec:
    """What a run is asked to do. ``to``: the format that is written; ``exact``: settled steps keep their verdicts, and
    only the others are rolled out."""

    how: How = "every"
    plan: RolloutSettings = field(default_factory=RolloutSettings)
    omega: Omega = field(default_factory=Omega)
    to: Valued = "jsonl"
    seed: int = 0
    exact: bool = False

    def __post_init__(self) -> None:
        """Raises: ValueError."""
        if self.to not in VALUED or self.how not in ("every", "binary", "omega"):
            raise ValueError(f"expected a format of {', '.join(VALUED)} and every, binary or omega, got {self}")
        if self.exact and self.how == "omega":
            raise ValueError("expected --how every or binary with --exact: omega writes chains of its own")


class Refused(ValueError):
    """A run that cannot go on; ``str`` says why and what to do."""


def run(
    rows: Iterable[Example | Bad],
    policy: Policy,
    order: RolloutSpec,
    out: Path,
    judge: Judge,
    done: Callable[[], None] = lambda: None,
    together: int = TOGETHER,
    given: Mapping[str, Any] = NOTHING,
) -> Counter[str]:
    """Write the labels of these rows to ``out``, and return counts: rows, those written, errors, rollouts, tokens, and
    how labels agree with settled verdicts (``settled correct, labelled good`` and so on).

    A run that is cut short leaves a journal beside ``out``; the same run goes on from it. The same row has the same
    seed wherever it is done. ``together``: rows at work at a time. ``given``: what the outcome depends on besides, as
    JSON values: a journal of another is not gone on from. Raises: Refused, PolicyLost, JournalRefused,
    OSError.
    """
    with journal_of(out) as journal:
        asked = json.loads(json.dumps({**asdict(order), "policy": policy.name, **given}))
        if (before := journal.said("order")) not in (None, asked):
            raise Refused(f"{journal.path}: another run was begun there, with {before}; finish or delete it")
        journal.say("order", asked)
        finished, judging = journal.done(), one_at_a_time(judge.all)
        jobs = []
        for number, row in enumerate(rows):
            if number in finished:
                done()
            else:
                jobs.append(partial(_outcome, number, row, order=order, judging=judging))

        def keep(place: int, outcome: RowOutcome) -> None:
            journal.add([outcome])
            done()

        side_by_side(jobs, policy, together, keep)
        counts: Counter[str] = Counter()
        lines = []
        for outcome in journal.outcomes():
            bad = outcome.error is not None
            counts.update({"rows": 1, "written": int(not bad), "errors": int(bad), **outcome.tally})
            lines += [] if outcome.line is None else outcome.line.split("\n")
        write_rows(out, lines, WRITERS[order.to], soft=order.plan.labels == "soft")
        errors = [{"where": o.where, "id": o.id, "error": o.error} for o in journal.outcomes() if o.error is not None]
        if not is_stream(out):
            beside(out, "errors.jsonl").unlink(missing_ok=True)
            if errors:
                write_text(beside(out, "errors.jsonl"), "".join(f"{json.dumps(e)}\n" for e in errors))
        journal.remove()
    return counts


def _outcome(number: int, row: Example | Bad, policy: Policy, order: RolloutSpec, judging: Judging) -> RowOutcome:
    if isinstance(row, Bad):
        return RowOutcome(number, row.where, row.id, error=row.message)
    chain, where = row.chain, f"row {number}"
    if chain.answer is None:
        return RowOutcome(number, where, chain.id, error="expected an answer, by which rollouts are right or wrong")
    rollouts = Rollouts(policy, by_answer(chain.answer), order.plan, seed=order.seed + 1_000_003 * number)
    if order.how == "omega":
        made, tally = _of_tree(row, rollouts, order)
    else:
        [judged] = judging([chain])
        settled = [step.correct for step in judged.steps] if order.exact else ()
        found = (every_step if order.how == "every" else first_error)(chain, rollouts, settled)
        if found.lost:
            raise PolicyLost(found.lost)
        one = labelled(found, order.plan.labels)
        made, tally = [one] if one else [], agreement(found, judged)
    faults = "; ".join(rollouts.faults)
    if not made:
        return RowOutcome(number, where, chain.id, error=f"no rollout told anything ({faults or 'no rollouts'})")
    try:
        lines = [json.dumps(_written(one, order.to)) for one in made]
    except BadRow as error:
        return RowOutcome(number, where, chain.id, error=str(error))
    tally.update(rollouts.counts)
    tally["faults"] += sum(rollouts.faults.values())
    return RowOutcome(number, where, chain.id, "\n".join(lines), tally=dict(tally))


def _written(one: Labelled, to: str) -> dict[str, Any]:
    write = WRITERS[to].write
    assert write is not None  # what is among TO writes
    return write(one if WRITERS[to].nulls or to == "math-aps" else _up_to_unknown(one))


def _up_to_unknown(one: Labelled) -> Labelled:
    """The chain up to its first step without a label, for formats that have no room for one."""
    end = next((i for i, label in enumerate(one.labels) if label is None), len(one.labels))
    if end == 0:
        raise BadRow("the first step has no label, and this format cannot express that")
    return Labelled(one.chain, one.labels[:end], one.scores[:end], one.first_error, soft=one.soft)


def _of_tree(row: Example, rollouts: Rollouts, order: RolloutSpec) -> tuple[list[Labelled], Counter[str]]:
    """Every rollout whose prefixes were looked at, as a chain with the values of those."""
    chain = row.chain
    grown = grow(chain.problem, rollouts, order.omega)
    if grown.lost:
        raise PolicyLost(grown.lost)
    if grown.stopped == "interrupted":
        raise KeyboardInterrupt
    made = []
    longest = [p for p in grown.values if p and not any(q != p and q[: len(p)] == p for q in grown.values)]
    for number, steps in enumerate(longest):
        values = tuple(grown.values.get(steps[: i + 1]) for i in range(len(steps)))
        one = Chain.of(chain.problem, steps, f"{chain.id or 'rollout'}-{number}", chain.answer)
        found = labelled(StepValues(one, values, None), order.plan.labels)
        made += [found] if found else []
    return made, Counter({"prefixes": len(grown.values)})


def agreement(found: StepValues, judged: JudgedChain) -> Counter[str]:
    """Return how hard labels stand beside settled verdicts: a step that is settled correct may well be labelled bad,
    because what came before it was wrong; one settled incorrect and labelled good is a chain that recovered, or luck.
    """
    counts: Counter[str] = Counter()
    for value, step in zip(found.values, judged.steps, strict=True):
        label = None if value is None else value.label("hard")
        if label is not None and step.correct is not None:
            settled = "correct" if step.correct else "incorrect"
            counts[f"settled {settled}, labelled {'good' if label else 'bad'}"] += 1
    return counts
