"""Functions that a problem defines, ``f(x) = x^2 + 1``, and what that says of ``f(3)``, ``f(a + 1)`` and ``f'(x)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from verifier.kernel.claim import Hypothesis, Standing, suppose
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Node, Sym, walk_expr
from verifier.mathtext.notation.applied import substituted
from verifier.mathtext.notation.calculus import slope
from verifier.mathtext.notation.frames import SIGN
from verifier.mathtext.notation.notation import read_expression
from verifier.mathtext.scan import scan
from verifier.readers.exact.reading import Formula

MAX_INSTANCES = 8  # most values of functions that one claim's premises speak of
MAX_NAME = 60  # longest spelling of a value that is looked into

_RESTRICTING = frozenset(
    [
        "for",
        "when",
        "whenever",
        "otherwise",
        "satisfies",
        "satisfying",
        "satisfy",
        "such",
        "unless",
        "or",
        "not",
        "some",
    ]
)  # words after which the equation may hold for some arguments only, or define nothing


@dataclass(frozen=True, slots=True)
class Definition:
    """A function of one letter: ``name(letter) = body`` for every value of the letter."""

    name: str
    letter: str
    body: Expr


def definitions(formulas: Iterable[Formula]) -> dict[str, Definition]:
    """Return the functions that a problem's formulas define, by name."""
    found: dict[str, Definition] = {}
    twice: set[str] = set()
    for formula in formulas:
        left = formula.left.term
        applied = call(left.name) if isinstance(left, Sym) else None
        if applied is None or formula.relation is not Head.EQ or formula.position:
            continue
        name, argument = applied
        twice |= {name} & found.keys()
        body = formula.right.term
        names = body.free
        clear = not (formula.doubts or formula.qualms or formula.words & _RESTRICTING or formula.right.units)
        clear = clear and "if" not in formula.after  # n/2 if n is even
        plain = clear and not any("(" in other or other == SIGN.name for other in names)
        if not plain or not isinstance(argument, Sym) or len(argument.name) > 1 or argument.name not in names:
            twice.add(name)
        else:
            found.setdefault(name, Definition(name, argument.name, body))
    return {name: definition for name, definition in found.items() if name not in twice}


def instances(names: frozenset[str], known: Mapping[str, Definition]) -> list[Hypothesis]:
    """Return what the definitions say of the values that stand among these names, and in turn."""
    found: dict[str, Hypothesis] = {}
    waiting = sorted(names)
    while waiting and known and len(found) < MAX_INSTANCES:
        spelled = waiting.pop()
        applied = call(spelled) if spelled not in found else None
        body = None if applied is None else value_at(known, *applied)
        if body is not None:
            found[spelled] = suppose(f"p.{spelled}", Standing.FACT, Head.EQ, Sym(spelled), body)
            waiting += sorted(body.free - found.keys())
    return [found[spelled] for spelled in sorted(found)]


def undefining(premises: Iterable[Hypothesis], names: Set[str]) -> list[Hypothesis]:
    """Return the premises without those that say of these letters only where something is defined: a value of a
    function, or a letter that nothing else speaks of, set equal to what has no value everywhere."""
    kept = list(premises)
    values = {name for name in names if "(" in name}
    for _ in kept:
        values |= {name for one in kept if values & one.formula.free for name in _values(one)}
    while True:
        spoken = Counter(name for one in kept for name in one.formula.free)
        left = [one for one in kept if not _only_defines(one, names | values, spoken)]
        if len(left) == len(kept):
            return kept
        kept = left


def _values(premise: Hypothesis) -> set[str]:
    """The values of functions that a premise speaks of."""
    return {name for name in premise.formula.free if "(" in name}


def _only_defines(premise: Hypothesis, names: Set[str], spoken: Mapping[str, int]) -> bool:
    if premise.relation is not Head.EQ or not any(map(_is_partial, _inside(premise))):
        return False
    if values := _values(premise):
        return not values & names
    sides = (premise.left, premise.right)
    return any(isinstance(one, Sym) and one.name not in names and spoken[one.name] == 1 for one in sides)


def _inside(premise: Hypothesis) -> Iterable[Expr]:
    """The terms inside both sides."""
    yield from walk_expr(premise.left)
    yield from walk_expr(premise.right)


def _is_partial(term: Expr) -> bool:
    """Whether an operation may have no value for some values of its letters."""
    if not isinstance(term, Node) or not term.free:
        return False
    if term.head is Head.DIV:
        return bool(term.args[1].free)
    whole = term.head is Head.POW and isinstance(term.args[1], Int)
    return not whole and term.head not in (Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.ABS, Head.PERCENT)


def general(names: Iterable[str], known: Mapping[str, Definition]) -> bool:
    """Return whether a value of a function at its own letter stands among the names: ``f(2x)`` is told for every x."""
    bound = {definition.letter for definition in known.values()}
    return any(bound & set(name.partition("(")[2]) for name in names)


def value_at(known: Mapping[str, Definition], name: str, argument: Expr) -> Expr | None:
    """Return the body with the argument in the letter's place; for ``f'(x)``, the derivative of the body; None where it
    is not known, or too large."""
    derived = name.endswith("'") and name[:-1] in known
    definition = known.get(name[:-1] if derived else name)
    if definition is None:
        return None
    if derived:
        same = argument == Sym(definition.letter)
        if not same:
            return slope(definition.body, definition.letter, argument)
        return Node(Head.DIFF, (definition.body, argument, Int(1))) if same and definition.body.depth < 150 else None
    try:
        return substituted(definition.body, definition.letter, argument)
    except ExprTooLarge:
        return None


def call(spelled: str) -> tuple[str, Expr] | None:
    """Return the function and the argument of a value's spelling, ``f(3)``; None where it is none."""
    name, bracket, rest = spelled.partition("(")
    if not bracket or not rest.endswith(")") or not 0 < len(name) <= 3 or len(spelled) > MAX_NAME:
        return None
    text = f"\\({rest[:-1]}\\)"
    tokens = scan(text)
    if not tokens:
        return None
    found, after = read_expression(tokens, 0, text, frozenset("abcknmtuvxyz"))
    whole = found is not None and after == len(tokens) and not found.doubts and not found.units
    return (name, found.term) if whole and found is not None else None
