"""Formulas of complex numbers shown through their real and imaginary parts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from verifier.checkers.expression_json import expression_to_json
from verifier.checkers.formulas.places.monomials import Form, written
from verifier.checkers.formulas.places.place import Place, conjuncts
from verifier.checkers.formulas.rules.complex_numbers import letter_parted, real_equations
from verifier.checkers.formulas.rules.definitions import unfold
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.checkers.formulas.rules.replacing import replaced, sides
from verifier.engines.formulas.models.determined import determined
from verifier.engines.formulas.prover import Prover, Tree
from verifier.engines.formulas.solving.candidates import roots_of
from verifier.engines.formulas.usable import spent
from verifier.kernel.expr import (
    COMPARISONS,
    Const,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    Sym,
    Type,
    node,
    walk_expr,
)
from verifier.kernel.verdict import CheckFailed

MAX_EQUATIONS = 12  # most hypotheses whose parts are taken
_OF_PARTS = frozenset({Head.RE, Head.IM, Head.CONJ})


def by_letters_parted(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree with complex letters replaced by what they are given as, or one written by its parts; or None."""
    if (given := _by_given_values(search, holds, formula, place, room)) is not None:
        return given
    if (whole := _by_polynomials(search, holds, formula, place, room)) is not None:
        return whole
    for name, kind in place.types.items():
        if kind is Type.COMPLEX:
            try:
                put, inside = letter_parted(formula, place, name)
            except CheckFailed:
                return None
            tree = search.shown(holds, put, inside, room)
            return None if tree is None else {"rule": "parted", "letter": name, "tree": tree}
    return None


def _by_polynomials(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows an equation of complex numbers from others, the coefficients among them of polynomials
    that are equal everywhere; or None. Letters need no parts for it."""
    if not isinstance(formula, Node) or formula.head not in (Head.EQ, Head.NE):
        return None
    wraps, here = list[int](), place
    for index, one in enumerate(place.held):
        if isinstance(one.formula, Node) and one.formula.head is Head.FOR_ALL and one.formula.free:
            try:
                here = here.inside().with_(unfold(one.formula, here))
            except (CheckFailed, ExprTooLarge):
                continue
            wraps.append(index)
    found = search.leaf(holds, formula, here)
    if found is None and not here.lenient:
        found = _by_nonzero(search, holds, formula, here)
    if found is None and not here.lenient:
        found = _by_root(search, holds, formula, here, room)
    for index in reversed(wraps):
        found = found and {"rule": "unfold", "of": index, "tree": found}
    return found


def _by_nonzero(search: Prover, holds: bool, formula: Node, place: Place) -> Tree | None:
    """Return a leaf below lemmas that what a formula divides by is not zero, or None."""
    under = dict.fromkeys(one.args[1] for one in walk_expr(formula) if isinstance(one, Node) and one.head is Head.DIV)
    lemmas, here = list[tuple[Expr, Tree]](), place.inside()
    for number in (one for one in under if one.free):
        said = Node(Head.NE, (number, Int(0)))
        tree = search.leaf(True, said, here)
        if tree is None:
            return None
        lemmas.append((said, tree))
        here = here.with_(said)
    found = search.leaf(holds, formula, here) if lemmas else None
    for lemma, shown in reversed(lemmas):
        found = found and {"rule": "lemma", "lemma": expression_to_json(lemma), "trees": [shown, found]}
    return found


def _by_root(search: Prover, holds: bool, formula: Node, place: Place, room: int) -> Tree | None:
    """Return a leaf below lemmas that a letter is the one number that the equations together leave it, or None."""
    for form in determined(_forms(place)):
        [name] = {atom.name for key in form for atom, _ in key if isinstance(atom, Sym)}
        by = {dict(key).get(Sym(name), 0): factor for key, factor in form.items()}
        roots = [one for one, _ in roots_of(by, Letter(name, Type.REAL), place)]
        if len(roots) != 1:
            continue
        alone, equal = node(Head.EQ, written(form), Int(0)), node(Head.EQ, Sym(name), roots[0])
        first = search.leaf(True, alone, place)
        here = place.inside().with_(alone)
        own = tuple(one if one.formula.free <= {name} else spent(one) for one in here.held)
        second = first and search.shown(True, equal, replace(here, held=own), room - 2)
        found = second and search.leaf(holds, formula, here.inside().with_(equal))
        for said, shown in ((equal, second), (alone, first)):
            found = found and {"rule": "lemma", "lemma": expression_to_json(said), "trees": [shown, found]}
        if found:
            return found
    return None


def _forms(place: Place) -> list[Form]:
    """The equations between polynomials in letters, as what is zero."""
    found = list[Form]()
    for part in (part for one in place.held for part in conjuncts(one.formula)):
        if isinstance(part, Node) and part.head is Head.EQ and part.free:
            try:
                form = polynomial(node(Head.SUB, *part.args))
            except (CheckFailed, ExprTooLarge):
                continue
            if form and all(isinstance(atom, Sym) for key in form for atom, _ in key):
                found.append(form)
    return found


def _by_given_values(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree with a complex letter replaced by the number without letters that a hypothesis says it is, or
    None."""
    complex = {name for name in formula.free if place.types.get(name) is Type.COMPLEX}
    for index, one in enumerate(place.held):
        match one.formula:
            case Node(head=Head.EQ, args=(Sym(name), said)) if name in complex and not said.free:
                try:
                    put = replaced(formula, *sides(one.formula, False))
                except (CheckFailed, ExprTooLarge):
                    continue
                tree = search.shown(holds, put, place.inside(), room - 1)
                return None if tree is None else {"rule": "replace", "of": index, "tree": tree}
    return None


def by_parts(search: Prover, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
    """Return a tree that shows an equation by its parts, with those of the hypotheses beside it; or None."""
    if not is_complex(formula):
        return None
    try:
        said, _ = real_equations(formula, place)
    except CheckFailed:
        return None
    wider, used = with_parts(place)
    tree = search.shown(holds, said, wider.inside(), room - 1)
    tree = None if tree is None else {"rule": "unfold", "parts": True, "trees": [tree]}
    for index in reversed(used):
        tree = None if tree is None else {"rule": "unfold", "parts": True, "of": index, "tree": tree}
    return tree


def with_parts(place: Place) -> tuple[Place, list[int]]:
    """Return the place with the parts of the equations of complex numbers among the hypotheses, and which those are."""
    wider, used = place, list[int]()
    held = {one.formula for one in place.held}
    for index, one in enumerate(place.held):
        if is_complex(one.formula) and len(used) < MAX_EQUATIONS:
            try:
                said, _ = real_equations(one.formula, place)
            except CheckFailed:
                continue
            if not set(conjuncts(said)) <= held:
                wider = wider.inside().with_(said)
                used.append(index)
    return wider, used


@lru_cache(maxsize=4096)
def is_complex(formula: Expr) -> bool:
    """Return whether a formula is a comparison that speaks of the imaginary unit, or of parts of numbers."""
    if not isinstance(formula, Node) or formula.head not in COMPARISONS:
        return False
    return any(part == Const("i") or (isinstance(part, Node) and part.head in _OF_PARTS) for part in walk_expr(formula))
