"""The notation: tokens to expressions, by operator precedence over an explicit stack of frames, in linear time.

An expression is read whole or not at all. What is ambiguous in the field (``1/2x``, ``5!`` at the end of a sentence,
``2½`` written as ``2\\frac12``) is read one way and says so in ``doubts``; a doubtful expression decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Node
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import FUNCTIONS, Kind
from verifier.mathtext.notation.frames import PlacedExpr, Stop
from verifier.mathtext.notation.operands import Operands
from verifier.mathtext.notation.signs.shorthand import shorthand
from verifier.mathtext.numerals import Token

_WORD_INFIX: Final = {"plus": "+", "minus": "-", "times": "*", "divided": "/", "multiplied": "*"}
MAYBE_FUNCTIONS: Final = frozenset(
    ["f", "g", "h", "F", "G", "H", "P", "Q", "p", "q", "R", "S", "T", "N", "E", "V", "A", "B", "C", "D", "L", "M"]
)


class Notation(Operands):
    """One attempt to read an expression that starts at token ``at``."""

    def read(self) -> PlacedExpr | None:
        """Return the longest expression that starts here, or None; ``at`` is then the first token not used."""
        try:
            while self.at < len(self.tokens) and (self.operand() if self.frames[-1].wants else self.operator()):
                pass
            top = self.frames[-1]
            if len(self.frames) > 1 or top.wants:
                return None
            whole = self.reduce(top, 0)
            return whole if whole.share == top.shares else replace(whole, share=top.shares)
        except (Stop, ExprTooLarge):
            return None

    def operator(self) -> bool:
        """Read one operator, or what closes a frame, and say whether. Raises: Stop."""
        here = self.tokens[self.at]
        if (
            len(self.frames) == 1
            and here.region != (last := self.tokens[self.at - 1].region)
            and self.edges(here, last)
        ):
            return False  # two formulas side by side are not one
        if here.space and here.region > 0 and "quad" in self.text[self.tokens[self.at - 1].end : here.start]:
            return False  # nor are two that a wide blank parts
        reader = _OPERATORS.get(here.kind)
        return reader is not None and reader(self, here)

    def operation(self, here: Token) -> bool:
        """A sign between operands, behind its operand, or before the next one."""
        match here.text:
            case "^" if self.degrees(here):
                pass
            case "±" | "∓":
                self.infix("+")
                self.signed(here)
            case "/" if not here.space and self.priced():
                return self.unit()
            case "+" | "-" | "*" | "/" | "^":
                self.written(here)
            case "superscript":
                assert here.value is not None
                self.at += 1
                self.infix("^")
                self.push(PlacedExpr(here.value, here.start, here.end))
            case "!":
                self.factorial(here)
            case "%":
                self.postfix(Head.PERCENT, here)
            case "°":
                self.at += 1
                self.turned(here)
            case "|":
                return self.close("|")
            case "sqrt":
                return self.implicit(here)
            case _:
                return False
        return True

    def written(self, here: Token) -> None:
        """A sign of a sum, a product, a quotient or a power."""
        top, sign = self.frames[-1], here.text
        if self.applied(top):
            bare = isinstance(top.operands[-1].term, Int) and (self.is_(1, Kind.NUM) or self.is_(1, Kind.SYM))
            if sign == "/" or (sign == "*" and bare):
                self.doubt(guards.ARGUMENT)
        if sign == "^" and self.called == self.at:
            self.doubt(guards.AFTER_ARGUMENT)
        self.infix(sign, "written" if here.space else "tight")
        self.at += 1

    def comma(self, here: Token) -> bool:
        """A comma between the arguments of a function."""
        inside = here.text == "," and self.frames[-1].purpose == "list"
        if inside:
            self.next_in_list()
        return inside

    def closer(self, here: Token) -> bool:
        """A bracket that closes."""
        return self.close(here.text)

    def paid(self, here: Token) -> bool:
        """A currency sign right behind its number: ``45$``."""
        behind = not here.space and self.bare() and not self.is_(1, Kind.NUM)
        if behind:
            self.at += 1
            self.attach({here.text}, here.end)
        return behind

    def adjoined(self, here: Token) -> bool:
        """A numeral right behind an operand."""
        if here.region > 0 and _factorial(self.frames[-1].operands[-1].term):
            return self.implicit(here)  # 4!9!
        if here.region and not here.space:
            raise Stop  # "x2": neither a product nor a subscript for certain
        return False

    def bullet(self, here: Token) -> bool:
        """Whether a dash between two formulas is a bullet for all that one sees: ``\\(x = 1\\) - \\(x = 2\\)``."""
        after = self.token(1)
        return here.text == "-" and (after is None or after.region > 0)

    def edges(self, here: Token, last: int) -> bool:
        """Whether an expression ends where the formula that it stands in ends."""
        if here.kind in (Kind.WORD, Kind.CLOSE):
            return False
        return here.kind is not Kind.OP or (last > 0 and (here.region > 0 or self.bullet(here)))

    def factorial(self, here: Token) -> None:
        """Read a factorial, or leave an exclamation mark alone. Raises: Stop."""
        after = self.token(1)
        if after is not None and after.kind is Kind.OP and after.text == "!":
            raise Stop  # a double factorial
        ends = (
            after is None
            or after.kind in (Kind.BREAK, Kind.PUNCT, Kind.LINK, Kind.CALC)
            or (after.space and after.kind in (Kind.WORD, Kind.CMD))
        )
        near = self.text[max(0, here.start - 200) : here.start]
        self.postfix(Head.FACTORIAL, here)
        if ends and len(self.frames) == 1 and not (here.region > 0 and near.count("!") > near.count("!=")):
            self.doubt(guards.EXCLAMATION)

    def implicit(self, here: Token) -> bool:
        """A product without a sign: ``2x``, ``3(x+1)``, ``(x+1)(x+2)``, ``2\\sqrt3``."""
        top = self.frames[-1]
        last = top.operands[-1].term
        if here.kind is Kind.OPEN and here.region <= 0 and here.space:
            return self.annotation() if not self.arithmetic_inside() else False
        if isinstance(last, Node) and last.head is Head.PERCENT:
            raise Stop
        how = "implicit"
        named = here.kind is Kind.CMD and here.text in (*FUNCTIONS, "sum", "prod", "∠")
        if named:
            how = "juxtaposed"
        elif self.applied(top) and (here.kind is Kind.OPEN or (here.kind is Kind.CMD and not isinstance(last, Int))):
            how = "juxtaposed"
            self.doubt(guards.ARGUMENT)
        if here.text == "frac" and here.kind is Kind.CMD and isinstance(last, Node) and last.head is Head.DIV:
            self.doubt(guards.TWO_FRACTIONS)
        if self.called == self.at and here.kind not in (Kind.OPEN, Kind.CMD):
            self.doubt(guards.ARGUMENT)
        if here.kind is Kind.CMD and here.text == "mod":
            return False
        under = bool(top.operators) and top.operators[-1][1] is Head.DIV
        power = (
            here.region <= 0 and here.kind is not Kind.OPEN and bool(top.operators) and top.operators[-1][1] is Head.POW
        ) and self.tokens[self.at - 1].text != "superscript"  # raised digits end where they are no longer raised
        if isinstance(last, Int) and here.kind is Kind.CMD and here.text == "frac" and self.mixed(last):
            return True
        mixed = isinstance(last, Int) and here.kind is Kind.CMD and here.text == "frac"
        self.infix("*", how)
        if under or power or mixed:
            self.doubt(guards.FRACTION_FACTOR if under else guards.MIXED_NUMBER if mixed else guards.PROSE_POWER)
        return True

    def word(self, here: Token) -> bool:
        """Words after an operand: spelled operators, the cross of ``12 x 2``, ``of`` after a share, a letter, units."""
        top = self.frames[-1]
        text = here.text.lower()
        after = self.token(1)
        numeric = after is not None and after.kind in (Kind.NUM, Kind.MONEY, Kind.OPEN)
        if (
            text in ("x", "X")
            and after is not None
            and (after.kind in (Kind.NUM, Kind.MONEY) or (numeric and here.space and after.space))
        ):
            if (not here.space and not after.space) or (here.space and (after.space or after.kind is Kind.MONEY)):
                self.infix("*")
                if after.kind is Kind.OPEN and text in self.free:
                    raise Stop
                self.at += 1
                return True
            raise Stop
        if text in ("plus", "minus", "times") and numeric:
            self.infix(_WORD_INFIX[text])
            self.at += 1
            return True
        if text in ("divided", "multiplied") and self.is_(1, Kind.WORD, "by"):
            self.infix(_WORD_INFIX[text])
            self.at += 2
            return True
        if text == "of" and numeric and self.share():
            self.infix("*")
            top.shares = True
            self.at += 1
            return True
        if not here.space and here.region <= 0:
            if len(here.text) == 1:
                return self.implicit(here)
            if here.region == 0 and not words.measure(here.text):
                raise Stop  # "57Apples": neither a unit nor a product for certain
        return self.unit()


_OPERATORS: Final[Mapping[Kind, Callable[[Notation, Token], bool]]] = {
    Kind.OP: Notation.operation,
    Kind.PUNCT: Notation.comma,
    Kind.CLOSE: Notation.closer,
    Kind.SYM: Notation.implicit,
    Kind.OPEN: Notation.implicit,
    Kind.CMD: Notation.implicit,
    Kind.NUM: Notation.adjoined,
    Kind.WORD: Notation.word,
    Kind.MONEY: Notation.paid,
}
"""What reads a token where an operand was just read, by its kind."""


def _factorial(term: Expr) -> bool:
    return isinstance(term, Node) and term.head is Head.FACTORIAL


def read_expression(
    tokens: list[Token], at: int, text: str, free: frozenset[str] = frozenset()
) -> tuple[PlacedExpr | None, int]:
    """Return the expression that starts at token ``at`` (None where it cannot be read) and the first token after it.

    ``free`` names the letters that stand alone somewhere near, so that ``a(b+c)`` is a product and ``f(b+c)`` is
    not.
    """
    notation = Notation(tokens, at, text, free)
    found = notation.read()
    if found is not None and tokens[at].start < found.start:
        found = replace(found, start=tokens[at].start)
    return found, max(notation.at, at + 1)


def read_in_text(
    tokens: list[Token], at: int, text: str, free: frozenset[str] = frozenset()
) -> tuple[PlacedExpr | None, int]:
    """Return what ``read_expression`` returns, with the doubts that its shorthand raises."""
    found, after = read_expression(tokens, at, text, free)
    unmarked = shorthand(text[found.start : found.end]) if found is not None else frozenset()
    return (replace(found, doubts=found.doubts | unmarked) if found is not None and unmarked else found), after
