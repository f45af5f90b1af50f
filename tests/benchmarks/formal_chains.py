"""What judging translations is worth on labelled chains: alone, and where they agree; and Lean's share of it.

python tests/benchmarks/formal_chains.py A.jsonl B.jsonl --chains LABELLED [--lean]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from rich.table import Table

from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.evaluation.intake import labelled
from verifier.evaluation.items import Labelled
from verifier.judging.agreeing.judge import JudgedFormal
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.translation import ASSERTED, Decision, Decisions
from verifier.judging.judgements.judgement import State
from verifier.kernel.expr import COMPARISONS, SCOPED, Node, walk_expr
from verifier.kernel.verdict import Contradiction, Decided, Proved, Reason, Unknown
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain
from verifier.pipeline.judge import certified, decisions
from verifier.pipeline.portfolio import LineUp
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe


@dataclass(slots=True)
class FormalFigures:
    """Counts over labelled chains. A first error is named where the first step settled incorrect is the labelled one;
    an earlier accusation counts as not named. Right steps are those before the first error, right statements what they
    claim, answer and recall in each translation."""

    name: str
    wrong: int = 0
    named: int = 0
    right: int = 0
    accused: int = 0
    right_steps: int = 0
    settled: int = 0
    approved: int = 0
    right_statements: int = 0
    proved: int = 0
    elsewhere: list[str] = field(default_factory=list)

    def add(self, row: Labelled, states: Sequence[State], stating: Sequence[bool]) -> None:
        """Count a chain; ``stating`` tells which steps state something in every translation."""
        error = row.first_error
        if error is None:
            return
        first = next((i for i, state in enumerate(states) if state is State.REFUTED), None)
        self.wrong += error >= 0
        self.right += error < 0
        self.accused += error < 0 and first is not None
        self.named += error >= 0 and first == error
        if first is not None and first != error:
            self.elsewhere.append(
                f"{row.id}: step {first} called incorrect, labelled {error if error >= 0 else 'right'}"
            )
        for index in range(error if error >= 0 else len(states)):
            self.right_steps += stating[index]
            self.settled += stating[index] and states[index] is State.PROVED
        self.approved += error >= 0 and states[error] is State.PROVED

    def add_statements(self, row: Labelled, translations: Sequence[Decisions]) -> None:
        """Count what the right steps of a chain claim, answer and recall, and what of it is proved."""
        error = row.first_error
        if error is None:
            return
        for translation in translations:
            for step in translation.steps[: error if error >= 0 else len(translation.steps)]:
                found = [
                    one.verdict for said in step.statements if said.statement.role in ASSERTED for one in said.decisions
                ]
                self.right_statements += len(found)
                self.proved += sum(isinstance(verdict, Proved) for verdict in found)


@dataclass(slots=True)
class FormalBench:
    """The figures of each translation alone and of all that agree, and what became of their statements."""

    alone: list[FormalFigures]
    agreeing: FormalFigures
    verdicts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)  # of each chain
    judged: list[Decisions] = field(default_factory=list)

    def statements(self, judged: Decisions) -> None:
        """Count the verdicts of a translation's statements, and why the others are unknown."""
        self.judged.append(judged)
        for step in judged.steps:
            for statement in step.statements:
                for one in statement.decisions:
                    kind = type(one.verdict).__name__.lower() if isinstance(one.verdict, Decided | Unknown) else "alarm"
                    assert not isinstance(one.verdict, Contradiction), one.id
                    self.verdicts[f"{statement.statement.role.value}, {kind}"] += 1
                    if isinstance(one.verdict, Unknown):
                        self.reasons[one.verdict.reason.value] += 1


def bench_formal(
    rows: Mapping[str, Labelled],
    files: Sequence[tuple[str, Iterable[FormalChain]]],
    watched: Callable[[Sequence[str]], Iterable[str]] = iter,
) -> FormalBench:
    """Return the figures of translations, a file for each sample, of the chains that ``rows`` label.

    ``watched`` passes their names on, one as soon as the one before is judged, and may show how far that is.
    """
    samples = [(name, {chain.id: chain for chain in chains if chain.id in rows}) for name, chains in files]
    bench = FormalBench([FormalFigures(name) for name, _ in samples], FormalFigures("agreeing"))
    judge = formal_judge()
    for id in watched(list(dict.fromkeys(id for _, chains in samples for id in chains))):
        row = rows[id]
        begun = time.perf_counter()
        judged, together = judge.alone_and_together([chains[id] for _, chains in samples if id in chains], row.steps)
        bench.seconds.append(time.perf_counter() - begun)
        _count(bench, row, judged, together, [i for i, (_, chains) in enumerate(samples) if id in chains])
    return bench


def _count(
    bench: FormalBench, row: Labelled, judged: Sequence[JudgedFormal], together: JudgedFormal, files: Sequence[int]
) -> None:
    for file, one in zip(files, judged, strict=True):
        bench.alone[file].add(row, one.agreed, _stating([one]))
        bench.alone[file].add_statements(row, one.translations)
        for translation in one.translations:
            bench.statements(translation)
    bench.agreeing.add(row, together.agreed, _stating(judged))
    bench.agreeing.add_statements(row, together.translations)


def _stating(judged: Sequence[JudgedFormal]) -> list[bool]:
    """Which steps state something in every translation."""
    steps = [
        [any(s.decisions for s in step.statements) for step in t.steps] for one in judged for t in one.translations
    ]
    return [all(states[i] for states in steps) for i in range(len(steps[0]))]


RESTING = "of all kinds, that rest on premises"


class Kind(StrEnum):
    """What a statement is, by what it is made of and what it rests on."""

    CLOSED = "closed arithmetic"
    FACTS = "a relation that rests on premises"
    ALONE = "a relation of letters that rests on none"
    CONNECTED = "formulas under connectives, or predicates"
    QUANTIFIED = "quantified, or with bound letters"
    NONE = "spells no formula"


@dataclass(slots=True)
class LeanShare:
    """How many statements there are of each kind, how many are decided, and how many of these Lean certifies.

    ``resting`` counts the same of statements of all kinds that rest on premises. ``untold`` is what Lean could not be
    told, and ``unproved`` what it was told and did not prove, by reason.
    """

    every: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    certified: Counter[str] = field(default_factory=Counter)
    untold: Counter[str] = field(default_factory=Counter)
    unproved: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, one: Decision) -> None:
        """Count a statement."""
        rests = one.claim is not None and bool(one.rests_on if one.certificate else one.claim.formula.free)
        for name in (kind(one).value, *([RESTING] if rests else [])):
            self.every[name] += 1
            self.decided[name] += one.certificate is not None
            self.certified[name] += isinstance(one.lean, Decided)
        if isinstance(one.lean, Unknown):
            told = self.unproved if _told(one.lean) else self.untold
            told["no proof was found" if _told(one.lean) else one.lean.detail] += 1


def _told(found: Unknown) -> bool:
    return found.reason is not Reason.OUT_OF_SCOPE or found.detail.startswith("the rule ")


def kind(one: Decision) -> Kind:
    """Return what kind of statement a decision is of."""
    if one.claim is None:
        return Kind.NONE
    formula = one.claim.formula
    inside = [part for part in walk_expr(formula) if isinstance(part, Node)]
    if any(part.head in SCOPED for part in inside):
        return Kind.QUANTIFIED
    if not (isinstance(formula, Node) and formula.head in COMPARISONS):
        return Kind.CONNECTED
    if one.rests_on or (one.certificate is None and formula.free):
        return Kind.FACTS
    return Kind.ALONE if formula.free else Kind.CLOSED


def lean_share(judged: Sequence[Decisions], engine: LeanFormulaEngine) -> LeanShare:
    """Return Lean's share of the statements of translations: it is asked about all that are decided."""
    found, begun = LeanShare(), time.perf_counter()
    for one in certified(judged, engine):
        for decision in decisions(one):
            found.add(decision)
    found.seconds = time.perf_counter() - begun
    return found


SECONDS = 60.0  # for one request to Lean


def main() -> int:
    """Measure and print. Raises: OSError, ValueError, LeanUnavailable."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help="formal chains, a file for each translation made apart")
    parser.add_argument("--chains", action="append", required=True, help="the labelled chains that they translate")
    parser.add_argument("--lean", action="store_true", help="put every decided formula to Lean, and print its share")
    asked = parser.parse_args()
    faults: list[str] = []
    files = [(path.name, list(_chains(path, faults))) for path in asked.files]
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    known = {row.id: row for row in labelled(asked.chains, None, None).rows.values()}
    bench = bench_formal(known, files)
    _show(bench)
    if asked.lean:
        _lean(bench)
    return 2 if faults else 0


def _lean(bench: FormalBench) -> None:
    """Put what was decided to Lean, and print its share. Raises: LeanUnavailable."""
    lineup = LineUp("require", SECONDS, certify=True)
    try:
        lineup.prepare()
        assert lineup.lean is not None  # it is required
        show_share(lean_share(bench.judged, lineup.lean))
    finally:
        lineup.close()


def show_share(found: LeanShare) -> None:
    """Print Lean's share of the statements, by kind, and what it could not be told or did not prove."""
    console, names = standard_output(150), [*(kind.value for kind in Kind if found.every[kind.value]), RESTING]
    table = Table("statements", "number", "decided", "certified by Lean", "share of all")
    for name in names:
        table.add_row(name, *_share(found.every[name], found.decided[name], found.certified[name]))
    totals = (sum(counts[kind.value] for kind in Kind) for counts in (found.every, found.decided, found.certified))
    table.add_row("all", *_share(*totals))
    console.print(table)
    reasons = Table("not certified by Lean", "number")
    for told, counts in (("it cannot be told", found.untold), ("not proved", found.unproved)):
        for why, count in counts.most_common():
            reasons.add_row(safe(f"{told}: {why}"), str(count))
    console.print(reasons)
    asked = sum(found.decided[kind.value] for kind in Kind)
    if asked:
        console.print(f"Lean: {1000 * found.seconds / asked:.0f} ms a decided statement")


def _share(every: int, decided: int, certified: int) -> tuple[str, ...]:
    return str(every), str(decided), str(certified), f"{100 * certified / every:.1f}%" if every else "-"


def _chains(path: Path, faults: list[str]) -> Iterator[FormalChain]:
    for found in read_file(path):
        if found.chain is not None:
            yield found.chain
        else:
            faults.append(f"{path}: line {found.line}: {found.error}")


def _show(bench: FormalBench) -> None:
    console = standard_output(150)
    table = Table(
        "translation",
        "first errors named",
        "right chains accused",
        "right steps settled",
        "their statements proved",
        "errors approved",
    )
    for figures in (*bench.alone, bench.agreeing):
        table.add_row(*_cells(figures))
    console.print(table)
    for line in bench.agreeing.elsewhere:
        console.print(safe(line))
    counts = Table("statements", "number")
    for name, count in [*sorted(bench.verdicts.items()), *sorted(bench.reasons.items())]:
        counts.add_row(safe(name), str(count))
    console.print(counts)
    if times := sorted(bench.seconds):
        median, most = times[len(times) // 2], times[min(len(times) - 1, int(0.95 * len(times)))]
        console.print(
            f"seconds a chain, its translations alone and together: mean {sum(times) / len(times):.1f}, "
            f"median {median:.1f}, 95th percentile {most:.1f}, most {times[-1]:.1f}"
        )


def _cells(one: FormalFigures) -> tuple[str, ...]:
    return (
        safe(one.name),
        f"{one.named} of {one.wrong}",
        f"{one.accused} of {one.right}",
        f"{one.settled} of {one.right_steps}",
        f"{one.proved} of {one.right_statements}",
        f"{one.approved} of {one.wrong}",
    )


if __name__ == "__main__":
    sys.exit(main())
