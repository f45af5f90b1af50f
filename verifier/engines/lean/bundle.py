"""A folder that shows it all again without us: a Lake project with one file for each Lean certificate."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from verifier.checkers.lean.checker import LeanChecker, imports, modelled, rendered, text, theorem_name
from verifier.checkers.lean.script import proof_text
from verifier.checkers.lean.toolchain import project
from verifier.kernel.run_claim import RunClaim
from verifier.kernel.verdict import Certificate
from verifier.outputs import write_text

LAKEFILE = """\
name = "claims"
version = "0.1.0"
defaultTargets = ["Claims"]

[[lean_lib]]
name = "Claims"
globs = ["Claims.+"]

[[lean_lib]]
name = "Verifier"
globs = ["Verifier.+"]
"""

README = """\
# Claims, shown by Lean

`lake build` checks every file in `Claims/` with the toolchain that `lean-toolchain` names, and needs nothing else.
A theorem `proves_...` shows a claim true, `refutes_...` shows it false.
The files in `Verifier/` are the lemmas and definitions that they import.
"""


def write(folder: Path, certificates: Iterable[Certificate]) -> list[Path]:
    """Return the files of the claims, written into ``folder`` with a Lake project around them.

    Every file is rendered again from the claim: what a record says its Lean text is does not matter here.
    Certificates of other checkers are passed over, and those that need Mathlib.
    Raises: CheckFailed, LeanUnavailable, OSError.
    """
    written: dict[str, Path] = {}
    needed: set[str] = set()
    for certificate in certificates:
        claim, proof = certificate.claim, certificate.proof
        if proof.checker != LeanChecker.name or isinstance(claim, RunClaim):
            continue
        statement, proved_by = rendered(claim, proof, modelled(claim, proof)), proof_text(proof.data)
        if statement.mathlib:
            continue
        needed.update(imports(statement, proved_by))
        name = theorem_name(claim, proof.shows)
        body = text(claim, proof.shows, statement, proved_by)
        written[name] = _put(folder / "Claims" / f"{name.capitalize()}.lean", body)
    for module in sorted(needed):
        _put(folder / project.file_of(module), project.text_of(module))
    _put(folder / "lakefile.toml", LAKEFILE)
    _put(folder / "lean-toolchain", (project.sources() / "lean-toolchain").read_text(encoding="utf-8"))
    _put(folder / "README.md", README)
    return sorted(written.values())


def _put(place: Path, text: str) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    write_text(place, text)
    return place
