"""The work itself, the same on one machine and on many: a row is read, judged or found in the cache, and labelled."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.example import BadRow, Example
from verifier.intake.source import Numbered, read
from verifier.kernel.verdict import Reason
from verifier.labelling.cache import CacheRefused, Entry, RecordCache, key_of
from verifier.labelling.outputs.labels import Labelled, Seen, labelled
from verifier.labelling.outputs.likeness import notes_of
from verifier.labelling.outputs.writers import writer_of
from verifier.labelling.run_spec import RunSpec
from verifier.labelling.shared.prm_server import shared_prm
from verifier.labelling.translations import FormalWork, counts

if TYPE_CHECKING:
    from verifier.judging.judgements.judgement import JudgedChain
    from verifier.pipeline.judge import Judge

MOST_UNSAVED = 500
"""Most judged chains that wait for the cache, where nobody says when to keep them."""

MODEL = "model"
"""What counts of a model's shares of settled steps are called in a tally: ``model 0.870 True``."""

UNJUDGED = "unjudged"
"""What counts of steps that are neither judged nor checked are called in a tally: ``unjudged NOT_SETTLED``."""

NO_RESULT = (Reason.ENGINE_LOST, Reason.NO_ENGINE)
"""Reasons that may speak of this machine, and not of the claim: what has one is not kept."""


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """What became of a row: ``line`` is what is written of it, ``error`` why it is none; neither: left out.

    ``lost``: the error is this machine's, and the row may be tried again. ``tally``: counts that may be added up.
    """

    number: int
    where: str
    id: str | None = None
    line: str | None = None
    error: str | None = None
    lost: bool = False
    tally: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> str:
        """Return the outcome as a line of JSON."""
        parts = [self.number, self.where, self.id, self.line, self.error, self.lost, dict(self.tally)]
        return json.dumps(parts)

    @classmethod
    def from_json(cls, text: str) -> RowOutcome:
        """Return the outcome that ``as_json`` gave. Raises: ValueError, TypeError on anything else."""
        return cls(*json.loads(text))


def failed(number: int, bad: Bad) -> RowOutcome:
    """Return the outcome of a row that cannot be read."""
    return RowOutcome(number, bad.where, bad.id, error=bad.message, tally={"bad": 1})


class Work:
    """Labels rows by an order. Use as a context manager; it starts a judge with the first chain that was not judged
    before, and keeps it."""

    def __init__(self, order: RunSpec, judged_by: str, cache: RecordCache | None = None) -> None:
        """``judged_by``: the order's digest, without which nothing is looked for in the cache."""
        self.order, self._judged_by, self._cache = order, judged_by, cache
        self._format = writer_of(order.to, lucky=order.policy.lucky)
        self._judge: Judge | None = None
        self._formal = None if order.formal.nobody else FormalWork(order.formal)
        self._new: list[tuple[bytes, Entry]] = []
        self._ready: dict[bytes, Entry] = {}
        self.complaints: list[str] = []

    def __enter__(self) -> Work:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Keep what is new and stop what was started."""
        self.keep()
        if self._judge is not None:
            self._judge.close()
        if self._cache is not None:
            self._cache.close()

    def keep(self) -> None:
        """Put what was judged since the last time into the cache. A cache that fails is disabled."""
        if self._cache is not None:
            try:
                self._cache.put(self._new)
            except CacheRefused as error:
                self._without_cache(error)
            self._new = []

    @property
    def together(self) -> bool:
        """Whether chains are best judged many at once: a model and Lean's kernel take batches."""
        return self.order.prm != "none" or self.order.certify

    def outcomes(self, rows: Sequence[Numbered]) -> Iterator[RowOutcome]:
        """Yield what becomes of rows, in order. Raises: LeanUnavailable, PrmUnavailable, TranslationsUnavailable."""
        examples = [(row, read(row, self.order.reading)) for row in rows]
        if self.together:
            found = [one for _, one in examples if isinstance(one, Example)]
            chains = {self._key(one.chain): one.chain for one in found}
            made = self._made(list(chains.values())) if chains else []
            self._ready = {key: self._noted(key, *one) for key, one in zip(chains, made, strict=True)}
        for row, example in examples:
            yield failed(row.number, example) if isinstance(example, Bad) else self._outcome(row, example)
        self._ready = {}

    def remembered(self, rows: Sequence[Numbered]) -> list[RowOutcome | None]:
        """Return what becomes of rows that were judged before, or that cannot be read; None of one to be judged."""
        examples = [read(row, self.order.reading) for row in rows]
        keys = [b"" if isinstance(one, Bad) else self._key(one.chain) for one in examples]
        found = self._found([key for key in keys if key])
        return [
            failed(row.number, one)
            if isinstance(one, Bad)
            else self._told(row, one, found[key])
            if key in found
            else None
            for row, one, key in zip(rows, examples, keys, strict=True)
        ]

    def labels(self, example: Example) -> Labelled | None:
        """Return a chain with its labels, None where the policy leaves it out. Raises: LeanUnavailable."""
        key = self._key(example.chain)
        entry = self._found([key]).get(key) or self._noted(key, *self._made([example.chain])[0])
        return self._labelled(example, entry, nulls=True)[0]

    def _outcome(self, row: Numbered, example: Example) -> RowOutcome:
        key = self._key(example.chain)
        return self._told(row, example, self._ready.get(key) or self._noted(key, *self._made([example.chain])[0]))

    def _key(self, chain: Chain) -> bytes:
        by = self._judged_by if self._formal is None else f"{self._judged_by} {self._formal.told(chain)}"
        return key_of(chain, by)

    def _told(self, row: Numbered, example: Example, entry: Entry) -> RowOutcome:
        return self._written(row, example, *self._labelled(example, entry, nulls=self._format.nulls))

    def _labelled(self, example: Example, entry: Entry, *, nulls: bool) -> tuple[Labelled | None, Counter[str]]:
        told = json.loads(entry.told)
        seen = [Seen(*step) for step in told["steps"]]
        policy = self.order.policy
        record = entry.line(example.chain) if self._format.record or policy.lucky else None
        answer = json.loads(record or "{}").get("final_answer", {}).get("state")
        done = labelled(example.chain, seen, policy, nulls=nulls, answer=answer, record=record, meta=example.meta)
        return done, Counter(told["tally"])

    def _written(self, row: Numbered, example: Example, done: Labelled | None, tally: Counter[str]) -> RowOutcome:
        id = example.chain.id
        if done is None:
            return RowOutcome(row.number, row.where, id, tally={**tally, "left_out": 1})
        try:
            line = json.dumps(self._format.write(done), ensure_ascii=False)
            line.encode()  # half of a surrogate pair is no text that a file could hold
        except BadRow as error:
            return RowOutcome(row.number, row.where, id, error=str(error), tally={"bad": 1})
        except UnicodeEncodeError:
            line = json.dumps(self._format.write(done))
        tally["written"] += 1
        tally["lucky"] += done.lucky is True
        for label in done.labels:
            tally["null" if label is None else "positive" if label >= 0.5 else "negative"] += 1
        return RowOutcome(row.number, row.where, id, line, tally=dict(tally))

    def _noted(self, key: bytes, entry: Entry, sound: bool) -> Entry:
        if self._cache is not None and sound:
            self._new.append((key, entry))
            if len(self._new) >= MOST_UNSAVED:
                self.keep()
        return entry

    def _found(self, keys: Sequence[bytes]) -> Mapping[bytes, Entry]:
        if self._cache is None:
            return {}
        try:
            found = self._cache.get(keys)
        except CacheRefused as error:
            self._without_cache(error)
            return {}
        if self._cache.forged:
            self.complaints.append("entries of the cache that this user's key has not signed were ignored")
            self._cache.forged = 0
        return found

    def _made(self, chains: Sequence[Chain]) -> list[tuple[Entry, bool]]:
        """The records of chains, judged now, and whether they may be kept: they speak of the chains alone.

        What the clock cut short, or an engine that was lost, is this machine's, and no result.
        """
        from verifier.records.record import record

        judge = self._warm()
        started = time.monotonic()
        judged = judge.all(chains) if self._formal is None else list(self._formal.judged(chains, judge))
        made = [(record(one), one.watched, notes_of(one.chain, judge.lengths)) for one in judged]
        in_time = self._formal is not None or time.monotonic() - started < self.order.timeout * len(chains)
        # Without Lean in the line-up, that no engine takes a claim is true of every machine.
        reasons = NO_RESULT[:1] if judge.lineup.mode == "off" else NO_RESULT
        return [
            (Entry.of(_told(one, watched, notes), one), in_time and _speaks_of_the_chain(one, reasons) and whole)
            for (one, watched, notes), whole in zip(made, map(self._estimated, judged), strict=True)
        ]

    def _estimated(self, judged: JudgedChain) -> bool:
        """Whether no estimate is missing: a model that is asked may answer another time."""
        return self.order.prm == "none" or all(step.score is not None for step in judged.steps)

    def _warm(self) -> Judge:
        """The judge, with what the run shares among its workers, or with its own."""
        from verifier.estimators.choose import chosen
        from verifier.judging.estimates.calibrated import calibration_for
        from verifier.pipeline.judge import Judge

        if self._judge is None:
            order = self.order
            prm = shared_prm() or chosen(order.prm, order.placement)
            calibrated = calibration_for(prm, order.calibration)
            lean = order.lean if self._formal is None else "off"
            self._judge = Judge(lean, order.timeout, certify=order.certify, prm=prm, calibration=calibrated)
            if order.lean == "require":
                self._judge.lineup.prepare()
        return self._judge

    def _without_cache(self, error: CacheRefused) -> None:
        self.complaints.append(f"going on without the cache: {error}")
        assert self._cache is not None
        self._cache.close()
        self._cache = None


def _speaks_of_the_chain(record: Mapping[str, Any], reasons: Sequence[Reason]) -> bool:
    claims = [claim for step in record["steps"] for claim in step["claims"]]
    decisions = [d for one in record.get("translations", ()) for step in one["steps"] for d in step["decisions"]]
    alarm = any("contradiction" in one for one in (*claims, *decisions))
    return not alarm and not any(claim["reason"] in reasons for claim in claims)


def _told(
    record: Mapping[str, Any], watched: Sequence[tuple[float, bool]], notes: Iterable[str] = ()
) -> dict[str, Any]:
    """What labels and counts need of a record, of what the model said of settled steps, and how the chain is unlike
    those that the model's thresholds were chosen on."""
    from verifier.labelling.outputs.labels import seen_of

    seen = seen_of(record)
    return {
        "steps": [[s.kind, s.correct, s.score, s.checked, s.adds, s.named] for s in seen],
        "tally": _counts(record, seen)
        + Counter(f"{MODEL} {share:.3f} {right}" for share, right in watched)
        + Counter(notes),
    }


def _counts(record: Mapping[str, Any], seen: Sequence[Seen]) -> Counter[str]:
    tally: Counter[str] = Counter(chains=1, steps=len(seen))
    for step, one in zip(record["steps"], seen, strict=True):
        tally[_part(step, one)] += 1
        tally["estimated_checked"] += step["kind"] == "estimated" and one.checked
        tally["named_by_estimates"] += one.named
        for claim in step["claims"]:
            tally["contradictions"] += "contradiction" in claim
            if record.get("translations"):  # whose statements are counted
                continue
            tally["claims"] += 1
            tally[str(claim["verdict"])] += 1
            if claim["engine"]:
                tally[f"engine {claim['engine']}"] += 1
    return +tally + counts(record)


def _part(step: Mapping[str, Any], seen: Seen) -> str:
    """The one count of the card in which a step stands."""
    if step["kind"] == "settled":
        return "settled_correct" if seen.correct else "settled_incorrect"
    if step["kind"] == "estimated":
        return "estimated"
    return "checked" if seen.checked else f"{UNJUDGED} {step['reason']}"
