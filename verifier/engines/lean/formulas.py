"""The engine that puts formulas to Lean: what is decided, in the same direction, from the same premises; and what is
open, in the direction that the values at a model of its premises point to."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar, Final

from verifier.checkers.evaluate import Point
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.checker import LeanChecker, modelled, rendered
from verifier.checkers.lean.process.prover import Prover
from verifier.checkers.lean.toolchain import mathlib
from verifier.checkers.points import read_point
from verifier.engines.formulas.models.models import SMALL, model_for
from verifier.engines.formulas.prover import Tree
from verifier.engines.formulas.solving.sampling import extreme_place, sampled
from verifier.engines.formulas.usable import nearest_premises
from verifier.engines.lean.tactics.formula_proofs import along, script, texts
from verifier.engines.lean.tactics.parts import parted
from verifier.kernel.claim import FIRM, Claim
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Node, NotSubstituted, substitute
from verifier.kernel.verdict import (
    Certificate,
    CheckFailed,
    Decided,
    Independent,
    Proof,
    Proved,
    Reason,
    Refuted,
    Shows,
    Unknown,
    admit,
)

LEAF: Tree = {"rule": "leaf"}
FEW = 4  # most bound letters whose squares are spoken of
_NO_SHAPE = (NotEvaluated, CheckFailed, ExprTooLarge, ExprTooLarge, NotSubstituted)


def shaped(claim: Claim, said: Expr, holds: bool, point: Point) -> Tree | None:
    """Return a tree for the T or F reading of the claim's formula, ``said`` as it is spelled out, at a model of its
    premises; or None."""
    values = {name: numeral(x) for name, x in point.items()}
    try:
        return _shaped(said, substitute(said, values), holds, _nearest(claim.formula, values))
    except _NO_SHAPE:
        return None


def _nearest(formula: Expr, values: dict[str, Expr]) -> list[str] | None:
    """Where an extreme is reached."""
    if not isinstance(formula, Node) or formula.head not in (Head.IS_MAX, Head.IS_MIN):
        return None
    put = substitute(formula, {name: x for name, x in values.items() if name in formula.free})
    found = extreme_place(put) if isinstance(put, Node) else None
    return None if found is None else found[0][1]


def _shaped(said: Expr, there: Expr, holds: bool, near: list[str] | None) -> Tree | None:
    """``there`` is the formula at the model."""
    if not isinstance(said, Node) or not isinstance(there, Node):
        return LEAF
    match said.head:
        case Head.NOT:
            inside = _shaped(said.args[0], there.args[0], not holds, near)
            return None if inside is None else {"rule": "not", "tree": inside}
        case Head.AND | Head.OR if holds is (said.head is Head.AND):
            pairs = zip(said.args, there.args, strict=True)
            trees = [_shaped(*pair, holds, near) for pair in pairs]
            return None if None in trees else {"rule": "all", "trees": trees}
        case Head.AND | Head.OR:
            return _one(said, there, holds, near)
        case Head.FOR_ALL | Head.EXISTS if holds is (said.head is Head.FOR_ALL):
            beside = near if near is not None and len(near) == len(said.letters) else ["0"] * len(said.letters)
            return {"rule": "arbitrary", "tree": LEAF, **({"near": beside} if len(beside) <= FEW else {})}
        case Head.FOR_ALL | Head.EXISTS:
            found = [near] if near is not None and len(near) == len(said.letters) else []
            found += [] if there.free else [spelled for _, spelled in sampled(there, holds)[0][:1]]
            return {"rule": "witness", "at": found[0]} if found else None
    return LEAF


def _one(said: Node, there: Node, holds: bool, near: list[str] | None) -> Tree | None:
    """The first part that evaluation says to hold, or fail; else the first that can be shown by a number."""
    for index, arg in enumerate(there.args):
        try:
            known = truth(arg, {}) is holds
        except NotEvaluated:
            known = False
        inside = _shaped(said.args[index], arg, holds, near)
        if inside is not None and (known or inside.get("rule") == "witness"):
            return {"rule": "one", "index": index, "tree": inside}
    return None


Told = Proved | Refuted | Unknown
"""What Lean makes of a formula: the verdict on its own certificate, or why there is none."""

SPENT: Final = "Lean's share of time is used up"

MAX_PREMISES: Final = 8
"""Most premises of an open claim that Lean is asked about."""


class LeanFormulaEngine:
    """Puts decided formulas to Lean, many at once. The door decides what its certificates are worth."""

    name: ClassVar[str] = "lean"

    def __init__(self, session: Prover, deadline: float = 60.0) -> None:
        """``deadline`` is in seconds, for one request. Starts nothing."""
        self.checker, self._session = LeanChecker(session, deadline), session

    def certified(self, decided: Sequence[Certificate], until: float = math.inf, *, alarm: bool = False) -> list[Told]:
        """Return what Lean makes of each decided formula, in the same direction and from the same premises. After
        ``until`` (monotonic seconds) nothing more is asked.

        ``alarm``: Lean is asked for the opposite too, where the values at a model say that.
        """
        offers = ((one, chain(proofs(one), opposite(one) if alarm else ())) for one in decided)
        trials = {id(one): _Trial(_claim(one), self._with_mathlib(_of(_claim(one), each))) for one, each in offers}
        self._ask(trials.values(), until)
        return [trials[id(one)].told for one in decided]

    def settled(self, claims: Sequence[Claim], until: float = math.inf) -> list[Told]:
        """Return what Lean makes of claims that nothing else decides. After ``until`` (monotonic seconds) nothing more
        is asked."""
        trials = {claim: _Trial(claim, self._with_mathlib(open_proofs(claim))) for claim in claims}
        self._ask(trials.values(), until)
        return [trials[claim].told for claim in claims]

    def _with_mathlib(self, offers: Iterator[Offer | Unknown]) -> Iterator[Offer | Unknown]:
        """Yield the offers, then the tactics of Mathlib where this Lean has it; it has started by then."""
        first: Offer | None = None
        for offer in offers:
            yield offer
            first = first or (None if isinstance(offer, Unknown) else offer)
        if first is None or not mathlib.is_in(self._session.version):
            return
        claim, plain = first
        data = {name: value for name, value in plain.data.items() if name != "text"}
        yield from _of(claim, _tried(claim, plain.shows, {**data, "mathlib": True}, None))

    def _ask(self, trials: Collection[_Trial], until: float) -> None:
        """Ask in rounds: everyone's first proof, the second of those whose first Lean refused, and so on."""
        while time.monotonic() < until:
            offered = [(trial, offer) for trial in trials if (offer := trial.offer()) is not None]
            if not offered:
                return
            found = self.checker.check_many([offer for _, offer in offered])
            for (trial, offer), checked in zip(offered, found, strict=True):
                trial.take(self._verdict(*offer, checked))

    def _verdict(self, claim: Claim, proof: Proof, checked: Certificate | CheckFailed) -> Told:
        if isinstance(checked, CheckFailed):
            return Unknown(checked.reason, str(checked))
        try:
            verdict = admit(claim, proof, self.checker)
        except CheckFailed as failure:
            return Unknown(failure.reason, str(failure))
        assert not isinstance(verdict, Independent)  # its checker shows of none that it is
        return verdict


Offer = tuple[Claim, Proof]
"""A proof, and the claim that it is of: the one asked about, under those premises that it uses."""


@dataclass(slots=True)
class _Trial:
    """A claim, the proofs that are left to try, and what came of those before."""

    claim: Claim
    offers: Iterator[Offer | Unknown]
    told: Told = field(default_factory=lambda: Unknown(Reason.OUT_OF_BUDGET, SPENT))

    def offer(self) -> Offer | None:
        """Return the next proof to check, or None when it is decided or nothing is left."""
        while not isinstance(self.told, Decided) and (offer := next(self.offers, None)) is not None:
            if not isinstance(offer, Unknown):
                return offer
            self.told = offer
        return None

    def take(self, found: Told) -> None:
        """Take in what came of the proof that was offered last."""
        self.told = found


def _of(claim: Claim, found: Iterator[Proof | Unknown]) -> Iterator[Offer | Unknown]:
    yield from (one if isinstance(one, Unknown) else (claim, one) for one in found)


def may_ask(claim: Claim) -> bool:
    """Return whether there is a proof of an open claim that Lean could be asked about."""
    return any(not isinstance(one, Unknown) for one in open_proofs(claim))


def open_proofs(claim: Claim) -> Iterator[Offer | Unknown]:
    """Yield the proofs that Lean may accept of an open claim, cheapest first, or why there are none."""
    for found in directions(claim):
        if isinstance(found, Unknown):
            yield found
        else:
            yield from _of(found.claim, _tried(found.claim, found.shows, found.data, None))


@dataclass(frozen=True, slots=True)
class Direction:
    """A claim under those premises that are used, what is to be shown of it, and the model, as data of a proof."""

    claim: Claim
    shows: Shows
    data: Mapping[str, Any]


def directions(claim: Claim) -> Iterator[Direction | Unknown]:
    """Yield what may be shown of an open claim, or why nothing is: what the values at a model of its firm premises
    tell; that it is true, where they tell nothing, and from all premises."""
    every = nearest_premises(claim, range(len(claim.premises)), MAX_PREMISES)
    firm = nearest_premises(claim, [i for i, one in enumerate(claim.premises) if one.standing in FIRM], MAX_PREMISES)
    for indices in dict.fromkeys((tuple(firm), tuple(every))):
        kept = claim.under(indices)
        model = model_for(kept) if kept.types or kept.premises else {}
        if model is None:
            yield Unknown(Reason.NO_MODEL_FOUND, "no model of the premises was found")
            continue
        try:
            point = read_point({name: one for name, one in model.items() if isinstance(one, str)})
            shows = Shows.FALSE if truth(kept.formula, point) is False else Shows.TRUE
        except NotEvaluated:
            shows = Shows.TRUE
        if shows is Shows.FALSE and any(one.standing not in FIRM for one in kept.premises):
            yield Unknown(Reason.CONFLICTS_WITH_STATED, "it fails where what was stated before holds")
            continue
        yield Direction(kept, shows, {"model": dict(model)} if model else {})


def proofs(decided: Certificate) -> Iterator[Proof | Unknown]:
    """Yield the proofs that Lean may accept of what was decided, cheapest first, or why it cannot be told."""
    claim, shows, stored = _claim(decided), decided.proof.shows, decided.proof.data
    data: dict[str, Any] = {"assume_defined": True} if decided.side_conditions else {}
    model = stored.get("model") if "model" in stored else model_for(claim)
    data |= {} if model is None else {"model": dict(model)}
    data |= {name: stored[name] for name in ("zeros", "at_model") if name in stored}
    if decided.side_conditions and (at := defined_at(claim, data.get("model") or {})) is not None:
        data |= {"defined_at": at}
    if not decided.notes.get("as_rounded") and _as_rounded(claim, Proof(LeanChecker.name, shows, data)):
        yield Unknown(Reason.ROUNDED, "Lean would show it as rounded, and it was decided exactly")
        return
    yield from _tried(claim, shows, data, stored.get("tree"))


def opposite(decided: Certificate) -> Iterator[Proof | Unknown]:
    """Yield proofs of the opposite of what was decided, where the values at a model say that: a checker is broken."""
    claim, shows, stored = _claim(decided), decided.proof.shows, decided.proof.data
    model = stored.get("model") if "model" in stored else model_for(claim)
    data: dict[str, Any] = {} if model is None else {"model": dict(model)}
    point = read_point({name: one for name, one in (model or {}).items() if isinstance(one, str)})
    try:
        told = truth(claim.formula, point)
    except NotEvaluated:
        return
    if told is not None and told is not (shows is Shows.TRUE):
        yield from _tried(claim, Shows.FALSE if shows is Shows.TRUE else Shows.TRUE, data, None)


def _as_rounded(claim: Claim, bare: Proof) -> bool:
    try:
        return rendered(claim, bare, modelled(claim, bare)).as_rounded
    except CheckFailed:
        return False


def _tried(claim: Claim, shows: Shows, data: Mapping[str, Any], tree: Any) -> Iterator[Proof | Unknown]:
    """Yield the proofs that there are with these data, along a structural proof where there is one."""
    bare = Proof(LeanChecker.name, shows, data)
    try:
        point = modelled(claim, bare)
        found = rendered(claim, bare, point)
    except CheckFailed as failure:
        yield Unknown(failure.reason, str(failure))
        return
    holds = shows is Shows.TRUE
    for text in texts(found, point, holds, tree):
        yield Proof(LeanChecker.name, shows, {**data, "text": text})
    own = None if found.is_closed or found.mathlib else shaped(claim, found.formula, holds, point)
    for lines in along(found, point, holds, own) if parted(own) else ():
        yield Proof(LeanChecker.name, shows, {**data, "text": script(found, lines)})


def defined_at(claim: Claim, model: Mapping[str, str]) -> dict[str, str] | None:
    """Small values of the letters that are bound by ForAll around a formula at which it holds, or None."""
    formula, names = claim.formula, list[str]()
    while isinstance(formula, Node) and formula.head is Head.FOR_ALL:
        names += [one.name for one in formula.letters]
        formula = formula.args[0]
    for turn in range(len(SMALL) if names else 0):
        at = {name: SMALL[(turn + i) % len(SMALL)] for i, name in enumerate(names)}
        try:
            if truth(formula, {**read_point(model), **at}) is True:
                return {name: str(value) for name, value in at.items()}
        except NotEvaluated:
            continue
    return None


def _claim(decided: Certificate) -> Claim:
    assert isinstance(decided.claim, Claim)  # of the checkers of formulas
    return decided.claim
