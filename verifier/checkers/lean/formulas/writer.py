"""Terms inside formulas as Lean text (trusted): functions that Lean does not carry become numbers with a meaning.

An absolute value, a root, a floor, a least number is a name of its own, bound where the letters inside it are, with
what it means as a hypothesis. In the real numbers exactly one number has that meaning, or, of a root that is not real,
any: whatever speaks of it is stated to be defined besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from verifier.checkers.evaluate import Point, value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.terms import MAX_COUNT, Defined, Numbers, Writer
from verifier.checkers.spelling import spelled as show
from verifier.kernel.expr import Expr, Head, Int, Node

MAX_NAMED = 40
"""Most numbers of a statement that stand for values of functions."""


def cast(name: str) -> str:
    """Return a whole number of Lean as a number of the field."""
    return f"(@Int.cast K Lean.Grind.Ring.intCast {name})"


@dataclass(slots=True)
class Scope:
    """What a binder binds: ``letters``, and the numbers that stand for functions of them, with their meanings.

    ``bound``: each name with its type; ``named`` gives the name back by what it stands for.
    """

    letters: frozenset[str]
    bound: list[tuple[str, str]] = field(default_factory=list)
    meanings: list[str] = field(default_factory=list)
    named: dict[tuple[str, str], str] = field(default_factory=dict)


@dataclass(slots=True)
class FormulaWriter(Writer):
    """Writes terms as ``Writer`` does; ``scopes`` are the binders around them, the outermost first.

    ``defined`` holds the conditions of the terms that were written since it was emptied; ``valued`` are the names of
    floors, ceilings and roots, each with its term; ``wholes`` are the terms of which it was said
    that they are whole. ``point`` are the values of the free letters at a model.
    """

    scopes: list[Scope] = field(default_factory=list)
    point: Point = field(default_factory=dict)
    count: int = 0
    valued: list[tuple[str, Node]] = field(default_factory=list)
    wholes: list[tuple[str, Expr]] = field(default_factory=list)

    def whole(self, text: str, of: Expr) -> str:
        """Return the proposition that a number is a whole one."""
        if (text, of) not in self.wholes:
            self.wholes.append((text, of))
        if self.numbers is Numbers.RATIONAL:
            return f"({text}.den = 1)"
        return f"(∃ w : Int, ({text} = {cast('w')}))"

    def _application(self, term: Node) -> str:
        if self.numbers is Numbers.RATIONAL:
            return Writer._application(self, term)
        match term.head, term.args:
            case (Head.FLOOR | Head.CEIL) as op, (a,):
                return self._rounded(op, self.text(a), a)
            case (Head.MIN | Head.MAX) as op, (a, b):
                return self._extreme(op, (self.text(a), self.text(b)), term)
            case Head.MOD, (a, b):
                return self._remainder(a, b)
            case ((Head.GCD | Head.LCM), _):
                return self._counted(term, -1)
            case ((Head.FACTORIAL | Head.BINOMIAL), _) if term.free:
                return self._counted(term, 0)
            case Head.ROOT, (a, Int(index)) if index % 2 == 1 and index > 1:
                return self._odd_root(index, a)
        return Writer._application(self, term)

    def _name(self, kind: str, key: str, of: Expr, type_: str, meaning: Callable[[str], str]) -> str:
        """The name of a function's value, bound with the innermost of the letters that it depends on."""
        inside = of.free
        scope = next((one for one in reversed(self.scopes) if one.letters & inside), self.scopes[0])
        if (kind, key) not in scope.named:
            self.count += 1
            if self.count > MAX_NAMED:
                raise NotRenderable(f"more than {MAX_NAMED} values of functions")
            name = scope.named[kind, key] = f"{kind}{self.count}"
            scope.bound.append((name, type_))
            scope.meanings.append(meaning(name))
        return scope.named[kind, key]

    def _valued(self, name: str, of: Node) -> str:
        if (name, of) not in self.valued:
            self.valued.append((name, of))
        return name

    def _ordered(self, what: str, of: Expr) -> None:
        if not self.numbers.ordered:
            raise NotRenderable(f"the {what} of {show(of)[:40]}, which need not be real")

    def _rounded(self, op: Head, text: str, of: Expr) -> str:
        self._ordered("rounding", of)

        def meaning(name: str) -> str:
            n, one = cast(name), f"(1 : {self.type})"
            if op is Head.FLOOR:
                return f"(({n} ≤ {text}) ∧ ({text} < ({n} + {one})))"
            return f"((({n} - {one}) < {text}) ∧ ({text} ≤ {n}))"

        name = self._name("f" if op is Head.FLOOR else "c", text, of, "Int", meaning)
        return cast(self._valued(name, Node(op, (of,))))

    def _extreme(self, op: Head, pair: tuple[str, str], of: Expr) -> str:
        self._ordered("least or greatest", of)
        a, b = pair
        sign = "≤" if op is Head.MIN else "≥"
        rest = "<" if op is Head.MAX else ">"
        return self._name(
            "u" if op is Head.MIN else "v",
            f"{a}, {b}",
            of,
            self.type,
            lambda name: f"((({a} {sign} {b}) ∧ ({name} = {a})) ∨ (({a} {rest} {b}) ∧ ({name} = {b})))",
        )

    def _remainder(self, a: Expr, b: Expr) -> str:
        """``a - b * floor(a / b)``, of whole numbers, the second of them positive."""
        self._ordered("remainder", a)
        top, bottom = self.text(a), self.text(b)
        for term, text in ((a, top), (b, bottom)):
            if not isinstance(term, Int):
                self._need(Defined(self.whole(text, term), f"{show(term)} is whole", bool(term.free)))
        if not (isinstance(b, Int) and b.value > 0):
            self._need(Defined(f"((0 : {self.type}) < {bottom})", f"{show(b)} > 0", bool(b.free)))
        quotient = self._rounded(Head.FLOOR, f"({top} / {bottom})", Node(Head.DIV, (a, b)))
        return f"({top} - ({bottom} * {quotient}))"

    def _counted(self, term: Node, least: int) -> str:
        """A function of whole numbers, none of them below ``least`` if that is 0: of it is known what it is where its
        arguments have the values that they have at the model, as the kernel's evaluator finds."""
        self._ordered("value", term)
        try:
            values, worth = [value(arg, self.point) for arg in term.args], value(term, self.point)
        except NotEvaluated as error:
            raise NotRenderable(f"{term.head} of what has no value at the model: {error}") from error
        if any(one.denominator != 1 for one in (*values, worth)) or (least == 0 and max(values) > MAX_COUNT):
            raise NotRenderable(f"{term.head} of numbers that are not small and whole")
        texts = [self.text(arg) for arg in term.args]
        for arg, text in zip(term.args, texts, strict=True):
            if not isinstance(arg, Int):
                self._need(Defined(self.whole(text, arg), f"{show(arg)} is whole", bool(arg.free)))
                if least == 0:
                    self._need(Defined(f"((0 : {self.type}) ≤ {text})", f"{show(arg)} ≥ 0", bool(arg.free)))
        there = [f"({text} = ({one} : {self.type})) → " for text, one in zip(texts, values, strict=True)]
        key = f"{term.head} {', '.join(texts)}"
        meaning = f"({''.join(there)}({{0}} = ({worth} : {self.type})))"
        return self._name("t", key, term, self.type, meaning.format)

    def _constant(self, name: str) -> str:
        if self.numbers is Numbers.RATIONAL or (name == "i" and self.numbers.ordered):
            raise NotRenderable(f"{name} is not a number of this kind")
        outermost = self.scopes[0]
        if (name, name) not in outermost.named:
            outermost.named[name, name] = name
            outermost.bound.append((name, self.type))
            outermost.meanings.append(self._property(name))
        return name

    def _absolute(self, inner: Expr) -> str:
        if self.numbers is Numbers.RATIONAL:
            return Writer._absolute(self, inner)
        self._ordered("absolute value", inner)
        text, zero = self.text(inner), f"(0 : {self.type})"
        return self._name(
            "m",
            text,
            inner,
            self.type,
            lambda name: f"((({zero} ≤ {text}) ∧ ({name} = {text})) ∨ (({text} < {zero}) ∧ ({name} = (-{text}))))",
        )

    def _root(self, index: int, radicand: Expr) -> str:
        """The root that is not negative of what is not negative: that it is not is a condition."""
        if self.numbers is Numbers.RATIONAL:
            raise NotRenderable("a root need not be rational")
        if not 2 <= index <= 64:
            raise NotRenderable("a root whose index is not a number from 2 to 64")
        text, zero = self.text(radicand), f"(0 : {self.type})"
        if self.numbers.ordered:
            real = f"({zero} ≤ {text})"
            self._need(Defined(real, f"{show(radicand)} ≥ 0", bool(radicand.free)))
            meaning = f"({real} → (({zero} ≤ {{0}}) ∧ (({{0}} ^ ({index} : Nat)) = {text})))"
            name = self._name("s", f"{index}, {text}", radicand, self.type, meaning.format)
            return self._valued(name, Node(Head.ROOT, (radicand, Int(index))))
        if radicand.free or not _not_negative(radicand):
            raise NotRenderable(f"a root of {show(radicand)[:40]}, which need not be real")
        return self._name(
            "s", f"{index}, {text}", radicand, self.type, lambda name: f"(({name} ^ ({index} : Nat)) = {text})"
        )

    def _odd_root(self, index: int, radicand: Expr) -> str:
        """The real root, of the sign of what it is taken of."""
        if not (self.numbers.ordered and index <= 64):
            raise NotRenderable(f"a root of {show(radicand)[:40]}, which need not be real")
        text, zero = self.text(radicand), f"(0 : {self.type})"
        return self._name(
            "q",
            f"{index}, {text}",
            radicand,
            self.type,
            lambda name: f"((({name} ^ ({index} : Nat)) = {text}) ∧ (({zero} ≤ {text}) → ({zero} ≤ {name})))",
        )


def _not_negative(radicand: Expr) -> bool:
    try:
        return value(radicand, {}) >= 0
    except NotEvaluated:
        return False
