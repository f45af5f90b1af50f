"""The search for structural proofs: by the shape of the formula, with other engines at the leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from verifier.checkers.effort import OutOfEffort, at_most, spend, uncounted
from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.models import applied
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Held, Place, at, below, conjuncts, leaf_claim, opening
from verifier.checkers.formulas.places.readings import inwards, negate, reading
from verifier.checkers.formulas.rules.definitions import unfold
from verifier.checkers.formulas.rules.entries import LISTED
from verifier.checkers.formulas.rules.instances import put
from verifier.checkers.formulas.rules.whole import defined
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.formulas.walk import conditions_left
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.points import reason_of
from verifier.engines.formulas import budgets
from verifier.engines.formulas.budgets import FULL, Budget
from verifier.engines.formulas.further import at_once, further, soon, wrapped
from verifier.engines.formulas.ideals.alone import determined_values
from verifier.engines.formulas.laws.functions import functions, told_functions
from verifier.engines.formulas.laws.typed import told as told_types
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.rewriting.real_parts import by_letters_parted, by_parts
from verifier.engines.formulas.rewriting.rewriting import (
    Value,
    by_bounds,
    by_divisors,
    by_entries,
    by_equation,
    by_excluded_middle,
    by_members,
    by_product,
    contradicted,
    exact_values,
    letters_in_scope,
    of_lists,
    small_numbers,
    tied,
    without_matrices,
    written_number,
)
from verifier.engines.formulas.solving.forcing import derived, forced_values
from verifier.engines.formulas.solving.sampling import Put, counterexample, extreme_place, sampled
from verifier.engines.formulas.solving.solving import by_shape_of_solutions, witnesses
from verifier.engines.formulas.solving.squeezing import squeezed
from verifier.engines.formulas.sums.sums import by_sums
from verifier.engines.formulas.usable import MAX_USABLE, binds, comparison, near, nearest, plain, speaks_against, spent
from verifier.kernel.claim import FIRM, Claim, Standing
from verifier.kernel.expr import (
    COMPARISONS,
    Expr,
    ExprTooLarge,
    Head,
    Node,
    NotSubstituted,
    Sym,
    Type,
    node,
    substitute,
)
from verifier.kernel.verdict import Certificate, CheckFailed, Reason, Shows, Unknown


def by_cases(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that parts a disjunction among the hypotheses, or None: one that is tied to the formula by letters,
    those of the fewest cases first."""
    if not any(_is_disjunction(one.formula) for one in place.held):
        return None
    held = ((i, place.held[i].formula) for i in near(formula, place))
    parted = [(i, one) for i, one in held if isinstance(one, Node) and _is_disjunction(one)]
    for index, given in sorted(parted, key=lambda one: _left(one[1]))[: budgets.MAX_DISJUNCTIONS]:
        rest = replace(place, held=tuple(spent(one) if i == index else one for i, one in enumerate(place.held)))
        trees = []
        for arg in given.args:
            here = rest.with_(arg).inside()
            tree = _impossible(search, here, len(rest.held))
            tree = search.shown(holds, formula, here, room - 3) if tree is None and room > 3 else tree
            if tree is None:
                break
            trees.append(tree)
        else:
            return {"rule": "cases", "of": index, "trees": trees}
    return None


def _is_disjunction(formula: Expr) -> bool:
    return isinstance(formula, Node) and formula.head is Head.OR


def _left(disjunction: Node) -> int:
    """How many cases have no part that compares numbers without letters and fails."""
    return sum(not any(speaks_against(True, part) for part in conjuncts(arg)) for arg in disjunction.args)


def _impossible(search: Prover, place: Place, new: int) -> Tree | None:
    """Anything, from one of the hypotheses from index ``new`` on that fails by the others."""
    if (denied := contradicted(place, new)) is not None:
        return denied
    for index in range(new, len(place.held)):
        said = place.held[index].formula
        held = tuple(spent(one) if i == index else one for i, one in enumerate(place.held))
        others = replace(place, held=held).inside()
        closed = isinstance(said, Node) and not said.free
        tree = search.direct(False, said, others, 2) if closed else search.once(False, said, others)
        if tree is not None:
            return {"rule": "absurd", "of": index, "tree": tree}
    return None


_SOLVING = frozenset({Head.SOLVES, Head.IS_MAX, Head.IS_MIN, Head.FALSE})
Leaves = Callable[[Claim], Certificate | Unknown]  # what settles a relation, or says why it does not


@dataclass(slots=True)
class Search:
    """The search for one claim. ``why`` collects why leaves were not settled."""

    claim: Claim
    leaves: Leaves
    budget: Budget = FULL
    asked: int = 0
    spent: int = 0
    late: int = 0
    readings: int = 0
    why: list[Unknown] = field(default_factory=list)
    known: dict[object, Certificate | Unknown] = field(default_factory=dict)
    values: dict[object, list[Value]] = field(default_factory=dict)
    tried: dict[object, Tree | None] = field(default_factory=dict)

    def trees(self) -> Iterator[tuple[bool, Tree]]:
        """Yield a proof of the claim, or a refutation."""
        place, over = opening(self.claim), list[OutOfEffort]()
        for holds, share in ((True, budgets.PROVING), (False, Fraction(1))):
            search = replace(self, asked=0, spent=0, late=0, readings=0)  # what was found out is known to both
            try:
                with at_most(share):
                    tree = search.shown(holds, self.claim.formula, place, budgets.MAX_DEPTH)
            except OutOfEffort as error:
                over.append(error)
                continue
            if tree is not None:
                yield holds, tree
                return
        if over:
            raise over[0]

    def shown(self, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
        """Return a tree that shows the T or F reading of a formula at a place, or None."""
        self.readings += 1
        spend(budgets.READING + len(place.held))
        if self.readings == budgets.MAX_READINGS:
            self.why.append(Unknown(Reason.OUT_OF_BUDGET, f"more than {budgets.MAX_READINGS} readings"))
        if room <= 0 or self.readings >= budgets.MAX_READINGS:
            return None
        while isinstance(formula, Node) and formula.head is Head.NOT:
            holds, formula, place = not holds, formula.args[0], place.inside()
        said = {formula, inwards(formula)} if holds else {negate(formula), inwards(negate(formula))}
        known = (i for i, one in enumerate(place.held) if one.formula in said)
        same = next((i for i in known if self.budget.deep or place.held[i].standing in FIRM), None)
        if same is not None:
            return {"rule": "given", "of": same}
        if (
            not LISTED.isdisjoint(place.types.values())
            and (formula.free or formula == Node(Head.FALSE))
            and (put := without_matrices(self, holds, formula, place, room)) is not None
        ):
            return put
        if (
            Type.COMPLEX in place.types.values()
            and (parted := by_letters_parted(self, holds, formula, place, room)) is not None
        ):
            return parted
        if (found := derived(holds, formula, place)) is not None:
            return found
        if not self.budget.forced and isinstance(formula, Node) and formula.head in COMPARISONS and formula.free:
            return self.leaf(holds, formula, place)
        values = self._forced(formula, place)
        try:
            for name, value, _ in values:
                formula, place = at(formula, name, value), place.at(name, value)
        except NotSubstituted as error:
            self.why.append(Unknown(Reason.OUT_OF_SCOPE, str(error)))
            return None
        found = self.once(holds, formula, place) if self.spent else None  # leaves are dear: they come first at the top
        found = self.direct(holds, formula, place, room) if found is None else found
        if self.budget.deep:
            found = found if found is not None else self._beyond(holds, formula, place, room)
            found = found if found is not None else by_cases(self, holds, formula, place, room)
        if found is None or not values:
            return found
        return {
            "rule": "at",
            "values": [[name, written_number(value), tree] for name, value, tree in values],
            "tree": found,
        }

    def _beyond(self, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
        """By what goes beyond the shape of a formula and the leaves, where letters are left in it."""
        solving = isinstance(formula, Node) and formula.head in _SOLVING | {Head.EQ}
        if not (formula.free or solving):
            return None
        found = by_shape_of_solutions(self, holds, formula, place, room)
        return further(self, holds, formula, place, room) if found is None else found

    def spend(self) -> bool:
        """Count an attempt beyond shapes and leaves; return whether one was left."""
        self.spent += 1
        if self.spent == budgets.MAX_ATTEMPTS:
            self.why.append(Unknown(Reason.OUT_OF_BUDGET, f"more than {budgets.MAX_ATTEMPTS} attempts"))
        return self.spent < budgets.MAX_ATTEMPTS

    def once(self, holds: bool, formula: Expr, place: Place) -> Tree | None:
        """Return a tree of one rule that shows a reading of a formula, or None: each is sought one time."""
        key = (holds, formula, place.held)
        if key not in self.tried:
            spend(budgets.ATTEMPT + len(place.held))
            self.tried[key] = at_once(holds, formula, place)
        return self.tried[key]

    def _forced(self, formula: Expr, place: Place) -> list[Value]:
        """The letters of a formula, and those behind them, whose values the equations force: each with its proof."""
        key = (formula, place.held)
        if key not in self.values:
            self.values[key] = list(self._shown_values(formula.free, place))
        return self.values[key]

    def _shown_values(self, wanted: frozenset[str], place: Place) -> Iterator[Value]:
        while True:
            found = forced_values([one.formula for one in place.held], wanted)
            for name, value, uses in found:
                tree = self._equal(name, numeral(value), uses, place)
                if tree is None:
                    return
                yield name, numeral(value), tree
                place = place.at(name, numeral(value))
            if found:
                continue
            left = next(self._left(wanted, place), None) if self.budget.deep else None
            if left is None:
                return
            yield left
            place = place.at(left[0], left[1])

    def _left(self, wanted: frozenset[str], place: Place) -> Iterator[Value]:
        """Letters that have one value between bounds, or that an equation sets equal to a number that is irrational."""
        others = tied(wanted, place)
        for name, value, tree in squeezed(place, others, self.tried):
            yield name, numeral(value), tree
        yield from exact_values(wanted, place)
        yield from exact_values(others, place)
        yield from extreme_values(self, others, place)
        yield from determined_values(self, wanted, place)

    def _equal(self, name: str, value: Expr, uses: frozenset[int], place: Place) -> Tree | None:
        """A tree that shows that a letter has this value, from these hypotheses alone."""
        if name not in place.types:
            return None
        kept = tuple(one if i in uses else spent(one) for i, one in enumerate(place.held))
        return self.leaf(True, node(Head.EQ, Sym(name), value), replace(place, held=kept).inside())

    def direct(self, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
        """Return a tree by the shape of a formula or by a leaf, or None."""
        if not isinstance(formula, Node):
            return None
        if formula.head in COMPARISONS:
            closed = not formula.free and plain(formula)
            tree = self._closed(holds, formula, place) if closed else self.leaf(holds, formula, place)
            if not self.budget.deep:
                return tree
            tree = by_entries(self, holds, formula, place, room) if tree is None else tree
            tree = by_parts(self, holds, formula, place, room) if tree is None else tree
            return by_divisors(self, holds, formula, place, room) if tree is None else tree
        if not formula.free and (formula.head is Head.ABOUT or plain(formula)):
            found = self._evaluated(formula)
            if found is holds:
                return {"rule": "values", "pins": []}
            if found is not None:
                return None
        return self._by_shape(holds, formula, place, room)

    def _evaluated(self, formula: Node) -> bool | None:
        """What exact evaluation says of a formula without letters; None where it does not tell."""
        try:
            return truth(formula, {})
        except NotEvaluated as error:
            self.why.append(Unknown(reason_of(error), str(error)))
            return None

    def _closed(self, holds: bool, formula: Node, place: Place) -> Tree | None:
        """A comparison of numbers without decimals: by exact evaluation, else as any leaf."""
        try:
            found = truth(formula, {})
        except NotEvaluated:
            tree = self.leaf(holds, formula, place)
            return self.once(holds, formula, place) if tree is None else tree
        if found is None:
            self.why.append(Unknown(Reason.SIDE_CONDITION, "a side is not defined"))
        return {"rule": "values", "pins": []} if found is holds else None

    def _by_shape(self, holds: bool, formula: Node, place: Place, room: int) -> Tree | None:
        said, inner = reading(holds, formula), place.inside()
        match said:
            case Node(head=Head.OR) if formula.head is Head.IMPLIES:
                left, right = formula.args
                return _above("assume", self._assuming(left, right, inner, room))
            case Node(head=Head.AND, args=args):
                return self._all(args, place if said is formula else inner, room)
            case Node(head=Head.OR):
                return self._one(holds, formula, said, inner, room)
            case Node(head=Head.FOR_ALL):
                return self._arbitrary(holds, formula, said, place if said is formula else inner, room)
            case Node(head=Head.EXISTS):
                return self._witness(holds, formula, inner, room)
        match formula.head:
            case Head.ABOUT:
                try:
                    return by_bounds(self, holds, formula, inner, room)
                except CheckFailed as error:
                    self.why.append(Unknown(error.reason, str(error)))
            case Head.IN:
                return by_members(self, holds, formula, inner, room)
        return None

    def _all(self, args: tuple[Expr, ...], place: Place, room: int) -> Tree | None:
        trees = []
        for arg in args:
            if (tree := self.shown(True, arg, place, room - 1)) is None:
                return None
            trees.append(tree)
        return {"rule": "all", "trees": trees}

    def _one(self, holds: bool, formula: Node, said: Node, place: Place, room: int) -> Tree | None:
        listed = not holds and any(map(of_lists, formula.args))
        if listed and (found := by_equation(self, formula, place, room)) is not None:
            return found
        for index, arg in enumerate(said.args):
            if (tree := self.shown(True, arg, place, room - 1)) is not None:
                return {"rule": "one", "index": index, "tree": tree}
        if not holds:
            return None if listed or formula.head is not Head.AND else by_equation(self, formula, place, room)
        return by_product(self, formula, place, room) or by_excluded_middle(self, formula, place, room)

    def _assuming(self, left: Expr, right: Expr, place: Place, room: int) -> Tree | None:
        return self.shown(True, right, place.with_(left), room - 1) if defined(left, place) else None

    def _arbitrary(self, holds: bool, formula: Node, said: Node, place: Place, room: int) -> Tree | None:
        try:
            (body,), inside = below(said, place)
        except CheckFailed:
            return None
        if holds and not formula.free and counterexample(formula) is not None:
            return None
        return _above("arbitrary", self.shown(True, body, inside, room - 1))

    def _witness(self, holds: bool, formula: Node, place: Place, room: int) -> Tree | None:
        for values, spelled in self._witnesses(holds, formula, place):
            body = substitute(formula.args[0], values)
            if any(speaks_against(holds, part) for part in (conjuncts(body) if holds else [body])):
                continue
            tree = self.shown(holds, body, place, min(room - 1, 6 if binds(body) else 3))
            if tree is not None:
                types = told_types(formula.letters, [values[one.name] for one in formula.letters], place)
                return {"rule": "witness", "at": spelled, **types, "tree": tree}
        return None

    def _witnesses(self, holds: bool, formula: Node, place: Place) -> Iterator[Put]:
        """Numbers, or letters, at which the body of a quantifier may hold, or fail."""
        if not (holds or formula.free) and (found := counterexample(formula)) is not None:
            yield found
        sure, told = self._sampled(formula, holds, place)
        yield from sure
        yield from witnesses(formula, place)
        if len(formula.letters) == 1:
            yield from letters_in_scope(formula.letters[0], place)
        if not told:
            yield from small_numbers(formula.letters)

    def _sampled(self, formula: Node, holds: bool, place: Place) -> tuple[tuple[Put, ...], bool]:
        """Numbers at which the body of a quantifier holds or fails, and whether it was told at each that was looked at:
        where functions are in it, what hypotheses say that they are."""
        applies = formula.free & functions(formula)
        try:
            said = applied(formula, told_functions(one.formula for one in place.held)) if applies else formula
        except (CheckFailed, ExprTooLarge):
            return (), False
        return sampled(said, holds, self.budget.points) if isinstance(said, Node) else ((), False)

    def leaf(self, holds: bool, formula: Node, place: Place) -> Tree | None:
        """Return a leaf that shows a reading of a comparison, or None."""
        spoken = {i: one for i, one in enumerate(place.held) if one.formula.free}
        usable = {i: one for i, one in spoken.items() if comparison(one.formula, place.types)}
        key = (formula, tuple(usable.values()), tuple(sorted(place.types.items())))
        if key not in self.known:
            self.known[key] = self._settled(formula, usable, place)
        found = self.known[key]
        if isinstance(found, Unknown):
            self.why.append(found)
            return None
        if (found.proof.shows is Shows.TRUE) is not holds:
            return None
        uses = [list(usable)[int(premise.id.removeprefix("h"))] for premise in found.claim.premises]
        open_ = conditions_left(found, formula, [place.held[i].formula for i in uses], place)
        if (open_ and not place.lenient) or (found.notes.get("as_rounded") and not place.plain):
            self.why.append(Unknown(Reason.SIDE_CONDITION, "it holds where its sides are defined, or as rounded"))
            return None
        return {"rule": "leaf", "checker": found.proof.checker, "data": dict(found.proof.data), "uses": uses}

    def _settled(self, formula: Node, usable: Mapping[int, Held], place: Place) -> Certificate | Unknown:
        self.asked += 1
        spend(budgets.LEAF)
        self.late += self.spent > 0
        if self.asked > budgets.MAX_LEAVES or self.late > budgets.MAX_FURTHER:
            return Unknown(Reason.OUT_OF_BUDGET, budgets.NO_MORE_LEAVES)
        names = {index: f"h{number}" for number, index in enumerate(usable)}
        if self.spent and len(usable) > MAX_USABLE:
            usable = nearest(formula.free, usable)
        try:
            claim = leaf_claim(formula, list(usable.values()), place.types, self.claim.rounded)
        except CheckFailed as error:
            return Unknown(error.reason, str(error))
        named = tuple(
            replace(premise, id=names[index], standing=one.standing if one.standing in FIRM else Standing.STATED)
            for premise, (index, one) in zip(claim.premises, usable.items(), strict=True)
        )
        with uncounted():
            found = self.leaves(replace(claim, premises=named))
        if isinstance(found, Unknown) and found.reason is Reason.INCONSISTENT_CONTEXT:
            return Unknown(Reason.NO_MODEL_FOUND, found.detail)  # a contradiction is said with its proof, and of all
        return found


def _above(rule: str, tree: Tree | None, **more: object) -> Tree | None:
    return None if tree is None else {"rule": rule, **more, "tree": tree}


ROOM = 6  # deepest nesting of rules that show a value to be greatest or least


def extreme_values(search: Prover, wanted: frozenset[str], place: Place) -> Iterator[tuple[str, Expr, Tree]]:
    """Yield wanted letters of which a hypothesis says that they are a greatest or least value, with that value and the
    proof that they equal it."""
    for index, one in enumerate(place.held):
        match one.formula:
            case Node(head=Head.IS_MAX | Head.IS_MIN, args=(Sym(name), *rest)) as given if name in wanted:
                found = extreme_place(given)
                if found is None:
                    continue
                number = numeral(found[1])
                said = Node(given.head, (number, *rest), given.letters)
                key = (said, len(place.held))
                if key not in search.tried:
                    search.tried[key] = search.shown(True, said, _alone(place), ROOM)
                if (tree := search.tried[key]) is not None and (last := _same(search, index, said, place)) is not None:
                    yield name, number, {"rule": "lemma", "lemma": expression_to_json(said), "trees": [tree, last]}


def _same(search: Prover, index: int, said: Node, place: Place) -> Tree | None:
    """A tree that shows that a hypothesis about an extreme names the same value as ``said``, another about it: both are
    reached, and neither is beyond the other."""
    here, wraps, pairs = place.inside().with_(said), list[Tree](), list[int]()
    for of in (index, len(place.held)):
        pairs.append(len(here.held))
        here = here.with_(unfold(here.held[of].formula, here))
        wraps.append({"rule": "unfold", "of": of})
        if len(here.held) < pairs[-1] + 2:
            return None
    for reached, law in zip(pairs, pairs[::-1], strict=True):
        exists, every = here.held[reached].formula, here.held[law + 1].formula
        assert isinstance(exists, Node) and isinstance(every, Node)
        (body,), inside = below(exists, here)
        names = list(inside.types)[len(here.types) :]
        here = inside.inside().with_(body)
        implied = put(every.args[0], every.letters, names, here)
        here = here.with_(implied)
        assert isinstance(implied, Node)
        wraps += [{"rule": "exists_elim", "of": reached}, {"rule": "instance", "of": law + 1, "at": names}]
        left = soon(search, implied.args[0], here)
        if left is None:
            return None
        wraps.append({"rule": "detach", "of": len(here.held) - 1, "trees": [left]})
        here = here.with_(implied.args[1])
    held = place.held[index].formula
    assert isinstance(held, Node)
    return wrapped(by_sums(True, node(Head.EQ, held.args[0], said.args[0]), here, []), wraps)


def _alone(place: Place) -> Place:
    """The place without what is held there: the hypotheses keep their indices."""
    return replace(place.inside(), held=tuple(map(spent, place.held)))
