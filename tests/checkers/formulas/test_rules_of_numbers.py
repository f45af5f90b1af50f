"""Rules that replace equals by equals, tell signs, square, part complex numbers, and use what solves or is extreme."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.accepted_proofs import MODULUS, PARTED, replaced, signs
from support.formulas.sequents import VALUES, added, claim, identity, linear, proved

from verifier.kernel.verdict import CheckFailed, Proved, Refuted


def test_complex_numbers_are_told_apart_by_their_parts() -> None:
    tree = {"rule": "unfold", "parts": True, "trees": [{"rule": "one", "index": 1, "tree": VALUES}]}
    assert isinstance(proved(claim("2 + 3*I == 2 + 4*I"), tree, {}, False), Refuted)
    with pytest.raises(CheckFailed):
        proved(claim("2 + 3*I == 2 + 3*I"), tree, {}, False)


def test_an_inverse_tells_what_it_is_the_inverse_of() -> None:
    given = "inverse(Matrix([[x, 0], [0, y]])) == Matrix([[2, 0], [0, 4]])"
    last = {"rule": "given", "of": 2}
    tree = {"rule": "unfold", "of": 0, "tree": {"rule": "unfold", "of": 1, "tree": last}}
    model = {"x": "1/2", "y": "1/4"}
    assert isinstance(proved(claim("x == 1/2", given), tree, model), Proved)
    for wrong in ("x == 2", "y == 1/2"):
        with pytest.raises(CheckFailed):
            proved(claim(wrong, given), tree, model)
    with pytest.raises(CheckFailed):  # it has none
        proved(claim("x == 1/2", given.replace("4]]", "0]]")), tree, model)


def test_equal_polynomials_have_equal_coefficients() -> None:
    given = "ForAll(t in Real, x*t**2 + y*t == 3*t**2 + 4*t)"
    tree = {
        "rule": "unfold",
        "of": 0,
        "tree": linear([added((0, "-1"), (1, "1"))], [added((0, "1"), (1, "1"))], uses=(1,)),
    }
    more = {"at_model": [{"rule": "arbitrary", "tree": identity()}]}
    model = {"x": "3", "y": "4"}
    assert isinstance(proved(claim("x == 3", given), tree, model, **more), Proved)
    for wrong in (
        given.replace("y*t", "y*conj(t)"),
        given.replace("y*t", "y*abs(t)"),
        given.replace("== 3", ">= 3"),
    ):
        with pytest.raises(CheckFailed):
            proved(claim("x == 3", wrong), tree, model, **more)
    with pytest.raises(CheckFailed):
        proved(claim("x == 4", given), tree, model, **more)


BAD: list[tuple[str, str, tuple[str, ...], Any, dict[str, Any]]] = [
    ("a sign that nothing tells", "x*y > 0", ("x > 0",), signs(0), {"x": "1"}),
    ("a weak sign taken for a strict one", "x*y > 0", ("x >= 0", "y > 0"), signs(0, 1), {"x": "0", "y": "1"}),
    ("a sign of what may be undefined", "x**2/y**2 >= 0", (), signs(), {}),
    ("a sign of a root of what may be negative", "sqrt(x) >= 0", (), signs(), {}),
    ("a sign of a complex number", "z**2 >= 0", (), signs(), {}),
    ("a sign that is no comparison with zero", "x > -1", ("x > 0",), signs(0), {"x": "1"}),
    ("the sign of another number", "x > 0", ("y > 0",), signs(0), {"y": "1"}),
    (
        "a square of a complex number",
        "z**2 >= 0",
        (),
        linear([{"square": ["sym", "z"]}, added((0, "1"), (1, "1"))], uses=()),
        {},
    ),
    (
        "a square of the imaginary unit",
        "-1 >= 0",
        (),
        linear([{"square": ["const", "i"]}, added((0, "1"), (1, "1"))], uses=()),
        {},
    ),
    (
        "a square of what may be undefined",
        "1/x**2 >= 0",
        (),
        linear([{"square": ["/", ["int", "1"], ["sym", "x"]]}, added((0, "1"), (1, "1"))], uses=()),
        {},
    ),
    (
        "a square of a formula",
        "x == x",
        (),
        linear([{"square": ["<", ["sym", "x"], ["int", "1"]]}, added((0, "1"), (1, "1"))], uses=()),
        {},
    ),
    (
        "sides that no sign defines",
        "1/x <= 1/x",
        ("x >= 0",),
        linear([added((0, "1"))], uses=()) | {"defined": [0]},
        {"x": "1"},
    ),
    (
        "sides that are not defined by another letter",
        "1/x <= 1/x",
        ("y > 0",),
        linear([added((0, "1"))], uses=()) | {"defined": [0]},
        {"y": "1"},
    ),
    (
        "a quotient cancelled where it is not defined",
        "x/x == 1",
        (),
        linear([added((0, "1"))], [added((0, "1"))], uses=()),
        {},
    ),
    (
        "a root squared where it is not defined",
        "sqrt(x)**2 == x",
        (),
        linear([added((0, "1"))], [added((0, "1"))], uses=()),
        {},
    ),
    (
        "a root of a square without its sign",
        "sqrt(x**2) == x",
        (),
        linear([added((0, "1"))], [added((0, "1"))], uses=()),
        {},
    ),
    ("an inequality that replaces", "sqrt(x*y) == 5", ("x*y <= 25",), replaced(VALUES), {"x": "1", "y": "1"}),
    (
        "a letter replaced where it is bound",
        "ForAll(x in Real, x*y == 25)",
        ("x*y == 25",),
        replaced(VALUES),
        {"x": "5", "y": "5"},
    ),
    ("a decimal that replaces", "x == 5/2", ("x == 2.5",), replaced(VALUES), {"x": "5/2"}),
    ("a derivative replaced in", "diff(y*x, x) == 2*x", ("y == x",), replaced(VALUES), {"x": "1", "y": "1"}),
    ("parts of a real letter", "x == x", (), {"rule": "parted", "letter": "x", "tree": identity()}, {}),
    ("parts of what is no letter", "z == z", (), {"rule": "parted", "letter": "v", "tree": identity()}, {}),
    ("parts where a root is spoken of", "sqrt(x) + z == z + sqrt(x)", (), PARTED, {}),
    (
        "one part of an equation",
        "z == z",
        (),
        {"rule": "parted", "letter": "z", "tree": {"rule": "unfold", "parts": True, "trees": [identity()]}},
        {},
    ),
    (
        "parts that may be undefined",
        "1/z == 1/z",
        (),
        {
            "rule": "parted",
            "letter": "z",
            "tree": {
                "rule": "unfold",
                "parts": True,
                "trees": [{"rule": "all", "trees": [linear([added((0, "1"))], [added((0, "1"))], uses=())] * 2}],
            },
        },
        {},
    ),
    ("a modulus that is its square", "z*conj(z) == abs(z)", (), MODULUS, {}),
    (
        "a product that is not zero",
        "x == 0 or y == 0",
        ("x*y == 1",),
        {"rule": "unfold", "of": 0, "tree": {"rule": "given", "of": 1}},
        {"x": "1", "y": "1"},
    ),
    (
        "a solution that need not be",
        "x == 2",
        ("solves(t in Real, [x, y], t**2 == 4)",),
        {"rule": "unfold", "of": 0, "tree": {"rule": "given", "of": 1}},
        {"x": "2", "y": "-2"},
    ),
    (
        "a condition that may be undefined",
        "Exists(t in Real, 1/t <= 3 and t == x)",
        ("is_max(x, t, t in Real, 1/t <= 3)",),
        {"rule": "unfold", "of": 0, "tree": {"rule": "given", "of": 1}},
        {"x": "3"},
    ),
    (
        "too few solutions counted",
        "num_solutions(t in Real, t**2 == 4) == 1",
        (),
        {"rule": "unfold", "trees": [{"rule": "witness", "at": ["2"], "tree": VALUES}]},
        {},
    ),
    (
        "one solution counted twice",
        "num_solutions(t in Real, t == 2) == 2",
        (),
        {
            "rule": "unfold",
            "trees": [{"rule": "witness", "at": ["2", "2"], "tree": {"rule": "all", "trees": [VALUES, VALUES]}}],
        },
        {},
    ),
    (
        "solutions that are no whole numbers counted",
        "num_solutions(t in Int, 2*t == 3) == 1",
        (),
        {"rule": "unfold", "trees": [{"rule": "witness", "at": ["3/2"], "tree": VALUES}]},
        {},
    ),
    (
        "more than are told",
        "num_solutions(t in Real, 2*t == 6) == 2",
        (),
        {"rule": "unfold", "trees": [{"rule": "witness", "at": ["3"], "tree": VALUES}]},
        {},
    ),
]


@pytest.mark.parametrize(("text", "premises", "tree", "model"), [one[1:] for one in BAD], ids=[one[0] for one in BAD])
def test_a_forged_proof_of_numbers_is_refused(text: str, premises: tuple[str, ...], tree: Any, model: Any) -> None:
    for holds in (True, False):
        with pytest.raises(CheckFailed):
            proved(claim(text, *premises), tree, model, holds)
