"""The sections of ``verifier bench all``: each a benchmark, the files that it needs, and the table that comes of it.

Data are looked for by name in one folder, as the formats of the field name them; a section without its files, or
without an extra that it needs, says so in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from verifier.binomial import upper
from verifier.commands.bench.tables.prm import shown
from verifier.commands.options.bench import BenchPrmOptions
from verifier.evaluation.marked import table
from verifier.judging.judge import Judge

Row = tuple[str, ...]
Tick = Callable[[], None]

PROCESSBENCH: Final = ("processbench_gsm8k", "processbench_math", "processbench_olympiadbench", "processbench_omnimath")
LABELLED: Final = (*PROCESSBENCH, "mrben_math", "mrben_physics", "prm800k_sample")
EXACT: Final = (*LABELLED, "prmbench", "mr_gsm8k_partial", "gsm8k_gold", "math_gold")
RECORDED: Final = ("gsm8k", "math")
SHOWN: Final = ("step auc", "f1", "ece")


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured: chains of a file by exact means and by a model, chains of a labelling run, of those with
    Lean's certificates, pairs of answers, rounds."""

    exact: int
    model: int
    labelled: int
    certified: int
    pairs: int
    rounds: int


QUICK: Final = Sizes(exact=200, model=20, labelled=200, certified=20, pairs=100, rounds=3)
WHOLE: Final = Sizes(exact=1200, model=150, labelled=1000, certified=100, pairs=400, rounds=5)


@dataclass(frozen=True, slots=True)
class Given:
    """What there is to measure on: the folder of the data, and the sizes."""

    folder: Path
    sizes: Sizes

    def found(self, *names: str) -> list[Path]:
        """Return the files of these names that are there. Raises: Missing where none is."""
        there = [path for name in names for path in self.at(name)]
        if not there:
            raise Missing(f"none of these in {self.folder}: {', '.join(f'{name}.jsonl[.gz]' for name in names)}")
        return there

    def at(self, name: str) -> list[Path]:
        """Return the file of this name, or nothing."""
        return [path for end in (".jsonl.gz", ".jsonl") if (path := self.folder / f"{name}{end}").is_file()][:1]


class Missing(Exception):
    """What a section needs is not there; the text says what."""


@dataclass(frozen=True, slots=True)
class Section:
    """A benchmark. ``command``: what measures it alone, with ``{...}`` for sizes; ``rows``: its table, head first."""

    name: str
    title: str
    command: str
    rows: Callable[[Given, Tick], Iterator[Row]]

    def alone(self, sizes: Sizes) -> str:
        """Return the command that measures this alone, as much of it."""
        return self.command.format(s=sizes)

    def lines(self, given: Given, tick: Tick) -> list[str]:
        """Return the lines of the table. Raises: Missing; as the benchmark."""
        return list(table(list(self.rows(given, tick))))


def _exact(given: Given, tick: Tick) -> Iterator[Row]:
    from verifier.evaluation.benchmarks.exact import bench_exact

    yield ("file", "chains", "right steps accused", "≤", "wrong steps approved", "≤", "first errors named",
           "checked steps right", "settled", "steps a second")  # fmt: skip
    with Judge("off") as judge:
        for path in given.found(*EXACT):
            for tally in bench_exact(path, judge, given.sizes.exact, tick):
                c = tally.counts
                checked = c["right_steps_checked"], c["right_steps_checked"] + c["wrong_steps_checked"]
                yield (
                    tally.name,
                    f"{c['chains']:,}",
                    *_bounded(c["steps_accused"], c["right_steps"]),
                    *_bounded(c["approved"], c["wrong_steps"]),
                    _of(c["named"], c["wrong_chains"]),
                    _of(*checked),
                    _share(c["steps_correct"] + c["steps_incorrect"], c["steps"]),
                    f"{c['steps'] / tally.seconds:,.0f}" if tally.seconds else "-",
                )


def _programs(given: Given, tick: Tick) -> Iterator[Row]:
    from verifier.evaluation.benchmarks.programs import bench_programs

    yield ("half", "chains", "claims", "proved", "refuted", "wrong chains with an error settled",
           "right chains accused", "ms a chain, median")  # fmt: skip
    path, *_ = given.found("modern_programs")
    with Judge("off") as judge:
        for held_out in (False, True):
            tally = bench_programs(path, judge, given.sizes.exact, tick, held_out=held_out)
            c, row = tally.counts, tally.row()
            counts = (f"{c[key]:,}" for key in ("chains", "claims", "proved", "refuted"))
            wrong, right = _of(c["wrong_settled"], c["wrong_chains"]), _of(c["right_accused"], c["right_chains"])
            yield (tally.part, *counts, wrong, right, str(row["ms_a_chain_median"]))


def _translations(given: Given, tick: Tick) -> Iterator[Row]:
    from verifier.evaluation.benchmarks.formal import bench_formal
    from verifier.evaluation.intake import labelled
    from verifier.language.files import read_file

    yield ("chains", "translation", "first errors named", "right chains accused", "right steps settled",
           "their statements proved", "errors approved", "seconds a chain, median")  # fmt: skip

    def watched(ids: Sequence[str]) -> Iterator[str]:
        for id in ids:
            yield id
            tick()

    there = [name for name in RECORDED if given.at(f"formal/{name}.a") and given.at(f"processbench_{name}")]
    if not there:
        raise Missing(f"no translations in {given.folder / 'formal'} (NAME.a.jsonl, NAME.b.jsonl of processbench_NAME)")
    for name in there:
        files = [path for end in "ab" for path in given.at(f"formal/{name}.{end}")]
        chains = {row.id: row for row in labelled([str(given.found(f"processbench_{name}")[0])]).rows.values()}
        read = [(path.name.split(".")[1], [one.chain for one in read_file(path) if one.chain]) for path in files]
        bench = bench_formal(chains, read, watched)
        for one in (*bench.alone, bench.agreeing):
            yield (
                name,
                one.name,
                f"{one.named} of {one.wrong}",
                f"{one.accused} of {one.right}",
                f"{one.settled} of {one.right_steps}",
                f"{one.proved} of {one.right_statements}",
                f"{one.approved} of {one.wrong}",
                f"{sorted(bench.seconds)[len(bench.seconds) // 2]:.1f}",
            )


def _model(given: Given, tick: Tick) -> Iterator[Row]:
    from verifier.commands.bench.prm import measure

    files = tuple(map(str, given.found(*LABELLED)))
    first = Path(files[0]).name.split(".")[0]
    asked = BenchPrmOptions(data=files, limit=given.sizes.model, threshold_from=first, draws=200)
    with ExitStack() as stack:
        found = measure(asked, stack)
    yield ("file", "chains", "system", "step AUC", "F1", "ECE", "chains a second")
    for row in found.rows:
        speed = found.speeds.get(row.system)
        figures = [shown(row.figures[name]) for name in SHOWN]
        chains, _ = found.counts[row.subset]
        yield (row.subset, str(chains), row.system, *figures, "-" if speed is None else f"{speed:.1f}")
        tick()


def _labelling(given: Given, tick: Tick) -> Iterator[Row]:
    from verifier.labelling.running.bench import Case, measured
    from verifier.labelling.running.plan import Chosen

    some, few = Chosen(given.sizes.labelled), Chosen(given.sizes.certified)
    yield ("run", "chains", "steps", "steps a second", "steps a processor second", "most MiB held")
    path, *_ = given.found("processbench_math", "gsm8k_gold")
    for case in (
        Case("exact", chosen=some),
        Case("exact", processes=2, chosen=some),
        Case("exact, from the cache", cached=True, again=True, chosen=some),
        Case("with Lean certificates", lean="require", certify=True, chosen=few),
    ):
        one = measured(str(path), case)
        rates = (f"{one.steps_a_second:,.0f}", f"{one.steps_a_cpu_second:,.0f}")
        yield (one.case, f"{one.chains:,}", f"{one.steps:,}", *rates, f"{one.peak / (1 << 20):,.0f}")
        tick()


def _peers(given: Given, tick: Tick) -> Iterator[Row]:
    from verifier.peers.answers import beside_math_verify
    from verifier.peers.lean import beside_drivers
    from verifier.peers.tables import ratio_rows

    sizes = given.sizes
    speeds = list(beside_math_verify(sizes.pairs, sizes.rounds).speeds)
    tick()
    speeds.append(beside_drivers(sizes.pairs, max(1, sizes.pairs // 10), sizes.rounds))
    tick()
    yield from ratio_rows(speeds)


SECTIONS: Final = (
    Section("exact", "Exact verdicts", "verifier bench exact DATA/*.jsonl.gz --limit {s.exact}", _exact),
    Section("programs", "Steps about programs",
            "verifier bench programs DATA/modern_programs.jsonl.gz --limit {s.exact}", _programs),
    Section("translations", "Translated chains",
            "verifier bench formal DATA/formal/NAME.*.jsonl.gz --chains DATA/processbench_NAME.jsonl.gz",
            _translations),
    Section("model", "Estimates by the default model", "verifier bench prm DATA/... --limit {s.model}", _model),
    Section("labelling", "Labelling", "verifier bench label DATA/processbench_math.jsonl.gz --limit {s.labelled} "
            "--lean-limit {s.certified}", _labelling),
    Section("peers", "Speed beside others", "verifier bench peers --only answers --only lean "
            "--count {s.pairs} --rounds {s.rounds}", _peers),
)  # fmt: skip
"""Every section, in the order of the page."""


def _of(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,}" if whole else "-"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _bounded(errors: int, cases: int) -> tuple[str, str]:
    """How many of how many, and the one-sided 95% upper bound (Clopper and Pearson, 1934)."""
    bound = upper(errors, cases) if cases else None
    return _of(errors, cases), "-" if bound is None else f"{bound:.2%}"
