"""Operands: numerals, letters with their subscripts, words set inside a formula, commands, and what opens a bracket."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from verifier.kernel.expr import Const, Head, Int, Node, Sym
from verifier.mathtext.characters import digit
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import FUNCTIONS, Kind
from verifier.mathtext.notation.analysis import Analysis
from verifier.mathtext.notation.frames import UNARY, PlacedExpr, Stop
from verifier.mathtext.notation.signs.dots import DOTS
from verifier.mathtext.numerals import Token

_CLOSER: Final = {"(": ")", "[": "]", "{": "}", "|": "|", "⌊": "⌋", "⌈": "⌉"}
_PURPOSE: Final = {"|": "abs", "⌊": "floor", "⌈": "floor"}


class Operands(Analysis):
    """What is read where an operand is wanted."""

    def operand(self) -> bool:
        """Read one operand, or what opens one, and say whether. Raises: Stop."""
        here = self.tokens[self.at]
        reader = _OPERANDS.get(here.kind)
        return reader is not None and reader(self, here)

    def number(self, here: Token) -> bool:
        """A numeral, with the base that it may name."""
        assert here.value is not None
        if not self.based(here):
            self.at += 1
            self.push(PlacedExpr(here.value, here.start, here.end))
        return True

    def prefix(self, here: Token) -> bool:
        """A sign before its operand, a root sign, or the bar that opens an absolute value."""
        operators = self.frames[-1].operators
        match here.text:
            case "-" | "+" as sign:
                if operators and operators[-1][2] == "prefix":
                    return False
                if sign == "-":
                    operators.append((UNARY, Head.NEG, "prefix"))
                self.at += 1
            case "±" | "∓":
                self.signed(here)
            case "sqrt":
                operators.append((6, Head.SQRT, "prefix"))
                self.at += 1
                return self.is_(0, Kind.NUM) or self.is_(0, Kind.OPEN)
            case "|":
                self.open("|", "abs")
            case _:
                return False
        return True

    def dots(self, here: Token) -> bool:
        """Three dots between summands or factors."""
        operators = self.frames[-1].operators
        if here.text != "..." or not operators or operators[-1][1] not in (Head.ADD, Head.MUL):
            return False
        self.dotted = True
        self.at += 1
        self.push(PlacedExpr(DOTS, here.start, here.end))
        return True

    def bracket(self, here: Token) -> bool:
        """A bracket that opens."""
        if here.text in ("vmatrix", "det"):
            return self.squared(here)
        if here.text not in _CLOSER:
            return False
        self.open(_CLOSER[here.text], _PURPOSE.get(here.text, "group"))
        return True

    def money(self, here: Token) -> bool:
        """A currency sign before its number."""
        number = self.token(1)
        if number is None or number.kind is not Kind.NUM:
            return False
        assert number.value is not None
        self.at += 2
        self.push(PlacedExpr(number.value, here.start, number.end, frozenset({here.text})))
        return True

    def named(self, here: Token) -> bool:
        """Words set inside a formula, or a letter."""
        return self.label(here) if here.region < 0 and len(here.text) > 1 else self.letter(here)

    def label(self, here: Token) -> bool:
        """Words set inside a formula, ``\\text{Total cost}``: one named quantity."""
        i = self.at
        while (
            i < len(self.tokens)
            and self.tokens[i].region == here.region
            and self.tokens[i].kind in (Kind.WORD, Kind.NUM)
        ):
            i += 1
        name = " ".join(t.text.lower() for t in self.tokens[self.at : i])
        if words.connective(here.text) or i - self.at > 12:
            return False
        self.at = i
        self.push(PlacedExpr(Sym(name), here.start, self.tokens[i - 1].end, label=True))
        return True

    def command(self, here: Token) -> bool:
        """``\\frac{a}{b}``, ``\\frac12``, ``\\sqrt{a}``, ``\\sqrt[n]{a}``, ``\\boxed{a}``."""
        if here.text in ("vmatrix", "det"):
            return self.squared(here)
        if here.text in FUNCTIONS:
            self.function(here)
        elif here.text in ("sum", "prod"):
            self.big(here)
        elif here.text == "lim":
            self.limiting(here)
        elif here.text == "int":
            self.integrated(here)
        elif here.text == "∠":
            self.angle(here)
        elif here.text == "mod":
            raise Stop
        elif here.text == "frac" and self.derives():
            self.derived(here)
        elif here.text == "frac" and self.is_(1, Kind.NUM):
            self.short_fraction(here)
        elif self.is_(1, Kind.OPEN, "{"):
            self.open("}", here.text, 2)
        elif here.text == "sqrt" and self.is_(1, Kind.OPEN, "["):
            self.open("]", "index", 2)
        elif here.text == "sqrt" and self.is_(1, Kind.NUM):
            number = self.tokens[self.at + 1]
            if len(number.text) > 1 or number.value is None:
                raise Stop
            self.at += 2
            self.push(PlacedExpr(Node(Head.SQRT, (number.value,)), here.start, number.end))
        else:
            raise Stop
        return True

    def short_fraction(self, here: Token) -> None:
        """Read a fraction of two single digits without braces. Raises: Stop."""
        digits = self.tokens[self.at + 1]
        if len(digits.text) != 2 or not digit(digits.text):
            raise Stop
        self.at += 2
        over = Node(Head.DIV, (Int(int(digits.text[0])), Int(int(digits.text[1]))))
        self.push(PlacedExpr(over, here.start, digits.end))

    def letter(self, here: Token) -> bool:
        """A letter with its subscript; a letter applied to something in brackets is one named quantity."""
        top = self.frames[-1]
        if here.kind is Kind.WORD:
            alone = here.text in ("a", "A", "I") and not top.operators
            follows = self.is_(1, Kind.OP, "+", "-", "*", "/", "^", "superscript") or self.is_(1, Kind.REL)
            if len(here.text) != 1 or (alone and not follows):
                return False
        self.at += 1
        if here.text == "π":
            self.push(PlacedExpr(Const("pi"), here.start, here.end))
            return True
        if here.text in "CP" and self.listing(here):
            self.chosen(here.text)
            return True
        name, end = self.subscript(here.text, here.end)
        while self.primed(end):
            name, end, self.at = name + "'", self.tokens[self.at].end, self.at + 1
        bracket = self.token()
        if bracket is not None and bracket.kind is Kind.OPEN and bracket.text == "(" and not bracket.space:
            product = name in self.free or name in "xyz"
            if not product:
                end = self.closing()
                name = "".join(self.text[here.start : end].split())[:80]
        self.push(PlacedExpr(Sym(name), here.start, end))
        return True

    def primed(self, end: int) -> bool:
        """Whether a prime follows a name: ``f'(x)``."""
        here = self.token()
        mark = here is not None and here.text == "'" and here.start == end and here.kind in (Kind.BAD, Kind.PUNCT)
        return mark and (self.is_(0, Kind.BAD) or self.is_(1, Kind.OPEN, "("))

    def subscript(self, name: str, end: int) -> tuple[str, int]:
        """Return the letter with its subscript, where one follows, and where it ends. Raises: Stop."""
        if not self.is_(0, Kind.OP, "_"):
            return name, end
        self.at += 1
        part = self.token()
        if part is not None and part.kind in (Kind.NUM, Kind.SYM, Kind.WORD) and not part.space:
            self.at += 1
            return f"{name}_{part.text}", part.end
        if not self.is_(0, Kind.OPEN, "{"):
            raise Stop
        start = self.tokens[self.at].start
        end = self.closing()
        return name + "_" + "".join(self.text[start:end].split())[:80], end

    def closing(self) -> int:
        """Pass the bracket that opens here with all it holds; return where it ends."""
        depth = 0
        for i in range(self.at, min(len(self.tokens), self.at + 60)):
            kind = self.tokens[i].kind
            depth += (kind is Kind.OPEN) - (kind is Kind.CLOSE)
            if kind in (Kind.REL, Kind.BAD):
                break
            if depth == 0:
                self.at = i + 1
                return self.tokens[i].end
        raise Stop


_OPERANDS: Final[Mapping[Kind, Callable[[Operands, Token], bool]]] = {
    Kind.NUM: Operands.number,
    Kind.OP: Operands.prefix,
    Kind.BAD: Operands.dots,
    Kind.OPEN: Operands.bracket,
    Kind.CMD: Operands.command,
    Kind.MONEY: Operands.money,
    Kind.SYM: Operands.letter,
    Kind.WORD: Operands.named,
}
"""What reads a token where an operand is wanted, by its kind."""
