"""What of a step's text its translations do not say, or say otherwise: such a step is not settled correct."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.language.formal_chain import FormalChain
from verifier.language.linting.numbers import Span, left_out, ungrounded
from verifier.language.linting.saying import unsaid


def uncovered(texts: Sequence[str], chains: Sequence[FormalChain]) -> tuple[tuple[str, ...], ...]:
    """Return for each step of a chain the words that its translations leave out or say otherwise, in order.

    A number that *some* translation quotes is accounted for: what this one states is proved where the
    step is approved. What *any* translation quotes and says otherwise, and a number of its own, is not. Of a step whose
    text is not there nothing is said.
    """
    invented = [_ungrounded(chain) for chain in chains]
    return tuple(
        (
            *(text[begin:end] for begin, end in sorted(_left_out(text, i, chains) | _otherwise(text, i, chains))),
            *dict.fromkeys(number for one in invented for number in one.get(i, ())),
        )
        if text
        else ()
        for i, text in enumerate(texts)
    )


def _left_out(text: str, index: int, chains: Sequence[FormalChain]) -> frozenset[Span]:
    left = [left_out(text, chain.steps[index]) for chain in chains]
    return frozenset.intersection(*(frozenset(one.numbers) for one in left))


def _otherwise(text: str, index: int, chains: Sequence[FormalChain]) -> frozenset[Span]:
    return frozenset(span for chain in chains for span in unsaid(text, index, chain))


def _ungrounded(chain: FormalChain) -> dict[int, list[str]]:
    """The numbers of each step's expressions that stand neither in its words nor in what came before."""
    found: dict[int, list[str]] = {}
    for finding in ungrounded(chain):
        if finding.place.step is not None:
            found.setdefault(finding.place.step, []).append(finding.message.partition(":")[0])
    return found
