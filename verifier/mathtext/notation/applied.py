"""Functions and big operators: sin, log, gcd, C(n, k), sums and products with bounds, angles as named quantities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Const, Dec, Expr, ExprTooLarge, Head, Int, Node, Sym, number, walk_expr
from verifier.mathtext.characters import digit
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import FUNCTIONS, Kind
from verifier.mathtext.notation.frames import SIGN, UNARY, Call, Machine, PlacedExpr, Stop
from verifier.mathtext.notation.signs.dots import balanced
from verifier.mathtext.numerals import Token

_LARGE: Final = words.SYMBOLS | {"Mm", "MM", "Mg", "MG", "Ml", "ML", "M", "G"}  # they are not what small letters are


class Quantities(Machine):
    """What the notation does with words after an operand."""

    def annotation(self) -> bool:
        """``7995 (total cookies) - ...``: words in brackets that name what was counted."""
        i = self.at + 1
        while i < len(self.tokens) and self.tokens[i].kind is Kind.WORD and words.told(self.tokens[i].text):
            i += 1
        if i >= len(self.tokens) or self.tokens[i].kind is not Kind.CLOSE or i == self.at + 1 or i > self.at + 8:
            return False
        end = self.tokens[i].end
        self.at = i + 1
        self.attach(set(), end)
        return True

    def share(self) -> bool:
        """Whether the operand just read is a share (``20%``, ``1/3``), of which ``of`` takes a part."""
        top = self.frames[-1]
        self.reduce(top, 2)
        match top.operands[-1].term:
            case Node(Head.PERCENT, (Int() | Dec(),)):
                return not top.operators or top.operators[-1][0] < 2
            case Node(Head.DIV, (Int(a), Int(b))):
                return 0 < a < b
        return False

    def unit(self) -> bool:
        """Attach the noun that follows a numeral (``24 clips``, ``5 miles per hour``, ``60 km/h``)."""
        last = self.frames[-1].operands[-1]
        if last.units - words.CURRENCY or isinstance(last.term, Sym) or last.label:
            return False
        here, before = self.tokens[self.at], self.tokens[self.at - 1]
        tight = before.kind is Kind.CLOSE and here.region < 0 and here.start - before.end == len("\\text{")
        if tight and not words.measure(here.text):
            return False  # (1/2)\text{Whole Area}: a factor
        found = self.nouns(self.at, 4)
        i = self.at + len(found)
        if not found and not self.rate(i):
            return False
        while self.rate(i):
            found += ["per", words.lemma(self.tokens[i + 1].text)]
            i += 2
            more = self.nouns(i, 3)
            found, i = found + more, i + len(more)
        end = self.tokens[i - 1].end
        self.at = i
        if self.is_(0, Kind.OP, "superscript") or (self.is_(0, Kind.OP, "^") and self.is_(1, Kind.NUM)):
            end = self.raised_unit(found)
        elif (
            self.is_(0, Kind.OP, "^")
            and self.is_(1, Kind.OPEN, "{")
            and self.is_(2, Kind.NUM)
            and self.is_(3, Kind.CLOSE)
        ):
            found[-1] += "^" + self.tokens[self.at + 2].text
            end, self.at = self.tokens[self.at + 3].end, self.at + 4
        elif self.is_(0, Kind.OP, "^"):
            raise Stop
        self.attach(set(found), end)
        return True

    def priced(self) -> bool:
        """Whether a price stands here, ``$12/meter``: an amount of money, a stroke and what it is paid for."""
        last = self.frames[-1].operands[-1]
        money = isinstance(last.term, Int | Dec) and bool(last.units) and last.units <= words.CURRENCY
        after = self.token(1)
        return money and after is not None and not after.space and len(after.text) > 1 and self.rate(self.at)

    def nouns(self, i: int, most: int) -> list[str]:
        """The nouns that stand from token ``i`` on, as lemmas."""
        found: list[str] = []
        for token in self.tokens[i : i + most]:
            if (
                token.kind is not Kind.WORD
                or not words.may_be_unit(token.text)
                or (found and self.acts(token, i + len(found)))
            ):
                break
            found.append(token.text if token.text in _LARGE else words.lemma(token.text))
        return found

    def acts(self, here: Token, i: int) -> bool:
        """Whether a word in prose is a verb, with a number right after it: ``4 pens cost 4 * $2``."""
        after = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
        counted = after is not None and after.kind in (Kind.NUM, Kind.MONEY, Kind.OPEN)
        return here.region == 0 and counted and here.text.lower() in words.ACTING

    def bare(self) -> bool:
        """Whether the operand just read is a numeral without a unit."""
        last = self.frames[-1].operands[-1]
        return isinstance(last.term, Int | Dec) and not last.units

    def raised_unit(self, found: list[str]) -> int:
        """``cm^2``: the exponent belongs to the unit."""
        self.at += 1 if self.is_(0, Kind.OP, "superscript") else 2
        power = self.tokens[self.at - 1]
        found[-1] += f"^{power.value.value if isinstance(power.value, Int) else power.text}"
        return power.end

    def rate(self, i: int) -> bool:
        """Return whether a rate (per hour) begins there."""
        if i + 1 >= len(self.tokens) or self.tokens[i + 1].kind is not Kind.WORD:
            return False
        here, noun = self.tokens[i], self.tokens[i + 1].text
        if not words.may_be_unit(noun) and not (here.text == "/" and noun in ("h", "s", "m", "l")):
            return False
        return (here.kind is Kind.WORD and here.text in ("per", "a", "an", "each")) or (
            here.kind is Kind.OP and here.text == "/"
        )

    def arithmetic_inside(self) -> bool:
        """Return whether a bracket holds what may be computed."""
        after = self.token(1)
        return after is not None and after.kind in (Kind.NUM, Kind.MONEY, Kind.SYM, Kind.OP, Kind.CMD, Kind.OPEN)


MAX_MEMBERS: Final = 200
BIG: Final = 1.5  # a sum takes in the products after it, not the sums
BASE: Final = Sym("base of log")  # "log" and "lg" without a base: what holds for every base is proved
_FOLDED: Final = {"gcd": Head.GCD, "lcm": Head.LCM, "max": Head.MAX, "min": Head.MIN}


def _wave(name: str) -> Callable[[Expr], Expr]:
    def made(x: Expr) -> Expr:
        sin, cos = Node(Head.SIN, (x,)), Node(Head.COS, (x,))
        below: dict[str, tuple[Expr, Expr]] = {"cot": (cos, sin), "sec": (Int(1), cos), "csc": (Int(1), sin)}
        return Node(Head.DIV, below[name]) if name in below else Node(Head(name), (x,))

    return made


def _unclear(angle: Expr) -> Abstention | None:
    bare = not angle.free and Const("pi") not in walk_expr(angle) and angle != Int(0)
    return guards.ANGLE() if bare else None


def substituted(term: Expr, name: str, by: Expr) -> Expr:
    """Return ``term`` with a letter replaced. Raises: ExprTooLarge."""
    if isinstance(term, Sym):
        return by if term.name == name else term
    return Node(term.head, tuple(substituted(arg, name, by) for arg in term.args)) if isinstance(term, Node) else term


class Applied(Quantities):
    """What the notation does with names of functions."""

    def function(self, here: Token) -> None:
        """Read a function's name with its base and its power, and wait for its argument."""
        name = here.text
        self.at += 1
        base = self.index() if name == "log" and self.is_(0, Kind.OP, "_") else None
        power = self.raised()
        if name in _FOLDED:
            if power is not None or not self.is_(0, Kind.OPEN, "("):
                raise Stop
            op = _FOLDED[name]
            self.open(")", "list")
            self.frames[-1].call = Call(name, lambda a, b: Node(op, (a, b)))
            return
        call = self.call(name, base, power)
        if self.token() is not None and self.is_(0, Kind.OPEN, "(", "[", "{"):
            opened = self.tokens[self.at].text
            self.open({"(": ")", "[": "]", "{": "}"}[opened], "call")
            self.frames[-1].call, self.frames[-1].start = call, here.start
        else:
            self.frames[-1].operators.append((UNARY, call, "prefix"))

    def call(self, name: str, base: Expr | None, power: int | None) -> Call:
        """Return what is applied to the operand that follows. Raises: Stop."""

        def raised(term: Expr) -> Expr:
            return term if power is None else Node(Head.POW, (term, Int(power)))

        if name in ("log", "ln", "lg"):
            bases: dict[str, Expr] = {"ln": Const("e"), "lg": BASE, "log": base or BASE}
            under = bases[name]
            euler = name == "ln"
            return Call(
                name, lambda x: raised(Node(Head.LOG, (substituted(x, "e", Const("e")) if euler else x, under)))
            )
        if name == "exp":
            return Call(name, lambda x: raised(Node(Head.POW, (Const("e"), x))))
        make = _wave(name)
        return Call(name, lambda x: raised(make(x)), _unclear)

    def index(self) -> Expr:
        """The base of a logarithm: ``_2``, ``_{10}``, ``_a``."""
        self.at += 1
        here = self.token()
        if here is not None and here.kind is Kind.NUM and here.value is not None:
            if len(here.text) > 1 and here.region > 0:
                raise Stop  # \log_10 is set as log_1 0
            self.at += 1
            return here.value
        if here is not None and here.kind in (Kind.SYM, Kind.WORD) and len(here.text) == 1:
            self.at += 1
            return Sym(here.text)
        if here is None or here.kind is not Kind.OPEN or here.text not in "{(":
            raise Stop
        return self.part()

    def raised(self) -> int | None:
        """The power after a function's name: ``\\sin^2``; an inverse stops the reading."""
        here = self.token()
        if here is None or here.kind is not Kind.OP or here.text not in ("^", "superscript"):
            return None
        self.at += 1
        found: Expr | None
        if here.text == "superscript":
            found = here.value
        elif self.is_(0, Kind.NUM) and len(self.tokens[self.at].text) == 1:
            found = self.tokens[self.at].value
            self.at += 1
        elif self.is_(0, Kind.OPEN, "{"):
            found = self.part()
        else:
            raise Stop
        if not isinstance(found, Int) or found.value < 1:
            raise Stop
        return found.value

    def part(self) -> Expr:
        """The expression in the bracket that opens here, read on its own."""
        end = self.matching(self.at)
        found = self.inner(self.at + 1, end)
        self.at = end + 1
        return found

    def inner(self, first: int, end: int) -> Expr:
        """The expression that tokens ``first`` to ``end`` are, whole."""
        if first >= end:
            raise Stop
        part = type(self)(self.tokens[first:end], 0, self.text, self.free)
        found = part.read()  # type: ignore[attr-defined]  # the notation proper, which this is a part of
        if found is None or part.at != end - first or found.doubts or found.units:
            raise Stop
        term: Expr = found.term
        return term

    def matching(self, at: int) -> int:
        """The index of the bracket that closes the one at ``at``."""
        depth = 0
        for i in range(at, min(len(self.tokens), at + 60)):
            depth += (self.tokens[i].kind is Kind.OPEN) - (self.tokens[i].kind is Kind.CLOSE)
            if depth == 0:
                return i
        raise Stop

    # --- sums and products with bounds ----------------------------------------------------------------------------

    def big(self, here: Token) -> None:
        """``\\sum_{k=1}^{5}``, ``\\prod_{k=1}^{5}`` with bounds that are numbers: what follows is written out."""
        if not (self.is_(1, Kind.OP, "_") and self.is_(2, Kind.OPEN, "{") and self.is_(4, Kind.REL, "=")):
            raise Stop
        letter = self.tokens[self.at + 3]
        close = self.matching(self.at + 2)
        first = self.inner(self.at + 5, close)
        self.at = close + 1
        if letter.kind not in (Kind.SYM, Kind.WORD) or len(letter.text) != 1 or not self.is_(0, Kind.OP, "^"):
            raise Stop
        self.at += 1
        endless = self.open_ended(letter.text, first, here.text)
        if endless is not None:
            self.frames[-1].operators.append((BIG, Call("sum", endless), "prefix"))
            return
        last = self.bound()
        op = Head.ADD if here.text == "sum" else Head.MUL
        self.frames[-1].operators.append((BIG, Call("sum", _written_out(op, letter.text, first, last)), "prefix"))

    def open_ended(self, name: str, first: Expr, body_op: str) -> Callable[[Expr], Expr] | None:
        """What makes a term of the summand of a sum whose end is no number; None where its end is one."""
        return None

    def bound(self) -> Expr:
        """Read a bound of a sum or a product. Raises: Stop."""
        if self.is_(0, Kind.OPEN, "{"):
            return self.part()
        here = self.token()
        if here is None or here.kind is not Kind.NUM or len(here.text) > 1 or here.value is None:
            raise Stop
        self.at += 1
        return here.value

    # --- named quantities and numerals with marks --------------------------------------------------------------------

    def angle(self, here: Token) -> None:
        """``\\angle ABC``: one named quantity."""
        name, end = "∠", here.end
        self.at += 1
        while self.token() is not None and (self.tokens[self.at].kind is Kind.SYM) and len(name) < 6:
            part = self.tokens[self.at]
            if not (part.text.isupper() or len(name) == 1) or (len(name) > 1 and part.space):
                break
            name, end, self.at = name + part.text, part.end, self.at + 1
        if len(name) == 1:
            if not (self.is_(0, Kind.NUM) or (self.is_(0, Kind.WORD) and self.tokens[self.at].text.isupper())):
                raise Stop
            name, end, self.at = name + self.tokens[self.at].text, self.tokens[self.at].end, self.at + 1
        self.push(PlacedExpr(Sym(name), here.start, end))

    def based(self, here: Token) -> bool:
        """``243_6``: a numeral in a base; whether one stands here."""
        if not self.is_(1, Kind.OP, "_") or not isinstance(here.value, Int):
            return False
        self.at += 1
        base = self.index() if not self.is_(1, Kind.NUM) else self.small_base()
        if not isinstance(base, Int) or not 2 <= base.value <= 10 or not here.text.isdecimal():  # ``1,234_5``
            raise Stop
        if max(map(int, here.text)) >= base.value:
            raise Stop
        number = Int(int(here.text, base.value))
        self.push(PlacedExpr(number, here.start, self.tokens[self.at - 1].end, base=base.value))
        return True

    def small_base(self) -> Expr:
        """Read the base of a logarithm written without braces. Raises: Stop."""
        found = self.tokens[self.at + 1]
        if found.value is None or (len(found.text) > 1 and found.text != "10"):
            raise Stop
        self.at += 2
        return found.value

    def chosen(self, name: str) -> None:
        """``C(8, 2)``, ``P(8, 2)``: combinations and permutations, where the text speaks of them."""
        told = any(word in self.text.lower() for word in _CHOICES)
        why = None if told else guards.CHOSEN()
        self.open(")", "list")
        self.frames[-1].call = Call(name, _chosen(name), lambda term: why)

    def signed(self, here: Token) -> None:
        """A sign that is plus and minus: the operand after it, times 1 and -1."""
        sign: Expr = SIGN if here.text == "±" else Node(Head.NEG, (SIGN,))
        self.frames[-1].operators.append((UNARY, Call("±", lambda x: Node(Head.MUL, (sign, x))), "prefix"))
        self.at += 1

    def degrees(self, here: Token) -> bool:
        """Read ``^\\circ`` or ``^{\\circ}``; whether it stands here."""
        width = 2 if self.is_(1, Kind.OP, "°") else 0
        if self.is_(1, Kind.OPEN, "{") and self.is_(2, Kind.OP, "°") and self.is_(3, Kind.CLOSE):
            width = 4
        if width:
            self.at += width
            self.turned(here)
        return bool(width)

    def turned(self, here: Token) -> None:
        """Take the operand as an angle in degrees: in radians where a function takes it, else as a quantity."""
        self.attach({"degree"}, self.tokens[self.at - 1].end)
        if self.in_function():
            last = self.frames[-1].operands.pop()
            radians = Node(Head.DIV, (Node(Head.MUL, (last.term, Const("pi"))), Int(180)))
            self.push(replace(last, term=radians, units=last.units - {"degree"}))

    def mixed(self, whole: Int) -> bool:
        """Read ``2\\frac{1}{2}`` as two and a half, where a proper fraction of numerals stands; whether it does."""
        i = self.at
        if self.is_(1, Kind.NUM) and len(self.tokens[i + 1].text) == 2 and digit(self.tokens[i + 1].text):
            over, under, width = Int(int(self.tokens[i + 1].text[0])), Int(int(self.tokens[i + 1].text[1])), 2
        else:
            kinds = [t.kind for t in self.tokens[i + 1 : i + 7]]
            if kinds != [Kind.OPEN, Kind.NUM, Kind.CLOSE] * 2:
                return False
            found = self.tokens[i + 2].value, self.tokens[i + 5].value
            if not (isinstance(found[0], Int) and isinstance(found[1], Int)):
                return False
            over, under, width = found[0], found[1], 7
        top = self.frames[-1]
        if (
            not 0 < over.value < under.value
            or whole.value == 0
            or (top.operators and top.operators[-1][2] == "implicit")
        ):
            return False
        last = top.operands.pop()
        term = Node(Head.ADD, (last.term, Node(Head.DIV, (over, under))))
        self.push(replace(last, term=term, end=self.tokens[i + width - 1].end))
        self.at += width
        self.doubt(guards.MIXED_NUMBER)
        return True

    def listing(self, here: Token) -> bool:
        """Whether two numerals stand in brackets here: ``C(8, 2)``."""
        kinds = [t.kind for t in self.tokens[self.at : self.at + 5]]
        listed = kinds == [Kind.OPEN, Kind.NUM, Kind.PUNCT, Kind.NUM, Kind.CLOSE] and self.tokens[self.at].text == "("
        return listed and self.tokens[self.at + 2].text == "," and not self.tokens[self.at].space

    def next_in_list(self) -> None:
        """An argument is complete, and another one follows."""
        top = self.frames[-1]
        top.held.append(self.reduce(top, 0))
        top.operands, top.wants = [], True
        self.at += 1

    def in_function(self) -> bool:
        """Whether the operand just read stands in the argument of a function."""
        calls = [frame.call for frame in self.frames] + [op for frame in self.frames for _, op, _ in frame.operators]
        return any(isinstance(call, Call) and call.name in FUNCTIONS for call in calls)


_CHOICES: Final = ("choose", "combination", "binom", "permutation", "ways to", "ncr", "npr", "arrange", "select")


def _chosen(name: str) -> Callable[[Expr, Expr], Expr]:
    def make(n: Expr, k: Expr) -> Expr:
        if not (isinstance(n, Int) and isinstance(k, Int)):
            raise Stop
        if name == "C":
            return Node(Head.BINOMIAL, (n, k))
        return Node(Head.DIV, (Node(Head.FACTORIAL, (n,)), Node(Head.FACTORIAL, (Node(Head.SUB, (n, k)),))))

    return make


def _written_out(op: Head, name: str, first: Expr, last: Expr) -> Callable[[Expr], Expr]:
    def make(body: Expr) -> Expr:
        try:
            low, high = value(first, {}), value(last, {})
        except NotEvaluated as error:
            raise Stop from error
        if low.denominator != 1 or high.denominator != 1 or not 0 <= high - low < MAX_MEMBERS or name == "e":
            raise Stop
        members = [substituted(body, name, number(k)) for k in range(int(low), int(high) + 1)]
        if len(members) * sum(1 for _ in walk_expr(body)) > 3000:
            raise ExprTooLarge("a sum with too many members")
        return balanced(op, members)

    return make
