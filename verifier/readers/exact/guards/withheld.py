"""Withheld: refutations that are not to be believed, because what was read may have been meant otherwise.

What a text leaves open is told here, before anybody decides. Where a guard depends on the premises that a refutation
rests on, that is its condition, as guards of the formal language have it: ``alone`` (on none), ``uses fact`` (on one
that gives no meaning), ``uses definition`` (on one that does), ``uses ID``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from fractions import Fraction
from itertools import takewhile

from verifier.checkers.evaluate import shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, Hypothesis, Standing
from verifier.kernel.expr import Dec, Expr, Head, Node, Sym, free_names, walk_expr
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.shapes import asks_for_work
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.discourse.rootlists import ROOTS
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula


def dubious(formula: Formula, claim: Claim, as_rounded: bool, rounded: Set[Dec]) -> Iterator[Abstention]:
    """Yield why a proved equation may be a rounding that is not right.

    ``as_rounded``: it holds, and only as rounded. ``rounded`` holds the decimals that earlier claims showed rounded.
    """
    if not as_rounded:
        if _taken_exact(formula, claim, rounded):
            yield GUARDS["taken-exact"]()
        return
    if formula.words & words.EXACT:
        yield GUARDS["not-exact"]()
    if "\\overline" in formula.text or "\\bar" in formula.text or "..." in formula.text or "\\dots" in formula.text:
        yield GUARDS["digits-go-on"]()
    found, left = shown(claim.right), _exact(claim.left)
    if claim.relation is Head.APPROX:
        tie = found is not None and left is not None and abs(left - found[0]) * 2 == found[1]
        if tie and found and left and abs(found[0]) < abs(left):
            yield GUARDS["half-down"]()
        return
    if found is None or not found[2] or (left is not None and abs(left - found[0]) * 2 > found[1]):
        yield GUARDS["decimal-for-exact"]()
        return
    money = bool(words.CURRENCY & (formula.left.units | formula.right.units))
    short = left is not None and (left / found[1] * 10).denominator == 1 and not money
    if short and not formula.words & words.ROUNDING:
        yield GUARDS["one-more-place"]()


def _taken_exact(formula: Formula, claim: Claim, rounded: Set[Dec]) -> bool:
    """Whether a chain goes on from a decimal that it showed rounded to a fraction: ``1/3 = 0.33 = 33/100``."""
    bare = claim.left in rounded and formula.position > 0 and claim.relation is Head.EQ
    return bare and isinstance(claim.right, Node) and claim.right.head is Head.DIV and not _decimal(claim.right)


def _decimal(term: Expr) -> bool:
    return any(isinstance(inner, Dec) for inner in walk_expr(term))


def _exact(term: Expr) -> Fraction | None:
    try:
        return value(term, {})
    except NotEvaluated:
        return None


def withheld(formula: Formula, claim: Claim, context: Context) -> Iterator[tuple[Abstention, str]]:
    """Yield why a refutation is not believed, each with its condition, empty where it always counts."""
    yield from ((why, "") for why in _meant_otherwise(formula, claim, context))
    lettered = any(isinstance(side, Sym) for side in (claim.left, claim.right))
    if lettered and claim.premises:
        yield GUARDS["new-value"](), " ".join(("uses definition", *_valued(claim.premises)))
    if _elsewhere(formula):
        yield GUARDS["value-elsewhere"](), "uses fact"
    if _another(formula, context.rooted):
        yield GUARDS["other-equation"](), "uses fact"
    set_up = context.barren and not formula.position
    if claim.letters and not claim.is_for_all and (set_up or not asks_for_work(claim.left, claim.right)):
        yield GUARDS["set-up"](), "alone"
    if formula.left.given is not None and (claim.letters & context.letters or context.binding(claim.letters) != []):
        yield GUARDS["bound-letters"](), ""
    if claim.letters and context.cases:
        yield GUARDS["cases-told"](), ""


def _meant_otherwise(formula: Formula, claim: Claim, context: Context) -> Iterator[Abstention]:
    """Why signs or units may have been meant otherwise, on whatever a refutation rests."""
    if context.programs:
        yield GUARDS["program"]()
    if context.own_notation:
        yield GUARDS["field"]()
    yield from formula.qualms
    if claim.letters & context.blurred:
        yield GUARDS["rounded-letter"]()
    if context.mode and not formula.modular:
        yield GUARDS["own-signs"]()
    if context.digits and not formula.modular and not _long(claim):
        yield GUARDS["last-digits"]()
    if context.modular and not formula.modular and context.congruent(claim):
        yield GUARDS["modulus"]()
    if formula.left.worded and (context.heard & (words.REDEFINING | words.SCALED) or _curved(formula, context)):
        yield GUARDS["other-words"]()
    if claim.relation in _ORDER and formula.left.everywhere and _counts(formula, claim, context):
        yield GUARDS["whole-letter"]()
    if absorbed(claim):
        yield GUARDS["constant-of-integration"]()
    if (formula.relation, formula.left.term, formula.right.term) in context.said:
        yield GUARDS["in-the-problem"]()


def unproved(formula: Formula, claim: Claim, as_rounded: bool, context: Context) -> Iterator[Abstention]:
    """Yield why a proof is not believed. ``as_rounded``: it shows that the claim holds, and only as rounded."""
    yield from dubious(formula, claim, as_rounded, context.rounded)


_ABSORBING = frozenset({"C", "K", "c", "k"})
_APART = (Fraction(2), Fraction(5, 3), Fraction(-7, 2))


def absorbed(claim: Claim) -> bool:
    """Return whether the sides may differ by a number alone that a constant of integration takes in, as in
    ``(x + 1)^2 + C = x^2 + 2x + C``."""
    sides = claim.left, claim.right
    shared = {name for name in claim.left.free & claim.right.free & _ABSORBING if all(_adds(s, name) for s in sides)}
    if not shared:
        return False
    gaps = set()
    for at in _APART:
        point = {name: Fraction(0) if name in shared else at for name in claim.letters}
        try:
            gaps.add(value(claim.left, point) - value(claim.right, point))
        except NotEvaluated:
            return True
    return len(gaps) == 1


def _adds(term: Expr, name: str) -> bool:
    """Whether a letter is a summand of a term."""
    if isinstance(term, Node) and term.head in (Head.ADD, Head.SUB):
        return _adds(term.args[0], name) or (term.head is Head.ADD and _adds(term.args[1], name))
    return term == Sym(name)


_ORDER = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})


def _curved(formula: Formula, context: Context) -> bool:
    """Whether angles are told, perhaps of a figure on a sphere."""
    return "angles" in formula.text.lower().split() and bool(context.heard & {"sphere", "globe", "earth", "saddle"})


def _counts(formula: Formula, claim: Claim, context: Context) -> bool:
    """Whether a relation for all values of a letter may be one for whole numbers: the text, or the letter, says so."""
    if "real" in formula.words | set(formula.text.lower().split()):
        return False
    return bool(claim.letters & {"i", "j", "k", "m", "n"} or context.heard & words.WHOLE)


MANY_DIGITS = 10**4  # a result of more than four digits is not told for its last ones


def _long(claim: Claim) -> bool:
    """Whether a claim is of numbers, each side too large to stand for the last digits of the other."""
    try:
        return not claim.letters and all(abs(value(side, {})) >= MANY_DIGITS for side in (claim.left, claim.right))
    except NotEvaluated:
        return False


def _elsewhere(formula: Formula) -> bool:
    """Whether a letter is given a value that does not solve the problem's equation, among words that do not say that
    it is to: ``Evaluate at x = 3``, ``the minimum is at x = 3``."""
    given = isinstance(formula.left.term, Sym) and not formula.right.term.free
    said = {*formula.clause, *(formula.words & _SUPPOSING), *takewhile(lambda word: word != ".", formula.after)}
    named = formula.right.units - words.MEASURES  # x = 2 makes the denominator zero
    return given and (bool(named) or not all(map(_concludes, said)))


def _another(formula: Formula, rooted: Set[str]) -> bool:
    """Whether an equation that the problem's refutes may be another one, written in the same letter: its sentence holds
    words besides those that go on from the problem's equation, or it tells the solution of an equation that it states.
    Where the problem gives letters to the roots (``rooted``), one without these may be the equation of other roots.
    """
    if not free_names(formula.left.term, formula.right.term) or formula.relation is not Head.EQ:
        return False
    told = isinstance(formula.left.term, Sym)
    if rooted and not told and not free_names(formula.left.term, formula.right.term) & rooted:
        return True
    if formula.words & _LIKENING or not all(_concludes(word) or word in _PUTTING_IN for word in formula.words):
        return True
    if not formula.words & ROOTS:
        return False
    after = tuple(takewhile(lambda word: word != ".", formula.after))
    tells = isinstance(formula.left.term, Sym) and ROOTS & {*formula.before, *after}
    return not tells or "has" in formula.before or after[-1:] in (("of",), ("to",), ("equation",), ("#",))


_LIKENING = frozenset({"similarly", "likewise", "another", "other", "new", "without"})
_PUTTING_IN = frozenset(
    {"substitute", "substituting", "into", "formula", "real", "resulting", "cubic", "original", "in"}
    | {"neither", "nor", "or"}
)


def _concludes(word: str) -> bool:
    lists = (words.REWORKING, words.BALANCING, words.CONCLUDING, words.BETWEEN, words.SOLVED, _SOLUTIONS)
    plain = words.inert(word) or len(word) == 1 or any(word in one for one in lists)
    return plain and word not in _PLACING


_SOLUTIONS = ROOTS | {"value", "unique", "only", "we", "conclude", "answer", "final", "must", "have"}
_SUPPOSING = frozenset({"with", "without", "under", "were", "starting"})
_PLACING = frozenset({"in", "on", "evaluate", "evaluating", "note"})


def _valued(premises: Sequence[Hypothesis]) -> Iterator[str]:
    """The ids of premises by which the problem lays down a letter's value. What a function gives at a number has one
    value for good."""
    facts = (one for one in premises if one.standing is Standing.FACT)
    yield from (one.id for one in facts if _letter(one.left) and not one.right.free)


def _letter(term: Expr) -> bool:
    return isinstance(term, Sym) and "(" not in term.name
