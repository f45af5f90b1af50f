"""Facts about sine and cosine put before the closing tactic, as Lean text (untrusted: each is proved in place): angles
split into sums and multiples, turned into the first eighth of a circle, and the values that are roots there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean.statement.laws import ANGLE_LAWS
from verifier.checkers.lean.statement.statement import Statement
from verifier.engines.lean.tactics.names import roots
from verifier.engines.lean.tactics.polynomials import Monomial, Polynomial, expanded, rational_root
from verifier.engines.lean.tactics.squares import spelled
from verifier.kernel.expr import Const, Expr, Node, Sym

MAX_FACTS = 80
MAX_MULTIPLE = 6
"""Largest multiple of an angle that is spelled out in that angle: its degree."""

MAX_QUARTERS = 64

PI: Monomial = ("π",)
QUARTER, SIXTH, EIGHTH = Fraction(1, 2), Fraction(1, 6), Fraction(1, 4)
"""Parts of pi whose sine and cosine are known."""


def facts(statement: Statement) -> list[str]:
    """Return facts about every angle that the statement mentions, then what puts the laws away."""
    if not statement.writer.laws.angles:
        return []
    turns = _Turns(statement)
    for angle, text in statement.writer.laws.angles:
        turns.angle(angle, text)
    turns.link()
    said = [f"have y{i} : {line}" for i, line in enumerate(turns.linear)]
    said += [f"have z{i} : {line}" for i, line in enumerate(turns.waves)]
    known = [law for law in (*ANGLE_LAWS, "vr", "vt") if law in statement.functions]
    return [*said[:MAX_FACTS], f"clear {' '.join(known)}"]


class _Turns:
    """``linear``: facts about angles and numbers, named y0, y1, ..., which come first; ``waves``: facts about sines and
    cosines, named z0, z1, ..."""

    def __init__(self, statement: Statement) -> None:
        self._ordered = statement.ordered
        self._names = {letter: f"x{i}" for i, letter in enumerate(statement.letters)} | {"π": "pi"}
        self._roots = list(_square_roots(statement))
        forms = [form for angle, _ in statement.writer.laws.angles if (form := _form(angle)) is not None]
        self._units = _units(forms)
        self._seen: dict[str, str] = {}
        self.linear: list[str] = []
        self.waves: list[str] = []

    def angle(self, angle: Expr, text: str) -> None:
        """Add what is known of an angle."""
        form = _form(angle)
        if form is None:
            self._wave("_", f"vq {text}")
            return
        if (at := self._text(form)) not in (text, f"({text})"):
            self._same(text, at)
        self._explain(form)

    def link(self) -> None:
        """Add the values of a small multiple of the angles' unit, such as 30 degrees where that is 10."""
        unit = self._units.get(PI)
        if unit is not None and (SIXTH / unit).denominator == 1 and SIXTH / unit <= MAX_MULTIPLE:
            self._explain({PI: SIXTH})

    def _text(self, form: Polynomial) -> str:
        return spelled(dict(sorted(form.items())), self._names) if form else "(0 : K)"

    def _plain(self, fact: str) -> str:
        """The name of a fact about numbers that Lean shows by itself."""
        if fact not in self._seen:
            self._seen[fact] = f"y{len(self.linear)}"
            self.linear.append(f"{fact} := by grind")
        return self._seen[fact]

    def _wave(self, fact: str, proof: str) -> str:
        """The name of a fact about sines and cosines; a fact that its proof tells is called ``_``."""
        if (told := f"{fact} := {proof}") not in self._seen:
            self._seen[told] = f"z{len(self.waves)}"
            self.waves.append(told)
        return self._seen[told]

    def _same(self, left: str, right: str) -> None:
        name = self._plain(f"{left} = {right}")
        for wave in ("sn", "cs"):
            self._wave(f"{wave} {left} = {wave} {right}", f"congrArg {wave} {name}")

    def _explain(self, form: Polynomial) -> None:
        known = "explained " + self._text(form)
        if not form or known in self._seen:
            return
        self._seen[known] = ""
        [(m, c), *rest] = sorted(form.items(), key=lambda part: part[0] == PI)
        if rest:
            self._sum(form, {m: c}, dict(rest))
        elif c < 0:
            self._negated(form)
        elif m == PI:
            self._turn(c)
        else:
            self._multiple(m, c)

    def _sum(self, whole: Polynomial, a: Polynomial, b: Polynomial) -> None:
        """``sn (a + b) = sn a * cs b + cs a * sn b``."""
        x, y, z = map(self._text, (whole, a, b))
        name = self._plain(f"{x} = {y} + {z}")
        self._wave(f"sn {x} = sn {y} * cs {z} + cs {y} * sn {z}", f"(congrArg sn {name}).trans (vs {y} {z})")
        self._wave(f"cs {x} = cs {y} * cs {z} - sn {y} * sn {z}", f"(congrArg cs {name}).trans (vc {y} {z})")
        self._explain(a)
        self._explain(b)

    def _negated(self, form: Polynomial) -> None:
        opposite = {m: -c for m, c in form.items()}
        x, y = self._text(form), self._text(opposite)
        name = self._plain(f"{x} = -{y}")
        self._wave(f"sn {x} = -sn {y}", f"(congrArg sn {name}).trans (vn {y})")
        self._wave(f"cs {x} = cs {y}", f"(congrArg cs {name}).trans (vm {y})")
        self._explain(opposite)

    def _multiple(self, m: Monomial, c: Fraction) -> None:
        """An angle as a multiple of the unit in which all angles with these letters are multiples."""
        times = c / self._units[m] if m in self._units else Fraction(1)
        if times.denominator == 1 and 1 < times <= MAX_MULTIPLE:
            half = self._units[m] * (times.numerator // 2)
            self._sum({m: c}, {m: c - half}, {m: half})
        else:
            self._wave("_", f"vq {self._text({m: c})}")

    def _turn(self, q: Fraction) -> None:
        """An angle of ``q * pi`` as some quarters of a turn and at most an eighth, either way."""
        quarters = round(2 * q)
        r = q - Fraction(quarters, 2)
        if quarters > MAX_QUARTERS:
            return
        if quarters and r:
            self._sum({PI: q}, {PI: q - r}, {PI: r})
        elif quarters > 1:
            half = Fraction(quarters // 2, 2)
            self._sum({PI: q}, {PI: q - half}, {PI: half})
        elif quarters:
            self._quarter()
        else:
            self._acute(r)

    def _quarter(self) -> str:
        """The name of the fact that the cosine of a quarter of a turn is zero."""
        text = self._text({PI: QUARTER})
        name = self._plain(f"{text} = pi / 2")
        self._wave(f"sn {text} = 1", f"(congrArg sn {name}).trans vr")
        return self._wave(f"cs {text} = 0", f"(congrArg cs {name}).trans vt")

    def _acute(self, r: Fraction) -> None:
        self._positive(r)
        if r == EIGHTH - SIXTH:
            self._sum({PI: r}, {PI: EIGHTH}, {PI: -SIXTH})
        elif self._ordered and r in (EIGHTH, SIXTH):
            self._value(r)
        if r not in (EIGHTH, SIXTH, EIGHTH - SIXTH) or PI in self._units:
            self._multiple(PI, r)

    def _positive(self, r: Fraction) -> str:
        """The name of the fact that sine and cosine are positive there."""
        text = self._text({PI: r})
        if not self._ordered:
            return ""
        above, below = self._plain(f"0 < {text}"), self._plain(f"{text} < pi / 2")
        return self._wave("_", f"vp {text} {above} {below}")

    def _value(self, r: Fraction) -> None:
        """The values at a sixth and at a quarter of pi, as multiples of the roots that the statement mentions."""
        a, h = self._text({PI: r}), self._text({PI: QUARTER})
        quarter, positive = self._quarter(), self._positive(r)
        if r == SIXTH:
            equal = self._plain(f"{h} = {a} + ({a} + {a})")
            found = self._wave("_", f"Verifier.sixth_turn vq vs vc {equal} {quarter} {positive}")
            self._as_roots(f"cs {a}", f"{positive}.2", f"{found}.2", Fraction(3, 4))
        else:
            equal = self._plain(f"{h} = {a} + {a}")
            found = self._wave("_", f"Verifier.eighth_turn vq vc {equal} {quarter} {positive}")
            self._as_roots(f"sn {a}", f"{positive}.1", f"{found}.2", Fraction(1, 2))

    def _as_roots(self, wave: str, positive: str, squared: str, square: Fraction) -> None:
        for name, nonnegative, radicand in self._roots:
            if (c := rational_root(2, square / radicand)) is None:
                continue
            is_root, is_one = self._plain(f"{name} ^ 2 = {_number(radicand)}"), self._plain(f"0 ≤ {_number(c)}")
            equal = self._plain(f"{_number(c)} ^ 2 * {_number(radicand)} = {_number(square)}")
            proof = f"Verifier.eq_mul_root {positive} {squared} {nonnegative} {is_root} {is_one} {equal}"
            self._wave(f"{wave} = {_number(c)} * {name}", proof)


def _form(angle: Expr) -> Polynomial | None:
    """An angle as a polynomial in its letters and pi."""
    return expanded(_with_pi(angle))


def _with_pi(term: Expr) -> Expr:
    if term == Const("pi"):
        return Sym("π")
    return Node(term.head, tuple(map(_with_pi, term.args))) if isinstance(term, Node) else term


def _units(forms: Iterable[Polynomial]) -> dict[Monomial, Fraction]:
    """By monomial, the angle of which all that are not known are multiples."""
    found: dict[Monomial, Fraction] = {}
    for form in forms:
        for m, c in form.items():
            part = abs(c - Fraction(round(2 * c), 2)) if m == PI else abs(c)
            if part and not (m == PI and part in (EIGHTH, SIXTH, EIGHTH - SIXTH)):
                found[m] = _divisor(found.get(m, Fraction(0)), part)
    return found


def _divisor(a: Fraction, b: Fraction) -> Fraction:
    bottom = math.lcm(a.denominator, b.denominator)
    return Fraction(math.gcd(int(a * bottom), int(b * bottom)), bottom)


def _square_roots(statement: Statement) -> Iterator[tuple[str, str, Fraction]]:
    """The names of square roots of positive rational numbers, proofs that they are not negative, and the radicands."""
    for name, radicand, index, known in roots(statement):
        try:
            found = value(radicand, {})
        except NotEvaluated:
            continue
        if index == 2 and found > 0:
            yield name, f"{known}.1", found


def _number(x: Fraction) -> str:
    return f"(({x.numerator} : K) / {x.denominator})" if x.denominator > 1 else f"({x.numerator} : K)"
