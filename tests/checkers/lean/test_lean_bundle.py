"""Bundles: a Lake project that shows the verdicts again, without us."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

from support.lean_session import claim, decide
from support.terms import app

from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.toolchain import toolchain
from verifier.engines.lean import bundle
from verifier.engines.lean.formulas import LeanFormulaEngine
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head, Int, Type, node
from verifier.kernel.verdict import Certificate, Proof, Proved, Refuted, Shows
from verifier.processes import run

CLAIMS = (
    claim(app(Head.FACTORIAL, 5), "=", 121),
    claim(app(Head.ADD, app(Head.POW, "x", 2), 1), "≥", app(Head.MUL, 2, "x"), domain=Type.REAL, for_all=True),
)


def certificates() -> list[Certificate]:
    verdicts = [decide(of) for of in CLAIMS]
    assert all(isinstance(verdict, Proved | Refuted) for verdict in verdicts)
    return [verdict.certificate for verdict in verdicts if isinstance(verdict, Proved | Refuted)]


def checks(tools: toolchain.Toolchain, folder: Path, name: str) -> bool:
    launch = tools.check(name, folder)
    return run(launch.argv, deadline=120, cwd=launch.cwd, env=launch.env).rc == 0


def test_every_file_of_a_bundle_is_checked_by_lean_itself(lean_session: LeanSession, tmp_path: Path) -> None:
    written = bundle.write(tmp_path, certificates())
    assert len(written) == 2
    tools = lean_session.start()
    for place in written:
        assert checks(tools, tmp_path, place.relative_to(tmp_path).as_posix())
    (tmp_path / "Bad.lean").write_text("theorem bad : (2 : Rat) + 2 = 5 :=\nby decide +kernel\n", encoding="utf-8")
    assert not checks(tools, tmp_path, "Bad.lean")


def test_a_bundle_is_a_lake_project_that_names_its_toolchain(lean_session: LeanSession, tmp_path: Path) -> None:
    bundle.write(tmp_path, certificates())
    lakefile = tomllib.loads((tmp_path / "lakefile.toml").read_text(encoding="utf-8"))
    assert [library["name"] for library in lakefile["lean_lib"]] == ["Claims", "Verifier"]
    assert (tmp_path / "lean-toolchain").read_text(encoding="utf-8").startswith("leanprover/lean4:v4.")
    assert (tmp_path / "Verifier/Closed.lean").is_file() and (tmp_path / "Verifier/Order.lean").is_file()


def test_a_bundle_is_rendered_from_the_claims_and_not_from_what_a_record_says(
    lean_session: LeanSession, tmp_path: Path
) -> None:
    forged = [replace(c, notes={**c.notes, "lean": "theorem t : 1 = 2 := by sorry"}) for c in certificates()]
    for place in bundle.write(tmp_path, forged):
        assert "sorry" not in place.read_text(encoding="utf-8")


def test_a_bundle_holds_proofs_of_other_formulas_too(lean_session: LeanSession, tmp_path: Path) -> None:
    both = Claim(node(Head.AND, node(Head.LT, Int(1), Int(2)), node(Head.EQ, Int(2), Int(2))))
    decided = Certificate(both, Proof("structure", Shows.TRUE), "1")
    [found] = LeanFormulaEngine(lean_session).certified([decided])
    assert isinstance(found, Proved) and found.certificate.proof.checker == "lean"
    [place] = bundle.write(tmp_path, [found.certificate])
    assert "((1 : Rat) < (2 : Rat)) ∧ ((2 : Rat) = (2 : Rat))" in place.read_text(encoding="utf-8")
