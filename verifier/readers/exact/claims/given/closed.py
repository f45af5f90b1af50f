"""Problems that say nothing but what they give and what they ask.

A relation that a problem lays down holds to the end where no other word may change a letter's value or speak of another
equation: *Let x = 3. Increase x by 2*, *the equation was misprinted*, *the example where x = 4*. Such words are without
end, so those are listed that do neither; and an equation in one letter is the only one in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import dropwhile
from typing import Final

from verifier.kernel.expr import Head, free_names
from verifier.mathtext.lexicon import words
from verifier.readers.exact.reading import Formula, Reading

_ARROWS: Final = ("→", "←", "↦", ":=", "->", "<-", "+=", "-=", "*=", "\\mapsto", "\\leftarrow", "\\gets")


def only_gives(problem: str, reading: Reading) -> bool:
    """Return whether all words of a problem give and ask, and no arrow replaces a value."""
    plain = all(len(word) == 1 or word in words.GIVING or not _spelled(word) for word in reading.vocabulary)
    return plain and not any(arrow in problem for arrow in _ARROWS) and not _asks_for_an_equation(reading)


def _spelled(word: str) -> bool:
    return any(c.isalpha() for c in word)


_ASKING: Final = frozenset({"find", "determine", "which", "what", "give"})
_KINDS: Final = frozenset({"a", "an", "the", "is", "linear", "real", "simplest", "smallest"})
_EQUATIONS: Final = frozenset(
    {"equation", "equations", "quadratic", "cubic", "polynomial", "polynomials", "inequality", "system", "equality"}
)


def _asks_for_an_equation(reading: Reading) -> bool:
    """Whether an equation is asked for, which may be written in the same letter: *Which quadratic has the root 5*."""
    said = [word for word, _ in sorted(reading.words, key=lambda one: one[1])]
    after = (next(dropwhile(_KINDS.__contains__, said[i + 1 :]), "") for i, w in enumerate(said) if w in _ASKING)
    return any(word in _EQUATIONS for word in after)


def twice_bound(formulas: Collection[Formula]) -> frozenset[str]:
    """Return the letters of which several equations speak, each of that letter alone: they may be of other things each,
    or one may take the other's place."""
    alone = {(f.left.term, f.right.term): _unknowns(f) for f in formulas if f.relation is Head.EQ and not f.position}
    counted = Counter(next(iter(names)) for names in alone.values() if len(names) == 1)
    return frozenset(name for name, times in counted.items() if times > 1)


def _unknowns(formula: Formula) -> frozenset[str]:
    """The letters of a formula; of a function's value, the letter that it is of."""
    names = free_names(formula.left.term, formula.right.term)
    inner = {name: name.partition("(")[2].rstrip(")") for name in names}
    return frozenset(of if len(of) == 1 and of.isalpha() else name for name, of in inner.items())
