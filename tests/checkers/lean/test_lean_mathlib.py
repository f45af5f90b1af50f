"""Mathlib as an option: which project has it, what is stated beside it, what its certificates say. No Mathlib is at
hand here: programs that answer as a native Lean would stand in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support.lean_session import claim
from support.terms import app

from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process.protocol import MARKER, Answer, BulkAnswer
from verifier.checkers.lean.statement.statement import stated
from verifier.checkers.lean.toolchain import mathlib, toolchain
from verifier.checkers.lean.toolchain.project import LEMMAS
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.engines.lean import bundle, local_socket
from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.engines.lean.tactics.portfolio import by_mathlib
from verifier.kernel.claim import Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import Head, Letter, Type
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Proved, Reason, Shows, Unknown
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

REVISION = "0123456789abcdef0123456789abcdef01234567"
PINNED = "leanprover/lean4:v4.99.0\n"
CLAIM = claim(app(Head.MUL, "x", "y"), ">", 0, [("x", ">", 1), ("y", ">", 2)], domain=Type.REAL)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A Lake project as it looks once Mathlib is compiled."""
    packages = [{"name": "mathlib", "rev": REVISION}, {"name": "batteries", "rev": "f" * 40}]
    (tmp_path / "lake-manifest.json").write_text(json.dumps({"packages": packages}), encoding="utf-8")
    (tmp_path / "lean-toolchain").write_text(PINNED, encoding="utf-8")
    olean = tmp_path / ".lake/packages/mathlib" / mathlib.LIBRARY / "Mathlib/Tactic.olean"
    olean.parent.mkdir(parents=True)
    olean.touch()
    return tmp_path


class Stub:
    """Answers as a Lean would that only one tactic convinces."""

    def __init__(self, tactic: str, version: str) -> None:
        self.tactic, self._version, self.asked = tactic, version, list[tuple[str, str]]()

    version = property(lambda self: self._version)
    size = 1
    audited = frozenset(LEMMAS)

    def prove(self, statement: str, proof: str, **_: Any) -> Answer:
        self.asked.append((statement, proof))
        return Answer(self.tactic in proof, False, (), ("propext",), "7")

    def prove_many(self, proofs: Sequence[tuple[str, str]], **how: Any) -> list[Answer]:
        return [self.prove(*pair, **how) for pair in proofs]

    def certify(self, formulas: Sequence[Any], **_: Any) -> BulkAnswer:
        return BulkAnswer((False,) * len(formulas), (), ())

    def close(self) -> None: ...


WITH = mathlib.versioned("Lean (version 4.99.0)", mathlib.Mathlib(Path(), REVISION, (), PINNED))


def test_a_project_with_mathlib_says_its_revision_and_where_its_modules_are(project: Path) -> None:
    found = mathlib.found(project)
    assert (found.revision, found.toolchain) == (REVISION, PINNED)
    assert [place.parts[-5] for place in found.path] == ["mathlib", "batteries"]


@pytest.mark.parametrize("lost", ["lake-manifest.json", "lean-toolchain", ".lake/packages/mathlib"])
def test_a_project_without_a_compiled_mathlib_is_one_line(project: Path, lost: str) -> None:
    (project / lost).rename(project / "elsewhere")
    with pytest.raises(LeanUnavailable, match="VERIFIER_MATHLIB") as said:
        mathlib.found(project)
    assert "\n" not in str(said.value)


@pytest.mark.parametrize("manifest", ["{", "[]", '{"packages": []}', '{"packages": [{"name": "mathlib"}]}'])
def test_a_manifest_that_does_not_name_mathlib_is_one_line(project: Path, manifest: str) -> None:
    (project / "lake-manifest.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(LeanUnavailable, match="no Lake project with Mathlib"):
        mathlib.found(project)


def test_mathlib_without_a_native_lean_is_refused_and_not_passed_over(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(mathlib.VARIABLE, str(project))
    monkeypatch.setenv("PATH", str(project))
    with pytest.raises(LeanUnavailable, match="needs lake and lean"):
        toolchain.ready()


def test_a_native_lean_is_started_with_mathlib_in_scope(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audited = MARKER + json.dumps({"audit": [{"module": "Verifier.Order", "axioms": ["propext"], "constants": 2}]})
    says = "if [ \"$1\" = --version ]; then echo 'Lean (version 4.99.0)'; else echo '" + audited + "'; fi\n"
    for name in ("lean", "lake"):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{says}", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    without = local_socket.fingerprint()
    monkeypatch.setenv(mathlib.VARIABLE, str(project))
    tools = toolchain.ready()
    launch = tools.serve(tmp_path)
    assert tools.version == WITH and launch.argv == ("lean", mathlib.MAIN)
    ours, *theirs = launch.env["LEAN_PATH"].split(":")
    assert ours.startswith(str(tools.compiled)) and [Path(p) for p in theirs] == list(mathlib.found(project).path)
    assert (tools.compiled / "lean-toolchain").read_text(encoding="utf-8") == PINNED
    assert (tools.compiled / mathlib.MAIN).is_file()
    assert local_socket.fingerprint() != without  # a Lean that is served without Mathlib is not taken for one with it


def proved(of: Claim, stub: Stub) -> Certificate | None:
    """What one that convinces the stub is certified by."""
    [told] = LeanFormulaEngine(stub).settled([of])
    return told.certificate if isinstance(told, Proved) else None


def test_its_members_come_after_ours_and_speak_of_its_fields() -> None:
    stub = Stub("nlinarith", WITH)
    found = proved(CLAIM, stub)
    assert found is not None and "nlinarith [" in found.proof.data["text"]
    *_, (statement, proof) = stub.asked
    assert statement.startswith("∀ {K : Type} [Field K] [LinearOrder K] [IsStrictOrderedRing K] (x0 : K) (x1 : K), ")
    assert "Lean.Grind" not in statement and "nlinarith [sq_nonneg x0, " in proof
    ours = ["Lean.Grind" in one for one, _ in stub.asked]
    assert ours == sorted(ours, reverse=True) and ours.count(True) > 0


def test_a_certificate_beside_mathlib_names_its_revision_and_what_was_not_audited(tmp_path: Path) -> None:
    stub = Stub("ring", WITH)
    found = proved(claim(app(Head.ADD, "x", "y"), "=", app(Head.ADD, "y", "x"), for_all=True), stub)
    assert found is not None
    certificate = LeanChecker(stub).check(found.claim, found.proof)
    assert certificate.toolchain.endswith(f"Mathlib {REVISION}") and certificate.notes["mathlib"] == mathlib.CLAIMED
    assert certificate.notes["lean"].startswith("import Mathlib.Tactic\n") and certificate.axioms == ("propext",)
    assert bundle.write(tmp_path, [certificate]) == []  # a bundle needs nothing but Lean


def test_without_mathlib_none_of_its_members_is_offered_and_a_stored_one_gives_no_certificate() -> None:
    stub = Stub("nlinarith", "Lean (version 4.28.0)")
    assert proved(CLAIM, stub) is None
    assert not any("nlinarith" in proof for _, proof in stub.asked)
    data = {"text": "by intros; nlinarith", "mathlib": True, "model": {"x": "2", "y": "3"}}
    proof = Proof("lean", Shows.TRUE, data)
    with pytest.raises(CheckFailed, match="VERIFIER_MATHLIB") as said:
        LeanChecker(stub).check(CLAIM, proof)
    assert said.value.reason is Reason.NO_ENGINE


def test_the_members_are_the_six_and_none_is_ours() -> None:
    def named(of: Claim) -> list[str]:
        return list(by_mathlib(stated(of, Shows.TRUE, {}, mathlib=True)))

    assert named(CLAIM) == ["norm_num", "ring", "linarith", "nlinarith", "positivity", "field_simp"]


def test_open_formulas_are_put_to_its_tactics_last_and_stated_of_its_fields() -> None:
    scope = Scope({name: Declared(Type.REAL) for name in "xy"})
    facts = [Hypothesis(f"p{i}", Standing.FACT, formula(text, scope)) for i, text in enumerate(("x > 1", "y > 2"))]
    of = claim_of(formula("x*y > 0", scope), [Letter(name, Type.REAL) for name in "xy"], tuple(facts))
    stub = Stub("nlinarith", WITH)
    [told] = LeanFormulaEngine(stub).settled([of])
    assert isinstance(told, Proved) and told.certificate.proof.data["mathlib"] is True
    *_, (statement, proof) = stub.asked
    assert statement.startswith("∀ {K : Type} [Field K] [LinearOrder K] [IsStrictOrderedRing K]")
    assert "Lean.Grind" not in statement and "nlinarith [sq_nonneg x0, " in proof
    [left] = LeanFormulaEngine(Stub("nlinarith", "Lean (version 4.28.0)")).settled([of])
    assert isinstance(left, Unknown)
