"""Which hypotheses a leaf may use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache

from verifier.checkers.formulas.places.place import Held, Place, is_complex, leaf_claim
from verifier.checkers.formulas.places.readings import inwards
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.engines.formulas.laws.functions import functions
from verifier.kernel.claim import FIRM, Claim, Standing
from verifier.kernel.expr import COMPARISONS, Dec, Expr, Head, Int, Node, Sym, Type, walk_expr
from verifier.kernel.verdict import CheckFailed

MAX_USABLE = 8  # most hypotheses of a leaf that is asked about late


def nearest(names: frozenset[str], usable: Mapping[int, Held]) -> dict[int, Held]:
    """Return the hypotheses that share letters with a formula, directly or in turn: the nearest ones."""
    chosen: dict[int, Held] = {}
    while len(chosen) < MAX_USABLE:
        fresh = {i: one for i, one in usable.items() if i not in chosen and not one.formula.free.isdisjoint(names)}
        if not fresh:
            break
        chosen |= dict(sorted(fresh.items(), key=lambda it: len(it[1].formula.free - names)))
        names = names.union(*(one.formula.free for one in fresh.values()))
    return dict(sorted(list(chosen.items())[:MAX_USABLE]))


def near(formula: Expr, place: Place) -> list[int]:
    """Return the indices of the hypotheses that are tied to a formula, the nearest first, then those without letters.

    Tied are those that share letters with it, then those that share them with these, and so on; of what is said of all
    numbers and functions of them, only what shares a function. To False all are tied.
    """
    if formula == Node(Head.FALSE):
        return list(range(len(place.held)))
    known, order = set(formula.free), list[int]()
    left = {i: one.formula for i, one in enumerate(place.held)}
    while fresh := [i for i, one in left.items() if not _ties(one).isdisjoint(known)]:
        order += fresh
        known.update(*(left.pop(i).free for i in fresh))
    return order + [i for i, one in left.items() if not one.free]


@lru_cache(maxsize=4096)
def _ties(formula: Expr) -> frozenset[str]:
    """The letters by which a hypothesis is tied to others: the functions in it, where it is said of all numbers."""
    law = isinstance(formula, Node) and formula.head is Head.FOR_ALL
    return (functions(formula) if law else frozenset()) or formula.free


def nearest_premises(claim: Claim, among: Sequence[int], most: int) -> list[int]:
    """Return the indices of at most ``most`` premises of a claim, of ``among``, in their order: those that may help.

    Near are those that share letters with the formula, then those that share letters with these, and so on, in each
    round the latest first. Laws without letters are near to all. What shares no letters with the formula, directly or
    in turn, says nothing of it and is left out; but to a formula that has no letters, and where complex numbers are
    spoken of, which tells what roots are, all are near: those first that share letters with what is supposed.
    """
    said, every = {i: claim.premises[i].formula for i in among}, not claim.formula.free or is_complex(claim)
    if every and len(said) <= most:
        return list(among)
    speaking: dict[str, list[int]] = {}
    for i, formula in said.items():
        for name in formula.free:
            speaking.setdefault(name, []).append(i)
    supposed = (said[i].free for i in among if claim.premises[i].standing is Standing.HYPOTHESIS)
    names = claim.formula.free or frozenset[str]().union(*supposed)
    known, chosen = set[str](), dict.fromkeys(i for i in among if _is_law(said[i]))
    while names and len(chosen) < most:
        known |= names
        fresh = {i for name in names for i in speaking.get(name, ()) if i not in chosen}
        chosen |= dict.fromkeys(sorted(fresh, reverse=True))
        names = frozenset[str]().union(*(said[i].free for i in fresh)) - known
    others = (i for i in among if i not in chosen and every)
    return sorted([*chosen, *others][:most])


def fewest_premises(claim: Claim, among: Sequence[int], most: int) -> list[int]:
    """Return the indices of at most ``most`` premises of a claim, of ``among``, in their order: one after another those
    that share letters with the formula or with those before, the ones with the fewest other letters first, of these
    the latest."""
    left = {i: claim.premises[i].formula.free for i in among}
    known, chosen = claim.formula.free, list[int]()
    while len(chosen) < most and (fresh := [i for i, names in left.items() if names & known]):
        index = min(fresh, key=lambda i: (len(left[i] - known), -i))
        known |= left.pop(index)
        chosen.append(index)
    return sorted(chosen)


def latest_premises(claim: Claim, among: Sequence[int], most: int) -> list[int]:
    """Return the indices of at most ``most`` premises of a claim, of ``among``, in their order: the latest ones that
    share letters with the formula, directly or through one another."""
    reach, chosen = set(claim.formula.free), list[int]()
    once: dict[Expr, int] = {}  # what is said twice helps once: as it was said first, or first shown
    for i in among:
        said = claim.premises[i]
        held = once.pop(said.formula, i)
        firmer = said.standing in FIRM and claim.premises[held].standing not in FIRM
        once[said.formula] = i if firmer else held
    for _ in range(2):
        for i in reversed(once.values()):
            names = claim.premises[i].formula.free
            if len(chosen) < most and i not in chosen and not reach.isdisjoint(names):
                chosen.append(i)
                reach |= names
    return sorted(chosen)


def without_names(claim: Claim, among: Sequence[int]) -> list[int]:
    """Return those of some premises of a claim that do not only give a name to something: one that neither the formula
    nor what is left speaks of."""
    left = {i: claim.premises[i].formula.free for i in among}
    while True:
        spoken = Counter(name for names in left.values() for name in names)
        spoken.update(claim.formula.free)
        named = [i for i in left if any(spoken[name] == 1 for name in _named(claim.premises[i].formula))]
        if not named:
            return list(left)
        for i in named:
            del left[i]


def _named(formula: Expr) -> frozenset[str]:
    """The name that a formula gives to something."""
    match formula:
        case Node(head=Head.EQ, args=(Sym(name), said)) if name not in said.free:
            return frozenset({name})
    return frozenset()


def _is_law(formula: Expr) -> bool:
    """Whether a formula without letters says something of all numbers, or of some."""
    return not formula.free and any(isinstance(part, Node) and part.letters for part in walk_expr(formula))


def plain(formula: Expr) -> bool:
    """Return whether a formula has no decimals."""
    return not any(isinstance(part, Dec) for part in walk_expr(formula))


def comparison(formula: Expr, types: Mapping[str, Type]) -> bool:
    """Return whether a formula is a comparison that leaves have, of letters of these types."""
    return isinstance(formula, Node) and formula.head in COMPARISONS and _lowers(formula, types)


def _lowers(formula: Expr, types: Mapping[str, Type]) -> bool:
    try:
        leaf_claim(formula, [], types, frozenset())
    except CheckFailed:
        return False
    return True


def spent(one: Held) -> Held:
    """Return a hypothesis that says nothing, in the place of one."""
    return Held(_NOTHING, one.origin, one.standing)


def of_one(name: str, place: Place) -> Place:
    """Return the place where only what is said of a letter alone is held, or of none, each at its index."""
    return replace(place, held=tuple(one if one.formula.free <= {name} else spent(one) for one in place.held))


_NOTHING = Node(Head.TRUE)


def speaks_against(holds: bool, formula: Expr) -> bool:
    """Return whether exact evaluation of a comparison without letters says that it has not this reading."""
    if not isinstance(formula, Node) or formula.head not in COMPARISONS or formula.free:
        return False
    try:
        return truth(formula, {}) is not holds
    except NotEvaluated:
        return False


def already(said: Expr, held: Set[Expr]) -> bool:
    """Return whether a formula says nothing beside what is held: each part of it is held or compares numerals, or one
    part of it is, where it is a disjunction."""
    said = inwards(said)  # as hypotheses are held
    if said in held or not isinstance(said, Node):
        return said in held
    if said.head in (Head.AND, Head.OR):
        return (all if said.head is Head.AND else any)(already(arg, held) for arg in said.args)
    numerals = said.head in COMPARISONS and all(isinstance(arg, Int) for arg in said.args)
    return numerals and truth(said, {}) is True


def binds(formula: Expr) -> bool:
    """Return whether a formula binds letters somewhere."""
    return any(isinstance(part, Node) and part.letters for part in walk_expr(formula))
