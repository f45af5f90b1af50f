"""Statements of the formal language whose truth is known, and what a decision procedure says of them.

The premises force a rational value on every letter, in one of several ways. Half of the statements are true and half
are false by the tests' own evaluator, which shares nothing with the package's. Each construct is wanted equally often.

python tests/benchmarks/formula_statements.py --count 20000 --seed 1 --decide MODULE:FUNCTION

The function takes a formula, its premises and the types of its letters, and returns True (proved), False (refuted) or
None (not decided). Without one, the evaluator of the package is asked at the values that are forced. With ``--engine``
each statement goes through the engine of formulas and the door; with ``--free`` too, and the letters have no forced
values: the premises are drawn like statements, and a verdict is wrong where brute force finds numbers at which the
premises hold and the statement is not as it says.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support.formulas.brute_force import judged
from support.formulas.drawing import Drawing
from support.formulas.zeros import Unknown

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.claims.decimals import claimed, exact
from verifier.engines.formulas.leaves import Leaves, found_model
from verifier.engines.formulas.propose import FormulaEngine
from verifier.engines.runs import shared
from verifier.judging.deciding.decider import Decider
from verifier.kernel.claim import Hypothesis, Standing, claim_of
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Type, node, walk_expr
from verifier.kernel.verdict import Proved, Refuted
from verifier.kernel.verdict import Unknown as NotDecided
from verifier.language.expressions.spell import spell

Decide = Callable[[Expr, tuple[Expr, ...], Mapping[str, Type]], bool | None]
UNHEARD = (
    Head.CALL,
    Head.ANTIDERIVATIVE,
    Head.PERCENT,
    Head.APPROX,
)  # they have no value to compare, or are in texts alone
WANTED = tuple(head for head in Head if head not in UNHEARD)
_NEAR = {Head.INFINITY: Head.LIMIT}  # a head that stands in another one


@dataclass(frozen=True, slots=True)
class Statement:
    """A formula, the premises that force its letters to ``values``, and whether it holds. ``wanted`` is in it."""

    wanted: Head
    formula: Expr
    premises: tuple[Expr, ...]
    types: Mapping[str, Type]
    values: Mapping[str, Fraction]
    holds: bool


def statements(count: int, seed: int) -> Iterator[Statement]:
    """Yield ``count`` statements, true and false in turn."""
    drawing, chance = Drawing(seed), random.Random(seed)
    for index in range(count):
        wanted, holds = WANTED[index // 2 % len(WANTED)], index % 2 == 0
        names = ("u", "v", "w")[: chance.randint(1, 3)]
        whole = chance.random() < 0.7
        values = {name: Fraction(chance.randint(-4, 9), 1 if whole else chance.randint(1, 4)) for name in names}
        premises = tuple(forced(values, chance))
        formula = _drawn(drawing, wanted, values, holds)
        yield Statement(wanted, formula, premises, dict.fromkeys(names, Type.REAL), values, holds)


def _drawn(drawing: Drawing, wanted: Head, values: Mapping[str, Fraction], holds: bool) -> Expr:
    """A formula with ``wanted`` in it that holds, or fails, at the values."""
    drawing.wanted = _NEAR.get(wanted, wanted)
    while True:
        formula = drawing.formula(3, tuple(values))
        if not any(isinstance(part, Node) and part.head is wanted for part in walk_expr(formula)):
            continue
        try:
            found = judged(spell(formula), values)
        except Unknown:
            continue
        if found != "N":
            return formula if (found == "T") is holds else node(Head.NOT, formula)


def forced(values: Mapping[str, Fraction], chance: random.Random) -> Iterator[Expr]:
    """Yield premises that hold at these values of real letters, and at no others."""
    before: Expr | None = None
    worth = Fraction(0)
    for name, value in values.items():
        letter = Sym(name)
        match chance.randrange(5):
            case 0:
                yield node(Head.EQ, letter, number(value))
            case 1:
                factor, added = chance.randint(2, 5), chance.randint(1, 9)
                total = node(Head.ADD, node(Head.MUL, Int(factor), letter), Int(added))
                yield node(Head.EQ, total, number(factor * value + added))
            case 2:
                yield node(Head.EQ, node(Head.POW, letter, Int(2)), number(value**2))
                yield node(Head.GE if value >= 0 else Head.LT, letter, Int(0))
            case 3:
                yield node(Head.LE, letter, number(value))
                yield node(Head.GE, letter, number(value))
            case _:
                first = Int(7) if before is None else before
                yield node(Head.EQ, node(Head.SUB, letter, first), number(value - (7 if before is None else worth)))
        before, worth = letter, value


def number(value: Fraction) -> Expr:
    """Return an expression of a rational number."""
    size: Expr = Int(abs(value.numerator))
    size = size if value.denominator == 1 else node(Head.DIV, size, Int(value.denominator))
    return node(Head.NEG, size) if value < 0 else size


def measured(
    decide: Callable[[Statement], bool | None], count: int, seed: int
) -> tuple[Counter[str], dict[Head, Counter[str]]]:
    """Return how many statements were decided right, wrong, and not at all: of all, and with each construct in them."""
    total: Counter[str] = Counter()
    each: dict[Head, Counter[str]] = {head: Counter() for head in WANTED}
    for one in statements(count, seed):
        verdict = decide(one)
        told = "undecided" if verdict is None else "right" if verdict is one.holds else "wrong"
        total[told] += 1
        for head in {part.head for part in walk_expr(one.formula) if isinstance(part, Node)}:
            each[head][told] += 1
        if told == "wrong":
            said = ", ".join(map(spell, one.premises))
            print(f"WRONG: {verdict} of {spell(one.formula)}\n    under {said}")
    return total, each


def at_the_values(one: Statement) -> bool | None:
    """What the package's evaluator says where the letters have the values that are forced."""
    try:
        assert all(truth(premise, one.values) is True for premise in one.premises)
        return truth(one.formula, one.values)
    except NotEvaluated:
        return None


def decided(formula: Expr, premises: tuple[Expr, ...], types: Mapping[str, Type]) -> bool | None:
    """What the engine of formulas shows, and the door admits, of a formula under premises that are facts."""
    held = tuple(Hypothesis(f"p{i}", Standing.FACT, exact(one)) for i, one in enumerate(premises))
    letters = [Letter(name, kind) for name, kind in types.items()]
    claim = claim_of(claimed(formula, frozenset()), letters, held)
    verdict = Decider(FormulaEngine(Leaves()), StructureChecker(checker_of), shared(), found_model).decide(claim)
    REASONS[verdict.reason.value if isinstance(verdict, NotDecided) else "decided"] += 1
    return isinstance(verdict, Proved) if isinstance(verdict, Proved | Refuted) else None


REASONS: Counter[str] = Counter()
GRID = [Fraction(x) for x in range(-4, 7)] + [Fraction(1, 2), Fraction(-3, 2), Fraction(7, 3)]
RULES = (Head.EQ, Head.NE, Head.LE, Head.LT, Head.AND, Head.OR, Head.NOT, Head.IMPLIES, Head.IFF, Head.IF, Head.ABS)
RULES += (Head.MIN, Head.MAX, Head.FLOOR, Head.CEIL, Head.REM, Head.FLOORDIV, Head.DIVIDES, Head.CONGRUENT, Head.SQRT)
RULES += (Head.IS_INT, Head.FOR_ALL, Head.EXISTS, Head.SOLVES, Head.IS_MAX, Head.IS_MIN)


def free_letters(count: int, seed: int) -> Counter[str]:
    """Return how many statements about letters that nothing forces were decided, and how many against brute force."""
    drawing, chance, told = Drawing(seed), random.Random(seed), Counter[str]()
    for index in range(count):
        names = ("u", "v")[: chance.randint(1, 2)]
        made = []
        for _ in range(chance.randint(1, 4)):
            drawing.wanted = RULES[index % len(RULES)] if chance.random() < 0.6 else Head.LE
            made.append(drawing.formula(chance.randint(0, 2), names))
        formula, premises = made[0], tuple(made[1:])
        if chance.random() < 0.4:
            premises += tuple(node(Head.IS_INT, Sym(name)) for name in names)
        verdict = decided(formula, premises, dict.fromkeys(names, Type.REAL))
        told["undecided" if verdict is None else str(verdict)] += 1
        if verdict is None:
            continue
        against = "F" if verdict else "T"
        for values in product(GRID, repeat=len(names)):
            point = dict(zip(names, values, strict=True))
            try:
                if all(judged(spell(exact(one)), point) == "T" for one in premises):
                    told["models"] += 1
                    found = judged(spell(formula), point)
                    if found == against or (found == "N" and formula.head is not Head.FOR_ALL):
                        told["wrong"] += 1
                        said = ", ".join(map(spell, premises))
                        print(f"WRONG: {verdict} of {spell(formula)}\n    under {said} at {point}")
                        break
            except Unknown:
                continue
    return told


def asked(spelled: str) -> Callable[[Statement], bool | None]:
    """Return the question to a function that is named ``module:function``."""
    module, _, name = spelled.partition(":")
    decide: Decide = getattr(importlib.import_module(module), name)
    return lambda one: decide(one.formula, one.premises, one.types)


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--count", type=int, default=20_000)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--decide", default="")
    wanted.add_argument("--engine", action="store_true")
    wanted.add_argument("--free", action="store_true")
    given = wanted.parse_args()
    if given.free:
        found = free_letters(given.count, given.seed)
        print(dict(found), dict(REASONS))
        raise SystemExit(1 if found["wrong"] else 0)
    if given.engine:
        given.decide = "benchmarks.formula_statements:decided"
    total, each = measured(asked(given.decide) if given.decide else at_the_values, given.count, given.seed)
    print(f"{'construct':<16}{'statements':>12}{'decided':>10}{'wrong':>8}")
    for head, told in sorted(each.items(), key=lambda item: item[1]["right"] / max(1, item[1].total())):
        print(f"{head.value:<16}{told.total():>12}{told['right'] / max(1, told.total()):>10.0%}{told['wrong']:>8}")
    print(dict(sys.modules.get("benchmarks.formula_statements", sys.modules["__main__"]).REASONS))
    print(f"{'all':<16}{total.total():>12}{total['right'] / max(1, total.total()):>10.0%}{total['wrong']:>8}")
    raise SystemExit(1 if total["wrong"] else 0)


if __name__ == "__main__":
    main()
