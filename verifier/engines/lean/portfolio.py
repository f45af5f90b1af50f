"""The proofs that are ever tried, by name. A stored proof is a name and a point: no Lean text is taken in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice

from verifier.engines.lean.render import Statement
from verifier.kernel.evaluate import NotEvaluated, Point, value

MAX_SQUARES = 10


@dataclass(frozen=True, slots=True)
class Script:
    """A proof as Lean text, and the modules of ours that it mentions."""

    text: str
    modules: tuple[str, ...] = ()


def scripts(statement: Statement, point: Point) -> Mapping[str, Script]:
    """Return the proofs to try, by name, cheapest first; at a point they use its values. Fails: never."""
    return _at_point(statement, point) if statement.at_point else _everywhere(statement)


def _at_point(statement: Statement, point: Point) -> Mapping[str, Script]:
    witness = _witness(statement, point)
    if witness is None:
        return {}
    # The kernel computes with big numbers by itself; grind is there for what it cannot unfold.
    tactics = {"compute": "by decide +kernel", "grind": "by grind"}
    return {name: Script(_tuple(witness, tactic)) for name, tactic in tactics.items()}


def _everywhere(statement: Statement) -> Mapping[str, Script]:
    found = {"grind": Script("by intros; grind")}
    if statement.ordered:
        by = f"by\n{_intro(statement)}"
        squares = Script(f"{by}{_squares(statement)}  grind", ("Verifier.Order",))
        root = Script(f"{by}  apply Verifier.eq_of_sq_eq <;> grind", ("Verifier.Order",))
        found |= {"root": root, "squares": squares} if statement.equation else {"squares": squares}
    return found


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


def _intro(statement: Statement) -> str:
    names = [f"x{i}" for i in range(len(statement.letters))] + [f"s{i}" for i in range(len(statement.roots))]
    return f"  intro K _ _ _ _ _ _ {' '.join(names)}\n  intros\n"


def _squares(statement: Statement) -> str:
    names = [f"x{i}" for i in range(len(statement.letters))]
    squared = [*names, *(f"({a} - {b})" for a, b in combinations(names, 2))]
    squared += [f"({a} + {b})" for a, b in combinations(names, 2)] + [f"({a} - 1)" for a in names]
    kept = islice(squared, MAX_SQUARES)
    return "".join(f"  have q{i} := Verifier.sq_nonneg {term}\n" for i, term in enumerate(kept))
