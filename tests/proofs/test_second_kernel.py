"""What a second kernel is asked, and what it means where the exporter before it fails; no second kernel is at hand."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.processes import Finished
from verifier.proofs.case import Case
from verifier.proofs.elaboration import kernels
from verifier.proofs.elaboration.kernels import SecondKernel
from verifier.proofs.gate import Gate

SPACED = b"namespace A\ntheorem foo : 1 + 1 = 2 := rfl\nend A\n"


def test_targets_are_known_by_their_full_names() -> None:
    with Gate() as gate:
        result = gate.judge(Case("spaced", SPACED, SPACED, "spaced.lean"))
    if result.status == "infrastructure":
        pytest.skip(f"no Lean here: {result.reasons[0].message}")
    assert result.status == "accepted" and result.targets == ("A.foo",)


@pytest.mark.parametrize(
    ("export", "why"), [(Finished(1, b"", b"unknown name"), "unknown name"), (Finished(0, b"x" * 9, b""), "MiB")]
)
def test_an_export_that_fails_is_no_rejection(export: Finished, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def shut_in(view: Any, where: str, program: str, *args: str) -> Finished:
        assert view.reads["/package0"] == Path("/tmp")
        return export if program == "lean4export" else Finished(0, b"", b"")

    monkeypatch.setattr(kernels, "_shut_in", shut_in)
    monkeypatch.setattr(kernels, "CAPTURE", 9)
    kernel, program = (
        SecondKernel(Path("/bin/true"), Path("/bin/lean4export")),
        SimpleNamespace(home=Path("/"), shown={"/package0": Path("/tmp")}),
    )
    with pytest.raises(LeanUnavailable, match=why):
        kernel.complaint(program, SPACED, ["A.foo"])  # type: ignore[arg-type]
