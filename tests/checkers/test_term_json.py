"""Terms of records: each comes back as it was, and what no term is made of is refused before a checker sees it."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.checkers.expression_json import expression_to_json, term_from_json
from verifier.kernel.expr import ARGUMENTS, FOLDED, TERM_HEADS, Head, Node, Sym

ONE = ["int", "1"]


@pytest.mark.parametrize("head", sorted(TERM_HEADS))
def test_term_of_each_head_comes_back_as_it_was(head: Head) -> None:
    term = Node(head, (Sym("x"),) * (2 if head in FOLDED else ARGUMENTS[head][0]))
    assert term_from_json(expression_to_json(term)) == term


@pytest.mark.parametrize(
    "data",
    [
        *([head.value, *[ONE] * count] for head in sorted(FOLDED) for count in (0, 1, 3)),
        *(["oo"], ["True"], ["if", ONE, ONE, ONE], ["==", ONE, ONE], ["Vector", ONE], ["ForAll", [["x", "real"]], ONE]),
        *(["+", ONE], ["sqrt", ONE, ONE], ["text", "12"], ["numeral", ["text", "12"], ONE], [], ["no such head", ONE]),
    ],
)
def test_data_that_is_no_term_is_refused(data: Any) -> None:
    with pytest.raises(ValueError):
        term_from_json(data)
