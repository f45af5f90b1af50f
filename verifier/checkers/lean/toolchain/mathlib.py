"""Mathlib beside our own modules: an option, where a Lake project on this machine has it and the user names that.

Its tactics know nothing of the classes of core Lean that our statements speak of, so with them a claim is stated of the
fields of Mathlib: another statement, which its certificate holds. What holds in all of those holds in the real numbers
too, or in the complex ones. The audit of a proof walks into Mathlib's own proofs and finds the axioms there; it hands
them to no kernel again, and where they are not in scope there is no certificate.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable

VARIABLE: Final = "VERIFIER_MATHLIB"
"""Names the project, in the environment."""

MODULE: Final = "Mathlib.Tactic"
MAIN: Final = "Repl/Mathlib.lean"
"""The file whose elaboration serves requests with Mathlib in scope."""

CLAIMED: Final = "stated beside Mathlib, whose proofs were searched for axioms, and not replayed"
"""What a certificate says that rests on it."""

LIBRARY: Final = ".lake/build/lib/lean"


@dataclass(frozen=True, slots=True)
class Mathlib:
    """A Lake project with Mathlib: its folder, Mathlib's revision, the folders of compiled modules, its toolchain, and
    the revision of each package."""

    project: Path
    revision: str
    path: tuple[Path, ...]
    toolchain: str
    pins: Mapping[str, str] = field(default_factory=dict)


def asked() -> Mathlib | None:
    """Return the project that the environment names, or None where it names none. Raises: LeanUnavailable."""
    named = os.environ.get(VARIABLE)
    return found(Path(named)) if named else None


def found(project: Path) -> Mathlib:
    """Return what is known of a project with a compiled Mathlib. Raises: LeanUnavailable."""
    try:
        manifest = json.loads((project / "lake-manifest.json").read_text(encoding="utf-8"))
        toolchain = (project / "lean-toolchain").read_text(encoding="utf-8")
        packages = {str(package["name"]): str(package["rev"]) for package in manifest["packages"]}
        folder = project / str(manifest.get("packagesDir", ".lake/packages"))
        revision = packages["mathlib"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LeanUnavailable(f"{VARIABLE}: {project} is no Lake project with Mathlib ({error!s:.80})") from error
    compiled = folder / "mathlib" / LIBRARY / f"{MODULE.replace('.', '/')}.olean"
    if not compiled.is_file():
        raise LeanUnavailable(f"{VARIABLE}: {compiled} is missing; run 'lake exe cache get' or 'lake build' there")
    return Mathlib(
        project, revision, tuple((folder / name / LIBRARY).absolute() for name in packages), toolchain, packages
    )


def versioned(version: str, mathlib: Mathlib) -> str:
    """Return how a toolchain with Mathlib is called."""
    return f"{version}, Mathlib {mathlib.revision}"


def is_in(version: str) -> bool:
    """Return whether a toolchain so called has Mathlib."""
    return ", Mathlib " in version
