"""Charity: other readings of a refuted equation that its notation or its field allows.

Where one of them holds, which whoever judges tries, the equation is not held to be refuted: it is Unknown(ALTERNATIVE),
which names the reading. An alternative never proves or approves anything. One registry: each with a code, what it takes
the equation for, texts (a problem and a right step) that it keeps from being accused, and texts of the same field that
stay refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from verifier.checkers.evaluate import shown
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Head, Node, node, number
from verifier.mathtext.guards.guard import Abstention, Blocks, Case, Guard, guard
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import factor
from verifier.mathtext.notation.shapes import meant, running, signed, unmarked, unpercent
from verifier.mathtext.notation.signs.typed import clocked, typed, worked
from verifier.readers.exact.charity.correspondence import between_ends, corresponding, miscounted_list
from verifier.readers.exact.charity.tallied import tallied
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.discourse.conversions import SCALED, clipped, hidden, on_scale, told_otherwise
from verifier.readers.exact.guards.quantities.rounding import coarse
from verifier.readers.exact.reading import Formula

Holds = Callable[[Formula, Claim, Context], bool]
Claims = Callable[[Formula, Claim, Context], Iterable[Claim]]


@dataclass(frozen=True, slots=True)
class OtherClaims:
    """The claims that an equation makes instead. Where plain words or a remainder were read, none is told, but
    ``anyway``."""

    claims: Claims
    anyway: bool = False

    def __call__(self, formula: Formula, claim: Claim, context: Context) -> tuple[Claim, ...]:
        """Return them."""
        return () if _plain(formula) and not self.anyway else tuple(self.claims(formula, claim, context))


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another reading, as a guard of the refutation. ``claims``: what the equation claims as read so; ``holds``:
    whether a closed equation is right as read so, where no claim tells that."""

    guard: Guard
    claims: OtherClaims | None = None
    holds: Holds | None = None


def charity(formula: Formula, claim: Claim, context: Context) -> Iterator[tuple[Abstention, tuple[Claim, ...] | None]]:
    """Yield the readings by which a refuted equation may be right after all, each with what it claims instead: it is
    right where one of them holds; None where it is right as read so."""
    for one in ALTERNATIVES:
        if one.claims is not None and (claims := one.claims(formula, claim, context)):
            yield one.guard(), claims
        if one.holds is not None and one.holds(formula, claim, context):
            yield one.guard(), None


def _plain(formula: Formula) -> bool:
    return formula.right.remainder or formula.left.worded


def _units(formula: Formula) -> frozenset[str]:
    return formula.left.units | formula.right.units


def _without_percent(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    plain = relate(claim.relation, unpercent(claim.left), unpercent(claim.right), rounded=claim.rounded)
    return [plain] if (plain.left, plain.right) != (claim.left, claim.right) else []


def _converted(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    percent = any(unpercent(side) != side for side in (claim.left, claim.right))
    if claim.relation not in (Head.EQ, Head.APPROX) or not (_units(formula) or percent):
        return []
    factors = hidden(formula.left.units, formula.right.units, context.heard)
    rounded = claim.relation is Head.APPROX
    if rounded:  # the side that shows how it is rounded stays as it is
        known = factor(formula.left.units, formula.right.units)
        factors = [*factors, *(1 / one for one in factors), *([known] if known else [])]
    alone = claim.under(())
    lefts = [alone.between(node(Head.MUL, claim.left, number(one)), claim.right) for one in factors]
    rights = [alone.between(claim.left, node(Head.MUL, claim.right, number(one))) for one in factors]
    return lefts + rights if not rounded else lefts if shown(claim.right) else rights


def _told(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    found = told_otherwise(claim, formula.text, _units(formula), context.heard, context.given)
    return found + _rated(formula, claim, context)


def _rated(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    if not formula.left.units:
        return []
    given = context.numbers | {n / m for n in context.given for m in context.given if m}
    scaled = bool(SCALED & context.heard)
    return [one for left in formula.otherwise for one in on_scale(left, claim.right, given, scaled)]


def _listed(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    return [claim.between(left, claim.right) for left in formula.otherwise]


def _fractions(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    pairs = ((meant(claim.left), claim.right), (claim.left, meant(claim.right)))
    return [claim.between(a, b) for a, b in pairs if (a, b) != (claim.left, claim.right)]


def _powers(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    inside = relate(claim.relation, signed(claim.left), signed(claim.right), rounded=claim.rounded)
    return [inside] if (inside.left, inside.right) != (claim.left, claim.right) else []


def _averaged(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    """The sum, all of it divided by what its last summand is divided by."""
    match claim.left:
        case Node(Head.ADD, (first, Node(Head.DIV, (last, by)))) if formula.words & {"mean", "average"}:
            return [claim.between(node(Head.DIV, node(Head.ADD, first, last), by), claim.right)]
    return []


def _exclaimed(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    return [claim.between(claim.left, unmarked(claim.right))] if formula.text.endswith("!") else []


def _apart(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    told = bool((formula.words | _units(formula)) & words.APART)
    return [claim.between(node(Head.ABS, claim.left), claim.right)] if told else []


def _composed(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    """Two percentages, one after the other: their sum, with their product or less it."""
    match claim.left:
        case Node(Head.ADD, (Node(Head.PERCENT, _) as first, Node(Head.PERCENT, _) as second)):
            both = node(Head.MUL, first, second)
            return [claim.between(node(op, claim.left, both), claim.right) for op in (Head.ADD, Head.SUB)]
    return []


def _grown(formula: Formula, claim: Claim, context: Context) -> list[Claim]:
    """By how much a quotient is more or less than one."""
    match claim.left, claim.right:
        case Node(Head.DIV, _), Node(Head.PERCENT, _) if formula.words & words.GROWING:
            return [claim.between(node(Head.ABS, node(Head.SUB, claim.left, number(1))), claim.right)]
    return []


def _alternative(
    code: str,
    message: str,
    reading: OtherClaims | Holds,
    fires: tuple[Case, ...],
    silent: tuple[Case, ...],
    holds: Holds | None = None,
) -> Alternative:
    why = guard(f"alternative-{code}", message, Blocks.REFUTATION, fires=fires, silent=silent)
    return Alternative(why, reading, holds) if isinstance(reading, OtherClaims) else Alternative(why, None, reading)


ALTERNATIVES: Final = (
    _alternative(
        "cents", "the cents of the parts may have been left out", lambda f, c, x: clipped(c),
        (("Lunch for two.", "Together that is 4 + 7 = 12.50."),), (("Lunch for two.", "Together that is 4 + 7 = 12."),),
    ),
    _alternative(
        "estimate", "a whole number with zeros at its end may be an estimate", lambda f, c, x: coarse(c),
        (("Multiply.", "So 1234 * 5678 = 7010000."),), (("Multiply.", "So 12 * 50 = 700."),),
    ),
    _alternative(
        "tally", "it may tell a score, a date, a time or a mark",
        lambda f, c, x: tallied(c, f.text, _units(f), x.heard),
        (("Tennis.", "The first set was 6-4 = 10 games."),), (("Tennis.", "They bought 6 - 4 = 10 balls."),),
    ),
    _alternative(
        "round", "hours, days and turns are counted round", lambda f, c, x: x.turned(c),
        (("On a dial with 12 marks, clockwise.", "So 10 + 5 = 3."), ("A bearing of 350.", "So 350 + 30 = 20."),
         ("Which month?", "So 11 + 3 = 2, which is February."), ("Add in columns.", "So 8 + 7 = 5, carry the 1.")),
        (("Tom has 10 apples.", "So 10 + 5 = 3."), ("A bearing of 350.", "So 350 + 30 = 25.")),
    ),
    _alternative(
        "percent", "the percent sign may be a unit", OtherClaims(_without_percent),
        (("Shares.", "So 5 * 20% = 100."),), (("Shares.", "So 5 * 20% = 101."),),
    ),
    _alternative(
        "converted", "a unit may have been converted on the way", OtherClaims(_converted),
        (("A walk of 2 hours.", "So 2 * 3 = 360 minutes."), ("A lens of 50 mm.", "So 2500/0.24 + 50 ≈ 10.5 m.")),
        (("A walk of 2 hours.", "So 2 * 3 = 350 minutes."), ("A lens of 50 mm.", "So 2500/0.24 + 50 ≈ 10.7 m.")),
    ),
    _alternative(
        "told", "the problem counts in millions, by a rate of its own, or with what was there before",
        OtherClaims(_told),
        (("A town of 3 million people grows by 2 million.", "So 3 + 2 = 5000000."),),
        (("A town of 3 people grows by 2.", "So 3 + 2 = 5000001."),),
    ),
    _alternative(
        "list-mark", "a list number or a dash may belong to the formula, or a point may end a list number",
        OtherClaims(_listed, anyway=True),
        (("Add.", "2. 5 + 3 = 5.5"), ("Add.", "1.5 + 3 = 8")), (("Add.", "2. 5 + 3 = 9"), ("Add.", "So 1.5 + 3 = 8")),
        lambda f, c, x: miscounted_list(f, c),
    ),
    _alternative(
        "slashes", "a slash may belong to a fraction that is divided by", OtherClaims(_fractions),
        (("Divide.", "So 14 / 1 / 4 = 56."),), (("Divide.", "So 14 / 1 / 4 = 57."),),
    ),
    _alternative(
        "typed", "brackets, exponents or points may have been lost in typing",
        OtherClaims(lambda f, c, x: typed(c, f.text)),
        (("Powers.", "So 2 x 103 = 2000."), ("A cube.", "Its side is 3√8 = 2.")),
        (("Powers.", "So 2 x 103 = 2001."), ("A cube.", "Its side is 3√8 = 3.")),
    ),
    _alternative(
        "clock", "it may tell times of day", OtherClaims(lambda f, c, x: clocked(c, _units(f))),
        (("A lesson.", "It takes 11.15 - 10.45 = 30 minutes."),),
        (("A lesson.", "It takes 11.15 - 10.45 = 31 minutes."),),
    ),
    _alternative(
        "worked-on", "the words before a sum may work on it",
        OtherClaims(lambda f, c, x: worked(c) if f.clause & words.WORKING else ()),
        (("Two tests.", "The average of both is 70 + 80 = 75."),),
        (("Two tests.", "The sum of both is 70 + 80 = 75."),),
    ),
    _alternative(
        "mean", "a mean may divide the whole sum", OtherClaims(_averaged),
        (("Data: 3, 4, 5.", "The mean is 3 + 4 + 5 / 3 = 4."),), (("Data: 3, 4, 5.", "The sum is 3 + 4 + 5 / 3 = 4."),),
    ),
    _alternative(
        "distance", "the order of a difference may not be meant", OtherClaims(_apart),
        (("A drop in price.", "The difference is 5 - 8 = 3."),), (("Prices.", "So 5 - 8 = 3."),),
    ),
    _alternative(
        "change", "a percentage may tell by how much a quotient differs from one", OtherClaims(_grown),
        (("From 120 to 150.", "So the change is 150/120 = 25%."),), (("From 120.", "So the share is 150/120 = 25%."),),
    ),
    _alternative(
        "power-of-negative", "a sign may belong to what is raised to a power", OtherClaims(_powers),
        (("Square.", "So -3^2 = 9."),), (("Square.", "So -3^2 = 8."),),
    ),
    _alternative(
        "carried-on", "a computation may be carried on under one sign", OtherClaims(lambda f, c, x: running(c)),
        (("Add.", "So 7 * 60 = 420 + 23 = 443."),), (("Add.", "So 7 * 60 = 421 + 23 = 444."),),
    ),
    _alternative(
        "exclamation", "an exclamation mark may stand behind the formula", OtherClaims(_exclaimed),
        (("Simplify.", "So \\(3! + 2 = 8!\\)"),), (("Simplify.", "So \\(3! + 2 = 9!\\)"),),
    ),
    _alternative(
        "both-ends", "both ends may be counted, or the places between them", lambda f, c, x: between_ends(f, c),
        (("Reading.", "From page 5 to page 9 he reads 9 - 5 = 5 pages."),
         ("A fence of 10 m.", "It takes 10 / 2 = 6 posts."),
         ("Music.", "Both intervals together: 3 + 3 = 5.")),
        (("Apples.", "He keeps 9 - 5 = 5 apples."), ("A fence of 10 m.", "It takes 10 / 2 = 8 posts.")),
    ),
    _alternative(
        "field", "the text names a field that writes numbers, or puts them together, in a way of its own",
        lambda f, c, x: x.own_notation,
        (("Baseball: innings pitched.", "So 7.1 + 0.2 = 8.0."), ("Music: a major third and another.", "So 3 + 3 = 5."),
         ("In feet and inches.", "So 5.9 + 0.4 = 6.1."), ("Born in 63 BC, died in 14 AD.", "So 63 + 14 = 76."),
         ("Over a field of characteristic 2.", "So 1 + 1 = 0."), ("Treasury notes.", "So 99.24 + 0.16 = 100.08.")),
        (("For a baseball camp.", "So 7.1 + 0.2 = 8.0."), ("A third of it and another.", "So 3 + 3 = 5."),
         ("Two feet; an inch is short.", "So 5.9 + 0.4 = 6.1."), ("The side BC is 63.", "So 63 + 14 = 76."),
         ("The characteristic equation.", "So 1 + 1 = 0."), ("Bonds of carbon.", "So 99.24 + 0.16 = 100.08.")),
    ),
    _alternative(
        "composed", "changes that follow each other are not added", OtherClaims(_composed),
        (("Prices rise by 10% and again by 10%.", "So 10% + 10% = 21%."), ("Two discounts.", "So 20% + 10% = 28%.")),
        (("Shares.", "So 20% + 10% = 31%."), ("Shares.", "So 20 + 10 = 28.")),
    ),
    _alternative(
        "scale", "one quantity may stand for the other on a map or in a model",
        lambda f, c, x: corresponding(f, c, x.numbers),
        (("On paper, 1 : 50000.", "So 4 cm = 2 km."),), (("On paper, 1 : 40000.", "So 4 cm = 2 km."),),
    ),
)  # fmt: skip
"""Every other reading that is tried, in this order."""
