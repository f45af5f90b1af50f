"""An answer to a question that is a formula is decided together with the question."""

from __future__ import annotations

import pytest

from verifier.judging.decide import formal_judge
from verifier.language.read_chain import read_chain
from verifier.records.codec import claim_spelled, claim_unspelled

VARS = {name: {"type": kind, "means": name} for name, kind in {"x": "real", "n": "int"}.items()}


@pytest.mark.parametrize(
    ("facts", "ask", "answer", "state"),
    [
        ([], "is_prime(91)", "False", "proved"),
        ([], "is_prime(91)", "True", "refuted"),
        ([], "is_prime(91)", "is_prime(97)", "refuted"),
        ([], "is_prime(91)", "is_prime(91)", "proved"),
        (["x == 2"], "x > 3", "x > 1", "refuted"),
        (["x == 2"], "x > 3", "x == 3", "proved"),
        (["x == 2"], "x > 3", "False", "proved"),
        (["x**2 == 4"], "x == 2", "False", "open"),
        (["n % 2 == 0"], "divides(4, n)", "divides(2, n)", "open"),
        (["x == 2"], "1/(x - 2) == 1", "False", "open"),
        (["x == 2"], "x", "x > 1", "proved"),  # which answers no question
    ],
)
def test_answer_to_a_formula_is_equivalent_to_it(facts: list[str], ask: str, answer: str, state: str) -> None:
    said = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(facts)]
    step = [{"role": "answer", "quote": "q", "expr": answer}]
    data = {"formal": 1, "id": "c", "vars": VARS, "facts": said, "asks": [ask], "steps": [step]}
    [found] = formal_judge()([read_chain(data)]).translations[0].steps
    assert [one.state.value for one in found.statements] == [state]


def test_claim_about_a_function_beside_a_law_is_read_back() -> None:
    facts = ["f(1) == 2", "ForAll(t in Real, f(t + 1) == 2*f(t))"]
    said = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": text} for i, text in enumerate(facts)]
    functions = {"f": {"type": "function", "means": "f", "args": ["x in Real"]}}
    step = [{"role": "claim", "quote": "q", "expr": "f(1) == 2"}]
    data = {"formal": 1, "id": "c", "vars": functions, "facts": said, "asks": [], "steps": [step]}
    [found] = formal_judge()([read_chain(data)]).translations[0].steps
    [decision] = found.statements[0].decisions
    assert decision.claim is not None and claim_unspelled(claim_spelled(decision.claim)) == decision.claim
