"""The specification of a labelling run: everything that its output depends on, as JSON values."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import verifier
from verifier.checkers.lean.toolchain import install, project
from verifier.estimators.model import Placement, Wire
from verifier.intake.source import Reading
from verifier.labelling.outputs.labels import Policy
from verifier.labelling.translations import NO_TRANSLATIONS, Translations
from verifier.version import VERSION

if TYPE_CHECKING:
    from verifier.pipeline.options import LeanMode

JUDGES = (
    "kernel",
    "checkers",
    "language",
    "mathtext",
    "claims",
    "readers/exact",
    "engines",
    "judging",
    "estimators",
    "asking",
)
"""The rooms on which a judgement depends."""


@dataclass(frozen=True, slots=True)
class RunSpec:
    """How chains are read, judged and labelled, and in which format they are written. It travels to other machines."""

    to: str
    reading: Reading = field(default_factory=Reading)
    policy: Policy = field(default_factory=Policy)
    lean: LeanMode = "auto"
    certify: bool = False
    timeout: float = 60.0
    prm: str = "none"
    placement: Placement = field(default_factory=Placement)
    calibration: str | None = None  # a file, by which the model's estimates are calibrated
    formal: Translations = NO_TRANSLATIONS

    def as_json(self) -> dict[str, Any]:
        """Return the order as JSON values."""
        return json.loads(json.dumps(asdict(self)))  # type: ignore[no-any-return]  # an object stays one

    @property
    def lasting(self) -> RunSpec:
        """The order without how a model is asked: addresses and budgets. What scores depend on is in its name."""
        return replace(self, placement=replace(self.placement, wire=Wire()))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RunSpec:
        """Return the order that ``as_json`` gave. Raises: TypeError on anything else."""
        parts = {**data, "reading": Reading(**data["reading"]), "policy": Policy(**data["policy"])}
        formal = Translations.from_json(data["formal"])
        return cls(**{**parts, "formal": formal, "placement": Placement.from_json(data["placement"])})

    def judged_by(self, model: str = "none") -> str:
        """Return what a record of this order depends on beside its chain, as a digest; ``model`` is the name of the
        process reward model. Raises: LeanUnavailable."""
        parts = {"lean": self.lean, "certify": self.certify, "prm": model, **versions(self.lean)}
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def versions(lean: LeanMode = "off") -> dict[str, str]:
    """Return what judges, by name and version, with the fingerprint of our own sources. Raises: LeanUnavailable."""
    found = {name: _version(name) for name in ("python-flint", "sympy", "onnxruntime")}
    found = {"verifier": VERSION, **{name: number for name, number in found.items() if number}}
    found["sources"] = fingerprint()
    if lean != "off":
        found["lean"] = f"{install.VERSION}, modules {project.fingerprint(install.VERSION)}"
    return found


SOURCES: Final = frozenset({".py", ".txt", ".json", ".toml"})
"""Endings of the files that a judgement depends on: modules, and the tables that they read."""


@cache
def fingerprint() -> str:
    """Return 16 hexadecimal digits that change with the sources that a judgement depends on. Raises: OSError."""
    root, digest = Path(str(verifier.__file__)).parent, hashlib.sha256()
    files = [root / "chain.py", *(p for room in JUDGES for p in sorted((root / room).rglob("*")))]
    for path in files:
        if path.suffix in SOURCES:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
