"""The audit of our modules while they are compiled: what was not audited, or differs now, certifies nothing."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.lean_session import by_reflection, claim, said
from support.terms import app

from verifier.checkers.lean.checker import LeanChecker, imports
from verifier.checkers.lean.process import audit
from verifier.checkers.lean.process.batch_check import Job
from verifier.checkers.lean.process.protocol import BulkAnswer
from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.toolchain import cache, project, toolchain
from verifier.checkers.lean.toolchain.toolchain import Toolchain
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean.tactics.formula_proofs import texts
from verifier.kernel.expr import Head, Type
from verifier.kernel.verdict import Certificate, CheckFailed, Reason, Shows

PLANTED = """
namespace Verifier
axiom convenient : ∀ n : Nat, n = 0
theorem fine : 1 + 1 = 2 := rfl
theorem one_is_two : 1 = 2 := sorry
theorem two_is_zero : 2 = 0 := convenient 2
end Verifier
"""


@pytest.fixture(scope="module")
def tools() -> Toolchain:
    return toolchain.ready()


@pytest.fixture
def copied(tools: Toolchain, tmp_path: Path) -> Toolchain:
    """Our compiled modules in a place where they may be damaged."""
    shutil.copytree(tools.compiled, tmp_path / "modules")
    return Toolchain(tools.version, tmp_path / "modules", tools.home)


def theorems(module: str) -> int:
    return sum(line.startswith(("theorem ", "def ", "instance ")) for line in project.text_of(module).splitlines())


def test_every_module_was_audited_with_its_proofs_when_it_was_compiled(tools: Toolchain) -> None:
    said = cache.manifest(tools.compiled)
    assert said is not None and tools.audited() == frozenset(project.LEMMAS)
    for module in project.LEMMAS:
        assert said["audit"][module]["constants"] >= theorems(module) > 0
    assert said["audit"]["Verifier.Reflect"]["axioms"] == ["propext"]  # seen only where proofs are in scope


def test_a_module_with_a_sorry_or_an_axiom_is_imported_by_no_certificate(copied: Toolchain) -> None:
    assert copied.home is not None
    place = copied.compiled / project.file_of("Verifier.Sums")
    place.write_text(PLANTED, encoding="utf-8")
    toolchain._compile_module(copied.home, copied.compiled, "Verifier.Sums")
    with pytest.raises(LeanUnavailable, match="not as it was compiled"):  # nobody has audited these files
        copied.audited()
    said: dict[str, Any] = {"audit": toolchain._audited(copied, cache.quiet), "files": cache._listing(copied.compiled)}
    reached = said["audit"]["Verifier.Sums"]["axioms"]
    assert "sorryAx" in reached and any(name.endswith("Verifier.convenient") for name in reached)
    said["files"].pop(cache.MANIFEST)
    (copied.compiled / cache.MANIFEST).write_text(json.dumps(said), encoding="utf-8")
    assert copied.audited() == frozenset(project.LEMMAS) - {"Verifier.Sums"}


def test_a_file_that_changed_after_the_audit_starts_no_lean(copied: Toolchain) -> None:
    place = copied.compiled / project.file_of("Verifier.Order", ".olean")
    content, times = bytearray(place.read_bytes()), place.stat()
    content[len(content) // 2] ^= 1
    place.write_bytes(content)
    os.utime(place, ns=(times.st_atime_ns, times.st_mtime_ns))  # neither size nor time tell
    with LeanSession(lambda: copied) as session, pytest.raises(LeanUnavailable, match="not as it was compiled"):
        session.prove("True", "trivial")


class Audited:
    """Accepts everything, on the strength of the modules that it names."""

    version, size = "4.28.0", 1

    def __init__(self, *modules: str) -> None:
        self.audited = frozenset(modules)

    def certify(self, formulas: Any, **_: Any) -> BulkAnswer:
        return BulkAnswer((True,) * len(formulas), (), ("",) * len(formulas))


def test_what_imports_a_module_that_was_not_audited_is_not_certified() -> None:
    of = claim(app(Head.DIV, 48, 2), "=", 24)
    proof = by_reflection(of, Shows.TRUE)
    whole: Any = Audited("Verifier.Closed", "Verifier.Reflect")
    assert isinstance(LeanChecker(whole).check_many([(of, proof)])[0], Certificate)
    half: Any = Audited("Verifier.Closed")
    [found] = LeanChecker(half).check_many([(of, proof)])
    assert isinstance(found, CheckFailed) and found.reason is Reason.NO_ENGINE and "Verifier.Reflect" in str(found)


def test_no_proof_of_the_portfolio_imports_what_is_not_audited_and_one_that_did_would_not_count() -> None:
    whole: Any = Audited(*project.LEMMAS)
    x, y = app(Head.MUL, "x", "x"), app(Head.SQRT, app(Head.MUL, 12, "x"))
    asked = [
        claim(2, "<", 3),
        claim(x, "≥", 0, domain=Type.REAL),
        claim(y, "=", app(Head.POW, 2, "x"), domain=Type.REAL),
    ]
    statements = [said(of, Shows.TRUE) for of in asked]
    used = {name for one in statements for text in texts(one, {}, True, None) for name in imports(one, text)}
    assert used <= set(project.LEMMAS) < set(project.MODULES) and "Verifier.Step" not in project.LEMMAS
    job = LeanChecker(whole).job(asked[0], by_reflection(asked[0], Shows.TRUE))
    assert isinstance(job, Job)
    half: Any = Audited("Verifier.Closed", "Verifier.Reflect")
    for text, kind in (("by exact Verifier.sq_nonneg 1", CheckFailed), ("by decide +kernel", Certificate)):
        assert isinstance(LeanChecker(half)._certificate(replace(job, text=text), ()), kind)


@pytest.mark.parametrize(
    "said", ["", '@verifier {"ready": "4"}', "@verifier [1", '@verifier {"audit": [{"axioms": []}]}']
)
def test_an_audit_that_says_nothing_is_none(said: str) -> None:
    with pytest.raises(LeanUnavailable):
        audit.read(said)


def test_a_module_whose_proofs_are_out_of_scope_is_left_out() -> None:
    said = '@verifier {"audit": [{"module": "A", "error": "a proof is not in scope: A.b"}]}'
    assert audit.read(said) == {}


@pytest.mark.parametrize(
    ("version", "old"),
    [
        ("Lean 4.28.0-pre (wasm32, commit 38f3c0c45b8df6da2652faff6dcaa15afb5a6981)", True),
        ("Lean (version 4.33.2, x86_64-unknown-linux-gnu, commit 0123456789ab, Release)", True),
        ("Lean (version 4.34.0-rc1, x86_64-unknown-linux-gnu, commit 0123456789ab, Release)", True),
        ("Lean (version 4.34.0, x86_64-unknown-linux-gnu, commit 0123456789ab, Release)", False),
        ("Lean (version 5.0.0, x86_64-unknown-linux-gnu)", False),
        ("", True),
        ("nightly", True),
    ],
)
def test_proofs_of_strangers_that_an_old_kernel_checked_carry_a_warning(version: str, old: bool) -> None:
    said = audit.doubts(version)
    assert (said is not None) is old and (said is None or "soundness bugs" in said)
