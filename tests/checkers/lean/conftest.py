"""The Lean session of the tests is ended with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.lean_session import shared_session

from verifier.checkers.lean.process.session import LeanSession


@pytest.fixture(scope="session")
def lean_session(real_lean: None) -> Iterator[LeanSession]:
    """The real Lean, shared by all tests."""
    session = shared_session()
    yield session
    session.close()
