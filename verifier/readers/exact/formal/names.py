"""Names: what stands in formal chains for the letters, the named quantities and the functions that were read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from string import ascii_letters, digits
from typing import Final

from verifier.kernel.expr import Expr, Head, Sym, Type, free_names, node
from verifier.language.expressions.functions import OLDER_TYPES, TYPES
from verifier.language.expressions.scan import RESERVED
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.formal_chain import Spelled, Variable
from verifier.language.of_terms import of_term
from verifier.language.vocabulary import MAX_VARIABLES, OWN
from verifier.readers.exact.claims.functions import Definition, call, value_at

_TAKEN: Final = frozenset({*RESERVED, *TYPES, *OLDER_TYPES, *OWN, "oo", "pi", "e", "I", "deg"})
_LONGEST: Final = 40
_PLAIN: Final = frozenset(ascii_letters + digits + "_")


class TooManyNames(ValueError):
    """More names than a formal chain may declare."""


class Names:
    """The names of one chain. ``functions``: those that the problem defines; ``given``: the problem's letters.

    ``applied``: the functions that expressions may apply.
    """

    def __init__(self, functions: Mapping[str, Definition], given: Iterable[str]) -> None:
        self._functions = {name: one for name, one in functions.items() if _spelled(name) == name}
        self._given = frozenset(given)
        self._names = {f"{name}()": name for name in self._functions}
        self._used: dict[str, None] = {}
        self.applied = frozenset(self._functions)

    def of(self, *terms: Expr) -> dict[str, Expr]:
        """Return what stands for the letters of terms, which are declared from now on: a name, or a value of a
        function that the problem defines.

        Raises:
            TooManyNames: beyond what a chain may declare.
            ExprTooLarge: where an argument of a function is too large.
        """
        return {name: self._expr(name) for name in sorted(free_names(*terms))}

    def bound(self, *terms: Expr) -> dict[str, Expr]:
        """Return names for the letters of terms that are bound there, and so declared by nobody; what a function of the
        problem gives stays that. Raises: as ``of``."""
        return {name: self._bound(name) for name in sorted(free_names(*terms))}

    def _bound(self, letter: str) -> Expr:
        applied = call(letter)
        if applied is None or applied[0].removesuffix("'") not in self._functions:
            return Sym(self._name(letter))
        return self._expr(letter)

    def scope(self) -> Scope:
        """Return the names declared so far, as expressions may use them."""
        known = {self._names[letter]: Declared(Type.UNDECLARED) for letter in self._used if "()" not in letter}
        of = {name: Declared(Type.FUNCTION, (Type.UNDECLARED,)) for name in self._functions}
        return Scope({**known, **of})

    def vocabulary(self, spelled: Mapping[str, Spelled]) -> dict[str, Variable]:
        """Return the declarations of what was used; ``spelled``: the bodies of functions, by their names."""
        made: dict[str, Variable] = {}
        for letter in self._used:
            name = self._names[letter]
            if letter.endswith("()"):
                args = (f"{self._functions[name].letter} in Undeclared",)
                means = f"the function {name} of the problem"
                made[name] = Variable(name, Type.FUNCTION, means, args=args, body=spelled[name])
            else:
                made[name] = Variable(name, Type.UNDECLARED, _means(letter), by_chain=letter not in self._given)
        return made

    def functions(self) -> Iterable[Definition]:
        """Return the functions that were used, whose bodies are to be spelled."""
        return [self._functions[letter[:-2]] for letter in list(self._used) if letter.endswith("()")]

    def _expr(self, letter: str) -> Expr:
        applied = call(letter)
        if applied is not None and applied[0].removesuffix("'") in self._functions.keys() - {applied[0]}:
            derived = value_at(self._functions, *applied)
            if derived is not None:
                return of_term(derived, self.of(derived))
        if applied is None or applied[0] not in self._functions:
            self._use(letter)
            return Sym(self._name(letter))
        self._use(f"{applied[0]}()")
        return node(Head.CALL, Sym(applied[0]), of_term(applied[1], self.of(applied[1])))

    def _use(self, letter: str) -> None:
        if letter not in self._used and len(self._used) >= MAX_VARIABLES:
            raise TooManyNames(f"more than {MAX_VARIABLES} names")
        self._used[letter] = None

    def _name(self, letter: str) -> str:
        if letter not in self._names:
            wanted, taken = _spelled(letter), set(self._names.values())
            free = (name for k in range(len(taken) + 2) if (name := f"{wanted}{k or ''}") not in taken)
            self._names[letter] = next(free)
        return self._names[letter]


def _spelled(letter: str) -> str:
    """The letter as a name of the language: itself where it is one, ``alpha`` for α, words joined by ``_``."""
    told = "".join(map(_ascii, letter.replace("'", "_prime")))
    pieces = "".join(char if char in _PLAIN else " " for char in told).split()
    found = "_".join(pieces).strip("_")[:_LONGEST]
    found = found if found[:1] in set(ascii_letters) and found else f"q_{found}".rstrip("_")
    return f"{found}_" if found in _TAKEN else found


def _ascii(char: str) -> str:
    """The name of a Greek letter in place of it."""
    told = unicodedata.name(char, "").split()
    if told[:1] != ["GREEK"]:
        return char
    return told[-1].lower() if "SMALL" in told else told[-1].capitalize()


def _means(letter: str) -> str:
    return f"the letter {letter}" if len(letter) < 3 or "_" in letter else letter[:200]
