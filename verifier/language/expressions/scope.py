"""The names an expression may use: declared quantities and functions, and the letters that binders bind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from verifier.kernel.expr import Letter, Type
from verifier.language.expressions.functions import TYPES, Sort

SORTS: Mapping[Type, Sort] = {
    **dict.fromkeys(Type, Sort.NUMBER),
    **{Type.BOOL: Sort.FORMULA, Type.MATRIX: Sort.MATRIX, Type.POINT: Sort.LIST, Type.SET: Sort.SET},
}
"""What a letter of each type denotes."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a name stands for: its type; for a function the types of its arguments, and what it gives."""

    type: Type
    args: tuple[Type, ...] = ()
    gives: Sort = Sort.NUMBER


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that may stand in an expression.

    ``untyped`` is the type of a bound letter without one, where its name is not declared either.
    """

    declared: Mapping[str, Declared] = field(default_factory=dict)
    bound: Mapping[str, Type] = field(default_factory=dict)
    untyped: Type = Type.UNDECLARED

    def type_of(self, name: str) -> Type | None:
        """Return the type of a letter, or None where the name is not known or is that of a function."""
        if (found := self.bound.get(name)) is not None:
            return found
        known = self.declared.get(name)
        return known.type if known is not None and known.type is not Type.FUNCTION else None

    def function(self, name: str) -> Declared | None:
        """Return what is declared of a function, or None where the name is not one."""
        known = None if name in self.bound else self.declared.get(name)
        return known if known is not None and known.type is Type.FUNCTION else None

    def letter(self, name: str) -> Letter:
        """Return a letter that is bound without a type: it has that of its name, if that is declared."""
        found = self.type_of(name)
        return Letter(name, self.untyped if found is None or SORTS[found] is not Sort.NUMBER else found)

    def within(self, letters: Iterable[Letter]) -> Scope:
        """Return the scope inside a binder of ``letters``."""
        return replace(self, bound={**self.bound, **{letter.name: letter.type for letter in letters}})

    def near(self, name: str) -> str:
        """Return what to say of a name that is not known: the ones that look like it."""
        known = sorted({*self.declared, *self.bound})
        alike = [one for one in known if one.lower() == name.lower() or one.startswith(name) or name.startswith(one)]
        shown = ", ".join((alike or known)[:6]) or "none"
        if name in TYPES:
            return f"{name} is a type, which stands behind 'in' only"
        return f"known are {shown}"
