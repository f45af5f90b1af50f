"""Why a claim has its verdict, and what is said of a chain beside its judgements: a line each, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from verifier.checkers.enclosure import Doubtful, enclose
from verifier.checkers.enclosure import rational as ball
from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated, Undefined
from verifier.judging.judgements.judgement import FinalAnswer, JudgedClaim
from verifier.judging.judgements.reasons import MEANING
from verifier.kernel.claim import Claim, Hypothesis
from verifier.kernel.expr import COMPARISONS, MAX_DIGITS, Dec, Expr, Head, Int, Node, free_names, walk_expr
from verifier.kernel.run_claim import RunClaim, Said
from verifier.kernel.verdict import AnyClaim, Certificate, CheckFailed, Contradiction, Proved, Refuted, Unknown
from verifier.language.printing.plain import plain
from verifier.records.views.show import show_claim

LONGEST = 160
"""Most characters of a claim or of a value that are shown."""

LONGEST_ANSWER = 60
"""Most characters of a final answer that are shown."""

PRECISE = 1e-12
"""Greatest relative error of a value that is shown as about so much."""

LONGEST_SIDE = 40
"""Most characters of a side whose value is given."""

MOST_PLACES = 6
"""Most places of a fraction that is shown as a decimal."""

MOST_PREMISES = 8
"""Most premises that are shown."""


def why(claim: JudgedClaim) -> str:
    """Return what was claimed, the verdict, its reason and what it rests on, on one line."""
    made = claim.run or claim.claim
    said = short(show_claim(made) if made else " ".join(claim.text.split()))
    role = "" if claim.role == "asserted" else f" ({claim.role})"
    return f"{said}{role}: {'; '.join(_parts(claim))}"


def not_held(text: str, excuse: str | None) -> str:
    """Return that the claim of this text is refuted and does not settle its step, and why."""
    return f"{short(' '.join(text.split()))} is refuted, {standing(excuse)}"


def standing(excuse: str | None) -> str:
    """Return that a refuted claim does not settle its step, and why where that is known."""
    return "not held against the step" + (f": {excuse}" if excuse else "")


def answered(final: FinalAnswer, reference: str) -> str:
    """Return what the final answer of a chain is, and whether it is the reference answer."""
    said, expected = (" ".join(text.split())[:LONGEST_ANSWER] for text in (final.text or "", reference))
    found = "none was found" if final.text is None else said + ("" if final.told else " (a guess: the last formula)")
    match final.state:
        case "could not tell":
            same = "" if final.text is None else f": could not tell whether they are the same ({final.reason})"
        case state:
            same = ": the same" if state == "equal" else f": different ({final.reason})"
    return f"Final answer: {found}; the reference is {expected}{same}"


def other_answer(final: FinalAnswer, reference: str) -> str:
    """Return that the final answer of a chain is not the reference answer."""
    said, expected = (" ".join(text.split())[:LONGEST_ANSWER] for text in (final.text or "", reference))
    return f"final answer {said} is not the reference {expected}"


def short(text: str) -> str:
    """Return ``text``, cut in the middle where it is long."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"


def _parts(claim: JudgedClaim) -> Iterator[str]:
    match claim.verdict:
        case Proved(certificate=certificate):
            yield f"proved{by(claim.engine or certificate.proof.checker)}"
            yield from _shown(certificate)
        case Refuted(certificate=certificate):
            yield f"refuted{by(claim.engine or certificate.proof.checker)}"
            yield from values(certificate)
            yield from _shown(certificate)
            if claim.excuse is not None:
                yield standing(claim.excuse)
        case Contradiction():
            yield "ALARM: proved and refuted, so a checker is broken; neither counts"
        case Unknown(reason, detail):
            yield detail or MEANING[reason]


def by(engine: str) -> str:
    """Return who found a proof, in words; an empty text where that is the prover, as it mostly is."""
    return "" if engine == "prover" else f" by {engine}"


def values(certificate: Certificate) -> Iterator[str]:
    """Yield the values that refute: of both sides where there are such, at a point where there is one."""
    notes = certificate.notes
    if isinstance(claim := certificate.claim, RunClaim):
        value = short(str(notes.get("value")))
        always = claim.said is Said.ALWAYS
        yield (
            f"{short(str(notes.get('call')))} returns {value}"
            if always
            else (f"the run gives {value}{where(claim, certificate)}")
        )
        return
    point = point_of(certificate)
    if point:
        yield "at " + ", ".join(f"{name} = {short(as_written(spelled))}" for name, spelled in sorted(point.items()))
    if sides := sides_of(certificate):
        yield _of_sides(certificate.claim, *(short(as_written(side)) for side in sides))
    elif gap := _gap(certificate):
        much = f"{short(as_written(str(abs(gap))))} {'more' if gap > 0 else 'less'}"
        yield f"the left side is always {much} than the right side"


def _of_sides(claim: AnyClaim, left: str, right: str) -> str:
    """Say what the values of both sides are; only that of the other side, where one is a number as it is written."""
    said = f"the left side is {left}, the right side is {right}"
    if (compared := relation_of(claim)) is None or free_names(*compared[1:]):
        return said
    _, one, other = compared
    for side, known, number in ((one, left, other), (other, right, one)):
        if isinstance(number, Int | Dec) and isinstance(side, Node):
            written = plain(_with_decimals(side))
            return _divided(side) or (f"{written} is {known}" if len(written) <= LONGEST_SIDE else said)
    return said


def _with_decimals(expr: Expr) -> Expr:
    """Return an expression with each quotient of an integer by a power of ten as a decimal."""
    match expr:
        case Node(Head.DIV, (Int(n), Int(10 | 100 | 1000 | 10_000 as over))):
            return Dec(n, len(str(over)) - 1)
        case Node():
            return replace(expr, args=tuple(map(_with_decimals, expr.args)))
    return expr


def _divided(side: Expr) -> str | None:
    """Return a product that shows a number to be composite, where the expression tries all numbers that may divide."""
    for one in walk_expr(side) if isinstance(side, Node) and side.head is Head.MIN else ():
        match one:
            case Node(Head.MOD, (Int(n), Int(d))) if d > 1 and n % d == 0:
                return f"{n} = {d}·{n // d}"
    return None


def _gap(certificate: Certificate) -> Fraction | None:
    """How much more the left side is than the right side, where a proof shows that it always is so much."""
    tree = certificate.proof.data.get("tree")
    data = tree.get("data") if isinstance(tree, Mapping) else None
    found = data.get("value") if isinstance(data, Mapping) and data.get("kind") == "combination" else None
    return rational(str(certificate.notes.get("difference", 0 if found is None else found)))


def where(claim: RunClaim, certificate: Certificate) -> str:
    """Return where in a run a value stands, in words; an empty text where it is of the run as a whole."""
    event, line = certificate.proof.data.get("event"), certificate.notes.get("line")
    if claim.said not in _PLACED or not isinstance(event, int) or event < 0 or not isinstance(line, int):
        return ""
    return f" after line {line}{', and nowhere what is said' if claim.place.nth is None else ''}"


_PLACED = frozenset({Said.AT, Said.EVALUATES, Said.TYPE_OF, Said.CONDITION})


def point_of(certificate: Certificate) -> dict[str, str]:
    """Return the letters' values at the point that a certificate names, none where it names none."""
    point = certificate.notes.get("point") or certificate.notes.get("model")
    found = {str(name): str(spelled) for name, spelled in point.items()} if isinstance(point, Mapping) else {}
    return found | _counterexample(certificate)


def _counterexample(certificate: Certificate) -> dict[str, str]:
    """The numbers at which a claim about all numbers fails, as its proof names them."""
    claim, tree = certificate.claim, certificate.proof.data.get("tree")
    if not (isinstance(claim, Claim) and isinstance(tree, Mapping) and tree.get("rule") == "witness"):
        return {}
    formula, at = claim.formula, tree.get("at")
    letters = formula.letters if isinstance(formula, Node) else ()
    if not isinstance(at, Sequence) or len(at) != len(letters):
        return {}
    return {one.name: spelled for one, spelled in zip(letters, at, strict=True) if isinstance(spelled, str)}


def relation_of(claim: AnyClaim) -> tuple[Head, Expr, Expr] | None:
    """Return the relation that a claim is, and its sides; None where it is none."""
    return relation_between(claim.body) if isinstance(claim, Claim) else None


def relation_between(formula: Expr) -> tuple[Head, Expr, Expr] | None:
    """Return the relation that a formula is, and its sides; None where it is none."""
    if isinstance(formula, Node) and formula.head is Head.ABOUT:
        return Head.APPROX, formula.args[0], formula.args[1]
    if isinstance(formula, Node) and formula.head in COMPARISONS and len(formula.args) == 2:
        return formula.head, *formula.args
    return None


def sides_of(certificate: Certificate) -> tuple[str, str] | None:
    """Return the values of both sides, None where they have none without a point."""
    notes = certificate.notes
    if isinstance(certificate.claim, RunClaim) or (compared := relation_of(certificate.claim)) is None:
        return None
    if "left" in notes and "right" in notes:
        return str(notes["left"]), str(notes["right"])
    at = {name: rational(spelled) for name, spelled in point_of(certificate).items()}
    known = {name: number for name, number in at.items() if number is not None}
    left, right = (_value(side, known) for side in compared[1:])
    return None if left is None or right is None else (left, right)


def _value(side: Expr, known: Mapping[str, Fraction]) -> str | None:
    """Return the value of an expression, exact or to six digits; None where it has none that is a real number."""
    try:
        return str(value(side, known))
    except Undefined:
        return None
    except (NotEvaluated, ValueError):  # the latter: more digits than Python writes
        pass
    try:
        found = enclose(side, frozenset(), {name: ball(number) for name, number in known.items()})
        return f"about {float(found.mid()):.6g}" if found.rad() < abs(found.mid()) * PRECISE else None
    except (Doubtful, CheckFailed, ValueError, OverflowError):
        return None


def rational(text: str) -> Fraction | None:
    """Return the number that ``text`` spells as ``-12/5``, None where it spells none."""
    over, _, under = text.removeprefix("-").partition("/")
    digits = over + (under or "1")
    if len(digits) > MAX_DIGITS or not (digits.isascii() and digits.isdigit() and over) or not int(under or "1"):
        return None  # an exponent could ask for more digits than there is memory
    number = Fraction(int(over), int(under or "1"))
    return -number if text.startswith("-") else number


def as_written(text: str) -> str:
    """Return a number as people write it: ``8.1`` for ``81/10``, where a decimal is exact and short; else ``text``."""
    number = rational(text)
    if number is None or number.denominator == 1:
        return text
    places = next((n for n in range(1, MOST_PLACES + 1) if 10**n % number.denominator == 0), None)
    if places is None:
        return text
    digits = str(abs(number.numerator) * (10**places // number.denominator)).rjust(places + 1, "0")
    return f"{'-' * (number < 0)}{digits[:-places]}.{digits[-places:]}"


def listed(premises: Sequence[str]) -> str:
    """Return what a proof rests on, in words: the first premises, and how many more there are."""
    more = len(premises) - MOST_PREMISES
    return "from " + ", ".join(premises[:MOST_PREMISES]) + (f", and {more} more" if more > 0 else "")


def _shown(certificate: Certificate) -> Iterator[str]:
    if premises := certificate.claim.premises:
        yield listed([short(show_premise(premise)) for premise in premises])
    if certificate.side_conditions:
        yield "given " + ", ".join(certificate.side_conditions)
    if certificate.notes.get("as_rounded"):
        yield "as rounded"


def show_premise(premise: Hypothesis) -> str:
    """Return a premise and its standing as plain text."""
    return f"{plain(premise.formula)} ({premise.standing.value})"
