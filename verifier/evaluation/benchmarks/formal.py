"""What judging translations is worth: errors named and approved, right chains accused, right steps settled."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from verifier.evaluation.items import Labelled
from verifier.judging.agreeing.judge import JudgedFormal
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.translation import ASSERTED, Decisions
from verifier.judging.judgements.judgement import State
from verifier.kernel.verdict import Contradiction, Decided, Proved, Unknown
from verifier.language.formal_chain import FormalChain


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
