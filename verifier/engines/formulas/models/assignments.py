"""Values of all letters at which formulas may hold: one letter after another, each with what the formulas leave to it.

What is found is only proposed: whether the formulas hold there is asked elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from verifier.checkers.effort import remembered, spend
from verifier.checkers.formulas.places.monomials import Form, numeral
from verifier.checkers.formulas.places.place import Place, at, bounds, conjuncts, folded
from verifier.checkers.formulas.places.totality import WHOLE, real, total
from verifier.checkers.formulas.rules.entries import LISTED
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.engines.candidate import GIVEN_UP
from verifier.engines.formulas.models.determined import determined
from verifier.engines.formulas.models.plainer import Naming, plainer
from verifier.engines.formulas.models.telling import definitions, difference, told
from verifier.engines.formulas.rewriting.numbers import simplified, written_out
from verifier.engines.formulas.solving.candidates import candidates, roots_of
from verifier.engines.formulas.solving.crossings import Crossing, angles, crossings
from verifier.engines.formulas.solving.elimination import Left, eliminated, feasible, names
from verifier.engines.formulas.solving.forcing import forced_values
from verifier.engines.formulas.solving.sampling import extreme_place
from verifier.engines.formulas.solving.zeros import Zero, zeros
from verifier.kernel.claim import Claim
from verifier.kernel.expr import COMPARISONS, Expr, Head, Letter, Node, Sym, Type, free_names, substitute

MAX_STATES = 50  # most choices that are made, all together
CHOICE = 300  # steps of a choice of a value
MAX_BRANCHES = 8  # most values of one letter that are gone into
MAX_EQUATIONS = 6  # most equations that are solved by a change of sign
MAX_SCANNED = 60  # most numbers of which that is asked
SMALL = tuple(map(Fraction, ("2", "3", "1", "0", "5", "-1", "10", "4", "7", "-2", "1/2", "6", "9", "20", "100")))


@dataclass(frozen=True, slots=True)
class State:
    """Formulas that are left, letters without a value, and the values of the others; ``told`` are those that others
    tell, each by the letters that are left then; ``also`` are formulas of one letter that hold as well: numbers for it
    are tried at these too."""

    facts: tuple[Expr, ...]
    left: tuple[Letter, ...]
    values: Mapping[str, Expr]
    told: tuple[tuple[str, Expr], ...] = ()
    also: tuple[Expr, ...] = ()

    def at(self, name: str, number: Expr) -> State:
        """Return the state with a letter at a value."""
        facts = tuple(at(fact, name, number) if name in fact.free else fact for fact in self.facts)
        left = tuple(one for one in self.left if one.name != name)
        return replace(self, facts=facts, left=left, values={**self.values, name: number})

    def tell(self, name: str, by: Expr) -> State:
        """Return the state with a letter in the place of which stands what others tell."""
        found = self.at(name, by)
        return replace(found, values=self.values, told=(*self.told, (name, by)))

    def without(self, fact: Expr, name: str, by: Expr) -> State:
        """Return the state with a letter told by what a formula, which says nothing else, sets it equal to."""
        return replace(self, facts=tuple(one for one in self.facts if one is not fact)).tell(name, by)

    def all(self) -> dict[str, Expr]:
        """Return the values of all letters."""
        values = dict(self.values)
        for name, by in reversed(self.told):
            values[name] = folded(substitute(by, values))
        return values


Solution = Zero | Crossing
"""A number that is told by an equation and two ends."""
Assigned = tuple[dict[str, Expr], dict[str, Solution]]
"""Values of letters, and the numbers that these speak of by a name."""


def assignments(claim: Claim) -> Iterator[Assigned]:
    """Yield values of all letters of a claim at which its premises, and what the types say, may hold."""
    if not {one.type for one in claim.types} <= _KINDS:
        return
    naming, types = Naming(), {one.name: one.type for one in claim.types}
    numbers = [one for one in claim.types if one.type not in LISTED]
    try:
        given, matrices = _without_matrices([one.formula for one in claim.premises], types)
        plain = [folded(part) for one in given for part in plainer(one, types)]
        facts = [naming.named(part) for part in plain]
        also = tuple(one for one in plain if len(one.free) == 1 and one not in facts)
        facts += [fact for letter in numbers for fact in bounds(letter)]
        letters = (*numbers, *naming.letters.values())
        search = _Assigning(types)
        for values in search.below(State((*facts, *naming.facts), letters, {}, also=also)):
            found = _with_matrices({name: x for name, x in values.items() if name in types}, matrices)
            if found is not None:
                named = frozenset().union(*map(free_names, found.values()))
                yield found, {name: zero for name, zero in search.zeros.items() if name in named}
    except GIVEN_UP:
        return


def _without_matrices(facts: list[Expr], types: Mapping[str, Type]) -> tuple[list[Expr], list[tuple[str, Expr]]]:
    """The formulas with what they say matrices are in the place of these, and what that is."""
    facts, found = [_outside(part) for fact in facts for part in conjuncts(fact)], list[tuple[str, Expr]]()
    for name in (name for name, kind in types.items() if kind in LISTED):
        for fact in facts:
            match fact:
                case Node(head=Head.EQ, args=(Sym(said), other) | (other, Sym(said))) if (
                    said == name and name not in other.free
                ):
                    facts = [substitute(one, {name: other}) for one in facts if one is not fact]
                    found.append((name, other))
                    break
    return facts, found


def _outside(fact: Expr) -> Expr:
    """What an equation of an inverse says of the matrix itself."""
    match fact:
        case Node(head=Head.EQ, args=(Node(head=Head.INVERSE, args=(x,)), y)):
            return Node(Head.EQ, (x, Node(Head.INVERSE, (y,))))
    return fact


def _with_matrices(values: dict[str, Expr], matrices: list[tuple[str, Expr]]) -> dict[str, Expr] | None:
    for name, said in reversed(matrices):
        matrix = written_out(substitute(said, values))
        if matrix is None:
            return None
        values[name] = matrix
    return values


_KINDS = LISTED | frozenset({Type.REAL, Type.COUNT, Type.POS, Type.INT, Type.RAT, Type.BOOL})


class _Assigning:
    """The search; it counts its choices."""

    def __init__(self, types: Mapping[str, Type]) -> None:
        self._types, self._spent, self._equations = types, 0, MAX_EQUATIONS
        self.zeros: dict[str, Solution] = {}

    def below(self, state: State) -> Iterator[dict[str, Expr]]:
        """Yield the values that a state leads to."""
        self._spent += 1
        spend(CHOICE)
        found = _settled(state) if self._spent <= MAX_STATES else None
        if found is None:
            return
        if not found.left:
            yield found.all()
            return
        for other in _choices(found, self._types, self._named, self._solutions):
            yield from self.below(other)

    def _solutions(self, equation: Node, letter: str) -> list[Expr]:
        """Numbers that satisfy an equation of one letter that is none of polynomials; few equations are looked at."""
        if not self._equations:
            return []
        self._equations -= 1
        exact = [*angles(equation, letter)][:MAX_BRANCHES]
        return exact + [self._named(one) for one in crossings(equation, letter)]

    def _named(self, zero: Solution) -> Expr:
        """A letter for a zero: the same for the same."""
        fresh = next(
            name for k in range(len(self._types) + 1) if (name := f"r_{len(self.zeros) + k}") not in self._types
        )
        name = next((name for name, one in self.zeros.items() if one == zero), fresh)
        self.zeros[name] = zero
        return Sym(name)


def _settled(state: State) -> State | None:
    """The state with all that is forced one by one; None where a formula fails."""
    while True:
        kept = []
        for fact in state.facts:
            said = _truth(fact) if not fact.free else None
            if said is False:
                return None
            if said is None:
                kept.append(fact)
        state = replace(state, facts=tuple(kept))
        given = next(_given(state), None)
        if given is not None:
            state = state.at(*given)
        elif (definition := next(definitions(state.facts, _real(state)), None)) is not None:
            state = state.without(*definition)
        else:
            return state


def _real(state: State) -> frozenset[str]:
    """The letters without a value that are real numbers."""
    return frozenset(one.name for one in state.left if one.type is Type.REAL)


def _truth(fact: Expr) -> bool | None:
    """What a formula without letters says, undefined ones failing; None where that is not known."""
    try:
        return truth(fact, {}) is True
    except NotEvaluated:
        return None


def _given(state: State) -> Iterator[tuple[str, Expr]]:
    """Letters that an equation gives a value, and those that equations force together."""
    names = {one.name: one.type for one in state.left}
    for fact in state.facts:
        match fact:
            case Sym(name) if names.get(name) is Type.BOOL:
                yield name, Node(Head.TRUE)
            case Node(head=Head.NOT, args=(Sym(name),)) if names.get(name) is Type.BOOL:
                yield name, Node(Head.FALSE)
            case Node(head=Head.EQ, args=(a, b)):
                for one, other in ((a, b), (b, a)):
                    if isinstance(one, Sym) and one.name in names and other.free.isdisjoint(names):
                        number = other if other.free else simplified(other)
                        if total(number, dict.fromkeys(other.free, Type.REAL)) and real(number):
                            yield one.name, number
            case Node(head=Head.IS_MAX | Head.IS_MIN, args=(Sym(name), *_)) if names.get(name) in _REACHED:
                if (found := extreme_place(fact)) is not None:
                    yield name, numeral(found[1])
    for name, forced, _ in forced_values(state.facts, frozenset(names)):
        yield name, numeral(forced)


_REACHED = WHOLE | {Type.REAL}
Named = Callable[[Solution], Expr]
Solutions = Callable[[Node, str], list[Expr]]


def _choices(state: State, types: Mapping[str, Type], named: Named, solutions: Solutions) -> Iterator[State]:
    """The states that follow: by the roots of an equation, by a disjunction, else by trying numbers."""
    single = (fact.free for fact in state.facts if isinstance(fact, Node) and fact.head not in COMPARISONS)
    whole = frozenset(one.name for one in state.left if one.name.startswith("#") and _is_whole(one, state))
    left = eliminated(state.facts, whole.union(*(one for one in single if len(one) == 1)))
    found = _rooted(state, left, named) or _crossed(state, solutions) or _determined(state, left, named)
    if found is not None:
        name, numbers = found
        yield from (state.at(name, number) for number in numbers)
        return
    for fact in state.facts:
        if isinstance(fact, Node) and fact.head is Head.OR:
            rest = tuple(one for one in state.facts if one is not fact)
            for part in fact.args[:MAX_BRANCHES]:
                yield replace(state, facts=(*plainer(part, types), *rest))
            return
    if (given := told(state.facts, _real(state))) is not None:
        yield state.tell(*given)
        return
    yield from _guessed(state, left)


def _rooted(state: State, left: Left, named: Named) -> tuple[str, list[Expr]] | None:
    """A letter and the numbers that an equation in it alone leaves."""
    place = Place((), {}, False)
    for letter in state.left:
        for fact in state.facts:
            alone = isinstance(fact, Node) and fact.head is Head.EQ and fact.free == {letter.name}
            if alone and (numbers := [number for number, _ in candidates(letter, fact, place)]):
                return letter.name, numbers
            if alone and (form := difference(fact)) and _alike(form) and (numbers := _of(form, letter, place, named)):
                return letter.name, numbers
    for form in left.zero:
        own = [one for one in state.left if names(form) == {one.name}]
        if own and _alike(form) and (numbers := _of(form, own[0], place, named)):
            return own[0].name, numbers
    return _listed(state, place)


def _determined(state: State, left: Left, named: Named) -> tuple[str, list[Expr]] | None:
    """A letter and the numbers that several equations together leave."""
    place = Place((), {}, False)
    for form in determined(left.zero):
        own = [one for one in state.left if names(form) == {one.name}]
        if own and (numbers := _of(form, own[0], place, named)):
            return own[0].name, numbers
    return None


def _crossed(state: State, solutions: Solutions) -> tuple[str, list[Expr]] | None:
    """A real letter that stands alone in an equation that is none of polynomials, and numbers that satisfy it."""
    for letter in state.left:
        for fact in state.facts:
            if not (isinstance(fact, Node) and fact.head is Head.EQ and fact.free == {letter.name}):
                continue
            if letter.type is Type.REAL and (found := solutions(fact, letter.name)):
                return letter.name, found
    return None


def _alike(form: Form) -> bool:
    """Whether the constants in all terms of a polynomial are the same."""
    return len({frozenset((atom, k) for atom, k in key if not isinstance(atom, Sym)) for key in form}) == 1


def _of(form: Form, letter: Letter, place: Place, named: Named) -> list[Expr]:
    powers = {sum(k for atom, k in key if atom == Sym(letter.name)): x for key, x in form.items()}
    found = [number for number, _ in roots_of(powers, letter, place)]
    return found + [named(zero) for zero in zeros(powers) if letter.type is Type.REAL]


def _listed(state: State, place: Place) -> tuple[str, list[Expr]] | None:
    """A letter that stands in a list of solutions, and the solutions."""
    names = {one.name: one for one in state.left}
    for fact in state.facts:
        match fact:
            case Node(head=Head.SOLVES, args=(Node(args=values), condition), letters=(bound,)):
                for one in values:
                    if isinstance(one, Sym) and one.name in names and condition.free <= {bound.name}:
                        return one.name, [number for number, _ in candidates(bound, condition, place)]
            case Node(head=Head.IS_MAX | Head.IS_MIN, args=(Sym(name), Sym(made), condition), letters=(bound,)):
                if name in names and made == bound.name and bound.type in WHOLE and condition.free <= {made}:
                    return name, _extreme(fact.head is Head.IS_MAX, made, condition)
    return None


def _extreme(greatest: bool, name: str, condition: Expr) -> list[Expr]:
    """The greatest or least whole number that satisfies a condition, where it is not far from 0."""
    reached = range(-MAX_SCANNED, MAX_SCANNED + 1)
    found = [x for x in reached if _may([condition], name, Fraction(x), known=True)]
    best = (max if greatest else min)(found, default=None)
    return [] if best is None else [numeral(Fraction(best))]


def _guessed(state: State, left: Left) -> Iterator[State]:
    """A letter at numbers at which what speaks of it alone holds, where that is known."""
    if booleans := [one.name for one in state.left if one.type is Type.BOOL]:
        yield from (state.at(booleans[0], Node(head)) for head in (Head.TRUE, Head.FALSE))
        return
    point = feasible(left) or {}
    letter = min(state.left, key=lambda one: _rank(one, state, left))
    about = [fact for fact in (*state.facts, *state.also) if fact.free == {letter.name}]
    scanned = (x for x in _numbers(letter, state, point, bool(about)) if _may(about, letter.name, x))
    yield from (state.at(letter.name, numeral(x)) for x in islice(scanned, MAX_BRANCHES))


def _is_whole(letter: Letter, state: State) -> bool:
    return letter.type in WHOLE or Node(Head.IS_INT, (Sym(letter.name),)) in state.facts


def _rank(letter: Letter, state: State, left: Left) -> tuple[bool, bool, bool, int]:
    """First the letters that others do not give, of these the whole ones, those alone in a formula, those in most."""
    about = [fact for fact in state.facts if letter.name in fact.free]
    alone = any(fact.free == {letter.name} and fact not in bounds(letter) for fact in about)
    return letter.name in left.out, not _is_whole(letter, state), not alone, -len(about)


def _may(about: list[Expr], name: str, x: Fraction, known: bool = False) -> bool:
    """Whether formulas hold with a number for a letter; what is not ``known`` to hold may."""
    return all(said is True or (said is None and not known) for said in (_at(fact, name, x) for fact in about))


@remembered(65536)
def _at(fact: Expr, name: str, x: Fraction) -> bool | None:
    """Whether a formula holds with a number for its letter; None where that is not known."""
    try:
        return truth(fact, {name: x}) is True
    except NotEvaluated:
        return None


def _numbers(letter: Letter, state: State, point: Mapping[str, Fraction], about: bool) -> Iterator[Fraction]:
    """Numbers for a letter, the likeliest first: near the point, then small ones; whole ones, where it is whole."""
    start = point.get(letter.name)
    first = 0 if start is None else math.ceil(start)
    scanned = [Fraction(first + k) for n in range(MAX_SCANNED) for k in (n, -n)]
    if _is_whole(letter, state):
        near = [] if start is None else [Fraction(first), Fraction(math.floor(start))]
        near += [x for x in SMALL if x.denominator == 1]
    else:
        near = [] if start is None else [start, *(start + x for x in SMALL)]
        near += SMALL
    near += scanned if about else []
    yield from dict.fromkeys(near)
