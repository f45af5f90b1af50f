"""Inferences: what a step says to follow from the equations that stand right before it, ``2x + 3 = 7, so 2x = 10``.

The claim is the inference: the equations before it are its hypotheses, true or not. In one unknown, a conclusion that
holds at no solution of them follows in no way at all, whatever else is known: who states both contradicts himself.
Read so only between whole equations that stand next to each other, with nothing but reviewed words between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from verifier.checkers.evaluate import shown, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.claim import Claim, Hypothesis, Standing, relate, suppose
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, free_names, walk_expr
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.mathtext.notation.shapes import asks_for_work, same_growth
from verifier.readers.exact.claims.rewritten import moved, next_line, restated
from verifier.readers.exact.reading import Formula

_WORKED = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.POW})
_SIGNS = ("±", "\\pm")


def computed(above: Formula, formula: Formula) -> Formula | None:
    """Return the line as a link of what its left side was computed as above it and its right side; None where the line
    above gives no computation of the same thing, or this one no simpler value."""
    name, work, found = above.left, above.right, formula.right
    if formula.role in ("denied", "asked", "supposed"):
        return None
    same = formula.line and not formula.position and name.term == formula.left.term and name.label == formula.left.label
    if not same or above.relation is not Head.EQ or formula.relation is not Head.EQ:
        return None
    if free_names(work.term, found.term) or not name.term.free or above.doubts or above.choice or formula.choice:
        return None
    if (work.units and found.units and work.units != found.units) or not _computes(work.term):
        return None
    alone = isinstance(name.term, Sym) and not name.label
    simpler = shown(found.term) is not None or (not alone and _size(found.term) < _size(work.term))
    return replace(formula, left=work, position=1, role="asserted") if simpler else None


def follows(said: Sequence[tuple[Formula, Hypothesis]], formula: Formula) -> bool:
    """Return whether an equation in one unknown is the line under the one said last, and what is left of its work."""
    if not formula.line or not said:
        return False
    above, premise = said[-1]
    names = free_names(formula.left.term, formula.right.term)
    if len(names) != 1 or premise.formula.free != names:
        return False
    before, after = (premise.left, premise.right), (formula.left.term, formula.right.term)
    smaller = sum(map(_size, after)) < sum(map(_size, before))
    if _signed(above) and _signed(formula):
        return smaller and _pending(*after) < _pending(*before)
    if set(before) & set(after) or _holds(said, formula):
        return False
    return smaller or asks_for_work(*before)


def _signed(formula: Formula) -> bool:
    return any(sign in formula.text for sign in _SIGNS)


def _holds(said: Sequence[tuple[Formula, Hypothesis]], formula: Formula) -> bool:
    """Whether a value that the formula gives solves one of the equations: of a list, each line has its own."""
    name, number = formula.left.term, formula.right.term
    if not isinstance(name, Sym) or number.free:
        return False
    for _, premise in said:
        try:
            point = {name.name: value(number, {})}
            if value(premise.left, point) == value(premise.right, point):
                return True
        except NotEvaluated:
            continue
    return False


def _computes(term: Expr) -> bool:
    """Whether a term without letters is a computation that is not done yet, and no number in its own right: neither
    ``3/4`` nor ``2√3`` nor ``π/2``."""
    plain = not any(isinstance(part, Const) for part in walk_expr(term))
    return _pending(term) > 0 and plain and shown(term) is None


def _pending(*terms: Expr) -> int:
    """How many sums, products and powers of two numerals are left to be worked out."""
    parts = [part for term in terms for part in walk_expr(term) if isinstance(part, Node) and part.head in _WORKED]
    return sum(all(isinstance(arg, Int | Dec) for arg in part.args) for part in parts)


def _size(term: Expr) -> int:
    return sum(1 for _ in walk_expr(term))


MAX_SYSTEM = 4
"""Most equations that one inference rests on."""

_TAKEN = frozenset({"subtract", "subtracting", "subtracts", "add", "adding", "adds"})

_EXPRESSION, _UNREAD, _END, _ARROW = "#", "?", ".", "=>"


@dataclass(slots=True)
class Thread:
    """The equations that a chain stated last, and what was said since."""

    said: list[tuple[Formula, Hypothesis]] = field(default_factory=list)
    words: tuple[str, ...] = ()
    head: PlacedExpr | None = None  # what the chain of relations begins with that was read last
    whole: bool = False  # nothing in that chain was refuted
    signed: bool = False  # it begins with a choice between both signs
    came: tuple[str, ...] = ()  # what was said before it
    above: Formula | None = None  # that chain, its first side and its last
    last: str = ""  # the id of the formula that was read last

    def claim(self, formula: Formula, exact: Iterable[Dec]) -> Claim | None:
        """Return the claim that a formula follows from the equations right before it; None where it does not say so.

        ``exact``: decimals that are known to be exact.
        """
        since, said = (*self.words, *formula.before), self.said
        asserted = formula.role == "asserted" or (formula.role == "recalled" and (since == (_ARROW,) or formula.line))
        if not asserted or formula.position or not _equation(formula) or not said:
            return None
        if self._another(formula):
            since, said = self.came, said[:-1]
        names = free_names(formula.left.term, formula.right.term)
        paired, column = self._paired(since), not self.words and self.above is not None and follows(said, formula)
        together = paired or bool(set(since) & words.SYSTEM)
        before = said[-2:] if paired else _system(said) if together else said[-1:]
        if not all(map(_plain, formula.after)) or set(formula.after) & (words.ORDINALS | _AMONG_OTHERS):
            return None  # so x - 3 = 0 is the second factor
        derived = paired or column or _derives(since, together)
        if not before or not derived or not _exactly((formula, *(f for f, _ in before)), exact):
            return None
        if len(names) != 1 and (together or _same_subject(before[0][1], formula)):
            return None
        if not together and (before[0][1].formula.free != names or _solved(before[0][1])):
            return None
        if not together and not before[0][0].before and before[0][0].span[0] and not before[0][0].position:
            return None  # x + 2 = 5, 2x = 8, so x = 3, x = 4
        led = _sentence(before[0][0].before)
        if not together and (_beside(led) or _picks(led)):
            return None  # x + 2 = 6 and x + 2 = 8 give x = 4 and x = 6
        if not paired and set(led) & words.ORDINALS and not set(since) & (words.REWORKING | words.BALANCING):
            return None  # first 3x = 6, then 2x = 5
        if _counted_on(since) and isinstance(formula.left.term, Sym):
            return None  # x + 5 = 20. Adding 2 years, x = 17
        if any(f.words & words.HYPOTHESES or f.rewriting or f.told or _same(premise) for f, premise in before):
            return None
        premises = tuple(premise for _, premise in before)
        if any(_near(premise, formula) for premise in premises):
            return None
        return relate(formula.relation, formula.left.term, formula.right.term, premises)

    def _another(self, formula: Formula) -> bool:
        """Whether a value stands right beside another letter's that a system was solved for: ``gives x = 2, y = 3``."""
        if self.words or set(formula.before) - {"and"} or not set(self.came) & words.SYSTEM or formula.position:
            return False
        here = suppose("", Standing.HYPOTHESIS, formula.relation, formula.left.term, formula.right.term)
        last = self.said[-1][1]
        return _solved(here) and _solved(last) and last.formula.free != here.formula.free

    def worked(self, formula: Formula) -> Formula | None:
        """Return the formula as a link with what the line above it computes; None where it is no such line."""
        return None if self.above is None or self.words else computed(self.above, formula)

    def rewritten(self, formula: Formula, exact: Iterable[Dec]) -> list[tuple[Claim, bool]]:
        """Return what a formula claims, for all values of its letters, of the equation right before it that it writes
        in another way; with each claim, whether the words leave no room for a fact to make a term vanish. ``exact`` as
        above."""
        since = (*self.words, *formula.before)
        if formula.role in ("denied", "asked") or formula.position or not _equation(formula) or not self.said:
            return []
        before, premise = self.said[-1]
        if (
            set(since) <= {_END, _ARROW}
            and before.role not in ("denied", "asked")
            and _exactly((formula, before), exact)
        ):
            claim = next_line(premise, formula)
            return [] if claim is None else [(claim, False)]
        if formula.role != "asserted":
            return []
        led = _sentence(before.before)
        if not all(map(_plain, formula.after)) or set(formula.after) & (words.ORDINALS | _AMONG_OTHERS):
            return []
        if set(since) & (words.SYSTEM | words.ORDINALS) or not _derives(since, False):
            return []
        if _beside(led) or _picks(led) or not _exactly((formula, before), exact):
            return []
        found = (restated(premise, formula, frozenset(since)), moved(premise, formula, frozenset(since)))
        kept = not set(since) & words.REWORKING - words.KEEPING and not before.words & words.HYPOTHESES
        return [(claim, kept) for claim in found if claim is not None]

    def _paired(self, since: tuple[str, ...]) -> bool:
        """Whether the words take the second of two equations from the first, or add both, and the last two equations
        are the only ones in their letters: ``Subtracting the second equation from the first, we get``."""
        said = [word for word in since if word != _END]
        at = next((i for i, word in enumerate(said) if word in _TAKEN), None)
        if at is None or len(self.said) < 2 or not all(map(_plain, said[:at])):
            return False
        named = [word for word in said[at + 1 : at + 8] if word in words.ORDINALS]
        rest = [word for word in said[at + 1 :] if word not in ("first", "second", "equation", "equations", "one")]
        spelled = sorted(named) == ["first", "second"] and all(map(_plain, rest)) and _EXPRESSION not in rest
        names = [premise.formula.free for _, premise in self.said]
        alone = len(names[-1]) == 2 and names[-1] == names[-2] and names[-1] not in names[:-2]
        return spelled and alone and not any(_solved(premise) for _, premise in self.said[-2:])

    def given(self, formulas: Iterable[Formula]) -> None:
        """Begin with the equation that a problem gives, where it gives one in several letters."""
        lettered = [(i, f) for i, f in enumerate(formulas) if free_names(f.left.term, f.right.term)]
        if len(lettered) == 1 and len(free_names(lettered[0][1].left.term, lettered[0][1].right.term)) > 1:
            self.passed(f"p.c{lettered[0][0]}", lettered[0][1], refuted=False)
            self.words, self.above = (_END,), None

    def passed(self, id: str, formula: Formula, refuted: bool) -> None:
        """Remember a formula that was read: of a chain of relations, its first side and its last."""
        self.last, signed = id, any(sign in formula.text for sign in ("±", "\\pm"))
        if formula.position and (self.signed or signed):
            # links of both signs are relations between both values: what the chain begins with is what it says
            self.words, self.said, self.above = (), self.said if self.signed and not refuted else [], None
            return
        self.signed = signed
        head = self.head if formula.position and self.head is not None else formula.left
        broken = formula.position > 0 and (not self.whole or bool(head.doubts))
        self.whole = not (broken or refuted)
        whole = replace(formula, left=head)
        usable = (
            _equation(whole) and formula.role not in ("denied", "asked") and free_names(head.term, whole.right.term)
        )
        if formula.position and self.said:
            self.said.pop()
        elif {*self.words, *formula.before} & (words.CASES | words.HYPOTHESES):
            self.said = []  # what stands before is of another case
        premise = suppose(id, Standing.HYPOTHESIS, formula.relation, head.term, formula.right.term)
        self.said = [*self.said[1 - MAX_SYSTEM :], (formula, premise)] if usable and not broken and not refuted else []
        self.came = () if formula.position else (*self.words, *formula.before)
        self.words, self.head, self.above = (), head, None if broken or refuted else whole

    def ended(self, since: tuple[str, ...]) -> None:
        """Remember the words that a step ends with."""
        self.words = (*self.words, *since, _END)


def _system(said: list[tuple[Formula, Hypothesis]]) -> list[tuple[Formula, Hypothesis]]:
    """The equations stated last, after the last that gives a letter its value: that one ends a system before."""
    last = max((i for i, (_, premise) in enumerate(said) if _solved(premise)), default=-1)
    return said[last + 1 :][-MAX_SYSTEM:]


def _equation(formula: Formula) -> bool:
    """Whether a formula is an equation that was read without doubt, and between plain numbers."""
    sides = (formula.left, formula.right)
    plain = formula.relation is Head.EQ and not (formula.doubts or formula.qualms or formula.modular)
    named = any(side.label or side.rows or side.share or side.units - {"usd"} for side in sides)
    odd = any(
        isinstance(t, Node) and t.head in (Head.PERCENT, Head.MOD) for side in sides for t in walk_expr(side.term)
    )
    names = free_names(*(side.term for side in sides))
    letter = all(len(name) == 1 or "_" in name for name in names) and not names & {"e", "i", "d"}
    return plain and not named and not odd and letter and not _tight(formula)


def _tight(formula: Formula) -> bool:
    """Whether typed mathematics may have lost its brackets: ``x+1/2`` without blanks around the sum."""
    typed = "/" in formula.text and "\\" not in formula.text
    return typed and any(sign in formula.text and f" {sign} " not in formula.text for sign in "+-")


def _solved(premise: Hypothesis) -> bool:
    """Whether an equation gives a value to its letter: another one that comes next may be another solution."""
    pairs = ((premise.left, premise.right), (premise.right, premise.left))
    return any(isinstance(a, Sym) and not b.free for a, b in pairs)


def _same_subject(premise: Hypothesis, formula: Formula) -> bool:
    """Whether both equations say something of the same lone letter: ``y = 2x + 1``, ``y = 2x - 3`` may be two lines."""
    return any(
        isinstance(a, Sym) and a == b
        for a in (premise.left, premise.right)
        for b in (formula.left.term, formula.right.term)
    )


def _beside(led: tuple[str, ...]) -> bool:
    """Whether the words that lead to an equation set it beside another one: ``x + 2 = 6 and x + 2 = 8``."""
    return any(word == "and" and (i == 0 or led[i - 1] in (_EXPRESSION, _UNREAD)) for i, word in enumerate(led))


def _sentence(said: tuple[str, ...]) -> tuple[str, ...]:
    """The words that lead to a formula in its own sentence."""
    last = len(said)
    while last and said[last - 1] == _END:
        last -= 1
    first = max((i + 1 for i, word in enumerate(said[:last]) if word == _END), default=0)
    return said[first:last]


def _near(premise: Hypothesis, formula: Formula) -> bool:
    """Whether a value lies so near a root of an equation that it may be the root, rounded: 5 for ``x^2 = 30``."""
    name, found = formula.left.term, shown(formula.right.term)
    if not isinstance(name, Sym) or found is None or premise.formula.free != {name.name}:
        return False
    try:
        ends = [
            value(premise.left, {name.name: at}) - value(premise.right, {name.name: at})
            for at in (found[0] - found[1], found[0] + found[1])
        ]
    except NotEvaluated:
        return True
    return ends[0] * ends[1] < 0


def _same(premise: Hypothesis) -> bool:
    """Whether an equation looks like one expression written in two ways, which says nothing of its letters."""
    names = sorted(premise.formula.free)
    return same_growth(premise.left, premise.right, names)


def _exactly(formulas: Iterable[Formula], exact: Iterable[Dec]) -> bool:
    """Whether no decimal in them may be rounded: each is exact, or whole, or money."""
    known = set(exact)
    decimals = {t for f in formulas for side in (f.left, f.right) for t in walk_expr(side.term) if isinstance(t, Dec)}
    return all(dec in known or dec.value.denominator == 1 for dec in decimals)


def _derives(since: tuple[str, ...], together: bool) -> bool:
    """Whether what stands between two equations says that the second follows from the first, and nothing else."""
    solved = {i for i, word in enumerate(since) if len(word) == 1 and word.isalpha() and since[i - 1 : i] == ("for",)}
    said = {word for i, word in enumerate(since) if word not in (_EXPRESSION, _END) and i not in solved}
    moved = said & (words.REWORKING | words.BALANCING)
    found = _FOUND if "then" in said else set()  # x + 4 = 0, then we get 2x = 3: the next one
    # a sentence of its own may conclude from something else
    concluded = said & words.CONCLUDING - {"then"} - found and _END not in since
    if not (moved or concluded) or not all(_plain(word) for word in said):
        return False
    if _EXPRESSION in since and not said & words.BALANCING:
        return False
    if ("and" in said and not said & _FOLLOWING) or any(_elsewhere(pair) for pair in pairwise((*since, ""))):
        return False
    return together or not _picks(since)


def _counted_on(since: tuple[str, ...]) -> bool:
    """Whether something is added or taken away, and of neither side it is said: to what it happens is not clear."""
    return bool(set(since) & _MOVING) and not set(since) & _SIDES


def _picks(said: tuple[str, ...]) -> bool:
    """Whether a word picks one equation among several; one that begins a sentence only counts the steps."""
    return any(word in words.ORDINALS and i > 0 and said[i - 1] != _END for i, word in enumerate(said))


_AMONG_OTHERS = frozenset({"case", "equation", "factor", "other", "part", "remaining"})
"""Words after an equation with which it may be one of several that stand beside each other."""

_FOUND = frozenset({"get", "obtain", "find"})
_MOVING = frozenset({"add", "adds", "adding", "added", "subtract", "subtracts", "subtracting", "subtracted"})
_SIDES = frozenset({"both", "each", "equation", "equations", "from", "side", "sides"})

_FOLLOWING = words.BALANCING | words.REWORKING | {"so", "thus", "therefore", "hence", "=>", "implies"}
"""Words after *and* that still say what follows: ``and then`` and ``and we get`` may begin anew."""


def _elsewhere(pair: tuple[str, str]) -> bool:
    """Whether two words name another source than the equation before, or go on to something else."""
    first, second = pair
    if first in ("by", "from"):
        return second not in {_EXPRESSION, "both", "each", "all"} and second not in words.BALANCING | words.REWORKING
    return first in ("move", "moving", "moves") and second == "on"


def _plain(word: str) -> bool:
    lists = (words.REWORKING, words.BALANCING, words.CONCLUDING, words.BETWEEN, words.SYSTEM)
    return words.inert(word) or any(word in one for one in lists)
