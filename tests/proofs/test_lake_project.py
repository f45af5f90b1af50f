"""Proofs that import Mathlib: a small Lake project in its layout, elaborated and checked by a real Lean."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.native_lean import LIBRARY, MODULES, PAIR, REVISION, compile_modules, make_lean, make_project

from verifier.proofs.case import Case
from verifier.proofs.gate import Gate, Settings
from verifier.proofs.rules import Result

OWN = {"My/Defs": "@[expose] public section\ndef mine (n : Nat) : Nat := n + 1\n", "Other": "def other := 1\n"}
CHALLENGE, CANDIDATE = PAIR


@pytest.fixture(scope="module")
def lean(real_lean: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A native Lean on PATH."""
    folder = make_lean(tmp_path_factory.mktemp("lean") / "lean")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        yield folder


@pytest.fixture(scope="module")
def project(lean: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("project"), lean, OWN)


@pytest.fixture(scope="module")
def gate(project: Path) -> Iterator[Gate]:
    with Gate(Settings(jobs=1, lake=project, least="4.27.0")) as warm:
        yield warm


def judge(gate: Gate, candidate: bytes, challenge: bytes | None = CHALLENGE) -> tuple[str, list[str]]:
    result = gate.judge(Case("x", candidate, challenge))
    return result.status, [reason.rule for reason in result.reasons]


def test_a_proof_by_the_package_is_accepted_and_says_who_decided(gate: Gate) -> None:
    result = gate.judge(Case("x", CANDIDATE, CHALLENGE))
    assert (result.status, result.reasons) == ("accepted", ())
    (by,) = result.decided_by
    assert by.startswith("the gate and the kernel of Lean 4.28.0") and f"Mathlib {REVISION}, on this machine" in by


def test_what_proves_something_else_is_refused(gate: Gate) -> None:
    for change, rule in (
        ((b"+ 1 :=", b"+ 0 + 1 :="), "statement-changed"),
        ((b"simp only [Nat.tripled_def]", b"rfl"), "elaboration-error"),
        ((b"import Mathlib\n", b"import Mathlib\nimport Other\n"), "import"),
        ((b"import Mathlib\n", b"import Mathlib\ndef code := eval% 1\n"), "refused-construct"),
    ):
        assert judge(gate, CANDIDATE.replace(*change)) == ("rejected", [rule])


def test_a_hole_in_a_package_is_a_hole_in_the_proof(gate: Gate) -> None:
    proof = CANDIDATE.replace(b"  simp", b"  have h := Nat.unproved n\n  simp at h\n  simp")
    assert judge(gate, proof) == ("rejected", ["sorry"])


def test_a_challenge_may_import_a_module_of_the_project(gate: Gate) -> None:
    ours = b"import My.Defs\ntheorem t (n : Nat) : mine n = n + 1 := by\n  sorry\n"
    assert judge(gate, ours.replace(b"by\n  sorry", b"rfl"), ours) == ("accepted", [])
    assert judge(gate, b"import Mathlib\n" + ours.replace(b"by\n  sorry", b"rfl"), ours) == ("accepted", [])


def test_the_floor_of_the_kernel_applies(project: Path) -> None:
    with Gate(Settings(jobs=1, lake=project)) as strict:
        (reason,) = strict.judge(Case("x", CANDIDATE, CHALLENGE)).reasons
    assert reason.rule == "infrastructure" and "is older than 4.34.0; --min-lean" in reason.message


@pytest.mark.parametrize(
    ("says", "status", "rule"),
    [
        (
            "Exporting #[target] from GateSolution\nLean default kernel accepts the solution\nYour solution is okay!",
            0,
            None,
        ),
        ("error: Illegal axiom detected: 'cheat'", 1, "axiom"),
        ("", 2, "infrastructure"),
    ],
)
def test_the_comparator_must_accept_too(project: Path, lean: Path, says: str, status: int, rule: str | None) -> None:
    program = lean / "lake"  # says what the real one would: the gate before it is real
    program.write_text(f'#!/bin/sh\necho "{says}"\nexit {status}\n', encoding="utf-8")
    program.chmod(0o755)
    try:
        with Gate(Settings(jobs=1, lake=project, least="4.27.0", comparator=True)) as both:
            result = both.judge(Case("x", CANDIDATE, CHALLENGE))
    finally:
        program.unlink()
    assert [reason.rule for reason in result.reasons] == [rule] * bool(rule)
    assert result.status == {None: "accepted", "axiom": "rejected"}.get(rule, "infrastructure")
    assert rule == "infrastructure" or [by.split()[0:2] for by in result.decided_by] == [
        ["the", "gate"],
        ["lake", "comparator"],
    ]


def test_a_project_without_a_native_lean_is_infrastructure(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.proofs.elaboration import modules

    monkeypatch.setattr(modules, "_native", lambda folder=None: None)
    with Gate(Settings(jobs=1, lake=project)) as lost:
        (reason,) = lost.judge(Case("x", CANDIDATE, CHALLENGE)).reasons
    assert reason.rule == "infrastructure" and "needs lean on PATH" in reason.message


def frozen(project: Path, file: Path, challenge: bytes) -> Result:
    with Gate(Settings(jobs=1, lake=project, least="4.27.0", frozen=file)) as gate:
        result = gate.judge(Case("x", challenge.replace(b"by\n  sorry", b"rfl"), challenge))
        assert gate.frozen is not None
        gate.frozen.write()
    return result


def test_modules_and_revisions_are_frozen(project: Path, lean: Path, tmp_path: Path) -> None:
    file, ours = tmp_path / "frozen.json", b"import My.Defs\ntheorem t (n : Nat) : mine n = n + 1 := by\n  sorry\n"
    assert frozen(project, file, ours).status == "accepted"
    assert '"module My.Defs"' in file.read_text("utf-8") and "Other" not in file.read_text("utf-8")
    path = os.pathsep.join(str(project / one / LIBRARY) for one in (".", *(f".lake/packages/{m}" for m in MODULES)))
    compile_modules(project, {"Other": "def other := 2\n"}, lean, path)
    assert frozen(project, file, ours).status == "accepted"
    compile_modules(project, {"My/Defs": OWN["My/Defs"] + "def more := 1\n"}, lean, path)
    manifest = project / "lake-manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace(REVISION, "f" * 40, 1), encoding="utf-8")
    result = frozen(project, file, ours)
    assert result.status == "rejected"
    assert "module My.Defs is another one than was frozen" in result.reasons[0].message
    assert f"package mathlib was {REVISION}, and is {'f' * 40}" in result.reasons[0].message
