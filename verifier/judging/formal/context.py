"""What a translation holds so far: facts, definitions, suppositions, and what its steps stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from verifier.checkers.formulas.evaluation import truth
from verifier.engines.formulas.models import forced
from verifier.judging.formal.decimals import claimed, closed_values, exact, rounded_among
from verifier.judging.formal.unfolding import Function, unfolded
from verifier.kernel.claim import FIRM, Standing
from verifier.kernel.evaluate import NotEvaluated
from verifier.kernel.formula import Expr, FormulaTooLarge, Head, Letter, Node, Type, free, node, parts
from verifier.kernel.formula_claim import FormulaClaim, Hypothesis, claim_of
from verifier.kernel.term import Dec, Sym
from verifier.kernel.verdict import Certificate
from verifier.language.formal_chain import FactKind, FormalChain, Spelled
from verifier.language.functions import Sort

APPLIED = Type.REAL
"""The type of what a function without a body gives at some numbers."""


@dataclass(slots=True)
class Context:
    """Hypotheses in the order in which they were said. ``wrong`` are formulas that were refuted.

    ``until`` tells which hold to the end of which step, suppositions and what was concluded from them; ``concluded``
    are the implications that stay of these. ``denied`` are facts that the others deny: then nothing is decided.
    ``values`` are numbers that facts force or steps compute: a decimal that one of them rounds to may be rounded.
    """

    chain: FormalChain
    functions: dict[str, Function] = field(default_factory=dict)
    types: dict[str, Letter] = field(default_factory=dict)
    held: list[Hypothesis] = field(default_factory=list)
    until: dict[str, int] = field(default_factory=dict)
    rounded: frozenset[Dec] = frozenset()
    values: frozenset[Fraction] = frozenset()
    concluded: list[tuple[str, Standing, Expr]] = field(default_factory=list)
    wrong: list[Expr] = field(default_factory=list)
    model_facts: frozenset[str] = frozenset()
    denied: tuple[str, ...] = ()

    def unfold(self, said: Spelled) -> Expr | None:
        """Return what a text spells with functions unfolded, or None where it spells nothing that can be used."""
        if said.expr is None:
            return None
        try:
            found = unfolded(said.expr, self.functions)
        except FormulaTooLarge:
            return None
        for name in free(found) - self.types.keys():
            self.types[name] = Letter(name, APPLIED)
        return found

    def hold(self, id: str, standing: Standing, formula: Expr, until: int | None = None) -> None:
        """Let a formula hold from here on; to the end of step ``until``, where that is told."""
        self.held.append(Hypothesis(id, standing, exact(formula)))
        if until is not None:
            self.until[id] = until

    def leave(self, step: int) -> None:
        """End the suppositions that reach no farther than the step before: what was concluded from them stays, as
        implications."""
        over = {id for id, last in self.until.items() if last < step}
        self.held = [one for one in self.held if one.id not in over]
        for id, standing, formula in self.concluded:
            if id in over:
                self.hold(id, standing, formula)
        self.concluded = [one for one in self.concluded if one[0] not in over]
        for id in over:
            del self.until[id]

    def supposed_until(self) -> int | None:
        """Return the step with which the innermost supposition ends, or None where nothing is supposed."""
        ends = [self.until[one.id] for one in self.held if one.standing is Standing.HYPOTHESIS and one.id in self.until]
        return min(ends, default=None)

    def claim(self, formula: Expr) -> FormulaClaim:
        """Return the claim that a formula is here."""
        rounded = self.rounded | rounded_among(formula, self.values | closed_values(formula))
        return claim_of(claimed(formula, rounded), self.types.values(), tuple(self.held), rounded)

    def fresh(self, name: str) -> bool:
        """Return whether nothing that was said before speaks of a name."""
        asked = (said.expr for said in self.chain.asks if said.expr is not None)
        return not any(name in free(one.formula) for one in self.held) and not any(name in free(ask) for ask in asked)

    def learn(self, id: str, formula: Expr, certificate: Certificate | None) -> None:
        """Let a statement that is not refuted hold: as proved, where its proof rests on firm premises alone."""
        self.values |= closed_values(formula)
        if certificate is not None and certificate.notes.get("as_rounded"):
            self.rounded |= {part for part in parts(formula) if isinstance(part, Dec)}
            return
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
        supposed = [one.formula for one in self.held if one.standing is Standing.HYPOTHESIS]
        left = supposed[0] if len(supposed) == 1 else node(Head.AND, *supposed)
        self.concluded.append((id, standing, node(Head.IMPLIES, left, exact(formula))))


def opened(chain: FormalChain) -> Context:
    """Return the context that the vocabulary and the facts of a translation open."""
    context = Context(chain)
    for name, variable in chain.variables.items():
        if variable.type is not Type.FUNCTION:
            context.types[name] = Letter(name, variable.type)
        elif variable.body is not None and variable.body.expr is not None:
            letters = tuple(arg.partition(" ")[0] for arg in variable.args)
            context.functions[name] = Function(letters, variable.body.expr)
    modelled = {fact.id for fact in chain.facts if fact.kind is FactKind.MODEL}
    context.model_facts = frozenset(modelled)
    for fact in chain.facts:
        for said in formulas(fact.said):
            if (formula := context.unfold(said)) is not None:
                context.hold(fact.id, Standing.FACT, formula)
                context.values |= closed_values(formula)
    at = forced(context.claim(Node(Head.TRUE)))
    context.values |= frozenset(at.values())
    context.denied = tuple(dict.fromkeys(one.id for one in context.held if _fails(one.formula, at)))
    return context


def _fails(formula: Expr, at: Mapping[str, Fraction]) -> bool:
    """Whether a fact is false where the others force the values of its letters."""
    if not free(formula) <= at.keys():
        return False
    try:
        return truth(formula, at) is not True
    except NotEvaluated:
        return False


def formulas(said: Iterable[Spelled]) -> list[Spelled]:
    """Return those of some texts that spell formulas."""
    return [one for one in said if one.sort is Sort.FORMULA]


def defined(formula: Expr) -> str | None:
    """Return the name that a definition ``name == expr`` defines, or None where it is none."""
    match formula:
        case Node(head=Head.EQ, args=(Sym(name), right)) if name not in free(right):
            return name
    return None
