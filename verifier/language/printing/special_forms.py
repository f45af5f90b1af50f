"""How the heads are written that are no mere form: binders, sets, matrices, chains of comparisons; for any notation.

What differs between notations stands in their ``signs``, as templates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Text
from verifier.language.printing.notation import COMPARED, Form, Level, Notation, Special, Written, by_type, chained

L = Level


def _conjunction(to: Notation, expr: Node) -> Written:
    links = chained(expr)
    if links is None:
        return to.signs["and"].join(to.at(one, L.NOT) for one in expr.args), L.AND
    first = expr.args[0]
    text = to.at(first.args[0], L.BESIDE) if isinstance(first, Node) else ""
    for head, right in links:
        sign = to.forms[head].template.removeprefix("@0").removesuffix("@1")
        text += sign + to.at(right, L.BESIDE)
    return text, L.COMPARISON


def _disjunction(to: Notation, expr: Node) -> Written:
    return to.signs["or"].join(to.at(one, L.AND) for one in expr.args), L.OR


_DENIED: Final = (Head.IN, Head.DIVIDES, Head.IS_INT, Head.CONGRUENT)


def _negation(to: Notation, expr: Node) -> Written:
    denied = expr.args[0]
    if isinstance(denied, Node) and denied.head in _DENIED:
        return to.formed(Form(to.signs[f"not_{denied.head.value}"], L.COMPARISON, COMPARED), denied.args)
    return to.sign("not", to.at(denied, L.ATOM)), L.NOT


def _elements(to: Notation, expr: Node) -> Written:
    return to.sign("set", to.listed(expr.args)) if expr.args else to.signs["empty"], L.ATOM


def _listed(to: Notation, expr: Node) -> Written:
    return to.sign(expr.head.value, to.listed(expr.args)), L.ATOM


def _ranges(to: Notation, letters: tuple[Letter, ...]) -> str:
    """The letters of a binder with what they range over; those whose type is not declared come without."""
    groups = ((to.types.get(kind), ", ".join(map(to.letter, names))) for kind, names in by_type(letters))
    return to.signs["and_so_on"].join(
        names if kind is None else to.sign("member", names, kind) for kind, names in groups
    )


def _such_that(to: Notation, what: Expr, letters: tuple[Letter, ...], condition: Expr) -> str:
    """The set of ``what`` for the letters that satisfy a condition."""
    ranges = _ranges(to, letters)
    test = "" if condition == Node(Head.TRUE) else to.text(condition)
    if len(letters) == 1 and what == Sym(letters[0].name) and test:
        return to.sign("such_that", ranges, test)
    return to.sign("such_that", to.text(what), to.signs["and_so_on"].join(filter(None, (ranges, test))))


def _solution(letters: tuple[Letter, ...]) -> Expr:
    names = tuple(Sym(one.name) for one in letters)
    return names[0] if len(names) == 1 else Node(Head.TUPLE, names)


def _set_of(to: Notation, expr: Node) -> Written:
    return _such_that(to, expr.args[0], expr.letters, expr.args[1]), L.ATOM


def _quantified(to: Notation, expr: Node) -> Written:
    return to.sign(expr.head.value, _ranges(to, expr.letters), to.text(expr.args[0])), L.WHOLE


def _solves(to: Notation, expr: Node) -> Written:
    values, condition = expr.args
    if isinstance(values, Node) and values.head in (Head.LIST, Head.TUPLE):
        values = Node(Head.SET, values.args)
    among = _such_that(to, _solution(expr.letters), expr.letters, condition)
    return to.sign("solves", among, to.at(values, L.BESIDE)), L.COMPARISON


def _num_solutions(to: Notation, expr: Node) -> Written:
    return to.sign("number_of", _such_that(to, _solution(expr.letters), expr.letters, expr.args[0])), L.POWER


def _extremum(to: Notation, expr: Node) -> Written:
    best, of, condition = expr.args
    among = _such_that(to, of, expr.letters, condition)
    return to.sign(expr.head.value, to.at(best, L.BESIDE), among), L.COMPARISON


def _folded(to: Notation, expr: Node) -> Written:
    body, low, high = expr.args
    name, sign = to.letter(expr.letters[0].name), "Prod" if expr.head is Head.PROD else "Sum"
    return to.sign(sign, name, to.text(low), to.text(high), to.at(body, L.BIG, first=False)), L.BIG


def _count_of(to: Notation, expr: Node) -> Written:
    body, low, high = expr.args
    if isinstance(body, Node) and body.head is Head.COUNT_OF:  # counts of counts add up
        return _folded(to, expr)
    among = to.sign("member", to.letter(expr.letters[0].name), to.sign("range", to.text(low), to.text(high)))
    return to.sign("number_of", to.sign("such_that", among, to.text(body))), L.POWER


def _integral(to: Notation, expr: Node) -> Written:
    body, low, high = expr.args
    ends = to.text(low), to.text(high)
    return to.sign("integral", *ends, to.at(body, L.BIG), to.letter(expr.letters[0].name)), L.BIG


def _limit(to: Notation, expr: Node) -> Written:
    body, place, *side = expr.args
    toward = to.text(place)
    if side and isinstance(side[0], Text):
        toward = to.sign(f"from{side[0].value}", to.at(place, L.POWER, first=False))
    return to.sign("limit", to.letter(expr.letters[0].name), toward, to.at(body, L.BIG, first=False)), L.BIG


def _derivative(to: Notation, expr: Node) -> Written:
    body, by, times = (to.text(one) for one in expr.args)
    again = expr.args[2] != Int(1)
    return to.sign("diff_again" if again else "diff", body, by, *([times] if again else [])), L.BIG


def _polynomial(to: Notation, expr: Node) -> Written:
    name = to.letter(expr.letters[0].name)
    match expr.head:
        case Head.DEGREE:
            return to.sign("degree", to.text(expr.args[0]), name), L.ATOM
        case Head.COEFF:
            return to.sign("coeff", to.text(expr.args[0]), name, to.text(expr.args[1])), L.BIG
    p, q = (to.at(one, L.BESIDE) for one in expr.args)
    return to.sign("divides_poly", p, q, name), L.COMPARISON


def _matrix(to: Notation, expr: Node) -> Written:
    rows = (row.args if isinstance(row, Node) and row.head is Head.LIST else (row,) for row in expr.args)
    return to.sign("matrix", to.signs["row"].join(to.signs["cell"].join(map(to.text, row)) for row in rows)), L.ATOM


def _numeral(to: Notation, expr: Node) -> Written:
    return to.sign("numeral", *map(to.text, expr.args)), L.POWER


def _statistic(to: Notation, expr: Node) -> Written:
    among = expr.args[0]
    items = among.args if isinstance(among, Node) and among.head is Head.LIST else (among,)
    return to.sign("applied", to.letter(expr.head.value), to.listed(items)), L.ATOM


def _call(to: Notation, expr: Node) -> Written:
    return to.sign("applied", to.text(expr.args[0]), to.listed(expr.args[1:])), L.ATOM


SPECIAL: Final[Mapping[Head, Special]] = {
    **{Head.AND: _conjunction, Head.OR: _disjunction, Head.NOT: _negation},
    **{Head.SET: _elements, Head.SET_OF: _set_of, Head.TUPLE: _listed, Head.LIST: _listed, Head.CALL: _call},
    **{Head.FOR_ALL: _quantified, Head.EXISTS: _quantified, Head.SOLVES: _solves},
    **{Head.NUM_SOLUTIONS: _num_solutions, Head.IS_MAX: _extremum, Head.IS_MIN: _extremum},
    **{Head.SUM: _folded, Head.PROD: _folded, Head.COUNT_OF: _count_of, Head.INTEGRAL: _integral},
    **{Head.LIMIT: _limit, Head.DIFF: _derivative, Head.DEGREE: _polynomial, Head.COEFF: _polynomial},
    **{Head.DIVIDES_POLY: _polynomial, Head.MATRIX: _matrix, Head.VECTOR: _matrix, Head.NUMERAL: _numeral},
    **dict.fromkeys((Head.MEAN, Head.MEDIAN, Head.VARIANCE), _statistic),
}
"""The heads that are no mere form."""
