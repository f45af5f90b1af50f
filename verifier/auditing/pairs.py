"""Proved minimal pairs: a right chain whose steps are proved, and its twin with one step that is settled incorrect.

The labels are verdicts of the ordinary judge, in every dress, with their certificates; what is not proved is no pair.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from verifier.auditing.errors import KINDS, changed
from verifier.auditing.forms import FORMS, PLAIN
from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain
from verifier.pipeline.judge import Judge
from verifier.records.record import record

T = TypeVar("T")

OWN = "own"
"""The subject, and the level, of chains that the user brought."""


@dataclass(frozen=True, slots=True)
class Source:
    """A chain that should be right, not yet judged, with its subject and level."""

    chain: Chain
    subject: str = OWN
    level: str = OWN


@dataclass(frozen=True, slots=True)
class Twins:
    """A right chain, and the same with one step wrong, both judged, in one dress."""

    right: JudgedChain
    wrong: JudgedChain


@dataclass(frozen=True, slots=True)
class Pair:
    """A minimal pair: ``at`` is the 0-based step that differs; ``forms`` holds the twins in each dress in which they
    are proved, ``plain`` always."""

    name: str
    subject: str
    level: str
    kind: str
    at: int
    forms: Mapping[str, Twins]

    @property
    def plain(self) -> Twins:
        """The twins as they were made, in no other dress."""
        return self.forms[PLAIN]

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the records of all its chains; their ids say what each is."""
        for form, twins in self.forms.items():
            for side, judged in (("right", twins.right), ("wrong", twins.wrong)):
                yield record(replace(judged, chain=replace(judged.chain, id=self.id(form, side))))

    def id(self, form: str, side: str) -> str:
        """Return the id of one of its records."""
        return "/".join((self.name, self.subject, self.level, self.kind, f"step {self.at}", form, side))


def proved(judged: JudgedChain, until: int | None = None) -> bool:
    """Return whether something is proved in the steps before ``until``, and nothing there is left open: every claim is
    proved."""
    steps = judged.steps[:until]
    return all(step.checked or not step.claims for step in steps) and (any(s.checked for s in steps) or until == 0)


def holds(twins: Twins, at: int) -> bool:
    """Return whether the twins are a proved pair: the right one proved throughout, the wrong one settled incorrect at
    ``at``, proved before, and otherwise the same text."""
    right, wrong = twins.right, twins.wrong
    others = [(a.text, b.text) for a, b in zip(right.steps, wrong.steps, strict=True) if a.index != at]
    return (
        right.chain.problem == wrong.chain.problem
        and all(one == other for one, other in others)
        and right.steps[at].checked
        and proved(right)
        and wrong.steps[at].correct is False
        and all(step.checked or not step.claims for step in wrong.steps[:at])
        and not right.contradictions + wrong.contradictions
    )


@dataclass(slots=True)
class Maker:
    """Makes pairs, the kinds of each subject and the positions in turn. ``tally`` counts what became of the sources."""

    judge: Judge
    dice: random.Random
    kinds: Sequence[str] = tuple(KINDS)
    forms: Sequence[str] = tuple(FORMS)
    tally: Counter[str] = field(default_factory=Counter)
    _made: Counter[tuple[str, str]] = field(default_factory=Counter)
    _places: Counter[int] = field(default_factory=Counter)

    def pairs(self, sources: Iterable[Source], tick: Callable[[], None] = lambda: None) -> Iterator[Pair]:
        """Yield a pair for each source in which an error can be proved. Raises: as the judge."""
        for source in sources:
            right = self.judge.exactly(source.chain)
            if not proved(right):
                self.tally["not proved"] += 1
                continue
            found = self._pair(source, right)
            self.tally["no error proved" if found is None else "pairs"] += 1
            if found is not None:
                self._made[found.subject, found.kind] += 1
                self._places[found.at] += 1
                tick()
                yield found

    def _pair(self, source: Source, right: JudgedChain) -> Pair | None:
        places = [step.index for step in right.steps if step.checked]
        for kind in self._order(self.kinds, lambda kind: self._made[source.subject, kind]):
            for at in self._order(places, lambda place: self._places[place]):
                text = changed(right.steps[at].text, kind, self.dice)
                if text is None:
                    continue
                twins = Twins(right, self._judged(right, [*_texts(right)[:at], text, *_texts(right)[at + 1 :]]))
                if holds(twins, at):
                    name = f"{self.tally['pairs']:05}"
                    return Pair(name, source.subject, source.level, kind, at, self._dressed(twins, at))
                self.tally["errors not proved"] += 1
        return None

    def _order(self, choices: Sequence[T], made: Callable[[T], int]) -> list[T]:
        """The choices, those first of which fewest were made."""
        return sorted(self.dice.sample(choices, len(choices)), key=made)

    def _dressed(self, twins: Twins, at: int) -> dict[str, Twins]:
        found = {PLAIN: twins}
        for form in self.forms:
            for _ in range(3):  # some praise is read as more than praise
                seed = self.dice.getrandbits(32)
                made = [FORMS[form](judged, at, random.Random(seed)) for judged in (twins.right, twins.wrong)]
                if made[0] is None or made[1] is None:
                    break
                both = Twins(self._judged(twins.right, made[0]), self._judged(twins.right, made[1]))
                if holds(both, at):
                    found[form] = both
                    break
        return found

    def _judged(self, model: JudgedChain, texts: Sequence[str]) -> JudgedChain:
        return self.judge.exactly(Chain.of(model.chain.problem, texts))


def _texts(judged: JudgedChain) -> list[str]:
    return [step.text for step in judged.steps]


def certified(pairs: Sequence[Pair], judge: Judge) -> list[Pair]:
    """Return the pairs with Lean's certificates, where the judge certifies; without what Lean shows otherwise.

    Raises: LeanUnavailable.
    """
    flat = [judged for pair in pairs for twins in pair.forms.values() for judged in (twins.right, twins.wrong)]
    done = iter(judge.certified(flat))
    found = []
    for pair in pairs:
        forms = {form: Twins(next(done), next(done)) for form in pair.forms}
        kept = {form: twins for form, twins in forms.items() if holds(twins, pair.at)}
        if PLAIN in kept:
            found.append(replace(pair, forms=kept))
    return found
