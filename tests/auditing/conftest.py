"""Proved pairs that several tests look at: made once, by the real judge."""

from __future__ import annotations

import pytest

from verifier.auditing.audit import AuditPlan, AuditSet, make


@pytest.fixture(scope="session")
def made() -> AuditSet:
    """Twenty-four pairs: every subject at every level, in every dress."""
    return make(AuditPlan(pairs=24, seed=11))
