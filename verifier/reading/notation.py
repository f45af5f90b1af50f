"""The notation: tokens to expressions, by operator precedence over an explicit stack of frames, in linear time.

An expression is read whole or not at all. What is ambiguous in the field (``1/2x``, ``5!`` at the end of a sentence, ``2½`` written as
``2\\frac12``) is read one way and says so in ``doubts``; a doubtful expression decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term, TermTooLarge
from verifier.reading import words
from verifier.reading.scan import Kind, Token

MAX_FRAMES: Final = 60
_INFIX: Final = {"+": (1, Op.ADD), "-": (1, Op.SUB), "*": (2, Op.MUL), "/": (2, Op.DIV), "^": (5, Op.POW)}
_WORD_INFIX: Final = {"plus": "+", "minus": "-", "times": "*", "divided": "/", "multiplied": "*"}
_UNARY: Final = 3
_CLOSER: Final = {"(": ")", "[": "]", "{": "}", "|": "|"}
_FUNCTIONS: Final = frozenset("f g h F G H P Q p q R S T N E V A B C D L M".split())


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression with its place in the text, the units named in it, and the doubts about how it was read."""

    term: Term
    start: int
    end: int
    units: frozenset[str] = frozenset()
    doubts: frozenset[str] = frozenset()
    label: bool = False  # a quantity named in words
    share: bool = False  # a share of something: "20% of 50"

    @property
    def compound(self) -> bool:
        """Whether an operation, not only a signed numeral, stands here."""
        inner = self.term
        while isinstance(inner, App) and inner.op in (Op.NEG, Op.PERCENT):
            inner = inner.args[0]
        return isinstance(inner, App)


@dataclass(slots=True)
class Frame:
    """An open bracket (or the whole expression): operands and operators that wait."""

    closer: str
    purpose: str
    start: int
    operands: list[Expr] = field(default_factory=list)
    operators: list[tuple[int, Op, str]] = field(default_factory=list)
    wants: bool = True  # an operand is expected
    held: list[Expr] = field(default_factory=list)  # finished arguments of a command
    shares: bool = False  # "of" stood here as a product


class _Stop(Exception):
    """The expression cannot be read; nothing of it is used."""


class Notation:
    """One attempt to read an expression that starts at token ``at``."""

    def __init__(self, tokens: list[Token], at: int, text: str, free: frozenset[str]) -> None:
        self.tokens, self.at, self.text, self.free = tokens, at, text, free
        self.frames = [Frame("", "whole", tokens[at].start)]

    # --- the loop -------------------------------------------------------------------------------------------------

    def read(self) -> Expr | None:
        """Return the longest expression that starts here, or None; ``at`` is then the first token not used."""
        try:
            while self.at < len(self.tokens) and (self.operand() if self.frames[-1].wants else self.operator()):
                pass
            top = self.frames[-1]
            if len(self.frames) > 1 or top.wants:
                return None
            whole = self.reduce(top, 0)
            return Expr(whole.term, whole.start, whole.end, whole.units, whole.doubts, whole.label, top.shares)
        except (_Stop, TermTooLarge):
            return None

    def token(self, offset: int = 0) -> Token | None:
        i = self.at + offset
        return self.tokens[i] if 0 <= i < len(self.tokens) else None

    def is_(self, offset: int, kind: Kind, *texts: str) -> bool:
        found = self.token(offset)
        return found is not None and found.kind is kind and (not texts or found.text in texts)

    def push(self, expr: Expr) -> None:
        top = self.frames[-1]
        top.operands.append(expr)
        top.wants = False

    # --- operands -------------------------------------------------------------------------------------------------

    def operand(self) -> bool:
        here = self.tokens[self.at]
        top = self.frames[-1]
        match here.kind, here.text:
            case Kind.NUM, _:
                assert here.value is not None
                self.at += 1
                self.push(Expr(here.value, here.start, here.end))
            case Kind.OP, ("-" | "+") as sign:
                if top.operators and top.operators[-1][2] == "prefix":
                    return False
                if sign == "-":
                    top.operators.append((_UNARY, Op.NEG, "prefix"))
                self.at += 1
                return True
            case Kind.OP, "sqrt":
                top.operators.append((6, Op.SQRT, "prefix"))
                self.at += 1
                return self.is_(0, Kind.NUM) or self.is_(0, Kind.OPEN)
            case Kind.OP, "|":
                self.open("|", "abs")
            case Kind.OPEN, text:
                self.open(_CLOSER[text], "abs" if text == "|" else "group")
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
            case (Kind.SYM | Kind.WORD), _:
                return self.letter(here)
            case _:
                return False
        return True

    def label(self, here: Token) -> bool:
        """Words set inside a formula, ``\\text{Total cost}``: one named quantity."""
        i = self.at
        while i < len(self.tokens) and self.tokens[i].region == here.region and self.tokens[i].kind in (Kind.WORD, Kind.NUM):
            i += 1
        name = " ".join(t.text.lower() for t in self.tokens[self.at : i])
        if words.connective(here.text) or i - self.at > 12:
            return False
        self.at = i
        self.push(Expr(Sym(name), here.start, self.tokens[i - 1].end, label=True))
        return True

    def open(self, closer: str, purpose: str, width: int = 1) -> None:
        if len(self.frames) >= MAX_FRAMES:
            raise _Stop
        self.frames.append(Frame(closer, purpose, self.tokens[self.at].start))
        self.at += width

    def command(self, here: Token) -> None:
        """``\\frac{a}{b}``, ``\\frac12``, ``\\sqrt{a}``, ``\\sqrt[n]{a}``, ``\\boxed{a}``."""
        if here.text == "frac" and self.is_(1, Kind.NUM):
            self.short_fraction(here)
        elif self.is_(1, Kind.OPEN, "{"):
            self.open("}", here.text, 2)
        elif here.text == "sqrt" and self.is_(1, Kind.OPEN, "["):
            self.open("]", "index", 2)
        elif here.text == "sqrt" and self.is_(1, Kind.NUM):
            number = self.tokens[self.at + 1]
            if len(number.text) > 1 or number.value is None:
                raise _Stop
            self.at += 2
            self.push(Expr(App(Op.SQRT, (number.value,)), here.start, number.end))
        else:
            raise _Stop

    def short_fraction(self, here: Token) -> None:
        digits = self.tokens[self.at + 1]
        if len(digits.text) != 2 or not digits.text.isdigit():
            raise _Stop
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
        name, end = self.subscript(here.text, here.end)
        bracket = self.token()
        if bracket is not None and bracket.kind is Kind.OPEN and bracket.text == "(" and not bracket.space:
            product = name not in _FUNCTIONS and (name in self.free or name in "xyz")
            if not product:
                end = self.closing()
                name = "".join(self.text[here.start : end].split())[:80]
        self.push(Expr(Sym(name), here.start, end))
        return True

    def subscript(self, name: str, end: int) -> tuple[str, int]:
        if not self.is_(0, Kind.OP, "_"):
            return name, end
        self.at += 1
        part = self.token()
        if part is not None and part.kind in (Kind.NUM, Kind.SYM, Kind.WORD) and not part.space:
            self.at += 1
            return f"{name}_{part.text}", part.end
        if not self.is_(0, Kind.OPEN, "{"):
            raise _Stop
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
        raise _Stop

    # --- after an operand -----------------------------------------------------------------------------------------

    def operator(self) -> bool:
        here = self.tokens[self.at]
        top = self.frames[-1]
        if len(self.frames) == 1 and here.region != (last := self.tokens[self.at - 1].region) and self.edges(here, last):
            return False  # two formulas side by side are not one
        match here.kind, here.text:
            case Kind.OP, ("+" | "-" | "*" | "/" | "^") as sign:
                self.infix(sign)
                self.at += 1
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
                self.attach({"degree"}, here.end)
            case Kind.OP, "|":
                return self.close("|")
            case Kind.CLOSE, text:
                return self.close(text)
            case (Kind.SYM | Kind.OPEN | Kind.CMD), _:
                return self.implicit(here)
            case Kind.OP, "sqrt":
                return self.implicit(here)
            case Kind.NUM, _ if top.operands[-1].term == Sym("") or here.region and not here.space:
                raise _Stop  # "x2": neither a product nor a subscript for certain
            case Kind.WORD, _:
                return self.word(here)
            case _:
                return False
        return True

    def edges(self, here: Token, last: int) -> bool:
        """Whether an expression ends where the formula that it stands in ends."""
        if here.kind in (Kind.WORD, Kind.CLOSE):
            return False
        return here.kind is not Kind.OP or (last > 0 and (here.region > 0 or here.text in "+-"))

    def infix(self, sign: str, how: str = "written") -> None:
        top = self.frames[-1]
        level, op = _INFIX[sign]
        slashes = sign == "/" and bool(top.operators) and top.operators[-1][1] is Op.DIV
        self.reduce(top, level + (sign == "^"))
        if slashes:
            self.doubt("a/b/c without brackets")
        top.operators.append((level, op, how))
        top.wants = True

    def postfix(self, op: Op, here: Token) -> None:
        top = self.frames[-1]
        self.reduce(top, 7)
        last = top.operands.pop()
        self.at += 1
        self.push(Expr(App(op, (last.term,)), last.start, here.end, last.units, last.doubts))

    def factorial(self, here: Token) -> None:
        after = self.token(1)
        if after is not None and after.kind is Kind.OP and after.text == "!":
            raise _Stop  # a double factorial
        ends = after is None or after.kind in (Kind.BREAK, Kind.PUNCT, Kind.LINK, Kind.CALC) or after.space and after.kind in (Kind.WORD, Kind.CMD)
        self.postfix(Op.FACT, here)
        if ends and len(self.frames) == 1:
            self.doubt("an exclamation mark or a factorial")

    def doubt(self, why: str) -> None:
        top = self.frames[-1]
        last = top.operands.pop()
        top.operands.append(Expr(last.term, last.start, last.end, last.units, last.doubts | {why}, last.label))

    def attach(self, units: set[str], end: int) -> None:
        top = self.frames[-1]
        last = top.operands.pop()
        top.operands.append(Expr(last.term, last.start, end, last.units | units, last.doubts, last.label))

    def implicit(self, here: Token) -> bool:
        """A product without a sign: ``2x``, ``3(x+1)``, ``(x+1)(x+2)``, ``2\\sqrt3``."""
        top = self.frames[-1]
        last = top.operands[-1].term
        if here.kind is Kind.OPEN and here.region <= 0 and here.space:
            return self.annotation() if not self.arithmetic_inside() else False
        if isinstance(last, App) and last.op is Op.PERCENT:
            raise _Stop
        under = bool(top.operators) and top.operators[-1][1] is Op.DIV
        power = here.region <= 0 and bool(top.operators) and top.operators[-1][1] is Op.POW
        mixed = isinstance(last, Int) and here.kind is Kind.CMD and here.text == "frac"
        self.infix("*", "implicit")
        if under or power or mixed:
            self.doubt("1/2x: a product under a quotient" if under else "a product or a mixed number" if mixed else "x^2y in prose")
        return True

    def arithmetic_inside(self) -> bool:
        after = self.token(1)
        return after is not None and after.kind in (Kind.NUM, Kind.MONEY, Kind.SYM, Kind.OP, Kind.CMD, Kind.OPEN)

    def annotation(self) -> bool:
        """``7995 (total cookies) - ...``: words in brackets that name what was counted."""
        i = self.at + 1
        while i < len(self.tokens) and self.tokens[i].kind is Kind.WORD and not words.blocks(self.tokens[i].text):
            i += 1
        if i >= len(self.tokens) or self.tokens[i].kind is not Kind.CLOSE or i == self.at + 1 or i > self.at + 8:
            return False
        end = self.tokens[i].end
        self.at = i + 1
        self.attach(set(), end)
        return True

    def word(self, here: Token) -> bool:
        """Words after an operand: spelled operators, the cross of ``12 x 2``, ``of`` after a share, a letter, units."""
        top = self.frames[-1]
        text = here.text.lower()
        after = self.token(1)
        numeric = after is not None and after.kind in (Kind.NUM, Kind.MONEY, Kind.OPEN)
        if text in ("x", "X") and after is not None and (after.kind in (Kind.NUM, Kind.MONEY) or (numeric and here.space and after.space)):
            if not here.space and not after.space or here.space and (after.space or after.kind is Kind.MONEY):
                self.infix("*")
                if after.kind is Kind.OPEN and text in self.free:
                    raise _Stop
                self.at += 1
                return True
            raise _Stop
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
        if len(here.text) == 1 and not here.space and here.region <= 0:
            return self.implicit(here)
        return self.unit()

    def share(self) -> bool:
        """Whether the operand just read is a share (``20%``, ``1/3``), of which ``of`` takes a part."""
        top = self.frames[-1]
        self.reduce(top, 2)
        match top.operands[-1].term:
            case App(Op.PERCENT, (Int() | Dec(),)):
                return not top.operators or top.operators[-1][0] < 2
            case App(Op.DIV, (Int(a), Int(b))):
                return 0 < a < b
        return False

    def unit(self) -> bool:
        """Attach the noun that follows a numeral (``24 clips``, ``5 miles per hour``, ``60 km/h``)."""
        last = self.frames[-1].operands[-1]
        if last.units - words.CURRENCY or isinstance(last.term, Sym) or last.label:
            return False
        i, found = self.at, []
        while i < len(self.tokens) and len(found) < 4 and self.tokens[i].kind is Kind.WORD and words.may_be_unit(self.tokens[i].text):
            found.append(words.lemma(self.tokens[i].text))
            i += 1
        if not found and not self.rate(i):
            return False
        while self.rate(i):
            found += ["per", words.lemma(self.tokens[i + 1].text)]
            i += 2
            while i < len(self.tokens) and len(found) < 8 and self.tokens[i].kind is Kind.WORD and words.may_be_unit(self.tokens[i].text):
                found.append(words.lemma(self.tokens[i].text))
                i += 1
        end = self.tokens[i - 1].end
        self.at = i
        if self.is_(0, Kind.OP, "superscript") or (self.is_(0, Kind.OP, "^") and self.is_(1, Kind.NUM)):
            end = self.raised_unit(found)
        elif self.is_(0, Kind.OP, "^") and self.is_(1, Kind.OPEN, "{") and self.is_(2, Kind.NUM) and self.is_(3, Kind.CLOSE):
            found[-1] += "^" + self.tokens[self.at + 2].text
            end, self.at = self.tokens[self.at + 3].end, self.at + 4
        elif self.is_(0, Kind.OP, "^"):
            raise _Stop
        self.attach(set(found), end)
        return True

    def raised_unit(self, found: list[str]) -> int:
        """``cm^2``: the exponent belongs to the unit."""
        self.at += 1 if self.is_(0, Kind.OP, "superscript") else 2
        found[-1] += "^" + self.tokens[self.at - 1].text
        return self.tokens[self.at - 1].end

    def rate(self, i: int) -> bool:
        if i + 1 >= len(self.tokens) or self.tokens[i + 1].kind is not Kind.WORD:
            return False
        here, noun = self.tokens[i], self.tokens[i + 1].text
        if not words.may_be_unit(noun) and not (here.text == "/" and noun in ("h", "s", "m", "l")):
            return False
        return (here.kind is Kind.WORD and here.text in ("per", "a", "an", "each")) or (here.kind is Kind.OP and here.text == "/")

    # --- reducing -------------------------------------------------------------------------------------------------

    def close(self, text: str) -> bool:
        top = self.frames[-1]
        if top.closer != text:
            return False
        whole = self.reduce(top, 0)
        end = self.tokens[self.at].end
        self.frames.pop()
        self.at += 1
        match top.purpose:
            case "group" | "boxed":
                self.push(Expr(whole.term, top.start, end, whole.units, whole.doubts))
            case "abs":
                self.push(Expr(App(Op.ABS, (whole.term,)), top.start, end, whole.units, whole.doubts))
            case "sqrt":
                term = App(Op.ROOT, (top.held[0].term, whole.term)) if top.held else App(Op.SQRT, (whole.term,))
                self.push(Expr(term, top.start, end, frozenset(), whole.doubts))
            case "frac" | "binom" | "index":
                self.argument(top, whole, end)
        return True

    def argument(self, top: Frame, whole: Expr, end: int) -> None:
        """A command's argument is complete: open the next one, or apply the command."""
        if top.held:
            op = Op.DIV if top.purpose == "frac" else Op.BINOM
            over = top.held[0]
            self.push(Expr(App(op, (over.term, whole.term)), top.start, end, over.units | whole.units, over.doubts | whole.doubts))
            return
        purpose = "sqrt" if top.purpose == "index" else top.purpose
        if not self.is_(0, Kind.OPEN, "{"):
            raise _Stop
        self.open("}", purpose)
        self.frames[-1].held, self.frames[-1].start = [whole], top.start

    def reduce(self, frame: Frame, level: int) -> Expr:
        """Apply the waiting operators that bind at least as tightly as ``level``; return the last operand."""
        while frame.operators and frame.operators[-1][0] >= level:
            _, op, how = frame.operators.pop()
            b = frame.operands.pop()
            if how == "prefix":
                made = Expr(App(op, (b.term,)), b.start, b.end, b.units, b.doubts)
            else:
                a = frame.operands.pop()
                made = Expr(App(op, (a.term, b.term)), a.start, b.end, a.units | b.units, a.doubts | b.doubts | _mixed(op, a, b))
            frame.operands.append(made)
        return frame.operands[-1]


def _mixed(op: Op, a: Expr, b: Expr) -> frozenset[str]:
    """Doubts that the units and percent signs of a sum raise: ``5 cm + 5 m``, ``100 + 20%``."""
    if op not in (Op.ADD, Op.SUB):
        return frozenset()
    doubts = set()
    if (a.units ^ b.units) & words.MEASURES and a.units and b.units:
        doubts.add("a sum of different units")
    if _percent(a.term) != _percent(b.term) and Int(1) not in (a.term, b.term):
        doubts.add("a percentage added to a number")
    return frozenset(doubts)


def _percent(term: Term) -> bool:
    return isinstance(term, App) and (term.op is Op.PERCENT or (term.op in (Op.ADD, Op.SUB) and all(map(_percent, term.args))))


def read_expression(tokens: list[Token], at: int, text: str, free: frozenset[str] = frozenset()) -> tuple[Expr | None, int]:
    """Return the expression that starts at token ``at`` (None where it cannot be read) and the first token after it. Fails: never.

    ``free`` names the letters that stand alone somewhere near, so that ``a(b+c)`` is a product and ``f(b+c)`` is not.
    """
    notation = Notation(tokens, at, text, free)
    found = notation.read()
    if found is not None:
        start = min(found.start, tokens[at].start)
        found = Expr(found.term, start, found.end, found.units, found.doubts, found.label, found.share)
    return found, max(notation.at, at + 1)


__all__ = ["Expr", "read_expression"]
