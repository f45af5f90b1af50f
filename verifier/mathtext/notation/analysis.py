"""Limits, integrals, endless sums, read: ``\\lim_{x \\to 2}``, ``\\int_0^1 x dx``, ``\\sum_{k=0}^\\infty``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Expr, Head, Int, Node, Sym, number
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.notation.arrays import Arrays
from verifier.mathtext.notation.calculus import derivative, endless, integral, limit, total
from verifier.mathtext.notation.frames import PlacedExpr, Stop
from verifier.mathtext.numerals import Token

_TOWARDS: Final = frozenset({"\\to", "=>", "\\rightarrow"})
_INFINITE: Final = frozenset({"\\infty", "∞"})
_CONSTANTS: Final = frozenset({"C", "c", "K", "k"})
_ENDS: Final = frozenset({Kind.REL, Kind.PUNCT, Kind.BREAK, Kind.LINK, Kind.BAD, Kind.CALC})


class Analysis(Arrays):
    """What the notation does with limits and integrals."""

    def limiting(self, here: Token) -> None:
        """``\\lim_{x \\to a}`` before a quotient of polynomials, which goes on to the end of the side."""
        if not (self.is_(1, Kind.OP, "_") and self.is_(2, Kind.OPEN, "{")):
            raise Stop
        close = self.matching(self.at + 2)
        letter, arrow = self.tokens[self.at + 3], self.tokens[self.at + 4]
        if letter.kind not in (Kind.SYM, Kind.WORD) or len(letter.text) != 1 or arrow.text not in _TOWARDS:
            raise Stop
        target = None if self.infinite(self.at + 5, close) else _exact(self.inner(self.at + 5, close))
        end, depth = close + 1, 0
        while end < len(self.tokens) and end - close < 60 and self.tokens[end].region == here.region:
            token = self.tokens[end]
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if depth < 0 or (depth == 0 and (token.kind in _ENDS or (token.kind is Kind.WORD and len(token.text) > 1))):
                break
            end += 1
        self.at = end  # what cannot be read is passed whole: its end alone would be another formula
        found = limit(self.inner(close + 1, end), letter.text, target)
        if found is None or len(self.frames) > 1 or self.frames[-1].operators:
            raise Stop
        self.push(PlacedExpr(_quotient(found), here.start, self.tokens[end - 1].end))

    def integrated(self, here: Token) -> None:
        """``\\int_a^b f dx`` of a polynomial, between bounds that stand there."""
        self.at += 1
        if not self.is_(0, Kind.OP, "_"):
            self.antiderivative(here)
            return
        self.at += 1
        low = self.end_point()
        if not self.is_(0, Kind.OP, "^"):
            raise Stop
        self.at += 1
        high = self.end_point()
        body, letter = self.integrand()
        found = integral(body, letter.text, low, high)
        if found is None:
            raise Stop
        self.push(PlacedExpr(found, here.start, letter.end))

    def integrand(self) -> tuple[Expr, Token]:
        """What stands between here and ``dx``, and that letter."""
        end, depth = self.at, 0
        while end + 1 < len(self.tokens) and end - self.at < 60 and self.tokens[end].kind not in _ENDS:
            depth += (self.tokens[end].kind is Kind.OPEN) - (self.tokens[end].kind is Kind.CLOSE)
            letter = self.tokens[end + 1]
            if depth == 0 and self.tokens[end].text == "d" and not letter.space and len(letter.text) == 1:
                break
            end += 1
        else:
            raise Stop
        first, letter, self.at = self.at, self.tokens[end + 1], end + 2
        if letter.kind is not Kind.SYM:
            raise Stop
        return self.inner(first, end), letter

    def antiderivative(self, here: Token) -> None:
        """``\\int f dx`` without bounds, alone on its side of an equation: the letter is remembered with f."""
        body, letter = self.integrand()
        after = self.token()
        alone = len(self.frames) == 1 and not self.frames[-1].operators and not self.frames[-1].operands
        if not alone or body.free - {letter.text} or (after is not None and after.kind not in _ENDS):
            raise Stop
        self.push(PlacedExpr(body, here.start, letter.end, everywhere=True, integral=letter.text))

    def derives(self) -> bool:
        """Whether ``\\frac{d}{dx}`` before a bracket stands here."""
        texts = [token.text for token in self.tokens[self.at + 1 : self.at + 9]]
        if len(texts) < 8 or texts[:5] != ["{", "d", "}", "{", "d"] or texts[6] != "}" or texts[7] not in ("(", "["):
            return False
        return len(texts[5]) == 1 and texts[5].isalpha()

    def derived(self, here: Token) -> None:
        """``\\frac{d}{dx}(f)`` of an expression in that one letter."""
        letter = self.tokens[self.at + 6].text
        self.at += 8
        body = self.part()
        if body.free - {letter}:
            raise Stop
        self.push(PlacedExpr(derivative(body, letter), here.start, self.tokens[self.at - 1].end, everywhere=True))

    def end_point(self) -> Expr:
        """A bound of an integral: a digit, a letter, or what stands in braces."""
        here = self.token()
        if here is None or here.kind is not Kind.SYM or len(here.text) > 1 or here.text == "π":
            return self.bound()
        self.at += 1
        return Sym(here.text)

    def infinite(self, first: int, end: int) -> bool:
        """Whether nothing but the sign of infinity stands there."""
        inside = [token.text for token in self.tokens[first:end]]
        return inside in ([sign] for sign in _INFINITE) or inside in (["+", sign] for sign in _INFINITE)

    def open_ended(self, name: str, first: Expr, body_op: str) -> Callable[[Expr], Expr] | None:
        """What makes a sum's term of its summand, where the sum runs without end or up to a letter; None elsewhere."""
        if body_op != "sum":
            return None
        lowest = _exact(first)
        if lowest.denominator != 1:
            raise Stop
        braced = self.is_(0, Kind.OPEN, "{")
        if braced and self.infinite(self.at + 1, self.matching(self.at)):
            self.at = self.matching(self.at) + 1
            return _made(lambda body: _numbered(endless(body, name, int(lowest))))
        if not braced and self.infinite(self.at, self.at + 1):
            self.at += 1
            return _made(lambda body: _numbered(endless(body, name, int(lowest))))
        lettered = self.is_(0, Kind.SYM) or (self.is_(0, Kind.WORD) and len(self.tokens[self.at].text) == 1)
        if not lettered and not braced:
            return None
        end = self.matching(self.at) + 1 if braced else self.at + 1
        last = self.inner(self.at + braced, end - braced)
        if not last.free:
            return None
        self.at = end
        return _made(lambda body: total(body, name, int(lowest), last))


def antiderived(left: PlacedExpr, right: PlacedExpr) -> tuple[PlacedExpr, PlacedExpr] | None:
    """Return the sides of what ``\\int f dx = F + C`` says, that the derivative of ``F + C`` is f; None where f is on
    the right, or F holds more letters than one for a constant. Raises: ExprTooLarge."""
    names = right.term.free - {left.integral}
    if not left.integral or right.integral or not names <= _CONSTANTS or len(names) > 1:
        return None
    match right.term:
        case Node(Head.ADD | Head.SUB, (found, Sym(constant))) if constant in names:
            pass
        case found:
            pass
    body = replace(left, term=derivative(found, left.integral), doubts=left.doubts | right.doubts, integral="")
    return body, replace(right, term=left.term)


def _made(make: Callable[[Expr], Expr | None]) -> Callable[[Expr], Expr]:
    def made(body: Expr) -> Expr:
        found = make(body)
        if found is None:
            raise Stop
        return found

    return made


def _numbered(found: Fraction | None) -> Expr | None:
    return None if found is None else _quotient(found)


def _quotient(found: Fraction) -> Expr:
    """The number as a quotient: something that was worked out, not a numeral that stands in the text."""
    return Node(Head.DIV, (number(found.numerator), Int(found.denominator)))


def _exact(term: Expr) -> Fraction:
    try:
        return value(term, {})
    except NotEvaluated as error:
        raise Stop from error
