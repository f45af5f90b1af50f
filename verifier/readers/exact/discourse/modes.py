"""Modes: what a text says that changes the meaning of signs elsewhere, or takes something back."""

from __future__ import annotations

from itertools import pairwise

from verifier.kernel.expr import Head, Node, Sym
from verifier.mathtext.characters import digit
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.numerals import Token
from verifier.readers.exact.discourse.sentences import Sentence
from verifier.readers.exact.items.items import Item


def sets_mode(tokens: list[Token]) -> bool:
    """Return whether the text may change what signs mean: a base, a clock, a redefined operation, a ring.

    A modulus told in plain words is ``sets_modulus``.
    """
    low = [token.text.lower() for token in tokens]
    seen = set(low)
    if seen & ((words.MODES | words.MODAL_SIGNS) - words.MODULAR) or "\\boxed" in seen:
        return True
    pairs = set(pairwise(low))
    after_base = {b for a, b in pairs if a in ("base", "bases")} - {"10", "ten"}  # which all numerals are in
    numerals = not seen & _LOGARITHMS
    if numerals and (any(digit(b) or (len(b) == 1 and b.isalpha()) for b in after_base) or after_base & words.BASES):
        return True
    if ("greatest", "integer") in pairs or ("fractional", "part") in pairs or ("field" in seen and "elements" in seen):
        return True
    if _modular_ring(tokens):
        return True
    if any(a in words.FLAWED and b in words.ARGUMENTS for a, b in pairs):
        return True
    told = bool(seen & {"operation", "operations"} and seen & words.DEFINITIONS)
    return told or bool("operation" in seen and seen & {"write", "writing", "means"})


_LOGARITHMS = frozenset({"logarithm", "logarithms", "log", "\\log"})


def sets_clock(tokens: list[Token]) -> bool:
    """Return whether the text tells or asks the time of day, which is counted round."""
    pairs = set(pairwise(token.text.lower() for token in tokens))
    return ("what", "time") in pairs or any(digit(a) and b in ("am", "pm") for a, b in pairs)


def sets_digits(tokens: list[Token]) -> bool:
    """Return whether the text speaks of last digits, so that a number may stand for its own."""
    low = [token.text.lower() for token in tokens]
    near = [*pairwise(low), *zip(low, low[2:], strict=False)]
    return any(a in words.LAST and b in ("digit", "digits", "place", "places") for a, b in near)


def sets_modulus(tokens: list[Token]) -> bool:
    """Return whether equality may be meant modulo some number of the text."""
    return bool({token.text.lower() for token in tokens} & words.MODULAR)


def named_moduli(tokens: list[Token]) -> frozenset[int] | None:
    """Return the moduli that the text names, each by a numeral right after the sign or word for it; None where one is
    a letter, or not told."""
    found: set[int] = set()
    for i, token in enumerate(tokens):
        low = token.text.lower()
        if low not in words.MODULAR or low in _CONGRUENCES:
            continue
        after = next((t for t in tokens[i + 1 : i + 4] if t.kind is not Kind.OPEN), None)
        if low not in _NAMING or after is None or not digit(after.text) or len(after.text) > 9:
            return None
        found.add(int(after.text))
    return frozenset(found - {0})


def joined(first: frozenset[int] | None, second: frozenset[int] | None) -> frozenset[int] | None:
    """Return the moduli of two texts together; None where one of them does not tell all of its own."""
    return None if first is None or second is None else first | second


_CONGRUENCES = frozenset({"equiv", "\\equiv", "≡"})
"""Signs that a modulus is named after, further on."""

_NAMING = frozenset({"mod", "modulo", "bmod", "pmod", "\\mod", "\\bmod", "\\pmod"})


def whole_numbers(tokens: list[Token]) -> frozenset[int]:
    """Return the whole numbers above one that stand in the text, of at most nine digits."""
    short = (token.text for token in tokens if token.kind is Kind.NUM and digit(token.text) and len(token.text) < 10)
    return frozenset(number for number in map(int, short) if number > 1)


def stars(tokens: list[Token], text: str) -> bool:
    """Return whether ``a * b =`` stands somewhere: perhaps an operation's definition."""
    equals = (i for i, token in enumerate(tokens) if token.text == "=" and i > 2)
    return any(_starred(tokens[i - 3 : i], text) for i in equals)


_OPERANDS = frozenset({Kind.NUM, Kind.SYM, Kind.OPEN, Kind.CLOSE, Kind.CMD, Kind.MONEY, Kind.BREAK, Kind.OP})


def mentions(tokens: list[Token], text: str) -> bool:
    """Return whether a sign of arithmetic is spoken of and not used (``if × means +``), or the order of operations is
    told."""
    low = [token.text.lower() for token in tokens]
    directed = any(three in _DIRECTIONS for three in zip(low, low[1:], low[2:], strict=False))
    if set(low) & words.PUZZLING or (directed and set(low) & words.OPERATIONS):
        return True
    signs = (i for i, token in enumerate(tokens) if token.kind is Kind.OP and 0 < i < len(tokens) - 1)
    return any(_mentioned(tokens[i - 1 : i + 2], text) for i in signs)


_DIRECTIONS = frozenset({("left", "to", "right"), ("right", "to", "left")})


def _mentioned(three: list[Token], text: str) -> bool:
    """Whether a plus, a times or a division sign stands among words, with blank space around it."""
    before, sign, after = three
    alone = not any(t.kind in _OPERANDS or (t.kind is Kind.WORD and len(t.text) == 1) for t in (before, after))
    return alone and text[sign.start] in "+×÷*∗·/" and sign.space and (after.space or after.kind is Kind.PUNCT)


def _starred(three: list[Token], text: str) -> bool:
    """Whether these three tokens are ``a * b``."""
    a, star, b = three
    letters = all(len(t.text) == 1 and t.text.isalpha() for t in (a, b))
    return letters and text[star.start] in "*∗" and star.end - star.start == 1


def _modular_ring(tokens: list[Token]) -> bool:
    """Whether a ring of residues is named: ``Z_5``, ``F5``, ``\\mathbb{Z}/5``."""
    plain = [token for token in tokens if token.text not in ("{", "}", "\\mathbb")]
    for a, b, c in zip(plain, plain[1:], [*plain[2:], None], strict=False):
        named = b.text in ("_", "/", "(") and c is not None and c.text not in (">", "<", "≥", "+", "\\geq", "\\ge")
        if a.text in ("Z", "F", "GF") and not b.space and (named or digit(b.text)):
            return True
    return False


def redefines(items: tuple[Item, ...]) -> bool:
    """Return whether a sentence gives a sign of arithmetic a meaning of its own: ``a * b = a^2 + b``."""
    defining = any(item.kind == "word" and item.text.lower() in words.DEFINITIONS | {"means", "mean"} for item in items)
    for item, after in pairwise((*items, None)):
        if item is None or item.expr is None or not isinstance(item.expr.term, Node) or len(item.expr.term.args) < 2:
            continue
        if after is not None and after.kind == "word" and after.text.lower() in ("means", "denotes"):
            return True
        stars = item.expr.term.head is Head.MUL and ("*" in item.text or "∗" in item.text)
        leads = defining or (after is not None and after.kind == "rel")
        if stars and leads and all(isinstance(arg, Sym) for arg in item.expr.term.args):
            return True
    return False


MAX_SECOND_THOUGHT = 8
"""Most words of a sentence like "That is not possible", which takes back what stands before it."""

_SECOND_THOUGHTS = frozenset({("i", "mean"), ("was", "off"), ("is", "off"), ("that's", "off")})


def takes_back(sentence: Sentence) -> int | None:
    """Return where a sentence takes back something before it: ``Wait``, ``that is not right``; else None."""
    said = [item for item in sentence.items if item.kind == "word"]
    low = [item.text.lower() for item in said]
    seen = set(low)
    for here, (a, b) in zip(said, pairwise(low), strict=False):
        if (a, b) in _SECOND_THOUGHTS or (a == "too" and b in words.SIZES):
            return here.start
    found = next((item.start for i, item in enumerate(said) if _retracts(item, low[max(i - 2, 0) : i])), None)
    if found is not None and not seen & words.CHOICES:
        return found
    denies = bool(seen & {"not", "no", "never", "cannot", "impossible"}) or any(word.endswith("n't") for word in low)
    this = denies and len(low) <= MAX_SECOND_THOUGHT and not seen & words.CHOICES and not sentence.links
    if low[:2] in (["no"], ["no", "wait"]) or (this and seen & words.RIGHT):
        return sentence.items[0].start
    return None


def rejects(sentence: Sentence) -> int | None:
    """Return where a sentence rejects something, most likely what it speaks of itself, as a root or a supposition; else
    None."""
    said = [item for item in sentence.items if item.kind == "word"]
    low = [item.text.lower() for item in said]
    seen = set(low)
    denies = bool(seen & {"not", "no", "never", "cannot", "impossible"}) or any(word.endswith("n't") for word in low)
    if (denies and "impossible" in seen) or ("hence", "impossible") in pairwise(low):
        return sentence.items[0].start
    plain = ("actually", "a"), ("actually", "an")  # is actually a square
    after = zip(said, [*pairwise(low), ("", "")], strict=False)
    return next((item.start for item, two in after if two not in plain and item.text.lower() in words.REJECTING), None)


def _retracts(item: Item, before: list[str]) -> bool:
    """Whether a word takes back what stands before; ``actually`` does where it begins a sentence, and ``error`` not in
    ``trial and error``."""
    low = item.text.lower()
    told = low == "error" and before == ["trial", "and"]
    return low in words.TAKEBACK and not told and (low not in words.REJECTING or (low == "actually" and not before))
