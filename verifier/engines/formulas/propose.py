"""The engine of formulas: what the search found, as a proof of the claim under the premises that it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from verifier.checkers.effort import Effort, OutOfEffort
from verifier.checkers.formulas.places.place import Held, bounds, conjuncts, is_complex, leaf_claim, opening
from verifier.checkers.points import spell
from verifier.engines.candidate import GIVEN_UP, NO_PROOF, Candidate
from verifier.engines.formulas.budgets import FULL, MAX_DEPTH, SHALLOW, Budget
from verifier.engines.formulas.models.models import has_model_at, model_for, two_models_for
from verifier.engines.formulas.proved_models import model_by_proof, two_models_by_proof
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.search import Leaves, Search
from verifier.engines.formulas.usable import fewest_premises, latest_premises, nearest_premises, without_names
from verifier.engines.settle import most_telling
from verifier.engines.symbolic.model import model
from verifier.kernel.claim import FIRM, Claim, Standing, claim_of
from verifier.kernel.expr import Head, Int, Node, node
from verifier.kernel.verdict import CheckFailed, Proof, Reason, Shows, Unknown

MAX_PREMISES = 120  # most premises of a formula that are looked at
MAX_LATEST = 8  # how many of those that were stated last are tried by themselves


class FormulaEngine:
    """Proposes structural proofs; ``leaves`` settles relations."""

    name: ClassVar[str] = "formulas"

    def __init__(self, leaves: Leaves, budget: Budget = FULL) -> None:
        self._leaves, self._budget = leaves, budget

    def propose(self, claim: Claim) -> Iterator[Candidate | Unknown]:
        """Yield a proof or a refutation from the firm premises, else a proof from all; or why there is none."""
        budget = self._budget
        effort = Effort(budget.steps)
        if claim.premises and not claim.formula.free and claim.formula != Node(Head.FALSE):
            alone = self._under(claim.under(()), effort)  # what has no letters seldom needs what is said of letters
            if isinstance(alone, Candidate):
                yield alone
        if not budget.deep:
            latest = latest_premises(claim, range(len(claim.premises)), MAX_LATEST)
            yield self._under(claim.under(latest), effort)
            return
        every = nearest_premises(claim, range(len(claim.premises)), MAX_PREMISES)
        firm = [i for i, one in enumerate(claim.premises) if one.standing in FIRM]
        firm = every if len(firm) == len(claim.premises) else nearest_premises(claim, firm, MAX_PREMISES)
        yield from self._by_few(claim, firm)
        late = [] if is_complex(claim) or firm == every else latest_premises(claim, every, MAX_LATEST)
        rest = budget.steps // 4 if firm != every else 0
        yield self._under(claim.under(firm), Effort(budget.steps - rest))
        if late:  # whoever asks goes on where the proof is not admitted
            yield self._under(claim.under(late), Effort(budget.latest))
        if rest:
            yield self._under(claim.under(every), Effort(rest))
        if not budget.models:
            return
        try:
            with Effort(budget.models).counted():
                models = two_models_for(claim) or two_models_by_proof(claim, self._leaves)
        except GIVEN_UP:
            return
        if models is not None:
            yield Candidate(claim, Proof("structure", Shows.INDEPENDENT, {"models": models}))

    def _by_few(self, claim: Claim, firm: Sequence[int]) -> Iterator[Candidate]:
        """Yield what few premises show that the chain itself rests on: a search among many takes more, and leads
        astray."""
        given = [i for i in firm if claim.premises[i].standing is not Standing.PROVED]
        given = without_names(claim, given)
        if is_complex(claim) or not (given and self._budget.few):  # there every premise says what roots are
            return
        few = [tuple(fewest_premises(claim, given, most)) for most, _ in self._budget.few]
        found = self._under(claim.under(few[-1]), Effort(SHALLOW.steps), SHALLOW) if few[-1] else None
        if isinstance(found, Candidate):
            yield found
        steps = (most for _, most in self._budget.few)
        for chosen, most in dict(zip(few, steps, strict=True)).items():  # the same ones once, with the most work
            if 0 < len(chosen) < len(firm):
                found = self._under(claim.under(chosen), Effort(most))
                if isinstance(found, Candidate):
                    yield found

    def _under(self, claim: Claim, effort: Effort, budget: Budget | None = None) -> Candidate | Unknown:
        """What a search within an effort finds of a claim, or why it found nothing."""
        with effort.counted():
            found = self._found(claim, budget or self._budget)
        if isinstance(found, Unknown) and effort.out:
            return Unknown(Reason.OUT_OF_BUDGET, f"more than {effort.steps} steps of work")
        return found

    def _found(self, claim: Claim, budget: Budget) -> Candidate | Unknown:
        try:
            search = Search(claim, self._leaves, budget)
            holds, tree = next(search.trees(), (True, None))
            if tree is None:
                return most_telling(search.why, NO_PROOF)
            with Effort(budget.ending).counted():
                return finished(claim, holds, tree, self._leaves)
        except OutOfEffort:
            return Unknown(Reason.OUT_OF_BUDGET, f"more than {budget.steps} steps of work")
        except GIVEN_UP as error:
            return Unknown(Reason.OUT_OF_BUDGET, f"the search was given up: {error!s:.160}")


def contradiction(claim: Claim, leaves: Leaves) -> Candidate | None:
    """Return a proof of False from premises of a claim, under those of them that it uses, or None.

    No model is asked for: that the premises have none is what the proof shows.
    """
    asked = claim_of(Node(Head.FALSE), claim.types, claim.premises, claim.rounded)
    asked = asked.under(nearest_premises(asked, range(len(asked.premises)), MAX_PREMISES))
    try:
        tree = Search(asked, leaves).shown(True, asked.formula, opening(asked), MAX_DEPTH)
        found = None if tree is None else finished(asked, True, tree, leaves)
    except GIVEN_UP:
        return None
    return found if isinstance(found, Candidate) else None


def finished(claim: Claim, holds: bool, tree: Tree, leaves: Leaves) -> Candidate | Unknown:
    """Return the proof of the claim under the premises that its tree uses, with a model of these."""
    origins = [i for i, one in enumerate(claim.premises) for _ in conjuncts(one.formula)]
    typed = [one.name for one in claim.types for _ in bounds(one)]
    named = set(_indices(tree))
    used = sorted({origins[i] for i in named if i < len(origins)})
    final = claim.under(used)
    if not holds and any(one.standing not in FIRM for one in final.premises):
        return Unknown(Reason.CONFLICTS_WITH_STATED, "it contradicts what was stated before")
    kept = [i for i, origin in enumerate(origins) if origin in used]
    left = [one.name for one in final.types for _ in bounds(one)]
    moved = {old: new for new, old in enumerate(kept)}
    moved |= {len(origins) + i: len(kept) + left.index(name) for i, name in enumerate(typed) if name in left}
    before, after = len(origins) + len(typed), len(kept) + len(left)
    data: dict[str, Any] = {"tree": _renumbered(_parted(tree, final), moved, before, after)}
    if used and not (holds and final.formula == Node(Head.FALSE)):
        numbers = _guessed(final) or model_for(final)
        if numbers is None:
            found = model_by_proof(final, leaves)
            if found is None:
                return Unknown(Reason.NO_MODEL_FOUND, "no model of what it rests on was found")
            data |= found
        else:
            data["model"] = numbers
    return Candidate(final, Proof("structure", Shows.TRUE if holds else Shows.FALSE, data))


def _guessed(claim: Claim) -> dict[str, str | bool] | None:
    """Return a model of premises that are relations, as they are solved for letters; None where none is found so."""
    try:
        held = [Held(one.formula) for one in claim.premises]
        types = {one.name: one.type for one in claim.types}
        point = model(leaf_claim(node(Head.EQ, Int(0), Int(0)), held, types, frozenset()))
    except CheckFailed:
        return None
    found: dict[str, str | bool] = {name: spell((point or {}).get(name, Fraction(1))) for name in types}
    return found if point is not None and has_model_at(claim, found) else None


def _parted(tree: Tree, claim: Claim) -> Tree:
    """The tree without the letters that it parts at its top and that the claim does not have."""
    names = {one.name for one in claim.types}
    if tree.get("rule") != "parted":
        return tree
    inner = _parted(tree["tree"], claim)
    return {**tree, "tree": inner} if tree["letter"] in names else inner


def _indices(tree: Mapping[str, Any]) -> Iterator[int]:
    for key, value in tree.items():
        if key in ("uses", "pins", "whole", "bounds", "defined"):
            yield from value
        elif key in ("of", "in"):
            yield value
        elif key == "tree":
            yield from _indices(value)
        elif key == "trees":
            for one in value:
                yield from _indices(one)
        elif key == "values" and tree.get("rule") == "at":
            for _, _, one in value:
                yield from _indices(one)


def _renumbered(tree: Mapping[str, Any], moved: Mapping[int, int], before: int, after: int) -> Tree:
    """The tree with hypotheses named by their new indices; those that rules assumed come behind the others."""

    def new(index: int) -> int:
        return index - before + after if index >= before else moved[index]

    found: Tree = {}
    for key, value in tree.items():
        match key:
            case "uses" | "pins" | "whole" | "bounds" | "defined":
                found[key] = [new(index) for index in value]
            case "of" | "in":
                found[key] = new(value)
            case "tree":
                found[key] = _renumbered(value, moved, before, after)
            case "values" if tree.get("rule") == "at":
                found[key] = [[n, v, _renumbered(one, moved, before, after)] for n, v, one in value]
            case "trees":
                found[key] = [_renumbered(one, moved, before, after) for one in value]
            case _:
                found[key] = value
    return found
