"""What is spelled from an expression parses to the same expression, over the whole language."""

from __future__ import annotations

from collections import Counter

import pytest
from support.formulas.generator import SCOPE, Generator

from verifier.kernel.expr import Expr, ExprTooLarge, Head, Node, walk_expr
from verifier.language.expressions.parse import parse
from verifier.language.expressions.scan import MAX_TEXT
from verifier.language.expressions.spell import spell

COUNT = 10_000


def drawn() -> list[Expr]:
    """Ten thousand random expressions that are within the bounds."""
    generator, found = Generator(20), []
    while len(found) < COUNT:
        try:
            expr, _ = generator.expression(4)
        except ExprTooLarge:
            continue
        if len(spell(expr)) <= MAX_TEXT:
            found.append(expr)
    return found


@pytest.fixture(scope="module")
def expressions() -> list[Expr]:
    return drawn()


def test_parsing_what_was_spelled_gives_the_same(expressions: list[Expr]) -> None:
    wrong = [text for expr in expressions if parse(text := spell(expr), SCOPE) != expr]
    assert wrong == []


def test_every_head_of_the_language_was_among_them(expressions: list[Expr]) -> None:
    seen = Counter(part.head for expr in expressions for part in walk_expr(expr) if isinstance(part, Node))
    assert {head for head in Head if seen[head] < 20} == {Head.PERCENT, Head.APPROX}
