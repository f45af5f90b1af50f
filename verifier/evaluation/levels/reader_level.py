"""What the exact reading is worth on labelled steps: of each kind of text, how many are accused and approved wrongly.

The judge sees neither labels nor reference answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from verifier.evaluation.items import Labelled
from verifier.judging.judge import Judge
from verifier.judging.reader_level import KindOfText


@dataclass(slots=True)
class ReaderBench:
    """Counts by kind, by label and by what a step is settled as. ``against``: the steps settled against their label."""

    counts: dict[str, Counter[tuple[bool, bool | None]]] = field(default_factory=dict)
    against: list[str] = field(default_factory=list)
    unlabelled: int = 0
    measured: set[str] = field(default_factory=set)

    @property
    def kinds(self) -> tuple[KindOfText, ...]:
        """The kinds of text that have labelled steps, in the order of the data."""
        return tuple(_kind(name, found) for name, found in self.counts.items())


def bench_reader(rows: Iterable[Labelled], judge: Judge, tick: Callable[[], None] = lambda: None) -> ReaderBench:
    """Return what the exact reading makes of labelled chains; those of no kind count under their subset. Raises: as the
    judge."""
    bench = ReaderBench()
    for row in rows:
        for step, label in zip(judge(row.chain).steps, row.labels, strict=True):
            if label is None:
                bench.unlabelled += 1
                continue
            bench.counts.setdefault(row.kind or row.subset, Counter())[label, step.correct] += 1
            bench.measured.add(row.id)
            if step.correct is not None and step.correct is not label:
                word = "correct" if step.correct else "incorrect"
                bench.against.append(f"{row.id}: step {step.index} settled {word}: {' '.join(step.text.split())[:200]}")
        tick()
    return bench


def _kind(name: str, found: Counter[tuple[bool, bool | None]]) -> KindOfText:
    steps = {label: sum(found[label, settled] for settled in (True, False, None)) for label in (True, False)}
    return KindOfText(
        name, steps[True], found[True, True], found[True, False], steps[False], found[False, True], found[False, False]
    )
