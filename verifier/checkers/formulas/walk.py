"""The walk over the tree of a structural proof (trusted): one rule a node, each by the module of its subject."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verifier.checkers.forced_values import pinned_by
from verifier.checkers.formulas.places.models import closed_number
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import Held, Place, at, below, leaf_claim
from verifier.checkers.formulas.places.readings import is_said, negate, reading
from verifier.checkers.formulas.rules.complex_numbers import by_letters_parted
from verifier.checkers.formulas.rules.entries import by_rewriting
from verifier.checkers.formulas.rules.instances import grounds_of, put
from verifier.checkers.formulas.rules.lemmas import (
    by_excluded_middle,
    by_exists_elim,
    by_lemma,
    by_unfolding,
)
from verifier.checkers.formulas.rules.linear import by_sums
from verifier.checkers.formulas.rules.replacing import by_replacing, by_signs
from verifier.checkers.formulas.rules.whole import defined, granted
from verifier.checkers.formulas.rules.whole_numbers import by_range, by_residues
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import REAL_LETTER, NotEvaluated
from verifier.checkers.points import listed, number_in, reason_of
from verifier.kernel.claim import Claim, Standing
from verifier.kernel.expr import COMPARISONS, Dec, Expr, Head, Int, Node, Sym, Type, node, walk_expr
from verifier.kernel.verdict import Certificate, Checker, CheckFailed, Proof, Reason, Shows, admit

MAX_RULES = 2000  # most nodes of a proof's tree

RULES = {
    **{"linear": by_sums, "residues": by_residues, "range": by_range, "signs": by_signs},
    **{"lemma": by_lemma, "excluded_middle": by_excluded_middle, "exists_elim": by_exists_elim, "unfold": by_unfolding},
    **{"rewrite": by_rewriting, "replace": by_replacing, "parted": by_letters_parted},
}
"""Rules by their names: each looks at a reading of a formula, a place and a tree."""


class Walk:
    """One walk over the tree of a proof."""

    def __init__(self, claim: Claim, leaves: Callable[[str], Checker]) -> None:
        self._claim, self._checkers, self._left = claim, leaves, MAX_RULES
        self.used: set[int] = set()
        self.leaves: list[str] = []
        self.conditions: dict[str, None] = {}
        self.axioms: dict[str, None] = {}
        self.rounded, self.toolchain = False, ""

    def show(self, holds: bool, formula: Expr, place: Place, tree: object) -> None:
        """Check that ``tree`` shows the T reading of ``formula`` (``holds``), or its F reading, at ``place``.

        Raises:
            CheckFailed: where it does not.
        """
        self._left -= 1
        if self._left < 0 or not isinstance(tree, Mapping):
            raise CheckFailed("the proof has no tree of a few rules")
        while isinstance(formula, Node) and formula.head is Head.NOT:
            holds, formula, place = not holds, formula.args[0], place.inside()
        rule = tree.get("rule")
        if rule == "given" and is_said(holds, formula, self.held(tree.get("of"), place).formula, self._claim.rounded):
            self.note("given")
        elif rule in ("cases", "instance", "detach", "absurd"):
            self._from_hypothesis(str(rule), holds, formula, place, tree)
        elif rule == "leaf":
            self._leaf(holds, formula, place, tree)
        elif rule == "at":
            self._at_values(holds, formula, place, tree)
        elif rule == "values":
            self._values(holds, formula, place, tree)
        elif isinstance(rule, str) and rule in RULES:
            RULES[rule](self, holds, formula, place, tree)
        else:
            said = reading(holds, formula)
            self._by_shape(rule, said, place if said is formula else place.inside(), tree)

    def _by_shape(self, rule: object, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
        head, args = (formula.head, formula.args) if isinstance(formula, Node) else (None, ())
        inner = place.inside()
        match rule, head:
            case "all", Head.AND:
                for arg, one in zip(args, self._trees(tree, len(args)), strict=True):
                    self.show(True, arg, place, one)
            case "one", Head.OR:
                self.show(True, args[self._index(tree.get("index"), len(args))], inner, tree.get("tree"))
            case "assume", Head.OR if len(args) == 2:
                self._assume(args[0], args[1], inner, tree.get("tree"))
            case "arbitrary", Head.FOR_ALL if isinstance(formula, Node):
                (body,), inside = below(formula, place)
                self.show(True, body, inside, tree.get("tree"))
            case "witness", Head.EXISTS if isinstance(formula, Node):
                self.show(True, self._at(formula, place, tree), inner, tree.get("tree"))
            case _:
                raise CheckFailed(f"the rule {rule!r:.30} does not show {head or 'a letter'}")

    def _assume(self, left: Expr, right: Expr, place: Place, tree: object) -> None:
        """One of two formulas, by the second where the first fails: the first is defined everywhere."""
        if not defined(left, place):
            raise CheckFailed("what is assumed may be undefined", Reason.SIDE_CONDITION)
        self.show(True, right, place.with_(negate(left)), tree)

    def _at(self, formula: Node, place: Place, tree: Mapping[str, Any]) -> Expr:
        """The body of a quantifier with its letters replaced by what ``at`` lists."""
        return put(formula.args[0], formula.letters, tree.get("at"), place, grounds_of(self, place, tree))

    def _at_values(self, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
        for entry in listed(tree.get("values")):
            name, spelled, shown = _three(entry)
            if not isinstance(name, str) or name not in place.types:
                raise CheckFailed("only a letter that is free here is put at a value")
            exactly = closed_number(spelled, Type.REAL) if isinstance(spelled, list) else None
            value = exactly or numeral(number_in(spelled))
            self.show(True, node(Head.EQ, Sym(name), value), place.inside(), shown)
            place, formula = place.at(name, value), at(formula, name, value)
        self.show(holds, formula, place, tree.get("tree"))

    def _leaf(self, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
        if not isinstance(formula, Node) or formula.head not in COMPARISONS:
            raise CheckFailed("a leaf shows a comparison")
        uses = [self.held(index, place) for index in listed(tree.get("uses"))]
        claim = leaf_claim(formula, uses, place.types, self._claim.rounded)
        data, name = tree.get("data"), tree.get("checker")
        if not isinstance(data, Mapping) or not isinstance(name, str):
            raise CheckFailed("a leaf names its checker and has data for it")
        proof = Proof(name, Shows.TRUE if holds else Shows.FALSE, data)
        certificate = admit(claim, proof, self._checkers(name)).certificate
        conditions = conditions_left(certificate, formula, [one.formula for one in uses], place)
        self._note(certificate, holds and place.plain, holds and place.lenient, conditions)

    def _note(
        self, certificate: Certificate, plain: bool, lenient: bool, conditions: tuple[str, ...] | None = None
    ) -> None:
        rounded = bool(certificate.notes.get("as_rounded"))
        if rounded and not plain:
            raise CheckFailed("what holds as rounded holds only as it is asserted", Reason.ROUNDED)
        conditions = certificate.side_conditions if conditions is None else conditions
        if conditions and not lenient:
            raise CheckFailed(f"it holds where {conditions[0]}", Reason.SIDE_CONDITION)
        self.rounded = self.rounded or rounded
        self.conditions |= dict.fromkeys(conditions)
        self.axioms |= dict.fromkeys(certificate.axioms)
        self.toolchain = certificate.toolchain or self.toolchain
        self.leaves.append(certificate.proof.checker)

    def _values(self, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
        pins = [self.held(index, place) for index in listed(tree.get("pins"))]
        about = isinstance(formula, Node) and formula.head is Head.ABOUT
        given = (Standing.FACT, Standing.DEFINED)
        doubtful = [one.formula for one in pins if one.standing not in given]
        exact = doubtful if about else [formula, *doubtful]
        if any(isinstance(part, Dec) for expr in exact for part in walk_expr(expr)):
            raise CheckFailed("decimals may be rounded: only leaves and 'about' judge them", Reason.ROUNDED)
        number = formula.args[0] if isinstance(formula, Node) and about else None
        if number is not None and not holds and any(part in self._claim.rounded for part in walk_expr(number)):
            raise CheckFailed("a number made of a rounded decimal is not exact", Reason.ROUNDED)
        equations = leaf_claim(node(Head.EQ, Int(0), Int(0)), pins, place.types, frozenset()).premises
        point, _ = pinned_by(equations, list(range(len(equations))))
        try:
            found = truth(formula, point)
        except NotEvaluated as error:
            raise CheckFailed(str(error), reason_of(error)) from error
        if found is not holds:
            raise CheckFailed("the values do not show that")
        self.note("values")

    def _from_hypothesis(self, rule: str, holds: bool, formula: Expr, place: Place, tree: Mapping[str, Any]) -> None:
        given = self.held(tree.get("of"), place).formula
        match rule, given:
            case "cases", Node(head=Head.OR, args=args):
                for arg, one in zip(args, self._trees(tree, len(args)), strict=True):
                    self.show(holds, formula, place.with_(arg).inside(), one)
            case "instance", Node(head=Head.FOR_ALL):
                self.show(holds, formula, place.with_(self._at(given, place, tree)), tree.get("tree"))
            case "detach", Node(head=Head.IMPLIES, args=(left, right)):
                first, second = self._trees(tree, 2)
                self.show(True, left, place.inside(), first)
                self.show(holds, formula, place.with_(right), second)
            case "absurd", _:
                self.show(False, given, place.inside(), tree.get("tree"))
            case _:
                raise CheckFailed(f"the rule {rule!r} is not of a hypothesis of this kind")

    def held(self, index: object, place: Place) -> Held:
        """Return a hypothesis by its index: it is used.

        Raises:
            CheckFailed: where there is none.
        """
        one = place.held[self._index(index, len(place.held))]
        if one.origin is not None:
            self.used.add(one.origin)
        return one

    def note(self, rule: str) -> None:
        """Count a leaf that this rule shows."""
        self.leaves.append(rule)

    def _index(self, index: object, count: int) -> int:
        if type(index) is not int or not 0 <= index < count:
            raise CheckFailed(f"there is no part or hypothesis {index!r:.20}")
        return index

    def _trees(self, tree: Mapping[str, Any], count: int) -> Sequence[object]:
        found = listed(tree.get("trees"))
        if len(found) != count:
            raise CheckFailed(f"{count} trees are needed")
        return found


def conditions_left(certificate: Certificate, formula: Expr, uses: Sequence[Expr], place: Place) -> tuple[str, ...]:
    """Return the side conditions of a leaf that do not hold at a place: that what it shows is defined there."""
    if certificate.proof.checker == "canonical" and not granted(formula, uses, place):
        return (*certificate.side_conditions, "remainders and common divisors are of whole numbers")
    left = certificate.side_conditions
    return tuple(one for one in left if one.endswith(REAL_LETTER)) if left and defined(formula, place) else left


def _three(data: object) -> tuple[object, object, object]:
    found = listed(data)
    if len(found) != 3:
        raise CheckFailed("expected a letter, its value and a tree")
    return found[0], found[1], found[2]
