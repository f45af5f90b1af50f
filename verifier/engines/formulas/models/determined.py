"""Polynomials in one letter that vanish wherever several do: members of a Groebner basis of few of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from flint import fmpq_mpoly_ctx

from verifier.checkers.formulas.places.monomials import Form
from verifier.engines.formulas.ideals.bases import basis, from_flint, to_flint
from verifier.engines.formulas.solving.elimination import names
from verifier.kernel.expr import Sym

MAX_LETTERS: Final = 6  # most letters of the polynomials that are taken together
MAX_FORMS: Final = 10  # most of these
ORDERS: Final = ("degrevlex", "lex")


def determined(zero: Sequence[Form]) -> Iterator[Form]:
    """Yield polynomials in one letter that are zero where those in ``zero`` are all: at most one of each group that
    shares letters, of the lowest degree."""
    for group in _groups(zero):
        letters = sorted(frozenset().union(*map(names, group)))
        known = all(isinstance(atom, Sym) for form in group for key in form for atom, _ in key)
        if not known or not 1 < len(group) <= MAX_FORMS or len(letters) > MAX_LETTERS:
            continue
        found = next((one for order in ORDERS if (one := _alone(group, list(map(Sym, letters)), order))), None)
        if found is not None:
            yield found


def _groups(zero: Sequence[Form]) -> list[list[Form]]:
    """The polynomials that share letters, directly or in turn."""
    found: list[tuple[frozenset[str], list[Form]]] = []
    for form in zero:
        own, kept = names(form), []
        joined = [form]
        for letters, forms in found:
            if letters & own:
                own, joined = own | letters, [*forms, *joined]
            else:
                kept.append((letters, forms))
        found = [*kept, (own, joined)]
    return [forms for _, forms in found]


def _alone(group: Sequence[Form], letters: Sequence[Sym], order: str) -> Form | None:
    """A member of the ideal in one letter, of the lowest degree."""
    context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(letters))], order)
    inside = [to_flint(form, letters, context) for form in group]
    alone = [one.form for one in basis(inside, context) if sum(map(bool, one.form.degrees())) == 1]
    least = min(alone, key=lambda form: max(form.degrees()), default=None)
    return None if least is None else from_flint(least, letters)
