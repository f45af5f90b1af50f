"""Where translations of one chain agree: what both refute, or prove, of the same words.

A step is incorrect where every translation refutes a statement of it, the quotes overlap and the statements come to
the same under the facts: with every letter put at the value that its translation's facts force, the formulas are the
same, the same numbers are compared, or equal values as far apart; or both are false whatever is given, one of them
perhaps by what own names mean, and one names all numbers of the other; or engines prove the statements equivalent,
without facts, once names are aligned: by all that the facts say of them, or so that each translation entails all facts
that the other's refutation rests on. It is correct where every translation proves all that it states, and covers the
step. A verdict that needs a model fact counts where the other translations entail that fact. Where the facts force
different answers, the translations agree on nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction

from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import folded
from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.functions import NotEvaluated
from verifier.claims.context import Context, defined
from verifier.claims.definitions import Decide
from verifier.engines.formulas.solving.forcing import forced
from verifier.judging.deciding.decider import Decider
from verifier.judging.deciding.opened import opened
from verifier.judging.deciding.support import Model
from verifier.judging.deciding.translation import Decisions, JudgedFormalStep
from verifier.judging.judgements.judgement import State
from verifier.kernel.claim import Hypothesis, Standing, claim_of
from verifier.kernel.expr import (
    COMPARISONS,
    SCOPED,
    Expr,
    ExprTooLarge,
    Head,
    Letter,
    Node,
    Sym,
    free_names,
    node,
    substitute,
)
from verifier.kernel.verdict import Independent, Proved, Refuted
from verifier.language.comparing.alignment import aligned
from verifier.language.expressions.functions import Sort
from verifier.language.formal_chain import FormalChain
from verifier.language.linting.numbers import numerals

Values = Mapping[str, Fraction]


def same_names(first: Context, second: Context, values: tuple[Values, Values], decide: Decide) -> dict[str, str]:
    """Return the names of the first translation that are the same quantity as one of the second, with that one."""
    guessed = {pair.first: pair.second for pair in aligned(first.chain, second.chain)}
    forced = {a: b for a, b in guessed.items() if a in values[0] and values[0][a] == values[1].get(b)}
    loose = {a: b for a, b in guessed.items() if a not in values[0] and b not in values[1]}
    while loose:
        there = {**forced, **loose}
        back = {b: a for a, b in there.items()}
        failing = _unproved(first, second, back, decide)
        failing |= {back[name] for name in _unproved(second, first, there, decide)}
        if failing.isdisjoint(loose):
            return there
        loose = {a: b for a, b in loose.items() if a not in failing}
    return forced


def _unproved(of: Context, other: Context, names: Mapping[str, str], decide: Decide) -> set[str]:
    """The names of ``of`` in facts of ``other`` that do not follow from those of ``of``; ``names`` give them there."""
    found = set[str]()
    for fact in (one for one in other.held if one.standing is Standing.FACT):
        here = {names[name] for name in fact.formula.free if name in names}
        said = renamed(fact.formula, names) if here else None
        if here and (said is None or not isinstance(decide(of.claim(said)), Proved)):
            found |= here
    return found


def renamed(formula: Expr, names: Mapping[str, str]) -> Expr | None:
    """Return a formula with its letters under other names, or None where one of them has no other name."""
    if not formula.free <= names.keys():
        return None
    try:
        return substitute(formula, {name: Sym(names[name]) for name in formula.free})
    except ExprTooLarge:
        return None


def same_shape(one: Expr, other: Expr) -> bool:
    """Return whether two formulas are the same but for the names of the letters that they bind."""
    try:
        return _numbered(one) == _numbered(other)
    except ExprTooLarge:
        return False


def unstrict(formula: Expr) -> Expr:
    """Return a formula with each of its orders not strict, and the same way round."""
    if not isinstance(formula, Node):
        return formula
    args = tuple(map(unstrict, formula.args))
    match formula.head:
        case Head.LT | Head.LE:
            return Node(Head.LE, args)
        case Head.GT | Head.GE:
            return Node(Head.LE, args[::-1])
    return Node(formula.head, args, formula.letters)


def _numbered(formula: Expr, depth: int = 0) -> Expr:
    """A formula with bound letters named by how deep they are bound."""
    if not isinstance(formula, Node):
        return formula
    names = [f"#{depth + i}" for i in range(len(formula.letters))]
    numbered: dict[str, Expr] = {one.name: Sym(new) for one, new in zip(formula.letters, names, strict=True)}
    scoped = SCOPED.get(formula.head, ())
    args = [substitute(arg, numbered) if i in scoped else arg for i, arg in enumerate(formula.args)]
    letters = tuple(Letter(new, one.type) for one, new in zip(formula.letters, names, strict=True))
    return Node(formula.head, tuple(_numbered(arg, depth + len(names)) for arg in args), letters)


def forced_values(judged: Decisions) -> Values:
    """Return the values that the facts and definitions of a translation force."""
    claim = opened(judged.chain).claim(Node(Head.TRUE))
    return forced(claim)


def asked(chain: FormalChain, values: Values) -> tuple[Fraction | bool, ...] | None:
    """Return what the values make of all that is asked, or None where they do not tell."""
    found: list[Fraction | bool] = []
    for ask in chain.asks:
        if ask.expr is None:
            return None
        try:
            one = truth(ask.expr, values) if ask.sort is Sort.FORMULA else value(ask.expr, values)
        except NotEvaluated:
            return None
        if one is None:
            return None
        found.append(one)
    return tuple(found) or None


def same_answers(answers: Iterable[tuple[Fraction | bool, ...] | None]) -> bool:
    """Return whether all answers that are forced are the same."""
    return len({found for found in answers if found is not None}) <= 1


class Together:
    """Translations of one chain, side by side: each statement is held against those of the first one."""

    def __init__(self, translations: Sequence[Decisions], by: Decider) -> None:
        self._all, self.by, self.decide = translations, by, by.decide
        self._values = [forced_values(one) for one in translations]
        self._answers = [asked(one.chain, at) for one, at in zip(translations, self._values, strict=True)]
        self._asked = [set[str]() for _ in translations]
        self._contexts = [opened(one.chain) for one in translations]
        self._names: dict[tuple[int, int], dict[str, str]] = {}
        self._models: dict[int, Values] = {}

    def agreed(self, text: Sequence[str]) -> list[State]:
        """Return what the translations agree on of every step; ``text``: the words of the steps."""
        if not same_answers(self._answers):
            return [State.OPEN] * len(text)
        return [self._step(index, words) for index, words in enumerate(text)]

    def unjustified(self, text: Sequence[str]) -> list[bool]:
        """Return of each step whether all translations, two at least, show the same statement of it to be independent,
        while the facts of each determine what is asked."""
        if len(self._all) < 2 or None in self._answers or len(set(self._answers)) > 1:
            return [False] * len(text)
        return [self._independent(index, words) for index, words in enumerate(text)]

    def refute_without(self, index: int, words: str, facts: Sequence[Set[str]]) -> bool:
        """Whether the translations refute a statement of a step, the same one, without these facts of each."""
        steps = [one.steps[index] for one in self._all]
        return _same_run(steps, words) or self._same_error(steps, words, facts)

    def is_common(self, place: int, formula: Expr) -> bool:
        """Whether a formula of the translation at this place follows from the facts of each other one, and there is
        one."""
        others = [i for i in range(len(self._all)) if i != place]
        return bool(others) and all(self._follows(other, place, formula) for other in others)

    def _step(self, index: int, words: str) -> State:
        """Return what the translations agree on of a step with these words."""
        steps = [one.steps[index] for one in self._all]
        states = {one.state for one in steps}
        if states == {State.SILENT}:
            return State.SILENT
        if states == {State.PROVED} and all(one.whole for one in steps):
            return State.PROVED
        if states == {State.RESTS_ON_ERROR}:
            return State.RESTS_ON_ERROR
        wrong = states <= {State.REFUTED, State.RESTS_ON_ERROR}
        if wrong and (_same_run(steps, words) or self._same_error(steps, words)):
            return State.REFUTED
        return State.OPEN

    def _independent(self, index: int, words: str) -> bool:
        """Return whether one statement of a step is independent by all."""
        found = [list(self._decided(i, one.steps[index], words, Independent)) for i, one in enumerate(self._all)]
        return any(
            all(any(one.place & other.place and self._alike(one, other) for other in theirs) for theirs in found[1:])
            for one in found[0]
        )

    def _alike(self, one: DecidedWords, other: DecidedWords) -> bool:
        """Whether two formulas are equivalent under aligned names."""
        return self._equal(one, other, self._aligned(one.by, other.by))

    def _same_error(self, steps: Sequence[JudgedFormalStep], words: str, without: Sequence[Set[str]] = ()) -> bool:
        """Whether one statement is refuted by all, by facts that all know, and by none of those ``without`` which."""
        every = [list(self._decided(i, step, words, Refuted)) for i, step in enumerate(steps)]
        for found, facts in zip(every, without, strict=False):
            found[:] = [one for one in found if facts.isdisjoint(fact.id for fact in one.grounds)]
        if all(every):
            for one in (one for found in every for one in found):
                self._prove(
                    one.by,
                    one.formula.free.union(*(fact.formula.free for fact in one.grounds)),
                    one.grounds,
                )
        first, *others = every
        return any(all(any(self._same(one, other) for other in theirs) for theirs in others) for one in first)

    def _decided(
        self, place: int, step: JudgedFormalStep, words: str, kind: type[Refuted] | type[Independent]
    ) -> Iterator[DecidedWords]:
        for judged in step.statements:
            for one in judged.decisions:
                if isinstance(one.verdict, kind) and one.claim is not None:
                    covers, grounds = covered(judged.statement.quote, words), self._all[place].grounds(one)
                    yield DecidedWords(place, covers, one.claim.formula, grounds)

    def _is_told(self, one: DecidedWords) -> bool:
        """Whether a refutation rests on nothing but what own names mean: of the same words, it refutes the same as one
        that rests on nothing."""
        told = (defined(fact.formula) for fact in one.grounds)
        return all(found is not None and self._is_own(one.by, found[0]) for found in told)

    def _is_known(self, one: DecidedWords) -> bool:
        """Whether the model facts that a refutation needs are entailed by every other translation."""
        own = self._all[one.by].context.model_facts
        facts = [fact.formula for fact in one.grounds if fact.id in own]
        others = (i for i in range(len(self._all)) if i != one.by)
        return all(self._entails(other, one.by, fact) for other in others for fact in facts)

    def _entails(self, other: int, place: int, fact: Expr) -> bool:
        """Whether a fact of one translation follows from those of another, or only tells what an own name means: one
        that the other has not, or has with the same value."""
        names = self._aligned(place, other)
        found = defined(fact)
        told = found is not None and (found[0] not in names or names[found[0]] in self._values[other])
        if found is not None and told and self._is_own(place, found[0]):
            return True
        values = self._values[place]
        if fact.free <= values.keys() and all(values[name] in self._values[other].values() for name in fact.free):
            return True
        return self._follows(other, place, fact)

    def _follows(self, other: int, place: int, formula: Expr) -> bool:
        said = renamed(formula, self._aligned(place, other))
        return said is not None and isinstance(self.decide(self._contexts[other].claim(said)), Proved)

    def _is_own(self, place: int, name: str) -> bool:
        """Whether a name stands in no fact of the problem, but in those that are the translator's own."""
        context = self._contexts[place]
        return not any(name in one.formula.free for one in context.held if one.id not in context.model_facts)

    def _aligned(self, place: int, other: int) -> dict[str, str]:
        key = place, other
        if key not in self._names:
            values = self._values[place], self._values[other]
            self._names[key] = same_names(self._contexts[place], self._contexts[other], values, self.decide)
        return self._names[key]

    def _same(self, one: DecidedWords, other: DecidedWords) -> bool:
        if not one.place & other.place:
            return False
        outright = (not one.grounds and self._is_told(other)) or (not other.grounds and self._is_told(one))
        if outright and (one.numbers <= other.numbers or other.numbers <= one.numbers):
            return True
        if self._is_known(one) and self._is_known(other):
            first, second = (compared(each.formula, self._at(each.by, each.formula)) for each in (one, other))
            names, same = self._aligned(one.by, other.by), not first.isdisjoint(second)
            if same or renamed(self._put(one), names) == self._put(other) or self._as_false(one, other, names):
                return True
        guessed = self._guessed(one.by, other.by)
        back = {b: a for a, b in guessed.items()}
        known = self._entailed(one, other.by, guessed) and self._entailed(other, one.by, back)
        return known and self._as_false(one, other, guessed)

    def _at(self, place: int, formula: Expr) -> Values:
        """The values that the facts of a translation force; of letters of a formula those too that a model of the facts
        gives and that are proved."""
        self._prove(place, formula.free)
        return self._values[place]

    def _put(self, one: DecidedWords) -> Expr:
        """A formula with the values that facts force in the place of letters, where these can be put there."""
        values = self._values[one.by]
        try:
            put = substitute(one.formula, {name: numeral(values[name]) for name in one.formula.free & values.keys()})
        except ExprTooLarge:
            return one.formula
        return folded(put)

    def _prove(self, place: int, names: frozenset[str], grounds: Set[Hypothesis] = frozenset()) -> None:
        """Add to the values that facts force those of these letters that a model of the facts, or where none is found
        of these ``grounds`` among them, gives and that are proved."""
        context, known = self._contexts[place], self._values[place]
        left = names - known.keys() - self._asked[place]
        if not left:
            return
        self._asked[place] |= left
        every = context.firm_claim(Node(Head.TRUE))
        if place not in self._models:
            self._models[place] = _rational(self.by.model(every))
        model = self._models[place] or _rational(self.by.model(claim_of(Node(Head.TRUE), every.types, tuple(grounds))))
        found = {name: model[name] for name in left & model.keys()}
        equal = {name: context.claim(node(Head.EQ, Sym(name), numeral(x))) for name, x in found.items()}
        proved = {name: found[name] for name in found if isinstance(self.decide(equal[name]), Proved)}
        if proved:
            self._values[place] = {**known, **proved}
            self._names.clear()

    def _equal(self, one: DecidedWords, other: DecidedWords, names: Mapping[str, str]) -> bool:
        """Whether two formulas are equivalent, whatever is given, under these names."""
        said = renamed(one.formula, names)
        if said is None or same_shape(said, other.formula):
            return said is not None
        types = self._contexts[other.by].types.values()
        return isinstance(self.decide(claim_of(node(Head.IFF, said, other.formula), types, ())), Proved)

    def _as_false(self, one: DecidedWords, other: DecidedWords, names: Mapping[str, str]) -> bool:
        """Whether two refuted formulas are one under these names: equivalent, or equal but for which of their orders
        are strict."""
        said = renamed(one.formula, names)
        return said is not None and (
            same_shape(unstrict(said), unstrict(other.formula)) or self._equal(one, other, names)
        )

    def _entailed(self, one: DecidedWords, other: int, names: Mapping[str, str]) -> bool:
        """Whether all facts that a refutation rests on follow from those of another translation, under these names.
        Names that the other has not are replaced by what they are set equal to."""
        told = _without_own([fact.formula for fact in one.grounds], names.keys())
        found = [renamed(said, names) for said in told]
        return all(
            said is not None and isinstance(self.decide(self._contexts[other].claim(said)), Proved) for said in found
        )

    def _guessed(self, place: int, other: int) -> dict[str, str]:
        return {pair.first: pair.second for pair in aligned(self._all[place].chain, self._all[other].chain)}


def _rational(found: Model | None) -> dict[str, Fraction]:
    """The rational values of letters in a model."""
    values = {} if found is None else found["model"]
    return {name: Fraction(x) for name, x in values.items() if isinstance(x, str)}


def _without_own(facts: Sequence[Expr], shared: Set[str]) -> list[Expr]:
    """Facts without the names that are not shared and that one of them sets equal to what is said in shared ones: some
    number satisfies all facts just where these hold of it."""
    left = list(facts)
    for name in sorted(frozenset().union(*map(free_names, left)) - shared):
        for fact in left:
            found = defined(fact)
            if found is not None and found[0] == name and found[1].free <= shared:
                try:
                    rest = [substitute(one, {name: found[1]}) for one in left if one is not fact]
                    left = [*rest, node(Head.EQ, found[1], found[1])]  # which is defined where that is
                except ExprTooLarge:
                    continue  # the name stays, and the facts are not those of the other
                break
    return left


def _same_run(steps: Sequence[JudgedFormalStep], words: str) -> bool:
    """Whether all refute one claim about the run, of words that they share."""
    found = [
        {
            one.run: covered(judged.statement.quote, words)
            for judged in step.statements
            for one in judged.decisions
            if one.run is not None and isinstance(one.verdict, Refuted) and not one.excused
        }
        for step in steps
    ]
    return any(
        all(claim in theirs and theirs[claim] & place for theirs in found[1:]) for claim, place in found[0].items()
    )


@dataclass(frozen=True, slots=True)
class DecidedWords:
    """A formula that the translation ``by`` decides, the places of the words that its quote covers, and the facts that
    the verdict rests on."""

    by: int
    place: frozenset[int]
    formula: Expr
    grounds: frozenset[Hypothesis]

    @property
    def numbers(self) -> frozenset[Fraction]:
        """The values of the numerals of the formula and of what it rests on."""
        said = (self.formula, *(fact.formula for fact in self.grounds))
        return frozenset(number for one in said for number in numerals(one))


def covered(quote: str, words: str) -> frozenset[int]:
    """Return the places of the words that a quote covers; all of them, where it does not stand there."""
    start = words.find(quote)
    return frozenset(range(start, start + len(quote))) if start >= 0 else frozenset(range(len(words)))


def compared(formula: Expr, values: Values) -> frozenset[tuple[object, ...]]:
    """Return what a formula compares at the forced values: both numbers; of an equation with letters also which values
    these have and how far its sides are apart, since terms may stand on either side. Nothing where they do not tell.

    An order and its strict form are one: both are refuted by the same numbers.
    """
    if not isinstance(formula, Node) or formula.head not in COMPARISONS:
        return frozenset()
    try:
        left, right = (value(side, values) for side in formula.args)
    except NotEvaluated:
        return frozenset()
    if formula.head not in (Head.EQ, Head.NE):
        return frozenset({("order", *((left, right) if formula.head in (Head.LT, Head.LE) else (right, left)))})
    numbers = (formula.head, *sorted((left, right)))
    apart = (formula.head, "apart", abs(left - right), *sorted(values[name] for name in formula.free))
    return frozenset({numbers, apart} if formula.free else {numbers})
