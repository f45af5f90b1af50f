"""One error put into one step, by kind: those that exact means can prove. What a kind cannot do to a step is None.

Most are planted as ``verifier train`` plants them. Among several places an error that leaves the step as long as it was
is preferred, so that length alone gives little away.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from verifier.training.data.error_injection import plant
from verifier.training.data.perturbation_sites import Site, sites

Change = Callable[[str, random.Random], str | None]

TRIES = 6
"""How often a kind is tried on a step for a change that keeps its length."""


def changed(text: str, kind: str, dice: random.Random) -> str | None:
    """Return the step with one error of ``kind``, None where it finds no place. Raises: KeyError on another kind."""
    made = [found for _ in range(TRIES) if (found := KINDS[kind](text, dice)) is not None]
    return next((found for found in made if len(found) == len(text)), made[0] if made else None)


def _planted(kind: str) -> Change:
    def change(text: str, dice: random.Random) -> str | None:
        made = plant((text,), kind, dice)
        return None if made is None else made.steps[0]

    return change


def _number(text: str, dice: random.Random) -> str | None:
    """A number in the place of another; exponents are a kind of their own."""
    made = _planted("number")(text, dice)
    return None if made is None or any(made == other for other in _exponents(text, dice)) else made


def _exponent(text: str, dice: random.Random) -> str | None:
    found = list(_exponents(text, dice))
    return dice.choice(found) if found else None


def _exponents(text: str, dice: random.Random) -> Iterator[str]:
    """Every power in the text, one more or one less."""
    for site in sites(text):
        if site.kind == "number" and text[: site.start].endswith(("^", "^{")) and site.text.isdecimal():
            for power in (int(site.text) + 1, int(site.text) - 1):
                if power > 0:
                    yield text[: site.start] + str(power) + text[site.end :]


def _lost_term(text: str, dice: random.Random) -> str | None:
    """A term of a sum of at least three is left out."""
    signs = [site for site in sites(text) if site.kind == "operator" and site.text in "+-"]
    found = [site for site in signs if any(_same_side(text, site, other) for other in signs if other != site)]
    if not found:
        return None
    site = dice.choice(found)
    return text[: site.start].rstrip() + text[_end_of_term(text, site.end) :]


def _same_side(text: str, one: Site, other: Site) -> bool:
    """Whether two signs join terms of one sum: no relation and no bracket stands between them."""
    first, last = sorted((one.start, other.start))
    return not any(char in "=<>()[]{},;:" for char in text[first:last])


def _end_of_term(text: str, at: int) -> int:
    """Where the term that begins at ``at`` ends: before the next sign, relation or mark outside its brackets."""
    depth = 0
    while at < len(text):
        char = text[at]
        depth += (char in "([{") - (char in ")]}")
        point = char == "." and not text[at + 1 : at + 2].isdecimal()
        if depth < 0 or (depth == 0 and (char in "+-=<>,;:$\n" or point)):
            break
        at += 1
    while text[at - 1].isspace():
        at -= 1
    return at


KINDS: dict[str, Change] = {
    "number": _number,
    "operator": _planted("operator"),
    "sign": _planted("sign"),
    "exponent": _exponent,
    "lost term": _lost_term,
    "percent": _planted("percent"),
    "rounding": _planted("rounding"),
}
"""The kinds of error that can be proved, each with what puts it into a step."""
