"""The notation: tokens to expressions, by operator precedence over an explicit stack of frames, in linear time.

An expression is read whole or not at all. What is ambiguous in the field (``1/2x``, ``5!`` at the end of a sentence,
``2½`` written as ``2\\frac12``) is read one way and says so in ``doubts``; a doubtful expression decides nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from verifier.kernel.term import App, Const, Int, Op, Sym, Term, TermTooLarge
from verifier.reading import words
from verifier.reading.analysis import Analysis
from verifier.reading.characters import digit
from verifier.reading.dots import DOTS
from verifier.reading.frames import UNARY, Expr, Stop
from verifier.reading.numerals import Token
from verifier.reading.signs import FUNCTIONS, Kind

_WORD_INFIX: Final = {"plus": "+", "minus": "-", "times": "*", "divided": "/", "multiplied": "*"}
_CLOSER: Final = {"(": ")", "[": "]", "{": "}", "|": "|", "⌊": "⌋", "⌈": "⌉"}
_PURPOSE: Final = {"|": "abs", "⌊": "floor", "⌈": "floor"}
MAYBE_FUNCTIONS: Final = frozenset(
    ["f", "g", "h", "F", "G", "H", "P", "Q", "p", "q", "R", "S", "T", "N", "E", "V", "A", "B", "C", "D", "L", "M"]
)


class Notation(Analysis):
    """One attempt to read an expression that starts at token ``at``."""

    def read(self) -> Expr | None:
        """Return the longest expression that starts here, or None; ``at`` is then the first token not used."""
        try:
            while self.at < len(self.tokens) and (self.operand() if self.frames[-1].wants else self.operator()):
                pass
            top = self.frames[-1]
            if len(self.frames) > 1 or top.wants:
                return None
            whole = self.reduce(top, 0)
            return whole if whole.share == top.shares else replace(whole, share=top.shares)
        except (Stop, TermTooLarge):
            return None

    def operand(self) -> bool:
        """Read one operand, or what opens one, and say whether. Fails: Stop."""
        here = self.tokens[self.at]
        top = self.frames[-1]
        match here.kind, here.text:
            case Kind.NUM, _:
                assert here.value is not None
                if self.based(here):
                    return True
                self.at += 1
                self.push(Expr(here.value, here.start, here.end))
            case Kind.OP, ("-" | "+") as sign:
                if top.operators and top.operators[-1][2] == "prefix":
                    return False
                if sign == "-":
                    top.operators.append((UNARY, Op.NEG, "prefix"))
                self.at += 1
                return True
            case Kind.OP, ("±" | "∓"):
                self.signed(here)
                return True
            case Kind.BAD, "..." if top.operators and top.operators[-1][1] in (Op.ADD, Op.MUL):
                self.dotted = True
                self.at += 1
                self.push(Expr(DOTS, here.start, here.end))
            case Kind.OP, "sqrt":
                top.operators.append((6, Op.SQRT, "prefix"))
                self.at += 1
                return self.is_(0, Kind.NUM) or self.is_(0, Kind.OPEN)
            case Kind.OP, "|":
                self.open("|", "abs")
            case ((Kind.OPEN | Kind.CMD), ("vmatrix" | "det")):
                return self.squared(here)
            case Kind.OPEN, text:
                if text not in _CLOSER:
                    return False
                self.open(_CLOSER[text], _PURPOSE.get(text, "group"))
            case Kind.CMD, _:
                self.command(here)
            case Kind.MONEY, unit:
                if not self.is_(1, Kind.NUM):
                    return False
                number = self.tokens[self.at + 1]
                assert number.value is not None
                self.at += 2
                self.push(Expr(number.value, here.start, number.end, frozenset({unit})))
            case Kind.WORD, _ if here.region < 0 and len(here.text) > 1:
                return self.label(here)
            case ((Kind.SYM | Kind.WORD), _):
                return self.letter(here)
            case _:
                return False
        return True

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
        self.push(Expr(Sym(name), here.start, self.tokens[i - 1].end, label=True))
        return True

    def command(self, here: Token) -> None:
        """``\\frac{a}{b}``, ``\\frac12``, ``\\sqrt{a}``, ``\\sqrt[n]{a}``, ``\\boxed{a}``."""
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
            self.push(Expr(App(Op.SQRT, (number.value,)), here.start, number.end))
        else:
            raise Stop

    def short_fraction(self, here: Token) -> None:
        """Read a fraction of two single digits without braces. Fails: Stop."""
        digits = self.tokens[self.at + 1]
        if len(digits.text) != 2 or not digit(digits.text):
            raise Stop
        self.at += 2
        over = App(Op.DIV, (Int(int(digits.text[0])), Int(int(digits.text[1]))))
        self.push(Expr(over, here.start, digits.end))

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
            self.push(Expr(Const("pi"), here.start, here.end))
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
        self.push(Expr(Sym(name), here.start, end))
        return True

    def primed(self, end: int) -> bool:
        """Whether a prime follows a name: ``f'(x)``."""
        here = self.token()
        mark = here is not None and here.text == "'" and here.start == end and here.kind in (Kind.BAD, Kind.PUNCT)
        return mark and (self.is_(0, Kind.BAD) or self.is_(1, Kind.OPEN, "("))

    def subscript(self, name: str, end: int) -> tuple[str, int]:
        """Return the letter with its subscript, where one follows, and where it ends. Fails: Stop."""
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

    def operator(self) -> bool:
        """Read one operator, or what closes a frame, and say whether. Fails: Stop."""
        here = self.tokens[self.at]
        top = self.frames[-1]
        if (
            len(self.frames) == 1
            and here.region != (last := self.tokens[self.at - 1].region)
            and self.edges(here, last)
        ):
            return False  # two formulas side by side are not one
        match here.kind, here.text:
            case Kind.OP, "^" if self.degrees(here):
                pass
            case Kind.OP, ("±" | "∓"):
                self.infix("+")
                self.signed(here)
            case Kind.OP, "/" if not here.space and self.priced():
                return self.unit()
            case Kind.OP, ("+" | "-" | "*" | "/" | "^") as sign:
                bare = isinstance(top.operands[-1].term, Int) and (self.is_(1, Kind.NUM) or self.is_(1, Kind.SYM))
                if self.applied(top) and (sign == "/" or (sign == "*" and bare)):
                    self.doubt("how far a function's argument goes")
                if sign == "^" and self.called == self.at:
                    self.doubt("a power after a function's argument")
                self.infix(sign, "written" if here.space else "tight")
                self.at += 1
                if sign == "^" and here.region > 0 and self.is_(0, Kind.NUM) and len(self.tokens[self.at].text) > 1:
                    self.doubt("x^12 in LaTeX")  # set as x^1 2, perhaps meant as x^{12}
            case Kind.OP, "superscript":
                assert here.value is not None
                self.at += 1
                self.infix("^")
                self.push(Expr(here.value, here.start, here.end))
            case Kind.OP, "!":
                self.factorial(here)
            case Kind.OP, "%":
                self.postfix(Op.PERCENT, here)
            case Kind.OP, "°":
                self.at += 1
                self.turned(here)
            case Kind.OP, "|":
                return self.close("|")
            case Kind.PUNCT, "," if top.purpose == "list":
                self.next_in_list()
            case Kind.CLOSE, text:
                return self.close(text)
            case ((Kind.SYM | Kind.OPEN | Kind.CMD), _):
                return self.implicit(here)
            case Kind.OP, "sqrt":
                return self.implicit(here)
            case Kind.NUM, _ if here.region > 0 and _factorial(top.operands[-1].term):
                return self.implicit(here)  # 4!9!
            case Kind.NUM, _ if here.region and not here.space:
                raise Stop  # "x2": neither a product nor a subscript for certain
            case Kind.WORD, _:
                return self.word(here)
            case Kind.MONEY, unit if not here.space and self.bare() and not self.is_(1, Kind.NUM):
                self.at += 1
                self.attach({unit}, here.end)  # 45$
            case _:
                return False
        return True

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
        """Read a factorial, or leave an exclamation mark alone. Fails: Stop."""
        after = self.token(1)
        if after is not None and after.kind is Kind.OP and after.text == "!":
            raise Stop  # a double factorial
        ends = (
            after is None
            or after.kind in (Kind.BREAK, Kind.PUNCT, Kind.LINK, Kind.CALC)
            or (after.space and after.kind in (Kind.WORD, Kind.CMD))
        )
        near = self.text[max(0, here.start - 200) : here.start]
        self.postfix(Op.FACT, here)
        if ends and len(self.frames) == 1 and not (here.region > 0 and near.count("!") > near.count("!=")):
            self.doubt("an exclamation mark or a factorial")

    def implicit(self, here: Token) -> bool:
        """A product without a sign: ``2x``, ``3(x+1)``, ``(x+1)(x+2)``, ``2\\sqrt3``."""
        top = self.frames[-1]
        last = top.operands[-1].term
        if here.kind is Kind.OPEN and here.region <= 0 and here.space:
            return self.annotation() if not self.arithmetic_inside() else False
        if isinstance(last, App) and last.op is Op.PERCENT:
            raise Stop
        how = "implicit"
        named = here.kind is Kind.CMD and here.text in (*FUNCTIONS, "sum", "prod", "∠")
        if named:
            how = "juxtaposed"
        elif self.applied(top) and (here.kind is Kind.OPEN or (here.kind is Kind.CMD and not isinstance(last, Int))):
            how = "juxtaposed"
            self.doubt("how far a function's argument goes")
        if here.text == "frac" and here.kind is Kind.CMD and isinstance(last, App) and last.op is Op.DIV:
            self.doubt("two fractions side by side")
        if self.called == self.at and here.kind not in (Kind.OPEN, Kind.CMD):
            self.doubt("how far a function's argument goes")
        if here.kind is Kind.CMD and here.text == "mod":
            return False
        under = bool(top.operators) and top.operators[-1][1] is Op.DIV
        power = (
            here.region <= 0 and here.kind is not Kind.OPEN and bool(top.operators) and top.operators[-1][1] is Op.POW
        )
        if isinstance(last, Int) and here.kind is Kind.CMD and here.text == "frac" and self.mixed(last):
            return True
        mixed = isinstance(last, Int) and here.kind is Kind.CMD and here.text == "frac"
        self.infix("*", how)
        if under or power or mixed:
            self.doubt(
                "1/2x: a product under a quotient"
                if under
                else "a product or a mixed number"
                if mixed
                else "x^2y in prose"
            )
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


def _factorial(term: Term) -> bool:
    return isinstance(term, App) and term.op is Op.FACT


def read_expression(
    tokens: list[Token], at: int, text: str, free: frozenset[str] = frozenset()
) -> tuple[Expr | None, int]:
    """Return the expression that starts at token ``at`` (None where it cannot be read) and the first token after it.

    ``free`` names the letters that stand alone somewhere near, so that ``a(b+c)`` is a product and ``f(b+c)`` is
    not. Fails: never.
    """
    notation = Notation(tokens, at, text, free)
    found = notation.read()
    if found is not None and tokens[at].start < found.start:
        found = replace(found, start=tokens[at].start)
    return found, max(notation.at, at + 1)
