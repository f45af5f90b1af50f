"""Examining what translations come to: a state that a doubt bars is open, and the doubts are told by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated
from verifier.claims.context import defined
from verifier.engines.formulas.solving.forcing import forced
from verifier.judging.agreeing.agreement import Together
from verifier.judging.deciding.decider import Decider
from verifier.judging.deciding.opened import opened
from verifier.judging.deciding.suppositions import tied_to
from verifier.judging.deciding.translation import Decision, Decisions
from verifier.judging.judgements.judgement import State
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr, Head, Int, Node, node
from verifier.kernel.verdict import Proved, Refuted
from verifier.language.formal_chain import FactKind
from verifier.language.linting.doubts import concluded, doubts, suspect_facts
from verifier.language.linting.findings import Bars, Doubt
from verifier.language.linting.wording import numbers

OTHERS: Final = (0, 1, 3, 7, 50, 1009)
"""Numbers that are tried in the place of a statement's own, beside those next to it."""

MOST: Final = 12
"""Most statements of a step whose numbers are tried."""

DENYING: Final = (" not ", "n't ", "cannot", "false", "\\ne", "≠", "contradict", "impossible")
"""Words and signs by which a text says that something is not so."""

CONCLUSION: Final = "conclusion among the facts"


@dataclass(frozen=True, slots=True)
class Suspect:
    """A fact that is doubted, and why. ``accuses``, ``approves``: it may, though it is doubted."""

    id: str
    why: str
    accuses: bool
    approves: bool


def examined(
    states: Sequence[State], translations: Sequence[Decisions], words: Sequence[str], together: Together
) -> tuple[tuple[State, ...], tuple[tuple[Doubt, ...], ...]]:
    """Return the states that are left, and the doubts about each step that is proved or refuted."""
    suspects = [_suspects(one, place, together) for place, one in enumerate(translations)]
    modelless = [not together.by.has_model(opened(one.chain).firm_claim(node(Head.TRUE))) for one in translations]
    left, told = [], []
    for index, (state, text) in enumerate(zip(states, words, strict=True)):
        found = list(_without_models(translations, modelless, together, index, text)) if any(modelless) else []
        found += dict.fromkeys(_of_step(state, translations, suspects, index, text))
        if state is State.REFUTED and text.strip():
            found += _refuted_by(translations, suspects, together, index, text)
        barred = {State.PROVED: Bars.APPROVAL, State.REFUTED: Bars.ACCUSATION}.get(state)
        against = tuple(one for one in found if one.bars is barred)
        left.append(State.OPEN if against else state)
        told.append(against)
    return tuple(left), tuple(told)


def _of_step(
    state: State,
    translations: Sequence[Decisions],
    suspects: Sequence[Sequence[Suspect]],
    index: int,
    text: str,
) -> Iterator[Doubt]:
    if state not in (State.PROVED, State.REFUTED) or not text.strip():
        return  # without words there is nothing to hold it against
    for judged, suspect in zip(translations, suspects, strict=True):
        yield from doubts(judged.chain, index, text)
        if state is State.PROVED:
            yield from _proved_by(judged, suspect, index)
            yield from _insensitive(judged, index, text)


def _without_models(
    translations: Sequence[Decisions], modelless: Sequence[bool], together: Together, index: int, text: str
) -> Iterator[Doubt]:
    """Facts of which no model is found, together with all that is tied to them: what they say may be said of nothing.
    What rests on none of them stands, and a step that is false without them is."""
    pairs = list(zip(translations, modelless, strict=True))
    for kind, bars in ((Proved, Bars.APPROVAL), (Refuted, Bars.ACCUSATION)):
        lacking = [_lacking(one, index, kind, together.by) if lacks else frozenset[str]() for one, lacks in pairs]
        if any(lacking) and not (kind is Refuted and _outright(translations, together, index, text, lacking)):
            for _ in filter(None, lacking):
                yield Doubt("facts without a model", bars, "no example was found in which all facts hold")


def _lacking(judged: Decisions, index: int, kind: type[Proved] | type[Refuted], by: Decider) -> frozenset[str]:
    """The facts that verdicts of a step rest on, where these, with all that is tied to them, have no model."""
    claim = opened(judged.chain).firm_claim(node(Head.TRUE))
    used = {id for one in _decisions(judged, index) if isinstance(one.verdict, kind) for id in judged.facts(one)}
    chosen = frozenset(i for i, one in enumerate(claim.premises) if one.id in used)
    known = forced(claim).keys() | _told(claim, by)
    if not chosen or by.has_model(tied_to(claim, chosen, known)):
        return frozenset()
    return frozenset(used)


def _told(claim: Claim, by: Decider) -> frozenset[str]:
    """The letters that a premise sets equal to a number without letters that they can have, which need not be
    rational."""
    found = ((i, defined(one.formula)) for i, one in enumerate(claim.premises))
    told = {i: one[0] for i, one in found if one is not None and not one[1].free}
    return frozenset(name for i, name in told.items() if by.has_model(claim.under([i])))


def _outright(
    translations: Sequence[Decisions],
    together: Together,
    index: int,
    text: str,
    facts: Sequence[frozenset[str]],
) -> bool:
    """Whether a step is refuted without these facts of each translation, by what each holds against it."""
    held = [
        any(
            isinstance(one.verdict, Refuted)
            and not (one.excused or one.from_error)
            and without.isdisjoint(judged.facts(one))
            for one in _decisions(judged, index)
        )
        for judged, without in zip(translations, facts, strict=True)
    ]
    return all(held) and together.refute_without(index, text, facts)


def _decisions(judged: Decisions, index: int) -> list[Decision]:
    return [one for statement in judged.steps[index].statements for one in statement.decisions]


def _suspects(judged: Decisions, place: int, together: Together) -> list[Suspect]:
    """The facts of a translation that are doubted. The translator's own may accuse, since others must bear them out
    before they do. What a translation calls known, if it follows from the facts of each other translation, may accuse
    if no step of the chain concludes it, and approve if one does and nothing of it is asked for."""
    found, told = suspect_facts(judged.chain), concluded(judged.chain)
    asked = frozenset().union(*(one.expr.free for one in judged.chain.asks if one.expr is not None))
    suspects = []
    for fact in judged.chain.facts:
        if fact.id in found:
            said = [one.expr for one in fact.said]
            known = fact.kind is FactKind.KNOWN and all(
                one is not None and together.is_common(place, one) for one in said
            )
            stated = known and not told.isdisjoint(said)
            accuses = (known and not stated) or fact.id in judged.context.model_facts
            approves = stated and all(one is not None and asked.isdisjoint(one.free) for one in said)
            suspects.append(Suspect(fact.id, found[fact.id], accuses, approves))
    return suspects


def _proved_by(judged: Decisions, suspects: Sequence[Suspect], index: int) -> Iterator[Doubt]:
    """Verdicts that prove, and rest on a suspect fact."""
    for statement in judged.steps[index].statements:
        for one in statement.decisions:
            if isinstance(one.verdict, Proved):
                for suspect in suspects:
                    if suspect.id in one.rests_on and not suspect.approves:
                        yield Doubt(CONCLUSION, Bars.APPROVAL, f"{one.id} rests on {suspect.id}: {suspect.why}")


def _refuted_by(
    translations: Sequence[Decisions],
    suspects: Sequence[Sequence[Suspect]],
    together: Together,
    index: int,
    text: str,
) -> Iterator[Doubt]:
    """Suspect facts without which the step is not refuted."""
    barring = [{one.id for one in each if not one.accuses} for each in suspects]
    if not any(barring) or together.refute_without(index, text, barring):
        return
    for judged, each in zip(translations, suspects, strict=True):
        said = [one for statement in judged.steps[index].statements for one in statement.decisions]
        used = {id for one in said if isinstance(one.verdict, Refuted) for id in judged.facts(one)}
        for one in each:
            if one.id in used and not one.accuses:
                yield Doubt(CONCLUSION, Bars.ACCUSATION, f"it is refuted by {one.id}: {one.why}")


def _insensitive(judged: Decisions, index: int, text: str) -> Iterator[Doubt]:
    """Numbers of the step that stand in its statements, none of which depends on them."""
    said = [one.said.expr for statement in judged.steps[index].statements for one in statement.decisions]
    formulas = [one for one in said if isinstance(one, Node) and not one.free][:MOST]
    denied = any(sign in text.lower() for sign in DENYING)
    if said and all(isinstance(one, Node) and one.head is Head.TRUE for one in said):
        yield Doubt("statement empty", Bars.APPROVAL, "it is true whatever the step says")
    told = {value for number in numbers(text) for value in number.values}
    for value in sorted({value for number in numbers(text) if not number.named for value in number.values}):
        within = [one for one in formulas if value in _whole(one)]
        every = [one for one in said if one is not None and value in _whole(one)]
        if denied and any(_denies(one, value) and _whole(one) <= told for one in within):
            continue
        if within and len(within) == len(every) and not any(_depends(one, value) for one in within):
            yield Doubt("statement empty", Bars.APPROVAL, f"with another number than {value} it holds as well")


def _whole(expr: Expr) -> set[Fraction]:
    found, stack = set[Fraction](), [expr]
    while stack:
        match stack.pop():
            case Int(number):
                found.add(Fraction(number))
            case Node(args=inside):
                stack.extend(inside)
    return found


def _depends(formula: Expr, value: Fraction) -> bool:
    """Whether some other number in the place of this one makes a formula fail; it does where that cannot be told."""
    for other in (*OTHERS, int(value) + 1, int(value) - 1, 2 * int(value) + 1):
        if other < 0 or other == value:
            continue
        try:
            if truth(_put(formula, int(value), other), {}) is not True:
                return True
        except NotEvaluated:
            return True
    return False


def _denies(formula: Expr, value: Fraction) -> bool:
    """Whether a formula denies that something equals this number: it fails where that is in its place."""
    match formula:
        case Node(head=Head.NOT, args=(Node(head=Head.EQ, args=sides),)) | Node(head=Head.NE, args=sides):
            return any(isinstance(side, Int) and side.value == value for side in sides)
    return False


def _put(expr: Expr, old: int, new: int) -> Expr:
    match expr:
        case Int(number) if number == old:
            return Int(new)
        case Node(head=head, args=args, letters=letters):
            return node(head, *(_put(one, old, new) for one in args), letters=letters)
    return expr
