"""The linter of translations: it tells what is strange in a formal chain, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from verifier.language.formal_chain import FormalChain
from verifier.language.linting.dimensions import dimensions
from verifier.language.linting.expressions import empty, unparsed
from verifier.language.linting.findings import Finding
from verifier.language.linting.numbers import ungrounded, unquoted
from verifier.language.linting.quotes import quotes, spans
from verifier.language.linting.roles import asked, definitions, names, ranges
from verifier.language.linting.saying import facts_otherwise, otherwise

Rule = Callable[[FormalChain], Iterator[Finding]]

RULES: Final[tuple[Rule, ...]] = (
    *(unparsed, empty, quotes, spans, definitions, names, ranges, asked),
    *(unquoted, otherwise, facts_otherwise, ungrounded, dimensions),
)


def lint(chain: FormalChain) -> list[Finding]:
    """Return the findings of every rule, in the order of the chain: variables, facts, asks, steps."""
    found = [finding for rule in RULES for finding in rule(chain)]
    order = {fact.id: i for i, fact in enumerate(chain.facts)}
    names = {name: i for i, name in enumerate(chain.variables)}

    def where(finding: Finding) -> tuple[int, int, int]:
        place = finding.place
        if place.step is not None:
            return 4, place.step, -1 if place.statement is None else place.statement
        if place.ask is not None:
            return 3, place.ask, 0
        if place.fact is not None:
            return 2, order[place.fact], 0
        return (1, names[place.variable], 0) if place.variable is not None else (0, 0, 0)

    return sorted(dict.fromkeys(found), key=where)
