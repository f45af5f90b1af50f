"""The audit of our modules: what each of them rests on, found out when it is compiled, with every proof in scope.

What was found stands in the manifest of the compiled modules, beside the hash of every file. It holds for those files
and no others: they are hashed again whenever a Lean starts. A module that was not audited, or rests on more than Lean's
own three axioms, is imported by no certificate.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.checkers.lean.process.protocol import MARKER, PERMITTED_AXIOMS
from verifier.checkers.lean.toolchain import cache, project
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import ProcessLoss, run

SECONDS = 300.0
MEMORY = 6 << 30
REQUEST = b'{"id": 1, "audit": true}\n'

SOUND_SINCE = (4, 34)
"""The first release whose kernel has no soundness bug that is known here."""

Found = dict[str, dict[str, Any]]
"""By module: its ``axioms``, and how many ``constants`` it declares."""


def audit(argv: Sequence[str], cwd: Path, env: Mapping[str, str]) -> Found:
    """Return what the REPL that ``argv`` starts says of every module of ours. Raises: LeanUnavailable."""
    try:
        done = run(argv, deadline=SECONDS, memory=MEMORY, cwd=cwd, env=env, input=REQUEST)
    except ProcessLoss as error:
        raise LeanUnavailable(f"Lean did not get through the audit of our modules ({error})") from error
    return read(done.stdout.decode("utf-8", "replace"))


def read(output: str) -> Found:
    """Return what the REPL's output says of our modules; those with an error are left out. Raises: LeanUnavailable."""
    for line in output.splitlines():
        if not line.startswith(MARKER):
            continue
        try:
            entries = json.loads(line[len(MARKER) :]).get("audit") or ()
            found = {
                e["module"]: {"axioms": e["axioms"], "constants": e["constants"]} for e in entries if "axioms" in e
            }
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise LeanUnavailable(f"the audit of our modules cannot be read: {line[:120]}") from error
        if entries:
            return found
    raise LeanUnavailable("Lean said nothing about our modules; 'verifier lean install' makes them anew")


def standing(folder: Path) -> frozenset[str]:
    """Return the modules in ``folder`` that certificates may import, every file hashed anew.

    Raises: LeanUnavailable when a file is not the one that was audited.
    """
    said = cache.manifest(folder, full=True)
    if said is None:
        raise LeanUnavailable(f"{folder} is not as it was compiled; 'verifier lean install' makes it anew")
    found: Found = said.get("audit") or {}
    return frozenset(
        module
        for module, one in found.items()
        if module in project.LEMMAS and one["constants"] and PERMITTED_AXIOMS.issuperset(one["axioms"])
    )


def doubts(toolchain: str) -> str | None:
    """Return what is to be said of a certificate of an untrusted proof that this toolchain's kernel checked, or None.

    Old kernels have known soundness bugs: harmless for what we write ourselves, not for what others hand in.
    A version that cannot be read is old.
    """
    words = toolchain.replace("(", " ").replace(",", " ").split()
    release, _, candidate = next((word for word in words if word[:1].isdigit()), "").partition("-")
    numbers = tuple(int(part) for part in release.split(".")[:2] if part.isdigit())
    if numbers > SOUND_SINCE or (numbers == SOUND_SINCE and not candidate):
        return None
    wanted = ".".join(map(str, SOUND_SINCE))
    return (
        f"checked by the kernel of {toolchain or 'an unknown Lean'}: kernels before {wanted} have known soundness bugs"
    )
