"""Our Lean sources: where they are, what they hash to, and in which order they are compiled."""

from __future__ import annotations

import hashlib
from pathlib import Path

import verifier.checkers as checkers
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable

REFLECTION = ("Verifier.Closed", "Verifier.Reflect")
LEMMAS = (*REFLECTION, "Verifier.Whole", "Verifier.Order", "Verifier.Sums")
"""Modules that a statement or a proof may mention, and a certificate imports."""

CHAINS = (
    ("Repl.Audit", "Repl.Prove", "Repl.Bulk", "Repl.Loop"),
    (*REFLECTION, "Verifier.Whole"),
    ("Verifier.Order", "Verifier.Sums", "Verifier.Step"),
)
"""Modules in the order in which they import each other; what stands in two chains is independent."""

MODULES = tuple(module for chain in CHAINS for module in chain)
"""Every module that is compiled."""

MAIN = "Repl/Main.lean"
"""The file whose elaboration serves requests."""


def sources() -> Path:
    """Return the folder of our Lean project, in an installed package or in a checkout. Raises: LeanUnavailable."""
    package = Path(str(checkers.__file__)).parent.parent
    for folder in (package / "_lean_project", package.parent / "lean_project"):
        if (folder / "lakefile.toml").is_file():
            return folder
    raise LeanUnavailable("the Lean sources of verifier are not installed; reinstall the package")


def file_of(module: str, suffix: str = ".lean") -> str:
    """Return the relative path of a module's file."""
    return module.replace(".", "/") + suffix


def text_of(module: str) -> str:
    """Return the source of one of our modules. Raises: LeanUnavailable."""
    return _read(file_of(module))


def hashes() -> dict[str, str]:
    """Return the SHA-256 of every module's source, by module name. Raises: LeanUnavailable."""
    return {module: hashlib.sha256(text_of(module).encode()).hexdigest() for module in MODULES}


def fingerprint(toolchain: str) -> str:
    """Return 16 hexadecimal digits that change with our sources and with the toolchain. Raises: LeanUnavailable."""
    parts = [toolchain, *(_read(file_of(module)) for module in MODULES), _read(MAIN), _read("lakefile.toml")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _read(name: str) -> str:
    place = sources() / name
    try:
        return place.read_text(encoding="utf-8")
    except OSError as error:
        raise LeanUnavailable(f"a Lean source of verifier is missing ({place}); reinstall the package") from error
