"""What a translation holds so far: facts, definitions, suppositions, and what its steps stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Final

from verifier.checkers.formulas.places.monomials import Monomial, written
from verifier.checkers.formulas.places.place import Place, conjunction, conjuncts, opening
from verifier.checkers.formulas.places.totality import NUMBERS, REAL, real, speaks_of_complex, speaks_otherwise, total
from verifier.checkers.formulas.rules.entries import entrywise
from verifier.checkers.formulas.rules.forms import MAX_POWER, polynomial
from verifier.checkers.formulas.rules.whole import defined as defined_at
from verifier.claims.decimals import claimed, closed_values, exact, fine, loosened, rounded_among
from verifier.claims.unfolding import Function, applied_generally, unfolded
from verifier.kernel.claim import FIRM, Claim, Hypothesis, Standing, claim_of
from verifier.kernel.expr import (
    SCOPED,
    Dec,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    Sym,
    Text,
    Type,
    node,
    walk_expr,
)
from verifier.kernel.verdict import Certificate, CheckFailed
from verifier.language.expressions.functions import OLDER_TYPES, TYPES, Sort
from verifier.language.formal_chain import FactKind, FormalChain, Spelled
from verifier.language.walk import readings


def written_out(expr: Expr, types: Mapping[str, Type]) -> Expr:
    """Return an expression with the mean of each list of real numbers that is written out as their sum divided by how
    many there are, both defined where all of them are, and with each coefficient, and degree, of a polynomial with
    other letters by these letters, both defined everywhere."""
    if not isinstance(expr, Node):
        return expr
    inside = {**types, **{one.name: one.type for one in expr.letters}} if expr.letters else types
    scoped = SCOPED.get(expr.head, ())
    args = tuple(written_out(arg, inside if i in scoped else types) for i, arg in enumerate(expr.args))
    match expr.head, args:
        case Head.MEAN, (Node(head=Head.LIST, args=numbers),) if numbers and all(_real(one, types) for one in numbers):
            return node(Head.DIV, reduce(lambda one, other: node(Head.ADD, one, other), numbers), Int(len(numbers)))
        case Head.COEFF, (body, Int(power)) if (by := _coefficients(body, expr.letters[0].name, types)) is not None:
            return by.get(power, Int(0))
        case Head.DEGREE, (body,) if (by := _coefficients(body, expr.letters[0].name, types)) is not None:
            if by and isinstance(by[max(by)], Int):
                return Int(max(by))
    return Node(expr.head, args, expr.letters) if args != expr.args else expr


def _coefficients(body: Expr, name: str, types: Mapping[str, Type]) -> dict[int, Expr] | None:
    """The coefficients, none of them zero, of a polynomial in this letter that has others too, by the power; None where
    it is none that is defined everywhere, or is too large."""
    others = body.free - {name}
    if not others or not all(types.get(one) in NUMBERS for one in others) or not _is_total(body):
        return None
    found: dict[int, dict[Monomial, Fraction]] = {}
    try:
        for key, factor in polynomial(body).items():
            power = dict(key).get(Sym(name), 0)
            found.setdefault(power, {})[frozenset(one for one in key if one[0] != Sym(name))] = factor
        return {power: written(form) for power, form in found.items()}
    except CheckFailed:
        return None


def _is_total(body: Expr) -> bool:
    """Whether a number is made of letters and numerals by sums, products and what is defined of any."""
    match body:
        case Int() | Sym():
            return True
        case Node(head=Head.ADD | Head.SUB | Head.MUL | Head.NEG, args=args):
            return all(map(_is_total, args))
        case Node(head=Head.POW, args=(base, Int(power))):
            return 1 <= power <= MAX_POWER and _is_total(base)
        case Node(head=Head.DIV, args=(over, Int(under) | Node(head=Head.NEG, args=(Int(under),)))):
            return under != 0 and _is_total(over)
    return False


_MADE: Final = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW, Head.SQRT, Head.ABS})
"""Functions that give numbers of numbers."""


def _real(number: Expr, types: Mapping[str, Type]) -> bool:
    made = (part.head in _MADE if isinstance(part, Node) else not isinstance(part, Text) for part in walk_expr(number))
    return real(number) and all(made) and all(types.get(name) in REAL for name in number.free)


APPLIED = Type.REAL
"""The type of what a function without a body gives at some numbers."""


@dataclass(slots=True)
class Context:
    """Hypotheses in the order in which they were said.

    ``spoken`` are the names that facts, questions and statements have used.

    ``until`` tells which hold to the end of which step, suppositions and what was concluded from them; ``concluded``
    are the implications that stay of these. ``denied`` are facts that the others deny: then nothing is decided.
    ``unread`` are the last steps of suppositions in scope that could not be read: nothing under them is decided.
    ``general`` are the functions that something is said of at more than numerals. ``grounded`` are the types of letters
    as far as a fact tells them: nobody said that a letter of another type is whole.
    ``values`` are numbers that facts force or steps compute: a decimal that one of them rounds to may be rounded.
    """

    chain: FormalChain
    functions: dict[str, Function] = field(default_factory=dict)
    general: frozenset[str] = frozenset()
    grounded: dict[str, Type] = field(default_factory=dict)
    types: dict[str, Letter] = field(default_factory=dict)
    held: list[Hypothesis] = field(default_factory=list)
    until: dict[str, int] = field(default_factory=dict)
    rounded: frozenset[Dec] = frozenset()
    values: frozenset[Fraction] = frozenset()
    concluded: list[tuple[str, Standing, Expr]] = field(default_factory=list)
    spoken: set[str] = field(default_factory=set)
    model_facts: frozenset[str] = frozenset()
    denied: tuple[str, ...] = ()
    unread: list[int] = field(default_factory=list)

    def unfold(self, said: Spelled) -> Expr | None:
        """Return what a text spells with functions unfolded and means written out, or None where it spells nothing that
        can be used."""
        if said.expr is None:
            return None
        try:
            found = unfolded(said.expr, self.functions, self.general, self._told_types())
        except ExprTooLarge:
            return None
        for name in found.free - self.types.keys():
            self.types[name] = Letter(name, APPLIED)
        return written_out(found, {name: letter.type for name, letter in self.types.items()})

    def _told_types(self) -> dict[str, Type]:
        """The types of letters, no narrower than a fact tells them."""
        return {name: self.grounded.get(name, letter.type) for name, letter in self.types.items()}

    def hold(self, id: str, standing: Standing, formula: Expr, until: int | None = None) -> None:
        """Let a formula hold from here on; to the end of step ``until``, where that is told.

        Each part of a conjunction holds by itself: what rests on one needs no model of the others.
        """
        self.held += [Hypothesis(id, standing, part) for part in plain_parts(exact(formula), self.types)]
        if until is not None:
            self.until[id] = until

    def leave(self, step: int) -> None:
        """End the suppositions that reach no farther than the step before: what was concluded from them stays, as
        implications."""
        self.unread = [last for last in self.unread if last >= step]
        over = {id for id, last in self.until.items() if last < step}
        self.held = [one for one in self.held if one.id not in over]
        for id, standing, formula in self.concluded:
            if id in over:
                self.hold(id, standing, formula)
        self.concluded = [one for one in self.concluded if one[0] not in over]
        for id in over:
            del self.until[id]

    def supposed(self) -> list[Hypothesis]:
        """Return the suppositions in scope, in the order in which they were made."""
        return [one for one in self.held if one.standing is Standing.HYPOTHESIS]

    def supposed_until(self) -> int | None:
        """Return the step with which the innermost supposition ends, or None where nothing is supposed."""
        return min((self.until[one.id] for one in self.supposed() if one.id in self.until), default=None)

    def discharge(self, certificate: Certificate) -> None:
        """End the latest supposition, from which a contradiction follows: its negation holds from here on.

        That is proved if what the contradiction rests on is firm, and stands under the suppositions made before it.
        What was concluded from a contradiction goes with it.
        """
        statement = _statement(self.supposed()[-1].id)
        same = [one for one in self.supposed() if _statement(one.id) == statement]
        denial = node(Head.NOT, _all(same))
        gone = {one.id for one in self.held[self.held.index(same[0]) :] if one.id in self.until}
        self.held = [one for one in self.held if one.id not in gone]
        self.concluded = [one for one in self.concluded if one[0] not in gone]
        self.until = {id: last for id, last in self.until.items() if id not in gone}
        if not self._hold_or_fail([*self.supposed(), *same]):
            return
        firm = all(one.standing in FIRM for one in certificate.claim.premises)
        id, standing = f"not {statement}", Standing.PROVED if firm else Standing.STATED
        self.hold(id, standing, denial, self.supposed_until())
        if self.supposed():
            self.concluded.append((id, standing, node(Head.IMPLIES, _all(self.supposed()), denial)))

    def take_back(self, step: int) -> None:
        """Let what a step stated be no premise any more; what it defined keeps its meaning."""
        gone = {one.id for one in self.held if _of_step(one.id, step) and one.standing in _SAID}
        self.held = [one for one in self.held if one.id not in gone]
        self.concluded = [one for one in self.concluded if not _of_step(one[0], step)]

    def claim(self, formula: Expr, own: frozenset[Dec] = frozenset()) -> Claim:
        """Return the claim that a formula is here; ``own`` are decimals of it that are told to be rounded."""
        rounded = self.rounded | rounded_among(formula, self.values | closed_values(formula)) | own
        return claim_of(claimed(formula, rounded), self.types.values(), self._sure(self.held, formula), rounded)

    def claim_from(self, formula: Expr, given: Iterable[Expr]) -> Claim:
        """Return the claim that a formula follows from others, and from nothing else that is held."""
        premises = tuple(Hypothesis(f"given.{k}", Standing.HYPOTHESIS, one) for k, one in enumerate(given))
        names = formula.free.union(*(one.formula.free for one in premises))
        letters = (self.types.get(name, Letter(name, Type.UNDECLARED)) for name in names)
        return claim_of(formula, letters, premises)

    def loosened(self, formula: Expr, claim: Claim) -> Claim:
        """Return the claim of a formula that must fail as well where ``claim``, which is of it, is refuted."""
        rounded = claim.rounded | fine(formula)
        return claim_of(loosened(formula, claim.rounded), claim.types, claim.premises, rounded)

    def complex(self, formula: Expr) -> bool:
        """Return whether complex numbers are spoken of by a formula, or by what is given or supposed where it stands:
        then what is held of roots, logarithms and powers that need not be real numbers is no premise."""
        given = [one.formula for one in self.held if one.standing in _GIVEN]
        letters = any(one.type is Type.COMPLEX for one in self.types.values())
        return letters or any(map(speaks_of_complex, [formula, *given]))

    def _sure(self, held: Iterable[Hypothesis], formula: Expr) -> tuple[Hypothesis, ...]:
        spoken = self.complex(formula)
        return tuple(one for one in held if not (spoken and speaks_otherwise(one.formula)))

    def firm_claim(self, formula: Expr) -> Claim:
        """Return the claim that a formula is under what is firm and the suppositions in scope."""
        firm = self._sure((one for one in self.held if one.standing in FIRM), formula)
        return claim_of(formula, self.types.values(), firm)

    def fresh(self, name: str) -> bool:
        """Return whether no fact, no question and no statement before uses a name."""
        return name not in self.spoken

    def speak(self, formula: Expr) -> None:
        """Note the names that a formula uses."""
        self.spoken |= formula.free

    def learn(self, id: str, formula: Expr, certificate: Certificate | None) -> None:
        """Let a statement that is not refuted hold: as proved, where its proof rests on firm premises alone."""
        self.values |= closed_values(formula)
        if certificate is not None and certificate.notes.get("as_rounded"):
            self.rounded |= {part for part in walk_expr(formula) if isinstance(part, Dec)}
            return
        if certificate is not None and not certificate.claim.premises and is_closed(formula):
            return  # whoever needs it can show it again
        firm = certificate is not None and all(one.standing in FIRM for one in certificate.claim.premises)
        standing = Standing.PROVED if firm else Standing.STATED
        active = [one for one in self.held if one.standing is Standing.HYPOTHESIS]
        if certificate is not None:
            used = {one.id for one in certificate.claim.premises}
            active = [one for one in self.held if one.id in used and one.id in self.until]
        if not active:
            self.hold(id, standing, formula)
            return
        until = min(self.until[one.id] for one in active if one.id in self.until)
        self.hold(id, standing, formula, until)
        if self._hold_or_fail(self.supposed()):
            self.concluded.append((id, standing, node(Head.IMPLIES, _all(self.supposed()), exact(formula))))

    def _hold_or_fail(self, supposed: Sequence[Hypothesis]) -> bool:
        """Whether each supposition surely holds or fails, by what is firm and those before it. Of one that may be
        undefined nothing is left when it ends: it need not fail where something false follows from it."""
        given = [one for one in self.held if one.standing in FIRM and one.id not in self.until]
        types = self._told_types()
        letters = [Letter(name, kind) for name, kind in types.items()]
        for one in supposed:
            told = frozenset(fact.formula for fact in given)
            claim = claim_of(one.formula, letters, tuple(given))
            if not (total(one.formula, types, told) or defined_at(one.formula, opening(claim))):
                return False
            given.append(one)
        return True


def is_closed(formula: Expr) -> bool:
    """Return whether a formula has no letters, free or bound."""
    return not formula.free and not any(isinstance(part, Node) and part.letters for part in walk_expr(formula))


_WITH_A_GROUND = frozenset({Type.INT, Type.COUNT, Type.POS, Type.RAT})
_SAID = frozenset({Standing.PROVED, Standing.STATED})
_GIVEN = frozenset({Standing.FACT, Standing.DEFINED, Standing.HYPOTHESIS})


def _statement(id: str) -> str:
    """The statement that a hypothesis came from: several formulas of one are supposed together."""
    return id.rpartition(".")[0]


def _of_step(id: str, step: int) -> bool:
    return id.startswith(f"s{step}.")


def _letter(spelled: str) -> Letter:
    """A letter of a function, as ``x in Real`` tells it."""
    name, _, kind = spelled.partition(" in ")
    return Letter(name.strip(), {**OLDER_TYPES, **TYPES}.get(kind.strip(), Type.UNDECLARED))


def _all(supposed: list[Hypothesis]) -> Expr:
    """The conjunction of suppositions."""
    return conjunction([one.formula for one in supposed])


def fill(context: Context) -> None:
    """Fill a context with what the vocabulary and the facts of its chain say."""
    chain = context.chain
    for name, variable in chain.variables.items():
        if variable.type is not Type.FUNCTION:
            inferred = Type.COUNT if variable.type is Type.POS else variable.type  # of a type alone: not negative
            context.types[name] = Letter(name, inferred)
            if variable.type in _WITH_A_GROUND:
                context.grounded[name] = _grounded(name, chain)
        else:
            body = None if variable.body is None else variable.body.expr
            context.functions[name] = Function(tuple(map(_letter, variable.args)), body)
    spelled = [one for fact in chain.facts for one in fact.said] + list(chain.asks)
    spelled += [variable.body for variable in chain.variables.values() if variable.body is not None]
    for _, _, statement in chain.statements():
        spelled += readings(statement)
    context.general = applied_generally(one.expr for one in spelled if one.expr is not None)
    modelled = {fact.id for fact in chain.facts if fact.kind is FactKind.MODEL}
    context.model_facts = frozenset(modelled)
    for fact in chain.facts:
        for said in formulas(fact.said):
            if (formula := context.unfold(said)) is not None:
                context.hold(fact.id, Standing.FACT, formula)
                context.speak(formula)
                context.values |= closed_values(formula)
    for ask in chain.asks:
        if ask.expr is not None:
            context.speak(ask.expr)


def _grounded(name: str, chain: FormalChain) -> Type:
    """The type that what is given or known tells of a letter: whole, and whole and not negative or positive."""
    facts = [one.expr for fact in chain.facts if fact.kind is not FactKind.MODEL for one in fact.said]
    told = {part for expr in facts if expr is not None for part in conjuncts(expr)}
    if node(Head.IS_INT, Sym(name)) not in told:
        return Type.REAL
    for kind, ends in ((Type.POS, ((Head.GE, 1), (Head.GT, 0))), (Type.COUNT, ((Head.GE, 0),))):
        if any(node(head, Sym(name), Int(end)) in told for head, end in ends):
            return kind
    return Type.INT


def plain_parts(formula: Expr, types: Mapping[str, Letter]) -> list[Expr]:
    """Return the formulas that hold where ``formula`` does, and of which one fails where it fails: the parts of a
    conjunction, and the equations between the entries of lists, vectors and matrices that are written out."""
    found, place = list[Expr](), Place((), {one.name: one.type for one in types.values()}, False)
    for part in conjuncts(formula):
        try:
            equation = isinstance(part, Node) and part.head is Head.EQ
            found += conjuncts(entrywise(part, place)) if equation else [part]
        except CheckFailed:
            found.append(part)
    return found


def formulas(said: Iterable[Spelled]) -> list[Spelled]:
    """Return those of some texts that spell formulas."""
    return [one for one in said if one.sort is Sort.FORMULA]


def defined(formula: Expr) -> tuple[str, Expr] | None:
    """Return the name and the right side of a definition ``name == expr``, or None where it is none."""
    match formula:
        case Node(head=Head.EQ, args=(Sym(name), right)) if name not in right.free:
            return name, right
    return None
