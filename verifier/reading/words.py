"""What single words may do to a formula beside them. Membership is by reviewed lists; a word on none of them is unknown and blocks."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

CURRENCY = frozenset({"usd", "gbp", "eur", "inr", "jpy"})

MEASURES = CURRENCY | frozenset(
    "cm mm km m kg g mg lb oz ml mph kph meter metre kilometer kilometre centimeter centimetre millimeter inch foot feet yard mile"
    " second sec minute min hour hr day week month year decade century cent penny dime nickel quarter dollar euro pound ounce gram"
    " kilogram ton tonne liter litre milliliter gallon quart pint cup tablespoon teaspoon dozen pair couple score gross percent"
    " degree radian hundred thousand million billion trillion k half third am pm watt joule newton volt".split()
)
"""Units that scale: the same quantity has another number under another of them."""

SCALES = frozenset("am pm dozen pair couple score gross percent hundred thousand million billion trillion k half third cent penny dime nickel quarter".split())
"""Units that multiply the number before them: a numeral with one of these is not its own value."""

RELATIONS = frozenset(
    "half halves twice thrice double doubled triple tripled quadruple third thirds quarter quarters fourths fifths tenth tenths than times percent percentage percents"
    " dozen dozens hundred hundreds thousand thousands million millions billion each every of per left remaining remainder more less fewer"
    " most least additional extra another except without minus plus short excess remain remains rest ratio split divided multiplied squared cubed"
    " one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    " twenty thirty forty fifty sixty seventy eighty ninety zero once single both pair pairs couple point".split()
)
"""Words that relate quantities. Directly before or after a formula they may be part of it."""

TAKEBACK = frozenset(
    "wait mistake mistaken mistakes mistakenly error errors erroneous correction corrections actually oops sorry incorrect incorrectly wrong wrongly"
    " hmm recheck reconsider recalculate redo re-evaluate reevaluate re-examine reexamine re-check re-calculate apologize apologies misread"
    " miscalculated miscalculation overlooked invalid contradiction contradicts contradictory absurd inconsistent discrepancy typo".split()
)
"""Words by which a chain takes something back."""

MODES = frozenset(
    "mod modulo modulus modular clock o'clock pmod bmod equiv residue residues binary octal hexadecimal operator operators redefine redefined boolean xor base-two".split()
)
"""Words after which the signs of arithmetic may mean something else."""

ROUNDING = frozenset(
    "approximately approximate approximated approximation approx roughly about around round rounded rounding rounds nearest nearly almost"
    " estimate estimated truncate truncated decimal decimals places significant".split()
)

HYPOTHESES = frozenset("suppose supposing assume assuming assumed if unless whether case would could might may try trying tried test testing guess imagine pretend say hypothetically were".split())
DEFINITIONS = frozenset("let denote denotes denoted define defined defines definition represent represents representing call called where".split())
DENIALS = frozenset("not no never cannot can't isn't doesn't don't won't aren't wasn't impossible false neither nor none fails fail fallacy misconception slip student's claims claim claimed says said thinks thought believes believed wrote writes supposedly contrary".split())
QUESTIONS = frozenset("what how why which whether".split())
RECALLS = frozenset("recall formula identity theorem rule general law".split())
IDENTITIES = frozenset("expand expands expanding expanded expansion factor factors factoring factored factorization factorisation simplify simplifies simplifying simplified distribute distributing distributed identity".split())
HEADS = frozenset("number total sum amount cost price value product result average mean difference area volume length width rate speed bunch group set kind lot pair bag box cup piece slice bottle pack side sides order list series sequence amounts values costs terms rest day end cost weight means instead out because units".split())
"""Nouns that take ``of`` without making a share of what follows."""

_IRREGULAR = {"feet": "foot", "inches": "inch", "dollars": "usd", "dollar": "usd", "pennies": "penny", "halves": "half", "pounds": "pound", "hrs": "hour", "hr": "hour",
              "mins": "minute", "min": "minute", "secs": "second", "sec": "second", "centuries": "century", "men": "man", "women": "woman", "children": "child", "people": "person",
              "boxes": "box", "metre": "meter", "litre": "liter", "metres": "meter", "litres": "liter"}  # fmt: skip


@cache
def _listed(name: str) -> frozenset[str]:
    lines = files("verifier.reading").joinpath(name).read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def inert(word: str) -> bool:
    """Return whether the word is on the reviewed list of words that carry nothing. Fails: never."""
    return word.lower() in _listed("inert.txt")


def narrative(word: str) -> bool:
    """Return whether the word only tells the story around a formula. Fails: never."""
    return word.lower() in _listed("narrative.txt")


def blocks(word: str) -> bool:
    """Return whether the word may change what the formula beside it means. Fails: never."""
    low = word.lower()
    return low in RELATIONS or low in MODES or low in TAKEBACK or low in DENIALS or low in HYPOTHESES or low in ROUNDING


def lemma(word: str) -> str:
    """Return the word in lower case and, by a rule of thumb, in the singular; dollars are ``usd``. Fails: never."""
    low = word.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if len(low) > 4 and low.endswith("ies"):
        return low[:-3] + "y"
    return low[:-1] if len(low) > 2 and low.endswith("s") and not low.endswith("ss") else low


_FUNCTION_WORDS = frozenset(
    "in on at by with for from into to and or but so as is are was were be been has have had will would can could should may must then thus hence therefore"
    " the this that these those he she they it we you i his her their its our if when while since because after before during until total altogether"
    " only also now each every all both what which who where how there here not no".split()
)


def may_be_unit(word: str) -> bool:
    """Return whether the word can name what a number counts (``clips``, ``dollars``). Fails: never."""
    low = word.lower()
    if low in MEASURES or lemma(low) in MEASURES:
        return True
    return len(low) > 1 and low not in _FUNCTION_WORDS and not inert(low) and not blocks(low) and low != "ordinal"


def connective(word: str) -> bool:
    """Return whether the word joins formulas rather than names a quantity. Fails: never."""
    return word.lower() in _FUNCTION_WORDS or word.lower() in HYPOTHESES or word.lower() in DEFINITIONS or word.lower() == "such"
