"""How a goal about all numbers of a field is closed: by facts that are put first, and a last tactic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from verifier.checkers.lean.statement.statement import Statement
from verifier.engines.lean.tactics import function_lemmas, radical_lemmas
from verifier.engines.lean.tactics.names import intro

Closing = tuple[str, ...]
"""Lines: facts that are put first, and the last tactic."""

MATHLIB: Final = {
    "norm_num": "norm_num at *",
    "ring": "ring",
    "linarith": "linarith",
    "nlinarith": "nlinarith [{squares}]",
    "positivity": "positivity",
    "field_simp": "(field_simp; ring)",
}
"""The tactics that Mathlib adds, cheapest first; ``squares`` are facts that squares are not negative."""


def closings(statement: Statement) -> dict[str, Closing]:
    """Return how a goal about all numbers is closed once everything is introduced, by name."""
    related = radical_lemmas.relations(statement) if statement.ordered else []
    laws = function_lemmas.facts(statement)
    found = {"laws": (*laws, *related, "grind")} if laws else {}
    if statement.writer.laws.angles:
        return found  # nothing else speaks of sine and cosine
    return found | (_ordered(statement, related) if statement.ordered else {"grind": ("grind",)})


def by_mathlib(statement: Statement) -> Mapping[str, str]:
    """Return each tactic of Mathlib by itself, on every part of the goal."""
    squares = ", ".join(f"sq_nonneg {term}" for term in radical_lemmas.squared(statement))
    head = f"by\n  {intro(statement)}\n  repeat' apply And.intro\n  all_goals "
    return {name: f"{head}{text.format(squares=squares)}\n" for name, text in MATHLIB.items()}


def _ordered(statement: Statement, related: Sequence[str]) -> dict[str, Closing]:
    found: dict[str, Closing] = {"related" if related else "grind": (*related, "grind")}
    if sums := radical_lemmas.sums(statement):
        found["sums"] = (*sums, "grind")
    if ends := radical_lemmas.bounds(statement):
        found["bounds"] = (*related, *ends, "grind")
    if products := radical_lemmas.products(statement):
        found["products"] = (*related, *products, "grind")
    return found
