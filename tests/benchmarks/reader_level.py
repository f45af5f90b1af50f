"""How often the exact reading accuses right steps and approves wrong ones, as a level:
``python tests/benchmarks/reader_level.py DATA... [--about WORDS] [--write LEVEL.json]``

DATA: chains with labelled steps, in any format that ``verifier label`` reads. The script counts by the kind of text
that a row names, else by file. The judge gets neither labels nor reference answers. ``--limit N`` takes the first N
chains of each file; ``verifier/judging/reader_level.json`` ships the level of the text that nothing was fitted to.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from verifier.commands.bench.labelled_data import labelled_data
from verifier.evaluation.items import Labelled
from verifier.evaluation.marked import table
from verifier.intake.bad import Unreadable
from verifier.judging.reader_level import KindOfText, ReaderLevel
from verifier.pipeline.judge import Judge
from verifier.readers.exact.formal.formalize import NAME


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


def bench_reader(rows: Iterable[Labelled], judge: Judge) -> ReaderBench:
    """Return the counts of labelled chains; a chain without a kind counts under its subset."""
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
    return bench


def _kind(name: str, found: Counter[tuple[bool, bool | None]]) -> KindOfText:
    steps = {label: sum(found[label, settled] for settled in (True, False, None)) for label in (True, False)}
    return KindOfText(
        name, steps[True], found[True, True], found[True, False], steps[False], found[False, True], found[False, False]
    )


def main() -> int:
    """Measure, print and write the level; return the exit status: 2 if a row is left out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--lean", choices=("off", "auto", "require"), default="off")
    parser.add_argument("--about", default="", help="the text in words; by default the names of the files")
    parser.add_argument("--write", type=Path)
    wanted = parser.parse_args()
    try:
        data = labelled_data(wanted.data, wanted.limit)
        with Judge(wanted.lean) as judge:
            bench = bench_reader(data.rows.values(), judge)
        about = wanted.about or ", ".join(Path(name).name for name in data.files)
        sources = tuple(data.sources(bench.measured))
        level = ReaderLevel(NAME, date.today().isoformat(), about, sources, bench.kinds)
    except (OSError, ValueError, Unreadable) as error:
        print(f"expected labelled chains: {error}", file=sys.stderr)
        return 2
    print("\n".join(table(level.rows())))
    print(f"Bounds for a thousand steps, one-sided, at 95% (Clopper-Pearson). Unlabelled steps: {bench.unlabelled:,}.")
    for one in bench.against:
        print(f"{one} || against its label")
    if wanted.write is not None:
        wanted.write.write_text(json.dumps(level.to_json(), indent=1) + "\n", "utf-8")
    return data.status


if __name__ == "__main__":
    sys.exit(main())
