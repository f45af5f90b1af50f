"""``lake comparator`` behind the gate: a program says what the real one was recorded to say; that one never ran.

The acceptance is the recorded output of Lean 4.35.0-rc2 over a project with Mathlib (without its warning of a sandbox
that is off); refusals and exit statuses are those that a report on Lean 4.35.0-rc3 lists, and messages of its source,
``src/lake/Lake/CLI/Check.lean`` and ``Lake/Check/``. The lines ``Exporting #[...] from ...`` are of the source.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.proofs.elaboration import comparator
from verifier.proofs.elaboration.comparator import Comparator
from verifier.proofs.rules import Reason

CHALLENGE = b"theorem A.t : 1 = 1 := by\n  sorry\n"
CANDIDATE = b"-- mine\ndef helper := 1\ntheorem A.t : 1 = 1 := by\n  rfl\n"
ACCEPTS = """Resolving dependencies
Building GateChallenge
warning: GateChallenge.lean:1:8: declaration uses `sorry`
Build completed successfully (2441 jobs).
Exporting #[Quot, A.t, propext] from GateChallenge
Building GateSolution
Build completed successfully (3400 jobs).
Exporting #[Quot, A.t, propext] from GateSolution
Running Lean default kernel on solution
Lean default kernel accepts the solution
Your solution is okay!
"""


def lake(folder: Path, out: str, error: str = "", status: int = 0, before: str = "") -> Comparator:
    """Write a program called lake that prints what it is given, and keeps its arguments in a file."""
    program = folder / "lake"
    text = f'cp -r . {folder}/asked; echo "$@" > {folder}/args; {before}'
    program.write_text(
        f"#!/bin/sh\n{text}\nprintf %s {shlex.quote(out)}\nprintf %s {shlex.quote(error)} >&2\nexit {status}\n"
    )
    program.chmod(0o755)
    return Comparator(program, None, "Lean (version 4.35.0)")


def asked(one: Comparator, holes: tuple[str, ...] = ()) -> Reason | None:
    return one.refusal(CHALLENGE, CANDIDATE, ["A.t"], ["propext"], holes)


def test_an_acceptance_is_one_and_the_project_is_laid_out(tmp_path: Path) -> None:
    assert asked(lake(tmp_path, ACCEPTS), ("helper",)) is None
    there = tmp_path / "asked"
    assert (tmp_path / "args").read_text("utf-8").split() == ["comparator", "--config", "gate.json"]
    assert json.loads((there / "gate.json").read_text("utf-8")) == {
        "challenge_module": "GateChallenge",
        "solution_module": "GateSolution",
        "theorem_names": ["A.t"],
        "definition_names": ["helper"],
        "permitted_axioms": ["propext"],
    }
    assert (there / "GateChallenge.lean").read_bytes() == CHALLENGE
    assert (there / "GateSolution.lean").read_bytes() == CANDIDATE
    assert (there / "lakefile.toml").read_text("utf-8").count("[[lean_lib]]") == 2
    assert json.loads((there / "lake-manifest.json").read_text("utf-8"))["packages"] == []


def test_a_project_is_copied_and_stays_as_it_is(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".lake/packages/mathlib").mkdir(parents=True)
    (project / ".lake/packages/mathlib/x.olean").write_bytes(b"x")
    (project / "lakefile.lean").write_text("package proofs\n", encoding="utf-8")
    one = lake(tmp_path, ACCEPTS, before="rm -r .lake")
    assert asked(Comparator(one.lake, project, one.version)) is None
    assert (project / ".lake/packages/mathlib/x.olean").read_bytes() == b"x"
    assert (tmp_path / "asked/.lake/packages/mathlib/x.olean").is_file()
    assert (project / "lakefile.lean").read_text("utf-8") == "package proofs\n"
    assert "lean_lib GateSolution" in (tmp_path / "asked/lakefile.lean").read_text("utf-8")


REFUSALS = {
    "Challenge and solution theorem statement do not match: 'A.t'": ("statement-changed", 3),
    "Challenge and solution constant kind don't match: 'A.t'": ("not-a-theorem", 3),
    "Solution constant is not a theorem: 'A.t'": ("not-a-theorem", 3),
    "Const does not match between challenge and target 'helper'": ("definition-changed", 2),
    "Const not found in solution: 'A.t'": ("missing-theorem", 3),
    "Illegal axiom detected: 'sorryAx'": ("sorry", None),
    "Illegal axiom detected: 'Concepts1.AxStmt'": ("axiom", None),
    "Lean default exited with 1": ("kernel", None),
}


@pytest.mark.parametrize(("said", "rule", "line"), [(said, *rest) for said, rest in REFUSALS.items()])
def test_a_refusal_has_a_rule_words_and_a_place(said: str, rule: str, line: int | None, tmp_path: Path) -> None:
    reason = asked(lake(tmp_path, ACCEPTS[:-23], f"error: {said}\n", 1))
    assert reason is not None and (reason.rule, reason.line) == (rule, line)
    assert reason.message.startswith("lake comparator: ") and "'" not in reason.message


def test_an_error_of_the_candidate_has_its_place(tmp_path: Path) -> None:
    text = "error: GateSolution.lean:4:2: unsolved goals\nerror: Lean exited with code 1\nerror: build failed\n"
    reason = asked(lake(tmp_path, "Building GateSolution\n" + text, "error: Child exited with 1\n", 1))
    assert reason == Reason("elaboration-error", "lake comparator: unsolved goals", 4, 2)


OKAY = "Your solution is okay!\n"
FORGED = {
    "another theorem": (ACCEPTS.replace("A.t", "B.t"), "", 0),
    "no kernel": (ACCEPTS.replace("Lean default kernel accepts the solution\n", ""), "", 0),
    "no sandbox": ("WARNING: Sandbox disabled, this run is not trustworthy.\n" + ACCEPTS, "", 0),
    "words of the candidate": ("Building GateSolution\ninfo: " + OKAY, "", 0),
    "words and a failure": (ACCEPTS, "", 1),
    "a missing sandbox": ("", "error: `lake comparator` needs `bwrap` to sandbox the code it checks\n", 2),
    "an older lake": ("", "error: unknown command 'comparator'\n", 1),
    "a challenge that fails": ("error: GateChallenge.lean:1:2: no\n", "error: Child exited with 1\n", 1),
    "garbage": ("\x00\x01 error: \n", "error: error:\n", 1),
    "nothing": ("", "", 0),
}


@pytest.mark.parametrize(("out", "error", "status"), FORGED.values(), ids=FORGED)
def test_what_is_neither_accepts_nor_rejects(out: str, error: str, status: int, tmp_path: Path) -> None:
    with pytest.raises(LeanUnavailable, match="lake comparator"):
        asked(lake(tmp_path, out.replace("\x00", ""), error, status))


@pytest.mark.parametrize("before", ["sleep 60", "yes | head -c 20000000"])
def test_what_is_slow_or_huge_does_not_accept(before: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparator, "SECONDS", 5.0)
    with pytest.raises(LeanUnavailable):
        asked(lake(tmp_path, ACCEPTS, before=before))
