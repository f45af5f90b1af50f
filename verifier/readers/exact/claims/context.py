"""The context: what the problem gives and the chain has stated so far, and the claim that a formula makes in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from verifier.checkers.evaluate import Outcome, compare, shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, Hypothesis, Standing, relate, suppose
from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Node, Sym, free_names, walk_expr
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import COHERENT, coherent
from verifier.mathtext.notation.shapes import (
    alike,
    asks_for_work,
    instance_of,
    keeps_degree,
    reducible,
    same_growth,
    unfinished,
    waves,
    worked_otherwise,
    works,
)
from verifier.readers.exact.claims.functions import Definition, call, definitions, general, instances, undefining
from verifier.readers.exact.claims.given.hypotheses import hypotheses
from verifier.readers.exact.claims.inference import Thread
from verifier.readers.exact.claims.premises import Premises, place
from verifier.readers.exact.claims.rewritten import sought
from verifier.readers.exact.discourse.modes import joined
from verifier.readers.exact.guards.quantities.unrounded import fits
from verifier.readers.exact.patterns.everywhere import universal
from verifier.readers.exact.read import read_problem
from verifier.readers.exact.reading import Formula, Reading


def given_relations(problem: str, reading: Reading, functions: Collection[str]) -> list[Hypothesis]:
    """Return what the problem gives: its one equation, where it only asks to solve that, or what it lays down.

    ``functions``: the names of those that it defines."""
    found = facts(reading) or [one.premise for one in hypotheses(problem, reading, (), functions)]
    return found + [power for one in found if (power := _as_power(one)) is not None]


def _as_power(premise: Hypothesis) -> Hypothesis | None:
    """What an equation of a logarithm to a numeral's base says by its definition: ``log_2 x = 5``, that x is 2^5."""
    match premise.left, premise.right:
        case Node(Head.LOG, (inner, Int(base))), exponent if base > 1 and not exponent.free:
            try:
                power = Node(Head.POW, (Int(base), exponent))
            except ExprTooLarge:
                return None
            return suppose(f"{premise.id}.power", premise.standing, premise.relation, inner, power)
    return None


def facts(reading: Reading) -> list[Hypothesis]:
    """Return the problem's equation in one unknown, where the problem says nothing but to solve it."""
    lettered = [f for f in reading.formulas if free_names(f.left.term, f.right.term)]
    told = all(word in words.SOLVING or words.inert(word) for word, _ in reading.words)
    if (
        len(lettered) != 1
        or len(reading.formulas) != 1
        or reading.loose
        or reading.mode
        or reading.digits
        or reading.clock
        or not told
    ):
        return []
    formula = lettered[0]
    names = free_names(formula.left.term, formula.right.term)
    units = formula.left.units or formula.right.units
    if len(names) != 1 or len(next(iter(names))) != 1 or formula.relation is not Head.EQ or units:
        return []
    proper = any(isinstance(side.term, Node) and side.term.free for side in (formula.left, formula.right))
    percent = any(
        isinstance(t, Node) and t.head is Head.PERCENT for s in (formula.left, formula.right) for t in walk_expr(s.term)
    )
    if formula.doubts or formula.qualms or not formula.led or not proper or percent or _tight(formula):
        return []
    return [suppose("p.c0", Standing.FACT, formula.relation, formula.left.term, formula.right.term)]


def _tight(formula: Formula) -> bool:
    """Whether typed mathematics may have lost its brackets: ``x+1/2`` without blanks around the sum."""
    return "/" in formula.text and "+" in formula.text and " + " not in formula.text and "\\" not in formula.text


def divided(reading: Reading) -> frozenset[str]:
    """Return the letters that are divided somewhere, and so stand for numbers and not for functions."""
    return frozenset(
        t.args[0].name
        for expr in reading.numerals
        for t in walk_expr(expr.term)
        if isinstance(t, Node) and t.head is Head.DIV and isinstance(t.args[0], Sym) and len(t.args[0].name) == 1
    )


MAX_BONDS = 16  # most relations that are held against one rewriting


def bond_of(formula: Formula) -> Hypothesis | None:
    """Return the relation as something that may bind its letters; None where it only rounds or has no letters."""
    if formula.relation is Head.APPROX or not free_names(formula.left.term, formula.right.term):
        return None
    return suppose("", Standing.STATED, formula.relation, formula.left.term, formula.right.term)


def is_pattern(relation: Head, left: Expr, right: Expr) -> bool:
    """Return whether this is an equation into which values may be put for letters."""
    named = isinstance(left, Sym) or isinstance(right, Sym)
    return relation is Head.EQ and not named and bool(free_names(left, right))


def reaching(names: frozenset[str], bonds: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return the bonds that speak of these letters, directly or through others, the latest last."""
    left, reach, near = dict.fromkeys(bonds), set(names), set[Hypothesis]()
    while fresh := {b for b in left if b not in near and b.formula.free & reach}:
        near |= fresh
        reach |= {name for b in fresh for name in b.formula.free}
    return [b for b in left if b in near]


def unnamed(names: frozenset[str], bonds: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return the bonds without those that only give something a name: a letter outside ``names`` that no other bond
    has, alone on one side. They bind nothing else."""
    left = list(bonds)
    while (found := next((b for b in left if _names(b, names, left)), None)) is not None:
        left.remove(found)
    return left


def _names(bond: Hypothesis, names: frozenset[str], bonds: Sequence[Hypothesis]) -> bool:
    if bond.relation is not Head.EQ:
        return False
    for name, other in ((bond.left, bond.right), (bond.right, bond.left)):
        if isinstance(name, Sym) and name.name not in names | other.free:
            return not any(name.name in b.formula.free for b in bonds if b is not bond)
    return False


MODULI = frozenset({2, 7, 10, 12, 24, 60, 360, 365})
"""Moduli that go without saying: parity, weeks, last digits, clocks, turns."""
_SOLVING = frozenset({"find", "solve", "when", "where"})
MAX_GIVEN = 12  # most numbers of a problem, each two of which may be a rate


@dataclass(slots=True)
class Context:
    """What a chain rests on so far. One chain has one context, read from its problem and grown step by step."""

    story: frozenset[str] = frozenset()
    vocabulary: frozenset[str] = frozenset()  # every word of the problem, also those read as units
    heard: frozenset[str] = frozenset()  # those and the words of the steps so far
    premises: Premises = field(default_factory=Premises)
    rounded: set[Dec] = field(default_factory=set)
    exact: set[Dec] = field(default_factory=set)  # decimals that the problem gives or that were proved exactly
    numbers: set[Fraction] = field(default_factory=set)  # every number that stood somewhere so far
    given: frozenset[Fraction] = frozenset()  # those that stand in the problem, unless they are many
    ambiguous: set[str] = field(default_factory=set)  # letters with two meanings
    doubles: dict[tuple[str, str], str] = field(default_factory=dict)  # those that may have, and where
    defined: set[str] = field(default_factory=set)
    letters: frozenset[str] = frozenset()  # letters that stand in the problem
    divided: frozenset[str] = frozenset()  # those that are divided there, and so are numbers, not functions
    said: set[tuple[Head, Expr, Expr]] = field(default_factory=set)  # relations that stand in the problem
    sought: frozenset[Expr] = frozenset()  # expressions that it asks to rewrite
    blurred: set[str] = field(default_factory=set)  # letters whose value was shown rounded
    chain: set[str] = field(default_factory=set)  # letters of the chain of relations being read
    bonds: dict[Hypothesis, None] = field(default_factory=dict)  # relations that may bind letters, in order
    patterns: dict[tuple[Expr, Expr], None] = field(default_factory=dict)  # equations among them to put values into
    functions: dict[str, Definition] = field(default_factory=dict)  # those that the problem defines
    carried: Expr | None = None  # the last expression that another one may equal for all values
    thread: Thread = field(default_factory=Thread)  # the equations that were stated last
    mode: bool = False
    modular: bool = False  # equality may be meant modulo one of:
    digits: bool = False  # a number may stand for its last digits
    clock: bool = False  # hours may be counted round
    moduli: set[int] = field(default_factory=lambda: set(MODULI))
    named: frozenset[int] | None = frozenset()  # the moduli that the chain names, where it tells all by numerals
    loose: bool = False  # some text so far speaks of rounding
    cases: bool = False  # some text so far supposes or parts into cases
    barren: bool = False  # some text says that there is nothing: no solution, no point in common
    measured: bool = False  # the problem gives letters quantities with units
    programs: bool = False  # some text speaks of a program or of a machine's numbers, and signs mean other things there
    rooted: frozenset[str] = frozenset()  # letters that the problem gives to the roots of its equation
    own_notation: bool = (
        False  # some text names a field that writes numbers, or puts them together, in a way of its own
    )
    others: bool = False  # some text speaks of what somebody else wrote, or of a mistake

    @property
    def turning(self) -> bool:
        """Whether equality may be meant in another way than between numbers."""
        return self.mode or self.modular or self.digits or self.clock or self.programs

    def known(self, word: str) -> bool:
        """Whether the problem's story has the word, or its verb in another form."""
        return any(form in self.story for form in (word, words.lemma(word), *words.verbs(word)))

    # --- claims -------------------------------------------------------------------------------------------------------

    def claim(self, formula: Formula) -> Claim:
        """Return the claim that the formula makes here."""
        everywhere = self.everywhere(formula)
        if everywhere is not None and (formula.left.everywhere or not self.premises.bind(everywhere.letters)):
            return everywhere
        claim = self._plainly(formula)
        units = formula.left.units | formula.right.units
        if self.measured and not coherent(units, words.MEASURES):
            return claim  # premises are numbers of other units
        return relate(claim.relation, claim.left, claim.right, self._relevant(claim), claim.rounded)

    def everywhere(self, formula: Formula) -> Claim | None:
        """Return the claim for all values of its letters, where the text says that both sides are one expression
        rewritten; what is told of the letters may make it another."""
        return universal(self._plainly(formula), formula.left) if self._rewrites(formula) else None

    def _plainly(self, formula: Formula) -> Claim:
        """The claim without premises, of the letters as they are."""
        left, right = formula.left.term, formula.right.term
        self.chain = (self.chain if formula.position else set()) | free_names(left, right)
        return relate(formula.relation, left, right, rounded=self._rounded(formula))

    def _rounded(self, formula: Formula) -> frozenset[Dec]:
        found = set()
        for side in (formula.left.term, formula.right.term):
            bare = shown(side) is not None
            for dec in _decimals(side):
                nowhere = dec not in self.exact and len(str(dec.digits)) >= 3 and not bare
                if dec in self.rounded or nowhere or (self.loose and not bare and not fits(formula, self.exact)):
                    found.add(dec)
        return frozenset(found)

    def _rewrites(self, formula: Formula) -> bool:
        """Whether the text says that both sides are one expression rewritten: then the letters are bound for all
        values."""
        left, right = formula.left, formula.right
        names = free_names(left.term, right.term)
        if left.everywhere or self._is_derivative(formula):
            return True
        if formula.relation is not Head.EQ or not names or not _plain(formula) or self.heard & words.TYING:
            return False
        if self._asked_to_rewrite(left.term) and unfinished(left.term) and not waves(left.term, right.term):
            return True
        first_named = formula.position > 0 and not formula.follows_letter
        evident = first_named or ((formula.rewriting or left.term in self.sought) and left.compound)
        return (
            evident
            and (reducible(left.term) or reducible(right.term))
            and same_growth(left.term, right.term, sorted(names))
        )

    def _asked_to_rewrite(self, term: Expr) -> bool:
        """Whether the problem asks to rewrite a term, or what it is a part of, and for nothing else: ``Simplify
        (x^3)^2 x^4``."""
        return not self.vocabulary & _SOLVING and any(
            term == part for whole in self.sought for part in walk_expr(whole)
        )

    def _is_derivative(self, formula: Formula) -> bool:
        """Whether a formula works out the derivative of a function that the problem defines, at its letter."""
        applied = call(formula.left.term.name) if isinstance(formula.left.term, Sym) else None
        asserted = formula.role == "asserted" and formula.relation is Head.EQ
        if applied is None or not applied[0].endswith("'") or not asserted:
            return False
        function = self.functions.get(applied[0].removesuffix("'"))
        if function is None or applied[1] != Sym(function.letter):
            return False
        return formula.right.compound and formula.right.term.free == {function.letter}

    def _relevant(self, claim: Claim) -> tuple[Hypothesis, ...]:
        """The latest premises that share letters with the claim, directly or through one another."""
        reach = set(claim.letters)
        if not reach or reach & self.ambiguous:
            return ()
        chosen = self.premises.about(reach, self.ambiguous)
        if general(claim.letters, self.functions):
            chosen = [p for p in chosen if p.standing is not Standing.STATED]  # f(2x) is told for every x
        return tuple(undefining((*chosen, *instances(frozenset(reach), self.functions)), claim.letters))

    def congruent(self, claim: Claim) -> bool:
        """Whether a false equation may hold modulo what the chain names: always, unless both sides are whole numbers
        and no modulus divides their difference: none that is named, or no number of the text."""
        if claim.letters or claim.relation is not Head.EQ:
            return True
        try:
            gap = value(claim.left, {}) - value(claim.right, {})
        except NotEvaluated:
            return True
        return gap.denominator != 1 or any(gap.numerator % modulus == 0 for modulus in self.named or self.moduli)

    def instance(self, claim: Claim) -> bool:
        """Whether a closed equation is one of the text's equations with values put in, which may fail on purpose."""
        if claim.letters or claim.relation is not Head.EQ:
            return False
        premises = [(p.relation, p.left, p.right) for p in self.premises]
        seen = (*self.patterns, *(said[1:] for said in (*premises, *self.said) if is_pattern(*said)))
        return any(
            instance_of(left, claim.left)
            and instance_of(right, claim.right)
            and not worked_otherwise(left, right, claim.left, claim.right)
            for left, right in seen
        )

    def rewriting(self, formula: Formula, carried: Expr | None) -> tuple[Claim, list[Hypothesis]] | None:
        """Return the claim that a formula makes for all values, where it stands in a chain that rewrites or is told to
        rewrite, and the relations that may bind its letters; None where it does not, or too many may. ``carried``: an
        expression with which such a chain may go on."""
        left, right = formula.left, formula.right
        names = left.term.free
        if formula.relation is not Head.EQ or formula.role != "asserted" or not names or not _plain(formula):
            return None
        linked = formula.position > 0 and formula.head == names and not formula.binds
        grows = same_growth(left.term, right.term, sorted(names))
        at_work = works(left.term) and not reducible(right.term)
        # the result of a chain that goes on, and a quantity named in words that is worked out
        again = left.term == carried and not formula.words & words.SOLVED  # then it is set equal to something
        again = again or (formula.position == 1 and formula.named)
        linked = linked or (again and at_work and not formula.binds)
        told = (formula.rewriting or formula.told or left.term in self.sought) and left.compound and grows
        # a lower degree may come of a relation told in words: of a fifth root of unity, z^5 + z = 1 + z
        level = keeps_degree(left.term, right.term, sorted(names))
        reworked = level and len(names) == 1 and bool(formula.words & words.REWORKING)
        worked = at_work and (level or not reducible(left.term))
        # of A = B = 0 the first may be two things set equal, but not where B is what A's like terms make
        linked = linked or (formula.closes and not formula.binds and grows and at_work and alike(left.term, right.term))
        evident = grows or worked or reworked
        if waves(left.term, right.term):
            evident = at_work and len(names) == 1 and not self.heard & words.FIGURES
        told = told and asks_for_work(left.term, right.term)
        if self.heard & words.TYING or not ((linked and evident) or told):
            return None
        bonds = self.binding(names)
        if bonds is None:
            return None
        return relate(formula.relation, left.term, right.term, rounded=self._rounded(formula)).for_all(), bonds

    def binding(self, names: frozenset[str]) -> list[Hypothesis] | None:
        """Return the relations seen so far that may bind these letters; None where they are too many."""
        bonds = reaching(names, (b for b in self.bonds if not b.formula.free & self.ambiguous))
        bonds = unnamed(names, bonds)
        return None if len(bonds) > MAX_BONDS else bonds

    def bind(self, formula: Formula, claim: Claim) -> None:
        """Remember a relation that may bind its letters: one that is not said of all values."""
        bond = bond_of(formula)
        if bond is not None and not claim.is_for_all:
            self.bound(bond)

    def bound(self, bond: Hypothesis) -> None:
        """Remember a relation that may bind letters, and whether values may be put into it."""
        self.bonds[bond] = None
        if is_pattern(bond.relation, bond.left, bond.right):
            self.patterns[bond.left, bond.right] = None

    # --- learning -----------------------------------------------------------------------------------------------------

    def overhear(self, reading: Reading) -> None:
        """Take in what a text says besides its formulas: modes, rounding, cases."""
        vocabulary = {word for word, _ in reading.words}
        self.heard |= reading.vocabulary
        self.mode = self.mode or reading.mode
        self.modular = self.modular or reading.modulus
        self.digits = self.digits or reading.digits
        self.clock = self.clock or reading.clock
        self.moduli |= reading.whole
        self.named = joined(self.named, reading.named)
        self.loose = self.loose or bool(vocabulary & words.ROUNDING)
        self.cases = self.cases or bool(vocabulary & words.CASES)

    def note_numbers(self, reading: Reading) -> None:
        """Remember every number that stands in the text."""
        for expr in reading.numerals:
            for term in walk_expr(expr.term):
                if isinstance(term, Int | Dec):
                    self.numbers.add(Fraction(term.value))

    def learn(self, id: str, formula: Formula) -> Hypothesis | None:
        """Let a formula join the context as stated or defined, and return the premise that it is; None where it is
        none: it may hold as rounded alone, or says nothing of letters."""
        if formula.relation is Head.APPROX or self._blurred(formula):
            self.rounded |= {d for side in (formula.left, formula.right) for d in _decimals(side.term)} - self.exact
            self.blurred |= self.chain
            return None  # what holds only as rounded is no premise: exact claims would follow from it
        self.rounded |= {
            d for s in (formula.left, formula.right) if shown(s.term) for d in _decimals(s.term)
        } - self.exact
        name = formula.left.term
        if not _is_premise(formula):
            return None
        defined = formula.role == "defined" and not formula.left.label
        if isinstance(name, Sym) and (defined or formula.left.label):
            if name.name in self.defined:
                self.double(name.name, "unproved" if formula.left.label else "", id)
            self.defined.add(name.name)
        let = formula.role == "defined" and bool(formula.clause & {"let", "let's", "denote", "define"})
        fresh = isinstance(name, Sym) and name.name not in self.letters
        plain_definition = let and fresh and not formula.left.label and not formula.right.units
        if any(
            p.right == formula.right.term and p.left != name and p.standing is Standing.DEFINED for p in self.premises
        ):
            self.ambiguous |= formula.right.term.free  # two names of one thing: it is another in each case
        standing = Standing.DEFINED if plain_definition else Standing.STATED
        premise = suppose(id, standing, formula.relation, name, formula.right.term)
        self.premises.add(premise)
        return premise

    def double(self, name: str, word: str, id: str) -> None:
        """Note that a letter has two meanings, always or where that becomes of a formula what a word says."""
        if word:
            self.doubles[name, word] = f"{self.doubles.get((name, word), word)} {place(id)}"
        else:
            self.ambiguous.add(name)

    def doubled(self) -> list[tuple[str, str]]:
        """Return the letters that may have two meanings, each with its condition."""
        return sorted((name, when) for (name, _), when in self.doubles.items())

    def _blurred(self, formula: Formula) -> bool:
        """Whether a rounded decimal stands in the formula, so that its results are rounded too."""
        return any(d in self.rounded for side in (formula.left, formula.right) for d in _decimals(side.term))

    def newly(self, formula: Formula) -> Fraction | None:
        """Return the value that a formula states, where it stood nowhere before: it is an error where the formula is
        refuted."""
        found = shown(formula.right.term)
        return None if found is None or found[0] in self.numbers else abs(found[0])


def of_problem(problem: str) -> Context:
    """Return the context that a problem opens: its story's words, its numbers, its equations as facts."""
    reading = read_problem(problem)
    story = frozenset(
        form for word in reading.vocabulary for form in (word, words.lemma(word)) if not words.blocks(word)
    )
    context = Context(story=story, vocabulary=reading.vocabulary)
    context.overhear(reading)
    context.mode = context.mode or reading.stars
    context.cases = False  # a problem's "if" is its own
    context.note_numbers(reading)
    context.given = frozenset(context.numbers) if len(context.numbers) <= MAX_GIVEN else frozenset()
    context.exact |= {d for expr in reading.numerals for d in _decimals(expr.term)}
    for bond in filter(None, map(bond_of, reading.formulas)):
        context.bound(bond)
    context.functions = {} if reading.vocabulary & words.CHANGING else definitions(reading.formulas)
    for fact in given_relations(problem, reading, context.functions):
        context.premises.add(fact)
    sides = [side for f in reading.formulas for side in (f.left, f.right)]
    context.measured = any(side.units & COHERENT for side in sides)
    context.divided, context.sought = divided(reading), sought(reading)
    context.thread.given(reading.formulas)
    context.letters = frozenset(name for expr in reading.numerals for name in expr.term.free)
    context.said |= {(f.relation, f.left.term, f.right.term) for f in reading.formulas}
    vocabulary = {word for word, _ in reading.words}
    if vocabulary & words.PUZZLES or any(_false(f) for f in reading.formulas):
        context.mode = True  # a puzzle, or somebody's mistake that the chain may quote
    return context


def _is_premise(formula: Formula) -> bool:
    """Whether a formula is an equation of letters that is asserted, as it stands: something to rest on."""
    asserted = formula.role in ("asserted", "defined", "given") and not (formula.doubts or formula.qualms)
    plain = formula.led and formula.relation is Head.EQ and free_names(formula.left.term, formula.right.term)
    return asserted and bool(plain) and not (formula.left.units or formula.right.units) - {"usd"} & words.MEASURES


def _false(formula: Formula) -> bool:
    """Whether a closed formula is false as it stands."""
    try:
        return compare(relate(formula.relation, formula.left.term, formula.right.term), {}) is Outcome.FAILS
    except NotEvaluated:
        return False


def _decimals(term: Expr) -> set[Dec]:
    return {t for t in walk_expr(term) if isinstance(t, Dec)}


def _plain(formula: Formula) -> bool:
    """Whether both sides hold the same letters, all of them plain ones, and nothing named in words."""
    names = formula.left.term.free
    odd = any(len(name) > 1 and "_" not in name for name in names) or names & {"e", "i", "d"}
    return names == formula.right.term.free and not odd and not formula.left.label and not formula.right.label
