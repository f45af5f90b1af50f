"""The checkers that leaves of structural proofs name (trusted)."""

from __future__ import annotations

import importlib

from verifier.kernel.verdict import OF_FORMULAS, REGISTRY, Checker, CheckFailed


def checker_of(name: str) -> Checker:
    """Return the registered checker of a leaf by its name.

    Raises:
        CheckFailed: where there is none that needs nothing to run.
    """
    home = REGISTRY.get(name)
    if home is None or name in OF_FORMULAS:
        raise CheckFailed(f"no checker of leaves is called {name!r:.40}")
    kind = getattr(importlib.import_module(home[0]), home[1])
    made: Checker = kind(leaves=True) if name == "canonical" else kind()  # the proof has a model of its premises
    return made
