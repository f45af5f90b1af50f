"""What single words may do to a formula beside them, by reviewed lists.

``words.RELATIONS`` is the section of that name in ``en/words.txt``. Membership is all there is: a word on none of the
lists is unknown, and blocks.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from verifier.mathtext.lexicon.lists import lines

_IRREGULAR = {
    "feet": "foot",
    "inches": "inch",
    "dollars": "usd",
    "dollar": "usd",
    "pennies": "penny",
    "halves": "half",
    "pounds": "pound",
    "hrs": "hour",
    "hr": "hour",
    "mins": "minute",
    "min": "minute",
    "secs": "second",
    "sec": "second",
    "centuries": "century",
    "men": "man",
    "women": "woman",
    "children": "child",
    "people": "person",
    "boxes": "box",
    "metre": "meter",
    "litre": "liter",
    "metres": "meter",
    "litres": "liter",
}


# Sections of words.txt, which the first look at one of them reads.
ACTING: frozenset[str]
AFFIRMING: frozenset[str]
AFTER: frozenset[str]
AIMS: frozenset[str]
APART: frozenset[str]
ARGUMENTS: frozenset[str]
ASKING: frozenset[str]
BALANCING: frozenset[str]
BARREN: frozenset[str]
BASES: frozenset[str]
BEARERS: frozenset[str]
BEFORE: frozenset[str]
BETWEEN: frozenset[str]
BINDING: frozenset[str]
BOUNDING: frozenset[str]
CASES: frozenset[str]
CHANGING: frozenset[str]
CHECKING: frozenset[str]
CHOICES: frozenset[str]
CHOOSING: frozenset[str]
CIRCLING: frozenset[str]
CLOCK: frozenset[str]
COMPARING: frozenset[str]
CONCLUDING: frozenset[str]
CURRENCY: frozenset[str]
DEFINITIONS: frozenset[str]
DENIALS: frozenset[str]
DERIVED: frozenset[str]
DIGITS: frozenset[str]
EQUATING: frozenset[str]
EXACT: frozenset[str]
FIGURES: frozenset[str]
FLAWED: frozenset[str]
FUNCTION_WORDS: frozenset[str]
GROUNDS: frozenset[str]
GROWING: frozenset[str]
HEADS: frozenset[str]
HYPOTHESES: frozenset[str]
IDENTITIES: frozenset[str]
INERT_AFTER: frozenset[str]
JOINING: frozenset[str]
KEEPING: frozenset[str]
LABELS: frozenset[str]
LAST: frozenset[str]
LEADING: frozenset[str]
LENGTHS: frozenset[str]
MEASURES: frozenset[str]
METRIC: frozenset[str]
MODAL_SIGNS: frozenset[str]
MODES: frozenset[str]
MODULAR: frozenset[str]
MONEY: frozenset[str]
MONTHS: frozenset[str]
NEEDING: frozenset[str]
ODD: frozenset[str]
OPERATIONS: frozenset[str]
ORDINALS: frozenset[str]
PI_NAMES: frozenset[str]
PLACES: frozenset[str]
PLUGS: frozenset[str]
PUZZLES: frozenset[str]
PUZZLING: frozenset[str]
QUESTIONS: frozenset[str]
RATIOS: frozenset[str]
RECALLS: frozenset[str]
REDEFINING: frozenset[str]
REJECTING: frozenset[str]
RELATIONS: frozenset[str]
RELATIVE: frozenset[str]
REWORKING: frozenset[str]
REWRITING: frozenset[str]
REWRITTEN: frozenset[str]
RIGHT: frozenset[str]
ROUNDING: frozenset[str]
SCALES: frozenset[str]
SCALED: frozenset[str]
SCORES: frozenset[str]
SETTING: frozenset[str]
SETTING_UP: frozenset[str]
SIZES: frozenset[str]
SOLVED: frozenset[str]
SOLVING: frozenset[str]
GIVING: frozenset[str]
SPELLED: frozenset[str]
SYMBOLS: frozenset[str]
SYSTEM: frozenset[str]
TAKEBACK: frozenset[str]
TESTED: frozenset[str]
TESTS: frozenset[str]
TIMES: frozenset[str]
TO_REWRITE: frozenset[str]
TYING: frozenset[str]
UNCOUNTED: frozenset[str]
WEEKDAYS: frozenset[str]
WEIGHTS: frozenset[str]
WHOLE: frozenset[str]
WISHES: frozenset[str]
WORKING: frozenset[str]
WRITING: frozenset[str]

if TYPE_CHECKING:
    pass  # whoever checks types knows the names above and no others
else:

    def __getattr__(section: str) -> frozenset[str]:
        """Return a section of ``words.txt``. Raises: AttributeError when there is none of that name."""
        try:
            found = _sections()[section]
        except KeyError:
            raise AttributeError(f"words.txt has no section {section!r}") from None
        globals()[section] = found  # from now on it is there, without a call
        return found


@cache
def _sections() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for section, line in lines("words.txt"):
        found[section] = found.get(section, frozenset()) | frozenset(line.split())
    found["MEASURES"] |= found["CURRENCY"]
    return found


def section(name: str) -> frozenset[str]:
    """Return a section of ``words.txt`` (in this module ``__getattr__`` does not reach it). Raises: KeyError."""
    return _sections()[name]


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(word for _, line in lines(name) for word in line.split())


def inert(word: str) -> bool:
    """Return whether the word is on the reviewed list of words that carry nothing."""
    return word.lower() in _listed("inert.txt")


def joins(word: str) -> bool:
    """Return whether the word joins formulas and claims nothing besides, so that an approval may leave it aside."""
    return word.lower() in _listed("connectives.txt")


def narrative(word: str) -> bool:
    """Return whether the word only tells the story around a formula."""
    return word.lower() in _listed("narrative.txt")


def listed(word: str) -> bool:
    """Return whether the word is on any of the reviewed lists."""
    low = word.lower()
    return inert(low) or narrative(low) or measure(low) or any(low in one for one in _sections().values())


def blocks(word: str) -> bool:
    """Return whether the word may change what the formula beside it means."""
    low = word.lower()
    return any(low in section(name) for name in ("RELATIONS", "MODES", "TAKEBACK", "DENIALS", "HYPOTHESES", "ROUNDING"))


def lemma(word: str) -> str:
    """Return the word in lower case and, by a rule of thumb, in the singular; dollars are ``usd``."""
    low = word.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if len(low) > 4 and low.endswith("ies"):
        return low[:-3] + "y"
    return low[:-1] if len(low) > 2 and low.endswith("s") and not low.endswith("ss") else low


def verbs(word: str) -> tuple[str, ...]:
    """Return what the verb of ``paving`` and ``paved`` may be, none for other words."""
    low = word.lower()
    stem = low.removesuffix("ing").removesuffix("ed")
    if stem == low or len(stem) < 3:
        return ()
    return (stem, stem + "e", *((stem[:-1],) if stem[-1] == stem[-2] else ()))


def measure(word: str) -> bool:
    """Return whether the word is a unit of measure."""
    return word.lower() in section("MEASURES") or lemma(word) in section("MEASURES")


def told(word: str) -> bool:
    """Return whether the word may stand in a remark in brackets: reviewed, or a measure, and changing nothing."""
    return (inert(word) or narrative(word) or measure(word)) and not blocks(word)


def names(unit: str) -> bool:
    """Return whether a unit, as a lemma, is a measure or a reviewed noun."""
    return measure(unit) or unit == "per" or narrative(unit) or narrative(unit + "s")


def uncounted(word: str) -> bool:
    """Return whether the word is a number, a constant, an operator, a base or a multiplier, and so no unit."""
    low = word.lower()
    return low in section("UNCOUNTED") or (lemma(low) in section("UNCOUNTED") and not measure(low))


def may_be_unit(word: str) -> bool:
    """Return whether the word can name what a number counts (``clips``, ``dollars``)."""
    low = word.lower()
    if measure(low) or word in section("SYMBOLS"):
        return True
    return (
        len(low) > 1
        and low not in section("FUNCTION_WORDS")
        and not inert(low)
        and not blocks(low)
        and not uncounted(low)
        and low != "ordinal"
    )


def connective(word: str) -> bool:
    """Return whether the word joins formulas rather than names a quantity."""
    low = word.lower()
    return low == "such" or any(low in section(name) for name in ("FUNCTION_WORDS", "HYPOTHESES", "DEFINITIONS"))
