"""A labelling run: rows to workers, outcomes to the journal, and in the end the output, whole."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from verifier.checkers.lean.toolchain.cache import Progress, quiet
from verifier.estimators.choose import chosen
from verifier.estimators.choose import told as took
from verifier.estimators.model import PrmUnavailable, ProcessRewardModel
from verifier.intake.bad import Unreadable
from verifier.judging.estimates.by_length import ByLength
from verifier.judging.estimates.calibrated import calibration_for, lengths_for, level_for
from verifier.judging.estimates.drift import Agreement, agreement, drifted
from verifier.labelling.cache import CacheRefused, RecordCache
from verifier.labelling.card import as_markdown, card
from verifier.labelling.outputs.files import beside, digest, write_rows
from verifier.labelling.outputs.likeness import likeness
from verifier.labelling.outputs.writers import writer_of
from verifier.labelling.running.cluster import on_ray
from verifier.labelling.running.journal import Journal, journal_of
from verifier.labelling.running.plan import LabellingRun, Refused, check, difference, fingerprint, taken
from verifier.labelling.running.workers import Heard, Rows, by_crew, crew
from verifier.labelling.shared.lean import SharedLean
from verifier.labelling.shared.prm_server import SharedPrm
from verifier.labelling.work import MODEL, RowOutcome, Work
from verifier.outputs import is_stream, write_text, written
from verifier.processes import processors

TOGETHER = 256  # outcomes that are kept in one transaction,
OFTEN = 1.0  # or those of so many seconds: no more is done again after a sudden end


class Watch:
    """What a run tells whoever watches it. Says nothing by itself."""

    progress: Progress = staticmethod(quiet)

    def told(self, message: str) -> None:
        """Hear something that a person should know."""

    def began(self, done: int) -> None:
        """Hear that rows are about to be judged, of which so many were before."""

    def done(self, outcomes: Sequence[RowOutcome]) -> None:
        """Hear of outcomes that have been kept."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a run: its card, and how many rows were bad, repeated or lost."""

    card: dict[str, Any]
    already: bool = False

    @property
    def skipped(self) -> int:
        """Rows that the input had and the output has not, because they are bad or repeated."""
        rows = self.card["rows"]
        return int(rows["bad"]) + int(rows["repeated"])

    @property
    def lost(self) -> int:
        """Rows that no worker could be kept alive with."""
        return int(self.card["rows"]["lost"])


def run(plan: LabellingRun, watch: Watch | None = None) -> Summary:
    """Label the rows of the inputs and return what came of it.

    Raises: Refused, Unreadable, JournalRefused, LeanUnavailable, PrmUnavailable, OSError; whatever was done until then
    is in the journal.
    """
    watch = watch or Watch()
    check(plan)
    with ExitStack() as stack:
        lean = stack.enter_context(SharedLean(plan.order.lean, progress=watch.progress))
        if lean.missing:
            watch.told(f"going on without Lean: {lean.missing}")
        plan = replace(plan, order=replace(plan.order, lean=lean.mode))
        model = chosen(plan.order.prm, plan.order.placement, watch.progress)
        stack.callback(_cost, model, watch)
        if plan.ray is not None and plan.order.placement.wire.bounded:
            raise PrmUnavailable(
                "each machine of a cluster sends its own requests: expected no --prm-budget with a Ray cluster",
                usage=True,
            )
        shared = stack.enter_context(SharedPrm(model))
        calibrated = calibration_for(model, plan.order.calibration)
        names = [one.name for one in (model, calibrated) if one is not None]
        told = fingerprint(plan, ", ".join(names) or "none")
        done = _finished(plan, told)
        if done is not None:
            return done
        journal = stack.enter_context(journal_of(plan.out))
        _begun(journal, told)
        before = journal.done()
        watch.began(before.count)
        try:
            if plan.ray is not None:
                heard = on_ray(plan.ray, plan, told["judged_by"], before, stack)
            else:
                rows = taken(plan, watch.told, lambda number: number not in before)
                heard = _outcomes(plan, stack, watch, told=told, lean=lean, shared=shared.env, rows=rows)
            _keep(plan, journal, watch, _while_had(shared, heard))
        except Unreadable:
            if not journal.done().count:
                journal.remove()  # there is nothing in it that anybody would go on with
            raise
        level = level_for(model, calibrated)
        return _finish(plan, journal, told, level, lengths_for(model, None, calibrated))


def _cost(model: ProcessRewardModel | None, watch: Watch) -> None:
    """Say what a model was asked, and what that took."""
    for line in took(model):
        watch.told(line)


def _while_had(shared: SharedPrm, heard: Iterator[Heard]) -> Iterator[Heard]:
    """Yield what comes while the model can be had: rows without it are not taken for labelled. Raises:
    PrmUnavailable."""
    for one in heard:
        if shared.lost is not None:
            raise shared.lost
        yield one


def unoccupied(plan: LabellingRun) -> None:
    """Refuse an output that is there, or begun, unless the run may go on with it or replace it. Raises: Refused."""
    journal, out = beside(plan.out, "journal"), plan.out
    if is_stream(out) or plan.overwrite or plan.resume or not (out.exists() or journal.exists()):
        return
    what = f"{out} exists" if out.exists() else f"{journal} exists, of a run that was cut short"
    raise Refused(f"{what}: expected --resume to go on, or --overwrite to begin anew")


def _finished(plan: LabellingRun, told: dict[str, Any]) -> Summary | None:
    """Refuse an output that is there, unless it may be replaced or is what this run would give.

    Raises: Refused.
    """
    journal, out = beside(plan.out, "journal"), plan.out
    if is_stream(out):
        return None
    unoccupied(plan)
    if plan.overwrite:
        for old in (journal, Path(f"{journal}-wal"), Path(f"{journal}-shm")):
            old.unlink(missing_ok=True)
    elif out.exists() and not journal.exists():
        try:
            data = json.loads(beside(out, "card.json").read_text("utf-8"))
            same = data["run"] == told and data["output"]["sha256"] == digest(out)
        except (OSError, ValueError, KeyError, TypeError):
            same = False
        if not same:
            raise Refused(f"{out} is not what this run would give: expected --overwrite, or another output")
        return Summary(data, already=True)
    return None


def _begun(journal: Journal, told: dict[str, Any]) -> None:
    """Note what the journal is of; refuse to go on with that of another run. Raises: Refused, JournalRefused."""
    before = journal.said("run")
    if before is None:
        journal.say("run", told)
        return
    changed = [key for key in told if before.get(key) != told[key]]
    if changed:
        details = "; ".join(f"{key}: {difference(before.get(key), told[key])}" for key in changed)
        raise Refused(f"{journal.path} is of another run ({details:.400}): expected the same, or --overwrite")
    journal.forget_lost()


def _outcomes(
    plan: LabellingRun,
    stack: ExitStack,
    watch: Watch,
    told: dict[str, Any],
    lean: SharedLean,
    shared: Mapping[str, str],
    rows: Rows,
) -> Iterator[Heard]:
    """Rows to outcomes: from the cache, or by worker processes of this machine."""
    order, cache = plan.order, _cache(watch) if plan.cached else None
    remembered = stack.enter_context(Work(order, told["judged_by"], cache))
    as_told = json.dumps({"order": order.as_json(), "judged_by": told["judged_by"], "cache": cache is not None})
    env = {**lean.env, **shared}
    size = plan.processes or processors()
    workers = stack.enter_context(crew(as_told, size, order.timeout, env, together=remembered.together))

    def begin() -> None:
        missing = lean.missing
        lean.begin()
        if lean.missing != missing:
            watch.told(lean.missing)

    return by_crew(workers, rows, remembered, begin)


def _cache(watch: Watch) -> RecordCache | None:
    try:
        return RecordCache()
    except CacheRefused as error:
        watch.told(f"going on without the cache: {error}")
        return None


def _keep(plan: LabellingRun, journal: Journal, watch: Watch, heard: Iterator[Heard]) -> None:
    """Put outcomes into the journal as they come. Raises: Refused when more rows are bad than may be;
    JournalRefused."""
    held: list[RowOutcome] = []
    complained: set[str] = set()
    bad, due = 0, time.monotonic() + OFTEN
    try:
        for outcomes, complaints in heard:
            held += outcomes
            bad += sum(outcome.error is not None for outcome in outcomes)
            for message in set(complaints) - complained:
                complained.add(message)
                watch.told(message)
            if len(held) >= TOGETHER or time.monotonic() > due:
                kept, held = held, []
                journal.add(kept)
                watch.done(kept)
                due = time.monotonic() + OFTEN
            if plan.max_errors is not None and bad > plan.max_errors:
                raise Refused(f"stopped: more than {plan.max_errors} rows are bad (--set max-errors)")
    finally:
        journal.add(held)  # an interrupt, too, loses nothing that is done
        watch.done(held)


def _finish(
    plan: LabellingRun, journal: Journal, told: dict[str, Any], level: Agreement | None, lengths: ByLength | None
) -> Summary:
    """Write what was asked for, the errors and the card beside it (not beside a stream), and then remove the journal,
    if nothing was lost.

    Raises: JournalRefused, OSError; a run that is resumed begins here again.
    """
    repeated = {} if plan.keep_repeated else journal.repeated()
    tally: Counter[str] = Counter()
    alone = is_stream(plan.out)
    bad = Path(os.devnull) if alone else beside(plan.out, "errors.jsonl")

    def lines(errors: IO[bytes]) -> Iterator[str]:
        for outcome in journal.outcomes():
            if outcome.number in repeated:
                tally["repeated"] += 1
                first = repeated[outcome.number]
                outcome = replace(outcome, line=None, error=f"the id {outcome.id!r:.80} stands at {first} already")
            else:
                tally.update(outcome.tally)
            if outcome.error is not None:
                tally["errors"] += 1
                errors.write(f"{_error(outcome)}\n".encode())
            if outcome.line is not None:
                yield outcome.line

    with written(bad) as errors:
        policy = plan.order.policy
        to = writer_of(plan.order.to, lucky=policy.lucky)
        write_rows(plan.out, lines(errors), to, soft=policy.labels == "soft")
    if not (tally["errors"] or alone):
        bad.unlink()
    data = {**_card(plan, told, tally), "drift": drift(tally, level)}
    if plan.order.prm != "none":
        data["estimates"] = likeness(tally, lengths)
    if not alone:
        write_text(beside(plan.out, "card.json"), json.dumps(data, indent=1) + "\n")
        write_text(beside(plan.out, "card.md"), as_markdown(data))
    if not tally["lost"]:  # a run that is resumed tries again what was lost
        journal.remove()
    return Summary(data)


def drift(tally: Mapping[str, int], level: Agreement | None) -> dict[str, Any] | None:
    """Return how what the model said of settled steps goes with their verdicts, beside its calibration set, and the
    warnings that calls for; None where that is not known."""
    if level is None:
        return None
    counted = ((name.split(), count) for name, count in sorted(tally.items()) if name.startswith(f"{MODEL} "))
    here = agreement(pair for (_, share, right), n in counted for pair in [(float(share), right == "True")] * n)
    return {"here": here.to_json(), "level": level.to_json(), "warnings": drifted(here, level)}


def _error(outcome: RowOutcome) -> str:
    return json.dumps({"where": outcome.where, "id": outcome.id, "error": outcome.error, "lost": outcome.lost})


def _card(plan: LabellingRun, told: dict[str, Any], tally: Counter[str]) -> dict[str, Any]:
    known = None if is_stream(plan.out) else digest(plan.out)
    output = {"name": plan.out.name, "rows": tally["written"], "sha256": known}
    data = card(plan.order, told["inputs"], output, tally, told["versions"], told["chosen"])
    licence = {} if plan.license is None else {"license": plan.license}
    return {**data, **licence, "run": told}
