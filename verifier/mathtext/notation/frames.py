"""The stack machine of the notation: frames of waiting operands and operators, and what closes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import Final

from verifier.kernel.expr import MAX_NESTING, Dec, Expr, Head, Int, Node, Sym, number, walk_expr
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.guards.guard import Abstention, Guard
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import factor
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.notation.signs.dots import undotted
from verifier.mathtext.numerals import Token

MAX_FRAMES: Final = 60
_INFIX: Final = {
    "±": (1, Head.ADD),
    "+": (1, Head.ADD),
    "-": (1, Head.SUB),
    "*": (2, Head.MUL),
    "/": (2, Head.DIV),
    "^": (5, Head.POW),
}
_SUMS: Final = (Head.ADD, Head.SUB)
_NONE: Final = frozenset[Abstention]()
UNARY: Final = 3
TIGHT: Final = 4  # a product without a sign inside a function's argument: sin 2x
SIGN: Final = Sym("±")  # stands for 1 and for -1, until a relation is spread into both


@dataclass(slots=True, unsafe_hash=True)
class PlacedExpr:
    """An expression with its place in the text, the units named in it, and the doubts about how it was read.

    Nothing changes it. It is ``Final`` and not frozen: a frozen one takes many times as long to make, and nothing is
    made more often."""

    term: Final[Expr]
    start: Final[int]
    end: Final[int]
    units: Final[frozenset[str]] = frozenset()
    doubts: Final[frozenset[Abstention]] = frozenset()
    label: Final[bool] = False  # a quantity named in words
    share: Final[bool] = False  # a share of something: "20% of 50"
    mixed: Final[bool] = False  # units were multiplied, or added to other units
    rows: Final[tuple[tuple[Expr, ...], ...]] = ()  # of a vector or a matrix; ``term`` is then the sum of all members
    remainder: Final[bool] = False  # a whole quotient with the remainder that it leaves: "17 remainder 7"
    base: Final[int] = 0  # the base that a numeral names, 0 for none
    everywhere: Final[bool] = False  # what is said of it is said for all values of its letters
    given: Final[tuple[tuple[Head, Expr, Expr], ...] | None] = None  # what these are known to be, all real
    integral: Final[str] = ""  # it stands for its integral by this letter, without bounds
    worded: Final[bool] = False  # described in words, which were read: "the sum of 3 and 4"
    otherwise: Final[tuple[Expr, ...]] = ()  # what those words may mean instead

    @property
    def compound(self) -> bool:
        """Whether an operation, not only a signed numeral, stands here."""
        inner = self.term
        while isinstance(inner, Node) and inner.head in (Head.NEG, Head.PERCENT):
            inner = inner.args[0]
        return isinstance(inner, Node)


@dataclass(slots=True)
class Frame:
    """An open bracket (or the whole expression): operands and operators that wait."""

    closer: str
    purpose: str
    start: int
    operands: list[PlacedExpr] = field(default_factory=list)
    operators: list[tuple[float, Head | Call, str]] = field(default_factory=list)
    wants: bool = True  # an operand is expected
    held: list[PlacedExpr] = field(default_factory=list)  # finished arguments of a command
    shares: bool = False  # "of" stood here as a product
    call: Call | None = None  # the function whose argument stands in the bracket


class Stop(Exception):
    """The expression cannot be read; nothing of it is used."""


@dataclass(frozen=True, slots=True)
class Call:
    """What waits for the argument of a function, or for the summand of a sum, and makes a term of it."""

    name: str
    make: Callable[..., Expr]
    doubt: Callable[[Expr], Abstention | None] = lambda term: None

    def applied(self, expr: PlacedExpr) -> PlacedExpr:
        """Return what the function makes of its argument. Raises: Stop."""
        why = self.doubt(expr.term)
        units = expr.units if self.name in ("sum", "±") else frozenset()
        doubts = expr.doubts | ({why} if why else set())
        return replace(expr, term=self.make(expr.term), units=units, doubts=doubts, label=False)


class Machine:
    """Tokens, a place among them, and the open frames."""

    def __init__(self, tokens: list[Token], at: int, text: str, free: frozenset[str]) -> None:
        self.tokens, self.at, self.text, self.free = tokens, at, text, free
        self.frames = [Frame("", "whole", tokens[at].start)]
        self.called = -1  # the token after a function's argument in brackets
        self.dotted = False  # three dots stood somewhere

    def token(self, offset: int = 0) -> Token | None:
        """Return the token so many places on, None beyond the ends."""
        i = self.at + offset
        return self.tokens[i] if 0 <= i < len(self.tokens) else None

    def is_(self, offset: int, kind: Kind, *texts: str) -> bool:
        """Return whether the token there is of this kind and one of these texts."""
        found = self.token(offset)
        return found is not None and found.kind is kind and (not texts or found.text in texts)

    def push(self, expr: PlacedExpr) -> None:
        """Put an operand onto the innermost frame."""
        top = self.frames[-1]
        top.operands.append(expr)
        top.wants = False

    def open(self, closer: str, purpose: str, width: int = 1) -> None:
        """Open a frame that ``closer`` closes. Raises: Stop where there are too many."""
        if len(self.frames) >= MAX_FRAMES:
            raise Stop
        self.frames.append(Frame(closer, purpose, self.tokens[self.at].start))
        self.at += width

    def infix(self, sign: str, how: str = "written") -> None:
        """Put a sign between operands, after working out what binds more tightly. Raises: Stop."""
        top = self.frames[-1]
        if len(top.operators) > MAX_NESTING:  # what waits so deep is a term that nests too deep
            raise Stop
        level, op = _INFIX[sign]
        twice = sign == "/" and bool(top.operators) and top.operators[-1][1] is Head.DIV
        apart = twice and top.operators[-1][2] != how
        slashes = twice and any(operand.units or (apart and operand.term.free) for operand in top.operands)
        level = TIGHT if how == "implicit" and self.applied(top) else level
        self.reduce(top, level + (sign == "^"))
        if slashes:
            self.doubt(guards.SLASHES)
        top.operators.append((level, op, how))
        top.wants = True

    def applied(self, top: Frame) -> bool:
        """Whether the operand just read belongs to the argument of a function without brackets."""
        i = len(top.operators) - 1
        while i >= 0 and top.operators[i][0] >= TIGHT:
            i -= 1
        waiting = top.operators[i][1] if i >= 0 else None
        return isinstance(waiting, Call) and top.operators[i][0] == UNARY and waiting.name != "±"

    def postfix(self, op: Head, here: Token) -> None:
        """Apply what stands behind its operand. Raises: Stop."""
        top = self.frames[-1]
        self.reduce(top, 7)
        last = top.operands.pop()
        self.at += 1
        self.push(replace(last, term=Node(op, (last.term,)), end=here.end))

    def doubt(self, why: Guard) -> None:
        """Mark the last operand with a doubt."""
        top = self.frames[-1]
        last = top.operands.pop()
        top.operands.append(replace(last, doubts=last.doubts | {why()}))

    def attach(self, units: set[str], end: int) -> None:
        """Give the last operand units, which end there."""
        top = self.frames[-1]
        last = top.operands.pop()
        top.operands.append(replace(last, end=end, units=last.units | units))

    def close(self, text: str) -> bool:
        """Close the innermost frame, if this closes it, and say whether. Raises: Stop."""
        top = self.frames[-1]
        if top.closer != text:
            return False
        whole = self.reduce(top, 0)
        end = self.tokens[self.at].end
        self.frames.pop()
        self.at += 1
        match top.purpose:
            case "group" | "boxed":
                self.push(replace(whole, start=top.start, end=end, doubts=whole.doubts | self.lone(top, whole)))
            case "abs":
                self.push(replace(whole, term=Node(Head.ABS, (whole.term,)), start=top.start, end=end))
            case "sqrt":
                term = Node(Head.ROOT, (whole.term, top.held[0].term)) if top.held else Node(Head.SQRT, (whole.term,))
                self.push(
                    PlacedExpr(term, top.start, end, frozenset(), whole.doubts, mixed=whole.mixed or bool(whole.units))
                )
            case "floor":
                op = Head.FLOOR if text == "⌋" else Head.CEIL
                self.push(replace(whole, term=Node(op, (whole.term,)), start=top.start, end=end))
            case "frac" | "binom" | "index":
                self.argument(top, whole, end)
            case "list":
                self.listed(top, whole, end)
            case "call":
                assert top.call is not None
                self.called = self.at
                self.push(replace(top.call.applied(whole), start=top.start, end=end))
        return True

    def listed(self, top: Frame, whole: PlacedExpr, end: int) -> None:
        """A list in brackets is complete: the function of two arguments is applied from the left."""
        found = [*top.held, whole]
        if top.call is None or len(found) < 2 or (len(found) > 2 and top.call.name in ("C", "P")):
            raise Stop
        term = reduce(top.call.make, (one.term for one in found))
        why = top.call.doubt(term)
        doubts = _NONE.union(*(one.doubts for one in found)) | ({why} if why else set())
        self.push(PlacedExpr(term, top.start, end, found[0].units, doubts))

    def lone(self, top: Frame, whole: PlacedExpr) -> set[Abstention]:
        """Doubts of brackets around one numeral: ``[3.7]`` may be a floor, ``($5)`` a debt."""
        if isinstance(whole.term, Node) or top.purpose != "group":
            return set()
        if top.closer == "]" or (top.closer == ")" and whole.units & words.CURRENCY):
            return {guards.NUMBER_IN_BRACKETS()}
        outside = self.frames[-1].operators
        prose = self.tokens[self.at - 1].region <= 0 and top.closer == "}"
        return {guards.NUMBER_IN_BRACES()} if prose and not (outside and outside[-1][1] is Head.POW) else set()

    def argument(self, top: Frame, whole: PlacedExpr, end: int) -> None:
        """A command's argument is complete: open the next one, or apply the command."""
        if top.held:
            op = Head.DIV if top.purpose == "frac" else Head.BINOMIAL
            over = top.held[0]
            self.push(
                PlacedExpr(
                    Node(op, (over.term, whole.term)),
                    top.start,
                    end,
                    over.units | whole.units,
                    over.doubts | whole.doubts,
                )
            )
            return
        purpose = "sqrt" if top.purpose == "index" else top.purpose
        if not self.is_(0, Kind.OPEN, "{"):
            raise Stop
        self.open("}", purpose)
        self.frames[-1].held, self.frames[-1].start = [whole], top.start

    def reduce(self, frame: Frame, level: float) -> PlacedExpr:
        """Apply the waiting operators that bind at least as tightly as ``level``; return the last operand."""
        while frame.operators and frame.operators[-1][0] >= level:
            _, op, how = frame.operators.pop()
            b = frame.operands.pop()
            if isinstance(op, Call):
                made = op.applied(b)
            elif how == "prefix":
                made = replace(b, term=Node(op, (b.term,)), label=False)
                if op is Head.SQRT and b.units:  # of square metres: of what it is metres is not known here
                    made = replace(made, units=frozenset(), mixed=True)
            else:
                a, b = _alike(op, frame.operands.pop(), b)
                doubts = a.doubts | b.doubts | _mixed(op, a, b)
                units = _squared(a, b) if op is Head.POW else a.units | b.units
                made = PlacedExpr(Node(op, (a.term, b.term)), a.start, b.end, units, doubts, mixed=_blend(op, a, b))
            frame.operands.append(made)
        if self.dotted and level <= 0:
            whole = frame.operands.pop()
            if (filled := undotted(whole.term)) is None:
                raise Stop
            frame.operands.append(replace(whole, term=filled))
        return frame.operands[-1]


def _alike(op: Head, a: PlacedExpr, b: PlacedExpr) -> tuple[PlacedExpr, PlacedExpr]:
    """Both parts of a sum in the finer unit, where one is known to be so many of the other: ``1 hour + 5 minutes``."""
    times = factor(a.units, b.units) if op in (Head.ADD, Head.SUB) else None
    if times is None:
        return a, b
    return (_counted(a, times, b.units), b) if times > 1 else (a, _counted(b, 1 / times, a.units))


def _counted(expr: PlacedExpr, times: Fraction, units: frozenset[str]) -> PlacedExpr:
    rounded = any(isinstance(inner, Dec) for inner in walk_expr(expr.term))
    doubts = expr.doubts | {guards.CONVERSION()} if rounded or expr.compound else expr.doubts
    return replace(expr, term=Node(Head.MUL, (expr.term, number(times))), units=units, doubts=doubts)


def _squared(a: PlacedExpr, b: PlacedExpr) -> frozenset[str]:
    """The units of a power: ``(3 cm)^2`` is so many square centimetres."""
    lone = [unit for unit in a.units if "^" not in unit]
    if len(a.units) == len(lone) == 1 and not b.units and b.term in (Int(2), Int(3)):
        return frozenset({f"{lone[0]}^{2 if b.term == Int(2) else 3}"})
    return a.units | b.units


def _blend(op: Head, a: PlacedExpr, b: PlacedExpr) -> bool:
    """Whether units are multiplied, or added to other units: the result's unit is not known."""
    return a.mixed or b.mixed or (a.units != b.units if op in _SUMS else bool(a.units and b.units))


def _mixed(op: Head, a: PlacedExpr, b: PlacedExpr) -> frozenset[Abstention]:
    """Doubts that the units and percent signs of a sum raise: ``5 cm + 5 m``, ``100 + 20%``."""
    if op not in _SUMS:
        return _NONE
    doubts = set()
    if a.units and b.units and (a.units ^ b.units) & words.MEASURES:
        doubts.add(guards.UNITS_ADDED())
    if _percent(a.term) != _percent(b.term) and Int(1) not in (a.term, b.term):
        doubts.add(guards.PERCENT_ADDED())
    return frozenset(doubts) if doubts else _NONE


def _percent(term: Expr) -> bool:
    return isinstance(term, Node) and (
        term.head is Head.PERCENT or (term.head in _SUMS and all(map(_percent, term.args)))
    )
