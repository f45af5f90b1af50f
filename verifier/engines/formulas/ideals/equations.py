"""What polynomial equations among the hypotheses come to: members of their ideal, each with the lemma that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Final

from flint import fmpq_mpoly, fmpq_mpoly_ctx

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import ONE, Form, Monomial, plus, rational, written
from verifier.checkers.formulas.places.place import Place, has_decimals
from verifier.checkers.formulas.places.totality import total
from verifier.checkers.formulas.rules.forms import multiplied, polynomial, strict
from verifier.checkers.formulas.rules.linear import gap_of
from verifier.engines.formulas.ideals.bases import MAX_DEGREE, Member, basis, combination, from_flint, to_flint
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.solving.elimination import is_linear
from verifier.engines.formulas.sums.sums import told_defined
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, node
from verifier.kernel.verdict import CheckFailed

MAX_EQUATIONS: Final = 16  # most equations that are taken together
MAX_ATOMS: Final = 14  # most letters and functions in them
MAX_TERMS: Final = 24  # most terms of an equation
MAX_TOGETHER: Final = 6  # most letters that several equations are to determine together


@dataclass(frozen=True)
class Equations:
    """Equations by their indices among the hypotheses of a place, as polynomials in letters and functions, and in what
    stands in these functions ``inside_functions``."""

    place: Place
    forms: Mapping[int, Form]
    inside_functions: bool = False

    @cached_property
    def atoms(self) -> list[Expr]:
        """What the polynomials are made of: functions first, so that letters are left."""
        found = {atom for form in self.forms.values() for key in form for atom, _ in key}
        if self.inside_functions:
            found |= {Sym(name) for atom in found for name in atom.free}
        return sorted(found, key=lambda atom: (isinstance(atom, Sym), repr(atom)))

    @cached_property
    def context(self) -> fmpq_mpoly_ctx:
        """The ring of the polynomials."""
        return fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(self.atoms))], "degrevlex")

    @cached_property
    def members(self) -> list[Member]:
        """Members of the ideal of the equations, and of what the squares of roots in them are."""
        given = [self.inside(form) for form in self.forms.values()]
        return basis([*given, *self._meant()], self.context)

    def _meant(self) -> Iterator[fmpq_mpoly]:
        """The square of each root less what stands in it, of each absolute value alike, and each inverse times what it
        is the inverse of less one, where these are made of the same letters and functions."""
        for atom in self.atoms:
            match atom:
                case Node(head=Head.SQRT, args=(x,)):
                    made: Form = {frozenset({(atom, 2)}): Fraction(1)}
                    made = plus(made, polynomial(x), Fraction(-1))
                case Node(head=Head.ABS, args=(x,)):
                    made = {frozenset({(atom, 2)}): Fraction(1)}
                    made = plus(made, multiplied(polynomial(x), polynomial(x)), Fraction(-1))
                case Node(head=Head.DIV, args=(Int(1), x)):
                    own: Monomial = frozenset({(atom, 1)})
                    made = {frozenset({*own, *key}): factor for key, factor in polynomial(x).items()}
                    made = plus(made, {ONE: Fraction(1)}, Fraction(-1))
                case _:
                    continue
            if all(one in self.atoms for key in made for one, _ in key):
                yield self.inside(made)

    def inside(self, form: Form) -> fmpq_mpoly:
        """Return a form as a polynomial of the ring: its atoms are among those of the equations."""
        return to_flint(form, self.atoms, self.context)

    def form_of(self, inner: fmpq_mpoly) -> Form:
        """Return a polynomial of the ring as a form."""
        return from_flint(inner, self.atoms)

    def made(self, member: Member) -> Form:
        """Return what the multiples of the equations that a member is made of add up to: the squares of roots are what
        stands in them.

        Raises:
            CheckFailed: where it has too many terms.
        """
        total: Form = {}
        for index, factor in self._by(member).items():
            total = plus(total, multiplied(factor, self.forms[index]), Fraction(1))
        return total

    def _by(self, member: Member) -> dict[int, Form]:
        """The multiples of the equations, by the indices of these."""
        indices = list(self.forms)
        return {indices[i]: self.form_of(factor) for i, factor in sorted(member.by.items()) if i < len(indices)}

    def among(self, form: Form) -> Member | None:
        """Return a form as a member of the ideal, or None where it is not found to be one."""
        if not all(atom in self.atoms for key in form for atom, _ in key):
            return None
        return combination(self.inside(form), self.members, self.context)

    def lemma(self, said: Node, member: Member) -> Tree | None:
        """Return the tree that shows an equation whose sides differ by what a member is made of, or None."""
        by = self._by(member)
        try:
            made, gap = self.made(member), gap_of(said, self.place)
        except CheckFailed:
            return None
        ratio = next((gap[key] / x for key, x in made.items() if key in gap), None)
        if ratio is None or plus(gap, made, -ratio) or not self._defined(by, said):
            return None
        told = told_defined(said, [self.place.held[i].formula for i in by], self.place)
        if told is None:
            return None
        tree = _linear(by, [(Fraction(1), -ratio), (Fraction(1), ratio)])
        return {**tree, "defined": told} if told else tree

    def _defined(self, by: Mapping[int, Form], *said: Node) -> bool:
        """Whether the multiples are made of what is defined: surely, or since it stands in what is multiplied."""
        known = {part for one in (*said, *(self.place.held[i].formula for i in by)) for part in strict(one)}
        made = {atom for form in by.values() for key in form for atom, _ in key}
        return all(atom in known or total(atom, self.place.types) for atom in made)

    def contradiction(self, member: Member) -> tuple[int, Tree] | None:
        """Return an equation and the tree that shows that it fails by the others, of a member that is a number, or
        None."""
        by = self._by(member)
        try:
            worth = rational(self.made(member))
        except CheckFailed:
            return None
        if not worth or not by or not self._defined(by):
            return None
        return next(iter(by)), _linear(by, [(Fraction(0), Fraction(1))])


def _linear(by: Mapping[int, Form], ends: Sequence[tuple[Fraction, Fraction]]) -> Tree:
    """The tree of the rule of sums: multiples of equations, added up and then, for each part, taken so and so often
    together with its last row, which denies what is shown."""
    uses = list(by)
    parts_of: list[list[Tree]] = []
    for own, often in ends:
        steps: list[Tree] = []
        total: list[list[object]] = [[len(uses), str(own)]] if own else []
        for place, index in enumerate(uses):
            number = rational(by[index])
            if number is None:
                steps.append({"multiplied": place, "by": expression_to_json(written(by[index]))})
                total.append([len(uses) + len(steps), str(often)])
            else:
                total.append([place, str(often * number)])
        parts_of.append([*steps, {"sum": total}])
    return {"rule": "linear", "uses": uses, "whole": [], "parts": parts_of}


def equations_of(place: Place, names: frozenset[str], degree: int = MAX_DEGREE) -> Equations | None:
    """Return the polynomial equations at a place that share letters with ``names``, directly or in turn, the nearest
    ones; None, where there are none or too many letters in them. Those of degree one are of letters alone."""
    near = dict(islice(_nearest(_polynomials(place, degree), names), MAX_EQUATIONS))
    near = near if degree == 1 else _tied(near, names)
    equations = Equations(place, dict(sorted(near.items())))
    return equations if near and len(equations.atoms) <= (2 * MAX_ATOMS if degree == 1 else MAX_ATOMS) else None


def as_many_as_letters(place: Place, names: frozenset[str]) -> Iterator[Equations]:
    """Yield the polynomial equations at a place that are nearest to ``names`` wherever they are as many as the letters
    in them, or more: there these may have few values."""
    near, letters = dict[int, Form](), set[str]()
    for index, form in _nearest(_polynomials(place, MAX_DEGREE), names):
        near[index] = form
        letters |= _letters(form)
        if len(near) > MAX_EQUATIONS or len(letters) > MAX_TOGETHER:
            return
        if len(letters) <= len(near):
            yield Equations(place, dict(sorted(near.items())), inside_functions=True)


def _polynomials(place: Place, degree: int) -> dict[int, Form]:
    """The equations at a place as polynomials that are zero, by their indices."""
    found: dict[int, Form] = {}
    for index, one in enumerate(place.held):
        given = one.formula
        if isinstance(given, Node) and given.head is Head.EQ and given.free and not has_decimals(given):
            try:
                form = gap_of(given, place)
            except CheckFailed:
                continue
            if degree == 1 and not is_linear(form):
                continue
            if len(form) + (ONE not in form) > 1 and len(form) <= MAX_TERMS and form not in found.values():
                found[index] = form
    return found


def _nearest(found: Mapping[int, Form], names: frozenset[str]) -> Iterator[tuple[int, Form]]:
    """Yield what shares letters with ``names``, directly or in turn, what has the fewest other letters first."""
    left, known = dict(found), set(names)
    while fresh := [i for i in left if _letters(left[i]) & known]:
        index = min(fresh, key=lambda i: (len(_letters(left[i]) - known), len(left[i])))
        known |= _letters(left[index])
        yield index, left.pop(index)


def _tied(forms: dict[int, Form], names: frozenset[str]) -> dict[int, Form]:
    """The equations less those that only tell what a letter is that stands nowhere else."""
    while True:
        letters = Counter(name for form in forms.values() for name in _letters(form))
        alone = {name for name, count in letters.items() if count == 1 and name not in names}
        kept = {i: form for i, form in forms.items() if not any(_tells(form, name) for name in alone)}
        if len(kept) == len(forms):
            return forms
        forms = kept


def _tells(form: Form, name: str) -> bool:
    """Whether an equation of degree one in a letter tells what that is."""
    own: Monomial = frozenset({(Sym(name), 1)})
    return own in form and sum(name in atom.free for key in form for atom, _ in key) == 1


def _letters(form: Form) -> set[str]:
    return {name for key in form for atom, _ in key for name in atom.free}


def zero(form: Form) -> Node:
    """Return that a form is zero, with whole coefficients and a positive first one.

    Raises:
        CheckFailed: where it is too large.
    """
    return node(Head.EQ, written(form), Int(0))


def added(equations: Equations, member: Member) -> tuple[Node, Tree, Place] | None:
    """Return the equation that says that a member is zero, the lemma that adds it, without its last tree, and the place
    with it; None where it is not shown."""
    try:
        form: Form = equations.made(member)
        said = zero(form)
    except CheckFailed:
        return None
    if not form or (lemma := equations.lemma(said, member)) is None:
        return None
    rule = {"rule": "lemma", "lemma": expression_to_json(said), "trees": [lemma]}
    return said, rule, equations.place.with_(said)
