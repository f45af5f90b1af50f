"""Private metaphors, which neither pages nor messages use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

FORMS = """
    house houses housed room rooms door doors wall walls floor floors stay stays stayed staying world worlds
    weigh weighs weighed weighing hear hears heard hearing told stand stands stood standing
    mend mends mended mending
"""
METAPHORS = frozenset(FORMS.split())
"""Words that no page and no message uses as a metaphor. `floor` is allowed as the function, in backquotes."""

PHRASES = tuple(
    (verb, particle)
    for verbs, particle in (
        ("settle settles settled settling", "down"),
        ("come comes came coming", "to"),
        ("speak speaks spoke spoken speaking", "of"),
    )
    for verb in verbs.split()
)


def metaphors_of(words: Sequence[str]) -> list[str]:
    """Return the private metaphors of a sentence, in order."""
    words = [word for word in words if "`" not in word]
    low = ["".join(sign for sign in word.lower() if sign.isalpha()) for word in words]
    return [word for word in low if word in METAPHORS] + [" ".join(pair) for pair in pairwise(low) if pair in PHRASES]
