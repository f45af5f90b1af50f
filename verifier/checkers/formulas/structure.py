"""The checker of formulas (trusted): it walks a structural proof, whose leaves are relations that other checkers show.

A proof of a formula shows that it holds, a refutation that it fails (strong Kleene: ``verifier/docs/language.md``). The
tree is JSON, one rule a node, and names hypotheses by index: first the conjuncts of the claim's premises, in order,
then what the types of its letters say, then what the rules above have assumed. Numbers ``at`` are rational numbers,
letters in scope, or expressions (``expression_json``); ``whole`` are hypotheses that say what is a whole number.
A proof of False needs no model of its premises: that there is none is what it shows.

===============  ==================================================================================================
rule             shows
===============  ==================================================================================================
given            what a hypothesis says, ``of``
leaf             a comparison, by a registered ``checker`` on ``data``, from the comparisons ``uses``
at               anything, by putting each letter of ``values`` at what it is shown to equal: numbers without letters
values           any formula, by evaluation at the values that the equations ``pins`` force
all, one         every part of a conjunction; part ``index`` of a disjunction
assume           one of two formulas, by the second where the first, which is defined everywhere, fails
arbitrary        ForAll, for letters that nothing else speaks of
witness          Exists, at numbers ``at``, which are of the letters' types
cases            anything, in each case of the disjunction ``of``
instance         anything, from the hypothesis ``of``, a ForAll, at numbers ``at``, which are of the letters' types
detach           anything, from the implication ``of``, whose left side is shown
absurd           anything, where the hypothesis ``of`` is shown to fail
exists_elim      anything, from the hypothesis ``of``, an Exists, with letters that nothing else speaks of
lemma            anything, by a ``lemma`` that is shown first
excluded_middle  anything, where ``asked``, which is defined everywhere, holds, and where it fails
unfold           a formula by its definition, by the way ``index``; or anything, with what the hypothesis ``of`` says
                 by its definition, or what the function of a ``number`` means: see ``definitions``
linear           a comparison of real numbers, or False, by sums of multiples of comparisons: see ``linear``
signs            the sign of a number, by the signs of its parts
residues         divisibility and what is made of it, at all residues by ``modulus``: see ``whole_numbers``
range            anything, at each value of a whole ``letter`` between two numbers that are shown to bound it
replace          anything, with one side of the equation ``of`` replaced by the other
rewrite          anything, with a letter for a matrix or a point replaced by what the hypothesis ``of`` says that it is
parted           anything, with a complex ``letter`` written by its parts: see ``complex_numbers``
===============  ==================================================================================================

That a formula fails is shown as what must hold for that: see ``readings``. So an implication is one of two formulas, an
equivalence two implications, and what fails of all numbers is a witness.
Where numbers ``at`` are to be of the types of letters, ``whole`` are hypotheses that say what is whole, and ``bounds``
such that compare it with a numeral: that it is at least 0, or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from verifier.checkers.formulas.places.models import model_of, two_models
from verifier.checkers.formulas.places.place import is_complex, is_doubtful, opening
from verifier.checkers.formulas.walk import Walk
from verifier.kernel.claim import Claim
from verifier.kernel.expr import ExprTooLarge, Head, Node
from verifier.kernel.verdict import Certificate, Checker, CheckFailed, Proof, Reason, Shows


class StructureChecker:
    """Accepts ``{"tree": ..., "model": {letter: "3/2"}}``. The model, of the premises that the tree uses, shows that
    they do not contradict each other; ``models.model_of`` says what else a value may be. ``{"models": [...]}`` are the
    two that show a claim independent. ``leaves`` gives the checker of a leaf by its name; the door is asked of each."""

    name: ClassVar[str] = "structure"
    version: ClassVar[str] = "1"

    def __init__(self, leaves: Callable[[str], Checker]) -> None:
        self._leaves = leaves

    def check(self, claim: Claim, proof: Proof) -> Certificate:
        """Return the certificate of a proof whose every rule applies.

        Raises:
            CheckFailed: at the first rule that does not, with what is missing.
        """
        if proof.checker != self.name or not isinstance(proof.data, Mapping):
            raise CheckFailed("this is no structural proof")
        try:
            return self._checked(claim, proof)
        except ExprTooLarge as error:
            raise CheckFailed(str(error), Reason.OUT_OF_BUDGET) from error
        except RecursionError:
            raise CheckFailed("a proof that nests too deep", Reason.OUT_OF_BUDGET) from None

    def _checked(self, claim: Claim, proof: Proof) -> Certificate:
        if proof.shows is Shows.INDEPENDENT:
            two_models(claim, proof.data.get("models"), self._proved)
            return Certificate(claim, proof, self.version)
        _sure(claim)
        walk = Walk(claim, self._leaves)
        walk.show(proof.shows is Shows.TRUE, claim.formula, opening(claim), proof.data.get("tree"))
        if unused := [one.id for i, one in enumerate(claim.premises) if i not in walk.used]:
            raise CheckFailed(f"the proof uses no premise {unused[0]!r:.40}")
        notes: dict[str, Any] = {"leaves": walk.leaves}
        if walk.used and not contradiction(claim, proof):
            self.model(claim, proof.data)
            notes["model"] = dict(proof.data["model"])
        notes |= {"as_rounded": True} if walk.rounded else {}
        return Certificate(
            claim, proof, self.version, walk.toolchain, tuple(walk.axioms), tuple(walk.conditions), notes
        )

    def model(self, claim: Claim, data: Mapping[str, Any]) -> None:
        """Check the model of the claim's premises in the data of a proof.

        Raises:
            CheckFailed: where it is none.
        """
        model_of(claim, data, self._proved)

    def _proved(self, claim: Claim, tree: object) -> None:
        """Check a proof of a claim that speaks of nothing but what its own premises are about."""
        if not claim.formula.free <= {one.name for one in claim.types}:
            raise CheckFailed("the model gives no value for a letter", Reason.NO_MODEL_FOUND)
        _sure(claim)
        Walk(claim, self._leaves).show(True, claim.formula, opening(claim).inside(), tree)


def _sure(claim: Claim) -> None:
    if is_complex(claim) and is_doubtful(claim.formula):
        raise CheckFailed("a root or a logarithm may be no real number", Reason.OUT_OF_SCOPE)


def contradiction(claim: Claim, proof: Proof) -> bool:
    """Return whether a proof is one of False: it shows that its premises have no model, so that none is asked for."""
    return claim.formula == Node(Head.FALSE) and proof.shows is Shows.TRUE
