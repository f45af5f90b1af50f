"""Facts of which no model is found bar what rests on them, and nothing that is false without them."""

from __future__ import annotations

import pytest

from verifier.judging.decide import decide, formal_judge
from verifier.kernel.claim import Hypothesis, Standing, claim_of
from verifier.kernel.expr import Letter, Type
from verifier.kernel.verdict import Independent
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

TEXT = "As 3*2 + 1 = 7, it is 8, and 2 + 2 = 5."
HARD = "ForAll(m in Pos, f(2*m) == f(m)**2 + 1)"


def translated(*said: str, guards: tuple[str, ...] = (), known: str = HARD) -> FormalChain:
    variables = {"f": {"type": "function", "args": ["n in Pos"], "means": "f"}}
    facts = [
        {"id": "p0", "kind": "given", "quote": "it", "expr": "f(1) == 7"},
        {"id": "p1", "kind": "given", "quote": "it", "expr": known},
    ]
    steps = [[{"role": "claim", "quote": TEXT, "expr": one, "guards": list(guards)} for one in said]]
    return read_chain({"formal": 1, "id": "c", "vars": variables, "facts": facts, "asks": [], "steps": steps})


@pytest.mark.parametrize(
    ("said", "state", "barred"),
    [
        (["f(1) == 8"], "open", True),
        (["2 + 2 == 5"], "refuted", False),
        (["f(1) == 8", "2 + 2 == 5"], "refuted", False),
    ],
)
def test_what_is_false_without_such_facts_is_an_error(said: list[str], state: str, barred: bool) -> None:
    for chains in ([translated(*said)], [translated(*said), translated(*said, "3*2 + 1 == 7")]):
        found = formal_judge()(chains, [TEXT])
        assert found.agreed[0].value == state
        assert any(one.check == "facts without a model" for one in found.doubts[0]) is barred


def test_of_two_translations_both_say_what_is_false_without_them() -> None:
    found = formal_judge()([translated("f(1) == 8"), translated("f(1) == 8", "2 + 2 == 5")], [TEXT])
    assert found.agreed[0].value == "open"


def test_alternatives_that_say_nothing_for_all_values_do_not_end_the_judging() -> None:
    chain = translated("2 + 2 == 5", known="ForAll(m in Pos, f(m) > m or f(m) < m)")
    assert formal_judge()([chain], [TEXT]).agreed[0].value == "refuted"


def test_what_is_excused_is_nothing_that_is_held_against_a_step() -> None:
    excused = translated("2 + 2 == 5", guards=("accuse:quoted",))
    assert formal_judge()([excused], [TEXT]).agreed[0].value != "refuted"


@pytest.mark.parametrize(
    ("kind", "fact", "said", "state"),
    [
        ("undeclared", "x**2 == 2", "x > 0", "open"),
        ("undeclared", "x**2 + x == 2", "x == 1 or x == -2", "proved"),
        ("undeclared", "x**3 == 2", "x**3 == 3", "refuted"),
        ("undeclared", "x**2 + x + 1 == 0", "x == 1", "refuted"),
        ("real", "x**2 + x + 1 == 0", "x == 1", "open"),
        ("undeclared", "x**2 + x + 1 == 0", "x**3 == 1", "proved"),
        ("undeclared", "x**2 + x + 1 == 0", "floor(x) == 3", "open"),  # by this, x is real
    ],
)
def test_letters_without_a_type_have_a_real_or_a_complex_model(kind: str, fact: str, said: str, state: str) -> None:
    chain = read_chain(
        {
            "formal": 1,
            "id": "c",
            "vars": {"x": {"type": kind, "means": "x"}},
            "facts": [{"id": "p0", "kind": "given", "quote": "it", "expr": fact}],
            "asks": [],
            "steps": [[{"role": "claim", "quote": TEXT, "expr": said}]],
        }
    )
    assert decide(chain).steps[0].state.value == state


@pytest.mark.parametrize(("kind", "independent"), [("undeclared", False), ("real", False), ("complex", True)])
def test_what_follows_among_the_real_numbers_is_not_independent(kind: str, independent: bool) -> None:
    x = Letter("x", Type[kind.upper()])
    held = Hypothesis("p0", Standing.FACT, formula("x**3 == 1", Scope({"x": Declared(x.type)})))
    said = claim_of(formula("x == 1", Scope({"x": Declared(x.type)})), [x], (held,))
    assert isinstance(formal_judge().decide(said), Independent) is independent
