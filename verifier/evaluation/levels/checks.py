"""The checks that a translation can fail, by name: how often each fires, on steps that are right and on those wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Self

from verifier.evaluation.items import Labelled
from verifier.judging.agreeing.judge import JudgedFormal
from verifier.judging.judgements.judgement import State
from verifier.judging.translations.intake import disqualifies
from verifier.judging.translations.translation import Translation
from verifier.language.formal_chain import Role
from verifier.language.lint import lint

On = Literal["right step", "wrong step", "other step", "right chain", "wrong chain", "other chain"]
"""What a check fired on: by its label; ``other`` is what has none."""


@dataclass(frozen=True, slots=True)
class Fired:
    """A check that fired, and on what."""

    check: str
    on: On

    @classmethod
    def of(cls, check: str, label: bool | None) -> Self:
        """Return a check that fired on a step with this label."""
        return cls(check, "other step" if label is None else "right step" if label else "wrong step")

    @classmethod
    def whole(cls, check: str, row: Labelled) -> Self:
        """Return a check that fired on a whole chain."""
        error = row.first_error
        return cls(check, "other chain" if error is None else "right chain" if error < 0 else "wrong chain")


def of_translation(translation: Translation, judged: JudgedFormal | None, row: Labelled) -> Iterator[Fired]:
    """Yield what fired on one translation of a chain, each check once for a step."""
    formal = translation.formal
    if not formal.by.name:
        yield Fired.whole("provenance missing", row)
    if translation.set_aside is not None:
        codes = (one.code.value for one in lint(formal) if disqualifies(one, formal))
        yield Fired.whole(f"set aside: {next(codes, 'of another text')}", row)
    if len(formal.steps) != len(row.steps):
        return  # it is set aside, and its places are of another text
    found = {(f"linter: {one.code.value}", one.place.step) for one in lint(formal)}
    for i, step in enumerate(formal.steps):
        if any(one.role is Role.UNSAID for one in step.statements):
            found.add(("statement unsaid", i))
        if step.unread:
            found.add(("words left unread", i))
    yield from _placed(found, row)
    if judged is not None:
        yield from _placed(_examined(judged, ""), row)


def of_agreement(judged: JudgedFormal | None, alone: Sequence[JudgedFormal], row: Labelled) -> Iterator[Fired]:
    """Yield what fired on all translations of a chain together: on a step that one of them settles, and all do not,
    that they differ."""
    if judged is None:
        yield Fired.whole("agreeing: a translation missing or set aside", row)
        return
    found = set(_examined(judged, "agreeing: "))
    for i, state in enumerate(judged.agreed):
        settles = any(one.agreed[i] in (State.PROVED, State.REFUTED) for one in alone)
        if state is State.OPEN and settles and not judged.doubts[i] and not judged.uncovered[i]:
            found.add(("agreeing: the translations differ", i))
    yield from _placed(found, row)


def _examined(judged: JudgedFormal, name: str) -> Iterator[tuple[str, int]]:
    for i, doubts in enumerate(judged.doubts):
        yield from ((f"{name}doubt: {check}", i) for check in sorted({one.check for one in doubts}))
    stating = [
        all(any(s.decisions for s in one.steps[i].statements) for one in judged.translations)
        for i in range(len(judged.agreed))
    ]
    for i, words in enumerate(judged.uncovered):
        if words and stating[i]:
            yield f"{name}words not covered, or said otherwise", i


def _placed(found: Iterable[tuple[str, int | None]], row: Labelled) -> Iterator[Fired]:
    for check, step in sorted(found, key=lambda one: (one[0], -1 if one[1] is None else one[1])):
        yield Fired.whole(check, row) if step is None else Fired.of(check, row.labels[step])
