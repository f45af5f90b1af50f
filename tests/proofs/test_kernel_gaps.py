"""What the kernel of Lean 4.28 accepts and the auditor must not: each export goes through that kernel by itself.

The numbers are those of the changes of Lean that closed the gaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.lean_cases import read_lean_cases
from support.lean_exports import PROP, TYPE, Export

from verifier.proofs.elaboration.session import Lean
from verifier.proofs.gate import Gate

HEARTBEATS = 200_000
ONE = ("s", 0)
HIDDEN = [
    ("i", ONE, 0),
    ("m", 0, ("i", ONE, 0)),
    ("i", ("p", "u"), 0),
    ("i", ("p", "u"), ("i", ("p", "u"), 0)),
    ("m", ("i", ONE, 0), ("i", ("s", ONE), 0)),
]
"""Ways to write the level 0 that are not ``0``."""

TRUE_IS_FALSE = ("app", ("const", "Eq", [ONE]), "Bool", "Bool.true", "Bool.false")


def refute(export: Export, true_is_false: Any) -> Export:
    """Add ``target : False`` by a proof of ``true = false``."""
    family = ("fun", "Bool", ("app", ("const", "Bool.rec", [ONE]), ("fun", "Bool", PROP), "False", "True", 0))
    ndrec = ("const", "Eq.ndrec", [0, ONE])
    proof = ("app", ndrec, "Bool", "Bool.true", family, "True.intro", "Bool.false", true_is_false)
    return export.theorem("target", "False", proof)


def by_hidden_prop(level: Any) -> Export:
    """False, by a field of a type in a Prop that is not written so (#14613)."""
    params = ["u"] if "u" in str(level) else []
    own = [("p", p) for p in params]
    b, mk, c, get, same = (("const", name, own) for name in ("B", "B.mk", "C", "get", "same"))
    export = Export().inductive({"A": (PROP, {}), "B": (("sort", level), {"B.mk": ("all", "Bool", b)})}, *params)
    export.define("get", ("all", b, "Bool"), ("fun", b, ("proj", "B", 0, 0)), *params)
    export.define("C", PROP, b, *params)
    equal = ("app", ("const", "Eq", [0]), c, 1, 0)
    reflexive = ("app", ("const", "Eq.refl", [0]), c, 1)
    export.theorem("same", ("all", c, ("all", c, equal)), ("fun", c, ("fun", c, reflexive)), *params)
    both = (("app", mk, "Bool.true"), ("app", mk, "Bool.false"))
    congruent = ("app", ("const", "congrArg", [0, ONE]), c, "Bool", *both, get, ("app", same, *both))
    export.theorem("wrong", TRUE_IS_FALSE, congruent, *params)
    return refute(export, ("const", "wrong", [0] * len(params)))


def forgetting() -> Any:
    return ("all", TYPE, ("all", "Bool", ("app", "Forgets", 1, 0)))


def forgetful() -> Export:
    """A type of two parameters, of which no field remembers any."""
    return Export().inductive(
        {"Forgets": (("all", TYPE, ("all", "Bool", TYPE)), {"Forgets.mk": forgetting()})}, params=2
    )


def ill_typed_parameter() -> Export:
    """#14576: what stands for a phantom parameter is not looked at."""
    export = forgetful()
    return export.inductive({"T": (TYPE, {"T.mk": ("all", ("app", "Forgets", "T", "Nat.zero"), "T")})})


def ill_typed_projection() -> Export:
    """#14576: a projection that names another structure, in a phantom parameter."""
    export = forgetful().inductive({"P": (PROP, {"P.mk": ("all", "Bool", "P")})})
    export.inductive({"S": (TYPE, {"S.mk": ("all", "Bool", "S")})})
    stolen = ("proj", "S", 0, ("app", "P.mk", "Bool.true"))
    return export.inductive({"T": (TYPE, {"T.mk": ("all", ("app", "Forgets", "T", stolen), "T")})})


def other_parameters() -> Export:
    """#14582: the type itself, applied to another parameter, behind a phantom one."""
    export = Export().inductive(
        {"Keeps": (("all", TYPE, TYPE), {"Keeps.mk": ("all", TYPE, ("app", "Keeps", 0))})}, params=1
    )
    made = ("all", TYPE, ("all", ("app", "Keeps", ("app", "T", "Nat")), ("app", "T", 1)))
    return export.inductive({"T": (("all", TYPE, TYPE), {"T.mk": made})}, params=1)


def erased_occurrence() -> Export:
    """#14582: the type itself, behind a reduction that erases it."""
    erased = ("app", ("fun", TYPE, "Nat"), ("app", "T", "Nat"))
    made = ("all", TYPE, ("all", erased, ("app", "T", 1)))
    return Export().inductive({"T": (("all", TYPE, TYPE), {"T.mk": made})}, params=1)


def computed_sort() -> Export:
    """#14807: a sort that has to be computed, and may be stuck."""
    export = Export().define("sortOf", ("all", "True", ("sort", ("s", ONE))), ("fun", "True", TYPE))
    return export.inductive({"T": (("all", "True", ("app", "sortOf", 0)), {})})


def named_like_the_kernels_own(name: str) -> Export:
    """#14616, #14609."""
    return Export().theorem(name, "True", "True.intro")


def hidden_in_a_field(level: Any) -> Export:
    params = ["u"] if "u" in str(level) else []
    own = ("const", "T", [("p", p) for p in params])
    return Export().inductive({"T": (("sort", ("s", ("s", ONE))), {"T.mk": ("all", ("sort", level), own)})}, *params)


def long_number() -> Export:
    """#14849."""
    number = ("app", ("const", "Eq.refl", [ONE]), "Nat", ("nat", "9" * 1_000_001))
    return Export().theorem("target", ("app", ("const", "Eq", [ONE]), "Nat", ("nat", "1"), ("nat", "1")), number)


GAPS: dict[str, Export] = {
    **{f"hidden Prop {i}": by_hidden_prop(level) for i, level in enumerate(HIDDEN)},
    **{f"hidden level of a field {i}": hidden_in_a_field(level) for i, level in enumerate(HIDDEN)},
    "ill-typed parameter": ill_typed_parameter(),
    "ill-typed projection": ill_typed_projection(),
    "other parameters": other_parameters(),
    "erased occurrence": erased_occurrence(),
    "computed sort": computed_sort(),
    "a name of the kernel's": named_like_the_kernels_own("_nested.T_1"),
    "a name of the kernel's, below": named_like_the_kernels_own("T._nested_1.x"),
    "a name of the compiler's": named_like_the_kernels_own("f._unsafe_rec"),
    "a long number": long_number(),
}


@pytest.fixture(scope="module")
def child(gate: Gate) -> Iterator[Lean]:
    lean = Lean(gate._ready(), ("Init",), cpu=60, wall=300)
    yield lean
    lean.close()


def audit(child: Lean, export: Export) -> list[dict[str, Any]]:
    targets = [["target"]] if any("target" in row for row in export.names if row) else []
    found: list[dict[str, Any]] = child.audit(export.json(), None, targets, ["propext"], HEARTBEATS)["faults"]
    return found


@pytest.mark.parametrize("name", GAPS)
def test_audit_of_declaration_that_kernel_does_not_check_is_refused(child: Lean, name: str) -> None:
    faults = audit(child, GAPS[name])
    assert faults and {fault["rule"] for fault in faults} <= {"kernel", "export"}, faults


def test_audit_of_ill_typed_parameter_from_plain_lean_is_refused(child: Lean) -> None:
    """No metaprogramming is in it: only an error is dropped, and what the elaborator left goes to the kernel."""
    proof = read_lean_cases("forgery")["ill_typed_parameter_in_plain_lean"].case.candidate
    said = child.elaborate(proof.decode(), [["target"]], HEARTBEATS)
    assert not [message for message in said["messages"] if message["severity"] == "error"]
    faults = child.audit(said["export"], None, [["target"]], ["propext"], HEARTBEATS)["faults"]
    assert [(fault["rule"], fault["name"]) for fault in faults] == [("kernel", ["E"])]
