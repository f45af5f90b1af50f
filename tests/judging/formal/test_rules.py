"""The rules that stand between an engine's verdict and a judgement, each by itself, with a decision that is made up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.checkers.points import PointChecker
from verifier.claims.context import defined
from verifier.claims.unfolding import MAX_UNFOLDED, Function, NotUnfolded, unfolded
from verifier.engines.candidate import Candidate
from verifier.engines.formulas.leaves import found_model
from verifier.engines.runs import shared
from verifier.judging.deciding.decider import Decider, typed, unfounded
from verifier.judging.deciding.opened import opened
from verifier.judging.deciding.rests_on_error import MOST, Refutation, rests_on_error
from verifier.judging.deciding.suppositions import CONTRADICTION, under_suppositions
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import Proof, Proved, Reason, Refuted, Shows, Unknown, Verdict, admit
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.read_chain import read_chain

KINDS = {"x": Type.REAL, "y": Type.REAL, "n": Type.COUNT, "m": Type.POS, "k": Type.INT}
SCOPE = Scope(
    {name: Declared(kind) for name, kind in KINDS.items()}
    | {"f": Declared(Type.FUNCTION, (Type.REAL,))}
    | {"g": Declared(Type.FUNCTION, (Type.REAL, Type.REAL))}
)
LETTERS = [Letter(name, kind) for name, kind in KINDS.items()]
FACT, SUPPOSED, STATED = Standing.FACT, Standing.HYPOTHESIS, Standing.STATED
OPEN = Unknown(Reason.NOT_ENTAILED)


def _has_model(claim: Claim) -> bool:
    return found_model(claim) is not None


def said(text: str) -> Expr:
    return formula(text, SCOPE)


def claim(text: str, *premises: tuple[Standing, str]) -> Claim:
    held = tuple(Hypothesis(f"p{i}", standing, said(one)) for i, (standing, one) in enumerate(premises))
    return claim_of(said(text), LETTERS, held)


def shown(asked: Claim, holds: bool = True) -> Verdict:
    """A real verdict of a comparison that its first premises alone show, with a model of them."""
    uses = list(range(len(asked.premises)))
    tree = {"rule": "leaf", "checker": "evaluate", "data": {"pins": uses}, "uses": uses}
    model = {one.name: "4" for one in asked.types}
    proof = Proof("structure", Shows.TRUE if holds else Shows.FALSE, {"tree": tree, "model": model})
    return admit(asked, proof, StructureChecker(checker_of))


def never(asked: Claim) -> Verdict:
    raise AssertionError("nobody had to ask")


def unknown(asked: Claim) -> Verdict:
    return OPEN


def test_what_is_open_or_rests_on_no_supposition_stays_as_it_is() -> None:
    asked = claim("x == 4", (FACT, "x == 4"))
    found = shown(asked)
    assert under_suppositions(asked, OPEN, never, _has_model) is OPEN
    assert under_suppositions(asked, found, never, _has_model) is found


def test_a_refutation_beside_a_supposition_needs_a_model_of_it_and_a_proof_only_of_what_it_uses() -> None:
    supposed = claim("x == 5", (FACT, "x == 4"), (SUPPOSED, "y == 1"))
    refuted = shown(claim("x == 5", (FACT, "x == 4")), False)
    assert isinstance(refuted, Refuted) and under_suppositions(supposed, refuted, never, _has_model) is refuted
    against = claim("x == 5", (FACT, "x == 4"), (SUPPOSED, "x == 7"))
    assert under_suppositions(against, refuted, unknown, _has_model) == Unknown(
        Reason.NO_MODEL_FOUND, "no model of the supposition with all that is given was found"
    )
    proof = shown(claim("x == 4", (FACT, "x == 4")))
    assert (
        under_suppositions(claim("x == 4", (FACT, "x == 4"), (SUPPOSED, "x == 7")), proof, never, _has_model) is proof
    )


def test_what_contradicts_what_is_given_is_told_apart_from_what_has_no_model_that_is_found() -> None:
    asked = claim("x == 5", (FACT, "x == 4"), (SUPPOSED, "x == 7"), (STATED, "y == 9"))
    refuted = shown(claim("x == 5", (FACT, "x == 4")), False)
    put: list[Claim] = []

    def contradicts(one: Claim) -> Verdict:
        put.append(one)
        return shown(claim("4 == 4"))

    found = under_suppositions(asked, refuted, contradicts, _has_model)
    assert isinstance(found, Unknown) and found.reason is Reason.CONTRADICTORY_SUPPOSITION
    assert [one.formula for one in put] == [CONTRADICTION]
    assert put[0].premises == asked.premises[:2]  # what was merely stated is no part of what is given


def test_a_contradiction_that_is_reached_without_a_supposition_is_one_of_what_is_given() -> None:
    given = claim("x == 4", (FACT, "x == 4"))
    asked = claim_of(CONTRADICTION, LETTERS, given.premises)
    found = under_suppositions(asked, shown(given), never, _has_model)
    assert isinstance(found, Unknown) and found.reason is Reason.INCONSISTENT_CONTEXT and "p0" in found.detail
    supposed = claim("x == 4", (SUPPOSED, "x == 4"))
    verdict = shown(supposed)
    assert (
        under_suppositions(claim_of(CONTRADICTION, LETTERS, supposed.premises), verdict, never, _has_model) is verdict
    )


def test_a_verdict_that_only_a_type_would_give_is_none() -> None:
    asked = claim("2*n == 1", (FACT, "x == 4"))
    put: list[Claim] = []

    def by_type(one: Claim) -> Verdict:
        put.append(one)
        return shown(claim_of(said("4 == 4"), LETTERS, ()))

    assert typed(asked, OPEN, by_type) is OPEN  # it would be one without the type
    whole = Hypothesis("types", FACT, node(Head.IS_INT, Sym("n")))
    assert put[0].premises == (*asked.premises, whole) and put[0].formula == asked.formula
    found = shown(claim("x == 4", (FACT, "x == 4")))
    assert typed(asked, found, never) is found


@pytest.mark.parametrize(
    ("text", "premises"),
    [("x == 1", []), ("2*n == 1", [(FACT, "is_int(n)")]), ("2*n == 1", [(FACT, "x == 1 and is_int(n)")])],
)
def test_where_no_type_is_untold_nothing_is_asked(text: str, premises: list[tuple[Standing, str]]) -> None:
    assert typed(claim(text, *premises), OPEN, never) is OPEN


def test_what_needs_the_type_alone_is_named_as_such() -> None:
    told = claim_of(said("x == 4"), LETTERS, (Hypothesis("types", FACT, said("x == 4")),))
    for name in "nmk":
        found = typed(claim(f"2*{name} == 1"), OPEN, lambda one: shown(told))
        assert isinstance(found, Unknown) and found.reason is Reason.TYPE_ONLY
    assert typed(claim("2*n == 1"), OPEN, unknown) is OPEN


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x == 3 or x == -3", None),
        ("x == 3 or -3 == x", None),
        ("x == 3 or x == 5", Reason.NO_MODEL_FOUND),
        ("5 == x or x == 3", Reason.NO_MODEL_FOUND),
        ("x == 3 or y == 5", None),
        ("x == 3 or x == y", None),
        ("x == 3 or x < 5", None),
        ("x == 5", None),
        ("x == 3 and x == 5", None),
    ],
)
def test_each_of_a_list_of_values_must_be_possible(text: str, reason: Reason | None) -> None:
    found = unfounded(claim(text, (FACT, "x**2 == 9"), (STATED, "x == 3")), _has_model)
    assert (None if found is None else found.reason) is reason


FIRM = frozenset({"p0"})
"""The premises by which a claim was refuted: without any, it is an error of its own."""


def errors(*texts: str) -> list[Refutation]:
    return [Refutation(said(text), frozenset({"p0"})) for text in texts]


@pytest.mark.parametrize(
    ("text", "before", "rests"),
    [
        ("x == 3", [], False),
        ("x == 3", ["x == 3"], True),
        ("y == x + 1", ["x == 3"], True),
        ("y == x + 1", ["3 == x"], True),
        ("y == 7", ["x == 7"], True),
        ("y == 7", ["7 == x"], True),
        ("y == 8", ["x == 7"], False),
        ("y == 7", ["x < 7"], False),
        ("y == 10", ["x == 10"], False),  # a number that a fact tells
        ("y == 12", ["x + 1 == 3*4"], True),
        ("y == 12", ["x + 1 == 1/0"], False),
    ],
)
def test_what_uses_a_wrong_name_or_number_rests_on_an_error(text: str, before: list[str], rests: bool) -> None:
    asked = claim(text, (FACT, "k == 10"), (STATED, "m == 7"))
    assert rests_on_error(asked, FIRM, errors(*before), unknown) is rests


def test_what_is_refuted_without_a_premise_is_an_error_of_its_own_unless_it_repeats_one() -> None:
    asked = claim("2*3 == 7")
    assert not rests_on_error(asked, frozenset(), errors("x == 7", "1 + 1 == 3"), unknown)
    assert rests_on_error(asked, frozenset(), errors("2*3 == 7"), unknown)


def test_errors_take_the_place_of_what_tells_the_same_or_denies_them() -> None:
    put: list[Claim] = []

    def note(one: Claim) -> Verdict:
        put.append(one)
        return OPEN

    asked = claim("y == 8", (FACT, "x == 2"), (FACT, "y == 2*k"), (FACT, "k == 5"))
    assert not rests_on_error(asked, FIRM, [Refutation(said("k == 9"), frozenset({"p1", "p2"}))], note)
    kept = [[premise.id for premise in one.premises] for one in put]
    assert kept == [["p0", "p1", "error 0"], ["p0", "error 0"]]
    assert all(one.formula == asked.formula for one in put)
    proved = shown(claim("4 == 4"))
    assert rests_on_error(asked, FIRM, errors("k == 9"), lambda one: proved)


def test_only_the_latest_errors_are_put_in_their_place() -> None:
    many = errors("x == 3", *(f"k == {i + 100}" for i in range(MOST - 1)))
    asked = claim("y == x", (FACT, "y == 1"))
    assert rests_on_error(asked, FIRM, many, unknown)
    assert not rests_on_error(asked, FIRM, [*many, *errors("k == 99")], unknown)


LETTER_TYPES = {one.name: one.type for one in LETTERS}
FUNCTIONS = {"f": Function((Letter("t", Type.REAL),), parse("t + 1", Scope({"t": Declared(Type.REAL)})))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("f(2)", "2 + 1"), ("f(x)", "x + 1"), ("f(f(2))", "(2 + 1) + 1"), ("x*f(y)", "x*(y + 1)"), ("x + y", "x + y")],
)
def test_a_function_is_replaced_by_its_body(text: str, expected: str) -> None:
    assert unfolded(parse(text, SCOPE), FUNCTIONS, frozenset(), LETTER_TYPES) == parse(expected, SCOPE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(1)", "x"),
        ("f(2)", "y"),
        ("f(2 + 1)", "1/x"),
        ("f(n)", "If(n == 1, x, If(n == 2, y, 1/x))"),
        ("f(1.0)", "If(1.0 == 1, x, If(1.0 == 2, y, 1/x))"),  # which may be rounded
        ("f(1/0)", "If(1/0 == 1, x, If(1/0 == 2, y, 1/x))"),
        ("f(1) + f(2)", "x + y"),
        ("If(1 == 1, x, y)", "If(1 == 1, x, y)"),  # as it is written
    ],
)
def test_of_a_body_the_choice_is_made_that_numerals_decide(text: str, expected: str) -> None:
    body = parse("If(t == 1, x, If(t == 2, y, 1/x))", Scope({**SCOPE.declared, "t": Declared(Type.REAL)}))
    chosen = {"f": Function((Letter("t", Type.REAL),), body)}
    assert unfolded(parse(text, SCOPE), chosen, frozenset(), LETTER_TYPES) == parse(expected, SCOPE)


def test_a_call_without_a_body_is_a_letter_at_numerals_alone() -> None:
    assert unfolded(parse("g(1, 2.5)", SCOPE), {}) == Sym("g(1, 2.5)")
    for text in ("f(x)", "g(x, 1)", "g(1, x)", "f(1 + 1)"):
        assert unfolded(parse(text, SCOPE), {}) == parse(text, SCOPE)


KINDS = {"w": Type.POS, "q": Type.REAL, "k": Type.REAL, "v": Type.POS}
TYPES = {"x": Type.REAL, "y": Type.REAL, "n": Type.POS, "m": Type.INT}
TYPED = Scope(
    {name: Declared(Type.FUNCTION, (kind,)) for name, kind in KINDS.items()}
    | {name: Declared(kind) for name, kind in TYPES.items()}
)
CAREFUL = {
    "w": Function((Letter("t", Type.POS),), parse("t + 1", Scope({"t": Declared(Type.POS)}))),
    "q": Function((Letter("t", Type.REAL),), parse("t + y", Scope({**TYPED.declared, "t": Declared(Type.REAL)}))),
    "k": Function((Letter("t", Type.REAL),), parse("5", TYPED)),
    "v": Function((Letter("t", Type.POS),), None),
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("q(1/x)", "1/x + y"),
        ("k(x*x + 2)", "5"),
        ("w(n)", "n + 1"),
        ("w(n*n + 3)", "n*n + 3 + 1"),
        ("w(6/2)", "6/2 + 1"),
        ("Sum(q(i), i, 1, 2)", "Sum(i + y, i, 1, 2)"),
        ("ForAll(n in Pos, w(n) == w(n))", "ForAll(n in Pos, n + 1 == n + 1)"),
    ],
)
def test_a_call_is_unfolded_where_its_arguments_fit(text: str, expected: str) -> None:
    assert unfolded(parse(text, TYPED), CAREFUL, frozenset(), TYPES) == parse(expected, TYPED)


REFUSED = ("k(1/x)", "k(1/0)", "k(sqrt(x))", "w(1/2)", "w(0)", "w(-3)", "w(n - 1)", "w(m)", "w(x)", "v(0)", "v(0.5)")


@pytest.mark.parametrize("text", REFUSED)
def test_a_call_is_not_unfolded_where_an_argument_may_be_undefined_or_of_another_type(text: str) -> None:
    with pytest.raises(NotUnfolded):
        unfolded(parse(text, TYPED), CAREFUL, frozenset(), TYPES)


def test_a_bound_letter_gives_way_to_what_a_body_speaks_of() -> None:
    found = unfolded(parse("Sum(q(y), y, 1, 2)", TYPED), CAREFUL, frozenset(), TYPES)
    assert found == parse("Sum(y_1 + y, y_1, 1, 2)", TYPED)
    nested = unfolded(parse("ForAll(y in Real, Exists(y_1 in Real, q(y) == y_1))", TYPED), CAREFUL, frozenset(), TYPES)
    assert nested.free == {"y"} and isinstance(nested, Node) and nested.letters[0].name == "y_1"


def test_equal_numerals_are_one_argument() -> None:
    assert unfolded(parse("g(2.0, 2.50)", SCOPE), {}) == Sym("g(2, 2.5)") == unfolded(parse("g(2, 2.5)", SCOPE), {})


def test_there_is_an_end_to_unfolding() -> None:
    body = node(Head.CALL, Sym("f"), node(Head.ADD, Sym("t"), Int(1)))
    endless = {"f": Function((Letter("t", Type.REAL),), body)}
    found = unfolded(parse("f(x)", SCOPE), endless, frozenset(), LETTER_TYPES)
    assert isinstance(found, Node) and isinstance(found.args[0], Sym)
    calls = [parse("f(x)", SCOPE)] * MAX_UNFOLDED
    many = unfolded(node(Head.LIST, *calls), FUNCTIONS, frozenset(), LETTER_TYPES)
    assert many == node(Head.LIST, *[parse("x + 1", SCOPE)] * MAX_UNFOLDED)
    with pytest.raises(ExprTooLarge):
        unfolded(node(Head.LIST, *calls, calls[0]), FUNCTIONS, frozenset(), LETTER_TYPES)


def test_a_definition_gives_a_name_what_does_not_speak_of_it() -> None:
    assert defined(said("x == 2*y")) == ("x", said("x == 2*y").args[1])  # type: ignore[union-attr]
    assert [defined(said(one)) for one in ("x == 2*x", "2*y == x", "x < 2", "x + 1 == 2", "not x == 1")] == [None] * 5


@pytest.mark.parametrize(
    ("fact", "text", "rounded"),
    [("x == 2/3", "3*0.67 == y", True), ("x == 2", "2/3 + 0.67 == y", True), ("x == 2", "3*0.67 == y", False)],
)
def test_a_decimal_is_rounded_by_what_facts_force_and_by_what_is_computed_beside_it(
    fact: str, text: str, rounded: bool
) -> None:
    facts = [{"id": "p", "kind": "given", "quote": "", "expr": fact}]
    names = {name: {"type": "real", "means": name} for name in "xy"}
    data = {"formal": 1, "id": "c", "vars": names, "facts": facts, "asks": [], "steps": [[]]}
    assert opened(read_chain(data)).claim(said(text)).rounded == (frozenset({Dec(67, 2)}) if rounded else frozenset())


class Offering:
    """An engine that makes these offers, whatever is asked."""

    name = "offering"

    def __init__(self, *offers: Candidate | Unknown) -> None:
        self.offers = offers

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        return iter(self.offers)


def test_a_proof_that_the_door_refuses_is_no_verdict_and_the_next_one_is_asked_for() -> None:
    asked = claim("x == 4", (FACT, "x == 4"))
    tree = {"rule": "leaf", "checker": "evaluate", "data": {"pins": [0]}, "uses": [0]}
    data = {"tree": tree, "model": {"x": "4"}}
    good, forged, none = (
        Candidate(asked, Proof("structure", Shows.TRUE, data)),
        Candidate(asked, Proof("structure", Shows.FALSE, data)),
        Candidate(asked, Proof("structure", Shows.TRUE, {**data, "model": {"x": "5"}})),
    )

    def decided(*offers: Candidate | Unknown) -> Verdict:
        return Decider(Offering(*offers), StructureChecker(checker_of), shared(), found_model).decide(asked)

    for offers in ((good,), (forged, good), (OPEN, none, good), (good, forged)):
        assert isinstance(decided(*offers), Proved)
    relation = Candidate(asked, Proof("evaluate", Shows.TRUE, {"pins": [0]}), PointChecker())
    assert isinstance(admit(relation.claim, relation.proof, PointChecker()), Proved)
    for offers in ((forged,), (none, forged), (OPEN,), (OPEN, forged), (), (relation,)):
        assert isinstance(decided(*offers), Unknown)
    refused = decided(none)
    assert isinstance(refused, Unknown) and refused.reason is Reason.NO_MODEL_FOUND and refused.detail


def test_calls_of_functions_are_unfolded_eight_deep() -> None:
    names = [f"h{i}" for i in range(10)]
    types = Scope({name: Declared(Type.FUNCTION, (Type.REAL,)) for name in names} | {"x": Declared(Type.REAL)})
    chained = {a: Function((Letter("x", Type.REAL),), parse(f"{b}(x)", types)) for a, b in pairwise(names)}
    assert unfolded(parse("h2(x)", types), chained, frozenset(names), LETTER_TYPES) == parse("h9(x)", types)
    assert unfolded(parse("h0(x)", types), chained, frozenset(names), LETTER_TYPES) == parse("h8(x)", types)
