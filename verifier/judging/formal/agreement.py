"""Where translations of one chain agree: what both refute, or prove, of the same words.

A step is incorrect where every translation refutes a statement of it, the quotes overlap and the statements come to
the same under the facts: with every letter put at the value that its translation's facts force, the same numbers are
compared. It is correct where every translation proves all that it states, and leaves nothing unsaid. Where the facts
force different answers to the question, the translations do not agree on anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from verifier.checkers.formulas.evaluation import truth, value
from verifier.engines.formulas.models import forced
from verifier.judging.formal.context import opened
from verifier.judging.formal.translation import JudgedFormalStep, JudgedTranslation, State
from verifier.kernel.evaluate import NotEvaluated
from verifier.kernel.formula import COMPARISONS, Expr, Head, Node
from verifier.kernel.verdict import Refuted
from verifier.language.formal_chain import FormalChain
from verifier.language.functions import Sort

Values = Mapping[str, Fraction]


def agreed(translations: Sequence[JudgedTranslation], text: Sequence[str]) -> list[State]:
    """Return what the translations agree on of every step; ``text``: the words of the steps."""
    values = [forced_values(one) for one in translations]
    if not same_answers(translations, values):
        return [State.OPEN] * len(text)
    found = []
    for index, words in enumerate(text):
        steps = [one.steps[index] for one in translations]
        found.append(_step(steps, values, words))
    return found


def forced_values(judged: JudgedTranslation) -> Values:
    """Return the values that the facts and definitions of a translation force."""
    claim = opened(judged.chain).claim(Node(Head.TRUE))
    return forced(claim)


def same_answers(translations: Sequence[JudgedTranslation], values: Sequence[Values]) -> bool:
    """Return whether all translations whose facts force what is asked force the same."""
    told = (asked(one.chain, at) for one, at in zip(translations, values, strict=True))
    answers = {found for found in told if found is not None}
    return len(answers) <= 1


def asked(chain: FormalChain, values: Values) -> tuple[Fraction | bool, ...] | None:
    """Return what the values make of all that is asked, or None where they do not tell."""
    found: list[Fraction | bool] = []
    for ask in chain.asks:
        if ask.expr is None:
            return None
        try:
            one = truth(ask.expr, values) if ask.sort is Sort.FORMULA else value(ask.expr, values)
        except NotEvaluated:
            return None
        if one is None:
            return None
        found.append(one)
    return tuple(found) or None


def _step(steps: Sequence[JudgedFormalStep], values: Sequence[Values], words: str) -> State:
    states = {one.state for one in steps}
    if states == {State.SILENT}:
        return State.SILENT
    if states == {State.PROVED} and all(one.whole for one in steps):
        return State.PROVED
    if states <= {State.REFUTED, State.RESTS_ON_ERROR}:
        if State.REFUTED not in states:
            return State.RESTS_ON_ERROR
        refuted = [list(_refuted(one, at, words)) for one, at in zip(steps, values, strict=True)]
        first, *others = refuted
        if any(all(any(_same(one, other) for other in theirs) for theirs in others) for one in first):
            return State.REFUTED
    return State.OPEN


Refutation = tuple[frozenset[int], tuple[object, ...]]
"""Where the quote stands in the words, and what is compared at the forced values."""


def _refuted(step: JudgedFormalStep, values: Values, words: str) -> Iterator[Refutation]:
    for judged in step.statements:
        for one in judged.decisions:
            if isinstance(one.verdict, Refuted) and one.claim is not None:
                yield covered(judged.statement.quote, words), meaning(one.claim.formula, values)


def covered(quote: str, words: str) -> frozenset[int]:
    """Return the places of the words that a quote covers; all of them, where it does not stand there."""
    start = words.find(quote)
    return frozenset(range(start, start + len(quote))) if start >= 0 else frozenset(range(len(words)))


def meaning(formula: Expr, values: Values) -> tuple[object, ...]:
    """Return what a formula compares at the forced values: its relation and both numbers; or the formula itself."""
    if isinstance(formula, Node) and formula.head in COMPARISONS:
        try:
            left, right = (value(side, values) for side in formula.args)
        except NotEvaluated:
            return (formula,)
        if formula.head in (Head.EQ, Head.NE):
            return (formula.head, *sorted((left, right)))
        less = (left, right) if formula.head in (Head.LT, Head.LE) else (right, left)
        return (
            "order",
            *less,
        )  # a refuted order and its strict form are refuted by the same numbers, or are equalities
    return (formula,)


def _same(one: Refutation, other: Refutation) -> bool:
    return bool(one[0] & other[0]) and one[1] == other[1]
