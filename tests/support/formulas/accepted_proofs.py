"""Proofs that the walker of structural proofs accepts, each with its claim: one for each rule at least."""

from __future__ import annotations

from typing import Any

from support.formulas.sequents import VALUES, added, at, identity, linear

STRUCTURE: list[tuple[str, tuple[str, ...], Any, bool, dict[str, str]]] = [
    ("2 + 2 == 4", (), VALUES, True, {}),
    ("2 + 2 == 5", (), VALUES, False, {}),
    ("x == 4", ("x == 4",), at(0), True, {"x": "4"}),
    ("x == 5", ("x == 4",), at(0), False, {"x": "4"}),
    ("x == 4 and 1 < 2", ("x == 4",), {"rule": "all", "trees": [at(0), VALUES]}, True, {"x": "4"}),
    ("x == 4 and 2 < 1", (), {"rule": "one", "index": 1, "tree": VALUES}, False, {}),
    ("2 < 1 or 1 < 2", (), {"rule": "one", "index": 1, "tree": VALUES}, True, {}),
    ("2 < 1 or 3 < 2", (), {"rule": "all", "trees": [VALUES, VALUES]}, False, {}),
    ("not 2 < 1", (), VALUES, True, {}),
    ("Implies(x == 4, x + 1 == 5)", (), {"rule": "assume", "tree": at(0)}, True, {}),
    ("Implies(1 < 2, 3 < 2)", (), {"rule": "all", "trees": [VALUES, VALUES]}, False, {}),
    (
        "Iff(x == 4, x + 1 == 5)",
        (),
        {
            "rule": "all",
            "trees": [
                {"rule": "assume", "tree": {"rule": "assume", "tree": at(0)}["tree"]},
                {"rule": "assume", "tree": at(0)},
            ],
        },
        True,
        {},
    ),
    (
        "Iff(1 < 2, 3 < 2)",
        (),
        {"rule": "one", "index": 0, "tree": {"rule": "all", "trees": [VALUES, VALUES]}},
        False,
        {},
    ),
    ("ForAll(t in Real, t + t == 2*t)", (), {"rule": "arbitrary", "tree": identity()}, True, {}),
    ("ForAll(t in Real, t*t == t)", (), {"rule": "witness", "at": ["2"], "tree": VALUES}, False, {}),
    ("Exists(t in Rat, 2*t == 1)", (), {"rule": "witness", "at": ["1/2"], "tree": VALUES}, True, {}),
    ("x == 4", ("x == 4 or x == 4",), {"rule": "cases", "of": 0, "trees": [at(1), at(1)]}, True, {"x": "4"}),
    (
        "x == 4",
        ("Implies(1 < 2, x == 4)",),
        {"rule": "detach", "of": 0, "trees": [VALUES, at(1)]},
        True,
        {"x": "4"},
    ),
    (
        "y == 8",
        ("x == 4", "y == 2*x"),
        {"rule": "at", "values": [["x", "4", at(0)]], "tree": at(1)},
        True,
        {"x": "4", "y": "8"},
    ),
    ("True", (), {"rule": "values", "pins": []}, True, {}),
    ("False", (), {"rule": "values", "pins": []}, False, {}),
    ("x == 4", ("x == 4",), {"rule": "given", "of": 0}, True, {"x": "4"}),
    ("x < 5 or x > 7", ("x < 5 or x > 7",), {"rule": "given", "of": 0}, True, {"x": "4"}),
    (
        "Iff(1 < 2, 3 < 2)",
        (),
        {"rule": "one", "index": 0, "tree": {"rule": "all", "trees": [VALUES, VALUES]}},
        False,
        {},
    ),
    (
        "Iff(3 < 2, 1 < 2)",
        (),
        {"rule": "one", "index": 1, "tree": {"rule": "all", "trees": [VALUES, VALUES]}},
        False,
        {},
    ),
    ("Exists(t in Real, t == x)", ("x == 4",), {"rule": "witness", "at": ["x"], "tree": at(0)}, True, {"x": "4"}),
    ("Exists(t in Real, t == n)", ("n == 4",), {"rule": "witness", "at": ["n"], "tree": at(0)}, True, {"n": "4"}),
]

ALL = [added((0, "1"), (1, "1"), (2, "1"))]

PRODUCT = linear([{"times": [0, 1]}, added((3, "1"), (2, "1"), (0, "3"), (1, "2"))])

PUSHED: dict[str, Any] = {"rule": "unfold", "of": 0, "tree": {"rule": "given", "of": 1}}

RULES: list[tuple[str, tuple[str, ...], Any, dict[str, Any]]] = [
    ("x <= 5", ("x + y <= 7", "y >= 2"), linear(ALL), {"x": "1", "y": "2"}),
    ("x < 5", ("x + y <= 7", "y > 2"), linear(ALL), {"x": "1", "y": "3"}),
    ("x == 3", ("x <= 3", "x >= 3"), linear([added((0, "1"), (2, "1"))], [added((1, "1"), (2, "1"))]), {"x": "3"}),
    ("x != 4", ("x + y <= 5", "y > 1"), linear([added((0, "1"), (1, "1"), (2, "1"))]), {"x": "1", "y": "2"}),
    ("x*y >= 6", ("x >= 2", "y >= 3"), PRODUCT, {"x": "2", "y": "3"}),
    (
        "k <= 3",
        ("2*k <= 7", "is_int(k)"),
        linear([added((0, "1/2"), cut=True), added((2, "1"), (1, "1"))], uses=(0,), whole=(1,)),
        {"k": "1"},
    ),
    (
        "divides(2, k**2 + k)",
        ("is_int(k)",),
        {"rule": "residues", "modulus": 2, "uses": [], "whole": [0]},
        {"k": "1"},
    ),
    (
        "divides(2, k**2)",
        ("divides(2, k)",),
        {"rule": "residues", "modulus": 2, "uses": [0], "whole": [0]},
        {"k": "2"},
    ),
    (
        "ForAll(t in Int, t**2 % 4 == 0 or t**2 % 4 == 1)",
        (),
        {"rule": "arbitrary", "tree": {"rule": "residues", "modulus": 4, "uses": [], "whole": []}},
        {},
    ),
    (
        "x > 0",
        ("Exists(t in Real, t > 1 and x == t)",),
        {"rule": "exists_elim", "of": 0, "tree": linear([added((0, "1"), (1, "1"), (2, "1"))], uses=(1, 2))},
        {"x": "2"},
    ),
    (
        "abs(x) >= 0",
        (),
        {"rule": "unfold", "number": ["abs", ["sym", "x"]], "tree": {"rule": "given", "of": 0}},
        {},
    ),
    (
        "x < 1 or x >= 1",
        (),
        {
            "rule": "excluded_middle",
            "asked": ["<", ["sym", "x"], ["int", "1"]],
            "trees": [
                {"rule": "one", "index": 0, "tree": {"rule": "given", "of": 0}},
                {"rule": "one", "index": 1, "tree": {"rule": "given", "of": 0}},
            ],
        },
        {},
    ),
    ("Exists(q in Int, k == 2*q)", ("divides(2, k)",), PUSHED, {"k": "2"}),
    ("x < 2", ("not x >= 2",), PUSHED, {"x": "1"}),
]

GIVEN: dict[str, Any] = {"rule": "given", "of": 0}


def signs(*uses: int) -> dict[str, Any]:
    return {"rule": "signs", "uses": list(uses)}


def square(*names: str) -> dict[str, Any]:
    one = ["sym", names[0]] if len(names) == 1 else ["-", ["sym", names[0]], ["sym", names[1]]]
    return {"square": one}


def replaced(tree: Any, **more: Any) -> dict[str, Any]:
    return {"rule": "replace", "of": 0, **more, "tree": tree}


SUM = {"rule": "unfold", "parts": True, "trees": [{"rule": "all", "trees": [identity(), identity()]}]}


PARTED = {"rule": "parted", "letter": "z", "tree": SUM}


MODULUS = {
    "rule": "parted",
    "letter": "z",
    "tree": {"rule": "unfold", "parts": True, "trees": [linear([added()], [added()], uses=())]},
}

NUMBERS: list[tuple[str, tuple[str, ...], Any, dict[str, Any]]] = [
    ("1/(x**2 + 1) > 0", (), signs(), {}),
    ("(1 + x)**3 != 0", ("x > 0",), signs(0), {"x": "1"}),
    ("x*y >= 0", ("x >= 0", "0 <= y"), signs(0, 1), {"x": "1", "y": "1"}),
    ("0 < x/y", ("x > 0", "y > 0"), signs(0, 1), {"x": "1", "y": "1"}),
    ("-x < 0", ("x > 0",), signs(0), {"x": "1"}),
    (
        "x**2 - 2*x + 1 >= 0",
        (),
        linear([{"square": ["-", ["sym", "x"], ["int", "1"]]}, added((0, "1"), (1, "1"))], uses=()),
        {},
    ),
    ("x**2 + y**2 >= 2*x*y", (), linear([square("x", "y"), added((0, "1"), (1, "1"))], uses=()), {}),
    ("1/x <= 1/x", ("x > 0",), linear([added((0, "1"))], uses=()) | {"defined": [0]}, {"x": "1"}),
    ("x**2/x == x", ("x != 0",), linear([added((0, "1"))], [added((0, "1"))], uses=()) | {"defined": [0]}, {"x": "1"}),
    ("sqrt(x*y) == 5", ("x*y == 25",), replaced(VALUES), {"x": "5", "y": "5"}),
    ("sqrt(25) == sqrt(x*y)", ("25 == x*y",), replaced(VALUES, back=True), {"x": "5", "y": "5"}),
    ("x == 2*3", ("y == 3", "x == 2*y"), replaced({"rule": "given", "of": 2}, **{"in": 1}), {"x": "6", "y": "3"}),
    (
        "Exists(t in Real, t == y*x)",
        ("y == 3",),
        replaced({"rule": "witness", "at": [["*", ["int", "3"], ["sym", "x"]]], "tree": identity()}),
        {"y": "3"},
    ),
    ("(z + I)*(z - I) == z**2 + 1", (), PARTED, {}),
    (
        "x == 0 or y == 0",
        ("x*y == 0",),
        {"rule": "unfold", "of": 0, "tree": {"rule": "given", "of": 1}},
        {"x": "0", "y": "1"},
    ),
    (
        "x == 0",
        ("-3*x**2 == 0",),
        {
            "rule": "unfold",
            "of": 0,
            "tree": {
                "rule": "cases",
                "of": 1,
                "trees": [{"rule": "absurd", "of": 2, "tree": VALUES}, {"rule": "given", "of": 2}],
            },
        },
        {"x": "0"},
    ),
    (
        "x**2 == 4",
        ("solves(t in Real, [x, y], t**2 == 4)",),
        {"rule": "unfold", "of": 0, "tree": {"rule": "given", "of": 1}},
        {"x": "2", "y": "-2"},
    ),
    (
        "x >= 3",
        ("is_max(x, t, t in Int, 0 <= t and t <= 3)",),
        {
            "rule": "unfold",
            "of": 0,
            "tree": {
                "rule": "instance",
                "of": 2,
                "at": ["3"],
                "tree": {"rule": "detach", "of": 3, "trees": [VALUES, linear([added((0, "1"), (1, "1"))], uses=(4,))]},
            },
        },
        {"x": "3"},
    ),
    (
        "num_solutions(t in Real, 2*t == 6) == 1",
        (),
        {"rule": "unfold", "trees": [{"rule": "witness", "at": ["3"], "tree": VALUES}]},
        {},
    ),
    (
        "num_solutions(t in Real, t**2 == 4) == 2",
        (),
        {
            "rule": "unfold",
            "trees": [{"rule": "witness", "at": ["2", "-2"], "tree": {"rule": "all", "trees": [VALUES, VALUES]}}],
        },
        {},
    ),
]

ACCEPTED = [*STRUCTURE, *((text, premises, tree, True, model) for text, premises, tree, model in (*RULES, *NUMBERS))]
"""A statement, its premises, the tree that shows it, whether it holds, and a model of the premises."""
