"""The judge: a chain goes in, each step comes out settled correct, settled incorrect or not settled, with
certificates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from verifier.chain import Chain
from verifier.checkers.lean.toolchain.cache import Progress, quiet
from verifier.estimators.choose import model_of
from verifier.estimators.model import ProcessRewardModel
from verifier.judging.agreeing.trusting import Settling
from verifier.judging.combine import combine
from verifier.judging.decide import formal_judge
from verifier.judging.deciding.translation import proves_whole
from verifier.judging.estimates.by_length import named
from verifier.judging.estimates.calibrated import Calibrated, calibration_for, lengths_for, level_for, votes_for
from verifier.judging.estimates.drift import Watch, drifted, seen
from verifier.judging.estimates.estimate import estimated
from verifier.judging.estimates.features import of_translations
from verifier.judging.estimates.fusion import MODEL_ALONE, Fusion, fusion_of, with_translations
from verifier.judging.judgements.judgement import WRONG_BELOW, JudgedChain
from verifier.judging.translations.translation import Translated
from verifier.kernel.claim import Hypothesis
from verifier.kernel.verdict import Contradiction
from verifier.pipeline.certify import certified_chains, versions
from verifier.pipeline.options import LeanMode
from verifier.pipeline.portfolio import LineUp
from verifier.pipeline.text_chain import judged_steps, resting_on_nothing
from verifier.readers.exact.formal.formalize import read_text
from verifier.readers.program.formal import with_runs
from verifier.readers.program.reader import read_program

if TYPE_CHECKING:
    from verifier.pipeline.by_translations import Translations


import math
from collections.abc import Iterator

from verifier.answers.compare import against
from verifier.answers.final_answer import final_answer
from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.judging.deciding.translation import Decision, Decisions, with_told
from verifier.judging.judgements.judgement import FinalAnswer, Unjudged, Unjudgement
from verifier.judging.text_claims import alarm_of
from verifier.kernel.expr import Expr, Head, Node
from verifier.mathtext.guards.evidence import Evidence, Kind
from verifier.mathtext.torn import mended
from verifier.readers.exact.formal.formalize import TextReading
from verifier.readers.exact.guards.domain import outside
from verifier.readers.exact.plausibility.book import Ledger
from verifier.readers.exact.read import read_problem
from verifier.readers.exact.reading import Formula

Stated = tuple[Head, Expr, Expr]

_TURNED = {Head.GT: Head.LT, Head.GE: Head.LE}


def noted(judged: JudgedChain, reading: TextReading) -> JudgedChain:
    """Return the judged chain with its notes, by how it was read."""
    readings = [told.read.reading for told in reading.told]
    problem = read_problem(judged.chain.problem)
    ledger = Ledger(judged.chain.problem, problem)
    elsewhere = outside(problem, readings)
    known = {_key(*stated) for stated in reading.stated}
    steps = []
    for step, read, other in zip(judged.steps, readings, elsewhere, strict=True):
        adds = _adds(read.formulas, known)
        known |= {_key(f.relation, f.left.term, f.right.term) for f in read.formulas}
        if read.foreign:
            step = replace(step, judgement=Unjudged(Unjudgement.OTHER_LANGUAGE))
        elif other and step.reason == Unjudgement.NOTHING_TO_CHECK:
            step = replace(step, judgement=Unjudged(Unjudgement.OUT_OF_DOMAIN))
        findings = (*_mended(step.text), *ledger.audit(step.index, step.text, read))
        steps.append(replace(step, findings=findings, adds=adds))
    final = final_of(judged.chain)
    alarm = alarm_of(judged.chain, final, steps)
    return replace(judged, steps=tuple(steps), findings=ledger.unused(), alarm=alarm, final=final)


def _mended(text: str) -> tuple[Evidence, ...]:
    """What is said of a text whose LaTeX was read as if it had its backslashes."""
    whole = mended(text)
    if whole is None:
        return ()
    at, count = whole.before(whole.places[0]), len(whole.places)
    said = "a command" if count == 1 else f"each of {count} commands"
    why = f"{said} of LaTeX lost its backslash, and is read as if it were there"
    return (Evidence(Kind.MENDED_LATEX, why, (at, at + 1)),)


def _adds(formulas: Sequence[Formula], known: set[Stated]) -> bool | None:
    """Whether a claim of a step is new; None where there is no claim. ``a = a`` is never new."""
    if not formulas:
        return None
    stated = [_key(f.relation, f.left.term, f.right.term) for f in formulas]
    return any(key not in known and key[1] != key[2] for key in stated)


def _key(relation: Head, left: Expr, right: Expr) -> Stated:
    """A relation up to the order of its sides, of sums and of products."""
    a, b = _sorted(left), _sorted(right)
    if relation in _TURNED:
        return _TURNED[relation], b, a
    symmetric = relation in (Head.EQ, Head.NE, Head.APPROX)
    return (relation, b, a) if symmetric and repr(b) < repr(a) else (relation, a, b)


def _sorted(term: Expr) -> Expr:
    if not isinstance(term, Node):
        return term
    args = tuple(map(_sorted, term.args))
    return Node(term.head, tuple(sorted(args, key=repr)) if term.head in (Head.ADD, Head.MUL) else args)


def final_of(chain: Chain) -> FinalAnswer | None:
    """Return the final answer of a chain beside its reference answer, None where it has none."""
    if chain.answer is None:
        return None
    found = final_answer([step.text for step in chain.steps], chain.problem)
    if found is None:
        return FinalAnswer(None, False, "could not tell", "no final answer was found")
    same = against(found, chain.answer)
    return FinalAnswer(found.text, found.is_told, same.state, same.reason)


def with_lean(judged: Sequence[JudgedChain], engine: LeanFormulaEngine, until: float = math.inf) -> list[JudgedChain]:
    """Return the chains with what Lean makes of each decided formula; until then (monotonic seconds) it is asked."""
    heard = [one for chain in judged for one in chain.translations]
    found = iter(certified([one.judged for one in heard if one.judged is not None], engine, until))
    told = iter([one if one.judged is None else replace(one, judged=next(found)) for one in heard])
    return [replace(chain, translations=tuple(next(told) for _ in chain.translations)) for chain in judged]


def certified(judged: Sequence[Decisions], engine: LeanFormulaEngine, until: float = math.inf) -> list[Decisions]:
    """Return the translations with what Lean makes of each decided formula."""
    certificates = [c for one in judged for decision in decisions(one) if (c := decision.certificate) is not None]
    told = iter(engine.certified(certificates, until))
    return [with_told(one, told) for one in judged]


def decisions(judged: Decisions) -> Iterator[Decision]:
    """Yield every decision of a translation, in order."""
    for step in judged.steps:
        for statement in step.statements:
            yield from statement.decisions


MANY = 100
"""Steps, or chains, after which it is said how far the work is."""


class Judge:
    """Judges chains with engines that stay warm between them. Use as a context manager; ``judge(chain)`` judges.

    >>> from verifier import Chain
    >>> with Judge(lean="off") as judge:
    ...     [judge(Chain.of("Add.", [step])).first_error for step in ("2 + 3 = 5", "2 + 3 = 6")]
    [-1, 0]

    ``lean``: ``off`` never starts Lean, ``auto`` uses it where it is to be had, ``require`` fails without it.
    ``timeout``: wall-clock seconds for one chain, after which Lean is asked no more; it protects the machine.
    ``progress`` is told how far the first run's installation of Lean has come.
    ``certify``: every decided claim is put to Lean as well, and Lean's certificate is kept where it gives one.
    ``prm``: a process reward model or its name (as for ``--prm``, such as ``"default"``), which estimates the steps
    that exact means do not settle. ``fusion``: how its scores and the evidence make an estimate; by default, as was
    fitted with the model. ``calibration``: what ``verifier calibrate`` wrote for the model: what the shares that come
    of it are worth, and below which score of a chain of its length a first error is named.
    ``translations``: by which translations chains are judged beside the rules that read their text, under the names
    that ``TranslationSettings`` has for them: ``readings``, ``given``, ``trust``, ``translator`` and more.

    A fork of the process may use it: it starts engines of its own there, and leaves those of the parent alone.
    """

    def __init__(
        self,
        lean: LeanMode = "auto",
        timeout: float = 60.0,
        progress: Progress = quiet,
        *,
        certify: bool = False,
        prm: str | ProcessRewardModel | None = "none",
        fusion: Fusion | None = None,
        calibration: Calibrated | str | Path | None = None,
        **translations: Any,
    ) -> None:
        """Start nothing; a model that is named is loaded now, and files of translations are read.

        Raises: ValueError on a mode that does not exist, on ``certify`` without Lean, or where a file of translations
        cannot be read whole or their level is of others; PrmUnavailable; ModelUnavailable where the translator has no
        such name.
        """
        self.progress = progress
        self.lineup = LineUp(lean, timeout, progress, certify=certify)
        self.prm = model_of(prm)
        self.fusion = fusion or (MODEL_ALONE if self.prm is None else fusion_of(self.prm))
        self.calibrated = calibration_for(self.prm, calibration)
        self.lengths = lengths_for(self.prm, self.fusion, self.calibrated)
        self.votes = votes_for(self.prm, self.fusion, self.calibrated)
        self.watch = Watch()
        self.agreeing = formal_judge()
        self.translations = _translations(translations) if translations else None

    def __enter__(self) -> Judge:
        self.lineup.prepare()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop what was started."""
        self.lineup.close()
        if self.translations is not None:
            self.translations.close()

    def __call__(self, chain: Chain) -> JudgedChain:
        """Return the judged chain.

        Raises: LeanUnavailable if Lean is required and cannot be had; of a translator, ModelUnavailable and NotKept.
        """
        return self.all([chain])[0]

    def all(self, chains: Sequence[Chain]) -> list[JudgedChain]:
        """Return the judged chains, in order, each as ``judge(chain)`` gives it. Raises: as one chain.

        The process reward model sees them as one batch, and Lean is asked for certificates of all their claims at once.
        """
        return self.certified(self._finished([self.exactly(chain) for chain in chains]))

    def combined(self, translated: Translated, trust: Settling) -> JudgedChain:
        """Return a chain as its text and these translations judge it. Raises: as ``combined_all``."""
        return self.combined_all([translated], trust)[0]

    def combined_all(self, translated: Sequence[Translated], trust: Settling) -> list[JudgedChain]:
        """Return chains as their texts and these translations judge them, in order. Raises: as ``all``."""
        texts = [self.exactly(one.chain) for one in translated]
        return self.certified(self._with_estimates(self._combined(texts, translated, trust)))

    def _combined(
        self, texts: Sequence[JudgedChain], translated: Sequence[Translated], trust: Settling
    ) -> list[JudgedChain]:
        pairs = zip(texts, translated, strict=True)
        return [combine(one, of.translations, trust, self.agreeing) for one, of in pairs]

    def _finished(self, texts: Sequence[JudgedChain]) -> list[JudgedChain]:
        """Return chains that were judged by their text with what translations say, and with estimates."""
        if (by := self.translations) is None:
            return self._with_estimates(texts)
        return self._with_estimates(self._combined(texts, by([one.chain for one in texts]), by.trust))

    def _with_estimates(self, judged: Sequence[JudgedChain]) -> list[JudgedChain]:
        if self.prm is None:
            return list(judged)
        scores = self.prm.score([one.chain for one in judged])
        return [self._estimated(*pair) for pair in zip(judged, scores, strict=True)]

    def certified(self, judged: Sequence[JudgedChain]) -> list[JudgedChain]:
        """Return judged chains (of this judge or of another) with Lean's certificates, where ``certify`` is wanted.

        Lean is asked about all their decided claims at once, a pool of Leans where that is worth it; a chain with a
        claim that Lean shows otherwise is judged again, claim by claim. Raises: as one chain.
        """
        if not self.lineup.certifies:
            return list(judged)
        found = certified_chains(judged, self.lineup.certified_many, self._again)
        if self.lineup.lean is None or not any(one.translations for one in found):
            return found
        return with_lean(found, self.lineup.lean, self.lineup.until(len(found)))

    def _again(self, before: JudgedChain, withheld: Sequence[Contradiction]) -> JudgedChain:
        """Judge a chain once more, without the claims of its text that were both proved and refuted."""
        text = self._exactly(before.chain, withheld)
        if before.trust is not None:
            translations = [one.translation for one in before.translations]
            text = combine(text, translations, before.trust, self.agreeing)
        return self._with_estimates([text])[0]

    def _estimated(self, judged: JudgedChain, scores: Sequence[float]) -> JudgedChain:
        assert self.prm is not None
        after = None if self.calibrated is None else self.calibrated.of(judged.chain)
        by = {**judged.versions, "prm": self.estimator}
        if judged.trust is not None:  # no threshold and no drift is known of these
            correct, known = [step.correct for step in judged.steps], of_translations(judged)
            fused = with_translations(self.fusion, self.prm).prefixes(correct, known, scores, after)
            return replace(judged, steps=estimated(judged.steps, fused), versions=by)
        watched = tuple(seen(judged.steps, scores))
        self.watch.see(watched)
        fused = self.fusion(judged.steps, scores, after)
        steps = estimated(judged.steps, fused)
        likely = fused[-1] is None or fused[-1] >= WRONG_BELOW
        accused = not likely and self.lengths is not None and self.lengths.accuses(judged.chain, fused[-1])
        first = named(steps, fused) if accused else None
        return replace(judged, steps=steps, versions=by, watched=watched, named=first)

    @property
    def estimator(self) -> str:
        """What estimates, as records name it; empty where nothing does."""
        names = [*([self.prm.name] if self.prm else []), *([self.calibrated.name] if self.calibrated else [])]
        return ", ".join(names)

    def drift(self) -> list[str]:
        """Return warnings where the model goes worse with what was settled so far than with its calibration set.

        *Raises:* OSError or ValueError where the model's folder was damaged meanwhile.
        """
        level = level_for(self.prm, self.calibrated)
        return [] if level is None else drifted(self.watch.agreement(), level)

    def exactly(self, chain: Chain, *, each: bool = False) -> JudgedChain:
        """Return the chain as judged by exact means alone. Raises: as a call.

        ``each``: where certificates are wanted, they are taken in now, and not for many chains at once.
        """
        judged = self._exactly(chain)
        return self.certified([judged])[0] if each else judged

    def _exactly(self, chain: Chain, withheld: Sequence[Contradiction] = ()) -> JudgedChain:
        """Return the chain as judged by exact means alone, without Lean's certificates; ``withheld``: claims that were
        both proved and refuted."""
        reading = read_text(chain, lambda count: self._done("reading", count, len(chain.steps)))
        runs = read_program(chain.problem, [step.text for step in chain.steps])
        found = self.lineup.decided(with_runs(reading.chain, runs), reading.reread, withheld)
        steps = judged_steps(chain, reading, runs, found)
        judged = JudgedChain(chain, steps, versions(steps), reading=found.chain, support=found.support)
        return noted(judged, reading)

    def holds_locally(self, chain: Chain, step: int) -> bool:
        """Return whether a step would be settled correct, whatever its numbers rest on. Raises: IndexError."""
        reading = read_text(chain)
        found = self.lineup.decided(resting_on_nothing(reading.chain, step), reading.reread)
        return proves_whole(found.steps[step])

    def before(self, chain: Chain, step: int) -> Sequence[Hypothesis]:
        """Return what holds before a step of a chain: facts, definitions, and what earlier steps state."""
        reading = read_text(chain)
        formal = replace(reading.chain, steps=reading.chain.steps[:step])
        return self.lineup.decided(formal, reading.reread).context.held

    def _done(self, what: str, count: int, steps: int) -> None:
        """Say now and then how far a long chain is."""
        if steps >= MANY and (count % MANY == 0 or count == steps):
            self.progress(f"{what}: {count:,} of {steps:,} steps", count / steps)


def _translations(settings: dict[str, Any]) -> Translations | None:
    from verifier.pipeline.by_translations import Translations  # which load what asks models
    from verifier.pipeline.settings import TranslationSettings

    names = [one.name for one in fields(TranslationSettings)]
    if unknown := sorted(settings.keys() - set(names)):
        raise TypeError(f"expected settings of translations among {', '.join(names)}, got {', '.join(unknown)}")
    asked = TranslationSettings(**settings)
    return None if asked.nobody else Translations(asked)
