"""Two translations of one chain: which names are held for one, and what is in one alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from verifier.language.comparing.alignment import aligned
from verifier.language.comparing.difference import difference
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

FOLDER = Path(__file__).parent.parent.parent / "examples" / "formal"


def example(name: str) -> FormalChain:
    (found,) = read_file(FOLDER / f"{name}.json")
    assert found.chain is not None
    return found.chain


def chain(vars: dict[str, Any], facts: list[str], *steps: list[dict[str, Any]]) -> FormalChain:
    given = [{"id": f"p{i}", "kind": "given", "quote": "", "expr": fact} for i, fact in enumerate(facts)]
    return read_chain({"formal": 1, "id": "c", "vars": vars, "facts": given, "asks": [], "steps": list(steps)})


def real(means: str = "", unit: str = "", type: str = "real") -> dict[str, str]:
    return {"type": type, "means": means, "unit": unit}


def claim(expr: str | list[str], role: str = "claim") -> dict[str, Any]:
    return {"role": role, "quote": "", "expr": expr}


def test_a_translation_does_not_differ_from_itself() -> None:
    for name in ("bakery", "equation", "cases"):
        found = difference(example(name), example(name))
        assert found.same and [counts[1:] for counts in found.counts().values()] == [(0, 0)] * 4


def test_names_are_aligned_by_facts_words_and_units_and_the_rest_is_told_apart() -> None:
    found = difference(example("bakery"), example("bakery_again"))
    assert [(pair.first, pair.second) for pair in found.names] == [
        *[("friday", "friday"), ("saturday", "sat"), ("sunday", "sun"), ("price", "roll_price"), ("taken", "income")]
    ]
    assert (found.only_first, found.only_second, found.retyped) == (("sold",), (), ())
    assert [one.said and one.said.text for one in found.facts.second] == ["income == roll_price*(friday + sat + sun)"]
    assert [one.said and one.said.text for one in found.steps[2].first] == ["sold == 45 + 27 + 90", "sold == 162"]
    assert found.counts()["statements"] == (14, 2, 1) and not found.same


def test_names_that_swapped_their_letters_are_found_by_what_is_said_of_them() -> None:
    first = chain({"x": real("apples"), "y": real("pears")}, ["x == 3", "y == x + 4"])
    second = chain({"x": real("pears"), "y": real("apples")}, ["3 == y", "x == y + 4"])
    assert {(pair.first, pair.second) for pair in aligned(first, second)} == {("x", "y"), ("y", "x")}
    assert difference(first, second).same


def test_a_name_alone_is_no_ground_where_units_differ_or_kinds_do() -> None:
    first = chain({"n": real(unit="dollar"), "A": {"type": "matrix"}}, [])
    second = chain({"n": real(unit="hour"), "A": real()}, [])
    assert aligned(first, second) == []
    assert difference(first, second).only_second == ("n", "A")


def test_types_that_differ_are_told() -> None:
    found = difference(chain({"n": real(type="int")}, ["n == 3"]), chain({"n": real(type="count")}, ["n == 3"]))
    assert [pair.first for pair in found.retyped] == ["n"] and not found.same


def test_a_name_that_is_alone_is_no_other_of_the_same_spelling() -> None:
    first = chain({"n": real(unit="dollar")}, [], [claim("n == 3")])
    second = chain({"n": real(unit="hour")}, [], [claim("n == 3")])
    (step,) = difference(first, second).steps
    assert (len(step.both), len(step.first), len(step.second)) == (0, 1, 1)


def test_roles_matter_but_a_recall_is_a_claim() -> None:
    names = {"n": real()}
    one = chain(names, [], [claim("n == 3"), claim("n == 4"), claim("n == 5", "goal")])
    other = chain(names, [], [claim("3 == n", "recall"), claim("n == 4", "suppose"), claim("n == 5", "goal")])
    (step,) = difference(one, other).steps
    assert len(step.both) == 2
    assert [(a.what, b.what) for a, b in zip(step.first, step.second, strict=True)] == [("claim", "suppose")]


def test_what_is_said_twice_is_found_twice_and_what_is_unread_by_its_words() -> None:
    names = {"n": real()}
    one = chain(names, [], [claim(["n == 3", "n == 3", "n ==  ?"])])
    other = chain(names, [], [claim(["n == 3", "n == ?"]), {"role": "retract", "quote": "", "of": 0}])
    (step,) = difference(one, other).steps
    assert (len(step.both), len(step.first), [item.what for item in step.second]) == (2, 1, ["retract"])


def test_a_step_that_only_one_has_is_told() -> None:
    names, first = {"n": real()}, [claim("n == 3")]
    found = difference(chain(names, [], first), chain(names, [], first, [claim("n == 4")]))
    assert len(found.steps) == 2 and len(found.steps[1].second) == 1


def test_matrices_keep_the_order_of_their_products() -> None:
    names = {"A": {"type": "matrix"}, "B": {"type": "matrix"}, "C": {"type": "matrix"}}
    found = difference(chain(names, ["C == A*B"]), chain(names, ["C == B*A"]))
    assert not found.facts.same
