"""A second, independent kernel over an accepted candidate, where one is installed.

The candidate is compiled once more, shut in, by the native toolchain; ``lean4export``, shut in too, writes its
declarations with all that they rest on, and the kernel reads those. The embedded toolchain cannot feed one: it carries
its library without proofs. Written without a second kernel at hand: no test runs one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import Finished, ProcessLoss, Scratch, run
from verifier.processes.sandbox import Limits, View, best_way, place, shut_in
from verifier.proofs.elaboration.modules import Program

EXPORTER = "lean4export"
SECONDS = 600.0
MEMORY = 8 << 30
MODULE = "Candidate"
CAPTURE = 1 << 30
"""Bytes of an export that are read."""


SOUND_SINCE = "4.34.0"
"""The first release whose kernel has no soundness bug that is known to us."""


def version_of(text: str) -> tuple[int, ...]:
    """Return the numbers of a version, as Lean says it, to be compared: a release comes after its candidates."""
    word = next((word for word in text.replace(",", " ").split() if word[:1].isdigit()), "")
    numbers, dash, _ = word.partition("-")
    parts = [int(part) for part in numbers.split(".") if part.isascii() and part.isdigit()]
    return (*parts, *[0] * (3 - len(parts)), -1 if dash else 0) if parts else ()


def too_old(version: str, least: str) -> str:
    """Return why the kernel of a Lean is not taken, or an empty text. ``least``: the least version, or empty: any."""
    if not least or version_of(version) >= version_of(least):
        return ""
    return f"the kernel of {version or 'an unknown Lean'} is older than {least}; --min-lean VERSION permits older ones"


def kernel_doubt(version: str) -> str:
    """Return what an acceptance by the kernel of a Lean lacks, or an empty text. ``version``: as Lean says it."""
    if not too_old(version, SOUND_SINCE):
        return ""
    return (
        f"accepted by the kernel of {version}, which has known soundness bugs (fixed by {SOUND_SINCE}). The auditor "
        "refuses what is known to use them; for authors who may cheat, use a current Lean and a second kernel "
        "(--kernel)"
    )


@dataclass(frozen=True, slots=True)
class SecondKernel:
    """Programs on PATH: the kernel, which reads lean4export's format from its input, and the exporter."""

    kernel: Path
    exporter: Path

    @staticmethod
    def find(name: str, program: Program) -> SecondKernel:
        """Return the kernel of that name, with the exporter. Raises: LeanUnavailable."""
        if program.node is not None:
            raise LeanUnavailable("a second kernel needs a native toolchain: the embedded one carries no proofs")
        kernel, exporter = shutil.which(name), shutil.which(EXPORTER)
        if kernel is None or exporter is None:
            missing = name if kernel is None else EXPORTER
            raise LeanUnavailable(f"the second kernel cannot run: {missing} is not on PATH")
        return SecondKernel(Path(kernel), Path(exporter))

    def complaint(self, program: Program, candidate: bytes, targets: Sequence[str]) -> str:
        """Return why the kernel does not accept the targets, or an empty text.

        Raises: LeanUnavailable, also where the targets cannot be exported: that says nothing of the candidate.
        """
        with Scratch("kernel") as scratch:
            (scratch / f"{MODULE}.lean").write_bytes(candidate)
            view = View({"/lean": program.home, "/exporter": self.exporter.parent, **program.shown}, scratch)
            try:
                compiled = _shut_in(view, "/lean", "bin/lean", "-o", f"{MODULE}.olean", f"{MODULE}.lean")
                if compiled.rc:
                    return f"the candidate was not compiled: {compiled.text:.200}"
                exported = _shut_in(view, "/exporter", self.exporter.name, MODULE, "--", *targets)
                if exported.rc or len(exported.stdout) >= CAPTURE:
                    why = f"failed: {exported.text:.200}" if exported.rc else f"wrote more than {CAPTURE >> 20} MiB"
                    raise LeanUnavailable(f"the second kernel was not asked: {self.exporter.name} {why}")
                said = run([str(self.kernel)], deadline=SECONDS, memory=MEMORY, input=exported.stdout, env={})
            except (ProcessLoss, OSError) as error:
                raise LeanUnavailable(f"the second kernel did not get through: {error}") from error
            return "" if not said.rc else f"{self.kernel.name}: {said.text:.200}"


def _shut_in(view: View, where: str, program: str, *args: str) -> Finished:
    way = best_way()
    argv = [f"{place(way, view, where)}/{program}", *args]
    path = (place(way, view, inside) for inside in ("/work", *view.reads) if inside.startswith(("/work", "/package")))
    env = {"LEAN_PATH": os.pathsep.join(path), "HOME": place(way, view, "/work")}
    command = shut_in(way, view, Limits(), argv)
    return run(command, deadline=SECONDS, memory=MEMORY, cwd=view.scratch, env=env, capture=CAPTURE)
