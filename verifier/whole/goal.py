"""What the theorem is to show: the final answer, of the expression that the problem asks for; else of the expression by
which the chain arrives at it, followed back to what the problem gives. Where it would be about something else, none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from verifier.answers.kinds import Quantity
from verifier.checkers.evaluate import shown
from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Node, Sym, free_names
from verifier.records.views.show import show_term
from verifier.whole.answer import Lack, NoGoal, Reached, not_reached, same, same_unit
from verifier.whole.given import Given
from verifier.whole.said import LARGEST, Said, latest

DEEPEST: Final = 150
"""Deepest nesting of a computation that is followed back."""


@dataclass(frozen=True, slots=True)
class Source:
    """A number of the goal, and where it comes from: ``problem``, ``either`` (the problem gives it, and a step arrives
    at it too), ``known`` (nobody needs to be told), ``rounded`` (a step arrives at it by rounding), or ``chain``
    (neither the problem nor an earlier result gives it)."""

    text: str
    origin: str


@dataclass(frozen=True, slots=True)
class Goal:
    """``left = answer``. ``asked``: the problem asks for ``left`` in so many words; ``stands``: it stands there.
    ``reached``: what arrives at the answer in the chain. ``through``: claims that were followed back."""

    left: Expr
    right: Expr
    asked: bool
    stands: bool
    reached: Said | None
    through: tuple[str, ...]
    sources: tuple[Source, ...]
    rounded: frozenset[Dec] = frozenset()


def goal(answer: Quantity, reached: Reached | None, said: Sequence[Said], given: Given) -> Goal:
    """Return what the theorem is to show. Raises: NoGoal."""
    right = answer.term if reached is None or answer.bare is None or not same(reached[1], answer.bare) else answer.bare
    if given.target is not None:
        found = None if reached is None else reached[0]
        return Goal(
            given.target,
            right=right,
            asked=True,
            stands=True,
            reached=found,
            through=(),
            sources=(),
            rounded=_rounded(found),
        )
    if reached is None:
        raise not_reached(answer, said)
    same_unit(answer, reached[0])
    for head in _heads(reached[0]):
        left, through = _followed(head, said, given)
        if not left_over(left, given):
            return _checked(left, right, reached[0], through, given, said)
    raise _own_letters(reached[0], said, given)


def _rounded(one: Said | None) -> frozenset[Dec]:
    return one.judged.claim.rounded if one is not None and one.judged.claim is not None else frozenset()


# --- where it comes from ----------------------------------------------------------------------------------------------


def _heads(reached: Said) -> Iterator[tuple[Expr, int]]:
    """Yield what the answer is set equal to, from the beginning of its run, with the place before which it stands."""
    run = reached.run
    if run[0].before is not None:
        return  # the run begins with an inequality: an equation further on says nothing of its head
    yield run[0].left, run[0].at
    for one in run[:-1]:
        yield one.right, run[0].at
    if len(run) == 1 and isinstance(reached.right, Sym):
        yield reached.right, reached.at


def _followed(head: tuple[Expr, int], said: Sequence[Said], given: Given) -> tuple[Expr, tuple[str, ...]]:
    """The head with every number that an earlier relation arrives at replaced by what that relation computes."""
    through: dict[str, None] = {}
    steps = 0

    def follow(term: Expr, before: int, depth: int = 0) -> Expr:
        nonlocal steps
        steps += 1
        if steps > LARGEST or depth > DEEPEST:
            raise NoGoal(Lack.TOO_LARGE, "the computation, followed back, is too large for one theorem")
        number = shown(term)
        if number is not None:
            found = _source(number[0], said, before, given)
            if found is None:
                return term
            first = found.run[0]
            through.update(dict.fromkeys(one.id for one in found.run))
            left = next((side for side in (first.left, *(one.right for one in found.run)) if shown(side) is None), term)
            return follow(left, first.at, depth + 1)
        match term:
            case Node(Head.POW | Head.ROOT | Head.LOG as head, (a, b)):
                return Node(head, (follow(a, before, depth + 1), b))
            case Node(op, args):
                return Node(op, tuple(follow(arg, before, depth + 1) for arg in args))
        return term

    try:
        return follow(*head), tuple(through)
    except ExprTooLarge as error:
        raise NoGoal(Lack.TOO_LARGE, "the computation, followed back, nests too deep for one theorem") from error


def _source(number: Fraction, said: Sequence[Said], before: int, given: Given) -> Said | None:
    """What arrives at a number that the problem does not give."""
    return None if number in given.numbers else latest(said, number, before)


def left_over(term: Expr, given: Given) -> frozenset[str]:
    """Return the letters of a term of which the problem says nothing."""
    return term.free - given.letters


def _own_letters(reached: Said, said: Sequence[Said], given: Given) -> NoGoal:
    left, _ = _followed((reached.run[0].left, reached.run[0].at), said, given)
    names = ", ".join(sorted(left_over(left, given))[:4])
    return NoGoal(Lack.ONLY_STATED, f"the answer rests on {names}, of which the problem gives nothing in a formula")


def _checked(
    left: Expr, right: Expr, reached: Said, through: tuple[str, ...], given: Given, said: Sequence[Said]
) -> Goal:
    """The goal, where it speaks of what the problem gives."""
    stands = _stands(left, given)
    sources = tuple(
        Source(show_term(term), _origin(n, said[: reached.at], given)) for term, n in _numerals(left, given)
    )
    if left.free:
        if not stands and not through:
            why = f"the chain arrives at the answer as {show_term(left)[:60]}, which does not stand in the problem"
            raise NoGoal(Lack.NOT_OF_THE_PROBLEM, why)
        laid = free_names(*(s for h in given.hypotheses for s in (h.premise.left, h.premise.right)))
        if isinstance(left, Sym) and left.name not in laid | {name for name in left.free if "(" in name}:
            why = f"the problem gives no formula of {left.name}"
            raise NoGoal(Lack.ONLY_STATED, why)
    elif given.in_letters and not stands:
        why = "the problem is told in letters, and the answer's computation does not speak of them"
        raise NoGoal(Lack.IN_LETTERS, why)
    elif not stands and not {"problem", "either"} & {source.origin for source in sources}:
        why = f"no number of {show_term(left)[:60]} stands in the problem"
        raise NoGoal(Lack.NOT_OF_THE_PROBLEM, why)
    return Goal(
        left,
        right=right,
        asked=False,
        stands=stands,
        reached=reached,
        through=through,
        sources=sources,
        rounded=_rounded(reached),
    )


def _stands(left: Expr, given: Given) -> bool:
    return any(_ordered(left) == _ordered(term) for term in given.stand)


def _ordered(term: Expr) -> Expr:
    """A term up to the order of its sums and products."""
    if not isinstance(term, Node):
        return term
    args = tuple(map(_ordered, term.args))
    return Node(term.head, tuple(sorted(args, key=repr)) if term.head in (Head.ADD, Head.MUL) else args)


def _origin(number: Fraction, said: Sequence[Said], given: Given) -> str:
    if number in given.numbers:
        return "problem" if latest(said, number, len(said)) is None else "either"
    if number in given.shares:
        return "problem"
    if any(one.rounded and one.value == number for one in said):
        return "rounded"
    return "known" if number in given.known else "chain"


def _numerals(term: Expr, given: Given) -> Iterator[tuple[Expr, Fraction]]:
    """Yield every number of a term once, exponents and indices of roots left out."""
    seen: set[Fraction] = set()
    waiting = [term]
    while waiting:
        here = waiting.pop()
        match here:
            case Int() | Dec():
                if (number := Fraction(here.value)) not in seen:
                    seen.add(number)
                    yield here, number
            case Node(Head.POW | Head.ROOT | Head.LOG, (base, _)):
                waiting.append(base)
            case Node(Head.PERCENT, (Int() | Dec() as share,)) if Fraction(share.value) / 100 in given.shares:
                yield here, Fraction(share.value) / 100
            case Node(_, args):
                waiting.extend(reversed(args))
