"""Random expressions over the whole language, each well formed in ``SCOPE``, from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable

from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Letter, Node, Sym, Text, Type, node
from verifier.language.expressions.functions import FIXED, FUNCTIONS, Sort
from verifier.language.expressions.scope import Declared, Scope

DECLARED = {
    **{"apples": Declared(Type.COUNT), "n": Declared(Type.INT), "x": Declared(Type.REAL), "q": Declared(Type.RAT)},
    **{"z": Declared(Type.COMPLEX), "t_1": Declared(Type.UNDECLARED), "rains": Declared(Type.BOOL)},
    **{"A": Declared(Type.MATRIX), "P": Declared(Type.POINT), "S": Declared(Type.SET)},
    "f": Declared(Type.FUNCTION, (Type.REAL,)),
    "holds": Declared(Type.FUNCTION, (Type.INT, Type.REAL), Sort.FORMULA),
}
SCOPE = Scope(DECLARED)
_TYPES = (Type.UNDECLARED, Type.COMPLEX, Type.REAL, Type.RAT, Type.INT, Type.COUNT, Type.POS)
_COMPARISONS = (Head.EQ, Head.NE, Head.LT, Head.LE, Head.GT, Head.GE)


class Generator:
    """Draws expressions. ``room`` is how deep they may still nest."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def expression(self, room: int) -> tuple[Expr, Sort]:
        """Return a random expression and its sort."""
        sort = self._random.choice(list(Sort))
        return self.of(sort, room, frozenset()), sort

    def of(self, sort: Sort, room: int, bound: frozenset[str]) -> Expr:
        """Return a random expression of a sort; ``bound`` are letters that binders around it bind to numbers."""
        made: dict[Sort, Callable[[int, frozenset[str]], Expr]] = {
            **{Sort.NUMBER: self._number, Sort.FORMULA: self._formula, Sort.SET: self._set},
            **{Sort.LIST: self._list, Sort.MATRIX: self._matrix},
        }
        return made[sort](room, bound)

    def _atom(self, bound: frozenset[str]) -> Expr:
        names = sorted({"apples", "n", "x", "q", "z", "t_1"} | bound)
        return self._random.choice(
            [
                Int(self._random.randrange(10 ** self._random.choice((1, 3, 30)))),
                Dec(self._random.randrange(10_000), self._random.randint(1, 6)),
                Sym(self._random.choice(names)),
                Const(self._random.choice(("pi", "e", "i"))),
            ]
        )

    def _number(self, room: int, bound: frozenset[str]) -> Expr:
        if room <= 0:
            return self._atom(bound)
        pick, below = self._random.randrange(9), room - 1

        def number() -> Expr:
            return self._number(below, bound)

        match pick:
            case 0:
                return self._atom(bound)
            case 1 | 2 | 3:
                heads = (Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.FLOORDIV, Head.REM, Head.POW)
                return node(self._random.choice(heads), number(), number())
            case 4:
                return node(Head.NEG, number())
            case 5 | 6:
                return self._called(Sort.NUMBER, below, bound)
            case 7:
                return self._binder_number(below, bound)
        special = self._random.randrange(5)
        if special == 0:
            return node(Head.LEN, self.of(self._random.choice((Sort.SET, Sort.LIST)), below, bound))
        if special == 1:
            base = self._random.randint(2, 36)
            return node(Head.NUMERAL, Text("101"), Int(base))
        if special == 2:
            return node(Head.CALL, Sym("f"), number())
        if special == 3:
            return node(Head.DIFF, number(), Sym("x"), Int(self._random.randint(1, 3)))
        return node(Head.ANTIDERIVATIVE, number(), Sym("x"))

    def _called(self, sort: Sort, room: int, bound: frozenset[str]) -> Expr:
        one = self._random.choice([s for s in FUNCTIONS.values() if s.gives is sort])
        takes = (*one.takes, *[one.takes[-1]] * (self._random.randrange(3) if one.more else 0))
        return node(one.head, *(self.of(taken, room, bound) for taken in takes))

    def _letters(self, most: int) -> tuple[Letter, ...]:
        names = self._random.sample(["a", "b", "i", "x", "n", "apples"], self._random.randint(1, most))
        return tuple(Letter(name, self._random.choice(_TYPES)) for name in names)

    def _binder_number(self, room: int, bound: frozenset[str]) -> Expr:
        heads = (Head.SUM, Head.PROD, Head.COUNT_OF, Head.INTEGRAL, Head.LIMIT, Head.DEGREE, Head.COEFF)
        head = self._random.choice((*heads, Head.NUM_SOLUTIONS))
        letters = self._letters(2 if head is Head.NUM_SOLUTIONS else 1)
        if head in FIXED:
            letters = (Letter(letters[0].name, FIXED[head]),)
        inner = bound | {one.name for one in letters}
        body = self.of(
            Sort.FORMULA if head in (Head.COUNT_OF, Head.NUM_SOLUTIONS) else Sort.NUMBER, room, frozenset(inner)
        )
        ends = {Head.NUM_SOLUTIONS: 0, Head.DEGREE: 0, Head.COEFF: 1, Head.LIMIT: 1}.get(head, 2)
        more: list[Expr] = [self._number(room - 1, bound) for _ in range(ends)]
        if head in (Head.LIMIT, Head.SUM, Head.INTEGRAL) and self._random.random() < 0.3:
            more[-1] = Node(Head.INFINITY)
        if head is Head.LIMIT and self._random.random() < 0.5:
            more.append(Text(self._random.choice("+-")))
        return node(head, body, *more, letters=letters)

    def _formula(self, room: int, bound: frozenset[str]) -> Expr:
        if room <= 0:
            return node(self._random.choice(_COMPARISONS), self._atom(bound), self._atom(bound))
        below = room - 1
        pick = self._random.randrange(9)
        match pick:
            case 0 | 1 | 2:
                sort = self._random.choice((Sort.NUMBER, Sort.NUMBER, Sort.MATRIX, Sort.SET, Sort.LIST))
                head = self._random.choice(_COMPARISONS if sort is Sort.NUMBER else _COMPARISONS[:2])
                return node(head, self.of(sort, below, bound), self.of(sort, below, bound))
            case 3:
                count = self._random.randint(2, 3)
                head = self._random.choice((Head.AND, Head.OR))
                return node(head, *(self._formula(below, bound) for _ in range(count)))
            case 4:
                return node(Head.NOT, self._formula(below, bound))
            case 5:
                return self._called(Sort.FORMULA, below, bound)
            case 6:
                return self._quantified(below, bound)
            case 7:
                among = self.of(self._random.choice((Sort.SET, Sort.LIST)), below, bound)
                return node(Head.IN, self._number(below, bound), among)
        atoms = [Node(Head.TRUE), Node(Head.FALSE), Sym("rains")]
        call = node(Head.CALL, Sym("holds"), self._number(below, bound), self._number(below, bound))
        return self._random.choice([*atoms, call])

    def _quantified(self, room: int, bound: frozenset[str]) -> Expr:
        head = self._random.choice((Head.FOR_ALL, Head.EXISTS, Head.SOLVES, Head.IS_MAX, Head.IS_MIN))
        head = self._random.choice((head, Head.DIVIDES_POLY))
        letters = (Letter("x"),) if head is Head.DIVIDES_POLY else self._letters(2)
        inner = frozenset(bound | {one.name for one in letters})
        if head is Head.DIVIDES_POLY:
            return node(head, self._number(room, inner), self._number(room, inner), letters=letters)
        body = self._formula(room, inner)
        match head:
            case Head.SOLVES:
                return node(head, self._solutions(len(letters), room, bound), body, letters=letters)
            case Head.IS_MAX | Head.IS_MIN:
                best, of = self._number(room - 1, bound), self._number(room - 1, inner)
                return node(head, best, of, body, letters=letters)
        return node(head, body, letters=letters)

    def _solutions(self, count: int, room: int, bound: frozenset[str]) -> Expr:
        values: list[Expr] = []
        for _ in range(self._random.randint(0, 2)):
            parts = [self._number(room - 2, bound) for _ in range(count)]
            values.append(parts[0] if count == 1 else node(Head.TUPLE, *parts))
        return node(self._random.choice((Head.LIST, Head.SET)), *values)

    def _set(self, room: int, bound: frozenset[str]) -> Expr:
        pick = self._random.randrange(4)
        if pick == 0 or room <= 0:
            return self._random.choice(
                [Sym("S"), node(Head.SET, *(self._atom(bound) for _ in range(2))), Node(Head.SET)]
            )
        if pick == 1:
            head = self._random.choice((Head.UNION, Head.INTERSECTION))
            return node(head, self._set(room - 1, bound), self._set(room - 1, bound))
        letters = self._letters(2)
        inner = frozenset(bound | {one.name for one in letters})
        test = Node(Head.TRUE) if pick == 2 else self._formula(room - 1, inner)
        return node(Head.SET_OF, self._number(room - 1, inner), test, letters=letters)

    def _list(self, room: int, bound: frozenset[str]) -> Expr:
        if room <= 0 or not self._random.randrange(4):
            return Sym("P")
        items = [self._number(room - 1, bound) for _ in range(self._random.randint(1, 3))]
        return node(self._random.choice((Head.LIST, Head.TUPLE)), *items)

    def _matrix(self, room: int, bound: frozenset[str]) -> Expr:
        if room <= 0:
            return Sym("A")
        match self._random.randrange(5):
            case 0:
                return node(Head.VECTOR, *(self._number(room - 1, bound) for _ in range(2)))
            case 1:
                rows = [node(Head.LIST, *(self._number(room - 2, bound) for _ in range(2))) for _ in range(2)]
                return node(Head.MATRIX, *rows)
            case 2:
                head = self._random.choice((Head.ADD, Head.SUB, Head.MUL))
                return node(head, self._matrix(room - 1, bound), self._matrix(room - 1, bound))
            case 3:
                head = self._random.choice((Head.MUL, Head.DIV, Head.POW))
                return node(head, self._matrix(room - 1, bound), self._number(room - 1, bound))
        return self._called(Sort.MATRIX, room - 1, bound)
