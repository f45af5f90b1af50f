"""From text to expressions: Python's grammar gives the tree, and nothing of it is run.

The tree is gone through once, with the names in scope and the sort of every part, so that what comes out is well
formed: a comparison has numbers on both sides, a letter is declared or bound, a function has its arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.kernel.expr import Const, Dec, Expr, ExprTooLarge, Head, Int, Letter, Node, Sym, Text, Type, node
from verifier.language.expressions.binders import bound
from verifier.language.expressions.errors import LanguageError
from verifier.language.expressions.functions import BINDERS, FUNCTIONS, OLDER, OLDER_TYPES, SPECIAL, TYPES, Sort
from verifier.language.expressions.scan import scan
from verifier.language.expressions.scope import SORTS, Scope

Found = tuple[Expr, Sort]
"""An expression and what kind of thing it denotes."""

_BINARY: Final[dict[type[ast.operator], Head]] = {
    **{ast.Add: Head.ADD, ast.Sub: Head.SUB, ast.Mult: Head.MUL, ast.Div: Head.DIV, ast.Pow: Head.POW},
    **{ast.FloorDiv: Head.FLOORDIV, ast.Mod: Head.REM},
}
_SETS: Final[dict[type[ast.operator], Head]] = {ast.BitOr: Head.UNION, ast.BitAnd: Head.INTERSECTION}
_COMPARED: Final[dict[type[ast.cmpop], Head]] = {
    **{ast.Eq: Head.EQ, ast.NotEq: Head.NE, ast.Lt: Head.LT, ast.LtE: Head.LE, ast.Gt: Head.GT, ast.GtE: Head.GE},
}
_CONSTANTS: Final[dict[str, Expr]] = {
    **{"pi": Const("pi"), "e": Const("e"), "I": Const("i"), "oo": Node(Head.INFINITY)},
    "deg": node(Head.DIV, Const("pi"), Int(180)),
}


_SPELLINGS: Final = {"%": "a percentage is written 50/100", "|": "an absolute value is written abs(x)"}
"""What to write instead, where a text with these signs is no expression."""


def parse(text: str, scope: Scope, expected: Sort | None = None) -> Expr:
    """Return the expression that ``text`` spells, with the names in ``scope``.

    Raises:
        LanguageError: where it is none, with its column; also where it is not of the ``expected`` sort.
    """
    scan(text)
    return parsed_in(text, scope, expected)[0]


def formula(text: str, scope: Scope) -> Expr:
    """Return the formula that ``text`` spells.

    Raises:
        LanguageError: where it spells none.
    """
    return parse(text, scope, Sort.FORMULA)


def parsed_in(text: str, scope: Scope, expected: Sort | None = None) -> Found:
    """Return the expression that a scanned ``text`` spells, and its sort.

    Raises:
        LanguageError: where it is none.
    """
    try:
        tree = ast.parse(f"({text}\n)", mode="eval").body
    except SyntaxError as wrong:
        column = max(1, (wrong.offset or 2) - 1) if wrong.lineno == 1 else 1
        hint = next((f"; {told}" for sign, told in _SPELLINGS.items() if sign in text), "")
        raise LanguageError(f"not an expression: {wrong.msg}{hint}", column) from None
    except (RecursionError, MemoryError, ValueError):
        raise LanguageError("an expression nests too deep") from None
    reader = Elaborator(text)
    try:
        found = reader.read(tree, scope)
    except ExprTooLarge as large:
        raise LanguageError(str(large)) from None
    except RecursionError:
        raise LanguageError("an expression nests too deep") from None
    if (place := next(misplaced(found[0]), None)) is not None:
        raise LanguageError(place)
    if expected is not None and found[1] is not expected:
        raise LanguageError(f"expected {expected.value}, found {found[1].value}")
    return found


_RANGES: Final = frozenset({Head.SUM, Head.PROD, Head.COUNT_OF, Head.INTEGRAL, Head.LIMIT})


def misplaced(expr: Expr, allowed: bool = False) -> Iterator[str]:
    """Yield why infinity stands where it may not: it is an end of a range, where a limit goes, and what it comes to."""
    if not isinstance(expr, Node):
        return
    if expr.head is Head.INFINITY and not allowed:
        yield "oo is no number: it stands as an end of a range, in limits, and as what a limit equals"
    limits = expr.head in (Head.EQ, Head.NE) and any(isinstance(a, Node) and a.head is Head.LIMIT for a in expr.args)
    for i, arg in enumerate(expr.args):
        within = limits or (expr.head in _RANGES and i > 0) or (allowed and expr.head is Head.NEG)
        yield from misplaced(arg, within)


class Elaborator:
    """Goes through the syntax of one text. Places are those of the text."""

    def __init__(self, text: str) -> None:
        self._lines = f"({text}\n)".split("\n")

    def refuse(self, at: ast.AST, message: str) -> LanguageError:
        """Return the complaint of a part of the text."""
        line, column = getattr(at, "lineno", 1), getattr(at, "col_offset", 0)
        before = sum(len(one) + 1 for one in self._lines[: line - 1])
        return LanguageError(message, max(1, before + column))

    def read(self, at: ast.expr, scope: Scope) -> Found:
        """Return what a part of the text spells, and its sort."""
        match at:
            case ast.Constant(value=value):
                return self._constant(at, value)
            case ast.Name(id=name):
                return self._name(at, name, scope)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return node(Head.NOT, self.expect(operand, scope, Sort.FORMULA)), Sort.FORMULA
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner, sort = self._number_or_matrix(operand, scope)
                return node(Head.NEG, inner), sort
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self._number_or_matrix(operand, scope)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(at, left, op, right, scope)
            case ast.BoolOp(op=op, values=values):
                head = Head.AND if isinstance(op, ast.And) else Head.OR
                return node(head, *(self.expect(one, scope, Sort.FORMULA) for one in values)), Sort.FORMULA
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compared(at, [left, *others], ops, scope)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(at, name, args, scope)
            case ast.Tuple(elts=items) | ast.List(elts=items) if items or isinstance(at, ast.List):
                head = Head.TUPLE if isinstance(at, ast.Tuple) else Head.LIST
                return node(head, *self._items(items, scope)), Sort.LIST
            case ast.Set(elts=items):
                return node(Head.SET, *self._items(items, scope)), Sort.SET
            case ast.Dict(keys=[]):
                return node(Head.SET), Sort.SET
            case ast.SetComp():
                return self._comprehension(at, scope)
            case ast.IfExp():
                raise self.refuse(at, "a choice is written If(condition, a, b)")
            case ast.Subscript():
                raise self.refuse(at, "nothing is written with an index: declare a quantity or a function for it")
            case ast.Call(keywords=[]):
                raise self.refuse(at, "a product is written with *; only a name is called")
        raise self.refuse(at, f"the language has no {type(at).__name__}")

    def _items(self, items: Sequence[ast.expr], scope: Scope) -> Iterator[Expr]:
        """The items of a list or set: numbers, or lists of numbers."""
        for one in items:
            found, sort = self.read(one, scope)
            if sort not in (Sort.NUMBER, Sort.LIST, Sort.SET):
                raise self.refuse(one, f"lists and sets hold numbers and lists, not {sort.value}")
            yield found

    def expect(self, at: ast.expr, scope: Scope, sort: Sort) -> Expr:
        """Return what a part spells, which must be of this sort; a tuple is the vector of its numbers where one is."""
        found, its = self._vector(at, scope) if sort is Sort.MATRIX else self.read(at, scope)
        if its is not sort:
            raise self.refuse(at, f"expected {sort.value}, found {its.value}")
        return found

    def _vector(self, at: ast.expr, scope: Scope) -> Found:
        """What a part of the text spells, a tuple as the vector of its numbers."""
        if not isinstance(at, ast.Tuple) or not at.elts:
            return self.read(at, scope)
        return node(Head.VECTOR, *(self.expect(one, scope, Sort.NUMBER) for one in at.elts)), Sort.MATRIX

    def letters(self, at: ast.expr, scope: Scope) -> tuple[Letter, ...]:
        """Return the letters of a binder's first place: ``x``, ``x in Int``, or several in brackets."""
        items = at.elts if isinstance(at, ast.Tuple | ast.List) else [at]
        found = tuple(self._letter(one, scope) for one in items)
        if not found or len({one.name for one in found}) < len(found):
            raise self.refuse(at, "expected letters, each once")
        return found

    def _letter(self, at: ast.expr, scope: Scope) -> Letter:
        match at:
            case ast.Name(id=name) if name not in TYPES:
                if scope.function(name) is not None or SORTS[scope.type_of(name) or Type.REAL] is not Sort.NUMBER:
                    raise self.refuse(at, f"{name} is declared as no number: bind another letter, or give its type")
                return scope.letter(name)
            case ast.Compare(left=ast.Name(id=name), ops=[ast.In()], comparators=[ast.Name(id=kind)]):
                return Letter(name, self.type_named(at, kind))
        raise self.refuse(at, "expected a letter, or a letter with its type as in 'k in Int'")

    def type_named(self, at: ast.expr, name: str) -> Type:
        """Return the type that stands behind ``in`` at a binder."""
        found = TYPES.get(name) or OLDER_TYPES.get(name)
        if found is None:
            raise self.refuse(at, f"expected a type ({', '.join(TYPES)}), found {name!r}")
        return found

    def _constant(self, at: ast.Constant, value: object) -> Found:
        if isinstance(value, bool):
            return Node(Head.TRUE if value else Head.FALSE), Sort.FORMULA
        if isinstance(value, str):
            raise self.refuse(at, 'a text in quotation marks is allowed in numeral("1011", 2) and in limits only')
        if not isinstance(value, int | float):
            raise self.refuse(at, "expected a numeral, a name or a call")
        spelled = self._lines[at.lineno - 1][at.col_offset : at.end_col_offset]
        whole, point, places = spelled.partition(".")
        return (Dec(int(f"{whole}{places}"), len(places)) if point else Int(int(whole))), Sort.NUMBER

    def _name(self, at: ast.Name, name: str, scope: Scope) -> Found:
        kind = scope.type_of(name)
        if kind is None and name in _CONSTANTS:
            return _CONSTANTS[name], Sort.NUMBER
        if kind is None:
            if scope.function(name) is not None:
                raise self.refuse(at, f"{name} is a function: expected {name}(...)")
            raise self.refuse(at, f"{name!r} is not declared; {scope.near(name)}")
        return Sym(name), SORTS[kind]

    def _number_or_matrix(self, at: ast.expr, scope: Scope) -> Found:
        found, sort = self._vector(at, scope)
        if sort not in (Sort.NUMBER, Sort.MATRIX):
            raise self.refuse(at, f"expected a number, found {sort.value}")
        return found, sort

    def _binary(self, at: ast.expr, left: ast.expr, op: ast.operator, right: ast.expr, scope: Scope) -> Found:
        if (of_sets := _SETS.get(type(op))) is not None:
            return node(of_sets, self.expect(left, scope, Sort.SET), self.expect(right, scope, Sort.SET)), Sort.SET
        head = _BINARY.get(type(op))
        if head is None:
            raise self.refuse(at, "the language has no such sign")
        (a, first), (b, second) = self._number_or_matrix(left, scope), self._number_or_matrix(right, scope)
        mixed = first is not second and head not in (Head.MUL, Head.DIV, Head.POW)
        mixed = mixed or (second is Sort.MATRIX and head in (Head.DIV, Head.POW))
        if mixed or (head in (Head.FLOORDIV, Head.REM) and Sort.MATRIX in (first, second)):
            raise self.refuse(at, f"{head.value!r} between {first.value} and {second.value}")
        return node(head, a, b), Sort.MATRIX if Sort.MATRIX in (first, second) else Sort.NUMBER

    def _compared(self, at: ast.expr, sides: list[ast.expr], ops: list[ast.cmpop], scope: Scope) -> Found:
        if len(ops) > 1 and any(isinstance(op, ast.NotEq | ast.In | ast.NotIn) for op in ops):
            raise self.refuse(at, "'!=' and 'in' are not allowed in a chain of comparisons: join them with 'and'")
        pairs = zip(sides, ops, sides[1:], strict=False)
        found = [self._comparison(at, a, op, b, scope) for a, op, b in pairs]
        return (found[0] if len(found) == 1 else node(Head.AND, *found)), Sort.FORMULA

    def _comparison(self, at: ast.expr, left: ast.expr, op: ast.cmpop, right: ast.expr, scope: Scope) -> Expr:
        if isinstance(op, ast.In | ast.NotIn):
            inside = self._membership(at, left, right, scope)
            return node(Head.NOT, inside) if isinstance(op, ast.NotIn) else inside
        head = _COMPARED.get(type(op))
        if head is None:
            raise self.refuse(at, "identity is written ==")
        (a, first), (b, second) = self.read(left, scope), self.read(right, scope)
        if {first, second} == {Sort.MATRIX, Sort.LIST}:
            (a, first), (b, second) = self._vector(left, scope), self._vector(right, scope)
        if first is not second:
            raise self.refuse(right, f"a comparison of {first.value} with {second.value}")
        if first is Sort.FORMULA and head in (Head.EQ, Head.NE):
            same = node(Head.IFF, a, b)
            return same if head is Head.EQ else node(Head.NOT, same)
        if head not in (Head.EQ, Head.NE) and first is not Sort.NUMBER:
            raise self.refuse(at, f"{head.value!r} compares numbers, not {first.value}")
        return node(head, a, b)

    def _membership(self, at: ast.expr, left: ast.expr, right: ast.expr, scope: Scope) -> Expr:
        if isinstance(right, ast.Name) and right.id in TYPES and scope.type_of(right.id) is None:
            return self._of_type(at, self.expect(left, scope, Sort.NUMBER), TYPES[right.id])
        item, its = self.read(left, scope)
        among, sort = self.read(right, scope)
        if its is Sort.MATRIX:
            raise self.refuse(left, f"sets and lists hold numbers and lists, not {its.value}")
        if sort not in (Sort.SET, Sort.LIST):
            raise self.refuse(right, f"expected a set behind 'in', found {sort.value}")
        return node(Head.IN, item, among)

    def _of_type(self, at: ast.expr, item: Expr, kind: Type) -> Expr:
        least = {Type.COUNT: Int(0), Type.POS: Int(1)}.get(kind)
        if kind is Type.INT or least is not None:
            whole = node(Head.IS_INT, item)
            return whole if least is None else node(Head.AND, whole, node(Head.GE, item, least))
        raise self.refuse(at, "only 'in Int', 'in NonNeg' and 'in Pos' are formulas; other types are given at binders")

    def _comprehension(self, at: ast.SetComp, scope: Scope) -> Found:
        letters: list[Letter] = []
        conditions: list[ast.expr] = []
        for clause in at.generators:
            if not isinstance(clause.target, ast.Name) or not isinstance(clause.iter, ast.Name):
                raise self.refuse(at, "expected a set as in {k**2 for k in Int if 0 <= k and k < 5}")
            letters.append(Letter(clause.target.id, self.type_named(clause.iter, clause.iter.id)))
            conditions += clause.ifs
        if len({one.name for one in letters}) < len(letters):
            raise self.refuse(at, "a set binds each letter once")
        inner = scope.within(letters)
        tests = [self.expect(one, inner, Sort.FORMULA) for one in conditions]
        condition = tests[0] if len(tests) == 1 else node(Head.AND, *tests) if tests else Node(Head.TRUE)
        return node(Head.SET_OF, self.read(at.elt, inner)[0], condition, letters=tuple(letters)), Sort.SET

    def _call(self, at: ast.Call, name: str, args: Sequence[ast.expr], scope: Scope) -> Found:
        if (declared := scope.function(name)) is not None:
            if len(args) != len(declared.args):
                raise self.refuse(at, f"{name} takes {len(declared.args)} arguments, not {len(args)}")
            taken = (self.expect(one, scope, SORTS[kind]) for one, kind in zip(args, declared.args, strict=True))
            return node(Head.CALL, Sym(name), *taken), declared.gives
        name = OLDER.get(name, name)
        if name in BINDERS:
            return bound(self, at, name, args, scope)
        if name in SPECIAL:
            return self._special(at, name, args, scope)
        signature = FUNCTIONS.get(name)
        if signature is None:
            known = scope.type_of(name) is not None
            told = (
                f"{name} is a quantity; a product is written {name}*(...)" if known else f"there is no function {name}"
            )
            raise self.refuse(at, told)
        least = len(signature.takes)
        if len(args) != least and not (signature.more and len(args) > least):
            raise self.refuse(at, f"expected {signature.shape}, found {len(args)} arguments")
        sorts = (*signature.takes, *[signature.takes[-1]] * (len(args) - least))
        found = [self.expect(one, scope, sort) for one, sort in zip(args, sorts, strict=True)]
        return node(signature.head, *found), signature.gives

    def _special(self, at: ast.Call, name: str, args: Sequence[ast.expr], scope: Scope) -> Found:
        match name, args:
            case "len", [inner]:
                found, sort = self.read(inner, scope)
                if sort in (Sort.SET, Sort.LIST):
                    return node(Head.LEN, found), Sort.NUMBER
            case "numeral", [ast.Constant(value=str(spelled)), ast.Constant(value=int(base))] if base not in (0, 1):
                if spelled.isascii() and spelled.isalnum() and base <= 36 and _in_base(spelled, base):
                    return node(Head.NUMERAL, Text(spelled.lower()), Int(base)), Sort.NUMBER
            case "Vector", [ast.List(elts=items)] if items:
                return node(Head.VECTOR, *(self.expect(one, scope, Sort.NUMBER) for one in items)), Sort.MATRIX
            case "Matrix", [ast.List(elts=rows)] if rows and _even(rows):
                lists = (self.expect(row, scope, Sort.LIST) for row in rows)
                return node(Head.MATRIX, *lists), Sort.MATRIX
        raise self.refuse(at, f"expected {SPECIAL[name]}")


def _in_base(spelled: str, base: int) -> bool:
    return all(int(char, 36) < base for char in spelled)


def _even(rows: Sequence[ast.expr]) -> bool:
    """Whether the rows are lists of one length."""
    return {type(row) for row in rows} == {ast.List} and len({len(row.elts) for row in rows}) == 1  # type: ignore[attr-defined]
