"""What translations are worth on labelled chains: what they would settle, right and wrong, each alone and agreeing.

No reference answer is seen by the judge: the chain that is judged has none. Steps that the exact reading settles are
left out, since a level lets translations settle those alone that it leaves open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from verifier.evaluation.items import Labelled
from verifier.evaluation.levels.checks import Fired, of_agreement, of_translation
from verifier.judging.agreeing.counts import Count, Side
from verifier.judging.agreeing.judge import FormalJudge, JudgedFormal
from verifier.judging.agreeing.level import By
from verifier.judging.agreeing.readings import together
from verifier.judging.decide import formal_judge
from verifier.judging.judgements.judgement import JudgedStep, Reading
from verifier.judging.translations.intake import looked_at
from verifier.judging.translations.translation import Translation
from verifier.language.formal_chain import FormalChain
from verifier.language.lint import lint
from verifier.language.linting.findings import Severity
from verifier.pipeline.judge import Judge

Way = Literal["approvals", "accusations"]


@dataclass(frozen=True, slots=True)
class TranslationSample:
    """Translations of labelled chains, one of each at the most, by the chain's id; all of them by one author."""

    name: str
    chains: Mapping[str, FormalChain]

    @property
    def by(self) -> By:
        """Who made them."""
        return By.of(next(iter(self.chains.values())).by)


@dataclass(slots=True)
class Settled:
    """What translations would settle, by chains: of each the steps as they are labelled, and those against.

    ``chains``: those judged; ``whole``: those of which every translation that must agree was there and not set aside.
    ``exactly``: labelled steps that the exact reading settles, which are left out. ``unlabelled``: steps that would be
    settled and have no label.
    """

    name: str
    chains: int = 0
    whole: int = 0
    exactly: int = 0
    unlabelled: int = 0
    contradicted: int = 0
    against: list[str] = field(default_factory=list)
    counts: dict[Way, list[tuple[int, int]]] = field(default_factory=lambda: {"approvals": [], "accusations": []})

    def side(self, way: Way) -> Side:
        """Return the counts of one way, by steps and by chains."""
        rows = self.counts[way]
        steps = Count(sum(a + b for a, b in rows), sum(a for a, _ in rows))
        return Side(steps, Count(len(rows), sum(not wrong for _, wrong in rows)))

    def add(self, row: Labelled, says: Sequence[tuple[bool | None, Reading | None]]) -> None:
        """Count a chain: what becomes of each step, and by which reading."""
        for way, wanted in _WAYS.items():
            labels = [row.labels[i] for i, (correct, by) in enumerate(says) if correct is wanted and by is not None]
            at = [i for i, (correct, by) in enumerate(says) if correct is wanted and by is Reading.TRANSLATED]
            known = [(i, row.labels[i]) for i in at if row.labels[i] is not None]
            self.exactly += sum(label is not None for label in labels) - len(known)
            self.unlabelled += len(at) - len(known)
            agreed = sum(label is wanted for _, label in known)
            if known:
                self.counts[way].append((agreed, len(known) - agreed))
            word = "correct" if wanted else "incorrect"
            self.against += [f"{row.id}: step {i} settled {word}" for i, label in known if label is not wanted]


_WAYS: Mapping[Way, bool] = {"approvals": True, "accusations": False}


@dataclass(slots=True)
class LevelBench:
    """What was measured. ``agreeing``: None where there is one translation of each chain. ``fired``: every check that
    kept something back, by its name and the label of the step. ``linted``: translations without an error."""

    alone: list[Settled]
    agreeing: Settled | None
    fired: Counter[Fired] = field(default_factory=Counter)
    translations: int = 0
    linted: int = 0
    unsaid: int = 0
    statements: int = 0
    measured: set[str] = field(default_factory=set)

    @property
    def strictest(self) -> Settled:
        """What a level is written of: all translations agreeing, or the only one."""
        return self.agreeing or self.alone[0]


def bench_levels(
    rows: Mapping[str, Labelled], samples: Sequence[TranslationSample], tick: Callable[[], None] = lambda: None
) -> LevelBench:
    """Return what translations of the labelled chains are worth; chains that none of them is of are left out."""
    several = len(samples) > 1
    bench = LevelBench([Settled(one.name) for one in samples], Settled("agreeing") if several else None)
    judge = formal_judge()
    with Judge(lean="off") as exactly:
        for id in dict.fromkeys(id for one in samples for id in one.chains if id in rows):
            exact = exactly(rows[id].chain).steps
            _chain(bench, rows[id], [one.chains.get(id) for one in samples], judge, exact)
            tick()
    return bench


def _chain(
    bench: LevelBench,
    row: Labelled,
    formal: Sequence[FormalChain | None],
    judge: FormalJudge,
    exact: Sequence[JudgedStep],
) -> None:
    bench.measured.add(row.id)
    alone = []
    for settled, one in zip(bench.alone, formal, strict=True):
        if one is None:
            continue
        [translation] = looked_at(row.chain, [Translation(one)])
        judged = None if translation.set_aside is not None else judge([translation.formal], row.steps)
        _count(bench, translation)
        bench.fired.update(of_translation(translation, judged, row))
        bench.fired.update(_settle(settled, row, judged, exact, ""))
        alone.append(judged)
    if bench.agreeing is not None:
        heard = [one.formal for one in looked_at(row.chain, _translations(formal)) if one.set_aside is None]
        whole = len(heard) == len(formal)
        judged = judge(heard, row.steps) if whole else None
        bench.fired.update(of_agreement(judged, [one for one in alone if one is not None], row))
        bench.fired.update(_settle(bench.agreeing, row, judged, exact, "agreeing: "))


def _translations(formal: Iterable[FormalChain | None]) -> list[Translation]:
    return [Translation(one) for one in formal if one is not None]


def _count(bench: LevelBench, translation: Translation) -> None:
    bench.translations += 1
    bench.linted += not any(one.severity is Severity.ERROR for one in lint(translation.formal))
    said = [one for _, _, one in translation.formal.statements()]
    bench.statements += len(said)
    bench.unsaid += sum(one.role.value == "unsaid" for one in said)


def _settle(
    into: Settled, row: Labelled, judged: JudgedFormal | None, exact: Sequence[JudgedStep], name: str
) -> Iterator[Fired]:
    """Count what a reading would settle of a chain, and yield where the exact reading contradicts it."""
    into.chains += 1
    if judged is None:
        return
    into.whole += 1
    says: list[tuple[bool | None, Reading | None]] = []
    for i, state in enumerate(judged.agreed):
        steps = [one.steps[i] for one in judged.translations]
        found = together(state, Reading.TRANSLATED, steps, exact[i])
        if found.finding is not None:
            into.contradicted += 1
            yield Fired.of(f"{name}finding {found.finding.value}", row.labels[i])
        says.append((found.correct, found.reading))
    into.add(row, says)
