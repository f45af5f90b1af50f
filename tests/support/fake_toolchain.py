"""Sessions with a stand-in for Lean: ``fake_lean.py`` in one of its modes."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.checkers.lean.process.session import LeanSession
from verifier.checkers.lean.toolchain import project
from verifier.checkers.lean.toolchain.toolchain import Launch

FAKE = str(Path(__file__).with_name("fake_lean.py"))


@dataclass
class FakeToolchain:
    """Starts the stand-in in one of its modes."""

    mode: str = "honest"
    version: str = "fake"

    def audited(self) -> frozenset[str]:
        return frozenset(project.LEMMAS)

    def serve(self, scratch: Path) -> Launch:
        return Launch((sys.executable, FAKE, self.mode), dict(os.environ), scratch)


def fake(mode: str = "honest", **limits: Any) -> LeanSession:
    return LeanSession(lambda: FakeToolchain(mode), **limits)  # type: ignore[arg-type,return-value]
