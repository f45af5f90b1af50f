"""The proofs of relations that are ever tried, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import Point, value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.statement.render import Statement
from verifier.engines.lean.tactics import function_lemmas, radical_lemmas

Closing = tuple[tuple[str, ...], str]
"""Facts that are put first, as lines, and the last tactic."""


MATHLIB: Final = {
    "norm_num": "norm_num at *",
    "ring": "ring",
    "linarith": "linarith",
    "nlinarith": "nlinarith [{squares}]",
    "positivity": "positivity",
    "field_simp": "(field_simp; ring)",
}
"""The tactics that Mathlib adds, cheapest first; ``squares`` are facts that squares are not negative."""

_BARE: Final = "by intros; grind"


def scripts(statement: Statement, point: Point) -> Mapping[str, str]:
    """Return the proofs to try, by name, cheapest first; at a point they use its values."""
    if statement.mathlib:
        return by_mathlib(statement, point)
    if statement.at_point:
        return _at_point(statement, point)
    members = closings(statement)
    return {name: _BARE if name == "grind" else _script(statement, *found) for name, found in members.items()}


def closings(statement: Statement) -> Mapping[str, Closing]:
    """Return how a goal about all numbers is closed once everything is introduced: by name, the facts that are put
    first and the last tactic."""
    if statement.laws.angles:
        related = radical_lemmas.relations(statement) if statement.ordered else []
        return {
            "laws": _closing([*related, *function_lemmas.facts(statement)])
        }  # nothing else speaks of sine and cosine
    found = _ordered(statement) if statement.ordered else {"grind": _closing()}
    if told := function_lemmas.facts(statement):
        related = radical_lemmas.relations(statement) if statement.ordered else []
        return {"laws": _closing([*told, *related]), **found}
    return found


def _at_point(statement: Statement, point: Point) -> Mapping[str, str]:
    witness = _witness(statement, point)
    if witness is None:
        return {}
    # The kernel computes with big numbers by itself; grind is there for what it cannot unfold.
    tactics = {"compute": "by decide +kernel", "grind": "by grind"}
    return {name: _tuple(witness, tactic) for name, tactic in tactics.items()}


def by_mathlib(statement: Statement, point: Point) -> Mapping[str, str]:
    """Return each tactic of Mathlib by itself, on every part of the goal."""
    if statement.at_point:
        witness = _witness(statement, point)
        return {} if witness is None else {"norm_num": _tuple(witness, "by norm_num")}
    squares = ", ".join(f"sq_nonneg {term}" for term in radical_lemmas.squared(statement))
    head = f"by\n  {intro(statement)}\n  repeat' apply And.intro\n  all_goals "
    return {name: f"{head}{text.format(squares=squares)}\n" for name, text in MATHLIB.items()}


def _ordered(statement: Statement) -> dict[str, Closing]:
    """Each closing puts some facts first, and ends in a tactic that finds the rest."""
    related = radical_lemmas.relations(statement)
    found = {"related": _closing(related)} if related else {"grind": _closing()}
    if statement.equation:
        found["root"] = _closing(related, "apply Verifier.eq_of_sq_eq <;> grind")
    elif sums := radical_lemmas.sums(statement):
        found["sums"] = _closing(sums)
    if ends := radical_lemmas.bounds(statement):
        found["bounds"] = _closing([*related, *ends])
    if statement.letters:
        found["squares"] = _closing([*related, *radical_lemmas.squares(statement)])
    if statement.gaps:
        found["products"] = _closing([*related, *radical_lemmas.products(statement)])
    return found


def _closing(facts: Sequence[str] = (), last: str = "grind") -> Closing:
    return tuple(facts), last


def _script(statement: Statement, facts: Sequence[str], last: str = "grind") -> str:
    lines = "".join(f"  {line}\n" for line in [intro(statement), *facts, last])
    return f"by\n{lines}"


def intro(statement: Statement) -> str:
    """Return the tactic that names everything which a statement about all numbers binds."""
    hypotheses = (f"h{i}" for i in range(len(statement.hypotheses)))
    field = ["K", *"_" * statement.head.count("[")] if "K" in statement.head else []
    return " ".join(["intro", *field, *statement.bound, *statement.functions, *hypotheses])


def _witness(statement: Statement, point: Point) -> list[str] | None:
    """The values of the letters, then of the roots, or None when a root is not rational there."""
    try:
        roots = [value(root, point) for root in statement.roots]
    except NotEvaluated:
        return None
    return [_numeral(x) for x in [*(point[letter] for letter in statement.letters), *roots]]


def _numeral(x: Fraction) -> str:
    sign = "-" if x < 0 else ""
    return f"({sign}({abs(x.numerator)} : Rat) / {x.denominator})"


def _tuple(witness: list[str], last: str) -> str:
    return f"⟨{', '.join([*witness, last])}⟩" if witness else last
