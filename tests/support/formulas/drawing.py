"""Random formulas over small numbers, from a seed: every construct that the evaluator decides, with bound letters
whose values all lie within ``REACH``, so that a brute force evaluator goes through all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from verifier.kernel.expr import Dec, Expr, Head, Int, Letter, Node, Sym, Text, Type, node

REACH: Final = 12
H: Final = Head
Names = tuple[str, ...]
T = TypeVar("T")
_COMPARED: Final = (H.EQ, H.NE, H.LT, H.LE, H.GT, H.GE)
_WHOLE: Final = (Type.INT, Type.COUNT, Type.POS)
_FIELDS: Final = (Type.REAL, Type.RAT, Type.COMPLEX, Type.UNDECLARED, Type.INT, Type.COUNT, Type.POS)


def whole(value: int) -> Expr:
    """Return the numeral of a whole number."""
    return Int(value) if value >= 0 else node(H.NEG, Int(-value))


class Drawing:
    """Draws formulas and numbers. ``names`` are the letters in scope, all of them numbers. ``wanted`` is a head that is
    drawn more often than others."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._fresh = 0
        self.wanted: Head | None = None

    def formula(self, room: int, names: Names = ()) -> Expr:
        """Return a random formula that nests at most about ``room`` deep."""
        if room <= 0:
            return node(self._pick(_COMPARED), self._atom(names), self._atom(names))
        below = room - 1
        made: tuple[Callable[[], Expr], ...] = (
            *(lambda: node(self._pick(_COMPARED), self.number(below, names), self.number(below, names)),) * 3,
            *(lambda: self._connected(below, names),) * 3,
            lambda: self._predicate(below, names),
            lambda: self._of_sets(below, names),
            *(lambda: self._quantified(below, names),) * 2,
            lambda: self._solved(below, names),
            lambda: self._extremum(below, names),
            lambda: self._of_matrices(names),
            lambda: node(self._pick((H.TRUE, H.FALSE))),
        )
        return self._pick(made)()

    def number(self, room: int, names: Names = ()) -> Expr:
        """Return a random number expression."""
        if room <= 0:
            return self._atom(names)
        below = room - 1
        made: tuple[Callable[[], Expr], ...] = (
            *(lambda: self._arithmetic(below, names),) * 5,
            lambda: self._atom(names),
            *(lambda: self._function(below, names),) * 3,
            lambda: node(H.IF, self.formula(below, names), self.number(below, names), self.number(below, names)),
            lambda: self._folded(below, names),
            lambda: self._counted(below, names),
            lambda: self._statistic(below, names),
            lambda: self._of_polynomial(names),
            lambda: self._of_vectors(names),
        )
        return self._pick(made)()

    def _pick(self, among: Sequence[T]) -> T:
        if self.wanted in among and self._random.random() < 0.5:
            return among[among.index(self.wanted)]  # type: ignore[arg-type]
        return self._random.choice(among)

    def _atom(self, names: Names) -> Expr:
        if names and self._random.random() < 0.6:
            return Sym(self._pick(names))
        if self._random.random() < 0.1:
            return Dec(self._random.randrange(40), 1)
        return whole(self._random.randrange(-3, 9))

    def _some(self, room: int, names: Names, least: int, most: int) -> list[Expr]:
        return [self.number(room, names) for _ in range(self._random.randint(least, most))]

    def _name(self) -> str:
        self._fresh += 1
        return f"{self._pick(('a', 'k', 'x'))}{self._fresh}"

    def _arithmetic(self, room: int, names: Names) -> Expr:
        head = self._pick((H.ADD, H.SUB, H.MUL, H.DIV, H.ADD, H.SUB, H.MUL, H.FLOORDIV, H.REM, H.POW, H.NEG))
        if head is H.NEG:
            return node(head, self.number(room, names))
        if head is H.POW:
            power = self._pick((whole(2), whole(3), whole(0), whole(-1), node(H.DIV, Int(1), Int(2)), Int(1)))
            return node(head, self.number(room, names), power)
        return node(head, self.number(room, names), self.number(room, names))

    def _function(self, room: int, names: Names) -> Expr:
        alone = (H.SQRT, H.ABS, H.FLOOR, H.CEIL, H.FACTORIAL, H.DIGIT_SUM, H.NUM_DIVISORS, H.RE, H.IM, H.CONJ)
        rare = (H.EXP, H.LN, H.SIN, H.COS, H.TAN, H.ASIN, H.ACOS, H.ATAN, H.ARG)
        head = self._pick(
            (
                *(*alone, *rare, *(H.MIN, H.MAX, H.GCD, H.LCM) * 2, H.MOD, H.BINOMIAL, H.ROOT, H.LOG, H.DIGIT),
                *(H.NUMERAL, H.INVERSE_MOD),
            )
        )
        if head in (H.MIN, H.MAX, H.GCD, H.LCM):
            return node(head, *self._some(room - 1, names, 2, 3))
        if head is H.NUMERAL:
            return node(head, Text(self._pick(("10", "101", "12", "7a"))), Int(self._pick((3, 8, 11, 16))))
        if head in rare:
            return node(head, self._pick((Int(0), Int(1), self._atom(names))))
        if head in alone:
            return node(head, self._atom(names) if head is H.FACTORIAL else self.number(room, names))
        if head is H.INVERSE_MOD:
            return node(head, self._atom(names), Int(self._pick((2, 5, 7, 9, 13))))
        if head is H.ROOT:
            return node(head, self._pick((whole(-8), Int(27), Int(16), self._atom(names))), Int(self._pick((2, 3, 4))))
        return node(head, self._atom(names), self._atom(names))

    def _ends(self) -> tuple[Expr, Expr]:
        low = self._random.randrange(-3, 4)
        return whole(low), whole(low + self._random.randrange(-1, 6))

    def _folded(self, room: int, names: Names) -> Expr:
        name, head = self._name(), self._pick((H.SUM, H.PROD, H.COUNT_OF))
        inner = (*names, name)
        body = self.formula(room - 1, inner) if head is H.COUNT_OF else self.number(room - 1, inner)
        return node(head, body, *self._ends(), letters=(Letter(name, Type.INT),))

    def _bounds(self, name: str) -> list[Expr]:
        """Conditions that leave a letter few values: the ends in one way of several."""
        low, high = self._ends()
        match self._random.randrange(4):
            case 0:
                return [node(H.LE, low, Sym(name)), node(H.LT, Sym(name), high)]
            case 1:
                return [node(H.GE, high, Sym(name)), node(H.GT, Sym(name), low)]
            case 2:
                return [node(H.AND, node(H.LT, low, Sym(name)), node(H.LE, Sym(name), high))]
        return [node(H.DIVIDES, Sym(name), Int(self._random.randint(1, REACH)))]

    def _ranged(self, room: int, names: Names) -> tuple[tuple[Letter, ...], Expr, Names]:
        """Whole-number letters, a condition that bounds them, and the names in scope inside."""
        letters = tuple(Letter(self._name(), self._pick(_WHOLE)) for _ in range(self._random.choice((1, 1, 1, 2))))
        inner = (*names, *(letter.name for letter in letters))
        if self._random.random() < 0.2:
            letters = tuple(Letter(letter.name, Type.POS) for letter in letters)
            return letters, self._grown([letter.name for letter in letters]), inner
        bounds = [one for letter in letters for one in self._bounds(letter.name)]
        self._random.shuffle(bounds)
        more = [self.formula(room - 1, inner)] if self._random.random() < 0.7 else []
        return letters, node(H.AND, *bounds, *more), inner

    def _grown(self, names: list[str]) -> Expr:
        """A bound of a sum or product of positive letters."""
        total: Expr = node(H.MUL, Int(self._random.randint(1, 2)), Sym(names[0]))
        for name in names[1:]:
            total = node(self._pick((H.ADD, H.MUL)), total, Sym(name))
        limit = Int(self._random.randint(1, REACH))
        head = self._pick((H.LE, H.EQ, H.LT))
        return node(H.AND, node(head, total, limit), Node(H.TRUE))

    def _counted(self, room: int, names: Names) -> Expr:
        match self._random.randrange(4):
            case 0:
                return node(H.LEN, node(self._pick((H.SET, H.LIST)), *self._some(room - 1, names, 1, 3)))
            case 1:
                return node(H.LEN, self._set(room, names))
            case 2:
                letters, condition, _ = self._ranged(room, names)
                return node(H.NUM_SOLUTIONS, condition, letters=letters)
        letter, equation, _ = self._equation()
        return node(H.NUM_SOLUTIONS, equation, letters=(letter,))

    def _statistic(self, room: int, names: Names) -> Expr:
        return node(self._pick((H.MEAN, H.MEDIAN, H.VARIANCE)), node(H.LIST, *self._some(room - 1, names, 1, 4)))

    def _connected(self, room: int, names: Names) -> Expr:
        head = self._pick((H.AND, H.OR, H.NOT, H.IMPLIES, H.IFF))
        count = 1 if head is H.NOT else 2 if head in (H.IMPLIES, H.IFF) else self._random.randint(2, 3)
        return node(head, *(self.formula(room, names) for _ in range(count)))

    def _predicate(self, room: int, names: Names) -> Expr:
        head = self._pick((H.DIVIDES, H.CONGRUENT, H.IS_INT, H.IS_PRIME, H.ABOUT, H.DIVIDES_POLY))
        if head is H.DIVIDES_POLY:
            name = self._name()
            return node(head, self._polynomial(name, 2), self._polynomial(name, 3), letters=(Letter(name),))
        if head is H.ABOUT:
            near = self.number(room - 1, names)
            off = node(H.ADD, near, Dec(self._random.randrange(30), 2))
            return node(head, near, self._pick((near, off, off)), Int(self._random.randint(0, 2)))
        count = {H.DIVIDES: 2, H.CONGRUENT: 3}.get(head, 1)
        return node(head, *(self.number(room - 1, names) for _ in range(count)))

    def _set(self, room: int, names: Names) -> Expr:
        match self._random.randrange(5):
            case 0 | 1:
                return node(H.SET, *self._some(room - 1, names, 1, 3))
            case 2:
                return node(
                    self._pick((H.UNION, H.INTERSECTION)), self._set(room - 1, names), self._set(room - 1, names)
                )
            case 3:
                letter, equation, _ = self._equation()
                return node(H.SET_OF, Sym(letter.name), equation, letters=(letter,))
        letters, condition, inner = self._ranged(room, names)
        made = Sym(letters[0].name) if self._random.random() < 0.4 else self.number(1, inner)
        return node(H.SET_OF, made, condition, letters=letters)

    def _of_sets(self, room: int, names: Names) -> Expr:
        match self._random.randrange(4):
            case 0:
                return node(self._pick((H.EQ, H.NE)), self._set(room, names), self._set(room, names))
            case 1:
                lists = [node(self._pick((H.LIST, H.TUPLE)), *self._some(room - 1, names, 2, 2)) for _ in range(2)]
                return node(self._pick((H.EQ, H.NE)), *lists)
            case 2:
                return node(H.IN, self.number(room - 1, names), node(H.LIST, *self._some(room - 1, names, 1, 4)))
        return node(H.IN, self.number(room - 1, names), self._set(room, names))

    def _quantified(self, room: int, names: Names) -> Expr:
        if self._random.random() < 0.25:
            letter, equation, _ = self._equation()
            return node(self._pick((H.FOR_ALL, H.EXISTS)), equation, letters=(letter,))
        letters, condition, inner = self._ranged(room, names)
        body = self.formula(room - 1, inner)
        if self._random.random() < 0.5:
            return node(H.FOR_ALL, node(H.IMPLIES, condition, body), letters=letters)
        return node(H.EXISTS, node(H.AND, condition, body), letters=letters)

    def _polynomial(self, name: str, degree: int) -> Expr:
        """A polynomial with small whole coefficients, often a product of linear ones."""
        if self._random.random() < 0.6:
            found: Expr = whole(self._random.randint(1, 2))
            for _ in range(self._random.randint(0, degree)):
                root = whole(self._random.randrange(-2, 4))
                found = node(H.MUL, found, node(H.SUB, Sym(name), root))
            return found
        terms = [
            node(H.MUL, whole(self._random.randrange(-3, 4)), node(H.POW, Sym(name), Int(k)))
            for k in range(1, degree + 1)
        ]
        total: Expr = whole(self._random.randrange(-4, 5))
        for one in terms:
            total = node(self._pick((H.ADD, H.SUB)), total, one)
        return total

    def _equation(self) -> tuple[Letter, Expr, str]:
        """A letter of some type, and an equation of quotients of polynomials in it, or a formula of two of them."""
        letter = Letter(self._name(), self._pick(_FIELDS))

        def side() -> Expr:
            top = self._polynomial(letter.name, 2)
            return top if self._random.random() < 0.7 else node(H.DIV, top, self._polynomial(letter.name, 1))

        equation = node(H.EQ, side(), self._pick((whole(0), side())))
        other = node(self._pick((H.EQ, H.NE, H.NE)), side(), whole(self._random.randrange(3)))
        match self._random.randrange(6):
            case 0:
                return letter, node(H.AND, equation, other), letter.name
            case 1:
                return (
                    letter,
                    node(H.OR, equation, node(H.EQ, Sym(letter.name), whole(self._random.randrange(4)))),
                    letter.name,
                )
            case 2:
                return letter, node(H.AND, equation, node(H.GT, Sym(letter.name), whole(0))), letter.name
        return letter, equation, letter.name

    def _solved(self, room: int, names: Names) -> Expr:
        if self._random.random() < 0.5:
            letter, equation, _ = self._equation()
            values = self._random.sample(range(-2, 4), self._random.randint(0, 3))
            return node(H.SOLVES, node(self._pick((H.LIST, H.SET)), *map(whole, values)), equation, letters=(letter,))
        letters, condition, _ = self._ranged(room, names)
        rows = [[whole(self._random.randrange(-2, 5)) for _ in letters] for _ in range(self._random.randint(0, 3))]
        listed = [row[0] if len(row) == 1 else node(H.TUPLE, *row) for row in rows]
        if len(letters) == 1 and self._random.random() < 0.5:
            listed = [whole(value) for value in range(1, self._random.randint(2, 5))]
        return node(H.SOLVES, node(self._pick((H.LIST, H.SET)), *listed), condition, letters=letters)

    def _extremum(self, room: int, names: Names) -> Expr:
        letters, condition, inner = self._ranged(room, names)
        made = self.number(1, inner)
        return node(self._pick((H.IS_MAX, H.IS_MIN)), self._atom(names), made, condition, letters=letters)

    def _of_polynomial(self, names: Names) -> Expr:
        name, head = self._name(), self._pick((H.DEGREE, H.COEFF, H.DIFF, H.INTEGRAL, H.LIMIT))
        p = self._polynomial(name, 3)
        if head is H.DEGREE:
            return node(head, p, letters=(Letter(name),))
        if head is H.COEFF:
            return node(head, p, Int(self._random.randrange(4)), letters=(Letter(name),))
        if head is H.INTEGRAL:
            return node(head, p, self._atom(names), self._atom(names), letters=(Letter(name, Type.REAL),))
        if head is H.LIMIT:
            sides = self._pick(((), (Text("+"),), (Text("-"),)))
            over = node(H.DIV, p, self._polynomial(name, 2))
            return node(
                head,
                over,
                self._pick((self._atom(names), Node(H.INFINITY))),
                *sides,
                letters=(Letter(name, Type.REAL),),
            )
        if not names:
            return node(H.SUM, node(H.DIFF, p, Sym(name), Int(1)), Int(1), Int(2), letters=(Letter(name, Type.INT),))
        by = self._pick(names)
        return node(head, self._polynomial(by, 3), Sym(by), Int(self._random.randint(1, 2)))

    def _vector(self, names: Names, count: int) -> Expr:
        return node(H.VECTOR, *(self._atom(names) for _ in range(count)))

    def _matrix(self, names: Names, rows: int, columns: int) -> Expr:
        return node(H.MATRIX, *(node(H.LIST, *(self._atom(names) for _ in range(columns))) for _ in range(rows)))

    def _of_vectors(self, names: Names) -> Expr:
        head, count = self._pick((H.DOT, H.NORM, H.DET)), self._pick((2, 2, 3))
        if head is H.DET:
            return node(head, self._matrix(names, count, self._pick((count, count, 2))))
        if head is H.NORM:
            return node(head, self._pick((node(H.VECTOR, Int(3), Int(4)), self._vector(names, count))))
        return node(head, self._vector(names, count), self._vector(names, self._pick((count, count, 2))))

    def _of_matrices(self, names: Names) -> Expr:
        left, right = (self._made_matrix(names, 2) for _ in range(2))
        return node(self._pick((H.EQ, H.NE)), left, self._pick((left, right)))

    def _made_matrix(self, names: Names, room: int) -> Expr:
        if room <= 0:
            return self._pick((self._matrix(names, 2, 2), self._matrix(names, 2, 2), self._vector(names, 2)))

        def one() -> Expr:
            return self._made_matrix(names, room - 1)

        match self._random.randrange(7):
            case 0:
                return node(self._pick((H.ADD, H.SUB, H.MUL)), one(), one())
            case 1:
                return node(H.MUL, self._atom(names), one())
            case 2:
                return node(H.DIV, one(), self._atom(names))
            case 3:
                return node(H.POW, one(), self._pick((Int(2), Int(0), whole(-1), Int(3))))
            case 4:
                return node(self._pick((H.TRANSPOSE, H.INVERSE, H.NEG)), one())
            case 5:
                return node(H.CROSS, self._vector(names, 3), self._vector(names, self._pick((3, 3, 2))))
        return one()
