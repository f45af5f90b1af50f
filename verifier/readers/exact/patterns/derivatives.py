"""Descriptions of functions: derivatives."""

from __future__ import annotations

from typing import Final

from verifier.kernel.expr import Sym
from verifier.mathtext.notation.calculus import derivative
from verifier.readers.exact.patterns.meaning import Make, Meaning
from verifier.readers.exact.patterns.pattern import Value, term_of

_ODD: Final = frozenset({"e", "i", "d", "f", "g", "h"})


def _derivative(values: list[Value]) -> Meaning | None:
    term = term_of(values[0])
    names = term.free
    name = next(iter(names)) if len(names) == 1 else ""
    if not name or name in _ODD or (len(values) > 1 and term_of(values[1]) != Sym(name)):
        return None  # other letters may depend on this one
    return Meaning(derivative(term, name), everywhere=True)


QUANTITIES: Final[dict[str, Make]] = {
    "derivative of the? function|expression|polynomial? % with? respect? to? %?": _derivative,
}
"""What stands before ``is``, and what it means."""
