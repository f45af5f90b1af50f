"""Signatures: the conditions of a function hold exactly where it has a value, and no table misses a function.

``tests/language/test_language_page.py`` names the functions without a row on the page of the language."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.functions import FUNCTIONS, NotEvaluated, Undefined, Unsupported
from verifier.checkers.lean.statement.spelling_out import COUNTED, OTHERS, REAL_PARTS, WORDS
from verifier.kernel.expr import COMPARISONS, CONNECTIVES, PREDICATES, Expr, Head, Node, conditions, number
from verifier.kernel.functions import ON_WHOLE_NUMBERS, SIGNATURES, Sort
from verifier.language.printing.latex import latex
from verifier.language.printing.plain import plain

NUMBERS = [Fraction(*pair) for pair in ((-4, 1), (-1, 1), (0, 1), (1, 2), (1, 1), (3, 2), (2, 1), (9, 1))]
OF_NUMBERS = sorted(
    head for head, one in SIGNATURES.items() if set(one.takes) == {Sort.NUMBER} and one.gives is Sort.NUMBER
)


def holds(formula: Expr) -> bool | None:
    """Whether a condition without letters holds; None where the evaluator cannot tell."""
    try:
        return truth(formula, {})
    except NotEvaluated:
        return None


def outcome(application: Node) -> str:
    """What the evaluator makes of a function at numbers."""
    try:
        value(application, {})
    except NotEvaluated as error:
        return type(error).__name__
    return "value"


@pytest.mark.parametrize("head", OF_NUMBERS)
def test_conditions_hold_where_there_is_a_value_and_fail_where_there_is_none(head: Head) -> None:
    seen = set()
    for numbers in product(NUMBERS, repeat=len(SIGNATURES[head].names)):
        application = Node(head, tuple(map(number, numbers)))
        found, said = outcome(application), [holds(one) for one in conditions(application)]
        if found == "value":
            assert False not in said, application
        if found == "Undefined":
            assert False in said, application
        seen.add(found)
    assert "value" in seen


def test_conditions_of_any_number_of_arguments_are_about_each() -> None:
    every = conditions(Node(Head.GCD, tuple(map(number, range(4)))))
    assert every == tuple(Node(Head.IS_INT, (number(k),)) for k in range(4))


def test_each_function_of_numbers_has_values() -> None:
    assert set(OF_NUMBERS) <= FUNCTIONS.keys()


def test_each_function_of_numbers_is_known_to_lean_or_stands_for_a_number_there() -> None:
    assert set(OF_NUMBERS) - WORDS - COUNTED - REAL_PARTS - OTHERS == {Head.ASIN, Head.ACOS, Head.ATAN}


@pytest.mark.parametrize("head", sorted(SIGNATURES))
def test_each_function_is_printed(head: Head) -> None:
    if all(one is Sort.NUMBER for one in SIGNATURES[head].takes):
        application = Node(head, tuple(number(k + 2) for k in range(len(SIGNATURES[head].names))))
        assert plain(application)
        assert latex(application)


def test_relations_and_connectives_have_no_values() -> None:
    assert not FUNCTIONS.keys() & (COMPARISONS | CONNECTIVES | PREDICATES)


def test_what_is_undefined_off_the_whole_numbers_is_refused_there() -> None:
    half = number(Fraction(1, 2))
    for head in ON_WHOLE_NUMBERS & FUNCTIONS.keys():
        with pytest.raises((Undefined, Unsupported)):
            value(Node(head, (half,) * len(SIGNATURES[head].names)), {})
