"""The honesty checks of a translated claim, each by itself: what it must pass before anything is made of it.

None of them shows that a translation is what the author meant. Together they keep out what is plainly made up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from verifier.chain import Span
from verifier.engines.symbolic.model import model
from verifier.kernel.claim import Binder, Claim, Premise, Relation, Standing
from verifier.kernel.evaluate import NotEvaluated, satisfies, shown
from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term, walk
from verifier.kernel.verdict import Proved, Refuted, Verdict
from verifier.reading import words
from verifier.reading.formalize import read
from verifier.translating.language import Relating, Translated
from verifier.translating.sources import Earlier, constants, holds_constant, holds_letter, numbers, sentences
from verifier.translating.translation import Check

Decide = Callable[[Claim], Verdict]
"""Decides a claim by exact means that are the same on every machine."""

NEGATED: Final = {
    Relation.EQ: Relation.NE,
    Relation.NE: Relation.EQ,
    Relation.LT: Relation.GE,
    Relation.GE: Relation.LT,
    Relation.GT: Relation.LE,
    Relation.LE: Relation.GT,
}


@dataclass(frozen=True, slots=True)
class Situation:
    """What a step's translation may rest on: its text, the problem's sentences and the earlier claims by name."""

    step: str
    sentences: Mapping[str, str]
    earlier: Mapping[str, Earlier]
    decide: Decide


def spans(said: Translated, here: Situation) -> list[Span] | None:
    """Return where the parts that a claim covers stand in the step; None where one is missing or stands twice."""
    found = []
    for part in said.spans:
        at = here.step.find(part)
        if not part.strip() or at < 0 or here.step.find(part, at + 1) >= 0:
            return None
        found.append((at, at + len(part)))
    return found or None


def of_text(said: Translated, here: Situation) -> tuple[Check, ...]:
    """Return the checks that hold a claim against the texts. Fails: never."""
    covered = spans(said, here)
    checks = [Check("spans", covered is not None, "" if covered else "a part is not in the step, or is there twice")]
    checks.append(_listed("hypotheses", _groundless(said, here)))
    checks.append(_listed("sources", _sourceless(said, here)))
    checks.append(_listed("coverage", _uncovered(said, here, covered or [])))
    if said.role == "asserted":
        checks.append(_listed("plain speech", _hedged(here.step, covered or [])))
    return tuple(checks)


_HEDGES: Final = ("DENIALS", "HYPOTHESES", "TAKEBACK", "ROUNDING", "CASES", "ASKING", "PUZZLES")
_ASKS: Final = frozenset(
    {"show", "prove", "verify", "whether", "disprove", "demonstrate", "deduce", "justify", "check"}
)


def _hedged(step: str, covered: Sequence[Span]) -> Iterator[str]:
    """The words of the sentences that a claim covers which deny, suppose, ask, round or take back."""
    start = 0
    for sentence in sentences(step):
        at = step.find(sentence, start)
        start = at + len(sentence)
        if any(a < start and at < b for a, b in covered):
            yield from (f"{word!r:.40} may change what the step claims" for word in _turning(sentence))


def _turning(sentence: str) -> Iterator[str]:
    listed = frozenset[str]().union(*(words.section(name) for name in _HEDGES))
    said = [sentence[at : at + len(word)] for word, at in read(sentence).words]
    said = [word.lower() for word in said if word != "May"]  # the month
    yield from (word for word in said if word in listed or word.endswith("n't"))
    yield from "?" if "?" in sentence else ()


def _asked(sentence: str) -> str | None:
    """Why a sentence of the problem gives nothing: it asks, denies or supposes; None where it may give something."""
    said = [word for word, _ in read(sentence).words]
    asks = next((word for word in said if word in _ASKS or word in words.section("DENIALS")), None)
    return asks or ("?" if "?" in sentence and not {"if", "given", "when", "where"}.intersection(said) else None)


def _listed(name: str, wrong: Iterator[str]) -> Check:
    first = next(wrong, None)
    return Check(name, first is None, (first or "")[:160])


def _groundless(said: Translated, here: Situation) -> Iterator[str]:
    """What is wrong with hypotheses: each must be an earlier claim, as it stands, or rest on the problem's words."""
    for hypothesis in said.hypotheses:
        claim, name = hypothesis.said, hypothesis.rests_on
        if (sentence := here.sentences.get(name)) is not None:
            yield from (f"{claim.text}: {what} is not in {name}" for what in _missing(claim, [sentence]))
            if (asked := _asked(sentence)) is not None:
                yield f"{claim.text}: {name} gives nothing ({asked!r:.40} stands in it)"
        elif (before := here.earlier.get(name)) is None:
            yield f"{name!r:.24} is no sentence of the problem and no earlier claim"
        elif before.same != claim.same:
            yield f"{claim.text}: {name} says {before.text}"


def _missing(claim: Relating, texts: Sequence[str]) -> Iterator[str]:
    """The numbers and letters of a relation that stand in none of these texts."""
    told = {value for text in texts for number in numbers(text) for value in number.values}
    yield from (_spelled(value) for value in sorted(constants((claim.left, claim.right)) - told))
    yield from (name for name in sorted(claim.letters) if not any(holds_letter(text, name) for text in texts))
    known = {t.name for side in (claim.left, claim.right) for t in walk(side) if isinstance(t, Const)}
    yield from (name for name in sorted(known) if not any(holds_constant(text, name) for text in texts))


def _spelled(value: Fraction) -> str:
    return str(value) if abs(value) < 10**12 else "a large number"


def _grounds(said: Translated, here: Situation) -> tuple[set[Fraction], set[str]]:
    """The numbers and letters of the hypotheses that do rest on something."""
    sound = [h.said for h in said.hypotheses if h.rests_on in here.sentences or h.rests_on in here.earlier]
    sides = [side for s in sound for side in (s.left, s.right)]
    named = {t.name for side in sides for t in walk(side) if isinstance(t, Sym | Const)}
    return constants(sides), named


def _sourceless(said: Translated, here: Situation) -> Iterator[str]:
    """The numbers and letters of a claim that stand neither in the step nor in what the claim rests on."""
    values, names = _grounds(said, here)
    rests = [here.sentences[h.rests_on] for h in said.hypotheses if h.rests_on in here.sentences]
    values |= {value for text in rests for number in numbers(text) for value in number.values}
    for what in _missing(said.said, [here.step]):
        if what not in names and what not in map(_spelled, values):
            yield f"{what} is neither in the step nor in what the claim rests on"


def _uncovered(said: Translated, here: Situation, covered: Sequence[Span]) -> Iterator[str]:
    """The numbers and letters of a claim that stand in the step and not in the parts that it covers."""
    parts = [here.step[start:end] for start, end in covered]
    in_step = set(_missing(said.said, [here.step]))
    values, names = _grounds(said, here)
    for what in _missing(said.said, parts):
        if what not in in_step and what not in names and what not in map(_spelled, values):
            yield f"{what} stands outside the parts that the claim covers"


def claim_of(said: Translated, here: Situation) -> Claim:
    """Return the claim that a translation makes: its letters are fixed, its hypotheses are premises. Fails: never."""
    premises = []
    for h in said.hypotheses:
        before = here.earlier.get(h.rests_on)
        standing = before.standing if before is not None else Standing.FACT
        premises.append(Premise(h.rests_on, standing, h.said.relation, h.said.left, h.said.right))
    sides = (said.said.left, said.said.right)
    rounded = frozenset(t for s in sides if shown(s) is None for t in walk(s) if isinstance(t, Dec))
    told = {value for text in here.sentences.values() for number in numbers(text) for value in number.values}
    kept = frozenset(d for d in rounded if d.value not in told)
    return Claim(said.said.relation, *sides, premises=tuple(dict.fromkeys(premises)), rounded=kept)


def of_meaning(claim: Claim, decide: Decide) -> tuple[Check, ...]:
    """Return the checks that a claim says something, and on hypotheses that can hold. Fails: never."""
    return _has_model(claim), _says_something(claim, decide)


def _has_model(claim: Claim) -> Check:
    if not claim.premises:
        return Check("model", True, "no hypotheses")
    point = model(claim)
    try:
        holds = point is not None and satisfies(claim.premises, point)
    except NotEvaluated:
        holds = False
    return Check("model", holds, "" if holds else "no values were found at which all hypotheses hold")


def _says_something(claim: Claim, decide: Decide) -> Check:
    """Not one of its hypotheses, and not true of any numbers in the place of its own."""
    goal = key(claim.relation, claim.left, claim.right)
    if any(key(p.relation, p.left, p.right) == goal for p in claim.premises):
        return Check("says something", False, "the claim is one of its hypotheses")
    names: dict[Term, Term] = {}
    left, right = _without_numbers(claim.left, names), _without_numbers(claim.right, names)
    if left == right or isinstance(decide(Claim(claim.relation, left, right, Binder.FOR_ALL)), Proved):
        return Check("says something", False, "it would hold with any other numbers too")
    return Check("says something", True)


def _without_numbers(term: Term, names: dict[Term, Term]) -> Term:
    """The term with a letter in the place of each number; exponents stay, so that it stays a polynomial."""
    match term:
        case Int() | Dec():
            return names.setdefault(term, Sym(f"#{len(names)}"))
        case App(Op.POW | Op.ROOT | Op.FACT | Op.BINOM | Op.LOG | Op.DIFF, _):
            return term
        case App(op, args):
            return App(op, tuple(_without_numbers(arg, names) for arg in args))
    return term


def negation(claim: Claim, verdict: Verdict, decide: Decide) -> Check:
    """Return the check that the claim and its negation were not shown alike. Fails: never."""
    if claim.relation not in NEGATED:
        return Check("negation", not isinstance(verdict, Refuted), "approximate equality has no exact negation")
    other = decide(Claim(NEGATED[claim.relation], claim.left, claim.right, claim.binder, claim.domain, claim.premises))
    if isinstance(verdict, Proved) and isinstance(other, Proved):
        return Check("negation", False, "its negation is proved as well")
    if isinstance(verdict, Refuted) and isinstance(other, Refuted):
        return Check("negation", False, "its negation is refuted as well")
    return Check("negation", True)


def key(relation: Relation, left: Term, right: Term) -> tuple[Relation, str, str]:
    """Return a relation up to the order of its sides, of sums and of products, as texts. Fails: never."""
    turned = {Relation.GT: Relation.LT, Relation.GE: Relation.LE}
    a, b = _sorted(left), _sorted(right)
    if relation in turned:
        return turned[relation], b, a
    symmetric = relation in (Relation.EQ, Relation.NE, Relation.APPROX)
    return (relation, *sorted((a, b))) if symmetric else (relation, a, b)  # type: ignore[return-value]  # two of them


def _sorted(term: Term) -> str:
    match term:
        case App(op, args):
            inside = [_sorted(arg) for arg in args]
            return f"{op.value}({','.join(sorted(inside) if op in (Op.ADD, Op.MUL) else inside)})"
        case Int(value):
            return str(value)
        case Dec(digits, places):
            return f"{digits}e-{places}"
        case Const(name):
            return f"const {name}"
        case Sym(name):
            return f"'{name}'"
