"""No edit of a proof, and no edit of its claim, shows what is false."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from support.formulas import sequents
from support.formulas.accepted_proofs import ACCEPTED
from support.formulas.brute_force import judged
from support.formulas.edits import altered_claim, edited
from support.formulas.proposed_proofs import Submitted, of_drawn_statements, with_edits
from support.formulas.zeros import Unknown

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.structure import StructureChecker
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Head, Node, walk_expr
from verifier.kernel.verdict import Certificate, CheckFailed, Proof, Shows
from verifier.language.expressions.spell import spell


def claims() -> Iterator[tuple[str, Claim, Proof]]:
    """Yield the proofs in the tests, each with its claim."""
    for text, premises, tree, holds, model in ACCEPTED:
        shows = Shows.TRUE if holds else Shows.FALSE
        yield text, sequents.claim(text, *premises), Proof("structure", shows, {"tree": tree, "model": model})


def edited_proofs() -> Iterator[tuple[Claim, Proof]]:
    """Yield the proofs in the tests, and edits of them, each with its claim: some are accepted."""
    chance = random.Random(3)
    for _, claim, proof in claims():
        yield claim, proof
        plain = json.loads(json.dumps(proof.data, default=str))
        for _ in range(14):
            yield claim, Proof(proof.checker, proof.shows, edited(plain, chance))


def test_an_edit_changes_a_copy_at_one_place() -> None:
    data: dict[str, Any] = {"a": [1, 2, "x + 1"], "b": {"c": "3/2", "d": True}}
    whole = repr(data)
    found = [edited(data, random.Random(seed)) for seed in range(60)]
    assert repr(data) == whole
    assert sum(one != data for one in found) > 50 and len({repr(one) for one in found}) > 15


def test_no_proof_and_no_edit_of_it_shows_a_claim_and_its_opposite() -> None:
    checker = StructureChecker(checker_of)
    shown: dict[str, set[Shows]] = {}
    for claim, proof in edited_proofs():
        for shows in (Shows.TRUE, Shows.FALSE):
            try:
                checker.check(claim, Proof(proof.checker, shows, proof.data))
            except CheckFailed:
                continue
            shown.setdefault(claim.fingerprint, set()).add(shows)
    assert len(shown) > 50 and all(len(one) == 1 for one in shown.values())


def _accepted(one: Submitted) -> Certificate | None:
    try:
        return StructureChecker(checker_of).check(one.claim, one.proof)
    except CheckFailed:
        return None


def test_no_edit_of_a_proof_shows_what_is_false_or_refutes_what_holds() -> None:
    told = list(with_edits(of_drawn_statements(1), 40, 0))
    accepted = [one for one in told if _accepted(one) is not None]
    assert 80 < len(accepted) < 0.2 * len(told)
    assert [one.name for one in accepted if one.holds is not (one.proof.shows is Shows.TRUE)] == []


BINDING = {Head.FOR_ALL, Head.EXISTS, Head.SOLVES, Head.IS_MAX, Head.IS_MIN}


def test_a_proof_of_an_edited_claim_shows_what_brute_force_finds_at_the_model_of_its_premises() -> None:
    found = 0
    for one in with_edits(of_drawn_statements(1), 0, 16):
        said = one.claim.formula
        heads = {part.head for part in walk_expr(said) if isinstance(part, Node)}
        if said == Node(Head.FALSE) or heads & BINDING or (made := _accepted(one)) is None:
            continue  # what contradicts itself has no model, and brute force goes through few numbers
        model = made.notes.get("model", {})
        try:
            truth = judged(spell(said), {name: Fraction(model[name]) for name in said.free})
        except (KeyError, TypeError, ValueError, Unknown):
            continue  # a letter without a rational value, or what brute force does not tell
        found += 1
        assert truth == ("T" if one.proof.shows is Shows.TRUE else "F"), one.name
    assert found > 100


def test_an_edit_changes_a_claim_at_one_place() -> None:
    chance = random.Random(8)
    edits = [(claim, altered_claim(claim, chance)) for _, claim, _ in claims()]
    assert sum(one != other for one, other in edits) > 0.8 * len(edits) > 40
    assert all(one.rounded == other.rounded and len(one.premises) == len(other.premises) for one, other in edits)
