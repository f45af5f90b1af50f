"""One prover of whole chains, with a real Lean, for all tests of this room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from verifier.whole.prove import ChainProver


@pytest.fixture(scope="session")
def prover(real_lean: None) -> Iterator[ChainProver]:
    with ChainProver("require") as made:
        yield made
