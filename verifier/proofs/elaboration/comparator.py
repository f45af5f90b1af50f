"""Lean's own comparator, ``lake comparator``, over a candidate that the gate accepts: both must accept it.

It builds challenge and candidate in a sandbox of its own (bubblewrap), exports both, compares the statements, collects
the axioms and hands the export to the kernel in another process. It first ships with Lean 4.35. What it prints and how
it ends is taken from its source (leanprover/lean4, ``src/lake/Lake/CLI/Check.lean`` and ``Lake/Check/``) and from
recorded runs of Lean 4.35.0-rc2 and rc3, which ``tests/proofs/test_comparator.py`` names. No test runs the real one.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import Finished, ProcessLoss, Scratch, run
from verifier.proofs.elaboration.modules import Program
from verifier.proofs.rules import Reason
from verifier.proofs.scanning.static_scan import declared_at, look

SECONDS = 3600.0
CAPTURE = 8 << 20
CHALLENGE, SOLUTION = "GateChallenge", "GateSolution"
LIBRARIES = {
    "lakefile.toml": "".join(f'\n[[lean_lib]]\nname = "{name}"\n' for name in (CHALLENGE, SOLUTION)),
    "lakefile.lean": "".join(f"\nlean_lib {name}\n" for name in (CHALLENGE, SOLUTION)),
}
MANIFEST = {"version": "1.1.0", "packagesDir": ".lake/packages", "packages": [], "name": "gate", "lakeDir": ".lake"}
ACCEPTS = ("Lean default kernel accepts the solution", "Your solution is okay!")

SAYINGS: tuple[tuple[str, str, str], ...] = (
    ("theorem statement do not match: '", "statement-changed", "{} does not state what the challenge states"),
    ("constant kind don't match: '", "not-a-theorem", "{} is a theorem in one file and none in the other"),
    ("Solution constant is not a ", "not-a-theorem", "{} is not what the challenge declares"),
    ("Const does not match between ", "definition-changed", "the statement depends on {}, which the candidate changes"),
    ("not found in solution", "missing-theorem", "the candidate does not declare {}"),
    ("Illegal axiom detected: 'sorryAx'", "sorry", "the proof rests on sorry"),
    ("Illegal axiom detected: '", "axiom", "the proof rests on the axiom {}, which is not permitted"),
)
"""Words of what it says of a solution that it refuses, at whose end a name is quoted: the rule, and what that means."""


@dataclass(frozen=True, slots=True)
class Comparator:
    """The ``lake`` on PATH, for candidates of a Lake project or, where that is None, of core Lean."""

    lake: Path
    project: Path | None
    version: str

    @staticmethod
    def find(program: Program) -> Comparator:
        """Return the comparator of a toolchain. Raises: LeanUnavailable."""
        lake = shutil.which("lake")
        if program.node is not None or lake is None:
            raise LeanUnavailable("lake comparator needs a native Lean, 4.35 or later: lean and lake on PATH")
        return Comparator(Path(lake), program.project, program.version)

    def refusal(
        self, challenge: bytes, candidate: bytes, targets: Sequence[str], axioms: Sequence[str], holes: Sequence[str]
    ) -> Reason | None:
        """Return why it refuses a candidate, with the place, or None where it accepts it.

        Raises: LeanUnavailable where it says neither: this decides nothing about the candidate.
        """
        config = {
            "challenge_module": CHALLENGE,
            "solution_module": SOLUTION,
            "theorem_names": list(targets),
            "definition_names": list(holes),
            "permitted_axioms": sorted(axioms),
        }
        with Scratch("kernel") as scratch:
            try:
                self._lay_out(scratch, {f"{CHALLENGE}.lean": challenge, f"{SOLUTION}.lean": candidate})
                (scratch / "gate.json").write_text(json.dumps(config), encoding="utf-8")
                argv = [str(self.lake), "comparator", "--config", "gate.json"]
                done = run(argv, deadline=SECONDS, cwd=scratch, env=dict(os.environ), capture=CAPTURE)
            except (ProcessLoss, OSError, shutil.Error) as error:
                raise LeanUnavailable(f"lake comparator did not get through: {error!s:.200}") from error
        return _read(done, candidate, targets)

    def _lay_out(self, scratch: Path, files: dict[str, bytes]) -> None:
        if self.project is not None:  # a copy: what is built there may write to all of it
            shutil.copytree(self.project, scratch, symlinks=True, dirs_exist_ok=True)
        else:
            (scratch / "lakefile.toml").write_text('name = "gate"\n', encoding="utf-8")
            (scratch / "lake-manifest.json").write_text(json.dumps(MANIFEST), encoding="utf-8")
        for name, text in LIBRARIES.items():
            if (scratch / name).is_file():
                with (scratch / name).open("a", encoding="utf-8") as stream:
                    stream.write(text)
        for name, content in files.items():
            (scratch / name).write_bytes(content)


def _read(done: Finished, candidate: bytes, targets: Sequence[str]) -> Reason | None:
    """Return what a run says of the candidate. Raises: LeanUnavailable where it says nothing of it."""
    out = [line.strip() for line in done.stdout.decode("utf-8", "replace").splitlines() if line.strip()]
    said = [line.partition("error: ")[2].strip() for line in done.text.splitlines() if "error: " in line]
    if done.rc == 0 and tuple(out[-2:]) == ACCEPTS and "Sandbox disabled" not in done.text:
        begin, end = "Exporting #[", f"] from {SOLUTION}"
        exported = [line for line in out if line.startswith(begin) and line.endswith(end)]
        compared = {name for line in exported for name in line[len(begin) : -len(end)].split(", ")}
        if missing := sorted(set(targets) - compared):
            raise LeanUnavailable(f"lake comparator accepts, and does not say that it compared {missing[0]}")
        return None
    if done.rc == 1 and said and (reason := _refusal(said, candidate)) is not None:
        return reason
    why = " | ".join(said[:3]) or done.text[-200:]
    raise LeanUnavailable(f"lake comparator does not decide (exit status {done.rc}): {why:.300}")


def _refusal(said: Sequence[str], candidate: bytes) -> Reason | None:
    """Return the reason of a refusal by what it says, the last of which decides, or None for anything else."""
    kernel, exited, _ = said[-1].partition(" exited with ")
    if exited and kernel != "Child":
        return Reason("kernel", f"lake comparator: the kernel {kernel} refuses a declaration")
    name = said[-1].rpartition(" '")[2].removesuffix("'")
    for words, rule, meaning in SAYINGS:
        if words in said[-1]:
            line, column = declared_at(look(candidate.decode("utf-8", "replace")), name.rpartition(".")[2])
            return Reason(rule, f"lake comparator: {meaning.format(name)}", line, column)
    for text in said:
        row, _, rest = text.removeprefix("./").removeprefix(f"{SOLUTION}.lean:").partition(":")
        place, _, message = rest.partition(": ")
        if row.isdecimal() and place.isdecimal():
            return Reason("elaboration-error", f"lake comparator: {message}", int(row), int(place))
    return None
