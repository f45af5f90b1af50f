"""Functions that bind letters, or take one: which argument stands where, and what the letters range over."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Text, node
from verifier.language.expressions.functions import BINDERS, FIXED, Sort

if TYPE_CHECKING:
    from verifier.language.expressions.errors import LanguageError
    from verifier.language.expressions.scope import Scope


class Reader(Protocol):
    """What goes through the parts of a call."""

    def refuse(self, at: ast.AST, message: str) -> LanguageError:
        """Return the complaint about a part."""

    def read(self, at: ast.expr, scope: Scope) -> tuple[Expr, Sort]:
        """Return what a part spells, and its sort."""

    def expect(self, at: ast.expr, scope: Scope, sort: Sort) -> Expr:
        """Return what a part spells, which must be of this sort."""

    def letters(self, at: ast.expr, scope: Scope) -> tuple[Letter, ...]:
        """Return the letters of a binder's place."""


def bound(reader: Reader, at: ast.Call, name: str, args: Sequence[ast.expr], scope: Scope) -> tuple[Expr, Sort]:
    """Return what a call of a binder spells, and its sort.

    Raises:
        LanguageError: where an argument is missing, or is not what stands in its place.
    """
    call = _Call(reader, at, name, list(args), scope)
    match name:
        case "Sum" | "Prod" | "count_of":
            return call.folded()
        case "ForAll" | "Exists" | "num_solutions":
            return call.quantified()
        case "solves":
            return call.solves()
        case "is_max" | "is_min":
            return call.extremum()
        case "diff":
            return call.derivative()
        case "integral" | "limit":
            return call.integral() if name == "integral" else call.limit()
    return call.polynomial()


class _Call:
    def __init__(self, reader: Reader, at: ast.Call, name: str, args: list[ast.expr], scope: Scope) -> None:
        self._reader, self._at, self._args, self._scope = reader, at, args, scope
        self._name = name

    def _wrong(self) -> LanguageError:
        return self._reader.refuse(self._at, f"expected {BINDERS[self._name]}, found {len(self._args)} arguments")

    def _take(self, *counts: int) -> list[ast.expr]:
        if len(self._args) not in counts:
            raise self._wrong()
        return self._args

    def _number(self, at: ast.expr, scope: Scope | None = None) -> Expr:
        return self._reader.expect(at, self._scope if scope is None else scope, Sort.NUMBER)

    def _one(self, at: ast.expr, head: Head) -> Letter:
        letters = self._reader.letters(at, self._scope)
        if len(letters) != 1:
            raise self._reader.refuse(at, "expected one letter")
        return Letter(letters[0].name, FIXED[head])

    def folded(self) -> tuple[Expr, Sort]:
        expr, letter, low, high = self._take(4)
        head = Head(self._name)
        one = self._one(letter, head)
        inside = Sort.FORMULA if head is Head.COUNT_OF else Sort.NUMBER
        inner = self._scope.within([one])
        if head is Head.COUNT_OF and isinstance(expr, ast.Call):
            inside = self._reader.read(expr, inner)[1]  # a count of counts adds them up
        body = self._reader.expect(expr, inner, inside)
        ends = [self._number(end) for end in (low, high)]
        return node(head, body, *ends, letters=(one,)), Sort.NUMBER

    def quantified(self) -> tuple[Expr, Sort]:
        first, condition = self._take(2)
        letters = self._reader.letters(first, self._scope)
        body = self._reader.expect(condition, self._scope.within(letters), Sort.FORMULA)
        head = Head(self._name)
        return node(head, body, letters=letters), Sort.NUMBER if head is Head.NUM_SOLUTIONS else Sort.FORMULA

    def solves(self) -> tuple[Expr, Sort]:
        first, values, condition = self._take(3)
        letters = self._reader.letters(first, self._scope)
        listed, sort = self._reader.read(values, self._scope)
        if sort not in (Sort.LIST, Sort.SET):
            raise self._reader.refuse(values, "expected the list of all solutions")
        if len(letters) > 1 and isinstance(listed, Node) and listed.head in (Head.LIST, Head.SET):
            wrong = [v for v in listed.args if not _tuple_of(len(letters), v)]
            if wrong:
                raise self._reader.refuse(values, f"each solution is a tuple of {len(letters)} values")
        body = self._reader.expect(condition, self._scope.within(letters), Sort.FORMULA)
        return node(Head.SOLVES, listed, body, letters=letters), Sort.FORMULA

    def extremum(self) -> tuple[Expr, Sort]:
        best, expr, first, condition = self._take(4)
        letters = self._reader.letters(first, self._scope)
        inner = self._scope.within(letters)
        body = self._reader.expect(condition, inner, Sort.FORMULA)
        return node(
            Head(self._name), self._number(best), self._number(expr, inner), body, letters=letters
        ), Sort.FORMULA

    def derivative(self) -> tuple[Expr, Sort]:
        expr, letter, *times = self._take(2, 3)
        if not isinstance(letter, ast.Name):
            raise self._reader.refuse(letter, "expected the letter to differentiate by")
        by = self._reader.expect(letter, self._scope, Sort.NUMBER)
        if not isinstance(by, Sym):
            raise self._reader.refuse(letter, "expected the letter to differentiate by")
        return node(Head.DIFF, self._number(expr), by, self._number(times[0]) if times else Int(1)), Sort.NUMBER

    def integral(self) -> tuple[Expr, Sort]:
        expr, letter, *ends = self._take(2, 4)
        if not ends:
            by = self._reader.expect(letter, self._scope, Sort.NUMBER)
            if not isinstance(by, Sym):
                raise self._reader.refuse(letter, "expected the letter to integrate by")
            return node(Head.ANTIDERIVATIVE, self._number(expr), by), Sort.NUMBER
        one = self._one(letter, Head.INTEGRAL)
        body = self._number(expr, self._scope.within([one]))
        return node(Head.INTEGRAL, body, *map(self._number, ends), letters=(one,)), Sort.NUMBER

    def limit(self) -> tuple[Expr, Sort]:
        expr, letter, to, *side = self._take(3, 4)
        one = self._one(letter, Head.LIMIT)
        body = self._number(expr, self._scope.within([one]))
        match side:
            case []:
                return node(Head.LIMIT, body, self._number(to), letters=(one,)), Sort.NUMBER
            case [ast.Constant(value="+" | "-" as sign)]:
                return node(Head.LIMIT, body, self._number(to), Text(sign), letters=(one,)), Sort.NUMBER
        raise self._wrong()

    def polynomial(self) -> tuple[Expr, Sort]:
        head = Head(self._name)
        args = self._take(2) if head is Head.DEGREE else self._take(3)
        letter = args[2] if head is Head.DIVIDES_POLY else args[1]
        one = self._one(letter, head)
        inner = self._scope.within([one])
        if head is Head.DIVIDES_POLY:
            found = node(head, self._number(args[0], inner), self._number(args[1], inner), letters=(one,))
            return found, Sort.FORMULA
        rest = [self._number(args[2])] if head is Head.COEFF else []
        return node(head, self._number(args[0], inner), *rest, letters=(one,)), Sort.NUMBER


def _tuple_of(count: int, value: Expr) -> bool:
    return isinstance(value, Node) and value.head is Head.TUPLE and len(value.args) == count
