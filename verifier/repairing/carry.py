"""Numbers that a repair changed, put in their new value into what comes after: each in its own notation."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from verifier.judging.judgements.judgement import JudgedStep
from verifier.kernel.expr import Dec, Expr, Head, Int, walk_expr
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.numerals import Token
from verifier.mathtext.scan import scan
from verifier.readers.exact.read import read
from verifier.repairing.edits import Edit, edited
from verifier.repairing.mend import Mend
from verifier.repairing.values import numeral, spellings

EVERYWHERE = frozenset(map(Fraction, (0, 1, 2)))
"""Numbers that stand for too much to be carried."""

Moved = Mapping[Fraction, Fraction]
"""Values as written and as repaired."""


def moved_by(found: Mend, before: Sequence[str]) -> dict[Fraction, Fraction]:
    """Return which values a mend changes for what comes after: numbers that stand nowhere before it, those of one digit
    only where they are what a side comes to.

    ``before``: the texts that stand before the step.
    """
    earlier = {value for text in (*before, found.text[: found.span[0]]) for value in _values(text)}
    moved: dict[Fraction, Fraction] = {}
    for edit in found.edits:
        old, new = signed(found.text, edit)
        if old is None or new is None or old == new or abs(old) in earlier | EVERYWHERE:
            continue
        if len(edit.old) > 1 or _bare(found, edit):  # a digit in a formula may be any other
            moved[old] = new
    return moved


def _bare(found: Mend, edit: Edit) -> bool:
    """Whether a number stands alone between a relation and the end of the claim, or begins it before one."""
    before = found.text[found.span[0] : edit.start].rstrip(" $£€-{\\boxed")
    after = found.text[edit.end : found.span[1]].lstrip(" $}\\")
    signs = tuple("=≈<>≤≥≡")
    last = before.endswith(signs) and not any(char.isdigit() for char in after)
    return last or (not before and after.startswith(signs))


def _values(text: str) -> set[Fraction]:
    terms = [term for expr in read(text).numerals for term in walk_expr(expr.term)]
    return {Fraction(term.value) for term in terms if isinstance(term, Int | Dec)}


def signed(text: str, edit: Edit) -> tuple[Fraction | None, Fraction | None]:
    """Return the number that an edit changes, with the sign before it, and what it becomes."""
    after = edited(text, [edit])
    pairs = []
    for whole, start, end in ((text, edit.start, edit.end), (after, edit.start, edit.start + len(edit.new))):
        here = [value for at, stop, value in numerals(whole) if at <= end and start <= stop and start < stop]
        pairs.append(here[0] if len(here) == 1 else None)
    return pairs[0], pairs[1]


def numerals(text: str) -> Iterator[tuple[int, int, Fraction]]:
    """Yield the numerals of a text with the sign that belongs to each: where they begin and end, and their values."""
    tokens = scan(text)
    for at, token in enumerate(tokens):
        value = numeral(text[token.start : token.end]) if token.kind is Kind.NUM else None
        if value is None:
            continue
        if at and tokens[at - 1].kind is Kind.OP and tokens[at - 1].text == "-" and _opens(tokens, at - 1):
            yield tokens[at - 1].start, token.end, -value
        else:
            yield token.start, token.end, value


def _opens(tokens: Sequence[Token], at: int) -> bool:
    """Whether a side, a bracket or a member of a list begins at a token."""
    return not at or tokens[at - 1].kind in (Kind.REL, Kind.OPEN, Kind.PUNCT, Kind.BREAK, Kind.WORD, Kind.LINK)


def carried(text: str, moved: Moved, start: int = 0) -> str:
    """Return the text with every moved number from ``start`` on in its new value."""
    edits = []
    latex = {token.start: token.region > 0 for token in scan(text)}
    for at, end, value in numerals(text) if moved else ():
        if at < start or value not in moved or numbering(text, at, end):
            continue
        new, old = moved[value], text[at:end]
        spelled = next(spellings(abs(new), old.lstrip("-−– "), latex.get(at, False)), None)
        if spelled is not None:
            alone = new >= 0 and ("/" not in spelled or _alone(text, at, end))
            signed = f"-{spelled}" if new < 0 else spelled
            edits.append(Edit(at, old, signed if alone or _alone(text, at, end) else f"({signed})", "number"))
    return edited(text, edits)


def anew(step: JudgedStep, values: Collection[Fraction]) -> bool:
    """Return whether a step holds these numbers only as what it comes to by itself, each time in a proved equation."""
    here = [claim.claim for claim in step.claims if claim.state == "proved" and claim.claim is not None]
    own = [c for c in here if c.relation is Head.EQ and not c.letters and _number(c.right) in values]
    operands = [term for c in own for term in walk_expr(c.left) if _number(term) in values]
    stands = [value for _, _, value in numerals(step.text) if value in values]
    return bool(own) and not operands and len(stands) == len(own)


def uses(text: str, values: Collection[Fraction]) -> bool:
    """Return whether a text holds any of these numbers."""
    return any(value in values and not numbering(text, at, end) for at, end, value in numerals(text))


def _number(term: Expr) -> Fraction | None:
    return Fraction(term.value) if isinstance(term, Int | Dec) else None


def _alone(text: str, at: int, end: int) -> bool:
    """Whether nothing that binds stands beside a number."""
    before, after = text[:at].rstrip(" $\\([{")[-1:], text[end:].lstrip(" $")[:1]
    return before not in "+-*/^×·÷" if before else after not in ("^", "!", "*", "/", "(")


def numbering(text: str, at: int, end: int) -> bool:
    """Return whether a number counts the items of a list, or names a step."""
    before = text[:at].rstrip()
    item = not before.strip("*# ") and text[end : end + 1] in (".", ")", ":")
    return item or before.lower().endswith(("step", "case", "equation"))
