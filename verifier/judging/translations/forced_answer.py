"""The answer that the facts of a translation force, and whether it is another than a reference answer."""

from __future__ import annotations

from fractions import Fraction

from verifier.answers.compare import compare
from verifier.engines.formulas.solving.forcing import forced
from verifier.judging.agreeing.agreement import asked
from verifier.judging.deciding.opened import opened
from verifier.kernel.expr import Head, Node
from verifier.language.formal_chain import FormalChain


def forced_answer(formal: FormalChain) -> Fraction | bool | None:
    """Return what the facts of a translation force for the one value that is asked, None where they do not."""
    found = asked(formal, forced(opened(formal).claim(Node(Head.TRUE))))
    return found[0] if found is not None and len(found) == 1 else None


def differs(found: Fraction | bool, reference: str) -> bool:
    """Return whether a value is another than a reference answer, as far as that is told."""
    return not isinstance(found, bool) and compare(str(found), reference).state == "different"
